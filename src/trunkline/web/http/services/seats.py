"""Seats and people of a table, for the handlers of seats, games and lists."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from sqlalchemy import Connection

from trunkline.util.enumeration import all_of
from trunkline.util.messages import gettext, ngettext
from trunkline.web import errors
from trunkline.web.accounts.blocklist import check_seat
from trunkline.web.accounts.membership import TableMembers
from trunkline.web.games.hosted_game import HostedGame
from trunkline.web.http.auth import AccountAuth, RequestUser
from trunkline.web.schemas.log import PERSON, Seat
from trunkline.web.schemas.people import SeatPerson, TablePeople


def people_at_table(auth: AccountAuth, caller: RequestUser, hosted_game: HostedGame) -> TablePeople:
    """Return the people at a table."""
    person = caller.visitor.person
    table_role = auth.membership.place(hosted_game.id, person)
    mine = table_role.seats if table_role else frozenset()
    owned = table_role is not None and table_role.owner
    try:
        members = auth.membership.around(hosted_game.id)
    except errors.NotFound:
        # A game from a server without accounts has no owner.
        members = TableMembers(True, None, ())
    names = [seat.name for seat in hosted_game.seats]
    seats = seats_of(members, hosted_game.seats, mine, person)
    hands_over = tuple(name for name in names if owned or name in mine)
    has_begun = hosted_game.has_begun
    others = (each.seat for each in members.sitting if not each.free and each.seat not in mine)
    asks_for = tuple(sorted(others)) if owned and has_begun else ()
    hours = auth.membership.away(hosted_game.id)
    own = tuple(name for name in names if name in mine)
    return TablePeople(
        members.private,
        members.owner,
        seats,
        owned,
        has_begun,
        hands_over,
        asks_for,
        hours,
        hosted_game.row.wishes.auto_pass,
        own,
        auth.leagues.of_game(hosted_game.id),
        bool(person) and not mine and auth.followed.follows(hosted_game.id, person),
    )


def seats_of(
    members: TableMembers, seats: Iterable[Seat], mine: frozenset[str], person: str
) -> tuple[SeatPerson, ...]:
    """Return the seats that people play, and who has them, as a person sees it."""
    taken = {each.seat: each for each in members.sitting}
    reserved = {each.seat: each for each in members.held}
    return tuple(
        SeatPerson(
            name,
            taken[name].name if name in taken else None,
            (name not in taken or taken[name].free)
            and (name not in reserved or reserved[name].person == person),
            name in mine,
            reserved[name].name if name in reserved else None,
            seat.open,
        )
        for seat in seats
        if seat.kind == PERSON
        for name in (seat.name,)
    )


def join(auth: AccountAuth, caller: RequestUser, hosted_game: HostedGame, seat: str) -> None:
    """Take a free seat, and give it the name of the account if that names it."""
    person = caller.person
    several = caller.table_role is not None and caller.table_role.owner

    begun = hosted_game.has_begun

    def sit(link: Connection, name: str) -> None:
        check_seat(link, hosted_game.id, caller.visitor.person, begun=begun)
        auth.membership.join_in(link, hosted_game.id, caller.visitor.person, name, several=several)

    if person is not None and hosted_game.rename(seat, person.name, sit):
        return
    if seat in hosted_game.people:
        with auth.database.writing() as link:
            sit(link, seat)
    elif any(each.provisional == seat for each in hosted_game.seats):
        raise errors.AlreadyTaken(gettext("Another person has that seat."))
    else:
        raise errors.Invalid(gettext("There is no such seat for a person."))


def reset_seat_names(auth: AccountAuth, hosted_game: HostedGame) -> None:
    """Restore the provisional names of seats that are free again before the game begins."""
    taken = auth.membership.sitting(hosted_game.id)
    for seat in hosted_game.seats:
        if seat.provisional and not seat.open and seat.name not in taken:
            with suppress(errors.AlreadyTaken):
                hosted_game.rename(
                    seat.name, None, lambda link, name: auth.membership.still_free(link, hosted_game.id, name)
                )


def require_full_table(auth: AccountAuth, hosted_game: HostedGame) -> None:
    """Raise ``Invalid`` if seats are free and no person has acted yet."""
    if not hosted_game.has_begun:
        members = auth.membership.around(hosted_game.id)
        taken = {each.seat for each in members.sitting if not each.free}
        reserved = {
            each.seat: gettext("{seat} is held for {name}", seat=each.seat, name=each.name)
            for each in members.held
        }
        free = sorted(hosted_game.people - taken - set(reserved))
        reasons = list(reserved.values())
        if free:
            names = all_of(free)
            reasons.insert(0, ngettext("{seats} is free", "{seats} are free", len(free), seats=names))
        if reasons:
            raise errors.Invalid(
                gettext("The game begins when every seat is taken: {reasons}.", reasons=", ".join(reasons))
            )


def require_not_begun(hosted_game: HostedGame, instead: str) -> None:
    """Raise ``Invalid`` with a hint if a person has acted."""
    if hosted_game.has_begun:
        raise errors.Invalid(gettext("The game has begun. {instead}", instead=instead))
