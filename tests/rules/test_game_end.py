"""How a game ends, and who has won. Ids: kernel cases (G01 ...) and traps."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx.play.actions import BuyTrain, ChooseDividend, Pass
from open18xx.play.events import RoundBegan
from open18xx.play.game import Game

from .moments import Arrangement, arrange, game, pass_all, play, sale
from .positions import refused

Rules = dict[str, Any]

PAYING = {"rounds.operating.steps": ["choose-dividend", "buy-train"], "rules.trains.must_own": "never"}
"""Turns of which only the dividend, and the purchase of trains by who has money, are left."""


def ends(on: str, timing: str, **more: Any) -> Rules:
    """The game ends at ``on``; and at a bankruptcy, at once, which is always so."""
    bankruptcy = {"on": "bankruptcy", "timing": "immediate"}
    return {**PAYING, "rules.end.triggers": [bankruptcy, {"on": on, "timing": timing}], **more}


def paying(rules: Rules, *, left: int, revenue: int = 100, part: int = 1, parts: int = 2) -> Game:
    """PRR, all of it with ann, has earned 100 in OR 2.``part``; the bank has so much left; NYC comes after it."""
    made = arrange({**rules, "corporations.PRR.holding_limit": 100}).start("PRR", "ann", 100, ann=100)
    made.start("NYC", "bob", 67, bob=60).cash(PRR=0, NYC=0).bank(left)
    table = made.operating("PRR", "NYC", revenue=revenue, part=part, parts=parts)
    play(table, ChooseDividend("PRR", "pay"))
    return table


# --------------------------------------------------------------------------- the bank


@pytest.mark.parametrize(("rule", "left", "broken"), [
    ("below-zero", 99, True), ("below-zero", 100, False), ("at-zero", 100, True), ("at-zero", 101, False),
])  # fmt: skip
def test_the_bank_breaks_below_nothing_or_at_nothing(rule: str, left: int, broken: bool) -> None:
    """bank_broken, trap 21: whoever is owed is paid all the same."""
    table = paying(ends("bank", "immediate", **{"rules.end.bank_broken": rule}), left=left)
    assert table.is_over is broken and table.state.ended == ("bank" if broken else "")
    assert table.state.cash["bank"] == left - 100 and table.table.money() == 12000


def test_at_a_broken_bank_the_game_ends_at_once() -> None:
    """timing = immediate: NYC does not operate, and nobody is waited for."""
    table = paying(ends("bank", "immediate"), left=50)
    assert table.is_over and table.actor == "" and "NYC" not in table.state.operated
    refused(table, Pass("NYC"), "finished", reason="bank")


def test_at_a_broken_bank_the_operating_round_is_played_to_its_end() -> None:
    """timing = operating-round: NYC operates; the second round of the set is not played. G05: that NYC, the last of
    the round, has nothing to do does not keep the game from ending."""
    table = paying(ends("bank", "operating-round"), left=50)
    assert table.is_over and table.state.ended == "bank"
    assert (table.state.number, table.state.part) == (2, 1) and "NYC" in table.state.operated


def test_at_a_broken_bank_the_set_of_operating_rounds_is_played_to_its_end() -> None:
    """timing = operating-set: both rounds of the set."""
    table = paying(ends("bank", "operating-set"), left=50)
    assert table.is_over and (table.state.number, table.state.part) == (2, 2)


def test_an_unbroken_bank_ends_nothing() -> None:
    table = paying(ends("bank", "operating-round"), left=5000)
    assert not table.is_over and table.state.round == "stock"


def in_stock_round(timing: str) -> Game:
    """The bank breaks when ann sells in stock round 2; two operating rounds follow."""
    made = arrange(ends("bank", timing, **{"rules.dividends.withhold_move": "none"})).start("PRR", "ann", 67, ann=60)
    table = made.cash(PRR=0).phase("3").bank(50).stock("ann")
    play(table, sale(table, "ann", "PRR"))
    assert table.state.cash["bank"] == -17
    if timing != "immediate":
        assert not table.is_over and table.state.ending[0] == "bank"
        while table.state.round == "stock" and not table.is_over:
            play(table, Pass(table.actor))
    return table


def test_a_bank_broken_in_a_stock_round_ends_the_game_after_the_next_set() -> None:
    """G01, timing = operating-set: OR 2.1 and 2.2."""
    table = in_stock_round("operating-set")
    assert table.is_over and (table.state.round, table.state.number, table.state.part) == ("operating", 2, 2)


def test_a_bank_broken_in_a_stock_round_ends_the_game_after_the_next_operating_round() -> None:
    """G01, timing = operating-round: OR 2.1."""
    table = in_stock_round("operating-round")
    assert table.is_over and (table.state.round, table.state.number, table.state.part) == ("operating", 2, 1)


def test_a_bank_broken_in_a_stock_round_may_end_the_game_there() -> None:
    """timing = immediate."""
    table = in_stock_round("immediate")
    assert table.is_over and table.state.round == "stock" and table.actor == ""


def test_incomes_that_break_the_bank_end_the_game_before_anybody_operates() -> None:
    """timing = immediate, at the opening of an operating round."""
    made = arrange(ends("bank", "immediate")).owns("ann", "SV").start("PRR", "ann", 67, ann=60).bank(3)
    table = made.stock("ann")
    while not table.is_over:
        play(table, Pass(table.actor))
    assert table.state.round == "operating" and table.actor == "" and table.state.queue == ()


def test_an_unlimited_bank_never_breaks() -> None:
    """bank.cash = unlimited."""
    table = game({"bank.cash": "unlimited"})
    assert table.table.money() == 0 and not table.is_over
    made = arrange({**ends("bank", "immediate"), "bank.cash": "unlimited"}).start("PRR", "ann", 100, ann=60)
    table = made.operating("PRR", revenue=1000)
    play(table, ChooseDividend("PRR", "pay"))
    assert not table.is_over


# --------------------------------------------------------------------------- other triggers


def last_train(timing: str) -> Game:
    """PRR buys the first D in OR 2.1 of 2; NYC comes after it."""
    made = arrange(ends("final-phase", timing)).start("PRR", "ann", 67, ann=60).start("NYC", "bob", 67, bob=60)
    table = made.cash(PRR=1100, NYC=0).phase("6").operating("PRR", "NYC", step="buy-train", parts=2)
    play(table, BuyTrain("PRR", "D-0", 1100))
    assert table.table.phase.id == "D"
    return table


@pytest.mark.parametrize(("timing", "part"), [("immediate", 1), ("operating-round", 1), ("operating-set", 2)])
def test_the_last_phase_may_end_the_game(timing: str, part: int) -> None:
    """on = final-phase."""
    table = last_train(timing)
    assert table.is_over and table.state.ended == "final-phase" and table.state.part == part
    assert ("NYC" in table.state.operated) is (timing != "immediate")


def test_one_set_more_may_be_played_after_the_one_in_which_the_last_phase_begins() -> None:
    """timing = one-more-set: the set is finished, then a stock round and a whole set come."""
    table = last_train("one-more-set")
    assert (table.state.round, table.state.number) == ("stock", 3)
    while not table.is_over:
        play(table, Pass(table.actor))
    assert (table.state.number, table.state.part, table.state.ended) == (3, 3, "final-phase")


ENDING_CELL: Rules = {"market.rows": ["90 100p 110", "80 90 70z"], "market.zones.z": {"id": "end", "ends_game": True}}


def at_the_cell(timing: str) -> Game:
    """PRR pays and comes from 90 to the cell below 110, in OR 2.1 of 2."""
    made = arrange({**ends("market-cell", timing), **ENDING_CELL}).start("PRR", "ann", 100, at=(1, 1), ann=60)
    table = made.start("NYC", "bob", 100, bob=60).cash(PRR=0, NYC=0).operating("PRR", "NYC", revenue=100, parts=2)
    play(table, ChooseDividend("PRR", "pay"))
    return table


@pytest.mark.parametrize(("timing", "part"), [("immediate", 1), ("operating-round", 1), ("operating-set", 2)])
def test_a_corporation_that_comes_to_a_cell_that_ends_the_game_may_end_it(timing: str, part: int) -> None:
    """on = market-cell, zone ends_game."""
    table = at_the_cell(timing)
    assert table.is_over and table.state.ended == "market-cell" and table.state.part == part
    assert ("NYC" in table.state.operated) is (timing != "immediate")


def test_a_sale_to_such_a_cell_ends_the_game_too() -> None:
    """zone ends_game: 110 falls to 70."""
    made = arrange({**ends("market-cell", "immediate"), **ENDING_CELL}).start("PRR", "ann", 100, at=(0, 2), ann=60)
    table = made.stock("ann")
    cash = table.state.cash["ann"]
    play(table, sale(table, "ann", "PRR"))
    assert table.is_over and table.actor == "" and table.state.cash["ann"] == cash + 110


def test_a_rise_to_such_a_cell_at_the_end_of_a_stock_round_ends_the_game_there() -> None:
    """zone ends_game: no round begins any more."""
    up = {"market.rows": ["90 100p 110z", "80 90 100"], "market.zones.z": ENDING_CELL["market.zones.z"]}
    made = arrange({**ends("market-cell", "immediate"), **up})
    table = made.start("PRR", "ann", 100, at=(1, 2), ann=60, bob=40).stock("ann")
    while not table.is_over:
        play(table, Pass(table.actor))
    assert table.state.round == "stock" and table.table.price("PRR") == 110 and table.actor == ""


def test_such_a_cell_ends_nothing_without_the_trigger() -> None:
    """zone ends_game."""
    made = arrange({**ends("bank", "immediate"), **ENDING_CELL}).start("PRR", "ann", 100, at=(0, 2), ann=60)
    table = made.stock("ann")
    play(table, sale(table, "ann", "PRR"))
    assert table.table.price("PRR") == 70 and not table.is_over


def both(first: str, second: str) -> Arrangement:
    """Two triggers, the bank's ``first`` and the cell's ``second``: PRR's dividend sets off both, the bank's before."""
    triggers = [
        {"on": "bankruptcy", "timing": "immediate"},
        {"on": "bank", "timing": first},
        {"on": "market-cell", "timing": second},
    ]
    made = arrange({**PAYING, **ENDING_CELL, "rules.end.triggers": triggers, "corporations.PRR.holding_limit": 100})
    return made.start("PRR", "ann", 100, at=(1, 1), ann=100).cash(PRR=0).bank(50)


@pytest.mark.parametrize(
    ("first", "second", "reason", "part"),
    [
        ("operating-set", "operating-round", "market-cell", 1),
        ("operating-round", "operating-set", "bank", 1),
        ("operating-set", "operating-set", "bank", 2),
        ("operating-set", "immediate", "market-cell", 1),
        ("immediate", "operating-round", "bank", 1),
        ("immediate", "immediate", "bank", 1),
    ],
)
def test_of_two_triggers_the_earlier_end_counts(first: str, second: str, reason: str, part: int) -> None:
    """A later trigger may bring the end nearer, never put it off."""
    table = both(first, second).operating("PRR", revenue=100, parts=2)
    play(table, ChooseDividend("PRR", "pay"))
    assert table.is_over and (table.state.ended, table.state.part) == (reason, part)


def test_the_game_stops_after_so_many_turns_in_any_case() -> None:
    """last_turn = 2: rounds 2 are the last."""
    made = arrange({**PAYING, "rules.end.last_turn": 2}).start("PRR", "ann", 100, ann=60).cash(PRR=0)
    table = made.stock("ann", number=2)
    while not table.is_over:
        play(table, Pass(table.actor))
    assert table.state.ended == "last-turn" and (table.state.round, table.state.number) == ("operating", 2)


def test_the_players_may_end_the_game() -> None:
    table = arrange().start("PRR", "ann", 100, ann=60).stock("ann")
    table.finish("agreed")
    assert table.is_over and table.offers() == [] and table.actor == ""


# --------------------------------------------------------------------------- sets of operating rounds


@pytest.mark.parametrize(("phase", "rounds"), [("2", 1), ("3", 2), ("5", 3)])
def test_the_phase_says_how_many_operating_rounds_follow_a_stock_round(phase: str, rounds: int) -> None:
    """Trap 7: 1, 2 and 3 in 1830."""
    made = arrange(PAYING).start("PRR", "ann", 100, ann=60).cash(PRR=0)
    table = (made.phase(phase) if phase != "2" else made).stock("ann")
    begun = []
    while table.state.number == 2:
        events = table.play(Pass(table.actor))
        begun += [(e.round, e.number, e.part) for e in events if isinstance(e, RoundBegan)]
    assert begun == [*(("operating", 2, part) for part in range(1, rounds + 1)), ("stock", 3, 1)]


def test_a_new_phase_does_not_lengthen_the_set_that_has_begun() -> None:
    """Trap 7: the first 3 is bought in the only operating round of set 2; set 3 has two."""
    made = arrange(PAYING).start("PRR", "ann", 100, ann=60).cash(PRR=180).trains("gone", *["2"] * 6)
    table = made.operating("PRR", step="buy-train", part=1, parts=1)
    play(table, BuyTrain("PRR", "3-0", 180))
    assert table.table.phase.id == "3" and (table.state.round, table.state.number) == ("stock", 3)
    pass_all(table)
    assert (table.state.round, table.state.number) == ("stock", 4) and table.state.operated == ("PRR",)
    sets = [(e.number, e.part, e.parts) for e in table.log() if isinstance(e, RoundBegan) and e.round == "operating"]
    assert sets == [(3, 1, 2), (3, 2, 2)]


# --------------------------------------------------------------------------- the score


@pytest.mark.parametrize("counted", [True, False])
def test_a_fortune_is_cash_certificates_at_market_value_and_privates_if_the_title_counts_them(counted: bool) -> None:
    """score_privates: CA is printed 160; what has not been started is worth nothing."""
    made = arrange({"rules.end.score_privates": counted}).owns("ann", "CA").start("NYC", "ann", 67, at=(1, 6), ann=30)
    made.tx.move_certificate("PRR/1", "ann")
    table = made.cash(ann=100, bob=100, cay=99).stock("ann")
    assert table.table.price("NYC") == 90
    assert table.result() == {"ann": 100 + 3 * 90 + (160 if counted else 0), "bob": 100, "cay": 99}
    assert list(table.result()) == ["ann", "bob", "cay"]
