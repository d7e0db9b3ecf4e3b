"""Request queues with limits on concurrency, in total and per client."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from anyio import CapacityLimiter

from trunkline.util.messages import gettext
from trunkline.web.errors import Overloaded

TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE = 429, 503


class _Client:
    """The requests of one client that are running or waiting."""

    def __init__(self, slots: int) -> None:
        self.slots = CapacityLimiter(slots)
        self.size = 0


class RequestQueue:
    """A queue of requests.

    Args:
        concurrency: The number of requests that run at the same time.
        per_client: The number of them that one client may have.
        max_waiting: The number of further requests that one client may have waiting.
        total: The number of running and waiting requests of all clients.
        retry_after: Seconds after which a rejected client may retry.
    """

    def __init__(
        self, concurrency: int, per_client: int, *, max_waiting: int, total: int, retry_after: int
    ) -> None:
        self._slots = CapacityLimiter(concurrency)
        self._per_client = per_client
        self._max_waiting = max_waiting
        self._total = total
        self._retry_after = retry_after
        self._clients: dict[str, _Client] = {}

    @property
    def size(self) -> int:
        """The number of requests that are running or waiting."""
        return sum(each.size for each in self._clients.values())

    @asynccontextmanager
    async def slot(self, client_key: str) -> AsyncIterator[None]:
        """Wait for a free place and hold it. Raises ``Overloaded`` if too many requests wait."""
        client = self._clients.get(client_key)
        if client is not None and client.size >= self._per_client + self._max_waiting:
            raise Overloaded(
                gettext("You have {size} such requests under way: wait until one is done.", size=client.size),
                TOO_MANY_REQUESTS,
                self._retry_after,
            )
        if self.size >= self._total:
            raise Overloaded(
                gettext("The table has too much to do: try again soon."),
                SERVICE_UNAVAILABLE,
                self._retry_after,
            )
        if client is None:
            client = self._clients[client_key] = _Client(self._per_client)
        client.size += 1
        try:
            async with client.slots, self._slots:
                yield
        finally:
            client.size -= 1
            if not client.size:
                del self._clients[client_key]
