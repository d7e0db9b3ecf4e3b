"""The ``trunkline`` command run as a process, with or without a terminal."""

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
"""Seconds to wait for one answer. Machines that run tests may be slow."""
PROGRESS = re.compile(r"^.+: [\d,]+ (of [\d,]+ )?(actions|games|passes|steps)\n", re.MULTILINE)
_ON_A_TERMINAL = """
import fcntl, signal, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # else Ctrl-C interrupts nobody
signal.signal(signal.SIGINT, signal.default_int_handler)  # nor where the tests run in the background
from trunkline.cli import main
sys.exit(main())
"""


def trunkline(*arguments: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command without a terminal, to its end.

    Progress messages, which slow machines show, are removed from its standard error.
    """
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
    """Run a command in this process, which is faster."""
    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as left:  # argparse exits like this
            code = int(left.code or 0)
    said = PROGRESS.sub("", errors.getvalue())
    return subprocess.CompletedProcess(list(map(str, arguments)), code, out.getvalue(), said)


class Terminal:
    """A command on a separate terminal. As a context manager it ends the command."""

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
        """Return the output up to and including ``text``."""
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
        """Press Ctrl-C until the command exits. Right after a prompt it may not listen yet."""
        limit = time.monotonic() + SECONDS
        while time.monotonic() < limit:
            self.press(b"\x03")
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=1)
                return self.end()
        raise AssertionError(f"nothing interrupts it, and there was:\n{self._unread}")

    def end(self) -> tuple[int, str]:
        """Wait for the command to exit. Return its exit code and the rest of its output."""
        limit = time.monotonic() + SECONDS
        while self._read(limit):
            pass
        return self._process.wait(timeout=SECONDS), self._unread.replace("\r\n", "\n")

    def _read(self, limit: float) -> bool:
        """Read more output. Return False once the command has closed the terminal or time is up."""
        ready, _, _ = select.select([self._master], [], [], max(0.0, limit - time.monotonic()))
        if not ready:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:
            # Linux raises this once the other side is closed.
            return False
        self._unread += data.decode(errors="replace")
        return bool(data)
