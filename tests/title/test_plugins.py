"""Third-party titles: found by entry point, checked before any game, and untouched by one another."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from open18xx.errors import TitleError
from open18xx.plugins.hooks import NAMES, NO_HOOKS
from open18xx.plugins.manager import load_hooks, load_plugin
from open18xx.title.loader import installed, load

if TYPE_CHECKING:
    from conftest import Folder

PLUGIN = '''
"""A title with a rule of its own: markers."""

from open18xx.errors import Refusal
from open18xx.plugins.hookspecs import hookimpl

OPEN18XX_PLUGIN_API = 1


class PlaceMarker:
    name = "place-marker"


@hookimpl
def steps():
    return [PlaceMarker]


@hookimpl
def events():
    return ["x-flood", "x-storm"]


@hookimpl
def stop_bonus(hex, corporation):
    return {"K12": 10}.get(hex, 0) if corporation == "RNC" else 0


@hookimpl
def refusal(table, action):
    return Refusal("forbidden") if action == "laugh" else None


def hook_free_helper():
    return 1
'''


@pytest.fixture
def install(tmp_path: Path, copied: Callable[[str], Folder], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Folder]:
    """Puts a copy of 1830 where an installed package would be, under an entry point."""

    def put(id: str, package: str, code: str = '"""Nothing but data."""') -> Folder:
        folder = copied("title_1830")
        site = tmp_path / f"site-{package}"
        site.mkdir()
        folder.path = folder.path.rename(site / package)
        folder.write("__init__.py", code)
        folder.change("title", 'id = "1830"', f'id = "{id}"')
        information = site / f"{package}-1.0.dist-info"
        information.mkdir()
        (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (information / "entry_points.txt").write_text(f"[open18xx.variants]\n{id} = {package}\n")
        monkeypatch.syspath_prepend(str(site))
        return folder

    return put


def test_a_package_of_data_is_found_by_its_entry_point_and_never_run(install: Callable[..., Folder]) -> None:
    install("third-party", "third_party_data")
    assert "third-party" in installed()
    title = load("third-party")
    assert (title.id, title.plugin) == ("third-party", "")
    assert load_hooks(title) is NO_HOOKS
    assert "third_party_data" not in sys.modules


def test_a_package_with_hooks_brings_steps_and_functions(install: Callable[..., Folder]) -> None:
    folder = install("markers", "third_party_markers", PLUGIN)
    folder.change("rounds", '"place-token",', '"place-token",\n  "place-marker",')
    folder.change("trains", '["close-privates"]', '["close-privates", "x-flood"]')
    hooks = load_hooks(load("markers"))
    assert hooks.events == ("x-flood", "x-storm")
    assert hooks.step_names == ("place-marker",)
    (bonus,) = hooks.stop_bonus
    assert (bonus(None, "RNC", "K12"), bonus(None, "RCC", "K12")) == (10, 0)  # type: ignore[arg-type]
    assert hooks.score == ()


def test_a_step_that_no_plugin_brings_is_unknown(install: Callable[..., Folder]) -> None:
    folder = install("plain", "third_party_plain")
    folder.change("rounds", '"place-token",', '"place-token",\n  "place-marker",')
    (fault,) = folder.faults()
    assert "there is no step of an operating round 'place-marker'" in fault


def test_a_folder_that_is_not_installed_may_bring_hooks(folder: Folder) -> None:
    folder.write("__init__.py", PLUGIN)
    title = folder.load()
    assert title.plugin.startswith("file:")
    assert load_hooks(title).step_names == ("place-marker",)


def test_an_overlay_keeps_the_hooks_of_the_title_below(folder: Folder) -> None:
    folder.write("__init__.py", PLUGIN)
    path = folder.path.parent / "overlay.toml"
    path.write_text('extends = "title_1830"\nbank.cash = 9000\n', "utf-8")
    assert load_hooks(load(path)).step_names == ("place-marker",)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            "OPEN18XX_PLUGIN_API = 1",
            "",
            "the plugin does not name its version, wanted the line OPEN18XX_PLUGIN_API = 1",
        ),
        (
            "OPEN18XX_PLUGIN_API = 1",
            "OPEN18XX_PLUGIN_API = 2",
            "the plugin is for version 2 of the hooks; this engine has 1",
        ),
        ("def stop_bonus", "def stop_bonuses", "stop_bonuses is no hook (did you mean 'stop_bonus'?)"),
        ("def stop_bonus(hex", "def stop_bonus(hexagon", "a hook does not fit"),
        ("return [PlaceMarker]", "return [1]", "1 is no step, wanted a class with a name"),
        ("return [PlaceMarker]", "return 1 / 0", "its steps cannot be listed"),
        ('return ["x-flood", "x-storm"]', "return 1", "its events cannot be listed"),
        ("class PlaceMarker:", "class PlaceMarker", "the plugin cannot be imported"),
        ("OPEN18XX_PLUGIN_API = 1", "import no_such_module", "the plugin cannot be imported"),
    ],
)
def test_a_plugin_that_cannot_be_used_is_told_when_the_title_is_loaded(
    folder: Folder, old: str, new: str, fault: str
) -> None:
    assert old in PLUGIN
    folder.write("__init__.py", PLUGIN.replace(old, new))
    load_plugin.cache_clear()
    assert any(fault in found for found in folder.faults()), folder.faults()


def test_hooks_of_a_module_that_is_gone_are_an_error_of_the_title(title_1830: Path) -> None:
    title = replace(load(title_1830), plugin="no_such_module_at_all")
    with pytest.raises(TitleError, match="the plugin cannot be imported"):
        load_hooks(title)


def test_the_specifications_and_the_resolved_hooks_have_the_same_names() -> None:
    from open18xx.plugins import hookspecs

    marked = {name for name, value in vars(hookspecs).items() if hasattr(value, f"{hookspecs.PROJECT}_spec")}
    assert marked == set(NAMES) == set(NO_HOOKS.__dataclass_fields__)


def test_a_title_of_data_imports_neither_pluggy_nor_jsonschema(title_1830: Path) -> None:
    code = (
        "import sys; from open18xx.title.loader import load; from open18xx.plugins.manager import load_hooks; "
        f"load_hooks(load({str(title_1830)!r})); print(sorted({{'pluggy', 'jsonschema'}} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
