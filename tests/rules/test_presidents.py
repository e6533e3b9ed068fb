"""Who presides: with a president's certificate and without one, in ties, and where nobody takes anything over."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx import TitleError, load_title
from open18xx.play import events as e
from open18xx.play.actions import BuyCertificate, StartCorporation
from open18xx.play.audit import faults
from open18xx.play.game import Game

from .moments import Arrangement, arrange, dump, percents, play, sale
from .positions import is_listed, listed, refused

Rules = dict[str, Any]

FIRST: Rules = {"rules.corporations.president_tie": "first-to-hold"}
MINOR: Rules = {
    "corporations.PRR.certificates": [{"percent": 20, "count": 5}],
    "corporations.PRR.share": 10,
    "corporations.PRR.float_percent": 20,
    "corporations.PRR.holding_limit": 100,
}
"""PRR has five certificates of 20 %, none of them a president's; its price is that of a tenth. It floats at once."""


def buy(game: Game, player: str, corporation: str = "PRR", source: str = "ipo") -> BuyCertificate:
    """Buy the first ordinary certificate that lies there."""
    there = game.table.certificates_of(source, corporation)
    return BuyCertificate(player, next(each.id for each in there if not each.president))


# --------------------------------------------------------------------------- without a president's certificate


def test_who_buys_the_first_certificate_chooses_the_starting_value_and_pays_for_its_shares() -> None:
    """M-404: five certificates of 20 %, no president's; the first buyer pays twice the value and presides."""
    table = arrange({**MINOR, "rules.corporations.capitalization": "incremental"}).stock("ann")
    play(table, StartCorporation("ann", "PRR", 67))
    assert table.state.cash["ann"] == 800 - 2 * 67 and table.state.cash["PRR"] == 2 * 67
    assert percents(table, "PRR") == {"ann": 20, "ipo": 80}
    assert table.state.president["PRR"] == "ann" and table.state.floated == ("PRR",)


def test_the_price_is_quoted_for_a_share_and_not_for_a_certificate() -> None:
    """M-404, M-804, share = 10: a certificate of 20 % costs, sells for and scores twice the value."""
    table = arrange(MINOR).start("PRR", "ann", 67, ann=40).stock("bob")
    cash = table.state.cash["bob"]
    play(table, buy(table, "bob"))
    assert table.state.cash["bob"] == cash - 134 and table.table.worth("bob") == cash
    table = arrange(MINOR).start("PRR", "ann", 67, ann=40).cash(ann=0).stock("ann")
    play(table, sale(table, "ann", "PRR"))
    assert table.state.cash["ann"] == 134


def test_without_that_key_the_price_is_that_of_the_smallest_certificate() -> None:
    """share = 0."""
    table = arrange({**MINOR, "corporations.PRR.share": 0}).stock("ann")
    play(table, StartCorporation("ann", "PRR", 67))
    assert table.state.cash["ann"] == 800 - 67


def test_every_certificate_can_be_bought_and_none_is_a_presidents() -> None:
    """M-411: the director stands for the president's certificate, and every certificate may be bought."""
    table = arrange(MINOR).start("PRR", "ann", 67, ann=20).stock("bob")
    ids = {action.certificate for action in listed(table, "buy-certificate")}
    assert ids == {"PRR/1", "PRR/2", "PRR/3", "PRR/4"}


def test_with_full_money_it_gets_ten_times_its_value_as_any_other() -> None:
    table = arrange(MINOR).stock("ann")
    play(table, StartCorporation("ann", "PRR", 67))
    assert table.state.cash["PRR"] == 670


def test_the_largest_holder_presides_and_no_certificate_changes_hands() -> None:
    """M-404."""
    table = arrange(MINOR).start("PRR", "bob", 67, bob=20, ann=20).stock("ann")
    events = table.play(buy(table, "ann"))
    assert table.state.president["PRR"] == "ann" and percents(table, "PRR") == {"ann": 40, "bob": 20, "ipo": 40}
    assert [event.certificate for event in events if isinstance(event, e.CertificateMoved)] == ["PRR/2"]


def test_somebody_always_presides_so_the_last_certificate_with_players_is_kept() -> None:
    """Not said by any rulebook: nobody could decide for a corporation that no player holds."""
    rules = {**MINOR, "rules.stock.pool_limit": 100}
    table = arrange(rules).start("PRR", "ann", 67, ann=60).stock("ann")
    refused(table, sale(table, "ann", "PRR", 3), "sale-size", count=3, limit=2)
    play(table, sale(table, "ann", "PRR", 2))
    refused(table, sale(table, "ann", "PRR"), "nothing-to-sell", held=20)
    both = arrange(rules).start("PRR", "ann", 67, ann=40, bob=20).stock("ann")
    play(both, sale(both, "ann", "PRR", 2))
    assert both.state.president["PRR"] == "bob"


def test_who_first_buys_of_a_corporation_that_nobody_holds_presides() -> None:
    """M-408: what was formed without a holder lies unsold; its first buyer directs it."""
    made = arrange(MINOR)
    made.tx.start_corporation("PRR", 67)
    table = made.stock("ann")
    assert "PRR" not in table.state.president
    play(table, buy(table, "ann"))
    assert table.state.president["PRR"] == "ann" and table.state.floated == ("PRR",)


@pytest.mark.parametrize(("certificates", "fault"), [
    ([{"percent": 10, "count": 8}, {"percent": 20, "president": True}], "certificate: not the first, wanted one"),
    ([{"percent": 20, "president": True, "count": 2}, {"percent": 20, "count": 3}], "certificate: 2, wanted one"),
])  # fmt: skip
def test_two_presidents_certificates_are_refused_and_one_in_another_place(certificates: Any, fault: str) -> None:
    with pytest.raises(TitleError, match=fault):
        load_title("1830", overrides={"corporations.PRR.certificates": certificates})


def test_a_share_is_a_whole_part_of_every_certificate() -> None:
    with pytest.raises(TitleError, match=r"share: 20 %, of which a certificate of 10 % is no multiple"):
        load_title("1830", overrides={"corporations.PRR.share": 20})


# --------------------------------------------------------------------------- ties


def test_in_a_tie_the_president_stays_when_the_rule_goes_clockwise() -> None:
    """president_tie = clockwise-from-old, without a president's certificate: ann stays, though bob was there first."""
    table = arrange(MINOR).start("PRR", "ann", 67, bob=20, ann=40).stock("ann")
    play(table, sale(table, "ann", "PRR"))
    assert percents(table, "PRR", ["ann", "bob"]) == {"ann": 20, "bob": 20} and table.state.president["PRR"] == "ann"


def test_in_a_tie_who_came_first_to_what_they_hold_presides() -> None:
    """M-404, first-to-hold: ann comes down to 20 % after bob has come up to them."""
    table = arrange({**MINOR, **FIRST}).start("PRR", "ann", 67, bob=20, ann=40).stock("ann")
    assert table.state.president["PRR"] == "ann"
    play(table, sale(table, "ann", "PRR"))
    assert table.state.president["PRR"] == "bob" and table.state.arrivals["PRR"] == ("bob", "ann")


def test_who_only_draws_level_does_not_preside() -> None:
    """M-404, first-to-hold: ann was there first."""
    table = arrange({**MINOR, **FIRST}).start("PRR", "ann", 67, ann=40, bob=20).stock("bob")
    play(table, buy(table, "bob"))
    assert table.state.president["PRR"] == "ann"


def test_of_several_who_hold_more_the_first_to_come_there_presides() -> None:
    """first-to-hold: bob and cay hold 20 % each, cay since before; clockwise it would be bob."""
    rules = {**MINOR, "rules.stock.pool_limit": 100}
    for more, heir in ((FIRST, "cay"), ({}, "bob")):
        table = arrange({**rules, **more}).start("PRR", "ann", 67, cay=20, bob=20, ann=40).stock("ann")
        play(table, sale(table, "ann", "PRR", 2))
        assert table.state.president["PRR"] == heir


def test_a_presidents_certificate_goes_only_to_who_holds_more() -> None:
    """M-410: bob holds as much as ann, and since before her; her certificate stays with her."""
    table = arrange(FIRST).start("PRR", "ann", 67, bob=30, ann=40).stock("ann")
    play(table, sale(table, "ann", "PRR"))
    assert table.state.president["PRR"] == "ann"
    play(table, sale(table, "ann", "PRR"))
    assert table.state.president["PRR"] == "bob"


def test_a_swap_for_the_presidents_certificate_changes_nothing_in_who_came_first() -> None:
    """first-to-hold: ann, cay and bob came to 40 % in this order; bob buys, takes the certificate and sells again.
    Ann, whose two certificates are others now, was still before cay."""
    rules = {**FIRST, "rules.stock.rebuy": "allowed"}
    made = arrange(rules).start("PRR", "ann", 67, ann=30, cay=30, bob=30)
    table = made.stock("bob")
    play(table, buy(table, "bob"))
    assert table.state.president["PRR"] == "bob" and table.state.arrivals["PRR"] == ("ann", "cay", "bob")
    play(table, sale(table, "bob", "PRR", 2))
    assert table.state.president["PRR"] == "ann" and table.state.holder["PRR/0"] == "ann"


def test_a_president_who_sells_all_makes_way_for_the_first_to_come() -> None:
    """first-to-hold: bob and cay hold 20 %, cay since before; ann sells the whole of hers with her certificate."""
    table = arrange(FIRST).start("PRR", "ann", 67, cay=20, bob=20, ann=30).stock("ann")
    play(table, dump(table, "ann", "PRR"))
    assert table.state.president["PRR"] == "cay" and table.state.arrivals["PRR"] == ("cay", "bob")


# --------------------------------------------------------------------------- takeover


@pytest.mark.parametrize("takeover", [True, False])
def test_who_holds_more_than_the_president_takes_the_certificate_or_not(takeover: bool) -> None:
    """M-410, takeover: bob, with 40 %, takes the 20 % certificate for two of 10 %."""
    rules = {"rules.corporations.takeover": takeover}
    table = arrange(rules).start("PRR", "ann", 67, ann=30, bob=30).stock("bob")
    play(table, buy(table, "bob"))
    assert table.state.president["PRR"] == ("bob" if takeover else "ann")
    assert table.state.holder["PRR/0"] == ("bob" if takeover else "ann")
    assert percents(table, "PRR", ["ann", "bob"]) == {"ann": 30, "bob": 40}


def test_without_takeovers_a_president_may_sell_below_the_others_and_presides() -> None:
    """takeover = false: all the ordinary ones of ann go, and nobody takes her certificate."""
    rules = {"rules.corporations.takeover": False}
    table = arrange(rules).start("PRR", "ann", 67, ann=40, bob=30).stock("ann")
    play(table, sale(table, "ann", "PRR", 2))
    assert table.state.president["PRR"] == "ann" and percents(table, "PRR", ["ann"]) == {"ann": 20}


def test_without_takeovers_the_largest_holder_directs_where_there_is_no_certificate_to_take() -> None:
    """M-404, M-410."""
    rules = {**MINOR, "rules.corporations.takeover": False}
    table = arrange(rules).start("PRR", "bob", 67, bob=20, ann=20).stock("ann")
    play(table, buy(table, "ann"))
    assert table.state.president["PRR"] == "ann"


# --------------------------------------------------------------------------- the president's certificate is not sold


@pytest.mark.parametrize("rule", ["allowed", "never"])
def test_the_presidents_certificate_leaves_its_holder_in_a_sale_or_never(rule: str) -> None:
    """M-611, president_sale: bob could take it for his two."""
    table = arrange({"rules.stock.president_sale": rule}).start("PRR", "ann", 67, ann=30, bob=20).stock("ann")
    if rule == "never":
        refused(table, dump(table, "ann", "PRR"), "presidency", corporation="PRR", allowed=())
        play(table, sale(table, "ann", "PRR"))
        refused(table, dump(table, "ann", "PRR"), "nothing-to-sell", held=20)
        return
    play(table, dump(table, "ann", "PRR"))
    assert table.state.president["PRR"] == "bob"


def test_who_sells_all_that_may_be_sold_is_taken_over_all_the_same() -> None:
    """M-410 with M-611: ann sells what is not the certificate, and bob holds more than it."""
    table = arrange({"rules.stock.president_sale": "never"}).start("PRR", "ann", 67, ann=30, bob=30).stock("ann")
    play(table, sale(table, "ann", "PRR"))
    assert table.state.president["PRR"] == "bob"
    assert percents(table, "PRR", ["ann", "bob"]) == {"ann": 20, "bob": 30}


# --------------------------------------------------------------------------- sales for a train


def forced(more: Rules, **percents_: int) -> Game:
    """ann presides over PRR, for which ``percents_`` are held; her NYC must buy a train of 80 and nobody has money.
    Sales must not change a presidency."""
    rules: Rules = {
        **MINOR,
        "rules.trains.must_own": "always",
        "rules.emergency.presidency_may_change": False,
        "rounds.operating.steps": ["buy-train"],
        "trains.2.price": 500,
        **more,
    }
    made: Arrangement = arrange(rules).start("NYC", "ann", 67, ann=60).start("PRR", "ann", 67, **percents_)
    made.trains("PRR", "2").cash(ann=0, NYC=0, PRR=0)
    return made.operating("NYC", step="buy-train")


def test_a_forced_sale_goes_down_to_the_next_holder_where_ties_stay() -> None:
    """emergency.presidency_may_change = false, clockwise-from-old: 60 % against 20 % leaves two to sell."""
    table = forced({}, ann=60, bob=20)
    refused(table, sale(table, "ann", "PRR", 3), "sale-size", limit=2)
    assert is_listed(table, sale(table, "ann", "PRR", 2))


def test_a_forced_sale_stays_above_the_next_holder_where_the_first_to_hold_wins_ties() -> None:
    """first-to-hold: at 20 % each bob would preside."""
    table = forced(FIRST, ann=60, bob=20)
    refused(table, sale(table, "ann", "PRR", 2), "sale-size", limit=1)
    play(table, sale(table, "ann", "PRR"))
    assert table.state.president["PRR"] == "ann"


@pytest.mark.parametrize(("takeover", "limit"), [(True, 1), (False, 3)])
def test_a_forced_sale_may_go_below_the_next_holder_where_nobody_takes_over(takeover: bool, limit: int) -> None:
    """takeover = false: ann keeps the certificate of PRR whatever she sells; otherwise bob's 40 % bound her."""
    card = {"corporations.PRR.certificates": [{"percent": 20, "president": True}, {"percent": 10, "count": 8}]}
    table = forced({**card, "rules.corporations.takeover": takeover}, ann=50, bob=40)
    assert is_listed(table, sale(table, "ann", "PRR", limit))
    assert is_listed(table, sale(table, "ann", "PRR", 3)) is not takeover


def test_no_more_certificates_are_sold_than_the_money_needs_whatever_their_size() -> None:
    """sell_more_than_needed = false: a certificate of 20 % brings 134; 500 need four, 400 need three."""
    for price, limit in ((500, 4), (400, 3)):
        table = forced({"trains.2.price": price, "rules.stock.pool_limit": 100}, ann=100)
        refused(table, sale(table, "ann", "PRR", limit + 1), "sale-size", limit=limit)
        assert is_listed(table, sale(table, "ann", "PRR", limit))


# --------------------------------------------------------------------------- what a position must be


def test_the_audit_finds_holders_out_of_the_list_of_arrivals() -> None:
    game = arrange({**MINOR, **FIRST}).start("PRR", "ann", 67, ann=40, bob=20).stock("ann")
    state = game.state.copy()
    state.table("arrivals")["PRR"] = ("ann",)
    game._now = type(game._now)(state, None, (), None, 0)
    assert faults(game.table) == ["ann are said to hold some of PRR; ann, bob do"]


def test_the_audit_finds_a_president_who_does_not_hold_most() -> None:
    made = arrange(MINOR).start("PRR", "ann", 67, ann=20, bob=40)
    assert faults(made.tx) == ["ann presides over PRR and does not hold most of it"]


def test_the_audit_finds_what_a_closed_corporation_left_behind() -> None:
    """M-104, M-407: its certificates are out of the game, and only such certificates are."""
    made = arrange()
    made.tx.record(e.CorporationClosed("PRR"))
    assert len(faults(made.tx)) == 9
    for id in list(made.tx.state.paper["ipo"]):
        if id.startswith("PRR/"):
            made.tx.move_certificate(id, "gone")
    assert faults(made.tx) == []
    made.tx.move_certificate("NYC/1", "gone")
    assert faults(made.tx) == ["NYC/1 lies with gone; closed are: PRR"]


def test_the_audit_finds_certificates_with_another_corporation() -> None:
    made = arrange()
    made.tx.move_certificate("NYC/1", "PRR")
    assert faults(made.tx) == ["NYC/1 lies with PRR, which owns certificates of its own only"]
