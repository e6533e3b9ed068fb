"""A position as plain data in the form of our conformance traces, and the difference between two of them."""

from __future__ import annotations

from typing import Any

from open18xx.play.state import DEPOT, GONE, NOBODY, POOL
from open18xx.play.table import Table


def snapshot(table: Table) -> dict[str, Any]:
    """Bank, phase, players, corporations, privates and depot, with nothing that is empty."""
    state, box = table.state, table.box
    tokens = tokens_of(table)
    corporations = {}
    for id in box.corporations:
        priced = id in state.cell
        moves = box.rules.corporations.unsold_price == "market"  # then nothing is bought at the starting value any more
        corporations[id] = {
            "cash": state.cash[id],
            "price": table.price(id) if priced else None,
            "cell": list(state.cell[id]) if priced else None,
            "par": table.price(id) if moves and priced else state.par.get(id),
            "own": _own(table, id),
            "pres": state.president.get(id),
            "float": id in state.floated or not table.is_priced(id),  # one without a price never needs to float
            "trains": [table.type_of(train).id for train in state.trains[id]],
            "tokens": sorted(f"{hex}:{city}" for hex, city in tokens[id]),
            "companies": table.privates_of(id),
        }
    return {
        "bank": state.cash["bank"],
        "phase": table.phase.id,
        "players": {player: state.cash[player] for player in (*state.seats, *box.actors)},
        "corps": corporations,
        "companies": {id: None if owner == NOBODY else owner for id, owner in state.privates.items()},
        "depot": [
            len(state.trains[DEPOT]),
            [table.type_of(train).id for train in state.trains[POOL]],
        ],
    }


def tokens_of(table: Table) -> dict[str, list[tuple[str, int]]]:
    """(hex, city) of each corporation's tokens; cities are counted from 0 on the tile."""
    tokens: dict[str, list[tuple[str, int]]] = {id: [] for id in table.box.corporations}
    for (n, node), slots in table.board.tokens.items():
        cities = [k for k in range(table.board.faces[n].node_count) if (n, k) in table.board.tokens]
        for owner in slots:
            if owner is not None:
                tokens[owner].append((table.box.ground.names[n], cities.index(node)))
    return tokens


def _own(table: Table, corporation: str) -> dict[str, int]:
    """Percent by holder; of a corporation without a price each certificate left in the game is an equal part."""
    holding = table.state.holding.items()
    own = {owner: percent for (owner, held), percent in holding if held == corporation and percent and owner != GONE}
    if table.is_priced(corporation):
        return own
    count = len(table.in_game(corporation))
    return {owner: 100 // count * len(table.certificates_of(owner, corporation)) for owner in own}


def difference(before: Any, after: Any) -> Any:
    """What changed, nested; a key that is gone is None; ``own`` is replaced whole."""
    changed: dict[str, Any] = {}
    for key in {**before, **after}:
        old, new = before.get(key), after.get(key)
        if old == new:
            continue
        nested = isinstance(old, dict) and isinstance(new, dict) and key != "own"
        changed[key] = difference(old, new) if nested else new
    return changed


def round_name(table: Table) -> str:
    """"SR 2.1", "OR 2.1"; "ISR 1.1" for an auction."""
    state = table.state
    kind = table.title.rounds[state.round].kind if state.round else ""
    word = {"auction": "ISR", "stock": "SR", "operating": "OR"}.get(kind, kind)
    return f"{word} {state.number}.{state.part}"
