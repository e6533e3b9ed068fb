"""The solver under each option of the data: it finds the best set by hand, proves it, and the checker agrees.

What the options mean for given routes is in ``test_route_rules``; R and O numbers are cases of kernel-cases.
"""

from __future__ import annotations

import pytest

from open18xx.routes import Bonus, Bonuses, Extra, Network, Reach, RoadRules, Row, Score, Train, score, solve

from .route_maps import line, stop, track, train, web

TRAILS = RoadRules(node_reuse="repeatable")
TRAILS_PAYING_EACH = RoadRules(node_reuse="repeatable", revisits="pay-each")
NOTHING = Bonuses()
BASE = RoadRules()


def best(
    network: Network, *trains: Train, rules: RoadRules = BASE, bonuses: Bonuses = NOTHING
) -> tuple[int, int, list[tuple[str, ...]]]:
    """Total, treasury and the stops of each route, as the checker sees the solver's proven answer."""
    result = solve(network, trains, rules=rules, bonuses=bonuses)
    assert result.proven
    outcome = score(network, trains, result.routes, rules, bonuses)
    assert isinstance(outcome, Score), outcome
    return outcome.total, outcome.treasury, [route.visited for route in outcome.routes]


def total(network: Network, *trains: Train, rules: RoadRules = BASE, bonuses: Bonuses = NOTHING) -> int:
    return best(network, *trains, rules=rules, bonuses=bonuses)[0]


def bonus(id: str, amount: int, *places: str, **options: object) -> Bonuses:
    """One bonus, for places given as the letters of their stops."""
    return Bonuses((Bonus(id, amount, tuple(frozenset(place) for place in places), **options),))  # type: ignore[arg-type]


def lollipop(**options: object) -> Network:
    """A - B, and a loop B - C - D - B."""
    return web(
        [stop("A", 10), stop("B", 40, own=True, **options), stop("C", 20), stop("D", 30)], "AB", "BC", "CD", "DB"
    )


# -- trails


@pytest.mark.parametrize(
    ("rules", "reach", "expected"),
    [(BASE, 5, 100), (TRAILS, 5, 100), (TRAILS_PAYING_EACH, 5, 140), (TRAILS_PAYING_EACH, 4, 130), (TRAILS, 2, 70)],
)
def test_a_trail_is_paid_once_or_at_each_visit(rules: RoadRules, reach: int, expected: int):
    """Without trails A - B - C - D is as good as it gets."""
    assert total(lollipop(), train("t", reach), rules=rules) == expected


def test_a_trail_passes_no_blocked_stop_but_may_begin_and_end_there():
    """B, C, D and B again; A can't be had with the loop."""
    assert total(lollipop(blocked=True), train("5", 5), rules=TRAILS) == 90
    assert total(lollipop(blocked=True), train("5", 5), rules=TRAILS_PAYING_EACH) == 130


def test_a_trail_may_come_back_to_the_same_stop_of_a_group():
    five = train("5", 5, apart=(frozenset("BX"),))
    assert total(lollipop(groups=("g",)), five, rules=TRAILS_PAYING_EACH) == 140


def test_different_stops_are_counted_for_the_least():
    there_and_back = web([stop("A", 10, own=True), stop("B", 20)], "AB", "BA")
    assert total(there_and_back, train("3", 3), rules=TRAILS_PAYING_EACH) == 50
    strict = RoadRules(node_reuse="repeatable", revisits="pay-each", minimum_stops=3)
    assert total(there_and_back, train("3", 3), rules=strict) == 0


def test_a_trail_over_two_tracks_of_one_hex_begins_where_it_earns_more():
    network = Network([stop("A", 10, own=True), stop("B", 20)], [track("P1", "A", "B"), track("P2", "A", "B")])
    assert total(network, train("3", 3), rules=TRAILS_PAYING_EACH) == 50


def test_trails_of_two_trains_share_no_track():
    assert total(lollipop(), train("a", 3), train("b", 3), rules=TRAILS_PAYING_EACH) == 170


# -- one train's own rules


def test_tokens_may_be_passed_by_one_train_only():
    """R17: the 6 must end at B, the E passes it."""
    network = line(stop("A", 20, own=True), stop("B", 30, blocked=True), stop("C", 40))
    assert total(network, train("6", 6)) == 50
    assert total(network, train("E", 6, calls={"B": "pass"})) == 90
    assert total(network, train("6", 6), train("E", 6, calls={"B": "pass"})) == 90


@pytest.mark.parametrize(("call", "expected"), [("end", 50), ("never", 0), ("pass", 90)])
def test_a_stop_may_be_an_end_for_a_train_or_none_of_its_stops(call: str, expected: int):
    network = line(stop("A", 20, own=True), stop("B", 30), stop("C", 40))
    assert total(network, train("3", 3, calls={"B": call})) == expected


def test_a_train_calls_at_one_of_a_set_only():
    network = line(stop("A", 20), stop("B", 30, own=True), stop("C", 40))
    assert total(network, train("3", 3, apart=(frozenset("AC"),))) == 70
    both = (train("a", 3, apart=(frozenset("AC"),)), train("b", 3, apart=(frozenset("AC"),)))
    assert total(network, *both) == 120


def test_no_token_is_needed_where_the_rules_say_so():
    network = line(stop("A", 20), stop("B", 30), stop("C", 40))
    assert total(network, train("2", 2)) == 0
    assert total(network, train("2", 2), rules=RoadRules(own_token=False)) == 70


# -- gauges, hexes, rows


@pytest.mark.parametrize(("limit", "double", "expected"), [(3, "narrow", 60), (2, "narrow", 50), (2, None, 60)])
def test_a_crossing_counts_two_in_a_chain_of_the_gauge_that_counts_double(
    limit: int, double: str | None, expected: int
):
    network = web([stop("A", 10), stop("B", 20, own=True), stop("C", 30)], "AB", "BC", BC="narrow")
    reach = Reach("hex-edges", limit, double=double)  # type: ignore[arg-type]
    assert total(network, train("H", reach)) == expected


def test_where_the_gauge_changes_at_stops_only_dual_track_does_not_help():
    network = Network(
        [stop("A", 10, own=True), stop("B", 20), stop("C", 40)],
        [
            track("A1", "A", "/0"),
            track("X1", "/0", "/1", gauge="dual"),
            track("B1", "/1", "B", gauge="narrow"),
            track("A2", "A", "/2"),
            track("Y2", "/2", "/3", gauge="dual"),
            track("C1", "/3", "C"),
        ],
    )
    assert total(network, train("3", 3)) == 70
    assert total(network, train("3", 3), rules=RoadRules(gauge_change="at-stops")) == 50


def test_rows_may_overlap_in_any_way():
    """Rule 12: a kind in fewer rows eats first, so that with the city one town fits, not two."""
    rows = (Row(("city", "town"), 1, 1), Row(("town", "halt"), 0, 0), Row(("town",), 1, 1))
    network = line(stop("u", 10, "town"), stop("A", 20, own=True), stop("t", 15, "town"))
    assert total(network, train("x", Reach("rows", rows=rows))) == 35


def test_of_kinds_in_equally_many_rows_the_one_of_the_earlier_row_eats_first():
    """Rule 12: the town, alone in row two, takes what it needs of the first; the city's own row does the rest."""
    rows = (Row(("city", "town"), 3, 3), Row(("town",), 0, 0), Row(("city",), 1, 1))
    network = line(stop("A", 20, own=True, cost=2), stop("t", 15, "town", cost=2))
    assert total(network, train("x", Reach("rows", rows=rows))) == 35


# -- bonuses


def test_a_marker_makes_the_poorer_stop_the_better_one_to_be_paid():
    """R13: 210, not 190 with D."""
    network = line(stop("W", 70), stop("D", 50), stop("C", 40, own=True), stop("X", 70))
    three_of_five = train("3/5", Reach("stops", 5, pays=3), requires_token=False)
    assert total(network, three_of_five, bonuses=bonus("marker", 30, "C")) == 210
    assert total(network, three_of_five) == 190


@pytest.mark.parametrize(
    ("amount", "counts", "token", "expected"),
    [(40, "paid", True, 140), (80, "paid", True, 140), (80, "paid", False, 150), (40, "visited", True, 180)],
)
def test_a_pair_bonus_wants_both_ends_paid_unless_a_visit_is_enough(
    amount: int, counts: str, token: bool, expected: int
):
    """R15: E and W would be 70 + 40, and have no token."""
    network = line(
        stop("E", 40, "offboard", blocked=True), stop("c", 80), stop("d", 60, own=True),
        stop("W", 30, "offboard", blocked=True),
    )  # fmt: skip
    two_of_four = train("2/4", Reach("stops", 4, pays=2), requires_token=token)
    assert total(network, two_of_four, bonuses=bonus("E-W", amount, "E", "W", counts=counts)) == expected


@pytest.mark.parametrize(("scope", "expected"), [("corporation", 390), ("route", 400)])
def test_a_bonus_of_the_corporation_is_not_taken_by_two_trains(scope: str, expected: int):
    """O01: 140 + 250."""
    network = web(
        [stop("H", 60, own=True), stop("M", 40), stop("N", 80), stop("X", 100, own=True), stop("Y", 60)],
        "HM", "HN", "XY", "YM", HM="narrow", HN="narrow",
    )  # fmt: skip
    trains = [train("1", 2, gauge="narrow"), train("2", 3, gauge="broad")]
    assert total(network, *trains, bonuses=bonus("M", 50, "M", scope=scope)) == expected


def test_a_bonus_of_the_corporation_goes_to_the_train_that_makes_the_most_of_it():
    network = web([stop("A", 10, own=True), stop("B", 20), stop("C", 20)], "AB", "AC")
    trains = [train("2", 2), train("2x2", 2, multiplier=2)]
    assert total(network, *trains, bonuses=bonus("A", 30, "A", scope="corporation", multiplied=True)) == 150


def test_what_is_paid_is_chosen_together_with_who_takes_a_bonus_of_the_corporation():
    network = web([stop("A", 10, own=True), stop("B", 50, own=True), stop("C", 20)], "AB", "AC")
    trains = [train("a", 2, calls={"B": "never"}), train("b", Reach("stops", 2, pays=1))]
    assert total(network, *trains, bonuses=bonus("A", 100, "A", scope="corporation")) == 180


def test_the_doubling_train_gets_the_only_line():
    """O03."""
    network = line(stop("A", 30, own=True), stop("B", 20), stop("C", 20))
    assert total(network, train("5", 5), train("3", 3, multiplier=2)) == 140


@pytest.mark.parametrize(("scope", "expected"), [("visit", 70), ("route", 60)])
def test_a_bonus_may_be_for_each_stop_called_at(scope: str, expected: int):
    """Both towns pay, or the longer way to the city beats them."""
    network = line(stop("t", 10, "town"), stop("u", 10, "town"), stop("A", 10, own=True), stop("B", 10), stop("C", 40))
    assert total(network, train("3", 3), bonuses=bonus("port", 20, "tu", scope=scope)) == expected


def test_a_bonus_for_each_stop_is_earned_again_where_visits_pay_each():
    seven = bonus("B", 7, "B", scope="visit")
    assert total(lollipop(), train("5", 5), rules=TRAILS, bonuses=seven) == 107
    assert total(lollipop(), train("5", 5), rules=TRAILS_PAYING_EACH, bonuses=seven) == 154


@pytest.mark.parametrize(("who", "expected"), [({"2"}, 120), ({"2-1"}, 90), ({"3"}, 60)])
def test_a_bonus_may_be_for_trains_of_a_type_or_for_one_train(who: set[str], expected: int):
    network = web([stop("A", 10, own=True), stop("B", 20), stop("C", 20)], "AB", "AC")
    trains = [train("2-0", 2, type="2"), train("2-1", 2, type="2")]
    assert total(network, *trains, bonuses=bonus("A", 30, "A", trains=frozenset(who))) == expected


def test_of_two_equal_routes_the_one_with_more_for_the_treasury_is_run():
    """O07: 70 and 20, or 70 and 30."""
    network = line(stop("B", 30), stop("A", 40, own=True), stop("C", 30))
    mines = Bonuses(
        (
            Bonus("small", 20, (frozenset("B"),), to="treasury"),
            Bonus("large", 30, (frozenset("C"),), to="treasury"),
        )
    )
    for objective in ("revenue-first", "sum"):
        rules = RoadRules(objective=objective)  # type: ignore[arg-type]
        assert best(network, train("2", 2), rules=rules, bonuses=mines)[:2] == (70, 30)


@pytest.mark.parametrize(("objective", "expected"), [("revenue-first", (70, 0)), ("sum", (60, 20))])
def test_the_objective_says_whether_revenue_gives_way_to_the_treasury(objective: str, expected: tuple[int, int]):
    """O07."""
    network = line(stop("B", 30), stop("A", 40, own=True), stop("C", 20))
    rules = RoadRules(objective=objective)  # type: ignore[arg-type]
    mine = bonus("mine", 20, "C", to="treasury")
    assert best(network, train("2", 2), rules=rules, bonuses=mine)[:2] == expected


# -- a title's own rules


def test_a_titles_own_rule_with_a_bound_is_solved_exactly():
    """Of B (50) and C - D (20 and 20) the longer way is better with 10 for each stop."""
    network = web([stop("A", 10, own=True), stop("B", 50), stop("C", 20), stop("D", 25)], "AB", "AC", "CD")
    three = train("3", 3, apart=(frozenset("BC"),))
    assert total(network, three) == 60
    longer = Bonuses(extra=Extra(route=lambda run: 10 * len(run.visited), route_most=30))
    assert total(network, three, bonuses=longer) == 85


def test_a_titles_own_rule_may_make_a_route_not_worth_running():
    network = line(stop("A", 10, own=True), stop("B", 20))
    toll = Bonuses(extra=Extra(route=lambda run: -50, route_most=0))
    assert best(network, train("2", 2), bonuses=toll) == (0, 0, [])


def test_a_titles_own_rule_on_the_set_is_solved_exactly():
    """Two trains earn more than one, unless running both costs 40."""
    network = web([stop("A", 10, own=True), stop("B", 20), stop("C", 20)], "AB", "AC")
    trains = [train("a", 2), train("b", 2)]
    assert total(network, *trains) == 60
    toll = Bonuses(extra=Extra(total=lambda runs: -40 * (len(runs) - 1), total_most=0))
    assert total(network, *trains, bonuses=toll) == 30


@pytest.mark.parametrize("extra", [Extra(route=lambda run: 0), Extra(total=lambda runs: 0)])
def test_without_a_bound_no_proof_is_claimed(extra: Extra):
    network = line(stop("A", 10, own=True), stop("B", 20))
    result = solve(network, [train("2", 2)], bonuses=Bonuses(extra=extra))
    assert not result.proven
    assert result.value == 30
