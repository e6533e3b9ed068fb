"""Trains: what is on sale and for how much, limits and discards, rusting, trade-ins, and the duty to own one (T*)."""

from __future__ import annotations

from typing import Any

import pytest

from open18xx.play import events as e
from open18xx.play.actions import BuyTrain, DiscardTrain, ExchangePrivate, Pass, RunRoutes
from open18xx.play.game import Game
from open18xx.play.offers import Amount
from open18xx.play.state import DEPOT, GONE, POOL

from .positions import (
    accepted,
    arranged,
    depot_from,
    found,
    is_listed,
    kinds,
    listed,
    money,
    new,
    phase,
    refused,
    tile,
    token,
    trains,
    turn,
)

VALLEY = "valley.toml"


def buying(
    at: str, *, cash: int = 2000, own: tuple[str, ...] = (), depot: str = "", title: str = VALLEY, **overrides: Any
) -> Game:
    """BLU (ann) is to buy trains in a phase, RED (bob) and GRN (ann) exist; the depot begins with type ``depot``."""
    game = new(title, overrides={key.replace("__", "."): value for key, value in overrides.items()})
    with arranged(game) as tx:
        found(tx, "BLU", 100, ann=60, cash=cash)
        found(tx, "RED", 90, bob=60, cash=2000)
        found(tx, "GRN", 82, ann=60, cash=2000)
        trains(tx, "BLU", *own)
        phase(tx, at)
        depot_from(tx, depot or at)
        turn(tx, "BLU", "buy-train")
    return game


def offered(game: Game) -> dict[tuple[str, str], int | tuple[int, int]]:
    """(train, train handed in) -> price, or lowest and highest."""
    found: dict[tuple[str, str], int | tuple[int, int]] = {}
    for offer in game.offers():
        if offer.kind == "buy-train":
            fixed = dict(offer.fixed)
            hole = offer.holes[0] if offer.holes else None
            price = (hole.low, hole.high) if isinstance(hole, Amount) else fixed["price"]
            found[fixed["train"], fixed["exchange"]] = price
    return found


# --------------------------------------------------------------------------- what is on sale


def test_the_bank_sells_the_first_train_of_the_depot_and_no_later_type() -> None:
    game = buying("2")
    assert offered(game) == {("2-0", ""): 80}
    refused(game, BuyTrain("BLU", "2-1", 80), "not-on-sale", train="2-1", on_sale=["2-0"])
    refused(game, BuyTrain("BLU", "3-0", 180), "not-on-sale", train="3-0", on_sale=["2-0"])
    refused(game, BuyTrain("BLU", "9-0", 180), "no-such", kind="train", id="9-0")
    refused(game, BuyTrain("BLU", "2-0", 79), "train-price", price=79, low=80, high=80)
    refused(game, BuyTrain("BLU", "2-0", 81), "train-price", price=81, low=80, high=80)
    accepted(game, BuyTrain("BLU", "2-0", 80))
    assert (game.state.trains["BLU"], game.state.cash["BLU"]) == (("2-0",), 1920)
    assert offered(game) == {("2-1", ""): 80}


def test_a_type_opened_by_a_phase_is_sold_beside_the_next_of_the_depot_and_never_runs_out() -> None:
    game = buying("6", own=("6-0",))
    assert offered(game) == {("6-1", ""): 630, ("D-0", ""): 1100, ("D-0", "6-0"): 800}
    accepted(game, BuyTrain("BLU", "D-0", 1100))
    assert game.state.trains[DEPOT] == ("6-1", "D-1")
    game = buying("5", depot="6")
    assert offered(game) == {("6-0", ""): 630}


def test_the_depot_the_pool_and_other_corporations_are_three_sources_of_a_type() -> None:
    """Trap 18: the train says from whom; each has its own price."""
    game = buying("3", cash=300)
    with arranged(game) as tx:
        trains(tx, "pool", "3-0", "3-1")
        trains(tx, "RED", "3-2")
    assert offered(game) == {("3-3", ""): 180, ("3-0", ""): 180, ("3-2", ""): (1, 300)}
    refused(game, BuyTrain("BLU", "3-1", 180), "not-on-sale", train="3-1")
    bank = game.state.cash["bank"]
    accepted(game, BuyTrain("BLU", "3-2", 7))
    assert (game.state.trains["RED"], game.state.cash["RED"], game.state.cash["bank"]) == ((), 2007, bank)
    accepted(game, BuyTrain("BLU", "3-0", 180))
    assert (game.state.trains[POOL], game.state.trains[DEPOT][0]) == (("3-1",), "3-3")
    assert game.state.cash["bank"] == bank + 180


def test_a_corporation_buys_no_train_of_its_own_and_none_that_has_left_the_game() -> None:
    game = buying("3", own=("3-0",))
    refused(game, BuyTrain("BLU", "3-0", 180), "not-for-sale", what="3-0", owner="BLU")
    refused(game, BuyTrain("BLU", "2-0", 80), "not-for-sale", what="2-0", owner=GONE)


@pytest.mark.parametrize(("rule", "sellers"), [("yes", {"RED", "GRN"}), ("same-president", {"GRN"}), ("no", set())])
def test_trains_come_from_other_corporations_as_the_title_says(rule: str, sellers: set[str]) -> None:
    game = buying("3", rules__trains__buy_from_others=rule)
    with arranged(game) as tx:
        trains(tx, "RED", "3-0")
        trains(tx, "GRN", "3-1")
    for train, owner in (("3-0", "RED"), ("3-1", "GRN")):
        action = BuyTrain("BLU", train, 50)
        if owner in sellers:
            assert game.refusal(action) is None
            assert is_listed(game, action)
        else:
            refused(game, action, "not-for-sale", what="3", owner=owner)


@pytest.mark.parametrize(("rule", "price"), [("any", (1, 500)), ("face", (180, 180))])
def test_a_train_of_another_corporation_costs_any_price_or_its_face(rule: str, price: tuple[int, int]) -> None:
    game = buying("3", cash=500, rules__trains__others_price=rule)
    with arranged(game) as tx:
        trains(tx, "RED", "3-0")
    assert offered(game)["3-0", ""] == price
    low, high = price
    refused(game, BuyTrain("BLU", "3-0", low - 1), "train-price", price=low - 1, low=low, high=high)
    refused(game, BuyTrain("BLU", "3-0", high + 1), "train-price", price=high + 1, low=low, high=high)
    accepted(game, BuyTrain("BLU", "3-0", low))


def test_a_train_at_face_value_that_cannot_be_paid_is_refused_with_both_numbers() -> None:
    game = buying("3", cash=179, rules__trains__others_price="face")
    with arranged(game) as tx:
        trains(tx, "RED", "3-0")
    refused(game, BuyTrain("BLU", "3-0", 180), "cash", cost=180, actor="BLU", cash=179)


# --------------------------------------------------------------------------- the limit


def test_at_the_limit_nothing_is_bought() -> None:
    game = buying("4", own=("4-0", "4-1", "3-0"), depot="4")
    refused(game, BuyTrain("BLU", "4-2", 300), "train-limit", corporation="BLU", count=3, limit=3)
    assert offered(game) == {}


def test_the_first_train_of_a_phase_with_a_lower_limit_makes_its_own_buyer_discard() -> None:
    """T01: 3, 3, 3 and the first 4; any of the four may go, and nothing else happens before."""
    game = buying("3", own=("3-0", "3-1", "3-2"), depot="4")
    accepted(game, BuyTrain("BLU", "4-0", 300))
    assert game.table.phase.id == "4"
    assert (game.actor, game.player, kinds(game)) == ("BLU", "ann", {"discard-train"})
    assert listed(game, "discard-train") == [DiscardTrain("BLU", id) for id in ("3-0", "3-1", "3-2", "4-0")]
    refused(game, Pass("BLU"), "must-act", actor="BLU")
    refused(game, BuyTrain("BLU", "4-1", 300), "not-offered")
    refused(game, DiscardTrain("BLU", "2-0"), "not-owner", actor="BLU", what="2-0")
    accepted(game, DiscardTrain("BLU", "3-1"))
    assert game.state.trains["BLU"] == ("3-0", "3-2", "4-0")
    assert (game.state.trains[POOL], game.state.pending) == (("3-1",), ())


def test_a_train_is_discarded_by_its_own_id_and_not_by_its_name() -> None:
    """Trap 17."""
    game = buying("3", own=("3-0", "3-1", "3-2"), depot="4")
    accepted(game, BuyTrain("BLU", "4-0", 300))
    refused(game, DiscardTrain("BLU", "3"), "not-owner", actor="BLU", what="3")
    refused(game, DiscardTrain("BLU", "3-4"), "not-owner", actor="BLU", what="3-4")
    accepted(game, DiscardTrain("BLU", "3-2"))
    assert game.state.trains["BLU"] == ("3-0", "3-1", "4-0")


@pytest.mark.parametrize(("rule", "place"), [("pool", POOL), ("removed", GONE)])
def test_a_discarded_train_goes_to_the_pool_or_out_of_the_game(rule: str, place: str) -> None:
    game = buying("3", own=("3-0", "3-1", "3-2"), depot="4", rules__trains__discards=rule)
    accepted(game, BuyTrain("BLU", "4-0", 300))
    accepted(game, DiscardTrain("BLU", "3-0"))
    assert "3-0" in game.state.trains[place]
    for_sale = BuyTrain("RED", "3-0", 180)
    with arranged(game) as tx:
        turn(tx, "RED", "buy-train")
    assert (game.refusal(for_sale) is None) is (rule == "pool")
    assert is_listed(game, for_sale) is (rule == "pool")


def over_the_limit() -> Game:
    """RED (bob's, not in turn) and BLU (ann's) have one train too many each."""
    game = buying("3", own=("3-0", "3-1", "3-2"), depot="3")
    with arranged(game) as tx:
        trains(tx, "RED", "3-3", "3-4", "4-1", "4-2")
    accepted(game, BuyTrain("BLU", "4-0", 300))
    assert [(demand.step, demand.actor) for demand in game.state.pending] == [
        ("discard-trains", "RED"), ("discard-trains", "BLU")]  # fmt: skip
    assert (game.actor, game.player) == ("RED", "bob")
    return game


def test_corporations_over_the_limit_discard_out_of_turn() -> None:
    """Trap 8: until they have discarded nobody plays on."""
    game = over_the_limit()
    refused(game, DiscardTrain("GRN", "3-0"), "not-your-turn", actor="GRN", expected="RED, BLU")
    refused(game, Pass("BLU"), "not-your-turn", actor="BLU", expected="RED")
    refused(game, Pass("RED"), "must-act", actor="RED")
    accepted(game, DiscardTrain("RED", "3-3"))
    assert (game.actor, game.player) == ("BLU", "ann")
    accepted(game, DiscardTrain("BLU", "4-0"))
    assert (game.actor, game.state.pending) == ("BLU", ())


def test_corporations_over_the_limit_discard_in_any_order() -> None:
    """Trap 8: whoever is over the limit may be the first to discard."""
    game = over_the_limit()
    accepted(game, DiscardTrain("BLU", "4-0"))
    assert (game.actor, len(game.state.pending)) == ("RED", 1)
    accepted(game, DiscardTrain("RED", "3-3"))
    assert (game.actor, game.state.pending) == ("BLU", ())


def test_while_another_must_discard_a_private_may_be_used_at_any_time() -> None:
    """Trap 8, P05 (c): 1830 says any-time of the Mohawk & Hudson."""
    game = new("1830")
    with arranged(game) as tx:
        found(tx, "PRR", 100, ann=60, cash=500)
        found(tx, "NYC", 90, bob=60, cash=500)
        tx.move_private("MH", "cay")
        trains(tx, "PRR", "3-0", "3-1", "3-2")
        phase(tx, "3")
        depot_from(tx, "4")
        turn(tx, "PRR", "buy-train")
    accepted(game, BuyTrain("PRR", "4-0", 300))
    assert kinds(game) == {"discard-train", "exchange-private"}
    accepted(game, ExchangePrivate("cay", "MH", "NYC/5"))
    assert (game.actor, game.state.holder["NYC/5"], game.state.privates["MH"]) == ("PRR", "cay", "closed")
    assert kinds(game) == {"discard-train"}
    accepted(game, DiscardTrain("PRR", "3-0"))


# --------------------------------------------------------------------------- phases and rust


def test_the_first_train_of_a_type_begins_the_phase_then_rusts_then_asks_for_discards() -> None:
    """Trap 21: one queue in this order; with 2, 2, 3, 3 the two 2-trains rust, and nothing is left to discard."""
    game = buying("3", own=("3-0", "3-1"), depot="4")
    with arranged(game) as tx:
        for train in ("2-0", "2-1"):
            tx.move_train(train, GONE, "GRN")
        trains(tx, "RED", "4-1", "4-2", "4-3")
        tx.move_train("3-2", GONE, "RED")
        for train in ("3-3", "3-4"):
            tx.move_train(train, GONE, "GRN")
    events = accepted(game, BuyTrain("BLU", "4-0", 300))
    told = [type(event) for event in events if isinstance(event, e.PhaseBegan | e.Demanded)]
    rust = [n for n, event in enumerate(events) if isinstance(event, e.TrainMoved) and event.target == GONE]
    began = next(n for n, event in enumerate(events) if isinstance(event, e.PhaseBegan))
    asked = next(n for n, event in enumerate(events) if isinstance(event, e.Demanded))
    assert told == [e.PhaseBegan, e.Demanded]
    assert began < min(rust) and max(rust) < asked
    assert game.state.trains["GRN"] == ("3-3", "3-4")
    assert [demand.actor for demand in game.state.pending] == ["RED"]


def test_the_first_five_closes_the_privates_before_anything_rusts() -> None:
    """Trap 21: a train's own events come between the phase and the rust."""
    game = buying("4", depot="5", trains__5__on_first=["close-privates"], trains__3__rusts_on="5")
    with arranged(game) as tx:
        tx.move_private("X1", "cay")
        tx.move_train("3-0", GONE, "RED")
    events = accepted(game, BuyTrain("BLU", "5-0", 450))
    order = [
        type(event).__name__
        for event in events
        if isinstance(event, e.PhaseBegan | e.PrivateMoved)
        or (isinstance(event, e.TrainMoved) and event.target == GONE)
    ]
    assert order == ["PhaseBegan", "PrivateMoved", "TrainMoved"]
    assert game.state.privates["X1"] == "closed"


def test_only_the_first_train_of_a_type_sets_anything_off() -> None:
    game = buying("4", own=("4-0",), depot="4")
    events = accepted(game, BuyTrain("BLU", "4-1", 300))
    assert not any(isinstance(event, e.PhaseBegan) for event in events)


def test_a_kind_that_rusts_leaves_the_pool_too() -> None:
    """T05: a discarded 3 is gone with the first 6, and the cheapest train is the bank's next."""
    game = buying("5", depot="6")
    with arranged(game) as tx:
        tx.move_train("3-0", GONE, "pool")
    assert game.table.cheapest_on_sale() == 180
    accepted(game, BuyTrain("BLU", "6-0", 630))
    assert (game.state.trains[POOL], game.table.cheapest_on_sale()) == ((), 630)
    assert "3-0" in game.state.trains[GONE]


def test_a_kind_that_rusts_leaves_the_depot_too() -> None:
    """T05: a type sold beside the others may come while those that it scraps are still for sale."""
    game = buying("4", depot="4", trains__D__available_on="4")
    assert offered(game).keys() >= {("4-0", ""), ("D-0", "")}
    accepted(game, BuyTrain("BLU", "D-0", 1100))
    assert not any(train.startswith("4-") for train in game.state.trains[DEPOT])
    assert game.table.trains_on_sale()[0] == "5-0"


def test_trains_that_rust_leave_their_owners_unpaid() -> None:
    game = buying("3", own=("3-0",), depot="4")
    with arranged(game) as tx:
        tx.move_train("2-0", GONE, "RED")
    accepted(game, BuyTrain("BLU", "4-0", 300))
    assert (game.state.trains["RED"], game.state.cash["RED"]) == ((), 2000)


# --------------------------------------------------------------------------- trade-ins


@pytest.mark.parametrize(("own", "price"), [("4-0", 800), ("5-0", 800), ("6-0", 800), ("D-0", None)])
def test_old_trains_named_by_the_title_make_a_new_one_cheaper(own: str, price: int | None) -> None:
    """T07: 4, 5 and 6 qualify for a D, a D does not; with or without, the D costs 1100 otherwise."""
    game = buying("6", own=() if own == "D-0" else (own,), depot="6")
    if own == "D-0":
        accepted(game, BuyTrain("BLU", "D-0", 1100))
        refused(game, BuyTrain("BLU", "D-1", 800, "D-0"), "no-discount", train="D-1", exchange="D-0")
        return
    assert offered(game)["D-0", own] == price
    refused(game, BuyTrain("BLU", "D-0", 1100, own), "train-price", low=800, high=800)
    refused(game, BuyTrain("BLU", "D-0", 800), "train-price", low=1100, high=1100)
    accepted(game, BuyTrain("BLU", "D-0", 800, own))
    assert (game.state.trains["BLU"], game.state.cash["BLU"]) == (("D-0",), 1200)
    assert own in game.state.trains[GONE if own == "4-0" else POOL]  # the first D rusts the 4s


def test_trade_ins_go_on_after_the_first_of_the_new_type() -> None:
    """T07: and each purchase takes one train."""
    game = buying("D", own=("5-0", "6-0"), depot="6")
    assert offered(game).keys() == {("D-0", "5-0"), ("D-0", "6-0")}
    accepted(game, BuyTrain("BLU", "D-0", 800, "5-0"))
    accepted(game, BuyTrain("BLU", "D-1", 800, "6-0"))
    assert (game.state.trains["BLU"], game.state.trains[POOL]) == (("D-0", "D-1"), ("5-0", "6-0"))


def test_a_trade_in_is_possible_at_the_train_limit_since_the_old_train_leaves() -> None:
    """T07: limit 2; a plain purchase is refused, the trade-in is offered, and the step is not passed over."""
    game = buying("6", own=("5-0", "6-0"), depot="6")
    refused(game, BuyTrain("BLU", "D-0", 1100), "train-limit", count=2, limit=2)
    assert game.box.steps["buy-train"].due(game.table)
    accepted(game, BuyTrain("BLU", "D-0", 800, "5-0"))
    assert game.state.trains["BLU"] == ("6-0", "D-0")


def test_only_an_own_train_is_handed_in_and_only_to_the_bank() -> None:
    game = buying("6", own=("6-0",), depot="6")
    with arranged(game) as tx:
        tx.move_train("5-0", GONE, "RED")
    refused(game, BuyTrain("BLU", "D-0", 800, "5-0"), "no-discount", train="D-0", exchange="5-0")
    refused(game, BuyTrain("BLU", "D-0", 800, "4-0"), "no-discount", train="D-0", exchange="4-0")
    refused(game, BuyTrain("BLU", "5-0", 100, "6-0"), "no-discount", train="5-0", exchange="6-0")


def test_a_trade_in_that_cannot_be_paid_takes_no_train() -> None:
    """V08, trap 20: a refused exchange leaves the state as it was."""
    game = buying("6", own=("6-0",), cash=799, depot="6")
    refused(game, BuyTrain("BLU", "D-0", 800, "6-0"), "cash", what="D-0", cost=800, actor="BLU", cash=799)
    assert game.state.trains["BLU"] == ("6-0",)


def test_the_president_adds_nothing_to_a_trade_in() -> None:
    """Trap 19: his money is for a corporation without a train, and that has none to hand in."""
    game = buying("6", own=("6-0",), cash=799, depot="6")
    with arranged(game) as tx:
        money(tx, ann=1000)
    refused(game, BuyTrain("BLU", "D-0", 800, "6-0"), "cash", cost=800, cash=799)


# --------------------------------------------------------------------------- the duty to own a train


def duty(rule: str, *, route: bool) -> Game:
    """BLU without a train, with or without a second stop to run to."""
    game = buying("3", rules__trains__must_own=rule)
    if route:
        with arranged(game) as tx:
            tile(tx, "C9", "6", 0)
            turn(tx, "BLU", "buy-train")
    return game


@pytest.mark.parametrize(
    ("rule", "route", "must"),
    [
        ("with-route", True, True),
        ("with-route", False, False),
        ("always", True, True),
        ("always", False, True),
        ("never", True, False),
    ],
)
def test_a_corporation_must_own_a_train_as_the_title_says(rule: str, route: bool, must: bool) -> None:
    game = duty(rule, route=route)
    if must:
        refused(game, Pass("BLU"), "must-act", actor="BLU", step="buy-train")
        accepted(game, BuyTrain("BLU", "3-0", 180))
    accepted(game, Pass("BLU"))


def test_the_step_that_must_buy_stays_until_a_train_is_bought() -> None:
    """Trap 5: a refused pass does not move the turn on."""
    game = duty("always", route=False)
    step = game.state.step
    refused(game, Pass("BLU"), "must-act")
    assert (game.actor, game.state.step) == ("BLU", step)


def test_without_a_train_on_sale_there_is_no_duty() -> None:
    game = buying("3", rules__trains__must_own="always", trains__D__count=1)
    with arranged(game) as tx:
        for train in game.state.trains[DEPOT]:
            tx.move_train(train, DEPOT, GONE)
        turn(tx, "BLU", "buy-train")
    accepted(game, Pass("BLU"))


# --------------------------------------------------------------------------- routes


@pytest.mark.parametrize(("rule", "legal"), [("exclusive", False), ("ignored", True)])
def test_a_route_has_one_stop_of_a_group_unless_groups_are_ignored(rule: str, legal: bool) -> None:
    """B8 (40) and D8 (30) are both East; C9 (20) with BLU's token lies between."""
    game = new(VALLEY, overrides={"rules.routes.groups": rule})
    with arranged(game) as tx:
        found(tx, "BLU", 100, ann=60)
        tile(tx, "C9", "6", 0)
        trains(tx, "BLU", "3-0")
        turn(tx, "BLU", "run-routes")
    both = RunRoutes("BLU", (("3-0", ("B8:1", "C9:1", "C9:0", "D8:1")),))
    if legal:
        accepted(game, both)
        assert game.state.revenue == 90
        return
    refused(game, both, "group-revisited", train="3-0", group="East")
    accepted(game, RunRoutes("BLU", (("3-0", ("B8:1", "C9:1")),)))
    assert game.state.revenue == 60


@pytest.mark.parametrize(
    ("slots", "owners", "passes"),
    [(1, ("RED",), False), (2, ("RED",), True), (2, ("RED", "GRN"), False), (2, ("RED", "BLU"), True)],
)
def test_a_route_may_end_in_a_city_full_of_others_tokens_and_not_go_through_it(
    slots: int, owners: tuple[str, ...], passes: bool
) -> None:
    """R07 in play: C9 with BLU's token, C5 in the middle, C1 beyond."""
    middle = {"count": 1, "color": "green", "track": f"city 30 slots={slots}: 1 4"}
    game = new(VALLEY, overrides={"tiles.middle": middle})
    with arranged(game) as tx:
        for corporation, player in (("BLU", "ann"), ("RED", "bob"), ("GRN", "cay")):
            found(tx, corporation, 100, **{player: 60})
        for hex, id, rotation in (("C9", "5", 0), ("C7", "9", 1), ("C5", "middle", 0), ("C3", "9", 1), ("C1", "5", 4)):
            tile(tx, hex, id, rotation)
        for owner in owners:
            token(tx, owner, "C5")
        trains(tx, "BLU", "3-0")
        turn(tx, "BLU", "run-routes")
    to_c5 = ("C9:1", "C7:0", "C5:1")
    through = RunRoutes("BLU", (("3-0", (*to_c5, "C5:0", "C3:0", "C1:0")),))
    if passes:
        accepted(game, through)
        assert game.state.revenue == 20 + 30 + 20
    else:
        refused(game, through, "passes-blocked-stop", train="3-0", stop="C5.0")
        accepted(game, RunRoutes("BLU", (("3-0", to_c5),)))
        assert game.state.revenue == 20 + 30


def test_a_route_needs_two_stops_and_the_step_needs_a_route() -> None:
    """Trap 25, 26: the step is skipped by the same question that the offer asks."""
    game = new(VALLEY)
    with arranged(game) as tx:
        found(tx, "BLU", 100, ann=60)
        trains(tx, "BLU", "3-0")
        turn(tx, "BLU", "run-routes")
    assert not game.table.board.has_run("BLU")
    assert "run-routes" not in kinds(game)
    refused(game, RunRoutes("BLU", ()), "no-run", corporation="BLU", trains=("3-0",))
    with arranged(game) as tx:
        tile(tx, "C9", "6", 0)
    assert "run-routes" in kinds(game)
    accepted(game, RunRoutes("BLU", (("3-0", ("D8:1", "C9:0")),)))


def test_a_price_between_corporations_is_an_interval_and_not_a_list() -> None:
    """Trap 36."""
    game = buying("3", own=("3-0",), cash=300)
    with arranged(game) as tx:
        trains(tx, "RED", "3-1")
    (of_red,) = [offer for offer in game.offers() if offer.kind == "buy-train" and offer.holes]
    assert of_red.to_json()["holes"] == [{"field": "price", "low": 1, "high": 300, "step": 1}]
