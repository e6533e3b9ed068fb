"""Cells of the price 0: a corporation that comes there is bankrupt, and stays there (M-612, M-802)."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx import TitleError, load_title
from open18xx.play.actions import BuyCertificate, ChooseDividend
from open18xx.play.game import Game

from .moments import arrange, game, pass_all, percents, play, sale
from .positions import kinds, refused

Rules = dict[str, Any]

FALL: Rules = {
    "market.rows": ["100p 110", "20 30", "0x 0x"],
    "market.right_edge": "up",
    "market.left_edge": "down",
    "market.zones.x": {"id": "bankrupt", "color": "#000000", "ends_game": True},
    "rules.end.triggers": [
        {"on": "bankruptcy", "timing": "immediate"},
        {"on": "market-cell", "timing": "operating-round"},
    ],
}


def fallen(more: Rules | None = None) -> Game:
    """ann has sold PRR from 20 down to 0; it is bob's turn."""
    made = arrange({**FALL, **(more or {})}).start("PRR", "ann", 100, at=(1, 0), ann=50, bob=20)
    table = made.start("NYC", "ann", 100, ann=50).stock("ann")
    play(table, sale(table, "ann", "PRR"))
    assert table.table.price("PRR") == 0
    return table


def test_a_corporation_that_comes_there_ends_the_game_and_the_operating_round_is_played_first() -> None:
    """M-802."""
    table = fallen()
    assert table.state.ending[:2] == ("market-cell", "operating-round") and not table.is_over
    pass_all(table)
    while not table.is_over:
        table.play(next(action for action in table.legal_actions()))
    assert table.state.ended == "market-cell" and table.state.number == 2


def test_no_move_leads_out_of_such_a_cell() -> None:
    """M-612: final, in every direction and over every edge; a sold-out corporation does not rise from it either."""
    market = game(FALL).box.market
    for at in ((2, 0), (2, 1)):
        assert {moves[at] for moves in (market.up, market.down, market.left, market.right)} == {at}
    assert market.down[1, 0] == (2, 0) and market.left[1, 0] == (2, 0)


def test_what_is_sold_there_is_paid_at_the_price_before() -> None:
    table = fallen()
    assert percents(table, "PRR", ["ann", "pool"]) == {"ann": 40, "pool": 10}


@pytest.mark.parametrize("source", ["ipo", "pool"])
def test_nothing_of_it_is_bought(source: str) -> None:
    """Assumed: also what would still cost its starting value (unsold_price = par)."""
    table = fallen()
    certificate = table.table.certificates_of(source, "PRR")[0].id
    table.play(next(action for action in table.legal_actions() if action.kind == "pass"))
    refused(table, BuyCertificate("bob", certificate), "worthless", corporation="PRR")


def test_nothing_of_it_is_sold() -> None:
    table = fallen()
    refused(table, sale(table, "ann", "PRR"), "worthless", corporation="PRR")


def test_nothing_of_it_raises_money_for_a_train() -> None:
    """The certificates of PRR, at 0, help nobody; those of NYC do."""
    rules: Rules = {
        **FALL,
        "rules.trains.must_own": "always",
        "rounds.operating.steps": ["buy-train"],
    }
    made = arrange(rules).start("PRR", "bob", 100, at=(2, 0), bob=50, ann=40).start("NYC", "bob", 100, bob=50, ann=20)
    made.start("CPR", "ann", 100, ann=60).trains("PRR", "2").trains("NYC", "2").cash(ann=0, CPR=0)
    table = made.operating("CPR", step="buy-train")
    assert kinds(table) == {"sell-certificates"}
    refused(table, sale(table, "ann", "PRR"), "no-need", corporation="PRR")
    play(table, sale(table, "ann", "NYC"))


def test_it_scores_nothing_and_pays_what_it_still_earns() -> None:
    """M-804: the certificates count at the market value."""
    rules = {**FALL, "rounds.operating.steps": ["choose-dividend"]}
    made = arrange(rules).start("PRR", "ann", 100, at=(2, 0), ann=60).cash(ann=7)
    table = made.operating("PRR", revenue=100)
    assert table.table.worth("ann") == 7
    play(table, ChooseDividend("PRR", "pay"))
    assert table.state.cash["ann"] == 67 and table.table.price("PRR") == 0


@pytest.mark.parametrize(("change", "fault"), [
    ({"market.rows": ["100p", "0"]}, r"'0': a price of 0"),
    ({"market.zones.x.ends_game": False}, r"'0x': a price of 0"),
    ({"market.zones.x.par": True}, r"'0x': a price of 0"),
    ({"market.rows": ["100p", "00x"]}, "begins with 0"),
])  # fmt: skip
def test_a_price_of_nothing_stands_only_where_the_game_ends(change: Rules, fault: str) -> None:
    with pytest.raises(TitleError, match=fault):
        load_title("1830", overrides={**FALL, **change})
