"""Where the values of a title come from: the rules, an earlier text of the designer, or a choice of ours.

A file says it in its table ``[provenance]``, by dotted path as in ``--set``; the longest path that leads to a value
speaks for it, and ``""`` for the whole file. A title that says it of one value must say it of all. This module does not
know what the values mean, and no game is changed by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from open18xx.errors import Fault
from open18xx.title.faults import checked_as, near, shown
from open18xx.title.files import Source
from open18xx.title.overlay import NESTED, Parts, dotted_path, key_of, row_id
from open18xx.title.positions import Where

KEY = "provenance"


@dataclass(frozen=True, slots=True)
class Row:
    """What a file says of all values below one path."""

    origin: str  # seed, inferred, prototype, site or assumed
    rules: tuple[str, ...]
    why: str = ""
    ask: str = ""  # an open question to the designer


@dataclass(frozen=True, slots=True)
class Value:
    """A value of a title, where it was written, and where it comes from."""

    path: str  # as in --set
    value: Any
    row: Row
    file: str
    line: int = 0

    def to_json(self) -> dict[str, Any]:
        place = {"path": self.path, "value": self.value, "file": self.file, "line": self.line}
        told = {"from": self.row.origin, "rules": list(self.row.rules), "why": self.row.why, "ask": self.row.ask}
        return place | told


class Document:
    """A file as it was written, apart from what it says of the origin of its values.

    ``is_base``: it lies on nothing, so that all of its values are its own.
    """

    def __init__(self, source: Source, data: Mapping[str, Any], *, is_base: bool) -> None:
        self.source = source
        self.data = {key: value for key, value in data.items() if key != KEY}
        self.is_base = is_base
        self.rows: dict[Where, Row] = {}
        self.faults: list[Fault] = []
        self.says_something = KEY in data
        self._read((), data)
        for key in NESTED:  # in a file that is an overlay as a whole, they may say it within their own table
            inner = self.data.get(key)
            if not is_base and isinstance(inner, dict):
                self._read((key,), inner)
                self.data[key] = {word: value for word, value in inner.items() if word != KEY}

    def row_of(self, where: Where) -> Row | None:
        """What is said of the value: by the longest path that leads there."""
        while where not in self.rows:
            if not where:
                return None
            where = where[:-1]
        return self.rows[where]

    def uncovered(self) -> Iterator[Fault]:
        """The values of which nothing is said; of a table of which nothing is said at all, the table."""
        for where in _topmost(self.data, (), self.rows):
            message = f"nothing is said of where this comes from, wanted a row of [{KEY}]"
            yield self.source.fault(where, message)

    def _read(self, base: Where, data: Mapping[str, Any]) -> None:
        if KEY not in data:
            return
        at = (*base, KEY)
        filled, problems = checked_as("title", data[KEY], at, KEY)
        self.faults += [
            self.source.fault(problem.where, problem.message, at_key=problem.at_key, offset=problem.offset)
            for problem in problems
        ]
        for path, row in (filled or {}).items():
            if row is not None:
                self._row(base, (*at, path), path, row)

    def _row(self, base: Where, there: Where, path: str, row: Mapping[str, Any]) -> None:
        where = self._where(base, there, path)
        if row["from"] and row["rule"] and where is not None:
            rules = (row["rule"],) if isinstance(row["rule"], str) else tuple(row["rule"])
            self.rows[where] = Row(row["from"], rules, row["why"], row["ask"])
            if row["from"] != "seed" and not row["why"]:
                message = f"{shown(row['from'])} without a reason, wanted why = \"…\""
                self.faults.append(self.source.fault((*there, "from"), message))

    def _where(self, base: Where, there: Where, path: str) -> Where | None:
        node: Any = self.data
        for word in base:
            node = node[word]
        where = base
        for step in path.split(".") if path else ():
            key = key_of(node, step)
            if key is None or (isinstance(node, dict) and key not in node):
                known = list(node) if isinstance(node, dict) else _row_names(node)
                message = f"{shown(path)} leads nowhere: no {shown(step)} there{near(step, known)}"
                self.faults.append(self.source.fault(there, message, at_key=True))
                return None
            where, node = (*where, key), node[key]
        return where


def faults(documents: Iterable[Document]) -> list[Fault]:
    """What is wrong with what the files say, and what they do not say although others of the title do."""
    documents = list(documents)
    found = [fault for document in documents for fault in document.faults]
    if any(document.says_something for document in documents if document.is_base):
        whole = [document for document in documents if document.is_base and not document.faults]
        found += [fault for document in whole for fault in document.uncovered()]
    return found


def values(parts: Parts, documents: Iterable[Document]) -> tuple[Value, ...]:
    """Every value of the title with its origin; none if no file says anything.

    A value that an overlay or a command changes without a word counts as assumed by it.
    """
    by_source = {id(document.source): document for document in documents}
    if not any(document.says_something for document in by_source.values()):
        return ()
    found: list[Value] = []
    for kind, part in parts.items():
        data = {key: value for key, value in part.data.items() if key != KEY}
        for where, value in _leaves(data, (), lambda where, part=part: _told(part.origin(where), by_source)):
            source, there = part.origin(where)
            row = _told((source, there), by_source) or Row("assumed", (), f"changed by {source.name}")
            path = dotted_path(part.data, where)
            line = source.place(there)[0]
            found.append(Value(f"{kind}.{path}" if kind in NESTED else path, value, row, source.name, line))
    return tuple(found)


def _told(origin: tuple[Source, Where], by_source: Mapping[int, Document]) -> Row | None:
    document = by_source.get(id(origin[0]))
    return document.row_of(origin[1]) if document else None


def _topmost(node: Any, where: Where, rows: Mapping[Where, Row]) -> Iterator[Where]:
    """The highest places that no row speaks for, neither from above nor from inside."""
    if where in rows:
        return
    if not any(row[: len(where)] == where for row in rows) and where:
        yield where
        return
    for key, inner in _inside(node):
        yield from _topmost(inner, (*where, key), rows)


def _leaves(node: Any, where: Where, told: Any) -> Iterator[tuple[Where, Any]]:
    """The values of a table; a list of plain values is one, if the same is told of all of them."""
    inside = _inside(node)
    whole = isinstance(node, list) and not any(_has_tables(inner) for _, inner in inside)
    if not isinstance(node, dict | list) or (whole and len({told((*where, key)) for key, _ in inside}) < 2):
        yield where, node
        return
    for key, inner in inside:
        yield from _leaves(inner, (*where, key), told)


def _inside(node: Any) -> list[tuple[Any, Any]]:
    return list(node.items()) if isinstance(node, dict) else list(enumerate(node)) if isinstance(node, list) else []


def _has_tables(node: Any) -> bool:
    return isinstance(node, dict) or any(_has_tables(inner) for _, inner in _inside(node))


def _row_names(node: Any) -> list[Any]:
    return [row_id(row) for row in node if row_id(row) is not None] if isinstance(node, list) else []
