"""``trunkline export``: a recorded game in another format."""

from __future__ import annotations

import argparse
from pathlib import Path

from trunkline.cli.options import RECORDED, add_replaying
from trunkline.cli.progress import Progress
from trunkline.cli.terminal.replay_source import last
from trunkline.game import Game, saves
from trunkline.interop.eighteenxx.export import encoded, source
from trunkline.interop.eighteenxx.export import export as exported_file

HELP = "convert a game to another program's format, or to text"
PUBLIC, TEXT, OURS = "18xx.games", "text", "trunkline"
"""The formats."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("file", type=Path, help=RECORDED)
    parser.add_argument(
        "--to",
        choices=(PUBLIC, TEXT, OURS),
        default=PUBLIC,
        help="18xx.games (default; for games under its rules), text (.18xx) or trunkline (a saved game)",
    )
    parser.add_argument("-o", "--out", type=Path, required=True, metavar="OUT", help="output file")
    add_replaying(parser)


def run(options: argparse.Namespace) -> None:
    """Run the command. Raises ``UsageError``."""
    path: Path = options.file
    if options.to == PUBLIC:
        _export_public(path, options.out, options.strict)
        return
    data = saves.read(path)
    game = Game.from_bytes(data, path.name) if saves.is_ours(data) else last(path, None, options.strict)
    saves.write(options.out, game.to_text().encode() if options.to == TEXT else game.to_bytes())
    print(f"{options.out}: {len(game.actions)} actions.")


def _export_public(path: Path, out: Path, strict: bool) -> None:
    progress = Progress(f"Exporting {path.name}")
    try:
        game = source(saves.read(path), path.name)
        if not isinstance(game, Game):
            last(path, None, strict)
        exported = exported_file(game, path.name, progress.show)
    finally:
        progress.done()
    saves.write(out, encoded(exported))
    print(f"{out}: {len(exported['actions'])} actions.")
