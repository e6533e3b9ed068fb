"""Eras: when the cards are revealed, what each kind of effect does, and what closes or works with an era."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx.play import cards
from open18xx.play import events as e
from open18xx.play.actions import Bid, BuyTrain, ChoosePar, ExchangePrivate, LayTile, Pass
from open18xx.play.game import Game
from open18xx.play.state import BANK, CLOSED
from open18xx.play.transaction import Transaction

from .positions import (
    accepted,
    arranged,
    depot_from,
    found,
    go_on,
    is_listed,
    money,
    new,
    phase,
    refused,
    sell_privates,
    stock_turn,
    turn,
)

ALMS, HARVEST, DUES, ENGINEERS, SIEGE, LAPSE, PEACE = (
    "alms", "harvest", "dues", "engineers", "siege", "lapse", "peace",
)  # fmt: skip


def game_with(*deck: str, **overrides: Any) -> Game:
    """A game in which these cards were drawn (those of later eras: whichever), all privates are in play."""
    rules = {"rules.auction.lots": "all", **{f"rules.{key.replace('__', '.')}": overrides[key] for key in overrides}}
    for seed in range(500):
        game = new("eras.toml", seed=seed, overrides=rules)
        if game.state.deck[: len(deck)] == deck:
            return game
    raise AssertionError(f"no seed draws {deck}")


def in_stock_round(game: Game, **owners: str) -> Game:
    """The last passes of stock round 1 are to come: RED (of ann) and BLU (of bob) then operate in the first set."""
    with arranged(game) as tx:
        sell_privates(tx, **owners)
        found(tx, "RED", 100, ann=60, cash=500)
        found(tx, "BLU", 67, bob=60, cash=15)
        money(tx, ann=100, bob=100, cay=3)
        tx.record(e.RoundBegan("stock", tx.state.number or 1, 1, 1))
        tx.record(e.TurnBegan("ann", ()))
    return game


def pass_the_stock_round(game: Game) -> None:
    number = game.state.number
    while (game.state.round, game.state.number) == ("stock", number):
        accepted(game, Pass(game.actor))


def revealed(game: Game) -> list[str]:
    return [card for card, _ in game.state.revealed]


# --------------------------------------------------------------------------- when


def test_the_card_of_an_era_is_revealed_when_the_next_set_of_operating_rounds_opens() -> None:
    """M-807: era 1's at the first set."""
    game = in_stock_round(game_with(ALMS))
    assert revealed(game) == []
    pass_the_stock_round(game)
    assert game.state.revealed == ((ALMS, 1),)


def at_purchase(deck: tuple[str, ...], train: str, **overrides: Any) -> Game:
    """RED may buy the first of the next type, in the first of the rounds of set 2; what is due lies open."""
    game = game_with(*deck, **overrides)
    with arranged(game) as tx:
        sell_privates(tx, X1="ann", X3="RED", X4="bob", X6="bob", X5="cay")
        found(tx, "RED", 100, ann=60, cash=3000)
        found(tx, "BLU", 67, bob=60, cash=15)
        money(tx, ann=100, bob=100, cay=3)
        phases = {"3": "2", "4": "3", "5": "4", "6": "5"}
        phase(tx, phases[train])
        depot_from(tx, train)
        for card in tx.state.deck[len(tx.state.revealed) :]:
            if tx.box.cards[card].era <= tx.phase.era:
                tx.record(e.CardRevealed(card, 1))
        turn(tx, "RED", "buy-train", then=["BLU"])
    return game


def test_an_era_that_begins_in_a_set_reveals_nothing_before_the_next_set() -> None:
    game = at_purchase((ALMS, DUES), "3")
    accepted(game, BuyTrain("RED", "3-0", 130))
    assert game.table.phase.era == 2 and revealed(game) == [ALMS]
    with arranged(game) as tx:  # the next operating round of the same set
        tx.note("parts", 2)
        tx.note("queue", ())
        tx.record(e.TurnBegan("", ()))
        go_on(tx)
    assert (game.state.number, game.state.part, revealed(game)) == (2, 2, [ALMS])
    with arranged(game) as tx:  # and the stock round, and the next set
        tx.record(e.RoundBegan("stock", 3, 1, 1))
        tx.record(e.TurnBegan("ann", ()))
    pass_the_stock_round(game)
    assert game.state.revealed[-1] == (DUES, 3)


def test_a_later_phase_of_the_same_era_reveals_no_further_card() -> None:
    game = at_purchase((ALMS, DUES), "4", events__reveal="at-once")
    assert revealed(game) == [ALMS, DUES]
    accepted(game, BuyTrain("RED", "4-0", 250))
    assert revealed(game) == [ALMS, DUES]


def test_where_cards_are_revealed_at_once_the_first_lies_open_from_the_beginning() -> None:
    """reveal = at-once."""
    game = game_with(ALMS, events__reveal="at-once")
    assert game.state.revealed == ((ALMS, 1),)
    assert sum(game.state.cash[player] for player in game.players) == 2400 + 30


def test_where_cards_are_revealed_at_once_the_next_comes_with_its_era() -> None:
    game = at_purchase((ALMS, DUES), "3", events__reveal="at-once")
    accepted(game, BuyTrain("RED", "3-0", 130))
    assert game.state.revealed[-1] == (DUES, 2)
    assert game.state.cash["RED"] == 3000 - 130 - 20


def test_cards_of_eras_that_are_jumped_over_are_revealed_in_order() -> None:
    game = in_stock_round(game_with(ALMS, DUES, SIEGE))
    with arranged(game) as tx:
        phase(tx, "5")
    pass_the_stock_round(game)
    assert revealed(game) == [ALMS, DUES, SIEGE]


def test_a_title_without_cards_reveals_nothing() -> None:
    """reveal = none."""
    assert new("1830").state.deck == () and cards.due(new("1830").table) == ()


# --------------------------------------------------------------------------- what the cards do


def test_pay_gives_each_player_so_much() -> None:
    game = in_stock_round(game_with(ALMS))
    before = game.state.cash[BANK]
    pass_the_stock_round(game)
    assert [game.state.cash[player] for player in game.players] == [110, 110, 13]
    assert game.state.cash[BANK] == before - 30


def test_pay_gives_each_started_corporation_so_much() -> None:
    game = in_stock_round(game_with(HARVEST))
    pass_the_stock_round(game)
    assert (game.state.cash["RED"], game.state.cash["BLU"], game.state.cash["YEL"]) == (530, 45, 0)


def test_tax_takes_what_is_there_and_no_more() -> None:
    game = in_stock_round(game_with(ALMS, ENGINEERS))
    with arranged(game) as tx:
        tx.record(e.CardRevealed(ALMS, 0))
        phase(tx, "3")
    pass_the_stock_round(game)
    assert [game.state.cash[player] for player in game.players] == [95, 95, 0]


def test_tax_of_named_corporations_passes_over_those_that_are_not_started() -> None:
    """DUES names RED and GRN; GRN has not been started."""
    game = in_stock_round(game_with(ALMS, DUES))
    with arranged(game) as tx:
        tx.record(e.CardRevealed(ALMS, 0))
        phase(tx, "3")
    pass_the_stock_round(game)
    assert (game.state.cash["RED"], game.state.cash["BLU"], game.state.cash["GRN"]) == (480, 15, 0)


def reveal_now(tx: Transaction, *shown: str) -> None:
    """Everything that is due, after these cards."""
    for card in shown:
        tx.record(e.CardRevealed(card, 0))
    cards.reveal(tx)


def test_close_privates_closes_those_named() -> None:
    game = in_stock_round(game_with(ALMS, DUES, SIEGE), X4="ann", X6="bob")
    with arranged(game) as tx:
        phase(tx, "5")
        reveal_now(tx, ALMS, DUES)
    assert (game.state.privates["X4"], game.state.privates["X6"]) == (CLOSED, "bob")


def test_close_privates_without_names_closes_all_that_do_not_survive() -> None:
    game = in_stock_round(game_with(ALMS, DUES, LAPSE), X4="ann", X6="bob")
    with arranged(game) as tx:
        phase(tx, "5")
        reveal_now(tx, ALMS, DUES)
    assert set(game.state.privates.values()) == {CLOSED}


def test_a_private_that_was_not_drawn_or_is_unsold_is_not_closed_by_a_card() -> None:
    game = game_with(ALMS, DUES, SIEGE)
    with arranged(game) as tx:
        phase(tx, "5")
        reveal_now(tx, ALMS, DUES)
    assert game.state.privates["X4"] == ""
    drawn = next(game for seed in range(99) if "X4" not in (game := new("eras.toml", seed=seed)).state.privates)
    with arranged(drawn) as tx:
        tx.close_privates(["X4"])
    assert "X4" not in drawn.state.privates


def test_the_effects_that_last_answer_for_the_board() -> None:
    """stop-value, terrain-cost and close-stop: asked for by routes and lays as long as the card lies open."""
    game = in_stock_round(game_with(ALMS, ENGINEERS, SIEGE))
    with arranged(game) as tx:
        phase(tx, "5")
    pass_the_stock_round(game)
    table = game.table
    assert (cards.stop_delta(table, "B8"), cards.terrain_delta(table, "D4"), cards.is_closed(table, "D8")) == (
        20, -10, True,
    )  # fmt: skip
    with arranged(game) as tx:
        tx.record(e.RoundBegan("operating", 2, 1, 2))
    table = game.table
    assert (cards.stop_delta(table, "B8"), cards.terrain_delta(table, "D4"), cards.is_closed(table, "D8")) == (
        0, -10, False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("timing", "ends"), [("immediate", (1, 1)), ("operating-round", (1, 1)), ("operating-set", (1, 3))]
)
def test_end_game_ends_the_game_when_the_trigger_says_so(timing: str, ends: tuple[int, int]) -> None:
    """M-803: the set that the card opens is played to its end."""
    trigger = {"on": "event-card", "timing": timing}
    game = in_stock_round(game_with(ALMS, DUES, SIEGE, PEACE, end__triggers=[trigger], trains__must_own="never"))
    with arranged(game) as tx:
        phase(tx, "6")
        for card in (ALMS, DUES, SIEGE):
            tx.record(e.CardRevealed(card, 0))
    pass_the_stock_round(game)
    assert game.is_over is (timing == "immediate")
    while not game.is_over:
        accepted(game, Pass(game.actor))
    assert game.state.ended == "event-card" and (game.state.number, game.state.part) == ends
    assert revealed(game)[-1] == PEACE


# --------------------------------------------------------------------------- what goes with an era


def test_a_private_closes_with_the_beginning_of_its_era() -> None:
    """closes_era: X1 closes with era 3, before anything else that the train brings about."""
    game = at_purchase((ALMS, DUES), "5")
    assert game.state.privates["X1"] == "ann"
    events = game.play(BuyTrain("RED", "5-0", 400))
    began = next(n for n, event in enumerate(events) if isinstance(event, e.PhaseBegan))
    assert events[began + 1] == e.PrivateMoved("X1", CLOSED)


def test_a_private_does_not_close_with_an_earlier_phase() -> None:
    game = at_purchase((ALMS, DUES), "4")
    accepted(game, BuyTrain("RED", "4-0", 250))
    assert game.state.privates["X1"] == "ann"


@pytest.mark.parametrize(("at", "works"), [("2", False), ("3", True), ("4", True), ("5", False)])
def test_an_ability_works_in_its_eras_only(at: str, works: bool) -> None:
    """FRN: in era 2; abilities[].eras."""
    game = game_with(ALMS)
    with arranged(game) as tx:
        sell_privates(tx, X6="bob")
        found(tx, "BLU", 67, ann=60)
        phase(tx, at)
        stock_turn(tx, "ann")
    action = ExchangePrivate("bob", "X6", "BLU/5")
    if works:
        accepted(game, action)
        assert game.state.holder["BLU/5"] == "bob" and game.state.privates["X6"] == CLOSED
    else:
        refused(game, action, "no-ability", private="X6")


@pytest.mark.parametrize(("at", "eras", "blocked"), [("2", [1], True), ("3", [1], False), ("3", [1, 2], True)])
def test_a_private_blocks_its_hexes_in_its_eras_only(at: str, eras: list[int], blocked: bool) -> None:
    game = laying({"kind": "block-hexes", "eras": eras}, at)
    assert is_listed(game, LayTile("RED", "D4", "9", 1)) is not blocked


@pytest.mark.parametrize("only_empty", [False, True])
def test_a_private_that_blocks_only_empty_hexes_blocks_no_upgrade(only_empty: bool) -> None:
    """RAG; only_empty."""
    game = laying({"kind": "block-hexes", "only_empty": only_empty}, "3")
    refused(game, LayTile("RED", "D4", "9", 1), "blocked", private="X1")
    with arranged(game) as tx:
        tx.record(e.TileLaid("D4", "9", 1, ()))
    upgrades = [offer for offer in game.offers() if offer.kind == "lay-tile"]
    assert any(action.hex == "D4" for offer in upgrades for action in offer.actions()) is only_empty


def laying(ability: dict[str, Any], at: str) -> Game:
    """RED, connected to D4 over the city GRN's hex D2, may lay; bob owns X1, which speaks of D4."""
    changes = {"rules.auction.lots": "all", "privates.X1.abilities": [ability], "tiles.23": 1}
    game = new("eras.toml", overrides=changes)
    with arranged(game) as tx:
        sell_privates(tx, X1="bob")
        found(tx, "RED", 100, ann=60, cash=500, home=False)
        tx.place_token("RED", "D2", 0)
        phase(tx, at)
        turn(tx, "RED", "lay-track")
    return game


# --------------------------------------------------------------------------- privates that bring certificates


def test_the_bank_pays_the_corporation_whose_presidents_certificate_comes_with_a_private() -> None:
    """VRC; bank_pays: twice the starting value, as its certificate is of 20 %; closes: the private is closed."""
    game = game_with(ALMS)
    with arranged(game) as tx:
        for private in ("X1", "X2", "X3", "X4", "X6"):
            tx.move_private(private, "cay")
        tx.record(e.TurnBegan("ann", ("bob",)))
    accepted(game, Bid("ann", "X5", 70))
    assert game.state.privates["X5"] == CLOSED
    bank = game.state.cash[BANK]
    accepted(game, ChoosePar("ann", "RED", 90))
    assert game.state.cash["RED"] == 180 and game.state.cash[BANK] == bank - 180
    assert game.state.president["RED"] == "ann"


def test_without_those_words_nothing_is_paid_and_the_private_stays() -> None:
    plain = [{"kind": "certificates", "certificates": ["RED/0"]}]
    game = new("eras.toml", overrides={"rules.auction.lots": "all", "privates.X5.abilities": plain})
    with arranged(game) as tx:
        for private in ("X1", "X2", "X3", "X4", "X6"):
            tx.move_private(private, "cay")
        tx.record(e.TurnBegan("ann", ("bob",)))
    accepted(game, Bid("ann", "X5", 70))
    accepted(game, ChoosePar("ann", "RED", 90))
    assert game.state.cash["RED"] == 0 and game.state.privates["X5"] == "ann"


def test_certificates_of_a_corporation_that_was_not_drawn_come_with_no_private() -> None:
    for seed in range(99):
        given = [{"kind": "certificates", "certificates": ["M1/0", "M2/1", "M3/1"]}]
        game = new("eras.toml", overrides={"rules.auction.lots": "all", "privates.X1.abilities": given}, seed=seed)
        if game.state.closed == ("M1",):
            break
    actor = game.actor
    accepted(game, Bid(actor, "X1", 20))
    assert game.state.privates["X1"] == actor and game.state.paper[actor] == ("M2/1", "M3/1")
    assert not game.state.pending and game.state.holder["M1/0"] == "gone"
