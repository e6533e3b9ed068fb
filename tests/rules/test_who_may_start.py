"""Corporations that open later, that nobody starts, and that are out of the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from open18xx import TitleError, load_title
from open18xx.play import events as e
from open18xx.play.actions import StartCorporation

from .moments import arrange, play
from .positions import listed, refused

LATER: dict[str, Any] = {"corporations.PRR.available_on": "3"}


def startable(table: Any) -> set[str]:
    return {action.corporation for action in listed(table, "start-corporation")}


def test_a_corporation_is_started_from_its_phase_on() -> None:
    """M-402, available_on: not in phase 2, but in 3 and after it."""
    table = arrange(LATER).stock("ann")
    refused(table, StartCorporation("ann", "PRR", 67), "not-available", corporation="PRR", wanted="3", phase="2")
    assert startable(table) == {"NYC", "CPR", "B&O", "C&O", "ERIE", "NYNH", "B&M"}
    for phase in ("3", "5"):
        table = arrange(LATER).phase(phase).stock("ann")
        assert "PRR" in startable(table)
        play(table, StartCorporation("ann", "PRR", 67))


def test_a_corporation_of_the_first_phase_is_there_from_the_start() -> None:
    """available_on: the phase that begins the game."""
    play(arrange({"corporations.PRR.available_on": "2"}).stock("ann"), StartCorporation("ann", "PRR", 67))


def test_a_corporation_that_is_formed_by_a_rule_is_started_by_nobody() -> None:
    """M-403, started_by = nobody."""
    table = arrange({"corporations.PRR.started_by": "nobody"}).stock("ann")
    refused(table, StartCorporation("ann", "PRR", 67), "not-startable", corporation="PRR")
    assert "PRR" not in startable(table)


def test_a_corporation_out_of_the_game_is_not_started() -> None:
    """M-104, M-407."""
    made = arrange()
    for certificate in made.tx.box.corporations["PRR"].certificates:
        made.tx.move_certificate(certificate.id, "gone")
    made.tx.record(e.CorporationClosed("PRR"))
    table = made.stock("ann")
    refused(table, StartCorporation("ann", "PRR", 67), "not-startable", corporation="PRR")
    assert "PRR" not in startable(table)


def test_what_nobody_starts_needs_no_home_of_its_own(tmp_path: Path) -> None:
    """M-403: it takes over the homes of others."""
    overlay = tmp_path / "merger.toml"
    overlay.write_text('extends = "1830"\nid = "merger"\nname = "Merger"\n[homes.PRR]\nremove = true\n', "utf-8")
    with pytest.raises(TitleError, match="PRR has no home"):
        load_title(overlay)
    title = load_title(overlay, overrides={"corporations.PRR.started_by": "nobody"})
    assert "PRR" not in title.map.homes


def test_the_home_of_a_corporation_that_opens_later_may_still_lack_its_slot() -> None:
    """M-402: the second slot of the city comes with a later tile."""
    crowded = {"homes.NYC": "H12"}
    with pytest.raises(TitleError, match="H12 has no slot left for the home of"):
        load_title("1830", overrides=crowded)
    title = load_title("1830", overrides={**crowded, "corporations.NYC.available_on": "5"})
    assert title.map.homes["PRR"].hex == title.map.homes["NYC"].hex == "H12"
