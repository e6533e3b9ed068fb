"""A bot that plays any legal action: first a kind is drawn, then an offer of the kind, then the holes."""

from __future__ import annotations

from random import Random

from open18xx.play.actions import Action, RunRoutes
from open18xx.play.game import Game
from open18xx.play.offers import Checked, Offer
from open18xx.play.roads import as_written

ROUTE_BUDGET = 2_000
"""Work units for a random player's routes: enough to run something."""


class RandomBot:
    def __init__(self, seed: int = 0) -> None:
        self.random = Random(seed)

    def choose(self, game: Game) -> Action:
        """A random action among all that are offered, also to players who act out of turn."""
        by_kind: dict[str, list[Offer]] = {}
        for offer in game.offers():
            by_kind.setdefault(offer.kind, []).append(offer)
        return self.fill(game, self.random.choice(by_kind[self.random.choice(list(by_kind))]))

    def fill(self, game: Game, offer: Offer) -> Action:
        """A random action of the offer; routes are the best found within a small budget."""
        if any(isinstance(hole, Checked) for hole in offer.holes):
            return run_best(game, offer.actor, ROUTE_BUDGET)
        return offer.draw(self.random)


def run_best(game: Game, corporation: str, budget: int | None) -> RunRoutes:
    found = game.best_run(corporation, budget=budget)
    return RunRoutes(corporation, as_written(found.routes))
