"""Barring a side of a hex: by a private's ability no route crosses it until the operating round ends.

It concerns routes only. Track beyond a barred side can be laid, and tokens placed there.
"""

from __future__ import annotations

from collections.abc import Iterator

from open18xx.errors import Refusal
from open18xx.play import events as e
from open18xx.play.actions import BarEdge
from open18xx.play.offers import Offer, Rows
from open18xx.play.roads import barred, crossing
from open18xx.play.steps.base import Step, unknown
from open18xx.play.steps.privates import window_open
from open18xx.play.table import Table
from open18xx.play.transaction import Transaction
from open18xx.title.model import Ability


class BarEdgeStep(Step):
    """Name a side of one of the private's hexes over which track leads."""

    name = "bar-edge"
    action = BarEdge
    beside_demands = True

    def due(self, table: Table) -> bool:
        return False  # open beside other steps, never a decision of its own

    def _open(self, table: Table) -> Iterator[tuple[str, int, Ability]]:
        """(private, index, ability) for every ability that may be used now."""
        if table.box.title.rounds[table.state.round].kind != "operating":
            return
        for private, index, ability in table.box.abilities.get("bar-edge", ()):
            if (
                private in table.state.privates
                and table.ability_left(private, index, ability)
                and window_open(table, private, ability)
            ):
                yield private, index, ability

    def _refusal_at(self, table: Table, private: str, hex: str, edge: int) -> Refusal | None:
        """Why this side cannot be barred, the right to do so apart."""
        hexes = table.title.map.private_hexes[private]
        if hex not in hexes:
            return Refusal("not-its-hex", private=private, hex=hex, allowed=hexes)
        ground = table.box.ground
        n = ground.number[hex]
        if edge not in table.board.faces[n].exits or ground.across[n * 6 + edge] < 0:
            return Refusal("no-track", edge=edge, hex=hex)
        return Refusal("barred", side=f"{hex}/{edge}") if crossing(ground, n, edge) in barred(table) else None

    def offers(self, table: Table) -> Iterator[Offer]:
        for private, _, _ in self._open(table):
            rows = tuple(
                (hex, edge)
                for hex in table.title.map.private_hexes[private]
                for edge in range(6)
                if self._refusal_at(table, private, hex, edge) is None
            )
            if rows:
                owner = table.state.privates[private]
                yield self.offer(table, Rows(("hex", "edge"), rows), actor=owner, private=private)

    def refusal(self, table: Table, action: BarEdge) -> Refusal | None:
        private = action.private
        if private not in table.state.privates:
            return unknown("private", private)
        if table.state.privates[private] != action.actor:
            return Refusal("not-owner", actor=action.actor, what=private)
        if all(private != other for other, _, _ in self._open(table)):
            return Refusal("no-ability", private=private, what="bar-edge", round=table.state.round)
        return self._refusal_at(table, private, action.hex, action.edge)

    def apply(self, tx: Transaction, action: BarEdge) -> None:
        _, index, ability = next(found for found in self._open(tx) if found[0] == action.private)
        tx.use_ability(action.private, index, ability)
        tx.record(e.EdgeBarred(f"{action.hex}/{action.edge}"))
