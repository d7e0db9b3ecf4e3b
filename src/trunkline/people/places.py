"""In which list a table stands: with free seats, in play, or over.

It follows from who plays the seats, who sits there, and whether the game is over; whoever changes one of
these says so here, in the same transaction.
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

from trunkline.people.schema import chairs, owned, seated

OPEN, ON, OVER = "open", "on", "over"
PERSON = "person"
"""What plays a seat that people can sit down at."""
games = table("games", column("id", Text), column("over", Boolean), column("moved", Text))
"""What the store keeps of games, as far as lists go by it."""


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
# Every entry of a game says this one.
_PLACED_ALONE = _PLACED.where(owned.c.game_id == bindparam("game"))


def place(link: Connection, game: str) -> None:
    """Put a table of ``owned``, if it is one, into the lists where it belongs now."""
    link.execute(_PLACED_ALONE, {"game": game})


def place_all(link: Connection, which: ColumnElement[bool]) -> None:
    """Put some tables of ``owned`` into the lists where they belong now."""
    link.execute(_PLACED.where(which))
