"""Privates: what their abilities cannot do without, and the rights that go with them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from open18xx.title.faults import Problem, shown
from open18xx.title.positions import Where
from open18xx.title.references.base import Found, Title, missing, raw_at, repeated, unknown, unsaid
from open18xx.title.references.corporations import all_certificates

NEEDS: Mapping[str, Collection[str]] = {
    "block-hexes": (),
    "lay-tile": ("tiles", "windows"),
    "teleport": ("tiles", "windows"),
    "exchange": ("corporations", "sources", "windows"),
    "certificates": ("certificates",),
    "close-on-train": ("corporations",),
    "no-purchase": (),
    "income": ("phase",),
    "survives": (),
    "terrain-discount": ("amount", "terrain"),
    "train-discount": ("amount",),
    "extra-lay": ("amount",),
    "bar-edge": ("windows",),
    "see-event": (),
    "allow-tile": ("tiles",),
    "buy-train": ("windows",),
    "close-on-operation": ("corporations", "when"),
}
"""What an ability of each kind cannot do without."""

MAY: Mapping[str, Collection[str]] = {
    "block-hexes": ("only_empty",),
    "lay-tile": ("uses", "pays_terrain", "counts_as_lay"),
    "teleport": ("uses", "pays_terrain", "counts_as_lay", "token_price"),
    "exchange": ("uses", "excluded", "limits", "unstarted"),
    "certificates": ("bank_pays", "closes"),
    "income": ("amount",),
    "terrain-discount": ("uses", "on_hexes"),
    "train-discount": ("uses", "families", "first_only"),
    "bar-edge": ("uses",),
    "allow-tile": ("free",),
    "buy-train": ("uses", "closes"),
}
"""What it may also say; every ability may say its holder and its eras."""

ON_HEXES = ("block-hexes", "lay-tile", "teleport", "bar-edge")
"""Kinds that speak of the private's hexes."""


def check_privates(title: Title) -> Iterator[Found]:
    yield from repeated("privates", "privates", title.rows("privates"))
    given: dict[str, str] = {}
    for where, row in title.rows("privates"):
        price = row["buy_price"]
        if isinstance(price, list) and None not in price and price[0] > price[1]:
            yield "privates", Problem((*where, "buy_price"), f"from {price[0]} to {price[1]}, wanted the lower first")
        most = row["max_players"]
        if isinstance(most, int) and most < row["min_players"]:
            message = f"at least {row['min_players']} players and at most {most}"
            yield "privates", Problem((*where, "max_players"), message)
        for number, ability in enumerate(row["abilities"]):
            if ability is not None:
                yield from (
                    ("privates", problem)
                    for problem in _ability(title, row, ability, (*where, "abilities", number), given)
                )


def _ability(
    title: Title, private: dict[str, Any], ability: dict[str, Any], where: Where, given: dict[str, str]
) -> Iterator[Problem]:
    id, right_to, kind = private["id"], private["right_to"], ability["kind"]
    said = raw_at(title.raw["privates"], where)
    yield from unsaid(kind, NEEDS[kind], ability, said, where)
    own = {"kind", "holder", "eras", *NEEDS[kind], *MAY.get(kind, ())}
    for word in said if isinstance(said, dict) else ():
        if word in ability and word not in own:
            yield Problem((*where, word), f"{kind} knows no {word}", at_key=True)
    if kind == "buy-train" and ability["holder"] == "player":
        yield Problem((*where, "holder"), "player, and trains are bought by corporations, wanted corporation")
    if ability["amount"] == "all" and not kind.endswith("-discount"):
        yield Problem((*where, "amount"), f'"all" for {kind}, wanted a number')
    if (kind in ON_HEXES or ability["on_hexes"]) and id not in title.names("map", "private_hexes"):
        yield Problem(
            (*where, "kind"), f"{kind}, but the map names no hexes of {id}; wanted private_hexes.{id} in map.toml"
        )
    certificates = all_certificates(title)
    if any(name is not None and name.endswith("/@") for name in ability["certificates"]):
        certificates += [f"{id}/@" for id in title.ids("corporations")]
    named = [*title.ids("corporations"), *(f"@{role}" for role in title.ids("corporations", "roles"))]
    whole = len(list(title.rows("corporations"))) == len(title.ids("corporations"))
    checks: tuple[tuple[str, Iterable[str], str], ...] = (
        ("tiles", title.names("tiles", "tiles"), "tile in this title"),
        ("corporations", [*named, "@started"], "corporation"),
        ("excluded", named, "corporation"),
        ("certificates", certificates, "certificate"),
    )
    for word, known, what in checks:
        if word == "certificates" and not whole:
            continue
        for number, name in enumerate(ability[word]):
            yield from missing((*where, word, number), name, known, what)
    for number, name in enumerate(ability["certificates"]):
        if name is not None and not name.endswith("/@") and given.setdefault(name, id) != id:
            message = f"{shown(name)} goes with the private {given[name]} already"
            yield Problem((*where, "certificates", number), message)
        elif name is not None and name.endswith("/@") and not right_to:
            message = f"{shown(name)} has the number of a right, and right_to is not said"
            yield Problem((*where, "certificates", number), message)
    yield from _unstartable(title, ability, where)
    if ability["phase"]:
        yield from missing((*where, "phase"), ability["phase"], title.ids("phases"), "phase")
    for window in ability["windows"]:
        if kind == "buy-train" and window not in (None, "own-operating-turn"):
            yield Problem((*where, "windows"), f"{shown(window)} for buy-train, wanted own-operating-turn")
        if kind == "teleport" and window not in (None, "track-step"):
            yield Problem((*where, "windows"), f"{shown(window)} for a teleport, wanted track-step")
        if kind == "bar-edge" and window in ("own-stock-turn", "stock-round", "when-sold"):
            yield Problem((*where, "windows"), f"{shown(window)} for bar-edge, wanted a window of an operating round")


def _unstartable(title: Title, ability: dict[str, Any], where: Where) -> Iterator[Problem]:
    """Who gets a president's certificate starts the corporation, unless it stands in the market from the start."""
    started = {row["id"]: row["group"] for _, row in title.rows("corporations", "roles") if not row["cell"]}
    for number, name in enumerate(ability["certificates"]):
        word, _, place = (name or "").rpartition("/")
        group = started.get(word[1:]) if word.startswith("@") else None
        for _, row in title.rows("corporations"):
            meant = row["group"] == group if group else row["id"] == word
            first = row["certificates"][0]
            if meant and row["started_by"] == "nobody" and place in ("0", "@") and first and first["president"]:
                message = f"{shown(name)}: the president's certificate of {row['id']}, and started_by = nobody"
                yield Problem((*where, "certificates", number), message)
                break


def check_rights(title: Title) -> Iterator[Found]:
    """Corporations that own privates, or that privates are a right to, one for each; rights number certificates."""
    known = title.ids("corporations")
    given: dict[str, str] = {}
    for where, row in title.rows("privates"):
        if row["right_to"] and given.setdefault(row["right_to"], row["id"]) != row["id"]:
            message = f"the right to {row['right_to']} goes with the private {given[row['right_to']]} already"
            yield "privates", Problem((*where, "right_to"), message)
        for key in ("owner", "right_to"):
            if row[key]:
                yield from unknown("privates", (*where, key), row[key], known, "corporation")
        for number, id in enumerate(row["not_for"]):
            yield from unknown("privates", (*where, "not_for", number), id, known, "corporation")
    rights = {row["right_to"] for _, row in title.rows("privates")}
    for where, row in title.rows("corporations"):
        if row["started_by"] == "holder" and row["id"] not in rights:
            message = f"holder, and no private says right_to = {shown(row['id'])}"
            yield "corporations", Problem((*where, "started_by"), message)
