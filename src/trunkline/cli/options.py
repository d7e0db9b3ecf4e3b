"""Command-line options that several commands share."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from trunkline.titles import add_file
from trunkline.util.argument_types import RUNS, count, jobs

TITLE_FILES = "title_files"
"""The attribute of the options with the files of titles."""
RECORDED = "game file of trunkline, 18xx.games or Rails"


def add_recorded_game(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that name a recorded game and one of its moments."""
    parser.add_argument("file", type=Path, help=RECORDED)
    add_replaying(parser)
    parser.add_argument("--at", type=count, metavar="N", help="stop after the first N actions")


def add_replaying(parser: argparse.ArgumentParser) -> None:
    """Add the options for the replay of a recorded game: ``--strict`` and ``--title``."""
    parser.add_argument(
        "--strict", action="store_true", help="fail if the replay differs from a figure in the file"
    )
    add_title_files(parser)


def add_title_files(parser: argparse.ArgumentParser) -> None:
    """Add ``--title``, the files of titles that are not installed. The command line reads them first."""
    parser.add_argument(
        "--title",
        dest=TITLE_FILES,
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="also know the title in this file or folder; TRUNKLINE_TITLES",
    )


def read_title_files(options: argparse.Namespace) -> None:
    """Add the titles that ``--title`` names. Raises ``UsageError``."""
    for path in getattr(options, TITLE_FILES, ()):
        add_file(path)


def add_board(parser: argparse.ArgumentParser) -> None:
    """Add ``--board``."""
    parser.add_argument(
        "--board",
        type=Path,
        metavar="FILE",
        help="custom board file, if the title allows it; default: the printed board",
    )


def add_rules(parser: argparse._ActionsContainer) -> None:
    """Add the options for the rules of games that bots play."""
    parser.add_argument("--rules", default="printed", help="a reading of the rules; see trunkline titles")
    parser.add_argument("--variant", nargs="+", action="extend", default=[], help="an optional rule")
    parser.add_argument("--runs", default="best", help=RUNS)


def add_jobs(parser: argparse._ActionsContainer) -> None:
    """Add ``--jobs``."""
    parser.add_argument("--jobs", type=jobs, default=1, metavar="N", help="number of processes; default: 1")


def add_machines(parser: argparse._ActionsContainer) -> None:
    """Add ``--jobs`` and ``--ray``, which exclude each other."""
    machines = parser.add_mutually_exclusive_group()
    add_jobs(machines)
    machines.add_argument(
        "--ray",
        default="",
        metavar="ADDRESS",
        help="play on a Ray cluster, such as host:6379; local starts one on this machine",
    )


def separated(given: Iterable[str]) -> list[str]:
    """Return the values of an option that may be repeated and may list several values with commas."""
    return [value for text in given for value in text.split(",")]
