"""Real games, action by action: our rules must accept each and come to the recorded state after each."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from open18xx.adapters.site18xx import SiteGame, read_site_file
from open18xx.adapters.trace import snapshot
from open18xx.errors import SaveError
from open18xx.play.audit import faults
from open18xx.play.events import RoutesRun

pytestmark = pytest.mark.conformance

ROOT = Path(__file__).parents[2]
FOLDER = Path(os.environ.get("OPEN18XX_CONFORMANCE") or ROOT / "../shared/conformance")
GAMES = sorted((FOLDER / "games").glob("*.json"))
NO_DATA = f"no recorded games: set OPEN18XX_CONFORMANCE (looked in {FOLDER.name}/games)"


def opened(path: Path) -> SiteGame:
    try:
        return read_site_file(path)
    except SaveError as error:
        pytest.skip(f"{path.stem}: {error}")


def merge(state: dict[str, Any], delta: dict[str, Any]) -> None:
    for key, value in delta.items():
        nested = isinstance(value, dict) and isinstance(state.get(key), dict) and key != "own"
        if nested:
            merge(state[key], value)
        else:
            state[key] = value


def plain(value: Any) -> Any:
    """Without nulls and empty containers; lists of tokens sorted."""
    if isinstance(value, dict):
        kept = {key: plain(item) for key, item in value.items()}
        if "tokens" in kept:
            kept["tokens"] = sorted(kept["tokens"])
        return {key: item for key, item in kept.items() if item not in (None, {}, [])}
    return value


def differences(wanted: Any, found: Any, where: str = "") -> list[str]:
    if isinstance(wanted, dict) and isinstance(found, dict):
        keys = [*wanted, *(key for key in found if key not in wanted)]
        return [line for key in keys for line in differences(wanted.get(key), found.get(key), f"{where}.{key}")]
    return [] if wanted == found else [f"{where[1:]}: recorded {wanted}, ours {found}"]


def test_recorded_games_are_there() -> None:
    if not GAMES:
        pytest.skip(NO_DATA)
    assert all(path.is_file() for path in GAMES)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_final_result_is_the_recorded_one(path: Path) -> None:
    site = opened(path)
    for _ in site.play():
        pass
    assert [refused.to_json() for refused in site.replay.refused] == []
    assert site.replay.result() == site.replay.expected


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_state_after_every_action_is_the_recorded_one(path: Path) -> None:
    trace = FOLDER / "traces" / f"{path.stem}.jsonl"
    if not trace.is_file():
        pytest.skip(f"no trace for {path.stem}")
    site = opened(path)
    lines = [json.loads(line) for line in trace.read_text("utf-8").splitlines()]
    by_id = {line["aid"]: line for line in lines if "aid" in line}
    state = lines[0]["state"]
    compared = 0
    for played in site.play():
        merge(state, by_id[played.record["id"]]["d"])
        ours = json.loads(json.dumps(snapshot(site.game.table)))
        assert differences(plain(state), plain(ours)) == [], f"action {played.record['id']}"
        assert faults(site.game.table) == [], f"action {played.record['id']}"
        compared += 1
    assert compared == len(by_id)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_recorded_route_revenues_are_what_our_checker_finds(path: Path) -> None:
    site = opened(path)
    compared = 0
    for played in site.play():
        if played.record["type"] != "run_routes":
            continue
        stored = [route.get("revenue") for route in played.record["routes"]]
        run = next(event for event in site.game.last_events if isinstance(event, RoutesRun))
        if None not in stored:
            assert list(run.values) == stored, f"action {played.record['id']}"
        compared += 1
    assert not site.replay.lenient["stored revenue trusted"]
    assert compared == sum(action["type"] == "run_routes" for _, action in _effective(site))


def _effective(site: SiteGame) -> list[tuple[int, dict[str, Any]]]:
    from open18xx.adapters.site18xx import effective

    return effective(site.raw)
