"""The one-line notation for track."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from open18xx.board.notation import FIRST_NODE, JUNCTION, NotationError, format_track, parse_track
from open18xx.title.model import Node, Path

N0, N1, N2 = FIRST_NODE, FIRST_NODE + 1, FIRST_NODE + 2


def paths_of(text: str) -> list[tuple[int, int]]:
    return [(path.a, path.b) for path in parse_track(text)[1]]


def node_of(text: str) -> Node:
    (node,), _ = parse_track(text)
    return node


# --------------------------------------------------------------------------- reading


def test_nothing_written_is_nothing_printed() -> None:
    assert parse_track("") == ((), ())
    assert parse_track("  ") == ((), ())


def test_pairs_are_track_between_edges() -> None:
    assert parse_track("0-3 0-4") == ((), (Path(0, 3), Path(0, 4)))


def test_a_node_has_a_kind_a_value_and_ends() -> None:
    nodes, paths = parse_track("city 20: 0 3")
    assert nodes == (Node("city", (("white", 20),), slots=1),)
    assert paths == (Path(0, N0), Path(3, N0))


@pytest.mark.parametrize("kind", ["city", "town", "halt", "offboard"])
def test_a_node_may_be_a_word_alone(kind: str) -> None:
    node = node_of(kind)
    assert node.kind == kind
    assert node.revenue == (("white", 0),)
    assert node.slots == (1 if kind == "city" else 0)


def test_an_offboard_area_pays_by_colour_and_to_diesels() -> None:
    assert node_of("offboard yellow=30 brown=60 diesel=100: 0 1").revenue == (
        ("yellow", 30),
        ("brown", 60),
        ("diesel", 100),
    )


def test_the_words_of_a_node_stand_in_any_order() -> None:
    node = node_of("""city hidden slots=3 40 name="O'Leary" group=East group='West Coast'""")
    assert node == Node("city", (("white", 40),), 3, ("East", "West Coast"), True, "O'Leary")


def test_nodes_are_numbered_as_written_and_may_be_named_ahead() -> None:
    assert paths_of("city 20: 0; town 10: n0 4") == [(0, N0), (N0, N1), (4, N1)]
    assert paths_of("city 40: 2 n1; town 20") == [(2, N0), (N1, N0)]
    assert paths_of("0-n1 n0-n1; city; town") == [(0, N1), (N0, N1)]


def test_an_edge_comes_before_a_node() -> None:
    assert paths_of("city; n0-3") == [(3, N0)]


def test_track_that_meets_where_nobody_stops_is_a_junction() -> None:
    assert paths_of("junction: 0 2 n0; town 10") == [(0, JUNCTION), (2, JUNCTION), (N0, JUNCTION)]


def test_a_gauge_stands_after_an_end_or_for_the_whole_statement() -> None:
    _, paths = parse_track("city 20: 0 1/narrow 2/dual; 3-4/narrow")
    assert [path.gauge for path in paths] == ["broad", "narrow", "dual", "narrow"]
    _, paths = parse_track("0-1 2-3/dual 4-5/broad /narrow")
    assert [path.gauge for path in paths] == ["narrow", "dual", "broad"]


def test_terminal_track_is_marked() -> None:
    _, paths = parse_track("offboard 30: 0! 1!/narrow 2")
    assert [(path.terminal, path.gauge) for path in paths] == [(True, "broad"), (True, "narrow"), (False, "broad")]


def test_blanks_do_not_matter_around_marks() -> None:
    assert parse_track("0-1;town 10:2 3") == parse_track("  0-1 ;  town  10 :  2   3 ")


# --------------------------------------------------------------------------- faults


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("citty 20: 0", 1, "unknown kind of node 'citty'; did you mean 'city'?"),
        ("0-1; towm", 6, "unknown kind of node 'towm'; did you mean 'town'?"),
        ("depot", 1, "unknown kind of node 'depot'; wanted city, town, halt, offboard, junction, or track such as 0-3"),
        ("0-7", 3, "edge 7; a hex has the edges 0 to 5"),
        ("city 20: 0 6", 12, "edge 6; a hex has the edges 0 to 5"),
        ("0-n1; city", 1, "node n1 is not there; the only node is n0"),
        ("0-n0", 1, "node n0 is not there; there is no node here"),
        ("city: n2; city", 7, "node n2 is not there; the nodes are n0 to n1"),
        ("0-3 3-0", 5, "track between 3 and 0 stands here twice; wanted once ('/dual' for both gauges)"),
        ("city 20: 0; 0-n0", 13, "track between 0 and n0 stands here twice; wanted once ('/dual' for both gauges)"),
        ("1-1", 1, "track from 1 to itself; wanted two ends"),
        ("city: n0", 7, "track from n0 to itself; wanted two ends"),
        ("0 3", 1, "a single end; wanted a pair as in '0-3', or a node: 'city 20: 0 3'"),
        ("city 20: 0-3", 10, "a pair; wanted single ends here, and the pair after a ';'"),
        ("city 20: 0,3", 10, "'0,3' is no track; wanted '0-3', or ends apart as in '0 3'"),
        ("city 20: x", 10, "'x' is no end; wanted an edge 0 to 5 or a node such as n0"),
        ("city 20 0 3", 9, "a second value '0'; wanted one, or ':' before the ends"),
        ("city n0", 6, "'n0' among the words of a city; wanted ':' before its ends"),
        ("city yellow=20 30", 16, "a plain value beside values by colour; wanted the one or the other"),
        ("city yelow=20", 6, "unknown entry 'yelow'; did you mean 'yellow'?"),
        ("city yellow=-5", 6, "'-5' as the value of the city; wanted a whole number"),
        ("city slot=2", 6, "unknown entry 'slot'; did you mean 'slots'?"),
        ("city slots=two", 6, "'two' as slots; wanted a whole number"),
        ("halt slots=2", 6, "slots of a halt; only cities and towns have slots"),
        ("city hiden", 6, "unknown word 'hiden'; did you mean 'hidden'?"),
        ("city name=", 6, "'' as name; wanted one word, or several in quotes: name='West Coast'"),
        ("city name='Ulm", 11, "' opens a quotation that does not end"),
        ("0-3/narow", 5, "unknown gauge 'narow'; did you mean 'narrow'?"),
        ("city: /narrow", 7, "a gauge without ends before it"),
        ("city:", 5, "':' without ends after it; leave it out when there is no track"),
        (": 0", 1, "':' without a node before it; wanted a statement such as 'city 20: 0 3'"),
        ("junction", 1, "a junction without ends; wanted some, as in 'junction: 0 2 4'"),
        ("junction 20: 0", 10, "'20' after 'junction'; wanted ':' and its ends"),
        ("junction: 0 1; junction: 2", 16, "a second junction; a tile has one: write all its ends in one statement"),
        ("0-3;", 4, "';' without a statement after it"),
        ("0-3;; 1-4", 5, "';' without a statement before it"),
    ],
)
def test_a_fault_says_where_it_is_and_what_is_wanted(text: str, column: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_track(text)
    assert (caught.value.column, caught.value.message) == (column, message)


@given(st.text(alphabet="cityown0123456n-!/:;= 'gauredl", max_size=30))
def test_any_text_is_track_or_a_notation_error_within_it(text: str) -> None:
    try:
        nodes, paths = parse_track(text)
    except NotationError as error:
        assert 1 <= error.column <= len(text) + 1
    else:
        assert parse_track(format_track(nodes, paths)) == (nodes, paths)


# --------------------------------------------------------------------------- writing


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0-3 0-4",
        "city",
        "city 40 slots=2: 0 1 2 3",
        "city slots=0",
        "city; city",
        "0-2; town 10: 2 4; 0-4",
        "city 40: 2 3 n1; town 20",
        "city 20: 0 1; city 20: 2 3; 4-n0 5-n1",
        "city 50; city 50; city 50: 0 3; 2-n0 4-n1",
        "junction: 0 2 4 3 /dual",
        "junction: 0 n0; halt 10: 2",
        "0-1 2-3 /narrow",
        "0-1/narrow 2-3",
        "offboard yellow=30 brown=60 group='West Coast' name=Ulm hidden: 0! 1!/narrow",
    ],
)
def test_the_usual_text_is_written_as_it_was_read(text: str) -> None:
    assert format_track(*parse_track(text)) == text


ends = st.sampled_from([0, 1, 2, 3, 4, 5, N0, N1, N2])
quotable = st.text(alphabet="ab c;:'=", min_size=1, max_size=6)
revenues = st.sampled_from([(("white", 0),), (("white", 30),), (("yellow", 0), ("gray", 50), ("diesel", 90))])
groups = st.lists(quotable, max_size=2).map(tuple)
cities = st.builds(Node, st.just("city"), revenues, st.integers(0, 3), groups, st.booleans(), st.just("") | quotable)
towns = st.builds(Node, st.just("town"), revenues, st.integers(0, 2), groups, st.booleans())
others = st.builds(Node, st.sampled_from(["halt", "offboard"]), revenues, st.just(0), groups, st.booleans())
tracks = st.lists(
    st.builds(Path, ends, ends, st.sampled_from(["broad", "narrow", "dual"]), st.booleans()),
    unique_by=lambda path: frozenset((path.a, path.b)),
    max_size=8,
)


@given(st.lists(cities | towns | others, min_size=3, max_size=4), tracks)
def test_what_is_written_reads_back_in_the_same_order(nodes: list[Node], tracks: list[Path]) -> None:
    paths = tuple(
        Path(path.b, path.a, path.gauge, path.terminal) if path.b < FIRST_NODE <= path.a else path
        for path in tracks
        if path.a != path.b
    )
    assert parse_track(format_track(nodes, paths)) == (tuple(nodes), paths)
