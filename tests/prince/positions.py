"""Positions of The Old Prince 1871, arranged as in the tests of the rules.

game = prince()                                     # four players; every lot is sold, and ann is in her turn to deal
with arranged(game) as tx:
    railway(tx, "C", cash=500, ann=40, bob=20)      # the mainline: the first named presides
    station(tx, "C", "M13")
    stock_turn(tx, "ann")

The draws of seed 130 are those of the worked example: C is the mainline, A the shortline, and the bank holds one tenth
of C and of S. The others whose rights are dealt are So, MS, MR and Gt.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from open18xx.play import events as e
from open18xx.play.actions import ChooseBranch, ChoosePar, GiveMoney, GiveToken, Pass, SplitCorporation
from open18xx.play.game import Game
from open18xx.play.state import IPO, NOBODY, POOL
from open18xx.play.transaction import Transaction
from open18xx.title.loader import load
from open18xx.title.model import Title


def _borrowed(path: str) -> ModuleType:
    """A file of another folder of tests: folders import nothing from each other."""
    place = Path(__file__).parents[1] / path
    spec = importlib.util.spec_from_file_location(f"borrowed_{place.stem}", place)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_rules = _borrowed("rules/positions.py")
accepted, arranged, refused = _rules.accepted, _rules.arranged, _rules.refused
is_listed, kinds, listed = _rules.is_listed, _rules.kinds, _rules.listed
depot_from, give, go_on, money = _rules.depot_from, _rules.give, _rules.go_on, _rules.money
phase, stock_turn, tile, trains, turn = _rules.phase, _rules.stock_turn, _rules.tile, _rules.trains, _rules.turn

PLAYERS = ("ann", "bob", "cay", "dan")
SEEDS = {3: 2027948281, 4: 130}
BANK_ACTOR = "Union Bank"
SITE = "18xx.games"

DEALT = {
    "ML": "ann", "SL": "bob", "RA": "cay", "RF": "dan", "UB": "cay",
    "P1": "dan", "P3": "cay", "P4": "bob", "P5": "ann", "P6": "dan",
}  # fmt: skip
"""Whose the lots are, unless a test says otherwise; those not named here have closed."""


def prince(*, site: bool = False, overrides: Mapping[str, Any] | None = None, **owners: str) -> Game:
    """A game of four in which all lots are sold, ``owners`` to those named; ``site``: by the rules of 18xx.games."""
    game = begun(site=site, overrides=overrides)
    with arranged(game) as tx:
        deal(tx, **owners)
        stock_turn(tx, "ann")
    return game


def begun(players: int = 4, *, site: bool = False, overrides: Mapping[str, Any] | None = None) -> Game:
    """A game before the first lot is offered."""
    title = _loaded(SITE if site else "", json.dumps(overrides or {}, sort_keys=True))
    game: Game = _rules.new(title, PLAYERS[:players], seed=SEEDS[players])
    return game


@cache
def _loaded(overlay: str, overrides: str) -> Title:
    return load("old-prince-1871", overlay=overlay, overrides=json.loads(overrides))


def deal(tx: Transaction, **owners: str) -> None:
    """Every unsold lot goes to its owner with what comes with it, or closes. Nothing is paid."""
    for private in [private for private, owner in tx.state.privates.items() if owner == NOBODY]:
        owner = owners.get(private, DEALT.get(private, ""))
        if not owner:
            tx.close_private(private)
            continue
        tx.move_private(private, owner)
        for ability in tx.box.privates[private].abilities:
            for id in tx.certificates_given(private, ability):
                tx.move_certificate(id, owner)
                if tx.box.certificates[id].president:
                    tx.record(e.PresidentChanged(tx.box.certificates[id].corporation, owner))
    tx.settle_presidency("PEIR")
    tx.float_if_sold(tx.state.roles["mainline"])


def own(tx: Transaction, owner: str, *privates: str) -> None:
    for private in privates:
        tx.move_private(private, owner)


def railway(
    tx: Transaction, corporation: str, par: int = 80, *, cash: int = 0, operated: bool = True, **percents: int
) -> None:
    """Started, unless it is so from the beginning; those named hold so much, and the first presides.

    They get it from the pool, then from its own stock. It floats if that is enough, with everything that comes with it:
    who has the right to it gets a tenth more.
    """
    president = next(iter(percents))
    if corporation not in tx.state.par:
        tx.start_corporation(corporation, par)
    if corporation not in tx.state.president:
        tx.move_certificate(f"{corporation}/0", president)
        tx.record(e.PresidentChanged(corporation, president))
    wanted = {holder.replace("_", " "): percent for holder, percent in percents.items()}
    for owner, percent in wanted.items():
        held = ordinary(tx, owner, corporation)
        while tx.percent(owner, corporation) > percent:
            tx.move_certificate(held.pop(), POOL)
    for owner, percent in wanted.items():
        while tx.percent(owner, corporation) < percent:
            unsold = ordinary(tx, POOL, corporation) or ordinary(tx, IPO, corporation)
            tx.move_certificate(unsold[0], owner)
        assert tx.percent(owner, corporation) == percent, f"{owner} cannot hold {percent} % of {corporation}"
    tx.settle_presidency(corporation)
    tx.float_if_sold(corporation)
    money(tx, **{corporation: cash})
    if operated:
        has_operated(tx, corporation)


def ordinary(tx: Transaction, owner: str, corporation: str) -> list[str]:
    """All but the president's certificate, in order of acquisition, and but for what is kept for exchanges."""
    ids = (each.id for each in tx.certificates_of(owner, corporation) if not each.president)
    return [id for id in ids if id not in tx.state.reserved]


def has_operated(tx: Transaction, *corporations: str) -> None:
    tx.note("operated", tuple(dict.fromkeys((*tx.state.operated, *corporations))))


def station(tx: Transaction, corporation: str, hex: str, city: int = 0) -> None:
    tx.place_token(corporation, hex, city)


def value(tx: Transaction, corporation: str, cell: tuple[int, int]) -> None:
    """The market marker stands at (row, column)."""
    if tx.state.cell[corporation] != cell:
        tx.record(e.PriceMoved(corporation, cell))


def split(
    game: Game,
    player: str,
    parent: str,
    branch: str,
    *,
    par: int = 58,
    tokens: tuple[tuple[str, int], ...] = (),
    cash: int = 0,
) -> Game:
    """A whole split: these tokens (none: the only one goes by itself), no train, so much money, no private."""
    accepted(game, SplitCorporation(player, parent))
    accepted(game, ChooseBranch(player, branch))
    for hex, city in tokens:
        accepted(game, GiveToken(player, hex, city))
    if waiting(game) == "split-token":
        accepted(game, Pass(player))
    if waiting(game) == "split-par":
        accepted(game, ChoosePar(player, branch, par))
    if waiting(game) == "split-train":
        accepted(game, Pass(player))
    accepted(game, GiveMoney(player, cash))
    if waiting(game) == "split-private":
        accepted(game, Pass(player))
    return game


def waiting(game: Game) -> str:
    """The step that is demanded, if one is."""
    return game.state.pending[0].step if game.state.pending else ""


def percents(game: Game, corporation: str) -> dict[str, int]:
    """Who holds how much of it."""
    held = {owner: game.table.percent(owner, corporation) for owner in game.table.places()}
    return {owner: percent for owner, percent in held.items() if percent}


def stations(game: Game, corporation: str) -> list[str]:
    """The hexes of its tokens."""
    return sorted(game.table.board.ground.names[n] for n, _ in game.table.board.cities_of(corporation))
