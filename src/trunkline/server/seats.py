"""API endpoints for the people at a table: joining, leaving and inviting."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from litestar import Controller, delete, get, post
from litestar.params import FromPath, JSONBody
from sqlalchemy import Connection

from trunkline.facts.people import (
    Accept,
    Arrived,
    GiveUp,
    Link,
    Privacy,
    SeatPerson,
    TablePeople,
    TakeSeat,
)
from trunkline.people import errors
from trunkline.people.seating import Around
from trunkline.server.answering import Here, Who
from trunkline.server.doors import AtPorter, Caller, Calling, Porter
from trunkline.server.responses import SEATED
from trunkline.server.talking import Floor
from trunkline.tables import sitting
from trunkline.tables.records import PERSON, Seat
from trunkline.tables.table import GameTable


class Seats(Controller):
    """Seats and the people in them."""

    path = "/api/games"
    tags = ("people",)

    @get("/{id:str}/people", responses=SEATED)
    async def around(
        self, id: FromPath[str], desk: Here, who: Who, porter: AtPorter, caller: Calling
    ) -> TablePeople:
        """Return the people at a table, and your own rights there."""
        table = await desk.look(who, lambda: desk.tables[id])
        return await porter.ask(lambda: at_table(porter, caller, table))

    @post("/{id:str}/people", status_code=200, responses=SEATED)
    async def join(
        self,
        id: FromPath[str],
        data: JSONBody[TakeSeat],
        desk: Here,
        who: Who,
        porter: AtPorter,
        caller: Calling,
        floor: Floor,
    ) -> TablePeople:
        """Take a free seat. If two people request it at the same time, only one gets it."""
        table = await desk.look(who, lambda: desk.tables[id])
        await desk.act(who, lambda: _join(porter, caller, table, data.seat))
        await floor.seated(id)
        return await porter.ask(lambda: at_table(porter, caller, table))

    @post("/{id:str}/leave", status_code=204, responses=SEATED)
    async def leave(
        self,
        id: FromPath[str],
        data: JSONBody[GiveUp],
        desk: Here,
        who: Who,
        porter: AtPorter,
        caller: Calling,
        floor: Floor,
    ) -> None:
        """Give up a seat before any player has acted. Spectators may leave at any time."""
        table = await desk.look(who, lambda: desk.tables[id])
        if caller.place is not None and caller.place.seats:
            _before_it_begins(table, "A program can play for you.")
        await porter.ask(lambda: porter.seating.leave(id, caller.visitor.person, data.seat))
        await desk.act(who, lambda: _reopen(porter, table))
        await floor.seated(id)

    @post("/{id:str}/free", status_code=204, responses=SEATED)
    async def free(
        self,
        id: FromPath[str],
        data: JSONBody[TakeSeat],
        desk: Here,
        who: Who,
        porter: AtPorter,
        floor: Floor,
    ) -> None:
        """Remove the person from a seat before any player has acted.

        A reserved seat becomes free for everyone.
        """
        table = await desk.look(who, lambda: desk.tables[id])
        _before_it_begins(table, "A program can play for who is absent.")
        await porter.ask(lambda: porter.seating.free(id, data.seat))
        await desk.act(who, lambda: _reopen(porter, table))
        await floor.seated(id)

    @post("/{id:str}/links", responses=SEATED)
    async def invite(self, id: FromPath[str], porter: AtPorter) -> Link:
        """Create an invitation link to the table, valid for a week.

        Only this response contains its secret.
        """
        return Link(*await porter.ask(lambda: porter.seating.invite(id)))

    @delete("/{id:str}/links", status_code=204, responses=SEATED)
    async def close_links(self, id: FromPath[str], porter: AtPorter) -> None:
        """Revoke every invitation link to the table. People who joined with one keep their access."""
        await porter.ask(lambda: porter.seating.close_links(id))

    @post("/{id:str}/privacy", status_code=204, responses=SEATED)
    async def settle(
        self, id: FromPath[str], data: JSONBody[Privacy], porter: AtPorter, floor: Floor
    ) -> None:
        """Make a table private or public."""
        await porter.ask(lambda: porter.seating.settle(id, private=data.private))
        await floor.seated(id)


class Invitations(Controller):
    """Invitation links to tables."""

    path = "/api/invitations"
    tags = ("people",)

    @post(status_code=200, responses=SEATED)
    async def accept(self, data: JSONBody[Accept], porter: AtPorter, caller: Calling) -> Arrived:
        """Join the table of an invitation link."""
        return Arrived(await porter.ask(lambda: porter.seating.accept(data.secret, caller.visitor.person)))


def at_table(porter: Porter, caller: Caller, table: GameTable) -> TablePeople:
    """Return the people at a table."""
    person = caller.visitor.person
    place = porter.seating.place(table.id, person)
    mine = place.seats if place else frozenset()
    owned = place is not None and place.owner
    try:
        around = porter.seating.around(table.id)
    except errors.Missing:
        # A game from a server without accounts has no owner.
        around = Around(True, None, ())
    names = [seat.name for seat in table.seats]
    seats = seats_of(around, table.seats, mine, person)
    hands_over = tuple(name for name in names if owned or name in mine)
    has_begun = begun(table)
    others = (each.seat for each in around.sitting if not each.free and each.seat not in mine)
    asks_for = tuple(sorted(others)) if owned and has_begun else ()
    hours = porter.seating.away(table.id)
    return TablePeople(around.private, around.owner, seats, owned, has_begun, hands_over, asks_for, hours)


def seats_of(
    around: Around, seats: Iterable[Seat], mine: frozenset[str], person: str
) -> tuple[SeatPerson, ...]:
    """Return the seats that people play, and who has them, as a person sees it."""
    had = {each.seat: each for each in around.sitting}
    held = {each.seat: each for each in around.held}
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


def _join(porter: Porter, caller: Caller, table: GameTable, seat: str) -> None:
    """Take a free seat, and give it the name of the account if that names it."""
    person = caller.person
    several = caller.place is not None and caller.place.owner

    def sit(link: Connection, name: str) -> None:
        porter.seating.join_in(link, table.id, caller.visitor.person, name, several=several)

    if person is not None and table.rename(seat, person.name, sit):
        return
    if seat in table.people:
        porter.seating.join(table.id, caller.visitor.person, seat, several=several)
    elif any(each.provisional == seat for each in table.seats):
        raise errors.Taken("Somebody else has that seat.")
    else:
        raise errors.Wrong("There is no such seat for a person.")


def _reopen(porter: Porter, table: GameTable) -> None:
    """Take back the names of seats that accounts named, and that nobody has before the game begins."""
    taken = porter.seating.sitting(table.id)
    for seat in table.seats:
        if seat.provisional and not seat.open and seat.name not in taken:
            with suppress(errors.Taken):
                table.rename(
                    seat.name, None, lambda link, name: porter.seating.still_free(link, table.id, name)
                )


def begun(table: GameTable) -> bool:
    """Return whether a person has acted.

    Actions of bots do not count, because bots play while people join.
    """
    with table.lock:
        return next(sitting.by_people(table.seats, table.log), None) is not None


def complete(porter: Porter, table: GameTable) -> None:
    """Raise ``Wrong`` if seats are free and no person has acted yet."""
    if not begun(table):
        around = porter.seating.around(table.id)
        taken = {each.seat for each in around.sitting if not each.free}
        held = {each.seat: f"{each.seat} is held for {each.name}" for each in around.held}
        free = sorted(table.people - taken - set(held))
        are = "is" if len(free) == 1 else "are"
        said = [*([f"{' and '.join(free)} {are} free"] if free else ()), *held.values()]
        if said:
            raise errors.Wrong(f"The game begins when every seat is taken: {', '.join(said)}.")


def _before_it_begins(table: GameTable, instead: str) -> None:
    if begun(table):
        raise errors.Wrong(f"The game has begun. {instead}")
