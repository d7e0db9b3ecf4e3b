"""API endpoints for the operators of a server."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from trunkline.web.accounts.permissions import Operation
from trunkline.web.community.reports import Decision, Report, ReportKind
from trunkline.web.http.auth import AccountAuth
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import ACCOUNT_ERRORS
from trunkline.web.http.request_context import ContextDep, RequestContext
from trunkline.web.schemas.community import (
    AuditFacts,
    GameAction,
    HiddenGame,
    MessageRemoval,
    NewServerInvitation,
    OperatorReason,
    PersonAction,
    PersonActionDone,
    PersonRecordFacts,
    RateFacts,
    ReportDecision,
    ReportFacts,
    ServerInvitationFacts,
    ServerState,
    StorageFacts,
)
from trunkline.web.schemas.talk import Message
from trunkline.web.studies.marks import marks_text

AROUND = 2
"""The number of messages shown before and after a reported one."""


class ServerInvitationLinks(Controller):
    """Invitation links to the server."""

    path = "/api/operator/invitations"
    tags = ("operators",)

    @get(responses=ACCOUNT_ERRORS, opt=requires(Operation.OPERATE))
    async def invitations(self, context: ContextDep) -> list[ServerInvitationFacts]:
        """List the invitation links that still work, without their secrets, newest first."""
        auth = context.account_auth
        found = await auth.run_in_thread(auth.invitations.open)
        return [ServerInvitationFacts(*each) for each in found]

    @post(responses=ACCOUNT_ERRORS, opt=requires(Operation.OPERATE))
    async def new(self, data: JSONBody[NewServerInvitation], context: ContextDep) -> ServerInvitationFacts:
        """Create an invitation link to the server. Only this response contains its secret."""
        auth = context.account_auth
        made, secret = await auth.run_in_thread(
            lambda: auth.invitations.new(context.person, data.uses, data.days, data.reason)
        )
        return ServerInvitationFacts(*made, secret=secret)

    @post("/{key:str}/close", status_code=204, responses=ACCOUNT_ERRORS, opt=requires(Operation.OPERATE))
    async def close(self, key: FromPath[str], data: JSONBody[OperatorReason], context: ContextDep) -> None:
        """Close an invitation link."""
        auth = context.account_auth
        await auth.run_in_thread(lambda: auth.invitations.end(key, context.person, data.reason))


class OperatorPeople(Controller):
    """People, for operators."""

    path = "/api/operator/people"
    tags = ("operators",)

    @get(responses=ACCOUNT_ERRORS, opt=requires(Operation.OPERATE))
    async def people(
        self, context: ContextDep, text: Annotated[str, QueryParameter(max_length=100)] = ""
    ) -> list[PersonRecordFacts]:
        """List the people whose name contains a text, newest accounts first. There are at most 100."""
        auth = context.account_auth
        found = await auth.run_in_thread(lambda: auth.moderation.people(text))
        return [PersonRecordFacts(*each) for each in found]

    @post("/{key:str}", status_code=200, responses=ACCOUNT_ERRORS, opt=requires(Operation.OPERATE))
    async def act(
        self, key: FromPath[str], data: JSONBody[PersonAction], context: ContextDep
    ) -> PersonActionDone:
        """Act on a person.

        - ``note``: replace the operators' note about the person.
        - ``reset``: make a link to a new password, for the operator to pass on.
        - ``mute``: keep the person from writing messages; ``unmute`` ends it.
        - ``ban``: sign the person out and keep them out; ``unban`` ends it. Their seats stay.
        - ``remove-second-factor``: let the person sign in with the password alone.
        - ``remove-passkeys``: remove all passkeys of the person.
        """
        auth = context.account_auth
        link = await auth.run_in_thread(lambda: _act(auth, context.person, key, data))
        person = await auth.run_in_thread(lambda: auth.moderation.person(key))
        return PersonActionDone(PersonRecordFacts(*person), link)


class OperatorReports(Controller):
    """Reports, for operators."""

    path = "/api/operator/reports"
    tags = ("operators",)

    @get(responses=ACCOUNT_ERRORS, opt=requires(Operation.OPERATE))
    async def reports(self, context: ContextDep, decided: FromQuery[bool] = False) -> list[ReportFacts]:
        """List the open reports or the decided ones, newest first. There are at most 100."""
        auth = context.account_auth
        found = await auth.run_in_thread(lambda: auth.reports.listed(decided=decided))
        return await auth.run_in_thread(lambda: [_report_facts(context, each) for each in found])

    @post("/{key:str}", status_code=204, responses=ACCOUNT_ERRORS, opt=requires(Operation.OPERATE))
    async def decide(self, key: FromPath[str], data: JSONBody[ReportDecision], context: ContextDep) -> None:
        """Close a report with a decision."""
        auth = context.account_auth
        decision = Decision(data.decision)
        await auth.run_in_thread(lambda: auth.reports.decide(key, context.person, decision, data.reason))


class OperatorGames(Controller):
    """Games and messages, for operators."""

    path = "/api/operator"
    tags = ("operators",)

    @get("/games", responses=ACCOUNT_ERRORS, opt=requires(Operation.OPERATE))
    async def hidden(self, context: ContextDep) -> list[HiddenGame]:
        """List the games that were taken down."""
        auth = context.account_auth
        return [HiddenGame(each) for each in await auth.run_in_thread(auth.moderation.hidden)]

    @post("/games/{key:str}", status_code=204, responses=ACCOUNT_ERRORS, opt=requires(Operation.OPERATE))
    async def hide(self, key: FromPath[str], data: JSONBody[GameAction], context: ContextDep) -> None:
        """Take down a game, so that only operators see it, or restore it. Its clock is paused meanwhile."""
        auth = context.account_auth

        def set_hidden() -> None:
            auth.moderation.set_hidden(context.person, key, hidden=data.hidden, reason=data.reason)
            (auth.clocks.pause if data.hidden else auth.clocks.resume)(key)

        await auth.run_in_thread(set_hidden)
        await context.chat_feed.notify_seat_change(key)

    @post("/messages", status_code=204, responses=ACCOUNT_ERRORS, opt=requires(Operation.OPERATE))
    async def remove(self, data: JSONBody[MessageRemoval], context: ContextDep) -> None:
        """Replace the text of a message, or of a comment and its marks, for everyone."""
        auth, kind = context.account_auth, ReportKind(data.kind)
        await auth.run_in_thread(
            lambda: auth.moderation.remove(context.person, kind, data.game, data.number, data.reason)
        )
        if kind is ReportKind.COMMENT:
            context.studies.changed(data.game)
        else:
            context.chat_feed.on_chat_change(data.game)


class OperatorServer(Controller):
    """The audit log, rates and storage, for operators."""

    path = "/api/operator"
    tags = ("operators",)

    @get("/state", responses=ACCOUNT_ERRORS, opt=requires(Operation.OPERATE))
    async def state(self, context: ContextDep) -> ServerState:
        """Return the rate limits of the server, and the size of its database."""
        auth = context.account_auth
        rates = [
            RateFacts(rate.setting, limit, auth.rates.refused[rate])
            for rate, limit in auth.rates.limits().items()
        ]
        return ServerState(tuple(rates), StorageFacts(*await auth.run_in_thread(auth.moderation.storage)))

    @get("/log", responses=ACCOUNT_ERRORS, opt=requires(Operation.OPERATE))
    async def log(
        self, context: ContextDep, before: Annotated[int | None, QueryParameter(ge=1, le=2**31)] = None
    ) -> list[AuditFacts]:
        """Return the newest 100 entries of the audit log, or those before an entry."""
        auth = context.account_auth
        found = await auth.run_in_thread(lambda: auth.moderation.log(before))
        return [AuditFacts(*each) for each in found]


def _act(auth: AccountAuth, operator: str, person: str, data: PersonAction) -> str | None:
    """Carry out an action on a person, and return the link to a new password if there is one."""
    moderation = auth.moderation
    if data.action == "note":
        moderation.note(operator, person, data.note, data.reason)
    elif data.action == "mute":
        moderation.mute(operator, person, data.days, data.reason)
    elif data.action == "unmute":
        moderation.unmute(operator, person, data.reason)
    elif data.action == "ban":
        moderation.ban(operator, person, data.days, data.reason)
    elif data.action == "unban":
        moderation.unban(operator, person, data.reason)
    elif data.action == "remove-second-factor":
        auth.second_factor.remove_by_operator(operator, person, data.reason)
    elif data.action == "remove-passkeys":
        auth.passkeys.remove_by_operator(operator, person, data.reason)
    else:
        name = moderation.person(person).name
        moderation.log_action(operator, person, "reset", data.reason)
        begun = auth.accounts.begin_reset(name)
        return None if begun is None else f"{auth.origin}/reset#{begun[1]}"
    return None


def _report_facts(context: RequestContext, report: Report) -> ReportFacts:
    around: tuple[Message, ...] = ()
    if report.kind is ReportKind.MESSAGE:
        after = report.number + AROUND + 1
        found = context.chat_feed.chat.before(report.game, after, 2 * AROUND + 1)
        around = tuple(Message(*each) for each in found)
    elif report.kind is ReportKind.COMMENT:
        comments = context.studies.comments(report.game, "")
        moments = {each.moment for each in comments if each.number == report.number}
        around = tuple(
            Message(
                each.number, each.author, (), each.at, "\n".join([each.text, marks_text(each.marks)]).strip()
            )
            for each in comments
            if each.moment in moments
        )
    return ReportFacts(**report._asdict(), around=around)
