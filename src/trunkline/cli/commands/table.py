"""``trunkline table``: the server for one process, with games in one file."""

from __future__ import annotations

import argparse
from pathlib import Path

from trunkline.cli.extras import needed
from trunkline.cli.server_options import add_server, add_store, add_titles, settings_of
from trunkline.cli.terminal.typed_names import about_title
from trunkline.titles import catalogue, check_files

HELP = "run a server for yourself: play in a browser, with games in one file"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_store(parser)
    add_server(parser)
    parser.add_argument("--open", type=Path, metavar="FILE", help="import a recorded game and show it")
    parser.add_argument(
        "--self-test",
        nargs="?",
        const=next(iter(catalogue())),
        metavar="TITLE",
        help="play a random game, or import the one to open, on a temporary server, and print the standings",
    )


def run(options: argparse.Namespace) -> None:
    """Run the server, or its self-test. Raises ``UsageError``."""
    with needed("The table", "table"):
        from trunkline.web.http import self_test, serving
    add_titles(options)
    check_files()
    if options.self_test is None:
        serving.serve(settings_of(options))
    elif options.open is not None:
        self_test.open_test(options.open)
    else:
        self_test.self_test(about_title(options.self_test).id)
