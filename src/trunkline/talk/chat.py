"""What is said at tables, who has read how far, and what each notes for themselves."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, Table, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from trunkline.people.database import Database
from trunkline.people.schema import owned, people, seated
from trunkline.talk import words
from trunkline.talk.schema import heard, notes, said, talks

KEPT = 2000
"""Messages that a table keeps; the oldest go."""
Tell = Callable[[Connection, str], None]
"""Lets other processes know that something about a table's talk has changed, once it is written."""


class Message(NamedTuple):
    """Something that was said."""

    number: int
    name: str
    seats: tuple[str, ...]
    """Where who said it sits now."""
    at: int
    text: str


class Chat:
    """The talk of all tables."""

    def __init__(
        self, database: Database, tell: Tell = lambda link, game: None, clock: Callable[[], float] = time.time
    ) -> None:
        self._database = database
        self._tell = tell
        self._clock = clock

    # -- what is said

    def say(self, game: str, person: str, text: str) -> int:
        """Say something; returns its number. Who says it has read up to there. Raises ``Wrong``."""
        kept = words.message(text)
        with self._database.writing() as link:
            # Who writes to one table goes one after the other: the row of the table is held.
            link.execute(select(owned.c.game_id).where(owned.c.game_id == game).with_for_update())
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
            self._tell(link, game)
        return number

    def last(self, game: str) -> int:
        """The number of the last message; 0 where nothing has been said."""
        with self._database.reading() as link:
            return _last(link, game)

    def after(self, game: str, number: int, limit: int) -> list[Message]:
        """The messages after a number, so many, the oldest first."""
        return self._messages(game, said.c.number > number, limit, newest=False)

    def before(self, game: str, number: int | None, limit: int) -> list[Message]:
        """The newest messages, or those before one; the oldest first."""
        here = said.c.number > 0 if number is None else said.c.number < number
        return self._messages(game, here, limit, newest=True)[::-1]

    def _messages(self, game: str, which: ColumnElement[bool], limit: int, *, newest: bool) -> list[Message]:
        wanted = (
            select(said.c.number, said.c.person, said.c.at, said.c.text, people.c.name)
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
        return [Message(row.number, row.name, seats.get(row.person, ()), row.at, row.text) for row in rows]

    # -- what has been read

    def read(self, game: str, person: str, number: int) -> None:
        """Somebody has read up to a message; a mark never goes back."""
        with self._database.writing() as link:
            mark = min(number, _last(link, game))
            known = select(heard.c.number).where(heard.c.game_id == game, heard.c.person == person)
            if mark > (link.execute(known).scalar() or 0):
                _put(link, heard, {"game_id": game, "person": person}, {"number": mark})

    def unread(self, game: str, person: str) -> tuple[int, int]:
        """Up to where somebody has read, and how many messages of others came since."""
        known = select(heard.c.number).where(heard.c.game_id == game, heard.c.person == person)
        with self._database.reading() as link:
            mark = link.execute(known).scalar() or 0
            later = said.c.number > mark, said.c.game_id == game, said.c.person != person
            return mark, link.execute(select(func.count()).select_from(said).where(*later)).scalar() or 0

    # -- what is nobody else's

    def note(self, game: str, person: str) -> str:
        """What somebody has noted for themselves; empty for nothing."""
        mine = select(notes.c.text).where(notes.c.game_id == game, notes.c.person == person)
        with self._database.reading() as link:
            return link.execute(mine).scalar() or ""

    def keep_note(self, game: str, person: str, text: str) -> None:
        """Note something in place of what was noted. Raises ``Wrong``."""
        kept = words.note(text)
        with self._database.writing() as link:
            if kept:
                _put(link, notes, {"game_id": game, "person": person}, {"text": kept})
            else:
                link.execute(delete(notes).where(notes.c.game_id == game, notes.c.person == person))


def _last(link: Connection, game: str) -> int:
    return link.execute(select(talks.c.last).where(talks.c.game_id == game)).scalar() or 0


def _put(link: Connection, table: Table, key: dict[str, object], values: dict[str, object]) -> None:
    """Change a row, or add it where it is missing."""
    here = [table.c[name] == value for name, value in key.items()]
    if link.execute(update(table).where(*here).values(values)).rowcount:
        return
    try:
        with link.begin_nested():
            link.execute(insert(table).values({**key, **values}))
    except IntegrityError:
        # The same person in two windows.
        link.execute(update(table).where(*here).values(values))
