"""What the files say of reaches and bonuses: what comes out of them, and every mistake told at its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from open18xx.plugins.manager import load_hooks, load_plugin
from open18xx.title.loader import load
from open18xx.title.model import UNLIMITED, Reach, ReachRow, RouteBonus

if TYPE_CHECKING:
    from conftest import Folder

BONUS = """
[[bonuses]]
id = "east-west"
amount = 100
places = [["E19", "G19.1"], ["A9"]]
"""


def with_bonus(folder: Folder, text: str = BONUS) -> Folder:
    path = folder.path / "map.toml"
    path.write_text(path.read_text("utf-8") + text, "utf-8")
    return folder


def test_a_bonus_says_no_more_than_its_money_and_its_places(folder: Folder) -> None:
    (bonus,) = with_bonus(folder).load().map.bonuses
    assert bonus == RouteBonus("east-west", 100, (("E19", "G19.1"), ("A9",)))


def test_a_bonus_can_change_a_game_and_so_it_changes_the_content_hash(folder: Folder) -> None:
    plain = folder.load().content_hash
    assert with_bonus(folder).load().content_hash != plain


def test_bonuses_merge_by_id_and_go_with_the_map(folder: Folder) -> None:
    with_bonus(folder)
    path = folder.path.parent / "over.toml"
    path.write_text('extends = "title_1830"\n[[bonuses]]\nid = "east-west"\namount = 80\n', "utf-8")
    assert [bonus.amount for bonus in load(path).map.bonuses] == [80]
    path.write_text('extends = "title_1830"\n[[bonuses]]\nid = "east-west"\nremove = true\n', "utf-8")
    assert load(path).map.bonuses == ()


def test_a_replaced_map_inherits_no_bonus(folder: Folder) -> None:
    with_bonus(folder)
    valley = (Path(__file__).parents[1] / "rules" / "titles" / "valley.toml").read_text("utf-8")
    path = folder.path.parent / "valley.toml"
    path.write_text(valley.replace('extends = "1830"', 'extends = "title_1830"'), "utf-8")
    assert load(path).map.bonuses == ()


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"A9"', '"A8"', "places[1][0]: there is no hex 'A8'"),
        ('"A9"', '"A99"', "places[1][0]: there is no hex 'A99' (did you mean 'A9'?)"),
        ('"A9"', '"A9.1"', "places[1][0]: stop 1 of A9, which has at most 1; they count from 0"),
        ("G19.1", "G19.2", "places[0][1]: stop 2 of G19, which has at most 2; they count from 0"),
        ("G19.1", "G19.01", "'G19.01', wanted a hex such as K12, or a stop such as K12.1"),
        ('"E19", ', '"E19", "E19", ', "places[0][1]: 'E19' stands here twice"),
        (', ["A9"]', ", []", "places[1]: 0 entries, wanted at least 1"),
        ('[["E19", "G19.1"], ["A9"]]', "[]", "places: 0 entries, wanted at least 1"),
        ("amount = 100", "amount = 0", "amount: 0, wanted at least 1"),
        ("amount = 100", 'amount = 100\nscope = "visit"', "places: 2 places, and scope = visit; wanted one place"),
        ("amount = 100", 'amount = 100\nscope = "company"', "scope: 'company', wanted visit, route or corporation"),
        ("amount = 100", 'amount = 100\ntrains = ["33"]', "trains[0]: there is no train '33' (did you mean '3'?)"),
        ("amount = 100", 'amount = 100\ncorporations = ["PPR"]', "corporations[0]: there is no corporation 'PPR'"),
        ("amount = 100", 'amount = 100\nphases = ["9"]', "phases[0]: there is no phase '9'"),
        ("amount = 100", 'amount = 100\nphase = ["3"]', "phase: unknown key (did you mean 'phases'?)"),
        ("[[bonuses]]", BONUS + "[[bonuses]]", "bonuses[1].id: a second 'east-west', wanted every id once"),
    ],
)
def test_a_mistake_in_a_bonus_is_told_with_its_place(folder: Folder, old: str, new: str, fault: str) -> None:
    assert old in BONUS
    faults = with_bonus(folder, BONUS.replace(old, new, 1)).faults()
    found = [each for each in faults if fault in each]
    assert found, faults
    file, line, column, _ = found[0].split(":", 3)
    text = (folder.path / file).read_text("utf-8").splitlines()
    assert int(line) > len(text) - 14 and 0 < int(column) <= len(text[int(line) - 1]) + 1


def test_a_stop_that_only_a_tile_brings_may_be_named(folder: Folder) -> None:
    assert with_bonus(folder, BONUS.replace('"A9"', '"E5.1"')).faults() == []  # two cities come with a tile


def test_what_is_only_half_there_is_one_fault(folder: Folder) -> None:
    assert len(with_bonus(folder, BONUS.replace("id = ", "name = ")).faults()) == 2  # an unknown key, and no id


# --------------------------------------------------------------------------- reaches


def reach(folder: Folder, text: str) -> Reach:
    return folder.change("trains", "reach = { limit = 2 }", f"reach = {text}").load().trains["2"].reach


def test_a_reach_of_a_number_is_so_many_stops(folder: Folder) -> None:
    assert folder.load().trains["2"].reach == Reach("stops", 2)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('{ limit = "unlimited" }', Reach("stops", UNLIMITED)),
        ('{ count = "plus", limit = 3, plus = 2 }', Reach("plus", 3, 2)),
        ("{ limit = 5, pays = 2 }", Reach("stops", 5, pays=2)),
        ('{ count = "hexes", limit = 6, double = "narrow" }', Reach("hexes", 6, double="narrow")),
        (
            '[{ kinds = ["city"], pay = 2, visit = "unlimited" },'
            ' { kinds = ["town", "halt"], pay = 3, multiplier = 2 }]',
            Reach(
                "rows",
                UNLIMITED,
                rows=(ReachRow(("city",), 2, UNLIMITED), ReachRow(("town", "halt"), 3, 3, 2)),
            ),
        ),
    ],
)
def test_a_reach_is_read_as_it_is_written(folder: Folder, text: str, wanted: Reach) -> None:
    assert reach(folder, text) == wanted


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "{ limit = 2, plus = 1 }",
            "trains.toml:7:29: trains[0].reach.plus: plus, and count = stops; wanted count = plus",
        ),
        ('{ limit = "unlimited", count = "plus" }', "trains[0].reach.limit: unlimited, and count = plus"),
        ('{ limit = 2, double = "broad" }', "double, and count = stops; wanted count = hexes or hex-edges"),
        ('{ count = "stops" }', "trains[0].reach: missing key 'limit', wanted: How many of them"),
        ("{ limit = 2, free = [] }", "trains[0].reach.free: unknown key"),
        ("[]", "trains[0].reach: 0 entries, wanted at least 1"),
        (
            '[{ kinds = ["citty"], pay = 2 }]',
            "trains[0].reach[0].kinds[0]: 'citty', wanted city, town, halt or offboard",
        ),
        ('[{ kinds = ["city"] }]', "trains[0].reach[0]: missing key 'pay'"),
        ('[{ kinds = ["city"], pay = 2, visit = "all" }]', "trains[0].reach[0].visit: 'all', wanted"),
        ("2", "trains[0].reach: 2, wanted a table or a list"),
    ],
)
def test_a_mistake_in_a_reach_is_told_with_its_place(folder: Folder, text: str, fault: str) -> None:
    faults = folder.change("trains", "reach = { limit = 2 }", f"reach = {text}").faults()
    assert any(fault in each for each in faults), faults


def test_a_route_of_one_stop_is_a_matter_of_trains_and_not_of_min_stops(folder: Folder) -> None:
    folder.change("rules", "[track]", "[routes]\nmin_stops = 1\n\n[track]")
    (fault,) = folder.faults()
    assert "routes.min_stops: 1, wanted at least 2" in fault


def test_a_train_that_an_overlay_shortens_keeps_the_rest_of_its_reach(folder: Folder) -> None:
    reach(folder, "{ limit = 5, pays = 2 }")
    path = folder.path.parent / "over.toml"
    path.write_text('extends = "title_1830"\n[[trains]]\nid = "2"\nreach.limit = 4\n', "utf-8")
    assert load(path).trains["2"].reach == Reach("stops", 4, pays=2)


# --------------------------------------------------------------------------- hooks

PLUGIN = '''
"""A title whose routes earn what only code can say."""

from open18xx.plugins.hookspecs import hookimpl
from open18xx.routes import Bonus

OPEN18XX_PLUGIN_API = 1


@hookimpl
def route_bonuses(table):
    return [Bonus("marker", 10, (frozenset({"E19.0"}),), "visit")]


@hookimpl
def train_calls(train_type):
    return {"E19.0": "end"} if train_type == "D" else {}


@hookimpl
def train_apart(corporation):
    return [{"E19.0", "H12.0"}]


@hookimpl
def route_value(run):
    return len(run.visited)


@hookimpl
def route_value_most():
    return None


@hookimpl
def set_value(runs, corporation):
    return 5 * len(runs)


@hookimpl
def set_value_most(table):
    return 20
'''


@pytest.fixture
def plugged(folder: Folder) -> Callable[[str], Folder]:
    load_plugin.cache_clear()
    return lambda code: folder.write("__init__.py", code)


def test_hooks_of_routes_are_plain_functions_and_may_leave_out_arguments(plugged: Callable[[str], Folder]) -> None:
    hooks = load_hooks(plugged(PLUGIN).load())
    table: None = None
    ((bonuses,), (calls,), (apart,)) = hooks.route_bonuses, hooks.train_calls, hooks.train_apart
    assert [bonus.amount for bonus in bonuses(table, "PRR")] == [10]  # type: ignore[arg-type]
    assert calls(table, "PRR", "D") == {"E19.0": "end"}  # type: ignore[arg-type]
    assert apart(table, "PRR", "D") == [{"E19.0", "H12.0"}]  # type: ignore[arg-type]
    ((most,), (of_set,), (bound,)) = hooks.route_value_most, hooks.set_value, hooks.set_value_most
    assert (most(table, "PRR"), of_set(table, "PRR", ()), bound(table, "PRR")) == (None, 0, 20)  # type: ignore[arg-type]
    assert len(hooks.route_value) == 1


def test_a_hook_of_routes_that_is_misspelt_is_told(plugged: Callable[[str], Folder]) -> None:
    faults = plugged(PLUGIN.replace("def train_apart(", "def trains_apart(")).faults()
    assert any("trains_apart is no hook (did you mean 'train_apart'?)" in fault for fault in faults)
