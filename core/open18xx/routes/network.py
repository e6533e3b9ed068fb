"""The map as a route sees it: stops, the pieces of track between them, and nothing else.

This module knows no corporation, no phase and no board. Whoever builds a network (the kernel from a table, an adapter
from a file) has already decided what every stop pays today, which stops this corporation may not pass and where its
tokens stand; ids are strings that mean nothing here. Rule numbers in this package are those of the route rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, NamedTuple, Protocol

StopKind = Literal["city", "town", "halt", "offboard"]
EndKind = Literal["edge", "stop", "junction"]
Gauge = Literal["broad", "narrow", "dual"]

_NO_VALUES: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Stop:
    """A revenue centre: whatever pays when a train calls.

    ``values`` overrides ``value`` for a train of the named type (a diesel, say); all money is whole units and not
    negative. ``blocked``: a route may end here but not pass (rule 8). ``own``: a token of the running corporation lies
    here (rule 7). ``groups``: a group name may occur once in a route (rule 6). ``cost`` is what one visit takes from a
    train that counts stops (rule 11); it is 1 unless the map says otherwise.
    """

    id: str
    kind: StopKind
    value: int
    values: Mapping[str, int] = field(default_factory=lambda: _NO_VALUES)
    blocked: bool = False
    own: bool = False
    groups: tuple[str, ...] = ()
    cost: int = 1
    hex: str = ""
    name: str = ""


class End(NamedTuple):
    """One end of a segment.

    ``id`` names the stop, the junction or the *crossing*: the hexside (with its lane) that two hexes share, the same
    from both. ``side`` tells the two sides of a crossing apart, as hex, side and lane do in rule 16: tracks of one tile
    that meet at one hexside have the same ``id`` and the same ``side`` and so do not continue each other.
    """

    kind: EndKind
    id: str
    side: str = ""


@dataclass(frozen=True, slots=True)
class Segment:
    """One piece of track inside one hex, used at most once by all trains together (rule 17).

    ``terminal`` track may only be the first or the last piece of a route (rule 9). ``key`` is one more thing that only
    one of its bearers may use (rule 18: an off-centre town).
    """

    id: str
    ends: tuple[End, End]
    gauge: Gauge = "broad"
    terminal: bool = False
    hex: str = ""
    key: str | None = None


class Ground(Protocol):
    """What the checker asks of a map: two look-ups, each raising ``KeyError`` for an unknown id."""

    def segment(self, id: str) -> Segment:
        """The segment of that id."""
        ...

    def stop(self, id: str) -> Stop:
        """The stop of that id."""
        ...


class Network:
    """All the stops and segments that a corporation's trains may use; the solver's whole world.

    Raises ``ValueError`` when two share an id, when a segment names a stop that is not there, when an end at a crossing
    does not say on which side, or when a value or a visit cost is negative. Order matters only for which of equally
    good answers the solver gives.
    """

    __slots__ = ("segments", "stops")

    stops: Mapping[str, Stop]
    segments: Mapping[str, Segment]

    def __init__(self, stops: Iterable[Stop], segments: Iterable[Segment]) -> None:
        all_stops = tuple(stops)
        all_segments = tuple(segments)
        stop_of = {stop.id: stop for stop in all_stops}
        segment_of = {segment.id: segment for segment in all_segments}
        if len(stop_of) < len(all_stops):
            raise ValueError(f"stops share an id: {_repeated(stop.id for stop in all_stops)}")
        if len(segment_of) < len(all_segments):
            raise ValueError(f"segments share an id: {_repeated(segment.id for segment in all_segments)}")
        for stop in all_stops:
            if stop.value < 0 or stop.cost < 0 or (stop.values and min(stop.values.values()) < 0):
                raise ValueError(f"stop {stop.id}: value and cost must not be negative")
        for segment in all_segments:
            for end in segment.ends:
                if end.kind == "stop" and end.id not in stop_of:
                    raise ValueError(f"segment {segment.id} ends at stop {end.id}, which is not in the network")
                if end.kind == "edge" and not end.side:
                    raise ValueError(f"segment {segment.id} ends at crossing {end.id} without saying on which side")
        self.stops = stop_of
        self.segments = segment_of

    def stop(self, id: str) -> Stop:
        """The stop of that id; ``KeyError`` when there is none."""
        return self.stops[id]

    def segment(self, id: str) -> Segment:
        """The segment of that id; ``KeyError`` when there is none."""
        return self.segments[id]


def _repeated(ids: Iterable[str]) -> str:
    seen: set[str] = set()
    return ", ".join(sorted({id for id in ids if id in seen or seen.add(id)}))  # type: ignore[func-returns-value]
