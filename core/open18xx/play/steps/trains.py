"""Buying and discarding trains, and what happens when a corporation must buy one it cannot pay."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from open18xx.errors import Refusal
from open18xx.play.actions import Action, BuyTrain, DeclareBankruptcy, DiscardTrain, IssueCertificates, SellCertificates
from open18xx.play.offers import Amount, Offer, Rows
from open18xx.play.state import BANK, DEPOT, GONE, POOL
from open18xx.play.steps.base import Step, not_in_turn, unknown
from open18xx.play.steps.consent import DealStep, not_refused
from open18xx.play.steps.own import issue, most_to_issue, proceeds
from open18xx.play.steps.shares import Sellable, sale_offers, sale_refusal, sell, sellable
from open18xx.play.table import Table
from open18xx.play.transaction import Transaction
from open18xx.title.model import Ability, TrainType


def owner_of(table: Table, train: str) -> str | None:
    for owner, trains in table.state.trains.items():
        if train in trains:
            return owner
    return None


def discounts(table: Table, corporation: str, type_: TrainType) -> Iterator[tuple[str, int, Ability]]:
    """The corporation's abilities that make such a train of the bank cheaper: (private, number, ability)."""
    for private, index, ability in table.box.abilities.get("train-discount", ()):
        if table.state.privates.get(private) == corporation and table.ability_left(private, index, ability):
            families = ability.families or table.box.families
            if type_.family in families and not (ability.first_only and table.has_had(corporation, families)):
                yield private, index, ability


def bank_price(table: Table, corporation: str, type_: TrainType) -> int:
    """What the corporation pays the bank for such a train."""
    return max(0, type_.price - sum(ability.amount for _, _, ability in discounts(table, corporation, type_)))


def cheapest_for(table: Table, corporation: str) -> int | None:
    """Price of the cheapest train of the bank that the corporation has room for; None when there is none."""
    types = map(table.type_of, table.trains_on_sale())
    return min(
        (bank_price(table, corporation, type_) for type_ in types if table.has_room(corporation, type_.family)),
        default=None,
    )


def help_at_hand(table: Table, corporation: str) -> int:
    """What the president may add: all his cash while the corporation must buy and cannot pay any train (E04).

    Nothing as long as the corporation has own certificates to sell first.
    """
    if not table.box.rules.emergency.president_pays or not is_short(table, corporation):
        return 0
    if to_issue_first(table, corporation):
        return 0
    return sum(table.state.cash[payer] for payer in _asked_to_pay(table, corporation))


def _asked_to_pay(table: Table, corporation: str) -> tuple[str, ...]:
    """Who pays what is missing, one after the other: whoever follows does so once those before can sell nothing."""
    payers = table.payers(corporation)
    for place, payer in enumerate(payers):
        if next(_emergency_blocks(table, payer, None), None) is not None:
            return payers[: place + 1]
    return payers


def is_short(table: Table, corporation: str) -> bool:
    """Whether the corporation must buy a train and its treasury does not reach for the cheapest the bank sells."""
    if not table.must_own_train(corporation):
        return False
    cheapest = cheapest_for(table, corporation)
    return cheapest is not None and table.state.cash[corporation] < cheapest


def must_buy(table: Table, corporation: str) -> bool:
    """Whether the corporation in turn has to buy a train.

    One that cannot pay, be it by selling own certificates, goes without if the president does not help, and, where
    nobody can be bankrupt, if he could not raise enough either.
    """
    if not table.must_own_train(corporation):
        return False
    rules = table.box.rules.emergency
    if not is_short(table, corporation) or (rules.president_pays and rules.bankruptcy == "ends-game"):
        return True
    return _raisable(table) >= _missing(table)


def go_without(tx: Transaction) -> None:
    """The corporation in turn must own a train, nobody can pay it, and nobody can be bankrupt: its price falls."""
    corporation = tx.state.actor
    if tx.box.rules.emergency.bankruptcy == "forbidden" and tx.must_own_train(corporation):
        tx.move_price(corporation, tx.box.market.left)


def prices(
    table: Table, corporation: str, train: str, exchange: str, *, asked: bool = True
) -> tuple[int, int] | Refusal:
    """Lowest and highest price at which the corporation may buy the train; the one place that says so.

    ``asked``: whether this is where a train must be owned, so that the president may have to help.
    """
    owner, type_ = owner_of(table, train), table.box.train_type(train)
    if owner is None or type_ is None or owner in (GONE, corporation) or train in table.state.obsolete:
        return Refusal("not-for-sale", what=train, owner=owner or "nobody")
    if not table.has_room(corporation, type_.family) and not _makes_room(table, corporation, exchange, type_):
        count, limit = table.family_count(corporation, type_.family), table.train_limit(type_.family)
        return Refusal("train-limit", corporation=corporation, count=count, limit=limit)
    if owner in (DEPOT, POOL):
        return _bank_price(table, corporation, train, type_, exchange, asked)
    if exchange:
        return Refusal("no-discount", train=train, exchange=exchange)
    found = _others_price(table, corporation, owner, type_, asked)
    return not_refused(table, BuyTrainStep.name, owner, train, found)


def _makes_room(table: Table, corporation: str, exchange: str, type_: TrainType) -> bool:
    """Whether the train handed in leaves its place to the new one: a trade-in is possible at the limit (T07)."""
    old, state = table.box.train_type(exchange), table.state
    counts = exchange in state.trains[corporation] and exchange not in state.obsolete
    return old is not None and counts and old.family == type_.family


def _is_return(table: Table, corporation: str, train: str, exchange: str) -> bool:
    """Whether the train is handed in without refund, to make room at the limit for a new one of its family."""
    rules, type_ = table.box.rules.trains, table.type_of(train)
    if rules.at_limit != "return-one" or train not in table.state.trains[DEPOT]:
        return False
    if rules.at_limit_families and type_.family not in rules.at_limit_families:
        return False
    return not table.has_room(corporation, type_.family) and _makes_room(table, corporation, exchange, type_)


def _bank_price(
    table: Table, corporation: str, train: str, type_: TrainType, exchange: str, asked: bool
) -> tuple[int, int] | Refusal:
    if train not in table.trains_on_sale():
        return Refusal("not-on-sale", train=train, on_sale=table.trains_on_sale())
    limit, done = table.box.corporations[corporation].trains_from_bank, table.state.from_bank
    if 0 < limit <= done:
        return Refusal("from-bank-limit", corporation=corporation, done=done, limit=limit)
    price, cash = bank_price(table, corporation, type_), table.state.cash[corporation]
    if exchange:
        old = table.box.train_type(exchange)
        if exchange not in table.state.trains[corporation] or old is None:
            return Refusal("no-discount", train=train, exchange=exchange)
        if old.id not in type_.discounts and not _is_return(table, corporation, train, exchange):
            return Refusal("no-discount", train=train, exchange=exchange)
        price = max(0, price - type_.discounts.get(old.id, 0))
    elif asked and cash < price and is_short(table, corporation) and (count := to_issue_first(table, corporation)):
        return Refusal("issue-first", corporation=corporation, count=count)
    elif asked and cash < price and _may_be_helped_to(table, corporation, price):
        cash += help_at_hand(table, corporation)
    if cash < price:
        return Refusal("cash", what=train, cost=price, actor=corporation, cash=cash)
    return price, price


def _may_be_helped_to(table: Table, corporation: str, price: int) -> bool:
    return not table.box.rules.emergency.cheapest_only or price == cheapest_for(table, corporation)


def _others_price(
    table: Table, corporation: str, owner: str, type_: TrainType, asked: bool
) -> tuple[int, int] | Refusal:
    rules, cash = table.box.rules, table.state.cash[corporation]
    president = table.decider(corporation)
    if rules.trains.buy_from_others == "no" or (
        rules.trains.buy_from_others == "same-president" and table.decider(owner) != president
    ):
        return Refusal("not-for-sale", what=type_.id, owner=owner)
    if ("issue-all", corporation) in table.state.traded and rules.emergency.corporation_sells_first == "all":
        return Refusal("traded-this-turn", corporation=corporation)
    if asked and rules.emergency.from_others == "never" and table.state.helped and is_short(table, corporation):
        return Refusal("bank-only", corporation=corporation)
    low, high = 1, cash
    if asked and rules.emergency.from_others != "never":
        high = cash + help_at_hand(table, corporation)
        if rules.emergency.from_others == "up-to-face":
            high = max(cash, min(high, type_.price))
    if rules.trains.others_price == "face":
        low, high = type_.price, min(high, type_.price)
    if high < low:
        return Refusal("cash", what=type_.id, cost=low, actor=corporation, cash=high)
    return low, high


class BuyTrainStep(DealStep):
    """Buy trains from the bank or from other corporations, while there is room and money."""

    name = "buy-train"
    action = BuyTrain

    def asks(self, table: Table) -> bool:
        """Whether this is the step in which a corporation has to come to own a train."""
        return asking_step(table) == self.name

    def due(self, table: Table) -> bool:
        """Whether a train must be bought, or can be: there is room, and money for some train."""
        corporation = table.state.actor
        if not table.state.trains[corporation] and self.asks(table) and must_buy(table, corporation):
            return True
        if all(not table.has_room(corporation, family) for family in table.box.families):
            returns = table.box.rules.trains.at_limit == "return-one"
            if not returns and not any(table.type_of(train).discounts for train in table.trains_on_sale()):
                return False
        return next(self.offers(table), None) is not None

    def may_pass(self, table: Table) -> bool:
        return not (self.asks(table) and must_buy(table, table.state.actor))  # E08, trap 22

    def skip(self, tx: Transaction) -> None:
        if self.asks(tx):
            go_without(tx)

    def decline(self, tx: Transaction) -> None:
        self.skip(tx)

    def _prices(self, table: Table, corporation: str, train: str, exchange: str) -> tuple[int, int] | Refusal:
        return prices(table, corporation, train, exchange, asked=self.asks(table))

    def offers(self, table: Table) -> Iterator[Offer]:
        corporation = table.state.actor
        state = table.state
        for train in table.trains_on_sale():
            found = self._prices(table, corporation, train, "")
            if not isinstance(found, Refusal):
                yield self.offer(table, train=train, price=found[0], exchange="")
            for old in state.trains[corporation]:
                found = self._prices(table, corporation, train, old)
                if not isinstance(found, Refusal):
                    yield self.offer(table, train=train, price=found[0], exchange=old)
        for owner in table.box.corporations:
            if owner != corporation:
                for train in state.trains[owner]:
                    found = self._prices(table, corporation, train, "")
                    if not isinstance(found, Refusal):
                        yield self.offer(table, Amount("price", *found), train=train, exchange="")

    def refusal(self, table: Table, action: BuyTrain) -> Refusal | None:
        if refusal := not_in_turn(table, action):
            return refusal
        if table.box.train_type(action.train) is None:
            return unknown("train", action.train)
        found = self._prices(table, action.actor, action.train, action.exchange)
        if isinstance(found, Refusal):
            return found
        low, high = found
        if not low <= action.price <= high:
            return Refusal("train-price", train=action.train, price=action.price, low=low, high=high)
        return None

    def seller(self, table: Table, action: BuyTrain) -> str:
        return owner_of(table, action.train) or DEPOT

    def subject(self, action: BuyTrain) -> tuple[str, int]:
        return action.train, action.price

    def deal(self, buyer: str, what: str, price: int) -> Action:
        return BuyTrain(buyer, what, price)

    def conclude(self, tx: Transaction, action: BuyTrain) -> None:
        corporation, train = action.actor, action.train
        type_, owner = tx.box.train_type(train), owner_of(tx, train)
        assert type_ is not None and owner is not None
        self._help(tx, corporation, action.price)
        if action.exchange:
            traded_in = tx.type_of(action.exchange).id in type_.discounts
            tx.move_train(action.exchange, corporation, discard_place(tx) if traded_in else GONE)
        if owner in (DEPOT, POOL):
            buy_from_bank(tx, corporation, train, action.price)
        else:
            tx.pay(corporation, owner, action.price)
            tx.move_train(train, owner, corporation)
            close_on_train(tx, corporation)
            tx.first_of_type(type_)

    @staticmethod
    def _help(tx: Transaction, corporation: str, price: int) -> None:
        """Those who pay for the corporation add what it has not, one after the other."""
        payers = iter(tx.payers(corporation))
        while (short := price - tx.state.cash[corporation]) > 0:
            payer = next(payers)
            tx.pay(payer, corporation, min(short, tx.state.cash[payer]))


def buy_from_bank(tx: Transaction, corporation: str, train: str, price: int) -> None:
    """Pay the bank for a train and take it; then comes what the first of a type sets off."""
    type_ = tx.type_of(train)
    tx.pay(corporation, BANK, price)
    for private, index, ability in tuple(discounts(tx, corporation, type_)):
        tx.use_ability(private, index, ability)
    tx.take_from_bank(train, corporation)
    close_on_train(tx, corporation)
    tx.first_of_type(type_)


class MustBuyTrainStep(BuyTrainStep):
    """At the end of its turn a corporation without a train buys one of the bank, or goes without if nobody can pay."""

    name = "must-buy-train"

    def due(self, table: Table) -> bool:
        return self.asks(table) and must_buy(table, table.state.actor)

    def _prices(self, table: Table, corporation: str, train: str, exchange: str) -> tuple[int, int] | Refusal:
        found = super()._prices(table, corporation, train, exchange)
        if isinstance(found, Refusal):
            return found
        on_sale = table.trains_on_sale()
        if train not in on_sale:
            return Refusal("not-on-sale", train=train, on_sale=on_sale)
        if not _may_be_helped_to(table, corporation, found[0]):
            return Refusal("not-cheapest", train=train, price=found[0], cheapest=cheapest_for(table, corporation))
        return found


def asking_step(table: Table) -> str:
    """The step in which a corporation has to come to own a train."""
    at_end = table.box.rules.trains.must_own_at == "end-of-turn"
    return MustBuyTrainStep.name if at_end else BuyTrainStep.name


def discard_place(table: Table) -> str:
    return POOL if table.box.rules.trains.discards == "pool" else GONE


def close_on_train(tx: Transaction, corporation: str) -> None:
    """Privates that close when the corporation buys its first train."""
    for private, index, ability in tx.box.abilities.get("close-on-train", ()):
        if corporation in ability.corporations and private in tx.state.privates:
            if tx.ability_left(private, index, ability):
                tx.close_private(private)


class DiscardTrainStep(Step):
    """A corporation over its train limit gives up trains of its president's choice (T01)."""

    name = "discard-trains"
    action = DiscardTrain
    only_demanded = True

    def due(self, table: Table) -> bool:
        return False

    def may_pass(self, table: Table) -> bool:
        return False

    def _asked(self, table: Table) -> list[str]:
        """The corporations that have to discard, in any order they like (trap 8)."""
        pending = table.state.pending
        if not pending or pending[0].step != self.name:
            return []
        return [demand.actor for demand in pending if demand.step == self.name]

    def _choices(self, table: Table, corporation: str) -> tuple[str, ...]:
        over = {
            family
            for family, limit in table.phase.train_limit.items()
            if table.family_count(corporation, family) > limit
        }
        trains = (train for train in table.state.trains[corporation] if train not in table.state.obsolete)
        return tuple(train for train in trains if table.type_of(train).family in over)

    def offers(self, table: Table) -> Iterator[Offer]:
        for corporation in self._asked(table):
            trains = self._choices(table, corporation)
            yield self.offer(table, Rows(("train",), tuple((train,) for train in trains)), actor=corporation)

    def refusal(self, table: Table, action: DiscardTrain) -> Refusal | None:
        asked = self._asked(table)
        if action.actor not in asked:
            return Refusal("not-your-turn", actor=action.actor, expected=", ".join(asked))
        if action.train not in self._choices(table, action.actor):
            return Refusal("not-owner", actor=action.actor, what=action.train)
        return None

    def apply(self, tx: Transaction, action: DiscardTrain) -> None:
        tx.move_train(action.train, action.actor, discard_place(tx))
        if action.actor not in tx.crowded():
            tx.meet(self.name, action.actor)


# --------------------------------------------------------------------------- emergency


class IssueFirstStep(Step):
    """A corporation that must buy a train and cannot pay sells own certificates before anybody helps it."""

    name = "issue-all"
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


def to_issue_first(table: Table, corporation: str) -> int:
    """How many own certificates the corporation in turn can still sell before anybody helps it to buy a train."""
    rule, plan = table.box.rules.emergency.corporation_sells_first, table.title.rounds[table.state.round]
    if rule == "never" or IssueFirstStep.name not in plan.anytime:
        return 0
    return most_to_issue(table, corporation)


def _needs_help(table: Table) -> bool:
    """Whether the purchase is at hand, and the president has to help with it."""
    return _at_asking_step(table) and table.box.rules.emergency.president_pays and is_short(table, table.state.actor)


def _at_asking_step(table: Table) -> bool:
    state = table.state
    return table.title.rounds[state.round].steps[state.step] == asking_step(table)


def _needed(table: Table) -> int:
    """What is still missing for the train at hand when all who pay give all their cash; 0 if nothing."""
    return _missing(table) if _needs_help(table) else 0


def _missing(table: Table, payer: str = "") -> int:
    """What the corporation in turn, and all who pay for it, fall short of the cheapest train; or all up to a payer."""
    corporation, cash = table.state.actor, table.state.cash
    cheapest = cheapest_for(table, corporation)
    assert cheapest is not None
    payers = table.payers(corporation) if table.box.rules.emergency.president_pays else ()
    asked = payers[: payers.index(payer) + 1] if payer else payers
    return max(0, cheapest - cash[corporation] - sum(map(cash.__getitem__, asked)))


def _raisable(table: Table) -> int:
    """What can still be got for certificates: the corporation's own, and one block of each that a payer holds."""
    corporation = table.state.actor
    total = proceeds(table, corporation, to_issue_first(table, corporation))
    for payer in table.payers(corporation):
        for block in _emergency_blocks(table, payer, None):
            share, unit = table.price(block.corporation), table.box.unit[block.corporation]
            total += max(share * percent // unit for percent in block.percents())
    return total


def _emergency_blocks(table: Table, player: str, needed: int | None) -> Iterator[Sellable]:
    """What one of those who pay may sell for that."""
    plan = table.title.rounds[table.state.round]
    if not table.box.rules.emergency.president_pays or SellToHelpStep.name not in plan.anytime:
        return
    for corporation in table.state.par:
        block = _emergency_block(table, player, corporation, needed)
        if block is not None:
            yield block


def _emergency_block(table: Table, player: str, corporation: str, needed: int | None) -> Sellable | None:
    rules, state = table.box.rules, table.state
    if corporation not in state.par:
        return None
    if rules.stock.sell_after == "operated" and corporation not in state.operated:
        return None
    if rules.emergency.sales_per_corporation == "one" and (player, corporation) in state.helped:
        return None
    change = rules.emergency.presidency_may_change and corporation != state.actor
    cap = rules.stock.sale_cap_percent - state.helped.count((player, corporation)) * table.box.unit[corporation]
    return sellable(table, player, corporation, cap=cap, needed=needed, hand_over=change)


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
    missing, raisable = _needed(after), _raisable(after)
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

    name = "sell-to-help"
    action = SellCertificates

    def due(self, table: Table) -> bool:
        return False  # offered beside the purchase, never a decision of its own

    def _blocks(self, table: Table, payer: str) -> Iterator[Sellable]:
        """What the payer may sell now: for what is missing when it, and all who pay before it, give all their cash."""
        if not _needs_help(table) or to_issue_first(table, table.state.actor):
            return
        limit: int | None = _missing(table, payer)
        if table.box.rules.emergency.sell_more_than_needed:
            limit = None  # E06: also to reach a dearer train
        if limit != 0:
            yield from _emergency_blocks(table, payer, limit)

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
        raisable = _raisable(table) if needed else 0
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
                while (block := _emergency_block(tx, payer, corporation, None)) is not None:
                    ids = tuple(certificate.id for certificate in block.ordinary[: block.most])
                    if block.keeps:
                        ids = (*(certificate.id for certificate in block.ordinary), block.president)
                    _sell_to_help(tx, payer, corporation, ids, min(block.keeps, default=0))
            tx.pay(payer, BANK, tx.state.cash[payer])
        tx.trigger_end("bankruptcy")
