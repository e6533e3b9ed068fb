"""The schemas: every key explained, every default in one place, and the loader's walk agrees with jsonschema."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator, Draft202012Validator
from jsonschema.validators import extend

from open18xx.board import catalogue as catalogue_module
from open18xx.title import model
from open18xx.title.build import INSIDE, SECTIONS
from open18xx.title.faults import KEYWORDS, checked, every_schema
from open18xx_schemas import KINDS, bundle, schema

NEVER_READ = {"id", "color", "text_color", "mark"}
"""For people who look at the game."""

ALL = (*KINDS, "overlay", "terms", "catalogue")
TOML_TYPES = Draft202012Validator.TYPE_CHECKER.redefine(
    "integer", lambda _, value: isinstance(value, int) and not isinstance(value, bool)
)
Strict = extend(Draft202012Validator, type_checker=TOML_TYPES)


def test_the_bundled_schemas_are_current() -> None:
    for name, text in bundle.bundles().items():
        message = f"{name}.schema.json is old: run python -m open18xx_schemas.bundle"
        assert (bundle.HERE / f"{name}.schema.json").read_text("utf-8") == text, message


@pytest.mark.parametrize("name", ALL)
def test_a_bundled_schema_stands_alone_and_says_only_what_editors_and_our_walk_know(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))
    Draft7Validator.check_schema({key: value for key, value in schema(name).items() if key != "$schema"})
    for where, part in every_schema(schema(name)):
        assert part.keys() <= KEYWORDS, (name, where)


@pytest.mark.parametrize("name", ALL)
def test_every_key_has_a_description(name: str) -> None:
    for where, part in every_schema(schema(name)):
        if where[-2:-1] == ("properties",):
            assert len(part.get("description", "")) > 5, (name, where)


@pytest.mark.parametrize("name", KINDS)
def test_every_optional_key_has_a_default_and_every_table_is_closed(name: str) -> None:
    for where, part in every_schema(schema(name)):
        if "properties" not in part:
            continue
        assert part["additionalProperties"] is False, (name, where)
        for key, inner in part["properties"].items():
            assert ("default" in inner) != (key in part.get("required", ())), (name, where, key)
            if "default" in inner:
                assert checked(inner, inner["default"])[1] == []


def test_the_fields_of_the_rules_are_the_keys_of_the_schema() -> None:
    """But for keys of which nothing but the default is implemented: the kernel need not know them."""
    sections = _sections()
    assert sections.keys() == SECTIONS.keys() == {field.name for field in fields(model.Rules)}
    for section, cls in SECTIONS.items():
        keys = sections[section]["properties"]
        implemented = {key for key, part in keys.items() if not _only_planned(part)}
        names = {field.name for field in fields(cls)}
        assert implemented <= names <= keys.keys(), section
        for key, inner in INSIDE.items():
            if key in keys:
                assert keys[key]["items"]["properties"].keys() == {field.name for field in fields(inner)}


def _sections() -> dict[str, Any]:
    """The tables of rules.toml that are rules."""
    return {name: part for name, part in schema("rules")["properties"].items() if name != "provenance"}


def _only_planned(part: Any) -> bool:
    planned = part.get("x-planned", ())
    if planned is True:
        return True
    words = part.get("enum", [False, True] if part.get("type") == "boolean" else [])
    return bool(planned) and [word for word in words if word not in planned] == [part.get("default")]


def test_no_rule_is_silently_ignored() -> None:
    """Whatever the loader lets through is read somewhere: by name, in the kernel. What is not, is marked x-planned."""
    core = Path(model.__file__).parents[1]
    code = "".join(
        path.read_text("utf-8") for room in ("play", "board", "routes") for path in core.rglob(f"{room}/**/*.py")
    )
    tables = {name: (section["properties"], SECTIONS[name]) for name, section in _sections().items()}
    tables["zones"] = (schema("market")["properties"]["zones"]["additionalProperties"]["properties"], model.Zone)
    train = schema("trains")["properties"]["trains"]["items"]["properties"]
    tables["trains.toml"] = (train, model.TrainType)
    reach, rows = train["reach"]["anyOf"]
    tables["reach"] = (reach["properties"], model.Reach)
    tables["rows of a reach"] = (rows["items"]["properties"], model.ReachRow)
    bonus = schema("map")["properties"]["bonuses"]["items"]["properties"]
    assert bonus.keys() == {field.name for field in fields(model.RouteBonus)}
    tables["bonuses"] = (bonus, model.RouteBonus)
    ability = schema("privates")["properties"]["privates"]["items"]["properties"]["abilities"]["items"]["properties"]
    tables["abilities"] = (ability, model.Ability)
    corporation = schema("corporations")["properties"]["corporations"]["items"]["properties"]
    tables["corporations.toml"] = (corporation, model.Corporation)
    tables["certificates"] = (corporation["certificates"]["items"]["properties"], model.Certificate)
    tables["hexes"] = (schema("map")["properties"]["hexes"]["additionalProperties"]["properties"], model.Hex)
    own = schema("tiles")["properties"]["tiles"]["additionalProperties"]["anyOf"][-1]["properties"]
    tables["tiles"] = (own, model.Tile)
    tables["privates.toml"] = (schema("privates")["properties"]["privates"]["items"]["properties"], model.Private)
    tables["phases.toml"] = (schema("phases")["properties"]["phases"]["items"]["properties"], model.Phase)
    corporations = schema("corporations")["properties"]
    for name, cls in (("roles", model.Role), ("actors", model.Actor)):
        tables[name] = (corporations[name]["items"]["properties"], cls)
    unread = [
        f"{name}.{key}"
        for name, (keys, cls) in tables.items()
        for key in sorted(keys.keys() & {field.name for field in fields(cls)} - NEVER_READ)
        if len(keys[key].get("enum", ())) != 1 and not _only_planned(keys[key])
        if not re.search(rf"\.{key}\b", code)
    ]
    assert not unread, f"nobody reads these: mark them x-planned: {unread}"


def test_every_file_of_a_title_may_say_where_its_values_come_from() -> None:
    row = {"from": "assumed", "rule": ["M-7", "M-8"], "why": "nobody says"}
    for kind in KINDS:
        part = schema(kind)["properties"]["provenance"]
        assert checked(part, {"": {"from": "seed", "rule": "M-1"}, "trains.4H.price": row})[1] == []
        assert "wanted seed, inferred" in checked(part, {"x": {**row, "from": "hearsay"}})[1][0].message
        assert "missing key 'rule'" in checked(part, {"x": {"from": "seed"}})[1][0].message


def test_the_catalogue_fits_its_schema() -> None:
    path = Path(catalogue_module.__file__).parent / "catalogue.toml"
    assert checked(schema("catalogue"), tomllib.loads(path.read_text("utf-8")))[1] == []


def test_defaults_are_fresh_copies() -> None:
    one, two = (checked(schema("rules"), {})[0] for _ in range(2))
    one["track"]["impassable_colors"].append("green")
    assert "green" not in two["track"]["impassable_colors"]


# --------------------------------------------------------------------------- against jsonschema

TITLES = ("title_1830", "title_1889")
SCALARS = st.one_of(
    st.integers(-5, 2000),
    st.booleans(),
    st.floats(allow_nan=False),
    st.sampled_from(["", "x", "yellow", "unlimited", "K12", "60y 67", "city 20: 0 3", "x-flood", "half-to-double"]),
    st.sampled_from(["merge-minors", "#a0b0c0", "all-open", "1e", "A b", "10**30"]),
    st.text(max_size=5),
    st.just(10**30),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def _spots(data: Any, where: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner: Any = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [where, *(spot for key, value in inner for spot in _spots(value, (*where, key)))]


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=10, deadline=None)
@given(draw=st.data())
def test_the_walk_finds_a_fault_exactly_when_jsonschema_does(kind: str, draw: st.DataObject) -> None:
    title = draw.draw(st.sampled_from(TITLES))
    path = Path(__import__("open18xx_variants").__path__[0]) / title / f"{kind}.toml"
    data = tomllib.loads(path.read_text("utf-8"))
    for _ in range(draw.draw(st.integers(0, 2))):
        where = draw.draw(st.sampled_from(_spots(data)))
        if not where:
            continue
        node = data
        for key in where[:-1]:
            node = node[key]
        change = draw.draw(st.sampled_from(["replace", "drop", "add"]))
        if change == "replace":
            node[where[-1]] = draw.draw(VALUES)
        elif change == "drop":
            del node[where[-1]]
        elif isinstance(node, dict):
            node[draw.draw(st.text(max_size=6))] = draw.draw(VALUES)
    filled, problems = checked(schema(kind), data)
    ours = [problem for problem in problems if "known but not implemented" not in problem.message]
    theirs = list(Strict(schema(kind)).iter_errors(data))
    assert bool(ours) == bool(theirs), (ours, theirs)
    if not problems:
        assert list(Strict(schema(kind)).iter_errors(filled)) == []  # what we fill in fits too
        assert checked(schema(kind), filled) == (filled, [])
