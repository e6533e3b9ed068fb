"""A corporation without a price: not dealt in, last in every operating round, led by who holds most certificates."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx.play.actions import BuyCertificate, SellCertificates, StartCorporation
from open18xx.play.audit import faults

from .moments import Arrangement, arrange
from .positions import listed, refused

SHADOW: dict[str, Any] = {
    "corporations.B&M.priced": False,
    "corporations.B&M.started_by": "nobody",
    "corporations.B&M.certificates": [{"percent": 20, "count": 5}],
    "corporations.B&M.float_percent": 0,
    "corporations.B&M.holding_limit": 100,
}
"""The B&M has no price."""


def shadow(overrides: dict[str, Any] | None = None) -> Arrangement:
    return arrange({**SHADOW, **(overrides or {})})


def give(made: Arrangement, **numbers: str) -> Arrangement:
    """Certificates of the B&M by their numbers, one after the other; who presides is settled after each."""
    for owner, wanted in numbers.items():
        for number in wanted:
            made.tx.move_certificate(f"B&M/{number}", owner)
            made.tx.settle_presidency("B&M")
    return made


# --------------------------------------------------------------------------- no price, no dealings


@pytest.mark.rule("O-032")
def test_it_has_no_place_in_the_market_and_has_floated_from_the_start() -> None:
    state = shadow().game.state
    assert state.floated == ("B&M",) and "B&M" not in state.par and "B&M" not in state.cell


def test_every_other_corporation_has_a_price_once_it_is_started() -> None:
    """priced = true."""
    made = arrange().start("B&M", "ann", 67)
    assert made.tx.is_priced("B&M") and made.tx.price("B&M") == 67


def test_nothing_of_it_is_bought_sold_or_started() -> None:
    """Some lies unsold, some in the pool, and ann holds some."""
    made = give(shadow(), ann="01", pool="2").start("PRR", "bob", 67)
    table = made.stock("ann")
    refused(table, BuyCertificate("ann", "B&M/2"), "not-started", corporation="B&M")
    refused(table, BuyCertificate("ann", "B&M/3"), "not-started", corporation="B&M")
    refused(table, SellCertificates("ann", "B&M", ("B&M/0",)), "not-started", corporation="B&M")
    refused(table, StartCorporation("ann", "B&M", 67), "not-startable", corporation="B&M")
    assert {action.corporation for action in listed(table, "start-corporation")} == set(table.title.corporations) - {
        "PRR",
        "B&M",
    }


def test_its_certificates_are_worth_nothing_and_count_to_the_limit() -> None:
    table = give(shadow(), ann="01").start("PRR", "bob", 67).cash(ann=500).stock("ann")
    assert table.result()["ann"] == 500 and table.table.certificate_count("ann") == 2


@pytest.mark.rule("O-032")
@pytest.mark.parametrize("par", [67, 100])
def test_it_operates_after_all_others(par: int) -> None:
    """Whatever the price, and also after one that has floated later."""
    made = give(shadow(), ann="0").trains("PRR", "2").start("PRR", "bob", par, bob=60)
    assert made.tx.operating_order(made.tx.state.floated) == ("PRR", "B&M")
    game = made.operating()
    assert game.actor == "PRR" and game.state.queue == ("B&M",)


def test_several_without_a_price_operate_in_the_order_of_the_title() -> None:
    rules = {key.replace("B&M", "C&O"): value for key, value in SHADOW.items()}
    made = give(shadow(rules), ann="0")
    assert made.tx.operating_order(("B&M", "C&O")) == ("C&O", "B&M")


def test_its_price_does_not_move() -> None:
    made = give(shadow(), ann="0")
    made.tx.move_price("B&M", made.tx.box.market.right)
    assert made.tx.state.cell == {} and made.tx.state.stacks == {}


# --------------------------------------------------------------------------- who presides


def presidents(word: str, **numbers: str) -> str:
    made = give(shadow({"corporations.B&M.president_tie": word}), **numbers)
    assert faults(made.tx) == []
    return made.tx.state.president["B&M"]


def test_who_holds_most_certificates_presides_and_the_first_holder_at_once() -> None:
    made = give(shadow(), bob="4")
    assert made.tx.state.president["B&M"] == "bob" and made.tx.decider("B&M") == "bob"
    give(made, cay="12")
    assert made.tx.state.president["B&M"] == "cay"


@pytest.mark.rule("O-033")
def test_in_a_tie_the_holder_of_the_lowest_certificate_presides() -> None:
    """president_tie = lowest-certificate: whoever presided before, and whoever came first."""
    assert presidents("lowest-certificate", bob="3", cay="1") == "cay"
    assert presidents("lowest-certificate", bob="1", cay="3") == "bob"
    assert presidents("lowest-certificate", ann="34", bob="12") == "bob"
    assert presidents("lowest-certificate", ann="34", bob="0") == "ann"  # not a tie


def test_in_a_tie_the_old_president_stays_or_who_came_first_presides_where_the_title_says_so() -> None:
    """president_tie of the corporation: clockwise-from-old, first-to-hold; empty: the word of the title."""
    assert presidents("clockwise-from-old", bob="3", cay="1") == "bob"
    assert presidents("", bob="3", cay="1") == "bob"
    made = give(shadow({"corporations.B&M.president_tie": "first-to-hold"}), bob="3", ann="4")
    assert made.tx.state.president["B&M"] == "bob"
    give(made, bob="0", ann="1")
    made.tx.move_certificate("B&M/0", "ipo")  # bob is back at one certificate, and ann at two
    made.tx.move_certificate("B&M/1", "ipo")
    made.tx.settle_presidency("B&M")
    assert made.tx.state.arrivals == {"B&M": ("bob", "ann")} and made.tx.state.president["B&M"] == "bob"


def test_the_word_of_the_title_holds_for_those_without_their_own() -> None:
    """rules.corporations.president_tie = lowest-certificate, and own words beside it."""
    title = {"rules.corporations.president_tie": "lowest-certificate"}
    made = give(shadow(title), bob="3", cay="1")
    assert made.tx.state.president["B&M"] == "cay" and made.tx.president_tie("PRR") == "lowest-certificate"
    made = give(shadow({**title, "corporations.B&M.president_tie": "clockwise-from-old"}), bob="3", cay="1")
    assert made.tx.state.president["B&M"] == "bob"


def test_a_presidents_certificate_stays_with_its_holder_in_a_tie_under_that_word_too() -> None:
    """Ann holds PRR/0 and bob PRR/1 to PRR/3; of two who follow, the lowest number decides."""
    rules = {"rules.corporations.president_tie": "lowest-certificate"}
    table = arrange(rules).start("PRR", "ann", 67, ann=20, bob=20).stock("bob")
    assert table.state.president["PRR"] == "ann"
    made = arrange(rules).start("PRR", "ann", 67, ann=20, cay=20, bob=20)
    held = tuple(each.id for each in made.tx.certificates_of("ann", "PRR"))
    table = made.stock("ann")
    table.play(SellCertificates("ann", "PRR", held, 0))
    assert table.state.president["PRR"] == "cay" and faults(table.table) == []


# --------------------------------------------------------------------------- it fades away


@pytest.mark.rule("O-034")
def test_its_certificates_leave_the_game_one_by_one() -> None:
    """What is left is what is in the game; the audit finds nothing wrong."""
    made = give(shadow(), ann="01", bob="234")
    made.tx.move_certificate("B&M/2", "gone")
    made.tx.move_certificate("B&M/3", "gone")
    made.tx.settle_presidency("B&M")
    assert [each.id for each in made.tx.in_game("B&M")] == ["B&M/0", "B&M/1", "B&M/4"]
    assert made.tx.state.president["B&M"] == "ann" and faults(made.tx) == []


def test_a_priced_corporation_loses_no_certificate_while_it_is_in_the_game() -> None:
    made = shadow().start("PRR", "ann", 67)
    made.tx.move_certificate("PRR/8", "gone")
    assert faults(made.tx) == ["PRR/8 lies with gone; closed are: none"]


def test_the_audit_sees_that_somebody_else_presides() -> None:
    made = give(shadow(), ann="01", bob="2")
    made.tx.move_certificate("B&M/3", "bob")
    made.tx.move_certificate("B&M/4", "bob")
    assert faults(made.tx) == ["ann presides over B&M and does not hold most of it"]


def test_it_can_close() -> None:
    made = give(shadow(), ann="01", bob="234")
    made.tx.close_corporation("B&M")
    assert made.tx.state.closed == ("B&M",) and made.tx.state.floated == () and faults(made.tx) == []
