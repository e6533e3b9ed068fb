"""What the stops a route visits pay, where that is not just the sum of their values.

A payer is asked for the visits of one route and answers with every way of being paid that may matter: one for each
choice of the bonuses that a corporation takes only once. All sums are in units of the objective.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product
from typing import NamedTuple

from open18xx.routes.bonuses import Bonus, Bonuses
from open18xx.routes.certificate import FIRST
from open18xx.routes.network import Stop
from open18xx.routes.reaches import nested, values_of
from open18xx.routes.trains import RoadRules, Row, Train
from open18xx.routes.work import Meter

# The stops visited as bits; where each visit counts, one number of a stop a visit.
Visits = int | tuple[int, ...]

# What a route is worth and which of the bonuses taken once it takes, as bits.
Way = tuple[int, int]


class Place(NamedTuple):
    """A bonus as bits: the stops of each of its places, what it is worth, and its own bit if it is taken only once."""

    masks: tuple[int, ...]
    worth: int
    claim: int


class Purse:
    """What one kind of train is paid: ``values`` for each stop paid, and the bonuses that are not in them.

    ``most`` is at least what each stop can add to a route, and ``shared`` the bonuses that no single stop adds.
    """

    __slots__ = ("most", "shared", "token", "values", "visited")

    def __init__(self, train: Train, stops: Sequence[Stop], rules: RoadRules, bonuses: Bonuses) -> None:
        self.shared: list[Place] = []
        self.visited: list[tuple[Bonus, Place]] = []
        self.token = train.requires_token and rules.own_token
        self.values = self.most = values_of(train, stops)
        if bonuses.rows:
            self._add(train, stops, rules, bonuses)

    def _add(self, train: Train, stops: Sequence[Stop], rules: RoadRules, bonuses: Bonuses) -> None:
        """Put the bonuses into the values of stops where that says all of it; keep the others."""
        number = {stop.id: i for i, stop in enumerate(stops)}
        unit = unit_of(bonuses, rules)
        trails = rules.node_reuse == "repeatable"
        values = [value * unit if value > 0 else value for value in self.values]
        for k, bonus in enumerate(bonuses.rows):
            amount = bonus.amount_for(train)
            worth = amount * (unit if bonus.to == "revenue" else 1)
            masks = tuple([sum(1 << number[id] for id in place if id in number) for place in bonus.places])
            if not worth or not all(masks):
                continue
            claim = 1 << k if bonus.scope == "corporation" else 0
            alone = bonus.scope == "visit" or (len(masks) == 1 and masks[0].bit_count() == 1 and not claim)
            if trails and rules.revisits == "pay-each" and bonus.scope != "visit":
                alone = False  # a stop that pays each time earns this once
            if alone and (bonus.counts == "paid" or pays_all(train, stops, trails)):
                for i in range(len(values)):
                    if masks[0] >> i & 1 and values[i] >= 0:
                        values[i] += worth
            elif bonus.scope == "visit" or bonus.counts == "visited":
                self.visited.append((bonus, Place(masks, worth, claim)))
            else:
                self.shared.append(Place(masks, worth, claim))
        self.values = tuple(values)
        most = list(values)
        for bonus, place in self.visited:
            if bonus.scope == "visit":
                for i in range(len(most)):
                    if place.masks[0] >> i & 1 and most[i] >= 0:
                        most[i] += place.worth
        self.most = tuple(most)

    def by_group(self) -> list[Place]:
        """The bonuses that no single stop adds, whether they count stops paid or visited."""
        return self.shared + [place for bonus, place in self.visited if bonus.scope != "visit"]


def unit_of(bonuses: Bonuses, rules: RoadRules) -> int:
    """What a unit of revenue weighs in the objective."""
    if rules.objective == "revenue-first" and any(bonus.to == "treasury" for bonus in bonuses.rows):
        return FIRST
    return 1


def pays_all(train: Train, stops: Sequence[Stop], trails: bool) -> bool:
    """Whether every stop visited is paid."""
    reach = train.reach
    if reach.count != "rows":
        return reach.pays is None
    # a visit that costs nothing still takes a place among those paid
    free = any(stop.cost < 1 for stop in stops)
    return all((row.pay >= row.visit and not free) or (row.pay >= len(stops) and not trails) for row in reach.rows)


def payer_of(
    train: Train, stops: Sequence[Stop], rules: RoadRules, purse: Purse, against: Sequence[int], meter: Meter
) -> Payer | None:
    """The payer of a kind of train; None where a route earns just the sum of its visits."""
    trails = rules.node_reuse == "repeatable"
    rows = train.reach.rows
    if (
        pays_all(train, stops, trails)
        and not purse.shared
        and not purse.visited
        and rules.minimum_stops == 2
        and (len(rows) < 2 or nested(rows))
        and not any(against)
        and not (trails and rules.revisits == "pay-once")
    ):
        return None
    return Payer(train, stops, rules, purse, against, meter)


class Payer:
    """What visits pay one kind of train; remembered, since many routes visit the same stops.

    ``each`` says that it wants to be asked with one number a visit.
    """

    __slots__ = (
        "_against", "_all", "_few", "_kinds", "_known", "_limits", "_meter", "_most", "_order", "_own", "_paid_once",
        "_pays", "_purse", "_ranked", "_rules", "_stops", "each",
    )  # fmt: skip

    def __init__(
        self, train: Train, stops: Sequence[Stop], rules: RoadRules, purse: Purse, against: Sequence[int], meter: Meter
    ) -> None:
        """``against``: for every stop those that may not be visited as well, where the search does not see to that."""
        self._meter = meter
        self._stops = stops
        self._rules = rules
        self._purse = purse
        self._against = against if any(against) else ()
        trails = rules.node_reuse == "repeatable"
        self._paid_once = not trails or rules.revisits == "pay-once"
        self._all = pays_all(train, stops, trails)
        reach = train.reach
        self._limits = reach.rows if reach.count == "rows" and not nested(reach.rows) else ()
        self.each = trails and (not self._paid_once or bool(self._limits))
        self._own = sum(1 << i for i, stop in enumerate(stops) if stop.own)
        self._order = sorted(range(len(stops)), key=lambda i: -purse.values[i])
        self._kinds = [stop.kind for stop in stops]
        self._most = reach.pays
        self._pays = _pays_of(reach.rows, self._kinds)
        self._known: dict[Visits, tuple[Way, ...]] = {}
        # the usual case, where only a number of stops is paid and nothing else is special
        few = reach.pays if reach.count != "rows" else (reach.rows[0].pay if len(reach.rows) == 1 else None)
        special = purse.shared or purse.visited or self._against or trails or rules.minimum_stops > 2
        self._few = None if special else few
        self._ranked = [(1 << i, purse.values[i]) for i in self._order]

    def ways(self, visits: Visits) -> tuple[Way, ...]:
        """Every way of being paid that matters, the dearest first; none when the visits are not legal.

        The choices among bonuses double with each. When nothing more is allowed, these are the ways looked at so far,
        one at least.
        """
        known = self._known.get(visits)
        if known is None:
            if self._few is not None and isinstance(visits, int):
                value = self._best_few(visits, self._few)
                known = ((value, 0),) if value >= 0 else ()
            else:
                known = self._reckon(visits)
            if not self._meter.limited or not self._meter.over:
                self._known[visits] = known
        return known

    def _best_few(self, met: int, few: int) -> int:
        """The best so many stops, the last of them given up for an own token if need be (rule 13); -1 if none may."""
        own = self._own
        token = not self._purse.token
        if few <= 0:
            return 0 if token else -1
        total = count = 0
        for bit, value in self._ranked:
            if not met & bit:
                continue
            if count < few - 1 or token or own & bit:
                total += value
                count += 1
                if own & bit:
                    token = True
                if count == few:
                    return total
        return total if token else -1

    def _reckon(self, visits: Visits) -> tuple[Way, ...]:
        if isinstance(visits, int):
            met, listed = visits, [i for i in self._order if visits >> i & 1]
        else:
            met, listed = 0, sorted(visits, key=lambda i: -self._purse.values[i])
            for i in visits:
                met |= 1 << i
        if not self._legal(met, listed):
            return ()
        if self._paid_once and not isinstance(visits, int):
            listed = [i for i in self._order if met >> i & 1]
        fixed, claims = self._of_visited(met, listed)
        found = self._paid(met, listed)
        ways: dict[int, int] = {}
        for value, claim in found:
            for more, other in claims:
                total = value + fixed + more
                if total > ways.get(claim | other, -1):
                    ways[claim | other] = total
        return tuple(sorted(((value, claim) for claim, value in ways.items()), reverse=True))

    def _legal(self, met: int, listed: list[int]) -> bool:
        if 1 < met.bit_count() < self._rules.minimum_stops:
            return False
        if self._against and any(met & self._against[i] for i in listed):
            return False
        return not self._limits or _rows_serve(self._limits, [self._stops[i] for i in listed])

    def _of_visited(self, met: int, listed: list[int]) -> tuple[int, list[Way]]:
        """What the bonuses for visits add whatever is paid; and the choices among those taken once."""
        fixed = 0
        once: list[Place] = []
        for bonus, place in self._purse.visited:
            if bonus.scope == "visit":
                fixed += place.worth * sum(place.masks[0] >> i & 1 for i in listed)
            elif all(met & mask for mask in place.masks):
                if place.claim:
                    once.append(place)
                else:
                    fixed += place.worth
        choices: list[Way] = []
        for some in _subsets(once):
            self._meter.work += 1
            choices.append((sum(p.worth for p in some), sum(p.claim for p in some)))
            if self._meter.limited and self._meter.over:
                break
        return fixed, choices

    def _paid(self, met: int, listed: list[int]) -> Iterator[Way]:
        """The best for every choice among the bonuses for stops paid."""
        reached = [place for place in self._purse.shared if all(met & mask for mask in place.masks)]
        if self._all and not (self._purse.token and not met & self._own):
            value = sum(self._purse.values[i] for i in listed)
            sure = sum(place.worth for place in reached if not place.claim)
            for some in _subsets([place for place in reached if place.claim]):
                self._meter.work += 1
                yield value + sure + sum(p.worth for p in some), sum(p.claim for p in some)
                if self._meter.limited and self._meter.over:
                    break
            return
        for some in chain(((),), _subsets(reached)):
            best = -1
            masks = [mask & met for place in some for mask in place.masks]
            tried: set[frozenset[int]] = set()
            for chosen in product(*map(_bits, masks)):
                self._meter.work += 1
                forced = frozenset(chosen)
                if forced not in tried:
                    tried.add(forced)
                    best = max(best, self._best(met, listed, forced))
                if self._meter.limited and self._meter.over:
                    break
            if best >= 0:
                yield best + sum(p.worth for p in some), sum(p.claim for p in some)
            if self._meter.limited and self._meter.over:
                return

    def _best(self, met: int, listed: list[int], forced: frozenset[int]) -> int:
        """The most that stops with these among them can be paid; -1 when they can't (rule 13, rule 7)."""
        if not self._purse.token or any(self._own >> i & 1 for i in forced):
            return self._dearest(listed, forced)
        return max((self._dearest(listed, forced | {i}) for i in _bits(met & self._own)), default=-1)

    def _dearest(self, listed: list[int], forced: frozenset[int]) -> int:
        """Sets of stops that can be paid are a matroid: the dearest first, each if it fits, is best."""
        values, kinds, most, pays = self._purse.values, self._kinds, self._most, self._pays
        total = count = 0
        held: dict[str, int] = dict.fromkeys(kinds, 0)
        rest = list(listed)
        for i in forced:
            rest.remove(i)
        for place, i in enumerate([*forced, *rest]):
            if count == most:
                return total if place >= len(forced) else -1
            kind = kinds[i]
            held[kind] += 1
            if all(sum([held[other] for other in some]) <= limit for some, limit in pays if kind in some):
                total += values[i]
                count += 1
            elif place < len(forced):
                return -1
            else:
                held[kind] -= 1
        return total


def _pays_of(rows: tuple[Row, ...], kinds: Sequence[str]) -> list[tuple[tuple[str, ...], int]]:
    """Hall's condition for being paid: of every set of kinds no more than the rows that name any of them pay."""
    present = sorted({kind for row in rows for kind in row.kinds} & set(kinds))
    return [
        (some, sum(row.pay for row in rows if any(kind in row.kinds for kind in some)))
        for some in chain.from_iterable(combinations(present, n) for n in range(1, len(present) + 1))
    ]


def _rows_serve(rows: tuple[Row, ...], stops: Sequence[Stop]) -> bool:
    """Rule 12 as it is written: kinds that fewer rows name first, each eating the visits of its rows in order.

    Of kinds that equally many rows name, the one that an earlier row names is first.
    """
    need: dict[str, int] = {}
    for stop in stops:
        need[stop.kind] = need.get(stop.kind, 0) + stop.cost
    rows_of = {kind: [r for r, row in enumerate(rows) if kind in row.kinds] for kind in need}
    left = [row.visit for row in rows]
    for kind in sorted(need, key=lambda kind: (len(rows_of[kind]), rows_of[kind])):
        for r in rows_of[kind]:
            eaten = min(need[kind], left[r])
            left[r] -= eaten
            need[kind] -= eaten
        if need[kind] > 0:
            return False
    return True


def _bits(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def _subsets(places: Sequence[Place]) -> Iterator[tuple[Place, ...]]:
    """All of them first, none of them last."""
    return chain.from_iterable(combinations(places, n) for n in range(len(places), -1, -1))
