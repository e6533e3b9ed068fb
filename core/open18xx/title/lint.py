"""Warnings: what is allowed and most likely a slip of the pen. ``open18xx check`` shows them; nothing else cares.

It looks at data that has no faults.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from open18xx.board.hexes import neighbour
from open18xx.board.notation import parse_track
from open18xx.title.faults import Problem, near, shown
from open18xx.title.references import CELL, Found


def warnings(data: Mapping[str, Any]) -> Iterator[Found]:
    """Everything odd, with the kind of file that it stands in."""
    for check in (_market, _map, _labels, _terrain, _trains, _players, _zones):
        yield from check(data)


def _market(data: Mapping[str, Any]) -> Iterator[Found]:
    """Prices do not fall to the right, nor rise downward: a wrong digit in a chart goes unseen for years."""
    above: list[int | None] = []
    for number, row in enumerate(data["market"]["rows"]):
        prices: list[int | None] = []
        last = -1
        for word in re.finditer(r"\S+", row):
            cell = CELL.fullmatch(word[0])
            price = int(cell["price"]) if cell else None
            column = len(prices)
            prices.append(price)
            if price is None:
                continue
            higher = above[column] if column < len(above) else None
            if price < last:
                yield (
                    "market",
                    Problem(("rows", number), f"{price} after {last}: prices fall to the right", offset=word.start()),
                )
            elif higher is not None and price > higher:
                message = f"{price} below {higher}: prices rise downward"
                yield "market", Problem(("rows", number), message, offset=word.start())
            last = price
        above = prices


def _map(data: Mapping[str, Any]) -> Iterator[Found]:
    lies, hexes = data["map"]["map"], data["map"]["hexes"]
    for name, entry in hexes.items():
        for path in parse_track(entry["track"])[1]:
            for end in (path.a, path.b):
                beyond = neighbour(name, end, lies["orientation"], lies["letters"]) if 0 <= end <= 5 else name
                if beyond not in hexes:
                    yield "map", Problem(("hexes", name, "track"), f"track leads off the map over edge {end}")
        for row, border in enumerate(entry["borders"]):
            if (
                border["kind"] == "line"
                and neighbour(name, border["edge"], lies["orientation"], lies["letters"]) not in hexes
            ):
                message = f"beyond edge {border['edge']} of {name} there is no hex of this map"
                yield "map", Problem(("hexes", name, "borders", row), message)
    for id, home in data["map"]["homes"].items():
        hex = home if isinstance(home, str) else home["hex"]
        if not any(node.slots for node in parse_track(hexes[hex]["track"])[0]):
            yield "map", Problem(("homes", id), f"no city is printed on {hex}")


def _labels(data: Mapping[str, Any]) -> Iterator[Found]:
    """A tile of the title's own whose label no hex bears can never be laid."""
    hexes = data["map"]["hexes"].values()
    printed = {label for entry in hexes for label in (entry["label"], *entry["future_labels"].values())}
    for id, entry in data["tiles"]["tiles"].items():
        if isinstance(entry, dict) and entry["label"] not in printed | {""}:
            yield "tiles", Problem(("tiles", id, "label"), f"no hex has the label {shown(entry['label'])}")


def _terrain(data: Mapping[str, Any]) -> Iterator[Found]:
    """Discounts and event cards speak of terrain that some hex has."""
    said = [row["kind"] for entry in data["map"]["hexes"].values() for row in entry["terrain"]]
    known = {word: None for kind in said for word in ([kind] if isinstance(kind, str) else kind)}
    lists = (("privates", "privates", "abilities"), ("phases", "cards", "effects"))
    for kind, key, inner in lists:
        for number, row in enumerate(data[kind][key]):
            for place, entry in enumerate(row[inner]):
                if entry["terrain"] and entry["terrain"] not in known:
                    message = f"no hex has the terrain {shown(entry['terrain'])}{near(entry['terrain'], known)}"
                    yield kind, Problem((key, number, inner, place, "terrain"), message)


def _trains(data: Mapping[str, Any]) -> Iterator[Found]:
    begins = {row["on"] for row in data["phases"]["phases"]}
    for number, row in enumerate(data["trains"]["trains"]):
        if row["rusts_on"] and row["rusts_on"] not in begins:
            message = f"no phase begins with the {row['rusts_on']} train that it rusts on"
            yield "trains", Problem(("trains", number, "rusts_on"), message)


def _players(data: Mapping[str, Any]) -> Iterator[Found]:
    counts = [row["players"] for row in data["title"]["players"]]
    for number, row in enumerate(data["title"]["players"][1:], 1):
        if row["players"] != counts[number - 1] + 1:
            message = f"{row['players']} players after {counts[number - 1]}: a number is left out"
            yield "title", Problem(("players", number, "players"), message)


def _zones(data: Mapping[str, Any]) -> Iterator[Found]:
    used = set(re.findall(r"[0-9]([a-z])", " ".join(data["market"]["rows"])))
    for mark in data["market"]["zones"]:
        if mark not in used:
            yield "market", Problem(("zones", mark), f"no cell is marked {mark}", at_key=True)
    ends = any(data["market"]["zones"][mark]["ends_game"] for mark in used)
    for number, trigger in enumerate(data["rules"]["end"]["triggers"]):
        if trigger["on"] == "market-cell" and not ends:
            message = "no cell of the market ends the game"
            yield "rules", Problem(("end", "triggers", number, "on"), message)
