"""Sentences of the page about common things, played: sales, track, stations, the course of a turn, phases, money."""

from __future__ import annotations

import pytest

from open18xx.errors import UsageError
from open18xx.play import actions as a
from open18xx.play.game import Game, new_game
from open18xx.play.roads import as_written
from open18xx.play.state import BANK, GONE, IPO, POOL
from open18xx.title.model import Title

from .positions import (
    accepted,
    arranged,
    begun,
    depot_from,
    kinds,
    listed,
    money,
    percents,
    phase,
    prince,
    railway,
    refused,
    split,
    station,
    stations,
    stock_turn,
    tile,
    trains,
    turn,
    value,
)

PHASES = ("2H", "3H", "4H", "5H", "6H", "2+", "3+", "4+", "7", "D")


def on_the_road(step: str = "lay-track", *, in_phase: str = "2H", cash: int = 900) -> Game:
    """C, of Charlottetown in L16, is in its turn at a step; a second city, M13, can be reached by nobody yet."""
    game = prince()
    with arranged(game) as tx:
        railway(tx, "C", cash=cash, ann=40)
        phase(tx, in_phase)
        depot_from(tx, in_phase)
        turn(tx, "C", step)
    return game


# --------------------------------------------------------------------------- players


@pytest.mark.rule("O-083")
@pytest.mark.parametrize("players", [2, 5])
def test_nobody_plays_it_with_two_or_five(players: int, title: Title) -> None:
    with pytest.raises(UsageError):
        new_game(title, [f"player {number}" for number in range(players)], seed=1)


@pytest.mark.rule("O-005", "O-006", "O-025")
def test_players_own_money_shares_and_privates_and_the_bank_may_owe() -> None:
    assert begun(3).state.cash["ann"] == 580 and begun(4).state.cash["ann"] == 480
    game = prince()
    assert game.state.cash[BANK] < 0 and not game.is_over
    assert game.table.privates_of("ann") == ["ML", "P5"]
    assert percents(game, "C")["ann"] == 20 and percents(game, "PEIR")["ann"] == 20
    assert game.state.cash["ann"] == 480


# --------------------------------------------------------------------------- sales


@pytest.mark.rule("O-009", "O-010", "O-043", "O-070", "O-122")
def test_the_bank_pays_three_shares_at_the_old_price_and_the_price_falls_one_field() -> None:
    game = prince()
    with arranged(game) as tx:
        railway(tx, "C", ann=50, bob=10)
        stock_turn(tx, "ann")
    assert game.table.price("C") == 92
    three = max(listed(game, "sell-certificates"), key=lambda action: len(action.certificates))
    assert isinstance(three, a.SellCertificates) and len(three.certificates) == 3
    accepted(game, three)
    assert game.state.cash["ann"] == 480 + 3 * 92
    assert game.table.price("C") == 86, "one field, not three"


@pytest.mark.rule("O-009", "O-070", "O-122")
def test_no_more_than_30_percent_of_one_company_in_a_turn_and_in_one_sale() -> None:
    game = prince()
    with arranged(game) as tx:
        railway(tx, "C", ann=60)
        stock_turn(tx, "ann")
    shares = ordinary(game, "ann")
    refused(game, a.SellCertificates("ann", "C", tuple(shares), 0), "sale-size", count=4, limit=3)
    accepted(game, a.SellCertificates("ann", "C", (shares[0],), 0))
    assert not listed(game, "sell-certificates")


@pytest.mark.rule("O-122")
def test_shares_of_a_company_that_has_never_operated_are_not_sold() -> None:
    game = prince()
    with arranged(game) as tx:
        railway(tx, "C", ann=40, operated=False)
        stock_turn(tx, "ann")
    refused(game, a.SellCertificates("ann", "C", (ordinary(game, "ann")[0],), 0), "not-operated")


@pytest.mark.rule("O-122")
def test_the_presidents_certificate_is_not_sold_but_passes_to_who_holds_more() -> None:
    game = prince()
    with arranged(game) as tx:
        railway(tx, "C", ann=40, bob=30)
        stock_turn(tx, "ann")
    accepted(game, a.SellCertificates("ann", "C", tuple(ordinary(game, "ann")), 0))
    assert game.state.president["C"] == "bob" and percents(game, "C")["bob"] == 30
    assert "C/0" in game.state.paper["bob"] and percents(game, "C")["ann"] == 20
    alone = prince()
    with arranged(alone) as tx:
        railway(tx, "C", ann=20, bob=10)
        stock_turn(tx, "ann")
    refused(alone, a.SellCertificates("ann", "C", ("C/0",), 0), "nothing-to-sell", corporation="C")
    assert not listed(alone, "sell-certificates")


def ordinary(game: Game, owner: str) -> list[str]:
    """The owner's certificates of C but the president's."""
    return [each.id for each in game.table.certificates_of(owner, "C") if not each.president]


# --------------------------------------------------------------------------- a turn


@pytest.mark.rule("O-017", "O-063", "O-121")
def test_one_yellow_tile_is_free_and_a_second_costs_20() -> None:
    game = on_the_road()
    accepted(game, a.LayTile("C", "N18", "8", 0))
    assert game.state.cash["C"] == 900
    accepted(game, a.LayTile("C", "K17", "8", 4))
    assert game.state.cash["C"] == 880
    assert "lay-tile" not in kinds(game), "two lays and no more"


@pytest.mark.rule("O-017", "O-064", "O-121")
def test_who_upgrades_lays_no_yellow_tile_in_that_turn_nor_the_other_way() -> None:
    game = on_the_road(in_phase="4H")
    upgraded = game.clone()
    accepted(upgraded, a.LayTile("C", "L16", "PEI5", 0))
    assert "lay-tile" not in kinds(upgraded)
    accepted(game, a.LayTile("C", "N18", "8", 0))
    refused(game, a.LayTile("C", "L16", "PEI5", 0), "lay-kind", what="upgrade", done=1)


@pytest.mark.rule("O-075")
def test_before_the_first_4h_nothing_is_upgraded() -> None:
    game = on_the_road(in_phase="3H")
    refused(game, a.LayTile("C", "L16", "PEI5", 0), "color")


@pytest.mark.rule("O-018", "O-065")
def test_one_station_a_turn_for_80_in_a_city_that_is_joined() -> None:
    game = prince()
    with arranged(game) as tx:
        railway(tx, "C", cash=900, ann=40)
        tile(tx, "K17", "8", 4)
        tile(tx, "K19", "6", 1)
        turn(tx, "C", "place-token")
    refused(game, a.PlaceToken("C", "D2", 0), "not-reached")
    accepted(game, a.PlaceToken("C", "K19", 0))
    assert game.state.cash["C"] == 820 and stations(game, "C") == ["K19", "L16"]
    assert "place-token" not in kinds(game)


@pytest.mark.rule("O-019", "O-021")
def test_trains_run_and_what_they_earn_is_paid_before_trains_are_bought() -> None:
    game = prince()
    with arranged(game) as tx:
        railway(tx, "C", cash=900, ann=40)
        trains(tx, "C", "2H-0")
        turn(tx, "C", "run-routes")
    accepted(game, a.RunRoutes("C", as_written(game.best_run("C").routes)))
    assert game.state.revenue == 30 and kinds(game) == {"choose-dividend"}
    accepted(game, a.ChooseDividend("C", "pay"))
    assert "buy-train" in kinds(game)


def with_two_trains() -> Game:
    """C has stations in Charlottetown and Cornwall, two 2H, and is about to run them; ann holds 40 % of it."""
    game = prince()
    with arranged(game) as tx:
        railway(tx, "C", cash=660, ann=40)
        tile(tx, "K17", "8", 4)
        tile(tx, "K19", "6", 1)
        tile(tx, "J20", "3", 3)
        station(tx, "C", "K19")
        trains(tx, "C", "2H-0", "2H-1")
        value(tx, "C", (1, 0))
        turn(tx, "C", "run-routes")
    return game


TO_STRATFORD = ("L16:1", "M17:0")
TO_CORNWALL = ("L16:0", "K17:0", "K19:1")
TO_ELIOT_RIVER = ("K19:0", "J20:1")


@pytest.mark.rule("O-054", "O-067")
def test_a_2h_crosses_two_borders_however_many_stops_it_finds_there() -> None:
    game = with_two_trains()
    refused(game, a.RunRoutes("C", (("2H-0", (*reversed(TO_STRATFORD), *TO_CORNWALL)),)), "route-too-long", limit=2)
    through = ("M17:0", "L16:1")
    assert game.refusal(a.RunRoutes("C", (("2H-0", through),))) is None, "one border"
    accepted(game, a.RunRoutes("C", (("2H-0", TO_CORNWALL),)))
    assert game.state.revenue == 40, "two borders, three hexes"


@pytest.mark.rule("O-072")
def test_two_trains_do_not_use_the_same_track() -> None:
    game = with_two_trains()
    refused(game, a.RunRoutes("C", (("2H-0", TO_STRATFORD), ("2H-1", TO_STRATFORD))), "segment-reused")


@pytest.mark.rule("O-041", "O-055", "O-073")
def test_sixty_pay_six_a_share_and_the_bank_pays_the_company_for_the_three_in_the_pool() -> None:
    game = with_two_trains()
    accepted(game, a.RunRoutes("C", (("2H-0", TO_STRATFORD), ("2H-1", TO_ELIOT_RIVER))))
    assert game.state.revenue == 60 and game.table.price("C") == 88 and percents(game, "C")["pool"] == 30
    accepted(game, a.ChooseDividend("C", "pay"))
    assert game.state.cash["ann"] == 480 + 24 and game.state.cash["C"] == 660 + 18
    assert game.state.cash["Union Bank"] == 6 and game.table.price("C") == 92


@pytest.mark.rule("O-066")
def test_without_a_train_nothing_is_earned_and_the_price_goes_one_field_to_the_left() -> None:
    game = on_the_road("place-token")
    accepted(game, a.Pass("C"))
    assert "buy-train" in kinds(game) and game.table.price("C") == 88


@pytest.mark.rule("O-020", "O-021")
def test_trains_are_bought_last() -> None:
    game = on_the_road("buy-train")
    accepted(game, a.BuyTrain("C", "2H-0", 80))
    assert kinds(game) == {"buy-train", "pass"}
    accepted(game, a.Pass("C"))
    assert game.actor != "C"


# --------------------------------------------------------------------------- phases


def about_to_buy(type_: str) -> Game:
    """C may buy the first train of the type; A has one that it makes rust and one of the kind after that."""
    at = PHASES.index(type_)
    game = prince()
    with arranged(game) as tx:
        railway(tx, "C", cash=2000, ann=40)
        railway(tx, "A", bob=40)
        gone = next((older for older in PHASES if tx.box.trains[older].rusts_on == type_), PHASES[0])
        trains(tx, "A", *(f"{older}-0" for older in PHASES[PHASES.index(gone) :][:2] if PHASES.index(older) < at))
        phase(tx, PHASES[at - 1])
        depot_from(tx, type_)
        turn(tx, "C", "buy-train")
    return game


def bought(type_: str) -> Game:
    game = about_to_buy(type_)
    accepted(game, a.BuyTrain("C", f"{type_}-0", game.box.trains[type_].price))
    return game


@pytest.mark.rule("O-085")
@pytest.mark.parametrize("type_", PHASES[1:])
def test_the_first_train_of_a_kind_opens_its_phase(type_: str) -> None:
    assert about_to_buy(type_).table.phase.id != type_
    assert bought(type_).table.phase.id == type_


@pytest.mark.parametrize(
    ("type_", "gone"),
    [
        pytest.param("5H", "2H", marks=pytest.mark.rule("O-047", "O-075", "O-089")),
        pytest.param("6H", "3H", marks=pytest.mark.rule("O-048", "O-090")),
        pytest.param("2+", "4H", marks=pytest.mark.rule("O-049", "O-091")),
        pytest.param("3+", "5H", marks=pytest.mark.rule("O-050", "O-092")),
        pytest.param("4+", "6H", marks=pytest.mark.rule("O-051", "O-093")),
        pytest.param("7", "2+", marks=pytest.mark.rule("O-052", "O-094")),
        pytest.param("D", "3+", marks=pytest.mark.rule("O-053", "O-095")),
    ],
)
def test_the_first_train_of_a_kind_rusts_those_of_an_earlier_one(type_: str, gone: str) -> None:
    assert f"{gone}-0" in about_to_buy(type_).state.trains["A"]
    game = bought(type_)
    assert f"{gone}-0" in game.state.trains[GONE]
    later = f"{PHASES[PHASES.index(gone) + 1]}-0"
    assert later in game.state.trains["A"], "the next older stay"


@pytest.mark.rule("O-044", "O-045", "O-046")
@pytest.mark.parametrize("type_", ["3H", "4H"])
def test_the_first_3h_and_4h_rust_nothing(type_: str) -> None:
    assert "2H-0" in bought(type_).state.trains["A"]


@pytest.mark.rule("O-098")
def test_there_is_always_another_diesel() -> None:
    game = bought("D")
    accepted(game, a.BuyTrain("C", "D-1", 600))
    assert [game.table.type_of(train).id for train in game.table.trains_on_sale()] == ["D"]


@pytest.mark.rule("O-047", "O-050", "O-052", "O-087")
@pytest.mark.parametrize(
    ("in_phase", "values"),
    [("2H", {80, 74, 65, 58}), ("5H", {74, 65, 58}), ("3+", {65, 58}), ("7", {58}), ("D", {58})],
)
def test_a_railway_starts_at_the_values_that_have_not_ended(in_phase: str, values: set[int]) -> None:
    game = prince()
    with arranged(game) as tx:
        railway(tx, "C", ann=40)
        railway(tx, "A", bob=40)
        money(tx, ann=1000)
        phase(tx, in_phase)
        stock_turn(tx, "ann")
    offered = {action.par for action in listed(game, "start-corporation") if isinstance(action, a.StartCorporation)}
    assert offered == values
    if 80 not in values:
        refused(game, a.StartCorporation("ann", "S", 80), "par")


# --------------------------------------------------------------------------- capital, homes


@pytest.mark.rule("O-012", "O-029", "O-034", "O-077", "O-112")
def test_a_railway_has_its_token_at_home_and_ten_times_its_starting_value_when_60_percent_are_sold() -> None:
    game = prince()
    with arranged(game) as tx:
        railway(tx, "C", ann=40)
        railway(tx, "A", bob=40)
        railway(tx, "S", 74, ann=40, operated=False)
        money(tx, ann=1000)
        stock_turn(tx, "ann")
    assert not game.table.is_floated("S") and stations(game, "S") == [] and "F14" in stations(game, "PEIR")
    (share, *_) = (each.id for each in game.table.certificates_of(POOL, "S") if not each.president)
    accepted(game, a.BuyCertificate("ann", share))
    assert game.table.is_floated("S") and game.state.cash["S"] == 740
    assert stations(game, "S") == ["F14"] and "F14" not in stations(game, "PEIR")


@pytest.mark.rule("O-039", "O-069")
def test_shares_of_a_treasury_cost_the_price_of_the_day_as_those_in_the_bank_do() -> None:
    game = prince()
    with arranged(game) as tx:
        railway(tx, "C", cash=500, ann=40)
        railway(tx, "A", bob=40)
        station(tx, "C", "K19")
        stock_turn(tx, "ann")
    split(game, "ann", "C", "BB")
    with arranged(game) as tx:
        value(tx, "C", (1, 3))
        stock_turn(tx, "bob")
    own = game.table.certificates_of(IPO, "C")[0].id
    assert game.table.price("C") == 110 and game.state.par["C"] == 92
    accepted(game, a.BuyCertificate("bob", own))
    assert game.state.cash["bob"] == 480 - 110 and game.state.cash["C"] == 500 + 110


@pytest.mark.rule("O-034", "O-117")
def test_a_railway_that_is_only_started_has_no_token_yet() -> None:
    game = prince()
    with arranged(game) as tx:
        railway(tx, "C", ann=40)
        railway(tx, "A", bob=40)
        money(tx, ann=1000)
        stock_turn(tx, "ann")
    accepted(game, a.StartCorporation("ann", "S", 80))
    assert game.state.par["S"] == 80 and stations(game, "S") == [] and "F14" in stations(game, "PEIR")
    assert game.state.tokens_left["S"] == (0, 1, 2, 3)


@pytest.mark.rule("O-015", "O-043")
def test_the_bank_pays_the_incomes_of_privates_to_their_owners() -> None:
    game = prince(HSE="bob")
    before = dict(game.state.cash)
    for player in ("ann", "bob", "cay", "dan"):
        if game.actor == player:
            accepted(game, a.Pass(player))
    assert game.state.round == "operating"
    paid = {owner: game.state.cash[owner] - before[owner] for owner in ("ann", "bob", "cay", "dan", "PEIR")}
    assert paid == {"ann": 20, "bob": 50, "cay": 10, "dan": 15, "PEIR": 80}
