"""A private that its corporation closes to buy a train, at any moment of its turn (ability buy-train)."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx.play.actions import BuyPrivate, BuyTrain, Pass, TrainByPrivate

from .moments import Arrangement, arrange, play
from .positions import kinds, listed, refused

Rules = dict[str, Any]

ENGINE: dict[str, Any] = {
    "kind": "buy-train", "holder": "corporation", "windows": ["own-operating-turn"], "uses": 1, "closes": True,
}  # fmt: skip
USE = TrainByPrivate("PRR", "SV")


def made(overrides: Rules | None = None, *, cash: int = 200, owner: str = "PRR") -> Arrangement:
    """SV is such a private; ann presides over PRR, bob over NYC."""
    rules: Rules = {
        "privates.SV.abilities": [ENGINE],
        "rounds.operating.steps": ["lay-track", "place-token", "run-routes", "choose-dividend", "discard-trains",
                                   "buy-train", "buy-private"],
        "rounds.operating.anytime": ["buy-private", "private-buys-train", "sell-to-help", "bankruptcy"],
    }  # fmt: skip
    made = arrange({**rules, **(overrides or {})}).start("PRR", "ann", 67, ann=60).start("NYC", "bob", 67, bob=60)
    return made.owns(owner, "SV").cash(PRR=cash)


@pytest.mark.rule("O-104")
@pytest.mark.parametrize("step", ["lay-track", "buy-train", "buy-private"])
def test_its_corporation_closes_it_at_any_moment_of_its_turn_to_buy_the_first_train_at_full_price(step: str) -> None:
    game = made().operating("PRR", "NYC", step=step)
    assert listed(game, "train-by-private") == [USE]
    play(game, USE)
    assert game.state.trains["PRR"] == ("2-0",) and game.state.cash["PRR"] == 120
    assert game.state.privates["SV"] == "closed"


def test_a_train_bought_before_the_run_runs_in_the_same_turn() -> None:
    game = made().operating("PRR", "NYC", step="lay-track")
    play(game, USE)
    assert game.actor == "PRR" and game.state.trains["PRR"] == ("2-0",) and not game.state.ran


def test_not_in_the_turn_of_another_nor_while_a_player_owns_it() -> None:
    game = made().operating("NYC", "PRR", step="lay-track")
    refused(game, USE, "no-ability", private="SV")
    refused(game, TrainByPrivate("NYC", "SV"), "not-owner", actor="NYC", what="SV")
    game = made(owner="ann").operating("PRR", "NYC", step="lay-track")
    refused(game, USE, "not-owner", actor="PRR", what="SV")
    refused(game, TrainByPrivate("ann", "SV"), "no-ability", private="SV")
    refused(game, TrainByPrivate("PRR", "XX"), "no-such", kind="private")


def test_another_private_gives_no_such_right() -> None:
    game = made().owns("PRR", "DH").operating("PRR", "NYC", step="lay-track")
    refused(game, TrainByPrivate("PRR", "DH"), "no-ability", private="DH")


def test_there_must_be_money_in_the_treasury() -> None:
    """79 of 80: the president does not help, though a train must be owned."""
    rules: Rules = {"rules.trains.must_own": "always"}
    game = made(rules, cash=79).cash(ann=500).operating("PRR", "NYC", step="buy-train")
    refused(game, USE, "cash", cost=80, cash=79)
    play(game, BuyTrain("PRR", "2-0", 80))


def test_there_must_be_room_for_the_train() -> None:
    game = made().trains("PRR", "2", "2", "2", "2").operating("PRR", "NYC", step="lay-track")
    refused(game, USE, "train-limit", count=4, limit=4)


def test_there_must_be_a_train_to_buy() -> None:
    arranged = made()
    for train in arranged.tx.state.trains["depot"]:
        arranged.tx.move_train(train, "depot", "gone")
    refused(arranged.operating("PRR", "NYC", step="lay-track"), USE, "supply")


def test_the_first_train_of_a_type_sets_off_what_it_always_does() -> None:
    game = made(cash=500).phase("2", "3").operating("PRR", "NYC", step="lay-track")
    play(game, USE)
    assert game.table.phase.id == "3" and game.state.trains["PRR"] == ("3-0",)


def test_it_is_one_of_the_trains_that_a_corporation_may_buy_of_the_bank_in_a_turn() -> None:
    """corporations.trains_from_bank = 1; 0: as many as it likes."""
    limited = made({"corporations.PRR.trains_from_bank": 1}, cash=500).trains("NYC", "2")
    game = limited.operating("PRR", "NYC", step="buy-train")
    play(game, USE)
    refused(game, BuyTrain("PRR", "2-2", 80), "from-bank-limit", corporation="PRR", done=1, limit=1)
    game = made(cash=500).operating("PRR", "NYC", step="buy-train")
    play(game, USE, BuyTrain("PRR", "2-1", 80), BuyTrain("PRR", "2-2", 80))


def test_after_one_from_the_bank_it_buys_those_of_others_and_next_turn_one_again() -> None:
    """trains_from_bank = 1."""
    arranged = made({"corporations.PRR.trains_from_bank": 1}, cash=500, owner="bob").trains("NYC", "2", "2")
    game = arranged.operating("PRR", step="buy-train")
    play(game, BuyTrain("PRR", "2-2", 80), BuyTrain("PRR", "2-0", 1))
    refused(game, BuyTrain("PRR", "2-3", 80), "from-bank-limit")
    assert game.state.from_bank == 1
    while game.actor == "PRR":
        play(game, Pass("PRR"))
    assert game.state.from_bank == 0


def test_the_turn_of_its_corporation_ends_with_a_pass_whatever_its_cash() -> None:
    """Nothing else is open then; without it the turn ends by itself."""
    game = made(cash=0).operating("PRR", "NYC", step="buy-private")
    assert game.actor == "PRR" and kinds(game) == {"pass"}
    play(game, Pass("PRR"))
    assert game.actor == "NYC"
    assert made(cash=0, owner="NYC").operating("PRR", "NYC", step="buy-private").actor == "NYC"


@pytest.mark.rule("O-086", "O-104")
def test_a_corporation_buys_it_of_a_player_and_not_one_that_it_is_not_for() -> None:
    """not_for."""
    rules: Rules = {"privates.SV.not_for": ["NYC"], "privates.SV.buy_price": [1, 200]}
    arranged = made(rules, owner="ann").phase("3").cash(NYC=500)
    play(arranged.operating("PRR", "NYC", step="buy-private"), BuyPrivate("PRR", "SV", 200))
    arranged = made(rules, owner="ann").phase("3").cash(NYC=500)
    game = arranged.operating("NYC", "PRR", step="lay-track")
    refused(game, BuyPrivate("NYC", "SV", 40), "not-for-it", private="SV", corporation="NYC")
    anybody = made({"privates.SV.buy_price": [1, 200]}, owner="ann").phase("3").cash(NYC=500)
    play(anybody.operating("NYC", "PRR", step="lay-track"), BuyPrivate("NYC", "SV", 40))
