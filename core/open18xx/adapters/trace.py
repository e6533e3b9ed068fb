"""A position as plain data in the form of our conformance traces, and the difference between two of them."""

from __future__ import annotations

from typing import Any

from open18xx.play.state import CLOSED, DEPOT, IPO, NOBODY, POOL
from open18xx.play.table import Table


def snapshot(table: Table) -> dict[str, Any]:
    """Bank, phase, players, corporations, privates and depot, with nothing that is empty."""
    state, box = table.state, table.box
    ground = box.ground
    tokens: dict[str, list[str]] = {id: [] for id in box.corporations}
    for (n, node), slots in table.board.tokens.items():
        cities = [k for k in range(table.board.faces[n].node_count) if (n, k) in table.board.tokens]
        for owner in slots:
            if owner is not None:
                tokens[owner].append(f"{ground.names[n]}:{cities.index(node)}")
    corporations = {}
    for id in box.corporations:
        started = id in state.par
        own = {
            owner: percent
            for (owner, held), percent in state.holding.items()
            if held == id and percent and owner not in (IPO, POOL)
        }
        own |= {place: table.percent(place, id) for place in (IPO, POOL) if table.percent(place, id)}
        corporations[id] = {
            "cash": state.cash[id],
            "price": table.price(id) if started else None,
            "cell": list(state.cell[id]) if started else None,
            "par": state.par.get(id),
            "own": own,
            "pres": state.president.get(id),
            "float": id in state.floated,
            "trains": [table.type_of(train).id for train in state.trains[id]],
            "tokens": sorted(tokens[id]),
            "companies": table.privates_of(id),
        }
    return {
        "bank": state.cash["bank"],
        "phase": table.phase.id,
        "players": {player: state.cash[player] for player in state.seats},
        "corps": corporations,
        "companies": {
            id: None if (owner := state.privates.get(id, CLOSED)) == NOBODY else owner for id in box.privates
        },
        "depot": [
            len(state.trains[DEPOT]),
            [table.type_of(train).id for train in state.trains[POOL]],
        ],
    }


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
