"""Chance: the draws that a title makes before the game, from one seed, the same on every platform and Python.

It knows whole numbers and lists, nothing of games. The generators are SplitMix64 and, for games that begin as another
system's do, a linear congruential one. Every step of them is written here, so that no change of a library can change a
game.
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

    def shuffled(self, things: Sequence[T]) -> tuple[T, ...]:
        """The things in an order of which each is as likely as any other."""
        left = list(things)
        return tuple(left.pop(self.below(len(left))) for _ in things)


class Lcg31(Draws):
    """The generator of 18xx.games: 31 bits, the next from the last; it shuffles by sorting.

    >>> Lcg31(1).shuffled("abcd")
    ('b', 'c', 'a', 'd')
    """

    def __init__(self, state: int) -> None:
        super().__init__(state % 2**31)

    def _next(self) -> int:
        self.state = (1103515245 * self.state + 12345) % 2**31
        return self.state

    def below(self, count: int) -> int:
        return self._next() % count

    def shuffled(self, things: Sequence[T]) -> tuple[T, ...]:
        """Each thing, in order, draws a number; they stand in the order of their numbers."""
        keys = [self._next() for _ in things]
        return tuple(things[at] for at in sorted(range(len(keys)), key=keys.__getitem__))


def draws_of(generator: str, seed: int) -> Draws:
    """The generator of that name (rules.setup.generator), with the seed."""
    return Lcg31(seed) if generator == "lcg-31" else Draws(seed)
