"""The topics that the coach of a guided game has told its learner."""

from __future__ import annotations

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from trunkline.web.database.game_tables import told_topics


def told(link: Connection, id: str) -> dict[str, int]:
    """Return the told topics of a game, each with the version of the game at that time."""
    wanted = select(told_topics.c.topic, told_topics.c.version).where(told_topics.c.game_id == id)
    return {row.topic: row.version for row in link.execute(wanted)}


def tell(link: Connection, id: str, topic: str, version: int) -> None:
    """Store that the learner has read a topic. The first time counts."""
    make = postgresql.insert if link.dialect.name == "postgresql" else sqlite.insert
    link.execute(make(told_topics).values(game_id=id, topic=topic, version=version).on_conflict_do_nothing())
