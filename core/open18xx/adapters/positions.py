"""Route positions of real games, one JSON object a line, as networks and trains.

The form is that of the conformance folder (``FORMAT.md`` there): a map seen by one corporation, its trains, the routes
people ran and the optimum. Values in a position are already what each train is paid, multipliers included.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from open18xx.routes.checker import Route
from open18xx.routes.network import End, Network, Segment, Stop
from open18xx.routes.trains import Reach, Row, Train

UNLIMITED = 999


@dataclass(frozen=True, slots=True)
class HumanRoute:
    """A route somebody ran: what the title paid (``revenue``) and the plain sum of its paid stops."""

    route: Route
    revenue: int
    plain_revenue: int


@dataclass(frozen=True, slots=True)
class Position:
    """One position. ``optimum`` is None when nobody has proven it; ``best_found`` is then the best known.

    ``plain``: the title paid what the base rules pay. ``title_plain``: no hook of the title touches routes.
    """

    id: str
    title: str
    corporation: str
    network: Network
    trains: tuple[Train, ...]
    optimum: int | None
    best_found: int | None
    plain: bool | None
    title_plain: bool | None
    hooks: tuple[str, ...]
    human_routes: tuple[HumanRoute, ...]
    human_plain: int | None


def read_positions(path: Path) -> Iterator[Position]:
    """Every position of a file, in order; ``KeyError`` or ``ValueError`` for one that is not in the form."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield position_of(json.loads(line))


def position_of(data: Mapping[str, Any]) -> Position:
    """One position from its JSON object."""
    stops = [_stop(node) for node in data["nodes"]]
    segments = [_segment(path) for path in data["paths"] if not path.get("ignore")]
    return Position(
        id=data["id"],
        title=data["title"],
        corporation=data["corporation"],
        network=Network(stops, segments),
        trains=tuple(_train(train) for train in data["trains"]),
        optimum=data.get("optimum"),
        best_found=data.get("best_found"),
        plain=data.get("plain"),
        title_plain=data.get("title_plain"),
        hooks=tuple(data.get("hooks", ())),
        human_routes=tuple(
            HumanRoute(
                Route(run["train"], tuple(str(path) for path in run["paths"])), run["revenue"], run["plain_revenue"]
            )
            for run in data.get("human_routes", ())
        ),
        human_plain=data.get("human_plain"),
    )


def _stop(node: Mapping[str, Any]) -> Stop:
    revenue = node["revenue"]
    values = revenue if isinstance(revenue, dict) else {}
    return Stop(
        id=str(node["id"]),
        kind=node["kind"],
        value=min(values.values()) if values else revenue,
        values=values,
        blocked=node.get("blocked", False),
        own=node.get("own_token", False),
        groups=tuple(node.get("groups", ())),
        cost=node.get("visit_cost", 1),
        hex=node["hex"],
        name=node.get("name", ""),
    )


def _segment(path: Mapping[str, Any]) -> Segment:
    key = path.get("town_key")
    first, second = path["ends"]
    return Segment(
        id=str(path["id"]),
        ends=(_end(path["hex"], first), _end(path["hex"], second)),
        gauge=path.get("track", "broad"),
        terminal=path.get("terminal", False),
        hex=path["hex"],
        key=None if key is None else str(key),
    )


def _end(hex: str, end: Mapping[str, Any]) -> End:
    if "node" in end:
        return End("stop", str(end["node"]))
    if "edge" in end:
        return End("edge", end["edge"], f"{hex}|{end['edge']}")
    return End("junction", f"{hex}|{end['junction']}")


def _train(train: Mapping[str, Any]) -> Train:
    return Train(
        id=train["id"],
        type=train["name"],
        reach=_reach(train.get("metric", "stops"), train["distance"]),
        local=bool(train.get("local", False)),
        requires_token=train.get("requires_token", True),
    )


def _reach(metric: str, distance: int | Sequence[Mapping[str, Any]]) -> Reach:
    if isinstance(distance, int):
        limit = None if distance >= UNLIMITED else distance
        match metric:
            case "stops":
                return Reach("stops", limit)
            case "hexes":
                return Reach("hex-edges", limit)
        raise ValueError(f"metric {metric!r} is not read yet")
    if metric != "stops":
        raise ValueError(f"metric {metric!r} with a list of distances is not read yet")
    return Reach("rows", rows=tuple(_row(row) for row in distance))


def _row(row: Mapping[str, Any]) -> Row:
    kinds: tuple[Literal["city", "town", "halt", "offboard"], ...] = tuple(row["nodes"])
    return Row(kinds, pay=row["pay"], visit=row.get("visit", row["pay"]))
