"""Stored reviews: one process works on each, and all processes can answer requests about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    LargeBinary,
    Table,
    case,
    delete,
    func,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from trunkline.web.database.game_tables import review_pieces, reviews
from trunkline.web.games.repository import DONE, FAILED, UNDER_WAY, StoredPiece, StoredReview


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
    upsert = _upsert(link)
    mine = {"bound_by": bound_by, "worker": worker, "seen": now, "stands": UNDER_WAY}
    # A review that another process continues shows the results so far.
    continued = (reviews.c.bound_by == bound_by) & (reviews.c.stands == UNDER_WAY)
    known = case((continued, reviews.c.said), else_=literal(b"", LargeBinary))
    nobodys = or_(
        reviews.c.stands == FAILED,
        reviews.c.bound_by != bound_by,
        (reviews.c.stands == UNDER_WAY) & (reviews.c.seen < stale),
    )
    wanted = upsert(reviews).values(game_id=id, number=number, said=b"", **mine)
    done = link.execute(
        wanted.on_conflict_do_update(
            index_elements=["game_id", "number"], set_={**mine, "said": known}, where=nobodys
        ).returning(reviews.c.number)
    )
    return done.first() is not None


def went_on(
    link: Connection,
    id: str,
    number: int,
    worker: str,
    now: int,
    stands: str,
    said: bytes | None,
    piece: StoredPiece | None,
) -> bool:
    """Store the progress of a review, and the result of a piece. A finished review needs no pieces."""
    more = {} if said is None else {"said": said}
    mine = _of(id, number) & (reviews.c.worker == worker) & (reviews.c.stands == UNDER_WAY)
    changed = (
        update(reviews).where(mine).values(seen=now, stands=stands, **more).returning(reviews.c.bound_by)
    )
    row = link.execute(changed).first()
    if row is None:
        return False
    if piece is not None:
        values = {"bound_by": row.bound_by, "found": piece.found}
        wanted = _upsert(link)(review_pieces).values(game_id=id, number=number, place=piece.place, **values)
        link.execute(wanted.on_conflict_do_update(index_elements=["game_id", "number", "place"], set_=values))
    if stands == DONE:
        link.execute(delete(review_pieces).where(_pieces_of(id, number)))
    return True


def pieces(link: Connection, id: str, number: int, bound_by: str) -> dict[int, bytes]:
    """Return the results of the finished pieces of a review, by place."""
    wanted = select(review_pieces.c.place, review_pieces.c.found).where(
        _pieces_of(id, number) & (review_pieces.c.bound_by == bound_by)
    )
    return {row.place: row.found for row in link.execute(wanted)}


def under_way(link: Connection, stale: int) -> int:
    """Return the number of reviews in progress."""
    wanted = select(func.count()).where(reviews.c.stands == UNDER_WAY, reviews.c.seen >= stale)
    return int(link.execute(wanted).scalar() or 0)


def _upsert(link: Connection) -> Callable[[Table], Any]:
    return postgresql.insert if link.dialect.name == "postgresql" else sqlite.insert


def _pieces_of(id: str, number: int) -> ColumnElement[bool]:
    return (review_pieces.c.game_id == id) & (review_pieces.c.number == number)


def _of(id: str, number: int) -> ColumnElement[bool]:
    return (reviews.c.game_id == id) & (reviews.c.number == number)
