"""Positions of 1713 Menorca, arranged as in the tests of the rules; and the tools of other folders of tests.

Folders of tests import nothing from each other, so their files are loaded from where they lie.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from open18xx.board.ground import Face
from open18xx.play import events as e
from open18xx.play.actions import LayTile
from open18xx.play.game import Game, action_kinds
from open18xx.play.transaction import Transaction


def _borrowed(path: str) -> ModuleType:
    place = Path(__file__).parents[1] / path
    spec = importlib.util.spec_from_file_location(f"borrowed_{place.stem}", place)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_rules = _borrowed("rules/positions.py")
accepted, arranged, refused = _rules.accepted, _rules.arranged, _rules.refused
new = _rules.new
is_listed = _rules.is_listed
found, give, go_on, kinds, listed, money = (
    _rules.found, _rules.give, _rules.go_on, _rules.kinds, _rules.listed, _rules.money,
)  # fmt: skip
depot_from, phase, stock_turn, tile, trains, turn = (
    _rules.depot_from, _rules.phase, _rules.stock_turn, _rules.tile, _rules.trains, _rules.turn,
)  # fmt: skip

MINORS = ("Ramaders", "Artesans", "Destil·ladors")
SEA_TO_BARCELONA = (("B7", "78", 3), ("B5", "79", 0))
SEA_TO_VALENCIA = (("K12", "78", 0), ("K14", "79", 0))
CIUTADELLA_BARCELONA = ("C8:3", "B7:0", "B5:0", "B3:0")
MAO_VALENCIA = ("J11:3", "K12:0", "K14:0", "K16:0")


def menorca(
    players: Iterable[str] = ("ann", "bob", "cay"),
    *,
    without: str = "Destil·ladors",
    options: Iterable[str] = (),
    overrides: Mapping[str, Any] | None = None,
) -> Game:
    """A game in which the minor ``without`` was not drawn; all Legacies are closed, and ann is in her turn to deal."""
    names = tuple(players)
    seed = _seed(len(names), without)
    game: Game = _rules.new("menorca-1713", names, options=options, overrides=overrides, seed=seed)
    assert game.state.closed == (without,)
    with arranged(game) as tx:
        _rules.sell_privates(tx)
        stock_turn(tx, "ann")
    return game


@cache
def _seed(players: int, without: str) -> int:
    """The first seed that leaves the minor out."""
    names = ("ann", "bob", "cay")[:players]
    return next(seed for seed in range(100) if _rules.new("menorca-1713", names, seed=seed).state.closed == (without,))


def dealing(company: str, **more: Any) -> Game:
    """The company is started by bob at 104; ann is in turn and has money."""
    game = menorca(**more)
    with arranged(game) as tx:
        found(tx, company, 104, bob=20, cash=208)
        stock_turn(tx, "ann")
        money(tx, ann=900)
    return game


def own_private(tx: Transaction, private: str, owner: str) -> None:
    """The owner has the Legacy, whether or not it was drawn."""
    tx.move_private(private, owner)


def mark(tx: Transaction, company: str, hex: str, count: int = 1) -> None:
    """So many markers of the company lie here, as if its first certificates had brought them."""
    each = [c.id for c in tx.box.corporations[company].certificates if not c.president]
    fresh = [id for id in each if id not in tx.state.slices.get("spent", {})]
    for id in fresh[:count]:
        tx.write("spent", id, 1)
    tx.write("markers", f"{company}@{hex}", tx.state.slices.get("markers", {}).get(f"{company}@{hex}", 0) + count)


def lay(tx: Transaction, *lies: tuple[str, str, int]) -> None:
    for hex, id, rotation in lies:
        tile(tx, hex, id, rotation)


def value(tx: Transaction, company: str, price: int) -> None:
    """The company's market marker stands at a cell of this price."""
    cell = next(at for at, cell in tx.box.market.cells.items() if cell.price == price)
    tx.record(e.PriceMoved(company, cell))


def markers(game: Game) -> dict[str, int]:
    """All markers on the map, by COMPANY@HEX."""
    return {key: count for key, count in game.state.slices.get("markers", {}).items() if count}


def place_first(game: Game) -> None:
    """The marker that is demanded now goes to the first place that there is."""
    accepted(game, listed(game, "place-marker")[0])


def lays(game: Game) -> list[LayTile]:
    """Every lay on offer."""
    return [action for action in listed(game, "lay-tile") if isinstance(action, LayTile)]


def place_marker(game: Game, player: str, company: str, hex: str) -> Any:
    """The plugin's action."""
    return action_kinds(game.box)["place-marker"](player, company, hex)  # type: ignore[call-arg]


brute = _borrowed("routes/route_brute.py")
"""Best routes by trying everything, written without a look at solver or checker."""


def scattered(random: Random, hexes: Iterable[str], tx: Transaction) -> None:
    """Tiles lie on the hexes as they come, some a colour higher; of a few that fit the one that joins on to most."""
    ground = tx.box.ground

    def joins(n: int, face: Face) -> int:
        sides = (ground.across[n * 6 + edge] for edge in face.exits)
        return sum(far >= 0 and far % 6 in tx.board.faces[far // 6].exits for far in sides)

    for hex in hexes:
        n = ground.number[hex]
        for _ in range(random.choice((1, 1, 2))):
            fitting = [p.face for p in ground.placements(n, tx.board.faces[n]) if tx.state.supply[p.face.tile.id] > 0]
            if fitting:
                face = max(random.sample(fitting, min(4, len(fitting))), key=lambda face: joins(n, face))
                tile(tx, hex, face.tile.id, face.rotation)
