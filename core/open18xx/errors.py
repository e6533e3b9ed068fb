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
    "acted-for": "something was bought for {actor} in this stock round already",
    "action-shape": "the action is {found}; {wanted} is wanted",
    "already-acted": "{actor} has done that {done} times in this turn; the limit is {limit}",
    "already-bought": "something was bought in this turn already: {what}",
    "already-started": "{corporation} has been started already",
    "amount": "{amount} is not possible, only {low} to {high}",
    "bad-action": "the action cannot be read: {reason}",
    "bid-multiple": "a bid of {price} for {lot}; it must go up in steps of {multiple}",
    "bid-price": "bid of {price} for {lot}; at least {wanted} is wanted",
    "blocked": "{hex} is closed: {private} blocks it",
    "buy-back-size": "{count} certificates of {corporation}; at most {limit} can be bought back",
    "cash": "{what} costs {cost}; {actor} has {cash}",
    "certificate-limit": "{actor} would hold {after} certificates; the limit is {limit}",
    "choice": "{choice} is no choice; the choices are {allowed}",
    "color": "tile {tile} is {color}; the phase allows {allowed}",
    "route-too-long": "{train} would go too far; its limit is {limit}",
    "key-reused": "{train} would use what {segment} shares with other track again",
    "issue-first": "{corporation} must first sell own certificates: {count} can be sold",
    "junction-reused": "{train} would pass the junction {junction} again",
    "terminal-inside": "{train}: {segment} can only be the first or last track of a route",
    "gauge-not-allowed": "{train} cannot run on {segment}, which is {gauge}",
    "starts-nowhere": "{train}: {segment} does not begin at a stop",
    "ends-nowhere": "{train}: {segment} does not end at a stop",
    "no-own-token-paid": "no stop that {train} is paid for has a token of the corporation",
    "not-a-local-train": "{train} cannot run at one stop",
    "stop-and-segments": "{train}: a route is a stop or track, not both",
    "unknown-stop": "{train}: there is no stop {stop}",
    "empty-route": "{train} has no route",
    "falls-short": "{what}: {missing} would be missing for the train then, and only {raisable} could be raised",
    "field-type": "{field} of {kind}: wanted {wanted}, found {found}",
    "no-call": "{train} does not call at {stop}",
    "straight-back": "{train} would come straight back to {stop}",
    "bank-only": "certificates were sold to help {corporation} buy a train of the bank: it buys no other now",
    "barred": "no route crosses {side} in this operating round",
    "no-track": "no track leads over side {edge} of {hex}",
    "not-apart": "{train} may call at one of these only: {stops}",
    "gauge-change": "{train} would use both gauges between two stops, up to {segment}: {gauges}",
    "finished": "the game is over: {reason}",
    "from-bank-limit": "{corporation} has bought {done} trains of the bank in this turn; the limit is {limit}",
    "gauge-break": "{train} would change gauge at {crossing}: {gauges}",
    "group-revisited": "{train} would call twice at {group}",
    "hexside-reused": "{train} would cross the hexside {crossing} again on {segment}",
    "holding-limit": "{actor} would hold {after} % of {corporation}; the limit is {limit} %",
    "lay-kind": "the turn's track actions do not allow to {what} now; done so far: {done}",
    "misfit": "tile {tile} at rotation {rotation} cannot replace {old} on {hex}",
    "missing-field": "{kind} needs {field}",
    "must-act": "{actor} must take the step {step} and cannot pass",
    "must-sell": "there are {count} certificates in hand and the limit is {limit}: sell first",
    "no-ability": "{private} gives no right to {what} now",
    "no-branch": "there is no branch left for {corporation}",
    "no-city": "{hex} has no city {city}",
    "no-discount": "{exchange} cannot be traded in for {train}",
    "no-lay-left": "{done} of {allowed} track actions of the turn are done",
    "no-need": "nothing of {corporation} may be sold: {needed} is needed",
    "no-new-track": "tile {tile} on {hex} adds no track that can be used (rule: {rule})",
    "no-own-token": "the route of {train} has no token of the corporation",
    "no-revenue": "{corporation} has {revenue} to pay out",
    "no-run": "{corporation} has nothing to run; trains: {trains}",
    "no-slot-open": "no further corporation can be started now: {started} have been, and {waited} must have operated",
    "no-slot": "{hex} has no free slot in city {city} ({slots} in all)",
    "no-such": "there is no {kind} {id}",
    "no-token-to-give": "no token in city {city} of {hex} can be given; those that can: {allowed}",
    "no-token": "{corporation} has no token left",
    "not-a-branch": "{branch} is no branch to choose; they are {allowed}",
    "not-allowed-now": "{what} is not allowed in phase {phase}",
    "not-available": "{corporation} can be started from phase {wanted} on; this is phase {phase}",
    "not-bankrupt": "{corporation} is not bankrupt: {needed} is needed and {raisable} can be raised",
    "not-cheapest": "{train} costs {price}; it must be the cheapest, for {cheapest}",
    "not-connected": "{train}: {segment} does not go on from where the route stands",
    "not-empty": "{hex} is not empty: {tile} lies there",
    "not-exchanged": "{private} cannot be exchanged for {certificate}; it can for {allowed}",
    "not-for-sale": "{what} belongs to {owner} and is not for sale",
    "not-for-it": "{corporation} cannot own {private}",
    "not-holder": "{corporation} is started by who owns {private}, not by {actor}",
    "not-its-hex": "{private} says nothing of {hex}, only of {allowed}",
    "not-its-tile": "{private} does not lay {tile}, only {allowed}",
    "not-offered": "{kind} is not possible now; possible: {possible}",
    "not-on-sale": "the bank does not sell {train} now; on sale: {on_sale}",
    "not-operated": "{corporation} has not operated yet",
    "not-owner": "{actor} does not own {what}",
    "not-president": "{actor} does not preside over {corporation}",
    "not-reached": "{hex} is not reached by the track of {corporation}",
    "not-startable": "{corporation} is not started by players",
    "not-sold": "{seller} has refused to sell {what}; more would have to be offered, and {price} is the most",
    "not-started": "{corporation} has not been started",
    "not-your-lot": "{lot} does not lie in the pile of {actor}, but {pile}",
    "not-your-turn": "it is the turn of {expected}, not of {actor}",
    "nothing-to-sell": "nothing of {corporation} can be sold: {held} % in hand, {pool} % in the pool",
    "one-block": "{corporation} was sold in this turn already, and only one block a turn may be sold",
    "order": "{what} is not possible after {after}",
    "other-corporation": "{corporation} is not asked about, but {expected}",
    "other-deal": "the offer is {price} of {buyer} for {what}; it is agreed to as it is, or passed",
    "other-lot": "{lot} is not being auctioned, but {expected}",
    "own-token": "{corporation} has a token on {hex} already",
    "par": "{par} is no starting value; they are {allowed}",
    "passes-blocked-stop": "{train} would run through {stop}, which is full of others' tokens or an end",
    "pool-only": "several certificates a turn only from the pool; {what} is in the {owner}",
    "presidency": "the presidency of {corporation} cannot go that way: {keep} % kept, possible: {allowed}",
    "presidents-certificate": "the president's certificate of {corporation} is not for sale by itself",
    "private-price": "{private} costs {low} to {high}, not {price}",
    "reserved-certificate": "{what} is kept for an exchange",
    "reserved": "the free slot in city {city} of {hex} is reserved",
    "rotation": "rotation {rotation} is not within {allowed}",
    "route-too-short": "{train} would call at {stops} stops; at least {minimum} are wanted",
    "sale-size": "{count} certificates of {corporation}; at most {limit} can be sold",
    "same-turn": "{corporation} may not be both bought and sold in one turn",
    "same-twice": "one certificate twice: {what}",
    "segment-reused": "{train} would use {segment} again",
    "sold-this-round": "{actor} has sold {corporation} in this round",
    "split-holding": "{actor} holds {held} % of {corporation}; {wanted} % are wanted to split it",
    "split-tokens": "{corporation} has {count} tokens on the map; {wanted} are wanted",
    "stop-revisited": "{train} would call twice at {stop}",
    "supply": "no {what} is left",
    "tile-not-allowed": "tile {tile} is laid only by corporations of who owns {private}",
    "too-early": "{what} begins in round {first}; this is round {round}",
    "traded-this-turn": "{corporation} has dealt in its own certificates in this turn already",
    "train-limit": "{corporation} has {count} trains; the limit is {limit}",
    "train-price": "{train} costs {low} to {high}, not {price}",
    "train-used-twice": "{train} can run once",
    "unknown-field": "{kind} has no field {field}; its fields are {known}",
    "unknown-kind": "{kind} is no kind of action; the kinds are {known}",
    "unknown-segment": "{train}: there is no track {segment}",
    "unknown-train": "{train} is no train of the corporation",
    "worthless": "{corporation} has come to nothing: its certificates are not dealt in",
    "wrong-place": "{corporation} places tokens only where {wanted} is printed, not on {hex}",
}
"""English for the core's codes; a term table of a language, or of a title, says them otherwise."""


MOST_SHOWN = 200
"""Characters of a value that a text repeats."""


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
        return ", ".join(shortened(item) for item in value) or "none"
    return shortened(value)


def shortened(value: object, most: int = MOST_SHOWN) -> str:
    """A value as a text repeats it: whatever somebody wrote into a file or an action, no longer than ``most``.

    >>> shortened("a" * 1000, 8)
    'aaaaaaa…'
    """
    text = str(value)
    return text if len(text) <= most else f"{text[: most - 1]}…"


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
