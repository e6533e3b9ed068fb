"""What legal routes earn: which stops are paid, which bonuses, who gets those that the corporation earns once.

Nothing here walks track or asks whether a route is legal; the ``checker`` has done so. Where a train is paid for some
of its stops only, it is paid for those that make the most of the objective, jointly for all routes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal

from open18xx.routes.bonuses import Bonus, Bonuses, Run
from open18xx.routes.network import Stop
from open18xx.routes.trains import RoadRules, Row, Train

Worth = tuple[int, int]
"""Money as the objective compares it, the greater the better; worths of several routes add up."""


@dataclass(frozen=True, slots=True)
class Paid:
    """A stop that is paid, and what the train gets for it."""

    stop: str
    value: int


@dataclass(frozen=True, slots=True)
class BonusPaid:
    """A bonus that a route earns; ``amount`` is for all its stops together where each pays (scope ``visit``)."""

    id: str
    amount: int
    to: Literal["revenue", "treasury"]


@dataclass(frozen=True, slots=True)
class RouteScore:
    """What one route earns: stops visited in order, and those of them that are paid.

    ``revenue`` is all that may be paid out: stops, bonuses and ``extra``, which a title's own rule adds (or takes, so
    that the whole may be negative). ``treasury`` is not in it.
    """

    train: str
    revenue: int
    visited: tuple[str, ...]
    paid: tuple[Paid, ...]
    bonuses: tuple[BonusPaid, ...] = ()
    treasury: int = 0
    extra: int = 0


@dataclass(frozen=True, slots=True)
class Score:
    """What a legal set of routes earns; ``routes`` in the order given.

    ``total`` is the revenue of all routes and ``extra``, which a title's own rule on the whole set adds or takes.
    """

    total: int
    routes: tuple[RouteScore, ...]
    treasury: int = 0
    extra: int = 0


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


# -- stops alone


def paid_stops(train: Train, stops: Sequence[Stop], token: bool) -> tuple[Paid, ...] | Fault:
    """Rule 13 where nothing but stops pays: those paid, in the order visited, so that the route earns most.

    ``token``: one of them must have a token of the corporation.
    """
    reach = train.reach
    if reach.pays is None and reach.count != "rows":  # asked for every run of a game: no time for more
        type, times = train.type, train.multiplier
        return tuple(
            [
                Paid(stop.id, (stop.values.get(type, stop.value) if stop.values else stop.value) * times)
                for stop in stops
            ]
        )
    values = values_of(train, stops)
    rows = _limits(train, stops)
    if rows is None:
        return tuple([Paid(stop.id, value) for stop, value in zip(stops, values, strict=True)])
    best: tuple[int, ...] | None = None
    best_sum = -1
    weights = [(value, 0) for value in values]
    for first in range(len(stops)) if token else (-1,):
        if first >= 0 and not stops[first].own:
            continue
        chosen = _best_paying(rows, stops, weights, () if first < 0 else (first,))
        if chosen is not None:
            earned = sum(values[i] for i in chosen)
            if earned > best_sum:
                best, best_sum = chosen, earned
    if best is None:
        return Fault("no-own-token-paid", train=train.id)
    return tuple([Paid(stops[i].id, values[i]) for i in best])


def values_of(train: Train, stops: Sequence[Stop]) -> list[int]:
    """Rule 15: what the train gets for each of the stops if it is paid."""
    type, multiplier = train.type, train.multiplier
    if train.reach.count != "rows":
        return [(stop.values.get(type, stop.value) if stop.values else stop.value) * multiplier for stop in stops]
    values = []
    for stop in stops:
        for row in train.reach.rows:
            if stop.kind in row.kinds:
                values.append(stop.values.get(type, stop.value) * multiplier * row.multiplier)
                break
    return values


def _limits(train: Train, stops: Sequence[Stop]) -> tuple[Row, ...] | None:
    """The rows that say which of the stops can be paid together; None when all can."""
    reach = train.reach
    if reach.count == "rows":
        return None if _rows_pay(reach.rows, [stop.kind for stop in stops]) else reach.rows
    if reach.pays is None or reach.pays >= len(stops):
        return None
    return (Row(("city", "town", "halt", "offboard"), reach.pays, reach.pays),)


def _best_paying(
    rows: tuple[Row, ...], stops: Sequence[Stop], weights: Sequence[Worth], forced: Sequence[int]
) -> tuple[int, ...] | None:
    """The stops to pay for the most when the ``forced`` must be among them; None if they can't be.

    Sets of stops that fit the rows are the independent sets of a matroid, so taking the dearest that fits is best.
    """
    chosen = list(forced)
    if chosen and not _rows_pay(rows, [stops[i].kind for i in chosen]):
        return None
    for i in sorted(range(len(stops)), key=lambda i: weights[i], reverse=True):
        if i not in forced:
            chosen.append(i)
            if not _rows_pay(rows, [stops[j].kind for j in chosen]):
                chosen.pop()
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


# -- stops, bonuses and a title's own rules


@dataclass(frozen=True, slots=True)
class Journey:
    """A legal route: its train, its segments, and the stops it visits in order, again where it comes again."""

    train: Train
    segments: tuple[str, ...]
    visits: tuple[Stop, ...]


@dataclass(frozen=True, slots=True)
class _Payment:
    """One way of paying a route: which of the stops that count are paid, and what the route has of it.

    ``worth`` is without bonuses of scope corporation; ``claims`` has the amount of each of those that the route would
    bring, 0 where it does not.
    """

    stops: tuple[Stop, ...]
    paid: tuple[int, ...]
    worth: Worth
    claims: tuple[int, ...]


def worth(revenue: int, treasury: int, rules: RoadRules) -> Worth:
    """What the objective compares. Of equal sums the one with more revenue is the greater."""
    if rules.objective == "sum":
        return revenue + treasury, revenue
    return revenue, treasury


def scored(journeys: Sequence[Journey], rules: RoadRules, bonuses: Bonuses) -> Score | Fault:
    """What the journeys earn together.

    Stops and the data of the bonuses alone decide what is paid and who is credited with a bonus of scope corporation;
    a title's own rules see the outcome.
    """
    shared = [row for row in bonuses.rows if row.scope == "corporation"]
    choices = []
    for journey in journeys:
        payments = _payments(journey, rules, bonuses.rows, shared)
        if not payments:
            return Fault("no-own-token-paid", train=journey.train.id)
        choices.append(payments)
    chosen = _best_together(choices, shared, rules)
    unclaimed = list(shared)
    runs, scores = [], []
    for journey, payment in zip(journeys, chosen, strict=True):
        earned = _earned(journey.train, payment, bonuses.rows)
        for row in list(unclaimed):
            k = shared.index(row)
            if payment.claims[k] and payment.claims[k] == max(other.claims[k] for other in chosen):
                earned.append(BonusPaid(row.id, payment.claims[k], row.to))
                unclaimed.remove(row)
        run, score = _route_score(journey, payment, tuple(earned), bonuses)
        runs.append(run)
        scores.append(score)
    extra = bonuses.extra.of_total(tuple(runs))
    total = sum(score.revenue for score in scores) + extra
    return Score(total, tuple(scores), sum(score.treasury for score in scores), extra)


def _route_score(
    journey: Journey, payment: _Payment, earned: tuple[BonusPaid, ...], bonuses: Bonuses
) -> tuple[Run, RouteScore]:
    values = values_of(journey.train, payment.stops)
    paid = tuple(Paid(payment.stops[i].id, values[i]) for i in payment.paid)
    revenue = sum(item.value for item in paid) + sum(item.amount for item in earned if item.to == "revenue")
    treasury = sum(item.amount for item in earned if item.to == "treasury")
    run = Run(journey.train, journey.visits, journey.segments, revenue)
    extra = bonuses.extra.of_route(run)
    visited = tuple(stop.id for stop in journey.visits)
    return run, RouteScore(journey.train.id, revenue + extra, visited, paid, earned, treasury, extra)


def _counting(visits: Sequence[Stop], rules: RoadRules) -> tuple[Stop, ...]:
    """The visits that may be paid and bring bonuses: all, or the first to each stop."""
    if rules.revisits == "pay-each":
        return tuple(visits)
    return tuple({stop.id: stop for stop in visits}.values())


def _payments(journey: Journey, rules: RoadRules, rows: Sequence[Bonus], shared: Sequence[Bonus]) -> Sequence[_Payment]:
    """Ways of paying the route of which one is the best, whichever bonuses of the corporation it is to bring."""
    train = journey.train
    stops = _counting(journey.visits, rules)
    values = values_of(train, stops)
    best: dict[tuple[int, ...], _Payment] = {}
    for paid in _paid_sets(train, stops, values, rules, rows):
        money = {"revenue": sum(values[i] for i in paid), "treasury": 0}
        for row in rows:
            if row.scope != "corporation":
                money[row.to] += _amount(row, train, stops, paid)
        claims = tuple([_amount(row, train, stops, paid) for row in shared])
        value = worth(money["revenue"], money["treasury"], rules)
        if claims not in best or value > best[claims].worth:
            best[claims] = _Payment(stops, paid, value, claims)
    return list(best.values())


def _amount(row: Bonus, train: Train, stops: Sequence[Stop], paid: Sequence[int]) -> int:
    """What the bonus would bring the train for a route that is paid so; 0 when it is not earned."""
    amount = row.amount_for(train)
    if not amount:
        return 0
    called = [stop.id for stop in stops] if row.counts == "visited" else [stops[i].id for i in paid]
    if row.scope == "visit":
        return amount * sum(id in row.places[0] for id in called)
    return amount if all(any(id in place for id in called) for place in row.places) else 0


def _earned(train: Train, payment: _Payment, rows: Sequence[Bonus]) -> list[BonusPaid]:
    """The bonuses that are the route's own."""
    earned = []
    for row in rows:
        amount = 0 if row.scope == "corporation" else _amount(row, train, payment.stops, payment.paid)
        if amount:
            earned.append(BonusPaid(row.id, amount, row.to))
    return earned


def _paid_sets(
    train: Train, stops: Sequence[Stop], values: Sequence[int], rules: RoadRules, rows: Sequence[Bonus]
) -> list[tuple[int, ...]]:
    """Sets of stops to pay, the best among them: all, or for each set of bonuses the best that brings those.

    What one paid stop brings by itself is its weight. For a bonus that wants several (and for the token) one stop of
    each place is forced, each in turn, and the dearest fill up: so the time grows with the ways of choosing those.
    """
    limits = _limits(train, stops)
    if limits is None:
        return [tuple(range(len(stops)))]
    weights = _weights(train, stops, values, rules, rows)
    forced: dict[frozenset[int], None] = {frozenset(): None}
    for row in rows:
        if row.counts == "paid" and row.scope != "visit" and row.amount_for(train):
            bearers = [[i for i, stop in enumerate(stops) if stop.id in place] for place in row.places]
            ways = [frozenset(way) for way in product(*bearers)]
            for start in list(forced):
                for way in ways:
                    both = start | way
                    if both not in forced and _rows_pay(limits, [stops[i].kind for i in sorted(both)]):
                        forced[both] = None
    own = [i for i, stop in enumerate(stops) if stop.own]
    found: dict[tuple[int, ...], None] = {}
    for some in forced:
        tokens = own if rules.own_token and train.requires_token and not some.intersection(own) else [-1]
        for token in tokens:
            chosen = _best_paying(limits, stops, weights, sorted(some if token < 0 else some | {token}))
            if chosen is not None:
                found[chosen] = None
    return list(found)


def _weights(
    train: Train, stops: Sequence[Stop], values: Sequence[int], rules: RoadRules, rows: Sequence[Bonus]
) -> list[Worth]:
    """What each of the stops brings when it is paid, whatever else is."""
    weights = []
    for stop, value in zip(stops, values, strict=True):
        money = {"revenue": value, "treasury": 0}
        for row in rows:
            if row.scope == "visit" and row.counts == "paid" and stop.id in row.places[0]:
                money[row.to] += row.amount_for(train)
        weights.append(worth(money["revenue"], money["treasury"], rules))
    return weights


def _best_together(
    choices: Sequence[Sequence[_Payment]], shared: Sequence[Bonus], rules: RoadRules
) -> tuple[_Payment, ...]:
    """One payment for each route, so that all of them with the bonuses of the corporation are worth most."""
    # by what is the most for each of those bonuses so far: the dearest way to have come there
    reached: dict[tuple[int, ...], tuple[Worth, tuple[_Payment, ...]]] = {(0,) * len(shared): ((0, 0), ())}
    for payments in choices:
        before, reached = reached, {}
        for most, (value, chosen) in before.items():
            for payment in payments:
                now = tuple(map(max, most, payment.claims))
                sum_now = (value[0] + payment.worth[0], value[1] + payment.worth[1])
                if now not in reached or sum_now > reached[now][0]:
                    reached[now] = (sum_now, (*chosen, payment))

    def whole(most: tuple[int, ...]) -> Worth:
        money = {"revenue": 0, "treasury": 0}
        for row, amount in zip(shared, most, strict=True):
            money[row.to] += amount
        more, value = worth(money["revenue"], money["treasury"], rules), reached[most][0]
        return value[0] + more[0], value[1] + more[1]

    return reached[max(reached, key=whole)][1]
