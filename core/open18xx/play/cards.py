"""Event cards: when they are revealed, what they do then, and what they do to the board as long as they last.

One card of each era was drawn before the game; whoever asks ``due`` knows more than the players do.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from open18xx.play import events as e
from open18xx.play.state import BANK
from open18xx.play.table import Table
from open18xx.title.model import Effect

if TYPE_CHECKING:
    from open18xx.play.transaction import Transaction


# --------------------------------------------------------------------------- the deck


def due(table: Table) -> tuple[str, ...]:
    """The cards of the eras that have begun, in their order, that do not lie open yet."""
    state, cards = table.state, table.box.cards
    waiting = state.deck[len(state.revealed) :]
    return tuple(card for card in waiting if cards[card].era <= table.phase.era)


def reveal(tx: Transaction) -> None:
    """Turn over the cards that are due; what each does once happens at once."""
    for card in due(tx):
        if tx.state.ended:
            return
        tx.record(e.CardRevealed(card, tx.state.number))
        for effect in tx.box.cards[card].effects:
            _happen(tx, effect)


def _happen(tx: Transaction, effect: Effect) -> None:
    """What an effect does once; those that last are only asked about, by the questions below."""
    match effect.kind:
        case "pay":
            for owner in _concerned(tx, effect):
                tx.pay(BANK, owner, effect.amount)
        case "tax":
            for owner in _concerned(tx, effect):
                tx.pay(owner, BANK, min(effect.amount, tx.state.cash[owner]))
        case "close-privates":
            if effect.privates:
                tx.close_privates(effect.privates)
            else:
                tx.train_event("close-privates")
        case "end-game":
            tx.trigger_end("event-card")


def _concerned(table: Table, effect: Effect) -> tuple[str, ...]:
    """Whom the effect pays or taxes: players in seat order, or started corporations in the title's."""
    if effect.who == "players":
        return table.state.seats
    meant = effect.corporations or table.box.corporations
    return tuple(corporation for corporation in meant if corporation in table.state.par)


# --------------------------------------------------------------------------- what lasts


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


def terrain_delta(table: Table, hex: str, free: Collection[tuple[str, ...]] = ()) -> int:
    """How much more it costs to lay on a hex; less than 0: less. Terrain of exactly the kind named is meant.

    For kinds that are ``free`` to who lays nothing is added.
    """
    kinds = {terrain.kind for terrain in table.title.map.hexes[hex].terrain}.difference(free)
    return sum(
        effect.amount for effect in effects(table, "terrain-cost") if hex in effect.hexes or (effect.terrain,) in kinds
    )


def is_closed(table: Table, hex: str) -> bool:
    """Whether no train calls at the stops on a hex."""
    return any(hex in effect.hexes for effect in effects(table, "close-stop"))
