"""Queries for the lists of games. Each uses an index, and opens no game."""

from __future__ import annotations

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    case,
    exists,
    func,
    null,
    or_,
    select,
    tuple_,
    union,
    union_all,
)

from trunkline.web.accounts import usernames
from trunkline.web.accounts.table_status import ON, OPEN, OVER, PERSON
from trunkline.web.database.game_tables import games
from trunkline.web.database.one_of import one_of
from trunkline.web.database.people_tables import chairs, follows, held, owned, people, seated
from trunkline.web.database.visible_tables import may_look, own_tables, tables_with_seat
from trunkline.web.schemas.lists import Asking, Mark, Wanted
from trunkline.web.schemas.log import Placed
from trunkline.web.storage.rows import UNFINISHED

_STANDINGS = (
    select(chairs.c.game_id, chairs.c.seat, chairs.c.worth, chairs.c.place)
    .where(one_of(chairs.c.game_id, "games"), chairs.c.place.is_not(None))
    .order_by(chairs.c.place, chairs.c.number)
)


def page(
    link: Connection, asking: Asking, wanted: Wanted
) -> tuple[list[tuple[str, str | None]], Mark | None]:
    """Return the games of a page, the start of the user's waiting time in each, and the next page's mark."""
    found = _listed(asking, wanted)
    if found is None:
        return [], None
    if wanted.state == "waiting":
        return _longest_first(link, asking, found, wanted)
    # On a single-screen server nearly every game waits for the user, so sort the list by last change only.
    if wanted.shelf == "mine" and not asking.one_screen:
        rows = found.subquery()
        waits = case((rows.c.since.is_not(None), 1), else_=0)
        ordered = select(rows, waits.label("waits")).order_by(
            waits.desc(), rows.c.moved.desc(), rows.c.id.desc()
        )
        if wanted.after is not None:
            first, moved, id = wanted.after
            later = and_(waits == first, tuple_(rows.c.moved, rows.c.id) < tuple_(moved, id))
            ordered = ordered.where(or_(waits < first, later))
    else:
        moved_, id_ = _keys(asking)
        ordered = found.order_by(moved_.desc(), id_.desc())
        if wanted.after is not None:
            ordered = ordered.where(tuple_(moved_, id_) < tuple_(wanted.after.moved, wanted.after.game))
    some = link.execute(ordered.limit(wanted.limit + 1)).all()
    more = len(some) > wanted.limit
    some = some[: wanted.limit]
    last = Mark(int(some[-1].since is not None), some[-1].moved, some[-1].id) if more else None
    return [(row.id, row.since) for row in some], last


def _longest_first(
    link: Connection, asking: Asking, found: Select[str, str, str | None], wanted: Wanted
) -> tuple[list[tuple[str, str | None]], Mark | None]:
    """Return the games of a page that wait for the user, the longest waiting one first.

    Games with a lost seat come before all others. A request counts from the last change of its game.
    """
    rows = found.subquery()
    key: ColumnElement[str] = rows.c.since
    here: ColumnElement[bool] = rows.c.since.is_not(None)
    if also := asking.asked + asking.lost:
        key = case((rows.c.id.in_(asking.lost), ""), else_=func.coalesce(rows.c.since, rows.c.moved))
        here = or_(here, rows.c.id.in_(also))
    ordered = select(rows, key.label("key")).where(here).order_by(key, rows.c.id)
    if wanted.after is not None:
        ordered = ordered.where(tuple_(key, rows.c.id) > tuple_(wanted.after.moved, wanted.after.game))
    some = link.execute(ordered.limit(wanted.limit + 1)).all()
    page = some[: wanted.limit]
    last = Mark(1, page[-1].key, page[-1].id) if len(some) > wanted.limit else None
    return [(row.id, row.since) for row in page], last


def waiting(link: Connection, asking: Asking) -> tuple[int, str | None]:
    """Return the number of games that wait for the user, and the id of the longest waiting one.

    Requests and lost seats count too, after the games in which it is the user's turn.
    """
    since = func.min(chairs.c.since).label("since")
    here = select(chairs.c.game_id, since).join(games, games.c.id == chairs.c.game_id)
    here = here.where(chairs.c.since.is_not(None), games.c.over.is_(False), games.c.put_away.is_(False))
    here = here.where(games.c.branched_from.is_(None))
    if asking.one_screen:
        # Games of lessons and puzzles are in no list.
        here = here.where(chairs.c.kind == PERSON, games.c.learner.is_(None))
    elif asking.person:
        here = here.join(seated, _sits(asking.person)).join(owned, owned.c.game_id == chairs.c.game_id)
        # Repeat the condition. Otherwise SQLite scans the seats of all games, which are in order.
        here = here.where(_begins(), ~owned.c.hidden, chairs.c.game_id.in_(tables_with_seat(asking.person)))
    else:
        return 0, None
    each = here.group_by(chairs.c.game_id).subquery()
    if also := asking.asked + asking.lost:
        more = select(games.c.id, null()).join(owned, owned.c.game_id == games.c.id)
        more = more.where(games.c.over.is_(False), games.c.put_away.is_(False), ~owned.c.hidden)
        more = more.where(games.c.branched_from.is_(None), games.c.id.in_(also))
        more = more.where(games.c.id.not_in(select(each.c.game_id)))
        each = union_all(select(each.c.game_id, each.c.since), more).subquery()
    # SQLite sorts nulls first by itself, and PostgreSQL last.
    order = each.c.since.is_(None), each.c.since, each.c.game_id
    first = select(each.c.game_id, func.count().over()).order_by(*order).limit(1)
    found = link.execute(first).first()
    return (0, None) if found is None else (found[1], found[0])


def standings(link: Connection, ids: list[str]) -> dict[str, tuple[Placed, ...]]:
    """Return the final standings of finished games."""
    if not ids:
        return {}
    found: dict[str, tuple[Placed, ...]] = {}
    for row in link.execute(_STANDINGS, {"games": ids}):
        found[row.game_id] = (*found.get(row.game_id, ()), Placed(row.seat, row.worth, row.place))
    return found


def _listed(asking: Asking, wanted: Wanted) -> Select[str, str, str | None] | None:
    shelf = wanted.shelf
    since = _since(asking).label("since")
    moved, id = _keys(asking)
    found = select(id.label("id"), moved.label("moved"), since)
    if asking.one_screen:
        if shelf in ("open", "watched", "followed"):
            return None
        found = found.where(games.c.version != UNFINISHED, games.c.learner.is_(None))
        if shelf != "away":
            found = found.where(games.c.over.is_(shelf == "finished"))
    else:
        found = found.select_from(owned.join(games, games.c.id == owned.c.game_id))
        if not asking.operator:
            found = found.where(~owned.c.hidden)
        own = owned.c.game_id.in_(union(*own_tables(asking.person)))
        if shelf in ("mine", "away"):
            if not asking.person:
                return None
            found = found.where(own)
        elif shelf == "followed":
            if not asking.person:
                return None
            followed = select(follows.c.game_id).where(follows.c.person == asking.person)
            here = owned.c.game_id.in_(followed), ~owned.c.game_id.in_(tables_with_seat(asking.person))
            found = found.where(*here, may_look(asking))
        else:
            stage = {"open": OPEN, "watched": ON, "finished": OVER}[shelf]
            found = found.where(owned.c.stage == stage, may_look(asking))
        if wanted.state is not None and shelf != "followed":
            found = found.where(own)
        if shelf == "mine":
            found = found.where(owned.c.stage.in_((OPEN, ON)))
        if shelf == "watched":
            found = found.where(~own)
        if shelf == "open":
            found = found.where(~owned.c.game_id.in_(tables_with_seat(asking.person)), _takes(asking.person))
    return found.where(games.c.put_away.is_(shelf == "away"), *_filters(asking, wanted))


def _takes(person: str) -> ColumnElement[bool]:
    """Return the condition that a table has a free seat that is not reserved for another person."""
    sits = and_(seated.c.game_id == chairs.c.game_id, seated.c.seat == chairs.c.seat)
    waits = and_(held.c.game_id == chairs.c.game_id, held.c.seat == chairs.c.seat, held.c.person != person)
    free = select(chairs.c.seat).where(
        chairs.c.game_id == owned.c.game_id,
        chairs.c.kind == PERSON,
        ~exists().where(sits, seated.c.person.is_not(None)).correlate(chairs),
        ~exists().where(waits).correlate(chairs),
    )
    # PostgreSQL would turn EXISTS into a join with the seats of all games. A scalar query runs only for the
    # rows of the page.
    return free.correlate(owned).limit(1).scalar_subquery().is_not(None)


def _filters(asking: Asking, wanted: Wanted) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if wanted.state is not None:
        found.append(games.c.branched_from.is_(None))
    if wanted.state == "others":
        found.append(_since(asking).is_(None))
        if also := asking.asked + asking.lost:
            found.append(games.c.id.not_in(also))
    if wanted.title:
        found.append(games.c.title == wanted.title)
    seat = exists().where(chairs.c.game_id == games.c.id)
    if wanted.player:
        named = [seat.where(func.lower(chairs.c.seat) == func.lower(wanted.player))]
        if not asking.one_screen:
            person = select(people.c.id).where(people.c.folded == usernames.folded(wanted.player))
            sits = exists().where(seated.c.game_id == games.c.id, seated.c.person == person.scalar_subquery())
            named.append(sits)
        found.append(or_(*named))
    if wanted.text:
        words = {"other": wanted.text, "autoescape": True}
        found.append(
            or_(
                games.c.title.icontains(**words),
                games.c.round.icontains(**words),
                seat.where(chairs.c.seat.icontains(**words)),
            )
        )
    return found


def _keys(asking: Asking) -> tuple[ColumnElement[str], ColumnElement[str]]:
    """Return the columns for the last change and the game id, from the table whose index the list uses."""
    return (games.c.moved, games.c.id) if asking.one_screen else (owned.c.moved, owned.c.game_id)


def _since(asking: Asking) -> ColumnElement[str | None]:
    # A sandbox does not wait for its players.
    wanted = select(func.min(chairs.c.since)).where(
        chairs.c.game_id == games.c.id, games.c.branched_from.is_(None)
    )
    if asking.one_screen:
        wanted = wanted.where(chairs.c.kind == PERSON, games.c.over.is_(False))
        return wanted.correlate(games).scalar_subquery()
    wanted = wanted.where(games.c.over.is_(False), _begins())
    return wanted.join(seated, _sits(asking.person)).correlate(games, owned).scalar_subquery()


def _begins() -> ColumnElement[bool]:
    """Return the condition that the game has begun: all seats are taken, or a player has acted."""
    return or_(owned.c.stage == ON, games.c.version > 0)


def _sits(person: str) -> ColumnElement[bool]:
    mine = and_(seated.c.game_id == chairs.c.game_id, seated.c.seat == chairs.c.seat)
    return and_(mine, seated.c.person == person, chairs.c.kind == PERSON)
