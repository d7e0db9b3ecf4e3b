"""Receivers of notices on this machine: an HTTP server that records requests and gives planned answers."""

from __future__ import annotations

import contextlib
import datetime
import ipaddress
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

LOCAL = "127.0.0.1"


class Received(NamedTuple):
    """A request that a receiver got."""

    path: str
    headers: dict[str, str]
    """The headers by lowercase name."""
    body: bytes


class Receiver:
    """An HTTP server that records requests.

    ``answers`` are the statuses of the next requests; then it answers 200. ``before`` runs before each
    answer.
    """

    def __init__(self, trust: ssl.SSLContext | None = None, port: int = 0) -> None:
        self.requests: list[Received] = []
        self.answers: list[int] = []
        self.headers: dict[str, str] = {}
        self.body = b"ok"
        self.before: Callable[[Received], None] = lambda request: None
        self.names: list[str | None] = []
        """The names that clients asked for in TLS."""
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", "0")))
                headers = {name.lower(): value for name, value in self.headers.items()}
                request = Received(self.path, headers, body)
                receiver.requests.append(request)
                receiver.before(request)
                status = receiver.answers.pop(0) if receiver.answers else 200
                with contextlib.suppress(OSError):
                    self.send_response(status)
                    for name, value in receiver.headers.items():
                        self.send_header(name, value)
                    self.send_header("content-length", str(len(receiver.body)))
                    self.end_headers()
                    self.wfile.write(receiver.body)

            def log_message(self, format: str, *args: object) -> None:
                """Log nothing."""

        self._server = ThreadingHTTPServer((LOCAL, port), Handler)
        self._server.daemon_threads = True
        self._server.handle_error = lambda request, address: None  # type: ignore[assignment]
        if trust is not None:
            trust.sni_callback = lambda sock, name, context: self.names.append(name)
            self._server.socket = trust.wrap_socket(self._server.socket, server_side=True)
        self.port = int(self._server.server_address[1])
        self.url = f"{'http' if trust is None else 'https'}://{LOCAL}:{self.port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the server."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def wait_for(self, count: int, seconds: float = 60) -> list[Received]:
        """Wait until so many requests have arrived, and return them."""
        late = time.monotonic() + seconds
        while len(self.requests) < count:
            assert time.monotonic() < late, f"only {len(self.requests)} requests have arrived"
            time.sleep(0.01)
        return self.requests


@contextlib.contextmanager
def receiver(trust: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    """Run a receiver."""
    found = Receiver(trust)
    try:
        yield found
    finally:
        found.close()


def certificate(folder: Path, name: str) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """Make a certificate for a name. Return the TLS settings of a server that has it, and of a client."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.DNSName(name), x509.IPAddress(ipaddress.ip_address(LOCAL))]),
            critical=False,
        )
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + made.public_bytes(serialization.Encoding.PEM)
    )
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(file)
    return server, ssl.create_default_context(cafile=str(file))
