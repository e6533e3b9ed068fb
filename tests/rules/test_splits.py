"""Splits under the words of rules.split and corporations.X.capital, in a title that is otherwise 1830."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx.errors import TitleError
from open18xx.play import actions as a
from open18xx.play.events import CertificateMoved
from open18xx.play.game import Game
from open18xx.play.state import BANK, IPO, POOL

from .positions import accepted, arranged, found, kinds, new, refused, stock_turn, token


def splittable(ann: int = 60, overrides: dict[str, Any] | None = None) -> Game:
    """ann presides over the PRR, which has tokens at home and in E19; bob has 20 %, and the pool the rest of 80."""
    game = new("splitting.toml", overrides=overrides)
    with arranged(game) as tx:
        for private in tx.state.privates:
            tx.close_private(private)
        found(tx, "PRR", 67, cash=400, ann=ann, bob=20, pool=80 - ann)
        token(tx, "PRR", "E19")
        stock_turn(tx, "ann")
    return game


def split(game: Game, par: int = 67) -> Game:
    accepted(game, a.SplitCorporation("ann", "PRR"))
    accepted(game, a.ChooseBranch("ann", "ERIE"))
    accepted(game, a.ChoosePar("ann", "ERIE", par))
    accepted(game, a.Pass("ann"))
    accepted(game, a.GiveMoney("ann", 100))
    return game


def held(game: Game, corporation: str) -> dict[str, int]:
    return {owner: game.table.percent(owner, corporation) for owner in ("ann", "bob", POOL, IPO)}


def test_the_step_wants_a_group_of_corporations_that_come_into_being() -> None:
    with pytest.raises(TitleError, match="group is not named"):
        new("splitting.toml", overrides={"rules.split.group": ""})


def test_no_split_when_none_of_the_group_is_left() -> None:
    game = splittable(overrides={"rules.split.percent": 20})
    with arranged(game) as tx:
        tx.close_corporation("CPR")
        tx.close_corporation("ERIE")
    refused(game, a.SplitCorporation("ann", "PRR"), "no-branch", corporation="PRR")


def test_the_branch_gets_no_more_places_than_it_has_tokens() -> None:
    game = splittable(overrides={"corporations.ERIE.tokens": [0]})
    with arranged(game) as tx:
        token(tx, "PRR", "F16")
    accepted(game, a.SplitCorporation("ann", "PRR"))
    accepted(game, a.ChooseBranch("ann", "ERIE"))
    assert len([offer for offer in game.offers() if offer.kind == "give-token"]) == 1
    accepted(game, a.GiveToken("ann", "F16", 0))
    assert game.state.pending[0].step == "split-par"


def test_without_a_starting_value_left_there_is_no_split() -> None:
    game = splittable(overrides={"market.zones.p.par_until": "2"})
    with arranged(game) as tx:
        tx.note("begun_types", ("2",))
    refused(game, a.SplitCorporation("ann", "PRR"), "par", allowed=())


@pytest.mark.parametrize(("percent", "enough"), [(20, True), (60, True), (70, False)])
def test_the_president_holds_as_much_as_the_title_says(percent: int, enough: bool) -> None:
    game = splittable(overrides={"rules.split.percent": percent})
    if enough:
        accepted(game, a.SplitCorporation("ann", "PRR"))
    else:
        refused(game, a.SplitCorporation("ann", "PRR"), "split-holding", held=60, wanted=70)


@pytest.mark.parametrize(("tokens", "enough"), [(1, True), (2, True), (3, False)])
def test_it_has_as_many_tokens_as_the_title_says(tokens: int, enough: bool) -> None:
    game = splittable(overrides={"rules.split.tokens": tokens})
    if enough:
        accepted(game, a.SplitCorporation("ann", "PRR"))
    else:
        refused(game, a.SplitCorporation("ann", "PRR"), "split-tokens", count=2, wanted=3)


def test_a_president_without_enough_ordinary_certificates_gives_those_he_has() -> None:
    game = split(splittable(ann=30, overrides={"rules.split.percent": 30}))
    assert held(game, "PRR") == {"ann": 20, "bob": 10, POOL: 30, IPO: 40}
    assert held(game, "ERIE") == {"ann": 20, "bob": 10, POOL: 20, IPO: 50}


def test_the_unsold_rest_stays_where_the_title_lays_it() -> None:
    game = split(splittable())
    assert held(game, "PRR") == {"ann": 30, "bob": 10, POOL: 10, IPO: 50}
    assert held(game, "ERIE") == {"ann": 30, "bob": 10, POOL: 10, IPO: 50}


@pytest.mark.parametrize(("capital", "at_once"), [("full", 0), ("as-sold", 0), ("lump-sum", 6 * 67)])
def test_the_branch_gets_its_money_as_the_title_says(capital: str, at_once: int) -> None:
    """Full: nothing before it floats; lump-sum: for all that no player has; as-sold: nothing."""
    game = split(splittable(overrides={"corporations.ERIE.capital": capital}))
    moved = [event for event in game.log() if isinstance(event, CertificateMoved)]
    assert moved and all(event.source != event.target for event in moved)
    assert game.state.cash["ERIE"] == 100 + at_once
    with arranged(game) as tx:
        for certificate in tx.certificates_of(IPO, "ERIE")[:1]:
            tx.move_certificate(certificate.id, "ann")
        before = tx.state.cash[BANK]
        tx.float_if_sold("ERIE")
        paid = before - tx.state.cash[BANK]
    assert game.table.is_floated("ERIE")
    assert paid == (670 if capital == "full" else 0)


def test_a_branch_that_is_sold_enough_by_the_split_floats_at_once() -> None:
    game = split(splittable(overrides={"corporations.ERIE.float_percent": 50}))
    assert game.table.is_floated("ERIE") and game.state.cash["ERIE"] == 670 + 100
    game = split(splittable(overrides={"corporations.ERIE.float_percent": 60}))
    assert not game.table.is_floated("ERIE") and game.state.cash["ERIE"] == 100


def test_the_title_without_the_steps_offers_no_split() -> None:
    game = new("1830")
    assert "split-corporation" not in kinds(game)
    assert "split-corporation" not in {step.name for step in game.box.round_steps["stock"]}
