"""What chance and the roles decide before the first lot is offered."""

from __future__ import annotations

import pytest

from open18xx import load_title
from open18xx.play.audit import faults
from open18xx.play.game import Game, new_game
from open18xx.play.state import GONE, IPO, POOL

DRAWS = [
    (2027948281, "MS A S", "RA MC RF UB HSE / VR SL SBC SB ML / P4 P7 P5 P1 P6"),
    (2093260192, "So S MR", "RF P6 SB MC / P2 P4 IB SBC / UB P3 RA HSE / VR ML P7 SL"),
]
"""Seed, corporations of the roles, piles, as the site has drawn them."""


def begun(seed: int = 2093260192, players: int = 4) -> Game:
    return new_game(load_title("old-prince-1871"), ["ann", "bob", "cay", "dan"][:players], seed=seed)


@pytest.mark.rule("O-003", "O-110", "O-111")
@pytest.mark.parametrize(("seed", "roles", "piles"), DRAWS)
def test_the_draws_are_those_of_the_site(seed: int, roles: str, piles: str) -> None:
    game = begun(seed, players=piles.count("/") + 1)
    assert " ".join(game.state.roles.values()) == roles
    assert " / ".join(" ".join(pile) for pile in game.state.piles.values()) == piles


@pytest.mark.rule("O-001", "O-056", "O-118")
def test_mainline_and_shortline_stand_in_the_market_before_anybody_presides() -> None:
    game = begun()
    assert game.state.par == {"So": 92, "S": 86} and game.state.starts == ("So", "S") and not game.state.president
    assert game.table.is_floated("So") and game.state.cash["So"] == 920 and game.table.float_percent("So") == 50
    assert not game.table.is_floated("S") and game.table.float_percent("S") == 60
    assert len(game.table.board.cities_of("So")) == len(game.table.board.cities_of("S")) == 1


@pytest.mark.rule("O-099", "O-103", "O-108", "O-137")
def test_the_rest_lies_in_the_pool_but_for_three_kept_certificates_and_those_of_the_bank() -> None:
    game = begun()
    assert game.state.reserved == game.state.paper[IPO] == ("S/6", "S/7", "S/8")
    assert game.state.paper["Union Bank"] == ("So/8", "MR/8")
    assert game.table.percent(POOL, "So") == 90 and game.table.percent(POOL, "S") == 70
    assert game.table.percent(POOL, "PEIR") == 100 and game.state.paper[GONE] == ()


@pytest.mark.rule("O-002", "O-114")
def test_the_unpriced_railway_has_money_and_its_private_and_operates_last_from_the_start() -> None:
    game = begun()
    assert game.state.cash["PEIR"] == 200 and game.table.privates_of("PEIR") == ["KM"]
    assert game.table.operating_order(game.state.floated) == ("So", "PEIR")
    assert faults(game.table) == []


@pytest.mark.rule("O-031", "O-116")
def test_no_further_railway_is_started_before_the_first_two_have_operated() -> None:
    game = begun()
    assert not game.table.open_slot() and game.table.waited_for() == ("So", "S")
