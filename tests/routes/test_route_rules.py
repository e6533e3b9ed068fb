"""What a route may be and what it earns, one rule a test.

R and O numbers are cases of the kernel-cases reference (public bug reports); plain numbers are route rules.
"""

from __future__ import annotations

import pytest

from open18xx.routes import (
    Bonus,
    Bonuses,
    End,
    Extra,
    Fault,
    Network,
    Reach,
    RoadRules,
    Route,
    Row,
    Run,
    Score,
    Segment,
    Stop,
    Train,
    score,
    solve,
)
from open18xx.routes.checker import BonusPaid

from .route_maps import along, line, stop, track, train, web


def judged(
    network: Network,
    trains: list[Train],
    *routes: Route,
    rules: RoadRules = RoadRules(),  # noqa: B008
    bonuses: Bonuses = Bonuses(),  # noqa: B008
) -> Score | Fault:
    return score(network, trains, routes, rules, bonuses)


def code(outcome: Score | Fault) -> str:
    assert isinstance(outcome, Fault), outcome
    return outcome.code


def total(outcome: Score | Fault) -> int:
    assert isinstance(outcome, Score), outcome
    return outcome.total


def best(network: Network, *trains: Train) -> int:
    """The solver's value, once the checker has agreed with it."""
    result = solve(network, trains)
    assert result.proven
    assert total(score(network, trains, result.routes)) == result.value
    return result.value


# -- track: rules 2, 3, 16, 17, 18


def meeting_at_a_hexside() -> Network:
    """R01: tile P has tracks 0-3 and 1-3; beyond 3 lies C, beyond 0 A, beyond 1 B."""
    return Network(
        [stop("A", 20), stop("B", 20), stop("C", 30, own=True)],
        [
            track("A1", "A", "/0"),
            track("B1", "B", "/1"),
            track("P1", "/0", "/3"),
            track("P2", "/1", "/3"),
            track("Q1", "/3", "C"),
            track("Q2", "/3", "C"),
        ],
    )


def test_a_hexside_is_crossed_once_though_two_tracks_meet_there():
    """R01."""
    network = meeting_at_a_hexside()
    three = train("3", 3)
    there_and_back = Route("3", ("A1", "P1", "Q1", "Q2", "P2", "B1"))
    assert judged(network, [three], there_and_back) == Fault("hexside-reused", train="3", segment="P2", crossing="3")
    assert best(network, three) == 50


def test_two_trains_do_not_share_a_hexside_either():
    """Rule 16."""
    network = meeting_at_a_hexside()
    trains = [train("a", 2), train("b", 2)]
    outcome = judged(network, trains, Route("a", ("A1", "P1", "Q1")), Route("b", ("B1", "P2", "Q2")))
    assert code(outcome) == "hexside-reused"
    assert best(network, *trains) == 50


def test_track_does_not_turn_back_at_a_hexside():
    """Rule 2: from one track to another of the same tile at the same side."""
    network = Network(
        [stop("A", 20, own=True), stop("B", 20)],
        [track("P1", "A", "/3"), track("P2", "/3", "B"), track("Q1", "/3", "/5")],
    )
    assert code(judged(network, [train("2", 2)], Route("2", ("P1", "P2")))) == "not-connected"
    assert best(network, train("2", 2)) == 0


def spur_to_a_town() -> Network:
    """R03: a tile with tracks 0-j, 1-j and j-t, t a town."""
    return Network(
        [stop("A", 30, own=True), stop("B", 20), stop("t", 10, "town")],
        [
            track("A1", "A", "/0"),
            track("P0", "/0", "*j"),
            track("P1", "/1", "*j"),
            track("Pt", "*j", "t"),
            track("B1", "/1", "B"),
        ],
    )


def test_a_segment_inside_a_tile_is_used_once_too():
    """R03: A to the town and back to B needs the town's spur twice."""
    network = spur_to_a_town()
    three = train("3", 3)
    assert code(judged(network, [three], Route("3", ("A1", "P0", "Pt", "Pt", "P1", "B1")))) == "segment-reused"
    assert total(judged(network, [three], Route("3", ("A1", "P0", "Pt")))) == 40
    assert total(judged(network, [three], Route("3", ("A1", "P0", "P1", "B1")))) == 50
    assert best(network, three) == 50


def test_a_junction_is_passed_once_between_two_stops_but_may_be_passed_again_beyond():
    """Rules 3 and 19: a junction is no shared resource."""
    crossing = [
        track("J1", "A", "*j"),
        track("J2", "*j", "B"),
        track("J3", "B", "/1", hex="J"),
        track("K1", "/1", "C"),
        track("J4", "C", "*j"),
        track("J5", "*j", "D"),
    ]
    stops = [stop("A", 10, own=True), stop("B", 10), stop("C", 10), stop("D", 10)]
    network = Network(stops, crossing)
    four = train("4", 4)
    assert total(judged(network, [four], Route("4", ("J1", "J2", "J3", "K1", "J4", "J5")))) == 40
    assert best(network, four) == 40


def test_the_two_far_exits_of_an_off_centre_town_share_a_key():
    """Rule 18."""
    network = Network(
        [stop("t", 10, "town"), stop("A", 30, own=True), stop("B", 20), stop("C", 20)],
        [
            track("T1", "t", "/1", key="t"),
            track("T2", "t", "/2", key="t"),
            track("T3", "t", "/3"),
            track("A1", "/1", "A"),
            track("B1", "/2", "B"),
            track("C1", "/3", "C"),
        ],
    )
    three = train("3", 3)
    assert code(judged(network, [three], Route("3", ("A1", "T1", "T2", "B1")))) == "key-reused"
    assert best(network, three) == 60
    assert [route.segments for route in solve(network, [three]).routes] in (
        [("A1", "T1", "T3", "C1")],
        [("C1", "T3", "T1", "A1")],
    )


# -- gauge: rule 2, R21


def two_gauges() -> Network:
    """Broad track from M to junction J, where a broad, a narrow and a dual spur go on."""
    return Network(
        [stop("M", 20, own=True), stop("B", 10), stop("L", 50), stop("D", 30)],
        [
            track("M1", "M", "/0"),
            track("J0", "/0", "*j"),
            track("Jb", "*j", "/1"),
            track("Jn", "*j", "/2", gauge="narrow"),
            track("Jd", "*j", "/3", gauge="dual"),
            track("B1", "/1", "B"),
            track("L1", "/2", "L", gauge="narrow"),
            track("D1", "/3", "D"),
        ],
    )


def test_a_broad_train_does_not_slip_onto_narrow_track_at_a_junction():
    """R21."""
    network = two_gauges()
    broad = train("2", 2, gauge="broad")
    assert code(judged(network, [broad], Route("2", ("M1", "J0", "Jn", "L1")))) == "gauge-not-allowed"
    assert best(network, broad) == 50


def test_dual_track_carries_both_gauges():
    """R21."""
    assert total(judged(two_gauges(), [train("2", 2, gauge="broad")], Route("2", ("M1", "J0", "Jd", "D1")))) == 50


def test_gauges_must_fit_at_a_hexside():
    """Rule 2."""
    network = Network(
        [stop("A", 20, own=True), stop("B", 10)],
        [track("A1", "A", "/0"), track("B1", "/0", "B", gauge="narrow")],
    )
    assert code(judged(network, [train("2", 2)], Route("2", ("A1", "B1")))) == "gauge-break"
    assert best(network, train("2", 2)) == 0


# -- stops: rules 5 to 9


def test_two_cities_of_one_hex_may_both_be_visited():
    """R05."""
    network = line(stop("h1", 40), stop("X", 30, own=True), stop("h2", 40))
    assert best(network, train("3", 3)) == 110


def test_cities_declared_one_place_may_not():
    """R05, rule 6: a group name once in a route."""
    network = line(stop("h1", 40, groups=("h",)), stop("X", 30, own=True), stop("h2", 40, groups=("h",)))
    three = train("3", 3)
    assert code(judged(network, [three], Route("3", along(network, "h1", "X", "h2")))) == "group-revisited"
    assert best(network, three) == 70
    assert (
        total(score(network, [three], [Route("3", along(network, "h1", "X", "h2"))], RoadRules(groups_exclusive=False)))
        == 110
    )


def test_a_stop_is_visited_once_in_a_route():
    """Rule 6: no lollipop."""
    network = Network(
        [stop("A", 20, own=True), stop("B", 20), stop("C", 20)],
        [
            track("A1", "A", "/0"), track("B0", "/0", "B"),
            track("B1", "B", "/1"), track("C1", "/1", "C"),
            track("C2", "C", "/2"), track("B2", "/2", "B"),
        ],
    )  # fmt: skip
    four = train("4", 4)
    assert code(judged(network, [four], Route("4", ("A1", "B0", "B1", "C1", "C2", "B2")))) == "stop-revisited"
    assert best(network, four) == 60


def test_different_trains_may_visit_the_same_stop():
    """Rule 20."""
    network = line(stop("A", 20), stop("B", 30, own=True), stop("C", 10))
    assert best(network, train("a", 2), train("b", 2)) == 90


def test_a_full_city_ends_a_route_and_is_not_passed():
    """R07."""
    network = line(stop("A", 20, own=True), stop("B", 30, blocked=True), stop("C", 40))
    three = train("3", 3)
    assert code(judged(network, [three], Route("3", along(network, "A", "B", "C")))) == "passes-blocked-stop"
    assert total(judged(network, [three], Route("3", along(network, "A", "B")))) == 50
    assert best(network, three) == 50


def test_a_city_with_a_free_slot_is_passed():
    """R07."""
    assert best(line(stop("A", 20, own=True), stop("B", 30), stop("C", 40)), train("3", 3)) == 90


def test_both_ends_may_be_blocked():
    """Rule 8."""
    network = line(stop("A", 20, blocked=True), stop("B", 30, own=True), stop("C", 40, "offboard", blocked=True))
    assert best(network, train("3", 3)) == 90


@pytest.mark.parametrize("how", ["track", "stop"])
def test_a_terminal_is_not_run_through_even_with_an_own_token(how: str):
    """R09, rule 9: printed terminal track, or a stop that may not be passed."""
    terminal = how == "track"
    network = Network(
        [stop("P", 20), stop("Q", 30, own=True, blocked=not terminal), stop("S", 20)],
        [
            track("P1", "P", "/1"),
            track("Q1", "/1", "Q", terminal=terminal),
            track("Q2", "Q", "/2", terminal=terminal),
            track("S1", "/2", "S"),
        ],
    )
    three = train("3", 3)
    assert code(judged(network, [three], Route("3", ("P1", "Q1", "Q2", "S1")))) == (
        "terminal-inside" if terminal else "passes-blocked-stop"
    )
    assert total(judged(network, [three], Route("3", ("P1", "Q1")))) == 50
    assert best(network, three) == 50
    assert best(network, train("a", 3), train("b", 3)) == 100


def test_a_route_needs_an_own_token():
    """Rule 7."""
    network = line(stop("A", 20, own=True), stop("B", 30), stop("C", 40))
    assert judged(network, [train("2", 2)], Route("2", along(network, "B", "C"))) == Fault("no-own-token", train="2")
    assert best(network, train("2", 2)) == 50


def test_a_route_needs_two_stops():
    """Rule 5."""
    network = line(stop("A", 20, own=True), stop("B", 30))
    assert judged(network, [train("2", 2)], Route("2", ())) == Fault("empty-route", train="2")
    assert code(judged(network, [train("2", 2)], Route("2", ("AB>",)))) == "ends-nowhere"
    assert best(Network([stop("A", 20, own=True)], []), train("2", 2)) == 0


def test_only_a_local_train_runs_at_one_stop():
    network = Network([stop("A", 20, own=True), stop("B", 30)], [])
    local = train("1", 1, local=True)
    assert total(judged(network, [local], Route("1", (), stop="A"))) == 20
    assert code(judged(network, [local], Route("1", (), stop="B"))) == "no-own-token"
    assert code(judged(network, [train("1", 1)], Route("1", (), stop="A"))) == "not-a-local-train"
    assert best(network, local) == 20


def test_two_local_trains_may_run_at_the_same_stop():
    """Rule 20."""
    network = line(stop("A", 20, own=True), stop("B", 10))
    assert best(network, *(train(id, 1, local=True) for id in "abc")) == 60
    assert best(network, *(train(id, 2, local=True) for id in "abc")) == 70


# -- reach: rules 11 to 15


def test_a_route_too_long_is_told_with_both_numbers():
    """Rule 11."""
    network = line(stop("A", 20, own=True), stop("B", 30), stop("C", 40), stop("D", 10))
    outcome = judged(network, [train("3", 3)], Route("3", along(network, "A", "B", "C", "D")))
    assert outcome == Fault("route-too-long", train="3", stops=4, limit=3)


def test_a_stop_may_cost_no_visit():
    """Rule 11."""
    network = line(stop("A", 20, own=True), stop("B", 30, cost=0), stop("C", 40))
    assert best(network, train("2", 2)) == 90


def row_of_stops(cities: int, towns: int) -> Network:
    """Cities C0, C1 ... of 10 and then towns t0, t1 ... of 10, all in a row; the token in C0."""
    return line(
        *(stop(f"C{i}", 10, own=i == 0) for i in range(cities)), *(stop(f"t{i}", 10, "town") for i in range(towns))
    )


PLUS_AS_ROWS = {
    n: Reach("rows", rows=(Row(("city", "offboard", "town"), n, n), Row(("town",), n, n))) for n in (2, 3, 5)
}


@pytest.mark.parametrize("form", ["plus", "rows"])
@pytest.mark.parametrize(
    ("n", "cities", "towns", "legal"), [(5, 3, 6, True), (2, 1, 3, True), (3, 4, 2, False), (3, 2, 5, False)]
)
def test_an_n_plus_m_train_lets_towns_use_the_cities_it_does_not_visit(
    form: str, n: int, cities: int, towns: int, legal: bool
):
    """R11."""
    network = row_of_stops(cities, towns)
    reach = Reach("plus", n, plus=n) if form == "plus" else PLUS_AS_ROWS[n]
    plus = train("n+n", reach)
    outcome = judged(network, [plus], Route("n+n", along(network, *network.stops)))
    if legal:
        assert total(outcome) == best(network, plus) == 10 * (cities + towns)
    else:
        assert code(outcome) == "route-too-long"
        assert best(network, plus) < 10 * (cities + towns)


def test_a_train_with_free_towns_counts_cities_only_and_is_paid_both():
    """Rule 14: "2+" of The Old Prince."""
    network = line(stop("A", 30, own=True), stop("t", 10, "town"), stop("u", 10, "halt"), stop("B", 40), stop("C", 50))
    assert best(network, train("2+", Reach("cities", 2))) == 90
    assert code(
        judged(network, [train("2+", Reach("cities", 2))], Route("2+", along(network, "A", "t", "u", "B", "C")))
    ) == ("route-too-long")


def test_a_train_that_pays_n_of_m_keeps_the_stop_with_the_marker():
    """R13: the marker's 30 are in the value of C."""
    network = line(stop("W", 70), stop("D", 50), stop("C", 70, own=True), stop("X", 70))
    three_of_five = train("3/5", Reach("stops", 5, pays=3))
    outcome = judged(network, [three_of_five], Route("3/5", along(network, "W", "D", "C", "X")))
    assert isinstance(outcome, Score)
    assert outcome.total == best(network, three_of_five) == 210
    assert [paid.stop for paid in outcome.routes[0].paid] == ["W", "C", "X"]


def test_the_own_token_must_be_among_the_stops_paid():
    """Rules 7 and 13."""
    network = line(stop("A", 70), stop("B", 60), stop("C", 10, own=True))
    two_of_three = Reach("stops", 3, pays=2)
    assert best(network, train("2/3", two_of_three)) == 80
    assert best(network, train("2/3", two_of_three, requires_token=False)) == 130


def test_a_hex_train_counts_hexes_and_any_number_of_stops():
    """R19: 10 hexes reach the fourth stop."""
    stops = [stop("A", 30, own=True), stop("B", 30), stop("C", 30), stop("D", 30)]
    long_way = [track("A1", "A", "/0"), track("B0", "/0", "B"), track("B1", "B", "/1"), track("C0", "/1", "C")]
    at = 2
    long_way.append(track("C1", "C", f"/{at}"))
    for hex in "EFGHIJ":
        long_way.append(track(hex, f"/{at}", f"/{at + 1}"))
        at += 1
    long_way.append(track("D0", f"/{at}", "D"))
    network = Network(stops, long_way)
    assert best(network, train("10H", Reach("hexes", 10))) == 120
    assert best(network, train("9H", Reach("hexes", 9))) == 90
    assert best(network, train("9 edges", Reach("hex-edges", 9))) == 120
    outcome = judged(network, [train("9H", Reach("hexes", 9))], Route("9H", tuple(s.id for s in long_way)))
    assert outcome == Fault("route-too-long", train="9H", hexes=10, limit=9)


def test_a_kind_that_no_row_names_is_not_visited():
    """Rule 12."""
    network = line(stop("A", 30, own=True), stop("t", 10, "town"), stop("B", 40))
    express = train("2E", Reach("rows", rows=(Row(("city",), 2, 2),)))
    assert code(judged(network, [express], Route("2E", along(network, "A", "t", "B")))) == "route-too-long"
    assert best(network, express) == 0


def test_a_stop_may_pay_another_value_to_trains_of_a_type():
    """Rule 15."""
    network = line(stop("A", 30, own=True), stop("B", 40, "offboard", values={"D": 80}))
    assert best(network, train("x", None, type="D")) == 110
    assert best(network, train("x", None, type="6")) == 70


# -- all trains together


def test_one_train_runs_once():
    network = line(stop("A", 20, own=True), stop("B", 30))
    route = Route("2", along(network, "A", "B"))
    assert judged(network, [train("2", 2)], route, route) == Fault("train-used-twice", train="2")
    assert code(judged(network, [train("2", 2), train("3", 2)], route, Route("3", route.segments))) == "segment-reused"


def test_the_doubling_train_gets_the_only_line():
    """O03."""
    network = line(stop("A", 30, own=True), stop("B", 20), stop("C", 20))
    trains = [train("5", 5), train("3", 3, multiplier=2)]
    result = solve(network, trains)
    assert result.value == best(network, *trains) == 140
    assert [route.train for route in result.routes] == ["3"]


def test_the_best_set_is_not_the_greedy_one():
    """Two trains on one line do best by giving up the best single route."""
    network = line(stop("A", 50), stop("B", 10, own=True), stop("C", 50))
    assert best(network, train("a", 3), train("b", 2)) == 120
    network = line(stop("A", 10), stop("B", 60, own=True), stop("C", 60), stop("D", 10, own=True))
    assert best(network, train("a", 2), train("b", 2), train("c", 2)) == 260


# -- trails: a route may come to a stop again

TRAILS = RoadRules(node_reuse="repeatable")
TRAILS_PAYING_EACH = RoadRules(node_reuse="repeatable", revisits="pay-each")


def lollipop(**options: object) -> Network:
    """A - B, and a loop B - C - D - B."""
    return web(
        [stop("A", 10), stop("B", 40, own=True, **options), stop("C", 20), stop("D", 30)], "AB", "BC", "CD", "DB"
    )


def test_a_trail_comes_to_a_stop_again_and_is_paid_once_or_at_each_visit():
    network, five = lollipop(), train("5", 5)
    round_trip = Route("5", along(network, "A", "B", "C", "D", "B"))
    assert code(judged(network, [five], round_trip)) == "stop-revisited"
    outcome = judged(network, [five], round_trip, rules=TRAILS)
    assert isinstance(outcome, Score)
    assert outcome.total == 100
    assert outcome.routes[0].visited == ("A", "B", "C", "D", "B")
    assert total(judged(network, [five], round_trip, rules=TRAILS_PAYING_EACH)) == 140


def test_a_trail_uses_no_track_twice():
    network = line(stop("A", 10, own=True), stop("B", 20), stop("C", 20))
    back = Route("4", along(network, "A", "B", "C", "B"))
    assert code(judged(network, [train("4", 4)], back, rules=TRAILS)) == "segment-reused"


def test_each_visit_of_a_trail_counts_for_the_reach():
    network = lollipop()
    round_trip = Route("4", along(network, "A", "B", "C", "D", "B"))
    assert judged(network, [train("4", 4)], round_trip, rules=TRAILS) == Fault(
        "route-too-long", train="4", stops=5, limit=4
    )


def test_a_trail_does_not_come_straight_back():
    """Rule 1: a chain that returns to its own start is no chain."""
    network = Network(
        [stop("A", 10, own=True), stop("B", 20)],
        [track("A1", "A", "/0"), track("X1", "/0", "/1"), track("A2", "/1", "A")],
    )
    loop = Route("3", ("A1", "X1", "A2"))
    assert judged(network, [train("3", 3)], loop, rules=TRAILS) == Fault("straight-back", train="3", stop="A")


def test_a_trail_may_begin_and_end_at_the_same_blocked_stop_but_not_pass_it():
    network, five = lollipop(blocked=True), train("5", 5)
    assert total(judged(network, [five], Route("5", along(network, "B", "C", "D", "B")), rules=TRAILS)) == 90
    outcome = judged(network, [five], Route("5", along(network, "A", "B", "C", "D", "B")), rules=TRAILS)
    assert outcome == Fault("passes-blocked-stop", train="5", stop="B")


def test_coming_back_to_the_same_stop_of_a_group_is_not_calling_at_two_of_them():
    """Rule 6."""
    network = lollipop(groups=("g",))
    trail = Route("5", along(network, "A", "B", "C", "D", "B"))
    five = train("5", 5, apart=(frozenset("BX"),))
    assert total(judged(network, [five], trail, rules=TRAILS)) == 100


def test_different_stops_are_counted_for_the_least():
    """Rule 5."""
    network = web([stop("A", 10, own=True), stop("B", 20)], "AB", "BA")
    there_and_back = Route("3", ("AB>", "AB<", "BA>", "BA<"))
    assert total(judged(network, [train("3", 3)], there_and_back, rules=TRAILS_PAYING_EACH)) == 40
    strict = RoadRules(node_reuse="repeatable", minimum_stops=3)
    assert judged(network, [train("3", 3)], there_and_back, rules=strict) == Fault(
        "route-too-short", train="3", stops=2, minimum=3
    )


def test_a_trail_over_two_tracks_between_the_same_stops_begins_where_it_earns_more():
    """Inside one hex nothing else says which end is meant (rule 4)."""
    network = Network([stop("A", 10, own=True), stop("B", 20)], [track("P1", "A", "B"), track("P2", "A", "B")])
    outcome = judged(network, [train("3", 3)], Route("3", ("P1", "P2")), rules=TRAILS_PAYING_EACH)
    assert isinstance(outcome, Score)
    assert (outcome.total, outcome.routes[0].visited) == (50, ("B", "A", "B"))


def test_a_trail_that_goes_on_from_two_tracks_of_one_hex_says_where_it_began():
    """There and back leads on from A, one way only from B."""
    network = Network(
        [stop("A", 10, own=True), stop("B", 20), stop("C", 30), stop("D", 40)],
        [track("P1", "A", "B"), track("P2", "A", "B"), track("P3", "A", "C"), track("P4", "B", "D")],
    )
    for way, visited in {"P1 P2 P3": "ABAC", "P1 P2 P4": "BABD", "P1 P3": "BAC", "P1 P4": "ABD"}.items():
        outcome = judged(network, [train("4", 4)], Route("4", tuple(way.split())), rules=TRAILS)
        assert isinstance(outcome, Score)
        assert outcome.routes[0].visited == tuple(visited)


# -- where one train calls and others do not


def test_tokens_may_be_passed_by_one_train_only():
    """R17: blocking is asked for each train."""
    network = line(stop("A", 20, own=True), stop("B", 30, blocked=True), stop("C", 40))
    way = along(network, "A", "B", "C")
    express, six = train("E", 6, calls={"B": "pass"}), train("6", 6)
    assert total(judged(network, [express, six], Route("E", way))) == 90
    assert judged(network, [express, six], Route("6", way)) == Fault("passes-blocked-stop", train="6", stop="B")


def test_a_stop_may_be_an_end_for_one_train_only():
    network = line(stop("A", 20, own=True), stop("B", 30), stop("C", 40))
    ends_there = train("3", 3, calls={"B": "end"})
    assert total(judged(network, [ends_there], Route("3", along(network, "A", "B")))) == 50
    outcome = judged(network, [ends_there], Route("3", along(network, "A", "B", "C")))
    assert outcome == Fault("passes-blocked-stop", train="3", stop="B")


def test_a_train_may_not_call_somewhere_at_all():
    network = line(stop("A", 20, own=True), stop("B", 30))
    never = train("2", 2, calls={"B": "never"})
    assert judged(network, [never], Route("2", along(network, "A", "B"))) == Fault("no-call", train="2", stop="B")
    local = train("1", 1, local=True, calls={"A": "never"})
    assert judged(network, [local], Route("1", (), stop="A")) == Fault("no-call", train="1", stop="A")


def test_a_train_calls_at_one_of_a_set_only():
    network = line(stop("A", 20, own=True), stop("B", 30), stop("C", 40))
    apart = train("3", 3, apart=(frozenset("AC"),))
    assert total(judged(network, [apart], Route("3", along(network, "A", "B")))) == 50
    outcome = judged(network, [apart], Route("3", along(network, "A", "B", "C")))
    assert outcome == Fault("not-apart", train="3", stops=("A", "C"))


def test_no_token_is_needed_where_the_rules_say_so():
    """Rule 7."""
    network = line(stop("A", 20), stop("B", 30), stop("C", 40))
    two_of_three = train("2/3", Reach("stops", 3, pays=2))
    free = RoadRules(own_token=False)
    route = Route("2/3", along(network, "A", "B", "C"))
    assert code(judged(network, [two_of_three], route)) == "no-own-token"
    assert total(judged(network, [two_of_three], route, rules=free)) == 70


# -- hexes of two gauges, and rows


def test_a_crossing_counts_two_in_a_chain_of_the_gauge_that_counts_double():
    """Rule 14: 1849."""
    network = web([stop("A", 10, own=True), stop("B", 20), stop("C", 30)], "AB", "BC", BC="narrow")
    way = along(network, "A", "B", "C")
    assert total(judged(network, [train("3H", Reach("hex-edges", 3, double="narrow"))], Route("3H", way))) == 60
    outcome = judged(network, [train("2H", Reach("hex-edges", 2, double="narrow"))], Route("2H", way))
    assert outcome == Fault("route-too-long", train="2H", hex_edges=3, limit=2)
    outcome = judged(network, [train("3H", Reach("hexes", 3, double="broad"))], Route("3H", way))
    assert outcome == Fault("route-too-long", train="3H", hexes=4, limit=3)


def test_one_piece_of_the_gauge_makes_the_whole_chain_count_double():
    network = Network(
        [stop("A", 10, own=True), stop("B", 20)],
        [track("A1", "A", "/0"), track("X1", "/0", "/1", gauge="dual"), track("B1", "/1", "B", gauge="narrow")],
    )
    outcome = judged(network, [train("3H", Reach("hex-edges", 3, double="narrow"))], Route("3H", ("A1", "X1", "B1")))
    assert outcome == Fault("route-too-long", train="3H", hex_edges=4, limit=3)


def test_where_the_gauge_changes_at_stops_only_dual_track_does_not_help():
    """Rule 2: 1849."""
    stops = [stop("A", 10, own=True), stop("B", 20), stop("C", 30)]
    network = Network(
        stops,
        [
            track("A1", "A", "/0"),
            track("X1", "/0", "/1", gauge="dual"),
            track("B1", "/1", "B", gauge="narrow"),
            track("B2", "B", "/2"),
            track("C1", "/2", "C"),
        ],
    )
    three, at_stops = train("3", 3), RoadRules(gauge_change="at-stops")
    assert total(judged(network, [three], Route("3", ("A1", "X1", "B1", "B2", "C1")))) == 60
    outcome = judged(network, [three], Route("3", ("A1", "X1", "B1", "B2", "C1")), rules=at_stops)
    assert outcome == Fault("gauge-change", train="3", segment="B1", gauges=("broad", "narrow"))
    own_in_b = Network([*stops[:1], stop("B", 20, own=True), *stops[2:]], network.segments.values())
    assert total(judged(own_in_b, [three], Route("3", ("B2", "C1")), rules=at_stops)) == 50


def test_a_kind_in_fewer_rows_eats_first():
    """Rule 12: the city takes the first row, and the town is left with the third."""
    rows = (Row(("city", "town"), 1, 1), Row(("town", "halt"), 0, 0), Row(("town",), 1, 1))
    network = line(stop("A", 20, own=True), stop("t", 10, "town"), stop("u", 10, "town"))
    mixed = train("x", Reach("rows", rows=rows))
    assert total(judged(network, [mixed], Route("x", along(network, "A", "t")))) == 30
    outcome = judged(network, [mixed], Route("x", along(network, "A", "t", "u")))
    assert outcome == Fault("route-too-long", train="x", kind="town", stops=2, limit=2)


@pytest.mark.parametrize("way", ["At", "tA"])
def test_of_kinds_in_equally_many_rows_the_one_with_the_earlier_rows_eats_first(way: str):
    """Rule 12 leaves it open; the direction of travel must not matter."""
    rows = (Row(("city", "town"), 1, 1), Row(("town",), 1, 1), Row(("city",), 0, 0))
    network = line(stop("A", 20, own=True), stop("t", 10, "town"))
    outcome = judged(network, [train("x", Reach("rows", rows=rows))], Route("x", along(network, *way)))
    assert outcome == Fault("route-too-long", train="x", kind="city", stops=1, limit=1)


# -- bonuses


def bonus(id: str, amount: int, *places: str, **options: object) -> Bonus:
    """A bonus for places given as the letters of their stops."""
    return Bonus(id, amount, tuple(frozenset(place) for place in places), **options)  # type: ignore[arg-type]


def test_a_marker_makes_the_poorer_stop_the_better_one_to_be_paid():
    """R13: 70 + 70 + 70, not 190 with D."""
    network = line(stop("W", 70), stop("D", 50), stop("C", 40, own=True), stop("X", 70))
    three_of_five = train("3/5", Reach("stops", 5, pays=3), requires_token=False)
    marker = Bonuses((bonus("marker", 30, "C"),))
    outcome = judged(network, [three_of_five], Route("3/5", along(network, "W", "D", "C", "X")), bonuses=marker)
    assert isinstance(outcome, Score)
    assert outcome.total == 210
    assert [paid.stop for paid in outcome.routes[0].paid] == ["W", "C", "X"]
    assert outcome.routes[0].bonuses == (BonusPaid("marker", 30, "revenue"),)
    assert total(judged(network, [three_of_five], Route("3/5", along(network, "W", "D", "C", "X")))) == 190


def east_west() -> Network:
    """R15: both off-map ends, with two cities between them."""
    return line(
        stop("E", 40, "offboard", blocked=True), stop("c", 80), stop("d", 60, own=True),
        stop("W", 30, "offboard", blocked=True),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("amount", "counts", "token", "expected"),
    [(40, "paid", True, 140), (80, "paid", True, 140), (80, "paid", False, 150), (40, "visited", True, 180)],
)
def test_a_pair_bonus_wants_both_ends_paid_unless_a_visit_is_enough(
    amount: int, counts: str, token: bool, expected: int
):
    """R15: E and W would be 70 + 40, and have no token."""
    network = east_west()
    two_of_four = train("2/4", Reach("stops", 4, pays=2), requires_token=token)
    pair = Bonuses((bonus("E-W", amount, "E", "W", counts=counts),))
    outcome = judged(network, [two_of_four], Route("2/4", along(network, "E", "c", "d", "W")), bonuses=pair)
    assert total(outcome) == expected


def two_trains_for_one_bonus() -> tuple[Network, list[Train]]:
    """O01: train 1 runs narrow track for 100 (M) or 140 (N), train 2 broad track for 200 (M)."""
    network = web(
        [stop("H", 60, own=True), stop("M", 40), stop("N", 80), stop("X", 100, own=True), stop("Y", 60)],
        "HM", "HN", "XY", "YM", HM="narrow", HN="narrow",
    )  # fmt: skip
    return network, [train("1", 2, gauge="narrow"), train("2", 3, gauge="broad")]


def test_a_bonus_of_the_corporation_is_paid_to_one_train_only():
    """O01: 140 + 250; both routes to M make 350."""
    network, trains = two_trains_for_one_bonus()
    once = Bonuses((bonus("M", 50, "M", scope="corporation"),))
    far = Route("2", along(network, "X", "Y", "M"))
    both = judged(network, trains, Route("1", along(network, "H", "M")), far, bonuses=once)
    assert total(both) == 350
    assert total(judged(network, trains, Route("1", along(network, "H", "N")), far, bonuses=once)) == 390
    each = Bonuses((bonus("M", 50, "M", scope="route"),))
    assert total(judged(network, trains, Route("1", along(network, "H", "M")), far, bonuses=each)) == 400


def test_a_bonus_of_the_corporation_goes_to_the_train_that_makes_the_most_of_it():
    network = web([stop("A", 10, own=True), stop("B", 20), stop("C", 20)], "AB", "AC")
    trains = [train("2", 2), train("2x2", 2, multiplier=2)]
    once = Bonuses((bonus("A", 30, "A", scope="corporation", multiplied=True),))
    routes = [Route("2", along(network, "A", "B")), Route("2x2", along(network, "A", "C"))]
    outcome = judged(network, trains, *routes, bonuses=once)
    assert isinstance(outcome, Score)
    assert [route.revenue for route in outcome.routes] == [30, 60 + 60]
    assert outcome.routes[1].bonuses == (BonusPaid("A", 60, "revenue"),)


def test_what_is_paid_is_chosen_together_with_who_takes_a_bonus_of_the_corporation():
    """Train a takes the bonus of A, so that b need not be paid for the poor A."""
    network = web([stop("A", 10, own=True), stop("B", 50, own=True), stop("C", 20)], "AB", "AC")
    trains = [train("a", 2), train("b", Reach("stops", 2, pays=1))]
    once = Bonuses((bonus("A", 100, "A", scope="corporation"),))
    routes = [Route("a", along(network, "A", "C")), Route("b", along(network, "A", "B"))]
    outcome = judged(network, trains, *routes, bonuses=once)
    assert isinstance(outcome, Score)
    assert [route.revenue for route in outcome.routes] == [30 + 100, 50]
    assert total(judged(network, trains, routes[1], bonuses=once)) == 110


def test_a_bonus_may_be_for_each_stop_called_at():
    network = line(stop("A", 10, own=True), stop("t", 10, "town"), stop("u", 10, "town"))
    ports = Bonuses((bonus("port", 20, "tux", scope="visit"),))
    route = Route("3", along(network, "A", "t", "u"))
    outcome = judged(network, [train("3", 3)], route, bonuses=ports)
    assert isinstance(outcome, Score)
    assert (outcome.total, outcome.routes[0].bonuses) == (70, (BonusPaid("port", 40, "revenue"),))
    once = Bonuses((bonus("port", 20, "tux", scope="route"),))
    assert total(judged(network, [train("3", 3)], route, bonuses=once)) == 50


@pytest.mark.parametrize(("rules", "expected"), [(TRAILS, 100 + 7), (TRAILS_PAYING_EACH, 140 + 14)])
def test_a_bonus_for_each_stop_is_earned_again_where_visits_pay_each(rules: RoadRules, expected: int):
    network = lollipop()
    seven = Bonuses((bonus("B", 7, "B", scope="visit"),))
    trail = Route("5", along(network, "A", "B", "C", "D", "B"))
    assert total(judged(network, [train("5", 5)], trail, rules=rules, bonuses=seven)) == expected


@pytest.mark.parametrize(("who", "expected"), [({"2"}, 60), ({"2-1"}, 60), ({"3", "2-0"}, 30), (set(), 60)])
def test_a_bonus_may_be_for_trains_of_a_type_or_for_one_train(who: set[str], expected: int):
    network = line(stop("A", 10, own=True), stop("B", 20))
    some = Bonuses((bonus("A", 30, "A", trains=frozenset(who)),))
    second = train("2-1", 2, type="2")
    assert total(judged(network, [second], Route("2-1", along(network, "A", "B")), bonuses=some)) == expected


@pytest.mark.parametrize(("multiplied", "expected"), [(True, 120), (False, 90)])
def test_the_multiplier_of_a_train_applies_to_a_bonus_if_it_says_so(multiplied: bool, expected: int):
    network = line(stop("A", 10, own=True), stop("B", 20))
    some = Bonuses((bonus("A", 30, "A", multiplied=multiplied),))
    double = train("D", 2, multiplier=2)
    assert total(judged(network, [double], Route("D", along(network, "A", "B")), bonuses=some)) == expected


def test_money_for_the_treasury_is_counted_apart():
    """O07."""
    network = line(stop("A", 40, own=True), stop("B", 30))
    mine = Bonuses((bonus("mine", 20, "B", to="treasury"),))
    outcome = judged(network, [train("2", 2)], Route("2", along(network, "A", "B")), bonuses=mine)
    assert isinstance(outcome, Score)
    assert (outcome.total, outcome.treasury) == (70, 20)
    assert (outcome.routes[0].revenue, outcome.routes[0].treasury) == (70, 20)


@pytest.mark.parametrize(("objective", "expected"), [("revenue-first", (70, 0)), ("sum", (60, 20))])
def test_the_objective_says_whether_revenue_gives_way_to_the_treasury(objective: str, expected: tuple[int, int]):
    """O07: of B (30) and C (20, and 20 for the treasury) one is paid."""
    network = line(stop("B", 30), stop("A", 40, own=True), stop("C", 20))
    mine = Bonuses((bonus("mine", 20, "C", to="treasury"),))
    two_of_three = train("2/3", Reach("stops", 3, pays=2))
    rules = RoadRules(objective=objective)  # type: ignore[arg-type]
    outcome = judged(network, [two_of_three], Route("2/3", along(network, "B", "A", "C")), rules=rules, bonuses=mine)
    assert isinstance(outcome, Score)
    assert (outcome.total, outcome.treasury) == expected


# -- a title's own rules


def test_a_titles_own_rule_sees_the_route_as_paid_and_adds_to_its_revenue():
    seen: list[Run] = []

    def half_again(run: Run) -> int:
        seen.append(run)
        return run.revenue // 2

    network = line(stop("A", 10, own=True), stop("B", 20), stop("C", 30))
    more = Bonuses((bonus("B", 40, "B"),), Extra(route=half_again))
    three = train("3", 3)
    outcome = judged(network, [three], Route("3", along(network, "A", "B", "C")), bonuses=more)
    assert isinstance(outcome, Score)
    assert (outcome.total, outcome.routes[0].revenue, outcome.routes[0].extra) == (150, 150, 50)
    stops: tuple[Stop, ...] = tuple(network.stops.values())
    assert seen == [Run(three, stops, along(network, "A", "B", "C"), 100)]


def test_a_titles_own_rule_may_take_more_than_a_route_earns():
    network = line(stop("A", 10, own=True), stop("B", 20))
    toll = Bonuses(extra=Extra(route=lambda run: -50, route_most=0))
    outcome = judged(network, [train("2", 2)], Route("2", along(network, "A", "B")), bonuses=toll)
    assert isinstance(outcome, Score)
    assert (outcome.total, outcome.routes[0].revenue) == (-20, -20)


def test_a_titles_own_rule_on_all_routes_is_in_the_total_only():
    network = web([stop("A", 10, own=True), stop("B", 20), stop("C", 20)], "AB", "AC")
    shared = Bonuses(extra=Extra(total=lambda runs: 5 * len(runs), total_most=10))
    routes = [Route("a", along(network, "A", "B")), Route("b", along(network, "A", "C"))]
    outcome = judged(network, [train("a", 2), train("b", 2)], *routes, bonuses=shared)
    assert isinstance(outcome, Score)
    assert (outcome.total, outcome.extra, [route.revenue for route in outcome.routes]) == (70, 10, [30, 30])
    assert total(judged(network, [], bonuses=shared)) == 0


def test_a_titles_own_rule_that_breaks_its_bound_is_our_mistake_not_the_players():
    network = line(stop("A", 10, own=True), stop("B", 20))
    broken = Bonuses(extra=Extra(route=lambda run: 6, route_most=5))
    with pytest.raises(ValueError, match="gave 6, more than its own bound route_most = 5"):
        judged(network, [train("2", 2)], Route("2", along(network, "A", "B")), bonuses=broken)


def test_the_direction_of_a_route_of_one_piece_is_the_one_that_earns_more():
    """Nothing else says where it starts, and a title's own rule may ask."""
    network = Network([stop("A", 10, own=True), stop("B", 20)], [Segment("P", (End("stop", "A"), End("stop", "B")))])
    starts = Bonuses(extra=Extra(route=lambda run: run.visited[0].value))
    outcome = judged(network, [train("2", 2)], Route("2", ("P",)), bonuses=starts)
    assert isinstance(outcome, Score)
    assert (outcome.total, outcome.routes[0].visited) == (50, ("B", "A"))


# -- bad input and budgets


@pytest.mark.parametrize(
    ("route", "expected"),
    [
        (Route("9", ("AB>", "AB<")), "unknown-train"),
        (Route("2", ("AB>", "nonsense")), "unknown-segment"),
        (Route("2", ("AB<", "AB<")), "not-connected"),
        (Route("2", ("AB>", "BC>")), "not-connected"),
        (Route("2", ("nowhere", "AB<")), "starts-nowhere"),
        (Route("2", ("AB>",), stop="A"), "stop-and-segments"),
        (Route("2", (), stop=""), "empty-route"),
    ],
)
def test_the_checker_names_the_fault(route: Route, expected: str):
    row = line(stop("A", 20, own=True), stop("B", 30), stop("C", 40))
    network = Network(row.stops.values(), [*row.segments.values(), track("nowhere", "/7", "/0", hex="A")])
    assert code(judged(network, [train("2", 2)], route)) == expected


def test_a_stop_missing_from_the_ground_is_a_fault_not_a_crash():
    class Broken:
        segment = staticmethod(line(stop("A", 20, own=True), stop("B", 30)).segment)

        def stop(self, id: str):
            raise KeyError(id)

    assert code(score(Broken(), [train("2", 2)], [Route("2", ("AB>", "AB<"))])) == "unknown-stop"


def grid(size: int) -> Network:
    """A Lawson map in small: every city joined to its neighbours both ways, and across."""
    stops = [stop(f"{x},{y}", 10 + 10 * ((3 * x + 5 * y) % 7), own=x == y) for x in range(size) for y in range(size)]
    segments = []
    for x in range(size):
        for y in range(size):
            for i, j in ((x + 1, y), (x, y + 1), (x + 1, y + 1)):
                if i < size and j < size:
                    a, b = f"{x},{y}", f"{i},{j}"
                    segments.append(track(f"{a}-{b}>", a, f"/{a}-{b}", hex=a))
                    segments.append(track(f"{a}-{b}<", f"/{a}-{b}", b, hex=b))
    return Network(stops, segments)


@pytest.mark.parametrize("count", [1, 2])
def test_a_budget_is_kept_on_a_map_too_dense_to_search(count: int):
    """O05: the answer comes back near the limit, the best so far, and says that it is not proven."""
    network = grid(6)
    trains = [train(str(i), None) for i in range(count)]
    budget = 20_000
    result = solve(network, trains, budget=budget)
    assert not result.proven
    assert 0 < result.value <= result.upper_bound
    assert result.work < 20 * budget
    assert total(score(network, trains, result.routes)) == result.value


def test_alike_trains_are_interchangeable():
    """Routes carry the ids of the trains that run them, none twice, and no train beyond those there are."""
    network = line(stop("A", 50), stop("B", 10, own=True), stop("C", 50))
    result = solve(network, [train("2-0", 2, type="2"), train("2-1", 2, type="2"), train("2-2", 2, type="2")])
    assert result.value == 120
    assert len({route.train for route in result.routes}) == len(result.routes) == 2


def test_a_reach_must_be_sound():
    with pytest.raises(ValueError, match="rows go with"):
        Reach("rows")


def test_a_network_must_be_sound():
    with pytest.raises(ValueError, match="share an id: A"):
        Network([stop("A", 1), stop("A", 2)], [])
    with pytest.raises(ValueError, match="not in the network"):
        Network([stop("A", 1)], [track("P", "A", "B")])
    with pytest.raises(ValueError, match="negative"):
        Network([stop("A", -1)], [])
