"""Corporations and their certificates, the roles drawn for them, actors; tranches, splits and own certificates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from open18xx.title.faults import Problem, shown
from open18xx.title.positions import Where
from open18xx.title.references.base import Found, Title, repeated, unknown
from open18xx.title.references.rounds import STEPS

RESERVED = ("bank", "pool", "ipo", "depot", "gone", "closed")
"""Names of owners that every game has; no corporation can be called so."""


def check_corporations(title: Title) -> Iterator[Found]:
    yield from repeated("corporations", "corporations", title.rows("corporations"))
    for where, row in title.rows("corporations"):
        if row["id"] in RESERVED:
            message = f"no corporation can be called {shown(row['id'])}, wanted another id"
            yield "corporations", Problem((*where, "id"), message)
        yield from (("corporations", problem) for problem in _certificate_problems(row["certificates"], where))
        yield from (("corporations", problem) for problem in _share_problems(row, where))


def _certificate_problems(certificates: list[Any], where: Where) -> Iterator[Problem]:
    if any(entry is None for entry in certificates):
        return
    at = (*where, "certificates")
    total = sum(entry["percent"] * entry["count"] for entry in certificates)
    if total != 100:
        yield Problem(at, f"{total} % in all, wanted 100 %")
    smallest = min(entry["percent"] for entry in certificates)
    for number, entry in enumerate(certificates):
        if entry["percent"] % smallest:
            yield Problem((*at, number), f"{entry['percent']} % is no multiple of the smallest, {smallest} %")
        elif entry["percent"] != smallest and not entry["president"]:
            message = f"{entry['percent']} % beside {smallest} %: ordinary certificates of several sizes"
            message += " are known but not implemented in this version"
            yield Problem((*at, number), message)
    weights = {entry["weight"] for entry in certificates if not entry["president"]}
    if len(weights) > 1:
        message = f"weights {', '.join(map(str, sorted(weights)))}: ordinary certificates of several weights"
        yield Problem(at, message + " are known but not implemented in this version")
    presidents = sum(entry["count"] for entry in certificates if entry["president"])
    if presidents > 1 or (presidents and not certificates[0]["president"]):
        found = f"{presidents}" if presidents > 1 else "not the first"
        yield Problem(at, f"president's certificate: {found}, wanted one, and first, or none")


def _share_problems(row: dict[str, Any], where: Where) -> Iterator[Problem]:
    """The price is quoted for a whole part of every certificate."""
    share = row["share"]
    for entry in row["certificates"]:
        if share and entry is not None and entry["percent"] % share:
            message = f"{share} %, of which a certificate of {entry['percent']} % is no multiple"
            yield Problem((*where, "share"), message)
            return


def certificate_ids(row: Mapping[str, Any]) -> list[str]:
    count = sum(entry["count"] for entry in row["certificates"] if entry is not None)
    return [f"{row['id']}/{number}" for number in range(count)]


def check_available(title: Title) -> Iterator[Found]:
    for where, row in title.rows("corporations"):
        if row["available_on"]:
            at = (*where, "available_on")
            yield from unknown("corporations", at, row["available_on"], title.ids("phases"), "phase")


# --------------------------------------------------------------------------- roles, actors, groups


def all_certificates(title: Title) -> list[str]:
    """All certificates, also by the role of a corporation that is drawn; a wrong group is not told again here."""
    found = [id for _, row in title.rows("corporations") for id in certificate_ids(row)]
    for _, role in title.rows("corporations", "roles"):
        size = min(_sizes(title, role["group"]), default=len(found))
        found += [f"@{role['id']}/{number}" for number in range(size)]
    return found


def _sizes(title: Title, group: str) -> list[int]:
    """How many certificates each corporation of the group has."""
    return [len(certificate_ids(row)) for _, row in title.rows("corporations") if row["group"] == group]


def _groups(title: Title) -> list[str]:
    return list(dict.fromkeys(row["group"] for _, row in title.rows("corporations") if row["group"]))


def check_roles(title: Title) -> Iterator[Found]:
    """What is drawn for a role has a place there, and everything that the role says of it."""
    yield from repeated("corporations", "roles", title.rows("corporations", "roles"))
    taken: Counter[str] = Counter()
    cells = [row.split() for row in title.filled["market"].get("rows") or () if row is not None]
    for where, row in title.rows("corporations", "roles"):
        group, cell, sizes = row["group"], row["cell"], _sizes(title, row["group"])
        yield from unknown("corporations", (*where, "group"), group, _groups(title), "group of corporations")
        taken[group] += 1
        if sizes and taken[group] > len(sizes):
            message = f"{taken[group]} roles for {len(sizes)} corporations of the group {shown(group)}"
            yield "corporations", Problem((*where, "group"), message)
        if sizes and row["reserved"] >= min(sizes):
            message = f"{row['reserved']} certificates of {min(sizes)}, wanted fewer: the first is for sale"
            yield "corporations", Problem((*where, "reserved"), message)
        if None not in cell and len(cell) == 2 and not _is_cell(cells, cell):
            message = f"there is no cell at row {cell[0]}, column {cell[1]}; they count from 0"
            yield "corporations", Problem((*where, "cell"), message)
        if row["launched"] and not cell:
            message = "launched, and no cell in the market, wanted its place there"
            yield "corporations", Problem((*where, "launched"), message)
        if row["home"] and not cell:
            message = "home, and no cell in the market, wanted its place there"
            yield "corporations", Problem((*where, "home"), message)


def _is_cell(cells: list[list[str]], at: list[int]) -> bool:
    row, column = at
    return row < len(cells) and column < len(cells[row]) and cells[row][column] != "-"


def check_actors(title: Title) -> Iterator[Found]:
    yield from repeated("corporations", "actors", title.rows("corporations", "actors"))
    for where, row in title.rows("corporations", "actors"):
        if row["id"] in title.ids("corporations") or row["id"] in RESERVED:
            message = f"no actor can be called {shown(row['id'])}, wanted another id"
            yield "corporations", Problem((*where, "id"), message)
        private = row["controlled_by"]
        yield from unknown("corporations", (*where, "controlled_by"), private, title.ids("privates"), "private")
        for number, name in enumerate(row["certificates"]):
            at = (*where, "certificates", number)
            yield from unknown("corporations", at, name, all_certificates(title), "certificate")


# --------------------------------------------------------------------------- what rules say of corporations


def check_setup(title: Title) -> Iterator[Found]:
    """No more minors can be drawn than there are."""
    minors = sum(row["kind"] == "minor" for _, row in title.rows("corporations"))
    wanted = title.filled["rules"]["corporations"]["minors_in_play"]
    if wanted > minors:
        yield "rules", Problem(("corporations", "minors_in_play"), f"{wanted} of {minors} minors")


def check_tranches(title: Title) -> Iterator[Found]:
    """Corporations that stand in the market from the start have places of the first tranche."""
    tranches = title.filled["rules"]["corporations"]["tranches"]
    standing = sum(bool(row["cell"]) for _, row in title.rows("corporations", "roles"))
    if tranches and tranches[0] is not None and tranches[0] < standing:
        message = f"{tranches[0]} in the first, and {standing} roles stand in the market from the start"
        yield "rules", Problem(("corporations", "tranches", 0), message)


def check_splits(title: Title) -> Iterator[Found]:
    """Splits have branches to make, that nobody starts otherwise, in the same certificates; and all of their steps."""
    group = title.filled["rules"]["split"]["group"]
    if group and group not in _groups(title):
        yield from unknown("rules", ("split", "group"), group, _groups(title), "group of corporations")
        return
    sizes = {_ordinary(row) for _, row in title.rows("corporations") if row["priced"]} if group else set()
    for where, row in title.rows("corporations"):
        if row["group"] == group != "" and len(sizes - {0}) > 1:
            found = ", ".join(f"{size} %" for size in sorted(sizes - {0}))
            message = f"ordinary certificates of {found}, and a split gives one for one; wanted one size in the title"
            yield "corporations", Problem((*where, "certificates"), message)
        if row["group"] == group != "" and row["started_by"] != "nobody":
            message = f"{row['started_by']}, and rules.split makes the corporations of {shown(group)}; wanted nobody"
            yield "corporations", Problem((*where, "started_by"), message)
        if row["capital"] != "full" and not (group and row["group"] == group):
            message = f"{row['capital']}, and no split makes {row['id']}; wanted full"
            yield "corporations", Problem((*where, "capital"), message)
    asked = [step for step in STEPS["stock"] if step.startswith("split-")]
    for where, row in title.rows("rounds"):
        if row["kind"] == "stock":
            missing = [step for step in asked if step not in row["steps"]]
            if group and missing:
                yield "rounds", Problem((*where, "steps"), f"{missing[0]} is missing, and rules.split.group is named")
            elif not group and len(missing) < len(asked):
                step = next(step for step in asked if step in row["steps"])
                at = (*where, "steps", row["steps"].index(step))
                yield "rounds", Problem(at, f"{step}, and rules.split.group is not named")


def _ordinary(row: dict[str, Any]) -> int:
    """Percent of an ordinary certificate; 0: it has none, or is wrong."""
    return min((each["percent"] for each in row["certificates"] if each and not each["president"]), default=0)


def check_own_certificates(title: Title) -> Iterator[Found]:
    """Who may deal in its own certificates owns its unsold ones, and has steps for it in some round.

    Steps that the rule does not allow are passed over in play, so that an option need change no more than the rule.
    """
    rules = title.filled["rules"]["corporations"]
    allowed = rules["own_certificates"]
    wanted = {"never": (), "sell": ("issue",), "sell-and-buy-back": ("issue", "redeem")}[allowed]
    if allowed != "never" and rules["capitalization"] != "incremental":
        message = f"{shown(allowed)}, and capitalization = {rules['capitalization']}; wanted incremental"
        yield "rules", Problem(("corporations", "own_certificates"), message)
    steps = {step for _, row in title.rows("rounds") for step in row["steps"]}
    for step in wanted:
        if step not in steps:
            message = f"{shown(allowed)}, and no round has the step {step}"
            yield "rules", Problem(("corporations", "own_certificates"), message)
