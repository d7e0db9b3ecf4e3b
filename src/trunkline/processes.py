"""Long work shared out to processes, its answers in the order in which it was asked."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

Given = TypeVar("Given")
Answer = TypeVar("Answer")


def in_order(work: Callable[[Given], Answer], items: Iterable[Given], jobs: int) -> Iterator[Answer]:
    """The answer for each item, worked out by so many processes; by this one alone where ``jobs`` is 1."""
    if jobs == 1:
        yield from map(work, items)
        return
    # Fresh processes behave alike on every system; Ctrl-C is for the one that started them.
    workers = ProcessPoolExecutor(jobs, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN))
    with workers as pool:
        try:
            yield from pool.map(work, items)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
