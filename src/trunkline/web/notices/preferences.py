"""Preferences of people: times, and exceptions for games."""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from trunkline.web.database.game_tables import games
from trunkline.web.database.notice_tables import game_notices, notice_preferences
from trunkline.web.database.outbox import NoticeEvent
from trunkline.web.database.people_tables import people
from trunkline.web.database.pool import Database
from trunkline.web.notices import times
from trunkline.web.schemas.notices import EventName, GameException, NoticeTimes

USUAL = NoticeTimes()


class Preferences:
    """The stored preferences of all people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, person: str) -> NoticeTimes:
        """Return the preferences of a person."""
        with self._database.reading() as link:
            return times_of(link, person)

    def keep(self, person: str, wanted: NoticeTimes) -> None:
        """Store the preferences of a person. Raises ``Invalid``.

        The time zone is stored with the person, because clocks of tables use it too.
        """
        times.check(wanted)
        values = {name: getattr(wanted, name) for name in NoticeTimes.__struct_fields__ if name != "zone"}
        data = msgspec.json.encode(values).decode()
        mine = notice_preferences.c.person == person
        with self._database.writing() as link:
            link.execute(update(people).where(people.c.id == person).values(zone=wanted.zone))
            link.execute(delete(notice_preferences).where(mine))
            link.execute(insert(notice_preferences).values(person=person, data=data))

    def exceptions(self, person: str) -> list[GameException]:
        """Return the exceptions of a person for games, by title."""
        wanted = (
            select(game_notices.c.game_id, games.c.title, game_notices.c.events)
            .join(games, games.c.id == game_notices.c.game_id)
            .where(game_notices.c.person == person)
            .order_by(games.c.title, games.c.id)
        )
        with self._database.reading() as link:
            return [
                GameException(row.game_id, row.title, _events_decoder.decode(row.events))
                for row in link.execute(wanted)
            ]

    def keep_exception(self, person: str, game: str, events: Collection[EventName] | None) -> None:
        """Store the only events of a game for which a person gets notices. None removes the exception."""
        here = (game_notices.c.person == person) & (game_notices.c.game_id == game)
        with self._database.writing() as link:
            if events is None:
                link.execute(delete(game_notices).where(here))
                return
            ordered = [each.value for each in NoticeEvent if each.value in events]
            data = msgspec.json.encode(ordered).decode()
            if not link.execute(update(game_notices).where(here).values(events=data)).rowcount:
                link.execute(insert(game_notices).values(game_id=game, person=person, events=data))


def times_of(link: Connection, person: str) -> NoticeTimes:
    """Return the preferences of a person."""
    wanted = select(people.c.zone, notice_preferences.c.data).select_from(
        people.outerjoin(notice_preferences, notice_preferences.c.person == people.c.id)
    )
    row = link.execute(wanted.where(people.c.id == person)).first()
    if row is None:
        return USUAL
    stored = USUAL if row.data is None else _times_decoder.decode(row.data)
    return msgspec.structs.replace(stored, zone=row.zone)


def wants(link: Connection, person: str, game: str, event: str) -> bool:
    """Return whether a person gets notices of an event in a game, as far as exceptions decide."""
    here = (game_notices.c.person == person) & (game_notices.c.game_id == game)
    data = link.execute(select(game_notices.c.events).where(here)).scalar()
    return data is None or event in msgspec.json.decode(data, type=list[str])


_Events = tuple[EventName, ...]
_events_decoder = msgspec.json.Decoder(_Events)
_times_decoder = msgspec.json.Decoder(NoticeTimes, strict=False)
