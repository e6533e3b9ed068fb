"""Which tile may replace which."""

from __future__ import annotations

import time

import pytest

from open18xx.board.catalogue import catalogue
from open18xx.board.notation import parse_track
from open18xx.board.upgrades import keeps_track, node_edges, node_map, pair_refusal
from open18xx.title.model import Tile


def tile(text: str, color: str = "white", label: str = "", future_labels: tuple[tuple[str, str], ...] = ()) -> Tile:
    nodes, paths = parse_track(text)
    return Tile("test", color, nodes, paths, label, future_labels)


EMPTY, CITY, TOWN, TWO_TOWNS = tile(""), tile("city"), tile("town"), tile("town; town")
OO_HEX = tile("city; city", "yellow", "OO")
B_HEX = tile("city 30: 3 5", "yellow", "B")
NY_HEX = tile("city 40: 3; city 40: 0", "yellow", "NY")
T_HEX = tile("city 30: 0 1 2", "yellow", "T")


# --------------------------------------------------------------------------- pairs of tiles


@pytest.mark.parametrize(
    ("old", "new", "refusal"),
    [
        (EMPTY, "7", None),
        (EMPTY, "57", "cities"),
        (CITY, "57", None),
        (CITY, "7", "cities"),
        (TOWN, "58", None),
        (TOWN, "57", "towns"),
        ("57", "14", None),
        ("57", "63", "color"),
        ("6", "15", None),
        ("9", "23", None),
        ("9", "16", "track"),
        ("7", "16", "track"),
        ("8", "20", "track"),
        ("8", "23", None),
        ("16", "70", None),
        ("20", "47", None),
        ("14", "14", "color"),
        (OO_HEX, "59", None),
        ("59", "63", "label"),
        ("59", "64", None),
        ("59", "68", None),
        (B_HEX, "53", None),
        (B_HEX, "14", "label"),
        (NY_HEX, "54", None),
        ("3", "16", "track"),
        (T_HEX, "440", None),
        (T_HEX, "15", "label"),
        (TOWN, "437", None),
        ("58", "141", None),
        (TWO_TOWNS, "56", None),
    ],
)
def test_the_verified_examples_of_1830_1871_and_1889(old: Tile | str, new: str, refusal: str | None) -> None:
    laid = catalogue()[old] if isinstance(old, str) else old
    assert pair_refusal(laid, catalogue()[new]) == refusal


def test_special_lays_skip_labels_and_revenue_centres_but_not_colour_and_track() -> None:
    tiles = catalogue()
    assert pair_refusal(EMPTY, tiles["57"], special=True) is None
    assert pair_refusal(tiles["59"], tiles["63"], special=True) is None
    assert pair_refusal(tiles["57"], tiles["63"], special=True) == "color"
    assert pair_refusal(tiles["9"], tiles["16"], special=True) == "track"


@pytest.mark.parametrize("color", ["gray", "red", "blue", "none"])
def test_grey_offboard_and_sea_hexes_take_no_tile(color: str) -> None:
    assert all(pair_refusal(tile("", color), new, special=True) == "color" for new in catalogue().values())


X_DUE = (("green", "X"),)
CX_DUE = (("gray", "CX"),)
PEI1 = tile("city 20 slots=2: 0 1 3 4", "green")
PEI5 = tile("city 30 slots=2: 3 1 5", "green", "X")
PEI8 = tile("city 30 slots=2: 2 5 0", "green", "X")
PEI11 = tile("city 60 slots=2: 0 1 2 3", "brown", "X")
PEI15 = tile("city 80 slots=3: 1 5 4 3 2", "gray", "CX")
PEI16 = tile("city 70 slots=3: 1 5 4 3 2", "gray", "X")


def test_a_future_label_is_not_due_before_its_colour() -> None:
    assert pair_refusal(tile("city", future_labels=X_DUE), catalogue()["57"]) is None


def test_a_future_label_stays_on_the_hex_while_lower_colours_are_laid_over_it() -> None:
    five = catalogue()["5"]
    assert pair_refusal(five, PEI1, future_labels=X_DUE) == "label"
    assert pair_refusal(five, PEI8, future_labels=X_DUE) is None
    assert pair_refusal(five, PEI5, future_labels=X_DUE) == "track"


def test_without_a_future_label_the_tile_needs_none() -> None:
    five = catalogue()["5"]
    assert pair_refusal(five, PEI1) is None
    assert pair_refusal(five, PEI8) == "label"
    assert pair_refusal(five, PEI5) == "track"


def test_a_future_label_takes_the_place_of_the_label() -> None:
    assert pair_refusal(PEI11, PEI15) == "label"
    assert pair_refusal(PEI11, PEI16) is None
    assert pair_refusal(PEI11, PEI15, future_labels=CX_DUE) is None
    assert pair_refusal(PEI11, PEI16, future_labels=CX_DUE) == "label"


def test_a_labelled_tile_may_change_its_number_of_cities_but_not_lose_the_last() -> None:
    double = tile("city 40: 0 2; city 40: 3 5", "green", "OO")  # 18Chesapeake X3 and X7
    assert pair_refusal(tile("city 30: 1; city 30: 4", "yellow", "OO"), double) is None
    assert pair_refusal(double, tile("city 50 slots=2: 0 1 2 3 5", "brown", "OO")) is None
    assert pair_refusal(double, tile("0-2 3-5", "brown", "OO")) == "track"
    assert pair_refusal(tile("city", label="K"), tile("0-3", "yellow", "K")) == "cities"


def test_a_white_oo_hex_takes_only_tiles_with_both_cities() -> None:
    white = tile("city; city", label="OO")
    assert pair_refusal(white, tile("city 30: 0 3", "yellow", "OO")) == "cities"
    assert pair_refusal(white, tile("city 30: 0; city 30: 2", "yellow", "OO")) is None


def test_several_cities_must_fit_into_several_in_one_rotation() -> None:
    opposite = tile("city 30: 0; city 30: 3", "yellow", "OO")
    assert pair_refusal(opposite, tile("city 40: 0 1; city 40: 3 4", "green", "OO")) is None
    assert pair_refusal(opposite, tile("city 40: 0 1; city 40: 2 4", "green", "OO")) is None
    through = tile("city 30: 0 3; city 30: 1 4", "yellow", "OO")
    assert pair_refusal(through, tile("city 40: 0 1; city 40: 3 4", "green", "OO")) == "cities"


# --------------------------------------------------------------------------- track


def test_u01_only_rotations_that_contain_all_old_track_are_legal() -> None:
    old, new = tile("0-1"), tile("0-1 0-2")
    assert [rotation for rotation in range(6) if keeps_track(old, 0, new, rotation)] == [0]
    assert [rotation for rotation in range(6) if keeps_track(old, 4, new, rotation)] == [4]


def test_u05_a_tile_fits_in_every_rotation_that_contains_the_old_track() -> None:
    old, new = tile("0-3 0-2"), tile("0-3 0-2 1-3 1-2")
    assert [rotation for rotation in range(6) if keeps_track(old, 0, new, rotation)] == [0]
    assert [rotation for rotation in range(6) if keeps_track(tile("0-3"), 0, new, rotation)] == [0, 3]


def test_u05_brute_force_over_plain_track() -> None:
    """All broad tiles without nodes, in all rotations, against sets of pairs of edges."""
    plain = [
        (each, frozenset((path.a, path.b) for path in each.paths))
        for each in catalogue().values()
        if not each.nodes and all(path.gauge == "broad" and path.b >= 0 for path in each.paths)
    ]

    def turned(pairs: frozenset[tuple[int, int]], rotation: int) -> frozenset[frozenset[int]]:
        return frozenset(frozenset((a + rotation) % 6 for a in pair) for pair in pairs)

    assert len(plain) > 25
    for old, before in plain:
        for new, after in plain:
            for rotation in range(6):
                expected = turned(before, 0) <= turned(after, rotation)
                assert keeps_track(old, 0, new, rotation) == expected, (old.id, new.id, rotation)
                assert keeps_track(old, 2, new, (rotation + 2) % 6) == expected, (old.id, new.id, rotation)


def test_track_to_a_city_stays_track_to_a_city() -> None:
    assert keeps_track(tile("city: 0 3"), 0, tile("city: 0 3 4"), 0)
    assert not keeps_track(tile("city: 0 3"), 0, tile("0-3; city: 4"), 0)
    assert not keeps_track(tile("city: 0 3"), 0, tile("town: 0 3"), 0)
    assert not keeps_track(tile("0-3"), 0, tile("city: 0 3"), 0)
    assert keeps_track(tile("halt: 0 3"), 0, tile("town: 0 3"), 0)
    assert not keeps_track(tile("town: 0 3"), 0, tile("halt: 0 3"), 0)


def test_track_between_nodes_is_kept() -> None:
    old = tile("town: 0; town: n0 4")
    assert keeps_track(old, 0, tile("town: 0 1; town: n0 4"), 0)
    assert not keeps_track(old, 0, tile("town: 0 4; town: 1 2"), 0)


@pytest.mark.parametrize(
    ("old", "new", "fits"),
    [
        ("broad", "broad", True),
        ("broad", "dual", True),
        ("broad", "narrow", False),
        ("narrow", "narrow", True),
        ("narrow", "dual", True),
        ("narrow", "broad", False),
        ("dual", "dual", True),
        ("dual", "broad", False),
        ("dual", "narrow", False),
    ],
)
def test_dual_gauge_takes_both_gauges_and_is_never_given_up(old: str, new: str, fits: bool) -> None:
    assert keeps_track(tile(f"0-3/{old}"), 0, tile(f"0-3/{new} 1-2"), 0) is fits
    assert keeps_track(tile(f"junction: 0 3 /{old}"), 0, tile(f"junction: 0 3 1 /{new}"), 0) is fits


def test_a_junction_connects_all_its_ends() -> None:
    tiles = catalogue()
    assert keeps_track(tiles["7"], 0, tiles["80"], 0)
    assert keeps_track(tiles["8"], 0, tiles["80"], 0)
    assert not keeps_track(tiles["9"], 0, tiles["80"], 0)
    assert keeps_track(tiles["80"], 0, tiles["545"], 0)
    assert not keeps_track(tiles["80"], 0, tiles["545"], 2)
    assert not keeps_track(tiles["80"], 0, tiles["39"], 0)


# --------------------------------------------------------------------------- cities and towns


def test_k08_cities_are_mapped_by_track_not_by_number() -> None:
    old = tile("city: 0; city: 2")
    assert node_map(old, 0, tile("city: 2 3; city: 0 1"), 0) == (1, 0)
    three = tile("city: 0; city: 2; city: 4")
    assert node_map(three, 0, tile("city: 2 3; city: 0 1; city: 4 5"), 0) == (1, 0, 2)


def fitting(old: Tile, new: Tile) -> dict[int, tuple[int, ...] | None]:
    """The node map at each rotation that keeps the track."""
    return {rotation: node_map(old, 0, new, rotation) for rotation in range(6) if keeps_track(old, 0, new, rotation)}


def test_k08_rotation_decides_which_city_is_which() -> None:
    tiles = catalogue()
    assert fitting(tiles["59"], tiles["68"]) == {2: (1, 0), 5: (1, 0)}
    assert fitting(tiles["59"], tiles["66"]) == {0: (0, 1), 5: (1, 0)}


def test_cities_apart_may_not_fall_together_while_the_new_tile_has_as_many() -> None:
    tiles = catalogue()
    assert fitting(tiles["59"], tiles["64"]) == {0: None, 2: (1, 0), 4: (0, 1)}


def test_a_lone_city_becomes_the_lone_city() -> None:
    assert node_map(CITY, 0, catalogue()["57"], 4) == (0,)
    assert fitting(catalogue()["57"], catalogue()["14"]) == {0: (0,), 2: (0,), 3: (0,), 5: (0,)}


def test_cities_without_track_are_mapped_by_number() -> None:
    assert node_map(OO_HEX, 0, catalogue()["59"], 3) == (0, 1)
    assert node_map(TWO_TOWNS, 0, catalogue()["56"], 1) == (0, 1)


def test_a_city_without_track_gives_way_to_one_with_track() -> None:
    assert node_map(tile("city; city: 0"), 0, tile("city: 0 1; city: 3"), 0) == (1, 0)


def test_cities_may_merge_when_the_new_tile_has_fewer() -> None:
    merged = tile("city slots=2: 0 1 2 4 5")
    assert node_map(tile("city: 0 2; city: 1 5"), 0, merged, 0) == (0, 0)
    assert node_map(tile("city; city"), 0, merged, 0) == (0, 0)
    assert node_map(tile("city: 3; city: 1 5"), 0, merged, 0) is None


def test_when_three_cities_become_two_each_new_one_is_made_of_some_old() -> None:
    three = tile("city: 0; city: 2; city: 4")
    assert node_map(three, 0, tile("city: 0 2; city: 4"), 0) == (0, 0, 1)
    assert node_map(three, 0, tile("city: 0 2 4; city: 3"), 0) is None


def test_a_tile_may_bring_further_cities() -> None:
    assert node_map(tile("city: 0; city: 3"), 0, tile("city: 1 2; city: 3 4; city: 0 5"), 0) == (2, 1)
    assert node_map(EMPTY, 0, catalogue()["57"], 0) == ()


def test_between_several_cities_track_must_leave_no_choice() -> None:
    assert node_map(tile("city: 0; city: 3"), 0, tile("city: 0 2; city: 0 3"), 0) is None


def test_cities_of_different_size_do_not_shrink() -> None:
    old = tile("city slots=2: 0; city: 3")
    assert node_map(old, 0, tile("city: 0 1; city slots=2: 3 4"), 0) is None
    assert node_map(old, 0, tile("city slots=2: 0 1; city: 3 4"), 0) == (0, 1)
    assert node_map(tile("city slots=2: 0; city slots=2: 3"), 0, tile("city: 0 1; city: 3 4"), 0) == (0, 1)


def test_towns_and_cities_are_mapped_each_among_their_own_kind() -> None:
    assert node_map(tile("town: 0 3; city: 1 4"), 0, tile("city: 1 4 5; town: 0 3"), 0) == (1, 0)
    assert node_map(tile("town: 0 3"), 0, tile("city: 0 3"), 0) is None
    assert node_map(tile("halt: 0 3"), 0, tile("town: 0 3"), 0) == (0,)


def test_edges_of_a_node_turn_with_the_tile() -> None:
    assert node_edges(catalogue()["59"], 5) == (frozenset({5}), frozenset({1}))
    assert node_edges(catalogue()["471"], 0) == (frozenset({0, 3}), frozenset())


# --------------------------------------------------------------------------- cost


def test_all_pairs_of_a_title_in_all_rotations_take_less_than_a_second() -> None:
    numbers = (*range(1, 5), *range(7, 10), *range(14, 17), *range(18, 21), *range(23, 30), *range(39, 48))
    tiles = [catalogue()[str(number)] for number in (*numbers, *range(53, 60), *range(61, 71))]
    assert len(tiles) == 46
    start = time.process_time()
    for old in tiles:
        for new in tiles:
            pair_refusal(old, new)
            for rotation in range(6):
                if keeps_track(old, 0, new, rotation):
                    node_map(old, 0, new, rotation)
    assert time.process_time() - start < 1
