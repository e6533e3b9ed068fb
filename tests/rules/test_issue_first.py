"""A corporation that must buy a train and cannot pay sells own certificates before its president helps
(emergency.corporation_sells_first, step issue-all)."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx.play import events as e
from open18xx.play.actions import BuyTrain, DeclareBankruptcy, IssueCertificates, Pass
from open18xx.play.game import Game

from .moments import Arrangement, arrange, percents, play, sale
from .positions import is_listed, kinds, listed, refused

Rules = dict[str, Any]


def poor(rule: str, overrides: Rules | None = None, *, cash: int = 0, ann: int = 1000, own: int = 40) -> Arrangement:
    """PRR, at 67, must buy a train for 80 and has ``own`` percent of itself; the rest is ann's, and 1000."""
    rules = {
        "rules.trains.must_own": "always",
        "rules.emergency.corporation_sells_first": rule,
        "rounds.operating.anytime": ["issue-all", "sell-to-help", "bankruptcy"],
        "corporations.PRR.holding_limit": 100,
        **(overrides or {}),
    }
    return arrange(rules).start("PRR", "ann", 67, ann=100 - own).cash(PRR=cash, ann=ann)


def buying(made: Arrangement, *order: str) -> Game:
    return made.operating(*(order or ("PRR",)), step="buy-train")


def counts(table: Game) -> list[int]:
    return [action.count for action in listed(table, "issue-certificates")]  # type: ignore[attr-defined]


@pytest.mark.rule("O-125")
def test_own_certificates_are_sold_before_the_president_pays() -> None:
    table = buying(poor("any"))
    assert kinds(table) == {"issue-certificates"}
    refused(table, BuyTrain("PRR", "2-0", 80), "issue-first", corporation="PRR", count=4)
    refused(table, Pass("PRR"), "must-act")
    play(table, IssueCertificates("PRR", 2), BuyTrain("PRR", "2-0", 80))
    assert (table.state.cash["PRR"], table.state.cash["ann"]) == (2 * 67 - 80, 1000)


def test_where_the_corporation_need_not_sell_first_its_president_pays() -> None:
    table = buying(poor("never"))
    refused(table, IssueCertificates("PRR", 1), "sale-size", corporation="PRR", count=1, limit=0)
    play(table, BuyTrain("PRR", "2-0", 80))
    assert table.state.cash["ann"] == 920 and percents(table, "PRR") == {"ann": 60, "ipo": 40}


@pytest.mark.rule("O-127")
@pytest.mark.parametrize(("rule", "choices"), [("any", [1, 2, 3, 4]), ("all", [4])])
def test_it_sells_any_number_or_all_at_once(rule: str, choices: list[int]) -> None:
    table = buying(poor(rule))
    assert counts(table) == choices
    refused(table, IssueCertificates("PRR", 5), "sale-size", count=5, limit=4)
    if rule == "all":
        refused(table, IssueCertificates("PRR", 3), "sale-size", count=3, limit=4)
    events = play(table, IssueCertificates("PRR", 4)).last_events
    assert [type(event) for event in events if isinstance(event, e.PriceMoved)] == [e.PriceMoved] * 4  # per share
    assert table.state.cash["PRR"] == 4 * 67 and percents(table, "PRR") == {"ann": 60, "pool": 40}


@pytest.mark.parametrize("rule", ["any", "all"])
def test_no_more_than_the_pool_takes(rule: str) -> None:
    """stock.pool_limit = 20."""
    table = buying(poor(rule, {"rules.stock.pool_limit": 20}))
    assert counts(table) == ([1, 2] if rule == "any" else [2])


def test_as_long_as_it_cannot_pay_and_has_some_left_it_sells_again() -> None:
    """Any number, one by one."""
    table = buying(poor("any"))
    play(table, IssueCertificates("PRR", 1))
    assert table.state.cash["PRR"] == 67 and counts(table) == [1, 2, 3]
    refused(table, BuyTrain("PRR", "2-0", 80), "issue-first", count=3)
    play(table, IssueCertificates("PRR", 1))
    assert counts(table) == [] and kinds(table) == {"buy-train"}


def test_when_nothing_is_left_to_sell_the_president_helps() -> None:
    """One share is left, and brings 67 of 80."""
    table = buying(poor("all", own=10))
    play(table, IssueCertificates("PRR", 1), BuyTrain("PRR", "2-0", 80))
    assert (table.state.cash["PRR"], table.state.cash["ann"]) == (0, 987)


def test_who_can_pay_sells_nothing() -> None:
    table = buying(poor("any", cash=80))
    assert counts(table) == [] and kinds(table) == {"buy-train"}
    refused(table, IssueCertificates("PRR", 1), "sale-size", limit=0)


def test_nor_does_a_corporation_that_is_at_another_step() -> None:
    table = poor("any").operating("PRR", step="lay-track")
    assert counts(table) == []
    refused(table, IssueCertificates("PRR", 1), "sale-size", limit=0)


def test_the_president_sells_nothing_as_long_as_the_corporation_can() -> None:
    made = poor("any", ann=0).start("NYC", "bob", 67, bob=40, ann=30)
    table = buying(made)
    refused(table, sale(table, "ann", "NYC"), "issue-first", corporation="PRR", count=4)
    assert kinds(table) == {"issue-certificates"}


def test_what_the_corporation_can_sell_counts_before_a_bankruptcy() -> None:
    """80 are wanted; two shares of its own at 30, and ann, who must hold as much as bob, has 20, or 19."""

    def position(ann: int) -> Game:
        rules = {"rules.trains.must_own": "always", "rules.emergency.corporation_sells_first": "any"}
        rules["rounds.operating.anytime"] = ["issue-all", "sell-to-help", "bankruptcy"]  # type: ignore[assignment]
        return buying(arrange(rules).start("PRR", "ann", 67, at=(7, 2), ann=40, bob=40).cash(PRR=0, ann=ann))

    refused(position(20), DeclareBankruptcy("PRR"), "not-bankrupt", needed=60, raisable=60)
    assert is_listed(position(19), DeclareBankruptcy("PRR")) and is_listed(position(19), IssueCertificates("PRR", 2))


@pytest.mark.parametrize(("rule", "code"), [("any", ""), ("all", "traded-this-turn")])
def test_after_the_sale_of_all_it_buys_of_the_bank_only(rule: str, code: str) -> None:
    made = poor(rule, own=10).start("NYC", "bob", 67, bob=60).trains("NYC", "2")
    table = buying(made)
    assert is_listed(table, BuyTrain("PRR", "2-0", 1)) is False  # it has no money yet, and nobody helps
    play(table, IssueCertificates("PRR", 1))
    if code:
        refused(table, BuyTrain("PRR", "2-0", 30), code, corporation="PRR")
    else:
        assert is_listed(table, BuyTrain("PRR", "2-0", 30))


@pytest.mark.parametrize(("cash", "sells"), [(0, False), (13, True)])
def test_where_the_president_does_not_help_it_sells_if_that_is_enough(cash: int, sells: bool) -> None:
    """president_pays = false: one share brings 67."""
    rules = {"rules.emergency.president_pays": False, "rounds.operating.anytime": ["issue-all"]}
    made = poor("any", rules, cash=cash, own=10).start("NYC", "bob", 67, bob=60)
    table = buying(made, "PRR", "NYC")
    assert (table.actor, table.state.trains["PRR"]) == (("PRR", ()) if sells else ("NYC", ()))
    if sells:
        play(table, IssueCertificates("PRR", 1), BuyTrain("PRR", "2-0", 80))
        assert table.state.cash["ann"] == 1000
