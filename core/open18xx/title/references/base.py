"""What every check gets, and what several checks tell: an id that is not there, a second one, a word left unsaid."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from open18xx.title.faults import Problem, near, shown
from open18xx.title.positions import Where

Found = tuple[str, Problem]


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


# --------------------------------------------------------------------------- what several checks tell


def missing(where: Where, id: Any, known: Iterable[str], what: str, at_key: bool = False) -> Iterator[Problem]:
    known = list(known)
    if id is not None and id not in known:
        yield Problem(where, f"there is no {what} {shown(id)}{near(id, known)}", at_key=at_key)


def unknown(kind: str, where: Where, id: Any, known: Iterable[str], what: str, at_key: bool = False) -> Iterator[Found]:
    yield from ((kind, problem) for problem in missing(where, id, known, what, at_key))


def repeated(kind: str, key: str, rows: Iterable[tuple[Where, dict[str, Any]]]) -> Iterator[Found]:
    seen: dict[str, Where] = {}
    for where, row in rows:
        if row["id"] in seen:
            yield kind, Problem((*where, "id"), f"a second {shown(row['id'])}, wanted every id once")
        seen.setdefault(row["id"], where)


def unsaid(kind: str, needs: Iterable[str], row: Mapping[str, Any], said: Any, where: Where) -> Iterator[Problem]:
    """What the row cannot do without."""
    for word in needs:
        if is_unsaid(word, row, said):
            yield Problem(where, f"{kind} says nothing of {word}, wanted some", at_key=True)


def is_unsaid(word: str, row: Mapping[str, Any], said: Any) -> bool:
    """Whether nothing is said of it, or an empty value; what is said in a wrong way has been told already."""
    if row[word] or not isinstance(said, dict) or word not in said:
        return not row[word]
    return type(said[word]) is type(row[word]) and said[word] == row[word]


def raw_at(data: Any, where: Where) -> Any:
    for key in where:
        data = data[key]
    return data
