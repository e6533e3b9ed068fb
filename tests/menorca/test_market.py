"""1713 Menorca, chapter 6: the market and what is traded on it."""

from __future__ import annotations

import pytest

from open18xx import load_title
from open18xx.play.actions import (
    BuyCertificate,
    ChooseDividend,
    IssueCertificates,
    Pass,
    SellCertificates,
    StartCorporation,
)
from open18xx.play.events import PriceMoved
from open18xx.play.game import Game
from open18xx.play.state import POOL, Cell
from open18xx.title.model import Zone

from .positions import (
    accepted,
    arranged,
    found,
    is_listed,
    kinds,
    listed,
    menorca,
    money,
    phase,
    refused,
    stock_turn,
    trains,
    turn,
    value,
)

GRID = [
    "  -   -   - 118 135 155 176 200 227 257 290 326 362 400",
    "  -   -  92 106 122 140 160 182 207 234 264 297 330 364",
    " 59  68  80  90 104 120 137 157 178 203 229 259 291",
    " 50  58  66  77  88 102 117 134 154 175 199 225",
    " 42  49  56  65  75  86 100 115 132 150 171",
    " 32  36  41  48  55  63  74  85  98",
    " 24  27  31  35  40  47  54",
    " 18  20  23  26  30",
    " 14  15  17",
    "  0   0   0",
]
"""The market, written out a second time: rows from the top."""
CELLS: dict[Cell, int] = {
    (row, column): int(word) for row, line in enumerate(GRID) for column, word in enumerate(line.split()) if word != "-"
}
PRICED = [at for at, price in CELLS.items() if price]


def step(at: Cell, rows: int, columns: int = 0) -> Cell:
    """One space further, or where it stood if there is none."""
    to = (at[0] + rows, at[1] + columns)
    return to if to in CELLS else at


def right(at: Cell) -> Cell:
    """M-605: out of the last column of its row it goes straight up."""
    return step(at, 0, 1) if step(at, 0, 1) != at else step(at, -1)


def left(at: Cell) -> Cell:
    """M-605: out of the first column of its row it goes straight down."""
    return step(at, 0, -1) if step(at, 0, -1) != at else step(at, 1)


# --------------------------------------------------------------------------- the grid


@pytest.mark.rule("M-601", "M-605")
def test_the_market_has_two_dimensions_and_these_values() -> None:
    cells = menorca().box.market.cells
    assert {at: cell.price for at, cell in cells.items()} == CELLS


@pytest.mark.rule("M-601")
def test_grey_spaces_are_the_starting_values() -> None:
    (zone,) = {zone for zone in zones() if zone.par}
    assert zone.id == "start" and len(set(channels(zone.color))) == 1
    assert set(menorca().box.market.par) == {104, 88, 75, 55}


def zones() -> set[Zone]:
    return {cell.zone for row in load_title("menorca-1713").market.cells for cell in row if cell}


def channels(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


@pytest.mark.rule("M-603", "M-604")
def test_the_low_zone_is_orange_and_the_one_above_it_yellow() -> None:
    colors = {zone.id: channels(zone.color) for zone in zones() if zone.id in ("no-count", "over-60")}
    assert colors.keys() == {"no-count", "over-60"}
    for id, greens in (("no-count", range(0x80, 0xC0)), ("over-60", range(0xC0, 0x100))):
        red, green, blue = colors[id]
        assert red >= 0xE0 and green in greens and blue < 0x80, id


# --------------------------------------------------------------------------- M-510, M-602, M-605: all cells


def earns(at: Cell, revenue: int, choice: str) -> Cell:
    """Where the price of RNC stands after it has paid or withheld this."""
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RNC", 88, ann=20)
        tx.record(PriceMoved("RNC", at))
        turn(tx, "RNC", "choose-dividend")
        tx.note("ran", True)
        tx.note("revenue", revenue)
    accepted(game, ChooseDividend("RNC", choice))
    return game.state.cell["RNC"]


@pytest.mark.rule("M-510", "M-602", "M-605")
@pytest.mark.parametrize("at", PRICED)
def test_paid_revenue_of_at_least_the_market_value_moves_the_price_right(at: Cell) -> None:
    price = CELLS[at]
    assert earns(at, price, "pay") == right(at)
    assert earns(at, 3 * price, "pay") == right(at), "one space, however much"
    assert earns(at, price - 1, "pay") == at


@pytest.mark.rule("M-510", "M-602", "M-605")
@pytest.mark.parametrize("at", PRICED)
def test_withheld_revenue_moves_the_price_left(at: Cell) -> None:
    assert earns(at, 1, "withhold") == left(at)
    assert earns(at, 3 * CELLS[at], "withhold") == left(at)


@pytest.mark.rule("M-510", "M-602", "M-605")
@pytest.mark.parametrize("at", PRICED)
def test_without_a_route_the_price_moves_left(at: Cell) -> None:
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RNC", 88, ann=20)
        tx.record(PriceMoved("RNC", at))
        turn(tx, "RNC")
    accepted(game, Pass("RNC"))
    assert game.state.cell["RNC"] == left(at)


@pytest.mark.rule("M-602", "M-605")
@pytest.mark.parametrize("at", PRICED)
def test_a_sold_out_company_moves_one_up_at_the_end_of_the_stock_round(at: Cell) -> None:
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RNC", 88, ann=60, bob=40)
        tx.record(PriceMoved("RNC", at))
        stock_turn(tx, "ann")
    events = [event for name in ("ann", "bob", "cay") for event in game.play(Pass(name))]
    moves = [event.cell for event in events if isinstance(event, PriceMoved)][:1]
    assert (moves or [at])[0] == step(at, -1)


@pytest.mark.rule("M-602", "M-605")
@pytest.mark.parametrize("at", PRICED)
def test_each_certificate_sold_moves_the_price_one_down(at: Cell) -> None:
    for count in (1, 2, 3):
        game = menorca()
        with arranged(game) as tx:
            found(tx, "RNC", 88, bob=40, ann=30)
            tx.record(PriceMoved("RNC", at))
            stock_turn(tx, "ann")
        own = tuple(c.id for c in game.table.certificates_of("ann", "RNC"))
        accepted(game, SellCertificates("ann", "RNC", own[:count]))
        down = at
        for _ in range(count):
            down = step(down, 1)
        assert game.state.cell["RNC"] == down


@pytest.mark.rule("M-602", "M-404")
def test_a_certificate_of_20_percent_sold_is_one_certificate() -> None:
    game = menorca()
    with arranged(game) as tx:
        found(tx, "Ramaders", 88, bob=40, ann=20)
        stock_turn(tx, "ann")
    (own,) = game.table.certificates_of("ann", "Ramaders")
    accepted(game, SellCertificates("ann", "Ramaders", (own.id,)))
    assert game.table.price("Ramaders") == 75 and game.state.cash["ann"] == 380 + 176


@pytest.mark.rule("M-602")
def test_what_lies_in_the_exchange_counts_as_sold_and_what_is_unsold_does_not() -> None:
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RNC", 88, ann=60, bob=30, pool=10)
        found(tx, "RCC", 88, bob=60, ann=30)
        stock_turn(tx, "ann")
    for name in ("ann", "bob"):
        accepted(game, Pass(name))
    rises = {event.corporation for event in game.play(Pass("cay")) if isinstance(event, PriceMoved)}
    assert rises == {"RNC"} and game.table.price("RNC") == 104


# --------------------------------------------------------------------------- zones


def holding(company_price: int, held: int, cash: int = 900) -> Game:
    """ann holds so much of RNC, whose value is this; bob presides over nothing else."""
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RNC", 88, ann=held)
        value(tx, "RNC", company_price)
        money(tx, ann=cash)
        stock_turn(tx, "ann")
    return game


ORANGE, YELLOW = (18, 20, 14, 15, 17), (42, 32, 36, 41, 24, 27, 31, 23, 26, 30)


@pytest.mark.rule("M-603")
@pytest.mark.parametrize("price", ORANGE)
def test_certificates_of_the_orange_zone_do_not_count_toward_the_limit(price: int) -> None:
    game = holding(price, 50)
    assert game.table.certificate_count("ann") == 0
    counted = {cell.price for row in game.title.market.cells for cell in row if cell and not cell.zone.counts_to_limit}
    assert counted == set(ORANGE)


@pytest.mark.rule("M-603", "M-607")
def test_the_orange_zone_does_not_lift_the_60_percent() -> None:
    refused(holding(18, 60), BuyCertificate("ann", "RNC/8"), "holding-limit", after=70, limit=60)


@pytest.mark.rule("M-604")
@pytest.mark.parametrize("price", YELLOW)
def test_in_the_yellow_zone_a_player_may_hold_more_than_60_percent(price: int) -> None:
    game = holding(price, 60)
    accepted(game, BuyCertificate("ann", "RNC/8"))
    assert game.table.percent("ann", "RNC") == 70
    free = {cell.price for row in game.title.market.cells for cell in row if cell and not cell.zone.holding_limited}
    assert free == set(YELLOW)


@pytest.mark.rule("M-604")
def test_after_leaving_it_nothing_must_be_sold_and_nothing_more_is_bought() -> None:
    game = holding(55, 80)
    assert is_listed(game, Pass("ann"))
    refused(game, BuyCertificate("ann", "RNC/8"), "holding-limit", after=90)


@pytest.mark.rule("M-607")
@pytest.mark.parametrize("price", [55, 88, 104, 400, 35])
def test_elsewhere_no_player_holds_more_than_60_percent(price: int) -> None:
    game = holding(price, 50)
    accepted(game, BuyCertificate("ann", "RNC/7"))
    with arranged(game) as tx:
        stock_turn(tx, "ann")
    refused(game, BuyCertificate("ann", "RNC/8"), "holding-limit", corporation="RNC", after=70, limit=60)


@pytest.mark.rule("M-607")
@pytest.mark.parametrize("company", ["RNC", "RCC", "CCM", "Ramaders", "Artesans", "Destil·ladors", "RADM"])
def test_60_percent_is_the_most_of_any_company(company: str) -> None:
    """All companies alike; minors by steps of 20 %, so that the fourth certificate is too much."""
    game = menorca(without="Ramaders" if company != "Ramaders" else "Artesans")
    with arranged(game) as tx:
        for minor in ("Ramaders", "Artesans", "Destil·ladors") if company == "RADM" else ():
            tx.close_corporation(minor)
        found(tx, company, 88, ann=60)
        money(tx, ann=900)
        stock_turn(tx, "ann")
    last = game.box.corporations[company].certificates[-1].id
    refused(game, BuyCertificate("ann", last), "holding-limit", corporation=company, limit=60)
    with arranged(game) as tx:
        tx.move_certificate(game.table.certificates_of("ann", company)[-1].id, "bob")
        stock_turn(tx, "ann")
    accepted(game, BuyCertificate("ann", last))


# --------------------------------------------------------------------------- a turn in the stock round


def trading(number: int = 2) -> Game:
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RNC", 88, bob=20, ann=20)
        found(tx, "RCC", 75, cay=20, ann=10)
        money(tx, ann=900)
        stock_turn(tx, "ann", number=number)
    return game


def own(game: Game, company: str) -> tuple[str, ...]:
    return tuple(each.id for each in game.table.certificates_of("ann", company) if not each.president)


@pytest.mark.rule("M-606")
def test_one_certificate_of_a_started_company_is_acquired_in_a_turn_at_the_current_value() -> None:
    game = trading()
    with arranged(game) as tx:
        value(tx, "RNC", 117)
    accepted(game, BuyCertificate("ann", "RNC/8"))
    assert game.state.cash["ann"] == 900 - 117 and game.state.cash["RNC"] == 117
    refused(game, BuyCertificate("ann", "RNC/7"), "already-bought")
    refused(game, BuyCertificate("ann", "RCC/7"), "already-bought")
    refused(game, StartCorporation("ann", "Ramaders", 55), "already-bought")


@pytest.mark.rule("M-606")
def test_who_has_started_a_company_buys_nothing_in_that_turn() -> None:
    game = trading()
    accepted(game, StartCorporation("ann", "Ramaders", 55))
    accepted(game, listed(game, "place-marker")[0])
    refused(game, BuyCertificate("ann", "RNC/7"), "already-bought")


@pytest.mark.rule("M-606")
@pytest.mark.parametrize("buys_first", [True, False])
def test_sales_come_before_or_after_the_purchase(buys_first: bool) -> None:
    game = trading()
    deals = [BuyCertificate("ann", "RNC/8"), SellCertificates("ann", "RCC", own(game, "RCC"))]
    for deal in deals if buys_first else reversed(deals):
        accepted(game, deal)
    assert game.state.cash["ann"] == 900 - 88 + 75


@pytest.mark.rule("M-606")
def test_nothing_of_a_company_not_started_is_bought() -> None:
    refused(trading(), BuyCertificate("ann", "Ramaders/1"), "not-started", corporation="Ramaders")


@pytest.mark.rule("M-608")
def test_the_same_company_is_not_bought_and_sold_in_one_turn() -> None:
    game = trading()
    accepted(game, SellCertificates("ann", "RNC", own(game, "RNC")[:1]))
    refused(game, BuyCertificate("ann", "RNC/8"), "same-turn", corporation="RNC")
    other = trading()
    accepted(other, BuyCertificate("ann", "RNC/8"))
    refused(other, SellCertificates("ann", "RNC", ("RNC/8",)), "same-turn", corporation="RNC")


@pytest.mark.rule("M-608")
def test_in_the_next_turn_it_may_be_bought_again() -> None:
    game = trading()
    accepted(game, SellCertificates("ann", "RNC", own(game, "RNC")[:1]))
    for name in ("ann", "bob", "cay"):
        accepted(game, Pass(name))
    accepted(game, BuyCertificate("ann", "RNC/8"))


@pytest.mark.rule("M-609")
def test_nothing_is_sold_in_the_first_stock_round() -> None:
    game = trading(1)
    assert "sell-certificates" not in kinds(game)
    refused(game, SellCertificates("ann", "RNC", own(game, "RNC")[:1]), "too-early", first=2)
    later = trading(2)
    accepted(later, SellCertificates("ann", "RNC", own(later, "RNC")[:1]))


@pytest.mark.rule("M-610")
def test_at_most_five_certificates_of_a_company_lie_in_the_exchange() -> None:
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RNC", 88, bob=20, ann=20, pool=40)
        stock_turn(tx, "ann")
    refused(game, SellCertificates("ann", "RNC", own(game, "RNC")), "sale-size", count=2, limit=1)
    accepted(game, SellCertificates("ann", "RNC", own(game, "RNC")[:1]))
    assert len(game.table.certificates_of(POOL, "RNC")) == 5
    refused(game, SellCertificates("ann", "RNC", own(game, "RNC")[:1]), "nothing-to-sell")


@pytest.mark.rule("M-610")
def test_five_certificates_of_20_percent_would_be_five_too() -> None:
    """Four of a minor lie there; the fifth may not go, as somebody must direct it, but the limit allows it."""
    game = menorca()
    with arranged(game) as tx:
        found(tx, "Ramaders", 88, bob=20, ann=20, pool=60)
        stock_turn(tx, "ann")
    accepted(game, SellCertificates("ann", "Ramaders", own(game, "Ramaders")))
    assert len(game.table.certificates_of(POOL, "Ramaders")) == 4


@pytest.mark.rule("M-610", "M-511")
def test_the_limit_binds_a_company_that_sells_its_own() -> None:
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RNC", 88, bob=20, pool=30)
        trains(tx, "RNC", "4H-0")
        turn(tx, "RNC", "issue")
    refused(game, IssueCertificates("RNC", 3), "sale-size", count=3, limit=2)
    accepted(game, IssueCertificates("RNC", 2))


@pytest.mark.rule("M-611")
def test_the_trustee_family_s_certificate_cannot_be_sold() -> None:
    """Not even where another holds enough to take it."""
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RNC", 88, ann=20, bob=20)
        stock_turn(tx, "ann")
    for keep in (0, 10):
        refused(game, SellCertificates("ann", "RNC", ("RNC/0",), keep), "nothing-to-sell")
    with arranged(game) as tx:
        tx.move_certificate("RNC/8", "ann")
    refused(game, SellCertificates("ann", "RNC", ("RNC/8", "RNC/0")), "presidency")
    accepted(game, SellCertificates("ann", "RNC", ("RNC/8",)))


# --------------------------------------------------------------------------- bankruptcy spaces


BANKRUPT = [at for at, price in CELLS.items() if not price]


@pytest.mark.rule("M-612", "M-605")
@pytest.mark.parametrize("at", BANKRUPT)
def test_no_move_leads_out_of_a_bankruptcy_space(at: Cell) -> None:
    market = menorca().box.market
    assert {moves[at] for moves in (market.up, market.down, market.left, market.right)} == {at}


@pytest.mark.rule("M-612", "M-802")
@pytest.mark.parametrize("price", [14, 15, 17])
def test_a_company_sold_out_of_the_lowest_row_is_bankrupt(price: int) -> None:
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RNC", 88, bob=20, ann=20)
        value(tx, "RNC", price)
        stock_turn(tx, "ann")
    accepted(game, SellCertificates("ann", "RNC", own(game, "RNC")[:1]))
    assert game.table.price("RNC") == 0
    zone = game.table.market_cell("RNC").zone
    assert (zone.id, zone.ends_game) == ("bankrupt", True)
    assert game.state.ending[:2] == ("market-cell", "operating-round")
    refused(game, SellCertificates("ann", "RNC", own(game, "RNC")[:1]), "worthless", corporation="RNC")


@pytest.mark.rule("M-613")
def test_a_sale_of_several_certificates_is_paid_at_the_price_before_it_falls() -> None:
    game = trading()
    accepted(game, SellCertificates("ann", "RNC", own(game, "RNC")))
    assert game.state.cash["ann"] == 900 + 2 * 88 and game.table.price("RNC") == 55


@pytest.mark.rule("M-601", "M-402")
@pytest.mark.parametrize("company", ["RNC", "RCC", "CCM", "Ramaders", "Artesans"])
def test_any_company_s_founder_chooses_any_starting_value(company: str) -> None:
    game = menorca()
    with arranged(game) as tx:
        phase(tx, "7H")
        money(tx, ann=900)
        stock_turn(tx, "ann")
    chosen = {
        action.par
        for action in listed(game, "start-corporation")
        if isinstance(action, StartCorporation) and action.corporation == company
    }
    assert chosen == {104, 88, 75, 55}
