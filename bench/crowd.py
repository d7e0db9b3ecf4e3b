"""Many clients in one process, each with a raw connection from its own loopback address.

So the server's limits for each client apply to each of them. Linux answers to all addresses of 127.0.0.0/8.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import statistics
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from web.storage.serving import Serving

IDLE = 10.0
"""Seconds after which an idle connection is not used again: the server closes it a little later."""
PATIENCE = 60.0
"""Seconds before a request is given up."""


class Answer(NamedTuple):
    """An answer, with the seconds that it took."""

    status: int
    body: bytes
    took: float


def source(number: int) -> tuple[str, int]:
    """Return the address of a client."""
    return f"127.0.{1 + number // 250}.{1 + number % 250}", 0


class Caller:
    """A client that sends requests one after the other over one connection."""

    def __init__(self, table: Serving, number: int, cookie: str = "") -> None:
        self._table = table
        self._number = number
        self._cookie = cookie
        self._link: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._used = 0.0

    async def ask(self, method: str, path: str, body: object = None) -> Answer:
        """Send a request. ``body`` is sent unchanged if it is bytes, otherwise as JSON."""
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        kind = "" if isinstance(body, bytes) else "content-type: application/json\r\n"
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: {self._table.host}:{self._table.port}\r\n{kind}"
            f"cookie: {self._cookie}\r\ncontent-length: {len(data)}\r\n\r\n"
        )
        begun = time.perf_counter()
        async with asyncio.timeout(PATIENCE):
            if self._link is None or self._link[0].at_eof() or begun - self._used > IDLE:
                self.close()
                self._link = await asyncio.open_connection(
                    self._table.host, self._table.port, local_addr=source(self._number)
                )
            reader, writer = self._link
            writer.write(head.encode() + data)
            first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
            headers = dict(line.split(": ", 1) for line in lines if line)
            text = await reader.readexactly(int(headers.get("content-length", 0)))
        self._used = time.perf_counter()
        if headers.get("connection") == "close":
            self.close()
        return Answer(int(first.split()[1]), text, time.perf_counter() - begun)

    def close(self) -> None:
        """Close the connection."""
        if self._link is not None:
            self._link[1].close()
            self._link = None


class Watcher(asyncio.Protocol):
    """A client of the event stream of a game. It calls ``saw`` with the number and the time of each entry."""

    def __init__(self, table: Serving, path: str, saw: Callable[[int, float], None]) -> None:
        self._ask = f"GET {path}/events HTTP/1.1\r\nhost: {table.host}:{table.port}\r\n\r\n".encode()
        self._saw = saw
        self._rest = b""
        self._transport: asyncio.Transport | None = None
        self.begun: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        """The status of the answer, once it is known."""
        self.cut = False
        """True once the server has closed the connection."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the events."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._ask)

    def data_received(self, data: bytes) -> None:
        """Find the numbers of entries in the data."""
        now = time.perf_counter()
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            if line.startswith(b"id:"):
                self._saw(int(line[3:]), now)
            elif line.startswith(b"HTTP/") and not self.begun.done():
                self.begun.set_result(int(line.split()[1]))

    def connection_lost(self, error: Exception | None) -> None:
        """Record the end of the connection."""
        self.cut = True
        if not self.begun.done():
            self.begun.set_result(0)

    def close(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.abort()


async def watch(table: Serving, path: str, number: int, saw: Callable[[int, float], None]) -> Watcher:
    """Open the event stream of a game."""
    _, watcher = await asyncio.get_running_loop().create_connection(
        lambda: Watcher(table, path, saw), table.host, table.port, local_addr=source(number)
    )
    async with asyncio.timeout(PATIENCE):
        status = await watcher.begun
    assert status == 200, f"{path}/events: {status}"
    return watcher


def within(times: list[float], share: float) -> float:
    """Return the milliseconds within which this share of the requests was done."""
    return 1000 * sorted(times)[math.ceil(share * len(times)) - 1]


def line(name: str, times: list[float], bar: float) -> str:
    """Return a line of the table for times in seconds. ``bar`` is in milliseconds."""
    middle = 1000 * statistics.median(times)
    late = within(times, 0.99)
    return (
        f"{name:44} {len(times):>6} {middle:>9.1f} {within(times, 0.95):>9.1f} {late:>9.1f} "
        f"{bar:>9.1f}{'' if late <= bar else '  missed'}"
    )


def resident(processes: Iterable[int]) -> int:
    """Return the bytes of memory that processes use."""
    return sum(_field(each, "VmRSS") for each in processes) * 1024


def processor(processes: Iterable[int]) -> float:
    """Return the seconds of processor time that processes have used."""
    found = 0
    for each in processes:
        fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        found += int(fields[11]) + int(fields[12])
    return found / os.sysconf("SC_CLK_TCK")


def _field(process: int, name: str) -> int:
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return int(next(each for each in lines if each.startswith(f"{name}:")).split()[1])
