"""What several commands share: how a title and its options are named on the command line."""

from __future__ import annotations

import argparse
import os
import tomllib
from typing import Any

from open18xx.errors import SaveError, shortened
from open18xx.title.loader import load
from open18xx.title.model import Title

LONGEST = 2000
"""Characters of a line of an error: room for a path and a few values, each of which is shortened where it is said."""


def told(error: Exception) -> str:
    """What went wrong; no line is as long as a file or a word of the command may be."""
    return "\n".join(shortened(line, LONGEST) for line in str(error).split("\n"))


class BadCommand(Exception):
    """The words of the command do not fit together; exit code 2, as for everything argparse finds."""


def title_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("title", help="id of an installed title, folder of a title, or overlay file")
    parser.add_argument("--option", action="append", default=[], metavar="NAME", help="switch on an optional rule")
    parser.add_argument(
        "--set", action="append", default=[], metavar="PATH=VALUE", help="replace one value, such as bank.cash=9000"
    )


def overrides(args: argparse.Namespace) -> dict[str, Any]:
    """The values of ``--set``; each is read as TOML, and as a text if it is none."""
    found: dict[str, Any] = {}
    for word in args.set:
        path, equals, text = word.partition("=")
        if not equals or not path:
            raise BadCommand(f"--set {word!r}: wanted PATH=VALUE")
        try:
            found[path] = tomllib.loads(f"value = {text}")["value"]
        except tomllib.TOMLDecodeError:
            found[path] = text
    return found


def chosen_title(args: argparse.Namespace) -> Title:
    return load(args.title, options=args.option, overrides=overrides(args))


def players_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", default="", metavar="N or NAMES", help="a number, or names divided by commas")


def players(args: argparse.Namespace, title: Title) -> list[str]:
    """Names of the players; by default as few as the title allows, but three where it does."""
    text = args.players
    if not text:
        count = 3 if 3 in title.setups else min(title.setups)
        return [f"player {n}" for n in range(1, count + 1)]
    if text.isdecimal() and len(text) < 3:
        return [f"player {n}" for n in range(1, int(text) + 1)]
    return [name.strip() for name in text.split(",")]


def check_place(path: str) -> None:
    """Say now, not after a long game, that a file cannot be written. Raises SaveError."""
    folder = os.path.dirname(path) or "."
    if not path or os.path.isdir(path) or not os.path.isdir(folder) or not os.access(folder, os.W_OK):
        raise SaveError(f"{path!r}: cannot be written: wanted a file in a folder that exists")
