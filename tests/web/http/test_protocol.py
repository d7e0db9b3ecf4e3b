"""Tests of incomplete and invalid requests."""

from __future__ import annotations

import http.client
import json
import logging
import socket
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from trunkline import actions
from trunkline.web.http import logs, serving
from trunkline.web.http.timeouts import TimeoutProtocol
from web.http.process import ask

PATIENCE = 60
"""Seconds within which an immediate effect must happen."""


@pytest.fixture
def link(store: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """A connection to a server with a short timeout."""
    monkeypatch.setattr(TimeoutProtocol, "patience", 0.2)
    with serving.running(store) as address:
        where = urlsplit(address)
        assert where.hostname is not None
        assert where.port is not None
        with socket.create_connection((where.hostname, where.port), timeout=PATIENCE) as found:
            yield found


def answer(link: socket.socket) -> bytes:
    """Return all data until the other side closes the connection."""
    parts = []
    while part := link.recv(65536):
        parts.append(part)
    return b"".join(parts)


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GET /api/titles HTTP/1.1\r\nHost: localh",
        b"GET /api/titles HTTP/1.1\r\nHost: localhost\r\n\r\nGET /api/ti",
    ],
)
def test_half_a_request_is_not_waited_for(link: socket.socket, half: bytes) -> None:
    link.sendall(half)
    assert answer(link).count(b"HTTP/1.1 200") == half.count(b"\r\n\r\n")


def test_half_a_body_is_not_waited_for(link: socket.socket) -> None:
    link.sendall(b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
    assert b" 201 " not in answer(link)


def test_who_has_asked_may_wait_for_as_long_as_he_likes(link: socket.socket) -> None:
    host, port = link.getpeername()
    with closing(http.client.HTTPConnection(host, port, timeout=PATIENCE)) as other:
        body = {"title": "1856", "seats": [{"name": name} for name in ("Ann", "Bob", "Cy")]}
        path = f"/api/games/{ask(other, 'POST', '/api/games', body)[1]['id']}"
    # The server measures the timeout of this connection only now.
    with socket.create_connection((host, port), timeout=PATIENCE) as link:
        link.sendall(f"GET {path}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert link.recv(65536).startswith(b"HTTP/1.1 200 ")
        time.sleep(3 * TimeoutProtocol.patience)
        act = {"version": 0, "action": actions.encode(actions.Pass("Ann"))}
        with closing(http.client.HTTPConnection(host, port, timeout=PATIENCE)) as third:
            assert ask(third, "POST", f"{path}/actions", act)[0] == 200
        heard = b""
        while b"Ann passes" not in heard:
            heard += link.recv(65536)


def test_what_is_no_http_is_told_so_in_the_shape_of_every_error(link: socket.socket) -> None:
    link.sendall(b"Dear Ann,\r\n\r\n")
    head, _, body = answer(link).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert json.loads(body) == {
        "error": "Invalid HTTP request received.",
        "rule": None,
        "version": None,
        "missed": None,
    }


def test_the_log_of_requests_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "ACCESS_BYTES", 1000)
    with logs.configure_logging(tmp_path / "access.log"):
        for number in range(200):
            logging.getLogger(logs.REQUESTS).info("request %d", number)
    sizes = [path.stat().st_size for path in tmp_path.iterdir()]
    assert len(sizes) == 1 + logs.ACCESS_FILES
    assert max(sizes) <= 1000
