"""The operation of each request handler, as defined in ``people.access``.

A handler that is not listed is refused for everyone. A test checks that all handlers are listed.
"""

from __future__ import annotations

from litestar.handlers.base import BaseRouteHandler

from trunkline.web.accounts.permissions import Operation
from trunkline.web.accounts.rate_limits import Rate

HANDLERS: dict[Operation, str] = {
    Operation.PAGE: "page file options_handler Wellbeing.health Wellbeing.ready",
    Operation.PRINTED: (
        "Titles.titles Titles.board Titles.symbols Programs.programs "
        # These two belong to the framework and serve the OpenAPI document.
        "_handler handle_schema_path_not_found"
    ),
    Operation.ME: "Myself.me",
    Operation.ACCOUNT: (
        "Account.change_password Account.change_email Account.go Sessions.sessions Sessions.end "
        "Tokens.tokens Tokens.new Tokens.end"
    ),
    Operation.SIGN_UP: "People.sign_up",
    Operation.SIGN_IN: "Sessions.sign_in Sessions.sign_out",
    Operation.FORGET: "Resets.ask Resets.use",
    Operation.LIST: "Games.games Lobby.page Lobby.next Lobby.scores",
    Operation.CREATE: "Games.create",
    Operation.TAKE_IN: "Imports.take_in",
    Operation.ACCEPT: "Invitations.accept",
    Operation.LOOK: (
        "Seats.around Rematches.look Games.view Games.board Games.symbols Games.events Questions.log "
        "Questions.moments Questions.map Questions.rule"
    ),
    Operation.JOIN: "Seats.join",
    Operation.LEAVE: "Seats.leave",
    Operation.REPLACE: "Seats.free",
    Operation.INVITE: "Seats.invite Seats.close_links",
    Operation.SETTLE: "Seats.settle",
    Operation.ACT: "Games.act",
    Operation.UNDO: "Games.undo Games.redo",
    Operation.HAND_OVER: "Games.sit",
    Operation.HEAR: "Talks.talk Talks.present",
    Operation.SAY: "Talks.say",
    Operation.NOTE: "Talks.note Talks.keep_note Talks.read",
    Operation.MOVE: "Talks.move Talks.answer",
    Operation.BRANCH: "Games.branch",
    Operation.REMATCH: "Rematches.rematch",
    Operation.PUT_AWAY: "Games.put_away",
    Operation.EXPORT: "Games.export Games.replay Questions.sheet_csv",
    Operation.ASK: (
        "Questions.position Questions.attempt Questions.propose Questions.why Questions.hex "
        "Questions.formation Questions.answers Questions.announcement Questions.routes Questions.last "
        "Questions.complete Questions.check Questions.whatif Questions.runs_after Questions.sheet "
        "Questions.figures Advising.reason Reviewed.begin Reviewed.look"
    ),
    Operation.HINT: "Advising.hint",
}
"""The handlers of each operation."""
OPERATIONS = {name: operation for operation, names in HANDLERS.items() for name in names.split()}
RATES = {
    Operation.LIST: Rate.ASK,
    Operation.CREATE: Rate.CREATE,
    Operation.TAKE_IN: Rate.IMPORT,
    Operation.ACCEPT: Rate.ACCEPT,
    Operation.BRANCH: Rate.BRANCH,
    Operation.REMATCH: Rate.CREATE,
    Operation.EXPORT: Rate.EXPORT,
    Operation.ASK: Rate.ASK,
    Operation.HINT: Rate.HINT,
    Operation.SAY: Rate.SAY,
    **dict.fromkeys(
        (
            Operation.ACCOUNT,
            Operation.ACT,
            Operation.UNDO,
            Operation.HAND_OVER,
            Operation.NOTE,
            Operation.MOVE,
            Operation.JOIN,
            Operation.LEAVE,
            Operation.REPLACE,
            Operation.INVITE,
            Operation.SETTLE,
            Operation.PUT_AWAY,
        ),
        Rate.POST,
    ),
}
"""The rate limit of each operation. Other operations count where they are carried out, or not at all."""

HANDLER_RATES = {
    "Reviewed.begin": Rate.REVIEW,
    # Both are requested whenever a table is opened, and each response covers all entries of the game.
    **dict.fromkeys(("Questions.log", "Questions.moments"), Rate.ASK),
    **dict.fromkeys(
        ("Questions.routes", "Questions.complete", "Questions.whatif", "Questions.runs_after"), Rate.RUNS
    ),
}
"""Handlers with a different rate limit from their operation, because they cost more."""


def operation_of(handler: BaseRouteHandler) -> Operation | None:
    """Return the operation of a handler, or None if it has none."""
    return OPERATIONS.get(_name(handler))


def rate_of(handler: BaseRouteHandler, operation: Operation) -> Rate | None:
    """Return the rate limit of a request. None if the handler counts it itself or it is unlimited."""
    return HANDLER_RATES.get(_name(handler), RATES.get(operation))


def _name(handler: BaseRouteHandler) -> str:
    return str(getattr(handler.fn, "__qualname__", "").rpartition("<locals>.")[2])
