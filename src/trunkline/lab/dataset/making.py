"""Make a data set: play or replay games, and write their tables shard by shard."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from trunkline.game.saves import PROGRAM_VERSION, os_error_text
from trunkline.lab import cluster
from trunkline.lab.dataset import games, storage
from trunkline.lab.dataset.games import GameRecord
from trunkline.lab.dataset.plan import Part, Plan
from trunkline.lab.dataset.rows import tables
from trunkline.lab.dataset.schema import TABLES
from trunkline.lab.dataset.storage import Manifest
from trunkline.util.errors import UsageError

Tables = dict[str, Any]


def make(
    folder: Path,
    plan: Plan,
    jobs: int,
    shown: Callable[[int, int], None],
    recorded: Path | None = None,
    ray: str = "",
) -> Manifest:
    """Make a data set, or continue one, and return its manifest.

    Args:
        folder: The folder of the data set.
        plan: Its games. If they are replayed, ``plan_of`` makes it.
        jobs: The number of processes.
        shown: A function that gets the number of finished games and that of all games.
        recorded: The compact file of the games, if they are replayed.
        ray: The address of a Ray cluster that plays the games in place of ``jobs`` processes.

    Raises:
        UsageError: The plan cannot be played, there is no such cluster, the folder holds something else, or a
            file cannot be written.
    """
    if recorded is None:
        plan.check()
    manifest = storage.opened(folder, plan)
    done = manifest.games
    if recorded is None:
        left = ((plan, number) for number in range(done, plan.games))
        found = cluster.spread(_played, left, jobs, ray)
    else:
        records = games.read(recorded)
        tasks = ((record, plan.every, str(recorded)) for record in records[done:])
        found = cluster.spread(_replayed, tasks, jobs, ray)
    return _stored(folder, manifest, found, shown)


def plan_of(recorded: Path, every: int, shard: int) -> Plan:
    """Return the plan of a data set that replays a compact file. Raises ``UsageError``."""
    records = games.read(recorded)
    if not records:
        raise UsageError(f"{recorded} has no games.")
    try:
        source = hashlib.sha256(recorded.read_bytes()).hexdigest()
    except OSError as error:
        raise UsageError(f"{recorded} cannot be read: {os_error_text(error)}.") from error
    bots = tuple(sorted({bot for record in records for bot in record.bots}))
    return Plan(
        (Part(bots, len(records)),),
        tuple(dict.fromkeys(record.options.title for record in records)),
        tuple(sorted({len(record.bots) for record in records})),
        shard=shard,
        every=every,
        source=source,
    )


def _played(task: tuple[Plan, int]) -> Tables:
    plan, number = task
    return tables(*games.play(*plan.game(number), number), plan.every)


def _replayed(task: tuple[GameRecord, int, str]) -> Tables:
    record, every, name = task
    game = games.replay(record, name)
    now = msgspec.structs.replace(record, digest=game.digest(), program=PROGRAM_VERSION)
    return tables(now, game, {}, every)


def _stored(
    folder: Path, manifest: Manifest, found: Iterator[Tables], shown: Callable[[int, int], None]
) -> Manifest:
    plan, waiting = manifest.plan, []
    done = manifest.games
    for number, each in enumerate(found, done + 1):
        waiting.append(each)
        if len(waiting) == plan.shard or number == plan.games:
            parts = {name: [one[name] for one in waiting] for name in TABLES}
            manifest = storage.add(folder, manifest, number - len(waiting), parts)
            waiting = []
        shown(number, plan.games)
    return manifest
