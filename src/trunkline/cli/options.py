"""Command-line options that several commands share."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from trunkline.util.argument_types import RUNS, count, jobs

RECORDED = "game file of trunkline, 18xx.games or Rails"


def add_recorded_game(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that name a recorded game and one of its moments."""
    parser.add_argument("file", type=Path, help=RECORDED)
    add_strict(parser)
    parser.add_argument("--at", type=count, metavar="N", help="stop after the first N actions")


def add_strict(parser: argparse.ArgumentParser) -> None:
    """Add ``--strict``."""
    parser.add_argument(
        "--strict", action="store_true", help="fail if the replay differs from a figure in the file"
    )


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
