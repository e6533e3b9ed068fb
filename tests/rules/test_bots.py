"""What the simple bot looks at: where track leads, what trains earn, and when a corporation deals in its own paper."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from open18xx.bots import fleet
from open18xx.bots.prospects import Prospects
from open18xx.bots.simple_bot import SimpleBot
from open18xx.play.actions import (
    BuyCertificate,
    BuyPrivate,
    BuyTrain,
    ChooseDividend,
    IssueCertificates,
    LayTile,
    Pass,
    RedeemCertificates,
    StartCorporation,
)
from open18xx.play.game import Game
from open18xx.play.offers import Rows

from .moments import arrange
from .positions import arranged, found, new, phase, sell_privates, stock_turn, tile, trains, turn

NOBODY_FAILS: dict[str, Any] = {
    "rules.emergency.bankruptcy": "forbidden",
    "rules.end.triggers": [{"on": "bank", "timing": "operating-set"}, {"on": "market-cell", "timing": "immediate"}],
    "rounds.operating.anytime": ["sell-to-help"],
}
OWN: dict[str, Any] = {
    **NOBODY_FAILS,
    "rules.corporations.own_certificates": "sell-and-buy-back",
    "rules.corporations.capitalization": "incremental",
    "rules.corporations.unsold_pays": "corporation",
    "rules.trains.must_own": "always",
    "rounds.operating.steps": ["choose-dividend", "issue", "redeem", "must-buy-train"],
    "rules.trains.must_own_at": "end-of-turn",
    "market.rows": ["100p", "90", "80", "70", "60", "50", "40"],
}


def island(step: str = "lay-track", *, cash: int = 500, **overrides: Any) -> Game:
    """RED (ann) at Maó, J11, in its turn: ships go by sea, wagons by road, and phase 3 has green tiles."""
    game = new("island.toml", overrides={key.replace("__", "."): value for key, value in overrides.items()})
    with arranged(game) as tx:
        sell_privates(tx)
        found(tx, "RED", 100, ann=60, cash=cash)
        phase(tx, "3")
        turn(tx, "RED", step)
    return game


def side(game: Game, hex: str, edge: int) -> int:
    return game.box.ground.number[hex] * 6 + edge


def names(game: Game, behind: dict[int, int]) -> dict[str, int]:
    return {game.box.ground.names[n]: tiles for n, tiles in behind.items()}


def choice(game: Game) -> Any:
    return SimpleBot(1).choose(game)


# --------------------------------------------------------------------------- track


def test_stops_behind_a_side_are_counted_in_tiles_to_lay() -> None:
    """From Maó over K12: two sea tiles to the offboard K16; the coast J15 needs one more, and its own."""
    game = island()
    found_there = names(game, Prospects(game.box.ground).behind(side(game, "K12", 2)))
    assert found_there["K16"] == 2 and found_there["J15"] == 3
    assert "G8" not in found_there, "a way by sea does not go on by land"


def test_an_offboard_is_entered_by_its_own_ways_only() -> None:
    """K16 has a way to the north alone."""
    game = island()
    prospects = Prospects(game.box.ground)
    assert names(game, prospects.behind(side(game, "K16", 3))) == {"K16": 0}
    assert names(game, prospects.behind(side(game, "K16", 2))) == {}


def test_a_tile_nearer_to_a_stop_promises_more_and_one_that_joins_it_most() -> None:
    game = island()
    promise, promises = Prospects(game.box.ground).promise, []
    for lie in (("K12", "78", 0), ("K14", "79", 0)):
        promises.append(promise(game.state.board, "RED", "green"))
        with arranged(game) as tx:
            tile(tx, *lie)
    promises.append(promise(game.state.board, "RED", "green"))
    assert promises == sorted(set(promises))
    assert promises[0] >= 30, "Maó itself"


def test_the_bot_goes_on_with_the_lane_that_leads_to_an_offboard() -> None:
    """With K12 laid and a ship, the tile on K14 makes the first run of 40 and more."""
    game = island()
    with arranged(game) as tx:
        tile(tx, "K12", "78", 0)
        trains(tx, "RED", "2-0")
    assert choice(game) in (LayTile("RED", "K14", "79", 0), LayTile("RED", "K14", "79", 3))


def test_it_pays_for_no_tile_that_does_not_help() -> None:
    """Where the hill I10 costs 450, a road there is worth less to RED than none."""
    game, bot = island(hexes__I10__terrain=[{"kind": "hill", "cost": 450}]), SimpleBot(1)
    lays = [action for offer in game.offers() if offer.kind == "lay-tile" for action in offer.actions()]
    dear = [action for action in lays if isinstance(action, LayTile) and action.hex == "I10"]
    assert dear and all(bot._worth(game, action) < bot._worth_now(game.table, "RED") for action in dear)
    offers = [offer for offer in game.offers() if offer.kind == "lay-tile"]
    only_dear = replace(
        offers[0], holes=(Rows(("hex", "tile", "rotation"), (("I10", dear[0].tile, dear[0].rotation),)),)
    )
    assert bot._lay(game, [only_dear]) is None


# --------------------------------------------------------------------------- trains


def at_purchase(cash: int, *own: str) -> Game:
    """RED may buy; a lane leads from Maó to K16."""
    game = island("buy-train", cash=cash, **{key.replace(".", "__"): value for key, value in NOBODY_FAILS.items()})
    with arranged(game) as tx:
        tile(tx, "K12", "78", 0)
        tile(tx, "K14", "79", 0)
        trains(tx, "RED", *own)
    return game


@pytest.mark.parametrize(("own", "gain"), [((), 70), (("2-0",), 0)])
def test_a_train_is_worth_what_it_earns_more(own: tuple[str, ...], gain: int) -> None:
    """A first ship runs from Maó to K16: 30 and 40. A second one has no way of its own."""
    game = at_purchase(500, *own)
    offers = [offer for offer in game.offers() if offer.kind == "buy-train"]
    assert [each.gain for each in fleet.bargains(game.table, offers) if each.type_.id == "2"] == [gain]


def test_where_nobody_can_be_bankrupt_a_train_that_pays_off_is_bought_with_the_last_coin() -> None:
    game = at_purchase(80)
    bought = choice(game)
    assert isinstance(bought, BuyTrain) and bought.train.startswith("2-")


def test_a_rich_corporation_brings_the_game_on_and_a_poor_one_does_not() -> None:
    """A second ship earns nothing: bought for 80 with 100 in the treasury, not with 99."""
    assert isinstance(choice(at_purchase(100, "2-0")), BuyTrain)
    assert choice(at_purchase(99, "2-0")) == Pass("RED")


def test_where_a_president_can_be_bankrupt_the_purse_stays_half_full() -> None:
    """The rule of old: a second train for 80 with 160, not with 159."""
    for cash, buys in ((160, True), (159, False)):
        game = arrange().start("PRR", "ann", 100, ann=60).trains("PRR", "2").cash(PRR=cash).operating("PRR")
        while "buy-train" not in {offer.kind for offer in game.offers()}:
            game.play(Pass("PRR"))
        assert isinstance(choice(game), BuyTrain) == buys


# --------------------------------------------------------------------------- own paper, dividends


def operating(step: str, *, cash: int, more: dict[str, Any] | None = None, pool: int = 0, at: int = 0) -> Game:
    position = arrange({**OWN, **(more or {})}).start("PRR", "ann", 100, (at, 0), ann=50, pool=pool)
    return position.cash(PRR=cash).operating("PRR", step=step)


def test_certificates_are_issued_for_a_train_that_must_be_bought_as_many_as_it_takes() -> None:
    """The cheapest costs 80: with 0 one at 100 is enough; with 80 none is needed."""
    assert choice(operating("issue", cash=0)) == IssueCertificates("PRR", 1)
    assert choice(operating("issue", cash=0, at=3)) == IssueCertificates("PRR", 2)
    assert choice(operating("issue", cash=80)) == Pass("PRR")


def test_certificates_are_issued_for_the_next_train_by_a_corporation_that_earns_nothing() -> None:
    """PRR owns a train and no route: one certificate at 100 brings the 80 that the next costs."""
    position = arrange(OWN).start("PRR", "ann", 100, ann=50).trains("PRR", "2").cash(PRR=0)
    assert choice(position.operating("PRR", step="issue")) == IssueCertificates("PRR", 1)


def test_no_certificates_are_issued_towards_the_end_of_the_column_where_that_ends_the_game() -> None:
    end = {"market.rows": ["100p", "90", "80", "70", "60b"], "market.zones.b": {"id": "end", "ends_game": True}}
    assert choice(operating("issue", cash=0, more=end, at=1)) == IssueCertificates("PRR", 1)
    assert choice(operating("issue", cash=0, more=end, at=2)) != IssueCertificates("PRR", 1)


def test_certificates_are_bought_back_one_at_a_time_with_money_beside_the_next_trains_price() -> None:
    """A train costs 80 and a certificate 100: from 380 on."""
    assert choice(operating("redeem", cash=380, pool=20)) == RedeemCertificates("PRR", 1)
    assert choice(operating("redeem", cash=379, pool=20)) != RedeemCertificates("PRR", 1)


@pytest.mark.parametrize(
    ("cash", "columns", "choice_"), [(10, 7, "withhold"), (9, 7, "pay"), (80, 7, "pay"), (10, 5, "pay")]
)
def test_money_is_kept_only_if_that_makes_the_next_train_and_the_price_is_far_from_the_end(
    cash: int, columns: int, choice_: str
) -> None:
    """70 earned and 80 wanted; the price stands at the right end of a row whose first cell ends the game."""
    row = "10b " + "".join(f"{price} " for price in range(40, 40 + 10 * (columns - 2), 10)) + "100p"
    more = {"market.rows": [row], "market.zones.b": {"id": "end", "ends_game": True}}
    position = arrange({**OWN, **more}).start("PRR", "ann", 100, ann=60).trains("PRR", "2").cash(PRR=cash)
    assert choice(position.operating("PRR", step="choose-dividend", revenue=70)) == ChooseDividend("PRR", choice_)


# --------------------------------------------------------------------------- players


def dealing() -> Game:
    """ann's turn; RED is hers and has no train."""
    game = new("island.toml", overrides={"rules.corporations.capitalization": "incremental"})
    with arranged(game) as tx:
        sell_privates(tx)
        found(tx, "RED", 100, ann=20, cash=159)
        stock_turn(tx, "ann")
    return game


def test_where_certificates_pay_for_themselves_the_own_corporation_comes_first_until_it_can_begin() -> None:
    """Two trains of 80: with 159 it needs another certificate, with 160 ann may start the next."""
    game = dealing()
    bought = choice(game)
    assert isinstance(bought, BuyCertificate) and bought.certificate.startswith("RED/")
    with arranged(game) as tx:
        tx.pay("bank", "RED", 1)
    assert isinstance(choice(game), StartCorporation)


@pytest.mark.parametrize(("cash", "price"), [(260, 20), (220, 10), (219, None)])
def test_a_corporation_without_a_train_keeps_the_price_of_one_when_it_buys_a_private(
    cash: int, price: int | None
) -> None:
    """A train costs 180; of what is left a quarter may go for a private that costs 10 at least."""
    position = arrange().phase("3").start("PRR", "ann", 100, ann=60).owns("ann", "SV").cash(PRR=cash)
    game = position.operating("PRR", step="buy-train")
    offers = [offer for offer in game.offers() if offer.kind == "buy-private"]
    bought = SimpleBot(1)._private(game, offers)
    assert offers and (bought.price if isinstance(bought, BuyPrivate) else None) == price


# --------------------------------------------------------------------------- whole games


@pytest.mark.parametrize("title", ["island.toml", "eras.toml", "valley.toml"])
def test_the_bot_plays_every_title_to_its_end(title: str) -> None:
    game, bot = new(title, overrides={"rules.end.last_turn": 6}), SimpleBot(7)
    while not game.is_over:
        game.play(bot.choose(game))
        assert game.length < 3_000
