"""API endpoints for the people at a table: joining, leaving and inviting."""

from __future__ import annotations

from litestar import Controller, delete, get, post
from litestar.params import FromPath, JSONBody

from trunkline.web.accounts.permissions import Operation
from trunkline.web.http.auth import AccountsDep, UserDep
from trunkline.web.http.chat_feed import Floor
from trunkline.web.http.openapi_responses import SEATED
from trunkline.web.http.permissions import requires
from trunkline.web.http.responses import ClientKey, DispatcherDep
from trunkline.web.http.services.seats import (
    at_table,
    before_it_begins,
    join,
    reopen,
)
from trunkline.web.schemas.people import (
    Accept,
    Arrived,
    GiveUp,
    Link,
    Privacy,
    TablePeople,
    TakeSeat,
)


class Seats(Controller):
    """Seats and the people in them."""

    path = "/api/games"
    tags = ("people",)

    @get("/{id:str}/people", responses=SEATED, opt=requires(Operation.LOOK))
    async def around(
        self, id: FromPath[str], desk: DispatcherDep, who: ClientKey, porter: AccountsDep, caller: UserDep
    ) -> TablePeople:
        """Return the people at a table, and your own rights there."""
        table = await desk.look(who, lambda: desk.tables[id])
        return await porter.ask(lambda: at_table(porter, caller, table))

    @post("/{id:str}/people", status_code=200, responses=SEATED, opt=requires(Operation.JOIN))
    async def join(
        self,
        id: FromPath[str],
        data: JSONBody[TakeSeat],
        desk: DispatcherDep,
        who: ClientKey,
        porter: AccountsDep,
        caller: UserDep,
        floor: Floor,
    ) -> TablePeople:
        """Take a free seat. If two people request it at the same time, only one gets it."""
        table = await desk.look(who, lambda: desk.tables[id])
        await desk.act(who, lambda: join(porter, caller, table, data.seat))
        await floor.seated(id)
        return await porter.ask(lambda: at_table(porter, caller, table))

    @post("/{id:str}/leave", status_code=204, responses=SEATED, opt=requires(Operation.LEAVE))
    async def leave(
        self,
        id: FromPath[str],
        data: JSONBody[GiveUp],
        desk: DispatcherDep,
        who: ClientKey,
        porter: AccountsDep,
        caller: UserDep,
        floor: Floor,
    ) -> None:
        """Give up a seat before any player has acted. Spectators may leave at any time."""
        table = await desk.look(who, lambda: desk.tables[id])
        if caller.place is not None and caller.place.seats:
            before_it_begins(table, "A program can play for you.")
        await porter.ask(lambda: porter.seating.leave(id, caller.visitor.person, data.seat))
        await desk.act(who, lambda: reopen(porter, table))
        await floor.seated(id)

    @post("/{id:str}/free", status_code=204, responses=SEATED, opt=requires(Operation.REPLACE))
    async def free(
        self,
        id: FromPath[str],
        data: JSONBody[TakeSeat],
        desk: DispatcherDep,
        who: ClientKey,
        porter: AccountsDep,
        floor: Floor,
    ) -> None:
        """Remove the person from a seat before any player has acted.

        A reserved seat becomes free for everyone.
        """
        table = await desk.look(who, lambda: desk.tables[id])
        before_it_begins(table, "A program can play for who is absent.")
        await porter.ask(lambda: porter.seating.free(id, data.seat))
        await desk.act(who, lambda: reopen(porter, table))
        await floor.seated(id)

    @post("/{id:str}/links", responses=SEATED, opt=requires(Operation.INVITE))
    async def invite(self, id: FromPath[str], porter: AccountsDep) -> Link:
        """Create an invitation link to the table, valid for a week.

        Only this response contains its secret.
        """
        return Link(*await porter.ask(lambda: porter.seating.invite(id)))

    @delete("/{id:str}/links", status_code=204, responses=SEATED, opt=requires(Operation.INVITE))
    async def close_links(self, id: FromPath[str], porter: AccountsDep) -> None:
        """Revoke every invitation link to the table. People who joined with one keep their access."""
        await porter.ask(lambda: porter.seating.close_links(id))

    @post("/{id:str}/privacy", status_code=204, responses=SEATED, opt=requires(Operation.SETTLE))
    async def settle(
        self, id: FromPath[str], data: JSONBody[Privacy], porter: AccountsDep, floor: Floor
    ) -> None:
        """Make a table private or public."""
        await porter.ask(lambda: porter.seating.settle(id, private=data.private))
        await floor.seated(id)


class Invitations(Controller):
    """Invitation links to tables."""

    path = "/api/invitations"
    tags = ("people",)

    @post(status_code=200, responses=SEATED, opt=requires(Operation.ACCEPT))
    async def accept(self, data: JSONBody[Accept], porter: AccountsDep, caller: UserDep) -> Arrived:
        """Join the table of an invitation link."""
        return Arrived(await porter.ask(lambda: porter.seating.accept(data.secret, caller.visitor.person)))
