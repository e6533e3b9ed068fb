"""The network reduced to what a route search needs: stops joined by edges, and one int for everything a move uses.

A chain of track from stop to stop becomes one edge. What may be used only once (a stop or a group by one route; a
hexside, a lone segment or a shared key by all of them) becomes a bit: two moves exclude each other when their bits
meet. Only what a train of the corporation can come to is kept.
"""

from __future__ import annotations

from typing import NamedTuple

from open18xx.routes.network import Network, Stop

BROAD = 1
NARROW = 2
_MIXED = BROAD | NARROW
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


# A segment from one of its ends: the side it is entered by; the kind, id and side of its other end; its id, its unmixed
# gauges, the bits that walking it takes, and whether it is terminal.
_Way = tuple[str, str, str, str, str, int, int, bool]

# Ways from each stop, from each junction, and from each crossing with the bit of the crossing.
_Ways = tuple[dict[str, list[_Way]], dict[str, list[_Way]], dict[str, tuple[int, list[_Way]]]]

# A walk under way: the last way, bits, crossings, unmixed gauges, junctions passed and segments so far.
_Branch = tuple[_Way, int, int, int, tuple[str, ...], tuple[str, ...]]


def contract(network: Network, groups_exclusive: bool, most_stops: int | None, sparse: bool) -> Graph:
    """The graph of ``network`` as seen from its own tokens.

    ``most_stops`` bounds the stops of any route (None: no bound): edges that lie too far out are not kept. ``sparse``
    numbers the track anew with as few bits as tell the edges apart, which pays when several trains share it.
    """
    stops = list(network.stops.values())
    stop_bits = [1 << i for i in range(len(stops))]
    shift = len(stops)
    if groups_exclusive:
        shift += _add_groups(stops, stop_bits)
    own = [i for i, stop in enumerate(stops) if stop.own]
    found = _walk(stops, own, _ways(network, shift), most_stops)
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


def _add_groups(stops: list[Stop], stop_bits: list[int]) -> int:
    """Give every group a bit of each of its stops; how many groups there are."""
    names: dict[str, int] = {}
    for i, stop in enumerate(stops):
        for name in stop.groups:
            stop_bits[i] |= 1 << (len(stops) + names.setdefault(name, len(names)))
    return len(names)


def _ways(network: Network, shift: int) -> _Ways:
    """What leads on from every stop, junction and crossing, and the bits of track (from ``shift`` up)."""
    at_stop: dict[str, list[_Way]] = {}
    at_junction: dict[str, list[_Way]] = {}
    at_crossing: dict[str, tuple[int, list[_Way]]] = {}
    key_bits: dict[str, int] = {}
    next_bit = 1 << shift
    for segment in network.segments.values():
        first, second = segment.ends
        kind, id, side = first
        far_kind, far_id, far_side = second
        terminal, bits, gauges = segment.terminal, 0, _GAUGE_BIT[segment.gauge]
        if terminal and (kind == "junction" or far_kind == "junction"):
            continue  # rule 3: never walked
        if kind != "edge" and far_kind != "edge":
            bits = next_bit
            next_bit <<= 1
        if segment.key is not None:
            if segment.key not in key_bits:
                key_bits[segment.key] = next_bit
                next_bit <<= 1
            bits |= key_bits[segment.key]
        segment_id = segment.id
        for way in (
            (side, far_kind, far_id, far_side, segment_id, gauges, bits, terminal),
            (far_side, kind, id, side, segment_id, gauges, bits, terminal),
        ):
            if kind == "edge":
                crossing = at_crossing.get(id)
                if crossing is None:
                    at_crossing[id] = (next_bit, [way])
                    next_bit <<= 1
                else:
                    crossing[1].append(way)
            else:
                at = at_stop if kind == "stop" else at_junction
                if id in at:
                    at[id].append(way)
                else:
                    at[id] = [way]
            kind, id = far_kind, far_id
    return at_stop, at_junction, at_crossing


def _walk(stops: list[Stop], own: list[int], ways: _Ways, most_stops: int | None) -> dict[tuple[int, int], list[Edge]]:
    """All chains between the stops that can be come to, by the stops they join; outwards from the own tokens.

    A stop that may not be passed is come to but not left, unless an own token lies there.
    """
    at_stop, at_junction, at_crossing = ways
    number = {stop.id: i for i, stop in enumerate(stops)}
    found: dict[tuple[int, int], list[Edge]] = {}
    level = dict.fromkeys(own, 1)
    queue = list(own)
    expanded: set[int] = set()
    for u in queue:
        expanded.add(u)
        next_level = level[u] + 1
        for first in at_stop.get(stops[u].id, ()):
            branches: list[_Branch] = [(first, first[6], 0, first[5], (), (first[4],))]
            while branches:
                way, bits, crossings, gauges, junctions, chain = branches.pop()
                _, kind, id, side, segment, gauge, _, terminal = way
                if kind == "stop":
                    v = number[id]
                    if v in expanded:
                        continue
                    if v not in level:
                        level[v] = next_level
                        if not stops[v].blocked and (most_stops is None or next_level < most_stops):
                            queue.append(v)
                    edge = Edge(u, v, bits, crossings, gauges, first[7], terminal, chain)
                    if (u, v) in found:
                        found[u, v].append(edge)
                    else:
                        found[u, v] = [edge]
                elif terminal and len(chain) > 1:
                    continue  # rule 9: only at the end of the route
                elif kind == "edge":
                    bit, onward = at_crossing[id]
                    if bits & bit:
                        continue
                    bits |= bit
                    crossings += 1
                    for way in onward:
                        # rule 2: to the other side, and the gauges must fit
                        if way[0] != side and way[5] | gauge != _MIXED and not way[6] & bits:
                            branches.append(
                                (way, bits | way[6], crossings, gauges | way[5], junctions, (*chain, way[4]))
                            )
                elif id not in junctions:
                    junctions = (*junctions, id)
                    for way in at_junction[id]:
                        if way[4] != segment and not way[6] & bits:
                            branches.append(
                                (way, bits | way[6], crossings, gauges | way[5], junctions, (*chain, way[4]))
                            )
    return found


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
