"""``terms.toml``: every sentence in every language, with holes and forms that there are; faults with their place."""

from __future__ import annotations

from pathlib import Path

import pytest

from open18xx.title import words
from open18xx.title.loader import check, terms_file

RIGHT = """format = 1
[locale.en]
thousands = ","
[locale.cs]
thousands = " "
[term.share]
en = { text = "share", count = ["share", "shares"], origin = "own" }
cs = { text = "akcie", count = ["akcie", "akcie", "akcií"], origin = "own" }
[message.buys]
en = "{player} buys {n} {share:n}"
cs = { one = "{player} kupuje {n} {share:n}", many = "{player} kupují {n} {share:n}" }
[alias]
buy-certificate = "buys"
"""


def faults_of(tmp_path: Path, old: str = "", new: str = "") -> list[str]:
    assert old in RIGHT
    (tmp_path / "terms.toml").write_text(RIGHT.replace(old, new, 1), "utf-8")
    _, faults = words.read(tmp_path / "terms.toml")
    return [f"{fault.line}: {fault.path}: {fault.message}" for fault in faults]


def test_words_that_go_together_have_no_fault(tmp_path: Path) -> None:
    assert faults_of(tmp_path) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('cs = { text = "akcie"', 'de = { text = "akcie"', "term.share.de: there is no language 'de'"),
        ('cs = { text = "akcie"', 'de = { text = "akcie"', "term.share: nothing in the language cs"),
        ('"akcie", "akcie", "akcií"', '"akcie", "akcií"', "term.share.cs.count: 2 forms, wanted 3"),
        ("{share:n}", "{shore:n}", "there is no term 'shore' (did you mean 'share'?)"),
        ("{player} buys", "{player buys", "a brace that belongs to no hole"),
        ("{player} buys", "{player.gem} buys", "there is no form 'gem' (did you mean 'gen'?)"),
        ("kupují {n}", "kupují", "its holes are those of the first language but for: n"),
        ('= "buys"', '= "buy"', "alias.buy-certificate: there is no term and no message 'buy' (did you mean 'buys'?)"),
        ('count = ["share", "shares"], ', "", "the term 'share' has no forms after a number"),
        ("format = 1", 'format = 1\nunreviewed = ["fr"]', "unreviewed[0]: there is no language 'fr'"),
    ],
)
def test_what_does_not_go_together_is_a_fault(tmp_path: Path, old: str, new: str, fault: str) -> None:
    assert any(fault in line for line in faults_of(tmp_path, old, new)), faults_of(tmp_path, old, new)


def test_check_looks_at_the_words_too(tmp_path: Path, title_1889: Path) -> None:
    overlay = tmp_path / "with-words"
    overlay.mkdir()
    (overlay / "title.toml").write_text(f'extends = "{title_1889.as_posix()}"\nid = "x"\n', "utf-8")
    assert terms_file(overlay) is None
    (overlay / "terms.toml").write_text(RIGHT, "utf-8")
    assert check(overlay).faults == ()
    (overlay / "terms.toml").write_text(RIGHT.replace("{share:n}", "{shore:n}"), "utf-8")
    (fault, *_) = check(overlay).faults
    assert fault.file.endswith("terms.toml") and fault.line == 10


def test_an_overlay_has_the_words_of_the_title_below(tmp_path: Path) -> None:
    path = tmp_path / "overlay.toml"
    path.write_text('extends = "menorca-1713"\n[bank]\ncash = 9_000\n', "utf-8")
    found = terms_file(path)
    assert found is not None and found.parent.name == "menorca_1713"
