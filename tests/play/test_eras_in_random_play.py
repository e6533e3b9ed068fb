"""Random play of a title with eras, event cards, draws, and trains to be owned: all of its rules at once."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from open18xx import load_title, new_game
from open18xx.bots.random_bot import RandomBot
from open18xx.play.audit import faults
from open18xx.title.model import Title

from .listing import disagreements

ERAS = Path(__file__).parents[1] / "rules" / "titles" / "eras.toml"


@cache
def title(must_own_at: str, reveal: str) -> Title:
    return load_title(ERAS, overrides={"rules.trains.must_own_at": must_own_at, "rules.events.reveal": reveal})


@pytest.mark.parametrize("reveal", ["next-set", "at-once"])
@pytest.mark.parametrize("must_own_at", ["end-of-turn", "step"])
def test_all_is_conserved_listed_and_undone(must_own_at: str, reveal: str) -> None:
    for seed in range(2):
        game = new_game(title(must_own_at, reveal), ["ann", "bob", "cay"], seed=seed)
        bot, random = RandomBot(seed), Random(seed)
        drawn = game.state.deck
        while not game.is_over and game.length < 400:
            if random.random() < 0.03:
                assert disagreements(game, random) == []
            before = game.state
            game.play(bot.choose(game))
            assert faults(game.table, before) == []
            assert tuple(card for card, _ in game.state.revealed) == drawn[: len(game.state.revealed)]
        last = game.state.hash()
        while game.undo():
            assert game.state.deck == drawn
        while game.redo():
            pass
        assert game.state.hash() == last


def test_a_whole_random_game_comes_to_all_four_eras_and_ends_by_the_last_card() -> None:
    eras = set()
    for seed in range(6):
        game = new_game(title("end-of-turn", "next-set"), ["ann", "bob"], seed=seed)
        bot = RandomBot(seed)
        while not game.is_over and game.length < 3000:
            game.play(bot.choose(game))
        eras.add((game.table.phase.era, game.state.ended))
        if (4, "event-card") in eras:
            return
    raise AssertionError(f"no game came to the last card: {eras}")
