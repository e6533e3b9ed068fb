"""1713 Menorca, chapter 7: market markers, from the purchase that brings one to the routes that it pays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from open18xx import load_title, new_game
from open18xx.bots.random_bot import RandomBot
from open18xx.play.actions import (
    BuyCertificate,
    ExchangePrivate,
    IssueCertificates,
    Pass,
    RedeemCertificates,
    RunRoutes,
    StartCorporation,
)
from open18xx.play.audit import faults
from open18xx.play.events import Demanded, MoneyPaid, SliceWritten
from open18xx.play.game import Game
from open18xx.play.state import IPO, POOL
from open18xx.saves import from_data, to_json

from .positions import (
    CIUTADELLA_BARCELONA,
    MAO_VALENCIA,
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
    own_private,
    phase,
    place_marker,
    refused,
    stock_turn,
    trains,
    turn,
)

YELLOW = {"A12", "B3", "K16"}
"""Mallorca, Barcelona, València."""


def places(game: Game) -> set[str]:
    """Where the marker that is demanded now may go."""
    return {action.hex for action in listed(game, "place-marker")}


# --------------------------------------------------------------------------- who places one, and when


@pytest.mark.rule("M-701")
def test_the_buyer_of_a_marked_certificate_places_a_marker_next() -> None:
    game = dealing("RNC")
    accepted(game, BuyCertificate("ann", "RNC/1"))
    assert (game.actor, kinds(game)) == ("ann", {"place-marker"})
    refused(game, Pass("ann"), "must-act")
    refused(game, place_marker(game, "bob", "RNC", "B3"), "not-your-turn", expected="ann")
    accepted(game, place_marker(game, "ann", "RNC", "B3"))
    assert markers(game) == {"RNC@B3": 1}
    assert "place-marker" not in kinds(game)


@pytest.mark.rule("M-701", "M-406")
def test_five_of_the_eight_certificates_are_marked() -> None:
    game = menorca()
    for company in ("RNC", "RCC", "CCM"):
        each = game.box.corporations[company].certificates
        assert [c.marked for c in each if not c.president].count(True) == 5
        assert len(each) == 1 + 8


@pytest.mark.rule("M-701", "M-406")
def test_the_buyer_chooses_which_and_one_without_a_mark_brings_no_marker() -> None:
    game = dealing("RNC")
    assert {"RNC/1", "RNC/6"} <= {action.certificate for action in listed(game, "buy-certificate")}
    accepted(game, BuyCertificate("ann", "RNC/6"))
    assert "place-marker" not in kinds(game) and not game.state.pending


@pytest.mark.rule("M-701")
def test_who_starts_a_company_gets_the_trustee_certificate_which_is_not_marked() -> None:
    game = dealing("RNC")
    accepted(game, StartCorporation("ann", "RCC", 88))
    assert not game.state.pending and markers(game) == {}


@pytest.mark.rule("M-701")
def test_one_from_the_exchange_brings_no_marker() -> None:
    game = dealing("RNC")
    with arranged(game) as tx:
        tx.move_certificate("RNC/1", POOL)
    accepted(game, BuyCertificate("ann", "RNC/1"))
    assert not game.state.pending and markers(game) == {}


@pytest.mark.rule("M-701")
def test_one_that_its_company_bought_back_brings_no_second_marker() -> None:
    game = dealing("RNC")
    accepted(game, BuyCertificate("ann", "RNC/1"))
    accepted(game, place_marker(game, "ann", "RNC", "B3"))
    with arranged(game) as tx:
        tx.move_certificate("RNC/1", POOL)
        turn(tx, "RNC", "redeem")
    accepted(game, RedeemCertificates("RNC", 1))
    assert game.state.holder["RNC/1"] == IPO
    with arranged(game) as tx:
        stock_turn(tx, "ann")
    accepted(game, BuyCertificate("ann", "RNC/1"))
    assert not game.state.pending and markers(game) == {"RNC@B3": 1}


# --------------------------------------------------------------------------- new money


@pytest.mark.rule("M-704")
def test_a_certificate_that_the_company_sells_places_no_marker() -> None:
    """Unmarked ones go first (M-511): with them sold, RNC/1 is marked."""
    game = dealing("RNC")
    with arranged(game) as tx:
        for id, owner in (("RNC/6", "ann"), ("RNC/7", "cay"), ("RNC/8", POOL)):
            tx.move_certificate(id, owner)
        turn(tx, "RNC", "issue")
    accepted(game, IssueCertificates("RNC", 1))
    assert game.state.holder["RNC/1"] == POOL
    assert not game.state.pending and markers(game) == {}


@pytest.mark.rule("M-704")
def test_a_certificate_that_came_out_so_and_came_back_is_bought_from_the_company_for_the_first_time_then() -> None:
    game = dealing("RNC")
    with arranged(game) as tx:
        tx.move_certificate("RNC/1", POOL)
        tx.move_certificate("RNC/1", IPO)
    cash = game.state.cash["RNC"]
    accepted(game, BuyCertificate("ann", "RNC/1"))
    accepted(game, place_marker(game, "ann", "RNC", "K16"))
    assert game.state.cash["RNC"] == cash + 104


@pytest.mark.rule("M-704")
def test_a_certificate_exchanged_for_a_legacy_places_no_marker() -> None:
    game = dealing("RNC")
    with arranged(game) as tx:
        phase(tx, "5H")
        own_private(tx, "FRN", "ann")
    accepted(game, ExchangePrivate("ann", "FRN", "RNC/1"))
    assert game.state.holder["RNC/1"] == "ann"
    assert not game.state.pending and markers(game) == {}


def demanding(seeds: range) -> Iterator[tuple[Any, str, tuple[Any, ...]]]:
    """Random games, to their ends or long: every action that demanded a marker, the company, and its events."""
    title = load_title("menorca-1713")
    for seed in seeds:
        game, bot = new_game(title, ["ann", "bob", "cay"][: 2 + seed % 2], seed=seed), RandomBot(seed)
        while not game.is_over and game.length < 250:
            before = game.state
            action = bot.choose(game)
            if isinstance(action, IssueCertificates):  # they would bring the price to nothing at once
                action = Pass(action.actor)
            events = game.play(action)
            assert faults(game.table, before) == []
            placed = [event for event in events if isinstance(event, SliceWritten) and event.slice == "markers"]
            assert not placed or action.kind == "place-marker" or "RADM" in game.state.par
            for event in events:
                if isinstance(event, Demanded) and event.step == "place-marker":
                    yield action, game.box.certificates[event.subject].corporation, events


@pytest.mark.rule("M-704", "M-405")
def test_a_marker_is_never_placed_without_new_money_in_the_company_s_treasury() -> None:
    count = 0
    for action, company, events in demanding(range(12)):
        assert isinstance(action, BuyCertificate | StartCorporation)
        paid = [e.amount for e in events if isinstance(e, MoneyPaid) and (e.payer, e.payee) == (action.actor, company)]
        assert len(paid) == 1 and paid[0] > 0
        count += 1
    assert count > 18


# --------------------------------------------------------------------------- where


@pytest.mark.rule("M-707")
@pytest.mark.parametrize(
    ("now", "allowed"),
    [
        ("4H", YELLOW),
        ("5H", YELLOW | {"J3"}),
        ("6H", YELLOW | {"J3"}),
        ("7H", YELLOW | {"J3", "K4"}),
        ("8H", YELLOW | {"J3", "K4"}),
        ("9H", YELLOW | {"J3", "K4", "F15"}),
    ],
)
def test_an_offboard_worth_something_in_the_current_colour_is_allowed(now: str, allowed: set[str]) -> None:
    game = dealing("RNC")
    with arranged(game) as tx:
        phase(tx, now)
    accepted(game, BuyCertificate("ann", "RNC/1"))
    assert places(game) == allowed
    for hex in ({"J3", "K4", "F15"} - allowed) | {"J11"}:
        refused(game, place_marker(game, "ann", "RNC", hex), "no-marker-there", hex=hex)
    refused(game, place_marker(game, "ann", "RCC", "B3"), "no-marker-there", corporation="RCC")


@pytest.mark.rule("M-707")
def test_no_more_than_three_markers_of_a_company_lie_at_an_offboard() -> None:
    game = dealing("RNC")
    with arranged(game) as tx:
        mark(tx, "RNC", "B3", 2)
        mark(tx, "RCC", "B3", 3)
    accepted(game, BuyCertificate("ann", "RNC/3"))
    assert places(game) == YELLOW
    accepted(game, place_marker(game, "ann", "RNC", "B3"))
    with arranged(game) as tx:
        stock_turn(tx, "ann")
    accepted(game, BuyCertificate("ann", "RNC/4"))
    assert places(game) == YELLOW - {"B3"}
    refused(game, place_marker(game, "ann", "RNC", "B3"), "no-marker-there", hex="B3")


@pytest.mark.rule("M-110")
def test_a_company_has_so_many_markers_and_no_more() -> None:
    """Five; one in this title, and it lies already."""
    assert menorca().title.extra["markers"]["each"] == 5
    game = dealing("RNC", overrides={"extra.markers.each": 1})
    with arranged(game) as tx:
        mark(tx, "RNC", "B3")
    accepted(game, BuyCertificate("ann", "RNC/2"))
    assert not game.state.pending and markers(game) == {"RNC@B3": 1}


@pytest.mark.rule("M-707")
def test_where_none_is_allowed_nothing_is_asked() -> None:
    worthless = {f"hexes.{hex}.track": f"offboard yellow=0 green=10: {edge}" for hex, edge in
                 (("A12", 4), ("B3", 5), ("K16", 3))}  # fmt: skip
    game = dealing("RNC", overrides=worthless)
    accepted(game, BuyCertificate("ann", "RNC/1"))
    assert not game.state.pending and markers(game) == {}


@pytest.mark.rule("M-701", "M-707")
def test_nor_is_it_asked_when_that_certificate_is_bought_from_the_company_again() -> None:
    worthless = {f"hexes.{hex}.track": f"offboard yellow=0 green=10: {edge}" for hex, edge in
                 (("A12", 4), ("B3", 5), ("K16", 3))}  # fmt: skip
    game = dealing("RNC", overrides=worthless)
    accepted(game, BuyCertificate("ann", "RNC/1"))
    with arranged(game) as tx:
        tx.move_certificate("RNC/1", IPO)
        phase(tx, "5H")
        stock_turn(tx, "ann")
    accepted(game, BuyCertificate("ann", "RNC/1"))
    assert not game.state.pending and markers(game) == {}


@pytest.mark.rule("M-701", "M-707")
def test_several_are_placed_one_after_the_other_as_long_as_one_is_allowed() -> None:
    """Only in Barcelona, where one lies already: the third has no place, and nobody is asked."""
    worthless = {f"hexes.{hex}.track": f"offboard yellow=0: {edge}" for hex, edge in (("A12", 4), ("K16", 3))}
    game = dealing("RNC", overrides=worthless)
    with arranged(game) as tx:
        mark(tx, "RNC", "B3")
        for id in ("RNC/3", "RNC/4", "RNC/5"):
            tx.move_certificate(id, "ann" if id == "RNC/3" else POOL)
            tx.demand("place-marker", "ann", id)
    for count in (2, 3):
        accepted(game, place_marker(game, "ann", "RNC", "B3"))
        assert markers(game) == {"RNC@B3": count}
    assert not game.state.pending


@pytest.mark.rule("M-702")
def test_a_marker_occupies_and_blocks_nothing_on_the_board() -> None:
    game = dealing("RNC")
    board = game.state.board
    accepted(game, BuyCertificate("ann", "RNC/1"))
    accepted(game, place_marker(game, "ann", "RNC", "B3"))
    assert game.state.board is board


# --------------------------------------------------------------------------- what it earns


def bound_for_barcelona(company: str, **marks: int) -> Game:
    """Barcelona is worth 50, and markers lie there; the company has its station in Ciutadella, lanes and a 4H."""
    game = menorca(overrides={"hexes.B3.track": "offboard yellow=50 green=50 brown=60 gray=70: 0 5 /dual"})
    with arranged(game) as tx:
        found(tx, company, 88, ann=20, home=False)
        tx.place_token(company, "C8", 0)
        lay(tx, *SEA_TO_BARCELONA)
        trains(tx, company, "4H-0")
        for owner, count in marks.items():
            mark(tx, owner, "B3", count)
        turn(tx, company, "run-routes")
    return game


@pytest.mark.rule("M-703")
@pytest.mark.parametrize(("company", "barcelona"), [("RCC", 50 + 10 + 10), ("RNC", 50)])
def test_each_own_marker_at_a_destination_adds_ten_to_a_route(company: str, barcelona: int) -> None:
    """The page's example: Barcelona 50 with two markers of RCC is worth 70 to RCC, and 50 to RNC."""
    game = bound_for_barcelona(company, RCC=2)
    best = game.best_run(company)
    assert (best.value, best.proven) == (20 + barcelona, True)
    accepted(game, RunRoutes(company, (("4H-0", CIUTADELLA_BARCELONA),)))
    assert game.state.revenue == 20 + barcelona


@pytest.mark.rule("M-703")
def test_a_route_that_does_not_reach_the_destination_earns_nothing_for_the_marker() -> None:
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RNC", 88, ann=20)
        lay(tx, *SEA_TO_VALENCIA)
        trains(tx, "RNC", "4H-0")
        mark(tx, "RNC", "B3", 2)
        mark(tx, "RNC", "K16", 1)
        turn(tx, "RNC", "run-routes")
    accepted(game, RunRoutes("RNC", (("4H-0", MAO_VALENCIA),)))
    assert game.state.revenue == 30 + 30 + 10


@pytest.mark.rule("M-703")
def test_without_a_bonus_in_the_data_markers_earn_nothing() -> None:
    game = menorca(overrides={"extra.markers.bonus": 0})
    with arranged(game) as tx:
        found(tx, "RNC", 88, ann=20)
        lay(tx, *SEA_TO_VALENCIA)
        trains(tx, "RNC", "4H-0")
        mark(tx, "RNC", "K16", 1)
        turn(tx, "RNC", "run-routes")
    assert game.best_run("RNC").value == 60


# --------------------------------------------------------------------------- as any action


@pytest.mark.rule("M-701")
def test_a_marker_is_taken_back_placed_again_saved_and_loaded_like_any_action() -> None:
    title = load_title("menorca-1713")
    game, bot = new_game(title, ["ann", "bob"], seed=3), RandomBot(1)
    while not markers(game):
        action = bot.choose(game)
        game.play(Pass(action.actor) if isinstance(action, IssueCertificates) else action)
    after = game.state.hash()
    assert game.undo() and game.state.pending[0].step == "place-marker" and not markers(game)
    assert game.redo() and game.state.hash() == after
    again = from_data(to_json(game)).game
    assert again.state.hash() == after and markers(again) == markers(game)


@pytest.mark.rule("M-110")
@pytest.mark.parametrize(
    ("slice", "key", "count"),
    [("markers", "RNC@B3", 1), ("markers", "RCC@B3", 4), ("markers", "CCM@K16", 6), ("spent", "RNC/1", 1),
     ("markers", "Ramaders@B3", 1), ("markers", "Destil·ladors@B3", 1)],
)  # fmt: skip
def test_the_audit_finds_markers_that_no_certificate_brought(slice: str, key: str, count: int) -> None:
    game = menorca()
    with arranged(game, audit=False) as tx:
        tx.write(slice, key, count)
    assert faults(game.table) != []


@pytest.mark.rule("M-110", "M-707")
@pytest.mark.parametrize("lies", [{"B3": 4}, {"B3": 3, "K16": 3}])
def test_the_audit_finds_more_markers_than_there_are_and_more_than_three_at_an_offboard(lies: dict[str, int]) -> None:
    game = menorca()
    with arranged(game, audit=False) as tx:
        for hex, count in lies.items():
            mark(tx, "RNC", hex, count)
    assert any("too many" in fault for fault in faults(game.table))
