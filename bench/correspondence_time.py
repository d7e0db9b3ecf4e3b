"""The clock of a simulated game by correspondence, and the times at which people come."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from datetime import UTC, datetime, tzinfo
from typing import Self
from unittest import mock

from trunkline.web.games import log_entries

DAY, HOUR, MINUTE = 86_400, 3_600, 60
MONDAY = int(datetime(2026, 1, 5, tzinfo=UTC).timestamp())
"""The start of every game."""
WAKING = (7.5, 23.0)
"""The hours of the day in which people come. The others are their quiet hours."""
JITTER = 0.75
"""The deviation of the hour of a visit from the usual one, in hours."""
REACTION = (10 * MINUTE, 4 * HOUR)
"""The seconds until a person comes after a notice."""


class Clock:
    """A clock that the simulation moves."""

    def __init__(self) -> None:
        self.now: float = MONDAY

    def __call__(self) -> float:
        return self.now

    @contextlib.contextmanager
    def of_entries(self) -> Iterator[None]:
        """Give log entries the time of this clock."""
        clock = self

        class Moved(datetime):
            """A date with the simulated present."""

            @classmethod
            def now(cls, tz: tzinfo | None = None) -> Self:
                return cls.fromtimestamp(clock.now, tz)

        with mock.patch.object(log_entries, "datetime", Moved):
            yield


class Habits:
    """The times at which one person comes."""

    def __init__(self, key: str) -> None:
        self._key = key
        drawn = random.Random(key)
        self._weekday, self._weekend = drawn.uniform(8, 22.5), drawn.uniform(9, 22.5)
        self._reactions = random.Random(f"{key}/reactions")

    def visit(self, day: int) -> float:
        """Return the time of the visit of a day, from 0."""
        usual = self._weekend if day % 7 >= 5 else self._weekday
        hour = random.Random(f"{self._key}/{day}").gauss(usual, JITTER)
        return MONDAY + day * DAY + HOUR * min(max(hour, WAKING[0]), WAKING[1])

    def reaction(self, now: float) -> float:
        """Return the time of the visit after a notice."""
        at = now + self._reactions.uniform(*REACTION)
        hour = (at - MONDAY) % DAY / HOUR
        if WAKING[0] <= hour <= WAKING[1]:
            return at
        morning = at - (at - MONDAY) % DAY + (DAY if hour > WAKING[1] else 0) + WAKING[0] * HOUR
        return morning + self._reactions.uniform(0, HOUR)
