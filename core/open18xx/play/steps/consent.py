"""Purchases from somebody else: where the title says so, who decides for the seller is asked before anything moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from open18xx.errors import Refusal
from open18xx.play.actions import Action, Consent
from open18xx.play.offers import Offer
from open18xx.play.state import NOBODY
from open18xx.play.steps.base import Step
from open18xx.play.table import Table
from open18xx.play.transaction import Transaction

NOT_SOLD = "not-sold"
"""In ``State.traded``, with "PLAYER:STEP:THING@PRICE": what a player has refused to sell in this turn."""


class DealStep(Step):
    """A step whose purchases may be from somebody else."""

    def seller(self, table: Table, action: Any) -> str:
        """Whose it is that is bought; a place such as the depot when it is the bank's."""
        raise NotImplementedError

    def subject(self, action: Any) -> tuple[str, int]:
        """What is bought, and for how much."""
        raise NotImplementedError

    def deal(self, buyer: str, what: str, price: int) -> Action:
        """The purchase of it."""
        raise NotImplementedError

    def conclude(self, tx: Transaction, action: Any) -> None:
        """Everybody agrees: do it."""
        raise NotImplementedError

    def apply(self, tx: Transaction, action: Any) -> None:
        seller = self.seller(tx, action)
        if is_asked(tx, action.actor, seller):
            what, price = self.subject(action)
            tx.demand(ConsentStep.name, seller, f"{self.name}:{what}@{price}")
        else:
            self.conclude(tx, action)


def is_asked(table: Table, buyer: str, seller: str) -> bool:
    """Whether the seller has to agree: where it is asked for, and somebody else than the buyer's player decides."""
    owns = seller in table.state.seats or seller in table.box.corporations or seller in table.box.actors
    return table.box.rules.trade.consent == "asked" and owns and table.decider(seller) != table.decider(buyer)


def not_refused(
    table: Table, step: str, seller: str, what: str, found: tuple[int, int] | Refusal
) -> tuple[int, int] | Refusal:
    """The lowest and highest price that may still be offered in this turn: more than the seller has refused."""
    if isinstance(found, Refusal) or not is_asked(table, table.state.actor, seller):
        return found
    if table.decider(seller) == NOBODY:
        return Refusal("not-for-sale", what=what, owner=seller)
    low, high = max(found[0], _refused(table, step, seller, what) + 1), found[1]
    return (low, high) if low <= high else Refusal("not-sold", what=what, seller=seller, price=high)


def refused_already(table: Table, step: str, seller: str, what: str, price: int, most: int) -> Refusal | None:
    """That the seller's player has said no to as much in this turn."""
    if not is_asked(table, table.state.actor, seller) or price > _refused(table, step, seller, what):
        return None
    return Refusal("not-sold", what=what, seller=seller, price=most)


def _refused(table: Table, step: str, seller: str, what: str) -> int:
    """The highest price for it that who decides for the seller has refused in this turn; 0 if none."""
    key = f"{table.decider(seller)}:{step}:{what}"
    offered = (deal.rpartition("@") for note, deal in table.state.traded if note == NOT_SOLD)
    return max((int(price) for thing, _, price in offered if thing == key), default=0)


class ConsentStep(Step):
    """Agree to sell something at the price offered, or pass: then nothing moves, and the buyer may offer more."""

    name = "consent"
    action = Consent
    only_demanded = True
    alone = True

    def due(self, table: Table) -> bool:
        return False

    def _asked(self, table: Table) -> Consent:
        """What whoever is asked can say to the offer."""
        _, seller, subject = table.state.pending[0]
        step, what, price = _read(subject)
        field = {"buy-private": "private"}.get(step, "train")
        return Consent(seller, table.state.actor, price, **{field: what})

    def offers(self, table: Table) -> Iterator[Offer]:
        asked = self._asked(table)
        fixed = {"buyer": asked.buyer, "price": asked.price, "private": asked.private, "train": asked.train}
        yield self.offer(table, actor=asked.actor, **fixed)

    def refusal(self, table: Table, action: Consent) -> Refusal | None:
        asked = self._asked(table)
        if action.actor != asked.actor:
            return Refusal("not-your-turn", actor=action.actor, expected=asked.actor)
        if action != asked:
            what = asked.private or asked.train
            return Refusal("other-deal", what=what, price=asked.price, buyer=asked.buyer)
        return None

    def apply(self, tx: Transaction, action: Consent) -> None:
        step, what, price = _read(tx.state.pending[0].subject)
        dealing = tx.box.steps[step]
        assert isinstance(dealing, DealStep)
        tx.meet()
        if tx.box.title.rounds[tx.state.round].kind == "operating":
            tx.note("acted", True)
        dealing.conclude(tx, dealing.deal(action.buyer, what, price))

    def decline(self, tx: Transaction) -> None:
        _, seller, subject = tx.state.pending[0]
        tx.note("traded", (*tx.state.traded, (NOT_SOLD, f"{tx.decider(seller)}:{subject}")))


def _read(subject: str) -> tuple[str, str, int]:
    """The step, the thing and the price of a deal that a demand is about."""
    deal, _, price = subject.rpartition("@")
    step, _, what = deal.partition(":")
    return step, what, int(price)
