"""Which test speaks for which statement of the page of The Old Prince 1871: ``python -m tests.prince.rules``.

The command fails, and so does a test, when a statement that is a rule has no test.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from ..menorca import rules

HERE = Path(__file__).parent
OURS = "O-"


def provenance() -> dict[str, tuple[str, ...]]:
    """The statements in their order: seed, or none for those that are no rules."""
    return rules.provenance(HERE)


def reasons() -> dict[str, str]:
    """Why the statements that are no rules are none."""
    found: dict[str, str] = tomllib.loads((HERE / "rules.toml").read_text("utf-8"))["why"]
    return found


def cited() -> dict[str, list[str]]:
    return rules.cited(OURS)


def holes() -> list[str]:
    """What is wrong with the table, a line a fault."""
    return rules.holes(provenance(), cited())


if __name__ == "__main__":
    sys.exit(rules.main(HERE, OURS))
