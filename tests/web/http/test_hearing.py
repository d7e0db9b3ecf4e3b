"""Tests that a stream sends each chat message once, even if reads of the database overlap."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest

from trunkline.web.games.subscriptions import Subscriptions
from trunkline.web.http.auth import AccountAuth, RequestUser
from trunkline.web.http.chat_feed import ChatFeed, FeedStream
from web.http.house import House

T = TypeVar("T")


class SlowDoor:
    """An authenticator whose database reads run immediately but answer late."""

    def __init__(self, porter: AccountAuth) -> None:
        self.database = porter.database
        self.membership = porter.membership
        self._held: list[asyncio.Future[None]] = []

    async def run_in_thread(self, do: Callable[[], T]) -> T:
        """Read now and answer later."""
        found = do()
        self._held.append(asyncio.get_running_loop().create_future())
        await self._held[-1]
        return found

    async def newest_first(self, *doing: asyncio.Task[Any]) -> None:
        """Release the latest read first until all tasks are done."""
        while not all(each.done() for each in doing):
            await asyncio.sleep(0)
            if self._held:
                self._held.pop().set_result(None)


class Scene:
    """A table where Ann writes messages, and the chat stream of a listener."""

    def __init__(self, house: House) -> None:
        self._ann = house.person("Ann")
        self.game = self._ann.table()
        self._door = SlowDoor(house.porter)
        self.talking = ChatFeed(
            cast("AccountAuth", self._door), house.app.state.backend.store, Subscriptions()
        )

    def say(self, text: str) -> None:
        """Send a message from Ann."""
        self.talking.chat.say(self.game, self._ann.id, text)

    def look(self) -> asyncio.Task[Any]:
        """Start to look up new messages."""
        return asyncio.create_task(self.talking.refresh(self.game))

    async def done(self, *doing: asyncio.Task[Any]) -> None:
        """Finish the lookups, the newest first."""
        await self._door.newest_first(*doing)

    async def _answer(self, doing: Coroutine[Any, Any, T]) -> T:
        task = asyncio.create_task(doing)
        await self.done(task)
        return task.result()

    async def listener(self) -> FeedStream:
        """Open a stream that begins at the first message."""
        stream = await self._answer(self.talking.stream(RequestUser("eve"), self.game, 0))
        stream.open()
        return stream

    async def told(self, stream: FeedStream) -> list[str]:
        """Return the new messages of a stream."""
        sent = (await self._answer(stream.news(1))).decode()
        said = [each.partition("data: ")[2] for each in sent.split("\n\n") if "event: said" in each]
        return [message["text"] for data in said for message in json.loads(data)["messages"]]


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    """A table on a server with accounts."""
    with House(tmp_path / "table.sqlite") as house:
        yield Scene(house)


def test_a_look_that_takes_long_does_not_undo_what_a_newer_one_has_found(scene: Scene) -> None:
    async def main() -> list[str]:
        scene.say("Hello")
        stream = await scene.listener()
        assert await scene.told(stream) == ["Hello"]
        first = scene.look()
        await asyncio.sleep(0)
        scene.say("And to you")
        await scene.done(first, scene.look())
        return await scene.told(stream)

    assert asyncio.run(main()) == ["And to you"]


def test_what_is_said_while_a_stream_reads_is_told_once(scene: Scene) -> None:
    async def main() -> list[list[str]]:
        stream = await scene.listener()
        scene.say("Hello")
        await scene.done(scene.look())
        # Before the notification of it arrives.
        scene.say("And to you")
        first = await scene.told(stream)
        await scene.done(scene.look())
        return [first, await scene.told(stream)]

    assert asyncio.run(main()) == [["Hello", "And to you"], []]


def test_what_is_said_between_two_who_listen_is_not_missed(scene: Scene) -> None:
    """The feed forgets the table when its first listener leaves, just before the second stream opens."""

    async def main() -> list[str]:
        talking = scene.talking
        talking._loop = asyncio.get_running_loop()
        gone = await scene.listener()
        second = asyncio.create_task(talking.stream(RequestUser("bob"), scene.game, 0))
        await scene.done(second)
        gone.close()
        await scene.done(asyncio.create_task(talking._report_presence(scene.game, repeat=False)))
        scene.say("Hello")
        stream = second.result()
        stream.open()
        # The lookup that this requests starts in the next turn of the event loop.
        await asyncio.sleep(0)
        await scene.done(*talking._tasks)
        return await scene.told(stream)

    assert asyncio.run(main()) == ["Hello"]
