"""A file of the comparisons of a review, written line by line, so that the review can be resumed."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from trunkline.game.saves import os_error_text
from trunkline.lab.review.tasks import Compare, Comparison
from trunkline.util.errors import UsageError
from trunkline.util.files import unmarked

VERSION = 1


class Head(Struct, frozen=True):
    """The header of the file. It identifies the game that the review belongs to."""

    game: str
    """The digest of the position at its end."""
    actions: int
    review: int = VERSION


class Kept:
    """The comparisons of earlier runs in a file, to which new ones are added."""

    def __init__(self, path: Path | None, game: Head) -> None:
        """Raises ``UsageError`` if the file belongs to another game, or cannot be written."""
        self._known: list[Comparison] = []
        self._file = None
        if path is None:
            return
        try:
            # Ignore an incomplete last line, from a crash while writing.
            head, *rest = unmarked(path.read_bytes()).split(b"\n")[:-1] if path.exists() else []
        except ValueError:
            head, rest = b"", []
        except OSError as error:
            raise UsageError(f"{path} cannot be read: {os_error_text(error)}.") from error
        try:
            if head and msgspec.json.decode(head, type=Head) != game:
                raise UsageError(f"{path} belongs to the review of another game: name a new file.")
            self._known = [msgspec.json.decode(line, type=Comparison) for line in rest]
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise UsageError(f"{path} holds no review: {error}.") from error
        try:
            self._file = path.open("wb")
        except OSError as error:
            raise UsageError(f"{path} cannot be written: {os_error_text(error)}.") from error
        self._write(game)
        for found in self._known:
            self._write(found)

    def known(self, piece: Compare) -> Comparison | None:
        """Return the result of an earlier run, or None."""
        for found in self._known:
            if (found.number, found.other, found.seeds) == (piece.moment.number, piece.other, piece.seeds):
                return found
        return None

    def add(self, found: Comparison) -> None:
        """Write a new result to the file."""
        self._write(found)

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def _write(self, record: Head | Comparison) -> None:
        if self._file is not None:
            self._file.write(msgspec.json.encode(record) + b"\n")
            self._file.flush()
