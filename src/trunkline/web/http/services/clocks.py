"""Clocks of tables, for the handlers of games and clocks."""

from __future__ import annotations

from trunkline.util.messages import gettext
from trunkline.web.clocks.settings import check_clock
from trunkline.web.errors import Invalid
from trunkline.web.http.auth import AccountAuth
from trunkline.web.http.request_context import RequestContext
from trunkline.web.schemas.clocks import TableClock
from trunkline.web.schemas.log import PERSON


def check_new_clock(context: RequestContext, clock: TableClock | None) -> None:
    """Check the clock of a new table, if it has one. Raises ``Invalid`` and ``NotPossible``."""
    if clock is None:
        return
    if not isinstance(context.auth, AccountAuth):
        raise Invalid(
            gettext("This server has no accounts, and only people with accounts play by the clock.")
        )
    check_clock(clock)
    if clock.bot:
        context.dispatcher.check_seat_kind(clock.bot)
    if clock.bot == PERSON:
        raise Invalid(
            gettext("Name the bot that plays the seat when the time is used up. A person is not a bot.")
        )
