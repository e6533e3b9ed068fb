"""Buying, selling, presidency and limits in stock rounds. Ids: kernel cases (S01 ...) and traps."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx import TitleError, load_title
from open18xx.play.actions import BuyCertificate, BuyPrivate, ExchangePrivate, Pass, SellCertificates, StartCorporation
from open18xx.play.game import Game

from .moments import Arrangement, arrange, dump, game, pass_all, percents, play, sale
from .positions import is_listed, kinds, listed, refused

Rules = dict[str, Any]


def stock(**values: Any) -> Rules:
    return {f"rules.stock.{key}": value for key, value in values.items()}


def first(game: Game, source: str, corporation: str) -> str:
    """The first certificate of a corporation that lies there."""
    return game.table.certificates_of(source, corporation)[0].id


def buy(game: Game, player: str, corporation: str, source: str = "ipo") -> BuyCertificate:
    return BuyCertificate(player, first(game, source, corporation))


# --------------------------------------------------------------------------- order in a turn


def trader(overrides: Rules | None = None) -> Game:
    """ann may sell PRR and NYC and buy CPR."""
    made = arrange(overrides).start("PRR", "ann", 67, ann=50, bob=20).start("NYC", "ann", 67, ann=50, bob=20)
    return made.start("CPR", "bob", 67, bob=30, pool=20).stock("ann")


def test_sell_buy_sell_allows_sales_before_and_after_the_purchase() -> None:
    """turn_order = sell-buy-sell."""
    table = trader(stock(turn_order="sell-buy-sell"))
    play(table, sale(table, "ann", "PRR"), buy(table, "ann", "CPR"), sale(table, "ann", "NYC"))
    refused(table, buy(table, "ann", "CPR"), "already-bought")


def test_sell_or_buy_once_allows_sales_before_the_purchase_or_after_it_but_not_both() -> None:
    """turn_order = sell-or-buy-once."""
    before = trader(stock(turn_order="sell-or-buy-once"))
    play(before, sale(before, "ann", "PRR"))
    second = sale(before, "ann", "NYC")
    play(before, second, buy(before, "ann", "CPR"))
    assert before.state.actor == "bob"  # nothing is left to ann

    after = trader(stock(turn_order="sell-or-buy-once"))
    play(after, buy(after, "ann", "CPR"), sale(after, "ann", "PRR"), sale(after, "ann", "NYC"))
    assert after.state.actor == "ann" and kinds(after) == {"sell-certificates", "pass"}


def test_in_sell_or_buy_once_a_sale_after_the_purchase_ends_buying_also_in_a_zone_of_several_purchases() -> None:
    """turn_order = sell-or-buy-once: no mixing back."""
    made = arrange(stock(turn_order="sell-or-buy-once")).start("PRR", "ann", 67, ann=50, bob=20)
    table = made.start("CPR", "bob", 67, at=(6, 0), bob=30, pool=40).stock("ann")
    play(table, buy(table, "ann", "CPR", "pool"))
    assert is_listed(table, buy(table, "ann", "CPR", "pool"))
    play(table, sale(table, "ann", "PRR"))
    refused(table, buy(table, "ann", "CPR", "pool"), "order", what="buying", after="selling")


def test_sell_then_buy_allows_no_sale_after_the_purchase() -> None:
    """turn_order = sell-then-buy."""
    table = trader(stock(turn_order="sell-then-buy"))
    after = sale(table, "ann", "NYC")
    play(table, sale(table, "ann", "PRR"))
    assert is_listed(table, after)
    play(table, buy(table, "ann", "CPR"))
    assert table.state.actor == "bob"
    refused(table, after, "not-your-turn", actor="ann", expected="bob")


def test_nothing_is_sold_in_the_first_stock_round() -> None:
    """sell_after = first-round, trap 15."""
    made = arrange(stock(sell_after="first-round")).start("PRR", "ann", 67, ann=50)
    table = made.stock("ann", number=1)
    refused(table, sale(table, "ann", "PRR"), "too-early", round=1, first=2)
    assert kinds(table) == {"buy-certificate", "start-corporation", "pass"}
    second = arrange(stock(sell_after="first-round")).start("PRR", "ann", 67, ann=50).stock("ann", number=2)
    assert is_listed(second, sale(second, "ann", "PRR"))


def test_only_what_has_operated_is_sold_when_the_title_says_so() -> None:
    """sell_after = operated."""
    made = arrange(stock(sell_after="operated")).start("PRR", "ann", 67, ann=50).start("NYC", "ann", 67, ann=50)
    made.tx.note("operated", ("NYC",))
    table = made.stock("ann", number=1)
    refused(table, sale(table, "ann", "PRR"), "not-operated", corporation="PRR")
    assert is_listed(table, sale(table, "ann", "NYC"))


def test_everything_is_sold_at_any_time_when_the_title_says_so() -> None:
    """sell_after = any-time: in the first round, and what has never operated."""
    table = arrange(stock(sell_after="any-time")).start("PRR", "ann", 67, ann=50).stock("ann", number=1)
    assert is_listed(table, sale(table, "ann", "PRR"))


def test_one_block_of_a_corporation_a_turn() -> None:
    """sales_per_corporation = one-block; any allows a second sale."""
    table = trader(stock(sales_per_corporation="one-block"))
    again = sale(table, "ann", "PRR", 2)
    play(table, sale(table, "ann", "PRR"))
    again = sale(table, "ann", "PRR")
    refused(table, again, "one-block", corporation="PRR")
    assert is_listed(table, sale(table, "ann", "NYC"))
    free = trader(stock(sales_per_corporation="any"))
    play(free, sale(free, "ann", "PRR"))
    play(free, sale(free, "ann", "PRR"))
    assert percents(free, "PRR", ["ann", "pool"]) == {"ann": 30, "pool": 20}


def test_no_more_than_the_cap_of_one_corporation_is_sold_in_a_turn() -> None:
    """sale_cap_percent counts the turn, not the sale."""
    table = trader(stock(sale_cap_percent=20))
    refused(table, sale(table, "ann", "PRR", 3), "sale-size", count=3, limit=2)
    play(table, sale(table, "ann", "PRR"))
    refused(table, sale(table, "ann", "PRR", 2), "sale-size", count=2, limit=1)
    play(table, sale(table, "ann", "PRR"))
    refused(table, sale(table, "ann", "PRR"), "nothing-to-sell", held=30, pool=20)
    assert is_listed(table, sale(table, "ann", "NYC", 2))


@pytest.mark.parametrize("rule", ["allowed", "forbidden"])
def test_buying_and_selling_one_corporation_in_one_turn(rule: str) -> None:
    """same_turn_trade."""

    def position() -> Game:
        made = arrange(stock(same_turn_trade=rule, rebuy="allowed", turn_order="sell-buy-sell"))
        return made.start("PRR", "ann", 67, ann=40).start("NYC", "bob", 67, bob=30, ann=20).stock("ann")

    table = position()
    play(table, buy(table, "ann", "PRR"))
    if rule == "allowed":
        assert is_listed(table, sale(table, "ann", "PRR"))
    else:
        refused(table, sale(table, "ann", "PRR"), "same-turn", corporation="PRR")
    table = position()
    play(table, sale(table, "ann", "PRR"))
    if rule == "allowed":
        assert is_listed(table, buy(table, "ann", "PRR"))
    else:
        refused(table, buy(table, "ann", "PRR"), "same-turn", corporation="PRR")


@pytest.mark.parametrize("rule", ["never-this-round", "allowed"])
def test_buying_back_what_was_sold_in_the_same_round(rule: str) -> None:
    """rebuy, trap 15: remembered for the player and the corporation until the round ends, and no longer."""
    table = arrange(stock(rebuy=rule)).start("PRR", "ann", 67, ann=40, bob=20).stock("ann")
    play(table, sale(table, "ann", "PRR"))
    back = buy(table, "ann", "PRR", "pool")
    if rule == "allowed":
        assert is_listed(table, back)
        return
    refused(table, back, "sold-this-round", actor="ann", corporation="PRR")
    play(table, Pass("ann"))
    play(table, buy(table, "bob", "PRR", "ipo"), Pass("bob"))  # bob has not sold any
    play(table, Pass("cay"))
    refused(table, back, "sold-this-round", actor="ann", corporation="PRR")
    pass_all(table)
    assert table.state.sold_in_round == ()
    while table.state.round != "stock":
        play(table, Pass(table.actor))
    while table.actor != "ann":
        play(table, Pass(table.actor))
    assert is_listed(table, back)


# --------------------------------------------------------------------------- several purchases, zones


@pytest.mark.parametrize("rule", ["pool-only", "pool-and-ipo"])
def test_in_a_zone_of_several_purchases_more_of_the_corporation_may_be_bought(rule: str) -> None:
    """several_purchases: from the pool, or from the initial offering too; never of a second corporation."""
    made = arrange(stock(several_purchases=rule)).start("PRR", "bob", 67, at=(6, 0), bob=30, pool=20)
    table = made.start("NYC", "bob", 67, bob=30, pool=20).stock("ann")
    play(table, buy(table, "ann", "PRR", "pool"))
    ipo, pool = buy(table, "ann", "PRR", "ipo"), buy(table, "ann", "PRR", "pool")
    refused(table, buy(table, "ann", "NYC", "pool"), "already-bought", what="PRR")
    refused(table, StartCorporation("ann", "CPR", 67), "already-bought")
    if rule == "pool-only":
        refused(table, ipo, "pool-only", what=ipo.certificate, owner="ipo")
        play(table, pool)
    else:
        play(table, ipo, pool)
    assert percents(table, "PRR", ["ann"]) == {"ann": 20 if rule == "pool-only" else 30}


def test_outside_that_zone_one_purchase_ends_buying() -> None:
    """zone several_purchases = false, which is the default: also in the zones of the other effects."""
    for at in ((5, 6), (0, 0), (3, 0)):
        table = arrange().start("PRR", "bob", 67, at=at, bob=30, pool=20).stock("ann")
        play(table, buy(table, "ann", "PRR", "pool"))
        refused(table, buy(table, "ann", "PRR", "pool"), "already-bought", what="PRR")


def many(count: int, limit: int, at: tuple[int, int] | None = None, **rules: Any) -> Arrangement:
    """ann holds ``count`` certificates of six corporations, those of the last at ``at``; the limit is ``limit``."""
    overrides = {"players.3.certificate_limit": limit, **rules}
    made = arrange(overrides)
    left = count
    for corporation in ("PRR", "NYC", "CPR", "B&O", "C&O"):
        shares = min(4, left)
        made.start(corporation, "bob", 67, **({"ann": 10 * shares} if shares else {}), bob=50)
        left -= shares
    assert not left
    return made


def test_a_certificate_in_a_no_count_zone_is_bought_at_the_certificate_limit() -> None:
    """S09: limit 16 and 16 in hand. Yellow, at 60: legal, and the count stays 16. Elsewhere it would be 17."""
    made = many(16, 16).start("ERIE", "bob", 67, at=(3, 3), bob=20, pool=10)
    made.start("NYNH", "bob", 67, bob=20, pool=10)
    table = made.stock("ann")
    assert table.table.price("ERIE") == 60 and table.table.certificate_count("ann") == 16
    refused(table, buy(table, "ann", "NYNH", "pool"), "certificate-limit", after=17, limit=16)
    play(table, buy(table, "ann", "ERIE", "pool"))
    assert table.table.certificate_count("ann") == 16


def test_a_certificate_counts_what_it_weighs() -> None:
    """corporations.certificates.weight."""
    heavy = [{"percent": 20, "president": True, "weight": 2}, {"percent": 10, "count": 8, "weight": 0}]
    made = arrange({"corporations.PRR.certificates": heavy}).start("PRR", "ann", 67, ann=50)
    table = made.start("NYC", "ann", 67, ann=40).stock("ann")
    assert table.table.certificate_count("ann") == 2 + 3


@pytest.mark.parametrize(("counted", "count"), [(True, 5), (False, 3)])
def test_privates_count_toward_the_certificate_limit_or_not(counted: bool, count: int) -> None:
    """limits.privates_count."""
    made = arrange({"rules.limits.privates_count": counted, "players.3.certificate_limit": 4})
    table = made.owns("ann", "SV", "CS").start("PRR", "ann", 67, ann=40).stock("ann")
    assert table.table.certificate_count("ann") == count
    if counted:
        refused(table, buy(table, "ann", "PRR"), "must-sell", count=5, limit=4)
    else:
        assert is_listed(table, buy(table, "ann", "PRR"))


@pytest.mark.parametrize(("at", "legal"), [((3, 0), True), ((5, 6), False), ((3, 3), False)])
def test_the_holding_limit_is_lifted_only_in_its_zone(at: tuple[int, int], legal: bool) -> None:
    """S11 a, b: 60 % in hand, one more; the yellow zone lifts another limit, not this one."""
    table = arrange().start("PRR", "ann", 67, at=at, ann=60, pool=10).stock("ann")
    if legal:
        play(table, buy(table, "ann", "PRR", "pool"))
        assert percents(table, "PRR", ["ann"]) == {"ann": 70}
    else:
        refused(table, buy(table, "ann", "PRR", "pool"), "holding-limit", after=70, limit=60)


def test_an_exchange_may_exceed_the_holding_limit_and_the_excess_is_sold_at_the_next_chance() -> None:
    """S11 c, trap 16: MH for a seventh share of NYC."""
    table = arrange().owns("ann", "MH").start("NYC", "ann", 67, ann=60, pool=10).stock("ann")
    play(table, ExchangePrivate("ann", "MH", first(table, "pool", "NYC")))
    assert percents(table, "NYC", ["ann"]) == {"ann": 70} and table.state.privates["MH"] == "closed"
    refused(table, Pass("ann"), "must-act", actor="ann")
    refused(table, StartCorporation("ann", "PRR", 67), "must-sell")
    assert kinds(table) == {"sell-certificates"}
    play(table, sale(table, "ann", "NYC"))
    assert "pass" in kinds(table)


def test_three_of_five_shares_are_sixty_percent() -> None:
    """S11 d, trap 13: a fourth share of 20 % is refused with both numbers; a tenth share beside it is not."""
    fifths = [{"percent": 20, "president": True}, {"percent": 20, "count": 4}]
    made = arrange({"corporations.PRR.certificates": fifths}).start("PRR", "ann", 67, ann=60)
    table = made.start("NYC", "bob", 67, bob=60).stock("ann")
    refused(table, buy(table, "ann", "PRR"), "holding-limit", after=80, limit=60)
    cash = table.state.cash["ann"]
    play(table, buy(table, "ann", "NYC"))
    assert table.state.cash["ann"] == cash - 67


def test_the_holding_limit_is_the_corporations_own() -> None:
    """corporations.holding_limit."""
    made = arrange({"corporations.PRR.holding_limit": 70})
    table = made.start("PRR", "ann", 67, ann=60).start("NYC", "ann", 67, ann=60).stock("ann")
    refused(table, buy(table, "ann", "NYC"), "holding-limit", corporation="NYC", after=70, limit=60)
    play(table, buy(table, "ann", "PRR"))


def test_who_is_over_the_limit_and_cannot_sell_passes_and_stays_over_it() -> None:
    """S07: limit 13, 14 in hand, every pool full. Nothing is left to do, and the turn goes on to bob."""
    made = arrange({"players.3.certificate_limit": 13, "rules.stock.pool_limit": 10})
    for corporation in ("PRR", "NYC", "CPR", "B&O"):
        made.start(corporation, "bob", 67, ann=30, bob=30, pool=10)
    made.start("C&O", "bob", 67, ann=20, bob=30, pool=10)
    table = made.stock("ann")
    assert table.table.certificate_count("ann") == 14
    assert table.state.actor == "bob" and "ann" in table.state.passed


def test_who_is_over_the_limit_must_sell_before_anything_else() -> None:
    """over_limit = must-sell, S07 the other way: where the pool has room, passing and buying are refused."""
    table = many(14, 13).stock("ann")
    refused(table, Pass("ann"), "must-act")
    refused(table, buy(table, "ann", "PRR"), "must-sell", count=14, limit=13)
    play(table, sale(table, "ann", "PRR"))
    assert "pass" in kinds(table) and table.table.certificate_count("ann") == 13


def test_who_is_over_the_limit_only_may_not_buy_when_the_title_says_so() -> None:
    """over_limit = no-purchase."""
    table = many(14, 13, **stock(over_limit="no-purchase")).stock("ann")
    refused(table, buy(table, "ann", "PRR"), "certificate-limit", after=15, limit=13)
    play(table, Pass("ann"))


# --------------------------------------------------------------------------- the pool


def test_the_pool_takes_no_more_than_its_limit() -> None:
    """pool_limit: 40 % there; 10 % more may come, not 30 %."""
    table = arrange().start("PRR", "bob", 67, bob=30, ann=30, pool=40).stock("ann")
    refused(table, sale(table, "ann", "PRR", 3), "sale-size", count=3, limit=1)
    play(table, sale(table, "ann", "PRR"))
    assert percents(table, "PRR", ["pool"]) == {"pool": 50}


def test_without_a_pool_limit_any_sale_is_taken() -> None:
    """S13: pool 40 %, sale of 30 %."""
    table = arrange(stock(pool_limit=100)).start("PRR", "bob", 67, bob=30, ann=30, pool=40).stock("ann")
    play(table, sale(table, "ann", "PRR", 3))
    assert percents(table, "PRR") == {"pool": 70, "bob": 30}


def test_the_pool_limit_may_count_certificates() -> None:
    """pool_limit_unit = certificates: three certificates of 20 % are three, not 60."""
    rules = {"corporations.PRR.certificates": [{"percent": 20, "president": True}, {"percent": 20, "count": 4}]}

    def position(**limit: Any) -> Game:
        return arrange({**rules, **stock(**limit)}).start("PRR", "bob", 67, bob=40, ann=40, pool=20).stock("ann")

    table = position(pool_limit=3, pool_limit_unit="certificates")
    play(table, sale(table, "ann", "PRR", 2))
    assert percents(table, "PRR", ["pool"]) == {"pool": 60}
    table = position(pool_limit=50, pool_limit_unit="percent")
    refused(table, sale(table, "ann", "PRR", 2), "sale-size", count=2, limit=1)
    table = position(pool_limit=2, pool_limit_unit="certificates")
    refused(table, sale(table, "ann", "PRR", 2), "sale-size", count=2, limit=1)


def test_the_presidents_certificate_is_not_for_sale_to_the_pool_alone() -> None:
    """S03, S05: nobody else has 20 %, so it stays; selling it to the pool is an option refused by name."""
    table = arrange().start("PRR", "ann", 67, ann=30, bob=10, cay=10).stock("ann")
    refused(table, dump(table, "ann", "PRR"), "presidency", corporation="PRR", allowed=())
    refused(table, SellCertificates("ann", "PRR", ("PRR/0",)), "presidency", allowed=())
    with pytest.raises(TitleError, match=r"president_to_pool: true is known but not implemented"):
        load_title("1830", overrides=stock(president_to_pool=True))


def test_the_presidents_certificate_is_never_bought_like_a_share() -> None:
    """S05: a president's certificate in the pool (put there, no rule does so) is not offered."""
    made = arrange().start("PRR", "ann", 67, ann=30, bob=10).cash(bob=1000)
    table = made.stock("bob")
    made.tx.move_certificate("PRR/0", "pool")
    refused(table, BuyCertificate("bob", "PRR/0"), "presidents-certificate", corporation="PRR")


# --------------------------------------------------------------------------- presidency


def test_an_equal_holding_does_not_take_the_presidency() -> None:
    """Trap 10: strictly more than the president has."""
    table = arrange().start("PRR", "ann", 67, ann=30, bob=20).stock("bob")
    play(table, buy(table, "bob", "PRR"))
    assert table.state.president["PRR"] == "ann" and percents(table, "PRR", ["ann", "bob"]) == {"ann": 30, "bob": 30}


def test_a_larger_holding_takes_the_presidency_and_swaps_certificates_in_the_order_of_acquisition() -> None:
    """Trap 9: bob gives the two that he got first, and ann has them after her own, in that order."""
    made = arrange().start("PRR", "ann", 67, ann=20, bob=20)
    table = made.stock("bob")
    first_two = [c.id for c in table.table.certificates_of("bob", "PRR")]
    bought = buy(table, "bob", "PRR")
    play(table, bought)
    assert table.state.president["PRR"] == "bob"
    assert [c.id for c in table.table.certificates_of("bob", "PRR")] == [bought.certificate, "PRR/0"]
    assert [c.id for c in table.table.certificates_of("ann", "PRR")] == first_two


def test_a_sale_moves_exactly_the_certificates_named() -> None:
    """Trap 9: which of them went is part of the position."""
    table = arrange().start("PRR", "bob", 67, bob=30, ann=30).stock("ann")
    one, two, three = (c.id for c in table.table.certificates_of("ann", "PRR"))
    twin = table.clone()
    play(table, SellCertificates("ann", "PRR", (two,)))
    play(twin, SellCertificates("ann", "PRR", (three,)))
    assert table.table.certificates_of("pool", "PRR")[0].id == two
    assert [c.id for c in table.table.certificates_of("ann", "PRR")] == [one, three]
    assert table.state.hash() != twin.state.hash()


@pytest.mark.parametrize(("seller", "heir"), [("ann", "bob"), ("bob", "cay"), ("cay", "dan"), ("dan", "ann")])
def test_among_equals_the_next_clockwise_from_the_old_president_presides(seller: str, heir: str) -> None:
    """S17, trap 10, president_tie = clockwise-from-old: the seat of the seller counts, not his new holding."""
    others = {other: 20 for other in ("ann", "bob", "cay", "dan") if other != seller}
    made = arrange(players=4).start("PRR", seller, 67, **{seller: 30}, **others)
    table = made.stock(seller)
    play(table, dump(table, seller, "PRR", keep=10))
    assert table.state.president["PRR"] == heir
    assert percents(table, "PRR", [seller, heir, "pool"]) == {seller: 10, heir: 20, "pool": 20}


def test_only_players_preside() -> None:
    """S17: the pool and the offering hold more than any player and count for nothing."""
    table = arrange().start("PRR", "ann", 67, ann=20, bob=10, pool=50).stock("ann")
    assert table.state.president["PRR"] == "ann"
    play(table, buy(table, "ann", "PRR", "pool"))
    assert table.state.president["PRR"] == "ann"


def test_a_large_sale_gives_the_presidency_to_whoever_has_most() -> None:
    """S03: the president sells 40 %; Q with 20 % presides, S with 10 % does not; the certificate has one owner."""
    table = arrange().start("PRR", "ann", 67, ann=40, bob=10, cay=20).stock("ann")
    cash = table.state.cash["ann"]
    play(table, dump(table, "ann", "PRR"))
    assert table.state.president["PRR"] == "cay" and table.state.holder["PRR/0"] == "cay"
    assert percents(table, "PRR") == {"pool": 40, "bob": 10, "cay": 20, "ipo": 30}
    assert table.state.cash["ann"] == cash + 4 * 67


def test_every_percentage_that_a_president_can_sell_is_offered() -> None:
    """Trap 12: of 30 % also 20 % with the card while one half of it is kept, which exists only after the swap."""
    table = arrange().start("PRR", "ann", 67, ann=30, bob=20).stock("ann")
    sold = set()
    for action in listed(table, "sell-certificates"):
        assert isinstance(action, SellCertificates)
        sold.add(sum(table.box.certificates[id].percent for id in action.certificates) - action.keep)
    assert sold == {10, 20, 30}
    with_half = dump(table, "ann", "PRR", keep=10)
    play(table, with_half)
    assert percents(table, "PRR", ["ann", "bob", "pool"]) == {"ann": 10, "bob": 20, "pool": 20}


@pytest.mark.parametrize("keep", [-10, 5, 20, 30])
def test_no_other_part_of_the_presidents_certificate_can_be_kept(keep: int) -> None:
    """Trap 12."""
    table = arrange().start("PRR", "ann", 67, ann=30, bob=20).stock("ann")
    refused(table, dump(table, "ann", "PRR", keep=keep), "presidency", keep=keep, allowed=(0, 10))


def test_the_presidents_certificate_goes_only_with_all_others() -> None:
    """Trap 12."""
    table = arrange().start("PRR", "ann", 67, ann=30, bob=20).stock("ann")
    refused(table, SellCertificates("ann", "PRR", ("PRR/0",)), "presidency", corporation="PRR")
    refused(table, SellCertificates("ann", "PRR", ("PRR/1", "PRR/1")), "same-twice")
    refused(table, SellCertificates("ann", "PRR", (first(table, "bob", "PRR"),)), "not-owner")
    refused(table, SellCertificates("ann", "PRR", ()), "sale-size", count=0, limit=1)


# --------------------------------------------------------------------------- prices


@pytest.mark.parametrize(("rule", "cost"), [("par", 67), ("market", 76)])
def test_an_unsold_certificate_costs_the_par_or_the_market_value(rule: str, cost: int) -> None:
    """unsold_price; what lies in the pool always costs the market value."""
    made = arrange({"rules.corporations.unsold_price": rule}).start("PRR", "bob", 67, at=(3, 6), bob=30, pool=10)
    table = made.stock("ann")
    cash = table.state.cash["ann"]
    pool = table.clone()
    play(table, buy(table, "ann", "PRR"))
    assert table.state.cash["ann"] == cash - cost
    play(pool, buy(pool, "ann", "PRR", "pool"))
    assert pool.state.cash["ann"] == cash - 76


def test_who_cannot_pay_is_told_both_numbers() -> None:
    table = arrange().start("PRR", "bob", 67, bob=30).cash(ann=66).stock("ann")
    assert table.state.actor == "bob"  # nothing at all is left to ann
    made = arrange().start("PRR", "bob", 67, bob=30).start("NYC", "bob", 67, at=(6, 0), bob=30, pool=10)
    table = made.cash(ann=66).stock("ann")
    refused(table, buy(table, "ann", "PRR"), "cash", what=first(table, "ipo", "PRR"), cost=67, actor="ann", cash=66)


# --------------------------------------------------------------------------- passing and priority


def test_a_round_ends_with_the_last_pass_in_a_row() -> None:
    """Trap 4: during that action, for two to six players; a player who acts has not passed."""
    for players in range(2, 7):
        table = arrange(players=players).start("PRR", "ann", 67, ann=30).stock("ann")
        names = table.players
        for name in names[:-1]:
            play(table, Pass(name))
        play(table, StartCorporation(names[-1], "NYC", 67))
        for name in names[:-1]:
            assert table.state.round == "stock"
            play(table, Pass(name))
        assert table.state.round == "stock" and table.actor == names[-1]
        play(table, Pass(names[-1]))
        assert (table.state.round, table.state.number) == ("stock", 3)  # nothing operates
        assert table.state.priority == names[0]


def test_who_acted_and_can_do_no_more_has_not_passed() -> None:
    """Trap 4: bob has bought his last; the turn goes on by itself, and the others' passes do not end the round."""
    made = arrange(stock(turn_order="sell-then-buy")).start("PRR", "ann", 67, ann=20)
    table = made.cash(bob=134).stock("ann")
    play(table, Pass("ann"), buy(table, "bob", "PRR"))
    assert (table.actor, table.state.passed) == ("cay", ("ann",))
    play(table, Pass("cay"), Pass("ann"))
    assert table.state.round == "stock" and table.state.actor == "bob"


def test_who_can_do_nothing_at_all_passes_by_himself_and_the_round_ends_with_the_last_real_action() -> None:
    """Trap 4: bob and cay have no money and nothing to sell; ann's pass is the last."""
    table = arrange().start("PRR", "ann", 67, ann=20).cash(bob=0, cay=0).stock("ann")
    play(table, Pass("ann"))
    assert (table.state.round, table.state.number) == ("stock", 3)


def test_priority_goes_to_the_player_after_the_last_who_acted() -> None:
    """S15, next_order = after-last-to-act: players 1 to 4, the last action is of player 2."""
    table = arrange(stock(next_order="after-last-to-act"), players=4).start("PRR", "ann", 67, ann=30).stock("ann")
    play(table, Pass("ann"), StartCorporation("bob", "NYC", 67))
    pass_all(table)
    assert table.state.priority == table.actor == "cay"


def test_priority_stays_where_it_is_when_nobody_acts() -> None:
    """S15."""
    table = arrange(players=4).start("PRR", "ann", 67, ann=30).stock("bob")
    pass_all(table)
    assert table.state.priority == table.actor == "bob"


def passing(next_order: str) -> Game:
    """ann passes first; bob acts, cay passes; then all pass, ann and bob and cay. Cash: ann 10, bob 300, cay 200."""
    table = arrange(stock(next_order=next_order)).start("PRR", "cay", 67, ann=20, bob=30, cay=40)
    table = table.cash(ann=10, bob=367, cay=200).stock("ann")
    play(table, Pass("ann"), buy(table, "bob", "PRR"), Pass("bob"), Pass("cay"))
    assert table.actor == "ann"
    return pass_all(table)


@pytest.mark.parametrize(
    ("next_order", "seats"),
    [
        ("after-last-to-act", ("cay", "ann", "bob")),
        ("first-to-pass", ("ann", "cay", "bob")),  # cay's pass stands from before bob's
        ("most-cash", ("bob", "cay", "ann")),
        ("least-cash", ("ann", "cay", "bob")),
        ("first-passer-keeps-seats", ("ann", "bob", "cay")),
    ],
)
def test_the_next_stock_round_is_played_in_the_order_that_the_title_says(next_order: str, seats: Any) -> None:
    """next_order; S19: a pass keeps its place until the player acts, however often he passes again."""
    table = passing(next_order)
    while table.state.round != "stock":
        play(table, Pass(table.actor))
    assert table.table.seats_from(table.state.priority) == seats and table.actor == seats[0]


@pytest.mark.parametrize(("next_order", "first_"), [("first-to-pass", "cay"), ("first-passer-keeps-seats", "ann")])
def test_an_action_takes_the_player_out_of_the_order_of_passing(next_order: str, first_: str) -> None:
    """S19: ann passes, acts later, and all pass. The marker of the first who passed stays with ann all the same."""
    table = arrange(stock(next_order=next_order)).start("PRR", "bob", 67, bob=30).stock("ann")
    play(table, Pass("ann"), StartCorporation("bob", "NYC", 67), Pass("bob"), Pass("cay"))
    play(table, StartCorporation("ann", "CPR", 67))
    pass_all(table)
    assert table.state.priority == first_


# --------------------------------------------------------------------------- privates in a stock round


@pytest.mark.parametrize("since", [0, 2, 3])
def test_players_buy_privates_of_players_from_the_round_that_the_title_says(since: int) -> None:
    """private_trade_from; 0: never."""
    made = arrange(stock(private_trade_from=since)).owns("bob", "SV").start("PRR", "ann", 67, ann=20)
    table = made.stock("ann", number=2)
    offer = BuyPrivate("ann", "SV", 1)
    if since == 2:
        cash = {player: table.state.cash[player] for player in ("ann", "bob")}
        play(table, offer)
        assert table.state.privates["SV"] == "ann"
        assert {p: table.state.cash[p] for p in cash} == {"ann": cash["ann"] - 1, "bob": cash["bob"] + 1}
    else:
        refused(table, offer, "too-early", round=2, first=since)


def test_an_exchange_is_made_in_the_turn_of_another_and_decides_the_presidency() -> None:
    """Trap 16: bob's MH becomes a third share of NYC in ann's turn; he presides, and it is still ann's turn."""
    made = arrange().owns("bob", "MH").start("NYC", "ann", 67, ann=20, bob=20).start("PRR", "cay", 67, cay=20)
    table = made.stock("ann")
    play(table, ExchangePrivate("bob", "MH", first(table, "ipo", "NYC")))
    assert table.state.president["NYC"] == "bob" and table.actor == "ann" and not table.state.acted
    assert percents(table, "NYC", ["ann", "bob"]) == {"ann": 20, "bob": 30}
    assert table.state.passed == () and table.state.last_actor == ""


def test_an_exchange_before_the_corporation_is_started_gives_an_ordinary_certificate() -> None:
    """Trap 16: the title's data allow it (windows any-time); the president's certificate is not given for it."""
    table = arrange().owns("ann", "MH").start("PRR", "bob", 67, bob=20).stock("ann")
    refused(table, ExchangePrivate("ann", "MH", "NYC/0"), "not-exchanged", private="MH")
    play(table, ExchangePrivate("ann", "MH", "NYC/1"))
    assert "NYC" not in table.state.par and percents(table, "NYC", ["ann"]) == {"ann": 10}


def test_an_exchange_in_a_corporations_turn_may_change_who_decides_for_it() -> None:
    """Trap 16: NYC is in turn; bob's exchange makes him its president, and the turn goes on with his decisions."""
    made = arrange().owns("bob", "MH").start("NYC", "ann", 67, ann=30, bob=30)
    table = made.operating("NYC", step="lay-track")
    assert (table.actor, table.player) == ("NYC", "ann")
    step = table.state.step
    play(table, ExchangePrivate("bob", "MH", first(table, "ipo", "NYC")))
    assert (table.actor, table.player, table.state.step) == ("NYC", "bob", step)
    assert {offer.by for offer in table.offers() if offer.actor == "NYC"} == {"bob"}


def test_an_exchange_that_leaves_nothing_to_the_player_in_turn_ends_his_turn() -> None:
    """Trap 16: ann can only buy the last share of NYC; bob's exchange takes it, and the round goes on to bob."""
    made = arrange({"rules.stock.pool_limit": 0}).owns("bob", "MH").start("NYC", "bob", 67, bob=60, cay=30)
    table = made.cash(ann=67).stock("ann")
    assert listed(table, "buy-certificate") == [BuyCertificate("ann", "NYC/8")]
    play(table, ExchangePrivate("bob", "MH", "NYC/8"))
    assert table.actor == "bob" and table.state.passed == ("ann",)


def test_a_game_begins_with_the_players_money_taken_from_the_bank() -> None:
    """Trap 23: nothing is made or lost."""
    table = game()
    assert table.state.cash["bank"] == 12000 - 3 * 800 and table.table.money() == 12000


def test_ordinary_certificates_of_several_sizes_are_refused_by_name() -> None:
    """Trap 12, 13: a sale of them would have to name what exists only after a change; not built."""
    sizes = [{"percent": 20, "president": True}, {"percent": 20}, {"percent": 10, "count": 6}]
    with pytest.raises(TitleError, match=r"20 % beside 10 %: ordinary certificates of several sizes are known but not"):
        load_title("1830", overrides={"corporations.PRR.certificates": sizes})


def test_ordinary_certificates_of_several_weights_are_refused_by_name() -> None:
    """Which of two that cost the same may still be bought at the limit could not be listed as one kind."""
    tens = [{"percent": 10, "count": 4, "weight": weight} for weight in (1, 2)]
    weights = [{"percent": 20, "president": True}, *tens]
    with pytest.raises(TitleError, match="weights 1, 2: ordinary certificates of several weights are known but not"):
        load_title("1830", overrides={"corporations.PRR.certificates": weights})
