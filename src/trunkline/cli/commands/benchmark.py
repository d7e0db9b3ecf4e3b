"""``trunkline benchmark``: a fixed set of games and puzzles that measures a bot."""

from __future__ import annotations

import argparse
from pathlib import Path

from trunkline.cli.extras import needed
from trunkline.cli.options import add_jobs, separated

HELP = "measure a bot with the frozen benchmark: fixed games and puzzles"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "player",
        help="a bot: random, clerk, director, tycoon, an installed one, module:Class or engine:COMMAND",
    )
    parser.add_argument(
        "--against",
        nargs="+",
        action="extend",
        default=[],
        metavar="BOT",
        help="only games against these opponents of the benchmark; default: all",
    )
    parser.add_argument(
        "--quick", action="store_true", help="one deal of each table and few puzzles; for a trial only"
    )
    parser.add_argument(
        "--player-version",
        metavar="TEXT",
        help="version of the bot, for the row; default: that of its package, if it is known",
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="write the results to FILE, which trunkline verify replays; compressed if it ends in .xz",
    )
    parser.add_argument(
        "--resume", action="store_true", help="continue a run that was stopped; needs --output"
    )
    add_jobs(parser)
    parser.add_argument("--json", action="store_true", help="print the row as JSON and nothing else")


def run(options: argparse.Namespace) -> None:
    """Run the command. Raises ``UsageError``."""
    with needed("The benchmark", "arena"):
        from trunkline.cli.optional import benchmark
    benchmark.measure(
        benchmark.BenchmarkSettings(
            options.player,
            tuple(separated(options.against)),
            options.quick,
            options.player_version,
            options.output,
            options.resume,
            options.jobs,
            options.json,
        )
    )
