"""What an actor may do: one frozen class an action, and its JSON form.

``actor`` is the player or the corporation in whose name the action happens; a corporation's decisions are made by its
president. Actions hold names and numbers only and know no rules; a title's own steps may bring further classes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from open18xx.errors import IllegalAction, Refusal

BIGGEST = 10**9
"""No number in an action is larger: whatever is, is a mistake or an attack."""


@dataclass(frozen=True, slots=True)
class Action:
    kind: ClassVar[str] = ""
    actor: str

    def to_json(self) -> dict[str, Any]:
        """A JSON object: ``kind`` and the fields; tuples become lists, empty optional fields stay away."""
        record: dict[str, Any] = {"kind": self.kind}
        for name, default in _shape(type(self)):
            value = getattr(self, name)
            if value != default:
                record[name] = _plain(value)
        return record


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Decline the step at hand."""

    kind: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """Bid ``price`` for a private; on the cheapest one this buys it."""

    kind: ClassVar[str] = "bid"
    private: str
    price: int


@dataclass(frozen=True, slots=True)
class OfferLot(Action):
    """Put a private of one's own pile up for sale."""

    kind: ClassVar[str] = "offer-lot"
    private: str


@dataclass(frozen=True, slots=True)
class StartCorporation(Action):
    """Set the starting value and buy the president's certificate."""

    kind: ClassVar[str] = "start-corporation"
    corporation: str
    par: int


@dataclass(frozen=True, slots=True)
class ChoosePar(Action):
    """Set the starting value of a corporation whose president's certificate came with a private."""

    kind: ClassVar[str] = "choose-par"
    corporation: str
    par: int


@dataclass(frozen=True, slots=True)
class BuyCertificate(Action):
    kind: ClassVar[str] = "buy-certificate"
    certificate: str


@dataclass(frozen=True, slots=True)
class SellCertificates(Action):
    """Sell certificates of one corporation to the pool, in one block.

    The president's certificate goes only together with all others of the corporation; ``keep`` percent of it may be
    kept: the buyer of the presidency gives that much in ordinary certificates.
    """

    kind: ClassVar[str] = "sell-certificates"
    corporation: str
    certificates: tuple[str, ...]
    keep: int = 0


@dataclass(frozen=True, slots=True)
class BuyPrivate(Action):
    """Buy a private from its owner: a corporation in its turn, or a player in a stock round."""

    kind: ClassVar[str] = "buy-private"
    private: str
    price: int


@dataclass(frozen=True, slots=True)
class Consent(Action):
    """Sell a private or a train to ``buyer``, who has offered ``price`` for it."""

    kind: ClassVar[str] = "consent"
    buyer: str
    price: int
    private: str = ""
    train: str = ""


@dataclass(frozen=True, slots=True)
class ExchangePrivate(Action):
    """Hand in a private for a certificate."""

    kind: ClassVar[str] = "exchange-private"
    private: str
    certificate: str


@dataclass(frozen=True, slots=True)
class SplitCorporation(Action):
    """Split a branch off a corporation; what the branch gets is asked after that."""

    kind: ClassVar[str] = "split-corporation"
    corporation: str


@dataclass(frozen=True, slots=True)
class ChooseBranch(Action):
    kind: ClassVar[str] = "choose-branch"
    branch: str


@dataclass(frozen=True, slots=True)
class GiveToken(Action):
    """Give the branch the place of a token: city ``city`` (counted from 0 on the tile) of a hex."""

    kind: ClassVar[str] = "give-token"
    hex: str
    city: int


@dataclass(frozen=True, slots=True)
class GiveTrain(Action):
    """Give the branch a train."""

    kind: ClassVar[str] = "give-train"
    train: str


@dataclass(frozen=True, slots=True)
class GiveMoney(Action):
    """Give the branch money, or none."""

    kind: ClassVar[str] = "give-money"
    amount: int


@dataclass(frozen=True, slots=True)
class GivePrivate(Action):
    """Give the branch a private."""

    kind: ClassVar[str] = "give-private"
    private: str


@dataclass(frozen=True, slots=True)
class LayTile(Action):
    kind: ClassVar[str] = "lay-tile"
    hex: str
    tile: str
    rotation: int


@dataclass(frozen=True, slots=True)
class LayPrivateTile(Action):
    """Lay a tile by the ability of a private."""

    kind: ClassVar[str] = "lay-private-tile"
    private: str
    hex: str
    tile: str
    rotation: int


@dataclass(frozen=True, slots=True)
class PlaceToken(Action):
    """Place a token in city ``city`` (counted from 0 on the tile) of a hex."""

    kind: ClassVar[str] = "place-token"
    hex: str
    city: int


@dataclass(frozen=True, slots=True)
class PlaceHomeToken(Action):
    """Choose the city of the home hex for the first token."""

    kind: ClassVar[str] = "place-home-token"
    hex: str
    city: int


@dataclass(frozen=True, slots=True)
class RunRoutes(Action):
    """The routes of this turn: (train, pieces of track in order of travel). ``HEX:n`` is path n of the hex's tile.

    The only piece of a local train that runs at one stop is that stop, ``HEX.n``.
    """

    kind: ClassVar[str] = "run-routes"
    routes: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class ChooseDividend(Action):
    kind: ClassVar[str] = "choose-dividend"
    choice: str


@dataclass(frozen=True, slots=True)
class IssueCertificates(Action):
    """A corporation sells ``count`` of its own certificates to the pool."""

    kind: ClassVar[str] = "issue-certificates"
    count: int


@dataclass(frozen=True, slots=True)
class RedeemCertificates(Action):
    """A corporation buys ``count`` of its own certificates back from the pool."""

    kind: ClassVar[str] = "redeem-certificates"
    count: int


@dataclass(frozen=True, slots=True)
class BarEdge(Action):
    """By the ability of a private, bar side ``edge`` (0 to 5) of a hex to all routes of the operating round."""

    kind: ClassVar[str] = "bar-edge"
    private: str
    hex: str
    edge: int


@dataclass(frozen=True, slots=True)
class BuyTrain(Action):
    """Buy a train from whoever has it; ``exchange`` is an own train handed in for a discount."""

    kind: ClassVar[str] = "buy-train"
    train: str
    price: int
    exchange: str = ""


@dataclass(frozen=True, slots=True)
class TrainByPrivate(Action):
    """Close a private of the corporation to buy the first train that the bank sells."""

    kind: ClassVar[str] = "train-by-private"
    private: str


@dataclass(frozen=True, slots=True)
class DiscardTrain(Action):
    kind: ClassVar[str] = "discard-train"
    train: str


@dataclass(frozen=True, slots=True)
class DeclareBankruptcy(Action):
    kind: ClassVar[str] = "declare-bankruptcy"


KINDS: dict[str, type[Action]] = {
    cls.kind: cls
    for cls in (
        Pass, Bid, OfferLot, StartCorporation, ChoosePar, BuyCertificate, SellCertificates, BuyPrivate,
        Consent, ExchangePrivate, SplitCorporation, ChooseBranch, GiveToken, GiveTrain, GiveMoney, GivePrivate, LayTile,
        LayPrivateTile, PlaceToken, PlaceHomeToken, RunRoutes, ChooseDividend, IssueCertificates,
        RedeemCertificates, BarEdge, BuyTrain, TrainByPrivate, DiscardTrain, DeclareBankruptcy,
    )
}  # fmt: skip

_NOTHING = object()
_shapes: dict[type[Action], tuple[tuple[str, Any], ...]] = {}


def _shape(cls: type[Action]) -> tuple[tuple[str, Any], ...]:
    """Names of the fields, each with its default or a value that nothing equals."""
    shape = _shapes.get(cls)
    if shape is None:
        names = {field.name: field.default for field in fields(cls)}
        shape = _shapes[cls] = tuple(
            (name, default if isinstance(default, str | int | tuple) else _NOTHING) for name, default in names.items()
        )
    return shape


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def from_json(record: object, kinds: Mapping[str, type[Action]] = KINDS) -> Action:
    """The action a JSON object stands for.

    Raises ``IllegalAction`` for anything else: no object, an unknown kind, missing, unknown or wrongly typed fields,
    numbers beyond ``BIGGEST``.
    """
    if not isinstance(record, Mapping):
        raise IllegalAction(Refusal("action-shape", wanted="an object with a kind", found=type(record).__name__))
    kind = record.get("kind")
    cls = kinds.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise IllegalAction(Refusal("unknown-kind", kind=_brief(kind), known=tuple(sorted(kinds))))
    shape = dict(_shape(cls))
    unknown = [_brief(name) for name in record if name != "kind" and name not in shape]
    if unknown:
        raise IllegalAction(Refusal("unknown-field", kind=kind, field=unknown[0], known=", ".join(shape)))
    values: dict[str, Any] = {}
    types = {field.name: _type_name(field.type) for field in fields(cls)}
    for name, default in shape.items():
        if name in record:
            values[name] = _checked(kind, name, types[name], record[name])
        elif default is _NOTHING:
            raise IllegalAction(Refusal("missing-field", kind=kind, field=name))
    return cls(**values)


def _type_name(type_: Any) -> str:
    """The name of a field's type; a plugin's module may hold the type itself."""
    return type_ if isinstance(type_, str) else type_.__name__ if type(type_) is type else str(type_)


def _checked(kind: object, name: str, type_: str, value: object) -> Any:
    try:
        return _read(type_, value)
    except ValueError:
        raise IllegalAction(
            Refusal("field-type", kind=kind, field=name, wanted=type_, found=_brief(value))
        ) from None


_shape_checks: dict[type[Action], tuple[tuple[str, str, Callable[[Any], bool]], ...]] = {}


def shape_fault(action: object) -> Refusal | None:
    """Why an object is no action that could be written as JSON and read back; None if it is one. About 1 µs."""
    if not isinstance(action, Action):
        return Refusal("action-shape", wanted="an action", found=type(action).__name__)
    cls = type(action)
    checks = _shape_checks.get(cls)
    if checks is None:
        types = [(field.name, _type_name(field.type)) for field in fields(cls)]
        checks = _shape_checks[cls] = tuple((name, type_, _checker(type_)) for name, type_ in types)
    for name, type_, fits in checks:
        value = getattr(action, name)
        if not fits(value):
            return Refusal("field-type", kind=cls.kind, field=name, wanted=type_, found=_brief(value))
    return None


def _is_text(value: Any) -> bool:
    return type(value) is str


def _is_number(value: Any) -> bool:
    return type(value) is int and -BIGGEST <= value <= BIGGEST


def _checker(type_: str) -> Callable[[Any], bool]:
    """What tells whether a value is of the type named: str, int, or (nested) tuples of them."""
    if type_ == "str":
        return _is_text
    if type_ == "int":
        return _is_number
    inner = [part if part == "..." else _checker(part) for part in _split(type_[6:-1])]
    if inner[-1] == "...":
        each: Any = inner[0]
        if each is _is_text:
            return lambda value: type(value) is tuple and {*map(type, value)} <= {str}
        return lambda value: type(value) is tuple and all(map(each, value))
    checks: Any = inner
    return lambda value: (
        type(value) is tuple
        and len(value) == len(checks)
        and all(fits(item) for fits, item in zip(checks, value, strict=True))
    )


def _read(type_: str, value: object) -> Any:
    """``value`` as the type named: str, int, or (nested) tuples of them. ValueError if it is none."""
    if type_ == "str" and isinstance(value, str) and len(value) < 1000:
        return value
    if type_ == "int" and type(value) is int and abs(value) <= BIGGEST:
        return value
    if type_.startswith("tuple[") and isinstance(value, list | tuple) and len(value) < 10_000:
        inner = list(_split(type_[6:-1]))
        if inner[-1] == "...":
            return tuple(_read(inner[0], item) for item in value)
        if len(inner) == len(value):
            return tuple(_read(part, item) for part, item in zip(inner, value, strict=True))
    raise ValueError(type_)


def _split(inside: str) -> Iterable[str]:
    """The parts of ``a, tuple[b, ...]`` at the outer commas."""
    depth, part = 0, ""
    for char in inside:
        depth += (char == "[") - (char == "]")
        if char == "," and not depth:
            yield part.strip()
            part = ""
        else:
            part += char
    yield part.strip()


def _brief(value: object) -> str:
    try:
        text = repr(value)
    except RecursionError:  # nested deeper than Python goes
        text = type(value).__name__
    return text if len(text) <= 40 else text[:37] + "..."
