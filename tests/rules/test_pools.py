"""What lies in the pool from the start, what is kept for exchanges, and what a sale of own stock pays."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx.play.actions import BuyCertificate, Pass, StartCorporation
from open18xx.play.audit import faults
from open18xx.play.game import Game
from open18xx.play.state import IPO, POOL

from .moments import Arrangement, arrange, pass_all, percents, play, sale
from .positions import accepted, is_listed, listed, refused

POOLED: dict[str, Any] = {"corporations.PRR.unsold_at": "pool", "rules.corporations.float_counts": "out-of-pool"}
BRANCH: dict[str, Any] = {
    "rules.split.group": "branches",
    "corporations.PRR.group": "branches",
    "corporations.PRR.started_by": "nobody",
    "rounds.stock.steps": ["sell-certificates", "buy-certificate", "start-corporation", "split-corporation"]
    + [f"split-{each}" for each in ("branch", "token", "par", "train", "money", "private")],
}
"""A split may make the PRR: only then its capital is a word of its own."""


def buy(game: Game, buyer: str, source: str, corporation: str = "PRR") -> BuyCertificate:
    there = game.table.certificates_of(source, corporation)
    return BuyCertificate(buyer, next(each.id for each in there if not each.president))


# --------------------------------------------------------------------------- unsold in the pool


@pytest.mark.rule("O-038")
def test_all_of_it_lies_in_the_pool_from_the_start() -> None:
    """unsold_at = pool: PRR; ipo: NYC."""
    game = arrange(POOLED).game
    assert percents(game, "PRR") == {"pool": 100} and percents(game, "NYC") == {"ipo": 100}


def test_before_it_is_started_nothing_of_it_is_for_sale() -> None:
    table = arrange(POOLED).stock("ann")
    refused(table, BuyCertificate("ann", "PRR/1"), "not-started", corporation="PRR")
    assert not listed(table, "buy-certificate")


@pytest.mark.rule("O-011")
@pytest.mark.parametrize("capitalization", ["full", "incremental", "full-then-incremental"])
def test_who_starts_it_pays_the_bank(capitalization: str) -> None:
    """What comes from the pool never pays the corporation."""
    table = arrange({**POOLED, "rules.corporations.capitalization": capitalization}).stock("ann")
    play(table, StartCorporation("ann", "PRR", 67))
    assert percents(table, "PRR") == {"ann": 20, "pool": 80} and table.state.president["PRR"] == "ann"
    assert (table.state.cash["ann"], table.state.cash["PRR"]) == (800 - 134, 0)
    play(table, buy(table, "bob", POOL))
    assert (table.state.cash["bob"], table.state.cash["PRR"]) == (800 - 67, 0)


def test_without_a_presidents_certificate_the_first_ordinary_one_starts_it() -> None:
    rules = {**POOLED, "corporations.PRR.certificates": [{"percent": 10, "count": 10}]}
    table = arrange(rules).stock("ann")
    play(table, StartCorporation("ann", "PRR", 67))
    assert table.state.holder["PRR/0"] == "ann" and percents(table, "PRR") == {"ann": 10, "pool": 90}


@pytest.mark.rule("O-010")
def test_what_lies_in_the_pool_costs_the_market_price() -> None:
    """Started at 67, and at 65 since."""
    table = arrange(POOLED).stock("ann")
    play(table, StartCorporation("ann", "PRR", 67))
    made = Arrangement(table)
    made.tx.move_price("PRR", made.tx.box.market.left)
    table = made.stock("bob")
    play(table, buy(table, "bob", POOL))
    assert table.state.cash["bob"] == 800 - 65


# --------------------------------------------------------------------------- a president's certificate that is not sold


def unled() -> Arrangement:
    """PRR stands in the market from the start; its president's certificate comes with a private, say."""
    made = arrange(POOLED)
    made.tx.start_unled("PRR", made.tx.box.market.par[67])
    return made


def test_what_stands_in_the_market_is_dealt_in_before_anybody_presides() -> None:
    """However much is bought, the president's certificate is not for sale by itself, and nobody takes it."""
    table = unled().stock("ann")
    refused(table, BuyCertificate("ann", "PRR/0"), "presidents-certificate", corporation="PRR")
    refused(table, StartCorporation("ann", "PRR", 67), "already-started", corporation="PRR")
    for player in ("ann", "bob", "cay", "ann", "bob", "cay"):
        play(table, buy(table, player, POOL))
    assert "PRR" not in table.state.president and percents(table, "PRR")["ann"] == 20


def test_nothing_is_offered_when_only_the_presidents_certificate_is_left() -> None:
    made = unled()
    for number in range(1, 9):
        made.tx.move_certificate(f"PRR/{number}", "ann" if number < 5 else "bob")
    table = made.stock("cay")
    assert not listed(table, "buy-certificate")


# --------------------------------------------------------------------------- floating


@pytest.mark.rule("O-012", "O-029", "O-079")
def test_it_floats_when_enough_has_left_the_pool() -> None:
    """float_counts = out-of-pool, 60 %: at 50 % with players not yet."""
    table = arrange(POOLED).stock("ann")
    play(table, StartCorporation("ann", "PRR", 67))
    for player in ("bob", "cay", "ann"):
        play(table, buy(table, player, POOL))
    assert table.state.floated == ()
    play(table, buy(table, "bob", POOL))
    assert table.state.floated == ("PRR",) and table.state.cash["PRR"] == 670


@pytest.mark.parametrize(("capital", "floats"), [("full", True), ("lump-sum", True), ("as-sold", False)])
def test_its_own_stock_counts_as_sold_unless_its_sale_pays_it(capital: str, floats: bool) -> None:
    """capital: 50 % with ann and 50 % in the ipo; a corporation paid as it is sold floats at 60 % with owners."""
    rules = {**BRANCH, "rules.corporations.float_counts": "out-of-pool", "corporations.PRR.capital": capital}
    made = arrange(rules).start("PRR", "ann", 67, ann=50)
    assert bool(made.tx.state.floated) is floats
    if capital == "as-sold":
        table = made.stock("bob")
        play(table, buy(table, "bob", IPO))
        assert table.state.floated == ("PRR",)


# --------------------------------------------------------------------------- whom a sale pays


@pytest.mark.parametrize(("capital", "before", "after"), [("full", 670, 737), ("as-sold", 67, 134)])
def test_own_stock_pays_it_once_it_has_its_capital(capital: str, before: int, after: int) -> None:
    """full-then-incremental: ten times the value on floating, then each sale; as-sold: each sale and no more."""
    rules = {
        **BRANCH,
        "rules.corporations.capitalization": "full-then-incremental",
        "corporations.PRR.capital": capital,
    }
    table = arrange(rules).start("PRR", "ann", 67, ann=50).cash(PRR=0).stock("bob")
    play(table, buy(table, "bob", IPO))
    assert table.state.floated == ("PRR",) and table.state.cash["PRR"] == before
    play(table, Pass("bob"), buy(table, "cay", IPO))
    assert table.state.cash["PRR"] == after


def test_what_lies_in_the_pool_pays_the_bank_after_floating_too() -> None:
    rules = {"rules.corporations.capitalization": "full-then-incremental"}
    table = arrange(rules).start("PRR", "ann", 67, ann=60, pool=10).cash(PRR=0).stock("bob")
    play(table, buy(table, "bob", POOL))
    assert table.state.cash["PRR"] == 0


# --------------------------------------------------------------------------- kept for exchanges


def kept(made: Arrangement, *numbers: int) -> Arrangement:
    made.tx.note("reserved", tuple(f"PRR/{number}" for number in numbers))
    return made


@pytest.mark.rule("O-099", "O-103")
def test_what_is_kept_for_an_exchange_is_not_for_sale() -> None:
    """Two of eight; the others beside them are."""
    table = kept(arrange().start("PRR", "ann", 67), 7, 8).stock("bob")
    refused(table, BuyCertificate("bob", "PRR/8"), "reserved-certificate", what="PRR/8")
    assert {action.certificate for action in listed(table, "buy-certificate")} == {f"PRR/{n}" for n in range(1, 7)}
    accepted(table, BuyCertificate("bob", "PRR/1"))


def test_who_could_buy_only_such_is_not_asked() -> None:
    """Cay has the money for one share; it is ann's turn at once."""
    table = kept(arrange().start("PRR", "ann", 67, ann=60, bob=20), 7, 8).cash(cay=67).stock("cay")
    assert table.state.actor == "ann" and not listed(table, "buy-certificate")


@pytest.mark.rule("O-012")
def test_what_is_kept_counts_as_sold_for_floating() -> None:
    """float_counts = out-of-ipo: 50 % and 10 % kept float at 60 %; so it does with out-of-pool and as-sold."""
    for rules in (
        {"rules.corporations.float_counts": "out-of-ipo"},
        {**BRANCH, "rules.corporations.float_counts": "out-of-pool", "corporations.PRR.capital": "as-sold"},
    ):
        made = arrange(rules).start("PRR", "ann", 67, ann=50)
        assert made.tx.state.floated == ()
        kept(made, 8).tx.float_if_sold("PRR")
        assert made.tx.state.floated == ("PRR",)


@pytest.mark.rule("O-013")
def test_what_is_kept_counts_as_sold_for_the_rise_at_the_end_of_the_round() -> None:
    made = arrange().start("PRR", "ann", 67, ann=60, bob=30)
    table = kept(made, made.tx.box.corporations["PRR"].certificates.index(made.tx.certificates_of(IPO, "PRR")[0]))
    price = made.tx.price("PRR")
    game = table.stock("ann")
    pass_all(game)
    assert game.table.price("PRR") > price


def test_the_audit_sees_one_that_is_kept_and_lies_elsewhere() -> None:
    made = kept(arrange().start("PRR", "ann", 67, ann=30), 8)
    made.tx.state.reserved = ("PRR/1",)
    assert faults(made.tx) == ["PRR/1 is kept for an exchange and lies with ann"]


# --------------------------------------------------------------------------- over a limit


@pytest.mark.rule("O-081")
@pytest.mark.parametrize(
    ("word", "must"), [("must-sell", True), ("must-sell-certificates", False), ("no-purchase", False)]
)
def test_who_holds_too_much_of_a_corporation_must_sell_or_not(word: str, must: bool) -> None:
    """over_limit: 70 % of PRR, where 60 are the limit."""
    table = arrange({"rules.stock.over_limit": word}).start("PRR", "ann", 67, ann=70).start("NYC", "bob", 67)
    table.tx.note("operated", ("PRR",))
    game = table.stock("ann")
    assert is_listed(game, sale(game, "ann", "PRR"))
    if must:
        refused(game, Pass("ann"), "must-act")
        refused(game, buy(game, "ann", IPO, "NYC"), "must-sell")
    else:
        assert is_listed(game, Pass("ann")) and is_listed(game, buy(game, "ann", IPO, "NYC"))
        refused(game, buy(game, "ann", IPO), "holding-limit", after=80, limit=60)


@pytest.mark.rule("O-082")
@pytest.mark.parametrize(
    ("word", "must"), [("must-sell", True), ("must-sell-certificates", True), ("no-purchase", False)]
)
def test_who_holds_too_many_certificates_must_sell_or_not(word: str, must: bool) -> None:
    """over_limit: twelve certificates of six players, where eleven are the limit."""
    made = arrange({"rules.stock.over_limit": word}, players=6)
    for corporation in ("PRR", "NYC"):
        made.start(corporation, "ann", 67, ann=60)
    game = made.start("CPR", "ann", 67, ann=30).stock("ann")
    assert game.table.certificate_count("ann") == 12 and is_listed(game, sale(game, "ann", "PRR"))
    if must:
        refused(game, Pass("ann"), "must-act")
    else:
        assert is_listed(game, Pass("ann"))
    refused(game, StartCorporation("ann", "ERIE", 67), "must-sell" if must else "certificate-limit")
