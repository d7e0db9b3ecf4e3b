"""The command ``trunkline people``: account management for operators. It is safe while the server runs."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from trunkline.cli import people
from trunkline.util.errors import UsageError
from trunkline.web.http.settings import place_of
from trunkline.web.storage.urls import url_of


def run(options: argparse.Namespace) -> None:
    """Run the command. Raises ``UsageError``."""
    kept = place_of(options)
    if isinstance(kept, Path) and not kept.is_file():
        raise UsageError(f"There is no store {kept}.")
    public = options.public_url or os.environ.get("TRUNKLINE_PUBLIC_URL", "")
    people.do(url_of(kept), options.deed, options.name, public.rstrip("/"))
