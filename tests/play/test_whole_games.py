"""Whole games come out as they are written down, on every platform."""

from __future__ import annotations

import pytest

from .playthroughs import GAMES, path, text


@pytest.mark.parametrize("game", GAMES, ids=lambda game: "-".join(map(str, game)))
def test_the_game_is_played_as_it_is_written_down(game: tuple[str, int, int]) -> None:
    assert text(*game) == path(*game).read_text("utf-8")
