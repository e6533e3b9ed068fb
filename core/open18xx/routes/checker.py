"""Is this set of routes legal, and what does it earn? The independent judge of routes that somebody else found.

The checker walks the segments as they are given and looks nothing up but those. It shares no code with the solver, so
that each can be tested against the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from open18xx.routes.network import Ground, Segment, Stop
from open18xx.routes.trains import RoadRules, Row, Train

_DEFAULT_RULES = RoadRules()


@dataclass(frozen=True, slots=True)
class Route:
    """The path of one train: ids of segments in the order travelled, each used whole.

    ``stop`` is for a local train that runs at one stop; then there are no segments.
    """

    train: str
    segments: tuple[str, ...]
    stop: str = ""


@dataclass(frozen=True, slots=True)
class Paid:
    """A stop that is paid, and what the train gets for it."""

    stop: str
    value: int


@dataclass(frozen=True, slots=True)
class RouteScore:
    """What one route earns: stops visited in order, and those of them that are paid."""

    train: str
    revenue: int
    visited: tuple[str, ...]
    paid: tuple[Paid, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """What a legal set of routes earns; ``routes`` in the order given."""

    total: int
    routes: tuple[RouteScore, ...]


class Fault:
    """Why a set of routes is not legal: a code and the pieces, for a term table to make a sentence of.

    >>> Fault("route-too-long", stops=4, limit=3)
    Fault('route-too-long', limit=3, stops=4)
    """

    __slots__ = ("args", "code")

    code: str
    args: dict[str, Any]

    def __init__(self, code: str, /, **args: Any) -> None:
        self.code = code
        self.args = args

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fault) and self.code == other.code and self.args == other.args

    def __hash__(self) -> int:
        return hash(self.code)

    def __repr__(self) -> str:
        return f"Fault({', '.join([repr(self.code), *(f'{key}={self.args[key]!r}' for key in sorted(self.args))])})"


class _Taken:
    """What the trains of one corporation have used together: rules 16, 17 and 18."""

    __slots__ = ("crossings", "keys", "segments")

    def __init__(self) -> None:
        self.crossings: set[str] = set()
        self.segments: set[str] = set()
        self.keys: set[str] = set()


def score(
    ground: Ground, trains: Iterable[Train], routes: Iterable[Route], rules: RoadRules = _DEFAULT_RULES
) -> Score | Fault:
    """The score of ``routes`` run together by ``trains``, or the first fault found.

    Never raises on bad routes. Time grows with the number of segments; nothing is built for the ground as a whole.
    """
    train_of = {train.id: train for train in trains}
    running: set[str] = set()
    taken = _Taken()
    scores: list[RouteScore] = []
    total = 0
    for route in routes:
        train = train_of.get(route.train)
        if train is None:
            return Fault("unknown-train", train=route.train)
        if route.train in running:
            return Fault("train-used-twice", train=route.train)
        running.add(route.train)
        visited = _walk(ground, train, route, taken) if route.segments else _single_stop(ground, train, route)
        if isinstance(visited, Fault):
            return visited
        stops, crossings = visited
        fault = _road_fault(train, stops, rules) or _reach_fault(train, stops, crossings)
        if fault is not None:
            return fault
        paid = _paid(train, stops)
        if isinstance(paid, Fault):
            return paid
        revenue = 0
        for item in paid:
            revenue += item.value
        total += revenue
        scores.append(RouteScore(train.id, revenue, tuple([stop.id for stop in stops]), paid))
    return Score(total, tuple(scores))


def _single_stop(ground: Ground, train: Train, route: Route) -> tuple[list[Stop], int] | Fault:
    """The one stop of a local run."""
    if not route.stop:
        return Fault("empty-route", train=train.id)
    if not train.local:
        return Fault("not-a-local-train", train=train.id, stop=route.stop)
    try:
        return [ground.stop(route.stop)], 0
    except KeyError:
        return Fault("unknown-stop", train=train.id, stop=route.stop)


def _walk(ground: Ground, train: Train, route: Route, taken: _Taken) -> tuple[list[Stop], int] | Fault:
    """Stops in the order visited and number of hexsides crossed, taking the track; or why one can't walk there."""
    if route.stop:
        return Fault("stop-and-segments", train=train.id, stop=route.stop)
    pieces: list[Segment] = []
    try:
        for id in route.segments:
            pieces.append(ground.segment(id))
    except KeyError:
        return Fault("unknown-segment", train=train.id, segment=id)
    last = len(pieces) - 1
    used_segments, used_crossings, used_keys = taken.segments, taken.crossings, taken.keys
    here = _first_end(pieces)
    if here is None:
        return Fault("starts-nowhere", train=train.id, segment=pieces[0].id)
    stop_id = here
    try:
        stops = [ground.stop(stop_id)]
        seen = {stop_id}
        junctions: set[str] = set()
        kind, at, side = "stop", stop_id, ""
        gauge = ""
        own_gauge = train.gauge
        crossings = 0
        for i, piece in enumerate(pieces):
            (to, to_id, to_side), (near, near_id, near_side) = piece.ends
            if near_id != at or near != kind or (kind == "edge" and near_side == side):
                (near, near_id, near_side), (to, to_id, to_side) = piece.ends
                if near_id != at or near != kind or (kind == "edge" and near_side == side):
                    return Fault("not-connected", train=train.id, segment=piece.id, at=at, end=kind)
            piece_id = piece.id
            if piece_id in used_segments:
                return Fault("segment-reused", train=train.id, segment=piece_id)
            used_segments.add(piece_id)
            if piece.key is not None:
                if piece.key in used_keys:
                    return Fault("key-reused", train=train.id, segment=piece_id, key=piece.key)
                used_keys.add(piece.key)
            if piece.terminal and (0 < i < last or near == "junction" or to == "junction"):
                return Fault("terminal-inside", train=train.id, segment=piece_id)
            before, gauge = gauge, piece.gauge
            if own_gauge is not None and gauge != own_gauge and gauge != "dual":
                return Fault("gauge-not-allowed", train=train.id, segment=piece_id, gauge=gauge, allowed=own_gauge)
            if kind == "edge":
                if at in used_crossings:
                    return Fault("hexside-reused", train=train.id, segment=piece_id, crossing=at)
                used_crossings.add(at)
                crossings += 1
                if before != gauge and before != "dual" and gauge != "dual":
                    return Fault("gauge-break", train=train.id, crossing=at, gauges=(before, gauge))
            kind, at, side = to, to_id, to_side
            if to == "edge":
                continue
            if to == "stop":
                if at in seen:
                    return Fault("stop-revisited", train=train.id, stop=at)
                stop_id = at
                stop = ground.stop(at)
                if i < last and stop.blocked:
                    return Fault("passes-blocked-stop", train=train.id, stop=at)
                seen.add(at)
                stops.append(stop)
                if junctions:
                    junctions = set()
            elif at in junctions:
                return Fault("junction-reused", train=train.id, segment=piece_id, junction=at)
            else:
                junctions.add(at)
    except KeyError:
        return Fault("unknown-stop", train=train.id, stop=stop_id)
    if kind != "stop":
        return Fault("ends-nowhere", train=train.id, segment=pieces[-1].id)
    return stops, crossings


def _first_end(pieces: Sequence[Segment]) -> str | None:
    """The stop at which the route begins; None when its first piece touches no stop."""
    near, far = pieces[0].ends
    if near[0] != "stop":
        return far[1] if far[0] == "stop" else None
    if (
        far[0] == "stop"
        and len(pieces) > 1
        and not any(end[0] == "stop" and end[1] == far[1] for end in pieces[1].ends)
    ):
        return far[1]
    return near[1]


def _road_fault(train: Train, stops: list[Stop], rules: RoadRules) -> Fault | None:
    """Rules 5, 6 and 7: enough stops, no group twice, an own token."""
    count = len(stops)
    if count < rules.minimum_stops and not (train.local and count == 1):
        return Fault("route-too-short", train=train.id, stops=count, minimum=rules.minimum_stops)
    own = False
    groups: set[str] | None = None
    for stop in stops:
        if stop.own:
            own = True
        if stop.groups and rules.groups_exclusive:
            if groups is None:
                groups = set()
            for name in stop.groups:
                if name in groups:
                    return Fault("group-revisited", train=train.id, stop=stop.id, group=name)
                groups.add(name)
    if not own:
        return Fault("no-own-token", train=train.id)
    return None


def _reach_fault(train: Train, stops: list[Stop], crossings: int) -> Fault | None:
    """Rules 11, 12 and 14: the train does not go too far."""
    reach = train.reach
    if reach.count == "rows":
        return _rows_fault(train, stops)
    limit = reach.limit
    if limit is None:
        return None
    if reach.count == "stops":
        count = 0
        for stop in stops:
            count += stop.cost
        if count > limit:
            return Fault("route-too-long", train=train.id, stops=count, limit=limit)
        return None
    if reach.count == "hex-edges":
        return Fault("route-too-long", train=train.id, hex_edges=crossings, limit=limit) if crossings > limit else None
    if reach.count == "hexes":
        hexes = crossings + 1
        return Fault("route-too-long", train=train.id, hexes=hexes, limit=limit) if hexes > limit else None
    cities = sum(stop.cost for stop in stops if stop.kind in ("city", "offboard"))
    if cities > limit:
        return Fault("route-too-long", train=train.id, cities=cities, limit=limit)
    if reach.count == "plus":
        count = sum(stop.cost for stop in stops)
        if count > limit + reach.plus:
            return Fault("route-too-long", train=train.id, stops=count, limit=limit + reach.plus)
    return None


def _rows_fault(train: Train, stops: list[Stop]) -> Fault | None:
    """Rule 12, as it is written: kinds named by fewer rows first, each eating its rows in order."""
    rows = train.reach.rows
    count: dict[str, int] = {}
    for stop in stops:
        count[stop.kind] = count.get(stop.kind, 0) + stop.cost
    left = [row.visit for row in rows]
    rows_of = {kind: [i for i, row in enumerate(rows) if kind in row.kinds] for kind in count}
    for kind in sorted(count, key=lambda kind: len(rows_of[kind])) if len(count) > 1 else count:
        need = count[kind]
        for i in rows_of[kind]:
            eaten = min(need, left[i])
            left[i] -= eaten
            need -= eaten
        if need > 0 or not rows_of[kind]:
            limit = sum(rows[i].visit for i in rows_of[kind])
            return Fault("route-too-long", train=train.id, kind=kind, stops=count[kind], limit=limit)
    return None


def _paid(train: Train, stops: list[Stop]) -> tuple[Paid, ...] | Fault:
    """Rule 13: the stops that are paid, in the order visited, so that the route earns most."""
    reach = train.reach
    type, multiplier = train.type, train.multiplier
    if reach.count != "rows":
        values = [(stop.values.get(type, stop.value) if stop.values else stop.value) * multiplier for stop in stops]
        if reach.pays is None or reach.pays >= len(stops):
            return tuple([Paid(stop.id, value) for stop, value in zip(stops, values, strict=True)])
        rows: tuple[Row, ...] = (Row(("city", "town", "halt", "offboard"), reach.pays, reach.pays),)
    else:
        rows = reach.rows
        values = []
        for stop in stops:
            for row in rows:
                if stop.kind in row.kinds:
                    values.append(stop.values.get(type, stop.value) * multiplier * row.multiplier)
                    break
        if _rows_pay(rows, [stop.kind for stop in stops]):
            return tuple([Paid(stop.id, value) for stop, value in zip(stops, values, strict=True)])
    best: tuple[int, ...] | None = None
    best_sum = -1
    for first in range(len(stops)) if train.requires_token else (-1,):
        if first >= 0 and not stops[first].own:
            continue
        chosen = _best_paying(rows, stops, values, first)
        if chosen is not None:
            earned = sum(values[i] for i in chosen)
            if earned > best_sum:
                best, best_sum = chosen, earned
    if best is None:
        return Fault("no-own-token-paid", train=train.id)
    return tuple([Paid(stops[i].id, values[i]) for i in best])


def _best_paying(rows: tuple[Row, ...], stops: list[Stop], values: list[int], first: int) -> tuple[int, ...] | None:
    """The stops to pay for the most money when ``first`` must be among them (-1: none must); None if it can't be.

    Sets of stops that fit the rows are the independent sets of a matroid, so taking the dearest that fits is best.
    """
    order = sorted(range(len(stops)), key=lambda i: (i != first, -values[i], i))
    chosen: list[int] = []
    for i in order:
        chosen.append(i)
        if not _rows_pay(rows, [stops[j].kind for j in chosen]):
            chosen.pop()
            if i == first:
                return None
    return tuple(sorted(chosen))


def _rows_pay(rows: tuple[Row, ...], kinds: list[str]) -> bool:
    """Whether each stop finds a row with room, by moving others along where that helps (bipartite matching)."""
    held: list[list[int]] = [[] for _ in rows]
    for i, kind in enumerate(kinds):
        for row, taken in zip(rows, held, strict=True):
            if kind in row.kinds and len(taken) < row.pay:
                taken.append(i)
                break
        else:
            break
    else:
        return True
    held = [[] for _ in rows]

    def place(i: int, tried: set[int]) -> bool:
        for r, row in enumerate(rows):
            if kinds[i] not in row.kinds or r in tried:
                continue
            tried.add(r)
            if len(held[r]) < row.pay:
                held[r].append(i)
                return True
            for k, other in enumerate(held[r]):
                if place(other, tried):
                    held[r][k] = i
                    return True
        return False

    return all(place(i, set()) for i in range(len(kinds)))
