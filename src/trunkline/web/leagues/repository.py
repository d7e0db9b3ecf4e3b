"""Leagues and their members in the database."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, case, delete, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.accounts import usernames
from trunkline.web.accounts.blocklist import blocks
from trunkline.web.accounts.secret_keys import drawn, hashed, new_id
from trunkline.web.database.league_tables import JOINING, PLAYING, league_games, league_members, leagues
from trunkline.web.database.one_of import one_of
from trunkline.web.database.people_tables import people
from trunkline.web.database.pool import Database
from trunkline.web.database.row_locks import lock_person
from trunkline.web.errors import AlreadyTaken, Denied, Invalid, NotFound
from trunkline.web.leagues.settings import check_name, check_settings
from trunkline.web.schemas.leagues import LeagueOfGame, LeagueSettings, NewLeague
from trunkline.web.schemas.lists import Asking

MOST_ORGANISED = 20
"""The maximum number of leagues without an ended season that a person may organise."""
MOST_MEMBERS = 100
NO_LEAGUE = gettext_noop("There is no such league.")
BEGUN = gettext_noop("This league has begun, and people keep its results: end the season instead.")
NAME_TAKEN = gettext_noop("Another league has that name: choose a different one.")


class League(NamedTuple):
    """A stored league."""

    id: str
    name: str
    organiser: str | None
    organiser_name: str | None
    settings: LeagueSettings
    open: bool
    season: int
    stage: str
    round: int
    deadline: int | None
    problem: str


class Member(NamedTuple):
    """A member of a league. ``person`` is None after the account was deleted."""

    number: int
    person: str | None
    name: str
    gone: bool
    removed: bool

    @property
    def plays(self) -> bool:
        """True if the member gets a seat in the next round."""
        return self.person is not None and not self.gone


class MemberCount(NamedTuple):
    """The number of members who get seats, and whether one person is among them."""

    members: int = 0
    member: bool = False


_ORGANISER = select(people.c.name).where(people.c.id == leagues.c.organiser)
_LEAGUES = select(leagues, _ORGANISER.scalar_subquery().label("organiser_name"))


class Leagues:
    """The leagues of a server, and the changes that people make."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    # -- queries

    def listed(self, asking: Asking, limit: int) -> list[str]:
        """Return the ids of leagues that a person may see: those with the person first, then the newest."""
        mine = _concerns(asking.person)
        wanted = select(leagues.c.id).order_by(mine.desc(), leagues.c.created.desc(), leagues.c.id)
        if not asking.operator:
            wanted = wanted.where(or_(leagues.c.open, mine))
        with self._database.reading() as link:
            return list(link.execute(wanted.limit(limit)).scalars())

    def visible(self, id: str, asking: Asking) -> League:
        """Return a league that a person may see. Raises ``NotFound``."""
        with self._database.reading() as link:
            found = league(link, id)
            if not found.open and not asking.operator:
                seen = select(leagues.c.id).where(leagues.c.id == id, _concerns(asking.person))
                if link.execute(seen).first() is None:
                    raise NotFound(gettext(NO_LEAGUE))
            return found

    def organised(self, id: str, asking: Asking) -> League:
        """Return a league that a person may organise. Raises ``NotFound`` and ``Denied``."""
        found = self.visible(id, asking)
        if not organises(found, asking):
            raise Denied(gettext("Only the organiser of the league may do that."))
        return found

    def of_game(self, game: str) -> LeagueOfGame | None:
        """Return the league of a game, or None."""
        wanted = (
            select(leagues.c.id, leagues.c.name, league_games.c.season, league_games.c.round)
            .join(league_games, league_games.c.league == leagues.c.id)
            .where(league_games.c.game_id == game)
        )
        with self._database.reading() as link:
            row = link.execute(wanted).first()
        return None if row is None else LeagueOfGame(*row)

    # -- changes

    def create(self, person: str, wish: NewLeague) -> str:
        """Store a new league and return its id. Raises ``Invalid`` and ``AlreadyTaken``."""
        name = check_name(wish.name)
        settings = LeagueSettings(**{each: getattr(wish, each) for each in LeagueSettings.__struct_fields__})
        check_settings(settings)
        id = new_id()
        count = select(func.count()).select_from(leagues)
        count = count.where(leagues.c.organiser == person, leagues.c.stage.in_((JOINING, PLAYING)))
        try:
            with self._database.writing() as link:
                lock_person(link, person)
                if (link.execute(count).scalar() or 0) >= MOST_ORGANISED:
                    raise Invalid(
                        gettext(
                            "You organise {most_organised} leagues, the most allowed: end one first.",
                            most_organised=MOST_ORGANISED,
                        )
                    )
                link.execute(
                    insert(leagues).values(
                        id=id,
                        name=name,
                        folded=usernames.folded(name),
                        organiser=person,
                        settings=msgspec.json.encode(settings).decode(),
                        open=wish.open,
                        created=int(self._clock()),
                        season=1,
                        stage=JOINING,
                        round=0,
                    )
                )
        except IntegrityError as error:
            raise AlreadyTaken(gettext(NAME_TAKEN)) from error
        return id

    def rename(self, id: str, name: str) -> None:
        """Change the name of a league. Raises ``Invalid`` and ``AlreadyTaken``."""
        name = check_name(name)
        values = {"name": name, "folded": usernames.folded(name)}
        try:
            with self._database.writing() as link:
                link.execute(update(leagues).where(leagues.c.id == id).values(values))
        except IntegrityError as error:
            raise AlreadyTaken(gettext(NAME_TAKEN)) from error

    def delete(self, id: str) -> None:
        """Delete a league that has not begun its first season. Raises ``AlreadyTaken`` for others."""
        unused = leagues.c.id == id, leagues.c.season == 1, leagues.c.stage == JOINING
        with self._database.writing() as link:
            if not link.execute(delete(leagues).where(*unused)).rowcount:
                raise AlreadyTaken(gettext(BEGUN))

    def invite(self, id: str) -> str:
        """Return the secret of a new invitation link. It replaces the former one."""
        secret, kept = drawn()
        with self._database.writing() as link:
            link.execute(update(leagues).where(leagues.c.id == id).values(invitation=kept))
        return secret

    def join(self, id: str, person: str, secret: str = "") -> None:
        """Add a member before the season starts.

        Raises ``NotFound``, ``Denied`` and ``Invalid``.
        """
        with self._database.writing() as link:
            found = league(link, id, lock=True)
            known = next((each for each in members(link, id) if each.person == person), None)
            invited = leagues.c.id == id, leagues.c.invitation == hashed(secret)
            if not found.open and known is None and found.organiser != person:
                # A person without the link does not learn of the league.
                if not secret:
                    raise NotFound(gettext(NO_LEAGUE))
                if link.execute(select(leagues.c.id).where(*invited)).first() is None:
                    raise NotFound(gettext("That link leads nowhere: the organiser has replaced it."))
            if known is not None and known.removed:
                raise Denied(gettext("The organiser has removed you from this league."))
            if known is not None and not known.gone:
                raise Invalid(gettext("You are a member of this league already."))
            if found.stage != JOINING:
                raise Invalid(gettext("The season has started: you can join before the next season."))
            if found.organiser is not None and blocks(link, found.organiser, person):
                raise Denied(gettext("The organiser of this league has blocked you."))
            self._add(link, id, person, known)

    def _add(self, link: Connection, id: str, person: str, known: Member | None) -> None:
        everyone = members(link, id)
        if sum(each.plays for each in everyone) >= MOST_MEMBERS:
            raise Invalid(
                gettext("The league is full: it has {most_members} members.", most_members=MOST_MEMBERS)
            )
        if known is not None:
            here = league_members.c.league == id, league_members.c.number == known.number
            link.execute(update(league_members).where(*here).values(gone=False))
            return
        number = max((each.number for each in everyone), default=0) + 1
        link.execute(insert(league_members).values(league=id, number=number, person=person))

    def withdraw(self, id: str, person: str) -> None:
        """Let a member sit at no further table. Raises ``Invalid``."""
        here = league_members.c.league == id, league_members.c.person == person, ~league_members.c.gone
        with self._database.writing() as link:
            if not link.execute(update(league_members).where(*here).values(gone=True)).rowcount:
                raise Invalid(gettext("You are no member of this league."))

    def remove(self, id: str, name: str) -> None:
        """Remove a member, who cannot join again. Raises ``Invalid``."""
        with self._database.writing() as link:
            folded = usernames.folded(name)
            found = [each for each in members(link, id) if usernames.folded(each.name) == folded]
            if not found or found[0].removed:
                raise Invalid(
                    gettext("{name} is no member of this league.", name=name)
                    if name
                    else gettext("This person is no member of this league.")
                )
            here = league_members.c.league == id, league_members.c.number == found[0].number
            link.execute(update(league_members).where(*here).values(gone=True, removed=True))


def organises(league: League, asking: Asking) -> bool:
    """Return whether a person may organise a league: its organiser, and every operator."""
    return bool(asking.person) and (asking.operator or league.organiser == asking.person)


def league(link: Connection, id: str, *, lock: bool = False) -> League:
    """Return a league; with ``lock``, it stays unchanged in this transaction. Raises ``NotFound``."""
    wanted = _LEAGUES.where(leagues.c.id == id)
    row = link.execute(wanted.with_for_update() if lock else wanted).first()
    if row is None:
        raise NotFound(gettext(NO_LEAGUE))
    return _league(row)


def several(link: Connection, ids: Sequence[str]) -> list[League]:
    """Return leagues in the order of their ids."""
    rows = link.execute(_LEAGUES.where(one_of(leagues.c.id, "leagues")), {"leagues": ids})
    return sorted(map(_league, rows), key=lambda each: ids.index(each.id))


def member_counts(link: Connection, ids: Sequence[str], person: str) -> dict[str, MemberCount]:
    """Return the number of members of leagues by league, and whether a person is one."""
    mine = func.max(case((league_members.c.person == person, 1), else_=0))
    counted = select(league_members.c.league, func.count(), mine).group_by(league_members.c.league)
    # The same members as those of ``Member.plays``.
    playing = league_members.c.person.is_not(None), ~league_members.c.gone
    rows = link.execute(counted.where(one_of(league_members.c.league, "leagues"), *playing), {"leagues": ids})
    return {id: MemberCount(count, bool(is_member)) for id, count, is_member in rows}


def members(link: Connection, id: str) -> list[Member]:
    """Return all members of a league, also those who have withdrawn, in the order in which they joined."""
    wanted = (
        select(league_members, people.c.name)
        .select_from(league_members.outerjoin(people, people.c.id == league_members.c.person))
        .where(league_members.c.league == id)
        .order_by(league_members.c.number)
    )
    return [
        Member(row.number, row.person, row.name or gettext(usernames.FORMER), row.gone, row.removed)
        for row in link.execute(wanted)
    ]


def _concerns(person: str) -> ColumnElement[bool]:
    """Return the condition that a person organises a league or is a member, also a former one."""
    mine = exists().where(
        league_members.c.league == leagues.c.id,
        league_members.c.person == person,
        ~league_members.c.removed,
    )
    return or_(leagues.c.organiser == person, mine)


def _league(row: Row[Any]) -> League:
    return League(
        row.id,
        row.name,
        row.organiser,
        row.organiser_name,
        _settings.decode(row.settings),
        row.open,
        row.season,
        row.stage,
        row.round,
        row.deadline,
        row.problem,
    )


_settings = msgspec.json.Decoder(LeagueSettings)
