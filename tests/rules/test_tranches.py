"""When a further corporation may be started, by whom, and at which value."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx.play.actions import StartCorporation
from open18xx.play.game import Game

from .moments import Arrangement, arrange, play
from .positions import is_listed, listed, refused

TRANCHES: dict[str, Any] = {"rules.corporations.tranches": [2, 1, 2]}


def two(overrides: dict[str, Any] | None = None) -> Arrangement:
    """The first group is full: PRR and NYC."""
    return arrange({**TRANCHES, **(overrides or {})}).start("PRR", "ann", 67).start("NYC", "bob", 67)


def operated(made: Arrangement, *corporations: str) -> Arrangement:
    made.tx.note("operated", corporations)
    return made


def start(corporation: str, par: int = 67) -> StartCorporation:
    return StartCorporation("ann", corporation, par)


def startable(game: Game) -> set[str]:
    return {action.corporation for action in listed(game, "start-corporation")}


# --------------------------------------------------------------------------- groups


def test_without_groups_any_corporation_may_be_started() -> None:
    """tranches = []."""
    table = arrange().start("PRR", "ann", 67).start("NYC", "bob", 67).start("CPR", "cay", 67).stock("ann")
    assert len(startable(table)) == 5 and table.state.starts == ()


def test_the_places_of_the_first_group_are_open_from_the_start() -> None:
    """In any order of corporations."""
    table = arrange(TRANCHES).stock("ann")
    play(table, start("ERIE"), StartCorporation("bob", "PRR", 67))
    assert table.state.starts == ("ERIE", "PRR")


@pytest.mark.rule("O-031", "O-116")
def test_the_next_group_opens_when_all_of_the_one_before_have_operated() -> None:
    """The first of two has operated; then both."""
    table = operated(two(), "PRR").stock("ann")
    refused(table, start("CPR"), "no-slot-open", started=2, waited=("NYC",))
    assert startable(table) == set()
    table = operated(two(), "NYC", "PRR").stock("ann")
    play(table, start("CPR"))
    assert table.state.starts == ("PRR", "NYC", "CPR")


@pytest.mark.rule("O-031")
def test_one_that_is_sold_out_need_not_have_operated() -> None:
    """PRR has; of NYC nothing lies with the bank or in the pool any more."""
    made = operated(arrange(TRANCHES).start("PRR", "ann", 67).start("NYC", "bob", 67, bob=60, cay=40), "PRR")
    assert is_listed(made.stock("ann"), start("CPR"))
    made = operated(arrange(TRANCHES).start("PRR", "ann", 67).start("NYC", "bob", 67, bob=60, cay=30, pool=10), "PRR")
    refused(made.stock("ann"), start("CPR"), "no-slot-open", waited=("NYC",))


def test_one_of_which_something_is_kept_for_an_exchange_is_not_sold_out() -> None:
    made = operated(arrange(TRANCHES).start("PRR", "ann", 67).start("NYC", "bob", 67, bob=60, cay=30), "PRR")
    made.tx.note("reserved", (made.tx.certificates_of("ipo", "NYC")[0].id,))
    refused(made.stock("ann"), start("CPR"), "no-slot-open", waited=("NYC",))


@pytest.mark.rule("O-135")
def test_the_second_group_must_be_full_before_the_third_opens() -> None:
    """One place: the next waits for its corporation alone, not for those of the first group any more."""
    made = operated(two(), "PRR", "NYC").start("CPR", "cay", 67)
    refused(made.stock("ann"), start("B&O"), "no-slot-open", started=3, waited=("CPR",))
    made = operated(two(), "CPR", "PRR", "NYC").start("CPR", "cay", 67)
    table = made.stock("ann")
    play(table, start("B&O"), StartCorporation("bob", "C&O", 67))
    assert len(table.state.starts) == 5


@pytest.mark.rule("O-031")
def test_after_the_last_group_nothing_is_started_any_more() -> None:
    """Five in all, of eight."""
    made = operated(two(), "PRR", "NYC", "CPR", "B&O", "C&O").start("CPR", "cay", 67)
    table = made.start("B&O", "ann", 67).start("C&O", "bob", 67).stock("ann")
    refused(table, start("ERIE"), "no-slot-open", started=5, waited=())
    assert startable(table) == set()


# --------------------------------------------------------------------------- by whom


HOLDER: dict[str, Any] = {"corporations.PRR.started_by": "holder", "privates.DH.right_to": "PRR"}


@pytest.mark.rule("O-060", "O-113")
def test_a_corporation_is_started_by_who_owns_the_right_to_it() -> None:
    """started_by = holder: not by anybody else, and the owner may start others."""
    table = arrange(HOLDER).owns("bob", "DH").stock("ann")
    refused(table, start("PRR"), "not-holder", corporation="PRR", actor="ann")
    assert "PRR" not in startable(table)
    table = arrange(HOLDER).owns("ann", "DH").stock("ann")
    assert is_listed(table, start("NYC"))
    play(table, start("PRR"))


def test_or_by_the_actor_for_whom_the_owner_decides() -> None:
    rules = {**HOLDER, "actors": [{"id": "Trust", "controlled_by": "CS", "cash": 300, "buys": "once-per-round"}]}
    table = arrange(rules).owns("ann", "DH", "CS").stock("ann")
    assert is_listed(table, StartCorporation("Trust", "PRR", 67))
    table = arrange(rules).owns("bob", "DH").owns("ann", "CS").stock("ann")
    refused(table, StartCorporation("Trust", "PRR", 67), "not-holder", corporation="PRR", actor="Trust")
    assert is_listed(table, StartCorporation("Trust", "NYC", 67))


def test_when_the_right_has_closed_nobody_starts_it() -> None:
    """DH is closed, or belongs to a corporation."""
    refused(arrange(HOLDER).stock("ann"), start("PRR"), "not-holder")
    table = arrange(HOLDER).start("NYC", "ann", 67).owns("NYC", "DH").stock("ann")
    refused(table, start("PRR"), "not-holder")


def test_a_right_does_not_keep_others_from_starting_what_anyone_may() -> None:
    """started_by = anyone: the private is only a name."""
    table = arrange({"privates.DH.right_to": "PRR"}).owns("bob", "DH").stock("ann")
    play(table, start("PRR"))


# --------------------------------------------------------------------------- at which value


VALUES: dict[str, Any] = {
    "market.rows": ["60y 67 71 76 82 90 100p 112", "53y 60y 66 70 76 82 90q 100"],
    "market.zones.q": {"id": "early", "par": True, "par_until": "3"},
}
"""Starting values 100, and 90 until the first train of type 3."""


@pytest.mark.rule("O-087")
def test_a_starting_value_is_gone_with_the_first_train_of_its_type() -> None:
    """par_until: the type has begun, be it in a later phase."""
    table = arrange(VALUES).stock("ann")
    assert {action.par for action in listed(table, "start-corporation")} == {100, 90}
    play(table, start("PRR", 90))
    for phase in ("3", "5"):
        table = arrange(VALUES).phase(phase).stock("ann")
        refused(table, start("PRR", 90), "par", par=90, allowed=(100,))
        assert {action.par for action in listed(table, "start-corporation")} == {100}
        play(table, start("PRR", 100))


def test_a_starting_value_without_that_word_stays() -> None:
    """par_until empty."""
    table = arrange().phase("5").stock("ann")
    assert {action.par for action in listed(table, "start-corporation")} == {100, 90, 82, 76, 71, 67}


def test_what_stands_at_the_value_keeps_its_price_when_it_goes() -> None:
    table = arrange(VALUES).start("PRR", "bob", 90).phase("3").stock("ann")
    assert table.state.par["PRR"] == table.table.price("PRR") == 90
