"""What goes together: names that must exist elsewhere, sums that must fit, texts in notations of their own.

It looks at parsed data with its defaults filled in, of which parts may be missing because they were wrong; it asks
about what is there, and reports every problem with the kind of file that it stands in.

Its files: ``market``, ``corporations``, ``maps``, ``privates``, ``trains`` (with phases and eras), ``cards`` and
``rounds`` (with the auction and the end); in ``base`` is what every check gets. The order of the problems is that of
``CHECKS``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set
from typing import Any

from open18xx.title.references.base import Found, Title
from open18xx.title.references.cards import EFFECTS, check_cards
from open18xx.title.references.corporations import (
    RESERVED,
    certificate_ids,
    check_actors,
    check_available,
    check_corporations,
    check_own_certificates,
    check_roles,
    check_setup,
    check_splits,
    check_tranches,
)
from open18xx.title.references.maps import check_bonuses, check_icons, check_map, check_tiles
from open18xx.title.references.market import CELL, check_expiring, check_market
from open18xx.title.references.privates import MAY, NEEDS, ON_HEXES, check_privates, check_rights
from open18xx.title.references.rounds import ANYTIME, STEPS, check_auction, check_end, check_rounds, check_title
from open18xx.title.references.trains import check_eras, check_families, check_phases, check_trains

__all__ = [
    "ANYTIME",
    "CELL",
    "CHECKS",
    "EFFECTS",
    "MAY",
    "NEEDS",
    "ON_HEXES",
    "RESERVED",
    "STEPS",
    "Found",
    "Title",
    "certificate_ids",
    "names",
    "problems",
]

CHECKS: tuple[tuple[Callable[[Title], Iterator[Found]], Set[str]], ...] = (
    (check_title, {"title"}),
    (check_market, {"market"}),
    (check_corporations, {"corporations"}),
    (check_roles, {"corporations", "market"}),
    (check_actors, {"corporations", "privates"}),
    (check_rights, {"privates", "corporations"}),
    (check_tranches, {"rules", "corporations"}),
    (check_splits, {"rules", "corporations", "rounds"}),
    (check_expiring, {"market", "trains"}),
    (check_map, {"map", "tiles", "corporations", "privates"}),
    (check_tiles, {"tiles"}),
    (check_bonuses, {"map", "tiles", "trains", "corporations", "phases"}),
    (check_privates, {"privates", "map", "tiles", "corporations", "phases"}),
    (check_trains, {"trains", "phases"}),
    (check_phases, {"phases", "trains"}),
    (check_rounds, {"rounds", "rules"}),
    (check_icons, {"corporations", "map"}),
    (check_available, {"corporations", "phases"}),
    (check_own_certificates, {"rules", "rounds"}),
    (check_end, {"rules", "phases", "rounds"}),
    (check_setup, {"rules", "corporations"}),
    (check_auction, {"rules", "rounds"}),
    (check_families, {"rules", "privates", "trains"}),
    (check_eras, {"phases", "privates"}),
    (check_cards, {"phases", "rules", "map", "corporations", "privates"}),
)
"""The checks, each with the kinds of file that it needs."""


def problems(
    raw: Mapping[str, Any],
    filled: Mapping[str, Any],
    unread: Collection[str] = (),
    steps: Collection[str] = (),
    events: Collection[str] | None = None,
) -> Iterator[Found]:
    """All problems of a title that no single value shows.

    Checks that would need a file among ``unread`` are left out. ``steps`` and ``events`` are those that its plugin
    brings; events are None without a plugin.
    """
    title = Title(raw, filled, steps, events)
    for check, kinds in CHECKS:
        if not kinds & set(unread):
            yield from check(title)


def names(raw: Mapping[str, Any], filled: Mapping[str, Any], unread: Collection[str] = ()) -> dict[str, list[str]]:
    """What a title calls its things, by the word for each; without those that stand in files among ``unread``."""
    title = Title(raw, filled)
    rows: dict[str, tuple[str, Iterable[Any]]] = {
        "card": ("phases", title.ids("phases", "cards")),
        "certificate": ("corporations", (id for _, row in title.rows("corporations") for id in certificate_ids(row))),
        "corporation": ("corporations", title.ids("corporations")),
        "era": ("phases", (row["era"] for _, row in title.rows("phases"))),
        "family": ("trains", (row["family"] for _, row in title.rows("trains"))),
        "hex": ("map", title.names("map", "hexes")),
        "phase": ("phases", title.ids("phases")),
        "private": ("privates", title.ids("privates")),
        "round": ("rounds", title.ids("rounds")),
        "tile": ("tiles", title.names("tiles", "tiles")),
        "train": ("trains", title.ids("trains")),
    }
    return {word: list(dict.fromkeys(map(str, ids))) for word, (kind, ids) in rows.items() if kind not in unread}
