"""Finds the files of a title and reads them, each with a fault and a place when it cannot be read.

It does not know what the files say: that is for the schemas and ``references``.
"""

from __future__ import annotations

import ast
import importlib.util
import os
import pickle
import re
import stat
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from open18xx.errors import Fault, UsageError
from open18xx.title.faults import dotted, near, shortened
from open18xx.title.positions import Positions, Where

GROUP = "open18xx.variants"
"""The entry-point group that titles are found by."""

LONGEST_FILE = 2_000_000
LONGEST_LINE = 10_000
DEEPEST = 40
"""Limits in bytes, characters and nested tables: far beyond any title, and safely within what the parser can bear."""


@dataclass(slots=True)
class Source:
    """A file that was read (or, with no text, values that come from elsewhere), and how to place a fault in it."""

    name: str
    text: str = ""
    is_read: bool = False
    _positions: Positions | None = field(default=None, repr=False)

    def fault(self, where: Where, message: str, *, at_key: bool = False, offset: int | None = None) -> Fault:
        line, column = self.place(where, at_key=at_key, offset=offset)
        return Fault(self.name, line, column, dotted(where), message)

    def place(self, where: Where, *, at_key: bool = False, offset: int | None = None) -> tuple[int, int]:
        """Line and column, from 1; (0, 0) in what is no file."""
        if not self.is_read:
            return 0, 0
        if self._positions is None:
            self._positions = _positions(self.text)
        return self._positions.line_column(where, key=at_key, offset=offset)


@lru_cache(maxsize=16)
def _positions(text: str) -> Positions:
    return Positions(text)


def read(path: Path) -> tuple[Source, dict[str, Any] | Fault]:
    """The file's tables, or the fault that kept it from being read."""
    source = Source(shown_path(path))
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):
            return source, Fault(source.name, 0, 0, "", "this is no ordinary file")
        raw = path.read_bytes() if about.st_size <= LONGEST_FILE else None
    except FileNotFoundError:
        return source, Fault(source.name, 0, 0, "", "the file is missing")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        return source, Fault(source.name, 0, 0, "", f"the file cannot be read: {reason}")
    if raw is None:
        return source, Fault(source.name, 0, 0, "", f"more than {LONGEST_FILE} bytes")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - raw.rfind(b"\n", 0, error.start)
        return source, Fault(source.name, line, column, "", "no UTF-8 text here, wanted a text file in TOML")
    source.text, source.is_read = text.replace("\r\n", "\n"), True
    return source, _parsed(source)


def _parsed(source: Source) -> dict[str, Any] | Fault:
    for number, line in enumerate(source.text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            return Fault(source.name, number, 1, "", f"a line of {len(line)} characters, wanted at most {LONGEST_LINE}")
    try:
        raw, deep = _tables(source.text)
        data: dict[str, Any] = pickle.loads(raw)
    except tomllib.TOMLDecodeError as error:
        return _syntax_fault(source, str(error))
    except RecursionError:
        return Fault(source.name, 1, 1, "", f"tables in tables, wanted at most {DEEPEST} deep")
    except (ValueError, OverflowError) as error:  # a number or date that no Python value can hold
        return Fault(source.name, 1, 1, "", f"a value cannot be read: {shortened(str(error))}")
    return (
        data
        if deep is None
        else Fault(source.name, 1, 1, dotted(deep), f"tables in tables, wanted at most {DEEPEST} deep")
    )


@lru_cache(maxsize=64)
def _tables(text: str) -> tuple[bytes, Where | None]:
    """What the text says, to be unpickled, and what lies too deep in it.

    Whoever tries values of a title reads its files again and again.
    """
    data = tomllib.loads(text)
    return pickle.dumps(data), _too_deep(data)


def _syntax_fault(source: Source, message: str) -> Fault:
    found = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    lines = source.text.split("\n")
    if found is None:
        return Fault(source.name, 1, 1, "", f"no TOML: {message}")
    line, column = (int(found[1]), int(found[2])) if found[1] else (len(lines), len(lines[-1]) + 1)
    return Fault(source.name, line, column, "", f"no TOML: {message[: found.start()]}")


def _too_deep(data: dict[str, Any]) -> Where | None:
    level: list[tuple[Where, Any]] = [((), data)]
    for _ in range(DEEPEST):
        level = [
            ((where[0] if where else key,), value)
            for where, node in level
            for key, value in (node.items() if isinstance(node, dict) else enumerate(node))
            if isinstance(value, dict | list)
        ]
        if not level:
            return None
    return level[0][0]


def shown_path(path: Path) -> str:
    """The path as the user would type it: from where they are, if it is below."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except (ValueError, OSError, RuntimeError):  # RuntimeError: a link that leads to itself
        return str(path)


# --------------------------------------------------------------------------- where titles are


@dataclass(frozen=True, slots=True)
class Place:
    """Where a title stands: a folder, or the file of an overlay; and the module of its hooks, if it has some."""

    path: Path
    module: str = ""


def entry_points() -> Mapping[str, str]:
    """The installed titles: id -> module."""
    return _entry_points(tuple(sys.path))


@lru_cache(maxsize=4)
def _entry_points(path: tuple[str, ...]) -> Mapping[str, str]:
    """The same while ``path``, where Python looks for packages, is the same."""
    import importlib.metadata  # late: it costs 45 ms, and a folder needs none of it

    return {entry.name: entry.value for entry in importlib.metadata.entry_points(group=GROUP)}


def find(title: str | os.PathLike[str], base: Path | None = None) -> Place:
    """The place of an installed id, of a folder, or of an overlay's file; a relative path starts from ``base``.

    Raises UsageError when there is no such title.
    """
    name = os.fspath(title)
    is_path = "/" in name or os.sep in name or name.endswith(".toml")
    known = {} if is_path else entry_points()
    if name in known:
        return _package(name, known[name])
    if name and not is_path and (beside := overlay_called(name)):
        return Place(beside)
    path = (base or Path()) / name
    try:
        if name and path.is_dir():
            return Place(path, _own_plugin(path))
        if name and path.is_file():
            return Place(path)
    except (OSError, ValueError):
        pass  # a name that can be no path is simply no title
    if is_path:
        raise UsageError(f"there is no folder or file {shortened(name)!r}")
    listed = ", ".join(sorted(known)) or "none"
    raise UsageError(f"there is no title {shortened(name)!r}{near(name, known)}; installed: {listed}")


def overlay_called(id: str) -> Path | None:
    """The file with the rules of another system, beside those of an installed title, that has this id."""
    for title, module in entry_points().items():
        try:
            folder = _package(title, module).path
        except UsageError:
            continue
        said = read(folder / "title.toml")[1]
        named = said.get("overlays") if isinstance(said, dict) else None
        for file in named.values() if isinstance(named, dict) else ():
            data = read(folder / file)[1] if isinstance(file, str) else None
            if isinstance(data, dict) and data.get("id") == id:
                return folder / str(file)
    return None


def _package(id: str, module: str) -> Place:
    try:
        spec = importlib.util.find_spec(module)
    except (ImportError, ValueError, AttributeError) as error:
        raise UsageError(f"title {id!r} is installed, but its package {module} cannot be found: {error}") from error
    if spec is None or not spec.submodule_search_locations:
        raise UsageError(f"title {id!r} is installed, but its package {module} cannot be found")
    folder = Path(next(iter(spec.submodule_search_locations)))
    return Place(folder, module if _has_code(folder / "__init__.py") else "")


def _own_plugin(folder: Path) -> str:
    """``file:`` and the path, for a folder that is not installed and brings hooks."""
    code = folder / "__init__.py"
    return f"file:{code.resolve()}" if _has_code(code) else ""


def _has_code(path: Path) -> bool:
    """Whether the module is more than a docstring. It is read, not run: a data-only title runs no code at all."""
    try:
        return _is_code(path.read_bytes())
    except FileNotFoundError:
        return False
    except (OSError, SyntaxError, ValueError, RecursionError):
        return True  # let the import say what is wrong


@lru_cache(maxsize=16)
def _is_code(text: bytes) -> bool:
    body = ast.parse(text).body
    return any(not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)) for node in body)
