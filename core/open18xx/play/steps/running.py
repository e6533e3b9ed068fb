"""Running routes and paying for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from open18xx.errors import Refusal
from open18xx.play import events as e
from open18xx.play.actions import ChooseDividend, RunRoutes
from open18xx.play.offers import Checked, Offer, Rows
from open18xx.play.roads import Routes, may_run, scored_run
from open18xx.play.state import BANK, IPO, POOL
from open18xx.play.steps.base import Step, not_in_turn
from open18xx.play.table import Table
from open18xx.play.transaction import Transaction


class RunRoutesStep(Step):
    """Run the trains. The offer is a cheap question; finding the best routes is a separate call (``game.best_run``)."""

    name = "run-routes"
    action = RunRoutes

    def due(self, table: Table) -> bool:
        state = table.state
        return not state.ran and may_run(table, state.actor)

    def offers(self, table: Table) -> Iterator[Offer]:
        if self.due(table):
            corporation = table.state.actor
            about = {"trains": list(table.state.trains[corporation])}
            yield self.offer(
                table, Checked("routes", about, lambda routes: self._verdict(table, corporation, routes) is None)
            )

    @staticmethod
    def _verdict(table: Table, corporation: str, routes: Routes) -> Refusal | None:
        outcome = scored_run(table, corporation, routes)
        return outcome if isinstance(outcome, Refusal) else None

    def refusal(self, table: Table, action: RunRoutes) -> Refusal | None:
        if refusal := not_in_turn(table, action):
            return refusal
        if not self.due(table):
            return Refusal("no-run", corporation=action.actor, trains=table.state.trains.get(action.actor, ()))
        return self._verdict(table, action.actor, action.routes)

    def apply(self, tx: Transaction, action: RunRoutes) -> None:
        score = scored_run(tx, action.actor, action.routes)
        assert not isinstance(score, Refusal)
        values = tuple(route.revenue for route in score.routes)
        revenue = max(0, score.total)  # a title's own rule may take more than was earned; nobody pays it back
        tx.record(e.RoutesRun(action.actor, action.routes, values, revenue))
        tx.pay(BANK, action.actor, score.treasury)


class ChooseDividendStep(Step):
    """Pay out, keep, or halve what the trains earned; a turn without revenue keeps nothing and counts as withheld."""

    name = "choose-dividend"
    action = ChooseDividend

    def due(self, table: Table) -> bool:
        return not table.state.paid and table.state.revenue > 0

    def may_pass(self, table: Table) -> bool:
        return False

    def offers(self, table: Table) -> Iterator[Offer]:
        if self.due(table):
            choices = choices_of(table, table.state.actor)
            yield self.offer(table, Rows(("choice",), tuple((word,) for word in choices)))

    def refusal(self, table: Table, action: ChooseDividend) -> Refusal | None:
        if refusal := not_in_turn(table, action):
            return refusal
        if not self.due(table):
            return Refusal("no-revenue", corporation=action.actor, revenue=table.state.revenue)
        choices = choices_of(table, action.actor)
        if action.choice not in choices:
            return Refusal("choice", choice=action.choice, allowed=choices)
        return None

    def apply(self, tx: Transaction, action: ChooseDividend) -> None:
        settle_dividend(tx, action.actor, action.choice)

    def skip(self, tx: Transaction) -> None:
        if not tx.state.paid:
            settle_dividend(tx, tx.state.actor, "withhold")


def choices_of(table: Table, corporation: str) -> tuple[str, ...]:
    """What the corporation may do with its revenue: its own words, or those of the title."""
    return table.box.corporations[corporation].dividends or table.box.rules.dividends.choices


def settle_dividend(tx: Transaction, corporation: str, choice: str) -> None:
    """Pay, then move the price if there is one."""
    rules, market, revenue = tx.box.rules.dividends, tx.box.market, tx.state.revenue
    kept = {"pay": 0, "withhold": revenue, "half": kept_half(tx, corporation, revenue)}[choice]
    paid = revenue - kept
    tx.note("paid", True)
    tx.pay(BANK, corporation, kept)
    if paid:
        pay_holders(tx, corporation, paid)
        if tx.is_priced(corporation) and _rises(tx, corporation, revenue):
            tx.move_price(corporation, market.right)
    elif rules.withhold_move == "left":
        tx.move_price(corporation, market.left)
    tx.retire(corporation)
    _note_use(tx, corporation)
    tx.closes_on(corporation, "first-dividend")


def _rises(table: Table, corporation: str, revenue: int) -> bool:
    """Whether a dividend moves the price."""
    rule = table.box.rules.dividends.pay_move
    return rule == "right" or (rule == "right-if-at-least-price" and revenue >= table.price(corporation))


def _note_use(tx: Transaction, corporation: str) -> None:
    """Remember the trains that count as having run now, all of the corporation's, where it matters for rusting."""
    used, trains = tx.state.used_trains, tx.state.trains[corporation]
    new = (train for train in trains if tx.type_of(train).obsolete == "never-run" and train not in used)
    tx.note("used_trains", (*used, *new))


def kept_half(table: Table, corporation: str, revenue: int) -> int:
    """What the corporation keeps of a half dividend: half, rounded to whole money, or down for each share (D01)."""
    if table.box.rules.dividends.half_kept == "whole-up":
        return -(-revenue // 2)
    shares = _shares(table, corporation) if table.box.rules.dividends.half_kept == "per-share" else 1
    return revenue // 2 // shares * shares


def _shares(table: Table, corporation: str) -> int:
    """Into how many parts a dividend goes: without a price each certificate still in the game is one."""
    if not table.is_priced(corporation):
        return len(table.in_game(corporation))
    return 100 // table.box.unit[corporation]


def pay_holders(tx: Transaction, corporation: str, amount: int) -> None:
    """Each holder gets its part of ``amount``, the sum of all its certificates rounded once (D03, D05).

    In some cells of the market the bank pays more for each share. What is kept for exchanges earns nothing.
    """
    if not tx.is_priced(corporation):
        _pay_certificates(tx, corporation, amount)
        return
    if corporation in tx.state.cell:
        amount += tx.market_cell(corporation).zone.dividend_bonus * _shares(tx, corporation)
    for (owner, held), percent in list(tx.state.holding.items()):
        if held == corporation and owner == IPO:
            percent -= tx.reserved_percent(corporation)
        if held == corporation and percent:
            _pay_part(tx, corporation, owner, amount * percent, 100)


def _pay_certificates(tx: Transaction, corporation: str, amount: int) -> None:
    """Each certificate still in the game gets the same, rounded for each of them."""
    there = tx.in_game(corporation)
    for owner, count in Counter(tx.state.holder[each.id] for each in there).items():
        _pay_part(tx, corporation, owner, amount, len(there), count)


def _pay_part(tx: Transaction, corporation: str, owner: str, amount: int, of: int, times: int = 1) -> None:
    """The bank pays ``amount`` / ``of``, rounded, so many times to who earns what the owner holds."""
    rules, payee = tx.box.rules, owner
    if owner == POOL:
        payee = corporation if rules.corporations.pool_pays == "corporation" else ""
    elif owner in (IPO, corporation):
        payee = corporation if rules.corporations.unsold_pays == "corporation" else ""
    if payee:
        part = -(-amount // of) if rules.dividends.rounding == "up" else amount // of
        tx.pay(BANK, payee, part * times)
