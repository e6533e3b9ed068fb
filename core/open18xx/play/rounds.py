"""The order of play: whose turn it is, which step is due, when a round ends and what follows. All of it from data.

Called after every action; runs on until somebody has a decision to make or the game is over.
"""

from __future__ import annotations

from open18xx.play import cards
from open18xx.play import events as e
from open18xx.play.state import NOBODY
from open18xx.play.steps.auction import first_after_auction, lots, pass_bid, pay_incomes, settle_lots
from open18xx.play.steps.base import Step
from open18xx.play.steps.offering import on_offer, pass_offer, settle_offers
from open18xx.play.table import Table
from open18xx.play.transaction import Transaction
from open18xx.title.model import RoundPlan


def plan_of(table: Table) -> RoundPlan:
    return table.box.title.rounds[table.state.round]


def open_steps(table: Table) -> tuple[Step, ...]:
    """Steps that may be taken now, by somebody: the one demanded, or those the round stands at.

    Beside a demand only abilities that may be used at any time stay open (P05, trap 8), and beside some nothing.
    """
    state, box = table.state, table.box
    if state.ended:
        return ()
    if state.pending:
        demanded = box.steps[state.pending[0].step]
        if demanded.alone:
            return (demanded,)
        beside = box.anytime_steps[state.round]
        return (demanded, *(step for step in beside if step.beside_demands and step is not demanded))
    key = (state.round, state.step)
    known = box.open_steps.get(key)
    if known is None:
        steps, anytime = box.round_steps[state.round], box.anytime_steps[state.round]
        if plan_of(table).kind != "operating":
            known = (*(step for step in steps if not step.only_demanded), *anytime)
        else:
            current = steps[state.step]
            known = (current, *(step for step in anytime if step is not current))
        box.open_steps[key] = known
    return known


def deciding_actor(table: Table) -> str:
    """The actor everybody waits for; "" when the game is over."""
    return table.state.pending[0].actor if table.state.pending else table.state.actor


def may_pass(table: Table) -> bool:
    """Whether the actor everybody waits for may decline."""
    state, box = table.state, table.box
    if state.ended:
        return False
    if state.pending:
        return box.steps[state.pending[0].step].may_pass(table)
    steps = box.round_steps[state.round]
    if plan_of(table).kind == "operating":
        return steps[state.step].may_pass(table)
    return all(step.may_pass(table) for step in steps if not step.only_demanded)


def decline(tx: Transaction) -> None:
    """The actor everybody waits for passes."""
    state = tx.state
    if state.pending:
        tx.box.steps[state.pending[0].step].decline(tx)
        tx.meet()
        return
    match plan_of(tx).kind:
        case "auction":
            pass_offer(tx) if on_offer(tx) else pass_bid(tx)
        case "stock":
            if not state.acted:
                tx.record(e.Passed(state.actor))
            _next_player(tx)
        case "operating":
            tx.note("acted", True)
            tx.box.round_steps[state.round][state.step].decline(tx)
            tx.note("step", state.step + 1)


def begin(tx: Transaction) -> None:
    """The first round of the game."""
    _begin_round(tx, tx.title.opening_rounds[0] if tx.title.opening_rounds else tx.title.cycle[0], 1)
    if tx.box.rules.events.reveal == "at-once":
        cards.reveal(tx)
    advance(tx)


def advance(tx: Transaction) -> None:
    """Go on until there is a decision to make."""
    while not tx.state.ended:
        if tx.state.pending:
            if _is_open(tx):
                return
            tx.meet()
            continue
        match plan_of(tx).kind:
            case "auction":
                done = _auction(tx)
            case "stock":
                done = _stock(tx)
            case _:
                done = _operating(tx)
        if done:
            return


def _is_open(tx: Transaction) -> bool:
    """Whether the demand leaves anything to decide: one that cannot be declined needs at least one way to meet it."""
    step = tx.box.steps[tx.state.pending[0].step]
    return step.may_pass(tx) or next(step.offers(tx), None) is not None


# --------------------------------------------------------------------------- each kind of round; True: a decision waits


def _auction(tx: Transaction) -> bool:
    if lots(tx):
        settle_offers(tx) if on_offer(tx) else settle_lots(tx)
    if tx.state.pending:
        return False
    if lots(tx) or tx.state.ended:
        return True
    if tx.box.rules.stock.first_order == "least-cash":
        tx.note("seats", _by_cash(tx))
    tx.note("priority", first_after_auction(tx))
    _next_round(tx)
    return False


def _stock(tx: Transaction) -> bool:
    state = tx.state
    if len(state.passed) == len(state.seats):
        _end_stock_round(tx)
        return False
    if any(step.due(tx) for step in tx.box.round_steps[state.round]):
        return True
    if not state.acted:
        tx.record(e.Passed(state.actor))
    _next_player(tx)
    return False


def _next_player(tx: Transaction) -> None:
    tx.record(e.TurnBegan(tx.after(tx.state.actor), ()))


def _end_stock_round(tx: Transaction) -> None:
    rules, state = tx.box.rules.stock, tx.state
    if rules.sold_out_rise:
        for corporation in tx.operating_order(state.floated):  # trap 3: in operating order
            if tx.is_priced(corporation) and tx.is_sold_out(corporation):
                tx.move_price(corporation, tx.box.market.up)
    if state.ended:
        return
    tx.note("priority", _next_first(tx))
    if rules.next_order in ("first-to-pass", "most-cash", "least-cash"):
        tx.note("seats", _seat_order(tx))
    _next_round(tx)


def _next_first(tx: Transaction) -> str:
    """Who begins the next stock round (S15: decided by what was played, nothing else)."""
    state = tx.state
    match tx.box.rules.stock.next_order:
        case "after-last-to-act":
            return tx.after(state.last_actor) if state.last_actor else state.priority
        case "first-passer-keeps-seats":
            return state.pass_order[0]
        case "last-run-keeps-seats":
            return state.passed[0]
        case _:
            return _seat_order(tx)[0]


def _seat_order(tx: Transaction) -> tuple[str, ...]:
    state, seats = tx.state, tx.state.seats
    match tx.box.rules.stock.next_order:
        case "first-to-pass":
            return state.pass_order
        case "most-cash":
            return tuple(sorted(seats, key=lambda player: -state.cash[player]))
        case _:
            return _by_cash(tx)


def _by_cash(table: Table) -> tuple[str, ...]:
    """The players with the least cash first, equals in the order they sit in."""
    return tuple(sorted(table.state.seats, key=lambda player: table.state.cash[player]))


def _operating(tx: Transaction) -> bool:
    state = tx.state
    if state.actor == NOBODY or state.actor in state.closed:
        return _next_corporation(tx)
    steps = tx.box.round_steps[state.round]
    at = state.step
    while at < len(steps):
        if steps[at].due(tx):
            tx.note("step", at)
            return True
        steps[at].skip(tx)
        at += 1
        if state.ended:
            return True
    tx.note("step", len(steps))
    if state.actor not in state.operated:
        tx.note("operated", (*state.operated, state.actor))
    return _next_corporation(tx)


def _next_corporation(tx: Transaction) -> bool:
    """Begin the next corporation's turn, or end the round. Those still to act are sorted anew by price (M03)."""
    queue = tx.state.queue
    if not queue:
        _end_operating_round(tx)
        return False
    if tx.box.rules.corporations.order_follows_moves:
        queue = tx.operating_order(queue)
    tx.record(e.TurnBegan(queue[0], queue[1:]))
    tx.closes_on(queue[0], "first-turn")
    if tx.box.rules.tokens.home in ("first-turn", "start"):  # a home that found no slot at the start waits for one
        tx.place_home(queue[0])
    return False


def _end_operating_round(tx: Transaction) -> None:
    state = tx.state
    reason, timing, number, _ = state.ending
    last_of_set = state.part >= state.parts
    last_set = timing != "one-more-set" or state.number > number
    if reason and (timing == "operating-round" or (last_of_set and last_set)):
        tx.record(e.GameEnded(reason))
    elif last_of_set:
        _next_round(tx)
    else:
        _begin_operating_round(tx, state.round, state.number, state.part + 1, state.parts)


# --------------------------------------------------------------------------- rounds


def _next_round(tx: Transaction) -> None:
    """What follows the round that has ended."""
    title, state = tx.title, tx.state
    number = state.number
    if state.round in title.opening_rounds:
        at = title.opening_rounds.index(state.round) + 1
        following = title.opening_rounds[at] if at < len(title.opening_rounds) else title.cycle[0]
    else:
        at = title.cycle.index(state.round) + 1
        following = title.cycle[at % len(title.cycle)]
        number += at == len(title.cycle)
    if number > tx.box.rules.end.last_turn:
        tx.record(e.GameEnded("last-turn"))
        return
    _begin_round(tx, following, number)


def _begin_round(tx: Transaction, round: str, number: int) -> None:
    kind = tx.title.rounds[round].kind
    if kind == "operating":
        _begin_operating_round(tx, round, number, 1, tx.phase.operating_rounds)
        return
    tx.record(e.RoundBegan(round, number, 1, 1))
    first = tx.state.priority
    tx.record(e.TurnBegan(first, (first,) if kind == "auction" else ()))


def _begin_operating_round(tx: Transaction, round: str, number: int, part: int, parts: int) -> None:
    tx.record(e.RoundBegan(round, number, part, parts))
    tx.record(e.TurnBegan(NOBODY, ()))
    for event in tx.title.rounds[round].opening:
        match event:
            case "private-income":
                pay_incomes(tx)
            case "home-tokens":
                for corporation in tx.operating_order(tx.state.floated):
                    tx.place_home(corporation)
            case "reveal-event":
                if part == 1 and tx.box.rules.events.reveal == "next-set":
                    cards.reveal(tx)
        if tx.state.ended:
            return
    tx.note("queue", tx.operating_order(tx.state.floated))
