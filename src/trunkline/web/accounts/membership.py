"""Owners, seats, guests and invitation links of tables."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from trunkline.util.messages import gettext
from trunkline.web.accounts.blocklist import apart, check_invitation
from trunkline.web.accounts.permissions import TableRole, Visitor
from trunkline.web.accounts.secret_keys import drawn, hashed
from trunkline.web.accounts.table_status import fill, games, place
from trunkline.web.accounts.usernames import FORMER
from trunkline.web.database import outbox
from trunkline.web.database.league_access import in_league_of
from trunkline.web.database.one_of import one_of
from trunkline.web.database.people_tables import (
    chairs,
    follows,
    guests,
    held,
    invitations,
    owned,
    people,
    seated,
)
from trunkline.web.database.pool import Database
from trunkline.web.database.row_locks import lock_table
from trunkline.web.database.stored_time import stored_time
from trunkline.web.database.study_links import end_link, has_link
from trunkline.web.errors import AlreadyTaken, Invalid, NotFound
from trunkline.web.schemas.clocks import TableClock

INVITED = 7 * 24 * 3600
"""Seconds that an invitation link is valid."""
AWAY = 72
"""Default hours that a game waits for a person before the owner may give the seat to a program."""
MOST_LINKS = 20
"""The maximum number of open invitation links to a table."""


class SeatHolder(NamedTuple):
    """A seat that a person has or had."""

    seat: str
    name: str
    """The person's name. A placeholder if the account was deleted."""
    free: bool
    """True if another person may take the seat because its account was deleted."""


class ReservedSeat(NamedTuple):
    """A free seat that is reserved for one person."""

    seat: str
    name: str
    person: str


class TableMembers(NamedTuple):
    """The visibility, owner and seats of a table."""

    private: bool
    owner: str | None
    sitting: tuple[SeatHolder, ...]
    held: tuple[ReservedSeat, ...] = ()


# A row for each seat. Every request runs this query, so it is built only once.
_PLACE = (
    select(
        owned.c.private,
        owned.c.hidden,
        owned.c.person,
        guests.c.person.label("guest"),
        seated.c.seat,
        # Members of a league watch its private tables as guests. Everyone may watch public ones.
        (owned.c.private & in_league_of(owned.c.game_id, bindparam("person"))).label("fellow"),
        (owned.c.private & has_link(owned.c.game_id, bindparam("link"))).label("reader"),
    )
    .select_from(
        owned.outerjoin(
            guests, (guests.c.game_id == owned.c.game_id) & (guests.c.person == bindparam("person"))
        ).outerjoin(seated, (seated.c.game_id == owned.c.game_id) & (seated.c.person == bindparam("person")))
    )
    .where(owned.c.game_id == bindparam("game"))
)
_LEARNER = select(games.c.learner).where(games.c.id == bindparam("game"), games.c.learner.is_not(None))
# Every list runs these queries for its page.
_TABLES = (
    select(owned.c.game_id, owned.c.private, people.c.name)
    .select_from(owned.outerjoin(people, owned.c.person == people.c.id))
    .where(one_of(owned.c.game_id, "games"))
)
_SITTING = (
    select(seated.c.game_id, seated.c.seat, seated.c.person, people.c.name)
    .select_from(seated.outerjoin(people, seated.c.person == people.c.id))
    .where(one_of(seated.c.game_id, "games"))
    .order_by(seated.c.game_id, seated.c.seat)
)
_HELD = (
    select(held.c.game_id, held.c.seat, people.c.name, held.c.person)
    .join(people, people.c.id == held.c.person)
    .where(one_of(held.c.game_id, "games"))
    .order_by(held.c.seat)
)
_SEATS = select(seated.c.game_id, seated.c.seat).where(
    one_of(seated.c.game_id, "games"), seated.c.person == bindparam("person")
)


class Membership:
    """The database of tables and their people."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    # -- queries

    def place(self, game: str, person: str, secret: str = "") -> TableRole | None:
        """Return a person's relation to a table, or None if the table does not exist or has no owner.

        ``person`` is empty for a visitor without an account. ``secret`` is that of a link to a study; empty
        without one.
        """
        with self._database.reading() as link:
            rows = link.execute(_PLACE, {"game": game, "person": person, "link": secret}).all()
            learner = None if rows else link.execute(_LEARNER, {"game": game}).scalar()
        if not rows:
            return None if learner is None else TableRole(True, seats=frozenset({learner}), lesson=True)
        first = rows[0]
        owner = bool(person) and first.person == person
        seats = frozenset(row.seat for row in rows if row.seat is not None)
        guest = first.guest is not None or bool(first.fellow)
        reader = bool(first.reader)
        return TableRole(first.private, owner, guest, seats, first.hidden, reader=reader)

    def around(self, game: str) -> TableMembers:
        """Return the owner and the seats of a table. Raises ``NotFound``."""
        names = people.alias()
        with self._database.reading() as link:
            wanted = select(owned.c.private, names.c.name).select_from(
                owned.outerjoin(names, owned.c.person == names.c.id)
            )
            table = link.execute(wanted.where(owned.c.game_id == game)).first()
            if table is None:
                raise NotFound(gettext("There is no such game."))
            sitting, kept = self._sitting(link, [game]), self._held(link, [game])
            return TableMembers(table.private, table.name, sitting.get(game, ()), kept.get(game, ()))

    def sitting(self, game: str) -> dict[str, str]:
        """Return the taken seats of a table with the id of each person."""
        wanted = select(seated.c.seat, seated.c.person).where(
            seated.c.game_id == game, seated.c.person.is_not(None)
        )
        with self._database.reading() as link:
            return {row.seat: row.person for row in link.execute(wanted)}

    def many(self, games: Sequence[str]) -> dict[str, TableMembers]:
        """Return the owner and the seats of several tables, by game."""
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
            one = SeatHolder(row.seat, row.name or gettext(FORMER), row.person is None)
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
        """Return the tables that a visitor may view and their creation times, newest first.

        With ``mine`` only those of the visitor. ``before`` is the last entry of the previous page.
        """
        person = visitor.person
        sits = select(seated.c.game_id).where(seated.c.person == person)
        invited = select(guests.c.game_id).where(guests.c.person == person)
        related = or_(owned.c.person == person, owned.c.game_id.in_(sits), owned.c.game_id.in_(invited))
        wanted = select(owned.c.game_id, owned.c.created)
        if not visitor.operator:
            wanted = wanted.where(~owned.c.hidden)
        if mine or not visitor.operator:
            public = owned.c.private.is_(False)
            seen = or_(public, related, in_league_of(owned.c.game_id, person))
            wanted = wanted.where((related if mine else seen) if person else public)
        if before is not None:
            at, id = before
            wanted = wanted.where(or_(owned.c.created < at, (owned.c.created == at) & (owned.c.game_id < id)))
        ordered = wanted.order_by(owned.c.created.desc(), owned.c.game_id.desc()).limit(limit)
        with self._database.reading() as link:
            return [(row.game_id, row.created) for row in link.execute(ordered)]

    def made(self, game: str) -> tuple[int, str] | None:
        """Return the sort key of a table in lists, or None if the table does not exist."""
        with self._database.reading() as link:
            found = link.execute(select(owned.c.created).where(owned.c.game_id == game)).scalar()
        return None if found is None else (found, game)

    def seats(self, games: Sequence[str], person: str) -> dict[str, frozenset[str]]:
        """Return the seats of a person at some tables, by game."""
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
        self,
        game: str,
        person: str,
        seats: Collection[str],
        *,
        private: bool,
        away: int = AWAY,
        clock: TableClock | None = None,
    ) -> None:
        """Store a new table and the seats that its owner takes."""
        now = int(self._clock())
        encoded = None if clock is None else msgspec.json.encode(clock).decode()
        row = {"game_id": game, "person": person, "private": private, "created": now, "away": away}
        with self._database.writing() as link:
            link.execute(insert(owned).values(**row, clock=encoded))
            rows = [{"game_id": game, "seat": seat, "person": person, "since": now} for seat in seats]
            if rows:
                link.execute(insert(seated), rows)
            place(link, game)

    def create_rematch(self, game: str, person: str, seats: Collection[str], former: str) -> None:
        """Create the membership of a rematch once, as private as the former game.

        The first person who asks owns it and takes these seats. The other players are invited, and their
        seats are held for them, unless one of them has blocked the other.
        """
        now = int(self._clock())
        try:
            with self._database.writing() as link:
                before = link.execute(select(owned).where(owned.c.game_id == former)).first()
                row = {"game_id": game, "person": person, "private": True, "created": now}
                if before is not None:
                    row |= {"private": before.private, "away": before.away, "clock": before.clock}
                link.execute(insert(owned).values(row))
                for seat in seats:
                    link.execute(insert(seated).values(game_id=game, seat=seat, person=person, since=now))
                sat = select(seated.c.seat, seated.c.person).where(
                    seated.c.game_id == former, seated.c.person.is_not(None), seated.c.person != person
                )
                away_from = apart(link, person)
                others = {row.seat: row.person for row in link.execute(sat) if row.person not in away_from}
                for seat, other in others.items():
                    link.execute(insert(held).values(game_id=game, seat=seat, person=other))
                for other in sorted(set(others.values())):
                    link.execute(insert(guests).values(game_id=game, person=other))
                place(link, game)
        except IntegrityError:
            pass  # Another person of the former table has made the rematch.

    def settle(self, game: str, *, private: bool) -> None:
        """Make a table private or public. The link of a study ends."""
        with self._database.writing() as link:
            end_link(link, game)
            link.execute(update(owned).where(owned.c.game_id == game).values(private=private))

    # -- seats

    def join(self, game: str, person: str, seat: str, *, several: bool = False) -> None:
        """Take a free seat.

        Raises ``AlreadyTaken`` if the seat is taken or reserved, and ``Invalid`` if the person has a seat
        and may not have ``several``.
        """
        with self._database.writing() as link:
            self.join_in(link, game, person, seat, several=several)

    def join_in(self, link: Connection, game: str, person: str, seat: str, *, several: bool = False) -> None:
        """Take a free seat in the transaction of the caller, and stop following the game.

        Raises as ``join`` does.
        """
        now = int(self._clock())
        # The row lock keeps the seats of the table unchanged until this is written.
        lock_table(link, game)
        mine = select(seated.c.seat).where(seated.c.game_id == game, seated.c.person == person)
        if not several and link.execute(mine).first() is not None:
            raise Invalid(gettext("You sit at this table already."))
        here = (held.c.game_id == game) & (held.c.seat == seat)
        kept = select(held.c.person, people.c.name).join(people, people.c.id == held.c.person)
        holder = link.execute(kept.where(here)).first()
        if holder is not None and holder.person != person:
            raise AlreadyTaken(gettext("That seat is held for {name}.", name=holder.name))
        # A person in another seat no longer needs the reservation.
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
                raise AlreadyTaken(gettext("Another person has that seat.")) from error
        fill(link, game, stored_time(datetime.fromtimestamp(self._clock(), UTC)))
        link.execute(delete(follows).where(follows.c.game_id == game, follows.c.person == person))
        outbox.add_started(link, game, person, now)

    def still_free(self, link: Connection, game: str, seat: str) -> None:
        """Check that a seat is free, and keep it free in this transaction. Raises ``AlreadyTaken``."""
        lock_table(link, game)
        here = (seated.c.game_id == game) & (seated.c.seat == seat)
        if link.execute(select(seated.c.person).where(here)).scalar() is not None:
            raise AlreadyTaken(gettext("Another person has that seat."))

    def leave(self, game: str, person: str, seat: str | None = None) -> None:
        """Give up a seat, or all seats with the access as a guest. Raises ``Invalid``."""
        with self._database.writing() as link:
            gone = delete(seated).where(seated.c.game_id == game, seated.c.person == person)
            done = link.execute(gone if seat is None else gone.where(seated.c.seat == seat)).rowcount
            if seat is None:
                for table in (guests, held):
                    theirs = delete(table).where(table.c.game_id == game, table.c.person == person)
                    done += link.execute(theirs).rowcount
            place(link, game)
        if not done:
            raise Invalid(gettext("You have no such seat."))

    def free(self, game: str, seat: str) -> None:
        """Free a seat and end the access of the person in it. Cancel its reservation. Raises ``Invalid``."""
        here = (seated.c.game_id == game) & (seated.c.seat == seat)
        kept = (held.c.game_id == game) & (held.c.seat == seat)
        with self._database.writing() as link:
            if link.execute(delete(held).where(kept)).rowcount:
                return
            person = link.execute(select(seated.c.person).where(here)).scalar()
            if not link.execute(delete(seated).where(here)).rowcount:
                raise Invalid(gettext("No person has the seat {seat}.", seat=seat))
            link.execute(delete(guests).where(guests.c.game_id == game, guests.c.person == person))
            place(link, game)

    # -- invitations

    def invite(self, game: str) -> tuple[str, int]:
        """Return the secret of a new invitation link and the time it expires. Raises ``Invalid``."""
        now = int(self._clock())
        secret, kept = drawn()
        with self._database.writing() as link:
            link.execute(delete(invitations).where(invitations.c.expires <= now))
            lock_table(link, game)
            open_ = select(func.count()).select_from(invitations).where(invitations.c.game_id == game)
            if (link.execute(open_).scalar() or 0) >= MOST_LINKS:
                raise Invalid(
                    gettext(
                        "A table has no more than {most_links} open links: close them first.",
                        most_links=MOST_LINKS,
                    )
                )
            row = {"hash": kept, "game_id": game, "created": now, "expires": now + INVITED}
            link.execute(insert(invitations).values(row))
        return secret, now + INVITED

    def close_links(self, game: str) -> None:
        """Revoke every invitation link to a table. Guests who used one keep their access."""
        with self._database.writing() as link:
            link.execute(delete(invitations).where(invitations.c.game_id == game))

    def accept(self, secret: str, person: str) -> str:
        """Use an invitation link and return its game. Raises ``NotFound`` and ``Denied``."""
        here = (invitations.c.hash == hashed(secret)) & (invitations.c.expires > int(self._clock()))
        with self._database.writing() as link:
            game = link.execute(select(invitations.c.game_id).where(here)).scalar()
            if game is None:
                raise NotFound(gettext("That link leads nowhere: it was closed, or is older than a week."))
            check_invitation(link, game, person)
            known = select(guests.c.person).where(guests.c.game_id == game, guests.c.person == person)
            if link.execute(known).first() is None:
                try:
                    with link.begin_nested():
                        link.execute(insert(guests).values(game_id=game, person=person))
                except IntegrityError:
                    pass  # The same person in two windows.
        return str(game)
