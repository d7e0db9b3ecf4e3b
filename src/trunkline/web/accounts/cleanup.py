"""Deletion of expired sessions, invitation links and reset links."""

from __future__ import annotations

import time

from sqlalchemy import delete

from trunkline.web.accounts.credentials import over
from trunkline.web.accounts.rate_counters import InDatabase
from trunkline.web.database.community_tables import (
    confirmations,
    passkey_challenges,
    server_invitations,
    sign_in_steps,
)
from trunkline.web.database.people_tables import invitations, resets, sessions
from trunkline.web.database.pool import Database


def run_cleanup(database: Database, now: float | None = None) -> None:
    """Delete expired sessions, password resets, invitations and counters."""
    at = int(time.time() if now is None else now)
    with database.writing() as link:
        link.execute(delete(sessions).where(over(at)))
        links = resets, invitations, server_invitations, confirmations
        for table in (*links, sign_in_steps, passkey_challenges):
            link.execute(delete(table).where(table.c.expires <= at))
    if database.shared:
        InDatabase(database, lambda: at).tidy()
