"""Muted and blocked people, as each person has chosen them.

A person does not see the messages of people they have muted. People they have blocked cannot join their
tables, invite them, or take a seat at the same table before the game begins.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, Select, delete, func, insert, or_, select

from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.accounts.accounts import Person
from trunkline.web.database.community_tables import blocklist
from trunkline.web.database.people_tables import owned, people, seated
from trunkline.web.database.pool import Database
from trunkline.web.database.row_locks import lock_person
from trunkline.web.errors import Denied, Invalid

MOST = 500
"""The maximum number of people that one person can mute or block."""
OWNER_BLOCKED = gettext_noop(
    "The owner of this table has blocked you, so you cannot join it. Choose another table."
)
SEAT_BLOCKED = gettext_noop(
    "A player at this table has blocked you, so you cannot take a seat here. Choose another table."
)


class BlockedPerson(NamedTuple):
    """A person whom another person has muted or blocked."""

    name: str
    mute: bool
    block: bool


class Blocklist:
    """The people that each person has muted or blocked."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, person: str) -> list[BlockedPerson]:
        """Return the people that a person has muted or blocked, sorted by name."""
        wanted = (
            select(people.c.name, blocklist.c.mute, blocklist.c.block)
            .join(people, people.c.id == blocklist.c.other)
            .where(blocklist.c.person == person)
            .order_by(people.c.folded)
        )
        with self._database.reading() as link:
            return [BlockedPerson(*row) for row in link.execute(wanted)]

    def put(self, person: str, other: Person, *, mute: bool, block: bool) -> None:
        """Mute or block another person, or end both. Raises ``Invalid``."""
        if other.id == person:
            raise Invalid(gettext("You cannot mute or block yourself."))
        mine = blocklist.c.person == person
        with self._database.writing() as link:
            link.execute(delete(blocklist).where(mine, blocklist.c.other == other.id))
            if not mute and not block:
                return
            count = select(func.count()).select_from(blocklist).where(mine)
            lock_person(link, person)
            if (link.execute(count).scalar() or 0) >= MOST:
                raise Invalid(
                    gettext(
                        "You have muted or blocked {most} people, the most allowed. Remove one first.",
                        most=MOST,
                    )
                )
            row = {"person": person, "other": other.id, "mute": mute, "block": block}
            link.execute(insert(blocklist).values(row))


def muted(person: str) -> Select[str]:
    """Return the query for the ids of the people that a person has muted."""
    return select(blocklist.c.other).where(blocklist.c.person == person, blocklist.c.mute)


def muted_by(link: Connection, authors: Collection[str]) -> dict[str, frozenset[str]]:
    """Return the authors, by name, that people have muted, by the id of the person who muted them."""
    wanted = (
        select(blocklist.c.person, people.c.name)
        .join(people, people.c.id == blocklist.c.other)
        .where(blocklist.c.mute, people.c.name.in_(sorted(authors)))
    )
    found: dict[str, frozenset[str]] = {}
    for person, name in link.execute(wanted):
        found[person] = found.get(person, frozenset()) | {name}
    return found


def blocks(link: Connection, person: str, other: str) -> bool:
    """Return whether a person has blocked another one."""
    here = (blocklist.c.person == person) & (blocklist.c.other == other) & blocklist.c.block
    return link.execute(select(blocklist.c.person).where(here)).first() is not None


def apart(link: Connection, person: str) -> frozenset[str]:
    """Return the ids of the people who have blocked a person, or whom the person has blocked."""
    either = or_(blocklist.c.person == person, blocklist.c.other == person)
    rows = link.execute(select(blocklist.c.person, blocklist.c.other).where(either, blocklist.c.block))
    return frozenset(each for row in rows for each in row) - {person}


def check_seat(link: Connection, game: str, person: str, *, begun: bool) -> None:
    """Check that the people at a table have not blocked a person who wants a seat. Raises ``Denied``.

    Once the game has begun, only the block of the owner counts.
    """
    owner = link.execute(select(owned.c.person).where(owned.c.game_id == game)).scalar()
    if owner is not None and owner != person and blocks(link, owner, person):
        raise Denied(gettext(OWNER_BLOCKED))
    if not begun:
        sitting = select(seated.c.person).where(seated.c.game_id == game, seated.c.person.is_not(None))
        for other in link.execute(sitting).scalars().all():
            if other != person and blocks(link, other, person):
                raise Denied(gettext(SEAT_BLOCKED))


def check_invitation(link: Connection, game: str, person: str) -> None:
    """Check that neither the owner of a table nor the invited person blocks the other. Raises ``Denied``."""
    wanted = select(people.c.id, people.c.name).join(owned, owned.c.person == people.c.id)
    owner = link.execute(wanted.where(owned.c.game_id == game)).first()
    if owner is None or owner.id == person:
        return
    if blocks(link, owner.id, person):
        raise Denied(gettext(OWNER_BLOCKED))
    if blocks(link, person, owner.id):
        raise Denied(
            gettext(
                "You have blocked {name}, who owns this table. End the block on your account page first.",
                name=owner.name,
            )
        )
