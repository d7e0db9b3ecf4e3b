"""The file of results: one line of JSON for the run, each game, each group of puzzles, and the row.

A run writes to a draft next to the file, line by line. The file itself appears when the run is complete.
"""

from __future__ import annotations

import lzma
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, TextIO

import msgspec

from trunkline.game.saves import PROGRAM_VERSION, os_error_text, write
from trunkline.lab.arena.match import GameResult
from trunkline.lab.benchmark import definition as definitions
from trunkline.lab.benchmark.definition import Definition, Unit
from trunkline.learn.puzzles.puzzle import Theme
from trunkline.players.spread import MeanInterval
from trunkline.util.errors import UsageError

FORMAT: Final = "trunkline-benchmark"
PACKED: Final = ".xz"
"""Suffix of a compressed file."""
DRAFT: Final = ".part"
"""Suffix of the draft of an unfinished run."""
LARGEST: Final = 200_000_000
"""The maximum size of a file in bytes before compression."""


class Head(msgspec.Struct, frozen=True, tag_field="line", tag="run"):
    """The first line: the program, and the part of the benchmark that it played."""

    benchmark: str
    """The version of the benchmark."""
    definition: str
    """The checksum of its definition."""
    program: str
    """The name of the program, as for the arena."""
    version: str = ""
    """The version of the program, or empty if it is unknown."""
    against: tuple[str, ...] = ()
    """The opponents, if not all of them played."""
    quick: bool = False
    trunkline: str = PROGRAM_VERSION
    format: str = FORMAT

    def played(self) -> Definition:
        """Return the part of the benchmark that the program plays. Raises ``UsageError``."""
        return definitions.read(self.benchmark).part(self.against, quick=self.quick)


class GameLine(msgspec.Struct, frozen=True, tag_field="line", tag="game"):
    """A game."""

    table: str
    result: GameResult
    actions: tuple[str, ...]
    """The actions as lines of notation."""
    processor: float
    """The processor time of the whole game in seconds, without engines."""

    @property
    def name(self) -> str:
        """The name of its unit."""
        return f"{self.table} {self.result.number}"


class AnswerRecord(msgspec.Struct, frozen=True):
    """The answer of a program to a puzzle."""

    puzzle: str
    """The id of the puzzle."""
    action: str
    """The answer as a line of notation; empty if the program failed."""
    right: bool
    processor: float
    """The processor time of the program in seconds."""


class PuzzlesLine(msgspec.Struct, frozen=True, tag_field="line", tag="puzzles"):
    """The answers to the puzzles of one theme and title."""

    theme: Theme
    title: str
    answers: tuple[AnswerRecord, ...]
    processor: float
    """The processor time of all answers in seconds, without engines."""

    @property
    def name(self) -> str:
        """The name of its unit."""
        return f"{self.theme} {self.title}"


class Pairings(msgspec.Struct, frozen=True):
    """The program's pairings with an opponent. A pairing is won by the player with the higher final worth."""

    title: str
    """The title; empty for all titles together."""
    opponent: str
    games: int
    decided: int
    """The number of pairings in which one player is worth more."""
    won: int
    share: float
    interval: tuple[float, float]
    """The 95% interval of the share. Pairings of one deal count together."""


class Solved(msgspec.Struct, frozen=True):
    """The puzzles of a theme that the program solves, with the exact 95% interval of the share."""

    theme: Theme
    puzzles: int
    solved: int
    share: float
    interval: tuple[float, float]


class Row(msgspec.Struct, frozen=True, tag_field="line", tag="row"):
    """The last line: the figures of the program. They are computed from the other lines."""

    benchmark: str
    program: str
    version: str
    trunkline: str
    quick: bool
    games: int
    pairings: tuple[Pairings, ...]
    """Against each opponent: in all titles, then in each."""
    place: MeanInterval
    """The mean place in a game, with its 95% interval. Equal players share the mean of their places."""
    puzzles: tuple[Solved, ...]
    milliseconds: float
    """The mean processor time of the program for a decision in a game, in milliseconds."""
    longest: float
    """The processor time of its longest decision in a game, in seconds."""
    processor: float
    """The processor time of the program in games and puzzles, in seconds."""
    total: float
    """The processor time of the whole run, with the opponents, in seconds."""
    failures: int
    """The number of games in which the program failed."""
    irregular: int
    """The number of games that did not end by the rules."""


Line = GameLine | PuzzlesLine


class Results(msgspec.Struct, frozen=True):
    """The contents of a file of results. The row is missing in an unfinished run."""

    head: Head
    lines: tuple[Line, ...] = ()
    row: Row | None = None


class _First(msgspec.Struct):
    """The fields of the first line that identify the format."""

    format: str = ""
    benchmark: str = ""
    definition: str = ""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(GameLine | PuzzlesLine | Row)


def read(path: Path) -> Results:
    """Return a complete file of results, compressed or not. Raises ``UsageError``."""
    found = _parsed(path, _data(path).split(b"\n"))
    if found.row is None:
        raise UsageError(f"{path} is not complete: its last line, the row of figures, is missing.")
    return found


def draft_of(path: Path) -> Path:
    """Return the path of the draft of a file."""
    return path.with_name(path.name + DRAFT)


def kept(path: Path, head: Head, *, resume: bool) -> dict[str, Line]:
    """Return the lines in the draft of a file by name, after a check that the run may write the file.

    An incomplete last line, from a crash while writing, is ignored. Raises ``UsageError``.
    """
    if path.exists():
        raise UsageError(f"{path} exists already. Name a new file.")
    draft = draft_of(path)
    if not draft.exists():
        return {}
    if not resume:
        raise UsageError(f"{draft} holds an unfinished run. Continue it with --resume, or delete it.")
    whole = _data(draft).rpartition(b"\n")[0]
    if not whole:
        return {}
    found = _parsed(draft, whole.split(b"\n"))
    if found.head != head:
        raise UsageError(f"{draft} holds another run. Repeat its options, or name a new file.")
    return {line.name: line for line in found.lines}


def opened(path: Path, head: Head, lines: Iterable[Line]) -> TextIO:
    """Write the draft of a file with some lines, and return it open for more. Raises ``UsageError``."""
    draft = draft_of(path)
    write(draft, encoded(head, *lines))
    try:
        return draft.open("a", encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"{draft} cannot be written: {os_error_text(error)}.") from error


def finish(path: Path, results: Results) -> None:
    """Write the complete file and delete the draft. Raises ``UsageError``."""
    save(path, results)
    draft_of(path).unlink(missing_ok=True)


def save(path: Path, results: Results) -> None:
    """Write a complete file, compressed if its name ends in .xz. Raises ``UsageError``."""
    assert results.row is not None
    data = encoded(results.head, *results.lines, results.row)
    packed = path.suffix == PACKED
    write(path, lzma.compress(data, preset=9 | lzma.PRESET_EXTREME) if packed else data)


def keep(results: Results, folder: Path) -> Path:
    """Write a complete file compressed, under a name derived from its run. Raises ``UsageError``."""
    head = results.head
    words = (head.benchmark, head.program, head.version, *head.against, "quick" if head.quick else "")
    path = folder / ("-".join(re.sub(r"[^\w.]+", "_", word) for word in words if word) + f".jsonl{PACKED}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{folder} cannot be made: {os_error_text(error)}.") from error
    save(path, results)
    return path


def encoded(*lines: Head | Line | Row) -> bytes:
    """Return lines as JSON, each with an end of line."""
    return b"".join(_encoder.encode(line) + b"\n" for line in lines)


def in_order(units: Iterable[Unit], lines: dict[str, Line]) -> tuple[Line, ...]:
    """Return lines in the order of their units."""
    return tuple(lines[unit.name] for unit in units)


def games(lines: Iterable[Line]) -> dict[str, list[GameLine]]:
    """Return the games by table, in their order."""
    found: dict[str, list[GameLine]] = {}
    for line in lines:
        if isinstance(line, GameLine):
            found.setdefault(line.table, []).append(line)
    return found


def _data(path: Path) -> bytes:
    try:
        with lzma.open(path) if path.suffix == PACKED else path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {os_error_text(error)}.") from error
    except (lzma.LZMAError, EOFError) as error:
        raise UsageError(f"{path} cannot be unpacked, or a part of it is missing.") from error
    if len(data) > LARGEST:
        raise UsageError(f"{path} is larger than {LARGEST // 1_000_000} MB.")
    return bytes(data)


def _parsed(path: Path, parts: Sequence[bytes]) -> Results:
    first, *rest = parts
    head = _head(path, first)
    lines: list[Line] = []
    row: Row | None = None
    for number, part in enumerate(rest, 2):
        if not part and number == len(parts):
            break
        try:
            line = _decoder.decode(part)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            last = " The file is cut off." if number == len(parts) else ""
            raise UsageError(f"{path}: line {number} cannot be read: {error}.{last}") from error
        if row is not None:
            raise UsageError(
                f"{path}: line {number} follows the row of figures, which must be the last line."
            )
        if isinstance(line, Row):
            row = line
        else:
            lines.append(line)
    return Results(head, tuple(lines), row)


def _head(path: Path, line: bytes) -> Head:
    try:
        first = msgspec.json.decode(line, type=_First)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        first = _First()
    if first.format != FORMAT:
        raise UsageError(f"{path} is not a file of results that trunkline benchmark has written.")
    known = definitions.versions()
    if first.benchmark not in known:
        raise UsageError(
            f"{path} is of benchmark {first.benchmark!r}, and this version of Trunkline has benchmark "
            f"{', '.join(known)}. Use a version that has it."
        )
    if first.definition != definitions.checksum(first.benchmark):
        raise UsageError(
            f"{path} is of another definition of benchmark {first.benchmark} than that of this version of "
            "Trunkline, so it cannot be compared."
        )
    try:
        return msgspec.json.decode(line, type=Head)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: line 1 cannot be read: {error}.") from error
