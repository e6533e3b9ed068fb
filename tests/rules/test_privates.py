"""Privates: what they let their owners do and when, what they do by themselves, and who may buy them (P*)."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx.play.actions import (
    Bid,
    BuyPrivate,
    BuyTrain,
    ChoosePar,
    ExchangePrivate,
    LayPrivateTile,
    LayTile,
    Pass,
    PlaceToken,
)
from open18xx.play.game import Game
from open18xx.play.state import NOBODY
from open18xx.play.transaction import Transaction

from .positions import (
    accepted,
    arranged,
    depot_from,
    found,
    give,
    kinds,
    listed,
    money,
    new,
    phase,
    refused,
    sell_privates,
    stock_turn,
    tile,
    turn,
)

VALLEY = "valley.toml"


def valley(owner: str = "ann", *abilities: dict[str, Any], on: str = "X1", **overrides: Any) -> Game:
    """BLU (ann) and RED (bob) operate; ``owner`` has the private ``on`` (X1: D4, mountain 60; X2: the city C5)."""
    values = {f"privates.{on}.abilities": list(abilities)}
    game = new(VALLEY, overrides=values | {key.replace("__", "."): value for key, value in overrides.items()})
    with arranged(game) as tx:
        sell_privates(tx, **{on: owner})
        found(tx, "BLU", 100, ann=60, cash=500)
        found(tx, "RED", 90, bob=60, cash=500)
        turn(tx, "BLU")
    return game


def ability(kind: str, **fields: Any) -> dict[str, Any]:
    return {"kind": kind, **fields}


LAY = ability("lay-tile", tiles=["7", "8", "9"], windows=["any-time"], uses=1)


# --------------------------------------------------------------------------- block-hexes


@pytest.mark.parametrize(
    ("owner", "holder", "blocked"),
    [
        ("cay", "player", True),
        ("ann", "player", True),  # BLU's own president: a player all the same
        ("RED", "player", False),
        ("BLU", "player", False),
        ("RED", "any", True),
        ("BLU", "any", False),
        ("RED", "corporation", True),
        ("cay", "corporation", False),
        ("", "any", False),  # closed
    ],
)
def test_a_private_closes_its_hexes_to_others_while_the_right_kind_of_owner_has_it(
    owner: str, holder: str, blocked: bool
) -> None:
    """P01."""
    game = valley("cay", ability("block-hexes", holder=holder), on="X2")
    with arranged(game) as tx:
        tx.move_private("X2", owner) if owner else tx.close_private("X2")
        tile(tx, "C9", "5", 0)
        tile(tx, "C7", "9", 1)
        turn(tx, "BLU")
    lay = LayTile("BLU", "C5", "57", 1)
    if blocked:
        refused(game, lay, "blocked", hex="C5", private="X2")
    else:
        accepted(game, lay)


# --------------------------------------------------------------------------- when abilities may be used


def moment(tx: Transaction, name: str) -> None:
    match name:
        case "own stock turn":
            stock_turn(tx, "ann")
        case "stock turn of another":
            stock_turn(tx, "bob")
        case "BLU begins":
            turn(tx, "BLU")
        case "BLU goes on laying":
            turn(tx, "BLU")
            tx.note("acted", True)
        case "BLU buys trains":
            turn(tx, "BLU", "buy-train")
            tx.note("acted", True)
        case "RED begins":
            turn(tx, "RED")
        case "RED goes on laying":
            turn(tx, "RED")
            tx.note("acted", True)


STOCK = {"own stock turn", "stock turn of another"}
BEGINS = {"BLU begins", "RED begins"}
BLU_LAYS = {"BLU begins", "BLU goes on laying"}
ALL = STOCK | BEGINS | BLU_LAYS | {"BLU buys trains", "RED goes on laying"}


@pytest.mark.parametrize(
    ("owner", "window", "open_at"),
    [
        ("ann", "any-time", ALL),
        ("ann", "own-stock-turn", {"own stock turn"}),
        ("ann", "stock-round", STOCK),
        ("ann", "between-turns", BEGINS),
        ("ann", "track-step", BLU_LAYS),  # of the corporation she presides over
        ("ann", "own-operating-turn", set()),
        ("ann", "when-sold", set()),
        ("BLU", "any-time", ALL),
        ("BLU", "own-stock-turn", set()),
        ("BLU", "stock-round", STOCK),
        ("BLU", "between-turns", BEGINS),
        ("BLU", "track-step", BLU_LAYS),
        ("BLU", "own-operating-turn", BLU_LAYS | {"BLU buys trains"}),
        ("BLU", "when-sold", set()),
    ],
)
def test_an_ability_is_open_in_its_windows_and_in_no_other(owner: str, window: str, open_at: set[str]) -> None:
    """P05: the title states the windows as a list."""
    game = valley(owner, LAY | {"windows": [window]})
    lay = LayPrivateTile(owner, "X1", "D4", "9", 1)
    for name in sorted(ALL):
        with arranged(game) as tx:
            moment(tx, name)
        assert ("lay-private-tile" in kinds(game)) is (name in open_at), name
        if name in open_at:
            assert game.refusal(lay) is None
        else:
            refused(game, lay, "no-ability", private="X1")


def test_several_windows_add_up() -> None:
    game = valley("ann", LAY | {"windows": ["own-stock-turn", "between-turns"]})
    for name in sorted(ALL):
        with arranged(game) as tx:
            moment(tx, name)
        assert ("lay-private-tile" in kinds(game)) is (name in BEGINS | {"own stock turn"}), name


def test_a_window_of_the_owning_corporations_turn_stays_open_while_something_is_demanded_in_it() -> None:
    """Trap 8: at every decision of the turn; a window between turns does not."""
    for window, still in (("own-operating-turn", True), ("any-time", True), ("between-turns", False)):
        game = valley("BLU", LAY | {"windows": [window]})
        with arranged(game, audit=False) as tx:
            tx.move_train("2-0", "depot", "BLU")
            tx.demand("discard-trains", "BLU", "BLU")
        assert ("lay-private-tile" in kinds(game)) is still


@pytest.mark.parametrize(
    ("holder", "owner", "usable"),
    [
        ("player", "ann", True),
        ("player", "BLU", False),
        ("corporation", "ann", False),
        ("corporation", "BLU", True),
        ("any", "ann", True),
        ("any", "BLU", True),
    ],
)
def test_an_ability_works_for_the_kind_of_owner_it_names(holder: str, owner: str, usable: bool) -> None:
    game = valley(owner, LAY | {"holder": holder})
    assert ("lay-private-tile" in kinds(game)) is usable


# --------------------------------------------------------------------------- lay-tile


def test_a_private_lays_one_of_its_tiles_on_one_of_its_hexes_connected_or_not_for_the_terrain() -> None:
    game = valley("BLU", LAY)
    assert not game.table.board.reach("BLU").edges.get(game.box.ground.number["D4"])
    refused(game, LayPrivateTile("BLU", "X1", "C3", "9", 1), "not-its-hex", private="X1", hex="C3", allowed=("D4",))
    refused(game, LayPrivateTile("BLU", "X1", "D4", "57", 1), "not-its-tile", tile="57", allowed=("7", "8", "9"))
    refused(game, LayPrivateTile("BLU", "X1", "D4", "9", 0), "misfit", hex="D4", tile="9", rotation=0)
    refused(game, LayPrivateTile("RED", "X1", "D4", "9", 1), "not-owner", actor="RED", what="X1")
    refused(game, LayPrivateTile("ann", "X1", "D4", "9", 1), "not-owner", actor="ann", what="X1")
    refused(game, LayPrivateTile("BLU", "QQ", "D4", "9", 1), "no-such", kind="private", id="QQ")
    accepted(game, LayPrivateTile("BLU", "X1", "D4", "9", 1))
    assert game.state.cash["BLU"] == 440
    refused(game, LayPrivateTile("BLU", "X1", "D4", "9", 1), "no-ability", private="X1")  # uses = 1


def test_uses_count_how_often() -> None:
    for uses, left in ((1, False), (2, True), ("unlimited", True)):
        game = valley("BLU", LAY | {"uses": uses, "tiles": ["9", "24"]})
        accepted(game, LayPrivateTile("BLU", "X1", "D4", "9", 1))
        with arranged(game) as tx:
            phase(tx, "3")
        assert ("lay-private-tile" in kinds(game)) is left


@pytest.mark.parametrize(("pays", "cost"), [(True, 60), (False, 0)])
def test_the_lay_pays_terrain_or_not(pays: bool, cost: int) -> None:
    game = valley("BLU", LAY | {"pays_terrain": pays})
    with arranged(game) as tx:
        money(tx, BLU=59)
    lay = LayPrivateTile("BLU", "X1", "D4", "9", 1)
    if pays:
        refused(game, lay, "cash", cost=60, actor="BLU", cash=59)
    else:
        accepted(game, lay)
    assert game.state.cash["BLU"] == 59


@pytest.mark.parametrize(("counts", "lays"), [(False, ()), (True, ("lay",))])
def test_the_lay_uses_up_that_of_the_turn_or_comes_beside_it(counts: bool, lays: tuple[str, ...]) -> None:
    game = valley("BLU", LAY | {"counts_as_lay": counts})
    with arranged(game) as tx:
        tile(tx, "C9", "5", 0)
    accepted(game, LayPrivateTile("BLU", "X1", "D4", "9", 1))
    assert game.state.lays == lays
    assert ("lay-tile" in kinds(game)) is not counts
    game.undo()
    accepted(game, LayTile("BLU", "C7", "9", 1))
    assert ("lay-private-tile" in kinds(game)) is not counts


def test_a_private_lays_only_colours_of_the_phase_and_on_no_hex_that_another_private_blocks() -> None:
    game = valley("BLU", LAY | {"tiles": ["9", "24"], "uses": "unlimited"})
    accepted(game, LayPrivateTile("BLU", "X1", "D4", "9", 1))
    refused(game, LayPrivateTile("BLU", "X1", "D4", "24", 1), "color", color="green")
    game = valley("BLU", LAY, privates__X2__abilities=[ability("block-hexes")], private_hexes__X2=["C5", "D4"])
    with arranged(game) as tx:
        tx.move_private("X2", "cay")
    refused(game, LayPrivateTile("BLU", "X1", "D4", "9", 1), "blocked", hex="D4", private="X2")


def test_a_player_lays_at_his_own_cost_and_never_by_the_way_of_corporations() -> None:
    """Trap 28: a private of a player does not fall through to the track step."""
    game = valley("cay", LAY)
    refused(game, LayTile("cay", "D4", "9", 1), "not-your-turn", actor="cay", expected="BLU")
    cash = game.state.cash["cay"]
    accepted(game, LayPrivateTile("cay", "X1", "D4", "9", 1))
    assert (game.state.cash["cay"], game.state.cash["BLU"], game.state.lays) == (cash - 60, 500, ())


def test_the_seller_may_use_a_private_once_at_the_moment_of_its_sale() -> None:
    """``when-sold``: 1889's Ehime Railway."""
    game = valley("cay", LAY | {"windows": ["when-sold"], "holder": "corporation"})
    with arranged(game) as tx:
        phase(tx, "3")
    assert "lay-private-tile" not in kinds(game)
    accepted(game, BuyPrivate("BLU", "X1", 20))
    assert (game.actor, game.player, kinds(game)) == ("cay", "cay", {"lay-private-tile", "pass"})
    refused(game, LayPrivateTile("BLU", "X1", "D4", "9", 1), "no-ability")
    cash = game.state.cash["cay"]
    accepted(game, LayPrivateTile("cay", "X1", "D4", "9", 1))
    assert (game.state.cash["cay"], game.actor) == (cash - 60, "BLU")
    game.undo()
    accepted(game, Pass("cay"))
    assert game.actor == "BLU"
    refused(game, LayPrivateTile("cay", "X1", "D4", "9", 1), "not-owner", actor="cay", what="X1")


# --------------------------------------------------------------------------- teleport


def teleport(**fields: Any) -> Game:
    return valley("BLU", ability("teleport", tiles=["57"], windows=["track-step"], uses=1, **fields), on="X2")


@pytest.mark.parametrize(("price", "paid"), [(0, 0), (15, 15), ("printed", 40)])
def test_after_a_teleport_a_token_may_go_there_at_the_price_of_the_ability(price: int | str, paid: int) -> None:
    game = teleport(token_price=price)
    accepted(game, LayPrivateTile("BLU", "X2", "C5", "57", 1))
    assert kinds(game) == {"place-token", "pass"}
    refused(game, PlaceToken("BLU", "B6", 0), "not-its-hex", hex="B6", allowed=("C5",))
    refused(game, PlaceToken("RED", "C5", 0), "not-your-turn", actor="RED", expected="BLU")
    accepted(game, PlaceToken("BLU", "C5", 0))
    assert game.state.cash["BLU"] == 500 - paid
    assert game.state.board.tokens[game.box.ground.number["C5"], 0] == ("BLU",)
    assert game.state.tokens_placed == 1


def test_the_token_of_a_teleport_may_be_declined() -> None:
    game = teleport()
    accepted(game, LayPrivateTile("BLU", "X2", "C5", "57", 1))
    accepted(game, Pass("BLU"))
    assert game.state.tokens_placed == 0 and game.actor == "BLU"


def test_a_teleport_stands_in_place_of_the_lay_and_only_on_a_hex_as_printed() -> None:
    game = teleport(counts_as_lay=True)
    accepted(game, LayPrivateTile("BLU", "X2", "C5", "57", 1))
    accepted(game, Pass("BLU"))
    assert game.state.lays == ("lay",) and "lay-tile" not in kinds(game)
    game = valley("BLU", ability("teleport", tiles=["57", "14"], windows=["track-step"]), on="X2")
    with arranged(game) as tx:
        tile(tx, "C5", "57", 1)
        phase(tx, "3")
    refused(game, LayPrivateTile("BLU", "X2", "C5", "14", 1), "not-empty", hex="C5", tile="57")


def test_the_teleport_of_1830_is_the_delaware_and_hudson() -> None:
    game = new("1830")
    with arranged(game) as tx:
        sell_privates(tx, DH="PRR")
        found(tx, "PRR", 100, ann=60, cash=120)
        turn(tx, "PRR")
    accepted(game, LayPrivateTile("PRR", "DH", "F16", "57", 1))
    assert game.state.cash["PRR"] == 0  # the mountain is paid, the token is free
    accepted(game, PlaceToken("PRR", "F16", 0))
    assert game.state.tokens_left["PRR"] == (2, 3)


# --------------------------------------------------------------------------- exchange


def exchange(sources: list[str], **cards: str) -> Game:
    """cay may swap X1 for a share of RED; ``cards`` lie elsewhere (RED_5="pool")."""
    game = valley("cay", ability("exchange", corporations=["RED"], sources=sources, windows=["any-time"], uses=1))
    with arranged(game) as tx:
        for card, owner in cards.items():
            give(tx, card.replace("_", "/"), owner)
        stock_turn(tx, "ann")
    return game


@pytest.mark.parametrize(
    ("sources", "wanted"),
    [
        (["ipo"], {"RED/6", "RED/7", "RED/8"}),
        (["pool"], {"RED/5"}),
        (["ipo", "pool"], {"RED/5", "RED/6", "RED/7", "RED/8"}),
    ],
)
def test_a_private_is_swapped_for_a_certificate_from_where_the_title_says(sources: list[str], wanted: set[str]) -> None:
    game, first = exchange(sources, RED_5="pool"), min(wanted)
    assert {a.certificate for a in listed(game, "exchange-private")} == wanted  # type: ignore[attr-defined]
    for card in ("RED/0", "RED/1", "BLU/8", *({"RED/5", "RED/6"} - wanted)):
        refused(game, ExchangePrivate("cay", "X1", card), "not-exchanged", private="X1", certificate=card)
    refused(game, ExchangePrivate("ann", "X1", first), "not-owner", actor="ann", what="X1")
    cash = game.state.cash["cay"]
    accepted(game, ExchangePrivate("cay", "X1", first))
    assert (game.state.privates["X1"], game.state.holder[first], game.state.cash["cay"]) == ("closed", "cay", cash)
    assert game.actor == "ann"  # it is still her turn


def test_an_exchange_settles_the_presidency() -> None:
    """Trap 16: the third share makes cay president of RED."""
    game = exchange(["ipo"], RED_1="cay", RED_2="cay", RED_3="pool", RED_4="pool")
    assert game.state.president["RED"] == "bob"
    accepted(game, ExchangePrivate("cay", "X1", "RED/5"))
    assert game.state.president["RED"] == "cay"
    assert (game.table.percent("cay", "RED"), game.table.percent("bob", "RED")) == (30, 20)


def test_an_exchange_may_float_a_corporation() -> None:
    """Trap 16: the sixth share sold; full capital at par."""
    game = valley("cay", ability("exchange", corporations=["GRN"], sources=["ipo"], windows=["any-time"]))
    with arranged(game) as tx:
        found(tx, "GRN", 67, ann=50, home=False)
        tx.note("floated", ("BLU", "RED"))
        stock_turn(tx, "bob")
    accepted(game, ExchangePrivate("cay", "X1", "GRN/4"))
    assert game.table.is_floated("GRN") and game.state.cash["GRN"] == 670


def test_an_exchange_is_legal_before_the_corporation_is_started_where_the_window_says_any_time() -> None:
    """P05 (a): the title's windows are the only condition."""
    game = new("1830")
    with arranged(game) as tx:
        sell_privates(tx, MH="cay")
        stock_turn(tx, "ann", number=1)
    accepted(game, ExchangePrivate("cay", "MH", "NYC/1"))
    assert (game.state.holder["NYC/1"], game.table.is_started("NYC")) == ("cay", False)


def test_between_the_turns_of_two_corporations_an_exchange_is_legal_and_ends_nothing() -> None:
    """P05 (b), trap 16."""
    game = exchange(["ipo"])
    with arranged(game) as tx:
        turn(tx, "BLU", then=["RED"])
    accepted(game, ExchangePrivate("cay", "X1", "RED/5"))
    assert (game.actor, game.state.acted, game.state.queue) == ("BLU", False, ("RED",))


def test_an_exchange_may_go_over_the_limits() -> None:
    """S11 (c): 70 % of RED by exchange."""
    game = exchange(["ipo"])
    with arranged(game) as tx:
        tx.move_private("X1", "bob")
    accepted(game, ExchangePrivate("bob", "X1", "RED/5"))
    assert game.table.percent("bob", "RED") == 70


# --------------------------------------------------------------------------- what privates do by themselves


def auction(lot: str) -> Game:
    """ann may buy ``lot``, the last private of 1830 unsold."""
    game = new("1830")
    with arranged(game) as tx:
        for private in game.title.privates:
            if private != lot:
                tx.move_private(private, "cay")
    return game


def test_the_buyer_of_a_private_gets_the_certificates_that_come_with_it() -> None:
    game = auction("CA")
    accepted(game, Bid("ann", "CA", 160))
    assert (game.state.holder["PRR/1"], game.table.is_started("PRR")) == ("ann", False)


def test_the_buyer_of_a_presidents_certificate_sets_the_starting_value_at_once() -> None:
    game = auction("BO")
    accepted(game, Bid("ann", "BO", 220))
    assert kinds(game) == {"choose-par"}
    refused(game, Pass("ann"), "must-act", actor="ann")
    refused(game, ChoosePar("ann", "B&O", 99), "par", par=99)
    accepted(game, ChoosePar("ann", "B&O", 90))
    assert (game.state.president["B&O"], game.table.price("B&O"), game.state.cash["ann"]) == ("ann", 90, 580)


@pytest.mark.parametrize(("buyer", "closes"), [("B&O", True), ("PRR", False)])
def test_a_private_closes_when_its_corporation_buys_a_train(buyer: str, closes: bool) -> None:
    game = new("1830")
    with arranged(game) as tx:
        sell_privates(tx, BO="cay")
        found(tx, "B&O", 100, ann=60, cash=500)
        found(tx, "PRR", 100, bob=60, cash=500)
        turn(tx, buyer, "buy-train")
    accepted(game, BuyTrain(buyer, "2-0", 80))
    assert game.state.privates["BO"] == ("closed" if closes else "cay")


def operating_begins(title: str, private: str, owner: str, at: str) -> int:
    """What ``owner`` gets when the next operating round opens."""
    game = new(title, ("ann", "bob", "cay", "dan"))
    with arranged(game) as tx:
        sell_privates(tx, **{private: "cay"})
        found(tx, "AR" if title == "1889" else "BLU", 100, ann=60, cash=500)
        tx.move_private(private, owner)
        phase(tx, at)
        stock_turn(tx, "ann")
    before = game.state.cash[owner]
    while game.state.round == "stock":
        accepted(game, Pass(game.actor))
    return game.state.cash[owner] - before


@pytest.mark.parametrize(
    ("owner", "at", "income"), [("cay", "4", 30), ("cay", "5", 50), ("cay", "D", 50), ("AR", "4", 30), ("AR", "5", 30)]
)
def test_an_income_changes_at_its_phase_for_the_kind_of_owner_it_names(owner: str, at: str, income: int) -> None:
    """1889's Uno-Takamatsu Ferry, and T: private-income pays corporations too."""
    assert operating_begins("1889", "UTF", owner, at) == income


def test_a_private_pays_its_printed_income_when_an_operating_round_opens() -> None:
    assert operating_begins("1889", "DR", "cay", "2") == 15


@pytest.mark.parametrize(("owner", "survives"), [("cay", True), ("AR", False)])
def test_a_phase_closes_all_privates_but_those_that_survive_with_the_right_owner(owner: str, survives: bool) -> None:
    """P03: P1 (ordinary) closes, P2 (marked) stays."""
    game = new("1889", ("ann", "bob", "cay", "dan"))
    with arranged(game) as tx:
        sell_privates(tx, UTF=owner, DR="bob")
        found(tx, "AR", 100, ann=60, cash=500)
        phase(tx, "4")
        depot_from(tx, "5")
        turn(tx, "AR", "buy-train")
    accepted(game, BuyTrain("AR", "5-0", 450))
    assert game.state.privates["DR"] == "closed"
    assert game.state.privates["UTF"] == (owner if survives else "closed")


@pytest.mark.parametrize(
    ("terrain", "owner", "cost"),
    [
        ({"kind": "mountain", "cost": 60}, "BLU", 10),
        ({"kind": "mountain", "cost": 60}, "ann", 60),
        ({"kind": "mountain", "cost": 60}, "RED", 60),
        ({"kind": "water", "cost": 60}, "BLU", 60),
        ({"kind": ["water", "mountain"], "cost": 60}, "BLU", 60),  # of exactly this kind
        ({"kind": "mountain", "cost": 30}, "BLU", 0),
    ],
)
def test_a_discount_is_off_terrain_of_exactly_its_kind_for_the_owner(
    terrain: dict[str, Any], owner: str, cost: int
) -> None:
    discount = ability("terrain-discount", amount=50, terrain="mountain", holder="corporation")
    game = valley(owner, discount, hexes__C7__terrain=[terrain])
    with arranged(game) as tx:
        tile(tx, "C9", "5", 0)
    accepted(game, LayTile("BLU", "C7", "9", 1))
    assert game.state.cash["BLU"] == 500 - cost


def test_a_discount_is_taken_as_often_as_it_may_be_used() -> None:
    for uses, second in ((1, 60), (2, 10), ("unlimited", 10)):
        discount = ability("terrain-discount", amount=50, terrain="mountain", uses=uses)
        mountain = [{"kind": "mountain", "cost": 60}]
        game = valley("BLU", discount, hexes__C7__terrain=mountain, hexes__C5__terrain=mountain)
        with arranged(game) as tx:
            tile(tx, "C9", "5", 0)
        accepted(game, LayTile("BLU", "C7", "9", 1))
        with arranged(game) as tx:
            turn(tx, "BLU")
        accepted(game, LayTile("BLU", "C5", "57", 1))
        assert game.state.cash["BLU"] == 500 - 10 - second


# --------------------------------------------------------------------------- bought by corporations


def test_a_corporation_buys_a_players_private_for_half_to_double_its_price_in_phases_that_allow_it() -> None:
    """P07."""
    game = valley("bob", on="X2")
    refused(game, BuyPrivate("BLU", "X2", 60), "not-allowed-now", what="buying privates", phase="2")
    with arranged(game) as tx:
        phase(tx, "3")
    (offer,) = [offer for offer in game.offers() if offer.kind == "buy-private"]
    assert offer.to_json()["holes"] == [{"field": "price", "low": 30, "high": 120, "step": 1}]
    for price in (29, 121):
        refused(game, BuyPrivate("BLU", "X2", price), "private-price", private="X2", price=price, low=30, high=120)
    cash = game.state.cash["bob"]
    accepted(game, BuyPrivate("BLU", "X2", 120))
    assert (game.state.cash["BLU"], game.state.cash["bob"], game.state.privates["X2"]) == (380, cash + 120, "BLU")
    refused(game, BuyPrivate("BLU", "X2", 60), "not-for-sale", what="X2", owner="BLU")
    with arranged(game) as tx:
        turn(tx, "RED")
    refused(game, BuyPrivate("RED", "X2", 60), "not-for-sale", what="X2", owner="BLU")
    with arranged(game) as tx:
        tx.move_private("X2", "bob")
        phase(tx, "5")
    refused(game, BuyPrivate("RED", "X2", 60), "not-allowed-now", phase="5")


def test_a_title_may_say_what_a_private_costs_a_corporation() -> None:
    game = valley("ann", on="X2", privates__X2__buy_price=[1, 60])
    with arranged(game) as tx:
        phase(tx, "3")
    refused(game, BuyPrivate("BLU", "X2", 61), "private-price", low=1, high=60)
    accepted(game, BuyPrivate("BLU", "X2", 1))


def test_no_corporation_pays_more_than_it_has() -> None:
    game = valley("ann", on="X2")
    with arranged(game) as tx:
        phase(tx, "3")
        money(tx, BLU=45)
    refused(game, BuyPrivate("BLU", "X2", 46), "private-price", price=46, low=30, high=45)
    with arranged(game) as tx:
        money(tx, BLU=29)
    refused(game, BuyPrivate("BLU", "X2", 30), "cash", what="X2", cost=30, actor="BLU", cash=29)


def test_a_private_that_may_not_be_bought_is_not() -> None:
    for abilities, legal in (((), True), ((ability("no-purchase"),), False)):
        game = valley("ann", *abilities, on="X2")
        with arranged(game) as tx:
            phase(tx, "3")
        if legal:
            accepted(game, BuyPrivate("BLU", "X2", 60))
        else:
            refused(game, BuyPrivate("BLU", "X2", 60), "not-for-sale", what="X2", owner="ann")


def test_a_closed_or_unsold_private_does_nothing() -> None:
    for closed in (True, False):
        game = valley("ann", LAY)
        with arranged(game) as tx:
            phase(tx, "3")
            tx.close_private("X1") if closed else tx.move_private("X1", NOBODY)
        refused(game, LayPrivateTile("ann", "X1", "D4", "9", 1), "no-ability", private="X1")
        refused(game, BuyPrivate("BLU", "X1", 20), "not-for-sale", what="X1")


def test_privates_are_in_the_game_by_the_number_of_players() -> None:
    for players, there in ((2, set()), (3, {"SIR"}), (4, {"SIR", "UTF"})):
        game = new("1889", ("ann", "bob", "cay", "dan")[:players])
        assert {"SIR", "UTF"} & game.state.privates.keys() == there
    game = new("1889", ("ann", "bob"))
    refused(game, Bid("ann", "SIR", 80), "not-for-sale", what="SIR")


def test_the_first_five_of_1830_closes_every_private() -> None:
    """P03."""
    game = new("1830")
    with arranged(game) as tx:
        sell_privates(tx, "bob", SV="PRR")
        found(tx, "PRR", 100, ann=60, cash=500)
        phase(tx, "4")
        depot_from(tx, "5")
        turn(tx, "PRR", "buy-train")
    accepted(game, BuyTrain("PRR", "5-0", 450))
    assert set(game.state.privates.values()) == {"closed"}
