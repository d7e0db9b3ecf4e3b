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

from trunkline.engine.kernel import referee
from trunkline.engine.kernel import state as states
from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.state import State
from trunkline.game.actions import AnyAction
from trunkline.game.saves import UNREADABLE
from trunkline.titles import build
from trunkline.util.catalogues import catalogue
from trunkline.util.errors import UsageError
from trunkline.util.messages import speak
from trunkline.web.games import files
from trunkline.web.games.game_tree import STRIDE, ReachedMoment
from trunkline.web.games.log_entries import ImportedGame

T = TypeVar("T")
LineFunction = Callable[[Options, Iterable[ReachedMoment]], T]
"""A function of the positions along a line of play."""
NICENESS = 10
"""The niceness of worker processes, so that the server process has priority."""


class ReplayPlan(msgspec.Struct, frozen=True):
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


def at_low_priority(language: str, job: Callable[..., T], *args: object) -> T:
    """Run a job at low priority in a worker process. Its texts are in a language."""
    lower_priority()
    with speak(catalogue(language)):
        return job(*args)


def replay_states(plan: ReplayPlan) -> dict[int, bytes]:
    """Replay a path and return sampled states.

    Returns:
        Encoded states by moment number: every ``STRIDE``-th one and the last one reached. The replay stops
        without an error at the first entry that the rules cannot apply.
    """
    found: dict[int, bytes] = {}
    steps = _replay(plan)
    last = next(steps)
    # A request for a later moment reports the error then.
    with contextlib.suppress(Refusal, UsageError, *UNREADABLE):
        for count, last in enumerate(steps, 1):
            if count % STRIDE == 0:
                found[last.number] = states.encode(last.state)
    return {**found, last.number: states.encode(last.state)}


def import_game(data: bytes, longest: int) -> ImportedGame:
    """Return the game in a file. Raises ``UsageError`` and ``ActionRefused``."""
    return files.import_game(data, longest)


def export_game(plan: ReplayPlan, kind: str) -> bytes:
    """Return a line of play as a file of this format. Raises ``NotPossible``."""
    return files.export_game(plan.options, plan.actions(), kind)


def run_on_line(plan: ReplayPlan, make: LineFunction[T]) -> T:
    """Run a function on the positions along a line of play."""
    return make(plan.options, _replay(plan))


def _replay(plan: ReplayPlan) -> Iterator[ReachedMoment]:
    title = build(plan.options)
    state: State = states.decode(plan.start, title.state)
    yield ReachedMoment(plan.number, None, state)
    for number, data in zip(plan.numbers, plan.data, strict=True):
        action = _action.decode(data)
        state, _ = referee.play(title, state, action)
        yield ReachedMoment(number, action, state)


@cache
def lower_priority() -> None:
    if hasattr(os, "nice"):
        os.nice(NICENESS)


_action = msgspec.json.Decoder(AnyAction)
