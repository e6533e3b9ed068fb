"""Puts one title's files on top of another's: what an overlay says replaces, the rest stays.

Tables merge by key and rows by ``id`` (``[[players]]`` by ``players``); other lists are replaced; ``remove = true``
drops a row or table. ``[map] replace = true`` takes nothing from below that is keyed to hexes. Every value remembers
the file it came from, so that a fault points where it was written. Values are not checked here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from open18xx.errors import Fault, UsageError
from open18xx.title.faults import Problem, near, shown
from open18xx.title.files import Source
from open18xx.title.positions import Key, Where
from open18xx_schemas import KINDS, schema

NESTED = ("market", "rules")
"""Kinds that an overlay names by a table of their own; the keys of the others stand at its top."""

KEYED_TO_HEXES = ("hexes", "homes", "private_hexes", "bonuses")


def kind_of(key: str) -> str | None:
    """The kind of file that a top key of an overlay, or the first word of a dotted path, belongs to."""
    if key in NESTED:
        return key
    return next((kind for kind in KINDS if kind not in NESTED and key in schema(kind)["properties"]), None)


def known_keys() -> list[str]:
    """The top keys that an overlay, or a dotted path, may begin with."""
    return [*(key for kind in KINDS if kind not in NESTED for key in schema(kind)["properties"]), *NESTED]


@dataclass(slots=True)
class Part:
    """One kind of file of a title, as it stands after all overlays.

    ``origins`` says for every value in which file and where there it was written; None: all at home in ``source``.
    """

    data: dict[str, Any]
    source: Source
    origins: dict[Where, tuple[Source, Where]] | None = None

    def origin(self, where: Where) -> tuple[Source, Where]:
        if self.origins is None:
            return self.source, where
        at = where
        while at not in self.origins:
            if not at:
                return self.source, where
            at = at[:-1]
        source, there = self.origins[at]
        return source, there + where[len(at) :]

    def fault(self, problem: Problem) -> Fault:
        source, there = self.origin(problem.where)
        return source.fault(there, problem.message, at_key=problem.at_key, offset=problem.offset)


Parts = dict[str, Part]


def merge(below: Part, over: dict[str, Any], source: Source, there: Where) -> tuple[Part, list[Fault], list[Fault]]:
    """``below`` with ``over`` on top, what is wrong and what is odd; ``over`` stands at ``there`` in ``source``."""
    merger = _Merger(below, source)
    data = merger.table(below.data, over, (), there, ())
    return Part(data, below.source, merger.origins), merger.faults, merger.warnings


class _Merger:
    def __init__(self, below: Part, source: Source) -> None:
        self.below = below
        self.source = source
        self.origins: dict[Where, tuple[Source, Where]] = {}
        self.faults: list[Fault] = []
        self.warnings: list[Fault] = []

    def keep(self, value: Any, old: Where, new: Where) -> Any:
        """A value from below, at its new place."""
        for rest in _places(value):
            self.origins[new + rest] = self.below.origin(old + rest)
        return value

    def take(self, value: Any, there: Where, new: Where) -> Any:
        """A value of the overlay."""
        for rest in _places(value):
            self.origins[new + rest] = (self.source, there + rest)
        return value

    def table(self, base: dict[str, Any], over: dict[str, Any], old: Where, there: Where, new: Where) -> dict[str, Any]:
        self.origins[new] = (self.source, there)
        merged: dict[str, Any] = {}
        for key, value in base.items():
            if key not in over:
                merged[key] = self.keep(value, (*old, key), (*new, key))
            elif not self.removes(over[key], (*there, key)):
                merged[key] = self.value(value, over[key], (*old, key), (*there, key), (*new, key))
        for key, value in over.items():
            if key not in base:
                if self.removes(value, (*there, key)):
                    self.nothing_to_remove(key, base, (*there, key))
                else:
                    merged[key] = self.take(value, (*there, key), (*new, key))
        return merged

    def value(self, base: Any, over: Any, old: Where, there: Where, new: Where) -> Any:
        match base, over:
            case dict(), dict():
                if base and not over:
                    message = "nothing is said here, and all that the title below says stays; to drop it: remove = true"
                    self.warnings.append(self.source.fault(there, message))
                return self.table(base, over, old, there, new)
            case list(), list() if base and over and all(row_id(row) is not None for row in [*base, *over]):
                return self.rows(base, over, old, there, new)
        return self.take(over, there, new)

    def rows(self, base: list[Any], over: list[Any], old: Where, there: Where, new: Where) -> list[Any]:
        self.origins[new] = (self.source, there)
        changes = {row_id(row): number for number, row in enumerate(over)}
        if len(changes) < len(over):  # the same row twice: leave both, so that the duplicate is found
            self.take(over, there, new)
            return [*base, *over]
        merged: list[Any] = []
        for number, row in enumerate(base):
            change = changes.pop(row_id(row), None)
            at = (*new, len(merged))
            if change is None:
                merged.append(self.keep(row, (*old, number), at))
            elif not self.removes(over[change], (*there, change)):
                words = {key: value for key, value in over[change].items() if key != "remove"}
                merged.append(self.table(row, words, (*old, number), (*there, change), at))
        for id, number in changes.items():
            if self.removes(over[number], (*there, number)):
                self.nothing_to_remove(id, [row_id(row) for row in base], (*there, number))
            else:
                merged.append(self.take(over[number], (*there, number), (*new, len(merged))))
        return merged

    def removes(self, value: Any, there: Where) -> bool:
        if not isinstance(value, dict) or "remove" not in value:
            return False
        if value["remove"] is not True:
            found = shown(value["remove"])
            self.faults.append(self.source.fault((*there, "remove"), f"{found}, wanted true, or no such key"))
        others = [key for key in value if key not in ("remove", "id", "players")]
        if others:
            self.faults.append(self.source.fault(there, f"removed, and yet {shown(others[0])} is said of it"))
        return True

    def nothing_to_remove(self, id: Any, known: Any, there: Where) -> None:
        message = f"nothing to remove: the title below has no {shown(id)}{near(id, known)}"
        self.faults.append(self.source.fault(there, message))


def without_map(below: Part) -> Part:
    """The map below, without all that is keyed to its hexes."""
    data = {key: value for key, value in below.data.items() if key not in KEYED_TO_HEXES}
    return Part(data, below.source, below.origins)


def row_id(row: Any) -> Any:
    """What rows merge by; None for what is no row with an id."""
    if not isinstance(row, dict):
        return None
    id = row.get("id", row.get("players"))
    return id if isinstance(id, str | int) else None


def _places(value: Any, where: Where = ()) -> Iterator[Where]:
    yield where
    inner: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield from _places(item, (*where, key))


# --------------------------------------------------------------------------- single values


def parse_override(text: str) -> tuple[str, Any]:
    """``path=value`` of a command line; the value as TOML has it, or else as plain text.

    >>> parse_override("bank.cash=9000"), parse_override("rules.stock.rebuy=allowed")
    (('bank.cash', 9000), ('rules.stock.rebuy', 'allowed'))
    """
    path, equals, value = text.partition("=")
    if not equals or not path.strip():
        raise UsageError(f"{text!r} sets nothing; wanted path=value, as in bank.cash=9000")
    try:
        return path.strip(), tomllib.loads(f"value = {value}")["value"]
    except (ValueError, RecursionError):
        return path.strip(), value.strip()


def assign(parts: Mapping[str, Part], path: str, value: Any, source: Source, there: Where) -> Fault | None:
    """Sets one value by its dotted path; rows are named by their id: ``trains.6.count``."""
    words = path.split(".")
    kind = kind_of(words[0])
    if kind is None or kind not in parts:
        return source.fault(there, f"no such path: {shown(words[0])}{near(words[0], known_keys())}", at_key=True)
    part = parts[kind]
    steps = words[1:] if kind in NESTED else words
    if not steps:
        return source.fault(there, f"{shown(path)} is a whole file, wanted a path to one value", at_key=True)
    if part.origins is None:
        part.origins = {}
    node: Any = part.data
    where: Where = ()
    for step in steps[:-1]:
        key = key_of(node, step)
        if key is None:
            return source.fault(there, _no_step(path, step, node), at_key=True)
        where += (key,)
        if isinstance(node, dict) and not isinstance(node.get(step), dict | list):
            node[step] = {}
            part.origins[where] = (source, there)
        node = node[key]
    key = key_of(node, steps[-1])
    if key is None or (isinstance(node, list) and isinstance(node[key], dict)):  # type: ignore[index]
        return source.fault(there, _no_step(path, steps[-1], node), at_key=True)
    node[key] = value
    for old in [old for old in part.origins if old[: len(where) + 1] == (*where, key)]:
        del part.origins[old]
    part.origins[(*where, key)] = (source, there)
    return None


def place_of(parts: Mapping[str, Part], path: str) -> tuple[str, Where] | None:
    """The kind of file and the way to the value that a dotted path means, or to the nearest table above it."""
    words = path.split(".")
    kind = kind_of(words[0])
    if kind is None or kind not in parts:
        return None
    node: Any = parts[kind].data
    where: Where = ()
    for step in words[1:] if kind in NESTED else words:
        key = key_of(node, step)
        if key is None or (isinstance(node, dict) and key not in node):
            break
        where, node = (*where, key), node[key]
    return kind, where


def key_of(node: Any, step: str) -> Key | None:
    """The key, or the number of the row, that a step of a dotted path means; None: it leads nowhere."""
    if isinstance(node, dict):
        return step
    if not isinstance(node, list):
        return None
    for number, row in enumerate(node):
        if str(row_id(row)) == step:
            return number
    if step.isascii() and step.isdigit() and int(step[:9]) < len(node):
        if not any(isinstance(row, dict) and row_id(row) is not None for row in node):
            return int(step[:9])
    return None


def dotted_path(data: Any, where: Where) -> str:
    """The way to a value as a dotted path has it: rows by their id.

    >>> dotted_path({"trains": [{"id": "4", "price": 90}]}, ("trains", 0, "price"))
    'trains.4.price'
    """
    words, node = [], data
    for key in where:
        node = node[key]
        named = row_id(node) if isinstance(key, int) else None
        words.append(str(key if named is None else named))
    return ".".join(words)


def _no_step(path: str, step: str, node: Any) -> str:
    rows = [row_id(row) for row in node if row_id(row) is not None] if isinstance(node, list) else []
    return f"{shown(path)} leads nowhere: no {shown(step)} there{near(step, rows)}"
