"""The best set of routes for the trains of one corporation: exact when it says so, deterministic always.

The network is contracted (``contract``), every arm from every own token is listed once (``arms``), and routes are pairs
of arms. One train is then a matter of pairing sorted lists. Several trains that get in each other's way are settled by
prices on the track: with the right prices the best route of each train, found alone, proves a bound on the whole set,
and the few routes that could still be part of something better are listed and combined by branch and bound
(``packing``).

No clock is read: a budget is counted in moves and pairs looked at, so the same question has the same answer everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import gcd
from typing import NamedTuple

from open18xx.routes.arms import Arms, Family, Limit, Meter, OutOfWork, Rank, Ranking
from open18xx.routes.checker import Route
from open18xx.routes.contract import Graph, contract
from open18xx.routes.network import Network
from open18xx.routes.packing import Found, Packing, Pool
from open18xx.routes.reaches import Payer, limits_of, payer_of, values_of
from open18xx.routes.trains import Reach, RoadRules, Train

_DEFAULT_RULES = RoadRules()

# A list of routes longer than this is not combined before better prices have been tried.
_FIRST_LIST = 400

# Under a budget, so many arms from each token are listed however small the budget is.
_FEW_ARMS = 1024

# So many pairs of arms are looked at one by one before the partners of an arm are worked out as sets.
_LOOKS = 300


@dataclass(frozen=True, slots=True)
class Result:
    """The best set of routes found.

    ``value`` is what ``routes`` earn together and no set earns more than ``upper_bound``; ``proven`` says that the two
    are equal. Trains without a route are left out. ``work`` is what a budget counts. ``method`` says how the answer was
    reached, for benchmarks and bug reports.
    """

    value: int
    routes: tuple[Route, ...]
    upper_bound: int
    proven: bool
    work: int
    method: str = ""


def solve(
    network: Network, trains: Iterable[Train], *, rules: RoadRules = _DEFAULT_RULES, budget: int | None = None
) -> Result:
    """The best set of routes.

    Exact when ``result.proven``, and always without a budget; otherwise the best found within about ``budget`` units of
    work (a few times that on a map too dense to list the arms of), never worse than letting each train in turn take the
    best route left among the arms listed, and with an upper bound that holds. Identical trains are interchangeable and
    not searched twice. Raises ``ValueError`` when trains share an id.

    >>> from open18xx.routes import End, Reach, Segment, Stop
    >>> line = Network(
    ...     [Stop("Aurora", "city", 30, own=True), Stop("Boulder", "city", 20)],
    ...     [
    ...         Segment("a", (End("stop", "Aurora"), End("edge", "E1.3", "E1.3")), hex="E1"),
    ...         Segment("b", (End("edge", "E1.3", "E2.0"), End("stop", "Boulder")), hex="E2"),
    ...     ],
    ... )
    >>> result = solve(line, [Train("2-0", "2", Reach("stops", 2))])
    >>> result.value, result.proven, result.routes[0].segments
    (50, True, ('a', 'b'))
    """
    roster = tuple(trains)
    if len({train.id for train in roster}) < len(roster):
        raise ValueError(f"trains share an id: {', '.join(train.id for train in roster)}")
    return _Search(network, roster, rules, budget).run()


class _Shape(NamedTuple):
    """What the trains of a family have in common: the values of stops, the gauge, and what each limit counts."""

    values: tuple[int, ...]
    gauge: str | None
    counted: tuple[tuple[tuple[int, ...], bool], ...]


class _Kind(NamedTuple):
    """What sets the classes of a family apart: how far, whether local, and (where not all stops are paid) how paid."""

    limits: tuple[Limit, ...]
    local: bool
    paying: tuple[bool, Reach] | None


@dataclass(slots=True)
class _Class:
    """Trains that can run exactly the same routes for the same money; ``rankings`` and ``best`` are without prices."""

    trains: list[Train]
    family: Family
    allowance: int
    pays: Payer | None
    local: bool
    arms: list[Arms]
    rankings: list[Ranking]
    best: Found | None = None

    @property
    def worth(self) -> int:
        return self.best[0] if self.best is not None else 0


@dataclass(slots=True)
class _Priced:
    """Each class's arms and best route under prices on the track; no set of routes earns more than ``total``."""

    prices: list[int]
    rankings: list[list[Ranking]]
    best: list[Found | None]
    total: int


class _Search:
    """One call of ``solve``."""

    def __init__(self, network: Network, trains: tuple[Train, ...], rules: RoadRules, budget: int | None) -> None:
        self.meter = Meter(budget)
        self.rules = rules
        self.trains = trains
        self.graph: Graph = contract(network, rules.groups_exclusive, _most_stops(network, trains), len(trains) > 1)
        self.shift = self.graph.shift
        self.stop_mask = (1 << len(self.graph.stops)) - 1
        self.classes: list[_Class] = []
        self.best = 0
        self.choice: list[tuple[int, Found]] = []
        self.bound = 0
        self.method = "nothing to run"

    def run(self) -> Result:
        if self.trains and self.graph.own:
            self._make_classes()
            self._search()
        return Result(self.best, self._routes(), self.bound, self.best == self.bound, self.meter.work, self.method)

    # -- preparation

    def _make_classes(self) -> None:
        """Sort the trains into classes and families; list each family's arms as far as its longest train goes."""
        stops = self.graph.stops
        families: dict[_Shape, dict[_Kind, list[Train]]] = {}
        for train in self.trains:
            limits = tuple(limits_of(train.reach, stops))
            shape = _Shape(
                values_of(train, stops), train.gauge, tuple([(limit.per_stop, limit.crossings) for limit in limits])
            )
            paying = None if payer_of(train, stops, shape.values) is None else (train.requires_token, train.reach)
            kinds = families.setdefault(shape, {})
            kinds.setdefault(_Kind(limits, train.local, paying), []).append(train)
        budget = self.meter.budget
        most_arms = None if budget is None else max(_FEW_ARMS, budget // (4 * len(families) * len(self.graph.own)))
        for shape, kinds in families.items():
            # as far as the longest of them goes, limit by limit
            widest = [
                limits[0]._replace(most=max(limit.most for limit in limits))
                for limits in zip(*(kind.limits for kind in kinds), strict=True)
            ]
            family = Family(self.graph, shape.values, widest, shape.gauge)
            arms: list[Arms] = []
            barred = 0
            for root in self.graph.own:
                arms.append(Arms(family, root, barred, family.allowance(widest), self.meter, most_arms))
                barred |= 1 << root
            for kind, trains in kinds.items():
                pays = payer_of(trains[0], stops, shape.values)
                allowance = family.allowance(kind.limits)
                rankings = [Ranking(some, None, allowance) for some in arms]
                self.classes.append(
                    _Class(trains, family, allowance, pays and _remembered(pays), kind.local, arms, rankings)
                )

    # -- routes of one class

    def _found(self, kind: _Class, at: int, worth: int, bits: int, i: int, j: int) -> Found | None:
        """The route of two arms, with what it pays; None when it pays too few stops or no token."""
        arms = kind.arms[at]
        value = arms.value
        if i >= 0:
            value += arms.all[i][0]
        if j >= 0:
            value += arms.all[j][0]
        if kind.pays is not None or self.rules.minimum_stops > 2:
            visited = (bits | 1 << arms.root) & self.stop_mask
            if i >= 0 and visited.bit_count() < self.rules.minimum_stops:
                return None
            if kind.pays is not None:
                paid = kind.pays(visited)
                if paid < 0:
                    return None
                worth -= value - paid
                value = paid
        return worth, value, bits >> self.shift, at, i, j

    def _best_route(self, kind: _Class, rankings: Sequence[Ranking], need: int) -> Found | None:
        """The route worth most, if that is at least ``need``."""
        best: Found | None = None
        guards = kind.family.guards
        all_paid = kind.pays is None and self.rules.minimum_stops == 2
        for at, ranking in enumerate(rankings):
            base = ranking.arms.value
            left = ranking.left
            if kind.local and base >= max(need, 0) and left & guards == guards:
                found = self._found(kind, at, base, 0, -1, -1)
                if found is not None and found[0] >= need:
                    best, need = found, found[0] + 1
            for worth, bits, _, i in ranking.alone:
                if base + worth < need:
                    break
                found = self._found(kind, at, base + worth, bits, i, -1)
                if found is not None and found[0] >= need:
                    best, need = found, found[0] + 1
            ranked = ranking.pairable
            count = len(ranked)
            work, looks = 0, _LOOKS
            for x in range(count):
                work += 1
                worth, bits, cost, i = ranked[x]
                rest = need - base - worth
                if rest > worth and rest > 0:
                    break
                if rest <= 0:
                    found = self._found(kind, at, base + worth, bits, i, -1)
                    if found is not None and found[0] >= need:
                        best, need = found, found[0] + 1
                        rest = need - base - worth
                if looks < 0:
                    # one by one has not been quick: all the partners of this arm at once
                    work += 4
                    partners = (ranking.fitting(left - cost) & ~ranking.excluded()[x]) >> x
                    while partners:
                        low = partners & -partners
                        other = ranked[x + low.bit_length() - 1]
                        if other[0] < rest:
                            break
                        partners ^= low
                        work += 1
                        found = self._found(kind, at, base + worth + other[0], bits | other[1], i, other[3])
                        if found is not None and found[0] >= need:
                            best, need = found, found[0] + 1
                            rest = need - base - worth
                            if all_paid:
                                break
                    continue
                for y in range(x + 1, count):
                    other = ranked[y]
                    if other[0] < rest:
                        looks -= y - x
                        break
                    if bits & other[1] or (left - cost - other[2]) & guards != guards:
                        continue
                    found = self._found(kind, at, base + worth + other[0], bits | other[1], i, other[3])
                    if found is not None and found[0] >= need:
                        best, need = found, found[0] + 1
                        rest = need - base - worth
                        if all_paid:
                            looks -= y - x
                            break
                else:
                    looks -= count - x
            self.meter.work += work + _LOOKS - looks
        return best

    def _all_routes(self, kind: _Class, rankings: Sequence[Ranking], need: int, most: int) -> list[Found] | None:
        """Every route worth at least ``need``, best first; None when there are more than ``most``."""
        routes: list[Found] = []
        guards = kind.family.guards
        all_paid = kind.pays is None and self.rules.minimum_stops == 2
        shift = self.shift
        for at, ranking in enumerate(rankings):
            arms = ranking.arms
            base = arms.value
            left = ranking.left
            ranked = ranking.pairable
            singles: list[tuple[int, int, int, int]] = []
            if kind.local and base >= 0 and left & guards == guards:
                singles.append((base, 0, -1, -1))
            singles += [(base + worth, bits, i, -1) for worth, bits, _, i in ranking.alone if base + worth >= need]
            singles += [(base + worth, bits, i, -1) for worth, bits, _, i in ranked if base + worth >= need]
            for worth, bits, i, j in singles:
                found = self._found(kind, at, worth, bits, i, j)
                if found is not None and found[0] >= need:
                    routes.append(found)
            end = len(ranked)
            all_arms = arms.all
            for x, (worth, bits, cost, i) in enumerate(ranked):
                rest = need - base - worth
                while end and ranked[end - 1][0] < rest:
                    end -= 1
                if end <= x + 1:
                    break
                if end - x > _LOOKS:
                    self.meter.add(end - x >> 4)
                    free = (ranking.fitting(left - cost) & ~ranking.excluded()[x] & ((1 << end) - 1)) >> (x + 1)
                    partners: list[Rank] = []
                    while free:
                        low = free & -free
                        partners.append(ranked[x + low.bit_length()])
                        free ^= low
                        if len(partners) > most:
                            return None
                else:
                    self.meter.add(end - x)
                    spare = left - cost
                    partners = [
                        other
                        for other in ranked[x + 1 : end]
                        if not bits & other[1] and (spare - other[2]) & guards == guards
                    ]
                if all_paid:
                    so_far, value = base + worth, base + all_arms[i][0]
                    routes += [
                        (so_far + more, value + all_arms[j][0], (bits | taken) >> shift, at, i, j)
                        for more, taken, _, j in partners
                    ]
                else:
                    for more, taken, _, j in partners:
                        found = self._found(kind, at, base + worth + more, bits | taken, i, j)
                        if found is not None and found[0] >= need:
                            routes.append(found)
                if len(routes) > most:
                    return None
        routes.sort(reverse=True)
        return routes

    # -- all trains together

    def _search(self) -> None:
        for kind in self.classes:
            kind.best = self._best_route(kind, kind.rankings, 1)
        self.classes.sort(key=lambda kind: -kind.worth)
        self.bound = sum(kind.worth * len(kind.trains) for kind in self.classes)
        self.method = "alone"
        free = _Priced([], [kind.rankings for kind in self.classes], [kind.best for kind in self.classes], self.bound)
        self._greedy(free)
        if self.best < self.bound:
            try:
                self._together(free)
            except OutOfWork:
                self.method = "out of budget"
        if not all(arms.complete for kind in self.classes for arms in kind.arms):
            self.method = "out of budget"
            self.bound = max(self.best, sum(self._most(kind) * len(kind.trains) for kind in self.classes))

    def _take(self, choice: list[tuple[int, Found]]) -> None:
        """Keep a set of routes if it is better than the one held."""
        value = sum(found[1] for _, found in choice)
        if value > self.best:
            self.best = value
            self.choice = choice

    def _greedy(self, priced: _Priced) -> list[tuple[int, Found]]:
        """Each train in turn takes the best route left, the strongest trains first and then the weakest first.

        The better set is kept if it is the best so far; all routes met are returned.
        """
        met: list[tuple[int, Found]] = []
        turns = [c for c, kind in enumerate(self.classes) for _ in kind.trains]
        for order in (turns, turns[::-1]):
            used = 0
            choice: list[tuple[int, Found]] = []
            left = list(priced.rankings)
            for c in order:
                found = priced.best[c]
                if used and (found is None or found[2] & used):
                    left[c] = [ranking.without(used << self.shift) for ranking in left[c]]
                    found = self._best_route(self.classes[c], left[c], 1)
                if found is not None:
                    used |= found[2]
                    choice.append((c, found))
            self._take(choice)
            met += choice
            if len(self.classes) == 1 or self.best >= self.bound:
                break
        return met

    def _priced(self, prices: list[int]) -> _Priced:
        """Every class by itself under these prices on the bits of track."""
        costs: list[int] = []
        for edge in self.graph.edges:
            cost = 0
            bits = edge.bits >> self.shift
            while bits:
                low = bits & -bits
                cost += prices[low.bit_length() - 1]
                bits ^= low
            costs.append(cost)
        all_rankings: list[list[Ranking]] = []
        best: list[Found | None] = []
        total = sum(prices)
        for kind in self.classes:
            values = kind.family.values
            gain: list[int] = []
            for edge, cost in zip(self.graph.edges, costs, strict=True):
                gain += (values[edge.v] - cost, values[edge.u] - cost)
            rankings = [Ranking(arms, arms.worths(gain), kind.allowance) for arms in kind.arms]
            self.meter.add(sum(len(arms.all) for arms in kind.arms))
            found = self._best_route(kind, rankings, 1)
            all_rankings.append(rankings)
            best.append(found)
            total += len(kind.trains) * (found[0] if found is not None else 0)
        return _Priced(prices, all_rankings, best, total)

    def _together(self, priced: _Priced) -> None:
        """Close the gap between the set held and the bound: lists and prices in turn, each time with more effort."""
        counts = [len(kind.trains) for kind in self.classes]
        width = max((edge.bits.bit_length() for edge in self.graph.edges), default=0) - self.shift
        # every sum of values is a multiple of this, so bounds are rounded down to one
        step = max(1, gcd(*(value for kind in self.classes for value in kind.family.values if value > 0)))
        pool = Pool(counts, width)
        for c, found in self.choice:
            pool.add(c, found)
        priced.prices = [0] * width
        most = _FIRST_LIST
        while True:
            lists = self._lists(priced, step, most)
            if lists is not None:
                packing = Packing(lists, counts, width, sum(priced.prices), step, self.meter)
                better = packing.best(self.best, 4 * most)
                if better is not None:
                    self._take(better)
                if packing.finished:
                    self.bound = self.best
                    self.method = "lists" if most == _FIRST_LIST else "prices and lists"
                    return
                for c, routes in enumerate(lists):
                    for found in routes[:20]:
                        pool.add(c, found)
            for _ in range(6):
                wanted = pool.prices(priced.prices, self.best)
                # not all the way: prices that please the pool alone swing wildly
                tried = self._priced([(7 * a + 3 * b + 5) // 10 for a, b in zip(wanted, priced.prices, strict=True)])
                fresh = False
                for c, found in [(c, found) for c, found in enumerate(tried.best) if found] + self._greedy(tried):
                    fresh |= pool.add(c, found)
                if tried.total < priced.total:
                    priced = tried
                elif not fresh:
                    priced = self._priced([(a + b) // 2 for a, b in zip(wanted, priced.prices, strict=True)])
                self.bound = min(self.bound, priced.total // step * step)
                if self.bound <= self.best:
                    self.method = "prices"
                    return
            most *= 4

    def _lists(self, priced: _Priced, step: int, most: int) -> list[list[Found]] | None:
        """For each class all routes that a better set could contain; None when some list is longer than ``most``."""
        lists: list[list[Found]] = []
        for kind, rankings, found in zip(self.classes, priced.rankings, priced.best, strict=True):
            # the others earn at most what is left of the total
            others = priced.total - (found[0] if found is not None else 0)
            routes = self._all_routes(kind, rankings, self.best + step - others, most)
            if routes is None:
                return None
            lists.append(routes)
        return lists

    def _most(self, kind: _Class) -> int:
        """No route of this class pays more than this: a bound that needs no search."""
        family = kind.family
        values = sorted((max(value, 0) for value in family.values), reverse=True)
        stops = self.graph.stops
        most = sum(values)
        train = kind.trains[0]
        if train.reach.pays is not None:
            most = min(most, sum(values[: train.reach.pays]))
        for limit in limits_of(train.reach, stops):
            if not limit.crossings:
                free = sum(max(v, 0) for v, cost in zip(family.values, limit.per_stop, strict=True) if cost == 0)
                least = min((cost for cost in limit.per_stop if cost), default=1)
                dear = sorted(
                    (max(v, 0) for v, cost in zip(family.values, limit.per_stop, strict=True) if cost), reverse=True
                )
                most = min(most, free + sum(dear[: limit.most // least]))
        return most

    # -- the answer

    def _routes(self) -> tuple[Route, ...]:
        """The routes chosen, in segments, each under the id of a train of its class; in the order of the trains."""
        next_of = [iter(kind.trains) for kind in self.classes]
        routes = {}
        for c, found in self.choice:
            train = next(next_of[c])
            routes[train.id] = self._route(train, self.classes[c], found)
        return tuple(routes[train.id] for train in self.trains if train.id in routes)

    def _route(self, train: Train, kind: _Class, found: Found) -> Route:
        _, _, _, at, i, j = found
        arms = kind.arms[at]
        if i < 0:
            return Route(train.id, (), stop=self.graph.stops[arms.root].id)
        segments: list[str] = []
        if j >= 0:
            for step in reversed(arms.steps(j)):
                segments += self._chain(step ^ 1)
        for step in arms.steps(i):
            segments += self._chain(step)
        return Route(train.id, tuple(segments))

    def _chain(self, step: int) -> tuple[str, ...]:
        chain = self.graph.edges[step >> 1].chain
        return chain[::-1] if step & 1 else chain


def _most_stops(network: Network, trains: Sequence[Train]) -> int | None:
    """The most stops any of the trains can visit; None when nothing simple bounds it."""
    most = 0
    for train in trains:
        if train.reach.count != "stops" or train.reach.limit is None:
            return None
        most = max(most, train.reach.limit)
    if most and any(stop.cost < 1 for stop in network.stops.values()):
        return None
    return most


def _remembered(pays: Payer) -> Payer:
    """The same, each set of stops reckoned once."""
    known: dict[int, int] = {}

    def pay(visited: int) -> int:
        paid = known.get(visited)
        if paid is None:
            known[visited] = paid = pays(visited)
        return paid

    return pay
