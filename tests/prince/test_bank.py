"""Union Bank: an owner beside the players, for whom decides who owns the lot of that name."""

from __future__ import annotations

import pytest

from open18xx.play import actions as a
from open18xx.play.events import PresidentChanged
from open18xx.play.game import Game
from open18xx.play.state import CLOSED, POOL

from .positions import (
    BANK_ACTOR,
    SEEDS,
    accepted,
    arranged,
    begun,
    depot_from,
    listed,
    money,
    percents,
    phase,
    prince,
    railway,
    refused,
    stock_turn,
    turn,
    value,
)


def dealing(bank: int = 0, cay: int = 500, **owners: str) -> Game:
    """cay, who owns the lot, is in her turn; C and A have operated, S is started and has not floated."""
    game = prince(**owners)
    with arranged(game) as tx:
        railway(tx, "C", ann=30)
        railway(tx, "A", bob=40)
        railway(tx, "S", 80, ann=20, operated=False)
        money(tx, cay=cay)
        money(tx, **{BANK_ACTOR: bank})
        stock_turn(tx, "cay")
    return game


def for_sale(game: Game, corporation: str) -> str:
    """A certificate of it that lies in the pool."""
    return next(c.id for c in game.table.certificates_of(POOL, corporation) if not c.president)


# --------------------------------------------------------------------------- what it has


@pytest.mark.rule("O-108", "O-123")
@pytest.mark.parametrize("players", SEEDS)
def test_it_has_one_share_of_the_mainline_and_one_of_a_third_railway_from_the_start(players: int) -> None:
    game = begun(players)
    roles = game.state.roles
    assert roles["banked"] not in (roles["mainline"], roles["shortline"])
    assert game.state.paper[BANK_ACTOR] == (f"{roles['mainline']}/8", f"{roles['banked']}/8")
    assert game.state.cash[BANK_ACTOR] == 0 and BANK_ACTOR not in game.state.seats


@pytest.mark.rule("O-108")
def test_the_lot_earns_nothing_and_never_closes() -> None:
    for site in (False, True):
        game = prince(site=site)
        assert game.table.income("UB") == 0
        with arranged(game) as tx:
            tx.train_event("close-privates")
        assert game.state.privates["UB"] == "cay" and game.state.privates["RA"] == CLOSED


@pytest.mark.rule("O-024", "O-108")
def test_at_the_end_the_lot_is_worth_what_the_bank_has() -> None:
    game = dealing(bank=35)
    shares = 92 + game.table.price("S")
    with_lot = game.table.worth("cay")
    with arranged(game) as tx:
        tx.close_private("UB")
        stock_turn(tx, "cay")
    assert with_lot - game.table.worth("cay") == 35 + shares
    assert BANK_ACTOR not in game.result()


# --------------------------------------------------------------------------- buying and starting


@pytest.mark.rule("O-108", "O-123")
def test_it_buys_once_in_a_stock_round_as_the_purchase_of_its_owners_turn() -> None:
    game = dealing()
    accepted(game, a.BuyCertificate(BANK_ACTOR, for_sale(game, "C")))
    assert game.actor == "dan" and game.table.percent(BANK_ACTOR, "C") == 20
    for player in ("dan", "ann", "bob"):
        accepted(game, a.Pass(player))
    assert game.actor == "cay"
    refused(game, a.BuyCertificate(BANK_ACTOR, for_sale(game, "C")), "acted-for", actor=BANK_ACTOR)
    accepted(game, a.BuyCertificate("cay", for_sale(game, "C")))


@pytest.mark.rule("O-123", "O-137")
@pytest.mark.parametrize(("bank", "paid_by_bank", "paid_by_cay"), [(0, 0, 92), (50, 50, 42), (92, 92, 0), (200, 92, 0)])
def test_it_pays_first_and_its_owner_what_is_missing(bank: int, paid_by_bank: int, paid_by_cay: int) -> None:
    game = dealing(bank=bank, cay=100)
    accepted(game, a.BuyCertificate(BANK_ACTOR, for_sale(game, "C")))
    assert game.state.cash[BANK_ACTOR] == bank - paid_by_bank and game.state.cash["cay"] == 100 - paid_by_cay


@pytest.mark.rule("O-123")
def test_both_together_must_be_able_to_pay() -> None:
    game = dealing(bank=50, cay=41)
    refused(game, a.BuyCertificate(BANK_ACTOR, for_sale(game, "C")), "cash", cost=92, cash=91)


@pytest.mark.rule("O-123", "O-137", "O-027")
def test_what_it_holds_does_not_count_for_its_owner_nor_hers_for_it() -> None:
    game = prince()
    with arranged(game) as tx:
        railway(tx, "C", cay=60, dan=0)
        money(tx, cay=500)
        stock_turn(tx, "cay")
    refused(game, a.BuyCertificate("cay", for_sale(game, "C")), "holding-limit", after=70, limit=60)
    count = game.table.certificate_count("cay")
    accepted(game, a.BuyCertificate(BANK_ACTOR, for_sale(game, "C")))
    assert percents(game, "C")[BANK_ACTOR] == 20 and game.table.certificate_count("cay") == count


@pytest.mark.rule("O-123", "O-027")
def test_it_has_a_limit_of_60_percent_of_its_own() -> None:
    game = prince()
    with arranged(game) as tx:
        railway(tx, "C", Union_Bank=60, ann=20, cay=10, dan=0)
        money(tx, cay=500)
        stock_turn(tx, "cay")
    refused(game, a.BuyCertificate(BANK_ACTOR, for_sale(game, "C")), "holding-limit", actor=BANK_ACTOR, after=70)


def with_an_open_slot(*, site: bool = False) -> Game:
    """cay is in her turn; nothing has been started but the first two, which have operated."""
    game = prince(site=site)
    with arranged(game) as tx:
        railway(tx, "C", ann=30)
        railway(tx, "A", bob=40)
        money(tx, **{BANK_ACTOR: 50, "cay": 500})
        stock_turn(tx, "cay")
    return game


@pytest.mark.rule("O-123", "O-011")
def test_it_may_start_a_railway_whose_right_its_owner_has() -> None:
    game = with_an_open_slot()
    accepted(game, a.StartCorporation(BANK_ACTOR, "MS", 80))
    assert game.state.president["MS"] == BANK_ACTOR and game.table.decider("MS") == "cay"
    assert game.state.cash[BANK_ACTOR] == 0 and game.state.cash["cay"] == 500 - 110


@pytest.mark.rule("O-060", "O-113", "O-123")
def test_by_the_page_it_starts_no_railway_whose_right_another_has_and_by_the_site_any() -> None:
    game = with_an_open_slot()
    refused(game, a.StartCorporation(BANK_ACTOR, "So", 80), "not-holder", private="P1")
    game = with_an_open_slot(site=True)
    accepted(game, a.StartCorporation(BANK_ACTOR, "So", 80))


@pytest.mark.rule("O-123")
def test_it_sells_nothing_in_a_stock_round() -> None:
    game = dealing()
    refused(game, a.SellCertificates(BANK_ACTOR, "C", ("C/8",)), "not-your-turn")
    assert all(action.actor == "cay" for action in listed(game, "sell-certificates"))


@pytest.mark.rule("O-123")
def test_it_may_buy_what_its_owner_has_sold_in_this_round() -> None:
    game = dealing()
    accepted(game, a.SellCertificates("cay", "C", ("C/1",)))
    refused(game, a.BuyCertificate("cay", "C/1"), "sold-this-round", actor="cay", corporation="C")
    accepted(game, a.BuyCertificate(BANK_ACTOR, "C/1"))


@pytest.mark.rule("O-013")
def test_what_it_holds_counts_as_sold_for_the_rise_at_the_end_of_the_round() -> None:
    game = dealing()
    with arranged(game) as tx:
        for certificate in tx.certificates_of(POOL, "C")[:3]:
            tx.move_certificate(certificate.id, "ann")
        for certificate in tx.certificates_of(POOL, "C"):
            tx.move_certificate(certificate.id, "bob")
        value(tx, "C", (2, 1))
        stock_turn(tx, "cay")
    for player in ("cay", "dan", "ann", "bob"):
        accepted(game, a.Pass(player))
    assert percents(game, "C")[BANK_ACTOR] == 10 and game.table.price("C") == 92  # 86 before


# --------------------------------------------------------------------------- dividends, presidency, trains


@pytest.mark.rule("O-040", "O-041", "O-123")
def test_its_dividends_are_its_own() -> None:
    game = dealing()
    with arranged(game) as tx:
        turn(tx, "C", "choose-dividend")
        tx.note("ran", True)
        tx.note("revenue", 100)
    cay = game.state.cash["cay"]
    accepted(game, a.ChooseDividend("C", "pay"))
    assert game.state.cash[BANK_ACTOR] == 10 and game.state.cash["cay"] == cay + 10  # for RA's share


def led(president: str = BANK_ACTOR, percent: int = 50, **amounts: int) -> Game:
    """Union Bank, or ann, presides over C; cay decides for the bank. 3H are for sale at 100, and C has a route."""
    game = prince()
    with arranged(game) as tx:
        for owner in ("ann", "cay", "dan"):
            for certificate in tx.certificates_of(owner, "C"):
                if not certificate.president:
                    tx.move_certificate(certificate.id, POOL)
        if president == BANK_ACTOR:
            tx.move_certificate("C/0", BANK_ACTOR)
            tx.record(PresidentChanged("C", BANK_ACTOR))
        railway(tx, "C", **{president: percent})
        railway(tx, "A", bob=50)
        depot_from(tx, "3H")
        phase(tx, "3H")
        money(tx, **{BANK_ACTOR: 0, "cay": 0, **amounts})
    assert game.state.president["C"] == president
    return game


@pytest.mark.rule("O-123", "O-126")
def test_its_owner_plays_for_the_corporation_over_which_it_presides() -> None:
    game = led(C=200)
    with arranged(game) as tx:
        turn(tx, "C", "lay-track")
    assert game.player == "cay" and {offer.by for offer in game.offers()} == {"cay"}


@pytest.mark.rule("O-106")
@pytest.mark.parametrize(("president", "owner", "allowed"), [("ann", "ann", True), (BANK_ACTOR, "cay", False)])
def test_no_corporation_of_the_bank_lays_tile_9_though_its_owner_has_the_right(
    president: str, owner: str, allowed: bool
) -> None:
    game = led(president, C=200)
    with arranged(game) as tx:
        tx.move_private("SBC", owner)
        turn(tx, "C", "lay-track")
    lays = {action.tile: action for action in listed(game, "lay-tile")}
    assert ("9" in lays) == allowed and "8" in lays
    hex = lays["8"].hex
    reasons = [game.refusal(a.LayTile("C", hex, "9", rotation)) for rotation in range(6)]
    assert any(reason is not None and reason.code == "tile-not-allowed" for reason in reasons) == (not allowed)


@pytest.mark.rule("O-126", "O-128")
def test_in_an_emergency_it_sells_and_pays_before_its_owner() -> None:
    game = led(C=40, cay=100)
    with arranged(game) as tx:
        money(tx, **{BANK_ACTOR: 25})
        turn(tx, "C", "buy-train")
    assert [action.certificates for action in listed(game, "sell-certificates") if action.actor == BANK_ACTOR]
    refused(game, a.BuyTrain("C", "3H-0", 100), "cash")  # 25 are there, and the bank can sell what makes the rest
    accepted(game, next(action for action in listed(game, "sell-certificates") if action.actor == BANK_ACTOR))
    accepted(game, a.BuyTrain("C", "3H-0", 100))
    assert game.state.cash[BANK_ACTOR] == 25 + 92 - 60 and game.state.cash["cay"] == 100


@pytest.mark.rule("O-126", "O-042")
def test_in_an_emergency_its_owner_pays_the_rest_when_it_has_nothing_to_sell() -> None:
    game = led(percent=20, C=40, cay=100)
    with arranged(game) as tx:
        money(tx, **{BANK_ACTOR: 25})
        turn(tx, "C", "buy-train")
    assert not listed(game, "sell-certificates")
    accepted(game, a.BuyTrain("C", "3H-0", 100))
    assert game.state.cash[BANK_ACTOR] == game.state.cash["C"] == 0 and game.state.cash["cay"] == 65
