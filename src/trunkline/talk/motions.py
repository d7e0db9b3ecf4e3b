"""Motions at a table: to undo the turns of others, to end the game, or to let a program play a seat.

A motion stands until it is carried out, declined or withdrawn. One to go back lapses when somebody acts: it
speaks of a version that is no longer the newest. Who must agree is for the caller to say, each time.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import Row, delete, insert, select, update

from trunkline.people.database import Database
from trunkline.people.errors import Missing, Taken
from trunkline.people.schema import owned, people
from trunkline.talk.chat import Tell
from trunkline.talk.schema import motions


class Wanted(StrEnum):
    """What is asked."""

    UNDO = "undo"
    END = "end"
    SEAT = "seat"


class Standing(StrEnum):
    """How a motion stands."""

    OPEN = "open"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"


class Motion(NamedTuple):
    """What somebody asks."""

    kind: Wanted
    person: str
    name: str
    version: int
    """Where the game stood when it was asked."""
    to: int | None
    """Of an undo the moment it leads to; None: the last at which a person decides."""
    asked: frozenset[str]
    """Of an undo the seats of others whose actions it takes back; or the seat that a program would play."""
    agreed: frozenset[str]
    standing: Standing
    answered: str
    """Whose answer that is, by name."""
    program: str = ""
    """The program that would play a seat."""
    declined: frozenset[str] = frozenset()
    """The seats that have declined that."""

    def lapsed(self, version: int) -> bool:
        """Whether the game has moved on from what was asked."""
        return self.kind is Wanted.UNDO and self.version != version


class Motions:
    """The motions of all tables: no more than one of a kind at each."""

    def __init__(self, database: Database, tell: Tell = lambda link, game: None) -> None:
        self._database = database
        self._tell = tell

    def at(self, game: str) -> list[Motion]:
        """Those of a table, closed ones included until another takes their place."""
        with self._database.reading() as link:
            return [_motion(row) for row in link.execute(_wanted(game).order_by(motions.c.kind))]

    def of(self, game: str, kind: Wanted) -> Motion:
        """The open one of a kind. Raises ``Missing``."""
        found = [each for each in self.at(game) if each.kind is kind and each.standing is Standing.OPEN]
        if not found:
            raise Missing("Nobody asks for that now.")
        return found[0]

    def move(
        self,
        game: str,
        kind: Wanted,
        person: str,
        version: int,
        *,
        to: int | None = None,
        asked: Collection[str] = (),
        agreed: Collection[str] = (),
        program: str = "",
    ) -> None:
        """Ask for something. Raises ``Taken`` where somebody asks for it already."""
        with self._database.writing() as link:
            link.execute(select(owned.c.game_id).where(owned.c.game_id == game).with_for_update())
            here = motions.c.game_id == game, motions.c.kind == kind.value
            row = link.execute(_wanted(game).where(motions.c.kind == kind.value)).first()
            if row is not None:
                old = _motion(row)
                if old.standing is Standing.OPEN and not old.lapsed(version):
                    raise Taken(f"{old.name} asks for that already.")
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
                    standing=Standing.OPEN.value,
                    answered="",
                    program=program,
                )
            )
            self._tell(link, game)

    def agree(self, game: str, motion: Motion, seats: Collection[str], *, yes: bool = True) -> Motion:
        """Note that some seats agree or decline, and return the motion after that. Raises ``Missing``."""
        with self._database.writing() as link:
            link.execute(select(owned.c.game_id).where(owned.c.game_id == game).with_for_update())
            here = _same(game, motion)
            row = link.execute(_wanted(game).where(*here)).first()
            if row is None:
                raise Missing("Nobody asks for that any more.")
            known, new = _motion(row), frozenset(seats)
            agreed = known.agreed | new if yes else known.agreed - new
            declined = known.declined - new if yes else known.declined | new
            values = {"agreed": json.dumps(sorted(agreed)), "declined": json.dumps(sorted(declined))}
            link.execute(update(motions).where(*here).values(values))
            self._tell(link, game)
        return known._replace(agreed=agreed, declined=declined)

    def close(self, game: str, motion: Motion, standing: Standing, name: str) -> None:
        """Decline it, or withdraw it. Raises ``Missing``."""
        with self._database.writing() as link:
            closed = update(motions).where(*_same(game, motion))
            if not link.execute(closed.values(standing=standing.value, answered=name)).rowcount:
                raise Missing("Nobody asks for that any more.")
            self._tell(link, game)

    def done(self, game: str, motion: Motion) -> None:
        """It has been carried out."""
        with self._database.writing() as link:
            link.execute(delete(motions).where(*_same(game, motion)))
            self._tell(link, game)


def _same(game: str, motion: Motion) -> tuple[Any, ...]:
    """This very motion, still open."""
    return (
        motions.c.game_id == game,
        motions.c.kind == motion.kind.value,
        motions.c.person == motion.person,
        motions.c.version == motion.version,
        motions.c.standing == Standing.OPEN.value,
    )


def _wanted(game: str) -> Any:
    joined = select(motions, people.c.name).join(people, people.c.id == motions.c.person)
    return joined.where(motions.c.game_id == game)


def _motion(row: Row[Any]) -> Motion:
    return Motion(
        Wanted(row.kind),
        row.person,
        row.name,
        row.version,
        row.to,
        frozenset(json.loads(row.asked)),
        frozenset(json.loads(row.agreed)),
        Standing(row.standing),
        row.answered,
        row.program,
        frozenset(json.loads(row.declined)),
    )
