"""The course of the game: players and their cash, rounds and their steps, the auction, the end."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from open18xx.title.faults import Problem, shown
from open18xx.title.positions import Where
from open18xx.title.references.base import Found, Title, repeated, unknown

STEPS: Mapping[str, Collection[str]] = {
    "auction": ("choose-par", "bid", "offer-lot"),
    "stock": (
        "sell-certificates",
        "buy-certificate",
        "start-corporation",
        "buy-private",
        "discard-trains",
        "exchange-private",
        "split-corporation",
        "split-branch",
        "split-token",
        "split-par",
        "split-train",
        "split-money",
        "split-private",
    ),
    "operating": (
        "home-token",
        "lay-track",
        "place-token",
        "run-routes",
        "choose-dividend",
        "issue",
        "redeem",
        "discard-trains",
        "buy-train",
        "must-buy-train",
        "buy-private",
    ),
}
"""The engine's own steps, by kind of round."""

ANYTIME = (
    "buy-private",
    "exchange-private",
    "lay-private-tile",
    "bar-edge",
    "sell-to-help",
    "issue-all",
    "private-buys-train",
    "bankruptcy",
)


def check_title(title: Title) -> Iterator[Found]:
    bank = title.filled["title"]["bank"]["cash"]
    seen: set[int] = set()
    for where, row in title.rows("title", "players"):
        players, cash = row["players"], row["cash"]
        if players in seen:
            yield "title", Problem((*where, "players"), f"a second row for {players} players")
        seen.add(players)
        if isinstance(bank, int) and players * cash > bank:
            yield (
                "title",
                Problem((*where, "cash"), f"{players} players with {cash} each, and only {bank} in the bank"),
            )


def check_rounds(title: Title) -> Iterator[Found]:
    yield from repeated("rounds", "rounds", title.rows("rounds"))
    known = title.ids("rounds")
    for key in ("opening_rounds", "cycle"):
        kinds = {row["id"]: row["kind"] for _, row in title.rows("rounds")}
        seen: set[str] = set()
        for number, id in enumerate(title.filled["rounds"].get(key) or ()):
            if id is not None:
                yield from unknown("rounds", (key, number), id, known, "round")
                if id in seen:
                    yield "rounds", Problem((key, number), f"{shown(id)} a second time")
                if kinds.get(id) == "auction" and (key == "cycle" or number):
                    message = "an auction here would find nothing to sell; it can only be the first of opening_rounds"
                    yield "rounds", Problem((key, number), message)
                seen.add(id)
    for where, row in title.rows("rounds"):
        steps = [*STEPS[row["kind"]], *title.plugin_steps]
        for number, step in enumerate(row["steps"]):
            yield from unknown("rounds", (*where, "steps", number), step, steps, f"step of {_a(row['kind'])} round")
        for number, step in enumerate(row["anytime"]):
            anytime = [*ANYTIME, *title.plugin_steps]
            yield from unknown("rounds", (*where, "anytime", number), step, anytime, "step for any time")
        yield from _home_tokens(title, row, where)
        if row["kind"] == "operating":
            yield from _asked_for(title, row, where)


def _a(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def _home_tokens(title: Title, row: dict[str, Any], where: Where) -> Iterator[Found]:
    if row["kind"] != "operating":
        return
    opens = title.filled["rules"]["tokens"]["home"] == "operating-round"
    if opens and "home-tokens" not in row["opening"]:
        message = "home-tokens is missing, and rules.tokens.home = operating-round"
        yield "rounds", Problem((*where, "opening"), message)
    if not opens and "home-tokens" in row["opening"]:
        home = title.filled["rules"]["tokens"]["home"]
        yield "rounds", Problem((*where, "opening"), f"home-tokens, and rules.tokens.home = {home}")


def _asked_for(title: Title, row: dict[str, Any], where: Where) -> Iterator[Found]:
    """What rules want of an operating round: the step that asks for a train, and the word that reveals cards."""
    rules = title.filled["rules"]
    if rules["trains"]["must_own_at"] == "end-of-turn" and "must-buy-train" not in row["steps"]:
        message = "must-buy-train is missing, and rules.trains.must_own_at = end-of-turn"
        yield "rounds", Problem((*where, "steps"), message)
    reveal, opens = rules["events"]["reveal"], "reveal-event" in row["opening"]
    if reveal == "next-set" and not opens:
        yield "rounds", Problem((*where, "opening"), "reveal-event is missing, and rules.events.reveal = next-set")
    if reveal == "none" and opens:
        yield "rounds", Problem((*where, "opening"), "reveal-event, and rules.events.reveal = none")


def check_auction(title: Title) -> Iterator[Found]:
    """What is said of one kind of auction stands with that kind only, and its steps with it."""
    rule = title.filled["rules"]["auction"]
    offers = rule["kind"] == "offer"
    for word, value in (("lots", "piles"), ("unsold", "forced-sale")):
        if offers and rule[word] != value:
            message = f"{shown(rule[word])}, and kind = offer; wanted {word} = {value}"
            yield "rules", Problem(("auction", word), message)
    for word, value in (("lots", "piles"), ("unsold", "forced-sale"), ("reserved_cash", "none")):
        if not offers and rule[word] == value:
            yield "rules", Problem(("auction", word), f"{shown(value)}, and kind = {rule['kind']}; wanted kind = offer")
    plans = [row["steps"] for _, row in title.rows("rounds") if row["kind"] == "auction"]
    for step in ("offer-lot", "bid") if offers and plans else ():
        if all(step not in steps for steps in plans):
            yield "rules", Problem(("auction", "kind"), f"offer, and no auction round has the step {step}")


# --------------------------------------------------------------------------- the end


def check_end(title: Title) -> Iterator[Found]:
    """Nothing goes on after a bankruptcy yet: the game must end with it, and at once."""
    triggers = title.filled["rules"]["end"]["triggers"]
    if any(row is None for row in triggers):
        return
    forbidden = title.filled["rules"]["emergency"]["bankruptcy"] == "forbidden"
    yield from _dead_triggers(title, forbidden)
    if not forbidden and all(row["on"] != "bankruptcy" for row in triggers):
        yield "rules", Problem(("end", "triggers"), "no trigger bankruptcy, and rules.emergency.bankruptcy = ends-game")
    for number, row in enumerate(triggers):
        if row["on"] == "bankruptcy" and row["timing"] != "immediate":
            message = f"{shown(row['timing'])} after a bankruptcy is known but not implemented in this version;"
            message += " implemented: immediate"
            yield "rules", Problem(("end", "triggers", number, "timing"), message)


def _dead_triggers(title: Title, forbidden: bool) -> Iterator[Found]:
    """Triggers that nothing in the title can pull."""
    effects = [effect for _, row in title.rows("phases", "cards") for effect in row["effects"] if effect is not None]
    for number, row in enumerate(title.filled["rules"]["end"]["triggers"]):
        at = ("end", "triggers", number, "on")
        if row["on"] == "bankruptcy" and forbidden:
            yield "rules", Problem(at, "bankruptcy, and rules.emergency.bankruptcy = forbidden")
        if row["on"] == "event-card" and all(effect["kind"] != "end-game" for effect in effects):
            yield "rules", Problem(at, "event-card, and no event card has the effect end-game")
    for where, row in title.rows("rounds"):
        if forbidden and "bankruptcy" in row["anytime"]:
            at = (*where, "anytime", row["anytime"].index("bankruptcy"))
            yield "rounds", Problem(at, "bankruptcy, and rules.emergency.bankruptcy = forbidden")
