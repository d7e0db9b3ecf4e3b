"""Reading boards: the titles' own files, and those of players."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from trunkline.board.board import Board
from trunkline.board.checks import check_board, check_likeness
from trunkline.board.errors import BoardError, located
from trunkline.errors import DamagedError, UsageError, one_line
from trunkline.yamls import YamlError, line_of, parse_yaml, read_yaml, reason

MOST_LETTERS = 1_000_000
"""Of a board file of players; ours have a twentieth of it."""
MOST_VALUES = 30_000
"""Likewise, for it is the number of its values that takes time; ours have a fifth of it."""

# msgspec learns what a type is at its first use, and two threads that make it learn at once end the program.
# A decoder made here, as the module is imported, comes before all threads.
_known = msgspec.json.Decoder(Board)


def board_from(data: Any) -> Board:
    """The board described by plain data (as read from YAML or from a save), checked.

    Raises BoardError with one sentence that names the key at fault.
    """
    try:
        board = msgspec.convert(data, Board, str_keys=True)
    except msgspec.ValidationError as error:
        raise located(data, error) from error
    check_board(board)
    return board


@lru_cache(maxsize=64)
def _load(path: Path) -> Board:
    try:
        data = read_yaml(path)
    except (OSError, ValueError, YamlError) as error:
        raise BoardError(f"board file {path.name} cannot be read: {reason(error)}") from error
    try:
        return board_from(data)
    except BoardError as error:
        raise BoardError(f"board file {path.name}: {error}") from error


def load_board(path: Path | str) -> Board:
    """The board in a YAML file; the same object each time the same path is asked for."""
    return _load(Path(path).resolve())


def printed_board(path: Path) -> Board:
    """Return the board in a title's own file. Raises ``DamagedError`` if it is missing or faulty."""
    try:
        return load_board(path)
    except BoardError as error:
        raise DamagedError(path, str(error).removeprefix(f"board file {path.name}").lstrip(" :")) from error


def own_board(printed: Board, text: str, name: str = "The board file") -> Board:
    """The board in a text that players put in the place of the printed one; the same one for the same text.

    The rules must find on it what they find on the printed one: the same companies, trains and phases, and no
    key less. Raises ``UsageError`` with one sentence that says in which line of ``name`` what is wrong.
    """
    if len(text) > MOST_LETTERS:
        raise UsageError(f"{name} is larger than {MOST_LETTERS // 1_000_000} MB.")
    try:
        return _own(printed, text)
    except YamlError as error:
        raise UsageError(f"{name} cannot be read: {one_line(str(error))}.") from error
    except BoardError as error:
        raise UsageError(f"{name}, line {line_of(text, error.where)}: {error}.") from error


@lru_cache(maxsize=64)
def _own(printed: Board, text: str) -> Board:
    board = board_from(parse_yaml(text, MOST_VALUES))
    check_likeness(board, printed)
    return board
