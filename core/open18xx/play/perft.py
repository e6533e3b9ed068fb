"""Counting legal actions, depth by depth: the check that an offer was neither lost nor invented.

An amount of money counts with its lowest and its highest value, routes not at all; all other actions count.
"""

from __future__ import annotations

from collections.abc import Iterator

from open18xx.play.actions import Action
from open18xx.play.game import apply, offers
from open18xx.play.offers import Amount, Checked, Offer, Rows
from open18xx.play.state import State
from open18xx.play.table import Box


def counted(box: Box, state: State) -> Iterator[Action]:
    for offer in offers(box, state):
        if any(isinstance(hole, Checked) for hole in offer.holes):
            continue
        holes = tuple(_ends(hole) if isinstance(hole, Amount) else hole for hole in offer.holes)
        yield from Offer(offer.action, offer.actor, offer.by, offer.fixed, holes).actions()


def _ends(hole: Amount) -> Rows:
    last = hole.low + (hole.high - hole.low) // hole.step * hole.step
    return Rows((hole.name,), ((hole.low,), (last,)) if last != hole.low else ((hole.low,),))


def count(box: Box, state: State, depth: int) -> int:
    """How many sequences of ``depth`` actions there are."""
    if depth <= 1:
        return sum(1 for _ in counted(box, state))
    return sum(count(box, apply(box, state, action)[0], depth - 1) for action in counted(box, state))


def divided(box: Box, state: State, depth: int) -> Iterator[tuple[Action, int]]:
    """Each action with the count below it."""
    for action in counted(box, state):
        yield action, 1 if depth <= 1 else count(box, apply(box, state, action)[0], depth - 1)
