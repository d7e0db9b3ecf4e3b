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


def place(link: Connection, which: ColumnElement[bool]) -> None:
    """Put some tables of ``owned`` into the lists where they belong now."""
    sits = and_(
        seated.c.game_id == chairs.c.game_id, seated.c.seat == chairs.c.seat, seated.c.person.is_not(None)
    )
    free = exists().where(
        chairs.c.game_id == owned.c.game_id, chairs.c.kind == PERSON, ~exists().where(sits).correlate(chairs)
    )
    over = exists().where(games.c.id == owned.c.game_id, games.c.over)
    moved = select(games.c.moved).where(games.c.id == owned.c.game_id).scalar_subquery()
    stage = case((over, OVER), (free, OPEN), else_=ON)
    link.execute(update(owned).where(which).values(stage=stage, moved=func.coalesce(moved, "")))
