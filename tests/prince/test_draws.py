"""What chance decides before the game, with the generator of 18xx.games: roles, and the piles of lots."""

from __future__ import annotations

from collections import Counter

import pytest

from open18xx.play.game import Game, new_game
from open18xx.rng import Draws, Lcg31, draws_of
from open18xx.title.model import Title

DRAWS = [
    (2027948281, "MS A S", "RA MC RF UB HSE / VR SL SBC SB ML / P4 P7 P5 P1 P6"),
    (2093260192, "So S MR", "RF P6 SB MC / P2 P4 IB SBC / UB P3 RA HSE / VR ML P7 SL"),
    (130, "C A S", "IB SL RF P4 / HSE P5 P6 VR / RA MC SBC SB / UB ML P1 P3"),
]
"""Seed, corporations of the roles, piles: two games of the site and the worked example."""

RAILWAYS = ("So", "A", "MS", "MR", "S", "Gt", "C")


def begun(title: Title, seed: int, players: int = 4) -> Game:
    return new_game(title, ["ann", "bob", "cay", "dan"][:players], seed=seed)


@pytest.mark.rule("O-003", "O-110", "O-111")
@pytest.mark.parametrize(("seed", "roles", "piles"), DRAWS)
def test_the_draws_are_those_of_the_site(title: Title, seed: int, roles: str, piles: str) -> None:
    game = begun(title, seed, players=piles.count("/") + 1)
    assert " ".join(game.state.roles.values()) == roles
    assert " / ".join(" ".join(pile) for pile in game.state.piles.values()) == piles


def test_a_step_of_the_generator_is_a_product_and_a_sum_and_keeps_31_bits() -> None:
    draws = draws_of("lcg-31", 2**31 + 1)
    assert isinstance(draws, Lcg31) and draws.state == 1
    assert draws.below(2**31) == draws.state == 1103527590
    assert draws.below(10) == (1103515245 * 1103527590 + 12345) % 2**31 % 10


def test_things_are_shuffled_by_the_numbers_that_they_draw_in_turn() -> None:
    keys = Lcg31(7)
    drawn = {thing: keys.below(2**31) for thing in RAILWAYS}
    draws = Lcg31(7)
    assert draws.shuffled(RAILWAYS) == tuple(sorted(RAILWAYS, key=drawn.__getitem__))
    assert draws.state == keys.state


def test_our_own_generator_shuffles_so_that_every_order_is_as_likely_as_any_other() -> None:
    draws = draws_of("splitmix-64", 3)
    assert type(draws) is Draws
    orders = Counter(draws.shuffled("abc") for _ in range(6000))
    assert len(orders) == 6 and all(850 < count < 1150 for count in orders.values())


@pytest.mark.rule("O-001", "O-111")
@pytest.mark.parametrize("seed", range(12))
def test_mainline_and_shortline_are_two_railways_and_the_rights_to_the_other_five_are_lots(
    title: Title, seed: int
) -> None:
    game = begun(title, seed)
    assert len(set(game.state.roles.values())) == 3
    drawn = {game.state.roles["mainline"], game.state.roles["shortline"]}
    lots = {lot for pile in game.state.piles.values() for lot in pile}
    rights = {private.right_to for private in title.privates.values() if private.id in lots} - {""}
    assert drawn | rights == set(RAILWAYS) and len(rights) == 5


@pytest.mark.rule("O-003", "O-109")
@pytest.mark.parametrize(("players", "each"), [(3, 5), (4, 4)])
def test_every_player_has_as_many_lots_and_the_kings_mail_is_none(title: Title, players: int, each: int) -> None:
    """The ice boat only among four."""
    game = begun(title, 1, players)
    lots = [lot for pile in game.state.piles.values() for lot in pile]
    assert [len(pile) for pile in game.state.piles.values()] == [each] * players
    assert "KM" not in lots and game.state.privates["KM"] == "PEIR"
    assert ("IB" in lots) == (players == 4) and sorted([*lots, "KM"]) == sorted(game.state.privates)


def test_nothing_is_drawn_later_and_the_same_seed_gives_the_same_game(title: Title) -> None:
    assert begun(title, 5).state == begun(title, 5).state != begun(title, 6).state
    assert len(begun(title, 5).state.rng) == 1
