"""Request queues with limits on concurrency, in total and per client."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from anyio import CapacityLimiter

from trunkline.web.errors import Overloaded

TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE = 429, 503


class _Client:
    """The requests of one client that are running or waiting."""

    def __init__(self, places: int) -> None:
        self.places = CapacityLimiter(places)
        self.asked = 0


class RequestQueue:
    """A queue of requests.

    Args:
        at_once: The number of requests that run at the same time.
        each: The number of them that one client may have.
        waiting: The number of further requests that one client may have waiting.
        in_all: The number of running and waiting requests of all clients.
        seconds: Seconds after which a rejected client may retry.
    """

    def __init__(self, at_once: int, each: int, *, waiting: int, in_all: int, seconds: int) -> None:
        self._places = CapacityLimiter(at_once)
        self._each = each
        self._waiting = waiting
        self._in_all = in_all
        self._seconds = seconds
        self._clients: dict[str, _Client] = {}

    @property
    def asked(self) -> int:
        """The number of requests that are running or waiting."""
        return sum(each.asked for each in self._clients.values())

    @asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """Wait for a free place and hold it. Raises ``Overloaded`` if too many requests wait."""
        mine = self._clients.get(who)
        if mine is not None and mine.asked >= self._each + self._waiting:
            raise Overloaded(
                f"You have {mine.asked} such requests under way: wait until one is done.",
                TOO_MANY_REQUESTS,
                self._seconds,
            )
        if self.asked >= self._in_all:
            raise Overloaded(
                "The table has too much to do: try again soon.", SERVICE_UNAVAILABLE, self._seconds
            )
        if mine is None:
            mine = self._clients[who] = _Client(self._each)
        mine.asked += 1
        try:
            async with mine.places, self._places:
                yield
        finally:
            mine.asked -= 1
            if not mine.asked:
                del self._clients[who]
