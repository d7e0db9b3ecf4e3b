"""Long-running jobs for worker processes.

They are functions of plain data and use no store, lock or request.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TypeVar

import msgspec

from trunkline.actions import AnyAction
from trunkline.errors import UsageError
from trunkline.kernel import engine
from trunkline.kernel import state as states
from trunkline.kernel.options import Options
from trunkline.kernel.refusal import Refusal
from trunkline.kernel.state import State
from trunkline.saves import UNREADABLE
from trunkline.tables import files
from trunkline.tables.entries import Begun
from trunkline.tables.history import STRIDE, Reached
from trunkline.titles import build

T = TypeVar("T")
Along = Callable[[Options, Iterable[Reached]], T]
"""A function of the positions along a line of play."""
NICENESS = 10
"""The niceness of worker processes, so that the server process has priority."""


class Way(msgspec.Struct, frozen=True):
    """The replay from a position to a moment, as data for a worker process."""

    options: Options
    number: int
    """The moment of the start position."""
    start: bytes
    """The encoded start position."""
    numbers: list[int]
    """The moments to replay."""
    data: list[bytes]
    """The actions that lead to these moments, as JSON."""

    def actions(self) -> list[AnyAction]:
        """Decode the actions."""
        return [_action.decode(each) for each in self.data]


def modestly(job: Callable[..., T], *args: object) -> T:
    """Run a job at low priority in a worker process."""
    stand_back()
    return job(*args)


def recall(way: Way) -> dict[int, bytes]:
    """Replay a path and return sampled states.

    Returns:
        Encoded states by moment number: every ``STRIDE``-th one and the last one reached. The replay stops
        without an error at the first entry that the rules cannot apply.
    """
    found: dict[int, bytes] = {}
    steps = _replayed(way)
    last = next(steps)
    # A request for a later moment reports the error then.
    with contextlib.suppress(Refusal, UsageError, *UNREADABLE):
        for count, last in enumerate(steps, 1):
            if count % STRIDE == 0:
                found[last.number] = states.encode(last.state)
    return {**found, last.number: states.encode(last.state)}


def take_in(data: bytes, longest: int) -> Begun:
    """Return the game in a file. Raises ``UsageError`` and ``Refused``."""
    return files.imported(data, longest)


def write_out(way: Way, kind: str) -> bytes:
    """Return a line of play as a file of this format. Raises ``Impossible``."""
    return files.exported(way.options, way.actions(), kind)


def along(way: Way, make: Along[T]) -> T:
    """Run a function on the positions along a line of play."""
    return make(way.options, _replayed(way))


def _replayed(way: Way) -> Iterator[Reached]:
    title = build(way.options)
    state: State = states.decode(way.start, title.state)
    yield Reached(way.number, None, state)
    for number, data in zip(way.numbers, way.data, strict=True):
        action = _action.decode(data)
        state, _ = engine.play(title, state, action)
        yield Reached(number, action, state)


@cache
def stand_back() -> None:
    if hasattr(os, "nice"):
        os.nice(NICENESS)


_action = msgspec.json.Decoder(AnyAction)
