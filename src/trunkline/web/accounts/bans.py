"""Bans from the server and bans from its chat, with a reason and an end."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, or_, select

from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.database.people_tables import people
from trunkline.web.errors import Denied


def banned(now: Any) -> ColumnElement[bool]:
    """Return the condition that a person is banned. ``now`` is the time in seconds, or a parameter."""
    ends = or_(people.c.ban_until.is_(None), people.c.ban_until > now)
    return people.c.ban_reason.is_not(None) & ends


def check_ban(link: Connection, person: str, now: int) -> None:
    """Raise ``Denied`` with the reason and the end if a person is banned."""
    wanted = select(people.c.ban_reason, people.c.ban_until).where(people.c.id == person, banned(now))
    row = link.execute(wanted).first()
    if row is not None:
        raise _denied(
            row.ban_until,
            row.ban_reason,
            gettext_noop("An operator has banned you from this server until {end}: {reason}"),
            gettext_noop("An operator has banned you from this server without an end: {reason}"),
        )


def check_chat(link: Connection, person: str, now: int) -> None:
    """Raise ``Denied`` with the reason and the end if a person may not write messages."""
    wanted = select(people.c.mute_reason, people.c.mute_until).where(people.c.id == person)
    row = link.execute(wanted).first()
    if row is not None and row.mute_reason is not None and (row.mute_until is None or row.mute_until > now):
        raise _denied(
            row.mute_until,
            row.mute_reason,
            gettext_noop("An operator has muted you until {end}: {reason}"),
            gettext_noop("An operator has muted you without an end: {reason}"),
        )


def _denied(until: int | None, reason: str, with_end: str, endless: str) -> Denied:
    """Return the error for a ban or a mute, by its message with an end or without one."""
    if until is None:
        return Denied(gettext(endless, reason=reason))
    return Denied(gettext(with_end, end=_time(until), reason=reason))


def _time(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")
