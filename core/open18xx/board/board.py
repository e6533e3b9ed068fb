"""What lies on the map: one face a hex and the tokens in its cities. A value: laying a tile makes another board.

A board keeps the answers to "what can this corporation reach"; every game and clone that holds the same board shares
them. It knows no money, no phases and no titles: it is handed the ground.
"""

from __future__ import annotations

from open18xx.board.ground import ANY_GAUGE, FITS, Face, Ground

Slots = tuple[str | None, ...]
City = tuple[int, int]  # hex number, node

SEARCH_LIMIT = 20_000
"""Steps after which a search for one more run to a side gives up; far beyond any real board."""


class Reach:
    """What a corporation's track reaches from its tokens, by legal runs: no hexside crossed, no node visited twice.

    ``edges[hex]`` are the edges of a hex at which its track arrives, from either side; a hex with a token of its own
    counts with all six. ``entries[side]`` are the gauges (bits) in which a run can come in over a side. ``nodes`` are
    the stops reached, ``paths[hex]`` the paths used, as bits.
    """

    __slots__ = ("edges", "entries", "nodes", "paths")

    def __init__(self) -> None:
        self.edges: dict[int, set[int]] = {}
        self.entries: dict[int, int] = {}
        self.nodes: set[City] = set()
        self.paths: dict[int, int] = {}


class Board:
    """``faces[n]`` lies on hex n; ``tokens`` holds the slots of cities and towns that have any, empty ones included."""

    __slots__ = ("_reach", "_runs", "faces", "ground", "tokens")

    def __init__(self, ground: Ground, faces: tuple[Face, ...], tokens: dict[City, Slots]) -> None:
        self.ground = ground
        self.faces = faces
        self.tokens = tokens
        self._reach: dict[str, Reach] = {}
        self._runs: dict[str, bool] = {}

    @classmethod
    def empty(cls, ground: Ground) -> Board:
        """The map as printed, no token on it."""
        tokens: dict[City, Slots] = {}
        for n, face in enumerate(ground.printed):
            for node, what in enumerate(face.tile.nodes):
                if what.slots:
                    tokens[n, node] = (None,) * what.slots
        return cls(ground, ground.printed, tokens)

    # ---- changes

    def with_face(self, n: int, face: Face, nodes: tuple[int, ...]) -> Board:
        """The board after a lay on hex ``n``; old node k becomes ``nodes[k]``, tokens move along in order of slots."""
        old = self.faces[n]
        tokens = dict(self.tokens)
        moved: dict[int, list[str]] = {}
        for node in range(old.node_count):
            slots = tokens.pop((n, node), None)
            if slots:
                moved.setdefault(nodes[node], []).extend(owner for owner in slots if owner is not None)
        for node, what in enumerate(face.tile.nodes):
            present = tuple(moved.get(node, ()))
            if what.slots or present:
                tokens[n, node] = (present + (None,) * what.slots)[: max(what.slots, len(present))]
        faces = self.faces
        board = Board(self.ground, (*faces[:n], face, *faces[n + 1 :]), tokens)
        board._reach = {who: reach for who, reach in self._reach.items() if n not in reach.edges}
        if len(set(nodes)) == len(nodes):  # track is never lost; but two stops that become one are no run any more
            board._runs = {who: True for who, runs in self._runs.items() if runs}
        return board

    def with_token(self, city: City, owner: str) -> Board:
        """The board with a token of ``owner`` in the first free slot of ``city``."""
        slots = self.tokens[city]
        free = slots.index(None)
        board = Board(self.ground, self.faces, {**self.tokens, city: (*slots[:free], owner, *slots[free + 1 :])})
        board._reach = {who: reach for who, reach in self._reach.items() if who != owner and city not in reach.nodes}
        board._runs = {who: runs for who, runs in self._runs.items() if runs or who != owner}
        return board

    def without_token(self, city: City, owner: str) -> Board:
        """The board with one token of ``owner`` taken from ``city``; its slot falls free."""
        slots = self.tokens[city]
        at = slots.index(owner)
        return Board(self.ground, self.faces, {**self.tokens, city: (*slots[:at], None, *slots[at + 1 :])})

    def with_token_replaced(self, city: City, old: str, new: str) -> Board:
        """The board with a token of ``new`` in the slot of ``city`` where one of ``old`` lies."""
        slots = self.tokens[city]
        at = slots.index(old)
        return Board(self.ground, self.faces, {**self.tokens, city: (*slots[:at], new, *slots[at + 1 :])})

    # ---- questions

    def cities_of(self, corporation: str) -> list[City]:
        return [city for city, slots in self.tokens.items() if corporation in slots]

    def has_token_in(self, n: int, corporation: str) -> bool:
        return any(corporation in self.tokens.get((n, node), ()) for node in range(self.faces[n].node_count))

    def blocks(self, n: int, node: int, corporation: str) -> bool:
        """Whether ``corporation`` may not run through the node: an offboard, or a stop full of others' tokens."""
        slots = self.tokens.get((n, node))
        if slots is None:
            return self.faces[n].tile.nodes[node].kind == "offboard"
        return bool(slots) and None not in slots and corporation not in slots

    def reach(self, corporation: str) -> Reach:
        """See ``Reach``. Worked out once for a board and a corporation (about 0.1 ms), then kept."""
        found = self._reach.get(corporation)
        if found is None:
            found = self._reach[corporation] = _Walk(self, corporation).reach()
        return found

    def has_run(self, corporation: str, own_token: bool = True) -> bool:
        """Whether a run of two different stops exists; with ``own_token``, one that has a token of the corporation."""
        who = corporation if own_token else ""
        known = self._runs.get(who)
        if known is None:
            walk = _Walk(self, corporation)
            starts = self.cities_of(corporation) if own_token else self.stops()
            known = self._runs[who] = any(walk.finds_stop(n, 6 + node, 0, 0, (n, node)) for n, node in starts)
        return known

    def stops(self) -> list[City]:
        """All stops that lie on the map."""
        return [(n, node) for n, face in enumerate(self.faces) for node in range(face.node_count)]

    def joined(self, n: int, face: Face, nodes: tuple[int, ...], corporation: str) -> int:
        """The paths of ``face`` (as bits) that the corporation reaches when it lies on hex ``n``.

        Only what lies inside the hex is followed, from every side by which a run can enter it and from tokens in it.
        """
        reach = self.reach(corporation)
        own = {
            6 + nodes[node] for node in range(self.faces[n].node_count) if corporation in self.tokens.get((n, node), ())
        }
        waiting = [(edge, gauges) for edge in range(6) if (gauges := reach.entries.get(n * 6 + edge))]
        waiting += [(end, ANY_GAUGE) for end in own]
        seen = set(own)
        paths = 0
        while waiting:
            end, gauges = waiting.pop()
            for link in face.by_edge[end] if end < 6 else face.by_node[end - 6]:
                if not gauges & FITS[link.gauge]:
                    continue
                paths |= link.paths
                to = link.to
                if to >= 6 and to not in seen and not link.terminal:
                    seen.add(to)
                    if not self._would_block(n, face, nodes, to - 6):
                        waiting.append((to, ANY_GAUGE))
        return paths

    def frees(self, n: int, face: Face, nodes: tuple[int, ...]) -> bool:
        """Whether ``face`` has room in a city that was full on hex ``n``."""
        return any(
            (slots := self.tokens.get((n, old))) is not None
            and None not in slots
            and len(slots) < face.tile.nodes[new].slots
            for old, new in enumerate(nodes)
        )

    def _would_block(self, n: int, face: Face, nodes: tuple[int, ...], node: int) -> bool:
        """Whether a node of a face not yet laid is full of tokens (own ones are dealt with by the caller)."""
        what = face.tile.nodes[node]
        if not what.slots:
            return what.kind == "offboard"
        coming = sum(
            slot is not None
            for old, new in enumerate(nodes)
            if new == node
            for slot in self.tokens.get((n, old), ())
        )
        return coming >= what.slots > 0


class _Walk:
    """Finds a ``Reach``.

    A flood enters each side once and remembers the hexsides and nodes of the run that got there (as bits). Where a way
    would use one of them twice it is set aside, and the side behind it is looked at from the other end: is there any
    run back from it to a token? That search is exact, so the whole is; it is rare and nearly always short.
    """

    def __init__(self, board: Board, corporation: str) -> None:
        self.board = board
        self.faces = board.faces
        self.ground = board.ground
        self.corporation = corporation
        self.result = Reach()
        self.aside: list[tuple[int, int]] = []  # side, gauge
        self.passable: dict[City, bool] = {}
        self.passed: set[City] = set()  # stops gone on from: more than terminal track leads to them, and they are open
        self.node_shift = len(board.faces) * 6

    def may_pass(self, n: int, node: int) -> bool:
        known = self.passable.get((n, node))
        if known is None:
            known = self.passable[n, node] = not self.board.blocks(n, node, self.corporation)
        return known

    def reach(self) -> Reach:
        starts = self.board.cities_of(self.corporation)
        self.result.nodes.update(starts)
        self.passed.update(starts)
        shift = self.node_shift
        self.flood([(n, 6 + node, ANY_GAUGE, 1 << (shift + n * 8 + node)) for n, node in starts])
        refuted: set[tuple[int, int]] = set()
        while self.aside:
            far, link_gauge = self.aside.pop()
            known, gauge = self.result.entries.get(far, 0), 1 << link_gauge
            if known & gauge or (far, link_gauge) in refuted:
                continue
            mask = self.run_back(self.ground.across[far], link_gauge)
            if mask:
                self.result.entries[far] = known | gauge
                self.flood([(far // 6, far % 6, gauge, mask)])
            else:
                refuted.add((far, link_gauge))
        for n, _ in starts:
            self.result.edges[n] = {0, 1, 2, 3, 4, 5}
        return self.result

    def flood(self, stack: list[tuple[int, int, int, int]]) -> None:
        """Follow all ways from ``stack`` (hex, end, gauge bits, mask of what the run used)."""
        into = self.result
        faces, across, bits = self.faces, self.ground.across, self.ground.bits
        shift, one_gauge, aside = self.node_shift, not self.ground.gauges, self.aside
        nodes, edges, paths, entries, passed = into.nodes, into.edges, into.paths, into.entries, self.passed
        while stack:
            n, end, gauges, mask = stack.pop()
            face = faces[n]
            links = face.by_edge[end] if end < 6 else face.by_node[end - 6]
            if not links:
                continue
            here = edges.get(n)
            if here is None:
                here = edges[n] = set()
            used = paths.get(n, 0)
            for link in links:
                if not (one_gauge or gauges & FITS[link.gauge]):
                    continue
                used |= link.paths
                to = link.to
                if to < 6:
                    here.add(to)
                    side = n * 6 + to
                    far = across[side]
                    if far < 0:
                        continue
                    there = far // 6
                    far_edges = edges.get(there)
                    if far_edges is None:
                        edges[there] = {far % 6}
                    else:
                        far_edges.add(far % 6)
                    bit = bits[side]
                    gauge = 1 << link.gauge_out
                    known = entries.get(far, 0)
                    if known & gauge:
                        continue
                    if mask & bit:
                        aside.append((far, link.gauge_out))
                    else:
                        entries[far] = known | gauge
                        stack.append((there, far % 6, gauge, mask | bit))
                else:
                    city = (n, to - 6)
                    if city in passed:
                        continue
                    nodes.add(city)
                    if not link.terminal and self.may_pass(n, to - 6):
                        passed.add(city)
                        stack.append((n, to, ANY_GAUGE, mask | 1 << (shift + n * 8 + to - 6)))
            paths[n] = used

    def run_back(self, side: int, gauge: int) -> int:
        """What a run uses that comes from a token and leaves over ``side``, as bits; 0 if there is none."""
        faces, across, bits, shift = self.faces, self.ground.across, self.ground.bits, self.node_shift
        corporation, tokens = self.corporation, self.board.tokens
        first = bits[side]
        stack = [(side // 6, side % 6, 0, first)]  # the first piece must have the gauge asked for
        steps = SEARCH_LIMIT
        while stack and steps:
            steps -= 1
            n, end, gauges, mask = stack.pop()
            face = faces[n]
            for link in face.by_edge[end] if end < 6 else face.by_node[end - 6]:
                if gauges and not gauges & FITS[link.gauge]:
                    continue
                if mask == first and link.gauge != gauge:
                    continue
                if end >= 6 and link.terminal:
                    continue  # the run would come to the stop over terminal track and go on
                to = link.to
                if to < 6:
                    near = n * 6 + to
                    far = across[near]
                    bit = bits[near]
                    if far >= 0 and not mask & bit:
                        stack.append((far // 6, far % 6, 1 << link.gauge_out, mask | bit))
                    continue
                bit = 1 << (shift + n * 8 + to - 6)
                if mask & bit:
                    continue
                if corporation in tokens.get((n, to - 6), ()):
                    return mask | bit
                if self.may_pass(n, to - 6):
                    stack.append((n, to, ANY_GAUGE, mask | bit))
        return 0

    def finds_stop(self, n: int, end: int, gauges: int, mask: int, start: City) -> bool:
        """Whether a chain from here comes to a stop other than ``start``; ``gauges`` 0 stands for any."""
        face = self.faces[n]
        for link in face.by_edge[end] if end < 6 else face.by_node[end - 6]:
            if gauges and not gauges & FITS[link.gauge]:
                continue
            to = link.to
            if to >= 6:
                if (n, to - 6) != start:
                    return True
                continue
            side = n * 6 + to
            far = self.ground.across[side]
            if far < 0:
                continue
            bit = self.ground.bits[side]
            if not mask & bit and self.finds_stop(far // 6, far % 6, 1 << link.gauge_out, mask | bit, start):
                return True
        return False
