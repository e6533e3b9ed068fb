"""Files of 18xx.games: undo and redo, passes that are not recorded, and files that are broken."""

from __future__ import annotations

import copy
import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from open18xx import load_title, new_game
from open18xx.adapters.site18xx import SiteGame, effective, read_site_file, title_for
from open18xx.bots.random_bot import RandomBot
from open18xx.bots.simple_bot import SimpleBot
from open18xx.errors import SaveError
from open18xx.play.game import Game

from .site_writer import NO_PLAYER, SiteWriter


def recorded(title: str, players: int, actions: int, seed: int = 3) -> dict[str, Any]:
    game = new_game(load_title(title), [f"player {n}" for n in range(players)], seed=seed)
    bot = SimpleBot(seed)
    while game.length < actions and not game.is_over:
        game.play(bot.choose(game))
    return SiteWriter(game).file()


@cache
def small_file(title: str) -> dict[str, Any]:
    return recorded(title, 3, 120)


@cache
def drawn_game() -> Game:
    """A game by chance under the site's rules, with lots offered, purchases for the bank, a split and its choices."""
    game = new_game(title_for("The Old Prince 1871", []), ["ann", "bob", "cay"], seed=22)
    bot = RandomBot(22)
    while not game.is_over:
        game.play(bot.choose(game))
    return game


@cache
def drawn_file() -> dict[str, Any]:
    """Nobody may change it."""
    return SiteWriter(drawn_game()).file()


@pytest.fixture(scope="module")
def file() -> dict[str, Any]:
    return recorded("1889", 3, 260)


def played(data: dict[str, Any]) -> SiteGame:
    site = SiteGame(data)
    for _ in site.play():
        pass
    return site


@pytest.mark.parametrize(("title", "players"), [("1830", 4), ("1889", 3)])
def test_a_game_written_in_the_sites_form_comes_to_the_same_result(title: str, players: int) -> None:
    site = played(recorded(title, players, 260))
    assert site.replay.refused == []
    assert site.replay.result() == site.replay.expected
    assert not +site.replay.lenient


def test_offers_splits_choices_and_purchases_for_another_are_read_as_they_were_played() -> None:
    game = drawn_game()
    site = played(json.loads(json.dumps(drawn_file())))
    assert site.replay.refused == [] and not +site.replay.lenient
    assert site.game.state == game.state


def test_that_game_has_every_kind_of_record_that_only_its_title_has() -> None:
    records = drawn_file()["actions"]
    bought = {record["type"] for record in records if "purchase_for" in record}
    sold = {record["entity_type"] for record in records if record["type"] == "sell_shares"}
    choices = {type(record["choice"]) for record in records if record["type"] == "choose"}
    assert {"offer", "split", "choose", "purchase_train"} <= {record["type"] for record in records}
    assert bought == {"par", "buy_shares"} and sold == {"player", "corporation"} and choices == {str, int}
    assert any(record["type"] == "sell_shares" and record["entity"] == NO_PLAYER for record in records)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"type": "choose", "choice": "done"}, "bad-action"),
        ({"type": "choose"}, "bad-action"),
        ({"type": "buy_shares", "shares": ["MS_1"], "purchase_for": -2}, "no-such"),
        ({"type": "buy_shares", "shares": ["MS_1"], "purchase_for": [1]}, "no-such"),
        ({"type": "sell_shares", "entity": -2}, "no-such"),
        ({"type": "offer", "company": "KM"}, "not-your-lot"),
        ({"type": "offer"}, "bad-action"),
        ({"type": "purchase_train", "entity": "HSE", "entity_type": "company"}, "not-offered"),
    ],
)
def test_what_is_wrong_with_such_a_record_is_named(change: dict[str, Any], code: str) -> None:
    file = drawn_file()
    record = {"id": 1, "entity": file["actions"][0]["entity"], "entity_type": "player", **change}
    replay = played({**file, "actions": [record]}).replay
    assert [refused.code for refused in replay.refused] == [code]


def ids(actions: list[dict[str, Any]]) -> list[int]:
    return [action["id"] for _, action in effective(actions)]


def test_an_undo_takes_back_the_last_action_that_is_no_message() -> None:
    actions = [
        {"id": 1, "type": "bid"}, {"id": 2, "type": "pass"}, {"id": 3, "type": "message"}, {"id": 4, "type": "undo"},
    ]  # fmt: skip
    assert ids(actions) == [1, 3]


def test_an_undo_to_an_action_keeps_that_action_and_messages() -> None:
    actions = [
        {"id": 1, "type": "bid"}, {"id": 2, "type": "pass"}, {"id": 3, "type": "message"}, {"id": 4, "type": "pass"},
        {"id": 5, "type": "undo", "action_id": 1},
    ]  # fmt: skip
    assert ids(actions) == [1, 3]


def test_an_undo_to_zero_takes_everything_back() -> None:
    assert ids([{"id": 1, "type": "bid"}, {"id": 2, "type": "undo", "action_id": 0}]) == []


def test_a_redo_puts_the_last_group_back_until_something_else_is_played() -> None:
    actions = [
        {"id": 1, "type": "bid"}, {"id": 2, "type": "pass"}, {"id": 3, "type": "undo"}, {"id": 4, "type": "redo"},
        {"id": 5, "type": "undo"}, {"id": 6, "type": "bid"}, {"id": 7, "type": "redo"},
    ]  # fmt: skip
    assert ids(actions) == [1, 6]


def test_v04_a_message_never_changes_the_game(file: dict[str, Any]) -> None:
    chatty = copy.deepcopy(file)
    for place in range(0, 60, 7):
        chatty["actions"].insert(place, {"id": 9000 + place, "type": "message", "entity": 100, "message": "hello"})
    replay = played(chatty).replay
    assert replay.refused == [] and replay.result() == replay.expected


def test_trap_31_a_stray_pass_is_skipped_counted_and_reported(file: dict[str, Any]) -> None:
    stray = copy.deepcopy(file)
    in_turn = stray["actions"][3]["entity"]
    other = next(player["id"] for player in stray["players"] if player["id"] != in_turn)
    stray["actions"].insert(3, {"id": 9000, "type": "pass", "entity": other, "entity_type": "player"})
    replay = played(stray).replay
    assert replay.refused == []
    assert replay.lenient["stray pass"] == 1
    assert "9000" in replay.notes[0]
    assert replay.result() == replay.expected


def test_a_pass_that_the_file_leaves_out_is_decided_and_counted(file: dict[str, Any]) -> None:
    operating = next(
        place
        for place, action in enumerate(file["actions"])
        if action["type"] == "pass"
        and action["entity_type"] == "corporation"
        and file["actions"][place + 1]["entity"] == action["entity"]
        and file["actions"][place + 1]["type"] != "pass"
    )
    shorter = copy.deepcopy(file)
    del shorter["actions"][operating]
    replay = played(shorter).replay
    assert replay.refused == []
    assert replay.lenient["pass not recorded"] == 1
    assert replay.result() == replay.expected


def test_an_old_file_without_connections_is_read_by_its_hexes_and_revenue(file: dict[str, Any]) -> None:
    from open18xx.play.events import RoutesRun

    site = SiteGame(file)
    old = copy.deepcopy(file)
    by_id = {action["id"]: action for action in old["actions"]}
    runs = 0
    for step in site.play():
        record = by_id[step.record["id"]]
        if record["type"] == "run_routes":
            event = next(event for event in site.game.last_events if isinstance(event, RoutesRun))
            for route, value in zip(record["routes"], event.values, strict=True):
                legs = route.pop("connections")
                ends = [{leg[0], leg[-1]} for leg in legs]
                start = next(iter(ends[0] - ends[1])) if len(ends) > 1 and ends[0] != ends[1] else legs[0][0]
                hexes = [start]
                for pair in ends:
                    hexes += sorted(pair - {hexes[-1]}) or [hexes[-1]]
                route |= {"hexes": hexes, "revenue": value}
                runs += 1
    assert runs > 10
    replay = played(old).replay
    assert replay.refused == []
    assert replay.result() == replay.expected


def test_v06_an_action_of_the_wrong_corporation_is_refused_and_named(file: dict[str, Any]) -> None:
    wrong = copy.deepcopy(file)
    place = next(n for n, action in enumerate(wrong["actions"]) if action["type"] == "dividend")
    others = {action["entity"] for action in wrong["actions"] if action["entity_type"] == "corporation"}
    wrong["actions"][place]["entity"] = sorted(others - {wrong["actions"][place]["entity"]})[0]
    replay = played(wrong).replay
    assert [refused.aid for refused in replay.refused] == [wrong["actions"][place]["id"]]
    assert replay.applied == place


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"title": "1829"}, "no installed title"),
        ({"title": 5}, "title: wanted a text"),
        ({"players": "ann"}, "players: wanted a list"),
        ({"players": [{"name": 4}]}, "players.name: wanted a text"),
        ({"players": [{"id": 1, "name": "a"}, {"id": 1, "name": "b"}]}, "the same id"),
        ({"players": [{"id": 1, "name": "a"}]}, "for 2, 3, 4, 5, 6 players, not 1"),
        ({"actions": {}}, "actions: wanted a list"),
        ({"actions": [7]}, "actions: wanted an object"),
        ({"actions": [{"id": [1], "type": "pass"}]}, "wanted whole numbers"),
        ({"actions": [{"id": 1, "type": "undo", "action_id": {}}]}, "wanted whole numbers"),
        ({"actions": [{"id": 1, "type": "undo", "action_id": True}]}, "wanted whole numbers"),
        ({"settings": {"optional_rules": ["no_such_rule"]}}, "no-such-rule"),
    ],
)
def test_a_broken_file_gets_a_clear_error(file: dict[str, Any], change: dict[str, Any], message: str) -> None:
    from open18xx.errors import UsageError

    with pytest.raises((SaveError, UsageError), match=message):
        played({**file, **change})


def test_a_file_that_is_none_gets_a_clear_error(tmp_path: Path) -> None:
    for text, message in [("", "no JSON"), ("{", "no JSON"), ("[]", "no game file"), ('{"title": 1}', "no game file")]:
        path = tmp_path / "game.json"
        path.write_text(text, "utf-8")
        with pytest.raises(SaveError, match=message):
            read_site_file(path)
    with pytest.raises(SaveError, match="cannot be read"):
        read_site_file(tmp_path / "none.json")


EXAMPLES = int(os.environ.get("OPEN18XX_FUZZ", "10"))
KEYS = [
    "type", "entity", "entity_type", "price", "hex", "tile", "rotation", "shares", "percent", "company", "corporation",
    "share_price", "routes", "train", "city", "kind", "auto_actions", "choice", "purchase_for",
]  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    title=st.sampled_from(["1889", "old-prince-1871"]), place=st.integers(0, 119), key=st.sampled_from(KEYS), value=JSON
)
def test_a_mutated_file_is_played_or_refused_and_never_crashes(title: str, place: int, key: str, value: Any) -> None:
    file = small_file(title)
    broken = {**file, "actions": [dict(action) for action in file["actions"]]}
    broken["actions"][place][key] = value
    try:
        site = played(broken)
    except SaveError:
        return
    assert site.replay.applied + len(site.replay.refused) <= site.replay.recorded
    json.dumps([refused.to_json() for refused in site.replay.refused])


def test_an_old_file_that_lists_every_hex_of_a_route_is_read_too(file: dict[str, Any]) -> None:
    """Hexes without a stop say only where the track lies; the revenue settles which track was meant."""
    from open18xx.play.events import RoutesRun

    site, old = SiteGame(file), copy.deepcopy(file)
    by_id = {action["id"]: action for action in old["actions"]}
    for step in site.play():
        record = by_id[step.record["id"]]
        if record["type"] == "run_routes":
            event = next(event for event in site.game.last_events if isinstance(event, RoutesRun))
            for route, value, (_, pieces) in zip(record["routes"], event.values, event.routes, strict=True):
                hexes = [piece.partition(":")[0] for piece in pieces]
                route["hexes"] = [hex for place, hex in enumerate(hexes) if place == 0 or hex != hexes[place - 1]]
                route["revenue"] = value
                del route["connections"]
    replay = played(old).replay
    assert replay.refused == []
    assert not replay.lenient["stored revenue trusted"]
    assert replay.result() == replay.expected
