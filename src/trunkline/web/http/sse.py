"""The response of an event stream, with little memory per client.

The framework's own response takes a task group, which is several kilobytes, and there are many clients.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from litestar.response import Stream
from litestar.response.streaming import ASGIStreamingResponse
from litestar.types import Receive, Send

GONE = "http.disconnect"


class EventStream(Stream):
    """A response with Server-Sent Events."""

    def __init__(self, events: AsyncIterator[bytes]) -> None:
        # Tell proxies not to buffer the stream.
        headers = {"cache-control": "no-cache", "x-accel-buffering": "no"}
        super().__init__(events, media_type="text/event-stream", headers=headers)
        self._events = events

    def to_asgi_response(self, *args: Any, **more: Any) -> ASGIStreamingResponse:
        """Return the ASGI response."""
        return _EventStreamResponse(
            iterator=self._events,
            headers=self.headers,
            encoded_headers=more.get("encoded_headers"),
            cookies=more.get("cookies"),
            media_type=self.media_type,
            status_code=200,
        )


class _EventStreamResponse(ASGIStreamingResponse):
    async def send_body(self, send: Send, receive: Receive) -> None:
        """Send events until the stream ends. If the client disconnects, this task is cancelled."""
        sender = asyncio.current_task()
        assert sender is not None
        watcher = asyncio.create_task(_until_gone(receive, sender))
        try:
            await self._stream(send)
        except asyncio.CancelledError:
            if not watcher.done():
                raise
            sender.uncancel()
        finally:
            watcher.cancel()


async def _until_gone(receive: Receive, sender: asyncio.Task[Any]) -> None:
    while (await receive())["type"] != GONE:
        pass
    sender.cancel()
