"""``open18xx titles``."""

from __future__ import annotations

import argparse
import json

from open18xx.title.loader import installed, load


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object a title")


def run(args: argparse.Namespace) -> int:
    for id in installed():
        title = load(id)
        seats = f"{min(title.setups)}-{max(title.setups)}"
        if args.json:
            record = {
                "id": id,
                "name": title.name,
                "designer": title.designer,
                "rights": title.rights,
                "players": seats,
                "options": {each.id: each.name for each in title.options.values()},
            }
            print(json.dumps(record, ensure_ascii=False))
        else:
            print(f"{id:18} {title.name}, by {title.designer}, for {seats} players")
    return 0
