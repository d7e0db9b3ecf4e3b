"""``trunkline people``: account management for operators. It is safe while the server runs."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from trunkline.cli.extras import needed
from trunkline.cli.people_operations import OPERATIONS, check_operation
from trunkline.cli.server_options import add_store, store_of
from trunkline.util.argument_types import count
from trunkline.util.errors import UsageError

NO_REASON = "no reason was given"
HELP = "manage the accounts of a server"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("operation", help=" or ".join((", ".join(OPERATIONS[:-1]), OPERATIONS[-1])))
    parser.add_argument("name", nargs="?", default="", help="name of the person, or id:ID")
    parser.add_argument(
        "--public-url", metavar="URL", help="address that people open, for links; TRUNKLINE_PUBLIC_URL"
    )
    parser.add_argument(
        "--uses", type=count, default=1, metavar="N", help="accounts for an invitation; default: 1"
    )
    parser.add_argument(
        "--days", type=count, default=7, metavar="N", help="days that an invitation is valid; default: 7"
    )
    parser.add_argument(
        "--reason", default=NO_REASON, metavar="TEXT", help="reason of an action, for the audit log"
    )
    add_store(parser)


def run(options: argparse.Namespace) -> None:
    """Run the command. Raises ``UsageError``."""
    check_operation(options.operation, options.name)
    place = store_of(options)
    if isinstance(place, Path) and not place.is_file():
        raise UsageError(f"There is no store {place}.")
    public = options.public_url or os.environ.get("TRUNKLINE_PUBLIC_URL", "")
    with needed("The table's people", "table"):
        from trunkline.cli.optional import people
        from trunkline.web.storage.urls import url_of
    request = people.PeopleRequest(
        options.operation, options.name, options.uses, options.days, options.reason
    )
    people.manage(url_of(place), request, public.rstrip("/"))
