"""1713 Menorca: the map, its tiles and the routes on it; the examples of the rules page."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import open18xx_variants
from open18xx import load_title, new_game
from open18xx.board.board import Board
from open18xx.board.ground import Face, Ground
from open18xx.play import events as e
from open18xx.play.actions import RunRoutes
from open18xx.play.game import Game
from open18xx.play.roads import checked_run
from open18xx.play.state import DEPOT
from open18xx.play.transaction import Transaction
from open18xx.title.model import Title

PLACE = Path(open18xx_variants.__path__[0]) / "menorca_1713"
LADDER = ("white", "yellow", "green", "brown", "gray")


@cache
def menorca() -> Title:
    return load_title(PLACE)


@cache
def ground() -> Ground:
    return Ground(menorca())


# --------------------------------------------------------------------------- the map


@pytest.mark.rule("M-509")
def test_every_printed_way_leads_to_a_hex_that_takes_track_of_its_kind() -> None:
    """Roads lead to no sea hex, sea lanes to no land hex, and none leads off the map."""
    land = ground()
    for n, face in enumerate(land.printed):
        for ends, path in zip(face.ends, face.tile.paths, strict=True):
            for edge in (end for end in ends if 0 <= end < 6):
                far = land.across[n * 6 + edge]
                assert far >= 0, f"{land.names[n]} over {edge}"
                closed_to = {"broad": "sea", "narrow": "land"}.get(path.gauge)
                assert land.hexes[far // 6].surface != closed_to, f"{land.names[n]} over {edge}"


def test_no_hex_that_takes_tiles_is_without_a_first_tile_and_one_above_it() -> None:
    land = ground()
    short = {}
    for n, space in enumerate(land.hexes):
        if space.tile.color != "red":
            highest = _highest(land, n, land.printed[n])
            if LADDER.index(highest) < LADDER.index("brown"):
                short[space.id] = highest
    assert short == {"I6": "green"}, "the prototype ends the series of Port d'Addaia there"


def _highest(land: Ground, n: int, face: Face) -> str:
    """The highest colour that the hex can come to from this face."""
    above = [_highest(land, n, placement.face) for placement in land.placements(n, face)]
    return max([face.tile.color, *above], key=LADDER.index)


def test_every_tile_fits_somewhere() -> None:
    land = ground()
    seen: set[str] = set()
    for n, space in enumerate(land.hexes):
        waiting = [] if space.tile.color == "red" else [land.printed[n]]
        done: set[int] = set()
        while waiting:
            face = waiting.pop()
            if face.id not in done:
                done.add(face.id)
                seen.add(face.tile.id)
                waiting += [placement.face for placement in land.placements(n, face)]
    assert set(menorca().tiles) <= seen


@pytest.mark.parametrize(("hex", "tile"), [("E8", "F2"), ("H9", "AL3")])
def test_ferreries_and_alaior_grow_from_towns_to_cities(hex: str, tile: str) -> None:
    land = ground()
    grown = land.face(tile, 0)
    below = land.face(tile[:-1] + str(int(tile[-1]) - 1), 0)
    assert [node.kind for node in below.tile.nodes] == ["town"]
    assert grown in [placement.face for placement in land.placements(land.number[hex], below)]
    assert [node.kind for node in grown.tile.nodes] == ["city"]


@pytest.mark.rule("M-515")
def test_a_land_town_has_one_factory_slot_and_a_town_of_the_coast_none() -> None:
    board = Board.empty(ground())
    towns = {
        space.id: board.tokens.get((n, 0), ())
        for n, space in enumerate(ground().hexes)
        if space.tile.nodes and space.tile.nodes[0].kind == "town"
    }
    land = {"E8", "F9", "H9", "I6", "I12", "J9", "J13"}
    assert {hex for hex, slots in towns.items() if slots == (None,)} == land
    assert {hex for hex, slots in towns.items() if not slots} == {"C6", "C10", "G4", "J7", "J15"}


@pytest.mark.rule("M-515")
def test_a_port_stands_in_a_port_city_and_a_factory_in_any_land_city_or_town() -> None:
    """A city or town has one of the two signs if it ever has a slot."""
    wanted = {id: each.tokens_need for id, each in menorca().corporations.items() if len(each.tokens) > 1}
    assert wanted == {"RNC": "port", "RCC": "port", "CCM": "port", "RADM": "factory"}
    signs = {space.id: space.icons for space in ground().hexes if any(node.slots for node in space.tile.nodes)}
    ports = {hex for hex, icons in signs.items() if icons == ("port",)}
    assert ports == {"C8", "H5", "J11"}
    assert {hex for hex, icons in signs.items() if icons == ("factory",)} == signs.keys() - ports


# --------------------------------------------------------------------------- the example of ships and wagons


SHIP = ("4H-0", ("J11:3", "K12:0", "K14:0", "K16:0"))
WAGON = ("3H-0", ("J11:0", "J13:1", "J13:0", "I12:1"))
LANES = (("K12", "78", 0), ("K14", "79", 0), ("I12", "4", 2))


def sailing(*lies: tuple[str, str, int]) -> Game:
    """RNC (ann, Maó) owns a Xebec 4H and a Wagon 3H; these tiles lie on the map."""
    game = new_game(menorca(), ["ann", "bob"])
    tx = Transaction(game.box, game.state.copy())
    for private in tx.state.privates:
        tx.close_private(private)
    tx.start_corporation("RNC", 88)
    tx.move_certificate("RNC/0", "ann")
    tx.record(e.PresidentChanged("RNC", "ann"))
    tx.record(e.CorporationFloated("RNC"))
    tx.place_home("RNC")
    for hex, tile, rotation in lies:
        tx.record(e.TileLaid(hex, tile, rotation, (0,) * len(menorca().tiles[tile].tile.nodes)))
    for train, _ in (SHIP, WAGON):
        tx.move_train(train, DEPOT, "RNC")
    tx.record(e.RoundBegan("operating", 1, 1, 2))
    tx.record(e.TurnBegan("RNC", ()))
    tx.note("step", tx.title.rounds["operating"].steps.index("run-routes"))
    game.record(*tx.events)
    return game


def code(game: Game, *routes: tuple[str, tuple[str, ...]]) -> str:
    """Why the routes are refused."""
    reason = game.refusal(RunRoutes("RNC", routes))
    return "" if reason is None else reason.code


@pytest.mark.rule("M-507")
def test_the_xebec_sails_from_mao_to_valencia_and_the_wagon_goes_inland() -> None:
    """4 hexes and 3 hexes, both end hexes included; both pay the sum of the nodes they visit."""
    game = sailing(*LANES)
    assert game.best_run("RNC").value == (30 + 30) + (30 + 10 + 10)
    game.play(RunRoutes("RNC", (SHIP, WAGON)))
    assert game.state.revenue == 110


@pytest.mark.rule("M-507")
def test_one_hex_more_is_refused_for_either() -> None:
    game = sailing(("K10", "77", 0), ("K12", "79", 0), ("K14", "79", 0), ("I10", "9", 2), ("H9", "AL1", 0))
    round_about = ("4H-0", ("J11:2", "K10:0", "K12:0", "K14:0", "K16:0"))
    across = ("3H-0", ("J11:1", "I10:0", "H9:1", "H9:0", "G8:1"))
    assert [code(game, round_about), code(game, across)] == ["route-too-long", "route-too-long"]
    assert code(game, ("3H-0", across[1][:3])) == "", "from Maó to Alaior it is three"


@pytest.mark.rule("M-509", "M-506")
def test_neither_uses_the_track_of_the_other_nor_any_track_twice() -> None:
    game = sailing(*LANES)
    assert code(game, ("3H-0", SHIP[1])) == code(game, ("4H-0", WAGON[1])) == "gauge-not-allowed"
    assert code(game, ("3H-0", ("J11:0", "J13:1", "J13:1", "J11:0"))) == "segment-reused"


LOOP = (("K10", "77", 0), ("K12", "77", 2), ("I10", "27", 5), ("I12", "143", 3))


@pytest.mark.rule("M-506")
def test_a_route_has_two_different_nodes() -> None:
    game = sailing(*LOOP)
    assert code(game, ("4H-0", ("J11:2", "K10:0", "K12:0", "J11:3"))) == "straight-back"


@pytest.mark.rule("M-506", "M-507")
def test_a_node_may_be_visited_again_and_pays_once_and_its_hex_counts_again() -> None:
    """Maó - Sant Lluís - I12 - I10 - Maó: five hexes; 30 + 10 + 20."""
    game = sailing(*LOOP)
    around = ("J11:0", "J13:1", "J13:0", "I12:2", "I12:0", "I10:1", "J11:1")
    reason = game.refusal(RunRoutes("RNC", (("3H-0", around),)))
    assert reason is not None and (reason.code, reason.args["hexes"]) == ("route-too-long", 5)
    tx = Transaction(game.box, game.state.copy())
    tx.move_train("6W-0", DEPOT, "RNC")
    assert checked_run(tx, "RNC", (("6W-0", around),)) == (30 + 10 + 20,)
