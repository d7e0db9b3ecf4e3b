"""Lists of ratings, on the scale that players see."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, and_, case, exists, or_, select

from trunkline.lab.ratings import START, Rating
from trunkline.web.accounts import usernames
from trunkline.web.database.one_of import one_of
from trunkline.web.database.people_tables import owned, people
from trunkline.web.database.rating_tables import rated_games, rating_results, ratings
from trunkline.web.database.visible_tables import may_look
from trunkline.web.schemas.lists import Asking
from trunkline.web.schemas.ratings import RatingFacts

PROVISIONAL = 10
"""The number of games below which a rating is provisional."""
SHOWN = 500
"""The maximum number of ratings in a list."""
POINTS = 20
"""Points of the scale that players see for one point of the method, which begins at 25."""
CENTRE = 1500
"""The rating of a new player on the scale that players see."""


def points(rating: Rating) -> tuple[int, int]:
    """Return a rating and its range on the scale that players see."""
    return round(CENTRE + POINTS * (rating.mu - START.mu)), round(2 * POINTS * rating.sigma)


def listed_ratings(link: Connection, asking: Asking, title: str = "", player: str = "") -> list[RatingFacts]:
    """Return ratings, best first and provisional ones last; with arguments, of one title or player only.

    A person is listed only if the user may see one of the person's rated games of the title, or is that
    person. So the list does not reveal who has an account.
    """
    person = and_(people.c.id == ratings.c.player, ratings.c.bot.is_(False))
    mine = people.c.id == asking.person
    shown = or_(ratings.c.bot, and_(people.c.id.is_not(None), or_(mine, _has_visible_game(asking))))
    settled = case((ratings.c.games >= PROVISIONAL, 0), else_=1)
    wanted = (
        select(ratings, people.c.name)
        .select_from(ratings.outerjoin(people, person))
        .where(shown)
        .order_by(ratings.c.title, settled, ratings.c.mu.desc(), ratings.c.player)
        .limit(SHOWN)
    )
    if title:
        wanted = wanted.where(ratings.c.title == title)
    if player:
        wanted = wanted.where(people.c.folded == usernames.folded(player))
    found = []
    for row in link.execute(wanted):
        rating, around = points(Rating(row.mu, row.sigma))
        name = row.player if row.bot else row.name
        provisional = row.games < PROVISIONAL
        found.append(RatingFacts(row.title, name, row.bot, rating, around, row.games, provisional))
    return found


def strengths(link: Connection, title: str, persons: list[str]) -> dict[str, float]:
    """Return the ratings of people in a title, by id. People without games have the first one."""
    here = ratings.c.title == title, ratings.c.bot.is_(False), one_of(ratings.c.player, "ids")
    rows = link.execute(select(ratings.c.player, ratings.c.mu).where(*here), {"ids": persons})
    return {**dict.fromkeys(persons, START.mu), **{row.player: row.mu for row in rows}}


def _has_visible_game(asking: Asking) -> ColumnElement[bool]:
    return exists().where(
        rating_results.c.player == ratings.c.player,
        rating_results.c.game_id == rated_games.c.game_id,
        rated_games.c.title == ratings.c.title,
        owned.c.game_id == rated_games.c.game_id,
        may_look(asking),
    )
