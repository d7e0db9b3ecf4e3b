"""``trunkline train``: training of the scholar from data sets."""

from __future__ import annotations

import argparse
from pathlib import Path

from trunkline.cli.extras import needed
from trunkline.cli.options import add_jobs
from trunkline.cli.terminal.typed_names import about_title
from trunkline.util.argument_types import count

HELP = "train the scholar's value network from data sets of games"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("title", help="title of the games")
    parser.add_argument("data", nargs="+", type=Path, help="folders that trunkline dataset make wrote")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="FILE",
        help="file for the weights; the bot scholar:200:FILE plays with them",
    )
    parser.add_argument(
        "--curve", type=Path, metavar="FILE", help="file for the learning curve, in JSON; default: none"
    )
    parser.add_argument(
        "--hidden",
        nargs="+",
        type=count,
        default=[32, 16],
        metavar="N",
        help="widths of the hidden layers; default: 32 16",
    )
    parser.add_argument(
        "--epochs", type=count, default=30, metavar="N", help="passes through the games; default: 30"
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="the same seed gives the same weights on one machine; default: 1"
    )
    add_jobs(parser)


def run(options: argparse.Namespace) -> None:
    """Run the command. Raises ``UsageError``."""
    with needed("Training", "training"):
        from trunkline.cli.optional import training
    training.train(
        about_title(options.title).id,
        options.data,
        options.output,
        options.curve,
        training.Settings(hidden=tuple(options.hidden), epochs=options.epochs, seed=options.seed),
        options.jobs,
    )
