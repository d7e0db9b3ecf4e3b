"""Games that end with given places, without being played."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import select, update

from trunkline.web.database.game_tables import games
from trunkline.web.database.people_tables import chairs, owned
from trunkline.web.database.pool import Database

WORTHS = {1: 900, 2: 600, 3: 300, 4: 100}


def finish(database: Database, game: str, places: Mapping[str, int], ended: str = "") -> None:
    """Set a game as over, with the places of its seats; ``ended`` is the stored time of the end."""
    with database.writing() as link:
        version = link.execute(select(games.c.version).where(games.c.id == game)).scalar_one()
        values = {"over": True, "ending": "bank", "version": version + 1}
        link.execute(
            update(games).where(games.c.id == game).values(**values, **({"moved": ended} if ended else {}))
        )
        for seat, place in places.items():
            here = chairs.c.game_id == game, chairs.c.seat == seat
            link.execute(update(chairs).where(*here).values(place=place, worth=WORTHS[place], since=None))
        link.execute(update(owned).where(owned.c.game_id == game).values(stage="over"))
