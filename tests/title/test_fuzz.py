"""Whatever stands in the files, loading gives a title or a TitleError: never a traceback, never a half-made title."""

from __future__ import annotations

import importlib
import os
import shutil
import tempfile
import tomllib
from pathlib import Path
from typing import Any

import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from open18xx.errors import TitleError, UsageError
from open18xx.title.loader import check, load
from open18xx.title.positions import Positions
from open18xx_schemas import KINDS

HOME = Path(importlib.import_module("open18xx_variants").__path__[0])
TITLES = ["title_1830", "title_1889", "old_prince_1871"]
TEXTS = {
    (name, kind): (HOME / name / f"{kind}.toml").read_text("utf-8")
    for name in TITLES
    for kind in KINDS
}
EXAMPLES = int(os.environ.get("OPEN18XX_FUZZ", "15"))
"""Drawn anew in every run; OPEN18XX_FUZZ asks for more."""
QUICK = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SNIPPETS = [
    "[",
    "]",
    "{",
    "}",
    "=",
    '"',
    "'",
    "\n",
    "#",
    "\\",
    "1e9",
    "-1",
    "''' ",
    "[[x]]\n",
    "true",
    "\x00",
    "é",
    "0x",
    ";:",
]
SCALARS = st.one_of(
    st.integers(-(10**30), 10**30),
    st.booleans(),
    st.floats(),
    st.dates(),
    st.text(max_size=8),
    st.sampled_from(
        ["yellow", "A1", "K12", "city 20: 0 3", "city: 9", "60y -", "PRR", "PRR/0", "2", "unlimited", "x-y"]
    ),
    st.sampled_from(["../x", "title_1830", "rules.stock.rebuy", "{}", "#000000", "bank", "home-tokens", ""]),
)
KEYS = st.one_of(
    st.text(max_size=6), st.sampled_from(["id", "players", "remove", "map", "changes", "kind", "percent", "A1"])
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=8
)


def survives(folder: Path, **how: Any) -> None:
    try:
        load(folder, **how)
    except TitleError as error:
        assert error.faults
        for fault in error.faults:
            assert fault.message and fault.line >= 0 and str(fault).isprintable(), repr(fault)
    except UsageError as error:
        assert str(error)
    else:
        check(folder)  # the warnings find no trouble either


def with_files(name: str, **changed: str | bytes) -> tempfile.TemporaryDirectory[str]:
    directory = tempfile.TemporaryDirectory()
    for kind in KINDS:
        shutil.copy(HOME / name / f"{kind}.toml", directory.name)
    for file, text in changed.items():
        path = Path(directory.name, f"{file}.toml")
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    return directory


@QUICK
@given(st.sampled_from(sorted(TEXTS)), st.data())
def test_text_with_slips_of_the_pen(spot: tuple[str, str], draw: st.DataObject) -> None:
    name, kind = spot
    text = TEXTS[spot]
    for _ in range(draw.draw(st.integers(1, 3))):
        at = draw.draw(st.integers(0, len(text)))
        cut = draw.draw(st.integers(0, 6))
        text = text[:at] + draw.draw(st.sampled_from(SNIPPETS) | st.text(max_size=3)) + text[at + cut :]
    with with_files(name, **{kind: text}) as folder:
        survives(Path(folder))


@QUICK
@given(st.sampled_from(KINDS), st.binary(max_size=60))
def test_any_bytes(kind: str, raw: bytes) -> None:
    with with_files("title_1889", **{kind: raw}) as folder:
        survives(Path(folder))


def spots(data: Any, where: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner: Any = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [where, *(spot for key, value in inner for spot in spots(value, (*where, key)))]


@st.composite
def changed(draw: st.DrawFn, name: str) -> dict[str, str]:
    """Some files of a title with values of the wrong kind, missing, moved, or new."""
    texts = {}
    for kind in draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=3, unique=True)):
        data = tomllib.loads(TEXTS[name, kind])
        for _ in range(draw(st.integers(1, 3))):
            where = draw(st.sampled_from(spots(data)))
            if not where:
                continue
            node = data
            for key in where[:-1]:
                node = node[key]
            match draw(st.sampled_from(["replace", "drop", "add", "repeat"])):
                case "replace":
                    node[where[-1]] = draw(VALUES)
                case "drop":
                    del node[where[-1]]
                case "add" if isinstance(node, dict):
                    node[draw(KEYS)] = draw(VALUES)
                case "repeat" if isinstance(node, list):
                    node.append(node[where[-1]])
        texts[kind] = tomli_w.dumps(data)
    return texts


@QUICK
@given(st.sampled_from(TITLES).flatmap(lambda name: st.tuples(st.just(name), changed(name))))
def test_values_of_the_wrong_kind_everywhere(case: tuple[str, dict[str, str]]) -> None:
    name, texts = case
    with with_files(name, **texts) as folder:
        survives(Path(folder))


@QUICK
@given(
    st.dictionaries(
        st.sampled_from([*KINDS, "bank", "hexes", "homes", "cycle", "players", "options", "zones"]) | KEYS, VALUES
    )
)
def test_any_overlay(data: dict[str, Any]) -> None:
    with with_files("title_1889") as folder:
        path = Path(folder, "overlay.toml")
        path.write_text(tomli_w.dumps({**data, "extends": "."}), "utf-8")
        survives(path)


@QUICK
@given(
    st.lists(
        st.sampled_from(["bank", "cash", "trains", "6", "rules", "stock", "map", "hexes", "K4", "0", ""]) | KEYS,
        max_size=5,
    ),
    VALUES,
)
def test_any_single_value(path: list[str], value: Any) -> None:
    survives(HOME / "title_1889", overrides={".".join(path): value})


@QUICK
@given(VALUES.filter(lambda value: isinstance(value, dict)))
def test_positions_find_every_value_of_any_text(data: dict[str, Any]) -> None:
    text = tomli_w.dumps(data)
    assert set(spots(tomllib.loads(text))) <= set(Positions(text).spots)


def test_positions_find_every_value_of_the_titles() -> None:
    for text in TEXTS.values():
        assert set(spots(tomllib.loads(text))) == set(Positions(text).spots)
