"""Dense boards of no title: a field of hexes where track joins everything to everything, the same for the same numbers.

Late maps of real games are sparse next to these: here every side of every hex has track, cities have six exits, and
plain track crosses and branches. Nothing here knows a tile; what stands in a hex could be printed on one.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from open18xx.routes import End, Network, Reach, Segment, Stop, Train
from open18xx.routes.network import StopKind

# The six neighbours of a hex in axial coordinates; side n is opposite to side n + 3.
_NEIGHBOURS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
# Plain track from side to side, crossing and branching; a side may lead on in two directions.
_TRACK = (
    ((0, 3), (1, 4), (2, 5), (0, 2), (3, 5)),
    ((0, 2), (2, 4), (4, 0), (1, 4), (3, 5)),
    ((0, 3), (0, 4), (1, 3), (1, 4), (2, 5)),
    ((0, 2), (0, 3), (1, 5), (2, 5), (1, 4)),
)
_VALUES = (20, 30, 30, 40, 40, 50, 60, 70)

_Hex = tuple[int, int]


def dense_board(
    seed: int, width: int, height: int, *, cities: float = 0.35, towns: float = 0.15, own: int = 3
) -> Network:
    """A field of ``width`` by ``height`` hexes of which these shares are cities and towns, with ``own`` tokens.

    One city in eight is blocked by others. The hexes of the left and right rims are offboard areas, two on each side.
    """
    random = Random(seed)  # only random(), which Python promises to keep
    hexes = [(q - r // 2, r) for r in range(height) for q in range(width)]
    rims = {(q - r // 2, r) for q in (0, width - 1) for r in (1, height - 2)}
    board = _Board(set(hexes))
    for at in hexes:
        chance = random.random()
        if at in rims:
            board.stop(at, "offboard", int(random.random() * 4) * 10 + 30, range(6), blocked=True)
        elif chance < cities:
            value = _VALUES[int(random.random() * len(_VALUES))]
            board.stop(at, "city", value, range(6), blocked=random.random() < 1 / 8)
        elif chance < cities + towns:
            first, *others = _TRACK[int(random.random() * len(_TRACK))]
            board.stop(at, "town", 10, first)
            board.plain(at, [pair for pair in others if not {*pair} & {*first}])
        else:
            board.plain(at, _TRACK[int(random.random() * len(_TRACK))])
    homes = [id for id, stop in board.stops.items() if stop.kind == "city"]
    step = max(1, len(homes) // own)
    for id in homes[step // 2 :: step][:own]:
        board.stops[id] = _with_token(board.stops[id])
    return Network(board.stops.values(), board.segments)


def trains(*names: int | str) -> list[Train]:
    """Trains by how many stops they visit; "D" goes without limit.

    >>> [(train.id, train.reach.limit) for train in trains("D", 5)]
    [('D-0', None), ('5-1', 5)]
    """
    return [
        Train(f"{name}-{n}", str(name), Reach("stops", None if name == "D" else int(name)))
        for n, name in enumerate(names)
    ]


def _with_token(stop: Stop) -> Stop:
    return Stop(stop.id, stop.kind, stop.value, own=True, hex=stop.hex)


class _Board:
    """Stops and segments as they are put down."""

    def __init__(self, hexes: set[_Hex]) -> None:
        self.hexes = hexes
        self.stops: dict[str, Stop] = {}
        self.segments: list[Segment] = []

    def stop(self, at: _Hex, kind: StopKind, value: int, exits: Iterable[int], blocked: bool = False) -> None:
        """A stop with track to those of these sides that lie on the board."""
        id = name(at)
        self.stops[id] = Stop(id, kind, value, blocked=blocked, hex=id)
        for side in exits:
            self._segment(at, End("stop", id), self._edge(at, side))

    def plain(self, at: _Hex, pairs: Iterable[tuple[int, int]]) -> None:
        """Track from side to side."""
        for a, b in pairs:
            self._segment(at, self._edge(at, a), self._edge(at, b))

    def _segment(self, at: _Hex, first: End | None, second: End | None) -> None:
        if first is not None and second is not None:
            self.segments.append(Segment(f"{name(at)}/{len(self.segments)}", (first, second), hex=name(at)))

    def _edge(self, at: _Hex, side: int) -> End | None:
        """The hexside, named alike from both hexes; None at the rim."""
        over = (at[0] + _NEIGHBOURS[side][0], at[1] + _NEIGHBOURS[side][1])
        if over not in self.hexes:
            return None
        low, high = sorted((at, over))
        return End("edge", f"{name(low)}-{name(high)}", name(at))


def name(at: _Hex) -> str:
    """A hex by its coordinates, as ids have it.

    >>> name((-1, 2))
    '-1,2'
    """
    return f"{at[0]},{at[1]}"
