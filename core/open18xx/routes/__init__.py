"""Routes as pure numbers: the map a train sees, what a train may visit, the best set of routes, an independent check.

This package knows no title, no board and no state; see ``network`` for how to describe a map to it.
"""

from __future__ import annotations

from open18xx.routes.bonuses import Bonus, Bonuses, Extra, Run
from open18xx.routes.certificate import Result
from open18xx.routes.checker import Fault, Paid, Route, RouteScore, Score, score
from open18xx.routes.network import End, Ground, Network, Segment, Stop
from open18xx.routes.solver import solve
from open18xx.routes.trains import Reach, RoadRules, Row, Train

__all__ = [
    "Bonus",
    "Bonuses",
    "End",
    "Extra",
    "Fault",
    "Ground",
    "Network",
    "Paid",
    "Reach",
    "Result",
    "RoadRules",
    "Route",
    "RouteScore",
    "Row",
    "Run",
    "Score",
    "Segment",
    "Stop",
    "Train",
    "score",
    "solve",
]
