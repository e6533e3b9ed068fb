"""Turns of corporations: laying track with and without the right to tile 9, and what the players get and have."""

from __future__ import annotations

import pytest

from open18xx.play import actions as a
from open18xx.play.events import MoneyPaid
from open18xx.play.game import Game
from open18xx.play.state import BANK

from .positions import (
    accepted,
    arranged,
    has_operated,
    listed,
    own,
    phase,
    prince,
    railway,
    refused,
    stock_turn,
    turn,
)


def laying(*, site: bool = False, owner: str = "ann", at: str = "2H") -> Game:
    """C (ann) is about to lay track, with 100; SBC is the owner's."""
    game = prince(site=site)
    with arranged(game) as tx:
        own(tx, owner, "SBC")
        railway(tx, "C", cash=100, ann=40)
        phase(tx, at)
        turn(tx, "C", "lay-track")
    return game


def lays(game: Game) -> dict[str, a.LayTile]:
    """One possible lay of each tile."""
    return {action.tile: action for action in listed(game, "lay-tile")}


# --------------------------------------------------------------------------- track


@pytest.mark.rule("O-064", "O-017")
def test_who_upgrades_lays_no_yellow_in_that_turn() -> None:
    game = laying(at="4H")
    upgrade = next(
        action
        for action in listed(game, "lay-tile")
        if game.table.board.faces[game.box.ground.number[action.hex]].tile.color == "yellow"
    )
    accepted(game, upgrade)
    assert game.state.lays == ("upgrade",) and not listed(game, "lay-tile")


@pytest.mark.rule("O-106")
@pytest.mark.parametrize("owner", ["ann", "bob", "closed"])
def test_only_the_owner_of_the_right_lays_tile_9(owner: str) -> None:
    game = laying(owner=owner)
    assert ("9" in lays(game)) is (owner == "ann") and "8" in lays(game)


@pytest.mark.rule("O-106", "O-063")
@pytest.mark.parametrize(("site", "paid"), [(False, 0), (True, 20)])
def test_by_the_page_it_is_laid_for_nothing_and_by_the_site_like_any_tile(site: bool, paid: int) -> None:
    """As the second lay of the turn."""
    game = laying(site=site)
    accepted(game, lays(game)["8"])
    cash = game.state.cash["C"]
    accepted(game, lays(game)["9"])
    assert game.state.cash["C"] == cash - paid and game.state.lays == ("lay", "lay")


@pytest.mark.rule("O-106")
def test_there_is_one_tile_9() -> None:
    game = laying()
    accepted(game, lays(game)["9"])
    assert game.state.supply["9"] == 0 and "9" not in lays(game)


# --------------------------------------------------------------------------- what players get and have


@pytest.mark.rule("O-043", "O-015")
def test_the_bank_pays_players_the_income_of_their_privates_before_anybody_acts() -> None:
    """ann ML 20, bob SL 30, cay RA 10, dan RF 15; the Union Bank's lot and the rights pay nothing."""
    game = prince()
    with arranged(game) as tx:
        railway(tx, "C", ann=40)
        has_operated(tx, "C")
    paid: dict[str, int] = {}
    while game.state.round == "stock":
        for event in game.play(a.Pass(game.actor)):
            if isinstance(event, MoneyPaid) and event.payer == BANK and event.payee in game.players:
                paid[event.payee] = paid.get(event.payee, 0) + event.amount
    assert paid == {"ann": 20, "bob": 30, "cay": 10, "dan": 15} and game.state.operated == ("C",)


@pytest.mark.rule("O-043", "O-025")
def test_the_bank_pays_players_the_price_of_the_shares_they_sell() -> None:
    game = prince()
    with arranged(game) as tx:
        railway(tx, "C", ann=40)
        stock_turn(tx, "ann")
    sale = a.SellCertificates("ann", "C", ("C/3",))
    before = game.state.cash["ann"]
    events = accepted(game, sale)
    assert MoneyPaid(BANK, "ann", 92) in events and game.state.cash["ann"] == before + 92


@pytest.mark.rule("O-025")
def test_a_player_is_worth_his_money_shares_and_privates() -> None:
    game = prince()
    with arranged(game) as tx:
        railway(tx, "C", ann=40)
        railway(tx, "A", bob=40)
    state, table = game.state, game.table
    fortune = state.cash["ann"] + 4 * 92 + sum(table.box.privates[id].price for id in table.privates_of("ann"))
    assert game.table.worth("ann") == fortune and table.privates_of("ann") == ["ML", "P5"]
    refused(game, a.SellCertificates("ann", "PEIR", ("PEIR/3",)), "not-started")
