"""Tests of event streams: notifications and the end of a stream."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from trunkline.web.games.log_entries import LogEntry
from trunkline.web.games.subscriptions import Subscriptions, Wakeup
from trunkline.web.http.sse import GONE, EventStream

LONG = 3600.0


def test_a_bell_that_rang_before_somebody_waits_is_heard() -> None:
    async def main() -> list[bool]:
        bell = Wakeup()
        bell.set()
        heard = [await bell.wait(LONG)]
        # Once: nothing has happened since.
        return [*heard, await bell.wait(0.0)]

    assert asyncio.run(main()) == [True, False]


def test_all_who_watch_a_game_are_woken_and_nobody_else() -> None:
    async def main() -> list[bool]:
        hub = Subscriptions()
        hub.attach(asyncio.get_running_loop())
        bells = [hub.watch(game) for game in ("one", "one", "other")]
        waiting = [asyncio.create_task(bell.wait(LONG)) for bell in bells]
        await asyncio.sleep(0)
        await asyncio.to_thread(hub.wake, "one")
        assert await asyncio.gather(*waiting[:2]) == [True, True]
        found = [each.done() for each in waiting]
        waiting[2].cancel()
        hub.unwatch("one", bells[0])
        assert hub.watchers == 2
        return found

    assert asyncio.run(main()) == [True, True, False]


def test_what_an_entry_is_told_as_is_made_once_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    encode = msgspec.json.encode

    def counted(found: object) -> bytes:
        made.append(found)
        return encode(found)

    class Table:
        id = "some"
        version = 1
        log = (LogEntry(1, "action", b"{}", "Ann", "told once", b'{"to_act":["Bob"]}'),)

    async def first() -> bytes:
        return await anext(Subscriptions().event_stream(Table(), 0))  # type: ignore[arg-type]

    monkeypatch.setattr(msgspec.json, "encode", counted)
    one, other = asyncio.run(first()), asyncio.run(first())
    assert one == other
    assert one.startswith(b"id: 1\nevent: entry\n")
    assert b'"to_act":["Bob"]' in one
    assert len(made) == 1


class Client:
    """A stand-in for the ASGI server of a stream. It forwards data and reports that the client has gone."""

    def __init__(self, *, stays: bool) -> None:
        self.sent: list[bytes] = []
        self.ended = False
        self._stays = stays
        self._asked = 0

    async def events(self) -> AsyncIterator[bytes]:
        """Yield one event, then wait."""
        try:
            yield b"data: 1\n\n"
            await asyncio.sleep(LONG)
        finally:
            self.ended = True

    async def receive(self) -> Any:
        """Return the request first, then the disconnection."""
        self._asked += 1
        if self._asked == 1:
            return {"type": "http.request", "body": b"", "more_body": False}
        while self._stays or not self.sent:
            await asyncio.sleep(0)
        return {"type": GONE}

    async def send(self, message: Any) -> None:
        """Keep the data."""
        if message.get("body"):
            self.sent.append(message["body"])

    async def watch(self) -> None:
        """Send the stream to the client."""
        answer: Any = EventStream(self.events()).to_asgi_response()
        await answer({"type": "http", "state": {}}, self.receive, self.send)


def test_a_stream_ends_when_the_client_goes() -> None:
    async def main() -> Client:
        client = Client(stays=False)
        await client.watch()
        assert len(asyncio.all_tasks()) == 1
        return client

    client = asyncio.run(main())
    assert client.ended
    assert client.sent == [b"data: 1\n\n"]


def test_a_stream_ends_with_the_server() -> None:
    async def main() -> Client:
        client = Client(stays=True)
        watching = asyncio.create_task(client.watch())
        while not client.sent:
            await asyncio.sleep(0)
        watching.cancel()
        with pytest.raises(asyncio.CancelledError):
            await watching
        return client

    assert asyncio.run(main()).ended
