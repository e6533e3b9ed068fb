"""Who sells to another player, or to another player's corporation: whether he is asked (rules.trade.consent)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from open18xx import load_title, new_game
from open18xx.bots.random_bot import RandomBot
from open18xx.bots.simple_bot import SimpleBot
from open18xx.play.actions import (
    Action,
    BuyPrivate,
    BuyTrain,
    Consent,
    ExchangePrivate,
    LayPrivateTile,
    Pass,
    from_json,
)
from open18xx.play.events import PresidentChanged
from open18xx.play.game import Game
from open18xx.play.steps.trains import BuyTrainStep
from open18xx.play.table import Table
from open18xx.play.transaction import Transaction
from open18xx.saves import load, save

from .moments import arrange, play
from .positions import accepted, arranged, kinds, refused, turn

ASKED, GIVEN = {"rules.trade.consent": "asked"}, {"rules.trade.consent": "given"}
TRADING = {"rules.stock.private_trade_from": 1, "phases.2.allows": ["players-trade-privates"]}


def buying(rules: dict[str, Any] = ASKED, *, cash: int = 500) -> Game:
    """PRR (ann's) in turn, with one train; cay owns SV, ann DH; NYC (bob's) and B&O (ann's) have two trains each."""
    return (
        arrange(rules)
        .start("PRR", "ann", 67, ann=60)
        .start("NYC", "bob", 67, bob=60)
        .start("B&O", "ann", 67, ann=60)
        .owns("cay", "SV")
        .owns("ann", "DH")
        .cash(PRR=cash, NYC=0, **{"B&O": 0})
        .trains("NYC", "2", "2")
        .trains("B&O", "2", "2")
        .trains("PRR", "2")
        .phase("3")
        .operating("PRR", "NYC", "B&O", step="buy-train")
    )


PRIVATE, TRAIN = BuyPrivate("PRR", "SV", 30), BuyTrain("PRR", "2-0", 70)
YES = {PRIVATE: Consent("cay", "PRR", 30, private="SV"), TRAIN: Consent("NYC", "PRR", 70, train="2-0")}
DEALS = pytest.mark.parametrize("deal", [PRIVATE, TRAIN], ids=["private", "train"])


# --------------------------------------------------------------------------- given


@DEALS
def test_where_consent_is_given_the_purchase_is_made_at_once(deal: Action) -> None:
    game = buying(GIVEN)
    play(game, deal)
    assert game.actor == "PRR" and not game.state.pending
    assert "SV" in game.table.privates_of("PRR") or "2-0" in game.table.trains_of("PRR")


def test_consent_is_given_where_nothing_is_said() -> None:
    assert load_title("1830").rules.trade.consent == "given"


# --------------------------------------------------------------------------- asked


@DEALS
def test_where_it_is_asked_nothing_moves_before_the_seller_s_player_has_answered(deal: Action) -> None:
    game = buying()
    before = game.state
    play(game, deal)
    assert (game.actor, game.player) == {PRIVATE: ("cay", "cay"), TRAIN: ("NYC", "bob")}[deal]
    assert (game.state.cash, game.state.privates, game.state.trains) == (before.cash, before.privates, before.trains)
    assert kinds(game) == {"consent", "pass"}


@DEALS
def test_with_his_consent_all_is_as_if_it_had_been_bought_at_once(deal: Action) -> None:
    asked, given = buying(), buying(GIVEN)
    play(asked, deal, YES[deal])
    play(given, deal)
    assert asked.state == given.state


@DEALS
def test_if_he_refuses_the_buyer_goes_on_as_before(deal: Action) -> None:
    game = buying()
    before = game.state.canonical()
    play(game, deal, Pass(YES[deal].actor))
    after = game.state.canonical()
    changed = {name for name, value in after.items() if value != before[name]}
    assert changed == {"traded"} and game.actor == "PRR"


def test_what_was_refused_is_offered_again_in_that_turn_for_more_only() -> None:
    game = buying()
    play(game, PRIVATE, Pass("cay"))
    refused(game, PRIVATE, "not-sold", what="SV", seller="cay", price=40)
    refused(game, BuyPrivate("PRR", "SV", 20), "not-sold", seller="cay")
    play(game, BuyPrivate("PRR", "SV", 35), Pass("cay"))
    refused(game, BuyPrivate("PRR", "SV", 35), "not-sold", seller="cay")
    refused(game, BuyPrivate("PRR", "SV", 50), "private-price", low=36, high=40)


def test_when_the_most_was_refused_it_is_not_to_be_had_in_that_turn() -> None:
    game = buying()
    play(game, BuyPrivate("PRR", "SV", 40), Pass("cay"))
    refused(game, BuyPrivate("PRR", "SV", 40), "not-sold", what="SV", seller="cay", price=40)
    assert "buy-private" in kinds(game), "that of its own president"
    face = buying({**ASKED, "rules.trains.others_price": "face"})
    play(face, BuyTrain("PRR", "2-0", 80), Pass("NYC"))
    refused(face, BuyTrain("PRR", "2-0", 80), "not-sold", what="2-0", seller="NYC", price=80)


def test_a_refusal_is_for_what_was_asked_for_and_for_that_turn() -> None:
    game = buying()
    play(game, TRAIN, Pass("NYC"))
    assert game.refusal(BuyTrain("PRR", "2-1", 70)) is None
    while game.state.actor == "PRR":
        play(game, Pass("PRR"))
    assert game.state.traded == ()


def test_a_refusal_binds_the_player_who_gave_it_and_nobody_else() -> None:
    game = buying()
    play(game, TRAIN, Pass("NYC"))
    refused(game, TRAIN, "not-sold", seller="NYC")
    tx = Transaction(game.box, game.state.copy())
    tx.record(PresidentChanged("NYC", "cay"))
    assert BuyTrainStep().refusal(Table(game.box, tx.state), TRAIN) is None


def test_a_refusal_takes_no_right_from_the_buyer_to_deal_in_its_own_certificates() -> None:
    rules = {
        **ASKED, "rules.corporations.own_certificates": "sell-and-buy-back",
        "rules.corporations.capitalization": "incremental",
        "rounds.operating.steps": ["buy-train", "issue", "redeem"],
    }  # fmt: skip
    game = buying(rules)
    play(game, TRAIN, Pass("NYC"), Pass("PRR"))
    assert game.actor == "PRR" and "issue-certificates" in kinds(game)


def test_nobody_is_asked_when_one_player_decides_for_both() -> None:
    game = buying()
    play(game, BuyPrivate("PRR", "DH", 35), BuyTrain("PRR", "2-2", 1))
    assert game.table.privates_of("PRR") == ["DH"] and "2-2" in game.table.trains_of("PRR")


def test_the_bank_is_not_asked() -> None:
    game = buying()
    play(game, BuyTrain("PRR", "3-0", 180))
    assert "3-0" in game.table.trains_of("PRR")


def test_a_corporation_for_which_nobody_decides_sells_nothing() -> None:
    game = buying()
    with arranged(game, audit=False) as tx:
        tx.record(PresidentChanged("NYC", ""))
    refused(game, TRAIN, "not-for-sale", what="2-0", owner="NYC")


# --------------------------------------------------------------------------- while he is asked


def test_he_agrees_to_the_offer_as_it_is_and_only_he() -> None:
    game = buying()
    play(game, PRIVATE)
    refused(game, Consent("ann", "PRR", 30, private="SV"), "not-your-turn", expected="cay")
    for other in (
        Consent("cay", "PRR", 31, private="SV"),
        Consent("cay", "NYC", 30, private="SV"),
        Consent("cay", "PRR", 30, private="DH"),
        Consent("cay", "PRR", 30, train="SV"),
        Consent("cay", "PRR", 30),
    ):
        refused(game, other, "other-deal", what="SV", price=30, buyer="PRR")
    refused(game, Pass("PRR"), "not-your-turn", actor="PRR", expected="cay")


def test_consent_that_nobody_asked_for_is_none() -> None:
    refused(buying(), YES[PRIVATE], "not-offered", kind="consent")
    refused(buying(GIVEN), YES[PRIVATE], "not-offered", kind="consent")


def test_nothing_else_happens_before_the_answer_not_even_what_may_be_done_at_any_time() -> None:
    made = arrange({**ASKED, "rounds.operating.anytime": ["exchange-private", "lay-private-tile", "buy-private"],
                    "privates.MH.abilities": [{"kind": "exchange", "holder": "player", "corporations": ["NYC"],
                                               "sources": ["ipo"], "windows": ["any-time"]}]})  # fmt: skip
    made = made.start("PRR", "ann", 67, ann=60).start("NYC", "bob", 67, bob=60).owns("cay", "MH").trains("PRR", "2")
    game = made.cash(PRR=500).phase("3").operating("PRR", "NYC", step="buy-train")
    exchange = ExchangePrivate("cay", "MH", "NYC/6")
    assert "exchange-private" in kinds(game)
    play(game, BuyPrivate("PRR", "MH", 110))
    refused(game, exchange, "not-offered", possible=("consent", "pass"))
    play(game, Pass("cay"))
    assert "exchange-private" in kinds(game)


def test_limits_are_looked_at_before_anybody_is_asked() -> None:
    game = buying(cash=20)
    refused(game, PRIVATE, "private-price", high=20)
    refused(game, TRAIN, "train-price", high=20)
    full = (
        arrange(ASKED).start("PRR", "ann", 67, ann=60).start("NYC", "bob", 67, bob=60).cash(PRR=500)
        .owns("cay", "SV").trains("NYC", "2").trains("PRR", "2", "2", "2", "2").phase("3")
        .operating("PRR", "NYC", step="buy-train")
    )  # fmt: skip
    with arranged(full) as tx:
        turn(tx, "PRR", "buy-train")
    refused(full, TRAIN, "train-limit", count=4, limit=4)


def test_what_a_sale_sets_off_comes_with_the_consent() -> None:
    """1889's Ehime Railway: the seller lays a tile at once."""
    made = arrange(ASKED, name="1889").start("IR", "ann", 75, ann=50).start("AR", "bob", 75, bob=50).owns("cay", "ER")
    game = made.cash(IR=500).phase("3").operating("IR", "AR", step="buy-train")
    play(game, BuyPrivate("IR", "ER", 40))
    assert kinds(game) == {"consent", "pass"}
    play(game, Consent("cay", "IR", 40, private="ER"))
    assert kinds(game) == {"lay-private-tile", "pass"} and game.actor == "cay"
    assert any(isinstance(action, LayPrivateTile) for action in game.legal_actions())


def test_the_president_s_money_moves_with_the_consent_too() -> None:
    """E04: ann helps PRR, which must own a train, to one of NYC's."""
    made = arrange({**ASKED, "rules.trains.must_own": "always"}).start("PRR", "ann", 67, ann=60)
    made = made.start("NYC", "bob", 67, bob=60).trains("NYC", "2", "2").cash(PRR=10, NYC=0, ann=300)
    game = made.operating("PRR", "NYC", step="buy-train")
    play(game, BuyTrain("PRR", "2-0", 75))
    assert (game.state.cash["PRR"], game.state.cash["ann"]) == (10, 300)
    play(game, Consent("NYC", "PRR", 75, train="2-0"))
    assert (game.state.cash["PRR"], game.state.cash["ann"], game.state.cash["NYC"]) == (0, 235, 75)


# --------------------------------------------------------------------------- players among themselves


def trading(rules: dict[str, Any] = ASKED) -> Game:
    return arrange({**rules, **TRADING}).owns("cay", "SV").cash(ann=100).stock("ann")


def test_a_player_who_buys_of_another_has_acted_once_that_agrees() -> None:
    game = trading()
    play(game, BuyPrivate("ann", "SV", 60))
    assert (game.actor, game.state.acted, game.state.bought) == ("cay", False, ())
    play(game, Consent("cay", "ann", 60, private="SV"))
    assert (game.state.cash["ann"], game.table.privates_of("ann"), game.state.last_actor) == (40, ["SV"], "ann")


def test_a_player_who_was_refused_has_not_bought_and_may_do_something_else() -> None:
    game = trading()
    play(game, BuyPrivate("ann", "SV", 60), Pass("cay"))
    assert (game.actor, game.state.acted, game.state.bought) == ("ann", False, ())
    refused(game, BuyPrivate("ann", "SV", 60), "not-sold", seller="cay", price=100)
    play(game, Pass("ann"))
    assert game.state.passed == ("ann",)


# --------------------------------------------------------------------------- undo, saves, bots


def test_question_and_answer_are_taken_back_and_played_again() -> None:
    game = buying()
    states = [game.state]
    for action in (PRIVATE, Pass("cay"), BuyPrivate("PRR", "SV", 40), Consent("cay", "PRR", 40, private="SV")):
        accepted(game, action)
        states.append(game.state)
    for state in reversed(states[:-1]):
        assert game.undo() and game.state == state
    for state in states[1:]:
        assert game.redo() and game.state == state


def test_a_game_saved_at_the_question_goes_on_with_the_answer(tmp_path: Path) -> None:
    game, bot = new_game(load_title("menorca-1713"), ["ann", "bob"], seed=1), RandomBot(1)
    while not (game.state.pending and game.state.pending[0].step == "consent"):
        game.play(bot.choose(game))
    save(game, tmp_path / "game.json")
    again = load(tmp_path / "game.json")
    assert again.state == game.state and again.offers() == game.offers()
    answer = next(offer for offer in again.offers() if offer.kind == "consent").fill(())
    assert again.action_from_json(answer.to_json()) == answer and from_json(answer.to_json()) == answer
    assert again.play(answer) == game.play(answer)


@pytest.mark.parametrize(
    ("deal", "agrees"),
    [
        (BuyPrivate("PRR", "SV", 20), True),
        (BuyPrivate("PRR", "SV", 19), False),
        (BuyTrain("PRR", "2-0", 80), True),
        (BuyTrain("PRR", "2-0", 79), False),
    ],
)
def test_the_simple_bot_agrees_to_the_printed_price_and_to_more(deal: Action, agrees: bool) -> None:
    game = buying()
    play(game, deal)
    assert isinstance(SimpleBot(1).choose(game), Consent) is agrees


def test_the_simple_bot_keeps_the_last_train_of_a_corporation() -> None:
    made = arrange(ASKED).start("PRR", "ann", 67, ann=60).start("NYC", "bob", 67, bob=60).trains("NYC", "2")
    game = made.cash(PRR=500).trains("PRR", "2").operating("PRR", "NYC", step="buy-train")
    play(game, BuyTrain("PRR", "2-0", 500))
    assert SimpleBot(1).choose(game) == Pass("NYC")
