"""API endpoints for plans. Only their owner sees them."""

from __future__ import annotations

from litestar import Controller, delete, get, post, put
from litestar.params import FromPath, JSONBody

from trunkline.game.plans import Mode
from trunkline.util.messages import gettext_noop
from trunkline.web.accounts.permissions import Operation
from trunkline.web.games.game_tree import Moment
from trunkline.web.games.hosted_game import HostedGame
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import CHANGE_ERRORS
from trunkline.web.http.request_context import ContextDep, RequestContext
from trunkline.web.http.services import plans as service
from trunkline.web.schemas.plans import HandedIn, HandIn, KeepPlan, KeptPlan, KeptPlans, PlanSwitch

DELETED = gettext_noop("You deleted it.")


class TablePlans(Controller):
    """Moves of a sandbox that you keep for the game, and hand in later."""

    path = "/api/games/{id:str}/plans"
    tags = ("plans",)

    @get(responses=CHANGE_ERRORS, opt=requires(Operation.ACT))
    async def listed(self, id: FromPath[str], context: ContextDep) -> KeptPlans:
        """Return your plans in this game, with each step checked against the present position."""
        return await context.read_moment(
            id, None, lambda moment_view: service.listed(context.plans, context.caller, moment_view)
        )

    @post(responses=CHANGE_ERRORS, opt=requires(Operation.ACT))
    async def keep(self, id: FromPath[str], data: JSONBody[KeepPlan], context: ContextDep) -> KeptPlan:
        """Keep the moves of a sandbox of this game as a plan.

        The plan has your moves since the sandbox began, and between them the moves that it assumes of the
        other players. It replaces the active plan of the seat. Later changes of the sandbox do not change it.
        """
        sandbox, base = await _find_sandbox(context, id, data.sandbox)
        made = await context.read_moment(
            id,
            None,
            lambda moment_view: service.keep(
                context.account_auth,
                context.plans,
                context.caller,
                sandbox,
                base,
                moment_view.require_version(data.version),
                data,
            ),
        )
        context.wake_auto_actions(id)
        return made

    @put("/{key:str}", responses=CHANGE_ERRORS, opt=requires(Operation.ACT))
    async def switch(
        self, id: FromPath[str], key: FromPath[str], data: JSONBody[PlanSwitch], context: ContextDep
    ) -> KeptPlan:
        """Change the condition under which a plan of yours is handed in by itself."""
        changed = await context.read_moment(
            id,
            None,
            lambda moment_view: service.set_mode(
                context.plans,
                context.caller,
                moment_view.require_version(data.version),
                key,
                Mode(data.mode),
            ),
        )
        context.wake_auto_actions(id)
        return changed

    @post("/{key:str}/hand-in", status_code=200, responses=CHANGE_ERRORS, opt=requires(Operation.ACT))
    async def hand_in(
        self, id: FromPath[str], key: FromPath[str], data: JSONBody[HandIn], context: ContextDep
    ) -> HandedIn:
        """Make the next steps of a plan, as far as they are yours and legal.

        Each step is an ordinary action. A repeated request makes no step again.
        """
        # The plan may be done because of an earlier request whose answer was lost.
        row = await context.read(lambda: context.plans.find(id, context.person, key, done=True))
        context.caller.require_seat(row.seat)
        return await context.write_game(
            id, lambda hosted_game: service.hand_in(hosted_game, row, data.version)
        )

    @delete("/{key:str}", responses=CHANGE_ERRORS, opt=requires(Operation.ACT))
    async def cancel(self, id: FromPath[str], key: FromPath[str], context: ContextDep) -> None:
        """Delete an active plan of yours. A step that it is just handing in still counts."""
        await context.write(
            lambda: context.plans.delete(id, context.person, key, DELETED, context.games[id].version)
        )


async def _find_sandbox(context: RequestContext, id: str, sandbox: str) -> tuple[HostedGame, Moment]:
    """Return a sandbox of the caller, and the moment of the game at which it began."""
    await context.read(lambda: service.require_sandbox(context.account_auth, context.caller, sandbox))
    # The positions of both games may need long replays, which the dispatcher runs elsewhere.
    found = (await context.moment(sandbox)).hosted_game
    base = await context.read(lambda: service.find_base(context.games, found, context.games[id]))
    await context.moment(id, base.number)
    return found, base
