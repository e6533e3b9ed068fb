"""Boards far denser than printed ones, each with trains, rules and bonuses that make it hard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from open18xx.routes import Bonus, Bonuses, End, Network, Reach, RoadRules, Segment, Stop, Train

BROADEST = Reach("stops", None)


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
    "cities, many bonuses for the corporation": (
        cities(9),
        trains(FEW_PAID, BROADEST),
        {
            "bonuses": Bonuses(
                tuple(
                    Bonus(f"b{k}", 10, (frozenset(f"{x},{k % 9}" for x in range(9)),), "corporation") for k in range(14)
                )
            )
        },
    ),
    "ladder": (ladder(12, 5), trains(4, 3), {}),
    "mesh": (mesh(9, 7), trains(4, 5, BROADEST), {}),
    "mesh, trains by hexes": (mesh(9, 7), trains(Reach("hexes", 9), Reach("hexes", 12)), {}),
}
