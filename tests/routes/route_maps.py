"""Small maps in one line, and random ones."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import strategies as st

from open18xx.routes import End, Network, Reach, Row, Segment, Stop, Train


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


def train(id: str, reach: Reach | int | None, type: str = "", **options: object) -> Train:
    if not isinstance(reach, Reach):
        reach = Reach("stops", reach)
    return Train(id, type or id, reach, **options)  # type: ignore[arg-type]


KINDS = ("city", "town", "halt", "offboard")


@st.composite
def networks(draw: st.DrawFn) -> Network:
    """Tiny networks with every oddity of the rules; some could not be printed on any tile."""
    names = "ABCDEF"[: draw(st.integers(2, 6))]
    rare = st.sampled_from([False, False, False, True])
    stops = [
        Stop(
            name,
            draw(st.sampled_from(("city", *KINDS))),
            draw(st.sampled_from([0, 10, 20, 30, 30, 40, 50, 60, 70])),
            values={"D": draw(st.integers(0, 9)) * 10} if draw(rare) else {},
            blocked=draw(rare),
            own=draw(st.booleans()),
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
    for _ in range(draw(st.integers(1, 6))):  # links from place to place over one crossing, which others may use too
        a, b = draw(st.one_of(hubs, hubs, hubs, joints)), draw(st.one_of(hubs, hubs, joints))
        over = draw(sides)
        if over.side == "+":
            ends += [(a, over), (End("edge", over.id, "-"), b)]
        else:
            ends += [(over, a), (b, End("edge", over.id, "+"))]
    anywhere = st.one_of(hubs, joints, sides)
    for _ in range(draw(st.integers(0, 3))):
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
reaches = st.one_of(
    st.builds(lambda limit, pays: Reach("stops", limit, pays=pays), st.none() | small, st.none() | small),
    st.builds(lambda limit: Reach("cities", limit), small),
    st.builds(lambda limit, plus: Reach("plus", limit, plus=plus), small, st.integers(0, 3)),
    st.builds(lambda limit: Reach("hexes", limit), small),
    st.builds(lambda limit: Reach("hex-edges", limit), small),
    st.builds(lambda some: Reach("rows", rows=some), rows),
)


@st.composite
def rosters(draw: st.DrawFn) -> list[Train]:
    """One to three trains, often with two alike."""
    kinds = [
        Train(
            "",
            draw(st.sampled_from(["D", "x"])),
            draw(reaches),
            multiplier=draw(st.sampled_from([1, 1, 2])),
            local=draw(st.sampled_from([False, False, True])),
            requires_token=draw(st.booleans()),
            gauge=draw(st.sampled_from([None, None, None, "broad", "narrow"])),
        )
        for _ in range(draw(st.integers(1, 2)))
    ]
    count = draw(st.integers(1, 3))
    return [
        Train(str(i), kind.type, kind.reach, kind.multiplier, kind.local, kind.requires_token, kind.gauge)
        for i, kind in enumerate(draw(st.sampled_from(kinds)) for _ in range(count))
    ]
