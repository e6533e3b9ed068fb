"""The common catalogue of tiles."""

from __future__ import annotations

from collections import Counter

import pytest

from open18xx.board.catalogue import catalogue
from open18xx.board.notation import format_track, parse_track
from open18xx.title.model import Node, Path


def test_the_catalogue_has_479_tiles() -> None:
    colors = Counter(tile.color for tile in catalogue().values())
    assert colors == {"white": 3, "yellow": 59, "green": 217, "brown": 149, "gray": 48, "none": 3}
    assert len(catalogue()) == 479


def test_a_tile_carries_what_is_printed_on_it() -> None:
    tile = catalogue()["57"]
    assert (tile.id, tile.color, tile.label, tile.cost, tile.special) == ("57", "yellow", "", 0, False)
    assert tile.nodes == (Node("city", (("white", 20),), slots=1),)
    assert tile.paths == (Path(0, 6), Path(3, 6))


def test_tiles_may_carry_a_label_and_a_cost_or_be_for_abilities_only() -> None:
    assert (catalogue()["438"].label, catalogue()["438"].cost) == ("H", 80)
    assert [id for id, tile in catalogue().items() if tile.special] == ["437", "445"]


def test_a_two_coloured_tile_is_laid_as_its_first_colour() -> None:
    assert [catalogue()[id].color for id in ("119", "166", "200", "1200")] == ["green", "brown", "brown", "brown"]


def test_every_tile_is_written_in_the_usual_way() -> None:
    for tile in catalogue().values():
        text = format_track(tile.nodes, tile.paths)
        assert parse_track(text) == (tile.nodes, tile.paths), tile.id


def test_only_what_empty_hexes_carry_and_tile_48_have_no_track() -> None:
    assert {tile.id for tile in catalogue().values() if not tile.paths} == {"blank", "city", "town", "48"}


def test_the_catalogue_is_read_once_and_cannot_be_changed() -> None:
    assert catalogue() is catalogue()
    assert catalogue()["9"] is catalogue()["9"]
    assert "57" in catalogue()
    assert "57x" not in catalogue()
    with pytest.raises(KeyError):
        catalogue()["57x"]
