"""HTTP requests to a server, sent again where that is safe."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any, NamedTuple, TypeVar

import httpx
import msgspec

from trunkline.client.errors import Failed
from trunkline.facts.answers import Failure

T = TypeVar("T")
BUSY = (429, 503)
PAUSE = 0.2
"""Seconds after which a request is sent again, unless the table says how many."""
LONGEST = 30.0
"""Seconds that are waited at the most before it is sent again, whatever the table says."""
IDLE = 5.0
"""Seconds that an idle connection is kept for the next request; servers keep it longer."""
SILENCE = 45.0
"""Seconds without a word after which a connection is given up: who watches hears something every 15."""


class Answer(NamedTuple):
    """What a request was answered with."""

    data: bytes
    again: bool
    """Whether it was sent more than once, so that an earlier one may have been carried out."""

    def by(self, decoder: msgspec.json.Decoder[T]) -> T:
        """The answer as one of the table's facts. Raises ``Failed``."""
        try:
            return decoder.decode(self.data)
        except msgspec.MsgspecError as error:
            raise Failed(f"The table's answer cannot be read: {error}.") from error


class Link(AbstractContextManager["Link"]):
    """A table's address and the token that says who asks.

    What only asks, and what names the version it was made at, is sent again where the connection breaks or
    the table has too much to do, for ``patience`` seconds; anything else only where nothing came of it.
    """

    def __init__(self, url: str, token: str = "", patience: float = 60.0) -> None:
        """``url`` is what a browser is given, such as ``https://table.example``. Raises ``Failed``."""
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
        """Hang up."""
        self._http.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def get(self, path: str, params: Mapping[str, Any] | None = None) -> Answer:
        """What a question is answered with; parameters that are None are left out. Raises ``Failed``."""
        return self._sent("GET", path, None, params, keyed=True)

    def post(self, path: str, body: object = None, *, keyed: bool = False) -> Answer:
        """What a post is answered with. One that is ``keyed`` changes nothing where it comes twice, and is
        sent again where no answer came. Raises ``Failed``."""
        data = None if body is None else msgspec.json.encode(body)
        return self._sent("POST", path, data, None, keyed=keyed)

    def bring(self, path: str, data: bytes) -> Answer:
        """What the bytes of a file are answered with. Raises ``Failed``."""
        return self._sent("POST", path, data, None, keyed=False)

    def delete(self, path: str) -> Answer:
        """Take something away; doing so twice is the same. Raises ``Failed``."""
        return self._sent("DELETE", path, None, None, keyed=True)

    @contextmanager
    def stream(self, path: str, last: int) -> Iterator[Iterator[str]]:
        """The lines of a stream that goes on after what was heard last, until it breaks: an
        ``httpx.TransportError``. Raises ``Failed`` where there is none."""
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
                # Where nobody answers the call nothing has been sent yet.
                begun = not isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout))
                problem = Failed(_unreached(error, done=begun and not keyed))
                uncertain, safe = uncertain or begun, keyed or not begun
            else:
                if answer.is_success:
                    return Answer(answer.content, uncertain)
                problem = failed(answer)
                wait = _wait(answer)
                # A table that cannot say whether it wrote may have written; one that refuses at once has not.
                safe = answer.status_code == 429 or (answer.status_code == 503 and keyed)
                if problem.stale and uncertain:
                    raise Uncertain(problem)
                uncertain = uncertain or answer.status_code == 503
            if not safe or time.monotonic() + wait > end:
                raise problem
            time.sleep(wait)


class Uncertain(Failed):
    """That a post was sent again and the game has moved on: perhaps by that very post."""

    def __init__(self, told: Failed) -> None:
        super().__init__(str(told), told.status, told.rule, told.version, told.missed)


def failed(answer: httpx.Response) -> Failed:
    """What an answer that is none says."""
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
