"""A real game of 18xx.games, by that site's rules: who acts when, and what its records stand for.

That the state after every action and every revenue are the recorded ones is in tests/conformance. The files lie outside
the repository; OPEN18XX_CONFORMANCE names their folder.
"""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from open18xx import load_title, new_game, views
from open18xx.adapters.site18xx import SiteGame, read_site_file, title_for
from open18xx.adapters.trace import round_name
from open18xx.play import actions as a
from open18xx.play.events import CorporationSplit, RoutesRun, TokenReplaced
from open18xx.title.model import Title

ROOT = Path(__file__).parents[2]
FOLDER = Path(os.environ.get("OPEN18XX_CONFORMANCE") or ROOT / "../shared/conformance")
FILE, TRACE = FOLDER / "games" / "1871-final-phase.json", FOLDER / "traces" / "1871-final-phase.jsonl"
recorded = pytest.mark.skipif(not FILE.is_file(), reason="no recorded game: set OPEN18XX_CONFORMANCE")


@cache
def replayed() -> tuple[SiteGame, dict[int, tuple[str, str]]]:
    """The game played to its end, and after each action the round and who is to act."""
    site = read_site_file(FILE)
    after = {}
    for played in site.play():
        after[played.record["id"]] = (round_name(site.game.table), site.game.actor)
    return site, after


def actions_of(site: SiteGame, kind: type[a.Action]) -> list[Any]:
    return [moment.action for moment in site.game.history() if type(moment.action) is kind]


def test_a_file_of_the_site_is_played_by_the_rules_of_the_site(overlay: Title) -> None:
    title = title_for("The Old Prince 1871", [])
    assert title.id == overlay.id != load_title("old-prince-1871").id
    assert title.rules.emergency.corporation_sells_first == "all"


def test_piles_and_roles_lie_open_and_only_the_state_of_chance_is_hidden(overlay: Title) -> None:
    game = new_game(overlay, ["ann", "bob", "cay"], seed=2027948281)
    shown, whole = views.seen(game, "ann"), game.state.canonical()
    assert shown == {**whole, "rng": None} and whole["rng"]
    assert dict(shown["roles"])["mainline"] == "MS" and dict(shown["piles"])["bob"] == ["VR", "SL", "SBC", "SB", "ML"]


@recorded
@pytest.mark.conformance
def test_nothing_in_the_recorded_game_is_read_leniently() -> None:
    replay = replayed()[0].replay
    assert [refused.to_json() for refused in replay.refused] == []
    assert replay.applied == replay.recorded == 647
    assert not +replay.lenient and not replay.notes


@recorded
@pytest.mark.conformance
def test_after_every_action_the_recorded_actor_is_to_act_in_the_recorded_round() -> None:
    """So whoever can do nothing is passed over where the site passes over him, and nowhere else."""
    site, after = replayed()
    lines = [json.loads(line) for line in TRACE.read_text("utf-8").splitlines()]
    wanted = {line["aid"]: (line["round"], line["next"]) for line in lines if "aid" in line and not line.get("fin")}
    assert {id: found for id, found in after.items() if id in wanted and found != wanted[id]} == {}
    assert len(wanted) == 646 and site.game.is_over


@recorded
@pytest.mark.conformance
@pytest.mark.rule("O-054", "O-089", "O-094", "O-097", "O-098")
def test_all_77_recorded_runs_earn_what_is_stored() -> None:
    site = replayed()[0]
    runs = [event for event in site.game.log() if isinstance(event, RoutesRun)]
    stored = [
        sum(route["revenue"] for route in record["routes"])
        for record in map(_record, TRACE.read_text("utf-8").splitlines())
        if record
    ]
    assert [run.revenue for run in runs if run.routes] == stored
    assert len(stored) == 77


def _record(line: str) -> dict[str, Any]:
    """The arguments of a recorded run; of another line nothing."""
    read = json.loads(line)
    found: dict[str, Any] = read["arg"] if read.get("type") == "run_routes" else {}
    return found


@recorded
@pytest.mark.conformance
@pytest.mark.rule("O-108", "O-123")
def test_the_union_bank_buys_what_its_owner_buys_for_it() -> None:
    site = replayed()[0]
    bought = [action.certificate for action in actions_of(site, a.BuyCertificate) if action.actor == "Union Bank"]
    assert [certificate.partition("/")[0] for certificate in bought] == ["A", "C", "BB", "MR", "MS"]
    assert site.game.table.decider("Union Bank") == "Player 3"


@recorded
@pytest.mark.conformance
@pytest.mark.rule("O-030", "O-076")
def test_the_one_split_is_read_from_choices_that_do_not_say_what_they_are_about() -> None:
    """The only token that can be given is given without a record; the train step ends without a train given."""
    site = replayed()[0]
    begun = next(n for n, each in enumerate(site.game.history()) if type(each.action) is a.SplitCorporation)
    chain = [each.action for each in site.game.history()[begun : begun + 5]]
    assert chain == [
        a.SplitCorporation("Player 3", "S"),
        a.ChooseBranch("Player 3", "BB"),
        a.ChoosePar("Player 3", "BB", 65),
        a.Pass("Player 3"),
        a.GiveMoney("Player 3", 180),
    ]
    assert CorporationSplit("S", "BB") in site.game.log()
    given = next(event for event in site.game.log() if isinstance(event, TokenReplaced) and event.new == "BB")
    assert (given.old, given.hex) == ("S", "J14")


@recorded
@pytest.mark.conformance
@pytest.mark.rule("O-060", "O-113")
def test_by_the_pages_rules_that_game_ends_where_a_railway_is_started_without_its_right() -> None:
    site = SiteGame(json.loads(FILE.read_text("utf-8")), load_title("old-prince-1871"))
    for _ in site.play():
        pass
    (refused,) = site.replay.refused
    assert (refused.aid, refused.code) == (159, "not-holder")
    assert site.game.state.privates["P5"] != "Player 3"
