"""The waterfall auction of privates: the cheapest is for sale, bids stand on the others.

Case ids (A02, A04, A06) refer to the list of kernel cases in the tests.
"""

from __future__ import annotations

from collections.abc import Iterator

from open18xx.errors import Refusal
from open18xx.play import events as e
from open18xx.play.actions import Bid, ChoosePar
from open18xx.play.offers import Amount, Offer, Rows
from open18xx.play.state import BANK, CLOSED, GONE, IPO, NOBODY, POOL
from open18xx.play.steps.base import Step, not_in_turn, unknown
from open18xx.play.table import Table
from open18xx.play.transaction import Transaction
from open18xx.title.model import Certificate


def lots(table: Table) -> list[str]:
    """Privates not sold yet, cheapest printed price first, equal prices in the title's order."""
    privates = table.box.privates
    return sorted(
        (id for id, owner in table.state.privates.items() if owner == NOBODY), key=lambda id: privates[id].price
    )


def asking_price(table: Table, lot: str) -> int:
    """What the lot costs while it is the cheapest: the printed price less what it has fallen."""
    return table.box.privates[lot].price - table.state.falls.get(lot, 0)


def standing(table: Table, lot: str) -> tuple[tuple[str, int], ...]:
    return table.state.bids.get(lot, ())


def free_cash(table: Table, player: str, lot: str) -> int:
    """Cash that is not set aside for bids of the player on other lots."""
    rule = table.box.rules.auction.reserved_cash
    if rule == "none":
        return table.state.cash[player]
    set_aside = 0
    for other, bids in table.state.bids.items():
        if other != lot and table.state.privates[other] == NOBODY:
            best = max((price for _, price in bids), default=0)
            set_aside += sum(p for who, p in bids if who == player and (rule == "all-bids" or p == best))
    return table.state.cash[player] - set_aside


def bid_multiple(table: Table) -> int:
    """Bids rise by whole multiples of it."""
    rule = table.box.rules.auction
    return rule.increment if rule.multiples_only else 1


def bid_range(table: Table, player: str, lot: str, cheapest: str = NOBODY) -> tuple[int, int]:
    """Lowest and highest bid the player may make; the cheapest lot, while nobody bids for it, has one price."""
    bids = standing(table, lot)
    if lot == cheapest and not bids:
        price = asking_price(table, lot)
        return price, min(price, free_cash(table, player, lot))
    best = max((price for _, price in bids), default=table.box.privates[lot].price)
    return best + table.box.rules.auction.increment, free_cash(table, player, lot)


def bid_fault(table: Table, action: Bid, low: int, high: int) -> Refusal | None:
    """Why the amount is no bid for the lot; the lowest and the highest are known."""
    lot, price, multiple = action.private, action.price, bid_multiple(table)
    if price < low:
        return Refusal("bid-price", lot=lot, price=price, wanted=low)
    if price > high:
        return Refusal("cash", what=lot, cost=price, actor=action.actor, cash=free_cash(table, action.actor, lot))
    if (price - low) % multiple:
        return Refusal("bid-multiple", lot=lot, price=price, multiple=multiple)
    return None


class BidStep(Step):
    """Buy the cheapest private, or bid for another; while several bid for the cheapest, they alone bid it out."""

    name = "bid"
    action = Bid

    def due(self, table: Table) -> bool:
        return bool(lots(table))

    def offers(self, table: Table) -> Iterator[Offer]:
        on_sale = lots(table)
        for lot in [table.state.auctioned] if table.state.auctioned else on_sale:
            low, high = bid_range(table, table.state.actor, lot, on_sale[0])
            if low <= high:
                yield self.offer(table, Amount("price", low, high, bid_multiple(table)), private=lot)

    def refusal(self, table: Table, action: Bid) -> Refusal | None:
        lot, price = action.private, action.price
        if refusal := not_in_turn(table, action):
            return refusal
        if lot not in table.box.privates:
            return unknown("private", lot)
        on_sale = lots(table)
        if lot not in on_sale:
            return Refusal("not-for-sale", what=lot, owner=table.state.privates.get(lot, CLOSED))
        if table.state.auctioned not in (NOBODY, lot):
            return Refusal("other-lot", lot=lot, expected=table.state.auctioned)
        low, high = bid_range(table, action.actor, lot, on_sale[0])
        if price > low and lot == on_sale[0] and not standing(table, lot):
            return Refusal("bid-price", lot=lot, price=price, wanted=low)
        return bid_fault(table, action, low, high)

    def apply(self, tx: Transaction, action: Bid) -> None:
        tx.note("passed", tuple(player for player in tx.state.passed if player != action.actor))
        cheapest = lots(tx)[0]
        buys = action.private == cheapest and not standing(tx, cheapest)
        if not tx.state.auctioned:
            tx.note("queue", (tx.after(action.actor),))
        if buys:
            sell_lot(tx, action.private, action.actor, action.price)
        else:
            tx.record(e.BidPlaced(action.private, action.actor, action.price))


def sell_lot(tx: Transaction, lot: str, player: str, price: int) -> None:
    """The player gets the private and what comes with it."""
    tx.pay(player, BANK, price)
    tx.move_private(lot, player)
    tx.note("auctioned", NOBODY)
    for index, ability in enumerate(tx.box.privates[lot].abilities):
        if ability.kind == "certificates" and tx.ability_left(lot, index, ability):
            given = tx.certificates_given(lot, ability)
            _give(tx, player, given)
            tx.use_ability(lot, index, ability)
            for corporation in dict.fromkeys(tx.box.certificates[id].corporation for id in given):
                tx.float_if_sold(corporation)


def _give(tx: Transaction, player: str, certificates: tuple[str, ...]) -> None:
    """The certificates that come with a private; those of corporations that were not drawn are out of the game.

    Who gets the president's certificate chooses the starting value, unless the corporation has one, and presides.
    """
    for id in certificates:
        certificate = tx.box.certificates[id]
        if tx.state.holder[id] == GONE:
            continue
        if certificate.president and not tx.is_started(certificate.corporation):
            tx.demand("choose-par", player, certificate.corporation)
            continue
        tx.move_certificate(id, player)
        if certificate.president:
            tx.record(e.PresidentChanged(certificate.corporation, player))
        elif tx.box.corporations[certificate.corporation].card is None:
            tx.settle_presidency(certificate.corporation)


def pass_bid(tx: Transaction) -> None:
    """The actor leaves the bidding for the lot, or passes; when all have passed, the cheapest falls or privates pay."""
    actor = tx.state.actor
    if tx.state.auctioned:
        tx.record(e.BidWithdrawn(tx.state.auctioned, actor))
        return
    record_pass(tx, actor)
    tx.note("queue", (tx.after(actor),))
    if len(tx.state.passed) == len(tx.state.seats):
        everyone_passed(tx)
        tx.note("passed", ())


def record_pass(tx: Transaction, player: str) -> None:
    tx.record(e.Passed(player))
    if tx.box.rules.stock.first_order == "last-to-pass":
        tx.note("pass_order", (*(other for other in tx.state.pass_order if other != player), player))


def everyone_passed(tx: Transaction) -> None:
    rule = tx.box.rules.auction
    on_sale = lots(tx)
    cheapest = on_sale[0]
    all_lots = [id for id in tx.state.privates if not tx.box.privates[id].owner]
    if rule.unsold == "falls-or-pays-out" and len(on_sale) < len(all_lots):
        pay_sold_lots(tx)  # A04: once for each round of passes
        return
    tx.record(e.LotPriceFell(cheapest, min(rule.fall, asking_price(tx, cheapest))))
    if asking_price(tx, cheapest) <= 0:  # A06: forced when the price, not price and debts, is 0
        taker = tx.state.queue[0]
        tx.note("queue", (tx.after(taker),))
        sell_lot(tx, cheapest, taker, 0)


def first_after_auction(table: Table) -> str:
    """Who begins the first stock round: whose turn it would be now, or as the title orders.

    The first of the seats, where they are ordered by cash; or who passed last, if anybody ever passed (to leave the
    bidding for a lot is no pass).
    """
    state = table.state
    if table.box.rules.stock.first_order == "last-to-pass":
        return state.pass_order[-1] if state.pass_order else state.priority
    if table.box.rules.stock.first_order == "least-cash":
        return state.seats[0]
    return state.queue[0] if state.queue else state.priority


def pay_incomes(tx: Transaction) -> None:
    """Every private pays its income to its owner, players and corporations alike."""
    for private, owner in tx.state.privates.items():
        if owner not in (NOBODY, CLOSED):
            tx.pay(BANK, owner, tx.income(private))


def pay_sold_lots(tx: Transaction) -> bool:
    """The lots sold so far pay their incomes; whether any of them pays something."""
    privates = tx.box.privates
    paid = False
    for private, owner in tx.state.privates.items():
        if owner not in (NOBODY, CLOSED) and not privates[private].owner:
            tx.pay(BANK, owner, tx.income(private))
            paid = paid or tx.income(private) > 0
    return paid


def settle_lots(tx: Transaction) -> None:
    """Sell the cheapest lot while exactly one player bids for it; open it to its bidders when several do."""
    while not tx.state.pending and not tx.state.ended and (on_sale := lots(tx)):
        lot = on_sale[0]
        bids = standing(tx, lot)
        if not bids:
            break
        if len(bids) > 1:
            tx.note("auctioned", lot)
            tx.note("actor", min(bids, key=lambda bid: bid[1])[0])
            return
        sell_lot(tx, lot, *bids[0])
    if not tx.state.pending and not tx.state.ended:
        tx.note("actor", tx.state.queue[0])


class ChooseParStep(Step):
    """The owner of the president's certificate that came with a private sets the starting value, and pays nothing.

    Where the private says so, the bank pays the corporation instead.
    """

    name = "choose-par"
    action = ChoosePar
    only_demanded = True

    def due(self, table: Table) -> bool:
        return False

    def may_pass(self, table: Table) -> bool:
        return False

    def asked(self, table: Table) -> tuple[str, str]:
        """Who is asked, and about which corporation."""
        _, actor, corporation = table.state.pending[0]
        return actor, corporation

    def offers(self, table: Table) -> Iterator[Offer]:
        if table.state.pending and table.state.pending[0].step == self.name:
            actor, corporation = self.asked(table)
            pars = tuple((par,) for par in table.pars())
            yield self.offer(table, Rows(("par",), pars), actor=actor, corporation=corporation)

    def refusal(self, table: Table, action: ChoosePar) -> Refusal | None:
        actor, corporation = self.asked(table)
        if action.actor != actor:
            return Refusal("not-your-turn", actor=action.actor, expected=actor)
        if action.corporation != corporation:
            return Refusal("other-corporation", corporation=action.corporation, expected=corporation)
        if action.par not in table.pars():
            return Refusal("par", par=action.par, allowed=tuple(table.pars()))
        return None

    def apply(self, tx: Transaction, action: ChoosePar) -> None:
        tx.meet()
        tx.pay(BANK, action.corporation, self._from_bank(tx, action))
        found_corporation(tx, action.actor, action.corporation, action.par)

    @staticmethod
    def _from_bank(table: Table, action: ChoosePar) -> int:
        card = table.box.corporations[action.corporation].card
        for private, _, ability in table.box.abilities["certificates"]:
            given = table.certificates_given(private, ability) if private in table.state.privates else ()
            if ability.bank_pays and card is not None and card.id in given:
                return action.par * card.percent // table.box.unit[action.corporation]
        return 0


def first_certificate(table: Table, corporation: str) -> Certificate:
    """The one that starts the corporation: the president's; without such a one the first that is unsold, if any is."""
    each, holder = table.box.corporations[corporation], table.state.holder
    first = each.certificates[0]
    if first.president:
        return first
    return next((one for one in each.certificates if holder[one.id] in (IPO, POOL, corporation)), first)


def found_corporation(tx: Transaction, player: str, corporation: str, par: int) -> None:
    """Set the value, hand over the first certificate and float the corporation if enough is sold."""
    first = first_certificate(tx, corporation)
    tx.start_corporation(corporation, par)
    tx.move_certificate(first.id, player)
    tx.record(e.PresidentChanged(corporation, player))
    tx.settle_presidency(corporation)
    tx.float_if_sold(corporation)
    if tx.box.rules.tokens.home == "start":
        tx.place_home(corporation)
