"""Event cards and their effects."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from open18xx.title.faults import Problem, shown
from open18xx.title.positions import Where
from open18xx.title.references.base import Found, Title, is_unsaid, missing, raw_at, repeated, unsaid

EFFECTS: Mapping[str, tuple[Collection[str], Collection[str]]] = {
    "stop-value": (("hexes", "amount"), ("lasts",)),
    "terrain-cost": (("amount",), ("hexes", "terrain", "lasts")),
    "pay": (("amount",), ("who", "corporations")),
    "tax": (("amount",), ("who", "corporations")),
    "close-stop": (("hexes",), ("lasts",)),
    "close-privates": ((), ("privates",)),
    "end-game": ((), ()),
}
"""What an effect of each kind on an event card cannot do without, and what it may also say."""


def check_cards(title: Title) -> Iterator[Found]:
    yield from repeated("phases", "cards", title.rows("phases", "cards"))
    rules, any_card = title.filled["rules"], bool(title.filled["phases"].get("cards"))
    reveal = rules["events"]["reveal"]
    if any_card and reveal == "none":
        yield "phases", Problem(("cards",), "event cards, and rules.events.reveal = none", at_key=True)
    if not any_card and reveal != "none":
        yield "rules", Problem(("events", "reveal"), f"{shown(reveal)}, and there are no event cards in phases.toml")
    for where, row in title.rows("phases", "cards"):
        for number, effect in enumerate(row["effects"]):
            if effect is not None:
                at = (*where, "effects", number)
                yield from (("phases", problem) for problem in _effect(title, effect, at))


def _effect(title: Title, effect: dict[str, Any], where: Where) -> Iterator[Problem]:
    kind = effect["kind"]
    needs, may = EFFECTS[kind]
    said = raw_at(title.raw["phases"], where)
    yield from unsaid(kind, needs, effect, said, where)
    if kind == "terrain-cost" and all(is_unsaid(word, effect, said) for word in ("hexes", "terrain")):
        yield Problem(where, f"{kind} says nothing of hexes or terrain, wanted some", at_key=True)
    for word in said if isinstance(said, dict) else ():
        if word in effect and word not in ("kind", *needs, *may):
            yield Problem((*where, word), f"{kind} knows no {word}", at_key=True)
    if kind in ("pay", "tax") and effect["amount"] < 0:
        yield Problem((*where, "amount"), f"{effect['amount']}, wanted more than 0")
    if effect["corporations"] and effect["who"] != "corporations":
        yield Problem((*where, "corporations"), "corporations, and who = players", at_key=True)
    triggers = title.filled["rules"]["end"]["triggers"]
    if kind == "end-game" and all(row is not None and row["on"] != "event-card" for row in triggers):
        yield Problem((*where, "kind"), "end-game, and rules.end has no trigger event-card")
    lists = (
        ("hexes", title.names("map", "hexes"), "hex"),
        ("corporations", title.ids("corporations"), "corporation"),
        ("privates", title.ids("privates"), "private"),
    )
    for word, known, what in lists:
        for number, name in enumerate(effect[word]):
            yield from missing((*where, word, number), name, known, what)
