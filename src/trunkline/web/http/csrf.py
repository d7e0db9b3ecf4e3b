"""Refusal of cross-site requests and unknown hosts, and the security headers of every response."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from urllib.parse import urlsplit

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from trunkline.web.http.link_page import STYLE_SOURCE
from trunkline.web.schemas.answers import Failure

POLICY = (
    f"default-src 'self'; style-src 'self' {STYLE_SOURCE}; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""The content security policy: scripts, styles and fonts only from this server.

None are inline, except for the style of the pages behind links in emails.
"""
ASSETS = "/assets/"
"""The path of scripts, styles and fonts. A policy has no effect on them, only on documents."""
CONTENT_POLICY = (b"content-security-policy", POLICY.encode())
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
REQUEST = "request"
"""The key of the request's id in its state."""
USUAL_PORTS = {"http": 80, "https": 443}
API = "/api/"
SAFE = ("GET", "HEAD", "OPTIONS")
HEAD = 16 * 1024
"""The maximum size in bytes of the request line and headers."""
LOCAL = ("localhost", "127.0.0.1", "::1")


class OriginGuard:
    """Middleware that refuses cross-site requests and adds security headers.

    A web page elsewhere can make a browser send requests to this server. A request that changes something
    must have the ``Origin`` of this server. If the server accepts only local connections, the host must be a
    local name, which stops DNS rebinding. Behind a proxy, the server needs its public origin. Each request
    gets an id, which is in the response and in the log.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str] | None, origin: str = "", cookie: str = "") -> None:
        """Set up the middleware.

        ``cookie`` is the name of the session cookie. A request with it must have an ``Origin``.
        """
        self._app = app
        self._hosts = None if hosts is None else frozenset(hosts)
        self._origin = origin
        self._cookie = cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward a request, or refuse it."""
        if scope["type"] == ScopeType.WEBSOCKET:
            await self._app(scope, receive, send)
            return

        number = secrets.token_hex(4)
        scope.setdefault("state", {})[REQUEST] = number

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                more = [*HEADERS]
                if not scope["path"].startswith(ASSETS):
                    more += [CONTENT_POLICY, (b"x-request-id", number.encode())]
                if self._cookie and scope["path"].startswith(API):
                    more.append((b"cache-control", _private_cache(message.get("headers", []))))
                names = {name for name, _ in more}
                headers = [pair for pair in message.get("headers", []) if pair[0].lower() not in names]
                message["headers"] = [*headers, *more]
            await send(message)

        status, why = 400, f"The head of the request is larger than {HEAD // 1024} KiB."
        if _head_size(scope) <= HEAD:
            status, why = 403, self._refusal(scope)
        if why:
            body = msgspec.json.encode(Failure(why))
            start = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
            await send_with_headers({"type": "http.response.start", "status": status, "headers": start})
            await send_with_headers({"type": "http.response.body", "body": body, "more_body": False})
            return
        await self._app(scope, receive, send_with_headers)

    def _refusal(self, scope: HTTPScope) -> str:
        method = scope["method"]
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        if self._hosts is not None and _name(host).lower() not in self._hosts:
            return "This table does not answer to that name: use localhost, or start it with --allow-host."
        origin = headers.get(b"origin")
        if self._cookie and headers.get(b"authorization"):
            # No page can add a token to a cross-site request, and browsers do not add tokens themselves.
            return ""
        if method not in SAFE and self._by_cookie(headers):
            own = origin == self._origin if self._origin else origin and _netloc(origin) == host.lower()
            return "" if own else "Another page may not act at this table."
        if method in SAFE or origin is None or (self._origin and origin.lower() == self._origin):
            return ""
        return "" if _netloc(origin) == host.lower() else "Another page may not act at this table."

    def _by_cookie(self, headers: dict[bytes, str]) -> bool:
        """Return whether the request has the session cookie."""
        pairs = headers.get(b"cookie", "").split(";") if self._cookie else ()
        return any(pair.partition("=")[0].strip() == self._cookie for pair in pairs)


def _head_size(scope: HTTPScope) -> int:
    """Return the size in bytes of the request line and headers, as sent."""
    target = len(scope["raw_path"]) + len(scope["query_string"]) + bool(scope["query_string"])
    line = len(f"{scope['method']}  HTTP/1.1\r\n") + target
    return line + sum(len(name) + len(value) + 4 for name, value in scope["headers"]) + 2


def _private_cache(headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    """Return a cache header that allows only the browser to cache the response.

    Without it, some proxies cache every address that ends in ``.csv`` or ``.svg`` for all users.
    """
    cache_control = next((value for name, value in headers if name.lower() == b"cache-control"), b"no-cache")
    return (
        cache_control
        if b"no-store" in cache_control
        else b"private, " + cache_control.removeprefix(b"public, ")
    )


def origin_of(url: str) -> str:
    """Return the origin that browsers send for a page at this URL. Empty if the URL is not valid."""
    try:
        found = urlsplit(url.lower())
        port = found.port
    except ValueError:
        return ""
    if found.scheme not in USUAL_PORTS or not found.hostname or found.username is not None:
        return ""
    host = f"[{found.hostname}]" if ":" in found.hostname else found.hostname
    return f"{found.scheme}://{host}" + ("" if port in (None, USUAL_PORTS[found.scheme]) else f":{port}")


def _netloc(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _name(host: str) -> str:
    """Return the name or address in a ``Host`` header, without the port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() and ":" in host else host
