"""The ``trunkline`` command as its users meet it: as a process, with or without a terminal."""

from __future__ import annotations

import contextlib
import io
import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

from trunkline.cli.command_line import main

SECONDS = 60.0
"""Patience with one answer; machines that run tests may be slow."""
PROGRESS = re.compile(r"^.+: [\d,]+ (of [\d,]+ )?(actions|games|steps)\n", re.MULTILINE)
_ON_A_TERMINAL = """
import fcntl, signal, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # else Ctrl-C interrupts nobody
signal.signal(signal.SIGINT, signal.default_int_handler)  # nor where the tests run in the background
from trunkline.cli import main
sys.exit(main())
"""


def trunkline(*arguments: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command without a terminal, to its end; how far it has come, as slow machines are told, is left
    out of what it says."""
    done = subprocess.run(
        [sys.executable, "-m", "trunkline.cli", *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
        cwd=cwd,
        check=False,
    )
    done.stderr = PROGRESS.sub("", done.stderr)
    return done


def call(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """The same without a process of its own, which takes less time."""
    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as left:  # argparse's way
            code = int(left.code or 0)
    said = PROGRESS.sub("", errors.getvalue())
    return subprocess.CompletedProcess(list(map(str, arguments)), code, out.getvalue(), said)


class Terminal:
    """A command on a terminal of its own; used as a context, which ends it."""

    def __init__(self, *arguments: str | Path, cwd: Path | None = None) -> None:
        master, slave = pty.openpty()
        environment = {**os.environ, "TERM": "dumb", "COLUMNS": "200", "LINES": "50"}
        self._process = subprocess.Popen(
            [sys.executable, "-c", _ON_A_TERMINAL, *map(str, arguments)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            cwd=cwd,
            start_new_session=True,
        )
        os.close(slave)
        self._master = master
        self._unread = ""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._master)

    def read_until(self, text: str) -> str:
        """All that appears up to and including ``text``."""
        limit = time.monotonic() + SECONDS
        while text not in self._unread:
            if not self._read(limit):
                raise AssertionError(f"waited for {text!r}, and there was:\n{self._unread}")
        shown, _, self._unread = self._unread.partition(text)
        return shown + text

    def ask(self, line: str, prompt: str = "> ") -> str:
        """Type a line and return what appears up to the next prompt."""
        os.write(self._master, line.encode() + b"\n")
        return self.read_until(prompt).replace("\r\n", "\n")

    def press(self, keys: bytes) -> None:
        """Press keys, such as Ctrl-D (``\\x04``)."""
        os.write(self._master, keys)

    def interrupt(self) -> tuple[int, str]:
        """Press Ctrl-C until the command leaves: right after a prompt it may not listen yet."""
        limit = time.monotonic() + SECONDS
        while time.monotonic() < limit:
            self.press(b"\x03")
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=1)
                return self.end()
        raise AssertionError(f"nothing interrupts it, and there was:\n{self._unread}")

    def end(self) -> tuple[int, str]:
        """Wait for the command to leave: its exit code, and what it still had to say."""
        limit = time.monotonic() + SECONDS
        while self._read(limit):
            pass
        return self._process.wait(timeout=SECONDS), self._unread.replace("\r\n", "\n")

    def _read(self, limit: float) -> bool:
        """Whether more has been read; not once the command has closed the terminal or time is up."""
        ready, _, _ = select.select([self._master], [], [], max(0.0, limit - time.monotonic()))
        if not ready:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:
            # Linux says so when nobody is left on the other side.
            return False
        self._unread += data.decode(errors="replace")
        return bool(data)
