"""What a seat sees: never the seed, nor a card that is still to come, nor what was not drawn."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from open18xx import UsageError, views
from open18xx.bots.random_bot import RandomBot
from open18xx.play import events as e
from open18xx.play.game import Game

from .positions import arranged, new, phase, sell_privates

PLAYERS = ("ann", "bob", "cay")


def rules(overrides: dict[str, Any]) -> dict[str, Any]:
    return {f"rules.{key.replace('__', '.')}": value for key, value in overrides.items()}


def begun(seed: int = 0, **overrides: Any) -> Game:
    return new("eras.toml", seed=seed, overrides=rules(overrides))


@cache
def played(seed: int) -> Game:
    """A random game of 120 actions, some of them after an era has begun. Clone it before you play on."""
    game, bot = begun(seed), RandomBot(seed)
    while not game.is_over and game.length < 120:
        game.play(bot.choose(game))
    return game


def shown(game: Game, seat: str) -> str:
    """All that the engine tells a seat: the position, the list of what may be done, and the log."""
    offers = [repr(offer) for offer in game.offers()]
    return json.dumps([views.seen(game, seat), offers, [repr(event) for event in views.log(game, seat)]])


@pytest.mark.parametrize("block", [0, *(pytest.param(block, marks=pytest.mark.slow) for block in range(1, 8))])
def test_no_seat_sees_the_seed_or_a_card_that_is_to_come(block: int) -> None:
    """M-807, 25 seeds a block: 200 in all, every seat and the spectator."""
    for seed in range(900_000 + block * 25, 900_000 + (block + 1) * 25):
        game = played(seed) if seed % 25 == 0 else begun(seed)
        open_ = {card for card, _ in game.state.revealed}
        for seat in ("", *PLAYERS):
            text = shown(game, seat)
            told = open_ | set(views.foreseen(game.table, seat))
            assert str(seed) not in text and str(game.state.rng[0]) not in text
            for card in game.box.cards.keys() - told:
                assert f'"{card}"' not in text and f"'{card}'" not in text
            for id in views.undrawn(game):
                assert f'"{id}"' not in text and f"'{id}'" not in text
            for id in game.title.privates.keys() - game.state.privates.keys():
                assert f'"{id}"' not in text and f"'{id}'" not in text


def test_the_deck_shows_how_many_cards_there_are_and_which_lie_open() -> None:
    game = begun(3)
    assert views.seen(game)["deck"] == ["hidden"] * 4
    with arranged(game) as tx:
        tx.record(e.CardRevealed(tx.state.deck[0], 1))
    first = game.state.deck[0]
    assert views.seen(game)["deck"] == [first, "hidden", "hidden", "hidden"]
    assert views.seen(game)["revealed"] == [[first, 1]]


def test_all_else_is_shown_as_it_is() -> None:
    game = played(7)
    record, whole = views.seen(game), game.state.canonical()
    assert record.keys() == whole.keys()
    hidden = views.undrawn(game)
    for name in whole.keys() - {"rng", "deck", "closed", "paper", "cash", "trains", "tokens_left", "arrivals"}:
        assert record[name] == whole[name], name
    assert [row for row in whole["cash"] if row[0] not in hidden] == record["cash"]


def with_seer(owner: str, **overrides: Any) -> Game:
    """``owner`` has the private that sees event cards; era 2 has begun and its card is still to come."""
    seed = next(seed for seed in range(100) if "X4" in begun(seed).state.privates)
    game = begun(seed, **overrides)
    with arranged(game) as tx:
        sell_privates(tx, X4=owner)
        if not tx.state.revealed:
            tx.record(e.CardRevealed(tx.state.deck[0], 1))
        phase(tx, "3")
    return game


def test_the_owner_of_a_private_that_sees_cards_knows_the_one_that_is_due_and_nobody_else_does() -> None:
    """IVR: one set early; see-event."""
    game = with_seer("bob")
    assert game.state.deck[1] in views.seen(game, "bob")["deck"]
    assert views.seen(game, "bob")["deck"][2:] == ["hidden", "hidden"]
    for seat in ("", "ann", "cay"):
        assert views.seen(game, seat)["deck"][1:] == ["hidden"] * 3


def test_he_knows_nothing_of_an_era_that_has_not_begun() -> None:
    game = with_seer("bob")
    with arranged(game) as tx:
        tx.record(e.CardRevealed(tx.state.deck[1], 2))
    assert views.seen(game, "bob")["deck"][2:] == ["hidden", "hidden"]


def test_where_cards_are_revealed_at_once_he_knows_the_next_one() -> None:
    game = with_seer("bob", events__reveal="at-once")
    assert views.foreseen(game.table, "bob") == game.state.deck[1:2]
    assert views.foreseen(game.table, "ann") == ()


def test_nobody_sees_by_a_private_that_is_closed_or_unsold() -> None:
    game = with_seer("bob")
    with arranged(game) as tx:
        tx.close_private("X4")
    assert views.foreseen(game.table, "bob") == () and views.foreseen(game.table, "") == ()


def test_a_note_about_the_generator_or_the_deck_is_in_no_log() -> None:
    game = begun(1)
    game.record(e.Noted("rng", (4711,)), e.Noted("deck", ("peace",)), e.Noted("lays", ()))
    assert [event for event in views.log(game) if isinstance(event, e.Noted)] == [e.Noted("lays", ())]


def test_a_seat_that_there_is_not_sees_nothing() -> None:
    with pytest.raises(UsageError, match="no player 'eve'"):
        views.seen(begun(), "eve")
    with pytest.raises(UsageError, match="no player 'eve'"):
        views.log(begun(), "eve")


def test_a_player_called_like_a_certificate_is_still_seen() -> None:
    game = new("eras.toml", ("M1/0", "M2/0", "M3/0"))
    assert {row[0] for row in views.seen(game)["cash"]} >= {"M1/0", "M2/0", "M3/0"}
