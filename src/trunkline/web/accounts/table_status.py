"""The stage of a table for lists: with free seats, in progress, or over.

It depends on the players of the seats, the people in them, and the end of the game. Code that changes one of
these updates the stage here, in the same transaction.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    ColumnElement,
    Connection,
    Text,
    and_,
    bindparam,
    case,
    column,
    exists,
    func,
    select,
    table,
    update,
)

from trunkline.web.database.people_tables import chairs, owned, seated

OPEN, ON, OVER = "open", "on", "over"
PERSON = "person"
"""The kind of a seat that people can take."""
games = table(
    "games",
    column("id", Text),
    column("over", Boolean),
    column("moved", Text),
    column("learner", Text),
)
"""The columns of stored games that the lists use."""


_sits = and_(
    seated.c.game_id == chairs.c.game_id, seated.c.seat == chairs.c.seat, seated.c.person.is_not(None)
)
_free = exists().where(
    chairs.c.game_id == owned.c.game_id, chairs.c.kind == PERSON, ~exists().where(_sits).correlate(chairs)
)
_over = exists().where(games.c.id == owned.c.game_id, games.c.over)
_moved = select(games.c.moved).where(games.c.id == owned.c.game_id).scalar_subquery()
_PLACED = update(owned).values(
    stage=case((_over, OVER), (_free, OPEN), else_=ON), moved=func.coalesce(_moved, "")
)
# Every entry of a game runs this statement.
_PLACED_ALONE = _PLACED.where(owned.c.game_id == bindparam("game")).returning(owned.c.clock)


def place(link: Connection, game: str) -> bool:
    """Update the stage of a table, if it has a row in ``owned``. Return true if the table has a clock."""
    return link.execute(_PLACED_ALONE, {"game": game}).scalar() is not None


def fill(link: Connection, game: str, at: str) -> bool:
    """Update the stage of a table after a seat got a player. Return true if the table has a clock.

    If no seat is free any longer, the time of the players who must act begins at ``at``.
    """
    stage = select(owned.c.stage).where(owned.c.game_id == game)
    before = link.execute(stage).scalar()
    has_clock = place(link, game)
    if before == OPEN and link.execute(stage).scalar() == ON:
        waits = (chairs.c.game_id == game) & chairs.c.since.is_not(None)
        link.execute(update(chairs).where(waits).values(since=at))
    return has_clock


def place_all(link: Connection, which: ColumnElement[bool]) -> None:
    """Update the stage of several tables in ``owned``."""
    link.execute(_PLACED.where(which))
