"""Choosing one route a train from lists, against trying every choice."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from open18xx.routes import packing
from open18xx.routes.arms import Meter
from open18xx.routes.packing import Found, Packing, best_of_few

WIDTH = 6
routes = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 2**WIDTH - 1)), max_size=7)


@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
@given(
    st.lists(st.tuples(routes, st.integers(1, 3)), min_size=1, max_size=3),
    st.lists(st.integers(0, 3), min_size=WIDTH, max_size=WIDTH),
    st.integers(0, 20),
    st.booleans(),
)
def test_the_best_choice_is_found_whatever_the_prices(
    classes: list[tuple[list[tuple[int, int]], int]], prices: list[int], beat: int, long: bool
) -> None:
    assume(sum(count for _, count in classes) <= 4)
    lists: list[list[Found]] = []
    for some, _ in classes:
        found = [
            (value - sum(p for b, p in enumerate(prices) if bits >> b & 1), value, bits, 0, i, -1)
            for i, (value, bits) in enumerate(some)
        ]
        lists.append(sorted(found, reverse=True))
    counts = [count for _, count in classes]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packing, "_KEPT", 0 if long else 4096)
        search = Packing(lists, counts, WIDTH, sum(prices), 1, Meter(None))
        choice = search.best(beat, 10**6)
    assert search.finished
    best = by_trying(lists, counts)
    for chosen in (choice, best_of_few(lists, counts, sum(prices), 1, beat, Meter(None))):
        if chosen is None:
            assert best <= beat
            continue
        assert sum(route[1] for _, route in chosen) == best > beat
        used = 0
        for _, route in chosen:
            assert not route[2] & used
            used |= route[2]
        assert all(sum(c == at for at, _ in chosen) <= count for c, count in enumerate(counts))


def by_trying(lists: list[list[Found]], counts: list[int]) -> int:
    best = 0
    trains = [lists[c] for c, count in enumerate(counts) for _ in range(count)]
    for chosen in product(*([None, *some] for some in trains)):
        used = value = 0
        for route in chosen:
            if route is not None:
                if route[2] & used:
                    break
                used |= route[2]
                value += route[1]
        else:
            best = max(best, value)
    return best
