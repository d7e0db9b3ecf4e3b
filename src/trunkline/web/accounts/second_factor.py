"""The optional second factor: codes of an authenticator app (TOTP), and recovery codes."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

import pyotp
from sqlalchemy import ColumnElement, Connection, delete, insert, or_, select, update

from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.accounts.audit_log import record
from trunkline.web.accounts.secret_keys import drawn, hashed
from trunkline.web.database.community_tables import recovery_codes, second_factors, sign_in_steps
from trunkline.web.database.people_tables import people
from trunkline.web.database.pool import Database
from trunkline.web.errors import Invalid, NotFound

STEP_SECONDS = 300
"""Seconds after the password within which the code must follow."""
PERIOD = 30
"""Seconds for which a code is current. The codes before and after it are accepted too."""
RECOVERY_CODES = 10
ISSUER = "Trunkline"
WRONG = gettext_noop(
    "That code is wrong, or was used already. Wait for the next code, or use a recovery code."
)
GONE = gettext_noop("The sign-in took too long. Enter your name and password again.")


class SecondFactor:
    """The second factors of all people."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def enabled(self, person: str) -> bool:
        """Return whether a person signs in with a second factor."""
        wanted = select(second_factors.c.enabled).where(second_factors.c.person == person)
        with self._database.reading() as link:
            return bool(link.execute(wanted).scalar())

    def begin(self, person: str) -> tuple[str, str]:
        """Return a new key and its address for an authenticator app.

        It is in use after ``enable``. Raises ``Invalid`` if a second factor is in use.
        """
        key = pyotp.random_base32()
        with self._database.writing() as link:
            here = second_factors.c.person == person
            if link.execute(select(second_factors.c.enabled).where(here)).scalar():
                raise Invalid(gettext("You have a second factor already. Remove it first."))
            name = link.execute(select(people.c.name).where(people.c.id == person)).scalar()
            link.execute(delete(second_factors).where(here))
            link.execute(insert(second_factors).values(person=person, key=key, enabled=False, last_step=0))
        return key, pyotp.TOTP(key).provisioning_uri(name=str(name), issuer_name=ISSUER)

    def enable(self, person: str, code: str) -> tuple[str, ...]:
        """Start to use the key, and return the recovery codes. Raises ``Invalid`` for a wrong code."""
        codes = tuple(secrets.token_hex(5) for _ in range(RECOVERY_CODES))
        with self._database.writing() as link:
            here = (second_factors.c.person == person) & ~second_factors.c.enabled
            if link.execute(select(second_factors.c.person).where(here)).first() is None:
                raise Invalid(gettext("Begin again: there is no new key to confirm."))
            if not self._use_app_code(link, person, code):
                raise Invalid(gettext(WRONG))
            link.execute(update(second_factors).where(here).values(enabled=True))
            link.execute(delete(recovery_codes).where(recovery_codes.c.person == person))
            link.execute(
                insert(recovery_codes), [{"hash": hashed(person + each), "person": person} for each in codes]
            )
        return codes

    def remove(self, person: str, code: str) -> None:
        """Stop using a second factor. Raises ``Invalid`` for a wrong code."""
        with self._database.writing() as link:
            if not self._use(link, person, code):
                raise Invalid(gettext(WRONG))
            _forget(link, person)

    def confirm(self, person: str, code: str) -> None:
        """Use a code to confirm a change, if the person has a second factor. Raises ``Invalid``."""
        with self._database.writing() as link:
            here = (second_factors.c.person == person) & second_factors.c.enabled
            used = link.execute(select(second_factors.c.person).where(here)).first() is not None
            if used and not code:
                raise Invalid(gettext("Enter a code of your second factor too."))
            if used and not self._use(link, person, code):
                raise Invalid(gettext(WRONG))

    def remove_by_operator(self, operator: str, person: str, reason: str) -> None:
        """Remove the second factor of a person who has lost it. Raises ``Invalid`` without a reason."""
        with self._database.writing() as link:
            if not _forget(link, person):
                raise Invalid(gettext("This person has no second factor."))
            record(link, self._clock(), operator, "remove second factor", reason, subject=person)

    # -- sign-in in two steps

    def begin_step(self, person: str) -> str:
        """Return the secret of a sign-in that waits for its code."""
        now = int(self._clock())
        secret, kept = drawn()
        with self._database.writing() as link:
            old = or_(sign_in_steps.c.expires <= now, sign_in_steps.c.person == person)
            link.execute(delete(sign_in_steps).where(old))
            values = {"hash": kept, "person": person, "expires": now + STEP_SECONDS}
            link.execute(insert(sign_in_steps).values(values))
        return secret

    def person_of_step(self, secret: str) -> str:
        """Return the id of the person of a sign-in that waits for its code. Raises ``NotFound``."""
        with self._database.reading() as link:
            person = link.execute(select(sign_in_steps.c.person).where(self._valid(secret))).scalar()
        if person is None:
            raise NotFound(gettext(GONE))
        return str(person)

    def end_step(self, secret: str, code: str) -> str:
        """Check the code of a sign-in, and return the id of the person.

        Raises ``NotFound`` if the sign-in has expired, and ``Invalid`` for a wrong code.
        """
        with self._database.writing() as link:
            here = self._valid(secret)
            person = link.execute(select(sign_in_steps.c.person).where(here)).scalar()
            if person is None:
                raise NotFound(gettext(GONE))
            if not self._use(link, person, code):
                raise Invalid(gettext(WRONG))
            if not link.execute(delete(sign_in_steps).where(here)).rowcount:
                raise NotFound(gettext(GONE))
        return str(person)

    def _valid(self, secret: str) -> ColumnElement[bool]:
        return (sign_in_steps.c.hash == hashed(secret)) & (sign_in_steps.c.expires > int(self._clock()))

    def _use(self, link: Connection, person: str, code: str) -> bool:
        """Use a code of the app or a recovery code. Return whether it was right."""
        code = "".join(code.split()).lower()
        if self._use_app_code(link, person, code):
            return True
        here = (recovery_codes.c.person == person) & (recovery_codes.c.hash == hashed(person + code))
        return bool(link.execute(delete(recovery_codes).where(here)).rowcount)

    def _use_app_code(self, link: Connection, person: str, code: str) -> bool:
        """Use a code of the app. Each works once, and so do older ones. Return whether it was right."""
        code = "".join(code.split())
        row = link.execute(select(second_factors).where(second_factors.c.person == person)).first()
        if row is None:
            return False
        totp, now = pyotp.TOTP(row.key, interval=PERIOD), int(self._clock())
        current = now // PERIOD
        for step in (current - 1, current, current + 1):
            if secrets.compare_digest(totp.at(step * PERIOD).encode(), code.encode()):
                # The condition on the last step refuses a code that was used, also in a simultaneous request.
                here = (second_factors.c.person == person) & (second_factors.c.last_step < step)
                return bool(link.execute(update(second_factors).where(here).values(last_step=step)).rowcount)
        return False


def _forget(link: Connection, person: str) -> int:
    link.execute(delete(recovery_codes).where(recovery_codes.c.person == person))
    link.execute(delete(sign_in_steps).where(sign_in_steps.c.person == person))
    return link.execute(delete(second_factors).where(second_factors.c.person == person)).rowcount
