"""The changes that the tests of the rules have to notice are made as they should be; making them all is slow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from open18xx.title.loader import load, provenance_of
from open18xx.title.provenance import Row, Value

from .bite import DROPPED, TITLE, Outcome, changed_line, changes, main, seeds, tried, write_changed
from .rules import cited


def value(path: str, value: Any) -> Value:
    return Value(path, value, Row("seed", ("M-101",)), "rules.toml", 1)


@pytest.mark.parametrize(("path", "old", "new"), [
    ("rules.stock.pool_limit", 5, [6, 4, 10]),
    ("rules.stock.sold_out_rise", True, [False]),
    ("rules.dividends.withhold_move", "left", ["none"]),
    ("rules.dividends.choices", ["pay", "withhold"], [["withhold"], ["pay"]]),
    ("rounds.operating.steps.0", "lay-track", [DROPPED]),
    ("market.zones.g.color", "#9a9a9a", ["#123456"]),
    ("homes.Artesans", "E8", ["E8-x", "J9"]),
    ("trains.3H.family", "wagon", ["ship", "wagon-x", "J9"]),
])  # fmt: skip
def test_a_value_is_changed_by_its_kind(path: str, old: Any, new: list[Any]) -> None:
    assert changes(value(path, old)) == new


@pytest.mark.parametrize(("line", "path", "old", "new", "after"), [
    ("cash = 10_000   # all", "bank.cash", 10_000, 1, "cash = 1   # all"),
    ("limit = { ship = 4, wagon = 4 }", "phases.4H.limit.wagon", 4, 5, "limit = { ship = 4, wagon = 5 }"),
    ('choices = ["pay", "withhold"]', "rules.dividends.choices", ["pay", "withhold"], ["pay"], 'choices = ["pay"]'),
    ('steps = ["choose-par", "bid"]', "rounds.auction.steps.0", "choose-par", DROPPED, 'steps = [ "bid"]'),
])  # fmt: skip
def test_the_value_is_replaced_where_it_stands(line: str, path: str, old: Any, new: Any, after: str) -> None:
    assert changed_line(line, value(path, old), new) == after


def test_what_does_not_stand_in_the_line_is_not_changed() -> None:
    with pytest.raises(ValueError, match="stands 0 times"):
        changed_line("fall = 5", value("rules.auction.fall", 6), 7)


def test_every_value_that_the_rules_state_is_found_in_its_file(folder: Path) -> None:
    found = seeds()
    assert len(found) > 190
    for each in found:
        line = (folder / Path(each.file).name).read_text("utf-8").split("\n")[each.line - 1]
        for new in changes(each):
            assert changed_line(line, each, new) != line, each.path


def test_the_copy_has_the_changed_value_and_all_else(tmp_path: Path) -> None:
    (limit,) = (each for each in seeds() if each.path == "rules.stock.pool_limit")
    write_changed(tmp_path, limit, 6)
    copy = load(tmp_path / "open18xx_variants" / TITLE)
    assert copy.rules.stock.pool_limit == 6 and copy.rules.stock.sold_out_rise
    assert provenance_of(tmp_path / "open18xx_variants" / TITLE) == ()


def test_of_a_number_one_change_has_to_be_noticed_and_of_a_word_every_one() -> None:
    number, word = value("rules.stock.pool_limit", 5), value("rules.dividends.withhold_move", "left")
    assert not Outcome(number, (), ("6",), ("4",)).is_hole
    assert Outcome(number, (), (), ("6", "4")).is_hole
    assert Outcome(word, (), ('"none"',), ('"right"',)).is_hole
    assert not Outcome(word, ('"right"',), ('"none"',), ()).is_hole


def test_a_change_that_no_test_looks_at_survives() -> None:
    (limit,) = (each for each in seeds() if each.path == "rules.auction.fall")
    assert tried(limit, {}).survived == ("6", "4", "10")


@pytest.mark.slow
def test_every_change_of_what_the_rules_state_makes_a_test_of_its_rule_fail() -> None:
    assert cited()
    assert main([]) == 0
