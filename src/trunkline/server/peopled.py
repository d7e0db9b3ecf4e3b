"""``trunkline people``: what an operator does with people on the machine, while the table may go on."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from trunkline.errors import UsageError
from trunkline.people import command
from trunkline.server.settings import place_of
from trunkline.stores.places import Place


def run(options: argparse.Namespace) -> None:
    """Do it. Raises ``UsageError``."""
    kept = place_of(options)
    if isinstance(kept, Path) and not kept.is_file():
        raise UsageError(f"There is no store {kept}.")
    public = options.public_url or os.environ.get("TRUNKLINE_PUBLIC_URL", "")
    command.do(database_of(kept), options.deed, options.name, public.rstrip("/"))


def database_of(kept: Place) -> str:
    """How the database of people is reached: it is that of the games."""
    if isinstance(kept, Path):
        return f"sqlite:///{kept}"
    return kept.render_as_string(hide_password=False)
