"""The time zones and announced absences of people."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date, datetime

from sqlalchemy import delete, func, insert, select, update

from trunkline.web.accounts.secret_keys import new_id
from trunkline.web.accounts.time_zones import stored_zone
from trunkline.web.clocks.settings import check_absence, check_zone
from trunkline.web.database.people_tables import absences, people
from trunkline.web.database.pool import Database
from trunkline.web.database.row_locks import lock_person
from trunkline.web.errors import Invalid, NotFound
from trunkline.web.schemas.clocks import Absence, NewAbsence, TimeSettings

MOST = 20
"""The maximum number of announced absences of a person."""


class Absences:
    """The time zones and absences of all people."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def of(self, person: str) -> TimeSettings:
        """Return the time zone and the absences of a person, the next one first."""
        wanted = select(absences).where(absences.c.person == person).order_by(absences.c.first, absences.c.id)
        with self._database.reading() as link:
            zone = link.execute(select(people.c.zone).where(people.c.id == person)).scalar() or "UTC"
            rows = link.execute(wanted).all()
        return TimeSettings(
            zone,
            tuple(
                Absence(row.id, date.fromisoformat(row.first), date.fromisoformat(row.last)) for row in rows
            ),
        )

    def set_zone(self, person: str, name: str) -> None:
        """Store the time zone of a person. Raises ``Invalid``."""
        check_zone(name)
        with self._database.writing() as link:
            link.execute(update(people).where(people.c.id == person).values(zone=name))

    def announce(self, person: str, absence: NewAbsence) -> str:
        """Store an absence and return its id. Raises ``Invalid``."""
        zone = stored_zone(self.of(person).zone)
        check_absence(absence, datetime.fromtimestamp(self._clock(), zone).date())
        id = new_id()
        with self._database.writing() as link:
            count = select(func.count()).select_from(absences).where(absences.c.person == person)
            lock_person(link, person)
            if (link.execute(count).scalar() or 0) >= MOST:
                raise Invalid(f"You have announced {MOST} absences: delete one that has ended.")
            row = {"id": id, "person": person, "first": str(absence.first), "last": str(absence.last)}
            link.execute(insert(absences).values(row))
        return id

    def cancel(self, person: str, id: str) -> None:
        """Delete an absence. Raises ``NotFound``."""
        gone = delete(absences).where(absences.c.id == id, absences.c.person == person)
        with self._database.writing() as link:
            if not link.execute(gone).rowcount:
                raise NotFound("There is no such absence.")
