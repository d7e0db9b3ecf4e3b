"""The definition of a benchmark: its games and puzzles. It never changes; another one gets a new version."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from msgspec import structs

from trunkline.lab.arena.match import Match
from trunkline.learn.puzzles.puzzle import Theme
from trunkline.util.errors import UsageError
from trunkline.util.strict_yaml import read_own, read_yaml

FOLDER: Final = Path(__file__).parent
"""The folder of the definitions, one file for each version."""
NEWEST: Final = "2"
"""The version that ``trunkline benchmark`` plays."""
QUICK_DEALS, QUICK_PUZZLES = 1, 2
"""The deals of each table, and the puzzles of each group, in a quick run."""


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Games of one title against one opponent, which has all seats but one."""

    title: str
    players: int
    opponent: str
    deals: int
    """The number of deals. Each is played from every seat."""

    @property
    def name(self) -> str:
        """The name of the table in files and messages."""
        return f"{self.title}-{self.players}-{self.opponent}"

    @property
    def games(self) -> int:
        """The number of games."""
        return self.deals * self.players

    def match(self, program: str, seed: int) -> Match:
        """Return the match of a program at this table."""
        return Match(self.title, (program, *(self.opponent for _ in range(self.players - 1))), seed)

    def seat(self, number: int) -> int:
        """Return the seat of the program, from 0, in a game by its number from 0."""
        return -number % self.players

    def deal(self, number: int) -> int:
        """Return the number of the deal, from 0, of a game by its number from 0."""
        return number // self.players


class GameUnit(NamedTuple):
    """One game of a benchmark."""

    table: Table
    number: int

    @property
    def name(self) -> str:
        """The name of the unit in files and messages."""
        return f"{self.table.name} {self.number}"


class PuzzleUnit(NamedTuple):
    """The puzzles of one theme and title, which one player answers in order."""

    theme: Theme
    title: str
    puzzles: tuple[str, ...]
    """The ids of the puzzles."""

    @property
    def name(self) -> str:
        """The name of the unit in files and messages."""
        return f"{self.theme} {self.title}"


Unit = GameUnit | PuzzleUnit


class Definition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The games and puzzles of a benchmark."""

    version: str
    seed: int
    tables: tuple[Table, ...]
    opponents: dict[str, dict[str, str]]
    """The fingerprints of each opponent by title; see ``fingerprint`` in ``playing.py``."""
    puzzles: dict[Theme, dict[str, tuple[str, ...]]]

    def units(self) -> Iterator[Unit]:
        """Yield the games and groups of puzzles in their order."""
        for table in self.tables:
            for number in range(table.games):
                yield GameUnit(table, number)
        for theme, titles in self.puzzles.items():
            for title, puzzles in titles.items():
                yield PuzzleUnit(theme, title, puzzles)

    def puzzle_ids(self) -> frozenset[str]:
        """Return the ids of all puzzles."""
        return frozenset(id for unit in self.units() if isinstance(unit, PuzzleUnit) for id in unit.puzzles)

    def part(self, against: Iterable[str], *, quick: bool) -> Definition:
        """Return a part of the benchmark: some opponents, or all if none is named, and few games if quick.

        Raises ``UsageError`` if there is no such opponent.
        """
        names = tuple(against)
        all_names = list(dict.fromkeys(table.opponent for table in self.tables))
        for name in names:
            if name not in all_names:
                raise UsageError(
                    f"Benchmark {self.version} has no opponent {name!r}. Use one of {', '.join(all_names)}."
                )
        tables = [table for table in self.tables if not names or table.opponent in names]
        if not quick:
            return structs.replace(self, tables=tuple(tables))
        return structs.replace(
            self,
            tables=tuple(structs.replace(table, deals=min(QUICK_DEALS, table.deals)) for table in tables),
            puzzles={
                theme: {title: puzzles[:QUICK_PUZZLES] for title, puzzles in titles.items()}
                for theme, titles in self.puzzles.items()
            },
        )


def versions() -> list[str]:
    """Return the versions of the benchmark that this program has."""
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


def _path(version: str) -> Path:
    return FOLDER / f"{version}.yaml"


def read(version: str = NEWEST) -> Definition:
    """Return a benchmark by its version. Raises ``DamagedError`` if its file is damaged."""
    return read_own(_path(version), Definition)


def checksum(version: str = NEWEST) -> str:
    """Return the SHA-256 of a definition. Its comments do not count."""
    data = msgspec.json.encode(read_yaml(_path(version)), order="deterministic")
    return hashlib.sha256(data).hexdigest()
