"""The maps and tile lists of the titles at hand are sound, whatever the loader makes of them."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from itertools import pairwise
from typing import Any

import pytest

from open18xx.board.catalogue import catalogue
from open18xx.board.hexes import EDGES, neighbour, on_one_grid, opposite
from open18xx.board.notation import parse_track

TITLES = ("title_1830", "title_1889")


def read(title: str, name: str) -> dict[str, Any]:
    return tomllib.loads(files("open18xx_variants").joinpath(title, name).read_text("utf-8"))


@pytest.mark.parametrize(
    ("title", "hexes", "kinds", "pieces"), [("title_1830", 93, 46, 85), ("title_1889", 52, 40, 63)]
)
def test_hexes_and_tiles_are_as_many_as_in_the_box(title: str, hexes: int, kinds: int, pieces: int) -> None:
    tiles = read(title, "tiles.toml")["tiles"]
    assert len(read(title, "map.toml")["hexes"]) == hexes
    assert (len(tiles), sum(tiles.values())) == (kinds, pieces)
    assert set(tiles) <= set(catalogue())


@pytest.mark.parametrize("title", TITLES)
def test_all_hexes_lie_on_one_grid(title: str) -> None:
    assert all(on_one_grid(name, other) for name, other in pairwise(read(title, "map.toml")["hexes"]))


@pytest.mark.parametrize("title", TITLES)
def test_printed_track_leads_to_hexes_of_the_map(title: str) -> None:
    table = read(title, "map.toml")
    for name, entry in table["hexes"].items():
        for path in parse_track(entry.get("track", ""))[1]:
            for end in (path.a, path.b):
                assert end not in EDGES or neighbour(name, end, **table["map"]) in table["hexes"], name


@pytest.mark.parametrize("title", TITLES)
def test_a_border_stands_on_both_of_its_sides(title: str) -> None:
    table = read(title, "map.toml")
    borders = {
        (name, border["edge"], border["kind"])
        for name, entry in table["hexes"].items()
        for border in entry.get("borders", ())
    }
    for name, edge, kind in borders:
        assert (neighbour(name, edge, **table["map"]), opposite(edge), kind) in borders, name


@pytest.mark.parametrize("title", TITLES)
def test_every_home_is_a_city(title: str) -> None:
    table = read(title, "map.toml")
    for corporation, home in table["homes"].items():
        place = home if isinstance(home, str) else home["hex"]
        nodes, _ = parse_track(table["hexes"][place].get("track", ""))
        assert [node.kind for node in nodes] in (["city"], ["city", "city"]), corporation


@pytest.mark.parametrize("title", TITLES)
def test_the_hexes_of_the_privates_are_on_the_map(title: str) -> None:
    table = read(title, "map.toml")
    assert all(name in table["hexes"] for names in table["private_hexes"].values() for name in names)
