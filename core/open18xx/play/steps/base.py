"""What a step is: one kind of decision, who may take it, what it refuses and what it does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from open18xx.errors import Refusal
from open18xx.play.actions import Action
from open18xx.play.offers import Hole, Offer
from open18xx.play.table import Table
from open18xx.play.transaction import Transaction


class Step:
    """One kind of decision. Steps hold no state; everything is asked of the table.

    ``offers`` and ``refusal`` must agree: an action is in an offer exactly when it is not refused.
    """

    name: ClassVar[str]
    action: ClassVar[type[Action]]
    only_demanded: ClassVar[bool] = False  # taken only when something demands it, never because the round stands at it
    demanded_with: ClassVar[str] = ""  # of such a step: the step of rounds.toml without which nothing demands it
    beside_demands: ClassVar[bool] = False  # stays open while something else is demanded
    alone: ClassVar[bool] = False  # of a demanded step: nothing at all stays open beside it

    def due(self, table: Table) -> bool:
        """Whether the step is a decision now for the actor in turn; a round passes over a step that is not due."""
        return any(True for _ in self.offers(table))

    def may_pass(self, table: Table) -> bool:
        """Whether the actor in turn may decline the step."""
        return True

    def offers(self, table: Table) -> Iterator[Offer]:
        """Every legal action of this step, by whoever may take it."""
        raise NotImplementedError

    def refusal(self, table: Table, action: Any) -> Refusal | None:
        """Why the action is not legal now; None if it is."""
        raise NotImplementedError

    def apply(self, tx: Transaction, action: Any) -> None:
        """Do it. Called only after ``refusal`` said nothing."""
        raise NotImplementedError

    def skip(self, tx: Transaction) -> None:
        """What happens when the step is passed over because it is not due."""

    def decline(self, tx: Transaction) -> None:
        """What happens when the actor passes in an operating round, or declines what is demanded."""

    def offer(self, table: Table, *holes: Hole, actor: str = "", **fixed: Any) -> Offer:
        """An offer of this step's action to ``actor``, by default the one in turn."""
        who = actor or table.state.actor
        return Offer(self.action, who, table.decider(who), tuple(fixed.items()), holes)


def not_in_turn(table: Table, action: Action) -> Refusal | None:
    if action.actor != table.state.actor:
        return Refusal("not-your-turn", actor=action.actor, expected=table.state.actor)
    return None


def unknown(kind: str, id: object) -> Refusal:
    return Refusal("no-such", kind=kind, id=id)
