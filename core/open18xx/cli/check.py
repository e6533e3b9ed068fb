"""``open18xx check``."""

from __future__ import annotations

import argparse
import sys

from open18xx import terms_check
from open18xx.cli.common import overrides, title_options
from open18xx.errors import Fault
from open18xx.title.loader import check

MOST_SHOWN = 200
"""Faults that are printed; a file that is wrong from end to end is not helped by more."""


def options(parser: argparse.ArgumentParser) -> None:
    title_options(parser)


def show(faults: list[Fault], before: str = "") -> None:
    for fault in faults[:MOST_SHOWN]:
        print(f"{before}{fault}", file=sys.stderr)
    if len(faults) > MOST_SHOWN:
        print(f"... and {len(faults) - MOST_SHOWN} more", file=sys.stderr)


def run(args: argparse.Namespace) -> int:
    report = check(args.title, options=args.option, overrides=overrides(args))
    title, faults, warnings = report.title, list(report.faults), list(report.warnings)
    if title is not None:
        of_words, odd_words = terms_check.check(args.title, title)
        faults, warnings = faults + of_words, warnings + odd_words
    show(faults)
    show(warnings, "warning: ")
    if title is None or faults:
        print(f"{args.title}: {len(faults)} fault{'s' if len(faults) > 1 else ''}", file=sys.stderr)
        return 1
    print(
        f"{title.id}: sound. {len(title.map.hexes)} hexes, {len(title.tiles)} kinds of tile, "
        f"{len(title.corporations)} corporations, {len(title.privates)} privates, {len(title.trains)} kinds of train"
    )
    return 0
