"""Buying trains, from the bank or from other corporations, and discarding them."""

from __future__ import annotations

from collections.abc import Iterator

from open18xx.errors import Refusal
from open18xx.play.actions import Action, BuyTrain, DiscardTrain
from open18xx.play.offers import Amount, Offer, Rows
from open18xx.play.state import BANK, DEPOT, GONE, POOL
from open18xx.play.steps.base import Step, not_in_turn, unknown
from open18xx.play.steps.consent import DealStep, refused_already
from open18xx.play.steps.train_prices import (
    BUY_TRAIN,
    cheapest_for,
    discounts,
    may_be_helped_to,
    must_buy,
    owner_of,
    prices,
)
from open18xx.play.table import Table
from open18xx.play.transaction import Transaction


class BuyTrainStep(DealStep):
    """Buy trains from the bank or from other corporations, while there is room and money."""

    name = BUY_TRAIN
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
        seller = self.seller(table, action)
        if refusal := refused_already(table, BUY_TRAIN, seller, action.train, action.price, high):
            return refusal
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


def go_without(tx: Transaction) -> None:
    """The corporation in turn must own a train, nobody can pay it, and nobody can be bankrupt: its price falls."""
    corporation = tx.state.actor
    if tx.box.rules.emergency.bankruptcy == "forbidden" and tx.must_own_train(corporation):
        tx.move_price(corporation, tx.box.market.left)


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
        if not may_be_helped_to(table, corporation, found[0]):
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
