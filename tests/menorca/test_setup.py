"""1713 Menorca, chapter 1: what lies where before the first decision, and what is drawn."""

from __future__ import annotations

from itertools import combinations

import pytest

from open18xx import UsageError, load_title, new_game
from open18xx.play.actions import StartCorporation
from open18xx.play.game import Game
from open18xx.play.state import BANK, GONE

from .positions import MINORS, arranged, found, give, menorca, money, new, own_private, refused

NAMES = ("ann", "bob", "cay")


def begun(players: int = 3, seed: int = 0) -> Game:
    game: Game = new("menorca-1713", NAMES[:players], seed=seed)
    return game


# --------------------------------------------------------------------------- money and contracts


@pytest.mark.rule("M-101")
@pytest.mark.parametrize(("players", "cash", "limit"), [(2, 420, 15), (3, 380, 13)])
def test_each_player_begins_with_so_many_reales_and_may_hold_so_many_contracts(
    players: int, cash: int, limit: int
) -> None:
    game = begun(players)
    assert [game.state.cash[name] for name in NAMES[:players]] == [cash] * players
    assert game.table.certificate_limit() == limit


@pytest.mark.rule("M-101")
@pytest.mark.parametrize("players", [1, 4])
def test_no_other_number_of_players_is_seated(players: int) -> None:
    with pytest.raises(UsageError):
        new_game(load_title("menorca-1713"), ("ann", "bob", "cay", "dan")[:players])


@pytest.mark.rule("M-101", "M-102")
def test_the_title_is_1713_menorca_and_its_money_reales() -> None:
    title = load_title("menorca-1713")
    assert title.name == "1713 Menorca"
    assert title.currency.format(420) == "420 R."


@pytest.mark.rule("M-102")
@pytest.mark.parametrize(("players", "left"), [(2, 9160), (3, 8860)])
def test_the_bank_keeps_what_is_not_dealt_of_10_000(players: int, left: int) -> None:
    game = begun(players)
    assert game.state.cash[BANK] == left
    assert game.table.money() == 10_000


@pytest.mark.rule("M-103")
def test_the_limit_counts_certificates_and_one_of_20_percent_counts_one() -> None:
    """ann holds the Trustee Family's certificate, one of 10 % and one of a minor: 50 %, three certificates."""
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RNC", 88, ann=30)
        found(tx, "Ramaders", 88, ann=20)
    table = game.table
    assert (table.percent("ann", "RNC"), table.percent("ann", "Ramaders")) == (30, 20)
    assert table.certificate_count("ann") == 3


@pytest.mark.rule("M-103")
def test_legacies_are_no_contracts_and_never_count() -> None:
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RNC", 88, ann=20)
        own_private(tx, "CRB", "ann")
        own_private(tx, "IVR", "ann")
    assert game.table.certificate_count("ann") == 1


@pytest.mark.rule("M-103", "M-101")
def test_nobody_comes_to_hold_more_than_the_limit() -> None:
    """ann has thirteen contracts of a hundred and more percent; a fourteenth is refused, whatever its percentage."""
    game = menorca()
    with arranged(game) as tx:
        for company in ("RNC", "RCC", "CCM"):
            found(tx, company, 88, ann=50, bob=10)
        found(tx, "Ramaders", 88, ann=20)
        money(tx, ann=900)
    assert game.table.certificate_count("ann") == 13
    refused(game, StartCorporation("ann", "Artesans", 55), "certificate-limit", after=14, limit=13)


# --------------------------------------------------------------------------- what is drawn


@pytest.mark.rule("M-104")
def test_two_of_three_minors_are_drawn_and_the_third_leaves_with_its_certificates() -> None:
    left_out = set()
    for seed in range(30):
        game = begun(seed=seed)
        (third,) = game.state.closed
        left_out.add(third)
        assert all(game.state.holder[c.id] == GONE for c in game.box.corporations[third].certificates)
        assert third not in game.state.homes
    assert left_out == set(MINORS)


@pytest.mark.rule("M-104")
@pytest.mark.parametrize("without", MINORS)
def test_a_minor_that_was_not_drawn_is_not_started(without: str) -> None:
    game = menorca(without=without)
    refused(game, StartCorporation("ann", without, 55), "not-startable", corporation=without)


@pytest.mark.rule("M-105")
def test_the_three_minors_are_of_these_names_and_places() -> None:
    title = load_title("menorca-1713")
    homes = {title.corporations[id].name: title.map.hexes[title.map.homes[id].hex].name for id in MINORS}
    assert homes == {"Ramaders": "Es Mercadal", "Artesans": "Ferreries", "Destil·ladors": "Alaior"}
    assert {id: title.map.homes[id].hex for id in MINORS} == {"Ramaders": "G8", "Artesans": "E8", "Destil·ladors": "H9"}


@pytest.mark.rule("M-106")
def test_the_maritime_companies_are_rnc_rcc_and_ccm() -> None:
    title = load_title("menorca-1713")
    assert title.extra["markers"]["companies"] == ["RNC", "RCC", "CCM"]
    assert {id for id, each in title.corporations.items() if each.tokens_need == "port"} == {"RNC", "RCC", "CCM"}


@pytest.mark.rule("M-107")
@pytest.mark.parametrize("players", [2, 3])
def test_as_many_of_the_nine_legacies_as_players_are_drawn(players: int) -> None:
    seen = set()
    for seed in range(60):
        lots = tuple(begun(players, seed).state.privates)
        assert len(set(lots)) == players
        seen |= set(lots)
    assert len(seen) == 9 and seen == set(load_title("menorca-1713").privates)


@pytest.mark.rule("M-107")
def test_every_legacy_may_come_with_every_other() -> None:
    pairs = {frozenset(begun(2, seed).state.privates) for seed in range(400)}
    assert pairs == {frozenset(pair) for pair in combinations(load_title("menorca-1713").privates, 2)}


@pytest.mark.rule("M-108")
def test_one_event_card_of_each_of_the_four_eras_is_drawn() -> None:
    title = load_title("menorca-1713")
    eras = {card.id: card.era for card in title.cards}
    drawn = [begun(seed=seed).state.deck for seed in range(30)]
    assert all([eras[card] for card in deck] == [1, 2, 3, 4] for deck in drawn)
    assert {card for deck in drawn for card in deck} == set(eras)


@pytest.mark.rule("M-104", "M-107", "M-108")
def test_the_same_seed_draws_the_same_and_another_something_else() -> None:
    def drawn(seed: int) -> tuple[object, ...]:
        state = begun(seed=seed).state
        return state.closed, tuple(state.privates), state.deck, state.priority

    assert drawn(7) == drawn(7)
    assert len({drawn(seed) for seed in range(30)}) > 20


@pytest.mark.rule("M-110")
@pytest.mark.parametrize("company", ["RNC", "RCC", "CCM"])
def test_a_maritime_company_has_a_marker_for_each_marked_certificate(company: str) -> None:
    title = load_title("menorca-1713")
    marked = [certificate for certificate in title.corporations[company].certificates if certificate.marked]
    assert len(marked) == title.extra["markers"]["each"] == 5


@pytest.mark.rule("M-109")
def test_the_first_station_of_a_port_set_is_free_and_the_second_costs_80() -> None:
    game = menorca()
    with arranged(game) as tx:
        found(tx, "RNC", 88, ann=20)
        give(tx, "RNC/1", "bob")
    assert game.state.cash["RNC"] == 0 and game.state.tokens_left["RNC"] == (1,)
    assert game.box.corporations["RNC"].tokens == (0, 80)
