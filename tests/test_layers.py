"""The arrows point one way: a module imports only from its own layer or from lower ones."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CORE = ROOT / "core" / "open18xx"
LAYERS: list[set[str]] = [  # lowest first; the rows of the architecture. A folder stands for all of its modules
    {"errors", "board.hexes", "rng"},
    {"title.model", "title.positions"},
    {"board.notation", "board.catalogue", "board.upgrades", "board.ground", "board.board", "routes"},
    {"play.actions", "play.events", "play.offers"},
    {"plugins"},
    {"title"},
    {"play.state"},
    {"play.table"},
    {"play.transaction", "play.cards", "play.roads", "play.audit"},
    {"play.steps"},
    {"play.rounds"},
    {"play.game", "play.perft"},
    {"saves", "views", "terms"},
    {"terms_check"},
    {"bots", "adapters"},
    {"cli"},
]
MODULES = sorted(CORE.rglob("*.py"))


def name_of(path: Path) -> str:
    parts = path.relative_to(CORE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def height(module: str) -> int | None:
    """The layer of a module: its own row, or that of the folder it lies in."""
    best: tuple[int, int] | None = None
    for row, names in enumerate(LAYERS):
        for name in names:
            if (module == name or module.startswith(f"{name}.")) and (best is None or len(name) > best[0]):
                best = (len(name), row)
    return None if best is None else best[1]


def imports(path: Path) -> list[str]:
    """Modules of ours that are imported when the module runs, not only for types."""
    tree = ast.parse(path.read_text("utf-8"))
    for_types = {
        id(node)
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and isinstance(block.test, ast.Name) and block.test.id == "TYPE_CHECKING"
        for node in ast.walk(block)
    }
    found = []
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        if isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
    return [name.removeprefix("open18xx.") for name in found if name.startswith("open18xx.")]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_point_down(path: Path) -> None:
    module = name_of(path)
    if module in ("", "play", "title", "board", "plugins", "routes", "bots", "cli", "adapters"):
        return
    own = height(module)
    assert own is not None, f"{module} has no place in LAYERS"
    for target in imports(path):
        other = height(target)
        if other is not None:
            assert other <= own, f"{module} imports {target}, which lies above it"


def test_the_core_imports_no_title() -> None:
    for path in MODULES:
        assert "open18xx_variants" not in path.read_text("utf-8"), path


def test_variants_import_nothing_above_the_steps() -> None:
    allowed = height("play.steps") or 0
    for path in sorted((ROOT / "variants").rglob("*.py")):
        for target in imports(path):
            assert (height(target) or 0) <= allowed, f"{path.name} imports {target}"


def test_titles_of_data_are_a_docstring_and_nothing_else() -> None:
    for title in ("title_1830", "title_1889"):
        tree = ast.parse((ROOT / "variants" / "open18xx_variants" / title / "__init__.py").read_text("utf-8"))
        assert len(tree.body) == 1
        assert ast.get_docstring(tree)
        assert len(list((ROOT / "variants" / "open18xx_variants" / title).glob("*.py"))) == 1
