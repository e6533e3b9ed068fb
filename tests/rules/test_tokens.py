"""Tokens: homes and what they reserve, one from the network in a turn, and where they go when a tile changes (K*)."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx.play import rounds
from open18xx.play.actions import BuyCertificate, LayTile, Pass, PlaceHomeToken, PlaceToken
from open18xx.play.game import Game

from .positions import (
    accepted,
    arranged,
    found,
    kinds,
    listed,
    money,
    new,
    phase,
    refused,
    stock_turn,
    tile,
    token,
    turn,
)

VALLEY = "valley.toml"

OO = {  # tiles for B6; rotation 0 joins C7 (edge 5) and B4 (edge 1)
    "apart": {"count": 1, "color": "green", "label": "OO", "track": "city 40: 5; city 40: 1"},
    "merged": {"count": 1, "color": "green", "label": "OO", "track": "city 40 slots=2: 5 1"},
    "three": {"count": 1, "color": "green", "label": "OO", "track": "city 40: 5; city 40: 1; city 40: 0"},
    "swapped": {"count": 1, "color": "brown", "label": "OO", "track": "city 50: 1; city 50: 5 0"},
}


def valley(*, on_b6: str = "", other: str = "", home: Any = None, places: bool = True, **rules: Any) -> Game:
    """BLU's turn to place a token: C9, C7, C5 and B6 are joined; C5 is an open city. YEL has not started.

    ``on_b6`` lies on YEL's home; ``other`` has a token there, in city 0. ``places``: whether BLU places tokens at all.
    """
    overrides = {f"rules.tokens.{name}": value for name, value in rules.items()}
    overrides["corporations.BLU.places_tokens"] = places
    overrides |= {f"tiles.{id}": each for id, each in OO.items()}
    overrides["tiles.fork"] = {"count": 1, "color": "yellow", "track": "4-2 4-1"}
    if home is not None:
        overrides["homes.YEL"] = home
    game = new(VALLEY, overrides=overrides)
    with arranged(game) as tx:
        found(tx, "BLU", 100, ann=60, cash=500)
        for hex, id, rotation in (("C9", "5", 0), ("C7", "fork", 0), ("C5", "57", 1)):
            tile(tx, hex, id, rotation)
        if on_b6:
            tile(tx, "B6", on_b6, 0)
        if other:
            found(tx, other, 100, bob=60, cash=500)
            token(tx, other, "B6", 0)
        turn(tx, "BLU", "place-token")
    return game


def places(game: Game) -> set[tuple[str, int]]:
    return {(a.hex, a.city) for a in listed(game, "place-token") if isinstance(a, PlaceToken)}


def test_a_corporation_may_place_no_tokens_though_it_has_some() -> None:
    """places_tokens = false: the step is passed over."""
    game = valley(places=False)
    with arranged(game) as tx:
        rounds.advance(tx)
    assert game.state.tokens_left["BLU"] != () and "place-token" not in kinds(game)
    with arranged(game) as tx:
        turn(tx, "BLU", "place-token")
    refused(game, PlaceToken("BLU", "C5", 0), "no-token", corporation="BLU")


# --------------------------------------------------------------------------- what a home reserves


@pytest.mark.parametrize(("reservation", "open_city"), [("whole-hex", False), ("last-slot", True)])
def test_while_the_home_city_is_to_be_chosen_of_two_the_hex_or_its_last_slot_is_kept(
    reservation: str, open_city: bool
) -> None:
    """K04 (a): two separate cities, the owner not started."""
    game = valley(on_b6="apart", reservation=reservation)
    assert places(game) == {("C5", 0)} | ({("B6", 0)} if open_city else set())
    if open_city:
        accepted(game, PlaceToken("BLU", "B6", 0))
        with arranged(game) as tx:
            found(tx, "RED", 100, bob=60, cash=500)
            turn(tx, "RED", "place-token")
        refused(game, PlaceToken("RED", "B6", 1), "reserved", hex="B6", city=1)
    else:
        refused(game, PlaceToken("BLU", "B6", 0), "reserved", hex="B6", city=0)


@pytest.mark.parametrize("reservation", ["whole-hex", "last-slot"])
def test_in_a_merged_home_city_others_take_the_first_slot_and_not_the_last(reservation: str) -> None:
    """K04 (b): two slots in one city, the owner not started."""
    game = valley(on_b6="merged", reservation=reservation)
    assert places(game) == {("C5", 0), ("B6", 0)}
    game = valley(on_b6="merged", other="RED", reservation=reservation)
    assert places(game) == {("C5", 0)}
    refused(game, PlaceToken("BLU", "B6", 0), "reserved", hex="B6", city=0)


@pytest.mark.parametrize(
    ("on_b6", "other", "home"), [("merged", "RED", None), ("apart", "", {"hex": "B6", "city": 0})]
)
def test_where_homes_reserve_nothing_others_take_the_last_slot(on_b6: str, other: str, home: Any) -> None:
    """reservation = none: of a merged city, where RED has a token, and of a home city that is known."""
    accepted(valley(on_b6=on_b6, other=other, home=home, reservation="none"), PlaceToken("BLU", "B6", 0))
    kept = valley(on_b6=on_b6, other=other, home=home)
    refused(kept, PlaceToken("BLU", "B6", 0), "reserved", hex="B6", city=0)


def test_a_home_city_that_is_known_keeps_one_slot_and_the_other_city_is_free() -> None:
    """K04: the city of the home is printed, so only it is kept, even where a whole hex would be."""
    game = valley(on_b6="apart", home={"hex": "B6", "city": 1}, reservation="whole-hex")
    assert ("B6", 0) in places(game)
    game = valley(on_b6="apart", home={"hex": "B6", "city": 0}, reservation="last-slot")
    refused(game, PlaceToken("BLU", "B6", 0), "reserved", hex="B6", city=0)


def test_a_reservation_ends_when_the_owner_has_its_home_token() -> None:
    game = valley(on_b6="merged")
    with arranged(game) as tx:
        found(tx, "YEL", 100, bob=60, cash=500)
        turn(tx, "BLU", "place-token")
    assert ("B6", 0) in places(game)
    accepted(game, PlaceToken("BLU", "B6", 0))


# --------------------------------------------------------------------------- the home token


@pytest.mark.parametrize(("rule", "takes_it"), [("last-slot", False), ("whole-hex", False), ("none", True)])
def test_the_one_slot_of_two_homes_is_kept_for_the_first_in_the_titles_order_if_homes_are_kept_at_all(
    rule: str, takes_it: bool
) -> None:
    """reservation: the other waits for a tile with a slot for it; where nothing is kept, who comes first has it."""
    overrides = {
        "rules.tokens.reservation": rule,
        "homes.YEL": "C1",
        "corporations.YEL.available_on": "3",
        "tiles.two": {"count": 1, "color": "green", "track": "city 30 slots=2: 0 3"},
    }
    game = new(VALLEY, overrides=overrides)
    with arranged(game) as tx:
        found(tx, "YEL", 100, cay=60)
    assert bool(game.table.board.cities_of("YEL")) == takes_it


def floating(home: str) -> Game:
    """ann is about to float RED; BLU floated before and is worth more. Nobody has a home token yet."""
    overrides: dict[str, Any] = {"rules.tokens.home": home}
    if home == "operating-round":
        overrides["rounds.operating.opening"] = ["home-tokens", "private-income"]
    game = new(VALLEY, overrides=overrides)
    with arranged(game) as tx:
        found(tx, "BLU", 100, bob=60, cash=500, home=False)
        found(tx, "RED", 67, ann=50, home=False)
        tx.note("floated", ("BLU",))
        stock_turn(tx, "ann", number=1)
    return game


def on_map(game: Game) -> set[str]:
    return {owner for slots in game.table.board.tokens.values() for owner in slots if owner}


@pytest.mark.parametrize(
    ("home", "when_floated", "when_operating"),
    [
        ("first-turn", set(), {"BLU"}),
        ("operating-round", set(), {"BLU", "RED"}),
        ("float", {"RED"}, {"RED"}),
    ],
)
def test_the_home_token_comes_when_the_title_says(home: str, when_floated: set[str], when_operating: set[str]) -> None:
    game = floating(home)
    accepted(game, BuyCertificate("ann", "RED/5"))
    assert game.table.is_floated("RED")
    assert on_map(game) == when_floated
    while game.state.round == "stock":
        game.play(Pass(game.actor))
    assert game.actor == "BLU"
    assert on_map(game) == when_operating


def home_turn(on_b6: str, *others: tuple[str, int]) -> Game:
    """YEL's first turn begins, with ``on_b6`` on its home and others' tokens in cities of it."""
    game = valley(on_b6=on_b6)
    with arranged(game) as tx:
        for owner, city in others:
            found(tx, owner, 100, bob=60, cash=500)
            token(tx, owner, "B6", city)
        found(tx, "YEL", 100, cay=60, cash=500, home=False)
        turn(tx, "YEL", "home-token")
        tx.place_home("YEL")
        rounds.advance(tx)
    return game


def test_only_cities_with_a_free_slot_are_offered_for_a_home() -> None:
    """K06, trap 27: what is listed is accepted."""
    game = home_turn("three", ("RED", 0))
    assert listed(game, "place-home-token") == [PlaceHomeToken("YEL", "B6", 1), PlaceHomeToken("YEL", "B6", 2)]
    refused(game, PlaceHomeToken("YEL", "B6", 0), "no-slot", hex="B6", city=0)
    refused(game, PlaceHomeToken("BLU", "B6", 1), "not-your-turn", actor="BLU", expected="YEL")
    refused(game, Pass("YEL"), "must-act", actor="YEL", step="home-token")
    assert kinds(game) == {"place-home-token"}
    accepted(game, PlaceHomeToken("YEL", "B6", 2))
    assert game.state.board.tokens[game.box.ground.number["B6"], 2] == ("YEL",)
    assert game.state.tokens_left["YEL"] == (1,) and game.state.cash["YEL"] == 500
    assert "YEL" not in game.state.homes


def test_where_one_city_of_the_home_is_free_the_token_goes_there_unasked() -> None:
    """K06: home hex with cities a (full) and b (free)."""
    game = home_turn("apart", ("RED", 0))
    assert not game.state.pending
    assert game.state.board.tokens[game.box.ground.number["B6"], 1] == ("YEL",)


def test_a_choice_of_home_in_a_stock_round_interrupts_it() -> None:
    """Trap 8: while a corporation must choose, nobody else acts."""
    game = floating("float")
    with arranged(game) as tx:
        tile(tx, "B6", "59", 5)
        found(tx, "YEL", 67, cay=50, home=False)
        tx.note("floated", ("BLU",))
        stock_turn(tx, "cay")
    accepted(game, BuyCertificate("cay", "YEL/4"))
    assert (game.actor, game.player, kinds(game)) == ("YEL", "cay", {"place-home-token"})
    refused(game, BuyCertificate("cay", "YEL/5"), "not-offered", kind="buy-certificate")
    accepted(game, PlaceHomeToken("YEL", "B6", 1))
    assert game.actor == "cay"


def test_a_token_on_a_hex_without_track_is_placed_anew_when_its_cities_get_track() -> None:
    """Trap 27: the yellow double city of 1830's Erie, whose city is chosen with the first tile by whoever lays it."""
    game = new(VALLEY)
    with arranged(game) as tx:
        found(tx, "YEL", 100, cay=60, cash=500)
        assert tx.board.tokens[tx.box.ground.number["B6"], 0] == ("YEL",)
        phase(tx, "3")
        turn(tx, "YEL")
    accepted(game, LayTile("YEL", "B6", "59", 5))
    assert listed(game, "place-home-token") == [PlaceHomeToken("YEL", "B6", 0), PlaceHomeToken("YEL", "B6", 1)]
    accepted(game, PlaceHomeToken("YEL", "B6", 1))
    assert game.state.board.tokens[game.box.ground.number["B6"], 1] == ("YEL",)
    assert game.state.board.tokens[game.box.ground.number["B6"], 0] == (None,)
    assert game.state.tokens_left["YEL"] == (1,)


def test_the_city_of_a_home_counts_the_cities_of_its_hex_and_no_towns() -> None:
    game = new(VALLEY, overrides={
        "hexes.B6.track": "town 10; city; city", "homes.YEL": {"hex": "B6", "city": 0}})  # fmt: skip
    with arranged(game) as tx:
        found(tx, "YEL", 100, ann=60)
    assert game.state.board.tokens[game.box.ground.number["B6"], 1] == ("YEL",)


# --------------------------------------------------------------------------- the token of a turn


def test_tokens_go_where_the_network_comes_to_at_their_printed_price() -> None:
    game = valley(on_b6="merged")
    assert places(game) == {("C5", 0), ("B6", 0)}
    apart = valley(on_b6="apart", home={"hex": "B6", "city": 0})
    refused(apart, PlaceToken("BLU", "B6", 1), "not-reached", hex="B6", corporation="BLU")
    accepted(game, PlaceToken("BLU", "C5", 0))
    assert game.state.cash["BLU"] == 460
    with arranged(game) as tx:
        turn(tx, "BLU", "place-token")
    accepted(game, PlaceToken("BLU", "B6", 0))
    assert game.state.cash["BLU"] == 360
    with arranged(game) as tx:
        turn(tx, "BLU", "place-token")
    refused(game, PlaceToken("BLU", "C5", 0), "no-token", corporation="BLU")


@pytest.mark.parametrize(("per_turn", "second"), [(1, False), (2, True)])
def test_a_turn_has_as_many_tokens_as_the_title_says(per_turn: int, second: bool) -> None:
    game = valley(on_b6="merged", per_turn=per_turn)
    accepted(game, PlaceToken("BLU", "C5", 0))
    assert ("place-token" in kinds(game)) is second
    if second:
        accepted(game, PlaceToken("BLU", "B6", 0))
    else:
        with arranged(game) as tx:
            tx.note("step", tx.title.rounds["operating"].steps.index("place-token"))
        refused(game, PlaceToken("BLU", "B6", 0), "already-acted", actor="BLU", done=1, limit=1)


def test_no_hex_holds_two_tokens_of_a_corporation() -> None:
    game = valley(on_b6="merged")
    accepted(game, PlaceToken("BLU", "B6", 0))
    with arranged(game) as tx:
        turn(tx, "BLU", "place-token")
    refused(game, PlaceToken("BLU", "B6", 0), "own-token", hex="B6", corporation="BLU")


def test_a_full_city_takes_no_token_and_hides_what_lies_behind_it() -> None:
    """Trap 25: a token needs a free slot; a route may still end in the full city."""
    game = valley()
    with arranged(game) as tx:
        found(tx, "RED", 100, bob=60, cash=500)
        token(tx, "RED", "C5")
        tile(tx, "C3", "9", 1)
        tile(tx, "C1", "5", 4)
        turn(tx, "BLU", "place-token")
    assert places(game) == set()
    refused(game, PlaceToken("BLU", "C5", 0), "no-slot", hex="C5", city=0, slots=1)
    assert (game.box.ground.number["C1"], 0) not in game.table.board.reach("BLU").nodes
    assert game.table.board.has_run("BLU"), "a route may end at C5"


def test_a_token_that_cannot_be_paid_is_refused_with_both_numbers() -> None:
    game = valley()
    with arranged(game) as tx:
        money(tx, BLU=39)
    refused(game, PlaceToken("BLU", "C5", 0), "cash", what="a token", cost=40, actor="BLU", cash=39)
    with arranged(game) as tx:
        money(tx, BLU=40)
    accepted(game, PlaceToken("BLU", "C5", 0))


def test_what_is_no_city_takes_no_token() -> None:
    game = valley()
    refused(game, PlaceToken("BLU", "D8", 0), "no-city", hex="D8", city=0)
    refused(game, PlaceToken("BLU", "C7", 0), "no-city", hex="C7", city=0)
    refused(game, PlaceToken("BLU", "Q9", 0), "no-such", kind="hex", id="Q9")
    refused(game, PlaceToken("RED", "C5", 0), "not-your-turn", actor="RED", expected="BLU")


# --------------------------------------------------------------------------- tokens and tiles


def test_tokens_and_homes_follow_the_track_when_a_tile_numbers_its_cities_otherwise() -> None:
    """K08: cities [5, 1] become cities [1, 5 and 0]."""
    game = valley(on_b6="apart", home={"hex": "B6", "city": 0})
    n = game.box.ground.number["B6"]
    with arranged(game) as tx:
        found(tx, "RED", 100, bob=60, cash=500)
        token(tx, "RED", "B6", 1)
        phase(tx, "5")
        turn(tx, "BLU")
    assert game.state.homes["YEL"] == (n, 0)
    accepted(game, LayTile("BLU", "B6", "swapped", 0))
    assert game.state.board.tokens[n, 0] == ("RED",) and game.state.board.tokens[n, 1] == (None,)
    assert game.state.homes["YEL"] == (n, 1)
    refused(game, PlaceToken("BLU", "B6", 1), "reserved", hex="B6", city=1)
    with arranged(game) as tx:
        found(tx, "YEL", 100, cay=60)
    assert game.state.board.tokens[n, 1] == ("YEL",)
