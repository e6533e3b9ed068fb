"""Bots play whole games of The Old Prince 1871, by the page's rules and by those of 18xx.games."""

from __future__ import annotations

from collections import Counter

import pytest

from open18xx.bots.simple_bot import SimpleBot
from open18xx.play import actions as a
from open18xx.play.audit import faults
from open18xx.play.game import Game, new_game
from open18xx.play.state import BANK
from open18xx.title.loader import load

from .positions import (
    BANK_ACTOR,
    accepted,
    arranged,
    depot_from,
    money,
    own,
    phase,
    prince,
    railway,
    station,
    stock_turn,
    turn,
    value,
)

MOST_SETS = 20
NAMES = ("ann", "bob", "cay", "dan")


def played(system: str, players: int, seed: int) -> tuple[Game, Counter[str]]:
    """A game of simple bots, with the audit after every action, and how often each kind of action was chosen."""
    game = new_game(load("old-prince-1871", overlay=system), NAMES[:players], seed=seed)
    bot, done = SimpleBot(seed), Counter[str]()
    while not game.is_over and game.state.number <= MOST_SETS:
        before, action = game.state, bot.choose(game)
        game.play(action)
        done[action.kind] += 1
        done[f"{action.actor} {action.kind}"] += 1
        assert faults(game.table, before) == [], f"action {game.length}: {action}"
    return game, done


@pytest.mark.parametrize(("system", "players"), [("", 3), pytest.param("18xx.games", 4, marks=pytest.mark.slow)])
def test_a_game_ends_one_set_after_the_first_diesel(system: str, players: int) -> None:
    game, done = played(system, players, 1)
    assert game.is_over and game.state.ended == "final-phase"
    assert game.table.phase.id == "D"
    new = {"offer-lot", "bid", "exchange-private", "split-corporation", "choose-branch", "give-money"}
    assert new <= done.keys()
    assert done[f"{BANK_ACTOR} buy-certificate"]


@pytest.mark.slow
@pytest.mark.parametrize("system", ["", "18xx.games"])
@pytest.mark.parametrize("players", [3, 4])
def test_many_more_games_end_so(system: str, players: int) -> None:
    ends = Counter(played(system, players, seed)[0].state.ended for seed in range(2, 12))
    assert ends["final-phase"] >= 9 and ends["final-phase"] + ends["bankruptcy"] == 10


def test_the_bank_buys_what_it_can_pay_alone_and_its_owner_the_rest() -> None:
    for cash, buyer in ((500, BANK_ACTOR), (30, "cay")):
        game = prince()
        with arranged(game) as tx:
            railway(tx, "C", ann=40)
            money(tx, cay=400)
            tx.pay(BANK, BANK_ACTOR, cash)
            stock_turn(tx, "cay")
        action = SimpleBot(1).choose(game)
        assert isinstance(action, a.BuyCertificate) and action.actor == buyer


def test_a_corporation_with_money_for_two_trains_is_split_and_the_branch_gets_half_of_it() -> None:
    game, bot = prince(), SimpleBot(1)
    with arranged(game) as tx:
        railway(tx, "C", cash=500, ann=40)
        railway(tx, "A", bob=40)
        station(tx, "C", "K19")
        stock_turn(tx, "ann")
    accepted(game, a.SplitCorporation("ann", "C"))
    while game.state.pending:
        accepted(game, bot.choose(game))
    (branch,) = set(game.state.par) - {"C", "A"}
    assert game.state.par[branch] == 80, "nobody pays for it: the highest"
    assert game.state.cash["C"] == 250 and game.state.cash[branch] == 250


def test_hunslet_is_closed_for_a_first_train_in_time_to_run_it() -> None:
    game = prince(HSE="ann")
    with arranged(game) as tx:
        railway(tx, "C", cash=300, ann=40)
        own(tx, "C", "HSE")
        phase(tx, "4H")
        depot_from(tx, "4H")
        turn(tx, "C")
    assert SimpleBot(1).choose(game) == a.TrainByPrivate("C", "HSE")


def test_a_corporation_whose_price_rises_no_more_saves_for_the_train_that_ends_the_game() -> None:
    for cell, choice in (((1, 5), "pay"), ((0, 14), "withhold")):
        game = prince()
        with arranged(game) as tx:
            railway(tx, "C", cash=0, ann=40)
            phase(tx, "7")
            depot_from(tx, "D")
            turn(tx, "C", "choose-dividend")
            tx.note("revenue", 100)
            value(tx, "C", cell)
        assert SimpleBot(1).choose(game) == a.ChooseDividend("C", choice)
