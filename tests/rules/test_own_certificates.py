"""A corporation sells its own certificates to the pool and buys them back, in its turn (M-511, M-512)."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx import TitleError, load_title
from open18xx.play import events as e
from open18xx.play.actions import BuyCertificate, ChooseDividend, IssueCertificates, Pass, RedeemCertificates
from open18xx.play.game import Game
from open18xx.play.steps.own import own_stock

from .moments import Arrangement, arrange, percents, play
from .positions import is_listed, kinds, refused

Rules = dict[str, Any]

OWN: Rules = {
    "rules.corporations.own_certificates": "sell-and-buy-back",
    "rules.corporations.capitalization": "incremental",
    "rules.corporations.unsold_pays": "corporation",
    "rules.corporations.pool_pays": "nobody",
    "rules.stock.price_drop": "per-certificate",
    "rules.stock.pool_limit": 5,
    "rules.stock.pool_limit_unit": "certificates",
    "rounds.operating.steps": ["choose-dividend", "issue", "redeem"],
    "market.rows": ["100p", "90", "80", "70", "60", "50", "40"],
}
"""A market of one column; a turn is paying, selling own certificates, buying them back."""


def prr(more: Rules | None = None, **percents_: int) -> Arrangement:
    """PRR at 100 with an empty treasury; ann presides with 60 %, if nothing else is said."""
    return arrange({**OWN, **(more or {})}).start("PRR", "ann", 100, **(percents_ or {"ann": 60})).cash(PRR=0)


def at_issue(more: Rules | None = None, **percents_: int) -> Game:
    return prr(more, **percents_).operating("PRR", step="issue")


def at_redeem(cash: int = 1000, more: Rules | None = None, **percents_: int) -> Game:
    return prr(more, **percents_).cash(PRR=cash).operating("PRR", step="redeem")


# --------------------------------------------------------------------------- selling


def test_the_corporation_sells_at_the_current_value_and_then_the_price_falls_once_for_each() -> None:
    """M-511: two at 100 from the bank; then two cells straight down."""
    table = at_issue()
    bank = table.state.cash["bank"]
    play(table, IssueCertificates("PRR", 2))
    assert table.state.cash["PRR"] == 200 and table.state.cash["bank"] == bank - 200
    assert table.table.price("PRR") == 80 and percents(table, "PRR") == {"ann": 60, "ipo": 20, "pool": 20}


def test_the_corporation_may_decline() -> None:
    table = at_issue()
    assert kinds(table) == {"issue-certificates", "pass"}
    play(table, Pass("PRR"))
    assert table.state.cash["PRR"] == 0 and "PRR" in table.state.operated


def test_it_sells_any_number_that_it_has_and_that_the_pool_takes() -> None:
    """M-511, M-610: four of its own left, room for three."""
    table = at_issue(ann=40, pool=20)
    assert percents(table, "PRR", ["ipo"]) == {"ipo": 40}
    refused(table, IssueCertificates("PRR", 4), "sale-size", corporation="PRR", count=4, limit=3)
    refused(table, IssueCertificates("PRR", 0), "sale-size", count=0, limit=3)
    refused(table, IssueCertificates("PRR", -1), "sale-size")
    play(table, IssueCertificates("PRR", 3))
    assert percents(table, "PRR", ["pool"]) == {"pool": 50}


def test_a_limit_of_the_pool_in_percent_holds_too() -> None:
    """pool_limit_unit = percent."""
    table = at_issue({"rules.stock.pool_limit": 30, "rules.stock.pool_limit_unit": "percent"}, ann=40, pool=20)
    refused(table, IssueCertificates("PRR", 2), "sale-size", limit=1)
    play(table, IssueCertificates("PRR", 1))


@pytest.mark.parametrize(
    ("drop", "price"), [("per-share", 60), ("per-certificate", 80), ("per-sale", 90), ("none", 100)]
)
def test_the_price_falls_as_after_a_sale_by_a_player(drop: str, price: int) -> None:
    """price_drop, of two certificates of 20 % with a share of 10 %: four shares, two certificates, one sale."""
    fifths = {"corporations.PRR.certificates": [{"percent": 20, "count": 5}], "corporations.PRR.share": 10}
    table = at_issue({**fifths, "rules.stock.price_drop": drop})
    play(table, IssueCertificates("PRR", 2))
    assert table.table.price("PRR") == price and table.state.cash["PRR"] == 400


def test_unmarked_certificates_are_sold_before_marked_ones() -> None:
    """M-511, M-704: 1 to 3 are marked, and ann, bob and the pool hold some of the others."""
    marked = [
        {"percent": 20, "president": True},
        {"percent": 10, "count": 3, "marked": True},
        {"percent": 10, "count": 5},
    ]
    made = arrange({**OWN, "corporations.PRR.certificates": marked}).start("PRR", "ann", 100)
    for id, owner in (("PRR/5", "bob"), ("PRR/6", "bob"), ("PRR/8", "bob"), ("PRR/1", "bob")):
        made.tx.move_certificate(id, owner)
    made.tx.float_if_sold("PRR")
    made.tx.settle_presidency("PRR")
    table = made.operating("PRR", step="issue")
    events = table.play(IssueCertificates("PRR", 3))
    moved = [event.certificate for event in events if isinstance(event, e.CertificateMoved)]
    assert moved == ["PRR/4", "PRR/7", "PRR/2"]


def test_the_presidents_certificate_is_not_among_what_the_corporation_sells() -> None:
    """M-611: it is never in the pool; here it has gone back into the stock of a corporation without a president."""
    made = prr(ann=60)
    made.tx.move_certificate("PRR/0", "ipo")
    assert [each.id for each in own_stock(made.tx, "PRR")] == ["PRR/5", "PRR/6", "PRR/7", "PRR/8"]


def test_only_the_corporation_in_turn_sells() -> None:
    made = prr().start("NYC", "bob", 100, bob=60)
    table = made.operating("PRR", "NYC", step="issue")
    refused(table, IssueCertificates("NYC", 1), "not-your-turn", actor="NYC", expected="PRR")
    refused(table, IssueCertificates("ann", 1), "not-your-turn")


def test_it_sells_once_in_a_turn() -> None:
    """Assumed: the number is chosen once."""
    table = at_issue()
    play(table, IssueCertificates("PRR", 1))
    assert "PRR" in table.state.operated and table.state.traded == ()  # the turn is over: nothing is left to do


def test_what_lies_in_the_pool_pays_nobody_and_unsold_certificates_pay_the_corporation() -> None:
    """M-510, M-512: 60 % with ann, 20 % in the pool, 20 % own stock, of 100."""
    table = prr(ann=60, pool=20).operating("PRR", revenue=100)
    cash = table.state.cash["ann"]
    play(table, ChooseDividend("PRR", "pay"))
    assert table.state.cash["ann"] == cash + 60 and table.state.cash["PRR"] == 20


# --------------------------------------------------------------------------- buying back


def test_it_buys_back_at_the_market_value_and_the_price_stays() -> None:
    """M-512, M-613: to the bank; the certificates come back into its own stock."""
    table = at_redeem(250, ann=60, pool=30)
    bank = table.state.cash["bank"]
    play(table, RedeemCertificates("PRR", 2))
    assert table.state.cash["PRR"] == 50 and table.state.cash["bank"] == bank + 200
    assert percents(table, "PRR") == {"ann": 60, "pool": 10, "ipo": 30} and table.table.price("PRR") == 100


def test_it_buys_back_what_there_is_and_what_it_can_pay() -> None:
    table = at_redeem(250, ann=50, pool=30)
    refused(table, RedeemCertificates("PRR", 4), "buy-back-size", count=4, limit=3)
    refused(table, RedeemCertificates("PRR", 0), "buy-back-size", count=0)
    refused(table, RedeemCertificates("PRR", 3), "cash", cost=300, actor="PRR", cash=250)
    assert is_listed(table, RedeemCertificates("PRR", 1)) and is_listed(table, RedeemCertificates("PRR", 2))


def test_what_has_lain_in_the_pool_longest_comes_back_first() -> None:
    table = at_redeem(100, ann=60, pool=20)
    first = table.state.paper["pool"][0]
    play(table, RedeemCertificates("PRR", 1))
    assert table.state.holder[first] == "ipo"


def test_what_was_bought_back_pays_the_corporation_again_when_it_is_sold_and_when_it_earns() -> None:
    """M-512, M-405."""
    made = prr({"rules.corporations.unsold_price": "market"}, ann=50, bob=10, pool=20).cash(PRR=200)
    table = made.operating("PRR", step="redeem")
    play(table, RedeemCertificates("PRR", 2))
    assert table.state.cash["PRR"] == 0 and table.state.round == "stock"
    back = table.table.certificates_of("ipo", "PRR")[-1].id
    play(table, BuyCertificate(table.actor, back))
    assert table.state.cash["PRR"] == 100


def test_nothing_is_bought_back_in_the_turn_of_a_sale() -> None:
    """M-512: it would be a money pump, for the price has fallen; the step is passed over."""
    made = prr(ann=60, pool=20).cash(PRR=500).start("NYC", "bob", 100, bob=60)
    table = made.operating("PRR", "NYC", step="issue")
    play(table, IssueCertificates("PRR", 1))
    assert table.actor == "NYC" and percents(table, "PRR", ["pool"]) == {"pool": 30}


def test_nothing_is_sold_in_the_turn_of_a_purchase_either() -> None:
    """Where a title puts the steps the other way round."""
    steps = {"rounds.operating.steps": ["redeem", "issue"]}
    made = prr(steps, ann=60, pool=20).cash(PRR=500).start("NYC", "bob", 100, bob=60)
    table = made.operating("PRR", "NYC", step="redeem")
    play(table, RedeemCertificates("PRR", 1))
    assert table.actor == "NYC"


def test_after_declining_to_sell_it_may_buy_back() -> None:
    table = prr(ann=60, pool=20).cash(PRR=500).operating("PRR", step="issue")
    play(table, Pass("PRR"))
    assert kinds(table) == {"redeem-certificates", "pass"}
    play(table, RedeemCertificates("PRR", 2))


# --------------------------------------------------------------------------- the rule


def test_a_corporation_does_neither_where_the_rule_says_never() -> None:
    """own_certificates = never: the steps are passed over."""
    rules = {"rules.corporations.own_certificates": "never"}
    made = prr(rules, ann=60, pool=20).cash(PRR=500).start("NYC", "bob", 100, bob=60)
    assert made.operating("PRR", "NYC", step="issue").state.round == "stock"


def test_a_corporation_only_sells_where_the_rule_says_so() -> None:
    """own_certificates = sell."""
    rules = {"rules.corporations.own_certificates": "sell"}
    made = prr(rules, ann=60, pool=20).cash(PRR=500).start("NYC", "bob", 100, bob=60)
    table = made.operating("PRR", "NYC", step="issue")
    assert kinds(table) == {"issue-certificates", "pass"}
    play(table, Pass("PRR"))
    assert table.actor == "NYC"


@pytest.mark.parametrize(("rules", "fault"), [
    ({"rules.corporations.capitalization": "full"}, "capitalization = full; wanted incremental"),
    ({"rounds.operating.steps": ["issue"]}, "no round has the step redeem"),
    ({"rounds.operating.steps": ["redeem"]}, "no round has the step issue"),
])  # fmt: skip
def test_a_title_that_could_not_do_what_it_says_is_refused(rules: Rules, fault: str) -> None:
    """Under full capitalization the bank owns what is unsold."""
    with pytest.raises(TitleError, match=fault):
        load_title("1830", overrides={**OWN, **rules})
