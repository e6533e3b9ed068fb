"""The auction in which players offer lots of their own piles, each to the next two players. On small changes of 1830.

Prices there: SV 20 (income 5), CS 40 (10), DH 70 (15), MH 110 (20), CA 160 (25), BO 220 (30).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from open18xx.errors import TitleError
from open18xx.play import events as e
from open18xx.play.actions import Bid, OfferLot, Pass
from open18xx.play.game import Game, new_game
from open18xx.title.loader import load

from .moments import NAMES, Arrangement, arrange, game, play, title
from .positions import is_listed, refused

OFFER: dict[str, Any] = {
    "rules.auction.kind": "offer",
    "rules.auction.lots": "piles",
    "rules.auction.unsold": "forced-sale",
    "rules.auction.reserved_cash": "none",
    "rounds.auction.steps": ["offer-lot", "bid", "choose-par"],
}
FOUR = {"ann": ("SV", "CS"), "bob": ("DH", "MH"), "cay": ("CA",), "dan": ("BO",)}
SMALL = {"ann": ("SV", "CS"), "bob": ("DH", "MH"), "cay": ()}
"""CA, which brings a certificate, and BO, which founds a corporation, are sold."""


def offering(piles: dict[str, tuple[str, ...]] | None = None, sold: dict[str, str] | None = None, **rules: Any) -> Game:
    """The beginning of the auction: ann is to offer one of her lots. ``sold``: who owns what already."""
    piles = piles if piles is not None else FOUR
    where = arrange({**OFFER, **{key.replace("__", "."): value for key, value in rules.items()}}, players=len(piles))
    given = sold or {}
    for private in sorted(where.tx.state.privates.keys() - {lot for pile in piles.values() for lot in pile}):
        if private in given:
            where.tx.move_private(private, given[private])
        else:
            where.tx.close_private(private)
    where.tx.note("piles", piles)
    return where.done()


def with_cash(table: Game, **cash: int) -> Game:
    """The players have exactly so much."""
    return Arrangement(table).cash(**cash).done()


# --------------------------------------------------------------------------- offering


def test_lots_are_dealt_into_piles_one_a_player() -> None:
    """lots = piles."""
    piles = game(OFFER).state.piles
    assert list(piles) == ["ann", "bob", "cay"] and {len(pile) for pile in piles.values()} == {2}
    assert sorted(lot for pile in piles.values() for lot in pile) == ["BO", "CA", "CS", "DH", "MH", "SV"]


def test_where_lots_do_not_go_evenly_the_first_seats_have_one_more() -> None:
    piles = game({**OFFER, "privates.SV.min_players": 4}).state.piles
    assert [len(pile) for pile in piles.values()] == [2, 2, 1]


def test_the_player_in_turn_offers_any_lot_of_the_own_pile_and_no_other() -> None:
    table = offering()
    assert is_listed(table, OfferLot("ann", "SV")) and is_listed(table, OfferLot("ann", "CS"))
    refused(table, OfferLot("ann", "DH"), "not-your-lot", lot="DH", actor="ann", pile=("SV", "CS"))
    refused(table, OfferLot("bob", "DH"), "not-your-turn", actor="bob", expected="ann")
    refused(table, OfferLot("ann", "XX"), "no-such", kind="private", id="XX")
    play(table, OfferLot("ann", "CS"))
    assert table.state.auctioned == "CS" and table.state.piles["ann"] == ("SV", "CS")


def test_the_player_in_turn_must_offer_a_lot_and_nobody_bids_before() -> None:
    table = offering()
    refused(table, Pass("ann"), "must-act", actor="ann")
    refused(table, Bid("ann", "SV", 25), "not-offered", kind="bid", possible=("offer-lot",))


def test_one_lot_is_on_offer_at_a_time() -> None:
    table = play(offering(), OfferLot("ann", "CS"))
    refused(table, OfferLot("bob", "DH"), "other-lot", lot="DH", expected="CS")
    refused(table, Bid("bob", "SV", 45), "other-lot", lot="SV", expected="CS")
    refused(table, Bid("bob", "XX", 45), "no-such", kind="private", id="XX")


def test_an_offer_is_taken_back_like_any_action() -> None:
    """V02."""
    table = offering()
    before = table.state.hash()
    play(table, OfferLot("ann", "CS"))
    after = table.state.hash()
    assert table.undo() and table.state.hash() == before and table.redo() and table.state.hash() == after


def test_the_last_lot_of_a_pile_is_offered_by_itself() -> None:
    table = offering({"ann": ("SV",), "bob": ("DH",), "cay": ("CS",)})
    assert table.state.auctioned == "SV" and table.actor == "bob"
    play(table, Bid("bob", "SV", 25), Pass("cay"))
    assert table.state.auctioned == "DH" and table.actor == "cay"
    assert e.LotOffered("bob", "DH") in table.last_events


def test_the_next_player_offers_next() -> None:
    table = play(offering(), OfferLot("ann", "CS"), Bid("bob", "CS", 45), Pass("cay"))
    assert table.actor == "bob" and is_listed(table, OfferLot("bob", "DH")) and not is_listed(table, Pass("bob"))


def test_who_has_no_lots_left_is_passed_over() -> None:
    table = offering({"ann": ("SV", "CS"), "bob": (), "cay": ("DH", "MH")})
    play(table, OfferLot("ann", "CS"), Bid("bob", "CS", 45), Pass("cay"))
    assert table.actor == "cay" and is_listed(table, OfferLot("cay", "DH"))


# --------------------------------------------------------------------------- bidding


def test_the_next_two_players_are_asked_in_turn_and_nobody_else() -> None:
    """Of four players."""
    table = play(offering(), OfferLot("ann", "CS"))
    asked = [table.actor]
    for price in (45, 50, 55):
        play(table, Bid(table.actor, "CS", price))
        asked.append(table.actor)
    assert asked == ["bob", "cay", "bob", "cay"]
    refused(table, Bid("dan", "CS", 60), "not-your-turn", actor="dan", expected="cay")
    refused(table, Bid("ann", "CS", 60), "not-your-turn", actor="ann", expected="cay")


def test_a_bid_is_at_least_the_increment_over_the_price_and_then_over_the_bid_before() -> None:
    """increment."""
    table = play(offering(rules__auction__increment=7), OfferLot("ann", "CS"))
    refused(table, Bid("bob", "CS", 46), "bid-price", lot="CS", price=46, wanted=47)
    play(table, Bid("bob", "CS", 47))
    refused(table, Bid("cay", "CS", 53), "bid-price", lot="CS", price=53, wanted=54)
    assert is_listed(table, Bid("cay", "CS", 54)) and is_listed(table, Bid("cay", "CS", 55))


def test_bids_in_multiples_of_the_increment_only() -> None:
    """multiples_only."""
    table = play(offering(rules__auction__multiples_only=True), OfferLot("ann", "CS"))
    refused(table, Bid("bob", "CS", 47), "bid-multiple", lot="CS", price=47, multiple=5)
    assert is_listed(table, Bid("bob", "CS", 50))


@pytest.mark.parametrize("rule", ["none", "all-bids", "leading-bids"])
def test_a_bid_is_at_most_all_cash_whatever_was_bid_for_lots_that_are_sold(rule: str) -> None:
    """reserved_cash: bob's bid for CS was beaten, and nothing of it is set aside."""
    table = play(offering(SMALL, rules__auction__reserved_cash=rule), OfferLot("ann", "CS"))
    play(table, Bid("bob", "CS", 200), Bid("cay", "CS", 300), Pass("bob"), OfferLot("bob", "DH"), Bid("cay", "DH", 75))
    play(table, Pass("ann"))
    assert table.state.auctioned == "SV"
    refused(table, Bid("bob", "SV", 801), "cash", what="SV", cost=801, actor="bob", cash=800)
    assert is_listed(table, Bid("bob", "SV", 800))


def test_a_pass_sells_to_the_highest_bidder_at_once() -> None:
    table = play(offering(), OfferLot("ann", "CS"), Bid("bob", "CS", 45), Bid("cay", "CS", 60), Pass("bob"))
    assert table.state.privates["CS"] == "cay" and table.state.cash["cay"] == 600 - 60
    assert table.state.cash["bob"] == 600 and table.state.piles["ann"] == ("SV",)


def test_a_first_pass_is_not_final() -> None:
    table = play(offering(), OfferLot("ann", "CS"), Pass("bob"))
    assert table.actor == "cay"
    play(table, Bid("cay", "CS", 45))
    assert table.actor == "bob"
    play(table, Bid("bob", "CS", 50), Pass("cay"))
    assert table.state.privates["CS"] == "bob"


def test_who_cannot_raise_passes_by_itself_and_the_lot_is_sold() -> None:
    table = with_cash(play(offering(), OfferLot("ann", "CS")), bob=54)
    play(table, Bid("bob", "CS", 45), Bid("cay", "CS", 50))
    assert table.state.privates["CS"] == "cay" and e.Passed("bob") in table.last_events


def test_who_cannot_bid_at_all_passes_by_itself_and_the_next_is_asked() -> None:
    table = play(with_cash(offering(), bob=44), OfferLot("ann", "CS"))
    assert table.actor == "cay" and e.Passed("bob") in table.last_events


def test_of_two_players_one_is_asked_and_his_bid_buys() -> None:
    table = play(offering({"ann": ("SV", "CS"), "bob": ("DH", "MH")}), OfferLot("ann", "CS"))
    assert table.actor == "bob"
    play(table, Bid("bob", "CS", 45))
    assert table.state.privates["CS"] == "bob" and table.actor == "bob" and not table.state.auctioned


# --------------------------------------------------------------------------- nobody bids


@pytest.mark.parametrize(
    ("receiver", "players", "taker"),
    [("after-bidders", 4, "dan"), ("next-player", 4, "bob"), ("after-bidders", 3, "ann"), ("next-player", 3, "bob")],
)
def test_if_both_pass_the_receiver_takes_the_lot_at_its_price(receiver: str, players: int, taker: str) -> None:
    """receiver: who sits after those who were asked, of three the one who offers; or the first who was asked."""
    table = offering(FOUR if players == 4 else SMALL, rules__auction__receiver=receiver)
    before = table.state.cash[taker]
    play(table, OfferLot("ann", "CS"), Pass("bob"), Pass("cay"))
    assert table.state.privates["CS"] == taker and table.state.cash[taker] == before - 40


def test_a_receiver_who_cannot_pay_is_passed_over_for_the_richest() -> None:
    table = play(with_cash(offering(), dan=39, cay=601), OfferLot("ann", "CS"), Pass("bob"), Pass("cay"))
    assert table.state.privates["CS"] == "cay" and table.state.cash["cay"] == 561 and table.state.cash["dan"] == 39


def test_of_equally_rich_the_first_seat_takes_it() -> None:
    table = play(with_cash(offering(), dan=39), OfferLot("ann", "CS"), Pass("bob"), Pass("cay"))
    assert table.state.privates["CS"] == "ann"


def test_while_the_richest_cannot_pay_either_the_lots_sold_so_far_pay_their_incomes() -> None:
    """CS costs 40; bob owns MH (20), cay DH (15): after two payments bob has 41, cay 32."""
    table = offering({"ann": ("SV", "CS"), "bob": (), "cay": ()}, sold={"MH": "bob", "DH": "cay"})
    play(with_cash(table, ann=1, bob=1, cay=2), OfferLot("ann", "CS"))
    assert table.state.privates["CS"] == "bob"
    assert [table.state.cash[player] for player in ("ann", "bob", "cay")] == [1, 1, 32]


def test_where_no_lot_pays_anything_the_richest_pays_what_he_has() -> None:
    """Assumed: somebody has to have it."""
    table = offering(SMALL)
    play(with_cash(table, ann=3, bob=5, cay=4), OfferLot("ann", "CS"))
    assert table.state.privates["CS"] == "bob" and table.state.cash["bob"] == 0


def test_a_private_that_a_corporation_has_had_from_the_start_is_no_lot_and_does_not_pay_meanwhile() -> None:
    """owner: DH belongs to PRR; MH, sold to bob, pays alone."""
    piles = {"ann": ("SV", "CS", "CA"), "bob": (), "cay": ()}
    table = offering(piles, {"MH": "bob", "DH": "PRR"}, privates__DH__owner="PRR")
    play(with_cash(table, ann=1, bob=20, cay=2), OfferLot("ann", "CS"))
    assert table.state.privates["CS"] == "bob" and table.state.cash["bob"] == 0 and table.state.cash["PRR"] == 0


# --------------------------------------------------------------------------- what follows


def sold_out(order: str, **cash: int) -> Game:
    """The last lot of a small auction is sold to cay for 25; cash otherwise as given."""
    table = offering({"ann": ("SV",), "bob": (), "cay": ()}, rules__stock__first_order=order)
    return play(with_cash(table, **cash), Pass("bob"), Bid("cay", "SV", 25), Pass("bob"))


@pytest.mark.parametrize(("order", "first"), [("after-auction", "bob"), ("last-to-pass", "bob"), ("least-cash", "cay")])
def test_when_all_lots_are_sold_the_stock_round_begins_in_the_order_of_the_title(order: str, first: str) -> None:
    """first_order: who would offer next; who passed last; who has least cash."""
    table = sold_out(order, ann=400, bob=390, cay=410)
    assert table.state.round == "stock" and table.actor == table.state.priority == first
    assert (table.state.seats == ("ann", "bob", "cay")) == (order != "least-cash")


def test_who_has_least_cash_is_first_and_equals_stay_in_the_order_they_sit_in() -> None:
    """first_order = least-cash."""
    table = sold_out("least-cash", ann=400, bob=385, cay=410)
    assert table.state.cash["cay"] == 385 and table.state.seats == ("bob", "cay", "ann")


def test_the_seats_also_follow_the_cash_after_an_auction_of_another_kind() -> None:
    """first_order = least-cash, with the cheapest lot for sale."""
    short = {f"privates.{id}.min_players": 6 for id in ("SV", "CS", "DH", "BO", "CA")}
    table = play(game({"rules.stock.first_order": "least-cash", **short}), Pass("ann"), Bid("bob", "MH", 110))
    assert table.state.round == "stock" and table.state.seats == ("bob", "ann", "cay")


def test_who_gets_a_presidents_certificate_sets_the_starting_value_before_the_auction_goes_on() -> None:
    table = play(offering(), OfferLot("ann", "CS"), Pass("bob"), Pass("cay"), OfferLot("bob", "DH"), Pass("cay"))
    play(table, Pass("dan"))
    assert table.state.auctioned == "CA"
    play(table, Pass("dan"), Pass("ann"))
    assert table.state.auctioned == "BO" and table.actor == "ann"
    play(table, Bid("ann", "BO", 225), Pass("bob"))
    assert table.state.pending[0].step == "choose-par" and table.actor == "ann"


STARTED = """
extends = "1830"
id = "started"
name = "1830 with a corporation that is started, and one private"
roles = [{{ id = "first", group = "drawn", cell = [0, 6], float_percent = {percent} }}]
corporations = [{{ id = "PRR", group = "drawn" }}]
privates = [
  {{ id = "SV", min_players = 6 }}, {{ id = "CS", min_players = 6 }}, {{ id = "DH", min_players = 6 }},
  {{ id = "MH", min_players = 6 }}, {{ id = "BO", min_players = 6 }},
]
"""


def started(tmp_path: Path, percent: int, more: str = "") -> Game:
    overlay = tmp_path / "started.toml"
    overlay.write_text(STARTED.format(percent=percent) + more, "utf-8")
    return new_game(load(overlay), NAMES[:3])


@pytest.mark.parametrize(("percent", "floats"), [(10, True), (20, False)])
def test_a_started_corporation_floats_with_the_lot_that_brings_enough_of_it(
    tmp_path: Path, percent: int, floats: bool
) -> None:
    """CA brings one certificate of PRR, which stands in the market already and floats at so much."""
    table = started(tmp_path, percent)
    assert table.table.is_started("PRR") and not table.table.is_floated("PRR")
    play(table, Bid("ann", "CA", 160))
    assert table.table.percent("ann", "PRR") == 10 and table.table.is_floated("PRR") == floats
    assert table.state.cash["PRR"] == (1000 if floats else 0)
    assert table.state.round == "stock" and not table.state.president


@pytest.mark.parametrize("kind", ["waterfall", "offer"])
def test_the_money_of_a_corporation_that_floats_may_break_the_bank_within_the_auction(
    tmp_path: Path, kind: str
) -> None:
    """PRR gets 1000 of a bank that has no more than 405; the game ends at once."""
    more = """
[bank]
cash = 2640
[rules.end]
triggers = [{ on = "bankruptcy", timing = "immediate" }, { on = "bank", timing = "immediate" }]
"""
    if kind == "offer":
        more += """
[rules.auction]
kind = "offer"
lots = "piles"
unsold = "forced-sale"
[[rounds]]
id = "auction"
steps = ["offer-lot", "bid", "choose-par"]
"""
    table = started(tmp_path, 10, more)
    bids = (Bid("bob", "CA", 165), Pass("cay")) if kind == "offer" else (Bid("ann", "CA", 160),)
    play(table, *bids)
    assert table.state.ended == "bank" and table.actor == "" and table.state.round == "auction"


def test_the_incomes_of_a_forced_sale_may_break_the_bank_too() -> None:
    """The bank has 15; MH pays 20 before CS can be paid for."""
    triggers = [{"on": "bankruptcy", "timing": "immediate"}, {"on": "bank", "timing": "immediate"}]
    piles = {"ann": ("SV", "CS"), "bob": (), "cay": ()}
    table = offering(piles, {"MH": "bob"}, rules__end__triggers=triggers)
    with_cash(table, ann=1, bob=1, cay=2)
    where = Arrangement(table)
    where.tx.pay("bank", "PRR", where.tx.state.cash["bank"] - 15)
    where.done()
    play(table, OfferLot("ann", "CS"))
    assert table.state.ended == "bank" and table.state.privates["CS"] == "" and table.state.cash["bank"] == -5


# --------------------------------------------------------------------------- titles that do not fit


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rules.auction.lots": "all"}, "wanted lots = piles"),
        ({"rules.auction.unsold": "falls"}, "wanted unsold = forced-sale"),
        ({"rounds.auction.steps": ["bid", "choose-par"]}, "no auction round has the step offer-lot"),
        ({"rounds.auction.steps": ["offer-lot", "choose-par"]}, "no auction round has the step bid"),
        ({"rules.auction.kind": "waterfall", "rules.auction.unsold": "falls",
          "rules.auction.reserved_cash": "all-bids"}, "wanted kind = offer"),
        ({"rules.auction.kind": "waterfall", "rules.auction.lots": "all",
          "rules.auction.reserved_cash": "all-bids"}, "wanted kind = offer"),
        ({"rules.auction.kind": "waterfall", "rules.auction.lots": "all",
          "rules.auction.unsold": "falls"}, "wanted kind = offer"),
    ],
)  # fmt: skip
def test_words_for_the_one_kind_of_auction_do_not_fit_the_other(changes: dict[str, Any], message: str) -> None:
    title(OFFER)
    with pytest.raises(TitleError, match=message):
        title({**OFFER, **changes})
