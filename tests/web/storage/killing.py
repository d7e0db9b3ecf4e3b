"""The frame of the kill tests: a server of two workers on PostgreSQL, and the command line."""

from __future__ import annotations

import argparse
import contextlib
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Protocol

from web.notices.receiving import receiving
from web.storage.cluster import cluster
from web.storage.serving import serving
from web.storage.targets import Targets


class Run(Protocol):
    """A kill test. It kills in each round. If ``safe``, the database syncs to the disk."""

    def __call__(
        self, rounds: int, seed: int = ..., say: Callable[[str], None] = ..., *, safe: bool = ...
    ) -> None:
        """Run the test."""


@contextlib.contextmanager
def killing(
    seed: int, safe: bool, settings: Mapping[str, str], *, accounts: bool = True
) -> Iterator[Targets]:
    """Run the processes for the block. Afterwards the server must stop as it does for an operator.

    ``settings`` are environment variables of the server.
    """
    with (
        tempfile.TemporaryDirectory() as name,
        receiving(Path(name)) as there,
        cluster(safe=safe) as server,
        serving(server.database(), 2, Path(name) / "errors", accounts=accounts, **settings) as table,
    ):
        yield Targets(table, server, there, seed)
        assert table.stop() == 0


def main(run: Run) -> None:
    """Run the rounds given on the command line."""
    about = sys.modules["__main__"].__doc__ or ""
    parser = argparse.ArgumentParser(description=about.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=10, help="default: 10")
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    options = parser.parse_args()
    run(options.rounds, options.seed)
