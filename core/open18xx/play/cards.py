"""Event cards: what those that lie open do to the board as long as they last.

It knows the effects that last; what happens once, when a card is revealed, is not asked here.
"""

from __future__ import annotations

from collections.abc import Iterator

from open18xx.play.table import Table
from open18xx.title.model import Effect


def effects(table: Table, kind: str) -> Iterator[Effect]:
    """The effects of a kind that hold now, in the order in which their cards were revealed."""
    state, cards = table.state, table.box.cards
    for card, number in state.revealed:
        for effect in cards[card].effects:
            if effect.kind == kind and (effect.lasts == "game" or number == state.number):
                yield effect


def stop_delta(table: Table, hex: str) -> int:
    """How much more the stops on a hex are worth; less than 0: less."""
    return sum(effect.amount for effect in effects(table, "stop-value") if hex in effect.hexes)


def terrain_delta(table: Table, hex: str) -> int:
    """How much more it costs to lay on a hex; less than 0: less. Terrain of exactly the kind named is meant."""
    kinds = {terrain.kind for terrain in table.title.map.hexes[hex].terrain}
    return sum(
        effect.amount
        for effect in effects(table, "terrain-cost")
        if hex in effect.hexes or (effect.terrain,) in kinds
    )


def is_closed(table: Table, hex: str) -> bool:
    """Whether no train calls at the stops on a hex."""
    return any(hex in effect.hexes for effect in effects(table, "close-stop"))
