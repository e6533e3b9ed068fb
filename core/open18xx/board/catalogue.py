"""The common catalogue: the tiles that 18xx games share, by number, from ``catalogue.toml``.

The file is read when the catalogue is first asked for, and a tile's track when the tile is: a title needs a tenth of
them. The catalogue does not know which tiles a title uses, nor how many.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from open18xx.board.notation import NotationError, parse_track
from open18xx.title.model import Tile


@cache
def catalogue() -> Mapping[str, Tile]:
    """All tiles of the catalogue by id, colour by colour.

    >>> catalogue()["57"].color
    'yellow'
    """
    text = files("open18xx.board").joinpath("catalogue.toml").read_text("utf-8")
    entries: dict[str, tuple[str, Mapping[str, Any]]] = {}
    for color, rows in tomllib.loads(text).items():
        for id, row in rows.items():
            assert id not in entries, f"catalogue.toml has tile {id} twice"
            entries[id] = (color, {"track": row} if isinstance(row, str) else row)
    return _Catalogue(entries)


class _Catalogue(Mapping[str, Tile]):
    def __init__(self, entries: Mapping[str, tuple[str, Mapping[str, Any]]]) -> None:
        self._entries = entries
        self._tiles: dict[str, Tile] = {}

    def __getitem__(self, id: str) -> Tile:
        tile = self._tiles.get(id)
        if tile is None:
            tile = self._tiles[id] = _tile(id, *self._entries[id])
        return tile

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, id: object) -> bool:
        return id in self._entries


def _tile(id: str, color: str, row: Mapping[str, Any]) -> Tile:
    try:
        nodes, paths = parse_track(row["track"])
    except NotationError as error:
        raise AssertionError(f"catalogue.toml, tile {id}, {error}") from error
    return Tile(
        id=id,
        color=color,
        nodes=nodes,
        paths=paths,
        label=row.get("label", ""),
        cost=row.get("cost", 0),
        special=row.get("special", False),
    )
