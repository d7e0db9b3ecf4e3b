"""Reports of messages, games and people, for the operators."""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from sqlalchemy import Connection, Row, func, insert, select, update

from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.accounts.accounts import Person
from trunkline.web.accounts.audit_log import record
from trunkline.web.accounts.secret_keys import new_id
from trunkline.web.database.chat_tables import said
from trunkline.web.database.community_tables import reports
from trunkline.web.database.people_tables import people
from trunkline.web.database.pool import Database
from trunkline.web.database.study_tables import study_comments
from trunkline.web.errors import Invalid, NotFound
from trunkline.web.studies.marks import marks_text
from trunkline.web.studies.repository import stored_marks

LONGEST_REASON = 1000
SHOWN = 100
"""The maximum number of reports in a list."""
MOST_WITHOUT_ACCOUNT = SHOWN // 2
"""The maximum number of open reports without an account. They cannot push the others out of the list."""
MANY_OPEN = gettext_noop("The operators have many open reports. Sign in to report this, or try again later.")


class ReportKind(StrEnum):
    """The thing that a report is about."""

    MESSAGE = "message"
    COMMENT = "comment"
    GAME = "game"
    PERSON = "person"


WRITTEN = {ReportKind.MESSAGE: said, ReportKind.COMMENT: study_comments}
"""The tables of texts that people write for others."""


def not_written(kind: ReportKind) -> str:
    """Return the sentence that there is no text with such a number."""
    if kind is ReportKind.COMMENT:
        return gettext("There is no such comment, or an operator has removed it already.")
    return gettext("There is no such message, or an operator has removed it already.")


class Decision(StrEnum):
    """The decision of an operator on a report."""

    UPHELD = "upheld"
    DISMISSED = "dismissed"


class Report(NamedTuple):
    """A report."""

    id: str
    kind: ReportKind
    reporter: str | None
    """The name of the person who reported. None without an account, also if it was deleted later."""
    subject: str | None
    """The name of the reported person, or of the author of the reported message or comment."""
    subject_id: str | None
    game: str
    """The id of the game. Empty if a person was reported."""
    number: int
    """The number of the message or comment, or 0."""
    copy: str
    """The text of the message at the time of the report."""
    reason: str
    at: int
    decision: str
    """Empty while the report is open."""
    decided: int | None


class Reports:
    """The reports of all people. The caller checks that the reporter may see the game.

    An empty ``reporter`` is a visitor without an account.
    """

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def report_written(self, reporter: str, kind: ReportKind, game: str, number: int, reason: str) -> None:
        """Report a message or a comment with a copy of its text. Raises ``Invalid`` and ``NotFound``."""
        table = WRITTEN[kind]
        with self._database.writing() as link:
            here = (table.c.game_id == game) & (table.c.number == number)
            row = link.execute(select(table).where(here)).first()
            if row is None:
                raise NotFound(not_written(kind))
            marks = marks_text(stored_marks(row.marks)) if kind is ReportKind.COMMENT else ""
            key = {"game_id": game, "number": number, "subject": row.person}
            self._add(link, reporter, kind, reason, "\n\n".join(filter(None, (row.text, marks))), key)

    def report_game(self, reporter: str, game: str, reason: str) -> None:
        """Report a game. Raises ``Invalid``."""
        with self._database.writing() as link:
            key = {"game_id": game, "number": 0, "subject": None}
            self._add(link, reporter, ReportKind.GAME, reason, "", key)

    def report_person(self, reporter: str, other: Person, reason: str) -> None:
        """Report a person. Raises ``Invalid``."""
        with self._database.writing() as link:
            key = {"game_id": "", "number": 0, "subject": other.id}
            self._add(link, reporter, ReportKind.PERSON, reason, "", key)

    def _add(
        self,
        link: Connection,
        reporter: str,
        kind: ReportKind,
        reason: str,
        copy: str,
        key: dict[str, object],
    ) -> None:
        text = " ".join(reason.split())
        if not text or len(text) > LONGEST_REASON or not text.isprintable():
            raise Invalid(
                gettext(
                    "Give a reason of up to {longest_reason} characters, so that an operator can decide.",
                    longest_reason=str(LONGEST_REASON),
                )
            )
        if reporter and key["subject"] == reporter:
            raise Invalid(gettext("You cannot report yourself."))
        open_ = (reports.c.person == (reporter or None)) & (reports.c.decision == "")
        same = [reports.c[name] == value for name, value in key.items()]
        if link.execute(select(reports.c.id).where(open_, reports.c.kind == kind, *same)).first():
            if reporter:
                raise Invalid(gettext("You have reported that already. The operators have not decided yet."))
            raise Invalid(gettext("A reader has reported that already. The operators have not decided yet."))
        if not reporter:
            count = link.execute(select(func.count()).select_from(reports).where(open_)).scalar_one()
            if count >= MOST_WITHOUT_ACCOUNT:
                raise Invalid(gettext(MANY_OPEN))
        row = {"id": new_id(), "person": reporter or None, "kind": kind.value, "reason": text, "copy": copy}
        link.execute(insert(reports).values(**row, **key, at=int(self._clock()), decision=""))

    def listed(self, *, decided: bool) -> list[Report]:
        """Return the reports without or with a decision, newest first."""
        who, whom = people.alias(), people.alias()
        wanted = (
            select(reports, who.c.name.label("reporter"), whom.c.name.label("subject_name"))
            .select_from(
                reports.outerjoin(who, who.c.id == reports.c.person).outerjoin(
                    whom, whom.c.id == reports.c.subject
                )
            )
            .where(reports.c.decision != "" if decided else reports.c.decision == "")
            .order_by(reports.c.at.desc(), reports.c.id)
            .limit(SHOWN)
        )
        with self._database.reading() as link:
            return [_report(row) for row in link.execute(wanted)]

    def decide(self, id: str, operator: str, decision: Decision, reason: str) -> None:
        """Close a report with a decision. Raises ``NotFound``, and ``Invalid`` without a reason."""
        now = int(self._clock())
        here = (reports.c.id == id) & (reports.c.decision == "")
        with self._database.writing() as link:
            subject = link.execute(select(reports.c.subject).where(here)).scalar() or ""
            if not link.execute(update(reports).where(here).values(decision=decision, decided=now)).rowcount:
                raise NotFound(gettext("There is no such open report. Another operator may have decided it."))
            record(
                link, now, operator, "close report", reason, subject=subject, thing=id, detail=decision.value
            )


def _report(row: Row[tuple[object, ...]]) -> Report:
    return Report(
        row.id,
        ReportKind(row.kind),
        row.reporter,
        row.subject_name,
        row.subject,
        row.game_id,
        row.number,
        row.copy,
        row.reason,
        row.at,
        row.decision,
        row.decided,
    )
