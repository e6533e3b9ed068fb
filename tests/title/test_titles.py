"""1830 and 1889 as their files say them."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

from open18xx.title.loader import check, load
from open18xx.title.model import UNLIMITED

if TYPE_CHECKING:
    from conftest import Folder


def test_1830_has_the_money_and_limits_of_the_box(title_1830: Path) -> None:
    title = load(title_1830)
    assert (title.id, title.bank, title.currency) == ("1830", 12_000, "${}")
    assert {players: (setup.cash, setup.certificate_limit) for players, setup in title.setups.items()} == {
        2: (1200, 28),
        3: (800, 20),
        4: (600, 16),
        5: (480, 13),
        6: (400, 11),
    }


def test_certificates_are_numbered_from_the_presidents(title_1830: Path) -> None:
    certificates = load(title_1830).corporations["PRR"].certificates
    assert [certificate.id for certificate in certificates] == [f"PRR/{number}" for number in range(9)]
    assert [certificate.percent for certificate in certificates] == [20, *[10] * 8]
    assert [certificate.id for certificate in certificates if certificate.president] == ["PRR/0"]


def test_the_market_of_1830_has_holes_at_the_lower_left_and_six_par_cells(title_1830: Path) -> None:
    market = load(title_1830).market
    assert market.cells[8][0] is None
    assert market.cells[10][3] is not None and market.cells[10][3].price == 10
    cells = [cell for row in market.cells for cell in row if cell]
    assert [cell.price for cell in cells if cell.zone.par] == [100, 90, 82, 76, 71, 67]
    brown = market.cells[5][0]
    assert brown is not None and brown.zone.several_purchases and not brown.zone.holding_limited


def test_a_corporation_pays_half_to_double_for_a_private(title_1830: Path) -> None:
    # P07
    assert load(title_1830).privates["DH"].buy_price == (35, 140)


def test_the_windows_of_an_exchange_are_a_list_in_the_title(title_1830: Path) -> None:
    # P05
    (exchange,) = (ability for ability in load(title_1830).privates["MH"].abilities if ability.kind == "exchange")
    assert (exchange.windows, exchange.corporations, exchange.sources) == (("any-time",), ("NYC",), ("ipo", "pool"))


def test_the_delaware_token_is_free_and_its_tile_is_the_lay_of_the_turn(title_1830: Path) -> None:
    (teleport,) = (ability for ability in load(title_1830).privates["DH"].abilities if ability.kind == "teleport")
    assert teleport.token_price == 0 and teleport.counts_as_lay and teleport.pays_terrain
    assert load(title_1830).map.private_hexes["DH"] == ("F16",)


def test_a_home_may_name_a_city_or_leave_it_open(title_1830: Path) -> None:
    homes = load(title_1830).map.homes
    assert (homes["NYNH"].hex, homes["NYNH"].city) == ("G19", 0)
    assert (homes["ERIE"].hex, homes["ERIE"].city) == ("E11", None)


def test_a_diesel_has_no_limits(title_1830: Path) -> None:
    diesel = load(title_1830).trains["D"]
    assert (diesel.reach.limit, diesel.count, diesel.discounts) == (
        UNLIMITED,
        UNLIMITED,
        {"4": 300, "5": 300, "6": 300},
    )


def test_lots_of_1889_depend_on_the_number_of_players(title_1889: Path) -> None:
    privates = load(title_1889).privates
    assert {id: private.min_players for id, private in privates.items() if private.min_players} == {"SIR": 3, "UTF": 4}


def test_terrain_may_have_several_kinds_or_none(title_1889: Path) -> None:
    kinds = {terrain.kind for hex in load(title_1889).map.hexes.values() for terrain in hex.terrain}
    assert kinds == {("water",), ("mountain",), ("water", "mountain"), ()}


def test_both_titles_are_nothing_but_data_and_a_docstring(title_1830: Path, title_1889: Path) -> None:
    for folder in (title_1830, title_1889):
        body = ast.parse((folder / "__init__.py").read_text("utf-8")).body
        assert len(body) == 1 and isinstance(body[0], ast.Expr)
        assert load(folder).plugin == ""


def test_both_titles_load_without_a_warning(title_1830: Path, title_1889: Path) -> None:
    for folder in (title_1830, title_1889):
        report = check(folder)
        assert report.title is not None
        assert (report.faults, report.warnings) == ((), ())


# --------------------------------------------------------------------------- options


def test_an_option_changes_the_values_it_names(title_1830: Path) -> None:
    plain, brown = load(title_1830), load(title_1830, options=["multiple-brown-from-ipo"])
    assert plain.rules.stock.several_purchases == "pool-only"
    assert brown.rules.stock.several_purchases == "pool-and-ipo"
    third = load(title_1830, options=["optional-6-train", "multiple-brown-from-ipo"])
    assert (third.trains["6"].count, third.rules.stock.several_purchases) == (3, "pool-and-ipo")


def test_only_what_can_change_a_game_changes_the_content_hash(folder: Folder) -> None:
    plain = folder.load().content_hash
    assert folder.load(options=["optional-6-train"]).content_hash != plain
    folder.change("title", 'id = "1830"', 'id = "renamed"').change("corporations", "Pennsylvania", "Sylvania")
    folder.change("map", "Montreal", "Mont Royal").change("market", "#f2e35c", "#ffff00")
    assert folder.load().content_hash == plain
    folder.change("map", "cost = 80", "cost = 90")
    assert folder.load().content_hash != plain


def test_the_order_of_the_privates_is_part_of_the_content_hash(folder: Folder) -> None:
    plain = folder.load().content_hash
    text = (folder.path / "trains.toml").read_text("utf-8")
    head, *rows = text.split("[[trains]]")
    folder.write("trains.toml", "[[trains]]".join([head, rows[1] + "\n", rows[0], *rows[2:]]))
    assert folder.load().content_hash != plain
