"""What trains earn a corporation, and whether one is worth its price. For bots."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from open18xx.board.ground import FITS, GAUGES
from open18xx.play import actions as a
from open18xx.play.game import apply
from open18xx.play.offers import Offer
from open18xx.play.roads import best_run
from open18xx.play.state import DEPOT, State
from open18xx.play.steps.train_prices import bank_price
from open18xx.play.table import Box, Table
from open18xx.title.model import TrainType

BUDGET = 3_000
RUNS_TO_PAY_OFF = 6
"""Runs in which a tile or a train should earn what it costs."""


def earned(table: Table, corporation: str) -> int:
    """What the corporation's trains earn now."""
    if not table.trains_of(corporation) or not table.board.has_run(corporation):
        return 0
    return best_run(table, corporation, budget=BUDGET).value


def with_trains(box: Box, state: State, corporation: str, trains: tuple[str, ...]) -> Table:
    """The position, were these the corporation's trains."""
    other = state.copy()
    other.table("trains")[corporation] = trains
    return Table(box, other)


def earned_if_equipped(box: Box, state: State, corporation: str) -> int:
    """What it would earn with the next train on sale of every family that it has none of."""
    table = Table(box, state)
    have = {table.type_of(train).family for train in table.trains_of(corporation)}
    first = {table.type_of(train).family: train for train in reversed(table.trains_on_sale())}
    lent = tuple(train for family, train in first.items() if family not in have and table.has_room(corporation, family))
    return earned(with_trains(box, state, corporation, table.trains_of(corporation) + lent), corporation)


class Bargain(NamedTuple):
    """A purchase that is offered, and what it changes."""

    offer: Offer
    type_: TrainType
    price: int
    gain: int
    runs: bool  # its track is there

    @property
    def pays_off(self) -> bool:
        return self.gain > 0 and self.gain * RUNS_TO_PAY_OFF >= self.price


def bargains(table: Table, offers: Iterable[Offer]) -> list[Bargain]:
    """The purchases of the bank among ``offers``."""
    found: list[Bargain] = []
    for offer in offers:
        if not offer.holes:
            values = dict(offer.fixed)
            type_ = table.type_of(values["train"])
            runs = has_track_for(table, offer.actor, type_)
            found.append(Bargain(offer, type_, values["price"], gain(table, offer.fill(())), runs))
    return found


def gain(table: Table, action: a.Action) -> int:
    """How much more the corporation's trains earn after the action; 0 if it is gone then."""
    corporation = action.actor
    after, _ = apply(table.box, table.state, action)
    if corporation in after.closed:
        return 0
    return earned(Table(table.box, after), corporation) - earned(table, corporation)


def has_track_for(table: Table, corporation: str, type_: TrainType) -> bool:
    """Whether any track that the corporation reaches is of the train's gauge."""
    if type_.gauge == "any":
        return True
    gauge = GAUGES.index(type_.gauge)
    faces = table.board.faces
    return any(
        paths >> path & 1 and FITS[gauge] & 1 << GAUGES.index(what.gauge)
        for n, paths in table.board.reach(corporation).paths.items()
        for path, what in enumerate(faces[n].tile.paths)
    )


def moves_on(table: Table, type_: TrainType) -> bool:
    """Whether it is the depot's next: when it is gone, the game comes a step further."""
    return next_type(table) is type_


def only_trains_end(box: Box) -> bool:
    """Whether nothing but a train, or a bankruptcy, brings the game to its end."""
    return {trigger.on for trigger in box.rules.end.triggers} <= {"final-phase", "bankruptcy"}


def next_type(table: Table) -> TrainType | None:
    """Of the depot's next train."""
    depot = table.state.trains[DEPOT]
    return table.type_of(depot[0]) if depot else None


def next_price(table: Table, corporation: str) -> int | None:
    """What the depot's next train costs the corporation; None if the depot is empty."""
    type_ = next_type(table)
    return None if type_ is None else bank_price(table, corporation, type_)


def to_begin(table: Table, corporation: str, value: int) -> int:
    """What a corporation needs for its first track and train; not more than half of its shares bring at ``value``."""
    return min(2 * (next_price(table, corporation) or 0), 50 * value // table.box.unit[corporation])
