"""Long work, done in processes of its own so that nobody waits for it: functions of plain data, which know no
store, no lock and no request."""

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
"""Makes something of the positions along a line of play."""
NICENESS = 10
"""How far such work stands back behind that of the table itself."""


class Way(msgspec.Struct, frozen=True):
    """The way from a position to a moment: what is needed to replay it elsewhere."""

    options: Options
    number: int
    """The moment it begins at."""
    start: bytes
    """The position there, in writing."""
    numbers: list[int]
    """The moments on the way."""
    data: list[bytes]
    """The actions that led to them, as JSON."""

    def actions(self) -> list[AnyAction]:
        """The actions."""
        return [_action.decode(each) for each in self.data]


def modestly(job: Callable[..., T], *args: object) -> T:
    """Do a job in a process that has nothing else to do."""
    stand_back()
    return job(*args)


def recall(way: Way) -> dict[int, bytes]:
    """Some positions on the way, ``STRIDE`` moments apart, and the last; up to where the rules can follow."""
    found: dict[int, bytes] = {}
    steps = _replayed(way)
    last = next(steps)
    # Where the rules cannot follow, whoever asks for what lies behind is told why then.
    with contextlib.suppress(Refusal, UsageError, *UNREADABLE):
        for count, last in enumerate(steps, 1):
            if count % STRIDE == 0:
                found[last.number] = states.encode(last.state)
    return {**found, last.number: states.encode(last.state)}


def take_in(data: bytes, longest: int) -> Begun:
    """The game in a file. Raises ``UsageError`` and ``Refused``."""
    return files.imported(data, longest)


def write_out(way: Way, kind: str) -> bytes:
    """A line of play as a file of this kind. Raises ``Impossible``."""
    return files.exported(way.options, way.actions(), kind)


def along(way: Way, make: Along[T]) -> T:
    """What a function makes of the positions along a line of play."""
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
