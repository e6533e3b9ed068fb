"""Is an action listed exactly when it is accepted? Mutations of listed actions, and the comparison."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from random import Random
from typing import Any

from open18xx.play import actions as a
from open18xx.play.game import Game
from open18xx.play.offers import Amount, Checked, Offer, SomeOf


def samples(offer: Offer, random: Random, most: int = 40) -> Iterator[a.Action]:
    """Actions of an offer: all if they are few, otherwise some, the ends of every amount among them."""
    if any(isinstance(hole, Checked) for hole in offer.holes):
        return
    size = offer.size() or 0
    if size <= most:
        yield from offer.actions()
        return
    for _ in range(most // 4):
        yield offer.draw(random)
    for hole in offer.holes:
        if isinstance(hole, Amount):
            for end in (hole.low, hole.high - (hole.high - hole.low) % hole.step):
                yield replace(offer.draw(random), **{hole.name: end})
        elif isinstance(hole, SomeOf):
            for count in (hole.least, hole.most):
                yield replace(offer.draw(random), **{hole.name: hole.choices[:count]})


def vocabulary(game: Game) -> dict[str, list[Any]]:
    """Every value that a field of that name could hold, and some that it could not."""
    title, state = game.title, game.state
    trains = sorted({train for held in state.trains.values() for train in held})
    return {
        "actor": [*game.players, *title.actors, *title.corporations, "nobody"],
        "corporation": [*title.corporations, "nobody"],
        "branch": [*title.corporations, "nobody"],
        "buyer": [*title.corporations, "nobody"],
        "private": [*title.privates, "nobody"],
        "certificate": [*game.box.certificates, "nobody"],
        "train": [*trains, "9-9", "nobody"],
        "exchange": [*trains, "", "nobody"],
        "hex": [*title.map.hexes, "ZZ99"],
        "tile": [*title.tiles, "0"],
        "rotation": [-1, *range(7)],
        "city": [-1, 0, 1, 2],
        "edge": [-1, *range(7)],
        "count": [-1, 0, 1, 2, 5, 6],
        "par": [*sorted({cell.price for cell in game.box.market.cells.values()}), -5],
        "keep": [0, 10, 20, -10],
        "choice": ["pay", "withhold", "half", "burn"],
    }


def mutations(game: Game, action: a.Action, random: Random, most: int = 30) -> Iterator[a.Action]:
    """Actions that differ from a listed one in one field."""
    words = vocabulary(game)
    for field in fields(action):
        value = getattr(action, field.name)
        if field.name in words:
            others = [other for other in words[field.name] if other != value]
            for other in random.sample(others, min(most, len(others))):
                yield replace(action, **{field.name: other})
        elif isinstance(value, int):
            for other in (value - 1, value + 1, 0, 1, -value, value * 2, a.BIGGEST):
                yield replace(action, **{field.name: other})
        elif field.name == "certificates":
            held = list(game.box.certificates)
            yield replace(action, certificates=(*value, value[0]))
            yield replace(action, certificates=())
            yield replace(action, certificates=value[::-1])
            for _ in range(6):
                changed = [*value]
                changed[random.randrange(len(changed))] = random.choice(held)
                yield replace(action, certificates=tuple(changed))
                yield replace(action, certificates=(*value, random.choice(held)))


def strangers(game: Game, random: Random) -> Iterator[a.Action]:
    """One action of every kind, with values drawn blindly: most belong to another step."""
    words = vocabulary(game)
    for cls in a.KINDS.values():
        for _ in range(3):
            values: dict[str, Any] = {}
            for field in fields(cls):
                if field.name in words:
                    values[field.name] = random.choice(words[field.name])
                elif field.name == "price":
                    values[field.name] = random.choice([0, 1, 20, 80, 100, 10**6])
                elif field.name == "amount":
                    values[field.name] = random.choice([0, 1, 100, 10**6])
                elif field.name == "certificates":
                    values[field.name] = (random.choice(words["certificate"]),)
                elif field.name == "routes":
                    values[field.name] = random.choice([(), (("2-0", ("A1:0",)),), (("2-0", ()),)])
            if random.random() < 0.5:
                values["actor"] = game.actor
            yield cls(**values)


def disagreements(game: Game, random: Random, *, mutate: int = 6) -> list[str]:
    """Where the list and the rules do not say the same; empty when they always do."""
    offers = game.offers()
    found = []
    listed = [action for offer in offers for action in samples(offer, random)]
    for action in listed:
        reason = game.refusal(action)
        if reason is not None:
            found.append(f"listed but refused: {action}: {reason}")
    chosen = random.sample(listed, min(mutate, len(listed)))
    tried = [*strangers(game, random), *(m for action in chosen for m in mutations(game, action, random))]
    for action in tried:
        accepted = game.refusal(action) is None
        is_listed = any(offer.admits(action) for offer in offers)
        if accepted != is_listed:
            words = ("accepted", "not listed") if accepted else ("refused", "listed")
            found.append(f"{' but '.join(words)}: {action}: {game.refusal(action)}")
    return found
