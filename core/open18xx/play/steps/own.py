"""A corporation deals in its own certificates in its turn: sells them to the pool, or buys them back from there.

Its own stock lies in one place, the initial offering: what was never sold, and what has been bought back. So every
later sale of it pays the corporation, and ``unsold_pays`` says what its dividends do.
"""

from __future__ import annotations

from collections.abc import Iterator

from open18xx.errors import Refusal
from open18xx.play.actions import Action, IssueCertificates, RedeemCertificates
from open18xx.play.offers import Amount, Offer
from open18xx.play.state import BANK, IPO, POOL
from open18xx.play.steps.base import Step, not_in_turn
from open18xx.play.steps.shares import is_worthless, lower_price, pool_room
from open18xx.play.table import Table
from open18xx.play.transaction import Transaction
from open18xx.title.model import Certificate

DEALS = ("issue", "issue-all", "redeem")
"""In ``State.traded``: what a corporation has done with its own certificates in this turn."""


def own_stock(table: Table, corporation: str) -> list[Certificate]:
    """What it may sell: all but the president's certificate, unmarked before marked, then in the order of numbers.

    What is kept for exchanges is not its own to sell.
    """
    number = {certificate.id: n for n, certificate in enumerate(table.box.corporations[corporation].certificates)}
    kept = table.state.reserved
    ordinary = (each for each in table.certificates_of(IPO, corporation) if not each.president and each.id not in kept)
    return sorted(ordinary, key=lambda each: (each.marked, number[each.id]))


def most_to_issue(table: Table, corporation: str) -> int:
    """How many of its own certificates the pool takes now."""
    if corporation not in table.state.cell or is_worthless(table, corporation):
        return 0
    return max(0, min(len(own_stock(table, corporation)), pool_room(table, corporation)))


def proceeds(table: Table, corporation: str, count: int) -> int:
    """What so many of its own certificates bring, sold at once."""
    percent = sum(certificate.percent for certificate in own_stock(table, corporation)[:count])
    return table.price(corporation) * percent // table.box.unit[corporation] if percent else 0


def issue(tx: Transaction, corporation: str, count: int) -> None:
    """Sell so many own certificates to the pool; the bank pays the price before it falls."""
    sold = own_stock(tx, corporation)[:count]
    tx.pay(BANK, corporation, proceeds(tx, corporation, count))
    for certificate in sold:
        tx.move_certificate(certificate.id, POOL)
    lower_price(tx, corporation, sum(certificate.percent for certificate in sold))


def _closed(table: Table, action: Action) -> Refusal | None:
    """Why the corporation does not deal in its own certificates now, however few."""
    if refusal := not_in_turn(table, action):
        return refusal
    if action.actor not in table.state.cell:
        return Refusal("not-started", corporation=action.actor)
    if is_worthless(table, action.actor):
        return Refusal("worthless", corporation=action.actor)
    # to sell and to buy back at the lower price would make money of nothing
    if any(deal in DEALS for deal, _ in table.state.traded):
        return Refusal("traded-this-turn", corporation=action.actor)
    return None


class IssueStep(Step):
    """Sell own certificates to the pool, once a turn; the bank pays the price before it falls."""

    name = "issue"
    action = IssueCertificates

    def offers(self, table: Table) -> Iterator[Offer]:
        if _closed(table, IssueCertificates(table.state.actor, 1)) is None:
            most = self._most(table, table.state.actor)
            if most > 0:
                yield self.offer(table, Amount("count", 1, most))

    @staticmethod
    def _most(table: Table, corporation: str) -> int:
        if table.box.rules.corporations.own_certificates == "never":
            return 0
        return most_to_issue(table, corporation)

    def refusal(self, table: Table, action: IssueCertificates) -> Refusal | None:
        if refusal := _closed(table, action):
            return refusal
        most = self._most(table, action.actor)
        if not 1 <= action.count <= most:
            return Refusal("sale-size", corporation=action.actor, count=action.count, limit=most)
        return None

    def apply(self, tx: Transaction, action: IssueCertificates) -> None:
        corporation = action.actor
        issue(tx, corporation, action.count)
        tx.note("traded", (*tx.state.traded, ("issue", corporation)))


class RedeemStep(Step):
    """Buy own certificates back from the pool, once a turn, those first that have lain there longest."""

    name = "redeem"
    action = RedeemCertificates

    def offers(self, table: Table) -> Iterator[Offer]:
        if _closed(table, RedeemCertificates(table.state.actor, 1)) is None:
            corporation = table.state.actor
            most = min(self._there(table, corporation), table.state.cash[corporation] // self._each(table, corporation))
            if most > 0:
                yield self.offer(table, Amount("count", 1, most))

    @staticmethod
    def _there(table: Table, corporation: str) -> int:
        """How many there are to buy back."""
        if table.box.rules.corporations.own_certificates != "sell-and-buy-back":
            return 0
        return len(table.certificates_of(POOL, corporation))

    @staticmethod
    def _each(table: Table, corporation: str) -> int:
        """What one of them costs."""
        return table.price(corporation) * table.box.size[corporation] // table.box.unit[corporation]

    def refusal(self, table: Table, action: RedeemCertificates) -> Refusal | None:
        if refusal := _closed(table, action):
            return refusal
        corporation, count = action.actor, action.count
        there = self._there(table, corporation)
        if not 1 <= count <= there:
            return Refusal("buy-back-size", corporation=corporation, count=count, limit=there)
        cost, cash = count * self._each(table, corporation), table.state.cash[corporation]
        if cash < cost:
            return Refusal("cash", what=f"{count} x {corporation}", cost=cost, actor=corporation, cash=cash)
        return None

    def apply(self, tx: Transaction, action: RedeemCertificates) -> None:
        corporation = action.actor
        tx.pay(corporation, BANK, action.count * self._each(tx, corporation))
        for certificate in tx.certificates_of(POOL, corporation)[: action.count]:
            tx.move_certificate(certificate.id, IPO)
        tx.note("traded", (*tx.state.traded, ("redeem", corporation)))
