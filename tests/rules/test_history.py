"""The past: undo and redo, clones, the hash, replay; nothing but the actions and the seed decides (V*, traps)."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from open18xx import IllegalAction, SaveError, action_from_json, load_title, new_game
from open18xx.adapters.site18xx import SiteGame
from open18xx.bots.random_bot import RandomBot
from open18xx.bots.simple_bot import SimpleBot
from open18xx.play import actions as a
from open18xx.play.game import Game, Moment, replay
from open18xx.play.state import FOLLOWS, SLOTS, State
from open18xx.play.steps import CORE_STEPS
from open18xx.play.transaction import Transaction
from open18xx.saves import from_data, to_json

from .positions import PLAYERS, arranged, depot_from, found, new, phase, sell_privates, stock_turn, tile, trains, turn

SEEDS = st.integers(0, 10**6)


@cache
def played(title: str, seed: int, actions: int, players: int = 3) -> Game:
    """A random game after so many actions, or at its end. Clone it before you play on."""
    game, bot = new_game(load_title(title), ("ann", "bob", "cay", "dan")[:players], seed=seed), RandomBot(seed)
    while not game.is_over and game.length < actions:
        game.play(bot.choose(game))
    return game


# --------------------------------------------------------------------------- one position of every kind of action


def at_bid() -> tuple[Game, a.Action]:
    return new(), a.Bid("ann", "SV", 20)


def at_par() -> tuple[Game, a.Action]:
    game = new()
    with arranged(game) as tx:
        for private in ("SV", "CS", "DH", "MH", "CA"):
            tx.move_private(private, "cay")
    game.play(a.Bid("ann", "BO", 220))
    return game, a.ChoosePar("ann", "B&O", 100)


def in_stock(tx: Transaction) -> None:
    sell_privates(tx, MH="ann", DH="PRR", CS="ann", SV="bob")
    found(tx, "PRR", 100, ann=50, bob=20, cash=2000)
    phase(tx, "3")
    stock_turn(tx, "ann")


def stock_kind(action: a.Action) -> Callable[[], tuple[Game, a.Action]]:
    def build() -> tuple[Game, a.Action]:
        game = new()
        with arranged(game) as tx:
            in_stock(tx)
        return game, action

    return build


def operating_kind(action: a.Action, step: str, **how: Any) -> Callable[[], tuple[Game, a.Action]]:
    def build() -> tuple[Game, a.Action]:
        game = new()
        with arranged(game) as tx:
            in_stock(tx)
            tile(tx, "H10", "57", 1)
            tile(tx, "H14", "9", 1)
            tile(tx, "H16", "57", 1)
            trains(tx, "PRR", *how.get("own", ("3-0",)))
            turn(tx, "PRR", step)
            if how.get("poor"):
                tx.pay("PRR", "bank", 2000)
                tx.pay("ann", "bank", tx.state.cash["ann"])
                for id in [id for id in tx.state.paper["ann"] if id != "PRR/0"]:
                    tx.move_certificate(id, "ipo")
            if revenue := how.get("revenue"):
                tx.note("revenue", revenue)
                tx.note("ran", True)
        return game, action

    return build


def at_discard() -> tuple[Game, a.Action]:
    game, _ = operating_kind(a.Pass("PRR"), "buy-train", own=("3-0", "3-1", "3-2"))()
    with arranged(game) as tx:
        depot_from(tx, "4")
    game.play(a.BuyTrain("PRR", "4-0", 300))
    return game, a.DiscardTrain("PRR", "3-0")


def at_home() -> tuple[Game, a.Action]:
    game = new("valley.toml")
    with arranged(game) as tx:
        tile(tx, "B6", "59", 5)
        found(tx, "YEL", 100, ann=60, home=False)
        turn(tx, "YEL", "home-token")
        tx.place_home("YEL")
    return game, a.PlaceHomeToken("YEL", "B6", 1)


def at_bar() -> tuple[Game, a.Action]:
    bar = {"kind": "bar-edge", "windows": ["operating-round-start"]}
    game = new("island.toml", overrides={"privates.X1.abilities": [bar]})
    with arranged(game) as tx:
        sell_privates(tx, "ann")
        found(tx, "RED", 100, ann=60, cash=500)
        turn(tx, "RED")
    return game, a.BarEdge("ann", "X1", "J11", 5)


def own_kind(action: a.Action, step: str) -> Callable[[], tuple[Game, a.Action]]:
    def build() -> tuple[Game, a.Action]:
        rules = {"own_certificates": "sell-and-buy-back", "capitalization": "incremental"}
        overrides: dict[str, Any] = {f"rules.corporations.{key}": value for key, value in rules.items()}
        game = new(overrides={**overrides, "rounds.operating.steps": ["issue", "redeem"]})
        with arranged(game) as tx:
            sell_privates(tx)
            found(tx, "PRR", 100, ann=60, pool=20, cash=500)
            turn(tx, "PRR", step)
        return game, action

    return build


POSITIONS: dict[str, Callable[[], tuple[Game, a.Action]]] = {
    "bid": at_bid,
    "choose-par": at_par,
    "start-corporation": stock_kind(a.StartCorporation("ann", "NYC", 67)),
    "buy-certificate": stock_kind(a.BuyCertificate("ann", "PRR/8")),
    "sell-certificates": stock_kind(a.SellCertificates("ann", "PRR", ("PRR/1",))),
    "exchange-private": stock_kind(a.ExchangePrivate("ann", "MH", "NYC/1")),
    "pass": stock_kind(a.Pass("ann")),
    "lay-tile": operating_kind(a.LayTile("PRR", "H8", "9", 1), "lay-track"),
    "lay-private-tile": operating_kind(a.LayPrivateTile("PRR", "DH", "F16", "57", 1), "lay-track"),
    "place-token": operating_kind(a.PlaceToken("PRR", "H10", 0), "place-token"),
    "run-routes": operating_kind(a.RunRoutes("PRR", (("3-0", ("H12:0", "H10:1")),)), "run-routes"),
    "choose-dividend": operating_kind(a.ChooseDividend("PRR", "pay"), "choose-dividend", revenue=90),
    "buy-train": operating_kind(a.BuyTrain("PRR", "2-0", 80), "buy-train"),
    "buy-private": operating_kind(a.BuyPrivate("PRR", "CS", 40), "buy-train"),
    "declare-bankruptcy": operating_kind(a.DeclareBankruptcy("PRR"), "buy-train", own=(), poor=True),
    "discard-train": at_discard,
    "place-home-token": at_home,
    "bar-edge": at_bar,
    "issue-certificates": own_kind(a.IssueCertificates("PRR", 2), "issue"),
    "redeem-certificates": own_kind(a.RedeemCertificates("PRR", 1), "redeem"),
}


ELSEWHERE = {
    "offer-lot", "split-corporation", "choose-branch", "give-token", "give-train", "give-money", "give-private",
    "train-by-private",
}  # fmt: skip
"""Kinds that 1830 cannot come to: the tests of the title that has them take them back."""


def test_there_is_a_position_for_every_kind_of_action() -> None:
    kinds = {"pass", *(step.action.kind for step in CORE_STEPS)}
    assert POSITIONS.keys() == kinds - ELSEWHERE and kinds <= a.KINDS.keys()


@pytest.mark.parametrize("kind", POSITIONS)
def test_undo_brings_back_the_position_before_and_redo_the_one_after(kind: str) -> None:
    """V02: for every type of action."""
    game, action = POSITIONS[kind]()
    assert action.kind == kind
    before = game.state.hash()
    game.play(action)
    after = game.state.hash()
    assert before != after
    assert game.undo()
    assert game.state.hash() == before
    assert game.redo()
    assert game.state.hash() == after
    game.undo()
    game.play(action)
    assert game.state.hash() == after


@pytest.mark.parametrize("kind", POSITIONS)
def test_an_action_of_another_corporation_or_player_is_not_taken_for_one_of_the_actor(kind: str) -> None:
    """V06, trap 32: rejected with a reason, and no state change."""
    game, action = POSITIONS[kind]()
    before = game.state.hash()
    for stranger in ("cay", "NYC", "RED", "nobody", ""):
        wrong = type(action)(stranger, *(getattr(action, name) for name in action.__slots__))
        reason = game.refusal(wrong)
        assert reason is not None and reason.code in ("not-your-turn", "not-owner", "not-president", "no-ability")
        with pytest.raises(IllegalAction):
            game.play(wrong)
        assert game.state.hash() == before


@pytest.mark.parametrize("kind", POSITIONS)
def test_an_action_that_is_played_changes_no_clone_and_no_position_before(kind: str) -> None:
    """Trap 34."""
    game, action = POSITIONS[kind]()
    clone, state, before = game.clone(), game.state, game.state.hash()
    game.play(action)
    assert clone.state.hash() == before == state.hash()
    other = clone.clone()
    other.play(action)
    assert other.state == game.state
    assert clone.state.hash() == before


# --------------------------------------------------------------------------- undo and redo


def test_undo_to_the_beginning_and_redo_to_the_end_go_through_the_same_positions() -> None:
    game = played("1830", 4, 150).clone()
    hashes = [moment.state.hash() for moment in game.history()]
    back = [game.state.hash()]
    while game.undo():
        back.append(game.state.hash())
    assert back == hashes[::-1]
    assert (game.length, game.undo()) == (0, False)
    forth = [game.state.hash()]
    while game.redo():
        forth.append(game.state.hash())
    assert forth == hashes
    assert (game.length, game.redo()) == (150, False)


def test_undo_plays_nothing_again() -> None:
    """Trap 30: the positions are kept, so undo and redo hand back the very same object."""
    game = played("1830", 4, 150).clone()
    here, before = game.state, game.history()[-2].state
    game.undo()
    assert game.state is before
    game.redo()
    assert game.state is here


def test_a_new_action_ends_what_could_be_redone() -> None:
    """Trap 30."""
    game = new()
    game.play(a.Bid("ann", "SV", 20))
    game.play(a.Bid("bob", "CS", 40))
    game.undo()
    game.undo()
    game.play(a.Pass("ann"))
    assert not game.redo()
    assert game.actions() == [a.Pass("ann")]


def test_a_refused_action_keeps_what_can_be_redone() -> None:
    game = new()
    game.play(a.Bid("ann", "SV", 20))
    game.undo()
    with pytest.raises(IllegalAction):
        game.play(a.Bid("ann", "SV", 19))
    assert game.redo() and game.state.privates["SV"] == "ann"


def test_a_clone_goes_its_own_way_and_undoes_its_own_actions() -> None:
    game = new()
    game.play(a.Bid("ann", "SV", 20))
    clone = game.clone()
    clone.play(a.Pass("bob"))
    game.play(a.Bid("bob", "CS", 40))
    assert clone.actions() == [a.Bid("ann", "SV", 20), a.Pass("bob")]
    assert game.actions() == [a.Bid("ann", "SV", 20), a.Bid("bob", "CS", 40)]
    clone.undo()
    clone.undo()
    assert (clone.length, game.length) == (0, 2)


def test_the_end_of_a_game_can_be_undone() -> None:
    """Trap 40: the end is a position like any other, and part of the hash."""
    game, action = POSITIONS["declare-bankruptcy"]()
    before = game.state.hash()
    game.play(action)
    assert game.is_over and (game.state.ended, game.offers()) == ("bankruptcy", [])
    with pytest.raises(IllegalAction, match="the game is over"):
        game.play(action)
    game.undo()
    assert not game.is_over and game.state.hash() == before


# --------------------------------------------------------------------------- clones


def test_a_clone_shares_the_past_and_the_caches() -> None:
    """Trap 33: nothing is copied that grows with the game, and no answer about the board is asked twice."""
    game = played("1830", 4, 150)
    clone = game.clone()
    assert clone._now is game._now and clone.box is game.box
    copy = game.state.copy()
    assert copy.board is game.state.board
    assert all(getattr(copy, name) is getattr(game.state, name) for name in SLOTS)


def tables(state: State) -> Iterator[str]:
    return (name for name in SLOTS if isinstance(getattr(state, name), dict))


@pytest.mark.parametrize("writer", ["parent", "child"])
@pytest.mark.parametrize("owned", [False, True], ids=["shared before", "written before"])
def test_a_table_that_one_side_writes_is_not_seen_by_the_other(writer: str, owned: bool) -> None:
    """Trap 34: both sides forget that a table is theirs when the position is copied."""
    for name in tables(played("1830", 4, 150).state):
        parent = played("1830", 4, 150).state.copy()
        if owned:
            parent.table(name)["before"] = 1
        child = parent.copy()
        writing, reading = (parent, child) if writer == "parent" else (child, parent)
        kept = dict(getattr(reading, name))
        writing.table(name)["new"] = 2
        assert getattr(reading, name) == kept, name
        assert "new" in getattr(writing, name)


# --------------------------------------------------------------------------- the hash


def other_value(state: State, name: str) -> Any:
    """A value of the slot that differs from the one it has."""
    value = getattr(state, name)
    if name == "board":
        return state.board.with_token(next(city for city, slots in state.board.tokens.items() if None in slots), "NYC")
    if name == "rng":
        return (value[0] + 1,)
    if name == "ending":
        return ("bank", "operating-set", 3, 1)
    if isinstance(value, dict):
        if name == "privates":
            return {**value, "SV": "nobody"}
        return {**value, "something": 1}
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return (*value, "more") if isinstance(value, tuple) else value + "more"


@pytest.mark.parametrize("name", [name for name in SLOTS if name not in FOLLOWS])
def test_the_hash_and_equality_see_every_part_of_a_position(name: str) -> None:
    """Trap 40, trap 2: order of arrival, memory of the round, the seed and the end included."""
    state = new().state
    changed = state.copy()
    setattr(changed, name, other_value(state, name))
    assert changed.hash() != state.hash()
    assert changed != state
    assert state.copy() == state and state.copy().hash() == state.hash()


def test_the_order_in_a_cell_and_the_order_of_acquisition_are_part_of_a_position() -> None:
    """Trap 2, trap 9."""
    hashes = set()
    for first, second in (("PRR", "NYC"), ("NYC", "PRR")):
        game = new()
        with arranged(game) as tx:
            for corporation in (first, second):
                tx.start_corporation(corporation, 100)
                tx.move_certificate(f"{corporation}/0", "ann")
                tx.state.table("president")[corporation] = "ann"
        hashes.add(game.state.hash())
    assert len(hashes) == 2


def test_the_seed_is_part_of_a_position_and_the_only_source_of_chance() -> None:
    """Trap 38: playing neither reads nor stirs Python's own generator."""
    assert new(seed=1).state.hash() != new(seed=2).state.hash()
    before = random.getstate()
    fresh = replay(new_game(load_title("1830"), PLAYERS, seed=4), played("1830", 4, 150).actions())
    assert random.getstate() == before
    assert fresh.state.hash() == played("1830", 4, 150).state.hash()


def test_the_same_seed_and_actions_give_the_same_hash_in_another_process() -> None:
    """Trap 38: also where sets and dicts are ordered by another hash seed."""
    code = (
        "from open18xx import *; from open18xx import load_title, new_game; "
        "from open18xx.bots.random_bot import RandomBot\n"
        "game, bot = new_game(load_title('1889'), ('ann', 'bob', 'cay'), seed=6), RandomBot(6)\n"
        "while game.length < 120: game.play(bot.choose(game))\n"
        "print(game.state.hash())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": "4242"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == played("1889", 6, 120).state.hash() + "\n"


# --------------------------------------------------------------------------- replay and saved games


@settings(max_examples=3, deadline=None)
@given(title=st.sampled_from(["1830", "1889"]), seed=SEEDS, length=st.integers(0, 160), players=st.integers(2, 4))
def test_a_game_played_again_from_its_actions_or_its_save_is_the_same_position_by_position(
    title: str, seed: int, length: int, players: int
) -> None:
    """Trap 40: save, load, equal; every position, not only the last or a sum."""
    game, bot = new_game(load_title(title), ("ann", "bob", "cay", "dan")[:players], seed=seed), RandomBot(seed)
    while not game.is_over and game.length < length:
        game.play(bot.choose(game))
    hashes = [moment.state.hash() for moment in game.history()]
    again = replay(new_game(game.title, game.players, seed=seed), game.actions())
    assert [moment.state.hash() for moment in again.history()] == hashes
    loaded = from_data(to_json(game))
    assert loaded.difference == ""
    assert [moment.state.hash() for moment in loaded.game.history()] == hashes
    assert loaded.game.log() == game.log()
    assert loaded.game.result() == game.result()


@settings(max_examples=3, deadline=None)
@given(title=st.sampled_from(["1830", "1889"]), seed=SEEDS, data=st.data())
def test_a_random_walk_of_actions_undos_redos_and_clones_always_stands_at_a_position_of_its_actions(
    title: str, seed: int, data: st.DataObject
) -> None:
    """V02, trap 30, as a property."""
    game, bot = new_game(load_title(title), PLAYERS, seed=seed), RandomBot(seed)
    expected: list[str] = [game.state.hash()]
    undone: list[str] = []
    for _ in range(60):
        what = data.draw(st.sampled_from(["play", "play", "play", "undo", "redo", "clone"]))
        if what == "play" and not game.is_over:
            game.play(bot.choose(game))
            expected.append(game.state.hash())
            undone = []
        elif what == "undo":
            assert game.undo() is (len(expected) > 1)
            if len(expected) > 1:
                undone.append(expected.pop())
        elif what == "redo":
            assert game.redo() is bool(undone)
            if undone:
                expected.append(undone.pop())
        else:
            clone = game.clone()
            if not clone.is_over:
                clone.play(RandomBot(seed + 1).choose(clone))
        assert game.state.hash() == expected[-1]
        assert game.length == len(expected) - 1
    assert replay(new_game(game.title, PLAYERS, seed=seed), game.actions()).state.hash() == expected[-1]


def test_a_finished_game_is_replayed_to_its_end() -> None:
    """Trap 40: finished games are compared too."""
    game, bot = new_game(load_title("1889", overrides={"rules.end.last_turn": 4}), PLAYERS, seed=2), SimpleBot(2)
    while not game.is_over:
        game.play(bot.choose(game))
    again = replay(new_game(game.title, PLAYERS, seed=2), game.actions())
    assert (again.state.ended, again.result(), again.state.hash()) == (
        game.state.ended, game.result(), game.state.hash())  # fmt: skip
    loaded = from_data(to_json(game)).game
    assert (loaded.is_over, loaded.state.hash()) == (True, game.state.hash())


def test_a_save_that_does_something_else_now_names_the_action() -> None:
    record = to_json(played("1830", 4, 150))
    record["did"][70] = "00000000"
    assert from_data(record).difference.startswith("action 71 of 150")
    record = to_json(played("1830", 4, 150))
    del record["actions"][10]
    del record["did"][10]
    assert from_data(record).difference


def test_what_no_action_of_ours_made_cannot_be_saved() -> None:
    """An importer's events are no actions; the save says so instead of leaving them out."""
    game = new()
    game.finish("agreed")
    with pytest.raises(SaveError, match="importer"):
        to_json(game)


def test_entries_that_are_no_actions_never_change_a_position() -> None:
    """V04: chat in the action list is refused by name at the door, and nothing happens."""
    game = played("1830", 4, 150).clone()
    before = game.state.hash()
    for record in ({"kind": "message", "actor": "ann", "text": "hi"}, {"kind": "undo"}, {"actor": "ann"}, "pass", None):
        with pytest.raises(IllegalAction):
            action_from_json(record)
    assert game.state.hash() == before


FOLDER = Path(os.environ.get("OPEN18XX_CONFORMANCE") or Path(__file__).parents[2] / "../shared/conformance")
RECORDED = FOLDER / "games" / "1889-hs-jmmljkbw.json"


@pytest.mark.conformance
@pytest.mark.skipif(not RECORDED.exists(), reason="no recorded games: set OPEN18XX_CONFORMANCE")
def test_chat_between_recorded_actions_changes_no_position() -> None:
    """V04: a message after every action of a recorded game."""
    data = json.loads(RECORDED.read_text("utf-8"))
    chatty = []
    for n, action in enumerate(data["actions"]):
        chatty += [action, {"type": "message", "id": f"m{n}", "entity": data["players"][0]["id"], "message": "hm"}]
    games = [SiteGame(data), SiteGame({**data, "actions": chatty})]
    for site in games:
        for _ in site.play():
            pass
        assert site.replay.refused == []
    assert games[0].game.actions() == games[1].game.actions()
    assert games[0].game.state.hash() == games[1].game.state.hash()


def test_a_game_without_a_past_is_a_moment() -> None:
    assert new().history() == [Moment(new().state, None, (), None, 0)]
