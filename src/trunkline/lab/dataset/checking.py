"""Verification of a data set: its files against the checksums and the schema, and games against the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from trunkline.lab.dataset import games, storage
from trunkline.lab.dataset.packing import records
from trunkline.lab.dataset.schema import TABLES, schema
from trunkline.lab.dataset.storage import Manifest, Shard
from trunkline.util.errors import UsageError


def faults(folder: Path, manifest: Manifest, sample: int) -> Iterator[str]:
    """Yield a sentence for each fault of a data set.

    Args:
        folder: The folder of the data set.
        manifest: Its manifest.
        sample: The number of games to replay. The seed of the plan draws them.
    """
    sound: list[Shard] = []
    expected = 0
    for shard in manifest.shards:
        found = list(_faults_of_files(folder, shard))
        if shard.first != expected:
            found.append(f"The games from {expected} to {shard.first - 1} are missing in the manifest.")
        expected = shard.first + shard.games
        yield from found
        if not found:
            sound.append(shard)
    if expected > manifest.plan.games:
        yield f"The manifest lists {expected} games, and the plan has {manifest.plan.games}."
    numbers = [(shard, number) for shard in sound for number in range(shard.games)]
    drawn = random.Random(manifest.plan.seed).sample(numbers, min(sample, len(numbers)))
    for shard in sound:
        wanted = {number for held, number in drawn if held is shard}
        if wanted:
            yield from _faults_of_games(folder, shard, manifest.program, wanted)


def _faults_of_files(folder: Path, shard: Shard) -> Iterator[str]:
    for name in TABLES:
        try:
            entry = shard.file(name)
            table = storage.read_table(folder, entry)
        except UsageError as error:
            yield str(error)
            continue
        if not table.schema.equals(schema(name)):
            yield f"{folder / entry.path} has other columns than the schema."
        elif table.num_rows != entry.rows:
            yield f"{folder / entry.path} has {table.num_rows} rows, and the manifest says {entry.rows}."
        elif set(table["game"].to_pylist()) != set(range(shard.first, shard.first + shard.games)):
            yield f"{folder / entry.path} has other games than the manifest says."


def _faults_of_games(folder: Path, shard: Shard, program: str, wanted: set[int]) -> Iterator[str]:
    for number, record in enumerate(records(folder, shard, program)):
        if number in wanted:
            try:
                games.replay(record, str(folder))
            except UsageError as error:
                yield str(error)
