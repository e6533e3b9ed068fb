"""The best set of routes by trying everything: for tiny maps, and written without a look at solver or checker.

It takes the rules one by one from the route rules; only the data classes are shared.
"""

from __future__ import annotations

from itertools import combinations, product

from open18xx.routes import Network, Reach, Route, Stop, Train


def best_total(network: Network, trains: list[Train], groups_exclusive: bool = True, minimum: int = 2) -> int:
    """What the best legal set of routes earns."""
    walks = all_walks(network, groups_exclusive)
    choices: list[list[tuple[int, frozenset[str]]]] = []
    for train in trains:
        options: dict[frozenset[str], int] = {frozenset(): 0}
        if train.local:
            for stop in network.stops.values():
                earned = earnings(network, train, [stop.id], [])
                if earned is not None:
                    options[frozenset()] = max(earned, options[frozenset()])
        for stops, segments, taken in walks:
            if len(stops) >= minimum:
                earned = earnings(network, train, stops, segments)
                if earned is not None:
                    options[taken] = max(earned, options.get(taken, 0))
        choices.append([(value, taken) for taken, value in options.items()])
    return _best(choices, frozenset())


def total_of(network: Network, trains: list[Train], routes: list[Route]) -> int | None:
    """What these routes earn together; None when they are not legal."""
    walks = {tuple(segments): (stops, taken) for stops, segments, taken in all_walks(network, True)}
    used: set[str] = set()
    total = 0
    if len({route.train for route in routes}) < len(routes):
        return None
    for route in routes:
        running = [train for train in trains if train.id == route.train]
        if not running or (route.segments and route.stop):
            return None
        stops, taken = [route.stop], frozenset[str]()
        if route.segments:
            if route.segments not in walks:
                return None
            stops, taken = walks[route.segments]
        elif route.stop not in network.stops or not running[0].local:
            return None
        earned = earnings(network, running[0], stops, list(route.segments))
        if earned is None or taken & used:
            return None
        used |= taken
        total += earned
    return total


def _best(choices: list[list[tuple[int, frozenset[str]]]], used: frozenset[str]) -> int:
    if not choices:
        return 0
    return max(value + _best(choices[1:], used | taken) for value, taken in choices[0] if not taken & used)


def all_walks(network: Network, groups_exclusive: bool) -> list[tuple[list[str], list[str], frozenset[str]]]:
    """Every way of going from a stop to another that any train could go: stops, segments, things used up."""
    found: list[tuple[list[str], list[str], frozenset[str]]] = []

    def go(
        at: tuple[str, str, str], stops: list[str], segments: list[str], taken: list[str], joints: list[str]
    ) -> None:
        for segment in network.segments.values():
            for near, far in (segment.ends, segment.ends[::-1]):
                if at[0] == "edge":
                    if near.kind != "edge" or near.id != at[1] or near.side == at[2]:
                        continue
                    gauges = {network.segments[segments[-1]].gauge, segment.gauge} - {"dual"}
                    if len(gauges) > 1:
                        continue
                elif (near.kind, near.id) != at[:2]:
                    continue
                if segment.terminal and "junction" in (near.kind, far.kind):
                    continue
                new = ["segment " + segment.id]
                if segment.key is not None:
                    new.append("key " + segment.key)
                joints_now = joints
                if far.kind == "edge":
                    new.append("crossing " + far.id)
                elif far.kind == "junction":
                    if far.id in joints:
                        continue
                    joints_now = [*joints, far.id]
                if any(thing in taken for thing in new):
                    continue
                way = [*segments, segment.id]
                if far.kind != "stop":
                    go((far.kind, far.id, far.side), stops, way, taken + new, joints_now)
                    continue
                if far.id in stops:
                    continue
                visited = [*stops, far.id]
                if any(network.segments[id].terminal for id in way[1:-1]):
                    # going on can't mend it
                    continue
                names = [name for id in visited for name in network.stops[id].groups]
                if groups_exclusive and len(set(names)) < len(names):
                    continue
                found.append((visited, way, frozenset(taken + new)))
                if not network.stops[far.id].blocked:
                    go(("stop", far.id, ""), visited, way, taken + new, [])

    for stop in network.stops.values():
        go(("stop", stop.id, ""), [stop.id], [], [], [])
    return found


def earnings(network: Network, train: Train, ids: list[str], segments: list[str]) -> int | None:
    """What the train earns on this walk; None when it may not run it."""
    stops = [network.stops[id] for id in ids]
    if not any(stop.own for stop in stops):
        return None
    if train.gauge and any(network.segments[id].gauge not in (train.gauge, "dual") for id in segments):
        return None
    crossings = sum(1 for id in segments for end in network.segments[id].ends if end.kind == "edge") // 2
    if not reaches(train.reach, stops, crossings):
        return None
    best: int | None = None
    for size in range(len(stops) + 1):
        for paid in combinations(stops, size):
            if train.requires_token and not any(stop.own for stop in paid):
                continue
            earned = _pay(train, list(paid), len(stops))
            if earned is not None and (best is None or earned > best):
                best = earned
    return best


def reaches(reach: Reach, stops: list[Stop], crossings: int) -> bool:
    total = sum(stop.cost for stop in stops)
    cities = sum(stop.cost for stop in stops if stop.kind not in ("town", "halt"))
    if reach.count == "rows":
        left = [row.visit for row in reach.rows]
        kinds = {stop.kind for stop in stops}
        for kind in sorted(kinds, key=lambda kind: sum(kind in row.kinds for row in reach.rows)):
            need = sum(stop.cost for stop in stops if stop.kind == kind)
            mine = [i for i, row in enumerate(reach.rows) if kind in row.kinds]
            for i in mine:
                eaten = min(left[i], need)
                left[i] -= eaten
                need -= eaten
            if need or not mine:
                return False
        return True
    limit = 10**6 if reach.limit is None else reach.limit
    return {
        "stops": total <= limit,
        "cities": cities <= limit,
        "plus": cities <= limit and total <= limit + reach.plus,
        "hexes": crossings + 1 <= limit,
        "hex-edges": crossings <= limit,
    }[reach.count]


def _pay(train: Train, paid: list[Stop], visited: int) -> int | None:
    reach = train.reach
    values = [stop.values.get(train.type, stop.value) * train.multiplier for stop in paid]
    if reach.count != "rows":
        if len(paid) > (visited if reach.pays is None else reach.pays):
            return None
        return sum(values)
    for rows in product(range(len(reach.rows)), repeat=len(paid)):
        fits = all(stop.kind in reach.rows[r].kinds for stop, r in zip(paid, rows, strict=True))
        if fits and all(rows.count(r) <= row.pay for r, row in enumerate(reach.rows)):
            firsts = [next(row for row in reach.rows if stop.kind in row.kinds) for stop in paid]
            return sum(value * row.multiplier for value, row in zip(values, firsts, strict=True))
    return None
