"""People and their passwords: signing up and in, changing, resetting, leaving for good."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from trunkline.people import names
from trunkline.people.database import Database
from trunkline.people.errors import Missing, Taken, Wrong
from trunkline.people.mail import addressed
from trunkline.people.passwords import Passwords, check_password
from trunkline.people.places import place_all
from trunkline.people.schema import guests, held, owned, people, resets, seated, sessions, tokens
from trunkline.people.secret import drawn, hashed, new_id

RESET_SECONDS = 3600
"""How long a way to a new password is open."""
LONGEST_EMAIL = 200
EMAIL = re.compile(r"[^\s@<>\"(),:;\\]+@[^\s@<>\"(),:;\\]+\.[^\s@<>\"(),:;\\]+")
TAKEN = "That name, or one that looks like it, is in use already. Choose another name."
ID = "id:"
"""The start of an id in place of a name; no name has a colon."""
GONE = "That way to a new password is closed: it was used, or is older than an hour."


class Person(NamedTuple):
    """Somebody with an account."""

    id: str
    name: str
    operator: bool
    email: str | None
    """Nobody else ever sees it."""


class Accounts:
    """Everybody who has an account. ``clock`` gives the seconds since 1970."""

    def __init__(
        self, database: Database, passwords: Passwords, clock: Callable[[], float] = time.time
    ) -> None:
        self._database = database
        self._passwords = passwords
        self._clock = clock

    # -- who

    def check_new(self, name: str, password: str, email: str | None = None) -> None:
        """Raise what ``sign_up`` would raise, without making an account."""
        self._new(name, password, email)

    def _new(self, name: str, password: str, email: str | None) -> tuple[names.Forms, str | None]:
        forms = names.forms(name)
        check_password(password, forms.name)
        address = checked_email(email)
        same = (people.c[key] == value for key, value in forms._asdict().items() if key != "name")
        with self._database.reading() as link:
            if link.execute(select(people.c.id).where(or_(*same))).first() is not None:
                raise Taken(TAKEN)
        return forms, address

    def sign_up(self, name: str, password: str, email: str | None = None) -> Person:
        """Make an account. Raises ``Wrong``, and ``Taken`` if a name like it is in use."""
        forms, address = self._new(name, password, email)
        person = Person(new_id(), forms.name, False, address)
        row = {
            **forms._asdict(),
            "id": person.id,
            "password": self._passwords.hashed(password),
            "email": person.email,
            "created": int(self._clock()),
        }
        try:
            with self._database.writing() as link:
                link.execute(insert(people).values(row))
        except IntegrityError as error:
            raise Taken(TAKEN) from error
        return person

    def signed_in(self, name: str, password: str) -> Person | None:
        """Whose name and password these are; None where they are nobody's, which takes as long."""
        with self._database.reading() as link:
            row = link.execute(select(people).where(people.c.folded == names.folded(name))).first()
        if not self._passwords.fits(row.password if row else None, password) or row is None:
            return None
        if self._passwords.dated(row.password):
            self._keep_password(row.id, password)
        return _person(row)

    def named(self, name: str) -> Person:
        """Return the person with a name, or with an id written ``id:ID``. Raises ``Missing``."""
        known = people.c.folded == names.folded(name)
        if name.startswith(ID):
            known = people.c.id == name.removeprefix(ID)
        with self._database.reading() as link:
            row = link.execute(select(people).where(known)).first()
        if row is None:
            raise Missing(f"Nobody is called {name}.")
        return _person(row)

    def everybody(self) -> list[Person]:
        """All of them, by name."""
        with self._database.reading() as link:
            return [_person(row) for row in link.execute(select(people).order_by(people.c.folded))]

    # -- changes

    def confirm(self, person: str, password: str) -> None:
        """Raises ``Wrong`` where this is not the person's password."""
        with self._database.reading() as link:
            kept = link.execute(select(people.c.password).where(people.c.id == person)).scalar()
        if not self._passwords.fits(kept, password):
            raise Wrong("That is not your password.")

    def change_password(self, person: str, old: str, new: str, keep: str = "") -> None:
        """Another password; every session ends but the one with the id ``keep``. Raises ``Wrong``."""
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
        """Where mail goes from now on; ways to a new password that were sent elsewhere are closed.

        Raises ``Wrong``.
        """
        with self._database.writing() as link:
            link.execute(update(people).where(people.c.id == person).values(email=checked_email(email)))
            link.execute(delete(resets).where(resets.c.person == person))

    def set_operator(self, person: str, operator: bool) -> None:
        """Whether somebody runs the place."""
        with self._database.writing() as link:
            link.execute(update(people).where(people.c.id == person).values(operator=operator))

    def delete(self, person: str) -> None:
        """Forget a person. The games stay: their seats are free, and tables go to who sits there longest."""
        with self._database.writing() as link:
            mine = select(owned.c.game_id).where(owned.c.person == person)
            for game in link.execute(mine).scalars().all():
                link.execute(
                    update(owned).where(owned.c.game_id == game).values(person=_heir(link, game, person))
                )
            # What refers to a person goes, or stays as nobody's, by itself; these say it where keys do not.
            for table in (sessions, tokens, resets, guests, held):
                link.execute(delete(table).where(table.c.person == person))
            sat = link.execute(select(seated.c.game_id).where(seated.c.person == person)).scalars().all()
            link.execute(update(seated).where(seated.c.person == person).values(person=None))
            place_all(link, owned.c.game_id.in_(sat))
            link.execute(delete(people).where(people.c.id == person))

    # -- forgotten passwords

    def begin_reset(self, name: str) -> tuple[Person, str] | None:
        """A way to a new password, open for an hour, which closes older ones; None for a name of nobody's."""
        now = int(self._clock())
        secret, kept = drawn()
        with self._database.writing() as link:
            row = link.execute(select(people).where(people.c.folded == names.folded(name))).first()
            if row is None:
                return None
            link.execute(delete(resets).where((resets.c.person == row.id) | (resets.c.expires <= now)))
            link.execute(insert(resets).values(hash=kept, person=row.id, expires=now + RESET_SECONDS))
        return _person(row), secret

    def reset(self, secret: str, password: str) -> Person:
        """A new password by a way that was opened, once. Every session and token ends. Raises ``Missing``
        and ``Wrong``, and leaves the way open where only the password will not do."""
        wanted = select(people).join(resets, resets.c.person == people.c.id)
        here = (resets.c.hash == hashed(secret)) & (resets.c.expires > int(self._clock()))
        with self._database.reading() as link:
            row = link.execute(wanted.where(here)).first()
        if row is None:
            raise Missing(GONE)
        check_password(password, row.name)
        kept = self._passwords.hashed(password)
        with self._database.writing() as link:
            # Whoever comes second finds it used: the row goes in the transaction that uses it.
            if not link.execute(delete(resets).where(here)).rowcount:
                raise Missing(GONE)
            link.execute(update(people).where(people.c.id == row.id).values(password=kept))
            for table in (sessions, tokens, resets):
                link.execute(delete(table).where(table.c.person == row.id))
        return _person(row)

    def _keep_password(self, person: str, password: str) -> None:
        kept = self._passwords.hashed(password)
        with self._database.writing() as link:
            link.execute(update(people).where(people.c.id == person).values(password=kept))


def checked_email(email: str | None) -> str | None:
    """An address that mail can go to; None for none. Raises ``Wrong``."""
    text = (email or "").strip()
    if not text:
        return None
    if len(text) > LONGEST_EMAIL or not text.isprintable() or not EMAIL.fullmatch(text):
        raise Wrong("That is no e-mail address.")
    addressed(text)
    return text


def _person(row: Row[Any]) -> Person:
    return Person(row.id, row.name, row.operator, row.email)


def _heir(link: Connection, game: str, person: str) -> str | None:
    others = select(seated.c.person).where(
        seated.c.game_id == game, seated.c.person.is_not(None), seated.c.person != person
    )
    return link.execute(others.order_by(seated.c.since, func.lower(seated.c.seat))).scalars().first()
