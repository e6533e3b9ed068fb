"""Hex names, edges and neighbours."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from open18xx.board.hexes import (
    EDGES,
    Letters,
    Orientation,
    coordinates,
    edge_between,
    join_name,
    name_at,
    neighbour,
    on_one_grid,
    opposite,
    rotated,
    split_name,
)

orientations = st.sampled_from(["flat", "pointy"])
letter_uses = st.sampled_from(["columns", "rows"])
names = st.builds(join_name, st.integers(0, 1000), st.integers(0, 1000))


def test_edges_of_a_pointy_hex_count_clockwise_from_the_lower_left() -> None:
    assert [neighbour("H10", edge, "pointy", "rows") for edge in EDGES] == ["I9", "H8", "G9", "G11", "H12", "I11"]


def test_edges_of_a_flat_hex_count_clockwise_from_the_bottom() -> None:
    assert [neighbour("L16", edge, "flat", "columns") for edge in EDGES] == ["L18", "K17", "K15", "L14", "M15", "M17"]


def test_letters_may_count_the_rows_of_a_flat_map() -> None:
    assert coordinates("B5", "rows") == (4, 1)
    assert [neighbour("C5", edge, "flat", "rows") for edge in EDGES] == ["E5", "D4", "B4", "A5", "B6", "D6"]


def test_letters_may_count_the_columns_of_a_pointy_map() -> None:
    assert [neighbour("E3", edge, "pointy", "columns") for edge in EDGES] == ["D4", "C3", "D2", "F2", "G3", "F4"]


def test_after_z_comes_aa() -> None:
    assert [split_name(name)[0] for name in ("A1", "Z1", "AA1", "AZ1", "BA1", "ZZ1", "AAA1")] == [
        0,
        25,
        26,
        51,
        52,
        701,
        702,
    ]
    assert neighbour("Z3", 4, "flat", "columns") == "AA2"
    assert neighbour("AA2", 1, "flat", "columns") == "Z3"


def test_there_is_no_hex_above_the_first_row_or_left_of_the_first_column() -> None:
    assert neighbour("A1", 3, "flat", "columns") is None
    assert neighbour("A1", 1, "pointy", "rows") is None
    assert neighbour("A1", 0, "flat", "columns") == "A3"


@pytest.mark.parametrize("name", ["", "12", "K", "k12", "K0", "K012", "12K", "K-1", "K12a", " K12", "É3"])
def test_a_malformed_name_is_refused_and_shown(name: str) -> None:
    with pytest.raises(ValueError, match="is no hex name; wanted capital letters and a number from 1"):
        split_name(name)


def test_an_edge_out_of_range_is_refused() -> None:
    with pytest.raises(ValueError, match="edge 6 of K12; a hex has the edges 0 to 5"):
        neighbour("K12", 6, "flat", "columns")


def test_coordinates_before_the_first_have_no_name() -> None:
    with pytest.raises(ValueError, match="no hex name for letter -1 and number 0"):
        name_at(-1, 0, "columns")


def test_a_map_has_only_every_second_place_of_doubled_coordinates() -> None:
    assert on_one_grid("A1", "B2")
    assert not on_one_grid("A1", "A2")


@given(names, letter_uses)
def test_names_and_coordinates_are_inverse(name: str, letters: Letters) -> None:
    assert name_at(*coordinates(name, letters), letters) == name


@given(names, orientations, letter_uses, st.sampled_from(EDGES))
def test_the_neighbour_sees_the_hex_across_the_opposite_edge(
    name: str, orientation: Orientation, letters: Letters, edge: int
) -> None:
    there = neighbour(name, edge, orientation, letters)
    if there is not None:
        assert neighbour(there, opposite(edge), orientation, letters) == name
        assert edge_between(name, there, orientation, letters) == edge
        assert on_one_grid(name, there)


def test_hexes_apart_share_no_edge() -> None:
    assert edge_between("A1", "C1", "flat", "columns") is None


def test_rotation_turns_edges_clockwise() -> None:
    assert [rotated(edge, 1) for edge in (0, 3)] == [1, 4]
    assert [rotated(edge, 3) for edge in (0, 2)] == [3, 5]
