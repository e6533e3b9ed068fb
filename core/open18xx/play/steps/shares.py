"""Rules on paper that several steps share: what a holder may sell, what an owner may gain.

Selling in a stock round and selling to help buy a train are the same act under different conditions (case S01).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from open18xx.errors import Refusal
from open18xx.play.offers import Offer, Rows, SomeOf
from open18xx.play.state import BANK, POOL
from open18xx.play.steps.base import Step
from open18xx.play.table import Table
from open18xx.play.transaction import Transaction
from open18xx.title.model import Certificate


@dataclass(frozen=True, slots=True)
class Sellable:
    """How one holder may sell one corporation.

    ``ordinary`` certificates in order of acquisition, all of ``size`` percent; ``least`` to ``most`` of them may go as
    one block. ``keeps`` are the percents of the president's certificate that may be kept when it goes along with all
    the ordinary ones; empty when it may not go.
    """

    corporation: str
    ordinary: tuple[Certificate, ...]
    size: int
    least: int
    most: int
    president: str
    card: int  # percent of the president's certificate
    keeps: tuple[int, ...]

    def percents(self) -> Iterator[int]:
        """Every percentage that can be sold."""
        yield from (count * self.size for count in range(self.least, self.most + 1))
        whole = len(self.ordinary) * self.size
        yield from (whole + self.card - keep for keep in self.keeps)


def sellable(
    table: Table, player: str, corporation: str, *, cap: int = 100, needed: int | None = None, hand_over: bool = True
) -> Sellable | None:
    """What the player may sell of a started corporation; None if nothing.

    ``cap`` is the largest percentage; with ``needed`` money no more may be sold than brings it in (the block less one
    certificate must not suffice); with ``hand_over`` False the presidency may not change.
    """
    state, box = table.state, table.box
    held = table.certificates_of(player, corporation)
    if not held or corporation not in state.cell or is_worthless(table, corporation):
        return None
    size = box.size[corporation]
    ordinary = tuple(certificate for certificate in held if not certificate.president)
    cap = min(cap, pool_room(table, corporation) * size)
    if needed is not None:
        if needed <= 0:
            return None
        each = table.price(corporation) * size // box.unit[corporation]
        cap = min(cap, -(-needed // each) * size)
    most = min(len(ordinary), cap // size)
    keeps: tuple[int, ...] = ()
    card = box.corporations[corporation].card
    if state.president.get(corporation) == player:
        others = max((table.percent(other, corporation) for other in table.holders if other != player), default=0)
        most = min(most, (table.percent(player, corporation) - _bound(table, corporation, others, hand_over)) // size)
        if card and hand_over and others >= card.percent and box.rules.stock.president_sale == "allowed":
            whole = len(ordinary) * size + card.percent
            keeps = tuple(keep for keep in range(0, card.percent, size) if 0 < whole - keep <= cap)
    if most <= 0 and not keeps:
        return None
    id, percent = (card.id, card.percent) if card and state.holder[card.id] == player else ("", 0)
    return Sellable(corporation, ordinary, size, 1, max(most, 0), id, percent, keeps)


def is_worthless(table: Table, corporation: str) -> bool:
    """Whether a started corporation has come to the price of nothing: nobody deals in it any more."""
    return table.state.cell[corporation] in table.box.market.worthless


def pool_room(table: Table, corporation: str) -> int:
    """How many more ordinary certificates the pool takes."""
    rules = table.box.rules.stock
    if rules.pool_limit_unit == "percent":
        return (rules.pool_limit - table.percent(POOL, corporation)) // table.box.size[corporation]
    return rules.pool_limit - len(table.certificates_of(POOL, corporation))


def _bound(table: Table, corporation: str, others: int, hand_over: bool) -> int:
    """Percent that its president must not fall below by selling ordinary certificates; ``others``: the next holding.

    Where there is no president's certificate somebody must hold something, or nobody would preside.
    """
    if table.box.corporations[corporation].card is not None:
        return 0 if hand_over or not table.box.rules.corporations.takeover else others
    if hand_over and others:
        return 0
    # who sells comes to what is left only then, and may come to keep the higher numbers
    loses_ties = others > 0 and table.president_tie(corporation) != "clockwise-from-old"
    return max(1, others + loses_ties)


def sale_offers(step: Step, table: Table, player: str, block: Sellable) -> Iterator[Offer]:
    ids = tuple(certificate.id for certificate in block.ordinary)
    if block.most >= block.least:
        yield step.offer(
            table,
            SomeOf("certificates", ids, block.least, block.most),
            actor=player, corporation=block.corporation, keep=0,
        )  # fmt: skip
    if block.keeps:
        yield step.offer(
            table,
            SomeOf("certificates", (*ids, block.president), len(ids) + 1, len(ids) + 1),
            Rows(("keep",), tuple((keep,) for keep in block.keeps)),
            actor=player, corporation=block.corporation,
        )  # fmt: skip


def sale_refusal(table: Table, action_certificates: tuple[str, ...], keep: int, block: Sellable) -> Refusal | None:
    """Why this block does not fit what may be sold."""
    ids = {certificate.id for certificate in block.ordinary}
    chosen = set(action_certificates)
    if len(chosen) != len(action_certificates):
        return Refusal("same-twice", what=action_certificates)
    if chosen - ids - {block.president}:
        return Refusal("not-owner", actor="seller", what=", ".join(sorted(chosen - ids)))
    if block.president in chosen:
        if chosen != ids | {block.president} or keep not in block.keeps:
            return Refusal("presidency", corporation=block.corporation, keep=keep, allowed=block.keeps)
        return None
    if keep:
        return Refusal("presidency", corporation=block.corporation, keep=keep, allowed=(0,))
    if not block.least <= len(chosen) <= block.most:
        return Refusal("sale-size", corporation=block.corporation, count=len(chosen), limit=block.most)
    return None


def sell(tx: Transaction, player: str, corporation: str, ids: tuple[str, ...], keep: int) -> int:
    """Sell a block: paid at the price before it falls; then the presidency and the price follow. How many shares."""
    box, state = tx.box, tx.state
    card = box.corporations[corporation].card
    unit = box.unit[corporation]
    percent = sum(box.certificates[id].percent for id in ids) - keep
    tx.pay(BANK, player, tx.price(corporation) * percent // unit)
    presided = state.president.get(corporation) == player
    for id in ids:
        if card is None or id != card.id:
            tx.move_certificate(id, POOL)
    if card is not None and card.id in ids:
        shares = {other: tx.percent(other, corporation) for other in tx.holders if other != player}
        tx.hand_over(corporation, tx.leader(corporation, shares, player), POOL)
        for certificate in tx.certificates_of(POOL, corporation):  # trap 11: the pool gives back what was kept
            if keep > 0:
                tx.move_certificate(certificate.id, player)
                keep -= certificate.percent
    elif presided:
        tx.settle_presidency(corporation)
    lower_price(tx, corporation, percent)
    return percent // unit


def lower_price(tx: Transaction, corporation: str, percent: int) -> None:
    """The price falls because so much came to the pool in one sale, whoever sold it."""
    box = tx.box
    steps = {
        "per-share": percent // box.unit[corporation],
        "per-certificate": percent // box.size[corporation],
        "per-sale": 1,
        "none": 0,
    }[box.rules.stock.price_drop]
    tx.move_price(corporation, box.market.down, steps)


def gain_refusal(table: Table, owner: str, certificate: Certificate) -> Refusal | None:
    """Why the player may not come to hold one more certificate: the certificate limit or the holding limit."""
    corporation = certificate.corporation
    zone = table.market_cell(corporation).zone if corporation in table.state.cell else None
    if zone is None or zone.counts_to_limit:  # S09
        after, limit = table.certificate_count(owner) + certificate.weight, table.certificate_limit()
        if after > limit:
            return Refusal("certificate-limit", actor=owner, after=after, limit=limit)
    if zone is None or zone.holding_limited:  # S11
        after, limit = table.percent(owner, corporation) + certificate.percent, table.box.limits[corporation]
        if after > limit:
            return Refusal("holding-limit", actor=owner, corporation=corporation, after=after, limit=limit)
    return None


def over_limit(table: Table, player: str) -> bool:
    """Whether the player holds too many certificates, or, where the title asks for it, too much of one corporation."""
    state, box = table.state, table.box
    if table.certificate_count(player) > table.certificate_limit():
        return True
    if box.rules.stock.over_limit == "must-sell-certificates":
        return False
    holding, limits = state.holding, box.limits
    return any(
        holding.get((player, corporation), 0) > limits[corporation]
        and table.market_cell(corporation).zone.holding_limited
        for corporation in state.cell
    )
