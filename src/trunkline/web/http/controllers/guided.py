"""API endpoints of the guided games. They need no account."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import Controller, get, post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from trunkline.learn.guided.guide import FIRST_GAME, guided_game
from trunkline.util.messages import gettext, language
from trunkline.web.accounts.permissions import Operation
from trunkline.web.errors import NotPossible
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import CHANGE_ERRORS, CREATE_ERRORS, QUERY_ERRORS, READING_ERRORS
from trunkline.web.http.request_context import ContextDep, RequestContext
from trunkline.web.http.services import guided as service
from trunkline.web.http.services.key_moments import course_of
from trunkline.web.presenters import guided, guided_review
from trunkline.web.presenters.review import decoded
from trunkline.web.schemas.answers import Version
from trunkline.web.schemas.guided import CoachFacts, EndFirstGame, GuidedGame, GuidedReview
from trunkline.web.schemas.log import Made

GuideId = Annotated[Literal["first-game", "short-game"], QueryParameter(description="The guided game.")]


class Guided(Controller):
    """A real game in which a coach speaks up at each new thing."""

    path = "/api"
    tags = ("lessons",)

    @get("/guided", sync_to_thread=False, responses=READING_ERRORS, opt=requires(Operation.PRINTED))
    def described(self, guide: GuideId = FIRST_GAME) -> GuidedGame:
        """Return a guided game: its players, its length and the number of its topics."""
        return guided.summary(guided_game(guide, language()))

    @post("/guided/games", responses=CREATE_ERRORS, opt=requires(Operation.LEARN))
    async def begin(self, context: ContextDep, guide: GuideId = FIRST_GAME) -> Made:
        """Create a guided game against bots.

        Only the caller knows its id. The game is in no list, and it is deleted two weeks after its last
        action.
        """
        return await context.write(lambda: service.begin(context.games, guide))

    @get("/games/{id:str}/coach", responses=QUERY_ERRORS, opt=requires(Operation.LOOK))
    async def coach(self, id: FromPath[str], context: ContextDep) -> CoachFacts:
        """Return what the coach of a guided game says at the newest moment.

        A topic is due at a decision of the learner, until the learner has read it. A game that is not guided
        is not found.
        """
        return await _coach(context, id)

    @put(
        "/games/{id:str}/coach/{topic:str}",
        status_code=200,
        responses=CHANGE_ERRORS,
        opt=requires(Operation.ACT),
    )
    async def told(self, id: FromPath[str], topic: FromPath[str], context: ContextDep) -> CoachFacts:
        """Store that the learner has read a topic. The coach does not speak about it again in this game.

        The topic ``stop`` is the offer to end the game.
        """
        now = await context.moment(id)
        await context.write(lambda: service.tell(context.games.store, context.caller, now, topic))
        return await _coach(context, id)

    @post("/games/{id:str}/coach/end", status_code=200, responses=CHANGE_ERRORS, opt=requires(Operation.ACT))
    async def end(self, id: FromPath[str], data: JSONBody[EndFirstGame], context: ContextDep) -> Version:
        """End a guided game by agreement, after the sets of rounds of the first game. The bots agree."""
        return Version(
            await context.write_game(
                id, lambda hosted_game: service.end(context.caller, hosted_game, data.version)
            )
        )

    @get("/games/{id:str}/coach/review", responses=QUERY_ERRORS, opt=requires(Operation.ASK))
    async def review(self, id: FromPath[str], context: ContextDep) -> GuidedReview:
        """Return the review of a finished guided game in sentences."""
        now = await context.moment(id)
        guide = service.guide_of(now.hosted_game)
        if not now.game.over:
            raise NotPossible(gettext("The coach reviews your game once it is over."))
        await course_of(context, now)
        found = await context.reviewer.get(context.client_key, now)
        decisions = decoded(found)
        return await context.read(
            lambda: guided_review.review(guide.learner, now, decisions, context.lessons)
        )


async def _coach(context: RequestContext, id: str) -> CoachFacts:
    return await context.read_moment(
        id, None, lambda now: service.coach(context.games.store, context.lessons, now)
    )
