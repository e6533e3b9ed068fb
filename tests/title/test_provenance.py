"""Where values come from: every value of a title that says it of one, the longest path first, overlays too."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from open18xx.cli.main import main
from open18xx.title.loader import load, provenance_of
from open18xx.title.provenance import Row, Value

if TYPE_CHECKING:
    from conftest import Folder

Faults = Callable[..., list[str]]
FILES = ("title", "map", "tiles", "market", "corporations", "privates", "trains", "phases", "rounds", "rules")
SEED = '\n[provenance]\n"" = { from = "seed", rule = "R-1" }\n'


@pytest.fixture
def told(folder: Folder) -> Folder:
    """A copy of 1830 of which every file says that it was all in the rules."""
    for file in FILES:
        path = folder.path / f"{file}.toml"
        path.write_text(path.read_text("utf-8") + SEED, "utf-8")
    return folder


def by_path(path: Path, **how: object) -> dict[str, Value]:
    return {value.path: value for value in provenance_of(path, **how)}  # type: ignore[arg-type]


def test_a_title_that_says_nothing_has_no_provenance(folder: Folder) -> None:
    assert provenance_of(folder.path) == ()


def test_a_row_for_the_whole_file_speaks_for_every_value_in_it(told: Folder) -> None:
    found = by_path(told.path)
    assert {value.row for value in found.values()} == {Row("seed", ("R-1",))}
    price = found["trains.2.price"]
    assert (price.value, price.file.rpartition("/")[2], price.line) == (80, "trains.toml", 5)
    assert found["rules.end.triggers.1.on"].value == "bank"


def test_the_longest_path_to_a_value_speaks_for_it(told: Folder) -> None:
    rows = '"trains" = { from = "prototype", rule = ["R-2", "R-3"], why = "an old text" }\n'
    rows += '"trains.2.price" = { from = "assumed", rule = "R-4", why = "nobody says", ask = "How much?" }\n'
    found = by_path(told.change("trains", '"" = { from = "seed", rule = "R-1" }\n', rows).path)
    assert found["trains.2.price"].row == Row("assumed", ("R-4",), "nobody says", "How much?")
    assert found["trains.2.count"].row == found["trains.3.price"].row == Row("prototype", ("R-2", "R-3"), "an old text")


def test_a_list_is_one_value_unless_something_else_is_told_of_a_part_of_it(told: Folder) -> None:
    assert by_path(told.path)["rounds.stock.steps"].value[0] == "sell-certificates"
    row = '"rounds.stock.steps.0" = { from = "assumed", rule = "R-5", why = "sales come first" }\n'
    told.change("rounds", "[provenance]\n", "[provenance]\n" + row)
    found = by_path(told.path)
    assert found["rounds.stock.steps.0"].row.origin == "assumed" and found["rounds.stock.steps.1"].row.origin == "seed"


def test_a_value_of_which_nothing_is_said_is_a_fault_if_others_say_something(told: Folder, faults_of: Faults) -> None:
    assert faults_of(told.change("phases", SEED, "").path) == [
        "phases.toml:3:1: phases: nothing is said of where this comes from, wanted a row of [provenance]"
    ]
    told.write("phases.toml", (told.path / "phases.toml").read_text("utf-8") + SEED)
    told.change("trains", '"" =', '"trains.2" =')
    (first, *more) = faults_of(told.path)
    assert first.startswith("trains.toml:10:1: trains[1]: nothing is said of where this comes from")
    assert len(more) == len(load(told.change("trains", '"trains.2" =', '"" =').path).trains) - 2


def test_a_path_that_leads_nowhere_is_a_fault_with_a_hint(told: Folder, faults_of: Faults) -> None:
    row = '"trains.2.prise" = { from = "seed", rule = "R-1" }\n'
    (fault,) = faults_of(told.change("trains", "[provenance]\n", "[provenance]\n" + row).path)
    assert fault.endswith("'trains.2.prise' leads nowhere: no 'prise' there (did you mean 'price'?)")


def test_whatever_is_no_seed_says_why(told: Folder, faults_of: Faults) -> None:
    (fault,) = faults_of(told.change("trains", 'from = "seed"', 'from = "assumed"').path)
    assert fault.partition(": ")[2] == "provenance.\"\".from: 'assumed' without a reason, wanted why = \"…\""


def test_a_wrong_word_is_a_fault_with_its_place(told: Folder, faults_of: Faults) -> None:
    (fault, *_) = faults_of(told.change("trains", 'from = "seed"', 'from = "sead"').path)
    assert "trains.toml:" in fault and "'sead', wanted seed, inferred, prototype, site or assumed" in fault


def test_provenance_changes_no_game(told: Folder, title_1830: Path) -> None:
    assert load(told.path).content_hash == load(title_1830).content_hash


# --------------------------------------------------------------------------- overlays, options, single values


def test_a_value_that_an_overlay_changes_counts_as_assumed_by_it(told: Folder) -> None:
    path = told.path.parent / "overlay.toml"
    path.write_text('extends = "title_1830"\n[[trains]]\nid = "2"\nprice = 90\n', "utf-8")
    found = by_path(path)
    price = found["trains.2.price"]
    assert (price.value, price.row.origin, price.line) == (90, "assumed", 4)
    assert "overlay.toml" in price.row.why
    assert found["trains.2.count"].row.origin == "seed"


def test_an_overlay_may_say_where_its_own_values_come_from(told: Folder, faults_of: Faults) -> None:
    path = told.path.parent / "overlay.toml"
    text = 'extends = "title_1830"\n[rules.stock]\nrebuy = "allowed"\n[[trains]]\nid = "2"\nprice = 90\n[provenance]\n'
    text += '"trains.2.price" = { from = "seed", rule = "R-9" }\n'
    path.write_text(text + '"rules.stock.rebuy" = { from = "site", rule = "R-8", why = "from a site" }\n', "utf-8")
    found = by_path(path)
    assert found["trains.2.price"].row == Row("seed", ("R-9",))
    assert found["rules.stock.rebuy"].row == Row("site", ("R-8",), "from a site")
    path.write_text(text + '[rules.provenance]\n"stock" = { from = "seed", rule = "R-7" }\n', "utf-8")
    assert by_path(path)["rules.stock.rebuy"].row == Row("seed", ("R-7",))
    path.write_text(text.replace('"trains.2.price"', '"trains.3.price"'), "utf-8")
    assert "no '3' there" in faults_of(path)[0]


def test_an_option_that_is_switched_on_brings_its_own_provenance(told: Folder) -> None:
    row = '"options" = { from = "assumed", rule = "R-6", why = "optional" }\n'
    told.change("title", "[provenance]\n", "[provenance]\n" + row)
    found = by_path(told.path, options=["optional-6-train"])
    assert found["trains.6.count"].row == Row("assumed", ("R-6",), "optional")
    assert found["trains.6.count"].file.endswith("title.toml")


def test_a_value_set_on_the_command_line_is_assumed(told: Folder) -> None:
    value = by_path(told.path, overrides={"bank.cash": 9000})["bank.cash"]
    assert (value.value, value.row.origin, value.row.rules, value.file) == (9000, "assumed", (), "--set")


# --------------------------------------------------------------------------- the command


def test_the_command_lists_what_is_no_seed_and_asks_each_question_once(
    told: Folder, capsys: pytest.CaptureFixture[str]
) -> None:
    row = '"trains" = { from = "assumed", rule = "R-4", why = "nobody says", ask = "Which trains?" }\n'
    told.change("trains", '"" = { from = "seed", rule = "R-1" }\n', row)
    assert main(["provenance", str(told.path)]) == 0
    out = capsys.readouterr().out
    assert "trains.toml:5: trains.2.price = 80; R-4: nobody says" in out
    assert out.count("Which trains?") == 1 and "Questions to the designer (1)" in out
    assert "bank.cash" not in out
    assert main(["provenance", str(told.path), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    price = next(row for row in rows if row["path"] == "trains.2.price")
    assert (price["from"], price["rules"], price["value"], price["line"]) == ("assumed", ["R-4"], 80, 5)


def test_the_command_says_when_a_title_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["provenance", "1889"]) == 0
    assert "do not say where their values come from" in capsys.readouterr().out


def test_a_value_that_a_command_adds_needs_no_row_and_counts_as_assumed() -> None:
    changes = {"rules.trade.consent": "asked"}
    assert load("old-prince-1871", overrides=changes).rules.trade.consent == "asked"
    values = {value.path: value for value in provenance_of("old-prince-1871", overrides=changes)}
    assert values["rules.trade.consent"].row.origin == "assumed"
