"""Errors that people can correct, each one clear sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Final

LONGEST: Final = 400
"""Characters of a sentence; what people are told they must be able to read."""
_HEAD: Final = 260


class UsageError(ValueError):
    """Bad input: a wrong argument, a damaged file, a request that makes no sense."""

    def __init__(self, text: str) -> None:
        # Sentences quote what came from outside, which may be long, of many lines, or tell a terminal things.
        super().__init__(one_line(text))


class DamagedError(Exception):
    """A file of the program itself that is missing or faulty."""

    def __init__(self, path: Path, why: str) -> None:
        name = "/".join(path.parts[-3:])
        super().__init__(
            one_line(f"{name}, a file of Trunkline, {why}. Install Trunkline again, or correct {path}.")
        )

    def __reduce__(self) -> tuple[object, ...]:
        """Let the error pass between processes as it is."""
        return _again, (type(self), self.args)


def _again(kind: type[DamagedError], args: tuple[str, ...]) -> DamagedError:
    found = kind.__new__(kind)
    found.args = args
    return found


def one_line(text: str) -> str:
    """A sentence as one line of printable characters, with its middle left out where it is too long."""
    line = "".join(map(_printable, _shortened(text)))
    return line if len(line) <= LONGEST else _shortened(line)


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:_HEAD]} ... {text[_HEAD + 5 - LONGEST :]}"


def _printable(letter: str) -> str:
    return letter if letter.isprintable() else letter.encode("unicode_escape").decode()
