"""What a train may visit, how far it goes and what it is paid; and the options of the road itself.

Nothing here walks track. A reach is plain data: the checker reads it stop by stop, the solver turns it into numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from open18xx.routes.network import StopKind

Count = Literal["stops", "cities", "plus", "hexes", "hex-edges", "rows"]
Call = Literal["never", "end", "pass"]

_NO_CALLS: Mapping[str, Call] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a train's list of allowances: so many stops of these kinds visited, so many of them paid (rule 12).

    ``multiplier`` applies to the stops whose kind this is the first row to name (rule 15).
    """

    kinds: tuple[StopKind, ...]
    pay: int
    visit: int
    multiplier: int = 1


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a train goes and in what unit.

    ========== ======================================================================================================
    count      limit
    ========== ======================================================================================================
    stops      visit costs of all stops (rule 11): the usual "4"
    cities     cities and offboard areas; towns and halts are free, and paid
    plus       cities and offboard areas, at most ``limit``; with towns and halts, at most ``limit + plus`` (N+M)
    hexes      hexes passed, both ends counted
    hex-edges  hexsides crossed (rule 14)
    rows       the ``rows``, which stand instead of a limit (rules 12 and 13)
    ========== ======================================================================================================

    ``limit`` None is unlimited. ``pays``: only the best so many of the stops visited are paid; None pays all.
    ``double``: with counts of hexes and hexsides, a crossing counts 2 in a chain (from stop to stop) that has track of
    this gauge. Raises ``ValueError`` for a reach that nothing here can read.
    """

    count: Count
    limit: int | None = None
    plus: int = 0
    pays: int | None = None
    rows: tuple[Row, ...] = ()
    double: Literal["broad", "narrow"] | None = None

    def __post_init__(self) -> None:
        if (self.count == "rows") != bool(self.rows):
            raise ValueError(
                f"count {self.count!r} with {len(self.rows)} rows: rows go with count 'rows' and only there"
            )
        if self.plus and self.count != "plus":
            raise ValueError(f"plus {self.plus} with count {self.count!r}: only count 'plus' has it")
        if self.count == "rows" and (self.limit is not None or self.pays is not None):
            raise ValueError("limit and pays do not go with rows: each row has its own")
        if self.count == "plus" and self.limit is None:
            raise ValueError("count 'plus' needs a limit")
        if self.double is not None and self.count not in ("hexes", "hex-edges"):
            raise ValueError(
                f"double {self.double!r} with count {self.count!r}: only counts of hexes and hexsides have it"
            )


@dataclass(frozen=True, slots=True)
class Train:
    """The right to run one route.

    ``type`` selects among the values of a stop. ``multiplier`` doubles (or more) every stop paid. ``local``: a run of
    one stop is allowed. ``requires_token``: a token must be on a stop that is *paid*, not only visited (rule 7).
    ``gauge``: the train runs on that gauge and on dual track only; None runs on all. ``calls``: by stop id, where this
    train does not call as others do: ``never``, only at an ``end`` of its route, or it may ``pass`` a blocked stop.
    ``apart``: of each of these sets of stop ids a route of this train calls at one stop at most.
    """

    id: str
    type: str
    reach: Reach
    multiplier: int = 1
    local: bool = False
    requires_token: bool = True
    gauge: Literal["broad", "narrow"] | None = None
    calls: Mapping[str, Call] = field(default_factory=lambda: _NO_CALLS)
    apart: tuple[frozenset[str], ...] = ()


@dataclass(frozen=True, slots=True)
class RoadRules:
    """Rules of the road that are the same for all trains of a title.

    ``node_reuse``: whether a route may come to the same stop again (rule 6); its track it never uses twice.
    ``revisits`` says for ``repeatable`` whether a stop then pays once or at each visit; each visit counts for the
    train's reach in any case. ``groups_exclusive``: different stops of a group do not occur in one route.
    ``minimum_stops``: rule 5; different stops are counted. ``gauge_change``: whether a chain may go from one gauge to
    the other over dual track, or only at a stop. ``own_token``: rule 7, whether a route needs a token of the
    corporation. ``objective``: what is best when there is money for the treasury too: the most revenue and then the
    most for the treasury, or the most of both together.
    """

    node_reuse: Literal["once-per-route", "repeatable"] = "once-per-route"
    revisits: Literal["pay-once", "pay-each"] = "pay-once"
    groups_exclusive: bool = True
    minimum_stops: int = 2
    gauge_change: Literal["in-chains", "at-stops"] = "in-chains"
    own_token: bool = True
    objective: Literal["revenue-first", "sum"] = "revenue-first"

    def __post_init__(self) -> None:
        if self.minimum_stops < 2:
            raise ValueError(
                f"minimum_stops is {self.minimum_stops}; 2 is the least (a run of one stop is Train.local)"
            )


def stops(limit: int | None, *, pays: int | None = None) -> Reach:
    """The usual reach: so many stops, of which the best ``pays`` are paid.

    >>> stops(4).limit
    4
    """
    return Reach("stops", limit, pays=pays)
