"""Uvicorn's HTTP protocol with a time limit for incomplete requests."""

from __future__ import annotations

import asyncio

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from trunkline.web.schemas.answers import Failure

PATIENCE = 60.0
"""The seconds within which a complete request must arrive."""
OWING = (h11.IDLE, h11.SEND_BODY)


class TimeoutProtocol(H11Protocol):
    """A connection that is closed if a request does not arrive completely in time."""

    patience = PATIENCE
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the time limit for a new connection."""
        super().connection_made(transport)
        self._expect()

    def data_received(self, data: bytes) -> None:
        """Process received data and update the time limit."""
        super().data_received(data)
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the time limit of a closed connection."""
        self._forget()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answer invalid HTTP with a ``Failure``, like every error."""
        body = msgspec.json.encode(Failure(msg))
        headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
        for event in (
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event))
        self.transport.close()

    def _expect(self) -> None:
        if self.conn.their_state not in OWING:
            self._forget()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(self.patience, self.transport.close)

    def _forget(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
