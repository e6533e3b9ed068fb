"""Is this set of routes legal, and what does it earn? The independent judge of routes that somebody else found.

The checker walks the segments as they are given and looks nothing up but those. It shares no code with the solver, so
that each can be tested against the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from open18xx.routes.bonuses import NO_BONUSES, Bonuses
from open18xx.routes.network import Ground, Segment, Stop
from open18xx.routes.scoring import BonusPaid, Fault, Journey, Paid, RouteScore, Score, paid_stops, scored, worth
from open18xx.routes.trains import RoadRules, Train

__all__ = ["BonusPaid", "Fault", "Paid", "Route", "RouteScore", "Score", "score"]

_DEFAULT_RULES = RoadRules()


@dataclass(frozen=True, slots=True)
class Route:
    """The path of one train: ids of segments in the order travelled, each used whole.

    ``stop`` is for a local train that runs at one stop; then there are no segments. Where all segments join the same
    two stops directly they do not say at which of these the train starts: the one that earns more is meant.
    """

    train: str
    segments: tuple[str, ...]
    stop: str = ""


class _Taken:
    """What the trains of one corporation have used together: rules 16, 17 and 18."""

    __slots__ = ("crossings", "keys", "segments")

    def __init__(self) -> None:
        self.crossings: set[str] = set()
        self.segments: set[str] = set()
        self.keys: set[str] = set()

    def copy(self) -> _Taken:
        other = _Taken()
        other.add(self)
        return other

    def add(self, other: _Taken) -> None:
        self.crossings |= other.crossings
        self.segments |= other.segments
        self.keys |= other.keys


def score(
    ground: Ground,
    trains: Iterable[Train],
    routes: Iterable[Route],
    rules: RoadRules = _DEFAULT_RULES,
    bonuses: Bonuses = NO_BONUSES,
) -> Score | Fault:
    """The score of ``routes`` run together by ``trains``, or the first fault found.

    Never raises on bad routes (a title's own rule that breaks its own bound does). Time grows with the number of
    segments; nothing is built for the ground as a whole.
    """
    train_of = {train.id: train for train in trains}
    running: set[str] = set()
    taken = _Taken()
    plain = rules.node_reuse == "once-per-route" and not bonuses
    scores: list[RouteScore] = []
    total = 0
    readings: list[list[Journey]] = []
    for route in routes:
        train = train_of.get(route.train)
        if train is None:
            return Fault("unknown-train", train=route.train)
        if route.train in running:
            return Fault("train-used-twice", train=route.train)
        running.add(route.train)
        if not plain:
            found = _readings(ground, train, route, taken, rules)
            if isinstance(found, Fault):
                return found
            readings.append(found)
            continue
        stops = _legal(ground, train, route, taken, rules)
        if isinstance(stops, Fault):
            return stops
        paid = paid_stops(train, stops, rules.own_token and train.requires_token)
        if isinstance(paid, Fault):
            return paid
        revenue = 0
        for item in paid:
            revenue += item.value
        total += revenue
        scores.append(RouteScore(train.id, revenue, tuple([stop.id for stop in stops]), paid))
    if not plain:
        return _best_reading(readings, rules, bonuses)
    return Score(total, tuple(scores))


def _best_reading(readings: list[list[Journey]], rules: RoadRules, bonuses: Bonuses) -> Score | Fault:
    """The score of the routes, read so that they earn most where they may be read in two ways."""
    best: Score | Fault | None = None
    for journeys in product(*readings):
        outcome = scored(journeys, rules, bonuses)
        if (
            best is None
            or isinstance(best, Fault)
            or (
                not isinstance(outcome, Fault)
                and worth(outcome.total, outcome.treasury, rules) > worth(best.total, best.treasury, rules)
            )
        ):
            best = outcome
    assert best is not None, "every route has a reading"
    return best


def _readings(ground: Ground, train: Train, route: Route, taken: _Taken, rules: RoadRules) -> list[Journey] | Fault:
    """The route, from each end that it may start at: nearly always one way, two for tracks between the same stops."""
    before = taken.copy()
    stops = _legal(ground, train, route, taken, rules)
    found = [] if isinstance(stops, Fault) else [Journey(train, route.segments, tuple(stops))]
    try:
        starts = _starts([ground.segment(id) for id in route.segments]) if route.segments else ()
    except KeyError:
        starts = ()
    if len(starts) == 2:
        turned = _legal(ground, train, route, before, rules, starts[1])
        if not isinstance(turned, Fault):
            taken.add(before)
            found.append(Journey(train, route.segments, tuple(turned)))
    if isinstance(stops, Fault) and not found:
        return stops
    return found


def _legal(
    ground: Ground, train: Train, route: Route, taken: _Taken, rules: RoadRules, start: str = ""
) -> list[Stop] | Fault:
    """The stops in the order visited, or why this train may not run there; takes the track."""
    visited = _walk(ground, train, route, taken, rules, start) if route.segments else _single_stop(ground, train, route)
    if isinstance(visited, Fault):
        return visited
    stops, crossings = visited
    if train.reach.double is not None or rules.gauge_change == "at-stops":
        weighed = _chains(ground, train, route, rules)
        if isinstance(weighed, Fault):
            return weighed
        crossings += weighed
    return _road_fault(train, stops, rules) or _reach_fault(train, stops, crossings) or stops


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


def _walk(
    ground: Ground, train: Train, route: Route, taken: _Taken, rules: RoadRules, start: str
) -> tuple[list[Stop], int] | Fault:
    """Stops in the order visited and number of hexsides crossed, taking the track; or why one can't walk there.

    ``start``: the stop to start at where the segments leave that open.
    """
    if route.stop:
        return Fault("stop-and-segments", train=train.id, stop=route.stop)
    pieces: list[Segment] = []
    segment = ground.segment
    try:
        for id in route.segments:
            pieces.append(segment(id))
    except KeyError:
        return Fault("unknown-segment", train=train.id, segment=id)
    last = len(pieces) - 1
    used_segments, used_crossings, used_keys = taken.segments, taken.crossings, taken.keys
    starts = _starts(pieces)
    if not starts:
        return Fault("starts-nowhere", train=train.id, segment=pieces[0].id)
    stop_id = start or starts[0]
    once = rules.node_reuse == "once-per-route"
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
                    if once:
                        return Fault("stop-revisited", train=train.id, stop=at)
                    if at == stop_id:
                        return Fault("straight-back", train=train.id, stop=at)
                stop_id = at
                stop = ground.stop(at)
                if i < last and stop.blocked and train.calls.get(at) != "pass":
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


def _starts(pieces: Sequence[Segment]) -> tuple[str, ...]:
    """The stops at which the route may begin: none, one, or two when all its pieces join the same two stops."""
    near, far = pieces[0].ends
    if near[0] != "stop":
        return (far[1],) if far[0] == "stop" else ()
    if far[0] != "stop" or near[1] == far[1]:
        return (near[1],)
    for i in range(1, len(pieces)):
        touched = {end[1] for end in pieces[i].ends if end[0] == "stop" and end[1] in (near[1], far[1])}
        if len(touched) < 2:
            # a train that starts at the near end stands at the far end after an odd number of pieces
            begins_far = touched == {near[1] if i % 2 else far[1]}
            return (far[1],) if begins_far else (near[1],)
    return near[1], far[1]


def _chains(ground: Ground, train: Train, route: Route, rules: RoadRules) -> int | Fault:
    """How many more than one each the crossings count, or why a chain (from stop to stop) may not change gauge.

    The route has been walked, so that each of its chains is a run of pieces up to one that ends at a stop.
    """
    more = crossings = ends = 0
    gauges: set[str] = set()
    for id in route.segments:
        piece = ground.segment(id)
        gauges.add(piece.gauge)
        if rules.gauge_change == "at-stops" and {"broad", "narrow"} <= gauges:
            return Fault("gauge-change", train=train.id, segment=id, gauges=("broad", "narrow"))
        for kind, _, _ in piece.ends:
            crossings += kind == "edge"
            ends += kind == "stop"
        if ends == 2:
            if train.reach.double in gauges:
                more += crossings // 2
            crossings = ends = 0
            gauges = set()
    return more


def _road_fault(train: Train, stops: list[Stop], rules: RoadRules) -> Fault | None:
    """Rules 5, 6 and 7: enough different stops, where the train calls, no group twice, an own token."""
    minimum = rules.minimum_stops
    if minimum > 2 or len(stops) < 2:
        count = len({stop.id for stop in stops})
        if count < minimum and not (train.local and len(stops) == 1):
            return Fault("route-too-short", train=train.id, stops=count, minimum=minimum)
    if train.calls or train.apart:
        fault = _calls_fault(train, stops)
        if fault is not None:
            return fault
    own = False
    groups: dict[str, str] | None = None
    for stop in stops:
        if stop.own:
            own = True
        if stop.groups and rules.groups_exclusive:
            if groups is None:
                groups = {}
            for name in stop.groups:
                if groups.setdefault(name, stop.id) != stop.id:
                    return Fault("group-revisited", train=train.id, stop=stop.id, group=name)
    if not own and rules.own_token:
        return Fault("no-own-token", train=train.id)
    return None


def _calls_fault(train: Train, stops: list[Stop]) -> Fault | None:
    """What is not allowed to this train alone."""
    for i, stop in enumerate(stops):
        call = train.calls.get(stop.id)
        if call == "never":
            return Fault("no-call", train=train.id, stop=stop.id)
        if call == "end" and 0 < i < len(stops) - 1:
            return Fault("passes-blocked-stop", train=train.id, stop=stop.id)
    for place in train.apart:
        called = sorted({stop.id for stop in stops if stop.id in place})
        if len(called) > 1:
            return Fault("not-apart", train=train.id, stops=tuple(called))
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
    """Rule 12, as it is written: kinds named by fewer rows first, each eating its rows in order.

    Of kinds with equally many rows the one named by an earlier row eats first, so that the direction of travel does
    not matter.
    """
    rows = train.reach.rows
    count: dict[str, int] = {}
    for stop in stops:
        count[stop.kind] = count.get(stop.kind, 0) + stop.cost
    left = [row.visit for row in rows]
    rows_of = {kind: [i for i, row in enumerate(rows) if kind in row.kinds] for kind in count}
    for kind in sorted(count, key=lambda kind: (len(rows_of[kind]), rows_of[kind])) if len(count) > 1 else count:
        need = count[kind]
        for i in rows_of[kind]:
            eaten = min(need, left[i])
            left[i] -= eaten
            need -= eaten
        if need > 0 or not rows_of[kind]:
            limit = sum(rows[i].visit for i in rows_of[kind])
            return Fault("route-too-long", train=train.id, kind=kind, stops=count[kind], limit=limit)
    return None
