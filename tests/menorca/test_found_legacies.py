"""1713 Menorca: what FRN, CRB and DRM may not do. Found by playing against the rules."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx import TitleError, load_title
from open18xx.play import events as e
from open18xx.play.actions import BuyTrain, ExchangePrivate, LayTile, Pass, SellCertificates
from open18xx.play.game import Game
from open18xx.play.state import GONE

from .positions import (
    accepted,
    arranged,
    found,
    kinds,
    lay,
    listed,
    menorca,
    money,
    own_private,
    phase,
    refused,
    stock_turn,
    trains,
    turn,
    value,
)

# --------------------------------------------------------------------------- FRN


def claiming(price: int = 88, **rnc: int) -> Game:
    """Era 2, ann's turn in stock round 2; she owns FRN, and RNC is held so."""
    game = menorca()
    with arranged(game) as tx:
        if rnc:
            found(tx, "RNC", 88, **rnc)
            if price != 88:
                value(tx, "RNC", price)
        own_private(tx, "FRN", "ann")
        phase(tx, "5H")
        stock_turn(tx, "ann")
    return game


@pytest.mark.rule("M-607")
def test_nobody_comes_to_hold_more_than_60_percent_by_frn() -> None:
    game = claiming(ann=60)
    refused(game, ExchangePrivate("ann", "FRN", "RNC/5"), "holding-limit", after=70, limit=60)
    assert "exchange-private" not in kinds(game)
    accepted(claiming(ann=50), ExchangePrivate("ann", "FRN", "RNC/5"))


@pytest.mark.rule("M-604", "M-607")
def test_in_the_yellow_zone_one_may_hold_more_than_60_percent_by_frn() -> None:
    game = claiming(36, ann=60)
    accepted(game, ExchangePrivate("ann", "FRN", "RNC/5"))
    assert game.table.percent("ann", "RNC") == 70


@pytest.mark.rule("M-101", "M-103")
def test_nobody_comes_to_hold_more_contracts_than_the_limit_by_frn() -> None:
    """ann has thirteen, of RNC one. In the orange zone it would not count (M-603)."""
    for at_orange in (False, True):
        game = claiming(ann=20, bob=20)
        with arranged(game) as tx:
            found(tx, "RCC", 88, ann=60, bob=10)
            found(tx, "CCM", 88, ann=60, bob=10)
            found(tx, "Ramaders", 88, ann=40)
            if at_orange:
                value(tx, "RNC", 15)
            stock_turn(tx, "ann")
        exchange = ExchangePrivate("ann", "FRN", "RNC/3")
        if at_orange:
            accepted(game, exchange)
        else:
            assert game.table.certificate_count("ann") == 13
            refused(game, exchange, "certificate-limit", after=14, limit=13)


@pytest.mark.rule("M-405", "M-704")
def test_frn_is_exchanged_only_once_rnc_is_started_so_that_rnc_is_paid() -> None:
    game = claiming()
    refused(game, ExchangePrivate("ann", "FRN", "RNC/1"), "not-started", corporation="RNC")
    game = claiming(bob=20)
    cash = game.state.cash["RNC"]
    accepted(game, ExchangePrivate("ann", "FRN", "RNC/1"))
    assert game.state.cash["RNC"] == cash + 88


@pytest.mark.rule("M-608")
def test_who_has_sold_rnc_in_this_turn_gets_none_for_frn_until_the_turn_is_over() -> None:
    game = claiming(ann=40, bob=20)
    exchange = ExchangePrivate("ann", "FRN", "RNC/8")
    accepted(game, SellCertificates("ann", "RNC", ("RNC/1",)))
    refused(game, exchange, "same-turn", corporation="RNC")
    accepted(game, Pass("ann"))
    accepted(game, exchange)


@pytest.mark.rule("M-608")
def test_who_has_got_rnc_for_frn_in_this_turn_sells_none_of_it() -> None:
    game = claiming(ann=40, bob=20)
    accepted(game, ExchangePrivate("ann", "FRN", "RNC/8"))
    refused(game, SellCertificates("ann", "RNC", ("RNC/1",)), "same-turn", corporation="RNC")


# --------------------------------------------------------------------------- CRB and DRM: terrain


def building(legacy: str, owner: str, card: dict[str, Any] | None = None) -> Game:
    """RNC may lay, somebody owns the Legacy; the card of era 1 lies open, and changes the cost of terrain so."""
    overrides = {} if card is None else {
        f"cards.{id}.effects": [{"kind": "terrain-cost", **card}] for id in ("placeholder-1a", "placeholder-1b")
    }  # fmt: skip
    game = menorca(overrides=overrides)
    with arranged(game) as tx:
        found(tx, "RNC", 75, ann=20, cash=300)
        own_private(tx, legacy, owner)
        turn(tx, "RNC", "lay-track")
        if card is not None:
            tx.record(e.CardRevealed(tx.state.deck[0], tx.state.number))
    return game


def paid(game: Game, hex: str) -> int:
    """What RNC pays for the first tile on the hex that it may lay."""
    before = game.state.cash["RNC"]
    accepted(game, next(each for each in listed(game, "lay-tile") if isinstance(each, LayTile) and each.hex == hex))
    return int(before - game.state.cash["RNC"])


HILLS = {"terrain": "hill", "amount": 15}
I10_DEARER = {"hexes": ["I10"], "amount": 9}


@pytest.mark.rule("M-107")
@pytest.mark.parametrize(
    ("owner", "card", "cost"),
    [("ann", None, 60), ("ann", HILLS, 75), ("RNC", None, 0), ("RNC", HILLS, 0), ("RNC", I10_DEARER, 0)],
)
def test_the_company_of_crb_pays_no_terrain_cost_on_the_cami_den_kane_whatever_a_card_makes_of_it(
    owner: str, card: dict[str, Any] | None, cost: int
) -> None:
    assert paid(building("CRB", owner, card), "I10") == cost


@pytest.mark.rule("M-107")
def test_elsewhere_the_company_of_crb_pays() -> None:
    """I12 is a mountain."""
    assert paid(building("CRB", "RNC", {"terrain": "mountain", "amount": 15}), "I12") == 30


@pytest.mark.rule("M-107")
@pytest.mark.parametrize(("owner", "cost"), [("ann", 55), ("RNC", 0)])
def test_the_company_of_drm_builds_at_illa_de_l_aire_without_terrain_cost(owner: str, cost: int) -> None:
    """20, and 35 by a card."""
    game = building("DRM", owner, {"terrain": "water", "amount": 35})
    with arranged(game) as tx:
        lay(tx, ("K12", "78", 0), ("K14", "78", 1))
    assert paid(game, "J15") == cost


# --------------------------------------------------------------------------- DRM: the first ship


def fitting_out(*, had: tuple[str, ...] = (), gone: tuple[str, ...] = ()) -> Game:
    """RNC owns DRM and may buy a Xebec; it has these vehicles, or had them."""
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RNC", 75, ann=20, cash=500)
        own_private(tx, "DRM", "RNC")
        trains(tx, "RNC", *had, *gone)
        for train in gone:
            tx.move_train(train, "RNC", GONE)
        money(tx, RNC=500)
        turn(tx, "RNC", "buy-train")
    return game


@pytest.mark.rule("M-107")
@pytest.mark.parametrize(
    ("had", "gone", "price"), [((), (), 70), (("3H-0",), (), 70), (("4H-3",), (), 90), ((), ("4H-3",), 90)]
)
def test_drm_makes_only_the_first_ship_of_its_company_cheaper(
    had: tuple[str, ...], gone: tuple[str, ...], price: int
) -> None:
    game = fitting_out(had=had, gone=gone)
    accepted(game, BuyTrain("RNC", "4H-0", price))
    refused(game, BuyTrain("RNC", "4H-1", 70), "train-price", low=90)
    accepted(game, BuyTrain("RNC", "4H-1", 90))


# --------------------------------------------------------------------------- the Conquest


@pytest.mark.rule("M-803", "M-807")
def test_one_card_ends_the_game_and_it_is_alone_in_the_deck_of_the_last_era() -> None:
    title = menorca().title
    ends = [card for card in title.cards if any(effect.kind == "end-game" for effect in card.effects)]
    assert [(card.id, card.era) for card in ends] == [("conquest-1756", 4)]
    assert [card.id for card in title.cards if card.era == 4] == ["conquest-1756"]


@pytest.mark.rule("M-803")
def test_a_second_card_that_ends_the_game_is_refused() -> None:
    with pytest.raises(TitleError, match="end-game a second time: placeholder-2b is the end of the game"):
        load_title("menorca-1713", overrides={"cards.placeholder-2b.effects": [{"kind": "end-game"}]})
