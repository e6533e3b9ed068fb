"""``open18xx provenance TITLE``: values that the rules do not state, with place, reason and rule; open questions."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable

from open18xx.cli.common import overrides, title_options
from open18xx.title.faults import shortened
from open18xx.title.loader import provenance_of
from open18xx.title.provenance import Value

GROUPS = {
    "inferred": "Inferred: the rules would contradict themselves otherwise",
    "prototype": "Prototype: from the designer's own earlier data",
    "site": "Site: from another system's data",
    "assumed": "Assumed: nobody says; chosen here",
}
"""The origins but for ``seed``, in the order in which they are printed."""

LONGEST_VALUE = 60


def options(parser: argparse.ArgumentParser) -> None:
    title_options(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON list")


def run(args: argparse.Namespace) -> int:
    found = provenance_of(args.title, options=args.option, overrides=overrides(args))
    if args.json:
        listed = [value.to_json() for value in found if value.row.origin in GROUPS or value.row.ask]
        print(json.dumps(listed, ensure_ascii=False, indent=1))
    elif not found:
        print(f"{args.title}: its files do not say where their values come from")
    else:
        print("\n\n".join([*grouped(found), questions(found), summary(found)]))
    return 0


def grouped(values: Iterable[Value]) -> Iterable[str]:
    """One paragraph an origin, a line a value."""
    values = list(values)
    for origin, heading in GROUPS.items():
        lines = [line(value) for value in values if value.row.origin == origin]
        if lines:
            yield "\n".join([f"{heading} ({len(lines)})", *lines])


def line(value: Value) -> str:
    place = f"{value.file}:{value.line}" if value.line else value.file
    said = shortened(json.dumps(value.value, ensure_ascii=False), LONGEST_VALUE)
    rules = ", ".join(value.row.rules) or "no rule"
    return f"  {place}: {value.path} = {said}; {rules}: {value.row.why}"


def questions(values: Iterable[Value]) -> str:
    """What the designer is asked, each question once, with the rules and paths it is about."""
    about: dict[str, list[Value]] = {}
    for value in values:
        if value.row.ask:
            about.setdefault(value.row.ask, []).append(value)
    lines = [
        f"  {number}. {ask} ({', '.join(asked[0].row.rules)}; {asked[0].path}{_more(asked)})"
        for number, (ask, asked) in enumerate(about.items(), 1)
    ]
    return "\n".join([f"Questions to the designer ({len(lines)})", *lines])


def _more(asked: list[Value]) -> str:
    return f" and {len(asked) - 1} more" if len(asked) > 1 else ""


def summary(values: Iterable[Value]) -> str:
    values = list(values)
    counts = {origin: sum(value.row.origin == origin for value in values) for origin in ("seed", *GROUPS)}
    return f"{len(values)} values: " + ", ".join(f"{count} {origin}" for origin, count in counts.items() if count)
