"""Stored auto-actions. Only their owner may see them."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, bindparam, insert, select, update

from trunkline.game.auto_actions import AutoAction, slot
from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.auto_actions.instructions import (
    LANGUAGE,
    SITS,
    Instructions,
    Standing,
    ending,
    is_active,
    with_seat,
)
from trunkline.web.database import outbox
from trunkline.web.database.auto_action_tables import auto_actions as table
from trunkline.web.database.row_locks import lock_table
from trunkline.web.errors import NotFound

ENDED = 20
"""The most ended auto-actions that a list shows."""
REPLACED = gettext_noop("You set another one instead.")


class StoredAutoAction(NamedTuple):
    """A stored auto-action of one person in one seat."""

    key: str
    game: str
    seat: str
    person: str
    auto_action: AutoAction
    since: int
    """The version of the game when it was set."""
    at: int
    """The time when it was set, in milliseconds since 1970."""
    seen: int
    """The guards have seen all entries up to this version."""
    acting: int | None
    """The version at which it last decided to act."""
    acted: int
    """The number of its actions in the log."""
    standing: Standing
    reason: str
    """The reason of the end, as one sentence to its owner."""
    ended: int | None
    """The version of the game at the end."""
    sits: bool
    """True if its owner still plays the seat."""
    language: str | None = None
    """The language of its owner, in which the reason of its end is stored. None is English."""


class AutoActions(Instructions):
    """The auto-actions of all games."""

    table = table

    def active(self, game: str) -> list[StoredAutoAction]:
        """Return the active auto-actions of a game, the oldest first."""
        wanted = _SELECTED.where(*is_active(table, table.c.game_id == game))
        with self._database.reading() as link:
            return [_stored(row) for row in link.execute(wanted.order_by(table.c.at, table.c.key))]

    def of(self, game: str, person: str) -> list[StoredAutoAction]:
        """Return the auto-actions of a person: the active ones, then the last ended ones, newest first."""
        mine = _SELECTED.where(table.c.game_id == game, table.c.person == person)
        active = mine.where(*is_active(table)).order_by(table.c.at, table.c.key)
        ended = mine.where(table.c.standing != Standing.ACTIVE.value)
        ended = ended.order_by(table.c.ended_at.desc(), table.c.key).limit(ENDED)
        with self._database.reading() as link:
            return [_stored(row) for wanted in (active, ended) for row in link.execute(wanted)]

    def set(self, game: str, person: str, wanted: Sequence[AutoAction], version: int) -> list[str]:
        """Store auto-actions, which replace active ones in the same slots. Return their keys."""
        keys: list[str] = []
        with self._database.writing() as link:
            lock_table(link, game)
            now = self._now()
            for number, each in enumerate(wanted):
                here = is_active(table, table.c.game_id == game, table.c.seat == each.player)
                old = update(table).where(*here, table.c.slot == slot(each))
                link.execute(old.values(ending(Standing.WITHDRAWN, REPLACED, version, now)))
                keys.append(secrets.token_urlsafe(9))
                link.execute(
                    insert(table).values(
                        key=keys[-1],
                        game_id=game,
                        seat=each.player,
                        person=person,
                        slot=slot(each),
                        data=msgspec.json.encode(each).decode(),
                        since=version,
                        at=now + number,
                        seen=version,
                        acting=None,
                        acted=0,
                        standing=Standing.ACTIVE.value,
                        reason="",
                    )
                )
            self._tell(link, game)
        return keys

    def withdraw(self, game: str, person: str, key: str, reason: str, version: int) -> None:
        """End an active auto-action of its owner. Raises ``NotFound``."""
        with self._database.writing() as link:
            here = is_active(table, table.c.game_id == game, table.c.person == person, table.c.key == key)
            values = ending(Standing.WITHDRAWN, reason, version, self._now())
            if not link.execute(update(table).where(*here).values(values)).rowcount:
                raise NotFound(gettext("That auto-action is not active any more."))
            self._tell(link, game)

    def see(self, rows: Sequence[StoredAutoAction]) -> None:
        """Record the entries that the guards of some auto-actions have seen, in one transaction.

        Those that are not active any more stay as they are.
        """
        if not rows:
            return
        seen = [{"of": row.key, "until": row.seen, "made": row.acted} for row in rows]
        with self._database.writing() as link:
            link.execute(_SEEN, seen)

    def act(self, row: StoredAutoAction, version: int) -> bool:
        """Record that it acts at a version. Return False if it is not active any more."""
        return self._change(row, acting=version)

    def end(self, row: StoredAutoAction, standing: Standing, reason: str, version: int, acted: int) -> bool:
        """End an auto-action for a reason, with a notice to its owner.

        Return False if it was not active any more.
        """
        ended = ending(standing, reason, version, self._now())
        with self._database.writing() as link:
            if not _change(link, row, **ended, seen=version, acted=acted):
                return False
            at = int(self._clock())
            done = standing is Standing.DONE
            outbox.add_ended(link, row.game, version, row.seat, row.person, reason, at, done=done)
            return True

    def _change(self, row: StoredAutoAction, **values: object) -> bool:
        with self._database.writing() as link:
            return _change(link, row, **values)


def _change(link: Connection, row: StoredAutoAction, **values: object) -> bool:
    changed = update(table).where(*is_active(table, table.c.key == row.key)).values(values)
    return link.execute(changed).rowcount == 1


_SELECTED = select(
    table.c.key,
    table.c.game_id,
    table.c.seat,
    table.c.person,
    table.c.data,
    table.c.since,
    table.c.at,
    table.c.seen,
    table.c.acting,
    table.c.acted,
    table.c.standing,
    table.c.reason,
    table.c.ended,
    SITS,
    LANGUAGE,
).select_from(with_seat(table))
_decoder = msgspec.json.Decoder(AutoAction)


_SEEN = (
    update(table)
    .where(*is_active(table, table.c.key == bindparam("of")))
    .values(seen=bindparam("until"), acted=bindparam("made"))
)


def _stored(row: Any) -> StoredAutoAction:
    return StoredAutoAction(
        row.key,
        row.game_id,
        row.seat,
        row.person,
        _decoder.decode(row.data),
        row.since,
        row.at,
        row.seen,
        row.acting,
        row.acted,
        Standing(row.standing),
        row.reason,
        row.ended,
        bool(row.sits),
        row.language,
    )
