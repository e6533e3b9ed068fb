"""How fast the route solver is: real positions, stress positions, dense boards of our own, and deadlines.

    python -m pytest -q benchmarks/bench_routes.py -s

prints absolute figures too. Gates are ratios to something measured in the same run (a loop of ordinary Python, which
takes 11.3 ms where our figures come from, or plain enumeration of all routes, ``plain_routes``) and counts of work. The
positions lie outside the repository: OPEN18XX_CONFORMANCE names their folder.

Plain enumeration of hard positions takes minutes. By default it is given up after a second, counted as just that, and
only every second stress position is asked; OPEN18XX_PLAIN_SECONDS=60 asks all and waits so long for each (most of
an hour), and then compares with a less plain one too.
"""

from __future__ import annotations

import math
import os
import statistics
import time
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from open18xx.adapters.positions import Position, read_positions
from open18xx.routes import Network, Result, Score, Train, score, solve

from .common import reference, seconds
from .dense_boards import dense_board, trains
from .hard_boards import BOARDS
from .plain_routes import Plain, plain

FOLDER = Path(os.environ.get("OPEN18XX_CONFORMANCE") or Path(__file__).parents[1] / "../shared/conformance") / "routes"
STRESS = "stress_synthetic_trains"
with_positions = pytest.mark.skipif(
    not FOLDER.is_dir(), reason=f"no positions in OPEN18XX_CONFORMANCE (looked in {FOLDER.parent.name}/routes)"
)

LOOP = 0.0113  # seconds that the reference loop takes where the figures come from

MEDIAN = 0.0004 / LOOP  # (0.23 to 0.38 ms, by title)
P99 = 0.010 / LOOP  # (0.6 to 6.2 ms)
STRESS_1830 = {
    "D": 0.050, "DD": 0.050, "44": 0.050, "456": 0.050, "556": 0.050, "D6": 0.050, "DDD": 0.500, "4444": 0.500,
}  # fmt: skip

PLAIN_SECONDS = float(os.environ.get("OPEN18XX_PLAIN_SECONDS") or 1.0)
LONG = PLAIN_SECONDS >= 60.0
EASY = 0.005  # a position is easy that plain enumeration solves within so many seconds
EASY_RATIO = 3.0
FASTER = 10.0 if LONG else 4.0  # on the harder half of the stress positions; a cap of a second hides most of it


def timed(network: Network, roster: Iterable[Train], rounds: int = 3) -> float:
    """CPU seconds of the fastest of some calls, contraction included; one call is enough for a slow one."""
    first = seconds(lambda: solve(network, roster), 1)
    return first if first > 0.1 else min(first, seconds(lambda: solve(network, roster), rounds - 1))


@cache
def positions(stem: str) -> tuple[Position, ...]:
    return tuple(read_positions(FOLDER / f"{stem}.jsonl"))


def real_positions() -> list[Position]:
    stems = sorted(path.stem for path in FOLDER.glob("*.jsonl"))
    return [position for stem in stems if not stem.startswith("stress") for position in positions(stem)]


def geometric_mean(numbers: Iterable[float]) -> float:
    return math.exp(statistics.fmean(math.log(number) for number in numbers))


# -- real positions


@with_positions
@pytest.mark.parametrize("title", ["1830", "1889", "1871", "18Chesapeake"])
def test_real_positions(title: str, benchmark: Any) -> None:
    some = positions(title)
    benchmark.extra_info["positions"] = len(some)
    loop = seconds(reference)
    took = sorted(timed(position.network, position.trains) for position in some)
    median, p99 = statistics.median(took), took[math.ceil(0.99 * len(took)) - 1]
    print(f"\n{title}: median {median * 1e3:.2f} ms, p99 {p99 * 1e3:.1f} ms, {len(took)} positions; loop {loop:.4f} s")
    benchmark.pedantic(lambda: [solve(position.network, position.trains) for position in some], rounds=3)
    assert median <= MEDIAN * max(loop, seconds(reference))
    assert p99 <= P99 * max(loop, seconds(reference))


@with_positions
@pytest.mark.parametrize("roster", STRESS_1830)
def test_stress_positions_of_1830(roster: str, benchmark: Any) -> None:
    some = [p for p in positions(STRESS) if p.id.startswith("1830/") and p.id.endswith(f"@{roster}")]
    assert some
    loop = seconds(reference)
    took = [timed(position.network, position.trains) for position in some]
    print(f"\n{roster}: " + ", ".join(f"{one * 1e3:.1f} ms" for one in took))
    benchmark.pedantic(lambda: [solve(position.network, position.trains) for position in some], rounds=3)
    assert max(took) <= STRESS_1830[roster] / LOOP * max(loop, seconds(reference))


# -- against plain enumeration


def slower(network: Network, roster: tuple[Train, ...], rounds: int) -> float:
    """How many times as long as plain enumeration we take: the fastest of several calls on each side, in turn."""
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(seconds(lambda: solve(network, roster), 1))
        theirs.append(plain(network, roster, 10 * EASY).seconds)
    return min(ours) / min(theirs)


@with_positions
def test_never_much_slower_than_plain_enumeration_where_that_is_quick() -> None:
    ratios: list[tuple[float, str]] = []
    for position in real_positions():
        found = plain(position.network, position.trains, EASY)
        if found.value is None:
            continue
        ratio = slower(position.network, position.trains, 3)
        if ratio > 0.8 * EASY_RATIO:
            ratio = min(ratio, slower(position.network, position.trains, 20))
        ratios.append((ratio, position.id))
        assert position.optimum in (None, found.value), position.id
    ratios.sort(reverse=True)
    worse = sum(ratio > 1 for ratio, _ in ratios)
    print(
        f"\n{len(ratios)} easy positions: {geometric_mean(r for r, _ in ratios):.2f} times plain's time in the mean, "
    )
    print(f"slower on {worse}, at worst " + ", ".join(f"{ratio:.2f} ({id})" for ratio, id in ratios[:5]))
    assert ratios[0][0] <= EASY_RATIO


@with_positions
def test_much_faster_than_plain_enumeration_where_that_is_slow() -> None:
    pairs: list[tuple[float, float, str]] = []
    capped = 0
    for position in positions(STRESS)[:: 1 if LONG else 2]:
        found = plain(position.network, position.trains, PLAIN_SECONDS)
        theirs = max(found.seconds, PLAIN_SECONDS) if found.value is None else found.seconds
        capped += found.value is None
        assert found.value in (None, position.optimum), position.id
        pairs.append((theirs, timed(position.network, position.trains), position.id))
    pairs.sort()
    harder = pairs[len(pairs) // 2 :]
    mean = geometric_mean(theirs / ours for theirs, ours, _ in harder)
    worst = sorted((theirs / ours, id) for theirs, ours, id in harder)[:5]
    print(
        f"\n{len(harder)} harder positions: {mean:.1f} times as fast as plain ({capped} cut off at {PLAIN_SECONDS} s)"
    )
    if LONG:
        ours_of = {id: ours for _, ours, id in harder}
        once = geometric_mean(
            plain(position.network, position.trains, PLAIN_SECONDS, alike_once=True).seconds / ours_of[position.id]
            for position in positions(STRESS)
            if position.id in ours_of
        )
        print(f"{once:.1f} times as fast as plain when that takes alike trains in one order only")
    print("least: " + ", ".join(f"{ratio:.2f} ({id})" for ratio, id in worst))
    assert mean >= FASTER


# -- dense boards

FIELD = dense_board(3, 5, 5)
WIDE = dense_board(1, 7, 6, cities=0.3, towns=0.1)
ENDLESS = dense_board(2, 9, 8, cities=0.45)

# Board, trains, most work, most of plain's time (of a second where plain does not finish within that); both as measured
# and half as much again.
DENSE: dict[str, tuple[Network, list[Train], int, float]] = {
    "field-D": (FIELD, trains("D"), 960, 0.8),
    "field-DD": (FIELD, trains("D", "D"), 5_900, 1.1),
    "field-556": (FIELD, trains(5, 5, 6), 11_800, 1.3),
    "field-4444": (FIELD, trains(4, 4, 4, 4), 4_400, 0.17),
    "wide-D": (WIDE, trains("D"), 276_000, 0.35),
    "wide-5": (WIDE, trains(5), 8_800, 0.8),
    "wide-556": (WIDE, trains(5, 5, 6), 400_000, 5.5),
    "wide-4444": (WIDE, trains(4, 4, 4, 4), 32_500, 0.35),
}


@pytest.mark.parametrize("case", DENSE)
def test_dense_boards(case: str, benchmark: Any) -> None:
    network, roster, most_work, most_of_plain = DENSE[case]
    result = benchmark.pedantic(lambda: solve(network, roster), rounds=1)
    ours = timed(network, roster)
    found = plain(network, roster, 1.0)
    for _ in range(5 if found.seconds < 0.05 else 0):
        ours = min(ours, timed(network, roster, 2))
        found = min(found, plain(network, roster, 1.0), key=lambda one: one.seconds)
    print(
        f"\n{case}: {ours * 1e3:.1f} ms, work {result.work:,}; plain {shown(found)}: {ours / found.seconds:.2f} of it"
    )
    assert result.proven and found.value in (None, result.value)
    assert result.work <= most_work
    assert ours <= most_of_plain * found.seconds


def shown(found: Plain) -> str:
    return f"{found.seconds * 1e3:.1f} ms" + (" (cut off)" if found.value is None else "")


# -- deadlines


def within(
    deadline: float, network: Network, roster: Iterable[Train], tries: int = 3, options: dict[str, Any] | None = None
) -> tuple[float, Result]:
    """Wall seconds and result of a call; tried again only when it is late, since others use the machine too."""
    for _ in range(tries):
        began = time.perf_counter()
        result = solve(network, roster, deadline=deadline, **(options or {}))
        took = time.perf_counter() - began
        if took <= latest(deadline):
            break
    return took, result


def latest(deadline: float) -> float:
    return max(1.1 * deadline, deadline + 0.020)


@pytest.mark.parametrize("deadline", [0.01, 0.05, 0.5])
@pytest.mark.parametrize("names", [("D",), ("D", "D", "D"), (5, 6, "D"), (8, 8), (4, 4, 4, 4)], ids=str)
def test_a_deadline_is_kept_with_a_bound_that_holds(names: tuple[int | str, ...], deadline: float) -> None:
    roster = trains(*names)
    solve(FIELD, roster)  # nothing is loaded for the first time within the deadline
    took, result = within(deadline, ENDLESS, roster)
    print(f"\n{names}: {took:.3f} s of {deadline}; {result.value} of at most {result.upper_bound}")
    checked = score(ENDLESS, roster, result.routes)
    assert isinstance(checked, Score) and checked.total == result.value <= result.upper_bound
    assert result.upper_bound >= longer(names)
    assert took <= latest(deadline)


@cache
def longer(names: tuple[int | str, ...]) -> int:
    """What can be had with more time: no bound may be lower."""
    return solve(ENDLESS, trains(*names), budget=300_000).value


@pytest.mark.parametrize("deadline", [0.05, 0.3])
@pytest.mark.parametrize("board", BOARDS)
def test_a_deadline_is_kept_whatever_the_trains_rules_and_bonuses(board: str, deadline: float) -> None:
    network, roster, options = BOARDS[board]
    took, result = within(deadline, network, roster, options=options)
    print(f"\n{board}: {took:.3f} s of {deadline}; {result.value} of at most {result.upper_bound}")
    assert 0 < result.value <= result.upper_bound
    assert took <= latest(deadline)


@with_positions
@pytest.mark.parametrize("deadline", [0.02, 0.1])
def test_a_deadline_is_kept_on_the_hardest_positions(deadline: float) -> None:
    for position in positions(STRESS):
        if not position.id.startswith(("1870/", "1893/", "1817/")) or not position.id.endswith("@DDD"):
            continue
        took, result = within(deadline, position.network, position.trains)
        assert position.optimum is not None
        assert result.value <= position.optimum <= result.upper_bound, position.id
        assert took <= latest(deadline), position.id
