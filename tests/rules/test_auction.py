"""The waterfall auction of privates. Ids: kernel cases (A02 ...)."""

from __future__ import annotations

from typing import Any

from open18xx.play.actions import Bid as Bid
from open18xx.play.actions import BuyCertificate, ChoosePar, Pass
from open18xx.play.game import Game

from .moments import game, percents, play
from .positions import is_listed, kinds, refused


def auction(**values: Any) -> dict[str, Any]:
    return {f"rules.auction.{key}": value for key, value in values.items()}


def offered(table: Game, private: str) -> tuple[int, int] | None:
    """The lowest and the highest bid that is offered for a private."""
    for offer in table.offers():
        if dict(offer.fixed).get("private") == private:
            return offer.holes[0].low, offer.holes[0].high  # type: ignore[union-attr]
    return None


def passes(table: Game, *players: str) -> Game:
    return play(table, *(Pass(player) for player in players))


# --------------------------------------------------------------------------- buying and bidding


def test_the_cheapest_costs_its_price_and_no_more() -> None:
    table = game()
    assert offered(table, "SV") == (20, 20)
    refused(table, Bid("ann", "SV", 25), "bid-price", price=25, wanted=20)
    refused(table, Bid("ann", "SV", 15), "bid-price", price=15, wanted=20)
    play(table, Bid("ann", "SV", 20))
    assert table.state.privates["SV"] == "ann" and table.state.cash["ann"] == 780


def test_a_bid_on_another_is_the_increment_over_its_price_and_stands() -> None:
    """increment = 5: CS is 40, the next bid on it 50."""
    table = game(auction(increment=5))
    refused(table, Bid("ann", "CS", 44), "bid-price", price=44, wanted=45)
    play(table, Bid("ann", "CS", 46))
    assert table.state.cash["ann"] == 800 and table.actor == "bob"
    refused(table, Bid("bob", "CS", 50), "bid-price", price=50, wanted=51)
    assert is_listed(table, Bid("bob", "CS", 51))


def test_the_increment_is_the_titles() -> None:
    """increment = 7."""
    table = game(auction(increment=7))
    refused(table, Bid("ann", "CS", 46), "bid-price", price=46, wanted=47)
    assert is_listed(table, Bid("ann", "CS", 47)) and is_listed(table, Bid("ann", "CS", 48))


def test_bids_in_multiples_of_the_increment_only() -> None:
    """multiples_only: 45, 50, ... for CS at 40."""
    table = game(auction(multiples_only=True))
    refused(table, Bid("ann", "CS", 47), "bid-multiple", price=47, multiple=5)
    play(table, Bid("ann", "CS", 50))
    free = game(auction(multiples_only=False))
    play(free, Bid("ann", "CS", 47))


def test_a_single_bid_buys_as_soon_as_the_lot_is_the_cheapest() -> None:
    table = game()
    play(table, Bid("ann", "CS", 45), Bid("bob", "SV", 20))
    assert table.state.privates["CS"] == "ann" and table.state.cash["ann"] == 755
    assert table.actor == "cay" and offered(table, "DH") == (70, 70)


def test_several_bidders_bid_the_cheapest_out_among_themselves_from_the_lowest() -> None:
    table = game()
    play(table, Bid("ann", "CS", 45), Bid("bob", "CS", 50), Bid("cay", "SV", 20))
    assert table.actor == "ann" and table.state.auctioned == "CS"
    refused(table, Bid("ann", "DH", 75), "other-lot", lot="DH", expected="CS")
    refused(table, Bid("ann", "CS", 54), "bid-price", price=54, wanted=55)
    refused(table, Bid("cay", "CS", 60), "not-your-turn", expected="ann")
    play(table, Bid("ann", "CS", 55), Pass("bob"))
    assert table.state.privates["CS"] == "ann" and table.state.cash["ann"] == 745
    assert table.state.cash["bob"] == 800 and table.actor == "ann"  # after cay, whose purchase opened the bidding


def test_all_standing_bids_set_money_aside() -> None:
    """reserved_cash = all-bids: 800 less 700 leaves 100, also when the bid has been passed by another."""
    table = game(auction(reserved_cash="all-bids"))
    play(table, Bid("ann", "BO", 700), Bid("bob", "BO", 705), Pass("cay"))
    assert offered(table, "CS") == (45, 100)
    refused(table, Bid("ann", "CS", 101), "cash", what="CS", cost=101, actor="ann", cash=100)
    assert offered(table, "BO") == (710, 800)


def test_a_bid_that_was_passed_sets_nothing_aside_when_only_leading_bids_count() -> None:
    """A02, reserved_cash = leading-bids: 100 in cash, 60 bid and passed at 65: 100 at most, on either lot."""
    table = game({**auction(reserved_cash="leading-bids"), "players.3.cash": 100})
    play(table, Bid("ann", "CS", 60), Bid("bob", "CS", 65), Pass("cay"))
    assert offered(table, "CS") == (70, 100) and offered(table, "DH") == (75, 100)
    refused(table, Bid("ann", "CS", 160), "cash", cost=160, cash=100)
    play(table, Bid("ann", "CS", 70))
    passes(table, "bob", "cay")
    assert offered(table, "DH") is None  # 70 of 100 are set aside, and DH is 75


# --------------------------------------------------------------------------- all pass


def test_while_none_is_sold_the_cheapest_falls_when_all_pass() -> None:
    """fall = 5, unsold = falls-or-pays-out."""
    table = passes(game(), "ann", "bob", "cay")
    assert offered(table, "SV") == (15, 15) and table.actor == "ann"
    assert [table.state.cash[player] for player in table.players] == [800] * 3
    table = passes(game(auction(fall=8)), "ann", "bob", "cay")
    assert offered(table, "SV") == (12, 12)


def test_once_one_is_sold_the_privates_pay_out_when_all_pass() -> None:
    """A04: pass, pass, buy, pass, pass, pass: one payout, and the next only after three passes more."""
    table = passes(game(), "ann", "bob")
    play(table, Bid("cay", "SV", 20))
    passes(table, "ann", "bob")
    assert table.state.cash["cay"] == 780
    passes(table, "cay")
    assert table.state.cash["cay"] == 785 and offered(table, "CS") == (40, 40)
    passes(table, "ann", "bob")
    assert table.state.cash["cay"] == 785
    passes(table, "cay")
    assert table.state.cash["cay"] == 790


def test_a_purchase_between_two_passes_breaks_the_row() -> None:
    """A04: ann's and bob's passes before cay's purchase do not count with the one after it."""
    table = passes(game(), "ann", "bob")
    play(table, Bid("cay", "SV", 20), Bid("ann", "CS", 40))
    passes(table, "bob", "cay")
    assert table.state.cash["cay"] == 780
    passes(table, "ann")
    assert table.state.cash["cay"] == 785 and table.state.cash["ann"] == 770


def test_where_the_first_two_lots_cost_the_same_the_second_does_not_fall_either() -> None:
    """unsold = falls-or-pays-out: one is sold, so the privates pay out."""
    table = play(game({"privates.CS.price": 20, "privates.CS.buy_price": [10, 40]}), Bid("ann", "SV", 20))
    passes(table, "bob", "cay", "ann")
    assert table.state.cash["ann"] == 785 and offered(table, "CS") == (20, 20)


def test_the_cheapest_always_falls_when_the_title_says_so() -> None:
    """unsold = falls: also when others are sold, and nothing is paid."""
    table = play(game(auction(unsold="falls")), Bid("ann", "SV", 20))
    passes(table, "bob", "cay", "ann")
    assert offered(table, "CS") == (35, 35) and table.state.cash["ann"] == 780


def test_at_price_nothing_the_next_player_must_take_the_lot() -> None:
    """A06, at_zero = next-player-takes: four rounds of passes take SV from 20 to 0; ann has it, and bob goes on."""
    table = game()
    for _ in range(4):
        assert table.state.privates["SV"] == ""
        passes(table, "ann", "bob", "cay")
    assert table.state.privates["SV"] == "ann" and table.state.cash["ann"] == 800
    assert table.actor == "bob" and offered(table, "CS") == (40, 40)


def test_the_price_never_falls_below_nothing() -> None:
    """A06: a fall of 15 from 20 leaves 5, and the next takes those."""
    table = game(auction(fall=15))
    passes(table, "ann", "bob", "cay")
    assert offered(table, "SV") == (5, 5)
    passes(table, "ann", "bob", "cay")
    assert table.state.privates["SV"] == "ann" and table.state.falls == {"SV": 20}


# --------------------------------------------------------------------------- what comes with a private


def bought_up_to(last: str) -> Game:
    table = game()
    for private, price in (("SV", 20), ("CS", 40), ("DH", 70), ("MH", 110), ("CA", 160), ("BO", 220)):
        play(table, Bid(table.actor, private, price))
        if private == last:
            break
    return table


def test_a_share_that_comes_with_a_private_goes_to_its_buyer() -> None:
    """CA brings a share of PRR, which is not started by it."""
    table = bought_up_to("CA")
    assert percents(table, "PRR") == {"bob": 10, "ipo": 90} and "PRR" not in table.state.par


def test_the_buyer_of_a_presidents_certificate_sets_the_par_value_before_anything_else() -> None:
    """BO brings the presidency of B&O; nothing is paid for it, and the auction is over after it."""
    table = bought_up_to("BO")
    assert kinds(table) == {"choose-par"} and table.player == "cay"
    refused(table, Pass("cay"), "must-act", actor="cay")
    refused(table, ChoosePar("ann", "B&O", 100), "not-your-turn", expected="cay")
    refused(table, ChoosePar("cay", "PRR", 100), "other-corporation", expected="B&O")
    refused(table, ChoosePar("cay", "B&O", 99), "par", par=99)
    cash = table.state.cash["cay"]
    play(table, ChoosePar("cay", "B&O", 100))
    assert table.state.cash["cay"] == cash and table.state.president["B&O"] == "cay"
    assert percents(table, "B&O") == {"cay": 20, "ipo": 80} and table.state.round == "stock"


def test_the_player_after_the_last_buyer_begins_the_first_stock_round() -> None:
    """first_order = after-auction: cay bought the last lot."""
    table = play(bought_up_to("BO"), ChoosePar("cay", "B&O", 100))
    assert table.actor == table.state.priority == "ann" and table.state.number == 1
    refused(table, BuyCertificate("ann", "PRR/2"), "not-started", corporation="PRR")
