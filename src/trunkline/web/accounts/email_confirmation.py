"""Confirmation of email addresses by a link. The server sends other emails to confirmed addresses only."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import delete, insert, select, update

from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.accounts.secret_keys import drawn, hashed
from trunkline.web.database.community_tables import confirmations
from trunkline.web.database.people_tables import people
from trunkline.web.database.pool import Database
from trunkline.web.errors import NotFound

VALID_SECONDS = 48 * 3600
"""The validity of a confirmation link in seconds."""
GONE = gettext_noop(
    "That link is not valid: it was used, it is older than two days, or the address was changed since."
)


class ConfirmationLink(NamedTuple):
    """A link for the unconfirmed address of a person."""

    name: str
    email: str
    secret: str
    language: str | None
    """The language of the person. None is English."""


class EmailConfirmation:
    """The confirmation links of all people."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def begin(self, person: str) -> ConfirmationLink | None:
        """Create a link for the unconfirmed address of a person, and revoke older ones.

        Return None if there is no unconfirmed address.
        """
        now = int(self._clock())
        secret, kept = drawn()
        wanted = select(people.c.name, people.c.email, people.c.language).where(
            people.c.id == person, people.c.email.is_not(None), ~people.c.email_confirmed
        )
        with self._database.writing() as link:
            row = link.execute(wanted).first()
            if row is None:
                return None
            link.execute(delete(confirmations).where(confirmations.c.person == person))
            values = {"hash": kept, "person": person, "email": row.email, "expires": now + VALID_SECONDS}
            link.execute(insert(confirmations).values(values))
        return ConfirmationLink(row.name, row.email, secret, row.language)

    def confirm(self, secret: str) -> str:
        """Use a link, which works once, and return the name of the person. Raises ``NotFound``."""
        here = (confirmations.c.hash == hashed(secret)) & (confirmations.c.expires > int(self._clock()))
        with self._database.writing() as link:
            row = link.execute(select(confirmations.c.person, confirmations.c.email).where(here)).first()
            if row is None or not link.execute(delete(confirmations).where(here)).rowcount:
                raise NotFound(gettext(GONE))
            # The link is for one address. It does not confirm another one that was entered since.
            same = (people.c.id == row.person) & (people.c.email == row.email)
            if not link.execute(update(people).where(same).values(email_confirmed=True)).rowcount:
                raise NotFound(gettext(GONE))
            return str(link.execute(select(people.c.name).where(same)).scalar())
