"""Command-line options of the arena.

The statistics need additional packages. They are imported only when a command runs.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from trunkline.cli import commands
from trunkline.util.argument_types import RUNS, count
from trunkline.util.errors import UsageError


def arena(options: argparse.Namespace) -> None:
    """Play a match. Raises ``UsageError``."""
    try:
        from trunkline.cli import arena as command
        from trunkline.lab.arena.match import Match
    except ImportError as error:
        raise UsageError(
            f"The arena needs {error.name}, which is not there: pip install 'trunkline[arena]'."
        ) from error
    variants = tuple(name for given in options.variant for name in given.split(","))
    title = commands.about_title(options.title).id
    match = Match(title, tuple(options.players), options.seed, variants, options.rules, options.runs)
    command.arena(
        command.ArenaSettings(
            match,
            options.games,
            options.jobs,
            options.out,
            tuple(options.test) if options.test else None,
            options.json,
            options.ray,
        )
    )


def ladder(options: argparse.Namespace) -> None:
    """Show the ladder. Raises ``UsageError``."""
    try:
        from trunkline.lab.arena import ladder
    except ImportError as error:
        raise UsageError(
            f"The ladder needs {error.name}, which is not there: pip install 'trunkline[arena]'."
        ) from error
    ladder.show(options.files, options.into, options.keep)


def arena_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``trunkline arena``."""
    parser.add_argument("title")
    parser.add_argument(
        "players",
        nargs="+",
        help="one a seat: random, clerk, another that is installed, module:Class or engine:COMMAND",
    )
    parser.add_argument("--games", type=count, default=40, metavar="N", help="default: 40")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games; default: 1")
    machines = parser.add_mutually_exclusive_group()
    machines.add_argument("--jobs", type=count, default=1, metavar="N", help="processes; default: 1")
    machines.add_argument(
        "--ray",
        default="",
        metavar="ADDRESS",
        help="have a Ray cluster play, such as host:6379; local: begin one here",
    )
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="save the games to FILE, or continue from it"
    )
    parser.add_argument(
        "--test",
        type=float,
        nargs=2,
        metavar=("LOW", "HIGH"),
        help="stop once it is known which of these chances of winning the first player has",
    )
    parser.add_argument("--rules", default="printed", help="a reading of the rules; see trunkline titles")
    parser.add_argument("--variant", nargs="+", action="extend", default=[], help="an optional rule")
    parser.add_argument("--runs", default="best", help=RUNS)
    parser.add_argument("--json", action="store_true", help="print the result as JSON and nothing else")


def ladder_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``trunkline ladder``."""
    parser.add_argument(
        "files",
        nargs="*",
        type=Path,
        metavar="GAMES.jsonl",
        help="what the arena wrote, packed or not",
    )
    parser.add_argument(
        "--into", type=Path, metavar="PAGE.md", help="write the table between the marks of a page"
    )
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="pack the matches into it, and show all that it holds"
    )
