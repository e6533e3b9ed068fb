"""Tiles that only a corporation lays whose president owns a private (ability allow-tile)."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx.play.actions import LayPrivateTile, LayTile
from open18xx.play.events import PresidentChanged
from open18xx.play.game import Game

from .positions import accepted, arranged, found, go_on, listed, money, new, phase, refused, sell_privates, tile, turn

Rules = dict[str, Any]

STRAIGHT = LayTile("BLU", "C7", "9", 1)
CURVE = LayTile("BLU", "C7", "8", 4)


def valley(owner: str = "ann", overrides: Rules | None = None, *, free: bool = False, cash: int = 500) -> Game:
    """BLU (ann) may lay on C7, where water costs 40. Tile 9 is only for corporations of who owns X1: the ``owner``."""
    ability = {"kind": "allow-tile", "tiles": ["9"], "free": free}
    water = {"hexes.C7.terrain": [{"kind": "water", "cost": 40}]}
    rules: Rules = {"privates.X1.abilities": [ability], **water, **(overrides or {})}
    game = new("valley.toml", overrides=rules)
    with arranged(game) as tx:
        found(tx, "BLU", 100, ann=60, cash=cash)
        found(tx, "RED", 100, bob=60, cash=500)
        sell_privates(tx, X1=owner)
        tile(tx, "C9", "5", 0)
        phase(tx, "2")
        turn(tx, "BLU")
    return game


def tiles(game: Game) -> set[str]:
    return {action.tile for action in listed(game, "lay-tile")}  # type: ignore[attr-defined]


@pytest.mark.rule("O-106")
def test_only_a_corporation_over_which_the_owner_of_the_private_presides_lays_such_a_tile() -> None:
    assert tiles(valley()) >= {"8", "9"}
    accepted(valley(), STRAIGHT)
    for other in ("bob", "BLU", "RED"):
        game = valley(other)
        refused(game, STRAIGHT, "tile-not-allowed", tile="9", private="X1")
        assert "9" not in tiles(game) and "8" in tiles(game)
        accepted(game, CURVE)


def test_nobody_lays_it_once_the_private_is_closed() -> None:
    refused(valley(""), STRAIGHT, "tile-not-allowed", tile="9", private="X1")


def test_without_such_a_private_anybody_does() -> None:
    accepted(valley("bob", {"privates.X1.abilities": []}), STRAIGHT)


@pytest.mark.rule("O-106")
def test_nor_does_a_corporation_over_which_an_actor_presides_that_the_owner_decides_for() -> None:
    """ann decides for the Trust, and so for BLU, but the Trust presides."""
    game = valley(overrides={"actors": [{"id": "Trust", "controlled_by": "X2"}]})
    with arranged(game) as tx:
        tx.note("actor", "BLU")
        for certificate in tx.certificates_of("ann", "BLU"):
            tx.move_certificate(certificate.id, "Trust")
        tx.record(PresidentChanged("BLU", "Trust"))
        tx.move_private("X2", "ann")
    assert game.table.decider("BLU") == "ann"
    refused(game, STRAIGHT, "tile-not-allowed", tile="9", private="X1")


@pytest.mark.parametrize(("free", "paid"), [(False, 40), (True, 0)])
def test_the_lay_costs_as_any_or_nothing(free: bool, paid: int) -> None:
    """free: no terrain."""
    game = valley(free=free)
    accepted(game, STRAIGHT)
    assert game.state.cash["BLU"] == 500 - paid and game.state.lays == ("lay",)


def test_only_the_lay_of_such_a_tile_is_free() -> None:
    game = valley(free=True)
    accepted(game, CURVE)
    assert game.state.cash["BLU"] == 460
    other = valley("bob", free=True)
    accepted(other, CURVE)
    assert other.state.cash["BLU"] == 460


@pytest.mark.parametrize("free", [False, True])
def test_who_cannot_pay_lays_it_only_where_it_is_free(free: bool) -> None:
    game = valley(free=free, cash=39)
    refused(game, CURVE, "cash", cost=40, cash=39)
    if free:
        accepted(game, STRAIGHT)
        assert game.state.cash["BLU"] == 39
    else:
        refused(game, STRAIGHT, "cash", cost=40, cash=39)


def second(*, free: bool, cash: int) -> Game:
    """BLU has done the lay that costs nothing; one more costs 20."""
    actions = [{"lay": "yes", "upgrade": "yes"}, {"lay": "yes", "upgrade": "no", "cost": 20}]
    game = valley(overrides={"rules.track.actions": actions, "hexes.C7.terrain": []}, free=free)
    with arranged(game) as tx:
        tx.note("lays", ("lay",))
        money(tx, BLU=cash)
        go_on(tx)
    return game


@pytest.mark.rule("O-106")
def test_nor_is_a_fee_paid_for_it_where_it_is_free_and_the_step_waits_for_it() -> None:
    """19 in hand: the step is over unless the tile is free."""
    assert tiles(second(free=False, cash=19)) == set()
    game = second(free=True, cash=19)
    assert tiles(game) == {"9"}
    refused(game, CURVE, "cash", cost=20, cash=19)
    accepted(game, STRAIGHT)
    assert game.state.cash["BLU"] == 19
    paid = second(free=False, cash=20)
    accepted(paid, STRAIGHT)
    assert paid.state.cash["BLU"] == 0


def test_a_discount_on_terrain_is_not_used_up_by_a_free_lay() -> None:
    """X2 is BLU's: 20 off, once."""
    discount = {"kind": "terrain-discount", "holder": "any", "terrain": "water", "amount": 20, "uses": 1}
    for free, used in ((True, {}), (False, {("X2", 0): 1})):
        game = valley(overrides={"privates.X2.abilities": [discount]}, free=free)
        with arranged(game) as tx:
            tx.move_private("X2", "BLU")
        accepted(game, STRAIGHT)
        assert game.state.used == used and game.state.cash["BLU"] == (500 if free else 480)


def test_an_ability_to_lay_the_tile_needs_no_other() -> None:
    """X2 of bob lays a 9 on its hex, whoever owns X1."""
    says = {"kind": "lay-tile", "windows": ["any-time"], "uses": 1, "tiles": ["9"]}
    game = valley(overrides={"privates.X2.abilities": [says], "private_hexes.X2": ["C7"]})
    with arranged(game) as tx:
        tx.move_private("X2", "bob")
    accepted(game, LayPrivateTile("bob", "X2", "C7", "9", 1))
