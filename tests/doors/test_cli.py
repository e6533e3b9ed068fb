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


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    game = new_game(load_title("1889"), ["ann", "bob"], seed=2)
    bot = SimpleBot(2)
    for _ in range(90):
        game.play(bot.choose(game))
    path = tmp_path_factory.mktemp("save") / "game.json"
    save_game(game, path)
    return path.read_bytes()


@pytest.fixture
def saved(tmp_path: Path, save: bytes) -> Path:
    path = tmp_path / "game.json"
    path.write_bytes(save)
    return path


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
        (("play", "1830", "--bots", "--players", "9"), "for 2, 3, 4, 5, 6 players, not 9"),
        (("play", "1830", "--bots", "--players", "ann,ann"), "the same name"),
        (("play", "1830", "--bots", "--players", "PRR,ann"), "that is a corporation"),
        (("play", "1830", "--bots", "--players", "bank,ann"), "cannot be called"),
        (("play", "1830", "--bots", "--seed", "-1"), "a seed is"),
        (("play", "1830", "--bots", "--option", "no-such"), "no-such"),
        (("play", "1889", "--bots", "--option", "beginner-game"), "beginner-game"),
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


NOT_UNDERSTOOD = [
    (), ("fly",), ("perft", "1830", "--depth", "99"), ("play",), ("play", "1830", "--seed", "x"), ("play", "1830"),
    ("play", "1830", "--bots", "--set", "bank.cash"), ("play", "1830", "--bots", "--set", ""), ("routes",),
    ("routes", "x", "--game", "y"), ("routes", "x", "--budget", "0"),
    ("routes", "x", "--corporation", "PRR"), ("routes", "x", "--title", "y"),
    ("routes", "x", "--deadline", "0"), ("routes", "x", "--deadline", "nan"), ("routes", "x", "--deadline", "inf"),
]  # fmt: skip


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
    words = ("play", "1889", "--bots", "--bot", "random", "--players", "2", "--seed", "11", "--json")
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


def test_a_title_that_is_not_installed_is_named_to_replay_its_games(capsys: Capture, tmp_path: Path) -> None:
    overlay, file = tmp_path / "mine.toml", tmp_path / "game.json"
    overlay.write_text('extends = "1889"\nid = "mine"\n[bank]\ncash = 3000\n', "utf-8")
    assert said(capsys, "play", str(overlay), "--bots", "--players", "2", "--save", str(file))[0] == 0
    code, _, err = said(capsys, "replay", str(file))
    assert code == 1
    assert "not installed" in err
    code, out, _ = said(capsys, "replay", str(file), "--title", str(overlay), "--json")
    assert (code, json.loads(out)["match"]) == (0, True)


def test_a_file_of_the_site_is_played_by_its_rules_or_by_those_of_the_title_that_is_named(
    capsys: Capture, tmp_path: Path
) -> None:
    file, trace = tmp_path / "site.json", tmp_path / "trace.jsonl"
    players = [{"id": 7, "name": "ann"}, {"id": 8, "name": "bob"}, {"id": 9, "name": "cay"}]
    file.write_text(json.dumps({"title": "The Old Prince 1871", "players": players, "actions": []}), "utf-8")
    for words, floated in (((), False), (("--title", "old-prince-1871"), True)):
        code, out, _ = said(capsys, "replay", str(file), "--json", "--trace", str(trace), *words)
        header = json.loads(trace.read_text("utf-8").splitlines()[0])
        mainline = next(each for each in header["state"]["corps"].values() if each["price"] == 92)
        assert code == 0 and mainline["float"] == floated
        assert json.loads(out)["title"] == header["title"]
        assert header["players"] == ["ann", "bob", "cay", "Union Bank"] and header["player_ids"] == [7, 8, 9, -1]
    code, _, err = said(capsys, "replay", str(file), "--title", "1872")
    assert code == 1 and "there is no title '1872'" in err


def test_a_saved_game_never_names_code_to_run(capsys: Capture, tmp_path: Path, saved: Path) -> None:
    evil = tmp_path / "evil"
    evil.mkdir()
    (evil / "__init__.py").write_text("raise SystemExit(3)", "utf-8")
    data = json.loads(saved.read_text("utf-8"))
    saved.write_text(json.dumps({**data, "title": str(evil)}), "utf-8")
    code, _, err = said(capsys, "replay", str(saved))
    assert code == 1
    assert "not installed" in err


def test_the_trace_does_not_take_the_place_of_the_game(capsys: Capture, saved: Path) -> None:
    before = saved.read_bytes()
    code, _, err = said(capsys, "replay", str(saved), "--trace", str(saved))
    assert code == 1
    assert "would take the place of the game" in err
    assert saved.read_bytes() == before


def test_a_place_that_cannot_be_written_is_said_before_the_game_is_played(capsys: Capture) -> None:
    for place in ("/no/such/folder/x.json", "", "."):
        code, out, err = said(capsys, "play", "1889", "--bots", "--save", place)
        assert (code, out) == (1, "")
        assert "cannot be written" in err


def test_replay_says_how_far_a_game_is_the_same(capsys: Capture, saved: Path) -> None:
    data = json.loads(saved.read_text("utf-8"))
    data["did"][10] = "00000000"
    saved.write_text(json.dumps(data), "utf-8")
    code, out, _ = said(capsys, "replay", str(saved), "--json")
    report = json.loads(out)
    assert (code, report["applied"], report["match"]) == (1, 10, False)
    assert (report["refused"][0]["index"], report["refused"][0]["id"]) == (10, 11)
    assert report["refused"][0]["message"].startswith("action 11 of ")


def test_what_is_no_ordinary_file_is_not_waited_for(capsys: Capture, tmp_path: Path) -> None:
    import os

    os.mkfifo(tmp_path / "pipe.json")
    code, _, err = said(capsys, "replay", str(tmp_path / "pipe.json"))
    assert code == 1
    assert "no ordinary file" in err


@pytest.mark.parametrize(
    ("value", "bank"),
    [
        ('rules.dividends.choices=["pay"]', 2400), ('rules.dividends.choices=["half"]', 2400),
        ("phases.2.train_limit=0", 2400), ("rules.trains.must_own='always'", 3500),
    ],
)  # fmt: skip
def test_bots_play_on_under_other_rules(capsys: Capture, value: str, bank: int) -> None:
    words = ("play", "1889", "--bots", "--players", "2", "--seed", "1", "--set", f"bank.cash={bank}", "--set", value)
    code, out, err = said(capsys, *words)
    assert (code, err) == (0, "")
    assert "The game is over" in out


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ('cycle=["stock","auction","operating"]', "nothing to sell"),
        ('opening_rounds=["auction","auction"]', "a second time"),
        ("corporations.AR.tokens=[]", "tokens"),
        ('homes.AR="E2"', "no slot left"),
        ('market.rows=["0 80 90 100p"]', "a price of 0"),
        ('hexes.C4.track="city 999999999999: 2"', "wanted at most"),
    ],
)
def test_a_title_that_could_not_be_played_is_not_sound(capsys: Capture, value: str, fault: str) -> None:
    code, _, err = said(capsys, "check", "1889", "--set", value)
    assert code == 1
    assert fault in err


POSITION = {
    "id": "small", "title": "none", "corporation": "X",
    "nodes": [
        {"id": "a", "hex": "A1", "ref": 0, "kind": "city", "revenue": 30, "slots": 1, "own_token": True},
        {"id": "b", "hex": "A3", "ref": 0, "kind": "city", "revenue": 20, "slots": 1},
    ],
    "paths": [
        {"id": 0, "hex": "A1", "ref": 0, "ends": [{"node": "a"}, {"edge": "A1.0"}]},
        {"id": 1, "hex": "A3", "ref": 0, "ends": [{"edge": "A1.0"}, {"node": "b"}]},
    ],
    "trains": [{"id": "2-0", "name": "2", "distance": 2, "metric": "stops", "multiplier": 1, "local": False}],
}  # fmt: skip


def test_routes_solves_positions_line_by_line(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "positions.jsonl"
    file.write_text(json.dumps(POSITION) + "\n\n" + json.dumps({**POSITION, "id": "again"}) + "\n", "utf-8")
    code, out, _ = said(capsys, "routes", str(file), "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [(line["id"], line["value"], line["proven"]) for line in lines] == [("small", 50, True), ("again", 50, True)]
    assert {"id", "value", "upper_bound", "proven", "seconds", "work"} == lines[0].keys()
    code, out, _ = said(capsys, "routes", str(file))
    assert out.splitlines()[-1] == "2 positions, 2 proven"


def test_routes_verifies_its_answers_by_other_means(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "positions.jsonl"
    file.write_text(json.dumps(POSITION) + "\n", "utf-8")
    code, out, _ = said(capsys, "routes", str(file), "--json", "--verify", "--deadline", "5")
    assert code == 0 and json.loads(out)["verified"] is True
    code, out, _ = said(capsys, "routes", str(file), "--verify")
    assert out.splitlines()[-1] == "1 positions, 1 proven, 1 verified"


@pytest.mark.parametrize("text", ["{", "[]", "7", "{}", '{"id": 1, "nodes": 3}', "\x00"])
def test_what_is_no_position_is_named_with_its_line(capsys: Capture, tmp_path: Path, text: str) -> None:
    file = tmp_path / "positions.jsonl"
    file.write_text(json.dumps(POSITION) + "\n" + text + "\n", "utf-8")
    code, _, err = said(capsys, "routes", str(file))
    assert code == 1
    assert "positions.jsonl:2: no position" in err


def test_routes_explains_the_best_run_of_a_saved_game(capsys: Capture, tmp_path: Path) -> None:
    game, bot = new_game(load_title("1889"), ["ann", "bob"], seed=2), SimpleBot(2)
    while "run-routes" not in {offer.kind for offer in game.offers()}:
        game.play(bot.choose(game))
    save_game(game, tmp_path / "game.json")
    best = game.best_run()
    code, out, _ = said(capsys, "routes", "--game", str(tmp_path / "game.json"))
    first, *routes = out.splitlines()
    assert code == 0
    assert first.startswith(f"{game.actor}: {best.value}, proven")
    assert sum(int(line.split(": ")[1].split(" = ")[0]) for line in routes) == best.value
    assert said(capsys, "routes", "--game", str(tmp_path / "game.json"), "--corporation", "XYZ")[0] == 1
    code, out, _ = said(capsys, "routes", "--game", str(tmp_path / "game.json"), "--verify")
    assert code == 0 and out.splitlines()[0].endswith("verified")


@pytest.mark.parametrize("lang", ["", "xx"])
def test_a_language_that_the_title_has_not_is_refused_an_empty_one_too(capsys: Capture, lang: str) -> None:
    code, out, err = said(capsys, "play", "menorca-1713", "--bots", "--lang", lang)
    assert (code, out) == (1, "") and f"no words in {lang!r}; it has: cs, de" in err


MUCH = "much " * 200_000


@pytest.mark.parametrize(
    "change",
    [
        {"actions": [{"kind": "pass", "actor": MUCH}], "did": ["0"]},
        {"actions": [{"kind": MUCH, "actor": "ann"}], "did": ["0"]},
        {"actions": [{"kind": "pass", "actor": "ann", MUCH: 1}], "did": ["0"]},
        {"actions": [{"kind": "bid", "actor": "ann", "private": "TR", "price": MUCH}], "did": ["0"]},
        {"title": MUCH},
        {"options": [MUCH]},
        {"overrides": {MUCH: 1}},
        {"players": [MUCH, "ann"]},
        {"seed": 10**4000},
        {"format": MUCH},
        {MUCH: 1},
    ],
)
def test_no_value_of_a_file_makes_a_message_as_long_as_itself(
    capsys: Capture, saved: Path, change: dict[str, object]
) -> None:
    saved.write_text(json.dumps({**json.loads(saved.read_text("utf-8")), **change}), "utf-8")
    code, out, err = said(capsys, "replay", str(saved))
    assert code == 1 and 0 < len(out + err) < 3000


def test_no_word_of_a_command_does_either(capsys: Capture) -> None:
    code, _, err = said(capsys, "play", "1889", "--bots", "--players", f"{MUCH},ann")
    assert code == 1 and len(err) < 3000
    code, _, err = said(capsys, "check", "1889", "--set", f"bank.cash={MUCH}")
    assert code == 1 and len(err) < 3000


@pytest.mark.parametrize("change", [{"format": "other"}, {"format": 4}, {"format": None}])
def test_a_save_without_its_format_is_no_game_file_of_the_site_and_both_forms_are_named(
    capsys: Capture, saved: Path, change: dict[str, object]
) -> None:
    record = {**json.loads(saved.read_text("utf-8")), **change}
    if record["format"] is None:
        del record["format"]
    saved.write_text(json.dumps(record), "utf-8")
    code, _, err = said(capsys, "replay", str(saved))
    assert code == 1
    assert "format 'open18xx-game'" in err and "game file of 18xx.games (with title, players and actions" in err


@pytest.mark.parametrize("text", ["[]", "7", "{}", '{"players": []}'])
def test_what_is_neither_form_is_told_both(capsys: Capture, tmp_path: Path, text: str) -> None:
    (tmp_path / "game.json").write_text(text, "utf-8")
    code, _, err = said(capsys, "replay", str(tmp_path / "game.json"))
    assert code == 1 and "no format; wanted a saved game" in err and "18xx.games" in err
