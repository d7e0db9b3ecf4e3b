"""A server with accounts for programs, over HTTP on a free local port."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from trunkline.web.accounts.rate_limits import Rate
from trunkline.web.games.repository import GameRepository
from trunkline.web.http.app import create
from trunkline.web.http.auth import AccountAuth, PeopleSettings
from trunkline.web.http.serving import Server, address, open_listener
from trunkline.web.notices.service import NoticeService
from web.http.house import FAST, MANY, PASSWORD


class OpenHouse:
    """The address of a server and the tokens of its accounts."""

    def __init__(self, url: str, porter: AccountAuth, store: GameRepository, notices: NoticeService) -> None:
        self.url = url
        self.store = store
        self.tokens: dict[str, str] = {}
        """API tokens by name of the account."""
        self.porter = porter
        self.notices = notices

    def token(self, name: str, *, operator: bool = False) -> str:
        """Create an account and return its API token."""
        person = self.porter.accounts.sign_up(name, PASSWORD)
        self.porter.accounts.set_operator(person.id, operator)
        self.tokens[name] = self.porter.credentials.new_token(person.id, "a program")[1]
        return self.tokens[name]


@contextlib.contextmanager
def open_house(store: Path, rates: dict[Rate, str] | None = None, **more: Any) -> Iterator[OpenHouse]:
    """Run a server and stop it at the end of the block."""
    accounts = PeopleSettings(hasher=FAST, rates={**MANY, **(rates or {})})
    app = create(store, accounts=accounts, **more)
    with open_listener("127.0.0.1", 0) as door:
        server = Server(app)
        thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[door])), daemon=True)
        thread.start()
        try:
            backend = app.state.backend
            yield OpenHouse(address(door), backend.auth, backend.store, backend.notices)
        finally:
            server.should_exit = True
            thread.join(timeout=30)


class Proxy:
    """A proxy between a client and a server that can cut the connection.

    ``cut`` receives the first line of each request. If it returns None, the request passes. If it returns
    ``asked``, the proxy cuts the connection after half of the request. If it returns ``told``, the proxy cuts
    the connection after the server has answered, before any of the answer reaches the client.
    """

    def __init__(self, port: int, cut: Callable[[str], str | None]) -> None:
        self._to = port
        self._cut = cut
        self._door = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        threading.Thread(target=self._listen, daemon=True).start()

    def close(self) -> None:
        """Close the listening socket and all connections."""
        self._door.close()
        self.cut_all()

    def cut_all(self) -> None:
        """Cut all open connections."""
        for line in self._open[:]:
            _hang_up(line)
        self._open.clear()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._door.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        table = socket.create_connection(("127.0.0.1", self._to))
        self._open += [client, table]
        silent = threading.Event()
        threading.Thread(target=_pump, args=(table, client, silent), daemon=True).start()
        with contextlib.suppress(OSError):
            while request := _request(client):
                how = self._cut(request.partition(b"\r\n")[0].decode())
                if how == "told":
                    silent.set()
                table.sendall(request[: len(request) // 2] if how == "asked" else request)
                if how == "asked":
                    break
        if not silent.is_set():
            _hang_up(client)
            _hang_up(table)


def _request(client: socket.socket) -> bytes:
    """Read one whole request. Return empty bytes if the client has disconnected."""
    data = b""
    while b"\r\n\r\n" not in data:
        part = client.recv(65536)
        if not part:
            return b""
        data += part
    head, _, body = data.partition(b"\r\n\r\n")
    lines = (line.partition(b":") for line in head.lower().split(b"\r\n"))
    length = next((int(value) for name, _, value in lines if name == b"content-length"), 0)
    while len(body) < length:
        part = client.recv(65536)
        if not part:
            return b""
        body += part
    return head + b"\r\n\r\n" + body


def _pump(table: socket.socket, client: socket.socket, silent: threading.Event) -> None:
    """Forward the answers of the server to the client until ``silent`` is set."""
    with contextlib.suppress(OSError):
        while (part := table.recv(65536)) and not silent.is_set():
            client.sendall(part)
    _hang_up(client)
    _hang_up(table)


def _hang_up(line: socket.socket) -> None:
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
    line.close()
