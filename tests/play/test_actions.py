"""Actions as JSON: what is written is read back, and nothing else is taken for an action."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from open18xx import Game, IllegalAction, load_title, new_game
from open18xx.bots.random_bot import RandomBot
from open18xx.play.actions import (
    BIGGEST,
    KINDS,
    Bid,
    BuyTrain,
    LayPrivateTile,
    LayTile,
    RunRoutes,
    SellCertificates,
    from_json,
)

FIELDS = ["actor", "private", "price", "hex", "tile", "rotation", "train", "certificates", "routes", "city"]
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@cache
def midgame() -> tuple[Game, ...]:
    """Some positions of a random game."""
    game, bot = new_game(load_title("1830"), ["ann", "bob", "cay"], seed=8), RandomBot(8)
    found = []
    while not game.is_over and len(found) < 40:
        game.play(bot.choose(game))
        if game.length % 15 == 0:
            found.append(game.clone())
    return tuple(found)


def test_every_action_of_a_random_game_comes_back_from_json() -> None:
    game, bot = new_game(load_title("1889"), ["ann", "bob", "cay", "dee"], seed=3), RandomBot(3)
    kinds = set()
    while not game.is_over and game.length < 1500:
        action = bot.choose(game)
        kinds.add(action.kind)
        assert from_json(json.loads(json.dumps(action.to_json()))) == action
        game.play(action)
    assert len(kinds) >= 12


def test_every_offer_can_be_written_as_json() -> None:
    for game in midgame():
        for offer in game.offers():
            record = json.loads(json.dumps(offer.to_json()))
            assert {"kind", "actor", "by", "fixed", "holes"} == record.keys()


def test_the_list_of_legal_actions_is_what_the_finite_offers_hold() -> None:
    for game in midgame():
        listed = game.legal_actions()
        assert len(set(listed)) == len(listed)
        assert all(game.refusal(action) is None for action in listed)
        assert len(listed) == sum(offer.size() or 0 for offer in game.offers() if offer.is_finite())


@pytest.mark.parametrize(
    ("record", "code"),
    [
        (None, "action-shape"), ([], "action-shape"), ("pass", "action-shape"), ({}, "unknown-kind"),
        ({"kind": 4}, "unknown-kind"), ({"kind": "fly"}, "unknown-kind"), ({"kind": "pass"}, "missing-field"),
        ({"kind": "pass", "actor": 5}, "field-type"), ({"kind": "pass", "actor": None}, "field-type"),
        ({"kind": "pass", "actor": "ann", "price": 5}, "unknown-field"),
        ({"kind": "bid", "actor": "ann", "private": "SV", "price": "20"}, "field-type"),
        ({"kind": "bid", "actor": "ann", "private": "SV", "price": 20.0}, "field-type"),
        ({"kind": "bid", "actor": "ann", "private": "SV", "price": True}, "field-type"),
        ({"kind": "bid", "actor": "ann", "private": "SV", "price": BIGGEST + 1}, "field-type"),
        ({"kind": "bid", "actor": "ann", "private": "SV", "price": -BIGGEST - 1}, "field-type"),
        ({"kind": "bid", "actor": "a" * 2000, "private": "SV", "price": 20}, "field-type"),
        ({"kind": "run-routes", "actor": "PRR", "routes": [["2-0"]]}, "field-type"),
        ({"kind": "run-routes", "actor": "PRR", "routes": [["2-0", "A1:0"]]}, "field-type"),
        ({"kind": "sell-certificates", "actor": "ann", "corporation": "PRR", "certificates": "PRR/1"}, "field-type"),
    ],
)  # fmt: skip
def test_what_is_no_action_is_refused_with_a_code(record: object, code: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        from_json(record)
    assert refused.value.refusal.code == code


@settings(max_examples=60, deadline=None)
@given(record=st.dictionaries(st.sampled_from(["kind", "actor", "private", "price", "hex", "routes"]), JSON) | JSON)
def test_any_json_is_an_action_or_refused(record: Any) -> None:
    with suppress(IllegalAction):
        from_json(record)


@settings(max_examples=60, deadline=None)
@given(
    kind=st.sampled_from(sorted(KINDS)),
    seed=st.integers(0, 2**32),
    values=st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=4),
)
def test_v08_whatever_is_played_the_state_changes_only_if_it_was_legal(
    kind: str, seed: int, values: dict[str, Any]
) -> None:
    game = Random(seed).choice(midgame()).clone()
    before, fingerprint = game.state, game.state.hash()
    record = {"kind": kind, "actor": game.actor, **values}
    try:
        action = from_json(record)
    except IllegalAction:
        return
    legal = game.refusal(action) is None
    with suppress(IllegalAction):
        game.play(action)
    assert (game.state is before) == (not legal)
    assert before.hash() == fingerprint


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (None, "action-shape"), (5, "action-shape"), ("pass", "action-shape"), ({"kind": "pass"}, "action-shape"),
        (Bid("ann", ["SV"], None), "field-type"), (Bid("ann", "CS", 45.0), "field-type"),
        (Bid("ann", "CS", "45"), "field-type"), (Bid("ann", "CS", True), "field-type"),
        (Bid(["ann"], "CS", 45), "field-type"), (Bid("ann", "CS", 10**30), "field-type"),
        (LayPrivateTile("ann", [], "B20", "3", 0), "field-type"), (RunRoutes("PRR", ["x"]), "field-type"),
        (RunRoutes("PRR", (("2-0", ("A1:0", 4)),)), "field-type"), (RunRoutes("PRR", (("2-0",),)), "field-type"),
        (SellCertificates("ann", "PRR", (1,)), "field-type"),
        (SellCertificates("ann", "PRR", ("PRR/1",), ""), "field-type"),
        (BuyTrain("PRR", "2-0", "", 10**29), "field-type"), (LayTile("PRR", "B20", 57, {}), "field-type"),
    ],
)  # fmt: skip
def test_an_action_put_together_wrongly_is_refused_and_not_listed(action: Any, code: str) -> None:
    """Neither ``refusal`` nor ``play`` raises anything but IllegalAction, whatever it is given (trap 20)."""
    game = new_game(load_title("1830"), ["ann", "bob", "cay"])
    before = game.state
    reason = game.refusal(action)
    assert reason is not None
    assert reason.code == code
    assert str(reason)
    assert not any(offer.admits(action) for offer in game.offers())
    with pytest.raises(IllegalAction):
        game.play(action)
    assert game.state is before


def test_a_value_nested_deeper_than_python_goes_is_no_action() -> None:
    deep: list[Any] = []
    for _ in range(5000):
        deep = [deep]
    with pytest.raises(IllegalAction):
        from_json({"kind": "pass", "actor": deep})
