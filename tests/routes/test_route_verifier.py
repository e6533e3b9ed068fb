"""The verifier accepts a claim exactly when it is true; what is true is found by trying everything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from open18xx.adapters.positions import read_positions
from open18xx.routes import Bonus, Bonuses, Extra, Network, Result, RoadRules, Route, Score, Train, score, solve
from open18xx.routes.certificate import FIRST, Certificate, Resource
from open18xx.routes.verifier import Claim, Verdict, verify

from .route_brute import Money, Way, money_of, together, ways
from .route_brute import _sets as sets_of
from .route_maps import Case, cases, line, stop, track, train
from .test_route_checker import bent
from .test_route_positions import REAL, STRESS, parameters

quick = settings(deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None)


@dataclass(frozen=True)
class Claimed:
    """What a solver might say."""

    value: int
    routes: tuple[Route, ...]
    upper_bound: int | None
    proven: bool
    certificate: Certificate
    treasury: int = 0


def codes(verdict: Verdict) -> set[str]:
    return {doubt.code for doubt in verdict.doubts}


# -- by hand


AB = Route("3", ("AB>", "AB<"))
ABC = Route("3", ("AB>", "AB<", "BC>", "BC<"))
THREE_STOPS = line(stop("A", 20, own=True), stop("B", 50), stop("C", 70))
BEST = Claimed(140, (ABC,), 140, True, Certificate({}, 140))


def test_a_true_claim_is_ok() -> None:
    verdict = verify(THREE_STOPS, [train("3", 3)], BEST)
    assert verdict.ok
    assert verdict.bound == 140


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("value-wrong", {"value": 141, "upper_bound": 141}),
        ("value-wrong", {"value": 139}),
        ("treasury-wrong", {"treasury": 10}),
        ("bound-too-low", {"upper_bound": 139, "proven": False}),
        ("bound-too-low", {"value": 70, "upper_bound": 70, "routes": (AB,)}),
        ("bound-too-low", {"value": 0, "upper_bound": 0, "routes": ()}),
        ("bound-too-low", {"value": 0, "upper_bound": 139, "routes": (), "proven": False}),
        ("proven-without-cause", {"upper_bound": 150}),
        ("proven-without-cause", {"upper_bound": None}),
        ("routes-illegal", {"routes": (Route("3", ("AB>", "BC<")),)}),
        ("routes-illegal", {"routes": (replace(ABC, train="4"),)}),
        ("certificate-bound-too-low", {"certificate": Certificate({}, 139)}),
        ("certificate-bound-too-low", {"certificate": Certificate({Resource("crossing", "0"): 10**9}, 140)}),
        ("price-negative", {"certificate": Certificate({Resource("crossing", "0"): -1}, 140)}),
        ("price-of-nothing", {"certificate": Certificate({Resource("crossing", "5"): 0}, 140)}),
        ("price-of-nothing", {"certificate": Certificate({Resource("bonus", "b"): 1}, 141)}),
        ("not-whole", {"certificate": Certificate({Resource("crossing", "0"): 0.5}, 141)}),
        ("not-whole", {"certificate": Certificate({}, float("nan"))}),
    ],
)
def test_what_is_false_is_doubted(code: str, changes: dict[str, object]) -> None:
    assert code in codes(verify(THREE_STOPS, [train("3", 3)], replace(BEST, **changes)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "changes",
    [
        {"proven": False},
        {"proven": False, "upper_bound": 141},
        {"proven": False, "upper_bound": None},
        {"proven": False, "value": 70, "routes": (AB,)},
        {"proven": False, "value": 0, "routes": ()},
        {"routes": (replace(ABC, segments=ABC.segments[::-1]),)},
        {"certificate": Certificate({}, 1000)},
        {"certificate": Certificate({Resource("crossing", "0"): 140, Resource("segment", "BC>"): 0}, 140)},
    ],
)
def test_what_is_less_but_true_is_ok(changes: dict[str, object]) -> None:
    assert verify(THREE_STOPS, [train("3", 3)], replace(BEST, **changes)).ok  # type: ignore[arg-type]


def test_a_doubt_shows_the_numbers_and_the_better_routes() -> None:
    claim = replace(BEST, value=70, upper_bound=70, routes=(AB,))
    (doubt,) = verify(THREE_STOPS, [train("3", 3)], claim).doubts
    assert (doubt.claimed, doubt.found) == (70, 140)
    better = score(THREE_STOPS, [train("3", 3)], doubt.routes)
    assert isinstance(better, Score)
    assert better.total == 140


def test_a_gap_between_prices_and_claim_is_closed_by_listing_routes() -> None:
    trains = [train("3", 3), train("2", 2)]
    # each alone earns 140 and 70, but there is one way out of A
    claim = replace(BEST, certificate=Certificate({}, 210))
    verdict = verify(THREE_STOPS, trains, claim)
    assert verdict.ok
    assert verdict.bound == 210
    priced = replace(BEST, certificate=Certificate({Resource("crossing", "0"): 70}, 140))
    assert verify(THREE_STOPS, trains, priced).bound == 140


def test_when_the_work_runs_out_nothing_is_ok() -> None:
    full = verify(THREE_STOPS, [train("3", 3)], BEST).work
    for work in range(full):
        verdict = verify(THREE_STOPS, [train("3", 3)], BEST, work=work)
        assert verdict.undecided
        assert not verdict.ok
    assert verify(THREE_STOPS, [train("3", 3)], BEST, work=full).ok


def test_the_treasury_comes_second_where_revenue_comes_first() -> None:
    fork = Network(
        [stop("A", 20, own=True), stop("B", 50), stop("C", 50)],
        [track("A1", "A", "/x"), track("B1", "/x", "B"), track("A2", "A", "/y"), track("C1", "/y", "C")],
    )
    trains = [train("2", 2)]
    port = Bonuses((Bonus("port", 10, (frozenset("C"),), to="treasury"),))
    to_b, to_c = Route("2", ("A1", "B1")), Route("2", ("A2", "C1"))
    certificate = Certificate({}, 70 * FIRST + 10)
    best = Claimed(70, (to_c,), 70, True, certificate, treasury=10)
    assert verify(fork, trains, best, bonuses=port).ok
    other = Claimed(70, (to_b,), 70, True, certificate)
    assert codes(verify(fork, trains, other, bonuses=port)) == {"treasury-not-the-most"}
    assert verify(fork, trains, replace(other, proven=False), bonuses=port).ok
    low = replace(best, certificate=Certificate({}, 70 * FIRST))
    assert codes(verify(fork, trains, low, bonuses=port)) == {"certificate-bound-too-low"}


def test_a_rule_of_a_title_without_a_bound_is_tried_on_everything() -> None:
    extra = Bonuses(extra=Extra(route=lambda run: 100 if len(run.visited) == 2 else 0))
    trains = [train("3", 3)]
    claim = Claimed(170, (AB,), 170, True, Certificate({}, 170))
    assert verify(THREE_STOPS, trains, claim, bonuses=extra).ok
    assert not verify(THREE_STOPS, trains, replace(BEST, proven=False), bonuses=extra).ok
    unclaimed = replace(BEST, proven=False, upper_bound=None)
    assert verify(THREE_STOPS, trains, unclaimed, bonuses=extra).ok


def proven(network: Network, trains: list[Train], bonuses: Bonuses, *routes: Route) -> Claimed:
    """These routes claimed to be the best ones."""
    found = score(network, trains, routes, bonuses=bonuses)
    assert isinstance(found, Score), found
    return Claimed(found.total, routes, found.total, True, Certificate({}, 1000))


A, B, C = stop("A", 20, own=True), stop("B", 50), stop("C", 70)
TO_B = (track("A1", "A", "/x"), track("B1", "/x", "B"))
DIRECT = track("B2", "B", "C", terminal=True)
DETOUR = (track("D1", "/x", "/y"), track("B3", "/y", "B"))
BY_THE_DETOUR = Extra(route=lambda run: 100 if "D1" in run.segments else 0, route_most=100)
FROM_B = Extra(route=lambda run: 100 if run.visited[0].id == "B" else 0, route_most=100)
FOR_TWO = Extra(route=lambda run: 100 if run.train.id == "two" else 0, route_most=100)
TWO_FIRST = Extra(total=lambda runs: 100 if runs[0].train.id == "two" and runs[1:] else 0, total_most=100)
ONE, TWO = train("one", 2, "2"), train("two", 2, "2")
THREE = train("one", 3, "3")
RETURN = (track("A2", "A", "/z"), track("C1", "/z", "C"))


@pytest.mark.parametrize(
    ("network", "trains", "extra", "routes", "better"),
    [
        pytest.param(
            Network([A, B, C], [*TO_B, DIRECT]), [THREE], Extra(),
            [Route("one", ("A1", "B1"))], [Route("one", ("A1", "B1", "B2"))],
            id="terminal track at the end of a route",
        ),
        pytest.param(
            Network([stop("A", 70), B, stop("C", 20, own=True)], [*TO_B, DIRECT]), [THREE], Extra(),
            [Route("one", ("B2",))], [Route("one", ("A1", "B1", "B2"))],
            id="terminal track between the token and the next stop",
        ),
        pytest.param(
            Network([A, stop("B", 50, blocked=True), C], [*TO_B, replace(DIRECT, terminal=False)]),
            [replace(THREE, calls={"B": "pass"})], Extra(),
            [Route("one", ("A1", "B1"))], [Route("one", ("A1", "B1", "B2"))],
            id="a blocked stop that this train may pass",
        ),
        pytest.param(
            Network([A, B], [*TO_B, *DETOUR]), [ONE], BY_THE_DETOUR,
            [Route("one", ("A1", "B1"))], [Route("one", ("A1", "D1", "B3"))],
            id="track that only the title's own rule pays for",
        ),
        pytest.param(
            Network([A, B], TO_B), [ONE], FROM_B,
            [Route("one", ("A1", "B1"))], [Route("one", ("B1", "A1"))],
            id="a direction that only the title's own rule pays for",
        ),
        pytest.param(
            Network([A, B], TO_B), [ONE, TWO], FOR_TWO,
            [Route("one", ("A1", "B1"))], [Route("two", ("A1", "B1"))],
            id="a train that only the title's own rule pays for",
        ),
        pytest.param(
            Network([A, B, C], [*TO_B, *RETURN]), [ONE, TWO], TWO_FIRST,
            [Route("one", ("A1", "B1")), Route("two", ("A2", "C1"))],
            [Route("two", ("A2", "C1")), Route("one", ("A1", "B1"))],
            id="an order that only the title's own rule pays for",
        ),
        pytest.param(
            Network([B, A], TO_B), [replace(ONE, local=True), replace(TWO, local=True)],
            Extra(route=lambda run: 200 if len(run.visited) == 1 else 0, route_most=200),
            [Route("one", ("A1", "B1"))], [Route("one", (), "A"), Route("two", (), "A")],
            id="two local trains at one stop",
        ),
    ],
)  # fmt: skip
def test_nothing_better_is_overlooked(
    network: Network, trains: list[Train], extra: Extra, routes: list[Route], better: list[Route]
) -> None:
    bonuses = Bonuses(extra=extra)
    assert verify(network, trains, proven(network, trains, bonuses, *better), bonuses=bonuses).ok
    claim = proven(network, trains, bonuses, *routes)
    assert codes(verify(network, trains, claim, bonuses=bonuses)) == {"bound-too-low"}


# -- everything tried


def scale_of(case: Case) -> int:
    to_treasury = any(row.to == "treasury" for row in case.bonuses.rows)
    return FIRST if to_treasury and case.rules.objective == "revenue-first" else 1


def resources_of(case: Case) -> list[Resource]:
    found = set()
    for segment in case.network.segments.values():
        found.add(Resource("segment", segment.id))
        found |= {Resource("crossing", end.id) for end in segment.ends if end.kind == "edge"}
        if segment.key is not None:
            found.add(Resource("key", segment.key))
    found |= {Resource("bonus", row.id) for row in case.bonuses.rows if row.scope == "corporation"}
    return sorted(found)


def priced(case: Case, prices: Mapping[Resource, int]) -> int:
    """What the prices prove, by the words of the certificate."""
    return sum(prices.values()) + sum(best_priced(case, train, prices) for train in case.trains)


def best_priced(case: Case, train: Train, prices: Mapping[Resource, int]) -> int:
    best = 0
    scale = scale_of(case)
    shared = [row for row in case.bonuses.rows if row.scope == "corporation"]
    others = [row for row in case.bonuses.rows if row.scope != "corporation"]
    for claimed in [some for size in range(len(shared) + 1) for some in combinations(shared, size)]:
        bonuses = Bonuses((*others, *claimed), replace(case.bonuses.extra, total=None, total_most=None))
        for way in ways(case.network, train, case.rules, bonuses):
            revenue, treasury = together((way,), case.rules, bonuses)
            used = [Resource(*thing.split(" ", 1)) for thing in way.walk.taken]  # type: ignore[arg-type]
            used += [Resource("bonus", row.id) for row in claimed]
            best = max(best, scale * revenue + treasury - sum(prices.get(resource, 0) for resource in used))
    return best


def routes_of(chosen: tuple[Way, ...]) -> tuple[Route, ...]:
    return tuple(
        Route(way.train.id, way.walk.segments, "" if way.walk.segments else way.walk.stops[0]) for way in chosen
    )


def outcomes(case: Case) -> dict[Money, tuple[Route, ...]]:
    """All that a set of routes can earn, with one such set for each."""
    choices = [list(ways(case.network, train, case.rules, case.bonuses)) for train in case.trains]
    found: dict[Money, tuple[Route, ...]] = {}
    for chosen in sets_of(choices, frozenset()):
        routes = routes_of(chosen)
        money = money_of(case.network, case.trains, routes, case.rules, case.bonuses)
        assert money is not None
        found.setdefault(money, routes)
    return found


def shown(case: Case, money: Money) -> int:
    return sum(money) if case.rules.objective == "sum" else money[0]


def is_true(case: Case, claim: Claim, found: Mapping[Money, object]) -> bool:
    """The claim, word by word."""
    money = money_of(case.network, case.trains, claim.routes, case.rules, case.bonuses)
    if money is None or (claim.value, claim.treasury) != (shown(case, money), money[1]):
        return False
    most = max(shown(case, other) for other in found)
    if claim.upper_bound is not None and claim.upper_bound < most:
        return False
    if claim.proven and claim.value != claim.upper_bound:
        return False
    if claim.proven and case.rules.objective == "revenue-first":
        if any(other[0] == claim.value and other[1] > claim.treasury for other in found):
            return False
    prices = claim.certificate.prices
    if any(price < 0 for price in prices.values()) or not set(prices) <= set(resources_of(case)):
        return False
    return priced(case, prices) <= claim.certificate.bound


@st.composite
def claims(draw: st.DrawFn, case: Case, found: Mapping[Money, tuple[Route, ...]]) -> Claimed:
    """A claim that is true as often as not, and false in one thing or two otherwise."""
    ranked = sorted(found, key=lambda money: (shown(case, money), money), reverse=True)
    money = draw(st.sampled_from([*ranked[:1] * 4, *ranked[:4], *ranked]))
    prices = draw(some_prices(case))
    claim = Claimed(
        shown(case, money),
        found[money],
        shown(case, ranked[0]),
        draw(st.booleans()),
        Certificate(prices, priced(case, prices)),
        money[1],
    )
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 1, 2]))):
        claim = draw(changed(case, claim))
    return claim


@st.composite
def changed(draw: st.DrawFn, case: Case, claim: Claimed) -> Claimed:
    some = draw(st.sampled_from([-1000, -10, -5, -1, 1, 5, 10, 1000]))
    certificate = claim.certificate
    match draw(st.integers(0, 8)):
        case 0:
            return replace(claim, value=claim.value + some)
        case 1:
            return replace(claim, upper_bound=None if claim.upper_bound is None else claim.upper_bound + some)
        case 2:
            return replace(claim, upper_bound=draw(st.sampled_from([None, claim.value])))
        case 3:
            return replace(claim, proven=not claim.proven)
        case 4:
            return replace(claim, treasury=claim.treasury + some)
        case 5:
            return replace(claim, certificate=replace(certificate, bound=certificate.bound + some))
        case 6:
            names = [*resources_of(case), Resource("key", "nothing")]
            one = draw(st.sampled_from(names))
            prices = {**certificate.prices, one: certificate.prices.get(one, 0) + some}
            return replace(claim, certificate=replace(certificate, prices=prices))
        case 7 if claim.routes:
            return replace(claim, routes=claim.routes[1:])
        case _ if claim.routes:
            return replace(claim, routes=tuple(draw(bent(case.network, case.trains, list(claim.routes)))))
    return claim


def some_prices(case: Case) -> st.SearchStrategy[dict[Resource, int]]:
    """Often such that routes pay about what they earn: then the gap is small and the prices matter."""
    price = st.builds(
        lambda price, scale: price * scale, st.sampled_from([0, 1, 5, 20, 40]), st.sampled_from([1, scale_of(case)])
    )
    resources = resources_of(case)
    return st.dictionaries(st.sampled_from(resources), price, max_size=6) if resources else st.just({})


def sharp(case: Case, data: st.DataObject) -> None:
    """The verifier knows each truth from the falsehood next to it, and a random claim for what it is."""

    def verdict(claim: Claimed) -> Verdict:
        return verify(case.network, case.trains, claim, case.rules, case.bonuses)

    found = outcomes(case)
    ranked = sorted(found, key=lambda money: (shown(case, money), money), reverse=True)
    best, other = ranked[0], data.draw(st.sampled_from(ranked[-1:] + ranked[1:3]))
    value = shown(case, best)
    for prices in ({}, data.draw(some_prices(case))):
        total = priced(case, prices)
        truth = Claimed(value, found[best], value, True, Certificate(prices, total), best[1])
        said = verdict(truth)
        assert said.ok, (truth, said)
        assert said.bound == (total + max(0, case.bonuses.extra.total_most or 0) * scale_of(case)) // scale_of(case)
        false = replace(truth, certificate=Certificate(prices, total - 1))
        assert codes(verdict(false)) == {"certificate-bound-too-low"}, false
        if shown(case, other) < value:
            low = replace(truth, value=shown(case, other), routes=found[other], treasury=other[1], proven=False)
            assert verdict(low).ok, low
            for false in (replace(low, upper_bound=value - 1), replace(low, upper_bound=low.value, proven=True)):
                said = verdict(false)
                assert codes(said) == {"bound-too-low"}, (false, said)
                shown_better = money_of(case.network, case.trains, said.doubts[0].routes, case.rules, case.bonuses)
                assert shown_better is not None and shown(case, shown_better) == said.doubts[0].found
        elif case.rules.objective == "revenue-first" and other[1] < best[1]:
            false = replace(truth, routes=found[other], treasury=other[1])
            assert codes(verdict(false)) == {"treasury-not-the-most"}, false
    claim = data.draw(claims(case, found))
    said = verdict(claim)
    assert not said.undecided
    assert said.ok == is_true(case, claim, found), (claim, said)


@settings(quick, max_examples=15)
@given(cases(), st.data())
def test_a_claim_is_accepted_just_when_it_is_true(case: Case, data: st.DataObject) -> None:
    sharp(case, data)


@pytest.mark.slow
@settings(quick, max_examples=1200, derandomize=False)
@given(cases(), st.data())
def test_many_more_claims_are_accepted_just_when_they_are_true(case: Case, data: st.DataObject) -> None:
    sharp(case, data)


@settings(quick, max_examples=12)
@given(cases(), st.data(), st.integers(0, 400))
def test_with_little_work_no_false_claim_is_ok_and_no_true_one_doubted(
    case: Case, data: st.DataObject, work: int
) -> None:
    found = outcomes(case)
    claim = data.draw(claims(case, found))
    verdict = verify(case.network, case.trains, claim, case.rules, case.bonuses, work=work)
    if is_true(case, claim, found):
        assert not verdict.doubts, (claim, verdict)
    else:
        assert not verdict.ok, (claim, verdict)


# -- the solver


def answer(case: Case, budget: int | None = None) -> Result:
    return solve(case.network, case.trains, rules=case.rules, bonuses=case.bonuses, budget=budget)


def believed(case: Case, claim: Claim, work: int = 10_000_000) -> Verdict:
    return verify(case.network, case.trains, claim, case.rules, case.bonuses, work=work)


def earns(case: Case, routes: Sequence[Route], claim: Claim) -> bool:
    """Whether these routes are legal and earn what is claimed."""
    money = money_of(case.network, case.trains, routes, case.rules, case.bonuses)
    return money is not None and (shown(case, money), money[1]) == (claim.value, claim.treasury)


def certified(claim: Result, prices: Mapping[Resource, int], bound: int) -> Result:
    return replace(claim, certificate=Certificate(prices, bound))


def truths(case: Case, claim: Result) -> Iterator[tuple[str, Result]]:
    """What says less than a true claim, or the same in other words."""
    prices, bound = claim.certificate.prices, claim.certificate.bound
    yield "less sure", replace(claim, proven=False)
    yield "upper bound unknown", replace(claim, proven=False, upper_bound=None)
    yield "prices of nothing", certified(claim, {**dict.fromkeys(resources_of(case), 0), **prices}, bound)
    yield "as low as the prices prove", certified(claim, prices, priced(case, prices))
    yield "a bound too careful", certified(claim, prices, bound + 1)
    yield "no prices", certified(claim, {}, priced(case, {}))
    if claim.upper_bound is not None:
        yield "upper bound + 1", replace(claim, proven=False, upper_bound=claim.upper_bound + 1)
    for what, routes in respelled(claim.routes):
        if earns(case, routes, claim):
            yield what, replace(claim, routes=routes)


def respelled(routes: tuple[Route, ...]) -> Iterator[tuple[str, tuple[Route, ...]]]:
    """The same routes said differently, or all but one: legal or not, for the same money or not."""
    yield "backwards", tuple(replace(route, segments=route.segments[::-1]) for route in routes)
    yield "in another order", routes[::-1]
    if routes:
        trains = [*(route.train for route in routes[1:]), routes[0].train]
        yield "swapped", tuple(replace(route, train=train) for route, train in zip(routes, trains, strict=True))
        yield "dropped", routes[1:]


def falsehoods(case: Case, claim: Result) -> Iterator[tuple[str, Result]]:
    """A true claim made false in one thing."""
    prices, bound, routes = claim.certificate.prices, claim.certificate.bound, claim.routes
    for more in (1, -1):
        yield f"value {more:+}", replace(claim, value=claim.value + more)
        yield f"treasury {more:+}", replace(claim, treasury=claim.treasury + more)
    yield "lower than the prices prove", certified(claim, prices, priced(case, prices) - 1)
    yield "price of an unknown thing", certified(claim, {**prices, Resource("key", "nothing"): 0}, bound)
    for one in resources_of(case)[:1]:
        yield "price below nothing", certified(claim, {**prices, one: -1}, bound + 1000)
    if claim.proven:
        yield "upper bound - 1", replace(claim, upper_bound=claim.value - 1, proven=False)
        yield "proven below the upper bound", replace(claim, upper_bound=claim.value + 1)
        yield "proven without an upper bound", replace(claim, upper_bound=None)
    elif claim.value != claim.upper_bound:
        yield "proven", replace(claim, proven=True)
    for what, some in respelled(routes):
        if not earns(case, some, claim):
            yield what, replace(claim, routes=some)
    if routes:
        first, *others = routes
        yield "unknown train", replace(claim, routes=(replace(first, train="nobody"), *others))
        yield "one train twice", replace(claim, routes=(*routes, first))
        for what, segment in (("unknown track", "?"), ("track twice", first.segments[0] if first.segments else "?")):
            longer = replace(first, segments=(*first.segments, segment))
            yield what, replace(claim, routes=(longer, *others))


def tell_apart(case: Case, budget: int | None) -> None:
    """What the solver says is ok, and so is what is less but true; nothing that is false."""
    claim = answer(case, budget)
    said = believed(case, claim)
    assert said.ok, (claim, claim.certificate, said)
    for what, true in truths(case, claim):
        said = believed(case, true)
        assert said.ok, (what, true, true.certificate, said)
    for what, false in falsehoods(case, claim):
        said = believed(case, false)
        assert said.doubts and not said.ok, (what, false, false.certificate, said)


anything = st.one_of(cases(), cases("pay"), cases("trails"), cases("road"))


@settings(quick, max_examples=12)
@given(anything)
def test_the_solvers_answer_is_ok_and_nothing_false_made_of_it(case: Case) -> None:
    tell_apart(case, None)


@settings(quick, max_examples=8)
@given(anything, st.integers(1, 60))
def test_so_is_what_it_says_after_little_work(case: Case, budget: int) -> None:
    tell_apart(case, budget)


@pytest.mark.slow
@settings(quick, max_examples=1500, derandomize=False)
@given(anything, st.none() | st.integers(1, 500))
def test_many_more_answers_are_ok_and_nothing_false_made_of_them(case: Case, budget: int | None) -> None:
    tell_apart(case, budget)


def slightly_false(claim: Result) -> list[Result]:
    """A proven claim made false in one thing each, on a map too large to try everything."""
    prices, bound, lower = claim.certificate.prices, claim.certificate.bound, claim.value - 1
    return [
        replace(claim, value=claim.value + 1, upper_bound=claim.value + 1),
        replace(claim, upper_bound=lower, proven=False),
        replace(claim, routes=claim.routes[1:]),
        replace(claim, treasury=1),
        certified(claim, prices, lower),
        certified(claim, {**prices, Resource("key", "nothing"): 1}, bound + 1),
    ]


def misjudged(path: Path, work: int, step: int = 1) -> list[tuple[str, Verdict]]:
    """The positions of this file whose answer is not ok, or from whose answer something false can be made that is."""
    found = []
    for position in list(read_positions(path))[::step]:
        case = Case(position.network, list(position.trains), RoadRules(), Bonuses())
        claim = answer(case)
        said = believed(case, claim, work)
        if not said.ok or any(believed(case, false, work).ok for false in slightly_false(claim)):
            found.append((position.id, said))
    return found


@pytest.mark.conformance
@pytest.mark.parametrize("path", parameters(REAL))
def test_the_answers_for_real_positions_are_ok(path: Path) -> None:
    assert misjudged(path, 3_000_000, 8) == []


@pytest.mark.slow
@pytest.mark.conformance
@pytest.mark.parametrize("path", parameters([*REAL, *STRESS]))
def test_the_answers_for_all_positions_are_ok(path: Path) -> None:
    assert misjudged(path, 100_000_000) == []
