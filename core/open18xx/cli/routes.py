"""``open18xx routes``: the best routes of positions in a file, or of a corporation in a saved game."""

from __future__ import annotations

import argparse
import json
import time

from open18xx import saves
from open18xx.adapters.positions import position_of
from open18xx.cli.common import BadCommand
from open18xx.errors import Refusal, SaveError
from open18xx.play.game import Game
from open18xx.play.roads import as_written, question, scored_run
from open18xx.routes.certificate import Result
from open18xx.routes.solver import solve
from open18xx.routes.verifier import Verdict, verify


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", help="positions, one JSON object a line")
    parser.add_argument("--game", metavar="SAVE", help="a saved game instead of a file of positions")
    parser.add_argument("--corporation", metavar="ID", help="whose routes of the game (default: the one in turn)")
    parser.add_argument("--title", metavar="PATH", help="folder or overlay of a title that is not installed")
    parser.add_argument("--budget", type=int, metavar="N", help="units of work after which the best found is given")
    parser.add_argument("--deadline", type=float, metavar="S", help="seconds after which the best found is given")
    parser.add_argument("--verify", action="store_true", help="check each answer and its proof by other means")
    parser.add_argument("--json", action="store_true", help="print one JSON object for each position")


def run(args: argparse.Namespace) -> int:
    if (args.file is None) == (args.game is None):
        raise BadCommand("say a file of positions, or --game")
    for word in ("corporation", "title"):
        if args.file is not None and getattr(args, word) is not None:
            raise BadCommand(f"--{word} goes with --game: a file of positions says whose trains run")
    if args.budget is not None and args.budget < 1:
        raise BadCommand(f"--budget {args.budget}: wanted at least 1")
    if args.deadline is not None and not 0 < args.deadline < float("inf"):
        raise BadCommand(f"--deadline {args.deadline}: wanted a number of seconds above 0")
    return _positions(args) if args.game is None else _game(args)


def _positions(args: argparse.Namespace) -> int:
    """One line for each position; exit code 1 when a line is no position, or an answer is not verified."""
    count = proven = doubtful = 0
    for number, line in enumerate(saves.read_text(args.file).split("\n"), 1):
        if not line.strip():
            continue
        try:
            position = position_of(json.loads(line))
        except (ValueError, RecursionError) as error:
            raise SaveError(f"{args.file}:{number}: no position that can be read: {str(error)[:200]}") from None
        began = time.perf_counter()
        result = solve(
            position.network, position.trains, rules=position.rules, budget=args.budget, deadline=args.deadline
        )
        took = time.perf_counter() - began
        verdict = verify(position.network, position.trains, result, position.rules) if args.verify else None
        print(_line(position.id, result, took, verdict, args.json))
        count, proven = count + 1, proven + result.proven
        doubtful += verdict is not None and not verdict.ok
    if not args.json:
        print(f"{count} positions, {proven} proven" + (f", {count - doubtful} verified" if args.verify else ""))
    return 1 if doubtful else 0


def _line(id: str, result: Result, took: float, verdict: Verdict | None, as_json: bool) -> str:
    if as_json:
        record = {"id": id, "value": result.value, "upper_bound": result.upper_bound, "proven": result.proven,
                  "seconds": round(took, 6), "work": result.work}  # fmt: skip
        if verdict is not None:
            record["verified"] = None if verdict.undecided and not verdict.doubts else verdict.ok
        return json.dumps(record, ensure_ascii=False)
    bound = "proven" if result.proven else f"at most {result.upper_bound}"
    if result.upper_bound is None:
        bound = "no bound known"
    return f"{id}: {result.value}, {bound}, {took * 1000:.2f} ms" + ("" if verdict is None else f", {_said(verdict)}")


def _said(verdict: Verdict) -> str:
    if verdict.ok:
        return "verified"
    if verdict.doubts:
        return f"NOT TRUE: {verdict.doubts[0]}"
    return "too much work to verify"


def _game(args: argparse.Namespace) -> int:
    """The best run of a corporation in a saved game, route by route and stop by stop."""
    loaded = saves.read(args.game, place=args.title or "")
    if loaded.difference:
        raise SaveError(f"{args.game}: {loaded.difference}")
    game = loaded.game
    corporation = args.corporation or game.actor
    began = time.perf_counter()
    result = game.best_run(corporation, budget=args.budget, deadline=args.deadline)
    took = time.perf_counter() - began
    verdict = None
    if args.verify:
        asked = question(game.table, corporation)
        verdict = verify(asked.network, asked.trains, result, asked.rules, asked.bonuses)
    print(_line(corporation, result, took, verdict, args.json))
    if not args.json:
        print(_explained(game, corporation, result))
    return 0 if verdict is None or verdict.ok else 1


def _explained(game: Game, corporation: str, result: Result) -> str:
    """Each route: its stops with what each pays, and each bonus."""
    outcome = scored_run(game.table, corporation, as_written(result.routes))
    assert not isinstance(outcome, Refusal), f"the checker refuses what the solver found: {outcome}"
    lines = []
    for route, found in zip(result.routes, outcome.routes, strict=True):
        left = [(item.stop, item.value) for item in found.paid]
        said = []
        for stop in found.visited:
            at = next((n for n, (id, _) in enumerate(left) if id == stop), None)
            said.append(f"{_named(game, stop)} {'unpaid' if at is None else left.pop(at)[1]}")
        more = [f" + {bonus.id} {bonus.amount}{_purse(bonus.to)}" for bonus in found.bonuses]
        more += [f" + {found.extra} by a rule of the title"] if found.extra else []
        pieces = " ".join(route.segments or (route.stop,))
        lines.append(f"  {route.train}: {found.revenue} = {' - '.join(said)}{''.join(more)}  ({pieces})")
    if outcome.extra:
        lines.append(f"  together: {outcome.extra} by a rule of the title")
    return "\n".join(lines) or "  no route"


def _purse(to: str) -> str:
    return " to the treasury" if to == "treasury" else ""


def _named(game: Game, stop: str) -> str:
    hex = stop.rpartition(".")[0]
    name = game.title.map.hexes[hex].name
    return f"{hex} {name}" if name else hex
