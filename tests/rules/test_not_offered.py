"""A refusal that says what is possible names what is offered, and nothing else."""

from __future__ import annotations

import pytest

from open18xx import load_title, new_game
from open18xx.bots.random_bot import RandomBot
from open18xx.play.actions import Action, BarEdge, LayTile, OfferLot
from open18xx.play.game import Game

from .moments import arrange
from .positions import kinds, refused

OTHERS: tuple[Action, ...] = (OfferLot("ann", "X"), LayTile("ann", "X", "X", 0), BarEdge("ann", "X", "X", 0))


def named(game: Game) -> list[tuple[str, ...]]:
    """What refusals of actions whose step is not open name as possible."""
    reasons = [game.refusal(action) for action in OTHERS]
    return [reason.args["possible"] for reason in reasons if reason is not None and reason.code == "not-offered"]


@pytest.mark.parametrize("title", ["1830", "1889", "menorca-1713", "old-prince-1871"])
def test_in_every_position_of_a_game_what_is_called_possible_is_offered(title: str) -> None:
    game, bot, asked = new_game(load_title(title), ["ann", "bob", "cay"], seed=4), RandomBot(4), 0
    while not game.is_over and game.length < 250:
        for possible in named(game):
            assert possible == tuple(sorted(kinds(game)))
            asked += 1
        game.play(bot.choose(game))
    assert asked > 180


def test_a_step_that_is_open_with_nothing_to_do_in_it_is_not_called_possible() -> None:
    """The first turn of a stock round without money: nothing to buy, nothing to sell."""
    game = arrange().cash(ann=0, bob=0, cay=500).stock("cay")
    assert kinds(game) == {"start-corporation", "pass"}
    refused(game, OTHERS[1], "not-offered", kind="lay-tile", possible=("pass", "start-corporation"))
