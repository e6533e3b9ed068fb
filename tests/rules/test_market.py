"""Price moves and the order of operation. Ids as in the list of kernel cases (M01 ...) and traps."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx import TitleError, check_title, load_title
from open18xx.play.actions import BuyTrain
from open18xx.play.events import TurnBegan
from open18xx.play.game import Game
from open18xx.play.state import Cell
from open18xx.play.table import Market

from .moments import Arrangement, arrange, game, pass_all, play, sale, title

COLUMN = {"market.rows": ["100p", "80", "75", "70"]}
"""A market of one column: every move left or right stays, unless an edge says otherwise."""


# --------------------------------------------------------------------------- order


def test_a_price_that_cannot_fall_keeps_its_place_in_the_cell() -> None:
    """M01: 70 is the floor; S and E come down to T, and T, sold at the floor, stays before them."""
    table = (
        arrange(COLUMN)
        .start("PRR", "ann", 100, at=(3, 0), ann=30)
        .start("NYC", "ann", 100, at=(2, 0), ann=30)
        .start("CPR", "ann", 100, at=(1, 0), ann=40)
        .stock("ann")
    )
    play(table, sale(table, "ann", "NYC"))
    play(table, sale(table, "ann", "CPR", 2))
    play(table, sale(table, "ann", "PRR"))
    assert [table.table.price(c) for c in ("PRR", "NYC", "CPR")] == [70, 70, 70]
    assert table.table.operating_order(("CPR", "NYC", "PRR")) == ("PRR", "NYC", "CPR")


def test_equal_prices_operate_further_right_first_then_higher_then_by_arrival() -> None:
    """Trap 2: price, column, row, arrival."""
    made = arrange({"market.rows": ["90 100p 110", "- 90 100", "- - 90"]}, players=6)
    for corporation, at in (("PRR", (0, 0)), ("NYC", (2, 2)), ("CPR", (1, 1)), ("B&O", (2, 2)), ("C&O", (0, 1))):
        made.start(corporation, "ann", 100, at=at)
    made.start("ERIE", "ann", 100, at=(1, 2))
    stands = made.stock("ann")
    order = stands.table.operating_order(("PRR", "NYC", "CPR", "B&O", "C&O", "ERIE"))
    assert order == ("ERIE", "C&O", "NYC", "B&O", "CPR", "PRR")


def test_two_cells_of_one_price_in_one_column_operate_from_the_top() -> None:
    """Trap 2: the row decides after the column."""
    made = arrange({"market.rows": ["100p", "90", "90", "80"]})
    made.start("PRR", "ann", 100, at=(2, 0)).start("NYC", "ann", 100, at=(1, 0))
    assert made.stock("ann").table.operating_order(("PRR", "NYC")) == ("NYC", "PRR")


def test_the_order_of_arrival_is_part_of_the_position() -> None:
    """Trap 2: two positions that differ only in it are different, also after cloning."""
    first = arrange().start("PRR", "ann", 100).start("NYC", "bob", 100).stock("ann")
    second = arrange().start("NYC", "bob", 100).start("PRR", "ann", 100).stock("ann")
    assert first.state.cell == second.state.cell
    assert first.state.hash() != second.state.hash()
    assert first.state.copy().hash() == first.state.hash()


def forced_sale(**rules: Any) -> Game:
    """PRR 100 must buy a train for 160; its president ann has two shares of NYC, at 80, and no money. CPR and B&O
    wait at 70 in that order; all but PRR have a train and no money."""
    column = {
        "market.rows": ["100p", "80", "75", "70"],
        "trains.2.price": 160,
        "rules.trains.must_own": "always",
        "rounds.operating.steps": ["buy-train"],
        **{f"rules.corporations.{key}": value for key, value in rules.items()},
    }
    made = arrange(column)
    made.start("PRR", "ann", 100, ann=60).start("NYC", "bob", 100, at=(1, 0), bob=40, ann=20)
    made.start("CPR", "cay", 100, at=(3, 0), cay=60).start("B&O", "cay", 100, at=(3, 0), cay=60)
    for corporation in ("NYC", "CPR", "B&O"):
        made.trains(corporation, "2")
    made.cash(ann=0, PRR=0, NYC=0, CPR=0, **{"B&O": 0})
    return made.operating("PRR", "NYC", "CPR", "B&O", step="buy-train")


def turns(game: Game, *actions: Any) -> list[str]:
    return [e.actor for action in actions for e in game.play(action) if isinstance(e, TurnBegan) and e.actor]


def test_those_that_have_not_operated_are_sorted_anew_when_a_price_moves() -> None:
    """M03, trap 1: the two NYC shares that pay for PRR's train send NYC behind CPR and B&O; PRR is not asked again."""
    table = forced_sale()
    play(table, sale(table, "ann", "NYC", 2))
    assert (table.table.price("NYC"), table.state.cash["ann"]) == (75 - 5, 160)
    train = BuyTrain("PRR", "2-3", 160)
    assert turns(table, train)[:3] == ["CPR", "B&O", "NYC"]


def test_the_order_stays_as_the_round_began_when_the_title_says_so() -> None:
    """order_follows_moves = false (M03 the other way)."""
    table = forced_sale(order_follows_moves=False)
    play(table, sale(table, "ann", "NYC", 2))
    assert turns(table, BuyTrain("PRR", "2-3", 160))[:3] == ["NYC", "CPR", "B&O"]


# --------------------------------------------------------------------------- edges


def moved(overrides: dict[str, Any], at: Cell, way: str) -> Cell:
    made = arrange(overrides).start("PRR", "ann", 100, at=at)
    made.tx.move_price("PRR", getattr(made.tx.box.market, way))
    return made.stock("ann").state.cell["PRR"]


SQUARE = ["80 90 100p 110", "70 80 90", "60 70"]


@pytest.mark.parametrize(
    ("edge", "at", "to"),
    [
        ("up", (1, 2), (0, 2)),  # the last cell of a short row
        ("up", (2, 1), (1, 1)),
        ("up", (0, 3), (0, 3)),  # nothing above the top row
        ("up", (0, 2), (0, 3)),
        ("stay", (1, 2), (1, 2)),
        ("stay", (0, 2), (0, 3)),
    ],
)
def test_a_move_right_from_the_end_of_a_row_goes_up_or_stays(edge: str, at: Cell, to: Cell) -> None:
    """M07, right_edge."""
    assert moved({"market.rows": SQUARE, "market.right_edge": edge}, at, "right") == to


@pytest.mark.parametrize(
    ("edge", "at", "to"),
    [
        ("down", (0, 0), (1, 0)),
        ("down", (2, 0), (2, 0)),  # nothing below
        ("down", (1, 2), (1, 1)),
        ("stay", (0, 0), (0, 0)),
        ("stay", (1, 2), (1, 1)),
    ],
)
def test_a_move_left_from_the_first_cell_goes_down_or_stays(edge: str, at: Cell, to: Cell) -> None:
    """M07, left_edge."""
    assert moved({"market.rows": SQUARE, "market.left_edge": edge}, at, "left") == to


def test_a_marker_stays_where_the_chart_has_no_cell_to_go_to() -> None:
    """M09: row 8 of 1830 begins at 10; left of it is a hole, and so is what lies below."""
    assert moved({}, (8, 1), "left") == (8, 1)
    assert moved({}, (7, 0), "left") == (7, 0)
    assert moved({}, (7, 7), "down") == (7, 7)


def test_every_move_of_every_cell_ends_in_a_cell() -> None:
    """M09."""
    market: Market = game().box.market
    for moves in (market.up, market.down, market.left, market.right):
        assert set(moves) == set(market.cells) and set(moves.values()) <= set(market.cells)


def test_a_wrong_digit_in_a_row_of_prices_is_warned_of() -> None:
    """M11: 192 for 132; a leading zero is no price."""
    report = check_title("1830", overrides={"market.rows": ["50 55 192 138p"]})
    assert any("138 after 192" in warning.message for warning in report.warnings)
    with pytest.raises(TitleError, match="begins with 0"):
        load_title("1830", overrides={"market.rows": ["50 055 60p"]})


# --------------------------------------------------------------------------- what moves a price in a stock round


@pytest.mark.parametrize(("drop", "price"), [("per-share", 76), ("per-sale", 90), ("none", 100)])
def test_a_sale_lowers_the_price_by_a_cell_a_share_or_a_sale_or_not(drop: str, price: int) -> None:
    """price_drop: three shares from 100; paid at the price before it falls."""
    table = arrange({"rules.stock.price_drop": drop}).start("PRR", "ann", 100, ann=50).stock("ann")
    cash = table.state.cash["ann"]
    play(table, sale(table, "ann", "PRR", 3))
    assert (table.table.price("PRR"), table.state.cash["ann"]) == (price, cash + 300)


def sold_out(overrides: dict[str, Any] | None = None) -> Arrangement:
    """PRR, started before NYC, and NYC stand at 90 and are sold out; CPR at 90 is not."""
    made = arrange(overrides)
    made.start("PRR", "ann", 90, ann=60, bob=40).start("NYC", "bob", 90, bob=60, cay=40)
    return made.start("CPR", "cay", 90, cay=60, pool=10)


def test_sold_out_corporations_rise_in_operating_order() -> None:
    """Trap 3: PRR, first in its cell, is also first in the next one; both stand behind C&O, there before them."""
    table = sold_out().start("C&O", "ann", 100).stock("ann")
    pass_all(table)
    prices = {c: table.table.price(c) for c in ("PRR", "NYC", "CPR", "C&O")}
    assert prices == {"PRR": 100, "NYC": 100, "CPR": 90, "C&O": 100}
    assert table.state.stacks[0, 6] == ("C&O", "PRR", "NYC")


def test_a_corporation_with_a_certificate_in_the_pool_or_unsold_is_not_sold_out() -> None:
    """glossary: sold out."""
    made = arrange().start("PRR", "ann", 90, ann=60, bob=30, pool=10).start("NYC", "bob", 90, bob=60, cay=30)
    table = pass_all(made.stock("ann"))
    assert (table.table.price("PRR"), table.table.price("NYC")) == (90, 90)


def test_nothing_rises_for_being_sold_out_when_the_title_says_so() -> None:
    """sold_out_rise = false."""
    table = pass_all(sold_out({"rules.stock.sold_out_rise": False}).stock("ann"))
    assert (table.table.price("PRR"), table.table.price("NYC")) == (90, 90)


def test_a_sold_out_corporation_in_the_top_row_stays() -> None:
    """sold_out_top = stay: also in its place in the cell."""
    made = arrange().start("PRR", "ann", 100, ann=60, bob=40).start("NYC", "bob", 100, bob=30)
    table = pass_all(made.stock("ann"))
    assert table.state.cell["PRR"] == (0, 6) and table.state.stacks[0, 6] == ("PRR", "NYC")


# --------------------------------------------------------------------------- zones


def test_a_corporation_starts_only_at_the_values_marked_par() -> None:
    assert sorted(title().market.cells[row][6].price for row in range(6)) == sorted(game().box.market.par)  # type: ignore[union-attr]


def test_a_cell_that_closes_corporations_is_refused_by_name() -> None:
    """closes: in the schema, not in the kernel."""
    with pytest.raises(TitleError, match=r"zones\.b\.closes: true is known but not implemented"):
        load_title("1830", overrides={"market.zones.b.closes": True})


def test_two_cells_for_one_starting_value_are_refused() -> None:
    """Which of them a corporation would start at could not be said."""
    with pytest.raises(TitleError, match="a second cell for the starting value 100"):
        load_title("1830", overrides={"market.rows": ["90 100p", "80 100p"]})
