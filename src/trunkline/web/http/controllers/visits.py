"""API endpoint for the newest moment of a game that a person has seen."""

from __future__ import annotations

from litestar import Controller, post
from litestar.params import FromPath, JSONBody

from trunkline.web.accounts.permissions import Operation
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import CHANGE_ERRORS
from trunkline.web.http.request_context import ContextDep
from trunkline.web.schemas.people import VersionSeen


class GameVisits(Controller):
    """The visits of people to games."""

    path = "/api/games/{id:str}"
    tags = ("people",)

    @post("/seen", status_code=204, responses=CHANGE_ERRORS, opt=requires(Operation.VISIT))
    async def record_visit(self, id: FromPath[str], data: JSONBody[VersionSeen], context: ContextDep) -> None:
        """Record that you have seen a version of a game.

        A smaller version than before changes nothing. The page sends this while it is visible. Tokens cannot
        send it: a program that polls a game does not see it for the person.
        """

        def record() -> None:
            version = min(data.version, context.games.store.version(id))
            context.account_auth.visits.record(id, context.person, version)

        await context.account_auth.run_in_thread(record)
