"""What each seat may see of a game: everything but the seed, the cards that are still to come, and what was not drawn.

The computer that runs the game knows all; whoever shows a position to a player shows what stands here.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from open18xx.errors import UsageError
from open18xx.play import cards
from open18xx.play.events import Event, Noted
from open18xx.play.game import Game
from open18xx.play.table import Table

HIDDEN = "hidden"
"""Stands for an event card that the seat does not know."""

SECRET = frozenset({"rng", "deck"})
"""Slots of the state that nobody sees as they are."""


def seen(game: Game, seat: str = "") -> dict[str, Any]:
    """The position as a player may see it, as plain JSON data; without ``seat``, as everybody may.

    The same as ``State.canonical``, but for the deck, which names only cards that the seat knows, and the generator.
    """
    _check(game, seat)
    table = game.table
    record = table.state.canonical()
    known = {card for card, _ in table.state.revealed} | set(foreseen(table, seat))
    record["deck"] = [card if card in known else HIDDEN for card in table.state.deck]
    record["rng"] = None
    shown: dict[str, Any] = _without(record, undrawn(game))
    return shown


def foreseen(table: Table, seat: str) -> tuple[str, ...]:
    """The cards that a private shows to the player (or to who decides for its owner) before they are revealed.

    That is what is to be revealed with the next set of operating rounds; where cards are revealed at once with their
    era, the next era's.
    """
    owners = {
        table.decider(table.state.privates[private])
        for private, index, ability in table.box.abilities.get("see-event", ())
        if private in table.state.privates and table.ability_left(private, index, ability)
    }
    if not seat or seat not in owners:
        return ()
    at_once = table.box.rules.events.reveal == "at-once"
    return table.state.deck[len(table.state.revealed) :][:1] if at_once else cards.due(table)


def undrawn(game: Game) -> frozenset[str]:
    """The corporations that were not drawn before the game, and their certificates."""
    left_out = game.history()[0].state.closed
    certificates = (each.id for id in left_out for each in game.box.corporations[id].certificates)
    return frozenset({*left_out, *certificates} - set(game.players))


def log(game: Game, seat: str = "") -> list[Event]:
    """What has happened, as a player may know it: no event tells what the position hides."""
    _check(game, seat)
    return [event for event in game.log() if not (isinstance(event, Noted) and event.name in SECRET)]


def _check(game: Game, seat: str) -> None:
    if seat and seat not in game.players:
        raise UsageError(f"there is no player {seat!r} in this game")


def _without(value: Any, names: Set[str]) -> Any:
    """JSON data without these names and without the rows that begin with one."""
    if isinstance(value, dict):
        return {key: _without(item, names) for key, item in value.items()}
    if not isinstance(value, list):
        return value
    return [_without(item, names) for item in value if not _is_of(item, names)]


def _is_of(item: Any, names: Set[str]) -> bool:
    while isinstance(item, list) and item:
        item = item[0]
    return isinstance(item, str) and item in names
