"""Turns checked data into the frozen model: nothing here can fail any more, and nothing is decided here.

It knows how the words of the files become the fields of the model; the defaults have been filled in by the schemas.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache, lru_cache
from typing import Any, TypeVar

from open18xx.board.catalogue import catalogue
from open18xx.board.notation import parse_track
from open18xx.title.model import (
    UNLIMITED,
    Ability,
    Actor,
    AuctionRules,
    Border,
    Card,
    Cell,
    Certificate,
    Corporation,
    CorporationRules,
    DividendRules,
    Effect,
    EmergencyRules,
    EndRules,
    EndTrigger,
    EventRules,
    Hex,
    Home,
    LimitRules,
    Map,
    Market,
    Option,
    Phase,
    Private,
    Reach,
    ReachRow,
    Role,
    RoundPlan,
    RouteBonus,
    RouteRules,
    Rules,
    Setup,
    SetupRules,
    SplitRules,
    StockRules,
    Terrain,
    Tile,
    TileAction,
    TileSupply,
    Title,
    TokenRules,
    TrackRules,
    TradeRules,
    TrainRules,
    TrainType,
    Zone,
)
from open18xx.title.references import CELL

T = TypeVar("T")
Data = Mapping[str, Any]

SECTIONS: Mapping[str, type[Any]] = {
    "setup": SetupRules,
    "auction": AuctionRules,
    "stock": StockRules,
    "corporations": CorporationRules,
    "split": SplitRules,
    "limits": LimitRules,
    "trade": TradeRules,
    "track": TrackRules,
    "tokens": TokenRules,
    "trains": TrainRules,
    "emergency": EmergencyRules,
    "routes": RouteRules,
    "dividends": DividendRules,
    "events": EventRules,
    "end": EndRules,
}
"""The tables of rules.toml."""

INSIDE: Mapping[str, type[Any]] = {"actions": TileAction, "triggers": EndTrigger}

DISPLAYED: Mapping[type[Any], frozenset[str]] = {
    Title: frozenset(
        ("id", "name", "designer", "rights", "currency", "names", "overlays", "options", "content_hash", "plugin")
    ),
    Hex: frozenset(("name",)),
    Zone: frozenset(("id", "mark", "color")),
    Corporation: frozenset(("name", "color", "text_color")),
    Private: frozenset(("name",)),
    Card: frozenset(("name",)),
}
"""What cannot change a game, and so is no part of the content hash."""


def build(data: Mapping[str, Any], plugin: str) -> Title:
    """The title that the data of all kinds of file describe."""
    title = data["title"]
    trains = {row["id"]: _train(row) for row in data["trains"]["trains"]}
    families = sorted({train.family for train in trains.values()})
    built = Title(
        id=title["id"],
        name=title["name"],
        designer=title["designer"],
        rights=title["rights"],
        currency=title["currency"],
        bank=_count(title["bank"]["cash"]),
        setups={row["players"]: Setup(row["cash"], row["certificate_limit"]) for row in title["players"]},
        rules=_rules(data["rules"]),
        map=_map(data["map"]),
        tiles={id: _supply(id, entry) for id, entry in data["tiles"]["tiles"].items()},
        market=_market(data["market"]),
        roles={row["id"]: _plain(Role, row) for row in data["corporations"]["roles"]},
        actors={row["id"]: _plain(Actor, row) for row in data["corporations"]["actors"]},
        corporations={row["id"]: _corporation(row) for row in data["corporations"]["corporations"]},
        privates={row["id"]: _private(row) for row in data["privates"]["privates"]},
        trains=trains,
        phases=tuple(_phase(row, families) for row in data["phases"]["phases"]),
        cards=tuple(_card(row) for row in data["phases"]["cards"]),
        rounds={row["id"]: _plain(RoundPlan, row) for row in data["rounds"]["rounds"]},
        opening_rounds=tuple(data["rounds"]["opening_rounds"]),
        cycle=tuple(data["rounds"]["cycle"]),
        options={
            id: Option(id, row["name"], dict(row["changes"]))
            for id, row in title["options"].items()
            if not row["planned"]
        },
        extra=title["extra"],
        names=title["names"],
        overlays=title["overlays"],
        content_hash="",
        plugin=plugin,
    )
    return replace(built, content_hash=content_hash(built))


def content_hash(title: Title) -> str:
    """Equal for titles that play alike: over everything but names and colours for drawing."""
    text = json.dumps(_canonical(title), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _canonical(value: Any) -> Any:
    """Plain lists and tables; a table whose order matters (auction, depot) becomes a list of its entries."""
    if isinstance(value, str | int | float):
        return value
    if isinstance(value, Tile):
        return _canonical_tile(value)
    cls: type = type(value)
    if shown := _shown(cls):
        return {name: _canonical(getattr(value, name)) for name in shown}
    if isinstance(value, Mapping):
        if all(isinstance(item, Private | TrainType | Corporation | Role | Actor) for item in value.values()):
            return [_canonical(item) for item in value.values()]
        return {str(key): _canonical(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_canonical(item) for item in value]
    return str(value)


@lru_cache(maxsize=2048)
def _canonical_tile(tile: Tile) -> dict[str, Any]:
    """Half of a title's values are in its tiles, and most titles have them from the catalogue."""
    return {name: _canonical(getattr(tile, name)) for name in _shown(Tile)}


@cache
def _shown(cls: type) -> tuple[str, ...]:
    """The fields of a dataclass that can change a game; none of any other class. A title has thousands of values."""
    hidden = DISPLAYED.get(cls, frozenset())
    return tuple(each.name for each in fields(cls) if each.name not in hidden) if is_dataclass(cls) else ()


def _plain(cls: type[T], row: Data) -> T:
    """A dataclass whose fields are keys of the row; lists become tuples."""
    return cls(**{field.name: _frozen(row[field.name]) for field in fields(cls)})  # type: ignore[arg-type]


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value


def _count(value: int | str) -> int:
    return value if isinstance(value, int) else UNLIMITED


# --------------------------------------------------------------------------- one function a kind


def _rules(data: Data) -> Rules:
    sections = {}
    for name, cls in SECTIONS.items():
        section = dict(data[name])
        for key, inner in INSIDE.items():
            if key in section:
                section[key] = [_plain(inner, row) for row in section[key]]
        sections[name] = _plain(cls, section)
    return Rules(**sections)


def _map(data: Data) -> Map:
    return Map(
        orientation=data["map"]["orientation"],
        letters=data["map"]["letters"],
        hexes={name: _hex(name, entry) for name, entry in data["hexes"].items()},
        homes={id: _home(home) for id, home in data["homes"].items()},
        private_hexes={id: tuple(hexes) for id, hexes in data["private_hexes"].items()},
        bonuses=tuple(_plain(RouteBonus, row) for row in data["bonuses"]),
    )


def _home(home: str | Data) -> Home:
    if isinstance(home, str):
        return Home(home)
    return Home(home["hex"], None if home["city"] == "any" else home["city"])


def _hex(name: str, entry: Data) -> Hex:
    nodes, paths = parse_track(entry["track"])
    tile = Tile(
        id=name,
        color=entry["color"],
        nodes=nodes,
        paths=paths,
        label=entry["label"],
        future_labels=tuple(entry["future_labels"].items()),
    )
    terrain = tuple(Terrain(_kinds(row["kind"]), row["cost"]) for row in entry["terrain"])
    borders = tuple(_plain(Border, row) for row in entry["borders"])
    return Hex(
        id=name,
        tile=tile,
        name=entry["name"],
        terrain=terrain,
        borders=borders,
        icons=tuple(entry["icons"]),
        surface=entry["surface"],
        reserved_track=tuple(_sides(text) for text in entry["reserved_track"]),
    )


def _sides(text: str) -> tuple[int, int]:
    """``2-4``: the two sides that track must join, the lower first."""
    one, other = sorted(map(int, text.split("-")))
    return one, other


def _kinds(kind: str | list[str]) -> tuple[str, ...]:
    return (kind,) if isinstance(kind, str) else tuple(kind)


def _supply(id: str, entry: Any) -> TileSupply:
    if not isinstance(entry, dict):
        return TileSupply(catalogue()[id], _count(entry))
    nodes, paths = parse_track(entry["track"])
    tile = Tile(
        id=id,
        color=entry["color"],
        nodes=nodes,
        paths=paths,
        label=entry["label"],
        cost=entry["cost"],
        special=entry["special"],
        turns=entry["turns"],
        from_town=entry["from_town"],
    )
    return TileSupply(tile, _count(entry["count"]))


def _market(data: Data) -> Market:
    zones = {mark: _zone(mark, row) for mark, row in data["zones"].items()} | {"": Zone("")}
    cells = tuple(
        tuple(_cell(row, column, word, zones) for column, word in enumerate(line.split()))
        for row, line in enumerate(data["rows"])
    )
    return Market(cells, data["right_edge"], data["left_edge"])


def _zone(mark: str, row: Data) -> Zone:
    return Zone(
        id=row["id"],
        mark=mark,
        color=row["color"],
        par=row["par"],
        counts_to_limit=row["counts_to_limit"],
        holding_limited=row["holding_limited"],
        several_purchases=row["several_purchases"],
        closes=row["closes"],
        ends_game=row["ends_game"],
        par_until=row["par_until"],
        dividend_bonus=row["dividend_bonus"],
    )


def _cell(row: int, column: int, word: str, zones: Mapping[str, Zone]) -> Cell | None:
    found = CELL.fullmatch(word)
    return Cell(row, column, int(found["price"]), zones[found["mark"]]) if found else None


def _corporation(row: Data) -> Corporation:
    kinds = [entry for entry in row["certificates"] for _ in range(entry["count"])]
    certificates = tuple(
        Certificate(
            id=f"{row['id']}/{number}",
            corporation=row["id"],
            percent=entry["percent"],
            president=entry["president"],
            weight=entry["weight"],
            marked=entry["marked"],
        )
        for number, entry in enumerate(kinds)
    )
    share = row["share"] or min(entry["percent"] for entry in kinds)
    return _plain(Corporation, {**row, "certificates": certificates, "share": share})


def _private(row: Data) -> Private:
    price = row["price"]
    low, high = ((price + 1) // 2, 2 * price) if isinstance(row["buy_price"], str) else row["buy_price"]
    return Private(
        id=row["id"],
        name=row["name"],
        price=price,
        income=row["income"],
        buy_price=(low, high),
        abilities=tuple(_ability(ability) for ability in row["abilities"]),
        min_players=row["min_players"],
        max_players=_count(row["max_players"]),
        closes_era=row["closes_era"],
        owner=row["owner"],
        right_to=row["right_to"],
        counts=row["counts"],
        score=row["score"],
        not_for=tuple(row["not_for"]),
    )


def _ability(row: Data) -> Ability:
    token = None if row["token_price"] == "printed" else row["token_price"]
    return _plain(
        Ability, {**row, "uses": _count(row["uses"]), "amount": _count(row["amount"]), "token_price": token}
    )


def _train(row: Data) -> TrainType:
    return _plain(TrainType, {**row, "count": _count(row["count"]), "reach": _reach(row["reach"])})


def _reach(reach: Data | list[Data]) -> Reach:
    if isinstance(reach, list):
        return Reach("rows", UNLIMITED, rows=tuple(_reach_row(row) for row in reach))
    return Reach(reach["count"], _count(reach["limit"]), reach["plus"], _count(reach["pays"]), reach["double"])


def _reach_row(row: Data) -> ReachRow:
    pay = _count(row["pay"])
    visit = pay if row["visit"] == "paid" else _count(row["visit"])
    return ReachRow(tuple(row["kinds"]), pay, visit, row["multiplier"])


def _phase(row: Data, families: list[str]) -> Phase:
    limit = row["train_limit"]
    by_family = dict.fromkeys(families, limit) if isinstance(limit, int) else limit
    return _plain(Phase, {**row, "train_limit": by_family})


def _card(row: Data) -> Card:
    return Card(row["id"], row["name"], row["era"], tuple(_plain(Effect, effect) for effect in row["effects"]))
