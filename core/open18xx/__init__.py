"""open18xx: a rules engine for 18xx games. Titles are data, small plugins say the rest.

The public face: load a title, start a game, ask for offers, play, undo, save, load, result. What is named here is
imported when it is first asked for, so that ``import open18xx`` costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from open18xx.errors import IllegalAction, Refusal, SaveError, TitleError, UsageError
    from open18xx.play.actions import from_json as action_from_json
    from open18xx.play.game import Game, new_game
    from open18xx.saves import load as load_game
    from open18xx.saves import save as save_game
    from open18xx.title.loader import check as check_title
    from open18xx.title.loader import installed as installed_titles
    from open18xx.title.loader import load as load_title

__version__ = "0.1.0"

__all__ = [
    "Game",
    "IllegalAction",
    "Refusal",
    "SaveError",
    "TitleError",
    "UsageError",
    "action_from_json",
    "check_title",
    "installed_titles",
    "load_game",
    "load_title",
    "new_game",
    "save_game",
]

_HOMES = {
    "Game": ("open18xx.play.game", "Game"),
    "IllegalAction": ("open18xx.errors", "IllegalAction"),
    "Refusal": ("open18xx.errors", "Refusal"),
    "SaveError": ("open18xx.errors", "SaveError"),
    "TitleError": ("open18xx.errors", "TitleError"),
    "UsageError": ("open18xx.errors", "UsageError"),
    "action_from_json": ("open18xx.play.actions", "from_json"),
    "check_title": ("open18xx.title.loader", "check"),
    "installed_titles": ("open18xx.title.loader", "installed"),
    "load_game": ("open18xx.saves", "load"),
    "load_title": ("open18xx.title.loader", "load"),
    "new_game": ("open18xx.play.game", "new_game"),
    "save_game": ("open18xx.saves", "save"),
}


def __getattr__(name: str) -> Any:
    try:
        module, attribute = _HOMES[name]
    except KeyError:
        raise AttributeError(f"module 'open18xx' has no attribute {name!r}") from None
    from importlib import import_module

    value = globals()[name] = getattr(import_module(module), attribute)
    return value
