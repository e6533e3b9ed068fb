"""Privates after the auction: bought by corporations or players, exchanged, used to lay tiles, and for trains."""

from __future__ import annotations

from collections.abc import Iterator

from open18xx.errors import Refusal
from open18xx.play.actions import Action, BuyPrivate, ExchangePrivate, LayPrivateTile, PlaceToken, TrainByPrivate
from open18xx.play.offers import Amount, Offer, Rows
from open18xx.play.state import BANK, CLOSED, NOBODY
from open18xx.play.steps.base import Step, not_in_turn, unknown
from open18xx.play.steps.consent import DealStep, not_refused, refused_already
from open18xx.play.steps.emergency import falls_short, has_to_pay
from open18xx.play.steps.shares import gain_refusal
from open18xx.play.steps.stock import purchase_closed, took_turn
from open18xx.play.steps.tokens import city_refusal
from open18xx.play.steps.track import find_placement, lay, terrain_cost, use_discounts
from open18xx.play.steps.train_prices import prices
from open18xx.play.steps.trains import buy_from_bank
from open18xx.play.table import Table
from open18xx.play.transaction import Transaction
from open18xx.title.model import Ability

ABILITIES = ("lay-tile", "teleport")


class BuyPrivateStep(DealStep):
    """A corporation buys a private from a player in its turn; a player from a player in a stock round (P07)."""

    name = "buy-private"
    action = BuyPrivate

    def due(self, table: Table) -> bool:
        """Whether one can be bought; a turn does not end unasked either while the corporation has one for a train."""
        own = (private for private, _, _ in open_purchases(table) if table.state.privates[private] == table.state.actor)
        return next(self.offers(table), None) is not None or next(own, None) is not None

    def offers(self, table: Table) -> Iterator[Offer]:
        if self._closed(table) is None:
            for private in table.state.privates:
                found = self._prices(table, private)
                if not isinstance(found, Refusal):
                    yield self.offer(table, Amount("price", *found), private=private)

    def _closed(self, table: Table) -> Refusal | None:
        """Why no private at all may be bought now."""
        allows, rules = table.phase.allows, table.box.rules.stock
        if not is_in_stock_round(table):
            allowed = "buy-privates" in allows
            return None if allowed else Refusal("not-allowed-now", what="buying privates", phase=table.phase.id)
        first = rules.private_trade_from
        if not first or table.state.number < first:
            return Refusal("too-early", what="buying privates of players", round=table.state.number, first=first)
        if "players-trade-privates" not in allows:
            return Refusal("not-allowed-now", what="buying privates of players", phase=table.phase.id)
        return purchase_closed(table)

    def _prices(self, table: Table, private: str) -> tuple[int, int] | Refusal:
        state, actor = table.state, table.state.actor
        owner = state.privates[private]
        if owner not in state.seats or owner == actor or table.ability(private, "no-purchase") is not None:
            return Refusal("not-for-sale", what=private, owner=owner or "nobody")
        if actor in table.box.privates[private].not_for:
            return Refusal("not-for-it", private=private, corporation=actor)
        cash = state.cash[actor]
        low, high = (1, cash) if is_in_stock_round(table) else table.box.privates[private].buy_price
        if cash < low:
            return Refusal("cash", what=private, cost=low, actor=actor, cash=cash)
        if is_in_stock_round(table) and table.box.rules.limits.privates_count:
            after, limit = table.certificate_count(actor) + 1, table.certificate_limit()
            if after > limit:
                return Refusal("certificate-limit", actor=actor, after=after, limit=limit)
        return not_refused(table, self.name, owner, private, (low, min(high, cash)))

    def refusal(self, table: Table, action: BuyPrivate) -> Refusal | None:
        if refusal := not_in_turn(table, action):
            return refusal
        if action.private not in table.state.privates:
            return unknown("private", action.private)
        if refusal := self._closed(table):
            return refusal
        found = self._prices(table, action.private)
        if isinstance(found, Refusal):
            return found
        low, high = found
        owner = table.state.privates[action.private]
        if refusal := refused_already(table, self.name, owner, action.private, action.price, high):
            return refusal
        if not low <= action.price <= high:
            return Refusal("private-price", private=action.private, price=action.price, low=low, high=high)
        return None

    def seller(self, table: Table, action: BuyPrivate) -> str:
        return table.state.privates[action.private]

    def subject(self, action: BuyPrivate) -> tuple[str, int]:
        return action.private, action.price

    def deal(self, buyer: str, what: str, price: int) -> Action:
        return BuyPrivate(buyer, what, price)

    def conclude(self, tx: Transaction, action: BuyPrivate) -> None:
        private = action.private
        seller = tx.state.privates[private]
        tx.pay(action.actor, seller, action.price)
        tx.move_private(private, action.actor)
        if is_in_stock_round(tx):
            tx.note("bought", (*tx.state.bought, ""))
            tx.note("last_was_sale", False)
            took_turn(tx, action.actor)
            return
        for index, ability in enumerate(tx.box.privates[private].abilities):
            if "when-sold" in ability.windows and tx.ability_left(private, index, ability):
                tx.demand("lay-private-tile", seller, private)


def window_open(table: Table, private: str, ability: Ability) -> bool:
    """Whether the ability's owner may use it at this moment (P05: the title lists the windows)."""
    state, owner = table.state, table.state.privates[private]
    plan = table.box.title.rounds[state.round]
    for window in ability.windows:
        if state.pending and window not in ("any-time", "own-operating-turn"):
            continue
        match window:
            case "any-time":
                fits = plan.kind in ("stock", "operating")
            case "own-stock-turn":
                fits = plan.kind == "stock" and state.actor == owner
            case "stock-round":
                fits = plan.kind == "stock"
            case "between-turns":
                fits = plan.kind == "operating" and not state.acted
            case "track-step":
                here = plan.kind == "operating" and plan.steps[state.step] == "lay-track"
                fits = here and owner in (state.actor, table.decider(state.actor))
            case "own-operating-turn":
                fits = plan.kind == "operating" and owner == state.actor
            case "operating-round-start":  # the first is in turn: all others still wait
                waits = plan.kind == "operating" and not state.acted
                fits = waits and len(state.queue) + 1 >= len(state.floated)
            case _:
                fits = False
        if fits:
            return True
    return False


def is_in_stock_round(table: Table) -> bool:
    return table.box.title.rounds[table.state.round].kind == "stock"


def is_own_stock_turn(table: Table, player: str) -> bool:
    return is_in_stock_round(table) and table.state.actor == player


class ExchangePrivateStep(Step):
    """Hand in a private for a certificate.

    Limits stand in the way only where the private says so (S11c). In the owner's turn of a stock round the certificate
    counts as bought where a corporation is not both bought and sold in one turn.
    """

    name = "exchange-private"
    action = ExchangePrivate
    beside_demands = True

    def due(self, table: Table) -> bool:
        """Where it is a step of the round, not open beside others only: whether the actor in turn can exchange."""
        return any(offer.actor == table.state.actor for offer in self.offers(table))

    def _open(self, table: Table) -> Iterator[tuple[str, int, Ability]]:
        for private, index, ability in table.box.abilities.get("exchange", ()):
            if (
                private in table.state.privates
                and table.ability_left(private, index, ability)
                and window_open(table, private, ability)
            ):
                yield private, index, ability

    def _certificates(self, table: Table, ability: Ability) -> tuple[str, ...]:
        return table.exchangeable(ability)

    def offers(self, table: Table) -> Iterator[Offer]:
        for private, _, ability in self._open(table):
            owner = table.state.privates[private]
            choices = self._certificates(table, ability)
            rows = tuple((id,) for id in choices if self._fault(table, private, ability, id) is None)
            if rows:
                yield self.offer(table, Rows(("certificate",), rows), actor=owner, private=private)

    def refusal(self, table: Table, action: ExchangePrivate) -> Refusal | None:
        if action.private not in table.state.privates:
            return unknown("private", action.private)
        if table.state.privates[action.private] != action.actor:
            return Refusal("not-owner", actor=action.actor, what=action.private)
        for private, _, ability in self._open(table):
            if private == action.private:
                choices = self._certificates(table, ability)
                if action.certificate not in choices:
                    return Refusal("not-exchanged", private=private, certificate=action.certificate, allowed=choices)
                return self._fault(table, private, ability, action.certificate)
        return Refusal("no-ability", private=action.private, what="exchange", round=table.state.round)

    def _fault(self, table: Table, private: str, ability: Ability, id: str) -> Refusal | None:
        """Why the owner may not come to hold the certificate by an exchange now."""
        owner, certificate = table.state.privates[private], table.box.certificates[id]
        corporation = certificate.corporation
        if ability.unstarted == "refused" and not table.is_started(corporation):
            return Refusal("not-started", corporation=corporation)
        if corporation in table.state.sold and is_own_stock_turn(table, owner):
            if table.box.rules.stock.same_turn_trade == "forbidden":
                return Refusal("same-turn", corporation=corporation)
        if ability.limits == "kept" and (refusal := gain_refusal(table, owner, certificate)):
            return refusal
        if not is_in_stock_round(table) and has_to_pay(table, owner):
            return falls_short(table, private, lambda tx: _exchange(tx, private, owner, id))
        return None

    def apply(self, tx: Transaction, action: ExchangePrivate) -> None:
        _exchange(tx, action.private, action.actor, action.certificate)
        if self in tx.box.round_steps[tx.state.round] and action.actor == tx.state.actor:
            took_turn(tx, action.actor)


def _exchange(tx: Transaction, private: str, owner: str, id: str) -> None:
    if is_own_stock_turn(tx, owner):
        tx.note("traded", (*tx.state.traded, ("exchange", tx.box.certificates[id].corporation)))
    tx.exchange(private, owner, id)


class LayPrivateTileStep(Step):
    """Lay a tile by a private's ability: connected or not, in its own windows, and a teleport in place of the lay."""

    name = "lay-private-tile"
    action = LayPrivateTile
    beside_demands = True

    def due(self, table: Table) -> bool:
        return False  # open beside other steps, or demanded

    def _demanded(self, table: Table) -> tuple[str, str] | None:
        """(owner, private) when a private's seller must lay or decline at once."""
        if table.state.pending and table.state.pending[0].step == self.name:
            _, actor, private = table.state.pending[0]
            return actor, private
        return None

    def _open(self, table: Table) -> Iterator[tuple[str, str, int, Ability]]:
        """(who uses it, private, index, ability) for every ability that may be used now."""
        demanded = self._demanded(table)
        for kind in ABILITIES:
            for private, index, ability in table.box.abilities.get(kind, ()):
                if private not in table.state.privates or not table.ability_left(private, index, ability):
                    continue
                if demanded is not None:
                    if demanded[1] == private and "when-sold" in ability.windows:
                        yield demanded[0], private, index, ability
                elif window_open(table, private, ability):
                    if not ability.counts_as_lay or not table.state.lays:
                        yield table.state.privates[private], private, index, ability

    def _places(self, table: Table, user: str, private: str, ability: Ability) -> tuple[tuple[str, str, int], ...]:
        ground = table.box.ground
        rows = []
        for hex in table.title.map.private_hexes.get(private, ()):
            n = ground.number[hex]
            face = table.board.faces[n]
            if ability.kind == "teleport" and face is not ground.printed[n]:
                continue
            if ability.pays_terrain and terrain_cost(table, n, user) > table.state.cash[user]:
                continue
            for placement in ground.placements(n, face, True):
                id, rotation = placement.face.tile.id, placement.face.rotation
                if id in ability.tiles:
                    found = find_placement(table, hex, id, rotation, table.state.privates[private], special=True)
                    if not isinstance(found, Refusal):
                        rows.append((hex, id, rotation))
        return tuple(rows)

    def offers(self, table: Table) -> Iterator[Offer]:
        for user, private, _, ability in self._open(table):
            rows = self._places(table, user, private, ability)
            if rows:
                yield self.offer(table, Rows(("hex", "tile", "rotation"), rows), actor=user, private=private)

    def refusal(self, table: Table, action: LayPrivateTile) -> Refusal | None:
        private = action.private
        if private not in table.state.privates:
            return unknown("private", private)
        for user, other, _, ability in self._open(table):
            if other == private and user == action.actor:
                hexes = table.title.map.private_hexes.get(private, ())
                if action.hex not in hexes:
                    return Refusal("not-its-hex", private=private, hex=action.hex, allowed=hexes)
                if action.tile not in ability.tiles:
                    return Refusal("not-its-tile", private=private, tile=action.tile, allowed=ability.tiles)
                owner = table.state.privates[private]
                found = find_placement(table, action.hex, action.tile, action.rotation, owner, special=True)
                if isinstance(found, Refusal):
                    return found
                n = table.box.ground.number[action.hex]
                if ability.kind == "teleport" and table.board.faces[n] is not table.box.ground.printed[n]:
                    return Refusal("not-empty", hex=action.hex, tile=table.board.faces[n].tile.id)
                cost = terrain_cost(table, n, user) if ability.pays_terrain else 0
                if cost > table.state.cash[user]:
                    cash = table.state.cash[user]
                    return Refusal("cash", what=f"a tile on {action.hex}", cost=cost, actor=user, cash=cash)
                return None
        owner = table.state.privates[private]
        if owner not in (NOBODY, CLOSED, action.actor):
            return Refusal("not-owner", actor=action.actor, what=private)
        return Refusal("no-ability", private=private, what="lay-tile", round=table.state.round)

    def apply(self, tx: Transaction, action: LayPrivateTile) -> None:
        user, _, index, ability = next(
            found for found in self._open(tx) if found[1] == action.private and found[0] == action.actor
        )
        demanded = self._demanded(tx)
        n = tx.box.ground.number[action.hex]
        placement = find_placement(
            tx, action.hex, action.tile, action.rotation, tx.state.privates[action.private], special=True
        )
        assert not isinstance(placement, Refusal)
        if ability.pays_terrain:
            tx.pay(user, BANK, terrain_cost(tx, n, user))
            use_discounts(tx, n, user)
        tx.use_ability(action.private, index, ability)
        if demanded is not None:
            tx.meet()
        lay(tx, user, action.hex, action.tile, action.rotation, placement)
        if ability.counts_as_lay:
            tx.note("lays", (*tx.state.lays, "lay"))
        if ability.kind == "teleport" and tx.state.tokens_left.get(user):
            tx.demand("teleport-token", user, f"{action.private}@{action.hex}")


class TeleportTokenStep(Step):
    """After a teleport the corporation may place a token on the hex, connected or not, at the ability's price."""

    name = "teleport-token"
    action = PlaceToken
    only_demanded = True

    def due(self, table: Table) -> bool:
        return False

    def _terms(self, table: Table) -> tuple[str, str, int]:
        """(corporation, hex, price)."""
        _, corporation, subject = table.state.pending[0]
        private, _, hex = subject.partition("@")
        ability = next(a for a in table.box.privates[private].abilities if a.kind == "teleport")
        token = table.state.tokens_left[corporation][0]
        price = ability.token_price
        if price is None:
            price = table.box.corporations[corporation].tokens[token]
        return corporation, hex, price

    def offers(self, table: Table) -> Iterator[Offer]:
        if not table.state.pending or table.state.pending[0].step != self.name:
            return
        corporation, hex, price = self._terms(table)
        n = table.box.ground.number[hex]
        if table.state.cash[corporation] < price:
            return
        rows = tuple(
            (hex, node)
            for node in range(table.board.faces[n].node_count)
            if city_refusal(table, corporation, n, node) is None
        )
        if rows:
            yield self.offer(table, Rows(("hex", "city"), rows), actor=corporation)

    def refusal(self, table: Table, action: PlaceToken) -> Refusal | None:
        corporation, hex, price = self._terms(table)
        if action.actor != corporation:
            return Refusal("not-your-turn", actor=action.actor, expected=corporation)
        if action.hex != hex:
            return Refusal("not-its-hex", private=hex, hex=action.hex, allowed=(hex,))
        cash = table.state.cash[corporation]
        if cash < price:
            return Refusal("cash", what="a token", cost=price, actor=corporation, cash=cash)
        return city_refusal(table, corporation, table.box.ground.number[hex], action.city)

    def apply(self, tx: Transaction, action: PlaceToken) -> None:
        corporation, hex, price = self._terms(tx)
        tx.meet()
        tx.pay(corporation, BANK, price)
        tx.place_token(corporation, hex, action.city)
        tx.note("tokens_placed", tx.state.tokens_placed + 1)


def open_purchases(table: Table) -> Iterator[tuple[str, int, Ability]]:
    """(private, index, ability) for every private of a corporation that may be closed now to buy a train."""
    for private, index, ability in table.box.abilities.get("buy-train", ()):
        owner = table.state.privates.get(private, NOBODY)
        if owner in table.box.corporations and table.ability_left(private, index, ability):
            if window_open(table, private, ability):
                yield private, index, ability


class TrainByPrivateStep(Step):
    """A corporation closes a private of its own to buy the first train that the bank sells.

    It pays as much as ever, with its own money, and must have room; only the moment is its choice.
    """

    name = "private-buys-train"
    action = TrainByPrivate

    def due(self, table: Table) -> bool:
        return False  # open beside other steps, never a decision of its own

    def offers(self, table: Table) -> Iterator[Offer]:
        for private, _, _ in open_purchases(table):
            action = TrainByPrivate(table.state.privates[private], private)
            if self.refusal(table, action) is None:
                yield self.offer(table, actor=action.actor, private=private)

    def refusal(self, table: Table, action: TrainByPrivate) -> Refusal | None:
        private = action.private
        if private not in table.state.privates:
            return unknown("private", private)
        if table.state.privates[private] != action.actor:
            return Refusal("not-owner", actor=action.actor, what=private)
        if all(other != private for other, _, _ in open_purchases(table)):
            return Refusal("no-ability", private=private, what="buy a train", round=table.state.round)
        found = self._price(table, action.actor)
        return found if isinstance(found, Refusal) else None

    @staticmethod
    def _price(table: Table, corporation: str) -> int | Refusal:
        if not table.trains_on_sale():
            return Refusal("supply", what="train")
        found = prices(table, corporation, table.trains_on_sale()[0], "", asked=False)
        return found if isinstance(found, Refusal) else found[0]

    def apply(self, tx: Transaction, action: TrainByPrivate) -> None:
        train, price = tx.trains_on_sale()[0], self._price(tx, action.actor)
        assert not isinstance(price, Refusal)
        _, index, ability = next(found for found in open_purchases(tx) if found[0] == action.private)
        tx.use_ability(action.private, index, ability)
        buy_from_bank(tx, action.actor, train, price)
