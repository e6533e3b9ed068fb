"""From a board to the numbers that routes are made of, and back: the one bridge between a table and ``routes``.

Pieces of track are called ``HEX:n`` (path n of the tile on the hex), stops ``HEX.n`` (node n).
"""

from __future__ import annotations

from collections.abc import Mapping

from open18xx.board.ground import Face, Ground
from open18xx.errors import Refusal
from open18xx.play.table import Box, Table
from open18xx.routes.checker import Fault, Route, score
from open18xx.routes.network import End, Network, Segment, Stop
from open18xx.routes.solver import Result, solve
from open18xx.routes.trains import Count, Reach, Train
from open18xx.title.model import UNLIMITED, TrainType

Routes = tuple[tuple[str, tuple[str, ...]], ...]

BEST_RUNS_KEPT = 256
"""Answers of the solver that are kept for the same board, tokens, trains and phase."""

_COUNTS: Mapping[str, Count] = {"stops": "stops", "cities": "cities", "hexes": "hexes", "hex-edges": "hex-edges"}


class Roads:
    """What the checker may look up for one corporation, made as it is asked for."""

    __slots__ = ("board", "color", "corporation", "ground", "table")

    def __init__(self, table: Table, corporation: str) -> None:
        self.table = table
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
        return found

    def stop(self, id: str) -> Stop:
        ground, board = self.ground, self.board
        hex, _, node = id.rpartition(".")
        n, k = ground.number[hex], int(node)
        face = board.faces[n]
        tokens = board.tokens.get((n, k))
        own = tokens is not None and self.corporation in tokens
        blocked = not own and board.blocks(n, k, self.corporation)
        key = (n, k, face.id, self.color, own, blocked)
        found: Stop | None = ground.stops.get(key)
        bonuses = self.table.box.hooks.stop_bonus
        if found is None or bonuses:
            bonus = sum(hook(self.table, self.corporation, hex) for hook in bonuses)
            what = face.tile.nodes[k]
            value, diesel = ground.values(face, self.color, False)[k], ground.values(face, self.color, True)[k]
            types = self.table.box.trains.values() if diesel != value else ()
            values = {type_.id: diesel + bonus for type_ in types if type_.diesel}
            found = ground.stops[key] = Stop(id, what.kind, value + bonus, values, blocked, own, what.groups, hex=hex)
        return found


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
    crossing = ground.crossing[n * 6 + end]
    return End("edge", f"{ground.names[crossing // 6]}/{crossing % 6}", f"{name}/{end}")


def reach_of(type_: TrainType) -> Reach:
    reach = type_.reach
    return Reach(
        _COUNTS[reach.count],
        None if reach.limit == UNLIMITED else reach.limit,
        pays=None if reach.pays == UNLIMITED else reach.pays,
    )


def trains_to_run(box: Box, trains: tuple[str, ...]) -> list[Train]:
    result = []
    for id in trains:
        type_ = box.train_type(id)
        assert type_ is not None
        known = box.route_trains.get(id)
        if known is None:
            token = box.rules.routes.own_token
            known = box.route_trains[id] = Train(id, type_.id, reach_of(type_), type_.multiplier, requires_token=token)
        result.append(known)
    return result


def checked_run(table: Table, corporation: str, routes: Routes) -> tuple[int, ...] | Refusal:
    """What each route earns, or why they may not be run together. The last answer is kept: ``play`` asks twice."""
    box, state = table.box, table.state
    key = (state.board, corporation, state.trains[corporation], state.phase, routes)
    last = None if box.hooks.stop_bonus else box.last_run  # a bonus may depend on anything in the state
    if last is not None and last[0][0] is key[0] and last[0][1:] == key[1:]:
        return last[1]
    trains = trains_to_run(box, state.trains[corporation])
    found = [Route(train, pieces) for train, pieces in routes]
    outcome = score(Roads(table, corporation), trains, found, box.road_rules)
    verdict: tuple[int, ...] | Refusal
    if isinstance(outcome, Fault):
        verdict = Refusal(outcome.code, **outcome.args)
    else:
        verdict = tuple(route.revenue for route in outcome.routes)
    box.last_run = (key, verdict)
    return verdict


def network(table: Table, corporation: str) -> Network:
    """All track and stops the corporation's trains can come to."""
    roads = Roads(table, corporation)
    reach = table.board.reach(corporation)
    pieces = [
        piece
        for n in sorted(reach.paths)  # one order, whatever was cached
        for piece in segments(roads.ground, n, roads.board.faces[n])
    ]
    stops = {end.id for piece in pieces for end in piece.ends if end.kind == "stop"}
    return Network([roads.stop(id) for id in sorted(stops)], pieces)


def best_run(table: Table, corporation: str, *, budget: int | None = None) -> Result:
    """The best routes of the corporation's trains now. Cached by board, tokens, trains and phase."""
    box = table.box
    key = (id(table.board), corporation, table.state.trains[corporation], table.state.phase, budget)
    found = None if box.hooks.stop_bonus else box.best_runs.get(key)
    if found is not None and found[0] is table.board:
        box.best_runs.move_to_end(key)
        return found[1]
    trains = trains_to_run(box, table.state.trains[corporation])
    result = solve(network(table, corporation), trains, rules=box.road_rules, budget=budget)
    box.best_runs[key] = (table.board, result)
    if len(box.best_runs) > BEST_RUNS_KEPT:
        box.best_runs.popitem(last=False)
    return result
