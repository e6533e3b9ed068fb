"""The reference of the route benchmarks: every route there is, each train's list by value, the lists combined.

This is how a route program is usually written, on the same contracted graph as our solver has and with as much care as
its plan allows: routes are walked depth first from every stop, a set of track is one int, a walk that no train can make
is left at once, a route is listed from one of its ends only, trains that differ only in how far they go share a walk,
and a list is left when what it still has plus the best of the lists after it beats nothing. It knows the kinds of
trains that the position files have, and no bonuses.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from open18xx.routes import Network, Stop, Train
from open18xx.routes.contract import BROAD, NARROW, Graph, Wishes, contract
from open18xx.routes.work import Meter

# Routes listed at most, or the list outgrows the memory. The walk then goes on without listing: its time still counts.
MOST_ROUTES = 3_000_000
# Steps between two looks at the clock.
PATIENCE = 1024
# Chains walked from a stop: none is to be left out, as the solver does when there are many.
ALL_CHAINS = 10**9


class Plain(NamedTuple):
    """What plain enumeration found; None when it did not finish: ``seconds`` (of the CPU) are then a lower limit."""

    value: int | None
    seconds: float
    routes: int


# Value, track taken, and what of each limit is spent (a field of the int each).
_Route = tuple[int, int, int]
# Bits taken, where to, value, cost of a step; whether the route ends there.
_Step = tuple[int, int, int, int, bool]
# What the stops visited pay, given as bits; None when the train may not run so.
_Pays = Callable[[int], int | None]


class _Limit(NamedTuple):
    per_stop: tuple[int, ...]
    crossings: bool


class _Shape(NamedTuple):
    """Trains of one shape walk the same routes for the same money, only not as far."""

    values: tuple[int, ...]
    gauge: str | None
    limits: tuple[_Limit, ...]
    best_of: tuple[tuple[frozenset[str], int], ...]
    requires_token: bool


class _Clock:
    def __init__(self, cap: float) -> None:
        self.began = time.process_time()
        self.end = self.began + cap

    def look(self) -> None:
        if time.process_time() > self.end:
            raise TimeoutError


def plain(network: Network, trains: Iterable[Train], cap: float = 60.0, *, alike_once: bool = False) -> Plain:
    """The best that these trains earn together, by plain enumeration; given up after ``cap`` seconds of the CPU.

    ``alike_once`` is one step beyond plain: alike trains take routes in the order of their list, not in every order.
    Raises ``ValueError`` for a train of a kind that the position files don't have.
    """
    clock = _Clock(cap)
    roster = list(trains)
    routes = 0
    value: int | None = None
    try:
        graph = contracted(network, roster)
        lists, routes, whole = _lists(graph, roster, clock)
        if whole:
            value = _combined(lists, alike_once, clock)
    except TimeoutError:
        pass
    return Plain(value, time.process_time() - clock.began, routes)


def contracted(network: Network, trains: list[Train]) -> Graph:
    """The graph as the solver has it for these trains under the base rules."""
    limits = [train.reach.limit if train.reach.count == "stops" else None for train in trains]
    bounded = [limit for limit in limits if limit is not None]
    whole = len(bounded) == len(limits) and all(stop.cost for stop in network.stops.values())
    most_stops = max(bounded, default=0) if whole else None
    return contract(network, Wishes(most_stops, sparse=len(trains) > 1), Meter(), ALL_CHAINS)


# -- trains as numbers


def _shape_of(train: Train, stops: list[Stop]) -> tuple[_Shape, tuple[int, ...]]:
    """The shape of a train, and how much it has of each limit."""
    reach = train.reach
    if train.calls or train.apart or reach.double:
        raise ValueError(f"train {train.id}: plain enumeration does not know this kind")
    costs = tuple(stop.cost for stop in stops)
    counted = tuple(stop.cost if stop.kind in ("city", "offboard") else 0 for stop in stops)
    limits: list[_Limit] = []
    most: list[int] = []
    pays: tuple[tuple[frozenset[str], int], ...] = ()
    factor = dict.fromkeys(("city", "town", "halt", "offboard"), train.multiplier)
    if reach.count == "rows":
        rows = reach.rows
        named = [kind for row in rows for kind in row.kinds]
        if len(set(named)) < len(named):
            raise ValueError(f"train {train.id}: plain enumeration does not know rows that share a kind")
        factor = {kind: row.multiplier * train.multiplier for row in rows for kind in row.kinds}
        for row in rows:
            limits.append(_Limit(tuple(stop.cost if stop.kind in row.kinds else 0 for stop in stops), False))
            most.append(row.visit)
        if any(row.pay < row.visit for row in rows) or not all(costs):
            pays = tuple((frozenset(row.kinds), row.pay) for row in rows)
    elif reach.limit is not None:
        if reach.count in ("hexes", "hex-edges"):
            limits, most = [_Limit((0,) * len(stops), True)], [reach.limit - (reach.count == "hexes")]
        else:
            limits, most = [_Limit(costs if reach.count == "stops" else counted, False)], [reach.limit]
        if reach.count == "plus":
            limits.append(_Limit(costs, False))
            most.append(reach.limit + reach.plus)
    if reach.pays is not None:
        pays = ((frozenset(factor), reach.pays),)
    values = tuple(
        stop.values.get(train.type, stop.value) * factor[stop.kind] if stop.kind in factor else -1 for stop in stops
    )
    return _Shape(values, train.gauge, tuple(limits), pays, bool(pays) and train.requires_token), tuple(most)


def _payment(shape: _Shape, stops: list[Stop]) -> _Pays | None:
    """How a train is paid that does not pay all it visits (rule 13); None for one that does."""
    if not shape.best_of:
        return None
    values = shape.values
    best_first = sorted(range(len(stops)), key=lambda i: (-values[i], not stops[i].own))
    rows = [([i for i in best_first if stops[i].kind in kinds], pay) for kinds, pay in shape.best_of]

    def pays(visited: int) -> int | None:
        total, token, loss = 0, not shape.requires_token, -1
        for ranked, pay in rows:
            here = [i for i in ranked if visited >> i & 1]
            for i in here[:pay]:
                total += values[i]
                token = token or stops[i].own
            # a token among those not paid may stand instead of the last one paid
            for i in here[pay:] if pay else ():
                if stops[i].own and (loss < 0 or values[here[pay - 1]] - values[i] < loss):
                    loss = values[here[pay - 1]] - values[i]
        if token:
            return total
        return total - loss if loss >= 0 else None

    return pays


# -- all routes


@dataclass(slots=True)
class _Packed:
    """Limits as fields of one int: ``left & guards == guards`` as long as none is broken."""

    guards: int
    per_stop: list[int]
    per_crossing: int
    at: list[int]

    def allowance(self, most: Iterable[int]) -> int:
        return self.guards + sum(some << at for some, at in zip(most, self.at, strict=True))


def _packed(shape: _Shape, widest: Iterable[int], graph: Graph) -> _Packed:
    packed = _Packed(0, [0] * len(graph.stops), 0, [])
    at = 0
    for limit, most in zip(shape.limits, widest, strict=True):
        total = sum(limit.per_stop) + (sum(edge.crossings for edge in graph.edges) if limit.crossings else 0)
        packed.at.append(at)
        for i, cost in enumerate(limit.per_stop):
            packed.per_stop[i] |= cost << at
        packed.per_crossing |= limit.crossings << at
        at += max(most, total).bit_length() + 1
        packed.guards |= 1 << at
        at += 1
    return packed


def _lists(graph: Graph, trains: list[Train], clock: _Clock) -> tuple[list[list[_Route]], int, bool]:
    """A list for each train, best route first (alike trains share one); how many were walked; whether all are kept."""
    shapes: dict[_Shape, dict[tuple[tuple[int, ...], bool], list[Train]]] = {}
    for train in trains:
        shape, most = _shape_of(train, graph.stops)
        shapes.setdefault(shape, {}).setdefault((most, train.local), []).append(train)
    lists: list[list[_Route]] = []
    walked, whole = 0, True
    for shape, kinds in shapes.items():
        widest = [max(some) for some in zip(*(most for most, _ in kinds), strict=True)]
        packed = _packed(shape, widest, graph)
        found, count = _all_routes(graph, shape, packed, packed.allowance(widest), clock)
        walked += count
        whole = whole and len(found) == count
        guards = packed.guards
        for (most, local), alike in kinds.items():
            allowed = packed.allowance(most)
            routes = [route for route in found if (allowed - route[2]) & guards == guards]
            if local:
                for i in graph.roots:
                    if shape.values[i] >= 0 and (allowed - packed.per_stop[i]) & guards == guards:
                        routes.append((shape.values[i], 0, packed.per_stop[i]))
            routes.sort(reverse=True)
            clock.look()
            lists += [routes] * len(alike)
    return lists, walked, whole


def _steps(graph: Graph, shape: _Shape, packed: _Packed) -> tuple[list[list[_Step]], list[list[_Step]]]:
    """The steps from each stop: as the first of a route, and later on."""
    forbidden = {"broad": NARROW, "narrow": BROAD}.get(shape.gauge or "", 0)
    stops, values = graph.stops, shape.values
    first: list[list[_Step]] = [[] for _ in stops]
    later: list[list[_Step]] = [[] for _ in stops]
    for edge in graph.edges:
        for a, b, ends_at_a, ends_at_b in (
            (edge.u, edge.v, edge.ends_at_u, edge.ends_at_v),
            (edge.v, edge.u, edge.ends_at_v, edge.ends_at_u),
        ):
            if edge.gauges & forbidden or values[a] < 0 or values[b] < 0:
                continue
            cost = packed.per_stop[b] + packed.per_crossing * edge.crossings
            step = (edge.bits | graph.stop_bits[b], b, values[b], cost, ends_at_b or stops[b].blocked)
            first[a].append(step)
            if not ends_at_a:
                later[a].append(step)
    return first, later


def _all_routes(
    graph: Graph, shape: _Shape, packed: _Packed, allowance: int, clock: _Clock
) -> tuple[list[_Route], int]:
    """Every route of two stops or more with a token on it; and their number, which is more when they were not kept."""
    first, later = _steps(graph, shape, packed)
    guards, shift = packed.guards, graph.shift
    own = sum(1 << i for i in graph.roots)
    pays = _payment(shape, graph.stops)
    found: list[_Route] = []
    patience, kept, dropped = PATIENCE, True, 0
    start = 0

    def walk(steps: list[_Step], taken: int, value: int, left: int) -> None:
        nonlocal patience, kept, dropped
        for bits, to, gain, cost, ends in steps:
            if taken & bits:
                continue
            still = left - cost
            if still & guards != guards:
                continue
            now = taken | bits
            if to > start and now & own:
                earned: int | None = value + gain
                if pays is not None:
                    earned = pays(now)
                if earned is not None:
                    found.append((earned, now >> shift, allowance - still))
            if not ends:
                walk(later[to], now, value + gain, still)
        patience -= 1
        if not patience:
            patience = PATIENCE
            clock.look()
            kept = kept and len(found) <= MOST_ROUTES
            if not kept:
                dropped += len(found)
                found.clear()

    for start, steps in enumerate(first):
        if steps:
            walk(steps, graph.stop_bits[start], shape.values[start], allowance - packed.per_stop[start])
    return found, dropped + len(found)


# -- all trains together


def _combined(lists: list[list[_Route]], alike_once: bool, clock: _Clock) -> int:
    """The most that one route from each list can earn together, none taking the track of another."""
    lists = sorted((routes for routes in lists if routes), key=lambda routes: (-routes[0][0], id(routes)))
    rest = [0] * (len(lists) + 1)
    for turn in range(len(lists) - 1, -1, -1):
        rest[turn] = rest[turn + 1] + lists[turn][0][0]
    best, patience = 0, PATIENCE

    def choose(turn: int, begin: int, used: int, value: int) -> None:
        nonlocal best, patience
        if turn == len(lists):
            best = max(best, value)
            return
        routes, more = lists[turn], rest[turn + 1]
        alike = alike_once and turn + 1 < len(lists) and lists[turn + 1] is routes
        for at in range(begin, len(routes)):
            gain, track, _ = routes[at]
            if value + gain + more <= best:
                break
            patience -= 1
            if not patience:
                patience = PATIENCE
                clock.look()
            if not track & used:
                choose(turn + 1, at + bool(track) if alike else 0, used | track, value + gain)
        if value + more > best:
            choose(turn + 1, len(routes) if alike else 0, used, value)

    choose(0, 0, 0, 0)
    return best
