"""Tables and results of a season, read from the games of a league."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, and_, select

from trunkline.web.database.game_tables import games
from trunkline.web.database.league_tables import league_games, league_seats
from trunkline.web.database.people_tables import chairs, owned
from trunkline.web.leagues.standings import SeatResult


class TableResult(NamedTuple):
    """A table of a season, with its members in seat order."""

    round: int
    number: int
    game: str | None
    """None until the game of the planned table has been made."""
    over: bool
    annulled: bool
    """True if the organiser annulled the game, or an operator took it down."""
    members: tuple[int, ...]
    results: tuple[SeatResult, ...]
    """Empty while the game is in progress."""

    @property
    def counts(self) -> bool:
        """True if the game is over and counts."""
        return bool(self.results) and not self.annulled

    @property
    def settled(self) -> bool:
        """True if the next round need not wait for the table."""
        return self.annulled or self.over


def season_tables(link: Connection, league: str, season: int) -> list[TableResult]:
    """Return the tables of a season in the order of rounds and tables."""
    of_table = and_(
        league_seats.c.league == league_games.c.league,
        league_seats.c.season == league_games.c.season,
        league_seats.c.round == league_games.c.round,
        league_seats.c.table == league_games.c.number,
    )
    of_seat = and_(chairs.c.game_id == league_games.c.game_id, chairs.c.number == league_seats.c.seat)
    wanted = (
        select(
            league_games.c.round,
            league_games.c.number,
            league_games.c.game_id,
            league_games.c.annulled,
            league_seats.c.member,
            games.c.over,
            owned.c.hidden,
            chairs.c.worth,
            chairs.c.place,
        )
        .select_from(
            league_games.join(league_seats, of_table)
            .outerjoin(games, games.c.id == league_games.c.game_id)
            .outerjoin(owned, owned.c.game_id == league_games.c.game_id)
            .outerjoin(chairs, of_seat)
        )
        .where(league_games.c.league == league, league_games.c.season == season)
        .order_by(league_games.c.round, league_games.c.number, league_seats.c.seat)
    )
    found: dict[tuple[int, int], TableResult] = {}
    for row in link.execute(wanted):
        key = row.round, row.number
        known = found.get(key) or TableResult(
            row.round,
            row.number,
            row.game_id,
            bool(row.over),
            row.annulled or bool(row.hidden),
            (),
            (),
        )
        results = known.results
        if row.over and row.place is not None:
            results = (*results, SeatResult(row.member, row.worth, row.place))
        found[key] = known._replace(members=(*known.members, row.member), results=results)
    return list(found.values())


def unfinished_games(link: Connection, league: str, season: int) -> list[str]:
    """Return the games of a season that still count and are not over."""
    tables = season_tables(link, league, season)
    return [table.game for table in tables if table.game is not None and not table.settled]
