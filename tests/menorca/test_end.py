"""1713 Menorca, chapter 8: what ends the game, and who has won."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx.play.actions import BuyTrain, ChooseDividend, Pass
from open18xx.play.events import CardRevealed
from open18xx.play.game import Game
from open18xx.play.state import BANK, POOL

from .positions import (
    accepted,
    arranged,
    depot_from,
    found,
    give,
    menorca,
    money,
    own_private,
    phase,
    stock_turn,
    trains,
    turn,
    value,
)


def drain(tx: Any, left: int) -> None:
    """The bank has so much left; cay has the rest."""
    tx.pay(BANK, "cay", tx.state.cash[BANK] - left)


def running(*, part: int = 1, revenue: int = 0, left: int = 0, price: int = 88, number: int = 2) -> Game:
    """RNC, then RCC operate; RNC has just earned so much, and the bank has so much left."""
    game = menorca()
    with arranged(game) as tx:
        for company, train in (("RNC", "4H-0"), ("RCC", "4H-1")):
            found(tx, company, 88, ann=60)
            trains(tx, company, train)
        value(tx, "RNC", price)
        turn(tx, "RNC", "choose-dividend", number=number, then=("RCC",))
        if left:
            drain(tx, left)
        tx.note("ran", True)
        tx.note("revenue", revenue)
    return game


def pass_on(game: Game) -> Game:
    """All pass until the game is over, or another set of operating rounds is played."""
    number = game.state.number
    while not game.is_over and game.state.number <= number + 1:
        accepted(game, Pass(game.actor))
    return game


# --------------------------------------------------------------------------- what ends it


@pytest.mark.rule("M-801")
@pytest.mark.parametrize("left", [60, 59])
def test_when_the_bank_reaches_0_or_less_the_running_round_is_finished_and_payments_are_made_in_full(left: int) -> None:
    """RNC pays 100, of which the players get 60: one real more than the bank has, or just what it has."""
    game = running(revenue=100, left=left + 40)
    before = game.state.cash["ann"]
    accepted(game, ChooseDividend("RNC", "pay"))
    assert game.state.cash["ann"] == before + 60 and game.state.cash["RNC"] == 40
    assert game.state.cash[BANK] == left - 60 and not game.is_over
    while not game.is_over:
        assert (game.state.round, game.state.part) == ("operating", 1)
        accepted(game, Pass(game.actor))
    assert game.state.ended == "bank" and "RCC" in game.state.operated


@pytest.mark.rule("M-801")
def test_a_bank_with_anything_left_is_not_broken() -> None:
    game = running(revenue=100, left=101)
    accepted(game, ChooseDividend("RNC", "pay"))
    assert game.state.cash[BANK] == 1 and game.state.ending[0] == ""


@pytest.mark.rule("M-802", "M-612")
def test_when_a_company_goes_bankrupt_the_running_round_is_finished_and_then_the_game_ends() -> None:
    game = running(revenue=10, price=14)
    accepted(game, ChooseDividend("RNC", "withhold"))
    assert game.table.price("RNC") == 0 and not game.is_over
    while not game.is_over:
        assert (game.state.round, game.state.part) == ("operating", 1)
        accepted(game, Pass(game.actor))
    assert game.state.ended == "market-cell" and "RCC" in game.state.operated


def conquest(**more: Any) -> Game:
    """The last stock round of 8H: the cards of the first three eras lie open, and RNC is to buy the first 9H."""
    game = menorca(**more)
    with arranged(game) as tx:
        found(tx, "RNC", 88, ann=20, cash=950)
        phase(tx, "8H")
        for card in tx.state.deck[len(tx.state.revealed) : 3]:
            tx.record(CardRevealed(card, 2))
        depot_from(tx, "9H")
        turn(tx, "RNC", "buy-train")
    return game


@pytest.mark.rule("M-803", "M-807", "M-307", "M-108")
def test_the_conquest_is_revealed_at_the_next_set_and_that_set_is_played_to_its_end() -> None:
    """Three rounds in 9H."""
    game = conquest()
    card = game.state.deck[-1]
    assert (card, game.box.cards[card].name) == ("conquest-1756", "Conquest 1756")
    accepted(game, BuyTrain("RNC", "9H-0", 900))
    assert len(game.state.revealed) == 3 and game.state.ending[0] == ""
    parts = []
    while not game.is_over:
        if game.state.number == 3 and game.state.round == "operating":
            assert game.state.revealed[-1] == ("conquest-1756", 3)
            parts.append(game.state.part)
        accepted(game, Pass(game.actor))
    assert (sorted(set(parts)), game.state.ended, game.state.number) == ([1, 2, 3], "event-card", 3)


@pytest.mark.rule("M-807", "M-803")
def test_revealed_at_once_it_ends_the_running_set() -> None:
    game = conquest(options=["reveal-at-once"])
    accepted(game, BuyTrain("RNC", "9H-0", 900))
    assert game.state.revealed[-1] == ("conquest-1756", 2)
    while not game.is_over:
        accepted(game, Pass(game.actor))
    assert (game.state.number, game.state.part, game.state.ended) == (2, 3, "event-card")


@pytest.mark.rule("M-807", "M-108")
def test_the_card_of_era_1_is_revealed_at_the_first_set_of_operating_rounds() -> None:
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RNC", 88, ann=20)
        trains(tx, "RNC", "4H-0")
        stock_turn(tx, "ann", number=1)
    assert not game.state.revealed
    for name in ("ann", "bob", "cay"):
        accepted(game, Pass(name))
    assert game.state.revealed == ((game.state.deck[0], 1),)


# --------------------------------------------------------------------------- who has won


@pytest.mark.rule("M-804")
def test_fortune_is_cash_and_the_market_value_of_all_certificates() -> None:
    """400 + 3 x 120 (RNC) + 2 x 80 (RADM) = 920."""
    game = menorca()
    with arranged(game) as tx:
        for minor in ("Ramaders", "Artesans"):
            tx.close_corporation(minor)
        found(tx, "RNC", 104, bob=40)
        for n in (6, 7, 8):
            give(tx, f"RNC/{n}", "ann")
        found(tx, "RADM", 88, cay=30, home=False)
        for n in (8, 9):
            give(tx, f"RADM/{n}", "ann")
        value(tx, "RNC", 120)
        value(tx, "RADM", 80)
        money(tx, ann=400)
        stock_turn(tx, "ann")
    assert game.result()["ann"] == 920


@pytest.mark.rule("M-804", "M-103")
def test_a_certificate_of_20_percent_counts_twice() -> None:
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RNC", 88, ann=20)
        found(tx, "Ramaders", 75, ann=20)
        money(tx, ann=0)
    assert game.result()["ann"] == 2 * 88 + 2 * 75


@pytest.mark.rule("M-806")
def test_legacies_vehicles_and_treasuries_score_nothing() -> None:
    game = menorca()
    with arranged(game) as tx:
        money(tx, ann=100)
        own_private(tx, "FRN", "ann")
        found(tx, "RNC", 88, ann=20, cash=500)
        trains(tx, "RNC", "4H-0")
        found(tx, "RCC", 55, bob=30, pool=10)
    assert game.result()["ann"] == 100 + 2 * 88 and game.table.percent(POOL, "RCC") == 10


@pytest.mark.rule("M-805")
def test_the_highest_fortune_wins_of_equals_who_has_more_cash_and_then_they_share() -> None:
    """ann 300 in cash; bob 124 and certificates of 176; cay 300 in cash as well."""
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RNC", 88, bob=20)
        money(tx, ann=300, bob=124, cay=300)
        stock_turn(tx, "ann")
    assert game.result() == {"ann": 300, "bob": 300, "cay": 300}
    assert game.winners() == ("ann", "cay") and list(game.result())[-1] == "bob"
    with arranged(game) as tx:
        money(tx, cay=299)
    assert game.winners() == ("ann",)
    with arranged(game) as tx:
        money(tx, bob=125)
    assert game.winners() == ("bob",), "more cash does not win over a higher fortune"
