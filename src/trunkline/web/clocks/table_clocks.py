"""The stored clocks of tables: deadlines, time banks, and pauses."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, Row, Select, bindparam, delete, select, update

from trunkline.web.accounts.table_status import ON, PERSON
from trunkline.web.accounts.time_zones import stored_zone
from trunkline.web.clocks.settings import describe_clock, rest_times
from trunkline.web.clocks.working_time import NO_TIME, DaysAway, RestTimes, begin_of, counted, deadline
from trunkline.web.database import outbox
from trunkline.web.database.chat_tables import motions
from trunkline.web.database.one_of import one_of
from trunkline.web.database.people_tables import absences, chairs, owned, people, seated
from trunkline.web.database.pool import Database
from trunkline.web.database.stored_time import stored_time
from trunkline.web.schemas.clocks import ClockState, SeatDeadline, TableClock


class Wait(NamedTuple):
    """A person's seat that must act at a table with a clock."""

    game: str
    seat: str
    person: str
    """The id of the person in the seat. Empty if the seat is free."""
    since: datetime
    bank_used: timedelta
    timed_out: bool
    """True if it is stored that the time of this wait is used up."""
    clock: TableClock
    paused: datetime | None
    rest: RestTimes

    @property
    def bank_left(self) -> timedelta:
        """The time left in the bank, without this move."""
        return max(timedelta(hours=self.clock.bank_hours) - self.bank_used, NO_TIME)

    @property
    def deadline(self) -> datetime:
        """The time at which the player's time is used up."""
        return deadline(self.since, timedelta(hours=self.clock.move_hours) + self.bank_left, self.rest)

    @property
    def bank_begins(self) -> datetime:
        """The time at which the hours of this move are used up."""
        return deadline(self.since, timedelta(hours=self.clock.move_hours), self.rest)

    def bank_used_until(self, at: datetime) -> timedelta:
        """Return the time of the bank that this seat has used if it acts now."""
        over = counted(self.since, at, self.rest) - timedelta(hours=self.clock.move_hours)
        return self.bank_used + max(over, NO_TIME)


_sits = (seated.c.game_id == chairs.c.game_id) & (seated.c.seat == chairs.c.seat)
_WAITING = (
    select(
        chairs.c.game_id,
        chairs.c.seat,
        chairs.c.since,
        chairs.c.bank_used,
        chairs.c.timed_out,
        owned.c.clock,
        owned.c.paused,
        people.c.id.label("person"),
        people.c.zone,
    )
    .select_from(
        chairs.join(owned, owned.c.game_id == chairs.c.game_id)
        .outerjoin(seated, _sits)
        .outerjoin(people, people.c.id == seated.c.person)
    )
    # While a seat is free, no player can act, and no clock runs.
    .where(
        chairs.c.since.is_not(None),
        chairs.c.kind == PERSON,
        owned.c.clock.is_not(None),
        owned.c.stage == ON,
    )
)
# Every entry of a game runs this query.
_WAITING_AT = _WAITING.where(owned.c.game_id == bindparam("game"))
_CLOCKS = select(owned.c.game_id, owned.c.clock).where(
    one_of(owned.c.game_id, "games"), owned.c.clock.is_not(None)
)
_ABSENCES = select(absences).where(one_of(absences.c.person, "people"))


def waits_at(link: Connection, game: str) -> list[Wait]:
    """Return the seats of people that must act in a game. Empty if its table has no clock."""
    return _waits(link, _WAITING_AT, {"game": game})


def deadline_of(link: Connection, game: str, person: str) -> datetime | None:
    """Return the first deadline of a person in a game, or None if no clock runs for the person."""
    waits = waits_at(link, game)
    return min(
        (wait.deadline for wait in waits if wait.person == person and wait.paused is None), default=None
    )


def charge_banks(link: Connection, game: str, at: str, acted: str, to_act: Collection[str]) -> None:
    """Take the time of moves from the time banks, before an entry made at ``at`` by the seat ``acted``.

    The entry also ends a pause, and the vote on a seat that has acted after its time was used up.
    """
    waits = waits_at(link, game)
    if not waits:
        return
    now = datetime.fromisoformat(at)
    if waits[0].paused is not None:
        resume_in(link, game, now)
        waits = waits_at(link, game)
    for wait in waits:
        used = wait.bank_used_until(now)
        if (wait.seat == acted or wait.seat not in to_act) and used > wait.bank_used:
            _update_chair(link, game, wait.seat, bank_used=int(used.total_seconds()))
        if wait.seat == acted and wait.timed_out:
            asked = motions.c.asked == json.dumps([wait.seat])
            vote = (motions.c.game_id == game) & asked & (motions.c.person == wait.person)
            link.execute(delete(motions).where(vote))


def resume_in(link: Connection, game: str, now: datetime) -> None:
    """End a pause in the transaction of the caller. The time of the pause does not count."""
    for wait in waits_at(link, game):
        if wait.paused is not None:
            # The same time counts as before the pause, although other nights and weekends lie before now.
            # A wait that began during the pause begins now.
            used = counted(wait.since, wait.paused, wait.rest)
            since = begin_of(used, now, wait.rest, wait.since) if used else now
            _update_chair(link, game, wait.seat, since=stored_time(since))
    link.execute(update(owned).where(owned.c.game_id == game).values(paused=None))


class TableClocks:
    """The clocks of all tables."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def now(self) -> datetime:
        """Return the time by which deadlines are judged."""
        return datetime.fromtimestamp(self._clock(), UTC)

    def state(self, game: str) -> ClockState | None:
        """Return the clock of a table and its deadlines, or None if it has no clock."""
        with self._database.reading() as link:
            row = link.execute(select(owned.c.clock, owned.c.paused).where(owned.c.game_id == game)).first()
            if row is None or row.clock is None:
                return None
            waits = waits_at(link, game)
        clock = _clock_decoder.decode(row.clock)
        deadlines = tuple(
            SeatDeadline(
                wait.seat,
                stored_time(wait.deadline),
                stored_time(wait.bank_begins),
                int(wait.bank_left.total_seconds()),
            )
            for wait in sorted(waits, key=lambda wait: (wait.deadline, wait.seat))
        )
        return ClockState(clock, describe_clock(clock), deadlines, row.paused)

    def waiting_for(self, person: str) -> list[str]:
        """Return the games with a clock that wait for a person."""
        with self._database.reading() as link:
            rows = link.execute(_WAITING.where(seated.c.person == person)).all()
        return sorted({row.game_id for row in rows})

    def deadlines(self, games: Sequence[str], person: str) -> dict[str, datetime]:
        """Return the first deadline of a person in each of these games."""
        wanted = _WAITING.where(one_of(owned.c.game_id, "games"), seated.c.person == bindparam("who"))
        found: dict[str, datetime] = {}
        with self._database.reading() as link:
            for wait in _waits(link, wanted, {"games": list(games), "who": person}):
                if wait.paused is None:
                    found[wait.game] = min(wait.deadline, found.get(wait.game, wait.deadline))
        return found

    def descriptions(self, games: Sequence[str]) -> dict[str, str]:
        """Return the settings of the tables with a clock, as sentences."""
        with self._database.reading() as link:
            rows = link.execute(_CLOCKS, {"games": list(games)}).all()
        return {row.game_id: describe_clock(_clock_decoder.decode(row.clock)) for row in rows}

    def timed_out(self) -> list[Wait]:
        """Return the seats whose time is used up, without those that ``store_timeout`` has stored."""
        now = self.now()
        with self._database.reading() as link:
            waits = _waits(link, _WAITING.where(owned.c.paused.is_(None)), {})
        return [wait for wait in waits if not wait.timed_out and wait.deadline <= now]

    def store_timeout(self, wait: Wait, version: int, text: str) -> None:
        """Store that the time of a seat is used up, and write a notice with a text to the person."""
        since = stored_time(wait.since)
        here = (chairs.c.game_id == wait.game) & (chairs.c.seat == wait.seat) & (chairs.c.since == since)
        with self._database.writing() as link:
            link.execute(update(chairs).where(here).values(timed_out=since))
            if wait.person:
                at = int(self._clock())
                outbox.add_time_used_up(link, wait.game, version, wait.seat, wait.person, text, at)

    def pause(self, game: str) -> bool:
        """Pause the clock of a table. Return False if it has none, or is paused already."""
        running = owned.c.clock.is_not(None) & owned.c.paused.is_(None)
        with self._database.writing() as link:
            done = (
                update(owned).where(owned.c.game_id == game, running).values(paused=stored_time(self.now()))
            )
            return link.execute(done).rowcount == 1

    def resume(self, game: str) -> bool:
        """Continue the clock of a table after a pause. Return False if it is not paused."""
        with self._database.writing() as link:
            paused = select(owned.c.paused).where(owned.c.game_id == game).with_for_update()
            if link.execute(paused).scalar() is None:
                return False
            resume_in(link, game, self.now())
            return True


def _update_chair(link: Connection, game: str, seat: str, **values: object) -> None:
    link.execute(update(chairs).where(chairs.c.game_id == game, chairs.c.seat == seat).values(**values))


def _waits(link: Connection, wanted: Select[tuple[object, ...]], values: dict[str, object]) -> list[Wait]:
    rows = link.execute(wanted, values).all()
    away = _absences_of(link, {row.person for row in rows if row.person is not None})
    return [_wait(row, away.get(row.person, [])) for row in rows]


def _absences_of(link: Connection, persons: Iterable[str]) -> dict[str, list[DaysAway]]:
    found: dict[str, list[DaysAway]] = {}
    if wanted := sorted(persons):
        for row in link.execute(_ABSENCES, {"people": wanted}):
            announced = None if row.announced is None else datetime.fromisoformat(row.announced)
            days = DaysAway(date.fromisoformat(row.first), date.fromisoformat(row.last), announced)
            found.setdefault(row.person, []).append(days)
    return found


def _wait(row: Row[tuple[object, ...]], away: list[DaysAway]) -> Wait:
    clock = _clock_decoder.decode(row.clock)
    return Wait(
        row.game_id,
        row.seat,
        row.person or "",
        datetime.fromisoformat(row.since),
        timedelta(seconds=row.bank_used),
        row.timed_out == row.since,
        clock,
        None if row.paused is None else datetime.fromisoformat(row.paused),
        rest_times(clock, stored_zone(row.zone or "UTC"), away),
    )


_clock_decoder = msgspec.json.Decoder(TableClock)
