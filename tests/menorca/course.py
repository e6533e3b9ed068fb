"""How games of bots go: length, ends, fortunes, phases, the merger, prices.

    python -m tests.menorca.course --games 200 --players 2 [--option order-fixed] [--rule trains.3H.price=50]

The figures are those that the assumed values of the title are chosen by.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import mean, quantiles

from open18xx import load_title
from open18xx.bots.simple_bot import SimpleBot
from open18xx.play.events import PhaseBegan, RoutesRun
from open18xx.play.game import Game, unpack
from open18xx.play.state import BANK
from open18xx.play.table import Box, Table

TITLE = "menorca-1713"
MERGER = "7H"
"""The phase whose beginning merges the minors."""
MOST_ROUNDS = 40
MOST_ACTIONS = 6_000


@dataclass(frozen=True, slots=True)
class Course:
    """One game. Operating rounds are counted from 1; what never came is not in the tables."""

    seed: int
    end: str  # "" when it was stopped
    rounds: int
    actions: int
    seconds: float
    fortunes: tuple[int, ...]  # the winner's first
    bank: int
    phases: dict[str, int] = field(default_factory=dict)  # the round in which each began
    started: tuple[str, ...] = ()
    prices: dict[str, int] = field(default_factory=dict)  # at the end
    earned: dict[str, list[int]] = field(default_factory=dict)  # revenues by phase

    @property
    def is_fair(self) -> bool:
        """Whether it ended by a rule, in time."""
        return bool(self.end) and self.rounds <= MOST_ROUNDS

    @property
    def merged(self) -> int | None:
        return self.phases.get(MERGER)


def played(box: Box, players: int, seed: int, watch: Callable[[Game], None] | None = None) -> Course:
    """A game of simple bots to its end; ``watch`` sees it after every action."""
    game, bot = Game(box, [f"player {n}" for n in range(1, players + 1)], seed), SimpleBot(seed)
    phases, earned, ever = {box.phases[0].id: 1}, dict[str, list[int]](), dict[str, None]()
    rounds, seen, began = 0, ("", 0, 0), time.perf_counter()
    while not game.is_over and game.length < MOST_ACTIONS and rounds <= MOST_ROUNDS + 10:
        events = game.play(bot.choose(game))
        if watch is not None:
            watch(game)
        state = game.state
        now = (state.round, state.number, state.part)
        if now != seen:
            seen = now
            rounds += box.title.rounds[state.round].kind == "operating"
        ever.update(dict.fromkeys(state.par))
        for event in events:
            if isinstance(event, PhaseBegan):
                phases[box.phases[event.phase].id] = rounds
            elif isinstance(event, RoutesRun):
                earned.setdefault(game.table.phase.id, []).append(event.revenue)
    return Course(
        seed,
        game.state.ended,
        rounds,
        game.length,
        time.perf_counter() - began,
        tuple(game.result().values()),
        game.state.cash[BANK],
        phases,
        tuple(ever),
        _prices(game.table),
        earned,
    )


def _prices(table: Table) -> dict[str, int]:
    return {id: table.price(id) for id in table.state.par}


def courses(
    players: int,
    games: int,
    *,
    options: Sequence[str] = (),
    overrides: dict[str, object] | None = None,
    first: int = 0,
) -> list[Course]:
    """So many games, of seeds from ``first`` on."""
    box = unpack(load_title(TITLE, options=options, overrides=overrides))
    return [played(box, players, seed) for seed in range(first, first + games)]


# --------------------------------------------------------------------------- the report


def spread(values: Iterable[float]) -> str:
    """Least, quartiles, most."""
    found = sorted(values)
    if len(found) < 2:
        return " ".join(f"{value:.0f}" for value in found) or "-"
    low, middle, high = quantiles(found, n=4, method="inclusive")
    return f"{found[0]:.0f} | {low:.0f} {middle:.0f} {high:.0f} | {found[-1]:.0f}"


def share(count: int, whole: int) -> str:
    return f"{count} ({100 * count / max(1, whole):.1f} %)"


def report(found: Sequence[Course], players: int) -> str:
    whole, merged = len(found), [course for course in found if course.merged]
    ends = Counter(course.end or "nothing" for course in found)
    lines = [
        f"{whole} games of {players} simple bots; spreads are least | quartiles | most",
        f"ended by a rule within {MOST_ROUNDS} operating rounds  {share(sum(c.is_fair for c in found), whole)}",
        f"reached {MERGER} and the merger  {share(len(merged), whole)}",
        *(f"  ended by {end}  {share(count, whole)}" for end, count in ends.most_common()),
        f"operating rounds  {spread(c.rounds for c in found)}",
        f"actions  {spread(c.actions for c in found)}; seconds a game  {mean(c.seconds for c in found):.1f}, "
        f"most {max(c.seconds for c in found):.1f}",
        f"bank left  {spread(c.bank for c in found)}",
        *(f"fortune of number {n + 1}  {spread(c.fortunes[n] for c in found)}" for n in range(players)),
        *_by_phase(found),
        *_by_company(found),
    ]
    return "\n".join(lines)


def _by_phase(found: Sequence[Course]) -> Iterable[str]:
    for phase in dict.fromkeys(phase for course in found for phase in course.phases):
        rounds = [course.phases[phase] for course in found if phase in course.phases]
        revenues = [value for course in found for value in course.earned.get(phase, ())]
        yield (
            f"phase {phase}: {share(len(rounds), len(found))}, begins in operating round {spread(rounds)}; "
            f"revenue {spread(revenues)}"
        )


def _by_company(found: Sequence[Course]) -> Iterable[str]:
    for company in sorted({company for course in found for company in course.started}):
        prices = [course.prices[company] for course in found if company in course.prices]
        started = sum(company in course.started for course in found)
        yield f"{company}: started {share(started, len(found))}, at the end at {spread(prices)}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="How games of bots go.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, default=2, choices=(2, 3))
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--option", action="append", default=[], metavar="NAME")
    parser.add_argument("--rule", action="append", default=[], metavar="PATH=VALUE")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every game's figures")
    args = parser.parse_args(arguments)
    overrides = {path: json.loads(value) for path, _, value in (rule.partition("=") for rule in args.rule)}
    found = courses(args.players, args.games, options=args.option, overrides=overrides, first=args.first)
    print(report(found, args.players))
    if args.json:
        args.json.write_text(json.dumps([asdict(course) for course in found], indent=1), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
