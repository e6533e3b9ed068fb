"""How fast the kernel is. Gates are ratios to a reference loop of the same run: the machines are noisy.

    python -m pytest -q benchmarks -s

prints absolute figures too. With the reference loop at 11.3 ms, 10,000 actions a second are 0.0088 loops an action.
Bots lay track in every turn, which is the dearest action: their game is a third slower than recorded games of people.
The gates stand about half as high again as what was measured (in brackets), since a machine may change its pace between
two figures.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from typing import Any

from open18xx import load_title, new_game
from open18xx.bots.random_bot import RandomBot
from open18xx.play.game import Game, offers, unpack
from open18xx.play.table import Box

from .common import recorded, reference, seconds

LOOPS_AN_ACTION = 0.016  # (0.0079 to 0.0107)
LOOPS_AN_OFFER = 0.0265  # 0.3 ms (0.07 to 0.14 ms)
LOOPS_A_TRACK_STEP = 0.6  # (2.3 to 4.4 ms, where 5 ms are 0.44)
LOOPS_A_RANDOM_GAME = 45.0  # (0.22 to 0.31 s, where a third of a second is 29.5)


def apply_again(game: Game, box: Box) -> Game:
    """The whole game through ``play``, every action validated. With a new box nothing is known from before."""
    again = Game(box, game.players, game.seed)
    for action in game.actions():
        again.play(action)
    return again


def test_applying_a_recorded_game(benchmark: Any) -> None:
    game = recorded()
    actions = game.length
    benchmark.extra_info["actions"] = actions
    again = benchmark.pedantic(apply_again, setup=lambda: ((game, unpack(game.title)), {}), rounds=5)
    assert again.state == game.state
    took, loops = [], []
    for _ in range(7):
        box = unpack(game.title)
        before = seconds(reference, 1)
        took.append(seconds(lambda box=box: apply_again(game, box), 1))
        loops.append(2 * took[-1] / (before + seconds(reference, 1)) / actions)  # the machine changes its pace
    each = statistics.median(loops)
    print(f"\n{actions} actions, {actions / statistics.median(took):,.0f} a second; {each:.5f} loops an action")
    assert each <= LOOPS_AN_ACTION


def test_clone_costs_the_same_however_long_the_game(benchmark: Any) -> None:
    game = recorded()
    fresh = new_game(game.title, list(game.players))
    benchmark(game.state.copy)

    def thousand(one: Game) -> None:
        for _ in range(1000):
            one.state.copy()

    late, early = seconds(lambda: thousand(game)), seconds(lambda: thousand(fresh))
    print(f"\ncopy of a state: {late * 1000:.2f} us late, {early * 1000:.2f} us early")
    assert late <= 1.6 * early + 0.001
    assert late * 1000 <= 5 * max(1.0, seconds(reference) / 0.0113)


def test_offers_along_a_recorded_game(benchmark: Any) -> None:
    game = recorded()
    moments = game.history()
    loop = seconds(reference)
    took = []
    for moment in moments:
        began = time.process_time()
        list(offers(game.box, moment.state))
        took.append(time.process_time() - began)
    median = statistics.median(took)
    print(f"\noffers: median {median * 1e6:.0f} us, slowest {max(took) * 1e3:.1f} ms")
    assert median <= LOOPS_AN_OFFER * loop
    benchmark(lambda: list(offers(game.box, moments[len(moments) // 2].state)))


def track_steps(game: Game) -> list[float]:
    """CPU seconds of the offers in each track step of a game played in a new box: no board is known from before."""
    box = unpack(game.title)
    again = Game(box, game.players, game.seed)
    took = []
    for action in game.actions():
        state = again.state
        if again.title.rounds[state.round].steps[state.step] == "lay-track":
            began = time.process_time()
            list(offers(box, state))
            took.append(time.process_time() - began)
        again.play(action)
    return took


def test_the_track_step_with_nothing_known_before() -> None:
    game = recorded()
    worst = max(min(times) for times in zip(*(track_steps(game) for _ in range(4)), strict=True))
    print(f"\nslowest track step: {worst * 1e3:.1f} ms")
    assert worst <= LOOPS_A_TRACK_STEP * seconds(reference)


def test_random_games() -> None:
    title = load_title("1830")
    slowest = 0.0

    def play(seed: int) -> int:
        nonlocal slowest
        game, bot = new_game(title, ["a", "b", "c"], seed=seed), RandomBot(seed)
        while not game.is_over:
            began = time.process_time()
            game.play(bot.choose(game))
            slowest = max(slowest, time.process_time() - began)
        return game.length

    play(0)
    games = 12
    began = time.process_time()
    lengths = [play(seed) for seed in range(1, games + 1)]
    each = (time.process_time() - began) / games
    mean = statistics.mean(lengths)
    print(f"\n{1 / each:.1f} random games a second, {mean:.0f} actions each; slowest call {slowest:.3f} s")
    assert each <= LOOPS_A_RANDOM_GAME * seconds(reference)
    assert slowest <= 1.0


def _wall(*words: str) -> float:
    best = float("inf")
    for _ in range(5):
        began = time.perf_counter()
        subprocess.run([sys.executable, *words], check=True, capture_output=True)
        best = min(best, time.perf_counter() - began)
    return best


def test_importing_the_package_and_asking_for_help_take_no_time() -> None:
    slow = max(1.0, seconds(reference) / 0.0113)
    imported, helped = _wall("-c", "import open18xx"), _wall("-m", "open18xx.cli.main", "--help")
    print(f"\nimport {imported * 1e3:.0f} ms, --help {helped * 1e3:.0f} ms (with the start of Python)")
    assert imported <= 0.150 * slow
    assert helped <= 0.300 * slow
