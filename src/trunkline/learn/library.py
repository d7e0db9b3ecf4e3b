"""Folders of lessons: that of Trunkline, and those of groups."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from trunkline.game.game import Game
from trunkline.learn.lesson import Lesson, Place
from trunkline.learn.records import read_record
from trunkline.learn.translating import LESSON, read_translated
from trunkline.util.errors import UsageError
from trunkline.util.messages import SOURCE

OWN: Final = Path(__file__).with_name("lessons")
"""The folder of the lessons of Trunkline."""
ORDER: Final = "order.yaml"
"""The file of a folder that lists its lessons in order. Without it, they are in the order of their names."""
LANGUAGE: Final = re.compile("[a-z]{2,3}")
"""The name of a folder with translations: a language, such as ``de``."""


class StoredLesson(NamedTuple):
    """A lesson with its id, the name of its file, and the folder of its positions."""

    id: str
    folder: Path
    lesson: Lesson

    @property
    def file(self) -> Path:
        """The file of the lesson, of which others may be translations."""
        return self.folder / f"{self.id}.yaml"

    @property
    def places(self) -> tuple[Place, ...]:
        """The steps in order."""
        return tuple(self.lesson.places())

    def opening(self, step: int) -> Game:
        """Return the game at the start of the exercise of a step.

        Raises ``UsageError`` if there is no such step, or its position cannot be read.
        """
        places = self.places
        if not 0 <= step < len(places):
            raise UsageError(f"The lesson {self.id} has {len(places)} steps, so there is no step {step + 1}.")
        exercise = places[step].exercise
        path = self.folder / exercise.position
        if path.resolve().parent != self.folder.resolve():
            raise UsageError(f"The position {exercise.position} must be in the folder of its lesson.")
        game = _opened(path, exercise.at, path.stat().st_mtime_ns if path.exists() else 0)
        if exercise.player not in game.players:
            raise UsageError(f"{exercise.player} does not play in {path}.")
        return game.copy()


def lessons(folder: Path = OWN, language: str = SOURCE) -> dict[str, StoredLesson]:
    """Return the lessons of a folder by id, in order, with the texts of a language if they have them.

    Raises ``UsageError`` if one cannot be read.
    """
    if not folder.is_dir():
        raise UsageError(f"There is no folder {folder}. Name a folder of lessons.")
    files = (*folder.glob("*.yaml"), *(folder / language).glob("*.yaml"))
    return dict(_lessons(folder, language, tuple(_changed(path) for path in sorted(files))))


def languages_of(folder: Path) -> list[str]:
    """Return the languages of the translations in a folder of lessons."""
    found = (path for path in folder.iterdir() if LANGUAGE.fullmatch(path.name))
    return sorted(path.name for path in found if any(path.glob("*.yaml")))


def strays(folder: Path, language: str, ids: Iterable[str]) -> list[Path]:
    """Return the translations in a folder that are those of none of its lessons."""
    known = set(ids)
    return sorted(path for path in (folder / language).glob("*.yaml") if path.stem not in known)


def _changed(path: Path) -> tuple[Path, int]:
    """Return a key that differs once a file has changed."""
    return path, path.stat().st_mtime_ns


@lru_cache
def _lessons(
    folder: Path, language: str, _files: tuple[tuple[Path, int], ...]
) -> tuple[tuple[str, StoredLesson], ...]:
    names = sorted(path.stem for path in folder.glob("*.yaml") if path.name != ORDER)
    order = folder / ORDER
    if order.exists():
        listed = read_record(order, list[str])
        if sorted(listed) != names:
            odd = sorted(set(listed) ^ set(names))
            raise UsageError(f"{order} must name each lesson of its folder once; see {', '.join(odd)}.")
        names = listed
    if stray := strays(folder, language, names):
        raise UsageError(stray_text(stray[0]))
    found = []
    for name in names:
        lesson = read_translated(folder / f"{name}.yaml", language, Lesson, LESSON)
        found.append((name, StoredLesson(name, folder, lesson)))
    return tuple(found)


def stray_text(path: Path) -> str:
    """Return the sentence about a translation without its lesson."""
    return f"{path} translates no lesson of its folder. Give it the name of a lesson."


@lru_cache
def _opened(path: Path, at: int | None, _changed: int) -> Game:
    game = Game.load(path)
    return game if at is None else game.at(at)


def lessons_with(folder: Path | None, language: str = SOURCE) -> dict[str, StoredLesson]:
    """Return the lessons of Trunkline, then those of another folder, in a language. Raises ``UsageError``."""
    found = lessons(language=language)
    if folder is None:
        return found
    others = lessons(folder, language)
    for id in others:
        if id in found:
            raise UsageError(f"Trunkline has a lesson {id} already. Rename {folder / id}.yaml.")
    return found | others
