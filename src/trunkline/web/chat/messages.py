"""Chat messages, read marks and private notes of tables."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, Table, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.accounts.bans import check_chat
from trunkline.web.accounts.blocklist import muted, muted_by
from trunkline.web.chat import text as words
from trunkline.web.database import outbox
from trunkline.web.database.chat_tables import heard, notes, said, talks
from trunkline.web.database.people_tables import people, seated
from trunkline.web.database.pool import Database
from trunkline.web.database.row_locks import lock_table

KEPT = 2000
"""The number of messages kept per table. Older ones are deleted."""
REMOVED = gettext_noop("An operator removed this message.")
"""The text that takes the place of a removed message. It is stored in English."""
Tell = Callable[[Connection, str], None]
"""A callback that notifies other processes of a change in a table's chat, once it is written."""


class Message(NamedTuple):
    """A chat message."""

    number: int
    name: str
    seats: tuple[str, ...]
    """The seats that the author has now."""
    at: int
    text: str


class Chat:
    """The chat, read marks and notes of all tables."""

    def __init__(
        self, database: Database, tell: Tell = lambda link, game: None, clock: Callable[[], float] = time.time
    ) -> None:
        self._database = database
        self._tell = tell
        self._clock = clock

    # -- messages

    def say(self, game: str, person: str, text: str) -> int:
        """Add a message and return its number.

        The author has read all messages up to it. Raises ``Invalid``, and ``Denied`` for muted people.
        """
        kept = words.message(text)
        with self._database.writing() as link:
            check_chat(link, person, int(self._clock()))
            # Lock the row of the table, so that concurrent messages get consecutive numbers.
            lock_table(link, game)
            number = _last(link, game) + 1
            _put(link, talks, {"game_id": game}, {"last": number})
            row = {
                "game_id": game,
                "number": number,
                "person": person,
                "at": int(self._clock()),
                "text": kept,
            }
            link.execute(insert(said).values(row))
            link.execute(delete(said).where(said.c.game_id == game, said.c.number <= number - KEPT))
            _put(link, heard, {"game_id": game, "person": person}, {"number": number})
            outbox.add_message(link, game, number, person, int(self._clock()))
            self._tell(link, game)
        return number

    def last(self, game: str) -> int:
        """Return the number of the last message, or 0 if there are none."""
        with self._database.reading() as link:
            return _last(link, game)

    def after(self, game: str, number: int, limit: int) -> list[Message]:
        """Return up to ``limit`` messages after a number, oldest first."""
        return self._messages(game, said.c.number > number, limit, newest=False)

    def before(self, game: str, number: int | None, limit: int, person: str = "") -> list[Message]:
        """Return up to ``limit`` newest messages, or those before a number; oldest first.

        The messages of people whom ``person`` has muted are left out.
        """
        here = said.c.number > 0 if number is None else said.c.number < number
        if person:
            here &= said.c.person.not_in(muted(person))
        return self._messages(game, here, limit, newest=True)[::-1]

    def _messages(self, game: str, which: ColumnElement[bool], limit: int, *, newest: bool) -> list[Message]:
        wanted = (
            select(said.c.number, said.c.person, said.c.at, said.c.text, said.c.removed, people.c.name)
            .join(people, people.c.id == said.c.person)
            .where(said.c.game_id == game, which)
            .order_by(said.c.number.desc() if newest else said.c.number)
            .limit(limit)
        )
        sits = select(seated.c.person, seated.c.seat).where(seated.c.game_id == game)
        with self._database.reading() as link:
            rows = link.execute(wanted).all()
            seats: dict[str, tuple[str, ...]] = {}
            for person, seat in link.execute(sits.order_by(seated.c.seat)) if rows else ():
                seats[person] = (*seats.get(person, ()), seat)
        return [
            Message(
                row.number,
                row.name,
                seats.get(row.person, ()),
                row.at,
                gettext(REMOVED) if row.removed else row.text,
            )
            for row in rows
        ]

    def removed(self, game: str) -> tuple[int, ...]:
        """Return the numbers of the messages that operators have removed."""
        wanted = select(said.c.number).where(said.c.game_id == game, said.c.removed).order_by(said.c.number)
        with self._database.reading() as link:
            return tuple(link.execute(wanted).scalars())

    def muted_by(self, authors: Collection[str]) -> dict[str, frozenset[str]]:
        """Return the muted names among some authors, by the id of the person who muted them."""
        with self._database.reading() as link:
            return muted_by(link, authors)

    # -- read marks

    def read(self, game: str, person: str, number: int) -> None:
        """Mark messages as read up to a number. A mark never moves backwards."""
        with self._database.writing() as link:
            mark = min(number, _last(link, game))
            known = select(heard.c.number).where(heard.c.game_id == game, heard.c.person == person)
            if mark > (link.execute(known).scalar() or 0):
                _put(link, heard, {"game_id": game, "person": person}, {"number": mark})

    def unread(self, game: str, person: str) -> tuple[int, int]:
        """Return the last number a person has read, and the count of later messages by others.

        Messages of muted people do not count.
        """
        known = select(heard.c.number).where(heard.c.game_id == game, heard.c.person == person)
        with self._database.reading() as link:
            mark = link.execute(known).scalar() or 0
            others = (said.c.person != person) & said.c.person.not_in(muted(person))
            later = said.c.number > mark, said.c.game_id == game, others
            return mark, link.execute(select(func.count()).select_from(said).where(*later)).scalar() or 0

    # -- private notes

    def note(self, game: str, person: str) -> str:
        """Return a person's note. Empty if there is none."""
        mine = select(notes.c.text).where(notes.c.game_id == game, notes.c.person == person)
        with self._database.reading() as link:
            return link.execute(mine).scalar() or ""

    def keep_note(self, game: str, person: str, text: str) -> None:
        """Replace a person's note. Raises ``Invalid``."""
        kept = words.note(text)
        with self._database.writing() as link:
            if kept:
                _put(link, notes, {"game_id": game, "person": person}, {"text": kept})
            else:
                link.execute(delete(notes).where(notes.c.game_id == game, notes.c.person == person))


def _last(link: Connection, game: str) -> int:
    return link.execute(select(talks.c.last).where(talks.c.game_id == game)).scalar() or 0


def _put(link: Connection, table: Table, key: dict[str, object], values: dict[str, object]) -> None:
    """Update a row, or insert it if it does not exist."""
    here = [table.c[name] == value for name, value in key.items()]
    if link.execute(update(table).where(*here).values(values)).rowcount:
        return
    try:
        with link.begin_nested():
            link.execute(insert(table).values({**key, **values}))
    except IntegrityError:
        # The same person wrote from another window at the same time.
        link.execute(update(table).where(*here).values(values))
