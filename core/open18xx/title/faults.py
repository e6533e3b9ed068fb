"""Checks parsed data against a schema, fills in the defaults, and says what is wrong as a designer would want it said.

It knows the part of JSON Schema that our schemas use (``KEYWORDS``), and ``x-planned``: values known, not implemented.
A walk of our own, because one pass then checks, completes and explains in less time than importing a general
validator takes; the tests hold it against ``jsonschema``. It does not know files: a ``Problem`` says where in the data.
"""

from __future__ import annotations

import marshal
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from functools import cache, lru_cache
from typing import Any

from open18xx.title.positions import Key, Where
from open18xx_schemas import schema as bundled

KEYWORDS = frozenset(
    {
        *("$schema", "$id", "title", "description", "default", "examples", "type", "enum", "anyOf", "x-planned"),
        *("properties", "required", "additionalProperties", "propertyNames", "items", "minItems", "maxItems"),
        *("uniqueItems", "minimum", "maximum", "minLength", "maxLength", "pattern"),
    }
)
"""What a schema may say; a test finds a schema that says more."""

MOST = 1000
"""So many problems of one file are looked for; more help nobody, and a hint for each of 50,000 takes half a minute."""

SHOWN = 40
"""So many characters of a wrong value are repeated in its message."""

Schema = Mapping[str, Any]

_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
}
_WANTED = {
    "object": "a table",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "boolean": "true or false",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """A mistake in parsed data. ``at_key``: the key is wrong, not its value; ``offset``: characters into a text."""

    where: Where
    message: str
    at_key: bool = False
    offset: int | None = None


def checked(schema: Schema, data: Any, where: Where = ()) -> tuple[Any, list[Problem]]:
    """``data`` with every default filled in, and all that is wrong with it; the data given is not changed.

    What is wrong becomes its default, or ``None`` (which TOML cannot say) where there is none; a table that lacks
    something required becomes ``None`` as a whole. So the questions that follow need not fear wrong types. After
    ``MOST`` problems no more are looked for.
    """
    problems: list[Problem] = []
    return _walk(schema, data, where, problems), problems


def checked_as(name: str, data: Any, where: Where = (), key: str = "") -> tuple[Any, list[Problem]]:
    """``checked`` by the bundled schema of that name, or of the key in it; what was asked lately is not walked again.

    Whoever tries values or options of a title changes one file of ten each time.
    """
    try:
        raw = marshal.dumps(data, 2)  # unlike ==, it tells 1 from true
    except ValueError:  # a date, or what is no value of a file at all
        return checked(_bundled(name, key), data, where)
    filled, problems = _known(name, key, raw, where)
    return marshal.loads(filled), list(problems)


@lru_cache(maxsize=128)
def _known(name: str, key: str, raw: bytes, where: Where) -> tuple[bytes, tuple[Problem, ...]]:
    filled, problems = checked(_bundled(name, key), marshal.loads(raw), where)
    return marshal.dumps(filled, 2), tuple(problems)


def _bundled(name: str, key: str) -> Schema:
    whole: Schema = bundled(name)
    return whole["properties"][key] if key else whole


def near(word: object, words: Iterable[object]) -> str:
    """`` (did you mean 'x'?)``, or nothing when no word is near.

    >>> near("permisive", ["permissive", "restrictive"])
    " (did you mean 'permissive'?)"
    """
    text = str(word)[:200]
    known = {other: None for other in map(str, words) if _may_be_near(text, other)}
    close = [other for other in known if other.lower() == text.lower()] or get_close_matches(text, known, 8, 0.6)
    if not close:
        return ""
    nearest = [other for other in close if _alike(text, other) == _alike(text, close[0])]
    return f" (did you mean {max(nearest, key=lambda other: _shared(text, other))!r}?)"


def dotted(where: Where) -> str:
    """The way as a designer writes it.

    >>> dotted(("trains", 3, "price"))
    'trains[3].price'
    """
    text = ""
    for part in where:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            bare = shortened(part)
            word = bare if re.fullmatch(r"[\w&+*'-]+…?", bare) else f'"{bare}"'
            text += f".{word}" if text else word
    return text


def shown(value: object) -> str:
    """A wrong value as a message repeats it: as TOML would write it, and not too long."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f"'{shortened(value)}'"
        case dict():
            return "a table"
        case list():
            return "a list"
        case int() if abs(value) > 10**18:
            return "a number of more than 18 digits"
        case int() | float():
            return str(value)
    return f"a {type(value).__name__}"


def shortened(text: str, length: int = SHOWN) -> str:
    """Text for one line of a message: control characters shown as such, the end cut off."""
    safe = "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text[:length])
    return safe if len(text) <= length else f"{safe}…"


# --------------------------------------------------------------------------- the walk


def _walk(schema: Schema, data: Any, where: Where, problems: list[Problem]) -> Any:
    if len(problems) >= MOST:
        return None
    branches = schema.get("anyOf")
    if branches is not None:
        return _any_of(schema, branches, data, where, problems)
    wanted = schema.get("type")
    if wanted is not None and not _is(wanted, data):
        problems.append(Problem(where, f"{shown(data)}, wanted {_WANTED[wanted]}{_unquoted(wanted, data)}"))
        return None
    words = schema.get("enum")
    if words is not None and not _among(data, words):
        problems.append(Problem(where, f"{shown(data)}, wanted {_listed(_implemented(schema))}{near(data, words)}"))
        return None
    if "x-planned" in schema and _is_planned(schema, data):
        problems.append(Problem(where, _planned_text(schema, data)))
        return None
    match data:
        case dict():
            return _table(schema, data, where, problems)
        case list():
            return _list(schema, data, where, problems)
        case str():
            message = _text_problem(schema, data)
        case int() if not isinstance(data, bool):
            message = _number_problem(schema, data)
        case _:
            message = ""
    if message:
        problems.append(Problem(where, message))
        return None
    return data


def _table(schema: Schema, data: dict[str, Any], where: Where, problems: list[Problem]) -> dict[str, Any] | None:
    properties: Mapping[str, Schema] = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    names = schema.get("propertyNames")
    filled: dict[str, Any] = {}
    for key, value in data.items():
        if len(problems) >= MOST:
            break
        at = (*where, key)
        if names is not None:
            named: list[Problem] = []
            _walk(names, key, at, named)
            if named:
                problems.append(Problem(at, f"bad name: {named[0].message}", at_key=True))
                continue
        if key in properties:
            filled[key] = _walk(properties[key], value, at, problems)
        elif others is False:
            missing = [name for name in properties if name not in data]
            hint = near(key, missing) or near(key, properties) or f"; wanted {_listed(properties)}"
            problems.append(Problem(at, f"unknown key{hint}", at_key=True))
        elif others is True:
            filled[key] = value
        else:
            filled[key] = _walk(others, value, at, problems)
    required = schema.get("required", ())
    for key in required:
        if key not in data:
            problems.append(Problem(where, f"missing key {key!r}, wanted: {_gist(properties[key])}", at_key=True))
    for key, part in properties.items():
        if filled.get(key) is None and "default" in part:
            filled[key] = _default(part)
    whole = not where or all(filled.get(key) is not None for key in required)
    return filled if whole else None


def _list(schema: Schema, data: list[Any], where: Where, problems: list[Problem]) -> list[Any] | None:
    least, most = schema.get("minItems", 0), schema.get("maxItems")
    if len(data) < least or (most is not None and len(data) > most):
        limit = f"at least {least}" if len(data) < least else f"at most {most}"
        problems.append(Problem(where, f"{len(data)} entries, wanted {limit}"))
        return None
    if schema.get("uniqueItems"):
        for row, item in enumerate(data):
            if item in data[:row]:
                problems.append(Problem((*where, row), f"{shown(item)} stands here twice"))
    items = schema.get("items", {})
    return [_walk(items, item, (*where, row), problems) for row, item in enumerate(data)]


def _any_of(schema: Schema, branches: list[Schema], data: Any, where: Where, problems: list[Problem]) -> Any:
    """The first branch that fits; if none does, the problems of the one that was meant."""
    meant: list[Problem] | None = None
    for branch in branches:
        found: list[Problem] = []
        filled = _walk(branch, data, where, found)
        if not found:
            if "x-planned" in schema and _is_planned(schema, data):
                problems.append(Problem(where, _planned_text(schema, data)))
                return None
            return filled
        if isinstance(data, dict | list | int):
            if _is(branch.get("type", ""), data):
                meant = found
        elif "x-planned" in branch and _among(data, branch["x-planned"]):
            meant = found
    if meant is None:
        words = [word for branch in branches for word in branch.get("enum", ())]
        hint = near(data, words) if isinstance(data, str) else ""
        number = any(branch.get("type") == "integer" for branch in branches)
        hint = hint or (_unquoted("integer", data) if number else "")
        wanted = " or ".join(_branch_text(branch) for branch in branches)
        meant = [Problem(where, f"{shown(data)}, wanted {wanted}{hint}")]
    problems.extend(meant)
    return None


def _text_problem(schema: Schema, text: str) -> str:
    if len(text) < schema.get("minLength", 0):
        return f"{shown(text)}, wanted at least {schema['minLength']} characters"
    if len(text) > schema.get("maxLength", len(text)):
        return f"{len(text)} characters, wanted at most {schema['maxLength']}"
    pattern = schema.get("pattern")
    if pattern is not None and not _pattern(pattern).search(text):
        better = (text.strip(), text.upper(), text.lower(), text.lower().replace("_", "-"), f"#{text}")
        fits = next((fix for fix in better if _pattern(pattern).search(fix)), None)
        return f"{shown(text)}, wanted {_form(schema)}" + (f" (did you mean {fits!r}?)" if fits else "")
    return ""


def _number_problem(schema: Schema, number: int) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and number < least:
        hint = f" (did you mean {-number}?)" if number < 0 and (most is None or -number <= most) else ""
        return f"{shown(number)}, wanted at least {least}{hint}"
    if most is not None and number > most:
        return f"{shown(number)}, wanted at most {most}"
    return ""


# --------------------------------------------------------------------------- small questions


def _shared(word: str, other: str) -> int:
    """How many letters two words have in common at the beginning."""
    return next((n for n, (a, b) in enumerate(zip(word, other, strict=False)) if a != b), min(len(word), len(other)))


def _may_be_near(word: str, other: str) -> bool:
    """Whether enough letters are common; it rules out most words in a fraction of the time that comparing takes."""
    letters, others = _letters(word.lower()), _letters(other.lower())
    common = min(len(word) - len(letters - others), len(other) - len(others - letters))
    return 2 * common >= 0.6 * (len(word) + len(other))


@lru_cache(10_000)
def _letters(word: str) -> frozenset[str]:
    return frozenset(word)


def _alike(word: str, other: str) -> float:
    return SequenceMatcher(None, word, other).ratio()


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    """``$`` as JSON Schema means it: the end, not the end or before a last line break."""
    return re.compile(re.sub(r"\$$", r"\\Z", pattern))


def _is(wanted: str, data: Any) -> bool:
    if isinstance(data, bool):
        return wanted == "boolean"
    return isinstance(data, _TYPES.get(wanted, ()))


def _among(data: Any, words: Iterable[Any]) -> bool:
    return any(type(data) is type(word) and data == word for word in words)


def _default(schema: Schema) -> Any:
    """The default with the defaults inside it; a fresh copy, so that nobody shares lists."""
    if not isinstance(schema["default"], dict | list):
        return schema["default"]
    problems: list[Problem] = []
    filled = _walk(schema, schema["default"], (), problems)
    assert not problems, f"a schema's own default does not fit it: {problems}"
    return filled


def _is_planned(schema: Schema, data: Any) -> bool:
    planned = schema["x-planned"]
    if planned is True:
        return bool(data != schema["default"])
    return _among(data, planned)


def _planned_text(schema: Schema, data: Any) -> str:
    left = [schema["default"]] if schema["x-planned"] is True else _implemented(schema)
    return f"{shown(data)} is known but not implemented in this version; implemented: {_listed(left)}"


def _implemented(schema: Schema) -> list[Any]:
    planned = schema.get("x-planned", ())
    words = schema.get("enum", [True, False] if schema.get("type") == "boolean" else [])
    return [word for word in words if planned is not True and not _among(word, planned)]


def _unquoted(wanted: str, data: Any) -> str:
    if wanted == "integer" and isinstance(data, str) and re.fullmatch(r"-?[0-9]{1,9}", data):
        return f" (did you mean {data} without quotes?)"
    if wanted == "string" and isinstance(data, int) and not isinstance(data, bool) and abs(data) < 10**9:
        return f' (did you mean "{data}" in quotes?)'
    if wanted == "array" and isinstance(data, str | int):
        return f" (did you mean [{shown(data)}]?)"
    return ""


def _branch_text(branch: Schema) -> str:
    if "enum" in branch:
        return _listed(_implemented(branch))
    if branch.get("type") == "string":
        return _form(branch)
    if branch.get("type") == "integer" and "maximum" in branch:
        return f"a whole number from {branch.get('minimum', 0)} to {branch['maximum']}"
    return _WANTED[branch["type"]]


def _form(schema: Schema) -> str:
    """What a text should look like: the description's words where it has some, else the pattern."""
    forms = {
        "^[a-z0-9]+(-[a-z0-9]+)*$": "small letters, digits and hyphens",
        "^([a-z0-9]+(-[a-z0-9]+)*)?$": "small letters, digits and hyphens",
        "^(#[0-9A-Fa-f]{6})?$": "a colour such as #a0b0c0",
        "^[A-Z]{1,2}[0-9]{1,3}$": "a hex such as K12",
        "^[A-Z]{1,2}[1-9][0-9]{0,2}$": "a hex such as K12",
        "^[A-Z]{1,2}[1-9][0-9]{0,2}([.](0|[1-9][0-9]?))?$": "a hex such as K12, or a stop such as K12.1",
        "^[a-z]$": "one small letter",
        "^[0-5]-[0-5]$": "two sides such as 2-4",
        "^[^{}]*\\{\\}[^{}]*$": "{} for the number, as in ${}",
        "^x-[a-z0-9-]+$": "a plugin's own x-word",
        "^[^.]+(\\.[^.]+)+$": "a dotted path such as rules.stock.rebuy",
    }
    pattern = schema.get("pattern", "")
    return forms.get(pattern, "letters, digits and signs such as & + . -, without blanks" if pattern else "text")


def _gist(schema: Schema) -> str:
    """The first clause of a description, for a key that is missing."""
    text: str = schema.get("description", "a value")
    return re.split(r"[.;:](?: |$)", text, maxsplit=1)[0]


def _listed(words: Iterable[Any]) -> str:
    texts = [str(word).lower() if isinstance(word, bool) else str(word) or "(empty)" for word in words]
    return ", ".join(texts[:-1]) + (" or " if len(texts) > 1 else "") + (texts[-1] if texts else "nothing")


def every_schema(schema: Schema, where: Where = ()) -> Iterator[tuple[Where, Schema]]:
    """The schema and all schemas inside it, each with the way to it."""
    yield where, schema
    steps: list[tuple[tuple[Key, ...], Any]] = [
        (("properties", key), part) for key, part in schema.get("properties", {}).items()
    ]
    steps += [((key,), schema[key]) for key in ("items", "additionalProperties", "propertyNames") if key in schema]
    steps += [(("anyOf", row), part) for row, part in enumerate(schema.get("anyOf", ()))]
    for step, part in steps:
        if isinstance(part, Mapping):
            yield from every_schema(part, where + step)
