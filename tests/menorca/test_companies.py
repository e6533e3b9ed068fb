"""1713 Menorca, chapter 4: how companies and minors are started, directed and paid."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx.play.actions import BuyCertificate, LayTile, Pass, SellCertificates, StartCorporation
from open18xx.play.events import PresidentChanged
from open18xx.play.game import Game
from open18xx.play.state import BANK, IPO, POOL
from open18xx.play.transaction import Transaction

from .positions import (
    accepted,
    arranged,
    found,
    give,
    kinds,
    lay,
    listed,
    menorca,
    money,
    phase,
    place_first,
    refused,
    stock_turn,
    trains,
    turn,
)

VALUES = (104, 88, 75, 55)
"""The starting values."""


def with_cash(cash: int = 900, now: str = "4H", **more: Any) -> Game:
    """ann is in turn in a stock round and has so much."""
    game = menorca(**more)
    with arranged(game) as tx:
        phase(tx, now)
        money(tx, ann=cash)
        stock_turn(tx, "ann")
    return game


def place(game: Game) -> None:
    """A marker that was demanded, if one was, goes to the first place."""
    if kinds(game) == {"place-marker"}:
        place_first(game)


def to_operating(game: Game) -> Game:
    while game.state.round != "operating":
        accepted(game, Pass(game.actor))
    return game


# --------------------------------------------------------------------------- maritime companies


@pytest.mark.rule("M-401", "M-601")
@pytest.mark.parametrize("company", ["RNC", "RCC"])
@pytest.mark.parametrize("value", VALUES)
def test_the_founder_takes_the_trustee_family_s_20_percent_and_pays_twice_the_value_to_the_company(
    company: str, value: int
) -> None:
    game = with_cash()
    bank = game.state.cash[BANK]
    accepted(game, StartCorporation("ann", company, value))
    assert game.state.cash["ann"] == 900 - 2 * value
    assert (game.state.cash[company], game.state.cash[BANK]) == (2 * value, bank)
    assert game.table.price(company) == value
    assert game.table.percent("ann", company) == 20 and game.state.president[company] == "ann"
    assert game.box.certificates[f"{company}/0"].president and game.state.holder[f"{company}/0"] == "ann"


@pytest.mark.rule("M-401")
@pytest.mark.parametrize("company", ["RNC", "RCC"])
def test_it_is_launched_at_once_at_20_percent_and_may_operate(company: str) -> None:
    game = with_cash()
    accepted(game, StartCorporation("ann", company, 104))
    assert game.table.is_floated(company)
    to_operating(game)
    assert game.actor == company and game.state.round == "operating"


@pytest.mark.rule("M-401")
def test_who_has_not_twice_the_value_cannot_found() -> None:
    game = with_cash(109)
    refused(game, StartCorporation("ann", "RNC", 55), "cash", cost=110, cash=109)
    refused(game, StartCorporation("ann", "RNC", 60), "par", allowed=VALUES)


@pytest.mark.rule("M-402")
def test_ccm_is_available_from_the_third_era() -> None:
    for before in ("4H", "5H", "6H"):
        refused(with_cash(now=before), StartCorporation("ann", "CCM", 55), "not-available", wanted="7H", phase=before)
    for value in VALUES:
        game = with_cash(now="7H")
        accepted(game, StartCorporation("ann", "CCM", value))
        assert game.state.cash["CCM"] == 2 * value


def started(tx: Transaction, **holders: tuple[int, ...]) -> None:
    """CCM has been started at 55 by the first; who holds which of its certificates."""
    tx.start_corporation("CCM", 55)
    for owner, numbers in holders.items():
        for n in numbers:
            give(tx, f"CCM/{n}", owner)
    tx.record(PresidentChanged("CCM", next(iter(holders))))


@pytest.mark.rule("M-402")
def test_ccm_may_not_operate_until_60_percent_is_sold_and_the_exchange_counts() -> None:
    game = menorca()
    with arranged(game) as tx:
        phase(tx, "7H")
        stock_turn(tx, "bob")
        started(tx, ann=(0, 6), cay=(7,), pool=(8,))
    assert not game.table.is_floated("CCM"), "50 % are sold"
    accepted(game, BuyCertificate("bob", "CCM/1"))
    assert game.table.is_floated("CCM")


@pytest.mark.rule("M-402")
@pytest.mark.parametrize("rnc_is_there", [True, False])
def test_ccm_waits_for_its_home_station_until_the_brown_tile_brings_its_slot(rnc_is_there: bool) -> None:
    """The one slot before that is kept for RNC."""
    game = with_cash(now="7H")
    with arranged(game) as tx:
        if rnc_is_there:
            found(tx, "RNC", 104, bob=20)
            trains(tx, "RNC", "7H-0")
        found(tx, "CCM", 55, ann=60)
        lay(tx, ("J11", "MO2", 0))
        turn(tx, "CCM", "issue")
    assert homes(game, "CCM") == []
    with arranged(game) as tx:
        lay(tx, ("J11", "MO3", 0))
        stock_turn(tx, "ann")
    to_operating(game)
    while game.actor != "CCM":
        accepted(game, Pass(game.actor))
    assert homes(game, "CCM") == ["J11"]


def homes(game: Game, company: str) -> list[str]:
    board = game.table.board
    return [board.ground.names[n] for n, _ in board.cities_of(company)]


@pytest.mark.rule("M-406")
def test_the_buyer_chooses_which_certificate_marked_or_not() -> None:
    game = with_cash()
    with arranged(game) as tx:
        found(tx, "RNC", 55, bob=20)
    marked = [certificate.marked for certificate in game.box.corporations["RNC"].certificates]
    assert marked == [False, True, True, True, True, True, False, False, False]
    offered = {action.certificate for action in listed(game, "buy-certificate") if isinstance(action, BuyCertificate)}
    assert offered == {f"RNC/{n}" for n in range(1, 9)}


@pytest.mark.rule("M-406")
@pytest.mark.parametrize("company", ["RNC", "RCC", "CCM"])
def test_the_trustee_family_s_certificate_is_worth_20_percent_and_is_bought_by_founding_only(company: str) -> None:
    card, *others = menorca().box.corporations[company].certificates
    assert (card.percent, card.president) == (20, True)
    assert sum(each.percent for each in others) == 80 and not any(each.president for each in others)


@pytest.mark.rule("M-701", "M-406")
@pytest.mark.parametrize("company", ["RNC", "RCC", "CCM"])
def test_five_of_the_eight_ordinary_certificates_are_marked(company: str) -> None:
    ordinary = menorca().box.corporations[company].certificates[1:]
    assert [each.marked for each in ordinary].count(True) == 5 and len(ordinary) == 8
    assert {each.percent for each in ordinary} == {10}


# --------------------------------------------------------------------------- minors


@pytest.mark.rule("M-404", "M-601")
@pytest.mark.parametrize(("minor", "without"), [
    ("Ramaders", "Artesans"), ("Artesans", "Destil·ladors"), ("Destil·ladors", "Ramaders"),
])  # fmt: skip
def test_the_first_buyer_of_a_minor_chooses_a_starting_value_and_pays_twice_it(minor: str, without: str) -> None:
    for value in VALUES:
        game = with_cash(without=without)
        accepted(game, StartCorporation("ann", minor, value))
        place(game)
        assert game.state.cash["ann"] == 900 - 2 * value == 900 - game.state.cash[minor]
        assert game.table.percent("ann", minor) == 20 and game.state.president[minor] == "ann"
        assert game.table.is_floated(minor)


@pytest.mark.rule("M-404")
@pytest.mark.parametrize("minor", ["Ramaders", "Artesans", "Destil·ladors"])
def test_a_minor_has_five_certificates_of_20_percent_and_none_of_a_president(minor: str) -> None:
    each = menorca().box.corporations[minor]
    assert [certificate.percent for certificate in each.certificates] == [20] * 5
    assert each.card is None


@pytest.mark.rule("M-404", "M-411")
def test_the_largest_holder_directs_and_of_equals_who_got_there_first() -> None:
    game = with_cash()
    accepted(game, StartCorporation("ann", "Ramaders", 55))
    place(game)
    with arranged(game) as tx:
        money(tx, bob=400)
        stock_turn(tx, "bob")
    accepted(game, BuyCertificate("bob", "Ramaders/1"))
    place(game)
    assert game.state.president["Ramaders"] == "ann", "both hold 20 %"
    with arranged(game) as tx:
        stock_turn(tx, "bob")
    accepted(game, BuyCertificate("bob", "Ramaders/2"))
    assert game.state.president["Ramaders"] == "bob"


@pytest.mark.rule("M-404", "M-106")
def test_radm_is_never_started_by_players() -> None:
    refused(with_cash(now="9H"), StartCorporation("ann", "RADM", 55), "not-startable", corporation="RADM")


@pytest.mark.rule("M-606", "M-404")
@pytest.mark.parametrize("minor", ["Ramaders", "Artesans", "Destil·ladors"])
def test_a_certificate_of_20_percent_costs_twice_the_value(minor: str) -> None:
    """The value is for 10 %."""
    game = with_cash(without="Artesans" if minor != "Artesans" else "Ramaders")
    with arranged(game) as tx:
        found(tx, minor, 88, bob=20)
    accepted(game, BuyCertificate("ann", f"{minor}/1"))
    assert (game.state.cash["ann"], game.state.cash[minor]) == (900 - 176, 176)


# --------------------------------------------------------------------------- incremental capitalisation


@pytest.mark.rule("M-405")
def test_each_first_sale_pays_the_company_and_a_sale_from_the_exchange_does_not() -> None:
    game = with_cash()
    with arranged(game) as tx:
        found(tx, "RNC", 88, bob=20, pool=10)
    bank = game.state.cash[BANK]
    accepted(game, BuyCertificate("ann", "RNC/8"))
    assert (game.state.cash["RNC"], game.state.cash[BANK]) == (88, bank)
    with arranged(game) as tx:
        stock_turn(tx, "ann")
    in_exchange = game.state.paper[POOL][0]
    accepted(game, BuyCertificate("ann", in_exchange))
    assert (game.state.cash["RNC"], game.state.cash[BANK]) == (88, bank + 88)


@pytest.mark.rule("M-405")
def test_nothing_is_received_in_advance_however_much_is_sold() -> None:
    """CCM is launched by a purchase, and gets the price of that one certificate."""
    game = with_cash(now="7H")
    with arranged(game) as tx:
        started(tx, bob=(0, 1), cay=(2, 3))
    accepted(game, BuyCertificate("ann", "CCM/8"))
    assert game.table.is_floated("CCM") and game.state.cash["CCM"] == 55


@pytest.mark.rule("M-405", "M-109")
@pytest.mark.parametrize(("company", "home"), [("RNC", "J11"), ("RCC", "C8"), ("Ramaders", "G8"), ("Artesans", "E8")])
def test_the_home_station_is_free_and_stands_from_the_start(company: str, home: str) -> None:
    game = with_cash()
    accepted(game, StartCorporation("ann", company, 88))
    place(game)
    assert homes(game, company) == [home]
    assert game.state.cash[company] == 2 * 88


# --------------------------------------------------------------------------- the Trustee Family


@pytest.mark.rule("M-410")
@pytest.mark.parametrize(("options", "family", "card"), [((), "bob", "bob"), (("takeover-false",), "ann", "ann")])
def test_who_holds_more_than_the_trustee_family_takes_its_certificate_or_not(
    options: tuple[str, ...], family: str, card: str
) -> None:
    """ann has the 20 % certificate, bob two of 10 % and buys a third."""
    game = menorca(options=options)
    with arranged(game) as tx:
        found(tx, "RNC", 55, ann=20, bob=20)
        money(tx, bob=400)
        stock_turn(tx, "bob")
    assert game.state.president["RNC"] == "ann", "not for equally much"
    accepted(game, BuyCertificate("bob", "RNC/8"))
    assert game.state.president["RNC"] == family and game.state.holder["RNC/0"] == card
    assert game.table.percent("ann", "RNC") == 20 and game.table.percent("bob", "RNC") == 30


@pytest.mark.rule("M-411", "M-404")
def test_the_director_of_a_minor_decides_for_it() -> None:
    game = with_cash()
    accepted(game, StartCorporation("ann", "Artesans", 104))
    place(game)
    to_operating(game)
    assert game.actor == "Artesans" and game.table.decider("Artesans") == "ann"
    assert all(isinstance(action, LayTile) for action in listed(game, "lay-tile")) and "lay-tile" in kinds(game)


@pytest.mark.rule("M-405", "M-613")
def test_who_sells_to_the_exchange_is_paid_by_the_bank() -> None:
    game = with_cash(0)
    with arranged(game) as tx:
        found(tx, "RNC", 88, bob=20, ann=20)
    bank = game.state.cash[BANK]
    own = tuple(c.id for c in game.table.certificates_of("ann", "RNC"))
    accepted(game, SellCertificates("ann", "RNC", own))
    assert (game.state.cash["ann"], game.state.cash[BANK], game.state.cash["RNC"]) == (176, bank - 176, 0)
    assert game.table.percent(POOL, "RNC") == 20 and game.table.percent(IPO, "RNC") == 60
