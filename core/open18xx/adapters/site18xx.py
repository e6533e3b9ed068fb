"""Game files of 18xx.games: read, thin out undone actions, and play the rest through our own rules.

The engine is strict. What a file needs beyond that happens here, is counted and is reported: passes that the site does
not record, a stray pass, another certificate of the same kind, a route stored without its track. Names of that site's
format stand only in this module.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from open18xx.adapters.site_routes import RouteReader
from open18xx.adapters.trace import tokens_of
from open18xx.errors import IllegalAction, Refusal, SaveError, shortened
from open18xx.play import actions as a
from open18xx.play import rounds
from open18xx.play.events import RoutesRun, TokenPlaced, TokenReplaced
from open18xx.play.game import Game, new_game
from open18xx.play.state import IPO, NOBODY, POOL
from open18xx.saves import read_text
from open18xx.title.loader import installed, load, said_of
from open18xx.title.model import Title

BOOKKEEPING = ("message", "log")
PROGRAM = "program_"
"""Actions that change no game; automatic actions recorded beside them are played."""

STEPS_OF: dict[str, tuple[type[a.Action], ...]] = {
    "pass": (a.Pass,),
    "offer": (a.OfferLot,),
    "bid": (a.Bid,),
    "par": (a.StartCorporation, a.ChoosePar),
    "buy_shares": (a.BuyCertificate,),
    "sell_shares": (a.SellCertificates, a.IssueCertificates),
    "split": (a.SplitCorporation,),
    "choose": (a.ChooseBranch, a.GiveToken, a.ChoosePar, a.GiveTrain, a.GiveMoney, a.GivePrivate),
    "lay_tile": (a.LayTile,),
    "place_token": (a.PlaceToken, a.PlaceHomeToken),
    "run_routes": (a.RunRoutes,),
    "dividend": (a.ChooseDividend,),
    "buy_train": (a.BuyTrain,),
    "discard_train": (a.DiscardTrain,),
    "buy_company": (a.BuyPrivate,),
    "bankrupt": (a.DeclareBankruptcy,),
}
"""Our actions that stand for each of the site's."""

PART_OFFSET = {"119": 1, "166": 1, "200": 1, "1200": 1}
"""Tiles whose first city is not their first part, so that the site counts it from 1."""

PASSES_TRIED = 4
MOST_ACTIONS = 100_000


def is_site_file(data: object) -> bool:
    return isinstance(data, Mapping) and "actions" in data and "players" in data and "title" in data


def title_for(name: str, options: list[str]) -> Title:
    """The installed title that calls itself so on the site. Raises SaveError if there is none."""
    known = []
    for id in installed():
        their_name = said_of(id, "names", "18xx.games") or id
        if their_name == name:
            return load(id, options=options, overlay="18xx.games")
        known.append(their_name)
    raise SaveError(f"no installed title is {shortened(name)!r} on 18xx.games; installed: {', '.join(known)}")


def effective(raw: list[dict[str, Any]]) -> list[tuple[int, dict[str, Any]]]:
    """The actions that stand after undo and redo, with their places in the file. Messages are never undone."""
    messages: list[int] = []
    standing: list[int] = []  # places of the actions that can be undone, in order
    undone: list[list[int]] = []  # what each undo took back, as long as a redo may bring it again
    place_of: dict[Any, int] = {}
    for place, action in enumerate(raw):
        id, target = action.get("id"), action.get("action_id")
        if type(id) not in (int, str, type(None)) or type(target) not in (int, type(None)):
            raise SaveError(f"actions[{place}]: id {id!r:.40}, action_id {target!r:.40}: wanted whole numbers")
        place_of.setdefault(id, place)
        match action.get("type"):
            case "undo":
                if target is None:
                    left = len(standing) - 1
                else:  # 0 takes everything back; an id that is not there takes nothing
                    left = bisect_right(standing, -1 if target == 0 else place_of.get(target, place))
                undone.append(standing[max(left, 0) :])
                del standing[max(left, 0) :]
            case "redo":
                standing += undone.pop() if undone else ()
            case "message":
                messages.append(place)
            case _:
                undone.clear()
                standing.append(place)
    return [(place, raw[place]) for place in sorted(standing + messages)]


@dataclass(slots=True)
class Refused:
    index: int
    aid: Any
    code: str
    message: str

    def to_json(self) -> dict[str, Any]:
        return {"index": self.index, "id": self.aid, "code": self.code, "message": self.message}


@dataclass(slots=True)
class Played:
    """One recorded action after it was played: its place and the record, for a trace."""

    index: int
    record: dict[str, Any]
    was: tuple[str, str]


@dataclass(slots=True)
class Replay:
    """The outcome of playing a file."""

    game: Game
    ids: dict[str, Any]  # our name of each player -> the site's id
    expected: dict[str, int] | None
    recorded: int = 0
    applied: int = 0
    refused: list[Refused] = field(default_factory=list)
    lenient: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)

    def result(self) -> dict[str, int]:
        """Fortunes by the site's player ids."""
        return {str(self.ids[name]): worth for name, worth in self.game.result().items()}

    def matches(self) -> bool:
        return self.expected is None or self.result() == self.expected


class SiteGame:
    """A file being played, action by action, by the rules of the site or by those of another ``title``."""

    def __init__(self, data: Mapping[str, Any], title: Title | None = None) -> None:
        settings = _mapping(data.get("settings", {}), "settings")
        switched_on = _list(settings.get("optional_rules") or [], "settings.optional_rules")
        options = [str(option).replace("_", "-") for option in switched_on]
        self.title = title or title_for(_text(data.get("title"), "title"), options)
        players = [_mapping(player, "players") for player in _list(data.get("players"), "players")]
        self.names = self._seat(players)
        self.owners = self.names | {-number: id for number, id in enumerate(self.title.actors, 1)}  # who may buy
        raw = [_mapping(action, "actions") for action in _list(data.get("actions"), "actions")]
        if len(raw) > MOST_ACTIONS:
            raise SaveError(f"{len(raw)} actions; at most {MOST_ACTIONS} are read")
        self.raw = [dict(action) for action in raw]
        game = new_game(self.title, list(self.names.values()), seed=_seed(settings.get("seed"), data.get("id")))
        result = data.get("result")
        expected = None
        if isinstance(result, Mapping) and result:
            expected = {str(id): int(worth) for id, worth in result.items() if isinstance(worth, int | float)}
        self.replay = Replay(game, {name: id for id, name in self.names.items()}, expected)
        self.where: dict[str, str] = {}  # piece of the supply -> the hex it lies on
        self.piece_on: dict[str, str] = {}

    def _seat(self, players: list[Mapping[str, Any]]) -> dict[Any, str]:
        """The site's id of each player -> a name that is nobody else's."""
        names: dict[Any, str] = {}
        for player in players:
            name = _text(player.get("name"), "players.name")
            id = player.get("id", name)
            if not isinstance(id, str | int):
                raise SaveError(f"players.id: {id!r} is no id")
            others = {*names.values(), *self.title.corporations, *self.title.actors}
            taken = name in others or not name.strip()
            names[id] = f"{name} ({id})" if taken else name
        if len(names) != len(players):
            raise SaveError("players: two have the same id")
        return names

    @property
    def game(self) -> Game:
        return self.replay.game

    def play(self, stop: int | None = None, strict: bool = True) -> Iterator[Played]:
        """Play everything up to the action with id ``stop``; with ``strict`` the first refusal ends it."""
        standing = effective(self.raw)
        self.replay.recorded = len(standing)
        for place, (index, record) in enumerate(standing):
            aid = record.get("id")
            if stop is not None and isinstance(aid, int) and aid > stop:
                return
            table = self.game.table
            was = (table.state.round, self.game.actor)
            try:
                self._one(record)
                for follower in _list(record.get("auto_actions") or [], "auto_actions"):
                    self._one(dict(_mapping(follower, "auto_actions")))
                self._pass_on(_next_decision(standing[place + 1 :]))
            except IllegalAction as error:
                self.replay.refused.append(Refused(index, aid, error.refusal.code, str(error.refusal)))
                if strict:
                    return
            else:
                self.replay.applied += 1
            yield Played(index, record, was)

    def _pass_on(self, following: dict[str, Any] | None) -> None:
        """Decline what the site passes over silently, so that the position is the site's before the next action."""
        if following is None or self.game.is_over or rounds.plan_of(self.game.table).kind != "operating":
            return
        passes = 0
        while not self.game.is_over and not self._fits(following):
            actor = self.game.actor
            if passes == PASSES_TRIED or self.game.refusal(a.Pass(actor)) is not None:
                for _ in range(passes):
                    self.game.undo()
                return
            self.game.play(a.Pass(actor))
            passes += 1
        self.replay.lenient["pass not recorded"] += passes

    def _fits(self, record: dict[str, Any]) -> bool:
        """Whether the position is one in which the site could have recorded the action: its actor and its step."""
        kind = record.get("type")
        if record.get("entity_type") == "company" or not isinstance(kind, str) or kind not in STEPS_OF:
            return True
        try:
            actor = self._actor(record)
        except IllegalAction:
            return True  # it will be refused for what it is
        if kind == "pass":
            return actor == self.game.actor
        wanted = STEPS_OF[kind]
        open_now = any(step.action in wanted for step in rounds.open_steps(self.game.table))
        return open_now and actor in (self.game.actor, self.game.player, *self.title.actors)

    # ---- one action

    def _one(self, record: dict[str, Any]) -> None:
        kind = record.get("type")
        if _is_bookkeeping(record):
            return
        if kind == "end_game":
            self.game.finish("manually-ended")
            return
        if self.game.is_over:
            self.replay.lenient["after the end"] += 1
            return
        if kind == "pass":
            self._pass(record)
            return
        self._with_passes(record)

    def _pass(self, record: dict[str, Any]) -> None:
        actor = self._actor(record)
        if record.get("entity_type") == "company":
            actor = self.game.actor
        reason = self.game.refusal(a.Pass(actor))
        if reason is None:
            self.game.play(a.Pass(actor))
        else:
            self.replay.lenient["stray pass"] += 1
            self.replay.notes.append(f"action {record.get('id')}: pass of {shortened(actor)}: {reason}")

    def _with_passes(self, record: dict[str, Any]) -> None:
        """Play the action; if it is not possible yet, decline the steps before it that the site passes over."""
        first: Refusal | None = None
        passes = 0
        while True:
            try:
                self._play(record)
            except IllegalAction as error:
                first = first or error.refusal
                actor = self.game.actor
                if error.refusal.code not in ("not-offered", "not-your-turn") or passes == PASSES_TRIED:
                    reason: Refusal | None = first
                else:
                    reason = self.game.refusal(a.Pass(actor))
                if reason is not None:
                    for _ in range(passes):
                        self.game.undo()
                    raise IllegalAction(first) from None
                self.game.play(a.Pass(actor))
                passes += 1
            else:
                self.replay.lenient["pass not recorded"] += passes
                return

    def _play(self, record: dict[str, Any]) -> None:
        kind = record.get("type")
        convert = getattr(self, f"_read_{kind}", None) if isinstance(kind, str) else None
        if convert is None:
            raise IllegalAction(Refusal("unknown-kind", kind=kind, known="those of the file format"))
        try:
            action = convert(record)
        except (KeyError, ValueError, TypeError, IndexError, AttributeError) as error:
            raise IllegalAction(Refusal("bad-action", reason=f"{kind}: {error}")) from None
        if action is not None:
            self.game.play(a.from_json(action.to_json()))  # the file's values are of any type
            if kind == "lay_tile":
                self._lies(record["tile"], record["hex"])

    def _lies(self, piece: str, hex: str) -> None:
        self.where.pop(self.piece_on.get(hex, ""), None)
        self.where[piece], self.piece_on[hex] = hex, piece

    def _actor(self, record: Mapping[str, Any]) -> str:
        entity = record.get("entity")
        if not isinstance(entity, str | int):
            raise IllegalAction(Refusal("bad-action", reason=f"entity: {entity!r:.40}"))
        if record.get("entity_type") == "player":
            return self._player(entity)
        if record.get("entity_type") == "company":
            return self.game.state.privates.get(str(entity), NOBODY)
        return str(entity)

    def _player(self, id: object) -> str:
        """The player of that id on the site, where an actor that is no player has a number below 0."""
        found = self.owners.get(id) if isinstance(id, str | int) else None
        if found is None:
            raise IllegalAction(Refusal("no-such", kind="player", id=id))
        return found

    def _buyer(self, record: Mapping[str, Any]) -> str:
        """Who gets what is bought: another than the one in turn when he buys for it."""
        buyer = record.get("purchase_for")
        return self._actor(record) if buyer is None else self._player(buyer)

    # ---- each kind

    def _read_bid(self, r: dict[str, Any]) -> a.Action:
        return a.Bid(self._actor(r), r["company"], _int(r["price"]))

    def _read_offer(self, r: dict[str, Any]) -> a.Action:
        return a.OfferLot(self._actor(r), r["company"])

    def _read_par(self, r: dict[str, Any]) -> a.Action:
        price = _price(r["share_price"])
        pending = self.game.state.pending
        if pending and pending[0].step == "choose-par":
            return a.ChoosePar(self._actor(r), r["corporation"], price)
        return a.StartCorporation(self._buyer(r), r["corporation"], price)

    def _read_buy_shares(self, r: dict[str, Any]) -> a.Action:
        (share,) = r["shares"]
        state = self.game.state
        id = _certificate(share)
        if r.get("entity_type") == "company":
            return a.ExchangePrivate(self._actor(r), r["entity"], self._alike(id, (IPO, POOL)))
        owner = state.holder.get(id)
        sources = (owner,) if owner in (IPO, POOL) else (POOL, IPO)
        return a.BuyCertificate(self._buyer(r), self._alike(id, sources, set(state.reserved)))

    def _read_sell_shares(self, r: dict[str, Any]) -> a.Action:
        player = self._actor(r)
        if r.get("entity_type") == "corporation":
            return a.IssueCertificates(player, len(r["shares"]))
        known = self.game.box.certificates
        ids: list[str] = []
        for share in r["shares"]:
            ids.append(self._alike(_certificate(share), (player,), set(ids)))
        total = sum(known[id].percent for id in ids)
        keep = total - _int(r["percent"]) if "percent" in r else 0
        return a.SellCertificates(player, known[ids[0]].corporation, tuple(ids), keep)

    def _alike(self, id: str, places: tuple[str | None, ...], taken: set[str] | None = None) -> str:
        """The certificate, or one of the same kind where the site's president swapped another one away."""
        game = self.game
        certificate = game.box.certificates[id]
        taken = taken or set()
        if game.state.holder[id] in places and id not in taken:
            return id
        for place in places:
            for other in game.table.certificates_of(place, certificate.corporation) if place else ():
                same = (other.percent, other.president) == (certificate.percent, certificate.president)
                if same and other.id not in taken:
                    self.replay.lenient["certificate of the same kind"] += 1
                    return other.id
        return id

    def _read_split(self, r: dict[str, Any]) -> a.Action:
        return a.SplitCorporation(self._actor(r), r["corporation"])

    def _read_choose(self, r: dict[str, Any]) -> a.Action:
        """What the choice is about is not recorded: it is what is asked for in a split."""
        player, choice, pending = self._actor(r), r["choice"], self.game.state.pending
        step, _, subject = pending[0] if pending else ("", "", "")
        parent, _, branch = subject.partition(">")
        if choice in ("done", "no") and step.startswith("split-"):
            return a.Pass(player)
        match step:
            case "split-branch":
                return a.ChooseBranch(player, choice)
            case "split-token":
                hex, city = dict(enumerate(self._token_places(parent)))[_chosen(choice)]
                return a.GiveToken(player, hex, city)
            case "split-par":
                return a.ChoosePar(player, branch, _price(choice))
            case "split-train":
                return a.GiveTrain(player, choice)
            case "split-money":
                return a.GiveMoney(player, _chosen(choice))
            case "split-private" if choice == "yes":
                (private,) = self.game.table.privates_of(parent)
                return a.GivePrivate(player, private)
            case _:
                raise ValueError(f"nothing is asked to which {choice!r:.40} is an answer")

    def _token_places(self, corporation: str) -> list[tuple[str, int]]:
        """(hex, city) of each of its tokens on the map, in the site's order, that in which they were placed.

        Those that stood there before the first action come first.
        """
        placed = [
            event.hex
            for event in self.game.log()
            if (isinstance(event, TokenPlaced) and event.corporation == corporation)
            or (isinstance(event, TokenReplaced) and event.new == corporation)
        ]
        last = {hex: place for place, hex in enumerate(placed)}
        places = tokens_of(self.game.table)[corporation]
        return sorted(places, key=lambda place: last.get(place[0], -1))

    def _read_lay_tile(self, r: dict[str, Any]) -> a.Action:
        tile, hex, rotation = str(r["tile"]).rpartition("-")[0], r["hex"], _int(r["rotation"])
        if r.get("entity_type") == "company":
            actor = self.game.actor if self.game.state.pending else self._actor(r)
            return a.LayPrivateTile(actor, r["entity"], hex, tile, rotation)
        return a.LayTile(self._actor(r), hex, tile, rotation)

    def _read_place_token(self, r: dict[str, Any]) -> a.Action:
        piece, _, part = str(r["city"]).rpartition("-")
        tile = piece.rpartition("-")[0]
        hex = self.where.get(piece) or tile
        city = int(part) - PART_OFFSET.get(tile, 0)
        pending = self.game.state.pending
        if pending and pending[0].step == "home-token":
            return a.PlaceHomeToken(pending[0].actor, hex, city)
        return a.PlaceToken(self._actor(r), hex, city)

    def _read_run_routes(self, r: dict[str, Any]) -> a.Action | None:
        corporation = self._actor(r)
        reader = RouteReader(self.game.table, corporation)
        found = reader.read([_mapping(route, "routes") for route in _list(r["routes"], "routes")])
        action = a.RunRoutes(corporation, found.routes)
        stored = found.stored
        if stored is not None and (self.game.refusal(action) is not None or found.total != stored):
            reason = self.game.refusal(action)
            if reason is not None and reason.code in ("not-your-turn", "not-offered", "no-run"):
                return action
            # The site trusts what is stored: so do we, and say so.
            why = str(reason) if reason else f"found {found.total}"
            self.replay.lenient["stored revenue trusted"] += 1
            self.replay.notes.append(f"action {r.get('id')}: {shortened(corporation)} stored {stored}: {why}")
            self.game.record(RoutesRun(corporation, (), (), stored))
            return None
        return action

    def _read_dividend(self, r: dict[str, Any]) -> a.Action:
        words = {"payout": "pay", "withhold": "withhold", "half": "half"}
        return a.ChooseDividend(self._actor(r), words[r["kind"]])

    def _read_buy_train(self, r: dict[str, Any]) -> a.Action:
        return a.BuyTrain(self._actor(r), r["train"], _int(r["price"]), r.get("exchange") or "")

    def _read_purchase_train(self, r: dict[str, Any]) -> a.Action:
        return a.TrainByPrivate(self._actor(r), r["entity"])

    def _read_discard_train(self, r: dict[str, Any]) -> a.Action:
        return a.DiscardTrain(self._actor(r), r["train"])

    def _read_buy_company(self, r: dict[str, Any]) -> a.Action:
        return a.BuyPrivate(self._actor(r), r["company"], _int(r["price"]))

    def _read_bankrupt(self, r: dict[str, Any]) -> a.Action:
        return a.DeclareBankruptcy(self._actor(r))


def _next_decision(later: list[tuple[int, dict[str, Any]]]) -> dict[str, Any] | None:
    """The first of the records, or of the automatic actions beside them, that is a decision of the game."""
    for _, record in later:
        if not _is_bookkeeping(record):
            return record
        followers = record.get("auto_actions")
        for follower in followers if isinstance(followers, list) else ():
            if isinstance(follower, dict) and not _is_bookkeeping(follower):
                return follower
    return None


def _is_bookkeeping(record: Mapping[str, Any]) -> bool:
    kind = str(record.get("type"))
    return kind in BOOKKEEPING or kind.startswith(PROGRAM)


def read_site_file(path: str | Path) -> SiteGame:
    """A site file ready to be played. Raises SaveError for a file that is none."""
    text = read_text(path)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SaveError(f"{path}: no JSON: {error}") from None
    if not is_site_file(data):
        raise SaveError(f"{path}: no game file of 18xx.games: title, players and actions are wanted")
    return SiteGame(data)


# --------------------------------------------------------------------------- small readers


def _certificate(share: str) -> str:
    corporation, _, number = str(share).rpartition("_")
    return f"{corporation}/{number}"


def _price(share_price: object) -> int:
    """The price of "price,row,column"."""
    return int(str(share_price).split(",")[0])


def _seed(seed: object, id: object) -> int:
    if type(seed) is int and seed >= 0:
        return seed % 2**31
    digits = ""
    for char in str(id):
        if char.isdecimal() and char.isascii():
            digits += char
        elif digits:
            break
    return int(digits[:18] or 0) % 2**31


def _int(value: object) -> int:
    if type(value) is not int or abs(value) > a.BIGGEST:
        raise ValueError(f"{value!r} is no whole number")
    return value


def _chosen(choice: object) -> int:
    """A number that was chosen, which may be written as text."""
    return _int(int(choice) if isinstance(choice, str) else choice)


def _text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise SaveError(f"{what}: wanted a text, found {type(value).__name__}")
    return value


def _list(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise SaveError(f"{what}: wanted a list, found {type(value).__name__}")
    return value


def _mapping(value: object, what: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise SaveError(f"{what}: wanted an object, found {type(value).__name__}")
    return value
