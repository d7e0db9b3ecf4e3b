"""Deletion of expired sessions, invitation links and reset links, and of old absences."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete

from trunkline.web.accounts.credentials import over
from trunkline.web.accounts.rate_counters import InDatabase
from trunkline.web.database.community_tables import (
    confirmations,
    passkey_challenges,
    server_invitations,
    sign_in_steps,
)
from trunkline.web.database.people_tables import absences, invitations, resets, sessions
from trunkline.web.database.pool import Database

OLD_ABSENCE = timedelta(days=366)
"""The time after which an absence is deleted. Until then, clocks that ran during the absence need it."""


def run_cleanup(database: Database, now: float | None = None) -> None:
    """Delete expired sessions, password resets, invitations and counters, and old absences."""
    at = int(time.time() if now is None else now)
    with database.writing() as link:
        link.execute(delete(sessions).where(over(at)))
        links = resets, invitations, server_invitations, confirmations
        for table in (*links, sign_in_steps, passkey_challenges):
            link.execute(delete(table).where(table.c.expires <= at))
        oldest = datetime.fromtimestamp(at, UTC).date() - OLD_ABSENCE
        link.execute(delete(absences).where(absences.c.last < str(oldest)))
    if database.shared:
        InDatabase(database, lambda: at).tidy()
