"""The auction in which players offer lots of their own piles: each lot is bid for by the next two players."""

from __future__ import annotations

from collections.abc import Iterator

from open18xx.errors import Refusal
from open18xx.play.actions import Bid, OfferLot
from open18xx.play.offers import Offer
from open18xx.play.steps.base import Step
from open18xx.play.table import Table
from open18xx.play.transaction import Transaction


def on_offer(table: Table) -> bool:
    """Whether the title sells its privates in this way."""
    return table.box.rules.auction.kind == "offer"


class OfferLotStep(Step):
    """Put a lot of the own pile up for sale."""

    name = "offer-lot"
    action = OfferLot

    def may_pass(self, table: Table) -> bool:
        return bool(table.state.auctioned)

    def offers(self, table: Table) -> Iterator[Offer]:
        return iter(())

    def refusal(self, table: Table, action: OfferLot) -> Refusal | None:
        pile = table.state.piles.get(action.actor, ())
        return Refusal("not-your-lot", lot=action.private, actor=action.actor, pile=pile)


class OfferBidStep(Step):
    """Bid for the lot on offer. It takes the place of the step ``bid`` where lots are offered."""

    name = "bid"
    action = Bid

    def offers(self, table: Table) -> Iterator[Offer]:
        return iter(())

    def refusal(self, table: Table, action: Bid) -> Refusal | None:
        return Refusal("other-lot", lot=action.private, expected=table.state.auctioned)


def settle_offers(tx: Transaction) -> None:
    """Go on until somebody has to offer a lot or to bid: sole lots are offered, and bidders who cannot bid pass."""


def pass_offer(tx: Transaction) -> None:
    """The actor passes for the lot on offer."""
