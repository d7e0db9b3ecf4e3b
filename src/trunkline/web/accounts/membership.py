"""Who made which table, who sits where, and who was invited."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from trunkline.web.accounts.permissions import TableRole, Visitor
from trunkline.web.accounts.secret_keys import drawn, hashed
from trunkline.web.accounts.table_status import place
from trunkline.web.accounts.usernames import FORMER
from trunkline.web.database.people_tables import chairs, guests, held, invitations, owned, people, seated
from trunkline.web.database.pool import Database
from trunkline.web.errors import AlreadyTaken, Invalid, NotFound

INVITED = 7 * 24 * 3600
"""Seconds for which a link to a table leads there."""
AWAY = 72
"""Hours that a game waits for a person until the owner may let a program play, by default."""
MOST_LINKS = 20
"""Links to one table that are open at a time."""


class SeatHolder(NamedTuple):
    """A seat that somebody has, or had."""

    seat: str
    name: str
    """The person's name; that of nobody in particular once the account is gone."""
    free: bool
    """Whether somebody else may sit down here: who sat here is gone."""


class ReservedSeat(NamedTuple):
    """A free seat that only one person may take."""

    seat: str
    name: str
    person: str


class TableMembers(NamedTuple):
    """A table and who is at it, for those who may look at it."""

    private: bool
    owner: str | None
    sitting: tuple[SeatHolder, ...]
    held: tuple[ReservedSeat, ...] = ()


# A row for each seat. Every request asks this: it is one question, and built once.
_PLACE = (
    select(owned.c.private, owned.c.person, guests.c.person.label("guest"), seated.c.seat)
    .select_from(
        owned.outerjoin(
            guests, (guests.c.game_id == owned.c.game_id) & (guests.c.person == bindparam("person"))
        ).outerjoin(seated, (seated.c.game_id == owned.c.game_id) & (seated.c.person == bindparam("person")))
    )
    .where(owned.c.game_id == bindparam("game"))
)
_GAMES: Any = bindparam("games", expanding=True)
# Every list asks these of its page.
_TABLES = (
    select(owned.c.game_id, owned.c.private, people.c.name)
    .select_from(owned.outerjoin(people, owned.c.person == people.c.id))
    .where(owned.c.game_id.in_(_GAMES))
)
_SITTING = (
    select(seated.c.game_id, seated.c.seat, seated.c.person, people.c.name)
    .select_from(seated.outerjoin(people, seated.c.person == people.c.id))
    .where(seated.c.game_id.in_(_GAMES))
    .order_by(seated.c.game_id, seated.c.seat)
)
_HELD = (
    select(held.c.game_id, held.c.seat, people.c.name, held.c.person)
    .join(people, people.c.id == held.c.person)
    .where(held.c.game_id.in_(_GAMES))
    .order_by(held.c.seat)
)
_SEATS = select(seated.c.game_id, seated.c.seat).where(
    seated.c.game_id.in_(_GAMES), seated.c.person == bindparam("person")
)


class Membership:
    """All tables and their people."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    # -- looking

    def place(self, game: str, person: str) -> TableRole | None:
        """What a person has to do with a table; None where there is none or it belongs to nobody.

        ``person`` is empty for who is not signed in.
        """
        with self._database.reading() as link:
            rows = link.execute(_PLACE, {"game": game, "person": person}).all()
        if not rows:
            return None
        first = rows[0]
        owner = bool(person) and first.person == person
        seats = frozenset(row.seat for row in rows if row.seat is not None)
        return TableRole(first.private, owner, first.guest is not None, seats)

    def around(self, game: str) -> TableMembers:
        """Who is at a table. Raises ``NotFound``."""
        names = people.alias()
        with self._database.reading() as link:
            wanted = select(owned.c.private, names.c.name).select_from(
                owned.outerjoin(names, owned.c.person == names.c.id)
            )
            table = link.execute(wanted.where(owned.c.game_id == game)).first()
            if table is None:
                raise NotFound("There is no such game.")
            sitting, kept = self._sitting(link, [game]), self._held(link, [game])
            return TableMembers(table.private, table.name, sitting.get(game, ()), kept.get(game, ()))

    def sitting(self, game: str) -> dict[str, str]:
        """The seats of a table that somebody has, and each person's id."""
        wanted = select(seated.c.seat, seated.c.person).where(
            seated.c.game_id == game, seated.c.person.is_not(None)
        )
        with self._database.reading() as link:
            return {row.seat: row.person for row in link.execute(wanted)}

    def many(self, games: Sequence[str]) -> dict[str, TableMembers]:
        """Who is at each of several tables."""
        with self._database.reading() as link:
            sitting, kept = self._sitting(link, games), self._held(link, games)
            return {
                row.game_id: TableMembers(
                    row.private, row.name, sitting.get(row.game_id, ()), kept.get(row.game_id, ())
                )
                for row in link.execute(_TABLES, {"games": games})
            }

    def _sitting(self, link: Connection, games: Sequence[str]) -> dict[str, tuple[SeatHolder, ...]]:
        found: dict[str, tuple[SeatHolder, ...]] = {}
        for row in link.execute(_SITTING, {"games": games}):
            one = SeatHolder(row.seat, row.name or FORMER, row.person is None)
            found[row.game_id] = (*found.get(row.game_id, ()), one)
        return found

    def _held(self, link: Connection, games: Sequence[str]) -> dict[str, tuple[ReservedSeat, ...]]:
        found: dict[str, tuple[ReservedSeat, ...]] = {}
        for game, *row in link.execute(_HELD, {"games": games}):
            found[game] = (*found.get(game, ()), ReservedSeat(*row))
        return found

    def visible(
        self, visitor: Visitor, *, mine: bool = False, limit: int = 100, before: tuple[int, str] | None = None
    ) -> list[tuple[str, int]]:
        """The tables that somebody may look at, the newest first, with when they were made; with ``mine``
        those that one has something to do with. ``before`` is the last of the page before."""
        person = visitor.person
        sits = select(seated.c.game_id).where(seated.c.person == person)
        invited = select(guests.c.game_id).where(guests.c.person == person)
        related = or_(owned.c.person == person, owned.c.game_id.in_(sits), owned.c.game_id.in_(invited))
        wanted = select(owned.c.game_id, owned.c.created)
        if mine or not visitor.operator:
            public = owned.c.private.is_(False)
            wanted = wanted.where((related if mine else or_(public, related)) if person else public)
        if before is not None:
            at, id = before
            wanted = wanted.where(or_(owned.c.created < at, (owned.c.created == at) & (owned.c.game_id < id)))
        ordered = wanted.order_by(owned.c.created.desc(), owned.c.game_id.desc()).limit(limit)
        with self._database.reading() as link:
            return [(row.game_id, row.created) for row in link.execute(ordered)]

    def made(self, game: str) -> tuple[int, str] | None:
        """Where a table stands in lists; None where there is none."""
        with self._database.reading() as link:
            found = link.execute(select(owned.c.created).where(owned.c.game_id == game)).scalar()
        return None if found is None else (found, game)

    def seats(self, games: Sequence[str], person: str) -> dict[str, frozenset[str]]:
        """The seats that a person has at some tables."""
        found: dict[str, frozenset[str]] = {}
        with self._database.reading() as link:
            for game, seat in link.execute(_SEATS, {"games": games, "person": person}):
                found[game] = found.get(game, frozenset()) | {seat}
        return found

    def away(self, game: str) -> int:
        """Return the hours that a game waits for a person until the owner may let a program play."""
        with self._database.reading() as link:
            return link.execute(select(owned.c.away).where(owned.c.game_id == game)).scalar() or AWAY

    def overdue(self, game: str, seat: str) -> bool:
        """Return whether a game has waited for a seat longer than the table's setting."""
        here = (chairs.c.game_id == game) & (chairs.c.seat == seat)
        with self._database.reading() as link:
            since = link.execute(select(chairs.c.since).where(here)).scalar()
        if not since:
            return False
        waited = self._clock() - datetime.fromisoformat(since).timestamp()
        return bool(waited > 3600 * self.away(game))

    # -- tables

    def found(
        self, game: str, person: str, seats: Collection[str], *, private: bool, away: int = AWAY
    ) -> None:
        """Keep a new table, and the seats that its owner takes at once."""
        now = int(self._clock())
        with self._database.writing() as link:
            link.execute(
                insert(owned).values(game_id=game, person=person, private=private, created=now, away=away)
            )
            rows = [{"game_id": game, "seat": seat, "person": person, "since": now} for seat in seats]
            if rows:
                link.execute(insert(seated), rows)
            place(link, game)

    def found_again(self, game: str, person: str, seats: Collection[str], former: str) -> None:
        """A table for those who sat at another, as private as that was. Who asks first owns it and sits
        down in these seats; everybody else who sat there is invited, and has the same seats held. It is made
        once."""
        now = int(self._clock())
        try:
            with self._database.writing() as link:
                before = link.execute(select(owned).where(owned.c.game_id == former)).first()
                private, away = (before.private, before.away) if before is not None else (True, AWAY)
                row = {"game_id": game, "person": person, "private": private, "away": away, "created": now}
                link.execute(insert(owned).values(row))
                for seat in seats:
                    link.execute(insert(seated).values(game_id=game, seat=seat, person=person, since=now))
                sat = select(seated.c.seat, seated.c.person).where(
                    seated.c.game_id == former, seated.c.person.is_not(None), seated.c.person != person
                )
                others = {row.seat: row.person for row in link.execute(sat)}
                for seat, other in others.items():
                    link.execute(insert(held).values(game_id=game, seat=seat, person=other))
                for other in sorted(set(others.values())):
                    link.execute(insert(guests).values(game_id=game, person=other))
                place(link, game)
        except IntegrityError:
            pass  # Somebody else who sat there has asked as well.

    def settle(self, game: str, *, private: bool) -> None:
        """Make a table private or public."""
        with self._database.writing() as link:
            link.execute(update(owned).where(owned.c.game_id == game).values(private=private))

    # -- seats

    def join(self, game: str, person: str, seat: str, *, several: bool = False) -> None:
        """Take a free seat. Raises ``Taken`` if somebody has it or it is held for somebody, and ``Wrong``
        if the person has one and may not have ``several``."""
        with self._database.writing() as link:
            self.join_in(link, game, person, seat, several=several)

    def join_in(self, link: Connection, game: str, person: str, seat: str, *, several: bool = False) -> None:
        """Take a free seat in a transaction of the caller's, which ends if this raises as ``join`` does."""
        now = int(self._clock())
        # Who sits at the table cannot change until this is written: its row is held.
        link.execute(select(owned.c.game_id).where(owned.c.game_id == game).with_for_update())
        mine = select(seated.c.seat).where(seated.c.game_id == game, seated.c.person == person)
        if not several and link.execute(mine).first() is not None:
            raise Invalid("You sit at this table already.")
        here = (held.c.game_id == game) & (held.c.seat == seat)
        kept = select(held.c.person, people.c.name).join(people, people.c.id == held.c.person)
        holder = link.execute(kept.where(here)).first()
        if holder is not None and holder.person != person:
            raise AlreadyTaken(f"That seat is held for {holder.name}.")
        # Who sits elsewhere needs it no longer.
        others = (held.c.game_id == game) & (held.c.person == person)
        link.execute(delete(held).where(here if several else others))
        left = update(seated).where(
            seated.c.game_id == game, seated.c.seat == seat, seated.c.person.is_(None)
        )
        if not link.execute(left.values(person=person, since=now)).rowcount:
            row = {"game_id": game, "seat": seat, "person": person, "since": now}
            try:
                link.execute(insert(seated).values(row))
            except IntegrityError as error:
                raise AlreadyTaken("Somebody else has that seat.") from error
        place(link, game)

    def still_free(self, link: Connection, game: str, seat: str) -> None:
        """Return if nobody sits in a seat. Nobody takes it before this transaction ends. Raises ``Taken``."""
        link.execute(select(owned.c.game_id).where(owned.c.game_id == game).with_for_update())
        here = (seated.c.game_id == game) & (seated.c.seat == seat)
        if link.execute(select(seated.c.person).where(here)).scalar() is not None:
            raise AlreadyTaken("Somebody else has that seat.")

    def leave(self, game: str, person: str, seat: str | None = None) -> None:
        """Give up a seat, or all of them, and the look that an invitation gave. Raises ``Wrong``."""
        with self._database.writing() as link:
            gone = delete(seated).where(seated.c.game_id == game, seated.c.person == person)
            done = link.execute(gone if seat is None else gone.where(seated.c.seat == seat)).rowcount
            if seat is None:
                for table in (guests, held):
                    theirs = delete(table).where(table.c.game_id == game, table.c.person == person)
                    done += link.execute(theirs).rowcount
            place(link, game)
        if not done:
            raise Invalid("You have no such seat.")

    def free(self, game: str, seat: str) -> None:
        """Take a seat from whoever has it; with it goes the leave to look. One that is held is free for
        everybody. Raises ``Wrong``."""
        here = (seated.c.game_id == game) & (seated.c.seat == seat)
        kept = (held.c.game_id == game) & (held.c.seat == seat)
        with self._database.writing() as link:
            if link.execute(delete(held).where(kept)).rowcount:
                return
            person = link.execute(select(seated.c.person).where(here)).scalar()
            if not link.execute(delete(seated).where(here)).rowcount:
                raise Invalid(f"Nobody sits as {seat}.")
            link.execute(delete(guests).where(guests.c.game_id == game, guests.c.person == person))
            place(link, game)

    # -- invitations

    def invite(self, game: str) -> tuple[str, int]:
        """The secret of a link that leads to a table for a week, and until when it does. Raises ``Wrong``."""
        now = int(self._clock())
        secret, kept = drawn()
        with self._database.writing() as link:
            link.execute(delete(invitations).where(invitations.c.expires <= now))
            open_ = select(func.count()).select_from(invitations).where(invitations.c.game_id == game)
            if (link.execute(open_).scalar() or 0) >= MOST_LINKS:
                raise Invalid(f"A table has no more than {MOST_LINKS} open links: close them first.")
            row = {"hash": kept, "game_id": game, "created": now, "expires": now + INVITED}
            link.execute(insert(invitations).values(row))
        return secret, now + INVITED

    def close_links(self, game: str) -> None:
        """Close every link to a table. Who came by one stays."""
        with self._database.writing() as link:
            link.execute(delete(invitations).where(invitations.c.game_id == game))

    def accept(self, secret: str, person: str) -> str:
        """Come to a table by a link; returns the game. Raises ``NotFound``."""
        here = (invitations.c.hash == hashed(secret)) & (invitations.c.expires > int(self._clock()))
        with self._database.writing() as link:
            game = link.execute(select(invitations.c.game_id).where(here)).scalar()
            if game is None:
                raise NotFound("That link leads nowhere: it was closed, or is older than a week.")
            known = select(guests.c.person).where(guests.c.game_id == game, guests.c.person == person)
            if link.execute(known).first() is None:
                try:
                    with link.begin_nested():
                        link.execute(insert(guests).values(game_id=game, person=person))
                except IntegrityError:
                    pass  # The same person in two windows.
        return str(game)
