"""Random play of every installed title: whatever happens, money and paper are conserved, and the list is right."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from random import Random

import pytest

from open18xx import installed_titles, load_title, new_game
from open18xx.bots.random_bot import RandomBot
from open18xx.play.audit import faults
from open18xx.title.model import Title

from .listing import disagreements

TABLES = [(title, players) for title in installed_titles() for players in load_title(title).setups]
MOST_ACTIONS = 12_000
GAMES = int(os.environ.get("OPEN18XX_RANDOM_GAMES", "1000"))
"""Games per title and number of players in the slow run."""


def played(title: str, players: int, seed: int, *, sample: float = 0.0, most: int = MOST_ACTIONS) -> list[str]:
    """Play one game; everything that was wrong, the first position with faults ending it."""
    game = new_game(load_cached(title), [f"player {n}" for n in range(players)], seed=seed)
    bot, random = RandomBot(seed), Random(seed)
    while not game.is_over and game.length < most:
        where = f"{title}, {players} players, seed {seed}, action {game.length}"
        if sample and random.random() < sample:
            wrong = disagreements(game, random)
            if wrong:
                return [f"{where}: {line}" for line in wrong]
        before = game.state
        action = bot.choose(game)  # raises if nothing at all can be done
        game.play(action)
        wrong = faults(game.table, before)
        if wrong:
            return [f"{where}: after {action}: {line}" for line in wrong]
    return []


@cache
def load_cached(title: str) -> Title:
    return load_title(title)


@pytest.mark.parametrize(("title", "players"), TABLES)
def test_money_and_paper_are_conserved_in_random_play(title: str, players: int) -> None:
    assert played(title, players, seed=players, most=700) == []


@pytest.mark.parametrize(("title", "players"), TABLES)
def test_an_action_is_listed_exactly_when_it_is_accepted(title: str, players: int) -> None:
    assert played(title, players, seed=100 + players, sample=0.04, most=500) == []


@pytest.mark.slow
@pytest.mark.parametrize(("title", "players"), TABLES)
def test_a_thousand_random_games(title: str, players: int) -> None:
    with ProcessPoolExecutor() as pool:
        seeds = range(1_000, 1_000 + GAMES)
        jobs = [(title, players, seed) for seed in seeds]
        wrong = [line for found in pool.map(_one, jobs, chunksize=8) for line in found]
    assert wrong == []


def _one(job: tuple[str, int, int]) -> list[str]:
    title, players, seed = job
    return played(title, players, seed, sample=0.002)
