"""The best set of routes by trying everything: for tiny maps, and written without a look at solver or checker.

It takes the rules one by one from the route rules; only the data classes are shared. Money is a pair here: revenue
and what goes to the treasury. A title's own rules (``Extra``) must not look at a run's revenue when several ways of
paying it are equally good.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from open18xx.routes import Bonus, Bonuses, Network, RoadRules, Route, Row, Run, Stop, Train

Money = tuple[int, int]
BASE = RoadRules()
NONE = Bonuses()


class Walk(NamedTuple):
    """A way from stop to stop: the stops in order, the segments of each chain, everything used up."""

    stops: tuple[str, ...]
    chains: tuple[tuple[str, ...], ...]
    taken: frozenset[str]

    @property
    def segments(self) -> tuple[str, ...]:
        return tuple(id for chain in self.chains for id in chain)


class Way(NamedTuple):
    """A train on a walk, and every way of paying it: revenue, treasury, and the corporation's bonuses it qualifies for.

    Of the ways that qualify for the same only the best is kept.
    """

    train: Train
    walk: Walk
    stops: tuple[Stop, ...]
    payments: tuple[tuple[Money, frozenset[str]], ...]


def best_total(network: Network, trains: Sequence[Train], groups_exclusive: bool = True, minimum: int = 2) -> int:
    """What the best legal set of routes earns when nothing but stops pays."""
    return best_money(network, trains, RoadRules(groups_exclusive=groups_exclusive, minimum_stops=minimum))[0]


def total_of(network: Network, trains: Sequence[Train], routes: Sequence[Route]) -> int | None:
    """What these routes earn together when nothing but stops pays; None when they are not legal."""
    money = money_of(network, trains, routes)
    return None if money is None else money[0]


def best_money(network: Network, trains: Sequence[Train], rules: RoadRules = BASE, bonuses: Bonuses = NONE) -> Money:
    """Total and treasury of the best legal set of routes."""
    choices = [_unlike(list(ways(network, train, rules, bonuses)), rules, bonuses) for train in trains]
    return max(
        (together(chosen, rules, bonuses) for chosen in _sets(choices, frozenset())),
        key=lambda money: worth(money, rules),
    )


def money_of(
    network: Network,
    trains: Sequence[Train],
    routes: Sequence[Route],
    rules: RoadRules = BASE,
    bonuses: Bonuses = NONE,
) -> Money | None:
    """Total and treasury of these routes; None when they are not legal. Routes that can be read two ways: the best."""
    if len({route.train for route in routes}) < len(routes):
        return None
    readings: list[list[Way]] = []
    for route in routes:
        found = []
        for train in trains:
            if train.id == route.train and not (route.segments and route.stop):
                only = route.segments or (route.stop,)
                for way in ways(network, train, rules, bonuses, only):
                    if way.walk.segments == route.segments and route.stop in ("", *way.walk.stops):
                        found.append(way)
        readings.append(found)
    sets = [chosen for chosen in product(*readings) if not _clash(chosen)]
    return max(
        (together(chosen, rules, bonuses) for chosen in sets), key=lambda money: worth(money, rules), default=None
    )


def _clash(chosen: Sequence[Way]) -> bool:
    return any(a.walk.taken & b.walk.taken for a, b in combinations(chosen, 2))


def _sets(choices: list[list[Way]], used: frozenset[str]) -> Iterator[tuple[Way, ...]]:
    """Every choice of at most one way for each train, none using what another uses."""
    if not choices:
        yield ()
        return
    yield from _sets(choices[1:], used)
    for way in choices[0]:
        if not way.walk.taken & used:
            for rest in _sets(choices[1:], used | way.walk.taken):
                yield (way, *rest)


def _unlike(found: list[Way], rules: RoadRules, bonuses: Bonuses) -> list[Way]:
    """Ways that differ in what they use up or bring; where a title's own rule looks at them, in anything."""
    if bonuses.extra.route is None and bonuses.extra.total is None:
        if not any(row.scope == "corporation" for row in bonuses.rows):
            best: dict[frozenset[str], Way] = {}
            for way in sorted(found, key=lambda way: worth(way.payments[0][0], rules)):
                best[way.walk.taken] = way
            return list(best.values())
        return list({(way.walk.taken, frozenset(way.payments)): way for way in found}.values())
    return list({(way.walk.taken, way.walk.stops): way for way in found}.values())


# -- money


def worth(money: Money, rules: RoadRules) -> tuple[int, int]:
    revenue, treasury = money
    return (revenue + treasury, revenue) if rules.objective == "sum" else (revenue, treasury)


def summed(money: Sequence[Money]) -> Money:
    return sum(revenue for revenue, _ in money), sum(treasury for _, treasury in money)


def together(chosen: Sequence[Way], rules: RoadRules, bonuses: Bonuses) -> Money:
    """Total and treasury of routes run together."""
    shared = [row for row in bonuses.rows if row.scope == "corporation"]
    best: list[Money] | None = None
    for paid in product(*(way.payments for way in chosen)):
        takers = [[None, *(r for r in range(len(chosen)) if row.id in paid[r][1])] for row in shared]
        for credited in product(*takers):
            money = [list(payment[0]) for payment in paid]
            for row, r in zip(shared, credited, strict=True):
                if r is not None:
                    money[r][row.to == "treasury"] += row.amount_for(chosen[r].train)
            each = [(revenue, treasury) for revenue, treasury in money]
            if best is None or worth(summed(each), rules) > worth(summed(best), rules):
                best = each
    assert best is not None
    runs = tuple(
        Run(way.train, way.stops, way.walk.segments, money[0]) for way, money in zip(chosen, best, strict=True)
    )
    total, treasury = summed(best)
    if bonuses.extra.route is not None:
        total += sum(bonuses.extra.route(run) for run in runs)
    if bonuses.extra.total is not None and runs:
        total += bonuses.extra.total(runs)
    return total, treasury


def payments(
    train: Train, visits: Sequence[Stop], rules: RoadRules, rows: Sequence[Bonus]
) -> tuple[tuple[Money, frozenset[str]], ...]:
    """Every way of paying a route, by the bonuses of the corporation that it qualifies for."""
    called = list(visits)
    if rules.revisits == "pay-once":
        called = [stop for i, stop in enumerate(visits) if stop not in visits[:i]]
    best: dict[frozenset[str], Money] = {}
    for size in range(len(called) + 1):
        for paid in combinations(called, size):
            if rules.own_token and train.requires_token and not any(stop.own for stop in paid):
                continue
            if not may_pay(train, paid):
                continue
            money = [sum(value(train, stop) for stop in paid), 0]
            claims = set()
            for row in rows:
                counted = [stop.id for stop in (paid if row.counts == "paid" else called)]
                times = 1 if all(any(id in place for id in counted) for place in row.places) else 0
                if row.scope == "visit":
                    times = len([id for id in counted if id in row.places[0]])
                if row.scope != "corporation":
                    money[row.to == "treasury"] += times * row.amount_for(train)
                elif times and row.amount_for(train):
                    claims.add(row.id)
            key = frozenset(claims)
            if key not in best or worth((money[0], money[1]), rules) > worth(best[key], rules):
                best[key] = (money[0], money[1])
    return tuple((money, key) for key, money in best.items())


def value(train: Train, stop: Stop) -> int:
    """Rule 15."""
    multiplier = train.multiplier
    if train.reach.count == "rows":
        multiplier *= next(row for row in train.reach.rows if stop.kind in row.kinds).multiplier
    return stop.values.get(train.type, stop.value) * multiplier


def may_pay(train: Train, paid: Sequence[Stop]) -> bool:
    """Rule 13: each stop takes a place in a row that names its kind."""
    if train.reach.count != "rows":
        return train.reach.pays is None or len(paid) <= train.reach.pays

    def placed(stops: Sequence[Stop], room: list[int]) -> bool:
        if not stops:
            return True
        for i, row in enumerate(train.reach.rows):
            if stops[0].kind in row.kinds and room[i]:
                if placed(stops[1:], [left - (i == k) for k, left in enumerate(room)]):
                    return True
        return False

    return placed(paid, [row.pay for row in train.reach.rows])


# -- what may be run


def ways(
    network: Network, train: Train, rules: RoadRules, bonuses: Bonuses, only: Sequence[str] | None = None
) -> Iterator[Way]:
    """What the train may run: anything, or these segments (for a local train: that stop) ``only``."""
    for walk in all_walks(network, train, rules, only):
        stops = tuple(network.stops[id] for id in walk.stops)
        if may_run(network, train, rules, walk, stops):
            paid = payments(train, stops, rules, bonuses.rows)
            if paid:
                yield Way(train, walk, stops, paid)


def may_run(network: Network, train: Train, rules: RoadRules, walk: Walk, stops: Sequence[Stop]) -> bool:
    different = set(walk.stops)
    if len(walk.stops) == 1:
        if not train.local:
            return False
    elif len(different) < rules.minimum_stops:
        return False
    if rules.own_token and not any(stop.own for stop in stops):
        return False
    if any(train.calls.get(id) == "never" for id in different):
        return False
    if any(len(different & place) > 1 for place in train.apart):
        return False
    for a, b in combinations(sorted(different), 2):
        if rules.groups_exclusive and set(network.stops[a].groups) & set(network.stops[b].groups):
            return False
    if train.gauge and any(network.segments[id].gauge not in (train.gauge, "dual") for id in walk.segments):
        return False
    crossings = 0
    for chain in walk.chains:
        gauges = {network.segments[id].gauge for id in chain}
        if rules.gauge_change == "at-stops" and "broad" in gauges and "narrow" in gauges:
            return False
        here = sum(end.kind == "edge" for id in chain for end in network.segments[id].ends) // 2
        crossings += 2 * here if train.reach.double in gauges else here
    return reaches(train, stops, crossings)


def reaches(train: Train, stops: Sequence[Stop], crossings: int) -> bool:
    """Rules 11, 12 and 14."""
    reach = train.reach
    total = sum(stop.cost for stop in stops)
    cities = sum(stop.cost for stop in stops if stop.kind not in ("town", "halt"))
    if reach.count == "rows":
        return eats(reach.rows, stops)
    limit = 10**6 if reach.limit is None else reach.limit
    return {
        "stops": total <= limit,
        "cities": cities <= limit,
        "plus": cities <= limit and total <= limit + reach.plus,
        "hexes": crossings + 1 <= limit,
        "hex-edges": crossings <= limit,
    }[reach.count]


def eats(rows: Sequence[Row], stops: Sequence[Stop]) -> bool:
    """Rule 12; of kinds in equally many rows the one with the earlier rows comes first."""
    left = [row.visit for row in rows]
    mine = {stop.kind: [i for i, row in enumerate(rows) if stop.kind in row.kinds] for stop in stops}
    for kind in sorted(mine, key=lambda kind: (len(mine[kind]), mine[kind])):
        need = sum(stop.cost for stop in stops if stop.kind == kind)
        for i in mine[kind]:
            eaten = min(left[i], need)
            left[i] -= eaten
            need -= eaten
        if need or not mine[kind]:
            return False
    return True


def all_walks(network: Network, train: Train, rules: RoadRules, only: Sequence[str] | None = None) -> list[Walk]:
    """Every way of going from a stop to another that this train could go, and every stop by itself.

    With ``only``: those of just these segments in this order.
    """
    found = [Walk((id,), (), frozenset()) for id in network.stops if only is None or list(only) == [id]]

    def blocked(id: str) -> bool:
        return {"end": True, "pass": False}.get(train.calls.get(id, ""), network.stops[id].blocked)

    def go(at: tuple[str, str, str], walk: Walk, chain: tuple[str, ...], joints: tuple[str, ...]) -> None:
        so_far = walk.segments + chain
        for segment in network.segments.values():
            if only is not None and (len(so_far) == len(only) or only[len(so_far)] != segment.id):
                continue
            for near, far in (segment.ends, segment.ends[::-1]):
                if at[0] == "edge":
                    if near.kind != "edge" or near.id != at[1] or near.side == at[2]:
                        continue
                    gauges = {network.segments[chain[-1]].gauge, segment.gauge} - {"dual"}
                    if len(gauges) > 1:
                        continue
                elif (near.kind, near.id) != at[:2]:
                    continue
                if segment.terminal and "junction" in (near.kind, far.kind):
                    continue
                new = ["segment " + segment.id]
                if segment.key is not None:
                    new.append("key " + segment.key)
                if far.kind == "edge":
                    new.append("crossing " + far.id)
                elif far.kind == "junction" and far.id in joints:
                    continue
                if any(thing in walk.taken for thing in new):
                    continue
                on = Walk(walk.stops, walk.chains, walk.taken | frozenset(new))
                if far.kind != "stop":
                    passed = (*joints, far.id) if far.kind == "junction" else joints
                    go((far.kind, far.id, far.side), on, (*chain, segment.id), passed)
                    continue
                if far.id == walk.stops[-1] or (rules.node_reuse == "once-per-route" and far.id in walk.stops):
                    continue
                on = Walk((*walk.stops, far.id), (*walk.chains, (*chain, segment.id)), on.taken)
                if any(network.segments[id].terminal for id in on.segments[1:-1]):
                    continue  # going on can't mend it
                if only is None or on.segments == tuple(only):
                    found.append(on)
                if not blocked(far.id):
                    go(("stop", far.id, ""), on, (), ())

    for id in network.stops:
        go(("stop", id, ""), Walk((id,), (), frozenset()), (), ())
    return found
