"""The seats of games as rows: players, pending turns, and final standings.

The rows are updated with each entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, and_, bindparam, case, delete, insert, not_, or_, update

from trunkline.web.accounts.table_status import fill, place
from trunkline.web.clocks.table_clocks import charge_banks
from trunkline.web.database import outbox
from trunkline.web.database.one_of import one_of
from trunkline.web.database.people_tables import chairs
from trunkline.web.schemas.log import Ending, EntryOutcome, Seat

_here = chairs.c.game_id == bindparam("game")
_must_act = one_of(chairs.c.seat, "to_act")
# If the player who acted must act again, restart the waiting time.
_anew = or_(chairs.c.since.is_(None), chairs.c.seat == bindparam("acted"))
_changes = or_(
    and_(_must_act, _anew),
    and_(not_(_must_act), chairs.c.since.is_not(None)),
    # Undoing the end of a game makes the game continue.
    chairs.c.place.is_not(None),
)
# Build the statement once: every entry uses it, and building takes longer than executing.
_FOLLOWED = (
    update(chairs)
    .where(_here, _changes)
    .values(
        since=case((not_(_must_act), None), (_anew, bindparam("at")), else_=chairs.c.since),
        worth=None,
        place=None,
    )
)


def set_out(link: Connection, game: str, seats: Sequence[Seat]) -> None:
    """Insert the seats of a new game."""
    rows = [
        {"game_id": game, "seat": seat.name, "number": number, "kind": seat.kind}
        for number, seat in enumerate(seats)
    ]
    link.execute(insert(chairs), rows)


def follow(
    link: Connection,
    game: str,
    told: EntryOutcome,
    at: str,
    acted: str = "",
    seats: Sequence[Seat] | None = None,
    *,
    version: int | None = None,
) -> None:
    """Update the seats after an entry made at ``at`` by the seat ``acted``.

    ``version`` is the number of the entry. With it, people who become due get a notice.
    """
    for seat in seats or ():
        here = (chairs.c.game_id == game) & (chairs.c.seat == seat.name)
        link.execute(update(chairs).where(here).values(kind=seat.kind))
    if version is not None:
        seconds = int(datetime.fromisoformat(at).timestamp())
        outbox.add_entry(link, game, version, told.to_act, acted, seconds, over=told.over)
    has_clock = fill(link, game, at) if seats else place(link, game)
    if has_clock:
        charge_banks(link, game, at, acted, told.to_act)
    link.execute(_FOLLOWED, {"game": game, "to_act": told.to_act, "acted": acted, "at": at})
    if told.ending is not None:
        rank(link, game, told.ending)


def rank(link: Connection, game: str, ending: Ending) -> None:
    """Store the final standings."""
    here = chairs.c.game_id == game
    for each in ending.standings:
        kept = update(chairs).where(here, chairs.c.seat == each.seat)
        link.execute(kept.values(worth=each.worth, place=each.place))


def clear(link: Connection, game: str) -> None:
    """Delete the seats of a game."""
    link.execute(delete(chairs).where(chairs.c.game_id == game))
