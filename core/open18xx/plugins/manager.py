"""Loads the plugin of a title and resolves its hooks to plain functions, once.

Each title has a manager of its own, so that titles do not hear of each other; whatever is wrong with a plugin (another
version, a misspelt hook, a wrong argument) is found here, before any game. A title of data only needs none of this.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
import traceback
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from functools import cache, wraps
from hashlib import sha256
from types import ModuleType
from typing import TYPE_CHECKING, Any

from open18xx.errors import Fault, TitleError
from open18xx.plugins.hooks import API_VERSION, NAMES, NO_HOOKS, Hooks

if TYPE_CHECKING:
    import pluggy

    from open18xx.title.model import Title

VERSION_NAME = "OPEN18XX_PLUGIN_API"


class PluginError(Exception):
    """A plugin cannot be used; ``file`` is where it stands."""

    def __init__(self, file: str, message: str) -> None:
        super().__init__(message)
        self.file = file


_files: set[str] = set()
"""Files with code of the plugins that are loaded; by them a plugin is blamed for its own exceptions."""


def blamed(error: BaseException) -> PluginError | None:
    """What to say of an exception that came out of a plugin's hook or step: which, and what; None if of no plugin.

    It costs nothing while hooks do as they should, so no hook is called through a net of its own.
    """
    for frame, _ in traceback.walk_tb(error.__traceback__):
        code = frame.f_code
        if code.co_filename in _files:
            failure = PluginError(code.co_filename, f"the plugin's {code.co_qualname} failed: {error!r:.300}")
            failure.__cause__ = error
            return failure
    return None


def load_hooks(title: Title) -> Hooks:
    """The hooks of a title, none for a title of data only; raises TitleError when its plugin cannot be used."""
    if not title.plugin:
        return NO_HOOKS
    try:
        return load_plugin(title.plugin)
    except PluginError as error:
        raise TitleError([Fault(error.file, 0, 0, "", str(error))]) from error


@cache
def load_plugin(plugin: str) -> Hooks:
    """The hooks of a module, or of ``file:`` and a path; raises PluginError."""
    return resolve(_module(plugin))


def resolve(module: ModuleType) -> Hooks:
    """The hooks that a module brings, checked against the hook specifications; raises PluginError."""
    import pluggy  # late: most titles are data only

    from open18xx.plugins import hookspecs

    project = hookspecs.PROJECT
    file = module.__file__ or module.__name__
    version = getattr(module, VERSION_NAME, None)
    if version is None:
        raise PluginError(file, f"the plugin does not name its version, wanted the line {VERSION_NAME} = {API_VERSION}")
    if version != API_VERSION:
        raise PluginError(file, f"the plugin is for version {version!r} of the hooks; this engine has {API_VERSION}")
    for name, value in vars(module).items():
        if callable(value) and hasattr(value, f"{project}_impl") and name not in NAMES:
            close = get_close_matches(name, NAMES, 1)
            hint = f" (did you mean {close[0]!r}?)" if close else f"; the hooks are {', '.join(NAMES)}"
            raise PluginError(file, f"{name} is no hook{hint}")
    manager = pluggy.PluginManager(project)
    manager.add_hookspecs(hookspecs)
    try:
        manager.register(module)
        manager.check_pending()
    except pluggy.PluginValidationError as error:
        raise PluginError(file, f"a hook does not fit: {error}") from error
    found: dict[str, Any] = {name: _functions(getattr(manager.hook, name)) for name in NAMES}
    found["steps"] = tuple(_steps(file, found["steps"]))
    found["events"] = tuple(map(str, _listed(file, found["events"], "events")))
    code = [each.function for name in NAMES for each in getattr(manager.hook, name).get_hookimpls()]
    code += [each for step in found["steps"] for each in vars(step).values()]
    _files.update(each.__code__.co_filename for each in map(inspect.unwrap, code) if inspect.isfunction(each))
    return Hooks(**found)


def _module(plugin: str) -> ModuleType:
    try:
        if not plugin.startswith("file:"):
            return importlib.import_module(plugin)
        path = plugin.removeprefix("file:")
        name = f"open18xx_title_{sha256(path.encode()).hexdigest()[:12]}"
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec and spec.loader, f"{path} is a file and can be loaded"
        module = sys.modules[name] = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
        return module
    except (Exception, SystemExit) as error:  # whatever the plugin's author wrote
        raise PluginError(plugin.removeprefix("file:"), f"the plugin cannot be imported: {error!r}") from error


def _functions(caller: pluggy.HookCaller) -> tuple[Callable[..., Any], ...]:
    """The implementations in the order pluggy calls them, each taking all arguments of its hook by position."""
    implementations = reversed(caller.get_hookimpls())
    assert caller.spec, "every hook asked for has a specification"
    return tuple(_by_position(each.function, each.argnames, caller.spec.argnames) for each in implementations)


def _by_position(function: Callable[..., Any], wants: tuple[str, ...], given: tuple[str, ...]) -> Callable[..., Any]:
    if tuple(wants) == tuple(given):
        return function
    places = [given.index(name) for name in wants]

    @wraps(function)
    def call(*arguments: Any) -> Any:
        return function(*(arguments[place] for place in places))

    return call


def _steps(file: str, hooks: Iterable[Callable[..., Any]]) -> list[type[Any]]:
    steps = _listed(file, hooks, "steps")
    for step in steps:
        if not inspect.isclass(step) or not isinstance(getattr(step, "name", None), str):
            raise PluginError(file, f"{step!r} is no step, wanted a class with a name")
    return steps


def _listed(file: str, hooks: Iterable[Callable[..., Any]], what: str) -> list[Any]:
    try:
        return [each for hook in hooks for each in hook()]
    except Exception as error:  # whatever the plugin's author wrote
        raise PluginError(file, f"its {what} cannot be listed: {error!r}") from error
