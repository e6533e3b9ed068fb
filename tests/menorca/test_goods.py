"""1713 Menorca, chapter 7: goods markers, which pay the minors, and later RADM, for the routes of others."""

from __future__ import annotations

import pytest

from open18xx import load_title, new_game
from open18xx.play.actions import BuyCertificate, Pass, RunRoutes, StartCorporation
from open18xx.play.audit import faults
from open18xx.play.events import MoneyPaid, RoutesRun
from open18xx.play.game import Game
from open18xx.play.state import BANK, GONE, POOL

from .positions import (
    CIUTADELLA_BARCELONA,
    MAO_VALENCIA,
    MINORS,
    SEA_TO_BARCELONA,
    SEA_TO_VALENCIA,
    accepted,
    arranged,
    dealing,
    found,
    kinds,
    lay,
    listed,
    mark,
    markers,
    menorca,
    phase,
    place_marker,
    refused,
    stock_turn,
    trains,
    turn,
)

# --------------------------------------------------------------------------- placing


@pytest.mark.rule("M-706")
def test_the_buyer_of_a_minor_s_certificate_places_one_of_its_goods() -> None:
    game = dealing("Ramaders")
    accepted(game, BuyCertificate("ann", "Ramaders/1"))
    assert (game.actor, kinds(game)) == ("ann", {"place-marker"})
    refused(game, Pass("ann"), "must-act")
    accepted(game, place_marker(game, "ann", "Ramaders", "A12"))
    assert markers(game) == {"Ramaders@A12": 1}


@pytest.mark.rule("M-706")
def test_the_first_buyer_places_one_too() -> None:
    game = dealing("Ramaders")
    accepted(game, StartCorporation("ann", "Artesans", 88))
    accepted(game, place_marker(game, "ann", "Artesans", "B3"))
    assert markers(game) == {"Artesans@B3": 1}


@pytest.mark.rule("M-706")
def test_one_from_the_exchange_brings_none() -> None:
    game = dealing("Ramaders")
    with arranged(game) as tx:
        tx.move_certificate("Ramaders/1", POOL)
    accepted(game, BuyCertificate("ann", "Ramaders/1"))
    assert not game.state.pending and markers(game) == {}


@pytest.mark.rule("M-706", "M-110")
def test_five_certificates_bring_the_five_goods_of_a_minor() -> None:
    game = dealing("Ramaders")
    with arranged(game) as tx:
        mark(tx, "Ramaders", "A12", 3)
        mark(tx, "Ramaders", "B3", 1)
        for id in ("Ramaders/1", "Ramaders/2"):
            tx.move_certificate(id, POOL)
        tx.move_certificate("Ramaders/3", "bob")
    accepted(game, BuyCertificate("ann", "Ramaders/4"))
    assert {action.hex for action in listed(game, "place-marker")} == {"B3", "K16"}
    accepted(game, place_marker(game, "ann", "Ramaders", "K16"))
    assert sum(markers(game).values()) == game.title.extra["markers"]["each"] == 5


@pytest.mark.rule("M-104", "M-706")
def test_the_goods_of_the_minor_that_was_not_drawn_are_never_in_the_game() -> None:
    """None of its certificates can come to anybody: they are gone, and nobody can start it."""
    title = load_title("menorca-1713")
    for seed in range(20):
        game = new_game(title, ["ann", "bob"], seed=seed)
        (left_out,) = game.state.closed
        assert left_out in MINORS
        assert game.table.percent(GONE, left_out) == 100
        with arranged(game) as tx:
            for private in tx.state.privates:
                tx.close_private(private)
            stock_turn(tx, "ann")
        refused(game, StartCorporation("ann", left_out, 55), "not-startable", corporation=left_out)


# --------------------------------------------------------------------------- what they earn


def sailing(
    *,
    now: str = "4H",
    minors: tuple[str, ...] = ("Ramaders",),
    company: str = "RCC",
    station: str = "",
    overrides: dict[str, str] | None = None,
) -> Game:
    """The company, at home or with its first station elsewhere, is to run its two 4H; bob started the minors."""
    game = menorca(overrides=overrides)
    with arranged(game) as tx:
        found(tx, company, 88, ann=20, home=not station)
        if station:
            tx.place_token(company, station, 0)
        for minor in minors:
            found(tx, minor, 55, bob=20)
        lay(tx, *SEA_TO_BARCELONA, *SEA_TO_VALENCIA)
        phase(tx, now)
        trains(tx, company, "4H-0", "4H-1")
        turn(tx, company, "run-routes")
    return game


def earned(game: Game, company: str, *routes: tuple[str, tuple[str, ...]]) -> dict[str, int]:
    """What the bank pays to whom the moment the company runs these routes; beside it nothing may be paid."""
    bank = game.state.cash[BANK]
    events = accepted(game, RunRoutes(company, routes))
    assert any(isinstance(event, RoutesRun) for event in events)
    paid = [event for event in events if isinstance(event, MoneyPaid)]
    assert bank - game.state.cash[BANK] == sum(event.amount for event in paid)
    assert all(event.payer == BANK for event in paid)
    return {event.payee: event.amount for event in paid}


@pytest.mark.rule("M-705")
def test_the_bank_pays_the_minor_ten_for_each_of_its_goods_where_a_maritime_company_calls() -> None:
    game = sailing()
    with arranged(game) as tx:
        mark(tx, "Ramaders", "B3", 2)
        mark(tx, "Ramaders", "A12", 1)
    before = game.state.cash["Ramaders"]
    assert earned(game, "RCC", ("4H-0", CIUTADELLA_BARCELONA)) == {"Ramaders": 20}
    assert game.state.cash["Ramaders"] == before + 20


@pytest.mark.rule("M-705")
def test_the_revenue_of_the_maritime_route_is_unchanged() -> None:
    plain, game = sailing(), sailing()
    with arranged(game) as tx:
        mark(tx, "Ramaders", "B3", 3)
    for each in (plain, game):
        assert each.best_run("RCC").value == 20 + 30
        earned(each, "RCC", ("4H-0", CIUTADELLA_BARCELONA))
    assert game.state.revenue == plain.state.revenue == 50


@pytest.mark.rule("M-705")
def test_before_the_merger_each_minor_is_paid_for_its_own_goods() -> None:
    game = sailing(minors=("Ramaders", "Artesans"))
    with arranged(game) as tx:
        mark(tx, "Ramaders", "B3", 1)
        mark(tx, "Artesans", "B3", 3)
    assert earned(game, "RCC", ("4H-0", CIUTADELLA_BARCELONA)) == {"Ramaders": 10, "Artesans": 30}


@pytest.mark.rule("M-705")
def test_in_era_two_it_is_ten_still() -> None:
    game = sailing(now="6H")
    with arranged(game) as tx:
        mark(tx, "Ramaders", "B3", 1)
    assert earned(game, "RCC", ("4H-0", CIUTADELLA_BARCELONA)) == {"Ramaders": 10}


@pytest.mark.rule("M-705")
@pytest.mark.parametrize("now", ["7H", "8H", "9H"])
def test_from_era_three_on_radm_is_paid_twenty(now: str) -> None:
    game = sailing(minors=("Ramaders", "Artesans"))
    with arranged(game) as tx:
        mark(tx, "Ramaders", "B3", 1)
        mark(tx, "Artesans", "B3", 1)
        phase(tx, now)
        tx.train_event("x-merge")
    assert earned(game, "RCC", ("4H-0", CIUTADELLA_BARCELONA)) == {"RADM": 40}


@pytest.mark.rule("M-705")
def test_it_is_paid_once_for_each_route_that_reaches_them() -> None:
    """In this Ciutadella a second lane leads to Barcelona: two routes, two payments."""
    lanes = {"hexes.C8.track": "city 20: 1/narrow 2/narrow 3/narrow", "tiles.PN1.track": "town 10: 0 3 /narrow"}
    game = sailing(overrides=lanes)
    with arranged(game) as tx:
        lay(tx, ("C6", "PN1", 0), ("C4", "78", 0))
        mark(tx, "Ramaders", "B3", 2)
    routes = (("4H-0", ("C8:1", "B7:0", "B5:0", "B3:0")), ("4H-1", ("C8:2", "C6:0", "C6:1", "C4:0", "B3:1")))
    events = accepted(game, RunRoutes("RCC", routes))
    assert [event.amount for event in events if isinstance(event, MoneyPaid)] == [20, 20]


@pytest.mark.rule("M-705")
def test_a_route_between_two_destinations_is_paid_for_the_goods_at_both() -> None:
    game = sailing()
    with arranged(game) as tx:
        lay(tx, ("B9", "78", 4), ("B11", "78", 1))
        trains(tx, "RCC", "7H-0")
        mark(tx, "Ramaders", "B3", 2)
        mark(tx, "Ramaders", "A12", 1)
    way = ("A12:0", "B11:0", "B9:0", "C8:2", *CIUTADELLA_BARCELONA)
    assert earned(game, "RCC", ("7H-0", way)) == {"Ramaders": 30}


@pytest.mark.rule("M-705")
def test_where_no_goods_lie_nobody_is_paid() -> None:
    game = sailing(company="RNC")
    with arranged(game) as tx:
        mark(tx, "Ramaders", "B3", 3)
    assert earned(game, "RNC", ("4H-0", MAO_VALENCIA)) == {}


@pytest.mark.rule("M-705")
def test_for_the_ships_of_a_minor_nobody_is_paid() -> None:
    game = sailing(company="Artesans", station="C8")
    with arranged(game) as tx:
        mark(tx, "Ramaders", "B3", 3)
    assert earned(game, "Artesans", ("4H-0", CIUTADELLA_BARCELONA)) == {}


@pytest.mark.rule("M-801", "M-705")
def test_the_bank_pays_for_goods_in_full_and_may_break_by_it() -> None:
    game = sailing()
    with arranged(game) as tx:
        mark(tx, "Ramaders", "B3", 1)
        tx.pay(BANK, "cay", tx.state.cash[BANK] - 5)
    assert earned(game, "RCC", ("4H-0", CIUTADELLA_BARCELONA)) == {"Ramaders": 10}
    assert game.state.cash[BANK] == -5 and game.state.ending[0] == "bank"


@pytest.mark.rule("M-104", "M-408")
def test_the_audit_finds_goods_of_a_minor_that_is_not_in_the_game() -> None:
    game = menorca()
    with arranged(game, audit=False) as tx:
        tx.write("spent", "Artesans/0", 1)
        tx.write("markers", "Destil·ladors@B3", 1)
    assert any("left goods" in fault for fault in faults(game.table))
