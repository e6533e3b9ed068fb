"""Random play of small titles that use the rules on paper together: conserved, and listed exactly when accepted."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from open18xx import load_title, new_game
from open18xx.bots.random_bot import RandomBot
from open18xx.play.actions import IssueCertificates, RedeemCertificates
from open18xx.play.audit import faults
from open18xx.play.events import PresidentChanged
from open18xx.title.model import Title

from .listing import disagreements

FIFTHS = [{"percent": 20, "count": 5}]
MARKED = [{"percent": 20, "president": True}, {"percent": 10, "count": 5, "marked": True}, {"percent": 10, "count": 3}]


def _row(row: int) -> str:
    """Prices from 100 at the left, rising by 10 to the right and falling by 4 downward; four starting values."""
    return " ".join(f"{100 + 10 * column - 4 * row}{'p' * (column == 2 and row < 4)}" for column in range(6))


STEPS = ["lay-track", "place-token", "buy-train", "run-routes", "choose-dividend", "issue", "redeem", "discard-trains"]
PAPER: dict[str, Any] = {
    **{f"corporations.{id}.certificates": FIFTHS for id in ("AR", "IR", "SR")},
    **{f"corporations.{id}.share": 10 for id in ("AR", "IR", "SR")},
    **{f"corporations.{id}.float_percent": 20 for id in ("AR", "IR", "SR", "KO")},
    **{f"corporations.{id}.certificates": MARKED for id in ("KO", "TR", "KU")},
    "corporations.TR.available_on": "3",
    "corporations.UR.started_by": "nobody",
    "rounds.operating.steps": STEPS,
    "market.rows": [*(_row(row) for row in range(24)), "0x 0x 0x 0x 0x 0x"],
    "market.right_edge": "up",
    "market.left_edge": "stay",
    "market.zones.x": {"id": "bankrupt", "color": "#000000", "ends_game": True},
    "rules.auction.unsold": "falls",
    "rules.stock.pool_limit": 5,
    "rules.stock.pool_limit_unit": "certificates",
    "rules.stock.price_drop": "per-certificate",
    "rules.stock.first_order": "last-to-pass",
    "rules.stock.next_order": "last-run-keeps-seats",
    "rules.stock.sold_out_counts": "out-of-treasury",
    "rules.stock.rebuy": "allowed",
    "rules.corporations.unsold_price": "market",
    "rules.corporations.capitalization": "incremental",
    "rules.corporations.unsold_pays": "corporation",
    "rules.corporations.pool_pays": "nobody",
    "rules.corporations.president_tie": "first-to-hold",
    "rules.corporations.own_certificates": "sell-and-buy-back",
    "rules.end.triggers": [
        {"on": "bankruptcy", "timing": "immediate"},
        {"on": "bank", "timing": "operating-set"},
        {"on": "market-cell", "timing": "operating-round"},
    ],
    "rules.end.ties": "more-cash",
}
VARIED: dict[str, dict[str, Any]] = {
    "certificates that change hands": {},
    "presidents stay": {"rules.corporations.takeover": False, "rules.stock.president_sale": "never"},
    "clockwise": {"rules.corporations.president_tie": "clockwise-from-old", "rules.stock.president_sale": "never"},
    "selling only": {"rules.corporations.own_certificates": "sell", "rules.stock.price_drop": "per-share"},
}


def paper(varied: str) -> Title:
    return load_title("1889", overrides={**PAPER, **VARIED[varied]})


@pytest.mark.parametrize("varied", VARIED)
def test_money_and_paper_are_conserved_and_the_list_is_right(varied: str) -> None:
    title, traded, presidents = paper(varied), 0, 0
    for seed in range(3):
        game, bot, random = new_game(title, ["ann", "bob", "cay"], seed=seed), RandomBot(seed), Random(seed)
        while not game.is_over and game.length < 500:
            if random.random() < 0.05:
                assert disagreements(game, random) == []
            before, action = game.state, bot.choose(game)
            events = game.play(action)
            traded += isinstance(action, IssueCertificates | RedeemCertificates)
            presidents += sum(isinstance(event, PresidentChanged) for event in events)
            assert faults(game.table, before) == [], f"seed {seed}, action {game.length}: {action}"
    assert traded > 7 and presidents > 11  # the games have got somewhere
