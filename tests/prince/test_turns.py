"""The Old Prince 1871: what players own, what the bank pays them, and how much track one turn allows."""

from __future__ import annotations

import pytest

from open18xx.play import actions as a
from open18xx.play.events import MoneyPaid
from open18xx.play.game import Game
from open18xx.play.state import BANK, POOL

from .positions import accepted, arranged, kinds, listed, money, phase, prince, railway, refused, stock_turn, turn


@pytest.mark.rule("O-025")
def test_a_player_owns_money_certificates_and_privates_and_nothing_else() -> None:
    game = prince()
    state, table = game.state, game.table
    certificates = table.price("C") * table.percent("ann", "C") // 10  # those of PEIR have no value of their own
    privates = {"ML": 160, "P5": 80}
    assert table.privates_of("ann") == list(privates)
    assert game.result()["ann"] == state.cash["ann"] + certificates + sum(privates.values())
    for owned_by_corporations in (state.trains, state.tokens_left):
        assert not owned_by_corporations.keys() & set(game.players)


@pytest.mark.rule("O-043", "O-015")
def test_the_bank_pays_the_incomes_of_privates_as_operating_rounds_begin() -> None:
    game = prince()
    incomes = {
        owner: sum(game.table.income(private) for private in game.table.privates_of(owner))
        for owner in (*game.players, "PEIR")
    }
    while game.table.title.rounds[game.state.round].kind == "stock":
        paid = [event for event in game.play(a.Pass(game.actor)) if isinstance(event, MoneyPaid)]
    assert {event.payer for event in paid} == {BANK}
    found = {owner: sum(event.amount for event in paid if event.payee == owner) for owner in incomes}
    assert found == incomes == {"ann": 20, "bob": 30, "cay": 10, "dan": 15, "PEIR": 80}


@pytest.mark.rule("O-043")
def test_the_bank_pays_for_what_players_sell() -> None:
    game = prince()
    with arranged(game) as tx:
        railway(tx, "S", ann=40, cash=0)
        stock_turn(tx, "ann")
    price = game.table.price("S")
    sold = next(each for each in listed(game, "sell-certificates") if each.corporation == "S")
    paid = [event for event in accepted(game, sold) if isinstance(event, MoneyPaid)]
    assert paid == [MoneyPaid(BANK, "ann", len(sold.certificates) * price)]
    assert all(game.state.holder[id] == POOL for id in sold.certificates)


def laying() -> Game:
    """The mainline may lay track in the first phase with green tiles."""
    game = prince()
    with arranged(game) as tx:
        phase(tx, "4H")
        money(tx, C=500)
        turn(tx, "C", "lay-track")
    return game


def lays(game: Game) -> dict[bool, list[a.LayTile]]:
    """The lays that are legal: those on a printed or laid tile with track, and those on a hex without any."""
    found: dict[bool, list[a.LayTile]] = {True: [], False: []}
    for action in listed(game, "lay-tile"):
        face = game.table.board.faces[game.table.box.ground.number[action.hex]]
        found[face.tile.color != "white"].append(action)
    return found


@pytest.mark.rule("O-064")
def test_who_upgrades_a_tile_lays_no_yellow_one_in_that_turn() -> None:
    game = laying()
    both = lays(game)
    assert both[True] and both[False]
    accepted(game, both[True][0])
    assert "lay-tile" not in kinds(game)
    refused(game, both[False][0], "not-offered")


@pytest.mark.rule("O-064", "O-017", "O-121")
def test_after_a_yellow_tile_nothing_but_one_more_yellow_tile_is_laid() -> None:
    game = laying()
    both = lays(game)
    accepted(game, both[False][0])
    second = lays(game)
    assert second[False] and not second[True]
    refused(game, both[True][0], "lay-kind", what="upgrade")
    accepted(game, second[False][0])
    assert "lay-tile" not in kinds(game)
