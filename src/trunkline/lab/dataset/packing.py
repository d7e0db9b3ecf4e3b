"""The compact file of a data set: the actions of its games, for ``trunkline dataset make --from``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from trunkline.engine.kernel.options import Options
from trunkline.lab.dataset import games, storage
from trunkline.lab.dataset.games import GameRecord
from trunkline.lab.dataset.schema import DECISIONS, RESULTS
from trunkline.lab.dataset.storage import Manifest, Shard
from trunkline.util.errors import UsageError


def pack(folder: Path, manifest: Manifest, path: Path, first: int | None = None) -> int:
    """Write the first games of a data set, or all, to a compact file. Return their number.

    Raises ``UsageError`` if a file of the data set is damaged, or the compact file cannot be written.
    """
    found: list[GameRecord] = []
    for shard in manifest.shards:
        if first is not None and len(found) >= first:
            break
        found += records(folder, shard, manifest.program)
    found = found[:first]
    games.write(found, path, storage.write)
    return len(found)


def records(folder: Path, shard: Shard, program: str) -> Iterator[GameRecord]:
    """Yield the games of a shard in order. ``program`` is the version that made them.

    Raises ``UsageError`` if a file is damaged.
    """
    seats: dict[int, list[dict[str, Any]]] = {}
    for row in storage.read_table(folder, shard.file(RESULTS)).to_pylist():
        seats.setdefault(row["game"], []).append(row)
    lines: dict[int, list[str]] = {}
    for row in storage.read_table(folder, shard.file(DECISIONS), ["game", "action"]).to_pylist():
        lines.setdefault(row["game"], []).append(row["action"])
    for number, rows in seats.items():
        one = rows[0]
        try:
            options = msgspec.json.decode(one["options"], type=Options)
        except msgspec.MsgspecError as error:
            raise UsageError(f"The options of game {number} in {folder} are damaged: {error}.") from error
        yield GameRecord(
            number,
            tuple(row["bot"] for row in rows),
            options,
            tuple(lines.get(number, ())),
            tuple(row["worth"] for row in rows),
            tuple(row["place"] for row in rows),
            one["reason"],
            one["sets"],
            one["digest"],
            program,
            tuple(seat for seat, row in enumerate(rows) if row["failed"]),
        )
