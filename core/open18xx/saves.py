"""Saved games: which title, which players, which seed, which actions; a game is loaded by playing it again.

Beside each action stands a short digest of what it did, so that a title or an engine that has changed since is noticed
at the first action that does something else. A file is written whole or not at all.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from open18xx import __version__
from open18xx.errors import IllegalAction, SaveError, TitleError, UsageError, shortened
from open18xx.play.actions import from_json
from open18xx.play.events import Event
from open18xx.play.game import Game, action_kinds, new_game
from open18xx.title.loader import installed, is_known
from open18xx.title.loader import load as load_title
from open18xx.title.model import Title

FORMAT = "open18xx-game"
FORMAT_VERSION = 1
MOST_ACTIONS = 100_000

_WANTED: dict[str, type] = {
    "format": str, "format_version": int, "engine": str, "title": str, "title_hash": str, "options": list,
    "overrides": dict, "players": list, "seed": int, "actions": list, "did": list,
}  # fmt: skip


def digest(events: tuple[Event, ...]) -> str:
    """Eight hexadecimal digits for what an action did."""
    return hashlib.sha256(repr(events).encode()).hexdigest()[:8]


def to_json(game: Game) -> dict[str, Any]:
    """The game as plain JSON data. Raises SaveError for a game with positions that no action of ours made."""
    moments = game.history()[1:]
    for moment in moments:
        if moment.action is None:
            raise SaveError("the game holds events that an importer recorded; it cannot be saved as actions")
    title = game.title
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "engine": __version__,
        "title": title.id,
        "title_hash": title.content_hash,
        "options": list(title.switched_on),
        "overrides": dict(title.overrides),
        "players": list(game.players),
        "seed": game.seed,
        "actions": [moment.action.to_json() for moment in moments if moment.action],
        "did": [digest(moment.events) for moment in moments],
    }


def save(game: Game, path: str | os.PathLike[str]) -> None:
    """Write the game to a file, atomically: after a crash the file is the old one or the new one. Raises SaveError."""
    write_whole(path, json.dumps(to_json(game), ensure_ascii=False, indent=1))


def write_whole(path: str | os.PathLike[str], text: str) -> None:
    """Replace the file's content at once, or leave it as it is and raise SaveError."""
    name = ""
    try:
        target = Path(path)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:100]}.", suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, target)
    except (OSError, ValueError, TypeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise SaveError(f"{path!s}: cannot be written: {reason}") from None
    finally:
        if name:
            Path(name).unlink(missing_ok=True)


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of an ordinary file; raises SaveError if it cannot be read."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise SaveError(f"{path!s}: this is no ordinary file")
        return Path(path).read_text("utf-8-sig")  # some editors put a byte order mark first
    except (OSError, ValueError, TypeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise SaveError(f"{path!s}: cannot be read: {reason}") from None


@dataclass(slots=True)
class Loaded:
    """A saved game played again as far as it goes.

    ``difference`` says at which action it stopped being the same game, and why; "" when it is the same to the end.
    """

    game: Game
    total: int
    difference: str = ""
    sound: int = 0  # actions that did what they did before
    notes: list[str] = field(default_factory=list)


def load(path: str | os.PathLike[str], *, title: Title | None = None) -> Game:
    """The game of a file. Raises SaveError if it cannot be read, or is no longer the same game.

    ``title`` is for games of a title that is not installed.
    """
    loaded = read(path, title=title)
    if loaded.difference:
        raise SaveError(f"{path}: {loaded.difference}")
    return loaded.game


def read(
    path: str | os.PathLike[str], *, title: Title | None = None, place: str = "", stop: int | None = None
) -> Loaded:
    """Play a saved game again and say where it differs; ``stop`` is the number of the last action wanted.

    ``title``, or its files at ``place``, are for games of a title that is not installed.
    """
    text = read_text(path)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SaveError(f"{path}: no JSON, or cut short: {error}") from None
    try:
        return from_data(data, title=title, place=place, stop=stop)
    except SaveError as error:
        raise SaveError(f"{path}: {error}") from None


def is_saved_game(data: object) -> bool:
    return isinstance(data, Mapping) and data.get("format") == FORMAT


def is_ours(data: object) -> bool:
    """Whether it is meant as a saved game, be its format missing or wrong: it has keys that no other file has."""
    return isinstance(data, Mapping) and any(key in data for key in ("format", "format_version", "title_hash", "did"))


def from_data(data: object, *, title: Title | None = None, place: str = "", stop: int | None = None) -> Loaded:
    """As ``read``, from JSON data; ``place`` is the folder or file of a title that is not installed."""
    record = _shape(data)
    game_title = title or _title(record, place)
    try:
        game = new_game(game_title, record["players"], seed=record["seed"])
    except UsageError as error:
        raise SaveError(str(error)) from None
    changed = game_title.content_hash != record["title_hash"]
    total = len(record["actions"])
    loaded = Loaded(game, total)
    if changed:
        loaded.notes.append(f"{game_title.id} has changed since this game was saved")
    kinds = action_kinds(game.box)
    for number, (entry, did) in enumerate(zip(record["actions"], record["did"], strict=True), 1):
        if stop is not None and number > stop:
            break
        try:
            events = game.play(from_json(entry, kinds))
        except IllegalAction as error:
            loaded.difference = _difference(number, total, entry, f"is refused: {error}", changed)
            break
        if digest(events) != did:
            loaded.difference = _difference(number, total, entry, "does something else now", changed)
            break
        loaded.sound = number
    return loaded


def _difference(number: int, total: int, entry: object, what: str, changed: bool) -> str:
    kind = entry.get("kind") if isinstance(entry, Mapping) else "?"
    actor = entry.get("actor") if isinstance(entry, Mapping) else "?"
    why = "the title has changed since" if changed else "the engine or the file has changed since"
    return f"action {number} of {total} ({shortened(kind)} of {shortened(actor)}) {what}; {why}"


def _title(record: Mapping[str, Any], place: str) -> Title:
    if not place and not is_known(record["title"]):
        # An id, never a path: a file that comes from elsewhere must not name code to run.
        known = ", ".join(installed())
        raise SaveError(f"a game of {record['title']!r:.60}, which is not installed ({known} are); name its files")
    try:
        return load_title(place or record["title"], options=record["options"], overrides=record["overrides"])
    except UsageError as error:
        raise SaveError(f"a game of {record['title']!r}: {error}") from None
    except TitleError as error:
        raise SaveError(f"a game of {record['title']!r}, which cannot be loaded:\n{error}") from None


def _shape(data: object) -> Mapping[str, Any]:
    """The record, checked: every key there, of its type, and nothing else."""
    if not is_saved_game(data):
        raise SaveError(f"no saved game: wanted an object with format {FORMAT!r}")
    assert isinstance(data, Mapping)
    for key, type_ in _WANTED.items():
        if type(data.get(key)) is not type_:
            raise SaveError(f"{key}: wanted {type_.__name__}, found {type(data.get(key)).__name__}")
    unknown = [key for key in data if key not in _WANTED]
    if unknown:
        raise SaveError(f"unknown key {shortened(unknown[0])!r}; known: {', '.join(_WANTED)}")
    if data["format_version"] > FORMAT_VERSION:
        raise SaveError(f"format_version {data['format_version']} is newer than this engine's {FORMAT_VERSION}")
    if data["format_version"] < 1:
        raise SaveError(f"format_version {data['format_version']}: there is no such version")
    for key in ("players", "options", "did"):
        if not all(isinstance(item, str) for item in data[key]):
            raise SaveError(f"{key}: wanted a list of texts")
    if len(data["actions"]) != len(data["did"]):
        raise SaveError(f"{len(data['actions'])} actions and {len(data['did'])} digests")
    if len(data["actions"]) > MOST_ACTIONS:
        raise SaveError(f"{len(data['actions'])} actions; at most {MOST_ACTIONS} are read")
    return data
