"""Which test speaks for which rule of a title: ``python -m tests.menorca.rules`` prints the table for 1713 Menorca.

A test cites rules by ``@pytest.mark.rule("M-503")``, one by one or for a whole file by ``pytestmark``. The command
fails, and so does a test, when a rule that the page states or implies (seed, inferred) has none, and when a test cites
a rule that there is not. The tests are read, not run. Another title's table is made the same way, from the rules.toml
in the folder of its own tests.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parents[1]
HERE = Path(__file__).parent
OURS = "M-"
"""What the ids of this title's rules begin with; tests cite those of others too."""

WANTED = {"seed", "inferred"}
"""A rule of such a provenance must have a test."""


def provenance(folder: Path = HERE) -> dict[str, tuple[str, ...]]:
    """The rules in their order, each with where it comes from."""
    listed = tomllib.loads((folder / "rules.toml").read_text("utf-8"))["rules"]
    return {id: (word,) if isinstance(word, str) else tuple(word) for id, word in listed.items()}


@cache
def cited(ours: str = OURS) -> dict[str, list[str]]:
    """Rule id -> the tests that cite it, as FILE::NAME."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text("utf-8")
        for name, ids in _tests_of(ast.parse(text)) if ours in text else ():
            for id in (id for id in ids if id.startswith(ours)):
                found.setdefault(id, []).append(f"{path.relative_to(TESTS.parent)}::{name}")
    return found


def _tests_of(module: ast.Module) -> Iterator[tuple[str, list[str]]]:
    """The tests of a file with the rules that each cites; classes are not used for tests here."""
    everywhere = [
        id
        for node in module.body
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["pytestmark"]
        for id in _rules_in(node.value)
    ]
    for node in module.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            own = [id for decorator in node.decorator_list for id in _rules_in(decorator)]
            yield node.name, list(dict.fromkeys([*everywhere, *own]))


def _rules_in(node: ast.expr) -> Iterator[str]:
    """The arguments of every ``pytest.mark.rule(...)`` in an expression, parameters of a table included."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.rule":
            for argument in call.args:
                id = argument.value if isinstance(argument, ast.Constant) else None
                assert isinstance(id, str), "a rule is cited by its id, written out"
                yield id


def holes(rules: dict[str, tuple[str, ...]], tests: dict[str, list[str]]) -> list[str]:
    """What is wrong with the table, a line a fault."""
    missing = [id for id, words in rules.items() if WANTED & set(words) and id not in tests]
    unknown = [(id, test) for id, found in tests.items() for test in found if id not in rules]
    return [
        *(f"{id} ({', '.join(rules[id])}) has no test" for id in missing),
        *(f"there is no rule {id}, which {test} cites" for id, test in unknown),
    ]


def table(folder: Path = HERE, ours: str = OURS) -> Iterator[str]:
    """A line a rule: id, provenance, its first test and how many more there are."""
    tests = cited(ours)
    for id, words in provenance(folder).items():
        found = tests.get(id, [])
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        yield f"{id}  {' + '.join(words):20}  {found[0] + more if found else '-'}"


def main(folder: Path = HERE, ours: str = OURS) -> int:
    print(*table(folder, ours), sep="\n")
    found = holes(provenance(folder), cited(ours))
    print(*found, sep="\n", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
