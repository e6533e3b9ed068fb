"""What must be true of every position: money and paper are conserved, and everything is in exactly one place."""

from __future__ import annotations

from collections import Counter

from open18xx.play.state import BANK, CLOSED, GONE, IPO, NOBODY, POOL
from open18xx.play.table import Table
from open18xx.title.model import UNLIMITED


def faults(table: Table) -> list[str]:
    """Everything that is wrong with the position; empty when nothing is. About 0.2 ms."""
    return [*_money(table), *_paper(table), *_market(table), *_trains(table), *_board(table)]


def _money(table: Table) -> list[str]:
    state, title = table.state, table.title
    total = 0 if title.bank == UNLIMITED else title.bank
    found = [f"{owner} has {cash}" for owner, cash in state.cash.items() if cash < 0 and owner != BANK]
    if table.money() != total:
        found.append(f"all money is {table.money()}, not {total}")
    return found


def _paper(table: Table) -> list[str]:
    state, box = table.state, table.box
    found = []
    seen = Counter(id for held in state.paper.values() for id in held)
    if seen != Counter(dict.fromkeys(box.certificates, 1)):
        found.append(f"certificates lost or doubled: {seen - Counter(box.certificates.keys())}")
    for owner, held in state.paper.items():
        for id in held:
            if state.holder[id] != owner:
                found.append(f"{id} lies with {owner} but is said to be with {state.holder[id]}")
        for corporation in box.corporations:
            percent = sum(each.percent for each in table.certificates_of(owner, corporation))
            if percent != table.percent(owner, corporation):
                found.append(f"{owner} holds {percent} % of {corporation}, not {table.percent(owner, corporation)}")
    for corporation in state.par:  # S03: a started corporation's president's certificate has exactly one owner
        president = state.president.get(corporation)
        card = box.corporations[corporation].certificates[0]
        if state.holder[card.id] != president:
            found.append(f"{card.id} is with {state.holder[card.id]}; {president} presides")
        most = max(table.percent(player, corporation) for player in state.seats)
        if president is None or table.percent(president, corporation) < most:
            found.append(f"{president} presides over {corporation} and does not hold most of it")
    for private, owner in state.privates.items():
        if owner not in (NOBODY, CLOSED) and owner not in state.cash:
            found.append(f"{private} belongs to {owner}")
    if any(owner in (IPO, POOL) for owner in state.privates.values()):
        found.append("a private lies in the market")
    return found


def _market(table: Table) -> list[str]:
    state = table.state
    stacked = {corporation: cell for cell, stack in state.stacks.items() for corporation in stack}
    found = []
    if stacked != state.cell or sum(map(len, state.stacks.values())) != len(state.cell):
        found.append("the market's stacks and cells disagree")
    if set(state.cell) != set(state.par):
        found.append("started corporations and the market disagree")
    return found


def _trains(table: Table) -> list[str]:
    state, box = table.state, table.box
    found = []
    seen = Counter(train for trains in state.trains.values() for train in trains)
    if any(count > 1 for count in seen.values()):
        found.append(f"a train is in two places: {seen.most_common(1)}")
    for type_ in box.trains.values():
        if type_.count != UNLIMITED:
            there = sum(1 for train in seen if box.train_type(train) is type_)
            if there != type_.count:
                found.append(f"{there} trains {type_.id}, not {type_.count}")
    if not state.pending:
        found += [f"{corporation} has too many trains" for corporation in table.crowded()]
    if state.trains.get(GONE) and set(state.trains[GONE]) & set(state.trains[POOL]):
        found.append("a train is gone and in the pool")
    return found


def _board(table: Table) -> list[str]:
    state, box = table.state, table.box
    ground, board = box.ground, table.board
    found = []
    laid = Counter(
        face.tile.id for n, face in enumerate(board.faces) if face is not ground.printed[n]
    )
    for id, supply in box.title.tiles.items():
        if state.supply[id] < 0 or (supply.count != UNLIMITED and state.supply[id] + laid[id] != supply.count):
            found.append(f"tile {id}: {state.supply[id]} left and {laid[id]} laid of {supply.count}")
    placed = Counter(owner for slots in board.tokens.values() for owner in slots if owner is not None)
    for corporation, each in box.corporations.items():
        if placed[corporation] + len(state.tokens_left[corporation]) != len(each.tokens) and not state.pending:
            left = state.tokens_left[corporation]
            found.append(f"tokens of {corporation}: {placed[corporation]} placed, {left} left")
    for (n, node), slots in board.tokens.items():
        printed = board.faces[n].tile.nodes[node].slots
        if len(slots) != printed:
            found.append(f"{ground.names[n]}.{node} has {len(slots)} slots, not {printed}")
        owners = [owner for owner in slots if owner is not None]
        if len(set(owners)) != len(owners):
            found.append(f"{ground.names[n]}.{node} has two tokens of one corporation")
    return found
