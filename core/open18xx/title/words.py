"""Reads ``terms.toml``, the words of a title in several languages, and says what is wrong in it.

Nothing of it is needed to play. What the words are for is not known here, only that they go together: every sentence
in every language, every form that a sentence asks for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from open18xx.errors import Fault
from open18xx.title import files
from open18xx.title.faults import Problem, checked_as, near, shown

NAME = "terms.toml"
HOLE = re.compile(r"\{(?P<name>[A-Za-z_]\w*)(?:\.(?P<form>[a-z]+)|:(?P<count>[a-z]+))?\}")
"""A hole of a sentence: {amount}, {company.gen}, or the word contract as it stands after the number n: {contract:n}."""

FORMS = ("text", "nom", "gen", "dat", "acc", "abs", "abbr")
FORMS_AFTER_NUMBERS = {"cs": 3}
"""How many forms a word has after numbers, by language; else two."""


def beside(folder: Path) -> Path | None:
    """The file of the words, if the title has one."""
    path = folder / NAME
    return path if path.is_file() else None


def read(path: Path) -> tuple[dict[str, Any], list[Fault]]:
    """The words with their defaults filled in, and all that is wrong with them."""
    source, data = files.read(path)
    if isinstance(data, Fault):
        return {}, [data]
    filled, problems = checked_as("terms", data)
    if not problems:
        problems = [*_languages(filled)] or [*_words(filled), *_sentences(filled)]
    return filled, [source.fault(problem.where, problem.message, at_key=problem.at_key) for problem in problems]


def _languages(data: dict[str, Any]) -> Iterator[Problem]:
    """Every word and every sentence stands there in every language, and in no other."""
    known = list(data["locale"])
    for number, language in enumerate(data["unreviewed"]):
        if language not in known:
            yield Problem(("unreviewed", number), _no_language(language, known))
    for table in ("place", "company", "term", "message"):
        for id, entry in data[table].items():
            spoken = [key for key in entry if key not in ("category", "note")]
            for language in spoken:
                if language not in known:
                    yield Problem((table, id, language), _no_language(language, known), at_key=True)
            for language in known:
                if language not in spoken:
                    yield Problem((table, id), f"nothing in the language {language}", at_key=True)


def _no_language(language: str, known: list[str]) -> str:
    return f"there is no language {shown(language)}{near(language, known)}, wanted one of [locale]"


def _words(data: dict[str, Any]) -> Iterator[Problem]:
    for id, entry in data["term"].items():
        for language, forms in entry.items():
            count = len(forms["count"]) if isinstance(forms, dict) else 0
            wanted = FORMS_AFTER_NUMBERS.get(language, 2)
            if count not in (0, wanted):
                yield Problem(("term", id, language, "count"), f"{count} forms, wanted {wanted}")
    for alias, id in data["alias"].items():
        if id not in data["term"] and id not in data["message"]:
            hint = near(id, [*data["term"], *data["message"]])
            yield Problem(("alias", alias), f"there is no term and no message {shown(id)}{hint}")


def _sentences(data: dict[str, Any]) -> Iterator[Problem]:
    """Holes are well formed, ask for words and forms that there are, and are the same in every language."""
    for id, entry in data["message"].items():
        wanted: set[str] | None = None
        for language, sentence in entry.items():
            if language == "note":
                continue
            texts = {"": sentence} if isinstance(sentence, str) else sentence
            for key, text in texts.items():
                where = ("message", id, language, *([key] if key else []))
                yield from (Problem(where, message) for message in _hole_faults(data, language, text))
                names = {hole["name"] for hole in HOLE.finditer(text)}
                wanted = names if wanted is None else wanted
                if names != wanted:
                    odd = ", ".join(sorted(names ^ wanted))
                    yield Problem(where, f"its holes are those of the first language but for: {odd}")


def _hole_faults(data: dict[str, Any], language: str, text: str) -> Iterator[str]:
    if set("{}") & set(HOLE.sub("", text)):
        yield "a brace that belongs to no hole, wanted {name}, {name.gen} or {word:n}"
    for hole in HOLE.finditer(text):
        if hole["form"] and hole["form"] not in FORMS:
            yield f"there is no form {shown(hole['form'])}{near(hole['form'], FORMS)}"
        if hole["count"]:
            word = data["term"].get(hole["name"])
            if word is None:
                yield f"there is no term {shown(hole['name'])}{near(hole['name'], data['term'])}"
            elif not word[language]["count"]:
                yield f"the term {shown(hole['name'])} has no forms after a number"
