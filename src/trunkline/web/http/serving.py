"""The command ``trunkline table``: starts the server and prints its address."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from litestar import Litestar

from trunkline.game import saves
from trunkline.game.saves import os_error_text
from trunkline.util.errors import UsageError
from trunkline.web.accounts.mail import smtp_of
from trunkline.web.accounts.rate_limits import rates_by
from trunkline.web.accounts.server_invitations import SignUpPolicy
from trunkline.web.games import files
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.limits import USUAL, Limits
from trunkline.web.http import metrics
from trunkline.web.http.app import create
from trunkline.web.http.auth import PeopleSettings
from trunkline.web.http.csrf import LOCAL, origin_of
from trunkline.web.http.logs import configure_logging
from trunkline.web.http.reach import is_local, listening
from trunkline.web.http.settings import HOST, TableSettings
from trunkline.web.http.timeouts import TimeoutProtocol
from trunkline.web.notices.addresses import AllowList
from trunkline.web.storage.urls import Place, name

LOST = 15_000
"""Milliseconds without acknowledgement after which TCP drops a connection."""
KEEP_ALIVE = 15
"""Seconds that an idle connection stays open.

The value exceeds the idle timeout of clients (5 seconds for httpx, 4 for the nginx example). So no client
sends a request while the server closes the connection.
"""
BACKLOG = 128
SWITCH = 0.001
"""The thread switch interval in seconds. It is short, so that the event loop does not wait for busy
threads."""


def server_config(app: Litestar, **settings: Any) -> uvicorn.Config:
    """Return the settings that all servers share, and some others: HTTP with timeouts, and no own logs."""
    return uvicorn.Config(
        app,
        http=TimeoutProtocol,
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        **settings,
    )


class Server(uvicorn.Server):
    """A server without long pauses, which closes event streams before it waits for connections to end."""

    def __init__(self, app: Litestar, *, proxies: Sequence[str] = ()) -> None:
        """Set up the server. ``proxies`` are the addresses that may set the client address of a request."""
        super().__init__(
            server_config(
                app,
                lifespan="on",
                proxy_headers=bool(proxies),
                forwarded_allow_ips=list(proxies),
                timeout_graceful_shutdown=3,
                timeout_keep_alive=KEEP_ALIVE,
            )
        )
        self._app = app

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start up, and exempt everything that exists by then from garbage collection.

        Modules and routes live as long as the process. Each full collection would visit them all, which
        stops every request for 60 to 90 milliseconds.
        """
        await super().startup(sockets)
        gc.collect()
        gc.freeze()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the event streams, then shut down."""
        self._app.state.backend.subscriptions.close()
        await super().shutdown(sockets)


def serve(settings: TableSettings, say: Callable[[str], None] = print) -> None:
    """Run the server until it is interrupted. Raises ``UsageError`` if it cannot start."""
    sys.setswitchinterval(SWITCH)
    origin, hosts = public_origin(settings), accepted_hosts(settings)
    with (
        open_listener(settings.host, settings.port) as listener,
        configure_logging(settings.access, settings.log),
        metrics.serve_metrics(settings.metrics),
    ):
        app = create(
            settings.store,
            hosts=hosts,
            origin=origin,
            delay=settings.delay,
            auto_pause=settings.auto_pause,
            accounts=people_settings(settings),
            programs=settings.players,
            limits=limits_of(settings),
            lessons=settings.lessons,
        )
        app.state.backend.reach = listening(listener, hosts, origin)
        games: GameCache = app.state.backend.games
        with contextlib.closing(games.store):
            page = ""
            if settings.open is not None:
                imported = files.import_game(saves.read(settings.open), games.limits.max_entries)
                page = f"g/{games.import_game(imported).id}"
                if imported.note:
                    print(imported.note, file=sys.stderr)
            print_address(settings, listener, page, say)
            server = Server(app, proxies=settings.proxies if origin else ())
            # The interrupt is raised again here, after the server has closed everything.
            with contextlib.suppress(KeyboardInterrupt):
                asyncio.run(server.serve(sockets=[listener]))
        if not server.started:
            raise UsageError(f"The table could not be opened with {name(settings.store)}.")


def limits_of(settings: TableSettings) -> Limits:
    """Return the limits of the table from the settings."""
    return replace(
        USUAL,
        review=settings.review,
        sandboxes=settings.sandboxes,
        unfinished=settings.unfinished,
        unstarted=settings.unstarted,
    )


def public_origin(settings: TableSettings) -> str:
    """Return the public origin for browsers, if the settings have one. Raises ``UsageError``."""
    origin = origin_of(settings.public)
    if settings.public and not origin:
        raise UsageError(f"{settings.public} is no address such as https://games.example.org.")
    return origin


def people_settings(settings: TableSettings) -> PeopleSettings | None:
    """Return the settings of accounts, or None without accounts. Raises ``UsageError``."""
    if not settings.accounts:
        return None
    smtp = smtp_of(settings.mail, settings.sender) if settings.mail else None
    AllowList(settings.notices.allow)
    return PeopleSettings(
        public_origin(settings),
        smtp,
        rates_by(settings.rates),
        notices=settings.notices,
        sign_up=SignUpPolicy(settings.sign_up),
    )


def print_address(
    settings: TableSettings, listener: socket.socket, page: str, say: Callable[[str], None]
) -> None:
    """Print the address of the server and a warning if anyone can act."""
    origin = public_origin(settings)
    say(f"The table is open at {address(listener)}/{page}")
    say(f"Its games are kept in {name(settings.store)}. Ctrl-C closes it.")
    if origin:
        say(f"Others find it at {origin}/{page}")
    if not settings.accounts and (origin or not is_local(settings.host)):
        say("Warning: no accounts or passwords. Anyone who can reach this server can do everything.")


@contextlib.contextmanager
def running(store: Place, *, delay: float = 0.0) -> Iterator[str]:
    """Run a server in this process on a free local port, and yield its address."""
    app = create(store, delay=delay)
    with open_listener(HOST, 0) as listener:
        server = Server(app)
        thread = threading.Thread(
            target=lambda: asyncio.run(server.serve(sockets=[listener])), name="table", daemon=True
        )
        thread.start()
        try:
            yield address(listener)
        finally:
            server.should_exit = True
            thread.join(timeout=10)


@contextlib.contextmanager
def open_listener(host: str, port: int) -> Iterator[socket.socket]:
    """Open a listening socket. Port 0 selects a free port. Raises ``UsageError``."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Name the protocol, or asyncio leaves Nagle's algorithm on and delays small responses by 40 ms.
    with socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listener:
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                # Detect clients that lost the network, by unacknowledged data. Accepted connections inherit
                # this.
                listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, LOST)
            listener.bind((host, port))
            listener.listen(BACKLOG)
        except (OSError, OverflowError) as error:
            why = os_error_text(error) if isinstance(error, OSError) else "there is no such port"
            hint = f" Try --port {port + 1}." if getattr(error, "errno", None) == errno.EADDRINUSE else ""
            raise UsageError(f"The table cannot be opened at {host}, port {port}: {why}.{hint}") from error
        yield listener


def address(listener: socket.socket) -> str:
    """Return the address to open in a browser."""
    host, port = listener.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def accepted_hosts(settings: TableSettings) -> tuple[str, ...] | None:
    """Return the host names that the server accepts, or None for any.

    The names are restricted if only this machine can connect or if names were configured.
    """
    public = urlsplit(settings.public).hostname or ""
    if not is_local(settings.host) and not settings.names:
        return None
    return tuple(name.lower() for name in (*LOCAL, settings.host, *settings.names, public) if name)
