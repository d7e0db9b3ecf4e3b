"""Passkeys: keys of an authenticator that replace the password and the second factor at sign-in."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import Connection, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.accounts.audit_log import record
from trunkline.web.accounts.relying_party import RelyingParty
from trunkline.web.accounts.secret_keys import drawn, hashed, new_id
from trunkline.web.database.community_tables import passkey_challenges, passkeys
from trunkline.web.database.people_tables import people
from trunkline.web.database.pool import Database
from trunkline.web.database.row_locks import lock_person
from trunkline.web.errors import AlreadyTaken, Invalid, NotFound

if TYPE_CHECKING:
    from trunkline.web.accounts.passkey_messages import Answer, Options

SECONDS = 300
"""Seconds within which an authenticator must answer a challenge."""
MOST = 10
LONGEST_NAME = 40
NO_ADDRESS = gettext_noop("This address cannot have passkeys: they need HTTPS and a host name, or localhost.")
GONE = gettext_noop("The request took longer than 5 minutes, or was answered already. Begin again.")
UNKNOWN = gettext_noop("This server does not know that passkey. Sign in with your password.")
COPIED = gettext_noop(
    "That passkey may have been copied: its counter went backwards. Sign in with your password, and "
    "remove the passkey from your account."
)
REGISTERED = gettext_noop("That passkey is registered already. Remove it first, or use another device.")
NONE = gettext_noop("You have no such passkey.")


class Passkey(NamedTuple):
    """A passkey of a person."""

    id: str
    name: str
    created: int
    seen: int | None
    """The time of the last sign-in with it."""


class Passkeys:
    """The passkeys of all people."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def listed(self, person: str) -> list[Passkey]:
        """Return the passkeys of a person, oldest first."""
        columns = [passkeys.c[name] for name in Passkey._fields]
        wanted = select(*columns).where(passkeys.c.person == person)
        with self._database.reading() as link:
            return [Passkey(*row) for row in link.execute(wanted.order_by(passkeys.c.created, passkeys.c.id))]

    # -- a new passkey

    def begin(self, party: RelyingParty, person: str, session: str) -> Options:
        """Return the options to make a passkey. The same session must send the answer.

        Raises ``Invalid`` if the person has too many.
        """
        from trunkline.web.accounts import passkey_messages

        with self._database.writing() as link:
            known = _credentials(link, person)
            name = link.execute(select(people.c.name).where(people.c.id == person)).scalar()
            challenge = self._new_challenge(link, session, person)
        return passkey_messages.creation_options(party, challenge, person, str(name), known, SECONDS)

    def add(self, party: RelyingParty, person: str, session: str, name: str, answer: Answer) -> Passkey:
        """Add the passkey that an authenticator made.

        Raises ``Invalid``, ``AlreadyTaken`` if it is registered, and ``NotFound`` if the request has expired.
        """
        from trunkline.web.accounts import passkey_messages

        name = _checked_name(name)
        challenge = passkey_messages.challenge_of(answer, party)
        self._use_challenge(challenge, session, person)
        key = passkey_messages.new_key(answer, party, challenge)
        made = Passkey(new_id(), name, int(self._clock()), None)
        try:
            with self._database.writing() as link:
                _credentials(link, person)
                link.execute(insert(passkeys).values(person=person, **key._asdict(), **made._asdict()))
        except IntegrityError as error:
            raise AlreadyTaken(gettext(REGISTERED)) from error
        return made

    # -- sign-in

    def begin_sign_in(self, party: RelyingParty) -> tuple[Options, str]:
        """Return the options to sign in, and a secret that the same browser must send with the answer."""
        from trunkline.web.accounts import passkey_messages

        secret, _ = drawn()
        with self._database.writing() as link:
            challenge = self._new_challenge(link, secret, None)
        return passkey_messages.request_options(party, challenge, SECONDS), secret

    def sign_in(self, party: RelyingParty, secret: str, answer: Answer) -> str:
        """Check a sign-in with a passkey, and return the id of the person.

        Raises ``Invalid``, and ``NotFound`` if the request has expired or the key is not known.
        """
        from trunkline.web.accounts import passkey_messages

        challenge = passkey_messages.challenge_of(answer, party)
        self._use_challenge(challenge, secret, None)
        named = passkey_messages.assertion(answer)
        here = passkeys.c.credential == named.credential
        with self._database.reading() as link:
            row = link.execute(select(passkeys).where(here)).first()
        if row is None or row.person != named.person:
            raise NotFound(gettext(UNKNOWN))
        counter = passkey_messages.new_counter(answer, party, challenge, row.public_key)
        # The condition also decides between two simultaneous requests.
        newer = (passkeys.c.counter < counter) if counter else (passkeys.c.counter == 0)
        with self._database.writing() as link:
            used = update(passkeys).where(here, newer).values(counter=counter, seen=int(self._clock()))
            if not link.execute(used).rowcount:
                raise Invalid(gettext(COPIED))
        return str(row.person)

    # -- changes

    def rename(self, person: str, id: str, name: str) -> None:
        """Rename a passkey. Raises ``Invalid`` and ``NotFound``."""
        here = (passkeys.c.person == person) & (passkeys.c.id == id)
        with self._database.writing() as link:
            if not link.execute(update(passkeys).where(here).values(name=_checked_name(name))).rowcount:
                raise NotFound(gettext(NONE))

    def remove(self, person: str, id: str) -> None:
        """Remove a passkey. Raises ``NotFound``."""
        here = (passkeys.c.person == person) & (passkeys.c.id == id)
        with self._database.writing() as link:
            if not link.execute(delete(passkeys).where(here)).rowcount:
                raise NotFound(gettext(NONE))

    def remove_by_operator(self, operator: str, person: str, reason: str) -> None:
        """Remove all passkeys of a person. Raises ``Invalid`` without a reason."""
        with self._database.writing() as link:
            link.execute(delete(passkey_challenges).where(passkey_challenges.c.person == person))
            if not link.execute(delete(passkeys).where(passkeys.c.person == person)).rowcount:
                raise Invalid(gettext("This person has no passkeys."))
            record(link, self._clock(), operator, "remove passkeys", reason, subject=person)

    # -- challenges

    def _new_challenge(self, link: Connection, holder: str, person: str | None) -> bytes:
        now = int(self._clock())
        challenge = secrets.token_bytes(32)
        old = or_(passkey_challenges.c.expires <= now, passkey_challenges.c.holder == hashed(holder))
        link.execute(delete(passkey_challenges).where(old))
        row = {"hash": hashed(challenge.hex()), "holder": hashed(holder), "person": person}
        link.execute(insert(passkey_challenges).values(row | {"expires": now + SECONDS}))
        return challenge

    def _use_challenge(self, challenge: bytes, holder: str, person: str | None) -> None:
        """Use up a challenge, also if the rest of the answer is wrong. Raises ``NotFound``."""
        here = (
            (passkey_challenges.c.hash == hashed(challenge.hex()))
            & (passkey_challenges.c.holder == hashed(holder))
            & (passkey_challenges.c.person.is_not_distinct_from(person))
            & (passkey_challenges.c.expires > int(self._clock()))
        )
        with self._database.writing() as link:
            if not link.execute(delete(passkey_challenges).where(here)).rowcount:
                raise NotFound(gettext(GONE))


def _credentials(link: Connection, person: str) -> list[bytes]:
    """Return the ids of a person's keys. Raises ``Invalid`` if there can be no more."""
    lock_person(link, person)
    known = link.execute(select(passkeys.c.credential).where(passkeys.c.person == person)).scalars().all()
    if len(known) >= MOST:
        raise Invalid(
            gettext("You already have {most} passkeys, the most allowed. Remove one first.", most=MOST)
        )
    return list(known)


def _checked_name(name: str) -> str:
    name = name.strip()
    if not name.isprintable() or not 1 <= len(name) <= LONGEST_NAME:
        raise Invalid(
            gettext("A passkey's name has 1 to {longest_name} characters.", longest_name=LONGEST_NAME)
        )
    return name
