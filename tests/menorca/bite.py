"""Do the tests of the rules bite? ``python -m tests.menorca.bite [PATH ...]`` changes the title and looks.

Every value that the rules state (provenance: seed) is changed in a copy of the title, one at a time, and the tests that
cite the rules of its row are run with the copy in place of the installed title. At least one change of each value has
to make a test fail; of an enum or a truth every change, and of a list the loss of each entry. What the loader refuses
cannot be played, and is no change. The command prints the survivors, and fails if there are any. With PATHs only values
below them are changed. It takes about ten minutes on two cores.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import open18xx_variants
from open18xx.title.loader import check, provenance_of
from open18xx.title.provenance import Value
from open18xx_schemas import KINDS, schema

from .rules import TESTS, cited

PACKAGE = Path(open18xx_variants.__path__[0])
TITLE = "menorca_1713"
DROPPED = object()
"""Instead of a new value: the entry is gone from its list."""


@dataclass(frozen=True)
class Outcome:
    """What became of the changes of a value: refused by the loader, noticed by a test, or survived."""

    value: Value
    refused: tuple[str, ...]
    bitten: tuple[str, ...]
    survived: tuple[str, ...]

    @property
    def is_hole(self) -> bool:
        return bool(self.survived) and not (self.bitten and is_one_enough(self.value))


# --------------------------------------------------------------------------- what is changed


@cache
def _values() -> tuple[Value, ...]:
    return provenance_of(PACKAGE / TITLE)


def seeds() -> list[Value]:
    """The values that the rules state."""
    return [value for value in _values() if value.row.origin == "seed"]


def changes(value: Value) -> list[Any]:
    """What the value is changed to, one after the other; a name to others of its kind, to a new one, and to a hex."""
    old = value.value
    if _is_entry(value):
        return [DROPPED]
    if isinstance(old, bool):
        return [not old]
    if isinstance(old, int):
        return [new for new in (old + 1, old - 1, 2 * old) if new >= 0 and new != old]
    if isinstance(old, list):
        return [[*old[:n], *old[n + 1 :]] for n in range(len(old))]
    if words := _words(value):
        return [word for word in words if word != old]
    if old.startswith("#"):
        return ["#123456"]
    key = value.path.rpartition(".")[2]
    if key in ("id", "name"):
        return [f"{old}-x"]
    others = [each.value for each in _values() if each.path.rpartition(".")[2] == key]
    return [*(other for other in dict.fromkeys(others) if other != old), f"{old}-x", "J9"]


def is_one_enough(value: Value) -> bool:
    """Numbers and names are noticed if one of their changes is; of words of an enum, say, every one has to be."""
    return type(value.value) in (int, str) and not _is_entry(value) and not _words(value)


def _is_entry(value: Value) -> bool:
    """Whether the value is one of a list of words."""
    return value.path.rpartition(".")[2].isdecimal() and isinstance(value.value, str)


def _words(value: Value) -> list[str]:
    """The words that the schemas allow at a key of this name, where the value is one of them."""
    key, found = value.path.rpartition(".")[2], []
    for kind in KINDS:
        for words in _enums(schema(kind), key):
            found += words if value.value in words else []
    return list(dict.fromkeys(found))


def _enums(node: Any, key: str) -> Iterator[list[str]]:
    """The words built so far of each enum below a property of this name."""
    if isinstance(node, dict):
        at = node.get("properties", {})
        if isinstance(at, dict) and isinstance(at.get(key), dict) and "enum" in at[key]:
            planned = at[key].get("x-planned", [])
            yield [word for word in at[key]["enum"] if planned is not True and word not in planned]
        for below in node.values():
            yield from _enums(below, key)
    elif isinstance(node, list):
        for below in node:
            yield from _enums(below, key)


# --------------------------------------------------------------------------- how it is changed


def changed_line(line: str, value: Value, new: Any) -> str:
    """The line of the file with the new value in the place of the old."""
    key, old = value.path.rpartition(".")[2], _pattern(value.value)
    if new is DROPPED:
        pattern, text = rf"{old}\s*,?", ""
    else:
        pattern = rf'(?P<key>(?<![\w.-])"?{re.escape(key)}"?\s*=\s*){old}(?!\w)'
        text = json.dumps(new, ensure_ascii=False)
    found = list(re.finditer(pattern, line))
    if len(found) != 1:
        raise ValueError(f"{value.file}:{value.line}: {value.path} stands {len(found)} times in: {line}")
    before = "" if new is DROPPED else found[0]["key"]
    return line[: found[0].start()] + before + text + line[found[0].end() :]


def _pattern(value: Any) -> str:
    """A regular expression for the value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return "_?".join(str(value))
    if isinstance(value, list):
        return r"\[\s*" + r"\s*,\s*".join(map(_pattern, value)) + r"\s*\]"
    return re.escape(json.dumps(value, ensure_ascii=False))


def write_changed(folder: Path, value: Value, new: Any) -> None:
    """A copy of the package of titles below ``folder``, in which the value is another.

    It does not say where its values come from: or the loader would refuse it for that, and no test would be asked.
    """
    package = folder / PACKAGE.name
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    file = package / TITLE / Path(value.file).name
    lines = file.read_text("utf-8").split("\n")
    lines[value.line - 1] = changed_line(lines[value.line - 1], value, new)
    file.write_text("\n".join(lines), "utf-8")
    for file in (package / TITLE).glob("*.toml"):
        file.write_text(re.sub(r"(?m)^\[provenance\]\n(?:(?!\[).*\n?)*", "", file.read_text("utf-8")), "utf-8")


# --------------------------------------------------------------------------- whether it is noticed


def tried(value: Value, tests: dict[str, list[str]]) -> Outcome:
    """Change the value in every way, and run the tests that cite its rules."""
    ids = list(dict.fromkeys(test for rule in value.row.rules for test in tests.get(rule, ())))
    found: dict[str, list[str]] = {"refused": [], "bitten": [], "survived": []}
    for new in changes(value):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            write_changed(folder, value, new)
            if check(folder / PACKAGE.name / TITLE).faults:
                what = "refused"
            else:
                what = "survived" if not ids or passes(folder, ids) else "bitten"
        found[what].append("dropped" if new is DROPPED else json.dumps(new, ensure_ascii=False))
        if found["bitten"] and is_one_enough(value):
            break
    return Outcome(value, *(tuple(found[what]) for what in ("refused", "bitten", "survived")))


def passes(folder: Path, ids: list[str]) -> bool:
    """Whether the tests pass with the titles of the folder in place of the installed ones."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *ids]
    path = os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))
    environment = os.environ | {"PYTHONPATH": path, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    run = subprocess.run(command, cwd=TESTS.parent, env=environment, capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1):
        raise RuntimeError(f"the tests could not be run:\n{run.stdout}\n{run.stderr}")
    return run.returncode == 0


def control(tests: dict[str, list[str]]) -> bool:
    """Whether all the tests pass with a copy that is not changed: or a failure would tell nothing."""
    with tempfile.TemporaryDirectory() as name:
        shutil.copytree(PACKAGE, Path(name) / PACKAGE.name, ignore=shutil.ignore_patterns("__pycache__"))
        return passes(Path(name), list(dict.fromkeys(test for ids in tests.values() for test in ids)))


def main(paths: list[str]) -> int:
    tests = cited()
    chosen = [value for value in seeds() if not paths or any(value.path.startswith(path) for path in paths)]
    if not control(tests):
        print("the tests of the rules do not pass as the title is", file=sys.stderr)
        return 1
    refused = holes = 0
    with ThreadPoolExecutor(2) as pool:
        for outcome in pool.map(lambda value: tried(value, tests), chosen):
            path, rules = outcome.value.path, ", ".join(outcome.value.row.rules)
            if outcome.is_hole:
                holes += 1
                print(f"survives: {path} = {', '.join(outcome.survived)} ({rules})", flush=True)
            elif not outcome.bitten:
                refused += 1
                print(f"only the loader refuses: {path} = {', '.join(outcome.refused)} ({rules})", flush=True)
    print(f"{len(chosen)} values changed, {refused} of them only as the loader refuses, {holes} survive")
    return 1 if holes else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
