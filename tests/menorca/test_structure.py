"""1713 Menorca, chapter 3: rounds, the order of players and companies, phases."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from open18xx.play.actions import (
    BuyCertificate,
    BuyTrain,
    DiscardTrain,
    Pass,
    SellCertificates,
    StartCorporation,
)
from open18xx.play.events import RoundBegan
from open18xx.play.game import Game
from open18xx.play.state import GONE, IPO

from .positions import (
    accepted,
    arranged,
    depot_from,
    found,
    kinds,
    lays,
    listed,
    menorca,
    money,
    phase,
    place_first,
    refused,
    stock_turn,
    trains,
    turn,
    value,
)

SHIPS = ("4H", "5H", "6H", "7H", "8H", "9H")


def pass_round(game: Game) -> list[tuple[str, int, int, int]]:
    """All pass until the next stock round; the rounds that began meanwhile as (round, number, part, parts)."""
    began: list[RoundBegan] = []
    number = game.state.number
    while not game.is_over and game.state.number == number:
        began += [event for event in game.play(Pass(game.actor)) if isinstance(event, RoundBegan)]
    return [(each.round, each.number, each.part, each.parts) for each in began]


# --------------------------------------------------------------------------- rounds


@pytest.mark.rule("M-304")
def test_a_stock_round_and_a_set_of_operating_rounds_follow_each_other() -> None:
    game = menorca()
    assert pass_round(game) == [("operating", 2, 1, 2), ("operating", 2, 2, 2), ("stock", 3, 1, 1)]
    assert pass_round(game)[-1] == ("stock", 4, 1, 1)


@pytest.mark.rule("M-307")
@pytest.mark.parametrize(("name", "rounds"), [("4H", 2), ("5H", 2), ("6H", 2), ("7H", 3), ("8H", 3), ("9H", 3)])
def test_the_phase_at_the_start_of_the_set_fixes_its_number_of_rounds(name: str, rounds: int) -> None:
    game = menorca()
    with arranged(game) as tx:
        phase(tx, name)
        stock_turn(tx, "ann")
    began = pass_round(game)
    assert [part for round, _, part, _ in began if round == "operating"] == list(range(1, rounds + 1))


@pytest.mark.rule("M-305")
def test_a_player_starts_a_company_buys_sells_or_passes_in_turn_order() -> None:
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RCC", 55, bob=20, ann=10)
        money(tx, ann=400)
    assert kinds(game) == {"start-corporation", "buy-certificate", "sell-certificates", "pass"}
    accepted(game, StartCorporation("ann", "RNC", 55))
    assert kinds(game) == {"sell-certificates", "pass"}, "sales may follow"
    accepted(game, Pass("ann"))
    assert game.actor == "bob"
    accepted(game, Pass("bob"))
    assert game.actor == "cay"


@pytest.mark.rule("M-305")
def test_the_round_ends_when_all_pass_in_a_row() -> None:
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RCC", 55, bob=20)
        trains(tx, "RCC", "4H-0")
    accepted(game, Pass("ann"))
    accepted(game, Pass("bob"))
    accepted(game, BuyCertificate("cay", "RCC/1"))
    place_first(game)
    for name in ("ann", "bob"):
        accepted(game, Pass(name))
        assert game.state.round == "stock", "cay bought since the first passes"
    accepted(game, Pass("cay"))
    assert game.state.round == "operating"


SWITCH = [((), "ann"), (("first-to-pass-final-run",), "cay")]


@pytest.mark.rule("M-305")
@pytest.mark.parametrize(("options", "first"), SWITCH)
def test_the_first_to_pass_takes_the_marker_and_the_seats_are_kept(options: tuple[str, ...], first: str) -> None:
    """ann passes first, but acts again; the passes that end the round are those of cay, ann and bob."""
    game = menorca(options=options)
    with arranged(game) as tx:
        found(tx, "RCC", 55, cay=20)
        money(tx, bob=300)
        stock_turn(tx, "ann")
    accepted(game, Pass("ann"))
    accepted(game, StartCorporation("bob", "Ramaders", 55))
    place_first(game)
    for name in ("cay", "ann", "bob"):
        accepted(game, Pass(name))
    assert game.state.round == "operating"
    assert game.state.priority == first
    assert game.state.seats == ("ann", "bob", "cay")


# --------------------------------------------------------------------------- the order of companies


def three_companies(rnc: int = 75, ramaders: int = 104, rcc: int = 88, **more: Any) -> Game:
    """RNC, then Ramaders, then RCC came to their spaces; each has a vehicle."""
    game = menorca(**more)
    with arranged(game) as tx:
        for company, price, train in (("RNC", rnc, "4H-0"), ("Ramaders", ramaders, "3H-0"), ("RCC", rcc, "4H-1")):
            found(tx, company, price, ann=20)
            trains(tx, company, train)
        stock_turn(tx, "ann")
    return game


def operated(game: Game) -> list[str]:
    """The companies in the order of their turns in the coming operating round."""
    order: list[str] = []
    while (game.state.round, game.state.part) != ("operating", 1):
        game.play(Pass(game.actor))
    while (game.state.round, game.state.part) == ("operating", 1):
        if game.actor not in order:
            order.append(game.actor)
        game.play(Pass(game.actor))
    return order


@pytest.mark.rule("M-306")
def test_companies_operate_by_market_value_the_highest_first() -> None:
    assert operated(three_companies()) == ["Ramaders", "RCC", "RNC"]


@pytest.mark.rule("M-306")
def test_of_equal_values_who_reached_the_space_first_operates_first() -> None:
    assert operated(three_companies(88, 88, 88)) == ["RNC", "Ramaders", "RCC"]
    late = three_companies(88, 88, 104)
    with arranged(late) as tx:
        value(tx, "RCC", 88)
        value(tx, "RNC", 104)
        value(tx, "RNC", 88)
    assert operated(late) == ["Ramaders", "RCC", "RNC"]


@pytest.mark.rule("M-306")
@pytest.mark.parametrize(("options", "following"), [((), "RNC"), (("order-fixed",), "RCC")])
def test_the_order_of_those_yet_to_act_follows_price_moves_or_is_fixed(
    options: tuple[str, ...], following: str
) -> None:
    """RCC falls below RNC while Ramaders are in their turn."""
    game = three_companies(options=options)
    with arranged(game) as tx:
        turn(tx, "Ramaders", "issue", then=("RCC", "RNC"))
        value(tx, "RCC", 55)
    accepted(game, Pass("Ramaders"))
    assert game.actor == following


# --------------------------------------------------------------------------- phases


def buying(type_: str, before: str) -> Game:
    """RNC, with 2000 reales, is to buy in the phase ``before``; ``type_`` is the next ship of the bank."""
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RNC", 88, ann=20, cash=2000)
        found(tx, "RCC", 88, bob=20)
        phase(tx, before)
        depot_from(tx, type_)
        trains(tx, "RCC", *(id for id in ("3H-0", "3H-1") if before in ("4H", "5H")))
        turn(tx, "RNC", "buy-train")
    return game


@pytest.mark.rule("M-301")
def test_six_fleet_phases_have_the_names_of_six_ships() -> None:
    title = menorca().title
    ships = tuple(id for id, train in title.trains.items() if train.family == "ship")
    assert ships == tuple(phase.id for phase in title.phases) == SHIPS
    assert sorted({phase.era for phase in title.phases}) == [1, 2, 3, 4]


@pytest.mark.rule("M-308", "M-301", "M-310")
@pytest.mark.parametrize(("before", "ship"), list(pairwise(SHIPS)))
def test_a_phase_begins_the_moment_a_company_buys_the_first_ship_of_its_step(before: str, ship: str) -> None:
    game = buying(ship, before)
    assert game.table.phase.id == before
    accepted(game, BuyTrain("RNC", f"{ship}-0", game.box.trains[ship].price))
    assert game.table.phase.id == ship
    assert SHIPS.index(ship) == game.state.phase


@pytest.mark.rule("M-308")
@pytest.mark.parametrize(("ship", "before", "gone"), [("6H", "5H", "4H-0"), ("7H", "6H", "5H-0"), ("9H", "8H", "6H-0")])
def test_retired_vehicles_leave_the_game_at_once(ship: str, before: str, gone: str) -> None:
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RNC", 88, ann=20, cash=2000)
        found(tx, "RCC", 88, bob=20)
        trains(tx, "RCC", gone)
        phase(tx, before)
        depot_from(tx, ship)
        turn(tx, "RNC", "buy-train")
    accepted(game, BuyTrain("RNC", f"{ship}-0", game.box.trains[ship].price))
    assert gone in game.state.trains[GONE] and game.state.trains["RCC"] == ()


@pytest.mark.rule("M-308")
@pytest.mark.parametrize(("before", "parts"), [("6H", 2), ("7H", 3)])
def test_the_running_set_keeps_its_length(before: str, parts: int) -> None:
    """A set that began in 6H has two rounds, though 7H begins in it."""
    ship = SHIPS[SHIPS.index(before) + 1]
    game = buying(ship, before)
    accepted(game, BuyTrain("RNC", f"{ship}-0", game.box.trains[ship].price))
    assert game.state.parts == parts


@pytest.mark.rule("M-308", "M-309", "M-501")
def test_new_tiles_are_available_at_once() -> None:
    """RNC makes Maó green as soon as the first 5H is bought, and not before."""
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RNC", 88, ann=20, cash=500)
        turn(tx, "RNC")
    colors = {game.title.tiles[lay.tile].tile.color for lay in lays(game)}
    assert colors == {"yellow"}
    with arranged(game) as tx:
        phase(tx, "5H")
    assert {game.title.tiles[lay.tile].tile.color for lay in lays(game)} == {"yellow", "green"}


@pytest.mark.rule("M-310")
@pytest.mark.parametrize(("wagon", "before"), [("3H", "4H"), ("4W", "5H"), ("6W", "7H")])
def test_a_wagon_moves_no_phase(wagon: str, before: str) -> None:
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RNC", 88, ann=20, cash=500)
        phase(tx, before)
        turn(tx, "RNC", "buy-train")
    accepted(game, BuyTrain("RNC", f"{wagon}-0", game.box.trains[wagon].price))
    assert game.table.phase.id == before


@pytest.mark.rule("M-311")
def test_the_bank_sells_one_type_of_ship_after_the_other_and_all_open_wagons_beside_them() -> None:
    game = buying("4H", "4H")
    assert on_sale(game) == {"4H", "3H"}
    with arranged(game) as tx:
        phase(tx, "5H")
        depot_from(tx, "5H")
    assert on_sale(game) == {"5H", "3H", "4W"}


def on_sale(game: Game) -> set[str]:
    return {action.train.rpartition("-")[0] for action in listed(game, "buy-train") if action.train.count("-") == 1}


@pytest.mark.rule("M-312", "M-503")
def test_over_a_lowered_limit_the_director_gives_up_vehicles_of_his_choice_without_refund() -> None:
    """RCC has four ships and four wagons when the limit falls to 3; ships and wagons are given up apart."""
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RNC", 88, ann=20, cash=500)
        found(tx, "RCC", 88, bob=20)
        trains(tx, "RCC", *(f"5H-{n}" for n in range(3)), "4H-0", *(f"3H-{n}" for n in range(4)))
        phase(tx, "5H")
        depot_from(tx, "6H")
        turn(tx, "RNC", "buy-train")
    accepted(game, BuyTrain("RNC", "6H-0", 360))
    assert (game.actor, kinds(game)) == ("RCC", {"discard-train"}), "the 4H left; a wagon is too much"
    refused(game, DiscardTrain("RCC", "5H-0"), "not-owner")
    accepted(game, DiscardTrain("RCC", "3H-2"))
    assert "3H-2" in game.state.trains[GONE] and game.state.cash["RCC"] == 0
    assert game.actor == "RNC"


@pytest.mark.rule("M-306", "M-305")
def test_a_sale_needs_what_is_held_and_an_unsold_certificate_lies_with_its_company() -> None:
    game = three_companies()
    assert game.state.holder["RNC/1"] == IPO
    refused(game, SellCertificates("ann", "RNC", ("RNC/1",)), "nothing-to-sell", held=20)
