"""Locks on rows that hold until the transaction ends. SQLite needs none: it has one writer at a time."""

from __future__ import annotations

from sqlalchemy import Connection, select

from trunkline.web.database.game_tables import games
from trunkline.web.database.people_tables import owned, people


def lock_table(link: Connection, game: str) -> None:
    """Lock the row of a table, so that its people and messages stay unchanged until the transaction ends."""
    link.execute(select(owned.c.game_id).where(owned.c.game_id == game).with_for_update())


def lock_game(link: Connection, game: str) -> None:
    """Lock the row of a game, which exists with and without accounts."""
    link.execute(select(games.c.id).where(games.c.id == game).with_for_update(key_share=True))


def lock_person(link: Connection, person: str) -> None:
    """Lock the row of a person, so that two simultaneous requests cannot both reach the limit of something.

    Other people can still refer to this person meanwhile.
    """
    link.execute(select(people.c.id).where(people.c.id == person).with_for_update(key_share=True))
