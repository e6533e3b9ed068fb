"""Solver, checker and brute force agree on small random maps."""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from open18xx.routes import Fault, Network, RoadRules, Score, Train, kinds, packing, score, solve, solver
from open18xx.routes.verifier import verify

from .route_brute import best_money, best_total, total_of
from .route_maps import Case, cases, networks, rosters
from .test_route_checker import bent

quick = settings(
    deadline=None, max_examples=20, suppress_health_check=list(HealthCheck), derandomize=True, database=None
)


@quick
@given(networks(), rosters(), st.booleans(), st.sampled_from([2, 2, 2, 3]))
def test_the_solver_finds_what_brute_force_finds_and_the_checker_agrees(
    network: Network, trains: list[Train], groups_exclusive: bool, minimum: int
) -> None:
    agree(network, trains, groups_exclusive, minimum)


@quick
@given(cases())
def test_they_agree_under_every_option(case: Case) -> None:
    agree_on(case)


@quick
@given(cases("pay"), st.sampled_from([1, 2, 4]))
def test_they_agree_where_chains_are_left_out_at_first(case: Case, chains: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "_FEW_CHAINS", chains)
        patch.setattr(solver, "_MORE", 2)
        patch.setattr(packing, "_FEW_WAYS", 0)
        agree_on(case)


@pytest.mark.slow
@settings(quick, max_examples=int(os.environ.get("OPEN18XX_NETWORKS", "2000")), derandomize=False)
@given(st.one_of(cases(), cases("pay"), cases("trails"), cases("road")), st.sampled_from([0, 2000]))
def test_they_agree_under_every_option_on_many_more(case: Case, few: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packing, "_FEW_WAYS", few)
        agree_on(case)


def agree_on(case: Case) -> None:
    """Checker and brute force find what the solver finds, money for the treasury included."""
    network, trains, rules, bonuses = case
    result = solve(network, trains, rules=rules, bonuses=bonuses)
    checked = score(network, trains, result.routes, rules, bonuses)
    assert isinstance(checked, Score), checked
    total, treasury = best_money(network, trains, rules, bonuses)
    if rules.objective == "sum":
        assert result.value == checked.total + checked.treasury == total + treasury
    else:
        assert (result.value, result.treasury) == (checked.total, checked.treasury) == (total, treasury)
    assert result.treasury == checked.treasury
    assert result.proven and result.upper_bound == result.value
    verdict = verify(network, trains, result, rules, bonuses)
    assert verdict.ok, verdict


@quick
@given(networks(), rosters(), st.sampled_from([-1, 0, 2]), st.sampled_from([1, 2, 5]), st.sampled_from([1, 2, 4, 99]))
def test_they_agree_when_the_ways_for_large_maps_are_taken_on_small_ones(
    network: Network, trains: list[Train], looks: int, first_list: int, chains: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "_FEW_CHAINS", chains)
        patch.setattr(solver, "_MORE", 2)
        patch.setattr(kinds, "_LOOKS", looks)
        patch.setattr(solver, "_FIRST_LIST", first_list)
        patch.setattr(packing, "_FEW_WAYS", 0)
        agree(network, trains, True, 2)


@pytest.mark.slow
@settings(quick, max_examples=3000, derandomize=False)
@given(networks(), rosters(), st.booleans(), st.sampled_from([2, 2, 2, 3]))
def test_they_agree_on_many_more(network: Network, trains: list[Train], groups_exclusive: bool, minimum: int) -> None:
    agree(network, trains, groups_exclusive, minimum)


def agree(network: Network, trains: list[Train], groups_exclusive: bool, minimum: int) -> None:
    rules = RoadRules(groups_exclusive=groups_exclusive, minimum_stops=minimum)
    result = solve(network, trains, rules=rules)
    assert result.value == best_total(network, trains, groups_exclusive, minimum)
    assert result.proven and result.upper_bound == result.value
    checked = score(network, trains, result.routes, rules)
    assert isinstance(checked, Score), checked
    assert checked.total == result.value


@pytest.mark.parametrize("limits", [{"budget": 0}, {"budget": -1}, {"budget": 1.5}, {"budget": True},
                                    {"deadline": 0}, {"deadline": -1}, {"deadline": float("nan")},
                                    {"deadline": float("inf")}, {"deadline": "1"}])  # fmt: skip
def test_a_limit_that_limits_nothing_is_refused(limits: dict[str, Any]) -> None:
    compiled = not solver.__file__.endswith(".py")  # docs/compiled.md: wrong types are wrong at once, and True is 1
    if compiled and limits == {"budget": True}:
        pytest.skip("the compiled build takes True for 1")
    with pytest.raises((ValueError, TypeError) if compiled else ValueError, match=r"wanted|expected"):
        solve(Network([], []), [], **limits)


@quick
@given(networks(), rosters(), st.integers(1, 60))
def test_a_budget_gives_a_legal_set_and_a_bound_that_holds(network: Network, trains: list[Train], budget: int) -> None:
    best = solve(network, trains).value
    result = solve(network, trains, budget=budget)
    checked = score(network, trains, result.routes)
    assert isinstance(checked, Score) and checked.total == result.value
    assert result.value <= best <= result.upper_bound
    assert result.proven == (result.value == result.upper_bound)
    assert solve(network, trains, budget=budget) == result


@quick
@given(networks(), rosters(), st.data())
def test_bent_routes_are_rejected_or_scored_right(network: Network, trains: list[Train], data: st.DataObject) -> None:
    routes = data.draw(bent(network, trains, list(solve(network, trains).routes)))
    expected = total_of(network, trains, routes)
    outcome = score(network, trains, routes)
    if expected is None:
        assert isinstance(outcome, Fault), outcome
    else:
        assert isinstance(outcome, Score) and outcome.total == expected, outcome
