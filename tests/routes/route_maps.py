"""Small maps in one line, and random ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Literal, NamedTuple

from hypothesis import strategies as st

from open18xx.routes import (
    Bonus,
    Bonuses,
    End,
    Extra,
    Network,
    Reach,
    RoadRules,
    Row,
    Run,
    Segment,
    Stop,
    Train,
)


def stop(id: str, value: int, kind: str = "city", **options: object) -> Stop:
    return Stop(id, kind, value, **options)  # type: ignore[arg-type]


def track(id: str, start: str, end: str, hex: str = "", **options: object) -> Segment:
    """A segment between two ends: "A" is a stop, "*j" a junction, "/x" a crossing; its hex is the first letter of id.

    >>> track("P1", "A", "/x").ends
    (End(kind='stop', id='A', side=''), End(kind='edge', id='x', side='P|x'))
    """
    hex = hex or id[0]

    def read(text: str) -> End:
        match text[0]:
            case "/":
                return End("edge", text[1:], f"{hex}|{text[1:]}")
            case "*":
                return End("junction", text[1:])
        return End("stop", text)

    return Segment(id, (read(start), read(end)), hex=hex, **options)  # type: ignore[arg-type]


def line(*stops: Stop, **options: object) -> Network:
    """Stops in a row, each in its own hex and joined to the next over one crossing."""
    segments = []
    for i, (a, b) in enumerate(pairwise(stops)):
        segments += [
            track(f"{a.id}{b.id}>", a.id, f"/{i}", hex=a.id, **options),
            track(f"{a.id}{b.id}<", f"/{i}", b.id, hex=b.id, **options),
        ]
    return Network(stops, segments)


def along(network: Network, *ids: str) -> tuple[str, ...]:
    """The segments of a ``line`` or ``web`` that lead past these stops."""
    segments: list[str] = []
    for a, b in pairwise(ids):
        segments += [f"{a}{b}>", f"{a}{b}<"] if f"{a}{b}>" in network.segments else [f"{b}{a}<", f"{b}{a}>"]
    return tuple(segments)


def web(stops: Sequence[Stop], *links: str, **gauges: str) -> Network:
    """Stops of one letter and links such as "AB" between them, each over a crossing of its own; broad if not said."""
    segments = []
    for link in links:
        a, b = link
        gauge = gauges.get(link, "broad")
        segments += [
            track(f"{link}>", a, f"/{link}", hex=a, gauge=gauge),
            track(f"{link}<", f"/{link}", b, hex=b, gauge=gauge),
        ]
    return Network(stops, segments)


def train(id: str, reach: Reach | int | None, type: str = "", **options: object) -> Train:
    if not isinstance(reach, Reach):
        reach = Reach("stops", reach)
    return Train(id, type or id, reach, **options)  # type: ignore[arg-type]


KINDS = ("city", "town", "halt", "offboard")


STOPS = "ABCDEF"


@st.composite
def networks(draw: st.DrawFn, links: int = 6, more: int = 3, ring: int = 0) -> Network:
    """Tiny networks with every oddity of the rules; some could not be printed on any tile.

    At most so many ``links`` over a crossing, and ``more`` segments anywhere. ``ring``: two to so many links around
    the stops besides, and a token somewhere, so that something can be run more often.
    """
    names = STOPS[: draw(st.integers(3 if ring else 2, 6))]
    home = draw(st.sampled_from(names)) if ring else ""
    rare = st.sampled_from([False, False, False, True])
    stops = [
        Stop(
            name,
            draw(st.sampled_from(("city", *KINDS))),
            draw(st.sampled_from([0, 10, 20, 30, 30, 40, 50, 60, 70])),
            values={"D": draw(st.integers(0, 9)) * 10} if draw(rare) else {},
            blocked=draw(rare),
            own=name == home or draw(st.booleans()),
            groups=draw(st.sampled_from([(), (), (), ("g",), ("h",), ("g", "h")])),
            cost=draw(st.sampled_from([1, 1, 1, 1, 0, 2])),
        )
        for name in names
    ]
    crossings = draw(st.integers(1, 7))
    hubs = st.builds(lambda name: End("stop", name), st.sampled_from(names))
    joints = st.builds(lambda j: End("junction", j), st.sampled_from("jk"))
    sides = st.builds(lambda c, side: End("edge", str(c), side), st.integers(0, crossings - 1), st.sampled_from("+-"))
    ends: list[tuple[End, End]] = []
    for _ in range(
        draw(st.integers(1, links))
    ):  # links from place to place over one crossing, which others may use too
        a, b = draw(st.one_of(hubs, hubs, hubs, joints)), draw(st.one_of(hubs, hubs, joints))
        over = draw(sides)
        if over.side == "+":
            ends += [(a, over), (End("edge", over.id, "-"), b)]
        else:
            ends += [(over, a), (b, End("edge", over.id, "+"))]
    for i in range(draw(st.integers(2, ring)) if ring else 0):
        a, b = names[i % len(names)], names[(i + 1) % len(names)]
        match draw(st.sampled_from(["crossing", "crossing", "hex", "junction"])):
            case "crossing":
                ends += [(End("stop", a), End("edge", f"r{i}", "+")), (End("edge", f"r{i}", "-"), End("stop", b))]
            case "junction":
                ends += [(End("stop", a), End("junction", f"r{i}")), (End("junction", f"r{i}"), End("stop", b))]
            case _:
                ends.append((End("stop", a), End("stop", b)))
    anywhere = st.one_of(hubs, joints, sides)
    for _ in range(draw(st.integers(0, more))):
        ends.append((draw(anywhere), draw(anywhere)))
    plain = draw(st.booleans())
    segments = [
        Segment(
            str(i),
            pair,
            gauge="broad" if plain else draw(st.sampled_from(["broad", "broad", "narrow", "dual"])),  # type: ignore[arg-type]
            terminal=not plain and draw(rare),
            key=None if plain else draw(st.sampled_from([None, None, None, None, "k", "m"])),
        )
        for i, pair in enumerate(ends)
        if pair[0][:2] != pair[1][:2]
    ]
    return Network(stops, segments)


small = st.sampled_from([4, 3, 2, 5, 1])
rows = st.one_of(
    st.builds(
        lambda pay, more, towns: (
            Row(("city", "offboard"), pay, pay + more),
            Row(("town", "halt"), towns, towns, multiplier=2),
        ),
        small, st.integers(0, 2), st.integers(0, 3),
    ),
    st.builds(
        lambda pay, visit, towns: (
            Row(("city", "offboard", "town"), pay, pay + visit, multiplier=2),
            Row(("town",), towns, towns + 1),
        ),
        small, st.integers(0, 2), st.integers(0, 3),
    ),
    st.builds(lambda pay, more: (Row(KINDS, pay, pay + more),), small, st.integers(0, 2)),
)  # fmt: skip
some_kinds = st.lists(st.sampled_from(KINDS), min_size=1, max_size=3, unique=True).map(tuple)
overlapping = st.lists(
    st.builds(
        lambda kinds, pay, visit, multiplier: Row(kinds, pay, visit, multiplier),
        some_kinds, st.integers(0, 3), st.integers(0, 3), st.sampled_from([1, 1, 2]),
    ),
    min_size=1,
    max_size=3,
).map(tuple)  # fmt: skip
gauges = st.sampled_from([None, None, "broad", "narrow"])
reaches = st.one_of(
    st.builds(lambda limit, pays: Reach("stops", limit, pays=pays), st.none() | small, st.none() | small),
    st.builds(lambda limit: Reach("cities", limit), small),
    st.builds(lambda limit, plus: Reach("plus", limit, plus=plus), small, st.integers(0, 3)),
    st.builds(lambda limit, pays, double: Reach("hexes", limit, pays=pays, double=double),
              st.integers(1, 9), st.none() | st.none() | small, gauges),
    st.builds(lambda limit, double: Reach("hex-edges", limit, double=double), st.integers(1, 8), gauges),
    st.builds(lambda some: Reach("rows", rows=some), rows),
    st.builds(lambda some: Reach("rows", rows=some), overlapping),
)  # fmt: skip


@st.composite
def rosters(
    draw: st.DrawFn, most: int = 3, reach: st.SearchStrategy[Reach] = reaches, own_rules: bool = False
) -> list[Train]:
    """One to three trains, often with two alike. ``own_rules``: with stops where they do not call as others do."""
    names = st.sampled_from(STOPS[:4] if own_rules else STOPS)
    rarely = st.just(True) if own_rules else st.sampled_from([False, False, False, True])
    kinds = [
        Train(
            "",
            draw(st.sampled_from(["D", "x"])),
            draw(reach),
            multiplier=draw(st.sampled_from([1, 1, 2])),
            local=draw(st.sampled_from([False, False, True])),
            requires_token=draw(st.booleans()),
            gauge=draw(st.sampled_from([None, None, None, "broad", "narrow"])),
            calls=draw(st.dictionaries(names, st.sampled_from(["never", "end", "pass", "pass"]), max_size=3))
            if draw(rarely)
            else {},
            apart=tuple(draw(st.lists(st.frozensets(names, min_size=2, max_size=3), min_size=1, max_size=2)))
            if draw(rarely)
            else (),
        )
        for _ in range(draw(st.integers(1, 2)))
    ]
    count = draw(st.integers(1, most))
    return [replace(draw(st.sampled_from(kinds)), id=str(i)) for i in range(count)]


some_paid = st.one_of(
    st.builds(lambda limit, pays: Reach("stops", limit, pays=pays), st.none() | st.integers(3, 5), st.integers(1, 2)),
    st.builds(lambda limit, pays: Reach("hexes", limit, pays=pays), st.integers(3, 5), st.integers(1, 2)),
    st.builds(
        lambda pay, towns: Reach(
            "rows", rows=(Row(("city", "offboard"), pay, 5), Row(("town", "city", "halt"), towns, 5))
        ),
        st.integers(0, 2), st.integers(0, 1),
    ),
    st.builds(lambda some: Reach("rows", rows=some), overlapping),
)  # fmt: skip
far = st.one_of(
    st.just(Reach("stops")),
    st.builds(lambda pays: Reach("stops", 6, pays=pays), st.none() | st.integers(2, 4)),
    st.builds(lambda limit, double: Reach("hex-edges", limit, double=double), st.integers(2, 4), gauges),
)


def road_rules_with(*node_reuse: str) -> st.SearchStrategy[RoadRules]:
    return st.builds(
        RoadRules,
        node_reuse=st.sampled_from(node_reuse),
        revisits=st.sampled_from(["pay-once", "pay-each"]),
        groups_exclusive=st.booleans(),
        minimum_stops=st.sampled_from([2, 2, 2, 2, 2, 3]),
        gauge_change=st.sampled_from(["in-chains", "at-stops"]),
        own_token=st.sampled_from([True, True, True, False]),
        objective=st.sampled_from(["revenue-first", "sum"]),
    )


road_rules = road_rules_with("once-per-route", "once-per-route", "repeatable")


@st.composite
def bonus_rows(draw: st.DrawFn, least: int = 0, stops: str = STOPS) -> tuple[Bonus, ...]:
    """Up to three bonuses, with all that may be said of one."""
    rows = []
    for i in range(draw(st.integers(least, 3))):
        scope = draw(st.sampled_from(["visit", "route", "corporation", "corporation"]))
        place = st.frozensets(st.sampled_from(stops), min_size=1, max_size=3)
        rows.append(
            Bonus(
                f"b{i}",
                draw(st.sampled_from([5, 10, 20, 50, 90])),
                tuple(draw(st.lists(place, min_size=1, max_size=1 if scope == "visit" else 2))),
                scope=scope,
                trains=draw(st.sampled_from([frozenset(), frozenset(), frozenset({"D"}), frozenset({"0", "1"})])),
                counts=draw(st.sampled_from(["paid", "visited"])),
                multiplied=draw(st.booleans()),
                to=draw(st.sampled_from(["revenue", "revenue", "treasury"])),
            )
        )
    return tuple(rows)


def by_length(run: Run) -> int:
    return 5 * min(len(run.visited), 6)


def by_its_start(run: Run) -> int:
    return run.visited[0].value - 40


def toll_on_long_ones(run: Run) -> int:
    return -15 * (len(run.visited) - 2)


def for_each_more(runs: tuple[Run, ...]) -> int:
    return 10 * (len(runs) - 1)


def toll_on_shared_stops(runs: tuple[Run, ...]) -> int:
    visited = [id for run in runs for id in {stop.id for stop in run.visited}]
    return -10 * (len(visited) - len(set(visited)))


EXTRAS = (
    Extra(route=by_length, route_most=30),
    Extra(route=by_its_start, route_most=30),
    Extra(route=toll_on_long_ones, route_most=15),
    Extra(total=for_each_more, total_most=20),
    Extra(total=toll_on_shared_stops, total_most=0),
    Extra(route=by_its_start, route_most=40, total=toll_on_shared_stops, total_most=10),
)
"""Titles' own rules that keep their bounds on every map here (stops pay 70 at most), for one to three trains."""


class Case(NamedTuple):
    """A map, trains, and all the options under which to run them."""

    network: Network
    trains: list[Train]
    rules: RoadRules
    bonuses: Bonuses


Theme = Literal["anything", "pay", "trails", "road"]


@st.composite
def cases(draw: st.DrawFn, theme: Theme = "anything") -> Case:
    """Anything the data can say, as small as it must be for trying everything: trails and extras multiply the ways.

    Themes have more of some things, so that these meet: trains that are paid for some stops only, and bonuses; trails;
    or stops and gauges that trains treat unlike each other.
    """
    rules = draw(road_rules_with("repeatable") if theme == "trails" else road_rules)
    extra = draw(st.sampled_from([Extra(), Extra(), Extra(), *EXTRAS]))
    trails = rules.node_reuse == "repeatable"
    looks = extra.route is not None or extra.total is not None
    network = draw(networks(links=2 if trails else 3, more=2, ring=4))
    reach = {"pay": some_paid, "trails": far, "road": far | reaches}.get(theme, reaches)
    if theme == "pay":
        rows = draw(bonus_rows(least=1, stops="".join(network.stops)))
    else:
        rows = draw(st.one_of(st.just(()), bonus_rows(), bonus_rows()))
    trains = draw(rosters(most=2 if trails or looks else 3, reach=reach, own_rules=theme == "road"))
    if theme != "road":
        trains = [replace(train, gauge=None) for train in trains]
    return Case(network, trains, rules, Bonuses(rows, extra))
