"""``trunkline serve`` in separate processes, and clients that retry until they are answered."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from patience import PATIENCE

COMMAND = [sys.executable, "-m", "trunkline.cli", "serve", "--port", "0"]
PAUSE = 0.05
"""Seconds between two tries of a client."""
LOST = (OSError, http.client.HTTPException)


class Serving:
    """A server on a free local port."""

    def __init__(
        self, address: str, workers: int, errors: Path, accounts: bool, more: dict[str, str]
    ) -> None:
        environment = {
            **os.environ,
            "PYTHONUNBUFFERED": "1",
            "TRUNKLINE_DATABASE_URL": address,
            "TRUNKLINE_WORKERS": str(workers),
            **more,
        }
        command = [*COMMAND, *([] if accounts else ["--without-accounts"])]
        with errors.open("wb") as kept:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=kept, env=environment)
        assert self.process.stdout is not None
        first = self.process.stdout.readline().decode()
        found = re.search(r"http://(127\.0\.0\.1):(\d+)/", first)
        assert found, first + errors.read_text()
        self.host, self.port = found[1], int(found[2])

    def workers(self) -> list[int]:
        """Return the ids of the worker processes."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(each) for each in children.split()]

    def stop(self) -> int:
        """Stop the server as an operator does and return its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=PATIENCE)

    def close(self) -> None:
        """Stop the server, and kill it if it does not stop."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


@contextlib.contextmanager
def serving(
    address: str, workers: int, errors: Path, *, accounts: bool = False, **more: str
) -> Iterator[Serving]:
    """Run a server for the block. ``more`` are environment variables."""
    table = Serving(address, workers, errors, accounts, more)
    try:
        yield table
    finally:
        table.close()


class Caller:
    """A client that retries on a new connection until it is answered."""

    def __init__(self, table: Serving) -> None:
        self._table = table
        self._link: http.client.HTTPConnection | None = None
        self.again = 0
        """Number of retries."""

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Send a request until it is answered. Return its status and JSON answer.

        A repeated POST may be answered with 409, because the first try has changed the game.
        """
        until = time.monotonic() + PATIENCE
        data = None if body is None else json.dumps(body).encode()
        while True:
            try:
                if self._link is None:
                    self._link = http.client.HTTPConnection(self._table.host, self._table.port, timeout=30)
                self._link.request(method, path, data, {"content-type": "application/json"} if data else {})
                answer = self._link.getresponse()
                text = answer.read()
                if answer.status not in (429, 503):
                    return answer.status, json.loads(text)
            except LOST:
                self.close()
            self.again += 1
            assert time.monotonic() < until, f"{method} {path} is not answered"
            time.sleep(PAUSE)

    def close(self) -> None:
        """Close the connection."""
        if self._link is not None:
            self._link.close()
            self._link = None


class Watcher(threading.Thread):
    """A thread that follows the events of a game. After a disconnection it continues after the last event."""

    def __init__(self, table: Serving, path: str) -> None:
        super().__init__(daemon=True)
        self._table = table
        self._path = path
        self._ended = threading.Event()
        self.seen: list[int] = []
        self.start()

    def run(self) -> None:
        """Read the events and reconnect after each disconnection."""
        while not self._ended.is_set():
            with contextlib.suppress(*LOST):
                self._read()
            self._ended.wait(PAUSE)

    def _read(self) -> None:
        link = http.client.HTTPConnection(self._table.host, self._table.port, timeout=5)
        try:
            last = self.seen[-1] if self.seen else 0
            link.request("GET", f"{self._path}/events", headers={"last-event-id": str(last)})
            answer = link.getresponse()
            while answer.status == 200 and not self._ended.is_set() and (line := answer.readline()):
                name, _, value = line.decode().strip().partition(":")
                if name == "id":
                    self.seen.append(int(value))
        finally:
            link.close()

    def until(self, number: int) -> None:
        """Wait for an entry, then stop the thread."""
        late = time.monotonic() + PATIENCE
        while (not self.seen or self.seen[-1] < number) and time.monotonic() < late:
            time.sleep(PAUSE)
        self._ended.set()
        self.join(timeout=30)
