"""API endpoints for studies: comments and marks on the moments of finished games and sandboxes."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, MediaType, Response, delete, get, post, put
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody, QueryParameter

from trunkline.web.accounts.permissions import Operation, allowed, kinds
from trunkline.web.http.auth import READER_COOKIE, AccountAuth
from trunkline.web.http.controllers.games import give_to_caller
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import CHANGE_ERRORS, LIST_ERRORS, QUERY_ERRORS
from trunkline.web.http.request_context import ContextDep, RequestContext
from trunkline.web.http.responses import attachment
from trunkline.web.http.services import studies as service
from trunkline.web.http.services.lobby_pages import viewer_of
from trunkline.web.schemas.log import Made
from trunkline.web.schemas.people import Arrived
from trunkline.web.schemas.review import CostFacts
from trunkline.web.schemas.studies import (
    BeginStudy,
    ChangeComment,
    Comment,
    Comments,
    NameStudy,
    ReadStudy,
    StudyLink,
    StudyList,
    WriteComment,
)
from trunkline.web.studies.repository import NewComment, study_name

READS = 180 * 24 * 3600
"""Seconds that a browser keeps the link of a study. The page of the link begins them again."""


class StudyLists(Controller):
    """Studies that you may view."""

    path = "/api/studies"
    tags = ("studies",)

    @get(responses=LIST_ERRORS, opt=requires(Operation.LIST))
    async def listed(
        self,
        context: ContextDep,
        limit: Annotated[int, QueryParameter(ge=1, le=50)] = 20,
        skip: Annotated[int, QueryParameter(ge=0, le=10_000)] = 0,
    ) -> StudyList:
        """Return studies, the newest first: yours, those you are invited to, and public ones."""
        viewer = viewer_of(context)

        def find() -> StudyList:
            page = context.studies.page(viewer, limit + 1, skip)
            found = (service.listed(context.games, each, context.caller) for each in page[:limit])
            return StudyList(tuple(each for each in found if each is not None), len(page) > limit)

        return await context.read(find)


class StudyReaders(Controller):
    """Links by which anyone may read a private study."""

    path = "/api/read"
    tags = ("studies",)

    @post(status_code=200, responses=CHANGE_ERRORS, opt=requires(Operation.READ))
    async def read(self, data: JSONBody[ReadStudy], context: ContextDep) -> Response[Arrived]:
        """Return the study of a link. No account is needed.

        The cookie of the answer lets the browser read the study until its owner ends the link.
        """
        auth = context.account_auth
        game = await context.read(lambda: context.studies.of_link(data.secret))
        answer = Response(Arrived(game), headers={"cache-control": "no-store"})
        answer.set_cookie(
            Cookie(
                READER_COOKIE,
                value=data.secret,
                path=f"/api/games/{game}",
                max_age=READS,
                httponly=True,
                samesite="lax",
                secure=auth.secure,
            )
        )
        return answer


class StudyLinks(Controller):
    """The link of a study that you own. Anyone with it may read the study."""

    path = "/api/games/{id:str}/study/link"
    tags = ("studies",)

    @get(responses=CHANGE_ERRORS, opt=requires(Operation.STUDY))
    async def link(self, id: FromPath[str], context: ContextDep) -> StudyLink:
        """Return the link of your study."""
        return await context.read(lambda: StudyLink(context.studies.link(id)))

    @put(responses=CHANGE_ERRORS, opt=requires(Operation.STUDY))
    async def share(self, id: FromPath[str], context: ContextDep) -> StudyLink:
        """Make your study private, with a new link by which anyone may read it. An older link ends."""
        feed = context.chat_feed
        secret = await context.write(lambda: context.studies.share(id))
        await feed.notify_seat_change(id)
        return StudyLink(secret)

    @delete(status_code=204, responses=CHANGE_ERRORS, opt=requires(Operation.STUDY))
    async def end(self, id: FromPath[str], context: ContextDep) -> None:
        """End the link of your study. It stays private."""
        await context.write(lambda: context.studies.end_link(id))


class GameStudies(Controller):
    """Comments on the moments of a game. They are possible once it is over, and in sandboxes."""

    path = "/api/games/{id:str}"
    tags = ("studies",)

    @post("/studies", responses=CHANGE_ERRORS, opt=requires(Operation.BRANCH))
    async def begin(self, id: FromPath[str], data: JSONBody[BeginStudy], context: ContextDep) -> Made:
        """Create a study: a sandbox with a name, which you own. Comments of the game are not copied.

        With ``review``, it has a comment on each decision that the review criticises. The better action and
        those after it are another line of play.
        """
        costs: dict[int, CostFacts] = {}
        if data.review:
            moment_view = await context.moment(id)
            review = await context.reviewer.get(context.client_key, moment_view)
            path = moment_view.hosted_game.path(moment_view.moment)
            costs = service.criticised(review, path)
        name = study_name(data.name)
        made = await context.dispatcher.branch(context.client_key, id, data.at)
        await give_to_caller(made, context)
        better = service.better_lines(costs)
        played: dict[int, list[int]] = {}
        if better:
            played = await context.write_game(
                made.id,
                lambda hosted_game: hosted_game.vary(better),
                lambda hosted_game: hosted_game.long_undo_replay(made.version, max(better)),
            )
        comments = service.comments_from_review(costs, played)
        await context.write(lambda: context.studies.begin(made.id, name, context.person, comments))
        return (
            made if not played else await context.read(lambda: Made(made.id, context.games[made.id].version))
        )

    @put("/study", responses=CHANGE_ERRORS, opt=requires(Operation.STUDY))
    async def rename(self, id: FromPath[str], data: JSONBody[NameStudy], context: ContextDep) -> NameStudy:
        """Rename a study."""
        await context.write(lambda: context.studies.rename(id, data.name))
        return data

    @get("/study.18xx", media_type=MediaType.TEXT, responses=QUERY_ERRORS, opt=requires(Operation.EXPORT))
    async def text(self, id: FromPath[str], context: ContextDep) -> Response[bytes]:
        """Export the game as text, with comments, marks and undone lines of play."""
        moment_view = await context.moment(id)
        hosted_game = moment_view.hosted_game

        def export() -> bytes:
            comments = context.studies.comments(id, context.person)
            return service.text_of(hosted_game, context.studies.name(id), comments)

        return Response(
            await context.read(export), media_type=MediaType.TEXT, headers=attachment(f"{id}.18xx")
        )

    @get("/comments", responses=QUERY_ERRORS, opt=requires(Operation.LOOK))
    async def comments(self, id: FromPath[str], context: ContextDep) -> Comments:
        """Return the comments on all moments of the game, without those of people you have muted."""
        writes = _may_write(context)
        return await context.read_moment(
            id,
            None,
            lambda view: service.comments_of(
                context.studies, context.caller, view.hosted_game, writes=writes
            ),
        )

    @post("/comments", responses=CHANGE_ERRORS, opt=requires(Operation.ANNOTATE))
    async def write(self, id: FromPath[str], data: JSONBody[WriteComment], context: ContextDep) -> Comment:
        """Write a comment on a moment."""

        def add() -> Comment:
            hosted_game = context.games[id]
            service.check_comment(hosted_game, data.marks)
            moment = hosted_game.moment_at(data.at).number
            key = context.studies.add(id, context.person, NewComment(moment, data.text, tuple(data.marks)))
            return service.find_comment(context.studies, context.caller, hosted_game, key)

        await context.moment(id)
        return await context.write(add)

    @put("/comments/{comment:str}", responses=CHANGE_ERRORS, opt=requires(Operation.ANNOTATE))
    async def change(
        self, id: FromPath[str], comment: FromPath[str], data: JSONBody[ChangeComment], context: ContextDep
    ) -> Comment:
        """Change a comment of yours."""

        def change() -> Comment:
            hosted_game = context.games[id]
            service.check_comment(hosted_game, data.marks)
            context.studies.change(id, context.person, comment, data.text, tuple(data.marks))
            return service.find_comment(context.studies, context.caller, hosted_game, comment)

        await context.moment(id)
        return await context.write(change)

    @delete("/comments/{comment:str}", responses=CHANGE_ERRORS, opt=requires(Operation.ERASE))
    async def remove(self, id: FromPath[str], comment: FromPath[str], context: ContextDep) -> None:
        """Delete a comment of yours. The owner of the table and operators may delete every comment."""
        caller = context.caller
        owns = caller.table_role is not None and caller.table_role.owner
        every = owns or caller.visitor.operator
        await context.write(lambda: context.studies.delete(id, comment, None if every else context.person))


def _may_write(context: RequestContext) -> bool:
    """Return whether the caller has permission to write comments at this table."""
    if not isinstance(context.auth, AccountAuth):
        return True
    caller = context.caller
    return allowed(Operation.ANNOTATE, kinds(caller.visitor, caller.table_role), private=True)
