"""Hex coordinates: names such as "K12", edges and neighbours, for both ways a hex can lie.

A map lies ``flat`` (a flat side on top) or ``pointy`` (a corner on top); the letter of a name counts its columns or its
rows. Coordinates are doubled: in a flat map the next hex of a column is two rows on, in a pointy map the next hex of a
row is two columns on. Edges are numbered clockwise in both: 0 is the bottom (flat) or the lower left (pointy).
This module does not know which hexes a map has.
"""

from __future__ import annotations

import re
from typing import Literal

Orientation = Literal["flat", "pointy"]
Letters = Literal["columns", "rows"]

EDGES = (0, 1, 2, 3, 4, 5)

STEPS: dict[Orientation, tuple[tuple[int, int], ...]] = {
    "flat": ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)),
    "pointy": ((-1, 1), (-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1)),
}
"""By orientation and edge: (columns, rows) to the neighbour beyond that edge."""

_NAME = re.compile(r"([A-Z]+)([1-9][0-9]*)")


def opposite(edge: int) -> int:
    """The number that the neighbour gives to the side it shares with ``edge``."""
    return (edge + 3) % 6


def rotated(edge: int, rotation: int) -> int:
    """Where ``edge`` of a tile lies when the tile is turned ``rotation`` sixths clockwise."""
    return (edge + rotation) % 6


def split_name(name: str) -> tuple[int, int]:
    """The letter and the number of a hex name, both counted from 0; after Z comes AA.

    >>> split_name("A1"), split_name("AA3")
    ((0, 0), (26, 2))
    """
    found = _NAME.fullmatch(name)
    if found is None:
        raise ValueError(f"'{name}' is no hex name; wanted capital letters and a number from 1, as in K12 or AA3")
    letter = 0
    for character in found[1]:
        letter = 26 * letter + ord(character) - ord("A") + 1
    return letter - 1, int(found[2]) - 1


def join_name(letter: int, number: int) -> str:
    """The inverse of split_name; raises ValueError for what lies before A or 1."""
    if letter < 0 or number < 0:
        raise ValueError(f"no hex name for letter {letter} and number {number}; both count from 0")
    letters = ""
    letter += 1
    while letter:
        letter, last = divmod(letter - 1, 26)
        letters = chr(ord("A") + last) + letters
    return f"{letters}{number + 1}"


def coordinates(name: str, letters: Letters) -> tuple[int, int]:
    """(column, row) of a hex, from 0 at the top left."""
    letter, number = split_name(name)
    return (letter, number) if letters == "columns" else (number, letter)


def name_at(column: int, row: int, letters: Letters) -> str:
    """The inverse of coordinates; raises ValueError above row 0 or left of column 0."""
    return join_name(column, row) if letters == "columns" else join_name(row, column)


def neighbour(name: str, edge: int, orientation: Orientation, letters: Letters) -> str | None:
    """The hex beyond ``edge``, whether a map has it or not; None where no name is possible.

    >>> neighbour("H10", 4, "pointy", "rows"), neighbour("L16", 4, "flat", "columns")
    ('H12', 'M15')
    """
    if edge not in EDGES:
        raise ValueError(f"edge {edge} of {name}; a hex has the edges 0 to 5")
    column, row = coordinates(name, letters)
    columns, rows = STEPS[orientation][edge]
    if column + columns < 0 or row + rows < 0:
        return None
    return name_at(column + columns, row + rows, letters)


def edge_between(name: str, other: str, orientation: Orientation, letters: Letters) -> int | None:
    """The edge of ``name`` beyond which ``other`` lies; None when the two do not touch."""
    return next((edge for edge in EDGES if neighbour(name, edge, orientation, letters) == other), None)


def on_one_grid(name: str, other: str) -> bool:
    """Whether one map can have both names: half of all places in doubled coordinates are empty, as A2 beside A1."""
    return sum(split_name(name)) % 2 == sum(split_name(other)) % 2
