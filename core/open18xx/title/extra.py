"""Checks the ``[extra]`` tables of a title against the ``extra.schema.json`` that its author put beside title.toml.

Such a schema is anybody's, and may say all that JSON Schema can say: here, and only here, the general validator works.
It never fetches anything.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from open18xx.errors import Fault
from open18xx.title.faults import Problem, shortened
from open18xx.title.files import LONGEST_FILE, shown_path

NAME = "extra.schema.json"


def schema_beside(folder: Path) -> Path | None:
    """The schema of a title's own tables, if it has one."""
    path = folder / NAME
    return path if path.is_file() else None


def problems(path: Path, extra: Any) -> Iterator[Problem | Fault]:
    """What is wrong with the tables: problems of title.toml, or faults of the schema itself."""
    from jsonschema import Draft202012Validator  # late: it costs 150 ms, and few titles have such tables
    from jsonschema.exceptions import SchemaError
    from referencing import Registry
    from referencing.exceptions import Unresolvable

    try:
        if path.stat().st_size > LONGEST_FILE:
            raise ValueError(f"more than {LONGEST_FILE} bytes")
        schema = json.loads(path.read_text("utf-8"))
        Draft202012Validator.check_schema(schema)
        validator: Any = Draft202012Validator(schema, registry=Registry())  # type: ignore[call-arg,unused-ignore]
        for error in validator.iter_errors(extra):
            yield Problem(("extra", *error.absolute_path), shortened(error.message, 200))
    except SchemaError as error:
        yield Fault(shown_path(path), 0, 0, "", f"no JSON Schema: {shortened(error.message, 200)}")
    except (OSError, ValueError, RecursionError, re.error, Unresolvable) as error:
        yield Fault(shown_path(path), 0, 0, "", f"the schema cannot be used: {shortened(str(error), 200)}")
