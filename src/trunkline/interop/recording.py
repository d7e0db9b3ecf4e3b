"""Recorded games of every format, replayed action by action."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any, Protocol

from trunkline.engine.kernel.refusal import Refusal
from trunkline.game import Game, saves
from trunkline.interop import eighteenxx, rails
from trunkline.interop.claims import Difference, of_end, of_worth, sentence
from trunkline.interop.file_source import decode, name_of
from trunkline.titles import build, dealt
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext


class FileWarning(UserWarning):
    """A warning that a figure in a file differs from the replay."""


class Recording(Protocol):
    """A recorded game, with the progress of its replay."""

    @property
    def game(self) -> Game:
        """The game as far as it has been replayed."""

    @property
    def count(self) -> int:
        """Number of effective actions replayed."""

    @property
    def total(self) -> int:
        """Number of effective actions in the file."""

    @property
    def differences(self) -> list[Difference]:
        """Figures replayed so far that differ from the file."""

    def step(self) -> object:
        """Replay the next effective action. Raises ``UsageError`` if it is refused."""


class OwnRecording:
    """A game in a Trunkline file. Every action counts as effective."""

    def __init__(self, data: bytes, name: str) -> None:
        self._save = saves.from_bytes(data, name)
        self._name = name
        options = dealt(self._save.options)
        self.game = Game(build(options), options)
        self.count = 0
        self.total = len(self._save.actions)
        self.differences: list[Difference] = []
        saves.check_playable(self._save, self.game.title.board.hash, name)
        if not self.total:
            self._check_end()

    def step(self) -> None:
        """Replay the next action. After the last one, compare the state with the saved one."""
        action = self._save.actions[self.count]
        try:
            self.game.play(action)
        except Refusal as refusal:
            raise saves.refused(self._save, self.count + 1, refusal, self._name) from refusal
        self.count += 1
        if self.count == self.total:
            self._check_end()

    def _check_end(self) -> None:
        current = saves.is_current(self._save, self.game.title.board.hash)
        if current and self.game.digest() != self._save.digest:
            raise UsageError(
                gettext(
                    "{name}: the actions do not lead to the state that was saved with them.", name=self._name
                )
            )
        self.differences += of_save(self._save, self.game)


class LineRecording:
    """A one-line position: a game without actions that continues from there."""

    def __init__(self, data: bytes, name: str) -> None:
        self.game = Game.from_bytes(data, name)
        self.count = self.total = 0
        self.differences: list[Difference] = []

    def step(self) -> None:
        """Do nothing: there is no action to replay."""


def of_save(save: saves.Save, game: Game) -> list[Difference]:
    """Return the figures in the header of a game text that differ from the end of the game."""
    if not isinstance(save, saves.TextSave):
        return []
    number = len(save.actions)
    return [*of_worth(game, number, save.worth), *of_end(game, number, save.finished)]


def replay(
    source: str | Path | bytes | dict[str, Any], name: str = ""
) -> eighteenxx.Replay | rails.RailsReplay:
    """Return a game recorded by another program, ready to be replayed.

    Raises ``UsageError`` with one sentence.
    """
    name = name_of(source, name)
    data = source if isinstance(source, dict) else decode(source, name)
    if rails.is_rails(data):
        return rails.RailsReplay(rails.read(data, name))
    return eighteenxx.Replay(eighteenxx.read(data if isinstance(data, dict) else source, name))


def opened(source: str | Path | bytes, name: str = "") -> Recording:
    """Return the recorded game in a file of any format. Raises ``UsageError`` with one sentence."""
    data = source if isinstance(source, bytes) else saves.read(source, name)
    name = name_of(source, name)
    if saves.is_line(data):
        return LineRecording(data, name)
    return OwnRecording(data, name) if saves.is_ours(data) else replay(data, name)


def load(path: str | Path, *, strict: bool = False) -> Game:
    """Return the game in a file of any format, ours included, replayed through every rule.

    You can continue, analyse and save a game of another program like any other game. If a figure in the file
    (such as a revenue or a result) differs from the replay, this warns with a ``FileWarning``. With
    ``strict=True`` it raises ``UsageError`` instead.

    Raises:
        UsageError: The file cannot be read, or one of its actions is refused. The sentence names the
            action and the rule.
    """
    recording = opened(path)
    while recording.count < recording.total:
        recording.step()
    if told := sentence(name_of(path, ""), recording.differences):
        if strict:
            raise UsageError(told)
        warnings.warn(told, FileWarning, stacklevel=2)
    return recording.game
