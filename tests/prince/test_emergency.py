"""A corporation that must buy a train and cannot pay it: own certificates, the president's, bankruptcy."""

from __future__ import annotations

import pytest

from open18xx.play import actions as a
from open18xx.play.game import Game
from open18xx.play.state import IPO, POOL

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
    percents,
    phase,
    prince,
    railway,
    refused,
    trains,
    turn,
)

SITES = pytest.mark.parametrize("site", [False, True])


def poor(*, site: bool = False, own: int = 0, shares: int = 30, others: str = "", **cash: int) -> Game:
    """C, over which ann presides with its president's certificate alone, must buy a 3H for 100; it owns some of itself.

    ann holds so much of A as well, where bob presides; both are at their first prices, 92 and 86.
    """
    game = prince(site=site)
    with arranged(game) as tx:
        railway(tx, "C", ann=20)
        railway(tx, "A", bob=40, ann=shares)
        for certificate in [each for each in tx.certificates_of(POOL, "C") if not each.president][: own // 10]:
            tx.move_certificate(certificate.id, IPO)
        depot_from(tx, "3H")
        phase(tx, "3H")
        if others:
            trains(tx, "A", others)
        money(tx, **{"ann": 0, "C": 0, **cash})
        turn(tx, "C", "buy-train")
    return game


def counts(game: Game) -> list[int]:
    return [action.count for action in listed(game, "issue-certificates")]


def sizes(game: Game, seller: str = "ann", corporation: str = "A") -> set[int]:
    """How many certificates of a corporation the seller may sell."""
    found = (each for each in listed(game, "sell-certificates") if each.actor == seller)
    return {len(each.certificates) for each in found if each.corporation == corporation}


def sale(game: Game, corporation: str, count: int, seller: str = "ann") -> a.SellCertificates:
    held = [each.id for each in game.table.certificates_of(seller, corporation) if not each.president]
    return a.SellCertificates(seller, corporation, tuple(held[:count]))


# --------------------------------------------------------------------------- own certificates


@pytest.mark.rule("O-125")
@SITES
def test_a_corporation_with_shares_of_its_own_sells_them_before_personal_money_is_used(site: bool) -> None:
    game = poor(site=site, own=20, ann=500)
    assert kinds(game) == {"issue-certificates"}
    refused(game, a.BuyTrain("C", "3H-0", 100), "issue-first", corporation="C", count=2)
    refused(game, sale(game, "A", 1), "issue-first")


@pytest.mark.rule("O-127")
def test_by_the_page_it_may_throw_all_at_once_and_by_the_site_it_must() -> None:
    assert counts(poor(own=20)) == [1, 2] and counts(poor(site=True, own=20)) == [2]


@pytest.mark.rule("O-127", "O-010")
def test_its_sale_lowers_the_price_one_field_and_pays_it_the_price_before() -> None:
    game = poor(site=True, own=20, ann=500)
    accepted(game, a.IssueCertificates("C", 2))
    assert game.state.cash["C"] == 184 and game.table.price("C") == 86
    accepted(game, a.BuyTrain("C", "3H-0", 100))
    assert game.state.cash["ann"] == 500 and percents(game, "C")[POOL] == 50


@pytest.mark.rule("O-125")
@SITES
def test_what_is_missing_after_that_the_president_pays(site: bool) -> None:
    game = poor(site=site, own=10, ann=500)
    accepted(game, a.IssueCertificates("C", 1))
    accepted(game, a.BuyTrain("C", "3H-0", 100))
    assert game.state.cash["ann"] == 492 and game.state.cash["C"] == 0


@pytest.mark.rule("O-125", "O-042")
def test_after_it_has_sold_all_it_buys_no_train_of_another_by_the_site() -> None:
    for site in (False, True):
        game = poor(site=site, own=10, others="3H-1")
        accepted(game, a.IssueCertificates("C", 1))
        assert is_listed(game, a.BuyTrain("C", "3H-1", 50)) is not site
    refused(game, a.BuyTrain("C", "3H-1", 50), "traded-this-turn", corporation="C")


@pytest.mark.rule("O-099")
def test_the_three_shares_kept_for_exchanges_are_not_its_own_to_sell() -> None:
    game = poor(site=True)
    with arranged(game) as tx:
        money(tx, A=0)
        turn(tx, "A", "buy-train")
    assert game.table.percent(IPO, "A") == 30 and counts(game) == []


# --------------------------------------------------------------------------- the president sells


@pytest.mark.rule("O-128", "O-010")
def test_the_president_sells_of_a_company_once_and_no_more_than_needed() -> None:
    game = poor()
    assert sizes(game) == {1, 2}  # 100 are missing, and a share brings 86
    refused(game, sale(game, "A", 3), "sale-size", count=3, limit=2)
    accepted(game, sale(game, "A", 1))
    assert game.table.price("A") == 80
    refused(game, sale(game, "A", 1), "no-need", corporation="A", needed=14)


@pytest.mark.rule("O-128")
def test_30_percent_of_a_company_are_the_most_however_much_is_missing() -> None:
    """ann holds 40 % of S, a tenth of them for her right to it; a 7 costs 500."""
    game = poor(shares=0)
    with arranged(game) as tx:
        railway(tx, "S", 80, bob=50, ann=30)
        depot_from(tx, "7")
        phase(tx, "7")
        turn(tx, "C", "buy-train")
    assert game.table.percent("ann", "S") == 40 and sizes(game, corporation="S") == {1, 2, 3}


@pytest.mark.rule("O-122", "O-128")
def test_nothing_is_sold_of_a_company_that_has_not_operated() -> None:
    game = poor()
    with arranged(game) as tx:
        tx.note("operated", ("C",))
    assert sizes(game) == set()
    with arranged(game) as tx:
        has_operated(tx, "A")
    assert sizes(game) == {1, 2}


@pytest.mark.rule("O-128")
def test_the_presidency_of_the_company_that_buys_does_not_change() -> None:
    """ann holds 40 %, and bob 30 %: she sells one share of it."""
    game = poor(shares=0)
    with arranged(game) as tx:
        railway(tx, "C", ann=40, bob=30)
    assert sizes(game, corporation="C") == {1}


@pytest.mark.rule("O-128")
def test_that_of_another_company_may() -> None:
    game = poor(shares=0)
    with arranged(game) as tx:
        railway(tx, "A", ann=40, bob=30)
    assert game.state.president["A"] == "ann"
    accepted(game, sale(game, "A", 2))
    assert game.state.president["A"] == "bob" and percents(game, "A")["ann"] == 20


@pytest.mark.rule("O-126", "O-042")
def test_once_the_president_has_sold_only_the_train_of_the_bank_is_for_sale() -> None:
    game = poor(others="3H-1", C=10)
    assert is_listed(game, a.BuyTrain("C", "3H-1", 10))
    accepted(game, sale(game, "A", 1))
    refused(game, a.BuyTrain("C", "3H-1", 10), "bank-only", corporation="C")


@pytest.mark.rule("O-016")
def test_those_who_are_still_to_act_are_ordered_anew_after_a_sale() -> None:
    """S, at 80, waits behind A, at 86, until the sale takes A to 80: A came later to that cell."""
    game = poor()
    with arranged(game) as tx:
        railway(tx, "S", 80, bob=50, cash=500)
        turn(tx, "C", "buy-train", then=("A", "S"))
    accepted(game, sale(game, "A", 2))
    accepted(game, a.BuyTrain("C", "3H-0", 100))
    while game.actor == "C":
        accepted(game, a.Pass("C"))
    assert game.actor == "S"


# --------------------------------------------------------------------------- bankruptcy


@pytest.mark.rule("O-023")
def test_who_cannot_raise_the_money_is_bankrupt_and_the_game_ends_at_once() -> None:
    game = poor(shares=10, ann=13)
    assert kinds(game) == {"sell-certificates", "declare-bankruptcy"}
    accepted(game, a.DeclareBankruptcy("C"))
    assert game.is_over and game.state.ended == "bankruptcy" and game.state.cash["ann"] == 0
    assert percents(game, "A").get("ann", 0) == 0 and BANK_ACTOR not in game.result()


@pytest.mark.rule("O-023")
def test_with_one_more_it_is_none() -> None:
    refused(poor(shares=10, ann=14), a.DeclareBankruptcy("C"), "not-bankrupt", needed=86, raisable=86)
