"""The Old Prince 1871, designed by Lucas Boyd: the railway whose shares are exchanged for those of others.

All else is data. What is called the shadow here is that railway: it is no one's to begin with, has a token at the home
of each railway that has not floated, and gives up one token and one certificate to each that does.
"""

from __future__ import annotations

from collections.abc import Iterable

from open18xx.play.events import CorporationFloated, Event
from open18xx.play.state import CLOSED, GONE, POOL
from open18xx.play.table import Table
from open18xx.play.transaction import Transaction
from open18xx.plugins.hookspecs import hookimpl
from open18xx.title.model import Title

OPEN18XX_PLUGIN_API = 1


def shadow_of(table: Table) -> str:
    return str(table.title.extra["shadow"])


def rights(table: Table) -> dict[str, str]:
    """By railway: the private in this game that gives the right to it, closed or not."""
    return {railway: right for railway, right in table.box.rights.items() if right in table.state.privates}


@hookimpl
def setup(tx: Transaction) -> None:
    """The shadow's tokens stand at the homes of the railways to which it gives a right."""
    for corporation in rights(tx):
        n, city = tx.state.homes[corporation]
        tx.place_token(shadow_of(tx), tx.board.ground.names[n], city or 0)


@hookimpl
def after_event(tx: Transaction, event: Event) -> None:
    if isinstance(event, CorporationFloated) and event.corporation in rights(tx):
        succeed(tx, event.corporation, rights(tx)[event.corporation])


def succeed(tx: Transaction, corporation: str, right: str) -> None:
    """A railway that floats takes over its home from the shadow, and the right to it becomes a certificate of it."""
    shadow, owner = shadow_of(tx), tx.state.privates[right]
    home = tx.state.homes[corporation][0]
    city = next(city for n, city in tx.board.cities_of(shadow) if n == home)
    tx.replace_token(tx.board.ground.names[home], city, shadow, corporation)
    tx.close_private(right)
    tx.move_certificate(share_of(tx, right), GONE)
    free = next((each for each in tx.certificates_of(POOL, corporation) if not each.president), None)
    if free is not None:
        tx.move_certificate(free.id, owner)
    tx.settle_presidency(corporation)
    tx.settle_presidency(shadow)
    if not tx.in_game(shadow):
        tx.close_corporation(shadow)


def share_of(table: Table, right: str) -> str:
    """The shadow's certificate that came with the private."""
    abilities = table.box.privates[right].abilities
    return next(id for each in abilities for id in table.certificates_given(right, each))


# --------------------------------------------------------------------------- what must be true of title and position


@hookimpl
def check(title: Title) -> Iterable[tuple[str, str]]:
    """Whatever is drawn, there are a token and a certificate of the shadow for each right."""
    shadow = title.corporations[title.extra["shadow"]]
    if shadow.priced:
        yield "extra.shadow", f"{shadow.id} has a price, wanted a corporation with priced = false"
    if shadow.card is not None:
        yield f"corporations.{shadow.id}.certificates", "a president's certificate, wanted none"
    given = {private.right_to: private for private in title.privates.values() if private.right_to}
    without = {each.group for each in title.corporations.values() if each.id not in given}
    wanted = len(given) - sum(bool(role.cell) and role.group not in without for role in title.roles.values())
    for key, found in (("tokens", len(shadow.tokens)), ("certificates", len(shadow.certificates))):
        if found < wanted:
            yield f"corporations.{shadow.id}.{key}", f"{found} {key}, and {wanted} rights are dealt"
    for corporation, private in given.items():
        if not any(f"{shadow.id}/@" in ability.certificates for ability in private.abilities):
            yield f"privates.{private.id}", f"no certificate {shadow.id}/@ comes with it"
        if corporation not in title.map.homes or not title.corporations[corporation].priced:
            yield f"privates.{private.id}.right_to", f"{corporation} has no home, or no price"


@hookimpl
def audit(table: Table) -> Iterable[str]:
    """A right is open as long as its railway has not floated, and so long the shadow has a token and a certificate."""
    state, shadow = table.state, shadow_of(table)
    tokens = {n for n, _ in table.board.cities_of(shadow)}
    for corporation, right in rights(table).items():
        home = table.board.ground.number[table.title.map.homes[corporation].hex]
        waits = corporation not in state.floated
        signs = (state.privates[right] != CLOSED, state.holder[share_of(table, right)] != GONE, home in tokens)
        if signs != (waits, waits, waits):
            yield f"{corporation} has {'not ' * waits}floated; right, certificate and token of {shadow}: {signs}"
    if (shadow in state.closed) != all(corporation in state.floated for corporation in rights(table)):
        yield f"{shadow} closes when the last railway it gives a right to floats"
