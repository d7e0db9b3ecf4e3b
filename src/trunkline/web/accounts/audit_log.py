"""The audit log: every action of an operator, with its reason. Rows are only added."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, insert, select

from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.accounts.usernames import FORMER
from trunkline.web.database.community_tables import audit_log
from trunkline.web.database.people_tables import people
from trunkline.web.errors import Invalid

LONGEST_REASON = 1000
COMMAND_LINE = gettext_noop("the command line")
"""The operator of an action on the server's machine."""


class AuditEntry(NamedTuple):
    """An action of an operator."""

    number: int
    at: int
    operator: str
    """The operator's name, or ``COMMAND_LINE``."""
    action: str
    subject: str
    """The name of the person that the action is about. Empty if it is about no person."""
    thing: str
    """The id of the game, report or invitation that the action is about. Empty without one."""
    detail: str
    reason: str


def record(
    link: Connection,
    at: float,
    operator: str,
    action: str,
    reason: str,
    *,
    subject: str = "",
    thing: str = "",
    detail: str = "",
) -> None:
    """Add an entry in the transaction of the action. Raises ``Invalid`` if there is no reason."""
    text = check_reason(reason)
    row = {"operator": operator, "action": action, "subject": subject, "thing": thing, "detail": detail}
    link.execute(insert(audit_log).values(at=int(at), reason=text, **row))


def check_reason(reason: str) -> str:
    """Return a reason in one line. Raises ``Invalid`` if it is empty."""
    text = " ".join(reason.split())
    if not text or len(text) > LONGEST_REASON or not text.isprintable():
        raise Invalid(
            gettext(
                "Give a reason of up to {longest_reason} characters. It is written to the audit log.",
                longest_reason=str(LONGEST_REASON),
            )
        )
    return text


def entries(link: Connection, limit: int, before: int | None = None) -> list[AuditEntry]:
    """Return the newest entries, or those before an entry, newest first."""
    who, whom = people.alias(), people.alias()
    table = audit_log.c
    wanted = (
        select(audit_log, who.c.name.label("operator_name"), whom.c.name.label("subject_name"))
        .select_from(
            audit_log.outerjoin(who, who.c.id == table.operator).outerjoin(whom, whom.c.id == table.subject)
        )
        .order_by(table.number.desc())
        .limit(limit)
    )
    if before is not None:
        wanted = wanted.where(table.number < before)
    return [
        AuditEntry(
            row.number,
            row.at,
            (row.operator_name or gettext(FORMER)) if row.operator else gettext(COMMAND_LINE),
            row.action,
            (row.subject_name or gettext(FORMER)) if row.subject else "",
            row.thing,
            row.detail,
            row.reason,
        )
        for row in link.execute(wanted)
    ]
