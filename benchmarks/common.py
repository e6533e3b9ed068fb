"""What the benchmarks share: a game to apply, a reference loop, and timing that a busy machine does not upset much."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache

from open18xx import load_title, new_game
from open18xx.bots.simple_bot import SimpleBot
from open18xx.play.game import Game


def reference() -> int:
    """A fixed amount of ordinary Python: dictionaries, tuples, arithmetic. About 11 ms where we measure."""
    table: dict[int, int] = {}
    last = (0, 0)
    for number in range(100_000):
        table[number & 255] = number
        last = (number, table[number & 255])
    return last[0]


def seconds(work: Callable[[], object], rounds: int = 5) -> float:
    """CPU seconds of the fastest of some rounds: what the machine can do when it is let."""
    best = float("inf")
    for _ in range(rounds):
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    return best


@cache
def recorded(title: str = "1830", players: int = 4, seed: int = 3) -> Game:
    """A whole game by simple bots, ready to be applied again."""
    game = new_game(load_title(title), [f"player {n}" for n in range(players)], seed=seed)
    bot = SimpleBot(seed)
    while not game.is_over:
        game.play(bot.choose(game))
    return game
