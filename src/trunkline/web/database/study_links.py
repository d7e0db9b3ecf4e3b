"""Links by which anyone may read a private study, as parts of queries and transactions."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, exists, update

from trunkline.web.database.study_tables import studies


def has_link(game: ColumnElement[Any], secret: ColumnElement[Any]) -> ColumnElement[bool]:
    """Return the condition that a secret is that of the link to a study. An empty secret is of none."""
    return exists().where(studies.c.game_id == game, studies.c.link == secret)


def end_link(link: Connection, game: str) -> None:
    """End the link of a study. Do nothing for other games."""
    link.execute(update(studies).where(studies.c.game_id == game).values(link=None))
