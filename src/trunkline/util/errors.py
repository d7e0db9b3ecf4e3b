"""Errors that users can correct, each with one clear sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Final

LONGEST: Final = 400
"""Maximum length of a message in characters, so that people can read it."""
_HEAD: Final = 260


class UsageError(ValueError):
    """An error in the input: a wrong argument, a damaged file, or an invalid request."""

    def __init__(self, text: str) -> None:
        # Messages quote outside input, which may be long, have many lines, or contain terminal escapes.
        # Gymnasium raises an error of another process again with the error in place of its text.
        super().__init__(one_line(str(text)))


class DamagedError(Exception):
    """An error for a missing or faulty file of the program itself."""

    def __init__(self, path: Path, why: str) -> None:
        name = "/".join(path.parts[-3:])
        super().__init__(
            one_line(f"{name}, a file of Trunkline, {why}. Install Trunkline again, or correct {path}.")
        )

    def __reduce__(self) -> tuple[object, ...]:
        """Return the parts that recreate the error unchanged in another process."""
        return _again, (type(self), self.args)


def _again(kind: type[DamagedError], args: tuple[str, ...]) -> DamagedError:
    found = kind.__new__(kind)
    found.args = args
    return found


def one_line(text: str) -> str:
    """Return a message as one line of printable characters, with its middle left out if it is too long."""
    line = "".join(map(_printable, _shortened(text)))
    return line if len(line) <= LONGEST else _shortened(line)


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:_HEAD]} ... {text[_HEAD + 5 - LONGEST :]}"


def _printable(letter: str) -> str:
    return letter if letter.isprintable() else letter.encode("unicode_escape").decode()
