"""A receiver of notices as a process of its own, which tests kill.

It writes the key of each notice to a file before it answers. So a notice that arrived counts even if the
receiver is killed before its answer.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from web.notices.receivers import LOCAL, Received, Receiver

SLOW = 0.3
"""Seconds before each answer, so that a kill can come between a notice and its answer."""


class Receiving:
    """The process. It has the same address each time it starts."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._port = 0
        self.start()

    @property
    def url(self) -> str:
        """The address of the receiver."""
        return f"http://{LOCAL}:{self._port}"

    def start(self) -> None:
        """Start the process, and wait until it can receive."""
        command = [sys.executable, "-m", "web.notices.receiving", str(self._file), str(self._port)]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        # The process ends when its input does, so it does not outlive the tests.
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        assert self._process.stdout is not None
        self._port = int(self._process.stdout.readline())

    def kill(self) -> None:
        """Kill the process, as a power cut would."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()

    def keys(self) -> Counter[str]:
        """Return how often each notice has arrived."""
        return Counter(self._file.read_text().split() if self._file.exists() else ())


@contextlib.contextmanager
def receiving(folder: Path) -> Iterator[Receiving]:
    """Run a receiver for the block."""
    found = Receiving(folder / "received")
    try:
        yield found
    finally:
        found.kill()


def main(file: Path, port: int) -> None:
    """Receive until the input ends."""
    there = Receiver(port=port)
    with file.open("a") as kept:

        def keep(request: Received) -> None:
            kept.write(request.headers["idempotency-key"] + "\n")
            kept.flush()
            time.sleep(SLOW)

        there.before = keep
        print(there.port, flush=True)
        sys.stdin.read()
        there.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
