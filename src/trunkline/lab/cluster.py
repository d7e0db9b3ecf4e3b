"""Distribution of games to processes of this machine or to a Ray cluster, with the results in order."""

from __future__ import annotations

import logging
import os
import re
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor
from itertools import islice
from typing import Any, TypeVar

from trunkline.util.errors import UsageError
from trunkline.util.garbage import collect_rarely
from trunkline.util.subprocesses import map_ordered

LOCAL = "local"
"""The address of a cluster that starts on this machine and ends with the work."""
AHEAD = 2
"""Tasks submitted for each processor: no processor waits, and little is lost if the match ends early."""
PATIENCE = 10.0
"""Timeout for a machine that does not answer, in seconds. Ray itself tries for 15 minutes."""
_HOST_AND_PORT = re.compile(r"\[?(?P<host>[^\[\]/ ]+?)\]?:(?P<port>[0-9]{1,5})")

Given = TypeVar("Given")
Answer = TypeVar("Answer")


def spread(
    play: Callable[[Given], Answer], games: Iterable[Given], jobs: int = 1, ray: str = ""
) -> Iterator[Answer]:
    """Yield the results of games in order, played by ``jobs`` processes or by a Ray cluster.

    Raises ``UsageError`` if there is no such cluster, or if a program ends its process.
    """
    try:
        yield from in_order(play, games, ray) if ray else map_ordered(play, games, jobs)
    except BrokenExecutor as error:
        raise UsageError("A program has ended the process that played its game.") from error


def in_order(work: Callable[[Given], Answer], items: Iterable[Given], address: str) -> Iterator[Answer]:
    """Yield the answers in the order of the items. Raises ``UsageError`` if there is no such cluster."""
    ray = _connected(address)

    def answer(item: Given) -> Answer:
        collect_rarely()
        return work(item)

    try:
        task = ray.remote(answer)
        room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        left = iter(items)
        waiting = deque(task.remote(item) for item in islice(left, room))
        while waiting:
            yield ray.get(waiting.popleft())
            waiting.extend(task.remote(item) for item in islice(left, 1))
    except (ray.exceptions.RayError, ConnectionError) as error:
        raise UsageError(f"The Ray cluster at {address} has failed: {_first_line(error)}.") from error
    finally:
        ray.shutdown()


def _connected(address: str) -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # do not send telemetry, unless the user enables it
    if address == LOCAL:
        # On every system, Ray then listens on the loopback address only.
        os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
    try:
        import ray
    except ImportError as error:
        raise UsageError("A Ray cluster needs the package ray: pip install 'trunkline[ray]'.") from error
    own = {"include_dashboard": False} if address == LOCAL else {}
    try:
        _knock(address)
        ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False, **own)
    except (ValueError, OverflowError, RuntimeError, OSError) as error:
        raise UsageError(f"There is no Ray cluster at {address}: {_first_line(error)}.") from error
    return ray


def _knock(address: str) -> None:
    """Raise ``OSError`` if no process listens at this host and port. Ray checks other forms of address."""
    found = _HOST_AND_PORT.fullmatch(address)
    if found is not None:
        socket.create_connection((found["host"], int(found["port"])), PATIENCE).close()


def _first_line(error: Exception) -> str:
    cause = getattr(error, "cause", error)  # a task's error contains the exception that the task raised
    return str(cause).strip().partition("\n")[0].rstrip(".")
