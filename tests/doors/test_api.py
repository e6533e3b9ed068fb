"""The public face given what it does not want: a clear error, never another one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from open18xx import SaveError, UsageError, load_title, new_game, save_game
from open18xx.title.loader import load


@pytest.mark.parametrize("title", [None, 5, [], b"1830", "", "18300", "no/such/folder", "a\0b"])
def test_what_is_no_title_is_a_usage_error(title: Any) -> None:
    with pytest.raises(UsageError):
        load(title)


@pytest.mark.parametrize("options", [[5], [["x"]], "optional-6-train", ["no-such"]])
def test_what_are_no_options_is_a_usage_error(options: Any) -> None:
    with pytest.raises(UsageError):
        load("1830", options=options)


@pytest.mark.parametrize("overrides", [5, {5: 3}, {None: 1}, [("bank.cash", 1)]])
def test_what_are_no_overrides_is_a_usage_error(overrides: Any) -> None:
    with pytest.raises(UsageError):
        load("1830", overrides=overrides)


@pytest.mark.parametrize(
    "players",
    [None, 3, "abc", {"ann", "bob"}, (n for n in "ab"), [], ["ann"], ["ann", 5], ["ann", "ann"], ["ann", ""],
     ["ann", "\ud800"], ["ann", "b\nob"], ["ann", "bank"], ["ann", "PRR"], ["ann", "x" * 200], list("abcdefg")],
)  # fmt: skip
def test_who_cannot_sit_down_is_a_usage_error(players: Any) -> None:
    with pytest.raises(UsageError):
        new_game(load_title("1830"), players)


@pytest.mark.parametrize("seed", [-1, 2**63, 1.0, "1", None, True])
def test_what_is_no_seed_is_a_usage_error(seed: Any) -> None:
    with pytest.raises(UsageError):
        new_game(load_title("1830"), ["ann", "bob"], seed=seed)


@pytest.mark.parametrize("place", ["a\0b", "", "no/such/folder/game.json"])
def test_a_place_that_takes_no_file_is_a_save_error(place: Any, tmp_path: Path) -> None:
    game = new_game(load_title("1889"), ["ann", "bob"])
    with pytest.raises(SaveError):
        save_game(game, tmp_path / place if place else tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("corporation", ["XYZ", ["x"], 5])
def test_only_a_corporation_has_a_best_run(corporation: Any) -> None:
    with pytest.raises(UsageError):
        new_game(load_title("1889"), ["ann", "bob"]).best_run(corporation)
