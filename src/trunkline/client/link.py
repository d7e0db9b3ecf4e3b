"""HTTP client that retries requests if it is safe to do so."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any, NamedTuple, TypeVar

import httpx
import msgspec

from trunkline.client.errors import Failed
from trunkline.web.schemas.answers import Failure

T = TypeVar("T")
BUSY = (429, 503)
PAUSE = 0.2
"""Default retry delay in seconds. The server may set another one."""
LONGEST = 30.0
"""Maximum retry delay in seconds, even if the server asks for more."""
IDLE = 5.0
"""Seconds to keep an idle connection for the next request. Servers keep it longer."""
SILENCE = 45.0
"""Seconds of silence before the client drops a connection. Event streams send a line every 15 seconds."""


class Answer(NamedTuple):
    """The answer to a request."""

    data: bytes
    again: bool
    """True if the request was sent more than once. An earlier attempt may have been carried out."""

    def by(self, decoder: msgspec.json.Decoder[T]) -> T:
        """Return the decoded answer. Raises ``Failed``."""
        try:
            return decoder.decode(self.data)
        except msgspec.MsgspecError as error:
            raise Failed(f"The table's answer cannot be read: {error}.") from error


class Link(AbstractContextManager["Link"]):
    """A connection to a server, with the token that identifies the user.

    Requests that only read, or that name the game version, are retried for ``patience`` seconds. The client
    retries them if the connection breaks or the server is busy. It retries other requests only if they had no
    effect.
    """

    def __init__(self, url: str, token: str = "", patience: float = 60.0) -> None:
        """Open a connection to ``url``, such as ``https://table.example``. Raises ``Failed``."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        try:
            self._http = httpx.Client(
                base_url=url,
                headers=headers,
                timeout=SILENCE,
                limits=httpx.Limits(keepalive_expiry=IDLE),
            )
        except (httpx.InvalidURL, UnicodeError, ValueError) as error:
            raise Failed(f"{url} is no address of a table.") from error
        if self._http.base_url.scheme not in ("http", "https") or not self._http.base_url.host:
            raise Failed(f"{url} is no address of a table: it begins with http:// or https://.")
        self.patience = patience

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def get(self, path: str, params: Mapping[str, Any] | None = None) -> Answer:
        """Return the answer to a GET request. Parameters that are None are left out. Raises ``Failed``."""
        return self._sent("GET", path, None, params, keyed=True)

    def post(self, path: str, body: object = None, *, keyed: bool = False) -> Answer:
        """Return the answer to a POST request. Raises ``Failed``.

        A ``keyed`` request has no further effect if it arrives twice. It is retried if no answer came.
        """
        data = None if body is None else msgspec.json.encode(body)
        return self._sent("POST", path, data, None, keyed=keyed)

    def bring(self, path: str, data: bytes) -> Answer:
        """Return the answer to the upload of a file. Raises ``Failed``."""
        return self._sent("POST", path, data, None, keyed=False)

    def delete(self, path: str) -> Answer:
        """Delete something. A second request has no further effect. Raises ``Failed``."""
        return self._sent("DELETE", path, None, None, keyed=True)

    @contextmanager
    def stream(self, path: str, last: int) -> Iterator[Iterator[str]]:
        """Yield the lines of an event stream after entry ``last``.

        Raises ``httpx.TransportError`` if the connection breaks, and ``Failed`` if there is no such stream.
        """
        headers = {"accept": "text/event-stream", "last-event-id": str(last)}
        with self._http.stream("GET", path, headers=headers) as answer:
            if not answer.is_success:
                answer.read()
                raise failed(answer)
            yield answer.iter_lines()

    def _sent(
        self, method: str, path: str, data: bytes | None, params: Mapping[str, Any] | None, *, keyed: bool
    ) -> Answer:
        end = time.monotonic() + self.patience
        asked = {name: value for name, value in (params or {}).items() if value is not None}
        headers = {"content-type": "application/json"} if data else {}
        uncertain = False
        while True:
            wait = PAUSE
            try:
                answer = self._http.request(method, path, content=data, params=asked, headers=headers)
            except httpx.TransportError as error:
                # Without a connection, nothing has been sent yet.
                begun = not isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout))
                problem = Failed(_unreached(error, done=begun and not keyed))
                uncertain, safe = uncertain or begun, keyed or not begun
            else:
                if answer.is_success:
                    return Answer(answer.content, uncertain)
                problem = failed(answer)
                wait = _wait(answer)
                # A server that answers 503 may have written the request. One that answers 429 has not.
                safe = answer.status_code == 429 or (answer.status_code == 503 and keyed)
                if problem.stale and uncertain:
                    raise Uncertain(problem)
                uncertain = uncertain or answer.status_code == 503
            if not safe or time.monotonic() + wait > end:
                raise problem
            time.sleep(wait)


class Uncertain(Failed):
    """A failure after a retry: the game has changed, perhaps by the first attempt."""

    def __init__(self, told: Failed) -> None:
        super().__init__(str(told), told.status, told.rule, told.version, told.missed)


def failed(answer: httpx.Response) -> Failed:
    """Return the error of an unsuccessful answer."""
    try:
        told = _failure.decode(answer.content)
    except msgspec.MsgspecError:
        return Failed(f"This is no table: it answers {answer.status_code}.", answer.status_code)
    return Failed(told.error, answer.status_code, told.rule, told.version, told.missed or ())


def _wait(answer: httpx.Response) -> float:
    text = answer.headers.get("retry-after", "")
    return min(float(text), LONGEST) if text.isdecimal() else PAUSE


def _unreached(error: httpx.TransportError, *, done: bool) -> str:
    sentence = f"The table cannot be reached: {str(error).rstrip('.') or type(error).__name__}."
    return f"{sentence} Whether it has done what was asked is not known." if done else sentence


_failure = msgspec.json.Decoder(Failure)
