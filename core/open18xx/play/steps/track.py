"""Laying and upgrading tiles.

The pair of tiles, the printed map, the phase, the supply, privates that block hexes, the company's network and the
title's track restriction each have a say; cases U01-U09 of the kernel cases name the traps.
"""

from __future__ import annotations

from collections.abc import Iterator

from open18xx.board.ground import Placement
from open18xx.errors import Refusal
from open18xx.play import events as e
from open18xx.play.actions import LayTile
from open18xx.play.cards import terrain_delta
from open18xx.play.offers import Offer, Rows
from open18xx.play.state import BANK, NOBODY
from open18xx.play.steps.base import Step, not_in_turn, unknown
from open18xx.play.table import Table
from open18xx.play.transaction import Transaction
from open18xx.title.model import UNLIMITED, Ability, TileAction


def action_at_hand(table: Table) -> TileAction | None:
    """The next of the turn's track actions; those that abilities add are like the title's last."""
    actions = table.box.rules.track.actions
    done = len(table.state.lays)
    if done < len(actions):
        return actions[done]
    return actions[-1] if done < lays_allowed(table) else None


def lays_allowed(table: Table) -> int:
    """How many track actions the turn has, with those that the corporation's or its president's privates add."""
    actor, printed = table.state.actor, len(table.box.rules.track.actions)
    owners = (actor, table.decider(actor))
    more = sum(
        ability.amount
        for private, index, ability in table.box.abilities.get("extra-lay", ())
        if table.state.privates.get(private) in owners and table.ability_left(private, index, ability)
    )
    return printed + more if printed else 0


def allows(table: Table, action: TileAction, word: str) -> bool:
    """Whether the action may be used to ``lay`` or to ``upgrade``, after what was done this turn."""
    permission = action.lay if word == "lay" else action.upgrade
    return permission == "yes" or (permission == "if-no-upgrade" and "upgrade" not in table.state.lays)


def fee(action: TileAction, word: str) -> int:
    return action.cost if word == "lay" else action.upgrade_cost


def blocker(table: Table, n: int, actor: str) -> str | None:
    """The private that closes the hex to ``actor``: one that blocks it and belongs to somebody else."""
    for private, ability in table.box.blocked_by.get(n, ()):
        owner = table.state.privates.get(private, "")
        if owner and owner not in ("closed", actor):
            held_by = "corporation" if owner in table.box.corporations else "player"
            if ability.holder not in ("any", held_by) or (ability.eras and table.phase.era not in ability.eras):
                continue
            if not ability.only_empty or table.board.faces[n] is table.box.ground.printed[n]:
                return private
    return None


def tiles_apart(table: Table, corporation: str) -> tuple[set[str], set[str]]:
    """Tiles that only some corporations lay, by abilities: those that this one does not, and those it lays for nothing.

    The owner of the private must preside himself. Once it is closed nobody lays them.
    """
    kept: set[str] = set()
    granted: set[str] = set()
    free: set[str] = set()
    for private, index, ability in table.box.abilities.get("allow-tile", ()):
        kept |= set(ability.tiles)
        president = table.state.president.get(corporation, NOBODY)
        if private in table.state.privates and table.ability_left(private, index, ability):
            if table.state.privates[private] == president:
                granted |= set(ability.tiles)
                free |= set(ability.tiles) if ability.free else set()
    return kept - granted, free


def pays_terrain(table: Table, n: int) -> bool:
    """Whether a lay on the hex pays for what is printed there."""
    face = table.board.faces[n]
    if face is not table.box.ground.printed[n]:
        return False
    return face.tile.color == "white" or table.box.rules.track.terrain_paid == "printed"


def terrain_cost(table: Table, n: int, owner: str) -> int:
    """What the ground of the hex costs now, after the owner's discounts and what event cards say."""
    ground, board = table.box.ground, table.board
    if not pays_terrain(table, n):
        return board.faces[n].tile.cost if table.box.rules.track.terrain_paid == "printed" else 0
    cost, free = 0, []
    for terrain in ground.hexes[n].terrain:
        off = sum(ability.amount for _, _, ability in _discounts(table, n, terrain.kind, owner))
        cost += max(0, terrain.cost - off)
        if off >= UNLIMITED:
            free.append(terrain.kind)
    if not table.state.revealed or (free and len(free) == len(ground.hexes[n].terrain)):
        return cost
    return max(0, cost + terrain_delta(table, ground.names[n], free))


def _discounts(table: Table, n: int, kind: tuple[str, ...], owner: str) -> Iterator[tuple[str, int, Ability]]:
    """The owner's abilities that make terrain of exactly this kind cheaper on the hex: (private, number, ability)."""
    hex, hexes = table.box.ground.names[n], table.title.map.private_hexes
    for private, index, ability in table.box.abilities.get("terrain-discount", ()):
        if kind == (ability.terrain,) and table.state.privates.get(private) == owner:
            if ability.on_hexes and hex not in hexes.get(private, ()):
                continue
            if table.ability_left(private, index, ability):
                yield private, index, ability


def use_discounts(tx: Transaction, n: int, owner: str) -> None:
    """Count the discounts that a lay on the hex takes; called before the tile lies there."""
    if pays_terrain(tx, n):
        for terrain in tx.box.ground.hexes[n].terrain:
            for private, index, ability in _discounts(tx, n, terrain.kind, owner):
                tx.use_ability(private, index, ability)


def lay(tx: Transaction, actor: str, hex: str, tile: str, rotation: int, placement: Placement) -> None:
    """Put the tile down. Tokens on a hex that gets its first track, and several cities, are placed anew."""
    ground = tx.box.ground
    n = ground.number[hex]
    bare = not tx.board.faces[n].tile.paths
    tx.record(e.TileLaid(hex, tile, rotation, placement.nodes))
    cities = [node for node in range(placement.face.node_count) if (n, node) in tx.board.tokens]
    if bare and len(cities) > 1:
        for node in cities:
            for owner in tx.board.tokens[n, node]:
                if owner is not None:
                    token = next(
                        token
                        for token in range(len(tx.box.corporations[owner].tokens))
                        if token not in tx.state.tokens_left[owner]
                    )
                    tx.record(e.TokenTakenBack(owner, token, hex, node))
                    tx.demand("home-token", actor, f"{owner}@{hex}")


class LayTileStep(Step):
    """Lay a yellow tile or upgrade one, as often as the title's track actions say."""

    name = "lay-track"
    action = LayTile

    def due(self, table: Table) -> bool:
        """Whether an action is left and its fee can be paid; whether a hex can take a tile is not asked."""
        action = action_at_hand(table)
        if action is None:
            return False
        cash, (_, free) = table.state.cash[table.state.actor], tiles_apart(table, table.state.actor)
        if any(table.state.supply[tile] for tile in free):
            cash += max(fee(action, word) for word in ("lay", "upgrade"))
        return any(allows(table, action, word) and cash >= fee(action, word) for word in ("lay", "upgrade"))

    def offers(self, table: Table) -> Iterator[Offer]:
        action = action_at_hand(table)
        if action is None:
            return
        box, state, corporation = table.box, table.state, table.state.actor
        ground, faces, colors, supply = box.ground, table.board.faces, table.phase.colors, state.supply
        kept, free = tiles_apart(table, corporation)
        rows: list[tuple[str, str, int]] = []
        for n, edges in sorted(table.board.reach(corporation).edges.items()):  # one order, whatever was cached
            face = faces[n]
            word = "lay" if face.tile.color == "white" else "upgrade"
            if not allows(table, action, word):
                continue
            placements = ground.placements(n, face)
            if not placements or blocker(table, n, corporation):
                continue
            payable = self._cost(table, action, n) <= state.cash[corporation]
            if not payable and not free:
                continue
            name = ground.names[n]
            for placement in placements:
                new = placement.face
                if (
                    supply[new.tile.id]
                    and new.tile.color in colors
                    and new.tile.id not in kept
                    and (payable or new.tile.id in free)
                    and not edges.isdisjoint(new.exits)
                    and self._restriction(table, n, placement) is None
                ):
                    rows.append((name, new.tile.id, new.rotation))
        if rows:
            yield self.offer(table, Rows(("hex", "tile", "rotation"), tuple(rows)))

    def _cost(self, table: Table, action: TileAction, n: int, tile: str = "") -> int:
        """What a lay on the hex costs, with the tile if that matters."""
        if tile and tile in tiles_apart(table, table.state.actor)[1]:
            return 0
        word = "lay" if table.board.faces[n].tile.color == "white" else "upgrade"
        rules = table.box.rules.track
        return max(rules.minimum_cost, terrain_cost(table, n, table.state.actor)) + fee(action, word)

    def refusal(self, table: Table, action: LayTile) -> Refusal | None:
        if refusal := not_in_turn(table, action):
            return refusal
        at_hand = action_at_hand(table)
        if at_hand is None:
            return Refusal("no-lay-left", done=len(table.state.lays), allowed=lays_allowed(table))
        if action.tile in tiles_apart(table, action.actor)[0]:
            return self._kept(table, action.tile)
        found = find_placement(table, action.hex, action.tile, action.rotation, action.actor)
        if isinstance(found, Refusal):
            return found
        n = table.box.ground.number[action.hex]
        old, new = table.board.faces[n], found.face
        word = "lay" if old.tile.color == "white" else "upgrade"
        if not allows(table, at_hand, word):
            return Refusal("lay-kind", what=word, done=len(table.state.lays))
        if new.exits.isdisjoint(table.board.reach(action.actor).edges.get(n, ())):
            return Refusal("not-reached", hex=action.hex, corporation=action.actor)
        if refusal := self._restriction(table, n, found):
            return refusal
        cost = self._cost(table, at_hand, n, action.tile)
        if cost > table.state.cash[action.actor]:
            cash = table.state.cash[action.actor]
            return Refusal("cash", what=f"a tile on {action.hex}", cost=cost, actor=action.actor, cash=cash)
        return None

    @staticmethod
    def _kept(table: Table, tile: str) -> Refusal:
        abilities = table.box.abilities["allow-tile"]
        private = next(private for private, _, ability in abilities if tile in ability.tiles)
        return Refusal("tile-not-allowed", tile=tile, private=private)

    def _restriction(self, table: Table, n: int, placement: Placement) -> Refusal | None:
        """The title's track restriction (U03): judged on the new tile's track that the company reaches."""
        rule = table.box.rules.track.restriction
        new, old = placement.face, table.board.faces[n]
        if rule == "permissive" or not old.ends or (rule == "city-permissive" and new.node_count):
            return None
        kept = table.box.ground.kept(old, placement)
        corporation = table.state.actor
        reached = table.board.joined(n, new, placement.nodes, corporation)
        if self._is_new(table, n, placement, kept, reached, rule):
            return None
        if table.board.frees(n, new, placement.nodes):
            after = table.board.with_face(n, new, placement.nodes).reach(corporation)
            if self._is_new(table, n, placement, kept, after.paths.get(n, 0), rule):
                return None
        return Refusal("no-new-track", hex=table.box.ground.names[n], tile=new.tile.id, rule=rule)

    @staticmethod
    def _is_new(
        table: Table, n: int, placement: Placement, kept: dict[int, int], reached: int, rule: str
    ) -> bool:
        """Whether the reached paths hold new track or, where that is enough, a city or town of another value."""
        new, old = placement.face, table.board.faces[n]
        for path in range(len(new.ends)):
            if reached >> path & 1 and path not in kept:
                return True
        if rule != "semi-restrictive":
            return False
        changed = table.box.ground.worth_changed
        return any(reached >> path & 1 and changed(old, before, new, path) for path, before in kept.items())

    def apply(self, tx: Transaction, action: LayTile) -> None:
        ground = tx.box.ground
        n = ground.number[action.hex]
        at_hand = action_at_hand(tx)
        assert at_hand is not None
        word = "lay" if tx.board.faces[n].tile.color == "white" else "upgrade"
        placement = find_placement(tx, action.hex, action.tile, action.rotation, action.actor)
        assert isinstance(placement, Placement)
        tx.pay(action.actor, BANK, self._cost(tx, at_hand, n, action.tile))
        if action.tile not in tiles_apart(tx, action.actor)[1]:
            use_discounts(tx, n, action.actor)
        lay(tx, action.actor, action.hex, action.tile, action.rotation, placement)
        tx.note("lays", (*tx.state.lays, word))


def find_placement(
    table: Table, hex: str, tile: str, rotation: int, actor: str, *, special: bool = False
) -> Placement | Refusal:
    """The placement meant, or why the tile cannot lie there: names, phase, supply, blocked hexes and the tiles' fit."""
    box = table.box
    n = box.ground.number.get(hex)
    if n is None:
        return unknown("hex", hex)
    supply = table.title.tiles.get(tile)
    if supply is None:
        return unknown("tile", tile)
    if not 0 <= rotation < 6:
        return Refusal("rotation", rotation=rotation, allowed=(0, 5))
    if supply.tile.color not in table.phase.colors:
        return Refusal("color", tile=tile, color=supply.tile.color, allowed=table.phase.colors)
    if table.state.supply[tile] <= 0:
        return Refusal("supply", what=f"tile {tile}")
    if private := blocker(table, n, actor):
        return Refusal("blocked", hex=hex, private=private)
    face = table.board.faces[n]
    placement = box.ground.placement(n, face, tile, rotation, special)
    return placement or Refusal("misfit", hex=hex, old=face.tile.id, tile=tile, rotation=rotation)
