"""``trunkline arena``: a match between bots."""

from __future__ import annotations

import argparse
from pathlib import Path

from trunkline.cli.extras import needed
from trunkline.cli.options import add_machines, add_rules, separated
from trunkline.cli.terminal.typed_names import about_title
from trunkline.util.argument_types import count

HELP = "play a match between bots, and report how sure the result is"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("title", help="a title, or the file of one")
    parser.add_argument(
        "players",
        nargs="+",
        help="a bot for each seat: random, clerk, director, tycoon, an installed one, module:Class or "
        "engine:COMMAND",
    )
    parser.add_argument("--games", type=count, default=40, metavar="N", help="number of games; default: 40")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games; default: 1")
    add_machines(parser)
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="save the games to FILE, or continue from it"
    )
    parser.add_argument(
        "--test",
        type=float,
        nargs=2,
        metavar=("LOW", "HIGH"),
        help="stop when it is clear which of these two win rates the first bot has",
    )
    add_rules(parser)
    parser.add_argument("--json", action="store_true", help="print the result as JSON and nothing else")


def run(options: argparse.Namespace) -> None:
    """Run the command. Raises ``UsageError``."""
    with needed("The arena", "arena"):
        from trunkline.cli.optional import arena
        from trunkline.lab.arena.match import Match
    match = Match(
        about_title(options.title).id,
        tuple(options.players),
        options.seed,
        tuple(separated(options.variant)),
        options.rules,
        options.runs,
    )
    arena.arena(
        arena.ArenaSettings(
            match,
            options.games,
            options.jobs,
            options.out,
            tuple(options.test) if options.test else None,
            options.json,
            options.ray,
        )
    )
