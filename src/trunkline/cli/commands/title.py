"""``trunkline title``: help for designers of a title in one file."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
from pathlib import Path

from trunkline import svg
from trunkline.cli.exit_codes import FINDINGS, OK
from trunkline.cli.extras import needed
from trunkline.cli.options import add_jobs
from trunkline.engine.board import Board
from trunkline.engine.board.loading import read_text
from trunkline.game import saves
from trunkline.lab.soak.games import Plan
from trunkline.lab.title_check.check import all_findings, sentence
from trunkline.lab.title_check.game_findings import GameRecord, random_games, record_all, unnamed_rules
from trunkline.titles import (
    add_file,
    boards,
    import_title,
    json_schema,
    new_title,
    read_title,
    rules_of,
    title_path,
)
from trunkline.util.argument_types import count
from trunkline.web.http.settings import PORT

HELP = "make, check and watch a title in one file, and measure its balance"
GAMES = 100
BALANCE_GAMES = 400
WATCH_PORT = PORT + 1
SILENCE = 5.0
"""Seconds between two lines of progress."""
HEADINGS = {
    "missing": "Missing. The title can be played after you answer these points:",
    "assumed": "Assumed. The title has usual values here. Check each point:",
    "left out": "Left out. The title does not have these parts of the game:",
}
FILE = "file of a title, or its folder"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command, which has commands itself."""
    add = parser.add_subparsers(dest="operation", required=True, metavar="COMMAND").add_parser
    schema = add("schema", help="print the JSON Schema of title files, for editors")
    schema.set_defaults(work=_print_schema)
    new = add("new", help="make a new title: a small map that can be played, with comments")
    new.add_argument("folder", type=Path, metavar="NAME", help="name of the title, and of its new folder")
    new.set_defaults(work=_new)
    importing = add("import", help="make a title of a game of 18xx-maker, and list what is left to decide")
    importing.add_argument("game", type=Path, metavar="FILE.json", help="JSON file of the game")
    importing.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="new file; default: the name of the game with .yaml"
    )
    importing.set_defaults(work=_import)
    check = add("check", help="look for faults: in the map, and in random games with every check")
    check.add_argument("file", type=Path, help=FILE)
    check.add_argument(
        "--games",
        type=count,
        default=GAMES,
        metavar="N",
        help=f"number of random games; default: {GAMES}; 0 only looks at the file",
    )
    check.add_argument("--seed", type=int, default=1, help="the same seed plays the same games; default: 1")
    add_jobs(check)
    check.add_argument("--pictures", type=Path, metavar="FOLDER", help="write pictures of map and chart here")
    check.add_argument("--rules", action="store_true", help="also list the rules that no game named")
    check.set_defaults(work=_check)
    balance = add("balance", help="play games of bots, and write a page about seats, companies and trains")
    balance.add_argument("title", help="title, its file, or its folder")
    balance.add_argument(
        "--games",
        type=count,
        default=BALANCE_GAMES,
        metavar="N",
        help=f"number of games; default: {BALANCE_GAMES}",
    )
    balance.add_argument("--player", default="director", help="bot in every seat; default: director")
    balance.add_argument(
        "--players", nargs="+", type=count, metavar="N", help="numbers of players; default: all of the title"
    )
    balance.add_argument("--seed", type=int, default=1, help="the same seed plays the same games; default: 1")
    add_jobs(balance)
    balance.add_argument(
        "-o", "--out", type=Path, help="page, .html or .md; default: the title with -balance.html"
    )
    balance.set_defaults(work=_balance)
    watch = add("watch", help="show the board in a browser, and again after each change of the file")
    watch.add_argument("file", type=Path, help=FILE)
    watch.add_argument(
        "--port", type=count, default=WATCH_PORT, help=f"port on this machine; default: {WATCH_PORT}"
    )
    watch.set_defaults(work=_watch)


def run(options: argparse.Namespace) -> int:
    """Run the command. Return its exit code. Raises ``UsageError``."""
    code: int = options.work(options)
    return code


def _print_schema(options: argparse.Namespace) -> int:
    print(json.dumps(json_schema(), indent=1, ensure_ascii=False))
    return OK


def _new(options: argparse.Namespace) -> int:
    file = new_title(options.folder)
    print(f"The title is in {file}. Play it with: {shlex.join(['trunkline', 'play', _path(options.folder)])}")
    return OK


def _import(options: argparse.Namespace) -> int:
    file = options.output or Path(f"{options.game.stem}.yaml")
    points = import_title(options.game, file).points
    for kind, heading in HEADINGS.items():
        if found := [point for point in points if point.kind == kind]:
            print(heading, file=sys.stderr)
        for point in found:
            print(f"  {point.key}: {point.text}", file=sys.stderr)
    print(f"The title is in {file}, with this list as comments." if points else f"The title is in {file}.")
    print(f"After your changes, check it with: {shlex.join(['trunkline', 'title', 'check', _path(file)])}")
    return OK


def _check(options: argparse.Namespace) -> int:
    title = add_file(options.file)
    file = title_path(options.file)
    text = read_text(file)
    board = boards()[title]()
    if options.pictures is not None:
        _draw(board, options.pictures)
    plan = Plan(title, options.games, tuple(board.players), options.seed)
    games = _played(plan, options.jobs) if options.games else []
    found = all_findings(board, games, read_title(options.file).switches)
    for finding in found:
        print(sentence(file.name, text, board, finding))
    if any(game.outcome.finding is not None for game in games):
        games_played = ("--games", str(options.games), "--seed", str(options.seed))
        command = shlex.join(["trunkline", "soak", _path(options.file), *games_played])
        print(f"Play the failed games again, and shorten them, with: {command}")
    if options.rules and games:
        _list_unnamed(title, games)
    number = f"{len(found)} {'finding' if len(found) == 1 else 'findings'}" if found else "no findings"
    print(f"{title}: {number} in the file{f' and {random_games(games)}' if games else ''}.")
    return FINDINGS if found else OK


def _played(plan: Plan, jobs: int) -> list[GameRecord]:
    """Play the games. Print progress periodically."""
    games: list[GameRecord] = []
    shown = time.monotonic()
    for game in record_all(plan, jobs):
        games.append(game)
        if time.monotonic() - shown >= SILENCE:
            shown = time.monotonic()
            print(f"{len(games)} of {plan.games} games", file=sys.stderr, flush=True)
    return games


def _list_unnamed(title: str, games: list[GameRecord]) -> None:
    rules = rules_of(title)
    unnamed = unnamed_rules([*rules], games)
    print(f"No event and no refusal of the games named these {len(unnamed)} of {len(rules)} rules:")
    for id in unnamed:
        print(f"  {id}: {rules[id].rule}")


def _draw(board: Board, folder: Path) -> None:
    saves.make_folder(folder)
    for name, drawn in (("map.svg", svg.design_map(board)), ("chart.svg", svg.chart(board))):
        saves.write(folder / name, drawn.encode())
        print(f"{folder / name} is drawn.")


def _watch(options: argparse.Namespace) -> int:
    with needed("The page", "table"):
        from trunkline.web.http import title_page
    title_page.serve(options.file, options.port)
    return OK


def _balance(options: argparse.Namespace) -> int:
    with needed("The page", "data"):
        from trunkline.cli.optional import balance
    return balance.run(options)


def _path(path: Path) -> str:
    """Return a path as a command takes it for a title: with a slash."""
    return str(path) if path.is_absolute() or len(path.parts) > 1 else f"./{path}"
