"""Routes on a real board: track decides, not the graph of cities (trap 24)."""

from __future__ import annotations

from open18xx.play.actions import ChooseDividend, RunRoutes
from open18xx.play.game import Game

from .positions import accepted, arranged, found, new, phase, refused, tile, token, trains, turn

THROUGH = ("H10:1", "H12:0", "H12:1", "H14:0", "H16:0")
PAST = ("H10:1", "H12:2", "H14:0", "H16:0")


def altoona(*own: str) -> Game:
    """NYC (ann) has a token in Pittsburgh; track leads through Altoona, and past it, to Lancaster."""
    game = new("1830")
    with arranged(game) as tx:
        for private in tx.state.privates:
            tx.close_private(private)
        found(tx, "NYC", 100, ann=60, cash=500)
        phase(tx, "3")
        tile(tx, "H10", "57", 1)
        tile(tx, "H14", "9", 1)
        tile(tx, "H16", "57", 1)
        token(tx, "NYC", "H10")
        trains(tx, "NYC", *own)
        turn(tx, "NYC", "run-routes")
    return game


def test_a_train_on_the_bypass_does_not_call_at_the_city_it_passes() -> None:
    """Trap 24: Pittsburgh 20 and Lancaster 20 are two stops by the bypass."""
    game = altoona("2-0")
    accepted(game, RunRoutes("NYC", (("2-0", PAST),)))
    assert game.state.revenue == 40


def test_through_the_city_it_is_a_stop_and_counts() -> None:
    game = altoona("2-0")
    refused(game, RunRoutes("NYC", (("2-0", THROUGH),)), "route-too-long", stops=3, limit=2)
    game = altoona("3-0")
    accepted(game, RunRoutes("NYC", (("3-0", THROUGH),)))
    assert game.state.revenue == 50


def test_two_trains_do_not_share_a_hexside_though_their_track_differs() -> None:
    """Trap 24, R01: the bypass and the track to the city leave Altoona by the same sides."""
    game = altoona("2-0", "3-0")
    refused(game, RunRoutes("NYC", (("2-0", PAST), ("3-0", THROUGH))), "segment-reused")
    refused(game, RunRoutes("NYC", (("2-0", ("H10:1", "H12:0")), ("3-0", PAST))), "segment-reused")


def test_what_is_run_is_what_can_be_paid() -> None:
    game = altoona("2-0")
    accepted(game, RunRoutes("NYC", (("2-0", PAST),)))
    before = game.state.cash["ann"]
    accepted(game, ChooseDividend("NYC", "pay"))
    assert game.state.cash["ann"] == before + 24
