"""Positions for rule tests: arranged with the kernel's own verbs, and the two assertions every rule test needs.

game = new("1830", overrides={"rules.track.restriction": "restrictive"})
with arranged(game) as tx:                     # audited at the end: arranged positions are consistent
    found(tx, "PRR", 100, ann=60, cash=500)    # started, floated, with its home token and 500 in the treasury
    turn(tx, "PRR", "lay-track")
accepted(game, LayTile(...))                   # listed, not refused, played; the position after it is audited
refused(game, LayTile(...), "misfit", ...)     # not listed, refused with these pieces, and nothing has changed
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from open18xx import IllegalAction, Refusal, load_title, new_game
from open18xx.board import upgrades
from open18xx.play import events as e
from open18xx.play import rounds
from open18xx.play.actions import Action
from open18xx.play.audit import faults
from open18xx.play.game import Game, Moment
from open18xx.play.state import BANK, DEPOT, IPO, NOBODY, POOL
from open18xx.play.transaction import Transaction
from open18xx.title.model import Title

PLAYERS = ("ann", "bob", "cay")
TITLES = Path(__file__).parent / "titles"


def new(
    title: str | Path | Title = "1830",
    players: Iterable[str] = PLAYERS,
    *,
    options: Iterable[str] = (),
    overrides: Mapping[str, Any] | None = None,
    seed: int = 0,
) -> Game:
    """A new game; ``title`` is an installed one, or a folder or file under ``titles/``."""
    if isinstance(title, str) and (TITLES / title).exists():
        title = TITLES / title
    if not isinstance(title, Title):
        title = _loaded(str(title), tuple(options), json.dumps(overrides or {}, sort_keys=True))
    return new_game(title, tuple(players), seed=seed)


@cache
def _loaded(title: str, options: tuple[str, ...], overrides: str) -> Title:
    return load_title(title, options=options, overrides=json.loads(overrides))


# --------------------------------------------------------------------------- arranging


@contextmanager
def arranged(game: Game, *, audit: bool = True) -> Iterator[Transaction]:
    """The game stands at whatever the block makes of its position; there is nothing to undo."""
    tx = Transaction(game.box, game.state.copy())
    yield tx
    game._now = Moment(tx.state, None, (), None, 0)
    game._undone = ()
    if audit:
        assert faults(game.table) == []


def sell_privates(tx: Transaction, owner: str = "", **owners: str) -> None:
    """End the auction: privates go to the owners named (by id), the others to ``owner``, or close. Nothing is paid."""
    for private, before in tx.state.privates.items():
        if before == NOBODY:
            to = owners.get(private, owner)
            tx.move_private(private, to) if to else tx.close_private(private)


def found(tx: Transaction, corporation: str, par: int, *, cash: int = 0, home: bool = True, **percents: int) -> None:
    """Start and float a corporation: the first named holder presides, ``pool=30`` lies in the pool. Nobody pays.

    Its treasury holds exactly ``cash``; its home token lies on the map unless ``home`` is False.
    """
    certificates = [certificate.id for certificate in tx.box.corporations[corporation].certificates]
    president = next(iter(percents))
    tx.start_corporation(corporation, par)
    for owner, percent in percents.items():
        left = percent
        while left > 0:
            id = next(id for id in certificates if tx.box.certificates[id].percent <= left)
            certificates.remove(id)
            tx.move_certificate(id, POOL if owner == "pool" else owner)
            left -= tx.box.certificates[id].percent
    tx.record(e.PresidentChanged(corporation, president))
    tx.record(e.CorporationFloated(corporation))
    tx.pay(BANK, corporation, cash)
    if home:
        tx.place_home(corporation)


def money(tx: Transaction, **cash: int) -> None:
    """Players or corporations hold exactly so much; the bank gives or takes the difference."""
    for owner, amount in cash.items():
        have = tx.state.cash[owner]
        if have < amount:
            tx.pay(BANK, owner, amount - have)
        else:
            tx.pay(owner, BANK, have - amount)


def phase(tx: Transaction, name: str) -> None:
    """Be in the phase, with the train types of it and of those before begun; trains stay where they are."""
    at = next(n for n, each in enumerate(tx.box.phases) if each.id == name)
    begun = [next(iter(tx.box.trains)), *(each.on for each in tx.box.phases[1 : at + 1])]
    tx.note("begun_types", tuple(dict.fromkeys(begun)))
    if at != tx.state.phase:
        tx.record(e.PhaseBegan(at))


def trains(tx: Transaction, owner: str, *ids: str) -> None:
    """Trains of the depot go to ``owner`` (a corporation, "pool" or "gone")."""
    for id in ids:
        tx.move_train(id, DEPOT, owner)


def depot_from(tx: Transaction, type_: str) -> None:
    """All trains of the types before ``type_`` that are still in the depot leave the game: it is next for sale."""
    for train in tx.state.trains[DEPOT]:
        if tx.type_of(train).id == type_:
            break
        tx.move_train(train, DEPOT, "gone")


def tile(tx: Transaction, hex: str, id: str, rotation: int) -> None:
    """Lay a tile, whoever may or may not; nodes go where track takes them."""
    ground = tx.box.ground
    old = tx.board.faces[ground.number[hex]]
    new_tile = tx.box.title.tiles[id].tile
    nodes = upgrades.node_map(old.tile, old.rotation, new_tile, rotation)
    if nodes is None:
        nodes = tuple(min(node, len(new_tile.nodes) - 1) for node in range(old.node_count))
    tx.record(e.TileLaid(hex, id, rotation, nodes))


def token(tx: Transaction, corporation: str, hex: str, city: int = 0) -> None:
    tx.place_token(corporation, hex, city)


def turn(
    tx: Transaction,
    actor: str,
    step: str = "lay-track",
    *,
    round: str = "operating",
    number: int = 2,
    then: Iterable[str] = (),
) -> None:
    """The turn of a corporation in an operating round, at a step; corporations in ``then`` are still to come."""
    tx.record(e.RoundBegan(round, number, 1, tx.phase.operating_rounds))
    tx.record(e.TurnBegan(actor, tuple(then)))
    tx.note("step", tx.title.rounds[round].steps.index(step))


def stock_turn(tx: Transaction, player: str, *, number: int = 2, round: str = "stock") -> None:
    """The turn of a player in a stock round."""
    tx.record(e.RoundBegan(round, number, 1, 1))
    tx.note("priority", player)
    tx.record(e.TurnBegan(player, ()))


def go_on(tx: Transaction) -> None:
    """Pass over all that is no decision, as after an action."""
    rounds.advance(tx)


def give(tx: Transaction, certificate: str, owner: str) -> None:
    """Move one certificate from wherever it is, without any consequence."""
    tx.move_certificate(certificate, {"ipo": IPO, "pool": POOL}.get(owner, owner))


# --------------------------------------------------------------------------- asserting


def listed(game: Game, kind: str) -> list[Action]:
    """All actions of a kind that the offers list; amounts are expanded too, so keep them small."""
    return [action for offer in game.offers() if offer.kind == kind for action in offer.actions()]


def kinds(game: Game) -> set[str]:
    """The kinds of action on offer."""
    return {offer.kind for offer in game.offers()}


def is_listed(game: Game, action: Action) -> bool:
    return any(offer.admits(action) for offer in game.offers())


def accepted(game: Game, action: Action) -> tuple[e.Event, ...]:
    """The action is listed and legal; it is played, and the position after it is consistent."""
    reason = game.refusal(action)
    assert reason is None, f"{action} is refused: {reason!r}"
    assert is_listed(game, action), f"accepted but not listed: {action}"
    events = game.play(action)
    assert faults(game.table) == []
    return events


def refused(game: Game, action: Action, code: str, **pieces: Any) -> Refusal:
    """The action is not listed and refused with this code and at least these pieces; the position stays as it was."""
    before = game.state.hash()
    reason = game.refusal(action)
    assert reason is not None, f"legal: {action}"
    assert (reason.code, {name: reason.args.get(name) for name in pieces}) == (code, pieces), f"{action}: {reason!r}"
    assert not is_listed(game, action), f"refused but listed: {action}"
    with pytest.raises(IllegalAction):
        game.play(action)
    assert game.state.hash() == before
    return reason
