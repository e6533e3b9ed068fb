"""What only the plugin can know is wrong is told as everything else is, and so is a plugin that fails."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from open18xx.cli.main import main
from open18xx.errors import TitleError
from open18xx.plugins.manager import PluginError, blamed, load_plugin
from open18xx.title.loader import check, load

if TYPE_CHECKING:
    from conftest import Folder

PLUGIN = '''
"""A title that checks its own data."""

from open18xx.plugins.hookspecs import hookimpl

OPEN18XX_PLUGIN_API = 1


@hookimpl
def check(title):
    if title.bank > 12_000:
        yield "bank.cash", f"{title.bank}, wanted at most 12000"
    if len(title.corporations["PRR"].certificates) != 9:
        yield "corporations.PRR.certificates", "wanted nine"


@hookimpl
def events():
    return ["x-flood"]


@hookimpl
def on_event(tx, name):
    raise KeyError("the mill")


@hookimpl
def route_bonuses(table, corporation):
    yield from ()
'''


@pytest.fixture
def plugged(folder: Folder) -> Folder:
    load_plugin.cache_clear()
    return folder.write("__init__.py", PLUGIN)


def test_what_the_plugin_finds_wrong_is_a_fault_with_its_place(plugged: Folder) -> None:
    assert plugged.faults() == []
    plugged.change("title", "12_000", "13_000")
    assert plugged.faults() == ["title.toml:10:8: bank.cash: 13000, wanted at most 12000"]


def test_the_place_is_where_an_overlay_or_a_command_wrote_the_value(plugged: Folder, tmp_path: Path) -> None:
    path = tmp_path / "overlay.toml"
    row = 'id = "PRR"\ncertificates = [{ percent = 20, president = true }, { percent = 20, count = 4 }]'
    path.write_text(f'extends = "title_1830"\n[[corporations]]\n{row}\n', "utf-8")
    (fault,) = check(path).faults
    assert (fault.file.rpartition("/")[2], fault.line, fault.message) == ("overlay.toml", 4, "wanted nine")
    (said,) = plugged.faults(overrides={"bank.cash": 20_000})
    assert said == "--set: bank.cash: 20000, wanted at most 12000"


def test_the_plugin_is_asked_only_when_all_else_is_right(plugged: Folder) -> None:
    plugged.change("title", "12_000", "13_000").change("trains", "price = 80", "price = -80")
    (fault,) = plugged.faults()
    assert fault.startswith("trains.toml")


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ('yield "bank.cash"', "__init__.py: its check says 'bank.cash', wanted the path to a value and a message"),
        ('yield "nowhere.at.all", "wrong"', "__init__.py: its check says ('nowhere.at.all', 'wrong'), wanted the path"),
        ('yield "corporations.ZZZ.tokens", "wrong"', "corporations.toml:4:1: corporations: wrong"),
        ("title.bank / 0", "__init__.py: the plugin's check failed: ZeroDivisionError('division by zero')"),
        ("raise SystemExit(3)", "__init__.py: the plugin's check failed: SystemExit(3)"),
        ("return 5", "__init__.py: its check failed: TypeError"),
    ],
)
def test_a_check_that_does_not_answer_as_it_should_is_told(plugged: Folder, said: str, fault: str) -> None:
    before, after = PLUGIN.index("    if title.bank"), PLUGIN.index("\n\n@hookimpl\ndef events")
    plugged.write("__init__.py", f"{PLUGIN[:before]}    {said}\n{PLUGIN[after:]}")
    (found,) = plugged.faults()
    assert found.startswith(fault)


def test_what_a_plugin_raised_is_the_cause_of_the_error(plugged: Folder) -> None:
    plugged.write("__init__.py", PLUGIN.replace("if title.bank >", "if 1 / 0 >"))
    with pytest.raises(TitleError) as caught:
        plugged.load()
    assert isinstance(caught.value.__cause__, PluginError)
    assert isinstance(caught.value.__cause__.__cause__, ZeroDivisionError)


# --------------------------------------------------------------------------- events


def test_a_train_event_that_the_plugin_does_not_list_is_unknown(plugged: Folder) -> None:
    plugged.change("trains", '["close-privates"]', '["close-privates", "x-flod"]')
    assert plugged.faults() == [
        "trains.toml:29:31: trains[3].on_first[1]: there is no plugin's event 'x-flod' (did you mean 'x-flood'?)"
    ]
    plugged.change("trains", "x-flod", "x-flood")
    assert plugged.faults() == []


# --------------------------------------------------------------------------- optional rules


def test_an_optional_rule_is_checked_as_if_it_were_chosen(plugged: Folder) -> None:
    rule = '[options.rich]\nname = "More money"\nchanges = { "bank.cash" = 20_000 }\n\n'
    plugged.change("title", "[names]", f"{rule}[names]")
    assert load(plugged.path).bank == 12_000
    (fault,) = check(plugged.path).faults
    assert fault.message == "20000, wanted at most 12000 (with the option rich)"


# --------------------------------------------------------------------------- hooks that fail in play


def test_a_hook_that_fails_in_play_is_named_in_one_line(plugged: Folder, capsys: pytest.CaptureFixture[str]) -> None:
    plugged.change("trains", '["close-privates"]', '["x-flood"]')
    assert main(["play", str(plugged.path), "--bots"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("open18xx play: ")
    assert line.endswith("__init__.py: the plugin's on_event failed: KeyError('the mill')")


def test_a_hook_that_yields_is_blamed_as_well(plugged: Folder, capsys: pytest.CaptureFixture[str]) -> None:
    plugged.write("__init__.py", PLUGIN.replace("yield from ()", "yield 1 / 0"))
    assert main(["play", str(plugged.path), "--bots"]) == 1
    assert "the plugin's route_bonuses failed: ZeroDivisionError" in capsys.readouterr().err


def test_a_step_of_the_plugin_is_blamed_as_well(plugged: Folder, capsys: pytest.CaptureFixture[str]) -> None:
    steps = "class Buy(BuyCertificateStep):\n    def apply(self, tx, action):\n        raise ValueError(action.actor)\n"
    plugged.write(
        "__init__.py",
        PLUGIN.replace("OPEN18", "from open18xx.play.steps.stock import BuyCertificateStep\nOPEN18")
        + f"\n\n{steps}\n\n@hookimpl\ndef steps():\n    return [Buy]\n",
    )
    assert main(["play", str(plugged.path), "--bots"]) == 1
    assert "the plugin's Buy.apply failed: ValueError('player 3')" in capsys.readouterr().err


def test_an_error_that_no_plugin_is_in_is_nobodys_but_ours() -> None:
    try:
        int("x")
    except ValueError as error:
        assert blamed(error) is None


def test_whoever_writes_plugins_sees_the_whole_traceback(plugged: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    plugged.change("trains", '["close-privates"]', '["x-flood"]')
    pretended = SimpleNamespace(flags=SimpleNamespace(dev_mode=True), stdout=sys.stdout, stderr=sys.stderr)
    monkeypatch.setattr("open18xx.cli.main.sys", pretended)
    with pytest.raises(PluginError, match="the plugin's on_event failed") as caught:
        main(["play", str(plugged.path), "--bots"])
    assert isinstance(caught.value.__cause__, KeyError)
