"""Accounts and passwords: sign-up, sign-in, changes, resets and deletion."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from trunkline.util.messages import SOURCE, gettext, gettext_noop
from trunkline.web.accounts import usernames
from trunkline.web.accounts.languages import check_language
from trunkline.web.accounts.mail import addressed
from trunkline.web.accounts.passwords import Passwords, check_password
from trunkline.web.accounts.secret_keys import drawn, hashed, new_id
from trunkline.web.accounts.table_status import place_all
from trunkline.web.database.community_tables import (
    SECRETS_OF_PEOPLE,
    blocklist,
    confirmations,
    reports,
    server_invitations,
)
from trunkline.web.database.league_tables import league_members, leagues
from trunkline.web.database.people_tables import (
    follows,
    guests,
    held,
    owned,
    people,
    resets,
    seated,
    sessions,
    tokens,
)
from trunkline.web.database.pool import Database
from trunkline.web.database.puzzle_tables import PUZZLES_OF_PEOPLE
from trunkline.web.database.rating_tables import ratings
from trunkline.web.database.study_links import end_link
from trunkline.web.errors import AlreadyTaken, Invalid, NotFound

RESET_SECONDS = 3600
"""The validity of a password reset link in seconds."""
LONGEST_EMAIL = 200
EMAIL = re.compile(r"[^\s@<>\"(),:;\\]+@[^\s@<>\"(),:;\\]+\.[^\s@<>\"(),:;\\]+")
TAKEN = gettext_noop("That name, or one that looks like it, is in use already. Choose another name.")
ID = "id:"
"""The prefix of an id in place of a name. Names cannot contain a colon."""
GONE = gettext_noop("That way to a new password is closed: it was used, or is older than an hour.")


class Person(NamedTuple):
    """A person with an account."""

    id: str
    name: str
    operator: bool
    email: str | None
    """The email address. It is never shown to other people."""
    confirmed: bool = False
    """True if the person has confirmed the address."""
    language: str | None = None
    """The language of emails and notices. None is English, until the person or their browser chooses."""


class Accounts:
    """The accounts of a server. ``clock`` returns the seconds since 1970."""

    def __init__(
        self, database: Database, passwords: Passwords, clock: Callable[[], float] = time.time
    ) -> None:
        self._database = database
        self._passwords = passwords
        self._clock = clock

    # -- accounts

    def check_new(self, name: str, password: str, email: str | None = None) -> None:
        """Raise the errors of ``sign_up`` without creating an account."""
        self._new(name, password, email)

    def _new(self, name: str, password: str, email: str | None) -> tuple[usernames.NameForms, str | None]:
        forms = usernames.normalise(name)
        check_password(password, forms.name)
        address = checked_email(email)
        same = (people.c[key] == value for key, value in forms._asdict().items() if key != "name")
        with self._database.reading() as link:
            if link.execute(select(people.c.id).where(or_(*same))).first() is not None:
                raise AlreadyTaken(gettext(TAKEN))
        return forms, address

    def sign_up(
        self,
        name: str,
        password: str,
        email: str | None = None,
        admit: Callable[[Connection], None] = lambda link: None,
        language: str | None = None,
    ) -> Person:
        """Create an account. Raises ``Invalid``, and ``AlreadyTaken`` if a similar name exists.

        ``admit`` runs in the transaction that creates the account, for example to use an invitation.
        ``language`` is that of emails and notices.
        """
        forms, address = self._new(name, password, email)
        person = Person(new_id(), forms.name, False, address, language=language)
        row = {
            **forms._asdict(),
            "id": person.id,
            "password": self._passwords.hashed(password),
            "email": person.email,
            "language": language,
            "created": int(self._clock()),
        }
        try:
            with self._database.writing() as link:
                admit(link)
                link.execute(insert(people).values(row))
        except IntegrityError as error:
            raise AlreadyTaken(gettext(TAKEN)) from error
        return person

    def signed_in(self, name: str, password: str) -> Person | None:
        """Return the person with this name and password, or None.

        An unknown name takes as long as a wrong password.
        """
        with self._database.reading() as link:
            row = link.execute(select(people).where(people.c.folded == usernames.folded(name))).first()
        if not self._passwords.fits(row.password if row else None, password) or row is None:
            return None
        if self._passwords.dated(row.password):
            self._keep_password(row.id, password)
        return _person(row)

    def named(self, name: str) -> Person:
        """Return the person with a name, or with an id written ``id:ID``. Raises ``NotFound``."""
        known = people.c.folded == usernames.folded(name)
        if name.startswith(ID):
            known = people.c.id == name.removeprefix(ID)
        with self._database.reading() as link:
            row = link.execute(select(people).where(known)).first()
        if row is None:
            raise NotFound(gettext("No account is named {name}.", name=name))
        return _person(row)

    def everybody(self) -> list[Person]:
        """Return all people, sorted by name."""
        with self._database.reading() as link:
            return [_person(row) for row in link.execute(select(people).order_by(people.c.folded))]

    # -- changes

    def confirm(self, person: str, password: str) -> None:
        """Raise ``Invalid`` if this is not the person's password."""
        with self._database.reading() as link:
            kept = link.execute(select(people.c.password).where(people.c.id == person)).scalar()
        if not self._passwords.fits(kept, password):
            raise Invalid(gettext("That is not your password."))

    def change_password(self, person: str, old: str, new: str, keep: str = "") -> None:
        """Change a password. All sessions end except the one with the id ``keep``. Raises ``Invalid``."""
        self.confirm(person, old)
        with self._database.reading() as link:
            name = link.execute(select(people.c.name).where(people.c.id == person)).scalar()
        check_password(new, str(name))
        kept = self._passwords.hashed(new)
        with self._database.writing() as link:
            link.execute(update(people).where(people.c.id == person).values(password=kept))
            link.execute(delete(sessions).where(sessions.c.person == person, sessions.c.id != keep))
            link.execute(delete(resets).where(resets.c.person == person))

    def set_email(self, person: str, email: str | None) -> None:
        """Change an email address, and revoke password resets sent to the old one.

        The new address is not confirmed, unless it is the same. Raises ``Invalid``.
        """
        address = checked_email(email)
        with self._database.writing() as link:
            known = select(people.c.email).where(people.c.id == person)
            if address == link.execute(known).scalar():
                return
            changed = update(people).where(people.c.id == person)
            link.execute(changed.values(email=address, email_confirmed=False))
            link.execute(delete(confirmations).where(confirmations.c.person == person))
            link.execute(delete(resets).where(resets.c.person == person))

    def set_language(self, person: str, language: str | None) -> None:
        """Choose the language of a person's emails and notices. None is English. Raises ``Invalid``."""
        check_language(language)
        with self._database.writing() as link:
            link.execute(update(people).where(people.c.id == person).values(language=language or SOURCE))

    def set_operator(self, person: str, operator: bool) -> None:
        """Give or take the rights of an operator."""
        with self._database.writing() as link:
            link.execute(update(people).where(people.c.id == person).values(operator=operator))

    def delete(self, person: str) -> None:
        """Delete a person.

        Games remain: the seats become free, and each table passes to the longest-seated person. Links to
        studies end.
        """
        with self._database.writing() as link:
            mine = select(owned.c.game_id).where(owned.c.person == person)
            for game in link.execute(mine).scalars().all():
                link.execute(
                    update(owned).where(owned.c.game_id == game).values(person=_heir(link, game, person))
                )
                end_link(link, game)
            # Foreign keys cover some of these deletions. Delete explicitly, in case they are not enforced.
            own = sessions, tokens, resets, guests, held, follows, *PUZZLES_OF_PEOPLE, *SECRETS_OF_PEOPLE
            for table in own:
                link.execute(delete(table).where(table.c.person == person))
            for one in (blocklist.c.person, blocklist.c.other, reports.c.subject):
                link.execute(delete(one.table).where(one == person))
            link.execute(update(reports).where(reports.c.person == person).values(person=None))
            made = server_invitations.c.person == person
            link.execute(update(server_invitations).where(made).values(person=None))
            sat = link.execute(select(seated.c.game_id).where(seated.c.person == person)).scalars().all()
            link.execute(update(seated).where(seated.c.person == person).values(person=None))
            place_all(link, owned.c.game_id.in_(sat))
            link.execute(delete(ratings).where(ratings.c.player == person, ~ratings.c.bot))
            link.execute(update(league_members).where(league_members.c.person == person).values(person=None))
            link.execute(update(leagues).where(leagues.c.organiser == person).values(organiser=None))
            link.execute(delete(people).where(people.c.id == person))

    # -- forgotten passwords

    def begin_reset(self, name: str) -> tuple[Person, str] | None:
        """Create a password reset, valid for an hour, and revoke older ones.

        Return None for an unknown name.
        """
        now = int(self._clock())
        secret, kept = drawn()
        with self._database.writing() as link:
            row = link.execute(select(people).where(people.c.folded == usernames.folded(name))).first()
            if row is None:
                return None
            link.execute(delete(resets).where((resets.c.person == row.id) | (resets.c.expires <= now)))
            link.execute(insert(resets).values(hash=kept, person=row.id, expires=now + RESET_SECONDS))
        return _person(row), secret

    def reset(self, secret: str, password: str) -> Person:
        """Set a new password with a reset secret, which works once. All sessions and tokens end.

        Raises ``NotFound`` and ``Invalid``. After a rejected password, the secret still works.
        """
        wanted = select(people).join(resets, resets.c.person == people.c.id)
        here = (resets.c.hash == hashed(secret)) & (resets.c.expires > int(self._clock()))
        with self._database.reading() as link:
            row = link.execute(wanted.where(here)).first()
        if row is None:
            raise NotFound(gettext(GONE))
        check_password(password, row.name)
        kept = self._passwords.hashed(password)
        with self._database.writing() as link:
            # The deletion in the same transaction ensures that only one request can use the secret.
            if not link.execute(delete(resets).where(here)).rowcount:
                raise NotFound(gettext(GONE))
            link.execute(update(people).where(people.c.id == row.id).values(password=kept))
            for table in (sessions, tokens, resets):
                link.execute(delete(table).where(table.c.person == row.id))
        return _person(row)

    def _keep_password(self, person: str, password: str) -> None:
        kept = self._passwords.hashed(password)
        with self._database.writing() as link:
            link.execute(update(people).where(people.c.id == person).values(password=kept))


def checked_email(email: str | None) -> str | None:
    """Return a valid email address, or None for an empty text. Raises ``Invalid``."""
    text = (email or "").strip()
    if not text:
        return None
    if len(text) > LONGEST_EMAIL or not text.isprintable() or not EMAIL.fullmatch(text):
        raise Invalid(gettext("That is no e-mail address."))
    addressed(text)
    return text


def _person(row: Row[Any]) -> Person:
    return Person(row.id, row.name, row.operator, row.email, row.email_confirmed, row.language)


def _heir(link: Connection, game: str, person: str) -> str | None:
    others = select(seated.c.person).where(
        seated.c.game_id == game, seated.c.person.is_not(None), seated.c.person != person
    )
    return link.execute(others.order_by(seated.c.since, func.lower(seated.c.seat))).scalars().first()
