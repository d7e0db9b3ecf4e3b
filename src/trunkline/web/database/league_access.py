"""The condition that a game belongs to a league of a person."""

from __future__ import annotations

from sqlalchemy import BindParameter, ColumnElement, exists

from trunkline.web.database.league_tables import league_games, league_members


def in_league_of(game: ColumnElement[str], person: str | BindParameter[str]) -> ColumnElement[bool]:
    """Return the condition that a person is or was a member of the league of a game, and was not removed."""
    return exists().where(
        league_games.c.game_id == game,
        league_members.c.league == league_games.c.league,
        league_members.c.person == person,
        ~league_members.c.removed,
    )
