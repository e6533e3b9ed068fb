"""Money that a route earns for where it calls, beyond the values of its stops: data that checker and solver both know.

What cannot be said as data a title says in code, as an ``Extra``; the solver is exact with it only when the title also
says how much it can be at most.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from open18xx.routes.network import Stop
from open18xx.routes.trains import Train

Scope = Literal["visit", "route", "corporation"]


@dataclass(frozen=True, slots=True)
class Bonus:
    """So much more for a route that calls at a stop of every one of some places.

    ``places``: sets of stop ids. One place with one stop is a marker in a city; two places are a pair, east and west
    say; and so on. ``scope`` says how often it is earned:

    =========== ========================================================================================================
    visit       once for each stop called at (only with a single place); at every visit where visits pay each
    route       once by every route that calls at all the places
    corporation once by all the routes of the corporation together: whichever route makes the most of it
    =========== ========================================================================================================

    ``trains``: only trains of these types, or with these ids, earn it (empty: all do); one id makes it that train's
    own. ``counts``: whether the stops must be paid or need only be visited. ``multiplied``: the multiplier of the train
    applies to it. ``to``: whether it is revenue, or money that goes to the corporation's treasury whatever it does with
    the revenue (see ``RoadRules.objective``).

    Raises ``ValueError`` for a bonus of nothing, without places, or with scope ``visit`` and several places.
    """

    id: str
    amount: int
    places: tuple[frozenset[str], ...]
    scope: Scope = "route"
    trains: frozenset[str] = frozenset()
    counts: Literal["paid", "visited"] = "paid"
    multiplied: bool = False
    to: Literal["revenue", "treasury"] = "revenue"

    def __post_init__(self) -> None:
        if self.amount < 1:
            raise ValueError(f"bonus {self.id}: amount is {self.amount}; 1 is the least")
        if not self.places or not all(self.places):
            raise ValueError(f"bonus {self.id}: every place needs a stop, and there must be one place at least")
        if self.scope == "visit" and len(self.places) > 1:
            raise ValueError(f"bonus {self.id}: scope 'visit' goes with one place, not with {len(self.places)}")

    def amount_for(self, train: Train) -> int:
        """What this train gets for it once; 0 when it is not for this train."""
        if self.trains and train.type not in self.trains and train.id not in self.trains:
            return 0
        return self.amount * train.multiplier if self.multiplied else self.amount


@dataclass(frozen=True, slots=True)
class Run:
    """One route as a title's own rule sees it: what the data alone make of it.

    ``visited`` are the stops in the order travelled; ``revenue`` is stops and bonuses, without any ``Extra``.
    """

    train: Train
    visited: tuple[Stop, ...]
    segments: tuple[str, ...]
    revenue: int


@dataclass(frozen=True, slots=True)
class Extra:
    """A title's own rule on what routes earn.

    ``route`` gives what a route earns beyond the data, ``total`` what a set of routes that run together earns beyond
    the sum of its routes; both may be negative. They must depend on nothing but what they are given; ``total`` neither
    on the direction nor on the order of routes, and neither of them on ``Run.revenue`` where stops or bonuses of equal
    worth could have been paid instead: what is paid is decided by the data alone. ``route_most`` and ``total_most`` say
    how much they can ever be: with them the solver's answer is exact. Without them (None) the solver does not claim a
    proof. A bound that a call exceeds raises ``ValueError`` there and then.
    """

    route: Callable[[Run], int] | None = None
    route_most: int | None = None
    total: Callable[[tuple[Run, ...]], int] | None = None
    total_most: int | None = None

    def of_route(self, run: Run) -> int:
        """What one route earns beyond the data."""
        if self.route is None:
            return 0
        return _held(self.route(run), self.route_most, "route_most")

    def of_total(self, runs: tuple[Run, ...]) -> int:
        """What the routes together earn beyond the sum of each; nothing when none runs."""
        if self.total is None or not runs:
            return 0
        return _held(self.total(runs), self.total_most, "total_most")


def _held(found: int, most: int | None, name: str) -> int:
    if most is not None and found > most:
        raise ValueError(f"a title's rule gave {found}, more than its own bound {name} = {most}")
    return found


@dataclass(frozen=True, slots=True)
class Bonuses:
    """Everything beyond the values of stops; the default is nothing.

    Raises ``ValueError`` when two bonuses share an id.
    """

    rows: tuple[Bonus, ...] = ()
    extra: Extra = field(default_factory=Extra)

    def __post_init__(self) -> None:
        ids = [row.id for row in self.rows]
        if len(set(ids)) < len(ids):
            raise ValueError(f"bonuses share an id: {', '.join(sorted({id for id in ids if ids.count(id) > 1}))}")

    def __bool__(self) -> bool:
        return bool(self.rows) or self.extra.route is not None or self.extra.total is not None


NO_BONUSES = Bonuses()
