"""Refusal of requests from other pages and hosts, and the security headers of every answer."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from urllib.parse import urlsplit

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from trunkline.facts.answers import Failure

POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
"""No script, style or font but those this server hands out; nothing inline."""
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
REQUEST = "request"
"""Where a request keeps its number."""
USUAL_PORTS = {"http": 80, "https": 443}
API = "/api/"
SAFE = ("GET", "HEAD", "OPTIONS")
HEAD = 16 * 1024
"""Bytes of a request's line and headers."""
LOCAL = ("localhost", "127.0.0.1", "::1")


class Guard:
    """Refuses what other web pages might send through a player's browser, and adds the headers.

    A page elsewhere can make a browser send requests here. Those that would change something name their
    ``Origin``, which must be this server; and where only this machine is served the name that was asked for
    must be one of this machine's, whatever a name server said. Behind a proxy this server is known by another
    origin, which it has to be told. Each request has a number, which goes with its answer and into the log.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str] | None, origin: str = "", cookie: str = "") -> None:
        """``cookie`` is what a browser is known by: what comes with it must say which page sent it."""
        self._app = app
        self._hosts = None if hosts is None else frozenset(hosts)
        self._origin = origin
        self._cookie = cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] == ScopeType.WEBSOCKET:
            await self._app(scope, receive, send)
            return

        number = secrets.token_hex(4)
        scope.setdefault("state", {})[REQUEST] = number

        async def send_strictly(message: Message) -> None:
            if message["type"] == "http.response.start":
                more = [*HEADERS, (b"x-request-id", number.encode())]
                if self._cookie and scope["path"].startswith(API):
                    more.append((b"cache-control", _own(message.get("headers", []))))
                names = {name for name, _ in more}
                kept = [pair for pair in message.get("headers", []) if pair[0].lower() not in names]
                message["headers"] = [*kept, *more]
            await send(message)

        status, why = 400, f"The head of the request is larger than {HEAD // 1024} KiB."
        if _head_size(scope) <= HEAD:
            status, why = 403, self._refusal(scope)
        if why:
            body = msgspec.json.encode(Failure(why))
            start = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
            await send_strictly({"type": "http.response.start", "status": status, "headers": start})
            await send_strictly({"type": "http.response.body", "body": body, "more_body": False})
            return
        await self._app(scope, receive, send_strictly)

    def _refusal(self, scope: HTTPScope) -> str:
        method = scope["method"]
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        if self._hosts is not None and _name(host).lower() not in self._hosts:
            return "This table does not answer to that name: use localhost, or start it with --allow-host."
        origin = headers.get(b"origin")
        if self._cookie and headers.get(b"authorization"):
            # No page can add a token to another's request; what browsers add there by themselves is none.
            return ""
        if method not in SAFE and self._by_cookie(headers):
            own = origin == self._origin if self._origin else origin and _netloc(origin) == host.lower()
            return "" if own else "Another page may not act at this table."
        if method in SAFE or origin is None or (self._origin and origin.lower() == self._origin):
            return ""
        return "" if _netloc(origin) == host.lower() else "Another page may not act at this table."

    def _by_cookie(self, headers: dict[bytes, str]) -> bool:
        """Whether it is the browser that says who asks."""
        pairs = headers.get(b"cookie", "").split(";") if self._cookie else ()
        return any(pair.partition("=")[0].strip() == self._cookie for pair in pairs)


def _head_size(scope: HTTPScope) -> int:
    """Return the bytes of a request's line and headers as they were sent."""
    target = len(scope["raw_path"]) + len(scope["query_string"]) + bool(scope["query_string"])
    line = len(f"{scope['method']}  HTTP/1.1\r\n") + target
    return line + sum(len(name) + len(value) + 4 for name, value in scope["headers"]) + 2


def _own(headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    """How an answer may be kept, by the browser that asked and by nobody between: some keep whatever ends in
    ``.csv`` or ``.svg`` for all who come after, unless they are told."""
    said = next((value for name, value in headers if name.lower() == b"cache-control"), b"no-cache")
    return said if b"no-store" in said else b"private, " + said.removeprefix(b"public, ")


def origin_of(url: str) -> str:
    """The origin that browsers name for a page of this address; empty where it is none."""
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
    """The name or address in a host header, without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() and ":" in host else host
