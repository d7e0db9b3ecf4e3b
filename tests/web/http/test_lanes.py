"""Tests of request queues: the share of each client and the limit of the queue."""

from __future__ import annotations

import threading

import anyio
import pytest

from trunkline.web.errors import Overloaded
from trunkline.web.games.admission import RequestQueue
from trunkline.web.storage.fair_lock import FairLock


def lane(at_once: int = 2, each: int = 1, waiting: int = 2, in_all: int = 4) -> RequestQueue:
    """Return a small request queue."""
    return RequestQueue(at_once, each, max_waiting=waiting, total=in_all, retry_after=7)


def test_a_client_has_no_more_than_his_share() -> None:
    order: list[str] = []

    async def main() -> None:
        room, done = lane(), anyio.Event()

        async def work(who: str, name: str) -> None:
            async with room.slot(who):
                order.append(name)
                if who == "Ann":
                    await done.wait()

        async with anyio.create_task_group() as tasks:
            for name in ("Ann 1", "Ann 2", "Ann 3"):
                tasks.start_soon(work, "Ann", name)
            await anyio.wait_all_tasks_blocked()
            # Ann may use only one of the two workers, so Bob, who came last, starts immediately.
            tasks.start_soon(work, "Bob", "Bob 1")
            await anyio.wait_all_tasks_blocked()
            assert order == ["Ann 1", "Bob 1"]
            done.set()

    anyio.run(main)
    assert order == ["Ann 1", "Bob 1", "Ann 2", "Ann 3"]


def test_who_waits_for_too_much_is_turned_away() -> None:
    async def main() -> None:
        room, done = lane(), anyio.Event()

        async def work(who: str) -> None:
            async with room.slot(who):
                await done.wait()

        async def refused(who: str) -> Overloaded:
            with pytest.raises(Overloaded) as found:
                async with room.slot(who):
                    pass
            return found.value

        async with anyio.create_task_group() as tasks:
            for who in ("Ann", "Ann", "Ann", "Bob"):
                tasks.start_soon(work, who)
            await anyio.wait_all_tasks_blocked()
            yours, ours = await refused("Ann"), await refused("Cy")
            assert (yours.status, ours.status, ours.seconds) == (429, 503, 7)
            assert str(yours).startswith("You have 3 ")
            done.set()
        for who in ("Ann", "Cy"):
            async with room.slot(who):
                pass

    anyio.run(main)


def test_a_lock_goes_to_whoever_has_waited_longest() -> None:
    lock, order = FairLock(), list[str]()

    def take(name: str, times: int) -> None:
        for _ in range(times):
            with lock:
                order.append(name)

    threads = [threading.Thread(target=take, args=each) for each in (("A", 3), ("B", 1), ("C", 1))]
    with lock:
        for count, thread in enumerate(threads, 1):
            thread.start()
            while len(lock._waiting) < count:
                thread.join(0.001)
    for thread in threads:
        thread.join()
    assert order == ["A", "B", "C", "A", "A"]
