"""Games that are taken away for good: sandboxes and unfinished games that nobody has touched for long."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, delete, or_, select

from trunkline.stores.rows import UNFINISHED
from trunkline.stores.schema import games, metadata

AT_ONCE = 50
"""Games that one transaction takes away."""


def expired(link: Connection, sandboxes: str, unfinished: str) -> list[str]:
    """Take away some that were last touched before these times, an empty one being never; their ids."""
    sandbox = games.c.branched_from.is_not(None)
    old: list[ColumnElement[bool]] = []
    if sandboxes:
        old.append(sandbox & (games.c.moved < sandboxes))
    if unfinished:
        old.append(~sandbox & ~games.c.over & (games.c.moved < unfinished))
    if not old:
        return []
    wanted = select(games.c.id).where(or_(*old), games.c.version != UNFINISHED)
    found = wanted.order_by(games.c.moved).limit(AT_ONCE)
    ids = list(link.execute(found).scalars())
    # Whatever is kept of a game names it so, what is kept of the people at it included.
    for table in reversed(metadata.sorted_tables):
        if "game_id" in table.c:
            link.execute(delete(table).where(table.c.game_id.in_(ids)))
    link.execute(delete(games).where(games.c.id.in_(ids)))
    return ids
