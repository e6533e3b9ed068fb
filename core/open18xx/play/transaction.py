"""The verbs: what rules do to a position. Each records events, and the events change the state.

A transaction is a table that can be written to. It checks nothing: steps ask first and act afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import Any

from open18xx.play import cards
from open18xx.play import events as e
from open18xx.play.state import APPLY, BANK, CLOSED, DEPOT, GONE, IPO, NOBODY, POOL, Cell, State
from open18xx.play.table import HAD, Box, Table
from open18xx.title.model import UNLIMITED, Ability, TrainType

CHAIN_LIMIT = 64
"""Events a plugin may answer one event with, before it counts as an endless chain."""


class Transaction(Table):
    __slots__ = ("_chain", "events")

    def __init__(self, box: Box, state: State) -> None:
        super().__init__(box, state)
        self.events: list[e.Event] = []
        self._chain = 0

    def record(self, event: e.Event) -> None:
        """Make ``event`` true and remember it."""
        APPLY[type(event)](self.state, event)
        self.events.append(event)
        if self.memo:
            self.memo.clear()
        hooks = self.box.hooks.after_event
        if hooks:
            self._chain += 1
            if self._chain > CHAIN_LIMIT:
                raise AssertionError(f"a plugin answers without end: {self.events[-CHAIN_LIMIT:]}")
            for hook in hooks:
                hook(self, event)
            self._chain -= 1

    def note(self, name: str, value: Any) -> None:
        """Set a memory slot, unless it holds that value already."""
        if getattr(self.state, name) != value:
            self.record(e.Noted(name, value))

    def write(self, slice: str, key: str, value: Any) -> None:
        """Set a value in a plugin's own table."""
        self.record(e.SliceWritten(slice, key, value))

    # ---- money

    def pay(self, payer: str, payee: str, amount: int) -> None:
        if amount:
            self.record(e.MoneyPaid(payer, payee, amount))
            if payer == BANK and self.box.title.bank != UNLIMITED:
                left = self.state.cash[BANK]
                if left < 0 or (left == 0 and self.box.rules.end.bank_broken == "at-zero"):
                    self.trigger_end("bank")

    def pay_shared(self, buyer: str, payee: str, amount: int) -> None:
        """The buyer pays; for an actor who has not enough the player who decides for it pays the rest."""
        own = min(amount, self.state.cash[buyer]) if buyer in self.box.actors else amount
        self.pay(buyer, payee, own)
        if own < amount:
            self.pay(self.decider(buyer), payee, amount - own)

    # ---- paper

    def move_certificate(self, id: str, target: str) -> None:
        certificate = self.box.certificates[id]
        source = self.state.holder[id]
        self.record(e.CertificateMoved(id, source, target, certificate.corporation, certificate.percent))

    def start_corporation(self, corporation: str, par: int) -> None:
        self._start_at(corporation, par, self.box.market.par[par])

    def start_unled(self, corporation: str, cell: Cell) -> None:
        """Start a corporation at any cell of the market while nobody presides; its par is that cell's price."""
        self._start_at(corporation, self.box.market.cells[cell].price, cell)

    def _start_at(self, corporation: str, par: int, cell: Cell) -> None:
        self.record(e.CorporationStarted(corporation, par, cell))
        if self.box.rules.corporations.tranches:
            self.note("starts", (*self.state.starts, corporation))

    def move_price(self, corporation: str, moves: dict[Cell, Cell], times: int = 1) -> None:
        """Move the market marker ``times`` steps; where there is no further cell it keeps its place in the stack."""
        for _ in range(times if self.is_priced(corporation) else 0):
            at = self.state.cell[corporation]
            to = moves[at]
            if to == at:
                return
            self.record(e.PriceMoved(corporation, to))
            if self.box.market.cells[to].zone.ends_game:
                self.trigger_end("market-cell")

    def settle_presidency(self, corporation: str) -> None:
        """Who holds most presides; who takes the presidency over gets the president's certificate, if there is one.

        For it the new president swaps ordinary certificates, in order of acquisition.
        """
        state = self.state
        if corporation not in state.par and self.is_priced(corporation):
            return
        card = self.box.corporations[corporation].card
        if card is not None and not self.box.rules.corporations.takeover:
            return
        if card is not None and state.holder[card.id] not in self.holders:
            return  # who buys it presides
        old = state.president.get(corporation, NOBODY)
        shares = {holder: state.holding.get((holder, corporation), 0) for holder in self.holders}
        most = max(shares.values())
        if most < (card.percent if card else 1):
            return
        new = self.leader(corporation, shares, old)
        if new != old:
            self.hand_over(corporation, new, old)

    def leader(self, corporation: str, shares: Mapping[str, int], old: str) -> str:
        """Who of the holders with these ``shares`` presides after ``old``, which need not be one of them.

        A president's certificate goes only to who holds more than its holder. Other ties are settled by the title.
        """
        most, tie = max(shares.values()), self.president_tie(corporation)
        each = self.box.corporations[corporation]
        if shares.get(old) == most and (tie == "clockwise-from-old" or each.card is not None):
            return old
        match tie:
            case "first-to-hold":
                order = self.state.arrivals[corporation]
            case "lowest-certificate":
                order = tuple(self.state.holder[certificate.id] for certificate in each.certificates)
            case _:
                order = self.holders_from(old)
        return next(holder for holder in order if shares.get(holder) == most)

    def hand_over(self, corporation: str, new: str, receiver: str) -> None:
        """``new`` presides. For the president's certificate it gives ``receiver`` ordinary ones of equal percent."""
        card = self.box.corporations[corporation].card
        if card is not None:
            order = self.state.arrivals.get(corporation, ())
            given, swapped = [], 0
            for certificate in self.certificates_of(new, corporation):
                if not certificate.president and swapped < card.percent:
                    given.append(certificate)
                    swapped += certificate.percent
            self.move_certificate(card.id, new)
            for certificate in given:
                self.move_certificate(certificate.id, receiver)
            self._keep_holders(corporation, order)
        self.record(e.PresidentChanged(corporation, new))

    def _keep_holders(self, corporation: str, order: tuple[str, ...]) -> None:
        """A swap changes nobody's percentage: who holds something since before came to it then."""
        now = self.state.arrivals.get(corporation, ())
        kept = tuple(player for player in order if player in now)
        if kept != now:
            self.record(e.HoldersKept(corporation, kept))

    def float_if_sold(self, corporation: str) -> None:
        """Float the corporation when enough of it is sold; under full capitalization, pay it."""
        state = self.state
        if corporation in state.floated or corporation not in state.par:
            return
        if self._percent_sold(corporation) < self.float_percent(corporation):
            return
        self.record(e.CorporationFloated(corporation))
        incremental = self.box.rules.corporations.capitalization == "incremental"
        if not incremental and self.box.corporations[corporation].capital == "full":
            self.pay_capital(corporation)
        if self.box.rules.tokens.home == "float":
            self.place_home(corporation)

    def _percent_sold(self, corporation: str) -> int:
        """Percent of it that counts as sold for floating; what is kept for exchanges does."""
        own = sum(self.percent(place, corporation) for place in (IPO, corporation)) - self.reserved_percent(corporation)
        if self.box.rules.corporations.float_counts == "out-of-ipo":
            return 100 - own
        unsold = own if self.box.corporations[corporation].capital == "as-sold" else 0
        return 100 - self.percent(POOL, corporation) - unsold

    def pay_capital(self, corporation: str) -> None:
        """All its money on floating: its starting value for each share."""
        self.pay(BANK, corporation, self.state.par[corporation] * (100 // self.box.unit[corporation]))

    # ---- corporations that come and go

    def found_at(self, corporation: str, cell: Cell, president: str) -> None:
        """Start a corporation at any cell of the market; its par is that cell's price.

        The certificates lie where they shall before: it floats if enough of them are out. ``president`` may be
        nobody, while players hold nothing of it.
        """
        self.start_unled(corporation, cell)
        if president != NOBODY:
            self.record(e.PresidentChanged(corporation, president))
        self.float_if_sold(corporation)

    def replace_token(self, hex: str, city: int, old: str, new: str) -> None:
        """The next token of ``new`` takes the slot of a token of ``old``, which leaves the game.

        Where ``new`` has a token on the hex, or none left, the old one is only taken off.
        """
        left = self.state.tokens_left[new]
        if left and not self.board.has_token_in(self.board.ground.number[hex], new):
            self.record(e.TokenReplaced(hex, city, old, new, left[0]))
        else:
            self._take_token(hex, city, old)

    def _take_token(self, hex: str, city: int, corporation: str) -> None:
        left, prices = self.state.tokens_left[corporation], self.box.corporations[corporation].tokens
        token = next(token for token in range(len(prices)) if token not in left)
        self.record(e.TokenTakenBack(corporation, token, hex, city))

    def close_corporation(self, corporation: str) -> None:
        """The corporation leaves the game, with all that it still has: what others shall get has been moved before.

        Its money goes to the bank, its privates close, and of a turn or demands of its own nothing more is asked.
        """
        state, names = self.state, self.board.ground.names
        for place, demand in reversed(tuple(enumerate(state.pending))):
            if corporation in (demand.actor, demand.subject.partition("@")[0]):
                self.record(e.DemandMet(place))
        self.pay(corporation, BANK, state.cash[corporation])
        for train in state.trains[corporation]:
            self.move_train(train, corporation, GONE)
            self.note("obsolete", tuple(other for other in self.state.obsolete if other != train))
        self.close_privates(self.privates_of(corporation))
        for n, city in self.board.cities_of(corporation):
            self._take_token(names[n], city, corporation)
        for certificate in self.box.corporations[corporation].certificates:
            if self.state.holder[certificate.id] != GONE:
                self.move_certificate(certificate.id, GONE)
        self.record(e.CorporationClosed(corporation))

    # ---- privates

    def move_private(self, private: str, owner: str) -> None:
        self.record(e.PrivateMoved(private, owner))

    def close_private(self, private: str) -> None:
        self.record(e.PrivateMoved(private, CLOSED))

    def close_privates(self, privates: Iterable[str]) -> None:
        """Close those of them that somebody owns."""
        for private in privates:
            if self.state.privates.get(private, CLOSED) not in (NOBODY, CLOSED):
                self.close_private(private)

    def exchange(self, private: str, owner: str, id: str) -> None:
        """The private closes, and its owner has the certificate for it; the presidency and the float follow."""
        certificate = self.box.certificates[id]
        first_sale = self.state.holder[id] == IPO and self.is_started(certificate.corporation)
        self.close_private(private)
        if first_sale and self.box.rules.corporations.capitalization == "incremental":
            self.pay(BANK, certificate.corporation, self.cost(certificate))
        self.move_certificate(id, owner)
        self.settle_presidency(certificate.corporation)
        self.float_if_sold(certificate.corporation)

    def closes_on(self, corporation: str, moment: str) -> None:
        """Close the privates that close with this moment of the corporation: "first-turn" or "first-dividend"."""
        for private, index, ability in self.box.abilities.get("close-on-operation", ()):
            if ability.when == moment and corporation in self.corporations_named(ability):
                if private in self.state.privates and self.ability_left(private, index, ability):
                    self.close_private(private)

    def use_ability(self, private: str, index: int, ability: Ability) -> None:
        """Count the use; some privates close with it."""
        if ability.uses != UNLIMITED:
            self.record(e.AbilityUsed(private, index))
        if ability.closes:
            self.close_private(private)

    # ---- board

    def place_token(self, corporation: str, hex: str, city: int) -> None:
        """Place the next token."""
        self.record(e.TokenPlaced(corporation, self.state.tokens_left[corporation][0], hex, city))

    def place_home(self, corporation: str) -> None:
        """Place the home token; where the corporation must choose a city it is asked (see the step ``home-token``)."""
        home = self.state.homes.get(corporation)
        if home is None:
            return
        n, node = home
        face = self.board.faces[n]
        hex = self.board.ground.names[n]
        cities = [k for k in range(face.node_count) if (n, k) in self.board.tokens]
        free = [k for k in cities if None in self.board.tokens[n, k]]
        if node is not None:
            if node in free and self.board.tokens[n, node].count(None) > self._kept_before(corporation):
                self.place_token(corporation, hex, node)
        elif len(free) == 1 or (free and not face.tile.paths):
            # Rule of the map: on a hex still without track the cities are alike; one is chosen when track comes.
            self.place_token(corporation, hex, free[0])
        elif free:
            self.demand("home-token", corporation, f"{corporation}@{hex}")

    def _kept_before(self, corporation: str) -> int:
        """Slots at its home that are kept for others: by the title's order; a later one waits for its slot."""
        if self.box.rules.tokens.reservation == "none":
            return 0
        homes = self.state.homes
        others = (homes[other] for other in takewhile(lambda id: id != corporation, homes))
        return sum(home == homes[corporation] for home in others)

    # ---- trains and phases

    def move_train(self, train: str, source: str, target: str) -> None:
        self.record(e.TrainMoved(train, source, target))
        if target in self.box.corporations and self.box.remembers_first_trains:
            key = self.had_key(target, self.type_of(train).family)
            if key not in self.state.slices.get(HAD, {}):
                self.write(HAD, key, 1)

    def take_from_bank(self, train: str, corporation: str) -> None:
        """A train leaves the depot or the pool for a corporation; an unlimited type prints its next copy."""
        source = DEPOT if train in self.state.trains[DEPOT] else POOL
        type_ = self.box.train_type(train)
        assert type_ is not None
        self.move_train(train, source, corporation)
        if self.box.corporations[corporation].trains_from_bank:
            self.note("from_bank", self.state.from_bank + 1)
        if source == DEPOT and type_.count == UNLIMITED:
            copy = int(train.rpartition("-")[2]) + 1
            self.record(e.TrainPrinted(f"{type_.id}-{copy}"))

    def first_of_type(self, type_: TrainType) -> None:
        """What the first purchase of a type sets off.

        In this order: the phase, what closes with its era, the type's events, rusting, the train limit, the era's card.
        """
        if type_.id in self.state.begun_types:
            return
        self.note("begun_types", (*self.state.begun_types, type_.id))
        phase = self.box.phase_of_train.get(type_.id)
        if phase is not None and phase > self.state.phase:
            self.record(e.PhaseBegan(phase))
            self._close_with_era()
        for name in type_.on_first:
            self.train_event(name)
        self.rust(type_.id)
        for corporation in self.crowded():
            self.demand("discard-trains", corporation, corporation)
        if self.box.rules.events.reveal == "at-once":
            cards.reveal(self)
        if phase is not None and phase == len(self.box.phases) - 1:
            self.trigger_end("final-phase")

    def _close_with_era(self) -> None:
        privates, era = self.box.privates, self.phase.era
        self.close_privates(id for id in tuple(self.state.privates) if 0 < privates[id].closes_era <= era)

    def train_event(self, name: str) -> None:
        if name == "close-privates":
            self.close_privates(id for id in tuple(self.state.privates) if self.ability(id, "survives") is None)
            return
        if name == "exchange-reserved":
            self._exchange_reserved()
            return
        for hook in self.box.hooks.on_event:
            hook(self, name)

    def _exchange_reserved(self) -> None:
        """Privates that may be exchanged for certificates kept for that are, as long as there are any."""
        for private, index, ability in self.box.abilities.get("exchange", ()):
            if "reserved" in ability.sources and private in self.state.privates:
                found = self.exchangeable(ability, ("reserved",))
                if found and self.ability_left(private, index, ability):
                    self.exchange(private, self.state.privates[private], found[0])

    def rust(self, cause: str) -> None:
        """Trains that rust on ``cause`` leave the game, wherever they are; obsolete ones run once more first."""
        for owner, trains in self.state.trains.items():
            if owner == GONE:
                continue
            for train in trains:
                type_ = self.type_of(train)
                if type_.rusts_on == cause or (type_.obsolete_on == cause and self._is_spent(owner, train)):
                    self.move_train(train, owner, GONE)
                elif type_.obsolete_on == cause and train not in self.state.obsolete:
                    self.note("obsolete", (*self.state.obsolete, train))

    def _is_spent(self, owner: str, train: str) -> bool:
        """Whether a train that becomes obsolete has no last run before it: nobody's, or one that was used already."""
        if owner not in self.box.corporations:
            return True
        return self.type_of(train).obsolete == "never-run" and train in self.state.used_trains

    def retire(self, corporation: str) -> None:
        """Obsolete trains of the corporation leave the game: it has had its last run with them."""
        for train in self.state.trains[corporation]:
            if train in self.state.obsolete:
                self.move_train(train, corporation, GONE)
                self.note("obsolete", tuple(other for other in self.state.obsolete if other != train))

    # ---- flow

    def demand(self, step: str, actor: str, subject: str) -> None:
        """Interrupt the round: ``actor`` must take ``step`` before it goes on."""
        self.record(e.Demanded(step, actor, subject))

    def meet(self, step: str = "", actor: str = "") -> None:
        """The first demand is met, or the first one of that step and actor."""
        pending = self.state.pending
        place = next(n for n, each in enumerate(pending) if not step or (each.step, each.actor) == (step, actor))
        self.record(e.DemandMet(place))

    def trigger_end(self, reason: str) -> None:
        """Note what will end the game, if the title says so and an earlier ending is not already certain."""
        if self.state.ended:
            return
        order = ("immediate", "operating-round", "operating-set", "one-more-set")
        for trigger in self.box.rules.end.triggers:
            if trigger.on == reason:
                if trigger.timing == "immediate":
                    self.record(e.GameEnded(reason))
                elif not self.state.ending[0] or order.index(trigger.timing) < order.index(self.state.ending[1]):
                    self.record(e.EndTriggered(reason, trigger.timing))
