"""Writes one of our games in the form of 18xx.games, so that the importer can be tested on files of our own."""

from __future__ import annotations

from typing import Any

from open18xx.adapters.trace import tokens_of
from open18xx.play import actions as a
from open18xx.play.events import TokenPlaced, TokenReplaced
from open18xx.play.game import Game, Moment
from open18xx.play.state import IPO, Demand
from open18xx.play.table import Table

NO_PLAYER = -1
"""The number of the one actor that is no player."""

KINDS = {
    a.Pass: "pass", a.Bid: "bid", a.StartCorporation: "par", a.ChoosePar: "par", a.BuyCertificate: "buy_shares",
    a.SellCertificates: "sell_shares", a.BuyPrivate: "buy_company", a.LayTile: "lay_tile", a.PlaceToken: "place_token",
    a.PlaceHomeToken: "place_token", a.RunRoutes: "run_routes", a.ChooseDividend: "dividend", a.BuyTrain: "buy_train",
    a.DiscardTrain: "discard_train", a.DeclareBankruptcy: "bankrupt", a.ExchangePrivate: "buy_shares",
    a.LayPrivateTile: "lay_tile", a.OfferLot: "offer", a.SplitCorporation: "split", a.ChooseBranch: "choose",
    a.GiveToken: "choose", a.GiveTrain: "choose", a.GiveMoney: "choose", a.GivePrivate: "choose",
    a.IssueCertificates: "sell_shares", a.TrainByPrivate: "purchase_train",
}  # fmt: skip


class SiteWriter:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.ids = {name: 100 + seat for seat, name in enumerate(game.players)}
        self.copies: dict[str, set[int]] = {}
        self.on: dict[str, tuple[str, int]] = {}  # hex -> (tile, copy)
        first = tokens_of(Table(game.box, game.history()[0].state))
        self.tokens = {id: [hex for hex, _ in places] for id, places in first.items()}  # in order of placing

    def file(self) -> dict[str, Any]:
        records = []
        for number, moment in enumerate(self.game.history()[1:], 1):
            assert moment.before is not None and moment.action is not None
            records.append({"id": number, **self.record(moment.before, moment.action)})
            self.follow(moment)
        return {
            "id": 1,
            "title": self.game.title.names["18xx.games"],
            "players": [{"id": id, "name": name} for name, id in self.ids.items()],
            "settings": {"seed": self.game.seed, "optional_rules": []},
            "actions": records,
            "result": {str(self.ids[name]): worth for name, worth in self.game.result().items()},
        }

    def record(self, before: Moment, action: a.Action) -> dict[str, Any]:
        table = Table(self.game.box, before.state)
        record = {"type": KINDS[type(action)], **self.entity(table, action)}
        if before.state.pending and before.state.pending[0].step.startswith("split-"):
            return {**record, "type": "choose", "choice": self.choice(before.state.pending[0], action)}
        match action:
            case a.Bid():
                record |= {"company": action.private, "price": action.price}
            case a.StartCorporation() | a.ChoosePar():
                row, column = self.game.box.market.par[action.par]
                record |= {"corporation": action.corporation, "share_price": f"{action.par},{row},{column}"}
            case a.BuyCertificate():
                record |= {"shares": [action.certificate.replace("/", "_")], "percent": 10}
            case a.SellCertificates():
                percent = sum(self.game.box.certificates[id].percent for id in action.certificates) - action.keep
                record |= {"shares": [id.replace("/", "_") for id in action.certificates], "percent": percent}
            case a.IssueCertificates():
                own = table.certificates_of(IPO, action.actor)[: action.count]
                record |= {"shares": [each.id.replace("/", "_") for each in own], "percent": 10 * action.count}
            case a.OfferLot():
                record["company"] = action.private
            case a.SplitCorporation():
                record["corporation"] = action.corporation
            case a.TrainByPrivate():
                record |= {"entity": action.private, "entity_type": "company"}
            case a.ExchangePrivate():
                record |= {"shares": [action.certificate.replace("/", "_")], "percent": 10}
                record |= {"entity": action.private, "entity_type": "company"}
            case a.BuyPrivate():
                record |= {"company": action.private, "price": action.price}
            case a.LayTile() | a.LayPrivateTile():
                record |= {"hex": action.hex, "tile": self.piece(action.hex, action.tile), "rotation": action.rotation}
                if isinstance(action, a.LayPrivateTile):
                    record |= {"entity": action.private, "entity_type": "company"}
            case a.PlaceToken() | a.PlaceHomeToken():
                tile, copy = self.on.get(action.hex, (action.hex, 0))
                record |= {"city": f"{tile}-{copy}-{action.city}", "slot": 0}
            case a.RunRoutes():
                record["routes"] = [self.route(table, train, pieces) for train, pieces in action.routes]
            case a.ChooseDividend():
                record["kind"] = {"pay": "payout"}.get(action.choice, action.choice)
            case a.BuyTrain():
                record |= {"train": action.train, "price": action.price}
                if action.exchange:
                    record["exchange"] = action.exchange
            case a.DiscardTrain():
                record["train"] = action.train
        return record

    def entity(self, table: Table, action: a.Action) -> dict[str, Any]:
        """Who acts. An actor that is no player sells in its own name; for what it buys the one who decides is named."""
        if action.actor in self.ids:
            return {"entity": self.ids[action.actor], "entity_type": "player"}
        if action.actor not in self.game.box.actors:
            return {"entity": action.actor, "entity_type": "corporation"}
        if isinstance(action, a.SellCertificates):
            return {"entity": NO_PLAYER, "entity_type": "player"}
        owner = self.ids[table.decider(action.actor)]
        return {"entity": owner, "entity_type": "player", "purchase_for": NO_PLAYER, "borrow_from": owner}

    def choice(self, asked: Demand, action: a.Action) -> str | int:
        """What is chosen in a split. A token is named by its place in the parent's list."""
        match action:
            case a.ChooseBranch():
                return action.branch
            case a.GiveToken():
                return self.tokens[asked.subject.partition(">")[0]].index(action.hex)
            case a.ChoosePar():
                row, column = self.game.box.market.par[action.par]
                return f"{action.par},{row},{column}"
            case a.GiveTrain():
                return action.train
            case a.GiveMoney():
                return action.amount
            case a.GivePrivate():
                return "yes"
            case _:
                return "no" if asked.step == "split-private" else "done"

    def follow(self, moment: Moment) -> None:
        """Keep the lists of tokens as they are after the action."""
        for event in moment.events:
            match event:
                case TokenPlaced(corporation=corporation, hex=hex):
                    self.tokens[corporation].append(hex)
                case TokenReplaced(hex=hex, old=old, new=new):
                    self.tokens[old].remove(hex)
                    self.tokens[new].append(hex)

    def piece(self, hex: str, tile: str) -> str:
        if hex in self.on:
            old, copy = self.on[hex]
            self.copies[old].discard(copy)
        used = self.copies.setdefault(tile, set())
        copy = next(n for n in range(100) if n not in used)
        used.add(copy)
        self.on[hex] = (tile, copy)
        return f"{tile}-{copy}"

    def route(self, table: Table, train: str, pieces: tuple[str, ...]) -> dict[str, Any]:
        """Legs between stops: a piece that touches a stop ends a leg."""
        legs: list[list[str]] = []
        leg: list[str] = []
        for piece in pieces:
            hex, _, path = piece.partition(":")
            face = table.board.faces[self.game.box.ground.number[hex]]
            leg.append(hex)
            if len(leg) > 1 and max(face.ends[int(path)]) >= 6:
                legs.append(leg)
                leg = []
        return {"train": train, "connections": legs}
