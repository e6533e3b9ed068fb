"""What a train costs whom, and what there is to pay it with: the treasury, own certificates, those who help."""

from __future__ import annotations

from collections.abc import Iterator

from open18xx.errors import Refusal
from open18xx.play.state import DEPOT, GONE, POOL
from open18xx.play.steps.consent import not_refused
from open18xx.play.steps.own import most_to_issue, proceeds
from open18xx.play.steps.shares import Sellable, sellable
from open18xx.play.table import Table
from open18xx.title.model import Ability, TrainType

BUY_TRAIN, ISSUE_FIRST, SELL_TO_HELP = "buy-train", "issue-all", "sell-to-help"
"""Names of steps that are asked about here; the steps themselves stand above, in trains.py and emergency.py."""


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
    return not_refused(table, BUY_TRAIN, owner, train, found)


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
    elif asked and cash < price and may_be_helped_to(table, corporation, price):
        cash += help_at_hand(table, corporation)
    if cash < price:
        return Refusal("cash", what=train, cost=price, actor=corporation, cash=cash)
    return price, price


def may_be_helped_to(table: Table, corporation: str, price: int) -> bool:
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
    if (ISSUE_FIRST, corporation) in table.state.traded and rules.emergency.corporation_sells_first == "all":
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
        if next(emergency_blocks(table, payer, None), None) is not None:
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
    return raisable_for_train(table) >= missing_for_train(table)


def to_issue_first(table: Table, corporation: str) -> int:
    """How many own certificates the corporation in turn can still sell before anybody helps it to buy a train."""
    rule, plan = table.box.rules.emergency.corporation_sells_first, table.title.rounds[table.state.round]
    if rule == "never" or ISSUE_FIRST not in plan.anytime:
        return 0
    return most_to_issue(table, corporation)


def missing_for_train(table: Table, payer: str = "") -> int:
    """What the corporation in turn, and all who pay for it, fall short of the cheapest train; or all up to a payer."""
    corporation, cash = table.state.actor, table.state.cash
    cheapest = cheapest_for(table, corporation)
    assert cheapest is not None
    payers = table.payers(corporation) if table.box.rules.emergency.president_pays else ()
    asked = payers[: payers.index(payer) + 1] if payer else payers
    return max(0, cheapest - cash[corporation] - sum(map(cash.__getitem__, asked)))


def raisable_for_train(table: Table) -> int:
    """What can still be got for certificates: the corporation's own, and one block of each that a payer holds."""
    corporation = table.state.actor
    total = proceeds(table, corporation, to_issue_first(table, corporation))
    for payer in table.payers(corporation):
        for block in emergency_blocks(table, payer, None):
            share, unit = table.price(block.corporation), table.box.unit[block.corporation]
            total += max(share * percent // unit for percent in block.percents())
    return total


def emergency_blocks(table: Table, player: str, needed: int | None) -> Iterator[Sellable]:
    """What one of those who pay may sell for that."""
    plan = table.title.rounds[table.state.round]
    if not table.box.rules.emergency.president_pays or SELL_TO_HELP not in plan.anytime:
        return
    for corporation in table.state.par:
        block = emergency_block(table, player, corporation, needed)
        if block is not None:
            yield block


def emergency_block(table: Table, player: str, corporation: str, needed: int | None) -> Sellable | None:
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
