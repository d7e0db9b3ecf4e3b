"""Match files: a line of JSON for the match, then one for each game, plain or compressed with gzip."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

import msgspec

from trunkline.lab.arena.match import GameResult, Match
from trunkline.util.errors import UsageError

PACKED = ".gz"
"""Suffix of a compressed file. Games cannot be added to it."""
_encoder = msgspec.json.Encoder()


def read(path: Path) -> tuple[Match, list[GameResult]]:
    """Return a match and its games, ordered by number. Raises ``UsageError``.

    An incomplete last line, from a crash while writing, is ignored.
    """
    found = _lines(path)
    if not found:
        raise UsageError(f"{path} holds no games of an arena: it is empty.")
    head, *rest = found
    try:
        match = msgspec.json.decode(head, type=Match)
        games = {game.number: game for game in (msgspec.json.decode(line, type=GameResult) for line in rest)}
    except msgspec.MsgspecError as error:
        raise UsageError(f"{path} holds no games of an arena: {error}.") from error
    return match, [games[number] for number in sorted(games)]


def kept(path: Path | None, match: Match) -> dict[int, GameResult]:
    """Return the games in a file by number; empty if there is no file.

    Raises ``UsageError`` if they belong to another match, or the file cannot be extended.
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
    """Return the file, open for appending after the last complete line. Raises ``UsageError``."""
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


def line(game: GameResult) -> str:
    """Return a game as a line of JSON."""
    return _encoder.encode(game).decode() + "\n"


def pack(match: Match, games: Iterable[GameResult], folder: Path) -> Path:
    """Write a compressed match under a name derived from it. The same match gives the same bytes."""
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
    """Return the complete lines of a file."""
    try:
        data = path.read_bytes()
        text = (gzip.decompress(data) if path.suffix == PACKED else data).decode("utf-8-sig")
    except (UnicodeDecodeError, EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise UsageError(f"{path} holds no games of an arena: {error}.") from error
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from error
    return text.rpartition("\n")[0].splitlines()
