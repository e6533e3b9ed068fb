"""From a board to the numbers that routes are made of, and back: the one bridge between a table and ``routes``.

Pieces of track are called ``HEX:n`` (path n of the tile on the hex), stops ``HEX.n`` (node n). A route is written down
as its pieces of track; a local train that runs at one stop has that stop for its only piece.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from open18xx.board.ground import Face, Ground
from open18xx.errors import Refusal
from open18xx.play.cards import effects, stop_delta
from open18xx.play.table import Box, Table
from open18xx.routes.bonuses import NO_BONUSES, Bonus, Bonuses, Extra, Run
from open18xx.routes.certificate import Result
from open18xx.routes.checker import Fault, Route, Score, score
from open18xx.routes.network import End, Network, Segment, Stop
from open18xx.routes.solver import solve
from open18xx.routes.trains import Call, Reach, RoadRules, Row, Train
from open18xx.title.model import UNLIMITED, RouteBonus, TrainType

Routes = tuple[tuple[str, tuple[str, ...]], ...]

BEST_RUNS_KEPT = 256
"""Answers of the solver that are kept for the same board, tokens, trains and phase."""

_STOP = re.compile(r"[A-Z]{1,2}[0-9]{1,3}\.(0|[1-9][0-9]?)")
_HEX = re.compile(r"[:.]")
_STRICTNESS: Mapping[Call, int] = {"pass": 0, "end": 1, "never": 2}


class Roads:
    """What the checker may look up for one corporation, made as it is asked for."""

    __slots__ = ("barred", "board", "color", "corporation", "ground", "revealed", "table")

    def __init__(self, table: Table, corporation: str) -> None:
        self.table = table
        self.barred = barred(table)
        self.revealed = bool(table.state.revealed)
        self.board = table.board
        self.ground = table.box.ground
        self.corporation = corporation
        self.color = table.box.latest_color[table.state.phase]

    def segment(self, id: str) -> Segment:
        ground = self.ground
        place = ground.piece_names.get(id) or _piece_name(ground, id)
        n, index = place
        face = self.board.faces[n]
        pieces = ground.pieces.get((n, face.id)) or segments(ground, n, face)
        if index >= len(pieces):
            raise KeyError(id)
        found: Segment = pieces[index]
        if self.barred and self.is_barred(found):
            raise KeyError(id)
        return found

    def is_barred(self, piece: Segment) -> bool:
        """Whether the piece leads over a side that no route crosses now: nothing can be done with it."""
        return any(end.kind == "edge" and end.id in self.barred for end in piece.ends)

    def stop(self, id: str) -> Stop:
        ground, board = self.ground, self.board
        hex, _, node = id.rpartition(".")
        n, k = ground.number[hex], int(node)
        face = board.faces[n]
        if k >= face.node_count:  # a player may name any stop, for a train that runs at one
            raise KeyError(id)
        tokens = board.tokens.get((n, k))
        own = tokens is not None and self.corporation in tokens
        blocked = not own and board.blocks(n, k, self.corporation)
        more = stop_delta(self.table, hex) if self.revealed else 0
        key = (n, k, face.id, self.color, own, blocked, more)
        found: Stop | None = ground.stops.get(key)
        bonuses = self.table.box.hooks.stop_bonus
        if found is None or bonuses:
            bonus = sum(hook(self.table, self.corporation, hex) for hook in bonuses) if bonuses else 0
            what = face.tile.nodes[k]
            value, diesel = ground.values(face, self.color, False)[k], ground.values(face, self.color, True)[k]
            types = self.table.box.trains.values() if diesel != value else ()
            values = {type_.id: max(0, diesel + more) + bonus for type_ in types if type_.diesel}
            worth = max(0, value + more) + bonus  # a card takes what the stop is worth, and no more
            found = ground.stops[key] = Stop(id, what.kind, worth, values, blocked, own, what.groups, hex=hex)
        return found


def barred(table: Table) -> frozenset[str]:
    """The crossings that no route uses in this operating round."""
    if not table.state.barred:
        return frozenset()
    ground = table.box.ground
    sides = (side.split("/") for side in table.state.barred)
    return frozenset(crossing(ground, ground.number[hex], int(edge)) for hex, edge in sides)


def crossing(ground: Ground, n: int, edge: int) -> str:
    """The name of a side that is the same from both hexes."""
    crossing = ground.crossing[n * 6 + edge]
    return f"{ground.names[crossing // 6]}/{crossing % 6}"


def _piece_name(ground: Ground, id: str) -> tuple[int, int]:
    """(hex number, path) of a piece ``HEX:n``, remembered; KeyError if it is none."""
    hex, _, path = id.partition(":")
    if not (path.isdecimal() and path.isascii() and len(path) < 3 and path == str(int(path))):
        raise KeyError(id)
    place = ground.piece_names[id] = (ground.number[hex], int(path))
    return place


def segments(ground: Ground, n: int, face: Face) -> tuple[Segment, ...]:
    """The pieces of track of a face on a hex, by path."""
    cache = ground.pieces
    found = cache.get((n, face.id))
    if found is None:
        found = cache[n, face.id] = tuple(
            Segment(
                f"{ground.names[n]}:{index}",
                (_end(ground, n, a), _end(ground, n, b)),
                path.gauge,
                path.terminal,
                ground.names[n],
            )
            for index, ((a, b), path) in enumerate(zip(face.ends, face.tile.paths, strict=True))
        )
    return found


def _end(ground: Ground, n: int, end: int) -> End:
    name = ground.names[n]
    if end == -1:
        return End("junction", f"{name}.j")
    if end >= 6:
        return End("stop", f"{name}.{end - 6}")
    return End("edge", crossing(ground, n, end), f"{name}/{end}")


def route_of(train: str, pieces: tuple[str, ...]) -> Route:
    """The route that stands in an action."""
    if len(pieces) == 1 and _STOP.fullmatch(pieces[0]):
        return Route(train, (), pieces[0])
    return Route(train, pieces)


def as_written(routes: Iterable[Route]) -> Routes:
    """Routes as an action has them."""
    return tuple((route.train, route.segments or (route.stop,)) for route in routes)


def hexes_of(table: Table, pieces: Iterable[str]) -> frozenset[str]:
    """The hexes that a route lies on; ``pieces`` as an action has them."""
    known = table.box.ground.number
    return frozenset(hex for piece in pieces if (hex := _HEX.split(piece)[0]) in known)


# --------------------------------------------------------------------------- trains


def reach_of(type_: TrainType) -> Reach:
    reach = type_.reach
    if reach.count == "rows":
        return Reach("rows", rows=tuple(Row(row.kinds, row.pay, row.visit, row.multiplier) for row in reach.rows))
    return Reach(
        reach.count,
        None if reach.limit == UNLIMITED else reach.limit,
        plus=reach.plus,
        pays=None if reach.pays == UNLIMITED else reach.pays,
        double=None if reach.double == "none" else reach.double,
    )


def trains_to_run(box: Box, trains: tuple[str, ...]) -> list[Train]:
    """The trains as printed: without what a plugin says of where they call."""
    result = []
    for id in trains:
        type_ = box.train_type(id)
        assert type_ is not None
        known = box.route_trains.get(id)
        if known is None:
            known = box.route_trains[id] = Train(
                id,
                type_.id,
                reach_of(type_),
                type_.multiplier,
                local=type_.local,
                requires_token=type_.requires_token,
                gauge=None if type_.gauge == "any" else type_.gauge,
            )
        result.append(known)
    return result


# --------------------------------------------------------------------------- what plugins and event cards say


class Ways(NamedTuple):
    """Where trains of a type call in another way than others."""

    calls: tuple[tuple[str, Call], ...]
    apart: tuple[frozenset[str], ...]


class Said(NamedTuple):
    """The plain data that a title's plugin says of running as things stand, and where event cards close stops.

    It is a part of the key of every answer kept.
    """

    bonuses: tuple[Bonus, ...] = ()
    ways: tuple[tuple[str, Ways], ...] = ()  # by train type


NOTHING_SAID = Said()


def said(table: Table, corporation: str) -> Said:
    """What the hooks and the cards say; nothing is called where there are none."""
    hooks = table.box.hooks
    closed = _closed_stops(table)
    if not (hooks.route_bonuses or hooks.train_calls or hooks.train_apart or closed):
        return NOTHING_SAID
    bonuses = tuple(bonus for hook in hooks.route_bonuses for bonus in hook(table, corporation))
    types = dict.fromkeys(table.type_of(train).id for train in table.trains_of(corporation))
    return Said(bonuses, tuple((type_, _ways(table, corporation, type_, closed)) for type_ in types))


def _closed_stops(table: Table) -> frozenset[str]:
    """The stops at which no train calls, as event cards say."""
    if not table.state.revealed:
        return frozenset()
    closed = {hex for effect in effects(table, "close-stop") for hex in effect.hexes}
    return frozenset().union(*(stops_of(table, hex) for hex in closed))


def _ways(table: Table, corporation: str, type_: str, closed: frozenset[str]) -> Ways:
    hooks = table.box.hooks
    calls: dict[str, Call] = dict.fromkeys(closed, "never")
    for hook in hooks.train_calls:
        for stop, call in hook(table, corporation, type_).items():
            if stop not in calls or _STRICTNESS[call] > _STRICTNESS[calls[stop]]:
                calls[stop] = call
    sets = [frozenset(stops) for ask in hooks.train_apart for stops in ask(table, corporation, type_)]
    return Ways(tuple(sorted(calls.items())), tuple(sets))


def _standing(table: Table) -> tuple[object, ...]:
    """What else of the state decides what routes there are: sides barred, and cards with the set they hold in."""
    state = table.state
    return (state.barred, state.revealed, state.number if state.revealed else 0)


def _changes_with_state(table: Table, corporation: str) -> bool:
    """Whether answers depend on code that may look at anything in the state, so that none can be kept."""
    hooks = table.box.hooks
    return bool(hooks.stop_bonus or hooks.set_value or _has_route_value(table, corporation))


def _has_route_value(table: Table, corporation: str) -> bool:
    """Whether a hook says what the corporation's routes earn, as things stand."""
    hooks = table.box.hooks
    if not (hooks.route_value and hooks.route_value_active):
        return bool(hooks.route_value)
    return any(active(table, corporation) for active in hooks.route_value_active)


# --------------------------------------------------------------------------- what routes earn


def stops_of(table: Table, place: str) -> frozenset[str]:
    """The stops that a hex ("K12") or a stop ("K12.1") stands for now; none where nothing is built."""
    hex, dot, node = place.partition(".")
    count = table.board.faces[table.box.ground.number[hex]].node_count
    if dot:
        return frozenset((place,)) if int(node) < count else frozenset()
    return frozenset(f"{hex}.{k}" for k in range(count))


def bonuses_of(table: Table, corporation: str, said: Said = NOTHING_SAID) -> Bonuses:
    """Everything that routes of the corporation earn beyond the values of stops, as things stand."""
    box = table.box
    printed, extra = box.title.map.bonuses, _extra(table, corporation)
    if not (printed or said.bonuses or extra is not None):
        return NO_BONUSES
    rows = [bonus for row in printed if (bonus := _printed_bonus(table, corporation, row)) is not None]
    return Bonuses((*rows, *said.bonuses), extra or Extra())


def _printed_bonus(table: Table, corporation: str, row: RouteBonus) -> Bonus | None:
    """The bonus for the stops that are there now; None when the corporation cannot earn it now."""
    if row.corporations and corporation not in row.corporations:
        return None
    if row.phases and table.phase.id not in row.phases:
        return None
    places = tuple(frozenset().union(*(stops_of(table, name) for name in place)) for place in row.places)
    if not all(places):
        return None
    trains = frozenset(row.trains)
    return Bonus(row.id, row.amount, places, row.scope, trains, row.counts, row.multiplied, row.to)


def _extra(table: Table, corporation: str) -> Extra | None:
    """The title's own rules on what routes earn, bound to the table; None when it has none."""
    hooks = table.box.hooks
    values = hooks.route_value if _has_route_value(table, corporation) else ()
    if not (values or hooks.set_value):
        return None

    def of_route(run: Run) -> int:
        return sum(hook(table, corporation, run) for hook in values)

    def of_set(runs: tuple[Run, ...]) -> int:
        return sum(hook(table, corporation, runs) for hook in hooks.set_value)

    def most(values: Sequence[object], bounds: Sequence[Callable[[Table, str], int | None]]) -> int | None:
        """The sum of all bounds; None when some rule has none."""
        known = [bound for hook in bounds if (bound := hook(table, corporation)) is not None]
        return sum(known) if values and len(known) >= len(values) else None

    return Extra(
        of_route if values else None,
        most(values, hooks.route_value_most) if values else None,
        of_set if hooks.set_value else None,
        most(hooks.set_value, hooks.set_value_most),
    )


# --------------------------------------------------------------------------- running


def may_run(table: Table, corporation: str) -> bool:
    """Whether the trains have something to run for: a cheap question, answered by the track and not by the trains.

    A run of two stops is asked for, or for a local train one stop; that no train can make use of it is found out by
    running none.
    """
    trains = table.trains_of(corporation)
    if not trains:
        return False
    own_token = table.box.rules.routes.own_token
    if table.board.has_run(corporation, own_token):
        return True
    if not any(table.type_of(train).local for train in trains):
        return False
    return bool(table.board.cities_of(corporation) if own_token else table.board.stops())


def trains_of(table: Table, corporation: str, said: Said = NOTHING_SAID) -> list[Train]:
    """The corporation's trains as they run now."""
    trains = trains_to_run(table.box, table.state.trains[corporation])
    if not said.ways:
        return trains
    ways = dict(said.ways)
    return [replace(train, calls=dict(ways[train.type].calls), apart=ways[train.type].apart) for train in trains]


def scored_run(table: Table, corporation: str, routes: Routes) -> Score | Refusal:
    """What the routes earn, or why they may not be run together. The last answer is kept: ``play`` asks twice."""
    box, state = table.box, table.state
    word = said(table, corporation)
    key = (state.board, corporation, state.trains[corporation], state.phase, routes, word, _standing(table))
    last = None if _changes_with_state(table, corporation) else box.last_run
    if last is not None and last[0][0] is key[0] and last[0][1:] == key[1:]:
        return last[1]
    if state.barred and (refusal := _barred_fault(table, corporation, routes)):
        return refusal
    trains = trains_of(table, corporation, word)
    found = [route_of(train, pieces) for train, pieces in routes]
    outcome = score(Roads(table, corporation), trains, found, box.road_rules, bonuses_of(table, corporation, word))
    verdict = Refusal(outcome.code, **outcome.args) if isinstance(outcome, Fault) else outcome
    box.last_run = (key, verdict)
    return verdict


def _barred_fault(table: Table, corporation: str, routes: Routes) -> Refusal | None:
    """Why a route may not use a piece of track that is there: the first that leads over a barred side."""
    roads, board = Roads(table, corporation), table.board
    wanted = {piece for _, pieces in routes for piece in pieces}
    for n in sorted(roads.ground.number[hex] for hex in hexes_of(table, wanted)):
        for piece in segments(roads.ground, n, board.faces[n]):
            if piece.id in wanted and roads.is_barred(piece):
                return Refusal("barred", side=next(end.id for end in piece.ends if end.id in roads.barred))
    return None


def checked_run(table: Table, corporation: str, routes: Routes) -> tuple[int, ...] | Refusal:
    """What each route earns in revenue, or why they may not be run together."""
    outcome = scored_run(table, corporation, routes)
    return outcome if isinstance(outcome, Refusal) else tuple([route.revenue for route in outcome.routes])


def network(table: Table, corporation: str, trains: Iterable[Train] = ()) -> Network:
    """All track and stops the corporation's ``trains`` can come to; plain trains, if none are given."""
    trains = tuple(trains)
    roads = Roads(table, corporation)
    faces = roads.board.faces
    everywhere = not table.box.rules.routes.own_token or any("pass" in train.calls.values() for train in trains)
    reach = table.board.reach(corporation)
    hexes = range(len(faces)) if everywhere else sorted(reach.paths)  # one order, whatever was cached
    pieces = [piece for n in hexes for piece in segments(roads.ground, n, faces[n])]
    if roads.barred:
        pieces = [piece for piece in pieces if not roads.is_barred(piece)]
    stops = {end.id for piece in pieces for end in piece.ends if end.kind == "stop"}
    if any(train.local for train in trains):  # they run without track, too
        names = roads.ground.names
        stops |= {f"{names[n]}.{node}" for n, node in (roads.board.stops() if everywhere else reach.nodes)}
    return Network([roads.stop(id) for id in sorted(stops)], pieces)


class Question(NamedTuple):
    """What the solver, the checker and the verifier are asked about one corporation."""

    network: Network
    trains: list[Train]
    rules: RoadRules
    bonuses: Bonuses


def question(table: Table, corporation: str, word: Said | None = None) -> Question:
    """The corporation's track, trains and bonuses as they are now."""
    word = said(table, corporation) if word is None else word
    trains = trains_of(table, corporation, word)
    found = network(table, corporation, trains)
    return Question(found, trains, table.box.road_rules, bonuses_of(table, corporation, word))


def best_run(
    table: Table,
    corporation: str,
    *,
    budget: int | None = None,
    deadline: float | None = None,
    start: tuple[Question, Result] | None = None,
) -> Result:
    """The best routes of the corporation's trains now.

    Cached by board, tokens, trains, phase, what a plugin says, event cards and barred sides.

    ``deadline``, in seconds: what was found when it ran out is not kept, as another time may find more. ``start``: a
    question much like this one and its answer, from which the search goes on.
    """
    box, state = table.box, table.state
    word = said(table, corporation)
    key = (id(table.board), corporation, state.trains[corporation], state.phase, budget, word, _standing(table))
    keeps = not _changes_with_state(table, corporation)
    found = box.best_runs.get(key) if keeps else None
    if found is not None and found[0] is table.board:
        box.best_runs.move_to_end(key)
        return found[1]
    asked = question(table, corporation, word)
    if start is not None and keeps and _same(asked, start[0]):
        result = start[1]
    else:
        result = solve(
            asked.network,
            asked.trains,
            rules=asked.rules,
            bonuses=asked.bonuses,
            budget=budget,
            deadline=deadline,
            start=None if start is None else start[1],
        )
    if keeps and (deadline is None or result.proven):
        box.best_runs[key] = (table.board, result)
        if len(box.best_runs) > BEST_RUNS_KEPT:
            box.best_runs.popitem(last=False)
    return result


def _same(a: Question, b: Question) -> bool:
    """Whether nothing that the corporation's trains can come to has changed."""
    return (
        a.network.segments == b.network.segments
        and a.network.stops == b.network.stops
        and (a.trains, a.bonuses) == (b.trains, b.bonuses)
    )
