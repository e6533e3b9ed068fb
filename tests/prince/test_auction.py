"""The auction of The Old Prince 1871: what comes with the lots, and how the first stock round follows.

Piles of the worked example: ann IB SL RF P4, bob HSE P5 P6 VR, cay RA MC SBC SB, dan UB ML P1 P3; C is the mainline, A
the shortline, and the rights to So, MS, MR, S and Gt are dealt.
"""

from __future__ import annotations

import pytest

from open18xx.play import events as e
from open18xx.play.actions import Bid, OfferLot, Pass
from open18xx.play.game import Game
from open18xx.play.state import NOBODY, POOL
from open18xx.play.transaction import Transaction

from .positions import accepted, arranged, begun, go_on, money


def play(game: Game, *actions: OfferLot | Bid | Pass) -> Game:
    for action in actions:
        accepted(game, action)
    return game


def on_sale(*lots: str, site: bool = False, **owners: str) -> Game:
    """ann has these lots to offer; others are sold, with what comes with them, to those named.

    The rest has closed, but for rights to railways, which go to dan.
    """
    game = begun(site=site)
    with arranged(game) as tx:
        tx.note("piles", {"ann": lots, "bob": (), "cay": (), "dan": ()})
        for private in [id for id, owner in tx.state.privates.items() if owner == NOBODY and id not in lots]:
            owner = owners.get(private, "dan" if game.title.privates[private].right_to else "")
            if owner:
                tx.move_private(private, owner)
                bring(tx, private, owner)
            else:
                tx.close_private(private)
        tx.settle_presidency("PEIR")
        go_on(tx)
    return game


def bring(tx: Transaction, private: str, owner: str) -> None:
    for ability in tx.box.privates[private].abilities:
        for certificate in tx.certificates_given(private, ability):
            tx.move_certificate(certificate, owner)
            if tx.box.certificates[certificate].president:
                tx.record(e.PresidentChanged(tx.box.certificates[certificate].corporation, owner))


def sold(game: Game, lot: str, buyer: str) -> Game:
    """ann offers it; the next player bids 5 over the price, or nobody bids and dan has to take it."""
    price = game.title.privates[lot].price
    if game.state.auctioned != lot:
        play(game, OfferLot("ann", lot))
    return play(game, *((Bid("bob", lot, price + 5), Pass("cay")) if buyer == "bob" else (Pass("bob"), Pass("cay"))))


# --------------------------------------------------------------------------- the example of the page


def first_lots(*, site: bool = False) -> Game:
    """The ferry, which nobody wants, the steam engine, the society, and the offer of the concession."""
    game = begun(site=site)
    play(game, OfferLot("ann", "RF"), Pass("bob"), Pass("cay"))
    play(game, OfferLot("bob", "HSE"), Bid("cay", "HSE", 115), Pass("dan"))
    return play(game, OfferLot("cay", "RA"), Pass("dan"), Pass("ann"), OfferLot("dan", "ML"))


@pytest.mark.rule("O-004", "O-058")
def test_if_both_pass_the_next_player_must_buy_at_the_price() -> None:
    """ann's ferry goes to dan for 120, cay's society to bob for 110."""
    game = first_lots()
    assert game.state.privates["RF"] == "dan" and game.state.privates["RA"] == "bob"
    assert [game.state.cash[player] for player in game.players] == [480, 480 - 110, 480 - 115, 480 - 120]


@pytest.mark.rule("O-057", "O-105")
def test_who_buys_the_concession_presides_over_the_mainline() -> None:
    game = play(first_lots(), Bid("ann", "ML", 165), Pass("bob"))
    assert game.state.cash["ann"] == 315 and game.state.privates["ML"] == "ann"
    assert game.state.president["C"] == "ann" and game.table.percent("ann", "C") == 20
    assert game.table.percent(POOL, "C") == 50 and game.state.cash["C"] == 920


@pytest.mark.rule("O-058")
def test_of_three_players_who_offers_it_has_to_take_it() -> None:
    game = begun(players=3)
    play(game, OfferLot("ann", "RF"), Pass("bob"), Pass("cay"))
    assert game.state.privates["RF"] == "ann" and game.state.cash["ann"] == 580 - 120 and game.actor == "bob"


# --------------------------------------------------------------------------- what comes with the lots


@pytest.mark.rule("O-102")
@pytest.mark.parametrize(("lot", "certificate"), [("RA", "C/1"), ("RF", "C/2"), ("ML", "C/0"), ("SL", "A/0")])
def test_a_lot_brings_its_certificate(lot: str, certificate: str) -> None:
    game = sold(on_sale(lot, "MC", "SB"), lot, "bob")
    assert game.state.paper["bob"] == (certificate,)


@pytest.mark.rule("O-107")
def test_the_shortline_gets_a_president_and_does_not_float_with_its_concession() -> None:
    game = sold(on_sale("SL", "MC", "SB"), "SL", "bob")
    assert game.state.president["A"] == "bob" and not game.table.is_floated("A")


@pytest.mark.rule("O-102", "O-105")
def test_nobody_comes_to_preside_by_shares_alone_before_the_concession_is_sold() -> None:
    """dan has two tenths from the society and the ferry, and bob presides with the certificate that is worth them."""
    game = on_sale("ML", "MC", RA="dan", RF="dan")
    assert game.table.percent("dan", "C") == 20 and "C" not in game.state.president
    sold(game, "ML", "bob")
    assert game.state.president["C"] == "bob" and game.table.percent("dan", "C") == 20


@pytest.mark.parametrize("last", ["ML", "RA", "RF"])
def test_on_the_site_the_mainline_floats_with_the_last_of_its_three_lots(last: str) -> None:
    """Overlay: 20 + 10 + 10, and 10 of the bank, are out of the pool; the bank pays ten times 92."""
    others = {lot: "dan" for lot in ("ML", "RA", "RF") if lot != last}
    game = on_sale(last, "MC", "SB", site=True, **others)
    assert not game.table.is_floated("C") and game.state.cash["C"] == 0
    sold(game, last, "bob")
    assert game.table.is_floated("C") and game.state.cash["C"] == 920
    assert game.table.operating_order(game.state.floated) == ("C", "PEIR")


@pytest.mark.rule("O-110")
def test_a_right_brings_a_certificate_of_the_unpriced_railway_by_its_number_among_those_dealt() -> None:
    """P1 P3 P4 P5 P6: the right to S is the fourth."""
    game = sold(on_sale("P5", "MC", "SB"), "P5", "bob")
    assert game.state.paper["bob"] == ("PEIR/3",)


@pytest.mark.rule("O-114")
def test_who_holds_most_rights_presides_over_it_and_of_equals_who_holds_the_first() -> None:
    """cay has two; bob has the first of all, and buys a second."""
    game = on_sale("P3", "SB", "MC", P1="bob", P4="cay", P5="cay", P6="dan")
    assert game.state.president["PEIR"] == "cay"
    sold(game, "P3", "bob")
    assert game.table.percent("bob", "PEIR") == game.table.percent("cay", "PEIR")
    assert game.state.president["PEIR"] == "bob"


@pytest.mark.rule("O-108", "O-123")
def test_who_buys_the_bank_decides_for_it() -> None:
    game = on_sale("UB", "MC", "SB")
    assert game.table.decider("Union Bank") == "" and game.state.paper["Union Bank"] == ("C/8", "S/8")
    sold(game, "UB", "bob")
    assert game.table.decider("Union Bank") == "bob" and game.state.paper["Union Bank"] == ("C/8", "S/8")


@pytest.mark.rule("O-058", "O-109")
def test_when_nobody_can_pay_the_lots_pay_and_the_kings_mail_does_not() -> None:
    """SBC, which is bob's, pays 30 for MC at 40; UB and the rights pay nothing."""
    game = on_sale("MC", "SB", "VR", SBC="bob", UB="cay")
    with arranged(game) as tx:
        money(tx, ann=1, bob=20, cay=15, dan=0)
    play(game, OfferLot("ann", "MC"))
    assert game.state.privates["MC"] == "bob" and game.state.cash["bob"] == 20 + 30 - 40
    assert game.state.cash["cay"] == 15 and game.state.cash["PEIR"] == 200


# --------------------------------------------------------------------------- the first stock round


@pytest.mark.rule("O-008", "O-059", "O-124")
def test_after_the_auction_who_has_least_money_begins_and_equals_sit_as_before() -> None:
    game = on_sale("MC", ML="dan", RA="dan", RF="dan")
    with arranged(game) as tx:
        money(tx, ann=300, bob=345, cay=480, dan=300)
    sold(game, "MC", "bob")
    assert [game.state.cash[player] for player in game.state.seats] == [300, 300, 300, 480]
    assert game.state.seats == ("ann", "bob", "dan", "cay") and game.actor == game.state.priority == "ann"
