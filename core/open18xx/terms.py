"""The words of a title in several languages: names, counted things, money, lines of the log, offers.

All of them stand in the title's ``terms.toml``; here is no text at all. A sentence has holes: ``{amount}``,
``{company.gen}`` for a case, ``{contract:n}`` for a word as it stands after the number ``n``, ``{revenue}`` for a word
of the title where nothing of that name happened. What has no words in a language is said in English, and what has none
at all plainly, as a refusal is.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from open18xx.errors import TitleError
from open18xx.play.actions import Action
from open18xx.play.events import Demanded, Event, MoneyPaid, RoutesRun, kind_of
from open18xx.play.game import Game
from open18xx.play.offers import Amount, Checked, Hole, Offer, Rows
from open18xx.play.steps.consent import ConsentStep
from open18xx.title import words
from open18xx.title.loader import terms_file
from open18xx.title.model import Title

ELSE = "en"
"""The language of what a language does not say."""

SHOWN_CHOICES = 12
"""So many of the values that may fill a hole are named."""

THINGS: Mapping[str, str] = {
    **dict.fromkeys(("actor", "player", "company", "corporation", "payer", "payee", "source", "target"), "owner"),
    **dict.fromkeys(("president", "owner", "old", "new", "by", "players", "parent", "branch", "buyer"), "owner"),
    **dict.fromkeys(("train", "exchange"), "train"),
    **dict.fromkeys(("amount", "price", "par"), "money"),
    **{word: word for word in ("private", "place", "card", "round", "step", "reason", "choice", "slice", "phase")},
}
"""What the pieces of a sentence, and the fields of actions and events, are names of; others are said as they are."""

Facts = Mapping[str, Any]


class Terms:
    """The words of one title. ``data`` is what ``words.read`` makes of the file."""

    def __init__(self, data: Mapping[str, Any], title: Title) -> None:
        self._data = data
        self._title = title
        self.languages: tuple[str, ...] = tuple(data["locale"])
        self.unreviewed: tuple[str, ...] = tuple(data["unreviewed"])

    # ------------------------------------------------------------------ names, numbers, money

    def name(self, id: str, lang: str, form: str = "nom") -> str:
        """A corporation, player, private, place, or a word by its id, in a case; ``abs`` is the bare name."""
        entry = self._data["company"].get(id)
        if entry is not None:
            return id if form == "abs" else self._form(entry, lang, form) or id
        if id in self._data["place"]:
            return self._form(self._data["place"][id], lang, form)
        if id in self._data["term"]:
            return self._form(self._data["term"][id], lang, form)
        return self._title.privates[id].name if id in self._title.privates else id

    def count(self, term: str, n: int, lang: str, case: str = "") -> str:
        """The form of a word after the number ``n``: as a subject, or with ``case = "acc"`` as an object."""
        entry = self._data["term"][term]
        forms = entry.get(lang, entry[ELSE])
        if case == "acc" and n == 1 and forms["acc"]:
            return str(forms["acc"])
        counted: list[str] = forms["count"]
        return counted[_plural(n, len(counted))] if counted else str(forms["text"])

    def money(self, amount: int, lang: str) -> str:
        """An amount as the language writes numbers, with the sign of the title's money."""
        between = self._data["locale"][lang if lang in self.languages else ELSE]["thousands"]
        return self._title.currency.format(f"{amount:,}".replace(",", between))

    def _form(self, entry: Mapping[str, Any], lang: str, form: str) -> str:
        forms = entry.get(lang) or entry.get(ELSE) or {}
        return str(forms.get(form) or forms.get("nom") or forms.get("text") or "")

    def _named(self, thing: str, value: Any, lang: str, form: str) -> str:
        """What a value of a kind of thing is called; its own term comes first, by the table of aliases."""
        if isinstance(value, tuple):
            return ", ".join(self._named(thing, each, lang, form) for each in value)
        if thing == "money" and isinstance(value, int):
            return self.money(value, lang)
        if thing == "phase" and isinstance(value, int):
            return self._title.phases[value].id
        if thing == "train":
            value = value if value in self._title.trains else str(value).rpartition("-")[0]
        alias = self._data["alias"].get(f"{thing}.{value}")
        if alias is not None:
            return self.name(alias, lang, form)
        if thing == "card":
            return next((card.name for card in self._title.cards if card.id == value), str(value))
        if thing == "owner" and value not in self._data["company"]:
            return str(value)  # a player, who may be called like any word
        return self.name(str(value), lang, form)

    # ------------------------------------------------------------------ sentences

    def say(self, key: str, lang: str, /, **facts: Any) -> str:
        """The sentence of a message with its holes filled."""
        entry = self._data["message"].get(key)
        if entry is None:
            return f"{key}: {', '.join(f'{name} {value}' for name, value in facts.items())}"
        sentence = entry.get(lang) or entry[ELSE]
        if not isinstance(sentence, str):
            sentence = sentence["many" if self._is_many(sentence["one"], facts, lang) else "one"]
        first = words.HOLE.match(sentence)
        text: str = words.HOLE.sub(lambda hole: self._filled(hole, facts, lang), sentence)
        begins_with_a_word = first is not None and self._is_word(first["name"], facts)
        return text[0].upper() + text[1:] if begins_with_a_word else text

    def _is_word(self, hole: str, facts: Facts) -> bool:
        """Whether the title's words fill the hole: a player's name is never written otherwise than the player does."""
        value = facts.get(hole)
        aliases, companies = self._data["alias"], self._data["company"]
        return hole not in facts or value in companies or f"{THINGS.get(hole)}.{value}" in aliases

    def _filled(self, hole: re.Match[str], facts: Facts, lang: str) -> str:
        name = hole["name"]
        if hole["count"]:
            return self.count(name, int(facts.get(hole["count"], 0)), lang, "acc")
        if name not in facts:
            return self.name(name, lang, hole["form"] or "text")
        return self._named(THINGS.get(name, ""), facts[name], lang, hole["form"] or "nom")

    def _is_many(self, sentence: str, facts: Facts, lang: str) -> bool:
        """Whether the first hole, the subject, is a company that the language treats as several."""
        subject = words.HOLE.search(sentence)
        entry = self._data["company"].get(facts.get(subject["name"])) if subject else None
        return entry is not None and "pl" in entry.get(lang, entry[ELSE])["gender"].split()

    # ------------------------------------------------------------------ the log

    def log(self, game: Game, lang: str) -> list[str]:
        """The whole game so far."""
        return [line for moment in game.history() for line in self.lines(moment.action, moment.events, lang)]

    def lines(self, action: Action | None, events: Iterable[Event], lang: str) -> list[str]:
        """An action and what it led to: its own line, and one for each event that the line does not tell."""
        events = tuple(events)
        told: list[str] = []
        said = []
        if action is not None:
            said.append(self.action(action, events, lang))
            told += self._data["quiet"].get(action.kind, ())
        for event in events:
            kind = event_kind(event)
            if kind in told:
                told.remove(kind)
            elif kind not in self._data["quiet"].get("", ()):
                said.append(self.event(event, lang))
        return said

    def action(self, action: Action, events: Iterable[Event], lang: str) -> str:
        """The line of an action; how much was paid is taken from its events, and whether it is only asked for."""
        events = tuple(events)
        facts = self._facts(action.kind, action)
        if any(isinstance(event, Demanded) and event.step == ConsentStep.name for event in events):
            facts["asked"] = True
        paid = [event for event in events if isinstance(event, MoneyPaid)]
        if "amount" not in facts:
            own = sum(event.amount for event in paid if event.payer == action.actor)
            revenue = sum(event.revenue for event in events if isinstance(event, RoutesRun))
            facts["amount"] = revenue or own or sum(event.amount for event in paid)
        return self.say(self._key(action.kind, facts), lang, **facts)

    def event(self, event: Event, lang: str) -> str:
        kind = event_kind(event)
        facts = self._facts(kind, event)
        return self.say(self._key(kind, facts), lang, **facts)

    def _facts(self, kind: str, record: Action | Event) -> dict[str, Any]:
        """The fields of an action or event that are not empty, and what follows from them."""
        facts = {field.name: getattr(record, field.name) for field in fields(record)}
        facts = {name: value for name, value in facts.items() if value != ""}
        of = facts.get("corporation") or str(facts.get("certificate", "")).rpartition("/")[0]
        company = of or facts.get("actor", "")
        if company in self._title.corporations:
            facts["company"] = company
        facts.setdefault("player", facts.get("actor", ""))
        for money in ("price", "par", "revenue"):
            if money in facts:
                facts.setdefault("amount", facts[money])
        if "hex" in facts:
            facts["place"] = self._place(facts["hex"])
        if "cell" in facts and "amount" not in facts:
            row, column = facts["cell"]
            cell = self._title.market.cells[row][column]
            facts["amount"] = cell.price if cell else 0
        facts["n"] = facts.get("count", len(facts.get("certificates", ())) or 1)
        return facts

    def _place(self, hex: str) -> str:
        printed = self._title.map.hexes.get(hex)
        return printed.name if printed and printed.name else hex

    def _key(self, kind: str, facts: Facts) -> str:
        """The message for a kind of action or event: that of its variant, if the aliases know one, or its own."""
        aliases: Mapping[str, str] = self._data["alias"]
        corporation = self._title.corporations.get(facts.get("company", ""))
        variants = [value for name, value in facts.items() if isinstance(value, str) and THINGS.get(name) != "owner"]
        variants += [name for name in ("exchange", "company") if name in facts]
        if corporation is not None:
            variants[:0] = [corporation.kind, corporation.tokens_need]
        if "asked" in facts:
            variants.insert(0, "asked")
        for variant in variants:
            if f"{kind}.{variant}" in aliases:
                return aliases[f"{kind}.{variant}"]
        return aliases.get(kind, kind)

    # ------------------------------------------------------------------ offers

    def offer(self, offer: Offer, lang: str) -> str:
        """What may be done: the word on its button, and what may fill it."""
        facts = {"actor": offer.actor, "company": offer.actor, **{name: value for name, value in offer.fixed if value}}
        if "train" in facts:
            type_ = facts["train"] if facts["train"] in self._title.trains else facts["train"].rpartition("-")[0]
            facts["family"] = self._title.trains[type_].family
        button = self.name(self._key(f"offer.{offer.kind}", facts), lang, "text")
        pieces = [self._piece(name, value, lang) for name, value in offer.fixed]
        pieces += [self._hole(hole, lang) for hole in offer.holes]
        said = ", ".join(piece for piece in pieces if piece)
        return f"{button}: {said}" if said else button

    def _hole(self, hole: Hole, lang: str) -> str:
        match hole:
            case Amount(name, low, high):
                ends = dict.fromkeys((self._piece(name, low, lang), self._piece(name, high, lang)))
                return "–".join(ends)
            case Rows(names, rows):
                said = [" ".join(self._piece(*each, lang) for each in zip(names, row, strict=True)) for row in rows]
            case Checked():
                return ""
            case _:
                said = [self._piece(hole.name, choice, lang) for choice in hole.choices]
        more = ["…"] if len(said) > SHOWN_CHOICES else []
        return " | ".join([*said[:SHOWN_CHOICES], *more])

    def _piece(self, name: str, value: Any, lang: str) -> str:
        return self._named(THINGS.get(name, ""), value, lang, "abs") if value != "" else ""


def event_kind(event: Event) -> str:
    """The id of an event's message: its class in small letters with hyphens.

    >>> event_kind(MoneyPaid("bank", "ann", 20))
    'money-paid'
    """
    return kind_of(type(event))


def load(place: str | os.PathLike[str], title: Title) -> Terms | None:
    """The words of the title at ``place`` (id, folder or overlay); None if it has none. Raises TitleError."""
    path = terms_file(place)
    if path is None:
        return None
    data, faults = words.read(path)
    if faults:
        raise TitleError(faults)
    return Terms(data, title)


def _plural(n: int, forms: int) -> int:
    """Which of a language's forms follows ``n``: one and other, or one, few and other."""
    if forms < 3:
        return min(forms - 1, int(n != 1))
    return 0 if n == 1 else 1 if 2 <= n <= 4 else 2
