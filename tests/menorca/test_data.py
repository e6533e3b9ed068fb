"""The files of 1713 Menorca: sound, every value with its origin, every switch a single value."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from open18xx.bots.random_bot import RandomBot
from open18xx.cli.main import main
from open18xx.errors import TitleError
from open18xx.play.audit import faults
from open18xx.play.game import new_game
from open18xx.title.loader import check, load, provenance_of
from open18xx.title.model import Title

from .conftest import FOLDER
from .rules import provenance

SWITCHES: dict[str, tuple[str, Any, Any]] = {
    "merger-price-mean": ("extra.merger_price", "sum", "mean"),
    "merger-price-higher": ("extra.merger_price", "sum", "higher"),
    "reveal-at-once": ("rules.events.reveal", "next-set", "at-once"),
    "port-printed": ("extra.port", "marker", "printed"),
    "takeover-false": ("rules.corporations.takeover", True, False),
    "first-to-pass-final-run": ("rules.stock.next_order", "first-passer-keeps-seats", "last-run-keeps-seats"),
    "order-fixed": ("rules.corporations.order_follows_moves", True, False),
    "forced-purchase-end-of-step": ("rules.trains.must_own_at", "end-of-turn", "step"),
}
"""Option -> the value that it changes, the usual one and the other."""


def value_at(title: Title, path: str) -> Any:
    node: Any = title
    for word in path.split("."):
        node = node[word] if isinstance(node, dict) else getattr(node, word)
    return node


def test_the_title_is_sound_and_nothing_in_it_is_odd(folder: Path) -> None:
    report = check(folder)
    assert (report.faults, report.warnings) == ((), ())


# --------------------------------------------------------------------------- provenance


def test_every_value_says_where_it_comes_from_by_a_rule_of_the_specification(folder: Path) -> None:
    values = provenance_of(folder)
    assert len(values) > 900
    known = provenance()
    for value in values:
        assert value.row.rules and set(value.row.rules) <= known.keys(), value
        assert value.row.origin == "seed" or value.row.why, value
        assert value.line > 0, value


def test_what_is_said_to_be_seed_cites_a_rule_that_the_page_states(folder: Path) -> None:
    known = provenance()
    for value in provenance_of(folder):
        if value.row.origin == "seed":
            assert any("seed" in known[rule] for rule in value.row.rules), value


def test_the_command_lists_prices_of_the_prototype_and_asks_for_the_wagons(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["provenance", "menorca-1713"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"trains\.toml:\d+: trains\.4H\.price = 90; M-311: ", out)
    assert not re.search(r"trains\.4H\.id =", out), "the page states the name"
    assert "Freight Wagon: price" in out.partition("Questions to the designer")[2]
    assert main(["provenance", "menorca-1713", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {row["from"] for row in rows if not row["ask"]} == {"inferred", "prototype", "assumed"}
    assert any(row["path"] == "rules.end.triggers.0.on" and row["from"] == "seed" and row["ask"] for row in rows)


def test_a_number_that_an_overlay_changes_is_listed_as_its_own(overlay: Callable[[str], Path]) -> None:
    path = overlay('[[trains]]\nid = "4H"\nprice = 100\n')
    changed = {value.path: value for value in provenance_of(path)}["trains.4H.price"]
    assert (changed.value, changed.row.origin, changed.file.endswith("overlay.toml")) == (100, "assumed", True)


# --------------------------------------------------------------------------- one number


def test_one_number_changed_by_an_overlay_changes_that_number_and_nothing_else(
    title: Title, overlay: Callable[[str], Path]
) -> None:
    other = load(overlay('[[trains]]\nid = "4H"\nprice = 100\n'))
    assert other.trains["4H"] == replace(title.trains["4H"], price=100)
    assert {id: train for id, train in other.trains.items() if id != "4H"} == {
        id: train for id, train in title.trains.items() if id != "4H"
    }
    for field in fields(Title):
        if field.name not in ("trains", "content_hash"):
            assert getattr(other, field.name) == getattr(title, field.name), field.name
    assert other.content_hash != title.content_hash


# --------------------------------------------------------------------------- the switches


def test_every_switch_is_an_option_and_every_option_a_switch(title: Title) -> None:
    assert list(title.options) == list(SWITCHES)


@cache
def switched_on(option: str) -> Title:
    return load(FOLDER, options=[option] if option else [])


@pytest.mark.parametrize("option", SWITCHES)
def test_a_switch_changes_its_value_and_nothing_else(option: str, title: Title, folder: Path) -> None:
    path, usual, other = SWITCHES[option]
    switched = switched_on(option)
    assert (value_at(title, path), value_at(switched, path)) == (usual, other)
    set_by_hand = load(folder, overrides={path: other})
    assert switched.content_hash == set_by_hand.content_hash != title.content_hash


@pytest.mark.parametrize("option", ["", *SWITCHES])
def test_the_game_goes_on_with_every_switch(option: str) -> None:
    game = new_game(switched_on(option), ["ann", "bob", "cay"], seed=5)
    bot = RandomBot(5)
    while not game.is_over and game.length < 250:
        before = game.state
        game.play(bot.choose(game))
        assert faults(game.table, before) == []


# --------------------------------------------------------------------------- mistakes


MISTAKES = [
    ("corporations", 'tokens_need = "port"', 'tokens_need = "prt"',
     "corporations.toml:8:15: corporations[0].tokens_need: there is no icon on the map 'prt' (did you mean 'port'?)"),
    ("corporations", 'available_on = "7H"', 'available_on = "7h"',
     "available_on: there is no phase '7h' (did you mean '7H'?)"),
    ("corporations", "share = 10", "share = 15", "share: 15 %, of which a certificate of 20 % is no multiple"),
    ("rules", "minors_in_play = 2", "minors_in_play = 4", "corporations.minors_in_play: 4 of 3 minors"),
    ("rules", 'at_limit_families = ["ship"]', 'at_limit_families = ["shop"]',
     "at_limit_families[0]: there is no family of trains 'shop' (did you mean 'ship'?)"),
    ("rules", '{ on = "bank"', '{ on = "bankruptcy"',
     "end.triggers[0].on: bankruptcy, and rules.emergency.bankruptcy = forbidden"),
    ("rules", 'bankruptcy = "forbidden"', 'bankruptcy = "ends-game"',
     "end.triggers: no trigger bankruptcy, and rules.emergency.bankruptcy = ends-game"),
    ("phases", '{ kind = "end-game" }', '{ kind = "pay", amount = 5 }',
     "end.triggers[2].on: event-card, and no event card has the effect end-game"),
    ("phases", 'hexes = ["A12"]', 'hexes = ["A13"]', "effects[0].hexes[0]: there is no hex 'A13'"),
    ("phases", 'privates = ["GSC"]', 'privates = ["GSV"]',
     "effects[0].privates[0]: there is no private 'GSV' (did you mean 'GSC'?)"),
    ("rounds", '  "redeem",\n', "", "'sell-and-buy-back', and no round has the step redeem"),
    ("rounds", '  "must-buy-train",\n', "", "must-buy-train is missing, and rules.trains.must_own_at = end-of-turn"),
    ("market", "0b  0b  0b", "0o  0b  0b",
     "'0o': a price of 0, wanted at least 1; 0 only in a zone with ends_game = true and not par"),
    ("privates", "closes_era = 3", "closes_era = 5", "closes_era: no phase is of era 5"),
    ("privates", "eras = [2]", "eras = [7]", "abilities[0].eras[0]: no phase is of era 7"),
    ("privates", 'families = ["ship"]', 'families = ["sheep"]', "there is no family of trains 'sheep'"),
    ("title", 'merger_price = "sum"', 'merger_price = "some"', "'some' is not one of"),
    ("title", '"rules.events.reveal" = "at-once"', '"rules.events.reveal" = "at-one"', "(did you mean 'at-once'?)"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "fault"), MISTAKES, ids=[row[2] for row in MISTAKES])
def test_a_mistake_is_told_with_place_and_hint(
    file: str, old: str, new: str, fault: str, changed: Callable[..., Path]
) -> None:
    with pytest.raises(TitleError) as caught:
        load(changed((file, old, new)))
    assert fault in str(caught.value)
    assert re.search(r"\.toml:\d+:\d+: ", str(caught.value))


def test_a_home_whose_slot_comes_later_needs_a_tile_that_brings_it(changed: Callable[..., Path]) -> None:
    text = (changed() / "tiles.toml").read_text("utf-8")
    brown = [line for line in text.splitlines() if line.startswith("MO") and "slots=2" in line]
    path = changed(*(("tiles", line, line.replace("slots=2", "slots=1")) for line in brown))
    with pytest.raises(TitleError) as caught:
        load(path)
    assert "J11 never has a slot for the home of CCM: 2 homes, at most 1 slots" in str(caught.value)


def test_a_company_that_players_start_needs_a_home(changed: Callable[..., Path]) -> None:
    with pytest.raises(TitleError) as caught:
        load(changed(("corporations", 'started_by = "nobody"\n', "")))
    assert "RADM has no home; wanted one for it among the homes in map.toml" in str(caught.value)


def test_a_tile_whose_label_no_hex_bears_is_odd(changed: Callable[..., Path]) -> None:
    path = changed(("map", 'label = "PN"', 'label = "PM"'))
    assert any("no hex has the label 'PN'" in str(warning) for warning in check(path).warnings)
