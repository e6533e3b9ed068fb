"""The table of rules and tests is whole, and finds what is missing from it."""

from __future__ import annotations

import ast

from .rules import _tests_of, cited, holes, provenance, table


def test_a_seed_rule_without_a_test_is_a_hole_and_an_assumed_one_is_none() -> None:
    rules = {"M-1": ("seed",), "M-2": ("assumed",), "M-3": ("inferred", "assumed"), "M-4": ("prototype",)}
    assert holes(rules, {"M-1": ["test_one"]}) == ["M-3 (inferred, assumed) has no test"]


def test_a_test_that_cites_no_rule_of_the_specification_is_a_fault() -> None:
    assert holes({"M-1": ("assumed",)}, {"M-9": ["test_nine"]}) == ["there is no rule M-9, which test_nine cites"]


def test_rules_are_cited_by_a_test_by_its_parameters_and_by_a_whole_file() -> None:
    text = """
pytestmark = pytest.mark.rule("M-1")
@pytest.mark.rule("M-2", "M-3")
def test_one(): ...
@pytest.mark.parametrize("case", [pytest.param(1, marks=pytest.mark.rule("M-4"))])
def test_two(case): ...
"""
    assert list(_tests_of(ast.parse(text))) == [("test_one", ["M-1", "M-2", "M-3"]), ("test_two", ["M-1", "M-4"])]


def test_the_table_has_a_line_for_every_rule() -> None:
    rules = provenance()
    assert [line.split()[0] for line in table()] == list(rules)
    assert len(rules) > 80
    (line,) = (line for line in table() if line.startswith("M-101"))
    assert cited()["M-101"][0] in line


def test_no_test_cites_a_rule_that_there_is_not() -> None:
    assert [line for line in holes(provenance(), cited()) if line.startswith("there is no rule")] == []


def test_every_rule_that_the_page_states_or_implies_has_a_test() -> None:
    assert holes(provenance(), cited()) == []
