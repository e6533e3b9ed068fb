"""The map and the tiles: hexes and their track, homes, icons, bonuses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any

from open18xx.board.catalogue import catalogue
from open18xx.board.hexes import neighbour, on_one_grid
from open18xx.board.notation import NotationError, parse_track
from open18xx.title.faults import Problem, shown
from open18xx.title.model import Node
from open18xx.title.positions import Where
from open18xx.title.references.base import Found, Title, repeated, unknown


def check_map(title: Title) -> Iterator[Found]:
    names, nodes = title.names("map", "hexes"), {}
    if not names:
        yield "map", Problem(("hexes",), "no hexes, wanted the hexes of the map")
    right = title.table("map", "hexes")
    first = next(iter(right), "")
    for name, entry in right.items():
        where: Where = ("hexes", name)
        if not on_one_grid(first, name):
            yield "map", Problem(where, f"{name} lies between the hexes of a map that has {first}", at_key=True)
        parsed, fault = _track(entry["track"], (*where, "track"))
        nodes[name] = parsed
        if fault:
            yield "map", fault
        yield from (("map", problem) for problem in _border_problems(title, name, entry, names, where))
        yield from (("map", problem) for problem in _reserved_problems(title, name, entry, names, where))
    yield from _homes(title, names, nodes)
    for id, hexes in title.table("map", "private_hexes").items():
        where = ("private_hexes", id)
        yield from unknown("map", where, id, title.ids("privates"), "private", at_key=True)
        for number, hex in enumerate(hexes):
            yield from unknown("map", (*where, number), hex, names, "hex")


def _track(text: str, where: Where) -> tuple[tuple[Node, ...] | None, Problem | None]:
    try:
        return parse_track(text)[0], None
    except NotationError as error:
        return None, Problem(where, error.message, offset=error.column - 1)


def _border_problems(title: Title, name: str, entry: Any, names: list[str], where: Where) -> Iterator[Problem]:
    lies = title.filled["map"].get("map")
    seen: set[int] = set()
    for number, border in enumerate(entry["borders"]):
        if border is None or lies is None:
            continue
        at = (*where, "borders", number)
        edge = border["edge"]
        if edge in seen:
            yield Problem(at, f"a second border on edge {edge}")
        seen.add(edge)
        other = neighbour(name, edge, lies["orientation"], lies["letters"])
        if border["kind"] != "line" and other not in names:
            yield Problem((*at, "edge"), f"beyond edge {edge} of {name} there is no hex of this map")


def _reserved_problems(title: Title, name: str, entry: Any, names: list[str], where: Where) -> Iterator[Problem]:
    lies = title.filled["map"].get("map")
    for number, text in enumerate(entry["reserved_track"]):
        if text is None or lies is None:
            continue
        at = (*where, "reserved_track", number)
        sides = [int(side) for side in text.split("-")]
        if sides[0] == sides[1]:
            yield Problem(at, f"{shown(text)} joins a side to itself, wanted two sides")
        for side in dict.fromkeys(sides):
            if neighbour(name, side, lies["orientation"], lies["letters"]) not in names:
                yield Problem(at, f"beyond edge {side} of {name} there is no hex of this map")


def check_icons(title: Title) -> Iterator[Found]:
    """An icon that tokens need is printed somewhere."""
    icons = list(dict.fromkeys(icon for entry in title.table("map", "hexes").values() for icon in entry["icons"]))
    for where, row in title.rows("corporations"):
        if row["tokens_need"]:
            yield from unknown("corporations", (*where, "tokens_need"), row["tokens_need"], icons, "icon on the map")


# --------------------------------------------------------------------------- homes


def _homes(title: Title, hexes: list[str], nodes: Mapping[str, tuple[Node, ...] | None]) -> Iterator[Found]:
    homes = title.table("map", "homes")
    known = title.ids("corporations")
    for id, home in homes.items():
        where: Where = ("homes", id)
        yield from unknown("map", where, id, known, "corporation", at_key=True)
        plain = isinstance(home, str)
        hex: Any = home if plain else home["hex"]
        city: Any = "any" if plain else home["city"]
        yield from unknown("map", where if plain else (*where, "hex"), hex, hexes, "hex")
        on_hex = nodes.get(hex)
        if on_hex is not None and city != "any":
            cities = sum(node.slots > 0 for node in on_hex)
            if city >= cities:
                yield "map", Problem((*where, "city"), f"city {city} of {hex}, which has {cities}; they count from 0")
    later = {row["id"] for _, row in title.rows("corporations") if row["available_on"]}
    yield from _crowded_homes({id: home for id, home in homes.items() if id not in later}, nodes)
    yield from _later_homes(title, later, nodes)
    written = title.names("map", "homes")
    for where, row in title.rows("corporations"):
        if row["id"] not in written and row["started_by"] != "nobody":
            message = f"{row['id']} has no home; wanted one for it among the homes in map.toml"
            yield "corporations", Problem((*where, "id"), message)


def _crowded_homes(homes: Mapping[str, Any], nodes: Mapping[str, tuple[Node, ...] | None]) -> Iterator[Found]:
    """Homes for which the cities of their hex have no slot left, as they are printed."""
    slots = {hex: [node.slots for node in found if node.slots] for hex, found in nodes.items() if found is not None}
    for id, home in homes.items():
        hex: Any = home if isinstance(home, str) else home["hex"]
        city: Any = "any" if isinstance(home, str) else home["city"]
        there = slots.get(hex)
        if there is None:
            continue
        free = [place for place in range(len(there)) if there[place] > 0 and city in ("any", place)]
        if free:
            there[free[0]] -= 1
        elif city == "any" or city < len(there):
            yield "map", Problem(("homes", id), f"{hex} has no slot left for the home of {id}")


def _later_homes(title: Title, later: Set[str], nodes: Mapping[str, tuple[Node, ...] | None]) -> Iterator[Found]:
    """A home that comes later may find its slot on a tile: there must be one for the hex with room for all homes."""
    where = {id: home if isinstance(home, str) else home["hex"] for id, home in title.table("map", "homes").items()}
    for id in later & where.keys():
        hex = where[id]
        entry, printed = title.table("map", "hexes").get(hex), nodes.get(hex)
        if entry is None or printed is None:
            continue
        wanted = list(where.values()).count(hex)
        slots = [sum(node.slots for node in printed)]
        tiles = title.table("tiles", "tiles").items()
        slots += [_slots_of_tile(tile) for tile in tiles if _label(tile) == entry["label"]]
        if max(slots) < wanted:
            message = f"{hex} never has a slot for the home of {id}: {wanted} homes, at most {max(slots)} slots"
            yield "map", Problem(("homes", id), message)


def _label(tile: tuple[str, Any]) -> str:
    id, entry = tile
    return str(entry["label"]) if isinstance(entry, dict) else catalogue()[id].label if id in catalogue() else ""


def _slots_of_tile(tile: tuple[str, Any]) -> int:
    id, entry = tile
    found = _track(entry["track"], ())[0] if isinstance(entry, dict) else catalogue()[id].nodes
    return sum(node.slots for node in found or ())


# --------------------------------------------------------------------------- tiles and bonuses


def check_tiles(title: Title) -> Iterator[Found]:
    for id, entry in title.table("tiles", "tiles").items():
        where: Where = ("tiles", id)
        if isinstance(entry, dict):
            fault = _track(entry["track"], (*where, "track"))[1]
            if fault:
                yield "tiles", fault
        else:
            yield from unknown("tiles", where, id, catalogue(), "tile in the catalogue", at_key=True)


def check_bonuses(title: Title) -> Iterator[Found]:
    yield from repeated("map", "bonuses", title.rows("map", "bonuses"))
    lists: tuple[tuple[str, Iterable[str], str], ...] = (
        ("trains", title.ids("trains"), "train"),
        ("corporations", title.ids("corporations"), "corporation"),
        ("phases", title.ids("phases"), "phase"),
    )
    for where, row in title.rows("map", "bonuses"):
        if row["scope"] == "visit" and len(row["places"]) > 1:
            message = f"{len(row['places'])} places, and scope = visit; wanted one place"
            yield "map", Problem((*where, "places"), message)
        for number, place in enumerate(row["places"]):
            for item, name in enumerate(place or ()):
                yield from _place_problems(title, name, (*where, "places", number, item))
        for word, known, what in lists:
            for number, id in enumerate(row[word]):
                yield from unknown("map", (*where, word, number), id, known, what)


def _place_problems(title: Title, name: str | None, where: Where) -> Iterator[Found]:
    """A hex must be on the map; a stop must be printed there, or on some tile where tiles may be laid."""
    hex, dot, number = (name or "").partition(".")
    names = title.names("map", "hexes")
    if name is None or hex not in names:
        yield from unknown("map", where, name and hex, names, "hex")
        return
    entry = title.table("map", "hexes").get(hex)
    if not dot or entry is None:
        return
    most = _stops_in(entry["track"])
    if entry["color"] not in ("red", "gray", "blue"):
        most = max([most, *map(_stops_of_tile, title.table("tiles", "tiles").items())])
    if int(number) >= most:
        yield "map", Problem(where, f"stop {number} of {hex}, which has at most {most}; they count from 0")


def _stops_of_tile(tile: tuple[str, Any]) -> int:
    id, entry = tile
    if isinstance(entry, dict):
        return _stops_in(entry["track"])
    return len(catalogue()[id].nodes) if id in catalogue() else 0


def _stops_in(track: str) -> int:
    return len(_track(track, ())[0] or ())
