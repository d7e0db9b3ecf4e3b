"""``trunkline backup``: a copy of the server's games in one file."""

from __future__ import annotations

import argparse
from pathlib import Path

from trunkline.cli.extras import needed
from trunkline.cli.server_options import add_store, store_of

HELP = "copy all games and people of a server to a new file; it may keep running"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("file", type=Path, help="the new file")
    add_store(parser)


def run(options: argparse.Namespace) -> None:
    """Run the command. Raises ``UsageError``."""
    place = store_of(options)
    with needed("The table's games", "table"):
        from trunkline.web.storage import backup
    copied = backup.backup(place, options.file)
    print(f"{options.file} has all games of {backup.name(place)}: {copied}.")
