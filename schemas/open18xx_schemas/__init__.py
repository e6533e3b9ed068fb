"""What may stand in the files of a title: one JSON Schema a kind of file, every key with its description and default.

``sources/`` is what people edit; ``NAME.schema.json`` is what editors and the loader read, one self-contained file a
kind, made by ``python -m open18xx_schemas.bundle``. Beside draft-7 keywords and ``$defs`` there is one word of our own:
``x-planned`` lists the values (or, as ``true``, any value but the default) that are known and not implemented yet.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

KINDS = ("title", "map", "tiles", "market", "corporations", "privates", "trains", "phases", "rounds", "rules")
"""The files of a title folder, without their ``.toml``."""


@cache
def schema(name: str) -> dict[str, Any]:
    """The bundled schema of a kind of file, or of overlay, terms or catalogue. Do not change what you get."""
    loaded: dict[str, Any] = json.loads(files(__name__).joinpath(f"{name}.schema.json").read_text("utf-8"))
    return loaded
