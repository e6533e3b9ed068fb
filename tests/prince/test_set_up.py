"""What the roles decide before the first lot is offered."""

from __future__ import annotations

import pytest

from open18xx.play.audit import faults
from open18xx.play.game import Game, new_game
from open18xx.play.state import GONE, IPO, POOL
from open18xx.title.model import Title

SEED = 2093260192
"""Draws So for the mainline, S for the shortline, MR for the bank."""


@pytest.fixture
def game(title: Title) -> Game:
    return new_game(title, ["ann", "bob", "cay", "dan"], seed=SEED)


@pytest.mark.rule("O-001", "O-056", "O-118")
def test_mainline_and_shortline_stand_in_the_market_before_anybody_presides(game: Game) -> None:
    assert game.state.par == {"So": 92, "S": 86} and game.state.cell == {"So": (1, 1), "S": (2, 1)}
    assert game.state.starts == ("So", "S") and not game.state.president
    assert game.table.float_percent("So") == 50 and game.table.float_percent("S") == 60


@pytest.mark.rule("O-001", "O-056")
def test_the_mainline_is_launched_with_its_money_and_the_shortline_is_not(game: Game) -> None:
    assert game.table.is_floated("So") and game.state.cash["So"] == 920
    assert not game.table.is_floated("S") and game.state.cash["S"] == 0


def test_on_the_site_the_mainline_waits_for_the_auction(overlay: Title) -> None:
    """Overlay: launched = false."""
    game = new_game(overlay, ["ann", "bob", "cay", "dan"], seed=SEED)
    assert game.state.par["So"] == 92 and game.state.cash["So"] == 0 and game.state.floated == ("PEIR",)


@pytest.mark.rule("O-118")
def test_both_have_their_stations_from_the_start(game: Game) -> None:
    for corporation in ("So", "S"):
        ((hex, _),) = game.table.board.cities_of(corporation)
        assert game.table.board.ground.names[hex] == game.title.map.homes[corporation].hex
        assert game.state.tokens_left[corporation] == (1, 2, 3) and corporation not in game.state.homes


@pytest.mark.rule("O-099", "O-103", "O-108", "O-137")
def test_the_rest_lies_in_the_pool_but_for_three_kept_certificates_and_those_of_the_bank(game: Game) -> None:
    assert game.state.reserved == game.state.paper[IPO] == ("S/6", "S/7", "S/8")
    assert game.state.paper["Union Bank"] == ("So/8", "MR/8") and game.state.cash["Union Bank"] == 0
    assert game.table.percent(POOL, "So") == 90 and game.table.percent(POOL, "S") == 70
    assert game.table.percent(POOL, "PEIR") == 100 and game.state.paper[GONE] == ()


@pytest.mark.rule("O-002", "O-114")
def test_the_unpriced_railway_has_money_and_its_private_and_operates_last_from_the_start(game: Game) -> None:
    assert game.state.cash["PEIR"] == 200 and game.table.privates_of("PEIR") == ["KM"]
    assert game.table.operating_order(game.state.floated) == ("So", "PEIR")
    assert faults(game.table) == []


@pytest.mark.rule("O-002", "O-117")
def test_its_stations_stand_at_the_homes_of_the_five_others(game: Game) -> None:
    names = game.table.board.ground.names
    homes = {game.title.map.homes[other].hex for other in ("A", "MS", "MR", "Gt", "C")}
    assert {names[hex] for hex, _ in game.table.board.cities_of("PEIR")} == homes


@pytest.mark.rule("O-031", "O-116")
def test_no_further_railway_is_started_before_the_first_two_have_operated(game: Game) -> None:
    assert not game.table.open_slot() and game.table.waited_for() == ("So", "S")
