"""1713 Menorca, M-403 and M-407 to M-409: with the first 7H the two minors in play become RADM."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from open18xx.bots.random_bot import RandomBot
from open18xx.play.actions import BuyCertificate, BuyTrain, DiscardTrain, IssueCertificates, Pass, PlaceToken
from open18xx.play.audit import faults
from open18xx.play.events import CorporationClosed
from open18xx.play.game import Game
from open18xx.play.state import BANK, GONE, IPO, POOL

from .positions import (
    accepted,
    arranged,
    depot_from,
    found,
    lay,
    listed,
    mark,
    markers,
    menorca,
    money,
    own_private,
    phase,
    refused,
    stock_turn,
    trains,
    turn,
    value,
)

RAMADERS, ARTESANS = "Ramaders", "Artesans"


@dataclass
class Minor:
    """A minor that was started: its value, its treasury, its vehicles, and who holds how many of its certificates."""

    price: int = 75
    held: Mapping[str, int] = field(default_factory=lambda: {"ann": 1})
    cash: int = 0
    trains: tuple[str, ...] = ()


def before_merger(
    ramaders: Minor | None = None,
    artesans: Minor | None = None,
    *,
    actor: str = "RNC",
    then: tuple[str, ...] = (),
    **more: Any,
) -> Game:
    """In phase 6H ``actor`` is to buy the first 7H, and can; RNC is cay's, at 104. None is a minor not started."""
    game = menorca(**more)
    with arranged(game) as tx:
        found(tx, "RNC", 104, cay=20)
        phase(tx, "6H")
        for id, minor in ((RAMADERS, ramaders), (ARTESANS, artesans)):
            if minor is not None:
                found(tx, id, 75, cash=minor.cash, **{who: 20 * count for who, count in minor.held.items()})
                value(tx, id, minor.price)
                trains(tx, id, *minor.trains)
        depot_from(tx, "7H")
        turn(tx, actor, "buy-train", then=then)
        tx.pay(BANK, actor, 540)
    return game


def merge(game: Game) -> Game:
    """The actor buys the first 7H."""
    events = accepted(game, BuyTrain(game.actor, "7H-0", 540))
    assert sum(isinstance(event, CorporationClosed) for event in events) == 2
    return game


def holding(game: Game) -> dict[str, int]:
    """Who holds how much of RADM, in percent."""
    return {owner: percent for (owner, id), percent in game.state.holding.items() if id == "RADM" and percent}


# --------------------------------------------------------------------------- the event


@pytest.mark.rule("M-403")
def test_the_first_7h_merges_the_two_minors_in_play_by_force() -> None:
    game = merge(before_merger(Minor(), Minor()))
    assert game.table.phase.id == "7H"
    assert game.table.is_started("RADM")
    assert set(game.state.closed) == {"Destil·ladors", RAMADERS, ARTESANS}
    assert game.table.percent(GONE, RAMADERS) == game.table.percent(GONE, ARTESANS) == 100


@pytest.mark.rule("M-403")
@pytest.mark.parametrize("without", ["Ramaders", "Artesans", "Destil·ladors"])
def test_whichever_two_were_drawn(without: str) -> None:
    game = menorca(without=without)
    with arranged(game) as tx:
        phase(tx, "7H")
        tx.train_event("x-merge")
    assert len(game.state.closed) == 3 and game.table.is_started("RADM")
    homes = {"Ramaders": "G8", "Artesans": "E8", "Destil·ladors": "H9"}
    names = game.box.ground.names
    assert {names[n] for n, _ in game.state.board.cities_of("RADM")} == set(homes.values()) - {homes[without]}


@pytest.mark.rule("M-403")
def test_the_second_7h_merges_nothing_more() -> None:
    game = merge(before_merger(Minor(), Minor()))
    price = game.table.price("RADM")
    with arranged(game) as tx:
        money(tx, RNC=540)
        turn(tx, "RNC", "buy-train")
    accepted(game, BuyTrain("RNC", "7H-1", 540))
    assert game.table.price("RADM") == price and len(game.state.closed) == 3


# --------------------------------------------------------------------------- certificates


@pytest.mark.rule("M-407")
def test_each_certificate_of_a_minor_becomes_one_of_ten_percent_wherever_it_is() -> None:
    """With players, in the Exchange, and in the minor's own stock."""
    game = before_merger(Minor(held={"ann": 2, "bob": 1, "pool": 1}), Minor(held={"bob": 2, "cay": 1, "pool": 2}))
    count = {player: game.table.certificate_count(player) for player in game.players}
    merge(game)
    assert holding(game) == {"ann": 20, "bob": 30, "cay": 10, POOL: 30, IPO: 10}
    assert {player: game.table.certificate_count(player) for player in game.players} == count


@pytest.mark.rule("M-407")
def test_sixty_percent_of_both_minors_are_sixty_percent_of_radm() -> None:
    game = merge(before_merger(Minor(held={"ann": 3, "bob": 2}), Minor(held={"ann": 3, "cay": 2})))
    assert game.table.percent("ann", "RADM") == 60 == game.box.limits["RADM"]


@pytest.mark.rule("M-408")
def test_a_minor_that_was_never_started_puts_its_five_certificates_into_radm_s_treasury() -> None:
    game = merge(before_merger(Minor(held={"ann": 3, "bob": 2})))
    assert holding(game) == {"ann": 30, "bob": 20, IPO: 50}


# --------------------------------------------------------------------------- the value


@pytest.mark.rule("M-408")
@pytest.mark.parametrize(
    ("word", "values", "space"),
    [
        ("sum", (88, 75), 160),  # 163
        ("sum", (75, 88), 160),
        ("sum", (55, 80), 135),  # exactly
        ("sum", (400, 364), 400),  # no space is dearer
        ("mean", (88, 75), 80),  # 81
        ("higher", (75, 88), 88),
        ("higher", (140, 75), 140),
    ],
)
def test_radm_stands_at_the_nearest_space_not_above_what_the_two_values_make(
    word: str, values: tuple[int, int], space: int
) -> None:
    options = () if word == "sum" else (f"merger-price-{word}",)
    game = merge(before_merger(*map(Minor, values), options=options))
    assert game.table.price("RADM") == space
    above = {cell.price for cell in game.box.market.cells.values() if cell.price > space}
    wanted = {"sum": sum(values), "mean": sum(values) // 2, "higher": max(values)}[word]
    assert space <= wanted and all(price > wanted for price in above)


@pytest.mark.rule("M-408")
def test_the_sum_keeps_the_wealth_of_the_holders() -> None:
    """135 = 80 + 55, a space that there is: ten certificates of 135 are five of 160 and five of 110."""
    held = {"ann": 2, "bob": 2, "pool": 1}
    game = before_merger(Minor(80, held), Minor(55, held))
    worth = {player: game.table.worth(player) for player in game.players}
    merge(game)
    assert {player: game.table.worth(player) for player in game.players} == worth


@pytest.mark.rule("M-408")
@pytest.mark.parametrize(("word", "space"), [("sum", 176), ("mean", 88), ("higher", 88)])
def test_a_minor_that_was_never_started_counts_as_the_other(word: str, space: int) -> None:
    options = () if word == "sum" else (f"merger-price-{word}",)
    assert merge(before_merger(None, Minor(88), options=options)).table.price("RADM") == space


@pytest.mark.rule("M-408", "M-612")
def test_a_bankrupt_minor_adds_nothing() -> None:
    game = before_merger(Minor(0), Minor(88))
    assert merge(game).table.price("RADM") == 88


@pytest.mark.rule("M-408")
def test_if_neither_was_started_radm_stands_at_the_lowest_starting_value_with_all_ten() -> None:
    game = merge(before_merger())
    assert game.table.price("RADM") == min(game.box.market.par) == 55
    assert holding(game) == {IPO: 100}
    assert "RADM" not in game.state.president and not game.table.is_floated("RADM")


@pytest.mark.rule("M-408", "M-411")
def test_the_first_to_buy_of_it_then_directs_it_and_it_operates() -> None:
    game = merge(before_merger())
    with arranged(game) as tx:
        stock_turn(tx, "bob")
    accepted(game, BuyCertificate("bob", "RADM/0"))
    assert game.state.president["RADM"] == "bob" and game.table.is_floated("RADM")
    assert game.state.cash["RADM"] == 55


# --------------------------------------------------------------------------- what passes to RADM


@pytest.mark.rule("M-408")
def test_treasuries_vehicles_legacies_and_goods_pass_to_radm() -> None:
    game = before_merger(Minor(cash=70, trains=("6H-0",)), Minor(cash=35, trains=("4W-0", "6H-1")))
    with arranged(game) as tx:
        mark(tx, RAMADERS, "B3", 2)
        mark(tx, ARTESANS, "B3", 3)
        mark(tx, ARTESANS, "K16", 1)
        own_private(tx, "LBI", ARTESANS)
    merge(game)
    assert game.state.cash["RADM"] == 105
    assert set(game.state.trains["RADM"]) == {"6H-0", "4W-0", "6H-1"}
    assert game.state.privates["LBI"] == "RADM"
    assert markers(game) == {"RADM@B3": 5, "RADM@K16": 1}


@pytest.mark.rule("M-408", "M-308")
def test_vehicles_that_retire_with_the_7h_do_not_come_to_radm_for_long() -> None:
    game = merge(before_merger(Minor(trains=("5H-0", "3H-0")), Minor(trains=("6H-0",))))
    assert game.state.trains["RADM"] == ("6H-0",)
    assert not game.state.pending


@pytest.mark.rule("M-408", "M-312")
def test_vehicles_over_the_limit_go_by_choice_of_radm_s_director_ships_and_wagons_apart() -> None:
    rich = Minor(held={"bob": 2}, trains=("6H-0", "6H-1", "4W-0", "4W-1"))
    game = before_merger(rich, Minor(trains=("6H-2", "7H-1", "4W-2", "4W-3")))
    merge(game)
    assert (game.actor, game.player) == ("RADM", "bob")
    assert {action.train for action in listed(game, "discard-train")} >= {"6H-0", "7H-1", "4W-0"}
    cash = game.state.cash["RADM"]
    accepted(game, DiscardTrain("RADM", "6H-1"))
    refused(game, DiscardTrain("RADM", "6H-0"), "not-owner")
    accepted(game, DiscardTrain("RADM", "4W-3"))
    assert not game.state.pending and game.state.cash["RADM"] == cash
    assert {"6H-1", "4W-3"} <= set(game.state.trains[GONE])
    assert len(game.state.trains["RADM"]) == 6


@pytest.mark.rule("M-408", "M-109")
def test_the_stations_of_the_minors_become_the_first_two_factories_of_radm() -> None:
    game = merge(before_merger(Minor(), Minor()))
    names = game.box.ground.names
    assert {names[n] for n, _ in game.state.board.cities_of("RADM")} == {"G8", "E8"}
    prices = game.box.corporations["RADM"].tokens
    assert [prices[token] for token in game.state.tokens_left["RADM"]] == [30, 60]


@pytest.mark.rule("M-408")
def test_the_home_of_a_minor_that_was_never_started_is_a_factory_too() -> None:
    for minors in ((Minor(), None), (None, None)):
        game = merge(before_merger(*minors))
        names = game.box.ground.names
        assert {names[n] for n, _ in game.state.board.cities_of("RADM")} == {"G8", "E8"}
        assert not game.state.homes.keys() & {RAMADERS, ARTESANS}


@pytest.mark.rule("M-502", "M-408", "M-109")
def test_radm_places_its_next_factory_for_thirty() -> None:
    game = merge(before_merger(Minor(), Minor()))
    with arranged(game) as tx:
        lay(tx, ("H9", "AL1", 0))
        turn(tx, "RADM", "place-token")
        money(tx, RADM=100)
    accepted(game, PlaceToken("RADM", "H9", 0))
    assert game.state.cash["RADM"] == 70


# --------------------------------------------------------------------------- the director


@pytest.mark.rule("M-408", "M-411")
@pytest.mark.parametrize(
    ("ramaders", "artesans", "director"),
    [
        (Minor(75, {"ann": 2, "bob": 1}), Minor(88, {"bob": 2, "ann": 1, "cay": 1}), "bob"),  # three each: the dearer's
        (Minor(88, {"ann": 2, "bob": 1}), Minor(75, {"bob": 2, "ann": 1, "cay": 1}), "ann"),
        (Minor(75, {"ann": 3}), Minor(140, {"bob": 2}), "ann"),  # more is more, whatever it was worth
        (Minor(75, {"ann": 2}), Minor(140, {"bob": 2}), "bob"),
        (Minor(140, {"ann": 2}), Minor(75, {"bob": 2}), "ann"),
        # ann directs the dearer and has least: of bob and cay the director of the other minor
        (Minor(140, {"ann": 2, "bob": 1, "cay": 1}), Minor(75, {"cay": 2, "bob": 2}), "cay"),
    ],
)
def test_the_largest_holder_directs_and_of_equals_the_director_of_the_dearer_minor(
    ramaders: Minor, artesans: Minor, director: str
) -> None:
    game = merge(before_merger(ramaders, artesans))
    assert game.state.president["RADM"] == director


@pytest.mark.rule("M-408")
def test_who_directs_by_such_a_tie_stays_director_when_a_third_player_buys() -> None:
    game = merge(before_merger(Minor(75, {"ann": 2}), Minor(140, {"bob": 2})))
    with arranged(game) as tx:
        stock_turn(tx, "cay")
        money(tx, cay=900)
    accepted(game, BuyCertificate("cay", "RADM/4"))
    assert game.state.president["RADM"] == "bob"


# --------------------------------------------------------------------------- whose turn


@pytest.mark.rule("M-409")
def test_radm_operates_in_the_running_round_if_neither_minor_has() -> None:
    game = merge(before_merger(Minor(75), Minor(88), then=(ARTESANS, RAMADERS)))
    assert game.state.queue == ("RADM",)
    while game.actor == "RNC":
        accepted(game, Pass("RNC"))
    assert game.actor == "RADM"


@pytest.mark.rule("M-409")
def test_also_if_one_of_them_was_never_started() -> None:
    assert merge(before_merger(Minor(75), then=(RAMADERS,))).state.queue == ("RADM",)


@pytest.mark.rule("M-409")
@pytest.mark.parametrize("then", [(), (RAMADERS,), (ARTESANS,)])
def test_it_waits_for_the_next_round_if_one_of_them_has(then: tuple[str, ...]) -> None:
    game = merge(before_merger(Minor(75), Minor(88), then=then))
    assert game.state.queue == ()
    part = game.state.part
    while game.actor == "RNC":
        accepted(game, Pass("RNC"))
    assert (game.actor, game.state.part) == ("RADM", part + 1)


@pytest.mark.rule("M-409")
def test_a_minor_that_buys_the_7h_itself_has_operated_and_its_turn_is_over() -> None:
    """The 7H is RADM's; the next company is in turn."""
    game = before_merger(Minor(75), Minor(88), actor=RAMADERS, then=(ARTESANS, "RNC"))
    merge(game)
    assert game.state.trains["RADM"] == ("7H-0",)
    assert (game.actor, game.state.queue) == ("RNC", ())


@pytest.mark.rule("M-409", "M-312")
def test_before_that_radm_gives_up_what_is_over_the_limit() -> None:
    full = Minor(75, trains=("6H-0", "6H-1"))
    game = before_merger(full, Minor(88, trains=("6H-2",)), actor=RAMADERS, then=("RNC",))
    merge(game)
    assert game.actor == "RADM"
    accepted(game, DiscardTrain("RADM", "7H-0"))
    assert game.actor == "RNC"


@pytest.mark.rule("M-409", "M-306")
@pytest.mark.parametrize(
    ("options", "queue"), [((), ("CCM", "RADM", "RCC")), (("order-fixed",), ("RADM", "RCC", "CCM"))]
)
def test_among_those_yet_to_act_it_takes_the_place_of_its_value(
    options: tuple[str, ...], queue: tuple[str, ...]
) -> None:
    """RADM at 122, CCM at 140, RCC fallen to 80 since the round began with it: where order is fixed it stays first."""
    game = before_merger(Minor(75), Minor(55), options=options)
    with arranged(game) as tx:
        for id, price in (("RCC", 80), ("CCM", 140)):
            found(tx, id, 104, cay=20, home=False)
            value(tx, id, price)
        turn(tx, "RNC", "buy-train", then=("RCC", "CCM", RAMADERS, ARTESANS))
    merge(game)
    assert game.table.price("RADM") == 122
    while game.actor == "RNC":
        accepted(game, Pass("RNC"))
    assert (game.actor, *game.state.queue) == queue


@pytest.mark.rule("M-409", "M-306")
def test_it_is_last_where_all_others_are_worth_more() -> None:
    game = before_merger(Minor(75), Minor(55), options=["order-fixed"])
    with arranged(game) as tx:
        found(tx, "RCC", 104, cay=20, home=False)
        value(tx, "RCC", 140)
        turn(tx, "RNC", "buy-train", then=("RCC", RAMADERS, ARTESANS))
    assert merge(game).state.queue == ("RCC", "RADM")


@pytest.mark.rule("M-409")
def test_if_neither_was_started_nobody_is_added_to_the_round() -> None:
    assert merge(before_merger(then=())).state.queue == ()


# --------------------------------------------------------------------------- as any action


@pytest.mark.rule("M-403")
def test_the_merger_is_taken_back_and_made_again_with_the_purchase() -> None:
    game = before_merger(Minor(88, {"ann": 2, "pool": 1}, 70, ("6H-0",)), Minor(75), then=(RAMADERS, ARTESANS))
    before = game.state.hash()
    merge(game)
    after = game.state.hash()
    assert game.undo() and game.state.hash() == before
    assert game.redo() and game.state.hash() == after


@pytest.mark.rule("M-403")
@pytest.mark.parametrize("seed", range(4))
def test_play_goes_on_after_it(seed: int) -> None:
    game = before_merger(Minor(88, {"ann": 2, "pool": 1}, 70, ("6H-0",)), Minor(75), then=(RAMADERS, ARTESANS))
    merge(game)
    bot = RandomBot(seed)
    while not game.is_over and game.length < 200:
        before = game.state
        action = bot.choose(game)
        game.play(Pass(action.actor) if isinstance(action, IssueCertificates) else action)
        assert faults(game.table, before) == []
    assert "RADM" in game.state.par


@pytest.mark.rule("M-403")
def test_the_audit_finds_a_minor_that_is_still_in_play() -> None:
    game = menorca()
    with arranged(game, audit=False) as tx:
        tx.found_at("RADM", tx.box.market.par[55], "")
    assert any("beside RADM" in fault for fault in faults(game.table))
