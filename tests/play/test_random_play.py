"""Random play of every installed title: whatever happens, money and paper are conserved, and the list is right.

Titles that other systems play by rules of their own are played by those too.
"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from random import Random

import pytest

from open18xx import installed_titles, load_title, new_game
from open18xx.bots.random_bot import RandomBot
from open18xx.play.audit import faults
from open18xx.title.loader import load
from open18xx.title.model import Title

from .listing import disagreements

TABLES = [
    (title, system, players)
    for title in installed_titles()
    for system in ("", *load_title(title).overlays)
    for players in load_title(title).setups
]
"""Title, the system by whose rules it is played (none: its own), number of players."""
ENDS = [
    pytest.param(title, system, players, marks=() if players in (min(setups), max(setups)) else pytest.mark.slow)
    for title, system, players in TABLES
    for setups in (load_title(title).setups,)
]
"""The fewest and the most players of each; those between are played with the slow tests."""
MOST_ACTIONS = 12_000
GAMES = int(os.environ.get("OPEN18XX_RANDOM_GAMES", "1000"))
"""Games per title and number of players in the slow run."""


def played(
    title: str, system: str, players: int, seed: int, *, sample: float = 0.0, most: int = MOST_ACTIONS
) -> list[str]:
    """Play one game; everything that was wrong, the first position with faults ending it."""
    game = new_game(load_cached(title, system), [f"player {n}" for n in range(players)], seed=seed)
    bot, random = RandomBot(seed), Random(seed)
    while not game.is_over and game.length < most:
        where = f"{title} {system}, {players} players, seed {seed}, action {game.length}"
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
def load_cached(title: str, system: str) -> Title:
    return load(title, overlay=system)


@pytest.mark.parametrize(("title", "system", "players"), ENDS)
def test_money_and_paper_are_conserved_in_random_play(title: str, system: str, players: int) -> None:
    assert played(title, system, players, seed=players, most=600) == []


@pytest.mark.parametrize(("title", "system", "players"), ENDS)
def test_an_action_is_listed_exactly_when_it_is_accepted(title: str, system: str, players: int) -> None:
    assert played(title, system, players, seed=100 + players, sample=0.04, most=400) == []


@pytest.mark.slow
@pytest.mark.parametrize(("title", "system", "players"), TABLES)
def test_a_thousand_random_games(title: str, system: str, players: int) -> None:
    with ProcessPoolExecutor() as pool:
        seeds = range(1_000, 1_000 + GAMES)
        jobs = [(title, system, players, seed) for seed in seeds]
        wrong = [line for found in pool.map(_one, jobs, chunksize=8) for line in found]
    assert wrong == []


def _one(job: tuple[str, str, int, int]) -> list[str]:
    title, system, players, seed = job
    return played(title, system, players, seed, sample=0.002)
