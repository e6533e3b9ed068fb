"""What goes wrong, and whose mistake it was: a player's, a file's, a saved game's or a command's.

A player's mistake is a ``Refusal``: a code and its pieces, without text, so that every language can say it. A file's
mistake is a ``Fault`` with the place where it stands. Our own mistakes are plain ``AssertionError``s and have no
place here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NoReturn

TEMPLATES: Mapping[str, str] = {
    "action-shape": "{found} is no action; wanted {wanted}",
    "already-acted": "{actor} has done that {done} times in this turn; the limit is {limit}",
    "already-bought": "{what} has been bought in this turn already",
    "already-started": "{corporation} has been started",
    "bad-action": "the action cannot be read: {reason}",
    "bid-multiple": "a bid of {price} for {lot}; bids rise by multiples of {multiple}",
    "bid-price": "a bid of {price} for {lot}; it must be {wanted} or more",
    "blocked": "{hex} is closed: {private} blocks it",
    "cash": "{what} costs {cost}; {actor} has {cash}",
    "certificate-limit": "{actor} would hold {after} certificates; the limit is {limit}",
    "choice": "{choice} is no choice here; possible: {allowed}",
    "color": "tile {tile} is {color}; the phase allows {allowed}",
    "field-type": "{kind}: {field} is {found}; wanted {wanted}",
    "finished": "the game is over: {reason}",
    "holding-limit": "{actor} would hold {after} % of {corporation}; the limit is {limit} %",
    "lay-kind": "no {what} now, after {done} track actions in this turn",
    "misfit": "tile {tile}, rotation {rotation}, does not fit on {hex} in place of {old}",
    "missing-field": "{kind} needs the field {field}",
    "must-act": "{actor} must {step} and cannot pass",
    "must-sell": "{count} certificates are held; the limit is {limit}, and the excess must be sold first",
    "no-ability": "{private} cannot be used for {what} now",
    "no-city": "{hex} has no city {city}",
    "no-discount": "{train} is not cheaper for {exchange}",
    "no-lay-left": "{done} of {allowed} track actions are done in this turn",
    "no-need": "{corporation} needs {needed} more, and no such sale is needed for it",
    "no-new-track": "tile {tile} on {hex} brings no new track that is of use (rule: {rule})",
    "no-revenue": "{corporation} has no revenue to decide on: {revenue}",
    "no-run": "{corporation} has nothing to run; its trains: {trains}",
    "no-slot": "no slot is free in city {city} of {hex}, which has {slots}",
    "no-such": "there is no {kind} {id}",
    "no-token": "{corporation} has no token left",
    "not-allowed-now": "{what} is not allowed in phase {phase}",
    "not-bankrupt": "{corporation} needs {needed} more, and {raisable} can be raised",
    "not-connected": "{hex} is not connected to a token of {corporation}",
    "not-empty": "{hex} carries tile {tile} already",
    "not-exchanged": "{private} cannot be exchanged for {certificate}; possible: {allowed}",
    "not-for-sale": "{what} belongs to {owner} and is not for sale",
    "not-its-hex": "{private} does not speak of {hex}, but of {allowed}",
    "not-its-tile": "{private} does not lay tile {tile}, but {allowed}",
    "not-offered": "{kind} is not possible now; possible: {possible}",
    "not-on-sale": "train {train} is not on sale; on sale: {on_sale}",
    "not-operated": "{corporation} has not operated yet",
    "not-owner": "{actor} does not own {what}",
    "not-president": "{actor} does not preside over {corporation}",
    "not-started": "{corporation} has not been started",
    "not-your-turn": "it is the turn of {expected}, not of {actor}",
    "nothing-to-sell": "{held} % of {corporation} is held, {pool} % is in the pool: nothing can be sold",
    "one-block": "certificates of {corporation} have been sold in this turn; all must be sold at once",
    "order": "no {what} after {after} in this turn",
    "other-corporation": "the decision is for {expected}, not for {corporation}",
    "other-lot": "{expected} is being sold, not {lot}",
    "own-token": "{corporation} has a token on {hex} already",
    "par": "{par} is no starting value; possible: {allowed}",
    "pool-only": "{what} is with {owner}; another one may come only from the pool",
    "presidency": "{keep} certificates of {corporation} cannot be kept; possible: {allowed}",
    "presidents-certificate": "the president's certificate of {corporation} is not for sale",
    "private-price": "{private} for {price}; the price is from {low} to {high}",
    "reserved": "city {city} of {hex} is reserved",
    "rotation": "rotation {rotation}; wanted one of 0 to 5",
    "sale-size": "{count} certificates of {corporation}; at most {limit} may be sold",
    "same-turn": "certificates of {corporation} have been traded the other way in this turn",
    "same-twice": "{what}: one of them stands there twice",
    "sold-this-round": "{actor} has sold certificates of {corporation} in this stock round",
    "supply": "no {what} is left",
    "too-early": "no {what} in stock round {round}; from round {first} on",
    "train-limit": "{corporation} has {count} trains; the limit is {limit}",
    "train-price": "train {train} for {price}; the price is from {low} to {high}",
    "unknown-field": "{kind} has no field {field}; it has {known}",
    "unknown-kind": "{kind} is no kind of action",
}
"""English for the core's codes; a term table of a language, or of a title, says them otherwise."""


class Refusal:
    """Why an action is not legal: a code and the pieces of its text, both numbers included.

    It is a value: frozen, hashable, equal when code and pieces are. It is returned, not raised.

    >>> str(Refusal("cash", what="RNC/3", cost=60, actor="ann", cash=40))
    'RNC/3 costs 60; ann has 40'
    >>> str(Refusal("moon-phase", wanted="full", found="new"))
    'moon-phase: found new, wanted full'
    """

    __slots__ = ("_args", "code")

    code: str
    _args: dict[str, Any]

    def __init__(self, code: str, /, **args: Any) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "_args", args)

    @property
    def args(self) -> Mapping[str, Any]:
        return MappingProxyType(self._args)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a refusal never changes: {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a refusal never changes: {name}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Refusal):
            return NotImplemented
        return self.code == other.code and self._args == other._args

    def __hash__(self) -> int:
        return hash((self.code, tuple(sorted((name, str(value)) for name, value in self._args.items()))))

    def __reduce__(self) -> tuple[Any, ...]:
        return _refusal, (self.code, self._args)

    def __repr__(self) -> str:
        return f"Refusal({', '.join([repr(self.code), *(f'{name}={value!r}' for name, value in self._args.items())])})"

    def __str__(self) -> str:
        template = TEMPLATES.get(self.code)
        if template is not None:
            try:
                return template.format_map({name: _said(value) for name, value in self._args.items()})
            except (KeyError, IndexError, ValueError):
                pass  # pieces that do not fit the text: say them plainly below
        pieces = ", ".join(f"{name} {_said(value)}" for name, value in sorted(self._args.items()))
        return f"{self.code}: {pieces}" if pieces else self.code


def _refusal(code: str, args: dict[str, Any]) -> Refusal:
    return Refusal(code, **args)


def _said(value: object) -> str:
    if isinstance(value, (tuple, list)):
        return ", ".join(str(item) for item in value) or "none"
    return str(value)


class IllegalAction(Exception):
    """``play`` was given an action that ``refusal`` refuses; the state is as it was."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        return str(self.refusal)


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One mistake in a file, and where: lines and columns count from 1; line 0 is the file as a whole."""

    file: str
    line: int
    column: int
    path: str
    message: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        return f"{place}: {self.path}: {self.message}" if self.path else f"{place}: {self.message}"


class TitleError(Exception):
    """A title cannot be loaded. ``faults`` holds everything found wrong, not just the first."""

    faults: tuple[Fault, ...]

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(set(faults)))
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "\n".join(str(fault) for fault in self.faults)


class SaveError(Exception):
    """A saved game or a game file cannot be read or does not replay; the text names file and place."""


class UsageError(Exception):
    """The caller asked for something that does not exist or does not go together; exit code 2 on the command line."""
