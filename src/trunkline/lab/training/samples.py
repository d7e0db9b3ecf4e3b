"""Samples for the value network: positions of data sets, with the worth of each player at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from trunkline.game.position import Position
from trunkline.lab.dataset import storage
from trunkline.lab.dataset.schema import POSITIONS, RESULTS
from trunkline.players.evaluation import normalise
from trunkline.players.scholar import features
from trunkline.util.errors import UsageError
from trunkline.util.subprocesses import map_ordered

SEATS: Final = 6
"""The number of seats of a sample. Seats without a player are empty."""

Array = npt.NDArray[np.float32]


class Samples(NamedTuple):
    """Samples of one title. The first axis is the sample, the second one the seat."""

    rows: Array
    """The features, of shape (samples, seats, ``features.WIDTH``)."""
    worth: Array
    """The logarithm of the expected worth in dollars; minus infinity for an empty seat."""
    shares: Array
    """The share of the worth at the end: from 0 to 1, with a sum of 1."""
    games: npt.NDArray[np.int32]
    """The number of the game of each sample."""

    def only(self, chosen: npt.NDArray[np.bool_]) -> Samples:
        """Return the samples for which ``chosen`` is true."""
        return Samples(self.rows[chosen], self.worth[chosen], self.shares[chosen], self.games[chosen])


class _GameOf(NamedTuple):
    """The positions of a game and its result."""

    lines: tuple[str, ...]
    worth: dict[str, float]


def read(folders: Sequence[Path], title: str, jobs: int = 1) -> Samples:
    """Return the samples of a title from data sets.

    Raises ``UsageError`` if a data set is damaged, or if they have no finished game of the title.
    """
    found = [
        (number, *seats)
        for number, game in enumerate(map_ordered(_of_game, _games(folders, title), jobs))
        for seats in game
    ]
    if not found:
        raise UsageError(f"The data sets have no finished game of {title}.")
    numbers, rows, worth, shares = zip(*found, strict=True)
    return Samples(
        np.array(rows, np.float32),
        np.array(worth, np.float32),
        np.array(shares, np.float32),
        np.array(numbers, np.int32),
    )


def _games(folders: Sequence[Path], title: str) -> Iterator[_GameOf]:
    """Yield the games that ended by the rules. Read only one shard at a time."""
    for folder in folders:
        manifest = storage.read_manifest(folder)
        for shard in manifest.shards:
            lines: dict[int, list[str]] = {}
            for row in storage.read_table(folder, shard.file(POSITIONS)).to_pylist():
                lines.setdefault(row["game"], []).append(row["line"])
            worth: dict[int, dict[str, float]] = {}
            for row in storage.read_table(folder, shard.file(RESULTS)).to_pylist():
                if row["title"] == title and row["reason"] not in ("cut off", "stalled"):
                    worth.setdefault(row["game"], {})[row["player"]] = row["worth"]
            for game, end in worth.items():
                yield _GameOf(tuple(lines.get(game, ())), end)


def _of_game(game: _GameOf) -> list[tuple[Any, ...]]:
    """Return the samples of a game: for each, arrays of rows, expected worth and final shares."""
    end = normalise(game.worth)
    found: list[tuple[Any, ...]] = []
    for line in game.lines:
        position = Position.from_line(line)
        if position.over:
            continue
        rows = np.zeros((SEATS, features.WIDTH), np.float32)
        worth = np.full(SEATS, -np.inf, np.float32)
        shares = np.zeros(SEATS, np.float32)
        figures = features.figures(position)
        for seat, (name, row) in enumerate(figures.rows.items()):
            rows[seat] = row
            worth[seat] = np.log(max(1.0, figures.worth[name]))
            shares[seat] = end[name]
        found.append((rows, worth, shares))
    return found
