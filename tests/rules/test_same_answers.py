"""What is asked before changes no later answer: caches hold what a board without any memory finds."""

from __future__ import annotations

import os
from typing import Any

import pytest

from open18xx import load_title, new_game
from open18xx.board.board import Board, Reach
from open18xx.bots.random_bot import RandomBot
from open18xx.bots.simple_bot import SimpleBot
from open18xx.play.roads import best_run
from open18xx.play.table import Table

MOST = int(os.environ.get("OPEN18XX_SAME_ANSWERS", "220"))
"""Actions of each game; a whole one has about 600."""


def without_memory(board: Board) -> Board:
    return Board(board.ground, board.faces, board.tokens)


def seen(reach: Reach) -> tuple[Any, ...]:
    """All that the rules ask of a reach, whatever the order in which it was found."""
    edges = {n: frozenset(edges) for n, edges in reach.edges.items() if edges}
    return edges, reach.entries, reach.nodes, {n: bits for n, bits in reach.paths.items() if bits}


@pytest.mark.parametrize("bot", [SimpleBot, RandomBot])
@pytest.mark.parametrize(("title", "every"), [("1830", 1), ("1889", 5)])
def test_a_reach_that_was_carried_over_is_what_a_new_walk_finds(title: str, every: int, bot: Any) -> None:
    """After every action, and after some, so that several lays and tokens have come between."""
    game, player = new_game(load_title(title), ["ann", "bob", "cay"], seed=every), bot(every)
    carried = 0
    while not game.is_over and game.length < MOST:
        game.play(player.choose(game))
        board = game.state.board
        if game.length % every == 0:
            for corporation in game.state.floated:
                carried += corporation in board._reach
                fresh = without_memory(board)
                assert seen(board.reach(corporation)) == seen(fresh.reach(corporation)), (game.length, corporation)
                assert board.has_run(corporation) == fresh.has_run(corporation)
    assert carried > 5


def test_offers_and_best_runs_do_not_depend_on_what_was_asked_before() -> None:
    """The same position without any memory lists the same, in the same order, and runs the same routes."""
    game, bot = new_game(load_title("1830"), ["ann", "bob", "cay"], seed=4), SimpleBot(4)
    compared = 0
    while not game.is_over and game.length < MOST:
        game.play(bot.choose(game))
        state = game.state.copy()
        state.board = without_memory(state.board)
        assert [offer.to_json() for offer in game.offers(state)] == [offer.to_json() for offer in game.offers()]
        if "run-routes" in {offer.kind for offer in game.offers()}:
            assert best_run(Table(game.box, state), game.actor) == game.best_run()
            compared += 1
    assert compared > 10
