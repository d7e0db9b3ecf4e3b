"""Games that a person follows without a seat."""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import delete, func, insert, select

from trunkline.util.messages import gettext
from trunkline.web.accounts.table_status import OVER
from trunkline.web.database.people_tables import follows, owned, seated
from trunkline.web.database.pool import Database
from trunkline.web.database.row_locks import lock_person, lock_table
from trunkline.web.database.visible_tables import may_look
from trunkline.web.errors import Invalid
from trunkline.web.schemas.lists import Asking

MOST = 200
"""The maximum number of unfinished games that a person follows."""


class FollowedGames:
    """The database of followed games. The players of a game do not see who follows it."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def follows(self, game: str, person: str) -> bool:
        """Return whether a person follows a game."""
        here = follows.c.game_id == game, follows.c.person == person
        with self._database.reading() as link:
            return link.execute(select(follows.c.at).where(*here)).first() is not None

    def follow(self, game: str, person: str) -> None:
        """Follow a game.

        Raises ``Invalid`` if the person has a seat in the game, or follows too many games.
        """
        seat = select(seated.c.seat).where(seated.c.game_id == game, seated.c.person == person)
        here = follows.c.game_id == game, follows.c.person == person
        # Finished games, and those that the person may not view now, do not count.
        seen = may_look(Asking(one_screen=False, person=person))
        number = (
            select(func.count())
            .select_from(follows.join(owned, owned.c.game_id == follows.c.game_id))
            .where(follows.c.person == person, owned.c.stage != OVER, seen)
        )
        with self._database.writing() as link:
            # A person who takes a seat at the same time stops following the game.
            lock_table(link, game)
            lock_person(link, person)
            if link.execute(seat).first() is not None:
                raise Invalid(gettext("You play in this game, so it is among your games already."))
            if link.execute(select(follows.c.at).where(*here)).first() is not None:
                return
            if (link.execute(number).scalar() or 0) >= MOST:
                raise Invalid(
                    gettext("You follow {most} games: stop following one of them first.", most=MOST)
                )
            values = {"game_id": game, "person": person, "at": int(self._clock())}
            link.execute(insert(follows).values(values))

    def stop(self, game: str, person: str) -> None:
        """Stop following a game. It does nothing if the person does not follow it."""
        with self._database.writing() as link:
            link.execute(delete(follows).where(follows.c.game_id == game, follows.c.person == person))
