"""``trunkline state``: the table of a recorded game."""

from __future__ import annotations

import argparse
import json

from trunkline.cli.options import add_recorded_game
from trunkline.cli.terminal import holdings, map_text
from trunkline.cli.terminal.replay_source import last
from trunkline.cli.terminal.width import terminal_width

HELP = "show the position of a recorded game"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_recorded_game(parser)
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help="print it as JSON")
    forms.add_argument("--line", action="store_true", help="print the position as one line")


def run(options: argparse.Namespace) -> None:
    """Run the command. Raises ``UsageError``."""
    game = last(options.file, options.at, options.strict)
    if options.line:
        print(game.to_line())
    elif options.json:
        print(json.dumps(game.view()))
    else:
        print("\n".join([*holdings.holdings_lines(game), "", *map_text.map_lines(game, terminal_width())]))
