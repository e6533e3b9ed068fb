"""The network reduced to what a route search needs: stops joined by edges, and one int for everything a move uses.

A chain of track from stop to stop becomes one edge. What may be used only once (a stop or a group by one route; a
hexside, a lone segment or a shared key by all of them) becomes a bit: two moves exclude each other when their bits
meet. Only what a train of the corporation can come to is kept.

Where plain track makes more chains than can be listed, the rest of a stop's chains are stood for by *loose* edges that
take no track: an answer that uses none of them is the best there is, and one that does bounds it from above.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from open18xx.routes.certificate import Resource, ResourceKind
from open18xx.routes.network import Network, Stop
from open18xx.routes.work import Meter

BROAD = 1
NARROW = 2
_MIXED = BROAD | NARROW
_GAUGE_BIT = {"broad": BROAD, "narrow": NARROW, "dual": 0}

# Of the time allowed, so much may be gone when the last chains are walked that are not needed to come everywhere.
_SHARE = 0.4


class Edge(NamedTuple):
    """A chain of track between two stops.

    ``bits`` is what it takes from all trains; ``gauges`` which unmixed gauges it runs on; ``ends_at_u`` says that its
    piece at ``u`` is terminal, so that the route ends there; ``chain`` the segments from ``u`` to ``v``, none where the
    edge is loose.
    """

    u: int
    v: int
    bits: int
    crossings: int
    gauges: int
    ends_at_u: bool
    ends_at_v: bool
    chain: tuple[str, ...]


class Wishes(NamedTuple):
    """What of a network a search wants.

    ``most_stops`` bounds the visits of any route (None: no bound): edges that lie too far out are not kept. ``sparse``
    numbers the track anew with as few bits as tell the edges apart, which pays when several trains share it.
    ``everywhere``: routes start from all stops, not only from own tokens. ``mixed_chains`` may go from broad to narrow.
    ``passable``: blocked stops that some train may pass all the same. ``apart``: sets of stops, each to be given a bit.
    ``trails``: stops and groups exclude nothing. ``alike``: of two chains between the same stops, one that takes
    nothing that the other does not take is as good.
    """

    most_stops: int | None = None
    sparse: bool = False
    groups_exclusive: bool = True
    mixed_chains: bool = True
    everywhere: bool = False
    trails: bool = False
    passable: frozenset[str] = frozenset()
    apart: tuple[frozenset[str], ...] = ()
    alike: bool = True


class Graph:
    """Stops by number, edges between them, and the bits: stops lowest, then groups, then track from ``shift`` up.

    ``roots`` are the stops from which every route is made; ``loose`` says that some edges are, ``complete`` that no
    chain is missing but for those. ``apart_bits`` has a bit for each of the sets wished for.
    """

    __slots__ = (
        "_bits_of", "_resources", "apart_bits", "complete", "edges", "loose", "roots", "shift", "stop_bits", "stops",
        "width",
    )  # fmt: skip

    def __init__(
        self,
        stops: list[Stop],
        stop_bits: list[int],
        apart_bits: list[int],
        shift: int,
        roots: list[int],
        edges: list[Edge],
        resources: list[tuple[ResourceKind, str]],
        bits_of: list[list[int]] | None,
        complete: bool,
    ) -> None:
        self.stops = stops
        self.stop_bits = stop_bits
        self.apart_bits = apart_bits
        self.shift = shift
        self.roots = roots
        self.edges = edges
        self.loose = any(not edge.chain for edge in edges)
        self.width = max((edge.bits.bit_length() for edge in edges), default=shift) - shift
        self.complete = complete
        self._resources = resources
        self._bits_of = bits_of

    def resource(self, bit: int) -> Resource:
        """What a bit of track (counted from ``shift``) stands for; where it stands for several, one of them."""
        return Resource(*self._resources[bit if self._bits_of is None else self._bits_of[bit][0]])

    def bits_of(self, prices: Mapping[Resource, int]) -> list[int]:
        """Prices by bit, from prices by resource."""
        by_bit = [prices.get(Resource(*resource), 0) for resource in self._resources]
        if self._bits_of is None:
            return by_bit[: self.width]
        return [sum([by_bit[old] for old in bits]) for bits in self._bits_of[: self.width]]

    def firm(self) -> Graph:
        """The same without its loose edges."""
        edges = [edge for edge in self.edges if edge.chain]
        return Graph(
            self.stops, self.stop_bits, self.apart_bits, self.shift, self.roots, edges, self._resources, self._bits_of,
            self.complete and not self.loose,
        )  # fmt: skip


# A segment from one of its ends: the side it is entered by; the kind, id and side of its other end; its id, its unmixed
# gauges, the bits that walking it takes, and whether it is terminal.
_Way = tuple[str, str, str, str, str, int, int, bool]

# Where a walk comes to: kind, id and side.
_Place = tuple[str, str, str]

# A walk under way: the last way, bits, crossings, unmixed gauges, junctions passed and segments so far.
_Branch = tuple[_Way, int, int, int, tuple[str, ...], tuple[str, ...]]


@dataclass(slots=True)
class _Ways:
    """Ways from each stop, from each junction, and from each crossing with its bit; and what the bits stand for."""

    stop: defaultdict[str, list[_Way]] = field(default_factory=lambda: defaultdict(list))
    junction: defaultdict[str, list[_Way]] = field(default_factory=lambda: defaultdict(list))
    crossing: dict[str, tuple[int, list[_Way]]] = field(default_factory=dict)
    resources: list[tuple[ResourceKind, str]] = field(default_factory=list)


class Contraction:
    """A network as the trains of its corporation may see it, ready for graphs with few or many of its chains."""

    def __init__(self, network: Network, wishes: Wishes) -> None:
        self.wishes = wishes
        self.stops = stops = list(network.stops.values())
        self._stop_bits = [1 << i for i in range(len(stops))]
        shift = len(stops)
        if wishes.groups_exclusive and not wishes.trails:
            shift += _add_groups(stops, self._stop_bits)
        self._apart_bits = [1 << (shift + i) for i in range(len(wishes.apart))]
        self._shift = shift + len(self._apart_bits)
        self._roots = [i for i, stop in enumerate(stops) if stop.own or wishes.everywhere]
        self._ways = _ways(network, self._shift)

    def whole(self, meter: Meter, chains: int) -> Graph:
        """The graph that an exact answer comes from; ``OutOfWork`` when that is more than is allowed.

        From a stop with more branches of track than ``chains`` some chains are listed, and the rest are stood for by
        loose edges. Trails, which could run over a loose edge for ever, have none: all their chains are listed.
        """
        return self._graph(_Walk(self.stops, self._ways, self.wishes, meter, chains, True), meter)

    def part(self, meter: Meter, chains: int, share: float) -> Graph:
        """A graph for a quick answer: few chains, no loose edges, made in no more than this share of the time."""
        return self._graph(_Walk(self.stops, self._ways, self.wishes, meter, chains, False, share), None)

    def _graph(self, walk: _Walk, meter: Meter | None) -> Graph:
        edges: list[Edge] = []
        for parallel in walk.all_from(self._roots).values():
            if len(parallel) > 1 and self.wishes.alike:
                parallel = _undominated(parallel, meter)
            for edge in parallel:
                if edge.ends_at_u and len(edge.chain) == 1:  # a terminal piece from stop to stop ends the route at both
                    edges.append(edge._replace(ends_at_u=False))
                    edge = edge._replace(ends_at_v=False)
                edges.append(edge)
        bits_of = None
        if self.wishes.sparse and edges:
            edges, bits_of = _renumbered(edges, self._shift)
        return Graph(
            self.stops, self._stop_bits, self._apart_bits, self._shift, self._roots, edges, self._ways.resources,
            bits_of, walk.complete,
        )  # fmt: skip


def contract(network: Network, wishes: Wishes, meter: Meter, chains: int = 1024) -> Graph:
    """The graph of ``network`` as the trains of its corporation may see it."""
    return Contraction(network, wishes).whole(meter, chains)


def _add_groups(stops: list[Stop], stop_bits: list[int]) -> int:
    """Give every group a bit of each of its stops; how many groups there are."""
    names: dict[str, int] = {}
    for i, stop in enumerate(stops):
        for name in stop.groups:
            stop_bits[i] |= 1 << (len(stops) + names.setdefault(name, len(names)))
    return len(names)


def _ways(network: Network, shift: int) -> _Ways:
    """What leads on from every stop, junction and crossing, and the bits of track (from ``shift`` up)."""
    ways = _Ways()
    at_stop, at_junction, at_crossing, resources = ways.stop, ways.junction, ways.crossing, ways.resources
    key_bits: dict[str, int] = {}
    next_bit = 1 << shift
    for segment in network.segments.values():
        (kind, id, side), (far_kind, far_id, far_side) = segment.ends
        terminal, bits, gauges = segment.terminal, 0, _GAUGE_BIT[segment.gauge]
        if terminal and (kind == "junction" or far_kind == "junction"):
            continue  # rule 3: never walked
        segment_id, key = segment.id, segment.key
        if kind != "edge" and far_kind != "edge":
            bits = next_bit
            next_bit <<= 1
            resources.append(("segment", segment_id))
        if key is not None:
            if key not in key_bits:
                key_bits[key] = next_bit
                next_bit <<= 1
                resources.append(("key", key))
            bits |= key_bits[key]
        way = (side, far_kind, far_id, far_side, segment_id, gauges, bits, terminal)
        # written out for either end: this loop is a good part of a short search
        if kind == "edge":
            crossing = at_crossing.get(id)
            if crossing is not None:
                crossing[1].append(way)
            else:
                at_crossing[id] = (next_bit, [way])
                next_bit <<= 1
                resources.append(("crossing", id))
        else:
            (at_stop if kind == "stop" else at_junction)[id].append(way)
        way = (far_side, kind, id, side, segment_id, gauges, bits, terminal)
        if far_kind == "edge":
            crossing = at_crossing.get(far_id)
            if crossing is not None:
                crossing[1].append(way)
            else:
                at_crossing[far_id] = (next_bit, [way])
                next_bit <<= 1
                resources.append(("crossing", far_id))
        else:
            (at_stop if far_kind == "stop" else at_junction)[far_id].append(way)
    return ways


class _Walk:
    """The chains between the stops that can be come to, by the stops they join; outwards from the roots.

    A stop that may not be passed is come to but not left, unless it is a root. ``complete`` says that no chain is
    missing but for those that loose edges stand for.
    """

    def __init__(
        self, stops: list[Stop], ways: _Ways, wishes: Wishes, meter: Meter, chains: int, exact: bool,
        share: float = _SHARE,
    ) -> None:  # fmt: skip
        """``exact``: where chains are left out, loose edges stand for them."""
        self.stops = stops
        self.ways = ways
        self.wishes = wishes
        self.meter = meter
        self.chains = chains
        self.exact = exact
        self.share = share
        self.number = {stop.id: i for i, stop in enumerate(stops)}
        self.found: dict[tuple[int, int], list[Edge]] = {}
        self.complete = True

    def all_from(self, roots: list[int]) -> dict[tuple[int, int], list[Edge]]:
        stops, most, passable = self.stops, self.wishes.most_stops, self.wishes.passable
        level = dict.fromkeys(roots, 1)
        queue = list(roots)
        expanded: set[int] = set()
        for u in queue:
            if not self.exact and self.meter.spent(self.share):
                self.complete = False
                break
            expanded.add(u)
            next_level = level[u] + 1
            for v in self._from(u, expanded):
                if v not in level:
                    level[v] = next_level
                    if (not stops[v].blocked or stops[v].id in passable) and (most is None or next_level < most):
                        queue.append(v)
        return self.found

    def _from(self, u: int, expanded: set[int]) -> list[int]:
        """Note the chains from a stop to those not yet left; the stops come to, in order, perhaps more than once.

        Nearest first. After so many branches, chains are left out: of those that come to the same side of a crossing
        or a junction only the first goes on, so that every stop is still come to.
        """
        first = self.ways.stop.get(self.stops[u].id, ())
        start: list[_Branch] = [(way, way[6], 0, way[5], (), (way[4],)) for way in first]
        come_to, bypassed = self._follow(u, start, expanded, None, 0)
        if bypassed:
            # and one more chain to each stop, off the track of those, so that two trains may run side by side
            away: list[_Branch] = [
                (way, way[6] | bypassed, 0, way[5], (), (way[4],)) for way in first if not way[6] & bypassed
            ]
            come_to += self._follow(u, away, expanded, set(), bypassed)[0]
        return come_to

    def _follow(
        self, u: int, branches: list[_Branch], expanded: set[int], seen: set[_Place] | None, off: int
    ) -> tuple[list[int], int]:
        """The stops come to by these branches, and the bits of the chains that came first where some were left out.

        ``off``: bits that the branches have as if they had taken them. ``seen``: the places come to, where only the
        first chain goes on; None: all do, until there are too many.
        """
        number, found, ways = self.number, self.found, self.ways
        at_junction, at_crossing, mixed_chains = ways.junction, ways.crossing, self.wishes.mixed_chains
        come_to: list[int] = []
        ends_at_u = {first[4] for first in ways.stop.get(self.stops[u].id, ()) if first[7]}
        meter, exact = self.meter, self.exact
        most = None if exact and self.wishes.trails else self.chains
        keep, first_ones = ~off, 0
        for count, (way, bits, crossings, gauges, junctions, chain) in enumerate(branches):  # it grows as it is read
            if seen is None:
                if (most is not None and count > most) or (not ~count & 63 and meter.spent(self.share)):
                    seen = set()
                    if exact and not self.wishes.trails:
                        come_to += self._loosely(u, branches[count:], expanded)
                    else:
                        self.complete = False
            elif not count & 63 and not self._may_go_on():
                break
            _, kind, id, side, segment, gauge, _, terminal = way
            if kind == "stop":
                v = number[id]
                if v in expanded:
                    continue
                first = seen is not None and v not in come_to
                come_to.append(v)
                edge = Edge(u, v, bits & keep, crossings, gauges, chain[0] in ends_at_u, terminal, chain)
                if (u, v) in found:
                    found[u, v].append(edge)
                else:
                    found[u, v] = [edge]
                if first:
                    first_ones |= edge.bits
                continue
            if terminal and len(chain) > 1:
                continue  # rule 9: only at the end of the route
            if seen is not None:
                if (kind, id, side) in seen:
                    continue
                seen.add((kind, id, side))
            if kind == "edge":
                bit, onward = at_crossing[id]
                if bits & bit:
                    continue
                bits |= bit
                crossings += 1
                for way in onward:
                    # rule 2: to the other side, and the gauges must fit
                    if (
                        way[0] != side
                        and way[5] | gauge != _MIXED
                        and not way[6] & bits
                        and (mixed_chains or way[5] | gauges != _MIXED)
                    ):
                        branches.append((way, bits | way[6], crossings, gauges | way[5], junctions, (*chain, way[4])))
            elif id not in junctions:
                junctions = (*junctions, id)
                for way in at_junction[id]:
                    if way[4] != segment and not way[6] & bits and (mixed_chains or way[5] | gauges != _MIXED):
                        branches.append((way, bits | way[6], crossings, gauges | way[5], junctions, (*chain, way[4])))
        if exact:
            meter.add(len(branches))
        else:
            meter.work += len(branches)
        return come_to, first_ones

    def _may_go_on(self) -> bool:
        """Whether there is time to look for more chains; where an exact answer is wanted, ``OutOfWork`` if not."""
        if self.exact:
            self.meter.look_at_the_clock()
            return True
        return not self.meter.spent(self.share)

    def _loosely(self, u: int, branches: Sequence[_Branch], expanded: set[int]) -> list[int]:
        """Note loose edges to every stop that these branches could come to if no track were ever used up.

        A loose edge takes what all branches that begin alike have taken, and the last crossing before the stop.
        """
        alike: dict[str, list[_Branch]] = {}
        for branch in branches:
            alike.setdefault(branch[5][0], []).append(branch)
        come_to: dict[int, None] = {}
        for some in alike.values():
            self.meter.look_at_the_clock()
            taken, crossings = -1, min(branch[2] for branch in some)
            for branch in some:
                taken &= branch[1]
            for v, bits in self._flood([(branch[0], 0) for branch in some]):
                if v not in expanded:
                    come_to[v] = None
                    edge = Edge(u, v, taken | bits, crossings, 0, False, False, ())
                    self.found.setdefault((u, v), []).append(edge)
        return list(come_to)

    def _flood(self, heads: list[tuple[_Way, int]]) -> dict[tuple[int, int], None]:
        """The stops that can be come to from these ways, each with the bits of its last piece and last crossing."""
        ends: dict[tuple[int, int], None] = {}
        seen: set[_Place] = set()
        for (_, kind, id, side, _, _, bits, terminal), before in heads:  # it grows as it is read
            if kind == "stop":
                ends[self.number[id], bits | before] = None
            elif (kind, id, side) not in seen and not terminal:
                seen.add((kind, id, side))
                if kind == "edge":
                    bit, onward = self.ways.crossing[id]
                    heads += [(way, bit) for way in onward if way[0] != side]
                else:
                    heads += [(way, 0) for way in self.ways.junction[id]]
        return ends


def _undominated(parallel: list[Edge], meter: Meter | None) -> list[Edge]:
    """The chains that no other one between the same stops betters in every respect; loose ones stay as they are."""
    parallel.sort(key=lambda edge: (edge.bits.bit_count(), edge.crossings))
    kept: list[Edge] = []
    for count, edge in enumerate(parallel):
        if meter is not None and not ~count & 15:
            meter.add(len(kept) >> 2)
        for better in kept:
            if (
                better.bits & ~edge.bits == 0
                and better.crossings <= edge.crossings
                and better.gauges & ~edge.gauges == 0
                and better.ends_at_u <= edge.ends_at_u
                and better.ends_at_v <= edge.ends_at_v
                and better.chain
            ):
                break
        else:
            kept.append(edge)
    return kept


def _renumbered(edges: list[Edge], shift: int) -> tuple[list[Edge], list[list[int]]]:
    """The same edges with track that is always used together sharing one bit; and for each bit those that it was."""
    users: dict[int, int] = {}
    for k, edge in enumerate(edges):
        bits = edge.bits >> shift
        mine = 1 << k
        while bits:
            low = bits & -bits
            users[low] = users.get(low, 0) | mine
            bits ^= low
    alike: dict[int, list[int]] = {}
    for low, who in users.items():
        alike.setdefault(who, []).append(low.bit_length() - 1)
    fresh = [0] * len(edges)
    bit = 1 << shift
    for who in alike:
        while who:
            low = who & -who
            fresh[low.bit_length() - 1] |= bit
            who ^= low
        bit <<= 1
    return [edge._replace(bits=bits) for edge, bits in zip(edges, fresh, strict=True)], list(alike.values())
