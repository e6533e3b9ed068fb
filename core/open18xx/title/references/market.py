"""The market: its cells and zones, and starting values that end with a train."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator

from open18xx.title.faults import Problem, shortened, shown
from open18xx.title.references.base import Found, Title, unknown

CELL = re.compile(r"(?P<price>[0-9]{1,6})(?P<mark>[a-z]?)")
_WORD = re.compile(r"\S+")


def check_market(title: Title) -> Iterator[Found]:
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


def check_expiring(title: Title) -> Iterator[Found]:
    """Starting values that end with a train."""
    for mark, zone in title.table("market", "zones").items():
        until, where = zone["par_until"], ("zones", mark, "par_until")
        if until:
            yield from unknown("market", where, until, title.ids("trains"), "train")
            if not zone["par"]:
                yield "market", Problem(where, f"{shown(until)}, and par = false; wanted par = true")
