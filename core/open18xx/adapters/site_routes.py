"""Routes as 18xx.games stores them, made into our pieces of track.

A route is stored as legs: the hexes between two stops, in either direction; older files store only the stops' hexes, or
no revenue. Several tracks can fit a leg; of all that fit together the one that earns what is stored is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any

from open18xx.board.ground import Face
from open18xx.play.roads import Roads, checked_run
from open18xx.play.table import Table

Pieces = tuple[str, ...]
MOST_READINGS = 200
"""Readings of one route that are tried before the first is taken."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Track between two stops: (hex number, node) at either end, and the pieces from a to b."""

    a: tuple[int, int]
    b: tuple[int, int]
    pieces: Pieces

    def turned(self) -> Chain:
        return Chain(self.b, self.a, self.pieces[::-1])


@dataclass(frozen=True, slots=True)
class Reading:
    routes: tuple[tuple[str, Pieces], ...]
    total: int
    stored: int | None


class RouteReader:
    def __init__(self, table: Table, corporation: str) -> None:
        self.table = table
        self.corporation = corporation
        self.board = table.board
        self.ground = table.box.ground
        self.roads = Roads(table, corporation)

    def read(self, records: Sequence[Mapping[str, Any]]) -> Reading:
        """All routes of a run. ``stored`` is the revenue the file gives, None where it gives none for some route."""
        chosen: list[tuple[str, Pieces]] = []
        stored: int | None = 0
        for record in records:
            train, revenue = str(record["train"]), record.get("revenue")
            wanted = revenue if type(revenue) is int else None
            stored = None if stored is None or wanted is None else stored + wanted
            route = self._best(train, record, wanted, chosen)
            if route is not None:
                chosen.append((train, route))
        outcome = checked_run(self.table, self.corporation, tuple(chosen))
        total = sum(outcome) if isinstance(outcome, tuple) else 0
        return Reading(tuple(chosen), total, stored)

    def _best(
        self, train: str, record: Mapping[str, Any], wanted: int | None, before: list[tuple[str, Pieces]]
    ) -> Pieces | None:
        first: Pieces | None = None
        best: tuple[int, int, Pieces] | None = None
        named = set(record.get("nodes") or ())
        for pieces, nodes in islice(self._readings(record), MOST_READINGS):
            first = first or pieces
            outcome = checked_run(self.table, self.corporation, (*before, (train, pieces)))
            if not isinstance(outcome, tuple):
                continue
            hits = len(named & {f"{self.ground.names[n]}-{node}" for n, node in nodes})
            if wanted is not None and outcome[-1] == wanted and (not named or hits == len(named)):
                return pieces
            score = (int(outcome[-1] == wanted) * 10_000 + hits if wanted is not None else hits, outcome[-1], pieces)
            if best is None or score[:2] > best[:2]:
                best = score
        return best[2] if best else first

    def _readings(self, record: Mapping[str, Any]) -> Iterator[tuple[Pieces, list[tuple[int, int]]]]:
        legs = record.get("connections")
        if legs is not None:
            options = [list(self._leg(leg)) for leg in legs]
        else:
            faces, number = self.board.faces, self.ground.number
            stops = [hex for hex in record["hexes"] if faces[number[hex]].node_count]  # others were written down too
            options = [list(self._between(a, b)) for a, b in pairwise(stops)]
        if len(options) == 1:
            for chain in options[0]:
                yield chain.pieces, [chain.a, chain.b]
            return
        for first in options[0] if options else ():
            for start in (first, first.turned()):
                yield from self._joined(start.pieces, [start.a, start.b], options[1:])

    def _joined(
        self, pieces: Pieces, nodes: list[tuple[int, int]], options: list[list[Chain]]
    ) -> Iterator[tuple[Pieces, list[tuple[int, int]]]]:
        if not options:
            yield pieces, nodes
            return
        for chain in options[0]:
            for onward in (chain, chain.turned()):
                if onward.a == nodes[-1] and onward.b not in nodes and not set(onward.pieces) & set(pieces):
                    yield from self._joined((*pieces, *onward.pieces), [*nodes, onward.b], options[1:])

    # ---- chains

    def _leg(self, leg: Sequence[str]) -> Iterator[Chain]:
        """Chains whose hexes are those of the leg, in order."""
        names = list(leg)
        if len(names) == 1 and " " in names[0]:  # "H6 0.1": track between two stops of one hex
            hex, _, parts = names[0].partition(" ")
            a, _, b = parts.partition(".")
            yield from self._inside(self.ground.number[hex], int(a), int(b))
            return
        hexes = [self.ground.number[name] for name in names]
        face = self.board.faces[hexes[0]]
        for node in range(face.node_count):
            for path, far in self._ways(face, 6 + node):
                yield from self._follow((hexes[0], node), hexes, 0, path, far, ())

    def _inside(self, n: int, a: int, b: int) -> Iterator[Chain]:
        for index, ends in enumerate(self.board.faces[n].ends):
            if set(ends) == {6 + a, 6 + b}:
                yield Chain((n, a), (n, b), (f"{self.ground.names[n]}:{index}",))

    @staticmethod
    def _ways(face: Face, end: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """(paths in order, far end) of every way through the face from ``end``."""
        for index, (a, b) in enumerate(face.ends):
            if -1 in (a, b):
                if end in (a, b):
                    for other, (c, d) in enumerate(face.ends):
                        if other != index and -1 in (c, d):
                            yield (index, other), c if d == -1 else d
            elif a == end:
                yield (index,), b
            elif b == end:
                yield (index,), a

    def _follow(
        self, start: tuple[int, int], hexes: list[int], at: int, paths: tuple[int, ...], far: int, before: Pieces
    ) -> Iterator[Chain]:
        n = hexes[at]
        pieces = (*before, *(f"{self.ground.names[n]}:{path}" for path in paths))
        if far >= 6:
            if at == len(hexes) - 1 and (n, far - 6) != start:
                yield Chain(start, (n, far - 6), pieces)
            return
        side = self.ground.across[n * 6 + far]
        if side < 0 or at + 1 >= len(hexes) or side // 6 != hexes[at + 1]:
            return
        for onward, end in self._ways(self.board.faces[side // 6], side % 6):
            yield from self._follow(start, hexes, at + 1, onward, end, pieces)

    def _between(self, a: str, b: str) -> Iterator[Chain]:
        """All chains from a stop of one hex to a stop of the other."""
        n = self.ground.number[a]
        target = self.ground.number[b]
        face = self.board.faces[n]
        for node in range(face.node_count):
            for paths, far in self._ways(face, 6 + node):
                pieces = tuple(f"{a}:{path}" for path in paths)
                yield from self._wander((n, node), target, n, far, pieces, frozenset())

    def _wander(
        self, start: tuple[int, int], target: int, n: int, far: int, pieces: Pieces, crossed: frozenset[int]
    ) -> Iterator[Chain]:
        if far >= 6:
            if n == target and (n, far - 6) != start:
                yield Chain(start, (n, far - 6), pieces)
            return
        side = self.ground.across[n * 6 + far]
        crossing = self.ground.crossing[n * 6 + far]
        if side < 0 or crossing in crossed:
            return
        there = side // 6
        for paths, end in self._ways(self.board.faces[there], side % 6):
            name = self.ground.names[there]
            onward = (*pieces, *(f"{name}:{path}" for path in paths))
            yield from self._wander(start, target, there, end, onward, crossed | {crossing})
