"""A branch is split off a corporation: who may, what it gets, and who holds what after that."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from open18xx.play import actions as a
from open18xx.play.events import CorporationSplit
from open18xx.play.game import Game

from .positions import (
    BANK_ACTOR,
    accepted,
    arranged,
    depot_from,
    has_operated,
    is_listed,
    kinds,
    listed,
    money,
    own,
    percents,
    phase,
    prince,
    railway,
    refused,
    split,
    station,
    stations,
    stock_turn,
    trains,
    waiting,
)

BRANCHES = ("CB", "SB", "MB", "BB", "WB", "HRB")


def splittable(*, site: bool = False, ann: int = 40, pool: int = 20, stands: tuple[str, ...] = ("D14", "J14")) -> Game:
    """ann presides over C, which has 500, two trains, and tokens at home (L16) and on the hexes named."""
    game = prince(site=site)
    with arranged(game) as tx:
        railway(tx, "C", cash=500, ann=ann, bob=70 - ann - pool)
        railway(tx, "A", cash=300, bob=50)
        for hex in stands:
            station(tx, "C", hex)
        trains(tx, "C", "2H-0", "2H-1")
        money(tx, ann=1000, bob=1000)
        stock_turn(tx, "ann")
    return game


def until(step: str, game: Game | None = None) -> Game:
    """The split has come to this question; one token was given, at D14, and 65 is the branch's starting value."""
    game = game or splittable()
    accepted(game, a.SplitCorporation("ann", "C"))
    answers: dict[str, a.Action] = {
        "split-branch": a.ChooseBranch("ann", "BB"),
        "split-token": a.GiveToken("ann", "D14", 0),
        "split-par": a.ChoosePar("ann", "BB", 65),
        "split-train": a.Pass("ann"),
        "split-money": a.GiveMoney("ann", 0),
    }
    while waiting(game) != step:
        action = answers[waiting(game)]
        accepted(game, a.Pass("ann") if game.last_events and game.actions()[-1] == action else action)
    return game


# --------------------------------------------------------------------------- who may


@pytest.mark.rule("O-011", "O-030", "O-119")
def test_a_split_is_the_purchase_of_the_turn() -> None:
    game = splittable()
    split(game, "ann", "C", "BB", tokens=(("D14", 0),))
    assert game.actor == "bob" and game.state.pass_order == ()
    game = splittable()
    bought = next(action for action in listed(game, "buy-certificate") if action.actor == "ann")
    accepted(game, bought)
    with arranged(game) as tx:  # the turn is over; what she bought is remembered in it
        tx.note("actor", "ann")
        tx.note("bought", ("C",))
    refused(game, a.SplitCorporation("ann", "C"), "already-bought")


@pytest.mark.rule("O-119")
def test_only_the_president_in_turn_splits() -> None:
    game = splittable()
    refused(game, a.SplitCorporation("bob", "C"), "not-your-turn", expected="ann")
    refused(game, a.SplitCorporation("ann", "A"), "not-president", corporation="A")
    refused(game, a.SplitCorporation("ann", "XX"), "no-such", id="XX")


@pytest.mark.rule("O-076", "O-119")
@pytest.mark.parametrize(("held", "enough"), [(30, False), (40, True), (50, True)])
def test_the_president_must_hold_40_percent(held: int, enough: bool) -> None:
    game = splittable(ann=held, pool=30 if held == 30 else 20)
    if enough:
        accepted(game, a.SplitCorporation("ann", "C"))
    else:
        refused(game, a.SplitCorporation("ann", "C"), "split-holding", held=held, wanted=40)


@pytest.mark.rule("O-119", "O-123")
def test_what_the_bank_holds_is_not_its_owners_and_it_does_not_split() -> None:
    game = prince()
    with arranged(game) as tx:
        railway(tx, "A", bob=50)
        railway(tx, "C", ann=20, cay=10, Union_Bank=40)
        station(tx, "C", "D14")
        stock_turn(tx, "cay")
    assert game.state.president["C"] == BANK_ACTOR
    refused(game, a.SplitCorporation("cay", "C"), "not-president", actor="cay")
    refused(game, a.SplitCorporation(BANK_ACTOR, "C"), "not-your-turn")


@pytest.mark.rule("O-076", "O-119")
def test_two_of_its_tokens_must_lie_on_the_map() -> None:
    game = splittable(stands=())
    refused(game, a.SplitCorporation("ann", "C"), "split-tokens", count=1, wanted=2)
    accepted(splittable(stands=("D14",)), a.SplitCorporation("ann", "C"))


@pytest.mark.rule("O-031", "O-116")
def test_a_split_needs_a_slot_that_is_open() -> None:
    game = splittable()
    with arranged(game) as tx:
        tx.note("operated", ("C",))
    refused(game, a.SplitCorporation("ann", "C"), "no-slot-open", started=2, waited="A")
    with arranged(game) as tx:
        has_operated(tx, "A")
    split(game, "ann", "C", "BB", tokens=(("D14", 0),))
    assert game.state.starts == ("C", "A", "BB")


@pytest.mark.rule("O-032", "O-114")
def test_what_has_no_price_and_what_has_not_started_is_not_split() -> None:
    game = splittable()
    for corporation in ("PEIR", "S", "BB"):
        refused(game, a.SplitCorporation("ann", corporation), "not-started", corporation=corporation)


@pytest.mark.rule("O-115")
def test_a_title_without_branches_left_has_no_split() -> None:
    game = splittable()
    with arranged(game, audit=False) as tx:
        for branch in BRANCHES:
            tx.start_corporation(branch, 58)
    refused(game, a.SplitCorporation("ann", "C"), "no-branch", corporation="C")


# --------------------------------------------------------------------------- the branch and its tokens


@pytest.mark.rule("O-115")
def test_the_branch_is_any_that_has_not_come_into_being() -> None:
    game = splittable()
    accepted(game, a.SplitCorporation("ann", "C"))
    assert [action.branch for action in listed(game, "choose-branch")] == [*BRANCHES]
    refused(game, a.ChooseBranch("ann", "S"), "not-a-branch", branch="S")
    refused(game, a.ChooseBranch("bob", "BB"), "not-your-turn", expected="ann")
    refused(game, a.Pass("ann"), "must-act")
    assert kinds(game) == {"choose-branch"}


@pytest.mark.rule("O-115")
def test_branches_come_only_by_splits() -> None:
    game = splittable()
    for branch in BRANCHES:
        refused(game, a.StartCorporation("ann", branch, 58), "not-startable", corporation=branch)


@pytest.mark.rule("O-119", "O-065")
def test_the_branch_takes_the_place_of_a_token_for_nothing_and_the_parents_is_gone() -> None:
    game = until("split-token")
    accepted(game, a.GiveToken("ann", "D14", 0))
    assert stations(game, "BB") == ["D14"] and stations(game, "C") == ["J14", "L16"]
    assert game.state.tokens_left["BB"] == (1, 2, 3) and game.state.cash["C"] == 500
    assert game.state.tokens_left["C"] == (3,) and game.state.tokens_gone == {"C": 1}


@pytest.mark.rule("O-119")
def test_the_token_at_home_is_not_given_and_one_other_must_be() -> None:
    game = until("split-token")
    assert [(action.hex, action.city) for action in listed(game, "give-token")] == [("D14", 0), ("J14", 0)]
    refused(game, a.GiveToken("ann", "L16", 0), "no-token-to-give", hex="L16", allowed="D14.0, J14.0")
    refused(game, a.Pass("ann"), "must-act", step="split-token")
    accepted(game, a.GiveToken("ann", "J14", 0))
    accepted(game, a.Pass("ann"))
    assert waiting(game) == "split-par"


@pytest.mark.rule("O-119")
def test_the_only_token_that_can_be_given_passes_by_itself() -> None:
    game = splittable(stands=("J14",))
    accepted(game, a.SplitCorporation("ann", "C"))
    accepted(game, a.ChooseBranch("ann", "MB"))
    assert stations(game, "MB") == ["J14"] and stations(game, "C") == ["L16"] and waiting(game) == "split-par"


@pytest.mark.rule("O-119")
def test_no_more_is_asked_when_the_parent_has_one_token_left() -> None:
    game = until("split-token")
    accepted(game, a.GiveToken("ann", "D14", 0))
    accepted(game, a.GiveToken("ann", "J14", 0))
    assert stations(game, "BB") == ["D14", "J14"] and waiting(game) == "split-par"


@pytest.mark.rule("O-119", "O-115")
def test_a_branch_has_no_home_and_may_give_any_but_its_last_token_when_it_is_split() -> None:
    game = splittable()
    split(game, "ann", "C", "BB", par=65, tokens=(("D14", 0), ("J14", 0)), cash=100)
    with arranged(game) as tx:
        railway(tx, "So", dan=60)  # the third start; the next two stand in a tranche of their own
        railway(tx, "BB", ann=20, cash=100)
        for id in ("BB/1", "BB/2"):
            tx.move_certificate(id, "ann")
        stock_turn(tx, "ann")
    assert game.state.starts == ("C", "A", "BB", "So") and game.table.open_slot()
    accepted(game, a.SplitCorporation("ann", "BB"))
    accepted(game, a.ChooseBranch("ann", "WB"))
    assert [action.hex for action in listed(game, "give-token")] == ["D14", "J14"]
    accepted(game, a.GiveToken("ann", "D14", 0))
    assert waiting(game) == "split-par" and stations(game, "BB") == ["J14"] and stations(game, "WB") == ["D14"]
    accepted(game, a.ChoosePar("ann", "WB", 58))
    assert game.state.president["WB"] == game.state.president["BB"] == "ann"
    assert percents(game, "WB")["ann"] == percents(game, "BB")["ann"] == 20


# --------------------------------------------------------------------------- the starting value


@pytest.mark.rule("O-087")
def test_the_branch_starts_at_a_value_that_is_left() -> None:
    game = until("split-par")
    refused(game, a.ChoosePar("ann", "BB", 92), "par", par=92, allowed=(80, 74, 65, 58))
    refused(game, a.ChoosePar("ann", "CB", 65), "other-corporation", expected="BB")
    refused(game, a.Pass("ann"), "must-act")
    events = accepted(game, a.ChoosePar("ann", "BB", 74))
    assert CorporationSplit("C", "BB") in events
    assert game.state.par["BB"] == game.table.price("BB") == 74 and game.state.president["BB"] == "ann"


def late(stands: tuple[str, ...]) -> Game:
    """Only 58 is left to start at."""
    game = splittable(stands=stands)
    with arranged(game) as tx:
        depot_from(tx, "D")
        phase(tx, "7")
        for train in tx.state.trains["C"]:
            tx.move_train(train, "C", "gone")
    assert list(game.table.pars()) == [58]
    accepted(game, a.SplitCorporation("ann", "C"))
    accepted(game, a.ChooseBranch("ann", "BB"))
    return game


@pytest.mark.rule("O-087")
def test_the_only_value_left_is_taken_by_itself_unless_the_player_has_just_passed() -> None:
    game = late(("J14",))
    assert game.state.par["BB"] == 58 and waiting(game) == "split-train"
    game = late(("D14", "J14"))
    accepted(game, a.GiveToken("ann", "D14", 0))
    accepted(game, a.Pass("ann"))
    assert waiting(game) == "split-par"
    accepted(game, a.ChoosePar("ann", "BB", 58))
    assert waiting(game) == "split-train"


# --------------------------------------------------------------------------- certificates


@pytest.mark.rule("O-119", "O-076")
def test_each_gives_half_of_his_ordinary_certificates_and_the_president_two_more_for_the_presidency() -> None:
    """The recorded game's split: 50 % of the president's, 10 of the bank's and 40 in the pool."""
    game = prince(site=True)
    with arranged(game) as tx:
        railway(tx, "A", bob=50)
        for id in ("C/1", "C/2"):
            tx.move_certificate(id, "pool")
        railway(tx, "C", ann=50, cash=250)
        station(tx, "C", "J14")
        stock_turn(tx, "ann")
    assert percents(game, "C") == {"ann": 50, BANK_ACTOR: 10, "pool": 40}
    split(game, "ann", "C", "BB", par=65, cash=180)
    assert percents(game, "C") == {"ann": 30, BANK_ACTOR: 10, "pool": 20, "ipo": 40}
    assert percents(game, "BB") == {"ann": 20, "pool": 80}
    assert game.state.cash["BB"] == 8 * 65 + 180 and game.state.cash["C"] == 70


@pytest.mark.rule("O-119")
def test_those_are_given_first_that_were_acquired_first_and_an_odd_one_is_kept() -> None:
    game = prince()
    with arranged(game) as tx:
        railway(tx, "A", bob=50)
        for id, owner in (("C/3", "ann"), ("C/4", "ann"), ("C/7", "bob"), ("C/5", "bob"), ("C/6", "bob")):
            tx.move_certificate(id, owner)
        tx.move_certificate("C/1", BANK_ACTOR)  # beside C/8
        station(tx, "C", "J14")
        has_operated(tx, "C")
        stock_turn(tx, "ann")
    split(game, "ann", "C", "BB")
    given = [id for id in game.state.paper["ipo"] if id.startswith("C/")]
    assert given == ["C/3", "C/4", "C/7", "C/8"]  # the president's two; one of bob's three; one of the bank's two
    assert [game.state.holder[f"BB/{n}"] for n in (1, 2)] == ["bob", BANK_ACTOR]  # in the order of seats, the bank last
    assert percents(game, "BB")["bob"] == percents(game, "BB")[BANK_ACTOR] == 10
    assert percents(game, "C")["bob"] == 20 and percents(game, "C")["ann"] == 20


@pytest.mark.rule("O-119")
@pytest.mark.parametrize(("each", "of_c", "of_bb"), [(40, 20, 20), (50, 30, 20)])
def test_the_president_stays_president_of_both_though_another_holds_as_much(each: int, of_c: int, of_bb: int) -> None:
    game = prince()
    with arranged(game) as tx:
        railway(tx, "A", bob=50)
        if each == 50:
            tx.move_certificate("C/8", "pool")
        railway(tx, "C", ann=each, bob=each, cay=0, dan=0)
        station(tx, "C", "J14")
        stock_turn(tx, "ann")
    split(game, "ann", "C", "BB")
    assert game.state.president["C"] == game.state.president["BB"] == "ann"
    assert [percents(game, "C")[player] for player in ("ann", "bob")] == [of_c, of_c]
    assert [percents(game, "BB")[player] for player in ("ann", "bob")] == [of_bb, of_bb]


@pytest.mark.rule("O-078")
def test_on_the_page_the_branch_is_paid_for_each_certificate_when_it_is_sold_first() -> None:
    game = splittable()
    split(game, "ann", "C", "BB", par=65, tokens=(("D14", 0),))
    assert percents(game, "BB") == {"ann": 20, "pool": 10, "ipo": 70} and game.state.cash["BB"] == 0
    own_stock, in_pool = (game.table.certificates_of(place, "BB")[0].id for place in ("ipo", "pool"))
    accepted(game, a.BuyCertificate("bob", own_stock))
    assert game.state.cash["BB"] == 65
    accepted(game, a.BuyCertificate("cay", in_pool))
    assert game.state.cash["BB"] == 65


@pytest.mark.rule("O-078", "O-012")
def test_on_the_page_the_branch_floats_when_60_percent_of_it_is_sold_and_gets_nothing_for_it() -> None:
    game = splittable()
    split(game, "ann", "C", "BB", par=65, tokens=(("D14", 0),))
    with arranged(game) as tx:
        for id, owner in (("BB/4", "ann"), ("BB/5", "bob"), ("BB/6", "cay")):
            tx.move_certificate(id, owner)
        stock_turn(tx, "bob")
    in_pool = game.table.certificates_of("pool", "BB")[0].id
    accepted(game, a.BuyCertificate("bob", in_pool))
    assert percents(game, "BB")["ipo"] == 40 and game.table.is_floated("BB")
    assert game.state.cash["BB"] == 0


@pytest.mark.rule("O-078")
def test_on_the_site_the_branch_gets_one_sum_at_once_and_nothing_on_floating() -> None:
    game = splittable(site=True)
    split(game, "ann", "C", "BB", par=65, tokens=(("D14", 0),))
    assert percents(game, "BB") == {"ann": 20, "pool": 80} and game.state.cash["BB"] == 520
    with arranged(game) as tx:
        for id, owner in (("BB/2", "cay"), ("BB/3", "cay"), ("BB/4", "dan")):
            tx.move_certificate(id, owner)
        stock_turn(tx, "bob")
    assert not game.table.is_floated("BB")
    accepted(game, a.BuyCertificate("bob", "BB/5"))
    assert game.table.is_floated("BB") and game.state.cash["BB"] == 520


@pytest.mark.rule("O-039", "O-078")
def test_what_the_parent_was_given_is_sold_for_its_own_treasury() -> None:
    game = splittable()
    split(game, "ann", "C", "BB", tokens=(("D14", 0),))
    assert percents(game, "C")["ipo"] == 30 and game.state.cash["C"] == 500
    accepted(game, a.BuyCertificate("bob", game.table.certificates_of("ipo", "C")[0].id))
    assert game.state.cash["C"] == 500 + 92


@pytest.mark.rule("O-012")
def test_on_the_site_a_branch_floats_when_its_own_split_empties_the_pool() -> None:
    game = splittable(site=True)
    with arranged(game) as tx:
        railway(tx, "So", dan=60)
        stock_turn(tx, "ann")
    split(game, "ann", "C", "BB", tokens=(("D14", 0), ("J14", 0)))
    with arranged(game) as tx:
        for n in (1, 2):
            tx.move_certificate(f"BB/{n}", "ann")
        stock_turn(tx, "ann")
    assert percents(game, "BB") == {"ann": 40, "pool": 60} and not game.table.is_floated("BB")
    split(game, "ann", "BB", "WB", tokens=(("D14", 0),))
    assert percents(game, "BB") == {"ann": 20, "pool": 30, "ipo": 50} and game.table.is_floated("BB")


# --------------------------------------------------------------------------- trains, money, privates


@pytest.mark.rule("O-119")
def test_trains_pass_one_after_the_other_until_the_player_has_enough_of_it() -> None:
    game = until("split-train")
    assert [action.train for action in listed(game, "give-train")] == ["2H-0", "2H-1"]
    refused(game, a.GiveTrain("ann", "2H-2"), "not-owner", actor="C", what="2H-2")
    accepted(game, a.GiveTrain("ann", "2H-1"))
    accepted(game, a.Pass("ann"))
    assert game.state.trains["BB"] == ("2H-1",) and game.state.trains["C"] == ("2H-0",)
    assert waiting(game) == "split-money"


@pytest.mark.rule("O-119")
def test_after_the_last_train_no_more_is_asked_and_without_any_the_player_says_so() -> None:
    game = until("split-train")
    accepted(game, a.GiveTrain("ann", "2H-1"))
    accepted(game, a.GiveTrain("ann", "2H-0"))
    assert waiting(game) == "split-money"
    game = splittable()
    with arranged(game) as tx:
        for train in ("2H-0", "2H-1"):
            tx.move_train(train, "C", "gone")
    until("split-train", game)
    assert kinds(game) == {"pass"}
    accepted(game, a.Pass("ann"))
    assert waiting(game) == "split-money"


@pytest.mark.rule("O-119")
@pytest.mark.parametrize("amount", [0, 1, 500])
def test_any_money_of_the_parents_may_be_given(amount: int) -> None:
    game = until("split-money")
    accepted(game, a.GiveMoney("ann", amount))
    assert (game.state.cash["C"], game.state.cash["BB"]) == (500 - amount, amount)
    assert not game.state.pending and game.actor == "bob"


@pytest.mark.rule("O-119")
def test_no_more_money_than_the_parent_has() -> None:
    game = until("split-money")
    refused(game, a.GiveMoney("ann", 501), "amount", low=0, high=500)
    refused(game, a.GiveMoney("ann", -1), "amount")
    refused(game, a.Pass("ann"), "must-act")


@pytest.mark.rule("O-119", "O-104")
def test_the_parents_private_is_given_or_kept() -> None:
    for action, owner in ((a.GivePrivate("ann", "HSE"), "BB"), (a.Pass("ann"), "C")):
        game = splittable()
        with arranged(game) as tx:
            own(tx, "C", "HSE")
        until("split-private", game)
        refused(game, a.GivePrivate("ann", "RA"), "not-owner", what="RA")
        accepted(game, action)
        assert game.state.privates["HSE"] == owner and not game.state.pending


# --------------------------------------------------------------------------- every step of it


def chain() -> Iterator[a.Action]:
    yield a.SplitCorporation("ann", "C")
    yield a.ChooseBranch("ann", "BB")
    yield a.GiveToken("ann", "D14", 0)
    yield a.Pass("ann")
    yield a.ChoosePar("ann", "BB", 65)
    yield a.GiveTrain("ann", "2H-0")
    yield a.Pass("ann")
    yield a.GiveMoney("ann", 7)
    yield a.GivePrivate("ann", "HSE")


def test_every_answer_takes_effect_at_once_can_be_taken_back_and_is_the_presidents() -> None:
    """V02, V06, trap 32."""
    game = splittable()
    with arranged(game) as tx:
        own(tx, "C", "HSE")
    for action in chain():
        before = game.state.hash()
        for stranger in ("bob", "C", "BB", BANK_ACTOR, "nobody", ""):
            wrong = type(action)(stranger, *(getattr(action, name) for name in action.__slots__))
            refused(game, wrong, "not-your-turn")
        accepted(game, action)
        after = game.state.hash()
        assert after != before
        assert game.undo() and game.state.hash() == before
        assert game.redo() and game.state.hash() == after
    assert not game.state.pending and not is_listed(game, a.SplitCorporation("ann", "C"))
