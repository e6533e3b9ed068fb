"""Titles to break: copies of a real one in a temporary folder."""

from __future__ import annotations

import importlib
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from open18xx.errors import TitleError
from open18xx.title.loader import load
from open18xx.title.model import Title

HOME = Path(importlib.import_module("open18xx_variants").__path__[0])


@dataclass
class Folder:
    """A copy of a title's files that a test may change."""

    path: Path

    def change(self, file: str, old: str, new: str) -> Folder:
        """Replaces the first ``old``, which must be there, in FILE.toml."""
        path = self.path / f"{file}.toml"
        text = path.read_text("utf-8")
        assert old in text, f"{file}.toml has no {old!r}"
        path.write_text(text.replace(old, new, 1), "utf-8")
        return self

    def write(self, file: str, text: str | bytes) -> Folder:
        (self.path / file).write_bytes(text if isinstance(text, bytes) else text.encode())
        return self

    def load(self, **how: Any) -> Title:
        return load(self.path, **how)

    def faults(self, **how: Any) -> list[str]:
        """The faults as texts, from the name of the file on."""
        return _faults_of(self.path, **how)


def _faults_of(path: Path, options: Iterable[str] = (), overrides: dict[str, Any] | None = None) -> list[str]:
    try:
        load(path, options=options, overrides=overrides)
    except TitleError as error:
        return [str(replace(fault, file=Path(fault.file).name)) for fault in error.faults]
    return []


@pytest.fixture
def faults_of() -> Callable[..., list[str]]:
    """The faults of a folder or file, with ``options`` and ``overrides``."""
    return _faults_of


@pytest.fixture
def title_1830() -> Path:
    return HOME / "title_1830"


@pytest.fixture
def title_1889() -> Path:
    return HOME / "title_1889"


@pytest.fixture
def copied(tmp_path: Path) -> Callable[[str], Folder]:
    def copy(name: str) -> Folder:
        shutil.copytree(HOME / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        return Folder(tmp_path / name)

    return copy


@pytest.fixture
def new_folder(tmp_path: Path) -> Callable[[str], Folder]:
    def create(name: str) -> Folder:
        (tmp_path / name).mkdir(parents=True)
        return Folder(tmp_path / name)

    return create


@pytest.fixture
def folder(copied: Callable[[str], Folder]) -> Folder:
    return copied("title_1830")
