"""Writes one of our games in the form of 18xx.games, so that the importer can be tested on files of our own."""

from __future__ import annotations

from typing import Any

from open18xx.play import actions as a
from open18xx.play.game import Game, Moment
from open18xx.play.table import Table

KINDS = {
    a.Pass: "pass", a.Bid: "bid", a.StartCorporation: "par", a.ChoosePar: "par", a.BuyCertificate: "buy_shares",
    a.SellCertificates: "sell_shares", a.BuyPrivate: "buy_company", a.LayTile: "lay_tile", a.PlaceToken: "place_token",
    a.PlaceHomeToken: "place_token", a.RunRoutes: "run_routes", a.ChooseDividend: "dividend", a.BuyTrain: "buy_train",
    a.DiscardTrain: "discard_train", a.DeclareBankruptcy: "bankrupt", a.ExchangePrivate: "buy_shares",
    a.LayPrivateTile: "lay_tile",
}  # fmt: skip


class SiteWriter:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.ids = {name: 100 + seat for seat, name in enumerate(game.players)}
        self.copies: dict[str, set[int]] = {}
        self.on: dict[str, tuple[str, int]] = {}  # hex -> (tile, copy)

    def file(self) -> dict[str, Any]:
        records = []
        for number, moment in enumerate(self.game.history()[1:], 1):
            assert moment.before is not None and moment.action is not None
            records.append({"id": number, **self.record(moment.before, moment.action)})
        return {
            "id": 1,
            "title": self.game.title.names["18xx.games"],
            "players": [{"id": id, "name": name} for name, id in self.ids.items()],
            "settings": {"seed": self.game.seed, "optional_rules": []},
            "actions": records,
            "result": {str(self.ids[name]): worth for name, worth in self.game.result().items()},
        }

    def record(self, before: Moment, action: a.Action) -> dict[str, Any]:
        player = action.actor in self.ids
        record: dict[str, Any] = {
            "type": KINDS[type(action)],
            "entity": self.ids.get(action.actor, action.actor),
            "entity_type": "player" if player else "corporation",
        }
        table = Table(self.game.box, before.state)
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
