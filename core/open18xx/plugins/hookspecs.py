"""The seams: every place where a title's plugin may change what the engine does. There is no other door.

Three kinds of hook:

*ask*      the first answer that is not ``None`` stands; ``None`` leaves the printed rule alone.
*collect*  every answer counts, and the engine puts them together.
*tell*     something has happened; a plugin answers by recording more events on ``tx``.

A plugin is the ``__init__.py`` of a title's package, with functions marked ``@hookimpl`` and the line
``OPEN18XX_PLUGIN_API = 1``. A hook may leave out arguments that it does not need. This module knows no title.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    from open18xx.routes.bonuses import Bonus, Run
    from open18xx.routes.trains import Call
    from open18xx.title.model import Title

__all__ = ["API_VERSION", "PROJECT", "Hooks", "hookimpl", "hookspec"]

PROJECT = "open18xx"

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@hookspec
def check(title: Title) -> Iterable[tuple[str, str]]:
    """*Collect.* What is wrong in the title's files though no schema can say it: a dotted path, and a message.

    Called when a title is loaded whose files are right otherwise; what it finds is told as all faults are, with file,
    line and column. Paths are those of ``--set``, with rows by their id: "extra.merged", "corporations.RNC.tokens".
    """
    raise NotImplementedError


@hookspec
def steps() -> list[type[Step]]:
    """*Collect.* Steps of this title, to be named in its rounds.toml beside the engine's own.

    A step with the name of one of the engine's takes its place.
    """
    raise NotImplementedError


@hookspec
def events() -> Iterable[str]:
    """*Collect.* The train events that ``on_event`` hears, such as "x-merge"; trains.toml may name no others."""
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


# --------------------------------------------------------------------------- routes
#
# What a title can say as data, in map.toml and rules.toml, it says there. These hooks are for what depends on the state
# of the game. All are asked before routes are searched or judged, but for ``route_value`` and ``set_value``; all must
# depend on nothing but their arguments. Stops are called "K12.0", pieces of track "K12:0".


@hookspec
def route_bonuses(table: Table, corporation: str) -> Iterable[Bonus]:
    """*Collect.* Bonuses that the corporation's routes can earn as things stand, beside those of map.toml.

    The ids must be other ones than those in map.toml. One marker worth 10 on every stop of K12::

        Bonus("marker", 10, (stops_of(table, "K12"),), scope="visit")

    with ``Bonus`` from ``open18xx.routes`` and ``stops_of`` from ``open18xx.play.roads``; a place without a stop is
    passed over by not giving the bonus.
    """
    raise NotImplementedError


@hookspec
def train_calls(table: Table, corporation: str, train_type: str) -> Mapping[str, Call]:
    """*Collect.* By stop, where trains of this type do not call as others do.

    ``never``: not at all; ``end``: only at an end of the route; ``pass``: it passes though the stop is blocked. Of
    several answers for a stop the strictest stands.
    """
    raise NotImplementedError


@hookspec
def train_apart(table: Table, corporation: str, train_type: str) -> Iterable[Iterable[str]]:
    """*Collect.* Sets of stops, of each of which a route of such a train calls at one at most."""
    raise NotImplementedError


@hookspec
def route_value(table: Table, corporation: str, run: Run) -> int:
    """*Collect.* What a route earns beyond stops and bonuses, in whole units; it may be negative.

    Called for very many routes while the best are searched, so be quick; and say ``route_value_most``.
    """
    raise NotImplementedError


@hookspec
def route_value_active(table: Table, corporation: str) -> bool:
    """*Collect.* Whether ``route_value`` can be anything but 0 as things stand; one yes is enough, and so is no answer.

    While it says no, ``route_value`` is not called, and answers about routes are kept as in a title without it.
    """
    raise NotImplementedError


@hookspec
def route_value_most(table: Table, corporation: str) -> int | None:
    """*Collect.* The most that ``route_value`` can be as things stand. More than that is an error.

    Without it, or with ``None``, the best routes found are good ones, but never said to be proven.
    """


@hookspec
def set_value(table: Table, corporation: str, runs: tuple[Run, ...]) -> int:
    """*Collect.* What routes that run together earn beyond the sum of them, in whole units; it may be negative.

    Not called when no train runs.
    """
    raise NotImplementedError


@hookspec
def set_value_most(table: Table, corporation: str) -> int | None:
    """*Collect.* The most that ``set_value`` can be as things stand; see ``route_value_most``."""


# --------------------------------------------------------------------------- events and the end


@hookspec
def setup(tx: Transaction) -> None:
    """*Tell.* Everything lies where the files say; the first round is about to begin.

    Chance has drawn what it draws before the game (``tx.state.roles``). Nothing may be demanded here.
    """


@hookspec
def after_action(tx: Transaction, action: Action) -> None:
    """*Tell.* A step has done ``action``, or the actor has passed; ``tx.events`` holds what happened.

    A purchase that its seller has yet to consent to has not moved anything; ``Consent`` is the action that does.

    Called before play goes on, so that a plugin may demand a decision that comes first.
    """


@hookspec
def after_event(tx: Transaction, event: Event) -> None:
    """*Tell.* ``event`` is now true in ``tx.state``.

    Events that a plugin records here are told in turn, so react to a fact, not to your own reaction: the engine stops
    a chain that does not end.
    """


@hookspec
def on_event(tx: Transaction, name: str) -> None:
    """*Tell.* A train event of trains.toml that is the plugin's own, such as ``on_first = ["x-merge"]``.

    Its name is one of those that ``events`` lists.
    """


@hookspec
def score(table: Table, player: str) -> int:
    """*Collect.* What the player scores beside money, certificates and privates, in whole units."""
    raise NotImplementedError


@hookspec
def audit(table: Table) -> Iterable[str]:
    """*Collect.* What is wrong with the title's own part of a position; nothing when it is sound.

    Called by tests and by random play after every action, never in a game.
    """
    raise NotImplementedError
