"""Arms: the simple paths that start at an own token, from which every route is made.

A route that calls at an own token is one arm from it, or two arms that share nothing. There are far fewer arms than routes
(hundreds where there are tens of thousands), they are found once, and whatever the search asks later (the best route, the
best one off some track, the best under prices on the track, all routes above a value) is sorting and pairing lists.
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
    """One thing a train may have only so much of: what each stop takes, whether crossings take 1, and how much there is."""

    per_stop: tuple[int, ...]
    crossings: bool
    most: int


class Family:
    """Trains that differ only in how far they go: same value and same cost of every stop, same gauge.

    Several limits are packed into one int, a field each with a guard bit on top: ``allowance - spent`` keeps every guard
    bit exactly when no limit is broken.
    """

    __slots__ = ("costs", "crossing_cost", "fields", "gauge", "graph", "guards", "moves", "root_moves", "values")

    def __init__(
        self, graph: Graph, values: tuple[int, ...], limits: Sequence[Limit], most: Sequence[int], gauge: str | None
    ):
        self.graph = graph
        self.values = values
        self.gauge = gauge
        self.fields: list[int] = []
        self.guards = 0
        self.crossing_cost = 0
        costs = [0] * len(values)
        at = 0
        for limit, top in zip(limits, most, strict=True):
            total = sum(limit.per_stop) + (sum(edge.crossings for edge in graph.edges) if limit.crossings else 0)
            width = (max(top, total) + 1).bit_length()
            self.fields.append(at)
            self.guards |= 1 << (at + width)
            if limit.crossings:
                self.crossing_cost |= 1 << at
            for i, cost in enumerate(limit.per_stop):
                costs[i] |= cost << at
            at += width + 1
        self.costs = costs
        self._make_moves()

    def allowance(self, limits: Sequence[Limit]) -> int:
        """The packed int of what a train of this family may spend."""
        packed = self.guards
        for at, limit in zip(self.fields, limits, strict=True):
            packed += limit.most << at
        return packed

    def _make_moves(self) -> None:
        """Moves from each stop: (bits taken, where one is then, value, cost, step). A closed end has no moves on."""
        graph = self.graph
        stops, stop_bits, values, costs = graph.stops, graph.stop_bits, self.values, self.costs
        forbidden = {"broad": NARROW, "narrow": BROAD}.get(self.gauge or "", 0)
        closed = len(stops)
        moves: list[list[Move]] = [[] for _ in range(closed + 1)]
        root_moves: list[list[Move]] = [[] for _ in range(closed)]
        crossing_cost = self.crossing_cost
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
