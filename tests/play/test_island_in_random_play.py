"""Random play on the small island: ships, towns with slots, barred sides and second tiles are listed when accepted."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from open18xx import load_title, new_game
from open18xx.bots.random_bot import RandomBot
from open18xx.play.audit import faults

from .listing import disagreements

ISLAND = Path(__file__).parents[1] / "rules" / "titles" / "island.toml"
OVERRIDES: dict[str, Any] = {
    "opening_rounds": ["auction"],
    "privates.X1.abilities": [{"kind": "bar-edge", "windows": ["operating-round-start"]}],
    "privates.X2.abilities": [{"kind": "extra-lay", "amount": 1}],
    **{f"corporations.{id}.float_percent": 20 for id in ("RED", "BLU", "GRN", "YEL")},
    "corporations.RED.tokens_need": "port",
    "rules.corporations.capitalization": "incremental",
    "rules.track.terrain_paid": "first-tile",
    "rules.tokens.home": "start",
    "rules.trains.must_own": "never",
    "rules.stock.private_trade_from": 0,
}


def test_money_and_paper_are_conserved_and_the_list_is_right() -> None:
    title, done = load_title(ISLAND, overrides=OVERRIDES), Counter[str]()
    for seed in range(3):
        game, bot, random = new_game(title, ["ann", "bob", "cay"], seed=seed), RandomBot(seed), Random(seed)
        while not game.is_over and game.length < 400:
            if random.random() < 0.08:
                assert disagreements(game, random) == []
            before, action = game.state, bot.choose(game)
            game.play(action)
            done[action.kind] += 1
            done["second tile"] += len(game.state.lays) > 1
            done["routes beside a bar"] += action.kind == "run-routes" and bool(game.state.barred)
            assert faults(game.table, before) == [], f"seed {seed}, action {game.length}: {action}"
    assert min(done["bar-edge"], done["second tile"], done["routes beside a bar"], done["place-token"]) >= 5, done
