"""The command ``trunkline table``: starts the server and says where it is."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from urllib.parse import urlsplit

import uvicorn
from litestar import Litestar

from trunkline import saves
from trunkline.errors import UsageError
from trunkline.people.mail import smtp_of
from trunkline.people.rates import rates_by
from trunkline.saves import cause
from trunkline.server import metrics
from trunkline.server.app import create
from trunkline.server.doors import PeopleSettings
from trunkline.server.guard import LOCAL, origin_of
from trunkline.server.logs import written_down
from trunkline.server.protocol import Punctual
from trunkline.server.settings import HOST, TableSettings
from trunkline.stores.places import Place, name, whereabouts
from trunkline.tables import files
from trunkline.tables.games import GameTables
from trunkline.tables.limits import USUAL, Limits

LOST = 15_000
"""Milliseconds after which a connection is given up on which nothing is acknowledged."""
KEEP_ALIVE = 15
"""Seconds that a connection stays open between two requests. It is longer than clients keep idle connections
(httpx and nginx's example 5 and 4 seconds), so that none sends a request while the server closes."""
BACKLOG = 128
SWITCH = 0.001
"""Seconds after which a busy thread lets another one run: the event loop should not wait for long."""


class Server(uvicorn.Server):
    """Sends the watchers home before it waits for connections to end."""

    def __init__(self, app: Litestar, *, proxies: Sequence[str] = ()) -> None:
        """``proxies`` are the addresses whose word is taken for where a request comes from."""
        super().__init__(
            uvicorn.Config(
                app,
                http=Punctual,
                ws="none",
                log_config=None,
                access_log=False,
                lifespan="on",
                server_header=False,
                proxy_headers=bool(proxies),
                forwarded_allow_ips=list(proxies),
                timeout_graceful_shutdown=3,
                timeout_keep_alive=KEEP_ALIVE,
            )
        )
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop."""
        self._app.state.hub.close()
        await super().shutdown(sockets)


def serve(settings: TableSettings, say: Callable[[str], None] = print) -> None:
    """Serve until interrupted. Raises ``UsageError`` where it cannot begin."""
    sys.setswitchinterval(SWITCH)
    origin = public_origin(settings)
    with (
        listening(settings.host, settings.port) as door,
        written_down(settings.access, settings.log),
        metrics.handed_out(settings.metrics),
    ):
        app = create(
            settings.store,
            hosts=hosts(settings),
            origin=origin,
            delay=settings.delay,
            accounts=people_of(settings),
            programs=settings.players,
            limits=limits_of(settings),
        )
        tables: GameTables = app.state.tables
        with contextlib.closing(tables.store):
            page = ""
            if settings.open is not None:
                begun = files.imported(saves.read(settings.open), tables.limits.longest)
                page = f"g/{tables.bring(begun).id}"
                if begun.note:
                    print(begun.note, file=sys.stderr)
            welcome(settings, door, page, say)
            server = Server(app, proxies=settings.proxies if origin else ())
            # The server has closed everything when the interrupt that it was ended by comes through.
            with contextlib.suppress(KeyboardInterrupt):
                asyncio.run(server.serve(sockets=[door]))
        if not server.started:
            raise UsageError(f"The table could not be opened with {name(settings.store)}.")


def limits_of(settings: TableSettings) -> Limits:
    """The table's bounds as they were set."""
    return replace(
        USUAL, review=settings.review, sandboxes=settings.sandboxes, unfinished=settings.unfinished
    )


def public_origin(settings: TableSettings) -> str:
    """What browsers call the address that people open, if it is another. Raises ``UsageError``."""
    origin = origin_of(settings.public)
    if settings.public and not origin:
        raise UsageError(f"{settings.public} is no address such as https://games.example.org.")
    return origin


def people_of(settings: TableSettings) -> PeopleSettings | None:
    """The people of a table with accounts. Raises ``UsageError``."""
    if not settings.accounts:
        return None
    smtp = smtp_of(settings.mail, settings.sender) if settings.mail else None
    return PeopleSettings(
        whereabouts(settings.store), public_origin(settings), smtp, rates_by(settings.rates)
    )


def welcome(settings: TableSettings, door: socket.socket, page: str, say: Callable[[str], None]) -> None:
    """Say where the table is, and who may do what at it."""
    origin = public_origin(settings)
    say(f"The table is open at {address(door)}/{page}")
    say(f"Its games are kept in {name(settings.store)}. Ctrl-C closes it.")
    if origin:
        say(f"Others find it at {origin}/{page}")
    if not settings.accounts and (origin or not _local(settings.host)):
        say("Whoever can reach it may do everything at it: there are no accounts and no passwords.")


@contextlib.contextmanager
def running(store: Place, *, delay: float = 0.0) -> Iterator[str]:
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
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                # Whoever has lost the network is noticed by what cannot be sent: a connection inherits it.
                door.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, LOST)
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


def hosts(settings: TableSettings) -> tuple[str, ...] | None:
    """The names it answers to: where only this machine can come, or names were given, no others."""
    public = urlsplit(settings.public).hostname or ""
    if not _local(settings.host) and not settings.names:
        return None
    return tuple(name.lower() for name in (*LOCAL, settings.host, *settings.names, public) if name)


def _local(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
