"""What a train may visit, how far it goes and what it is paid; and the options of the road itself.

Nothing here walks track. A reach is plain data: the checker reads it stop by stop, the solver turns it into numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from open18xx.routes.network import StopKind

Count = Literal["stops", "cities", "plus", "hexes", "hex-edges", "rows"]


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
    Raises ``ValueError`` for a reach that nothing here can read.
    """

    count: Count
    limit: int | None = None
    plus: int = 0
    pays: int | None = None
    rows: tuple[Row, ...] = ()

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
        if self.rows and not _nested(self.rows):
            raise ValueError("not yet: rows whose kinds overlap without one kind's rows containing the other's")


@dataclass(frozen=True, slots=True)
class Train:
    """The right to run one route.

    ``type`` selects among the values of a stop. ``multiplier`` doubles (or more) every stop paid. ``local``: a run of
    one stop is allowed. ``requires_token``: a token must be on a stop that is *paid*, not only visited (rule 7).
    ``gauge``: the train runs on that gauge and on dual track only; None runs on all.
    """

    id: str
    type: str
    reach: Reach
    multiplier: int = 1
    local: bool = False
    requires_token: bool = True
    gauge: Literal["broad", "narrow"] | None = None


@dataclass(frozen=True, slots=True)
class RoadRules:
    """Rules of the road that are the same for all trains of a title.

    ``node_reuse``: a stop may be visited once in a route (rule 6); the other way is not written yet and raises
    ``ValueError``. ``groups_exclusive``: a group name may occur once in a route. ``minimum_stops``: rule 5.
    """

    node_reuse: Literal["once-per-route", "repeatable"] = "once-per-route"
    groups_exclusive: bool = True
    minimum_stops: int = 2

    def __post_init__(self) -> None:
        if self.node_reuse != "once-per-route":
            raise ValueError(f"not yet: node_reuse {self.node_reuse!r}")
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


def _nested(rows: tuple[Row, ...]) -> bool:
    """Whether serving the kinds with the fewest rows first, as rule 12 does, is the best that can be done."""
    kinds = {kind for row in rows for kind in row.kinds}
    served = [frozenset(i for i, row in enumerate(rows) if kind in row.kinds) for kind in sorted(kinds)]
    return all(a <= b or b <= a or not a & b for a in served for b in served)
