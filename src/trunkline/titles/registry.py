"""The list of titles: those of Trunkline, those of installed packages, and those in files.

The published games of Trunkline are first. Its teaching title follows: it is a title in one file, and part of
no measurement of the published games.

An installed package names its titles as entry points of the group ``trunkline.titles``. Each is a
``TitlePackage``, or the path of a title file. ``add_file`` adds a title file to this process and to the
processes that it starts: they read its path from the environment.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final

from trunkline.engine.board.board import TITLE_ID
from trunkline.engine.kernel.registration import TitlePackage
from trunkline.titles import declared, t18gl, t1851, t1856
from trunkline.util.errors import UsageError, one_line
from trunkline.util.messages import gettext

VARIABLE: Final = "TRUNKLINE_TITLES"
"""The environment variable with the paths of title files."""
GROUP: Final = "trunkline.titles"
OWN: Final = {each.about.id: each for each in (t1856.PACKAGE, t1851.PACKAGE, t18gl.PACKAGE)}
"""The published games, by id."""
TEACHING: Final = Path(__file__).with_name("t18dale")
"""The folder of the teaching title."""


@cache
def packages() -> Mapping[str, TitlePackage]:
    """Return the titles by id. Raises ``UsageError`` if an installed title or a title file is faulty."""
    found = dict(OWN)
    for each in (_teaching(), *_installed(), *map(_in_file, _paths())):
        _add(found, each)
    return found


def add_file(path: Path) -> str:
    """Add the title in a file or a folder, and return its id. Raises ``UsageError``.

    A file that was added before is read again. The file of the teaching title is in the list already.
    """
    added = str(declared.title_path(path).resolve())
    if added == str(declared.title_path(TEACHING).resolve()):
        return _teaching().about.id
    before = os.environ.get(VARIABLE)
    listed = (path for path in _paths() if str(declared.title_path(Path(path)).resolve()) != added)
    os.environ[VARIABLE] = os.pathsep.join((*listed, added))
    packages.cache_clear()
    try:
        id = _in_file(added).about.id
        packages()
    except UsageError:
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before
        packages.cache_clear()
        raise
    return id


def new_title(folder: Path) -> Path:
    """Write the files of a new title to a new folder, whose name is its id. Return its file.

    Raises ``UsageError`` if the name is not valid or taken, or if the folder exists.
    """
    id = folder.name
    if not TITLE_ID.fullmatch(id):
        valid = gettext("Use at most 30 letters, digits, - and _, such as 18Foo.")
        refused = gettext("{name} cannot be the name of a title.", name=repr(id))
        raise UsageError(f"{refused} {valid}")
    if id.lower() in (each.lower() for each in packages()):
        raise UsageError(_taken(id))
    try:
        folder.mkdir()
    except FileExistsError as error:
        raise UsageError(
            gettext("{path} exists already. Choose another name, or delete it.", path=str(folder))
        ) from error
    except OSError as error:
        raise UsageError(
            gettext("{path} cannot be made: {error}.", path=str(folder), error=error.strerror)
        ) from error
    for name, text in declared.skeleton_files(id).items():
        (folder / name).write_text(text, encoding="utf-8")
    return declared.title_path(folder)


def import_title(source: Path, target: Path) -> declared.Imported:
    """Write the title of a game of 18xx-maker to a new file, and return it.

    Raises ``UsageError`` and writes nothing if no title can be made of the game, or if the file exists.
    """
    if target.exists():
        raise UsageError(gettext("{path} exists already. Name another file with -o.", path=str(target)))
    found = declared.imported(source)
    try:
        target.write_text(found.text, encoding="utf-8")
    except OSError as error:
        raise UsageError(
            gettext("{path} cannot be written: {error}.", path=str(target), error=error.strerror)
        ) from error
    return found


def _taken(id: str) -> str:
    return gettext("There is a title {id} already. Give the new one another name.", id=id)


def _add(found: dict[str, TitlePackage], package: TitlePackage) -> None:
    id = package.about.id
    if id.lower() in (each.lower() for each in found):
        raise UsageError(_taken(id))
    found[id] = package


def _paths() -> list[str]:
    return [path for path in os.environ.get(VARIABLE, "").split(os.pathsep) if path]


def _in_file(path: str) -> TitlePackage:
    return declared.package(declared.read_title(Path(path)))


def _teaching() -> TitlePackage:
    """Return the teaching title."""
    found = _in_file(str(TEACHING))
    return found._replace(about=found.about._replace(teaching=True))


def _installed() -> Iterator[TitlePackage]:
    for point in entry_points(group=GROUP):
        try:
            loaded = point.load()
        except Exception as error:
            why = one_line(f"{type(error).__name__}: {error}")
            raise UsageError(
                gettext("The installed title {name} cannot be loaded: {error}.", name=point.name, error=why)
            ) from error
        yield loaded if isinstance(loaded, TitlePackage) else _in_file(str(loaded))
