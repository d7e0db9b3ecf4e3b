"""A run of the benchmark, resumed and saved, and the verification of its results."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from trunkline.cli.exit_codes import FINDINGS, OK
from trunkline.cli.progress import Progress
from trunkline.engine.kernel.shares import plural
from trunkline.lab.benchmark import definition as definitions
from trunkline.lab.benchmark import figures, page, playing, results, verifying
from trunkline.lab.benchmark.definition import Unit
from trunkline.lab.benchmark.results import Head, Line, Results, Row
from trunkline.players.registry import load_player, version_of
from trunkline.util.errors import UsageError


@dataclass(frozen=True)
class BenchmarkSettings:
    """The settings from the command line."""

    player: str
    against: tuple[str, ...] = ()
    quick: bool = False
    version: str | None = None
    """The version of the bot; None: that of its package."""
    output: Path | None = None
    resume: bool = False
    jobs: int = 1
    as_json: bool = False


def measure(settings: BenchmarkSettings) -> None:
    """Run the command. Raises ``UsageError``."""
    if settings.resume and settings.output is None:
        raise UsageError("--resume continues a file of results. Name it with --output.")
    version = version_of(settings.player) if settings.version is None else settings.version
    head = Head(
        definitions.NEWEST,
        definitions.checksum(),
        settings.player,
        version,
        settings.against,
        settings.quick,
    )
    for table in head.played().tables:
        load_player(settings.player, table.title)
    found = _played(settings, head)
    if settings.as_json:
        print(msgspec.json.encode(found).decode(), flush=True)
    else:
        print("\n".join(page.lines(found)), flush=True)


def _played(settings: BenchmarkSettings, head: Head) -> Row:
    """Play the units that are missing, save the results, and return the row."""
    definition = head.played()
    units = list(definition.units())
    path = settings.output
    lines = results.kept(path, head, resume=settings.resume) if path is not None else {}
    left = [unit for unit in units if unit.name not in lines]
    if left:
        playing.check_opponents(definition, settings.jobs)
    if path is None:
        for line in _progress(settings, definition.seed, left, len(units)):
            lines[line.name] = line
    else:
        with results.opened(path, head, lines.values()) as file:
            for line in _progress(settings, definition.seed, left, len(units)):
                file.write(results.encoded(line).decode())
                file.flush()
                lines[line.name] = line
    ordered = results.in_order(units, lines)
    found = figures.row(head, definition, ordered)
    if path is not None:
        results.finish(path, Results(head, ordered, found))
    return found


def _progress(settings: BenchmarkSettings, seed: int, left: Sequence[Unit], total: int) -> Iterator[Line]:
    progress = Progress("Playing", unit="parts")
    done = total - len(left)
    try:
        for line in playing.play_all(settings.player, seed, left, settings.jobs):
            done += 1
            progress.show(done, total)
            yield line
    finally:
        progress.done()


def verify(path: Path, sample: int | None, keep: Path | None, jobs: int) -> int:
    """Verify a file of results. Print its faults and return the exit code. Raises ``UsageError``."""
    found = results.read(path)
    count = 0
    for fault in verifying.faults(found, sample, jobs):
        print(fault, flush=True)
        count += 1
    if count:
        print(f"{path} has {plural(count, 'fault')}.", file=sys.stderr)
        return FINDINGS
    assert found.row is not None
    print(f"{path}: {plural(found.row.games, 'game')} and all answers are right, and so is the row:")
    print("\n".join(page.lines(found.row)))
    if keep is not None:
        print(f"The results are in {results.keep(found, keep)}.")
    return OK
