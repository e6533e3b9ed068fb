"""Where in a TOML text each value was written, so that a fault can point at it.

``tomllib`` stays the authority on values: this walker only finds places, in text that ``tomllib`` has accepted, and
so need not refuse anything. It is run only when there is a fault to place.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

Key = str | int
Where = tuple[Key, ...]
"""The way to a value from the top of a file: keys and row numbers, as in ``("trains", 3, "price")``."""

_BLANK = re.compile(r"[ \t]*")
_SKIP = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'',
    re.DOTALL,
)
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]}\r\n#]+")


@dataclass(frozen=True, slots=True)
class Spot:
    """Offsets into the text: where the key stands, and where its value begins."""

    key: int
    value: int


class Positions:
    """The spots of one text, by the way to each value.

    >>> places = Positions('[bank]\\ncash = -20  # too little')
    >>> places.line_column(("bank", "cash"))
    (2, 8)
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = [0, *(match.end() for match in re.finditer("\n", text))]
        self._spots: dict[Where, Spot] = {(): Spot(0, 0)}
        self._rows: dict[Where, int] = {}
        self._walk()

    def line_column(self, where: Where, *, key: bool = False, offset: int | None = None) -> tuple[int, int]:
        """Line and column, from 1, of the value (or of its key); of the nearest table above if it is not written.

        ``offset`` counts characters inside a plain one-line string, for mistakes in the middle of one.
        """
        at = where
        while at not in self._spots:
            at = at[:-1]
        spot = self._spots[at]
        place = spot.key if key or at != where else spot.value
        if offset is not None and at == where and self._text[place : place + 1] in "\"'":
            place += 1 + offset
        line = bisect_right(self._lines, place)
        return line, place - self._lines[line - 1] + 1

    @property
    def spots(self) -> Mapping[Where, Spot]:
        return self._spots

    # ---------------------------------------------------------------- the walk

    def _walk(self) -> None:
        text, at = self._text, self._skip(0)
        base: Where = ()
        while at < len(text):
            if text[at] == "[":
                at, base = self._header(at)
            else:
                at = self._pair(at, base)
            at = self._skip(at)

    def _header(self, at: int) -> tuple[int, Where]:
        start, is_row = at, self._text.startswith("[[", at)
        parts, at = self._key(at + 1 + is_row)
        base: Where = ()
        for number, part in enumerate(parts):
            base += (part,)
            self._spots.setdefault(base, Spot(start, start))
            if is_row and number == len(parts) - 1:
                self._rows[base] = self._rows.get(base, -1) + 1
            if base in self._rows:
                base += (self._rows[base],)
                self._spots.setdefault(base, Spot(start, start))
        if not is_row:  # its own header is a better place than an earlier mention by a table inside it
            self._spots[base] = Spot(start, start)
        return at + 1 + is_row, base

    def _pair(self, at: int, base: Where) -> int:
        start = at
        parts, at = self._key(at)
        where = base
        for part in parts[:-1]:
            where += (part,)
            self._spots.setdefault(where, Spot(start, start))
        where += (parts[-1],)
        value = _end(_BLANK, self._text, at + 1)  # past "="
        self._spots[where] = Spot(start, value)
        return self._value(value, where)

    def _key(self, at: int) -> tuple[list[str], int]:
        parts: list[str] = []
        while True:
            at = _end(_BLANK, self._text, at)
            match = _STRING.match(self._text, at) or _BARE.match(self._text, at)
            assert match, "tomllib accepted a key that we cannot read"
            word = match.group()
            parts.append(tomllib.loads(f"key = {word}")["key"] if word[0] in "\"'" else word)
            at = _end(_BLANK, self._text, match.end())
            if self._text[at : at + 1] != ".":
                return parts, at
            at += 1

    def _value(self, at: int, where: Where) -> int:
        first = self._text[at]
        if first in "\"'":
            return _end(_STRING, self._text, at)
        if first not in "[{":
            match = _SCALAR.match(self._text, at)
            assert match, "tomllib accepted a value that we cannot read"
            return at + len(match.group().rstrip())
        close, row = ("]" if first == "[" else "}"), 0
        at = self._skip(at + 1)
        while self._text[at] != close:
            if first == "[":
                self._spots[(*where, row)] = Spot(at, at)
                at = self._value(at, (*where, row))
                row += 1
            else:
                at = self._pair(at, where)
            at = self._skip(at)
            if self._text[at] == ",":
                at = self._skip(at + 1)
        return at + 1

    def _skip(self, at: int) -> int:
        return _end(_SKIP, self._text, at)


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    assert match, "tomllib accepted a text that we cannot follow"
    return match.end()
