"""The documents are true: their examples run, their title files load, the files they name are there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```", re.S | re.M)
LINK = re.compile(r"\]\(([^)#:]+)\)")


def fences(language: str) -> list[tuple[Path, int, str]]:
    found = []
    for page in PAGES:
        text = page.read_text("utf-8")
        for match in FENCE.finditer(text):
            if match[1] == language:
                found.append((page, text.count("\n", 0, match.start()) + 1, match[2]))
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_the_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for source, line, code in fences("python"):
        if source != page:
            continue
        if ">>>" not in code:
            exec(compile(code, str(page), "exec"), names)
            continue
        test = doctest.DocTestParser().get_doctest(code, names, page.name, str(page), line)
        output: list[str] = []
        outcome = doctest.DocTestRunner(verbose=False).run(test, out=output.append, clear_globs=False)
        names.update(test.globs)
        assert outcome.failed == 0, "".join(output)
        assert outcome.attempted > 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_files_the_page_links_to_exist(page: Path) -> None:
    links = LINK.findall(page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_overlays_on_the_page_load(page: Path, tmp_path: Path) -> None:
    from open18xx.title.loader import load

    for source, line, text in fences("toml"):
        if source == page and "extends" in text:
            file = tmp_path / f"line{line}.toml"
            file.write_text(text, "utf-8")
            assert load(file).corporations


def test_the_docstrings_examples_run() -> None:
    from importlib import import_module

    attempted = 0
    for name in ("open18xx.play.game", "open18xx.errors", "open18xx.board.hexes", "open18xx.board.notation",
                 "open18xx.routes.trains", "open18xx.routes.checker"):  # fmt: skip
        outcome = doctest.testmod(import_module(name))
        assert outcome.failed == 0
        attempted += outcome.attempted
    assert attempted > 5
