"""The hooks of one title, ready to be called; the specifications and their meaning stand in ``hookspecs``.

It is apart from them because a title of data only, which is most of them, then never imports a plugin manager.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

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

API_VERSION = 1
"""Raised whenever a hook's meaning or arguments change; a plugin names the version that it was written for."""

NAMES = (
    "check",
    "steps",
    "events",
    "refusal",
    "stop_bonus",
    "route_bonuses",
    "train_calls",
    "train_apart",
    "route_value",
    "route_value_active",
    "route_value_most",
    "set_value",
    "set_value_most",
    "setup",
    "after_action",
    "after_event",
    "on_event",
    "score",
    "audit",
)


@dataclass(frozen=True, slots=True)
class Hooks:
    """The hooks of one title, resolved to plain functions: calling one costs a call, not a plugin manager."""

    check: tuple[Callable[[Title], Iterable[tuple[str, str]]], ...] = ()
    steps: tuple[type[Step], ...] = ()
    events: tuple[str, ...] = ()
    refusal: tuple[Callable[[Table, Action], Refusal | None], ...] = ()
    stop_bonus: tuple[Callable[[Table, str, str], int], ...] = ()
    route_bonuses: tuple[Callable[[Table, str], Iterable[Bonus]], ...] = ()
    train_calls: tuple[Callable[[Table, str, str], Mapping[str, Call]], ...] = ()
    train_apart: tuple[Callable[[Table, str, str], Iterable[Iterable[str]]], ...] = ()
    route_value: tuple[Callable[[Table, str, Run], int], ...] = ()
    route_value_active: tuple[Callable[[Table, str], bool], ...] = ()
    route_value_most: tuple[Callable[[Table, str], int | None], ...] = ()
    set_value: tuple[Callable[[Table, str, tuple[Run, ...]], int], ...] = ()
    set_value_most: tuple[Callable[[Table, str], int | None], ...] = ()
    setup: tuple[Callable[[Transaction], None], ...] = ()
    after_action: tuple[Callable[[Transaction, Action], None], ...] = ()
    after_event: tuple[Callable[[Transaction, Event], None], ...] = ()
    on_event: tuple[Callable[[Transaction, str], None], ...] = ()
    score: tuple[Callable[[Table, str], int], ...] = ()
    audit: tuple[Callable[[Table], Iterable[str]], ...] = ()

    @property
    def step_names(self) -> tuple[str, ...]:
        return tuple(step.name for step in self.steps)


NO_HOOKS = Hooks()
