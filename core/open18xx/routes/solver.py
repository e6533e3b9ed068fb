"""The best set of routes for the trains of one corporation: exact when it says so, deterministic always.

The network is contracted (``contract``), every arm from every root is listed once (``arms``), and routes are pairs of
arms (``kinds``). One train is then a matter of pairing sorted lists. Several trains that get in each other's way are
settled by prices on the track: with the right prices the best route of each train, found alone, proves a bound on the
whole set, and the few routes that could still be part of something better are listed and combined by branch and bound
(``packing``).

A budget is counted in moves and pairs looked at, so the same question has the same answer everywhere; only a deadline
reads the clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import gcd

from open18xx.routes.arms import Arms, Family, Limit, Ranking, Shape
from open18xx.routes.bonuses import NO_BONUSES, Bonuses, Run
from open18xx.routes.certificate import Certificate, Resource, Result
from open18xx.routes.checker import Route, Score, score
from open18xx.routes.contract import Contraction, Graph, Wishes
from open18xx.routes.kinds import Kind, most_of
from open18xx.routes.network import Network
from open18xx.routes.packing import Found, Packing, Pool, best_of_few, few
from open18xx.routes.payers import Purse, payer_of, unit_of
from open18xx.routes.reaches import closed_to, limits_of
from open18xx.routes.trains import RoadRules, Train
from open18xx.routes.work import Meter, OutOfWork

_DEFAULT_RULES = RoadRules()

# A list of routes longer than this is not combined before better prices have been tried.
_FIRST_LIST = 1000

# New prices are tried so many times before lists are tried again.
_PRICINGS = 6

# Where there is a budget or a deadline, an answer comes first that is made of so many arms from each root, so many in
# all, from so many roots, over so many branches of track from each stop; so much work is allowed for it whatever the
# budget, and its track is looked for in so much of the time.
_QUICK_ARMS = 64
_QUICK_ARMS_IN_ALL = 2048
_QUICK_ROOTS = 32
_QUICK_CHAINS = 64
_QUICK_WORK = 20_000
_QUICK_SHARE = 0.15

# Of the time that is left, listing and ranking arms may take so much.
_ARMS_SHARE = 0.3

# More arms than these are not gone through once more when nothing more is allowed.
_QUICKLY_SIFTED = 4096

# Branches of track walked from one stop before the rest of its chains are left loose.
_FEW_CHAINS = 1024

# Where chains were left out that matter, so many times more are looked at next.
_MORE = 16

# Under a deadline a list of routes has at most so many for each second, since it takes time to sort.
_LISTED_A_SECOND = 50_000


def solve(
    network: Network,
    trains: Iterable[Train],
    *,
    rules: RoadRules = _DEFAULT_RULES,
    bonuses: Bonuses = NO_BONUSES,
    budget: int | None = None,
    deadline: float | None = None,
    start: Result | None = None,
) -> Result:
    """The best set of routes.

    Exact when ``result.proven``, and always without a budget and a deadline (but for a title's rule without a bound).
    Otherwise the best found within about ``budget`` units of work, or within ``deadline`` seconds, never worse than
    letting each train in turn take the best route left among the arms listed, and with an upper bound that holds. A
    first answer of few arms is made however small the budget. With a deadline the answer depends on the machine.

    ``start`` is the answer to a question much like this one: routes that are still legal and prices that are still good
    shorten the search and change nothing else. Identical trains are interchangeable and not searched twice. Raises
    ``ValueError`` when trains share an id, for a budget that is no whole number above 0, and for a deadline that is no
    number of seconds above 0.

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
    if budget is not None and (type(budget) is not int or budget < 1):
        raise ValueError(f"budget {budget!r}: wanted a whole number, 1 at least")
    if deadline is not None and not (type(deadline) in (int, float) and 0 < deadline < float("inf")):
        raise ValueError(f"deadline {deadline!r}: wanted seconds, more than 0")
    return _Question(network, roster, rules, bonuses, Meter(budget, deadline), start).answer()


class _Question:
    """One call of ``solve``: as many searches as it takes, usually one."""

    def __init__(
        self,
        network: Network,
        trains: tuple[Train, ...],
        rules: RoadRules,
        bonuses: Bonuses,
        meter: Meter,
        start: Result | None,
    ) -> None:
        self.network = network
        self.trains = trains
        self.rules = rules
        self.bonuses = bonuses
        self.meter = meter
        self.start = start
        self.unit = unit_of(bonuses, rules)
        self.wished = self._wishes()
        self.best = 0
        self.bound: int | None = None
        self.routes: tuple[Route, ...] = ()
        self.method = ""
        self.certificate = Certificate({}, 0)

    def answer(self) -> Result:
        if self.start is not None:
            self._take_if_legal(self.start.routes)
        try:
            self._solve()
        except OutOfWork:
            self.method = self.out_of
        return self._result()

    def _solve(self) -> None:
        contraction = Contraction(self.network, self.wished)
        chains, meter = _FEW_CHAINS, self.meter
        graph: Graph | None = None
        if meter.limited:
            part = contraction.part(meter, _QUICK_CHAINS, meter.share(_QUICK_SHARE))
            with meter.at_least(_QUICK_WORK):
                search = self._search(part, quick=True)
            if search.whole:
                return
            meter.add(0)
            graph = part if part.complete else None
        while True:
            if graph is None:
                graph = contraction.whole(meter, chains)
            if graph.loose and meter.limited:
                self._search(graph.firm())
                meter.add(0)
            search = self._search(graph)
            if not search.loosely():
                return
            # the answer stands on track that was not looked at: the best without it, then look at more
            if not meter.limited:
                self._search(graph.firm())
            if self.bound is not None and self.best >= self.bound:
                return
            meter.add(0)
            chains *= _MORE
            graph = None

    def _search(self, graph: Graph, quick: bool = False) -> _Search:
        search = _Search(self, graph, quick)
        search.run()
        if search.best > self.best and not search.loosely():
            self.best, self.routes = search.best, search.routes()
        if self.bound is None or search.bound <= self.bound:
            self.bound, self.certificate = search.bound, search.certificate()
        self.method = search.method
        return search

    @property
    def out_of(self) -> str:
        """What there was too little of."""
        return "out of budget" if self.meter.seconds is None else "out of time"

    def _take_if_legal(self, routes: tuple[Route, ...]) -> None:
        """Routes of an earlier answer, each that can still be run."""
        kept: list[Route] = []
        for route in routes:
            if isinstance(score(self.network, self.trains, [*kept, route], self.rules, self.bonuses), Score):
                kept.append(route)
        value = self._scored(tuple(kept))
        if value > self.best:
            self.best, self.routes = value, tuple(kept)

    def _scored(self, routes: tuple[Route, ...]) -> int:
        """What legal routes earn together, in units of the objective."""
        checked = score(self.network, self.trains, routes, self.rules, self.bonuses)
        assert isinstance(checked, Score)
        return checked.total * self.unit + checked.treasury

    def _result(self) -> Result:
        bound = max(self.best, self.bound or 0)
        if self.best < bound and self.routes:
            # cut short, not all ways of being paid have been looked at, and bonuses went to trains as they came
            self.best = max(self.best, self._scored(self.routes))
        extra = self.bonuses.extra
        known = (extra.route is None or extra.route_most is not None) and (
            extra.total is None or extra.total_most is not None
        )
        value, treasury = divmod(self.best, self.unit) if self.unit > 1 else (self.best, 0)
        if self.unit == 1 and self.routes and any(bonus.to == "treasury" for bonus in self.bonuses.rows):
            checked = score(self.network, self.trains, self.routes, self.rules, self.bonuses)
            assert isinstance(checked, Score)
            treasury = checked.treasury
        return Result(
            value,
            self.routes,
            bound // self.unit if known else None,
            known and self.best == bound,
            self.meter.work,
            self.method,
            treasury,
            self.certificate,
        )

    def _wishes(self) -> Wishes:
        network, trains, rules = self.network, self.trains, self.rules
        return Wishes(
            most_stops=_most_stops(network, trains),
            sparse=len(trains) > 1,
            groups_exclusive=rules.groups_exclusive,
            mixed_chains=rules.gauge_change == "in-chains",
            everywhere=not rules.own_token,
            trails=rules.node_reuse == "repeatable",
            passable=frozenset(
                [id for train in trains if train.calls for id, call in train.calls.items() if call == "pass"]
            ),
            apart=tuple(dict.fromkeys([some for train in trains for some in train.apart])),
            alike=self.bonuses.extra.route is None and self.bonuses.extra.total is None,
        )


# A train, what it is paid, and what it has only so much of.
_Member = tuple[Train, Purse, tuple[Limit, ...]]


@dataclass(slots=True)
class _Priced:
    """Each class's arms and best route under prices on the track; no set of routes earns more than ``total``."""

    prices: list[int]
    rankings: list[list[Ranking]]
    best: list[Found | None]
    total: int


class _Search:
    """The best set of routes in one graph; a ``quick`` one does no more than take routes in turn."""

    def __init__(self, question: _Question, graph: Graph, quick: bool) -> None:
        self.question = question
        self.meter = question.meter
        self.graph = graph
        self.rules = question.rules
        self.trains = question.trains
        self.quick = quick
        self.kinds: list[Kind] = []
        self.whole = graph.complete
        self.best = question.best
        self.choice: list[tuple[int, Found]] = []
        self.bound = 0
        self.method = "nothing to run"
        extra = question.bonuses.extra
        self.has_total = extra.total is not None
        self.most_extra = max(0, extra.total_most or 0) * question.unit if extra.total is not None else 0
        self.prices: list[int] = []
        self.priced_total = 0
        claimed = [k for k, bonus in enumerate(question.bonuses.rows) if bonus.scope == "corporation"]
        self.width = graph.width + (claimed[-1] + 1 if claimed else 0)

    def run(self) -> None:
        if not self.trains or not self.graph.roots:
            return
        shapes = self._sorted_trains()
        if self.meter.limited or not self.whole:
            self._bound_anyhow(shapes)
        try:
            self._make_kinds(shapes)
            self._run()
        except OutOfWork:
            self.whole = False
            self.method = self.question.out_of

    # -- preparation

    def _sorted_trains(self) -> dict[Shape, dict[object, list[_Member]]]:
        """The trains by family, and within that by kind."""
        stops, rules, bonuses = self.graph.stops, self.rules, self.question.bonuses
        trails = rules.node_reuse == "repeatable"
        families: dict[Shape, dict[object, list[_Member]]] = {}
        like: dict[object, list[_Member]] = {}
        for train in self.trains:
            look = (train.type, train.reach, train.multiplier, train.local, train.requires_token, train.gauge)
            printed = None if train.calls or train.apart or bonuses else look
            if printed in like:
                member = like[printed][0]
                like[printed].append((train, member[1], member[2]))
                continue
            purse = Purse(train, stops, rules, bonuses)
            limits = tuple(limits_of(train.reach, stops, trails))
            shape = Shape(
                purse.most,
                closed_to(train, stops),
                train.gauge,
                tuple([(limit.per_stop, limit.crossings, limit.double) for limit in limits]),
                self._apart_bits(train),
            )
            alike = (limits, train.local, train.requires_token, train.reach, train.apart, self._bonuses_of(train))
            members = families.setdefault(shape, {}).setdefault(alike, [])
            members.append((train, purse, limits))
            if printed is not None:
                like[printed] = members
        return families

    def _bound_anyhow(self, families: dict[Shape, dict[object, list[_Member]]]) -> None:
        """A bound that holds however the track lies, and the certificate that says so."""
        extra, segments = self.question.bonuses.extra, len(self.question.network.segments)
        surcharge = max(0, extra.route_most or 0) * self.question.unit if extra.route is not None else 0
        most = 0
        for kinds in families.values():
            for members in kinds.values():
                train, purse, _ = members[0]
                each = most_of(purse, train, self.graph.stops, self.rules, segments) + surcharge
                most += len(members) * max(0, each)
        self.priced_total = most
        self.bound = most + self.most_extra

    def _make_kinds(self, families: dict[Shape, dict[object, list[_Member]]]) -> None:
        """List each family's arms as far as its longest train goes, and rank them for each kind."""
        question, graph, meter = self.question, self.graph, self.meter
        stops, rules = graph.stops, self.rules
        trails = rules.node_reuse == "repeatable"
        once = trails and rules.revisits == "pay-once"
        most_arms = self._most_arms(len(families))
        for n, (shape, kinds) in enumerate(families.items()):
            some = [members[0] for members in kinds.values()]
            # as far as the longest of them goes, limit by limit
            widest = [
                limits[0]._replace(most=max([limit.most for limit in limits]))
                for limits in zip(*[limits for _, _, limits in some], strict=True)
            ]
            against = self._against(some[0][0]) if trails else ()
            family = Family(graph, shape, widest, trails, once, against)
            arms: list[Arms] = []
            barred = 0
            roots = graph.roots
            if self.quick and len(roots) > _QUICK_ROOTS:
                self.whole = False
                roots = sorted(roots, key=lambda root: -shape.values[root])[:_QUICK_ROOTS]
            for r, root in enumerate(roots):
                # each root of each family has the same part of the time; ranking takes longer than listing
                parts = (len(roots) * (len(families) - n) - r) * (1 + 2 * len(kinds))
                share = meter.share(_ARMS_SHARE / parts)
                some_arms = Arms(family, root, barred, family.allowance(widest), meter, most_arms, share)
                self.whole = self.whole and some_arms.complete
                arms.append(some_arms)
                barred |= 1 << root
            for members in kinds.values():
                train, purse, limits = members[0]
                self.kinds.append(
                    Kind(
                        [member[0] for member in members],
                        family,
                        arms,
                        family.allowance(limits),
                        purse,
                        payer_of(train, stops, rules, purse, against, meter),
                        question.bonuses.extra,
                        question.unit,
                        meter,
                    )
                )

    def _most_arms(self, families: int) -> int | None:
        """How many arms may be listed from each root; None for all."""
        parts = families * (min(len(self.graph.roots), _QUICK_ROOTS) if self.quick else len(self.graph.roots))
        few = max(1, min(_QUICK_ARMS, _QUICK_ARMS_IN_ALL // parts))
        if self.quick:
            return few
        return None if self.meter.budget is None else max(few, self.meter.budget // (4 * parts))

    def _bonuses_of(self, train: Train) -> object:
        """What tells the trains apart that bonuses and title rules tell apart."""
        bonuses = self.question.bonuses
        if not bonuses:
            return None
        if bonuses.extra.route is not None or bonuses.extra.total is not None:
            return train.id
        return tuple([bonus.amount_for(train) for bonus in bonuses.rows])

    def _apart_bits(self, train: Train) -> tuple[int, ...]:
        if not train.apart:
            return ()
        bit_of = dict(zip(self.question.wished.apart, self.graph.apart_bits, strict=True))
        return tuple([sum([bit_of[some] for some in set(train.apart) if stop.id in some]) for stop in self.graph.stops])

    def _against(self, train: Train) -> list[int]:
        """For every stop those that a trail may not visit as well: of its groups, or to be kept apart from it."""
        stops = self.graph.stops
        sets: list[set[str]] = [set(some) for some in train.apart]
        if self.rules.groups_exclusive:
            groups: dict[str, set[str]] = {}
            for stop in stops:
                for name in stop.groups:
                    groups.setdefault(name, set()).add(stop.id)
            sets += groups.values()
        against = [0] * len(stops)
        for some in sets:
            members = sum(1 << j for j, stop in enumerate(stops) if stop.id in some)
            for i, stop in enumerate(stops):
                if stop.id in some:
                    against[i] |= members & ~(1 << i)
        return against

    # -- all trains together

    def _run(self) -> None:
        kinds, meter = self.kinds, self.meter
        for kind in kinds:
            if not self.quick:
                meter.add(0)
            kind.best = kind.best_route(kind.rankings, 1)
        kinds.sort(key=lambda kind: -kind.worth)
        if meter.limited and meter.over:
            self.whole = False
        free = _Priced([], [kind.rankings for kind in kinds], [kind.best for kind in kinds],
                       sum([kind.worth * len(kind.trains) for kind in kinds]))  # fmt: skip
        if self.whole:
            self.priced_total = free.total
            self.bound = free.total + self.most_extra
        self.method = "alone"
        self._greedy(free)
        if self.best < self.bound and (self.whole or not self.quick):
            try:
                meter.add(0)
                self._together(free)
            except OutOfWork:
                self.method = self.question.out_of
        if not self.whole:
            self.method = self.question.out_of

    def _extra(self, choice: list[tuple[int, Found]]) -> int:
        """What a title's rule adds to a set of routes."""
        runs: dict[str, Run] = {}
        for train, kind, found in self._assigned(choice):
            _, value, _, at, i, j = found
            runs[train.id] = kind.run_of(train, at, i, j, value)
        extra = self.question.bonuses.extra
        return extra.of_total(tuple([runs[train.id] for train in self.trains if train.id in runs])) * self.question.unit

    def _take(self, choice: list[tuple[int, Found]]) -> None:
        """Keep a set of routes if it is better than the best known."""
        value = sum([found[1] for _, found in choice])
        if self.has_total and choice and value + self.most_extra > self.best:
            value += self._extra(choice)
        if value > self.best:
            self.best = value
            self.choice = choice

    def _greedy(self, priced: _Priced) -> list[tuple[int, Found]]:
        """Each train in turn takes the best route left, the strongest trains first and then the weakest first.

        The better set is kept if it is the best so far; all routes met are returned.
        """
        met: list[tuple[int, Found]] = []
        width = self.graph.width
        tolls = priced.prices[width:]
        turns = [c for c, kind in enumerate(self.kinds) for _ in kind.trains]
        for order in (turns, turns[::-1]):
            used = 0
            choice: list[tuple[int, Found]] = []
            left = list(priced.rankings)
            for c in order:
                found = priced.best[c]
                if used and (found is None or found[2] & used):
                    if self.meter.over and not (self.quick and self.kinds[c].count <= _QUICKLY_SIFTED):
                        continue
                    left[c] = [ranking.without(used << self.graph.shift) for ranking in left[c]]
                    found = self.kinds[c].best_route(left[c], 1, used >> width, tolls)
                if found is not None:
                    used |= found[2]
                    choice.append((c, found))
            self._take(choice)
            met += choice
            if len(self.kinds) == 1 or self.best >= self.bound:
                break
        return met

    def _priced(self, prices: list[int]) -> _Priced:
        """Every kind by itself under these prices on the bits of track, and of bonuses taken once."""
        step_tolls: list[int] = []
        for edge in self.graph.edges:
            cost = 0
            bits = edge.bits >> self.graph.shift
            while bits:
                low = bits & -bits
                cost += prices[low.bit_length() - 1]
                bits ^= low
            step_tolls += (cost, cost)
        tolls = prices[self.graph.width :]
        all_rankings = [kind.priced(step_tolls, tolls) for kind in self.kinds]
        best = [kind.best_route(rankings, 1, 0, tolls) for kind, rankings in zip(self.kinds, all_rankings, strict=True)]
        self.meter.add(0)  # out of work some of these may not be the best
        total = sum(prices)
        for kind, found in zip(self.kinds, best, strict=True):
            total += len(kind.trains) * (found[0] if found is not None else 0)
        return _Priced(prices, all_rankings, best, total)

    def _together(self, priced: _Priced) -> None:
        """Close the gap between the set held and the bound: lists and prices in turn, each time with more effort."""
        counts = [len(kind.trains) for kind in self.kinds]
        whole, step = self.whole, self._step()
        pool = Pool(counts, self.width)
        for c, found in self.choice:
            pool.add(c, found)
        priced.prices = [0] * self.width
        if self.question.start is not None and whole:
            priced = self._from_before(priced)
        most = _FIRST_LIST
        seconds = self.meter.seconds
        while True:
            lists = self._lists(priced, step, most)
            if lists is not None:
                if not self.has_total and few(lists, counts):
                    better = best_of_few(lists, counts, sum(priced.prices), step, self.best, self.meter)
                    finished = True
                else:
                    packing = Packing(
                        lists, counts, self.width, sum(priced.prices), step, self.meter,
                        self._extra if self.has_total else None, self.most_extra,
                    )  # fmt: skip
                    better = packing.best(self.best, 4 * most)
                    finished = packing.finished
                if better is not None:
                    self._take(better)
                if finished:
                    if whole:
                        self._note(priced)
                        self.bound = self.best
                    self.method = "lists" if most == _FIRST_LIST else "prices and lists"
                    return
                for c, routes in enumerate(lists):
                    for found in routes[:20]:
                        pool.add(c, found)
            for _ in range(_PRICINGS):
                wanted = pool.prices(priced.prices, self.best - self.most_extra, self.meter)
                # not all the way: prices that please the pool alone swing wildly
                tried = self._priced([(7 * a + 3 * b + 5) // 10 for a, b in zip(wanted, priced.prices, strict=True)])
                fresh = False
                for c, found in [(c, found) for c, found in enumerate(tried.best) if found] + self._greedy(tried):
                    fresh |= pool.add(c, found)
                if tried.total < priced.total:
                    priced = tried
                elif not fresh:
                    priced = self._priced([(a + b) // 2 for a, b in zip(wanted, priced.prices, strict=True)])
                if whole:
                    self._note(priced)
                    if self.bound <= self.best:
                        self.method = "prices"
                        return
            most *= 4
            if seconds is not None:
                most = min(most, max(_FIRST_LIST, int(seconds * _LISTED_A_SECOND)))
                self.meter.look_at_the_clock()

    def _step(self) -> int:
        """Every sum of values is a multiple of this, so bounds are rounded down to one."""
        extra = self.question.bonuses.extra
        if extra.route is not None or extra.total is not None:
            return 1
        return max(1, gcd(*[value for kind in self.kinds for value in kind.sums() if value > 0]))

    def _from_before(self, priced: _Priced) -> _Priced:
        """The prices of an earlier answer, if they are better here than none."""
        start = self.question.start
        assert start is not None
        known = start.certificate.prices
        if not known:
            return priced
        prices = self.graph.bits_of(known)
        rows = self.question.bonuses.rows
        prices += [known.get(Resource("bonus", rows[k].id), 0) for k in range(self.width - self.graph.width)]
        tried = self._priced(prices)
        if tried.total < priced.total:
            self._greedy(tried)
            self._note(tried)
            return tried
        return priced

    def _note(self, priced: _Priced) -> None:
        """Keep the lowest bound that prices have shown, and the prices."""
        if priced.total < self.priced_total or not self.prices:
            self.priced_total, self.prices = priced.total, priced.prices
            step = self._step()
            self.bound = min(self.bound, (priced.total + self.most_extra) // step * step)

    def _lists(self, priced: _Priced, step: int, most: int) -> list[list[Found]] | None:
        """For each kind all routes that a better set could contain; None when some list is longer than ``most``."""
        lists: list[list[Found]] = []
        tolls = priced.prices[self.graph.width :]
        for kind, rankings, found in zip(self.kinds, priced.rankings, priced.best, strict=True):
            # the others earn at most what is left of the total
            others = priced.total + self.most_extra - (found[0] if found is not None else 0)
            routes = kind.all_routes(rankings, self.best + step - others, most, tolls)
            if routes is None:
                return None
            lists.append(routes)
        return lists

    # -- the answer

    def loosely(self) -> bool:
        """Whether the best set found runs over track that was not looked at."""
        return self.graph.loose and any(
            not edge.chain for c, (_, _, _, at, i, j) in self.choice for edge in self.kinds[c].edges_of(at, i, j)
        )

    def routes(self) -> tuple[Route, ...]:
        """The routes chosen, in segments, each under the id of a train of its kind; in the order of the trains."""
        routes: dict[str, Route] = {}
        for train, kind, (_, _, _, at, i, j) in self._assigned(self.choice):
            segments = kind.segments_of(at, i, j)
            stop = "" if segments else self.graph.stops[kind.arms[at].root].id
            routes[train.id] = Route(train.id, segments, stop=stop)
        return tuple([routes[train.id] for train in self.trains if train.id in routes])

    def _assigned(self, choice: list[tuple[int, Found]]) -> Iterator[tuple[Train, Kind, Found]]:
        """A train of its kind for each route."""
        next_of = [iter(kind.trains) for kind in self.kinds]
        for c, found in choice:
            yield next(next_of[c]), self.kinds[c], found

    def certificate(self) -> Certificate:
        """The prices that bound the answer best, by what they are on."""
        rows = self.question.bonuses.rows
        width = self.graph.width
        return Certificate(
            {
                self.graph.resource(bit) if bit < width else Resource("bonus", rows[bit - width].id): price
                for bit, price in enumerate(self.prices)
                if price
            },
            self.priced_total,
        )


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
