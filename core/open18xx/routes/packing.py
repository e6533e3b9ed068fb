"""Choosing one route for each train so that no track is used twice, and prices on the track that make this easy.

Routes come as lists, one for each class of trains. Nothing here knows where a route runs: only what it earns and which
bits of track it takes.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

from open18xx.routes.columns import columns
from open18xx.routes.work import Meter

# A route found: worth (value less prices), value, bits of track, which token's arms, first arm, second arm (-1: none).
Found = tuple[int, int, int, int, int, int]

# Up to so many ways to choose are gone through one by one.
_FEW_WAYS = 2000

# What a route excludes is remembered for lists up to this length; a longer one would take too much memory.
_KEPT = 4096


class Packing:
    """Branch and bound over lists of routes, best worth first.

    ``base`` is the sum of all prices: what a set earns is never more than ``base`` and the worths of its routes, since
    each bit is paid for at most once. Routes still free are kept as one int a class, a bit for each route. ``extra``
    gives what a set earns beyond the sum of its routes, ``most`` at most.
    """

    __slots__ = (
        "base", "by_byte", "bytes", "choice", "exclusions", "extra", "falling", "finished", "lists",
        "meter", "most", "nodes", "order", "rich", "step", "top", "users",
    )  # fmt: skip

    def __init__(
        self,
        lists: list[list[Found]],
        counts: Sequence[int],
        width: int,
        base: int,
        step: int,
        meter: Meter,
        extra: Callable[[list[tuple[int, Found]]], int] | None = None,
        most: int = 0,
    ) -> None:
        self.lists = lists
        self.base = base
        self.step = step
        self.meter = meter
        self.extra = extra
        self.most = most
        self.order = [c for c, count in enumerate(counts) for _ in range(count)]
        for routes in lists:
            meter.add(len(routes))
        self.users = [columns([route[2] for route in routes], width) for routes in lists]
        self.rich = [_by_value(routes) for routes in lists]
        self.falling = [[-route[0] for route in routes] for routes in lists]
        self.bytes = (width + 7) // 8
        self.by_byte: list[list[dict[int, int]]] = [[{} for _ in range(self.bytes)] for _ in lists]
        self.exclusions: list[list[dict[int, int]]] = [[{} for _ in lists] for _ in lists]
        self.finished = True
        self.nodes = 0
        self.top = 0
        self.choice: list[tuple[int, int]] | None = None

    def best(self, beat: int, effort: int) -> list[tuple[int, Found]] | None:
        """The best set that earns more than ``beat``, as (class, route), or None.

        After looking at more than ``effort`` routes, or when the time is over, it gives up: then ``finished`` is False
        and the set, if any, is just better.
        """
        if self.meter.budget is not None:
            effort = min(effort, max(0, self.meter.budget - self.meter.work))
        self.top = beat
        self.nodes = effort
        free = [(1 << len(routes)) - 1 for routes in self.lists]
        if len(self.order) == 1:
            self._last(0, free[0], 0, [], -1, -1)
        else:
            self._branch(0, free, 0, self.base, [])
        self.meter.work += effort - max(0, self.nodes)
        if self.choice is None:
            return None
        return self._as_found(self.choice)

    def _as_found(self, chosen: list[tuple[int, int]]) -> list[tuple[int, Found]]:
        return [(c, self.lists[c][i]) for c, i in chosen]

    def _consider(self, value: int, chosen: list[tuple[int, int]]) -> None:
        """Keep a set that earns more than the best so far."""
        if value + self.most <= self.top:
            return
        if self.extra is not None and chosen:
            value += self.extra(self._as_found(chosen))
        if value > self.top:
            self.top = value
            self.choice = list(chosen)

    def _branch(self, turn: int, free: list[int], value: int, worth: int, chosen: list[tuple[int, int]]) -> None:
        """Choose for the trains from ``turn`` on, two at least; ``worth``: base and the worths of the routes chosen."""
        order = self.order
        c = order[turn]
        self._consider(value, chosen)
        routes = self.lists[c]
        alike = 0  # trains of this class after this one; they stand next to each other
        others = 0
        first: dict[int, int] = {}
        for other in order[turn + 1 :]:
            if other == c:
                alike += 1
                continue
            if other not in first:
                first[other] = max(0, self._first_worth(other, free[other]))
            others += first[other]
        later = [c, *first] if alike else [*first]
        one_more = turn + 2 == len(order)
        then = order[turn + 1]
        left = free[c]
        while left:
            low = left & -left
            i = low.bit_length() - 1
            route = routes[i]
            most = max(0, route[0])  # what a later train of this class can add: it takes a later route
            so_far = worth + route[0]
            spare = so_far + alike * most + others + self.most - self.top - self.step
            if spare < 0:
                break
            left ^= low
            self.nodes -= 1
            if self.nodes < 0 or (self.meter.limited and not self.nodes & 31 and self.meter.over):
                self.finished = False
                return
            chosen.append((c, i))
            # alike trains: the later one takes a later route, or the same if it takes no track (a local run)
            mine = left if route[2] else left | low
            if one_more:
                self._last(then, mine if then == c else free[then], value + route[1], chosen, c, i)
            else:
                after = [0] * len(free)
                for other in later:
                    if other == c:
                        after[c] = self._useful(c, mine, most - spare, c, i)
                    else:
                        after[other] = self._useful(other, free[other], first[other] - spare, c, i)
                self._branch(turn + 1, after, value + route[1], so_far, chosen)
            chosen.pop()
            if not self.finished:
                return
        if worth + others + self.most >= self.top + self.step:  # no route for this train, nor for those like it
            after = list(free)
            after[c] = 0
            if one_more:
                self._last(then, after[then], value, chosen, -1, -1)
            else:
                self._branch(turn + 1, after, value, worth, chosen)

    def _useful(self, c: int, free: int, least: int, chosen_class: int, chosen: int) -> int:
        """The routes of class ``c`` still free, worth at least ``least`` and off the track of the route just chosen."""
        return self._without(c, free & ((1 << bisect_right(self.falling[c], -least)) - 1), chosen_class, chosen)

    def _without(self, c: int, useful: int, chosen_class: int, chosen: int) -> int:
        """These routes of class ``c`` but for those that use track of the route chosen."""
        if not useful:
            return 0
        known = self.exclusions[chosen_class][c]
        excluded = known.get(chosen)
        if excluded is None:
            excluded = self._users_of(c, self.lists[chosen_class][chosen][2])
            if len(self.lists[c]) <= _KEPT:
                known[chosen] = excluded
        return useful ^ (useful & excluded)

    def _users_of(self, c: int, track: int) -> int:
        """The routes of class ``c`` that use any of these bits of track: looked up eight bits at a time."""
        users = 0
        for known, bits in zip(self.by_byte[c], track.to_bytes(self.bytes, "little"), strict=True):
            if bits:
                some = known.get(bits)
                if some is None:
                    some = self._users_of_byte(c, known, bits)
                users |= some
        return users

    def _users_of_byte(self, c: int, known: dict[int, int], bits: int) -> int:
        first = 8 * next(n for n, some in enumerate(self.by_byte[c]) if some is known)
        users = 0
        for bit in range(8):
            if bits >> bit & 1:
                users |= self.users[c][first + bit]
        known[bits] = users
        return users

    def _first_worth(self, c: int, free: int) -> int:
        return self.lists[c][(free & -free).bit_length() - 1][0] if free else 0

    def _last(
        self, c: int, free: int, value: int, chosen: list[tuple[int, int]], chosen_class: int, just_chosen: int
    ) -> None:
        """The last train takes the free route that pays most; the most worth is not always the most pay."""
        self._consider(value, chosen)
        values, rich = self.rich[c]
        least = bisect_left(values, self.top + self.step - value - self.most)
        if least == len(values):
            return
        free &= rich[least]
        if free and just_chosen >= 0:
            free = self._without(c, free, chosen_class, just_chosen)
        routes = self.lists[c]
        while free:
            low = free & -free
            i = low.bit_length() - 1
            free ^= low
            self.nodes -= 1
            top = self.top
            self._consider(value + routes[i][1], [*chosen, (c, i)])
            if self.top > top:
                least = bisect_left(values, self.top + self.step - value - self.most)
                if least == len(values):
                    return
                free &= rich[least]


def few(lists: list[list[Found]], counts: Sequence[int]) -> bool:
    """Whether there are so few ways to choose that they are gone through faster than sorted."""
    ways = 1
    for routes, count in zip(lists, counts, strict=True):
        ways *= (len(routes) + 1) ** count
    return ways <= _FEW_WAYS


def best_of_few(
    lists: list[list[Found]], counts: Sequence[int], base: int, step: int, beat: int, meter: Meter
) -> list[tuple[int, Found]] | None:
    """What ``Packing.best`` finds, one by one: the best set that earns more than ``beat``, or None."""
    order = [c for c, count in enumerate(counts) for _ in range(count)]
    # what the trains from each turn on can still add
    rest = [0]
    for c in reversed(order):
        rest.append(rest[-1] + (max(0, lists[c][0][0]) if lists[c] else 0))
    rest.reverse()
    best: list[tuple[int, Found]] | None = None
    chosen: list[tuple[int, Found]] = []
    top = beat

    def choose(turn: int, first: int, used: int, value: int, worth: int) -> None:
        nonlocal best, top
        if value > top:
            best, top = list(chosen), value
        if turn == len(order):
            return
        c = order[turn]
        routes = lists[c]
        then = turn + 1
        alike = then < len(order) and order[then] == c
        for i in range(first, len(routes)):
            route = routes[i]
            if worth + route[0] + rest[then] < top + step:
                break
            if route[2] & used:
                continue
            meter.work += 1
            chosen.append((c, route))
            # alike trains: the later one takes a later route, or the same if it takes no track (a local run)
            next_first = (i + 1 if route[2] else i) if alike else 0
            choose(then, next_first, used | route[2], value + route[1], worth + route[0])
            chosen.pop()
        while then < len(order) and order[then] == c:
            then += 1
        if then < len(order) and worth + rest[then] >= top + step:  # no route for this train, nor for those like it
            choose(then, 0, used, value, worth)

    choose(0, 0, 0, 0, base)
    return best


def _by_value(routes: list[Found]) -> tuple[list[int], list[int]]:
    """All values, rising, and for each the routes that earn at least so much."""
    rows: dict[int, bytearray] = {}
    size = (len(routes) + 7) // 8
    for i, route in enumerate(routes):
        row = rows.get(route[1])
        if row is None:
            row = rows[route[1]] = bytearray(size)
        row[i >> 3] |= 1 << (i & 7)
    values = sorted(rows)
    rich = [int.from_bytes(rows[value], "little") for value in values]
    for n in range(len(rich) - 2, -1, -1):
        rich[n] |= rich[n + 1]
    return values, rich


class Pool:
    """The routes seen so far, from which prices on the track are reckoned."""

    __slots__ = ("counts", "routes", "seen", "width")

    def __init__(self, counts: Sequence[int], width: int) -> None:
        self.counts = counts
        self.width = width
        self.routes: list[list[tuple[int, list[int]]]] = [[] for _ in counts]
        self.seen: list[set[tuple[int, int]]] = [set() for _ in counts]

    def add(self, c: int, found: Found) -> bool:
        """Put a route of class ``c`` into the pool; whether it was new."""
        key = (found[1], found[2])
        if key in self.seen[c]:
            return False
        self.seen[c].add(key)
        bits: list[int] = []
        track = found[2]
        while track:
            low = track & -track
            bits.append(low.bit_length() - 1)
            track ^= low
        self.routes[c].append((found[1], bits))
        return True

    def prices(self, start: Sequence[int], beat: int, meter: Meter, rounds: int = 30) -> list[int]:
        """Prices under which the pool's best routes, one for each train, promise as little as can be.

        Subgradient steps: raise the price of track that several of the best routes want, lower it where none does. The
        prices are only a guide, any of them gives a bound that holds, so fractions may be rounded away.
        """
        price = [float(p) for p in start]
        best_price, best_total = list(price), float("inf")
        pace, stalled = 1.0, 0
        for _ in range(rounds):
            meter.look_at_the_clock()
            total = sum(price)
            wanted = [-1] * self.width
            for count, routes in zip(self.counts, self.routes, strict=True):
                most, chosen = 0.0, None
                for value, bits in routes:
                    if value <= most:
                        continue
                    worth = float(value)
                    for b in bits:
                        worth -= price[b]
                    if worth > most:
                        most, chosen = worth, bits
                total += most * count
                if chosen is not None:
                    for b in chosen:
                        wanted[b] += count
            if total < best_total - 0.01:
                best_price, best_total, stalled = list(price), total, 0
            else:
                stalled += 1
                if stalled >= 3:
                    pace, stalled = pace * 0.6, 0
                    if pace < 0.02:
                        break
            moved = [b for b, want in enumerate(wanted) if want > 0 or (want < 0 and price[b] > 0)]
            size = sum(wanted[b] ** 2 for b in moved)
            gap = total - beat
            if not size or gap <= 0:
                break
            length = pace * gap / size
            for b in moved:
                price[b] = max(0.0, price[b] + length * wanted[b])
        return [int(p + 0.5) for p in best_price]
