"""Processes of the command line that start fast: forked from a process that has imported the server."""

from __future__ import annotations

import contextlib
import importlib
import multiprocessing
import os
import sys
from collections.abc import Mapping
from multiprocessing.reduction import DupFd
from pathlib import Path
from typing import Any

CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(
    [
        "trunkline.cli.command_line",
        "trunkline.cli.commands.table",
        "trunkline.cli.commands.serve",
        "trunkline.web.http.app",
        "trunkline.web.http.serving",
        "anyio._backends._asyncio",
        "litestar.plugins.attrs",
        "uvicorn.lifespan.on",
    ]
)


class Forked:
    """A process that runs ``trunkline`` with these arguments. Its output is read through pipes."""

    def __init__(self, *arguments: str, values: Mapping[str, object] | None = None) -> None:
        """Start it. ``values`` replaces values of modules by their full names."""
        ours, theirs = zip(os.pipe(), os.pipe(), strict=True)
        outputs = [DupFd(end) for end in theirs]
        self._process = CONTEXT.Process(
            target=_run, args=(arguments, dict(os.environ), Path.cwd(), outputs, values or {})
        )
        self._process.start()
        for end in theirs:
            os.close(end)
        self.stdout, self.stderr = (os.fdopen(end, encoding="utf-8") for end in ours)

    @property
    def pid(self) -> int:
        """The process id."""
        assert self._process.pid is not None
        return self._process.pid

    def signal(self, number: int) -> None:
        """Send a signal, unless the process has ended."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def end(self) -> tuple[list[str], int]:
        """Wait for the end, and return the rest of its output and its exit code."""
        lines = [] if self.stdout.closed else self.stdout.read().splitlines()
        self._process.join(timeout=120)
        assert self._process.exitcode is not None, "the process does not end"
        for file in (self.stdout, self.stderr):
            file.close()
        return lines, self._process.exitcode


def _run(
    arguments: tuple[str, ...],
    environment: Mapping[str, str],
    folder: Path,
    outputs: list[Any],
    values: Mapping[str, object],
) -> None:
    """Run the command line in the forked process."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for number, output in enumerate(outputs, 1):
        copy = output.detach()
        os.dup2(copy, number)
        os.close(copy)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", buffering=1, closefd=False)
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", buffering=1, closefd=False)
    sys.argv = ["trunkline", *arguments]

    for name, value in values.items():
        module, _, attribute = name.rpartition(".")
        setattr(importlib.import_module(module), attribute, value)

    from trunkline.cli import main

    sys.exit(main(list(arguments)))
