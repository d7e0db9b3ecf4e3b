"""The command ``trunkline map``: the map of a title or a recorded game as an SVG file."""

from __future__ import annotations

from pathlib import Path

from trunkline import svg
from trunkline.cli.commands import about_title
from trunkline.cli.terminal.replay_source import last
from trunkline.engine.kernel.options import Options
from trunkline.game import saves
from trunkline.titles import board_for, read_board
from trunkline.util.errors import UsageError


def show(
    title: str | None,
    game: Path | None,
    at: int | None,
    out: Path,
    board: Path | None = None,
    strict: bool = False,
) -> None:
    """Write the map to a file. Raises ``UsageError``."""
    saves.write(out, _drawn(title, game, at, board, strict).encode())
    print(f"The map is in {out}.")


def _drawn(title: str | None, path: Path | None, at: int | None, board: Path | None, strict: bool) -> str:
    if path is None:
        if title is None or at is not None:
            raise UsageError("Say which title to draw, or which game with --game; --at is for a game.")
        id = about_title(title).id
        text = read_board(id, board) if board else ""
        return svg.board_map(board_for(Options(id, (), board=text)))
    if board is not None:
        raise UsageError("A game says itself on which board it is played; --board is for a title.")
    game = last(path, at, strict)
    if title is not None and about_title(title).id != game.title.id:
        raise UsageError(f"{path.name} is a game of {game.title.id}, not of {title}.")
    return game.svg()
