"""Sessions of browsers and tokens of programs."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import Row, Select, bindparam, delete, func, insert, select, update

from trunkline.util.messages import gettext
from trunkline.web.accounts.accounts import Person
from trunkline.web.accounts.bans import banned, check_ban
from trunkline.web.accounts.secret_keys import drawn, hashed, new_id
from trunkline.web.database.people_tables import people, sessions, tokens
from trunkline.web.database.pool import Database
from trunkline.web.database.row_locks import lock_person
from trunkline.web.errors import Invalid, NotFound

DAY = 24 * 3600
LASTS = 90 * DAY
"""The maximum age of a session in seconds."""
IDLE = 30 * DAY
"""Seconds without a request after which a session ends."""
NOTED = 3600
"""The precision in seconds of the stored time of last use."""
MOST_SESSIONS, MOST_TOKENS = 20, 20
LONGEST_AGENT, LONGEST_NAME = 120, 40


class Session(NamedTuple):
    """A session: a browser in which a person is signed in."""

    id: str
    agent: str
    """The user agent of the browser."""
    created: int
    seen: int
    expires: int


class Token(NamedTuple):
    """A token, with which a program acts for a person."""

    id: str
    name: str
    created: int
    seen: int | None


class Identity(NamedTuple):
    """The person of a request, and the session or token that identified them."""

    person: Person
    session: str = ""
    """The id of the session. Empty for a token."""
    token: str = ""
    """The id of the token. Empty for a session."""


class Credentials:
    """All sessions and tokens."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    # -- sessions

    def begin(self, person: str, agent: str) -> str:
        """Start a session and return its secret. The oldest sessions of a person with too many end.

        Raises ``Denied`` if the person is banned.
        """
        now = int(self._clock())
        secret, kept = drawn()
        agent = "".join(each for each in agent if each.isprintable())[:LONGEST_AGENT]
        with self._database.writing() as link:
            check_ban(link, person, now)
            link.execute(delete(sessions).where(over(now)))
            latest = select(sessions.c.id).where(sessions.c.person == person).order_by(sessions.c.seen.desc())
            for id in link.execute(latest).scalars().all()[MOST_SESSIONS - 1 :]:
                link.execute(delete(sessions).where(sessions.c.id == id))
            row = {"hash": kept, "id": new_id(), "person": person, "agent": agent}
            times = {"created": now, "seen": now, "expires": now + LASTS}
            link.execute(insert(sessions).values(row | times))
        return secret

    def by_session(self, secret: str) -> Identity | None:
        """Return the person of a session secret, or None if it is not valid."""
        now = int(self._clock())
        kept = hashed(secret)
        with self._database.reading() as link:
            row = link.execute(_BY_SESSION, {"hash": kept, "now": now, "idle": now - IDLE}).first()
        if row is None:
            return None
        if now - row.seen > NOTED:
            with self._database.writing() as link:
                link.execute(update(sessions).where(sessions.c.hash == kept).values(seen=now))
        return Identity(_person(row), row.session)

    def sessions(self, person: str) -> list[Session]:
        """Return the sessions of a person, most recently used first."""
        columns = [sessions.c[name] for name in Session._fields]
        wanted = select(*columns).where(sessions.c.person == person, ~over(int(self._clock())))
        with self._database.reading() as link:
            return [
                Session(*row) for row in link.execute(wanted.order_by(sessions.c.seen.desc(), sessions.c.id))
            ]

    def end(self, person: str, id: str) -> None:
        """End a session of a person. Raises ``NotFound``."""
        with self._database.writing() as link:
            done = link.execute(delete(sessions).where(sessions.c.person == person, sessions.c.id == id))
        if not done.rowcount:
            raise NotFound(gettext("You have no such session."))

    # -- tokens

    def new_token(self, person: str, name: str) -> tuple[Token, str]:
        """Create a token with a descriptive name. Return it with its secret, which is not stored.

        Raises ``Invalid``.
        """
        name = name.strip()
        if not name.isprintable() or not 1 <= len(name) <= LONGEST_NAME:
            raise Invalid(
                gettext("A token's name has 1 to {longest_name} characters.", longest_name=LONGEST_NAME)
            )
        secret, kept = drawn()
        made = Token(new_id(), name, int(self._clock()), None)
        with self._database.writing() as link:
            mine = select(func.count()).select_from(tokens).where(tokens.c.person == person)
            lock_person(link, person)
            if (link.execute(mine).scalar() or 0) >= MOST_TOKENS:
                raise Invalid(
                    gettext(
                        "You already have {most_tokens} tokens, the most allowed. Revoke one first.",
                        most_tokens=MOST_TOKENS,
                    )
                )
            link.execute(insert(tokens).values(hash=kept, person=person, **made._asdict()))
        return made, secret

    def by_token(self, secret: str) -> Identity | None:
        """Return the person of a token secret, or None if it is not valid."""
        now = int(self._clock())
        kept = hashed(secret)
        with self._database.reading() as link:
            row = link.execute(_BY_TOKEN, {"hash": kept, "now": now}).first()
        if row is None:
            return None
        if row.seen is None or now - row.seen > NOTED:
            with self._database.writing() as link:
                link.execute(update(tokens).where(tokens.c.hash == kept).values(seen=now))
        return Identity(_person(row), token=row.token)

    def lasts(self, person: str, session: str, token: str) -> bool:
        """Return whether the session or token, if there is one, is still valid, and the person not banned."""
        with self._database.reading() as link:
            ban = select(people.c.id).where(people.c.id == person, banned(int(self._clock())))
            if link.execute(ban).first() is not None:
                return False
        if session:
            return any(each.id == session for each in self.sessions(person))
        return not token or any(each.id == token for each in self.tokens(person))

    def tokens(self, person: str) -> list[Token]:
        """Return the tokens of a person, newest first."""
        columns = [tokens.c[name] for name in Token._fields]
        wanted = select(*columns).where(tokens.c.person == person)
        with self._database.reading() as link:
            return [
                Token(*row) for row in link.execute(wanted.order_by(tokens.c.created.desc(), tokens.c.id))
            ]

    def end_token(self, person: str, id: str) -> None:
        """Revoke a token of a person. Raises ``NotFound``."""
        with self._database.writing() as link:
            done = link.execute(delete(tokens).where(tokens.c.person == person, tokens.c.id == id))
        if not done.rowcount:
            raise NotFound(gettext("You have no such token."))


def over(now: int) -> Any:
    """Return the SQL condition for sessions that have ended."""
    return _over(now, now - IDLE)


def _over(now: Any, idle: Any) -> Any:
    return (sessions.c.expires <= now) | (sessions.c.seen <= idle)


# Every request runs one of these. Build them once: building a statement takes longer than running it.
_PERSON: tuple[Any, ...] = (
    people.c.id,
    people.c.name,
    people.c.operator,
    people.c.email,
    people.c.email_confirmed,
    people.c.language,
)
_BY_SESSION: Select[Any] = (
    select(*_PERSON, sessions.c.id.label("session"), sessions.c.seen)
    .join(sessions, sessions.c.person == people.c.id)
    .where(
        sessions.c.hash == bindparam("hash"),
        ~_over(bindparam("now"), bindparam("idle")),
        ~banned(bindparam("now")),
    )
)
_BY_TOKEN: Select[Any] = (
    select(*_PERSON, tokens.c.id.label("token"), tokens.c.seen)
    .join(tokens, tokens.c.person == people.c.id)
    .where(tokens.c.hash == bindparam("hash"), ~banned(bindparam("now")))
)


def _person(row: Row[Any]) -> Person:
    return Person(row.id, row.name, row.operator, row.email, row.email_confirmed, row.language)
