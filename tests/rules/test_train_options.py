"""Trains by the rules of some titles: one given back at the limit, the purchase at the end of the turn, discounts."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from open18xx import TitleError
from open18xx.play import events as e
from open18xx.play.actions import BuyTrain, ExchangePrivate, LayTile, Pass, SellCertificates
from open18xx.play.audit import faults
from open18xx.play.game import Game
from open18xx.play.state import BANK, GONE, POOL

from .positions import (
    accepted,
    arranged,
    depot_from,
    found,
    go_on,
    is_listed,
    kinds,
    listed,
    money,
    new,
    phase,
    refused,
    sell_privates,
    trains,
    turn,
)


def begun(**overrides: Any) -> Game:
    rules = {f"rules.{key.replace('__', '.')}": value for key, value in overrides.items()}
    return new("eras.toml", overrides={"rules.auction.lots": "all", **rules})


# --------------------------------------------------------------------------- one given back at the limit


def crowded(*owned: str, at: str = "5", cash: int = 2000, **overrides: Any) -> Game:
    """RED (ann) with these trains and BLU (bob) with a 3, in a phase whose limit is 2 trains and 2 wagons."""
    game = begun(**overrides)
    with arranged(game) as tx:
        sell_privates(tx)
        found(tx, "RED", 100, ann=60, cash=cash)
        found(tx, "BLU", 67, bob=60, cash=100)
        trains(tx, "RED", *owned)
        trains(tx, "BLU", "3-4")
        phase(tx, at)
        depot_from(tx, at)
        turn(tx, "RED", "buy-train", then=["BLU"])
    return game


def test_at_the_limit_a_train_is_given_back_without_refund_to_buy_a_new_one() -> None:
    """M-504: the full price is paid, and the old one leaves the game."""
    game = crowded("3-0", "4-0")
    refused(game, BuyTrain("RED", "5-0", 450), "train-limit", count=2, limit=2)
    cash = game.state.cash["RED"]
    accepted(game, BuyTrain("RED", "5-0", 450, "3-0"))
    assert game.state.trains["RED"] == ("4-0", "5-0")
    assert game.state.cash["RED"] == cash - 450
    assert "3-0" in game.state.trains[GONE] and "3-0" not in game.state.trains[POOL]


def test_it_leaves_the_game_also_where_discarded_trains_go_to_the_pool() -> None:
    game = crowded("3-0", "4-0", trains__discards="pool")
    accepted(game, BuyTrain("RED", "5-0", 450, "3-0"))
    assert "3-0" in game.state.trains[GONE] and game.state.trains[POOL] == ()


def test_below_the_limit_nothing_is_given_back() -> None:
    game = crowded("4-0")
    refused(game, BuyTrain("RED", "5-0", 450, "4-0"), "no-discount", exchange="4-0")
    accepted(game, BuyTrain("RED", "5-0", 450))


def test_only_trains_of_the_families_named_are_given_back() -> None:
    """M-504: a fifth wagon never; at_limit_families."""
    game = crowded("W-0", "W-1")
    refused(game, BuyTrain("RED", "W-2", 100, "W-0"), "no-discount", exchange="W-0")
    refused(game, BuyTrain("RED", "W-2", 100), "train-limit", count=2, limit=2)
    accepted(game, BuyTrain("RED", "5-0", 450))  # trains and wagons are counted apart


def test_where_no_family_is_named_all_are_meant() -> None:
    game = crowded("W-0", "W-1", trains__at_limit_families=[])
    accepted(game, BuyTrain("RED", "W-2", 100, "W-0"))
    assert game.state.trains["RED"] == ("W-1", "W-2")


def test_a_train_makes_room_for_one_of_its_own_family_only() -> None:
    game = crowded("W-0", "4-0", "4-1")
    refused(game, BuyTrain("RED", "5-0", 450, "W-0"), "train-limit")


def test_it_must_be_ones_own() -> None:
    game = crowded("3-0", "4-0")
    refused(game, BuyTrain("RED", "5-0", 450, "3-4"), "train-limit")


def test_nothing_is_given_back_for_a_train_of_another_corporation_or_a_discarded_one() -> None:
    """From the bank's own stock only."""
    game = crowded("4-0", "4-1", trains__discards="pool")
    with arranged(game) as tx:
        tx.move_train("3-1", GONE, POOL)
    refused(game, BuyTrain("RED", "3-4", 1, "4-0"), "no-discount")
    refused(game, BuyTrain("RED", "3-1", 180, "4-0"), "no-discount")


def test_without_the_rule_nobody_buys_at_the_limit() -> None:
    """at_limit = no-purchase."""
    game = crowded("3-0", "4-0", trains__at_limit="no-purchase")
    for exchange in ("", "3-0", "4-0"):
        action = BuyTrain("RED", "5-0", 450, exchange)
        assert game.refusal(action) is not None and not is_listed(game, action)


def test_a_train_that_runs_once_more_makes_no_room() -> None:
    """It does not count toward the limit."""
    game = crowded("4-0", "4-1")
    with arranged(game) as tx:
        tx.move_train("3-0", GONE, "RED")
        tx.note("obsolete", ("3-0",))
    refused(game, BuyTrain("RED", "5-0", 450, "3-0"), "train-limit")


def test_what_a_trade_in_saves_is_saved_at_the_limit_too() -> None:
    game = crowded("4-0", "5-0", at="D")
    accepted(game, BuyTrain("RED", "D-0", 800, "4-0"))
    assert "4-0" in game.state.trains[GONE]
    full = crowded("3-0", "5-0", at="D")
    accepted(full, BuyTrain("RED", "D-0", 1100, "3-0"))
    assert "3-0" in full.state.trains[GONE]


# --------------------------------------------------------------------------- at the end of the turn


ENDS: dict[str, Any] = {"trains__must_own_at": "end-of-turn"}
IN_STEP: dict[str, Any] = {"trains__must_own_at": "step"}


def poor(cash: int, ann: int, *, step: str = "buy-train", more: int = 0, **overrides: Any) -> Game:
    """RED without a train, and ann, its president, with so much. A 2 costs 80 and a wagon 100.

    She cannot sell her half of RED, as the pool is full; she has ``more`` certificates of BLU at 67.
    """
    game = begun(dividends__withhold_move="none", **overrides)  # no route: the price does not fall for that
    with arranged(game) as tx:
        sell_privates(tx)
        found(tx, "RED", 67, ann=50, pool=50, cash=cash)
        found(tx, "BLU", 67, bob=60, cash=100)
        for number in range(5, 5 + more):
            tx.move_certificate(f"BLU/{number}", "ann")
        money(tx, ann=ann)
        turn(tx, "RED", step, then=["BLU"])
        go_on(tx)
    return game


def test_in_the_step_that_buys_trains_nobody_must_where_the_end_of_the_turn_asks() -> None:
    """M-505; must_own_at = end-of-turn: ann does not help yet, either."""
    game = poor(100, 500, **ENDS)
    assert kinds(game) == {"buy-train", "pass"}
    assert [action.train for action in listed(game, "buy-train")] == ["2-0", "W-0"]
    short = poor(50, 500, **ENDS)
    assert short.actor == "RED" and kinds(short) == {"buy-train"}
    assert short.state.step == short.title.rounds["operating"].steps.index("must-buy-train")


def test_before_the_end_of_the_turn_the_president_adds_nothing_for_a_train_of_another_corporation() -> None:
    """from_others = up-to-face: the treasury's 50 are the most, though ann has 500."""
    game = poor(50, 500, emergency__from_others="up-to-face", **ENDS)
    with arranged(game) as tx:
        trains(tx, "BLU", "2-5")
        turn(tx, "RED", "buy-train", then=["BLU"])
    refused(game, BuyTrain("RED", "2-5", 51), "train-price", low=1, high=50)
    accepted(game, BuyTrain("RED", "2-5", 50))
    assert game.state.cash["ann"] == 500


def test_at_the_end_of_the_turn_the_president_adds_what_is_missing() -> None:
    game = poor(50, 500, step="must-buy-train", **ENDS)
    assert listed(game, "buy-train") == [BuyTrain("RED", "2-0", 80)]
    refused(game, Pass("RED"), "must-act", step="must-buy-train")
    accepted(game, BuyTrain("RED", "2-0", 80))
    assert (game.state.cash["RED"], game.state.cash["ann"]) == (0, 470)
    assert game.actor == "BLU"


def test_at_the_end_of_the_turn_only_the_cheapest_train_of_the_bank_is_bought() -> None:
    game = poor(500, 500, step="must-buy-train", **ENDS)
    with arranged(game) as tx:
        trains(tx, "BLU", "2-5")
    refused(game, BuyTrain("RED", "W-0", 100), "not-cheapest", price=100, cheapest=80)
    refused(game, BuyTrain("RED", "2-5", 1), "not-on-sale", train="2-5")
    assert listed(game, "buy-train") == [BuyTrain("RED", "2-0", 80)]


def test_where_any_train_of_the_bank_will_do_a_dearer_one_can_be_bought() -> None:
    """cheapest_only = false."""
    game = poor(50, 500, step="must-buy-train", emergency__cheapest_only=False, **ENDS)
    assert {action.train for action in listed(game, "buy-train")} == {"2-0", "W-0"}


def test_whoever_has_a_train_is_asked_nothing_at_the_end() -> None:
    game = poor(500, 500, **ENDS)
    accepted(game, BuyTrain("RED", "W-0", 100))
    while game.actor == "RED":
        assert {action.kind for action in game.offers()} <= {"buy-train", "pass"}
        accepted(game, Pass("RED"))
    assert game.actor == "BLU"


def test_the_president_sells_at_the_end_of_the_turn_what_is_needed() -> None:
    game = poor(30, 10, more=1, step="must-buy-train", **ENDS)
    assert kinds(game) == {"sell-certificates"}
    refused(game, Pass("RED"), "must-act")
    accepted(game, SellCertificates("ann", "BLU", ("BLU/5",)))
    accepted(game, BuyTrain("RED", "2-0", 80))
    assert game.state.cash["ann"] == 10 + 67 - 50


@pytest.mark.parametrize("rules", [ENDS, IN_STEP], ids=["end-of-turn", "step"])
def test_where_nobody_can_pay_nothing_is_bought_and_the_price_falls_one_left(rules: dict[str, Any]) -> None:
    """M-505; bankruptcy = forbidden."""
    game = poor(30, 10, **rules)  # 40 of 80, and nothing to sell
    assert game.actor == "BLU"
    before, after = game.box.market.par[67], game.state.cell["RED"]
    assert after == game.box.market.left[before] and after != before
    assert (game.state.cash["RED"], game.state.cash["ann"], game.state.trains["RED"]) == (30, 10, ())
    assert not game.is_over and faults(game.table) == []


@pytest.mark.parametrize("rules", [ENDS, IN_STEP], ids=["end-of-turn", "step"])
def test_the_price_falls_once_and_not_where_somebody_can_pay(rules: dict[str, Any]) -> None:
    game = poor(30, 50, **rules)
    assert game.state.cell["RED"] == game.box.market.par[67] and kinds(game) == {"buy-train"}
    accepted(game, BuyTrain("RED", "2-0", 80))
    while game.actor == "RED":
        accepted(game, Pass("RED"))
    assert game.state.cell["RED"] == game.box.market.par[67]


def test_to_decline_a_train_of_another_corporation_when_the_bank_is_too_dear_is_to_go_without() -> None:
    """must_own_at = step: the treasury reaches for a train of BLU, which the corporation may leave alone."""
    game = poor(30, 10, **IN_STEP)
    with arranged(game) as tx:
        tx.record(e.PriceMoved("RED", tx.box.market.par[67]))
        trains(tx, "BLU", "2-5")
        turn(tx, "RED", "buy-train", then=["BLU"])
    assert kinds(game) == {"buy-train", "pass"}
    accepted(game, Pass("RED"))
    assert game.state.cell["RED"] == game.box.market.left[game.box.market.par[67]]


def test_where_the_president_does_not_help_the_treasury_alone_decides() -> None:
    game = poor(30, 500, emergency__president_pays=False, **ENDS)
    assert game.actor == "BLU" and game.state.cell["RED"] != game.box.market.par[67]
    able = poor(80, 500, step="must-buy-train", emergency__president_pays=False, **ENDS)
    refused(able, Pass("RED"), "must-act")
    accepted(able, BuyTrain("RED", "2-0", 80))


def selling(ann: int, *corporations: str, price: int = 40, more: int = 2, **overrides: Any) -> Game:
    """RED must buy a 2 for 80 and has nothing; ann, with so much money, has ``more`` certificates of each of these, at
    ``price``: of what she sells one by one the price falls by 10 each time."""
    game = poor(0, 0, step="must-buy-train", **overrides, **ENDS)
    with arranged(game) as tx:
        cell = next(at for at, cell in tx.box.market.cells.items() if cell.price == price)
        for corporation in corporations:
            if corporation not in tx.state.par:
                found(tx, corporation, 67, bob=40)
            for number in range(5, 5 + more):
                tx.move_certificate(f"{corporation}/{number}", "ann")
            tx.record(e.PriceMoved(corporation, cell))
        money(tx, RED=0, ann=ann)
        tx.record(e.PriceMoved("RED", tx.box.market.par[67]))
        turn(tx, "RED", "must-buy-train", then=["BLU"])
    return game


def sale_of(corporation: str, *numbers: int) -> SellCertificates:
    return SellCertificates("ann", corporation, tuple(f"{corporation}/{number}" for number in numbers))


def test_a_president_who_can_pay_may_not_sell_so_cheaply_that_he_cannot() -> None:
    """M-505: the duty stays. Two together bring 80; one brings 40, and the other only 30 after it."""
    game = selling(0, "BLU")
    assert listed(game, "sell-certificates") == [sale_of("BLU", 5, 6)]
    refused(game, sale_of("BLU", 5), "falls-short", what="BLU", missing=40, raisable=30)
    refused(game, sale_of("BLU", 5, 5), "same-twice")
    refused(game, Pass("RED"), "must-act")
    accepted(game, sale_of("BLU", 5, 6))
    accepted(game, BuyTrain("RED", "2-0", 80))
    assert game.state.cash["ann"] == 0


def test_he_may_sell_one_by_one_as_long_as_the_rest_still_brings_enough() -> None:
    game = selling(10, "BLU")
    accepted(game, sale_of("BLU", 5))
    accepted(game, sale_of("BLU", 6))
    accepted(game, BuyTrain("RED", "2-0", 80))
    assert game.state.cash["ann"] == 10 + 40 + 30 - 80


def test_how_many_may_be_sold_need_not_be_a_single_run() -> None:
    """Four at 27, then 20, 10 and 10: after one the others bring 60, after two only 20, and three bring 81 at once."""
    game = selling(0, "BLU", price=27, more=4)
    assert {len(action.certificates) for action in listed(game, "sell-certificates")} == {1, 3}  # type: ignore[attr-defined]
    refused(game, sale_of("BLU", 5, 7), "falls-short", missing=26, raisable=20)
    refused(game, sale_of("BLU", 5, 6, 7, 8), "sale-size", count=4, limit=3)
    accepted(game, sale_of("BLU", 8))
    assert listed(game, "sell-certificates") == [sale_of("BLU", 5, 6, 7)]


def test_the_presidents_certificate_too_may_not_go_too_cheaply() -> None:
    """ann presides over BLU with 30 %, bob can after her: at 27 a share all of it is needed."""
    game = selling(0, price=27)
    with arranged(game) as tx:
        for number in (0, 1):
            tx.move_certificate(f"BLU/{number}", "ann")
        tx.record(e.PresidentChanged("BLU", "ann"))
        tx.record(e.PriceMoved("BLU", (6, 1)))
        turn(tx, "RED", "must-buy-train", then=["BLU"])
    whole = ("BLU/1", "BLU/0")
    refused(game, SellCertificates("ann", "BLU", whole, 10), "falls-short", missing=26, raisable=10)
    refused(game, sale_of("BLU", 1), "falls-short", missing=53, raisable=40)
    accepted(game, SellCertificates("ann", "BLU", whole))
    accepted(game, BuyTrain("RED", "2-0", 80))
    assert game.state.president["BLU"] == "bob"


def test_what_other_certificates_bring_counts() -> None:
    """Two of BLU and two of GRN at 40 bring 140 one by one."""
    game = selling(0, "BLU", "GRN")
    for corporation in ("BLU", "GRN"):
        accepted(game, sale_of(corporation, 5))
    accepted(game, BuyTrain("RED", "2-0", 80))


def test_where_a_president_may_be_bankrupt_he_may_sell_as_he_likes() -> None:
    """bankruptcy = ends-game: he has to declare it then."""
    triggers = [{"on": "bankruptcy", "timing": "immediate"}, {"on": "event-card", "timing": "operating-set"}]
    anytime = {"emergency__bankruptcy": "ends-game", "end__triggers": triggers}
    game = selling(0, "BLU", **anytime)
    accepted(game, sale_of("BLU", 5))
    assert game.actor == "RED" and game.state.cash["ann"] == 40


@pytest.mark.parametrize(("price", "legal"), [(27, False), (40, True)])
def test_he_may_not_exchange_a_private_so_that_he_cannot_pay_any_more(price: int, legal: bool) -> None:
    """With a fourth share ann presides over BLU: for the president's certificate, which is not sold, two go to bob."""
    game = selling(0, price=price, stock__president_sale="never")
    with arranged(game) as tx:
        tx.move_private("X6", "ann")
        phase(tx, "3")
        depot_from(tx, "2")
        for number, owner in ((2, "ipo"), (3, "ipo"), (4, "ipo"), (5, "ann"), (6, "ann"), (7, "ann")):
            tx.move_certificate(f"BLU/{number}", owner)
        cell = next(at for at, cell in tx.box.market.cells.items() if cell.price == price)
        tx.record(e.PriceMoved("BLU", cell))
        turn(tx, "RED", "must-buy-train", then=["BLU"])
    assert game.state.president["BLU"] == "bob" and kinds(game) >= {"sell-certificates"}
    exchange = ExchangePrivate("ann", "X6", "BLU/8")
    if not legal:
        refused(game, exchange, "falls-short", what="X6", missing=80, raisable=54)
        return
    accepted(game, exchange)
    assert game.state.president["BLU"] == "ann"
    accepted(game, SellCertificates("ann", "BLU", tuple(c.id for c in game.table.certificates_of("ann", "BLU"))[:2]))
    accepted(game, BuyTrain("RED", "2-0", 80))


def test_another_may_exchange_his_as_ever_while_she_has_to_pay() -> None:
    game = selling(0, "BLU")
    with arranged(game) as tx:
        tx.move_private("X6", "cay")
        phase(tx, "3")
        depot_from(tx, "2")
        turn(tx, "RED", "must-buy-train", then=["BLU"])
    accepted(game, ExchangePrivate("cay", "X6", "BLU/8"))
    assert kinds(game) == {"sell-certificates"}


def test_who_cannot_raise_enough_sells_nothing() -> None:
    """must_own_at = step: RED may still buy a train of BLU, and is short for all of the bank's."""
    game = poor(30, 10, more=0, **IN_STEP)
    with arranged(game) as tx:
        tx.record(e.PriceMoved("RED", tx.box.market.par[67]))
        cell = next(at for at, cell in tx.box.market.cells.items() if cell.price == 30)
        tx.move_certificate("BLU/5", "ann")
        tx.record(e.PriceMoved("BLU", cell))
        trains(tx, "BLU", "2-5")
        turn(tx, "RED", "buy-train", then=["BLU"])
    assert kinds(game) == {"buy-train", "pass"}
    refused(game, sale_of("BLU", 5), "falls-short", missing=10, raisable=0)


@pytest.mark.parametrize("seed", range(12))
def test_the_duty_once_there_ends_with_a_purchase_whatever_is_sold(seed: int) -> None:
    """Any listed sales in any order; all together bring enough, most often with little to spare."""
    random = Random(seed)
    game = selling(random.randrange(5, 20), "BLU", "GRN", price=random.choice((20, 27, 30)), more=2 + seed % 2)
    assert kinds(game) == {"sell-certificates"}
    while "buy-train" not in kinds(game):
        accepted(game, random.choice(listed(game, "sell-certificates")))
        assert game.actor == "RED"
    accepted(game, BuyTrain("RED", "2-0", 80))


def test_where_nobody_goes_bankrupt_no_round_may_offer_it() -> None:
    with pytest.raises(TitleError, match=r"bankruptcy, and rules\.emergency\.bankruptcy = forbidden"):
        new("eras.toml", overrides={"rounds.operating.anytime": ["sell-to-help", "bankruptcy"]})


@pytest.mark.parametrize(("rule", "must"), [("never", False), ("with-route", False), ("always", True)])
def test_who_must_own_a_train_at_the_end(rule: str, must: bool) -> None:
    game = poor(500, 500, trains__must_own=rule, **ENDS)
    accepted(game, Pass("RED"))
    assert (game.actor == "RED") is must


def test_a_game_that_ends_with_a_bankruptcy_may_ask_at_the_end_of_the_turn_too() -> None:
    """must_own_at = end-of-turn with bankruptcy = ends-game: the corporation cannot decline."""
    triggers = [{"on": "bankruptcy", "timing": "immediate"}, {"on": "event-card", "timing": "operating-set"}]
    game = poor(30, 50, step="must-buy-train", emergency__bankruptcy="ends-game", end__triggers=triggers, **ENDS)
    refused(game, Pass("RED"), "must-act")
    accepted(game, BuyTrain("RED", "2-0", 80))


# --------------------------------------------------------------------------- discounts


def shipyard(owner: str = "RED", cash: int = 1000, **overrides: Any) -> Game:
    """The shipyard takes 50 off one train, and 30 off water on D6; RED has a token in C5 beside D6."""
    game = begun(**overrides)
    with arranged(game) as tx:
        sell_privates(tx, X3=owner)
        found(tx, "RED", 100, ann=60, cash=cash, home=False)
        found(tx, "BLU", 67, bob=60, cash=100)
        tx.place_token("RED", "C5", 0)
        turn(tx, "RED", "buy-train", then=["BLU"])
    return game


def test_a_train_of_the_bank_is_cheaper_for_the_owner_of_the_private_once() -> None:
    """DRM: its first ship is cheaper; train-discount."""
    game = shipyard()
    refused(game, BuyTrain("RED", "2-0", 80), "train-price", low=30, high=30)
    accepted(game, BuyTrain("RED", "2-0", 30))
    assert game.state.cash["RED"] == 970
    accepted(game, BuyTrain("RED", "2-1", 80))


def test_it_says_nothing_of_other_families() -> None:
    game = shipyard()
    accepted(game, BuyTrain("RED", "W-0", 100))
    accepted(game, BuyTrain("RED", "2-0", 30))  # and the discount is not used up


def test_it_says_nothing_of_trains_of_other_corporations() -> None:
    game = shipyard()
    with arranged(game) as tx:
        trains(tx, "BLU", "2-5")
    accepted(game, BuyTrain("RED", "2-5", 60))
    accepted(game, BuyTrain("RED", "2-0", 30))


@pytest.mark.parametrize("owner", ["ann", "BLU"])
def test_it_is_the_corporations_own_that_counts(owner: str) -> None:
    """holder = corporation: a player's private, and another corporation's, change nothing."""
    accepted(shipyard(owner), BuyTrain("RED", "2-0", 80))


def test_a_discount_never_turns_a_price_into_a_gift_of_money() -> None:
    ability = [{"kind": "train-discount", "amount": 500}]
    game = new("eras.toml", overrides={"rules.auction.lots": "all", "privates.X3.abilities": ability})
    with arranged(game) as tx:
        sell_privates(tx, X3="RED")
        found(tx, "RED", 100, ann=60, cash=10)
        turn(tx, "RED", "buy-train")
    bank = game.state.cash[BANK]
    accepted(game, BuyTrain("RED", "2-0", 0))
    assert (game.state.cash["RED"], game.state.cash[BANK]) == (10, bank)
    accepted(game, BuyTrain("RED", "W-0", 0))  # no family is named: all are meant, and it is not used up


def test_a_corporation_that_can_pay_thanks_to_the_discount_needs_no_help() -> None:
    game = shipyard(cash=30)
    with arranged(game) as tx:
        turn(tx, "RED", "must-buy-train")
    accepted(game, BuyTrain("RED", "2-0", 30))
    assert game.state.cash["RED"] == 0


@pytest.mark.parametrize(("hexes", "on_hexes", "cost"), [("D4", True, 30), ("D6", True, 60), ("D6", False, 30)])
def test_a_terrain_discount_may_be_for_the_privates_own_hexes(hexes: str, on_hexes: bool, cost: int) -> None:
    """DRM; on_hexes: 30 off the mountain of D4, which costs 60."""
    ability = {"kind": "terrain-discount", "holder": "corporation", "terrain": "mountain", "amount": 30}
    changes = {"privates.X3.abilities": [{**ability, "on_hexes": on_hexes}], "private_hexes.X3": [hexes]}
    game = new("eras.toml", overrides={"rules.auction.lots": "all", **changes})
    with arranged(game) as tx:
        sell_privates(tx, X3="RED")
        found(tx, "RED", 100, ann=60, cash=1000, home=False)
        tx.place_token("RED", "D2", 0)
        turn(tx, "RED", "lay-track")
    accepted(game, LayTile("RED", "D4", "9", 1))
    assert game.state.cash["RED"] == 1000 - cost


# --------------------------------------------------------------------------- listed exactly when accepted


def positions() -> Iterator[Game]:
    yield crowded("3-0", "4-0")
    yield crowded("W-0", "W-1", trains__at_limit_families=[])
    yield poor(50, 500, step="must-buy-train", **ENDS)
    yield poor(30, 10, more=1, step="must-buy-train", **ENDS)
    yield poor(100, 500, **IN_STEP)
    yield shipyard()


def purchases(game: Game) -> Iterator[BuyTrain]:
    """Every train of the game at every price around what it costs, with every train handed in."""
    everywhere = [train for held in game.state.trains.values() for train in held]
    costs = {0, 1, *(game.table.type_of(train).price for train in everywhere), *game.state.cash.values()}
    prices = {cost + off for cost in costs for off in (-50, -1, 0, 1) if 0 <= cost + off < 1500}
    for train in everywhere:
        for exchange in ("", *game.state.trains["RED"], "3-4"):
            yield from (BuyTrain("RED", train, price, exchange) for price in sorted(prices))


@pytest.mark.parametrize("number", range(6))
def test_a_purchase_is_listed_exactly_when_it_is_accepted(number: int) -> None:
    game = list(positions())[number]
    offers = game.offers()
    for action in purchases(game):
        assert (game.refusal(action) is None) is any(offer.admits(action) for offer in offers), action
