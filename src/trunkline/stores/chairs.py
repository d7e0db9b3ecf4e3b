"""The seats of games as rows, kept in step with the last entry: who plays, for whom the game waits, who stood
where at its end."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, and_, delete, insert, or_, update

from trunkline.people.places import place
from trunkline.people.schema import chairs, owned
from trunkline.tables.records import Ending, EntryOutcome, Seat


def set_out(link: Connection, game: str, seats: Sequence[Seat]) -> None:
    """The seats of a new game."""
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
) -> None:
    """What an entry made at ``at`` by the seat ``acted`` changes about them."""
    here = chairs.c.game_id == game
    for seat in seats or ():
        link.execute(update(chairs).where(here, chairs.c.seat == seat.name).values(kind=seat.kind))
    # Who has acted and must act again is waited for anew.
    rests = or_(chairs.c.seat.not_in(told.to_act), chairs.c.seat == acted)
    link.execute(update(chairs).where(here, chairs.c.since.is_not(None), rests).values(since=None))
    waits = and_(chairs.c.since.is_(None), chairs.c.seat.in_(told.to_act))
    link.execute(update(chairs).where(here, waits).values(since=at))
    if told.ending is None:
        # A game that was over goes on where its end is undone.
        link.execute(update(chairs).where(here, chairs.c.place.is_not(None)).values(worth=None, place=None))
    else:
        rank(link, game, told.ending)
    place(link, owned.c.game_id == game)


def rank(link: Connection, game: str, ending: Ending) -> None:
    """Keep who stood where."""
    here = chairs.c.game_id == game
    for each in ending.standings:
        kept = update(chairs).where(here, chairs.c.seat == each.seat)
        link.execute(kept.values(worth=each.worth, place=each.place))


def clear(link: Connection, game: str) -> None:
    """Take those of a game away."""
    link.execute(delete(chairs).where(chairs.c.game_id == game))
