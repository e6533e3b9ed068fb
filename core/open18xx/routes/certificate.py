"""Why no set of routes can earn more: what the solver hands over, for a verifier that trusts nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

# Money for the treasury comes second where the objective is "revenue-first": a unit of revenue weighs this much.
FIRST = 1_000_000


ResourceKind = Literal["crossing", "segment", "key", "bonus"]


class Resource(NamedTuple):
    """Something that only one of the routes run together may use: rules 16 to 18, and bonuses of scope corporation."""

    kind: ResourceKind
    id: str


@dataclass(frozen=True, slots=True)
class Certificate:
    """Prices on what only one route may use, and what they prove.

    With any prices (whole, none negative) no set of routes is worth more than the sum of all prices plus, for each
    train, what its best route earns less the prices of what that route uses (nothing, if all routes fall short). That
    sum is at most ``bound``. Resources that are not listed cost nothing.

    All figures are in units of the objective: revenue times ``FIRST`` plus money for the treasury where bonuses pay a
    treasury and the objective is ``revenue-first``; otherwise revenue plus money for the treasury. ``extra.total`` of
    the set is not in ``bound``; it adds at most its ``total_most``.
    """

    prices: Mapping[Resource, int]
    bound: int
