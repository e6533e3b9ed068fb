"""What single events change, where no rule of an installed title brings them about."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx import Game, load_title, new_game
from open18xx.play import events as e
from open18xx.play.actions import BarEdge, IssueCertificates, RedeemCertificates
from open18xx.play.audit import faults
from open18xx.play.state import GONE, IPO, SLOTS
from open18xx.play.transaction import Transaction

from .positions import found, turn


def begun(**overrides: Any) -> Transaction:
    game = new_game(load_title("1830", overrides=overrides), ["ann", "bob", "cay"])
    return Transaction(game.box, game.state.copy())


def test_a_closed_corporation_has_no_price_no_president_and_no_turn() -> None:
    tx = begun()
    found(tx, "PRR", 100, ann=60)
    found(tx, "B&O", 100, bob=60)
    turn(tx, "B&O", "run-routes")
    tx.record(e.TurnBegan("B&O", ("PRR",)))
    cell = tx.state.cell["PRR"]
    tx.record(e.CorporationClosed("PRR"))
    state = tx.state
    assert state.closed == ("PRR",) and state.queue == ()
    assert state.stacks[cell] == ("B&O",)
    for table in (state.par, state.cell, state.president, state.homes):
        assert "PRR" not in table
    assert "PRR" not in state.floated and state.tokens_left["PRR"] == ()


def test_a_corporation_that_was_never_started_can_close() -> None:
    tx = begun()
    tx.record(e.CorporationClosed("NYC"))
    assert tx.state.closed == ("NYC",) and "NYC" not in tx.state.homes


def test_a_certificate_can_leave_the_game() -> None:
    tx = begun()
    tx.move_certificate("NYC/1", GONE)
    assert tx.state.paper[GONE] == ("NYC/1",) and tx.percent(IPO, "NYC") == 90


def test_a_token_is_replaced_in_its_own_slot() -> None:
    tx = begun()
    home = tx.board.ground.number["H12"]
    node = next(node for n, node in tx.board.tokens if n == home)
    slots = len(tx.board.tokens[home, node])
    tx.record(e.TokenPlaced("PRR", 0, "H12", node))
    tx.record(e.TokenReplaced("H12", node, "PRR", "NYC", 1))
    assert tx.board.tokens[home, node] == ("NYC", *(None,) * (slots - 1))
    assert 1 not in tx.state.tokens_left["NYC"] and 0 not in tx.state.tokens_left["PRR"]
    assert not tx.board.has_token_in(home, "PRR")


def test_a_barred_side_is_free_again_in_the_next_round() -> None:
    tx = begun()
    tx.record(e.EdgeBarred("H12/0"))
    assert tx.state.barred == ("H12/0",)
    tx.record(e.RoundBegan("operating", 1, 2, 2))
    assert tx.state.barred == ()


def test_what_a_corporation_did_with_its_own_certificates_is_forgotten_in_the_next_turn() -> None:
    tx = begun()
    tx.note("traded", (("issue", "PRR"),))
    tx.record(e.TurnBegan("NYC", ()))
    assert tx.state.traded == ()


def test_revealed_cards_are_remembered_in_order_with_the_set_they_came_in() -> None:
    tx = begun()
    tx.record(e.CardRevealed("drought", 2))
    tx.record(e.CardRevealed("flood", 5))
    assert tx.state.revealed == (("drought", 2), ("flood", 5))


def test_who_came_first_to_what_is_held_of_a_corporation_is_remembered() -> None:
    tx = begun()
    tx.state.arrivals = {"PRR": ()}
    for certificate, owner in (("PRR/1", "ann"), ("PRR/2", "bob"), ("PRR/3", "cay"), ("NYC/1", "ann")):
        tx.move_certificate(certificate, owner)
    assert tx.state.arrivals == {"PRR": ("ann", "bob", "cay")}
    tx.move_certificate("PRR/4", "ann")  # ann comes to 20 % last of all
    assert tx.state.arrivals["PRR"] == ("bob", "cay", "ann")
    tx.move_certificate("PRR/2", "pool")
    assert tx.state.arrivals["PRR"] == ("cay", "ann")


def test_a_lot_leaves_the_pile_when_it_is_sold_and_an_offer_forgets_who_passed() -> None:
    tx = begun()
    tx.state.piles = {"ann": ("SV", "CS"), "bob": ("DH",)}
    tx.note("passed", ("cay",))
    tx.record(e.LotOffered("ann", "CS"))
    assert tx.state.auctioned == "CS" and tx.state.passed == ()
    tx.move_private("CS", "bob")
    assert tx.state.piles == {"ann": ("SV",), "bob": ("DH",)}


def test_a_certificate_kept_for_an_exchange_is_free_once_it_is_taken() -> None:
    tx = begun()
    tx.note("reserved", ("PRR/7", "PRR/8"))
    assert tx.reserved_percent("PRR") == 20
    tx.move_certificate("PRR/7", "ann")
    assert tx.state.reserved == ("PRR/8",) and tx.reserved_percent("PRR") == 10


def test_a_token_that_another_takes_the_place_of_is_gone_for_good() -> None:
    tx = begun()
    tx.place_token("NYC", "H12", 0)
    tx.replace_token("H12", 0, "NYC", "PRR")
    assert tx.state.tokens_gone == {"NYC": 1} and tx.board.cities_of("PRR") and not tx.board.cities_of("NYC")
    assert faults(tx) == []


def test_what_was_bought_of_the_bank_and_for_actors_is_forgotten_with_the_turn_and_the_round() -> None:
    tx = begun()
    tx.note("from_bank", 1)
    tx.note("acted_for", ("bank of ann",))
    tx.record(e.TurnBegan("ann", ()))
    assert tx.state.from_bank == 0 and tx.state.acted_for == ("bank of ann",)
    tx.record(e.RoundBegan("stock", 2, 1, 1))
    assert tx.state.acted_for == ()


@pytest.mark.parametrize(
    "slot",
    ["closed", "arrivals", "deck", "revealed", "barred", "traded", "roles", "piles", "reserved", "starts", "acted_for",
     "tokens_gone", "used_trains", "from_bank"],
)  # fmt: skip
def test_the_memory_of_cards_closings_and_own_certificates_is_part_of_the_position(slot: str) -> None:
    tx = begun()
    before = tx.state.copy()
    assert slot in SLOTS and slot in before.canonical()
    value: Any = {"PRR": ("ann",)} if isinstance(getattr(before, slot), dict) else ("x",)
    setattr(tx.state, slot, value)
    assert tx.state != before and tx.state.copy() == tx.state


@pytest.mark.parametrize(
    "action", [IssueCertificates("PRR", 1), RedeemCertificates("PRR", 1), BarEdge("ann", "SV", "H12", 0)]
)
def test_a_title_without_the_step_refuses_its_action(action: Any) -> None:
    game: Game = new_game(load_title("1830"), ["ann", "bob", "cay"])
    reason = game.refusal(action)
    assert reason is not None and reason.code == "not-offered" and action.kind in str(reason)
