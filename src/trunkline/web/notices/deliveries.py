"""Deliveries: the attempts to send a notice to a channel, with leases and growing pauses.

A process takes a delivery by moving its next attempt to the end of a lease. If the process is killed, another
one repeats the attempt after that time, with the same idempotency key. So each notice arrives at least once.
"""

from __future__ import annotations

import hashlib
import random
import secrets
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Row, delete, insert, select, update

from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.database.notice_tables import (
    CANCELLED,
    DROPPED,
    FAILED,
    PLANNED,
    SENT,
    WAITING,
    attempts,
    deliveries,
    notices,
)
from trunkline.web.database.pool import Database
from trunkline.web.notices.channels import Channel
from trunkline.web.notices.messages import NoticeMessage
from trunkline.web.notices.senders import Result
from trunkline.web.notices.settings import NoticeSettings
from trunkline.web.schemas.notices import AttemptFacts, DeliveryFacts

KEY = 32
"""The length of an idempotency key."""
GROWTH = 4
"""The factor between two pauses."""
LONGEST_PAUSE = 12 * 3600
"""The longest pause between two attempts in seconds."""
KEPT = 30 * 24 * 3600
"""The seconds after which finished notices and deliveries are deleted."""
INTERRUPTED = gettext_noop("The server stopped during this attempt.")
NOT_NEEDED = gettext_noop("No longer needed: you have acted, or the game has changed.")


class Delivery(NamedTuple):
    """A delivery that this process has taken."""

    id: str
    person: str
    game: str
    event: str
    channel: str
    message: NoticeMessage
    attempt: int
    """The number of this attempt, from 1."""
    created: int


class Deliveries:
    """The deliveries of all people. ``me`` names this process in leases."""

    def __init__(
        self, database: Database, settings: NoticeSettings, clock: Callable[[], float] = time.time
    ) -> None:
        self._database = database
        self._settings = settings
        self._clock = clock
        self.me = secrets.token_hex(6)

    # -- making

    def add(
        self,
        link: Connection,
        key: Iterable[object],
        person: str,
        channels: Iterable[Channel],
        message: NoticeMessage,
    ) -> None:
        """Add a delivery to each channel. ``key`` identifies the notice."""
        now = int(self._clock())
        data = msgspec.json.encode(message).decode()
        for channel in channels:
            row = {
                "id": _hash(*key, channel.id),
                "person": person,
                "game_id": message.game,
                "event": message.event,
                "channel_id": channel.id,
                "channel": channel.name,
                "message": data,
                "state": WAITING,
                "attempts": 0,
                "next": now,
                "created": now,
            }
            link.execute(insert(deliveries).values(row))

    def add_finished(self, key: str, channel: Channel, message: NoticeMessage, result: Result) -> None:
        """Store a delivery that was made at once: a test."""
        now = int(self._clock())
        with self._database.writing() as link:
            self.add(link, (key,), channel.person, (channel,), message)
            id = _hash(key, channel.id)
            state = SENT if result.ok else FAILED
            link.execute(update(deliveries).where(deliveries.c.id == id).values(state=state, attempts=1))
            row = {"delivery_id": id, "number": 1, "at": now, "answer": result.answer}
            link.execute(insert(attempts).values(row))

    # -- attempting

    def claim(self, limit: int) -> list[Delivery]:
        """Take up to ``limit`` deliveries whose time has come, each for the time of a lease."""
        now = int(self._clock())
        due = deliveries.c.state == WAITING, deliveries.c.next <= now
        wanted = select(deliveries).where(*due).order_by(deliveries.c.next, deliveries.c.id).limit(limit)
        with self._database.reading() as link:
            rows = link.execute(wanted).all() if limit else []
        return [taken for row in rows if (taken := self._take(row, now)) is not None]

    def _take(self, row: Row[Any], now: int) -> Delivery | None:
        number = row.attempts + 1
        here = deliveries.c.id == row.id, deliveries.c.state == WAITING, deliveries.c.attempts == row.attempts
        lease = {"attempts": number, "next": now + self._settings.lease, "worker": self.me}
        with self._database.writing() as link:
            # Only one process succeeds: the number of attempts changes.
            if not link.execute(update(deliveries).where(*here).values(lease)).rowcount:
                return None
            earlier = attempts.c.delivery_id == row.id, attempts.c.answer == ""
            link.execute(update(attempts).where(*earlier).values(answer=INTERRUPTED))
            begun = {"delivery_id": row.id, "number": number, "at": now, "answer": ""}
            link.execute(insert(attempts).values(begun))
        message = _message_decoder.decode(row.message)
        return Delivery(
            row.id, row.person, row.game_id, row.event, row.channel_id, message, number, row.created
        )

    def finish(self, delivery: Delivery, result: Result) -> str:
        """Store the result of an attempt. Return the state of the delivery."""
        now = int(self._clock())
        state, next = WAITING, now
        if result.ok:
            state = SENT
        elif result.final or delivery.attempt >= self._settings.attempts:
            state = FAILED
        else:
            next = now + self.pause(delivery.attempt, result.retry_after)
        with self._database.writing() as link:
            self._end(link, delivery, result.answer, state, next)
        return state

    def cancel(self, delivery: Delivery, why: str) -> None:
        """End a delivery that is no longer needed."""
        with self._database.writing() as link:
            self._end(link, delivery, why, CANCELLED, int(self._clock()))

    def _end(self, link: Connection, delivery: Delivery, answer: str, state: str, next: int) -> None:
        this = attempts.c.delivery_id == delivery.id, attempts.c.number == delivery.attempt
        link.execute(update(attempts).where(*this).values(answer=answer))
        # Change nothing if the lease has ended and another process has begun the next attempt.
        here = deliveries.c.id == delivery.id, deliveries.c.attempts == delivery.attempt
        link.execute(update(deliveries).where(*here).values(state=state, next=next, worker=""))

    def pause(self, attempt: int, retry_after: int | None = None) -> int:
        """Return the seconds until the next attempt. They grow, and differ so that attempts spread."""
        usual = self._settings.pause * GROWTH ** (attempt - 1) * random.uniform(0.8, 1.2)
        return int(min(max(usual, retry_after or 0), LONGEST_PAUSE))

    # -- looking

    def of(self, person: str, limit: int) -> list[DeliveryFacts]:
        """Return the last deliveries to a person, newest first, with their attempts."""
        mine = select(deliveries).where(deliveries.c.person == person)
        newest = mine.order_by(deliveries.c.created.desc(), deliveries.c.id).limit(limit)
        with self._database.reading() as link:
            rows = link.execute(newest).all()
            made: dict[str, list[AttemptFacts]] = {row.id: [] for row in rows}
            wanted = select(attempts).where(attempts.c.delivery_id.in_(made)).order_by(attempts.c.number)
            for each in link.execute(wanted) if rows else ():
                made[each.delivery_id].append(AttemptFacts(each.at, _shown(each.answer)))
        return [
            DeliveryFacts(
                row.id,
                row.event,
                _message_decoder.decode(row.message).title,
                row.game_id,
                row.channel,
                row.created,
                row.state,
                tuple(made[row.id]),
                row.next if row.state == WAITING else None,
            )
            for row in rows
        ]

    def delete_old(self) -> None:
        """Delete finished notices and deliveries that are older than a month."""
        before = int(self._clock()) - KEPT
        with self._database.writing() as link:
            old = notices.c.state.in_((PLANNED, DROPPED)), notices.c.due < before
            link.execute(delete(notices).where(*old))
            link.execute(delete(deliveries).where(deliveries.c.state != WAITING, deliveries.c.next < before))


def _shown(answer: str) -> str:
    """Return a stored answer. Another process wrote this one, without a reader."""
    return gettext(INTERRUPTED) if answer == INTERRUPTED else answer


def _hash(*parts: object) -> str:
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:KEY]


_message_decoder = msgspec.json.Decoder(NoticeMessage)
