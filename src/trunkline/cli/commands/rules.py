"""``trunkline rules``: the rules of a title."""

from __future__ import annotations

import argparse

from trunkline.cli.terminal import reasons
from trunkline.cli.terminal.typed_names import about_title
from trunkline.cli.terminal.width import terminal_width
from trunkline.engine.kernel.options import Options
from trunkline.game.wording.matching import contains
from trunkline.titles import build, checked
from trunkline.util.errors import UsageError

HELP = "list the rules of a title, or search them by id or words"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("title")
    parser.add_argument("text", nargs="*", help="id, part of an id, or words that must all occur")


def run(options: argparse.Namespace) -> None:
    """Print the rules whose id or wording contains all the words. Raises ``UsageError``."""
    about = about_title(options.title)
    players = tuple(f"P{number}" for number in range(1, about.players[0] + 1))
    rules = build(checked(Options(about.id, players))).rules
    wanted = " ".join(options.text)
    found = [rule for rule in rules.values() if contains(f"{rule.id} {rule.section} {rule.rule}", wanted)]
    if not found:
        raise UsageError(f"No rule of {about.id} contains {wanted!r}.")
    print("\n".join(line for rule in found for line in reasons.wording(rule, terminal_width())))
