"""What a review has compared, written down line by line, so that it can be gone on with later."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from trunkline.errors import UsageError
from trunkline.files import unmarked
from trunkline.reviews.work import Compare, Compared
from trunkline.saves import cause

VERSION = 1


class Head(Struct, frozen=True):
    """Of which game; what belongs to another one is not gone on with."""

    game: str
    """The digest of the position at its end."""
    actions: int
    review: int = VERSION


class Kept:
    """Comparisons in a file, beside those of this run."""

    def __init__(self, path: Path | None, game: Head) -> None:
        """Raises ``UsageError`` where the file is another game's, or cannot be written."""
        self._known: list[Compared] = []
        self._file = None
        if path is None:
            return
        try:
            # A line that a machine stopped in the middle of has not been written down.
            head, *rest = unmarked(path.read_bytes()).split(b"\n")[:-1] if path.exists() else []
        except ValueError:
            head, rest = b"", []
        except OSError as error:
            raise UsageError(f"{path} cannot be read: {cause(error)}.") from error
        try:
            if head and msgspec.json.decode(head, type=Head) != game:
                raise UsageError(f"{path} belongs to the review of another game: name a new file.")
            self._known = [msgspec.json.decode(line, type=Compared) for line in rest]
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise UsageError(f"{path} holds no review: {error}.") from error
        try:
            self._file = path.open("wb")
        except OSError as error:
            raise UsageError(f"{path} cannot be written: {cause(error)}.") from error
        self._write(game)
        for found in self._known:
            self._write(found)

    def known(self, piece: Compare) -> Compared | None:
        """What has been found before."""
        for found in self._known:
            if (found.number, found.other, found.seeds) == (piece.moment.number, piece.other, piece.seeds):
                return found
        return None

    def add(self, found: Compared) -> None:
        """Write down what has been found now."""
        self._write(found)

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def _write(self, record: Head | Compared) -> None:
        if self._file is not None:
            self._file.write(msgspec.json.encode(record) + b"\n")
            self._file.flush()
