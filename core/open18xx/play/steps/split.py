"""A corporation splits: a branch comes out of it with tokens, certificates, trains and money of its own.

It is one purchase of a stock round and then a chain of demands, each with the subject "PARENT>BRANCH".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from open18xx.errors import Refusal
from open18xx.play.actions import (
    ChooseBranch,
    ChoosePar,
    GiveMoney,
    GivePrivate,
    GiveToken,
    GiveTrain,
    SplitCorporation,
)
from open18xx.play.offers import Offer
from open18xx.play.steps.base import Step
from open18xx.play.table import Table


def may_split(table: Table, player: str, corporation: str) -> Refusal | None:
    """Why the player may not split the corporation now."""
    return Refusal("no-branch", corporation=corporation)


class SplitCorporationStep(Step):
    """Split a corporation, as the purchase of the turn."""

    name = "split-corporation"
    action = SplitCorporation

    def offers(self, table: Table) -> Iterator[Offer]:
        return iter(())

    def refusal(self, table: Table, action: SplitCorporation) -> Refusal | None:
        return may_split(table, action.actor, action.corporation)


class SplitDemand(Step):
    """A decision about a split that has begun."""

    only_demanded = True
    demanded_with = "split-corporation"

    def due(self, table: Table) -> bool:
        return False

    def offers(self, table: Table) -> Iterator[Offer]:
        return iter(())

    def refusal(self, table: Table, action: Any) -> Refusal | None:
        return Refusal("not-offered", kind=action.kind, possible=())


class ChooseBranchStep(SplitDemand):
    name = "split-branch"
    action = ChooseBranch


class GiveTokenStep(SplitDemand):
    name = "split-token"
    action = GiveToken


class SplitParStep(SplitDemand):
    """Choose the branch's starting value; then it starts, and certificates pass to it."""

    name = "split-par"
    action = ChoosePar


class GiveTrainStep(SplitDemand):
    name = "split-train"
    action = GiveTrain


class GiveMoneyStep(SplitDemand):
    name = "split-money"
    action = GiveMoney


class GivePrivateStep(SplitDemand):
    name = "split-private"
    action = GivePrivate


STEPS: tuple[type[Step], ...] = (
    SplitCorporationStep,
    ChooseBranchStep,
    GiveTokenStep,
    SplitParStep,
    GiveTrainStep,
    GiveMoneyStep,
    GivePrivateStep,
)
