"""The recorded games that a command line names: files, folders, and the standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from trunkline.game import saves
from trunkline.interop.recording import opened
from trunkline.util.errors import UsageError
from trunkline.util.files import is_folder

STANDARD_INPUT: Final = "-"


def recorded_games(paths: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the bytes of each recorded game.

    In a folder, these are the files that are games. Others are named on the error output. Raises
    ``UsageError`` if a file cannot be read, or if a folder has no game.
    """
    for path in paths:
        if path == STANDARD_INPUT:
            yield "The standard input", _standard_input()
        elif is_folder(Path(path)):
            yield from _in_folder(Path(path))
        else:
            yield Path(path).name, saves.read(path)


def _standard_input() -> bytes:
    data = sys.stdin.buffer.read(saves.MAX_BYTES + 1)
    if len(data) > saves.MAX_BYTES:
        raise UsageError(f"The standard input is larger than {saves.MAX_BYTES // 1_000_000} MB.")
    if not data.strip():
        raise UsageError("The standard input is empty. Send a recorded game to it.")
    return data


def _in_folder(folder: Path) -> Iterator[tuple[str, bytes]]:
    found = 0
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or not path.is_file():
            continue
        data = saves.read(path)
        try:
            opened(data, path.name)
        except UsageError as error:
            print(f"{path.name} is left out. {error}", file=sys.stderr)
            continue
        found += 1
        yield path.name, data
    if not found:
        raise UsageError(f"{folder} has no recorded games.")
