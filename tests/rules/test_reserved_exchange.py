"""Exchanges for certificates that are kept for them, as a step of the stock round, and by the event that ends them."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx.play.actions import BuyCertificate, BuyTrain, ExchangePrivate, Pass
from open18xx.play.game import Game

from .moments import Arrangement, arrange, percents, play
from .positions import kinds, listed, refused

Rules = dict[str, Any]

KEPT = ("NYC/6", "NYC/7", "NYC/8")
PRIVATES = ("SV", "DH", "MH")


def ability(**says: Any) -> dict[str, Any]:
    """An exchange for certificates of the NYC that are kept for it."""
    said = {"kind": "exchange", "holder": "player", "windows": ["own-stock-turn"], "uses": 1, "corporations": ["NYC"]}
    return {**said, "sources": ["reserved"], **says}


def made(overrides: Rules | None = None, *, nyc: int = 30, **says: Any) -> Arrangement:
    """ann owns SV and DH, bob MH, and all three may exchange; ann presides over the NYC."""
    rules: Rules = {f"privates.{id}.abilities": [ability(**says)] for id in PRIVATES}
    rules["rounds.stock.steps"] = ["sell-certificates", "buy-certificate", "start-corporation", "exchange-private"]
    rules["rounds.stock.anytime"] = []
    arranged = arrange({**rules, **(overrides or {})}).owns("ann", "SV", "DH").owns("bob", "MH")
    arranged.start("NYC", "ann", 67, ann=nyc, bob=20)
    arranged.tx.note("reserved", KEPT)
    return arranged


# --------------------------------------------------------------------------- what it is for


@pytest.mark.rule("O-099", "O-103")
def test_a_private_is_exchanged_for_a_certificate_that_is_kept_for_that() -> None:
    """The action names it; the private closes, ann pays nothing, and the certificate is one like others from now on."""
    game = made().stock("ann")
    before = game.state.cash["ann"]
    play(game, ExchangePrivate("ann", "SV", "NYC/7"))
    assert game.state.holder["NYC/7"] == "ann" and game.state.privates["SV"] == "closed"
    assert game.state.reserved == ("NYC/6", "NYC/8") and game.state.cash["ann"] == before


def test_not_for_one_that_is_not_kept_wherever_it_lies() -> None:
    game = made().start("PRR", "cay", 67, cay=60).stock("ann")
    for other in ("NYC/5", "NYC/0", "PRR/7", "none"):
        refused(game, ExchangePrivate("ann", "SV", other), "not-exchanged", private="SV", allowed=KEPT)


@pytest.mark.parametrize(
    ("sources", "allowed"),
    [
        (["ipo"], ("NYC/5",)),
        (["pool"], ("NYC/4",)),
        (["reserved"], KEPT),
        (["ipo", "pool", "reserved"], ("NYC/4", "NYC/5", *KEPT)),
    ],
)
def test_from_where_it_may_be_is_the_privates(sources: list[str], allowed: tuple[str, ...]) -> None:
    """sources: what is kept is no unsold certificate like the others. NYC/4 lies in the pool."""
    at_hand = made(sources=sources)
    at_hand.tx.move_certificate("NYC/4", "pool")
    game = at_hand.stock("ann")
    found = {action.certificate for action in listed(game, "exchange-private")}  # type: ignore[attr-defined]
    assert found == set(allowed)
    refused(game, ExchangePrivate("ann", "SV", "PRR/1"), "not-exchanged", allowed=allowed)


@pytest.mark.rule("O-101")
@pytest.mark.parametrize(("excluded", "allowed"), [([], {"NYC/4", "PRR/3"}), (["NYC"], {"PRR/3"})])
def test_it_may_be_for_any_corporation_that_is_started_but_those_excluded(
    excluded: list[str], allowed: set[str]
) -> None:
    """corporations = @started, excluded; the CPR is not started, and has a certificate in the pool."""
    at_hand = made(corporations=["@started"], sources=["pool"], excluded=excluded).start("PRR", "cay", 67, cay=30)
    for id in ("NYC/4", "PRR/3", "CPR/5"):
        at_hand.tx.move_certificate(id, "pool")
    game = at_hand.stock("ann")
    assert {action.certificate for action in listed(game, "exchange-private")} == allowed  # type: ignore[attr-defined]
    play(game, ExchangePrivate("ann", "SV", "PRR/3"))
    assert percents(game, "PRR", ["ann"]) == {"ann": 10}


def test_the_presidency_and_the_float_follow() -> None:
    """bob has as much as ann, and one more by the exchange: 60 % are out."""
    at_hand = made(nyc=20).cash(NYC=0)
    at_hand.tx.move_certificate("NYC/3", "cay")
    game = at_hand.stock("bob")
    play(game, ExchangePrivate("bob", "MH", "NYC/6"))
    assert game.state.president["NYC"] == "bob" and "NYC" in game.state.floated


# --------------------------------------------------------------------------- as a step of the round


@pytest.mark.rule("O-099")
def test_it_is_done_in_ones_own_turn_beside_the_purchase_and_as_often_as_one_can() -> None:
    game = made().start("PRR", "cay", 67, cay=60).stock("ann")
    refused(game, ExchangePrivate("bob", "MH", "NYC/6"), "no-ability", private="MH")
    play(game, ExchangePrivate("ann", "SV", "NYC/6"), BuyCertificate("ann", "PRR/5"))
    assert game.actor == "ann"
    play(game, ExchangePrivate("ann", "DH", "NYC/7"))
    assert percents(game, "NYC", ["ann"]) == {"ann": 50} and percents(game, "PRR", ["ann"]) == {"ann": 10}


def test_as_long_as_one_can_exchange_the_turn_does_not_end_by_itself() -> None:
    """It ends with the purchase for who has nothing to exchange; for ann with a pass, which is none of the round."""
    rules = {"rules.stock.turn_order": "sell-then-buy"}
    game = made(rules).start("PRR", "cay", 67, cay=60).stock("ann")
    play(game, BuyCertificate("ann", "PRR/5"))
    assert game.actor == "ann" and kinds(game) == {"exchange-private", "pass"}
    play(game, Pass("ann"))
    assert game.actor == "bob" and game.state.passed == () and game.state.pass_order == ()
    other = made(rules).owns("bob", "SV", "DH").start("PRR", "cay", 67, cay=60).stock("ann")
    play(other, BuyCertificate("ann", "PRR/5"))
    assert other.actor == "bob"


@pytest.mark.parametrize("listed_in", ["steps", "anytime"])
def test_a_turn_with_an_exchange_is_no_pass_where_it_is_a_step_of_the_round(listed_in: str) -> None:
    """Open beside the steps only, it leaves the turn as it was."""
    rules: Rules = {}
    if listed_in == "anytime":
        rules["rounds.stock.steps"] = ["sell-certificates", "buy-certificate", "start-corporation"]
        rules["rounds.stock.anytime"] = ["exchange-private"]
    game = made(rules).stock("ann")
    play(game, ExchangePrivate("ann", "SV", "NYC/6"))
    while game.actor == "ann":
        play(game, Pass("ann"))
    assert game.state.passed == (() if listed_in == "steps" else ("ann",))
    assert game.state.last_actor == ("ann" if listed_in == "steps" else "")


def test_limits_do_not_stand_in_the_way() -> None:
    """60 % of the NYC, and one certificate more than allowed."""
    game = made({"players.3.certificate_limit": 3}, nyc=50, limits="ignored").stock("ann")
    play(game, ExchangePrivate("ann", "SV", "NYC/6"), ExchangePrivate("ann", "DH", "NYC/7"))
    assert percents(game, "NYC", ["ann"]) == {"ann": 70}


# --------------------------------------------------------------------------- the event


def first_4(*events: str, **says: Any) -> Game:
    """The NYC buys the first 4, which sets off the events."""
    at_hand = made({"trains.4.on_first": list(events)}, **says).phase("3", "4").cash(NYC=500)
    at_hand.tx.float_if_sold("NYC")
    game = at_hand.start("PRR", "cay", 67, cay=60).cash(PRR=500).operating("PRR", step="buy-train")
    play(game, BuyTrain("PRR", "4-0", 300))
    return game


@pytest.mark.rule("O-036", "O-088")
def test_what_is_still_kept_goes_to_the_owners_of_the_privates_and_they_close() -> None:
    """exchange-reserved: in the order of privates.toml, SV, DH, MH, and of the certificates."""
    game = first_4("exchange-reserved", "close-privates")
    assert [game.state.holder[id] for id in KEPT] == ["ann", "ann", "bob"]
    assert set(game.state.privates.values()) == {"closed"} and game.state.reserved == ()


def test_without_the_event_they_close_and_what_is_kept_stays() -> None:
    game = first_4("close-privates")
    assert game.state.reserved == KEPT and set(game.state.privates.values()) == {"closed"}
    assert percents(game, "NYC", ["ann", "bob"]) == {"ann": 30, "bob": 20}


def test_who_has_exchanged_before_gets_nothing_and_nobody_does_when_nothing_is_left() -> None:
    at_hand = made({"trains.4.on_first": ["exchange-reserved"]}).phase("3", "4")
    at_hand.tx.exchange("SV", "ann", "NYC/6")
    at_hand.tx.note("reserved", ("NYC/8",))
    game = at_hand.start("PRR", "cay", 67, cay=60).cash(PRR=500).operating("PRR", step="buy-train")
    play(game, BuyTrain("PRR", "4-0", 300))
    assert percents(game, "NYC", ["ann", "bob"]) == {"ann": 50, "bob": 20}
    assert game.state.privates["MH"] == "bob" and game.state.reserved == ()


def test_an_exchange_for_other_certificates_is_not_made_by_the_event() -> None:
    game = first_4("exchange-reserved", sources=["ipo"])
    assert game.state.privates["SV"] == "ann" and game.state.reserved == KEPT


def test_the_presidency_may_change_with_the_event() -> None:
    at_hand = made({"trains.4.on_first": ["exchange-reserved"]}, nyc=20).owns("bob", "SV", "DH", "MH").phase("3", "4")
    game = at_hand.start("PRR", "cay", 67, cay=60).cash(PRR=500).operating("PRR", step="buy-train")
    play(game, BuyTrain("PRR", "4-0", 300))
    assert game.state.president["NYC"] == "bob" and game.state.holder["NYC/0"] == "bob"
