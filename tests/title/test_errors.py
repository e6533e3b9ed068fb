"""Refusals are values without text of their own; faults and errors say where and what."""

from __future__ import annotations

import ast
import copy
import doctest
import pickle
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import open18xx.errors
import open18xx.title.faults
import open18xx.title.overlay
import open18xx.title.positions
from open18xx.errors import TEMPLATES, Fault, IllegalAction, Refusal, TitleError


def test_a_refusal_is_a_value() -> None:
    one, same, other = (
        Refusal("cash", cost=60, cash=40),
        Refusal("cash", cash=40, cost=60),
        Refusal("cash", cost=61, cash=40),
    )
    assert one == same and hash(one) == hash(same) and one != other and one != "cash"
    assert {one, same, other} == {one, other}
    assert (one.code, dict(one.args)) == ("cash", {"cost": 60, "cash": 40})
    assert copy.deepcopy(one) == one == pickle.loads(pickle.dumps(one))
    assert repr(one) == "Refusal('cash', cost=60, cash=40)"


def test_a_refusal_never_changes() -> None:
    refusal = Refusal("cash", cost=60)
    with pytest.raises(AttributeError):
        refusal.code = "other"
    with pytest.raises(AttributeError):
        del refusal.code
    with pytest.raises(TypeError):
        refusal.args["cost"] = 0  # type: ignore[index]
    assert not hasattr(refusal, "__dict__")


def test_a_refusal_may_speak_of_a_code() -> None:
    assert str(Refusal("no-such", kind="code", id="x", code=3)) == "there is no code x"


def test_the_text_of_a_refusal_has_both_numbers() -> None:
    assert str(Refusal("cash", what="RNC/3", cost=60, actor="ann", cash=40)) == "RNC/3 costs 60; ann has 40"


def test_a_refusal_without_a_text_or_with_other_pieces_is_still_readable() -> None:
    assert str(Refusal("tide")) == "tide"
    assert str(Refusal("tide", level=3, hexes=("A1", "A3"))) == "tide: hexes A1, A3, level 3"
    assert str(Refusal("cash", cost=60)) == "cash: cost 60"


def test_no_template_can_be_misused() -> None:
    for template in TEMPLATES.values():
        assert "{}" not in template and "." not in "".join(template.split("{")[1:]).split("}")[0]
    assert str(Refusal("cash", what="{cost.__class__}", cost=1, actor="{x}", cash=2)).startswith(
        "{cost.__class__} costs 1"
    )


def test_every_refusal_of_the_core_has_a_text_and_brings_its_pieces() -> None:
    for code, pieces in _refusals_of_the_core():
        assert code in TEMPLATES, f"errors.TEMPLATES has no text for {code}({', '.join(sorted(pieces))})"
        wanted = {name for _, name, _, _ in string.Formatter().parse(TEMPLATES[code]) if name}
        assert wanted <= pieces, f"the text of {code} speaks of {wanted - pieces}"


def _refusals_of_the_core() -> Iterator[tuple[str, set[str]]]:
    for path in sorted(Path(open18xx.errors.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal" and node.args:
                code = node.args[0]
                if isinstance(code, ast.Constant):
                    yield str(code.value), {keyword.arg for keyword in node.keywords if keyword.arg}


def test_an_illegal_action_carries_its_refusal() -> None:
    error = IllegalAction(Refusal("finished"))
    assert error.refusal == Refusal("finished") and str(error) == "finished"


def test_a_title_error_lists_all_faults_once_and_in_order() -> None:
    late, early, whole = Fault("b", 9, 1, "x", "m"), Fault("b", 10, 2, "", "m"), Fault("a", 0, 0, "", "missing")
    assert str(TitleError([early, late, whole, late])) == "a: missing\nb:9:1: x: m\nb:10:2: m"


@pytest.mark.parametrize(
    "module", [open18xx.errors, open18xx.title.faults, open18xx.title.positions, open18xx.title.overlay]
)
def test_the_examples_in_docstrings_are_true(module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert result.attempted and not result.failed
