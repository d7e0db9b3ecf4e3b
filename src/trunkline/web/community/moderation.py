"""The actions of operators on people, games and messages, written to the audit log with their reasons."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, select, text, update

from trunkline.util.messages import gettext
from trunkline.web.accounts.audit_log import AuditEntry, check_reason, entries, record
from trunkline.web.accounts.usernames import folded
from trunkline.web.chat import messages as chat
from trunkline.web.chat.messages import Tell
from trunkline.web.community.reports import WRITTEN, ReportKind, not_written
from trunkline.web.database.chat_tables import said
from trunkline.web.database.community_tables import reports
from trunkline.web.database.game_tables import entries as log_entries
from trunkline.web.database.game_tables import games
from trunkline.web.database.people_tables import owned, people, seated, sessions
from trunkline.web.database.pool import Database
from trunkline.web.database.study_tables import study_comments
from trunkline.web.errors import Invalid, NotFound
from trunkline.web.studies import repository as comments

DAY = 24 * 3600
MOST_DAYS = 3650
LONGEST_NOTE = 2000
SHOWN = 100
"""The maximum number of people, games or log entries in a list."""
REMOVED: dict[ReportKind, dict[str, object]] = {
    ReportKind.MESSAGE: {"text": chat.REMOVED, "removed": True},
    ReportKind.COMMENT: {"text": comments.REMOVED, "marks": comments.REMOVED_MARKS},
}
"""The columns of a removed message or comment."""
_KEPT = {
    ReportKind.MESSAGE: ~said.c.removed,
    ReportKind.COMMENT: study_comments.c.marks != comments.REMOVED_MARKS,
}


class PersonRecord(NamedTuple):
    """The data about a person that operators see."""

    id: str
    name: str
    operator: bool
    created: int
    seen: int | None
    """The time of the last request from a browser."""
    seats: int
    """The number of seats in games, also in finished ones."""
    note: str
    mute_reason: str | None
    mute_until: int | None
    ban_reason: str | None
    ban_until: int | None


class Storage(NamedTuple):
    """The size of the database in bytes, and the number of its rows."""

    size: int
    people: int
    games: int
    entries: int
    messages: int
    reports: int


class Moderation:
    """The actions of operators. ``operator`` is the id of the operator."""

    def __init__(
        self,
        database: Database,
        clock: Callable[[], float] = time.time,
        tells: Mapping[ReportKind, Tell] | None = None,
    ) -> None:
        self._database = database
        self._clock = clock
        self.tells = tells or {}
        """Callbacks that notify other processes of a removed message or comment."""

    # -- people

    def people(self, search: str = "") -> list[PersonRecord]:
        """Return the people whose name contains a text, newest accounts first."""
        words = folded(search)
        wanted = _PEOPLE.order_by(people.c.created.desc(), people.c.id).limit(SHOWN)
        if words:
            wanted = wanted.where(people.c.folded.contains(words, autoescape=True))
        with self._database.reading() as link:
            return [_record(row) for row in link.execute(wanted)]

    def person(self, id: str) -> PersonRecord:
        """Return the record of a person. Raises ``NotFound``."""
        with self._database.reading() as link:
            row = link.execute(_PEOPLE.where(people.c.id == id)).first()
        if row is None:
            raise NotFound(gettext("There is no such account."))
        return _record(row)

    def note(self, operator: str, person: str, note: str, reason: str) -> None:
        """Replace the operators' note about a person. Raises ``Invalid`` and ``NotFound``."""
        if len(note) > LONGEST_NOTE:
            raise Invalid(
                gettext("A note has up to {longest_note} characters.", longest_note=str(LONGEST_NOTE))
            )
        self._change(operator, person, "note", reason, {"note": note.strip()})

    def mute(self, operator: str, person: str, days: int | None, reason: str) -> None:
        """Keep a person from writing messages, for some days or without an end."""
        self._check_other(operator, person, "mute")
        values = {"mute_reason": check_reason(reason), "mute_until": self._end(days)}
        self._change(operator, person, "mute", reason, values, _days(days))

    def unmute(self, operator: str, person: str, reason: str) -> None:
        """Let a person write messages again."""
        self._change(operator, person, "unmute", reason, {"mute_reason": None, "mute_until": None})

    def ban(self, operator: str, person: str, days: int | None, reason: str) -> None:
        """Ban a person from the server, for some days or without an end. All their sessions end.

        Their seats stay. The owner of each table, or its clock, can let a bot play.
        """
        self._check_other(operator, person, "ban")
        values = {"ban_reason": check_reason(reason), "ban_until": self._end(days)}
        self._change(operator, person, "ban", reason, values, _days(days), ends_sessions=True)

    def unban(self, operator: str, person: str, reason: str) -> None:
        """End the ban of a person."""
        self._change(operator, person, "unban", reason, {"ban_reason": None, "ban_until": None})

    def log_action(self, operator: str, person: str, action: str, reason: str) -> None:
        """Write another action on a person to the audit log. Raises ``Invalid``."""
        with self._database.writing() as link:
            record(link, self._clock(), operator, action, reason, subject=person)

    def _change(
        self,
        operator: str,
        person: str,
        action: str,
        reason: str,
        values: dict[str, Any],
        detail: str = "",
        *,
        ends_sessions: bool = False,
    ) -> None:
        with self._database.writing() as link:
            if not link.execute(update(people).where(people.c.id == person).values(values)).rowcount:
                raise NotFound(gettext("There is no such account."))
            if ends_sessions:
                link.execute(delete(sessions).where(sessions.c.person == person))
            record(link, self._clock(), operator, action, reason, subject=person, detail=detail)

    def _check_other(self, operator: str, person: str, action: str) -> None:
        found = self.person(person)
        if person == operator:
            raise Invalid(gettext("You cannot {action} yourself.", action=action))
        if found.operator:
            raise Invalid(
                gettext("{name} is an operator. First run: trunkline people not-operator.", name=found.name)
            )

    def _end(self, days: int | None) -> int | None:
        if days is None:
            return None
        if not 1 <= days <= MOST_DAYS:
            raise Invalid(
                gettext("Give 1 to {most_days} days, or none for no end.", most_days=str(MOST_DAYS))
            )
        return int(self._clock()) + days * DAY

    # -- games and messages

    def set_hidden(self, operator: str, game: str, *, hidden: bool, reason: str) -> None:
        """Take down a game, so that only operators see it, or restore it. Raises ``NotFound``."""
        here = owned.c.game_id == game
        with self._database.writing() as link:
            if not link.execute(update(owned).where(here).values(hidden=hidden)).rowcount:
                raise NotFound(gettext("There is no such game."))
            record(link, self._clock(), operator, "take down" if hidden else "restore", reason, thing=game)

    def hidden(self) -> list[str]:
        """Return the ids of the games that were taken down, newest first."""
        wanted = select(owned.c.game_id).where(owned.c.hidden).order_by(owned.c.created.desc()).limit(SHOWN)
        with self._database.reading() as link:
            return list(link.execute(wanted).scalars())

    def remove(self, operator: str, kind: ReportKind, game: str, number: int, reason: str) -> None:
        """Replace the content of a message or comment for everyone. Raises ``NotFound``."""
        table = WRITTEN[kind]
        here = (table.c.game_id == game) & (table.c.number == number) & _KEPT[kind]
        with self._database.writing() as link:
            row = link.execute(select(table.c.person).where(here)).first()
            if row is None:
                raise NotFound(not_written(kind))
            link.execute(update(table).where(here).values(REMOVED[kind]))
            about = {"subject": row.person or "", "thing": game, "detail": f"{kind} {number}"}
            record(link, self._clock(), operator, f"remove {kind}", reason, **about)
            if tell := self.tells.get(kind):
                tell(link, game)

    # -- the server

    def log(self, before: int | None = None) -> list[AuditEntry]:
        """Return the newest entries of the audit log, or those before an entry."""
        with self._database.reading() as link:
            return entries(link, SHOWN, before)

    def storage(self) -> Storage:
        """Return the size of the database."""
        query = "SELECT pg_database_size(current_database())"
        if not self._database.shared:
            query = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
        with self._database.reading() as link:
            size = int(link.execute(text(query)).scalar() or 0)
            counts = [_count(link, each) for each in (people, games, log_entries, said, reports)]
        return Storage(size, *counts)


def _count(link: Connection, table: Any) -> int:
    return link.execute(select(func.count()).select_from(table)).scalar() or 0


def _days(days: int | None) -> str:
    return "no end" if days is None else f"days: {days}"


_SEEN = select(func.max(sessions.c.seen)).where(sessions.c.person == people.c.id).scalar_subquery()
_SEATS = select(func.count()).where(seated.c.person == people.c.id).scalar_subquery()
_PEOPLE = select(
    people.c.id,
    people.c.name,
    people.c.operator,
    people.c.created,
    _SEEN.label("seen"),
    _SEATS.label("seats"),
    people.c.note,
    people.c.mute_reason,
    people.c.mute_until,
    people.c.ban_reason,
    people.c.ban_until,
)


def _record(row: Any) -> PersonRecord:
    return PersonRecord(*row)
