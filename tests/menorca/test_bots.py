"""Bots play whole games of 1713 Menorca, and the report says how they went.

The figures of 200 games for each number of players: ``python -m tests.menorca.course``.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from open18xx.bots.simple_bot import SimpleBot
from open18xx.play.actions import BuyCertificate
from open18xx.play.audit import faults
from open18xx.play.game import Game, unpack
from open18xx.play.table import Box
from open18xx.title.model import Title

from . import course
from .positions import SEA_TO_VALENCIA, accepted, arranged, found, lay, menorca, place_marker, stock_turn


@pytest.fixture(scope="module")
def box(title: Title) -> Box:
    return unpack(title)


@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_games_of_bots_reach_the_merger_and_end_by_a_rule_in_time(box: Box, players: int) -> None:
    """Of the 200 games: 95 % in time, 80 % with the merger, at most 20 % by bankruptcy. These two are among them.

    Money, certificates, vehicles, tiles and markers after every action: nothing is lost or comes from nowhere.
    """
    found_course = course.played(box, players, 0, sound)
    assert found_course.is_fair and found_course.merged
    assert found_course.end != "market-cell"


def sound(game: Game) -> None:
    assert faults(game.table) == []


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_many_more_games_of_bots_do_so_and_are_sound(box: Box, players: int) -> None:
    courses = [course.played(box, players, seed, sound) for seed in range(1, 13)]
    assert sum(each.is_fair for each in courses) >= 11
    assert sum(each.merged is not None for each in courses) >= 10
    assert sum(each.end == "market-cell" for each in courses) <= 2


def test_the_same_seed_plays_the_same_game(box: Box) -> None:
    hashes = set()
    for _ in range(2):
        game, bot = Game(box, ["ann", "bob"], 5), SimpleBot(5)
        while game.length < 100:
            game.play(bot.choose(game))
        hashes.add(game.state.hash())
    assert len(hashes) == 1


def test_bots_start_companies_lay_lanes_and_run_ships_in_the_first_rounds(box: Box) -> None:
    game, bot = Game(box, ["ann", "bob"], 1), SimpleBot(1)
    while game.state.number < 3:
        game.play(bot.choose(game))
    fleets = [train for id in game.state.par for train in game.state.trains[id]]
    assert any(game.table.type_of(train).family == "ship" for train in fleets)
    assert game.state.board.faces != box.ground.printed
    assert any(game.table.price(id) for id in game.state.par)


def test_a_bot_places_its_marker_at_the_dearest_destination_that_the_company_reaches() -> None:
    """Barcelona is worth as much as València in yellow; only the lane to València lies."""
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RNC", 75, ann=20, cash=100)
        lay(tx, *SEA_TO_VALENCIA)
        stock_turn(tx, "ann")
    accepted(game, BuyCertificate("ann", "RNC/1"))
    assert SimpleBot(1).choose(game) == place_marker(game, "ann", "RNC", "K16")


# --------------------------------------------------------------------------- the report


def sample(seed: int, end: str = "event-card", rounds: int = 20, merged: bool = True) -> course.Course:
    phases = {"4H": 1, "7H": 11} if merged else {"4H": 1}
    return course.Course(
        seed, end, rounds, 400, 1.5, (5000, 4000), 3000, phases, ("RNC", "CCM"), {"RNC": 200}, {"4H": [30, 60]}
    )


def test_the_report_counts_ends_rounds_phases_and_prices() -> None:
    games = [sample(0), sample(1, "bank"), sample(2, "market-cell", merged=False), sample(3, "", 50)]
    text = course.report(games, 2)
    assert "ended by a rule within 40 operating rounds  3 (75.0 %)" in text
    assert "reached 7H and the merger  3 (75.0 %)" in text
    assert "ended by market-cell  1 (25.0 %)" in text and "ended by nothing  1 (25.0 %)" in text
    assert "phase 7H: 3 (75.0 %), begins in operating round 11 | 11 11 11 | 11" in text
    assert "fortune of number 2  4000 | 4000 4000 4000 | 4000" in text
    assert "RNC: started 4 (100.0 %), at the end at 200 | 200 200 200 | 200" in text


def test_a_game_that_ends_late_is_not_in_time() -> None:
    assert sample(0, rounds=40).is_fair and not sample(0, rounds=41).is_fair and not sample(0, "").is_fair


def test_the_command_prints_the_report_and_writes_the_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a value changed: the game ends when the bank has paid 2,000, and quickly."""
    file = tmp_path / "games.json"
    assert course.main(["--games", "1", "--players", "2", "--rule", "bank.cash=2000", "--json", str(file)]) == 0
    assert "1 games of 2 simple bots" in capsys.readouterr().out
    (game,) = json.loads(file.read_text("utf-8"))
    assert game["seed"] == 0 and game["end"] == "bank" and game["bank"] <= 0
