"""The map and the tiles made ready for play: numbers instead of names, worked out once for a title.

A *face* is a tile at a rotation, or what is printed on a hex. Hexes are numbered in the order of the map; the *side*
``hex * 6 + edge`` names an edge as seen from one of its two hexes. The ground knows no state: which face lies where is
said by a ``Board``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from open18xx.board import hexes as names
from open18xx.board import upgrades
from open18xx.title.model import Hex, Tile, Title

GAUGES = ("broad", "narrow", "dual")
ANY_GAUGE = 0b111
FITS = (0b101, 0b110, 0b111)
"""The gauges (broad, narrow, dual, as bits) that a path of each gauge joins at a hexside or a junction."""
NO_SIDE = -1


@dataclass(frozen=True, slots=True)
class Link:
    """A way through a face: ``to`` is an edge 0-5 or ``6 + node``; ``paths`` are the paths used, as bits.

    It begins with track of ``gauge`` and ends with track of ``gauge_out``: they differ only across a junction.
    """

    to: int
    gauge: int
    gauge_out: int
    paths: int
    terminal: bool


class Face:
    """A tile at a rotation, with its ways worked out.

    ``by_edge[e]`` and ``by_node[n]`` list the ways that start there.
    """

    __slots__ = ("by_edge", "by_node", "ends", "exits", "id", "node_count", "rotation", "tile")

    def __init__(self, id: int, tile: Tile, rotation: int) -> None:
        self.id = id
        self.tile = tile
        self.rotation = rotation
        self.node_count = len(tile.nodes)
        turn = [(edge + rotation) % 6 for edge in range(6)]
        ends = [
            (turn[p.a] if 0 <= p.a < 6 else p.a, turn[p.b] if 0 <= p.b < 6 else p.b) for p in tile.paths
        ]
        self.ends = tuple(ends)
        self.exits = frozenset(end for pair in ends for end in pair if 0 <= end < 6)
        by_end: dict[int, list[Link]] = {end: [] for end in range(6 + self.node_count)}
        spokes: list[tuple[int, int]] = []  # ends joined to the junction, with their path
        for index, (path, (a, b)) in enumerate(zip(tile.paths, ends, strict=True)):
            if -1 in (a, b):
                spokes.append((a if b == -1 else b, index))
                continue
            gauge = GAUGES.index(path.gauge)
            by_end[a].append(Link(b, gauge, gauge, 1 << index, path.terminal))
            by_end[b].append(Link(a, gauge, gauge, 1 << index, path.terminal))
        for a, i in spokes:
            for b, j in spokes:
                if i != j:
                    first, second = tile.paths[i], tile.paths[j]
                    gauge, gauge_out = GAUGES.index(first.gauge), GAUGES.index(second.gauge)
                    fits = 1 << gauge & FITS[gauge_out]  # R21
                    if fits and not (first.terminal or second.terminal):  # a terminal spoke is never walked (rule 3)
                        by_end[a].append(Link(b, gauge, gauge_out, 1 << i | 1 << j, False))
        self.by_edge = tuple(tuple(by_end[edge]) for edge in range(6))
        self.by_node = tuple(tuple(by_end[6 + node]) for node in range(self.node_count))

    def joins(self, one: int, other: int) -> bool:
        """Whether a train can go from one side to the other inside the hex, past stops or not."""
        reached, waiting = {one}, [one]
        while waiting:
            end = waiting.pop()
            for link in self.by_edge[end] if end < 6 else self.by_node[end - 6]:
                if link.to not in reached and not link.terminal:
                    reached.add(link.to)
                    if link.to >= 6:
                        waiting.append(link.to)
        return other in reached

    def __repr__(self) -> str:
        return f"Face({self.tile.id}/{self.rotation})"


@dataclass(frozen=True, slots=True)
class Placement:
    """A face that may replace another, and where each old node goes on it."""

    face: Face
    nodes: tuple[int, ...]


@lru_cache(maxsize=8)
def _replacements_among(tiles: tuple[tuple[str, Tile], ...]) -> dict[object, dict[tuple[str, int], tuple[int, ...]]]:
    """What may replace what with these tiles, as far as it was asked; titles that differ elsewhere share it."""
    return {}


class Ground:
    """The board of one title, numbered. Nothing in it changes but its caches, which hold pure functions' answers."""

    def __init__(self, title: Title) -> None:
        self.title = title
        layout = title.map
        self.hexes: tuple[Hex, ...] = tuple(layout.hexes.values())
        self.names: tuple[str, ...] = tuple(layout.hexes)
        self.number: dict[str, int] = {name: n for n, name in enumerate(self.names)}
        self.faces: list[Face] = []
        self._laid: dict[tuple[str, int], Face] = {}
        self.printed: tuple[Face, ...] = tuple(self._new_face(space.tile, 0) for space in self.hexes)
        self.neighbour: list[int] = [self._neighbour(n, edge) for n in range(len(self.hexes)) for edge in range(6)]
        blocked = self._impassable()
        self.across: list[int] = [NO_SIDE if side in blocked else far for side, far in enumerate(self.neighbour)]
        """The same edge as seen from the other hex, or NO_SIDE where no track may cross."""
        self.crossing: list[int] = [min(side, far) if far >= 0 else side for side, far in enumerate(self.neighbour)]
        self.bits: list[int] = [1 << crossing for crossing in self.crossing]
        """The crossing of each side as a bit."""
        self.open_edges: tuple[frozenset[int], ...] = tuple(self._open_edges(n) for n in range(len(self.hexes)))
        """Edges towards which a laid tile may have track."""
        self.gauges = len({p.gauge for t in self._all_tiles() for p in t.paths}) > 1
        self._placements: dict[tuple[int, int], tuple[Placement, ...]] = {}
        self._special: dict[tuple[int, int], tuple[Placement, ...]] = {}
        self._kept: dict[tuple[int, int], dict[int, int]] = {}
        self._upgrades: dict[tuple[int, object, bool], dict[tuple[str, int], tuple[int, ...]]] = {}
        self._alike = _replacements_among(tuple((id, supply.tile) for id, supply in title.tiles.items()))
        self._values: dict[tuple[int, str, bool], tuple[int, ...]] = {}
        # The bridge to routes keeps its pieces of track, their names and stops here (see roads.Roads).
        self.pieces: dict[tuple[int, int], Any] = {}
        self.piece_names: dict[str, tuple[int, int]] = {}
        self.stops: dict[tuple[Any, ...], Any] = {}
        self._exits: dict[str, tuple[int, ...]] = {}
        self._ranks = {color: n for n, color in enumerate(("white", "yellow", "green", "brown", "gray"))}

        self._prepare()

    # ---- building

    def _all_tiles(self) -> Iterable[Tile]:
        yield from (space.tile for space in self.hexes)
        yield from (supply.tile for supply in self.title.tiles.values())

    def _new_face(self, tile: Tile, rotation: int) -> Face:
        face = Face(len(self.faces), tile, rotation)
        self.faces.append(face)
        return face

    def face(self, tile: str, rotation: int) -> Face:
        """The face of a tile of the supply; KeyError for an unknown tile."""
        known = self._laid.get((tile, rotation))
        if known is None:
            known = self._laid[tile, rotation] = self._new_face(self.title.tiles[tile].tile, rotation)
        return known

    def _neighbour(self, n: int, edge: int) -> int:
        layout = self.title.map
        there = names.neighbour(self.names[n], edge, layout.orientation, layout.letters)
        far = self.number.get(there) if there is not None else None
        return NO_SIDE if far is None else far * 6 + (edge + 3) % 6

    def _impassable(self) -> set[int]:
        sides = set()
        for n, space in enumerate(self.hexes):
            for border in space.borders:
                if border.kind == "impassable":
                    side = n * 6 + border.edge
                    sides |= {side, self.neighbour[side]}
        return sides

    def _open_edges(self, n: int) -> frozenset[int]:
        closed = set(self.title.rules.track.impassable_colors)
        edges = []
        for edge in range(6):
            far = self.across[n * 6 + edge]
            if far == NO_SIDE:
                continue
            there = self.hexes[far // 6]
            if there.tile.color not in closed or far % 6 in self.printed[far // 6].exits:
                edges.append(edge)
        return frozenset(edges)

    # ---- what may lie where

    def placements(self, n: int, face: Face, special: bool = False) -> tuple[Placement, ...]:
        """All faces that may replace ``face`` on hex ``n`` by the tiles alone (not the company, phase or supply).

        ``special`` is for abilities: tiles marked special may be laid, and the checks on label and nodes are off.
        """
        cache = self._special if special else self._placements
        found = cache.get((n, face.id))
        if found is None:
            every = (
                self.placement(n, face, tile, (rotation + face.rotation) % 6, special)
                for tile, rotation in self._replacements(n, face, special)
            )
            found = cache[n, face.id] = tuple(placement for placement in every if placement is not None)
        return found

    def placement(self, n: int, face: Face, tile: str, rotation: int, special: bool = False) -> Placement | None:
        """The one of ``placements`` with this tile at this rotation; None if there is none."""
        nodes = self._replacements(n, face, special).get((tile, (rotation - face.rotation) % 6))
        if nodes is None:
            return None
        new = self.face(tile, rotation)
        return Placement(new, nodes) if new.exits <= self.open_edges[n] and self._suits(n, new) else None

    def _suits(self, n: int, new: Face) -> bool:
        """Whether the tile may lie this way round, and brings the hex track that it can take and must have."""
        space = self.hexes[n]
        if new.rotation and not new.tile.turns:
            return False
        if space.surface != "any":
            narrow = [path.gauge == "narrow" for path in new.tile.paths]
            if any(narrow) if space.surface == "land" else not all(narrow):
                return False
        return all(new.joins(one, other) for one, other in space.reserved_track)

    def _replacements(self, n: int, face: Face, special: bool) -> dict[tuple[str, int], tuple[int, ...]]:
        """(tile, rotation) that may replace ``face`` turned back to rotation 0, and where its nodes go."""
        future_labels = self.hexes[n].tile.future_labels
        key = (id(face.tile), future_labels, special)  # the title keeps its tiles, so their ids stay theirs
        base = self._upgrades.get(key)
        if base is None:
            old = face.tile
            alike = (old.color, old.nodes, old.paths, old.label, old.future_labels, future_labels, special)
            base = self._alike.get(alike)
            if base is None:
                base = self._alike[alike] = {
                    (tile, rotation): nodes
                    for tile, rotation, nodes in self._search(old, self.hexes[n].tile, special)
                }
            self._upgrades[key] = base
        return base

    def _search(self, old: Tile, space: Tile, special: bool) -> Iterable[tuple[str, int, tuple[int, ...]]]:
        edges = self._exit_bits(old, 0)
        for id, supply in self.title.tiles.items():
            new = supply.tile
            if new.special and not special:
                continue
            # An edge lost is track lost: that settles most pairs before the paths are compared.
            rotations = [rotation for rotation in range(6) if not edges & ~self._exit_bits(new, rotation)]
            if not rotations or upgrades.pair_refusal(old, new, future_labels=space.future_labels, special=special):
                continue
            for rotation in rotations:
                if upgrades.keeps_track(old, 0, new, rotation):
                    nodes = upgrades.node_map(old, 0, new, rotation)
                    if nodes is not None:
                        yield id, rotation, nodes

    def _exit_bits(self, tile: Tile, rotation: int) -> int:
        known = self._exits.get(tile.id)
        if known is None:
            at_rest = {end for path in tile.paths for end in (path.a, path.b) if 0 <= end < 6}
            known = self._exits[tile.id] = tuple(sum(1 << (e + turn) % 6 for e in at_rest) for turn in range(6))
        return known[rotation]

    def _prepare(self) -> None:
        """Work out which tile may follow which, for everything printed and laid, while the title is loaded."""
        for n, face in enumerate(self.printed):
            self._replacements(n, face, False)
        plain = next((n for n, space in enumerate(self.hexes) if not space.tile.future_labels), 0)
        for id in self.title.tiles:
            self._replacements(plain, self.face(id, 0), False)
            for rotation in range(1, 6):
                self.face(id, rotation)

    # ---- values

    def values(self, face: Face, color: str, diesel: bool) -> tuple[int, ...]:
        """What each node of ``face`` pays while ``color`` is the latest colour, to a diesel or another train."""
        key = (face.id, color, diesel)
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = tuple(self._value(dict(n.revenue), color, diesel) for n in face.tile.nodes)
        return found

    def _value(self, entries: dict[str, int], color: str, diesel: bool) -> int:
        if diesel and "diesel" in entries:
            return entries["diesel"]
        now = self._ranks[color]
        best = max((rank for c, rank in self._ranks.items() if c in entries and rank <= now), default=None)
        return 0 if best is None else entries[tuple(self._ranks)[best]]

    # ---- what a replacement changes

    def kept(self, old: Face, placement: Placement) -> dict[int, int]:
        """Paths of the new face that lay there before: new index -> old index, by edges and kinds of nodes."""
        key = (old.id, placement.face.id)
        found = self._kept.get(key)
        if found is None:
            before: dict[tuple[object, ...], int] = {}
            for index in range(len(old.ends)):
                before.setdefault(self._ends(old, index), index)
            found = {}
            for index in range(len(placement.face.ends)):
                match = before.get(self._ends(placement.face, index))
                if match is not None:
                    found[index] = match
            self._kept[key] = found
        return found

    @staticmethod
    def _ends(face: Face, path: int) -> tuple[object, ...]:
        def name(end: int) -> str:
            return face.tile.nodes[end - 6].kind if end >= 6 else str(end)

        return (*sorted(name(end) for end in face.ends[path]), face.tile.paths[path].gauge)

    @staticmethod
    def worth_changed(old: Face, old_path: int, new: Face, new_path: int) -> bool:
        """Whether the stops at the ends of a kept path have another value than before."""

        def best(face: Face, path: int) -> list[int]:
            nodes = [face.tile.nodes[end - 6] for end in face.ends[path] if end >= 6]
            return sorted(max((money for _, money in node.revenue), default=0) for node in nodes)

        return best(old, old_path) != best(new, new_path)
