"""Reading of boards: the titles' own files, and those of players."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from trunkline.engine.board.board import Board
from trunkline.engine.board.checks import check_board, check_likeness
from trunkline.engine.board.errors import BoardError, located
from trunkline.util.errors import DamagedError, UsageError
from trunkline.util.files import unmarked
from trunkline.util.messages import gettext
from trunkline.util.strict_yaml import YamlError, fault, line_of, parse_yaml, read_yaml, reason

MOST_LETTERS = 1_000_000
"""Limit of a player's board file in characters. Our own files have about a twentieth of it."""
MOST_VALUES = 30_000
"""Limit of the values in a player's board file, because reading time depends on them. Our own have about a
fifth."""

# Create the decoder at import time, before any thread starts. msgspec analyses a type at its first use. Two
# threads that do so at the same time crash the program.
_known = msgspec.json.Decoder(Board)


def board_from(data: Any) -> Board:
    """Return the checked board described by plain data, as read from YAML or from a save.

    Raises BoardError with one sentence that names the faulty key.
    """
    try:
        board = msgspec.convert(data, Board, str_keys=True)
    except msgspec.ValidationError as error:
        raise located(data, error, Board) from error
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
    """Return the board in a YAML file. The same path always gives the same object."""
    return _load(Path(path).resolve())


def printed_board(path: Path) -> Board:
    """Return the board in a title's own file. Raises ``DamagedError`` if it is missing or faulty."""
    try:
        return load_board(path)
    except BoardError as error:
        raise DamagedError(path, str(error).removeprefix(f"board file {path.name}").lstrip(" :")) from error


def read_text(path: Path) -> str:
    """Return the text of a player's file. Raises ``UsageError`` if it cannot be read or is too large."""
    try:
        with path.open("rb") as file:
            data = unmarked(file.read(4 * MOST_LETTERS + 1))
        if len(data) > 4 * MOST_LETTERS:  # it may be cut off in a character
            raise _too_large(path.name)
        text = data.decode()
    except OSError as error:
        raise UsageError(
            gettext("{name} cannot be read: {error}.", name=path.name, error=error.strerror)
        ) from error
    except UnicodeDecodeError as error:
        raise UsageError(gettext("{name} is no text.", name=path.name)) from error
    _check_size(path.name, text)
    return text


def _check_size(name: str, text: str) -> None:
    if len(text) > MOST_LETTERS:
        raise _too_large(name)


def unreadable(name: str, error: YamlError) -> UsageError:
    """Return the error for a text that is not valid YAML, with the line of the fault if it is known."""
    line, problem = fault(error)
    if not line:
        return UsageError(gettext("{name} cannot be read: {error}.", name=name, error=problem))
    text = gettext("it cannot be read: {problem}", problem=problem)
    return UsageError(gettext("{name}, line {line}: {error}.", name=name, line=line, error=text))


def _too_large(name: str) -> UsageError:
    size = str(MOST_LETTERS // 1_000_000)
    return UsageError(gettext("{name} is larger than {size} MB.", name=name, size=size))


def own_board(printed: Board, text: str, name: str = "") -> Board:
    """Return the board in a text that players use instead of the printed one. The same text gives the same
    object.

    It must contain what the rules need from the printed board: the same companies, trains and phases, and
    every key. Raises ``UsageError`` with one sentence that names the faulty line of ``name``.
    """
    name = name or gettext("The board file")
    _check_size(name, text)
    try:
        return _own(printed, text)
    except YamlError as error:
        raise unreadable(name, error) from error
    except BoardError as error:
        raise UsageError(
            gettext("{name}, line {line}: {error}.", name=name, line=line_of(text, error.where), error=error)
        ) from error


@lru_cache(maxsize=64)
def _own(printed: Board, text: str) -> Board:
    board = board_from(parse_yaml(text, MOST_VALUES))
    check_likeness(board, printed)
    return board
