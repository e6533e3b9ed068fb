"""Event cards that lie open: what they do to the board, and for how long."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from open18xx import load_title
from open18xx.play import events as e
from open18xx.play.cards import is_closed, stop_delta, terrain_delta
from open18xx.play.game import first_state, unpack
from open18xx.play.table import Box
from open18xx.play.transaction import Transaction
from open18xx.title.model import Card, Effect

CARDS = (
    Card("fair", "Fair", 1, (Effect("stop-value", ("H12", "F2"), amount=20),)),
    Card("strike", "Strike", 1, (Effect("stop-value", ("F2",), amount=-30, lasts="set"),)),
    Card("engineers", "Engineers", 2, (Effect("terrain-cost", terrain="mountain", amount=-10),)),
    Card("landslip", "Landslip", 2, (Effect("terrain-cost", ("H12",), amount=40, lasts="set"),)),
    Card("siege", "Siege", 3, (Effect("close-stop", ("F2",), lasts="set"), Effect("tax", amount=10))),
)


@cache
def with_cards() -> Box:
    return unpack(replace(load_title("1830"), cards=CARDS))


def open_cards(*revealed: tuple[str, int], now: int = 3) -> Transaction:
    box = with_cards()
    tx = Transaction(box, first_state(box, ["ann", "bob", "cay"]))
    for card, number in revealed:
        tx.record(e.CardRevealed(card, number))
    tx.note("number", now)
    return tx


def test_no_card_no_effect() -> None:
    tx = open_cards()
    assert (stop_delta(tx, "F2"), terrain_delta(tx, "H12"), is_closed(tx, "F2")) == (0, 0, False)


def test_a_card_changes_what_the_stops_of_its_hexes_are_worth() -> None:
    tx = open_cards(("fair", 3))
    assert [stop_delta(tx, hex) for hex in ("H12", "F2", "E19")] == [20, 20, 0]


def test_several_cards_add_up() -> None:
    assert stop_delta(open_cards(("fair", 3), ("strike", 3)), "F2") == -10


def test_an_effect_of_a_set_is_over_with_the_set_and_one_of_the_game_stays() -> None:
    tx = open_cards(("fair", 3), ("strike", 3), ("siege", 3), ("landslip", 3), now=4)
    assert (stop_delta(tx, "F2"), terrain_delta(tx, "H12"), is_closed(tx, "F2")) == (20, 0, False)


def test_a_card_changes_the_cost_of_a_kind_of_terrain_or_of_named_hexes() -> None:
    tx = open_cards(("engineers", 3), ("landslip", 3))
    hexes = tx.title.map.hexes
    mountain = next(hex for hex, each in hexes.items() if [row.kind for row in each.terrain] == [("mountain",)])
    water = next(hex for hex, each in hexes.items() if [row.kind for row in each.terrain] == [("water",)])
    assert [terrain_delta(tx, hex) for hex in (mountain, water, "H12")] == [-10, 0, 40]


def test_no_train_calls_on_a_hex_that_a_card_closes() -> None:
    tx = open_cards(("siege", 3))
    assert is_closed(tx, "F2") and not is_closed(tx, "H12")
