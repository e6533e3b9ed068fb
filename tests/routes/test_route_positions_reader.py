"""Position files: every form they may have is read, and what is not in the form is told with its place."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from open18xx.adapters.positions import Position, position_of, read_positions
from open18xx.routes import Fault, Reach, Route, Row, Score, score

BASE: dict[str, Any] = {
    "id": "T/1#2",
    "title": "T",
    "corporation": "X",
    "nodes": [
        {"id": 0, "hex": "A1", "kind": "city", "type": "city", "name": "Here", "revenue": 30, "own_token": True,
         "slots": 1, "tokens": ["X"], "blocked": False},
        {"id": 1, "hex": "B2", "kind": "town", "type": "town", "name": None, "revenue": 10, "blocked": False},
        {"id": 2, "hex": "C3", "kind": "offboard", "type": "offboard", "revenue": {"2": 40, "D": 80}, "blocked": True},
    ],
    "paths": [
        {"id": 0, "hex": "A1", "ends": [{"node": 0}, {"edge": "A1.0"}]},
        {"id": 1, "hex": "B2", "ends": [{"edge": "A1.0"}, {"node": 1}]},
        {"id": 2, "hex": "B2", "ends": [{"node": 1}, {"edge": "B2.0:0/2"}]},
        {"id": 3, "hex": "C3", "ends": [{"edge": "B2.0:0/2"}, {"junction": "C3:j0"}]},
        {"id": 4, "hex": "C3", "ends": [{"junction": "C3:j0"}, {"node": 2}]},
    ],
    "trains": [{"id": "2-0", "name": "2", "distance": 2, "metric": "stops"},
               {"id": "D-0", "name": "D", "distance": 999, "metric": "stops"}],
}  # fmt: skip
ALL_PATHS = ("0", "1", "2", "3", "4")


def changed(*steps: Any, to: Any) -> dict[str, Any]:
    """The base position with one thing put in place: keys and numbers that lead there, and the new value."""
    data = copy.deepcopy(BASE)
    at: Any = data
    for step in steps[:-1]:
        at = at[step]
    at[steps[-1]] = to
    return data


def reach(distance: Any, metric: str | None = "stops") -> Reach:
    train = {"id": "t", "name": "2", "distance": distance}
    return position_of(changed("trains", to=[train | ({} if metric is None else {"metric": metric})])).trains[0].reach


def earned(position: Position, train: str, *paths: str) -> int | Fault:
    outcome = score(position.network, position.trains, [Route(train, paths)], position.rules)
    return outcome.total if isinstance(outcome, Score) else outcome


# -- forms


def test_a_stop_pays_each_train_what_the_file_says_for_its_name():
    position = position_of(BASE)
    assert earned(position, "2-0", "0", "1") == 40
    assert earned(position, "D-0", *ALL_PATHS) == 120


def test_999_is_unlimited_and_99_is_99():
    assert reach(999).limit is None
    assert reach(1000).limit is None
    assert reach(99).limit == 99
    assert reach(4, None) == Reach("stops", 4)


@pytest.mark.parametrize(
    ("metric", "double"), [("hexes", None), ("hexes_narrow_double", "narrow"), ("hexes_broad_double", "broad")]
)
def test_a_hex_train_counts_hexsides_in_one_of_three_ways(metric: str, double: Any):
    """Rule 14."""
    assert reach(6, metric) == Reach("hex-edges", 6, double=double)
    assert reach(999, metric) == Reach("hex-edges", None, double=double)


def test_a_list_of_distances_may_leave_out_what_is_visited():
    """Rule 12: visit is pay unless the row says otherwise; the row's multiplier is in the values already."""
    rows = [{"nodes": ["city", "offboard"], "pay": 3, "visit": 5, "multiplier": 2}, {"nodes": ["town"], "pay": 99}]
    assert reach(rows) == Reach("rows", rows=(Row(("city", "offboard"), 3, 5), Row(("town",), 99, 99)))
    assert reach([{"nodes": ["halt"], "pay": 999, "visit": 999}]) == Reach("rows", rows=(Row(("halt",), 999, 999),))


def test_multipliers_are_in_the_values_already():
    doubling = {"id": "t", "name": "2", "distance": 3, "multiplier": 2}
    assert earned(position_of(changed("trains", to=[doubling])), "t", "0", "1") == 40


def test_a_list_of_distances_counts_the_word_that_a_stop_is_called_by():
    data = changed("nodes", 1, "type", to="halt")
    data["trains"] = [{"id": "t", "name": "2", "distance": [{"nodes": ["city"], "pay": 2}]}]
    assert earned(position_of(data), "t", "0", "1") == Fault("route-too-long", train="t", kind="halt", stops=1, limit=0)


def test_a_train_of_distance_1_is_local_and_may_be_called_so():
    """Rule 5."""
    local = {"id": "1-0", "name": "2", "distance": 1}
    run = {"train": "1-0", "revenue": 30, "plain_revenue": 30, "nodes": [0], "paths": []}
    position = position_of(changed("trains", to=[local]) | {"human_routes": [run]})
    outcome = score(position.network, position.trains, [human.route for human in position.human_routes])
    assert isinstance(outcome, Score) and outcome.total == 30
    assert not position_of(changed("trains", to=[local | {"local": False}])).trains[0].local
    assert position_of(changed("trains", 0, "local", to=True)).trains[0].local
    assert not position_of(changed("trains", 0, "local", to=None)).trains[0].local


def test_a_train_may_need_no_token_among_the_stops_paid():
    assert not position_of(changed("trains", 0, "requires_token", to=False)).trains[0].requires_token
    assert position_of(BASE).trains[0].requires_token


def test_ignored_paths_are_not_there():
    position = position_of(changed("paths", 1, "ignore", to=True))
    assert list(position.network.segments) == ["0", "2", "3", "4"]


def test_a_stop_may_cost_no_visit_and_be_optional():
    """1882: with no cost there is nothing to gain by leaving it out."""
    data = changed("nodes", 1, "visit_cost", to=0)
    data["nodes"][1]["route"] = "optional"
    data["nodes"][2]["revenue"] = 40
    position = position_of(data)
    assert position.network.stops["1"].cost == 0
    assert earned(position, "2-0", *ALL_PATHS) == 80


def test_groups_gauges_terminals_and_town_keys_are_read():
    data = changed("nodes", 1, "groups", to=["g"])
    data["paths"][1] |= {"track": "narrow", "terminal": True, "town_key": 1}
    position = position_of(data)
    segment = position.network.segments["1"]
    assert position.network.stops["1"].groups == ("g",)
    assert (segment.gauge, segment.terminal, segment.key) == ("narrow", True, "1")


def test_only_in_1849_may_a_chain_not_mix_gauges():
    """Rule 2."""
    data = changed("paths", 0, "track", to="narrow")
    data["paths"][0]["ends"] = [{"node": 0}, {"junction": "j"}]
    data["paths"][1] |= {"hex": "A1", "ends": [{"junction": "j"}, {"node": 1}]}
    assert earned(position_of(data), "2-0", "0", "1") == 40
    mixed = earned(position_of(data | {"title": "1849"}), "2-0", "0", "1")
    assert isinstance(mixed, Fault) and mixed.code == "gauge-change"


def test_an_off_board_is_blocked_unless_the_file_says_otherwise():
    """Rule 8."""
    data = copy.deepcopy(BASE)
    del data["nodes"][2]["blocked"]
    assert position_of(data).network.stops["2"].blocked
    assert not position_of(changed("nodes", 2, "blocked", to=False)).network.stops["2"].blocked


def test_positions_without_people_are_read():
    """As in the stress file."""
    position = position_of(BASE | {"synthetic_trains": True, "optimum": 150, "optimum_routes": []})
    assert (position.hooks, position.human_routes, position.plain, position.human_plain) == ((), (), None, None)
    assert (position.optimum, position.best_found) == (150, None)
    assert position_of(BASE | {"optimum": None, "best_found": 140}).best_found == 140


# -- faults


@pytest.mark.parametrize(
    ("steps", "value", "expected"),
    [
        (("nodes",), {}, "nodes: wanted a list, found {}"),
        (("nodes", 1), 7, "nodes[1]: wanted an object, found 7"),
        (("nodes", 1, "kind"), "village", 'nodes[1].kind: wanted one of city, town, halt, offboard, found "village"'),
        (("nodes", 1, "type"), ["town"], 'nodes[1].type: wanted one of city, town, halt, offboard, found ["town"]'),
        (("nodes", 1, "revenue"), -10, "nodes[1].revenue: wanted a number not below 0, found -10"),
        (("nodes", 1, "revenue"), True, "nodes[1].revenue: wanted a whole number, found true"),
        (("nodes", 1, "revenue"), 1.5, "nodes[1].revenue: wanted a whole number, found 1.5"),
        (("nodes", 1, "revenue"), None, "nodes[1]: revenue is missing"),
        (("nodes", 1, "revenue"), {"2": 10}, "nodes[1].revenue: wanted a value for trains named 'D'"),
        (("nodes", 2, "revenue", "D"), -1, "nodes[2].revenue.D: wanted a number not below 0, found -1"),
        (("nodes", 1, "visit_cost"), -1, "nodes[1].visit_cost: wanted a number not below 0, found -1"),
        (("nodes", 1, "blocked"), 1, "nodes[1].blocked: wanted true or false, found 1"),
        (("nodes", 1, "groups"), "g", 'nodes[1].groups: wanted a list, found "g"'),
        (("nodes", 1, "groups"), [1], "nodes[1].groups[0]: wanted text, found 1"),
        (("nodes", 1, "route"), "never", 'nodes[1].route: wanted one of mandatory, optional, found "never"'),
        (("nodes", 1, "id"), 0, "nodes[1].id: wanted an id that is not that of others of the nodes, found 0"),
        (("paths", 0, "ends"), [{"node": 0}], 'paths[0].ends: wanted a list of 2, found [{"node": 0}]'),
        (("paths", 0, "ends", 0), {"node": 9}, "paths[0].ends[0].node: wanted the id of one of the nodes, found 9"),
        (("paths", 0, "ends", 0), {"side": 9}, "paths[0].ends[0]: wanted one of node, edge and junction"),
        (("paths", 0, "ends", 0), {"node": 0, "edge": "A"}, "paths[0].ends[0]: wanted one of node, edge and junction"),
        (("paths", 0, "ends", 1, "edge"), 3, "paths[0].ends[1].edge: wanted text, found 3"),
        (("paths", 0, "track"), "wide", 'paths[0].track: wanted one of broad, narrow, dual, found "wide"'),
        (("paths", 0, "terminal"), 2, "paths[0].terminal: wanted true or false, found 2"),
        (("paths", 1, "id"), 0, "paths[1].id: wanted an id that is not that of others of the paths, found 0"),
        (("trains", 0, "distance"), -2, "trains[0].distance: wanted a number not below 0, found -2"),
        (("trains", 0, "distance"), True, "trains[0].distance: wanted a whole number, found true"),
        (("trains", 0, "distance"), [], "trains[0].distance: wanted a number, or a list that is not empty, found []"),
        (("trains", 0, "distance"), [{"nodes": ["city"]}], "trains[0].distance[0]: pay is missing"),
        (("trains", 0, "distance"), [{"nodes": ["port"], "pay": 1}], "trains[0].distance[0].nodes[0]: wanted one of"),
        (("trains", 0, "metric"), "miles", "trains[0].metric: wanted one of stops, hexes, hexes_narrow_double"),
        (("trains", 0, "multiplier"), 0, "trains[0].multiplier: wanted a number not below 1, found 0"),
        (("trains", 1, "id"), "2-0", "trains[1].id: wanted an id that is not that of others of the trains"),
        (("title",), None, "the position: title is missing"),
        (("optimum",), "150", 'optimum: wanted a whole number, found "150"'),
        (("human_routes",), [{}], "human_routes[0]: paths is missing"),
    ],
)  # fmt: skip
def test_what_is_not_in_the_form_is_told_with_its_place(steps: tuple[Any, ...], value: Any, expected: str):
    with pytest.raises(ValueError) as caught:
        position_of(changed(*steps, to=value))
    assert str(caught.value).startswith(expected)


def test_hexes_do_not_go_with_a_list_of_distances():
    with pytest.raises(ValueError, match=r"trains\[0\].metric: wanted stops, as the distance is a list of stops"):
        reach([{"nodes": ["city"], "pay": 3}], "hexes")


def test_routes_of_people_speak_of_trains_and_paths_that_are_there():
    run = {"train": "2-0", "revenue": 40, "plain_revenue": 40, "paths": [0, 1]}
    assert len(position_of(BASE | {"human_routes": [run]}).human_routes) == 1
    with pytest.raises(ValueError, match=r"human_routes\[0\].train: wanted the id of one of the trains"):
        position_of(BASE | {"human_routes": [run | {"train": "9"}]})
    with pytest.raises(ValueError, match=r"human_routes\[0\].paths\[1\]: wanted the id of one of the paths, found 9"):
        position_of(BASE | {"human_routes": [run | {"paths": [0, 9]}]})


def test_a_bad_line_is_told_by_file_and_number(tmp_path: Path):
    good = json.dumps(BASE)
    for text, expected in [
        ("[]", "bad.jsonl:3: the position: wanted an object, found []"),
        ("{", "bad.jsonl:3: Expecting property name"),
        ("[" * 100_000, "bad.jsonl:3: "),
        (good.replace('"nodes"', '"stops"'), "bad.jsonl:3: the position: nodes is missing"),
    ]:
        (tmp_path / "bad.jsonl").write_text(f"{good}\n\n{text}\n", encoding="utf-8")
        with pytest.raises(ValueError) as caught:
            list(read_positions(tmp_path / "bad.jsonl"))
        assert str(caught.value).startswith(expected)


def places(value: Any) -> list[tuple[Any, ...]]:
    """The ways to every part of a JSON value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [(key, *rest) for key, item in inside for rest in [(), *places(item)]]


anything = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 1000) | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


@settings(deadline=None, max_examples=150, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
@given(st.sampled_from(places(BASE)), anything)
def test_whatever_stands_anywhere_it_is_read_or_refused_with_a_reason(steps: tuple[Any, ...], value: Any):
    try:
        position_of(changed(*steps, to=value))
    except ValueError as error:
        assert str(error)
