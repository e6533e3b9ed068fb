"""A train's reach as the numbers a search works with: what each stop is worth, and limits on sums.

Every reach of ``trains`` comes down to "the sum of these costs is at most so much", a few times over; what a set of
stops pays when not all of them are paid is told by ``payers``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, combinations

from open18xx.routes.arms import Limit
from open18xx.routes.contract import BROAD, NARROW
from open18xx.routes.network import Stop
from open18xx.routes.trains import Reach, Row, Train

_COUNTED = ("city", "offboard")
_DOUBLE = {"broad": BROAD, "narrow": NARROW, None: 0}


def values_of(train: Train, stops: Sequence[Stop]) -> tuple[int, ...]:
    """What each stop pays this train; -1 where it may not call at all (rule 12: a kind that no row names)."""
    type, multiplier, reach = train.type, train.multiplier, train.reach
    if reach.count != "rows":
        values = tuple(
            [(stop.values.get(type, stop.value) if stop.values else stop.value) * multiplier for stop in stops]
        )
    else:
        first: dict[str, int] = {}
        for row in reach.rows:
            for kind in row.kinds:
                first.setdefault(kind, row.multiplier * multiplier)
        values = tuple(
            [stop.values.get(type, stop.value) * first[stop.kind] if stop.kind in first else -1 for stop in stops]
        )
    if train.calls:
        return tuple(
            [-1 if train.calls.get(stop.id) == "never" else value for stop, value in zip(stops, values, strict=True)]
        )
    return values


def closed_to(train: Train, stops: Sequence[Stop]) -> tuple[bool, ...]:
    """Which stops the train may only end at (rule 8)."""
    if not train.calls:
        return tuple([stop.blocked for stop in stops])
    return tuple([{"end": True, "pass": False}.get(train.calls.get(stop.id, ""), stop.blocked) for stop in stops])


def limits_of(reach: Reach, stops: Sequence[Stop], trails: bool = False) -> list[Limit]:
    """The limits that bind on these stops; one that no route could break is left out (with trails none is)."""
    limits: list[Limit] = []
    if reach.count == "rows":
        limits = _limits_of_rows(reach.rows, stops)
    elif reach.limit is not None:
        limit = reach.limit
        match reach.count:
            case "stops":
                limits = [_of_stops([stop.cost for stop in stops], limit)]
            case "hexes":
                return [Limit((0,) * len(stops), 1, _DOUBLE[reach.double], limit - 1)]
            case "hex-edges":
                return [Limit((0,) * len(stops), 1, _DOUBLE[reach.double], limit)]
            case "cities" | "plus":
                limits = [_of_stops([stop.cost if stop.kind in _COUNTED else 0 for stop in stops], limit)]
                if reach.count == "plus":
                    limits.append(_of_stops([stop.cost for stop in stops], limit + reach.plus))
    return [limit for limit in limits if trails or limit.most < sum(limit.per_stop)]


@lru_cache(maxsize=256)
def nested(rows: tuple[Row, ...]) -> bool:
    """Whether serving the kinds with the fewest rows first, as rule 12 does, is the best that can be done."""
    kinds = {kind for row in rows for kind in row.kinds}
    served = [frozenset(i for i, row in enumerate(rows) if kind in row.kinds) for kind in sorted(kinds)]
    return all(a <= b or b <= a or not a & b for a in served for b in served)


def _of_stops(costs: list[int], most: int) -> Limit:
    return Limit(tuple(costs), 0, 0, most)


def _limits_of_rows(rows: tuple[Row, ...], stops: Sequence[Stop]) -> list[Limit]:
    return [
        _of_stops([stop.cost if stop.kind in some else 0 for stop in stops], most) for some, most in _row_sums(rows)
    ]


@lru_cache(maxsize=256)
def _row_sums(rows: tuple[Row, ...]) -> tuple[tuple[tuple[str, ...], int], ...]:
    """Hall's condition: for every set of kinds, no more stops than the rows that name any of them allow."""
    kinds = sorted({kind for row in rows for kind in row.kinds})
    allowed = {
        some: sum(row.visit for row in rows if any(kind in row.kinds for kind in some))
        for some in chain.from_iterable(combinations(kinds, n) for n in range(1, len(kinds) + 1))
    }
    return tuple(
        (some, most)
        for some, most in allowed.items()
        # not needed when two parts of it together allow no more
        if not any(
            allowed[part] + allowed[tuple(kind for kind in some if kind not in part)] <= most
            for n in range(1, len(some))
            for part in combinations(some, n)
        )
    )
