"""What happens when a corporation must buy a train that it cannot pay: who issues, sells, or is bankrupt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from open18xx.errors import Refusal
from open18xx.play.actions import DeclareBankruptcy, IssueCertificates, SellCertificates
from open18xx.play.offers import Amount, Offer
from open18xx.play.state import BANK
from open18xx.play.steps.base import Step, not_in_turn, unknown
from open18xx.play.steps.own import issue
from open18xx.play.steps.shares import Sellable, sale_offers, sale_refusal, sell
from open18xx.play.steps.train_prices import (
    ISSUE_FIRST,
    SELL_TO_HELP,
    emergency_block,
    emergency_blocks,
    is_short,
    missing_for_train,
    must_buy,
    raisable_for_train,
    to_issue_first,
)
from open18xx.play.steps.trains import asking_step
from open18xx.play.table import Table
from open18xx.play.transaction import Transaction


class IssueFirstStep(Step):
    """A corporation that must buy a train and cannot pay sells own certificates before anybody helps it."""

    name = ISSUE_FIRST
    action = IssueCertificates

    def due(self, table: Table) -> bool:
        return False  # offered beside the purchase, never a decision of its own

    def _bounds(self, table: Table) -> tuple[int, int]:
        """The fewest and the most that may be sold now."""
        corporation = table.state.actor
        asked = _at_asking_step(table) and is_short(table, corporation)
        most = to_issue_first(table, corporation) if asked else 0
        return most if table.box.rules.emergency.corporation_sells_first == "all" else 1, most

    def offers(self, table: Table) -> Iterator[Offer]:
        least, most = self._bounds(table)
        if most:
            yield self.offer(table, Amount("count", least, most))

    def refusal(self, table: Table, action: IssueCertificates) -> Refusal | None:
        if refusal := not_in_turn(table, action):
            return refusal
        least, most = self._bounds(table)
        if not most or not least <= action.count <= most:
            return Refusal("sale-size", corporation=action.actor, count=action.count, limit=most)
        return None

    def apply(self, tx: Transaction, action: IssueCertificates) -> None:
        issue(tx, action.actor, action.count)
        tx.note("traded", (*tx.state.traded, (self.name, action.actor)))


def _needs_help(table: Table) -> bool:
    """Whether the purchase is at hand, and the president has to help with it."""
    return _at_asking_step(table) and table.box.rules.emergency.president_pays and is_short(table, table.state.actor)


def _at_asking_step(table: Table) -> bool:
    state = table.state
    return table.title.rounds[state.round].steps[state.step] == asking_step(table)


def _needed(table: Table) -> int:
    """What is still missing for the train at hand when all who pay give all their cash; 0 if nothing."""
    return missing_for_train(table) if _needs_help(table) else 0


def _sell_to_help(tx: Transaction, player: str, corporation: str, ids: tuple[str, ...], keep: int) -> None:
    shares = sell(tx, player, corporation, ids, keep)
    tx.note("helped", (*tx.state.helped, *((player, corporation),) * shares))


def _shortfall(table: Table, player: str, corporation: str, ids: tuple[str, ...], keep: int) -> Refusal | None:
    """Why the sale would leave the president unable to pay what he has to.

    Sold by and by certificates bring less than in one block, as the price falls with each sale.
    """
    return falls_short(table, corporation, lambda tx: _sell_to_help(tx, player, corporation, ids, keep))


def falls_short(table: Table, what: str, deed: Callable[[Transaction], None]) -> Refusal | None:
    """Why the president of the corporation in turn may not do this now: he could then not pay the train any more.

    Where he can be bankrupt he may; and what makes somebody else president he may do, too. Of two who sell one after
    the other it is not known before what they get.
    """
    if table.box.rules.emergency.bankruptcy != "forbidden" or not _needed(table):
        return None
    if len(table.payers(table.state.actor)) > 1:
        return None
    after = Transaction(table.box, table.state.copy())
    deed(after)
    corporation = table.state.actor
    if after.state.ended or after.decider(corporation) != table.decider(corporation):
        return None
    missing, raisable = _needed(after), raisable_for_train(after)
    if raisable >= missing:
        return None
    return Refusal("falls-short", what=what, missing=missing, raisable=raisable)


def has_to_pay(table: Table, player: str) -> bool:
    """Whether the player has to raise money for the train of the corporation in turn now."""
    corporation = table.state.actor
    return player in table.payers(corporation) and _needed(table) > 0 and must_buy(table, corporation)


def _sufficient(table: Table, player: str, block: Sellable) -> Iterator[Sellable]:
    """The parts of the block after whose sale the purchase can still be paid; their sizes need not be a single run."""

    def suffices(count: int, keep: int = 0, card: tuple[str, ...] = ()) -> bool:
        ids = tuple(certificate.id for certificate in block.ordinary[:count])
        return _shortfall(table, player, block.corporation, (*ids, *card), keep) is None

    counts = [count for count in range(block.least, block.most + 1) if suffices(count)]
    while counts:
        least = most = counts.pop(0)
        while counts and counts[0] == most + 1:
            most = counts.pop(0)
        yield replace(block, least=least, most=most, keeps=())
    whole, card = len(block.ordinary), (block.president,)
    keeps = tuple(keep for keep in block.keeps if suffices(whole, keep, card))
    if keeps:
        yield replace(block, least=1, most=0, keeps=keeps)


class SellToHelpStep(Step):
    """The president sells certificates to help the corporation buy the train it must have, no more than needed.

    Where nobody can be bankrupt, no sale may leave him unable to pay: the duty that he has, he keeps.
    """

    name = SELL_TO_HELP
    action = SellCertificates

    def due(self, table: Table) -> bool:
        return False  # offered beside the purchase, never a decision of its own

    def _blocks(self, table: Table, payer: str) -> Iterator[Sellable]:
        """What the payer may sell now: for what is missing when it, and all who pay before it, give all their cash."""
        if not _needs_help(table) or to_issue_first(table, table.state.actor):
            return
        limit: int | None = missing_for_train(table, payer)
        if table.box.rules.emergency.sell_more_than_needed:
            limit = None  # E06: also to reach a dearer train
        if limit != 0:
            yield from emergency_blocks(table, payer, limit)

    def offers(self, table: Table) -> Iterator[Offer]:
        for payer in table.payers(table.state.actor):
            for block in self._blocks(table, payer):
                for part in _sufficient(table, payer, block):
                    yield from sale_offers(self, table, payer, part)

    def refusal(self, table: Table, action: SellCertificates) -> Refusal | None:
        corporation = table.state.actor
        if action.actor not in table.payers(corporation):
            return Refusal("not-president", actor=action.actor, corporation=corporation)
        if action.corporation not in table.box.corporations:
            return unknown("corporation", action.corporation)
        if _needs_help(table) and (count := to_issue_first(table, corporation)):
            return Refusal("issue-first", corporation=corporation, count=count)
        for block in self._blocks(table, action.actor):
            if block.corporation == action.corporation:
                return sale_refusal(table, action.certificates, action.keep, block) or _shortfall(
                    table, action.actor, action.corporation, action.certificates, action.keep
                )
        return Refusal("no-need", corporation=action.corporation, needed=_needed(table))

    def apply(self, tx: Transaction, action: SellCertificates) -> None:
        _sell_to_help(tx, action.actor, action.corporation, action.certificates, action.keep)


class DeclareBankruptcyStep(Step):
    """The president cannot raise the money for a train the corporation must buy."""

    name = "bankruptcy"
    action = DeclareBankruptcy

    def due(self, table: Table) -> bool:
        return False  # offered beside the purchase

    def refusal(self, table: Table, action: DeclareBankruptcy) -> Refusal | None:
        if refusal := not_in_turn(table, action):
            return refusal
        needed = _needed(table)
        raisable = raisable_for_train(table) if needed else 0
        if not needed or raisable >= needed:
            return Refusal("not-bankrupt", corporation=action.actor, needed=needed, raisable=raisable)
        return None

    def offers(self, table: Table) -> Iterator[Offer]:
        if self.refusal(table, DeclareBankruptcy(table.state.actor)) is None:
            yield self.offer(table)

    def apply(self, tx: Transaction, action: DeclareBankruptcy) -> None:
        """Everything that can be sold is sold, all cash goes to the bank; the fortune is counted after that.

        Where an actor presides that is what it has, and what the player has who decides for it.
        """
        for payer in tx.payers(action.actor):
            for corporation in tx.operating_order(tuple(tx.state.par)):
                while (block := emergency_block(tx, payer, corporation, None)) is not None:
                    ids = tuple(certificate.id for certificate in block.ordinary[: block.most])
                    if block.keeps:
                        ids = (*(certificate.id for certificate in block.ordinary), block.president)
                    _sell_to_help(tx, payer, corporation, ids, min(block.keeps, default=0))
            tx.pay(payer, BANK, tx.state.cash[payer])
        tx.trigger_end("bankruptcy")
