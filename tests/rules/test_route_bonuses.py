"""What a title may say of routes: the options of rules.toml, trains and bonuses as data, and the hooks for the rest.

Every test runs on the map of titles/crossing.toml. Of each position the best run is found too, offered, accepted and
worth what the checker says.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, product
from pathlib import Path
from typing import Any

import pytest

from open18xx.play import events as e
from open18xx.play.actions import ChooseDividend, RunRoutes
from open18xx.play.game import Game, unpack
from open18xx.play.roads import as_written, best_run, checked_run, said, scored_run, segments, stops_of, trains_of
from open18xx.play.state import BANK
from open18xx.play.table import Table
from open18xx.routes import Bonus, Run, Score, Segment
from open18xx_schemas import schema

from .positions import accepted, arranged, found, is_listed, new, phase, refused, trains, turn

C1_C3 = ("C1:0", "C3:0")
C3_C5 = ("C3:1", "C5:0")
C5_C7 = ("C5:1", "C7:1")
C7_C9 = ("C7:2", "C9:0")
C1_D2 = ("C1:1", "D2:0")
D2_D6 = ("D2:1", "D4:0", "D6:0")
D6_C7 = ("D6:1", "C7:0")
C7_D8 = ("C7:3", "D8:0")
TO_C5 = C1_C3 + C3_C5  # 20 + 10 + 30
TO_C7 = TO_C5 + C5_C7  # 70
TO_C9 = TO_C7 + C7_C9  # 110
RING = (*TO_C7, *reversed(D6_C7), *reversed(D2_D6), *reversed(C1_D2))  # back in C1: 20 10 30 10 50 20


def crossing(
    *own: str, reach: Any = None, home: bool = True, now: str = "3", hooks: dict[str, Any] | None = None, **rules: Any
) -> Game:
    """RED (ann) is to run ``own``. ``reach`` is what a 2 goes; ``rules`` are of rules.routes, or paths with ``__``."""
    overrides = {("rules.routes." if "__" not in key else "") + key.replace("__", "."): rules[key] for key in rules}
    if "bonuses" in rules:
        overrides["bonuses"] = overrides.pop("rules.routes.bonuses")
    if reach is not None:
        overrides["trains.2.reach"] = reach
    game = new("crossing.toml", overrides=overrides)
    if hooks:
        game = Game(unpack(game.title), game.players)
        given = {name: hook if isinstance(hook, tuple) else (hook,) for name, hook in hooks.items()}
        game.box.hooks = replace(game.box.hooks, **given)
    with arranged(game) as tx:
        for private in tx.state.privates:
            tx.close_private(private)
        found(tx, "RED", 100, ann=60, cash=500, home=home)
        phase(tx, now)
        trains(tx, "RED", *own)
        turn(tx, "RED", "run-routes")
    return game


def earns(game: Game, *routes: tuple[str, ...]) -> int:
    """The revenue of routes that are offered and played by the corporation's trains in order."""
    own = game.table.trains_of("RED")
    accepted(game, RunRoutes("RED", tuple(zip(own, routes, strict=False))))
    return game.state.revenue


def forbids(game: Game, code: str, *routes: tuple[str, ...], **pieces: Any) -> None:
    own = game.table.trains_of("RED")
    refused(game, RunRoutes("RED", tuple(zip(own, routes, strict=False))), code, **pieces)


def best(game: Game) -> Score:
    """The best run: proven, offered, accepted, and worth what the checker says; the game stands after it."""
    highest = best_of_all(game)
    result = game.best_run("RED")
    routes = as_written(result.routes)
    score = scored_run(game.table, "RED", routes)
    assert isinstance(score, Score)
    assert result.proven
    assert worth(game, score) == highest
    accepted(game, RunRoutes("RED", routes))
    assert game.state.revenue == max(0, score.total)
    return score


def most(game: Game) -> int:
    return best(game).total


def worth(game: Game, score: Score) -> tuple[int, int]:
    """Money as the title compares it."""
    both = score.total + score.treasury
    return (both, 0) if game.title.rules.routes.objective == "sum" else (score.total, score.treasury)


def best_of_all(game: Game) -> tuple[int, int]:
    """The worth of the best of all runs that the checker lets pass: every walk over the track is tried."""
    table = game.table
    own = table.trains_of("RED")
    legal = {
        train: [(train, walk) for walk in walks(table) if isinstance(scored_run(table, "RED", ((train, walk),)), Score)]
        for train in own
    }
    runs = [tuple(chain(*some)) for some in product(*([[], *([route] for route in legal[train])] for train in own))]
    scores = [scored_run(table, "RED", run) for run in runs]
    return max(worth(game, score) for score in scores if isinstance(score, Score))


def walks(table: Table) -> list[tuple[str, ...]]:
    """Every way over the whole map's track from stop to stop, and every stop alone."""
    ground, faces = table.box.ground, table.board.faces
    pieces = [piece for n, face in enumerate(faces) for piece in segments(ground, n, face)]
    at: dict[tuple[str, str], list[Segment]] = {}
    for piece in pieces:
        for end in piece.ends:
            at.setdefault((end.kind, end.id), []).append(piece)
    found: list[tuple[str, ...]] = [(f"{ground.names[n]}.{node}",) for n, node in table.board.stops()]

    def go(kind: str, id: str, side: str, used: tuple[str, ...]) -> None:
        if kind == "stop" and used:
            found.append(used)
        for piece in at.get((kind, id), ()):
            for near, far in (piece.ends, piece.ends[::-1]):
                if (
                    (near.kind, near.id) == (kind, id)
                    and piece.id not in used
                    and (kind != "edge" or near.side != side)
                ):
                    go(far.kind, far.id, far.side, (*used, piece.id))

    for n, node in table.board.stops():
        go("stop", f"{ground.names[n]}.{node}", "", ())
    return found


def row(amount: int, *places: list[str], **more: Any) -> dict[str, Any]:
    return {"id": more.pop("id", "bonus"), "amount": amount, "places": list(places), **more}


# --------------------------------------------------------------------------- rules.routes


def test_a_route_has_as_many_different_stops_as_the_title_says() -> None:
    assert earns(crossing("3-0"), C1_C3) == 30
    three = crossing("3-0", min_stops=3)
    forbids(three, "route-too-short", C1_C3, stops=2, minimum=3)
    assert earns(three, TO_C5) == 60
    assert most(crossing("3-0", min_stops=3)) == 90  # C1 D2 D6
    assert most(crossing("2-0", min_stops=3)) == 0


def test_a_stop_visited_twice_is_one_of_them() -> None:
    tracks = {"hexes__C3__track": "0-1", "hexes__D2__track": "city 20: 2 3 4"}  # two ways from C1 to D2
    there_and_back = (*C1_D2, "D2:1", "C3:0", "C1:0")
    assert earns(crossing("3-0", node_reuse="allowed", **tracks), there_and_back) == 40
    game = crossing("3-0", min_stops=3, node_reuse="allowed", **tracks)
    forbids(game, "route-too-short", there_and_back, stops=2, minimum=3)


@pytest.mark.parametrize("own_token", [True, False])
def test_a_route_needs_an_own_token_if_the_title_says_so(own_token: bool) -> None:
    game = crossing("3-0", own_token=own_token)
    away = (*C5_C7, *C7_C9)
    if own_token:
        forbids(game, "no-own-token", away)
        assert most(game) == 90  # C1 D2 D6
    else:
        assert most(crossing("3-0", own_token=False)) == 100  # D6 C7 C9
        assert earns(game, away) == 80


def test_without_that_rule_a_corporation_runs_that_has_no_token_on_the_map() -> None:
    assert not any(offer.kind == "run-routes" for offer in crossing("3-0", home=False).offers())
    assert most(crossing("3-0", home=False, own_token=False)) == 100


@pytest.mark.parametrize(
    ("rules", "value"),
    [
        ({"node_reuse": "never"}, None),
        ({"node_reuse": "allowed"}, 140),
        ({"node_reuse": "allowed", "revisits": "pay-once"}, 140),
        ({"node_reuse": "allowed", "revisits": "pay-each"}, 160),
        ({"node_reuse": "never", "revisits": "pay-each"}, None),
    ],
)
def test_a_ring_is_run_where_stops_may_be_visited_again(rules: dict[str, str], value: int | None) -> None:
    game = crossing("D-0", now="D", **rules)
    if value is None:
        forbids(game, "stop-revisited", RING, stop="C1.0")
    else:
        assert earns(game, RING) == value
    whole = most(crossing("D-0", now="D", **rules))
    assert whole == {None: 180, 140: 210, 160: 220}[value]  # D6 to C9; from D8 round the ring to C9; C7 twice


def test_each_visit_counts_for_the_reach() -> None:
    game = crossing("6-0", now="6", node_reuse="allowed")
    forbids(game, "route-too-long", RING, stops=7, limit=6)


@pytest.mark.parametrize("groups", ["exclusive", "ignored"])
def test_stops_of_a_group_are_called_at_once_in_a_route(groups: str) -> None:
    tracks = {"hexes__D8__track": "offboard yellow=30 group=North: 2", "hexes__C7__track": "city 10: 0 1 4 5"}
    game = crossing("3-0", groups=groups, own_token=False, **tracks)
    route = (*reversed(C7_C9), *C7_D8)
    if groups == "exclusive":
        forbids(game, "group-revisited", route, group="North")
    else:
        assert earns(game, route) == 80


DUAL = {"hexes__C1__track": "city 20: 4 5", "hexes__D4__track": "1-4 /dual", "hexes__D6__track": "city 50: 1 3 /narrow"}


@pytest.mark.parametrize("gauge_change", ["in-chains", "at-stops"])
def test_a_train_changes_gauge_over_dual_track_or_only_at_a_stop(gauge_change: str) -> None:
    game = crossing("3-0", gauge_change=gauge_change, **DUAL)
    route = (*C1_D2, *D2_D6)
    if gauge_change == "in-chains":
        assert earns(game, route) == 90
    else:
        forbids(game, "gauge-change", route)
    assert most(crossing("3-0", gauge_change=gauge_change, **DUAL)) == {"in-chains": 90, "at-stops": 60}[gauge_change]


@pytest.mark.parametrize(("objective", "money"), [("revenue-first", (70, 0)), ("sum", (30, 100))])
def test_the_best_run_weighs_revenue_against_money_for_the_treasury(objective: str, money: tuple[int, int]) -> None:
    town = row(100, ["C3"], to="treasury")
    game = crossing("2-0", objective=objective, bonuses=[town], **{"hexes__D2__track": "city 50 slots=2: 2 4"})
    score = best(game)
    assert (score.total, score.treasury) == money


# --------------------------------------------------------------------------- trains


@pytest.mark.parametrize(
    ("reach", "value"),
    [
        ({"count": "stops", "limit": 3}, 90),  # C1 D2 D6
        ({"count": "cities", "limit": 3}, 120),  # C1 C3 C5 C7 D6
        ({"count": "plus", "limit": 2, "plus": 1}, 60),  # C1 C3 C5
        ({"count": "plus", "limit": 3, "plus": 1}, 100),  # C1 D2 D6 C7
        ({"count": "hexes", "limit": 4}, 90),  # C1 D2 D4 D6
        ({"count": "hex-edges", "limit": 4}, 120),  # C1 C3 C5 C7 D6
        ({"limit": "unlimited"}, 180),  # D6 D2 C1 C3 C5 C7 C9
        ({"limit": 5, "pays": 2}, 70),  # C1 D2 D6 C7 C9: C1 and D6, as C1 has the token
        ({"limit": 5, "pays": "all"}, 140),
    ],
)
def test_a_reach_is_counted_in_the_unit_of_the_title(reach: dict[str, Any], value: int) -> None:
    assert most(crossing("2-0", reach=reach)) == value


def test_a_reach_of_rows_names_how_many_of_which_kinds_are_visited_and_paid() -> None:
    cities = {"kinds": ["city", "offboard"], "pay": 2}
    assert most(crossing("2-0", reach=[cities])) == 40  # C1 D2: no towns
    towns = {"kinds": ["town"], "pay": "unlimited"}
    assert most(crossing("2-0", reach=[cities, towns])) == 70  # C1 C3 C5 C7
    passing = {**cities, "visit": 3}
    assert most(crossing("2-0", reach=[passing, {**towns, "visit": "paid"}])) == 90  # C1 C3 C5 C7 D6, not C5
    every = {**cities, "visit": "unlimited"}
    assert most(crossing("2-0", reach=[every, {**towns, "multiplier": 4}])) == 150  # C1, D6, and towns at 40


@pytest.mark.parametrize(("double", "value"), [("none", 90), ("broad", 40), ("narrow", 80)])
def test_a_crossing_of_a_gauge_may_count_twice(double: str, value: int) -> None:
    game = crossing("2-0", reach={"count": "hex-edges", "limit": 3, "double": double}, **DUAL)
    assert most(game) == value


@pytest.mark.parametrize("gauge", ["any", "broad", "narrow"])
def test_a_train_keeps_to_its_gauge(gauge: str) -> None:
    tracks = {"hexes__C1__track": "city 20: 4/narrow 5", "hexes__C3__track": "town 10: 1/narrow 4/dual"}
    game = crossing("2-0", trains__2__gauge=gauge, **tracks)
    if gauge == "broad":
        forbids(game, "gauge-not-allowed", C1_C3, gauge="narrow", allowed="broad")
    else:
        assert earns(game, C1_C3) == 30
    assert most(crossing("2-0", trains__2__gauge=gauge, **tracks)) == (30 if gauge == "narrow" else 40)


def test_a_local_train_runs_at_one_stop_too() -> None:
    game = crossing("2-0", reach={"limit": 1}, trains__2__local=True)
    forbids(game, "no-own-token", ("D6.0",))
    forbids(game, "route-too-long", C1_C3)
    for wrong in ("C1.1", "C1.00", "Z9.0", "C1.x", "D4.0", "C1."):
        assert not is_listed(game, RunRoutes("RED", (("2-0", (wrong,)),))), wrong
        assert game.refusal(RunRoutes("RED", (("2-0", (wrong,)),))) is not None
    assert earns(game, ("C1.0",)) == 20
    assert most(crossing("2-0", reach={"limit": 1}, trains__2__local=True)) == 20
    forbids(crossing("2-0"), "not-a-local-train", ("C1.0",))


def test_a_local_train_runs_in_its_home_without_any_track() -> None:
    alone = {"hexes__C1__track": "city 20"}
    assert not any(offer.kind == "run-routes" for offer in crossing("2-0", **alone).offers())
    assert most(crossing("2-0", trains__2__local=True, **alone)) == 20


@pytest.mark.parametrize(("requires_token", "value"), [(True, 70), (False, 90)])
def test_the_token_must_be_at_a_stop_that_pays_if_the_train_says_so(requires_token: bool, value: int) -> None:
    game = crossing("2-0", reach={"limit": 5, "pays": 2}, trains__2__requires_token=requires_token)
    assert earns(game, (*C1_D2, *D2_D6, *D6_C7, *C7_C9)) == value


# --------------------------------------------------------------------------- bonuses


@pytest.mark.parametrize(
    ("bonus", "value"),
    [
        (row(100, ["C5"]), 160),  # a marker, on all stops of the hex
        (row(100, ["C5.0"]), 160),  # on one stop
        (row(100, ["D10"]), 60),  # nobody calls there
        (row(100, ["C1"], ["C5"]), 160),  # a pair
        (row(100, ["C1"], ["C5", "C9"]), 160),  # east is C5 or C9
        (row(100, ["C1"], ["C9"]), 60),
        (row(100, ["C1", "C5"]), 160),  # once by the route
        (row(100, ["C1", "C5"], scope="route"), 160),
        (row(100, ["C1", "C5"], scope="visit"), 260),  # for each stop
        (row(100, ["C5"], scope="corporation"), 160),
        (row(100, ["C5"], trains=["3"]), 160),
        (row(100, ["C5"], trains=["2", "4"]), 60),
        (row(100, ["C5"], corporations=["RED", "BLU"]), 160),
        (row(100, ["C5"], corporations=["BLU"]), 60),
        (row(100, ["C5"], phases=["3"]), 160),
        (row(100, ["C5"], phases=["2", "4"]), 60),
        (row(100, ["C5"], counts="paid"), 160),
        (row(100, ["C5"], counts="visited"), 160),
        (row(100, ["C5"], multiplied=True), 160),
        (row(100, ["C5"], to="revenue"), 160),
    ],
)
def test_a_bonus_is_earned_as_its_row_says(bonus: dict[str, Any], value: int) -> None:
    assert earns(crossing("3-0", bonuses=[bonus]), TO_C5) == value
    most(crossing("3-0", bonuses=[bonus]))


def test_a_bonus_is_multiplied_with_the_train_if_its_row_says_so() -> None:
    for multiplied, value in ((False, 220), (True, 320)):
        bonus = row(100, ["C5"], multiplied=multiplied)
        assert earns(crossing("3-0", trains__3__multiplier=2, bonuses=[bonus]), TO_C5) == value


def test_a_stop_that_is_only_visited_earns_a_bonus_that_counts_visits() -> None:
    for counts, value in (("paid", 20), ("visited", 120)):  # C1 is paid, as it has the token
        bonus = row(100, ["C3"], counts=counts)
        game = crossing("3-0", trains__3__reach={"limit": 3, "pays": 1}, bonuses=[bonus])
        assert earns(game, TO_C5) == value


def test_a_bonus_of_the_corporation_is_earned_by_one_of_its_routes() -> None:
    for scope, value in (("route", 70 + 400), ("corporation", 70 + 200)):
        bonus = row(200, ["C1"], scope=scope)
        assert earns(crossing("2-0", "2-1", bonuses=[bonus]), C1_C3, C1_D2) == value
        assert most(crossing("2-0", "2-1", bonuses=[bonus])) == value


def test_a_bonus_on_a_hex_follows_what_is_built_there() -> None:
    game = crossing("3-0")
    assert stops_of(game.table, "D10") == {"D10.0"}
    assert stops_of(game.table, "D4") == frozenset()
    assert stops_of(game.table, "D10.1") == frozenset()
    bonus = row(100, ["D4", "C5"])
    assert earns(crossing("3-0", bonuses=[bonus]), TO_C5) == 160
    assert earns(crossing("3-0", bonuses=[row(100, ["D4"])]), TO_C5) == 60


# --------------------------------------------------------------------------- money for the treasury


@pytest.mark.parametrize("choice", ["pay", "withhold"])
def test_money_for_the_treasury_is_the_corporations_whatever_becomes_of_the_revenue(choice: str) -> None:
    game = crossing("3-0", bonuses=[row(70, ["C5"], to="treasury")])
    money, cash = game.table.money(), game.state.cash["RED"]
    events = accepted(game, RunRoutes("RED", (("3-0", TO_C5),)))
    assert events[:2] == (
        e.RoutesRun("RED", (("3-0", TO_C5),), (60,), 60),
        e.MoneyPaid(BANK, "RED", 70),
    )
    assert game.state.revenue == 60
    assert (game.state.cash["RED"], game.table.money()) == (cash + 70, money)
    accepted(game, ChooseDividend("RED", choice))
    kept = 60 if choice == "withhold" else 0
    assert game.state.cash["RED"] == cash + 70 + kept
    assert game.undo() and game.undo()
    assert game.state.cash["RED"] == cash


def test_a_route_may_earn_for_the_treasury_alone() -> None:
    tracks = {"hexes__C1__track": "city 0: 4 5", "hexes__C3__track": "town 0: 1 4"}
    game = crossing("2-0", bonuses=[row(70, ["C3"], to="treasury")], **tracks)
    accepted(game, RunRoutes("RED", (("2-0", C1_C3),)))
    assert (game.state.revenue, game.state.cash["RED"]) == (0, 570)


# --------------------------------------------------------------------------- hooks


def markers(table: Table, corporation: str) -> Iterable[Bonus]:
    """Ten for each of the corporation's markers, which a plugin keeps in its own table: {hex: number}."""
    for hex, count in table.state.slices.get("markers", {}).items():
        yield Bonus(f"marker-{hex}", 10 * count, (stops_of(table, hex),), "visit")


def test_markers_that_lie_on_the_map_now_are_bonuses_of_a_hook() -> None:
    game = crossing("3-0", hooks={"route_bonuses": markers})
    assert game.best_run("RED").value == 90
    with arranged(game) as tx:
        tx.write("markers", "C5", 5)
    assert checked_run(game.table, "RED", (("3-0", TO_C5),)) == (110,)
    assert most(game.clone()) == 110
    with arranged(game) as tx:
        tx.write("markers", "C5", 2)
    assert checked_run(game.table, "RED", (("3-0", TO_C5),)) == (80,)
    assert most(game) == 90


def test_answers_are_kept_for_what_the_hooks_said() -> None:
    game = crossing("3-0", hooks={"route_bonuses": markers})
    first = game.best_run("RED")
    assert game.best_run("RED") is first
    with arranged(game) as tx:
        tx.write("markers", "C5", 5)
    second = game.best_run("RED")
    assert second is not first and game.best_run("RED") is second
    with arranged(game) as tx:
        tx.write("markers", "C5", 4)
    assert game.best_run("RED") is not second


def test_a_proven_answer_found_before_a_deadline_is_as_good_as_any() -> None:
    game = crossing("3-0", hooks={"route_bonuses": markers})
    found = best_run(game.table, "RED", deadline=60.0)
    assert found.proven and game.best_run("RED") is found


def test_printed_bonuses_and_those_of_a_hook_add_up() -> None:
    game = crossing("3-0", bonuses=[row(100, ["C5"])], hooks={"route_bonuses": markers})
    with arranged(game) as tx:
        tx.write("markers", "C3", 3)
    assert earns(game, TO_C5) == 190


@pytest.mark.parametrize("call", ["never", "end", "pass"])
def test_a_hook_says_where_trains_of_a_type_call_in_another_way(call: str) -> None:
    def calls(table: Table, corporation: str, train_type: str) -> dict[str, Any]:
        return {"C5.0": call} if train_type == "3" and corporation == "RED" else {}

    blocked = call == "pass"
    game = crossing("3-0", "4-0", now="4", hooks={"train_calls": calls})
    with arranged(game) as tx:
        if blocked:
            found(tx, "BLU", 100, bob=60)
    longer = TO_C7
    match call:
        case "never":
            forbids(game, "no-call", TO_C5, stop="C5.0")
            assert not is_listed(game, RunRoutes("RED", (("3-0", TO_C5),)))
        case "end":
            forbids(game, "passes-blocked-stop", (*C3_C5, *C5_C7), stop="C5.0")
            assert earns(game, TO_C5) == 60
        case _:
            refused(game, RunRoutes("RED", (("4-0", longer),)), "passes-blocked-stop", stop="C5.0")
            wide = crossing("3-0", hooks={"train_calls": calls}, trains__3__reach={"limit": 4})
            with arranged(wide) as tx:
                found(tx, "BLU", 100, bob=60)
            assert earns(wide.clone(), longer) == 70
            assert most(wide) == 100
    most(crossing("3-0", "4-0", now="4", hooks={"train_calls": calls}))


def test_a_train_that_passes_a_blocked_stop_reaches_what_lies_beyond() -> None:
    tracks = {"hexes__C1__track": "city 20: 4", "trains__3__reach": {"limit": 4}}

    def calls(table: Table, corporation: str, train_type: str) -> dict[str, Any]:
        return {"C5.0": "pass"}

    for hooks, value in (({}, 60), ({"train_calls": calls}, 70)):
        game = crossing("3-0", hooks=hooks, **tracks)
        with arranged(game) as tx:
            found(tx, "BLU", 100, bob=60)
        assert most(game) == value


def test_of_several_answers_the_strictest_stands() -> None:
    hooks = (
        lambda table, corporation, train_type: {"C5.0": "pass", "C3.0": "never"},
        lambda table, corporation, train_type: {"C5.0": "end", "C3.0": "pass"},
    )
    game = crossing("3-0", hooks={"train_calls": hooks})
    forbids(game, "no-call", C1_C3, stop="C3.0")
    (train,) = trains_of(game.table, "RED", said(game.table, "RED"))
    assert train.calls == {"C3.0": "never", "C5.0": "end"}


def test_a_hook_keeps_stops_apart_in_a_route_of_a_type() -> None:
    def apart(table: Table, corporation: str, train_type: str) -> list[set[str]]:
        return [{"C5.0", "C3.0"}] if train_type == "3" else []

    game = crossing("3-0", "4-0", now="4", hooks={"train_apart": apart})
    forbids(game, "not-apart", TO_C5)
    accepted(game, RunRoutes("RED", (("4-0", TO_C5),)))
    assert most(crossing("3-0", hooks={"train_apart": apart})) == 90


def long_haul(table: Table, corporation: str, run: Run) -> int:
    return 15 * len(run.visited) if corporation == "RED" and run.train.type == "3" else 0


def test_a_hook_adds_to_the_value_of_a_route_and_its_bound_makes_the_answer_exact() -> None:
    exact = {"route_value": long_haul, "route_value_most": lambda table, corporation: 45}
    assert earns(crossing("3-0", hooks=exact), TO_C5) == 105
    assert most(crossing("3-0", hooks=exact)) == 135
    for bound in ({}, {"route_value_most": lambda table, corporation: None}):
        result = crossing("3-0", hooks={"route_value": long_haul, **bound}).best_run("RED")
        assert not result.proven


def test_a_hook_may_take_from_a_route_and_what_is_below_nothing_is_nothing() -> None:
    hooks = {"route_value": lambda table, corporation, run: -80, "route_value_most": lambda table, corporation: -80}
    game = crossing("3-0", hooks=hooks)
    assert checked_run(game.table, "RED", (("3-0", TO_C5),)) == (-20,)
    cash = game.state.cash["RED"]
    accepted(game, RunRoutes("RED", (("3-0", TO_C5),)))
    assert (game.state.revenue, game.state.cash["RED"]) == (0, cash)
    assert most(crossing("3-0", hooks=hooks)) == 10


def test_a_value_that_is_not_active_is_never_asked_for_and_answers_are_kept() -> None:
    hooks = {"route_value": long_haul, "route_value_most": lambda table, corporation: 45}
    active = {"route_value_active": lambda table, corporation: table.state.cash["ann"] == 1}
    game = crossing("3-0", hooks=hooks | active)
    routes = (("3-0", TO_C5),)
    assert checked_run(game.table, "RED", routes) == (60,)
    assert game.best_run("RED") is game.best_run("RED") and game.best_run("RED").value == 90
    with arranged(game) as tx:
        tx.pay("ann", BANK, game.state.cash["ann"] - 1)
    assert checked_run(game.table, "RED", routes) == (105,)
    assert game.best_run("RED") is not game.best_run("RED") and game.best_run("RED").value == 135


def test_of_several_answers_one_makes_a_value_active() -> None:
    hooks = {"route_value": long_haul, "route_value_most": lambda table, corporation: 45}
    yes, no = (lambda table, corporation: True), (lambda table, corporation: False)
    for answers, value in (((no, yes), 105), ((no, no), 60)):
        assert earns(crossing("3-0", hooks={**hooks, "route_value_active": answers}), TO_C5) == value


def both(table: Table, corporation: str, runs: tuple[Run, ...]) -> int:
    """33 if two trains run to different cities."""
    return 33 if len({run.visited[-1].id for run in runs} | {run.visited[0].id for run in runs}) > 2 else 0


def test_a_hook_adds_to_the_value_of_a_set_of_routes_and_its_bound_makes_the_answer_exact() -> None:
    exact = {"set_value": both, "set_value_most": lambda table, corporation: 33}
    assert earns(crossing("2-0", "2-1", hooks=exact), C1_C3, C1_D2) == 30 + 40 + 33
    assert most(crossing("2-0", "2-1", hooks=exact)) == 103
    assert not crossing("2-0", "2-1", hooks={"set_value": both}).best_run("RED").proven


def test_a_bound_that_is_broken_is_told_at_once() -> None:
    hooks = {"route_value": long_haul, "route_value_most": lambda table, corporation: 44}
    with pytest.raises(ValueError, match="gave 45, more than its own bound route_most = 44"):
        earns(crossing("3-0", hooks=hooks), TO_C5)


def test_the_value_of_a_hook_follows_the_state_and_not_what_was_asked_before() -> None:
    def value(table: Table, corporation: str, run: Run) -> int:
        return table.state.cash["ann"]

    def limit(table: Table, corporation: str) -> int:
        return table.state.cash["ann"]

    game = crossing("3-0", hooks={"route_value": value, "route_value_most": limit})
    rich = game.state.cash["ann"]
    assert game.best_run("RED").value == 90 + rich
    with arranged(game) as tx:
        tx.pay("ann", BANK, rich - 1)
    assert game.best_run("RED").value == 91
    assert checked_run(game.table, "RED", (("3-0", TO_C5),)) == (61,)


# --------------------------------------------------------------------------- completeness


def test_every_word_of_every_option_of_routes_is_played_here() -> None:
    train = schema("trains")["properties"]["trains"]["items"]["properties"]
    reach, rows = train["reach"]["anyOf"]
    bonus = schema("map")["properties"]["bonuses"]["items"]["properties"]
    tables = (
        schema("rules")["properties"]["routes"]["properties"],
        {"gauge": train["gauge"], "local": train["local"], "requires_token": train["requires_token"]},
        reach["properties"],
        rows["items"]["properties"],
        bonus,
    )
    text = Path(__file__).read_text("utf-8")
    for table in tables:
        for key, part in table.items():
            assert key in text, key
            assert "x-planned" not in part, key
            for word in part.get("enum", ()):
                assert f'"{word}"' in text, (key, word)
