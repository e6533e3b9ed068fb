"""The checker and the brute force agree on routes, good and bad, under all options."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from open18xx.routes import Fault, Network, Reach, RoadRules, Route, Score, Train, score

from .route_brute import Walk, all_walks, money_of, ways
from .route_maps import Case, Theme, cases

quick = settings(
    deadline=None, max_examples=15, suppress_health_check=list(HealthCheck), derandomize=True, database=None
)

THEMES: tuple[Theme, ...] = ("anything", "pay", "trails", "road")


@st.composite
def runs(draw: st.DrawFn, case: Case) -> list[Route]:
    """For each of some trains a way that it may go by itself, or else any walk; the longer ones more often."""
    routes = []
    for train in draw(st.permutations(case.trains))[: draw(st.integers(1, len(case.trains)))]:
        walks = [way.walk for way in ways(case.network, train, case.rules, case.bonuses)]
        if not walks or draw(st.integers(0, 4)) == 0:
            walks = all_walks(case.network, train, case.rules)
        walks.sort(key=lambda walk: -len(walk.stops))
        walk = walks[min(draw(st.integers(0, len(walks) - 1)), draw(st.integers(0, len(walks) - 1)))]
        routes.append(route_of(train, walk))
    return routes


@st.composite
def bent(draw: st.DrawFn, network: Network, trains: list[Train], routes: list[Route]) -> list[Route]:
    """The routes with one to three small things done to them."""
    ids = st.sampled_from(sorted(network.segments) or [""])
    for _ in range(draw(st.integers(1, 3))):
        if not routes:
            routes = [Route(draw(st.sampled_from(trains)).id, tuple(draw(st.lists(ids, max_size=4))))]
            continue
        r = draw(st.integers(0, len(routes) - 1))
        route = routes[r]
        way = list(route.segments)
        at = draw(st.integers(0, max(0, len(way) - 1)))
        match draw(st.integers(0, 9)):
            case 0:
                way.reverse()
            case 1:
                del way[at : at + 1]
            case 2:
                way[at:at] = [draw(ids)]
            case 3:
                way[at : at + 1] = [draw(ids)]
            case 4:
                way = way[at:] + way[:at]
            case 5:
                way = way[: at + 1] + way[at:]
            case 6:
                way += draw(st.sampled_from(routes)).segments
            case 7:
                way = way[:at]
            case 8:
                routes = [*routes, Route(draw(st.sampled_from(trains)).id, route.segments, route.stop)]
            case 9:
                route = Route(draw(st.sampled_from(trains)).id, route.segments, route.stop)
        routes = [*routes[:r], Route(route.train, tuple(way), route.stop), *routes[r + 1 :]]
    return routes


def agree(case: Case, routes: list[Route]) -> None:
    expected = money_of(case.network, case.trains, routes, case.rules, case.bonuses)
    outcome = score(case.network, case.trains, routes, case.rules, case.bonuses)
    if expected is None:
        assert isinstance(outcome, Fault), outcome
        return
    assert isinstance(outcome, Score), outcome
    assert (outcome.total, outcome.treasury) == expected, outcome
    adds_up(outcome)


def adds_up(outcome: Score) -> None:
    """Every figure is the sum of those that explain it."""
    assert outcome.total == sum(route.revenue for route in outcome.routes) + outcome.extra
    assert outcome.treasury == sum(route.treasury for route in outcome.routes)
    for route in outcome.routes:
        stops = sum(paid.value for paid in route.paid)
        bonuses = sum(bonus.amount for bonus in route.bonuses if bonus.to == "revenue")
        assert route.revenue == stops + bonuses + route.extra
        assert route.treasury == sum(bonus.amount for bonus in route.bonuses if bonus.to == "treasury")


def some(items: list[Any], most: int) -> list[Any]:
    """At most so many of the items, from all over the list."""
    return items[:: 1 + (len(items) - 1) // most] if items else []


def sets_of_routes(case: Case) -> Iterator[list[Route]]:
    """Routes alone, whether this train may run them or not, and routes together, each of which may be run alone."""
    anyone = Train("", "", Reach("stops"), calls=dict.fromkeys(case.network.stops, "pass"))
    for train in case.trains[:2]:
        for walk in some(all_walks(case.network, anyone, RoadRules(node_reuse="repeatable")), 60):
            yield [route_of(train, walk)]
    lists = [some(list(ways(case.network, train, case.rules, case.bonuses)), 12) for train in case.trains]
    for chosen in some(list(product(*(found for found in lists if found))), 60):
        yield [route_of(way.train, way.walk) for way in chosen]


def route_of(train: Train, walk: Walk) -> Route:
    return Route(train.id, walk.segments, "" if walk.segments else walk.stops[0])


@pytest.mark.parametrize("theme", THEMES)
@quick
@given(st.data())
def test_routes_are_scored_right_under_all_options(theme: Theme, data: st.DataObject) -> None:
    case = data.draw(cases(theme))
    for routes in sets_of_routes(case):
        agree(case, routes)


@quick
@given(cases(), st.data())
def test_bent_routes_are_rejected_or_scored_right_under_all_options(case: Case, data: st.DataObject) -> None:
    agree(case, data.draw(bent(case.network, case.trains, data.draw(runs(case)))))


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
@settings(quick, max_examples=2000, derandomize=False)
@given(st.data())
def test_they_agree_on_many_more_routes(theme: Theme, data: st.DataObject) -> None:
    case = data.draw(cases(theme))
    for routes in sets_of_routes(case):
        agree(case, routes)
    agree(case, data.draw(bent(case.network, case.trains, data.draw(runs(case)))))
