"""The solver's answer, and why no set of routes can earn more: for a verifier that trusts nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from open18xx.routes.checker import Route

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


@dataclass(frozen=True, slots=True)
class Result:
    """The best set of routes found.

    ``value`` is what ``routes`` earn together: their revenue, with ``treasury`` (money that bonuses pay to the
    corporation's treasury) where the objective is their sum. No set has a greater value than ``upper_bound`` (None:
    unknown, since a title's rule came without a bound); ``proven`` says that the two are equal, and that no set with
    that revenue pays the treasury more. Trains without a route are left out. ``work`` is what a budget counts;
    ``method`` says how the answer was reached, for benchmarks and bug reports. ``certificate`` is what a verifier needs
    to see that the bound holds.
    """

    value: int
    routes: tuple[Route, ...]
    upper_bound: int | None
    proven: bool
    work: int
    method: str = ""
    treasury: int = 0
    certificate: Certificate = field(default=Certificate({}, 0), compare=False, repr=False)
