"""Which test speaks for which statement of the page of The Old Prince 1871: ``python -m tests.prince.rules``.

The command fails, and so does a test, when a statement that is a rule has no test.
"""

from __future__ import annotations

import importlib.util
import sys
import tomllib
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).parent
OURS = "O-"


def _borrowed() -> ModuleType:
    """The table's maker: folders of tests import nothing from each other."""
    spec = importlib.util.spec_from_file_location("borrowed_rules", HERE.parent / "menorca" / "rules.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


rules = _borrowed()


def provenance() -> dict[str, tuple[str, ...]]:
    """The statements in their order: seed, or none for those that are no rules."""
    found: dict[str, tuple[str, ...]] = rules.provenance(HERE)
    return found


def reasons() -> dict[str, str]:
    """Why the statements that are no rules are none."""
    found: dict[str, str] = tomllib.loads((HERE / "rules.toml").read_text("utf-8"))["why"]
    return found


def cited() -> dict[str, list[str]]:
    found: dict[str, list[str]] = rules.cited(OURS)
    return found


def holes() -> list[str]:
    """What is wrong with the table, a line a fault."""
    found: list[str] = rules.holes(provenance(), cited())
    return found


if __name__ == "__main__":
    sys.exit(rules.main(HERE, OURS))
