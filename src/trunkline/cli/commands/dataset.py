"""``trunkline dataset``: make, check, describe and pack a data set of games between bots."""

from __future__ import annotations

import argparse
from pathlib import Path

from trunkline.cli.extras import needed
from trunkline.cli.options import add_machines, add_rules, separated
from trunkline.cli.terminal.typed_names import about_title
from trunkline.util.argument_types import count

HELP = "make a data set of games between bots in Parquet, check it, or write a page of its statistics"
OPERATIONS = "make", "check", "stats", "pack"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "operation",
        choices=OPERATIONS,
        help="make plays games, and continues if it was stopped; check verifies checksums and replays games; "
        "stats writes a page; pack writes the actions alone",
    )
    parser.add_argument("folder", type=Path, help="folder of the data set")
    made = parser.add_argument_group("make")
    made.add_argument(
        "--title", nargs="+", action="extend", default=[], help="titles; default: all except 18Dale"
    )
    made.add_argument(
        "--players",
        nargs="+",
        type=count,
        metavar="N",
        help="numbers of players, if every seat has the same bot; default: 3 4 5",
    )
    made.add_argument(
        "--bots", nargs="+", help="one bot for every seat, or a bot for each seat; default: director"
    )
    made.add_argument("--games", type=count, metavar="N", help="number of games; default: 300")
    made.add_argument("--seed", type=int, help="the same seed plays the same games; default: 1")
    made.add_argument(
        "--positions",
        type=count,
        default=0,
        metavar="K",
        help="keep the position before every K-th decision; default: at the start of each round",
    )
    made.add_argument("--shard", type=count, metavar="N", help="number of games in a file; default: 50")
    whole = made.add_mutually_exclusive_group()
    whole.add_argument(
        "--reference",
        action="store_true",
        help="make the reference set: 20,000 games of directors and 2,000 of tycoons, which takes days",
    )
    whole.add_argument(
        "--from",
        dest="recorded",
        nargs="?",
        const="",
        metavar="FILE",
        help="replay the games of a file that pack wrote, without the bots' estimates; "
        "without FILE, the games that come with Trunkline",
    )
    add_machines(made)
    add_rules(made)
    parser.add_argument(
        "-o", "--out", type=Path, help="stats: the page, .html or .md; pack: the file to write"
    )
    parser.add_argument(
        "--sample", type=count, default=3, metavar="N", help="check: number of games to replay; default: 3"
    )
    parser.add_argument("--first", type=count, metavar="N", help="pack: only the first N games; default: all")


def run(options: argparse.Namespace) -> int | None:
    """Run the command. Return its exit code. Raises ``UsageError``."""
    with needed("A data set", "data"):
        from trunkline.cli.optional import dataset
    titles = tuple(about_title(title).id for title in separated(options.title))
    variants = tuple(separated(options.variant))
    return dataset.OPERATIONS[options.operation](options, titles, variants)
