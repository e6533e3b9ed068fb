"""A one-line notation for track, as a designer writes it: ``city 40 slots=2: 0 1 3; 2-5``.

It is used for tiles and for what is printed on hexes. Statements are separated by ``;``::

    0-3  0-4            track between edges, or between an edge and a node: 2-n0
    city 20: 0 3        a node and the ends its track leads to
    junction: 0 2 4     track that meets where nobody stops (Lawson track)

A node statement is a kind (``city``, ``town``, ``halt``, ``offboard``), then in any order its value (``20``, or by
colour ``yellow=30 brown=60 diesel=100``; left out: 0), ``slots=2`` for tokens (left out: a city has 1, a town none),
``group=East`` (may be repeated), ``name=Ulm`` and ``hidden``; then ``:`` and its ends. Values with blanks are quoted:
``group='West Coast'``. Nodes are numbered in the order they are written, from ``n0``; a reference may look ahead.

An end is an edge ``0`` to ``5`` or a node ``n0``. After an end or a pair, ``!`` marks track that ends here (terminal)
and ``/narrow`` or ``/dual`` its gauge; a gauge that stands alone at the end holds for the whole statement:
``0-1 2-3 /narrow``.

Track keeps the order in which it is written; of the two ends of a path an edge comes before a node.
The notation knows nothing of colours of tiles, labels or costs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from typing import Literal, NamedTuple

from open18xx.title.model import COLORS, Node, Path

Kind = Literal["city", "town", "halt", "offboard"]
Gauge = Literal["broad", "narrow", "dual"]

MOST_MONEY = 1_000_000
MOST_SLOTS = 20
JUNCTION = -1
"""The end of a path that leads to the junction of its tile."""

FIRST_NODE = 6
"""Ends from here on are nodes: ``FIRST_NODE + n`` is node n."""

KINDS: dict[str, Kind] = {"city": "city", "town": "town", "halt": "halt", "offboard": "offboard"}
GAUGES: dict[str, Gauge] = {"broad": "broad", "narrow": "narrow", "dual": "dual"}
REVENUE_COLORS = (*COLORS, "diesel")

_WORD = re.compile(r"""\s*(?:(?P<mark>[;:])|(?P<word>(?:[^\s;:'"]|'[^']*'|"[^"]*")+)|(?P<odd>\S))""")
_TRACK = re.compile(r"(?P<a>\w+)(?:-(?P<b>\w+))?(?P<terminal>!)?(?:/(?P<gauge>\w*))?")
_BARE = re.compile(r"""[^\s;:'"]+""")


class NotationError(ValueError):
    """A text that is no track. ``column`` counts from 1; ``message`` says what stands there and what is wanted."""

    def __init__(self, column: int, message: str) -> None:
        super().__init__(f"column {column}: {message}")
        self.column = column
        self.message = message


@lru_cache(maxsize=1024)
def parse_track(text: str) -> tuple[tuple[Node, ...], tuple[Path, ...]]:
    """The nodes and paths that ``text`` describes; raises NotationError at the first fault.

    >>> nodes, paths = parse_track("city 20: 0 3")
    >>> nodes[0].kind, nodes[0].slots, [(path.a, path.b) for path in paths]
    ('city', 1, [(0, 6), (3, 6)])
    """
    drawing = _Drawing()
    for statement in _statements(text):
        drawing.add(statement)
    return tuple(drawing.nodes), drawing.checked_paths()


def format_track(nodes: Sequence[Node], paths: Iterable[Path]) -> str:
    """The shortest usual text for this track; ``parse_track`` reads it back in the same order.

    The paths of a junction are written together, and an edge before a node.
    """
    todo = [_edge_first(path) for path in paths]
    statements: list[str] = []
    pairs: list[Path] = []
    declared = 0

    def flush() -> None:
        if pairs:
            statements.append(_joined("", pairs, [f"{_end_text(path.a)}-{_end_text(path.b)}" for path in pairs]))
            pairs.clear()

    def declare(run: list[Path]) -> None:
        nonlocal declared
        statements.append(_joined(_node_text(nodes[declared]), run, [_end_text(path.a) for path in run]))
        declared += 1

    while todo:
        center = todo[0].b
        if center == JUNCTION:
            run = [path for path in todo if path.b == JUNCTION]
            todo = [path for path in todo if path.b != JUNCTION]
            flush()
            statements.append(_joined("junction", run, [_end_text(path.a) for path in run]))
        elif center >= FIRST_NODE + declared:
            run = _leading_run(todo, center)
            del todo[: len(run)]
            flush()
            while FIRST_NODE + declared < center:
                declare([])
            declare(run)
        else:
            pairs.append(todo.pop(0))
    flush()
    while declared < len(nodes):
        declare([])
    return "; ".join(statements)


# --------------------------------------------------------------------------- reading


class _Token(NamedTuple):
    column: int
    text: str


@dataclass(slots=True)
class _Track:
    """A path as read, with the place to blame for it."""

    column: int
    a: int
    b: int | None
    gauge: Gauge | None
    terminal: bool


@dataclass(slots=True)
class _Drawing:
    """The nodes and tracks read so far."""

    nodes: list[Node] = field(default_factory=list)
    tracks: list[_Track] = field(default_factory=list)
    junction_seen: bool = False

    def add(self, statement: list[_Token]) -> None:
        head, *rest = statement
        if head.text == ":":
            raise NotationError(head.column, "':' without a node before it; wanted a statement such as 'city 20: 0 3'")
        if head.text[0].isdigit() or "-" in head.text or re.match(r"n\d", head.text):
            self._add_pairs(statement)
        elif head.text == "junction":
            self._add_junction(head, rest)
        elif head.text in KINDS:
            self._add_node(head, rest)
        else:
            wanted = [*KINDS, "junction"]
            raise NotationError(head.column, _unknown("kind of node", head.text, wanted, "or track such as 0-3"))

    def _add_pairs(self, statement: list[_Token]) -> None:
        for track in _read_tracks(statement):
            if track.b is None:
                raise NotationError(track.column, "a single end; wanted a pair as in '0-3', or a node: 'city 20: 0 3'")
            self.tracks.append(track)

    def _add_junction(self, head: _Token, rest: list[_Token]) -> None:
        if self.junction_seen:
            raise NotationError(head.column, "a second junction; a tile has one: write all its ends in one statement")
        self.junction_seen = True
        words, ends = _halves(rest)
        if words:
            raise NotationError(words[0].column, f"'{words[0].text}' after 'junction'; wanted ':' and its ends")
        if not ends:
            raise NotationError(head.column, "a junction without ends; wanted some, as in 'junction: 0 2 4'")
        self._connect(ends, JUNCTION)

    def _add_node(self, head: _Token, rest: list[_Token]) -> None:
        words, ends = _halves(rest)
        self.nodes.append(_read_node(KINDS[head.text], words))
        self._connect(ends, FIRST_NODE + len(self.nodes) - 1)

    def _connect(self, ends: list[_Token], center: int) -> None:
        for track in _read_tracks(ends):
            if track.b is not None:
                raise NotationError(track.column, "a pair; wanted single ends here, and the pair after a ';'")
            track.b = center
            self.tracks.append(track)

    def checked_paths(self) -> tuple[Path, ...]:
        seen: set[frozenset[int]] = set()
        paths = []
        for track in self.tracks:
            assert track.b is not None
            for end in (track.a, track.b):
                if end >= FIRST_NODE + len(self.nodes):
                    raise NotationError(track.column, f"node n{end - FIRST_NODE} is not there; {self._known_nodes()}")
            if track.a == track.b:
                raise NotationError(track.column, f"track from {_end_text(track.a)} to itself; wanted two ends")
            ends = frozenset((track.a, track.b))
            if ends in seen:
                between = f"{_end_text(track.a)} and {_end_text(track.b)}"
                raise NotationError(
                    track.column, f"track between {between} stands here twice; wanted once ('/dual' for both gauges)"
                )
            seen.add(ends)
            paths.append(_edge_first(Path(track.a, track.b, track.gauge or "broad", track.terminal)))
        return tuple(paths)

    def _known_nodes(self) -> str:
        match len(self.nodes):
            case 0:
                return "there is no node here"
            case 1:
                return "the only node is n0"
            case count:
                return f"the nodes are n0 to n{count - 1}"


def _statements(text: str) -> Iterator[list[_Token]]:
    """The statements of the text as lists of words and ``:``; none is empty."""
    if not text.strip():
        return
    statement: list[_Token] = []
    for found in _WORD.finditer(text):
        kind = found.lastgroup or ""
        token = _Token(found.start(kind) + 1, found[kind])
        if kind == "odd":
            raise NotationError(token.column, f"{token.text} opens a quotation that does not end")
        if token.text != ";":
            statement.append(token)
            continue
        if not statement:
            raise NotationError(token.column, "';' without a statement before it")
        yield statement
        statement = []
    if not statement:
        raise NotationError(len(text.rstrip()), "';' without a statement after it")
    yield statement


def _halves(tokens: list[_Token]) -> tuple[list[_Token], list[_Token]]:
    """The words before and after the colon."""
    colon = next((index for index, token in enumerate(tokens) if token.text == ":"), None)
    if colon is None:
        return tokens, []
    if colon == len(tokens) - 1:
        raise NotationError(tokens[colon].column, "':' without ends after it; leave it out when there is no track")
    return tokens[:colon], tokens[colon + 1 :]


def _read_node(kind: Kind, words: list[_Token]) -> Node:
    revenue: dict[str, int] = {}
    slots: int | None = None
    groups: list[str] = []
    name = ""
    hidden = False
    for column, text in words:
        key, equals, value = text.partition("=")
        if key == "group" and equals:
            groups.append(_unquoted(column, key, value))
        elif key == "name" and equals:
            name = _unquoted(column, key, value)
        elif key == "hidden" and not equals:
            hidden = True
        elif key == "slots" and equals:
            if kind not in ("city", "town"):
                raise NotationError(column, f"slots of a {kind}; only cities and towns have slots")
            if slots is not None:
                raise NotationError(column, "slots stand here twice")
            slots = _number(column, "slots", value)
        elif text.isdigit() or (equals and key in REVENUE_COLORS):
            color = key if equals else "white"
            if color in revenue:
                raise NotationError(column, f"a second value '{text}'; wanted one, or ':' before the ends")
            if revenue and not equals:
                raise NotationError(column, "a plain value beside values by colour; wanted the one or the other")
            revenue[color] = _number(column, f"the value of the {kind}", value if equals else text)
        elif equals:
            raise NotationError(column, _unknown("entry", key, ["slots", "group", "name", *REVENUE_COLORS]))
        elif re.fullmatch(r"n\d+|[\d,!-]+", text):
            raise NotationError(column, f"'{text}' among the words of a {kind}; wanted ':' before its ends")
        else:
            raise NotationError(column, _unknown("word", text, ["hidden"], "a value, or an entry such as slots=2"))
    return Node(
        kind=kind,
        revenue=tuple(revenue.items()) or (("white", 0),),
        slots=slots if slots is not None else int(kind == "city"),
        groups=tuple(groups),
        hidden=hidden,
        name=name,
    )


def _read_tracks(tokens: list[_Token]) -> list[_Track]:
    """Ends and pairs; a gauge that stands alone at the end is given to those without their own."""
    common: Gauge = "broad"
    if tokens[-1:] and tokens[-1].text.startswith("/"):
        common = _gauge(tokens[-1].column + 1, tokens[-1].text[1:])
        if len(tokens) == 1:
            raise NotationError(tokens[0].column, "a gauge without ends before it")
        tokens = tokens[:-1]
    tracks = [_read_track(token) for token in tokens]
    for track in tracks:
        track.gauge = track.gauge or common
    return tracks


def _read_track(token: _Token) -> _Track:
    found = _TRACK.fullmatch(token.text)
    if found is None:
        raise NotationError(token.column, f"'{token.text}' is no track; wanted '0-3', or ends apart as in '0 3'")
    a = _end(token.column, found["a"])
    b = None if found["b"] is None else _end(token.column + found.start("b"), found["b"])
    gauge = None if found["gauge"] is None else _gauge(token.column + found.start("gauge"), found["gauge"])
    return _Track(token.column, a, b, gauge, terminal=found["terminal"] is not None)


def _end(column: int, text: str) -> int:
    if text in ("0", "1", "2", "3", "4", "5"):
        return int(text)
    if re.fullmatch(r"n\d{1,3}", text):
        return FIRST_NODE + int(text[1:])
    if text.isdigit():
        raise NotationError(column, f"edge {text}; a hex has the edges 0 to 5")
    raise NotationError(column, f"'{text}' is no end; wanted an edge 0 to 5 or a node such as n0")


def _gauge(column: int, text: str) -> Gauge:
    if text not in GAUGES:
        raise NotationError(column, _unknown("gauge", text, list(GAUGES)))
    return GAUGES[text]


def _number(column: int, what: str, text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise NotationError(column, f"'{text}' as {what}; wanted a whole number")
    most = MOST_SLOTS if what == "slots" else MOST_MONEY
    if len(text) > len(str(most)) or int(text) > most:
        shown = text if len(text) < 12 else f"{text[:9]}..."
        raise NotationError(column, f"{shown} as {what}; wanted at most {most}")
    return int(text)


def _unquoted(column: int, key: str, value: str) -> str:
    text = value[1:-1] if len(value) > 1 and value[0] in "'\"" and value[0] == value[-1] else value
    if not text or (text == value and not _BARE.fullmatch(text)):
        raise NotationError(column, f"'{value}' as {key}; wanted one word, or several in quotes: {key}='West Coast'")
    return text


def _unknown(what: str, text: str, wanted: list[str], also: str = "") -> str:
    close = get_close_matches(text, wanted, 1)
    if close:
        return f"unknown {what} '{text}'; did you mean '{close[0]}'?"
    return f"unknown {what} '{text}'; wanted {', '.join([*wanted, also] if also else wanted)}"


# --------------------------------------------------------------------------- writing


def _edge_first(path: Path) -> Path:
    """The same path; the junction, or a node that an edge is joined to, is the second end."""
    if path.a == JUNCTION or (path.a >= FIRST_NODE and 0 <= path.b < FIRST_NODE):
        return Path(path.b, path.a, path.gauge, path.terminal)
    return path


def _leading_run(paths: list[Path], center: int) -> list[Path]:
    length = next((index for index, path in enumerate(paths) if path.b != center), len(paths))
    return paths[:length]


def _end_text(end: int) -> str:
    if end == JUNCTION:
        return "the junction"  # in messages only: a junction is never written as an end
    return str(end) if end < FIRST_NODE else f"n{end - FIRST_NODE}"


def _joined(head: str, paths: list[Path], ends: list[str]) -> str:
    """A statement: its head, and the ends with their marks."""
    if not paths:
        return head
    gauges = {path.gauge for path in paths}
    common = paths[0].gauge if len(paths) > 1 and len(gauges) == 1 else "broad"
    words = [
        end + ("!" if path.terminal else "") + (f"/{path.gauge}" if path.gauge != common else "")
        for path, end in zip(paths, ends, strict=True)
    ]
    if common != "broad":
        words.append(f"/{common}")
    return (f"{head}: " if head else "") + " ".join(words)


def _node_text(node: Node) -> str:
    words: list[str] = [node.kind]
    if len(node.revenue) == 1 and node.revenue[0][0] == "white":
        words += [str(value) for _, value in node.revenue if value]
    else:
        words += [f"{color}={value}" for color, value in node.revenue]
    if node.slots != int(node.kind == "city"):
        words.append(f"slots={node.slots}")
    words += [f"group={_quoted(group)}" for group in node.groups]
    if node.name:
        words.append(f"name={_quoted(node.name)}")
    if node.hidden:
        words.append("hidden")
    return " ".join(words)


def _quoted(text: str) -> str:
    if _BARE.fullmatch(text):
        return text
    return f'"{text}"' if "'" in text else f"'{text}'"
