"""A corporation that cannot pay its train, over which an actor presides: the actor sells and pays first, then who
decides for it. In 1830 ann owns SV, and so decides for the Lender."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx.play.actions import BuyTrain, DeclareBankruptcy, Pass
from open18xx.play.game import Game

from .moments import Arrangement, arrange, percents, play, sale
from .positions import is_listed, kinds, listed, refused

Rules = dict[str, Any]

LENDER: Rules = {"actors": [{"id": "Lender", "controlled_by": "SV"}]}
ALWAYS: Rules = {"rules.trains.must_own": "always"}
SOLVENT: Rules = {
    "rules.emergency.bankruptcy": "forbidden",
    "rules.end.triggers": [{"on": "bank", "timing": "operating-set"}],
    "rounds.operating.anytime": ["sell-to-help"],
}
"""Nobody can be bankrupt."""


def led(overrides: Rules | None = None, *, cash: int = 0, lender: int = 0, ann: int = 0) -> Arrangement:
    """The Lender presides over PRR, which must buy a train for 80. Its half of PRR cannot be sold: the pool is full."""
    made = arrange({**LENDER, **ALWAYS, **(overrides or {})}).owns("ann", "SV")
    return made.start("PRR", "Lender", 67, Lender=50, pool=50).cash(PRR=cash, Lender=lender, ann=ann)


def buying(made: Arrangement) -> Game:
    return made.operating("PRR", step="buy-train")


@pytest.mark.rule("O-126")
def test_who_decides_for_the_actor_is_asked_for_the_corporation() -> None:
    table = buying(led(cash=80))
    (offer,) = table.offers()
    assert (offer.actor, offer.by) == ("PRR", "ann")


@pytest.mark.rule("O-126")
def test_the_actor_that_presides_pays_first_and_who_decides_for_it_the_rest() -> None:
    table = buying(led(cash=20, lender=25, ann=100))
    assert kinds(table) == {"buy-train"}
    play(table, BuyTrain("PRR", "2-0", 80))
    assert [table.state.cash[owner] for owner in ("PRR", "Lender", "ann")] == [0, 0, 65]


def test_an_actor_that_can_pay_pays_alone() -> None:
    table = buying(led(cash=20, lender=70, ann=100))
    play(table, BuyTrain("PRR", "2-0", 80))
    assert [table.state.cash[owner] for owner in ("PRR", "Lender", "ann")] == [0, 10, 100]


def test_under_a_player_as_president_no_actor_pays() -> None:
    made = arrange({**LENDER, **ALWAYS}).owns("ann", "SV").start("PRR", "ann", 67, ann=50, pool=50)
    table = buying(made.cash(PRR=20, Lender=500, ann=100))
    play(table, BuyTrain("PRR", "2-0", 80))
    assert [table.state.cash[owner] for owner in ("PRR", "Lender", "ann")] == [0, 500, 40]


def test_while_the_actor_has_something_to_sell_its_owner_does_not_pay() -> None:
    """He could: 500. The Lender sells no more than is missing when it gives its own 25: one share."""
    made = led(cash=20, lender=25, ann=500).start("NYC", "bob", 67, bob=40, Lender=30)
    table = buying(made)
    assert kinds(table) == {"sell-certificates"}
    refused(table, BuyTrain("PRR", "2-0", 80), "cash", cost=80, cash=45)
    refused(table, sale(table, "Lender", "NYC", 2), "sale-size", count=2, limit=1)
    play(table, sale(table, "Lender", "NYC"), BuyTrain("PRR", "2-0", 80))
    assert [table.state.cash[owner] for owner in ("PRR", "Lender", "ann")] == [0, 25 + 67 - 60, 500]


def test_once_it_has_nothing_more_to_sell_its_owner_pays() -> None:
    """35 are missing, and its only share brings 20."""
    made = led(cash=20, lender=25, ann=500).start("NYC", "bob", 67, at=(7, 1), bob=40, Lender=10)
    assert made.tx.price("NYC") == 20
    table = buying(made)
    assert kinds(table) == {"sell-certificates"}
    play(table, sale(table, "Lender", "NYC"), BuyTrain("PRR", "2-0", 80))
    assert [table.state.cash[owner] for owner in ("PRR", "Lender", "ann")] == [0, 0, 485]


def both(*, ann: int, at: tuple[int, int] = (7, 3)) -> Game:
    """The Lender and ann have a share of NYC each, at 40 or less, and ann some money; nobody else has any."""
    return buying(led(ann=ann).start("NYC", "bob", 67, at=at, bob=40, Lender=10, ann=10))


def test_both_may_sell_when_all_their_money_does_not_do() -> None:
    table = both(ann=30)
    sellers = {action.actor for action in listed(table, "sell-certificates")}
    assert sellers == {"Lender", "ann"} and {offer.by for offer in table.offers()} == {"ann"}
    refused(table, sale(table, "bob", "NYC"), "not-president", actor="bob", corporation="PRR")
    play(table, sale(table, "ann", "NYC"))
    assert kinds(table) == {"sell-certificates"}  # 70 with ann: the Lender's share first, all the same
    refused(table, BuyTrain("PRR", "2-0", 80), "cash", cost=80, cash=0)
    play(table, sale(table, "Lender", "NYC"), BuyTrain("PRR", "2-0", 80))
    assert [table.state.cash[owner] for owner in ("PRR", "Lender", "ann")] == [0, 0, 20]


def test_the_owner_sells_only_for_what_is_missing_after_all_their_money() -> None:
    table = both(ann=80)
    refused(table, sale(table, "ann", "NYC"), "no-need", corporation="NYC", needed=0)
    assert listed(table, "sell-certificates") == [sale(table, "Lender", "NYC")]


def test_each_seller_has_a_cap_of_his_own() -> None:
    """sale_cap_percent: what one has sold in this turn does not count for the other."""
    made = led({"rules.stock.sale_cap_percent": 10}).start("NYC", "bob", 67, at=(7, 3), bob=30, Lender=20, ann=20)
    table = buying(made)
    play(table, sale(table, "Lender", "NYC"))
    refused(table, sale(table, "Lender", "NYC"), "no-need")
    assert is_listed(table, sale(table, "ann", "NYC"))


@pytest.mark.parametrize(("often", "again"), [("several", True), ("one", False)])
def test_whether_one_sells_of_a_corporation_more_than_once_is_the_titles(often: str, again: bool) -> None:
    """emergency.sales_per_corporation, for a player as for an actor: 80 are missing, and a share brings 40."""
    rules = {"rules.emergency.sales_per_corporation": often}
    table = buying(led(rules).start("NYC", "bob", 67, at=(7, 3), bob=40, Lender=30))
    play(table, sale(table, "Lender", "NYC"))
    assert is_listed(table, sale(table, "Lender", "NYC")) is again
    assert ("declare-bankruptcy" in kinds(table)) is not again


# --------------------------------------------------------------------------- bankruptcy


def test_what_both_can_raise_together_says_whether_there_is_a_bankruptcy() -> None:
    """E12: 80 are missing, and a share each brings 40; with a little less it is one."""
    refused(both(ann=0), DeclareBankruptcy("PRR"), "not-bankrupt", needed=80, raisable=80)
    assert is_listed(both(ann=0, at=(7, 2)), DeclareBankruptcy("PRR"))


def test_a_price_that_falls_with_the_first_sale_can_make_it_one() -> None:
    """E12: the second share of NYC brings 30: 10 are missing, and nothing is left to sell."""
    table = both(ann=0)
    play(table, sale(table, "Lender", "NYC"), sale(table, "ann", "NYC"))
    assert kinds(table) == {"declare-bankruptcy"}
    refused(table, Pass("PRR"), "must-act")


def test_neither_keeps_money_or_what_can_be_sold_and_the_game_is_over() -> None:
    table = both(ann=10, at=(7, 1))
    play(table, DeclareBankruptcy("PRR"))
    assert table.state.ended == "bankruptcy"
    assert [table.state.cash[owner] for owner in ("Lender", "ann")] == [0, 0]
    assert percents(table, "NYC", ["Lender", "ann", "pool"]) == {"Lender": 0, "ann": 0, "pool": 20}
    assert set(table.result()) == {"ann", "bob", "cay"}


def test_where_nobody_can_be_bankrupt_and_both_cannot_raise_it_the_corporation_goes_without() -> None:
    """E12: 70 with all they have, and it costs 80; nobody sells anything."""
    made = led(SOLVENT, ann=30).start("NYC", "bob", 67, at=(7, 3), bob=60, Lender=10)
    table = made.operating("PRR", "NYC", step="buy-train")
    assert table.actor == "NYC" and table.state.trains["PRR"] == ()


def test_where_nobody_can_be_bankrupt_a_sale_that_turns_out_too_small_frees_them() -> None:
    """E12: 80 with both shares at 40, but the second brings 30: no train, and no dead end."""
    made = led(SOLVENT)
    made.start("NYC", "bob", 67, at=(7, 3), bob=40, Lender=10, ann=10)
    table = made.operating("PRR", "NYC", step="buy-train")
    play(table, sale(table, "Lender", "NYC"))
    assert table.actor == "NYC" and table.state.trains["PRR"] == () and table.state.cash["Lender"] == 40


# --------------------------------------------------------------------------- trains of others


@pytest.mark.parametrize(("rule", "code"), [("never", "bank-only"), ("up-to-face", "")])
def test_after_a_sale_to_help_the_treasury_buys_no_train_of_others_where_only_the_banks_is_helped_to(
    rule: str, code: str
) -> None:
    """emergency.from_others: PRR has 30, and NYC a train; the sale leaves it short for the bank's."""
    made = led({"rules.emergency.from_others": rule}, cash=30).start("NYC", "bob", 67, at=(7, 2), bob=40, Lender=20)
    table = buying(made.trains("NYC", "2"))
    assert is_listed(table, BuyTrain("PRR", "2-0", 30))
    play(table, sale(table, "Lender", "NYC"))
    if code:
        refused(table, BuyTrain("PRR", "2-0", 30), code, corporation="PRR")
    else:
        assert is_listed(table, BuyTrain("PRR", "2-0", 30))
