"""The Prince Edward Island Railway: money and tokens to begin with, and one share and one token less for each float."""

from __future__ import annotations

import pytest

from open18xx.errors import TitleError
from open18xx.play import actions as a
from open18xx.play.audit import faults
from open18xx.play.events import CertificateMoved, CorporationFloated, MoneyPaid, PrivateMoved, TokenReplaced
from open18xx.play.game import Game
from open18xx.play.state import BANK, CLOSED, GONE
from open18xx.title.loader import load

from .positions import (
    BANK_ACTOR,
    SEEDS,
    accepted,
    arranged,
    begun,
    depot_from,
    listed,
    money,
    own,
    percents,
    prince,
    railway,
    refused,
    stations,
    stock_turn,
    tile,
    trains,
    turn,
)


def before_the_float(**owners: str) -> Game:
    """S was started at 80 and lacks one certificate for its float, which ann is about to buy."""
    game = prince(**owners)
    with arranged(game) as tx:
        railway(tx, "C", ann=30)
        railway(tx, "A", bob=40)
        railway(tx, "S", 80, cay=40, operated=False)
        money(tx, ann=1000)
        stock_turn(tx, "ann")
    assert not game.table.is_floated("S") and percents(game, "S")["pool"] == 50
    return game


# --------------------------------------------------------------------------- at the beginning


@pytest.mark.rule("O-002", "O-114")
@pytest.mark.parametrize("players", SEEDS)
def test_it_begins_with_200_the_kings_mail_and_a_token_at_each_home_of_the_five_others(players: int) -> None:
    game = begun(players)
    drawn = {game.state.roles["mainline"], game.state.roles["shortline"]}
    homes = sorted(home.hex for id, home in game.title.map.homes.items() if id not in drawn)
    assert stations(game, "PEIR") == homes and len(homes) == 5
    assert game.state.cash["PEIR"] == 200 and game.table.privates_of("PEIR") == ["KM"]
    assert game.state.tokens_left["PEIR"] == () and "PEIR" in game.state.floated


@pytest.mark.rule("O-110", "O-111", "O-117")
@pytest.mark.parametrize("players", SEEDS)
def test_each_of_the_five_rights_comes_with_a_certificate_of_it_in_the_order_of_numbers(players: int) -> None:
    game = begun(players)
    drawn = {game.state.roles["mainline"], game.state.roles["shortline"]}
    rights = [id for id in game.state.privates if game.box.privates[id].right_to]
    assert not {game.box.privates[id].right_to for id in rights} & drawn
    given = [game.table.certificates_given(id, game.box.privates[id].abilities[0]) for id in rights]
    assert given == [(f"PEIR/{n}",) for n in range(5)]


@pytest.mark.rule("O-032", "O-026")
def test_it_has_no_price_and_nobody_buys_sells_or_starts_it() -> None:
    game = prince()
    with arranged(game) as tx:
        tx.move_certificate("PEIR/0", "pool")
        tx.note("operated", ("PEIR",))
        stock_turn(tx, "dan")
    refused(game, a.BuyCertificate("dan", "PEIR/0"), "not-started", corporation="PEIR")
    held = game.table.certificates_of("dan", "PEIR")[0].id
    refused(game, a.SellCertificates("dan", "PEIR", (held,)), "not-started", corporation="PEIR")
    refused(game, a.StartCorporation("dan", "PEIR", 80), "not-startable", corporation="PEIR")
    assert "PEIR" not in game.state.cell


# --------------------------------------------------------------------------- who presides


@pytest.mark.rule("O-114")
def test_who_holds_most_of_it_presides_and_of_several_the_holder_of_the_lowest_number() -> None:
    assert prince().state.president["PEIR"] == "dan"  # two of five
    game = prince(P1="cay", P3="dan", P4="dan", P5="cay", P6="bob")
    assert game.state.president["PEIR"] == "cay"
    game = prince(P1="bob", P3="dan", P4="dan", P5="cay", P6="cay")
    assert game.state.president["PEIR"] == "dan"


@pytest.mark.rule("O-117")
def test_who_presides_is_asked_anew_after_each_certificate_that_leaves() -> None:
    game = before_the_float(P1="cay", P3="dan", P4="dan", P5="cay", P6="bob")
    assert game.state.president["PEIR"] == "cay"
    accepted(game, a.BuyCertificate("ann", listed_of(game, "S")))
    assert game.state.president["PEIR"] == "dan"


def listed_of(game: Game, corporation: str) -> str:
    """A certificate of the corporation that the player in turn may buy."""
    ids = (action.certificate for action in listed(game, "buy-certificate") if action.actor == game.actor)
    return next(id for id in ids if id.startswith(f"{corporation}/"))


# --------------------------------------------------------------------------- a railway floats


@pytest.mark.rule("O-034", "O-110", "O-117")
def test_a_railway_that_floats_takes_its_home_and_the_right_becomes_a_share_of_it() -> None:
    """The order of the recorded game at its first float, action 168."""
    game = before_the_float()
    assert percents(game, "PEIR") == {"ann": 20, "bob": 20, "cay": 20, "dan": 40}
    bought = listed_of(game, "S")
    events = accepted(game, a.BuyCertificate("ann", bought))
    assert stations(game, "S") == ["F14"] and "F14" not in stations(game, "PEIR")
    assert game.state.privates["P5"] == CLOSED and game.state.holder["PEIR/3"] == GONE
    assert percents(game, "S") == {"cay": 40, "ann": 20, BANK_ACTOR: 10, "pool": 30}
    assert game.state.cash["S"] == 800 and game.state.tokens_gone == {"PEIR": 1}
    kinds = (CorporationFloated, TokenReplaced, PrivateMoved, CertificateMoved)
    told = [type(event) for event in events if isinstance(event, kinds)]
    assert told == [
        CertificateMoved, CorporationFloated, TokenReplaced, PrivateMoved, CertificateMoved, CertificateMoved,
    ]  # fmt: skip
    assert MoneyPaid(BANK, "S", 800) in events


@pytest.mark.rule("O-110", "O-027", "O-082")
def test_the_share_is_free_whatever_the_limits() -> None:
    game = prince(P3="ann")
    with arranged(game) as tx:
        railway(tx, "C", ann=30)
        railway(tx, "A", bob=40)
        railway(tx, "MS", 58, ann=50, operated=False)
        for id in [f"Gt/{n}" for n in range(1, 9)]:
            if tx.certificate_count("ann") < tx.certificate_limit() - 1:
                tx.move_certificate(id, "ann")
        stock_turn(tx, "ann")
    cash = game.state.cash["ann"]
    accepted(game, a.BuyCertificate("ann", listed_of(game, "MS")))
    assert game.table.percent("ann", "MS") == 70 and game.state.cash["ann"] == cash - 58
    assert game.table.certificate_count("ann") == game.table.certificate_limit()  # one of the PEIR is gone


@pytest.mark.rule("O-110")
def test_the_free_share_brings_the_presidency_to_who_then_holds_more() -> None:
    game = before_the_float()
    with arranged(game) as tx:  # cay 20, ann 20: her free share makes 30
        for certificate in tx.certificates_of("cay", "S")[1:]:
            tx.move_certificate(certificate.id, "pool")
        for certificate in tx.certificates_of("pool", "S")[:2]:
            tx.move_certificate(certificate.id, "ann")
        tx.move_certificate(tx.certificates_of("pool", "S")[0].id, "dan")
        stock_turn(tx, "dan")
        money(tx, dan=80)
    assert game.state.president["S"] == "cay" and game.table.percent("pool", "S") == 40
    with arranged(game) as tx:
        tx.float_if_sold("S")
    assert game.state.president["S"] == "ann" and game.state.holder["S/0"] == "ann"
    assert percents(game, "S") == {"ann": 30, "cay": 20, "dan": 10, BANK_ACTOR: 10, "pool": 30}


@pytest.mark.rule("O-034")
def test_the_tokens_change_places_also_where_a_tile_was_laid() -> None:
    game = prince()
    with arranged(game) as tx:
        railway(tx, "C", ann=30)
        railway(tx, "A", bob=40)
        tile(tx, "M13", "6", 0)
        railway(tx, "MS", 58, cay=60)
    assert stations(game, "MS") == ["M13"] and "M13" not in stations(game, "PEIR")


@pytest.mark.rule("O-109", "O-117")
def test_with_the_last_share_it_closes_with_its_money_trains_and_the_kings_mail() -> None:
    game = prince()
    with arranged(game) as tx:
        railway(tx, "C", ann=30)
        railway(tx, "A", bob=40)
        trains(tx, "PEIR", "2H-0")
        for corporation in ("So", "MS", "MR", "Gt"):
            railway(tx, corporation, 58, dan=60)
        railway(tx, "S", 80, cay=40, operated=False)
        money(tx, ann=1000)
        stock_turn(tx, "ann")
    assert percents(game, "PEIR") == {"ann": 20, GONE: 80} and stations(game, "PEIR") == ["F14"]
    bank = game.state.cash[BANK]
    accepted(game, a.BuyCertificate("ann", listed_of(game, "S")))
    state = game.state
    assert "PEIR" in state.closed and "PEIR" not in state.floated and "PEIR" not in state.president
    assert state.privates["KM"] == CLOSED and "2H-0" in state.trains[GONE] and stations(game, "PEIR") == []
    assert state.cash["PEIR"] == 0 and state.cash[BANK] == bank + 80 + 200 - 800
    assert game.table.operating_order(state.floated)[-1] != "PEIR"


# --------------------------------------------------------------------------- its turns


@pytest.mark.rule("O-016", "O-032", "O-068")
def test_it_operates_last_from_the_start() -> None:
    game = prince()
    with arranged(game) as tx:
        railway(tx, "C", ann=30)
        railway(tx, "A", bob=40)
        stock_turn(tx, "ann")
    for player in ("ann", "bob", "cay", "dan"):
        accepted(game, a.Pass(player))
    assert game.actor == "C" and game.state.queue == ("A", "PEIR")
    assert game.state.cash["PEIR"] == 280  # the King's Mail


@pytest.mark.rule("O-129", "O-068")
def test_it_need_not_own_a_train_and_places_no_token() -> None:
    game = prince()
    with arranged(game) as tx:
        turn(tx, "PEIR", "place-token")
    assert not listed(game, "place-token")
    with arranged(game) as tx:
        turn(tx, "PEIR", "buy-train")
    accepted(game, a.Pass("PEIR"))
    assert game.actor != "PEIR"


@pytest.mark.rule("O-129")
def test_it_buys_one_train_of_the_bank_a_turn_and_any_of_others() -> None:
    game = prince()
    with arranged(game) as tx:
        money(tx, PEIR=1000)
        trains(tx, "C", "2H-2", "2H-3")
        turn(tx, "PEIR", "buy-train")
    accepted(game, a.BuyTrain("PEIR", "2H-0", 80))
    refused(game, a.BuyTrain("PEIR", "2H-1", 80), "from-bank-limit", done=1, limit=1)
    accepted(game, a.BuyTrain("PEIR", "2H-2", 1))
    accepted(game, a.BuyTrain("PEIR", "2H-3", 919))
    assert game.state.cash["PEIR"] == 0 and game.actor != "PEIR"


@pytest.mark.rule("O-033", "O-117")
@pytest.mark.parametrize(("choice", "kept", "share"), [("pay", 0, 26), ("half", 65, 13), ("withhold", 130, 0)])
def test_it_pays_all_half_or_nothing_and_each_certificate_alike(choice: str, kept: int, share: int) -> None:
    game = prince()
    with arranged(game) as tx:
        money(tx, PEIR=0)
        turn(tx, "PEIR", "choose-dividend")
        tx.note("ran", True)
        tx.note("revenue", 130)
    cash = dict(game.state.cash)
    accepted(game, a.ChooseDividend("PEIR", choice))
    assert game.state.cash["PEIR"] == kept
    assert [game.state.cash[player] - cash[player] for player in ("ann", "bob", "cay", "dan")] == [
        share, share, share, 2 * share,
    ]  # fmt: skip


@pytest.mark.rule("O-117", "O-033")
def test_after_a_float_the_four_that_are_left_share_the_revenue_and_both_halves_are_rounded_up() -> None:
    game = prince()
    with arranged(game) as tx:
        railway(tx, "S", cay=50)
        money(tx, PEIR=0)
        turn(tx, "PEIR", "choose-dividend")
        tx.note("ran", True)
        tx.note("revenue", 70)
    cash = dict(game.state.cash)
    accepted(game, a.ChooseDividend("PEIR", "half"))
    assert game.state.cash["PEIR"] == 35  # and 35 for four: 8.75 each
    assert game.state.cash["bob"] - cash["bob"] == 9 and game.state.cash["dan"] - cash["dan"] == 18
    assert game.state.cash["ann"] == cash["ann"]


@pytest.mark.rule("O-104")
def test_it_cannot_buy_the_hunslet() -> None:
    game = prince()
    with arranged(game) as tx:
        own(tx, "ann", "HSE")
        depot_from(tx, "4H")
        tx.note("phase", 2)
        turn(tx, "PEIR", "buy-private")
    refused(game, a.BuyPrivate("PEIR", "HSE", 1), "not-for-it", private="HSE")


# --------------------------------------------------------------------------- the end, and the plugin's own words


@pytest.mark.rule("O-024")
def test_a_right_still_held_counts_80_and_the_share_itself_nothing() -> None:
    game = prince()
    with arranged(game) as tx:
        for private in ("RA", "RF", "ML", "SL", "UB"):
            tx.close_private(private)
        for owner in ("ann", "bob", "cay", "dan"):
            for certificate in [c for c in map(tx.box.certificates.get, tx.state.paper[owner]) if c is not None]:
                if certificate.corporation in ("C", "A") and not certificate.president:
                    tx.move_certificate(certificate.id, "pool")
        stock_turn(tx, "ann")
    worth = {player: game.table.worth(player) - game.state.cash[player] for player in ("ann", "bob", "cay", "dan")}
    assert worth == {"ann": 80 + 2 * 92, "bob": 80 + 2 * 86, "cay": 80, "dan": 160}


def test_a_position_in_which_token_share_and_right_do_not_agree_is_a_fault() -> None:
    for spoil in ("P5", "PEIR/3"):
        game = prince()
        with arranged(game, audit=False) as tx:
            tx.close_private(spoil) if spoil == "P5" else tx.move_certificate(spoil, GONE)
        assert any(fault.startswith("S has not floated; right, certificate and") for fault in faults(game.table))
    game = prince()
    with arranged(game, audit=False) as tx:
        tx.close_corporation("PEIR")
    assert "PEIR closes when the last railway it gives a right to floats" in faults(game.table)


OTHER_HOMES = {"A": "D6", "MS": "M13", "MR": "Q21", "S": "F14", "Gt": "R16", "C": "L16"}


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"extra.shadow": "XX"}, "XX"),
        ({"extra.shadow": "C"}, "C has a price"),
        ({"corporations.PEIR.tokens": [0, 0, 0, 0]}, "4 tokens, and 5 rights are dealt"),
        ({"corporations.PEIR.certificates": [{"percent": 25, "count": 4}]}, "4 certificates, and 5 rights are dealt"),
        ({"homes": OTHER_HOMES, "corporations.So.started_by": "nobody"}, "So has no home"),
        ({"privates.P1.abilities": []}, "no certificate PEIR/@ comes with it"),
    ],
)
def test_the_plugin_says_what_it_cannot_play(overrides: dict[str, object], message: str) -> None:
    with pytest.raises(TitleError, match=message):
        load("old-prince-1871", overrides=overrides)
