"""The progress of people through lessons."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

import msgspec
from msgspec.structs import replace
from sqlalchemy import delete, insert, select
from sqlalchemy.engine import Connection

from trunkline.web.database.people_tables import lesson_progress
from trunkline.web.database.pool import Database
from trunkline.web.database.row_locks import lock_person
from trunkline.web.schemas.lessons import LessonPlace

Places = dict[str, LessonPlace]
_decoder = msgspec.json.Decoder(LessonPlace)


class ProgressStore:
    """The database of progress through lessons."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def of(self, person: str) -> Places:
        """Return the places of a person, by lesson."""
        with self._database.reading() as link:
            return _stored(link, person)

    def merge(self, person: str, places: Mapping[str, LessonPlace]) -> Places:
        """Store the newer of two places in each lesson, and return all places.

        A lesson that was done once stays done.
        """
        now = int(self._clock() * 1000)
        with self._database.writing() as link:
            # Two windows may store their places at the same time.
            lock_person(link, person)
            known = _stored(link, person)
            for lesson, place in places.items():
                # A browser whose clock is fast must not win against all later changes.
                sent = replace(place, at=min(place.at, now))
                merged = sent if (former := known.get(lesson)) is None else _merged(former, sent)
                if merged == former:
                    continue
                known[lesson] = merged
                here = lesson_progress.c.person == person, lesson_progress.c.lesson == lesson
                link.execute(delete(lesson_progress).where(*here))
                values = {"person": person, "lesson": lesson, "place": msgspec.json.encode(merged).decode()}
                link.execute(insert(lesson_progress).values(values))
            return known


def _merged(former: LessonPlace, sent: LessonPlace) -> LessonPlace:
    newer = sent if sent.at >= former.at else former
    return replace(newer, done=former.done or sent.done)


def _stored(link: Connection, person: str) -> Places:
    shown = lesson_progress.c.lesson, lesson_progress.c.place
    rows = link.execute(select(*shown).where(lesson_progress.c.person == person).order_by(shown[0]))
    return {row.lesson: _decoder.decode(row.place) for row in rows}
