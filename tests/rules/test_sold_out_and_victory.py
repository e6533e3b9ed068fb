"""What counts as sold out (M-602), and who wins with equal fortunes (M-805)."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx.play.game import Game

from .moments import arrange, pass_all, play, sale
from .positions import refused

Rules = dict[str, Any]


@pytest.mark.parametrize(("rule", "prices"), [
    ("players", {"PRR": 90, "NYC": 100, "CPR": 90}),
    ("out-of-treasury", {"PRR": 100, "NYC": 100, "CPR": 90}),
])  # fmt: skip
def test_what_lies_in_the_pool_counts_as_sold_or_not(rule: str, prices: dict[str, int]) -> None:
    """sold_out_counts: PRR has 10 % in the pool, NYC is all with players, CPR has 10 % unsold."""
    made = arrange({"rules.stock.sold_out_counts": rule}).start("PRR", "ann", 90, ann=60, bob=30, pool=10)
    made.start("NYC", "bob", 90, bob=60, cay=40).start("CPR", "cay", 90, cay=60, ann=30)
    table = pass_all(made.stock("ann"))
    assert {corporation: table.table.price(corporation) for corporation in prices} == prices


@pytest.mark.parametrize(("drop", "price"), [("per-share", 60), ("per-certificate", 80)])
def test_a_sale_lowers_the_price_by_a_cell_a_share_or_a_certificate(drop: str, price: int) -> None:
    """M-602, price_drop: two certificates of 20 % are four shares of 10 %."""
    rules: Rules = {
        "market.rows": ["100p", "90", "80", "70", "60", "50"],
        "corporations.PRR.certificates": [{"percent": 20, "count": 5}],
        "corporations.PRR.share": 10,
        "rules.stock.price_drop": drop,
    }
    table = arrange(rules).start("PRR", "ann", 100, ann=60).stock("ann")
    play(table, sale(table, "ann", "PRR", 2))
    assert table.table.price("PRR") == price


def test_the_cap_of_a_turn_counts_percent_whatever_the_certificates_are() -> None:
    """sale_cap_percent = 40: two certificates of 20 %."""
    rules: Rules = {
        "corporations.PRR.certificates": [{"percent": 20, "count": 5}],
        "corporations.PRR.share": 10,
        "rules.stock.sale_cap_percent": 40,
    }
    table = arrange(rules).start("PRR", "ann", 67, ann=60, bob=20).stock("ann")
    for _ in range(2):
        play(table, sale(table, "ann", "PRR"))
    refused(table, sale(table, "ann", "PRR"), "nothing-to-sell", held=20, pool=40)


# --------------------------------------------------------------------------- victory


def ranking(ties: str) -> Game:
    """ann has 300 in cash, bob 200 and certificates for 100, cay 300, dan 100 and nothing else."""
    made = arrange({"rules.end.ties": ties, "market.rows": ["50p"]}, players=4).start("PRR", "bob", 50, bob=20)
    return made.cash(ann=300, bob=200, cay=300, dan=100).stock("ann")


def test_equal_fortunes_share_the_victory() -> None:
    """ties = shared."""
    table = ranking("shared")
    assert table.result() == {"ann": 300, "bob": 300, "cay": 300, "dan": 100}
    assert table.winners() == ("ann", "bob", "cay")


def test_of_equal_fortunes_more_cash_wins_and_then_they_share() -> None:
    """M-805, ties = more-cash."""
    table = ranking("more-cash")
    assert list(table.result().items()) == [("ann", 300), ("cay", 300), ("bob", 300), ("dan", 100)]
    assert table.winners() == ("ann", "cay")


def test_more_cash_does_not_win_over_a_higher_fortune() -> None:
    made = arrange({"rules.end.ties": "more-cash", "market.rows": ["50p"]}).start("PRR", "bob", 50, bob=40)
    table = made.cash(ann=300, bob=101, cay=0).stock("ann")
    assert table.winners() == ("bob",) and list(table.result()) == ["bob", "ann", "cay"]
