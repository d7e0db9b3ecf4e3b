"""Motions at a table: undo the turns of other players, end or pause the game, or let a bot play a seat.

A motion is open until it is carried out, declined or withdrawn. An undo motion lapses when a player acts,
because its version is no longer the newest. The caller decides each time whose consent is needed.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, delete, insert, select, update

from trunkline.players.descriptions import levels
from trunkline.util.messages import gettext, gettext_noop, speak
from trunkline.web.chat.messages import Tell
from trunkline.web.database import outbox
from trunkline.web.database.chat_tables import motions
from trunkline.web.database.notice_tables import notices
from trunkline.web.database.people_tables import people, seated
from trunkline.web.database.pool import Database
from trunkline.web.database.row_locks import lock_table
from trunkline.web.errors import AlreadyTaken, NotFound
from trunkline.web.games.notice_texts import LET_PLAY, VOTE


class MotionRequest(StrEnum):
    """The kind of a motion."""

    UNDO = "undo"
    END = "end"
    SEAT = "seat"
    PAUSE = "pause"


class MotionStatus(StrEnum):
    """The state of a motion."""

    OPEN = "open"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"


class Motion(NamedTuple):
    """A motion by one person."""

    kind: MotionRequest
    person: str
    name: str
    version: int
    """The version of the game when the motion was made."""
    to: int | None
    """The target moment of an undo motion. None means the last moment at which a person decides."""
    asked: frozenset[str]
    """For an undo motion, the other players' seats whose actions it takes back. For a seat motion, the seat
    that a bot would play."""
    agreed: frozenset[str]
    standing: MotionStatus
    answered: str
    """The name of the person who declined or withdrew it."""
    program: str = ""
    """The bot that would play the seat."""
    declined: frozenset[str] = frozenset()
    """The seats that have declined the motion."""

    @property
    def number(self) -> int:
        """The number of its kind in the notices of requests."""
        return list(MotionRequest).index(self.kind)

    def lapsed(self, version: int) -> bool:
        """Return whether the game has continued past the version of an undo motion."""
        return self.kind is MotionRequest.UNDO and self.version != version


class Motions:
    """The motions of all tables: at most one of each kind per table."""

    def __init__(
        self,
        database: Database,
        tell: Tell = lambda link, game: None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._database = database
        self._tell = tell
        self._clock = clock

    def at(self, game: str) -> list[Motion]:
        """Return the motions of a table. A closed motion remains until another of its kind replaces it."""
        with self._database.reading() as link:
            return [_motion(row) for row in link.execute(_wanted(game).order_by(motions.c.kind))]

    def of(self, game: str, kind: MotionRequest) -> Motion:
        """Return the open motion of a kind. Raises ``NotFound``."""
        found = [each for each in self.at(game) if each.kind is kind and each.standing is MotionStatus.OPEN]
        if not found:
            raise NotFound(gettext("That request is no longer open."))
        return found[0]

    def at_tables_of(self, person: str) -> dict[str, list[Motion]]:
        """Return the open motions of other people at the tables where a person has a seat, by game."""
        tables = select(seated.c.game_id).where(seated.c.person == person)
        wanted = _JOINED.where(
            motions.c.game_id.in_(tables),
            motions.c.person != person,
            motions.c.standing == MotionStatus.OPEN.value,
        )
        found: dict[str, list[Motion]] = {}
        with self._database.reading() as link:
            for row in link.execute(wanted.order_by(motions.c.kind)):
                found.setdefault(row.game_id, []).append(_motion(row))
        return found

    def asked_at(self, person: str) -> dict[tuple[str, int, int], int]:
        """Return when requests were made to a person, in seconds since 1970.

        The keys are the game, its version and the index of the kind of motion, as in the notices of requests.
        The server deletes old notices.
        """
        mine = notices.c.person == person, notices.c.event == outbox.NoticeEvent.REQUEST.value
        wanted = select(notices.c.game_id, notices.c.version, notices.c.number, notices.c.at).where(*mine)
        with self._database.reading() as link:
            return {(row.game_id, row.version, row.number): row.at for row in link.execute(wanted)}

    def move(
        self,
        game: str,
        kind: MotionRequest,
        person: str,
        version: int,
        *,
        to: int | None = None,
        asked: Collection[str] = (),
        agreed: Collection[str] = (),
        program: str = "",
    ) -> None:
        """Propose a motion. The people who are asked get a notice.

        Raises ``AlreadyTaken`` if one of that kind is open.
        """
        with self._database.writing() as link:
            lock_table(link, game)
            here = motions.c.game_id == game, motions.c.kind == kind.value
            row = link.execute(_wanted(game).where(motions.c.kind == kind.value)).first()
            if row is not None:
                old = _motion(row)
                if old.standing is MotionStatus.OPEN and not old.lapsed(version):
                    raise AlreadyTaken(gettext("{name} asks for that already.", name=old.name))
                link.execute(delete(motions).where(*here))
            link.execute(
                insert(motions).values(
                    game_id=game,
                    kind=kind.value,
                    person=person,
                    version=version,
                    to=to,
                    asked=json.dumps(sorted(asked)),
                    agreed=json.dumps(sorted(agreed)),
                    standing=MotionStatus.OPEN.value,
                    answered="",
                    program=program,
                )
            )
            moved = _motion(link.execute(_wanted(game).where(motions.c.kind == kind.value)).one())
            self._notify(link, game, moved)
            self._tell(link, game)

    def _notify(self, link: Connection, game: str, motion: Motion) -> None:
        sits = seated.c.game_id == game, seated.c.person == motion.person
        own = frozenset(link.execute(select(seated.c.seat).where(*sits)).scalars())
        # The notice is stored, and its readers may have other languages than this request.
        with speak(None):
            text = request_text(motion, own)
        number, at = motion.number, int(self._clock())
        seats = sorted(motion.asked) if motion.kind is MotionRequest.UNDO else ()
        outbox.add_request(link, game, motion.version, number, motion.person, text, at, seats)

    def agree(self, game: str, motion: Motion, seats: Collection[str], *, yes: bool = True) -> Motion:
        """Record that some seats agree or decline, and return the updated motion. Raises ``NotFound``."""
        with self._database.writing() as link:
            lock_table(link, game)
            here = _same(game, motion)
            row = link.execute(_wanted(game).where(*here)).first()
            if row is None:
                raise NotFound(gettext("That request is no longer open."))
            known, new = _motion(row), frozenset(seats)
            agreed = known.agreed | new if yes else known.agreed - new
            declined = known.declined - new if yes else known.declined | new
            values = {"agreed": json.dumps(sorted(agreed)), "declined": json.dumps(sorted(declined))}
            link.execute(update(motions).where(*here).values(values))
            self._tell(link, game)
        return known._replace(agreed=agreed, declined=declined)

    def close(self, game: str, motion: Motion, standing: MotionStatus, name: str) -> None:
        """Decline or withdraw a motion. Raises ``NotFound``."""
        with self._database.writing() as link:
            closed = update(motions).where(*_same(game, motion))
            if not link.execute(closed.values(standing=standing.value, answered=name)).rowcount:
                raise NotFound(gettext("That request is no longer open."))
            self._tell(link, game)

    def done(self, game: str, motion: Motion) -> None:
        """Delete a motion that has been carried out."""
        with self._database.writing() as link:
            link.execute(delete(motions).where(*_same(game, motion)))
            self._tell(link, game)


def _same(game: str, motion: Motion) -> tuple[Any, ...]:
    """Return the conditions that select this motion while it is open."""
    return (
        motions.c.game_id == game,
        motions.c.kind == motion.kind.value,
        motions.c.person == motion.person,
        motions.c.version == motion.version,
        motions.c.standing == MotionStatus.OPEN.value,
    )


def request_text(motion: Motion, own: Collection[str]) -> str:
    """Return a motion as a sentence to the people who are asked. ``own`` are the seats of its person."""
    if motion.kind is MotionRequest.SEAT:
        (seat,) = motion.asked
        info = levels().get(motion.program)
        bot = info.label if info else motion.program
        if seat in own:
            return gettext(VOTE, seat=seat, bot=bot)
        return gettext(LET_PLAY, name=motion.name, bot=bot, seat=seat)
    return gettext(_REQUESTS[motion.kind], name=motion.name)


_REQUESTS = {
    MotionRequest.UNDO: gettext_noop("{name} asks to undo moves, including yours."),
    MotionRequest.END: gettext_noop("{name} proposes to end the game now."),
    MotionRequest.PAUSE: gettext_noop("{name} proposes to pause the clock."),
}


_JOINED = select(motions, people.c.name).join(people, people.c.id == motions.c.person)


def _wanted(game: str) -> Any:
    return _JOINED.where(motions.c.game_id == game)


def _motion(row: Row[Any]) -> Motion:
    return Motion(
        MotionRequest(row.kind),
        row.person,
        row.name,
        row.version,
        row.to,
        frozenset(json.loads(row.asked)),
        frozenset(json.loads(row.agreed)),
        MotionStatus(row.standing),
        row.answered,
        row.program,
        frozenset(json.loads(row.declined)),
    )
