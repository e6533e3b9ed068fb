"""How much work a search may do: counted, so that the same question has the same answer everywhere, or timed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


class OutOfWork(Exception):
    """The budget or the time is spent. Never leaves the package."""


class Meter:
    """Work done, in moves and pairs looked at, how much is allowed, and until when (None: any amount, any time)."""

    __slots__ = ("_began", "budget", "limited", "seconds", "work")

    def __init__(self, budget: int | None = None, seconds: float | None = None) -> None:
        self.work = 0
        self.budget = budget
        # what is under way when the time is over has to end, and what was made has to be put away
        self.seconds = seconds if seconds is None else max(0.9 * seconds, seconds - 0.5)
        self.limited = budget is not None or seconds is not None
        self._began = time.perf_counter()

    def add(self, work: int) -> None:
        """Note some work; ``OutOfWork`` when that is more than is allowed."""
        self.work += work
        if self.limited:
            if self.budget is not None and self.work > self.budget:
                raise OutOfWork
            self.look_at_the_clock()

    @contextmanager
    def at_least(self, work: int) -> Iterator[None]:
        """Within this so much work is allowed, however small the budget."""
        budget = self.budget
        if budget is not None:
            self.budget = max(budget, work)
        yield
        self.budget = budget

    def look_at_the_clock(self) -> None:
        """``OutOfWork`` when the time is over; a budget alone never is."""
        if self.seconds is not None and time.perf_counter() - self._began > self.seconds:
            raise OutOfWork

    def look_ahead(self, seconds: float) -> None:
        """``OutOfWork`` when something that takes about so long would not end in time."""
        if self.seconds is not None and time.perf_counter() - self._began + seconds > self.seconds:
            raise OutOfWork

    def seconds_gone(self) -> float:
        """Seconds since the question was asked."""
        return time.perf_counter() - self._began

    def share(self, part: float) -> float:
        """The share of the time that will be gone after this part of what is left; 1 without a limit of time."""
        if self.seconds is None:
            return 1.0
        gone = self.seconds_gone() / self.seconds
        return gone + part * max(0.0, 1 - gone)

    def spent(self, share: float) -> bool:
        """Whether more than this share of the time is gone; never without a limit of time."""
        return self.seconds is not None and time.perf_counter() - self._began > self.seconds * share

    @property
    def over(self) -> bool:
        """Whether nothing more is allowed."""
        return (self.budget is not None and self.work > self.budget) or self.spent(1)
