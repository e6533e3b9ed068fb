"""``open18xx check``."""

from __future__ import annotations

import argparse
import sys

from open18xx.cli.common import overrides, title_options
from open18xx.title.loader import check

MOST_SHOWN = 200
"""Faults that are printed; a file that is wrong from end to end is not helped by more."""


def options(parser: argparse.ArgumentParser) -> None:
    title_options(parser)


def run(args: argparse.Namespace) -> int:
    report = check(args.title, options=args.option, overrides=overrides(args))
    for fault in report.faults[:MOST_SHOWN]:
        print(fault, file=sys.stderr)
    if len(report.faults) > MOST_SHOWN:
        print(f"... and {len(report.faults) - MOST_SHOWN} more", file=sys.stderr)
    for warning in report.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    if report.title is None:
        count = len(report.faults)
        print(f"{args.title}: {count} fault{'s' if count > 1 else ''}", file=sys.stderr)
        return 1
    title = report.title
    print(
        f"{title.id}: sound. {len(title.map.hexes)} hexes, {len(title.tiles)} kinds of tile, "
        f"{len(title.corporations)} corporations, {len(title.privates)} privates, {len(title.trains)} kinds of train"
    )
    return 0
