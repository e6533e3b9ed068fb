"""Discounts of privates that are more than a fixed amount: all of what terrain costs, and the first train only."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx import TitleError
from open18xx.play import events as e
from open18xx.play.actions import BuyTrain, LayTile
from open18xx.play.audit import faults
from open18xx.play.game import Game
from open18xx.play.state import GONE

from .positions import accepted, arranged, depot_from, found, listed, new, phase, refused, sell_privates, trains, turn

MOUNTAIN = [{"kind": "mountain", "cost": 60}]


def laying(amount: int | str, *, terrain: list[dict[str, Any]] = MOUNTAIN, card: dict[str, Any] | None = None) -> Game:
    """RED owns X3, which takes so much off mountains, and may lay on D4; the card, if any, lies open."""
    discount = {"kind": "terrain-discount", "holder": "corporation", "terrain": "mountain", "amount": amount}
    changes: dict[str, Any] = {"privates.X3.abilities": [discount], "hexes.D4.terrain": terrain}
    if card is not None:
        changes["cards.alms.effects"] = [{"kind": "terrain-cost", **card}]
    for seed in range(100):
        game = new("eras.toml", overrides={"rules.auction.lots": "all", **changes}, seed=seed)
        if game.state.deck[0] == "alms":
            break
    with arranged(game) as tx:
        sell_privates(tx, X3="RED")
        found(tx, "RED", 100, ann=60, cash=1000, home=False)
        tx.place_token("RED", "D2", 0)
        turn(tx, "RED", "lay-track")
        if card is not None:
            tx.record(e.CardRevealed("alms", tx.state.number))
    return game


def cost(game: Game) -> int:
    """What it really pays."""
    accepted(game, LayTile("RED", "D4", "9", 1))
    return 1000 - game.state.cash["RED"]


# --------------------------------------------------------------------------- all of the terrain cost


@pytest.mark.parametrize(("amount", "paid"), [(40, 20), (60, 0), ("all", 0)])
def test_a_discount_is_an_amount_or_all_of_the_cost(amount: int | str, paid: int) -> None:
    """amount."""
    assert cost(laying(amount)) == paid


RAISED: dict[str, Any] = {"terrain": "mountain", "amount": 25}


@pytest.mark.parametrize(("amount", "paid"), [(40, 45), (60, 25), ("all", 0)])
def test_who_pays_no_terrain_pays_nothing_of_what_a_card_adds(amount: int | str, paid: int) -> None:
    assert cost(laying(amount, card=RAISED)) == paid


def test_nor_of_what_a_card_adds_on_that_hex() -> None:
    assert cost(laying("all", card={"hexes": ["D4"], "amount": 25})) == 0


BOTH = [{"kind": "mountain", "cost": 60}, {"kind": "water", "cost": 30}]


@pytest.mark.parametrize(
    ("card", "paid"),
    [(None, 30), (RAISED, 30), ({"terrain": "water", "amount": 25}, 55), ({"hexes": ["D4"], "amount": 5}, 35)],
)
def test_other_terrain_of_the_hex_is_paid_and_what_a_card_adds_to_it(card: dict[str, Any] | None, paid: int) -> None:
    assert cost(laying("all", terrain=BOTH, card=card)) == paid


def test_only_discounts_may_be_all_of_something() -> None:
    with pytest.raises(TitleError, match='"all" for income, wanted a number'):
        new("eras.toml", overrides={"privates.X3.abilities": [{"kind": "income", "phase": "3", "amount": "all"}]})


# --------------------------------------------------------------------------- the first train


def shipyard(*, first_only: bool = True, families: tuple[str, ...] = ("train",), owner: str = "RED") -> Game:
    """The shipyard, RED's, takes 50 off a train; RED and BLU have none and buy."""
    ability = {"kind": "train-discount", "holder": "corporation", "amount": 50, "families": list(families)}
    changes = {"rules.auction.lots": "all", "privates.X3.abilities": [{**ability, "first_only": first_only}]}
    game = new("eras.toml", overrides=changes)
    with arranged(game) as tx:
        sell_privates(tx, X3=owner)
        found(tx, "RED", 100, ann=60, cash=1000)
        found(tx, "BLU", 67, bob=60, cash=500)
        turn(tx, "RED", "buy-train", then=["BLU"])
    return game


@pytest.mark.parametrize(("first_only", "second"), [(True, 80), (False, 30)])
def test_the_discount_may_be_for_the_first_train_only(first_only: bool, second: int) -> None:
    """first_only."""
    game = shipyard(first_only=first_only)
    accepted(game, BuyTrain("RED", "2-0", 30))
    accepted(game, BuyTrain("RED", "2-1", second))


def test_a_corporation_that_has_a_train_when_it_buys_the_private_pays_the_full_price() -> None:
    game = shipyard(owner="cay")
    accepted(game, BuyTrain("RED", "2-0", 80))
    with arranged(game) as tx:
        tx.move_private("X3", "RED")
    refused(game, BuyTrain("RED", "2-1", 30), "train-price", low=80, high=80)
    accepted(game, BuyTrain("RED", "2-1", 80))


def test_so_does_one_that_had_a_train_before() -> None:
    """It has left the game meanwhile."""
    game = shipyard()
    with arranged(game) as tx:
        trains(tx, "RED", "2-5")
        tx.move_train("2-5", "RED", GONE)
    accepted(game, BuyTrain("RED", "2-0", 80))


def test_a_train_bought_from_another_corporation_is_the_first_too() -> None:
    game = shipyard()
    with arranged(game) as tx:
        trains(tx, "BLU", "2-5")
    accepted(game, BuyTrain("RED", "2-5", 60))
    accepted(game, BuyTrain("RED", "2-0", 80))


@pytest.mark.parametrize(("families", "price"), [(("train",), 30), ((), 80)])
def test_the_first_of_the_families_that_are_named(families: tuple[str, ...], price: int) -> None:
    """A wagon was bought before; where no family is named all are meant."""
    game = shipyard(families=families)
    accepted(game, BuyTrain("RED", "W-0", 100 if families else 50))
    accepted(game, BuyTrain("RED", "2-0", price))


def test_what_others_bought_does_not_matter() -> None:
    game = shipyard()
    with arranged(game) as tx:
        trains(tx, "BLU", "2-5")
    assert BuyTrain("RED", "2-0", 30) in listed(game, "buy-train")


def test_first_trains_are_remembered_only_where_a_private_asks_for_them() -> None:
    """Of all other titles the positions are what they were."""
    for asks in (True, False):
        game = shipyard(first_only=asks)
        accepted(game, BuyTrain("RED", "2-0", 30))
        assert ("trains-had" in game.state.slices) is asks and faults(game.table) == []


def test_in_need_the_discount_counts_for_what_is_the_cheapest() -> None:
    """RED has had a train: what is missing is counted from the full price."""
    for had, price in ((False, 30), (True, 80)):
        game = shipyard()
        with arranged(game) as tx:
            if had:
                trains(tx, "RED", "2-5")
                tx.move_train("2-5", "RED", GONE)
            phase(tx, "2")
            depot_from(tx, "2")
            tx.pay("RED", "bank", 1000 - price)
            turn(tx, "RED", "must-buy-train", then=["BLU"])
        accepted(game, BuyTrain("RED", "2-0", price))
        assert game.state.cash["RED"] == 0
