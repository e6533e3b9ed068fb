"""What goes together: names that must exist elsewhere, sums that must fit, texts in notations of their own.

It looks at parsed data with its defaults filled in, of which parts may be missing because they were wrong; it asks
about what is there, and reports every problem with the kind of file that it stands in.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set
from typing import Any

from open18xx.board.catalogue import catalogue
from open18xx.board.hexes import neighbour, on_one_grid
from open18xx.board.notation import NotationError, parse_track
from open18xx.title.faults import Problem, near, shortened, shown
from open18xx.title.model import Node
from open18xx.title.positions import Where

Found = tuple[str, Problem]

STEPS: Mapping[str, Collection[str]] = {
    "auction": ("choose-par", "bid", "offer-lot"),
    "stock": (
        "sell-certificates",
        "buy-certificate",
        "start-corporation",
        "buy-private",
        "discard-trains",
        "exchange-private",
        "split-corporation",
        "split-branch",
        "split-token",
        "split-par",
        "split-train",
        "split-money",
        "split-private",
    ),
    "operating": (
        "home-token",
        "lay-track",
        "place-token",
        "run-routes",
        "choose-dividend",
        "issue",
        "redeem",
        "discard-trains",
        "buy-train",
        "must-buy-train",
        "buy-private",
    ),
}
"""The engine's own steps, by kind of round."""

ANYTIME = (
    "buy-private",
    "exchange-private",
    "lay-private-tile",
    "bar-edge",
    "sell-to-help",
    "issue-all",
    "private-buys-train",
    "bankruptcy",
)

NEEDS: Mapping[str, Collection[str]] = {
    "block-hexes": (),
    "lay-tile": ("tiles", "windows"),
    "teleport": ("tiles", "windows"),
    "exchange": ("corporations", "sources", "windows"),
    "certificates": ("certificates",),
    "close-on-train": ("corporations",),
    "no-purchase": (),
    "income": ("phase",),
    "survives": (),
    "terrain-discount": ("amount", "terrain"),
    "train-discount": ("amount",),
    "extra-lay": ("amount",),
    "bar-edge": ("windows",),
    "see-event": (),
    "allow-tile": ("tiles",),
    "buy-train": ("windows",),
    "close-on-operation": ("corporations", "when"),
}
"""What an ability of each kind cannot do without."""

MAY: Mapping[str, Collection[str]] = {
    "block-hexes": ("only_empty",),
    "lay-tile": ("uses", "pays_terrain", "counts_as_lay"),
    "teleport": ("uses", "pays_terrain", "counts_as_lay", "token_price"),
    "exchange": ("uses", "excluded", "limits", "unstarted"),
    "certificates": ("bank_pays", "closes"),
    "income": ("amount",),
    "terrain-discount": ("uses", "on_hexes"),
    "train-discount": ("uses", "families", "first_only"),
    "bar-edge": ("uses",),
    "allow-tile": ("free",),
    "buy-train": ("uses", "closes"),
}
"""What it may also say; every ability may say its holder and its eras."""

ON_HEXES = ("block-hexes", "lay-tile", "teleport", "bar-edge")
"""Kinds that speak of the private's hexes."""

EFFECTS: Mapping[str, tuple[Collection[str], Collection[str]]] = {
    "stop-value": (("hexes", "amount"), ("lasts",)),
    "terrain-cost": (("amount",), ("hexes", "terrain", "lasts")),
    "pay": (("amount",), ("who", "corporations")),
    "tax": (("amount",), ("who", "corporations")),
    "close-stop": (("hexes",), ("lasts",)),
    "close-privates": ((), ("privates",)),
    "end-game": ((), ()),
}
"""What an effect of each kind on an event card cannot do without, and what it may also say."""

RESERVED = ("bank", "pool", "ipo", "depot", "gone", "closed")
"""Names of owners that every game has; no corporation can be called so."""

CELL = re.compile(r"(?P<price>[0-9]{1,6})(?P<mark>[a-z]?)")
_WORD = re.compile(r"\S+")


class Title:
    """The filled data of all kinds, asked the same way whether whole or in pieces."""

    def __init__(
        self,
        raw: Mapping[str, Any],
        filled: Mapping[str, Any],
        steps: Collection[str] = (),
        events: Collection[str] | None = None,
    ) -> None:
        self.raw = raw
        self.filled = filled
        self.plugin_steps = steps
        self.plugin_events = events

    def rows(self, kind: str, key: str = "") -> Iterator[tuple[Where, dict[str, Any]]]:
        key = key or kind
        for number, row in enumerate(self.filled[kind].get(key) or ()):
            if row is not None:
                yield (key, number), row

    def ids(self, kind: str, key: str = "") -> list[str]:
        """All ids written down, also of rows that are wrong otherwise; in order, with repetitions."""
        rows = self.raw[kind].get(key or kind)
        found = [row.get("id") for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
        return [id for id in found if isinstance(id, str)]

    def names(self, kind: str, key: str) -> list[str]:
        """All keys of a table, also of entries that are wrong."""
        table = self.raw[kind].get(key)
        return list(table) if isinstance(table, dict) else []

    def table(self, kind: str, key: str) -> dict[str, Any]:
        """The entries of a table that are right."""
        table: dict[str, Any] = self.filled[kind].get(key) or {}
        return {name: entry for name, entry in table.items() if entry is not None}


def problems(
    raw: Mapping[str, Any],
    filled: Mapping[str, Any],
    unread: Collection[str] = (),
    steps: Collection[str] = (),
    events: Collection[str] | None = None,
) -> Iterator[Found]:
    """All problems of a title that no single value shows.

    Checks that would need a file among ``unread`` are left out. ``steps`` and ``events`` are those that its plugin
    brings; events are None without a plugin.
    """
    title = Title(raw, filled, steps, events)
    for check, kinds in CHECKS:
        if not kinds & set(unread):
            yield from check(title)


def names(raw: Mapping[str, Any], filled: Mapping[str, Any], unread: Collection[str] = ()) -> dict[str, list[str]]:
    """What a title calls its things, by the word for each; without those that stand in files among ``unread``."""
    title = Title(raw, filled)
    rows: dict[str, tuple[str, Iterable[Any]]] = {
        "card": ("phases", title.ids("phases", "cards")),
        "certificate": ("corporations", (id for _, row in title.rows("corporations") for id in certificate_ids(row))),
        "corporation": ("corporations", title.ids("corporations")),
        "era": ("phases", (row["era"] for _, row in title.rows("phases"))),
        "family": ("trains", (row["family"] for _, row in title.rows("trains"))),
        "hex": ("map", title.names("map", "hexes")),
        "phase": ("phases", title.ids("phases")),
        "private": ("privates", title.ids("privates")),
        "round": ("rounds", title.ids("rounds")),
        "tile": ("tiles", title.names("tiles", "tiles")),
        "train": ("trains", title.ids("trains")),
    }
    return {word: list(dict.fromkeys(map(str, ids))) for word, (kind, ids) in rows.items() if kind not in unread}


def _title(title: Title) -> Iterator[Found]:
    bank = title.filled["title"]["bank"]["cash"]
    seen: set[int] = set()
    for where, row in title.rows("title", "players"):
        players, cash = row["players"], row["cash"]
        if players in seen:
            yield "title", Problem((*where, "players"), f"a second row for {players} players")
        seen.add(players)
        if isinstance(bank, int) and players * cash > bank:
            yield (
                "title",
                Problem((*where, "cash"), f"{players} players with {cash} each, and only {bank} in the bank"),
            )


# --------------------------------------------------------------------------- market


def _market(title: Title) -> Iterator[Found]:
    zones = title.names("market", "zones")
    pars = {mark for mark, zone in title.table("market", "zones").items() if zone["par"]}
    ends = {mark for mark, zone in title.table("market", "zones").items() if zone["ends_game"]} - pars
    marks: set[str] = set()
    starts: set[str] = set()
    for number, row in enumerate(title.filled["market"].get("rows") or ()):
        for word in _WORD.finditer(row or ""):
            where = ("rows", number)
            cell = CELL.fullmatch(word[0])
            if cell:
                marks.add(cell["mark"])
            message = _cell_problem(word[0], cell, zones, ends)
            if cell and cell["mark"] in pars:
                if cell["price"] in starts:
                    message = f"{shown(word[0])}: a second cell for the starting value {cell['price']}"
                starts.add(cell["price"])
            if message:
                yield "market", Problem(where, message, offset=word.start())
    if title.filled["market"].get("rows") and not marks & pars:
        yield "market", Problem(("rows",), "no cell where a corporation may start, wanted a zone with par = true")
    by_id = Counter(zone["id"] for zone in title.table("market", "zones").values())
    for mark, zone in title.table("market", "zones").items():
        if by_id[zone["id"]] > 1:
            yield "market", Problem(("zones", mark, "id"), f"{shown(zone['id'])} is the id of another zone too")


def _cell_problem(word: str, cell: re.Match[str] | None, zones: Collection[str], ends: Collection[str]) -> str:
    if word == "-":
        return ""
    if cell is None:
        return f"{shown(word)}, wanted a price with the letter of its zone, such as 100p, or - for a hole"
    price, mark = cell["price"], cell["mark"]
    if price == "0" and mark not in ends:
        return f"{shown(word)}: a price of 0, wanted at least 1; 0 only in a zone with ends_game = true and not par"
    if price.startswith("0") and price != "0":
        return f"{shown(word)} begins with 0 (did you mean {shown(price.lstrip('0') or '0')}?)"
    if mark and mark not in zones:
        known = ", ".join(map(shortened, zones)) or f"a table zones.{mark}"
        return f"{shown(word)}: there is no zone {mark}, wanted {known}"
    return ""


# --------------------------------------------------------------------------- corporations


def _corporations(title: Title) -> Iterator[Found]:
    yield from _repeated("corporations", "corporations", title.rows("corporations"))
    for where, row in title.rows("corporations"):
        if row["id"] in RESERVED:
            message = f"no corporation can be called {shown(row['id'])}, wanted another id"
            yield "corporations", Problem((*where, "id"), message)
        yield from (("corporations", problem) for problem in _certificate_problems(row["certificates"], where))
        yield from (("corporations", problem) for problem in _share_problems(row, where))


def _certificate_problems(certificates: list[Any], where: Where) -> Iterator[Problem]:
    if any(entry is None for entry in certificates):
        return
    at = (*where, "certificates")
    total = sum(entry["percent"] * entry["count"] for entry in certificates)
    if total != 100:
        yield Problem(at, f"{total} % in all, wanted 100 %")
    smallest = min(entry["percent"] for entry in certificates)
    for number, entry in enumerate(certificates):
        if entry["percent"] % smallest:
            yield Problem((*at, number), f"{entry['percent']} % is no multiple of the smallest, {smallest} %")
        elif entry["percent"] != smallest and not entry["president"]:
            message = f"{entry['percent']} % beside {smallest} %: ordinary certificates of several sizes"
            message += " are known but not implemented in this version"
            yield Problem((*at, number), message)
    weights = {entry["weight"] for entry in certificates if not entry["president"]}
    if len(weights) > 1:
        message = f"weights {', '.join(map(str, sorted(weights)))}: ordinary certificates of several weights"
        yield Problem(at, message + " are known but not implemented in this version")
    presidents = sum(entry["count"] for entry in certificates if entry["president"])
    if presidents > 1 or (presidents and not certificates[0]["president"]):
        found = f"{presidents}" if presidents > 1 else "not the first"
        yield Problem(at, f"president's certificate: {found}, wanted one, and first, or none")


def _share_problems(row: dict[str, Any], where: Where) -> Iterator[Problem]:
    """The price is quoted for a whole part of every certificate."""
    share = row["share"]
    for entry in row["certificates"]:
        if share and entry is not None and entry["percent"] % share:
            message = f"{share} %, of which a certificate of {entry['percent']} % is no multiple"
            yield Problem((*where, "share"), message)
            return


def certificate_ids(row: Mapping[str, Any]) -> list[str]:
    count = sum(entry["count"] for entry in row["certificates"] if entry is not None)
    return [f"{row['id']}/{number}" for number in range(count)]


# --------------------------------------------------------------------------- roles, actors, groups


def _certificates(title: Title) -> list[str]:
    """All certificates, also by the role of a corporation that is drawn; a wrong group is not told again here."""
    found = [id for _, row in title.rows("corporations") for id in certificate_ids(row)]
    for _, role in title.rows("corporations", "roles"):
        size = min(_sizes(title, role["group"]), default=len(found))
        found += [f"@{role['id']}/{number}" for number in range(size)]
    return found


def _sizes(title: Title, group: str) -> list[int]:
    """How many certificates each corporation of the group has."""
    return [len(certificate_ids(row)) for _, row in title.rows("corporations") if row["group"] == group]


def _groups(title: Title) -> list[str]:
    return list(dict.fromkeys(row["group"] for _, row in title.rows("corporations") if row["group"]))


def _roles(title: Title) -> Iterator[Found]:
    """What is drawn for a role has a place there, and everything that the role says of it."""
    yield from _repeated("corporations", "roles", title.rows("corporations", "roles"))
    taken: Counter[str] = Counter()
    cells = [row.split() for row in title.filled["market"].get("rows") or () if row is not None]
    for where, row in title.rows("corporations", "roles"):
        group, cell, sizes = row["group"], row["cell"], _sizes(title, row["group"])
        yield from _unknown("corporations", (*where, "group"), group, _groups(title), "group of corporations")
        taken[group] += 1
        if sizes and taken[group] > len(sizes):
            message = f"{taken[group]} roles for {len(sizes)} corporations of the group {shown(group)}"
            yield "corporations", Problem((*where, "group"), message)
        if sizes and row["reserved"] >= min(sizes):
            message = f"{row['reserved']} certificates of {min(sizes)}, wanted fewer: the first is for sale"
            yield "corporations", Problem((*where, "reserved"), message)
        if None not in cell and len(cell) == 2 and not _is_cell(cells, cell):
            message = f"there is no cell at row {cell[0]}, column {cell[1]}; they count from 0"
            yield "corporations", Problem((*where, "cell"), message)
        if row["launched"] and not cell:
            message = "launched, and no cell in the market, wanted its place there"
            yield "corporations", Problem((*where, "launched"), message)
        if row["home"] and not cell:
            message = "home, and no cell in the market, wanted its place there"
            yield "corporations", Problem((*where, "home"), message)


def _is_cell(cells: list[list[str]], at: list[int]) -> bool:
    row, column = at
    return row < len(cells) and column < len(cells[row]) and cells[row][column] != "-"


def _actors(title: Title) -> Iterator[Found]:
    yield from _repeated("corporations", "actors", title.rows("corporations", "actors"))
    for where, row in title.rows("corporations", "actors"):
        if row["id"] in title.ids("corporations") or row["id"] in RESERVED:
            message = f"no actor can be called {shown(row['id'])}, wanted another id"
            yield "corporations", Problem((*where, "id"), message)
        private = row["controlled_by"]
        yield from _unknown("corporations", (*where, "controlled_by"), private, title.ids("privates"), "private")
        for number, name in enumerate(row["certificates"]):
            at = (*where, "certificates", number)
            yield from _unknown("corporations", at, name, _certificates(title), "certificate")


def _rights(title: Title) -> Iterator[Found]:
    """Corporations that own privates, or that privates are a right to, one for each; rights number certificates."""
    known = title.ids("corporations")
    given: dict[str, str] = {}
    for where, row in title.rows("privates"):
        if row["right_to"] and given.setdefault(row["right_to"], row["id"]) != row["id"]:
            message = f"the right to {row['right_to']} goes with the private {given[row['right_to']]} already"
            yield "privates", Problem((*where, "right_to"), message)
        for key in ("owner", "right_to"):
            if row[key]:
                yield from _unknown("privates", (*where, key), row[key], known, "corporation")
        for number, id in enumerate(row["not_for"]):
            yield from _unknown("privates", (*where, "not_for", number), id, known, "corporation")
    rights = {row["right_to"] for _, row in title.rows("privates")}
    for where, row in title.rows("corporations"):
        if row["started_by"] == "holder" and row["id"] not in rights:
            message = f"holder, and no private says right_to = {shown(row['id'])}"
            yield "corporations", Problem((*where, "started_by"), message)


def _tranches(title: Title) -> Iterator[Found]:
    """Corporations that stand in the market from the start have places of the first tranche."""
    tranches = title.filled["rules"]["corporations"]["tranches"]
    standing = sum(bool(row["cell"]) for _, row in title.rows("corporations", "roles"))
    if tranches and tranches[0] is not None and tranches[0] < standing:
        message = f"{tranches[0]} in the first, and {standing} roles stand in the market from the start"
        yield "rules", Problem(("corporations", "tranches", 0), message)


def _splits(title: Title) -> Iterator[Found]:
    """Splits have branches to make, that nobody starts otherwise, in the same certificates; and all of their steps."""
    group = title.filled["rules"]["split"]["group"]
    if group and group not in _groups(title):
        yield from _unknown("rules", ("split", "group"), group, _groups(title), "group of corporations")
        return
    sizes = {_ordinary(row) for _, row in title.rows("corporations") if row["priced"]} if group else set()
    for where, row in title.rows("corporations"):
        if row["group"] == group != "" and len(sizes - {0}) > 1:
            found = ", ".join(f"{size} %" for size in sorted(sizes - {0}))
            message = f"ordinary certificates of {found}, and a split gives one for one; wanted one size in the title"
            yield "corporations", Problem((*where, "certificates"), message)
        if row["group"] == group != "" and row["started_by"] != "nobody":
            message = f"{row['started_by']}, and rules.split makes the corporations of {shown(group)}; wanted nobody"
            yield "corporations", Problem((*where, "started_by"), message)
        if row["capital"] != "full" and not (group and row["group"] == group):
            message = f"{row['capital']}, and no split makes {row['id']}; wanted full"
            yield "corporations", Problem((*where, "capital"), message)
    asked = [step for step in STEPS["stock"] if step.startswith("split-")]
    for where, row in title.rows("rounds"):
        if row["kind"] == "stock":
            missing = [step for step in asked if step not in row["steps"]]
            if group and missing:
                yield "rounds", Problem((*where, "steps"), f"{missing[0]} is missing, and rules.split.group is named")
            elif not group and len(missing) < len(asked):
                step = next(step for step in asked if step in row["steps"])
                at = (*where, "steps", row["steps"].index(step))
                yield "rounds", Problem(at, f"{step}, and rules.split.group is not named")


def _ordinary(row: dict[str, Any]) -> int:
    """Percent of an ordinary certificate; 0: it has none, or is wrong."""
    return min((each["percent"] for each in row["certificates"] if each and not each["president"]), default=0)


def _expiring(title: Title) -> Iterator[Found]:
    """Starting values that end with a train."""
    for mark, zone in title.table("market", "zones").items():
        until, where = zone["par_until"], ("zones", mark, "par_until")
        if until:
            yield from _unknown("market", where, until, title.ids("trains"), "train")
            if not zone["par"]:
                yield "market", Problem(where, f"{shown(until)}, and par = false; wanted par = true")


# --------------------------------------------------------------------------- map and tiles


def _map(title: Title) -> Iterator[Found]:
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
        yield from _unknown("map", where, id, title.ids("privates"), "private", at_key=True)
        for number, hex in enumerate(hexes):
            yield from _unknown("map", (*where, number), hex, names, "hex")


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


def _homes(title: Title, hexes: list[str], nodes: Mapping[str, tuple[Node, ...] | None]) -> Iterator[Found]:
    homes = title.table("map", "homes")
    known = title.ids("corporations")
    for id, home in homes.items():
        where: Where = ("homes", id)
        yield from _unknown("map", where, id, known, "corporation", at_key=True)
        plain = isinstance(home, str)
        hex: Any = home if plain else home["hex"]
        city: Any = "any" if plain else home["city"]
        yield from _unknown("map", where if plain else (*where, "hex"), hex, hexes, "hex")
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


def _icons(title: Title) -> Iterator[Found]:
    """An icon that tokens need is printed somewhere."""
    icons = list(dict.fromkeys(icon for entry in title.table("map", "hexes").values() for icon in entry["icons"]))
    for where, row in title.rows("corporations"):
        if row["tokens_need"]:
            yield from _unknown("corporations", (*where, "tokens_need"), row["tokens_need"], icons, "icon on the map")


def _tiles(title: Title) -> Iterator[Found]:
    for id, entry in title.table("tiles", "tiles").items():
        where: Where = ("tiles", id)
        if isinstance(entry, dict):
            fault = _track(entry["track"], (*where, "track"))[1]
            if fault:
                yield "tiles", fault
        else:
            yield from _unknown("tiles", where, id, catalogue(), "tile in the catalogue", at_key=True)


def _bonuses(title: Title) -> Iterator[Found]:
    yield from _repeated("map", "bonuses", title.rows("map", "bonuses"))
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
                yield from _unknown("map", (*where, word, number), id, known, what)


def _place_problems(title: Title, name: str | None, where: Where) -> Iterator[Found]:
    """A hex must be on the map; a stop must be printed there, or on some tile where tiles may be laid."""
    hex, dot, number = (name or "").partition(".")
    names = title.names("map", "hexes")
    if name is None or hex not in names:
        yield from _unknown("map", where, name and hex, names, "hex")
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


# --------------------------------------------------------------------------- privates


def _privates(title: Title) -> Iterator[Found]:
    yield from _repeated("privates", "privates", title.rows("privates"))
    given: dict[str, str] = {}
    for where, row in title.rows("privates"):
        price = row["buy_price"]
        if isinstance(price, list) and None not in price and price[0] > price[1]:
            yield "privates", Problem((*where, "buy_price"), f"from {price[0]} to {price[1]}, wanted the lower first")
        most = row["max_players"]
        if isinstance(most, int) and most < row["min_players"]:
            message = f"at least {row['min_players']} players and at most {most}"
            yield "privates", Problem((*where, "max_players"), message)
        for number, ability in enumerate(row["abilities"]):
            if ability is not None:
                yield from (
                    ("privates", problem)
                    for problem in _ability(title, row, ability, (*where, "abilities", number), given)
                )


def _ability(
    title: Title, private: dict[str, Any], ability: dict[str, Any], where: Where, given: dict[str, str]
) -> Iterator[Problem]:
    id, right_to, kind = private["id"], private["right_to"], ability["kind"]
    said = _raw_at(title.raw["privates"], where)
    yield from _unsaid(kind, NEEDS[kind], ability, said, where)
    own = {"kind", "holder", "eras", *NEEDS[kind], *MAY.get(kind, ())}
    for word in said if isinstance(said, dict) else ():
        if word in ability and word not in own:
            yield Problem((*where, word), f"{kind} knows no {word}", at_key=True)
    if kind == "buy-train" and ability["holder"] == "player":
        yield Problem((*where, "holder"), "player, and trains are bought by corporations, wanted corporation")
    if ability["amount"] == "all" and not kind.endswith("-discount"):
        yield Problem((*where, "amount"), f'"all" for {kind}, wanted a number')
    if (kind in ON_HEXES or ability["on_hexes"]) and id not in title.names("map", "private_hexes"):
        yield Problem(
            (*where, "kind"), f"{kind}, but the map names no hexes of {id}; wanted private_hexes.{id} in map.toml"
        )
    certificates = _certificates(title)
    if any(name is not None and name.endswith("/@") for name in ability["certificates"]):
        certificates += [f"{id}/@" for id in title.ids("corporations")]
    named = [*title.ids("corporations"), *(f"@{role}" for role in title.ids("corporations", "roles"))]
    whole = len(list(title.rows("corporations"))) == len(title.ids("corporations"))
    checks: tuple[tuple[str, Iterable[str], str], ...] = (
        ("tiles", title.names("tiles", "tiles"), "tile in this title"),
        ("corporations", [*named, "@started"], "corporation"),
        ("excluded", named, "corporation"),
        ("certificates", certificates, "certificate"),
    )
    for word, known, what in checks:
        if word == "certificates" and not whole:
            continue
        for number, name in enumerate(ability[word]):
            yield from _missing((*where, word, number), name, known, what)
    for number, name in enumerate(ability["certificates"]):
        if name is not None and not name.endswith("/@") and given.setdefault(name, id) != id:
            message = f"{shown(name)} goes with the private {given[name]} already"
            yield Problem((*where, "certificates", number), message)
        elif name is not None and name.endswith("/@") and not right_to:
            message = f"{shown(name)} has the number of a right, and right_to is not said"
            yield Problem((*where, "certificates", number), message)
    yield from _unstartable(title, ability, where)
    if ability["phase"]:
        yield from _missing((*where, "phase"), ability["phase"], title.ids("phases"), "phase")
    for window in ability["windows"]:
        if kind == "buy-train" and window not in (None, "own-operating-turn"):
            yield Problem((*where, "windows"), f"{shown(window)} for buy-train, wanted own-operating-turn")
        if kind == "teleport" and window not in (None, "track-step"):
            yield Problem((*where, "windows"), f"{shown(window)} for a teleport, wanted track-step")
        if kind == "bar-edge" and window in ("own-stock-turn", "stock-round", "when-sold"):
            yield Problem((*where, "windows"), f"{shown(window)} for bar-edge, wanted a window of an operating round")


def _unstartable(title: Title, ability: dict[str, Any], where: Where) -> Iterator[Problem]:
    """Who gets a president's certificate starts the corporation, unless it stands in the market from the start."""
    started = {row["id"]: row["group"] for _, row in title.rows("corporations", "roles") if not row["cell"]}
    for number, name in enumerate(ability["certificates"]):
        word, _, place = (name or "").rpartition("/")
        group = started.get(word[1:]) if word.startswith("@") else None
        for _, row in title.rows("corporations"):
            meant = row["group"] == group if group else row["id"] == word
            first = row["certificates"][0]
            if meant and row["started_by"] == "nobody" and place in ("0", "@") and first and first["president"]:
                message = f"{shown(name)}: the president's certificate of {row['id']}, and started_by = nobody"
                yield Problem((*where, "certificates", number), message)
                break


def _unsaid(kind: str, needs: Iterable[str], row: Mapping[str, Any], said: Any, where: Where) -> Iterator[Problem]:
    """What the row cannot do without."""
    for word in needs:
        if _is_unsaid(word, row, said):
            yield Problem(where, f"{kind} says nothing of {word}, wanted some", at_key=True)


def _is_unsaid(word: str, row: Mapping[str, Any], said: Any) -> bool:
    """Whether nothing is said of it, or an empty value; what is said in a wrong way has been told already."""
    if row[word] or not isinstance(said, dict) or word not in said:
        return not row[word]
    return type(said[word]) is type(row[word]) and said[word] == row[word]


def _raw_at(data: Any, where: Where) -> Any:
    for key in where:
        data = data[key]
    return data


# --------------------------------------------------------------------------- trains, phases, rounds


def _trains(title: Title) -> Iterator[Found]:
    yield from _repeated("trains", "trains", title.rows("trains"))
    known = title.ids("trains")
    for where, row in title.rows("trains"):
        for key in ("rusts_on", "obsolete_on"):
            if row[key]:
                yield from _unknown("trains", (*where, key), row[key], known, "train")
        if row["rusts_on"] == row["id"]:
            yield "trains", Problem((*where, "rusts_on"), f"{row['id']} rusts on itself, wanted a later train")
        if row["available_on"]:
            yield from _unknown("trains", (*where, "available_on"), row["available_on"], title.ids("phases"), "phase")
        yield from _reach(row["reach"], (*where, "reach"))
        for old, off in row["discounts"].items():
            yield from _unknown("trains", (*where, "discounts", old), old, known, "train", at_key=True)
            if off is not None and off > row["price"]:
                message = f"{off} off a price of {row['price']}"
                yield "trains", Problem((*where, "discounts", old), message)
        for number, event in enumerate(row["on_first"]):
            at = (*where, "on_first", number)
            if event is None or not event.startswith("x-"):
                continue
            if title.plugin_events is None:
                message = f"{shown(event)} is a plugin's event, and this title has no plugin"
                yield "trains", Problem(at, message)
            else:
                yield from _unknown("trains", at, event, title.plugin_events, "plugin's event")


def _reach(reach: Any, where: Where) -> Iterator[Found]:
    """Which words of a reach go together; a reach of rows has none of them."""
    if not isinstance(reach, dict):
        return
    count = reach["count"]
    if reach["plus"] and count != "plus":
        yield "trains", Problem((*where, "plus"), f"plus, and count = {count}; wanted count = plus")
    if count == "plus" and reach["limit"] == "unlimited":
        yield "trains", Problem((*where, "limit"), "unlimited, and count = plus; wanted a whole number")
    if reach["double"] != "none" and count not in ("hexes", "hex-edges"):
        yield "trains", Problem((*where, "double"), f"double, and count = {count}; wanted count = hexes or hex-edges")


def _phases(title: Title) -> Iterator[Found]:
    yield from _repeated("phases", "phases", title.rows("phases"))
    families = {row["family"] for _, row in title.rows("trains")}
    begun: dict[str, str] = {}
    for where, row in title.rows("phases"):
        on = row["on"]
        if where[1] == 0 and on:
            yield "phases", Problem((*where, "on"), f"the first phase begins with {shown(on)}, wanted no such key")
        elif where[1] != 0 and not on:
            yield (
                "phases",
                Problem(where, "missing key 'on', wanted: the train whose first purchase begins it", at_key=True),
            )
        elif on:
            yield from _unknown("phases", (*where, "on"), on, title.ids("trains"), "train")
            if begun.setdefault(on, row["id"]) != row["id"]:
                yield "phases", Problem((*where, "on"), f"the train {shown(on)} begins phase {begun[on]} already")
        limit = row["train_limit"]
        if isinstance(limit, dict):
            at = (*where, "train_limit")
            for family in limit:
                yield from _unknown("phases", (*at, family), family, families, "family of trains", at_key=True)
            for family in sorted(families - limit.keys()):
                yield "phases", Problem(at, f"no limit for the family {shown(family)}")


def _rounds(title: Title) -> Iterator[Found]:
    yield from _repeated("rounds", "rounds", title.rows("rounds"))
    known = title.ids("rounds")
    for key in ("opening_rounds", "cycle"):
        kinds = {row["id"]: row["kind"] for _, row in title.rows("rounds")}
        seen: set[str] = set()
        for number, id in enumerate(title.filled["rounds"].get(key) or ()):
            if id is not None:
                yield from _unknown("rounds", (key, number), id, known, "round")
                if id in seen:
                    yield "rounds", Problem((key, number), f"{shown(id)} a second time")
                if kinds.get(id) == "auction" and (key == "cycle" or number):
                    message = "an auction here would find nothing to sell; it can only be the first of opening_rounds"
                    yield "rounds", Problem((key, number), message)
                seen.add(id)
    for where, row in title.rows("rounds"):
        steps = [*STEPS[row["kind"]], *title.plugin_steps]
        for number, step in enumerate(row["steps"]):
            yield from _unknown("rounds", (*where, "steps", number), step, steps, f"step of {_a(row['kind'])} round")
        for number, step in enumerate(row["anytime"]):
            anytime = [*ANYTIME, *title.plugin_steps]
            yield from _unknown("rounds", (*where, "anytime", number), step, anytime, "step for any time")
        yield from _home_tokens(title, row, where)
        if row["kind"] == "operating":
            yield from _asked_for(title, row, where)


def _home_tokens(title: Title, row: dict[str, Any], where: Where) -> Iterator[Found]:
    if row["kind"] != "operating":
        return
    opens = title.filled["rules"]["tokens"]["home"] == "operating-round"
    if opens and "home-tokens" not in row["opening"]:
        message = "home-tokens is missing, and rules.tokens.home = operating-round"
        yield "rounds", Problem((*where, "opening"), message)
    if not opens and "home-tokens" in row["opening"]:
        home = title.filled["rules"]["tokens"]["home"]
        yield "rounds", Problem((*where, "opening"), f"home-tokens, and rules.tokens.home = {home}")


def _asked_for(title: Title, row: dict[str, Any], where: Where) -> Iterator[Found]:
    """What rules want of an operating round: the step that asks for a train, and the word that reveals cards."""
    rules = title.filled["rules"]
    if rules["trains"]["must_own_at"] == "end-of-turn" and "must-buy-train" not in row["steps"]:
        message = "must-buy-train is missing, and rules.trains.must_own_at = end-of-turn"
        yield "rounds", Problem((*where, "steps"), message)
    reveal, opens = rules["events"]["reveal"], "reveal-event" in row["opening"]
    if reveal == "next-set" and not opens:
        yield "rounds", Problem((*where, "opening"), "reveal-event is missing, and rules.events.reveal = next-set")
    if reveal == "none" and opens:
        yield "rounds", Problem((*where, "opening"), "reveal-event, and rules.events.reveal = none")


def _setup(title: Title) -> Iterator[Found]:
    """No more minors can be drawn than there are."""
    minors = sum(row["kind"] == "minor" for _, row in title.rows("corporations"))
    wanted = title.filled["rules"]["corporations"]["minors_in_play"]
    if wanted > minors:
        yield "rules", Problem(("corporations", "minors_in_play"), f"{wanted} of {minors} minors")


def _auction(title: Title) -> Iterator[Found]:
    """What is said of one kind of auction stands with that kind only, and its steps with it."""
    rule = title.filled["rules"]["auction"]
    offers = rule["kind"] == "offer"
    for word, value in (("lots", "piles"), ("unsold", "forced-sale")):
        if offers and rule[word] != value:
            message = f"{shown(rule[word])}, and kind = offer; wanted {word} = {value}"
            yield "rules", Problem(("auction", word), message)
    for word, value in (("lots", "piles"), ("unsold", "forced-sale"), ("reserved_cash", "none")):
        if not offers and rule[word] == value:
            yield "rules", Problem(("auction", word), f"{shown(value)}, and kind = {rule['kind']}; wanted kind = offer")
    plans = [row["steps"] for _, row in title.rows("rounds") if row["kind"] == "auction"]
    for step in ("offer-lot", "bid") if offers and plans else ():
        if all(step not in steps for steps in plans):
            yield "rules", Problem(("auction", "kind"), f"offer, and no auction round has the step {step}")


def _families(title: Title) -> Iterator[Found]:
    """Families of trains that rules and privates speak of."""
    known = list(dict.fromkeys(row["family"] for _, row in title.rows("trains")))
    for number, name in enumerate(title.filled["rules"]["trains"]["at_limit_families"]):
        yield from _unknown("rules", ("trains", "at_limit_families", number), name, known, "family of trains")
    for where, row in title.rows("privates"):
        for place, ability in enumerate(row["abilities"]):
            for number, name in enumerate(ability["families"] if ability is not None else ()):
                at = (*where, "abilities", place, "families", number)
                yield from _unknown("privates", at, name, known, "family of trains")


# --------------------------------------------------------------------------- eras and event cards


def _eras(title: Title) -> Iterator[Found]:
    """Eras follow one another with the phases, and only such eras are spoken of."""
    latest, known = 0, set()
    for where, row in title.rows("phases"):
        if row["era"] < latest:
            yield "phases", Problem((*where, "era"), f"era {row['era']} after era {latest}")
        latest = max(latest, row["era"])
        known.add(row["era"])
    for where, row in title.rows("privates"):
        if row["closes_era"] not in known | {0}:
            yield "privates", Problem((*where, "closes_era"), f"no phase is of era {row['closes_era']}")
        for place, ability in enumerate(row["abilities"]):
            for number, era in enumerate(ability["eras"] if ability is not None else ()):
                if era is not None and era not in known:
                    at = (*where, "abilities", place, "eras", number)
                    yield "privates", Problem(at, f"no phase is of era {era}")
    for where, row in title.rows("phases", "cards"):
        if row["era"] not in known:
            yield "phases", Problem((*where, "era"), f"no phase is of era {row['era']}")


def _cards(title: Title) -> Iterator[Found]:
    yield from _repeated("phases", "cards", title.rows("phases", "cards"))
    rules, any_card = title.filled["rules"], bool(title.filled["phases"].get("cards"))
    reveal = rules["events"]["reveal"]
    if any_card and reveal == "none":
        yield "phases", Problem(("cards",), "event cards, and rules.events.reveal = none", at_key=True)
    if not any_card and reveal != "none":
        yield "rules", Problem(("events", "reveal"), f"{shown(reveal)}, and there are no event cards in phases.toml")
    for where, row in title.rows("phases", "cards"):
        for number, effect in enumerate(row["effects"]):
            if effect is not None:
                at = (*where, "effects", number)
                yield from (("phases", problem) for problem in _effect(title, effect, at))


def _effect(title: Title, effect: dict[str, Any], where: Where) -> Iterator[Problem]:
    kind = effect["kind"]
    needs, may = EFFECTS[kind]
    said = _raw_at(title.raw["phases"], where)
    yield from _unsaid(kind, needs, effect, said, where)
    if kind == "terrain-cost" and all(_is_unsaid(word, effect, said) for word in ("hexes", "terrain")):
        yield Problem(where, f"{kind} says nothing of hexes or terrain, wanted some", at_key=True)
    for word in said if isinstance(said, dict) else ():
        if word in effect and word not in ("kind", *needs, *may):
            yield Problem((*where, word), f"{kind} knows no {word}", at_key=True)
    if kind in ("pay", "tax") and effect["amount"] < 0:
        yield Problem((*where, "amount"), f"{effect['amount']}, wanted more than 0")
    if effect["corporations"] and effect["who"] != "corporations":
        yield Problem((*where, "corporations"), "corporations, and who = players", at_key=True)
    triggers = title.filled["rules"]["end"]["triggers"]
    if kind == "end-game" and all(row is not None and row["on"] != "event-card" for row in triggers):
        yield Problem((*where, "kind"), "end-game, and rules.end has no trigger event-card")
    lists = (
        ("hexes", title.names("map", "hexes"), "hex"),
        ("corporations", title.ids("corporations"), "corporation"),
        ("privates", title.ids("privates"), "private"),
    )
    for word, known, what in lists:
        for number, name in enumerate(effect[word]):
            yield from _missing((*where, word, number), name, known, what)


def _available(title: Title) -> Iterator[Found]:
    for where, row in title.rows("corporations"):
        if row["available_on"]:
            at = (*where, "available_on")
            yield from _unknown("corporations", at, row["available_on"], title.ids("phases"), "phase")


def _own_certificates(title: Title) -> Iterator[Found]:
    """Who may deal in its own certificates owns its unsold ones, and has steps for it in some round.

    Steps that the rule does not allow are passed over in play, so that an option need change no more than the rule.
    """
    rules = title.filled["rules"]["corporations"]
    allowed = rules["own_certificates"]
    wanted = {"never": (), "sell": ("issue",), "sell-and-buy-back": ("issue", "redeem")}[allowed]
    if allowed != "never" and rules["capitalization"] != "incremental":
        message = f"{shown(allowed)}, and capitalization = {rules['capitalization']}; wanted incremental"
        yield "rules", Problem(("corporations", "own_certificates"), message)
    steps = {step for _, row in title.rows("rounds") for step in row["steps"]}
    for step in wanted:
        if step not in steps:
            message = f"{shown(allowed)}, and no round has the step {step}"
            yield "rules", Problem(("corporations", "own_certificates"), message)


def _end(title: Title) -> Iterator[Found]:
    """Nothing goes on after a bankruptcy yet: the game must end with it, and at once."""
    triggers = title.filled["rules"]["end"]["triggers"]
    if any(row is None for row in triggers):
        return
    forbidden = title.filled["rules"]["emergency"]["bankruptcy"] == "forbidden"
    yield from _dead_triggers(title, forbidden)
    if not forbidden and all(row["on"] != "bankruptcy" for row in triggers):
        yield "rules", Problem(("end", "triggers"), "no trigger bankruptcy, and rules.emergency.bankruptcy = ends-game")
    for number, row in enumerate(triggers):
        if row["on"] == "bankruptcy" and row["timing"] != "immediate":
            message = f"{shown(row['timing'])} after a bankruptcy is known but not implemented in this version;"
            message += " implemented: immediate"
            yield "rules", Problem(("end", "triggers", number, "timing"), message)


def _dead_triggers(title: Title, forbidden: bool) -> Iterator[Found]:
    """Triggers that nothing in the title can pull."""
    effects = [effect for _, row in title.rows("phases", "cards") for effect in row["effects"] if effect is not None]
    for number, row in enumerate(title.filled["rules"]["end"]["triggers"]):
        at = ("end", "triggers", number, "on")
        if row["on"] == "bankruptcy" and forbidden:
            yield "rules", Problem(at, "bankruptcy, and rules.emergency.bankruptcy = forbidden")
        if row["on"] == "event-card" and all(effect["kind"] != "end-game" for effect in effects):
            yield "rules", Problem(at, "event-card, and no event card has the effect end-game")
    for where, row in title.rows("rounds"):
        if forbidden and "bankruptcy" in row["anytime"]:
            at = (*where, "anytime", row["anytime"].index("bankruptcy"))
            yield "rounds", Problem(at, "bankruptcy, and rules.emergency.bankruptcy = forbidden")


# --------------------------------------------------------------------------- helpers


def _a(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def _missing(where: Where, id: Any, known: Iterable[str], what: str, at_key: bool = False) -> Iterator[Problem]:
    known = list(known)
    if id is not None and id not in known:
        yield Problem(where, f"there is no {what} {shown(id)}{near(id, known)}", at_key=at_key)


def _unknown(
    kind: str, where: Where, id: Any, known: Iterable[str], what: str, at_key: bool = False
) -> Iterator[Found]:
    yield from ((kind, problem) for problem in _missing(where, id, known, what, at_key))


def _repeated(kind: str, key: str, rows: Iterable[tuple[Where, dict[str, Any]]]) -> Iterator[Found]:
    seen: dict[str, Where] = {}
    for where, row in rows:
        if row["id"] in seen:
            yield kind, Problem((*where, "id"), f"a second {shown(row['id'])}, wanted every id once")
        seen.setdefault(row["id"], where)


CHECKS: tuple[tuple[Callable[[Title], Iterator[Found]], Set[str]], ...] = (
    (_title, {"title"}),
    (_market, {"market"}),
    (_corporations, {"corporations"}),
    (_roles, {"corporations", "market"}),
    (_actors, {"corporations", "privates"}),
    (_rights, {"privates", "corporations"}),
    (_tranches, {"rules", "corporations"}),
    (_splits, {"rules", "corporations", "rounds"}),
    (_expiring, {"market", "trains"}),
    (_map, {"map", "tiles", "corporations", "privates"}),
    (_tiles, {"tiles"}),
    (_bonuses, {"map", "tiles", "trains", "corporations", "phases"}),
    (_privates, {"privates", "map", "tiles", "corporations", "phases"}),
    (_trains, {"trains", "phases"}),
    (_phases, {"phases", "trains"}),
    (_rounds, {"rounds", "rules"}),
    (_icons, {"corporations", "map"}),
    (_available, {"corporations", "phases"}),
    (_own_certificates, {"rules", "rounds"}),
    (_end, {"rules", "phases", "rounds"}),
    (_setup, {"rules", "corporations"}),
    (_auction, {"rules", "rounds"}),
    (_families, {"rules", "privates", "trains"}),
    (_eras, {"phases", "privates"}),
    (_cards, {"phases", "rules", "map", "corporations", "privates"}),
)
"""The checks, each with the kinds of file that it needs."""
