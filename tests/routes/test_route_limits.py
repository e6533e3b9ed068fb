"""Budgets and deadlines: on boards far denser than printed ones, an answer comes in time, is legal, and has a bound."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from open18xx.routes import Bonus, Bonuses, End, Network, Reach, RoadRules, Score, Segment, Stop, Train, score, solve
from open18xx.routes.verifier import verify

BROADEST = Reach("stops", None)
# A budget of one unit: nothing but the first answer. It lists 2,048 arms and pairs some.
FIRST_ANSWER = 40_000


def joined(a: End, b: End, name: str) -> Iterator[Segment]:
    yield Segment(f"{name}l", (a, End("edge", name, "L")))
    yield Segment(f"{name}r", (End("edge", name, "R"), b))


def cities(size: int, own: int = 3) -> Network:
    """A square of cities, each joined to its neighbours."""
    stops, segments = [], []
    for y in range(size):
        for x in range(size):
            number = y * size + x
            stops.append(Stop(f"{x},{y}", "city", 10 + 10 * (number % 5), own=number % (size * size // own) == 0))
            for ax, ay in ((x - 1, y), (x, y - 1)):
                if ax >= 0 and ay >= 0:
                    segments += joined(End("stop", f"{ax},{ay}"), End("stop", f"{x},{y}"), f"{ax},{ay}-{x},{y}")
    return Network(stops, segments)


def ladder(stages: int, length: int) -> Network:
    """Cities in a row, between any two of them two tracks side by side at every stage: 2 ** stages chains."""
    stops = [Stop(f"c{i}", "city", 10 + 10 * i, own=i == 0) for i in range(length)]
    segments: list[Segment] = []
    for i in range(length - 1):
        ends = [
            End("stop", f"c{i}"),
            *(End("junction", f"{i}.{j}") for j in range(1, stages)),
            End("stop", f"c{i + 1}"),
        ]
        for j in range(stages):
            for side in "ab":
                segments += joined(ends[j], ends[j + 1], f"{i}.{j}{side}")
    return Network(stops, segments)


def mesh(size: int, every: int) -> Network:
    """A square of plain track that branches everywhere, with a city here and there."""
    stops, segments = [], []
    for y in range(size):
        for x in range(size):
            for ax, ay in ((x - 1, y), (x, y - 1)):
                if ax >= 0 and ay >= 0:
                    ends = End("junction", f"{ax},{ay}"), End("junction", f"{x},{y}")
                    segments += joined(*ends, f"{ax},{ay}-{x},{y}")
            if (y * size + x) % every == 0:
                stops.append(Stop(f"{x},{y}", "city", 20 + 10 * (len(stops) % 3), own=len(stops) == 1))
                segments += joined(End("stop", f"{x},{y}"), End("junction", f"{x},{y}"), f"into {x},{y}")
    return Network(stops, segments)


def trains(*reaches: Reach | int) -> list[Train]:
    return [
        Train(f"t{n}", "T", reach if isinstance(reach, Reach) else Reach("stops", reach))
        for n, reach in enumerate(reaches)
    ]


FEW_PAID = Reach("stops", None, pays=4)
BOARDS: dict[str, tuple[Network, list[Train], dict[str, Any]]] = {
    "cities, trains without a limit": (cities(14), trains(BROADEST, BROADEST), {}),
    "cities, only some stops paid": (cities(12), trains(FEW_PAID, 5, 6), {}),
    "cities, routes from everywhere": (cities(9), trains(FEW_PAID, 6), {"rules": RoadRules(own_token=False)}),
    "cities, stops met again": (cities(10), trains(8, BROADEST), {"rules": RoadRules(node_reuse="repeatable")}),
    "cities, a bonus for the corporation": (
        cities(10),
        trains(5, 6, BROADEST),
        {"bonuses": Bonuses((Bonus("b", 50, (frozenset(["0,0"]), frozenset(["9,9"])), "corporation"),))},
    ),
    "ladder": (ladder(12, 5), trains(4, 3), {}),
    "mesh": (mesh(9, 7), trains(4, 5, BROADEST), {}),
    "mesh, trains by hexes": (mesh(9, 7), trains(Reach("hexes", 9), Reach("hexes", 12)), {}),
}
boards = pytest.mark.parametrize("board", BOARDS)


def holds(board: str, **limits: Any) -> int:
    """The value of the answer under these limits, which is legal and has a bound; or the test fails."""
    network, roster, options = BOARDS[board]
    result = solve(network, roster, **options, **limits)
    checked = score(network, roster, result.routes, **options)
    assert isinstance(checked, Score), checked
    assert checked.total == result.value
    assert result.upper_bound is not None and result.upper_bound >= result.value
    assert result.proven == (result.upper_bound == result.value)
    return result.value


@boards
def test_some_route_is_found_however_small_the_budget(board: str) -> None:
    network, roster, options = BOARDS[board]
    assert holds(board, budget=1) > 0
    assert solve(network, roster, **options, budget=1).work < FIRST_ANSWER


@boards
def test_a_budget_bounds_the_work(board: str) -> None:
    network, roster, options = BOARDS[board]
    assert solve(network, roster, **options, budget=50_000).work < 50_000 + FIRST_ANSWER


@boards
def test_a_larger_budget_earns_no_less_than_the_first_answer(board: str) -> None:
    assert holds(board, budget=100_000) >= holds(board, budget=1)


@boards
@pytest.mark.parametrize("seconds", [0.05, 0.3])
def test_an_answer_comes_within_the_deadline(board: str, seconds: float) -> None:
    """Within 110 % and 20 ms on a quiet machine (benchmarks/ says so); here other programs may run beside."""
    best = min(_took(board, seconds) for _ in range(3))
    assert best < 1.1 * seconds + 0.02


def _took(board: str, seconds: float) -> float:
    began = time.process_time()
    value = holds(board, deadline=seconds)
    took = time.process_time() - began
    assert value > 0
    return took


def test_what_a_budget_left_open_is_no_proof() -> None:
    """A verifier believes the bound of an unfinished search, and not that it is the optimum."""
    network, roster = ladder(3, 4), trains(3, 3)
    exact = solve(network, roster)
    cut = solve(network, roster, budget=1)
    assert exact.proven and exact.value >= cut.value
    assert cut.upper_bound is not None and cut.upper_bound >= exact.value
    assert verify(network, roster, exact).ok and verify(network, roster, cut).ok
