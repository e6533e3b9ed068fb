"""What the page states as a fact, as the title's data say it; a test a statement, or a few that are one.

Only where the data are the rule does a test here cite a statement alone: what the rules do is for the other tests.
"""

from __future__ import annotations

from typing import Any

import pytest

from open18xx.play.game import new_game
from open18xx.title.model import UNLIMITED, Ability, EndTrigger, TileAction, Title

RAILWAYS = ("So", "A", "MS", "MR", "S", "Gt", "C")
BRANCHES = ("CB", "SB", "MB", "BB", "WB", "HRB")
NAMES = (
    "Souris - 1",
    "Alberton - 2",
    "Mount Stewart - 3",
    "Murray River - 4",
    "Summerside - 5",
    "Georgetown - 6",
    "Charlottetown - 7",
)
SHARES = tuple(f"P{n}" for n in range(1, 8))
PHASES = ("2H", "3H", "4H", "5H", "6H", "2+", "3+", "4+", "7", "D")


def phases(title: Title, what: str) -> dict[str, Any]:
    return {phase.id: getattr(phase, what) for phase in title.phases}


def abilities(title: Title, private: str) -> dict[str, Ability]:
    return {ability.kind: ability for ability in title.privates[private].abilities}


def starting_values(title: Title) -> dict[int, str]:
    """Price of each cell at which a railway may start -> the train that ends it."""
    cells = [cell for row in title.market.cells for cell in row if cell is not None and cell.zone.par]
    return {cell.price: cell.zone.par_until for cell in cells}


# --------------------------------------------------------------------------- set-up


@pytest.mark.rule("O-005", "O-082", "O-083")
def test_three_players_have_580_and_20_certificates_four_have_480_and_16_and_nobody_else_plays(title: Title) -> None:
    setups = {players: (setup.cash, setup.certificate_limit) for players, setup in title.setups.items()}
    assert setups == {3: (580, 20), 4: (480, 16)}


@pytest.mark.rule("O-006", "O-037")
def test_the_bank_never_runs_out(title: Title) -> None:
    assert title.bank == UNLIMITED
    assert "bank" not in {trigger.on for trigger in title.rules.end.triggers}


@pytest.mark.rule("O-001", "O-118")
def test_the_mainline_is_launched_at_92_and_the_shortline_stands_at_86_for_auction(title: Title) -> None:
    mainline, shortline = title.roles["mainline"], title.roles["shortline"]
    prices = [title.market.cells[role.cell[0]][role.cell[1]] for role in (mainline, shortline)]
    assert [cell.price for cell in prices if cell] == [92, 86]
    assert (mainline.home, mainline.launched, shortline.home, shortline.launched) == (True, True, True, False)
    assert abilities(title, "SL")["certificates"].certificates == ("@shortline/0",)


@pytest.mark.rule("O-002", "O-109", "O-114")
def test_the_peir_begins_with_200_the_kings_mail_and_five_shares(title: Title) -> None:
    peir, mail = title.corporations["PEIR"], title.privates["KM"]
    assert (peir.cash, len(peir.certificates)) == (200, 5)
    assert peir.name == "Prince Edward Island Railway"
    assert (mail.owner, mail.price, mail.income) == ("PEIR", 0, 80)


@pytest.mark.rule("O-003", "O-004")
def test_privates_and_peir_shares_are_dealt_in_piles_that_their_owners_offer(title: Title) -> None:
    assert (title.rules.auction.kind, title.rules.auction.lots) == ("offer", "piles")
    assert title.opening_rounds == ("auction",) and title.rounds["auction"].steps == ("offer-lot", "bid")


# --------------------------------------------------------------------------- rounds


@pytest.mark.rule("O-007", "O-014")
def test_a_set_is_one_stock_round_and_one_to_three_operating_rounds(title: Title) -> None:
    assert title.cycle == ("stock", "operating")
    assert set(phases(title, "operating_rounds").values()) == {1, 2, 3}


@pytest.mark.rule("O-008", "O-059", "O-124")
def test_the_first_order_is_from_least_to_most_money(title: Title) -> None:
    assert title.rules.stock.first_order == "least-cash"


@pytest.mark.rule("O-009", "O-010", "O-070", "O-122")
def test_30_percent_are_sold_at_most_the_price_falls_once_a_sale_and_only_what_has_operated_is_sold(
    title: Title,
) -> None:
    stock = title.rules.stock
    assert (stock.sale_cap_percent, stock.price_drop, stock.sell_after) == (30, "per-sale", "operated")
    assert stock.turn_order == "sell-then-buy"


@pytest.mark.rule("O-015", "O-017", "O-018", "O-019", "O-020", "O-021", "O-121")
def test_an_operating_turn_is_income_track_station_run_pay_and_buy(title: Title) -> None:
    plan = title.rounds["operating"]
    assert plan.opening == ("private-income",)
    wanted = ["lay-track", "place-token", "run-routes", "choose-dividend", "buy-train"]
    assert [step for step in plan.steps if step in wanted] == wanted
    assert title.rules.track.actions == (
        TileAction(lay="yes", upgrade="yes"),
        TileAction(lay="if-no-upgrade", upgrade="no", cost=20),
    )
    assert title.rules.tokens.per_turn == 1 and title.rules.dividends.choices == ("pay", "withhold")
    assert (title.rules.dividends.pay_move, title.rules.dividends.withhold_move) == ("right", "left")


@pytest.mark.rule("O-022", "O-023", "O-053", "O-084")
def test_the_first_diesel_begins_one_more_set_and_a_bankruptcy_ends_the_game_at_once(title: Title) -> None:
    assert title.rules.end.triggers == (
        EndTrigger("bankruptcy", "immediate"),
        EndTrigger("final-phase", "one-more-set"),
    )
    assert title.phases[-1].on == "D" and title.phases[-1].operating_rounds == 3


@pytest.mark.rule("O-024")
def test_privates_score_and_a_peir_share_scores_80(title: Title) -> None:
    assert title.rules.end.score_privates
    assert {(title.privates[id].price, title.privates[id].score) for id in SHARES} == {(80, "price")}
    assert not title.corporations["PEIR"].priced, "so that the share itself has no value"


# --------------------------------------------------------------------------- elements


@pytest.mark.rule("O-027", "O-081")
def test_nobody_buys_more_than_60_percent_of_a_company_but_all_of_the_peir(title: Title) -> None:
    limits = {id: corporation.holding_limit for id, corporation in title.corporations.items()}
    assert limits == {**dict.fromkeys((*RAILWAYS, *BRANCHES), 60), "PEIR": 100}


@pytest.mark.rule("O-028", "O-115")
def test_there_are_seven_railways_and_six_branches_that_come_by_a_split_and_have_no_home(title: Title) -> None:
    groups = {id: corporation.group for id, corporation in title.corporations.items()}
    assert tuple(id for id, group in groups.items() if group == "railways") == RAILWAYS
    assert tuple(id for id, group in groups.items() if group == title.rules.split.group) == BRANCHES
    assert tuple(title.corporations[id].name for id in RAILWAYS) == NAMES
    names = [title.corporations[id].name for id in BRANCHES]
    assert names == [f"{n} Branch" for n in ("Cornwall", "Stratford", "Morel", "Belfast", "Wellington", "Hunter River")]
    assert {title.corporations[id].started_by for id in BRANCHES} == {"nobody"}
    assert not title.map.homes.keys() & set(BRANCHES)


@pytest.mark.rule("O-031", "O-116", "O-135")
def test_eight_places_in_four_tranches_where_1830_has_none(title: Title, title_1830: Title) -> None:
    assert title.rules.corporations.tranches == (2, 1, 2, 3) and sum((2, 1, 2, 3)) == 8
    assert title_1830.rules.corporations.tranches == ()


@pytest.mark.rule("O-032", "O-033", "O-068", "O-129")
def test_the_peir_has_no_price_may_pay_half_and_need_not_own_a_train(title: Title) -> None:
    peir = title.corporations["PEIR"]
    assert (peir.priced, peir.dividends, peir.must_own_train) == (False, ("pay", "half", "withhold"), False)
    assert all(title.corporations[id].must_own_train for id in (*RAILWAYS, *BRANCHES))


@pytest.mark.rule("O-055")
def test_shares_in_the_bank_or_in_a_treasury_pay_their_company(title: Title) -> None:
    rules = title.rules.corporations
    assert (rules.pool_pays, rules.unsold_pays) == ("corporation", "corporation")


@pytest.mark.rule("O-012", "O-079", "O-114", "O-133")
def test_a_company_is_launched_at_60_percent_the_mainline_at_50_and_the_peir_at_0(title: Title) -> None:
    percents = {id: corporation.float_percent for id, corporation in title.corporations.items()}
    assert percents == {**dict.fromkeys((*RAILWAYS, *BRANCHES), 60), "PEIR": 0}
    assert (title.roles["mainline"].float_percent, title.roles["shortline"].float_percent) == (50, 0)
    assert title.rules.corporations.float_counts == "out-of-pool"


@pytest.mark.rule("O-065")
def test_homes_are_free_and_every_other_station_costs_80(title: Title) -> None:
    for id in (*RAILWAYS, *BRANCHES):
        free, *others = title.corporations[id].tokens
        assert free == 0 and set(others) == {80}
    assert set(title.corporations["PEIR"].tokens) == {0}


@pytest.mark.rule("O-077", "O-078")
def test_capital_comes_in_full_and_a_branch_is_paid_as_it_is_sold(title: Title) -> None:
    assert title.rules.corporations.capitalization == "full-then-incremental"
    assert {title.corporations[id].capital for id in RAILWAYS} == {"full"}
    assert {title.corporations[id].capital for id in BRANCHES} == {"as-sold"}


@pytest.mark.rule("O-112")
@pytest.mark.parametrize(
    ("railway", "hex"),
    [("So", "T12"), ("A", "D6"), ("MS", "M13"), ("MR", "Q21"), ("S", "F14"), ("Gt", "R16"), ("C", "L16")],
)
def test_each_railway_has_its_home(railway: str, hex: str, title: Title) -> None:
    assert title.map.homes[railway].hex == hex


@pytest.mark.rule("O-112", "O-114")
def test_nobody_else_has_a_home(title: Title) -> None:
    assert set(title.map.homes) == set(RAILWAYS)


@pytest.mark.rule("O-119")
def test_a_split_wants_40_percent_and_two_stations(title: Title) -> None:
    assert (title.rules.split.percent, title.rules.split.tokens) == (40, 2)


# --------------------------------------------------------------------------- phases


@pytest.mark.rule("O-085")
def test_there_are_ten_phases_each_opened_by_the_first_train_of_its_kind(title: Title) -> None:
    assert phases(title, "on") == {"2H": "", **{id: id for id in PHASES[1:]}}
    assert tuple(title.trains) == PHASES


@pytest.mark.rule("O-044", "O-049", "O-052")
def test_a_company_has_four_trains_three_from_2_plus_on_and_two_from_7_on(title: Title) -> None:
    limits = {id: limit["train"] for id, limit in phases(title, "train_limit").items()}
    wanted = {**dict.fromkeys(PHASES[:5], 4), **dict.fromkeys(PHASES[5:8], 3), **dict.fromkeys(PHASES[8:], 2)}
    assert limits == wanted


@pytest.mark.rule("O-044", "O-045", "O-046", "O-051", "O-062")
def test_one_operating_round_a_set_two_from_4h_on_and_three_from_4_plus_on(title: Title) -> None:
    rounds = phases(title, "operating_rounds")
    assert [rounds[id] for id in PHASES] == [1, 1, 2, 2, 2, 2, 2, 3, 3, 3]


@pytest.mark.rule("O-075")
def test_the_first_4h_brings_green(title: Title) -> None:
    colors = phases(title, "colors")
    assert "green" not in colors["3H"] and "green" in colors["4H"]


@pytest.mark.rule("O-046", "O-086")
def test_hunslet_and_nothing_else_may_be_bought_from_4h_on(title: Title) -> None:
    allowed = [id for id, words in phases(title, "allows").items() if "buy-privates" in words]
    assert allowed == ["4H", "5H", "6H", "2+", "3+"], "by the 4+ it is closed"
    assert [id for id in title.privates if "no-purchase" not in abilities(title, id)] == ["HSE"]
    assert title.privates["HSE"].not_for == ("PEIR",)


@pytest.mark.rule("O-047", "O-050", "O-052", "O-087")
def test_the_starting_value_80_ends_with_5h_74_with_3_plus_65_with_7_and_58_stays(title: Title) -> None:
    assert starting_values(title) == {80: "5H", 74: "3+", 65: "7", 58: ""}


@pytest.mark.rule("O-036", "O-051", "O-088")
def test_the_first_4_plus_closes_the_privates(title: Title) -> None:
    assert title.trains["4+"].on_first == ("close-privates",)
    lasting = [id for id in title.privates if "survives" in abilities(title, id)]
    assert lasting == ["UB", *SHARES], "the bank never closes, and the shares count in the end"


# --------------------------------------------------------------------------- trains


@pytest.mark.rule("O-120")
@pytest.mark.parametrize(
    ("id", "price", "count", "rusts", "reach"),
    [
        pytest.param("2H", 80, 4, "5H", ("hex-edges", 2), marks=pytest.mark.rule("O-044", "O-047", "O-089")),
        pytest.param("3H", 100, 3, "6H", ("hex-edges", 3), marks=pytest.mark.rule("O-045", "O-048", "O-090")),
        pytest.param("4H", 120, 3, "2+", ("hex-edges", 4), marks=pytest.mark.rule("O-046", "O-049", "O-091")),
        pytest.param("5H", 160, 3, "3+", ("hex-edges", 5), marks=pytest.mark.rule("O-047", "O-050", "O-092")),
        pytest.param("6H", 180, 2, "4+", ("hex-edges", 6), marks=pytest.mark.rule("O-048", "O-051", "O-093")),
        pytest.param("2+", 220, 4, "7", ("cities", 2), marks=pytest.mark.rule("O-049", "O-052", "O-094")),
        pytest.param("3+", 240, 3, "D", ("cities", 3), marks=pytest.mark.rule("O-050", "O-053", "O-095")),
        pytest.param("4+", 200, 2, "", ("cities", 4), marks=pytest.mark.rule("O-051", "O-053", "O-096")),
        pytest.param("7", 500, 4, "", ("stops", 7), marks=pytest.mark.rule("O-052", "O-097")),
        pytest.param("D", 600, UNLIMITED, "", ("stops", UNLIMITED), marks=pytest.mark.rule("O-053", "O-098")),
    ],
)
def test_price_number_reach_and_rust_of_a_train(
    id: str, price: int, count: int, rusts: str, reach: tuple[str, int], title: Title
) -> None:
    train = title.trains[id]
    assert (train.price, train.count, train.rusts_on, train.obsolete_on == "D") == (price, count, rusts, id == "4+")
    assert (train.reach.count, train.reach.limit) == reach


@pytest.mark.rule("O-096")
def test_a_4_plus_that_has_not_run_when_the_diesel_comes_is_obsolete_instead(title: Title) -> None:
    assert (title.trains["4+"].obsolete_on, title.trains["4+"].obsolete) == ("D", "never-run")


# --------------------------------------------------------------------------- privates


@pytest.mark.rule("O-035")
@pytest.mark.parametrize(
    ("id", "name", "price", "income"),
    [
        pytest.param("MC", "Merchants and Co.", 40, 5, marks=pytest.mark.rule("O-099")),
        pytest.param("VR", "Vernon River Bridge Company", 40, 5, marks=pytest.mark.rule("O-100")),
        pytest.param("IB", "Ice Boat Shipping", 40, 5, marks=pytest.mark.rule("O-101")),
        pytest.param("RA", "Royal Agricultural Society", 110, 10, marks=pytest.mark.rule("O-102")),
        pytest.param("RF", "Railcar Ferry: the Prince Edward Island", 120, 15, marks=pytest.mark.rule("O-102")),
        pytest.param("SB", "Shipbuilding", 90, 15, marks=pytest.mark.rule("O-103")),
        pytest.param("HSE", "Hunslet Steam Engine", 110, 20, marks=pytest.mark.rule("O-104")),
        pytest.param("ML", "Mainline Concession", 160, 20, marks=pytest.mark.rule("O-105")),
        pytest.param("SBC", "Schreiber and Burpee Construction", 100, 30, marks=pytest.mark.rule("O-106")),
        pytest.param("SL", "Short Line Concession", 160, 30, marks=pytest.mark.rule("O-107")),
        pytest.param("UB", "Union Bank", 120, 0, marks=pytest.mark.rule("O-108")),
        pytest.param("KM", "The King's Mail", 0, 80, marks=pytest.mark.rule("O-109")),
        *(
            pytest.param(id, f"PEIR - {name}", 80, 0, marks=pytest.mark.rule("O-110"))
            for id, name in zip(SHARES, NAMES, strict=True)
        ),
    ],
)
def test_name_price_and_income_of_a_private(id: str, name: str, price: int, income: int, title: Title) -> None:
    private = title.privates[id]
    assert (private.name, private.price, private.income) == (name, price, income)


@pytest.mark.rule("O-035")
def test_there_are_no_other_privates(title: Title) -> None:
    others = ["MC", "VR", "IB", "RA", "RF", "SB", "HSE", "ML", "SBC", "SL", "UB", "KM"]
    assert list(title.privates) == [*others, *SHARES]


@pytest.mark.rule("O-099", "O-100", "O-103")
@pytest.mark.parametrize("id", ["MC", "VR", "SB"])
def test_three_privates_are_exchanged_for_the_three_kept_certificates_of_the_shortline(id: str, title: Title) -> None:
    exchange = abilities(title, id)["exchange"]
    assert (exchange.corporations, exchange.sources, exchange.windows) == (
        ("@shortline",),
        ("reserved",),
        ("own-stock-turn",),
    )
    assert title.roles["shortline"].reserved == 3


@pytest.mark.rule("O-100")
def test_the_bridge_company_blocks_n18(title: Title) -> None:
    assert title.map.private_hexes == {"VR": ("N18",)}
    assert abilities(title, "VR")["block-hexes"].holder == "player"


@pytest.mark.rule("O-101")
def test_the_ice_boat_is_for_four_players_and_for_any_started_company_but_mainline_and_shortline(title: Title) -> None:
    boat = title.privates["IB"]
    (exchange,) = (ability for ability in boat.abilities if ability.kind == "exchange")
    assert boat.min_players == 4 and "IB" not in new_game(title, ["ann", "bob", "cay"], seed=1).state.privates
    assert (exchange.corporations, exchange.sources) == (("@started",), ("pool",))
    assert {"@mainline", "@shortline"} <= set(exchange.excluded)


@pytest.mark.rule("O-074", "O-102", "O-105", "O-107", "O-108")
def test_which_certificates_come_with_which_private(title: Title) -> None:
    given = {id: abilities(title, id)["certificates"].certificates for id in ("ML", "RA", "RF", "SL")}
    assert given == {
        "ML": ("@mainline/0",),
        "RA": ("@mainline/1",),
        "RF": ("@mainline/2",),
        "SL": ("@shortline/0",),
    }
    bank = title.actors["Union Bank"]
    assert (bank.controlled_by, bank.certificates) == ("UB", ("@mainline/8", "@banked/8"))


@pytest.mark.rule("O-104")
def test_hunslet_is_sold_for_1_to_200_and_closed_for_a_train_by_its_company(title: Title) -> None:
    engine = abilities(title, "HSE")["buy-train"]
    assert title.privates["HSE"].buy_price == (1, 200)
    assert (engine.holder, engine.closes, engine.windows) == ("corporation", True, ("own-operating-turn",))


@pytest.mark.rule("O-061", "O-105", "O-107")
@pytest.mark.parametrize(("id", "role"), [("ML", "@mainline"), ("SL", "@shortline")])
def test_a_concession_closes_when_its_company_begins_to_operate(id: str, role: str, title: Title) -> None:
    closing = abilities(title, id)["close-on-operation"]
    assert (closing.corporations, closing.when) == ((role,), "first-turn")


@pytest.mark.rule("O-106")
def test_the_constructors_have_the_one_tile_9_and_lay_it_for_nothing(title: Title) -> None:
    tile = abilities(title, "SBC")["allow-tile"]
    assert (tile.tiles, tile.free, title.tiles["9"].count) == (("9",), True, 1)
    track = title.tiles["9"].tile.paths
    assert [abs(path.a - path.b) for path in track] == [3], "straight"


@pytest.mark.rule("O-108", "O-123", "O-137")
def test_the_union_bank_buys_once_a_stock_round_and_never_closes(title: Title) -> None:
    assert title.actors["Union Bank"].buys == "once-per-round" and "survives" in abilities(title, "UB")


@pytest.mark.rule("O-060", "O-110", "O-134")
def test_each_peir_share_is_the_right_to_the_railway_of_its_number(title: Title) -> None:
    assert tuple(title.privates[id].right_to for id in SHARES) == RAILWAYS
    assert {title.corporations[id].started_by for id in RAILWAYS} == {"holder"}
    assert {abilities(title, id)["certificates"].certificates for id in SHARES} == {("PEIR/@",)}


# --------------------------------------------------------------------------- emergency


@pytest.mark.rule("O-125", "O-127")
def test_own_shares_are_sold_before_a_player_helps_as_many_as_the_company_likes(title: Title) -> None:
    assert title.rules.emergency.corporation_sells_first == "any"
    assert "issue-all" in title.rounds["operating"].anytime


@pytest.mark.rule("O-127", "O-128")
def test_players_sell_no_more_than_is_needed_and_30_percent_here_too(title: Title) -> None:
    assert not title.rules.emergency.sell_more_than_needed and title.rules.stock.sale_cap_percent == 30


# --------------------------------------------------------------------------- compared with 1830


@pytest.mark.rule("O-131", "O-132")
def test_three_or_four_players_with_580_or_480_where_1830_has_two_to_six_with_1200_to_400(
    title: Title, title_1830: Title
) -> None:
    assert list(title.setups) == [3, 4] and sorted(title_1830.setups) == [2, 3, 4, 5, 6]
    assert [title_1830.setups[n].cash for n in range(2, 7)] == [1200, 800, 600, 480, 400]


@pytest.mark.rule("O-133")
def test_both_pay_in_full_and_only_here_a_company_is_launched_before_the_game(title: Title, title_1830: Title) -> None:
    assert title_1830.rules.corporations.capitalization == "full" and not title_1830.roles
    assert [role.launched for role in title.roles.values()] == [True, False, False]


@pytest.mark.rule("O-134", "O-136", "O-137")
def test_1830_has_no_shadow_railway_no_splits_and_no_bank_that_plays(title_1830: Title) -> None:
    assert all(corporation.priced for corporation in title_1830.corporations.values())
    assert title_1830.rules.split.group == "" and not title_1830.actors


@pytest.mark.rule("O-138")
def test_the_bank_of_1830_has_12_000_and_ends_the_game(title: Title, title_1830: Title) -> None:
    assert (title_1830.bank, title.bank) == (12_000, UNLIMITED)
    assert {trigger.on for trigger in title_1830.rules.end.triggers} == {"bank", "bankruptcy"}


# --------------------------------------------------------------------------- where 18xx.games differs


def test_the_rules_of_the_site_differ_where_they_are_said_to_and_nowhere_else(title: Title, overlay: Title) -> None:
    differing = [id for id in title.corporations if title.corporations[id] != overlay.corporations[id]]
    assert differing == [*RAILWAYS, *BRANCHES]
    assert {overlay.corporations[id].started_by for id in RAILWAYS} == {"anyone"}
    assert {overlay.corporations[id].capital for id in BRANCHES} == {"lump-sum"}
    assert [id for id in title.privates if title.privates[id] != overlay.privates[id]] == ["VR", "ML", "SBC", "SL"]
    assert "block-hexes" not in abilities(overlay, "VR") and not abilities(overlay, "SBC")["allow-tile"].free
    assert {abilities(overlay, id)["close-on-operation"].when for id in ("ML", "SL")} == {"first-dividend"}
    assert [id for id in title.trains if title.trains[id] != overlay.trains[id]] == ["4+"]
    assert overlay.trains["4+"].on_first == ("exchange-reserved", "close-privates")
    assert [id for id in title.roles if title.roles[id] != overlay.roles[id]] == ["mainline"]
    assert not overlay.roles["mainline"].launched
    assert overlay.rules.emergency.corporation_sells_first == "all"
