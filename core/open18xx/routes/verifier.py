"""Is the answer really the best? Checks what the solver claims by pricing and listing routes again, in a plainer way.

The verifier trusts nothing but the checker, which says what given routes earn. It shares no code with the solver. What
it leaves out it leaves out with a reason, and the reason stands where it is done. When its work runs out it says so.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import accumulate, combinations, permutations
from operator import or_
from typing import NamedTuple, Protocol

from open18xx.routes.bonuses import NO_BONUSES, Bonus, Bonuses, Extra
from open18xx.routes.certificate import FIRST, Certificate, Resource
from open18xx.routes.checker import Fault, Route, RouteScore, Score, score
from open18xx.routes.network import End, Network, Segment, Stop, StopKind
from open18xx.routes.trains import Reach, RoadRules, Row, Train

_DEFAULT_RULES = RoadRules()
_KINDS: tuple[StopKind, ...] = ("city", "town", "halt", "offboard")

# What a title's rule may give that says nothing about how much: more than any prices and values of a game add up to.
_NO_LIMIT = 10**15

# One call of the checker is counted as so many steps of a walk.
_CHECK = 40

# So many arms are tried as partners of an arm one by one before those that fit are worked out for all at once.
_TRIES = 200

# So many sets are kept at most of routes that fall short by so much or less.
_STEPS = 256


class Claim(Protocol):
    """What a solver says; its ``Result`` is one.

    ``value`` is what ``routes`` earn (with the treasury's money where the objective is the sum), ``treasury`` the money
    for the treasury. ``upper_bound``: no set of routes has a greater value; None claims nothing. ``proven``: the value
    is the upper bound and, where revenue comes first, no set of routes with that revenue has more for the treasury.
    """

    @property
    def value(self) -> int: ...

    @property
    def treasury(self) -> int: ...

    @property
    def routes(self) -> tuple[Route, ...]: ...

    @property
    def upper_bound(self) -> int | None: ...

    @property
    def proven(self) -> bool: ...

    @property
    def certificate(self) -> Certificate: ...


@dataclass(frozen=True, slots=True)
class Doubt:
    """What is wrong with a claim: a code, the number claimed and the number found.

    ============================ =======================================================================================
    not-whole                    a figure or a price that is not a whole number
    routes-illegal               ``fault`` is what the checker says
    value-wrong                  the routes earn another value
    treasury-wrong               the routes bring the treasury another sum
    bound-too-low                the ``routes`` (other ones, or those of the claim) have a value above the upper bound
    treasury-not-the-most        the ``routes`` earn the value too, and more for the treasury
    proven-without-cause         the value is not the upper bound
    price-negative               of ``resource``
    price-of-nothing             no such ``resource``
    certificate-bound-too-low    prices and best priced routes add up to more, in units of the objective
    ============================ =======================================================================================
    """

    code: str
    claimed: int | None = None
    found: int | None = None
    fault: Fault | None = None
    resource: Resource | None = None
    routes: tuple[Route, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the verifier makes of a claim.

    ``undecided``: the work ran out before everything was checked. ``bound``: no set of routes has a greater value, by
    prices alone; None when it did not come to that. ``work`` is the work done, in steps of a walk.
    """

    doubts: tuple[Doubt, ...]
    undecided: bool
    work: int
    bound: int | None

    @property
    def ok(self) -> bool:
        """The claim holds in every part."""
        return not self.doubts and not self.undecided


def verify(
    network: Network,
    trains: Iterable[Train],
    claim: Claim,
    rules: RoadRules = _DEFAULT_RULES,
    bonuses: Bonuses = NO_BONUSES,
    *,
    work: int = 30_000_000,
) -> Verdict:
    """What is to be said against the claim that these are the best routes.

    Certain both ways unless ``undecided``. About a million units of ``work`` are done in a second. Raises
    ``ValueError`` when trains share an id, and when a title's own rule breaks its word.
    """
    roster = tuple(trains)
    if len({train.id for train in roster}) < len(roster):
        raise ValueError(f"trains share an id: {', '.join(train.id for train in roster)}")
    case = _Case(network, roster, claim, rules, bonuses, work)
    try:
        case.examine()
    except _OutOfWorkError:
        return Verdict(tuple(case.doubts), True, case.meter.used, case.bound)
    return Verdict(tuple(case.doubts), False, case.meter.used, case.bound)


class _OutOfWorkError(Exception):
    """The work that was granted is done."""


class _Meter:
    __slots__ = ("granted", "used")

    def __init__(self, granted: int) -> None:
        self.granted = granted
        self.used = 0

    def take(self, steps: int) -> None:
        self.used += steps
        if self.used > self.granted:
            raise _OutOfWorkError


# -- track


class _Chain(NamedTuple):
    """Track from one stop to the next. ``head`` and ``tail``: its first and last piece is terminal track."""

    to: int
    bits: int
    price: int
    segments: tuple[str, ...]
    gauges: frozenset[str]
    crossings: int
    head: bool
    tail: bool


class _Path(NamedTuple):
    """The beginning of a chain, up to ``at``."""

    at: End
    taken: int
    price: int
    pieces: tuple[Segment, ...]
    joints: frozenset[str]
    crossings: int


class _Road:
    """Stops and resources as bits of one number, prices, and all chains.

    A piece of track with an end at a crossing gets no lasting bit: whoever uses it uses the crossing, so two routes
    that share it share the crossing as well.
    """

    def __init__(
        self, network: Network, rules: RoadRules, bonuses: Bonuses, prices: Mapping[Resource, int], meter: _Meter
    ) -> None:
        self.network = network
        self.rules = rules
        self.meter = meter
        self.stops = tuple(network.stops.values())
        self.index = {stop.id: i for i, stop in enumerate(self.stops)}
        self.resources = _resources(network, bonuses)
        self.bit = {resource: 1 << len(self.stops) + i for i, resource in enumerate(self.resources)}
        self.prices = {resource: prices.get(resource, 0) for resource in self.resources}
        self.shared = sum(self.bit.values())
        self.lasting = self.shared
        self.touching: dict[tuple[str, str], list[tuple[Segment, End, End]]] = {}
        for segment in network.segments.values():
            one, other = segment.ends
            if "edge" in (one.kind, other.kind):
                self.lasting &= ~self.bit[Resource("segment", segment.id)]
            for near, far in ((one, other), (other, one)):
                self.touching.setdefault((near.kind, near.id), []).append((segment, near, far))
        self.chains = [list(self._chains_from(stop.id)) for stop in self.stops]

    def _chains_from(self, start: str) -> Iterator[_Chain]:
        waiting = [_Path(End("stop", start), 0, 0, (), frozenset(), 0)]
        while waiting:
            path = waiting.pop()
            pieces = self.touching.get((path.at.kind, path.at.id), [])
            self.meter.take(1 + len(pieces))
            for segment, near, far in pieces:
                longer = self._walked(path, segment, near, far)
                if longer is None:
                    continue
                if far.kind != "stop":
                    waiting.append(longer)
                elif far.id != start:
                    yield self._chain(longer)

    def _walked(self, path: _Path, segment: Segment, near: End, far: End) -> _Path | None:
        """The path with one more piece; None where that can't be part of any chain."""
        if segment.terminal and ("junction" in (near.kind, far.kind) or (path.pieces and far.kind != "stop")):
            return None
        used = [Resource("segment", segment.id)]
        if segment.key is not None:
            used.append(Resource("key", segment.key))
        crossings = path.crossings
        if near.kind == "edge":
            if near.side == path.at.side or _breaks(path.pieces[-1], segment):
                return None
            used.append(Resource("crossing", near.id))
            crossings += 1
        pieces = (*path.pieces, segment)
        if self.rules.gauge_change == "at-stops" and {"broad", "narrow"} <= {piece.gauge for piece in pieces}:
            return None
        joints = path.joints
        if far.kind == "junction":
            if far.id in joints:
                return None
            joints = joints | {far.id}
        taken, price = path.taken, path.price
        for resource in used:
            if taken & self.bit[resource]:
                return None
            taken |= self.bit[resource]
            price += self.prices[resource]
        return _Path(far, taken, price, pieces, joints, crossings)

    def _chain(self, path: _Path) -> _Chain:
        pieces = path.pieces
        return _Chain(
            to=self.index[path.at.id],
            bits=path.taken & self.lasting,
            price=path.price,
            segments=tuple([piece.id for piece in pieces]),
            gauges=frozenset(piece.gauge for piece in pieces),
            crossings=path.crossings,
            head=pieces[0].terminal,
            tail=pieces[-1].terminal,
        )


def _resources(network: Network, bonuses: Bonuses) -> tuple[Resource, ...]:
    """Everything that only one route may use, each once."""
    segments = network.segments.values()
    found = [Resource("segment", segment.id) for segment in segments]
    found += [Resource("key", segment.key) for segment in segments if segment.key is not None]
    found += [Resource("crossing", end.id) for segment in segments for end in segment.ends if end.kind == "edge"]
    found += [Resource("bonus", row.id) for row in bonuses.rows if row.scope == "corporation"]
    return tuple(dict.fromkeys(found))


def _breaks(before: Segment, after: Segment) -> bool:
    return before.gauge != after.gauge and "dual" not in (before.gauge, after.gauge)


# -- how far a train goes


class _Count(NamedTuple):
    """One number that a train may not exceed: of visits, each at a cost, or of hexsides."""

    costs: tuple[int, ...]
    crossings: bool
    most: int


def _counts(reach: Reach, stops: tuple[Stop, ...]) -> list[_Count]:
    """What every route within reach keeps to; a few that keep to it may be out of reach, as the checker says."""
    if reach.count == "rows":
        return list(_row_counts(reach.rows, stops))
    if reach.limit is None:
        return []
    free = tuple([0] * len(stops))
    everywhere = tuple([stop.cost for stop in stops])
    cities = tuple([stop.cost if stop.kind in ("city", "offboard") else 0 for stop in stops])
    match reach.count:
        case "stops":
            return [_Count(everywhere, False, reach.limit)]
        case "cities":
            return [_Count(cities, False, reach.limit)]
        case "plus":
            return [_Count(cities, False, reach.limit), _Count(everywhere, False, reach.limit + reach.plus)]
        case "hexes":
            return [_Count(free, True, reach.limit - 1)]
        case _:
            return [_Count(free, True, reach.limit)]


def _row_counts(rows: tuple[Row, ...], stops: tuple[Stop, ...]) -> Iterator[_Count]:
    """Stops of some kinds eat visits of the rows that name one of these kinds, so they can't be more than those."""
    present = [kind for kind in _KINDS if any(stop.kind == kind for stop in stops)]
    for size in range(1, len(present) + 1):
        for kinds in combinations(present, size):
            most = sum(row.visit for row in rows if set(row.kinds) & set(kinds))
            yield _Count(tuple([stop.cost if stop.kind in kinds else 0 for stop in stops]), False, most)


class _Allowance:
    """All counts of a train in one number, each in a field of its own.

    ``start`` fills every field so far that its two highest bits stay clear just as long as the count is kept to; a
    field has room for three times its limit, which is what two arms and one more step can amount to.
    """

    def __init__(self, counts: list[_Count], stops: int) -> None:
        self.start = 0
        self.over = 0
        self.visit = [0] * stops
        self.crossing = 0
        at = 0
        for count in counts:
            most = max(count.most, 0)
            size = most.bit_length()
            self.start |= ((1 << size) - 1 - most) << at
            self.over |= 3 << size + at
            for i, cost in enumerate(count.costs):
                self.visit[i] |= min(cost, most + 1) << at
            if count.crossings:
                self.crossing |= 1 << at
            at += size + 2

    def most_of(self, crossings: int, double: bool) -> int:
        return self.crossing * (2 * crossings if double else crossings)


# -- one kind of train


class _Arm(NamedTuple):
    """The way from a token outwards: ``worth`` is what it earns at most less prices, the token's stop not counted.

    ``has`` are the stops and resources on it, ``clash`` what the other arm may not have. ``sole``: there can't be
    another arm. ``way`` is the arm it prolongs, with the chain that does it.
    """

    worth: int
    clash: int
    has: int
    used: int
    sole: bool
    way: _Way | None


class _Way(NamedTuple):
    before: _Way | None
    chain: _Chain


class _Leg(NamedTuple):
    """A chain as one train sees it."""

    to: int
    bits: int
    price: int
    used: int
    chain: _Chain


class _Candidate(NamedTuple):
    """A route that may be legal, its stops, its resources and their prices."""

    route: Route
    stops: int
    bits: int
    price: int


class _Kind:
    """Trains that can run the same routes for the same money, and what their routes earn at most, stop by stop.

    The worth of a route is never more than ``more`` plus the worth of its stops (``first``, or ``again`` where it comes
    back) less its prices:

    * With a limit on the stops paid, take any threshold for each row. Every stop paid from the row earns the threshold,
      of which there are not more than the row pays, and what it is worth beyond it; ``more`` has the thresholds.
    * A bonus for a pair or group is counted at each stop of one of its places: who earns it calls there.
    * A bonus that only one route may claim is counted with its price taken off, if anything is left of it.
    """

    def __init__(self, case: _Case, road: _Road, train: Train, rows: tuple[int, ...], paid: RouteScore | None) -> None:
        self.case = case
        self.road = road
        self.train = train
        self.meter = road.meter
        self.repeat = road.rules.node_reuse == "repeatable"
        self.each = self.repeat and road.rules.revisits == "pay-each"
        self.allowance = _Allowance(_counts(train.reach, road.stops), len(road.stops))
        self.never = 0
        self.ends = 0
        for i, stop in enumerate(road.stops):
            call = train.calls.get(stop.id)
            if call == "never":
                self.never |= 1 << i
            elif call == "end" or (stop.blocked and call != "pass"):
                self.ends |= 1 << i
        self.apart = self._apart()
        self.more = 0
        self.first: list[int] = []
        self._value_stops(rows, paid)
        self.again = self.first if self.each else [0] * len(road.stops)
        self.legs = self._legs()
        self.gain = self._gains()
        self.need = 0

    def _apart(self) -> list[int]:
        """For each stop the others that may not be on a route with it."""
        road = self.road
        sets = [{road.index[id] for id in some if id in road.index} for some in self.train.apart]
        if road.rules.groups_exclusive:
            names = {name for stop in road.stops for name in stop.groups}
            sets += [{i for i, stop in enumerate(road.stops) if name in stop.groups} for name in sorted(names)]
        apart = [0] * len(road.stops)
        for some in sets:
            bits = sum(1 << i for i in some)
            for i in some:
                apart[i] |= bits & ~(1 << i)
        return apart

    def _value_stops(self, rows: tuple[int, ...], paid: RouteScore | None) -> None:
        train, stops, scale = self.train, self.road.stops, self.case.scale
        value = [
            stop.values.get(train.type, stop.value) * train.multiplier * _row_multiplier(train.reach, stop) * scale
            for stop in stops
        ]
        called = [0] * len(stops)
        for row, amount in zip(self.case.bonuses.rows, rows, strict=True):
            place = min(row.places, key=len)
            most = amount * (scale if row.to == "revenue" else 1)
            if row.scope == "corporation":
                most = max(0, most - self.road.prices[Resource("bonus", row.id)])
            for i, stop in enumerate(stops):
                if stop.id in place:
                    (value if row.counts == "paid" else called)[i] += most
        thresholds = self._thresholds(value, paid)
        self.more = sum(row.pay * threshold for row, threshold in thresholds) + self.case.route_most
        for i, stop in enumerate(stops):
            least = min([threshold for row, threshold in thresholds if stop.kind in row.kinds], default=0)
            self.first.append(called[i] + max(0, value[i] - least))

    def _thresholds(self, value: list[int], paid: RouteScore | None) -> list[tuple[Row, int]]:
        """For each row what the worst stop earns that it pays on the route claimed; 0 where there is room left.

        Any thresholds do; these make little of routes that are about as good as the one claimed.
        """
        reach = self.train.reach
        rows = reach.rows
        if reach.count != "rows":
            if reach.pays is None:
                return []
            rows = (Row(_KINDS, reach.pays, reach.pays),)
        found: list[tuple[Row, int]] = []
        for row in rows:
            earned = [self.road.index[item.stop] for item in paid.paid] if paid else []
            earned = [value[i] for i in earned if self.road.stops[i].kind in row.kinds]
            found.append((row, min(earned, default=0) if len(earned) >= row.pay else 0))
        return found

    def _legs(self) -> list[list[_Leg]]:
        """The chains from each stop that this train can use, without those that another does everything for.

        A chain to the same stop that uses no more, costs no more and counts for no more takes the place of one in any
        route: nothing else that runs with it is in the way. Not where a title's own rule sees the track.
        """
        train, allowance = self.train, self.allowance
        allowed = {train.gauge, "dual"} if train.gauge else {"broad", "narrow", "dual"}
        all_legs: list[list[_Leg]] = []
        for chains in self.road.chains:
            by_end: dict[int, list[_Leg]] = {}
            for chain in sorted(chains, key=lambda chain: (chain.price, chain.bits.bit_count())):
                if not chain.gauges <= allowed or self.never >> chain.to & 1:
                    continue
                used = allowance.most_of(chain.crossings, train.reach.double in chain.gauges)
                others = by_end.setdefault(chain.to, [])
                self.meter.take(1 + len(others))
                leg = _Leg(chain.to, chain.bits, chain.price, used, chain)
                if self.case.has_extra or not any(_covers(other, leg) for other in others):
                    others.append(leg)
            all_legs.append([leg for legs in by_end.values() for leg in legs])
        return all_legs

    def _gains(self) -> list[int]:
        """For each stop the most that calling there can add to a route: its worth less the cheapest way in."""
        cheapest: dict[int, int] = {}
        for leg in [leg for legs in self.legs for leg in legs]:
            cheapest[leg.to] = min(leg.price, cheapest.get(leg.to, leg.price))
        return [max(0, worth - cheapest.get(i, worth)) for i, worth in enumerate(self.first)]

    # -- routes

    def candidates(self) -> Iterator[_Candidate]:
        """Routes whose worth can be ``need`` or more, which may be raised on the way; some are not legal after all.

        Where a title's own rule sees a route it may ask which way it goes, so it is given both ways.
        """
        for candidate in self._one_way():
            yield candidate
            if self.case.has_extra:
                route = candidate.route
                yield candidate._replace(route=replace(route, segments=route.segments[::-1]))

    def _one_way(self) -> Iterator[_Candidate]:
        road = self.road
        if self.train.local:
            for i, stop in enumerate(road.stops):
                if not self.never >> i & 1 and self.more + self.first[i] >= self.need:
                    yield _Candidate(Route(self.train.id, (), stop.id), 1 << i, 0, 0)
        barred = self.never
        for root, stop in enumerate(road.stops):
            # A route is found from the first token that it has, so that others need not be looked for from there.
            if (stop.own or not road.rules.own_token) and not self.never >> root & 1:
                yield from self._routes_of(root, barred)
                barred |= 1 << root

    def _routes_of(self, root: int, barred: int) -> Iterator[_Candidate]:
        arms = self._arms(root, barred)
        base = self.more + self.first[root]
        for arm in arms:
            if base + arm.worth < self.need:
                break
            yield self._candidate(root, arm, None)
        if self.ends >> root & 1:
            return
        arms = [arm for arm in arms if not arm.sole]
        start = self.allowance.start + self.allowance.visit[root]
        over = self.allowance.over
        partners = _Partners(arms)
        for i in range(len(arms) - 1):
            worth, clash, _, used, _, _ = arm = arms[i]
            if base + worth + arms[i + 1].worth < self.need:
                break
            for j in partners.of(i, clash, self.meter):
                other = arms[j]
                if base + worth + other.worth < self.need:
                    break
                if not (start + used + other.used) & over:
                    yield self._candidate(root, arm, other)

    def _arms(self, root: int, barred: int) -> list[_Arm]:
        """Every arm of a token that can be part of a route worth ``need``, the best first.

        Whatever else the route calls at, on the way on or on the other arm, adds at most its gain (once, for where one
        comes back there is nothing more to earn); where visits pay each there is no such limit.
        """
        base = self.more + self.first[root]
        rest = sum(gain for i, gain in enumerate(self.gain) if i != root and not barred >> i & 1)
        if self.each:
            rest = _NO_LIMIT
        start, over, visit = self.allowance.start, self.allowance.over, self.allowance.visit
        found: list[_Arm] = []
        own = 1 << root
        waiting = [(root, 0, own, barred | self.apart[root], self.apart[root], visit[root], rest, False, _NOWHERE)]
        while waiting:
            at, worth, has, closed, apart, used, rest, sole, way = waiting.pop()
            legs = self.legs[at]
            self.meter.take(1 + len(legs))
            for to, bits, price, distance, chain in legs:
                here = 1 << to
                if bits & has or closed & here:
                    continue
                now = used + distance + visit[to]
                if start + now & over:
                    continue
                back = has & here
                if back and not self.repeat:
                    continue
                earned = worth - price + (self.again[to] if back else self.first[to])
                left = rest if back or self.each else rest - self.gain[to]
                if base + earned + left < self.need:
                    continue
                single = len(chain.segments) == 1
                if chain.head and not single and way is not None:
                    continue
                alone = sole or (chain.head and not single)
                further = _Way(way, chain)
                beyond = apart | self.apart[to]
                things = has | bits | here
                clash = (things & self.road.shared if self.repeat else things & ~own) | beyond
                found.append(_Arm(earned, clash, things & ~own, now - visit[root], alone, further))
                if self.ends >> to & 1 or (chain.tail and not (single and way is None)):
                    continue
                # terminal track between the token and the next stop: one may go on, but then it begins the route
                waiting.append(
                    (to, earned, things, closed | self.apart[to], beyond, now, left, alone or chain.tail, further)
                )
        found.sort(key=_worth, reverse=True)
        return found

    def _candidate(self, root: int, arm: _Arm, other: _Arm | None) -> _Candidate:
        there = _chains(arm.way)
        back = _chains(other.way) if other else []
        segments = [id for chain in reversed(there) for id in reversed(chain.segments)]
        segments += [id for chain in back for id in chain.segments]
        has = arm.has | (other.has if other else 0) | 1 << root
        price = sum(chain.price for chain in there) + sum(chain.price for chain in back)
        return _Candidate(Route(self.train.id, tuple(segments)), has & ~self.road.shared, has & self.road.shared, price)


_NOWHERE: _Way | None = None


def _worth(arm: _Arm) -> int:
    return arm.worth


def _chains(way: _Way | None) -> list[_Chain]:
    """The chains of an arm from the token outwards."""
    found = []
    while way is not None:
        found.append(way.chain)
        way = way.before
    return found[::-1]


def _covers(one: _Leg, other: _Leg) -> bool:
    """Whether the one, which costs no more, does for the other in any route."""
    return (
        not one.bits & ~other.bits
        and one.used <= other.used
        and one.chain.head <= other.chain.head
        and one.chain.tail <= other.chain.tail
    )


def _row_multiplier(reach: Reach, stop: Stop) -> int:
    return next((row.multiplier for row in reach.rows if stop.kind in row.kinds), 1)


class _Partners:
    """Which arms fit an arm: the first few by trying them, the rest by sets of arms that have a thing."""

    def __init__(self, arms: list[_Arm]) -> None:
        self.arms = arms
        self.having: dict[int, int] | None = None

    def of(self, i: int, clash: int, meter: _Meter) -> Iterator[int]:
        """The arms after ``i`` that have nothing of ``clash``, in order."""
        arms = self.arms
        end = min(len(arms), i + 1 + _TRIES)
        for j in range(i + 1, end):
            meter.take(1)
            if not clash & arms[j].has:
                yield j
        if end == len(arms):
            return
        if self.having is None:
            meter.take(sum(1 + arm.has.bit_count() for arm in arms))
            self.having = _columns([arm.has for arm in arms])
        meter.take(1 + len(arms) // 500)
        taken = 0
        for thing in _ones(clash):
            taken |= self.having.get(thing, 0)
        for j in _members(~(taken >> end) & (1 << len(arms) - end) - 1):
            meter.take(1 + len(arms) // 2000)
            yield end + j


def _ones(bits: int) -> Iterator[int]:
    """The powers of two that add up to ``bits``."""
    while bits:
        one = bits & -bits
        bits ^= one
        yield one


def _members(bits: int) -> Iterator[int]:
    """The places of the ones, the lowest first."""
    for one in _ones(bits):
        yield one.bit_length() - 1


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


def _columns(rows: list[int]) -> dict[int, int]:
    """For each thing the set of rows that have it."""
    columns: dict[int, bytearray] = {}
    for i, row in enumerate(rows):
        for thing in _ones(row):
            columns.setdefault(thing, bytearray(len(rows) // 8 + 1))[i >> 3] |= 1 << (i & 7)
    return {thing: int.from_bytes(column, "little") for thing, column in columns.items()}


# -- the case


class _Option(NamedTuple):
    """A route with the bonuses it claims: how far it falls short of the best, its value, and what it uses."""

    short: int
    value: int
    bits: int
    route: Route | None


class _Pool:
    """The routes that a train may have, that of the most value first, and sets of them as bits of a number."""

    def __init__(self, options: list[_Option]) -> None:
        self.options = sorted(options, key=lambda option: (-option.value, option.short))
        self.all = (1 << len(options)) - 1
        self.having = _columns([option.bits for option in self.options])
        # sets by how far the routes fall short, for a few hundred steps at most
        steps = sorted({option.short for option in options})
        steps = sorted({*steps[:: len(steps) // _STEPS + 1], *steps[-1:]})
        self.steps = steps
        at = [(bisect_left(steps, option.short), i) for i, option in enumerate(self.options)]
        added = [0] * len(steps)
        for step, i in at:
            added[step] |= 1 << i
        self.within: list[int] = list(accumulate(added, or_))

    def clashing(self, bits: int) -> int:
        """The routes that use any of these."""
        found = 0
        for bit in _ones(bits):
            found |= self.having.get(bit, 0)
        return found

    def worth(self, least: int) -> int:
        """The routes of this value or more."""
        return (1 << bisect_right(self.options, -least, key=lambda option: -option.value)) - 1

    def near(self, slack: int) -> int:
        """The routes that fall short by no more, and perhaps a few that do by a little more."""
        return self.within[min(bisect_left(self.steps, slack), len(self.steps) - 1)]


class _Case:
    """One call of ``verify``."""

    def __init__(
        self, network: Network, trains: tuple[Train, ...], claim: Claim, rules: RoadRules, bonuses: Bonuses, work: int
    ) -> None:
        self.network = network
        self.trains = trains
        self.claim = claim
        self.rules = rules
        self.bonuses = bonuses
        self.meter = _Meter(work)
        self.doubts: list[Doubt] = []
        self.bound: int | None = None
        self.first = rules.objective == "revenue-first"
        treasury = any(row.to == "treasury" for row in bonuses.rows)
        self.scale = FIRST if self.first and treasury else 1
        extra = bonuses.extra
        self.has_extra = extra.route is not None or extra.total is not None
        self.route_most = _most(extra.route is not None, extra.route_most) * self.scale
        # no route, no extra: where the most is less than nothing, nothing is the most
        self.total_most = max(0, _most(extra.total is not None, extra.total_most)) * self.scale
        self.own_rule = Extra(route=extra.route, route_most=extra.route_most)
        self.single: dict[tuple[str, ...], Bonuses] = {}

    def examine(self) -> None:
        """Find every doubt that can be found; what depends on figures already in doubt is left alone."""
        for check in (self._whole, self._routes, self._bound, self._prices, self._proof):
            if not check():
                return

    def _doubt(self, *doubts: Doubt) -> bool:
        """Whether there is none."""
        self.doubts += doubts
        return not self.doubts

    # -- what is seen at once

    def _whole(self) -> bool:
        claim = self.claim
        figures = [claim.value, claim.treasury, claim.certificate.bound]
        if claim.upper_bound is not None:
            figures.append(claim.upper_bound)
        whole = all(isinstance(figure, int) for figure in figures)
        return self._doubt(*([] if whole else [Doubt("not-whole")]))

    def _routes(self) -> bool:
        claim = self.claim
        found = self._score(claim.routes)
        if isinstance(found, Fault):
            return self._doubt(Doubt("routes-illegal", fault=found, routes=tuple(claim.routes)))
        self.scored = found
        value = self._shown(found)
        if value != claim.value:
            self._doubt(Doubt("value-wrong", claim.value, value))
        if found.treasury != claim.treasury:
            self._doubt(Doubt("treasury-wrong", claim.treasury, found.treasury))
        return self._doubt()

    def _bound(self) -> bool:
        value, upper_bound = self.claim.value, self.claim.upper_bound
        if upper_bound is not None and upper_bound < value:
            self._doubt(Doubt("bound-too-low", upper_bound, value, routes=tuple(self.claim.routes)))
        if self.claim.proven and upper_bound != value:
            self._doubt(Doubt("proven-without-cause", upper_bound, value))
        return self._doubt()

    def _prices(self) -> bool:
        known = set(_resources(self.network, self.bonuses))
        for resource, price in self.claim.certificate.prices.items():
            if resource not in known:
                self._doubt(Doubt("price-of-nothing", price, resource=resource))
            elif not isinstance(price, int):
                self._doubt(Doubt("not-whole", resource=resource))
            elif price < 0:
                self._doubt(Doubt("price-negative", price, resource=resource))
        return self._doubt()

    # -- what takes work

    def _proof(self) -> bool:
        """Price every train's routes, then look for what the prices alone do not exclude."""
        claim = self.claim
        unbounded = self.bonuses.extra.route is not None and self.bonuses.extra.route_most is None
        if claim.upper_bound is None and unbounded:
            return True  # nothing is claimed but the routes
        prices = claim.certificate.prices
        road = _Road(self.network, self.rules, self.bonuses, prices, self.meter)
        kinds = self._kinds(road)
        best = [self._best(kind) for kind in kinds]
        total = sum(prices.values()) + sum(best[k] for k in self.kind_of)
        if self.total_most < _NO_LIMIT:
            self.bound = (total + self.total_most) // self.scale
        if total > claim.certificate.bound:
            return self._doubt(Doubt("certificate-bound-too-low", claim.certificate.bound, total))
        if claim.upper_bound is None:
            return True
        slack = total + self.total_most - self._target(claim.upper_bound)
        if slack < 0:
            return True
        pools = [self._pool(kind, most, slack) for kind, most in zip(kinds, best, strict=True)]
        found = self._better(pools, slack)
        return found is None or self._doubt(found)

    def _target(self, upper_bound: int) -> int:
        """What a set of routes is worth at least that is better than the claim says any can be."""
        more = self.scale * (upper_bound + 1)
        if self.claim.proven and self.scale > 1:
            return min(more, self.scale * upper_bound + self.claim.treasury + 1)
        return more

    def _kinds(self, road: _Road) -> list[_Kind]:
        """One for all trains that are alike; ``kind_of`` says for each train of the roster which it is."""
        alike: list[tuple[Train, tuple[int, ...]]] = []
        self.kind_of = []
        for train in self.trains:
            # a title's own rule may look at the id
            like = train if self.has_extra else replace(train, id="")
            key = (like, tuple([row.amount_for(train) for row in self.bonuses.rows]))
            if key not in alike:
                alike.append(key)
            self.kind_of.append(alike.index(key))
        scored = {item.train: item for item in self.scored.routes}
        kinds = []
        for k, (_, rows) in enumerate(alike):
            trains = [train for train, of in zip(self.trains, self.kind_of, strict=True) if of == k]
            claimed = [(train, scored[train.id]) for train in trains if train.id in scored]
            train, paid = claimed[0] if claimed else (trains[0], None)
            kinds.append(_Kind(self, road, train, rows, paid))
        return kinds

    def _best(self, kind: _Kind) -> int:
        """What the best route of a train of this kind is worth less prices, 0 for none."""
        best = 0
        for candidate in self._claimed(kind):
            best = max([best, *(priced for priced, _ in self._options(kind, candidate))])
        kind.need = best + 1
        for candidate in kind.candidates():
            best = max([best, *(priced for priced, _ in self._options(kind, candidate))])
            kind.need = best + 1
        return best

    def _claimed(self, kind: _Kind) -> Iterator[_Candidate]:
        """The route claimed for the train that stands for its kind: a good one to begin with."""
        road = kind.road
        for route, scored in zip(self.claim.routes, self.scored.routes, strict=True):
            if route.train == kind.train.id:
                segments = [self.network.segments[id] for id in route.segments]
                used = {Resource("segment", segment.id) for segment in segments}
                used |= {Resource("key", segment.key) for segment in segments if segment.key is not None}
                used |= {
                    Resource("crossing", end.id) for segment in segments for end in segment.ends if end[0] == "edge"
                }
                bits = sum(road.bit[resource] for resource in used) & road.lasting
                stops = sum(1 << road.index[id] for id in set(scored.visited))
                yield _Candidate(route, stops, bits, sum(road.prices[resource] for resource in used))

    def _options(self, kind: _Kind, candidate: _Candidate) -> Iterator[tuple[int, _Option]]:
        """The route with every choice of the bonuses that only one route may claim, and its worth less prices."""
        route, stops, bits, price = candidate
        road = kind.road
        for claimed in _choices(list(self._at_stake(kind, stops))):
            self.meter.take(_CHECK + len(route.segments))
            found = score(self.network, (kind.train,), (route,), self.rules, self._alone(claimed))
            if isinstance(found, Fault):
                return
            tokens = [Resource("bonus", row.id) for row in claimed]
            value = self._units(found)
            cost = price + sum(road.prices[token] for token in tokens)
            yield value - cost, _Option(0, value, bits | sum(road.bit[token] for token in tokens), route)

    def _at_stake(self, kind: _Kind, stops: int) -> Iterator[Bonus]:
        """The bonuses that only one route may claim and that one with these stops could."""
        ids = {stop.id for i, stop in enumerate(kind.road.stops) if stops >> i & 1}
        for row in self.bonuses.rows:
            if row.scope == "corporation" and row.amount_for(kind.train) and all(ids & place for place in row.places):
                yield row

    def _alone(self, claimed: tuple[Bonus, ...]) -> Bonuses:
        """What a single route earns that claims these: they are then like any other bonus of a route."""
        ids = tuple([row.id for row in claimed])
        if ids not in self.single:
            rows = [row for row in self.bonuses.rows if row.scope != "corporation"]
            rows += [replace(row, scope="route") for row in claimed]
            self.single[ids] = Bonuses(tuple(rows), self.own_rule)
        return self.single[ids]

    def _pool(self, kind: _Kind, best: int, slack: int) -> _Pool:
        """Every route that a better set could have.

        The worth of all trains' best routes and all prices add up to ``slack`` more than a better set needs, so none of
        its routes falls short of the best by more. Of routes that use the same the one of the most value will do.
        """
        kind.need = best - slack
        found: dict[object, _Option] = {}
        if best <= slack:
            found[0] = _Option(best, 0, 0, None)
        for candidate in kind.candidates():
            for priced, option in self._options(kind, candidate):
                short = best - priced
                if short > slack:
                    continue
                key = (option.bits, option.route) if self.has_extra else option.bits
                known = found.get(key)
                if known is None or (known.value, -known.short) < (option.value, -short):
                    found[key] = option._replace(short=short)
        return _Pool(list(found.values()))

    def _better(self, pools: list[_Pool], slack: int) -> Doubt | None:
        """A set of routes that is better than the claim says any can be; None when there is none."""
        order = sorted(range(len(self.trains)), key=lambda t: (self.kind_of[t], t))
        self.order = [self.trains[t] for t in order]
        self.pools = [pools[self.kind_of[t]] for t in order]
        assert self.claim.upper_bound is not None
        goal = self._target(self.claim.upper_bound) - self.total_most
        return self._search([pool.all for pool in self.pools], slack, goal, ())

    def _search(self, left: list[int], slack: int, goal: int, chosen: tuple[_Option, ...]) -> Doubt | None:
        """Give the next train each of the routes left to it in turn, and to those after it what can then be run.

        ``goal`` is what the values must add up to, ``slack`` what the routes may fall short together.
        """
        if not left:
            return self._judge(chosen)
        here, *later = self.pools[len(chosen) :]
        most = [pool.options[_lowest(some)].value for pool, some in zip(later, left[1:], strict=True)]
        for i in _members(left[0]):
            option = here.options[i]
            wanted = goal - option.value - sum(most)
            self.meter.take(1)
            if wanted > 0:
                return None
            if option.short > slack:
                continue
            rest: list[int] = []
            for pool, some, value in zip(later, left[1:], most, strict=True):
                # of trains that are alike the later one has a later route: the other way round is the same set
                some = some >> i << i if pool is here else some
                self.meter.take(1 + len(pool.options) // 500)
                some &= ~pool.clashing(option.bits) & pool.worth(wanted + value) & pool.near(slack - option.short)
                if not some:
                    break
                rest.append(some)
            else:
                found = self._search(rest, slack - option.short, goal - option.value, (*chosen, option))
                if found is not None:
                    return found
        return None

    def _judge(self, chosen: tuple[_Option, ...]) -> Doubt | None:
        """What the checker says to a whole set: a doubt when it is better than the claim says any can be."""
        given = {
            train.id: replace(option.route, train=train.id)
            for train, option in zip(self.order, chosen, strict=True)
            if option.route is not None
        }
        routes = [given[train.id] for train in self.trains if train.id in given]
        # a title's own rule may ask in which order the routes are given
        for way in permutations(routes) if self.bonuses.extra.total is not None else (routes,):
            self.meter.take(_CHECK * len(way) + 1)
            found = self._score(way)
            doubt = None if isinstance(found, Fault) else self._doubt_of(found, tuple(way))
            if doubt is not None:
                return doubt
        return None

    def _doubt_of(self, found: Score, routes: tuple[Route, ...]) -> Doubt | None:
        claim, value = self.claim, self._shown(found)
        if claim.upper_bound is not None and value > claim.upper_bound:
            return Doubt("bound-too-low", claim.upper_bound, value, routes=routes)
        if self.first and claim.proven and value == claim.value and found.treasury > claim.treasury:
            return Doubt("treasury-not-the-most", claim.treasury, found.treasury, routes=routes)
        return None

    # -- money

    def _score(self, routes: Iterable[Route]) -> Score | Fault:
        return score(self.network, self.trains, routes, self.rules, self.bonuses)

    def _shown(self, found: Score) -> int:
        return found.total if self.first else found.total + found.treasury

    def _units(self, found: Score) -> int:
        return self.scale * found.total + found.treasury


def _most(given: bool, most: int | None) -> int:
    if not given:
        return 0
    return _NO_LIMIT if most is None else most


def _choices(rows: list[Bonus]) -> Iterator[tuple[Bonus, ...]]:
    for size in range(len(rows) + 1):
        yield from combinations(rows, size)
