"""Placing tokens: one from the network in a turn, the home token where a corporation begins."""

from __future__ import annotations

from collections.abc import Iterator

from open18xx.errors import Refusal
from open18xx.play.actions import PlaceHomeToken, PlaceToken
from open18xx.play.offers import Offer, Rows
from open18xx.play.state import BANK
from open18xx.play.steps.base import Step, not_in_turn, unknown
from open18xx.play.table import Table
from open18xx.play.transaction import Transaction


def next_price(table: Table, corporation: str) -> int | None:
    """Price of the next token; None when none is left."""
    left = table.state.tokens_left[corporation]
    return table.box.corporations[corporation].tokens[left[0]] if left else None


def city_refusal(table: Table, corporation: str, n: int, node: int) -> Refusal | None:
    """Why the city, or town with slots, cannot take a token of the corporation, its connection apart.

    The printed sign, slots, reservations and own tokens have a say.
    """
    board = table.board
    hex = board.ground.names[n]
    slots = board.tokens.get((n, node))
    if slots is None:
        return Refusal("no-city", hex=hex, city=node)
    wanted = table.box.corporations[corporation].tokens_need
    if wanted and wanted not in board.ground.hexes[n].icons:
        return Refusal("wrong-place", corporation=corporation, wanted=wanted, hex=hex)
    if board.has_token_in(n, corporation):
        return Refusal("own-token", hex=hex, corporation=corporation)
    free = slots.count(None)
    if not free:
        return Refusal("no-slot", hex=hex, city=node, slots=len(slots))
    reservation = table.box.rules.tokens.reservation
    for other, (home, city) in table.state.homes.items() if reservation != "none" else ():
        if home != n or other == corporation:
            continue
        if city == node:
            free -= 1
        elif city is None:  # K04: the owner has still to choose among the cities of the hex
            cities = [board.tokens[n, k] for k in range(board.faces[n].node_count) if (n, k) in board.tokens]
            if len(cities) == 1 or reservation == "last-slot":
                if sum(city.count(None) for city in cities) <= 1:
                    free = 0
            else:
                free = 0
    return None if free > 0 else Refusal("reserved", hex=hex, city=node)


class PlaceTokenStep(Step):
    """Place the next token in a city that the network reaches."""

    name = "place-token"
    action = PlaceToken

    def due(self, table: Table) -> bool:
        return next(self._cities(table), None) is not None

    def _cities(self, table: Table) -> Iterator[tuple[int, int]]:
        corporation = table.state.actor
        if self._closed(table, corporation) is not None:
            return
        for n, node in table.board.reach(corporation).nodes:
            if (n, node) in table.board.tokens and city_refusal(table, corporation, n, node) is None:
                yield n, node

    def _closed(self, table: Table, corporation: str) -> Refusal | None:
        limit = table.box.rules.tokens.per_turn
        if table.state.tokens_placed >= limit:
            return Refusal("already-acted", actor=corporation, done=table.state.tokens_placed, limit=limit)
        price = next_price(table, corporation)
        if price is None or not table.box.corporations[corporation].places_tokens:
            return Refusal("no-token", corporation=corporation)
        cash = table.state.cash[corporation]
        return Refusal("cash", what="a token", cost=price, actor=corporation, cash=cash) if cash < price else None

    def offers(self, table: Table) -> Iterator[Offer]:
        names = table.box.ground.names
        rows = tuple(sorted((names[n], node) for n, node in self._cities(table)))
        if rows:
            yield self.offer(table, Rows(("hex", "city"), rows))

    def refusal(self, table: Table, action: PlaceToken) -> Refusal | None:
        if refusal := not_in_turn(table, action):
            return refusal
        n = table.box.ground.number.get(action.hex)
        if n is None:
            return unknown("hex", action.hex)
        if refusal := self._closed(table, action.actor) or city_refusal(table, action.actor, n, action.city):
            return refusal
        if (n, action.city) not in table.board.reach(action.actor).nodes:
            return Refusal("not-reached", hex=action.hex, corporation=action.actor)
        return None

    def apply(self, tx: Transaction, action: PlaceToken) -> None:
        price = next_price(tx, action.actor)
        assert price is not None
        tx.pay(action.actor, BANK, price)
        tx.place_token(action.actor, action.hex, action.city)
        tx.note("tokens_placed", tx.state.tokens_placed + 1)


class HomeTokenStep(Step):
    """Choose the city of a hex in which a token goes: a home with several cities, or the first track of such a hex."""

    name = "home-token"
    action = PlaceHomeToken
    only_demanded = True

    def due(self, table: Table) -> bool:
        return False

    def may_pass(self, table: Table) -> bool:
        return False

    def _choices(self, table: Table) -> tuple[str, tuple[tuple[str, int], ...]]:
        """The actor, and (hex, city) with a free slot (K06)."""
        _, actor, subject = table.state.pending[0]
        corporation, _, hex = subject.partition("@")
        n = table.box.ground.number[hex]
        board = table.board
        del corporation
        return actor, tuple(
            (hex, node) for node in range(board.faces[n].node_count) if None in board.tokens.get((n, node), ())
        )

    def offers(self, table: Table) -> Iterator[Offer]:
        if table.state.pending and table.state.pending[0].step == self.name:
            actor, rows = self._choices(table)
            yield self.offer(table, Rows(("hex", "city"), rows), actor=actor)

    def refusal(self, table: Table, action: PlaceHomeToken) -> Refusal | None:
        actor, rows = self._choices(table)
        if action.actor != actor:
            return Refusal("not-your-turn", actor=action.actor, expected=actor)
        if (action.hex, action.city) not in rows:
            return Refusal("no-slot", hex=action.hex, city=action.city, slots=len(rows))
        return None

    def apply(self, tx: Transaction, action: PlaceHomeToken) -> None:
        owner = tx.state.pending[0].subject.partition("@")[0]
        tx.meet()
        tx.place_token(owner, action.hex, action.city)
