"""The order of play of The Old Prince 1871 after the auction: incomes, turns, sets of operating rounds, and the end.

The first train of a type is bought with the kernel's own verbs: what counts here is what follows it.
"""

from __future__ import annotations

import pytest

from open18xx.play import events as e
from open18xx.play.actions import BuyCertificate, BuyTrain, Pass
from open18xx.play.game import Game
from open18xx.play.state import BANK, CLOSED, POOL

from .positions import accepted, arranged, depot_from, money, phase, prince, railway, trains, value


def pass_until(game: Game, round: str, part: int = 1) -> Game:
    """Everybody passes until this round begins."""
    before = (game.state.round, game.state.number, game.state.part)
    while (game.state.round, game.state.part) != (round, part) or before == (round, game.state.number, part):
        assert not game.is_over
        accepted(game, Pass(game.actor))
    return game


def ready(*, site: bool = False) -> Game:
    """Stock round 2: everybody can buy something, so that all passes are played; C has a train and need buy none."""
    game = prince(site=site)
    with arranged(game) as tx:
        money(tx, ann=500, bob=500, cay=500, dan=500)
        trains(tx, "C", "2H-0")
    return game


# --------------------------------------------------------------------------- stock rounds


@pytest.mark.rule("O-124", "O-008")
def test_the_next_stock_round_is_played_in_the_order_of_passing() -> None:
    """bob buys, and passes after the others."""
    game = ready()
    accepted(game, Pass("ann"))
    accepted(game, BuyCertificate("bob", game.table.certificates_of(POOL, "C")[0].id))
    while game.state.round == "stock":
        accepted(game, Pass(game.actor))
    pass_until(game, "stock")
    assert game.state.number == 3 and game.state.seats == ("ann", "cay", "dan", "bob") and game.actor == "ann"


@pytest.mark.rule("O-013")
@pytest.mark.parametrize(("bank", "rises"), [(10, True), (0, False)])
def test_a_railway_that_is_all_with_players_and_the_bank_rises_one_field(bank: int, rises: bool) -> None:
    """What the bank does not hold lies in the pool."""
    game = ready()
    with arranged(game) as tx:
        railway(tx, "C", cash=500, ann=50, bob=20, cay=10, dan=10, Union_Bank=bank)
        value(tx, "C", (1, 2))
    pass_until(game, "operating")
    assert game.state.cell["C"] == ((0, 2) if rises else (1, 2))


@pytest.mark.rule("O-013")
@pytest.mark.parametrize(("own", "rises"), [((), True), (("A/5",), False)])
def test_what_is_kept_for_exchanges_counts_as_sold_and_what_a_railway_holds_itself_does_not(
    own: tuple[str, ...], rises: bool
) -> None:
    """A/6, A/7 and A/8 are kept."""
    game = ready()
    with arranged(game) as tx:
        railway(tx, "A", cash=500, bob=40, cay=30)
        for certificate in own:
            tx.move_certificate(certificate, "A")
    assert game.state.reserved == ("A/6", "A/7", "A/8")
    pass_until(game, "operating")
    assert game.state.cell["A"] == ((1, 1) if rises else (2, 1))


# --------------------------------------------------------------------------- operating rounds


@pytest.mark.rule("O-014", "O-007")
@pytest.mark.parametrize(("name", "parts"), [("2H", 1), ("3H", 1), ("4H", 2), ("3+", 2), ("4+", 3), ("D", 3)])
def test_after_each_stock_round_there_are_as_many_operating_rounds_as_the_phase_says(name: str, parts: int) -> None:
    game = ready()
    with arranged(game) as tx:
        phase(tx, name)
        depot_from(tx, name)
    pass_until(game, "operating")
    assert (game.state.number, game.state.part, game.state.parts) == (2, 1, parts)
    pass_until(game, "stock")
    assert game.state.number == 3


@pytest.mark.rule("O-014")
def test_a_phase_that_begins_within_a_set_does_not_make_it_longer() -> None:
    """Two rounds in phase 3+; the 4+, with which sets have three, comes in the first of them."""
    game = ready()
    with arranged(game) as tx:
        phase(tx, "3+")
        depot_from(tx, "4+")
    pass_until(game, "operating")
    with arranged(game) as tx:
        tx.first_of_type(tx.box.trains["4+"])
    assert game.table.phase.operating_rounds == 3 and game.state.parts == 2
    pass_until(game, "operating", part=2)
    pass_until(game, "stock")


@pytest.mark.rule("O-015", "O-109")
def test_an_operating_round_begins_with_the_incomes_also_of_the_kings_mail() -> None:
    """ML 20 to ann, SL 30 to bob, RA 10 to cay, RF 15 to dan; the bank and the rights pay nothing."""
    game = ready()
    before = dict(game.state.cash)
    pass_until(game, "operating")
    paid = {owner: cash - before[owner] for owner, cash in game.state.cash.items() if cash != before[owner]}
    assert paid == {"ann": 20, "bob": 30, "cay": 10, "dan": 15, "PEIR": 80, BANK: -155}
    assert game.state.cash["PEIR"] == 280


@pytest.mark.rule("O-061", "O-105")
def test_the_mainline_concession_closes_when_the_mainline_begins_to_operate() -> None:
    """It has paid its income before."""
    game = pass_until(ready(), "operating")
    assert game.actor == "C" and game.state.cash["ann"] == 520 and game.state.privates["ML"] == CLOSED
    assert game.state.privates["SL"] == "bob"


@pytest.mark.rule("O-107")
def test_the_shortline_concession_closes_when_the_shortline_begins_to_operate() -> None:
    game = ready()
    with arranged(game) as tx:
        railway(tx, "A", bob=50, cash=300, operated=False)
    pass_until(game, "operating")
    assert game.table.operating_order(game.state.floated) == ("C", "A", "PEIR")
    assert game.actor == "C" and game.state.privates["SL"] == "bob"
    while game.actor != "A":
        accepted(game, Pass(game.actor))
    assert game.state.privates["SL"] == CLOSED


def test_on_the_site_the_concession_closes_only_with_the_first_dividend() -> None:
    """Overlay: when = first-dividend; a run of nothing counts."""
    game = pass_until(ready(site=True), "operating")
    assert game.actor == "C" and game.state.privates["ML"] == "ann"
    at = ""
    while game.state.privates["ML"] == "ann":
        at = game.title.rounds["operating"].steps[game.state.step]
        accepted(game, Pass("C"))
    assert at == "run-routes" and game.actor == "C" and e.PrivateMoved("ML", CLOSED) in game.last_events


# --------------------------------------------------------------------------- the end


@pytest.mark.rule("O-022", "O-084", "O-053")
def test_after_the_first_diesel_the_set_is_finished_and_one_more_is_played() -> None:
    """It is bought in the second round of a set of three: one round more, a stock round, and three rounds."""
    game = ready()
    with arranged(game) as tx:
        phase(tx, "7")
        depot_from(tx, "D")
        money(tx, C=1000)
    pass_until(game, "operating", part=2)
    while not any(isinstance(action, BuyTrain) for action in game.legal_actions()):
        accepted(game, Pass(game.actor))
    buys = next(action for action in game.legal_actions() if isinstance(action, BuyTrain))
    accepted(game, buys)
    assert game.table.phase.id == "D" and game.state.ending[:2] == ("final-phase", "one-more-set")
    rounds: list[tuple[str, int, int]] = []
    while not game.is_over:
        if rounds[-1:] != [(game.state.round, game.state.number, game.state.part)]:
            rounds.append((game.state.round, game.state.number, game.state.part))
        accepted(game, Pass(game.actor))
    assert rounds == [
        ("operating", 2, 2), ("operating", 2, 3),
        ("stock", 3, 1), ("operating", 3, 1), ("operating", 3, 2), ("operating", 3, 3),
    ]  # fmt: skip
    assert game.state.ended == "final-phase"
