"""1713 Menorca: ports, the markers at destinations, the merger of the minors, and what three Family Legacies do.

All else is data, and so are the numbers and the names of companies and places: see ``[extra]`` in title.toml.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from open18xx.errors import Refusal
from open18xx.play.actions import Action, BuyCertificate, StartCorporation
from open18xx.play.events import CertificateMoved, Event, RoutesRun
from open18xx.play.offers import Offer, Rows
from open18xx.play.roads import hexes_of, stops_of
from open18xx.play.state import BANK, IPO, NOBODY, POOL, Cell
from open18xx.play.steps.base import Step
from open18xx.play.table import Table
from open18xx.play.transaction import Transaction
from open18xx.plugins.hookspecs import hookimpl
from open18xx.routes import Bonus, Run
from open18xx.routes.trains import Call
from open18xx.title.model import Corporation, Title

OPEN18XX_PLUGIN_API = 1

PORT = "port"
"""The sign of a place where ports stand, and of companies whose stations are ports."""


def is_minor(table: Table, corporation: str) -> bool:
    return table.box.corporations[corporation].kind == "minor"


def owns(table: Table, private: str, corporation: str) -> bool:
    return table.state.privates.get(private) == corporation


# --------------------------------------------------------------------------- ports: M-508, M-518; LBI: M-107


@hookimpl
def train_calls(table: Table, corporation: str, train_type: str) -> Mapping[str, Call]:
    """A wagon starts in a port of its company and calls at no other; LBI opens every stop that has a station."""
    calls: dict[str, Call] = {}
    if is_wagon(table, train_type):
        calls = {stop: "end" if own else "never" for stop, own in ports(table, corporation).items()}
    if owns(table, "LBI", corporation) and corporation == table.title.extra["privates"]["LBI"]["corporation"]:
        names, tokens = table.box.ground.names, table.board.tokens
        calls |= {f"{names[n]}.{node}": "pass" for (n, node), slots in tokens.items() if any(slots)}
    return calls


@hookimpl
def train_apart(table: Table, corporation: str, train_type: str) -> Iterable[Iterable[str]]:
    """It does not run from one port of its company to another."""
    return [[stop for stop, own in ports(table, corporation).items() if own]] if is_wagon(table, train_type) else []


def is_wagon(table: Table, train_type: str) -> bool:
    return table.box.trains[train_type].family == "wagon"


def ports(table: Table, corporation: str) -> dict[str, bool]:
    """Every port, and whether ``corporation`` has a station there."""
    companies, ground = table.box.corporations, table.box.ground
    found = {}
    for (n, node), slots in table.board.tokens.items():
        printed = table.title.extra["port"] == "printed" and PORT in ground.hexes[n].icons
        if printed or any(owner and companies[owner].tokens_need == PORT for owner in slots):
            found[f"{ground.names[n]}.{node}"] = corporation in slots
    return found


# --------------------------------------------------------------------------- placing markers: M-701, M-704, M-706-707
#
# Slice "markers" holds how many market or goods markers lie where, by "COMPANY@HEX"; "spent" the certificates bought
# once from their company, with how many markers each brought: one that is bought back brings no second.


@dataclass(frozen=True, slots=True)
class PlaceMarker(Action):
    """Place a market marker of the company, or a goods marker of the minor, of which a certificate was just bought."""

    kind: ClassVar[str] = "place-marker"
    corporation: str
    hex: str


class PlaceMarkerStep(Step):
    """Demanded of who has bought a marked certificate from its company, or any from a minor."""

    name = "place-marker"
    action = PlaceMarker
    only_demanded = True

    def due(self, table: Table) -> bool:
        return False

    def may_pass(self, table: Table) -> bool:
        return False

    def offers(self, table: Table) -> Iterator[Offer]:
        player, corporation, allowed = self._asked(table)
        if allowed:
            rows = Rows(("hex",), tuple((hex,) for hex in allowed))
            yield self.offer(table, rows, actor=player, corporation=corporation)

    def _asked(self, table: Table) -> tuple[str, str, tuple[str, ...]]:
        _, player, certificate = table.state.pending[0]
        corporation = table.box.certificates[certificate].corporation
        return player, corporation, open_to(table, corporation)

    def refusal(self, table: Table, action: PlaceMarker) -> Refusal | None:
        player, corporation, allowed = self._asked(table)
        if action.actor != player:
            return Refusal("not-your-turn", actor=action.actor, expected=player)
        if action.corporation != corporation or action.hex not in allowed:
            return Refusal("no-marker-there", corporation=action.corporation, hex=action.hex, allowed=allowed)
        return None

    def apply(self, tx: Transaction, action: PlaceMarker) -> None:
        tx.write("spent", tx.state.pending[0].subject, 1)
        tx.meet()
        add_markers(tx, action.corporation, action.hex, 1)


@hookimpl
def steps() -> list[type[Step]]:
    return [PlaceMarkerStep]


@hookimpl
def after_action(tx: Transaction, action: Action) -> None:
    """Whoever buys a certificate from its own company for the first time places its marker, wherever one is allowed."""
    if isinstance(action, BuyCertificate | StartCorporation):
        for event in tuple(tx.events):
            if isinstance(event, CertificateMoved) and event.source == IPO and brings_marker(tx, event.certificate):
                tx.write("spent", event.certificate, 0)
                tx.demand(PlaceMarkerStep.name, action.actor, event.certificate)


def brings_marker(table: Table, id: str) -> bool:
    certificate = table.box.certificates[id]
    has_one = certificate.marked or is_minor(table, certificate.corporation)
    return has_one and id not in table.state.slices.get("spent", {})


def open_to(table: Table, corporation: str) -> tuple[str, ...]:
    """The destinations that take one more marker of the company: worth something now, and not full."""
    ground, color = table.box.ground, table.box.latest_color[table.state.phase]
    lying, rule = markers(table, corporation), table.title.extra["markers"]
    if sum(lying.values()) >= rule["each"]:
        return ()
    return tuple(
        hex
        for hex, space in table.title.map.hexes.items()
        if any(node.kind == "offboard" for node in space.tile.nodes)
        and any(ground.values(table.board.faces[ground.number[hex]], color, False))
        and lying.get(hex, 0) < rule["most_a_place"]
    )


def markers(table: Table, corporation: str) -> dict[str, int]:
    """How many of the company lie where."""
    lying = ((*key.split("@"), count) for key, count in table.state.slices.get("markers", {}).items())
    return {hex: count for owner, hex, count in lying if owner == corporation and count}


def add_markers(tx: Transaction, corporation: str, hex: str, count: int) -> None:
    tx.write("markers", f"{corporation}@{hex}", markers(tx, corporation).get(hex, 0) + count)


# --------------------------------------------------------------------------- what they earn: M-702, M-703, M-705; GSC


@hookimpl
def route_bonuses(table: Table, corporation: str) -> Iterable[Bonus]:
    """For each market marker of the company at a destination; and for all, while a company owns GSC, its pairs."""
    market, guild = table.title.extra["markers"], table.title.extra["privates"]["GSC"]
    if market["bonus"] and corporation in market["companies"]:
        for hex, count in markers(table, corporation).items():
            yield Bonus(f"market-{hex}", market["bonus"] * count, (stops_of(table, hex),))
    if guild["bonus"] and table.state.privates.get("GSC") in table.box.corporations:
        others = frozenset[str]().union(*(stops_of(table, hex) for hex in guild["others"]))
        yield Bonus("GSC", guild["bonus"], (stops_of(table, guild["place"]), others))


@hookimpl
def after_event(tx: Transaction, event: Event) -> None:
    """For goods at the destinations that a maritime company's route reaches the bank pays their owner."""
    if isinstance(event, RoutesRun) and event.corporation in tx.title.extra["markers"]["companies"]:
        each = tx.title.extra["markers"]["goods"][str(tx.phase.era)]
        owners = [id for id in tx.box.corporations if is_minor(tx, id) or id == tx.title.extra["merged"]]
        for _, pieces in event.routes:
            reached = hexes_of(tx, pieces)
            for owner in owners:
                tx.pay(BANK, owner, each * sum(n for hex, n in markers(tx, owner).items() if hex in reached))


# --------------------------------------------------------------------------- the merger: M-403, M-407, M-408, M-409


@hookimpl
def on_event(tx: Transaction, name: str) -> None:
    """x-merge: the minors in play become one company. It acts in this round if none of them has."""
    new = tx.title.extra["merged"]
    minors = [id for id in tx.box.corporations if is_minor(tx, id) and id not in tx.state.closed]
    started = tx.operating_order([minor for minor in minors if tx.is_started(minor)])  # the dearest first
    acts_now = all(minor in tx.state.queue for minor in minors if tx.is_floated(minor))
    cell = first_cell(tx, [tx.price(minor) for minor in started])
    president = swap_certificates(tx, started, new)
    for minor in minors:
        hand_over(tx, minor, new)
        tx.close_corporation(minor)
    tx.found_at(new, cell, president)
    if acts_now and tx.is_floated(new):
        queue = tx.state.queue
        lower = (n for n, other in enumerate(queue) if tx.operating_order((other, new))[0] == new)
        at = next(lower, len(queue))
        tx.note("queue", (*queue[:at], new, *queue[at:]))


def first_cell(table: Table, values: list[int]) -> Cell:
    """The dearest cell not above what the minors' values make.

    A minor that never started counts as the other; without any it is the lowest starting value.
    """
    market = table.box.market
    if not values:
        return market.par[min(market.par)]
    both = (values[0], values[-1])
    wanted = {"sum": sum(both), "mean": sum(both) // 2, "higher": max(both)}[table.title.extra["merger_price"]]
    allowed = [at for at, cell in market.cells.items() if cell.price <= wanted]
    return max(allowed, key=lambda at: market.cells[at].price)


def swap_certificates(tx: Transaction, started: tuple[str, ...], new: str) -> str:
    """One for one, wherever they are; what is unsold stays so. Who presides then, or nobody.

    The dearer minor's president is the first to come to his, then the other's, then the players clockwise.
    """
    presidents = [tx.state.president[minor] for minor in started]
    players = dict.fromkeys((*presidents, *tx.seats_from(presidents[0]))) if presidents else {}
    certificates = iter(tx.box.corporations[new].certificates)
    for owner in (*players, POOL):
        for _ in range(sum(len(tx.certificates_of(owner, minor)) for minor in started)):
            tx.move_certificate(next(certificates).id, owner)
    return max(players, key=lambda player: tx.percent(player, new), default=NOBODY)


def hand_over(tx: Transaction, minor: str, new: str) -> None:
    """Treasury, vehicles, Legacies, goods and stations pass on; also the home of a minor that never started."""
    tx.pay(minor, new, tx.state.cash[minor])
    for train in tx.trains_of(minor):
        tx.move_train(train, minor, new)
    for private in tx.privates_of(minor):
        tx.move_private(private, new)
    for hex, count in markers(tx, minor).items():
        add_markers(tx, minor, hex, -count)
        add_markers(tx, new, hex, count)
    tx.place_home(minor)
    for n, city in tx.board.cities_of(minor):
        tx.replace_token(tx.board.ground.names[n], city, minor, new)


# --------------------------------------------------------------------------- RAG: M-107


@hookimpl
def route_value_active(table: Table, corporation: str) -> bool:
    return owns(table, "RAG", corporation)


@hookimpl
def route_value_most(table: Table) -> int:
    return int(table.title.extra["privates"]["RAG"]["bonus"])


@hookimpl
def route_value(table: Table, run: Run) -> int:
    """A route starts at either of its ends."""
    rule = table.title.extra["privates"]["RAG"]
    return int(rule["bonus"]) if rule["start"] in (run.visited[0].hex, run.visited[-1].hex) else 0


# --------------------------------------------------------------------------- what must be true of the files

MERGE = "x-merge"
MOST_MINORS = 2
"""So many minors are in play (M-104), and RADM's first value is made of theirs."""


@hookimpl
def events() -> Iterable[str]:
    return [MERGE]


@hookimpl
def check(title: Title) -> Iterable[tuple[str, str]]:
    """What the rules above rely on, and what no schema can say."""
    return [*_merger_faults(title), *_marker_faults(title), *_legacy_faults(title), *_conquest_faults(title)]


def _merger_faults(title: Title) -> Iterator[tuple[str, str]]:
    merged, minors = title.corporations[title.extra["merged"]], _minors(title)
    merging = [train.id for train in title.trains.values() if MERGE in train.on_first]
    for id in merging[1:]:
        yield f"trains.{id}.on_first", f"{MERGE} a second time: the minors merge with the first {merging[0]}"
    if merged.kind == "minor" or merged.started_by != "nobody":
        yield "extra.merged", f"{merged.id} can be started, wanted a company of the kind major with started_by = nobody"
    if merged.card is not None:
        yield f"corporations.{merged.id}.certificates", "a president's certificate, wanted none: no minor's becomes one"
    in_play = title.rules.corporations.minors_in_play or len(minors)
    if in_play > MOST_MINORS:
        yield "rules.corporations.minors_in_play", f"{in_play} minors in play, wanted at most {MOST_MINORS}"
    counts = sorted(len(minor.certificates) for minor in minors)
    wanted, found = sum(counts[-in_play:]) if in_play else 0, len(merged.certificates)
    if wanted > found:
        message = f"{found} certificates, and those of the minors in play become {wanted}"
        yield f"corporations.{merged.id}.certificates", message


def _marker_faults(title: Title) -> Iterator[tuple[str, str]]:
    rule, minors = title.extra["markers"], [minor.id for minor in _minors(title)]
    for number, id in enumerate(rule["companies"]):
        if id in (*minors, title.extra["merged"]):
            yield f"extra.markers.companies.{number}", f"{id} has goods markers, wanted a maritime company"
    for corporation in title.corporations.values():
        marked = sum(certificate.marked for certificate in corporation.certificates)
        if marked and corporation.id not in rule["companies"]:
            message = f"marked, and {corporation.id} is not among extra.markers.companies"
            yield f"corporations.{corporation.id}.certificates", message
    for era in dict.fromkeys(phase.era for phase in title.phases):
        if str(era) not in rule["goods"]:
            yield "extra.markers.goods", f"nothing is said of era {era}"


def _legacy_faults(title: Title) -> Iterator[tuple[str, str]]:
    guild, start = title.extra["privates"]["GSC"], title.extra["privates"]["RAG"]["start"]
    places = {"extra.privates.GSC.place": guild["place"], "extra.privates.RAG.start": start}
    places |= {f"extra.privates.GSC.others.{number}": hex for number, hex in enumerate(guild["others"])}
    for path, hex in places.items():
        if not title.map.hexes[hex].tile.nodes:
            yield path, f"no stop is printed on {hex}"


def _conquest_faults(title: Title) -> Iterator[tuple[str, str]]:
    """M-803: one card is the end of the game."""
    ends = [card for card in title.cards if any(effect.kind == "end-game" for effect in card.effects)]
    for card in ends[1:]:
        yield f"cards.{card.id}.effects", f"end-game a second time: {ends[0].id} is the end of the game"


def _minors(title: Title) -> list[Corporation]:
    return [corporation for corporation in title.corporations.values() if corporation.kind == "minor"]


# --------------------------------------------------------------------------- what must be true of every position


@hookimpl
def audit(table: Table) -> Iterable[str]:
    """Every marker that a certificate brought lies on the map; nothing is left of a minor that is gone."""
    state, rule, merged = table.state, table.title.extra["markers"], table.title.extra["merged"]
    minors = tuple(id for id in table.box.corporations if is_minor(table, id))
    brought = [table.box.certificates[id].corporation for id, n in state.slices.get("spent", {}).items() if n]
    for group in (*((id,) for id in rule["companies"]), (*minors, merged)):
        lying, wanted = sum(sum(markers(table, id).values()) for id in group), sum(map(brought.count, group))
        if lying != wanted:
            yield f"{', '.join(group)}: {lying} markers lie on the map, and certificates brought {wanted}"
    for id in (*rule["companies"], *minors):
        lies = markers(table, id)
        if sum(lies.values()) > rule["each"] or max(lies.values(), default=0) > rule["most_a_place"]:
            yield f"too many markers of {id}: {lies}"
        if id in minors and (lies if id in state.closed else table.is_started(merged)):
            yield f"{id} is in play beside {merged}, or is gone and left goods: {lies}"
