"""The optional compiled build: some modules as machine code, made by mypyc from the same source.

Runs only when the environment asks for it (see ``docs/compiled.md``). What is compiled goes into the wheel, beside its
source, and nowhere else: the tree it is built from stays as it was, so whoever works in it goes on in pure Python.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_SETUP = """
from mypyc.build import mypycify
from setuptools import setup

setup(name="compiled", packages=[], ext_modules=mypycify({arguments!r}, group_name={package!r}))
"""

# The project's own mypy run judges the types; here they only guide the compiler, and imports may be missing.
_MYPY = ("--follow-imports=silent", "--ignore-missing-imports")


class CompiledModules(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles ``modules`` of ``package``, whose folder is in ``root``, as its table in pyproject.toml says."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before a wheel is made; ``version`` is "editable" for one that only points at the tree."""
        if version == "editable":
            raise ValueError("an editable install is always pure Python: the compiled build is for installs without -e")
        self._folder = TemporaryDirectory()
        package, modules = self.config["package"], self.config["modules"]
        for library, place in _compiled(
            Path(self.root, self.config["root"]), package, modules, Path(self._folder.name)
        ):
            build_data["force_include"][str(library)] = place
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Called when the wheel is made."""
        self._folder.cleanup()


def _compiled(root: Path, package: str, modules: list[str], folder: Path) -> list[tuple[Path, str]]:
    """Compile a copy in ``folder``; each library with its place in the wheel."""
    source, output = folder / "source", folder / "output"
    copytree(root, source, ignore=ignore_patterns("__pycache__", "*.so", "*.pyd"))
    files = [Path(*package.split("."), f"{module}.py").as_posix() for module in modules]
    (source / "setup.py").write_text(_SETUP.format(arguments=[*_MYPY, *files], package=package), "utf-8")
    process = subprocess.run(
        [sys.executable, "setup.py", "build_ext", "--build-lib", str(output), "--build-temp", str(folder / "objects")],
        cwd=source,
        env={**os.environ, "MYPYPATH": str(source)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    libraries = [path for path in output.rglob("*") if path.suffix in (".so", ".pyd")]
    if process.returncode or not libraries:
        raise RuntimeError(f"mypyc did not compile {package}:\n{process.stdout}")
    return [(path, path.relative_to(output).as_posix()) for path in libraries]
