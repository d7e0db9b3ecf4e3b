"""The time zones and announced absences of people."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day

from sqlalchemy import Connection, Row, delete, insert, select, update

from trunkline.util.messages import gettext
from trunkline.web.accounts.secret_keys import new_id
from trunkline.web.accounts.time_zones import stored_zone
from trunkline.web.clocks.settings import check_absence, check_zone
from trunkline.web.database.people_tables import absences, people
from trunkline.web.database.pool import Database
from trunkline.web.database.row_locks import lock_person
from trunkline.web.database.stored_time import stored_time
from trunkline.web.errors import Invalid, NotFound, NotPossible
from trunkline.web.schemas.clocks import Absence, NewAbsence, TimeSettings

MOST = 20
"""The maximum number of announced absences of a person that have not ended."""


class Absences:
    """The time zones and absences of all people."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def of(self, person: str) -> TimeSettings:
        """Return the time zone of a person and the absences that have not ended, the next one first."""
        with self._database.reading() as link:
            zone = _zone_name(link, person)
            rows = self._current(link, person, self._today(zone))
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
        """Store an absence and return its id. It counts from now on. Raises ``Invalid``."""
        id = new_id()
        with self._database.writing() as link:
            lock_person(link, person)
            zone = _zone_name(link, person)
            today = self._today(zone)
            check_absence(absence, today, zone)
            known = self._current(link, person, today)
            first, last = str(absence.first), str(absence.last)
            if any(row.first <= first and last <= row.last for row in known):
                raise Invalid(gettext("You have already announced an absence on these days."))
            if len(known) >= MOST:
                raise Invalid(
                    gettext("You have announced {most} absences. Delete one of them first.", most=MOST)
                )
            announced = stored_time(datetime.fromtimestamp(self._clock(), UTC))
            row = {"id": id, "person": person, "first": first, "last": last, "announced": announced}
            link.execute(insert(absences).values(row))
        return id

    def cancel(self, person: str, id: str) -> None:
        """Delete an absence, or end it with the present day if it has begun.

        Time that did not count must not count later. Otherwise a deadline could suddenly be in the past.
        Raises ``NotFound``, and ``NotPossible`` if it ends with the present day already.
        """
        here = (absences.c.id == id) & (absences.c.person == person)
        with self._database.writing() as link:
            today = str(self._today(_zone_name(link, person)))
            found = link.execute(select(absences).where(here, absences.c.last >= today)).first()
            if found is None:
                raise NotFound(gettext("There is no such absence."))
            if found.first > today:
                link.execute(delete(absences).where(here))
            elif found.last == today:
                raise NotPossible(gettext("This absence ends today. Your clocks run again from tomorrow on."))
            else:
                link.execute(update(absences).where(here).values(last=today))

    def _today(self, zone: str) -> date:
        return datetime.fromtimestamp(self._clock(), stored_zone(zone)).date()

    def _current(self, link: Connection, person: str, today: date) -> Sequence[Row[tuple[str, ...]]]:
        """Return the absences of a person that have not ended. Clocks still need the others."""
        wanted = select(absences).where(absences.c.person == person, absences.c.last >= str(today))
        return link.execute(wanted.order_by(absences.c.first, absences.c.id)).all()


def end_of_absence(link: Connection, person: str, now: float) -> int | None:
    """Return the end of the absence of a person that is in progress, in seconds since 1970, or None."""
    zone = stored_zone(_zone_name(link, person))
    today = day = datetime.fromtimestamp(now, zone).date()
    mine = absences.c.person == person, absences.c.last >= str(today)
    for row in link.execute(select(absences).where(*mine).order_by(absences.c.first)):
        # Another absence may begin before this one ends, or on the day after.
        if row.first <= str(day) <= row.last:
            day = date.fromisoformat(row.last) + timedelta(days=1)
    return None if day == today else int(datetime.combine(day, time_of_day(), zone).timestamp())


def _zone_name(link: Connection, person: str) -> str:
    return link.execute(select(people.c.zone).where(people.c.id == person)).scalar() or "UTC"
