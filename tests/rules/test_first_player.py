"""Who begins a stock round: after the auction (M-205), and after a stock round that ended in passes (M-305)."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx.play.actions import Bid, BuyCertificate, Pass
from open18xx.play.game import Game

from .moments import arrange, game, play

Rules = dict[str, Any]


def auction(order: str, *actions: Any) -> Game:
    """What follows when the two privates of a short auction are sold; everybody has a hundred."""
    rules: Rules = {
        "rules.stock.first_order": order,
        "privates.SV.min_players": 6, "privates.CS.min_players": 6,
        "privates.BO.min_players": 6, "privates.CA.min_players": 6,
    }  # fmt: skip
    table = game(rules)
    assert list(table.state.privates) == ["DH", "MH"]
    return play(table, *actions)


@pytest.mark.parametrize(("order", "first"), [("after-auction", "bob"), ("last-to-pass", "cay")])
def test_the_last_to_pass_in_the_auction_begins_the_stock_round(order: str, first: str) -> None:
    """M-205: bob and cay pass, and ann buys the last; otherwise it is whose turn it would be."""
    table = auction(order, Bid("ann", "DH", 70), Pass("bob"), Pass("cay"), Bid("ann", "MH", 110))
    assert table.state.round == "stock" and table.state.priority == table.actor == first


def test_a_pass_counts_also_of_who_buys_later() -> None:
    """M-205: bob passed last, and bought after it."""
    table = auction("last-to-pass", Bid("ann", "DH", 70), Pass("bob"), Pass("cay"), Pass("ann"), Pass("bob"))
    play(table, Bid("cay", "MH", 110))
    assert table.state.priority == "bob"


def test_if_nobody_passed_the_first_player_stays() -> None:
    """M-205, assumed."""
    table = auction("last-to-pass", Bid("ann", "DH", 70), Bid("bob", "MH", 110))
    assert table.state.round == "stock" and table.state.priority == table.actor == "ann"


def test_to_leave_the_bidding_for_a_private_is_no_pass() -> None:
    """Assumed: ann and bob bid for MH, cay buys DH, ann gives up."""
    table = auction("last-to-pass", Bid("ann", "MH", 115), Bid("bob", "MH", 120), Bid("cay", "DH", 70), Pass("ann"))
    assert table.state.round == "stock" and table.state.privates["MH"] == "bob" and table.state.priority == "ann"


def test_passes_of_the_auction_are_forgotten_in_the_stock_round() -> None:
    table = auction("last-to-pass", Bid("ann", "DH", 70), Pass("bob"), Bid("cay", "MH", 110))
    assert table.state.priority == "bob" and table.state.pass_order == ()


@pytest.mark.parametrize(("rule", "first"), [("first-passer-keeps-seats", "ann"), ("last-run-keeps-seats", "cay")])
def test_the_first_pass_of_the_round_or_the_first_of_the_last_passes_gives_the_next_first_player(
    rule: str, first: str
) -> None:
    """M-305, next_order: ann passes, bob buys; then cay, ann and bob pass in a row."""
    made = arrange({"rules.stock.next_order": rule}).start("PRR", "cay", 67, cay=50)
    table = made.stock("ann")
    buys = BuyCertificate("bob", table.table.certificates_of("ipo", "PRR")[0].id)
    play(table, Pass("ann"), buys, Pass("bob"), Pass("cay"), Pass("ann"), Pass("bob"))
    assert table.state.priority == first
    assert table.state.seats == ("ann", "bob", "cay")  # the seats are kept
