"""``open18xx routes``: the best routes of positions in a file, or of a corporation in a saved game."""

from __future__ import annotations

import argparse
import json
import time

from open18xx import saves
from open18xx.adapters.positions import position_of
from open18xx.cli.common import BadCommand
from open18xx.errors import SaveError
from open18xx.play.game import Game
from open18xx.play.roads import Roads, trains_to_run
from open18xx.routes.checker import Fault, score
from open18xx.routes.solver import Result, solve


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", help="positions, one JSON object a line")
    parser.add_argument("--game", metavar="SAVE", help="a saved game instead of a file of positions")
    parser.add_argument("--corporation", metavar="ID", help="whose routes of the game (default: the one in turn)")
    parser.add_argument("--title", metavar="PATH", help="folder or overlay of a title that is not installed")
    parser.add_argument("--budget", type=int, metavar="N", help="units of work after which the best found is given")
    parser.add_argument("--json", action="store_true", help="print one JSON object for each position")


def run(args: argparse.Namespace) -> int:
    if (args.file is None) == (args.game is None):
        raise BadCommand("say a file of positions, or --game")
    if args.budget is not None and args.budget < 1:
        raise BadCommand(f"--budget {args.budget}: wanted at least 1")
    return _positions(args) if args.game is None else _game(args)


def _positions(args: argparse.Namespace) -> int:
    """One line for each position; exit code 1 when a line is no position."""
    count = proven = 0
    for number, line in enumerate(saves.read_text(args.file).splitlines(), 1):
        if not line.strip():
            continue
        try:
            position = position_of(json.loads(line))
            began = time.perf_counter()
            result = solve(position.network, position.trains, budget=args.budget)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise SaveError(f"{args.file}:{number}: no position that can be read: {error!r:.200}") from None
        took = time.perf_counter() - began
        print(_line(position.id, result, took, args.json))
        count, proven = count + 1, proven + result.proven
    if not args.json:
        print(f"{count} positions, {proven} proven")
    return 0


def _line(id: str, result: Result, took: float, as_json: bool) -> str:
    if as_json:
        record = {"id": id, "value": result.value, "upper_bound": result.upper_bound, "proven": result.proven,
                  "seconds": round(took, 6), "work": result.work}  # fmt: skip
        return json.dumps(record, ensure_ascii=False)
    bound = "proven" if result.proven else f"at most {result.upper_bound}"
    return f"{id}: {result.value}, {bound}, {took * 1000:.2f} ms"


def _game(args: argparse.Namespace) -> int:
    """The best run of a corporation in a saved game, route by route and stop by stop."""
    loaded = saves.read(args.game, place=args.title or "")
    if loaded.difference:
        raise SaveError(f"{args.game}: {loaded.difference}")
    game = loaded.game
    corporation = args.corporation or game.actor
    began = time.perf_counter()
    result = game.best_run(corporation, budget=args.budget)
    print(_line(corporation, result, time.perf_counter() - began, args.json))
    if not args.json:
        print(_explained(game, corporation, result))
    return 0


def _explained(game: Game, corporation: str, result: Result) -> str:
    table = game.table
    trains = trains_to_run(game.box, table.trains_of(corporation))
    outcome = score(Roads(table, corporation), trains, result.routes, game.box.road_rules)
    assert not isinstance(outcome, Fault), f"the checker refuses what the solver found: {outcome}"
    lines = []
    for route, found in zip(result.routes, outcome.routes, strict=True):
        paid = {item.stop: item.value for item in found.paid}
        stops = " - ".join(f"{_named(game, stop)} {paid.get(stop, 'unpaid')}" for stop in found.visited)
        lines.append(f"  {route.train}: {found.revenue} = {stops}  ({' '.join(route.segments)})")
    return "\n".join(lines) or "  no route"


def _named(game: Game, stop: str) -> str:
    hex = stop.rpartition(".")[0]
    name = game.title.map.hexes[hex].name
    return f"{hex} {name}" if name else hex
