"""Facts about the moments and entries of one game that never change, for its key moments.

An undo leaves the moments of a game as they are, so nothing here is ever corrected. New entries add facts.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import NamedTuple

from trunkline.web.schemas.key_moments import KeyKind
from trunkline.web.schemas.log import EventData, Line, RoundKey


class MeasuredMoment(NamedTuple):
    """The worth of the players at a moment, in dollars and in seat order."""

    worth: tuple[int, ...]
    at_end: tuple[int, ...] | None = None
    """The worth at the end of the round that the action ended, before privates pay for the next one."""


class Mark(NamedTuple):
    """A turning point among the events of an entry."""

    kind: KeyKind
    told: tuple[tuple[Line, EventData], ...]
    """The stored lines about it, each with its event."""

    @property
    def event(self) -> EventData:
        """The first event."""
        return self.told[0][1]


class RoundRun(NamedTuple):
    """Consecutive entries of one round."""

    round: str
    """The name as stored, in English."""
    key: RoundKey | None
    first: int
    last: int


class Course:
    """The known facts of one game. They are forgotten with the game, when it leaves the memory."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        """The lock for adding facts about entries."""
        self.moments: dict[int, MeasuredMoment] = {}
        """The measured moments by number."""
        self.seen = 0
        """The number of entries whose facts are known."""
        self.marks: dict[int, tuple[Mark, ...]] = {}
        """The turning points by entry."""
        self.rounds: list[RoundRun] = []

    def add_moments(self, found: Iterable[tuple[int, MeasuredMoment]]) -> None:
        """Add measured moments. Two threads may measure the same ones, with the same result."""
        self.moments.update(found)

    def add_entry(self, number: int, round: str, key: RoundKey | None, marks: tuple[Mark, ...]) -> None:
        """Add the facts of the next entry."""
        if marks:
            self.marks[number] = marks
        last = self.rounds[-1] if self.rounds else None
        if last is not None and (last.round, last.key) == (round, key):
            self.rounds[-1] = last._replace(last=number)
        else:
            self.rounds.append(RoundRun(round, key, number, number))
        self.seen = number
