"""Request logging and metrics for every request.

Only the path of an address is logged. Query strings, fragments, headers, cookies and bodies are never logged,
so passwords, tokens and links do not get into the log.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator
from typing import Any, cast

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from trunkline.web.accounts.permissions import Operation
from trunkline.web.games.bots import BotRunner
from trunkline.web.games.dispatcher import Dispatcher
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.subscriptions import Subscriptions
from trunkline.web.http import metrics
from trunkline.web.http.auth import USER_KEY, RequestUser
from trunkline.web.http.csrf import REQUEST
from trunkline.web.http.declared_operations import operation_of

log = logging.getLogger("trunkline.requests")
LOOK = 2.0
"""Seconds between two updates of the gauges."""
ACTS = frozenset({Operation.ACT, Operation.UNDO})


class Telemetry:
    """Middleware around the whole application that records every request."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, and log and count it."""
        if scope["type"] == ScopeType.WEBSOCKET:
            await self._app(scope, receive, send)
            return
        started_at, status, responded_at = time.monotonic(), 500, 0.0

        async def send_and_record(message: Message) -> None:
            nonlocal status, responded_at
            if message["type"] == "http.response.start":
                status, responded_at = message["status"], time.monotonic()
            await send(message)

        try:
            await self._app(scope, receive, send_and_record)
        finally:
            self._record(
                cast("dict[str, Any]", scope), status, (responded_at or time.monotonic()) - started_at
            )

    def _record(self, scope: dict[str, Any], status: int, seconds: float) -> None:
        handler = scope.get("route_handler")
        operation = None if handler is None else operation_of(handler)
        operation_label = "refused" if operation is None else operation.value
        metrics.record_request(operation_label, status, seconds, acknowledged=operation in ACTS)
        if log.isEnabledFor(logging.INFO):
            client = scope.get("client")
            caller = scope["state"].get(USER_KEY)
            person = caller.visitor.person if isinstance(caller, RequestUser) else ""
            details = {
                "request": scope["state"].get(REQUEST, ""),
                "from": client[0] if client else "",
                "method": scope["method"],
                "path": scope["path"],
                "does": operation_label,
                "status": status,
                "ms": round(1000 * seconds, 1),
                **({"person": person} if person else {}),
            }
            log.info("%s %s %s", scope["method"], scope["path"], status, extra={"told": details})


@contextlib.asynccontextmanager
async def update_gauges(
    games: GameCache, dispatcher: Dispatcher, subscriptions: Subscriptions, bots: BotRunner
) -> AsyncIterator[None]:
    """Update the gauges of open streams, queues and thinking bots every few seconds."""

    async def update() -> None:
        while True:
            metrics.STREAMS.set(subscriptions.watchers)
            metrics.GAMES.set(games.loaded_count)
            metrics.THINKING.set(bots.active_count)
            for name, queue in dispatcher.queues.items():
                metrics.WAITING.labels(name).set(queue.size)
            await asyncio.sleep(LOOK)

    updating = asyncio.create_task(update())
    try:
        yield
    finally:
        updating.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await updating
