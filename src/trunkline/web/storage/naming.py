"""Renaming of a seat in every row that holds its name."""

from __future__ import annotations

from sqlalchemy import Connection, update

from trunkline.web.database.game_tables import entries, games
from trunkline.web.database.notice_tables import notices
from trunkline.web.database.people_tables import chairs, held, seated
from trunkline.web.games.naming import SeatRename
from trunkline.web.storage.rows import text


def rename(link: Connection, game: str, renamed: SeatRename) -> None:
    """Rename a seat of a game without actions, and store the person in it."""
    if renamed.old != renamed.new:
        link.execute(update(games).where(games.c.id == game).values(options=text(renamed.options)))
        for table in (chairs, seated, held, notices):
            here = (table.c.game_id == game) & (table.c.seat == renamed.old)
            link.execute(update(table).where(here).values(seat=renamed.new))
        for entry in renamed.entries:
            here = (entries.c.game_id == game) & (entries.c.number == entry.number)
            link.execute(update(entries).where(here).values(data=entry.data, told=entry.outcome_json))
    renamed.store_occupant(link, renamed.new)
