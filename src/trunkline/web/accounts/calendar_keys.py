"""The secret keys with which calendar programs read what waits for a person."""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import delete, insert, select

from trunkline.web.accounts.secret_keys import drawn, hashed
from trunkline.web.database.people_tables import calendar_keys
from trunkline.web.database.pool import Database


class CalendarKeys:
    """The database of calendar keys. A person has at most one."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def renew(self, person: str) -> str:
        """Return a new key of a person. The key before it is no longer valid."""
        secret, hash = drawn()
        with self._database.writing() as link:
            link.execute(delete(calendar_keys).where(calendar_keys.c.person == person))
            link.execute(insert(calendar_keys).values(person=person, hash=hash, created=int(self._clock())))
        return secret

    def remove(self, person: str) -> None:
        """Remove the key of a person. Without a key, do nothing."""
        with self._database.writing() as link:
            link.execute(delete(calendar_keys).where(calendar_keys.c.person == person))

    def created(self, person: str) -> int | None:
        """Return the time at which a person's key was made, in seconds since 1970. None without a key."""
        mine = select(calendar_keys.c.created).where(calendar_keys.c.person == person)
        with self._database.reading() as link:
            return link.execute(mine).scalar()

    def person(self, secret: str) -> str | None:
        """Return the id of the person of a key. None if the key is not valid."""
        with self._database.reading() as link:
            found = select(calendar_keys.c.person).where(calendar_keys.c.hash == hashed(secret))
            return link.execute(found).scalar()
