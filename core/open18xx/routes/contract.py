"""The network reduced to what a route search needs: stops joined by edges, and one int for everything a move uses.

A chain of track from stop to stop becomes one edge. What may be used only once (a stop in a route, a group in a route; a
hexside, a lone segment or a shared key by all trains) becomes a bit: two moves exclude each other when their bits meet.
Only what a train of the corporation can come to is kept.
"""

from __future__ import annotations

from typing import NamedTuple

from open18xx.routes.network import Network, Segment, Stop

BROAD = 1
NARROW = 2
_GAUGE_BIT = {"broad": BROAD, "narrow": NARROW, "dual": 0}


class Edge(NamedTuple):
    """A chain of track between two stops.

    ``bits`` is what it takes from all trains; ``gauges`` which unmixed gauges it runs on; ``ends_at_u`` says that its
    piece at ``u`` is terminal, so that the route ends there; ``chain`` the segments from ``u`` to ``v``.
    """

    u: int
    v: int
    bits: int
    crossings: int
    gauges: int
    ends_at_u: bool
    ends_at_v: bool
    chain: tuple[str, ...]


class Graph:
    """Stops by number, edges between them, and the bits: stops lowest, then groups, then track from ``shift`` up."""

    __slots__ = ("edges", "own", "shift", "stop_bits", "stops")

    def __init__(self, stops: list[Stop], stop_bits: list[int], shift: int, own: list[int], edges: list[Edge]) -> None:
        self.stops = stops
        self.stop_bits = stop_bits
        self.shift = shift
        self.own = own
        self.edges = edges


# One way out of a stop, a crossing or a junction: the segment, the side it leaves from, and where it goes.
_Way = tuple[Segment, str, str, str, str]

# A walk under way: the last segment, the kind, id and side of its far end, bits, crossings, unmixed gauges, junctions
# passed and the chain so far.
_Branch = tuple[Segment, str, str, str, int, int, int, tuple[str, ...], tuple[str, ...]]


def contract(network: Network, groups_exclusive: bool, most_stops: int | None, sparse: bool) -> Graph:
    """The graph of ``network`` as seen from its own tokens.

    ``most_stops`` bounds the stops of any route (None: no bound): edges that lie too far out are not kept. ``sparse``
    numbers the track anew with as few bits as tell the edges apart, which pays when several trains share it.
    """
    stops = list(network.stops.values())
    number: dict[str, int] = {}
    stop_bits: list[int] = []
    own: list[int] = []
    group_names: dict[str, int] = {}
    for i, stop in enumerate(stops):
        number[stop.id] = i
        stop_bits.append(1 << i)
        if stop.own:
            own.append(i)
        if stop.groups and groups_exclusive:
            for name in stop.groups:
                bit = group_names.setdefault(name, len(group_names))
                stop_bits[i] |= 1 << (len(stops) + bit)
    shift = len(stops) + len(group_names)
    at_stop: dict[str, list[_Way]] = {}
    at_crossing: dict[str, list[_Way]] = {}
    at_junction: dict[str, list[_Way]] = {}
    places = {"stop": at_stop, "edge": at_crossing, "junction": at_junction}
    lone: dict[str, int] = {}
    next_bit = 1 << shift
    for segment in network.segments.values():
        (kind, id, side), (far_kind, far_id, far_side) = segment.ends
        if segment.terminal and (kind == "junction" or far_kind == "junction"):
            continue
        places[kind].setdefault(id, []).append((segment, side, far_kind, far_id, far_side))
        places[far_kind].setdefault(far_id, []).append((segment, far_side, kind, id, side))
        if kind != "edge" and far_kind != "edge":
            lone[segment.id] = next_bit
            next_bit <<= 1
        if segment.key is not None:
            name = "key " + segment.key
            bits = lone.get(name)
            if bits is None:
                lone[name] = bits = next_bit
                next_bit <<= 1
            lone[segment.id] = lone.get(segment.id, 0) | bits

    crossing_bit: dict[str, int] = {}
    found: dict[tuple[int, int], list[Edge]] = {}
    level = dict.fromkeys(own, 1)
    queue = list(own)
    expanded: set[int] = set()
    for u in queue:
        expanded.add(u)
        next_level = level[u] + 1
        for first, _, kind, id, side in at_stop.get(stops[u].id, ()):
            branches: list[_Branch] = [
                (first, kind, id, side, lone.get(first.id, 0), 0, _GAUGE_BIT[first.gauge], (), (first.id,))
            ]
            while branches:
                segment, kind, id, side, bits, crossings, gauges, junctions, chain = branches.pop()
                if kind == "stop":
                    v = number[id]
                    if v in expanded:
                        continue
                    if v not in level:
                        level[v] = next_level
                        if not stops[v].blocked and (most_stops is None or next_level < most_stops):
                            queue.append(v)
                    edge = Edge(u, v, bits, crossings, gauges, first.terminal, segment.terminal, chain)
                    found.setdefault((u, v), []).append(edge)
                    continue
                if segment.terminal and len(chain) > 1:
                    continue
                if kind == "edge":
                    bit = crossing_bit.get(id)
                    if bit is None:
                        crossing_bit[id] = bit = next_bit
                        next_bit <<= 1
                    elif bits & bit:
                        continue
                    bits |= bit
                    crossings += 1
                    ways = at_crossing[id]
                elif id in junctions:
                    continue
                else:
                    junctions = (*junctions, id)
                    ways = at_junction[id]
                for other, near_side, far_kind, far_id, far_side in ways:
                    if kind == "edge":
                        if near_side == side or not _gauges_meet(segment, other):
                            continue
                    elif other is segment:
                        continue
                    extra = lone.get(other.id, 0)
                    if extra & bits:
                        continue
                    both = gauges | _GAUGE_BIT[other.gauge]
                    branches.append(
                        (
                            other,
                            far_kind,
                            far_id,
                            far_side,
                            bits | extra,
                            crossings,
                            both,
                            junctions,
                            (*chain, other.id),
                        )
                    )
    edges: list[Edge] = []
    for parallel in found.values():
        for edge in parallel if len(parallel) == 1 else _undominated(parallel):
            if edge.ends_at_u and len(edge.chain) == 1:  # a terminal piece from stop to stop ends the route at either
                edges.append(edge._replace(ends_at_u=False))
                edge = edge._replace(ends_at_v=False)
            edges.append(edge)
    if sparse and edges:
        edges = _renumbered(edges, shift)
    return Graph(stops, stop_bits, shift, own, edges)


def _gauges_meet(a: Segment, b: Segment) -> bool:
    """Rule 2: the gauges compared at a hexside, and only there."""
    return a.gauge == b.gauge or a.gauge == "dual" or b.gauge == "dual"


def _undominated(parallel: list[Edge]) -> list[Edge]:
    """The chains that no other one between the same stops betters in every respect."""
    parallel.sort(key=lambda edge: (edge.bits.bit_count(), edge.crossings))
    kept: list[Edge] = []
    for edge in parallel:
        for better in kept:
            if (
                better.bits & ~edge.bits == 0
                and better.crossings <= edge.crossings
                and better.gauges & ~edge.gauges == 0
                and better.ends_at_u <= edge.ends_at_u
                and better.ends_at_v <= edge.ends_at_v
            ):
                break
        else:
            kept.append(edge)
    return kept


def _renumbered(edges: list[Edge], shift: int) -> list[Edge]:
    """The same edges with track that is always used together sharing one bit."""
    users: dict[int, int] = {}
    for k, edge in enumerate(edges):
        bits = edge.bits >> shift
        mine = 1 << k
        while bits:
            low = bits & -bits
            users[low] = users.get(low, 0) | mine
            bits ^= low
    fresh = [0] * len(edges)
    bit = 1 << shift
    for who in dict.fromkeys(users.values()):
        while who:
            low = who & -who
            fresh[low.bit_length() - 1] |= bit
            who ^= low
        bit <<= 1
    return [edge._replace(bits=bits) for edge, bits in zip(edges, fresh, strict=True)]
