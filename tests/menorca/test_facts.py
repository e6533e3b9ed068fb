"""The forty facts that a summary of the rules states, as the title's data say them; a test a fact.

Only where the data are the rule does a test cite its id: what the rules do is for the tests of each chapter.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from open18xx.play.game import new_game
from open18xx.terms import Terms
from open18xx.title.model import Corporation, Title

MARITIME = ("RNC", "RCC", "CCM")
MINORS = ("Ramaders", "Artesans", "Destil·ladors")
SHIPS = ("4H", "5H", "6H", "7H", "8H", "9H")
WAGONS = ("3H", "4W", "6W")


def markers(title: Title) -> dict[str, Any]:
    table: dict[str, Any] = title.extra["markers"]
    return table


def phases(title: Title, what: str) -> dict[str, Any]:
    return {phase.id: getattr(phase, what) for phase in title.phases}


def percents(corporation: Corporation) -> list[int]:
    return [certificate.percent for certificate in corporation.certificates]


def steps(title: Title, *names: str) -> bool:
    """Whether the operating turn has these steps in this order."""
    listed = title.rounds["operating"].steps
    places = [listed.index(name) for name in names]
    return places == sorted(places)


# --------------------------------------------------------------------------- setup and auction


@pytest.mark.rule("M-101")
def test_two_players_have_420_and_may_hold_15_contracts_three_have_380_and_13(title: Title) -> None:
    assert {players: (setup.cash, setup.certificate_limit) for players, setup in title.setups.items()} == {
        2: (420, 15),
        3: (380, 13),
    }


@pytest.mark.rule("M-102")
def test_the_bank_has_10_000_reales_the_players_money_included(title: Title) -> None:
    assert (title.bank, title.currency) == (10_000, "{} R.")
    for names, left in ((["ann", "bob"], 9_160), (["ann", "bob", "cay"], 8_860)):
        assert new_game(title, names, seed=1).state.cash["bank"] == left


def test_a_contract_is_10_or_20_percent_and_counts_one_whatever_its_percentage(title: Title) -> None:
    certificates = [certificate for each in title.corporations.values() for certificate in each.certificates]
    assert {certificate.percent for certificate in certificates} == {10, 20}
    assert {certificate.weight for certificate in certificates} == {1}
    assert not title.rules.limits.privates_count


def test_two_of_three_local_minors_are_drawn(title: Title) -> None:
    assert [id for id, each in title.corporations.items() if each.kind == "minor"] == list(MINORS)
    assert title.rules.corporations.minors_in_play == 2


@pytest.mark.rule("M-105")
def test_the_minors_are_at_home_in_es_mercadal_ferreries_and_alaior(title: Title, terms: Terms) -> None:
    homes = {id: title.map.hexes[title.map.homes[id].hex].name for id in MINORS}
    assert homes == {"Ramaders": "Es Mercadal", "Artesans": "Ferreries", "Destil·ladors": "Alaior"}
    assert [terms.name(word, "en", "text") for word in ("cheese", "footwear", "gin")] == ["cheese", "footwear", "gin"]


def test_legacies_are_auctioned_from_the_cheapest_up_before_the_first_stock_round(title: Title) -> None:
    assert title.opening_rounds == ("auction",)
    assert title.rounds["auction"].kind == "auction"
    prices = [private.price for private in title.privates.values()]
    assert prices == sorted(prices)


def test_the_cheapest_legacy_falls_by_5_even_to_0(title: Title) -> None:
    rules = title.rules.auction
    assert (rules.unsold, rules.fall, rules.at_zero) == ("falls", 5, "next-player-takes")


def test_the_last_to_pass_in_the_auction_keeps_the_first_player_marker(title: Title) -> None:
    assert title.rules.stock.first_order == "last-to-pass"


# --------------------------------------------------------------------------- companies


def test_rnc_and_rcc_are_there_from_the_start_and_operate_at_20_percent(title: Title) -> None:
    for id in ("RNC", "RCC"):
        company = title.corporations[id]
        assert (company.available_on, company.float_percent) == ("", 20)
        assert company.card is not None and company.card.percent == 20


def test_ccm_comes_with_7h_and_operates_at_60_percent(title: Title) -> None:
    company = title.corporations["CCM"]
    assert (company.available_on, company.float_percent) == ("7H", 60)


def test_radm_is_never_started_by_players_but_comes_from_the_minors(title: Title) -> None:
    assert title.corporations["RADM"].started_by == "nobody"
    assert title.extra["merged"] == "RADM"


def test_minors_have_five_contracts_of_20_percent_and_no_presidents(title: Title) -> None:
    for id in MINORS:
        company = title.corporations[id]
        assert percents(company) == [20] * 5
        assert company.card is None and company.available_on == ""


def test_each_first_sale_pays_the_company_and_nothing_is_paid_in_advance(title: Title) -> None:
    assert title.rules.corporations.capitalization == "incremental"


def test_there_are_nine_legacies_one_a_player_in_play_and_event_cards_for_four_eras(title: Title) -> None:
    assert len(title.privates) == 9 and title.rules.auction.lots == "one-each"
    assert {card.era for card in title.cards} == {1, 2, 3, 4}


@pytest.mark.rule("M-109", "M-110")
def test_there_are_six_sets_of_stations_and_five_markers_a_company(title: Title) -> None:
    needing_ports = [id for id, each in title.corporations.items() if each.tokens_need == "port"]
    assert tuple(needing_ports) == MARITIME and len(MINORS) == 3  # the fourth company inherits those of its minors
    for id in MARITIME:
        assert title.corporations[id].tokens == (0, 80)
        assert sum(certificate.marked for certificate in title.corporations[id].certificates) == 5
    assert (markers(title)["companies"], markers(title)["each"]) == (list(MARITIME), 5)


def test_there_are_six_kinds_of_ship_in_the_order_of_the_phases(title: Title, terms: Terms) -> None:
    ships = [id for id, train in title.trains.items() if train.family == "ship"]
    assert tuple(ships) == SHIPS
    names = [terms.name(f"ship_{id}", "en", "text") for id in ships]
    assert names == ["Xebec", "Polacca", "Frigate", "Ship of the Line", "Convoy", "Escorted Convoy"]


def test_there_are_three_kinds_of_wagon(title: Title, terms: Terms) -> None:
    wagons = [id for id, train in title.trains.items() if train.family == "wagon"]
    assert tuple(wagons) == WAGONS
    names = [terms.name(f"wagon_{number}", "en", "text") for number in (1, 2, 3)]
    assert names == ["Wagon", "Freight Wagon", "Road Convoy"]


# --------------------------------------------------------------------------- the course of the game


@pytest.mark.rule("M-301", "M-302")
def test_there_are_four_eras_and_six_phases_and_era_3_begins_with_7h(title: Title) -> None:
    assert phases(title, "era") == {"4H": 1, "5H": 2, "6H": 2, "7H": 3, "8H": 3, "9H": 4}


def test_the_first_to_pass_takes_the_marker_and_seats_are_kept(title: Title) -> None:
    assert title.rules.stock.next_order == "first-passer-keeps-seats"
    assert title.rules.stock.turn_order == "sell-buy-sell"


def test_the_phase_fixes_two_operating_rounds_or_from_7h_on_three(title: Title) -> None:
    assert phases(title, "operating_rounds") == {"4H": 2, "5H": 2, "6H": 2, "7H": 3, "8H": 3, "9H": 3}
    assert title.cycle == ("stock", "operating")


def test_a_phase_begins_with_the_first_ship_of_its_step(title: Title) -> None:
    assert phases(title, "on") == {"4H": "", **{id: id for id in SHIPS[1:]}}


def test_every_operating_round_opens_with_the_income_of_legacies(title: Title) -> None:
    assert "private-income" in title.rounds["operating"].opening
    assert all(private.income > 0 for private in title.privates.values())


def test_one_tile_a_turn_is_laid_or_upgraded_for_the_printed_cost(title: Title) -> None:
    (action,) = title.rules.track.actions
    assert (action.lay, action.upgrade) == ("yes", "yes")
    colors = [phase.colors for phase in title.phases]
    assert colors[-1] == ("yellow", "green", "brown", "gray")


def test_one_port_or_factory_is_placed_a_turn(title: Title) -> None:
    assert title.rules.tokens.per_turn == 1
    assert {title.corporations[id].tokens_need for id in MARITIME} == {"port"}
    assert title.corporations["RADM"].tokens_need != "port"


def test_fleet_limits_are_4_3_and_2_for_ships_and_wagons_apart(title: Title) -> None:
    limits = {"4H": 4, "5H": 4, "6H": 3, "7H": 3, "8H": 2, "9H": 2}
    assert phases(title, "train_limit") == {id: {"ship": most, "wagon": most} for id, most in limits.items()}


def test_at_the_limit_a_ship_may_be_returned_for_a_new_one(title: Title) -> None:
    rules = title.rules.trains
    assert (rules.at_limit, rules.at_limit_families) == ("return-one", ("ship",))
    assert all(not train.discounts for train in title.trains.values())


def test_a_company_without_a_vehicle_must_buy_one_and_its_family_helps(title: Title) -> None:
    assert (title.rules.trains.must_own, title.rules.trains.must_own_at) == ("always", "end-of-turn")
    assert title.rules.emergency.president_pays


def test_a_route_has_an_own_station_and_may_repeat_nodes_but_no_track(title: Title) -> None:
    rules = title.rules.routes
    assert (rules.own_token, rules.node_reuse, rules.min_stops) == (True, "allowed", 2)


def test_range_is_counted_in_hexes(title: Title) -> None:
    assert {train.reach.count for train in title.trains.values()} == {"hexes"}
    assert (title.trains["4H"].reach.limit, title.trains["3H"].reach.limit) == (4, 3)
    assert title.extra["port"] == "marker"


def test_the_price_rises_only_for_a_dividend_of_at_least_the_market_value(title: Title) -> None:
    rules = title.rules.dividends
    assert (rules.pay_move, rules.withhold_move) == ("right-if-at-least-price", "left")
    assert rules.choices == ("pay", "withhold")


def test_companies_sell_their_own_contracts_and_buy_them_back(title: Title) -> None:
    assert title.rules.corporations.own_certificates == "sell-and-buy-back"
    assert title.rules.corporations.pool_pays == "nobody" and title.rules.corporations.unsold_pays == "corporation"
    assert steps(title, "lay-track", "place-token", "buy-train", "run-routes", "choose-dividend", "issue", "redeem")


def test_mao_k12_k14_and_valencia_lie_in_a_row_and_sant_lluis_beside_mao(title: Title) -> None:
    hexes = title.map.hexes
    names = {id: hexes[id].name for id in ("K16", "J13")}
    assert names == {"K16": "València", "J13": "Sant Lluís"}
    assert hexes["J11"].name.startswith("Maó")
    assert [hexes[id].surface for id in ("K12", "K14", "I12")] == ["sea", "sea", "land"]


# --------------------------------------------------------------------------- the market


def test_prices_move_up_when_sold_out_and_down_for_every_certificate_sold(title: Title) -> None:
    rules = title.rules.stock
    assert (rules.sold_out_rise, rules.price_drop) == (True, "per-certificate")
    starts = [cell.price for row in title.market.cells for cell in row if cell and cell.zone.par]
    assert starts == [104, 88, 75, 55]


def test_orange_certificates_do_not_count_and_yellow_lifts_the_60_percent(title: Title) -> None:
    zones = {cell.zone.mark: cell.zone for row in title.market.cells for cell in row if cell}
    free = {mark: (zone.counts_to_limit, zone.holding_limited) for mark, zone in zones.items()}
    assert free == {"": (True, True), "g": (True, True), "y": (True, False), "o": (False, True), "b": (True, True)}


def test_left_edges_lead_down_and_right_edges_up(title: Title) -> None:
    assert (title.market.left_edge, title.market.right_edge) == ("down", "up")


def test_trading_one_contract_60_percent_five_in_the_exchange_and_no_president_sold(title: Title) -> None:
    rules = title.rules.stock
    assert (rules.same_turn_trade, rules.sell_after, rules.president_sale) == ("forbidden", "first-round", "never")
    assert (rules.pool_limit, rules.pool_limit_unit) == (5, "certificates")
    assert {each.holding_limit for each in title.corporations.values()} == {60}


# --------------------------------------------------------------------------- markers, goods, the end


def test_five_of_eight_certificates_are_marked_and_a_market_marker_adds_10(title: Title) -> None:
    for id in MARITIME:
        certificates = title.corporations[id].certificates
        kinds = Counter((each.percent, each.marked, each.president) for each in certificates)
        assert kinds == {(20, False, True): 1, (10, True, False): 5, (10, False, False): 3}
    assert markers(title)["bonus"] == 10


def test_the_bank_pays_10_for_goods_in_eras_1_and_2_and_20_in_eras_3_and_4(title: Title) -> None:
    assert markers(title)["goods"] == {"1": 10, "2": 10, "3": 20, "4": 20}


def test_bank_and_bankruptcy_end_the_game_after_the_round_the_conquest_after_the_set(title: Title) -> None:
    assert {trigger.on: trigger.timing for trigger in title.rules.end.triggers} == {
        "bank": "operating-round",
        "market-cell": "operating-round",
        "event-card": "operating-set",
    }
    assert title.rules.end.bank_broken == "at-zero"
    (conquest,) = [card for card in title.cards if any(effect.kind == "end-game" for effect in card.effects)]
    assert (conquest.name, conquest.era) == ("Conquest 1756", 4)


def test_fortune_is_cash_and_certificates_and_more_cash_breaks_a_tie(title: Title) -> None:
    assert (title.rules.end.score_privates, title.rules.end.ties) == (False, "more-cash")


@pytest.mark.rule("M-111")
def test_the_box_holds_what_the_page_lists(title: Title) -> None:
    assert len(title.corporations) == 4 + 3  # company boards and minors' boards
    assert len(title.privates) == 9
    assert (
        (len(SHIPS), len(WAGONS))
        == (6, 3)
        == (
            sum(train.family == "ship" for train in title.trains.values()),
            sum(train.family == "wagon" for train in title.trains.values()),
        )
    )
    assert {supply.tile.color for supply in title.tiles.values()} == {"yellow", "green", "brown", "gray"}
    assert len(title.market.cells) > 1 and len(title.market.cells[0]) > 1
