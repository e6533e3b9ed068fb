"""Saved games: complete, atomic, and honest about a title that has changed."""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from open18xx import Game, SaveError, load_game, load_title, new_game, save_game
from open18xx.bots.random_bot import RandomBot
from open18xx.bots.simple_bot import SimpleBot
from open18xx.saves import from_data, read, to_json
from open18xx.title.loader import load as load_installed


def some_game(actions: int = 120, **title: Any) -> Game:
    game = new_game(load_title("1889", **title), ["ann", "bob", "cay"], seed=5)
    bot = SimpleBot(5)
    while game.length < actions:
        game.play(bot.choose(game))
    return game


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    return to_json(some_game(60))


def test_a_saved_game_is_the_same_game(tmp_path: Path) -> None:
    game = some_game()
    save_game(game, tmp_path / "game.json")
    loaded = load_game(tmp_path / "game.json")
    assert loaded.state == game.state
    assert loaded.state.hash() == game.state.hash()
    assert loaded.actions() == game.actions()
    assert loaded.log() == game.log()


@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 10_000), length=st.integers(0, 150), title=st.sampled_from(["1830", "1889"]))
def test_save_and_load_are_inverse_anywhere_in_random_play(seed: int, length: int, title: str) -> None:
    game = new_game(load_title(title), ["ann", "bob", "cay", "dee"], seed=seed)
    bot = RandomBot(seed)
    while game.length < length and not game.is_over:
        game.play(bot.choose(game))
    loaded = from_data(json.loads(json.dumps(to_json(game))))
    assert loaded.difference == ""
    assert loaded.game.state == game.state


def test_options_and_single_values_are_saved_with_the_game(tmp_path: Path) -> None:
    game = new_game(load_title("1830", options=["optional-6-train"], overrides={"bank.cash": 9000}), ["ann", "bob"])
    save_game(game, tmp_path / "game.json")
    loaded = load_game(tmp_path / "game.json")
    assert loaded.title.trains["6"].count == 3
    assert loaded.table.money() == 9000


def test_a_game_by_the_rules_of_another_system_is_found_by_the_id_of_their_file(tmp_path: Path) -> None:
    game = new_game(load_installed("old-prince-1871", overlay="18xx.games"), ["ann", "bob", "cay"], seed=3)
    game.play(next(iter(game.legal_actions())))
    save_game(game, tmp_path / "game.json")
    assert load_game(tmp_path / "game.json").state == game.state


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.json"
    save_game(some_game(10), file)
    before = file.read_bytes()

    def full(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(SaveError, match="disk full"):
        save_game(some_game(12), file)
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="cannot be written"):
        save_game(some_game(2), tmp_path / "no" / "such" / "game.json")


def test_a_changed_title_is_named_at_the_first_action_that_differs(data: dict[str, Any]) -> None:
    changed = load_title("1889", overrides={"trains.2.price": 81})
    loaded = from_data(data, title=changed)
    first = next(n for n, action in enumerate(data["actions"], 1) if action["kind"] == "buy-train")
    assert loaded.difference.startswith(f"action {first} of 60 (buy-train of ")
    assert "the title has changed since" in loaded.difference
    assert loaded.game.length == first - 1


def test_a_change_that_changes_nothing_so_far_is_only_noted(data: dict[str, Any]) -> None:
    loaded = from_data(data, title=load_title("1889", overrides={"trains.6.price": 640}))
    assert loaded.difference == ""
    assert "has changed" in loaded.notes[0]


def test_an_action_that_does_something_else_now_is_noticed(data: dict[str, Any]) -> None:
    loaded = from_data(data, title=load_title("1889", overrides={"privates.SIR.income": 25}))
    assert "does something else now" in loaded.difference


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "other"}, "no saved game"),
        ({"format_version": 99}, "newer than"),
        ({"title": "1831"}, "1831"),
        ({"title": 4}, "title: wanted str"),
        ({"players": ["ann"]}, "not 1"),
        ({"players": ["ann", 4]}, "a list of texts"),
        ({"seed": -1}, "a seed is"),
        ({"seed": True}, "seed: wanted int"),
        ({"actions": []}, "0 actions and 60 digests"),
        ({"surprise": 1}, "unknown key 'surprise'"),
        ({"options": ["no-such"]}, "no-such"),
        ({"overrides": {"bank.cash": -1}}, "bank.cash"),
    ],
)
def test_a_broken_save_gets_a_clear_error(data: dict[str, Any], change: dict[str, Any], message: str) -> None:
    with pytest.raises(SaveError, match=message):
        from_data({**data, **change})


@pytest.mark.parametrize("entry", [None, 4, {}, {"kind": "fly"}, {"kind": "pass"}, {"kind": "pass", "actor": 3},
                                   {"kind": "bid", "actor": "ann", "private": "TR", "price": 10**40},
                                   {"kind": "pass", "actor": "ann", "more": 1}])  # fmt: skip
def test_an_action_that_is_none_is_named(data: dict[str, Any], entry: object) -> None:
    loaded = from_data({**data, "actions": [entry, *data["actions"][1:]]})
    assert loaded.difference.startswith("action 1 of 60")
    assert loaded.game.length == 0


def test_a_save_of_another_title_does_not_load(data: dict[str, Any]) -> None:
    loaded = from_data({**data, "title": "1830"})
    assert loaded.difference.startswith("action 1 of 60")


def test_reading_stops_where_it_is_told(tmp_path: Path) -> None:
    save_game(some_game(30), tmp_path / "game.json")
    assert read(tmp_path / "game.json", stop=7).game.length == 7


@cache
def written() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "game.json")
        save_game(some_game(4), file)
        return file.read_bytes()


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(cut=st.integers(0, 4000), junk=st.binary(max_size=6))
def test_a_file_cut_anywhere_or_scribbled_on_never_crashes(tmp_path: Path, cut: int, junk: bytes) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(written()[:cut] + junk)
    with suppress(SaveError):
        load_game(file)
