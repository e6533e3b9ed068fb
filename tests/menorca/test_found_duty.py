"""1713 Menorca, M-505: the Family's duty to buy a vehicle does not go away by clumsy sales. Found by playing."""

from __future__ import annotations

from random import Random

import pytest

from open18xx.play.actions import BuyTrain, Pass, SellCertificates
from open18xx.play.game import Game

from .positions import accepted, arranged, found, kinds, listed, menorca, money, refused, turn, value

pytestmark = pytest.mark.rule("M-505")


def owing(ann: int, *companies: str, price: int, each: int) -> Game:
    """RNC, without a vehicle or money, must have a wagon for 40; ann holds so many certificates of others."""
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RNC", 88, ann=20, cash=0)
        for company in companies:
            found(tx, company, 88, bob=40, ann=10 * each)
            value(tx, company, price)
        money(tx, ann=ann)
        turn(tx, "RNC", "must-buy-train", then=("RCC",))
    return game


def certificates(game: Game, company: str) -> tuple[str, ...]:
    return tuple(each.id for each in game.table.certificates_of("ann", company))


def test_the_family_may_not_sell_one_by_one_what_would_then_be_too_little() -> None:
    """Three of RCC at 15: 45 together; the first that is sold by itself brings RCC to nothing."""
    game = owing(0, "RCC", price=15, each=3)
    own = certificates(game, "RCC")
    assert game.box.market.cells[game.box.market.down[game.state.cell["RCC"]]].price == 0
    assert [len(action.certificates) for action in listed(game, "sell-certificates")] == [3]  # type: ignore[attr-defined]
    refused(game, SellCertificates("ann", "RCC", own[:1]), "falls-short", missing=25, raisable=0)
    refused(game, SellCertificates("ann", "RCC", own[:2]), "falls-short", missing=10, raisable=0)
    refused(game, Pass("RNC"), "must-act")
    accepted(game, SellCertificates("ann", "RCC", own))
    accepted(game, BuyTrain("RNC", "3H-0", 40))
    assert game.state.cash["ann"] == 5


def test_where_the_rest_still_brings_enough_it_may_sell_one_by_one() -> None:
    game = owing(0, "RCC", price=31, each=2)
    own = certificates(game, "RCC")
    accepted(game, SellCertificates("ann", "RCC", own[:1]))
    assert kinds(game) == {"sell-certificates"}
    accepted(game, SellCertificates("ann", "RCC", own[1:]))
    accepted(game, BuyTrain("RNC", "3H-0", 40))


@pytest.mark.parametrize("seed", range(10))
def test_whatever_is_sold_in_whatever_order_the_company_has_a_vehicle_in_the_end(seed: int) -> None:
    random = Random(seed)
    game = owing(random.randrange(5), "RCC", "CCM", price=random.choice((14, 15, 17, 20)), each=2)
    assert kinds(game) == {"sell-certificates"}
    while "buy-train" not in kinds(game):
        accepted(game, random.choice(listed(game, "sell-certificates")))
        assert game.actor == "RNC"
    price = game.table.price("RNC")
    accepted(game, BuyTrain("RNC", "3H-0", 40))
    assert game.table.price("RNC") == price
