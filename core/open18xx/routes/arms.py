"""Arms: the simple paths that start at an own token, from which every route is made.

A route that calls at an own token is one arm from it, or two arms that share nothing. There are far fewer arms than
routes (hundreds where there are tens of thousands), they are found once, and whatever the search asks later (the best
route, the best one off some track, the best under prices on the track, all routes above a value) is sorting and pairing
lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

from open18xx.routes.columns import columns
from open18xx.routes.contract import BROAD, NARROW, Graph
from open18xx.routes.work import Meter


class Limit(NamedTuple):
    """One thing a train has only so much of: what each visit takes, what a crossing takes, how much there is.

    ``double``: the gauge (as in ``Edge.gauges``) on which a crossing takes twice as much; 0 for none.
    """

    per_stop: tuple[int, ...]
    crossings: int
    double: int
    most: int


class Shape(NamedTuple):
    """What the trains of a family have in common.

    ``values``: what each stop is worth (-1: it may not be called at); ``closed``: the stops that may only be ends;
    ``gauge``; ``counted``: limits without their ``most``; ``apart``: a bit more for stops that exclude each other.
    """

    values: tuple[int, ...]
    closed: tuple[bool, ...]
    gauge: str | None
    counted: tuple[tuple[tuple[int, ...], int, int], ...]
    apart: tuple[int, ...]


class Family:
    """Trains that differ only in how far they go: same value and same cost of every stop, same gauge.

    Several limits (``widest`` has the most that any of the trains may spend) are packed into one int, a field each with
    a guard bit on top: ``allowance - spent`` keeps every guard bit exactly when no limit is broken.

    ``trails``: stops may be visited again, then a move takes no bit of its stop; ``once`` says that a stop met again is
    worth nothing more. ``against`` has for every stop those that exclude it, which only trails need.
    """

    __slots__ = (
        "against", "costs", "fields", "graph", "guards", "moves", "once", "root_moves", "step_bits", "stop_bits",
        "trails", "values",
    )  # fmt: skip

    def __init__(
        self, graph: Graph, shape: Shape, widest: Sequence[Limit], trails: bool, once: bool, against: Sequence[int]
    ) -> None:
        self.graph = graph
        self.values = shape.values
        self.trails = trails
        self.once = once
        self.against = against
        self.fields: list[int] = []
        self.guards = 0
        costs = [0] * len(shape.values)
        single = double_broad = double_narrow = at = 0
        for limit in widest:
            # without trails nothing can be spent twice; with them every crossing and visit of a stop is one of an edge
            times = 2 * len(graph.edges) + 2 if trails else 1
            total = times * max(limit.per_stop, default=0) if trails else sum(limit.per_stop)
            total += 2 * sum(edge.crossings for edge in graph.edges) * limit.crossings
            width = (max(limit.most, total) + 1).bit_length()
            self.fields.append(at)
            self.guards |= 1 << (at + width)
            single |= limit.crossings << at
            double_broad |= (limit.crossings if limit.double == BROAD else 0) << at
            double_narrow |= (limit.crossings if limit.double == NARROW else 0) << at
            for i, cost in enumerate(limit.per_stop):
                costs[i] |= cost << at
            at += width + 1
        self.costs = costs
        self._make_moves(shape, (single, double_broad, double_narrow))

    def allowance(self, limits: Sequence[Limit]) -> int:
        """The packed int of what a train of this family may spend."""
        packed = self.guards
        for at, limit in zip(self.fields, limits, strict=True):
            packed += limit.most << at
        return packed

    def _make_moves(self, shape: Shape, crossing: tuple[int, int, int]) -> None:
        """Moves from each stop: (bits taken, where one is then, value, cost, step). A closed end has no moves on."""
        graph = self.graph
        values, costs, closed = self.values, self.costs, shape.closed
        trails = self.trails
        if trails:
            stop_bits = [0] * len(values)
        elif any(shape.apart):
            stop_bits = [bits | more for bits, more in zip(graph.stop_bits, shape.apart, strict=True)]
        else:
            stop_bits = graph.stop_bits
        forbidden = {"broad": NARROW, "narrow": BROAD}.get(shape.gauge or "", 0)
        nowhere = len(values)
        moves: list[list[Move]] = [[] for _ in range(nowhere + 1)]
        root_moves: list[list[Move]] = [[] for _ in range(nowhere)]
        single, double_broad, double_narrow = crossing
        self.stop_bits = stop_bits
        self.step_bits = step_bits = [0] * (2 * len(graph.edges))
        for k, edge in enumerate(graph.edges):
            if forbidden and edge.gauges & forbidden:
                continue
            u, v, bits = edge.u, edge.v, edge.bits
            cost = single * edge.crossings
            if edge.gauges & BROAD:
                cost += double_broad * edge.crossings
            if edge.gauges & NARROW:
                cost += double_narrow * edge.crossings
            for a, b, ends_at_a, ends_at_b, step in (
                (u, v, edge.ends_at_u, edge.ends_at_v, 2 * k),
                (v, u, edge.ends_at_v, edge.ends_at_u, 2 * k + 1),
            ):
                if values[b] < 0:
                    continue
                step_bits[step] = bits | stop_bits[b]
                move = (
                    bits | stop_bits[b],
                    nowhere if ends_at_b or closed[b] else b,
                    values[b],
                    costs[b] + cost,
                    step,
                )
                if ends_at_a or closed[a]:
                    root_moves[a].append(move)
                else:
                    moves[a].append(move)
        self.moves = moves
        self.root_moves = root_moves

    def goes_to(self, step: int) -> int:
        """The stop at the end of a step."""
        edge = self.graph.edges[step >> 1]
        return edge.u if step & 1 else edge.v


# Bits taken, where one is then, value, cost, step (edge number doubled, plus 1 when travelled from v to u).
Move = tuple[int, int, int, int, int]
# Value, bits taken, cost, where one is, arm it grows from (-1: the root), step.
Arm = tuple[int, int, int, int, int, int]
# Of a level that is too wide, at least so many arms go on (fewer if not many are wanted in all).
BEAM = 16
# Arms that are made to grow between two looks at the clock, where four ways lead on from each.
CHUNK = 512


class Arms:
    """Every arm from one root that visits no earlier root, for one family.

    The first ``paired`` may be paired with another; the rest can't (the route must end at the root itself).
    """

    __slots__ = ("all", "complete", "cost", "family", "paired", "root", "share", "value")

    def __init__(
        self,
        family: Family,
        root: int,
        barred: int,
        allowance: int,
        meter: Meter,
        most_arms: int | None = None,
        share: float = 1.0,
    ) -> None:
        """``barred``: bits of the earlier roots; ``share`` of the time that may be gone when the last arm is listed."""
        self.share = share
        self.family = family
        self.root = root
        self.value = family.values[root]
        self.cost = family.costs[root]
        self.complete = True
        self.all: list[Arm] = []
        self.paired = 0
        start = allowance - self.cost
        if start & family.guards != family.guards or self.value < 0:
            return
        if family.trails:
            here = [
                [move for move in row if not 1 << family.goes_to(move[4]) & barred]
                for row in (*family.moves, family.root_moves[root])
            ]
            moves, alone = here[:-1], here[-1]
        else:
            out = barred | family.stop_bits[root]
            moves = [[move for move in row if not move[0] & out] for row in family.moves]
            alone = [move for move in family.root_moves[root] if not move[0] & out]
        self._grow(moves[root], moves, start, meter, most_arms)
        self.paired = len(self.all)
        if alone:
            self._grow(alone, moves, start, meter, most_arms)

    def _grow(
        self, first: list[Move], moves: list[list[Move]], start: int, meter: Meter, most_arms: int | None
    ) -> None:
        """Level by level: all arms of one stop, of two, and so on; beyond ``most_arms`` only the dearest of a level."""
        family = self.family
        guards = family.guards
        arms = self.all
        if family.trails:
            level = self._trail_on([(0, 1 << self.root, 0, 0, -1, -1)], -1, [first], start)
        else:
            level = [
                (gain, bits, cost, at, -1, step)
                for bits, at, gain, cost, step in first
                if (start - cost) & guards == guards
            ]
        while level:
            if most_arms is not None and len(arms) + len(level) > most_arms:
                self.complete = False
                level.sort(reverse=True)
                del level[max(most_arms - len(arms), min(BEAM, most_arms >> 2), 1) :]
            base = len(arms)
            arms += level
            meter.work += len(level)
            grown: list[Arm] = []
            size = len(level) if meter.seconds is None else max(1, 4 * CHUNK // max(4, max(map(len, moves))))
            for at in range(0, len(level), size):
                if meter.spent(self.share):
                    self.complete = False
                    return
                chunk = level if len(level) <= size else level[at : at + size]
                if family.trails:
                    more = self._trail_on(chunk, base + at, moves, start)
                elif guards:
                    more = [
                        (value + gain, taken | bits, spent + cost, then, i, step)
                        for i, (value, taken, spent, at_stop, _, _) in enumerate(chunk, base + at)
                        for bits, then, gain, cost, step in moves[at_stop]
                        if not taken & bits and (start - spent - cost) & guards == guards
                    ]
                else:
                    more = [
                        (value + gain, taken | bits, 0, then, i, step)
                        for i, (value, taken, _, at_stop, _, _) in enumerate(chunk, base + at)
                        for bits, then, gain, _, step in moves[at_stop]
                        if not taken & bits
                    ]
                if grown:
                    grown += more
                else:
                    grown = more
            level = grown

    def _trail_on(self, level: list[Arm], base: int, moves: list[list[Move]], start: int) -> list[Arm]:
        """The trails that grow from these by one move; a trail's bits are its track and the stops it has met."""
        family = self.family
        guards, against, once, goes_to = family.guards, family.against, family.once, family.goes_to
        grown: list[Arm] = []
        for i, (value, taken, spent, at, _, _) in enumerate(level, base):
            for bits, then, gain, cost, step in moves[at]:
                if taken & bits or (start - spent - cost) & guards != guards:
                    continue
                stop = goes_to(step)
                if taken & against[stop]:
                    continue
                met = 1 << stop
                worth = value if once and taken & met else value + gain
                grown.append((worth, taken | bits | met, spent + cost, then, i, step))
        return grown

    def paid(self, tolls: Sequence[int]) -> list[int]:
        """What each arm pays for its track when a step costs ``tolls[step]``."""
        paid: list[int] = []
        add = paid.append
        for _, _, _, _, parent, step in self.all:
            add(tolls[step] + paid[parent] if parent >= 0 else tolls[step])
        return paid

    def steps(self, arm: int) -> list[int]:
        """The steps from the root to the end of the arm."""
        steps: list[int] = []
        while arm >= 0:
            steps.append(self.all[arm][5])
            arm = self.all[arm][4]
        steps.reverse()
        return steps


# What each arm excludes is remembered where there are no more arms than these, or it would take too much memory.
_KEPT = 8192

# An arm ranked: its worth (value less prices), bits taken, cost, number.
Rank = tuple[int, int, int, int]


class Ranking:
    """The arms of one root that one class of trains may use, by falling worth.

    ``pairable`` may be paired with each other, ``alone`` may not. ``base`` is what the root itself is worth; a route is
    worth at most base and its arms. ``paid`` is what each arm pays for its track (None: nothing). The rest is worked
    out when it is first asked for: for every arm the set of arms it excludes, a bit for each rank.
    """

    __slots__ = (
        "_excluded", "_fits", "_known", "_of_step", "_users", "alone", "arms", "base", "left", "paid", "pairable",
    )  # fmt: skip

    def __init__(
        self, arms: Arms, base: int, paid: Sequence[int] | None, left: int, pairable: list[Rank], alone: list[Rank]
    ) -> None:
        self.arms = arms
        self.base = base
        self.paid = paid
        self.left = left
        self.pairable = pairable
        self.alone = alone
        self._users: list[int] = []
        self._of_step: dict[int, int] = {}
        self._excluded: dict[int, int] = {}
        self._known = 0
        self._fits: dict[int, int] = {}

    def without(self, bits: int) -> Ranking:
        """The same without the arms that take any of these bits."""
        pairable = [rank for rank in self.pairable if not rank[1] & bits]
        alone = [rank for rank in self.alone if not rank[1] & bits]
        return Ranking(self.arms, self.base, self.paid, self.left, pairable, alone)

    def excluded(self, rank: int, end: int, meter: Meter) -> int:
        """The ranks below ``end`` that the arm of this rank can't be paired with; perhaps some beyond it.

        The first call costs a few operations for each rank below ``end``, and may raise ``OutOfWork``.
        """
        if end > self._known:
            meter.look_at_the_clock()
            self._known = end = min(len(self.pairable), max(end, 2 * self._known))
            self._users = columns([ranked[1] for ranked in self.pairable[:end]])
            self._of_step = {}
            self._excluded = {}
            self._fits = {}
        i = self.pairable[rank][3]
        excluded = self._excluded.get(i)
        if excluded is not None:
            return excluded
        # arms grow from each other: what one excludes is what the arm before does, and its own last step
        arms, by_step = self.arms.all, self._of_step
        unknown: list[int] = []
        while i >= 0:
            excluded = self._excluded.get(i)
            if excluded is not None:
                break
            unknown.append(i)
            i = arms[i][4]
        excluded = excluded or 0
        for i in reversed(unknown):
            step = arms[i][5]
            taken = by_step.get(step)
            excluded |= self._by_step(step) if taken is None else taken
            if end <= _KEPT:
                self._excluded[i] = excluded
        return excluded

    def _by_step(self, step: int) -> int:
        """The ranks of the arms that share a bit with a step."""
        bits = self.arms.family.step_bits[step]
        users, taken = self._users, 0
        while bits:
            low = bits & -bits
            taken |= users[low.bit_length() - 1]
            bits ^= low
        self._of_step[step] = taken
        return taken

    def fitting(self, left: int) -> int:
        """The ranks of the arms that cost no more than ``left``, as far as ``excluded`` has been asked for."""
        fitting = self._fits.get(left)
        if fitting is None:
            guards = self.arms.family.guards
            if guards:
                row = bytearray((self._known + 7) // 8)
                for r, rank in enumerate(self.pairable[: self._known]):
                    if (left - rank[2]) & guards == guards:
                        row[r >> 3] |= 1 << (r & 7)
                fitting = int.from_bytes(row, "little")
            else:
                fitting = (1 << self._known) - 1
            self._fits[left] = fitting
        return fitting


def rank_arms(
    arms: Arms,
    allowance: int,
    base: int,
    paid: Sequence[int] | None = None,
    shares: Sequence[tuple[int, int]] = (),
    all_ends: bool = False,
) -> Ranking:
    """The arms that a train with this allowance may use, ranked.

    ``shares``: for some sets of stops what an arm is worth more for meeting any of them. ``all_ends``: trails that end
    where they had been before are wanted too.
    """
    left = allowance - arms.cost
    guards = arms.family.guards
    if paid is None:
        ranked = [(arm[0], arm[1], arm[2], i) for i, arm in enumerate(arms.all) if (left - arm[2]) & guards == guards]
    else:
        ranked = [
            (arm[0] - price, arm[1], arm[2], i)
            for i, (price, arm) in enumerate(zip(paid, arms.all, strict=True))
            if (left - arm[2]) & guards == guards
        ]
    if shares:
        ranked = [
            (worth + sum([share for mask, share in shares if bits & mask]), bits, cost, i)
            for worth, bits, cost, i in ranked
        ]
    if arms.family.trails:
        ranked = _trails(arms, ranked, all_ends)
    alone: list[Rank] = []
    if arms.paired < len(arms.all):
        alone = [rank for rank in ranked if rank[3] >= arms.paired]
        alone.sort(key=itemgetter(0), reverse=True)
        ranked = [rank for rank in ranked if rank[3] < arms.paired]
    ranked.sort(key=itemgetter(0), reverse=True)
    return Ranking(arms, base, paid, left, ranked, alone)


def _trails(arms: Arms, ranked: list[Rank], all_ends: bool) -> list[Rank]:
    """Trails share stops freely. One that ends where it had been before is no better than without its last step."""
    met = (1 << len(arms.family.values)) - 1
    if arms.family.once and not all_ends:
        root = 1 << arms.root
        before = [root if arm[4] < 0 else arms.all[arm[4]][1] for arm in arms.all]
        ranked = [rank for rank in ranked if rank[1] & met & ~before[rank[3]]]
    return [(worth, bits & ~met, cost, i) for worth, bits, cost, i in ranked]
