"""Chance: the draws that a title makes before the game, from one seed, the same on every platform and Python.

It knows whole numbers and lists, nothing of games. The generator is SplitMix64, of which every step is written here, so
that no change of a library can change a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_MASK = 2**64 - 1


class Draws:
    """A generator that stands at ``state`` and moves on with every draw."""

    def __init__(self, state: int) -> None:
        self.state = state

    def _next(self) -> int:
        """The next 64 bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        mixed = (self.state ^ (self.state >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, count: int) -> int:
        """A number from 0 to ``count`` - 1, each as likely as any other."""
        fair = 2**64 - 2**64 % count  # numbers from here on would make the first few likelier
        while (found := self._next()) >= fair:
            pass
        return found % count

    def one(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]

    def some(self, things: Sequence[T], count: int) -> tuple[T, ...]:
        """So many of the things, each set of them as likely as any other; they stay in their order."""
        left = list(range(len(things)))
        chosen = [left.pop(self.below(len(left))) for _ in range(min(count, len(things)))]
        return tuple(things[at] for at in sorted(chosen))
