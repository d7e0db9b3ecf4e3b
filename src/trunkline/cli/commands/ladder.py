"""``trunkline ladder``: a table of saved matches."""

from __future__ import annotations

import argparse
from pathlib import Path

from trunkline.cli.extras import needed
from trunkline.learn.puzzles import collection
from trunkline.util.errors import UsageError

HELP = "make a page of ratings from saved matches, and of rows of the benchmark"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "files",
        nargs="*",
        type=Path,
        metavar="GAMES.jsonl",
        help="match file of the arena, compressed or not",
    )
    parser.add_argument(
        "--into", type=Path, metavar="PAGE.md", help="write the table between the markers of a page"
    )
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="FOLDER",
        help="add the matches to this folder, and use all matches in it",
    )
    parser.add_argument(
        "--benchmark",
        type=Path,
        metavar="FOLDER",
        help="add the rows of the benchmark in this folder, and the scores in puzzles",
    )


def run(options: argparse.Namespace) -> None:
    """Run the command. Raises ``UsageError``."""
    matches = options.files or options.keep is not None
    if not matches and options.benchmark is None:
        raise UsageError("Name the files that trunkline arena has written, or a folder of them with --keep.")
    with needed("The ladder", "arena"):
        from trunkline.lab.arena import ladder
        from trunkline.lab.benchmark import page
    if options.benchmark is not None:
        page.show(options.benchmark, collection.read(), options.into)
    if matches:
        ladder.show(options.files, options.into, options.keep)
