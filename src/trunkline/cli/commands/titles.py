"""``trunkline titles``: the titles that can be played."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence

from trunkline.titles import catalogue

HELP = "list the titles that can be played"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command: none."""


def run(options: argparse.Namespace) -> None:
    """Run the command."""
    for about in catalogue().values():
        fewest, most = about.players
        print(f"{about.name}, by {about.designers}; {fewest} to {most} players")
        _list_notes("variants", about.variants, about.variant_notes)
        _list_notes("rules", about.rules, about.reading_notes)
        if about.board_note:
            print(f"    {about.board_note}")


def _list_notes(heading: str, names: Sequence[str], notes: Mapping[str, str]) -> None:
    print(f"    {heading}: {', '.join(names) or 'none'}")
    for name in names:
        if note := notes.get(name):
            print(f"      {name}: {note}")
