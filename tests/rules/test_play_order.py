"""Who may do what at which moment: steps by their place, strict passes, honest lists, ids of any shape (traps)."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from open18xx import action_from_json, load_title
from open18xx.bots.random_bot import RandomBot
from open18xx.bots.simple_bot import SimpleBot
from open18xx.play import actions as a
from open18xx.play import roads
from open18xx.play.audit import faults
from open18xx.play.game import action_kinds, apply
from open18xx.play.offers import Checked

from .positions import (
    TITLES,
    accepted,
    arranged,
    found,
    go_on,
    is_listed,
    kinds,
    listed,
    new,
    phase,
    refused,
    stock_turn,
    tile,
    trains,
    turn,
)
from .test_history import POSITIONS

VALLEY = "valley.toml"
listing = runpy.run_path(str(Path(__file__).parents[1] / "play" / "listing.py"))
disagreements, mutations, samples = listing["disagreements"], listing["mutations"], listing["samples"]
strangers = listing["strangers"]


# --------------------------------------------------------------------------- steps and turns


def test_the_same_step_twice_in_a_turn_is_told_apart_by_its_place() -> None:
    """Trap 6: trains may be bought before the track and again at the end."""
    steps = ["home-token", "buy-train", "lay-track", "buy-train"]
    game = new(VALLEY, overrides={"rounds.operating.steps": steps, "rules.trains.must_own": "never"})
    with arranged(game) as tx:
        found(tx, "BLU", 100, ann=60, cash=500)
        found(tx, "RED", 90, bob=60, cash=500)
        turn(tx, "BLU", "home-token", then=["RED"])
        go_on(tx)
    assert (game.state.step, kinds(game)) == (1, {"buy-train", "pass"})
    accepted(game, a.BuyTrain("BLU", "2-0", 80))
    accepted(game, a.Pass("BLU"))
    assert (game.actor, game.state.step) == ("BLU", 2)
    refused(game, a.BuyTrain("BLU", "2-1", 80), "not-offered", kind="buy-train")
    accepted(game, a.Pass("BLU"))
    assert (game.actor, game.state.step) == ("BLU", 3)
    accepted(game, a.BuyTrain("BLU", "2-1", 80))
    accepted(game, a.Pass("BLU"))
    assert (game.actor, game.state.step) == ("RED", 1)


def test_a_turn_ends_during_its_last_action_and_not_at_the_next_request() -> None:
    """Trap 4."""
    game = new(VALLEY)
    with arranged(game) as tx:
        found(tx, "BLU", 100, ann=60, cash=0)
        found(tx, "RED", 90, bob=60, cash=500)
        turn(tx, "BLU", "lay-track", then=["RED"])
    accepted(game, a.Pass("BLU"))
    assert game.actor == "RED"


def test_no_dividend_is_withheld_for_a_corporation_that_can_run() -> None:
    """Trap 26: the step is skipped by the same question that lists it; a run that is declined earns nothing."""
    game = new(VALLEY)
    with arranged(game) as tx:
        found(tx, "BLU", 100, ann=60, cash=0)
        trains(tx, "BLU", "2-0")
        tile(tx, "C9", "6", 0)  # joins D8
        turn(tx, "BLU", "lay-track")
    price = game.table.price("BLU")
    accepted(game, a.Pass("BLU"))
    assert kinds(game) >= {"run-routes"}
    assert game.table.price("BLU") == price
    accepted(game, a.RunRoutes("BLU", (("2-0", ("D8:1", "C9:0")),)))
    assert (game.state.revenue, kinds(game)) == (50, {"choose-dividend"})
    accepted(game, a.ChooseDividend("BLU", "pay"))
    assert game.table.price("BLU") > price


def test_a_corporation_that_cannot_run_withholds_unasked() -> None:
    """Trap 26."""
    game = new(VALLEY)
    with arranged(game) as tx:
        found(tx, "BLU", 100, ann=60, cash=0)
        trains(tx, "BLU", "2-0")
        turn(tx, "BLU", "lay-track")
    price = game.table.price("BLU")
    events = accepted(game, a.Pass("BLU"))
    assert not any(type(event).__name__ == "RoutesRun" for event in events)
    assert game.table.price("BLU") < price


# --------------------------------------------------------------------------- passes


def test_a_pass_nobody_asked_for_is_refused() -> None:
    """Trap 31: the engine is strict; leniency is the importer's, and counted there."""
    game = new()
    refused(game, a.Pass("bob"), "not-your-turn", actor="bob", expected="ann")
    refused(game, a.Pass("PRR"), "not-your-turn", actor="PRR", expected="ann")
    accepted(game, a.Pass("ann"))
    refused(game, a.Pass("ann"), "not-your-turn", actor="ann", expected="bob")
    game.finish("agreed")
    refused(game, a.Pass("bob"), "finished", reason="agreed")


@pytest.mark.parametrize("kind", ["choose-par", "choose-dividend", "discard-train", "place-home-token"])
def test_a_decision_that_must_be_taken_cannot_be_passed(kind: str) -> None:
    """Trap 22, trap 5."""
    game, action = POSITIONS[kind]()
    assert "pass" not in kinds(game)
    refused(game, a.Pass(game.actor), "must-act", actor=game.actor)
    accepted(game, action)


# --------------------------------------------------------------------------- the list is honest


@pytest.mark.parametrize("kind", POSITIONS)
def test_whatever_is_listed_can_be_played_and_whatever_is_refused_changes_nothing(kind: str) -> None:
    """Traps 20 and 27: every listed action leads to a consistent position; every illegal neighbour leaves the hash."""
    game, wanted = POSITIONS[kind]()
    assert is_listed(game, wanted)
    chance = Random(1)
    before = game.state.hash()
    for offer in game.offers():
        for action in samples(offer, chance, most=8):
            assert game.refusal(action) is None, action
            state, _ = apply(game.box, game.state, action)
            assert state is not game.state
    tried = [*mutations(game, wanted, chance, most=8), *strangers(game, chance)]
    assert len(tried) >= 20
    for action in tried:
        if game.refusal(action) is not None:
            with pytest.raises(Exception, match=r"."):
                game.play(action)
    assert game.state.hash() == before
    assert disagreements(game, chance, mutate=3) == []


@pytest.mark.parametrize("kind", POSITIONS)
def test_every_listed_action_is_read_back_from_json_as_itself(kind: str) -> None:
    """Trap 35."""
    game, wanted = POSITIONS[kind]()
    known = action_kinds(game.box)
    for action in (wanted, *(each for offer in game.offers() for each in samples(offer, Random(2), most=30))):
        assert action_from_json(json.loads(json.dumps(action.to_json())), known) == action


def test_listing_a_run_solves_no_routes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trap 39: the offer is a cheap question; the solver is asked only by name."""
    game, _ = POSITIONS["run-routes"]()

    def solve(*_: Any, **__: Any) -> None:
        raise AssertionError("the solver was called")

    monkeypatch.setattr(roads, "solve", solve)
    (offer,) = [offer for offer in game.offers() if offer.kind == "run-routes"]
    assert isinstance(offer.holes[0], Checked)
    assert "run-routes" not in {action.kind for action in game.legal_actions()}
    accepted(game, a.RunRoutes("PRR", (("3-0", ("H12:0", "H10:1")),)))
    game.undo()
    with pytest.raises(AssertionError, match="the solver was called"):
        game.best_run("PRR", budget=17)


def test_the_solver_is_asked_once_for_a_position() -> None:
    """Trap 39: the answer is kept for the same board, tokens, trains and phase, clones included."""
    game, _ = POSITIONS["run-routes"]()
    first = game.best_run("PRR")
    assert game.clone().best_run("PRR") is first
    assert first.proven and first.value == 50


def test_the_ability_of_a_private_is_data_and_its_owner_acts_by_its_own_step() -> None:
    """Trap 28: the actor is the owner; the president does not act in his own name for what his corporation owns."""
    game, action = POSITIONS["lay-private-tile"]()
    assert isinstance(action, a.LayPrivateTile)
    refused(game, a.LayTile("PRR", action.hex, action.tile, action.rotation), "not-reached", hex="F16")
    refused(game, a.LayPrivateTile("ann", "DH", "F16", "57", 1), "not-owner", actor="ann", what="DH")
    (offer,) = [offer for offer in game.offers() if offer.kind == "lay-private-tile" and offer.actor == "PRR"]
    assert offer.by == "ann"


# --------------------------------------------------------------------------- ids

NUMBERS = """
extends = '{valley}'
id = "numbers"
name = "Corporations called by numbers"

[[corporations]]
id = "2"
name = "Two, like the train"
certificates = [{{ percent = 20, president = true }}, {{ percent = 10, count = 8 }}]
tokens = [0, 40]
float_percent = 60
holding_limit = 60

[[corporations]]
id = "30"
name = "Thirty, like a price"
certificates = [{{ percent = 20, president = true }}, {{ percent = 10, count = 8 }}]
tokens = [0, 40]
float_percent = 60
holding_limit = 60

[[corporations]]
id = "2-0"
name = "Called like a train"
certificates = [{{ percent = 20, president = true }}, {{ percent = 10, count = 8 }}]
tokens = [0, 40]
float_percent = 60
holding_limit = 60

[[corporations]]
id = "C5"
name = "Called like a hex"
certificates = [{{ percent = 20, president = true }}, {{ percent = 10, count = 8 }}]
tokens = [0, 40]
float_percent = 60
holding_limit = 60

[hexes.B2]
track = "city 10: 0"

[homes]
2 = "D2"
30 = "B2"
2-0 = "C5"
C5 = "B6"

[private_hexes]
2 = ["D4"]

[[privates]]
id = "2"
name = "A private called like a corporation"
price = 30
income = 5
abilities = [{{ kind = "block-hexes", holder = "player" }}]
"""


@pytest.fixture
def numbers(tmp_path: Path) -> Path:
    path = tmp_path / "numbers.toml"
    path.write_text(NUMBERS.format(valley=TITLES / VALLEY), "utf-8")
    return path


def test_ids_mean_what_the_title_says_whatever_they_look_like(numbers: Path) -> None:
    """Trap 29: a corporation "2" beside a train 2, a tile 2, a private 2 and a player called 1."""
    game = new(load_title(numbers), ("1", "7", "57"))
    with arranged(game) as tx:
        tx.move_private("2", "1")
        found(tx, "2", 100, **{"1": 60}, cash=500)
        found(tx, "30", 90, **{"7": 60}, cash=500)
        found(tx, "2-0", 82, **{"7": 60}, cash=500)
        phase(tx, "3")
        turn(tx, "2", "buy-train")
    accepted(game, a.BuyPrivate("2", "2", 20))
    assert game.state.privates["2"] == "2"
    accepted(game, a.BuyTrain("2", "2-0", 80))
    assert (game.state.trains["2"], game.state.trains["2-0"]) == (("2-0",), ())
    refused(game, a.BuyTrain("2-0", "2-1", 80), "not-your-turn", actor="2-0", expected="2")
    refused(game, a.BuyTrain("2", "2", 80), "no-such", kind="train", id="2")
    with arranged(game) as tx:
        stock_turn(tx, "57")
    accepted(game, a.StartCorporation("57", "C5", 67))
    accepted(game, a.BuyCertificate("1", "30/5"))


@pytest.mark.parametrize("bot", [RandomBot(3), SimpleBot(3)])
def test_games_with_ids_of_any_shape_are_played_as_others(numbers: Path, bot: RandomBot | SimpleBot) -> None:
    """Trap 29."""
    game = new(load_title(numbers), ("1", "7", "57"))
    while not game.is_over and game.length < 120:
        action = bot.choose(game)
        assert action_from_json(action.to_json()) == action
        game.play(action)
        assert faults(game.table) == []
    assert len(game.state.par) >= 2


def test_a_player_cannot_be_called_like_a_corporation(numbers: Path) -> None:
    """Trap 29: owners are told apart by the game's own tables, so no two share a name."""
    with pytest.raises(Exception, match="a player cannot be called '2'"):
        new(load_title(numbers), ("1", "2", "57"))


def test_hexes_of_a_private_and_listed_lays_use_printed_names() -> None:
    game, _ = POSITIONS["lay-tile"]()
    assert {lay.hex for lay in listed(game, "lay-tile")} <= set(game.title.map.hexes)  # type: ignore[attr-defined]
