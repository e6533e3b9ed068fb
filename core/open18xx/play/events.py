"""What has happened: the only thing that changes a state. Each event is one small fact; the log is made of them."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    def to_json(self) -> dict[str, Any]:
        """A JSON object: ``kind`` and the fields, tuples as lists.

        >>> MoneyPaid("bank", "ann", 20).to_json()
        {'kind': 'money-paid', 'payer': 'bank', 'payee': 'ann', 'amount': 20}
        """
        values = {field.name: _plain(getattr(self, field.name)) for field in fields(self)}
        return {"kind": kind_of(type(self)), **values}


def kind_of(event: type[Event]) -> str:
    """The word for a kind of event: its class in small letters with hyphens."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", event.__name__).lower()


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


# --------------------------------------------------------------------------- money and paper


@dataclass(frozen=True, slots=True)
class MoneyPaid(Event):
    payer: str
    payee: str
    amount: int


@dataclass(frozen=True, slots=True)
class CertificateMoved(Event):
    certificate: str
    source: str
    target: str
    corporation: str
    percent: int


@dataclass(frozen=True, slots=True)
class CorporationStarted(Event):
    corporation: str
    par: int
    cell: tuple[int, int]


@dataclass(frozen=True, slots=True)
class PriceMoved(Event):
    corporation: str
    cell: tuple[int, int]


@dataclass(frozen=True, slots=True)
class PresidentChanged(Event):
    corporation: str
    president: str


@dataclass(frozen=True, slots=True)
class HoldersKept(Event):
    """The players who hold some of it stand in the order that they had before two of them swapped certificates."""

    corporation: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CorporationFloated(Event):
    corporation: str


@dataclass(frozen=True, slots=True)
class CorporationClosed(Event):
    """It is out of the game: its marker, its president and its place in the queue go with it.

    What it owned, and its certificates, have been moved before by events of their own.
    """

    corporation: str


@dataclass(frozen=True, slots=True)
class CorporationSplit(Event):
    """``branch`` has come out of ``parent``; what passed between them is told by events of its own."""

    parent: str
    branch: str


@dataclass(frozen=True, slots=True)
class PrivateMoved(Event):
    private: str
    owner: str  # a player, a corporation, or "closed"


@dataclass(frozen=True, slots=True)
class AbilityUsed(Event):
    private: str
    ability: int


# --------------------------------------------------------------------------- auction


@dataclass(frozen=True, slots=True)
class BidPlaced(Event):
    private: str
    player: str
    price: int


@dataclass(frozen=True, slots=True)
class BidWithdrawn(Event):
    private: str
    player: str


@dataclass(frozen=True, slots=True)
class LotPriceFell(Event):
    private: str
    amount: int


@dataclass(frozen=True, slots=True)
class LotOffered(Event):
    """The player puts a lot of his pile up for sale."""

    player: str
    private: str


# --------------------------------------------------------------------------- board


@dataclass(frozen=True, slots=True)
class TileLaid(Event):
    hex: str
    tile: str
    rotation: int
    nodes: tuple[int, ...]  # where each node of the old tile went


@dataclass(frozen=True, slots=True)
class TokenPlaced(Event):
    corporation: str
    token: int
    hex: str
    city: int


@dataclass(frozen=True, slots=True)
class TokenTakenBack(Event):
    corporation: str
    token: int
    hex: str
    city: int


@dataclass(frozen=True, slots=True)
class TokenReplaced(Event):
    """A token of ``new`` lies where one of ``old`` lay, in the same slot."""

    hex: str
    city: int
    old: str
    new: str
    token: int  # of ``new``


@dataclass(frozen=True, slots=True)
class EdgeBarred(Event):
    """No route crosses the side, ``HEX/EDGE``, until the operating round ends."""

    side: str


# --------------------------------------------------------------------------- trains and phases


@dataclass(frozen=True, slots=True)
class TrainMoved(Event):
    train: str
    source: str
    target: str  # a corporation, "pool" or "gone"


@dataclass(frozen=True, slots=True)
class TrainPrinted(Event):
    """A further copy of an unlimited type comes to the depot."""

    train: str


@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    phase: int


@dataclass(frozen=True, slots=True)
class CardRevealed(Event):
    card: str
    number: int  # of the set of operating rounds, as in RoundBegan


@dataclass(frozen=True, slots=True)
class RoutesRun(Event):
    corporation: str
    routes: tuple[tuple[str, tuple[str, ...]], ...]
    values: tuple[int, ...]
    revenue: int


# --------------------------------------------------------------------------- flow


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    round: str
    number: int
    part: int
    parts: int


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    actor: str
    queue: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Passed(Event):
    player: str


@dataclass(frozen=True, slots=True)
class Noted(Event):
    """The memory slot ``name`` of the state now holds ``value``."""

    name: str
    value: Any


@dataclass(frozen=True, slots=True)
class Demanded(Event):
    """``actor`` must take ``step`` about ``subject`` before anything else goes on."""

    step: str
    actor: str
    subject: str


@dataclass(frozen=True, slots=True)
class DemandMet(Event):
    place: int  # among the demands pending


@dataclass(frozen=True, slots=True)
class EndTriggered(Event):
    reason: str
    timing: str


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    reason: str


@dataclass(frozen=True, slots=True)
class SliceWritten(Event):
    """A plugin's own table ``slice`` holds ``value`` under ``key``."""

    slice: str
    key: str
    value: Any
