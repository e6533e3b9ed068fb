"""A bot that plays sensibly and at once: it keeps games going and companies earning, and plans nothing."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from open18xx.bots import fleet
from open18xx.bots.prospects import Prospects
from open18xx.bots.random_bot import run_best
from open18xx.play import actions as a
from open18xx.play.game import Game, apply
from open18xx.play.offers import Amount, Offer, Rows
from open18xx.play.steps.tokens import next_price
from open18xx.play.steps.train_prices import bank_price, cheapest_for
from open18xx.play.table import Table

LAYS_LOOKED_AT = 40
LAYS_TRIED = 5
RUN_BUDGET = 200_000
BESIDE_RUNS = 0.2
"""Part of its value that a stop counts for being reached, beside what routes earn there now."""
PLENTY = 400
"""A treasury that can afford a token, whatever the token costs."""
LEFT_OF_THE_END = 5
"""Moves left, without a bad end, that a price must have before a corporation withholds."""


class SimpleBot:
    """Chooses by kind of offer, the most wanted kind first. The seed only breaks ties."""

    def __init__(self, seed: int = 0) -> None:
        self.random = Random(seed)
        self._looks: Prospects | None = None

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
        return self._other(game, [offer for some in offers.values() for offer in some])

    def _other(self, game: Game, offers: list[Offer]) -> a.Action:
        """What a title's plugin asks for: of places the dearest that can be reached, else anything."""
        hole = next(iter(offers[0].holes), None)
        if isinstance(hole, Rows) and hole.names == ("hex",):
            who = dict(offers[0].fixed).get("corporation", offers[0].actor)
            return offers[0].fill((max(hole.rows, key=lambda row: self._place(game.table, who, row[0])),))
        return self._anything(game, offers)

    @staticmethod
    def _place(table: Table, corporation: str, hex: str) -> tuple[bool, bool, int, str]:
        """How good a place is: reached by the corporation, by any, and what it pays."""
        ground, board = table.box.ground, table.board
        n = ground.number[hex]
        reaching = {id for id in table.state.par if any(there == n for there, _ in board.reach(id).nodes)}
        value = max(ground.values(board.faces[n], table.box.latest_color[table.state.phase], False), default=0)
        return corporation in reaching, bool(reaching), value, hex

    def _wishes(self) -> dict[str, Callable[[Game, list[Offer]], a.Action | None]]:
        return {
            "choose-par": self._par,
            "choose-branch": self._anything,
            "give-token": self._token_to_branch,
            "give-train": self._train_to_branch,
            "give-money": self._money_to_branch,
            "place-home-token": self._anything,
            "discard-train": self._oldest,
            "run-routes": lambda game, offers: run_best(game, offers[0].actor, RUN_BUDGET),
            "choose-dividend": self._dividend,
            "buy-train": self._train,
            "declare-bankruptcy": self._last_resort,
            "sell-certificates": self._sale,
            "issue-certificates": self._issue,
            "redeem-certificates": self._redeem,
            "exchange-private": self._exchange,
            "train-by-private": self._train_by_private,
            "lay-tile": self._lay,
            "place-token": self._token,
            "split-corporation": self._split,
            "start-corporation": self._start,
            "buy-certificate": self._certificate,
            "offer-lot": self._anything,
            "bid": self._bid,
            "buy-private": self._private,
            "consent": self._consent,
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
            bought = hole.low == hole.high and hole.low <= printed
            if bought or (hole.low <= printed * 7 // 6 and self.random.random() < 0.5):
                return offer.fill(((hole.low,),))
        return None

    def _par(self, game: Game, offers: list[Offer]) -> a.Action:
        """The middle one; the highest for a branch, for which nobody pays."""
        rows = sorted(self._rows(offers[0]))
        group = game.box.corporations[dict(offers[0].fixed)["corporation"]].group
        return offers[0].fill((rows[-1 if group and group == game.box.rules.split.group else len(rows) // 2],))

    def _start(self, game: Game, offers: list[Offer]) -> a.Action | None:
        """Start one corporation at a time, at the highest value that can be paid as far as it takes."""
        table, player = game.table, game.actor
        mine = [c for c, who in game.state.president.items() if who == player]
        if any(not table.is_floated(c) or self._is_needy(table, c) for c in mine):
            return None
        choices = [
            (row[0], offer, row)
            for offer in offers
            if offer.actor == player
            for row in self._rows(offer)
            if self._to_start(table, dict(offer.fixed)["corporation"], row[0]) <= game.state.cash[player]
        ]
        if not choices:
            return None
        best = max(par for par, _, _ in choices)
        _, offer, row = self.random.choice([choice for choice in choices if choice[0] == best])
        return offer.fill((row,))

    @staticmethod
    def _to_start(table: Table, corporation: str, par: int) -> int:
        """What to have before starting it: half of it or, where each certificate pays for itself, enough to begin."""
        if table.box.rules.corporations.capitalization != "incremental":
            return 5 * par
        floats = table.box.corporations[corporation].float_percent // table.box.unit[corporation]
        return max(floats * par, fleet.to_begin(table, corporation, par))

    @staticmethod
    def _is_needy(table: Table, corporation: str) -> bool:
        """Whether it lives by its certificates and has too little to begin with."""
        if table.box.rules.corporations.capitalization != "incremental" or table.trains_of(corporation):
            return False
        return table.state.cash[corporation] < fleet.to_begin(table, corporation, table.price(corporation))

    def _certificate(self, game: Game, offers: list[Offer]) -> a.Action | None:
        """First what makes an own corporation float, then what earns most for its price.

        An actor that the player decides for buys instead if it has the money, and else he does.
        """
        table, player = game.table, game.actor
        known = game.box.certificates

        def wish(id: str) -> tuple[bool, float, float, bool, str]:
            certificate, corporation = known[id], known[id].corporation
            own = game.state.president.get(corporation) == player and (
                not table.is_floated(corporation) or self._is_needy(table, corporation)
            )
            price = table.price(corporation)
            bargain, earns = price / max(1, table.cost(certificate)), fleet.earned(table, corporation) / max(1, price)
            return own, bargain, earns, certificate.marked, id

        def purse(offer: Offer, id: str) -> int:
            alone = game.state.cash[offer.actor] >= table.cost(known[id])
            return 1 if offer.actor == player else 2 if alone else 0

        choices = [(offer, row[0]) for offer in offers for row in self._rows(offer)]
        offer, best = max(choices, key=lambda choice: (*wish(choice[1]), purse(*choice)))
        return a.BuyCertificate(offer.actor, best)

    def _split(self, game: Game, offers: list[Offer]) -> a.Action | None:
        """A corporation that has trains or money for two."""
        table = game.table
        for offer in offers:
            corporation = dict(offer.fixed)["corporation"]
            price = fleet.next_price(table, corporation) or 0
            if len(table.trains_of(corporation)) > 1 or game.state.cash[corporation] >= 2 * price:
                return offer.fill(())
        return None

    def _token_to_branch(self, game: Game, offers: list[Offer]) -> a.Action | None:
        """One and no more."""
        return None if any(offer.kind == "pass" for offer in game.offers()) else self._anything(game, offers)

    def _train_to_branch(self, game: Game, offers: list[Offer]) -> a.Action | None:
        """Trains until it has as many as the parent, those first that the parent has had longest."""
        trains = [row[0] for row in self._rows(offers[0])]
        parent, _, branch = game.state.pending[0].subject.partition(">")
        if len(game.table.trains_of(branch)) + 1 >= len(game.table.trains_of(parent)):
            return None
        return offers[0].fill(((trains[0],),))

    def _money_to_branch(self, game: Game, offers: list[Offer]) -> a.Action:
        """Half."""
        hole = offers[0].holes[0]
        assert isinstance(hole, Amount)
        return offers[0].fill(((hole.high // 2,),))

    def _sale(self, game: Game, offers: list[Offer]) -> a.Action | None:
        """Sell only when there is no other way: to help buy a train, or because of a limit."""
        if any(offer.kind == "pass" for offer in game.offers()):
            return None
        simple = [offer for offer in offers if dict(offer.fixed).get("keep") == 0] or offers
        return self._anything(game, simple)

    # ---- operating

    def _lay(self, game: Game, offers: list[Offer]) -> a.Action | None:
        """The lay after which trains earn and track promises most; None if it costs money and does not help."""
        offer, table = offers[0], game.table
        scored = [(self._worth(game, action), self.random.random(), action) for action in self._promising(table, offer)]
        worth, _, best = max(scored, key=lambda each: each[:2])
        return best if worth >= self._worth_now(table, offer.actor) else None

    def _promising(self, table: Table, offer: Offer) -> list[a.Action]:
        """Of some lays drawn at random those whose track promises most; no trains are run for that."""
        rows = self._rows(offer)
        drawn = self.random.sample(rows, min(LAYS_LOOKED_AT, len(rows)))
        ground, board = table.box.ground, table.board
        color, promise = table.box.latest_color[table.state.phase], self._prospects(table).promise
        rated = []
        for hex, tile, rotation in drawn:
            n = ground.number[hex]
            placement = ground.placement(n, board.faces[n], tile, rotation)
            assert placement is not None, f"{tile} is offered on {hex}"
            after = board.with_face(n, placement.face, placement.nodes)
            rated.append((promise(after, offer.actor, color), (hex, tile, rotation)))
        rated.sort(key=lambda each: -each[0])
        return [offer.fill((row,)) for _, row in rated[:LAYS_TRIED]]

    def _prospects(self, table: Table) -> Prospects:
        """Kept from game to game of a title."""
        if self._looks is None or self._looks.ground is not table.box.ground:
            self._looks = Prospects(table.box.ground)
        return self._looks

    def _worth(self, game: Game, action: a.Action) -> float:
        """What trains earn a run after the action, what the track promises, less what it costs."""
        after, _ = apply(game.box, game.state, action)
        cost = game.state.cash[action.actor] - after.cash[action.actor]
        return self._worth_now(Table(game.box, after), action.actor) - cost / fleet.RUNS_TO_PAY_OFF

    def _worth_now(self, table: Table, corporation: str) -> float:
        color = table.box.latest_color[table.state.phase]
        promise = self._prospects(table).promise(table.board, corporation, color, BESIDE_RUNS)
        return fleet.earned_if_equipped(table.box, table.state, corporation) + promise

    def _token(self, game: Game, offers: list[Offer]) -> a.Action | None:
        """The token that helps most, when there is plenty of money."""
        table, corporation = game.table, game.actor
        price = next_price(table, corporation) or 0
        if game.state.cash[corporation] < min(PLENTY, 5 * price):
            return None
        actions = [offer.fill((row,)) for offer in offers for row in self._rows(offer)]
        tried = self.random.sample(actions, min(LAYS_TRIED, len(actions)))
        return max(tried, key=lambda action: (self._worth(game, action), self.random.random()))

    def _train(self, game: Game, offers: list[Offer]) -> a.Action | None:
        """Of the bank: where nobody can be bankrupt, what pays off; else what leaves the purse half full."""
        table, corporation = game.table, game.actor
        if table.box.rules.emergency.bankruptcy == "forbidden":
            return self._bargain(table, corporation, fleet.bargains(table, offers))
        bank = [offer for offer in offers if not offer.holes]
        if not bank:
            return None
        cheapest = min(bank, key=lambda offer: dict(offer.fixed)["price"])
        return cheapest.fill(()) if self._affords(table, corporation, dict(cheapest.fixed)["price"]) else None

    @staticmethod
    def _affords(table: Table, corporation: str, price: int) -> bool:
        """Whether it has no train, keeps half of its money, or comes nearer to the end with a train that stays."""
        cash, type_ = table.state.cash[corporation], fleet.next_type(table)
        stays = type_ is not None and not type_.rusts_on and fleet.only_trains_end(table.box)
        return not table.state.trains[corporation] or cash >= (price if stays else 2 * price)

    def _train_by_private(self, game: Game, offers: list[Offer]) -> a.Action | None:
        """As a train would be bought in its step, but in time for this turn's run."""
        corporation = game.actor
        price = fleet.next_price(game.table, corporation)
        return offers[0].fill(()) if price and self._affords(game.table, corporation, price) else None

    @staticmethod
    def _bargain(table: Table, corporation: str, bargains: list[fleet.Bargain]) -> a.Action | None:
        """What earns most, or else what brings the game on: a treasury is worth nothing in the end."""
        if not bargains:
            return None
        best = max(bargains, key=lambda each: (each.gain, each.runs, each.price if each.runs else -each.price))
        if best.pays_off or not table.trains_of(corporation):
            return best.offer.fill(())
        steps = [each for each in bargains if fleet.moves_on(table, each.type_)]
        if not steps:
            return None
        step = max(steps, key=lambda each: each.gain)
        return step.offer.fill(()) if table.state.cash[corporation] * 4 >= step.price * 5 else None

    def _dividend(self, game: Game, offers: list[Offer]) -> a.Action:
        """Pay, unless the next train is out of reach and nearly paid for."""
        table, corporation = game.table, game.actor
        words = [row[0] for row in self._rows(offers[0])]
        wanted = ["withhold", "half", "pay"] if self._saves(table, corporation) else ["pay", "half", "withhold"]
        return a.ChooseDividend(corporation, next(word for word in wanted if word in words))

    def _saves(self, table: Table, corporation: str) -> bool:
        cash, revenue = table.state.cash[corporation], table.state.revenue
        if table.box.rules.emergency.bankruptcy == "forbidden":
            return self._saves_for_next(table, corporation)
        cheapest = table.cheapest_on_sale() or 0
        if len(table.trains_of(corporation)) < 2 and cash < cheapest <= cash + revenue:
            return True
        return cash < cheapest and self._has_risen(table, corporation)

    @staticmethod
    def _has_risen(table: Table, corporation: str) -> bool:
        """Whether its price rises no more, while it has room for a train and the game waits for one to end."""
        at, market = table.state.cell.get(corporation), table.box.market
        family = table.type_of(table.trains_on_sale()[0]).family
        topmost = at is not None and market.right[at] == at
        return topmost and fleet.only_trains_end(table.box) and table.has_room(corporation, family)

    @staticmethod
    def _saves_for_next(table: Table, corporation: str) -> bool:
        """For the depot's next train, where that does not bring the price near the end of its column."""
        price = fleet.next_price(table, corporation)
        cash, market = table.state.cash[corporation], table.box.market
        at = table.state.cell[corporation]
        for _ in range(LEFT_OF_THE_END):
            at = market.left[at]
        return price is not None and cash < price <= cash + table.state.revenue and not market.cells[at].zone.ends_game

    def _issue(self, game: Game, offers: list[Offer]) -> a.Action | None:
        """Only for the train that must be bought or, if it earns nothing, for the next; and only if that is enough.

        Where that comes before all help, as much of it as can be of use.
        """
        table, corporation = game.table, game.actor
        hole = offers[0].holes[0]
        assert isinstance(hole, Amount)
        if table.box.rules.emergency.corporation_sells_first != "never":
            return offers[0].fill(((hole.high,),))
        wanted = self._to_raise(table, corporation)
        if wanted is None:
            return None
        missing = wanted - table.state.cash[corporation]
        count = -(-missing * table.box.unit[corporation] // (table.price(corporation) * table.box.size[corporation]))
        if not 1 <= count <= hole.high or self._falls_too_far(table, corporation, count):
            return None
        return offers[0].fill(((count,),))

    @staticmethod
    def _to_raise(table: Table, corporation: str) -> int | None:
        if table.must_own_train(corporation):
            return cheapest_for(table, corporation)
        next_type = fleet.next_type(table)
        if next_type is None or fleet.earned(table, corporation):
            return None
        return bank_price(table, corporation, next_type) if fleet.has_track_for(table, corporation, next_type) else None

    @staticmethod
    def _falls_too_far(table: Table, corporation: str, steps: int) -> bool:
        """Whether so many steps down would come to where the game ends, or to the cell above."""
        market, at = table.box.market, table.state.cell[corporation]
        for _ in range(steps + 1):
            at = market.down[at]
        return market.cells[at].zone.ends_game

    def _redeem(self, game: Game, offers: list[Offer]) -> a.Action | None:
        """One certificate, when there is plenty of money beside the next train's price."""
        table, corporation = game.table, game.actor
        each = table.price(corporation) * table.box.size[corporation] // table.box.unit[corporation]
        kept = fleet.next_price(table, corporation) or 0
        return offers[0].fill(((1,),)) if table.state.cash[corporation] >= kept + 3 * each else None

    def _exchange(self, game: Game, offers: list[Offer]) -> a.Action:
        """A private for a certificate, at once."""
        return self._anything(game, offers)

    def _oldest(self, game: Game, offers: list[Offer]) -> a.Action:
        return offers[0].fill((self._rows(offers[0])[0],))

    def _private(self, game: Game, offers: list[Offer]) -> a.Action | None:
        """A corporation buys its president's privates for a quarter of what it has, beside its first train's price."""
        state, table = game.state, game.table
        for offer in offers:
            hole, corporation = offer.holes[0], offer.actor
            assert isinstance(hole, Amount)
            if not table.is_corporation(corporation) or state.privates[dict(offer.fixed)["private"]] != game.player:
                continue
            kept = 0 if state.trains[corporation] else fleet.next_price(table, corporation) or 0
            quarter = (state.cash[corporation] - kept) // 4
            if hole.low <= quarter:
                return offer.fill(((min(hole.high, quarter),),))
        return None

    def _consent(self, game: Game, offers: list[Offer]) -> a.Action | None:
        """To a private for its printed price or more, and to a train for the depot's, if the corporation keeps one."""
        action, table = offers[0].fill(()), game.table
        assert isinstance(action, a.Consent)
        if action.private:
            worth = table.box.privates[action.private].price
        else:
            worth = table.type_of(action.train).price
            if len(table.trains_of(action.actor)) < 2:
                return None
        return action if action.price >= worth else None

    def _last_resort(self, game: Game, offers: list[Offer]) -> a.Action | None:
        others = {offer.kind for offer in game.offers()} & {"sell-certificates", "buy-train", "issue-certificates"}
        return None if others else offers[0].fill(())

    @staticmethod
    def _rows(offer: Offer) -> tuple[tuple[Any, ...], ...]:
        hole = offer.holes[0]
        assert isinstance(hole, Rows)
        return hole.rows
