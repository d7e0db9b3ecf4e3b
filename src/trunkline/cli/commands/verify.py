"""``trunkline verify``: a replay of results of the benchmark."""

from __future__ import annotations

import argparse
from pathlib import Path

from trunkline.cli.extras import needed
from trunkline.cli.options import add_jobs
from trunkline.util.argument_types import count

HELP = "replay results of the benchmark, and check their figures"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("file", type=Path, help="file that trunkline benchmark --output wrote")
    parser.add_argument(
        "--sample",
        type=count,
        metavar="N",
        help="let the opponents choose again in N games only, which is faster; default: in all games",
    )
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="FOLDER",
        help="if all is right, add the results to this folder, compressed",
    )
    add_jobs(parser)


def run(options: argparse.Namespace) -> int:
    """Run the command. Return its exit code. Raises ``UsageError``."""
    with needed("The benchmark", "arena"):
        from trunkline.cli.optional import benchmark
    return benchmark.verify(options.file, options.sample, options.keep, options.jobs)
