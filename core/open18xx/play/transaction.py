"""The verbs: what rules do to a position. Each records events, and the events change the state.

A transaction is a table that can be written to. It checks nothing: steps ask first and act afterwards.
"""

from __future__ import annotations

from typing import Any

from open18xx.play import events as e
from open18xx.play.state import APPLY, BANK, CLOSED, DEPOT, GONE, IPO, NOBODY, POOL, Cell, State
from open18xx.play.table import Box, Table
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

    # ---- paper

    def move_certificate(self, id: str, target: str) -> None:
        certificate = self.box.certificates[id]
        source = self.state.holder[id]
        self.record(e.CertificateMoved(id, source, target, certificate.corporation, certificate.percent))

    def start_corporation(self, corporation: str, par: int) -> None:
        self.record(e.CorporationStarted(corporation, par, self.box.market.par[par]))

    def move_price(self, corporation: str, moves: dict[Cell, Cell], times: int = 1) -> None:
        """Move the market marker ``times`` steps; where there is no further cell it keeps its place in the stack."""
        for _ in range(times):
            at = self.state.cell[corporation]
            to = moves[at]
            if to == at:
                return
            self.record(e.PriceMoved(corporation, to))
            if self.box.market.cells[to].zone.ends_game:
                self.trigger_end("market-cell")

    def settle_presidency(self, corporation: str) -> None:
        """The holder of most presides; a tie leaves the president, or goes clockwise from the old one.

        The new president swaps ordinary certificates, in order of acquisition, for the president's certificate.
        """
        state = self.state
        old = state.president.get(corporation, NOBODY)
        if old == NOBODY:
            return
        shares = {player: state.holding.get((player, corporation), 0) for player in state.seats}
        most = max(shares.values())
        card = self.box.corporations[corporation].certificates[0]
        if shares[old] == most or most < card.percent:
            return
        new = next(player for player in self.seats_from(old) if shares[player] == most)
        self.hand_over(corporation, new, old)

    def hand_over(self, corporation: str, new: str, receiver: str) -> None:
        """``new`` gets the president's certificate and gives ``receiver`` ordinary ones of equal percent for it."""
        card = self.box.corporations[corporation].certificates[0]
        given, swapped = [], 0
        for certificate in self.certificates_of(new, corporation):
            if not certificate.president and swapped < card.percent:
                given.append(certificate)
                swapped += certificate.percent
        self.move_certificate(card.id, new)
        for certificate in given:
            self.move_certificate(certificate.id, receiver)
        self.record(e.PresidentChanged(corporation, new))

    def float_if_sold(self, corporation: str) -> None:
        """Float the corporation when enough of it is out of the initial offering; under full capitalization, pay it."""
        state, rules = self.state, self.box.rules.corporations
        if corporation in state.floated or corporation not in state.par:
            return
        sold = 100 - state.holding.get((IPO, corporation), 0) - state.holding.get((corporation, corporation), 0)
        if sold < self.box.corporations[corporation].float_percent:
            return
        self.record(e.CorporationFloated(corporation))
        if rules.capitalization == "full":
            self.pay(BANK, corporation, state.par[corporation] * (100 // self.box.unit[corporation]))
        if self.box.rules.tokens.home == "float":
            self.place_home(corporation)

    # ---- privates

    def move_private(self, private: str, owner: str) -> None:
        self.record(e.PrivateMoved(private, owner))

    def close_private(self, private: str) -> None:
        self.record(e.PrivateMoved(private, CLOSED))

    def use_ability(self, private: str, index: int, ability: Ability) -> None:
        if ability.uses != UNLIMITED:
            self.record(e.AbilityUsed(private, index))

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
        cities = [k for k in range(face.node_count) if face.tile.nodes[k].kind == "city"]
        free = [k for k in cities if None in self.board.tokens[n, k]]
        if node is not None:
            if node in free:
                self.place_token(corporation, hex, node)
        elif len(free) == 1 or (free and not face.tile.paths):
            # Rule of the map: on a hex still without track the cities are alike; one is chosen when track comes.
            self.place_token(corporation, hex, free[0])
        elif free:
            self.demand("home-token", corporation, f"{corporation}@{hex}")

    # ---- trains and phases

    def move_train(self, train: str, source: str, target: str) -> None:
        self.record(e.TrainMoved(train, source, target))

    def take_from_bank(self, train: str, corporation: str) -> None:
        """A train leaves the depot or the pool for a corporation; an unlimited type prints its next copy."""
        source = DEPOT if train in self.state.trains[DEPOT] else POOL
        type_ = self.box.train_type(train)
        assert type_ is not None
        self.move_train(train, source, corporation)
        if source == DEPOT and type_.count == UNLIMITED:
            copy = int(train.rpartition("-")[2]) + 1
            self.record(e.TrainPrinted(f"{type_.id}-{copy}"))

    def first_of_type(self, type_: TrainType) -> None:
        """What the first purchase of a type sets off: the phase, its events, rusting, and then the train limit."""
        if type_.id in self.state.begun_types:
            return
        self.note("begun_types", (*self.state.begun_types, type_.id))
        phase = self.box.phase_of_train.get(type_.id)
        if phase is not None and phase > self.state.phase:
            self.record(e.PhaseBegan(phase))
        for name in type_.on_first:
            self.train_event(name)
        self.rust(type_.id)
        for corporation in self.crowded():
            self.demand("discard-trains", corporation, corporation)
        if phase is not None and phase == len(self.box.phases) - 1:
            self.trigger_end("final-phase")

    def train_event(self, name: str) -> None:
        if name == "close-privates":
            for private, owner in self.state.privates.items():
                if owner not in (NOBODY, CLOSED) and self.ability(private, "survives") is None:
                    self.close_private(private)
            return
        for hook in self.box.hooks.on_event:
            hook(self, name)

    def rust(self, cause: str) -> None:
        """Trains that rust on ``cause`` leave the game, wherever they are; obsolete ones run once more first."""
        for owner, trains in self.state.trains.items():
            if owner == GONE:
                continue
            for train in trains:
                type_ = self.type_of(train)
                if type_.rusts_on == cause or (type_.obsolete_on == cause and owner not in self.box.corporations):
                    self.move_train(train, owner, GONE)
                elif type_.obsolete_on == cause and train not in self.state.obsolete:
                    self.note("obsolete", (*self.state.obsolete, train))

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
        order = ("immediate", "operating-round", "operating-set")
        for trigger in self.box.rules.end.triggers:
            if trigger.on == reason:
                if trigger.timing == "immediate":
                    self.record(e.GameEnded(reason))
                elif not self.state.ending[0] or order.index(trigger.timing) < order.index(self.state.ending[1]):
                    self.record(e.EndTriggered(reason, trigger.timing))
