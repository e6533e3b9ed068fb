"""The command line: what it prints, and that whatever is wrong gets a clear message and an exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from open18xx import load_title, new_game, save_game
from open18xx.bots.simple_bot import SimpleBot
from open18xx.cli.main import main

Capture = pytest.CaptureFixture[str]


def said(capsys: Capture, *words: str) -> tuple[int, str, str]:
    code = main(words)
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    game = new_game(load_title("1889"), ["ann", "bob"], seed=2)
    bot = SimpleBot(2)
    for _ in range(90):
        game.play(bot.choose(game))
    save_game(game, tmp_path / "game.json")
    return tmp_path / "game.json"


def test_titles_lists_what_is_installed(capsys: Capture) -> None:
    code, out, _ = said(capsys, "titles")
    assert code == 0
    assert "1830" in out
    assert "1889" in out
    code, out, _ = said(capsys, "titles", "--json")
    assert {json.loads(line)["id"] for line in out.splitlines()} >= {"1830", "1889"}


def test_check_says_that_a_title_is_sound(capsys: Capture) -> None:
    code, out, err = said(capsys, "check", "1889")
    assert (code, err) == (0, "")
    assert out.startswith("1889: sound. 52 hexes")


def test_check_names_each_fault_and_exits_with_1(capsys: Capture, tmp_path: Path) -> None:
    overlay = tmp_path / "overlay.toml"
    overlay.write_text('extends = "1889"\n[bank]\ncash = -5\n[[trains]]\nid = "2"\nprise = 90\n', "utf-8")
    code, _, err = said(capsys, "check", str(overlay))
    assert code == 1
    assert "overlay.toml:3:8: bank.cash: -5" in err
    assert "did you mean 'price'?" in err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("check", "1831"), "did you mean '1830'?"),
        (("play", "1831", "--bots"), "did you mean '1830'?"),
        (("play", "1830"), "say --bots"),
        (("play", "1830", "--bots", "--players", "9"), "for 2, 3, 4, 5, 6 players, not 9"),
        (("play", "1830", "--bots", "--players", "ann,ann"), "the same name"),
        (("play", "1830", "--bots", "--players", "PRR,ann"), "that is a corporation"),
        (("play", "1830", "--bots", "--players", "bank,ann"), "cannot be called"),
        (("play", "1830", "--bots", "--seed", "-1"), "a seed is"),
        (("play", "1830", "--bots", "--option", "no-such"), "no-such"),
        (("play", "1889", "--bots", "--option", "beginner-game"), "beginner-game"),
        (("play", "1830", "--bots", "--set", "bank.cash"), "wanted PATH=VALUE"),
        (("play", "1830", "--bots", "--set", "bank.cash=much"), "bank.cash"),
        (("play", "1830", "--bots", "--set", "bank.cash=-5"), "bank.cash"),
        (("replay", "none.json"), "cannot be read"),
    ],
)
def test_what_is_wrong_is_said_and_the_exit_code_is_1(capsys: Capture, words: tuple[str, ...], message: str) -> None:
    code, _, err = said(capsys, *words)
    assert code == 1
    assert message in err
    assert "Traceback" not in err


NOT_UNDERSTOOD = [(), ("fly",), ("perft", "1830", "--depth", "99"), ("play",), ("play", "1830", "--seed", "x")]


@pytest.mark.parametrize("words", NOT_UNDERSTOOD)
def test_a_command_that_is_not_understood_exits_with_2(capsys: Capture, words: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(words)
    assert stop.value.code == 2
    assert "usage" in capsys.readouterr().err


def test_bots_play_a_whole_game_and_the_table_is_printed(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    code, out, _ = said(capsys, "play", "1889", "--bots", "--players", "2", "--seed", "4", "--save", str(file))
    assert code == 0
    assert "OR 1.1" in out
    assert "The game is over: b" in out
    code, out, _ = said(capsys, "replay", str(file), "--json")
    report = json.loads(out)
    assert code == 0
    assert (report["match"], report["refused"]) == (True, [])
    assert report["applied"] == report["actions"] > 100


def test_the_same_seed_gives_the_same_game(capsys: Capture) -> None:
    words = ("play", "1889", "--bots", "random", "--players", "2", "--seed", "11", "--json")
    first, second = said(capsys, *words)[1], said(capsys, *words)[1]
    assert json.loads(first)["hash"] == json.loads(second)["hash"]
    assert first == second


def test_replay_stops_where_it_is_told_and_writes_a_trace(capsys: Capture, saved: Path, tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    code, out, _ = said(capsys, "replay", str(saved), "--stop", "40", "--trace", str(trace), "--json")
    assert code == 0
    assert json.loads(out)["applied"] == 40
    lines = [json.loads(line) for line in trace.read_text("utf-8").splitlines()]
    assert [line["aid"] for line in lines[1:-1]] == list(range(1, 41))
    assert lines[-1]["end"]


def test_a_save_cut_short_is_no_traceback(capsys: Capture, saved: Path) -> None:
    text = saved.read_text("utf-8")
    saved.write_text(text[: len(text) // 2], "utf-8")
    code, _, err = said(capsys, "replay", str(saved))
    assert code == 1
    assert "cut short" in err


def test_perft_counts_what_is_counted_by_hand(capsys: Capture) -> None:
    # 1889, three players, first decision: UTF needs four players, so six lots; the cheapest has one price, the other
    # five count with both ends of their bids; and one may pass.
    code, out, _ = said(capsys, "perft", "1889", "--depth", "1")
    assert code == 0
    assert out == "depth 1: 12\n"
