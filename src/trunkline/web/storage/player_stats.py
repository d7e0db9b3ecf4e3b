"""Scores of a person, counted by the database from the seats of finished games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, Connection, FromClause, Select, and_, case, exists, func, select

from trunkline.web.accounts import usernames
from trunkline.web.accounts.table_status import PERSON
from trunkline.web.database.game_tables import games
from trunkline.web.database.people_tables import chairs, owned, people, seated
from trunkline.web.database.visible_tables import may_look
from trunkline.web.schemas.lists import Asking
from trunkline.web.schemas.scores import Rival, Scores, SeatScore, TitleScore

RIVALS = 50
"""Maximum number of rivals, for each title and in total."""


def scores(link: Connection, asking: Asking, name: str) -> Scores:
    """Return the scores of a person.

    A person without visible games and an unknown name give the same answer, so it does not reveal who has an
    account.
    """
    me, other = chairs.alias("me"), chairs.alias("other")
    if asking.one_screen:
        found: FromClause = me
        said, whose = name, func.lower(me.c.seat) == name.lower()
        with_others: FromClause = me.join(other, other.c.game_id == me.c.game_id)
        rival = other.c.seat
        beside = other.c.seat != me.c.seat
    else:
        folded = people.c.folded == usernames.folded(name)
        person = link.execute(select(people.c.id, people.c.name).where(folded)).first()
        if person is None:
            return Scores(name)
        mine, theirs = seated.alias("mine"), seated.alias("theirs")
        whom, said = people.alias("whom"), person.name
        found = me.join(mine, _same_seat(mine, me)).join(owned, owned.c.game_id == me.c.game_id)
        whose = and_(mine.c.person == person.id, _alone(mine), may_look(asking))
        with_others = found.join(other, other.c.game_id == me.c.game_id)
        with_others = with_others.join(theirs, _same_seat(theirs, other))
        with_others = with_others.join(whom, whom.c.id == theirs.c.person)
        rival = whom.c.name
        beside = and_(theirs.c.person != person.id, _alone(theirs))
    seats = link.execute(_by_seat(found, me, whose)).all()
    if not seats:
        return Scores(name)
    here = games.c.id == me.c.game_id
    met = (
        select(
            games.c.title,
            rival.label("name"),
            func.count().label("games"),
            func.sum(case((me.c.place < other.c.place, 1), else_=0)).label("ahead"),
            func.sum(case((me.c.place > other.c.place, 1), else_=0)).label("behind"),
        )
        .select_from(with_others.join(games, here))
        .where(whose, beside, *_counts(me), other.c.kind == PERSON)
        .group_by(games.c.title, rival)
    )
    rivals = [(row.title, Rival(row.name, *map(int, row[2:]))) for row in link.execute(met)]
    titles = []
    for title in sorted({row.title for row in seats}):
        rows = [SeatScore(row.number + 1, *map(int, row[2:])) for row in seats if row.title == title]
        against = _most(each for of, each in rivals if of == title)
        titles.append(TitleScore(title, *_sums(rows), tuple(rows), against))
    return Scores(said, *_sums(titles), tuple(titles), _most(each for _, each in rivals))


def _by_seat(found: FromClause, me: FromClause, whose: ColumnElement[bool]) -> Select[Any]:
    """Return the query for games of each title by seat: played, won alone, and won with others."""
    top = chairs.alias("top")
    winners = select(func.count()).where(top.c.game_id == me.c.game_id, top.c.place == 1).scalar_subquery()
    each = (
        select(games.c.title, me.c.number, me.c.place, winners.label("winners"))
        .select_from(found.join(games, games.c.id == me.c.game_id))
        .where(whose, *_counts(me))
        .subquery()
    )
    won = each.c.place == 1
    return (
        select(
            each.c.title,
            each.c.number,
            func.count().label("games"),
            func.sum(case((and_(won, each.c.winners == 1), 1), else_=0)).label("wins"),
            func.sum(case((and_(won, each.c.winners > 1), 1), else_=0)).label("shared"),
        )
        .group_by(each.c.title, each.c.number)
        .order_by(each.c.title, each.c.number)
    )


def _counts(me: FromClause) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for a game to count.

    It is over and not a sandbox, and a person played the seat at the end.
    """
    return me.c.place.is_not(None), me.c.kind == PERSON, games.c.branched_from.is_(None)


def _same_seat(sits: FromClause, chair: FromClause) -> ColumnElement[bool]:
    return and_(sits.c.game_id == chair.c.game_id, sits.c.seat == chair.c.seat)


def _alone(sits: FromClause) -> ColumnElement[bool]:
    """Return the condition that a person has no other seat in the same game."""
    again = seated.alias()
    same = and_(again.c.game_id == sits.c.game_id, again.c.person == sits.c.person)
    return ~exists().where(same, again.c.seat != sits.c.seat).correlate(sits)


def _sums(rows: Iterable[SeatScore | TitleScore]) -> tuple[int, int, int]:
    found = [(row.games, row.wins, row.shared) for row in rows]
    return sum(each[0] for each in found), sum(each[1] for each in found), sum(each[2] for each in found)


def _most(rivals: Iterable[Rival]) -> tuple[Rival, ...]:
    """Return the most frequent rivals, each once."""
    met: dict[str, Rival] = {}
    for each in rivals:
        was = met.get(each.name, Rival(each.name, 0, 0, 0))
        met[each.name] = Rival(
            each.name, was.games + each.games, was.ahead + each.ahead, was.behind + each.behind
        )
    return tuple(sorted(met.values(), key=lambda each: (-each.games, each.name))[:RIVALS])
