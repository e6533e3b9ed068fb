"""Makes ``NAME.schema.json`` from ``sources/``: one self-contained file a kind, for editors that follow no links.

``python -m open18xx_schemas.bundle`` writes them. The schema of overlays is not written by hand: it is all the others
together, with nothing required and no defaults, because an overlay says only what differs.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from open18xx_schemas import KINDS

HERE = Path(__file__).parent
FLAT = ("title", "map", "tiles", "corporations", "privates", "trains", "phases", "rounds")
"""Files whose top keys stand at the top of an overlay too; the others (market, rules) stand under their name."""


def sources() -> dict[str, Any]:
    """What stands in ``sources/``, by name; every file of a title may say where its values come from."""
    written = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted((HERE / "sources").glob("*.json"))}
    for kind in KINDS:
        written[kind]["properties"]["provenance"] = {"$ref": "defs.json#/$defs/provenance"}
    return written


def bundles() -> dict[str, str]:
    """The text of each bundled schema, by name."""
    written = sources()
    shared = written.pop("defs")["$defs"]
    made = {name: _bundled(name, written[name], shared) for name in (*KINDS, "terms", "catalogue")}
    made["overlay"] = _bundled("overlay", _overlay(written), shared)
    return {name: json.dumps(schema, indent=1, ensure_ascii=False) + "\n" for name, schema in made.items()}


def _bundled(name: str, schema: dict[str, Any], shared: dict[str, Any]) -> dict[str, Any]:
    """The schema with each shared definition put in its place; what is written beside a link wins."""

    def whole(node: Any) -> Any:
        if isinstance(node, list):
            return [whole(item) for item in node]
        if not isinstance(node, dict):
            return node
        link = node.get("$ref")
        if not isinstance(link, str):
            return {key: whole(value) for key, value in node.items()}
        return whole(shared[link.rpartition("/")[2]]) | {k: whole(v) for k, v in node.items() if k != "$ref"}

    made = whole(schema)
    return {"$schema": made.pop("$schema"), "$id": f"https://open18xx.org/schemas/{name}.schema.json", **made}


def _overlay(written: dict[str, Any]) -> dict[str, Any]:
    properties: dict[str, Any] = {}
    for kind in KINDS:
        if kind in FLAT:
            properties |= written[kind]["properties"]
        else:
            properties[kind] = {
                key: written[kind][key] for key in ("description", "type", "additionalProperties", "properties")
            }
    properties = {key: _partial(schema) for key, schema in properties.items()}
    properties["map"]["properties"]["replace"] = {
        "description": "Take nothing keyed to hexes from the title below: no hexes, homes, private_hexes or bonuses.",
        "type": "boolean",
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "an overlay",
        "description": "What differs from another title. Tables merge by key, rows by id; remove = true drops a row.",
        "type": "object",
        "additionalProperties": False,
        "required": ["extends"],
        "properties": properties,
    }


def _partial(schema: Any) -> Any:
    """The schema with nothing required and no defaults, and with the word ``remove`` in rows and named tables."""
    if isinstance(schema, list):
        return [_partial(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    partial = {key: _partial(value) for key, value in schema.items() if key not in ("required", "default")}
    if "properties" in schema:  # a table; a key of it may bear any name, "default" too
        partial["properties"] = {key: _partial(value) for key, value in schema["properties"].items()}
    row, entry = partial.get("items"), partial.get("additionalProperties")
    if isinstance(row, dict) and {"id", "players"} & row.get("properties", {}).keys():
        row["properties"]["remove"] = _REMOVE
    if isinstance(entry, dict):  # an entry by name: its table, or the branch of it that is a table
        for branch in [entry, *entry.get("anyOf", ())]:
            if "properties" in branch:
                branch["properties"]["remove"] = _REMOVE
    return partial


_REMOVE = {"description": "Drops what the title below has here.", "type": "boolean"}


def main() -> None:
    for name, text in bundles().items():
        (HERE / f"{name}.schema.json").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
