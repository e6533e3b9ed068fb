"""The steps of a stock round's turn: sell, buy, start a corporation."""

from __future__ import annotations

from collections.abc import Iterator

from open18xx.errors import Refusal
from open18xx.play.actions import BuyCertificate, SellCertificates, StartCorporation
from open18xx.play.offers import Offer, Rows
from open18xx.play.state import IPO, NOBODY, POOL
from open18xx.play.steps.auction import first_certificate, found_corporation
from open18xx.play.steps.base import Step, not_in_turn, unknown
from open18xx.play.steps.shares import (
    Sellable,
    gain_refusal,
    is_worthless,
    over_limit,
    sale_offers,
    sale_refusal,
    sell,
    sellable,
)
from open18xx.play.table import Table
from open18xx.play.transaction import Transaction
from open18xx.title.model import Certificate


def must_sell(table: Table) -> bool:
    """Whether the player in turn is over a limit and can do something about it (S07: if he cannot, he may pass)."""
    known: bool | None = table.memo.get("must-sell")
    if known is None:
        over = table.box.rules.stock.over_limit != "no-purchase" and over_limit(table, table.state.actor)
        known = table.memo["must-sell"] = over and next(_blocks(table), None) is not None
    return known


def _sales_closed(table: Table) -> Refusal | None:
    """Why nothing at all may be sold at this point of the turn."""
    state, rules = table.state, table.box.rules.stock
    if rules.sell_after == "first-round" and state.number <= 1:
        return Refusal("too-early", what="selling", round=state.number, first=2)
    if state.bought:
        once = rules.turn_order == "sell-or-buy-once" and bool(state.sold) and not state.last_was_sale
        if rules.turn_order == "sell-then-buy" or once:
            return Refusal("order", what="selling", after="buying")
    return None


def _sale_closed(table: Table, corporation: str) -> Refusal | None:
    """Why this corporation may not be sold at this point of the turn."""
    state, rules = table.state, table.box.rules.stock
    if corporation not in state.par:
        return Refusal("not-started", corporation=corporation)
    if is_worthless(table, corporation):
        return Refusal("worthless", corporation=corporation)
    if rules.sell_after == "operated" and corporation not in state.operated:
        return Refusal("not-operated", corporation=corporation)
    if rules.sales_per_corporation == "one-block" and corporation in state.sold:
        return Refusal("one-block", corporation=corporation)
    bought = corporation in state.bought or ("exchange", corporation) in state.traded
    if rules.same_turn_trade == "forbidden" and bought:
        return Refusal("same-turn", corporation=corporation)
    return None


def _cap(table: Table, corporation: str) -> int:
    """Percent of the corporation that may still be sold in this turn."""
    sold = table.state.sold.count(corporation) * table.box.unit[corporation]
    return table.box.rules.stock.sale_cap_percent - sold


def _blocks(table: Table) -> Iterator[Sellable]:
    """What the player in turn may sell."""
    if _sales_closed(table) is not None:
        return
    player = table.state.actor
    for corporation in table.state.par:
        if table.percent(player, corporation) and _sale_closed(table, corporation) is None:
            block = sellable(table, player, corporation, cap=_cap(table, corporation))
            if block is not None:
                yield block


class SellCertificatesStep(Step):
    """Sell certificates of one corporation to the pool."""

    name = "sell-certificates"
    action = SellCertificates

    def due(self, table: Table) -> bool:
        return next(_blocks(table), None) is not None

    def may_pass(self, table: Table) -> bool:
        return not must_sell(table)

    def offers(self, table: Table) -> Iterator[Offer]:
        for block in _blocks(table):
            yield from sale_offers(self, table, table.state.actor, block)

    def refusal(self, table: Table, action: SellCertificates) -> Refusal | None:
        corporation = action.corporation
        if refusal := not_in_turn(table, action):
            return refusal
        if corporation not in table.box.corporations:
            return unknown("corporation", corporation)
        if refusal := _sales_closed(table) or _sale_closed(table, corporation):
            return refusal
        block = sellable(table, action.actor, corporation, cap=_cap(table, corporation))
        if block is None:
            held, pool = table.percent(action.actor, corporation), table.percent(POOL, corporation)
            return Refusal("nothing-to-sell", corporation=corporation, held=held, pool=pool)
        return sale_refusal(table, action.certificates, action.keep, block)

    def apply(self, tx: Transaction, action: SellCertificates) -> None:
        shares = sell(tx, action.actor, action.corporation, action.certificates, action.keep)
        state = tx.state
        tx.note("sold", (*state.sold, *(action.corporation,) * shares))
        key = (action.actor, action.corporation)
        if key not in state.sold_in_round:
            tx.note("sold_in_round", (*state.sold_in_round, key))
        tx.note("last_was_sale", True)
        took_turn(tx, action.actor)


def took_turn(tx: Transaction, player: str) -> None:
    """The player has acted: no longer counts as having passed, and is the last to act."""
    tx.note("acted", True)
    tx.note("last_actor", player)
    state = tx.state
    tx.note("passed", tuple(other for other in state.passed if other != player))
    if tx.box.rules.stock.next_order != "first-passer-keeps-seats":
        tx.note("pass_order", tuple(other for other in state.pass_order if other != player))


def purchase_closed(table: Table) -> Refusal | None:
    """Why nothing may be bought or started at this point of the turn (several purchases of one zone apart)."""
    if must_sell(table):
        return Refusal("must-sell", count=table.certificate_count(table.state.actor), limit=table.certificate_limit())
    if table.state.bought:
        return Refusal("already-bought", what=", ".join(c for c in table.state.bought if c) or "this turn")
    return None


def buyer_refusal(table: Table, actor: str) -> Refusal | None:
    """Why the purchase of this turn cannot be made for ``actor``."""
    if actor in table.buyers():
        return None
    if actor in table.state.acted_for and table.decider(actor) == table.state.actor:
        return Refusal("acted-for", actor=actor)
    return Refusal("not-your-turn", actor=actor, expected=table.state.actor)


def cash_refusal(table: Table, buyer: str, what: str, cost: int) -> Refusal | None:
    """Why the buyer cannot pay so much."""
    cash = table.purchasing_power(buyer)
    return Refusal("cash", what=what, cost=cost, actor=buyer, cash=cash) if cash < cost else None


def made_purchase(tx: Transaction, buyer: str, what: str) -> None:
    """It was the purchase of the turn, whoever it was made for; ``what`` as in ``State.bought``."""
    tx.note("bought", (*tx.state.bought, what))
    tx.note("last_was_sale", False)
    if buyer in tx.box.actors:
        tx.note("acted_for", (*tx.state.acted_for, buyer))
    took_turn(tx, tx.state.actor)


class BuyCertificateStep(Step):
    """Buy one certificate of a started corporation from the initial offering, its treasury or the pool.

    The player in turn buys for himself or for an actor for whom he decides.
    """

    name = "buy-certificate"
    action = BuyCertificate

    def due(self, table: Table) -> bool:
        return any(next(self._kinds(table, buyer), None) is not None for buyer in table.buyers())

    def offers(self, table: Table) -> Iterator[Offer]:
        for buyer in table.buyers():
            if rows := self._rows(table, set(self._kinds(table, buyer))):
                yield self.offer(table, Rows(("certificate",), rows), actor=buyer)

    @staticmethod
    def _rows(table: Table, kinds: set[tuple[str, str, int]]) -> tuple[tuple[str], ...]:
        """The certificates of these kinds."""
        known, paper, reserved = table.box.certificates, table.state.paper, table.state.reserved
        rows = []
        for source in {source for source, _, _ in kinds}:
            for id in paper[source]:
                certificate = known[id]
                if certificate.president or id in reserved:
                    continue
                if (source, certificate.corporation, certificate.percent) in kinds:
                    rows.append((id,))
        return tuple(sorted(rows))

    def _kinds(self, table: Table, buyer: str) -> Iterator[tuple[str, str, int]]:
        """(source, corporation, percent) of what can be bought: certificates alike are judged once."""
        if (table.state.bought and not self._may_repeat(table)) or must_sell(table):
            return
        holding, box = table.state.holding, table.box
        for corporation in table.state.par:
            for source in (IPO, POOL, corporation):
                there = holding.get((source, corporation), 0)
                if there and source == IPO:
                    there -= table.reserved_percent(corporation)
                if not there:
                    continue
                card = box.corporations[corporation].card
                if card is not None and there == card.percent and table.state.holder[card.id] == source:
                    continue
                for certificate in box.sizes[corporation]:
                    if self._fault(table, buyer, certificate, source) is None:
                        yield source, corporation, certificate.percent

    def _may_repeat(self, table: Table) -> bool:
        """Whether what was bought this turn leaves room for more of the same corporation."""
        bought = table.state.bought
        if "" in bought or len(set(bought)) > 1:
            return False
        return table.market_cell(bought[0]).zone.several_purchases

    def refusal(self, table: Table, action: BuyCertificate) -> Refusal | None:
        if refusal := buyer_refusal(table, action.actor):
            return refusal
        certificate = table.box.certificates.get(action.certificate)
        if certificate is None:
            return unknown("certificate", action.certificate)
        if refusal := purchase_closed(table):
            if refusal.code != "already-bought" or not self._may_repeat(table):
                return refusal
        owner = table.state.holder[certificate.id]
        if owner not in (IPO, POOL, certificate.corporation):
            return Refusal("not-for-sale", what=certificate.id, owner=owner)
        if certificate.id in table.state.reserved:
            return Refusal("reserved-certificate", what=certificate.id)
        return self._fault(table, action.actor, certificate, owner)

    def _fault(self, table: Table, buyer: str, certificate: Certificate, source: str) -> Refusal | None:
        """Why a certificate of this kind, lying with ``source``, cannot be bought."""
        state, corporation = table.state, certificate.corporation
        if corporation not in state.par:
            return Refusal("not-started", corporation=corporation)
        if certificate.president:
            return Refusal("presidents-certificate", corporation=corporation)  # S05
        if is_worthless(table, corporation):
            return Refusal("worthless", corporation=corporation)
        if state.bought:
            if state.last_was_sale and table.box.rules.stock.turn_order == "sell-or-buy-once":
                return Refusal("order", what="buying", after="selling")
            if corporation not in state.bought or not table.market_cell(corporation).zone.several_purchases:
                return Refusal("already-bought", what=state.bought[0])
            if source != POOL and table.box.rules.stock.several_purchases == "pool-only":
                return Refusal("pool-only", what=certificate.id, owner=source)
        if (buyer, corporation) in state.sold_in_round and table.box.rules.stock.rebuy == "never-this-round":
            return Refusal("sold-this-round", actor=buyer, corporation=corporation)
        if table.box.rules.stock.same_turn_trade == "forbidden" and corporation in state.sold:
            return Refusal("same-turn", corporation=corporation)
        cost = table.share_price(corporation, source) * certificate.percent // table.box.unit[corporation]
        return cash_refusal(table, buyer, certificate.id, cost) or gain_refusal(table, buyer, certificate)

    def apply(self, tx: Transaction, action: BuyCertificate) -> None:
        certificate = tx.box.certificates[action.certificate]
        buy(tx, action.actor, certificate)
        made_purchase(tx, action.actor, certificate.corporation)


def buy(tx: Transaction, buyer: str, certificate: Certificate) -> None:
    """Pay for a certificate and take it; the presidency and the float follow."""
    corporation = certificate.corporation
    tx.pay_shared(buyer, tx.payee(certificate), tx.cost(certificate))
    tx.move_certificate(certificate.id, buyer)
    tx.settle_presidency(corporation)
    tx.float_if_sold(corporation)


class StartCorporationStep(Step):
    """Choose a starting value and buy the president's certificate; where there is none, the first of the others."""

    name = "start-corporation"
    action = StartCorporation

    def due(self, table: Table) -> bool:
        return next(self.offers(table), None) is not None

    def offers(self, table: Table) -> Iterator[Offer]:
        if purchase_closed(table) is not None:
            return
        cheapest = min(table.pars(), default=0)
        for buyer in table.buyers():
            cash = table.purchasing_power(buyer)
            for corporation, shares in table.box.start_shares.items():
                if corporation in table.state.par or cash < cheapest * shares:
                    continue
                if pars := self._pars(table, buyer, corporation, cash):
                    yield self.offer(table, Rows(("par",), pars), actor=buyer, corporation=corporation)

    def _pars(self, table: Table, buyer: str, corporation: str, cash: int) -> tuple[tuple[int], ...]:
        """The starting values at which the buyer may start the corporation."""
        per_par = table.box.start_shares[corporation]
        pars = tuple((par,) for par in table.pars() if par * per_par <= cash)
        return pars if pars and self._fault(table, buyer, corporation, pars[0][0]) is None else ()

    def refusal(self, table: Table, action: StartCorporation) -> Refusal | None:
        if refusal := buyer_refusal(table, action.actor):
            return refusal
        if action.corporation not in table.box.corporations:
            return unknown("corporation", action.corporation)
        if action.corporation in table.state.par:
            return Refusal("already-started", corporation=action.corporation)
        if action.par not in table.pars():
            return Refusal("par", par=action.par, allowed=tuple(table.pars()))
        return purchase_closed(table) or self._fault(table, action.actor, action.corporation, action.par)

    def _fault(self, table: Table, buyer: str, corporation: str, par: int) -> Refusal | None:
        if refusal := _unavailable(table, buyer, corporation):
            return refusal
        first = first_certificate(table, corporation)
        if table.state.holder[first.id] not in (IPO, POOL, corporation) or corporation in _promised(table):
            return Refusal("not-for-sale", what=first.id, owner=table.state.holder[first.id])
        cost = par * table.box.start_shares[corporation]
        return cash_refusal(table, buyer, first.id, cost) or gain_refusal(table, buyer, first)

    def apply(self, tx: Transaction, action: StartCorporation) -> None:
        corporation, first = action.corporation, first_certificate(tx, action.corporation)
        tx.pay_shared(action.actor, tx.payee(first), action.par * tx.box.start_shares[corporation])
        found_corporation(tx, action.actor, corporation, action.par)
        made_purchase(tx, action.actor, "")


def _unavailable(table: Table, buyer: str, corporation: str) -> Refusal | None:
    """Why the buyer may not start the corporation, whatever it costs."""
    each = table.box.corporations[corporation]
    if each.started_by == "nobody" or corporation in table.state.closed:
        return Refusal("not-startable", corporation=corporation)
    if each.available_on and not table.has_begun(each.available_on):
        return Refusal("not-available", corporation=corporation, wanted=each.available_on, phase=table.phase.id)
    if each.started_by == "holder" and not _holds_right(table, buyer, corporation):
        return Refusal("not-holder", corporation=corporation, private=table.box.rights[corporation], actor=buyer)
    if not table.open_slot():
        waited = table.waited_for() or ()
        return Refusal("no-slot-open", started=len(table.state.starts), waited=waited)
    return None


def _holds_right(table: Table, buyer: str, corporation: str) -> bool:
    """Whether the buyer, or who decides for it, owns the private that gives the right to the corporation."""
    return table.state.privates.get(table.box.rights[corporation], NOBODY) == table.decider(buyer)


def _promised(table: Table) -> set[str]:
    """Corporations whose president's certificate still lies with an unsold private."""
    return {
        table.box.certificates[id].corporation
        for private, _, ability in table.box.abilities.get("certificates", ())
        if table.state.privates.get(private) == ""
        for id in table.certificates_given(private, ability)
        if table.box.certificates[id].president
    }
