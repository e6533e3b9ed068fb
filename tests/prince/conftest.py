"""The Old Prince 1871 as it is installed, by the page's rules and by those of 18xx.games."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from open18xx import load_title
from open18xx.title.loader import load
from open18xx.title.model import Title

FOLDER = Path(importlib.import_module("open18xx_variants").__path__[0]) / "old_prince_1871"
OVERLAY = FOLDER / "as-on-18xx-games.toml"


@pytest.fixture
def folder() -> Path:
    return FOLDER


@pytest.fixture(scope="session")
def title() -> Title:
    return load_title("old-prince-1871")


@pytest.fixture(scope="session")
def overlay() -> Title:
    return load(OVERLAY)


@pytest.fixture(scope="session")
def title_1830() -> Title:
    return load_title("1830")
