"""Stored reviews: one process works on each, and all processes can answer requests about it."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from trunkline.web.database.game_tables import reviews
from trunkline.web.games.repository import FAILED, UNDER_WAY, StoredReview


def kept(link: Connection, id: str, number: int, bound_by: str) -> StoredReview | None:
    """Return a stored review, or None."""
    row = link.execute(
        select(reviews.c.stands, reviews.c.seen, reviews.c.said).where(
            _of(id, number) & (reviews.c.bound_by == bound_by)
        )
    ).first()
    return None if row is None else StoredReview(*row)


def taken(link: Connection, id: str, number: int, bound_by: str, worker: str, now: int, stale: int) -> bool:
    """Assign a review to a process. If two processes ask for it, only one gets it."""
    upsert = postgresql.insert if link.dialect.name == "postgresql" else sqlite.insert
    mine = {"bound_by": bound_by, "worker": worker, "seen": now, "stands": UNDER_WAY, "said": b""}
    nobodys = or_(
        reviews.c.stands == FAILED,
        reviews.c.bound_by != bound_by,
        (reviews.c.stands == UNDER_WAY) & (reviews.c.seen < stale),
    )
    wanted = upsert(reviews).values(game_id=id, number=number, **mine)
    done = link.execute(
        wanted.on_conflict_do_update(
            index_elements=["game_id", "number"], set_=mine, where=nobodys
        ).returning(reviews.c.number)
    )
    return done.first() is not None


def went_on(
    link: Connection, id: str, number: int, worker: str, now: int, stands: str, said: bytes | None
) -> bool:
    """Store the progress of a review."""
    more = {} if said is None else {"said": said}
    mine = _of(id, number) & (reviews.c.worker == worker) & (reviews.c.stands == UNDER_WAY)
    changed = update(reviews).where(mine).values(seen=now, stands=stands, **more)
    return link.execute(changed).rowcount == 1


def under_way(link: Connection, stale: int) -> int:
    """Return the number of reviews in progress."""
    wanted = select(func.count()).where(reviews.c.stands == UNDER_WAY, reviews.c.seen >= stale)
    return int(link.execute(wanted).scalar() or 0)


def _of(id: str, number: int) -> ColumnElement[bool]:
    return (reviews.c.game_id == id) & (reviews.c.number == number)
