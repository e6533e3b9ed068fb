"""A corporation splits: a branch comes out of it with tokens, certificates, trains and money of its own.

It is the purchase of a turn in a stock round, and then a chain of demands, each with the subject "PARENT>BRANCH". Every
answer takes effect at once. Which corporations can be branches, and what a split wants, the title says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from open18xx.errors import Refusal
from open18xx.play import events as e
from open18xx.play.actions import (
    ChooseBranch,
    ChoosePar,
    GiveMoney,
    GivePrivate,
    GiveToken,
    GiveTrain,
    SplitCorporation,
)
from open18xx.play.offers import Amount, Hole, Offer, Rows
from open18xx.play.state import BANK, IPO, POOL
from open18xx.play.steps.base import Step, not_in_turn, unknown
from open18xx.play.steps.stock import made_purchase, purchase_closed
from open18xx.play.table import Table
from open18xx.play.transaction import Transaction
from open18xx.title.model import Certificate

CHAIN = ("split-token", "split-par", "split-train", "split-money", "split-private")
"""What is asked once the branch is chosen."""


# --------------------------------------------------------------------------- what there is to give


def branches(table: Table) -> tuple[str, ...]:
    """The corporations that can still come out of another."""
    group, state = table.box.rules.split.group, table.state
    members = (id for id, each in table.box.corporations.items() if group and each.group == group)
    return tuple(id for id in members if id not in state.par and id not in state.closed and state.tokens_left[id])


def tokens_to_give(table: Table, parent: str) -> tuple[tuple[str, int], ...]:
    """(hex, city) of the tokens that may pass on: not the one at home, and none while the parent has too few."""
    lying = [(table.board.ground.names[n], city) for n, city in table.board.cities_of(parent)]
    if len(lying) < table.box.rules.split.tokens:
        return ()
    home = table.title.map.homes.get(parent)
    return tuple((hex, city) for hex, city in lying if home is None or hex != home.hex)


def ordinary(table: Table, owner: str, corporation: str) -> list[Certificate]:
    """All but the president's certificate, in order of acquisition."""
    return [each for each in table.certificates_of(owner, corporation) if not each.president]


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
    """Split a corporation, as the purchase of the turn: its president does, for himself only."""

    name = "split-corporation"
    action = SplitCorporation

    def offers(self, table: Table) -> Iterator[Offer]:
        if purchase_closed(table) is None:
            for corporation in table.state.par:
                if may_split(table, table.state.actor, corporation) is None:
                    yield self.offer(table, corporation=corporation)

    def refusal(self, table: Table, action: SplitCorporation) -> Refusal | None:
        if refusal := not_in_turn(table, action):
            return refusal
        if action.corporation not in table.box.corporations:
            return unknown("corporation", action.corporation)
        return purchase_closed(table) or may_split(table, action.actor, action.corporation)

    def apply(self, tx: Transaction, action: SplitCorporation) -> None:
        made_purchase(tx, action.actor, "")
        tx.demand(ChooseBranchStep.name, action.actor, f"{action.corporation}>")


# --------------------------------------------------------------------------- the chain


class SplitDemand(Step):
    """A decision about a split that has begun."""

    only_demanded = True
    demanded_with = "split-corporation"

    def due(self, table: Table) -> bool:
        return False

    def may_pass(self, table: Table) -> bool:
        return False

    def asked(self, table: Table) -> tuple[str, str, str]:
        """The player asked, the corporation that splits, the branch."""
        _, player, subject = table.state.pending[0]
        parent, _, branch = subject.partition(">")
        return player, parent, branch

    def hole(self, table: Table) -> Hole:
        """What may be answered."""
        raise NotImplementedError

    def fault(self, table: Table, action: Any) -> Refusal:
        """Why an answer that does not fill the hole does not."""
        raise NotImplementedError

    def fixed(self, table: Table) -> dict[str, Any]:
        """Fields of the action that are given."""
        return {}

    def offers(self, table: Table) -> Iterator[Offer]:
        hole = self.hole(table)
        if hole.size():
            yield self.offer(table, hole, actor=self.asked(table)[0], **self.fixed(table))

    def refusal(self, table: Table, action: Any) -> Refusal | None:
        player = self.asked(table)[0]
        if action.actor != player:
            return Refusal("not-your-turn", actor=action.actor, expected=player)
        hole = self.hole(table)
        fits = hole.admits(tuple(getattr(action, name) for name in hole.names))
        return None if fits else self.fault(table, action)


class ChooseBranchStep(SplitDemand):
    """Choose which corporation comes into being. The only token that can pass on does so by itself."""

    name = "split-branch"
    action = ChooseBranch

    def hole(self, table: Table) -> Rows:
        return Rows(("branch",), tuple((branch,) for branch in branches(table)))

    def fault(self, table: Table, action: ChooseBranch) -> Refusal:
        return Refusal("not-a-branch", branch=action.branch, allowed=", ".join(branches(table)))

    def apply(self, tx: Transaction, action: ChooseBranch) -> None:
        player, parent, _ = self.asked(tx)
        tx.meet()
        for step in CHAIN:
            if step != GivePrivateStep.name or tx.privates_of(parent):
                tx.demand(step, player, f"{parent}>{action.branch}")
        if len(tokens_to_give(tx, parent)) == 1:
            give_token(tx, parent, action.branch, *tokens_to_give(tx, parent)[0])


class GiveTokenStep(SplitDemand):
    """Give the place of a token, of at least one; the parent's token leaves the game for the branch's next."""

    name = "split-token"
    action = GiveToken

    def may_pass(self, table: Table) -> bool:
        branch = self.asked(table)[2]
        return len(table.state.tokens_left[branch]) < len(table.box.corporations[branch].tokens)

    def hole(self, table: Table) -> Rows:
        return Rows(("hex", "city"), tokens_to_give(table, self.asked(table)[1]))

    def fault(self, table: Table, action: GiveToken) -> Refusal:
        allowed = ", ".join(f"{hex}.{city}" for hex, city in tokens_to_give(table, self.asked(table)[1]))
        return Refusal("no-token-to-give", hex=action.hex, city=action.city, allowed=allowed)

    def apply(self, tx: Transaction, action: GiveToken) -> None:
        _, parent, branch = self.asked(tx)
        give_token(tx, parent, branch, action.hex, action.city)


def give_token(tx: Transaction, parent: str, branch: str, hex: str, city: int) -> None:
    """Give the place of a token. When it was the last that can be given, a starting value without a choice is set."""
    tx.replace_token(hex, city, parent, branch)
    if tokens_to_give(tx, parent) and tx.state.tokens_left[branch]:
        return
    tx.meet()
    pars = tuple(tx.pars())
    if len(pars) == 1:
        start_branch(tx, parent, branch, pars[0])


class SplitParStep(SplitDemand):
    """Choose the branch's starting value; then it starts, and certificates pass to it."""

    name = "split-par"
    action = ChoosePar

    def fixed(self, table: Table) -> dict[str, Any]:
        return {"corporation": self.asked(table)[2]}

    def hole(self, table: Table) -> Rows:
        return Rows(("par",), tuple((par,) for par in table.pars()))

    def refusal(self, table: Table, action: ChoosePar) -> Refusal | None:
        branch = self.asked(table)[2]
        if action.corporation != branch:
            return Refusal("other-corporation", corporation=action.corporation, expected=branch)
        return super().refusal(table, action)

    def fault(self, table: Table, action: ChoosePar) -> Refusal:
        return Refusal("par", par=action.par, allowed=tuple(table.pars()))

    def apply(self, tx: Transaction, action: ChoosePar) -> None:
        _, parent, branch = self.asked(tx)
        start_branch(tx, parent, branch, action.par)


class GiveTrainStep(SplitDemand):
    """Give trains, one after the other, until the player passes or the parent has none left."""

    name = "split-train"
    action = GiveTrain

    def may_pass(self, table: Table) -> bool:
        return True

    def hole(self, table: Table) -> Rows:
        return Rows(("train",), tuple((train,) for train in table.trains_of(self.asked(table)[1])))

    def fault(self, table: Table, action: GiveTrain) -> Refusal:
        return Refusal("not-owner", actor=self.asked(table)[1], what=action.train)

    def apply(self, tx: Transaction, action: GiveTrain) -> None:
        _, parent, branch = self.asked(tx)
        tx.move_train(action.train, parent, branch)
        if not tx.trains_of(parent):
            tx.meet()


class GiveMoneyStep(SplitDemand):
    """Give any sum, or nothing."""

    name = "split-money"
    action = GiveMoney

    def hole(self, table: Table) -> Amount:
        return Amount("amount", 0, table.state.cash[self.asked(table)[1]])

    def fault(self, table: Table, action: GiveMoney) -> Refusal:
        return Refusal("amount", amount=action.amount, low=0, high=table.state.cash[self.asked(table)[1]])

    def apply(self, tx: Transaction, action: GiveMoney) -> None:
        _, parent, branch = self.asked(tx)
        tx.pay(parent, branch, action.amount)
        tx.meet()


class GivePrivateStep(SplitDemand):
    """Give privates, one after the other, until the player passes or the parent has none left."""

    name = "split-private"
    action = GivePrivate

    def may_pass(self, table: Table) -> bool:
        return True

    def hole(self, table: Table) -> Rows:
        return Rows(("private",), tuple((private,) for private in table.privates_of(self.asked(table)[1])))

    def fault(self, table: Table, action: GivePrivate) -> Refusal:
        return Refusal("not-owner", actor=self.asked(table)[1], what=action.private)

    def apply(self, tx: Transaction, action: GivePrivate) -> None:
        _, parent, branch = self.asked(tx)
        tx.move_private(action.private, branch)
        if not tx.privates_of(parent):
            tx.meet()


# --------------------------------------------------------------------------- certificates


def start_branch(tx: Transaction, parent: str, branch: str, par: int) -> None:
    """The branch starts. Whoever holds some of the parent gives half of it, into its own stock, for as much of the branch.

    Before that the president gives what the president's certificate of the branch is worth. Limits do not matter here.
    """
    president = tx.state.president[parent]
    tx.meet()
    tx.start_corporation(branch, par)
    tx.record(e.CorporationSplit(parent, branch))
    if tx.box.corporations[branch].capital == "as-sold":
        for certificate in tx.box.corporations[branch].certificates:
            if tx.state.holder[certificate.id] != IPO:
                tx.move_certificate(certificate.id, IPO)
    take_first(tx, parent, branch, president)
    unsold = iter([each.id for each in tx.box.corporations[branch].certificates[1:]])
    for owner in (*tx.holders, POOL):
        swap_half(tx, parent, owner, unsold)
    if tx.box.corporations[branch].capital == "lump-sum":
        left = tx.percent(POOL, branch) + tx.percent(IPO, branch)
        tx.pay(BANK, branch, par * left // tx.box.unit[branch])
    for corporation in (branch, parent):
        tx.settle_presidency(corporation)
        tx.float_if_sold(corporation)


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
    SplitCorporationStep,
    ChooseBranchStep,
    GiveTokenStep,
    SplitParStep,
    GiveTrainStep,
    GiveMoneyStep,
    GivePrivateStep,
)
