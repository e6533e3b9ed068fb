"""The compiled build of docs/compiled.md gives what the pure one gives, to the last unit of work.

Run as a script this file prints answers of whichever open18xx it is run with; the test compares two such printouts.
"""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
import sysconfig
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

ROOT = Path(__file__).parents[1]
HOOK = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"][
    "hooks"
]
MODULES = [f"{HOOK['custom']['package']}.{module}" for module in HOOK["custom"]["modules"]]

pytestmark = pytest.mark.slow


def run(*words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command outside the project's folder, so that nothing is imported from it by chance."""
    inherited = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTEST_ADDOPTS")}
    return subprocess.run(
        [str(word) for word in words],
        cwd=ROOT.parent,
        env={**inherited, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def done(process: subprocess.CompletedProcess[str]) -> str:
    assert process.returncode == 0, process.stdout
    return process.stdout


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a new virtual environment with what building and testing need; skips when that can't be had."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        pytest.skip(f"no C compiler: {compiler}")
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        pytest.skip("no Python.h: the headers of this Python are not installed")
    folder = tmp_path_factory.mktemp("compiled")
    made = run(sys.executable, "-m", "venv", folder / "venv")
    if made.returncode:
        pytest.skip(f"no virtual environment can be made: {made.stdout[-300:]}")
    python = folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = [
        *project["build-system"]["requires"],
        *HOOK["custom"]["dependencies"],
        *project["project"]["dependencies"],
        *project["project"]["optional-dependencies"]["test"],
    ]
    got = run(python, "-m", "pip", "install", "-q", *wanted)
    if got.returncode:
        pytest.skip(f"what the build needs can't be had: {got.stdout[-300:]}")
    return python


INSTALL = ("-m", "pip", "install", "-q", "--no-build-isolation", "--no-deps")


@pytest.fixture(scope="module")
def compiled(environment: Path) -> Path:
    """The Python of an environment with the compiled build."""
    done(run(environment, *INSTALL, ROOT, HATCH_BUILD_HOOK_ENABLE_CUSTOM="true"))
    return environment


def places(python: Path | str) -> list[str]:
    """The files from which the modules that may be compiled are loaded."""
    code = f"import importlib\nfor name in {MODULES}: print(importlib.import_module(name).__file__)"
    return done(run(python, "-c", code)).splitlines()


def test_without_the_flag_the_install_is_pure(environment: Path, tmp_path: Path) -> None:
    done(run(environment, "-m", "pip", "wheel", "-q", "--no-build-isolation", "--no-deps", "-w", tmp_path, ROOT))
    assert [path.name.split("-", 2)[2] for path in tmp_path.iterdir()] == ["py3-none-any.whl"]


def test_with_the_flag_every_named_module_is_compiled(compiled: Path) -> None:
    before = set(ROOT.rglob("*.so"))
    assert {Path(place).suffix for place in places(compiled)} <= {".so", ".pyd"}
    assert not before  # nothing compiled is left in the tree, where an editable install would load it


def test_an_editable_install_with_the_flag_is_refused(compiled: Path) -> None:
    refused = run(compiled, *INSTALL, "-e", ROOT, HATCH_BUILD_HOOK_ENABLE_CUSTOM="true")
    assert refused.returncode and "editable install is always pure" in refused.stdout


def test_the_route_tests_pass_with_the_compiled_build(compiled: Path) -> None:
    printed = done(run(compiled, "-m", "pytest", "-q", "-p", "no:cacheprovider", ROOT / "tests" / "routes"))
    assert " passed" in printed


def test_both_give_the_same_answers_with_the_same_work(compiled: Path) -> None:
    here = places(sys.executable)
    if any(Path(place).suffix != ".py" for place in here):
        pytest.skip(f"nothing pure to compare with: these tests run on a compiled build, {here[0]}")
    pure, fast = done(run(sys.executable, __file__)).splitlines(), done(run(compiled, __file__)).splitlines()
    *pure, pure_seconds = pure
    *fast, fast_seconds = fast
    assert len(pure) > 100
    assert fast == pure
    ratio = float(pure_seconds) / float(fast_seconds)
    print(f"\nthe compiled build is {ratio:.2f} times as fast")
    assert ratio > 1.0


def answers() -> Iterator[str]:
    """Results for many networks and trains, all of each result; the last line is the seconds they took."""
    sys.path.append(str(ROOT))
    from benchmarks.dense_boards import dense_board, trains

    from open18xx.routes import Reach, Row, Train, score, solve

    rows = (Row(("city", "offboard"), pay=2, visit=3), Row(("town",), pay=1, visit=2, multiplier=2))
    reaches = [
        Reach("stops"), Reach("stops", 3), Reach("stops", 5), Reach("stops", 5, pays=3), Reach("cities", 3),
        Reach("plus", 3, plus=1), Reach("hexes", 7), Reach("hex-edges", 6), Reach("rows", rows=rows),
    ]  # fmt: skip
    took = 0.0
    for seed in range(60):
        random = Random(seed)
        network = dense_board(seed, 4 + seed % 2, 4 + seed % 3 // 2, own=1 + seed % 4)
        roster = [
            Train(
                str(n),
                "D" if reach.limit is None else "x",
                reach,
                multiplier=1 + (random.random() < 0.2),
                local=random.random() < 0.2,
                requires_token=random.random() < 0.7,
            )
            for n in range(1 + seed % 3)
            for reach in [reaches[int(random.random() * len(reaches))]]
        ]
        for budget in (None, 50, 2000):
            began = time.process_time()
            result = solve(network, roster, budget=budget)
            took += time.process_time() - began
            yield f"{seed} {budget} {result!r}"
        yield f"{seed} checked {score(network, roster, result.routes)!r}"
        yield f"{seed} pickled {pickle.loads(pickle.dumps(result)) == result}"
    wide = dense_board(1, 7, 6, cities=0.3, towns=0.1)
    for names in ((5, 5, 6), (4, 4, 4, 4), (8,)):
        began = time.process_time()
        result = solve(wide, trains(*names))
        took += time.process_time() - began
        yield f"wide {names} {result!r}"
    yield f"{took}"


if __name__ == "__main__":
    for line in answers():
        print(line)
