"""Paying, keeping and halving revenue, and what it does to the price. Ids: kernel cases (D01 ...) and traps."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx import TitleError, load_title
from open18xx.play.actions import ChooseDividend, Pass
from open18xx.play.game import Game

from .moments import Arrangement, arrange, play
from .positions import kinds, listed, refused

Rules = dict[str, Any]


def shares(percent: int) -> list[dict[str, Any]]:
    """Certificates of ``percent``, the first of which is the president's."""
    return [{"percent": percent, "president": True}, {"percent": percent, "count": 100 // percent - 1}]


def choose(made: Arrangement, revenue: int, choice: str) -> dict[str, int]:
    """What each gained by the choice; owners who gained nothing are left out, and so is the bank."""
    table = made.operating("PRR", revenue=revenue)
    before = dict(table.state.cash)
    play(table, ChooseDividend("PRR", choice))
    gained = {owner: cash - before[owner] for owner, cash in table.state.cash.items() if cash != before[owner]}
    assert gained.pop("bank") == -sum(gained.values())
    return gained


def rules(**values: Any) -> Rules:
    return {f"rules.dividends.{key}": value for key, value in values.items()}


# --------------------------------------------------------------------------- who gets what


def test_each_holder_gets_his_part_and_the_corporation_that_of_the_pool() -> None:
    """Trap 14, pool_pays = corporation, unsold_pays = nobody: the offering's 10 % go to nobody."""
    made = arrange().start("PRR", "ann", 100, ann=60, bob=10, pool=20)
    assert choose(made, 100, "pay") == {"ann": 60, "bob": 10, "PRR": 20}


@pytest.mark.parametrize(
    ("pool", "unsold", "treasury"),
    [
        ("nobody", "nobody", 0),
        ("corporation", "nobody", 20),
        ("nobody", "corporation", 10),
        ("corporation", "corporation", 30),
    ],
)
def test_the_title_says_who_earns_for_the_pool_and_for_the_offering(pool: str, unsold: str, treasury: int) -> None:
    """pool_pays, unsold_pays: 20 % in the pool, 10 % unsold."""
    overrides = {"rules.corporations.pool_pays": pool, "rules.corporations.unsold_pays": unsold}
    gained = choose(arrange(overrides).start("PRR", "ann", 100, ann=60, bob=10, pool=20), 100, "pay")
    assert gained == {"ann": 60, "bob": 10} | ({"PRR": treasury} if treasury else {})


def test_withheld_revenue_goes_to_the_treasury() -> None:
    assert choose(arrange().start("PRR", "ann", 100, ann=60), 100, "withhold") == {"PRR": 100}


def test_only_the_choices_of_the_title_are_offered() -> None:
    """choices: half is not one of 1830's."""
    table = arrange().start("PRR", "ann", 100, ann=60).operating("PRR", revenue=100)
    assert listed(table, "choose-dividend") == [ChooseDividend("PRR", "pay"), ChooseDividend("PRR", "withhold")]
    refused(table, ChooseDividend("PRR", "half"), "choice", choice="half", allowed=("pay", "withhold"))
    refused(table, Pass("PRR"), "must-act", actor="PRR")
    table = arrange(rules(choices=["half", "pay"])).start("PRR", "ann", 100, ann=60).operating("PRR", revenue=100)
    assert kinds(table) == {"choose-dividend"}
    refused(table, ChooseDividend("PRR", "withhold"), "choice", allowed=("half", "pay"))
    with pytest.raises(TitleError):
        load_title("1830", overrides=rules(choices=["variable"]))


# --------------------------------------------------------------------------- rounding


def test_a_holder_of_four_shares_is_rounded_once_and_up() -> None:
    """D03: four shares of 25 %. 50: two holders of 50 % get 25; 70: holders of 75 % and 25 % get 53 and 18."""
    fourths = {"corporations.PRR.certificates": shares(25), "corporations.PRR.holding_limit": 100}
    assert choose(arrange(fourths).start("PRR", "ann", 100, ann=50, bob=50), 50, "pay") == {"ann": 25, "bob": 25}
    assert choose(arrange(fourths).start("PRR", "ann", 100, ann=75, bob=25), 70, "pay") == {"ann": 53, "bob": 18}


@pytest.mark.parametrize(("rounding", "paid"), [("up", (14, 5)), ("down", (13, 4))])
def test_fractions_of_a_share_add_up_before_the_holder_is_rounded(rounding: str, paid: tuple[int, int]) -> None:
    """D05, rounding: shares of 5 %, revenue 90: three are 13.5 and one is 4.5."""
    twentieths = {"corporations.PRR.certificates": shares(5), "corporations.PRR.float_percent": 20}
    made = arrange({**twentieths, **rules(rounding=rounding)}).start("PRR", "ann", 100, ann=15, bob=5)
    assert choose(made, 90, "pay") == {"ann": paid[0], "bob": paid[1]}


def half(kept: str, percent: int) -> Arrangement:
    """All of PRR is with ann, who may halve; its shares are of ``percent``."""
    overrides = {"corporations.PRR.certificates": shares(percent), "corporations.PRR.holding_limit": 100}
    made = arrange({**overrides, **rules(choices=["half"], half_kept=kept)})
    return made.start("PRR", "ann", 100, ann=100)


@pytest.mark.parametrize(
    ("kept", "percent", "treasury"),
    [("whole", 50, 65), ("per-share", 50, 64), ("whole", 10, 65), ("per-share", 10, 60), ("per-share", 20, 65)],
)
def test_the_corporations_half_is_rounded_as_the_title_says(kept: str, percent: int, treasury: int) -> None:
    """D01, half_kept, of 130. In whole money: 65, and the holder of both shares gets 65. Per share: what two, five
    or ten shares can earn in whole money."""
    assert choose(half(kept, percent), 130, "half") == {"PRR": treasury, "ann": 130 - treasury}


def test_of_a_half_that_is_less_than_one_a_share_the_corporation_keeps_nothing() -> None:
    """D01, half_kept = per-share: half of 10 is 5, for ten shares nothing each; all is paid."""
    assert choose(half("per-share", 10), 10, "half") == {"ann": 10}
    assert choose(half("whole", 10), 11, "half") == {"PRR": 5, "ann": 6}


# --------------------------------------------------------------------------- the price


def price_after(overrides: Rules, revenue: int, choice: str) -> int:
    table = arrange(overrides).start("PRR", "ann", 100, ann=60).operating("PRR", revenue=revenue)
    assert table.table.price("PRR") == 100
    play(table, ChooseDividend("PRR", choice))
    return table.table.price("PRR")


@pytest.mark.parametrize(
    ("rule", "revenue", "price"),
    [
        ("right", 10, 112),
        ("right", 100, 112),
        ("right-if-at-least-price", 90, 100),
        ("right-if-at-least-price", 100, 112),
        ("none", 100, 100),
    ],
)
def test_paying_moves_the_price_right_always_or_for_a_price_or_never(rule: str, revenue: int, price: int) -> None:
    """pay_move."""
    assert price_after(rules(pay_move=rule), revenue, "pay") == price


@pytest.mark.parametrize(("rule", "price"), [("left", 90), ("none", 100)])
def test_withholding_moves_the_price_left_or_not(rule: str, price: int) -> None:
    """withhold_move; also for a turn without revenue, which is not asked about."""
    assert price_after(rules(withhold_move=rule), 100, "withhold") == price
    table = arrange(rules(withhold_move=rule)).start("PRR", "ann", 100, ann=60)
    table = table.cash(PRR=100).operating("PRR", step="choose-dividend")
    assert table.table.price("PRR") == price and "choose-dividend" not in kinds(table)


def test_half_a_dividend_moves_the_price_as_paying_does() -> None:
    assert price_after(rules(choices=["half"]), 100, "half") == 112


def test_without_revenue_there_is_nothing_to_choose() -> None:
    made = arrange().start("PRR", "ann", 100, ann=60).cash(PRR=100)
    table: Game = made.operating("PRR", step="choose-dividend")
    refused(table, ChooseDividend("PRR", "pay"), "not-offered")
