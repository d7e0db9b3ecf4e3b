"""Work shared out to a Ray cluster: ``processes.in_order`` for more than one machine."""

from __future__ import annotations

import logging
import os
import re
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

from trunkline.errors import UsageError

LOCAL = "local"
"""The address of a cluster that starts on this machine and ends with the work."""
AHEAD = 2
"""Tasks under way for each processor: none waits for work, and little is lost if the match ends early."""
PATIENCE = 10.0
"""Seconds until a machine that does not answer is given up; Ray itself tries for a quarter of an hour."""
_HOST_AND_PORT = re.compile(r"\[?(?P<host>[^\[\]/ ]+?)\]?:(?P<port>[0-9]{1,5})")

Given = TypeVar("Given")
Answer = TypeVar("Answer")


def in_order(work: Callable[[Given], Answer], items: Iterable[Given], address: str) -> Iterator[Answer]:
    """Yield the answers in the order of the items. Raises ``UsageError`` if there is no such cluster."""
    ray = _connected(address)
    try:
        task = ray.remote(work)
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
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no telemetry, unless the user wants it
    if address == LOCAL:
        # Ray then listens on the loopback address alone, on any system.
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
    """Raise ``OSError`` if nothing listens at this host and port; other forms of address are Ray's matter."""
    found = _HOST_AND_PORT.fullmatch(address)
    if found is not None:
        socket.create_connection((found["host"], int(found["port"])), PATIENCE).close()


def _first_line(error: Exception) -> str:
    cause = getattr(error, "cause", error)  # of a task's error, what the task raised
    return str(cause).strip().partition("\n")[0].rstrip(".")
