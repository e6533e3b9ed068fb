"""A train's reach as the numbers a search works with: limits on sums, and what a set of stops pays.

Every reach of ``trains`` comes down to "the sum of these costs is at most so much", a few times over; a train that pays
only some of its stops adds a function of the stops visited.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, combinations

from open18xx.routes.arms import Limit
from open18xx.routes.network import Stop
from open18xx.routes.trains import Reach, Row, Train

_COUNTED = ("city", "offboard")


def values_of(train: Train, stops: Sequence[Stop]) -> tuple[int, ...]:
    """What each stop pays this train; -1 where it may not call at all (rule 12: a kind that no row names)."""
    type, multiplier, reach = train.type, train.multiplier, train.reach
    if reach.count != "rows":
        return tuple(
            [(stop.values.get(type, stop.value) if stop.values else stop.value) * multiplier for stop in stops]
        )
    first: dict[str, int] = {}
    for row in reach.rows:
        for kind in row.kinds:
            first.setdefault(kind, row.multiplier * multiplier)
    return tuple([stop.values.get(type, stop.value) * first[stop.kind] if stop.kind in first else -1 for stop in stops])


def limits_of(reach: Reach, stops: Sequence[Stop]) -> list[Limit]:
    """The limits that bind on these stops; one that no route could break is left out."""
    limits: list[Limit] = []
    if reach.count == "rows":
        limits = _limits_of_rows(reach.rows, stops)
    elif reach.limit is not None:
        limit = reach.limit
        match reach.count:
            case "stops":
                limits = [Limit(tuple([stop.cost for stop in stops]), False, limit)]
            case "hexes":
                return [Limit((0,) * len(stops), True, limit - 1)]
            case "hex-edges":
                return [Limit((0,) * len(stops), True, limit)]
            case "cities" | "plus":
                cities = tuple([stop.cost if stop.kind in _COUNTED else 0 for stop in stops])
                limits = [Limit(cities, False, limit)]
                if reach.count == "plus":
                    limits.append(Limit(tuple([stop.cost for stop in stops]), False, limit + reach.plus))
    return [limit for limit in limits if limit.most < sum(limit.per_stop)]


def _limits_of_rows(rows: tuple[Row, ...], stops: Sequence[Stop]) -> list[Limit]:
    """Hall's condition: for every set of kinds, no more stops than the rows that name any of them allow."""
    kinds = sorted({kind for row in rows for kind in row.kinds})
    allowed = {
        some: sum(row.visit for row in rows if any(kind in row.kinds for kind in some))
        for some in chain.from_iterable(combinations(kinds, n) for n in range(1, len(kinds) + 1))
    }
    limits: list[Limit] = []
    for some, most in allowed.items():
        # not needed when two parts of it together allow no more
        if not any(
            allowed[part] + allowed[tuple(kind for kind in some if kind not in part)] <= most
            for n in range(1, len(some))
            for part in combinations(some, n)
        ):
            limits.append(Limit(tuple([stop.cost if stop.kind in some else 0 for stop in stops]), False, most))
    return limits


# What the stops visited pay, given as bits; -1 when they may not be run (no token among those paid).
Payer = Callable[[int], int]


def payer_of(train: Train, stops: Sequence[Stop], values: tuple[int, ...]) -> Payer | None:
    """How a train that does not pay every stop is paid; None when it pays them all."""
    reach = train.reach
    if reach.count == "rows":
        rows = reach.rows
        # a visit that costs nothing still takes a place among those paid
        free = any(stop.cost < 1 for stop in stops)
        if all(row.pay >= len(stops) or (row.pay >= row.visit and not free) for row in rows):
            return None
        if len(rows) > 1:
            return _payer_by_rows(rows, stops, values, train.requires_token)
        pays = rows[0].pay
    elif reach.pays is None:
        return None
    else:
        pays = reach.pays
    own = sum(1 << i for i, stop in enumerate(stops) if stop.own)
    requires_token = train.requires_token
    order = sorted(range(len(stops)), key=lambda i: -values[i])
    ranked = [(1 << i, values[i]) for i in order]

    def pay(visited: int) -> int:
        """The best ``pays`` stops, the last of them given up for an own token if need be (rule 13)."""
        if pays <= 0:
            return -1 if requires_token else 0
        total = taken = count = 0
        token = not requires_token
        for bit, value in ranked:
            if not visited & bit:
                continue
            if count < pays - 1 or (count < pays and (token or own & bit)):
                total += value
                taken |= bit
                count += 1
                if own & bit:
                    token = True
                if count == pays:
                    return total
        return total if token else -1

    return pay


def _payer_by_rows(
    rows: tuple[Row, ...], stops: Sequence[Stop], values: tuple[int, ...], requires_token: bool
) -> Payer:
    """As ``payer_of``, where several rows pay: the dearest first, each if the rest still fit (a matroid: exact)."""
    kinds = sorted({kind for row in rows for kind in row.kinds})
    pays = [
        (some, sum(row.pay for row in rows if any(kind in row.kinds for kind in some)))
        for some in chain.from_iterable(combinations(kinds, n) for n in range(1, len(kinds) + 1))
    ]
    order = sorted(range(len(stops)), key=lambda i: -values[i])

    def best(visited: int, forced: int) -> int:
        held = dict.fromkeys(kinds, 0)
        total = 0
        for i in order if forced < 0 else [forced, *(i for i in order if i != forced)]:
            if not visited >> i & 1:
                continue
            kind = stops[i].kind
            held[kind] += 1
            if all(sum(held[k] for k in some) <= most for some, most in pays if kind in some):
                total += values[i]
            elif i == forced:
                return -1
            else:
                held[kind] -= 1
        return total

    def pay(visited: int) -> int:
        if not requires_token:
            return best(visited, -1)
        return max((best(visited, i) for i, stop in enumerate(stops) if stop.own and visited >> i & 1), default=-1)

    return pay
