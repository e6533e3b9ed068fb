"""Route positions of real games, one JSON object a line, as networks and trains.

The form is that of the conformance folder (``FORMAT.md`` there): a map seen by one corporation, its trains, the routes
people ran and the optimum. Values in a position are already what each train is paid, multipliers included.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NoReturn, cast

from open18xx.routes.checker import Route
from open18xx.routes.network import End, Gauge, Network, Segment, Stop, StopKind
from open18xx.routes.trains import Reach, RoadRules, Row, Train

UNLIMITED = 999

_KINDS = ("city", "town", "halt", "offboard")
_GAUGES = ("broad", "narrow", "dual")
_HEXES: Mapping[str, Literal["broad", "narrow"] | None] = {
    "hexes": None,
    "hexes_narrow_double": "narrow",
    "hexes_broad_double": "broad",
}
_RULES = {"1849": RoadRules(gauge_change="at-stops")}  # rule 2: a chain of 1849 may not mix broad and narrow
_BASE_RULES = RoadRules()


@dataclass(frozen=True, slots=True)
class HumanRoute:
    """A route somebody ran: what the title paid (``revenue``) and the plain sum of its paid stops."""

    route: Route
    revenue: int
    plain_revenue: int


@dataclass(frozen=True, slots=True)
class Position:
    """One position. ``optimum`` is None when nobody has proven it; ``best_found`` is then the best known.

    ``plain``: the title paid what the base rules pay. ``title_plain``: no hook of the title touches routes. ``rules``
    are those under which the optimum holds.
    """

    id: str
    title: str
    corporation: str
    network: Network
    trains: tuple[Train, ...]
    optimum: int | None
    best_found: int | None
    plain: bool | None
    title_plain: bool | None
    hooks: tuple[str, ...]
    human_routes: tuple[HumanRoute, ...]
    human_plain: int | None
    rules: RoadRules = _BASE_RULES


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the file and where it stands, so that whoever wants something else can say so."""

    place: str
    value: Any

    def wrong(self, wanted: str) -> NoReturn:
        shown = json.dumps(self.value, ensure_ascii=False, default=repr)
        shown = shown if len(shown) <= 60 else f"{shown[:57]}..."
        raise ValueError(f"{self.place or 'the position'}: wanted {wanted}, found {shown}")

    def get(self, key: str) -> _Part | None:
        """The part of that name; None when it is not there, or null."""
        if not isinstance(self.value, dict):
            self.wrong("an object")
        found = self.value.get(key)
        return None if found is None else _Part(f"{self.place}.{key}" if self.place else key, found)

    def need(self, key: str) -> _Part:
        found = self.get(key)
        if found is None:
            raise ValueError(f"{self.place or 'the position'}: {key} is missing")
        return found

    def each(self, count: int | None = None) -> list[_Part]:
        if not isinstance(self.value, list) or (count is not None and len(self.value) != count):
            self.wrong("a list" if count is None else f"a list of {count}")
        return [_Part(f"{self.place}[{i}]", item) for i, item in enumerate(self.value)]

    def text(self) -> str:
        if not isinstance(self.value, str):
            self.wrong("text")
        return self.value

    def one_of(self, allowed: Sequence[str]) -> str:
        if self.value not in allowed:
            self.wrong(f"one of {', '.join(allowed)}")
        return self.text()

    def number(self) -> int:
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            self.wrong("a whole number")
        return self.value

    def amount(self) -> int:
        if self.number() < 0:
            self.wrong("a number not below 0")
        return self.number()

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            self.wrong("true or false")
        return self.value

    def id(self) -> str:
        """A name, which may be a number in the file."""
        return self.value if isinstance(self.value, str) else str(self.amount())


def read_positions(path: Path) -> Iterator[Position]:
    """Every position of a file, in order; ``ValueError`` with file and line for one that is not in the form."""
    with path.open(encoding="utf-8-sig") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    yield position_of(json.loads(line))
                except (ValueError, RecursionError) as error:
                    raise ValueError(f"{path.name}:{number}: {error}") from None


def position_of(data: object) -> Position:
    """One position from its JSON object; ``ValueError`` says where something is not in the form, and what is wanted."""
    whole = _Part("", data)
    trains, nodes, paths = _named(whole, "trains"), _named(whole, "nodes"), _named(whole, "paths")
    stops = [_stop(node, trains) for node in nodes]
    known = {stop.id for stop in stops}
    segments = [_segment(path, known) for path in paths]
    used = [segment for segment, path in zip(segments, paths, strict=True) if not _flag(path, "ignore", False)]
    title = whole.need("title").text()
    position = Position(
        id=whole.need("id").text(),
        title=title,
        corporation=whole.need("corporation").text(),
        network=Network(stops, used),
        trains=tuple(_train(train) for train in trains),
        optimum=_amount(whole, "optimum"),
        best_found=_amount(whole, "best_found"),
        plain=_claim(whole, "plain"),
        title_plain=_claim(whole, "title_plain"),
        hooks=tuple(hook.text() for hook in _each(whole, "hooks")),
        human_routes=tuple(_human_route(run) for run in _each(whole, "human_routes")),
        human_plain=_amount(whole, "human_plain"),
        rules=_RULES.get(title, _BASE_RULES),
    )
    _check_names(whole, position, {segment.id for segment in segments})
    return position


def _check_names(whole: _Part, position: Position, paths: set[str]) -> None:
    """The routes of people speak of trains and paths that are there."""
    trains = [train.id for train in position.trains]
    for run, human in zip(_each(whole, "human_routes"), position.human_routes, strict=True):
        if human.route.train not in trains:
            run.need("train").wrong("the id of one of the trains")
        for path, id in zip(run.need("paths").each(), human.route.segments, strict=True):
            if id not in paths:
                path.wrong("the id of one of the paths")


def _named(whole: _Part, key: str) -> list[_Part]:
    """The parts of a list, each with an id of its own."""
    parts = whole.need(key).each()
    seen: set[str] = set()
    for part in parts:
        id = part.need("id")
        if id.id() in seen:
            id.wrong(f"an id that is not that of others of the {key}")
        seen.add(id.id())
    return parts


def _each(part: _Part, key: str) -> list[_Part]:
    found = part.get(key)
    return [] if found is None else found.each()


def _flag(part: _Part, key: str, otherwise: bool) -> bool:
    found = part.get(key)
    return otherwise if found is None else found.flag()


def _claim(part: _Part, key: str) -> bool | None:
    found = part.get(key)
    return None if found is None else found.flag()


def _amount(part: _Part, key: str) -> int | None:
    found = part.get(key)
    return None if found is None else found.amount()


def _stop(node: _Part, trains: Sequence[_Part]) -> Stop:
    kind = node.need("kind").one_of(_KINDS)
    word = node.get("type")  # what the lists of distances call it
    cost, name, route = _amount(node, "visit_cost"), node.get("name"), node.get("route")
    if route is not None:
        route.one_of(("mandatory", "optional"))  # says nothing more where, as in 1882, an optional stop costs no visit
    values = _values(node.need("revenue"), trains)
    return Stop(
        id=node.need("id").id(),
        kind=cast(StopKind, kind if word is None else word.one_of(_KINDS)),
        value=min(values.values()) if values else node.need("revenue").amount(),
        values=values,
        blocked=_flag(node, "blocked", kind == "offboard"),
        own=_flag(node, "own_token", False),
        groups=tuple(group.text() for group in _each(node, "groups")),
        cost=1 if cost is None else cost,
        hex=node.need("hex").text(),
        name="" if name is None else name.text(),
    )


def _values(revenue: _Part, trains: Sequence[_Part]) -> dict[str, int]:
    """What a stop pays to trains by their names; empty when it pays the same to all."""
    if not isinstance(revenue.value, dict):
        return {}
    for train in trains:
        if train.need("name").text() not in revenue.value:
            revenue.wrong(f"a value for trains named {train.need('name').text()!r}")
    if not revenue.value:
        revenue.wrong("a value")
    return {name: revenue.need(name).amount() for name in revenue.value}


def _segment(path: _Part, stops: set[str]) -> Segment:
    key, gauge = path.get("town_key"), path.get("track")
    hex = path.need("hex").text()
    first, second = path.need("ends").each(2)
    return Segment(
        id=path.need("id").id(),
        ends=(_end(hex, first, stops), _end(hex, second, stops)),
        gauge="broad" if gauge is None else cast(Gauge, gauge.one_of(_GAUGES)),
        terminal=_flag(path, "terminal", False),
        hex=hex,
        key=None if key is None else key.id(),
    )


def _end(hex: str, end: _Part, stops: set[str]) -> End:
    node, edge, junction = end.get("node"), end.get("edge"), end.get("junction")
    if (node, edge, junction).count(None) != 2:
        end.wrong("one of node, edge and junction")
    if node is not None:
        if node.id() not in stops:
            node.wrong("the id of one of the nodes")
        return End("stop", node.id())
    if edge is not None:
        return End("edge", edge.text(), f"{hex}|{edge.text()}")
    assert junction is not None, "one of the three is there"
    return End("junction", f"{hex}|{junction.id()}")


def _train(train: _Part) -> Train:
    distance = train.need("distance")
    multiplier = _amount(train, "multiplier")
    if multiplier == 0:
        train.need("multiplier").wrong("a number not below 1")
    return Train(  # without the multiplier: it is in the values
        id=train.need("id").id(),
        type=train.need("name").text(),
        reach=_reach(train.get("metric"), distance),
        local=_flag(train, "local", distance.value == 1),
        requires_token=_flag(train, "requires_token", True),
    )


def _reach(metric: _Part | None, distance: _Part) -> Reach:
    count = "stops" if metric is None else metric.one_of(("stops", *_HEXES))
    if isinstance(distance.value, list):
        rows = tuple(_row(row) for row in distance.each())
        if not rows:
            distance.wrong("a number, or a list that is not empty")
        if count != "stops":
            assert metric is not None, "it is stops when it is not there"
            metric.wrong("stops, as the distance is a list of stops")
        return Reach("rows", rows=rows)
    limit = None if distance.amount() >= UNLIMITED else distance.amount()
    if count == "stops":
        return Reach("stops", limit)
    return Reach("hex-edges", limit, double=_HEXES[count])


def _row(row: _Part) -> Row:
    """A row of a list of distances; its multiplier is in the values, and 99 or 999 is merely many."""
    pay, visit, multiplier = row.need("pay").amount(), _amount(row, "visit"), _amount(row, "multiplier")
    if multiplier == 0:
        row.need("multiplier").wrong("a number not below 1")
    kinds = tuple(cast(StopKind, kind.one_of(_KINDS)) for kind in row.need("nodes").each())
    return Row(kinds, pay=pay, visit=pay if visit is None else visit)


def _human_route(run: _Part) -> HumanRoute:
    segments = tuple(path.id() for path in run.need("paths").each())
    nodes = [node.id() for node in _each(run, "nodes")]
    stop = nodes[0] if not segments and len(nodes) == 1 else ""  # a local train that stays where it is
    return HumanRoute(
        Route(run.need("train").id(), segments, stop), run.need("revenue").number(), run.need("plain_revenue").number()
    )
