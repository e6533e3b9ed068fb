"""1713 Menorca, M-107: what GSC, RAG and LBI do for the routes of companies; the other Legacies are data."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx.play.actions import BuyPrivate, LayTile, RunRoutes
from open18xx.play.game import Game
from open18xx.play.roads import checked_run

from .positions import (
    CIUTADELLA_BARCELONA,
    MAO_VALENCIA,
    SEA_TO_BARCELONA,
    SEA_TO_VALENCIA,
    accepted,
    arranged,
    found,
    lay,
    mark,
    menorca,
    own_private,
    phase,
    refused,
    trains,
    turn,
)

pytestmark = pytest.mark.rule("M-107")


def running(
    company: str, *own: str, lies: tuple[tuple[str, str, int], ...], now: str = "4H", legacy: str = "", owner: str = "",
    **more: Any,
) -> Game:  # fmt: skip
    """The company, at home, is to run these vehicles over this track; somebody owns the Legacy."""
    game = menorca(**more)
    with arranged(game) as tx:
        found(tx, "RNC", 75, ann=20, cash=100)
        found(tx, "RCC", 75, bob=20, cash=100)
        phase(tx, now)
        lay(tx, *lies)
        trains(tx, company, *own)
        if legacy:
            own_private(tx, legacy, owner)
        turn(tx, company, "run-routes")
    return game


# --------------------------------------------------------------------------- GSC


@pytest.mark.parametrize(
    ("owner", "revenue"), [("RCC", 60), ("RNC", 60), ("bob", 50), ("closed", 50)]
)  # whichever company owns it; for a player it does nothing
def test_gsc_adds_ten_to_a_route_that_joins_ciutadella_with_barcelona_for_every_company_once_a_company_owns_it(
    owner: str, revenue: int
) -> None:
    game = running("RCC", "4H-0", lies=SEA_TO_BARCELONA, legacy="GSC", owner=owner)
    assert game.best_run("RCC").value == revenue
    accepted(game, RunRoutes("RCC", (("4H-0", CIUTADELLA_BARCELONA),)))
    assert game.state.revenue == revenue


def test_gsc_also_pays_for_mallorca_and_once_for_a_route_that_joins_both() -> None:
    lies = (*SEA_TO_BARCELONA, ("B9", "78", 4), ("B11", "78", 1))
    game = running("RCC", "4H-0", "7H-0", lies=lies, legacy="GSC", owner="RCC")
    to_mallorca = ("C8:2", "B9:0", "B11:0", "A12:0")
    assert checked_run(game.table, "RCC", (("4H-0", to_mallorca),)) == (20 + 20 + 10,)
    assert checked_run(game.table, "RCC", (("7H-0", (*to_mallorca[::-1], *CIUTADELLA_BARCELONA)),)) == (20 + 50 + 10,)


def test_gsc_pays_nothing_for_another_pair() -> None:
    game = running("RNC", "4H-0", lies=SEA_TO_VALENCIA, legacy="GSC", owner="RNC")
    assert checked_run(game.table, "RNC", (("4H-0", MAO_VALENCIA),)) == (60,)


def test_gsc_begins_to_pay_when_a_company_buys_it() -> None:
    game = running("RCC", "4H-0", lies=SEA_TO_BARCELONA, legacy="GSC", owner="bob")
    with arranged(game) as tx:
        turn(tx, "RCC", "buy-private")
    assert game.best_run("RCC").value == 50
    accepted(game, BuyPrivate("RCC", "GSC", 1))
    assert game.best_run("RCC").value == 60


def test_gsc_and_market_markers_add_up() -> None:
    game = running("RCC", "4H-0", lies=SEA_TO_BARCELONA, legacy="GSC", owner="RCC")
    with arranged(game) as tx:
        mark(tx, "RCC", "B3", 3)
    assert game.best_run("RCC").value == 20 + 30 + 30 + 10


def test_gsc_pays_what_the_data_say_also_nothing() -> None:
    game = running(
        "RCC", "4H-0", lies=SEA_TO_BARCELONA, legacy="GSC", owner="RCC", overrides={"extra.privates.GSC.bonus": 0}
    )
    assert game.best_run("RCC").value == 50


# --------------------------------------------------------------------------- RAG


ALBUFERA = (("I10", "7", 4), ("J9", "3", 0))
FROM_ALBUFERA = ("J9:1", "I10:0", "J11:1")


@pytest.mark.parametrize(("owner", "revenue"), [("RNC", 55), ("RCC", 40), ("ann", 40), ("closed", 40)])
def test_rag_adds_fifteen_to_a_route_of_its_company_that_starts_in_s_albufera(owner: str, revenue: int) -> None:
    """10 + 30, and 15; a route may be written from either end."""
    game = running("RNC", "3H-0", lies=ALBUFERA, legacy="RAG", owner=owner)
    best = game.best_run("RNC")
    assert (best.value, best.proven) == (revenue, True)
    for way in (FROM_ALBUFERA, FROM_ALBUFERA[::-1]):
        assert checked_run(game.table, "RNC", (("3H-0", way),)) == (revenue,)


def test_rag_adds_nothing_to_a_route_that_only_passes_there() -> None:
    """In I8 is a village here: Maó - S'Albufera - I8, and S'Albufera - I8 by itself is no route of RNC's."""
    village = {"hexes.I8.color": "gray", "hexes.I8.track": "town 10: 5"}
    lies = (("I10", "7", 4), ("J9", "3", 1))
    game = running("RNC", "4W-0", lies=lies, legacy="RAG", owner="RNC", overrides=village)
    to_albufera = ("J11:1", "I10:0", "J9:0")
    assert checked_run(game.table, "RNC", (("4W-0", to_albufera),)) == (30 + 10 + 15,)
    assert checked_run(game.table, "RNC", (("4W-0", (*to_albufera, "J9:1", "I8:0")),)) == (30 + 10 + 10,)
    assert game.best_run("RNC").value == 55


def test_rag_pays_only_the_route_that_starts_there() -> None:
    game = running("RNC", "3H-0", "4W-0", lies=ALBUFERA, legacy="RAG", owner="RNC")
    both = (("3H-0", FROM_ALBUFERA), ("4W-0", ("J11:0", "J13:1")))
    assert checked_run(game.table, "RNC", both) == (55, 40)


def test_where_no_company_owns_rag_answers_of_the_solver_are_kept() -> None:
    game = running("RNC", "3H-0", lies=ALBUFERA, legacy="RAG", owner="ann")
    assert game.best_run("RNC") is game.best_run("RNC")


def test_only_the_company_that_owns_rag_lays_the_first_tile_in_s_albufera() -> None:
    for owner in ("RNC", "RCC", "ann"):
        game = running("RNC", lies=(("I10", "7", 4),), legacy="RAG", owner=owner)
        with arranged(game) as tx:
            turn(tx, "RNC", "lay-track")
        action = LayTile("RNC", "J9", "3", 0)
        if owner == "RNC":
            accepted(game, action)
            assert game.state.cash["RNC"] == 100 - 80, "at the printed cost"
        else:
            refused(game, action, "blocked", hex="J9")


# --------------------------------------------------------------------------- LBI

WEST = (("E8", "F1", 0), ("D7", "8", 5), ("D9", "9", 2), ("E10", "8", 2), ("F9", "MG1", 5))
"""Ferreries - Ciutadella - Es Migjorn Gran."""
TO_CIUTADELLA = ("E8:0", "D7:0", "C8:0")
ALL_THE_WAY = (*TO_CIUTADELLA, "C8:1", "D9:0", "E10:0", "F9:0")


def driving(legacy_owner: str, company: str = "RADM", **more: Any) -> Game:
    """The company has its factory in Ferreries, a 6W, and a road by Ciutadella, the port of RCC."""
    game = menorca(**more)
    with arranged(game) as tx:
        found(tx, "RCC", 75, bob=20)
        found(tx, "Artesans", 75, ann=20)
        own_private(tx, "LBI", legacy_owner)
        if company == "RADM":
            phase(tx, "7H")
            tx.train_event("x-merge")
        lay(tx, *WEST)
        trains(tx, company, "6W-0")
        turn(tx, company, "run-routes")
    return game


def test_lbi_of_radm_others_stations_do_not_block_its_routes() -> None:
    game = driving("RADM")
    assert game.best_run("RADM").value == 10 + 20 + 10
    accepted(game, RunRoutes("RADM", (("6W-0", ALL_THE_WAY),)))


def test_with_lbi_its_wagons_also_end_in_others_ports() -> None:
    accepted(driving("RADM"), RunRoutes("RADM", (("6W-0", TO_CIUTADELLA),)))


def test_lbi_comes_to_radm_from_a_minor() -> None:
    game = driving("Artesans")
    assert game.state.privates["LBI"] == "RADM"
    accepted(game, RunRoutes("RADM", (("6W-0", ALL_THE_WAY),)))


@pytest.mark.rule("M-508")
@pytest.mark.parametrize("owner", ["ann", "RCC", "closed"])
def test_elsewhere_lbi_has_no_effect(owner: str) -> None:
    for way, code in ((ALL_THE_WAY, "passes-blocked-stop"), (TO_CIUTADELLA, "no-call")):
        refused(driving(owner), RunRoutes("RADM", (("6W-0", way),)), code, stop="C8.0")
    minor = driving("Artesans", company="Artesans")
    refused(minor, RunRoutes("Artesans", (("6W-0", TO_CIUTADELLA),)), "no-call", stop="C8.0")


@pytest.mark.rule("M-513")
def test_lbi_opens_a_full_city_that_is_no_port_too() -> None:
    """Here RCC's station in Ciutadella is a factory."""
    factories = {"corporations.RCC.tokens_need": "factory"}
    for owner, code in (("ann", "passes-blocked-stop"), ("RADM", "")):
        game = driving(owner, overrides=factories)
        reason = game.refusal(RunRoutes("RADM", (("6W-0", ALL_THE_WAY),)))
        assert ("" if reason is None else reason.code) == code
        assert game.refusal(RunRoutes("RADM", (("6W-0", TO_CIUTADELLA),))) is None
