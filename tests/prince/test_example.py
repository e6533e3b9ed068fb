"""The worked example of the page, played twice: by the page's rules to its own figures, by the site's to the site's.

The file and the figures lie outside the repository; OPEN18XX_CONFORMANCE names their folder. The file's own names: C is
the Mainline, A the Shortline, S the Union Bank's railway; H1 presides over C.
"""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from open18xx import load_title
from open18xx.adapters.site18xx import Replay, SiteGame
from open18xx.adapters.trace import round_name, snapshot
from open18xx.play.actions import Pass
from open18xx.play.audit import faults
from open18xx.play.events import CorporationFloated, Event, MoneyPaid, PriceMoved, PrivateMoved, RoutesRun, TokenPlaced
from open18xx.play.game import Game
from open18xx.play.state import BANK, CLOSED
from open18xx.play.table import Table

ROOT = Path(__file__).parents[2]
FOLDER = Path(os.environ.get("OPEN18XX_CONFORMANCE") or ROOT / "../shared/conformance") / "examples"
FILE, FIGURES = FOLDER / "old-prince-example.json", FOLDER / "old-prince-example-expected.json"
pytestmark = [
    pytest.mark.conformance,
    pytest.mark.skipif(not FIGURES.is_file(), reason="no worked example: set OPEN18XX_CONFORMANCE"),
]

RULES = ("page", "engine")
"""The words of the figures for: the title itself, and the title as 18xx.games plays it."""

UNSEEN = {("page", 6, "c_price")}
"""Figures that no position between two actions shows: the station and the missing run are one action (step 7)."""

STEPS = range(1, 13)


class Course(NamedTuple):
    """A game played to the end of the file: the positions and the events after each action, by its id."""

    game: Game
    replay: Replay
    tables: dict[int, Table]
    events: dict[int, tuple[Event, ...]]


@cache
def course(rules: str) -> Course:
    site = SiteGame(json.loads(FILE.read_text("utf-8")), load_title("old-prince-1871") if rules == "page" else None)
    tables: dict[int, Table] = {0: Table(site.game.box, site.game.state)}
    events: dict[int, tuple[Event, ...]] = {}
    for played in site.play():
        id = played.record["id"]
        tables[id], events[id] = Table(site.game.box, site.game.state), site.game.last_events
    return Course(site.game, site.replay, tables, events)


def step(number: int) -> dict[str, Any]:
    """What is expected of a step."""
    found: dict[str, Any] = json.loads(FIGURES.read_text("utf-8"))["steps"][number - 1]
    assert found["step"] == number
    return found


def after(rules: str, number: int) -> Table:
    """The position after a step."""
    return course(rules).tables[step(number)["state_after_action"]]


def figures(table: Table) -> dict[str, Any]:
    """What the page tells of every step."""
    found = snapshot(table)
    mainline = found["corps"]["C"]
    return {
        "h1_cash": found["players"]["H1"],
        "c_treasury": mainline["cash"],
        "c_price": mainline["price"],
        "c_trains": mainline["trains"],
    }


def paid(rules: str, action: int, payee: str, payer: str = "") -> int:
    """What an action, or what follows from it, pays."""
    each = (event for event in course(rules).events[action] if isinstance(event, MoneyPaid))
    return sum(event.amount for event in each if event.payee == payee and payer in ("", event.payer))


def spent(rules: str, action: int, payer: str) -> int:
    each = (event for event in course(rules).events[action] if isinstance(event, MoneyPaid))
    return sum(event.amount for event in each if event.payer == payer)


# --------------------------------------------------------------------------- every figure


@pytest.mark.parametrize("rules", RULES)
def test_every_action_is_legal_by_both_rules_and_nothing_is_read_leniently(rules: str) -> None:
    replay = course(rules).replay
    assert [refused.to_json() for refused in replay.refused] == []
    assert replay.applied == json.loads(FIGURES.read_text("utf-8"))["actions"]
    assert not +replay.lenient and not replay.notes


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("number", STEPS)
def test_the_figures_after_every_step_are_those_expected(number: int, rules: str) -> None:
    wanted, found = step(number)[rules], figures(after(rules, number))
    seen = [name for name in wanted if (rules, number, name) not in UNSEEN]
    assert {name: found[name] for name in seen} == {name: wanted[name] for name in seen}


def test_only_the_figure_that_stands_between_two_events_of_one_action_is_not_seen() -> None:
    unobserved = (step(number) for number in STEPS if step(number)["observe"] != "state")
    hidden = {("page", each["step"], name) for each in unobserved for name in each["differs"]}
    assert hidden == UNSEEN


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("number", STEPS)
def test_players_and_mainline_stand_as_expected_after_every_step(number: int, rules: str) -> None:
    wanted, table = step(number), after(rules, number)
    found = snapshot(table)
    mainline = found["corps"]["C"]
    launched = wanted["c_floated"] or rules == "page"  # by the page from the very start
    assert found["players"] == wanted["cash"] and list(found["players"]) == wanted["player_order"]
    assert mainline["cell"] == wanted["c_cell"] and mainline["pres"] == wanted["c_president"]
    assert sorted(token.partition(":")[0] for token in mainline["tokens"]) == sorted(wanted["c_tokens"])
    assert mainline["own"] == {owner: percent for owner, percent in wanted["c_holdings"].items() if percent}
    assert mainline["float"] == launched
    assert table.phase.id == wanted["phase"] and table.state.actor == wanted["next_entity"]
    assert round_name(table) == "{} {}.{}".format(wanted["round"], *wanted["set"])


@pytest.mark.parametrize("rules", RULES)
def test_paper_and_money_are_in_order_after_every_action(rules: str) -> None:
    assert {id: found for id, table in course(rules).tables.items() if (found := faults(table))} == {}


# --------------------------------------------------------------------------- what the steps tell beside that


@pytest.mark.rule("O-056")
def test_step_1_the_shortline_floats_with_one_share_more_than_its_concession() -> None:
    facts, table = step(1)["facts"], after("page", 1)
    roles = table.state.roles
    assert [roles["mainline"], roles["shortline"], roles["banked"]] == [
        facts["mainline"], facts["shortline"], facts["union_bank_railway"],
    ]  # fmt: skip
    assert table.price("A") == facts["shortline_price"]
    with_concession = 100 - table.percent("pool", "A") + table.box.corporations["A"].certificates[0].percent
    assert table.float_percent("A") - with_concession == 10 * facts["shortline_share_still_to_sell_for_floating"]


@pytest.mark.rule("O-001")
def test_step_1_by_the_page_the_mainline_has_its_capital_from_the_start_and_on_the_site_with_its_third_lot() -> None:
    assert figures(after("page", 1))["c_treasury"] == 920
    assert figures(after("engine", 1))["c_treasury"] == 0
    action = step(2)["facts"]["c_capital_paid_at"]
    assert paid("engine", action, "C", BANK) == 920
    assert CorporationFloated("C") in course("engine").events[action]
    assert paid("page", action, "C") == 0


@pytest.mark.rule("O-057")
@pytest.mark.parametrize("rules", RULES)
def test_step_2_the_concession_goes_for_its_bid_with_the_presidency(rules: str) -> None:
    facts, table = step(2)["facts"], after(rules, 2)
    assert course(rules).tables[facts["offer_action"] - 1].state.actor == facts["offerer"]
    assert course(rules).tables[facts["bid_action"]].state.actor == facts["pass_by"]
    assert table.box.privates["ML"].price == facts["lot_value"]
    assert spent(rules, facts["pass_action"], "H1") == facts["bid"]
    assert table.state.president["C"] == table.state.holder["C/0"] == table.state.privates["ML"] == "H1"


@pytest.mark.rule("O-058")
@pytest.mark.parametrize("rules", RULES)
def test_step_2_a_lot_that_both_decline_is_taken_at_its_value(rules: str) -> None:
    assert course(rules).tables[3].state.privates["RF"] == "H4" and spent(rules, 3, "H4") == 120


@pytest.mark.rule("O-059", "O-008", "O-124")
@pytest.mark.parametrize("rules", RULES)
def test_step_3_the_poorest_begins_and_the_bank_is_paid_for_its_share(rules: str) -> None:
    facts, tables = step(3)["facts"], course(rules).tables
    assert list(tables[facts["auction_ends_with_action"]].state.seats) == facts["stock_order_by_cash"]
    assert paid(rules, 43, BANK, "H1") == spent(rules, 43, "H1") == facts["price_paid"]
    assert tables[43].percent("H1", "C") == facts["h1_percent"]


@pytest.mark.rule("O-061", "O-062", "O-016")
@pytest.mark.parametrize("rules", RULES)
def test_step_4_privates_pay_and_one_operating_round_follows_in_order_of_price(rules: str) -> None:
    facts, table = step(4)["facts"], after(rules, 4)
    assert {owner: paid(rules, 46, owner, BANK) for owner in facts["income"]} == facts["income"]
    assert (table.state.actor, *table.state.queue) == tuple(facts["operating_order"])
    assert table.state.parts == facts["operating_rounds_in_set"]


@pytest.mark.rule("O-061", "O-105")
def test_step_4_by_the_page_the_concession_closes_as_the_mainline_first_operates() -> None:
    assert course("page").tables[45].state.privates["ML"] == "H1"
    assert paid("page", 46, "H1", BANK) == 20
    assert after("page", 4).state.privates["ML"] == CLOSED


@pytest.mark.rule("O-061", "O-105")
def test_steps_4_and_7_on_the_site_it_closes_with_the_first_dividend_step_even_without_a_run() -> None:
    assert after("engine", 5).state.privates["ML"] == "H1"
    assert after("engine", 7).state.privates["ML"] == CLOSED


@pytest.mark.rule("O-063")
@pytest.mark.parametrize("rules", RULES)
def test_step_5_the_second_yellow_tile_costs_20(rules: str) -> None:
    facts, table = step(5)["facts"], after(rules, 5)
    assert [spent(rules, 47, "C"), spent(rules, 48, "C")] == facts["costs"]
    for hex, tile, rotation in facts["tiles"]:
        face = table.board.faces[table.box.ground.number[hex]]
        assert (face.tile.id, face.rotation) == (tile, rotation)


@pytest.mark.rule("O-065", "O-066")
@pytest.mark.parametrize("rules", RULES)
def test_steps_6_and_7_a_station_for_80_at_price_92_and_then_the_price_falls_as_nothing_runs(rules: str) -> None:
    """The price stands at 92 until the move, which is the last of the three things that happen."""
    before, happened = course(rules).tables[48], course(rules).events[49]
    told = [event for event in happened if isinstance(event, MoneyPaid | TokenPlaced | RoutesRun | PriceMoved)]
    *station, move = told
    assert MoneyPaid("C", BANK, step(6)["facts"]["cost"]) in station and len(station) == 2
    assert [event.hex for event in station if isinstance(event, TokenPlaced)] == [step(6)["facts"]["station"]]
    assert isinstance(move, PriceMoved)
    assert [before.price("C"), before.box.market.cells[move.cell].price] == step(7)["facts"]["price_move"]
    assert [list(before.state.cell["C"]), list(move.cell)] == step(7)["facts"]["cell_move"]


@pytest.mark.rule("O-061")
@pytest.mark.parametrize(("rules", "closes"), [("page", False), ("engine", True)])
def test_step_7_only_on_the_site_the_concession_closes_there(rules: str, closes: bool) -> None:
    assert (PrivateMoved("ML", CLOSED) in course(rules).events[49]) == closes


@pytest.mark.rule("O-067")
@pytest.mark.parametrize("rules", RULES)
def test_step_8_two_trains_for_80_each(rules: str) -> None:
    facts = step(8)["facts"]
    assert list(course(rules).tables[51].trains_of("C")) == facts["trains_bought"]
    assert [spent(rules, 50, "C"), spent(rules, 51, "C")] == [facts["each"]] * 2


@pytest.mark.rule("O-068")
@pytest.mark.parametrize("rules", RULES)
def test_step_8_peir_acts_last_and_may_go_without_a_train(rules: str) -> None:
    facts, tables = step(8)["facts"], course(rules).tables
    assert tables[facts["c_passes_at"]].state.actor == "PEIR" and not tables[52].state.queue
    done = tables[facts["peir_actions"][-1]]
    assert (done.state.cash["PEIR"], len(done.trains_of("PEIR"))) == (facts["peir_cash"], facts["peir_trains"])
    assert done.state.president["PEIR"] == facts["peir_president"]
    assert done.box.title.rounds[done.state.round].kind == "stock"


@pytest.mark.rule("O-069")
@pytest.mark.parametrize("rules", RULES)
def test_step_9_another_share_for_88_makes_40_percent(rules: str) -> None:
    facts = step(9)["facts"]
    assert spent(rules, 58, "H1") == facts["price_paid"]
    assert course(rules).tables[58].percent("H1", "C") == facts["h1_percent"]


@pytest.mark.rule("O-012", "O-056")
@pytest.mark.parametrize("rules", RULES)
def test_step_9_the_shortline_floats_with_ten_times_its_price(rules: str) -> None:
    assert CorporationFloated("A") in course(rules).events[55]
    assert spent(rules, 55, "H2") == 86 and paid(rules, 55, "A", BANK) == 860


@pytest.mark.rule("O-071", "O-072")
@pytest.mark.parametrize("rules", RULES)
def test_step_10_the_two_trains_run_from_two_stations_for_30_each(rules: str) -> None:
    facts, (run,) = step(10)["facts"], [e for e in course(rules).events[64] if isinstance(e, RoutesRun)]
    assert [(train, value) for (train, _), value in zip(run.routes, run.values, strict=True)] == [
        (train, value) for train, _, value in facts["routes"]
    ]
    assert run.revenue == facts["revenue"]
    assert spent(rules, 62, "C") == facts["tile_cost"]
    table = course(rules).tables[61]
    assert (table.state.actor, *table.state.queue) == tuple(facts["operating_order"])


@pytest.mark.rule("O-073", "O-074", "O-055")
@pytest.mark.parametrize("rules", RULES)
def test_step_11_six_a_share_also_to_the_mainline_for_the_shares_in_the_pool(rules: str) -> None:
    facts = step(11)["facts"]
    assert paid(rules, 65, "H1") == facts["h1"] and paid(rules, 65, "C") == facts["c_from_pool"]
    assert {owner: paid(rules, 65, owner) for owner in facts["others"]} == facts["others"]
    prices = [course(rules).tables[64].price("C"), course(rules).tables[65].price("C")]
    assert prices == facts["price_move"]


@pytest.mark.rule("O-076")
@pytest.mark.parametrize("rules", RULES)
def test_step_12_the_mainline_can_be_split_as_a_section_is_open_and_two_stations_lie(rules: str) -> None:
    facts, table = step(12)["facts"], after(rules, 12)
    assert len(table.board.cities_of("C")) == facts["c_tokens_on_map"]
    assert table.open_slot() == facts["tranche_slot_open"]
    assert not course(rules).tables[58].open_slot(), "the Shortline had not operated yet"
    assert (table.price("A"), table.state.cash["PEIR"]) == (facts["a_price"], facts["peir_cash"])
    assert [table.type_of(train).id for train in table.trains_of("A")] == facts["a_trains"]
    splits = _splits_of_h1(rules)
    assert splits == (["C"] if facts["h1_may_split_c"] else [])


def _splits_of_h1(rules: str) -> list[str]:
    """What H1 may split in his next turn: the others before him pass."""
    game = course(rules).game.clone()
    while game.actor != "H1":
        game.play(Pass(game.actor))
    return [dict(offer.fixed)["corporation"] for offer in game.offers() if offer.kind == "split-corporation"]


@pytest.mark.rule("O-024")
@pytest.mark.parametrize("rules", RULES)
def test_step_12_the_fortunes_are_those_of_the_file(rules: str) -> None:
    assert course(rules).game.result() == step(12)["facts"]["scores_now"]
