"""Obsolete trains: when their successor is bought they run once more, and then leave the game (rule axis H)."""

from __future__ import annotations

import pytest

from open18xx.play.actions import BuyTrain, ChooseDividend, Pass
from open18xx.play.game import Game
from open18xx.play.state import GONE

from .positions import accepted, arranged, depot_from, found, go_on, new, phase, refused, trains, turn

OBSOLETE = {"trains.2.rusts_on": "", "trains.2.obsolete_on": "4"}


def first_four_is_bought(*own: str, in_pool: str = "") -> Game:
    """PRR (ann) owns trains, one lies in the pool perhaps; NYC (bob) is about to buy the first 4, PRR acts next."""
    game = new("1830", overrides=OBSOLETE)
    with arranged(game) as tx:
        found(tx, "PRR", 100, ann=60, cash=1000)
        found(tx, "NYC", 90, bob=60, cash=1000)
        trains(tx, "PRR", *own)
        if in_pool:
            trains(tx, "pool", in_pool)
        phase(tx, "3")
        depot_from(tx, "4")
        turn(tx, "NYC", "buy-train", then=["PRR"])
    return game


def test_a_train_that_becomes_obsolete_stays_with_its_owner() -> None:
    game = first_four_is_bought("2-0", "2-1")
    accepted(game, BuyTrain("NYC", "4-0", 300))
    assert game.state.trains["PRR"] == ("2-0", "2-1")
    assert game.state.obsolete == ("2-0", "2-1")


def test_an_obsolete_train_in_the_pool_leaves_at_once() -> None:
    game = first_four_is_bought("2-0", in_pool="2-1")
    accepted(game, BuyTrain("NYC", "4-0", 300))
    assert "2-1" in game.state.trains[GONE]
    assert game.state.trains["pool"] == ()


def test_an_obsolete_train_does_not_count_toward_the_limit() -> None:
    """The limit falls from 4 to 3 with the first 4; two obsolete trains and three 3s are no crowd."""
    game = first_four_is_bought("2-0", "2-1", "3-0", "3-1")
    accepted(game, BuyTrain("NYC", "4-0", 300))
    assert game.table.family_count("PRR", "train") == 2
    assert game.state.pending == ()
    assert game.table.has_room("PRR", "train")


def test_an_obsolete_train_is_not_for_sale() -> None:
    game = first_four_is_bought("2-0")
    accepted(game, BuyTrain("NYC", "4-0", 300))
    refused(game, BuyTrain("NYC", "2-0", 1), "not-for-sale", what="2-0", owner="PRR")


def test_an_obsolete_train_goes_when_its_owner_has_had_its_next_run() -> None:
    game = first_four_is_bought("2-0", "3-0")
    accepted(game, BuyTrain("NYC", "4-0", 300))
    while game.actor == "NYC":
        accepted(game, Pass("NYC"))
    assert (game.actor, game.state.trains["PRR"]) == ("PRR", ("2-0", "3-0"))
    accepted(game, Pass("PRR"))  # no track: nothing runs, and the turn's dividend is passed over
    assert game.state.trains["PRR"] == ("3-0",)
    assert game.state.obsolete == ()
    assert game.refusal(ChooseDividend("PRR", "pay")) is not None


# --------------------------------------------------------------------------- only those that have never run


NEVER_RUN = {**OBSOLETE, "trains.2.obsolete": "never-run"}


def one_has_run(word: str = "never-run", *, choice: str = "pay") -> Game:
    """PRR has had a dividend with 2-0 and 2-1, and then bought 2-2 of CPR; CPR has had none with 2-3. NYC buys next."""
    game = new("1830", overrides={**OBSOLETE, "trains.2.obsolete": word})
    with arranged(game) as tx:
        found(tx, "PRR", 100, ann=60, cash=1000)
        found(tx, "NYC", 90, bob=60, cash=1000)
        found(tx, "CPR", 82, cay=60, cash=1000)
        trains(tx, "PRR", "2-0", "2-1")
        trains(tx, "CPR", "2-2", "2-3")
        phase(tx, "3")
        turn(tx, "PRR", "choose-dividend", then=["NYC", "CPR"])
        tx.note("ran", True)
        tx.note("revenue", 40)
    accepted(game, ChooseDividend("PRR", choice))
    accepted(game, BuyTrain("PRR", "2-2", 1))
    with arranged(game) as tx:
        depot_from(tx, "4")
        turn(tx, "NYC", "buy-train", then=["CPR", "PRR"])
    return game


@pytest.mark.rule("O-096")
@pytest.mark.parametrize("choice", ["pay", "withhold"])
def test_a_train_with_which_a_dividend_was_settled_is_scrapped_at_once_and_another_runs_once_more(choice: str) -> None:
    """obsolete = never-run: whether it earned does not matter, but whose train it was then; 2-2 was another's."""
    game = one_has_run(choice=choice)
    assert game.state.used_trains == ("2-0", "2-1")
    accepted(game, BuyTrain("NYC", "4-0", 300))
    assert game.state.trains["PRR"] == ("2-2",) and game.state.trains["CPR"] == ("2-3",)
    assert set(game.state.obsolete) == {"2-2", "2-3"}
    assert set(game.state.trains[GONE]) >= {"2-0", "2-1"}


def test_where_all_become_obsolete_none_is_scrapped_at_once() -> None:
    """obsolete = all."""
    game = one_has_run("all")
    assert game.state.used_trains == ()
    accepted(game, BuyTrain("NYC", "4-0", 300))
    assert game.state.trains["PRR"] == ("2-0", "2-1", "2-2") and game.state.obsolete == ("2-0", "2-1", "2-2", "2-3")


def test_a_dividend_step_without_revenue_counts_as_a_run_too() -> None:
    game = new("1830", overrides=NEVER_RUN)
    with arranged(game) as tx:
        found(tx, "PRR", 100, ann=60, cash=1000)
        trains(tx, "PRR", "2-0")
        turn(tx, "PRR", "run-routes")
        go_on(tx)
    assert game.state.used_trains == ("2-0",)


def test_a_train_that_was_used_stays_so_with_another_owner() -> None:
    game = one_has_run()
    with arranged(game) as tx:
        tx.move_train("2-0", "PRR", "CPR")
    accepted(game, BuyTrain("NYC", "4-0", 300))
    assert game.state.trains["CPR"] == ("2-3",)
