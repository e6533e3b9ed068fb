"""Laying track: what may lie where, what it must add, what it costs and how often it is done (cases U*)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from open18xx import TitleError, load_title
from open18xx.play.actions import LayTile
from open18xx.play.game import Game

from .positions import accepted, arranged, found, go_on, listed, new, phase, refused, tile, token, turn

VALLEY = "valley.toml"


def valley(*, at: str = "2", **rules: Any) -> Game:
    """BLU's turn to lay track in the valley: C9 joined to C7 and D8, C7 a straight to C5. ``rules`` of track."""
    game = new(VALLEY, overrides={f"rules.track.{name}": value for name, value in rules.items()})
    with arranged(game) as tx:
        found(tx, "BLU", 100, ann=60, cash=500)
        found(tx, "RED", 100, bob=60, cash=500)
        tile(tx, "C9", "5", 0)
        tile(tx, "C7", "9", 1)
        phase(tx, at)
        turn(tx, "BLU")
    return game


def lays(game: Game, hex: str = "") -> set[tuple[str, str, int]]:
    found = {(a.hex, a.tile, a.rotation) for a in listed(game, "lay-tile") if isinstance(a, LayTile)}
    return {lay for lay in found if hex in ("", lay[0])}


def edges(game: Game, id: str, rotation: int) -> set[frozenset[int]]:
    """The plain track of a tile as it lies, worked out here."""
    return {frozenset(((p.a + rotation) % 6, (p.b + rotation) % 6)) for p in game.title.tiles[id].tile.paths}


# --------------------------------------------------------------------------- what may lie where


def test_only_rotations_that_keep_all_old_track_are_legal() -> None:
    """U01."""
    game = valley(at="3")
    upgrades = lays(game, "C7")
    assert upgrades
    for _, id, rotation in upgrades:
        assert frozenset((1, 4)) in edges(game, id, rotation)
    kept = {rotation for _, id, rotation in upgrades if id == "24"}
    lost = next(rotation for rotation in range(6) if frozenset((1, 4)) not in edges(game, "24", rotation))
    assert kept == {1, 4}
    refused(game, LayTile("BLU", "C7", "24", lost), "misfit", hex="C7", old="9", tile="24", rotation=lost)
    accepted(game, LayTile("BLU", "C7", "24", 1))
    assert game.state.supply["24"] == 2 and game.state.supply["9"] == 7


def test_every_brown_tile_that_contains_the_green_one_is_offered_in_every_such_rotation() -> None:
    """U05: green with tracks 4-1 and 4-0; the brown tiles that contain both."""
    game = valley(at="5")
    with arranged(game) as tx:
        tile(tx, "C7", "24", 4)
        turn(tx, "BLU")
    old = edges(game, "24", 4)
    plain = {id for id, each in game.title.tiles.items() if each.tile.color == "brown" and not each.tile.nodes}
    on_map = {0, 1, 2, 3, 4, 5}  # every side of C7 has a neighbour that takes track
    wanted = {
        ("C7", id, rotation)
        for id in plain
        for rotation in range(6)
        if old <= edges(game, id, rotation) and set().union(*edges(game, id, rotation)) <= on_map
    }
    assert {id for _, id, _ in wanted} == {"42", "43", "46", "47"}
    assert lays(game, "C7") == wanted


@pytest.mark.parametrize(("title", "at"), [(VALLEY, "5"), ("1830", "3"), ("1889", "5")])
def test_the_list_of_lays_is_what_a_trial_of_all_tiles_in_all_rotations_finds(title: str, at: str) -> None:
    """U05, trap 27: nothing that is legal is missing, nothing that is listed is refused."""
    game = new(title)
    who, laid = {
        VALLEY: ("BLU", [("C9", "5", 0), ("C7", "9", 1), ("C7", "24", 1), ("C5", "57", 1)]),
        "1830": ("PRR", [("H10", "57", 1), ("H14", "9", 1), ("H16", "57", 1), ("H8", "8", 2)]),
        "1889": ("AR", [("K8", "6", 1), ("K6", "9", 0)]),
    }[title]
    with arranged(game) as tx:
        found(tx, who, 100, ann=60, cash=100)
        for hex, id, rotation in laid:
            tile(tx, hex, id, rotation)
        phase(tx, at)
        turn(tx, who)
    trial = {
        (hex, id, rotation)
        for hex in game.title.map.hexes
        for id in game.title.tiles
        for rotation in range(6)
        if game.refusal(LayTile(who, hex, id, rotation)) is None
    }
    assert trial == lays(game)
    assert len(trial) > 10


def test_a_tile_is_laid_where_the_network_of_the_corporation_comes_to() -> None:
    game = valley()
    assert {hex for hex, _, _ in lays(game)} == {"C5"}
    refused(game, LayTile("BLU", "C3", "9", 1), "not-reached", hex="C3", corporation="BLU")
    accepted(game, LayTile("BLU", "C5", "57", 1))


def test_track_is_laid_up_to_a_city_that_others_block_and_not_beyond_it() -> None:
    """Trap 25: the relation for track stops at a full city, as a route does; only arrival is free."""
    game = valley()
    with arranged(game) as tx:
        tile(tx, "C5", "57", 1)
        turn(tx, "BLU")
    assert {hex for hex, _, _ in lays(game)} == {"C3"}
    with arranged(game) as tx:
        token(tx, "RED", "C5")
        turn(tx, "BLU")
    assert lays(game) == set()
    refused(game, LayTile("BLU", "C3", "9", 1), "not-reached", hex="C3")
    with arranged(game) as tx:
        phase(tx, "3")
    assert {lay for lay in lays(game) if lay[0] == "C5"}, "the blocked city itself may be upgraded"


def test_only_colours_of_the_phase_are_laid() -> None:
    game = valley()
    refused(game, LayTile("BLU", "C7", "24", 1), "color", tile="24", color="green", allowed=("yellow",))
    with arranged(game) as tx:
        phase(tx, "3")
    accepted(game, LayTile("BLU", "C7", "24", 1))


def test_a_tile_made_for_an_ability_is_not_laid_without_it() -> None:
    """The ports of 1889 (tile 437), tile-upgrades 27."""
    game = new("1889")
    with arranged(game) as tx:
        found(tx, "KU", 100, ann=60, cash=500)
        tile(tx, "C10", "57", 1)  # towards B11
        turn(tx, "KU")
    assert {id for hex, id, _ in lays(game) if hex == "B11"} == {"3", "58"}
    refused(game, LayTile("KU", "B11", "437", 1), "misfit", tile="437")


def test_a_stranger_hex_tile_or_rotation_is_refused_by_name() -> None:
    game = valley()
    refused(game, LayTile("BLU", "Z9", "9", 1), "no-such", kind="hex", id="Z9")
    refused(game, LayTile("BLU", "C5", "999", 1), "no-such", kind="tile", id="999")
    refused(game, LayTile("BLU", "C5", "57", 7), "rotation", rotation=7, allowed=(0, 5))
    refused(game, LayTile("BLU", "C5", "57", -1), "rotation", rotation=-1)


# --------------------------------------------------------------------------- the supply


def test_the_last_piece_of_a_tile_is_laid_once() -> None:
    """U07: count 1."""
    game = new(VALLEY, overrides={"tiles.9": 1, "rules.track.actions": [{"lay": "yes", "upgrade": "yes"}] * 2})
    with arranged(game) as tx:
        found(tx, "RED", 100, ann=60, cash=500)
        tile(tx, "C1", "5", 4)
        turn(tx, "RED")
    accepted(game, LayTile("RED", "C3", "9", 1))
    with arranged(game) as tx:
        tile(tx, "C5", "57", 1)
        turn(tx, "RED")
    refused(game, LayTile("RED", "C7", "9", 1), "supply", what="tile 9")
    assert "9" not in {id for _, id, _ in lays(game)}


def test_an_unlimited_tile_never_runs_out() -> None:
    """U07: laid forty times."""
    for count, left in ((40, False), ("unlimited", True)):
        game = new("1830", overrides={"tiles.9": count})
        plain = [
            hex for hex, each in game.title.map.hexes.items() if each.tile.color == "white" and not each.tile.nodes
        ]
        with arranged(game) as tx:
            found(tx, "PRR", 100, ann=60, cash=500)
            for hex in [hex for hex in plain if hex != "H14"][:40]:
                tile(tx, hex, "9", 1)
            turn(tx, "PRR")
        assert (("H14", "9", 1) in lays(game)) is left


def test_a_replaced_tile_returns_to_the_supply_and_is_laid_again_in_the_same_turn() -> None:
    """U07."""
    game = new(VALLEY, overrides={"tiles.8": 1, "rules.track.actions": [{"lay": "yes", "upgrade": "yes"}] * 2})
    with arranged(game) as tx:
        found(tx, "BLU", 100, ann=60, cash=500)
        tile(tx, "C9", "5", 0)
        tile(tx, "C7", "8", 4)  # C9 to D6
        phase(tx, "3")
        turn(tx, "BLU")
    refused(game, LayTile("BLU", "D6", "8", 1), "supply", what="tile 8")
    accepted(game, LayTile("BLU", "C7", "25", 4))
    accepted(game, LayTile("BLU", "D6", "8", 1))
    assert game.state.supply["8"] == 0 and game.state.cash["BLU"] == 500 - 40


# --------------------------------------------------------------------------- what an upgrade must add


@pytest.mark.parametrize(
    ("rule", "legal"),
    [
        ("permissive", {"crossing", "worth more", "same worth", "new track"}),
        ("city-permissive", {"worth more", "same worth", "new track"}),
        ("semi-restrictive", {"worth more", "new track"}),
        ("restrictive", {"new track"}),
    ],
)
def test_new_track_must_be_of_use_as_the_title_says(rule: str, legal: set[str]) -> None:
    """U03: a straight crossed by track the corporation does not reach; a city with or without more worth; new track."""
    game = valley(at="3", restriction=rule)
    tries = {
        "crossing": ("C7", "20", 1),  # 1-4 and 2-5: B6 and D8 are not joined to BLU by track
        "worth more": ("C9", "worth", 0),
        "same worth": ("C9", "same", 0),
        "new track": ("C7", "24", 4),
    }
    for name, (hex, id, rotation) in tries.items():
        action = LayTile("BLU", hex, id, rotation)
        if name in legal:
            assert game.refusal(action) is None
            assert (hex, id, rotation) in lays(game)
        else:
            refused(game, action, "no-new-track", hex=hex, tile=id, rule=rule)


def test_an_empty_hex_takes_track_under_every_restriction() -> None:
    """U03: the restriction is on upgrades."""
    for rule in ("permissive", "city-permissive", "semi-restrictive", "restrictive"):
        assert ("C5", "57", 1) in lays(valley(restriction=rule))


@pytest.mark.parametrize(
    "track",
    [
        "city 30 slots={}: 1 4 5",  # beside the freed city
        "city 30 slots={}: 1 4; 0-5",  # through it, round by C3 and D4, and back into the hex
    ],
)
def test_track_reached_through_a_slot_that_the_upgrade_itself_frees_is_of_use(track: str) -> None:
    """U03: a full city becomes one with a free slot, and what lies behind it is joined only then."""
    for slots, legal in ((1, False), (2, True)):
        wider = {"count": 1, "color": "green", "track": track.format(slots)}
        game = new(VALLEY, overrides={"rules.track.restriction": "restrictive", "tiles.wider": wider})
        with arranged(game) as tx:
            found(tx, "BLU", 100, ann=60, cash=500)
            found(tx, "RED", 100, bob=60, cash=500)
            for hex, id, rotation in (("C9", "5", 0), ("C7", "9", 1), ("C5", "57", 1), ("C3", "7", 4), ("D4", "7", 2)):
                tile(tx, hex, id, rotation)
            token(tx, "RED", "C5")
            phase(tx, "3")
            turn(tx, "BLU")
        action = LayTile("BLU", "C5", "wider", 0)
        if legal:
            accepted(game, action)
        else:
            refused(game, action, "no-new-track", rule="restrictive")


# --------------------------------------------------------------------------- how often


def test_one_track_action_a_turn_is_the_usual_rule() -> None:
    game = valley()
    accepted(game, LayTile("BLU", "C5", "57", 1))
    assert game.state.step != 1 or "lay-tile" not in {offer.kind for offer in game.offers()}
    game = valley(actions=[])
    assert "lay-tile" not in {offer.kind for offer in game.offers()}


def actions_of(lay: str, upgrade: str, cost: int = 0, upgrade_cost: int = 0) -> dict[str, Any]:
    return {"lay": lay, "upgrade": upgrade, "cost": cost, "upgrade_cost": upgrade_cost}


def possible(game: Game) -> Iterator[str]:
    """Which of a lay (C5) and an upgrade (C7) are listed."""
    hexes = {hex for hex, _, _ in lays(game)}
    if "C5" in hexes:
        yield "lay"
    if "C7" in hexes:
        yield "upgrade"


@pytest.mark.parametrize(
    ("action", "first"),
    [
        (actions_of("yes", "yes"), ["lay", "upgrade"]),
        (actions_of("yes", "no"), ["lay"]),
        (actions_of("no", "yes"), ["upgrade"]),
        (actions_of("if-no-upgrade", "if-no-upgrade"), ["lay", "upgrade"]),
    ],
)
def test_an_action_lays_upgrades_or_both(action: dict[str, Any], first: list[str]) -> None:
    game = valley(at="3", actions=[action])
    assert list(possible(game)) == first
    for word, lay in (("lay", LayTile("BLU", "C5", "57", 1)), ("upgrade", LayTile("BLU", "C7", "24", 1))):
        if word in first:
            assert game.refusal(lay) is None
        else:
            refused(game, lay, "lay-kind", what=word, done=0)


@pytest.mark.parametrize(
    ("second", "after_lay", "after_upgrade"),
    [
        (actions_of("yes", "yes"), ["upgrade"], ["lay"]),
        (actions_of("yes", "if-no-upgrade"), ["upgrade"], ["lay"]),
        (actions_of("if-no-upgrade", "yes"), ["upgrade"], []),
        (actions_of("yes", "no"), [], ["lay"]),
    ],
)
def test_a_second_action_may_depend_on_an_upgrade_before_it(
    second: dict[str, Any], after_lay: list[str], after_upgrade: list[str]
) -> None:
    game = valley(at="3", actions=[actions_of("yes", "yes"), second])
    accepted(game, LayTile("BLU", "C5", "57", 1))
    assert [word for word in possible(game) if word == "upgrade"] == after_lay
    game.undo()
    accepted(game, LayTile("BLU", "C7", "24", 1))
    assert [word for word in possible(game) if word == "lay"] == after_upgrade
    if not after_upgrade:
        refused(game, LayTile("BLU", "C5", "57", 1), "lay-kind", what="lay", done=1)


def test_after_the_last_action_of_the_turn_nothing_is_laid() -> None:
    game = valley(at="3", actions=[actions_of("yes", "yes")] * 2)
    accepted(game, LayTile("BLU", "C5", "57", 1))
    accepted(game, LayTile("BLU", "C7", "24", 1))
    assert game.state.lays == ("lay", "upgrade")
    assert "lay-tile" not in {offer.kind for offer in game.offers()}


def test_a_printed_yellow_hex_is_upgraded_not_laid_on() -> None:
    """U09: what counts is the change of colour; the option to count tiles instead is not built."""
    for action, legal in ((actions_of("yes", "no"), False), (actions_of("no", "yes"), True)):
        game = new(VALLEY, overrides={"rules.track.actions": [action]})
        with arranged(game) as tx:
            found(tx, "YEL", 100, ann=60, cash=500)
            phase(tx, "3")
            turn(tx, "YEL")
        lay = LayTile("YEL", "B6", "59", 5)
        if legal:
            accepted(game, lay)
        else:
            refused(game, lay, "lay-kind", what="upgrade", done=0)


# --------------------------------------------------------------------------- what it costs


def on_terrain(**rules: Any) -> Game:
    """BLU may lay on D6 (water, 40), on C5 (no terrain), or upgrade C7."""
    game = new(VALLEY, overrides={f"rules.track.{name}": value for name, value in rules.items()})
    with arranged(game) as tx:
        found(tx, "BLU", 100, ann=60, cash=100)
        tile(tx, "C9", "5", 0)
        tile(tx, "C7", "24", 4)  # 4-1 and 4-0
        phase(tx, "5")
        turn(tx, "BLU")
    return game


LAY_WATER, LAY_PLAIN, UPGRADE = (
    LayTile("BLU", "D6", "8", 1),
    LayTile("BLU", "C5", "57", 1),
    LayTile("BLU", "C7", "43", 4),
)


@pytest.mark.parametrize(
    ("rules", "water", "plain", "upgrade"),
    [
        ({}, 40, 0, 0),
        ({"minimum_cost": 20}, 40, 20, 20),
        ({"minimum_cost": 50}, 50, 50, 50),
        ({"actions": [actions_of("yes", "yes", cost=5)]}, 45, 5, 0),
        ({"actions": [actions_of("yes", "yes", upgrade_cost=7)]}, 40, 0, 7),
        ({"actions": [actions_of("yes", "yes", cost=5)], "minimum_cost": 20}, 45, 25, 20),
    ],
)
def test_a_lay_costs_its_terrain_or_the_least_a_lay_costs_and_the_fee_of_the_action(
    rules: dict[str, Any], water: int, plain: int, upgrade: int
) -> None:
    for action, cost in ((LAY_WATER, water), (LAY_PLAIN, plain), (UPGRADE, upgrade)):
        game = on_terrain(**rules)
        bank = game.state.cash["bank"]
        accepted(game, action)
        assert (game.state.cash["BLU"], game.state.cash["bank"]) == (100 - cost, bank + cost)


def test_a_lay_that_cannot_be_paid_is_refused_with_both_numbers() -> None:
    game = on_terrain(actions=[actions_of("yes", "yes", cost=5)])
    with arranged(game) as tx:
        tx.pay("BLU", "bank", 60)
    refused(game, LAY_WATER, "cash", what="a tile on D6", cost=45, actor="BLU", cash=40)
    assert ("D6", "8", 1) not in lays(game)
    with arranged(game) as tx:
        tx.pay("bank", "BLU", 5)
    accepted(game, LAY_WATER)
    assert game.state.cash["BLU"] == 0


def test_printed_terrain_is_paid_with_the_first_tile_and_not_again() -> None:
    game = on_terrain()
    accepted(game, LAY_WATER)
    with arranged(game) as tx:
        turn(tx, "BLU")
    accepted(game, LayTile("BLU", "D6", "29", 1))
    assert game.state.cash["BLU"] == 60


def test_a_step_that_cannot_even_pay_the_fee_is_passed_over() -> None:
    game = on_terrain(actions=[actions_of("yes", "yes", cost=5, upgrade_cost=5)])
    with arranged(game) as tx:
        tx.pay("BLU", "bank", 96)
        turn(tx, "BLU", "home-token")
        go_on(tx)
    assert game.title.rounds["operating"].steps[game.state.step] == "buy-train"
    with arranged(game) as tx:
        tx.pay("bank", "BLU", 1)
        turn(tx, "BLU", "home-token")
        go_on(tx)
    assert game.title.rounds["operating"].steps[game.state.step] == "lay-track"


# --------------------------------------------------------------------------- the sides of hexes


def test_track_leads_to_no_gray_hex_without_track_of_its_own_unless_the_title_opens_the_colour() -> None:
    for colors, leads_there in ((["gray", "red", "blue"], False), (["red", "blue"], True)):
        game = new(VALLEY, overrides={"rules.track.impassable_colors": colors})
        with arranged(game) as tx:
            found(tx, "RED", 100, ann=60, cash=500)
            tile(tx, "C1", "5", 4)
            turn(tx, "RED")
        to_gray = LayTile("RED", "C3", "7", 1)  # 1-2: C1 to B2
        if leads_there:
            accepted(game, to_gray)
        else:
            refused(game, to_gray, "misfit", hex="C3", tile="7", rotation=1)


def test_no_track_leads_off_the_map_or_across_an_impassable_side() -> None:
    game = new("1830")
    with arranged(game) as tx:
        found(tx, "B&O", 100, ann=60, cash=500)
        phase(tx, "5")
        turn(tx, "B&O")
    ground = game.box.ground
    for n, hex in enumerate(ground.hexes):
        for placement in ground.placements(n, game.table.board.faces[n]):
            assert all(ground.across[n * 6 + edge] >= 0 for edge in placement.face.exits), hex.id
    b16 = ground.number["B16"]
    assert 5 not in set().union(*(p.face.exits for p in ground.placements(b16, ground.printed[b16])))


@pytest.mark.parametrize("border", [{"edge": 4, "kind": "water", "cost": 20}, {"edge": 4, "kind": "line", "cost": 20}])
def test_a_border_that_costs_is_refused_by_name_until_it_is_built(border: dict[str, Any]) -> None:
    with pytest.raises(TitleError) as error:
        load_title("1830", overrides={"hexes.H6.borders": [border]})
    assert any("H6.borders[0]" in str(fault) and "not implemented" in str(fault) for fault in error.value.faults)
