"""What stands in the way of exchanging a private for a certificate: the title says it for each private."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx.play.actions import BuyCertificate, ExchangePrivate, Pass
from open18xx.play.game import Game

from .moments import Arrangement, arrange, percents, play, sale
from .positions import is_listed, listed, refused


def mohawk(**says: Any) -> dict[str, Any]:
    """1830 with such an exchange for MH."""
    ability = {"kind": "exchange", "holder": "player", "windows": ["any-time"], "uses": 1, "corporations": ["NYC"]}
    return {"privates.MH.abilities": [{**ability, "sources": ["ipo", "pool"], **says}]}


def owning(overrides: dict[str, Any] | None = None, **percents: int) -> Arrangement:
    """bob owns MH; ann presides over NYC, and others hold so much of it."""
    return arrange(overrides).owns("bob", "MH").start("NYC", "ann", 67, **percents)


# --------------------------------------------------------------------------- limits


@pytest.mark.parametrize(("says", "legal"), [({}, True), ({"limits": "ignored"}, True), ({"limits": "kept"}, False)])
def test_the_holding_limit_stands_in_the_way_of_an_exchange_where_the_private_says_so(
    says: dict[str, Any], legal: bool
) -> None:
    """limits; without a word of it as in S11c. bob holds 60 %."""
    game = arrange(mohawk(**says)).owns("bob", "MH").start("NYC", "bob", 67, bob=60).stock("ann")
    exchange = ExchangePrivate("bob", "MH", "NYC/5")
    if legal:
        play(game, exchange)
        assert percents(game, "NYC", ["bob"]) == {"bob": 70}
    else:
        refused(game, exchange, "holding-limit", actor="bob", after=70, limit=60)
        assert listed(game, "exchange-private") == []


def test_below_the_limit_the_exchange_is_as_ever() -> None:
    game = owning(mohawk(limits="kept"), ann=50, bob=50).stock("ann")
    play(game, sale(game, "ann", "NYC"), ExchangePrivate("bob", "MH", "NYC/1"))
    assert percents(game, "NYC", ["bob"]) == {"bob": 60} and game.state.president["NYC"] == "bob"


def test_in_a_zone_that_lifts_the_holding_limit_it_does_not_stand_in_the_way() -> None:
    """1830's zone of 10 to 30 lifts it."""
    made = arrange(mohawk(limits="kept")).owns("bob", "MH").start("NYC", "bob", 67, at=(10, 3), bob=60)
    lifted = not made.tx.market_cell("NYC").zone.holding_limited
    game = made.stock("ann")
    assert lifted and is_listed(game, ExchangePrivate("bob", "MH", "NYC/5"))
    play(game, ExchangePrivate("bob", "MH", "NYC/5"))


@pytest.mark.parametrize(("limits", "legal"), [("ignored", True), ("kept", False)])
def test_so_does_the_certificate_limit(limits: str, legal: bool) -> None:
    """bob has two certificates, and no more are allowed; MH itself is not counted here."""
    rules = {"players.3.certificate_limit": 2, "rules.limits.privates_count": False}
    game = owning({**mohawk(limits=limits), **rules}, ann=20, bob=20).stock("ann")
    exchange = ExchangePrivate("bob", "MH", "NYC/3")
    if legal:
        play(game, exchange)
    else:
        refused(game, exchange, "certificate-limit", actor="bob", after=3, limit=2)


# --------------------------------------------------------------------------- before the corporation is started


@pytest.mark.parametrize("unstarted", ["allowed", "refused"])
def test_whether_a_private_is_exchanged_before_the_corporation_is_started_is_the_privates(unstarted: str) -> None:
    """unstarted; 1830: allowed."""
    game = arrange(mohawk(unstarted=unstarted)).owns("bob", "MH").start("PRR", "ann", 67, ann=20).stock("ann")
    exchange = ExchangePrivate("bob", "MH", "NYC/1")
    if unstarted == "allowed":
        play(game, exchange)
        assert percents(game, "NYC", ["bob"]) == {"bob": 10}
    else:
        refused(game, exchange, "not-started", corporation="NYC")


def test_once_it_is_started_it_is_possible() -> None:
    game = owning(mohawk(unstarted="refused"), ann=20).stock("ann")
    play(game, ExchangePrivate("bob", "MH", "NYC/1"))


# --------------------------------------------------------------------------- sold and bought in one turn


def dealing(rule: str, actor: str = "bob") -> Game:
    rules = {"rules.stock.same_turn_trade": rule, "rules.stock.turn_order": "sell-buy-sell"}
    return owning({**mohawk(), **rules}, ann=40, bob=20).stock(actor)


@pytest.mark.parametrize("rule", ["allowed", "forbidden"])
def test_who_has_sold_a_corporation_in_this_turn_gets_none_of_it_for_a_private(rule: str) -> None:
    """same_turn_trade; an exchange counts as buying."""
    game = dealing(rule)
    play(game, sale(game, "bob", "NYC"))
    exchange = ExchangePrivate("bob", "MH", "NYC/6")
    if rule == "allowed":
        play(game, exchange)
    else:
        refused(game, exchange, "same-turn", corporation="NYC")
        play(game, Pass("bob"), exchange)  # in the turn of cay it is possible


@pytest.mark.parametrize("rule", ["allowed", "forbidden"])
def test_who_has_got_a_certificate_for_a_private_sells_none_of_that_corporation_in_this_turn(rule: str) -> None:
    game = dealing(rule)
    play(game, ExchangePrivate("bob", "MH", "NYC/6"))
    if rule == "allowed":
        play(game, sale(game, "bob", "NYC"))
    else:
        refused(game, sale(game, "bob", "NYC"), "same-turn", corporation="NYC")
        play(game, Pass("bob"), Pass("cay"), sale(game, "ann", "NYC"), Pass("ann"))
        play(game, sale(game, "bob", "NYC"))


def test_it_leaves_the_purchase_of_the_turn() -> None:
    """The exchange is no action of the turn."""
    game = dealing("forbidden")
    play(game, ExchangePrivate("bob", "MH", "NYC/6"), BuyCertificate("bob", "NYC/7"))


def test_what_another_sold_in_his_turn_does_not_matter() -> None:
    game = dealing("forbidden", "ann")
    play(game, sale(game, "ann", "NYC"), ExchangePrivate("bob", "MH", "NYC/6"))
    play(game, sale(game, "ann", "NYC"))
