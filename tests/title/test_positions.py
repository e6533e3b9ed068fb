"""Where values stand in TOML, in all the ways TOML writes them."""

from __future__ import annotations

import tomllib

import pytest

from open18xx.title.positions import Positions

TEXT = """\
top = 1
"quoted key" = [1,
  2, # two
  3]
a.b.c = { d = "x = 1", e = ['#', "]"] }

[table]
long = \"\"\"
text ] with "quotes"
\"\"\"
[table.inner]
x = 1979-05-27T07:32:00Z
[[rows]]
x = 1
[[rows.cells]]
y = 2
[[rows.cells]]
y = 3
[[rows]]
x = 4 # the second
"""


@pytest.mark.parametrize(
    ("where", "place"),
    [
        (("top",), (1, 7)),
        (("quoted key",), (2, 16)),
        (("quoted key", 1), (3, 3)),
        (("a", "b", "c", "d"), (5, 15)),
        (("a", "b", "c", "e", 1), (5, 34)),
        (("table",), (7, 1)),
        (("table", "long"), (8, 8)),
        (("table", "inner", "x"), (12, 5)),
        (("rows", 0, "cells", 1, "y"), (18, 5)),
        (("rows", 1), (19, 1)),
        (("rows", 1, "x"), (20, 5)),
        (("rows", 1, "missing"), (19, 1)),
        (("nowhere", 3), (1, 1)),
    ],
)
def test_the_place_of_a_value(where: tuple[str | int, ...], place: tuple[int, int]) -> None:
    tomllib.loads(TEXT)
    assert Positions(TEXT).line_column(where) == place


def test_the_place_of_a_key_and_of_a_letter_inside_a_text() -> None:
    places = Positions("[bank]\n  cash = 'ten'\n")
    assert places.line_column(("bank", "cash"), key=True) == (2, 3)
    assert places.line_column(("bank", "cash"), offset=0) == (2, 11)
    assert places.line_column(("bank", "cash"), offset=2) == (2, 13)
