"""Whole games in text: cash, prices and trains at the end of each round, and the hash of the position.

    python -m tests.play.playthroughs

writes the files anew; the diff shows what a change of the rules did to them.
"""

from __future__ import annotations

from pathlib import Path

from open18xx import load_title, new_game
from open18xx.adapters.trace import round_name
from open18xx.bots.simple_bot import SimpleBot
from open18xx.play.game import Game

FOLDER = Path(__file__).with_name("games")
GAMES = [
    ("1830", 3, 1), ("1830", 6, 2), ("1889", 2, 3), ("1889", 5, 4), ("menorca-1713", 3, 5), ("old-prince-1871", 4, 6),
]  # fmt: skip


def text(title: str, players: int, seed: int) -> str:
    game, bot = new_game(load_title(title), [f"player {n}" for n in range(1, players + 1)], seed=seed), SimpleBot(seed)
    lines = [f"{title}, {players} players, simple bots with seed {seed}"]
    before = game.table
    while not game.is_over:
        game.play(bot.choose(game))
        if game.is_over or round_name(game.table) != round_name(before):
            lines += _round_end(game, round_name(before))
        before = game.table
    lines.append(f"ended by {game.state.ended} after {game.length} actions: {game.result()}")
    return "\n".join(lines) + "\n"


def _round_end(game: Game, name: str) -> list[str]:
    state, table = game.state, game.table
    lines = [f"\n{name}  {state.hash()[:16]}"]
    lines.append("  cash " + ", ".join(f"{owner} {cash}" for owner, cash in state.cash.items() if cash))
    for corporation in table.operating_order(tuple(state.par)):
        trains = " ".join(state.trains[corporation]) or "no train"
        lines.append(f"  {corporation} at {table.price(corporation)}, {state.president[corporation]}, {trains}")
    return lines


def path(title: str, players: int, seed: int) -> Path:
    return FOLDER / f"{title}-{players}-{seed}.txt"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES:
        path(*game).write_text(text(*game), "utf-8")
