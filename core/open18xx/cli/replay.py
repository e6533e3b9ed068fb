"""``open18xx replay``: plays a recorded game again, through our own rules, and says what is not the same."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from typing import Any

from open18xx import saves
from open18xx.adapters.site18xx import Replay, SiteGame, is_site_file
from open18xx.adapters.trace import difference, round_name, snapshot
from open18xx.cli.common import check_place
from open18xx.errors import SaveError, shortened
from open18xx.play.game import Game
from open18xx.play.table import Table
from open18xx.title.loader import load


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help="a saved game, or a game file of 18xx.games")
    parser.add_argument("--trace", metavar="OUT", help="write what changed after each action, one JSON object a line")
    parser.add_argument("--stop", type=int, metavar="N", help="the last action to play, by its id (or number)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--title", metavar="PATH", help="another title to play it by: id, folder or overlay")


def run(args: argparse.Namespace) -> int:
    if args.trace is not None:
        check_place(args.trace)
        if os.path.exists(args.trace) and os.path.samefile(args.trace, args.file):
            raise SaveError(f"{args.trace}: the trace would take the place of the game")
    data = _read(args.file)
    try:
        if saves.is_saved_game(data):
            return _saved(args, data)
        if is_site_file(data) and not saves.is_ours(data):
            return _site(args, SiteGame(data, load(args.title) if args.title else None))
    except SaveError as error:
        raise SaveError(f"{args.file}: {error}") from None
    found = f"format {shortened(data['format'])!r}" if isinstance(data, dict) and "format" in data else "no format"
    wanted = f"a saved game (an object with format {saves.FORMAT!r})"
    wanted += ", or a game file of 18xx.games (with title, players and actions, and without format)"
    raise SaveError(f"{args.file}: {found}; wanted {wanted}")


def _read(path: str) -> Any:
    text = saves.read_text(path)
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SaveError(f"{path}: no JSON, or cut short: {error}") from None


# --------------------------------------------------------------------------- files of 18xx.games


def _site(args: argparse.Namespace, site: SiteGame) -> int:
    lines = _traced(site, args.stop) if args.trace else _untraced(site, args.stop)
    if args.trace:
        _write(args.trace, lines)
    else:
        for _ in lines:
            pass
    replay = site.replay
    complete = args.stop is None
    match = not replay.refused and (not complete or replay.matches())
    if args.json:
        print(json.dumps(_report(site, match), ensure_ascii=False))
    else:
        _say(site, replay, match, complete)
    return 0 if match else 1


def _untraced(site: SiteGame, stop: int | None) -> Iterator[dict[str, Any]]:
    for _ in site.play(stop):
        yield {}


def _traced(site: SiteGame, stop: int | None) -> Iterator[dict[str, Any]]:
    """The lines of a trace, in the form of our conformance traces."""
    game = site.game
    before = snapshot(game.table)
    players, ids = list(site.owners.values()), list(site.owners)
    yield {"title": site.title.id, "players": players, "player_ids": ids, "state": before}
    faces = game.state.board.faces
    for played in site.play(stop):
        table = game.table
        after = snapshot(table)
        record = played.record
        line: dict[str, Any] = {
            "i": played.index,
            "aid": record.get("id"),
            "type": record.get("type"),
            "by": [record.get("entity_type"), record.get("entity")],
            "round": round_name(table),
            "was": list(played.was),
            "next": game.actor or None,
            "d": difference(before, after),
        }
        tiles = [
            [table.box.ground.names[n], face.tile.id, face.rotation]
            for n, (face, old) in enumerate(zip(table.board.faces, faces, strict=True))
            if face is not old
        ]
        if tiles:
            line["tiles"] = tiles
        if game.is_over:
            line["fin"] = True
        yield line
        before, faces = after, table.board.faces
    result = [[name, worth] for name, worth in game.result().items()]
    recorded = sorted((site.replay.expected or {}).items(), key=lambda item: -item[1])
    over, recorded_result = game.is_over, [list(pair) for pair in recorded]
    yield {"end": True, "finished": over, "result": result, "recorded": recorded_result, "state": before}


def _write(path: str, lines: Iterator[dict[str, Any]]) -> None:
    saves.write_whole(
        path, "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    )


def _report(site: SiteGame, match: bool) -> dict[str, Any]:
    replay = site.replay
    return {
        "title": site.title.id,
        "actions": replay.recorded,
        "applied": replay.applied,
        "refused": [refused.to_json() for refused in replay.refused],
        "lenient": {what: count for what, count in replay.lenient.items() if count},
        "notes": replay.notes,
        "result": replay.result(),
        "expected": replay.expected,
        "match": match,
    }


def _say(site: SiteGame, replay: Replay, match: bool, complete: bool) -> None:
    print(f"{site.title.name}: {replay.applied} of {replay.recorded} actions applied")
    for refused in replay.refused:
        print(f"action {refused.aid}: {refused.message}")
    for what, count in replay.lenient.items():
        if count:
            print(f"{what}: {count}")
    for note in replay.notes:
        print(note)
    _say_result(site.game)
    if complete and replay.expected is not None:
        print("the result is the recorded one" if match else f"recorded: {replay.expected}")


def _say_result(game: Game) -> None:
    for player, worth in game.result().items():
        print(f"  {player}: {game.title.currency.format(worth)}")
    if game.is_over:
        print(f"ended by: {game.state.ended}")


# --------------------------------------------------------------------------- our own


def _saved(args: argparse.Namespace, data: Any) -> int:
    loaded = saves.from_data(data, place=args.title or "", stop=args.stop)
    game = loaded.game
    applied = loaded.sound
    refused = [{"index": applied, "id": applied + 1, "code": "differs", "message": loaded.difference}]
    if args.trace:
        _write(args.trace, _retraced(game))
    if args.json:
        record = {
            "title": game.title.id, "actions": loaded.total, "applied": applied,
            "refused": refused if loaded.difference else [], "notes": loaded.notes, "result": game.result(),
            "expected": None, "match": not loaded.difference,
        }  # fmt: skip
        print(json.dumps(record, ensure_ascii=False))
    else:
        print(f"{game.title.name}: {applied} of {loaded.total} actions applied")
        for note in (*loaded.notes, *([loaded.difference] if loaded.difference else [])):
            print(note)
        _say_result(game)
    return 1 if loaded.difference else 0


def _retraced(game: Game) -> Iterator[dict[str, Any]]:
    """As for the site's files, from our history; an action's id is its number."""
    moments = game.history()
    before = snapshot(Table(game.box, moments[0].state))
    yield {"title": game.title.id, "players": list(game.players), "player_ids": list(game.players), "state": before}
    for number, moment in enumerate(moments[1:], 1):
        table = Table(game.box, moment.state)
        after = snapshot(table)
        action = moment.action.to_json() if moment.action else {}
        name, changed = round_name(table), difference(before, after)
        yield {"i": number - 1, "aid": number, "action": action, "round": name, "d": changed}
        before = after
    yield {"end": True, "finished": game.is_over, "result": [list(r) for r in game.result().items()], "state": before}
