"""Every statement of the page that is a rule has a test; what is no rule says why."""

from __future__ import annotations

from .rules import cited, holes, provenance, reasons


def test_the_table_has_all_statements_and_a_reason_for_each_that_is_no_rule() -> None:
    statements = provenance()
    assert list(statements) == [f"O-{number:03}" for number in range(1, 139)]
    assert [id for id, words in statements.items() if words == ("none",)] == list(reasons())
    assert set(statements.values()) == {("seed",), ("none",)} and all(reasons().values())


def test_a_statement_is_found_by_the_tests_that_cite_it() -> None:
    assert "tests/prince/test_facts.py::test_nobody_else_has_a_home" in cited()["O-112"]


def test_every_statement_that_is_a_rule_has_a_test() -> None:
    assert holes() == []
