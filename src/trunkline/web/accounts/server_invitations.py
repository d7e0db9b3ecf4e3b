"""Invitation links to the server, with which people create accounts."""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.accounts.audit_log import record
from trunkline.web.accounts.secret_keys import drawn, hashed, new_id
from trunkline.web.database.community_tables import server_invitations
from trunkline.web.database.people_tables import people
from trunkline.web.database.pool import Database
from trunkline.web.errors import Denied, Invalid, NotFound

DAY = 24 * 3600
MOST_USES, MOST_DAYS = 1000, 365
MOST_LINKS = 200
"""The maximum number of open invitation links to a server."""
GONE = gettext_noop(
    "That invitation is not valid: it was used up or closed, or it has expired. Ask for a new one."
)
INVITED_ONLY = gettext_noop(
    "This server takes new people by invitation only. Ask its operator for an invitation link."
)
CLOSED = gettext_noop("This server takes no new accounts.")


class SignUpPolicy(StrEnum):
    """The people who may create an account on a server."""

    OPEN = "open"
    INVITED = "invited"
    """People with an invitation link to the server."""
    CLOSED = "closed"


class ServerInvitation(NamedTuple):
    """An open invitation link to the server."""

    id: str
    name: str | None
    """The operator who made it, or None for the command line and for deleted accounts."""
    uses: int
    """The number of accounts that can still be created with it."""
    created: int
    expires: int


class ServerInvitations:
    """All invitation links to a server."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def new(self, person: str, uses: int, days: int, reason: str) -> tuple[ServerInvitation, str]:
        """Create a link for a number of accounts, and return it with its secret. Raises ``Invalid``.

        ``person`` is the operator. It is empty for the command line.
        """
        if not 1 <= uses <= MOST_USES:
            raise Invalid(gettext("An invitation is for 1 to {most_uses} accounts.", most_uses=MOST_USES))
        if not 1 <= days <= MOST_DAYS:
            raise Invalid(gettext("An invitation is valid for 1 to {most_days} days.", most_days=MOST_DAYS))
        if len(self.open()) >= MOST_LINKS:
            raise Invalid(
                gettext(
                    "There are {most_links} open invitations, the most allowed. Close one first.",
                    most_links=MOST_LINKS,
                )
            )
        now = int(self._clock())
        secret, kept = drawn()
        row = {"id": new_id(), "uses": uses, "created": now, "expires": now + days * DAY}
        with self._database.writing() as link:
            link.execute(insert(server_invitations).values(hash=kept, person=person or None, **row))
            detail = f"accounts: {uses}, days: {days}"
            record(link, now, person, "invite", reason, thing=str(row["id"]), detail=detail)
        return next(each for each in self.open() if each.id == row["id"]), secret

    def open(self) -> list[ServerInvitation]:
        """Return the links that still work, newest first."""
        table = server_invitations
        wanted = (
            select(table.c.id, people.c.name, table.c.uses, table.c.created, table.c.expires)
            .select_from(table.outerjoin(people, people.c.id == table.c.person))
            .where(table.c.expires > int(self._clock()), table.c.uses > 0)
            .order_by(table.c.created.desc(), table.c.id)
        )
        with self._database.reading() as link:
            return [ServerInvitation(*row) for row in link.execute(wanted)]

    def end(self, id: str, person: str, reason: str) -> None:
        """Close a link. Raises ``NotFound``."""
        with self._database.writing() as link:
            if not link.execute(delete(server_invitations).where(server_invitations.c.id == id)).rowcount:
                raise NotFound(gettext("There is no such invitation."))
            record(link, self._clock(), person, "close invitation", reason, thing=id)

    def check(self, policy: SignUpPolicy, secret: str | None) -> None:
        """Check that a new account is possible. Raises ``Denied``, and ``NotFound`` for a wrong secret."""
        if policy is SignUpPolicy.CLOSED:
            raise Denied(gettext(CLOSED))
        if policy is SignUpPolicy.INVITED:
            if secret is None:
                raise Denied(gettext(INVITED_ONLY))
            with self._database.reading() as link:
                if link.execute(select(server_invitations.c.id).where(self._valid(secret))).first() is None:
                    raise NotFound(gettext(GONE))

    def use(self, link: Connection, policy: SignUpPolicy, secret: str | None) -> None:
        """Use a link for one account, in the transaction of the caller. Raises as ``check`` does."""
        if policy is SignUpPolicy.INVITED and secret is not None:
            table = server_invitations
            # One statement, so that two people cannot share the last use.
            spent = update(table).where(self._valid(secret)).values(uses=table.c.uses - 1)
            if not link.execute(spent).rowcount:
                raise NotFound(gettext(GONE))

    def _valid(self, secret: str) -> ColumnElement[bool]:
        table = server_invitations
        return (table.c.hash == hashed(secret)) & (table.c.uses > 0) & (table.c.expires > int(self._clock()))
