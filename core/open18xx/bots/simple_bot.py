"""A bot that plays sensibly and at once: it keeps games going and companies earning, and plans nothing."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from open18xx.bots.random_bot import run_best
from open18xx.play import actions as a
from open18xx.play.game import Game, apply
from open18xx.play.offers import Amount, Offer, Rows
from open18xx.play.roads import best_run
from open18xx.play.table import Table

LAYS_TRIED = 10
LAY_BUDGET = 3_000
RUN_BUDGET = 200_000


class SimpleBot:
    """Chooses by kind of offer, the most wanted kind first. The seed only breaks ties."""

    def __init__(self, seed: int = 0) -> None:
        self.random = Random(seed)

    def choose(self, game: Game) -> a.Action:
        actor = game.actor
        offers: dict[str, list[Offer]] = {}
        for offer in game.offers():
            if offer.actor == actor or offer.by == game.player:
                offers.setdefault(offer.kind, []).append(offer)
        for kind, choose in self._wishes().items():
            if kind in offers:
                action = choose(game, offers[kind])
                if action is not None:
                    return action
        if "pass" in offers:
            return a.Pass(actor)
        return self._anything(game, [offer for some in offers.values() for offer in some])

    def _wishes(self) -> dict[str, Callable[[Game, list[Offer]], a.Action | None]]:
        return {
            "choose-par": self._middle_par,
            "place-home-token": self._anything,
            "discard-train": self._oldest,
            "run-routes": lambda game, offers: run_best(game, offers[0].actor, RUN_BUDGET),
            "choose-dividend": self._dividend,
            "buy-train": self._train,
            "declare-bankruptcy": self._last_resort,
            "sell-certificates": self._sale,
            "lay-tile": self._lay,
            "place-token": self._token,
            "start-corporation": self._start,
            "buy-certificate": self._certificate,
            "bid": self._bid,
            "buy-private": self._private,
        }

    def _anything(self, game: Game, offers: list[Offer]) -> a.Action:
        return self.random.choice(offers).draw(self.random)

    # ---- paper

    def _bid(self, game: Game, offers: list[Offer]) -> a.Action | None:
        """Buy the cheapest; outbid others a little, up to a sixth above the printed price."""
        for offer in offers:
            values, hole = dict(offer.fixed), offer.holes[0]
            assert isinstance(hole, Amount)
            printed = game.title.privates[values["private"]].price
            if hole.low == hole.high or (hole.low <= printed * 7 // 6 and self.random.random() < 0.5):
                return offer.fill(((hole.low,),))
        return None

    def _middle_par(self, game: Game, offers: list[Offer]) -> a.Action:
        rows = sorted(self._rows(offers[0]))
        return offers[0].fill((rows[len(rows) // 2],))

    def _start(self, game: Game, offers: list[Offer]) -> a.Action | None:
        """Start one corporation at a time, at the highest value at which half of it can be paid alone."""
        table, player = game.table, game.actor
        waiting = [c for c, who in game.state.president.items() if who == player and not table.is_floated(c)]
        if waiting:
            return None
        cash = game.state.cash[player]
        choices = [(row[0], offer, row) for offer in offers for row in self._rows(offer) if row[0] * 5 <= cash]
        if not choices:
            return None
        best = max(par for par, _, _ in choices)
        _, offer, row = self.random.choice([choice for choice in choices if choice[0] == best])
        return offer.fill((row,))

    def _certificate(self, game: Game, offers: list[Offer]) -> a.Action | None:
        """First what makes an own corporation float, then what earns most for its price."""
        table, player = game.table, game.actor
        known = game.box.certificates

        def wish(id: str) -> tuple[bool, float, str]:
            corporation = known[id].corporation
            own = game.state.president.get(corporation) == player and not table.is_floated(corporation)
            return own, table.price(corporation) / max(1, table.cost(known[id])), id

        ids = [row[0] for offer in offers for row in self._rows(offer)]
        best = max(ids, key=wish)
        return a.BuyCertificate(player, best)

    def _sale(self, game: Game, offers: list[Offer]) -> a.Action | None:
        """Sell only when there is no other way: to help buy a train, or because of a limit."""
        if any(offer.kind == "pass" for offer in game.offers()):
            return None
        simple = [offer for offer in offers if dict(offer.fixed).get("keep") == 0] or offers
        return self._anything(game, simple)

    # ---- operating

    def _lay(self, game: Game, offers: list[Offer]) -> a.Action | None:
        """Of some lays drawn at random the one after which the trains (or one small train) earn most."""
        offer = offers[0]
        rows = self._rows(offer)
        tried = self.random.sample(rows, min(LAYS_TRIED, len(rows)))
        scored = [(self._worth(game, offer.fill((row,))), self.random.random(), row) for row in tried]
        return offer.fill((max(scored)[2],))

    @staticmethod
    def _worth(game: Game, action: a.Action) -> int:
        corporation = action.actor
        after, _ = apply(game.box, game.state, action)
        if not after.trains[corporation]:
            first = next((train for train in after.trains["depot"]), None)
            if first is None:
                return 0
            after.table("trains")[corporation] = (first,)
        if not after.board.has_run(corporation):
            return 0
        return best_run(Table(game.box, after), corporation, budget=LAY_BUDGET).value

    def _token(self, game: Game, offers: list[Offer]) -> a.Action | None:
        """Place a token when there is plenty of money."""
        if game.state.cash[game.actor] < 400:
            return None
        return self._anything(game, offers)

    def _train(self, game: Game, offers: list[Offer]) -> a.Action | None:
        """Buy from the bank, the cheapest first, when there is none or the purse stays half full."""
        bank = [offer for offer in offers if not offer.holes]
        if not bank:
            return None
        cheapest = min(bank, key=lambda offer: dict(offer.fixed)["price"])
        price, cash = dict(cheapest.fixed)["price"], game.state.cash[game.actor]
        if game.state.trains[game.actor] and price * 2 > cash:
            return None
        return cheapest.fill(())

    def _dividend(self, game: Game, offers: list[Offer]) -> a.Action:
        """Pay, unless the next train is out of reach and nearly paid for."""
        table, corporation = game.table, game.actor
        cheapest = table.cheapest_on_sale() or 0
        cash = game.state.cash[corporation]
        keep = len(table.trains_of(corporation)) < 2 and cash < cheapest <= cash + game.state.revenue
        words = [row[0] for row in self._rows(offers[0])]
        wanted = ["withhold", "half", "pay"] if keep else ["pay", "half", "withhold"]
        return a.ChooseDividend(corporation, next(word for word in wanted if word in words))

    def _oldest(self, game: Game, offers: list[Offer]) -> a.Action:
        return offers[0].fill((self._rows(offers[0])[0],))

    def _private(self, game: Game, offers: list[Offer]) -> a.Action | None:
        """A corporation buys its president's privates for half of what it has, at most."""
        for offer in offers:
            hole = offer.holes[0]
            assert isinstance(hole, Amount)
            mine = game.state.privates[dict(offer.fixed)["private"]] == game.player
            if mine and game.table.is_corporation(offer.actor) and hole.low * 4 <= game.state.cash[offer.actor]:
                return offer.fill(((min(hole.high, game.state.cash[offer.actor] // 4),),))
        return None

    def _last_resort(self, game: Game, offers: list[Offer]) -> a.Action | None:
        others = {offer.kind for offer in game.offers()} & {"sell-certificates", "buy-train"}
        return None if others else offers[0].fill(())

    @staticmethod
    def _rows(offer: Offer) -> tuple[tuple[Any, ...], ...]:
        hole = offer.holes[0]
        assert isinstance(hole, Rows)
        return hole.rows
