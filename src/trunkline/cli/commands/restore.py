"""``trunkline restore``: the games of a backup in a new database."""

from __future__ import annotations

import argparse
from pathlib import Path

from trunkline.cli.extras import needed
from trunkline.cli.server_options import add_store, store_of

HELP = "restore a backup into a new file or an empty database"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("file", type=Path, help="file written by trunkline backup")
    add_store(parser)


def run(options: argparse.Namespace) -> None:
    """Run the command. Raises ``UsageError``."""
    place = store_of(options)
    with needed("The table's games", "table"):
        from trunkline.web.storage import backup
    copied = backup.restore(options.file, place)
    print(f"{backup.name(place)} has all games of {options.file}: {copied}.")
