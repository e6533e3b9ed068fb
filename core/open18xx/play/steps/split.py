"""A corporation splits: a branch comes out of it with tokens, certificates, trains and money of its own.

It is the purchase of a turn in a stock round, and then a chain of demands, each with the subject "PARENT>BRANCH". Every
answer takes effect at once. Which corporations can be branches, and what a split wants, the title says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from open18xx.errors import Refusal
from open18xx.play import actions as a
from open18xx.play import events as e
from open18xx.play.offers import Amount, Offer, Rows
from open18xx.play.state import BANK, IPO, POOL
from open18xx.play.steps.auction import ChooseParStep
from open18xx.play.steps.base import Step, not_in_turn, unknown
from open18xx.play.steps.stock import made_purchase, purchase_closed
from open18xx.play.table import Table
from open18xx.play.transaction import Transaction
from open18xx.title.model import Certificate


def branches(table: Table) -> tuple[str, ...]:
    """The corporations that can still come out of another."""
    group, state = table.box.rules.split.group, table.state
    members = (id for id, each in table.box.corporations.items() if group and each.group == group)
    return tuple(id for id in members if id not in state.par and id not in state.closed)


def tokens_to_give(table: Table, parent: str) -> tuple[tuple[str, int], ...]:
    """(hex, city) of the tokens that may pass on: not the one at home, and none while the parent has too few."""
    lying = [(table.board.ground.names[n], city) for n, city in table.board.cities_of(parent)]
    if len(lying) < table.box.rules.split.tokens:
        return ()
    home = table.title.map.homes.get(parent)
    return tuple((hex, city) for hex, city in lying if home is None or hex != home.hex)


def may_split(table: Table, player: str, corporation: str) -> Refusal | None:
    """Why the player may not split the corporation, were it his turn to buy."""
    rules, state = table.box.rules.split, table.state
    if corporation not in state.par:
        return Refusal("not-started", corporation=corporation)
    if state.president.get(corporation) != player:
        return Refusal("not-president", actor=player, corporation=corporation)
    held = table.percent(player, corporation)
    if held < rules.percent:
        return Refusal("split-holding", actor=player, corporation=corporation, held=held, wanted=rules.percent)
    if not tokens_to_give(table, corporation):
        count = len(table.board.cities_of(corporation))
        return Refusal("split-tokens", corporation=corporation, count=count, wanted=rules.tokens)
    if not branches(table):
        return Refusal("no-branch", corporation=corporation)
    if not table.pars():
        return Refusal("par", par=0, allowed=())
    if not table.open_slot():
        waits = ", ".join(table.waited_for() or ()) or "none"
        return Refusal("no-slot-open", started=len(state.starts), waited=waits)
    return None


class SplitCorporationStep(Step):
    """Split a corporation, as the purchase of the turn: its president does, and for himself only."""

    name = "split-corporation"
    action = a.SplitCorporation

    def offers(self, table: Table) -> Iterator[Offer]:
        if purchase_closed(table) is None:
            for corporation in table.state.par:
                if may_split(table, table.state.actor, corporation) is None:
                    yield self.offer(table, corporation=corporation)

    def refusal(self, table: Table, action: a.SplitCorporation) -> Refusal | None:
        if refusal := not_in_turn(table, action):
            return refusal
        if action.corporation not in table.box.corporations:
            return unknown("corporation", action.corporation)
        return purchase_closed(table) or may_split(table, action.actor, action.corporation)

    def apply(self, tx: Transaction, action: a.SplitCorporation) -> None:
        made_purchase(tx, action.actor, "")
        tx.demand(ChooseBranchStep.name, action.actor, f"{action.corporation}>")


# --------------------------------------------------------------------------- the chain


def asked(table: Table) -> tuple[str, str, str]:
    """The player asked, the corporation that splits, and the branch ("" before it is chosen)."""
    _, player, subject = table.state.pending[0]
    parent, _, branch = subject.partition(">")
    return player, parent, branch


class SplitDemand(Step):
    """A decision about a split that has begun: one hole, whose ``fields`` are all that there is to say."""

    only_demanded = True
    demanded_with = "split-corporation"
    fields: ClassVar[tuple[str, ...]]

    def due(self, table: Table) -> bool:
        return False

    def may_pass(self, table: Table) -> bool:
        return False

    def choices(self, table: Table, parent: str) -> tuple[tuple[Any, ...], ...]:
        """What may be answered."""
        raise NotImplementedError

    def hole(self, table: Table, parent: str) -> Rows | Amount:
        return Rows(self.fields, self.choices(table, parent))

    def fault(self, table: Table, parent: str, *answer: Any) -> Refusal:
        """Why an answer is none of those that are possible."""
        return Refusal("not-owner", actor=parent, what=answer[0])

    def offers(self, table: Table) -> Iterator[Offer]:
        player, parent, _ = asked(table)
        hole = self.hole(table, parent)
        if hole.size():
            yield self.offer(table, hole, actor=player)

    def refusal(self, table: Table, action: a.Action) -> Refusal | None:
        player, parent, _ = asked(table)
        if action.actor != player:
            return Refusal("not-your-turn", actor=action.actor, expected=player)
        answer = tuple(getattr(action, field) for field in self.fields)
        return None if self.hole(table, parent).admits(answer) else self.fault(table, parent, *answer)


class ChooseBranchStep(SplitDemand):
    """Choose which corporation comes into being. Then all the rest is asked, but for what leaves no choice."""

    name = "split-branch"
    action = a.ChooseBranch
    fields = ("branch",)

    def choices(self, table: Table, parent: str) -> tuple[tuple[str], ...]:
        return tuple((branch,) for branch in branches(table))

    def fault(self, table: Table, parent: str, *answer: Any) -> Refusal:
        return Refusal("not-a-branch", branch=answer[0], allowed=", ".join(branches(table)))

    def apply(self, tx: Transaction, action: a.ChooseBranch) -> None:
        player, parent, _ = asked(tx)
        tx.meet()
        for step in (GiveTokenStep, SplitParStep, GiveTrainStep, GiveMoneyStep, GivePrivateStep):
            if step is not GivePrivateStep or tx.privates_of(parent):
                tx.demand(step.name, player, f"{parent}>{action.branch}")
        if len(tokens_to_give(tx, parent)) == 1:
            give_token(tx, *tokens_to_give(tx, parent)[0])


class GiveTokenStep(SplitDemand):
    """Give the place of a token, of at least one; the parent's token leaves the game for the branch's next."""

    name = "split-token"
    action = a.GiveToken
    fields = ("hex", "city")

    def may_pass(self, table: Table) -> bool:
        branch = asked(table)[2]
        return len(table.state.tokens_left[branch]) < len(table.box.corporations[branch].tokens)

    def choices(self, table: Table, parent: str) -> tuple[tuple[str, int], ...]:
        return tokens_to_give(table, parent)

    def fault(self, table: Table, parent: str, *answer: Any) -> Refusal:
        allowed = ", ".join(f"{hex}.{city}" for hex, city in tokens_to_give(table, parent))
        return Refusal("no-token-to-give", hex=answer[0], city=answer[1], allowed=allowed)

    def apply(self, tx: Transaction, action: a.GiveToken) -> None:
        give_token(tx, action.hex, action.city)


def give_token(tx: Transaction, hex: str, city: int) -> None:
    """Give the place of a token. After the last that can be given, a starting value without a choice is set at once."""
    _, parent, branch = asked(tx)
    tx.replace_token(hex, city, parent, branch)
    if not tokens_to_give(tx, parent) or not tx.state.tokens_left[branch]:
        tx.meet()
        if len(tx.pars()) == 1:
            start_branch(tx, next(iter(tx.pars())))


class SplitParStep(ChooseParStep):
    """Choose the branch's starting value; then it starts, and certificates pass to it."""

    name = "split-par"
    demanded_with = "split-corporation"

    def asked(self, table: Table) -> tuple[str, str]:
        player, _, branch = asked(table)
        return player, branch

    def apply(self, tx: Transaction, action: a.ChoosePar) -> None:
        start_branch(tx, action.par)


class GiveTrainStep(SplitDemand):
    """Give trains, one after the other, until the player passes or the parent has none left."""

    name = "split-train"
    action = a.GiveTrain
    fields = ("train",)

    def may_pass(self, table: Table) -> bool:
        return True

    def choices(self, table: Table, parent: str) -> tuple[tuple[str], ...]:
        return tuple((train,) for train in table.trains_of(parent))

    def apply(self, tx: Transaction, action: a.GiveTrain) -> None:
        _, parent, branch = asked(tx)
        tx.move_train(action.train, parent, branch)
        if not tx.trains_of(parent):
            tx.meet()


class GiveMoneyStep(SplitDemand):
    """Give any sum that the parent has, or nothing."""

    name = "split-money"
    action = a.GiveMoney
    fields = ("amount",)

    def hole(self, table: Table, parent: str) -> Amount:
        return Amount("amount", 0, table.state.cash[parent])

    def fault(self, table: Table, parent: str, *answer: Any) -> Refusal:
        return Refusal("amount", amount=answer[0], low=0, high=table.state.cash[parent])

    def apply(self, tx: Transaction, action: a.GiveMoney) -> None:
        _, parent, branch = asked(tx)
        tx.pay(parent, branch, action.amount)
        tx.meet()


class GivePrivateStep(SplitDemand):
    """Give privates, one after the other, until the player passes or the parent has none left."""

    name = "split-private"
    action = a.GivePrivate
    fields = ("private",)

    def may_pass(self, table: Table) -> bool:
        return True

    def choices(self, table: Table, parent: str) -> tuple[tuple[str], ...]:
        return tuple((private,) for private in table.privates_of(parent))

    def apply(self, tx: Transaction, action: a.GivePrivate) -> None:
        _, parent, branch = asked(tx)
        tx.move_private(action.private, branch)
        if not tx.privates_of(parent):
            tx.meet()


# --------------------------------------------------------------------------- certificates


def start_branch(tx: Transaction, par: int) -> None:
    """The branch starts. Who holds some of the parent gives half of it, into its own stock, for as much of the branch.

    Before that the president gives what the president's certificate of the branch is worth. So nobody comes to hold
    more certificates, nor more of either corporation than the president does.
    """
    president, parent, branch = asked(tx)
    tx.meet()
    tx.start_corporation(branch, par)
    tx.record(e.CorporationSplit(parent, branch))
    each = tx.box.corporations[branch]
    for certificate in each.certificates if each.capital == "as-sold" and each.unsold_at != "ipo" else ():
        tx.move_certificate(certificate.id, IPO)
    take_first(tx, parent, branch, president)
    unsold = iter([certificate.id for certificate in each.certificates[1:]])
    for owner in (*tx.holders, POOL):
        swap_half(tx, parent, owner, unsold)
    if each.capital == "lump-sum":
        left = tx.percent(POOL, branch) + tx.percent(IPO, branch)
        tx.pay(BANK, branch, par * left // tx.box.unit[branch])
    for corporation in (branch, parent):
        tx.settle_presidency(corporation)
        tx.float_if_sold(corporation)


def ordinary(table: Table, owner: str, corporation: str) -> list[Certificate]:
    """All but the president's certificate, in order of acquisition."""
    return [each for each in table.certificates_of(owner, corporation) if not each.president]


def take_first(tx: Transaction, parent: str, branch: str, president: str) -> None:
    """The president's certificate of the branch, for ordinary ones of the parent that are worth as much."""
    first, given = tx.box.corporations[branch].certificates[0], 0
    for certificate in ordinary(tx, president, parent):
        if given < first.percent:
            tx.move_certificate(certificate.id, IPO)
            given += certificate.percent
    tx.move_certificate(first.id, president)
    tx.record(e.PresidentChanged(branch, president))


def swap_half(tx: Transaction, parent: str, owner: str, unsold: Iterator[str]) -> None:
    """Half of the ordinary certificates, rounded down, those first that were acquired first."""
    held = ordinary(tx, owner, parent)
    for given, taken in zip(held[: len(held) // 2], unsold, strict=False):
        tx.move_certificate(given.id, IPO)
        if tx.state.holder[taken] != owner:
            tx.move_certificate(taken, owner)


STEPS: tuple[type[Step], ...] = (
    SplitCorporationStep, ChooseBranchStep, GiveTokenStep, SplitParStep, GiveTrainStep, GiveMoneyStep, GivePrivateStep,
)  # fmt: skip
