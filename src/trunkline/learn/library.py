"""Folders of lessons: that of Trunkline, and those of groups."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import msgspec
from yaml import MarkedYAMLError

from trunkline.game.game import Game
from trunkline.learn.lesson import Lesson, Place
from trunkline.util.errors import UsageError
from trunkline.util.strict_yaml import YamlError, line_of, read_yaml, reason

OWN: Final = Path(__file__).with_name("lessons")
"""The folder of the lessons of Trunkline."""
ORDER: Final = "order.yaml"
"""The file of a folder that lists its lessons in order. Without it, they are in the order of their names."""
_T = TypeVar("_T")
_UNKNOWN: Final = re.compile("Object contains unknown field `(.*)`")


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
        game = _opened(path, exercise.at, path.stat().st_mtime_ns if path.exists() else 0)
        if exercise.player not in game.players:
            raise UsageError(f"{exercise.player} does not play in {path}.")
        return game.copy()


def lessons(folder: Path = OWN) -> dict[str, StoredLesson]:
    """Return the lessons of a folder by id, in order. Raises ``UsageError`` if one cannot be read."""
    if not folder.is_dir():
        raise UsageError(f"There is no folder {folder}. Name a folder of lessons.")
    return dict(_lessons(folder, tuple(_changed(path) for path in sorted(folder.glob("*.yaml")))))


def _changed(path: Path) -> tuple[str, int]:
    """Return a key that differs once a file has changed."""
    return path.name, path.stat().st_mtime_ns


@lru_cache
def _lessons(folder: Path, _files: tuple[tuple[str, int], ...]) -> tuple[tuple[str, StoredLesson], ...]:
    names = sorted(path.stem for path in folder.glob("*.yaml") if path.name != ORDER)
    order = folder / ORDER
    if order.exists():
        listed = read_record(order, list[str])
        if sorted(listed) != names:
            odd = sorted(set(listed) ^ set(names))
            raise UsageError(f"{order} must name each lesson of its folder once; see {', '.join(odd)}.")
        names = listed
    return tuple(
        (name, StoredLesson(name, folder, read_record(folder / f"{name}.yaml", Lesson))) for name in names
    )


def read_record(path: Path, kind: type[_T]) -> _T:
    """Return the record in a YAML file. Raises ``UsageError`` that names the line of a fault."""
    try:
        return msgspec.convert(read_yaml(path), kind)
    except msgspec.ValidationError as error:
        text, _, place = str(error).partition(" - at `$")
        way = _way(place)
        if unknown := _UNKNOWN.fullmatch(text):
            way, text = [*way, unknown[1]], f"There is no field {unknown[1]} here. Check its spelling"
        raise UsageError(f"{path}, line {line_of(path.read_text(), way)}: {text}.") from error
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise UsageError(
            f"{path}, line {line}: This is not YAML, because the reader {error.problem}."
        ) from error
    except (OSError, YamlError) as error:
        raise UsageError(f"{path} cannot be read: {reason(error)}.") from error


def _way(place: str) -> list[str | int]:
    """Return the keys and indexes of a place as msgspec names it, such as ``.exercises[0].player``."""
    parts = place.rstrip("`").replace("[", ".").replace("]", "").split(".")
    return [int(each) if each.isdecimal() else each for each in parts if each]


@lru_cache
def _opened(path: Path, at: int | None, _changed: int) -> Game:
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
