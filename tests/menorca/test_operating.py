"""1713 Menorca, chapter 5: a company's turn, step by step."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx.play.actions import (
    BuyCertificate,
    BuyPrivate,
    BuyTrain,
    ChooseDividend,
    Consent,
    IssueCertificates,
    LayTile,
    Pass,
    PlaceToken,
    RedeemCertificates,
    RunRoutes,
    SellCertificates,
)
from open18xx.play.game import Game
from open18xx.play.state import BANK, DEPOT, GONE, IPO, POOL
from open18xx.play.transaction import Transaction

from .positions import (
    MAO_VALENCIA,
    SEA_TO_BARCELONA,
    SEA_TO_VALENCIA,
    accepted,
    arranged,
    depot_from,
    found,
    is_listed,
    kinds,
    lay,
    lays,
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

TO_FORNELLS = (("I10", "9", 2), ("H9", "AL1", 0), ("G8", "ME2", 0), ("G6", "8", 4))
"""A road from Maó by Alaior and Es Mercadal to Fornells."""


def at(
    step: str, *, company: str = "RNC", cash: int = 500, now: str = "4H", own: tuple[str, ...] = (),
    lies: tuple[tuple[str, str, int], ...] = (), percents: dict[str, int] | None = None, **more: Any,
) -> Game:  # fmt: skip
    """The company, at 88 and with so much money, is at this step of its turn; ann presides. RCC, bob's, comes next."""
    game = menorca(**more)
    with arranged(game) as tx:
        found(tx, company, 88, cash=cash, **(percents or {"ann": 20}))
        found(tx, "RCC", 75, bob=20)
        phase(tx, now)
        lay(tx, *lies)
        trains(tx, company, *own)
        turn(tx, company, step, then=("RCC",))
    return game


# --------------------------------------------------------------------------- before the turns: incomes


@pytest.mark.rule("M-500")
def test_at_the_opening_of_every_operating_round_each_owner_of_a_legacy_collects_its_income() -> None:
    """ann owns CRB (5), RNC owns IVR (10), nobody else anything."""
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RNC", 88, ann=20)
        trains(tx, "RNC", "4H-0")
        own_private(tx, "CRB", "ann")
        own_private(tx, "IVR", "RNC")
        stock_turn(tx, "ann")
    before = dict(game.state.cash)
    for rounds in (1, 2):
        while (game.state.round, game.state.part) != ("operating", rounds):
            accepted(game, Pass(game.actor))
        gained = {owner: game.state.cash[owner] - before[owner] for owner in ("ann", "bob", "cay", "RNC")}
        assert gained == {"ann": 5 * rounds, "bob": 0, "cay": 0, "RNC": 10 * rounds}


@pytest.mark.rule("M-501", "M-502", "M-503", "M-506", "M-510", "M-511", "M-512", "M-306")
def test_a_turn_goes_from_tile_and_station_over_vehicles_and_routes_to_dividends_and_own_certificates() -> None:
    game = at("lay-track", own=("4H-0",), lies=(*SEA_TO_VALENCIA, *TO_FORNELLS), percents={"ann": 20, "pool": 10})
    seen = []
    for action in (
        Pass("RNC"),
        Pass("RNC"),
        BuyTrain("RNC", "4H-1", 90),
        Pass("RNC"),
        RunRoutes("RNC", (("4H-0", MAO_VALENCIA),)),
        ChooseDividend("RNC", "withhold"),
        Pass("RNC"),
        RedeemCertificates("RNC", 1),
    ):
        seen.append(kinds(game) - {"pass"})
        accepted(game, action)
    assert seen == [
        {"lay-tile"}, {"place-token"}, {"buy-train"}, {"buy-train"}, {"run-routes"}, {"choose-dividend"},
        {"issue-certificates"}, {"redeem-certificates"},
    ]  # fmt: skip
    assert game.state.round == "operating" and game.actor == "RCC"


# --------------------------------------------------------------------------- 1 track


@pytest.mark.rule("M-501")
def test_a_company_lays_one_tile_a_turn_and_may_decline() -> None:
    game = at("lay-track")
    assert is_listed(game, Pass("RNC"))
    accepted(game, LayTile("RNC", "K12", "78", 0))
    refused(game, LayTile("RNC", "I10", "9", 2), "not-offered")


MAO, LANE, LANE_ABOVE = ("J11", "MO2", 0), ("K12", "78", 0), ("K12", "678", 0)
ROAD = ("I10", "9", 2)


@pytest.mark.rule("M-501")
@pytest.mark.parametrize("both", [(MAO, LANE), (LANE, MAO), (LANE, ROAD), (MAO, LANE_ABOVE)])
def test_with_a_special_ability_a_company_lays_or_upgrades_two(both: tuple[tuple[str, str, int], ...]) -> None:
    """No Legacy of the prototype has it; here one is given it."""
    ability = [{"kind": "extra-lay", "holder": "corporation", "amount": 1}]
    lies = (LANE,) if LANE_ABOVE in both else ()
    game = at("lay-track", now="5H", lies=lies, overrides={"privates.IVR.abilities": ability})
    with arranged(game) as tx:
        own_private(tx, "IVR", "RNC")
    for each in both:
        accepted(game, LayTile("RNC", *each))
    refused(game, LayTile("RNC", "K10", "77", 0), "not-offered")


@pytest.mark.rule("M-501")
def test_the_terrain_cost_printed_on_the_hex_is_paid_with_the_first_tile() -> None:
    game = at("lay-track")
    accepted(game, LayTile("RNC", "I10", "9", 2))
    assert game.state.cash["RNC"] == 440
    refused(at("lay-track", cash=59), LayTile("RNC", "I10", "9", 2), "cash", cost=60, cash=59)
    above = at("lay-track", now="5H", lies=(("I10", "9", 2),))
    upgrade = next(each for each in lays(above) if each.hex == "I10")
    accepted(above, upgrade)
    assert above.state.cash["RNC"] == 500


@pytest.mark.rule("M-501", "M-309")
def test_a_hex_is_upgraded_from_yellow_to_green_to_brown_to_grey_as_the_phase_allows() -> None:
    ladder = (("4H", "MO2", "no-tile"), ("5H", "MO2", ""), ("7H", "MO3", ""), ("9H", "MO4", ""))
    lies: tuple[tuple[str, str, int], ...] = ()
    for now, tile, why in ladder:
        game = at("lay-track", now=now, lies=lies)
        if why:
            assert tile not in {each.tile for each in lays(game)}
            continue
        accepted(game, LayTile("RNC", "J11", tile, 0))
        lies = (*lies, ("J11", tile, 0))


@pytest.mark.rule("M-501")
def test_a_tile_must_connect_to_the_company_s_network() -> None:
    game = at("lay-track")
    refused(game, LayTile("RNC", "B7", "78", 3), "not-reached", hex="B7")
    assert {each.hex for each in lays(game)} == {"K12", "K10", "I10", "I12"}, "beside Maó and Sant Lluís"
    far = at("lay-track", lies=(("K12", "78", 0),))
    assert "K14" in {each.hex for each in lays(far)}, "the network grows with the track"


@pytest.mark.rule("M-501")
def test_an_upgrade_need_not_bring_the_company_new_track() -> None:
    """Nothing is said of that: it is enough that the tile connects."""
    within = set(lays(at("lay-track", now="5H", lies=(("K10", "77", 0), ("K12", "79", 0), ("I10", "9", 2)))))
    strict = {"rules.track.restriction": "semi-restrictive"}
    lies = (("K10", "77", 0), ("K12", "79", 0), ("I10", "9", 2))
    assert within > set(lays(at("lay-track", now="5H", lies=lies, overrides=strict)))


# --------------------------------------------------------------------------- 2 station


@pytest.mark.rule("M-502", "M-515")
def test_a_maritime_company_may_place_a_port_in_a_port_city_that_its_network_reaches() -> None:
    game = at("place-token", lies=TO_FORNELLS)
    assert listed(game, "place-token") == [PlaceToken("RNC", "H5", 0)]
    refused(game, PlaceToken("RNC", "G8", 0), "wrong-place", wanted="port", hex="G8")
    accepted(game, PlaceToken("RNC", "H5", 0))
    assert game.state.cash["RNC"] == 420
    assert "RNC" in game.table.board.tokens[game.table.board.ground.number["H5"], 0]


@pytest.mark.rule("M-502")
def test_it_is_optional_and_once_a_round() -> None:
    """With a third station it may still place only one."""
    game = at("place-token", lies=(*TO_FORNELLS, ("J11", "MO2", 0)), overrides={"corporations.RNC.tokens": [0, 80, 80]})
    assert is_listed(game, Pass("RNC"))
    accepted(game, PlaceToken("RNC", "H5", 0))
    assert game.state.tokens_placed == 1 and "place-token" not in kinds(game)


def radm(step: str, **more: Any) -> Game:
    """RADM, with the homes of its minors for stations, and a road from Es Mercadal by Alaior to Maó."""
    game = menorca(**more)
    with arranged(game) as tx:
        merged(tx, cash=200)
        phase(tx, "7H")
        lay(tx, *TO_FORNELLS, ("F7", "8", 5), ("E8", "F1", 0))
        turn(tx, "RADM", step)
    return game


def merged(tx: Transaction, cash: int) -> None:
    for minor in ("Ramaders", "Artesans"):
        tx.close_corporation(minor)
    found(tx, "RADM", 88, cash=cash, home=False, ann=20)
    tx.place_token("RADM", "G8", 0)
    tx.place_token("RADM", "E8", 0)


@pytest.mark.rule("M-502", "M-515", "M-109")
def test_radm_may_place_a_factory_once_a_round() -> None:
    game = radm("place-token")
    places = {action.hex for action in listed(game, "place-token") if isinstance(action, PlaceToken)}
    assert places == {"H9", "J13"}
    accepted(game, PlaceToken("RADM", "H9", 0))
    assert game.state.cash["RADM"] == 170 and "place-token" not in kinds(game)


@pytest.mark.rule("M-502")
def test_after_one_station_another_is_for_the_next_round() -> None:
    """RADM has a fourth station for 60 R., and more places for it, but not in this turn."""
    game = radm("place-token")
    accepted(game, PlaceToken("RADM", "J13", 0))
    assert "place-token" not in kinds(game) and game.state.tokens_left["RADM"] == (3,)


@pytest.mark.rule("M-502", "M-506")
def test_the_station_takes_a_slot_and_lets_the_company_use_the_node_in_its_routes() -> None:
    """From Fornells alone RNC may run once its port stands there."""
    game = at("place-token", lies=TO_FORNELLS, own=("3H-0",))
    inland = RunRoutes("RNC", (("3H-0", ("H5:1", "G6:0", "G8:2")),))
    with arranged(game) as tx:
        turn(tx, "RNC", "run-routes", then=("RCC",))
    refused(game, inland, "no-own-token")
    with arranged(game) as tx:
        tx.place_token("RNC", "H5", 0)
    accepted(game, inland)
    assert game.state.revenue == 30


@pytest.mark.rule("M-506", "M-513")
def test_a_route_has_a_station_of_its_company_its_ends_included() -> None:
    """RCC has a vehicle and a network, but no station on the sea lanes of Maó."""
    game = at("run-routes", lies=(*SEA_TO_VALENCIA, *SEA_TO_BARCELONA))
    with arranged(game) as tx:
        trains(tx, "RCC", "4H-0")
        turn(tx, "RCC", "run-routes")
    refused(game, RunRoutes("RCC", (("4H-0", MAO_VALENCIA),)), "no-own-token")
    with arranged(game) as tx:
        trains(tx, "RNC", "4H-1")
        turn(tx, "RNC", "run-routes")
    accepted(game, RunRoutes("RNC", (("4H-1", MAO_VALENCIA),)))


# --------------------------------------------------------------------------- 3 vehicles


FOUR = ("4H-0", "4H-1", "5H-0", "5H-1")
WAGONS = ("3H-0", "3H-1", "3H-2", "3H-3")
LIMITS = [("4H", 4), ("5H", 4), ("6H", 3), ("7H", 3), ("8H", 2), ("9H", 2)]


def owning(now: str, ships: int, wagons: int) -> Game:
    """RNC owns so many ships and wagons, of types that have not retired, and is to buy."""
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RNC", 88, ann=20, cash=2000)
        found(tx, "RCC", 75, bob=20)
        trains(tx, "RNC", *(f"9H-{n}" for n in range(ships)), *(f"6W-{n}" for n in range(wagons)))
        phase(tx, now)
        depot_from(tx, now)
        turn(tx, "RNC", "buy-train", then=("RCC",))
    return game


@pytest.mark.rule("M-503")
@pytest.mark.parametrize(("now", "limit"), LIMITS)
def test_the_limit_is_4_then_3_then_2_for_ships_and_for_wagons_apart(now: str, limit: int) -> None:
    """The last ship may be bought beside a full number of wagons; the last wagon beside a full number of ships."""
    wagon = {"4H": "3H", "5H": "4W", "6H": "4W"}.get(now, "6W")
    for ships, wagons, type_ in ((limit - 1, limit, now), (limit, limit - 1, wagon)):
        game = owning(now, ships, wagons)
        accepted(game, buys(game, type_))
    over = owning(now, limit, limit)
    for type_ in (now, wagon):
        refused(over, buys(over, type_), "train-limit", count=limit, limit=limit)


def buys(game: Game, type_: str) -> BuyTrain:
    """RNC buys the next of this type at its price."""
    return BuyTrain("RNC", first_of(game, type_), game.box.trains[type_].price)


def first_of(game: Game, type_: str) -> str:
    return next(train for train in game.state.trains[DEPOT] if train.startswith(f"{type_}-"))


@pytest.mark.rule("M-503")
def test_four_ships_and_four_wagons_are_legal_in_4h() -> None:
    game = at("buy-train", own=(*FOUR, *WAGONS))
    assert game.table.crowded() == []
    assert game.table.family_count("RNC", "ship") == game.table.family_count("RNC", "wagon") == 4


@pytest.mark.rule("M-503")
def test_vehicles_are_bought_from_the_bank_or_from_other_companies() -> None:
    game = at("buy-train")
    with arranged(game) as tx:
        trains(tx, "RCC", "4H-3")
    accepted(game, BuyTrain("RNC", "4H-3", 1))
    accepted(game, Consent("RCC", "RNC", 1, train="4H-3"))
    assert (game.state.cash["RNC"], game.state.cash["RCC"]) == (499, 1)
    bank = game.state.cash[BANK]
    accepted(game, BuyTrain("RNC", "4H-0", 90))
    assert (game.state.cash["RNC"], game.state.cash[BANK]) == (409, bank + 90)


@pytest.mark.rule("M-503")
def test_the_family_of_another_company_may_refuse_to_sell_its_vehicle() -> None:
    game = at("buy-train")
    with arranged(game) as tx:
        trains(tx, "RCC", "4H-3")
    accepted(game, BuyTrain("RNC", "4H-3", 1))
    assert (game.actor, game.player) == ("RCC", "bob")
    accepted(game, Pass("RCC"))
    assert game.table.trains_of("RCC") == ("4H-3",) and game.state.cash["RNC"] == 500


@pytest.mark.rule("M-504")
def test_a_fifth_ship_is_bought_only_if_one_is_first_returned_and_that_leaves_the_game_without_refund() -> None:
    game = at("buy-train", own=(*FOUR, *WAGONS))
    refused(game, BuyTrain("RNC", "4H-2", 90), "train-limit", count=4, limit=4)
    accepted(game, BuyTrain("RNC", "4H-2", 90, exchange="4H-0"))
    assert game.state.cash["RNC"] == 410, "the full price"
    assert game.state.trains[GONE] == ("4H-0",)
    assert game.table.family_count("RNC", "ship") == 4


@pytest.mark.rule("M-504")
def test_a_fifth_wagon_never() -> None:
    game = at("buy-train", own=(*FOUR, *WAGONS))
    refused(game, BuyTrain("RNC", "3H-4", 40), "train-limit", count=4, limit=4)
    refused(game, BuyTrain("RNC", "3H-4", 40, exchange="3H-0"), "no-discount")
    refused(game, BuyTrain("RNC", "3H-4", 40, exchange="4H-0"), "train-limit")


@pytest.mark.rule("M-504")
def test_nothing_is_returned_for_a_ship_of_another_company_nor_below_the_limit() -> None:
    game = at("buy-train", own=FOUR)
    with arranged(game) as tx:
        trains(tx, "RCC", "4H-3")
    refused(game, BuyTrain("RNC", "4H-3", 50, exchange="4H-0"), "no-discount")
    below = at("buy-train", own=FOUR[:3])
    refused(below, BuyTrain("RNC", "4H-2", 90, exchange="4H-0"), "no-discount")


@pytest.mark.rule("M-505")
def test_a_company_without_a_vehicle_must_buy_one_at_the_end_of_its_turn_and_its_family_adds_money() -> None:
    game = at("buy-train", cash=25)
    accepted(game, Pass("RNC"))  # in the vehicle step it may decline
    accepted(game, Pass("RNC"))  # own certificates
    assert kinds(game) == {"buy-train"} and game.actor == "RNC"
    refused(game, Pass("RNC"), "must-act")
    refused(game, BuyTrain("RNC", "4H-0", 90), "cash")
    accepted(game, BuyTrain("RNC", "3H-0", 40))
    assert (game.state.cash["RNC"], game.state.cash["ann"]) == (0, 365)
    assert game.actor == "RCC"


@pytest.mark.rule("M-505")
@pytest.mark.parametrize("own", ["4H-0", "3H-0"])
def test_a_company_with_any_vehicle_need_buy_none(own: str) -> None:
    game = at("buy-train", cash=25, own=(own,))
    while game.actor == "RNC":
        accepted(game, Pass("RNC"))
    assert game.state.trains["RNC"] == (own,)


@pytest.mark.rule("M-505")
def test_it_must_whether_or_not_it_has_a_route() -> None:
    """Nothing leads out of Ferreries yet."""
    game = at("issue", company="Artesans", cash=25)
    accepted(game, Pass("Artesans"))
    refused(game, Pass("Artesans"), "must-act")
    accepted(game, BuyTrain("Artesans", "3H-0", 40))


@pytest.mark.rule("M-505")
def test_the_family_may_sell_certificates_to_pay() -> None:
    game = at("must-buy-train", cash=0, percents={"ann": 40})
    with arranged(game) as tx:
        money(tx, ann=0)
        turn(tx, "RNC", "must-buy-train", then=("RCC",))
    assert kinds(game) == {"sell-certificates"}
    own = next(c.id for c in game.table.certificates_of("ann", "RNC") if not c.president)
    accepted(game, SellCertificates("ann", "RNC", (own,)))
    accepted(game, BuyTrain("RNC", "3H-0", 40))
    assert game.state.cash["ann"] == 88 - 40


@pytest.mark.rule("M-505")
def test_if_all_are_short_it_buys_nothing_and_the_price_falls_one_left() -> None:
    game = at("choose-dividend", cash=0)
    with arranged(game) as tx:
        money(tx, ann=39)
        turn(tx, "RNC", "issue", then=("RCC",))
    accepted(game, Pass("RNC"))
    assert game.actor == "RCC" and game.state.trains["RNC"] == ()
    assert game.table.price("RNC") == 77 and game.state.cash["ann"] == 39


@pytest.mark.rule("M-505")
@pytest.mark.parametrize(("options", "may_decline"), [((), True), (("forced-purchase-end-of-step",), False)])
def test_the_vehicle_is_asked_for_at_the_end_of_the_turn_or_in_the_vehicle_step(
    options: tuple[str, ...], may_decline: bool
) -> None:
    game = at("buy-train", cash=25, options=options)
    assert is_listed(game, Pass("RNC")) is may_decline
    wagon = BuyTrain("RNC", "3H-0", 40)  # ann would add 15
    if may_decline:
        refused(game, wagon, "cash", cash=25)
    else:
        accepted(game, wagon)
        assert (game.state.cash["RNC"], game.state.cash["ann"]) == (0, 365)


# --------------------------------------------------------------------------- 4 routes


@pytest.mark.rule("M-506", "M-507")
def test_one_route_for_each_vehicle() -> None:
    game = at("run-routes", own=("4H-0",), lies=SEA_TO_VALENCIA)
    run = ("4H-0", MAO_VALENCIA)
    refused(game, RunRoutes("RNC", (run, run)), "train-used-twice")
    refused(game, RunRoutes("RNC", (("4H-1", MAO_VALENCIA),)), "unknown-train")
    accepted(game, RunRoutes("RNC", (run,)))


@pytest.mark.rule("M-507")
@pytest.mark.parametrize("vehicle", ["4H", "5H", "6H", "7H", "8H", "9H", "3H", "4W", "6W"])
def test_the_range_of_every_vehicle_is_counted_in_hexes(vehicle: str) -> None:
    title = menorca().title
    reach = title.trains[vehicle].reach
    assert (reach.count, reach.limit) == ("hexes", int(vehicle[0]))
    assert title.trains[vehicle].family == ("wagon" if vehicle in ("3H", "4W", "6W") else "ship")


@pytest.mark.rule("M-507", "M-508")
def test_the_example_lies_on_the_map_as_the_page_has_it() -> None:
    hexes = menorca().title.map.hexes
    assert (hexes["J13"].name, hexes["K16"].name) == ("Sant Lluís", "València")
    assert hexes["K12"].surface == hexes["K14"].surface == "sea"


@pytest.mark.rule("M-507")
@pytest.mark.parametrize("hex", ["K12", "K14"])
def test_on_a_sea_hex_no_road_is_laid(hex: str) -> None:
    game = at("lay-track", now="9H", lies=(("K12", "78", 0),) if hex == "K14" else ())
    here = {each.tile for each in lays(game) if each.hex == hex}
    assert here, "sea lanes are"
    assert {path.gauge for tile in here for path in game.title.tiles[tile].tile.paths} == {"narrow"}


@pytest.mark.rule("M-506")
def test_track_is_used_once_over_all_routes_of_the_turn() -> None:
    game = at("run-routes", own=("4H-0", "4H-1"), lies=SEA_TO_VALENCIA)
    twice = RunRoutes("RNC", (("4H-0", MAO_VALENCIA), ("4H-1", MAO_VALENCIA)))
    refused(game, twice, "segment-reused")


# --------------------------------------------------------------------------- 5 dividends


def earned(revenue: int, percents: dict[str, int] | None = None, **more: Any) -> Game:
    game = at("choose-dividend", cash=0, percents=percents, **more)
    with arranged(game) as tx:
        trains(tx, "RNC", "4H-0")
        tx.note("ran", True)
        tx.note("revenue", revenue)
        money(tx, ann=0, bob=0)
    return game


@pytest.mark.rule("M-510")
def test_revenue_is_paid_by_percentage_each_holder_s_share_rounded_down() -> None:
    """Of 97: ann's 50 % get 48, bob's 10 % get 9, the company's own 10 % get 9, the Exchange's 30 % nothing."""
    game = earned(97, {"ann": 50, "bob": 10, "pool": 30})
    bank = game.state.cash[BANK]
    accepted(game, ChooseDividend("RNC", "pay"))
    assert {who: game.state.cash[who] for who in ("ann", "bob", "RNC")} == {"ann": 48, "bob": 9, "RNC": 9}
    assert game.state.cash[BANK] == bank - 66 and game.table.price("RNC") == 102


@pytest.mark.rule("M-510", "M-602")
def test_withheld_revenue_goes_to_the_company_and_the_price_one_left() -> None:
    game = earned(97)
    accepted(game, ChooseDividend("RNC", "withhold"))
    assert (game.state.cash["RNC"], game.state.cash["ann"]) == (97, 0)
    assert game.table.price("RNC") == 77


@pytest.mark.rule("M-510")
def test_there_is_nothing_between_paying_and_withholding() -> None:
    game = earned(97)
    assert set(listed(game, "choose-dividend")) == {ChooseDividend("RNC", "pay"), ChooseDividend("RNC", "withhold")}
    refused(game, ChooseDividend("RNC", "half"), "choice")


@pytest.mark.rule("M-510", "M-602")
@pytest.mark.parametrize(("revenue", "price"), [(87, 88), (88, 102), (500, 102)])
def test_paying_moves_the_price_only_for_revenue_of_at_least_the_market_value(revenue: int, price: int) -> None:
    game = earned(revenue)
    accepted(game, ChooseDividend("RNC", "pay"))
    assert game.table.price("RNC") == price


# --------------------------------------------------------------------------- 6 and 7 own certificates


def deals(step: str, percents: dict[str, int], cash: int = 500) -> Game:
    return at(step, percents=percents, cash=cash, own=("4H-0",))


@pytest.mark.rule("M-511", "M-602")
@pytest.mark.parametrize(("count", "price"), [(1, 75), (2, 55), (3, 40)])
def test_a_company_sells_own_certificates_at_the_value_and_then_the_price_falls_once_for_each(
    count: int, price: int
) -> None:
    game = deals("issue", {"ann": 40}, cash=0)
    accepted(game, IssueCertificates("RNC", count))
    assert game.state.cash["RNC"] == 88 * count and game.table.price("RNC") == price
    assert game.table.percent(POOL, "RNC") == 10 * count


@pytest.mark.rule("M-511", "M-404")
def test_minors_do_so_too() -> None:
    game = at("issue", company="Ramaders", own=("3H-0",), cash=0)
    accepted(game, IssueCertificates("Ramaders", 1))
    assert game.state.cash["Ramaders"] == 176 and game.table.price("Ramaders") == 75


@pytest.mark.rule("M-511")
def test_unmarked_certificates_are_sold_first() -> None:
    game = deals("issue", {"ann": 40})
    accepted(game, IssueCertificates("RNC", 4))
    marked = [game.box.certificates[id].marked for id in game.state.paper[POOL]]
    assert marked == [False, False, False, True]


@pytest.mark.rule("M-512")
def test_a_company_buys_its_own_certificates_back_at_market_value_and_they_pay_it_again() -> None:
    game = deals("redeem", {"ann": 40, "pool": 30}, cash=200)
    refused(game, RedeemCertificates("RNC", 3), "cash", cost=264)
    bank = game.state.cash[BANK]
    accepted(game, RedeemCertificates("RNC", 2))
    assert (game.state.cash["RNC"], game.state.cash[BANK]) == (24, bank + 176)
    assert game.table.percent(IPO, "RNC") == 50 and game.table.price("RNC") == 88
    with arranged(game) as tx:
        turn(tx, "RNC", "choose-dividend")
        tx.note("ran", True)
        tx.note("revenue", 100)
    accepted(game, ChooseDividend("RNC", "pay"))
    assert game.state.cash["RNC"] == 24 + 50


@pytest.mark.rule("M-512")
def test_what_was_bought_back_is_bought_from_the_company_again() -> None:
    game = deals("redeem", {"ann": 40, "pool": 10})
    (certificate,) = game.state.paper[POOL]
    accepted(game, RedeemCertificates("RNC", 1))
    with arranged(game) as tx:
        tx.pay("RNC", BANK, game.state.cash["RNC"])
        value(tx, "RNC", 117)
        stock_turn(tx, "bob")
    accepted(game, BuyCertificate("bob", certificate))
    assert game.state.cash["RNC"] == 117


@pytest.mark.rule("M-511", "M-512")
def test_nothing_is_bought_back_in_the_turn_of_a_sale() -> None:
    game = deals("issue", {"ann": 40, "pool": 10})
    accepted(game, IssueCertificates("RNC", 1))
    assert game.actor == "RCC", "the step is passed over"


@pytest.mark.rule("M-514")
@pytest.mark.parametrize(("minor", "home"), [("Ramaders", "G8"), ("Artesans", "E8")])
def test_a_minor_has_one_home_factory_and_places_none(minor: str, home: str) -> None:
    game = at("lay-track", company=minor, lies=TO_FORNELLS)
    board = game.table.board
    assert [board.ground.names[n] for n, _ in board.cities_of(minor)] == [home]
    accepted(game, Pass(minor))
    assert "place-token" not in kinds(game) and game.state.tokens_left[minor] == ()


@pytest.mark.rule("M-516")
def test_a_company_buys_a_legacy_from_a_player_for_1_to_twice_its_price() -> None:
    game = at("buy-private")
    with arranged(game) as tx:
        own_private(tx, "CRB", "cay")
    for price, legal in ((0, False), (1, True), (50, True), (51, False)):
        assert (game.refusal(BuyPrivate("RNC", "CRB", price)) is None) is legal
    accepted(game, BuyPrivate("RNC", "CRB", 50))
    accepted(game, Consent("cay", "RNC", 50, private="CRB"))
    assert game.state.privates["CRB"] == "RNC" and game.state.cash["cay"] == 430


@pytest.mark.rule("M-516")
def test_who_owns_a_legacy_may_refuse_to_sell_it_to_another_s_company_and_need_not_be_asked_for_his_own() -> None:
    game = at("buy-private")
    with arranged(game) as tx:
        own_private(tx, "CRB", "cay")
        own_private(tx, "IVR", "ann")
    accepted(game, BuyPrivate("RNC", "CRB", 1))
    assert game.actor == "cay" and kinds(game) == {"consent", "pass"}
    accepted(game, Pass("cay"))
    assert game.state.privates["CRB"] == "cay" and game.state.cash["RNC"] == 500
    refused(game, BuyPrivate("RNC", "CRB", 1), "not-sold", seller="cay", price=50)
    accepted(game, BuyPrivate("RNC", "IVR", 1))
    assert game.state.privates["IVR"] == "RNC"
