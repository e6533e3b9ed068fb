"""Ships and wagons on one map: surfaces, towns with slots, tiles drawn for one hex, ports, barred sides, cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from open18xx import TitleError, load_title
from open18xx.play import events as e
from open18xx.play import roads
from open18xx.play.actions import BarEdge, LayTile, Pass, PlaceToken, RunRoutes, StartCorporation
from open18xx.play.game import Game
from open18xx.play.steps.track import terrain_cost
from open18xx.title.model import Card, Effect

from .positions import (
    TITLES,
    accepted,
    arranged,
    found,
    is_listed,
    listed,
    new,
    phase,
    refused,
    sell_privates,
    stock_turn,
    tile,
    token,
    trains,
    turn,
)

ISLAND = "island.toml"


def island(step: str = "lay-track", *, who: str = "RED", **overrides: Any) -> Game:
    """RED (ann, Maó J11), BLU (bob, H9) and GRN (cay, J13) operate; phase 3, privates with ann; ``who`` is in turn."""
    values = {key.replace("__", "."): value for key, value in overrides.items()}
    game = new(ISLAND, overrides=values)
    with arranged(game) as tx:
        sell_privates(tx, "ann")
        found(tx, "RED", 100, ann=60, cash=500)
        found(tx, "BLU", 90, bob=60, cash=500)
        found(tx, "GRN", 82, cay=60, cash=500)
        phase(tx, "3")
        others = [each for each in ("RED", "BLU", "GRN") if each != who]
        turn(tx, who, step, then=others)
    return game


def lays(game: Game, hex: str) -> set[tuple[str, int]]:
    return {(a.tile, a.rotation) for a in listed(game, "lay-tile") if isinstance(a, LayTile) and a.hex == hex}


def ability(kind: str, **fields: Any) -> dict[str, Any]:
    return {"kind": kind, **fields}


# --------------------------------------------------------------------------- towns with slots


@pytest.mark.rule("M-514")
def test_a_home_may_be_a_town_that_has_a_slot() -> None:
    """A minor's home factory stands in its town from the start."""
    game = island()
    ground = game.box.ground
    assert game.table.board.tokens[ground.number["H9"], 0] == ("BLU",)
    assert game.table.board.tokens[ground.number["J13"], 0] == ("GRN",)


@pytest.mark.rule("M-515")
def test_a_home_without_a_tile_reaches_every_side_of_its_hex() -> None:
    """Until a tile lies there, the company may lay one there whichever way it leads."""
    game = island(who="BLU", hexes__H9__label="", hexes__H9__reserved_track=[])
    ways = {tuple(sorted(game.box.ground.face(*lay).exits)) for lay in lays(game, "H9")}
    assert ways == {(0, 2), (2, 4), (0, 4), (0, 5), (4, 5), (2, 5)}, "beyond 1 and 3 the map ends"
    accepted(game, LayTile("BLU", "H9", "4", 2))
    assert game.table.board.tokens[game.box.ground.number["H9"], 0] == ("BLU",)


@pytest.mark.rule("M-515")
def test_a_token_is_placed_in_a_town_that_has_a_slot_and_in_no_other() -> None:
    """A land town has one factory slot; towns of the coast have none."""
    game = island("place-token", who="GRN")
    with arranged(game) as tx:
        tile(tx, "I12", "4", 2)
        tile(tx, "K12", "78", 0)
        turn(tx, "GRN", "place-token")
    refused(game, PlaceToken("GRN", "J15", 0), "no-city", hex="J15", city=0)
    accepted(game, PlaceToken("GRN", "I12", 0))
    with arranged(game) as tx:
        turn(tx, "RED", "place-token")
    refused(game, PlaceToken("RED", "I12", 0), "no-slot", hex="I12", city=0, slots=1)


@pytest.mark.rule("M-513")
def test_a_town_whose_slot_another_holds_ends_a_route_and_is_not_run_through() -> None:
    game = island("run-routes")
    with arranged(game) as tx:
        tile(tx, "I12", "4", 2)
        trains(tx, "RED", "3-0")
        turn(tx, "RED", "run-routes")
    to_town, through = ("J11:0", "J13:1"), ("J11:0", "J13:1", "J13:0", "I12:1")
    assert roads.checked_run(game.table, "RED", (("3-0", to_town),)) == (40,)
    assert game.best_run("RED").value == 40
    refused(game, RunRoutes("RED", (("3-0", through),)), "passes-blocked-stop", train="3-0", stop="J13.0")


def test_only_cities_and_towns_have_slots() -> None:
    game = island()
    assert {game.title.map.hexes[hex].tile.nodes[0].slots for hex in ("H9", "I12", "J13")} == {1}
    assert {game.title.map.hexes[hex].tile.nodes[0].slots for hex in ("J15", "K16")} == {0}


# --------------------------------------------------------------------------- towns that become cities


def test_a_town_becomes_a_city_on_a_tile_that_says_so_and_its_token_stays() -> None:
    game = island(who="BLU")
    with arranged(game) as tx:
        tile(tx, "H9", "AL1", 0)
        turn(tx, "BLU")
    accepted(game, LayTile("BLU", "H9", "AL2", 0))
    assert game.table.board.tokens[game.box.ground.number["H9"], 0] == ("BLU", None)


def test_a_town_becomes_no_city_on_any_other_tile() -> None:
    game = island(who="BLU")
    with arranged(game) as tx:
        tile(tx, "H9", "AL1", 0)
        turn(tx, "BLU")
    assert lays(game, "H9") == {("AL2", 0)}
    refused(game, LayTile("BLU", "H9", "AL3", 0), "misfit", hex="H9", tile="AL3")


# --------------------------------------------------------------------------- surfaces, and tiles drawn for one hex


@pytest.mark.rule("M-509")
@pytest.mark.parametrize(
    ("surface", "tiles"),
    [
        ("any", {"7", "8", "9", "77", "78", "79", "mixed", "dual"}),
        ("land", {"7", "8", "9", "dual"}),
        ("sea", {"77", "78", "79"}),
    ],
)
def test_a_tile_is_laid_only_on_a_surface_of_its_kind(surface: str, tiles: set[str]) -> None:
    """Land takes no narrow track, sea nothing else."""
    game = island(hexes__I10__surface=surface, hexes__I10__reserved_track=[])
    with arranged(game) as tx:
        phase(tx, "2")
    ground = game.box.ground
    n = ground.number["I10"]
    assert {each.face.tile.id for each in ground.placements(n, ground.printed[n])} == tiles
    for id in {"7", "77", "79", "mixed", "9"} - tiles:
        refused(game, LayTile("RED", "I10", id, 2), "misfit", hex="I10", tile=id, rotation=2)
    for action in listed(game, "lay-tile"):
        assert game.refusal(action) is None


def test_a_tile_laid_on_reserved_track_contains_it() -> None:
    game = island()
    assert lays(game, "I10") == {("9", 2), ("9", 5), ("dual", 2), ("dual", 5)}
    refused(game, LayTile("RED", "I10", "8", 3), "misfit", hex="I10", tile="8", rotation=3)
    accepted(game, LayTile("RED", "I10", "9", 2))


def test_reserved_track_may_lead_through_a_stop() -> None:
    game = island(who="BLU")
    assert lays(game, "H9") == {("AL1", 0)}


def test_an_upgrade_keeps_reserved_track_too_and_so_does_a_lay_by_an_ability() -> None:
    game = island()
    ground = game.box.ground
    n = ground.number["I10"]
    for special in (False, True):
        for placement in ground.placements(n, ground.printed[n], special):
            assert placement.face.joins(2, 5), placement


def test_a_tile_that_does_not_turn_is_laid_as_it_is_drawn() -> None:
    game = island()
    assert lays(game, "J11") == {("MO2", 0)}
    refused(game, LayTile("RED", "J11", "MO2", 3), "misfit", hex="J11", tile="MO2", rotation=3)
    accepted(game, LayTile("RED", "J11", "MO2", 0))


@pytest.mark.parametrize(("turns", "rotations"), [(True, {0, 3}), (False, {0})])
def test_the_same_tile_turns_if_it_may(turns: bool, rotations: set[int]) -> None:
    game = island(who="BLU", tiles__AL1__turns=turns)
    assert lays(game, "H9") == {("AL1", rotation) for rotation in rotations}


# --------------------------------------------------------------------------- what a lay costs, and how many there are


@pytest.mark.rule("M-501")
@pytest.mark.parametrize(("paid", "cost"), [("printed", 20), ("first-tile", 0)])
def test_terrain_is_paid_with_the_first_tile_only_or_with_every_lay_on_print(paid: str, cost: int) -> None:
    """J13 is printed yellow, on a hill of 20; its first tile lies there before the game."""
    game = island(who="GRN", rules__track__terrain_paid=paid)
    n = game.box.ground.number
    assert terrain_cost(game.table, n["J13"], "GRN") == cost
    assert terrain_cost(game.table, n["I12"], "GRN") == 30, "on an empty hex terrain is paid in either case"
    with arranged(game) as tx:
        tile(tx, "I12", "4", 2)
    assert terrain_cost(game.table, n["I12"], "GRN") == 0


@pytest.mark.parametrize(("paid", "left"), [("printed", 0), ("first-tile", 1)])
def test_a_discount_is_used_up_only_where_terrain_is_paid(paid: str, left: int) -> None:
    discount = ability("terrain-discount", amount=20, terrain="hill", uses=1)
    green = {"count": 1, "color": "green", "track": "town 15 slots=1: 2 3"}
    game = island(who="GRN", rules__track__terrain_paid=paid, privates__X1__abilities=[discount], tiles__SL2=green)
    with arranged(game) as tx:
        tx.move_private("X1", "GRN")
    accepted(game, LayTile("GRN", "J13", "SL2", 0))
    assert game.state.cash["GRN"] == 500
    assert (game.table.ability("X1", "terrain-discount") is not None) == bool(left)


@pytest.mark.rule("M-501")
@pytest.mark.parametrize(
    ("owner", "holder", "who", "allowed"),
    [
        ("RED", "any", "RED", 2),
        ("RED", "any", "BLU", 1),
        ("ann", "any", "RED", 2),  # its president
        ("ann", "corporation", "RED", 1),
        ("RED", "corporation", "RED", 2),
        ("bob", "any", "RED", 1),
    ],
)
def test_an_ability_allows_a_second_tile(owner: str, holder: str, who: str, allowed: int) -> None:
    """Up to one tile, two with a special ability; like the title's last track action."""
    extra = ability("extra-lay", amount=1, holder=holder)
    game = island(who=who, privates__X1__abilities=[extra])
    with arranged(game) as tx:
        tx.move_private("X1", owner)
        tile(tx, "H9", "AL1", 0)
        turn(tx, who)
    done = 0
    while found_lays := listed(game, "lay-tile"):
        accepted(game, found_lays[0])
        done += 1
    assert done == allowed
    with arranged(game) as tx:
        turn(tx, who)
        tx.note("lays", ("lay",) * allowed)
    refused(game, LayTile(who, "I10", "9", 2), "no-lay-left", done=allowed, allowed=allowed)


# --------------------------------------------------------------------------- where tokens may stand


@pytest.mark.rule("M-515")
def test_a_token_that_needs_a_sign_is_placed_only_where_it_is_printed() -> None:
    """A port stands in a port city."""
    game = island("place-token", corporations__RED__tokens_need="port")
    refused(game, PlaceToken("RED", "J13", 0), "wrong-place", corporation="RED", wanted="port", hex="J13")
    game = island("place-token", who="GRN", corporations__GRN__tokens_need="port")
    with arranged(game) as tx:
        tile(tx, "J11", "MO2", 0)
        turn(tx, "GRN", "place-token")
    assert listed(game, "place-token") == [PlaceToken("GRN", "J11", 0)]
    accepted(game, PlaceToken("GRN", "J11", 0))


def test_a_home_needs_no_sign() -> None:
    game = island(corporations__GRN__tokens_need="port")
    assert game.table.board.has_token_in(game.box.ground.number["J13"], "GRN")


@pytest.mark.rule("M-514")
def test_a_home_is_placed_on_starting() -> None:
    """At once, whether the company operates yet or not."""
    game = new(ISLAND, overrides={"rules.tokens.home": "start"})
    with arranged(game) as tx:
        sell_privates(tx)
        stock_turn(tx, "ann")
    assert not game.table.board.cities_of("GRN")
    accepted(game, StartCorporation("ann", "GRN", 100))
    assert not game.table.is_floated("GRN")
    assert game.table.board.cities_of("GRN") == [(game.box.ground.number["J13"], 0)]


@pytest.mark.rule("M-402")
def test_a_home_that_finds_no_slot_on_starting_is_placed_in_the_first_turn_that_has_one() -> None:
    """The company waits for its home station, and its slot is kept."""
    game = new(ISLAND, overrides={"rules.tokens.home": "start"})
    with arranged(game) as tx:
        sell_privates(tx)
        token(tx, "YEL", "J13")
        stock_turn(tx, "ann")
    accepted(game, StartCorporation("ann", "GRN", 100))
    assert not game.table.board.cities_of("GRN")
    with arranged(game) as tx:
        tx.record(e.TokenTakenBack("YEL", 0, "J13", 0))
        found(tx, "RED", 90, bob=60, cash=500)
        tx.record(e.CorporationFloated("GRN"))
        trains(tx, "RED", "2-0")  # it need not buy one
        turn(tx, "RED", "buy-train", then=["GRN"])
    while game.actor == "RED":
        game.play(Pass("RED"))
    assert game.actor == "GRN"
    assert game.table.board.cities_of("GRN") == [(game.box.ground.number["J13"], 0)]


# --------------------------------------------------------------------------- the example of the rules page


def sailing(**overrides: Any) -> Game:
    """RED owns a ship 4H and a wagon 3H; sea lanes lie on K12 and K14, a road on I12; GRN has not begun."""
    game = new(ISLAND, overrides={key.replace("__", "."): value for key, value in overrides.items()})
    with arranged(game) as tx:
        sell_privates(tx, "ann")
        found(tx, "RED", 100, ann=60, cash=500)
        tile(tx, "K12", "78", 0)
        tile(tx, "K14", "79", 0)
        tile(tx, "I12", "4", 2)
        trains(tx, "RED", "2-0", "3-0")
        turn(tx, "RED", "run-routes")
    return game


SHIP = ("2-0", ("J11:3", "K12:0", "K14:0", "K16:0"))
WAGON = ("3-0", ("J11:0", "J13:1", "J13:0", "I12:1"))


@pytest.mark.rule("M-507")
def test_a_ship_and_a_wagon_pay_the_sum_of_the_nodes_they_visit() -> None:
    """Maó - K12 - K14 - València, 4 hexes; Maó - Sant Lluís - I12, 3 hexes."""
    game = sailing()
    assert roads.checked_run(game.table, "RED", (SHIP, WAGON)) == (30 + 30, 30 + 10 + 10)
    assert game.best_run("RED").value == 110
    assert [sorted(roads.hexes_of(game.table, pieces)) for _, pieces in (SHIP, WAGON)] == [
        ["J11", "K12", "K14", "K16"],
        ["I12", "J11", "J13"],
    ]
    accepted(game, RunRoutes("RED", (SHIP, WAGON)))
    assert game.state.revenue == 110


@pytest.mark.rule("M-507")
@pytest.mark.parametrize(("train", "route", "limit"), [("2", SHIP, 3), ("3", WAGON, 2)])
def test_one_hex_more_than_the_range_is_refused(train: str, route: Any, limit: int) -> None:
    """Both end hexes are counted."""
    game = sailing(**{f"trains__{train}__reach": {"count": "hexes", "limit": limit}})
    refused(game, RunRoutes("RED", (route,)), "route-too-long", train=route[0], hexes=limit + 1, limit=limit)


def test_neither_runs_on_the_track_of_the_other_and_no_track_is_used_twice() -> None:
    game = sailing()
    refused(game, RunRoutes("RED", (("3-0", SHIP[1]),)), "gauge-not-allowed", train="3-0")
    refused(game, RunRoutes("RED", (("2-0", WAGON[1]),)), "gauge-not-allowed", train="2-0")
    with arranged(game) as tx:
        trains(tx, "RED", "3-1")
    refused(game, RunRoutes("RED", (WAGON, ("3-1", WAGON[1][:2]))), "segment-reused")


def test_hexes_of_a_route_of_one_stop() -> None:
    game = sailing()
    assert roads.hexes_of(game.table, ("J11.0",)) == {"J11"}
    assert roads.hexes_of(game.table, ()) == roads.hexes_of(game.table, ("Q99:0",)) == frozenset()


# --------------------------------------------------------------------------- a side barred


BAR = ability("bar-edge", windows=["operating-round-start"], uses=1)


def barring(*windows: str, owner: str = "ann", **overrides: Any) -> Game:
    """X1 may bar a side of J11; the first corporation, RED, has done nothing yet; SHIP and WAGON could run."""
    bar = {**BAR, "windows": list(windows)} if windows else BAR
    game = sailing(privates__X1__abilities=[bar], **overrides)
    with arranged(game) as tx:
        found(tx, "BLU", 90, bob=60, cash=500)
        tx.move_private("X1", owner)
        turn(tx, "RED", then=["BLU"])
    return game


def to_running(game: Game) -> None:
    with arranged(game) as tx:
        tx.note("step", tx.title.rounds["operating"].steps.index("run-routes"))


def test_no_route_crosses_a_barred_side_until_the_operating_round_ends() -> None:
    """CSF forbids one connection for one operating round."""
    game = barring()
    assert game.best_run("RED").value == 110
    (event,) = accepted(game, BarEdge("ann", "X1", "J11", 5))[1:]
    assert event == e.EdgeBarred("J11/5")
    assert game.best_run("RED").value == 50
    to_running(game)
    refused(game, RunRoutes("RED", (SHIP,)), "barred", side="J11/5")
    assert roads.checked_run(game.table, "RED", (WAGON,)) == (50,)
    with arranged(game) as tx:
        turn(tx, "RED", "run-routes")  # another round begins
    assert game.state.barred == ()
    assert game.best_run("RED").value == 110
    accepted(game, RunRoutes("RED", (SHIP, WAGON)))


def test_a_side_is_barred_from_both_of_its_hexes() -> None:
    game = barring(privates__X2__abilities=[BAR], private_hexes__X2=["K12"])
    accepted(game, BarEdge("ann", "X2", "K12", 2))
    assert game.best_run("RED").value == 50
    refused(game, BarEdge("ann", "X1", "J11", 5), "barred", side="J11/5")
    accepted(game, BarEdge("ann", "X1", "J11", 0))
    assert game.best_run("RED").value == 0


def test_track_and_tokens_beyond_a_barred_side_are_as_before() -> None:
    game = barring()
    before = set(listed(game, "lay-tile"))
    accepted(game, BarEdge("ann", "X1", "J11", 5))
    assert set(listed(game, "lay-tile")) == before != set()


def test_only_sides_of_its_hexes_over_which_track_leads_are_barred() -> None:
    game = barring()
    edges = {action.edge for action in listed(game, "bar-edge") if isinstance(action, BarEdge)}
    assert edges == {0, 2, 4, 5}
    refused(game, BarEdge("ann", "X1", "J11", 1), "no-track", hex="J11", edge=1)
    refused(game, BarEdge("ann", "X1", "J11", 6), "no-track", hex="J11", edge=6)
    refused(game, BarEdge("ann", "X1", "K12", 2), "not-its-hex", private="X1", hex="K12", allowed=("J11",))
    refused(game, BarEdge("bob", "X1", "J11", 5), "not-owner", actor="bob", what="X1")
    refused(game, BarEdge("ann", "X9", "J11", 5), "no-such", kind="private", id="X9")


def test_a_side_is_barred_as_often_as_the_ability_says() -> None:
    game = barring()
    accepted(game, BarEdge("ann", "X1", "J11", 5))
    refused(game, BarEdge("ann", "X1", "J11", 4), "no-ability", private="X1", what="bar-edge")


@pytest.mark.parametrize(
    ("window", "at_start", "after_an_action", "later"),
    [
        ("operating-round-start", True, False, False),
        ("between-turns", True, False, True),
        ("any-time", True, True, True),
        ("track-step", True, False, False),
        ("own-operating-turn", False, False, False),  # a player owns it
    ],
)
def test_a_side_is_barred_in_the_windows_of_the_ability(
    window: str, at_start: bool, after_an_action: bool, later: bool
) -> None:
    """The start of an operating round is over when the first corporation has done something."""
    game = barring(window)
    bar = BarEdge("ann", "X1", "J11", 5)
    assert is_listed(game, bar) == (game.refusal(bar) is None) == at_start
    game.play(Pass("RED"))
    assert is_listed(game, bar) == (game.refusal(bar) is None) == after_an_action
    with arranged(game) as tx:
        tx.record(e.TurnBegan("BLU", ()))
        tx.note("step", 1)
    assert is_listed(game, bar) == (game.refusal(bar) is None) == later
    with arranged(game) as tx:
        stock_turn(tx, "ann")
    assert not is_listed(game, bar) and game.refusal(bar) is not None, "in a stock round there is nothing to bar"


@pytest.mark.parametrize("window", ["own-stock-turn", "stock-round", "when-sold"])
def test_a_side_is_barred_in_an_operating_round_only(window: str) -> None:
    with pytest.raises(TitleError, match="wanted a window of an operating round"):
        barring(window)


def test_a_corporation_bars_a_side_in_its_own_turn() -> None:
    game = barring("own-operating-turn", owner="RED")
    accepted(game, BarEdge("RED", "X1", "J11", 5))
    assert game.state.barred == ("J11/5",)


# --------------------------------------------------------------------------- event cards


CARDS = (
    Card("fair", "Fair", 1, (Effect("stop-value", ("K16",), amount=25),)),
    Card("strike", "Strike", 1, (Effect("stop-value", ("K16",), amount=-200, lasts="set"),)),
    Card("engineers", "Engineers", 2, (Effect("terrain-cost", terrain="hill", amount=-50),)),
    Card("landslip", "Landslip", 2, (Effect("terrain-cost", ("I10",), amount=40, lasts="set"),)),
    Card("gift", "Gift", 2, (Effect("terrain-cost", ("I10",), amount=-500),)),
    Card("siege", "Siege", 3, (Effect("close-stop", ("K16",), lasts="set"),)),
)


def carded(*revealed: str) -> Game:
    """As ``sailing``, with the cards revealed in this set of operating rounds (2)."""
    title = replace(load_title(TITLES / ISLAND), cards=CARDS, content_hash="island with cards")
    game = new(title)
    with arranged(game) as tx:
        sell_privates(tx, "ann")
        found(tx, "RED", 100, ann=60, cash=500)
        tile(tx, "K12", "78", 0)
        tile(tx, "K14", "79", 0)
        tile(tx, "I12", "4", 2)
        trains(tx, "RED", "2-0", "3-0")
        turn(tx, "RED", "run-routes")
        assert roads.best_run(tx, "RED").value == 110, "without cards"
        for card in revealed:
            tx.record(e.CardRevealed(card, tx.state.number))
    return game


def next_set(game: Game) -> None:
    with arranged(game) as tx:
        turn(tx, "RED", "run-routes", number=3)


@pytest.mark.rule("M-108")
def test_a_card_changes_what_a_stop_is_worth_and_the_best_run_with_it() -> None:
    game = carded("fair")
    assert game.best_run("RED").value == 110 + 25
    assert roads.checked_run(game.table, "RED", (SHIP, WAGON)) == (85, 50)
    next_set(game)
    assert game.best_run("RED").value == 110 + 25, "it lasts for the game"


def test_a_card_makes_no_stop_worth_less_than_nothing_and_may_last_for_one_set() -> None:
    game = carded("strike")
    assert roads.checked_run(game.table, "RED", (SHIP, WAGON)) == (30, 50)
    assert game.best_run("RED").value == 80
    next_set(game)
    assert roads.checked_run(game.table, "RED", (SHIP, WAGON)) == (60, 50)
    assert game.best_run("RED").value == 110


def test_no_train_calls_at_a_stop_that_a_card_closes() -> None:
    game = carded("siege")
    assert game.best_run("RED").value == 50
    refused(game, RunRoutes("RED", (SHIP,)), "no-call", train="2-0", stop="K16.0")
    next_set(game)
    accepted(game, RunRoutes("RED", (SHIP, WAGON)))


@pytest.mark.rule("M-108")
@pytest.mark.parametrize(
    ("cards", "cost"),
    [((), 60), (("engineers",), 10), (("landslip",), 100), (("engineers", "landslip"), 50), (("gift",), 0)],
)
def test_a_card_changes_what_terrain_costs(cards: tuple[str, ...], cost: int) -> None:
    """Never less than nothing, and money is taken as the list of lays says."""
    game = carded(*cards)
    with arranged(game) as tx:
        tx.note("step", tx.title.rounds["operating"].steps.index("lay-track"))
    cash = game.state.cash["RED"]
    accepted(game, LayTile("RED", "I10", "9", 2))
    assert game.state.cash["RED"] == cash - cost
