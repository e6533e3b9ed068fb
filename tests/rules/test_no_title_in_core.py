"""No title's logic is in the engine: it knows no names, renamed titles play alike, and others' titles are as good.

Issue 2: "renaming a title's id, companies and hexes in a copy of its data leaves its replays equal".
"""

from __future__ import annotations

import ast
import importlib
import os
import re
import runpy
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import tomli_w

import open18xx
from open18xx import TitleError, installed_titles, load_title, new_game
from open18xx.adapters.site18xx import read_site_file
from open18xx.board.hexes import join_name, split_name
from open18xx.bots.random_bot import RandomBot
from open18xx.bots.simple_bot import SimpleBot
from open18xx.play.actions import Action
from open18xx.play.audit import faults
from open18xx.play.game import Game
from open18xx.plugins.manager import load_plugin
from open18xx.saves import from_data, to_json
from open18xx.title.model import Title

CORE = Path(open18xx.__file__).parent
VARIANTS = Path(importlib.import_module("open18xx_variants").__path__[0])
TITLES = ("1830", "1889")
NAMED = (*TITLES, "menorca-1713")
LISTING = runpy.run_path(str(Path(__file__).parents[1] / "play" / "listing.py"))

# --------------------------------------------------------------------------- (a) names

OTHER_MEANINGS = {("adapters/trace.py", "SR")}  # 18xx.games' word for a stock round
EXAMPLE = "K12"  # the hex that messages about the form of a hex's name show; there is one on some map


@cache
def strings_of_code(path: Path) -> tuple[tuple[int, str, frozenset[str]], ...]:
    """Every text that the code of a module contains, and its words; documentation, with its examples, is no code."""
    return tuple((line, text, frozenset(re.findall(r"[A-Za-z0-9&-]+", text))) for line, text in _strings(path))


def _strings(path: Path) -> Iterator[tuple[int, str]]:
    tree = ast.parse(path.read_text("utf-8"))
    documentation = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node.lineno, node.value
        elif isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute):
            yield node.lineno, node.attr


def words_of(title: Title) -> set[str]:
    """Ids and names that would betray that a module knows the title."""
    ids = {title.id, *title.corporations, *title.privates, *title.map.hexes}
    names = {each.name for each in (*title.corporations.values(), *title.privates.values())}
    return ids | {word for name in names for word in name.split() if len(word) > 4} - {"Railroad", "Railway", "Ferry"}


def names_in(path: Path, words: set[str]) -> list[tuple[int, str]]:
    """(line, text) of each text in the code that contains one of the words."""
    return [(line, text) for line, text, known in strings_of_code(path) if words & known]


@pytest.mark.parametrize("title", NAMED)
def test_no_name_of_a_title_its_hexes_or_its_companies_stands_in_the_engine(title: str) -> None:
    words = words_of(load_title(title))
    found = [
        (path.relative_to(CORE).as_posix(), text)
        for path in sorted(CORE.rglob("*.py"))
        for _, text in names_in(path, words)
    ]
    odd = [each for each in found if not re.search(rf"\bas (in )?{EXAMPLE}\b", each[1])]
    assert [each for each in odd if each not in OTHER_MEANINGS] == []


def test_the_search_for_names_would_find_one(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text('"""NYC is an example."""\nif corporation == "NYC":\n    hex = "H12:1"\n', "utf-8")
    assert names_in(module, words_of(load_title("1830"))) == [(2, "NYC"), (3, "H12:1")]


def test_the_engine_never_imports_the_titles() -> None:
    for path in CORE.rglob("*.py"):
        assert "open18xx_variants" not in {text.partition(".")[0] for _, text, _ in strings_of_code(path)}, path


# --------------------------------------------------------------------------- (b) the same game under other names


class Names:
    """Other names for everything in a title: companies, privates, and hexes moved one letter and two numbers on."""

    def __init__(self, title: Title) -> None:
        self.corporations = {id: f"Q{n}+x" for n, id in enumerate(title.corporations)}
        self.privates = {id: f"{n}'th" for n, id in enumerate(title.privates)}
        self.hexes = {hex: self.moved(hex) for hex in title.map.hexes}

    @staticmethod
    def moved(hex: str) -> str:
        letter, number = split_name(hex)
        return join_name(letter + 1, number + 2)

    def certificate(self, id: str) -> str:
        corporation, _, number = id.partition("/")
        return f"{self.corporations[corporation]}/{number}"

    def piece(self, id: str) -> str:
        hex, _, path = id.partition(":")
        return f"{self.hexes[hex]}:{path}"

    def owner(self, id: str) -> str:
        return self.corporations.get(id, id)

    def action(self, action: Action) -> Action:
        """The same action in the renamed title."""
        change: dict[str, Callable[[Any], Any]] = {
            "actor": self.owner,
            "corporation": self.owner,
            "certificate": self.certificate,
            "certificates": lambda ids: tuple(map(self.certificate, ids)),
            "private": self.privates.__getitem__,
            "hex": self.hexes.__getitem__,
            "routes": lambda routes: tuple((train, tuple(map(self.piece, pieces))) for train, pieces in routes),
        }
        values = {each.name: getattr(action, each.name) for each in fields(action)}
        return replace(action, **{name: change[name](value) for name, value in values.items() if name in change})

    def files(self, kind: str, data: dict[str, Any]) -> dict[str, Any]:
        """One file of the title under the other names."""
        match kind:
            case "title":
                data = {**data, "id": "renamed", "name": "Something else", "names": {}}
            case "corporations":
                for row in data["corporations"]:
                    row["id"], row["name"] = self.corporations[row["id"]], "A company"
            case "privates":
                for row in data["privates"]:
                    row["id"], row["name"] = self.privates[row["id"]], "A private"
                    for ability in row.get("abilities", ()):
                        if "corporations" in ability:
                            ability["corporations"] = [self.corporations[id] for id in ability["corporations"]]
                        if "certificates" in ability:
                            ability["certificates"] = [self.certificate(id) for id in ability["certificates"]]
            case "map":
                homes = {}
                for id, home in data["homes"].items():
                    moved = self.hexes[home] if isinstance(home, str) else {**home, "hex": self.hexes[home["hex"]]}
                    homes[self.corporations[id]] = moved
                data["homes"] = homes
                data["private_hexes"] = {
                    self.privates[id]: [self.hexes[hex] for hex in hexes] for id, hexes in data["private_hexes"].items()
                }
                data["hexes"] = {
                    self.hexes[hex]: {key: value for key, value in entry.items() if key != "name"}
                    for hex, entry in data["hexes"].items()
                }
        return data


@cache
def names_of(title: str) -> Names:
    return Names(load_title(title))


@pytest.fixture
def renamed(tmp_path: Path) -> Callable[..., Title]:
    """A title of the variants under other names, read from a folder of its own."""

    def make(title: str, options: tuple[str, ...] = ()) -> Title:
        folder = tmp_path / f"other-{title}"
        folder.mkdir(exist_ok=True)
        for path in (VARIANTS / f"title_{title}").glob("*.toml"):
            data = names_of(title).files(path.stem, tomllib.loads(path.read_text("utf-8")))
            (folder / path.name).write_text(tomli_w.dumps(data), "utf-8")
        return load_title(folder, options=options)

    return make


def compared(title: str, game: Game, other: Title) -> int:
    """Play the game's actions under the other names; after each, everything that can be counted is equal."""
    names = names_of(title)
    twin = new_game(other, game.players, seed=game.seed)
    assert {*twin.title.corporations, *twin.title.map.hexes}.isdisjoint({*game.title.corporations, title})
    count = 0
    for moment in game.history()[1:]:
        if moment.action is None:  # the players' own decision to end
            twin.finish(moment.state.ended)
        else:
            twin.play(names.action(moment.action))
        mine, theirs = moment.state, twin.state
        assert {names.owner(owner): cash for owner, cash in mine.cash.items()} == theirs.cash
        assert {names.owner(c): cell for c, cell in mine.cell.items()} == theirs.cell
        assert {names.certificate(id): names.owner(owner) for id, owner in mine.holder.items()} == theirs.holder
        assert {names.owner(owner): held for owner, held in mine.trains.items()} == theirs.trains
        assert {names.privates[id]: names.owner(owner) for id, owner in mine.privates.items()} == theirs.privates
        for name in ("round", "number", "part", "step", "phase", "supply", "revenue", "ending", "ended"):
            assert getattr(mine, name) == getattr(theirs, name), name
        assert names.owner(mine.actor) == theirs.actor
        count += 1
    assert twin.result() == game.result()
    assert twin.is_over == game.is_over
    return count


def test_other_names_are_a_title_like_any_other(renamed: Callable[..., Title]) -> None:
    for id in TITLES:
        title, other = load_title(id), renamed(id)
        assert other.id == "renamed" and other.plugin == ""
        assert len(other.map.hexes) == len(title.map.hexes)
        assert {*title.corporations, *title.privates, *map(str, title.names)}.isdisjoint(
            {*other.corporations, *other.privates})  # fmt: skip
        assert other.rules == title.rules and other.market == title.market


@pytest.mark.parametrize(("title", "players"), [("1830", 3), ("1889", 4)])
def test_a_game_is_the_same_under_other_names(title: str, players: int, renamed: Callable[..., Title]) -> None:
    game = new_game(load_title(title), ("ann", "bob", "cay", "dan")[:players], seed=12)
    bot = SimpleBot(12)
    while not game.is_over and game.length < 260:
        game.play(bot.choose(game))
    assert compared(title, game, renamed(title)) == game.length
    assert {"lay-tile", "run-routes", "buy-train", "start-corporation"} <= {each.kind for each in game.actions()}


@pytest.mark.parametrize(("title", "players"), [("1830", 4), ("1889", 2)])
def test_a_wild_game_is_the_same_under_other_names(title: str, players: int, renamed: Callable[..., Title]) -> None:
    """Random play comes to the corners that sensible play avoids."""
    game = new_game(load_title(title), ("ann", "bob", "cay", "dan")[:players], seed=3)
    bot = RandomBot(3)
    while not game.is_over and game.length < 500:
        game.play(bot.choose(game))
    assert compared(title, game, renamed(title)) == game.length


FOLDER = Path(os.environ.get("OPEN18XX_CONFORMANCE") or Path(__file__).parents[2] / "../shared/conformance")
GAMES = sorted(path for path in (FOLDER / "games").glob("18[38][09]-*.json"))


@pytest.mark.conformance
@pytest.mark.skipif(not GAMES, reason="no recorded games: set OPEN18XX_CONFORMANCE")
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_is_the_same_under_other_names(path: Path, renamed: Callable[..., Title]) -> None:
    site = read_site_file(path)
    for _ in site.play():
        pass
    assert site.replay.refused == []
    title = site.title.id
    other = renamed(title, tuple(site.title.switched_on))
    assert compared(title, site.game, other) == len(site.game.history()) - 1


# --------------------------------------------------------------------------- (c) titles of third parties

PLUGIN = '''
"""A title with a rule of its own: a gift, and no bend."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from open18xx.errors import Refusal
from open18xx.play.actions import Action, LayTile
from open18xx.play.offers import Rows
from open18xx.play.state import BANK
from open18xx.play.steps.base import Step, not_in_turn
from open18xx.plugins.hookspecs import hookimpl

OPEN18XX_PLUGIN_API = {version}


@dataclass(frozen=True, slots=True)
class TakeGift(Action):
    """Take a small or a large gift from the bank, once in the game."""

    kind: ClassVar[str] = "take-gift"
    size: int


class TakeGiftStep(Step):
    name = "gift"
    action = TakeGift

    def _taken(self, table):
        return table.state.actor in table.state.slices.get("gift", {{}})

    def due(self, table):
        return not self._taken(table)

    def offers(self, table):
        if not self._taken(table):
            yield self.offer(table, Rows(("size",), ((10,), (20,))))

    def refusal(self, table, action):
        if refusal := not_in_turn(table, action):
            return refusal
        if self._taken(table):
            return Refusal("gift-taken", corporation=action.actor)
        return None if action.size in (10, 20) else Refusal("gift-size", size=action.size, allowed=(10, 20))

    def apply(self, tx, action):
        tx.pay(BANK, action.actor, action.size)
        tx.write("gift", action.actor, action.size)


@hookimpl
def steps():
    return [TakeGiftStep]


@hookimpl
def refusal(action):
    if isinstance(action, LayTile) and action.tile == "8":
        return Refusal("no-bends", tile=action.tile, hex=action.hex)
    return None
'''


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str, str], Path]:
    """A distribution that adds a title by entry point, as pip would put it on the path: a package and its metadata."""

    def put(id: str, code: str, below: str = "1830") -> Path:
        package = f"third_party_{id.replace('-', '_')}"
        site = tmp_path / f"site-{id}"
        folder = site / package
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text(code, "utf-8")
        (folder / "title.toml").write_text(f'extends = "{below}"\nid = "{id}"\nname = "Of a third party"\n', "utf-8")
        information = site / f"{package}-1.0.dist-info"
        information.mkdir()
        (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", "utf-8")
        (information / "entry_points.txt").write_text(f"[open18xx.variants]\n{id} = {package}\n", "utf-8")
        monkeypatch.syspath_prepend(str(site))
        return folder

    return put


def played(title: Title, actions: int) -> Game:
    """Random play of the title, checked after every action."""
    game, bot = new_game(title, ("ann", "bob", "cay"), seed=8), RandomBot(8)
    while not game.is_over and game.length < actions:
        game.play(bot.choose(game))
        assert faults(game.table) == []
    return game


def test_a_third_partys_title_of_data_loads_lists_plays_and_is_saved(install: Callable[..., Path]) -> None:
    assert "of-data" not in installed_titles()
    folder = install("of-data", '"""Nothing but data."""\n')
    (folder / "trains.toml").write_text('[[trains]]\nid = "2"\nprice = 60\n', "utf-8")
    assert {"of-data", "1830", "1889"} <= set(installed_titles())
    title = load_title("of-data")
    assert (title.id, title.plugin, title.trains["2"].price) == ("of-data", "", 60)
    game = played(title, 150)
    loaded = from_data(to_json(game))
    assert (loaded.difference, loaded.game.state == game.state) == ("", True)
    assert "third_party_of_data" not in sys.modules


def test_a_third_partys_plugin_brings_a_step_and_forbids_what_the_rules_allow(install: Callable[..., Path]) -> None:
    folder = install("of-gifts", PLUGIN.format(version=1))
    steps = ["home-token", "gift", "lay-track", "place-token", "run-routes", "choose-dividend", "discard-trains",
             "buy-train", "buy-private"]  # fmt: skip
    (folder / "rounds.toml").write_text(tomli_w.dumps({"rounds": [{"id": "operating", "steps": steps}]}), "utf-8")
    title = load_title("of-gifts")
    game, bot = new_game(title, ("ann", "bob", "cay"), seed=8), RandomBot(8)
    gifts = bends = 0
    while not game.is_over and game.length < 500:
        offers = game.offers()
        gifts += any(offer.kind == "take-gift" for offer in offers)
        for offer in offers:
            if offer.kind == "lay-tile":
                for lay in offer.actions():
                    assert lay.tile != "8"  # type: ignore[attr-defined]
                    bend = replace(lay, tile="8")
                    reason = game.refusal(bend)
                    assert reason is not None
                    bends += reason.code == "no-bends"
        if game.length % 50 == 0:
            assert LISTING["disagreements"](game, bot.random) == []
        game.play(bot.choose(game))
        assert faults(game.table) == []
    assert gifts and bends
    taken = [action for action in game.actions() if action.kind == "take-gift"]
    assert taken and len({action.actor for action in taken}) == len(taken)
    assert from_data(to_json(game)).game.state == game.state
    assert not any(offer.kind == "take-gift" for offer in new_game(load_title("1830"), game.players).offers())


@pytest.mark.parametrize("version", [0, 2, "None", "'1'"])
def test_a_plugin_of_another_version_is_refused_by_both_numbers(install: Callable[..., Path], version: object) -> None:
    install("of-yore", PLUGIN.format(version=version))
    load_plugin.cache_clear()
    sys.modules.pop("third_party_of_yore", None)
    assert "of-yore" in installed_titles()
    with pytest.raises(TitleError) as error:
        load_title("of-yore")
    assert re.search(r"version|wanted the line OPEN18XX_PLUGIN_API = 1", str(error.value))
    if version in (0, 2):
        assert f"the plugin is for version {version} of the hooks; this engine has 1" in str(error.value)
    sys.modules.pop("third_party_of_yore", None)
