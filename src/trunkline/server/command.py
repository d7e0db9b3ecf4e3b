"""The command ``trunkline table``: starts the server and says where it is."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from litestar import Litestar

from trunkline import saves
from trunkline.kernel.errors import UsageError
from trunkline.saves import cause
from trunkline.server import files
from trunkline.server.app import create
from trunkline.server.guard import LOCAL
from trunkline.server.table import Tables

PORT = 8056
STORE = Path("trunkline-table.sqlite")
HOST = "127.0.0.1"
BACKLOG = 128
SWITCH = 0.001
"""Seconds after which a busy thread lets another one run: the event loop should not wait for long."""


@dataclass(frozen=True)
class Wishes:
    """What the command was given."""

    store: Path = STORE
    host: str = HOST
    port: int = PORT
    open: Path | None = None
    """A game to be taken in."""
    delay: float = 0.0


class Server(uvicorn.Server):
    """Sends the watchers home before it waits for connections to end."""

    def __init__(self, app: Litestar) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                log_level="warning",
                lifespan="on",
                server_header=False,
                timeout_graceful_shutdown=3,
            )
        )
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop."""
        self._app.state.hub.close()
        await super().shutdown(sockets)


def serve(wishes: Wishes, say: Callable[[str], None] = print) -> None:
    """Serve until interrupted. Raises ``UsageError`` where it cannot begin."""
    sys.setswitchinterval(SWITCH)
    with listening(wishes.host, wishes.port) as door:
        app = create(wishes.store, hosts=_hosts(wishes.host), delay=wishes.delay)
        tables: Tables = app.state.tables
        with contextlib.closing(tables.store):
            page = ""
            if wishes.open is not None:
                page = f"g/{tables.bring(files.imported(saves.read(wishes.open), tables.limits.longest)).id}"
            say(f"The table is open at {address(door)}/{page}")
            say(f"Its games are kept in {wishes.store}. Ctrl-C closes it.")
            server = Server(app)
            # The server has closed everything when the interrupt that it was ended by comes through.
            with contextlib.suppress(KeyboardInterrupt):
                asyncio.run(server.serve(sockets=[door]))
        if not server.started:
            raise UsageError(f"The table could not be opened with {wishes.store}.")


@contextlib.contextmanager
def running(store: Path, *, delay: float = 0.0) -> Iterator[str]:
    """A table in this process, on a free port of this machine; its address."""
    app = create(store, delay=delay)
    with listening(HOST, 0) as door:
        server = Server(app)
        thread = threading.Thread(
            target=lambda: asyncio.run(server.serve(sockets=[door])), name="table", daemon=True
        )
        thread.start()
        try:
            yield address(door)
        finally:
            server.should_exit = True
            thread.join(timeout=10)


@contextlib.contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """A socket that listens; port 0 takes a free one. Raises ``UsageError``."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named asyncio sends small answers at once; without it they wait for 40 ms.
    with socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP) as door:
        try:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            door.bind((host, port))
            door.listen(BACKLOG)
        except (OSError, OverflowError) as error:
            why = cause(error) if isinstance(error, OSError) else "there is no such port"
            hint = f" Try --port {port + 1}." if getattr(error, "errno", None) == errno.EADDRINUSE else ""
            raise UsageError(f"The table cannot be opened at {host}, port {port}: {why}.{hint}") from error
        yield door


def address(door: socket.socket) -> str:
    """Where a browser finds it."""
    host, port = door.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _hosts(host: str) -> tuple[str, ...] | None:
    """The names it answers to: where only this machine can come, no others than this machine's."""
    try:
        local = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        local = False
    return (*LOCAL, host) if local else None
