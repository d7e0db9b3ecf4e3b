"""Folders of lessons: that of Trunkline, and those of groups."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import msgspec

from trunkline.game.game import Game
from trunkline.learn.lesson import Lesson, Place
from trunkline.util.errors import UsageError
from trunkline.util.strict_yaml import YamlError, line_of, read_yaml, reason

OWN: Final = Path(__file__).with_name("lessons")
"""The folder of the lessons of Trunkline."""
ORDER: Final = "order.yaml"
"""The file of a folder that lists its lessons in order. Without it, they are in the order of their names."""


_T = TypeVar("_T")


class StoredLesson(NamedTuple):
    """A lesson with its id, the name of its file, and the folder of its positions."""

    id: str
    folder: Path
    lesson: Lesson

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
        game = _opened(path, exercise.at)
        if exercise.player not in game.players:
            raise UsageError(f"{exercise.player} does not play in {path}.")
        return game.copy()


def lessons(folder: Path = OWN) -> dict[str, StoredLesson]:
    """Return the lessons of a folder by id, in order. Raises ``UsageError`` if one cannot be read."""
    return dict(_lessons(folder))


@lru_cache
def _lessons(folder: Path) -> tuple[tuple[str, StoredLesson], ...]:
    if not folder.is_dir():
        raise UsageError(f"There is no folder {folder}. Name a folder of lessons.")
    names = sorted(path.stem for path in folder.glob("*.yaml") if path.name != ORDER)
    order = folder / ORDER
    if order.exists():
        listed = _read(order, list[str])
        if sorted(listed) != names:
            odd = sorted(set(listed) ^ set(names))
            raise UsageError(f"{order} must name each lesson of its folder once; see {', '.join(odd)}.")
        names = listed
    return tuple((name, StoredLesson(name, folder, _read(folder / f"{name}.yaml", Lesson))) for name in names)


def _read(path: Path, kind: type[_T]) -> _T:
    try:
        return msgspec.convert(read_yaml(path), kind)
    except msgspec.ValidationError as error:
        text, _, way = str(error).partition(" - at `$")
        steps = [int(each) if each.isdecimal() else each for each in _way(way)]
        raise UsageError(f"{path}, line {line_of(path.read_text(), steps)}: {text}.") from error
    except (OSError, YamlError) as error:
        raise UsageError(f"{path} cannot be read: {reason(error)}.") from error


def _way(text: str) -> list[str]:
    return [each for each in text.rstrip("`").replace("[", ".").replace("]", "").split(".") if each]


@lru_cache
def _opened(path: Path, at: int | None) -> Game:
    game = Game.load(path)
    return game if at is None else game.at(at)


def lessons_with(folder: Path | None) -> dict[str, StoredLesson]:
    """Return the lessons of Trunkline, then those of another folder. Raises ``UsageError``."""
    found = lessons()
    if folder is None:
        return found
    others = lessons(folder)
    for id in others:
        if id in found:
            raise UsageError(f"Trunkline has a lesson {id} already. Rename {folder / id}.yaml.")
    return found | others
