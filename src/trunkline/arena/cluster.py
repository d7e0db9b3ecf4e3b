"""Games on the machines of a Ray cluster: as ``processes.in_order``, on more than one machine."""

from __future__ import annotations

import logging
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

from trunkline.errors import UsageError

LOCAL = "local"
"""The address of a cluster that is begun on this machine, and ends with the work."""
AHEAD = 2
"""Tasks under way for each processor: none waits for work, and little is lost where the match ends early."""

Given = TypeVar("Given")
Answer = TypeVar("Answer")


def in_order(work: Callable[[Given], Answer], items: Iterable[Given], address: str) -> Iterator[Answer]:
    """The answer for each item, worked out by a cluster. Raises ``UsageError`` where there is none."""
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
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # telemetry, unless somebody wants it
    if address == LOCAL:
        # Which makes it listen on this machine alone, on any system.
        os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
    try:
        import ray
    except ImportError as error:
        raise UsageError(
            "A Ray cluster needs ray, which is not there: pip install 'trunkline[ray]'."
        ) from error
    own = {"include_dashboard": False} if address == LOCAL else {}
    try:
        ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False, **own)
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        raise UsageError(f"There is no Ray cluster at {address}: {_first_line(error)}.") from error
    return ray


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0].rstrip(".")
