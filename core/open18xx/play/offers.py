"""Offers: actions with holes, and what may fill each hole.

An action is legal exactly when some offer admits it. A hole is a list of rows for one or more fields that belong
together, a choice of several from a list, an amount between two numbers, or, for routes, whatever the checker accepts.
Prices and bids are therefore never expanded into thousands of actions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from random import Random
from typing import Any

from open18xx.play.actions import Action, shape_fault

DRAWS = 200
"""Fillings of an offer limited by a plugin that are drawn before the first that is left is taken."""


@dataclass(frozen=True, slots=True)
class Rows:
    """``names`` are filled together by one of ``rows``."""

    names: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def admits(self, values: tuple[Any, ...]) -> bool:
        return values in self.rows

    def size(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self.rows)

    def draw(self, random: Random) -> tuple[Any, ...]:
        return self.rows[random.randrange(len(self.rows))]

    def to_json(self) -> dict[str, Any]:
        if len(self.names) == 1:
            return {"field": self.names[0], "one_of": [row[0] for row in self.rows]}
        return {"fields": list(self.names), "rows": [list(row) for row in self.rows]}


@dataclass(frozen=True, slots=True)
class SomeOf:
    """``name`` is filled by ``least`` to ``most`` different members of ``choices``, in any order, after ``fixed``."""

    name: str
    choices: tuple[Any, ...]
    least: int
    most: int

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def admits(self, values: tuple[Any, ...]) -> bool:
        chosen = values[0]
        return (
            self.least <= len(chosen) <= self.most
            and len(set(chosen)) == len(chosen)
            and all(choice in self.choices for choice in chosen)
        )

    def size(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        for count in range(self.least, self.most + 1):
            for chosen in combinations(self.choices, count):
                yield (chosen,)

    def draw(self, random: Random) -> tuple[Any, ...]:
        return (tuple(random.sample(self.choices, random.randint(self.least, self.most))),)

    def to_json(self) -> dict[str, Any]:
        return {"field": self.name, "some_of": list(self.choices), "least": self.least, "most": self.most}


@dataclass(frozen=True, slots=True)
class Amount:
    """``name`` is a whole number from ``low`` to ``high``, ``low`` plus a multiple of ``step``."""

    name: str
    low: int
    high: int
    step: int = 1

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def admits(self, values: tuple[Any, ...]) -> bool:
        amount = values[0]
        return bool(self.low <= amount <= self.high and (amount - self.low) % self.step == 0)

    def size(self) -> int:
        return (self.high - self.low) // self.step + 1

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return ((amount,) for amount in range(self.low, self.high + 1, self.step))

    def draw(self, random: Random) -> tuple[Any, ...]:
        return (self.low + self.step * random.randrange(self.size()),)

    def to_json(self) -> dict[str, Any]:
        return {"field": self.name, "low": self.low, "high": self.high, "step": self.step}


@dataclass(frozen=True, slots=True)
class Checked:
    """``name`` is filled by anything the rules accept; ``about`` tells a reader what it is about."""

    name: str
    about: dict[str, Any]
    accepts: Callable[[Any], bool]

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def admits(self, values: tuple[Any, ...]) -> bool:
        return self.accepts(values[0])

    def to_json(self) -> dict[str, Any]:
        return {"field": self.name, "checked": True, **self.about}


Hole = Rows | SomeOf | Amount | Checked


@dataclass(frozen=True, slots=True)
class Offer:
    """``action`` may be taken by ``actor`` with ``fixed`` values and any filling of ``holes``; ``by`` decides.

    ``allows`` is what a plugin still forbids of an offer that cannot be listed.
    """

    action: type[Action]
    actor: str
    by: str
    fixed: tuple[tuple[str, Any], ...] = ()
    holes: tuple[Hole, ...] = ()
    allows: Callable[[Action], bool] | None = None

    @property
    def kind(self) -> str:
        return self.action.kind

    def admits(self, action: Action) -> bool:
        """Whether ``action`` is one of this offer's."""
        return (
            type(action) is self.action
            and shape_fault(action) is None
            and action.actor == self.actor
            and all(getattr(action, name) == value for name, value in self.fixed)
            and all(hole.admits(tuple(getattr(action, name) for name in hole.names)) for hole in self.holes)
            and (self.allows is None or self.allows(action))
        )

    def is_finite(self) -> bool:
        """Whether the actions can be listed: no amounts and nothing that only the checker knows."""
        return not any(isinstance(hole, Amount | Checked) for hole in self.holes)

    def size(self) -> int | None:
        """How many actions this offer stands for; None when only the checker knows."""
        count = 1
        for hole in self.holes:
            if isinstance(hole, Checked):
                return None
            count *= hole.size()
        return count

    def actions(self) -> Iterator[Action]:
        """Every action of the offer, amounts included; ValueError if only the checker knows them."""
        fillings: list[Iterator[tuple[Any, ...]]] = []
        for hole in self.holes:
            if isinstance(hole, Checked):
                raise ValueError(f"the {hole.name} of {self.kind} cannot be listed")
            fillings.append(iter(hole))
        for filling in product(*fillings):
            action = self.fill(filling)
            if self.allows is None or self.allows(action):
                yield action

    def fill(self, filling: tuple[tuple[Any, ...], ...]) -> Action:
        """The action with one tuple of values a hole."""
        values = dict(self.fixed)
        for hole, given in zip(self.holes, filling, strict=True):
            values.update(zip(hole.names, given, strict=True))
        return self.action(self.actor, **values)

    def draw(self, random: Random) -> Action:
        """A random action of the offer; ValueError if only the checker knows them."""
        for _ in range(DRAWS):
            filling = []
            for hole in self.holes:
                if isinstance(hole, Checked):
                    raise ValueError(f"the {hole.name} of {self.kind} cannot be drawn")
                filling.append(hole.draw(random))
            action = self.fill(tuple(filling))
            if self.allows is None or self.allows(action):
                return action
        return next(self.actions())

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "actor": self.actor,
            "by": self.by,
            "fixed": {name: list(value) if isinstance(value, tuple) else value for name, value in self.fixed},
            "holes": [hole.to_json() for hole in self.holes],
        }
