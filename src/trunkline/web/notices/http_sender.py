"""HTTP requests to addresses that people have entered.

The sender looks up the host once, checks every address, and connects to the checked address. So a name that
resolves differently a moment later cannot lead into the server's own network. TLS and ``Host`` use the name.
Redirects are errors. Time and size are limited.
"""

from __future__ import annotations

import contextlib
import re
import ssl
import time
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

import certifi
import httpcore
import httpx

from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.notices.addresses import NOT_PUBLIC, AddressRefused, AllowList, Resolver, resolve

SECONDS = 10.0
"""The maximum duration of a request in seconds, from the lookup to the end of the answer."""
ANSWER = 4096
"""The number of bytes of an answer that are read."""
AGENT = "Trunkline"
HOST = re.compile(r"[\w.:-]+")
"""The characters of a host name or an IP address."""
HTTP_PORTS = {"http": 80, "https": 443}
NO_ADDRESS = gettext_noop("{address} is no address such as https://example.org/hook.")
SocketOptions = Iterable[Any] | None


class HttpAnswer(NamedTuple):
    """The answer of a receiver."""

    status: int
    reason: str
    text: str
    retry_after: int | None
    """The seconds after which the receiver accepts the request again, if it says so."""


class NoAnswer(Exception):
    """A request that got no answer. The message is a phrase for the person."""


class HttpSender:
    """A sender of POST requests to public addresses.

    Args:
        allow: The additional hosts and networks that may be reached.
        resolver: The function that looks up hosts.
        trust: The TLS settings. None trusts the usual certificate authorities.
        seconds: The maximum duration of a request.
    """

    def __init__(
        self,
        allow: AllowList | None = None,
        resolver: Resolver = resolve,
        trust: ssl.SSLContext | None = None,
        seconds: float = SECONDS,
    ) -> None:
        self.allow = allow or AllowList()
        self._resolver = resolver
        self._given_trust = trust
        self._seconds = seconds

    @cached_property
    def _trust(self) -> ssl.SSLContext:
        # It reads all certificates, so it is made for the first message and not at the start of a server.
        return self._given_trust or ssl.create_default_context(cafile=certifi.where())

    def check(self, url: str) -> None:
        """Check that a URL can be used as an address. Raises ``AddressRefused``."""
        found = self._parsed(url)
        with _as_refusal(found.host):
            self.allow.usable(found.host, self._resolver(found.host, found.port or HTTP_PORTS[found.scheme]))

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> HttpAnswer:
        """Send a request and return the answer. Raises ``AddressRefused`` and ``NoAnswer``."""
        found = self._parsed(url)
        backend = PinnedBackend(self.allow, self._resolver, time.monotonic() + self._seconds)
        usual = {
            "host": found.netloc.decode("ascii"),
            "user-agent": AGENT,
            "content-length": str(len(body)),
            "connection": "close",
        }
        sent = [(name.encode(), value.encode()) for name, value in (usual | dict(headers)).items()]
        limits = dict.fromkeys(("connect", "read", "write", "pool"), self._seconds)
        address = httpcore.URL(
            scheme=found.raw_scheme, host=found.raw_host, port=found.port, target=found.raw_path
        )
        try:
            with (
                httpcore.ConnectionPool(ssl_context=self._trust, network_backend=backend) as pool,
                pool.stream(
                    "POST", address, headers=sent, content=body, extensions={"timeout": limits}
                ) as answer,
            ):
                return _read(answer)
        except httpcore.TimeoutException:
            seconds = format(self._seconds, "g")
            raise NoAnswer(gettext("no answer within {seconds} seconds", seconds=seconds)) from None
        except httpcore.ConnectError as error:
            raise NoAnswer(_why_not_connected(error)) from None
        except (httpcore.NetworkError, httpcore.ProtocolError):
            raise NoAnswer(gettext("the connection broke before the answer")) from None

    def _parsed(self, url: str) -> httpx.URL:
        try:
            found = httpx.URL(url.strip())
            _ = found.raw_path, found.port
        except (httpx.InvalidURL, ValueError):
            raise AddressRefused(gettext(NO_ADDRESS, address=repr(url[:100]))) from None
        port = HTTP_PORTS.get(found.scheme, 0) if found.port is None else found.port
        if not 0 < port < 2**16 or not HOST.fullmatch(found.host):
            raise AddressRefused(gettext(NO_ADDRESS, address=repr(url[:100])))
        if found.userinfo:
            raise AddressRefused(gettext("The address may not contain a name and a password."))
        if found.scheme == "http" and not self.allow.has_host(found.host):
            raise AddressRefused(
                gettext("The address must begin with https://. Otherwise others could read notices.")
            )
        return found


class PinnedBackend(httpcore.NetworkBackend):
    """A network that looks up each host once, and connects only to addresses that it has checked."""

    def __init__(self, allow: AllowList, resolver: Resolver, deadline: float) -> None:
        """Set up the network. ``deadline`` is the monotonic time at which every operation ends."""
        self._allow = allow
        self._resolver = resolver
        self._deadline = deadline
        self._network = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: SocketOptions = None,
    ) -> httpcore.NetworkStream:
        """Connect to the first address of a host that answers. Raises ``AddressRefused``."""
        with _as_refusal(host):
            addresses = self._allow.usable(host, self._resolver(host, port))
        last: httpcore.NetworkError | httpcore.TimeoutException | None = None
        for address in addresses:
            try:
                stream = self._network.connect_tcp(address, port, self._left(), local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                last = error
            else:
                return TimedStream(stream, self._deadline)
        assert last is not None
        raise last

    def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: SocketOptions = None
    ) -> httpcore.NetworkStream:
        """Refuse a socket of this machine."""
        raise AddressRefused(gettext("The server does not send notices to its own sockets."))

    def _left(self) -> float:
        return _left(self._deadline)


class TimedStream(httpcore.NetworkStream):
    """A connection on which all reads and writes together end at a deadline."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: float) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Read some bytes."""
        return self._stream.read(max_bytes, _left(self._deadline))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Write bytes."""
        self._stream.write(buffer, _left(self._deadline))

    def close(self) -> None:
        """Close the connection."""
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        """Start TLS with the name of the host."""
        stream = self._stream.start_tls(ssl_context, server_hostname, _left(self._deadline))
        return TimedStream(stream, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        """Return details of the connection."""
        return self._stream.get_extra_info(info)


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise httpcore.ReadTimeout
    return left


@contextlib.contextmanager
def _as_refusal(host: str) -> Iterator[None]:
    try:
        yield
    except (OSError, UnicodeError):
        # Say the same of an unknown name as of a private one: the answer must not reveal internal names.
        raise AddressRefused(gettext(NOT_PUBLIC, host=host)) from None


def _read(answer: httpcore.Response) -> HttpAnswer:
    body = b""
    for part in answer.iter_stream():
        body += part
        if len(body) >= ANSWER:
            break
    headers = {name.lower(): value for name, value in answer.headers}
    reason = answer.extensions.get("reason_phrase", b"").decode("ascii", "replace")
    wait = headers.get(b"retry-after", b"").decode("ascii", "replace")
    return HttpAnswer(
        answer.status,
        reason,
        body[:ANSWER].decode("utf-8", "replace"),
        int(wait) if wait.isdecimal() and len(wait) < 8 else None,
    )


def _why_not_connected(error: Exception) -> str:
    cause = error.__cause__ or error.__context__ or error
    while cause.__cause__ is not None:
        cause = cause.__cause__
    if isinstance(cause, ssl.SSLCertVerificationError):
        return gettext("the certificate of the receiver is not valid")
    if isinstance(cause, ssl.SSLError):
        return gettext("the receiver does not speak TLS")
    return gettext("the receiver accepts no connection")
