"""Dividends of corporations with words of their own: half pay rounded up, certificates without a price, what is kept
for exchanges, cells of the market that pay more."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx.play.actions import ChooseDividend
from open18xx.play.game import Game
from open18xx.play.state import GONE

from .moments import arrange, play
from .positions import listed, refused

Rules = dict[str, Any]

SHADOW: Rules = {
    "corporations.B&M.priced": False,
    "corporations.B&M.started_by": "nobody",
    "corporations.B&M.certificates": [{"percent": 20, "count": 5}],
    "corporations.B&M.float_percent": 0,
    "corporations.B&M.holding_limit": 100,
}
"""The B&M has no price."""


def choose(table: Game, choice: str) -> dict[str, int]:
    """What each gained by the choice; owners who gained nothing are left out, and so is the bank."""
    before = dict(table.state.cash)
    play(table, ChooseDividend(table.actor, choice))
    gained = {owner: cash - before[owner] for owner, cash in table.state.cash.items() if cash != before[owner]}
    assert gained.pop("bank") == -sum(gained.values())
    return gained


def dividends(**values: Any) -> Rules:
    return {f"rules.dividends.{key}": value for key, value in values.items()}


# --------------------------------------------------------------------------- half


@pytest.mark.parametrize(("word", "kept"), [("per-share", 20), ("whole", 27), ("whole-up", 28)])
def test_what_a_corporation_keeps_of_a_half_dividend_is_rounded_as_the_title_says(word: str, kept: int) -> None:
    """half_kept: of 55; ann gets six tenths of the rest."""
    made = arrange(dividends(choices=["half"], half_kept=word, rounding="up")).start("PRR", "ann", 67, ann=60)
    gained = choose(made.operating("PRR", revenue=55), "half")
    assert gained == {"PRR": kept, "ann": -(-(55 - kept) * 6 // 10)}


# --------------------------------------------------------------------------- choices of one corporation


def choices(table: Game) -> set[str]:
    return {action.choice for action in listed(table, "choose-dividend")}  # type: ignore[attr-defined]


@pytest.mark.rule("O-020", "O-033")
@pytest.mark.parametrize(("own", "other"), [([], "half"), (["pay", "half", "withhold"], "")])
def test_a_corporation_may_have_choices_of_its_own(own: list[str], other: str) -> None:
    """corporations.dividends; without them those of the title."""
    made = arrange({"corporations.PRR.dividends": own}).start("PRR", "ann", 67, ann=60).start("NYC", "bob", 67, bob=60)
    table = made.operating("PRR", "NYC", revenue=50)
    assert choices(table) == set(own or ("pay", "withhold"))
    if other:
        refused(table, ChooseDividend("PRR", other), "choice", choice=other, allowed=("pay", "withhold"))
    nyc = made.operating("NYC", "PRR", revenue=50)
    assert choices(nyc) == {"pay", "withhold"}


# --------------------------------------------------------------------------- without a price


def shadow(overrides: Rules | None = None, *, gone: str = "", revenue: int, **numbers: str) -> Game:
    """The B&M has just earned; its certificates lie with the holders named, some are out of the game."""
    words = dividends(rounding="up", half_kept="whole-up", choices=["pay", "half", "withhold"])
    made = arrange({**SHADOW, **words, **(overrides or {})})
    for owner, wanted in {GONE: gone, **numbers}.items():
        for number in wanted:
            made.tx.move_certificate(f"B&M/{number}", owner)
    made.tx.settle_presidency("B&M")
    return made.operating("B&M", revenue=revenue)


@pytest.mark.rule("O-117")
def test_each_certificate_without_a_price_that_is_still_in_the_game_gets_the_same() -> None:
    """90 for three; for five it would be 18 each."""
    assert choose(shadow(gone="04", revenue=90, ann="12", bob="3"), "pay") == {"ann": 60, "bob": 30}
    assert choose(shadow(revenue=90, ann="12", bob="034"), "pay") == {"ann": 36, "bob": 54}


@pytest.mark.rule("O-033")
@pytest.mark.parametrize(("rounding", "each"), [("up", 10), ("down", 9)])
def test_each_is_rounded_by_itself(rounding: str, each: int) -> None:
    """28 for three: 9 1/3 each, not 18 2/3 for two."""
    table = shadow(dividends(rounding=rounding), gone="04", revenue=28, ann="12", bob="3")
    assert choose(table, "pay") == {"ann": 2 * each, "bob": each}


@pytest.mark.rule("O-033")
def test_half_pay_is_rounded_up_for_the_corporation_and_for_each_certificate() -> None:
    """55: 28 are kept, and 27 for five make 6 each."""
    assert choose(shadow(revenue=55, ann="12", bob="034"), "half") == {"B&M": 28, "ann": 12, "bob": 18}


def test_half_pay_to_whole_money_a_share_is_to_whole_money_a_certificate() -> None:
    """half_kept = per-share: half of 56 is 28, and three certificates get whole money of 27."""
    table = shadow(dividends(half_kept="per-share"), gone="04", revenue=56, ann="12", bob="3")
    assert choose(table, "half") == {"B&M": 27, "ann": 20, "bob": 10}


@pytest.mark.parametrize(("word", "paid"), [("corporation", {"B&M": 36}), ("nobody", {})])
def test_who_earns_for_the_pool_and_the_offering_is_the_titles_here_too(word: str, paid: dict[str, int]) -> None:
    """pool_pays, unsold_pays: one certificate in the pool, one unsold."""
    table = shadow(
        {"rules.corporations.pool_pays": word, "rules.corporations.unsold_pays": word}, revenue=90, ann="012", pool="3"
    )
    assert choose(table, "pay") == {"ann": 54, **paid}


@pytest.mark.parametrize("choice", ["pay", "half", "withhold"])
@pytest.mark.parametrize("move", ["right", "right-if-at-least-price", "none"])
def test_no_price_moves(choice: str, move: str) -> None:
    table = shadow(dividends(pay_move=move), revenue=50, ann="01234")
    choose(table, choice)
    assert table.state.cell == {}


# --------------------------------------------------------------------------- kept for exchanges


@pytest.mark.rule("O-055")
@pytest.mark.parametrize(("kept", "own"), [("", 40), ("78", 20), ("5678", 0)])
def test_what_is_kept_for_exchanges_earns_nothing(kept: str, own: int) -> None:
    """unsold_pays = corporation: 40 % lie there unsold."""
    made = arrange({"rules.corporations.unsold_pays": "corporation"}).start("PRR", "ann", 67, ann=60)
    made.tx.note("reserved", tuple(f"PRR/{number}" for number in kept))
    gained = choose(made.operating("PRR", revenue=100), "pay")
    assert gained == {"ann": 60, "PRR": own} if own else {"ann": 60}


# --------------------------------------------------------------------------- cells that pay more


def at_100(bonus: int, choice: str) -> dict[str, int]:
    """What each gained of 100 at a price of 100, where a cell of that kind pays so much more."""
    made = arrange({"market.zones.p.dividend_bonus": bonus}).start("PRR", "ann", 100, ann=60, bob=10, pool=20)
    return choose(made.operating("PRR", revenue=100), choice)


def test_in_some_cells_the_bank_pays_more_for_each_share() -> None:
    """dividend_bonus = 40: a share earns 10 and 40 more, also one in the pool, for which the corporation is paid."""
    assert at_100(40, "pay") == {"ann": 300, "bob": 50, "PRR": 100}
    assert at_100(0, "pay") == {"ann": 60, "bob": 10, "PRR": 20}


def test_nothing_more_is_paid_when_nothing_is_paid_out() -> None:
    assert at_100(40, "withhold") == {"PRR": 100}


def test_the_price_before_it_moves_says_whether_more_is_paid() -> None:
    """At 90 nothing more, although the dividend moves the price to 100."""
    rules = {"market.zones.p.dividend_bonus": 40}
    made = arrange(rules).start("PRR", "ann", 90, at=(0, 5), ann=60)
    table = made.operating("PRR", revenue=100)
    assert table.table.price("PRR") == 90 and choose(table, "pay") == {"ann": 60}
    assert table.table.price("PRR") == 100


# --------------------------------------------------------------------------- what closes with it


@pytest.mark.parametrize("revenue", [0, 100])
@pytest.mark.parametrize(("when", "closed"), [("first-dividend", "PRR"), ("first-turn", "")])
def test_a_private_may_close_with_the_first_dividend_of_a_corporation_be_it_without_revenue(
    revenue: int, when: str, closed: str
) -> None:
    """close-on-operation, when. Without revenue nobody chooses."""
    ability = {"kind": "close-on-operation", "corporations": ["PRR"], "when": when}
    made = arrange({"privates.SV.abilities": [ability]}).owns("ann", "SV").start("PRR", "ann", 100, ann=60)
    made.start("NYC", "bob", 67, bob=60)
    table = made.operating("PRR", "NYC", step="choose-dividend", revenue=revenue)
    assert table.table.privates_of("ann") == (["SV"] if revenue or not closed else [])
    if revenue:
        play(table, ChooseDividend("PRR", "pay"))
    assert table.table.privates_of("ann") == ([] if closed else ["SV"])
