"""ASGI middleware for responses: compression, and HEAD requests."""

from __future__ import annotations

import re
import zlib
from functools import lru_cache

from anyio import to_thread
from litestar.enums import ScopeType
from litestar.types import (
    ASGIApp,
    HTTPResponseBodyEvent,
    HTTPResponseStartEvent,
    Message,
    Receive,
    ReceiveMessage,
    Scope,
    Send,
)

TEXTS = re.compile(rb"text/|[a-z]+/([a-z.]+\+)?(json|xml)", re.IGNORECASE)
"""The content types that are compressed."""
STREAM = b"text/event-stream"
SMALL = 600
"""The size in bytes below which a response is not compressed. With its header, it fits into one packet
anyway."""
QUICK = 20_000
"""The maximum size in bytes that is compressed in the event loop. This takes half a millisecond."""
LEVEL, BEST = 5, 9
"""Compression levels: the default one, and one for responses that are compressed once and cached."""
KEPT = 16
GZIP = 16 + zlib.MAX_WBITS


class CompressionMiddleware:
    """Middleware that compresses text with gzip for clients that accept it, except event streams.

    Litestar's own compression runs in the event loop, where a long log would delay all other requests. It
    also compresses streams, and files that are already compressed.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        accepted = accepts_gzip(scope)
        start: HTTPResponseStartEvent | None = None

        async def send_compressed(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and _is_text(message):
                start = message
                return
            if message["type"] == "http.response.body" and start is not None:
                response_start, start = start, None
                await _compress(response_start, message, accepted=accepted)
                await send(response_start)
            await send(message)

        await self._app(scope, receive, send_compressed)


class HeadMiddleware:
    """Middleware that answers HEAD like GET, without the body."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != ScopeType.HTTP or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return
        has_started = False

        async def send_head(message: Message) -> None:
            nonlocal has_started
            if message["type"] == "http.response.start":
                has_started = True
                await send(message)
                await send({"type": "http.response.body", "body": b"", "more_body": False})

        async def receive_head() -> ReceiveMessage:
            # End an event stream as soon as its headers are sent.
            return {"type": "http.disconnect"} if has_started else await receive()

        scope["method"] = "GET"
        try:
            await self._app(scope, receive_head, send_head)
        finally:
            scope["method"] = "HEAD"


def accepts_gzip(scope: Scope) -> bool:
    """Return whether the client accepts gzip."""
    encodings = b",".join(value for name, value in scope["headers"] if name == b"accept-encoding")
    for each in encodings.decode("latin-1").lower().split(","):
        name, _, weight = each.partition(";")
        if name.strip() in ("gzip", "*"):
            return weight.replace(" ", "").rstrip("0.") != "q="
    return False


def _is_text(start: HTTPResponseStartEvent) -> bool:
    headers = {name.lower(): value for name, value in start["headers"]}
    kind = headers.get(b"content-type", b"")
    return (
        b"content-encoding" not in headers
        and TEXTS.match(kind) is not None
        and not kind.startswith(STREAM)
        and start["status"] not in (204, 304)
    )


async def _compress(start: HTTPResponseStartEvent, body: HTTPResponseBodyEvent, *, accepted: bool) -> None:
    """Compress a response of one part in place, and update its headers."""
    headers = [
        pair for pair in start["headers"] if pair[0].lower() not in (b"content-length", b"etag", b"vary")
    ]
    old_headers = {name.lower(): value for name, value in start["headers"]}
    data = body["body"]
    whole = not body.get("more_body")
    if whole and accepted and len(data) >= SMALL:
        if b"immutable" in old_headers.get(b"cache-control", b""):
            data = await to_thread.run_sync(_gzip_once, data)
        elif len(data) > QUICK:
            data = await to_thread.run_sync(gzip_data, data)
        else:
            data = gzip_data(data)
        body["body"] = data
        headers.append((b"content-encoding", b"gzip"))
        # Use a weak tag: the compressed and plain bodies differ.
        if tag := old_headers.get(b"etag"):
            old_headers[b"etag"] = tag if tag.startswith(b"W/") else b"W/" + tag
    if whole:
        headers.append((b"content-length", b"%d" % len(data)))
    if b"etag" in old_headers:
        headers.append((b"etag", old_headers[b"etag"]))
    vary = old_headers.get(b"vary", b"")
    if b"accept-encoding" not in vary.lower():
        vary = b", ".join(filter(None, (vary, b"accept-encoding")))
    start["headers"] = [*headers, (b"vary", vary)]


def gzip_data(data: bytes, level: int = LEVEL) -> bytes:
    """Return data compressed with gzip."""
    worker = zlib.compressobj(level, wbits=GZIP)
    return worker.compress(data) + worker.flush()


@lru_cache(maxsize=KEPT)
def _gzip_once(data: bytes) -> bytes:
    return gzip_data(data, BEST)
