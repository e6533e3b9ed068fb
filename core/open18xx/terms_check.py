"""Says where the words of a title do not go with the title: kinds of action, event and step, corporations, numbers.

Whether the words go together among themselves, ``title.words`` says; nothing of either is needed to play.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from open18xx.errors import Fault
from open18xx.play.actions import Action, Pass
from open18xx.play.events import Event, kind_of
from open18xx.play.game import action_kinds, unpack
from open18xx.play.table import Box
from open18xx.terms import THINGS, Terms
from open18xx.title import files, words
from open18xx.title.faults import Problem, near, shown
from open18xx.title.loader import terms_file
from open18xx.title.model import Title
from open18xx.title.positions import Where

FOLLOWS = ("player", "company", "place", "amount", "n")
"""Pieces of a sentence that follow from the fields of actions and events."""


def check(place: str | os.PathLike[str], title: Title) -> tuple[list[Fault], list[Fault]]:
    """Faults and warnings of the words of a sound title, in order.

    What does not go with words of its own is a fault; an overlay has none, and to it those from below are warned of.
    """
    path = terms_file(place)
    if path is None:
        return [], []
    data, found = words.read(path)
    if not found:
        source = files.read(path)[0]
        told = problems(data, title)
        found = sorted({source.fault(each.where, each.message, at_key=each.at_key) for each in told})
    own = path.parent.resolve() == files.find(place).path.resolve()
    return (found, []) if own else ([], found)


@dataclass(frozen=True, slots=True)
class _Known:
    """What can happen in the games of a title, by the words that its terms use."""

    actions: Collection[str]
    possible: Collection[str]
    events: Collection[str]
    steps: Collection[str]
    pieces: Collection[str]
    numbers: Collection[str]


def _known(title: Title) -> _Known:
    box = unpack(title)
    actions = action_kinds(box)
    events = {kind_of(event): event for event in Event.__subclasses__()}
    records: tuple[type[Any], ...] = (*actions.values(), *events.values())
    pieces = [field for record in records for field in fields(record)]
    return _Known(
        actions=tuple(actions),
        possible=tuple(kind for kind, action in actions.items() if action in possible_actions(box)),
        events=tuple(events),
        steps=tuple(box.steps),
        pieces={*(piece.name for piece in pieces), *FOLLOWS},
        numbers={*(piece.name for piece in pieces if piece.type in ("int", int)), "amount", "n"},
    )


def possible_actions(box: Box) -> set[type[Action]]:
    """The actions that games of this title can hold: those of its rounds' steps, and what these may demand."""
    named = {step for plan in box.title.rounds.values() for step in (*plan.steps, *plan.anytime)}
    demanded = {step.name for step in box.steps.values() if step.only_demanded and step.demanded_with in ("", *named)}
    return {Pass, *(box.steps[step].action for step in named | demanded)}


def problems(data: Mapping[str, Any], title: Title) -> Iterator[Problem]:
    """Everything that does not go with the title, in words that go together otherwise."""
    known = _known(title)
    yield from _aliases(data, known)
    yield from _quiet(data, known)
    yield from _unsaid(data, known, title)
    yield from _companies(data, title)
    yield from _pieces(data, known)
    yield from _examples(data, title)


def _missing(where: Where, word: str, known: Collection[str], what: str, at_key: bool = False) -> Iterator[Problem]:
    if word not in known:
        yield Problem(where, f"there is no {what} {shown(word)}{near(word, known)}", at_key=at_key)


def _aliases(data: Mapping[str, Any], known: _Known) -> Iterator[Problem]:
    """An alias is of a kind of action or event, of one of its variants, of an offer, or of the name of a thing."""
    kinds = {*known.actions, *known.events}
    things = {*kinds, "offer", *THINGS.values()} - {"money"}
    for alias in data["alias"]:
        first, dot, rest = alias.partition(".")
        where = ("alias", alias)
        if not dot:
            yield from _missing(where, first, kinds, "kind of action or event", at_key=True)
            continue
        yield from _missing(where, first, things, "kind of action, event or thing", at_key=True)
        if first == "offer":
            yield from _missing(where, rest.partition(".")[0], known.actions, "kind of action", at_key=True)
        if first == "step":
            yield from _missing(where, rest, known.steps, "step", at_key=True)


def _quiet(data: Mapping[str, Any], known: _Known) -> Iterator[Problem]:
    for action, told in data["quiet"].items():
        yield from _missing(("quiet", action), action, ("", *known.actions), "kind of action", at_key=True)
        for number, event in enumerate(told):
            yield from _missing(("quiet", action, number), event, known.events, "kind of event")


def _unsaid(data: Mapping[str, Any], known: _Known, title: Title) -> Iterator[Problem]:
    """Kinds without a sentence, and offers and steps without a word."""
    aliases, never = data["alias"], data["quiet"].get("", ())
    for kind in (*known.possible, *(event for event in known.events if event not in never)):
        if aliases.get(kind, kind) not in data["message"]:
            yield Problem(("alias",), f"no sentence for {kind}, wanted [message.{kind}] or an alias", at_key=True)
    steps = {step for plan in title.rounds.values() for step in (*plan.steps, *plan.anytime)}
    for key in (*(f"offer.{kind}" for kind in known.possible), *(f"step.{step}" for step in steps)):
        if key not in aliases:
            yield Problem(("alias",), f"no word for {key}, wanted an alias", at_key=True)


def _companies(data: Mapping[str, Any], title: Title) -> Iterator[Problem]:
    for id in title.corporations:
        if id not in data["company"]:
            yield Problem(("company",), f"nothing of the corporation {id}, wanted a table for it", at_key=True)
    for id in data["company"]:
        names = (*title.corporations, *title.privates)
        yield from _missing(("company", id), id, names, "corporation or private", at_key=True)


def _pieces(data: Mapping[str, Any], known: _Known) -> Iterator[Problem]:
    """Holes of sentences about actions and events ask for pieces of these, or for words that the terms have."""
    said = {*data["alias"].values(), *known.actions, *known.events}
    names = {*known.pieces, *data["term"], *data["company"], *data["place"]}
    for id in said & data["message"].keys():
        for language, sentence in data["message"][id].items():
            texts = {"": sentence} if isinstance(sentence, str) else sentence
            for key, text in texts.items() if language != "note" else ():
                where = ("message", id, language, *([key] if key else []))
                for hole in words.HOLE.finditer(text):
                    if hole["count"]:
                        yield from _missing(where, hole["count"], known.numbers, "number")
                    else:
                        yield from _missing(where, hole["name"], names, "piece and no word")


def _examples(data: Mapping[str, Any], title: Title) -> Iterator[Problem]:
    terms = Terms(data, title)
    for number, row in enumerate(data["check"].get("examples", ())):
        facts = {"player": "Ana", "n": row["n"], "company": row["company"], "amount": 120}
        said = terms.say("buys", row["lang"], **facts)
        if said != row["text"]:
            yield Problem(("check", "examples", number, "text"), f"it comes out as: {said}")
