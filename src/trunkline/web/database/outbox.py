"""Statements that write notices to the outbox, in the transaction of the change that causes them.

A person gets one notice each time they become due. So an entry writes none for a person who had to decide
before it at the same table, in any seat, or who made it. The other conditions (grace, quiet hours, chosen
channels) are checked later (``trunkline.web.notices``).
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Insert,
    Integer,
    Text,
    and_,
    bindparam,
    column,
    exists,
    func,
    insert,
    literal,
    select,
    table,
    update,
)
from sqlalchemy.exc import IntegrityError

from trunkline.web.database.notice_tables import NEW, notices
from trunkline.web.database.one_of import one_of
from trunkline.web.database.people_tables import chairs, owned, seated


class NoticeEvent(StrEnum):
    """An event that people can get notices of."""

    TURN = "turn"
    """The person has become due."""
    REMINDER = "reminder"
    """The person has been due for the time that they chose."""
    STOPPED = "stopped"
    """An auto-action of the person has stopped."""
    DONE = "done"
    """An auto-action of the person has done all that it was to do, or its round is over."""
    PLAN_STOPPED = "plan-stopped"
    """A plan of the person has stopped handing in steps. It goes where notices of ``STOPPED`` go."""
    PLAN_DONE = "plan-done"
    """A plan of the person is finished, or its game is over. It goes where notices of ``DONE`` go."""
    TIME = "time"
    """The time of the person is used up at a table with a clock."""
    OVER = "over"
    """The game is over."""
    MESSAGE = "message"
    """Another person has written a message at the table."""
    TABLE = "table"
    """The table of the person in a round of a league is ready. It goes where notices of turns go."""
    REQUEST = "request"
    """Another person asks for an answer at the table, or the end of a player's time does. It goes where
    notices of turns go."""
    DIGEST = "digest"
    """The daily list of games that wait for the person. It replaces notices of turns and reminders."""


PERSON = "person"
"""The kind of a seat that a person plays."""
ON = "on"
"""The stage of a table whose game has started and is not over."""
games = table("games", column("id", Text), column("version", Integer))
"""The columns of stored games that the outbox uses."""
_COLUMNS = ["game_id", "version", "seat", "event", "number", "person", "at", "due", "state", "text"]
_GAME = bindparam("game", type_=Text)
_AT = bindparam("at", type_=BigInteger)
_VERSION = bindparam("version", type_=Integer)
_due, _sitting, _actor = chairs.alias("due"), seated.alias("sitting"), seated.alias("actor")
_sits = and_(
    seated.c.game_id == chairs.c.game_id, seated.c.seat == chairs.c.seat, seated.c.person.is_not(None)
)
_was_due = (
    exists()
    .where(
        _due.c.game_id == _GAME,
        _due.c.kind == PERSON,
        _due.c.since.is_not(None),
        _sitting.c.game_id == _due.c.game_id,
        _sitting.c.seat == _due.c.seat,
        _sitting.c.person == seated.c.person,
    )
    .correlate(seated)
)
_acted = (
    exists()
    .where(
        _actor.c.game_id == _GAME,
        _actor.c.seat == bindparam("acted", type_=Text),
        _actor.c.person == seated.c.person,
    )
    .correlate(seated)
)


def _by_person(
    event: NoticeEvent,
    version: ColumnElement[int],
    *where: ColumnElement[bool],
    number: ColumnElement[int] | None = None,
    text: ColumnElement[str] | None = None,
) -> Insert:
    """Return the statement that writes one notice for each person in the seats that meet the conditions."""
    rows = (
        select(
            _GAME,
            version,
            func.min(chairs.c.seat),
            literal(event.value, Text),
            literal(0, Integer) if number is None else number,
            seated.c.person,
            _AT,
            _AT,
            literal(NEW, Text),
            literal("", Text) if text is None else text,
        )
        .select_from(chairs.join(seated, _sits))
        .where(chairs.c.game_id == _GAME, *where)
        .group_by(seated.c.person)
    )
    return insert(notices).from_select(_COLUMNS, rows)


# Build the statements once: entries use them.
_DUE = _by_person(
    NoticeEvent.TURN,
    _VERSION,
    chairs.c.kind == PERSON,
    chairs.c.since.is_(None),
    one_of(chairs.c.seat, "to_act"),
    ~_was_due,
    ~_acted,
)
_OVER = _by_person(NoticeEvent.OVER, _VERSION, ~_acted)
_STARTED = _by_person(
    NoticeEvent.TURN,
    select(games.c.version).where(games.c.id == _GAME).scalar_subquery(),
    chairs.c.kind == PERSON,
    chairs.c.since.is_not(None),
    seated.c.person != bindparam("joined", type_=Text),
    exists().where(owned.c.game_id == _GAME, owned.c.stage == ON),
    ~exists().where(notices.c.game_id == _GAME, notices.c.event == NoticeEvent.TURN.value),
)
_TABLE = _by_person(
    NoticeEvent.TABLE,
    select(games.c.version).where(games.c.id == _GAME).scalar_subquery(),
    # A person who must decide has a notice of the turn.
    ~exists().where(notices.c.game_id == _GAME, notices.c.person == seated.c.person).correlate(seated),
)
_WAITS = exists().where(
    notices.c.game_id == _GAME,
    notices.c.event == NoticeEvent.MESSAGE.value,
    notices.c.state == NEW,
    notices.c.person == seated.c.person,
)
_MESSAGE = _by_person(
    NoticeEvent.MESSAGE, _VERSION, seated.c.person != bindparam("author", type_=Text), ~_WAITS
)
_ASKS: dict[str, Any] = {
    "number": bindparam("number", type_=Integer),
    "text": bindparam("text", type_=Text),
}
_NOT_AUTHOR = seated.c.person != bindparam("author", type_=Text)
_REQUEST = _by_person(NoticeEvent.REQUEST, _VERSION, _NOT_AUTHOR, **_ASKS)
_REQUEST_TO = _by_person(NoticeEvent.REQUEST, _VERSION, _NOT_AUTHOR, one_of(chairs.c.seat, "asked"), **_ASKS)


def add_entry(
    link: Connection, game: str, version: int, to_act: Sequence[str], acted: str, at: int, *, over: bool
) -> None:
    """Write the notices of an entry, before the seats are updated for it.

    Args:
        link: The transaction of the entry.
        game: The game.
        version: The number of the entry.
        to_act: The seats that must decide after it.
        acted: The seat that made it.
        at: The time of the entry in seconds since 1970.
        over: True if the game is over after it.
    """
    row = {"game": game, "version": version, "acted": acted, "at": at}
    link.execute(_OVER if over else _DUE, row if over else {**row, "to_act": list(to_act)})


def add_started(link: Connection, game: str, joined: str, at: int) -> None:
    """Write the first notice of a game that starts because a person has joined."""
    link.execute(_STARTED, {"game": game, "joined": joined, "at": at})


def add_table(link: Connection, game: str, text: str, at: int) -> None:
    """Write the notices of a new table of a league, for the people without a notice of their turn."""
    link.execute(_TABLE, {"game": game, "at": at})
    here = notices.c.game_id == game, notices.c.event == NoticeEvent.TABLE.value
    link.execute(update(notices).where(*here).values(text=text))


def add_message(link: Connection, game: str, number: int, author: str, at: int) -> None:
    """Write the notices of a chat message. A person with an earlier one that still waits gets none."""
    link.execute(_MESSAGE, {"game": game, "version": number, "author": author, "at": at})


def add_request(
    link: Connection,
    game: str,
    version: int,
    number: int,
    author: str,
    text: str,
    at: int,
    seats: Sequence[str] = (),
) -> None:
    """Write the notices of a request to the people in some seats, or to all. A repeated request writes none.

    Args:
        link: The transaction of the request.
        game: The game.
        version: The version of the game.
        number: The number of the kind of request.
        author: The person who asks and gets no notice.
        text: The request as a sentence.
        at: The time in seconds since 1970.
        seats: The seats whose people are asked. Empty for all.
    """
    row = {"game": game, "version": version, "number": number, "author": author, "text": text, "at": at}
    with contextlib.suppress(IntegrityError), link.begin_nested():
        if seats:
            link.execute(_REQUEST_TO, {**row, "asked": list(seats)})
        else:
            link.execute(_REQUEST, row)


def add_ended(
    link: Connection, game: str, version: int, seat: str, person: str, text: str, at: int, *, done: bool
) -> None:
    """Write the notice that an auto-action is done or has stopped. ``text`` says why."""
    _add_text(link, game, version, seat, NoticeEvent.DONE if done else NoticeEvent.STOPPED, person, text, at)


def add_plan_ended(
    link: Connection, game: str, version: int, seat: str, person: str, text: str, at: int, *, done: bool
) -> None:
    """Write the notice that a plan is finished or has stopped. ``text`` says why."""
    event = NoticeEvent.PLAN_DONE if done else NoticeEvent.PLAN_STOPPED
    _add_text(link, game, version, seat, event, person, text, at)


def add_time_used_up(
    link: Connection, game: str, version: int, seat: str, person: str, text: str, at: int
) -> None:
    """Write the notice that the time of a person is used up. ``text`` says what happens now."""
    _add_text(link, game, version, seat, NoticeEvent.TIME, person, text, at)


def _add_text(
    link: Connection,
    game: str,
    version: int,
    seat: str,
    event: NoticeEvent,
    person: str,
    text: str,
    at: int,
) -> None:
    key = {"game_id": game, "version": version, "seat": seat, "event": event.value, "number": 0}
    row = {**key, "person": person, "at": at, "due": at, "state": NEW, "text": text}
    with contextlib.suppress(IntegrityError), link.begin_nested():
        # One notice of a kind is enough for each seat and moment.
        link.execute(insert(notices).values(row))
