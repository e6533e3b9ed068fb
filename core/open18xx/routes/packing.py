"""Choosing one route for each train so that no track is used twice, and prices on the track that make this easy.

Routes come as lists, one for each class of trains. Nothing here knows where a route runs: only what it earns and which
bits of track it takes.
"""

from __future__ import annotations

from collections.abc import Sequence

from open18xx.routes.arms import Meter

# An arm ranked: its worth (value less prices), bits taken, cost, number.
Ranked = tuple[int, int, int, int]

# A route found: worth (value less prices), value, bits of track, which token's arms, first arm, second arm (-1: none).
Found = tuple[int, int, int, int, int, int]


class Packing:
    """Branch and bound over lists of routes, best worth first.

    ``base`` is the sum of all prices: what a set earns is never more than ``base`` and the worths of its routes, since
    each bit is paid for at most once. Routes still free are kept as one int a class, a bit for each route.
    """

    __slots__ = ("base", "choice", "counts", "finished", "lists", "meter", "nodes", "order", "step", "top", "users")

    def __init__(
        self, lists: list[list[Found]], counts: Sequence[int], width: int, base: int, step: int, meter: Meter
    ) -> None:
        self.lists = lists
        self.base = base
        self.step = step
        self.meter = meter
        self.counts = counts
        self.order = [c for c, count in enumerate(counts) for _ in range(count)]
        self.users: list[list[int]] = []
        for routes in lists:
            rows = [bytearray((len(routes) + 7) // 8) for _ in range(width)]
            for i, route in enumerate(routes):
                byte, bit = i >> 3, 1 << (i & 7)
                track = route[2]
                while track:
                    low = track & -track
                    rows[low.bit_length() - 1][byte] |= bit
                    track ^= low
            meter.add(len(routes))
            self.users.append([int.from_bytes(row, "little") for row in rows])
        self.finished = True
        self.nodes = 0
        self.top = 0
        self.choice: list[tuple[int, int]] | None = None

    def best(self, beat: int, effort: int) -> list[tuple[int, Found]] | None:
        """The best set that earns more than ``beat``, as (class, route), or None.

        After more than ``effort`` branches it gives up: then ``finished`` is False and the set, if any, is just better.
        """
        self.top = beat
        self.nodes = effort
        free = [(1 << len(routes)) - 1 for routes in self.lists]
        self._branch(0, free, 0, self.base, [])
        self.meter.work += effort - self.nodes
        if self.choice is None:
            return None
        return [(c, self.lists[c][i]) for c, i in self.choice]

    def _branch(self, turn: int, free: list[int], value: int, worth: int, chosen: list[tuple[int, int]]) -> None:
        """Choose for the trains from ``turn`` on; ``worth`` is base and the worths of the routes chosen so far."""
        if value > self.top:
            self.top = value
            self.choice = list(chosen)
        if turn == len(self.order):
            return
        self.nodes -= 1
        if self.nodes < 0:
            self.finished = False
            return
        lists = self.lists
        c = self.order[turn]
        rest = 0
        for later in self.order[turn + 1 :]:
            routes_left = free[later]
            if routes_left:
                most = lists[later][(routes_left & -routes_left).bit_length() - 1][0]
                if most > 0:
                    rest += most
        routes = lists[c]
        last = turn + 1 == len(self.order)
        concerned = sorted(set(self.order[turn + 1 :]))
        left = free[c]
        while left:
            low = left & -left
            route = routes[low.bit_length() - 1]
            if worth + route[0] + rest < self.top + self.step:
                break
            left ^= low
            if last:
                if value + route[1] > self.top:
                    self.top = value + route[1]
                    self.choice = [*chosen, (c, low.bit_length() - 1)]
                continue
            after = list(free)
            after[c] = left  # alike trains: the later one takes a later route
            track = route[2]
            for other in concerned:
                users = self.users[other]
                taken = 0
                bits = track
                while bits:
                    bit = bits & -bits
                    taken |= users[bit.bit_length() - 1]
                    bits ^= bit
                after[other] &= ~taken
            chosen.append((c, low.bit_length() - 1))
            self._branch(turn + 1, after, value + route[1], worth + route[0], chosen)
            chosen.pop()
            if not self.finished:
                return
        if not last and worth + rest >= self.top + self.step:  # no route for this train, nor for those like it
            after = list(free)
            after[c] = 0
            self._branch(turn + 1, after, value, worth, chosen)


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

    def prices(self, start: Sequence[int], beat: int, rounds: int = 60) -> list[int]:
        """Prices under which the pool's best routes, one for each train, promise as little as can be.

        Subgradient steps: raise the price of track that several of the best routes want, lower it where none does. The
        prices are only a guide, any of them gives a bound that holds, so fractions may be rounded away.
        """
        price = [float(p) for p in start]
        best_price, best_total = list(price), float("inf")
        pace, stalled = 1.0, 0
        for _ in range(rounds):
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
