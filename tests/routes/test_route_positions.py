"""Positions of real games: the solver's value is the optimum, and people's routes score what they scored.

The positions lie outside the repository; the environment variable OPEN18XX_CONFORMANCE names their folder.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from open18xx.adapters.positions import Position, read_positions
from open18xx.routes import Score, score, solve

pytestmark = pytest.mark.conformance

_DEFAULT = Path(__file__).parents[2] / ".." / "shared" / "conformance"
FOLDER = Path(os.environ.get("OPEN18XX_CONFORMANCE", _DEFAULT)) / "routes"
FILES = sorted(FOLDER.glob("*.jsonl")) if FOLDER.is_dir() else []
REAL = [path for path in FILES if not path.stem.startswith("stress")]
STRESS = [path for path in FILES if path.stem.startswith("stress")]

# where the title itself chooses the stops paid, its choice need not be the base rules' best
TITLE_CHOOSES = {"1846"}


def parameters(paths: list[Path]) -> list[object]:
    if not paths:
        return [pytest.param(None, marks=pytest.mark.skip(reason=f"no positions in OPEN18XX_CONFORMANCE: {FOLDER}"))]
    return [pytest.param(path, id=path.stem) for path in paths]


def with_optimum(path: Path) -> Iterator[Position]:
    found = False
    for position in read_positions(path):
        if position.optimum is not None:
            found = True
            yield position
    assert found, f"{path.name} has no position with an optimum"


def wrong(position: Position) -> str | None:
    """What is wrong with the answer for this position, in one line; None when nothing is."""
    result = solve(position.network, position.trains)
    checked = score(position.network, position.trains, result.routes)
    if not isinstance(checked, Score):
        return f"{position.id}: the checker says {checked}"
    if (result.value, result.upper_bound, result.proven) != (position.optimum, position.optimum, True):
        return f"{position.id}: {result.value} of at most {result.upper_bound}, optimum {position.optimum}"
    if checked.total != result.value:
        return f"{position.id}: {result.value}, the checker says {checked.total}"
    return None


@pytest.mark.parametrize("path", parameters(REAL))
def test_the_solver_finds_and_proves_the_optimum(path: Path) -> None:
    assert [fault for position in with_optimum(path) if (fault := wrong(position))] == []


@pytest.mark.slow
@pytest.mark.parametrize("path", parameters(STRESS))
def test_the_solver_finds_and_proves_the_optimum_of_stress_positions(path: Path) -> None:
    assert [fault for position in with_optimum(path) if (fault := wrong(position))] == []


@pytest.mark.parametrize("path", parameters(REAL))
def test_human_routes_score_their_plain_revenue(path: Path) -> None:
    for position in read_positions(path):
        runs = position.human_routes
        if not runs:
            continue
        checked = score(position.network, position.trains, [run.route for run in runs])
        assert isinstance(checked, Score), (position.id, checked)
        for run, scored in zip(runs, checked.routes, strict=True):
            if position.title in TITLE_CHOOSES and not position.plain:
                assert scored.revenue >= run.plain_revenue, position.id
            else:
                assert scored.revenue == run.plain_revenue, position.id
        assert position.optimum is None or checked.total <= position.optimum, position.id
