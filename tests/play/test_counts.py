"""Numbers of legal actions from named positions, in a text file that one can diff.

    python -m tests.play.test_counts

writes the file anew. When a count breaks, the counts below each first action are printed.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from open18xx import Game, load_title, new_game
from open18xx.bots.simple_bot import SimpleBot
from open18xx.play.perft import count, divided

FILE = Path(__file__).with_name("counts.txt")
LENGTHS = (0, 12, 40, 90, 200)
POSITIONS = [(title, players, length) for title in ("1830", "1889") for players in (2, 4) for length in LENGTHS]
DEPTH = 2


@cache
def played(title: str, players: int) -> Game:
    """The game of simple bots with seed 1, as far as it is needed."""
    game, bot = new_game(load_title(title), [f"player {n}" for n in range(players)], seed=1), SimpleBot(1)
    while game.length < max(LENGTHS) and not game.is_over:
        game.play(bot.choose(game))
    return game


def line(title: str, players: int, length: int) -> str:
    game = played(title, players)
    state = game.history()[length].state
    counts = " ".join(str(count(game.box, state, depth)) for depth in range(1, DEPTH + 1))
    return f"{title} {players} {length}: {counts}"


@pytest.mark.parametrize("wanted", FILE.read_text("utf-8").splitlines() if FILE.exists() else ["missing 0 0: 0"])
def test_the_number_of_legal_actions_is_as_before(wanted: str) -> None:
    title, players, length = wanted.partition(":")[0].split()
    found = line(title, int(players), int(length))
    if found != wanted:
        game = played(title, int(players))
        for action, below in divided(game.box, game.history()[int(length)].state, DEPTH):
            print(below, action.to_json())
    assert found == wanted


if __name__ == "__main__":
    FILE.write_text("".join(f"{line(*each)}\n" for each in POSITIONS), "utf-8")
