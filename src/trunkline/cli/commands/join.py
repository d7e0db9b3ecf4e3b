"""``trunkline join``: a bot plays a seat on a remote server."""

from __future__ import annotations

import argparse
from pathlib import Path

from trunkline.cli.extras import needed

HELP = "let a bot play a seat on a server"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("address", metavar="URL", help="address of the game, or your invitation link")
    parser.add_argument(
        "--seat", metavar="NAME", help="seat to play; default: your own seat, or the first free one"
    )
    parser.add_argument("--player", default="clerk", help="bot, named as in the arena; default: clerk")
    parser.add_argument("--seed", type=int, default=0, help="seed of the bot; default: 0")
    parser.add_argument(
        "--token-file",
        type=Path,
        metavar="FILE",
        help="file with your access token; default: TRUNKLINE_TOKEN",
    )


def run(options: argparse.Namespace) -> None:
    """Run the command. Raises ``UsageError``."""
    with needed("A table elsewhere", "client"):
        from trunkline.cli.optional import join
    join.join(options.address, options.seat, options.player, options.seed, options.token_file)
