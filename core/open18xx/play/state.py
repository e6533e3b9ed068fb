"""All that changes while a title is played: about sixty flat slots, changed by events and by nothing else.

Tables are shared with a clone until one side writes to them. The rules, the log and the caches live elsewhere. Nothing
here asks whether an event is allowed: that is settled before it is recorded.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any, NamedTuple

from open18xx.board.board import Board
from open18xx.play import events as e

BANK, POOL, IPO, DEPOT, GONE, CLOSED, NOBODY = "bank", "pool", "ipo", "depot", "gone", "closed", ""
RESERVED_NAMES = frozenset({BANK, POOL, IPO, DEPOT, GONE, CLOSED, NOBODY})
"""Words that stand for places; nobody may be called so."""

Cell = tuple[int, int]


class Demand(NamedTuple):
    """A decision that interrupts the round."""

    step: str
    actor: str
    subject: str


class State:
    """One position. ``copy`` costs about 2 µs whatever the length of the game; ``==`` and ``hash`` see everything."""

    __slots__ = (  # noqa: RUF023 - in the order of the annotations below
        # tables, copied on first write
        "cash", "paper", "holder", "holding", "par", "cell", "stacks", "president", "privates", "used", "trains",
        "supply", "tokens_left", "tokens_gone", "homes", "bids", "falls", "arrivals", "roles", "piles", "slices",
        # values
        "board", "floated", "operated", "closed", "phase", "begun_types", "obsolete", "seats", "priority", "round",
        "number", "part", "parts", "actor", "queue", "step", "pending", "passed", "pass_order", "last_actor",
        "auctioned", "sold_in_round", "acted", "bought", "sold", "last_was_sale", "traded", "lays", "tokens_placed",
        "ran", "run_routes", "revenue", "paid", "helped", "from_bank", "barred", "deck", "revealed", "reserved",
        "starts", "acted_for", "used_trains", "ending", "ended", "rng",
        "_mine",
    )  # fmt: skip

    cash: dict[str, int]  # bank, players, actors, corporations
    paper: dict[str, tuple[str, ...]]  # owner -> certificates, in order of acquisition
    holder: dict[str, str]  # certificate -> owner; follows from paper
    holding: dict[tuple[str, str], int]  # (owner, corporation) -> percent; follows from paper
    par: dict[str, int]  # started corporations
    cell: dict[str, Cell]
    stacks: dict[Cell, tuple[str, ...]]  # order of arrival in each cell
    president: dict[str, str]
    privates: dict[str, str]  # owner, "" while unsold, "closed"
    used: dict[tuple[str, int], int]  # (private, ability) -> times used
    trains: dict[str, tuple[str, ...]]  # depot, pool, gone, corporations
    supply: dict[str, int]  # tiles left
    tokens_left: dict[str, tuple[int, ...]]
    tokens_gone: dict[str, int]  # tokens out of the game
    homes: dict[str, tuple[int, int | None]]  # homes still waiting for their token: (hex number, node)
    bids: dict[str, tuple[tuple[str, int], ...]]
    falls: dict[str, int]
    arrivals: dict[str, tuple[str, ...]]  # holders in the order in which each came to what it holds of a corporation
    roles: dict[str, str]  # role -> the corporation drawn for it
    piles: dict[str, tuple[str, ...]]  # player -> the lots that are his to offer
    slices: dict[str, dict[str, Any]]
    board: Board
    floated: tuple[str, ...]
    operated: tuple[str, ...]
    closed: tuple[str, ...]  # corporations out of the game
    phase: int
    obsolete: tuple[str, ...]  # trains that run once more and go
    begun_types: tuple[str, ...]  # train types of which one has been bought
    seats: tuple[str, ...]
    priority: str
    round: str
    number: int
    part: int
    parts: int
    actor: str
    queue: tuple[str, ...]
    step: int
    pending: tuple[Demand, ...]
    passed: tuple[str, ...]
    pass_order: tuple[str, ...]  # players in the order of their standing passes
    last_actor: str
    auctioned: str
    sold_in_round: tuple[tuple[str, str], ...]
    acted: bool
    bought: tuple[str, ...]  # corporations bought this turn; "" stands for a purchase that ends buying
    sold: tuple[str, ...]  # corporations sold this turn, one entry a share
    last_was_sale: bool
    traded: tuple[tuple[str, str], ...]  # this turn: ("issue", corporation) and the like, ("not-sold", deal)
    lays: tuple[str, ...]  # "lay" or "upgrade", this turn
    tokens_placed: int
    ran: bool
    run_routes: tuple[tuple[str, tuple[str, ...]], ...]
    revenue: int
    paid: bool
    helped: tuple[tuple[str, str], ...]  # (seller, corporation) sold to help buy a train, one entry a share
    from_bank: int  # trains bought from the bank, this turn
    barred: tuple[str, ...]  # sides, "K12/4", that no route crosses in this operating round
    deck: tuple[str, ...]  # the event card of each era, drawn before the game and hidden until it is revealed
    revealed: tuple[tuple[str, int], ...]  # (card, number of the set of operating rounds)
    reserved: tuple[str, ...]  # certificates kept for exchanges
    starts: tuple[str, ...]  # where corporations start in tranches: in the order in which they did
    acted_for: tuple[str, ...]  # actors for whom something was bought in this stock round
    used_trains: tuple[str, ...]  # trains with which a dividend was settled, of types where that matters
    ending: tuple[str, str, int, int]  # reason, timing, number and part when it was triggered; reason "" = none
    ended: str
    rng: tuple[int, ...]
    _mine: int  # tables that are this state's alone, as bits

    def copy(self) -> State:
        """A state equal to this one that can be changed apart from it. Written out: a loop takes six times as long."""
        new = State.__new__(State)
        new.cash = self.cash
        new.paper = self.paper
        new.holder = self.holder
        new.holding = self.holding
        new.par = self.par
        new.cell = self.cell
        new.stacks = self.stacks
        new.president = self.president
        new.privates = self.privates
        new.used = self.used
        new.trains = self.trains
        new.supply = self.supply
        new.tokens_left = self.tokens_left
        new.tokens_gone = self.tokens_gone
        new.homes = self.homes
        new.bids = self.bids
        new.falls = self.falls
        new.arrivals = self.arrivals
        new.roles = self.roles
        new.piles = self.piles
        new.slices = self.slices
        new.board = self.board
        new.floated = self.floated
        new.operated = self.operated
        new.closed = self.closed
        new.phase = self.phase
        new.begun_types = self.begun_types
        new.obsolete = self.obsolete
        new.seats = self.seats
        new.priority = self.priority
        new.round = self.round
        new.number = self.number
        new.part = self.part
        new.parts = self.parts
        new.actor = self.actor
        new.queue = self.queue
        new.step = self.step
        new.pending = self.pending
        new.passed = self.passed
        new.pass_order = self.pass_order
        new.last_actor = self.last_actor
        new.auctioned = self.auctioned
        new.sold_in_round = self.sold_in_round
        new.acted = self.acted
        new.bought = self.bought
        new.sold = self.sold
        new.last_was_sale = self.last_was_sale
        new.traded = self.traded
        new.lays = self.lays
        new.tokens_placed = self.tokens_placed
        new.ran = self.ran
        new.run_routes = self.run_routes
        new.revenue = self.revenue
        new.paid = self.paid
        new.helped = self.helped
        new.from_bank = self.from_bank
        new.barred = self.barred
        new.deck = self.deck
        new.revealed = self.revealed
        new.reserved = self.reserved
        new.starts = self.starts
        new.acted_for = self.acted_for
        new.used_trains = self.used_trains
        new.ending = self.ending
        new.ended = self.ended
        new.rng = self.rng
        new._mine = self._mine = 0
        return new

    def table(self, name: str) -> dict[Any, Any]:
        """The table ``name``, safe to write to."""
        found: dict[Any, Any] = getattr(self, name)
        bit = _BITS[name]
        if not self._mine & bit:
            found = dict(found)
            setattr(self, name, found)
            self._mine |= bit
        return found

    def apply(self, event: e.Event) -> None:
        APPLY[type(event)](self, event)

    # ---- comparing

    def canonical(self) -> dict[str, Any]:
        """Everything that can change future play, as plain JSON data; what follows from it is left out."""
        record: dict[str, Any] = {}
        for name in SLOTS:
            if name in FOLLOWS:
                continue
            value = getattr(self, name)
            if isinstance(value, Board):
                record["tiles"] = [
                    [value.ground.names[n], face.tile.id, face.rotation]
                    for n, face in enumerate(value.faces)
                    if face is not value.ground.printed[n]
                ]
                names = value.ground.names
                record["tokens"] = sorted(
                    [names[n], node, list(slots)] for (n, node), slots in value.tokens.items() if any(slots)
                )
            elif isinstance(value, dict):
                record[name] = sorted([_plain(key), _plain(item)] for key, item in value.items() if item or item == 0)
            else:
                record[name] = _plain(value)
        return record

    def hash(self) -> str:
        """SHA-256 over ``canonical``: the same on every platform for the same seed and actions (about 0.3 ms)."""
        text = json.dumps(self.canonical(), separators=(",", ":"), sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.canonical() == other.canonical()

    __hash__ = None  # type: ignore[assignment]


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    return value


SLOTS = tuple(name for name in State.__slots__ if name != "_mine")
_BITS = {name: 1 << place for place, name in enumerate(SLOTS)}
FOLLOWS = frozenset({"holder", "holding"})


# --------------------------------------------------------------------------- what each event changes


def _money_paid(s: State, event: e.MoneyPaid) -> None:
    cash = s.table("cash")
    cash[event.payer] -= event.amount
    cash[event.payee] += event.amount


def _certificate_moved(s: State, event: e.CertificateMoved) -> None:
    id, source, target = event.certificate, event.source, event.target
    paper = s.table("paper")
    paper[source] = tuple(other for other in paper[source] if other != id)
    paper[target] = (*paper[target], id)
    s.table("holder")[id] = target
    corporation, percent = event.corporation, event.percent
    holding = s.table("holding")
    holding[source, corporation] -= percent
    holding[target, corporation] = holding.get((target, corporation), 0) + percent
    if id in s.reserved:
        s.reserved = tuple(other for other in s.reserved if other != id)
    if corporation in s.arrivals:
        for owner in (source, target):
            _arrive(s, corporation, owner)


def _arrive(s: State, corporation: str, owner: str) -> None:
    """What the owner holds has changed: among the players and actors who hold some it was the last to come to it."""
    others = tuple(other for other in s.arrivals[corporation] if other != owner)
    holds = owner in s.cash and owner not in s.trains and s.holding[owner, corporation] > 0  # no market, no corporation
    s.table("arrivals")[corporation] = (*others, owner) if holds else others


def _put_marker(s: State, corporation: str, cell: Cell) -> None:
    stacks = s.table("stacks")
    stacks[cell] = (*stacks.get(cell, ()), corporation)
    s.table("cell")[corporation] = cell


def _corporation_started(s: State, event: e.CorporationStarted) -> None:
    s.table("par")[event.corporation] = event.par
    _put_marker(s, event.corporation, event.cell)


def _take_marker(s: State, corporation: str) -> None:
    old = s.cell[corporation]
    stacks = s.table("stacks")
    stacks[old] = tuple(other for other in stacks[old] if other != corporation)


def _price_moved(s: State, event: e.PriceMoved) -> None:
    _take_marker(s, event.corporation)
    _put_marker(s, event.corporation, event.cell)


def _president_changed(s: State, event: e.PresidentChanged) -> None:
    s.table("president")[event.corporation] = event.president


def _holders_kept(s: State, event: e.HoldersKept) -> None:
    s.table("arrivals")[event.corporation] = event.players


def _corporation_floated(s: State, event: e.CorporationFloated) -> None:
    s.floated = (*s.floated, event.corporation)


def _corporation_closed(s: State, event: e.CorporationClosed) -> None:
    corporation = event.corporation
    if corporation in s.cell:
        _take_marker(s, corporation)
    for name in ("par", "cell", "president", "homes", "tokens_gone"):
        s.table(name).pop(corporation, None)
    s.table("tokens_left")[corporation] = ()
    s.floated = tuple(other for other in s.floated if other != corporation)
    s.queue = tuple(other for other in s.queue if other != corporation)
    s.closed = (*s.closed, corporation)


def _corporation_split(s: State, event: e.CorporationSplit) -> None:
    """A fact that the log tells; what changed has been told by events of its own."""


def _private_moved(s: State, event: e.PrivateMoved) -> None:
    s.table("privates")[event.private] = event.owner
    for player, pile in s.piles.items():
        if event.private in pile:
            s.table("piles")[player] = tuple(other for other in pile if other != event.private)
            return


def _ability_used(s: State, event: e.AbilityUsed) -> None:
    key = (event.private, event.ability)
    used = s.table("used")
    used[key] = used.get(key, 0) + 1


def _bid_placed(s: State, event: e.BidPlaced) -> None:
    standing = tuple(bid for bid in s.bids.get(event.private, ()) if bid[0] != event.player)
    s.table("bids")[event.private] = (*standing, (event.player, event.price))


def _bid_withdrawn(s: State, event: e.BidWithdrawn) -> None:
    s.table("bids")[event.private] = tuple(bid for bid in s.bids[event.private] if bid[0] != event.player)


def _lot_offered(s: State, event: e.LotOffered) -> None:
    s.auctioned = event.private
    s.passed = ()


def _lot_price_fell(s: State, event: e.LotPriceFell) -> None:
    falls = s.table("falls")
    falls[event.private] = falls.get(event.private, 0) + event.amount


def _tile_laid(s: State, event: e.TileLaid) -> None:
    ground = s.board.ground
    n = ground.number[event.hex]
    old = s.board.faces[n]
    supply = s.table("supply")
    if old is not ground.printed[n]:
        supply[old.tile.id] += 1
    supply[event.tile] -= 1
    waiting = {corporation: home for corporation, home in s.homes.items() if home[0] == n and home[1] is not None}
    for corporation, (_, node) in waiting.items():
        s.table("homes")[corporation] = (n, event.nodes[node or 0])
    s.board = s.board.with_face(n, ground.face(event.tile, event.rotation), event.nodes)


def _token_placed(s: State, event: e.TokenPlaced) -> None:
    left = s.table("tokens_left")
    left[event.corporation] = tuple(token for token in left[event.corporation] if token != event.token)
    s.table("homes").pop(event.corporation, None)
    s.board = s.board.with_token((s.board.ground.number[event.hex], event.city), event.corporation)


def _token_taken_back(s: State, event: e.TokenTakenBack) -> None:
    left = s.table("tokens_left")
    left[event.corporation] = tuple(sorted((*left[event.corporation], event.token)))
    s.board = s.board.without_token((s.board.ground.number[event.hex], event.city), event.corporation)


def _token_replaced(s: State, event: e.TokenReplaced) -> None:
    left = s.table("tokens_left")
    left[event.new] = tuple(token for token in left[event.new] if token != event.token)
    s.table("homes").pop(event.new, None)
    gone = s.table("tokens_gone")
    gone[event.old] = gone.get(event.old, 0) + 1
    s.board = s.board.with_token_replaced((s.board.ground.number[event.hex], event.city), event.old, event.new)


def _edge_barred(s: State, event: e.EdgeBarred) -> None:
    s.barred = (*s.barred, event.side)


def _train_moved(s: State, event: e.TrainMoved) -> None:
    trains = s.table("trains")
    trains[event.source] = tuple(train for train in trains[event.source] if train != event.train)
    trains[event.target] = (*trains[event.target], event.train)


def _train_printed(s: State, event: e.TrainPrinted) -> None:
    trains = s.table("trains")
    trains[DEPOT] = (*trains[DEPOT], event.train)


def _phase_began(s: State, event: e.PhaseBegan) -> None:
    s.phase = event.phase


def _card_revealed(s: State, event: e.CardRevealed) -> None:
    s.revealed = (*s.revealed, (event.card, event.number))


def _routes_run(s: State, event: e.RoutesRun) -> None:
    s.ran = True
    s.run_routes = event.routes
    s.revenue = event.revenue


def _round_began(s: State, event: e.RoundBegan) -> None:
    s.round, s.number, s.part, s.parts = event.round, event.number, event.part, event.parts
    s.sold_in_round = s.acted_for = ()
    s.passed = s.pass_order = ()
    s.last_actor = NOBODY
    s.barred = ()


def _turn_began(s: State, event: e.TurnBegan) -> None:
    s.actor, s.queue, s.step = event.actor, event.queue, 0
    s.acted = s.last_was_sale = s.ran = s.paid = False
    s.bought = s.sold = s.helped = s.traded = ()
    s.lays = ()
    s.run_routes = ()
    s.tokens_placed = s.revenue = s.from_bank = 0


def _passed(s: State, event: e.Passed) -> None:
    s.passed = (*(p for p in s.passed if p != event.player), event.player)
    if event.player not in s.pass_order:  # S19: a pass stands in its place until the player acts
        s.pass_order = (*s.pass_order, event.player)


def _noted(s: State, event: e.Noted) -> None:
    setattr(s, event.name, event.value)


def _demanded(s: State, event: e.Demanded) -> None:
    s.pending = (*s.pending, Demand(event.step, event.actor, event.subject))


def _demand_met(s: State, event: e.DemandMet) -> None:
    s.pending = s.pending[: event.place] + s.pending[event.place + 1 :]


def _end_triggered(s: State, event: e.EndTriggered) -> None:
    s.ending = (event.reason, event.timing, s.number, s.part)


def _game_ended(s: State, event: e.GameEnded) -> None:
    s.ended = event.reason
    s.pending = ()
    s.queue = ()
    s.actor = NOBODY


def _slice_written(s: State, event: e.SliceWritten) -> None:
    slices = s.table("slices")
    slices[event.slice] = {**slices.get(event.slice, {}), event.key: event.value}


APPLY: dict[type[e.Event], Callable[[State, Any], None]] = {
    e.MoneyPaid: _money_paid,
    e.CertificateMoved: _certificate_moved,
    e.CorporationStarted: _corporation_started,
    e.PriceMoved: _price_moved,
    e.PresidentChanged: _president_changed,
    e.HoldersKept: _holders_kept,
    e.CorporationFloated: _corporation_floated,
    e.CorporationClosed: _corporation_closed,
    e.CorporationSplit: _corporation_split,
    e.PrivateMoved: _private_moved,
    e.AbilityUsed: _ability_used,
    e.BidPlaced: _bid_placed,
    e.BidWithdrawn: _bid_withdrawn,
    e.LotPriceFell: _lot_price_fell,
    e.LotOffered: _lot_offered,
    e.TileLaid: _tile_laid,
    e.TokenPlaced: _token_placed,
    e.TokenTakenBack: _token_taken_back,
    e.TokenReplaced: _token_replaced,
    e.EdgeBarred: _edge_barred,
    e.TrainMoved: _train_moved,
    e.TrainPrinted: _train_printed,
    e.PhaseBegan: _phase_began,
    e.CardRevealed: _card_revealed,
    e.RoutesRun: _routes_run,
    e.RoundBegan: _round_began,
    e.TurnBegan: _turn_began,
    e.Passed: _passed,
    e.Noted: _noted,
    e.Demanded: _demanded,
    e.DemandMet: _demand_met,
    e.EndTriggered: _end_triggered,
    e.GameEnded: _game_ended,
    e.SliceWritten: _slice_written,
}
