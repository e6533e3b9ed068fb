"""Mistakes in what a title says of eras, event cards, draws and the purchase at the end of the turn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from open18xx import TitleError, load_title

ERAS = Path(__file__).parents[1] / "rules" / "titles" / "eras.toml"


def faults(**overrides: Any) -> str:
    changes = {key.replace("__", "."): value for key, value in overrides.items()}
    with pytest.raises(TitleError) as caught:
        load_title(ERAS, overrides=changes)
    return "\n".join(str(fault) for fault in caught.value.faults)


def of_effect(**effect: Any) -> str:
    return faults(cards__alms__effects=[effect])


@pytest.mark.parametrize("kind", ["stop-value", "terrain-cost", "pay", "tax"])
def test_an_effect_on_money_says_how_much(kind: str) -> None:
    assert f"{kind} says nothing of amount" in of_effect(kind=kind, hexes=["B8"])


@pytest.mark.parametrize("kind", ["stop-value", "close-stop"])
def test_an_effect_on_stops_names_their_hexes(kind: str) -> None:
    assert f"{kind} says nothing of hexes" in of_effect(kind=kind)


def test_dearer_terrain_is_named_by_kind_or_by_hexes() -> None:
    assert "terrain-cost says nothing of hexes or terrain" in of_effect(kind="terrain-cost", amount=10)


@pytest.mark.parametrize("amount", [100000, "much", True, False, 1.5])
@pytest.mark.parametrize("kind", ["stop-value", "terrain-cost", "pay", "tax"])
def test_what_is_said_in_a_wrong_way_is_told_once_and_not_missed_too(kind: str, amount: Any) -> None:
    found = of_effect(kind=kind, amount=amount)
    assert "wanted" in found and "says nothing of amount" not in found


def test_nothing_is_missed_where_hexes_or_terrain_are_of_a_wrong_type() -> None:
    found = of_effect(kind="terrain-cost", amount=10, terrain=["mountain"])
    assert "wanted text" in found and "says nothing" not in found
    found = of_effect(kind="close-stop", hexes="B8")
    assert "wanted a list" in found and "says nothing" not in found


def test_an_amount_of_nothing_says_nothing() -> None:
    assert "tax says nothing of amount" in of_effect(kind="tax", amount=0)


@pytest.mark.parametrize(
    ("kind", "word", "value"),
    [
        ("pay", "hexes", ["B8"]), ("tax", "lasts", "set"), ("close-stop", "amount", 10), ("end-game", "lasts", "set"),
        ("close-privates", "who", "players"), ("stop-value", "terrain", "mountain"),
    ],
)  # fmt: skip
def test_an_effect_says_nothing_that_its_kind_does_not_know(kind: str, word: str, value: Any) -> None:
    assert f"{kind} knows no {word}" in of_effect(kind=kind, **{word: value})


def test_what_an_effect_names_is_in_the_title() -> None:
    assert "there is no hex 'Z9'" in of_effect(kind="close-stop", hexes=["Z9"])
    assert "there is no private 'X99'" in of_effect(kind="close-privates", privates=["X99"])
    named = {"kind": "pay", "amount": 5, "who": "corporations", "corporations": ["PRR"]}
    assert "there is no corporation 'PRR'" in of_effect(**named)


def test_nobody_is_paid_less_than_nothing_and_no_player_is_a_corporation() -> None:
    assert "-5, wanted more than 0" in of_effect(kind="tax", amount=-5)
    assert "corporations, and who = players" in of_effect(kind="pay", amount=5, corporations=["RED"])


def test_the_end_of_the_game_on_a_card_needs_its_trigger() -> None:
    triggers = [{"on": "bank", "timing": "operating-set"}]
    assert "end-game, and rules.end has no trigger event-card" in faults(rules__end__triggers=triggers)


def test_cards_are_revealed_and_what_is_revealed_are_cards() -> None:
    assert "event cards, and rules.events.reveal = none" in faults(rules__events__reveal="none")
    assert "'next-set', and there are no event cards" in faults(cards=[])


def test_a_round_reveals_cards_where_the_rules_say_so() -> None:
    opening = {"rounds__operating__opening": ["private-income"]}
    assert "reveal-event is missing, and rules.events.reveal = next-set" in faults(**opening)
    assert "reveal-event, and rules.events.reveal = none" in faults(rules__events__reveal="none")
    load_title(ERAS, overrides={"rules.events.reveal": "at-once"})  # the word then does nothing: one switch is enough


def test_eras_do_not_go_back_and_only_such_are_spoken_of() -> None:
    assert "era 1 after era 2" in faults(phases__4__era=1)
    assert "no phase is of era 7" in faults(privates__X1__closes_era=7)
    assert "no phase is of era 7" in faults(cards__alms__era=7)
    assert "no phase is of era 9" in faults(privates__X4__abilities=[{"kind": "see-event", "eras": [2, 9]}])


def test_two_cards_have_two_names() -> None:
    card = {"id": "alms", "name": "Alms", "era": 1, "effects": [{"kind": "pay", "amount": 5}]}
    assert "a second 'alms'" in faults(cards=[card, card])


def test_no_more_minors_are_drawn_than_there_are() -> None:
    assert "4 of 3 minors" in faults(rules__corporations__minors_in_play=4)


def test_who_must_buy_at_the_end_of_the_turn_has_a_step_for_it() -> None:
    steps = {"rounds__operating__steps": ["home-token", "lay-track", "buy-train", "run-routes", "choose-dividend"]}
    assert "must-buy-train is missing, and rules.trains.must_own_at = end-of-turn" in faults(**steps)
    load_title(ERAS, overrides={"rules.trains.must_own_at": "step"})  # the step is then passed over


def test_families_of_trains_that_are_spoken_of_are_there() -> None:
    assert "there is no family of trains 'ship'" in faults(rules__trains__at_limit_families=["ship"])
    discount = [{"kind": "train-discount", "amount": 5, "families": ["ship"]}]
    assert "there is no family of trains 'ship'" in faults(privates__X3__abilities=discount)


def test_a_discount_for_the_privates_own_hexes_has_hexes() -> None:
    discount = [{"kind": "terrain-discount", "amount": 5, "terrain": "water", "on_hexes": True}]
    assert "the map names no hexes of X4" in faults(privates__X4__abilities=discount)
