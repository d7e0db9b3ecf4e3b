"""Tests of idle connections: the client closes them before the server does."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

import crowd
from trunkline.client import link
from trunkline.web.http.serving import KEEP_ALIVE

ANSWER = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"
NGINX = Path(__file__).resolve().parents[3] / "deploy" / "nginx.conf"


def test_clients_close_idle_connections_before_the_server() -> None:
    (nginx,) = re.findall(r"keepalive_timeout (\d+)s;", NGINX.read_text())
    usual = httpx.Limits().keepalive_expiry
    assert usual is not None
    for seconds in (link.IDLE, crowd.IDLE, float(nginx), usual):
        assert seconds + 4 < KEEP_ALIVE


@pytest.mark.parametrize("idle", [3600.0, -1.0])
def test_an_idle_connection_is_not_used_again(monkeypatch: pytest.MonkeyPatch, idle: float) -> None:
    monkeypatch.setattr(crowd, "IDLE", idle)
    if idle < 0:
        assert asyncio.run(asked_twice()) == [200, 200]
    else:
        # A server may close an idle connection just as the client sends the next request.
        with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
            asyncio.run(asked_twice())


async def asked_twice() -> list[int]:
    """Send two requests to a server that resets the connection at the second one. Return the statuses."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(ANSWER)
        await reader.read(1)
        writer.transport.abort()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    table: Any = SimpleNamespace(host=host, port=port)
    caller = crowd.Caller(table, 0)
    async with server:
        try:
            answers = [await caller.ask("GET", "/") for _ in range(2)]
        finally:
            caller.close()
            # Let both sides finish closing.
            await asyncio.sleep(0.05)
    return [each.status for each in answers]
