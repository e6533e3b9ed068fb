"""Positions that the recorded games never came to: each built, reached, and played through."""

from __future__ import annotations

import pytest

from open18xx.play import actions as a
from open18xx.play.game import Game
from open18xx.play.state import CLOSED, GONE, POOL

from .positions import (
    BANK_ACTOR,
    accepted,
    arranged,
    depot_from,
    has_operated,
    is_listed,
    kinds,
    listed,
    money,
    own,
    percents,
    phase,
    prince,
    railway,
    refused,
    split,
    station,
    stations,
    stock_turn,
    trains,
    turn,
    value,
)

# --------------------------------------------------------------------------- splits of splits


@pytest.mark.rule("O-119", "O-115", "O-031")
@pytest.mark.parametrize("site", [False, True])
def test_a_branch_of_a_branch_fills_the_last_tranche_and_then_nothing_more_starts(site: bool) -> None:
    """C, A; So; BB of C and WB of BB; MS, MR and HRB of WB."""
    game = prince(site=site)
    with arranged(game) as tx:
        railway(tx, "C", cash=500, ann=60)
        railway(tx, "A", bob=50)
        railway(tx, "So", 58, dan=60)
        for hex in ("D14", "J14", "O15"):
            station(tx, "C", hex)
        stock_turn(tx, "ann")
    split(game, "ann", "C", "BB", tokens=(("D14", 0), ("J14", 0), ("O15", 0)), cash=400)
    assert percents(game, "BB")["ann"] == 30 and stations(game, "C") == ["L16"]
    with arranged(game) as tx:
        railway(tx, "BB", ann=40, cash=300)
        stock_turn(tx, "ann")
    split(game, "ann", "BB", "WB", tokens=(("D14", 0), ("J14", 0)), cash=200)
    assert stations(game, "BB") == ["O15"] and stations(game, "WB") == ["D14", "J14"]
    assert game.state.cash["WB"] == 200 + (0 if not site else 8 * 58)
    with arranged(game) as tx:
        has_operated(tx, "BB", "WB")
        railway(tx, "MS", 58, cay=60)
        railway(tx, "MR", 58, bob=60)
        railway(tx, "WB", ann=40, cash=100)
        stock_turn(tx, "ann")
    assert game.table.open_slot()
    split(game, "ann", "WB", "HRB", tokens=(("J14", 0),))
    assert len(game.state.starts) == 8 and game.table.waited_for() is None
    with arranged(game) as tx:
        stock_turn(tx, "dan")
        money(tx, dan=1000)
    refused(game, a.StartCorporation("dan", "Gt", 58), "no-slot-open", started=8)


@pytest.mark.rule("O-115", "O-012")
def test_a_branch_runs_from_the_token_it_was_given() -> None:
    game = prince()
    with arranged(game) as tx:
        railway(tx, "C", cash=500, ann=60)
        railway(tx, "A", bob=50)
        station(tx, "C", "O15")
        trains(tx, "C", "2H-0")
        stock_turn(tx, "ann")
    accepted(game, a.SplitCorporation("ann", "C"))
    accepted(game, a.ChooseBranch("ann", "MB"))
    accepted(game, a.ChoosePar("ann", "MB", 80))
    accepted(game, a.GiveTrain("ann", "2H-0"))
    accepted(game, a.GiveMoney("ann", 60))
    assert game.state.trains["MB"] == ("2H-0",) and stations(game, "MB") == ["O15"]
    with arranged(game) as tx:
        for certificate in tx.certificates_of("ipo", "MB")[:5]:
            tx.move_certificate(certificate.id, "ann")
        tx.float_if_sold("MB")
        turn(tx, "MB", "lay-track")
    lays = {action.hex for action in listed(game, "lay-tile")}
    assert lays and "MB" in game.state.floated and "MB" not in game.state.homes


# --------------------------------------------------------------------------- Union Bank presides


@pytest.mark.rule("O-123", "O-126")
def test_a_whole_turn_of_a_railway_that_the_bank_has_started() -> None:
    game = prince()
    with arranged(game) as tx:
        railway(tx, "C", ann=30)
        railway(tx, "A", bob=50)
        money(tx, cay=400)
        stock_turn(tx, "cay")
    accepted(game, a.StartCorporation(BANK_ACTOR, "MS", 58))
    with arranged(game) as tx:
        railway(tx, "MS", Union_Bank=50, ann=10, operated=False, cash=300)
        money(tx, **{"cay": 0, BANK_ACTOR: 0})
    assert game.state.president["MS"] == BANK_ACTOR and game.state.privates["P3"] == CLOSED
    assert percents(game, "MS") == {BANK_ACTOR: 50, "ann": 10, "cay": 10, POOL: 30}
    with arranged(game) as tx:
        turn(tx, "MS", "lay-track")
    assert game.player == "cay"
    accepted(game, listed(game, "lay-tile")[0])
    while game.actor == "MS" and not is_listed(game, a.BuyTrain("MS", "2H-0", 80)):
        accepted(game, a.Pass("MS"))
    accepted(game, a.BuyTrain("MS", "2H-0", 80))
    assert game.state.trains["MS"] == ("2H-0",)


# --------------------------------------------------------------------------- the Hunslet


def with_the_hunslet(corporation: str = "C", *, phase_: str = "4H", cash: int = 500) -> Game:
    """The corporation has it and is in its turn, about to lay track."""
    game = prince()
    with arranged(game) as tx:
        railway(tx, "C", ann=40)
        railway(tx, "A", bob=50)
        money(tx, **{corporation: cash})
        own(tx, corporation, "HSE")
        depot_from(tx, phase_)
        phase(tx, phase_)
        turn(tx, corporation, "lay-track")
    return game


@pytest.mark.rule("O-104")
def test_it_is_closed_for_a_train_of_the_bank_at_full_price_at_any_time_of_the_turn() -> None:
    game = with_the_hunslet()
    accepted(game, a.TrainByPrivate("C", "HSE"))
    assert game.state.privates["HSE"] == CLOSED and game.state.trains["C"] == ("4H-0",)
    assert game.state.cash["C"] == 380 and game.actor == "C" and listed(game, "lay-tile")
    assert game.undo() and game.redo() and game.state.trains["C"] == ("4H-0",)


@pytest.mark.rule("O-104")
def test_its_train_runs_in_the_same_turn() -> None:
    game = with_the_hunslet()
    accepted(game, a.TrainByPrivate("C", "HSE"))
    while "run-routes" not in kinds(game):
        accepted(game, a.Pass("C"))
    assert game.actor == "C" and game.best_run("C").value == 30  # Charlottetown and Stratford


@pytest.mark.rule("O-104")
def test_it_wants_the_money_and_room_and_is_the_owners() -> None:
    refused(with_the_hunslet(cash=119), a.TrainByPrivate("C", "HSE"), "cash", cost=120, cash=119)
    refused(with_the_hunslet("A"), a.TrainByPrivate("C", "HSE"), "not-owner", what="HSE")
    refused(with_the_hunslet(), a.TrainByPrivate("C", "XX"), "no-such", id="XX")
    game = with_the_hunslet(phase_="2+")
    with arranged(game) as tx:
        trains(tx, "C", "2+-0", "2+-1", "2+-2")
    refused(game, a.TrainByPrivate("C", "HSE"), "train-limit", count=3, limit=3)


@pytest.mark.rule("O-104")
def test_only_in_the_turn_of_its_owner() -> None:
    game = with_the_hunslet()
    with arranged(game) as tx:
        turn(tx, "A", "lay-track", then=("C",))
    refused(game, a.TrainByPrivate("C", "HSE"), "no-ability", private="HSE")


@pytest.mark.rule("O-104", "O-085")
def test_its_train_opens_the_phase_as_any_other() -> None:
    game = with_the_hunslet(phase_="6H")
    with arranged(game) as tx:
        depot_from(tx, "2+")
    assert game.table.phase.id == "6H"
    accepted(game, a.TrainByPrivate("C", "HSE"))
    assert game.table.phase.id == "2+" and game.state.trains["C"] == ("2+-0",)


@pytest.mark.rule("O-104", "O-086", "O-041")
@pytest.mark.parametrize(("price", "possible"), [(0, False), (1, True), (200, True), (201, False)])
def test_a_corporation_buys_it_for_1_to_200(price: int, possible: bool) -> None:
    game = with_the_hunslet("A")
    with arranged(game) as tx:
        own(tx, "ann", "HSE")
        money(tx, C=500)
        turn(tx, "C", "buy-private")
    if possible:
        accepted(game, a.BuyPrivate("C", "HSE", price))
        assert game.state.privates["HSE"] == "C" and game.state.cash["C"] == 500 - price
    else:
        refused(game, a.BuyPrivate("C", "HSE", price), "private-price", low=1, high=200)


@pytest.mark.rule("O-086")
def test_not_before_the_first_4h() -> None:
    game = with_the_hunslet("A")
    with arranged(game) as tx:
        own(tx, "ann", "HSE")
        tx.note("phase", 1)
        money(tx, C=500)
        turn(tx, "C", "buy-train")
    refused(game, a.BuyPrivate("C", "HSE", 100), "not-allowed-now", phase="3H")


@pytest.mark.rule("O-104")
def test_no_other_private_is_bought() -> None:
    game = with_the_hunslet("A")
    with arranged(game) as tx:
        own(tx, "ann", "SBC", "MC", "VR", "IB", "SB")
        money(tx, C=500)
        turn(tx, "C", "buy-private")
    for private in ("SBC", "MC", "VR", "IB", "SB", "RA", "RF", "ML", "SL", "UB", "P1"):
        refused(game, a.BuyPrivate("C", private, 100), "not-for-sale", what=private)


# --------------------------------------------------------------------------- the ice boat


def with_the_ice_boat(owner: str = "ann", *, floats: bool = False) -> Game:
    """S is started; C is the mainline, A the shortline. ann is in her turn."""
    game = prince()
    with arranged(game) as tx:
        railway(tx, "C", ann=40)
        railway(tx, "A", bob=40)
        railway(tx, "S", 80, cay=40 if floats else 30, operated=False)
        own(tx, owner, "IB")
        money(tx, ann=1000)
        stock_turn(tx, "ann")
    return game


@pytest.mark.rule("O-101")
def test_the_ice_boat_is_exchanged_for_a_share_in_the_pool_but_not_of_mainline_or_shortline() -> None:
    game = with_the_ice_boat()
    rows = {action.certificate.partition("/")[0] for action in listed(game, "exchange-private")}
    assert rows == {"S"}
    cash, before = game.state.cash["ann"], game.table.percent(POOL, "S")
    accepted(game, listed(game, "exchange-private")[0])
    assert game.table.percent("ann", "S") == 10 and game.table.percent(POOL, "S") == before - 10
    assert game.state.privates["IB"] == CLOSED and game.state.cash["ann"] == cash
    for other in ("C/1", "A/1", "PEIR/0", "So/1", "S/0"):
        game = with_the_ice_boat()
        refused(game, a.ExchangePrivate("ann", "IB", other), "not-exchanged", private="IB", certificate=other)


@pytest.mark.rule("O-101", "O-011")
def test_the_exchange_is_not_the_purchase_of_the_turn_and_possible_before_and_after_it() -> None:
    game = with_the_ice_boat()
    accepted(game, listed(game, "exchange-private")[0])
    assert game.actor == "ann"
    accepted(game, next(action for action in listed(game, "buy-certificate") if action.certificate.startswith("C/")))
    assert game.actor == "bob"
    game = with_the_ice_boat()
    accepted(game, next(action for action in listed(game, "buy-certificate") if action.certificate.startswith("C/")))
    assert game.actor == "ann"  # she may still exchange
    accepted(game, listed(game, "exchange-private")[0])
    assert game.actor == "bob"


@pytest.mark.rule("O-101", "O-012", "O-117")
def test_the_exchange_can_float_a_railway() -> None:
    game = with_the_ice_boat(floats=True)
    assert game.table.percent(POOL, "S") == 50
    accepted(game, listed(game, "exchange-private")[0])
    assert game.table.is_floated("S") and game.state.privates["P5"] == CLOSED
    assert game.table.percent("ann", "S") == 20  # and one for her right


@pytest.mark.rule("O-101")
def test_only_in_the_owners_turn() -> None:
    game = with_the_ice_boat("bob")
    refused(game, a.ExchangePrivate("bob", "IB", "S/1"), "no-ability", private="IB")


@pytest.mark.rule("O-101", "O-051", "O-088")
@pytest.mark.parametrize("site", [False, True])
def test_it_is_lost_with_the_first_4plus(site: bool) -> None:
    game = before_the_4plus(site=site)
    accepted(game, a.BuyTrain("C", "4+-0", 200))
    assert game.state.privates["IB"] == CLOSED and not percents(game, "A").get("dan")


# --------------------------------------------------------------------------- the first 4+


def before_the_4plus(*, site: bool) -> Game:
    """C buys the first 4+. ann has MC, bob VR, cay SB, dan IB; C has the Hunslet."""
    game = prince(site=site)
    with arranged(game) as tx:
        railway(tx, "C", ann=40)
        railway(tx, "A", bob=20)
        for owner, private in (("ann", "MC"), ("bob", "VR"), ("cay", "SB"), ("dan", "IB"), ("C", "HSE")):
            tx.move_private(private, owner)
        depot_from(tx, "4+")
        phase(tx, "3+")
        money(tx, C=1000)
        turn(tx, "C", "buy-train")
    assert game.state.reserved == ("A/6", "A/7", "A/8")
    return game


@pytest.mark.rule("O-036", "O-051", "O-088", "O-099", "O-100", "O-103")
def test_by_the_site_the_three_privates_become_shares_of_the_shortline_with_the_first_4plus() -> None:
    game = before_the_4plus(site=True)
    accepted(game, a.BuyTrain("C", "4+-0", 200))
    assert [game.state.holder[id] for id in ("A/6", "A/7", "A/8")] == ["ann", "bob", "cay"]
    assert game.state.reserved == () and game.state.privates["SB"] == CLOSED


@pytest.mark.rule("O-036", "O-051", "O-088")
def test_by_the_page_they_close_and_the_three_shares_are_never_sold() -> None:
    game = before_the_4plus(site=False)
    accepted(game, a.BuyTrain("C", "4+-0", 200))
    assert game.state.reserved == ("A/6", "A/7", "A/8") and game.table.percent("ipo", "A") == 30
    with arranged(game) as tx:
        money(tx, ann=1000)
        stock_turn(tx, "ann")
    refused(game, a.BuyCertificate("ann", "A/6"), "reserved-certificate", what="A/6")


@pytest.mark.rule("O-036", "O-051", "O-088", "O-108", "O-109", "O-110")
@pytest.mark.parametrize("site", [False, True])
def test_all_privates_close_but_the_bank_and_the_rights(site: bool) -> None:
    game = before_the_4plus(site=site)
    accepted(game, a.BuyTrain("C", "4+-0", 200))
    left = [private for private, owner in game.state.privates.items() if owner != CLOSED]
    assert left == ["UB", "P1", "P3", "P4", "P5", "P6"]
    assert game.table.privates_of("PEIR") == [] and "PEIR" not in game.state.closed


@pytest.mark.rule("O-099", "O-103")
def test_each_may_be_exchanged_before_for_the_certificate_it_names() -> None:
    game = before_the_4plus(site=False)
    with arranged(game) as tx:
        stock_turn(tx, "ann")
    assert {action.certificate for action in listed(game, "exchange-private")} == {"A/6", "A/7", "A/8"}
    accepted(game, a.ExchangePrivate("ann", "MC", "A/7"))
    assert game.state.reserved == ("A/6", "A/8") and game.table.percent("ann", "A") == 10
    assert game.table.percent(POOL, "A") == 50 and not game.table.is_floated("A")  # they count as sold before


# --------------------------------------------------------------------------- obsolete 4+


def before_the_d(*, run: bool) -> Game:
    """C buys the first D; A has a 4+, with which it has settled a dividend or not."""
    game = prince()
    with arranged(game) as tx:
        railway(tx, "C", ann=40)
        railway(tx, "A", bob=50)
        depot_from(tx, "4+")
        phase(tx, "7")
        trains(tx, "A", "4+-0")
        trains(tx, GONE, "4+-1")
        depot_from(tx, "D")
        money(tx, C=1000, A=500)
        turn(tx, "A" if run else "C", "choose-dividend" if run else "buy-train", then=("C",) if run else ("A",))
        if run:
            tx.note("ran", True)
            tx.note("revenue", 50)
    if run:
        accepted(game, a.ChooseDividend("A", "pay"))
        with arranged(game) as tx:
            turn(tx, "C", "buy-train", then=("A",))
    return game


@pytest.mark.rule("O-096", "O-053")
def test_a_4plus_that_has_run_rusts_with_the_first_d() -> None:
    game = before_the_d(run=True)
    accepted(game, a.BuyTrain("C", "D-0", 600))
    assert game.state.trains["A"] == () and "4+-0" in game.state.trains[GONE] and game.state.obsolete == ()


@pytest.mark.rule("O-096", "O-053")
def test_a_4plus_that_has_not_run_becomes_obsolete_runs_once_and_is_gone() -> None:
    game = before_the_d(run=False)
    accepted(game, a.BuyTrain("C", "D-0", 600))
    assert game.state.trains["A"] == ("4+-0",) and game.state.obsolete == ("4+-0",)
    assert game.table.family_count("A", game.table.type_of("4+-0").family) == 0  # it does not count to the limit
    with arranged(game) as tx:
        turn(tx, "C", "buy-train")
    refused(game, a.BuyTrain("C", "4+-0", 1), "not-for-sale")
    with arranged(game) as tx:
        turn(tx, "A", "choose-dividend")
        tx.note("ran", True)
        tx.note("revenue", 50)
    accepted(game, a.ChooseDividend("A", "withhold"))
    assert game.state.trains["A"] == () and "4+-0" in game.state.trains[GONE]


@pytest.mark.rule("O-022", "O-084")
def test_the_first_d_leaves_one_more_stock_round_and_three_operating_rounds() -> None:
    game = before_the_d(run=False)
    accepted(game, a.BuyTrain("C", "D-0", 600))
    reason, timing, number, _ = game.state.ending
    assert (reason, timing, number) == ("final-phase", "one-more-set", game.state.number)


# --------------------------------------------------------------------------- at 400


@pytest.mark.rule("O-020")
@pytest.mark.parametrize(("choice", "more"), [("pay", 40), ("withhold", 0)])
def test_at_400_a_paid_dividend_pays_40_more_a_share(choice: str, more: int) -> None:
    game = prince()
    with arranged(game) as tx:
        railway(tx, "C", ann=40)
        value(tx, "C", (0, 14))
        turn(tx, "C", "choose-dividend")
        tx.note("ran", True)
        tx.note("revenue", 200)
    assert game.table.price("C") == 400
    cash = {owner: game.state.cash[owner] for owner in ("ann", "cay", BANK_ACTOR, "C")}
    accepted(game, a.ChooseDividend("C", choice))
    paid = {owner: game.state.cash[owner] - cash[owner] for owner in cash}
    if more:
        assert paid == {"ann": 4 * 60, "cay": 60, BANK_ACTOR: 60, "C": 3 * 60} and game.table.price("C") == 400
    else:
        assert paid == {"ann": 0, "cay": 0, BANK_ACTOR: 0, "C": 200} and game.table.price("C") == 360
