"""Owners beside the players: who owns a private decides for one, and may make the purchase of the turn for it."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx.play.actions import BuyCertificate, Pass, SellCertificates, StartCorporation
from open18xx.play.game import Game

from .moments import Arrangement, arrange, pass_all, percents, play, sale
from .positions import is_listed, listed, refused

TRUST: dict[str, Any] = {
    "actors": [{"id": "Trust", "controlled_by": "DH", "cash": 100, "buys": "once-per-round"}],
}
"""The Trust belongs to the owner of DH; it has 100 of its own."""


def trust(overrides: dict[str, Any] | None = None, owner: str = "ann", players: int = 3) -> Arrangement:
    return arrange({**TRUST, **(overrides or {})}, players=players).owns(owner, "DH")


def buy(game: Game, buyer: str, corporation: str = "PRR", source: str = "ipo") -> BuyCertificate:
    there = game.table.certificates_of(source, corporation)
    return BuyCertificate(buyer, next(each.id for each in there if not each.president))


# --------------------------------------------------------------------------- beside the players


@pytest.mark.rule("O-108", "O-137")
def test_an_actor_has_money_and_certificates_of_its_own_from_the_start() -> None:
    """cash, certificates."""
    given = {"id": "Trust", "controlled_by": "DH", "cash": 100, "certificates": ["PRR/8", "NYC/8"]}
    state = arrange({"actors": [given]}).game.state
    assert state.cash["Trust"] == 100 and state.cash["bank"] == 12000 - 3 * 800 - 100
    assert state.paper["Trust"] == ("PRR/8", "NYC/8") and "Trust" not in state.seats


def test_without_those_keys_it_has_nothing_and_buys_nothing() -> None:
    """cash = 0, certificates = [], buys = never."""
    made = arrange({"actors": [{"id": "Trust", "controlled_by": "DH"}]}).owns("ann", "DH")
    table = made.start("PRR", "bob", 67).stock("ann")
    assert table.state.cash["Trust"] == 0 and table.state.paper["Trust"] == ()
    refused(table, buy(table, "Trust"), "not-your-turn", actor="Trust", expected="ann")
    refused(table, StartCorporation("Trust", "NYC", 67), "not-your-turn", actor="Trust", expected="ann")


def test_an_actor_has_no_turn_and_no_rank() -> None:
    table = trust().stock("ann")
    assert "Trust" not in table.result()
    play(table, Pass("ann"), Pass("bob"), Pass("cay"))
    assert table.state.number == 3  # all have passed, and nothing has floated


# --------------------------------------------------------------------------- its purchase


@pytest.mark.rule("O-123")
def test_the_actor_pays_first_and_the_player_adds_what_is_missing() -> None:
    """A share of 67 takes what the actor has; of one of 100 beside 60 the player pays 40."""
    table = trust().start("PRR", "bob", 67).cash(ann=500, Trust=80).stock("ann")
    play(table, buy(table, "Trust"))
    assert (table.state.cash["Trust"], table.state.cash["ann"]) == (13, 500)
    table = trust().start("PRR", "bob", 100).cash(ann=500, Trust=60).stock("ann")
    play(table, buy(table, "Trust"))
    assert (table.state.cash["Trust"], table.state.cash["ann"]) == (0, 460)
    assert percents(table, "PRR") == {"bob": 20, "Trust": 10, "ipo": 70}


@pytest.mark.rule("O-123")
def test_what_both_have_together_must_suffice() -> None:
    """One short, and just enough; the player's own purchase is paid by the player alone."""
    table = trust().start("PRR", "bob", 100, ann=10).cash(ann=39, Trust=60).stock("ann")
    refused(table, buy(table, "Trust"), "cash", cost=100, actor="Trust", cash=99)
    table = trust().start("PRR", "bob", 100, ann=10).cash(ann=40, Trust=60).stock("ann")
    refused(table, buy(table, "ann"), "cash", cost=100, actor="ann", cash=40)
    play(table, buy(table, "Trust"))
    assert (table.state.cash["Trust"], table.state.cash["ann"]) == (0, 0)


def test_only_the_owner_of_the_private_buys_for_the_actor() -> None:
    table = trust(owner="ann").start("PRR", "cay", 67).stock("bob")
    refused(table, buy(table, "Trust"), "not-your-turn", actor="Trust", expected="bob")
    assert {offer.actor for offer in table.offers()} == {"bob"}
    play(table, Pass("bob"), Pass("cay"))
    assert {(offer.actor, offer.by) for offer in table.offers() if offer.kind == "buy-certificate"} == {
        ("ann", "ann"),
        ("Trust", "ann"),
    }


def test_while_nobody_owns_the_private_nobody_buys_for_the_actor() -> None:
    """The private has closed."""
    table = arrange(TRUST).start("PRR", "bob", 67).stock("ann")
    refused(table, buy(table, "Trust"), "not-your-turn", actor="Trust", expected="ann")


@pytest.mark.rule("O-108", "O-123")
def test_it_buys_once_in_a_stock_round() -> None:
    """buys = once-per-round: not in a later turn of the round, again in the next round."""
    table = trust().start("PRR", "bob", 67, bob=50).stock("ann")
    play(table, buy(table, "Trust"), Pass("bob"), Pass("cay"))
    refused(table, buy(table, "Trust"), "acted-for", actor="Trust")
    refused(table, StartCorporation("Trust", "NYC", 67), "acted-for", actor="Trust")
    assert is_listed(table, buy(table, "ann"))
    table = trust().start("PRR", "bob", 67).stock("ann")
    play(table, buy(table, "Trust"))
    table = Arrangement(table).stock("ann", number=3)
    assert is_listed(table, buy(table, "Trust"))


def test_not_even_a_new_owner_buys_for_it_again() -> None:
    """Once a round in all: the private has changed hands since."""
    table = trust().start("PRR", "cay", 67).stock("ann")
    play(table, buy(table, "Trust"))
    table = Arrangement(table).owns("bob", "DH").done()
    refused(table, buy(table, "Trust"), "acted-for", actor="Trust")


@pytest.mark.rule("O-123")
def test_it_is_the_purchase_of_the_players_turn() -> None:
    """One certificate a turn: for himself or for the actor; he has acted and does not pass with it."""
    table = trust({"rules.stock.turn_order": "sell-buy-sell"}).start("PRR", "ann", 67, ann=30).stock("ann")
    play(table, buy(table, "Trust"))
    refused(table, buy(table, "ann"), "already-bought", what="PRR")
    assert table.state.actor == table.state.last_actor == "ann"
    play(table, Pass("ann"))
    assert table.state.passed == ()
    table = trust({"rules.stock.turn_order": "sell-buy-sell"}).start("PRR", "ann", 67, ann=30).stock("ann")
    play(table, buy(table, "ann"))
    refused(table, buy(table, "Trust"), "already-bought", what="PRR")


def test_a_player_who_can_only_buy_for_the_actor_is_asked() -> None:
    """He has no money, and the actor has."""
    table = trust().start("PRR", "bob", 67).cash(ann=0, Trust=67).stock("ann")
    assert table.state.actor == "ann" and listed(table, "buy-certificate")
    table = trust().start("PRR", "bob", 67).cash(ann=0, Trust=66).stock("ann")
    assert table.state.actor == "bob"


def test_the_actor_sells_nothing_in_a_stock_round() -> None:
    table = trust().start("PRR", "bob", 67, bob=30, Trust=20).stock("ann")
    refused(table, SellCertificates("Trust", "PRR", ("PRR/2",)), "not-your-turn", actor="Trust", expected="ann")


# --------------------------------------------------------------------------- limits


@pytest.mark.rule("O-123", "O-137")
def test_what_the_actor_holds_counts_for_the_actor_alone() -> None:
    """holding_limit 60: ann and the Trust may hold 50 and 40 %; the Trust stops at its own 60."""
    table = trust().start("PRR", "ann", 67, ann=50, Trust=40).stock("ann")
    assert is_listed(table, buy(table, "ann"))
    table = trust().start("PRR", "Trust", 67, ann=20, Trust=60).stock("ann")
    refused(table, buy(table, "Trust"), "holding-limit", actor="Trust", after=70, limit=60)


def test_the_actor_has_a_certificate_limit_of_its_own() -> None:
    """players.certificate_limit: eleven of six players; the privates of its owner do not count for it."""
    made = trust(players=6).start("PRR", "Trust", 67, Trust=60).start("NYC", "Trust", 67, Trust=60)
    table = made.start("CPR", "dan", 67).stock("ann")
    limit = table.table.certificate_limit()
    assert limit == 11 and table.table.certificate_count("Trust") == 10
    play(table, buy(table, "Trust", "CPR"))
    table = Arrangement(table).stock("ann", number=3)
    refused(table, buy(table, "Trust", "CPR"), "certificate-limit", actor="Trust", after=12, limit=11)
    assert is_listed(table, buy(table, "ann", "CPR"))


def test_what_its_owner_has_sold_the_actor_may_buy_in_the_same_round() -> None:
    """rebuy = never-this-round binds the seller."""
    table = trust().start("PRR", "ann", 67, ann=40, bob=20).stock("ann")
    play(table, sale(table, "ann", "PRR"))
    refused(table, buy(table, "ann", source="pool"), "sold-this-round", actor="ann", corporation="PRR")
    play(table, buy(table, "Trust", source="pool"))
    assert percents(table, "PRR", ["ann", "Trust"]) == {"ann": 30, "Trust": 10}


# --------------------------------------------------------------------------- it starts and presides


@pytest.mark.rule("O-123")
def test_the_actor_may_start_a_corporation_and_presides_while_its_owner_decides() -> None:
    table = trust().cash(ann=100, Trust=100).stock("ann")
    refused(table, StartCorporation("ann", "PRR", 67), "cash", cost=134, actor="ann", cash=100)
    play(table, StartCorporation("Trust", "PRR", 67))
    assert (table.state.cash["Trust"], table.state.cash["ann"]) == (0, 66)
    assert table.state.president["PRR"] == "Trust" and table.table.decider("PRR") == "ann"
    assert percents(table, "PRR") == {"Trust": 20, "ipo": 80}


def test_in_its_turn_the_corporation_of_an_actor_is_played_by_the_actors_owner() -> None:
    game = trust().trains("PRR", "2").start("PRR", "Trust", 67, Trust=60).operating("PRR")
    assert game.actor == "PRR" and game.player == "ann" and {offer.by for offer in game.offers()} == {"ann"}


@pytest.mark.rule("O-123")
def test_a_player_who_holds_more_takes_the_presidency_from_the_actor_and_the_actor_from_a_player() -> None:
    table = trust(owner="cay").start("PRR", "Trust", 67, ann=20).stock("ann")
    play(table, buy(table, "ann"))
    assert table.state.president["PRR"] == "ann"
    assert percents(table, "PRR", ["ann", "Trust"]) == {"ann": 30, "Trust": 20}
    table = trust().start("PRR", "bob", 67, Trust=20).stock("ann")
    play(table, buy(table, "Trust"))
    assert table.state.president["PRR"] == "Trust" and table.table.decider("PRR") == "ann"


def test_an_actor_that_presides_stays_president_in_a_tie_as_anybody_does() -> None:
    table = trust(owner="cay").start("PRR", "Trust", 67, ann=10).stock("ann")
    play(table, buy(table, "ann"))
    assert percents(table, "PRR", ["ann", "Trust"]) == {"ann": 20, "Trust": 20}
    assert table.state.president["PRR"] == "Trust"


@pytest.mark.rule("O-123")
@pytest.mark.parametrize("tied", [["bob"], ["cay"], ["bob", "cay"]])
def test_when_a_new_president_is_looked_for_an_actor_loses_ties_to_every_player(tied: list[str]) -> None:
    """Ann sells: the Trust and the players hold as much; the next player clockwise presides."""
    made = trust().start("PRR", "ann", 67, None, ann=40, Trust=20, **dict.fromkeys(tied, 20))
    table = made.stock("ann")
    held_by_ann = tuple(each.id for each in table.table.certificates_of("ann", "PRR"))
    play(table, SellCertificates("ann", "PRR", held_by_ann, 0))
    assert table.state.president["PRR"] == tied[0]


def test_the_actor_takes_the_presidency_when_no_player_holds_as_much() -> None:
    table = trust(owner="cay").start("PRR", "ann", 67, ann=30, bob=10, Trust=20).stock("ann")
    held_by_ann = tuple(each.id for each in table.table.certificates_of("ann", "PRR"))
    play(table, SellCertificates("ann", "PRR", held_by_ann, 10))
    assert table.state.president["PRR"] == "Trust" and table.table.decider("PRR") == "cay"
    assert percents(table, "PRR", ["ann", "Trust"]) == {"ann": 10, "Trust": 20}


def test_when_an_actor_loses_the_presidency_ties_go_clockwise_from_the_first_seat() -> None:
    """Nobody sits beside an actor."""
    made = trust().start("PRR", "Trust", 67, bob=30, cay=30)
    made.tx.settle_presidency("PRR")
    assert made.tx.state.president["PRR"] == "bob"


def test_the_actor_is_remembered_among_those_who_came_first_to_what_they_hold() -> None:
    """president_tie = first-to-hold, five certificates of 20 % and none of them a president's."""
    rules = {
        "rules.corporations.president_tie": "first-to-hold",
        "corporations.PRR.certificates": [{"percent": 20, "count": 5}],
    }
    table = trust(rules, owner="cay").start("PRR", "ann", 67).stock("cay")
    play(table, buy(table, "Trust"))
    assert table.state.arrivals["PRR"] == ("ann", "Trust")
    play(table, buy(table, "ann"))
    assert table.state.arrivals["PRR"] == ("Trust", "ann")


# --------------------------------------------------------------------------- round's end and score


@pytest.mark.rule("O-013")
def test_what_the_actor_holds_is_sold_for_the_rise_at_the_end_of_the_round() -> None:
    """sold_out_counts = players."""
    table = trust().start("PRR", "ann", 67, ann=60, bob=30, Trust=10).stock("ann")
    price = table.table.price("PRR")
    pass_all(table)
    assert table.table.price("PRR") > price
    table = trust().start("PRR", "ann", 67, ann=60, bob=30).stock("ann")
    pass_all(table)
    assert table.table.price("PRR") == price


@pytest.mark.parametrize(("word", "more"), [("actor", 100 + 2 * 67), ("price", 70), ("nothing", 0)])
def test_the_private_is_worth_to_its_owner_what_its_score_says(word: str, more: int) -> None:
    """score: all that the actor has, the printed price, or nothing."""
    rules = {"rules.end.score_privates": True, "privates.DH.score": word}
    table = trust(rules).start("PRR", "bob", 67, Trust=20).cash(ann=500).stock("bob")
    assert table.result()["ann"] == 500 + more
