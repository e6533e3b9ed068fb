"""What a tile or a token does to the best run is what playing it and solving anew says."""

from __future__ import annotations

import pytest

from open18xx import load_title, new_game
from open18xx.bots.simple_bot import SimpleBot
from open18xx.play.actions import PlaceToken
from open18xx.play.game import CHANGES_OF_THE_BOARD, Game
from open18xx.play.roads import question
from open18xx.routes import solve
from open18xx.routes.verifier import verify


def laying_with_trains(title: str, seed: int, times: int) -> Game:
    """The ``times``-th time that a corporation with trains and a run may lay track or a token."""
    game, bot = new_game(load_title(title), ["ann", "bob", "cid"], seed=seed), SimpleBot(seed)
    while True:
        kinds = {offer.kind for offer in game.offers()}
        if kinds & {"lay-tile", "place-token"} and game.table.state.trains[game.actor] and game.best_run().value:
            times -= 1
            if times == 0:
                return game
        game.play(bot.choose(game))


@pytest.mark.parametrize("title, seed, times", [("1830", 3, 4), ("1830", 5, 12), ("1889", 2, 3), ("1889", 4, 9)])
def test_the_gain_is_what_playing_and_solving_anew_finds(title: str, seed: int, times: int) -> None:
    game = laying_with_trains(title, seed, times)
    who, now = game.actor, game.best_run()
    after = list(game.best_after())
    assert [item.action for item in after] == [
        action for action in game.legal_actions() if isinstance(action, CHANGES_OF_THE_BOARD)
    ]
    for item in after:
        there = game.clone()
        there.play(item.action)
        asked = question(there.table, who)
        anew = solve(asked.network, asked.trains, rules=asked.rules, bonuses=asked.bonuses)
        assert item.result.proven
        assert (item.result.value, item.gain) == (anew.value, anew.value - now.value)
        assert verify(asked.network, asked.trains, item.result, asked.rules, asked.bonuses).ok
    assert game.best_run() == now, "asking changes nothing"


def test_what_is_refused_is_left_out() -> None:
    game = laying_with_trains("1830", 3, 4)
    assert list(game.best_after([PlaceToken(game.actor, "A1", 0)])) == []


def test_an_answer_to_begin_with_changes_nothing_but_the_work() -> None:
    game = laying_with_trains("1830", 5, 12)
    asked, now = question(game.table, game.actor), game.best_run()
    again = solve(asked.network, asked.trains, rules=asked.rules, bonuses=asked.bonuses, start=now)
    assert (again.value, again.proven, again.upper_bound) == (now.value, True, now.value)
