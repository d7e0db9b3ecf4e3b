"""``trunkline serve``: the server for many people."""

from __future__ import annotations

import argparse

from trunkline.cli.extras import needed
from trunkline.cli.server_options import add_server, add_store, add_titles, add_workers, settings_of
from trunkline.titles import check_files

HELP = "run a server for many people, with accounts, on PostgreSQL or SQLite"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_store(parser)
    add_server(parser)
    add_workers(parser)


def run(options: argparse.Namespace) -> None:
    """Run the server. Raises ``UsageError``."""
    with needed("The table", "table"):
        from trunkline.web.http import processes
    add_titles(options)
    check_files()
    processes.serve(settings_of(options))
