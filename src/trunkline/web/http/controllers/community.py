"""API endpoints to mute, block and report people."""

from __future__ import annotations

from litestar import Controller, get, post, put
from litestar.params import FromPath, JSONBody

from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.accounts.permissions import Operation, TableRole, require
from trunkline.web.community.reports import ReportKind
from trunkline.web.errors import Invalid
from trunkline.web.http.auth import AccountAuth, RequestUser
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import ACCOUNT_ERRORS, CHANGE_ERRORS
from trunkline.web.http.request_context import ContextDep
from trunkline.web.schemas.community import BlockedFacts, NewBlock, NewReport, NewTableReport, ReportSent

SENT = gettext_noop("The operators of this server have received your report.")


class PersonalBlocklist(Controller):
    """The people that you have muted or blocked."""

    path = "/api/me/blocklist"
    tags = ("people",)

    @get(responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def blocklist(self, context: ContextDep) -> list[BlockedFacts]:
        """List the people that you have muted or blocked."""
        auth = context.account_auth
        found = await auth.run_in_thread(lambda: auth.blocklist.of(context.person))
        return [BlockedFacts(*each) for each in found]

    @put(responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def change(self, data: JSONBody[NewBlock], context: ContextDep) -> list[BlockedFacts]:
        """Mute or block a person, or end both. The person is not notified."""
        auth = context.account_auth

        def put_block() -> None:
            other = auth.accounts.named(data.name)
            auth.blocklist.put(context.person, other, mute=data.mute, block=data.block)

        await auth.run_in_thread(put_block)
        found = await auth.run_in_thread(lambda: auth.blocklist.of(context.person))
        return [BlockedFacts(*each) for each in found]


class PeopleReports(Controller):
    """Reports to the operators of the server."""

    path = "/api/reports"
    tags = ("people",)

    @post(responses=ACCOUNT_ERRORS, opt=requires(Operation.REPORT))
    async def report(self, data: JSONBody[NewReport], context: ContextDep) -> ReportSent:
        """Report a message, a comment, a game or a person. The operators get a copy of the text."""
        auth = context.account_auth
        await auth.run_in_thread(lambda: _report(auth, context.caller, data))
        return ReportSent(gettext(SENT))


class TableReports(Controller):
    """Reports of a table to the operators of the server. Readers need no account."""

    path = "/api/games/{id:str}/reports"
    tags = ("people",)

    @post(responses=CHANGE_ERRORS, opt=requires(Operation.FLAG))
    async def report(
        self, id: FromPath[str], data: JSONBody[NewTableReport], context: ContextDep
    ) -> ReportSent:
        """Report a message, a comment or the game. The operators get a copy of the text.

        You need no account to report what you may read, for example by the link of a study.
        """
        auth, caller = context.account_auth, context.caller
        about = ReportKind(data.kind)

        def add() -> None:
            _check_readable(about, caller, caller.table_role)
            _report_at_table(auth, caller, about, id, data.number, data.reason)

        await auth.run_in_thread(add)
        return ReportSent(gettext(SENT))


def _report(auth: AccountAuth, caller: RequestUser, data: NewReport) -> None:
    person = caller.visitor.person
    if data.kind == "person":
        if data.name is None:
            raise Invalid(gettext("A report of a person needs the name of the person."))
        auth.reports.report_person(person, auth.accounts.named(data.name), data.reason)
        return
    if data.game is None:
        raise Invalid(gettext("A report of a message, a comment or a game needs the id of the game."))
    about = ReportKind(data.kind)
    # People who may not view a table get the same answer as for a table that does not exist.
    _check_readable(about, caller, auth.membership.place(data.game, person))
    _report_at_table(auth, caller, about, data.game, data.number, data.reason)


def _check_readable(about: ReportKind, caller: RequestUser, place: TableRole | None) -> None:
    """Raise ``NotVisible``, ``Denied`` or ``Unauthenticated`` unless the caller may read it."""
    require(Operation.HEAR if about is ReportKind.MESSAGE else Operation.LOOK, caller.visitor, place)


def _report_at_table(
    auth: AccountAuth, caller: RequestUser, about: ReportKind, game: str, number: int | None, reason: str
) -> None:
    person = caller.visitor.person
    if about is ReportKind.GAME:
        auth.reports.report_game(person, game, reason)
    elif number is None:
        raise Invalid(gettext("A report of a message or a comment needs its number."))
    else:
        auth.reports.report_written(person, about, game, number, reason)
