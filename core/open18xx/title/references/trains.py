"""Trains and their families, the phases that they begin, the eras of the phases."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from open18xx.title.faults import Problem, shown
from open18xx.title.positions import Where
from open18xx.title.references.base import Found, Title, repeated, unknown


def check_trains(title: Title) -> Iterator[Found]:
    yield from repeated("trains", "trains", title.rows("trains"))
    known = title.ids("trains")
    for where, row in title.rows("trains"):
        for key in ("rusts_on", "obsolete_on"):
            if row[key]:
                yield from unknown("trains", (*where, key), row[key], known, "train")
        if row["rusts_on"] == row["id"]:
            yield "trains", Problem((*where, "rusts_on"), f"{row['id']} rusts on itself, wanted a later train")
        if row["available_on"]:
            yield from unknown("trains", (*where, "available_on"), row["available_on"], title.ids("phases"), "phase")
        yield from _reach(row["reach"], (*where, "reach"))
        for old, off in row["discounts"].items():
            yield from unknown("trains", (*where, "discounts", old), old, known, "train", at_key=True)
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
                yield from unknown("trains", at, event, title.plugin_events, "plugin's event")


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


def check_families(title: Title) -> Iterator[Found]:
    """Families of trains that rules and privates speak of."""
    known = list(dict.fromkeys(row["family"] for _, row in title.rows("trains")))
    for number, name in enumerate(title.filled["rules"]["trains"]["at_limit_families"]):
        yield from unknown("rules", ("trains", "at_limit_families", number), name, known, "family of trains")
    for where, row in title.rows("privates"):
        for place, ability in enumerate(row["abilities"]):
            for number, name in enumerate(ability["families"] if ability is not None else ()):
                at = (*where, "abilities", place, "families", number)
                yield from unknown("privates", at, name, known, "family of trains")


def check_phases(title: Title) -> Iterator[Found]:
    yield from repeated("phases", "phases", title.rows("phases"))
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
            yield from unknown("phases", (*where, "on"), on, title.ids("trains"), "train")
            if begun.setdefault(on, row["id"]) != row["id"]:
                yield "phases", Problem((*where, "on"), f"the train {shown(on)} begins phase {begun[on]} already")
        limit = row["train_limit"]
        if isinstance(limit, dict):
            at = (*where, "train_limit")
            for family in limit:
                yield from unknown("phases", (*at, family), family, families, "family of trains", at_key=True)
            for family in sorted(families - limit.keys()):
                yield "phases", Problem(at, f"no limit for the family {shown(family)}")


def check_eras(title: Title) -> Iterator[Found]:
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
