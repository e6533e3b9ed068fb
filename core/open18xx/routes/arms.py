"""Arms: the simple paths that start at an own token, from which every route is made.

A route that calls at an own token is one arm from it, or two arms that share nothing. There are far fewer arms than
routes (hundreds where there are tens of thousands), they are found once, and whatever the search asks later (the best
route, the best one off some track, the best under prices on the track, all routes above a value) is sorting and pairing
lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from open18xx.routes.contract import BROAD, NARROW, Graph


class OutOfWork(Exception):
    """The budget is spent. Never leaves the package."""


class Meter:
    """Work done, in moves and pairs looked at, and how much is allowed (None: any amount)."""

    __slots__ = ("budget", "work")

    def __init__(self, budget: int | None) -> None:
        self.work = 0
        self.budget = budget

    def add(self, work: int) -> None:
        """Note some work; ``OutOfWork`` when it goes over the budget."""
        self.work += work
        if self.budget is not None and self.work > self.budget:
            raise OutOfWork


class Limit(NamedTuple):
    """One thing a train has only so much of: what each stop takes, whether a crossing takes 1, how much there is."""

    per_stop: tuple[int, ...]
    crossings: bool
    most: int


class Family:
    """Trains that differ only in how far they go: same value and same cost of every stop, same gauge.

    Several limits (``widest`` has the most that any of the trains may spend) are packed into one int, a field each with
    a guard bit on top: ``allowance - spent`` keeps every guard bit exactly when no limit is broken.
    """

    __slots__ = ("costs", "crossing_cost", "fields", "graph", "guards", "moves", "root_moves", "step_bits", "values")

    def __init__(self, graph: Graph, values: tuple[int, ...], widest: Sequence[Limit], gauge: str | None) -> None:
        self.graph = graph
        self.values = values
        self.fields: list[int] = []
        self.guards = 0
        self.crossing_cost = 0
        costs = [0] * len(values)
        at = 0
        for limit in widest:
            total = sum(limit.per_stop) + (sum(edge.crossings for edge in graph.edges) if limit.crossings else 0)
            width = (max(limit.most, total) + 1).bit_length()
            self.fields.append(at)
            self.guards |= 1 << (at + width)
            if limit.crossings:
                self.crossing_cost |= 1 << at
            for i, cost in enumerate(limit.per_stop):
                costs[i] |= cost << at
            at += width + 1
        self.costs = costs
        self._make_moves(gauge)

    def allowance(self, limits: Sequence[Limit]) -> int:
        """The packed int of what a train of this family may spend."""
        packed = self.guards
        for at, limit in zip(self.fields, limits, strict=True):
            packed += limit.most << at
        return packed

    def _make_moves(self, gauge: str | None) -> None:
        """Moves from each stop: (bits taken, where one is then, value, cost, step). A closed end has no moves on."""
        graph = self.graph
        stops, stop_bits, values, costs = graph.stops, graph.stop_bits, self.values, self.costs
        forbidden = {"broad": NARROW, "narrow": BROAD}.get(gauge or "", 0)
        closed = len(stops)
        moves: list[list[Move]] = [[] for _ in range(closed + 1)]
        root_moves: list[list[Move]] = [[] for _ in range(closed)]
        crossing_cost = self.crossing_cost
        self.step_bits = step_bits = [0] * (2 * len(graph.edges))
        for k, edge in enumerate(graph.edges):
            if forbidden and edge.gauges & forbidden:
                continue
            u, v, bits = edge.u, edge.v, edge.bits
            cost = crossing_cost * edge.crossings if crossing_cost else 0
            for a, b, ends_at_a, ends_at_b, step in (
                (u, v, edge.ends_at_u, edge.ends_at_v, 2 * k),
                (v, u, edge.ends_at_v, edge.ends_at_u, 2 * k + 1),
            ):
                if values[b] < 0:
                    continue
                step_bits[step] = bits | stop_bits[b]
                move = (
                    bits | stop_bits[b],
                    closed if ends_at_b or stops[b].blocked else b,
                    values[b],
                    costs[b] + cost,
                    step,
                )
                if ends_at_a or stops[a].blocked:
                    root_moves[a].append(move)
                else:
                    moves[a].append(move)
        self.moves = moves
        self.root_moves = root_moves


# Bits taken, where one is then, value, cost, step (edge number doubled, plus 1 when travelled from v to u).
Move = tuple[int, int, int, int, int]
# Value, bits taken, cost, where one is, arm it grows from (-1: the root), step.
Arm = tuple[int, int, int, int, int, int]
# Of a level that is too wide, at least so many arms go on.
BEAM = 16


class Arms:
    """Every arm from one own token that visits no earlier token, for one family.

    The first ``paired`` may be paired with another; the rest can't (the route must end at the token itself).
    """

    __slots__ = ("all", "complete", "cost", "family", "paired", "root", "value")

    def __init__(
        self, family: Family, root: int, barred: int, allowance: int, meter: Meter, most_arms: int | None
    ) -> None:
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
        out = barred | family.graph.stop_bits[root]
        moves = [[move for move in row if not move[0] & out] for row in family.moves]
        self._grow(moves[root], moves, start, meter, most_arms)
        self.paired = len(self.all)
        if family.root_moves[root]:
            alone = [move for move in family.root_moves[root] if not move[0] & out]
            self._grow(alone, moves, start, meter, most_arms)

    def _grow(
        self, first: list[Move], moves: list[list[Move]], start: int, meter: Meter, most_arms: int | None
    ) -> None:
        """Level by level: all arms of one stop, of two, and so on; beyond ``most_arms`` only the dearest of a level."""
        guards = self.family.guards
        level: list[Arm] = [
            (gain, bits, cost, at, -1, step)
            for bits, at, gain, cost, step in first
            if (start - cost) & guards == guards
        ]
        arms = self.all
        while level:
            if most_arms is not None and len(arms) + len(level) > most_arms:
                self.complete = False
                level.sort(reverse=True)
                del level[max(most_arms - len(arms), BEAM) :]
            base = len(arms)
            arms += level
            meter.work += len(level)
            if guards:
                level = [
                    (value + gain, taken | bits, spent + cost, then, i, step)
                    for i, (value, taken, spent, at, _, _) in enumerate(level, base)
                    for bits, then, gain, cost, step in moves[at]
                    if not taken & bits and (start - spent - cost) & guards == guards
                ]
            else:
                level = [
                    (value + gain, taken | bits, 0, then, i, step)
                    for i, (value, taken, _, at, _, _) in enumerate(level, base)
                    for bits, then, gain, _, step in moves[at]
                    if not taken & bits
                ]

    def worths(self, gain: Sequence[int]) -> list[int]:
        """Each arm's worth when a step is worth ``gain[step]``."""
        worth: list[int] = []
        add = worth.append
        for arm in self.all:
            parent = arm[4]
            add(gain[arm[5]] + worth[parent] if parent >= 0 else gain[arm[5]])
        return worth

    def steps(self, arm: int) -> list[int]:
        """The steps from the root to the end of the arm."""
        steps: list[int] = []
        while arm >= 0:
            steps.append(self.all[arm][5])
            arm = self.all[arm][4]
        steps.reverse()
        return steps


# An arm ranked: its worth (value less prices), bits taken, cost, number.
Rank = tuple[int, int, int, int]


class Ranking:
    """The arms of one token that one class of trains may use, by falling worth.

    ``pairable`` may be paired with each other, ``alone`` may not. The rest is worked out when it is first asked for:
    for every arm the set of arms it excludes, a bit for each rank. Arms grow from each other, so what an arm excludes
    is what its last step excludes and what the arm before that step does: a few operations on long ints for each arm.
    """

    __slots__ = ("_excluded", "_fits", "alone", "arms", "left", "pairable")

    def __init__(self, arms: Arms, worths: Sequence[int] | None, allowance: int) -> None:
        self.arms = arms
        self.left = left = allowance - arms.cost
        guards = arms.family.guards
        if worths is None:
            ranked = [
                (arm[0], arm[1], arm[2], i) for i, arm in enumerate(arms.all) if (left - arm[2]) & guards == guards
            ]
        else:
            ranked = [
                (worth, arm[1], arm[2], i)
                for i, (worth, arm) in enumerate(zip(worths, arms.all, strict=True))
                if (left - arm[2]) & guards == guards
            ]
        self.alone: list[Rank] = []
        if arms.paired < len(arms.all):
            self.alone = [rank for rank in ranked if rank[3] >= arms.paired]
            self.alone.sort(reverse=True)
            ranked = [rank for rank in ranked if rank[3] < arms.paired]
        ranked.sort(reverse=True)
        self.pairable: list[Rank] = ranked
        self._excluded: list[int] | None = None
        self._fits: dict[int, int] = {}

    def without(self, bits: int) -> Ranking:
        """The same without the arms that take any of these bits."""
        other = Ranking.__new__(Ranking)
        other.arms = self.arms
        other.left = self.left
        other.pairable = [rank for rank in self.pairable if not rank[1] & bits]
        other.alone = [rank for rank in self.alone if not rank[1] & bits]
        other._excluded = None
        other._fits = {}
        return other

    def excluded(self) -> list[int]:
        """For each rank, the ranks that arm can't be paired with."""
        if self._excluded is None:
            self._excluded = self._exclude()
        return self._excluded

    def _exclude(self) -> list[int]:
        arms = self.arms.all
        count = self.arms.paired
        # the ranks of each arm and of all that grow from it
        family = [0] * count
        for r, rank in enumerate(self.pairable):
            family[rank[3]] = 1 << r
        users: dict[int, int] = {}
        steps: dict[int, int] = {}
        for i in range(count - 1, -1, -1):
            ranks = family[i]
            if ranks:
                _, _, _, _, parent, step = arms[i]
                if parent >= 0:
                    family[parent] |= ranks
                steps[step] = steps.get(step, 0) | ranks
        bits_of = self.arms.family.step_bits
        for step, ranks in steps.items():
            bits = bits_of[step]
            while bits:
                low = bits & -bits
                users[low] = users.get(low, 0) | ranks
                bits ^= low
        for step in steps:
            bits = bits_of[step]
            taken = 0
            while bits:
                low = bits & -bits
                taken |= users[low]
                bits ^= low
            steps[step] = taken
        by_arm = [0] * count
        for i in range(count):
            if family[i]:
                _, _, _, _, parent, step = arms[i]
                by_arm[i] = by_arm[parent] | steps[step] if parent >= 0 else steps[step]
        return [by_arm[rank[3]] for rank in self.pairable]

    def fitting(self, left: int) -> int:
        """The ranks of the arms that cost no more than ``left``."""
        fitting = self._fits.get(left)
        if fitting is None:
            guards = self.arms.family.guards
            fitting = 0
            if guards:
                row = bytearray((len(self.pairable) + 7) // 8)
                for r, rank in enumerate(self.pairable):
                    if (left - rank[2]) & guards == guards:
                        row[r >> 3] |= 1 << (r & 7)
                fitting = int.from_bytes(row, "little")
            else:
                fitting = (1 << len(self.pairable)) - 1
            self._fits[left] = fitting
        return fitting
