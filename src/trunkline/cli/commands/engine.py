"""``trunkline engine``: a bot that answers other programs line by line."""

from __future__ import annotations

import argparse
import sys

from trunkline.cli.options import add_title_files
from trunkline.players import external_engine
from trunkline.players.registry import load_player
from trunkline.util.subprocesses import answers

HELP = "run a bot that answers another program line by line"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("player", help="bot, named as in the arena")
    add_title_files(parser)


def run(options: argparse.Namespace) -> None:
    """Run the command. Raises ``UsageError``."""
    name: str = options.player
    with answers() as out:
        external_engine.serve(name, load_player(name), external_engine.lines(sys.stdin.buffer), out)
