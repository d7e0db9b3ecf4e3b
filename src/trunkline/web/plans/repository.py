"""Stored plans. Only their owner may see them."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Select, insert, select, update

from trunkline.game.plans import Mode, Plan
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
from trunkline.web.database.plan_tables import plans as table
from trunkline.web.database.row_locks import lock_table
from trunkline.web.errors import NotFound

ENDED = 3
"""The most ended plans that a list shows."""
REPLACED = gettext_noop("You kept another plan instead.")
GONE = gettext_noop("That plan is not active any more. Keep it again from its sandbox.")


class StoredPlan(NamedTuple):
    """A stored plan of one person in one seat."""

    key: str
    game: str
    seat: str
    person: str
    sandbox: str
    plan: Plan
    base: int
    """The moment of the game at which the sandbox began."""
    since: int
    """The version of the game when it was kept."""
    at: int
    """The time when it was kept, in milliseconds since 1970."""
    seen: int
    """The entries up to this version have been compared with it."""
    mode: Mode
    acted: tuple[int, ...]
    """The versions at which it was decided to hand in a step automatically."""
    standing: Standing
    reason: str
    """The reason of the end, or why it does not act by itself any more. One sentence to its owner."""
    ended: int | None
    sits: bool
    """True if its owner still plays the seat."""
    language: str | None = None
    """The language of its owner, in which the reason of its end is stored. None is English."""


class NewPlan(NamedTuple):
    """A plan to store."""

    game: str
    person: str
    sandbox: str
    plan: Plan
    base: int
    mode: Mode


class Plans(Instructions):
    """The plans of all games."""

    table = table

    def active(self, game: str) -> list[StoredPlan]:
        """Return the active plans of a game, the oldest first."""
        return self._rows(
            _SELECTED.where(*is_active(table, table.c.game_id == game)).order_by(table.c.at, table.c.key)
        )

    def of(self, game: str, person: str) -> list[StoredPlan]:
        """Return the plans of a person in a game: the active ones, then the last ended ones, newest first."""
        mine = _SELECTED.where(table.c.game_id == game, table.c.person == person)
        active = mine.where(*is_active(table)).order_by(table.c.seat)
        ended = mine.where(table.c.standing != Standing.ACTIVE.value)
        ended = ended.order_by(table.c.ended_at.desc(), table.c.key).limit(ENDED)
        return [*self._rows(active), *self._rows(ended)]

    def many(self, games: Sequence[str], person: str) -> list[StoredPlan]:
        """Return the active plans of a person in several games."""
        return self._rows(
            _SELECTED.where(*is_active(table, table.c.game_id.in_(games), table.c.person == person))
        )

    def find(self, game: str, person: str, key: str, *, done: bool = False) -> StoredPlan:
        """Return an active plan of its owner, or with ``done`` also one that is done. Raises ``NotFound``."""
        allowed = (Standing.ACTIVE, Standing.DONE) if done else (Standing.ACTIVE,)
        mine = (table.c.game_id == game, table.c.person == person, table.c.key == key)
        found = self._rows(_SELECTED.where(*mine, table.c.standing.in_([each.value for each in allowed])))
        if not found:
            raise NotFound(gettext(GONE))
        return found[0]

    def keep(self, new: NewPlan, version: int) -> str:
        """Store a plan, which replaces the active one of the seat. Return its key."""
        key = secrets.token_urlsafe(9)
        with self._database.writing() as link:
            lock_table(link, new.game)
            now = self._now()
            here = is_active(table, table.c.game_id == new.game, table.c.seat == new.plan.player)
            link.execute(
                update(table).where(*here).values(ending(Standing.WITHDRAWN, REPLACED, version, now))
            )
            link.execute(
                insert(table).values(
                    key=key,
                    game_id=new.game,
                    seat=new.plan.player,
                    person=new.person,
                    sandbox=new.sandbox,
                    data=msgspec.json.encode(new.plan).decode(),
                    base=new.base,
                    since=version,
                    at=now,
                    seen=version,
                    mode=new.mode.value,
                    acted="[]",
                    standing=Standing.ACTIVE.value,
                    reason="",
                )
            )
            self._tell(link, new.game)
        return key

    def set_mode(self, game: str, person: str, key: str, mode: Mode, version: int) -> None:
        """Change the condition for handing in by itself. Raises ``NotFound``.

        A plan that acts by itself depends on the entries after ``version``.
        """
        values = {"mode": mode.value, "reason": "", "seen": version}
        with self._database.writing() as link:
            if not link.execute(update(table).where(*_mine(game, person, key)).values(values)).rowcount:
                raise NotFound(gettext(GONE))
            self._tell(link, game)

    def delete(self, game: str, person: str, key: str, reason: str, version: int) -> None:
        """End an active plan of its owner. Raises ``NotFound``."""
        values = ending(Standing.WITHDRAWN, reason, version, self._now())
        with self._database.writing() as link:
            if not link.execute(update(table).where(*_mine(game, person, key)).values(values)).rowcount:
                raise NotFound(gettext(GONE))

    def see(self, row: StoredPlan, seen: int) -> bool:
        """Record that entries have been compared with a plan. Return False if it is not active."""
        return self._change(row, seen=seen)

    def act(self, row: StoredPlan, version: int) -> bool:
        """Record that a plan hands in a step at a version. Return False if it may not any more."""
        acted = msgspec.json.encode(sorted({*row.acted, version})).decode()
        return self._change(row, acted=acted)

    def stop(self, row: StoredPlan, reason: str, version: int) -> bool:
        """Switch off handing in by itself, with a notice. Return False if it was off already."""
        with self._database.writing() as link:
            if not _change(link, row, mode=Mode.OFF.value, reason=reason, seen=version):
                return False
            self._notify(link, row, reason, version, done=False)
            return True

    def end(self, row: StoredPlan, standing: Standing, reason: str, version: int) -> bool:
        """End a plan. Its owner gets a notice if it acted by itself. Return False if it was not active."""
        with self._database.writing() as link:
            if not _change(link, row, **ending(standing, reason, version, self._now()), seen=version):
                return False
            if row.mode is not Mode.OFF:
                self._notify(link, row, reason, version, done=standing is Standing.DONE)
            return True

    def _notify(self, link: Connection, row: StoredPlan, reason: str, version: int, *, done: bool) -> None:
        at = int(self._clock())
        outbox.add_plan_ended(link, row.game, version, row.seat, row.person, reason, at, done=done)

    def _rows(self, wanted: Select[Any]) -> list[StoredPlan]:
        with self._database.reading() as link:
            return [_stored(row) for row in link.execute(wanted)]

    def _change(self, row: StoredPlan, **values: object) -> bool:
        with self._database.writing() as link:
            return _change(link, row, **values)


def _change(link: Connection, row: StoredPlan, **values: object) -> bool:
    # The mode is compared too: its owner may have changed it since the row was read.
    where = is_active(table, table.c.key == row.key, table.c.mode == row.mode.value)
    return link.execute(update(table).where(*where).values(values)).rowcount == 1


_SELECTED = select(
    table.c.key,
    table.c.game_id,
    table.c.seat,
    table.c.person,
    table.c.sandbox,
    table.c.data,
    table.c.base,
    table.c.since,
    table.c.at,
    table.c.seen,
    table.c.mode,
    table.c.acted,
    table.c.standing,
    table.c.reason,
    table.c.ended,
    SITS,
    LANGUAGE,
).select_from(with_seat(table))
_decoder = msgspec.json.Decoder(Plan)
_versions = msgspec.json.Decoder(tuple[int, ...])


def _mine(game: str, person: str, key: str) -> tuple[Any, ...]:
    return is_active(table, table.c.game_id == game, table.c.person == person, table.c.key == key)


def _stored(row: Any) -> StoredPlan:
    return StoredPlan(
        row.key,
        row.game_id,
        row.seat,
        row.person,
        row.sandbox,
        _decoder.decode(row.data),
        row.base,
        row.since,
        row.at,
        row.seen,
        Mode(row.mode),
        _versions.decode(row.acted),
        Standing(row.standing),
        row.reason,
        row.ended,
        bool(row.sits),
        row.language,
    )
