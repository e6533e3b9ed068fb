"""``open18xx``: the command line. Exit code 0 for success, 1 for something wrong in a file or a game, 2 for usage."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from open18xx import __version__

COMMANDS = {
    "titles": "list the installed titles",
    "check": "say everything that is wrong in the files of a title",
    "provenance": "list the values of a title that its rules do not state, with the reason for each",
    "play": "play a whole game with bots",
    "replay": "play a saved game, or a game file of 18xx.games, again",
    "routes": "find the best routes of positions in a file, or of a corporation in a saved game",
    "perft": "count the legal actions to a depth",
}


def parser(command: str | None = None) -> argparse.ArgumentParser:
    """The parser; only the command named gets its own options, so that ``--help`` imports next to nothing."""
    top = argparse.ArgumentParser(prog="open18xx", description="A rules engine for 18xx games.")
    top.add_argument("--version", action="version", version=f"open18xx {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, about in COMMANDS.items():
        sub = commands.add_parser(name, help=about, description=about[0].upper() + about[1:] + ".")
        if name == command:
            import_module(f"open18xx.cli.{name}").options(sub)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    command = next((word for word in words if word in COMMANDS), None)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a console that cannot show a letter shows a question mark
    args = parser(command).parse_args(words)
    from open18xx.cli.common import BadCommand, told
    from open18xx.errors import IllegalAction, SaveError, TitleError, UsageError

    try:
        code: int = import_module(f"open18xx.cli.{args.command}").run(args)
        return code
    except BadCommand as error:
        parser(command).error(told(error))
    except UsageError as error:
        print(f"open18xx {args.command}: {told(error)}", file=sys.stderr)
        return 1
    except (TitleError, SaveError, IllegalAction) as error:
        print(told(error), file=sys.stderr)
        return 1
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except Exception as error:
        from open18xx.plugins.manager import blamed

        failure = blamed(error)
        if failure is None:
            raise
        if sys.flags.dev_mode:  # for who writes plugins: python -X dev -m open18xx.cli.main
            raise failure from error
        print(f"open18xx {args.command}: {failure.file}: {failure}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
