"""The games of a match in a file: a line of JSON for the match, then one for each game, packed or not."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

import msgspec

from trunkline.arena.match import Match, Played
from trunkline.errors import UsageError

PACKED = ".gz"
"""What the name of a packed file ends with; nothing is added to such a one."""
_encoder = msgspec.json.Encoder()


def read(path: Path) -> tuple[Match, list[Played]]:
    """A match and its games, by their numbers. Raises ``UsageError``.

    A last line that a machine stopped in the middle of has not been written down, and is left out.
    """
    found = _lines(path)
    if not found:
        raise UsageError(f"{path} holds no games of an arena: it is empty.")
    head, *rest = found
    try:
        match = msgspec.json.decode(head, type=Match)
        games = {game.number: game for game in (msgspec.json.decode(line, type=Played) for line in rest)}
    except msgspec.MsgspecError as error:
        raise UsageError(f"{path} holds no games of an arena: {error}.") from error
    return match, [games[number] for number in sorted(games)]


def kept(path: Path | None, match: Match) -> dict[int, Played]:
    """The games in a file by their numbers, none where there is no file.

    Raises ``UsageError`` where they are another match's, or no more can be written there.
    """
    if path is None:
        return {}
    if path.suffix == PACKED:
        raise UsageError(f"{path} is packed, and nothing is added to it: name a file that is not.")
    if not path.exists() or not _lines(path):
        return {}
    found, games = read(path)
    if found != match:
        raise UsageError(f"{path} holds another match: name a new file.")
    return {game.number: game for game in games}


def opened(path: Path | None, match: Match, *, begun: bool) -> TextIO | None:
    """The file to go on with, behind the last whole line. Raises ``UsageError``."""
    if path is None:
        return None
    try:
        file = path.open("a+", encoding="utf-8")
        file.seek(0)
        file.truncate(len(file.read().rpartition("\n")[0].encode()) + 1 if begun else 0)
        if not begun:
            file.write(_encoder.encode(match).decode() + "\n")
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}.") from error
    return file


def line(game: Played) -> str:
    """A game as a line."""
    return _encoder.encode(game).decode() + "\n"


def pack(match: Match, games: Iterable[Played], folder: Path) -> Path:
    """Write a match down in few bytes, under its own name: the same match, the same bytes."""
    words = (match.title, *match.entrants, *match.variants, str(match.seed))
    path = folder / ("-".join(re.sub(r"\W+", "_", word) for word in words) + f".jsonl{PACKED}")
    text = _encoder.encode(match).decode() + "\n" + "".join(map(line, games))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress(text.encode(), mtime=0))
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}.") from error
    return path


def _lines(path: Path) -> list[str]:
    """The whole lines of a file."""
    try:
        data = path.read_bytes()
        text = (gzip.decompress(data) if path.suffix == PACKED else data).decode("utf-8-sig")
    except (UnicodeDecodeError, EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise UsageError(f"{path} holds no games of an arena: {error}.") from error
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from error
    return text.rpartition("\n")[0].splitlines()
