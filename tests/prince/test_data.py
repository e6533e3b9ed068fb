"""The files of The Old Prince 1871: sound, every value with its origin, what the site does differently in one file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

import pytest

from open18xx import new_game
from open18xx.bots.random_bot import RandomBot
from open18xx.cli.main import main
from open18xx.errors import TitleError
from open18xx.play.audit import faults
from open18xx.title.loader import check, load, provenance_of
from open18xx.title.model import Title

from .conftest import OVERLAY
from .rules import provenance


@pytest.fixture(params=["title", "overlay"])
def file(request: pytest.FixtureRequest, folder: Path) -> Path:
    return folder if request.param == "title" else OVERLAY


def test_the_title_and_its_overlay_are_sound_and_nothing_in_them_is_odd(file: Path) -> None:
    report = check(file)
    assert (report.faults, report.warnings) == ((), ())


def test_the_overlay_is_found_by_the_name_of_the_site_and_by_its_file(overlay: Title) -> None:
    found = load("old-prince-1871", overlay="18xx.games")
    assert found.content_hash == overlay.content_hash != load("old-prince-1871").content_hash


def test_the_overlay_has_an_id_by_which_it_is_found_too(overlay: Title) -> None:
    assert load("old-prince-1871-as-on-18xx-games") == overlay


# --------------------------------------------------------------------------- provenance


def test_every_value_says_where_it_comes_from_by_a_statement_of_the_page(file: Path) -> None:
    values, known = provenance_of(file), provenance()
    assert len(values) > 1000
    for value in values:
        assert value.row.rules and set(value.row.rules) <= known.keys(), value
        assert value.row.origin in ("seed", "inferred", "site", "assumed"), value
        assert value.row.origin == "seed" or value.row.why, value
        assert value.line > 0, value


def test_what_is_said_to_be_seed_cites_a_statement_that_is_a_rule(folder: Path) -> None:
    known = provenance()
    for value in provenance_of(folder):
        if value.row.origin == "seed":
            assert any("seed" in known[rule] for rule in value.row.rules), value


def test_whatever_the_overlay_says_comes_from_the_site_but_its_name() -> None:
    own = [value for value in provenance_of(OVERLAY) if value.file.endswith(OVERLAY.name)]
    assert {value.row.origin for value in own if value.path not in ("id", "name")} == {"site"}
    assert {value.path for value in own} > {"rules.emergency.corporation_sells_first", "trains.4+.on_first"}


def test_the_command_lists_what_the_page_does_not_say_and_asks(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["provenance", "old-prince-1871"]) == 0
    out = capsys.readouterr().out
    assert re.search(r'rules\.toml:\d+: rules\.stock\.rebuy = "never-this-round"; O-011: ', out)
    assert not re.search(r"trains\.2H\.price =", out), "the page states the price"
    assert "how do the two packs of numbered cards" in out.partition("Questions to the designer")[2].lower()
    assert main(["provenance", "old-prince-1871", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert any(row["path"] == "trains.4+.on_first" and row["from"] == "seed" and row["ask"] for row in rows)


# --------------------------------------------------------------------------- one number


def test_one_number_changed_changes_that_number_and_nothing_else(title: Title, tmp_path: Path) -> None:
    path = tmp_path / "overlay.toml"
    path.write_text('extends = "old-prince-1871"\n[[trains]]\nid = "2H"\nprice = 90\n', "utf-8")
    other = load(path)
    assert other.trains == {**title.trains, "2H": replace(title.trains["2H"], price=90)}
    for field in fields(Title):
        if field.name not in ("trains", "content_hash"):
            assert getattr(other, field.name) == getattr(title, field.name), field.name


# --------------------------------------------------------------------------- mistakes


MISTAKES = [
    ("corporations", 'group = "railways"\ncell = [1, 1]', 'group = "railway"\ncell = [1, 1]',
     "roles[0].group: there is no group of corporations 'railway' (did you mean 'railways'?)"),
    ("corporations", "cell = [2, 1]", "cell = [2, 11]", "roles[1].cell: there is no cell at row 2, column 11"),
    ("corporations", "reserved = 3", "reserved = 9", "roles[1].reserved: 9 certificates of 9, wanted fewer"),
    ("corporations", 'controlled_by = "UB"', 'controlled_by = "UP"',
     "actors[0].controlled_by: there is no private 'UP'"),
    ("corporations", '"@banked/8"', '"@banket/8"', "'@banket/8'"),
    ("privates", 'right_to = "So"', 'right_to = "Soo"', "right_to: there is no corporation 'Soo' (did you mean 'So'?)"),
    ("privates", 'owner = "PEIR"', 'owner = "PIER"', "owner: there is no corporation 'PIER' (did you mean 'PEIR'?)"),
    ("privates", 'not_for = ["PEIR"]', 'not_for = ["PIER"]', "there is no corporation 'PIER' (did you mean 'PEIR'?)"),
    ("privates", 'corporations = ["@shortline"]', 'corporations = ["@shortlin"]', "(did you mean '@shortline'?)"),
    ("privates", 'excluded = ["@mainline"', 'excluded = ["@mainlin"', "(did you mean '@mainline'?)"),
    ("privates", 'tiles = ["9"]', 'tiles = ["999"]', "there is no tile in this title '999'"),
    ("market", 'par_until = "5H"', 'par_until = "5h"', "there is no train '5h' (did you mean '5H'?)"),
    ("rules", 'group = "branches"', 'group = "branch"',
     "split.group: there is no group of corporations 'branch' (did you mean 'branches'?)"),
    ("rules", "tranches = [2, 1, 2, 3]", "tranches = [1, 2, 2, 3]",
     "corporations.tranches[0]: 1 in the first, and 2 roles stand in the market from the start"),
    ("corporations", 'id = "banked"\ngroup = "railways"', 'id = "banked"\ngroup = "shadow"\nreserved = 1\n'
     '[[roles]]\nid = "second"\ngroup = "shadow"', "roles[3].group: 2 roles for 1 corporations of the group 'shadow'"),
    ("corporations", "cell = [1, 1]  ", "# cell  ",
     "roles[0].launched: launched, and no cell in the market, wanted its place there"),
    ("corporations", 'id = "shortline"', 'id = "mainline"', "roles[1].id: a second 'mainline', wanted every id once"),
    ("corporations", 'id = "Union Bank"', 'id = "PEIR"', "actors[0].id: no actor can be called 'PEIR'"),
    ("privates", 'right_to = "So"\n', "",
     "corporations[0].started_by: holder, and no private says right_to = 'So'"),
    ("corporations", 'started_by = "nobody"                  # by a split', 'started_by = "anyone"',
     "started_by: anyone, and rules.split makes the corporations of 'branches'; wanted nobody"),
    ("corporations", 'started_by = "holder"', 'capital = "as-sold"\nstarted_by = "holder"',
     "corporations[0].capital: as-sold, and no split makes So; wanted full"),
    ("rounds", '"split-par", ', "", "rounds[1].steps: split-par is missing, and rules.split.group is named"),
    ("rules", 'group = "branches"', 'group = ""', "steps[3]: split-corporation, and rules.split.group is not named"),
    ("market", "par = true\npar_until = \"5H\"", "par_until = \"5H\"",
     "zones.a.par_until: '5H', and par = false; wanted par = true"),
    ("privates", 'right_to = "A"', 'right_to = "So"', "right_to: the right to So goes with the private"),
    ("privates", 'right_to = "So"\n', "", "'PEIR/@' has the number of a right, and right_to is not said"),
    ("privates", 'kind = "buy-train"\nholder = "corporation"', 'kind = "buy-train"\nholder = "player"',
     "holder: player, and trains are bought by corporations, wanted corporation"),
    ("privates", 'kind = "buy-train"\nholder = "corporation"\nwindows = ["own-operating-turn"]',
     'kind = "buy-train"\nwindows = ["any-time"]', "windows: 'any-time' for buy-train, wanted own-operating-turn"),
    ("corporations", 'id = "banked"\n', 'id = "banked"\nhome = true\n',
     "roles[2].home: home, and no cell in the market, wanted its place there"),
    ("corporations", 'group = "railways"\ncell = [1, 1]', 'group = "branches"\ncell = [1, 1]',
     ".tokens: 5 tokens, and 6 rights are dealt"),
    ("corporations", 'id = "So"\n', 'id = "So"\npriced = false\n', "right_to: So has no home, or no price"),
    ("corporations", 'capital = "as-sold"\ncertificates = [\n  { percent = 20, president = true },\n'
     '  { percent = 10, count = 8 }', 'certificates = [\n  { percent = 40, president = true },\n'
     '  { percent = 20, count = 3 }', "certificates of 10 %, 20 %, and a split gives one for one"),
    ("corporations", "certificates = [{ percent = 20, count = 5 }]",
     "certificates = [{ percent = 20, president = true }, { percent = 20, count = 4 }]",
     "the president's certificate of PEIR, and started_by = nobody"),
    ("title", '= "as-on-18xx-games.toml"', '= "as-on-18xx-game.toml"',
     "there is no file 'as-on-18xx-game.toml' (did you mean 'as-on-18xx-games.toml'?)"),
]  # fmt: skip


@pytest.fixture
def changed(folder: Path, tmp_path: Path) -> Callable[[str, str, str], Path]:
    """A copy of the title in which, in FILE.toml, the first text is replaced by the second."""

    def copy(file: str, old: str, new: str) -> Path:
        target = tmp_path / folder.name
        target.mkdir()
        for path in [*folder.glob("*.toml"), *folder.glob("*.py")]:
            (target / path.name).write_text(path.read_text("utf-8"), "utf-8")
        path = target / f"{file}.toml"
        text = path.read_text("utf-8")
        assert old in text, f"{file}.toml has no {old!r}"
        path.write_text(text.replace(old, new, 1), "utf-8")
        return target

    return copy


@pytest.mark.parametrize(("file", "old", "new", "fault"), MISTAKES, ids=[row[2] for row in MISTAKES])
def test_a_mistake_is_told_with_place_and_hint(
    file: str, old: str, new: str, fault: str, changed: Callable[[str, str, str], Path]
) -> None:
    with pytest.raises(TitleError) as caught:
        load(changed(file, old, new))
    assert fault in str(caught.value)
    assert re.search(r"\.toml:\d+:\d+: ", str(caught.value))


def test_railways_may_have_no_president_s_certificate_and_are_led_by_who_holds_most(tmp_path: Path) -> None:
    path = tmp_path / "overlay.toml"
    plain = "certificates = [{ percent = 10, count = 10 }]"
    rows = "".join(f'[[corporations]]\nid = "{id}"\n{plain}\n' for id in ("So", "A", "MS", "MR", "S", "Gt", "C"))
    path.write_text(f'extends = "old-prince-1871"\n{rows}', "utf-8")
    game, bot = new_game(load(path), ["ann", "bob", "cay", "dan"], seed=1), RandomBot(1)
    while not game.is_over and game.length < 620:
        before = game.state
        game.play(bot.choose(game))
        assert not faults(game.table, before)
    assert set(game.state.starts) & {"CB", "SB", "MB", "BB", "WB", "HRB"}, "a split was among the actions"
