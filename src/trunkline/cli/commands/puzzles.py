"""``trunkline puzzles``: list, prove, make and solve puzzles."""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from trunkline.cli.exit_codes import FINDINGS, OK
from trunkline.cli.options import RECORDED, add_jobs
from trunkline.cli.progress import Progress
from trunkline.cli.terminal.recorded_games import recorded_games
from trunkline.cli.terminal.typed_names import about_title
from trunkline.learn.puzzles import collection
from trunkline.learn.puzzles.difficulty import rating
from trunkline.learn.puzzles.making import Order, make, orders
from trunkline.learn.puzzles.puzzle import Puzzle, Theme
from trunkline.learn.puzzles.recorded import RecordedOrder
from trunkline.learn.puzzles.search import prove
from trunkline.learn.puzzles.solving import is_solved
from trunkline.players.registry import load_player
from trunkline.titles import catalogue
from trunkline.util.argument_types import count
from trunkline.util.errors import UsageError

HELP = "list puzzles, prove their solutions, make new ones, or let a program solve them"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("operation", choices=list(OPERATIONS))
    parser.add_argument("--file", type=Path, default=collection.OWN, help="a file that make wrote")
    parser.add_argument("--title", help="only puzzles of this title")
    parser.add_argument("--theme", choices=list(Theme), help="only puzzles of this theme")
    parser.add_argument("--lowest", type=int, metavar="N", help="only rated puzzles from this rating on")
    parser.add_argument("--highest", type=int, metavar="N", help="only rated puzzles up to this rating")
    parser.add_argument("--sample", type=count, metavar="N", help="only N of them, drawn with --seed")
    parser.add_argument(
        "--seed", type=int, default=1, help="seed of the sample, or of the first game; default: 1"
    )
    parser.add_argument("--count", action="store_true", help="list: print the numbers only")
    parser.add_argument("--player", default="clerk", help="solve: the program; default: clerk")
    parser.add_argument(
        "--games", type=count, default=10, metavar="N", help="make: number of games; default: 10"
    )
    parser.add_argument(
        "--from",
        dest="recorded",
        nargs="+",
        action="extend",
        default=[],
        metavar="FILE",
        help=f"make: search these games instead of new ones; each is a {RECORDED}, a folder of them, or -",
    )
    parser.add_argument(
        "--names", action="store_true", help="make: keep the names of players in recorded games"
    )
    parser.add_argument("-o", "--out", type=Path, help="make: the file to write")
    add_jobs(parser)


def run(options: argparse.Namespace) -> int:
    """Run the command. Return its exit code. Raises ``UsageError``."""
    return OPERATIONS[options.operation](options) or OK


def _chosen(options: argparse.Namespace) -> list[Puzzle]:
    title = options.title and about_title(options.title).id
    found = [
        puzzle
        for puzzle in collection.read(options.file)
        if title in (None, puzzle.title)
        and options.theme in (None, puzzle.theme)
        and _is_within(puzzle, options.lowest, options.highest)
    ]
    if options.sample is not None and options.sample < len(found):
        found = random.Random(options.seed).sample(found, options.sample)
    if not found:
        raise UsageError("There is no such puzzle. Choose another title, theme or rating.")
    return found


def _is_within(puzzle: Puzzle, lowest: int | None, highest: int | None) -> bool:
    """Return whether the starting rating of a puzzle is in a range. Without limits, all are."""
    if lowest is None and highest is None:
        return True
    points = rating(puzzle)
    return puzzle.rated and points >= (lowest or 0) and (highest is None or points <= highest)


def _each(puzzles: list[Puzzle], done: str) -> Iterator[Puzzle]:
    """Yield puzzles, and report the progress. ``done`` is the word for those that are finished."""
    progress = Progress(done, unit="puzzles")
    for number, puzzle in enumerate(puzzles, 1):
        yield puzzle
        progress.show(number, len(puzzles))
    progress.done()


def _list(options: argparse.Namespace) -> None:
    found = _chosen(options)
    if options.count:
        for (title, theme), number in sorted(Counter((each.title, each.theme) for each in found).items()):
            print(f"{title}, {theme}: {number}")
        print(f"{len(found)} puzzles")
        return
    for puzzle in found:
        solvers = f"; solved by {', '.join(puzzle.solved_by)}" if puzzle.solved_by else ""
        points = f"rated {rating(puzzle)}" if puzzle.rated else "not rated"
        print(f"{puzzle.id} {puzzle.title}: {puzzle.question} ({points}; {puzzle.source}{solvers})")


def _check(options: argparse.Namespace) -> int:
    found, faults = _chosen(options), 0
    for puzzle in _each(found, "Proved"):
        fault = prove(puzzle)
        if fault:
            print(fault)
            faults += 1
    if faults:
        print(f"{faults} of {len(found)} puzzles have another solution.", file=sys.stderr)
        return FINDINGS
    print(f"The solutions of {len(found)} puzzles hold.")
    return OK


def _make(options: argparse.Namespace) -> None:
    if options.out is None:
        raise UsageError("Name the file for the puzzles with --out.")
    title = about_title(options.title).id if options.title else ""
    theme = Theme(options.theme) if options.theme else None
    wanted: list[Order | RecordedOrder] = [
        RecordedOrder(data, name, number, theme, options.names, title)
        for number, (name, data) in enumerate(recorded_games(options.recorded), 1)
    ]
    if not wanted:
        titles = [title] if title else list(catalogue(teaching=False))
        wanted = [
            order for each in titles for order in orders(each, options.seed, options.games, theme=theme)
        ]
    found = list(make(wanted, options.jobs))
    collection.write(found, options.out)
    print(f"{len(found)} puzzles from {len(wanted)} games are in {options.out}.")


def _solve(options: argparse.Namespace) -> None:
    player = load_player(options.player)(options.seed)
    asked: Counter[Theme] = Counter()
    solved: Counter[Theme] = Counter()
    for puzzle in _each(_chosen(options), "Answered"):
        asked[puzzle.theme] += 1
        solved[puzzle.theme] += is_solved(puzzle, player)
    for theme in Theme:
        if asked[theme]:
            share = 100 * solved[theme] / asked[theme]
            print(f"{theme}: {options.player} solves {solved[theme]} of {asked[theme]} ({share:.0f}%)")


OPERATIONS: dict[str, Callable[[argparse.Namespace], int | None]] = {
    "list": _list,
    "check": _check,
    "make": _make,
    "solve": _solve,
}
