"""Rating of finished games: once for each game, in the order in which the games of a title ended.

The results of every rated game are stored. If a result changes or an earlier one is added, all ratings of the
title are computed again from them. So the ratings are always those of the stored results.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection, and_, delete, exists, func, insert, select, text

from trunkline.lab.ratings import Rating, rated
from trunkline.web.accounts.table_status import PERSON
from trunkline.web.database.game_tables import games
from trunkline.web.database.one_of import one_of
from trunkline.web.database.people_tables import chairs, owned, people, seated
from trunkline.web.database.pool import Database
from trunkline.web.database.rating_tables import rated_games, rating_results, ratings
from trunkline.web.database.stored_time import stored_time

AT_ONCE = 200
"""The number of games that are rated in one transaction."""
MARGIN = timedelta(days=1)
"""The time before the last rated game in which an ordinary update looks for others. A complete update looks
at all games."""


class Player(NamedTuple):
    """A person by id, or a bot by name."""

    id: str
    bot: bool


class Result(NamedTuple):
    """The result of a seat."""

    seat: str
    player: Player
    place: int


_hidden = exists().where(owned.c.game_id == games.c.id, owned.c.hidden)
_ended = and_(
    games.c.over,
    games.c.ending.is_not(None),
    games.c.branched_from.is_(None),
    games.c.imported.is_(False),
    ~_hidden,
)
"""The condition that a game may be rated: it is over, and neither a sandbox, imported nor taken down."""


def update_ratings(database: Database, *, complete: bool = False) -> int:
    """Rate the games that have ended since the last update, and return their number.

    Only a complete update finds games that an operator has taken down, and results that were stored late.
    Raises ``Unavailable``.
    """
    count = 0
    if complete:
        with database.writing() as link:
            _lock(link)
            for title in _remove_changed(link):
                _replay(link, title)
    while True:
        with database.writing() as link:
            _lock(link)
            found = _add_ended(link, complete=complete)
        count += found
        if found < AT_ONCE:
            return count


def rebuild_ratings(database: Database) -> int:
    """Compute all ratings again from the results of games, and return the number of games that count."""
    update_ratings(database, complete=True)
    with database.writing() as link:
        _lock(link)
        link.execute(delete(ratings))
        for title in link.execute(select(rated_games.c.title).distinct()).scalars().all():
            _replay(link, title)
        counted = select(func.count()).select_from(rated_games).where(rated_games.c.counts)
        return link.execute(counted).scalar() or 0


def _lock(link: Connection) -> None:
    """Let only one process rate games at a time. SQLite has one writer in any case."""
    if link.dialect.name == "postgresql":
        link.execute(text("LOCK TABLE rated_games IN EXCLUSIVE MODE"))


def _remove_changed(link: Connection) -> list[str]:
    """Remove the games whose result no longer counts, and return their titles."""
    same = and_(games.c.id == rated_games.c.game_id, games.c.version == rated_games.c.version, _ended)
    wanted = select(rated_games.c.game_id, rated_games.c.title).where(~exists().where(same))
    found = link.execute(wanted).all()
    return _remove(link, [row.game_id for row in found]) if found else []


def _remove(link: Connection, ids: Sequence[str]) -> list[str]:
    """Remove games, and return the titles with results among them."""
    here = rated_games.c.game_id.in_(ids)
    titles = link.execute(select(rated_games.c.title).where(here, rated_games.c.counts).distinct())
    found = list(titles.scalars())
    link.execute(delete(rating_results).where(rating_results.c.game_id.in_(ids)))
    link.execute(delete(rated_games).where(here))
    return found


def _add_ended(link: Connection, *, complete: bool) -> int:
    """Add some games that have ended, and rate them."""
    known = exists().where(rated_games.c.game_id == games.c.id, rated_games.c.version == games.c.version)
    wanted = select(games.c.id, games.c.title, games.c.moved, games.c.version).where(_ended, ~known)
    last = link.execute(select(func.max(rated_games.c.ended))).scalar()
    if last is not None and not complete:
        since = stored_time(datetime.fromisoformat(last) - MARGIN)
        wanted = wanted.where(games.c.moved >= since)
    rows = link.execute(wanted.order_by(games.c.moved, games.c.id).limit(AT_ONCE)).all()
    if not rows:
        return 0
    # A game that was continued after an undo, and has ended again, has another result.
    again = set(_remove(link, [row.id for row in rows]))
    results = _results(link, [row.id for row in rows])
    for title in sorted({row.title for row in rows}):
        mine = [row for row in rows if row.title == title]
        counted = rated_games.c.title == title, rated_games.c.counts
        latest = link.execute(select(func.max(rated_games.c.ended)).where(*counted)).scalar()
        for row in mine:
            counting = results.get(row.id, [])
            link.execute(
                insert(rated_games).values(
                    game_id=row.id,
                    title=title,
                    ended=row.moved,
                    version=row.version,
                    counts=bool(counting),
                )
            )
            _insert_results(link, row.id, counting)
        if title in again or (latest is not None and mine[0].moved <= latest):
            _replay(link, title)
        else:
            _rate(link, title, [results[row.id] for row in mine if row.id in results])
    return len(rows)


def _insert_results(link: Connection, game: str, results: Iterable[Result]) -> None:
    rows = [
        {"game_id": game, "seat": seat, "player": player.id, "bot": player.bot, "place": place}
        for seat, player, place in results
    ]
    if rows:
        link.execute(insert(rating_results), rows)


def _results(link: Connection, ids: Sequence[str]) -> dict[str, list[Result]]:
    """Return the results of the games among these that count.

    A seat counts for the person who has it, also if a bot has finished the game for that person. A seat
    without a person counts for its bot.
    """
    sits = and_(seated.c.game_id == chairs.c.game_id, seated.c.seat == chairs.c.seat)
    wanted = (
        select(chairs.c.game_id, chairs.c.seat, chairs.c.kind, chairs.c.place, seated.c.person)
        .select_from(chairs.outerjoin(seated, sits))
        .where(chairs.c.game_id.in_(ids), chairs.c.place.is_not(None))
        .order_by(chairs.c.game_id, chairs.c.number)
    )
    found: dict[str, list[Result]] = defaultdict(list)
    for row in link.execute(wanted):
        if row.person is not None:
            found[row.game_id].append(Result(row.seat, Player(row.person, False), row.place))
        elif row.kind != PERSON:
            found[row.game_id].append(Result(row.seat, Player(row.kind, True), row.place))
    return {game: results for game, results in found.items() if _is_contest(results)}


def _is_contest(results: Sequence[Result]) -> bool:
    """Return whether a game counts: at least two people played, and no person had several seats.

    A person alone against bots could undo and try again as often as they like.
    """
    persons = [each.player for each in results if not each.player.bot]
    return len(set(persons)) == len(persons) > 1


def _rate(link: Connection, title: str, played: Sequence[Sequence[Result]]) -> None:
    """Rate games that ended after all others of the title."""
    players = {each.player for results in played for each in results}
    ids = {"ids": sorted({player.id for player in players})}
    here = ratings.c.title == title, one_of(ratings.c.player, "ids")
    rows = link.execute(select(ratings).where(*here), ids).all()
    known = {Player(row.player, row.bot): Rating(row.mu, row.sigma) for row in rows}
    counts = {Player(row.player, row.bot): row.games for row in rows}
    link.execute(delete(ratings).where(*here), ids)
    _store(link, title, played, known, counts)


def _replay(link: Connection, title: str) -> None:
    """Compute all ratings of a title again from the stored results."""
    wanted = (
        select(rating_results)
        .join(rated_games, rated_games.c.game_id == rating_results.c.game_id)
        .where(rated_games.c.title == title, rated_games.c.counts)
        .order_by(rated_games.c.ended, rated_games.c.game_id, rating_results.c.seat)
    )
    played: dict[str, list[Result]] = {}
    for row in link.execute(wanted):
        result = Result(row.seat, Player(row.player, row.bot), row.place)
        played.setdefault(row.game_id, []).append(result)
    link.execute(delete(ratings).where(ratings.c.title == title))
    _store(link, title, list(played.values()), {}, {})


def _store(
    link: Connection,
    title: str,
    played: Sequence[Sequence[Result]],
    known: dict[Player, Rating],
    counts: dict[Player, int],
) -> None:
    for results in played:
        # The order of the seats must not change the figures in the last digit.
        ordered = sorted(results, key=lambda each: each.seat)
        players = [each.player for each in ordered]
        known |= rated(known, players, [-each.place for each in ordered])
        for player in set(players):
            counts[player] = counts.get(player, 0) + 1
    ids = sorted({player.id for player in known if not player.bot})
    # The results of deleted accounts count for the others. Their own ratings are not stored.
    alive = set(link.execute(select(people.c.id).where(one_of(people.c.id, "ids")), {"ids": ids}).scalars())
    rows = [
        {"title": title, "player": player.id, "bot": player.bot, "mu": mu, "sigma": sigma}
        | {"games": counts[player]}
        for player, (mu, sigma) in known.items()
        if player.bot or player.id in alive
    ]
    if rows:
        link.execute(insert(ratings), rows)
