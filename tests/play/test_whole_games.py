"""Whole games come out as they are written down, on every platform."""

from __future__ import annotations

import pytest

from .playthroughs import GAMES, path, text

ALWAYS = {("1830", 3, 1), ("1889", 5, 4)}
"""A game of each title without a plugin; the others are played with the slow tests."""
MARKED = [pytest.param(game, marks=() if game in ALWAYS else pytest.mark.slow) for game in GAMES]


@pytest.mark.parametrize("game", MARKED, ids=["-".join(map(str, game)) for game in GAMES])
def test_the_game_is_played_as_it_is_written_down(game: tuple[str, int, int]) -> None:
    assert text(*game) == path(*game).read_text("utf-8")
