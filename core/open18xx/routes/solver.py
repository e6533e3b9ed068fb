"""The best set of routes for the trains of one corporation: exact when it says so, deterministic always.

The network is contracted (``contract``), every arm from every own token is listed once (``arms``), and routes are pairs
of arms. One train is then a matter of pairing sorted lists. Several trains that get in each other's way are settled by
prices on the track: with the right prices the best route of each train, found alone, proves a bound on the whole set, and
the few routes that could still be part of something better are listed and combined by branch and bound (``packing``).

No clock is read: a budget is counted in moves and pairs looked at, so the same question has the same answer everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import gcd

from open18xx.routes.arms import Arms, Family, Limit, Meter, OutOfWork, Rank, Ranking
from open18xx.routes.checker import Route
from open18xx.routes.contract import Graph, contract
from open18xx.routes.network import Network
from open18xx.routes.packing import Found, Packing, Pool
from open18xx.routes.reaches import Payer, limits_of, payer_of, values_of
from open18xx.routes.trains import RoadRules, Train

_DEFAULT_RULES = RoadRules()

# A list of routes longer than this is not combined before better prices have been tried.
_FIRST_LIST = 400

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
    work, with an upper bound that holds. Identical trains are interchangeable and not searched twice.
    """
    return _Search(network, tuple(trains), rules, budget).run()


@dataclass(slots=True)
class _Class:
    """Trains that can run exactly the same routes for the same money."""

    trains: list[Train]
    family: Family
    allowance: int
    pays: Payer | None
    local: bool
    arms: list[Arms]
    ranked: list[Ranking] = field(default_factory=list)


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
        groups: dict[object, list[Train]] = {}
        for train in self.trains:
            values = values_of(train, stops)
            limits = limits_of(train.reach, stops)
            paid = (train.requires_token, train.reach) if payer_of(train, stops, values) else None
            groups.setdefault((values, tuple(limits), train.gauge, train.local, paid), []).append(train)
        families: dict[object, list[tuple[list[Limit], list[Train]]]] = {}
        for (values, limits, gauge, _, _), alike in groups.items():  # type: ignore[misc]
            shape = (values, gauge, tuple((limit.per_stop, limit.crossings) for limit in limits))  # type: ignore[has-type]
            families.setdefault(shape, []).append((list(limits), alike))  # type: ignore[has-type]
        budget = self.meter.budget
        most_arms = None if budget is None else max(256, budget // (4 * len(families) * len(self.graph.own)))
        for (values, gauge, _), members in families.items():  # type: ignore[misc]
            most = [max(limits[i].most for limits, _ in members) for i in range(len(members[0][0]))]
            family = Family(self.graph, values, members[0][0], most, gauge)  # type: ignore[has-type]
            widest = family.allowance(
                [limit._replace(most=top) for limit, top in zip(members[0][0], most, strict=True)]
            )
            barred = 0
            arms: list[Arms] = []
            for root in self.graph.own:
                arms.append(Arms(family, root, barred, widest, self.meter, most_arms))
                barred |= 1 << root
            for limits, alike in members:
                pays = payer_of(alike[0], stops, family.values)
                if pays is not None:
                    pays = _remembered(pays)
                kind = _Class(alike, family, family.allowance(limits), pays, alike[0].local, arms)
                kind.ranked = self._rank(kind, None)
                self.classes.append(kind)

    def _rank(self, kind: _Class, prices: Sequence[int] | None) -> list[Ranking]:
        """The arms this class may use, by worth under ``prices`` on the bits of track."""
        family = kind.family
        guards, allowance = family.guards, kind.allowance
        gain: list[int] = []
        if prices is not None:
            for edge in self.graph.edges:
                cost = 0
                bits = edge.bits >> self.shift
                while bits:
                    low = bits & -bits
                    cost += prices[low.bit_length() - 1]
                    bits ^= low
                gain += (family.values[edge.v] - cost, family.values[edge.u] - cost)
        return [
            Ranking(arms, None if prices is None else arms.worths(gain), kind.allowance) for arms in kind.arms
        ]

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
        classes = self.classes
        alone: list[Found | None] = [self._best_route(kind, kind.ranked, 1) for kind in classes]
        tops = [found[0] if found is not None else 0 for found in alone]
        order = sorted(range(len(classes)), key=lambda c: -tops[c])
        self.classes = classes = [classes[c] for c in order]
        alone = [alone[c] for c in order]
        tops = [tops[c] for c in order]
        self.bound = sum(top * len(kind.trains) for top, kind in zip(tops, classes, strict=True))
        self.method = "alone"
        if len(self.trains) == 1:
            self._take([(0, alone[0])] if alone[0] is not None else [])
        else:
            step = self._step()
            self._greedy([kind.ranked for kind in classes], alone, 1)
            if self.best < self.bound:
                try:
                    self._together(tops, step)
                except OutOfWork:
                    self.method = "out of budget"
        if not all(arms.complete for kind in classes for arms in kind.arms):
            self.method = "out of budget"
            self.bound = max(self.best, sum(self._most(kind) * len(kind.trains) for kind in classes))

    def _step(self) -> int:
        """A number that divides every sum of values: bounds are rounded down to it."""
        return max(1, gcd(*(value for kind in self.classes for value in kind.family.values if value > 0)))

    def _take(self, choice: list[tuple[int, Found]]) -> None:
        """Keep a set of routes if it is better than the one held."""
        value = sum(found[1] for _, found in choice)
        if value > self.best:
            self.best = value
            self.choice = choice

    def _greedy(
        self, ranks: Sequence[list[Ranking]], alone: Sequence[Found | None], need: int
    ) -> list[tuple[int, Found]]:
        """Each train in turn takes the best route left, the strongest trains first and then the weakest first."""
        both: list[tuple[int, Found]] = []
        turns = [c for c, kind in enumerate(self.classes) for _ in kind.trains]
        for order in (turns, turns[::-1]):
            used = 0
            choice: list[tuple[int, Found]] = []
            left = list(ranks)
            for c in order:
                found = alone[c]
                if used and (found is None or found[2] & used):
                    track = used << self.shift
                    left[c] = [ranking.without(track) for ranking in left[c]]
                    found = self._best_route(self.classes[c], left[c], need)
                if found is not None:
                    used |= found[2]
                    choice.append((c, found))
            self._take(choice)
            both += choice
            if len(self.classes) == 1 or self.best >= self.bound:
                break
        return both

    def _together(self, tops: list[int], step: int) -> None:
        """Close the gap between the set held and the bound: lists and prices in turn, each time with more effort."""
        classes = self.classes
        counts = [len(kind.trains) for kind in classes]
        width = max((edge.bits.bit_length() for edge in self.graph.edges), default=0) - self.shift
        pool = Pool(counts, width)
        for c, found in self.choice:
            pool.add(c, found)
        prices = [0] * width
        ranks = [kind.ranked for kind in classes]
        full = self.bound
        most, effort = _FIRST_LIST, 4 * _FIRST_LIST
        while True:
            lists: list[list[Found]] = []
            for c, kind in enumerate(classes):
                routes = self._all_routes(kind, ranks[c], self.best + step - (full - tops[c]), most)
                if routes is None:
                    break
                lists.append(routes)
            if len(lists) == len(classes):
                packing = Packing(lists, counts, width, sum(prices), step, self.meter)
                better = packing.best(self.best, effort)
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
                wanted = pool.prices(prices, self.best)
                tried = [(7 * a + 3 * b + 5) // 10 for a, b in zip(wanted, prices, strict=True)]
                total = sum(tried)
                new_ranks = [self._rank(kind, tried) for kind in classes]
                self.meter.add(sum(len(ranking.pairable) for rankings in new_ranks for ranking in rankings))
                new_tops: list[int] = []
                fresh = False
                alone: list[Found | None] = []
                for c, kind in enumerate(classes):
                    found_best = self._best_route(kind, new_ranks[c], 1)
                    alone.append(found_best)
                    new_tops.append(found_best[0] if found_best is not None else 0)
                    if found_best is not None:
                        fresh |= pool.add(c, found_best)
                    total += new_tops[-1] * counts[c]
                for c, found in self._greedy(new_ranks, alone, 1):
                    fresh |= pool.add(c, found)
                if total < full:
                    full, tops, prices, ranks = total, new_tops, tried, new_ranks
                    self.bound = min(self.bound, full // step * step)
                elif not fresh:
                    prices = [(a + b) // 2 for a, b in zip(wanted, prices, strict=True)]
                    ranks = [self._rank(kind, prices) for kind in classes]
                    tops = []
                    for c, kind in enumerate(classes):
                        found_best = self._best_route(kind, ranks[c], 1)
                        tops.append(found_best[0] if found_best is not None else 0)
                    full = sum(prices) + sum(top * n for top, n in zip(tops, counts, strict=True))
                    self.bound = min(self.bound, full // step * step)
                if self.bound <= self.best:
                    self.method = "prices"
                    return
            most *= 4
            effort *= 4

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
