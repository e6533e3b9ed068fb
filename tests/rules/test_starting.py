"""Starting, floating and paying for corporations. Ids: kernel cases (C01 ...) and traps."""

from __future__ import annotations

import pytest

from open18xx.play.actions import BuyCertificate, ExchangePrivate, Pass, StartCorporation
from open18xx.play.game import Game

from .moments import arrange, percents, play
from .positions import is_listed, refused


def buy(game: Game, player: str, corporation: str, source: str = "ipo") -> BuyCertificate:
    return BuyCertificate(player, game.table.certificates_of(source, corporation)[0].id)


# --------------------------------------------------------------------------- starting


def test_starting_sets_the_par_value_and_buys_the_presidents_certificate() -> None:
    table = arrange().stock("ann")
    play(table, StartCorporation("ann", "PRR", 67))
    assert table.state.par["PRR"] == table.table.price("PRR") == 67
    assert table.state.president["PRR"] == "ann" and percents(table, "PRR") == {"ann": 20, "ipo": 80}
    assert table.state.cash["ann"] == 800 - 2 * 67 and table.state.cash["PRR"] == 0
    refused(table, StartCorporation("bob", "PRR", 67), "already-started", corporation="PRR")


def test_a_corporation_starts_at_a_value_that_is_marked_and_that_can_be_paid() -> None:
    """zone par: 66 is a price of the chart, and no starting value."""
    table = arrange().cash(ann=181).stock("ann")
    refused(table, StartCorporation("ann", "PRR", 66), "par", par=66, allowed=(100, 90, 82, 76, 71, 67))
    refused(table, StartCorporation("ann", "PRR", 100), "cash", what="PRR/0", cost=200, actor="ann", cash=181)
    assert is_listed(table, StartCorporation("ann", "PRR", 90))


def test_who_already_has_a_share_keeps_it_on_starting() -> None:
    """The share of PRR that came with CA."""
    made = arrange()
    made.tx.move_certificate("PRR/1", "ann")
    table = made.stock("ann")
    play(table, StartCorporation("ann", "PRR", 67))
    assert percents(table, "PRR") == {"ann": 30, "ipo": 70}


def test_a_corporation_promised_by_an_unsold_private_cannot_be_started() -> None:
    """B&O, while its private is unsold."""
    made = arrange().owns("ann", "SV", "CS", "DH", "MH", "CA")
    table = made.owns("bob", "BO").stock("ann")
    assert is_listed(table, StartCorporation("ann", "B&O", 67))
    made.tx.move_private("BO", "")
    refused(table, StartCorporation("ann", "B&O", 67), "not-for-sale", what="B&O/0")


# --------------------------------------------------------------------------- money


def test_on_floating_a_corporation_gets_ten_times_its_par_value_whatever_its_price() -> None:
    """C01, capitalization = full: started at 100, the price has fallen to 82 before the sixth share."""
    made = arrange({"rules.corporations.capitalization": "full"}).start("PRR", "ann", 100, at=(2, 6), ann=50)
    table = made.stock("bob")
    play(table, buy(table, "bob", "PRR"))
    assert table.table.price("PRR") == 82 and table.state.cash["PRR"] == 1000
    assert table.state.cash["bob"] == 800 - 100 and "PRR" in table.state.floated
    play(table, Pass("bob"), buy(table, "cay", "PRR"))
    assert table.state.cash["PRR"] == 1000  # once


def test_with_incremental_money_each_first_sale_pays_the_corporation() -> None:
    """capitalization = incremental: start, share; a share of the pool pays the bank; floating pays nothing."""
    incremental = {"rules.corporations.capitalization": "incremental", "corporations.PRR.float_percent": 40}
    table = arrange(incremental).stock("ann")
    play(table, StartCorporation("ann", "PRR", 67))
    assert (table.state.cash["ann"], table.state.cash["PRR"]) == (800 - 134, 134)
    play(table, buy(table, "bob", "PRR"))
    assert table.state.cash["PRR"] == 3 * 67 and "PRR" not in table.state.floated
    made = arrange(incremental).start("PRR", "ann", 67, ann=20, pool=10).cash(PRR=201)
    table = made.stock("bob")
    play(table, buy(table, "bob", "PRR", "pool"))
    assert table.state.cash["PRR"] == 201
    play(table, Pass("bob"), buy(table, "cay", "PRR"))
    assert table.state.cash["PRR"] == 4 * 67 and "PRR" in table.state.floated


def test_own_stock_sold_after_floating_pays_the_corporation_too() -> None:
    """capitalization = full-then-incremental: ten times its value on floating, and each certificate sold after that."""
    rules = {"rules.corporations.capitalization": "full-then-incremental"}
    table = arrange(rules).start("PRR", "ann", 67, ann=50).stock("bob")
    before = table.state.cash["PRR"]
    play(table, buy(table, "bob", "PRR"))
    assert table.state.floated == ("PRR",) and table.state.cash["PRR"] == before + 670
    play(table, Pass("bob"), buy(table, "cay", "PRR"))
    assert table.state.cash["PRR"] == before + 670 + 67


# --------------------------------------------------------------------------- floating


def test_what_lies_in_the_pool_counts_as_sold() -> None:
    """C05, float_counts = out-of-ipo: 40 % with players and 20 % in the pool float at 60 %."""
    made = arrange().start("PRR", "ann", 67, ann=30, pool=20)
    table = made.stock("bob")
    assert "PRR" not in table.state.floated
    play(table, buy(table, "bob", "PRR"))
    assert table.state.floated == ("PRR",) and table.state.cash["PRR"] == 670


def test_what_lies_in_the_pool_is_not_sold_where_the_title_says_so() -> None:
    """float_counts = out-of-pool: all that is not there counts, own stock too."""
    rules = {"rules.corporations.float_counts": "out-of-pool"}
    made = arrange(rules).start("PRR", "ann", 67, ann=30, pool=50)
    table = made.stock("bob")
    assert table.state.floated == ()
    play(table, buy(table, "bob", "PRR", "pool"))
    assert table.state.floated == ("PRR",)


@pytest.mark.parametrize("percent", [30, 50, 60, 70])
def test_a_corporation_floats_at_its_own_percentage(percent: int) -> None:
    """C05, trap 13: float_percent of the corporation; NYC beside it keeps its 60."""
    made = arrange({"corporations.PRR.float_percent": percent}).start("NYC", "bob", 67, bob=50)
    table = made.start("PRR", "ann", 67, ann=percent - 10).stock("bob")
    assert table.state.floated == ()
    play(table, buy(table, "bob", "PRR"))
    assert table.state.floated == ("PRR",)


def test_five_shares_and_ten_shares_stand_side_by_side() -> None:
    """Trap 13: a fifth of PRR costs one price, its president's certificate too; it gets five times its par value."""
    fifths = [{"percent": 20, "president": True}, {"percent": 20, "count": 4}]
    table = arrange({"corporations.PRR.certificates": fifths}).stock("ann")
    play(table, StartCorporation("ann", "PRR", 100), StartCorporation("bob", "NYC", 100))
    assert (table.state.cash["ann"], table.state.cash["bob"]) == (800 - 100, 800 - 200)
    play(table, buy(table, "cay", "PRR"))
    assert table.state.cash["cay"] == 800 - 100 and "PRR" not in table.state.floated
    play(table, Pass("cay"), buy(table, "ann", "PRR"))
    assert table.state.cash["PRR"] == 500 and table.table.worth("ann") == 600 + 2 * 100


def test_an_exchange_pays_a_corporation_of_incremental_money_what_the_certificate_costs() -> None:
    """capitalization = incremental: the bank pays for the private; before the corporation is started nobody does."""
    incremental = {"rules.corporations.capitalization": "incremental"}
    table = arrange(incremental).owns("bob", "MH").start("NYC", "ann", 67, ann=20).stock("ann")
    play(table, ExchangePrivate("bob", "MH", "NYC/1"))
    assert table.state.cash["NYC"] == 67 and table.state.cash["bob"] == 800
    table = arrange(incremental).owns("bob", "MH").stock("ann")
    play(table, ExchangePrivate("bob", "MH", "NYC/1"))
    assert table.state.cash["NYC"] == 0 and percents(table, "NYC", ["bob"]) == {"bob": 10}
