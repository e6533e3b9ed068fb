"""A corporation that must buy a train and cannot pay. Ids: kernel cases (E02 ...), S01 and traps."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx import TitleError, load_title
from open18xx.play.actions import BuyTrain, DeclareBankruptcy, Pass
from open18xx.play.game import Game

from .moments import Arrangement, arrange, dump, percents, play, sale
from .positions import is_listed, kinds, listed, refused

Rules = dict[str, Any]

ALWAYS: Rules = {"rules.trains.must_own": "always"}
"""A train must be owned whether there is a route or not: positions then need no track."""


def poor(overrides: Rules | None = None, *, cash: int = 0, ann: int = 0, players: int = 3) -> Arrangement:
    """PRR has no train and so much money, and its president ann so much; a train costs 80. Her half of PRR is not for
    sale: the other half fills the pool."""
    made = arrange({**ALWAYS, **(overrides or {})}, players=players).start("PRR", "ann", 67, ann=50, pool=50)
    return made.cash(PRR=cash, ann=ann)


def buying(made: Arrangement, *order: str) -> Game:
    return made.operating(*(order or ("PRR",)), step="buy-train")


def emergency(**values: Any) -> Rules:
    return {f"rules.emergency.{key}": value for key, value in values.items()}


# --------------------------------------------------------------------------- who pays


def test_the_president_adds_what_is_missing_and_no_more() -> None:
    """president_pays; trap 22: declining is not offered while a train must be bought."""
    table = buying(poor(cash=30, ann=60))
    assert kinds(table) == {"buy-train"}
    refused(table, Pass("PRR"), "must-act", actor="PRR", step="buy-train")
    refused(table, BuyTrain("PRR", "2-0", 79), "train-price", price=79, low=80, high=80)
    play(table, BuyTrain("PRR", "2-0", 80))
    assert (table.state.cash["PRR"], table.state.cash["ann"]) == (0, 10)


def with_pool(**cash: int) -> Game:
    """The bank sells a 6 for 800, a D for 900, and a 5 for 160 that was discarded."""
    prices = {"trains.5.price": 160, "trains.6.price": 800, "trains.D.price": 900}
    return buying(poor(prices, **cash).trains("pool", "5").phase("6"))


def test_a_corporation_that_can_pay_some_train_pays_alone() -> None:
    """E04: 600 in the treasury: it must buy the discarded train with its own money, whatever ann has."""
    table = with_pool(cash=600, ann=5000)
    assert listed(table, "buy-train") == [BuyTrain("PRR", "5-0", 160)]
    refused(table, Pass("PRR"), "must-act")
    refused(table, BuyTrain("PRR", "6-0", 800), "cash", cost=800, cash=600)
    play(table, BuyTrain("PRR", "5-0", 160))
    assert (table.state.cash["PRR"], table.state.cash["ann"]) == (440, 5000)


def test_a_corporation_that_can_pay_none_is_helped_to_the_cheapest_of_depot_and_pool() -> None:
    """E04: 100 in the treasury."""
    table = with_pool(cash=100, ann=5000)
    assert listed(table, "buy-train") == [BuyTrain("PRR", "5-0", 160)]
    refused(table, BuyTrain("PRR", "6-0", 800), "cash", cost=800, cash=100)
    play(table, BuyTrain("PRR", "5-0", 160))
    assert (table.state.cash["PRR"], table.state.cash["ann"]) == (0, 4940)


@pytest.mark.parametrize(("cheapest", "trains"), [(True, {"6-0"}), (False, {"6-0", "D-0"})])
def test_the_president_helps_to_the_cheapest_train_or_to_any(cheapest: bool, trains: set[str]) -> None:
    """cheapest_only: a 6 for 630, and a D for 1100."""
    table = buying(poor(emergency(cheapest_only=cheapest), cash=100, ann=2000).phase("6"))
    assert {action.train for action in listed(table, "buy-train")} == trains  # type: ignore[attr-defined]
    if cheapest:
        refused(table, BuyTrain("PRR", "D-0", 1100), "cash", what="D-0", cost=1100, cash=100)


def test_where_the_president_does_not_help_a_corporation_that_cannot_pay_goes_without() -> None:
    """president_pays = false: nothing is sold, nobody is bankrupt, and the turn is over."""
    made = poor(emergency(president_pays=False), cash=79, ann=1000).start("NYC", "bob", 67, bob=60)
    table = buying(made, "PRR", "NYC")
    assert table.actor == "NYC" and table.state.trains["PRR"] == () and table.state.cash["ann"] == 1000
    table = buying(poor(emergency(president_pays=False), cash=80, ann=1000))
    refused(table, Pass("PRR"), "must-act")
    assert kinds(table) == {"buy-train"}


@pytest.mark.parametrize(("rule", "must"), [("with-route", False), ("always", True), ("never", False)])
def test_without_a_route_a_train_must_be_owned_only_where_it_must_always(rule: str, must: bool) -> None:
    """must_own."""
    made = poor({"rules.trains.must_own": rule}, cash=80, ann=1000)
    table = buying(made)
    assert ("pass" in kinds(table)) is not must and "buy-train" in kinds(table)
    made = poor({"rules.trains.must_own": rule}, cash=79, ann=1000).start("NYC", "bob", 67, bob=60)
    short = buying(made, "PRR", "NYC")
    assert short.actor == ("PRR" if must else "NYC")


def test_one_corporation_may_be_free_of_the_duty_to_own_a_train() -> None:
    """corporations.must_own_train = false: it may buy one, with its own money."""
    free = {"corporations.PRR.must_own_train": False}
    made = poor(free, cash=79, ann=1000).start("NYC", "bob", 67, bob=60)
    assert buying(made, "PRR", "NYC").actor == "NYC" and made.tx.state.cash["ann"] == 1000
    assert kinds(buying(poor(free, cash=80, ann=1000))) == {"buy-train", "pass"}
    made = poor(free, cash=80, ann=1000).start("NYC", "bob", 67, bob=60)
    refused(buying(made, "NYC", "PRR"), Pass("NYC"), "must-act", step="buy-train")


# --------------------------------------------------------------------------- trains of others


def beside(rule: str, *, cash: int = 0, ann: int = 500, price: int = 180) -> Game:
    """NYC, of which bob is president, has a 2, printed price 80; the bank sells a 3 for ``price``."""
    made = poor({**emergency(from_others=rule), "trains.3.price": price}, cash=cash, ann=ann)
    return buying(made.start("NYC", "bob", 67, bob=60).trains("NYC", "2").phase("3"))


def range_of(table: Game, train: str) -> tuple[int, int] | None:
    """Lowest and highest price that is offered for a train of another corporation."""
    for offer in table.offers():
        if offer.kind == "buy-train" and dict(offer.fixed).get("train") == train and offer.holes:
            return offer.holes[0].low, offer.holes[0].high  # type: ignore[union-attr]
    return None


@pytest.mark.parametrize(
    ("rule", "cash", "prices"),
    [
        ("never", 0, None),
        ("never", 30, (1, 30)),
        ("up-to-face", 0, (1, 80)),
        ("up-to-face", 30, (1, 80)),
        ("up-to-face", 100, (1, 100)),  # own money is not bound to the printed price
        ("any", 0, (1, 500)),
        ("any", 30, (1, 530)),
        ("any", 100, (1, 600)),
    ],
)
def test_the_presidents_money_buys_trains_of_others_as_the_title_says(
    rule: str, cash: int, prices: tuple[int, int] | None
) -> None:
    """E02, from_others; trap 19: what is offered is what is accepted, at both ends."""
    table = beside(rule, cash=cash)
    assert range_of(table, "2-0") == prices
    if prices is None:
        refused(table, BuyTrain("PRR", "2-0", 1), "cash", what="2", cost=1, actor="PRR", cash=0)
        return
    low, high = prices
    refused(table, BuyTrain("PRR", "2-0", low - 1), "train-price", price=low - 1, low=low, high=high)
    refused(table, BuyTrain("PRR", "2-0", high + 1), "train-price", price=high + 1, low=low, high=high)
    play(table, BuyTrain("PRR", "2-0", high))
    assert table.state.cash["NYC"] == 670 + high and table.state.cash["ann"] == 500 - max(0, high - cash)


def test_the_president_adds_nothing_for_a_train_of_another_while_the_treasury_reaches_for_the_banks() -> None:
    """E04, trap 19."""
    assert range_of(beside("any", cash=180), "2-0") == (1, 180)
    assert range_of(beside("any", cash=179), "2-0") == (1, 679)


# --------------------------------------------------------------------------- selling


def seller(president: str, overrides: Rules | None = None, *, cash: int = 0, own: int = 0, **nyc: int) -> Game:
    """PRR has ``cash`` and ann ``own`` money; she and others hold NYC, at 67."""
    return buying(poor(overrides, cash=cash, ann=own).start("NYC", president, 67, **nyc))


def test_the_president_sells_only_while_the_cheapest_train_cannot_be_paid_and_no_more_than_it_takes() -> None:
    """E06, sell_more_than_needed = false; trap 5: the step stays the same after the sale; no passing."""
    table = seller("bob", cash=30, own=37, bob=40, ann=30)
    assert kinds(table) == {"sell-certificates"}  # 13 are missing
    refused(table, sale(table, "ann", "NYC", 2), "sale-size", count=2, limit=1)
    refused(table, BuyTrain("PRR", "2-0", 80), "cash", cost=80, cash=67)
    play(table, sale(table, "ann", "NYC"))
    assert table.actor == "PRR" and kinds(table) == {"buy-train"} and table.state.cash["ann"] == 104
    refused(table, sale(table, "ann", "NYC"), "no-need", corporation="NYC", needed=0)
    refused(table, Pass("PRR"), "must-act", step="buy-train")
    play(table, BuyTrain("PRR", "2-0", 80))
    assert table.state.cash["ann"] == 104 - 50


@pytest.mark.parametrize("more", [False, True])
def test_whether_the_president_sells_to_reach_a_dearer_train_is_the_titles(more: bool) -> None:
    """E06, sell_more_than_needed: 652 in the treasury, 189 with ann, trains at 800 and 900."""
    rules = {"trains.6.price": 800, "trains.D.price": 900, **emergency(sell_more_than_needed=more, cheapest_only=False)}
    made = poor(rules, cash=652, ann=189).phase("6").start("NYC", "bob", 67, bob=40, ann=30)
    table = buying(made)
    if not more:
        assert listed(table, "buy-train") == [BuyTrain("PRR", "6-0", 800)] and kinds(table) == {"buy-train"}
        refused(table, sale(table, "ann", "NYC"), "no-need", needed=0)
        return
    play(table, sale(table, "ann", "NYC"))
    play(table, BuyTrain("PRR", "D-0", 900))
    assert table.state.cash["ann"] == 189 + 67 - (900 - 652)


def test_who_has_no_money_may_sell_more_than_needed_too() -> None:
    """sell_more_than_needed = true: 80 missing, three shares of 67."""
    table = seller("bob", emergency(sell_more_than_needed=True), bob=40, ann=30)
    play(table, sale(table, "ann", "NYC", 3))
    assert table.state.cash["ann"] == 201
    table = seller("bob", emergency(sell_more_than_needed=True), bob=40, ann=30)
    refused(table, sale(table, "bob", "NYC"), "not-president", actor="bob", corporation="PRR")


def test_a_president_who_sells_loses_the_presidency_of_another_corporation_at_once() -> None:
    """S01, presidency_may_change = true: 40 % against 40 %, 20 % sold. Ann gives the card for two singles."""
    table = seller("ann", emergency(presidency_may_change=True), ann=40, bob=40)
    singles = [c.id for c in table.table.certificates_of("bob", "NYC")]
    play(table, sale(table, "ann", "NYC", 2))
    assert table.state.president["NYC"] == "bob" and table.state.holder["NYC/0"] == "bob"
    assert percents(table, "NYC", ["ann", "bob", "pool"]) == {"ann": 20, "bob": 40, "pool": 20}
    assert [c.id for c in table.table.certificates_of("ann", "NYC")] == singles[:2]


def test_where_forced_sales_may_not_change_presidencies_only_the_surplus_is_sold() -> None:
    """S01 the other way, presidency_may_change = false."""
    rule = emergency(presidency_may_change=False)
    table = seller("ann", rule, ann=40, bob=40)
    assert kinds(table) == {"declare-bankruptcy"}
    refused(table, sale(table, "ann", "NYC"), "no-need", corporation="NYC", needed=80)
    table = seller("ann", rule, ann=40, bob=30)
    refused(table, sale(table, "ann", "NYC", 2), "sale-size", count=2, limit=1)
    table = seller("ann", rule, cash=20, ann=40, bob=30)
    play(table, sale(table, "ann", "NYC"))
    assert table.state.president["NYC"] == "ann" and kinds(table) == {"buy-train"}


def test_the_presidency_of_the_corporation_in_need_never_changes() -> None:
    """S01: of her 40 % of PRR ann sells no more than leaves her as much as bob."""
    made = arrange(ALWAYS).start("PRR", "ann", 67, ann=40, bob=30).cash(PRR=0, ann=0)
    table = buying(made)
    refused(table, dump(table, "ann", "PRR"), "presidency", corporation="PRR", allowed=())
    refused(table, sale(table, "ann", "PRR", 2), "sale-size", count=2, limit=1)
    assert [len(action.certificates) for action in listed(table, "sell-certificates")] == [1, 1]  # type: ignore[attr-defined]


def test_the_presidents_certificate_is_sold_in_need_as_in_a_stock_round() -> None:
    """Trap 11: 20 % in one card, one share needed: bob gives two singles for the card, and one comes back to ann."""
    table = seller("ann", cash=20, ann=20, bob=20)
    refused(table, dump(table, "ann", "NYC"), "presidency", keep=0, allowed=(10,))
    play(table, dump(table, "ann", "NYC", keep=10))
    assert table.state.president["NYC"] == "bob" and table.state.holder["NYC/0"] == "bob"
    assert percents(table, "NYC", ["ann", "bob", "pool"]) == {"ann": 10, "bob": 20, "pool": 10}
    assert table.state.cash["ann"] == 67
    table = seller("ann", ann=20, bob=20)  # all 80 are missing: one share does not do
    play(table, dump(table, "ann", "NYC"))
    assert percents(table, "NYC", ["ann", "bob", "pool"]) == {"ann": 0, "bob": 20, "pool": 20}


def test_nobody_else_with_twenty_percent_keeps_the_presidents_certificate_where_it_is() -> None:
    """Trap 11: allowed only if another can preside."""
    table = seller("ann", cash=20, ann=20, bob=10)
    refused(table, dump(table, "ann", "NYC", keep=10), "no-need", corporation="NYC")
    assert kinds(table) == {"declare-bankruptcy"}


def test_a_cap_on_sales_holds_for_the_whole_turn_in_need() -> None:
    """sale_cap_percent = 10: one share of NYC, then one of CPR."""
    made = poor({"rules.stock.sale_cap_percent": 10}).start("NYC", "bob", 67, bob=40, ann=30)
    table = buying(made.start("CPR", "bob", 67, bob=40, ann=30))
    play(table, sale(table, "ann", "NYC"))
    refused(table, sale(table, "ann", "NYC"), "no-need", corporation="NYC", needed=13)
    play(table, sale(table, "ann", "CPR"), BuyTrain("PRR", "2-0", 80))
    table = seller("bob", {"rules.stock.sale_cap_percent": 10}, bob=40, ann=30)
    assert kinds(table) == {"sell-certificates", "declare-bankruptcy"}  # one share of 67 is all there is, 80 are needed


def test_what_has_not_operated_is_not_sold_in_need_where_it_never_is() -> None:
    """sell_after = operated."""
    made = poor({"rules.stock.sell_after": "operated"}).start("NYC", "bob", 67, bob=40, ann=30)
    made.start("CPR", "bob", 67, bob=40, ann=30).tx.note("operated", ("CPR",))
    table = buying(made)
    refused(table, sale(table, "ann", "NYC"), "no-need", corporation="NYC", needed=80)
    assert is_listed(table, sale(table, "ann", "CPR"))


def test_help_given_in_one_turn_is_forgotten_in_the_next() -> None:
    """E10: nothing of the sale is left when the next corporation's turn begins, which buys as usual."""
    made = poor().start("NYC", "bob", 67, bob=40, ann=30).start("CPR", "cay", 67, cay=60).cash(CPR=1299)
    table = buying(made, "PRR", "CPR")
    play(table, sale(table, "ann", "NYC", 2), BuyTrain("PRR", "2-0", 80))
    while table.actor != "CPR" or "buy-train" not in kinds(table):
        play(table, Pass(table.actor))
    assert table.state.helped == () and is_listed(table, BuyTrain("CPR", "2-1", 80))


# --------------------------------------------------------------------------- bankruptcy


def test_a_president_who_can_sell_nothing_can_only_declare_bankruptcy() -> None:
    """E08, trap 22: treasury 20, president 30, nothing to sell, a train costs 80. Passing is not offered."""
    table = buying(poor(cash=20, ann=30))
    assert kinds(table) == {"declare-bankruptcy"}
    refused(table, Pass("PRR"), "must-act")
    refused(table, BuyTrain("PRR", "2-0", 80), "cash", what="2-0", cost=80, actor="PRR", cash=50)


def test_a_president_with_a_share_that_suffices_can_only_sell_it() -> None:
    """E08: the same with a share worth 40."""
    table = buying(poor(cash=20, ann=30).start("NYC", "bob", 67, at=(7, 3), bob=40, ann=10))
    assert table.table.price("NYC") == 40 and kinds(table) == {"sell-certificates"}
    refused(table, DeclareBankruptcy("PRR"), "not-bankrupt", corporation="PRR", needed=30, raisable=40)


def test_bankruptcy_is_not_declared_while_the_sales_together_reach() -> None:
    """Trap 22: 80 needed, and one share each at 40; at 40 and 30 they do not reach."""
    made = poor().start("NYC", "bob", 67, at=(7, 3), bob=40, ann=10)
    table = buying(made.start("CPR", "bob", 67, at=(7, 3), bob=40, ann=10))
    refused(table, DeclareBankruptcy("PRR"), "not-bankrupt", needed=80, raisable=80)
    made = poor().start("NYC", "bob", 67, at=(7, 3), bob=40, ann=10)
    table = buying(made.start("CPR", "bob", 67, at=(7, 2), bob=40, ann=10))
    assert is_listed(table, DeclareBankruptcy("PRR"))


def test_a_bankrupt_president_loses_all_money_and_all_that_can_be_sold_before_fortunes_are_counted() -> None:
    """Trap 22, bankruptcy = ends-game: ann keeps half of PRR, whose pool is full; NYC falls for all who hold it."""
    table = buying(poor(cash=20, ann=7).start("NYC", "bob", 67, at=(7, 3), bob=40, ann=10, cay=10))
    before = {player: table.table.worth(player) for player in table.players}
    assert is_listed(table, DeclareBankruptcy("PRR")) and is_listed(table, sale(table, "ann", "NYC"))
    play(table, DeclareBankruptcy("PRR"))
    assert table.is_over and table.state.ended == "bankruptcy" and table.offers() == []
    assert table.state.cash["ann"] == 0 and percents(table, "NYC", ["ann", "pool"]) == {"ann": 0, "pool": 10}
    assert table.table.price("NYC") == 30
    after = table.result()
    assert after["ann"] == 5 * 67
    assert (before["bob"] - after["bob"], before["cay"] - after["cay"]) == (4 * 10, 10)
    refused(table, Pass("PRR"), "finished", reason="bankruptcy")


def test_a_bankrupt_president_sells_his_presidencies_too() -> None:
    """Trap 22, trap 11: two shares at 20 do not pay a train; bob, with 20 %, presides at the end."""
    table = buying(poor().start("NYC", "ann", 67, at=(7, 1), ann=20, bob=20))
    play(table, DeclareBankruptcy("PRR"))
    assert table.state.president["NYC"] == "bob" and percents(table, "NYC", ["ann", "bob", "pool"]) == {
        "ann": 0,
        "bob": 20,
        "pool": 20,
    }


def test_only_who_must_buy_a_train_can_be_bankrupt() -> None:
    """Trap 22: without the duty there is nothing to declare."""
    made = poor({"rules.trains.must_own": "never"}, cash=20, ann=30).start("NYC", "bob", 67, bob=60)
    table = buying(made, "PRR", "NYC")
    assert table.actor == "NYC"
    refused(table, DeclareBankruptcy("NYC"), "not-bankrupt", corporation="NYC", needed=0, raisable=0)


def test_what_does_not_end_the_game_at_a_bankruptcy_is_refused_by_name() -> None:
    """Triggers that leave the game going on after a bankruptcy are not built."""
    bank = {"on": "bank", "timing": "operating-set"}
    with pytest.raises(TitleError, match="no trigger bankruptcy"):
        load_title("1830", overrides={"rules.end.triggers": [bank]})
    late = {"on": "bankruptcy", "timing": "operating-round"}
    with pytest.raises(TitleError, match="after a bankruptcy is known but not implemented"):
        load_title("1830", overrides={"rules.end.triggers": [bank, late]})


def test_neither_a_sale_nor_a_bankruptcy_is_open_before_the_step_of_the_purchase() -> None:
    """Trap 22: in the track step nothing is owed yet, though the corporation has no train and no money."""
    game = poor().start("NYC", "bob", 67, bob=40, ann=20).operating("PRR", step="lay-track")
    assert not kinds(game) & {"sell-certificates", "declare-bankruptcy", "buy-train"}
    refused(game, DeclareBankruptcy("PRR"), "not-bankrupt", needed=0)
    game = poor().start("NYC", "bob", 67, bob=40, ann=20).operating("PRR", step="buy-train")
    assert "sell-certificates" in kinds(game)
