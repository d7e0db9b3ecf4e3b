"""API endpoints for the people at a table: joining, leaving and inviting."""

from __future__ import annotations

from litestar import Controller, delete, get, post
from litestar.params import FromPath, JSONBody

from trunkline.util.messages import gettext
from trunkline.web.accounts.permissions import Operation
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import CHANGE_ERRORS
from trunkline.web.http.request_context import ContextDep
from trunkline.web.http.services.seats import (
    join,
    people_at_table,
    require_not_begun,
    reset_seat_names,
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

    @get("/{id:str}/people", responses=CHANGE_ERRORS, opt=requires(Operation.LOOK))
    async def around(self, id: FromPath[str], context: ContextDep) -> TablePeople:
        """Return the people at a table, and your own rights there."""
        auth = context.account_auth
        hosted_game = await context.read(lambda: context.games[id])
        return await auth.run_in_thread(lambda: people_at_table(auth, context.caller, hosted_game))

    @post("/{id:str}/people", status_code=200, responses=CHANGE_ERRORS, opt=requires(Operation.JOIN))
    async def join(self, id: FromPath[str], data: JSONBody[TakeSeat], context: ContextDep) -> TablePeople:
        """Take a free seat. If two people request it at the same time, only one gets it."""
        feed = context.chat_feed
        auth = context.account_auth
        hosted_game = await context.read(lambda: context.games[id])
        await context.write(lambda: join(auth, context.caller, hosted_game, data.seat))
        await feed.notify_seat_change(id)
        return await auth.run_in_thread(lambda: people_at_table(auth, context.caller, hosted_game))

    @post("/{id:str}/leave", status_code=204, responses=CHANGE_ERRORS, opt=requires(Operation.LEAVE))
    async def leave(self, id: FromPath[str], data: JSONBody[GiveUp], context: ContextDep) -> None:
        """Give up a seat before any player has acted. Spectators may leave at any time."""
        feed = context.chat_feed
        auth = context.account_auth
        hosted_game = await context.read(lambda: context.games[id])
        if context.caller.table_role is not None and context.caller.table_role.seats:
            require_not_begun(hosted_game, gettext("A program can play for you."))
        await auth.run_in_thread(lambda: auth.membership.leave(id, context.person, data.seat))
        await context.write(lambda: reset_seat_names(auth, hosted_game))
        await feed.notify_seat_change(id)

    @post("/{id:str}/free", status_code=204, responses=CHANGE_ERRORS, opt=requires(Operation.REPLACE))
    async def free(self, id: FromPath[str], data: JSONBody[TakeSeat], context: ContextDep) -> None:
        """Remove the person from a seat before any player has acted.

        A reserved seat becomes free for everyone.
        """
        feed = context.chat_feed
        auth = context.account_auth
        hosted_game = await context.read(lambda: context.games[id])
        require_not_begun(hosted_game, gettext("A program can play for who is absent."))
        await auth.run_in_thread(lambda: auth.membership.free(id, data.seat))
        await context.write(lambda: reset_seat_names(auth, hosted_game))
        await feed.notify_seat_change(id)

    @post("/{id:str}/links", responses=CHANGE_ERRORS, opt=requires(Operation.INVITE))
    async def invite(self, id: FromPath[str], context: ContextDep) -> Link:
        """Create an invitation link to the table, valid for a week.

        Only this response contains its secret.
        """
        auth = context.account_auth
        return Link(*await auth.run_in_thread(lambda: auth.membership.invite(id)))

    @delete("/{id:str}/links", status_code=204, responses=CHANGE_ERRORS, opt=requires(Operation.INVITE))
    async def close_links(self, id: FromPath[str], context: ContextDep) -> None:
        """Revoke every invitation link to the table. People who joined with one keep their access."""
        auth = context.account_auth
        await auth.run_in_thread(lambda: auth.membership.close_links(id))

    @post("/{id:str}/privacy", status_code=204, responses=CHANGE_ERRORS, opt=requires(Operation.SETTLE))
    async def settle(self, id: FromPath[str], data: JSONBody[Privacy], context: ContextDep) -> None:
        """Make a table private or public."""
        feed = context.chat_feed
        auth = context.account_auth
        await auth.run_in_thread(lambda: auth.membership.settle(id, private=data.private))
        await feed.notify_seat_change(id)


class Invitations(Controller):
    """Invitation links to tables."""

    path = "/api/invitations"
    tags = ("people",)

    @post(status_code=200, responses=CHANGE_ERRORS, opt=requires(Operation.ACCEPT))
    async def accept(self, data: JSONBody[Accept], context: ContextDep) -> Arrived:
        """Join the table of an invitation link."""
        auth = context.account_auth
        return Arrived(await auth.run_in_thread(lambda: auth.membership.accept(data.secret, context.person)))
