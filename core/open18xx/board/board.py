"""What lies on the map: one face a hex and the tokens in its cities. A value: laying a tile makes another board.

A board keeps the answers to "what can this corporation reach"; every game and clone that holds the same board shares
them. It knows no money, no phases and no titles: it is handed the ground.
"""

from __future__ import annotations

from open18xx.board.ground import Face, Ground

Slots = tuple[str | None, ...]
City = tuple[int, int]  # hex number, node

ANY_GAUGE = 0b111
FITS = (0b101, 0b110, 0b111)
"""The gauges (broad, narrow, dual, as bits) that a path of each gauge joins at a hexside."""

SEARCH_LIMIT = 20_000
"""Steps of the exact search after which the quick answer stands (see ``Reach``); far beyond any real board."""


class Reach:
    """What a corporation's track reaches from its tokens, by legal runs: no hexside crossed, no node visited twice.

    ``edges[hex]`` are the edges of a hex at which its track arrives, from either side; a hex with a token of its own
    counts with all six. ``entries[side]`` are the gauges (bits) in which a run can come in over a side, ``maybe`` the
    sides for which that is not settled. ``nodes`` are the stops reached, ``paths[hex]`` the paths used, as bits.
    """

    __slots__ = ("edges", "entries", "maybe", "nodes", "paths", "runs")

    def __init__(self) -> None:
        self.edges: dict[int, set[int]] = {}
        self.entries: dict[int, int] = {}
        self.maybe: set[int] = set()
        self.nodes: set[City] = set()
        self.paths: dict[int, int] = {}
        self.runs: bool | None = None  # see Board.has_run


class Board:
    """``faces[n]`` lies on hex n; ``tokens`` holds the slots of every city, empty ones included."""

    __slots__ = ("_reach", "faces", "ground", "tokens")

    def __init__(self, ground: Ground, faces: tuple[Face, ...], tokens: dict[City, Slots]) -> None:
        self.ground = ground
        self.faces = faces
        self.tokens = tokens
        self._reach: dict[str, Reach] = {}

    @classmethod
    def empty(cls, ground: Ground) -> Board:
        """The map as printed, no token on it."""
        tokens: dict[City, Slots] = {}
        for n, face in enumerate(ground.printed):
            for node, what in enumerate(face.tile.nodes):
                if what.kind == "city":
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
            if what.kind == "city":
                present = tuple(moved.get(node, ()))
                tokens[n, node] = (present + (None,) * what.slots)[: max(what.slots, len(present))]
        faces = self.faces
        return Board(self.ground, (*faces[:n], face, *faces[n + 1 :]), tokens)

    def with_token(self, city: City, owner: str) -> Board:
        """The board with a token of ``owner`` in the first free slot of ``city``."""
        slots = self.tokens[city]
        free = slots.index(None)
        return Board(self.ground, self.faces, {**self.tokens, city: (*slots[:free], owner, *slots[free + 1 :])})

    def without_token(self, city: City, owner: str) -> Board:
        """The board with one token of ``owner`` taken from ``city``; its slot falls free."""
        slots = self.tokens[city]
        at = slots.index(owner)
        return Board(self.ground, self.faces, {**self.tokens, city: (*slots[:at], None, *slots[at + 1 :])})

    # ---- questions

    def cities_of(self, corporation: str) -> list[City]:
        return [city for city, slots in self.tokens.items() if corporation in slots]

    def has_token_in(self, n: int, corporation: str) -> bool:
        return any(corporation in self.tokens.get((n, node), ()) for node in range(self.faces[n].node_count))

    def blocks(self, n: int, node: int, corporation: str) -> bool:
        """Whether ``corporation`` may not run through the node: an offboard, or a city full of others' tokens."""
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

    def has_run(self, corporation: str) -> bool:
        """Whether a run of two different stops exists, one of them with a token of the corporation."""
        reach = self.reach(corporation)
        if reach.runs is None:
            walk = _Walk(self, corporation)
            reach.runs = any(walk.finds_stop(n, 6 + node, 0, 0, (n, node)) for n, node in self.cities_of(corporation))
        return reach.runs

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
        if what.kind != "city":
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

    First a plain flood that enters each side once and remembers the hexsides and nodes of the run that got there (as
    bits). A way that would use one of them twice is set aside. If nothing lies behind the ways set aside that is not
    reached anyhow, as nearly always, the flood is the answer; otherwise all runs are searched for what is in doubt.
    """

    def __init__(self, board: Board, corporation: str) -> None:
        self.board = board
        self.faces = board.faces
        self.ground = board.ground
        self.corporation = corporation
        self.result = Reach()
        self.aside: list[tuple[int, int, int]] = []  # hex, end, gauge bit
        self.passable: dict[City, bool] = {}
        self.node_shift = len(board.faces) * 6

    def may_pass(self, n: int, node: int) -> bool:
        known = self.passable.get((n, node))
        if known is None:
            known = self.passable[n, node] = not self.board.blocks(n, node, self.corporation)
        return known

    def reach(self) -> Reach:
        starts = self.board.cities_of(self.corporation)
        self.result.nodes.update(starts)
        shift = self.node_shift
        self.flood([(n, 6 + node, ANY_GAUGE, 1 << (shift + n * 8 + node)) for n, node in starts], self.result)
        if self.aside:
            self.settle(starts)
        for n, _ in starts:
            self.result.edges[n] = {0, 1, 2, 3, 4, 5}
        return self.result

    def flood(self, stack: list[tuple[int, int, int, int]], into: Reach) -> None:
        """Follow all ways from ``stack`` (hex, end, gauge bits, mask of what the run used) into ``into``."""
        faces, across, crossing = self.faces, self.ground.across, self.ground.crossing
        shift, one_gauge, aside = self.node_shift, not self.ground.gauges, self.aside
        nodes, edges, paths, entries = into.nodes, into.edges, into.paths, into.entries
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
                    bit = 1 << crossing[side]
                    gauge = 1 << link.gauge
                    known = entries.get(far, 0)
                    if known & gauge:
                        continue
                    if mask & bit:
                        aside.append((there, far % 6, gauge))
                    else:
                        entries[far] = known | gauge
                        stack.append((there, far % 6, gauge, mask | bit))
                else:
                    city = (n, to - 6)
                    if city in nodes:
                        continue
                    bit = 1 << (shift + n * 8 + to - 6)
                    if mask & bit:
                        aside.append((n, to, ANY_GAUGE))
                    else:
                        nodes.add(city)
                        if not link.terminal and self.may_pass(n, to - 6):
                            stack.append((n, to, ANY_GAUGE, mask | bit))
            paths[n] = used

    def settle(self, starts: list[City]) -> None:
        """Flood on from the ways set aside, minding no mask; search all runs if that reaches anything new."""
        sure = self.result
        wide = Reach()
        wide.nodes, wide.entries, wide.paths = set(sure.nodes), dict(sure.entries), dict(sure.paths)
        wide.edges = {n: set(edges) for n, edges in sure.edges.items()}
        aside, self.aside = self.aside, []
        stack = []
        for n, end, gauge in aside:
            if end < 6 and not wide.entries.get(n * 6 + end, 0) & gauge:
                wide.entries[n * 6 + end] = wide.entries.get(n * 6 + end, 0) | gauge
                stack.append((n, end, gauge, 0))
        self.flood(stack, wide)
        sure.maybe = {side for side, gauges in wide.entries.items() if gauges & ~sure.entries.get(side, 0)}
        if (wide.nodes, wide.paths) == (sure.nodes, sure.paths):
            return
        steps = SEARCH_LIMIT
        shift = self.node_shift
        runs = [(n, 6 + node, ANY_GAUGE, 1 << (shift + n * 8 + node)) for n, node in starts]
        while runs and steps:
            steps -= 1
            n, end, gauges, mask = runs.pop()
            face = self.faces[n]
            for link in face.by_edge[end] if end < 6 else face.by_node[end - 6]:
                if gauges & FITS[link.gauge]:
                    self.follow(n, link.to, link.gauge, link.paths, link.terminal, mask, runs)
            if (wide.nodes, wide.paths) == (sure.nodes, sure.paths):
                return

    def follow(
        self, n: int, to: int, gauge: int, paths: int, terminal: bool, mask: int, runs: list[tuple[int, int, int, int]]
    ) -> None:
        """One step of the search: note what the way reaches and push where it leads."""
        sure = self.result
        sure.paths[n] = sure.paths.get(n, 0) | paths
        sure.edges.setdefault(n, set())
        if to >= 6:
            bit = 1 << (self.node_shift + n * 8 + to - 6)
            if not mask & bit:
                sure.nodes.add((n, to - 6))
                if not terminal and self.may_pass(n, to - 6):
                    runs.append((n, to, ANY_GAUGE, mask | bit))
            return
        sure.edges[n].add(to)
        side = n * 6 + to
        far = self.ground.across[side]
        if far < 0:
            return
        sure.edges.setdefault(far // 6, set()).add(far % 6)
        bit = 1 << self.ground.crossing[side]
        if not mask & bit:
            sure.entries[far] = sure.entries.get(far, 0) | 1 << gauge
            sure.maybe.discard(far)
            runs.append((far // 6, far % 6, 1 << gauge, mask | bit))

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
            bit = 1 << self.ground.crossing[side]
            if not mask & bit and self.finds_stop(far // 6, far % 6, 1 << link.gauge, mask | bit, start):
                return True
        return False
