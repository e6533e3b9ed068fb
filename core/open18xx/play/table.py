"""Read-only questions about a position: a title made ready to play (``Box``) together with a state.

A question that one step alone asks lives in that step's file, not here.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from open18xx.board.board import Board
from open18xx.board.ground import Ground
from open18xx.errors import Refusal
from open18xx.play.state import BANK, CLOSED, DEPOT, GONE, IPO, NOBODY, POOL, Cell, State
from open18xx.routes.certificate import Result
from open18xx.routes.checker import Score
from open18xx.routes.trains import RoadRules, Train
from open18xx.title.model import UNLIMITED, Ability, Certificate, Phase, RouteRules, Title, TrainType
from open18xx.title.model import Cell as MarketCell

if TYPE_CHECKING:
    from open18xx.play.steps.base import Step
    from open18xx.plugins.hooks import Hooks


HAD = "trains-had"
"""Slice of the state: "CORPORATION@FAMILY" for every corporation that ever had a train of the family, where the title
asks for that."""


class Market:
    """The market's cells with every move worked out; a cell is (row, column)."""

    def __init__(self, title: Title) -> None:
        market = title.market
        self.cells: dict[Cell, MarketCell] = {
            (row, column): cell
            for row, line in enumerate(market.cells)
            for column, cell in enumerate(line)
            if cell is not None
        }
        self.par: dict[int, Cell] = {cell.price: at for at, cell in self.cells.items() if cell.zone.par}
        self.par_until = {cell.price: cell.zone.par_until for cell in self.cells.values() if cell.zone.par_until}
        """Starting values that are gone after the first train of a type."""
        self.up = {at: self._or_stay(at, at[0] - 1, at[1]) for at in self.cells}
        self.down = {at: self._or_stay(at, at[0] + 1, at[1]) for at in self.cells}
        beyond_right = self.up if market.right_edge == "up" else {at: at for at in self.cells}
        beyond_left = self.down if market.left_edge == "down" else {at: at for at in self.cells}
        self.right = {at: self._or(at[0], at[1] + 1, beyond_right[at]) for at in self.cells}
        self.left = {at: self._or(at[0], at[1] - 1, beyond_left[at]) for at in self.cells}
        self.worthless = frozenset(at for at, cell in self.cells.items() if not cell.price)
        for at in self.worthless:  # the last of a bankrupt corporation
            self.up[at] = self.down[at] = self.right[at] = self.left[at] = at

    def _or(self, row: int, column: int, otherwise: Cell) -> Cell:
        return (row, column) if (row, column) in self.cells else otherwise

    def _or_stay(self, at: Cell, row: int, column: int) -> Cell:
        return self._or(row, column, at)


def road_rules(rules: RouteRules) -> RoadRules:
    """The rules of the road as routes know them."""
    return RoadRules(
        node_reuse="repeatable" if rules.node_reuse == "allowed" else "once-per-route",
        revisits=rules.revisits,
        groups_exclusive=rules.groups == "exclusive",
        minimum_stops=rules.min_stops,
        gauge_change=rules.gauge_change,
        own_token=rules.own_token,
        objective=rules.objective,
    )


class Box:
    """A title unpacked: everything that can be worked out before the first move. Shared by all games of the title."""

    def __init__(self, title: Title, hooks: Hooks, steps: dict[str, Step]) -> None:
        self.title = title
        self.rules = title.rules
        self.hooks = hooks
        self.steps = steps
        self.ground = Ground(title)
        self.market = Market(title)
        self.roles = title.roles
        self.actors = title.actors
        self.actor_names = tuple(title.actors)
        self.corporations = title.corporations
        self.privates = title.privates
        self.rights = {private.right_to: private.id for private in title.privates.values() if private.right_to}
        """By corporation: the private that gives the right to start it."""
        self.trains = title.trains
        self.phases: tuple[Phase, ...] = title.phases
        self.cards = {card.id: card for card in title.cards}
        self.certificates: dict[str, Certificate] = {
            certificate.id: certificate for each in title.corporations.values() for certificate in each.certificates
        }
        self.unit = {each.id: each.share for each in title.corporations.values()}
        self.sizes: dict[str, tuple[Certificate, ...]] = {
            id: tuple({c.percent: c for c in each.certificates if not c.president}.values())
            for id, each in title.corporations.items()
        }
        """One ordinary certificate of each percentage."""
        self.size = {id: sizes[0].percent if sizes else self.unit[id] for id, sizes in self.sizes.items()}
        """Percent of an ordinary certificate; ``unit`` is that of the share which the price is quoted for."""
        self.start_shares = {
            each.id: each.certificates[0].percent // each.share for each in title.corporations.values()
        }
        """How many shares who starts the corporation buys."""
        self.limits = {each.id: each.holding_limit for each in title.corporations.values()}
        self.order = {id: n for n, id in enumerate(title.corporations)}
        self.phase_of_train = {phase.on: n for n, phase in enumerate(title.phases) if phase.on}
        self.families = tuple(dict.fromkeys(type_.family for type_ in title.trains.values()))
        self.type_of: dict[str, TrainType] = {}
        for type_ in title.trains.values():
            for copy in range(1 if type_.count == UNLIMITED else type_.count):
                self.type_of[f"{type_.id}-{copy}"] = type_
        self.latest_color = [self._latest(phase) for phase in title.phases]
        self.round_steps = {id: tuple(steps[name] for name in plan.steps) for id, plan in title.rounds.items()}
        self.anytime_steps = {id: tuple(steps[name] for name in plan.anytime) for id, plan in title.rounds.items()}
        self.open_steps: dict[tuple[str, int], tuple[Step, ...]] = {}  # see rounds.open_steps
        self.abilities: dict[str, tuple[tuple[str, int, Ability], ...]] = {}
        for private in title.privates.values():
            for index, ability in enumerate(private.abilities):
                known = self.abilities.get(ability.kind, ())
                self.abilities[ability.kind] = (*known, (private.id, index, ability))
        self.remembers_first_trains = any(each.first_only for _, _, each in self.abilities.get("train-discount", ()))
        self.route_trains: dict[str, Train] = {}
        self.road_rules = road_rules(title.rules.routes)
        self.last_run: tuple[tuple[Any, ...], Score | Refusal] | None = None  # see roads.scored_run
        self.best_runs: OrderedDict[Any, tuple[Board, Result]] = OrderedDict()  # see roads.best_run
        self.blocked_by: dict[int, list[tuple[str, Ability]]] = {}
        for id, _, ability in self.abilities.get("block-hexes", ()):
            for hex in title.map.private_hexes.get(id, ()):
                self.blocked_by.setdefault(self.ground.number[hex], []).append((id, ability))

    @staticmethod
    def _latest(phase: Phase) -> str:
        ranks = {"white": 0, "yellow": 1, "green": 2, "brown": 3, "gray": 4}
        return max(phase.colors, key=lambda color: ranks.get(color, 0), default="white")

    def train_type(self, train: str) -> TrainType | None:
        """The type of a train by its id; further copies of unlimited types are known too."""
        found = self.type_of.get(train)
        if found is None:
            type_, _, copy = train.rpartition("-")
            known = self.trains.get(type_)
            is_number = len(copy) < 6 and copy.isdecimal() and copy == str(int(copy))
            if known is not None and known.count == UNLIMITED and is_number:
                found = self.type_of[train] = known
        return found


class Table:
    """A position to ask questions of. Cheap to make; ``memo`` keeps answers that are asked for again and again."""

    __slots__ = ("box", "memo", "state")

    def __init__(self, box: Box, state: State) -> None:
        self.box = box
        self.state = state
        self.memo: dict[Any, Any] = {}

    @property
    def title(self) -> Title:
        return self.box.title

    @property
    def board(self) -> Board:
        return self.state.board

    # ---- who

    def is_corporation(self, owner: str) -> bool:
        return owner in self.box.corporations

    @property
    def holders(self) -> tuple[str, ...]:
        """Who may hold certificates and preside: the players, then the actors beside them."""
        return self.state.seats + self.box.actor_names

    def holders_from(self, holder: str) -> tuple[str, ...]:
        """All holders: the players clockwise from ``holder`` (from the first seat if it is none), then the actors."""
        seats = self.state.seats
        return (self.seats_from(holder) if holder in seats else seats) + self.box.actor_names

    def decider(self, actor: str) -> str:
        """The player who decides for ``actor``: itself, or for a corporation its president ("" without one).

        For an actor, also one that presides, the owner of the private that controls it.
        """
        if actor in self.box.corporations:
            actor = self.state.president.get(actor, NOBODY)
        if actor in self.box.actors:
            owner = self.state.privates.get(self.box.actors[actor].controlled_by, NOBODY)
            return NOBODY if owner == CLOSED else owner
        return actor

    def controlled(self, player: str) -> tuple[str, ...]:
        """The actors for whom the player decides."""
        return tuple(actor for actor in self.box.actor_names if self.decider(actor) == player)

    def payers(self, corporation: str) -> tuple[str, ...]:
        """Who pays, one after the other, what a corporation cannot: its president, after an actor its owner too."""
        president = self.state.president.get(corporation, NOBODY)
        return (president, self.decider(president)) if president in self.box.actors else (president,)

    def buyers(self) -> tuple[str, ...]:
        """For whom the purchase of the turn may be made: the player, and his actors that have bought nothing yet."""
        player, acted = self.state.actor, self.state.acted_for
        actors = (actor for actor in self.controlled(player) if self.box.actors[actor].buys == "once-per-round")
        return (player, *(actor for actor in actors if actor not in acted))

    def purchasing_power(self, buyer: str) -> int:
        """Money for a purchase: the buyer's own, and for an actor that of the player who decides for it too."""
        cash = self.state.cash
        return cash[buyer] + (cash[self.decider(buyer)] if buyer in self.box.actors else 0)

    # ---- names for what chance decides

    def named(self, word: str) -> str:
        """The corporation that data mean: "@ROLE" is the one drawn for it, "" if there is none; others as they are."""
        return self.state.roles.get(word[1:], NOBODY) if word.startswith("@") else word

    def certificate_named(self, word: str, private: str = "") -> str:
        """The certificate that data mean, as "@ROLE/1"; "" if nothing was drawn for the role.

        "X/@" is the certificate of X with the number that the private has among those in the game that give a right.
        """
        corporation, _, number = word.rpartition("/")
        corporation = self.named(corporation)
        if number == "@":
            rights = [id for id in self.state.privates if self.box.privates[id].right_to]
            number = str(rights.index(private))
        return f"{corporation}/{number}" if corporation else ""

    def certificates_given(self, private: str, ability: Ability) -> tuple[str, ...]:
        """The certificates that come with a private, whatever the names by which the ability speaks of them."""
        names = (self.certificate_named(word, private) for word in ability.certificates)
        return tuple(name for name in names if name)

    def corporations_named(self, ability: Ability) -> tuple[str, ...]:
        """The corporations that an ability speaks of; "@started": all that are."""
        excluded = {self.named(word) for word in ability.excluded}
        found: dict[str, None] = {}
        for word in ability.corporations:
            found |= dict.fromkeys(self.state.par if word == "@started" else (self.named(word),))
        return tuple(corporation for corporation in found if corporation and corporation not in excluded)

    def exchangeable(self, ability: Ability, sources: Sequence[str] = ()) -> tuple[str, ...]:
        """The certificates that an exchange may be for, from its ``sources``, or from those of them that are given."""
        return tuple(
            certificate.id
            for corporation in self.corporations_named(ability)
            for certificate in self.box.corporations[corporation].certificates
            if not certificate.president and self._source(certificate.id) in (sources or ability.sources)
        )

    def _source(self, id: str) -> str:
        """From where an exchange would take the certificate, in the words of the data."""
        if id in self.state.reserved:
            return "reserved"
        return {IPO: "ipo", POOL: "pool"}.get(self.state.holder[id], "")

    def seats_from(self, player: str) -> tuple[str, ...]:
        """All players clockwise, beginning with ``player``."""
        seats = self.state.seats
        at = seats.index(player)
        return seats[at:] + seats[:at]

    def after(self, player: str) -> str:
        return self.seats_from(player)[1 % len(self.state.seats)]

    # ---- paper

    def is_priced(self, corporation: str) -> bool:
        """Whether it has a place in the market, once it is started."""
        return self.box.corporations[corporation].priced

    def in_game(self, corporation: str) -> tuple[Certificate, ...]:
        """Its certificates that are not out of the game."""
        holder = self.state.holder
        return tuple(each for each in self.box.corporations[corporation].certificates if holder[each.id] != GONE)

    def float_percent(self, corporation: str) -> int:
        """Percent sold at which it floats: that of its role, or as printed."""
        for role, drawn in self.state.roles.items():
            if drawn == corporation and self.box.roles[role].float_percent:
                return self.box.roles[role].float_percent
        return self.box.corporations[corporation].float_percent

    def pars(self) -> dict[int, Cell]:
        """The starting values that are left, with their cells."""
        market, begun = self.box.market, self.state.begun_types
        if not market.par_until:
            return market.par
        return {par: at for par, at in market.par.items() if market.par_until.get(par) not in begun}

    def open_slot(self) -> bool:
        """Whether one corporation more may be started: always, where they do not start in tranches."""
        waits = self.waited_for()
        return waits is not None and not waits

    def waited_for(self) -> tuple[str, ...] | None:
        """The corporations that must have operated, or be sold out, before one more is started; None: none ever is."""
        sizes, starts = self.box.rules.corporations.tranches, self.state.starts
        if not sizes:
            return ()
        before, end = 0, 0
        for size in sizes:
            if len(starts) < end + size:
                waits = (each for each in starts[before:end] if each not in self.state.operated)
                return tuple(each for each in waits if self._is_for_sale(each))
            before, end = end, end + size
        return None

    def _is_for_sale(self, corporation: str) -> bool:
        """Whether anything of it lies in the market or with itself, be it reserved."""
        return any(self.percent(place, corporation) for place in (IPO, POOL, corporation))

    def reserved_percent(self, corporation: str) -> int:
        """Percent of it that is kept for exchanges."""
        known = self.box.certificates
        return sum(known[id].percent for id in self.state.reserved if known[id].corporation == corporation)

    def payee(self, certificate: Certificate) -> str:
        """Who gets the price of a certificate where it lies: the bank, or for own stock the corporation."""
        corporation = certificate.corporation
        if self.state.holder[certificate.id] not in (IPO, corporation):
            return BANK
        match self.box.rules.corporations.capitalization:
            case "full":
                return BANK
            case "full-then-incremental":  # what it gets on floating is for what was sold before
                paid = self.box.corporations[corporation].capital == "full" and not self.is_floated(corporation)
                return BANK if paid else corporation
            case _:
                return corporation

    def president_tie(self, corporation: str) -> str:
        """The word for who presides when several hold the most: the corporation's own, or the title's."""
        return self.box.corporations[corporation].president_tie or self.box.rules.corporations.president_tie

    def percent(self, owner: str, corporation: str) -> int:
        return self.state.holding.get((owner, corporation), 0)

    def certificates_of(self, owner: str, corporation: str) -> list[Certificate]:
        """In order of acquisition."""
        if not self.state.holding.get((owner, corporation)):
            return []
        known = self.box.certificates
        return [c for c in map(known.__getitem__, self.state.paper[owner]) if c.corporation == corporation]

    def is_started(self, corporation: str) -> bool:
        return corporation in self.state.par

    def is_floated(self, corporation: str) -> bool:
        return corporation in self.state.floated

    def market_cell(self, corporation: str) -> MarketCell:
        return self.box.market.cells[self.state.cell[corporation]]

    def price(self, corporation: str) -> int:
        """Market value of one share; KeyError before the corporation is started."""
        return self.box.market.cells[self.state.cell[corporation]].price

    def share_price(self, corporation: str, source: str) -> int:
        """What one share costs when it comes from ``source``."""
        if source == POOL or self.box.rules.corporations.unsold_price == "market":
            return self.price(corporation)
        return self.state.par[corporation]

    def cost(self, certificate: Certificate) -> int:
        """What the certificate costs where it lies."""
        source = self.state.holder[certificate.id]
        share = self.share_price(certificate.corporation, source)
        return share * certificate.percent // self.box.unit[certificate.corporation]

    def certificate_count(self, player: str) -> int:
        """Certificates of a holder that count toward the limit."""
        known: int | None = self.memo.get(player)
        if known is not None:
            return known
        state, box = self.state, self.box
        count = 0
        for id in state.paper[player]:
            certificate = box.certificates[id]
            cell = state.cell.get(certificate.corporation)
            if cell is None or box.market.cells[cell].zone.counts_to_limit:
                count += certificate.weight
        if box.rules.limits.privates_count:
            count += sum(owner == player and box.privates[id].counts for id, owner in state.privates.items())
        self.memo[player] = count
        return count

    def certificate_limit(self) -> int:
        return self.title.setups[len(self.state.seats)].certificate_limit

    def is_sold_out(self, corporation: str) -> bool:
        """Whether all of it is with players and actors, or, if the title says so, out of the corporation's own stock.

        What is kept for exchanges counts as sold.
        """
        state = self.state
        if self.box.rules.stock.sold_out_counts == "out-of-treasury":
            return not state.holding.get((IPO, corporation)) and not state.holding.get((corporation, corporation))
        sold = sum(state.holding.get((holder, corporation), 0) for holder in self.holders)
        return sold + self.reserved_percent(corporation) >= 100

    def privates_of(self, owner: str) -> list[str]:
        return [id for id, holder in self.state.privates.items() if holder == owner]

    def ability_left(self, private: str, index: int, ability: Ability) -> bool:
        """Whether the ability can still be used by whoever owns the private now."""
        owner = self.state.privates[private]
        if owner in (NOBODY, CLOSED):
            return False
        if ability.eras and self.phase.era not in ability.eras:
            return False
        if ability.holder != "any" and (ability.holder == "corporation") != (owner in self.box.corporations):
            return False
        return self.state.used.get((private, index), 0) < ability.uses

    def ability(self, private: str, kind: str) -> tuple[int, Ability] | None:
        """The first usable ability of a kind, with its number."""
        for index, ability in enumerate(self.box.privates[private].abilities):
            if ability.kind == kind and self.ability_left(private, index, ability):
                return index, ability
        return None

    def income(self, private: str) -> int:
        income = self.box.privates[private].income
        for index, ability in enumerate(self.box.privates[private].abilities):
            if ability.kind == "income" and self.ability_left(private, index, ability):
                begins = next(n for n, phase in enumerate(self.box.phases) if phase.id == ability.phase)
                if self.state.phase >= begins:
                    income = ability.amount
        return income

    # ---- order

    def operating_order(self, corporations: Sequence[str]) -> tuple[str, ...]:
        """Highest price first; then further right, then higher, then the earlier arrival; at last those without one."""
        state, cells = self.state, self.box.market.cells

        def key(corporation: str) -> tuple[int, int, int, int]:
            if not self.is_priced(corporation):
                return 1, self.box.order[corporation], 0, 0
            at = state.cell[corporation]
            return -cells[at].price, -at[1], at[0], state.stacks[at].index(corporation)

        return tuple(sorted(corporations, key=key))

    # ---- trains

    @property
    def phase(self) -> Phase:
        return self.box.phases[self.state.phase]

    def has_begun(self, phase: str) -> bool:
        """Whether the phase is reached, or behind."""
        return any(each.id == phase for each in self.box.phases[: self.state.phase + 1])

    def trains_of(self, owner: str) -> tuple[str, ...]:
        return self.state.trains[owner]

    def type_of(self, train: str) -> TrainType:
        """The type of a train that is in the game."""
        found = self.box.train_type(train)
        assert found is not None, f"{train} is no train"
        return found

    def family_count(self, corporation: str, family: str) -> int:
        trains = self.state.trains[corporation]
        if self.state.obsolete:  # they do not count
            trains = tuple(train for train in trains if train not in self.state.obsolete)
        if len(self.box.families) == 1:
            return len(trains)
        return sum(self.type_of(train).family == family for train in trains)

    @staticmethod
    def had_key(corporation: str, family: str) -> str:
        return f"{corporation}@{family}"

    def has_had(self, corporation: str, families: Iterable[str]) -> bool:
        """Whether the corporation ever had a train of one of the families; asked only where the title remembers it."""
        had = self.state.slices.get(HAD, {})
        return any(self.had_key(corporation, family) in had for family in families)

    def train_limit(self, family: str) -> int:
        return self.phase.train_limit.get(family, UNLIMITED)

    def has_room(self, corporation: str, family: str) -> bool:
        return self.family_count(corporation, family) < self.train_limit(family)

    def crowded(self) -> list[str]:
        """Corporations with more trains than the limit, in the title's order."""
        limits = self.phase.train_limit
        return [
            corporation
            for corporation in self.box.corporations
            if any(self.family_count(corporation, family) > limit for family, limit in limits.items())
        ]

    def trains_on_sale(self) -> list[str]:
        """Trains the bank sells now: the next of the depot, types sold beside it, and discarded ones (one a type)."""
        known: list[str] | None = self.memo.get("on-sale")
        if known is not None:
            return known
        sold: dict[str, str] = {}
        for place, train in enumerate(self.state.trains[DEPOT]):
            type_ = self.type_of(train)
            if type_.id not in sold and (place == 0 or self._sold_beside(type_)):
                sold[type_.id] = train
        pool: dict[str, str] = {}
        for train in self.state.trains[POOL]:
            pool.setdefault(self.type_of(train).id, train)
        on_sale = self.memo["on-sale"] = [*sold.values(), *pool.values()]
        return on_sale

    def _sold_beside(self, type_: TrainType) -> bool:
        return bool(type_.available_on) and self.has_begun(type_.available_on)

    def cheapest_on_sale(self) -> int | None:
        """Price of the cheapest train the bank sells; None when it has none."""
        return min((self.type_of(train).price for train in self.trains_on_sale()), default=None)

    def must_own_train(self, corporation: str) -> bool:
        """Whether the corporation has no train, must own one, and the bank has one to sell."""
        if self.state.trains[corporation] or not self.box.corporations[corporation].must_own_train:
            return False
        rule = self.box.rules.trains.must_own
        if rule == "never" or (rule == "with-route" and not self._has_run(corporation)):
            return False
        return any(self.has_room(corporation, self.type_of(train).family) for train in self.trains_on_sale())

    def _has_run(self, corporation: str) -> bool:
        return self.board.has_run(corporation, self.box.rules.routes.own_token)

    def worth(self, player: str) -> int:
        """Fortune: cash, certificates at market value, and privates if the title counts them."""
        box = self.box
        total = self._at_market_value(player)
        if box.rules.end.score_privates:
            total += sum(map(self._score_of, self.privates_of(player)))
        return total + sum(score(self, player) for score in box.hooks.score)

    def _at_market_value(self, owner: str) -> int:
        """Cash and certificates."""
        state, box = self.state, self.box
        total = state.cash[owner]
        for id in state.paper[owner]:
            certificate = box.certificates[id]
            if certificate.corporation in state.cell:
                total += self.price(certificate.corporation) * certificate.percent // box.unit[certificate.corporation]
        return total

    def _score_of(self, private: str) -> int:
        match self.box.privates[private].score:
            case "actor":
                actors = (actor for actor in self.box.actors.values() if actor.controlled_by == private)
                return sum(self._at_market_value(actor.id) for actor in actors)
            case "nothing":
                return 0
            case _:
                return self.box.privates[private].price

    # ---- sums

    def money(self) -> int:
        """All money there is: never changes during a game."""
        return sum(self.state.cash.values())

    def places(self) -> Iterator[str]:
        """Everyone who may hold certificates."""
        yield from self.state.paper


__all__ = ["BANK", "CLOSED", "DEPOT", "GONE", "IPO", "NOBODY", "POOL", "Box", "Market", "Table"]
