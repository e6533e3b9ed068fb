"""Every hook is heard: what a plugin says changes the game at the place that the hook's page names."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from open18xx import IllegalAction, Refusal, load_title
from open18xx.play.actions import Action, BuyTrain, Pass, RunRoutes
from open18xx.play.audit import faults
from open18xx.play.events import MoneyPaid, TrainMoved
from open18xx.play.game import Game, Moment, first_state, unpack
from open18xx.play.state import BANK
from open18xx.play.table import Table
from open18xx.play.transaction import CHAIN_LIMIT, Transaction
from open18xx.plugins.hooks import Hooks

from .positions import found, phase, tile, trains, turn

HOOKS = {field.name for field in fields(Hooks)}
TESTED = {"steps", "refusal", "stop_bonus", "setup", "after_action", "after_event", "on_event", "score", "audit"}
OF_ROUTES = {"route_bonuses", "train_calls", "train_apart"} | {
    f"{value}{most}" for value in ("route_value", "set_value") for most in ("", "_most")
} | {"route_value_active"}
"""Hooks whose tests stand in test_route_bonuses.py."""
OF_FILES = {"check", "events"}
"""Hooks whose tests stand in tests/title/test_plugin_checks.py."""


def hooked(step: str = "run-routes", *, overrides: dict[str, Any] | None = None, **hooks: Any) -> Game:
    """B&O (ann) with a 2 and track from Baltimore to Washington, in a title whose plugin says what is given."""
    box = unpack(load_title("1830", overrides=overrides or {}))
    game = Game(box, ["ann", "bob", "cay"])
    tx = Transaction(box, game.state.copy())
    for private in tx.state.privates:
        tx.close_private(private)
    found(tx, "B&O", 100, ann=60, cash=500)
    trains(tx, "B&O", "2-0")
    phase(tx, "2")
    tile(tx, "J14", "57", 0)  # Washington: track to edges 0 and 3
    turn(tx, "B&O", step)
    game._now = Moment(tx.state, None, (), None, 0)
    box.hooks = replace(box.hooks, **{name: (hook,) for name, hook in hooks.items()})
    return game


def test_every_hook_has_a_test_here_or_among_the_third_party_titles() -> None:
    assert HOOKS == TESTED | OF_ROUTES | OF_FILES
    text = (Path(__file__).parent / "test_route_bonuses.py").read_text("utf-8")
    assert all(f'"{name}"' in text for name in OF_ROUTES)


def test_a_plugin_sets_up_what_files_cannot_say_before_the_first_round() -> None:
    rounds = []

    def setup(tx: Transaction) -> None:
        rounds.append(tx.state.round)
        tx.pay("bank", "PRR", 50)
        tx.write("own", "turns", 3)

    box = unpack(load_title("1830"))
    box.hooks = replace(box.hooks, setup=(setup,))
    state = first_state(box, ["ann", "bob", "cay"])
    assert rounds == [""] and state.round == "auction"
    assert state.cash["PRR"] == 50 and state.slices == {"own": {"turns": 3}}


def test_a_stop_bonus_is_earned_by_routes_that_call_there_and_found_by_the_solver() -> None:
    plain, rich = hooked(), hooked(stop_bonus=lambda table, corporation, hex: 70 if hex == "J14" else 0)
    assert plain.best_run("B&O").value == 50
    best = rich.best_run("B&O")
    assert (best.value, best.proven) == (120, True)
    run = RunRoutes("B&O", tuple((route.train, route.segments) for route in best.routes))
    rich.play(run)
    assert rich.state.revenue == 120


def test_a_stop_bonus_follows_the_state_and_not_what_was_asked_before() -> None:
    def bonus(table: Table, corporation: str, hex: str) -> int:
        return 10 * table.state.cash["ann"] if hex == "J14" else 0

    game = hooked(stop_bonus=bonus)
    assert game.best_run("B&O").value == 50 + 10 * 800
    tx = Transaction(game.box, game.state.copy())
    tx.pay("ann", BANK, 799)
    game._now = Moment(tx.state, None, (), None, 0)
    assert game.best_run("B&O").value == 50 + 10


def test_after_event_answers_an_event_with_events() -> None:
    def gift(tx: Transaction, event: object) -> None:
        if isinstance(event, TrainMoved) and event.target == "B&O":
            tx.pay(BANK, "bob", 33)

    game = hooked("buy-train", after_event=gift)
    game.play(BuyTrain("B&O", "2-1", 80))
    assert game.state.cash["bob"] == 833
    assert MoneyPaid(BANK, "bob", 33) in game.last_events


def test_after_action_is_told_what_was_done_before_play_goes_on() -> None:
    heard: list[tuple[Action, str, int]] = []

    def listen(tx: Transaction, action: Action) -> None:
        heard.append((action, tx.state.actor, sum(isinstance(event, TrainMoved) for event in tx.events)))
        tx.pay(BANK, "bob", 7)

    game = hooked("buy-train", after_action=listen)
    actions = [BuyTrain("B&O", "2-1", 80), Pass("B&O")]
    for action in actions:
        game.play(action)
    assert heard == [(actions[0], "B&O", 1), (actions[1], "B&O", 0)]
    assert game.actor != "B&O" and game.state.cash["bob"] == 814


def test_after_action_hears_nothing_of_an_action_that_is_refused() -> None:
    heard: list[Action] = []
    game = hooked("buy-train", after_action=lambda tx, action: heard.append(action))
    with pytest.raises(IllegalAction):
        game.play(BuyTrain("B&O", "2-1", 79))
    assert heard == []


def test_what_a_plugin_finds_wrong_with_a_position_is_found_by_the_audit() -> None:
    lost = hooked(audit=lambda table: ["a marker is lost"] if table.state.number else [])
    assert faults(lost.table) == [*faults(hooked().table), "a marker is lost"]


def test_a_plugin_that_answers_itself_without_end_is_stopped_and_named() -> None:
    def echo(tx: Transaction, event: object) -> None:
        tx.pay(BANK, "bob", 1)

    game = hooked("buy-train", after_event=echo)
    before = game.state
    with pytest.raises(AssertionError, match="answers without end"):
        game.play(BuyTrain("B&O", "2-1", 80))
    assert game.state is before
    assert CHAIN_LIMIT == 64


def test_a_train_event_that_the_engine_does_not_know_is_told() -> None:
    heard: list[str] = []
    overrides = {"trains.3.on_first": []}
    game = hooked("buy-train", overrides=overrides, on_event=lambda tx, name: heard.append(name))
    box = game.box
    box.type_of = {id: replace(type_, on_first=("x-party",)) for id, type_ in box.type_of.items()}
    tx = Transaction(box, game.state.copy())
    tx.first_of_type(box.type_of["3-0"])
    assert heard == ["x-party"]


def test_a_score_hook_adds_to_the_fortune() -> None:
    plain, rich = hooked(), hooked(score=lambda table, player: 1000 if player == "cay" else 0)
    assert rich.result()["cay"] == plain.result()["cay"] + 1000
    assert rich.result()["bob"] == plain.result()["bob"]


def test_a_refusal_hook_forbids_a_pass_and_it_is_not_listed() -> None:
    def stay(table: Table, action: object) -> Refusal | None:
        return Refusal("no-rest", why="house rule") if isinstance(action, Pass) else None

    game = hooked("buy-train", refusal=stay)
    assert game.refusal(Pass("B&O")) == Refusal("no-rest", why="house rule")
    assert "pass" not in {offer.kind for offer in game.offers()}
    assert "buy-train" in {offer.kind for offer in game.offers()}
