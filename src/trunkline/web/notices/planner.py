"""Decisions about the notices in the outbox: each one gets deliveries, waits, or is no longer needed."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, and_, insert, select, update
from sqlalchemy.exc import IntegrityError

from trunkline.util.messages import gettext
from trunkline.web.accounts.languages import language_of, speak_to
from trunkline.web.clocks.absences import end_of_absence
from trunkline.web.clocks.table_clocks import deadline_of
from trunkline.web.database.chat_tables import heard, motions, said
from trunkline.web.database.game_tables import games
from trunkline.web.database.notice_tables import DROPPED, NEW, PLANNED, notices
from trunkline.web.database.outbox import NoticeEvent
from trunkline.web.database.people_tables import chairs, people, seated, visits
from trunkline.web.database.pool import Database, Unavailable
from trunkline.web.errors import GameNotFound, NotPossible
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.notice_texts import notice_text
from trunkline.web.games.repository import StorageUnavailable
from trunkline.web.notices import messages, times
from trunkline.web.notices.channels import Channel, Channels
from trunkline.web.notices.deliveries import Deliveries, Delivery
from trunkline.web.notices.messages import NoticeMessage
from trunkline.web.notices.preferences import times_of, wants
from trunkline.web.notices.settings import NoticeSettings
from trunkline.web.schemas.log import PERSON
from trunkline.web.schemas.notices import NoticeTimes

log = logging.getLogger(__name__)
AT_ONCE = 50
"""The number of notices that are handled in one round."""
LATER = 600
"""The seconds after which a notice that failed is tried again."""
MOST_REMINDERS = 3
"""The maximum number of reminders of one turn."""
DONE_EVENTS = (NoticeEvent.DONE.value, NoticeEvent.PLAN_DONE.value)
DUE_EVENTS = (NoticeEvent.TURN.value, NoticeEvent.REMINDER.value)
OLD_PLAN = "Your plan: "
"""The beginning of the text of a notice about a plan that an older version has written as ``STOPPED`` or
``DONE``."""
DIGEST_GAMES = 10
"""The maximum number of games in a digest."""


class Waits(NamedTuple):
    """A game that waits for a person."""

    game: str
    since: int
    """The time since which it waits."""


class Planner:
    """The part of the server that turns notices into deliveries.

    Args:
        database: The database.
        games: The games of the server.
        channels: The channels of people.
        deliveries: The deliveries.
        settings: The operator's settings.
        origin: The public address of the server, for links.
        clock: Returns the time in seconds since 1970.
    """

    def __init__(
        self,
        database: Database,
        games: GameCache,
        channels: Channels,
        deliveries: Deliveries,
        settings: NoticeSettings,
        origin: str,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._database = database
        self._games = games
        self._channels = channels
        self._deliveries = deliveries
        self._settings = settings
        self._origin = origin
        self._clock = clock

    def plan(self) -> int:
        """Handle the notices whose time has come, and return their number."""
        before = int(self._clock()) - self._settings.grace
        wanted = select(notices).where(notices.c.state == NEW, notices.c.due <= before)
        with self._database.reading() as link:
            rows = link.execute(wanted.order_by(notices.c.due).limit(AT_ONCE)).all()
        for row in rows:
            try:
                self._plan(row)
            except (GameNotFound, NotPossible):
                # The game has been deleted or is damaged, so there is nothing to send.
                self._drop(row)
            except (StorageUnavailable, Unavailable):
                raise
            except Exception:
                # One notice must not hold up the others.
                log.exception("A notice of game %s cannot be handled", row.game_id)
                self._postpone(row, int(self._clock()) + LATER)
        return len(rows)

    def _plan(self, row: Row[Any]) -> None:
        with self._database.reading() as link:
            wanted = times_of(link, row.person)
            listens = row.game_id == "" or wants(link, row.person, row.game_id, _chosen_as(row.event))
            needed = self._still_needed(link, row)
            reminds = row.event == NoticeEvent.REMINDER
            back = end_of_absence(link, row.person, self._clock()) if reminds else None
            language = language_of(link, row.person)
        quiet = times.end_of_quiet(wanted, self._clock())
        chosen = [each for each in self._channels.of(row.person) if each.usable and _has(each, row.event)]
        if row.event == NoticeEvent.DIGEST:
            with speak_to(language):
                self._plan_digest(row, wanted, chosen)
        elif not needed:
            self._drop(row)
        elif row.event in DUE_EVENTS and wanted.digest_at is not None:
            self._plan_for_digest(row, wanted)
        elif not chosen or not listens:
            self._drop(row, remind=wanted)
        elif back is not None:
            self._postpone(row, back - self._settings.grace)
        elif quiet is not None:
            self._postpone(row, quiet - self._settings.grace)
        elif row.event == NoticeEvent.TURN and (
            self._has_visited(row) or (wanted.only_choices and self._can_only_pass(row))
        ):
            self._drop(row, remind=wanted)
        elif reminds and (later := self._later_reminder(row, wanted)) is not None:
            self._postpone(row, later)
        else:
            with speak_to(language):
                self._deliver(row, chosen, self._message(row), remind=wanted)

    # -- checks

    def language(self, person: str) -> str | None:
        """Return the language of a person's notices. None is English."""
        with self._database.reading() as link:
            return language_of(link, person)

    def is_needed(self, delivery: Delivery) -> bool:
        """Return whether a delivery is still needed before another attempt."""
        if delivery.event not in DUE_EVENTS:
            return True
        with self._database.reading() as link:
            return bool(_waits(link, delivery.person, delivery.game))

    def _still_needed(self, link: Connection, row: Row[Any]) -> bool:
        if row.event in DUE_EVENTS:
            return bool(_waits(link, row.person, row.game_id)) and not _is_superseded(link, row)
        if row.event == NoticeEvent.OVER:
            here = games.c.id == row.game_id, games.c.over, games.c.version == row.version
            ended = link.execute(select(games.c.id).where(*here)).first() is not None
            return ended and not _saw(link, row)
        if row.event == NoticeEvent.MESSAGE:
            mine = heard.c.game_id == row.game_id, heard.c.person == row.person
            return bool((link.execute(select(heard.c.number).where(*mine)).scalar() or 0) < row.version)
        if row.event == NoticeEvent.REQUEST:
            return _is_asked(link, row)
        return row.event not in DONE_EVENTS or not _tells_end(link, row)

    def _has_visited(self, row: Row[Any]) -> bool:
        with self._database.reading() as link:
            return _saw(link, row)

    def _can_only_pass(self, row: Row[Any]) -> bool:
        return messages.can_only_pass(self._games[row.game_id].view_at().game)

    def _later_reminder(self, row: Row[Any], wanted: NoticeTimes) -> int | None:
        """Return the time of a reminder if the person has acted since, and is due again."""
        with self._database.reading() as link:
            since = _waits(link, row.person, row.game_id)[0].since
        due = since + 3600 * wanted.reminder_hours
        return due if wanted.reminder_hours and due > self._clock() else None

    # -- results

    def _deliver(
        self, row: Row[Any], chosen: Sequence[Channel], message: NoticeMessage, remind: NoticeTimes
    ) -> None:
        with self._database.writing() as link:
            if self._move(link, row, PLANNED):
                self._deliveries.add(link, _key(row), row.person, chosen, message)
                self._remind(link, row, remind)

    def _drop(self, row: Row[Any], remind: NoticeTimes | None = None) -> None:
        """End a notice without deliveries. A reminder may follow."""
        with self._database.writing() as link:
            if self._move(link, row, DROPPED) and remind is not None:
                self._remind(link, row, remind)

    def _postpone(self, row: Row[Any], due: int) -> None:
        with self._database.writing() as link:
            link.execute(update(notices).where(_is(row), notices.c.state == NEW).values(due=due))

    def _move(self, link: Connection, row: Row[Any], state: str) -> bool:
        """Change the state of a new notice. Return False if another process was faster."""
        changed = update(notices).where(_is(row), notices.c.state == NEW).values(state=state)
        return link.execute(changed).rowcount == 1

    def _remind(self, link: Connection, row: Row[Any], wanted: NoticeTimes) -> None:
        """Add the next reminder of a turn."""
        if row.event not in DUE_EVENTS or not wanted.reminder_hours or row.number >= MOST_REMINDERS:
            return
        if not any(
            each.usable and _has(each, NoticeEvent.REMINDER) for each in self._channels.of(row.person)
        ):
            return
        if _is_superseded(link, row):
            return
        # A notice that quiet hours held back arrives at their end, and the reminder counts from then.
        start = max(row.at, row.due) if row.event == NoticeEvent.TURN else int(self._clock())
        due = start + 3600 * wanted.reminder_hours
        self._add(link, row, NoticeEvent.REMINDER, number=row.number + 1, due=due)

    def _add(self, link: Connection, row: Row[Any], event: NoticeEvent, **values: object) -> None:
        kept = {**row._mapping, "event": event.value, "state": NEW, "text": "", **values}
        try:
            with link.begin_nested():
                link.execute(insert(notices).values(kept))
        except IntegrityError:
            pass  # It is there already.

    # -- digests

    def _plan_for_digest(self, row: Row[Any], wanted: NoticeTimes) -> None:
        """Leave a turn to the next digest of the person."""
        with self._database.writing() as link:
            if self._move(link, row, DROPPED):
                self._add_digest(link, row, wanted)

    def _add_digest(self, link: Connection, row: Row[Any], wanted: NoticeTimes) -> None:
        due = times.next_digest(wanted, self._clock())
        day = times.local_day(wanted, due)
        # The key has the person in place of a seat.
        self._add(
            link,
            row,
            NoticeEvent.DIGEST,
            game_id="",
            seat=row.person,
            number=0,
            version=day,
            due=due - self._settings.grace,
        )

    def _plan_digest(self, row: Row[Any], wanted: NoticeTimes, chosen: Sequence[Channel]) -> None:
        with self._database.reading() as link:
            waiting = [
                each
                for each in _waits(link, row.person)
                if wants(link, row.person, each.game, NoticeEvent.TURN.value)
            ]
        if not waiting or wanted.digest_at is None:
            self._drop(row)
            return
        lines = [self._digest_line(each.game, row.person) for each in waiting[:DIGEST_GAMES]]
        more = len(waiting) - len(lines)
        lines += [gettext("and {number} more", number=more)] if more else []
        message = messages.digest(lines, self._url("/mine"), len(waiting))
        with self._database.writing() as link:
            if self._move(link, row, PLANNED if chosen else DROPPED):
                self._deliveries.add(link, _key(row), row.person, chosen, message)
                self._add_digest(link, row, wanted)

    def _digest_line(self, game: str, person: str) -> str:
        try:
            hosted_game = self._games[game]
            seats = self._seats(game, person)
            name = messages.game_name(hosted_game, seats)
            events = messages.events_since_last_move(hosted_game, seats)
            last = f" ({events[-1]})" if events else ""
            due = self._play_by(game, person)
            return f"{name}: {messages.asked(hosted_game.view_at().game)}{due and '. '}{due}{last}"
        except (GameNotFound, NotPossible):
            return gettext("a game that cannot be read")

    # -- messages

    def _message(self, row: Row[Any]) -> NoticeMessage:
        hosted_game = self._games[row.game_id]
        seats = self._seats(row.game_id, row.person)
        url = self._url(f"/g/{row.game_id}")
        text = notice_text(row.text)
        match NoticeEvent(row.event):
            case NoticeEvent.REMINDER:
                with self._database.reading() as link:
                    since = _waits(link, row.person, row.game_id)[0].since
                hours = max(1, int(self._clock() - since) // 3600)
                return messages.turn(hosted_game, seats, url, hours, self._play_by(row.game_id, row.person))
            case NoticeEvent.OVER:
                found = self._games.store.game(row.game_id)
                return messages.over(hosted_game, seats, found.winners if found else (), url)
            case NoticeEvent.MESSAGE:
                return messages.chat(hosted_game, seats, *self._said(row), url)
            case NoticeEvent.TIME:
                return messages.time_used_up(hosted_game, seats, text, url)
            case NoticeEvent.TABLE:
                return messages.table_ready(hosted_game, seats, text, url)
            case NoticeEvent.REQUEST:
                return messages.request(hosted_game, seats, text, url)
            case NoticeEvent.STOPPED | NoticeEvent.DONE if not row.text.startswith(OLD_PLAN):
                done = row.event == NoticeEvent.DONE
                return messages.ended(hosted_game, seats, text, url, done=done)
            case NoticeEvent.STOPPED | NoticeEvent.DONE | NoticeEvent.PLAN_STOPPED | NoticeEvent.PLAN_DONE:
                done = row.event in DONE_EVENTS
                why = notice_text(row.text.removeprefix(OLD_PLAN))
                return messages.plan_ended(hosted_game, seats, why, url, done=done)
        return messages.turn(hosted_game, seats, url, play_by=self._play_by(row.game_id, row.person))

    def _play_by(self, game: str, person: str) -> str:
        """Return the deadline of a person's turn as a sentence. Empty if no clock runs."""
        with self._database.reading() as link:
            due = deadline_of(link, game, person)
            return "" if due is None else times.play_by(times_of(link, person), due, self._clock())

    def _url(self, path: str) -> str:
        """Return the address of a page. Empty if the server has no public address."""
        return f"{self._origin}{path}" if self._origin else ""

    def _said(self, row: Row[Any]) -> tuple[str, str]:
        wanted = (
            select(people.c.name, said.c.text)
            .join(people, people.c.id == said.c.person)
            .where(said.c.game_id == row.game_id, said.c.number == row.version)
        )
        with self._database.reading() as link:
            found = link.execute(wanted).first()
        if found is None:
            raise GameNotFound(gettext("The message has been deleted."))
        return found.name, found.text

    def _seats(self, game: str, person: str) -> frozenset[str]:
        mine = select(seated.c.seat).where(seated.c.game_id == game, seated.c.person == person)
        with self._database.reading() as link:
            return frozenset(link.execute(mine).scalars())


_CHOSEN_AS: dict[str, str] = {
    NoticeEvent.DIGEST: NoticeEvent.TURN.value,
    NoticeEvent.TABLE: NoticeEvent.TURN.value,
    NoticeEvent.REQUEST: NoticeEvent.TURN.value,
    NoticeEvent.PLAN_STOPPED: NoticeEvent.STOPPED.value,
    NoticeEvent.PLAN_DONE: NoticeEvent.DONE.value,
}


def _chosen_as(event: str) -> str:
    """Return the event whose choice of channels decides. Some events go where others go."""
    return _CHOSEN_AS.get(event, event)


def _has(channel: Channel, event: str) -> bool:
    """Return whether a channel is chosen for an event."""
    return _chosen_as(event) in channel.events


def _waits(link: Connection, person: str, game: str | None = None) -> list[Waits]:
    """Return the games that wait for a person, longest waiting first, or only this one."""
    sits = and_(seated.c.game_id == chairs.c.game_id, seated.c.seat == chairs.c.seat)
    wanted = (
        select(chairs.c.game_id, chairs.c.since)
        .join(seated, sits)
        .join(games, games.c.id == chairs.c.game_id)
        .where(
            seated.c.person == person,
            chairs.c.kind == PERSON,
            chairs.c.since.is_not(None),
            games.c.over.is_(False),
            games.c.put_away.is_(False),
            games.c.branched_from.is_(None),
        )
        .order_by(chairs.c.since, chairs.c.game_id)
    )
    if game is not None:
        wanted = wanted.where(chairs.c.game_id == game)
    found: dict[str, Waits] = {}
    for row in link.execute(wanted):
        since = int(datetime.fromisoformat(row.since).timestamp())
        found.setdefault(row.game_id, Waits(row.game_id, since))
    return list(found.values())


def _is_asked(link: Connection, row: Row[Any]) -> bool:
    """Return whether a request is still open, and the person has not answered."""
    here = motions.c.game_id == row.game_id, motions.c.version == row.version
    asks = motions.c.person != row.person, motions.c.standing == "open"
    wanted = select(motions.c.kind, motions.c.agreed, motions.c.declined).where(*here, *asks)
    mine = {row.seat}
    found = [
        each
        for each in link.execute(wanted)
        if not mine & {*json.loads(each.agreed), *json.loads(each.declined)}
    ]
    version = link.execute(select(games.c.version).where(games.c.id == row.game_id)).scalar()
    return any(each.kind != "undo" or version == row.version for each in found)


def _tells_end(link: Connection, row: Row[Any]) -> bool:
    """Return whether the person has a notice of the end of the game at this version."""
    same = notices.c.game_id == row.game_id, notices.c.person == row.person
    over = notices.c.event == NoticeEvent.OVER.value, notices.c.version == row.version
    return link.execute(select(notices.c.version).where(*same, *over).limit(1)).first() is not None


def _is_superseded(link: Connection, row: Row[Any]) -> bool:
    """Return whether the person has become due again since. That notice has its own reminders."""
    same = notices.c.game_id == row.game_id, notices.c.person == row.person
    newer = notices.c.event == NoticeEvent.TURN.value, notices.c.version > row.version
    return link.execute(select(notices.c.version).where(*same, *newer).limit(1)).first() is not None


def _saw(link: Connection, row: Row[Any]) -> bool:
    """Return whether the person has seen the moment of a notice."""
    mine = visits.c.game_id == row.game_id, visits.c.person == row.person
    found = link.execute(select(visits.c.version).where(*mine)).scalar()
    return found is not None and found >= row.version


def _key(row: Row[Any]) -> tuple[object, ...]:
    return row.game_id, row.version, row.seat, row.event, row.number


def _is(row: Row[Any]) -> Any:
    return and_(
        *(notices.c[name] == getattr(row, name) for name in ("game_id", "version", "seat", "event", "number"))
    )
