"""Which tile may replace which: track is kept, cities stay cities, labels agree.

``pair_refusal`` judges two tiles at any rotation, ``keeps_track`` and ``node_map`` at the very rotations in which they
lie. Everything is worked out from the tiles alone: this module knows no map, no phase, no supply and no tokens.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from open18xx.board.hexes import rotated
from open18xx.board.notation import FIRST_NODE, JUNCTION
from open18xx.title.model import Path, Tile

LADDER = ("white", "yellow", "green", "brown", "gray")
"""A tile is replaced by one of the next colour; other colours are never replaced."""

KEEPS_CITIES = "OO"
"""The label whose white hex takes only tiles with as many cities as are printed there."""

_FITTING_GAUGES = {"broad": ("broad", "dual"), "narrow": ("narrow", "dual"), "dual": ("dual",)}
_FITTING_KINDS = {"city": ("city",), "town": ("town",), "halt": ("halt", "town"), "offboard": ("offboard",)}


# --------------------------------------------------------------------------- any rotation


def pair_refusal(
    old: Tile, new: Tile, *, future_labels: Iterable[tuple[str, str]] = (), special: bool = False
) -> str | None:
    """Why ``new`` may not replace ``old`` in whatever rotation: color, track, label, towns or cities; None if it may.

    ``old`` is the tile laid, or what is printed on the hex. ``future_labels`` are those printed on the hex: they stay
    in force when a tile is laid over them. ``special`` lays (by an ability that says so) skip labels and revenue
    centres.
    """
    if not _is_next_color(old.color, new.color):
        return "color"
    if not any(keeps_track(old, 0, new, rotation) for rotation in range(6)):
        return "track"
    if special:
        return None
    old = _as_seen(old, new)
    due = [label for color, label in (*old.future_labels, *future_labels) if color == new.color]
    if new.label != (due[0] if due else old.label):
        return "label"
    if _count(old, "town", "halt") != _count(new, "town", "halt"):
        return "towns"
    if not _cities_agree(old, new):
        return "cities"
    return None


def _as_seen(old: Tile, new: Tile) -> Tile:
    """``old`` as it counts below ``new``: its towns are cities if ``new`` makes cities of them."""
    if not new.from_town:
        return old
    return replace(old, nodes=tuple(replace(node, kind="city") if node.kind == "town" else node for node in old.nodes))


def _is_next_color(old: str, new: str) -> bool:
    return (old, new) in pairwise(LADDER)


def _cities_agree(old: Tile, new: Tile) -> bool:
    before, after = _count(old, "city"), _count(new, "city")
    if before and not after:
        return False
    # A label lets cities merge or split; but a white double city starts with a tile that has both.
    free = old.label and not (old.color == LADDER[0] and old.label == KEEPS_CITIES)
    if before != after and not free:
        return False
    return before < 2 or after < 2 or any(_centers_fit(old, new, rotation) for rotation in range(6))


def _centers_fit(old: Tile, new: Tile, rotation: int) -> bool:
    """Whether the edges of each city and town lie within those of one on the new tile."""
    there = [edges for node, edges in zip(new.nodes, node_edges(new, rotation), strict=True) if node.kind != "offboard"]
    here = [edges for node, edges in zip(old.nodes, node_edges(old, 0), strict=True) if node.kind != "offboard"]
    return all(any(edges <= wider for wider in there) for edges in here)


def _count(tile: Tile, *kinds: str) -> int:
    return sum(node.kind in kinds for node in tile.nodes)


# --------------------------------------------------------------------------- track


def keeps_track(old: Tile, old_rotation: int, new: Tile, new_rotation: int) -> bool:
    """Whether every path of ``old`` is part of some path of ``new``, both lying as they do.

    Cities are not told apart here, see ``node_map``. Between two tiles with a junction only the exits are compared.
    """
    if _has_junction(old) and _has_junction(new):
        return all(
            any(edge == other and _gauge_fits(gauge, wider) for other, wider in _exits(new, new_rotation))
            for edge, gauge in _exits(old, old_rotation)
        )
    old = _as_seen(old, new)
    there = [(_ends(new, path, new_rotation), path.gauge) for path in new.paths]
    return all(
        any(_gauge_fits(path.gauge, gauge) and _within(_ends(old, path, old_rotation), ends) for ends, gauge in there)
        for path in old.paths
    )


def _has_junction(tile: Tile) -> bool:
    return any(JUNCTION in (path.a, path.b) for path in tile.paths)


def _exits(tile: Tile, rotation: int) -> list[tuple[int, str]]:
    return [
        (rotated(end, rotation), path.gauge)
        for path in tile.paths
        for end in (path.a, path.b)
        if 0 <= end < FIRST_NODE
    ]


def _gauge_fits(old: str, new: str) -> bool:
    return new in _FITTING_GAUGES[old]


def _ends(tile: Tile, path: Path, rotation: int) -> list[int | str]:
    """Where a path leads: edges as they lie, and kinds of node. A path of the junction leads to all ends of that."""
    if JUNCTION in (path.a, path.b):
        ends = [end for spoke in tile.paths if JUNCTION in (spoke.a, spoke.b) for end in (spoke.a, spoke.b)]
    else:
        ends = [path.a, path.b]
    return [
        rotated(end, rotation) if end < FIRST_NODE else tile.nodes[end - FIRST_NODE].kind
        for end in ends
        if end != JUNCTION
    ]


def _within(old: Sequence[int | str], new: Sequence[int | str]) -> bool:
    """Whether each old end has an end of its own among the new ones."""
    left = list(new)
    for end in old:
        fitting = (end,) if isinstance(end, int) else _FITTING_KINDS[end]
        found = next((index for index, other in enumerate(left) if other in fitting), None)
        if found is None:
            return False
        del left[found]
    return True


# --------------------------------------------------------------------------- revenue centres


def node_edges(tile: Tile, rotation: int) -> tuple[frozenset[int], ...]:
    """For each node the edges that its own track reaches, as the tile lies; not through other nodes or the junction."""
    edges: list[set[int]] = [set() for _ in tile.nodes]
    for path in tile.paths:
        for end, other in ((path.a, path.b), (path.b, path.a)):
            if end >= FIRST_NODE and 0 <= other < FIRST_NODE:
                edges[end - FIRST_NODE].add(rotated(other, rotation))
    return tuple(frozenset(found) for found in edges)


def node_map(old: Tile, old_rotation: int, new: Tile, new_rotation: int) -> tuple[int, ...] | None:
    """For each node of ``old`` the node of ``new`` it becomes, both lying as they do; None if one has no place.

    Track decides, not the order of the nodes: a city becomes the city that has all of its edges. No two become the same
    one unless the new tile has fewer, and then each new one is made of some old. A city without track becomes the one
    with its number among the cities, or the first that is left; a lone city becomes a lone city in any case. Between
    tiles of several cities the track must leave no choice, and where the old ones differ in size none may shrink.
    Towns likewise.
    """
    old = _as_seen(old, new)
    result: dict[int, int] = {}
    before, after = node_edges(old, old_rotation), node_edges(new, new_rotation)
    for kinds in (("city",), ("town", "halt"), ("offboard",)):
        here = [index for index, node in enumerate(old.nodes) if node.kind in kinds]
        there = [index for index, node in enumerate(new.nodes) if node.kind in kinds]
        if len(here) == len(there) == 1:
            result[here[0]] = there[0]
            continue
        fits = [[place for place in there if before[index] <= after[place]] for index in here]
        has_track = [bool(before[index]) for index in here]
        several_cities = kinds == ("city",) and min(len(here), len(there)) > 1
        if several_cities and any(track and len(choices) != 1 for track, choices in zip(has_track, fits, strict=True)):
            return None
        places = _places(fits, has_track, there)
        if places is None:
            return None
        result |= dict(zip(here, places, strict=True))
        mixed = several_cities and len({old.nodes[index].slots for index in here}) > 1
        if mixed and any(new.nodes[result[index]].slots < old.nodes[index].slots for index in here):
            return None
    return tuple(result[index] for index in range(len(old.nodes)))


def _places(fits: list[list[int]], has_track: list[bool], there: list[int]) -> list[int] | None:
    """Where each goes: first those with track, of them those with the fewest choices first."""
    merging = len(fits) > len(there)
    chosen: dict[int, int] = {}
    for index in sorted(range(len(fits)), key=lambda index: (not has_track[index], len(fits[index]), index)):
        free = [place for place in fits[index] if merging or place not in chosen.values()]
        if not free:
            return None
        by_number = there[min(index, len(there) - 1)]
        chosen[index] = free[0] if has_track[index] or by_number not in free else by_number
    if merging and set(chosen.values()) != set(there):
        return None
    return [chosen[index] for index in range(len(fits))]
