"""The door: a game of a title. New, offers, play, undo, result; every position is a value that can be kept and cloned.

>>> from open18xx import load_title, new_game
>>> game = new_game(load_title("1830"), ["ann", "bob", "cay"], seed=1)
>>> game.actor, [offer.kind for offer in game.offers()][:2]
('ann', ['bid', 'bid'])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from open18xx.board.board import Board
from open18xx.errors import IllegalAction, Refusal, UsageError, shortened
from open18xx.play import rounds
from open18xx.play.actions import (
    KINDS,
    Action,
    LayPrivateTile,
    LayTile,
    Pass,
    PlaceHomeToken,
    PlaceToken,
    from_json,
    shape_fault,
)
from open18xx.play.events import CorporationFloated, Event, GameEnded
from open18xx.play.offers import Offer, Rows
from open18xx.play.roads import best_run, question
from open18xx.play.state import BANK, DEPOT, GONE, IPO, NOBODY, POOL, RESERVED_NAMES, State
from open18xx.play.steps import CORE_STEPS
from open18xx.play.steps.base import Step
from open18xx.play.steps.consent import ConsentStep
from open18xx.play.steps.offering import OfferBidStep
from open18xx.play.table import Box, Table
from open18xx.play.transaction import Transaction
from open18xx.plugins.manager import load_hooks
from open18xx.rng import Draws, draws_of
from open18xx.routes.certificate import Result
from open18xx.title.model import UNLIMITED, Role, Title

SEED_LIMIT = 2**63


def unpack(title: Title) -> Box:
    """The title made ready to play. Takes some milliseconds; share the box between games of the title."""
    hooks = load_hooks(title)
    steps: dict[str, Step] = {step.name: step() for step in CORE_STEPS}
    if title.rules.auction.kind == "offer":
        steps[OfferBidStep.name] = OfferBidStep()
    if title.rules.trade.consent == "asked":
        steps[ConsentStep.name] = ConsentStep()
    for step in hooks.steps:
        steps[step.name] = step()
    return Box(title, hooks, steps)


def first_state(box: Box, players: Sequence[str], seed: int = 0) -> State:
    """The position before the first decision. Raises UsageError for players the title cannot seat."""
    tx = Transaction(box, _laid_out(box, _checked(box.title, players), seed))
    _cast(tx)
    for hook in box.hooks.setup:
        hook(tx)
    rounds.begin(tx)
    return tx.state


def _checked(title: Title, players: Sequence[str]) -> tuple[str, ...]:
    if isinstance(players, str | bytes) or not isinstance(players, Sequence):
        raise UsageError(f"the players are a list of names, not {players!r:.60}")
    names = tuple(players)
    if len(names) not in title.setups:
        seats = ", ".join(str(count) for count in sorted(title.setups))
        raise UsageError(f"{title.name} is for {seats} players, not {len(names)}")
    for name in names:
        if not isinstance(name, str) or name in RESERVED_NAMES or not name.strip() or len(name) > 100:
            raise UsageError(f"a player cannot be called {shortened(repr(name))}")
        if not name.isprintable():
            raise UsageError(f"a player cannot be called {shortened(repr(name))}: that cannot be printed")
        if name in title.corporations:
            raise UsageError(f"a player cannot be called {shortened(repr(name))}: that is a corporation")
        if name in title.actors:
            raise UsageError(f"a player cannot be called {shortened(repr(name))}: that is an actor of the title")
    if len(set(names)) != len(names):
        raise UsageError("two players have the same name")
    return names


def _laid_out(box: Box, seats: tuple[str, ...], seed: int) -> State:
    """Everything in its place before play begins."""
    title, ground = box.title, box.ground
    drawn = _drawn(title, seats, seed)
    cash = title.setups[len(seats)].cash
    s = State.__new__(State)
    s._mine = 0
    bank = 0 if title.bank == UNLIMITED else title.bank
    given = {
        **dict.fromkeys(seats, cash),
        **{id: actor.cash for id, actor in title.actors.items()},
        **{id: each.cash for id, each in title.corporations.items()},
    }
    s.cash = {BANK: bank - sum(given.values()), **given}
    lies = {id: GONE if id in drawn.left_out else each.unsold_at for id, each in title.corporations.items()}
    where = {id: lies[each.corporation] for id, each in box.certificates.items()}
    s.holder = where
    s.paper = {place: tuple(id for id in where if where[id] == place) for place in (IPO, POOL, GONE)}
    s.paper.update(dict.fromkeys((*seats, *title.actors, *title.corporations), ()))
    s.holding = {(place, id): 100 for id, place in lies.items()}
    s.par, s.cell, s.stacks, s.president = {}, {}, {}, {}
    s.privates = {id: title.privates[id].owner for id in drawn.privates}
    s.used = {}
    depot = [
        f"{type_.id}-{copy}"
        for type_ in title.trains.values()
        for copy in range(1 if type_.count == UNLIMITED else type_.count)
    ]
    s.trains = {DEPOT: tuple(depot), POOL: (), GONE: (), **dict.fromkeys(title.corporations, ())}
    s.supply = {id: supply.count for id, supply in title.tiles.items()}
    s.tokens_left = {
        id: () if id in drawn.left_out else tuple(range(len(each.tokens))) for id, each in title.corporations.items()
    }
    s.tokens_gone = {}
    s.homes = {
        id: (ground.number[home.hex], _home_city(box, home.hex, home.city))
        for id, home in title.map.homes.items()
        if id not in drawn.left_out
    }
    s.bids, s.falls, s.slices = {}, {}, {}
    s.roles, s.piles = drawn.roles, drawn.piles
    tie = box.rules.corporations.president_tie
    s.arrivals = {id: () for id, each in title.corporations.items() if (each.president_tie or tie) == "first-to-hold"}
    s.board = Board.empty(ground)
    s.floated = s.operated = ()
    s.closed = drawn.left_out
    s.phase = 0
    s.begun_types = s.obsolete = ()
    s.seats, s.priority = seats, drawn.first
    s.round, s.number, s.part, s.parts = "", 0, 0, 0
    s.actor, s.queue, s.step, s.pending = NOBODY, (), 0, ()
    s.passed = s.pass_order = ()
    s.last_actor = s.auctioned = NOBODY
    s.sold_in_round = ()
    s.acted = s.last_was_sale = s.ran = s.paid = False
    s.bought = s.sold = s.helped = s.traded = s.lays = ()
    s.barred = s.revealed = ()
    s.reserved = s.starts = s.acted_for = s.used_trains = ()
    s.deck = drawn.deck
    s.run_routes = ()
    s.tokens_placed = s.revenue = s.from_bank = 0
    s.ending, s.ended = ("", "", 0, 0), ""
    s.rng = drawn.rng
    return s


class Drawn(NamedTuple):
    """What chance decides before the game, all of it at once: taking moves back draws nothing anew."""

    left_out: tuple[str, ...]  # minors that are not in this game
    privates: tuple[str, ...]  # those that are
    piles: dict[str, tuple[str, ...]]  # player -> lots
    roles: dict[str, str]  # role -> corporation
    first: str  # player
    deck: tuple[str, ...]  # a card of each era
    rng: tuple[int, ...]


def _drawn(title: Title, seats: tuple[str, ...], seed: int) -> Drawn:
    rules, draws = title.rules, draws_of(title.rules.setup.generator, seed)
    roles = _drawn_roles(title, draws)
    minors = tuple(id for id, each in title.corporations.items() if each.kind == "minor")
    in_play = rules.corporations.minors_in_play
    kept = draws.some(minors, in_play) if in_play else minors
    privates = _privates_in_game(title, len(seats), roles)
    lots = tuple(id for id in privates if not title.privates[id].owner)
    if rules.auction.lots == "one-each":
        lots = draws.some(lots, len(seats))
    piles = _dealt(draws.shuffled(lots), seats) if rules.auction.lots == "piles" else {}
    privates = tuple(id for id in privates if id in lots or title.privates[id].owner)
    first = draws.one(seats) if rules.stock.first_player == "drawn" else seats[0]
    eras = sorted({card.era for card in title.cards})
    deck = tuple(draws.one([card.id for card in title.cards if card.era == era]) for era in eras)
    left_out = tuple(id for id in minors if id not in kept)
    return Drawn(left_out, privates, piles, roles, first, deck, (draws.state,))


def _drawn_roles(title: Title, draws: Draws) -> dict[str, str]:
    """Each role's corporation: the next of its group, which is shuffled for the first of them."""
    left: dict[str, list[str]] = {}
    for group in dict.fromkeys(role.group for role in title.roles.values()):
        left[group] = list(draws.shuffled([id for id, each in title.corporations.items() if each.group == group]))
    return {id: left[role.group].pop(0) for id, role in title.roles.items()}


def _privates_in_game(title: Title, players: int, roles: dict[str, str]) -> tuple[str, ...]:
    """By the number of players, and without the rights to corporations that stand in the market from the start."""
    started = {corporation for role, corporation in roles.items() if title.roles[role].cell}
    return tuple(
        id
        for id, private in title.privates.items()
        if private.min_players <= players <= private.max_players and private.right_to not in started
    )


def _dealt(lots: tuple[str, ...], seats: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Piles of consecutive lots, one a seat; the first seats have one more if they do not go evenly."""
    each, more = divmod(len(lots), len(seats))
    ends = [(n + 1) * each + min(n + 1, more) for n in range(len(seats))]
    return {player: lots[begin:end] for player, begin, end in zip(seats, [0, *ends], ends, strict=False)}


def _cast(tx: Transaction) -> None:
    """What corporations have by the roles that they were drawn for, and actors by what stands in the title."""
    for actor in tx.box.actors.values():
        for word in actor.certificates:
            tx.move_certificate(tx.certificate_named(word), actor.id)
    for role in tx.box.roles.values():
        _take_role(tx, tx.state.roles[role.id], role)
    for corporation in tx.box.corporations:
        if not tx.is_priced(corporation):
            tx.record(CorporationFloated(corporation))
        if tx.box.corporations[corporation].card is None:
            tx.settle_presidency(corporation)


def _take_role(tx: Transaction, corporation: str, role: Role) -> None:
    kept = [each.id for each in tx.box.corporations[corporation].certificates][-role.reserved or None :]
    for id in kept if role.reserved else ():
        if tx.state.holder[id] != IPO:
            tx.move_certificate(id, IPO)
        tx.note("reserved", (*tx.state.reserved, id))
    if role.cell:
        tx.start_unled(corporation, (role.cell[0], role.cell[1]))
    if role.launched:
        tx.record(CorporationFloated(corporation))
        tx.pay_capital(corporation)
    if role.home:
        tx.place_home(corporation)


def _home_city(box: Box, hex: str, city: int | None) -> int | None:
    """The city of a home: the only one of its hex, the one the map names, or None while there is a choice."""
    nodes = box.ground.printed[box.ground.number[hex]].tile.nodes
    cities = [n for n, node in enumerate(nodes) if node.slots]
    if city is not None:
        return cities[city]
    return cities[0] if len(cities) == 1 else None


# --------------------------------------------------------------------------- one position


def offers(box: Box, state: State) -> Iterator[Offer]:
    """Every legal action of the position, as offers."""
    table = Table(box, state)
    for step in rounds.open_steps(table):
        yield from _offers_of(table, step)
    yield from _passes(table)


def _offers_of(table: Table, step: Step) -> Iterator[Offer]:
    for offer in step.offers(table):
        yield from _unrefused(table, offer)


def _passes(table: Table) -> Iterator[Offer]:
    """The pass, if whom everybody waits for may decline."""
    if rounds.may_pass(table):
        actor = rounds.deciding_actor(table)
        yield from _unrefused(table, Offer(Pass, actor, table.decider(actor)))


def _unrefused(table: Table, offer: Offer) -> Iterator[Offer]:
    """The offer, or what a plugin leaves of it."""
    hooks = table.box.hooks.refusal
    if not hooks:
        yield offer
        return

    def allows(action: Action) -> bool:
        return all(hook(table, action) is None for hook in hooks)

    if not all(isinstance(hole, Rows) for hole in offer.holes):
        # amounts, choices of several in any order, and routes are asked about when somebody fills the holes
        limited = replace(offer, allows=allows)
        if offer.size() is None or next(limited.actions(), None) is not None:
            yield limited
        return
    for action in offer.actions():
        if allows(action):
            values = {name: getattr(action, name) for hole in offer.holes for name in hole.names}
            yield Offer(offer.action, offer.actor, offer.by, (*offer.fixed, *values.items()))


def refusal(box: Box, state: State, action: Action) -> Refusal | None:
    """Why the action is not legal now; None if it is. Never raises, never changes anything."""
    verdict = _judged(Table(box, state), action)
    return verdict if isinstance(verdict, Refusal) else None


def _judged(table: Table, action: Action) -> Step | Refusal | None:
    """Why the action is refused, or else the step that takes it (None for a pass)."""
    found = shape_fault(action) or _step_for(table, action)
    if isinstance(found, Refusal):
        return found
    reason = found.refusal(table, action) if found is not None else None
    if reason is not None:
        return reason
    for hook in table.box.hooks.refusal:
        reason = hook(table, action)
        if reason is not None:
            return reason
    return found


def _step_for(table: Table, action: Action) -> Step | Refusal | None:
    """The open step that takes this kind of action; None for a pass that is allowed."""
    state = table.state
    if state.ended:
        return Refusal("finished", reason=state.ended)
    if type(action) is Pass:
        actor = rounds.deciding_actor(table)
        if action.actor != actor:
            return Refusal("not-your-turn", actor=action.actor, expected=actor)
        return None if rounds.may_pass(table) else Refusal("must-act", actor=actor, step=_waiting(table))
    for step in rounds.open_steps(table):
        if step.action is type(action):
            return step
    return Refusal("not-offered", kind=action.kind, possible=tuple(sorted(_kinds_offered(table))))


def _kinds_offered(table: Table) -> set[str]:
    """The kinds of action of which one at least is offered; no step makes more than its first offer for that."""
    steps = rounds.open_steps(table)
    kinds = {step.action.kind for step in steps if next(_offers_of(table, step), None) is not None}
    return kinds | {offer.kind for offer in _passes(table)}


def _waiting(table: Table) -> str:
    state = table.state
    if state.pending:
        return state.pending[0].step
    plan = rounds.plan_of(table)
    return plan.steps[state.step] if plan.kind == "operating" else plan.id


def apply(box: Box, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The position after an action, and what happened; ``state`` itself is not changed. Raises IllegalAction."""
    tx = Transaction(box, state.copy())
    step = _judged(tx, action)
    if isinstance(step, Refusal):
        raise IllegalAction(step)
    if step is None:
        rounds.decline(tx)
    else:
        step.apply(tx, action)
        if action.actor == tx.state.actor and not tx.state.acted and _is_deed(tx):
            tx.note("acted", True)
    for hook in box.hooks.after_action:
        hook(tx, action)
    rounds.advance(tx)
    return tx.state, tuple(tx.events)


def _is_deed(tx: Transaction) -> bool:
    """Whether what was done in an operating round is more than a question to somebody else."""
    asks = tx.state.pending and tx.box.steps[tx.state.pending[0].step].alone
    return not asks and rounds.plan_of(tx).kind == "operating"


# --------------------------------------------------------------------------- a game


CHANGES_OF_THE_BOARD = (LayTile, LayPrivateTile, PlaceToken, PlaceHomeToken)
"""The actions that can change what routes there are."""


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The best run that a corporation would have after an action, and how much more that is (less than 0: less)."""

    action: Action
    result: Result
    gain: int


@dataclass(frozen=True, slots=True)
class Moment:
    """A position in the history of a game: what led to it, and the moment before."""

    state: State
    action: Action | None
    events: tuple[Event, ...]
    before: Moment | None
    count: int


class Game:
    """A game being played. Undo and redo take no time; a refused action leaves everything as it was."""

    def __init__(self, box: Box, players: Sequence[str], seed: int = 0) -> None:
        if type(seed) is not int or not 0 <= seed < SEED_LIMIT:
            raise UsageError(f"a seed is a whole number from 0 to {SEED_LIMIT - 1}, not {shortened(repr(seed))}")
        self.box = box
        self.players = _checked(box.title, players)
        self.seed = seed
        self._now = Moment(first_state(box, self.players, seed), None, (), None, 0)
        self._undone: tuple[Moment, ...] = ()

    @property
    def title(self) -> Title:
        return self.box.title

    @property
    def state(self) -> State:
        return self._now.state

    @property
    def table(self) -> Table:
        """The position, to ask questions of."""
        return Table(self.box, self._now.state)

    @property
    def actor(self) -> str:
        """Whom everybody waits for: a player or a corporation; "" when the game is over."""
        return rounds.deciding_actor(self.table)

    @property
    def player(self) -> str:
        """The player who decides for the actor."""
        return self.table.decider(self.actor)

    @property
    def is_over(self) -> bool:
        return bool(self.state.ended)

    def offers(self, state: State | None = None) -> list[Offer]:
        """What may be done, by the actor and by whoever may act out of turn."""
        return list(offers(self.box, self.state if state is None else state))

    def legal_actions(self, state: State | None = None) -> list[Action]:
        """Every legal action that can be listed: all but amounts of money and routes, which only offers describe."""
        return [action for offer in self.offers(state) if offer.is_finite() for action in offer.actions()]

    def action_from_json(self, record: object) -> Action:
        """The action that a JSON object stands for, be it of a kind that only the title's plugin has.

        Raises ``IllegalAction`` for what is none; whether it is legal now is another question.
        """
        return from_json(record, action_kinds(self.box))

    def refusal(self, action: Action) -> Refusal | None:
        """Why the action is not legal now; None if it is."""
        return refusal(self.box, self.state, action)

    def play(self, action: Action) -> tuple[Event, ...]:
        """Take the action and return what happened. Raises IllegalAction, and changes nothing, if it is refused."""
        state, events = apply(self.box, self.state, action)
        self._now = Moment(state, action, events, self._now, self._now.count + 1)
        self._undone = ()
        return events

    def record(self, *events: Event) -> None:
        """Make events true that no action of ours stands for: a door for importers, which must report it."""
        tx = Transaction(self.box, self.state.copy())
        for event in events:
            tx.record(event)
        rounds.advance(tx)
        self._now = Moment(tx.state, None, tuple(tx.events), self._now, self._now.count + 1)
        self._undone = ()

    def finish(self, reason: str) -> None:
        """End the game here, by the players' decision."""
        if not self.is_over:
            self.record(GameEnded(reason))

    def undo(self) -> bool:
        """Take the last action back; False when there is none."""
        if self._now.before is None:
            return False
        self._undone = (*self._undone, self._now)
        self._now = self._now.before
        return True

    def redo(self) -> bool:
        """Play the last action taken back again; False when there is none."""
        if not self._undone:
            return False
        self._now, self._undone = self._undone[-1], self._undone[:-1]
        return True

    def history(self) -> list[Moment]:
        """All moments from the beginning to now."""
        moments = []
        moment: Moment | None = self._now
        while moment is not None:
            moments.append(moment)
            moment = moment.before
        return moments[::-1]

    @property
    def last_events(self) -> tuple[Event, ...]:
        """What the last action did."""
        return self._now.events

    @property
    def length(self) -> int:
        """How many actions were played."""
        return self._now.count

    def actions(self) -> list[Action]:
        return [moment.action for moment in self.history() if moment.action is not None]

    def log(self) -> list[Event]:
        return [event for moment in self.history() for event in moment.events]

    def clone(self) -> Game:
        """A game at the same position that goes its own way. A few microseconds, however long the game is."""
        twin = Game.__new__(Game)
        twin.__dict__.update(self.__dict__)
        return twin

    def best_run(
        self, corporation: str | None = None, *, budget: int | None = None, deadline: float | None = None
    ) -> Result:
        """The best routes of a corporation (by default the actor) with its trains now, with proof or bound.

        ``budget`` counts work and ``deadline`` seconds; without them the answer is the best there is.
        """
        return best_run(self.table, self._corporation(corporation), budget=budget, deadline=deadline)

    def best_after(
        self,
        actions: Iterable[Action] | None = None,
        corporation: str | None = None,
        *,
        budget: int | None = None,
    ) -> Iterator[WhatIf]:
        """What each of these actions (by default every tile and token that may be laid now) does to the best run.

        The answer for the position now is where each search begins, and where the action changes nothing that the
        corporation's trains can come to, it is the answer. One by one, so that one may stop in between; an action that
        is refused is left out. ``UsageError`` when no corporation is named and it is a player's turn.
        """
        who = self._corporation(corporation)
        asked, now = question(self.table, who), best_run(self.table, who, budget=budget)
        if actions is None:
            actions = [action for action in self.legal_actions() if isinstance(action, CHANGES_OF_THE_BOARD)]
        for action in actions:
            if self.refusal(action) is None:
                state, _ = apply(self.box, self.state, action)
                after = best_run(Table(self.box, state), who, budget=budget, start=(asked, now))
                yield WhatIf(action, after, after.value - now.value)

    def _corporation(self, id: str | None) -> str:
        who = id or self.actor
        if not isinstance(who, str) or who not in self.box.corporations:
            raise UsageError(f"{who!r} is no corporation")
        return who

    def result(self) -> dict[str, int]:
        """Each player's fortune, the highest first; final when the game is over."""
        return {player: score[0] for player, score in self._scores()}

    def winners(self) -> tuple[str, ...]:
        """Who is first by the title's rule for ties; several when they share the victory."""
        scores = self._scores()
        return tuple(player for player, score in scores if score == scores[0][1])

    def _scores(self) -> list[tuple[str, tuple[int, ...]]]:
        """Each player with what decides, the best first: the fortune, and for some titles cash."""
        table, cash = self.table, self.state.cash
        by_cash = self.title.rules.end.ties == "more-cash"
        scores = {each: (table.worth(each), cash[each]) if by_cash else (table.worth(each),) for each in self.players}
        return sorted(scores.items(), key=lambda item: item[1], reverse=True)


def replay(game: Game, actions: Iterable[Action]) -> Game:
    """Play all actions; raises IllegalAction at the first that is refused."""
    for action in actions:
        game.play(action)
    return game


def action_kinds(box: Box) -> dict[str, type[Action]]:
    """All kinds of action of a title, its own steps' included."""
    return {**KINDS, **{step.action.kind: step.action for step in box.steps.values()}}


_boxes: dict[str, Box] = {}


def new_game(title: Title, players: Sequence[str], *, seed: int = 0) -> Game:
    """A new game of a title. Boxes are shared: the second game of a title costs a fraction of a millisecond."""
    key = f"{title.id}:{title.content_hash}:{title.plugin}"
    box = _boxes.get(key)
    if box is None or box.title != title:
        box = _boxes[key] = unpack(title)
    return Game(box, players, seed)
