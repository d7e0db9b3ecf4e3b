"""The warnings for new players that people have seen or dismissed."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import insert, select, update
from sqlalchemy.engine import Connection

from trunkline.web.database.people_tables import shown_warnings
from trunkline.web.database.pool import Database
from trunkline.web.database.row_locks import lock_person

DISMISSED = ""
"""The moment of a kind of warning that the person dismissed."""


class ShownWarnings:
    """The database of shown warnings: for each person and kind, the moment of a game that showed it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, person: str) -> dict[str, str]:
        """Return the moments of a person by kind of warning. An empty moment means dismissed."""
        with self._database.reading() as link:
            return _stored(link, person)

    def merge(self, person: str, moments: Mapping[str, str]) -> dict[str, str]:
        """Store moments, and return all moments of the person.

        The first moment of a kind stays until the person dismisses the kind. Then it stays dismissed.
        """
        with self._database.writing() as link:
            # Two browsers may store their warnings at the same time.
            lock_person(link, person)
            known = _stored(link, person)
            for kind, moment in moments.items():
                here = shown_warnings.c.person == person, shown_warnings.c.kind == kind
                if kind not in known:
                    link.execute(insert(shown_warnings).values(person=person, kind=kind, moment=moment))
                elif moment == DISMISSED != known[kind]:
                    link.execute(update(shown_warnings).where(*here).values(moment=moment))
                else:
                    continue
                known[kind] = moment
            return known


def _stored(link: Connection, person: str) -> dict[str, str]:
    shown = shown_warnings.c.kind, shown_warnings.c.moment
    rows = link.execute(select(*shown).where(shown_warnings.c.person == person).order_by(shown[0]))
    return {row.kind: row.moment for row in rows}
