"""Trains of a kind: those that can run exactly the same routes for the same money, and the routes they can run.

A route is one arm from a root or two that share nothing. Here arms are paired: for the best route, alone, under prices
on the track or off the track of others, and for all routes worth at least so much.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter

from open18xx.routes.arms import Arms, Family, Rank, Ranking, rank_arms
from open18xx.routes.bonuses import Extra, Run
from open18xx.routes.contract import Edge
from open18xx.routes.network import Stop
from open18xx.routes.packing import Found
from open18xx.routes.payers import Payer, Purse, Visits
from open18xx.routes.reaches import limits_of
from open18xx.routes.trains import RoadRules, Train
from open18xx.routes.work import Meter, OutOfWork

# So many pairs of arms are looked at one by one before the partners of an arm are worked out as sets.
_LOOKS = 300

# Ranking an arm takes at least about so long; only a deadline asks.
_RANKING_SECONDS = 1e-6


class Kind:
    """Trains of a kind.

    ``rankings`` and ``best`` are those without prices. ``claims_at`` is the number of the bit, counted from the first
    bit of track, from which bonuses taken only once have theirs. ``unit`` is what a unit of revenue weighs.
    """

    __slots__ = (
        "_all_ends",
        "_claims_at",
        "_extra",
        "_meter",
        "_payer",
        "_plain",
        "_purse",
        "_seconds",
        "_shift",
        "_stop_mask",
        "_surcharge",
        "_unit",
        "allowance",
        "arms",
        "best",
        "count",
        "family",
        "local",
        "rankings",
        "simple",
        "trains",
    )  # fmt: skip

    def __init__(
        self,
        trains: list[Train],
        family: Family,
        arms: list[Arms],
        allowance: int,
        purse: Purse,
        payer: Payer | None,
        extra: Extra,
        unit: int,
        meter: Meter,
    ) -> None:
        self.trains = trains
        self.family = family
        self.arms = arms
        self.allowance = allowance
        self.local = trains[0].local
        self._purse = purse
        self._payer = payer
        self._extra = extra if extra.route is not None else None
        self._surcharge = max(0, extra.route_most or 0) * unit if self._extra is not None else 0
        self._all_ends = self._extra is not None
        self._unit = unit
        self._meter = meter
        graph = family.graph
        self._shift = graph.shift
        self._claims_at = graph.width
        self._stop_mask = (1 << len(graph.stops)) - 1
        # what routes earn without what a title's rule has added
        self._plain: dict[tuple[int, int, int, int], int] = {}
        self.simple = self._payer is None and self._extra is None
        self.count = sum([len(some.all) for some in arms])
        self.rankings = []
        before = meter.seconds_gone() if meter.seconds is not None else 0.0
        for some in arms:
            meter.look_ahead(len(some.all) * _RANKING_SECONDS)
            self.rankings.append(self._ranking(some, None, ()))
        self._seconds = meter.seconds_gone() - before if meter.seconds is not None else 0.0
        self.best: Found | None = None

    @property
    def worth(self) -> int:
        """What the best route is worth to one train."""
        return self.best[0] if self.best is not None else 0

    def priced(self, step_tolls: Sequence[int], tolls: Sequence[int]) -> list[Ranking]:
        """The arms under prices: for every step, and for every bonus that is taken only once."""
        self._meter.add(self.count)
        self._meter.look_ahead(2 * self._seconds)
        return [self._ranking(some, some.paid(step_tolls), tolls) for some in self.arms]

    def _ranking(self, arms: Arms, paid: Sequence[int] | None, tolls: Sequence[int]) -> Ranking:
        base = arms.value + self._surcharge
        shares: list[tuple[int, int]] = []
        for place in self._purse.by_group():
            worth = place.worth
            if place.claim and tolls:
                worth = max(0, worth - tolls[place.claim.bit_length() - 1])
            # whatever meets all the places has all the shares, so no route is worth more than they say
            each, over = divmod(worth, len(place.masks))
            for n, mask in enumerate(place.masks):
                share = each + (n < over)
                if mask >> arms.root & 1:
                    base += share
                elif share:
                    shares.append((mask, share))
        return rank_arms(arms, self.allowance, base, paid, shares, self._all_ends)

    # -- one route

    def _found(
        self,
        at: int,
        ranking: Ranking,
        worth: int,
        bits: int,
        i: int,
        j: int,
        need: int,
        used: int,
        tolls: Sequence[int],
    ) -> list[Found]:
        """The route of two arms with what it earns, in every way worth at least ``need``; best first."""
        arms = ranking.arms
        if self.simple:
            value = arms.value
            if i >= 0:
                value += arms.all[i][0]
            if j >= 0:
                value += arms.all[j][0]
            return [(worth, value, bits >> self._shift, at, i, j)] if worth >= need else []
        price = 0
        if ranking.paid is not None:
            price = (ranking.paid[i] if i >= 0 else 0) + (ranking.paid[j] if j >= 0 else 0)
        track = bits >> self._shift
        if self._payer is None:
            ways: Sequence[tuple[int, int]] = ((self._sum(arms, i, j), 0),)
        else:
            ways = self._payer.ways(self._visits(arms, i, j))
        if len(ways) == 1 and not ways[0][1] and self._extra is None:
            value = ways[0][0]
            return [(value - price, value, track, at, i, j)] if value - price >= need else []
        found: list[Found] = []
        for value, claim in ways:
            earned = value - price
            if claim:
                if claim & used:
                    continue
                if tolls:
                    earned -= sum(toll for k, toll in enumerate(tolls) if claim >> k & 1)
            if earned + self._surcharge < need:
                continue
            taken = track | claim << self._claims_at
            if self._extra is None:
                found.append((earned, value, taken, at, i, j))
                continue
            for a, b in ((i, j), (j, i)) if i >= 0 or j >= 0 else ((i, j),):  # there and back
                more = self._extra.of_route(self._run(self.trains[0], at, a, b, value)) * self._unit
                self._plain[at, a, b, value + more] = value
                if earned + more >= need:
                    found.append((earned + more, value + more, taken, at, a, b))
        if len(found) > 1:
            found.sort(reverse=True)
        return found

    def _sum(self, arms: Arms, i: int, j: int) -> int:
        return arms.value + (arms.all[i][0] if i >= 0 else 0) + (arms.all[j][0] if j >= 0 else 0)

    def _visits(self, arms: Arms, i: int, j: int) -> Visits:
        if self._payer is not None and self._payer.each:
            return tuple(sorted(self.stops_of(arms, i, j)))
        met = 1 << arms.root
        if i >= 0:
            met |= arms.all[i][1]
        if j >= 0:
            met |= arms.all[j][1]
        return met & self._stop_mask

    def sums(self) -> list[int]:
        """What every sum of routes is made of."""
        return [*self._purse.values, *self.family.values, *[place.worth for place in self._purse.by_group()]]

    def edges_of(self, at: int, i: int, j: int) -> list[Edge]:
        """The edges of a route, in no order."""
        edges, arms = self.family.graph.edges, self.arms[at]
        return [edges[step >> 1] for arm in (i, j) if arm >= 0 for step in arms.steps(arm)]

    def stops_of(self, arms: Arms, i: int, j: int) -> list[int]:
        """The stops of a route in the order travelled."""
        goes_to = self.family.goes_to
        stops = [goes_to(step) for step in reversed(arms.steps(j))] if j >= 0 else []
        stops.append(arms.root)
        if i >= 0:
            stops += [goes_to(step) for step in arms.steps(i)]
        return stops

    def segments_of(self, at: int, i: int, j: int) -> tuple[str, ...]:
        """The segments of a route in the order travelled."""
        arms = self.arms[at]
        edges = self.family.graph.edges
        segments: list[str] = []
        for step in reversed(arms.steps(j)) if j >= 0 else ():
            chain = edges[step >> 1].chain
            segments += chain if step & 1 else chain[::-1]
        for step in arms.steps(i) if i >= 0 else ():
            chain = edges[step >> 1].chain
            segments += chain[::-1] if step & 1 else chain
        return tuple(segments)

    def run_of(self, train: Train, at: int, i: int, j: int, value: int) -> Run:
        """A route as a title's own rule sees it; ``value`` may have in it what such a rule has added."""
        return self._run(train, at, i, j, self._plain.get((at, i, j, value), value))

    def _run(self, train: Train, at: int, i: int, j: int, value: int) -> Run:
        stops = self.family.graph.stops
        visited = tuple([stops[stop] for stop in self.stops_of(self.arms[at], i, j)])
        return Run(train, visited, self.segments_of(at, i, j), value // self._unit)

    # -- many routes

    def best_route(
        self, rankings: Sequence[Ranking], need: int, used: int = 0, tolls: Sequence[int] = ()
    ) -> Found | None:
        """The route worth most, if that is at least ``need``; ``used``: bonuses that are taken already, as bits.

        When nothing more is allowed it stops, and the route is just the best met (``meter.over`` tells).
        """
        best: Found | None = None
        try:
            for better in self._better_and_better(rankings, need, used, tolls):
                best = better
        except OutOfWork:
            pass
        return best

    def _better_and_better(
        self, rankings: Sequence[Ranking], need: int, used: int, tolls: Sequence[int]
    ) -> Iterator[Found]:
        """Routes worth at least ``need``, each better than the one before; the last is the best."""
        guards = self.family.guards
        simple = self.simple
        meter = self._meter
        limited = meter.limited
        for at, ranking in enumerate(rankings):
            base, left = ranking.base, ranking.left
            if self.local and left & guards == guards and base >= need and self.family.values[ranking.arms.root] >= 0:
                for found in self._found(at, ranking, base, 0, -1, -1, need, used, tolls)[:1]:
                    need = found[0] + 1
                    yield found
            for worth, bits, _, i in ranking.alone:
                if base + worth < need:
                    break
                for found in self._found(at, ranking, base + worth, bits, i, -1, need, used, tolls)[:1]:
                    need = found[0] + 1
                    yield found
            ranked = ranking.pairable
            count = end = len(ranked)
            looks = _LOOKS
            for x in range(count):
                meter.work += 1
                worth, bits, cost, i = ranked[x]
                rest = need - base - worth
                if rest > worth and rest > 0:
                    break
                if limited and x & 7 == 7 and meter.over:
                    break
                if rest <= 0:
                    for found in self._found(at, ranking, base + worth, bits, i, -1, need, used, tolls)[:1]:
                        need = found[0] + 1
                        yield found
                        rest = need - base - worth
                if looks < 0:
                    # one by one has not been quick: all the partners of this arm at once
                    while end and ranked[end - 1][0] < rest:
                        end -= 1
                    if end <= x + 1:
                        break
                    excluded = ranking.excluded(x, end, meter)
                    meter.work += 4
                    partners = (ranking.fitting(left - cost) & ~excluded & ((1 << end) - 1)) >> x
                    while partners:
                        low = partners & -partners
                        other = ranked[x + low.bit_length() - 1]
                        if other[0] < rest:
                            break
                        partners ^= low
                        meter.work += 1
                        for found in self._found(
                            at, ranking, base + worth + other[0], bits | other[1], i, other[3], need, used, tolls
                        )[:1]:
                            need = found[0] + 1
                            yield found
                            rest = need - base - worth
                        if simple:
                            break
                        if limited and meter.over:
                            break
                    continue
                for y in range(x + 1, count):
                    other = ranked[y]
                    if other[0] < rest:
                        looks -= y - x
                        break
                    if bits & other[1] or (left - cost - other[2]) & guards != guards:
                        continue
                    if simple:
                        arms = ranking.arms
                        yield (
                            base + worth + other[0],
                            arms.value + arms.all[i][0] + arms.all[other[3]][0],
                            (bits | other[1]) >> self._shift,
                            at,
                            i,
                            other[3],
                        )
                        need = base + worth + other[0] + 1
                        looks -= y - x
                        break
                    for found in self._found(
                        at, ranking, base + worth + other[0], bits | other[1], i, other[3], need, used, tolls
                    )[:1]:
                        need = found[0] + 1
                        yield found
                        rest = need - base - worth
                    if limited and meter.over:
                        looks -= y - x
                        break
                else:
                    looks -= count - x
            meter.work += _LOOKS - looks

    def all_routes(
        self, rankings: Sequence[Ranking], need: int, most: int, tolls: Sequence[int] = ()
    ) -> list[Found] | None:
        """Every route worth at least ``need``, best first; None when there are more than ``most``."""
        routes: list[Found] = []
        guards = self.family.guards
        simple, shift, meter = self.simple, self._shift, self._meter
        for at, ranking in enumerate(rankings):
            arms, base, left, ranked = ranking.arms, ranking.base, ranking.left, ranking.pairable
            singles: list[tuple[int, int, int]] = []
            if self.local and left & guards == guards and self.family.values[arms.root] >= 0:
                singles.append((base, 0, -1))
            singles += [(base + worth, bits, i) for worth, bits, _, i in ranking.alone if base + worth >= need]
            singles += [(base + worth, bits, i) for worth, bits, _, i in ranked if base + worth >= need]
            for worth, bits, i in singles:
                routes += self._found(at, ranking, worth, bits, i, -1, need, 0, tolls)
            end = len(ranked)
            all_arms = arms.all
            for x, (worth, bits, cost, i) in enumerate(ranked):
                rest = need - base - worth
                while end and ranked[end - 1][0] < rest:
                    end -= 1
                if end <= x + 1:
                    break
                if simple:
                    so_far, value = base + worth, arms.value + all_arms[i][0]
                if end - x > _LOOKS:
                    meter.add(end - x >> 4)
                    excluded = ranking.excluded(x, end, meter)
                    free = (ranking.fitting(left - cost) & ~excluded & ((1 << end) - 1)) >> (x + 1)
                    if free.bit_count() > most:
                        return None
                    partners: list[Rank] = []
                    while free:
                        low = free & -free
                        partners.append(ranked[x + low.bit_length()])
                        free ^= low
                else:
                    meter.add(end - x)
                    spare = left - cost
                    if simple:
                        routes += [
                            (so_far + more, value + all_arms[j][0], (bits | taken) >> shift, at, i, j)
                            for more, taken, spent, j in ranked[x + 1 : end]
                            if not bits & taken and (spare - spent) & guards == guards
                        ]
                        if len(routes) > most:
                            return None
                        continue
                    partners = [
                        other
                        for other in ranked[x + 1 : end]
                        if not bits & other[1] and (spare - other[2]) & guards == guards
                    ]
                if simple:
                    routes += [
                        (so_far + more, value + all_arms[j][0], (bits | taken) >> shift, at, i, j)
                        for more, taken, _, j in partners
                    ]
                else:
                    meter.add(len(partners))
                    for more, taken, _, j in partners:
                        routes += self._found(at, ranking, base + worth + more, bits | taken, i, j, need, 0, tolls)
                if len(routes) > most:
                    return None
        routes.sort(key=itemgetter(0), reverse=True)
        return routes


def most_of(purse: Purse, train: Train, stops: Sequence[Stop], rules: RoadRules, segments: int) -> int:
    """No route of this train earns more, however the track lies, but for a title's own rule.

    ``segments``: no route has more of them.
    """
    trails = rules.node_reuse == "repeatable"
    again = segments + 1 if trails and rules.revisits == "pay-each" else 1
    worth = [max(value, 0) for value in purse.most]
    most = sum(worth) if again == 1 else again * max(worth, default=0)
    if train.reach.pays is not None:
        best = sorted(purse.values, reverse=True) if again == 1 else [max(purse.values, default=0)]
        paid = sum(max(value, 0) for value in best[: train.reach.pays]) * (1 if again == 1 else train.reach.pays)
        most = min(most, paid + again * sum(a - max(b, 0) for a, b in zip(worth, purse.values, strict=True)))
    for limit in limits_of(train.reach, stops):
        if limit.crossings or again > 1:
            continue
        free = sum(value for value, cost in zip(worth, limit.per_stop, strict=True) if cost == 0)
        least = min((cost for cost in limit.per_stop if cost), default=1)
        dear = sorted((value for value, cost in zip(worth, limit.per_stop, strict=True) if cost), reverse=True)
        most = min(most, free + sum(dear[: limit.most // least]))
    return most + sum(place.worth for place in purse.by_group())
