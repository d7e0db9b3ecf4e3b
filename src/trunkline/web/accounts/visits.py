"""The newest moment of each game that a person has seen."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from typing import NamedTuple

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from trunkline.web.database.one_of import one_of
from trunkline.web.database.people_tables import visits
from trunkline.web.database.pool import Database


class Visit(NamedTuple):
    """A visit of a person to a game."""

    version: int
    """The newest version that the person has seen."""
    at: int
    """The time at which the person first saw it, in seconds since 1970."""


_MANY = select(visits.c.game_id, visits.c.version, visits.c.at).where(
    one_of(visits.c.game_id, "games"), visits.c.person == bindparam("person")
)


class Visits:
    """The database of visits. A version never becomes smaller."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def last(self, game: str, person: str) -> Visit | None:
        """Return the last visit of a person to a game, or None."""
        return self.many([game], person).get(game)

    def many(self, games: Collection[str], person: str) -> dict[str, Visit]:
        """Return the last visits of a person, by game."""
        if not games or not person:
            return {}
        with self._database.reading() as link:
            rows = link.execute(_MANY, {"games": list(games), "person": person}).all()
        return {row.game_id: Visit(row.version, row.at) for row in rows}

    def record(self, game: str, person: str, version: int) -> None:
        """Record that a person has seen a version. A smaller one than before changes nothing."""
        known = self.last(game, person)
        if known is not None and known.version >= version:
            # The usual case needs no write: the page is opened again, or another window was faster.
            return
        values = {"version": version, "at": int(self._clock())}
        here = visits.c.game_id == game, visits.c.person == person
        later = update(visits).where(*here, visits.c.version < version).values(values)
        with self._database.writing() as link:
            if known is not None:
                link.execute(later)
                return
            try:
                with link.begin_nested():
                    link.execute(insert(visits).values(game_id=game, person=person, **values))
            except IntegrityError:
                # The same person saw it in another window at the same time.
                link.execute(later)
