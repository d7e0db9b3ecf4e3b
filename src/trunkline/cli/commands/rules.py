"""``trunkline rules``: the rules of a title."""

from __future__ import annotations

import argparse

from trunkline.cli.terminal import reasons
from trunkline.cli.terminal.typed_names import about_title
from trunkline.cli.terminal.width import terminal_width
from trunkline.game.wording.matching import contains
from trunkline.titles import rules_of
from trunkline.util.errors import UsageError

HELP = "list the rules of a title, or search them by id or words"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("title", help="a title, or the file of one")
    parser.add_argument("text", nargs="*", help="id, part of an id, or words that must all occur")


def run(options: argparse.Namespace) -> None:
    """Print the rules whose id or wording contains all the words. Raises ``UsageError``."""
    about = about_title(options.title)
    wanted = " ".join(options.text)
    found = [
        rule
        for rule in rules_of(about.id).values()
        if contains(f"{rule.id} {rule.section} {rule.rule}", wanted)
    ]
    if not found:
        raise UsageError(f"No rule of {about.id} contains {wanted!r}.")
    print("\n".join(line for rule in found for line in reasons.wording(rule, terminal_width())))
