"""``trunkline map``: the map of a title or a recorded game as an SVG file."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from trunkline import svg
from trunkline.cli.options import add_board, add_replaying
from trunkline.cli.terminal.replay_source import last
from trunkline.cli.terminal.typed_names import about_title
from trunkline.engine.board import Board
from trunkline.engine.kernel.options import Options
from trunkline.game import saves
from trunkline.titles import board_for, read_board
from trunkline.util.argument_types import count
from trunkline.util.errors import UsageError

HELP = "draw the map of a title or of a recorded game as SVG"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("title", nargs="?", help="the title; needed without --game")
    parser.add_argument(
        "--game", type=Path, metavar="FILE", help="draw a recorded game instead of the empty map"
    )
    parser.add_argument(
        "--at", type=count, metavar="N", help="position after the first N actions of the game"
    )
    parser.add_argument(
        "--coordinates",
        action="store_true",
        help="also draw the coordinate of each hex and the home tokens, on the empty map",
    )
    add_replaying(parser)
    add_board(parser)
    parser.add_argument("-o", "--out", type=Path, required=True, metavar="MAP.svg", help="output file")


def run(options: argparse.Namespace) -> None:
    """Run the command. Raises ``UsageError``."""
    if options.coordinates and options.game is not None:
        raise UsageError("The map of a game has no coordinates: give --coordinates without --game.")
    draw = svg.design_map if options.coordinates else svg.board_map
    drawn = _drawn(options.title, options.game, options.at, options.board, options.strict, draw)
    saves.write(options.out, drawn.encode())
    print(f"The map is in {options.out}.")


def _drawn(
    title: str | None,
    path: Path | None,
    at: int | None,
    board: Path | None,
    strict: bool,
    draw: Callable[[Board], str],
) -> str:
    if path is None:
        if title is None or at is not None:
            raise UsageError("Say which title to draw, or which game with --game; --at is for a game.")
        id = about_title(title).id
        text = read_board(id, board) if board else ""
        return draw(board_for(Options(id, (), board=text)))
    if board is not None:
        raise UsageError("A game says itself on which board it is played; --board is for a title.")
    game = last(path, at, strict)
    if title is not None and about_title(title).id != game.title.id:
        raise UsageError(f"{path.name} is a game of {game.title.id}, not of {title}.")
    return game.svg()
