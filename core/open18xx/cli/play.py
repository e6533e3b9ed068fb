"""``open18xx play TITLE --bots``: a whole game, its course and its final table."""

from __future__ import annotations

import argparse
import json
import sys

from open18xx.adapters.trace import round_name
from open18xx.bots.random_bot import RandomBot
from open18xx.bots.simple_bot import SimpleBot
from open18xx.cli.common import BadCommand, check_place, chosen_title, players, players_option, title_options
from open18xx.errors import UsageError
from open18xx.play.game import Game, new_game
from open18xx.saves import save
from open18xx.terms import Terms, load
from open18xx.title.model import Title

BOTS: dict[str, type[SimpleBot] | type[RandomBot]] = {"simple": SimpleBot, "random": RandomBot}
MOST_ACTIONS = 50_000


def options(parser: argparse.ArgumentParser) -> None:
    title_options(parser)
    players_option(parser)
    parser.add_argument("--bots", action="store_true", help="bots play for everybody")
    parser.add_argument("--bot", choices=BOTS, default="simple", help="which bot (default: simple)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", metavar="FILE", help="save the game when it is over")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    parser.add_argument("--lang", metavar="LANGUAGE", help="print the log in a language that the title has")


def words(args: argparse.Namespace, title: Title) -> Terms | None:
    """The title's words, if a language is asked for. Raises UsageError when the title does not have it."""
    if args.lang is None:
        return None
    terms = load(args.title, title)
    known = terms.languages if terms else ()
    if terms is None or args.lang not in known:
        raise UsageError(f"{title.id} has no words in {args.lang!r}; it has: {', '.join(known) or 'none'}")
    if args.lang in terms.unreviewed:
        print(f"the words in {args.lang!r} have not been reviewed by anybody who speaks it", file=sys.stderr)
    return terms


def run(args: argparse.Namespace) -> int:
    if not args.bots:
        raise BadCommand("say --bots: people play through a front end")
    if args.save is not None:
        check_place(args.save)
    title = chosen_title(args)
    terms = words(args, title)
    game = new_game(title, players(args, title), seed=args.seed)
    bot = BOTS[args.bot](args.seed)
    last = ""
    while not game.is_over and game.length < MOST_ACTIONS:
        action = bot.choose(game)
        events = game.play(action)
        now = round_name(game.table)
        if terms is not None and not args.json:
            print(*terms.lines(action, events, args.lang), sep="\n")
        elif now != last and not args.json:
            print(course(game, now))
            last = now
    if args.save:
        save(game, args.save)
    if args.json:
        record = {"title": title.id, "seed": args.seed, "actions": game.length, "end": game.state.ended,
                  "result": game.result(), "hash": game.state.hash()}  # fmt: skip
        print(json.dumps(record, ensure_ascii=False))
    elif terms is not None:
        print(*(f"{player}: {terms.money(worth, args.lang)}" for player, worth in game.result().items()), sep="\n")
    else:
        print(final_table(game))
    if not game.is_over:
        print(f"stopped after {MOST_ACTIONS} actions", file=sys.stderr)
    return 0


def course(game: Game, now: str) -> str:
    """One line for the position at the beginning of a round."""
    table = game.table
    money = game.title.currency.format
    companies = " ".join(
        f"{id} {money(table.price(id))}" for id in table.operating_order(tuple(game.state.par))
    )
    return f"{now:8} phase {table.phase.id:3} bank {money(game.state.cash['bank']):8} {companies}"


def final_table(game: Game) -> str:
    """Fortunes and what they consist of."""
    table, money = game.table, game.title.currency.format
    lines = [
        f"The game is over: {game.state.ended or 'not finished'}",
        f"{'player':16} {'fortune':>9} {'cash':>9}  certificates",
    ]
    for player, worth in game.result().items():
        held = [
            f"{id} {table.percent(player, id)} %"
            for id in game.state.par
            if table.percent(player, id)
        ]
        lines.append(f"{player:16} {money(worth):>9} {money(game.state.cash[player]):>9}  {', '.join(held)}")
    return "\n".join(lines)
