"""1713 Menorca as it is installed, and copies of it to break."""

from __future__ import annotations

import importlib
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from open18xx import terms as terms_module
from open18xx.terms import Terms
from open18xx.title.loader import load
from open18xx.title.model import Title

FOLDER = Path(importlib.import_module("open18xx_variants").__path__[0]) / "menorca_1713"


@pytest.fixture(scope="session")
def title() -> Title:
    return load(FOLDER)


@pytest.fixture(scope="session")
def terms(title: Title) -> Terms:
    found = terms_module.load(FOLDER, title)
    assert found is not None
    return found


@pytest.fixture
def folder() -> Path:
    return FOLDER


@pytest.fixture
def changed(tmp_path: Path) -> Callable[..., Path]:
    """A copy of the title in which, in FILE.toml, the first text is replaced by the second."""

    def copy(*changes: tuple[str, str, str]) -> Path:
        path = tmp_path / "menorca_1713"
        if not path.exists():
            shutil.copytree(FOLDER, path, ignore=shutil.ignore_patterns("__pycache__"))
        for file, old, new in changes:
            text = (path / f"{file}.toml").read_text("utf-8")
            assert old in text, f"{file}.toml has no {old!r}"
            (path / f"{file}.toml").write_text(text.replace(old, new, 1), "utf-8")
        return path

    return copy


@pytest.fixture
def overlay(tmp_path: Path) -> Callable[[str], Path]:
    """A file that extends the title and says the text."""

    def write(text: str) -> Path:
        path = tmp_path / "overlay.toml"
        path.write_text(f'extends = "{FOLDER.as_posix()}"\n{text}', "utf-8")
        return path

    return write
