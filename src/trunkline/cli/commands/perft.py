"""``trunkline perft``: the number of action sequences from a position."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

from trunkline.cli.options import add_title_files
from trunkline.engine.kernel.action import encode
from trunkline.game import Game
from trunkline.game.wording.choices import words
from trunkline.lab.perft import check_depth, divide, perft
from trunkline.util.argument_types import count

HELP = "count the action sequences from the position of a saved game"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("file", type=Path, help="game file of trunkline")
    add_title_files(parser)
    parser.add_argument("--depth", type=count, default=3, metavar="N", help="number of actions; default: 3")
    parser.add_argument("--divide", action="store_true", help="show the counts for each first action too")
    parser.add_argument("--json", action="store_true", help="print the counts as JSON and nothing else")


def run(options: argparse.Namespace) -> None:
    """Print the counts of a saved game at every depth up to the given one. Raises ``UsageError``."""
    path: Path = options.file
    depth: int = options.depth
    check_depth(depth)
    game = Game.load(path)
    if options.json:
        print(json.dumps(_data(path, game, depth, options.divide)))
        return
    print(f"{path.name}: {game.title.id}, after {len(game.actions)} actions")
    for level in range(depth + 1):
        start = time.perf_counter()
        total = perft(game, level)
        seconds = time.perf_counter() - start
        print(f"{level:>4} {total:>16,}   {total / max(seconds, 1e-6):>12,.0f} a second")
    for branch in divide(game, depth) if options.divide else ():
        print(f"{branch.sequences:>21,}   {words(game, branch.choice)}")


def _data(path: Path, game: Game, depth: int, by_first: bool) -> dict[str, Any]:
    data: dict[str, Any] = {
        "file": path.name,
        "title": game.title.id,
        "actions": len(game.actions),
        "counts": [perft(game, level) for level in range(depth + 1)],
    }
    if by_first:
        data["divide"] = [
            {"action": encode(branch.action), "sequences": branch.sequences} for branch in divide(game, depth)
        ]
    return data
