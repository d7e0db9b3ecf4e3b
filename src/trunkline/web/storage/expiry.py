"""Deletion of expired sandboxes, games for learning, unfinished games, and games that never started."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, delete, exists, or_, select

from trunkline.web.accounts.table_status import OPEN
from trunkline.web.database.game_tables import games, metadata
from trunkline.web.database.people_tables import owned
from trunkline.web.database.study_tables import studies
from trunkline.web.games.repository import ExpiryTimes
from trunkline.web.storage.rows import UNFINISHED

AT_ONCE = 50
"""Number of games deleted in one transaction."""


def expired(link: Connection, before: ExpiryTimes) -> list[str]:
    """Delete some games last changed before these times, and return their ids."""
    sandbox = games.c.branched_from.is_not(None)
    old: list[ColumnElement[bool]] = []
    if before.sandboxes:
        # Studies are kept.
        named = exists().where(studies.c.game_id == games.c.id)
        old.append(sandbox & ~named & (games.c.moved < before.sandboxes))
    if before.unfinished:
        old.append(~sandbox & ~games.c.over & (games.c.moved < before.unfinished))
    if before.unstarted:
        unstarted = exists().where(owned.c.game_id == games.c.id, owned.c.stage == OPEN)
        old.append(~sandbox & unstarted & (games.c.moved < before.unstarted))
    if before.lessons:
        old.append(games.c.learner.is_not(None) & (games.c.moved < before.lessons))
    if not old:
        return []
    wanted = select(games.c.id).where(or_(*old), games.c.version != UNFINISHED)
    found = wanted.order_by(games.c.moved).limit(AT_ONCE)
    ids = list(link.execute(found).scalars())
    # Every table that refers to a game uses this column name, including the tables about people.
    for table in reversed(metadata.sorted_tables):
        if "game_id" in table.c:
            link.execute(delete(table).where(table.c.game_id.in_(ids)))
    link.execute(delete(games).where(games.c.id.in_(ids)))
    return ids
