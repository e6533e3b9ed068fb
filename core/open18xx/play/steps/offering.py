"""The auction in which players offer lots of their own piles: each lot is bid for by the next two players.

In the state ``queue`` holds who offers, ``auctioned`` the lot on offer, ``actor`` the bidder who is asked, and
``passed`` those who were asked in vain.
"""

from __future__ import annotations

from collections.abc import Iterator

from open18xx.errors import Refusal
from open18xx.play import events as e
from open18xx.play.actions import Bid, OfferLot
from open18xx.play.offers import Amount, Offer, Rows
from open18xx.play.steps.auction import (
    bid_fault,
    bid_multiple,
    bid_range,
    lots,
    pay_sold_lots,
    record_pass,
    sell_lot,
    standing,
)
from open18xx.play.steps.base import Step, not_in_turn, unknown
from open18xx.play.table import Table
from open18xx.play.transaction import Transaction


def on_offer(table: Table) -> bool:
    """Whether the title sells its privates in this way."""
    return table.box.rules.auction.kind == "offer"


def bidders(table: Table) -> tuple[str, ...]:
    """Who is asked, in this order: the next two players after the one who offers."""
    return table.seats_from(table.state.queue[0])[1:3]


class OfferLotStep(Step):
    """Put a lot of the own pile up for sale."""

    name = "offer-lot"
    action = OfferLot

    def may_pass(self, table: Table) -> bool:
        return bool(table.state.auctioned)

    def offers(self, table: Table) -> Iterator[Offer]:
        if not table.state.auctioned and (pile := table.state.piles.get(table.state.actor)):
            yield self.offer(table, Rows(("private",), tuple((lot,) for lot in pile)))

    def refusal(self, table: Table, action: OfferLot) -> Refusal | None:
        if refusal := not_in_turn(table, action):
            return refusal
        if action.private not in table.box.privates:
            return unknown("private", action.private)
        if table.state.auctioned:
            return Refusal("other-lot", lot=action.private, expected=table.state.auctioned)
        pile = table.state.piles.get(action.actor, ())
        if action.private not in pile:
            return Refusal("not-your-lot", lot=action.private, actor=action.actor, pile=pile)
        return None

    def apply(self, tx: Transaction, action: OfferLot) -> None:
        _put_up(tx, action.private)


class OfferBidStep(Step):
    """Bid for the lot on offer. It takes the place of the step ``bid`` where lots are offered."""

    name = "bid"
    action = Bid

    def offers(self, table: Table) -> Iterator[Offer]:
        lot = table.state.auctioned
        if lot:
            low, high = bid_range(table, table.state.actor, lot)
            if low <= high:
                yield self.offer(table, Amount("price", low, high, bid_multiple(table)), private=lot)

    def refusal(self, table: Table, action: Bid) -> Refusal | None:
        lot = action.private
        if refusal := not_in_turn(table, action):
            return refusal
        if lot not in table.box.privates:
            return unknown("private", lot)
        if not table.state.auctioned:
            return Refusal("not-offered", kind=Bid.kind, possible=(OfferLot.kind,))
        if lot != table.state.auctioned:
            return Refusal("other-lot", lot=lot, expected=table.state.auctioned)
        return bid_fault(table, action, *bid_range(table, action.actor, lot))

    def apply(self, tx: Transaction, action: Bid) -> None:
        tx.record(e.BidPlaced(action.private, action.actor, action.price))
        tx.note("passed", ())  # a first pass is not final
        rivals = _others(tx)
        if rivals:
            tx.note("actor", rivals[0])
        else:
            _sell(tx, action.actor, action.price)


def settle_offers(tx: Transaction) -> None:
    """Go on until somebody has to offer a lot or to bid: sole lots are offered, and bidders who cannot bid pass."""
    while lots(tx) and not tx.state.pending and not tx.state.ended:
        if tx.state.auctioned:
            low, high = bid_range(tx, tx.state.actor, tx.state.auctioned)
            if low <= high:
                return
            pass_offer(tx)
        else:
            offerer = next(player for player in tx.seats_from(tx.state.queue[0]) if tx.state.piles[player])
            tx.note("queue", (offerer,))
            tx.note("actor", offerer)
            if len(tx.state.piles[offerer]) > 1:
                return
            _put_up(tx, tx.state.piles[offerer][0])


def pass_offer(tx: Transaction) -> None:
    """The actor passes for the lot on offer: it goes to who has bid, to the next who is asked, or to the receiver."""
    lot, player = tx.state.auctioned, tx.state.actor
    record_pass(tx, player)
    if bids := standing(tx, lot):
        _sell(tx, *max(bids, key=lambda bid: bid[1]))
    elif asked := [other for other in _others(tx) if other not in tx.state.passed]:
        tx.note("actor", asked[0])
    else:
        _force(tx)


def _others(table: Table) -> tuple[str, ...]:
    """The bidders other than the one who is asked now."""
    return tuple(player for player in bidders(table) if player != table.state.actor)


def _put_up(tx: Transaction, lot: str) -> None:
    tx.record(e.LotOffered(tx.state.queue[0], lot))
    tx.note("actor", bidders(tx)[0])


def _sell(tx: Transaction, player: str, price: int) -> None:
    """The player gets the lot on offer; the next in seat order offers one."""
    tx.note("queue", (tx.after(tx.state.queue[0]),))
    sell_lot(tx, tx.state.auctioned, player, price)


def _force(tx: Transaction) -> None:
    """Nobody has bid: the receiver has to take the lot at its price, or, if he cannot pay, the richest.

    While even he cannot, the lots that are sold pay their incomes; where none of them has any he pays what he has.
    """
    price = tx.box.privates[tx.state.auctioned].price
    taker = _receiver(tx)
    if tx.state.cash[taker] < price:
        taker = _richest(tx)
        while tx.state.cash[taker] < price and not tx.state.ended and pay_sold_lots(tx):
            taker = _richest(tx)
    if not tx.state.ended:  # the incomes may have broken the bank
        _sell(tx, taker, min(price, tx.state.cash[taker]))


def _receiver(table: Table) -> str:
    asked = bidders(table)
    return table.after(asked[-1]) if table.box.rules.auction.receiver == "after-bidders" else asked[0]


def _richest(table: Table) -> str:
    """Who has most cash, of several the first in seat order."""
    return max(table.state.seats, key=lambda player: table.state.cash[player])
