"""What chance decides before the game: minors, privates, the first player and one event card an era."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from open18xx.bots.random_bot import RandomBot
from open18xx.play.audit import faults
from open18xx.play.game import Game
from open18xx.play.state import GONE, IPO
from open18xx.rng import Draws
from open18xx.saves import from_data, to_json

from .positions import new

SEEDS = range(200)


def rules(overrides: dict[str, Any]) -> dict[str, Any]:
    return {f"rules.{key.replace('__', '.')}": value for key, value in overrides.items()}


def begun(seed: int, **overrides: Any) -> Game:
    return new("eras.toml", seed=seed, overrides=rules(overrides))


# --------------------------------------------------------------------------- the generator


def test_the_generator_gives_the_published_numbers() -> None:
    """SplitMix64 from 1234567: the first numbers that its reference implementation gives."""
    draws = Draws(1234567)
    assert [draws.below(2**64) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_every_set_is_as_likely_as_any_other_and_stays_in_order() -> None:
    draws = Draws(0)
    drawn = Counter(draws.some("abcd", 2) for _ in range(6000))
    assert set(drawn) == {("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d"), ("c", "d")}
    assert all(850 < count < 1150 for count in drawn.values())


def test_more_than_there_are_is_all_there_are() -> None:
    assert Draws(5).some("ab", 7) == ("a", "b")


def test_below_is_fair_where_the_range_does_not_divide_the_numbers() -> None:
    draws = Draws(9)
    counts = Counter(draws.below(3) for _ in range(3000))
    assert set(counts) == {0, 1, 2} and all(900 < count < 1100 for count in counts.values())


# --------------------------------------------------------------------------- what is drawn


def test_two_of_three_minors_are_in_play_and_the_third_leaves_with_its_certificates() -> None:
    """M-104; minors_in_play."""
    left_out = Counter[str]()
    for seed in SEEDS:
        game = begun(seed)
        (minor,) = game.state.closed
        left_out[minor] += 1
        assert game.table.percent(GONE, minor) == 100 and game.table.percent(IPO, minor) == 0
        assert minor not in game.state.homes and game.state.tokens_left[minor] == ()
        assert faults(game.table) == []
    assert left_out.keys() == {"M1", "M2", "M3"} and min(left_out.values()) > 40


@pytest.mark.parametrize(("in_play", "left_out"), [(0, 0), (1, 2), (3, 0)])
def test_so_many_minors_are_in_play_as_the_title_says_and_0_is_all(in_play: int, left_out: int) -> None:
    assert len(begun(1, corporations__minors_in_play=in_play).state.closed) == left_out


def test_a_minor_that_was_not_drawn_is_not_started() -> None:
    game = begun(4)
    (minor,) = game.state.closed
    while game.state.round == "auction":
        game.play(RandomBot(1).choose(game))
    started = {offer.fixed[0][1] for offer in game.offers() if offer.kind == "start-corporation"}
    assert {"M1", "M2", "M3"} - started == {minor}


@pytest.mark.parametrize("players", [("ann", "bob"), ("ann", "bob", "cay"), ("ann", "bob", "cay", "dan")])
def test_as_many_privates_are_in_play_as_players_in_the_titles_order(players: tuple[str, ...]) -> None:
    """M-107; lots = one-each."""
    seen = Counter[str]()
    for seed in SEEDS:
        game = new("eras.toml", players, seed=seed)
        assert len(game.state.privates) == len(players)
        assert list(game.state.privates) == [id for id in game.title.privates if id in game.state.privates]
        seen.update(list(game.state.privates))
    assert seen.keys() == game.title.privates.keys()


def test_all_privates_are_in_play_where_nothing_is_drawn() -> None:
    """lots = all."""
    assert begun(1, auction__lots="all").state.privates.keys() == new("eras.toml").title.privates.keys()


def test_the_first_player_is_drawn_and_the_seats_stay() -> None:
    firsts = Counter[str]()
    for seed in SEEDS:
        game = begun(seed)
        assert game.state.seats == ("ann", "bob", "cay")
        assert game.actor == game.state.priority
        firsts[game.actor] += 1
    assert firsts.keys() == {"ann", "bob", "cay"} and min(firsts.values()) > 40
    assert all(begun(seed, stock__first_player="first-seat").actor == "ann" for seed in range(20))


def test_one_card_of_each_era_is_drawn_in_the_order_of_the_eras() -> None:
    """M-108."""
    decks = Counter(begun(seed).state.deck for seed in SEEDS)
    cards = begun(0).box.cards
    assert all([cards[card].era for card in deck] == [1, 2, 3, 4] for deck in decks)
    assert {card for deck in decks for card in deck} == cards.keys()
    assert len(decks) == 2 * 2 * 2


# --------------------------------------------------------------------------- one seed, one game


def test_the_same_seed_draws_the_same_and_the_state_carries_the_generator_on() -> None:
    assert begun(77).state == begun(77).state
    assert begun(77).state.rng != (77,) and len(begun(77).state.rng) == 1
    assert len({begun(seed).state.hash() for seed in SEEDS}) == len(SEEDS)


def test_a_title_that_draws_nothing_leaves_the_seed_untouched() -> None:
    assert new("1830", seed=12).state.rng == (12,)


def test_taking_back_and_playing_again_draws_nothing_anew() -> None:
    game = begun(5)
    bot = RandomBot(5)
    for _ in range(60):
        game.play(bot.choose(game))
    before = (game.state.deck, game.state.rng, game.state.hash())
    while game.undo():
        assert (game.state.deck, game.state.rng) == before[:2]
    while game.redo():
        pass
    assert (game.state.deck, game.state.rng, game.state.hash()) == before


def test_a_saved_game_draws_the_same_when_it_is_loaded() -> None:
    game, bot = begun(31), RandomBot(2)
    for _ in range(40):
        game.play(bot.choose(game))
    loaded = from_data(to_json(game), title=game.title)
    assert loaded.difference == "" and loaded.game.state == game.state
