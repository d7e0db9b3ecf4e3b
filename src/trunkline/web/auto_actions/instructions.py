"""Storage that auto-actions and plans share: instructions for a seat, which are active until they end."""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, FromClause, Table, select

from trunkline.web.database.people_tables import people, seated
from trunkline.web.database.pool import Database

Tell = Callable[[Connection, str], None]
"""A function that notifies other processes about a change in a game, with a transaction."""
SITS = seated.c.person.is_not(None).label("sits")
"""The column that says whether the owner still plays the seat. It needs ``with_seat``."""
LANGUAGE = people.c.language
"""The column with the language of the owner. It needs ``with_seat``."""


class Standing(StrEnum):
    """The status of an instruction."""

    ACTIVE = "active"
    DONE = "done"
    """It did what it was set for, or its round or game is over."""
    STOPPED = "stopped"
    """A guard stopped it, or it could not continue."""
    WITHDRAWN = "withdrawn"
    """Its owner cancelled or replaced it, or an undo withdrew it."""


class Instructions:
    """The instructions of one sort, of all games."""

    table: Table
    """The database table. It has columns for the game, the seat, the person and the standing."""

    def __init__(
        self,
        database: Database,
        tell: Tell = lambda link, game: None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._database = database
        self._tell = tell
        self._clock = clock

    def games_with_active(self) -> list[str]:
        """Return the games with active instructions."""
        wanted = select(self.table.c.game_id).where(*is_active(self.table)).distinct()
        with self._database.reading() as link:
            return list(link.execute(wanted).scalars())

    def _now(self) -> int:
        """Return the time in milliseconds since 1970."""
        return int(1000 * self._clock())


def is_active(table: Table, *where: Any) -> tuple[Any, ...]:
    """Return the conditions of active instructions, after others."""
    return (*where, table.c.standing == Standing.ACTIVE.value)


def ending(standing: Standing, reason: str, version: int, now: int) -> dict[str, object]:
    """Return the values of an instruction that ends."""
    return {"standing": standing.value, "reason": reason, "ended": version, "ended_at": now}


def with_seat(table: Table) -> FromClause:
    """Return a table joined with its owners, and with the seats that they still play."""
    return table.outerjoin(
        seated,
        (seated.c.game_id == table.c.game_id)
        & (seated.c.seat == table.c.seat)
        & (seated.c.person == table.c.person),
    ).outerjoin(people, people.c.id == table.c.person)
