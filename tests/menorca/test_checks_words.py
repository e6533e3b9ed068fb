"""The words go with the title: what the games can bring has a sentence, and nothing is spoken of that they cannot."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from open18xx.cli.main import main
from open18xx.terms_check import check
from open18xx.title.loader import load
from open18xx.title.model import Title

Changed = Callable[..., Path]


@cache
def menorca() -> Title:
    return load("menorca-1713")


def faults_of(path: Path) -> list[str]:
    """Of a copy in which only the words were changed."""
    faults, warnings = check(path, menorca())
    assert warnings == []
    return [re.sub(r":[0-9]+:[0-9]+:", ":", str(replace(fault, file=Path(fault.file).name))) for fault in faults]


def test_the_words_of_the_title_go_with_it() -> None:
    assert check("menorca-1713", menorca()) == ([], [])
    assert check("1830", load("1830")) == ([], [])


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("sells {n} {contract:n}", "sells {n} {contract:zz}", "message.sells.en: there is no number 'zz'"),
        ('\nsell-certificates = "sells"', "", "alias: no sentence for sell-certificates, wanted [message."),
        ('"offer.bid" = "button_reserve"\n', "", "alias: no word for offer.bid, wanted an alias"),
        ('"step.issue" = "step_sell"\n', "", "alias: no word for step.issue, wanted an alias"),
        ("sell-certificates = \"sells\"", "sell-certificate = \"sells\"",
         "alias.sell-certificate: there is no kind of action or event 'sell-certificate' (did you mean"),
        ('"train.4H"', '"trian.4H"', "alias.\"trian.4H\": there is no kind of action, event or thing 'trian'"),
        ('"offer.pass"', '"offer.pas"', "alias.\"offer.pas\": there is no kind of action 'pas' (did you mean 'pass'?)"),
        ('"step.issue"', '"step.isue"', "alias.\"step.isue\": there is no step 'isue' (did you mean 'issue'?)"),
        ('bid = ["bid-placed"]', 'bid = ["bid-place"]', "quiet.bid[0]: there is no kind of event 'bid-place' (did you"),
        ('bid = ["bid-placed"]', 'bud = ["bid-placed"]', "quiet.bud: there is no kind of action 'bud' (did you mean"),
        ("[company.RNC]", "[company.RNX]", "company.RNX: there is no corporation or private 'RNX' (did you mean"),
        ("[company.RNC]", "[company.GSC]", "company: nothing of the corporation RNC, wanted a table for it"),
        ("Ana buys 2 contracts of RNC for", "Ana buys 2 contract of RNC for",
         "check.examples[11].text: it comes out as: Ana buys 2 contracts of RNC for 120 R."),
    ],
)  # fmt: skip
def test_what_does_not_go_with_the_title_is_a_fault(old: str, new: str, fault: str, changed: Changed) -> None:
    found = faults_of(changed(("terms", old, new)))
    assert any(line.startswith(f"terms.toml: {fault}") for line in found), found


def test_a_piece_that_nothing_has_is_a_fault_in_every_language(changed: Changed) -> None:
    path = changed()
    text = (path / "terms.toml").read_text("utf-8")
    at, end = text.index("[message.sells]"), text.index("[message.passes]")
    (path / "terms.toml").write_text(text[:at] + text[at:end].replace("{amount}", "{amont}") + text[end:], "utf-8")
    found = faults_of(path)
    assert len(found) == 7
    assert "terms.toml: message.sells.cs: there is no piece and no word 'amont' (did you mean 'amount'?)" in found


def test_the_command_tells_such_faults_with_their_place(changed: Changed, capsys: pytest.CaptureFixture[str]) -> None:
    path = changed(("terms", 'bid = ["bid-placed"]', 'bid = ["bid-place"]'))
    line = (path / "terms.toml").read_text("utf-8").split('bid = ["bid-place"]')[0].count("\n") + 1
    assert main(["check", str(path)]) == 1
    said = capsys.readouterr()
    assert f"terms.toml:{line}:8: quiet.bid[0]" in said.err and "1 fault" in said.err
    assert "sound" not in said.out


def test_an_overlay_is_only_warned_of_words_that_it_cannot_bring(
    overlay: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    row = 'id = "NEW"\nname = "New"\ntokens = [0]\nfloat_percent = 20\nholding_limit = 60\n'
    path = overlay(f"[[corporations]]\n{row}certificates = [{{ percent = 10, count = 10 }}]\n[homes]\nNEW = \"I6\"\n")
    assert main(["check", str(path)]) == 0
    said = capsys.readouterr()
    assert "sound" in said.out
    assert re.search(r"warning: .*terms.toml:\d+:\d+: company: nothing of the corporation NEW", said.err)


def test_an_empty_file_of_words_is_told_with_line_and_column(changed: Changed) -> None:
    from open18xx.title.loader import check as check_files

    path = changed()
    (path / "terms.toml").write_text("", "utf-8")
    faults = check_files(path).faults
    assert [(fault.line, fault.column) for fault in faults] == [(1, 1), (1, 1)]
    assert faults[0].message.startswith("missing key 'format'")
