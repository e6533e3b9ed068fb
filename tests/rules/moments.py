"""Moments of play for tests on paper and money, said in one expression; built on ``positions``.

    table = (
        arrange({"rules.stock.turn_order": "sell-then-buy"})
        .start("PRR", "ann", 67, ann=30, bob=20, pool=10)    # at par 67; ann presides with 30 %
        .cash(ann=100, PRR=500)
        .stock("ann")                                        # ann's turn in stock round 2
    )

``stock``, ``operating`` and ``done`` end the arrangement: they audit the position and give the game that stands there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any
from unittest.mock import patch

from open18xx import load_title
from open18xx.play import rounds
from open18xx.play.actions import Action, Pass, SellCertificates
from open18xx.play.audit import faults
from open18xx.play.events import PresidentChanged, PriceMoved, RoundBegan, TurnBegan
from open18xx.play.game import Game, Moment, unpack
from open18xx.play.state import BANK, DEPOT, IPO
from open18xx.play.table import Box
from open18xx.play.transaction import Transaction
from open18xx.title.model import Title

from .positions import accepted, depot_from, money, phase, sell_privates

NAMES = ("ann", "bob", "cay", "dan", "eve", "fay")


@cache
def _title(name: str, overrides: str) -> Title:
    return load_title(name, overrides=json.loads(overrides))


def title(overrides: Mapping[str, Any] | None = None, name: str = "1830") -> Title:
    """1830, or another title, with single values replaced; read once."""
    return _title(name, json.dumps(overrides or {}, sort_keys=True))


@cache
def _box(name: str, overrides: str) -> Box:
    """The title made ready to play. Nothing here changes a map or a tile, so all share the board, the dear part."""
    if overrides == "{}":
        return unpack(_title(name, overrides))
    ground = _box(name, "{}").ground
    with patch("open18xx.play.table.Ground", lambda _: ground):
        return unpack(_title(name, overrides))


def game(overrides: Mapping[str, Any] | None = None, *, players: int = 3, name: str = "1830") -> Game:
    """A game at its beginning; the players are ann, bob, cay, dan, ... ``overrides`` leave map and tiles alone."""
    return Game(_box(name, json.dumps(overrides or {}, sort_keys=True)), NAMES[:players])


class Arrangement:
    """A position being arranged. What is not said stays as at the beginning of the game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.tx = Transaction(game.box, game.state.copy())

    def start(
        self, corporation: str, president: str, par: int, at: tuple[int, int] | None = None, **percents: int
    ) -> Arrangement:
        """Start a corporation. ``percents`` are what players (the president's card included) and ``pool`` hold; it
        floats when enough is out. ``at``: (row, column) of its marker, if not where it started. Nobody pays."""
        tx = self.tx
        card = tx.box.corporations[corporation].certificates[0]
        tx.start_corporation(corporation, par)
        tx.move_certificate(card.id, president)
        tx.record(PresidentChanged(corporation, president))
        for owner, percent in percents.items():
            while tx.percent(owner, corporation) < percent:
                tx.move_certificate(tx.certificates_of(IPO, corporation)[0].id, owner)
            assert tx.percent(owner, corporation) == percent, f"{owner} cannot hold {percent} % of {corporation}"
        tx.float_if_sold(corporation)
        if at is not None and at != tx.state.cell[corporation]:
            tx.record(PriceMoved(corporation, at))
        return self

    def cash(self, **amounts: int) -> Arrangement:
        """Exactly so much money each."""
        money(self.tx, **amounts)
        return self

    def bank(self, left: int) -> Arrangement:
        """So much money left in the bank; the last player has the rest."""
        self.tx.pay(BANK, self.tx.state.seats[-1], self.tx.state.cash[BANK] - left)
        return self

    def owns(self, owner: str, *privates: str) -> Arrangement:
        for private in privates:
            self.tx.move_private(private, owner)
        return self

    def trains(self, owner: str, *ids: str) -> Arrangement:
        """Trains to a corporation, or to the pool: "2-0", or "2" for the next of its type."""
        for id in ids:
            depot = self.tx.state.trains[DEPOT]
            train = id if id in depot else next(each for each in depot if each.rpartition("-")[0] == id)
            self.tx.move_train(train, DEPOT, owner)
        return self

    def phase(self, id: str, depot: str = "") -> Arrangement:
        """The phase has begun, and the next train for sale is of its type, or of the type ``depot``."""
        phase(self.tx, id)
        depot_from(self.tx, depot or self.tx.phase.on)
        return self

    # ---- the moment

    def stock(self, actor: str = "ann", number: int = 2) -> Game:
        """The turn of ``actor`` in stock round ``number``; privates without owner are closed."""
        sell_privates(self.tx)
        self.tx.record(RoundBegan("stock", number, 1, 1))
        self.tx.note("priority", actor)
        self.tx.record(TurnBegan(actor, ()))
        return self.done()

    def operating(
        self, *order: str, step: str = "", revenue: int = 0, number: int = 2, part: int = 1, parts: int = 1
    ) -> Game:
        """The turn of the first of ``order`` (without: of all that float, by price), in ``step`` (without: the first
        that is due), or with a ``revenue`` just earned; privates without owner are closed."""
        tx = self.tx
        sell_privates(tx)
        queue = order or tx.operating_order(tx.state.floated)
        tx.record(RoundBegan("operating", number, part, parts))
        tx.record(TurnBegan(queue[0], tuple(queue[1:])))
        tx.place_home(queue[0])
        if revenue:
            tx.note("ran", True)
            tx.note("revenue", revenue)
        if step or revenue:
            tx.note("step", tx.title.rounds["operating"].steps.index(step or "choose-dividend"))
        return self.done()

    def done(self) -> Game:
        """The game at this moment, gone on by itself to the first decision."""
        rounds.advance(self.tx)
        self.game._now = Moment(self.tx.state, None, (), None, 0)
        assert faults(self.game.table) == []
        return self.game


def arrange(overrides: Mapping[str, Any] | None = None, *, players: int = 3, name: str = "1830") -> Arrangement:
    return Arrangement(game(overrides, players=players, name=name))


# --------------------------------------------------------------------------- playing on


def play(game: Game, *actions: Action) -> Game:
    """Plays actions, each of which must be listed; nothing may be wrong after any."""
    for action in actions:
        accepted(game, action)
    return game


def sale(game: Game, player: str, corporation: str, shares: int = 1) -> SellCertificates:
    """The sale of so many ordinary certificates, the first that were acquired."""
    held = [c.id for c in game.table.certificates_of(player, corporation) if not c.president]
    return SellCertificates(player, corporation, tuple(held[:shares]))


def dump(game: Game, player: str, corporation: str, keep: int = 0) -> SellCertificates:
    """The sale of all certificates with the president's, ``keep`` percent kept."""
    held = tuple(c.id for c in game.table.certificates_of(player, corporation))
    return SellCertificates(player, corporation, held, keep)


def pass_all(game: Game) -> Game:
    """All pass until the round is over."""
    at = (game.state.round, game.state.number, game.state.part)
    while (game.state.round, game.state.number, game.state.part) == at and not game.is_over:
        play(game, Pass(game.actor))
    return game


def percents(game: Game, corporation: str, owners: Iterable[str] = ()) -> dict[str, int]:
    """Who holds how much; all who hold something, or ``owners``."""
    table = game.table
    held = {owner: table.percent(owner, corporation) for owner in owners or table.places()}
    return {owner: percent for owner, percent in held.items() if percent or owners}
