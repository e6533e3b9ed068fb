"""``open18xx perft``: how many legal actions there are. A count that changes is a rule that changed."""

from __future__ import annotations

import argparse
import sys
import time

from open18xx.cli.common import chosen_title, players, players_option, title_options
from open18xx.play.game import new_game
from open18xx.play.perft import count, divided


def options(parser: argparse.ArgumentParser) -> None:
    title_options(parser)
    players_option(parser)
    parser.add_argument(
        "--depth", type=int, default=2, choices=range(1, 7), metavar="1-6",
        help="how many actions in a row (an amount of money counts with its lowest and highest value, routes do not)",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--divide", action="store_true", help="print the count below each first action")


def run(args: argparse.Namespace) -> int:
    title = chosen_title(args)
    game = new_game(title, players(args, title), seed=args.seed)
    began = time.perf_counter()
    if args.divide:
        for action, below in divided(game.box, game.state, args.depth):
            print(f"{below:10}  {action.to_json()}")
    for depth in range(1, args.depth + 1):
        print(f"depth {depth}: {count(game.box, game.state, depth)}")
    print(f"{time.perf_counter() - began:.2f} s", file=sys.stderr)
    return 0
