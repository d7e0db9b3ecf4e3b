"""The commands: one module each, with ``HELP``, ``add_options`` and ``run``."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Protocol

from trunkline.cli.commands import (
    arena,
    backup,
    benchmark,
    dataset,
    engine,
    export,
    join,
    ladder,
    lessons,
    map,
    people,
    perft,
    play,
    puzzles,
    replay,
    restore,
    review,
    routes,
    rules,
    serve,
    soak,
    state,
    table,
    title,
    titles,
    train,
    verify,
)


class Command(Protocol):
    """A module that is a command."""

    @property
    def HELP(self) -> str:  # noqa: N802 - a constant of the module
        """One line for the list of commands."""

    def add_options(self, parser: argparse.ArgumentParser, /) -> None:
        """Add the options of the command."""

    def run(self, options: argparse.Namespace, /) -> int | None:
        """Run the command. Return its exit code; ``None`` is success. Raises ``UsageError``."""


ALL: Mapping[str, Command] = {
    "play": play,
    "replay": replay,
    "state": state,
    "export": export,
    "routes": routes,
    "map": map,
    "table": table,
    "serve": serve,
    "join": join,
    "backup": backup,
    "restore": restore,
    "people": people,
    "perft": perft,
    "soak": soak,
    "review": review,
    "arena": arena,
    "ladder": ladder,
    "benchmark": benchmark,
    "verify": verify,
    "dataset": dataset,
    "train": train,
    "engine": engine,
    "titles": titles,
    "title": title,
    "rules": rules,
    "lessons": lessons,
    "puzzles": puzzles,
}
"""The commands by name, in the order of the help."""
