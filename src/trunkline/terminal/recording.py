"""A recorded game, stepped through: one of our own files or of another program's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from trunkline import saves
from trunkline.errors import UsageError
from trunkline.game import Game
from trunkline.interop import replay
from trunkline.kernel.refusal import Refusal
from trunkline.terminal.progress import Progress
from trunkline.titles import build, dealt


class Recording(Protocol):
    """A recorded game, and how far it has been replayed."""

    @property
    def game(self) -> Game:
        """The game as far as it has been replayed."""

    @property
    def count(self) -> int:
        """Effective actions replayed."""

    @property
    def total(self) -> int:
        """Effective actions in the file."""

    def step(self) -> object:
        """Replay the next effective action. Raises ``UsageError`` where it is refused."""


class OwnRecording:
    """One of our own files; every action counts."""

    def __init__(self, data: bytes, name: str) -> None:
        self._save = saves.from_bytes(data, name)
        self._name = name
        options = dealt(self._save.options)
        self.game = Game(build(options), options)
        self.count = 0
        self.total = len(self._save.actions)
        saves.check_playable(self._save, self.game.title.board.hash, name)

    def step(self) -> None:
        """Replay the next action; after the last one the state must be the one that was saved."""
        action = self._save.actions[self.count]
        try:
            self.game.play(action)
        except Refusal as refusal:
            raise saves.refused(self._save, self.count + 1, refusal, self._name) from refusal
        self.count += 1
        current = saves.is_current(self._save, self.game.title.board.hash)
        if current and self.count == self.total and self.game.digest() != self._save.digest:
            raise UsageError(f"{self._name}: the actions do not lead to the state that was saved with them.")


def opened(path: Path) -> Recording:
    """The recorded game in a file. Raises ``UsageError`` with one sentence where there is none."""
    data = saves.read(path)
    if saves.is_ours(data):
        return OwnRecording(data, path.name)
    return replay(data, path.name)


def steps(recording: Recording, at: int | None, progress: Progress) -> Iterator[Game]:
    """The game at the start and after every effective action, up to ``at`` of them (None: all)."""
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
