"""API endpoints for the clocks of tables, and the time zones and absences of people."""

from __future__ import annotations

from litestar import Controller, delete, get, post, put
from litestar.params import FromPath, JSONBody

from trunkline.util.messages import gettext
from trunkline.web.accounts.permissions import Operation, TableRole, own_seat
from trunkline.web.errors import NotPossible
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import ACCOUNT_ERRORS, CHANGE_ERRORS
from trunkline.web.http.request_context import ContextDep
from trunkline.web.schemas.clocks import ClockState, NewAbsence, NewZone, TimeSettings


class TableClocks(Controller):
    """The clock of a table."""

    path = "/api/games/{id:str}"
    tags = ("people",)

    @get("/clock", responses=CHANGE_ERRORS, opt=requires(Operation.LOOK))
    async def clock(self, id: FromPath[str], context: ContextDep) -> ClockState | None:
        """Return the clock of a table and the deadlines of the players who must act. Null if it has none."""
        auth = context.account_auth
        return await auth.run_in_thread(lambda: auth.clocks.state(id))

    @post("/resume", status_code=200, responses=CHANGE_ERRORS, opt=requires(Operation.ACT))
    async def resume(self, id: FromPath[str], context: ContextDep) -> ClockState | None:
        """End a pause. Every player may do so, and every action does it too."""
        auth = context.account_auth
        role = context.caller.table_role or TableRole(True)
        own_seat(role, min(role.seats, default=""))
        if not await auth.run_in_thread(lambda: auth.clocks.resume(id)):
            raise NotPossible(gettext("The game is not paused."))
        await context.chat_feed.notify_seat_change(id)
        return await auth.run_in_thread(lambda: auth.clocks.state(id))


class PersonalTime(Controller):
    """Your time zone and your absences. Clocks leave out your nights, weekends and absences.

    Each change may move your deadlines, which the open pages of other players show.
    """

    path = "/api/me/time"
    tags = ("people",)

    @get(responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def settings(self, context: ContextDep) -> TimeSettings:
        """Return your time zone and your announced absences."""
        auth = context.account_auth
        return await auth.run_in_thread(lambda: auth.absences.of(context.person))

    @put("/zone", responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def set_zone(self, data: JSONBody[NewZone], context: ContextDep) -> TimeSettings:
        """Set your time zone."""
        auth = context.account_auth
        await auth.run_in_thread(lambda: auth.absences.set_zone(context.person, data.zone))
        await context.chat_feed.notify_new_deadlines(context.person)
        return await auth.run_in_thread(lambda: auth.absences.of(context.person))

    @post("/absences", responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def announce(self, data: JSONBody[NewAbsence], context: ContextDep) -> TimeSettings:
        """Announce an absence. Its days do not count for your clocks, from the announcement on."""
        auth = context.account_auth
        await auth.run_in_thread(lambda: auth.absences.announce(context.person, data))
        await context.chat_feed.notify_new_deadlines(context.person)
        return await auth.run_in_thread(lambda: auth.absences.of(context.person))

    @delete("/absences/{key:str}", status_code=204, responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def cancel(self, key: FromPath[str], context: ContextDep) -> None:
        """Delete an announced absence. If it has begun, it ends with the present day."""
        auth = context.account_auth
        await auth.run_in_thread(lambda: auth.absences.cancel(context.person, key))
        await context.chat_feed.notify_new_deadlines(context.person)
