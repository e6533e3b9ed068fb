"""Titles on top of titles: what an overlay says replaces, the rest stays, and faults point where they were written."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from open18xx.errors import UsageError
from open18xx.title.faults import checked
from open18xx.title.loader import check, load
from open18xx.title.overlay import parse_override
from open18xx_schemas import schema

if TYPE_CHECKING:
    from conftest import Folder

Faults = Callable[..., list[str]]

ON_1830 = 'extends = "title_1830"\n'

ONE_NUMBER = """
extends = "title_1830"

[bank]
cash = 9_000

[[corporations]]        # rows with an id merge by id: only the percentage changes
id = "PRR"
float_percent = 50

[rules.stock]
rebuy = "allowed"

[[players]]
players = 6
remove = true
"""


@pytest.fixture
def overlay(folder: Folder) -> Callable[[str], Path]:
    def write(text: str) -> Path:
        path = folder.path.parent / "overlay.toml"
        path.write_text(text, "utf-8")
        return path

    return write


def test_an_overlay_changes_what_it_says_and_nothing_else(overlay: Callable[[str], Path], folder: Folder) -> None:
    below, title = folder.load(), load(overlay(ONE_NUMBER))
    assert (title.bank, title.rules.stock.rebuy) == (9000, "allowed")
    assert title.corporations["PRR"].float_percent == 50
    assert title.corporations["PRR"].certificates == below.corporations["PRR"].certificates
    assert list(title.corporations) == list(below.corporations)
    assert title.setups.keys() == below.setups.keys() - {6}
    assert (title.map, title.tiles, title.trains) == (below.map, below.tiles, below.trains)
    assert title.content_hash != below.content_hash


def test_a_row_can_be_removed_with_all_that_speaks_of_it(overlay: Callable[[str], Path], faults_of: Faults) -> None:
    text = 'extends = "title_1830"\n[[corporations]]\nid = "B&M"\nremove = true\n'
    assert faults_of(overlay(text)) == ["map.toml:17:1: homes.B&M: there is no corporation 'B&M' (did you mean 'B&O'?)"]
    title = load(overlay(text + '[homes]\n"B&M" = { remove = true }\n'))
    assert "B&M" not in title.corporations and "B&M" not in title.map.homes


def test_a_new_row_is_added_at_the_end(overlay: Callable[[str], Path]) -> None:
    text = 'extends = "title_1830"\n[[trains]]\nid = "8"\nprice = 900\ncount = 1\nreach = { limit = 8 }\n'
    assert list(load(overlay(text)).trains) == ["2", "3", "4", "5", "6", "D", "8"]


def test_a_fault_in_an_overlay_points_into_the_overlay(overlay: Callable[[str], Path], faults_of: Faults) -> None:
    text = 'extends = "title_1830"\n[[trains]]\nid = "4"\nremove = true\n[[trains]]\nid = "5"\nprice = -1\n'
    faults = faults_of(overlay(text))
    assert "overlay.toml:7:9: trains[1].price: -1, wanted at least 0 (did you mean 1?)" in faults
    assert "trains.toml:8:12: trains[0].rusts_on: there is no train '4'" in faults
    assert "trains.toml:43:15: trains[5].discounts.4: there is no train '4'" in faults


def test_an_overlay_of_rules_points_into_its_table(overlay: Callable[[str], Path], faults_of: Faults) -> None:
    (fault,) = faults_of(overlay('extends = "title_1830"\n[rules.stock]\nrebuy = "alowed"\n'))
    assert fault.startswith("overlay.toml:3:9: rules.stock.rebuy: 'alowed', wanted never-this-round or allowed")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[bank]\ncash = 1", "overlay.toml:1:1: missing key 'extends', wanted: the title that this file changes"),
        ("extends = 5", "overlay.toml:1:11: extends: 5, wanted the title that this file changes"),
        ('extends = "1831"', "overlay.toml:1:11: extends: there is no title '1831'"),
        ('extends = "overlay.toml"', "overlay.toml:1:11: extends: 'overlay.toml' lies on itself"),
        ('extends = "title_1830"\nbanks = 1', "overlay.toml:2:1: banks: unknown key (did you mean 'bank'?)"),
        ('extends = "title_1830"\nrules = 1', "overlay.toml:2:9: rules: 1, wanted a table"),
        ('extends = "title_1830"\nbank = 1', "overlay.toml:2:8: bank: 1, wanted a table"),
        (
            'extends = "title_1830"\n[[trains]]\nid = "9"\nremove = true',
            "overlay.toml:2:1: trains[0]: nothing to remove",
        ),
        (
            'extends = "title_1830"\n[[trains]]\nid = "2"\nremove = 1',
            "overlay.toml:4:10: trains[0].remove: 1, wanted true",
        ),
        (
            'extends = "title_1830"\n[[trains]]\nid = "2"\nremove = true\nprice = 4',
            "overlay.toml:2:1: trains[0]: removed, and yet 'price' is said of it",
        ),
        ('extends = "title_1830"\n[map]\nreplace = "yes"', "overlay.toml:3:11: map.replace: 'yes', wanted true"),
        ("extends = ", "overlay.toml:1:11: no TOML"),
    ],
)
def test_a_mistake_in_an_overlay(overlay: Callable[[str], Path], text: str, fault: str, faults_of: Faults) -> None:
    assert any(found.startswith(fault) for found in faults_of(overlay(text))), faults_of(overlay(text))


def test_overlays_lie_on_overlays(overlay: Callable[[str], Path], folder: Folder) -> None:
    overlay(ONE_NUMBER)
    (folder.path.parent / "second.toml").write_text('extends = "overlay.toml"\n[bank]\ncash = 9001\n', "utf-8")
    title = load(folder.path.parent / "second.toml")
    assert (title.bank, title.rules.stock.rebuy) == (9001, "allowed")


def test_a_folder_can_extend_a_title_with_the_files_that_differ(
    folder: Folder, new_folder: Callable[[str], Folder]
) -> None:
    reprint = new_folder("reprint")
    reprint.write("title.toml", 'extends = "../title_1830"\nid = "reprint"\nname = "A reprint"\n')
    reprint.write("trains.toml", '[[trains]]\nid = "6"\ncount = 3\n')
    title = reprint.load()
    assert (title.id, title.trains["6"].count, title.trains["6"].price) == ("reprint", 3, 630)
    reprint.write("rules.toml", '[stock]\nrebuy = "sometimes"\n')
    (fault,) = reprint.faults()
    assert fault.startswith("rules.toml:2:9: stock.rebuy: 'sometimes'")


# --------------------------------------------------------------------------- a replaced map


NEW_MAP = """
extends = "title_1830"

[map]
replace = true

[hexes]
A1 = { color = "gray", track = "city 20 slots=8: 5" }
A3 = { track = "city" }
"""


def test_rules_keyed_to_hexes_do_not_survive_a_replaced_map(overlay: Callable[[str], Path], faults_of: Faults) -> None:
    # R23: what the map below said of hexes is gone, and whoever still speaks of them is told by name
    faults = faults_of(overlay(NEW_MAP))
    for id in ("PRR", "NYC", "CPR", "B&O", "C&O", "ERIE", "NYNH", "B&M"):
        assert any(f"{id} has no home" in fault for fault in faults)
    for id in ("SV", "CS", "DH", "MH", "CA", "BO"):
        assert any(f"the map names no hexes of {id}" in fault for fault in faults)
    assert not any("G15" in fault or "H12" in fault for fault in faults)


def test_a_replaced_map_loads_when_homes_and_abilities_are_said_again(overlay: Callable[[str], Path]) -> None:
    homes = "".join(f'"{id}" = "A1"\n' for id in ("PRR", "NYC", "CPR", "B&O", "C&O", "ERIE", "NYNH", "B&M"))
    privates = "".join(f'{id} = ["A3"]\n' for id in ("SV", "CS", "DH", "MH", "CA", "BO"))
    title = load(overlay(f"{NEW_MAP}\n[homes]\n{homes}\n[private_hexes]\n{privates}"))
    assert title.map.hexes.keys() == {"A1", "A3"}
    assert title.map.private_hexes["BO"] == ("A3",)
    assert title.map.orientation == "pointy"  # how hexes lie is not keyed to any of them


def test_a_map_that_is_not_replaced_is_added_to(overlay: Callable[[str], Path], folder: Folder) -> None:
    title = load(overlay('extends = "title_1830"\n[hexes.B20]\nname = "Burlington"\n'))
    assert title.map.hexes["B20"].name == "Burlington"
    assert title.map.hexes["B20"].tile == folder.load().map.hexes["B20"].tile


# --------------------------------------------------------------------------- single values


def test_single_values_are_set_by_dotted_path(folder: Folder) -> None:
    title = folder.load(
        overrides={
            "bank.cash": 9000,
            "trains.6.count": 3,
            "players.4.cash": 500,
            "rules.stock.rebuy": "allowed",
            "rules.limits.privates_count": False,
            "hexes.B18.terrain": [],
            "privates.DH.abilities.1.token_price": 40,
            "market.right_edge": "stay",
        }
    )
    assert (title.bank, title.trains["6"].count, title.setups[4].cash) == (9000, 3, 500)
    assert (title.rules.stock.rebuy, title.rules.limits.privates_count) == ("allowed", False)
    assert title.map.hexes["B18"].terrain == ()
    assert title.privates["DH"].abilities[1].token_price == 40
    assert title.market.right_edge == "stay"


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        ("bank.cash", -1, "--set: bank.cash: -1, wanted at least 1 (did you mean 1?)"),
        ("bank.cash", None, "--set: bank.cash: a NoneType, wanted"),
        ("banks.cash", 1, "--set: banks.cash: no such path: 'banks' (did you mean 'bank'?)"),
        ("trains.7.count", 1, "--set: trains.7.count: 'trains.7.count' leads nowhere: no '7' there"),
        ("trains.6", 1, "--set: trains.6: 'trains.6' leads nowhere"),
        ("rules", 1, "--set: rules: 'rules' is a whole file"),
        ("rules.stock.next_order", "by-shoe-size", "--set: rules.stock.next_order: 'by-shoe-size', wanted"),
        (
            "rules.trains.supply",
            "all-open",
            "--set: rules.trains.supply: 'all-open' is known but not implemented",
        ),
        ("", 1, "--set: "),
        ("..", 1, "--set: "),
    ],
)
def test_a_value_that_does_not_fit_is_told(folder: Folder, path: str, value: object, fault: str) -> None:
    faults = folder.faults(overrides={path: value})
    assert any(found.startswith(fault) for found in faults), faults


def test_a_value_on_the_command_line_is_toml_or_plain_text() -> None:
    assert parse_override("bank.cash=9000") == ("bank.cash", 9000)
    assert parse_override('rules.stock.rebuy = "allowed"') == ("rules.stock.rebuy", "allowed")
    assert parse_override("rules.stock.rebuy=allowed") == ("rules.stock.rebuy", "allowed")
    assert parse_override("corporations.PRR.tokens=[0, 40]") == ("corporations.PRR.tokens", [0, 40])
    for text in ("bank.cash", "=3", ""):
        with pytest.raises(UsageError):
            parse_override(text)


def test_an_empty_table_that_takes_nothing_away_is_warned_of(overlay: Callable[[str], Path], folder: Folder) -> None:
    report = check(overlay(f"{ON_1830}[hexes]\nB16 = {{}}\n"))
    assert report.title is not None and report.title.map == folder.load().map
    (warning,) = report.warnings
    assert (warning.line, warning.column, warning.path) == (3, 7, "hexes.B16")
    assert "all that the title below says stays; to drop it: remove = true" in warning.message
    assert check(overlay(f"{ON_1830}[hexes]\nB12 = {{}}\n")).warnings == ()  # nothing is said of it below either


def test_the_schema_for_editors_accepts_these_overlays() -> None:
    for text in (ONE_NUMBER, NEW_MAP):
        assert checked(schema("overlay"), tomllib.loads(text))[1] == []
    wrong = {"extends": "1830", "rules": {"stock": {"rebuy": "alowed"}}, "banks": {}}
    assert len(checked(schema("overlay"), wrong)[1]) == 2
