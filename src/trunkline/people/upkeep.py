"""What is kept of people and has had its time is taken away."""

from __future__ import annotations

import time

from sqlalchemy import delete

from trunkline.people.counts import InDatabase
from trunkline.people.database import Database
from trunkline.people.keys import over
from trunkline.people.schema import invitations, resets, sessions


def tidied(database: Database, now: float | None = None) -> None:
    """Take away sessions, ways to a new password and invitations that are over, and old counts."""
    at = int(time.time() if now is None else now)
    with database.writing() as link:
        link.execute(delete(sessions).where(over(at)))
        for table in (resets, invitations):
            link.execute(delete(table).where(table.c.expires <= at))
    if database.shared:
        InDatabase(database, lambda: at).tidy()
