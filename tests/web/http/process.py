"""A server in a separate process, as people run it, and listeners to its event stream."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import signal
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from forked import Forked


class Process:
    """A process that runs ``trunkline table`` or ``trunkline serve`` on a free local port."""

    def __init__(
        self, store: Path, *more: str, command: str = "table", values: Mapping[str, object] | None = None
    ) -> None:
        self._process = Forked(command, "--port", "0", "--store", str(store), *more, values=values)
        first = self._process.stdout.readline()
        found = re.search(r"http://(127\.0\.0\.1):(\d+)/(\S*)", first)
        assert found, f"{first}{self._process.stderr.read()}"
        self.said: list[str] = []
        """Lines of its output after the address. They are known when the process has ended."""
        self.host, self.port, self.page = found[1], int(found[2]), found[3]

    def connect(self) -> http.client.HTTPConnection:
        """Return a connection to the server."""
        return http.client.HTTPConnection(self.host, self.port, timeout=120)

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Send one request on a new connection and return its status and JSON answer."""
        with contextlib.closing(self.connect()) as link:
            return ask(link, method, path, body)

    def kill(self) -> None:
        """Kill the process as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Stop the process as Ctrl-C does and return its exit code."""
        return self._end(signal.SIGINT)

    def _end(self, number: int) -> int:
        self._process.signal(number)
        lines, code = self._process.end()
        self.said += lines
        return code


@contextlib.contextmanager
def running(
    store: Path, *more: str, command: str = "table", values: Mapping[str, object] | None = None
) -> Iterator[Process]:
    """Run a server and kill it at the end of the block. ``values`` replaces values of its modules."""
    table = Process(store, *more, command=command, values=values)
    try:
        yield table
    finally:
        table.kill()


def ask(link: http.client.HTTPConnection, method: str, path: str, body: object = None) -> tuple[int, Any]:
    """Send a request over a connection and return its status and JSON answer."""
    if body is None:
        link.request(method, path)
    else:
        post(link, path, body, method)
    answer = link.getresponse()
    return answer.status, json.loads(answer.read())


def post(link: http.client.HTTPConnection, path: str, body: object, method: str = "POST") -> None:
    """Send a request over a connection without reading its answer."""
    link.request(method, path, json.dumps(body).encode(), {"content-type": "application/json"})


class Watcher(threading.Thread):
    """A thread that reads the event stream of a game until it has received ``count`` events."""

    def __init__(self, table: Process, path: str, count: int, last: int | None = None) -> None:
        super().__init__(daemon=True)
        self._link = table.connect()
        headers = {} if last is None else {"last-event-id": str(last)}
        self._link.request("GET", f"{path}/events", headers=headers)
        self._count = count
        self.seen: list[tuple[int, dict[str, Any]]] = []
        self.start()

    def run(self) -> None:
        """Read the events."""
        number = 0
        answer = self._link.getresponse()
        while len(self.seen) < self._count and (line := answer.readline()):
            name, _, value = line.decode().strip().partition(":")
            if name == "id":
                number = int(value)
            elif name == "data":
                self.seen.append((number, json.loads(value)))
        answer.close()
        self._link.close()
