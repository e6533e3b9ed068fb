"""No refusal gives away what is hidden: the seed, cards that are to come, and what was not drawn.

A player may ask for anything, and what is refused comes with a text and its pieces; ``test_views`` has the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from open18xx import IllegalAction
from open18xx.bots.random_bot import RandomBot
from open18xx.play.actions import Action
from open18xx.play.game import Game, action_kinds
from open18xx.play.offers import Checked

from .positions import new

SEED = 918_273_645


def hidden(game: Game) -> set[str]:
    """The names that nobody may be told."""
    drawn = {card for card, _ in game.state.revealed}
    left_out = {*game.history()[0].state.closed, *(game.title.privates.keys() - game.state.privates.keys())}
    return {*(game.box.cards.keys() - drawn), *left_out, str(game.seed), str(game.state.rng[0])}


def words(game: Game) -> list[str]:
    """Names that an action may hold."""
    title, state = game.title, game.state
    trains = [train for held in state.trains.values() for train in held]
    return [
        *game.players, *title.corporations, *title.privates, *title.map.hexes, *list(title.tiles)[:20], *trains,
        *game.box.certificates, *game.box.cards, "", "pay", "nobody",
    ]  # fmt: skip


def value(old: Any, game: Game, random: Random) -> Any:
    """Something else for a field: most often of its type, now and then of another."""
    kind = random.choice((type(old), type(old), type(old), str, int, tuple))
    if kind is int:
        return random.choice((-1, 0, 1, 5, 20, 90, 10**6))
    if kind is tuple:
        some = random.choices(words(game), k=3)
        return some[0], random.choice((1, some[1], (some[2],)))
    return random.choice(words(game))


def asked(game: Game, random: Random) -> Iterator[Action]:
    """Listed actions with another value in a field, and actions of every kind filled blindly."""
    listed = [offer for offer in game.offers() if not any(isinstance(hole, Checked) for hole in offer.holes)]
    for offer in random.sample(listed, min(6, len(listed))):
        action = offer.draw(random)
        for field in fields(action):
            yield replace(action, **{field.name: value(getattr(action, field.name), game, random)})
    for kind in action_kinds(game.box).values():
        yield kind(*(value("", game, random) for _ in fields(kind)))
        rest = [value(random.choice(("", 0, ())), game, random) for _ in fields(kind)[1:]]
        yield kind(game.actor, *rest)


def told(game: Game, action: Action) -> str:
    """Everything that a player is told who may not do it."""
    reason = game.refusal(action)
    if reason is None:
        return ""
    with pytest.raises(IllegalAction) as raised:
        game.play(action)
    return f"{reason} {reason!r} {raised.value} {raised.value!r}"


def leaks(game: Game, action: Action, text: str) -> set[str]:
    """The hidden names in the text, but for those that were asked about."""
    return {name for name in hidden(game) if name in text and name not in repr(action)}


@pytest.mark.parametrize("title", ["eras.toml", "menorca-1713"])
def test_no_refusal_says_what_is_hidden(title: str) -> None:
    """M-108; random games in which at every tenth position anything is asked for."""
    random, refused = Random(3), set()
    for seed in range(SEED, SEED + 2):
        game, bot = new(title, seed=seed), RandomBot(seed)
        while not game.is_over and game.length < 260:
            for action in asked(game, random) if game.length % 10 == 0 else ():
                text = told(game, action)
                assert not leaks(game, action, text), f"{action}: {text}"
                refused.add(text)
            game.play(bot.choose(game))
    assert len(refused) > 500, "not the same over and over"


def test_the_scan_finds_a_card_and_a_minor_that_was_not_drawn() -> None:
    game = new("eras.toml", seed=SEED)
    action = next(asked(game, Random(0)))
    left_out = game.state.closed[0]
    card = game.state.deck[-1]
    assert leaks(game, action, f"x: allowed {left_out}, {card}, seed {SEED}") == {left_out, card, str(SEED)}
