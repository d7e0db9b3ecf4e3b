"""Make a data set: play or replay games, and write their tables shard by shard."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any

import msgspec

from trunkline.game.saves import PROGRAM_VERSION, os_error_text
from trunkline.lab import cluster
from trunkline.lab.dataset import games, storage
from trunkline.lab.dataset.games import GameRecord
from trunkline.lab.dataset.plan import Part, Plan
from trunkline.lab.dataset.rows import tables
from trunkline.lab.dataset.schema import RESULTS, TABLES
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
    """Make a data set, continue one or repair one, and return its manifest.

    Shards with a missing or cut file are made again.

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
    spans = _spans_to_make(folder, manifest)
    numbers = chain.from_iterable(spans)
    if recorded is None:
        found = cluster.spread(_played, ((plan, number) for number in numbers), jobs, ray)
    else:
        records = games.read(recorded)
        tasks = ((records[number], plan.every, str(recorded)) for number in numbers)
        found = cluster.spread(_replayed, tasks, jobs, ray)
    return _stored(folder, manifest, spans, found, shown)


def failed(folder: Path, manifest: Manifest) -> dict[str, int]:
    """Return the numbers of games in which each bot failed, by name. Raises ``UsageError``."""
    rows = storage.read_rows(folder, manifest, RESULTS, ["game", "bot", "failed"])
    return Counter(bot for _, bot in {(row["game"], row["bot"]) for row in rows if row["failed"]})


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


def _spans_to_make(folder: Path, manifest: Manifest) -> list[range]:
    """Return the numbers of the games in each shard that is still to be made, or damaged."""
    plan = manifest.plan
    damaged = [
        range(shard.first, shard.first + shard.games)
        for shard in manifest.shards
        if not storage.has_whole_files(folder, shard)
    ]
    left = range(manifest.games, plan.games, plan.shard)
    return [*damaged, *(range(first, min(first + plan.shard, plan.games)) for first in left)]


def _stored(
    folder: Path,
    manifest: Manifest,
    spans: Sequence[range],
    found: Iterator[Tables],
    shown: Callable[[int, int], None],
) -> Manifest:
    total = manifest.plan.games
    done = total - sum(map(len, spans))
    for span in spans:
        made = []
        for each in islice(found, len(span)):
            made.append(each)
            if len(made) == len(span):
                parts = {name: [one[name] for one in made] for name in TABLES}
                manifest = storage.add(folder, manifest, span.start, parts)
            done += 1
            shown(done, total)
    return manifest
