"""Corporations that come and go: the verbs by which a title's plugin merges some into another."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx.bots.random_bot import RandomBot
from open18xx.play import events as e
from open18xx.play.actions import BuyCertificate, BuyTrain, DiscardTrain, Pass, StartCorporation
from open18xx.play.audit import faults
from open18xx.play.game import Game, unpack
from open18xx.play.state import BANK, CLOSED, GONE, IPO
from open18xx.play.transaction import Transaction
from open18xx.title.model import Title

from .positions import (
    accepted,
    arranged,
    depot_from,
    found,
    go_on,
    new,
    phase,
    refused,
    sell_privates,
    stock_turn,
    trains,
    turn,
)


def begun(**overrides: Any) -> Game:
    """All three minors and all privates are in play."""
    rules = {
        "rules.auction.lots": "all",
        "rules.stock.first_player": "first-seat",
        "rules.corporations.minors_in_play": 0,
        "rules.corporations.capitalization": "incremental",
    }
    return new("eras.toml", overrides={**rules, **overrides})


def running(*then: str, actor: str = "M1", step: str = "buy-train", **overrides: Any) -> Game:
    """M1 (ann 40, bob 20 %) and M2 (bob 60 %) and RED (cay) operate; the minors have money, trains and tokens."""
    game = begun(**overrides)
    with arranged(game) as tx:
        sell_privates(tx, X1="ann", X2="M1")
        found(tx, "M1", 100, ann=40, bob=20, cash=1000)
        found(tx, "M2", 67, bob=60, cash=70)
        found(tx, "RED", 76, cay=60, cash=500)
        trains(tx, "M1", "2-0", "W-0")
        trains(tx, "M2", "2-1")
        turn(tx, actor, step, then=then)
    return game


def test_a_corporation_that_closes_leaves_nothing_behind() -> None:
    game = running("M2")
    total = game.table.money()
    cell, bank = game.state.cell["M2"], game.state.cash[BANK]
    with arranged(game) as tx:
        tx.close_corporation("M2")
    state = game.state
    assert state.closed == ("M2",) and state.queue == ()
    assert game.table.percent(GONE, "M2") == 100
    assert (state.cash["M2"], state.cash[BANK], game.table.money()) == (0, bank + 70, total)
    assert state.trains["M2"] == () and "2-1" in state.trains[GONE]
    assert "M2" not in state.stacks[cell] and state.tokens_left["M2"] == ()
    assert not any("M2" in slots for slots in game.table.board.tokens.values())


def test_the_privates_of_a_corporation_that_closes_close_with_it() -> None:
    game = running("M2")
    with arranged(game) as tx:
        tx.close_corporation("M1")
    assert (game.state.privates["X2"], game.state.privates["X1"]) == (CLOSED, "ann")


def test_a_corporation_that_was_never_started_can_close() -> None:
    game = running("M2")
    with arranged(game) as tx:
        tx.close_corporation("M3")
    assert game.table.percent(GONE, "M3") == 100 and "M3" not in game.state.homes


def test_a_closed_corporation_is_not_started_again() -> None:
    game = running("M2")
    with arranged(game) as tx:
        tx.close_corporation("M3")
        stock_turn(tx, "cay")
    refused(game, StartCorporation("cay", "M3", 67), "not-startable", corporation="M3")
    refused(game, StartCorporation("cay", "UNI", 67), "not-startable", corporation="UNI")


def test_a_corporation_that_closes_in_its_own_turn_has_had_it() -> None:
    game = running("M2", "RED")
    with arranged(game, audit=False) as tx:
        tx.close_corporation("M1")
        go_on(tx)
    assert faults(game.table) == []
    assert game.actor == "RED" and game.state.queue == ("M2",)  # the dearer first


def test_a_closed_corporation_that_was_still_to_act_is_passed_over() -> None:
    game = running("M2", "RED", step="must-buy-train")
    with arranged(game, audit=False) as tx:
        tx.close_corporation("M2")
        go_on(tx)
    assert game.actor == "RED"


def test_the_round_ends_when_the_last_to_act_closes() -> None:
    game = running()
    with arranged(game, audit=False) as tx:
        tx.close_corporation("M1")
        go_on(tx)
    assert (game.state.round, game.state.number) == ("stock", 3)


def test_what_was_asked_of_a_closed_corporation_is_asked_no_more() -> None:
    game = running("M2")
    with arranged(game, audit=False) as tx:
        tx.demand("discard-trains", "M2", "M2")
        tx.demand("home-token", "RED", "M2@D2")
        tx.demand("discard-trains", "RED", "RED")
        tx.close_corporation("M2")
    assert [demand.actor for demand in game.state.pending] == ["RED"]


def test_a_train_that_runs_once_more_is_gone_with_its_corporation() -> None:
    game = running("M2")
    with arranged(game) as tx:
        tx.note("obsolete", ("2-1", "2-0"))
        tx.close_corporation("M2")
    assert game.state.obsolete == ("2-0",)


# --------------------------------------------------------------------------- the successor


def test_a_token_is_replaced_in_its_slot_and_the_old_one_leaves_the_game() -> None:
    game = running("M2")
    ground = game.table.board.ground
    home = ground.number["D2"]
    (node,) = [node for n, node in game.table.board.tokens if n == home]
    before = game.table.board.tokens[home, node]
    with arranged(game) as tx:
        tx.replace_token("D2", node, "M2", "UNI")
        tx.close_corporation("M2")
    after = game.table.board.tokens[home, node]
    assert after == tuple("UNI" if owner == "M2" else owner for owner in before) and "UNI" in after
    assert game.state.tokens_left["UNI"] == (1, 2)


def test_where_the_successor_has_a_token_on_the_hex_already_the_old_one_is_taken_off() -> None:
    game = running("M2")
    with arranged(game) as tx:
        tx.place_token("UNI", "D2", 0)
        tx.replace_token("D2", 0, "M2", "UNI")
        tx.close_corporation("M2")
    slots = game.table.board.tokens[game.table.board.ground.number["D2"], 0]
    assert slots.count("UNI") == 1 and "M2" not in slots
    assert game.state.tokens_left["UNI"] == (1, 2)


def test_a_successor_is_founded_at_any_cell_and_floats_if_enough_is_out() -> None:
    """found_at: a price that is no starting value."""
    game = running("M2")
    cell = next(at for at, cell in game.box.market.cells.items() if cell.price not in game.box.market.par)
    with arranged(game) as tx:
        for number, owner in enumerate(("ann", "ann", "bob")):
            tx.move_certificate(f"UNI/{number}", owner)
        tx.found_at("UNI", cell, "ann")
    table = game.table
    assert (table.price("UNI"), game.state.par["UNI"]) == (game.box.market.cells[cell].price,) * 2
    assert game.state.president["UNI"] == "ann" and table.is_floated("UNI")


def test_a_successor_of_which_nobody_holds_anything_has_no_president_and_does_not_float() -> None:
    game = running("M2")
    with arranged(game) as tx:
        tx.found_at("UNI", tx.box.market.par[67], "")
    assert "UNI" not in game.state.president and not game.table.is_floated("UNI")


def test_the_first_who_buys_of_it_presides() -> None:
    game = running("M2")
    with arranged(game) as tx:
        tx.found_at("UNI", tx.box.market.par[67], "")
        stock_turn(tx, "cay")
    accepted(game, BuyCertificate("cay", "UNI/0"))
    assert game.state.president["UNI"] == "cay" and not game.table.is_floated("UNI")
    accepted(game, Pass("cay"))
    accepted(game, BuyCertificate("ann", "UNI/1"))
    assert game.state.president["UNI"] == "cay" and game.table.is_floated("UNI")
    assert game.state.cash["UNI"] == 2 * 67


# --------------------------------------------------------------------------- a whole merger, by a train's event


class Merger:
    """What a plugin would do: x-merge puts M1 and M2 into UNI, certificate for certificate."""

    def __init__(self) -> None:
        self.phase = ""

    def __call__(self, tx: Transaction, name: str) -> None:
        assert name == "x-merge"
        self.phase = tx.phase.id
        queue, actor = tx.state.queue, tx.state.actor
        old = ("M1", "M2")
        certificates = iter(tx.box.corporations["UNI"].certificates)
        for minor in old:
            for certificate in tx.box.corporations[minor].certificates:
                holder = tx.state.holder[certificate.id]
                new_one = next(certificates)
                if holder != IPO:
                    tx.move_certificate(new_one.id, holder)
            tx.pay(minor, "UNI", tx.state.cash[minor])
            for train in tx.state.trains[minor]:
                tx.move_train(train, minor, "UNI")
            for n, city in tx.board.cities_of(minor):
                tx.replace_token(tx.board.ground.names[n], city, minor, "UNI")
        cell = tx.box.market.par[100]
        for minor in old:
            tx.close_corporation(minor)
        tx.found_at("UNI", cell, "bob")
        if actor not in old and all(minor in queue for minor in old):
            tx.note("queue", tx.operating_order((*tx.state.queue, "UNI")))


def merging(actor: str, *then: str) -> tuple[Game, Merger]:
    """``actor`` may buy the first 5, whose event is the merger; 5-trains begin era 3."""
    data = {"trains.5.on_first": []}
    game = running(*then, actor=actor, step="buy-train", **data)
    merger = Merger()
    title: Title = game.title
    box = unpack(title)
    box.hooks = type(box.hooks)(**{
        name: ((merger,) if name == "on_event" else getattr(box.hooks, name)) for name in box.hooks.__slots__
    })  # fmt: skip
    five = box.trains["5"]
    merging_five = type(five)(**{
        name: (("x-merge",) if name == "on_first" else getattr(five, name)) for name in five.__slots__
    })  # fmt: skip
    box.type_of.update({train: merging_five for train, type_ in box.type_of.items() if type_.id == "5"})
    twin = Game(box, game.players)
    with arranged(twin) as tx:
        tx.state = game.state.copy()
        phase(tx, "4")
        for owner in ("M1", "M2"):  # their 2-trains are gone; 4-trains instead
            for train in tx.state.trains[owner]:
                if train.startswith("2-"):
                    tx.move_train(train, owner, GONE)
        depot_from(tx, "4")
        trains(tx, "M1", "4-0", "4-1")
        trains(tx, "M2", "4-2")
        depot_from(tx, "5")
    return twin, merger


def test_the_event_of_a_train_runs_after_the_phase_began_and_before_the_train_limit_is_asked() -> None:
    """x-merge: on_first of the first train of an era; UNI then holds 4-trains over the limit of 2, and gives one up."""
    game, merger = merging("RED", "M1", "M2")
    with arranged(game) as tx:
        tx.pay(BANK, "RED", 1000)
    events = accepted(game, BuyTrain("RED", "5-0", 450))
    assert merger.phase == "5"
    kinds = [type(event) for event in events]
    assert kinds.index(e.PhaseBegan) < kinds.index(e.CorporationClosed) < kinds.index(e.Demanded)
    assert game.state.closed == ("M1", "M2")
    assert game.actor == "UNI" and {demand.step for demand in game.state.pending} == {"discard-trains"}
    accepted(game, DiscardTrain("UNI", "4-1"))
    assert game.state.trains["UNI"] == ("W-0", "4-0", "4-2")
    assert game.state.cash["UNI"] == 1070 and game.state.cash["M1"] == 0
    assert {player: game.table.percent(player, "UNI") for player in game.players} == {"ann": 20, "bob": 40, "cay": 0}


def test_the_successor_acts_in_the_running_round_if_neither_minor_has() -> None:
    game, _ = merging("RED", "M1", "M2")
    with arranged(game) as tx:
        tx.pay(BANK, "RED", 1000)
    accepted(game, BuyTrain("RED", "5-0", 450))
    accepted(game, DiscardTrain("UNI", "4-1"))
    while game.actor == "RED":
        accepted(game, Pass("RED"))
    assert game.actor == "UNI"


def test_a_minor_that_merges_in_its_own_turn_has_had_it() -> None:
    """The successor discards first; then the turn of the minor that bought is over, and the next begins."""
    game, _ = merging("M1", "M2", "RED")
    accepted(game, BuyTrain("M1", "5-0", 450))
    assert game.state.trains["UNI"] == ("W-0", "4-0", "4-1", "5-0", "4-2")
    accepted(game, DiscardTrain("UNI", "4-0"))
    accepted(game, DiscardTrain("UNI", "4-1"))
    assert game.actor == "RED" and game.state.queue == ()


def test_a_merger_is_undone_and_done_again_like_any_action() -> None:
    game, _ = merging("M1", "M2", "RED")
    before = game.state.hash()
    game.play(BuyTrain("M1", "5-0", 450))
    after = game.state.hash()
    assert game.undo() and game.state.hash() == before
    assert game.redo() and game.state.hash() == after
    assert faults(game.table) == []


@pytest.mark.parametrize("seed", range(3))
def test_after_a_merger_play_goes_on_to_the_end(seed: int) -> None:
    game, _ = merging("RED", "M1", "M2")
    with arranged(game) as tx:
        tx.pay(BANK, "RED", 1000)
    game.play(BuyTrain("RED", "5-0", 450))
    bot = RandomBot(seed)
    while not game.is_over and game.length < 400:
        before = game.state
        game.play(bot.choose(game))
        assert faults(game.table, before) == []
