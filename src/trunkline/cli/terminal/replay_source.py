"""Recorded games on the command line: replayed with a progress line and compared with their files."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator
from pathlib import Path

from trunkline.cli.progress import Progress
from trunkline.game import Game
from trunkline.interop.claims import sentence
from trunkline.interop.recording import Recording, opened
from trunkline.util.errors import UsageError


def steps(recording: Recording, at: int | None, progress: Progress) -> Iterator[Game]:
    """Return the game at the start and after each effective action, up to ``at`` actions (None: all)."""
    last = recording.total if at is None else at
    if last > recording.total:
        raise UsageError(f"The file has {recording.total} actions, so there is no position {last}.")
    return _steps(recording, last, progress)


def _steps(recording: Recording, last: int, progress: Progress) -> Iterator[Game]:
    yield recording.game
    try:
        while recording.count < last:
            recording.step()
            progress.show(recording.count, last)
            yield recording.game
    finally:
        progress.done()


def last(path: Path, at: int | None, strict: bool) -> Game:
    """Return a recorded game after ``at`` of its effective actions (None: all)."""
    recording = opened(path)
    (game,) = deque(steps(recording, at, Progress(f"Replaying {path.name}")), maxlen=1)
    compare(recording, path, strict)
    return game


def compare(recording: Recording, path: Path, strict: bool) -> None:
    """Report differences between the file and the replay in one line on standard error.

    With ``strict`` raise them as a ``UsageError``.
    """
    told = sentence(path.name, recording.differences)
    if told and strict:
        raise UsageError(told)
    if told:
        print(told, file=sys.stderr)
