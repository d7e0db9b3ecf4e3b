"""Seats and people of a table, for the handlers of seats, games and lists."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from sqlalchemy import Connection

from trunkline.web import errors
from trunkline.web.accounts.membership import TableMembers
from trunkline.web.games.hosted_game import HostedGame
from trunkline.web.http.auth import AccountAuth, RequestUser
from trunkline.web.schemas.log import PERSON, Seat
from trunkline.web.schemas.people import SeatPerson, TablePeople


def people_at_table(auth: AccountAuth, caller: RequestUser, table: HostedGame) -> TablePeople:
    """Return the people at a table."""
    person = caller.visitor.person
    place = auth.membership.place(table.id, person)
    mine = place.seats if place else frozenset()
    owned = place is not None and place.owner
    try:
        members = auth.membership.around(table.id)
    except errors.NotFound:
        # A game from a server without accounts has no owner.
        members = TableMembers(True, None, ())
    names = [seat.name for seat in table.seats]
    seats = seats_of(members, table.seats, mine, person)
    hands_over = tuple(name for name in names if owned or name in mine)
    has_begun = table.begun
    others = (each.seat for each in members.sitting if not each.free and each.seat not in mine)
    asks_for = tuple(sorted(others)) if owned and has_begun else ()
    hours = auth.membership.away(table.id)
    return TablePeople(members.private, members.owner, seats, owned, has_begun, hands_over, asks_for, hours)


def seats_of(
    members: TableMembers, seats: Iterable[Seat], mine: frozenset[str], person: str
) -> tuple[SeatPerson, ...]:
    """Return the seats that people play, and who has them, as a person sees it."""
    had = {each.seat: each for each in members.sitting}
    held = {each.seat: each for each in members.held}
    return tuple(
        SeatPerson(
            name,
            had[name].name if name in had else None,
            (name not in had or had[name].free) and (name not in held or held[name].person == person),
            name in mine,
            held[name].name if name in held else None,
            seat.open,
        )
        for seat in seats
        if seat.kind == PERSON
        for name in (seat.name,)
    )


def join(auth: AccountAuth, caller: RequestUser, table: HostedGame, seat: str) -> None:
    """Take a free seat, and give it the name of the account if that names it."""
    person = caller.person
    several = caller.table_role is not None and caller.table_role.owner

    def sit(link: Connection, name: str) -> None:
        auth.membership.join_in(link, table.id, caller.visitor.person, name, several=several)

    if person is not None and table.rename(seat, person.name, sit):
        return
    if seat in table.people:
        auth.membership.join(table.id, caller.visitor.person, seat, several=several)
    elif any(each.provisional == seat for each in table.seats):
        raise errors.AlreadyTaken("Another person has that seat.")
    else:
        raise errors.Invalid("There is no such seat for a person.")


def reset_seat_names(auth: AccountAuth, table: HostedGame) -> None:
    """Restore the provisional names of seats that are free again before the game begins."""
    taken = auth.membership.sitting(table.id)
    for seat in table.seats:
        if seat.provisional and not seat.open and seat.name not in taken:
            with suppress(errors.AlreadyTaken):
                table.rename(
                    seat.name, None, lambda link, name: auth.membership.still_free(link, table.id, name)
                )


def require_full_table(auth: AccountAuth, table: HostedGame) -> None:
    """Raise ``Invalid`` if seats are free and no person has acted yet."""
    if not table.begun:
        members = auth.membership.around(table.id)
        taken = {each.seat for each in members.sitting if not each.free}
        held = {each.seat: f"{each.seat} is held for {each.name}" for each in members.held}
        free = sorted(table.people - taken - set(held))
        are = "is" if len(free) == 1 else "are"
        said = [*([f"{' and '.join(free)} {are} free"] if free else ()), *held.values()]
        if said:
            raise errors.Invalid(f"The game begins when every seat is taken: {', '.join(said)}.")


def require_not_begun(table: HostedGame, instead: str) -> None:
    """Raise ``Invalid`` with a hint if a person has acted."""
    if table.begun:
        raise errors.Invalid(f"The game has begun. {instead}")
