"""What a corporation's track may come to: the stops that it reaches, and those that a few more tiles would join to it.

A guess for bots, quickly made. The ground is asked which stops lie behind an open side, and how many tiles away; what
lies on the hexes between is not looked at.
"""

from __future__ import annotations

from open18xx.board.board import Board
from open18xx.board.ground import FITS, GAUGES, Face, Ground

FARTHEST = 4
"""Tiles ahead that are looked at."""
FADE = 0.5
"""What a stop is worth for every tile that is still to be laid."""
UNBUILT = 10
"""Value of a stop that pays nothing before it has a tile."""
SURFACE_GAUGE = {"land": GAUGES.index("broad"), "sea": GAUGES.index("narrow")}


class Prospects:
    """Of one title's ground. What lies behind a side is worked out once."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._behind: dict[int, dict[int, int]] = {}

    def promise(self, board: Board, corporation: str, color: str, reached_counts: float = 1.0) -> float:
        """The stops reached and those ahead, in money a run, while ``color`` is the latest colour."""
        reach = board.reach(corporation)
        values = (self.ground.values(board.faces[n], color, False)[node] for n, node in reach.nodes)
        reached = {n for n, _ in reach.nodes}
        return reached_counts * sum(values) + sum(
            self._value(board.faces[n], color) * FADE**tiles
            for n, tiles in self._ahead(board, corporation).items()
            if n not in reached
        )

    def _value(self, face: Face, color: str) -> int:
        value = max(self.ground.values(face, color, False))
        return UNBUILT if not value and face.tile.color == "white" else value

    def _ahead(self, board: Board, corporation: str) -> dict[int, int]:
        """Hexes with stops behind the open ends of the track, and how many tiles away each is."""
        ahead: dict[int, int] = {}
        for side, gauges in board.reach(corporation).entries.items():
            n, edge = divmod(side, 6)
            gauge = SURFACE_GAUGE.get(self.ground.hexes[n].surface)
            if board.faces[n].by_edge[edge] or not (gauge is None or gauges & FITS[gauge]):
                continue
            for there, tiles in self.behind(side).items():
                ahead[there] = min(tiles, ahead.get(there, tiles))
        return ahead

    def behind(self, side: int) -> dict[int, int]:
        """Hexes with stops to which track could go on over the side, past hexes without: with the tiles it takes."""
        known = self._behind.get(side)
        if known is None:
            known = self._behind[side] = self._search(side)
        return known

    def _search(self, side: int) -> dict[int, int]:
        ground, found = self.ground, dict[int, int]()
        surface = ground.hexes[side // 6].surface
        seen, edge_of_search = {side // 6}, [side]
        for tiles in range(FARTHEST):
            following: list[int] = []
            for entered in edge_of_search:
                n = entered // 6
                if ground.printed[n].node_count:
                    more = self._tiles_at(n, entered % 6)
                    if more is not None:
                        found.setdefault(n, tiles + more)
                elif tiles == 0 or ground.hexes[n].surface in (surface, "any"):
                    following += self._beyond(n, seen)
            edge_of_search = following
        return found

    def _beyond(self, n: int, seen: set[int]) -> list[int]:
        """The sides by which neighbours not yet seen are entered; hexes with stops may be entered from several."""
        ground = self.ground
        ways = [ground.across[n * 6 + edge] for edge in ground.open_edges[n]]
        new = [far for far in ways if far // 6 not in seen]
        seen.update(far // 6 for far in new if not ground.printed[far // 6].node_count)
        return new

    def _tiles_at(self, n: int, edge: int) -> int | None:
        """How many tiles join the stops of the hex to one of its edges; None if none can."""
        printed = self.ground.printed[n]
        if edge in printed.exits:
            return 0
        if printed.tile.color == "white":
            return 1
        return 2 if self.ground.placements(n, printed) else None
