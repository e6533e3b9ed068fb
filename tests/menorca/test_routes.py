"""1713 Menorca, M-508 and M-518: ports and wagons; and the solver under all that the title says of routes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from open18xx.play.actions import RunRoutes
from open18xx.play.game import Game
from open18xx.play.roads import Question, as_written, checked_run, question, scored_run
from open18xx.play.table import Table
from open18xx.routes import Bonus, Bonuses, Score
from open18xx.routes.solver import solve

from .positions import (
    CIUTADELLA_BARCELONA,
    SEA_TO_BARCELONA,
    accepted,
    arranged,
    brute,
    found,
    lay,
    listed,
    mark,
    menorca,
    money,
    own_private,
    phase,
    refused,
    scattered,
    trains,
    turn,
)

FERRERIES_CIUTADELLA = ("E8:0", "D7:0", "C8:0")
ROAD_WEST = (("E8", "F1", 0), ("D7", "8", 5))
MAO_INLAND = ("J11:0", "J13:1", "J13:0", "I12:1")


def running(company: str, *own: str, lies: tuple[tuple[str, str, int], ...] = (), **more: Any) -> Game:
    """The company, at home, is to run these vehicles; ``ports``: a maritime company and where its station is."""
    ports = more.pop("ports", {})
    game = menorca(**more)
    with arranged(game) as tx:
        found(tx, company, 75, ann=20)
        for owner, hex in ports.items():
            if owner == company:
                tx.place_token(owner, hex, 0)
            else:
                found(tx, owner, 75, bob=20, home=False)
                tx.place_token(owner, hex, 0)
        lay(tx, *lies)
        trains(tx, company, *own)
        turn(tx, company, "run-routes")
    return game


# --------------------------------------------------------------------------- ports


@pytest.mark.rule("M-508")
def test_a_wagon_may_start_in_its_company_s_own_port() -> None:
    game = running("RNC", "3H-0", lies=(("I12", "4", 2),))
    accepted(game, RunRoutes("RNC", (("3H-0", MAO_INLAND),)))
    assert game.state.revenue == 30 + 10 + 10


@pytest.mark.rule("M-508")
def test_a_route_may_be_written_from_either_end() -> None:
    game = running("RNC", "3H-0", lies=(("I12", "4", 2),))
    accepted(game, RunRoutes("RNC", (("3H-0", MAO_INLAND[::-1]),)))


THROUGH_MAO = ("J13:1", "J11:0", "J11:1", "I10:0")
"""Sant Lluís - Maó - and on to a village in I10."""
VILLAGE = (("I10", "9", 2), ("H9", "AL1", 0))


@pytest.mark.rule("M-508")
def test_a_wagon_never_runs_through_a_port_not_even_its_own() -> None:
    game = running("RNC", "6W-0", lies=VILLAGE)
    way = ("6W-0", (*THROUGH_MAO, "H9:1"))
    refused(game, RunRoutes("RNC", (way,)), "passes-blocked-stop", stop="J11.0")
    assert checked_run(game.table, "RNC", (("6W-0", ("J11:1", "I10:0", "H9:1")),)) == (40,)


@pytest.mark.rule("M-508")
def test_a_wagon_never_ends_in_another_company_s_port() -> None:
    game = running("Artesans", "3H-0", lies=ROAD_WEST, ports={"RCC": "C8"})
    refused(game, RunRoutes("Artesans", (("3H-0", FERRERIES_CIUTADELLA),)), "no-call", stop="C8.0")
    refused(game, RunRoutes("Artesans", (("3H-0", FERRERIES_CIUTADELLA[::-1]),)), "no-call", stop="C8.0")


@pytest.mark.rule("M-508")
def test_a_port_is_where_a_port_marker_lies() -> None:
    """In Ciutadella there is none here."""
    game = running("Artesans", "3H-0", lies=ROAD_WEST)
    accepted(game, RunRoutes("Artesans", (("3H-0", FERRERIES_CIUTADELLA),)))
    assert game.state.revenue == 10 + 20


@pytest.mark.rule("M-508")
def test_by_the_switch_every_port_city_of_the_map_is_one() -> None:
    game = running("Artesans", "3H-0", lies=ROAD_WEST, options=["port-printed"])
    refused(game, RunRoutes("Artesans", (("3H-0", FERRERIES_CIUTADELLA),)), "no-call", stop="C8.0")
    own = running("RNC", "3H-0", lies=(("I12", "4", 2),), options=["port-printed"])
    accepted(own, RunRoutes("RNC", (("3H-0", MAO_INLAND),)))


@pytest.mark.rule("M-508")
def test_a_factory_is_no_port() -> None:
    """Ramaders run through Ferreries, where Artesans have their factory and there is room for another."""
    game = running("Ramaders", "4W-0", overrides={"hexes.E8.track": "town slots=2"}, lies=())
    with arranged(game) as tx:
        found(tx, "Artesans", 75, bob=20)
    calls = question(game.table, "Ramaders").trains[0].calls
    assert calls == {}


@pytest.mark.rule("M-518")
def test_a_wagon_does_not_run_from_one_own_port_to_another() -> None:
    """Sant Lluís is a port city here, with a second station of RNC."""
    ports = {"hexes.J13.icons": ["port"]}
    game = running("RNC", "3H-0", lies=(("I12", "4", 2),), ports={"RNC": "J13"}, overrides=ports)
    refused(game, RunRoutes("RNC", (("3H-0", ("J11:0", "J13:1")),)), "not-apart", stops=("J11.0", "J13.0"))
    accepted(game, RunRoutes("RNC", (("3H-0", ("J13:0", "I12:1")),)))


@pytest.mark.rule("M-508", "M-518")
def test_ships_call_at_ports_and_run_through_their_own() -> None:
    game = running("RCC", "7H-0", lies=(*SEA_TO_BARCELONA, ("B9", "78", 4), ("B11", "78", 1)))
    accepted(game, RunRoutes("RCC", (("7H-0", ("A12:0", "B11:0", "B9:0", "C8:2", *CIUTADELLA_BARCELONA)),)))
    assert game.state.revenue == 20 + 20 + 30


@pytest.mark.rule("M-518")
def test_a_destination_is_an_end_only() -> None:
    game = running("RCC", "7H-0", lies=(*SEA_TO_BARCELONA, ("C4", "78", 0), ("C6", "PN1", 0)))
    through = (*CIUTADELLA_BARCELONA, "B3:1", "C4:0", "C6:2")
    refused(game, RunRoutes("RCC", (("7H-0", through),)), "passes-blocked-stop", stop="B3.0")


@pytest.mark.rule("M-518")
@pytest.mark.parametrize("company", ["RNC", "Artesans"])
def test_any_company_may_buy_ships_and_wagons(company: str) -> None:
    game = running(company)
    with arranged(game) as tx:
        money(tx, **{company: 500})
        turn(tx, company, "buy-train")
    families = {game.table.type_of(action.train).family for action in listed(game, "buy-train")}
    assert families == {"ship", "wagon"}


# --------------------------------------------------------------------------- the solver, and a second opinion


WEST = ("B7", "B5", "B9", "B11", "D7", "E8", "F7", "D9", "C4")
EAST = ("K12", "K14", "K10", "I12", "I10", "J9", "H9", "J13", "I8")
LAID: dict[str, tuple[tuple[str, str, int], ...]] = {
    "RNC": (("I10", "7", 4), ("J9", "3", 0)),  # from Maó to S'Albufera
    "RADM": (("E8", "F1", 0), ("D7", "8", 5), ("D9", "9", 2), ("E10", "8", 2), ("F9", "MG1", 5)),  # by Ciutadella
}
MARKED = ("A12", "B3", "K16")
SEEDS = 80


def position(seed: int) -> tuple[Game, str]:
    """Some company on a corner of the map with scattered tiles, ports, markers, vehicles and Legacies."""
    random = Random(seed)
    company = ("RNC", "RCC", "RADM", "Artesans")[seed % 4]
    options = ["port-printed"] if random.random() < 0.3 else ()
    game = menorca(options=options, overrides={"hexes.I10.reserved_track": []})
    with arranged(game, audit=False) as tx:
        phase(tx, random.choice(("5H", "7H")))
        corner = EAST if company == "RNC" else WEST
        laid = LAID.get(company, ()) if random.random() < 0.5 else ()
        lay(tx, *laid)
        scattered(random, [hex for hex in corner if hex not in {lie[0] for lie in laid}], tx)
        if company == "RADM":
            found(tx, "Artesans", 75, ann=20)
            tx.train_event("x-merge")
        else:
            found(tx, company, 75, ann=20)
        for other in ("RNC", "RCC"):
            if other != company and random.random() < 0.7:
                found(tx, other, 88, bob=20)
        own = random.sample(("4H-0", "5H-0", "3H-0", "4W-0", "6W-0")[3 * (company == "RADM") :], 2)
        trains(tx, company, *own)
        for owner in ("RNC", "RCC"):
            mark(tx, owner, random.choice(MARKED), random.randint(1, 3))
        mark(tx, "Ramaders", "B3", 2)
        for private in ("GSC", "RAG", "LBI"):
            if random.random() < 0.5:
                own_private(tx, private, company)
        turn(tx, company, "run-routes")
    return game, company


def by_the_page(table: Table, company: str, way: Any) -> int | None:
    """What a route earns by the page's words alone, whatever the plugin says; None if a port is in its way."""
    ids = [stop.id for stop in way.stops]
    hexes = {stop.hex for stop in way.stops}
    names, printed = table.box.ground.names, table.title.extra["port"] == "printed"
    ports = {
        f"{names[n]}.{k}"
        for (n, k), slots in table.board.tokens.items()
        if {"RNC", "RCC", "CCM"} & set(slots) or (printed and names[n] in ("C8", "H5", "J11"))
    }
    own = {id for id in ports if company in table.board.tokens[table.box.ground.number[id[:-2]], int(id[-1])]}
    if table.state.privates.get("LBI") == company == "RADM":
        ports = {id for id in ports if not any(table.board.tokens[table.box.ground.number[id[:-2]], int(id[-1])])}
    if table.box.trains[way.train.type].family == "wagon":
        called = ports & set(ids)
        if called - own or len(called) > 1 or called & set(ids[1:-1]):
            return None
    earned: int = sum({stop.id: stop.value for stop in way.stops}.values())
    for hex in hexes:
        if company in ("RNC", "RCC"):
            earned += 10 * table.state.slices["markers"].get(f"{company}@{hex}", 0)
    if table.state.privates.get("GSC") == company and "C8" in hexes and hexes & {"B3", "A12", "J3"}:
        earned += 10
    if table.state.privates.get("RAG") == company and "J9" in (way.stops[0].hex, way.stops[-1].hex):
        earned += 15
    return earned


@pytest.mark.rule("M-506", "M-508", "M-518", "M-703", "M-107")
@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_checker_takes_what_the_page_allows_and_the_solver_finds_the_best_of_it(seed: int) -> None:
    game, company = position(seed)
    table = game.table
    asked = question(table, company)
    for train in asked.trains:
        plain = type(train)(train.id, train.type, train.reach, gauge=train.gauge, calls={
            id: call for id, call in train.calls.items() if call == "pass"
        })  # fmt: skip
        for way in brute.ways(asked.network, plain, asked.rules, type(asked.bonuses)()):
            outcome = scored_run(table, company, ((train.id, way.walk.segments),))
            wanted = by_the_page(table, company, way)
            assert (outcome.total if isinstance(outcome, Score) else None) == wanted, way.walk.segments
    best = game.best_run(company)
    assert best.proven
    assert best.value == brute.best_money(asked.network, asked.trains, asked.rules, asked.bonuses)[0]
    outcome = scored_run(table, company, as_written(best.routes))
    assert isinstance(outcome, Score) and outcome.total == best.value


def test_those_positions_have_all_that_is_to_be_tested() -> None:
    """Each part of the question changes the best run of some of them."""
    seen = dict.fromkeys(("runs", "ports", "LBI", "markers", "GSC", "RAG"), 0)
    for seed in range(SEEDS):
        game, company = position(seed)
        asked = question(game.table, company)
        kept = asked.bonuses.rows
        best = best_of(asked)
        free = [replace(train, calls={}, apart=()) for train in asked.trains]
        unpassed = [replace(t, calls={id: c for id, c in t.calls.items() if c != "pass"}) for t in asked.trains]
        seen["runs"] += best > 0
        seen["ports"] += best_of(asked._replace(trains=free)) > best
        seen["LBI"] += best_of(asked._replace(trains=unpassed)) < best
        seen["markers"] += best_of(asked, [row for row in kept if row.id == "GSC"]) < best
        seen["GSC"] += best_of(asked, [row for row in kept if row.id != "GSC"]) < best
        seen["RAG"] += best_of(asked._replace(bonuses=Bonuses(kept))) < best
    assert all(seen.values()), seen


def best_of(asked: Question, rows: Iterable[Bonus] | None = None) -> int:
    """The best value, with these bonuses only if any are given."""
    bonuses = asked.bonuses if rows is None else Bonuses(tuple(rows), asked.bonuses.extra)
    return solve(asked.network, asked.trains, rules=asked.rules, bonuses=bonuses).value
