"""The seams: every place where a title's plugin may change what the engine does. There is no other door.

Three kinds of hook:

*ask*      the first answer that is not ``None`` stands; ``None`` leaves the printed rule alone.
*collect*  every answer counts, and the engine puts them together.
*tell*     something has happened; a plugin answers by recording more events on ``tx``.

A plugin is the ``__init__.py`` of a title's package, with functions marked ``@hookimpl`` and the line
``OPEN18XX_PLUGIN_API = 1``. A hook may leave out arguments that it does not need. This module knows no title.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pluggy

from open18xx.plugins.hooks import API_VERSION, Hooks

if TYPE_CHECKING:
    from open18xx.errors import Refusal
    from open18xx.play.actions import Action
    from open18xx.play.events import Event
    from open18xx.play.steps.base import Step
    from open18xx.play.table import Table
    from open18xx.play.transaction import Transaction

__all__ = ["API_VERSION", "PROJECT", "Hooks", "hookimpl", "hookspec"]

PROJECT = "open18xx"

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@hookspec
def steps() -> list[type[Step]]:
    """*Collect.* Steps of this title, to be named in its rounds.toml beside the engine's own.

    A step with the name of one of the engine's takes its place.
    """
    raise NotImplementedError


@hookspec
def refusal(table: Table, action: Action) -> Refusal | None:
    """*Ask.* A reason to forbid an action that the engine's own rules allow.

    Called once for each action that a step has already found legal, so test the cheapest thing first. A plugin can
    forbid here but not permit: to permit more, it replaces the step.
    """


@hookspec
def stop_bonus(table: Table, corporation: str, hex: str) -> int:
    """*Collect.* Money that ``corporation`` adds to the printed value of a stop, in whole units.

    Called once for each stop when the network is built, before any route is searched; the answer must depend on
    nothing but the arguments.
    """
    raise NotImplementedError


@hookspec
def after_event(tx: Transaction, event: Event) -> None:
    """*Tell.* ``event`` is now true in ``tx.state``.

    Events that a plugin records here are told in turn, so react to a fact, not to your own reaction: the engine stops
    a chain that does not end.
    """


@hookspec
def on_event(tx: Transaction, name: str) -> None:
    """*Tell.* A train event of trains.toml that the engine does not know, such as ``on_first = ["x-merge"]``."""


@hookspec
def score(table: Table, player: str) -> int:
    """*Collect.* What the player scores beside money, certificates and privates, in whole units."""
    raise NotImplementedError
