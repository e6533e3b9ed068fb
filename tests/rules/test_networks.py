"""Connectivity: what a corporation's track reaches, against a brute force that walks every simple run.

``board.Reach`` claims to be exact though it floods the map once. The brute force below shares no code with it: it reads
the tiles' paths, turns them itself and enumerates all runs from the corporation's tokens on small maps of real tiles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from open18xx import load_title
from open18xx.board.board import Board
from open18xx.board.catalogue import catalogue
from open18xx.board.ground import Ground
from open18xx.board.hexes import neighbour
from open18xx.board.notation import parse_track
from open18xx.title.model import UNLIMITED, Border, Hex, Map, Tile, TileSupply, Title

from .positions import arranged, found, listed, new, tile, turn

FITS = {"broad": {"broad", "dual"}, "narrow": {"narrow", "dual"}, "dual": {"broad", "narrow", "dual"}}
HEXES = ("A2", "A4", "B1", "B3", "B5", "C2", "C4")  # one hex and its six neighbours, pointy
OWN, FOREIGN = "OWN", "FOREIGN"


class TooManyRuns(Exception):
    pass


class Runs:
    """Everything that simple runs from the tokens of ``OWN`` come to; tiles as (tile, rotation) by hex."""

    def __init__(self, title: Title, lies: Lies, tokens: Tokens):
        self.layout, self.lies, self.tokens = title.map, lies, tokens
        self.nodes: set[tuple[str, int]] = set()
        self.entries: set[tuple[str, int, str]] = set()  # hex, edge, gauge of the track that comes in over it
        self.paths: set[tuple[str, int]] = set()
        self.edges: set[tuple[str, int]] = set()  # edges at which the track arrives, from either side
        self.has_run = False
        self.steps = 0
        self.closed = {
            frozenset(((hex.id, border.edge), self.other_side(hex.id, border.edge)))
            for hex in self.layout.hexes.values()
            for border in hex.borders
            if border.kind == "impassable"
        }
        for (hex, node), owners in tokens.items():
            if OWN in owners:
                self.nodes.add((hex, node))
                self.edges |= {(hex, edge) for edge in range(6)}
                self.go_on(hex, 6 + node, None, frozenset(), frozenset({(hex, node)}))

    def other_side(self, hex: str, edge: int) -> tuple[str, int]:
        there = neighbour(hex, edge, self.layout.orientation, self.layout.letters)
        return (there if there in self.layout.hexes else "", (edge + 3) % 6)

    def ways(self, hex: str, end: int) -> Iterator[tuple[str, int, str, tuple[int, ...], bool]]:
        """(gauge at this end, other end, gauge there, paths, terminal), a junction crossed in one go."""
        shown, rotation = self.lies[hex]
        turned = [
            (tuple((x + rotation) % 6 if 0 <= x < 6 else x for x in (path.a, path.b)), path) for path in shown.paths
        ]
        for index, ((a, b), path) in enumerate(turned):
            for near, far in ((a, b), (b, a)):
                if near != end:
                    continue
                if far != -1:
                    yield path.gauge, far, path.gauge, (index,), path.terminal
                    continue
                for other, ((c, d), second) in enumerate(turned):
                    if other != index and -1 in (c, d) and not (path.terminal or second.terminal):
                        if second.gauge in FITS[path.gauge]:
                            yield path.gauge, d if c == -1 else c, second.gauge, (index, other), False

    def blocked(self, hex: str, node: int) -> bool:
        if self.lies[hex][0].nodes[node].kind == "offboard":
            return True
        owners = self.tokens.get((hex, node))
        return owners is not None and bool(owners) and None not in owners and OWN not in owners

    def go_on(
        self, hex: str, end: int, gauge: str | None, crossed: frozenset[Any], visited: frozenset[tuple[str, int]]
    ) -> None:
        self.steps += 1
        if self.steps > 150_000:
            raise TooManyRuns
        for at, out, leaves, paths, terminal in self.ways(hex, end):
            if gauge is not None and at not in FITS[gauge]:
                continue
            self.paths |= {(hex, path) for path in paths}
            if out >= 6:
                city = (hex, out - 6)
                if city in visited:
                    continue
                self.has_run = True
                self.nodes.add(city)
                if not terminal and not self.blocked(*city):
                    self.go_on(hex, out, None, crossed, visited | {city})
                continue
            there, edge = self.other_side(hex, out)
            side = frozenset(((hex, out), (there, edge)))
            self.edges.add((hex, out))
            if not there or side in self.closed:
                continue
            self.edges.add((there, edge))
            if side in crossed:
                continue
            self.entries.add((there, edge, leaves))
            self.go_on(there, edge, leaves, crossed | {side}, visited)


Lies = dict[str, tuple[Tile, int]]
Tokens = dict[tuple[str, int], list[str | None]]

EXTRA = {  # real shapes the catalogue has few of: terminals, junctions, two gauges
    "T1": "city 30: 0! 3",
    "T2": "city 30 slots=2: 0! 2 4!",
    "T3": "town 10: 1! 4",
    "J1": "junction: 0 2 4",
    "J2": "junction: 0 1 3 4",
    "J3": "junction: 0/narrow 2 3/dual 5",
    "J4": "city 20: 0; junction: 2 4 n0",
    "G1": "0-3/narrow 1-4",
    "G2": "0-2/dual 3-5/narrow",
    "G3": "city 20 slots=1: 0/narrow 2 4/dual",
    "G4": "0-3/dual 0-2 0-4/narrow",
    "O1": "offboard 40: 0 1 2 3 4 5",
    "N1": "town 10: 0; town 10: 2; 0-4 n0-n1",
}


def extra_tiles() -> dict[str, Tile]:
    return {id: Tile(id, "green", *parse_track(text)) for id, text in EXTRA.items()}


PLAIN = load_title("1830")
POOL = {id: tile for id, tile in catalogue().items() if tile.paths and not tile.special}
GAUGED = {id: tile for id, tile in POOL.items() if {path.gauge for path in tile.paths} != {"broad"}}


def drawn(random: Random, *, gauges: bool) -> tuple[Title, Lies, Tokens]:
    """A map of seven hexes, each with a tile of the catalogue (or one of ours) lying some way, and tokens."""
    busy = [id for id, each in POOL.items() if 2 <= len(each.paths) <= 5]
    lies: Lies = {}
    ours = extra_tiles()
    for hex in HEXES:
        choice = random.random()
        if choice < 0.25:
            each = random.choice(list(ours.values()))
        elif gauges and choice < 0.5:
            each = random.choice(list(GAUGED.values()))
        else:
            each = POOL[random.choice(busy)]
        lies[hex] = (each, random.randrange(6))
    borders = {hex: (Border(random.randrange(6), "impassable"),) if random.random() < 0.1 else () for hex in HEXES}
    hexes = {hex: Hex(hex, Tile(hex, "white"), borders=borders[hex]) for hex in HEXES}
    tiles = {each.id: TileSupply(each, UNLIMITED) for each, _ in lies.values()}
    title = replace(PLAIN, map=Map("pointy", "rows", hexes, {}, {}), tiles=tiles)
    tokens: Tokens = {}
    cities = [(hex, k) for hex, (each, _) in lies.items() for k, n in enumerate(each.nodes) if n.kind == "city"]
    for hex, k in cities:
        slots = lies[hex][0].nodes[k].slots
        tokens[hex, k] = [random.choice((FOREIGN, FOREIGN, None)) for _ in range(slots)]
    for city in random.sample(cities, min(len(cities), random.choice((1, 1, 2)))):
        if tokens[city]:
            tokens[city][0] = OWN
    return title, lies, tokens


def board_of(title: Title, lies: Lies, tokens: Tokens) -> Board:
    ground = Ground(title)
    faces = tuple(ground.face(lies[hex][0].id, lies[hex][1]) for hex in ground.names)
    return Board(ground, faces, {(ground.number[hex], k): tuple(owners) for (hex, k), owners in tokens.items()})


def differences(title: Title, lies: Lies, tokens: Tokens) -> list[str]:
    runs = Runs(title, lies, tokens)
    board = board_of(title, lies, tokens)
    reach, names = board.reach(OWN), board.ground.names
    words = ("broad", "narrow", "dual")
    mine = {
        "nodes": {(names[n], k) for n, k in reach.nodes},
        "entries": {
            (names[side // 6], side % 6, words[bit])
            for side, bits in reach.entries.items()
            for bit in range(3)
            if bits >> bit & 1
        },
        "paths": {(names[n], path) for n, bits in reach.paths.items() for path in range(64) if bits >> path & 1},
        "edges": {(names[n], edge) for n, edges in reach.edges.items() for edge in edges},
        "has_run": board.has_run(OWN),
    }
    brute = {name: getattr(runs, name) for name in mine}
    return [f"{what}: reach {mine[what]} runs {brute[what]}" for what in brute if mine[what] != brute[what]]


# --------------------------------------------------------------------------- the reach is exact


@pytest.mark.parametrize("gauges", [False, True], ids=["one gauge", "two gauges"])
def test_a_network_is_all_that_simple_runs_from_a_token_come_to(gauges: bool) -> None:
    compared = 0
    for seed in range(160):
        position = drawn(Random(seed), gauges=gauges)
        try:
            found = differences(*position)
        except TooManyRuns:
            continue
        assert found == [], f"seed {seed}: {found}"
        compared += 1
    assert compared > 130


def laid(tokens: Tokens, **tracks: tuple[str, int]) -> tuple[Title, Lies, Tokens]:
    """A map of some of the seven hexes: track and rotation by hex."""
    lies = {
        hex: (Tile(f"x{n}", "green", *parse_track(text)), turn) for n, (hex, (text, turn)) in enumerate(tracks.items())
    }
    hexes = {hex: Hex(hex, Tile(hex, "white")) for hex in lies}
    tiles = {each.id: TileSupply(each, UNLIMITED) for each, _ in lies.values()}
    return replace(PLAIN, map=Map("pointy", "rows", hexes, {}, {}), tiles=tiles), lies, tokens


def reached(position: tuple[Title, Lies, Tokens]) -> set[str]:
    """The hexes of the stops that OWN's network contains."""
    assert differences(*position) == []
    board = board_of(*position)
    return {board.ground.names[n] for n, _ in board.reach(OWN).nodes}


def test_a_broad_line_does_not_go_on_along_narrow_track_beyond_a_junction() -> None:
    """R21: M on broad track, a junction that joins broad and narrow spurs, L only on the narrow one."""
    tokens: Tokens = {("B1", 0): [OWN], ("B5", 0): [None]}
    narrow = laid(tokens, B1=("city 20: 4", 0), B3=("junction: 1 4/narrow", 0), B5=("city 20: 1/narrow", 0))
    assert reached(narrow) == {"B1"}
    assert not board_of(*narrow).has_run(OWN)
    dual = laid(tokens, B1=("city 20: 4", 0), B3=("junction: 1 4/dual", 0), B5=("city 20: 1/narrow", 0))
    assert reached(dual) == {"B1", "B5"}


def test_a_run_goes_on_from_a_stop_only_where_it_came_over_track_that_is_not_terminal() -> None:
    """Route rule 9: of two ways into a town the terminal one ends there, the other leads on, in whatever order."""
    tokens: Tokens = {("B1", 0): [OWN], ("B5", 0): [None]}
    ends = laid(tokens, B1=("city 20: 4", 0), B3=("town 10: 1! 4", 0), B5=("city 20: 1", 0))
    assert reached(ends) == {"B1", "B3"}
    for order in ("town 10: 1! 2 4", "town 10: 2 1! 4"):
        both = laid(tokens, B1=("city 20: 3 4", 0), A2=("0-5", 0), B3=(order, 0), B5=("city 20: 1", 0))
        assert reached(both) == {"B1", "B3", "B5"}


def test_a_city_full_of_others_tokens_is_reached_and_not_passed() -> None:
    """Trap 25, R07: blocking stops the way on, not the arrival; a free slot or an own token opens it."""
    for owners, beyond in (
        ([FOREIGN], False),
        ([FOREIGN, FOREIGN], False),
        ([FOREIGN, None], True),
        ([FOREIGN, OWN], True),
    ):
        slots = len(owners)
        tokens: Tokens = {("B1", 0): [OWN], ("B3", 0): list(owners), ("B5", 0): [None]}
        line = laid(tokens, B1=("city 20: 4", 0), B3=(f"city 20 slots={slots}: 1 4", 0), B5=("city 20: 1", 0))
        assert reached(line) == {"B1", "B3"} | ({"B5"} if beyond else set())


def test_a_network_ends_at_an_impassable_border() -> None:
    title, lies, tokens = laid({("B1", 0): [OWN]}, B1=("city 20: 4", 0), B3=("town 10: 1", 0))
    closed = replace(title.map.hexes["B1"], borders=(Border(4, "impassable"),))
    title = replace(title, map=replace(title.map, hexes={**title.map.hexes, "B1": closed}))
    assert reached((title, lies, tokens)) == {"B1"}


# --------------------------------------------------------------------------- boards that come of one another


def walked(title: str, seed: int, steps: int) -> Iterator[tuple[Random, Board]]:
    """Boards of a real map as tiles are laid at random and tokens placed at random."""
    random = Random(seed)
    ground = Ground(load_title(title))
    board = Board.empty(ground)
    homes = [city for city in board.tokens if None in board.tokens[city]]
    for city, owner in zip(random.sample(homes, 6), (OWN, FOREIGN, OWN, FOREIGN, OWN, FOREIGN), strict=True):
        board = board.with_token(city, owner)
    near = [n for n in range(len(board.faces)) if ground.placements(n, board.faces[n])]
    for _ in range(steps):
        n = random.choice(near)
        choices = ground.placements(n, board.faces[n])
        if choices:
            placement = random.choice(choices)
            board.reach(OWN)
            board.has_run(OWN)
            board = board.with_face(n, placement.face, placement.nodes)
        if random.random() < 0.05:
            free = [city for city, slots in board.tokens.items() if None in slots]
            board = board.with_token(random.choice(free), FOREIGN)
        yield random, board


def same(board: Board) -> None:
    """What the board remembers is what a board without memory finds."""
    fresh = Board(board.ground, board.faces, board.tokens)
    mine, again = board.reach(OWN), fresh.reach(OWN)
    assert all(getattr(mine, name) == getattr(again, name) for name in ("nodes", "entries", "paths"))
    assert {n: edges for n, edges in mine.edges.items() if edges} == {n: e for n, e in again.edges.items() if e}
    assert board.has_run(OWN) == fresh.has_run(OWN)


@pytest.mark.parametrize("title", ["1830", "1889"])
def test_a_board_may_keep_its_answers_when_a_tile_or_token_changes_nothing_in_them(title: str) -> None:
    for _, board in walked(title, 5, 150):
        same(board)


@pytest.mark.parametrize("title", ["1830", "1889"])
def test_new_track_is_reached_beside_the_hex_exactly_when_it_is_reached_on_the_board_after_the_lay(title: str) -> None:
    """``joined`` looks only at the hex; with ``frees`` ruled out it must say the same as the whole board (U03)."""
    compared = 0
    for random, board in walked(title, 6, 150):
        n = random.choice(list(board.reach(OWN).edges))
        for placement in board.ground.placements(n, board.faces[n])[:12]:
            if board.frees(n, placement.face, placement.nodes):
                continue
            kept = board.ground.kept(board.faces[n], placement)
            after = board.with_face(n, placement.face, placement.nodes)
            new = sum(1 << path for path in range(len(placement.face.ends)) if path not in kept)
            beside = board.joined(n, placement.face, placement.nodes, OWN) & new
            assert bool(beside) == bool(after.reach(OWN).paths.get(n, 0) & new)
            compared += 1
    assert compared > 300


def test_two_stops_that_become_one_are_no_run_any_more() -> None:
    title, lies, tokens = laid({("B3", 0): [OWN], ("B3", 1): [None]}, B3=("city 20; city 20; n0-n1", 0))
    one = Tile("one", "brown", *parse_track("city 50 slots=2: 1 4"))
    title = replace(title, tiles={**title.tiles, "one": TileSupply(one, 1)})
    board = board_of(title, lies, tokens)
    assert board.has_run(OWN)
    assert not board.with_face(0, board.ground.face("one", 0), (0, 0)).has_run(OWN)


# --------------------------------------------------------------------------- three relations in play


def test_track_tokens_and_routes_each_ask_the_network_their_own_question() -> None:
    """Trap 25: track may be laid beyond nothing blocked; a full city takes no token; a route needs a second stop."""
    game = new("1830")
    with arranged(game) as tx:
        found(tx, "B&O", 100, ann=60, cash=500)
        found(tx, "NYC", 100, bob=60, cash=500)
        tx.close_private("BO")
        tile(tx, "H16", "57", 2)  # Lancaster, joined to nothing yet
        turn(tx, "B&O", "place-token")
    assert not game.table.board.has_run("B&O")
    assert listed(game, "place-token") == []
