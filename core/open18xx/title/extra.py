"""Checks the ``[extra]`` tables of a title against the ``extra.schema.json`` that its author put beside title.toml.

Such a schema is anybody's, and may say all that JSON Schema can say: here, and only here, the general validator works.
It never fetches anything. Beside JSON Schema it may say of a text, or of the names of a table, what it is a name of:
``"x-id-of": "hex"``; the name must then be one of the title's.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from open18xx.errors import Fault
from open18xx.title.faults import Problem, near, shortened, shown
from open18xx.title.files import LONGEST_FILE, shown_path

NAME = "extra.schema.json"
KEYWORD = "x-id-of"

Names = Mapping[str, Collection[str]]
"""What a title calls its things, by the word for each."""

WORDS = ("card", "certificate", "corporation", "era", "family", "hex", "phase", "private", "round", "tile", "train")
"""What a name can be a name of."""


def schema_beside(folder: Path) -> Path | None:
    """The schema of a title's own tables, if it has one."""
    path = folder / NAME
    return path if path.is_file() else None


def problems(path: Path, extra: Any, names: Names) -> Iterator[Problem | Fault]:
    """What is wrong with the tables: problems of title.toml, or faults of the schema itself.

    Names of things that ``names`` does not know, because their file could not be read, are taken on trust.
    """
    from jsonschema import Draft202012Validator, validators  # late: it costs 150 ms, and few titles have such tables
    from jsonschema.exceptions import SchemaError
    from referencing import Registry
    from referencing.exceptions import Unresolvable

    try:
        if path.stat().st_size > LONGEST_FILE:
            raise ValueError(f"more than {LONGEST_FILE} bytes")
        schema = _schema(path.read_text("utf-8"))
        for word in sorted(_words(schema) - set(WORDS)):
            message = f"{KEYWORD}: {shown(word)}{near(word, WORDS)}, wanted some of {', '.join(WORDS)}"
            yield Fault(shown_path(path), 0, 0, "", message)
        extend: Any = validators.extend
        extended = extend(Draft202012Validator, {KEYWORD: _checker(names)})
        for error in extended(schema, registry=Registry()).iter_errors(extra):
            yield _problem(error)
    except SchemaError as error:
        yield Fault(shown_path(path), 0, 0, "", f"no JSON Schema: {shortened(error.message, 200)}")
    except (OSError, ValueError, RecursionError, re.error, Unresolvable) as error:
        yield Fault(shown_path(path), 0, 0, "", f"the schema cannot be used: {shortened(str(error), 200)}")


@cache
def _schema(text: str) -> Any:
    """The schema, once it has been found to be one: that takes far longer than its use."""
    from jsonschema import Draft202012Validator

    schema = json.loads(text)
    Draft202012Validator.check_schema(schema)
    return schema


def _problem(error: Any) -> Problem:
    where = ("extra", *error.absolute_path)
    way = tuple(error.absolute_schema_path)
    if way[-2:-1] == ("propertyNames",):  # the validator says the table, but it is a key that is wrong
        return Problem((*where, error.instance), shortened(error.message, 200), at_key=True)
    return Problem(where, shortened(error.message, 200))


def _words(schema: Any) -> set[str]:
    """What the schema says that names are names of, wherever it says so."""
    if not isinstance(schema, dict | list):
        return set()
    found = set[str]().union(*map(_words, schema.values() if isinstance(schema, dict) else schema))
    said = schema.get(KEYWORD, {}) if isinstance(schema, dict) else {}
    if isinstance(said, dict):  # nothing, or a key of the tables that is called so
        return found
    return found | set(map(str, said if isinstance(said, list) else [said]))


def _checker(names: Names) -> Callable[..., Iterator[Any]]:
    """The keyword for the general validator; several words mean a name of any of these."""
    from jsonschema.exceptions import ValidationError

    def check(validator: Any, said: Any, instance: Any, schema: Any) -> Iterator[Any]:
        words = [said] if isinstance(said, str) else said
        if isinstance(instance, str | int) and isinstance(words, list) and all(word in names for word in words):
            known = [name for word in words for name in names[word]]
            if str(instance) not in known:
                yield ValidationError(f"there is no {' or '.join(words)} {shown(instance)}{near(instance, known)}")

    return check
