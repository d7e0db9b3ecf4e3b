"""Files of puzzles: one JSON object per line, compressed with xz."""

from __future__ import annotations

import lzma
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from trunkline.learn.puzzles.puzzle import Puzzle
from trunkline.util.errors import UsageError

OWN: Final = Path(__file__).with_name("puzzles.jsonl.xz")
"""The puzzles of Trunkline."""
LARGEST: Final = 100_000_000
"""The maximum size of a file in bytes before compression."""
_decoder = msgspec.json.Decoder(Puzzle)


def read(path: Path = OWN) -> list[Puzzle]:
    """Return the puzzles of a file. Raises ``UsageError`` if it cannot be read."""
    try:
        with lzma.open(path) as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise UsageError(f"{path} is larger than {LARGEST // 1_000_000} MB.")
        return [_decoder.decode(line) for line in data.splitlines()]
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}.") from error
    except (lzma.LZMAError, EOFError, msgspec.MsgspecError) as error:
        raise UsageError(f"{path} is not a file of puzzles: {error}.") from error


@cache
def own() -> dict[str, Puzzle]:
    """Return the puzzles of Trunkline by id, read once."""
    return {puzzle.id: puzzle for puzzle in read()}


def write(puzzles: Iterable[Puzzle], path: Path) -> None:
    """Write puzzles to a file. Raises ``UsageError`` if it cannot be written."""
    data = b"\n".join(map(msgspec.json.encode, puzzles))
    try:
        path.write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror or error}.") from error
