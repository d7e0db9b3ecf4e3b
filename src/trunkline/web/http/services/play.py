"""Actions, undos, redos and seat changes, with a check of the caller's seats."""

from __future__ import annotations

from collections.abc import Collection

from trunkline.game.actions import Correction
from trunkline.game.auto_actions import Why, obvious
from trunkline.util.enumeration import all_of
from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.errors import Denied, NotPossible
from trunkline.web.games.hosted_game import HostedGame
from trunkline.web.http.auth import AccountAuth, AuthPolicy, RequestUser
from trunkline.web.http.chat_feed import NoFeed
from trunkline.web.http.services.seats import require_full_table
from trunkline.web.schemas.log import PERSON
from trunkline.web.schemas.requests import Act, Redo, Sit, Undo

OVERDUE = gettext_noop("the game has waited longer than the table allows")
"""The reason in the log if a bot plays the seat of a person who is away."""
AUTOMATIC = {
    Why.ONLY: gettext_noop("Made automatically: the only choice."),
    Why.BOUGHT: gettext_noop("Made automatically: after a purchase, the turn ends."),
}
"""The line in the log after an automatic action."""


def act(auth: AuthPolicy, caller: RequestUser, hosted_game: HostedGame, data: Act) -> int:
    """Carry out an action for a seat of the caller, and return the new version."""
    if isinstance(data.action, Correction):
        caller.require_corrector(data.action.player)
    else:
        caller.require_seat(data.action.player)
    if isinstance(auth, AccountAuth) and not hosted_game.row.learns:
        require_full_table(auth, hosted_game)
    if data.automatic:
        return _act_automatically(hosted_game, data)
    return hosted_game.act(data.version, data.action)


def _act_automatically(hosted_game: HostedGame, data: Act) -> int:
    """Carry out an action that needs no decision. Raises ``NotPossible`` if it needs one."""
    found = obvious(hosted_game.view_at().require_version(data.version).game)
    if found is None or found.action != data.action:
        raise NotPossible(
            gettext("This decision is yours: there is more than one choice. Choose an action yourself.")
        )
    return hosted_game.act(data.version, data.action, AUTOMATIC[found.why], automatic=True)


def undo(caller: RequestUser, hosted_game: HostedGame, data: Undo) -> int:
    """Undo the caller's own last actions and later actions of bots. Return the new version."""
    _check_own(caller, hosted_game.seats_undone(data.version, data.to))
    return hosted_game.undo(data.version, data.to)


def redo(caller: RequestUser, hosted_game: HostedGame, data: Redo) -> int:
    """Redo actions that the caller has undone. Return the new version."""
    _check_own(caller, hosted_game.seats_redone(data.version, data.branch))
    return hosted_game.redo(data.version, data.branch)


def sit(feed: NoFeed, caller: RequestUser, hosted_game: HostedGame, data: Sit, *, away: bool) -> int:
    """Hand a seat to a bot, or back to a person, and return the new version.

    ``away`` is true if the game has waited for the person in the seat longer than the table allows. Raises
    ``Denied`` if the other players must consent first.
    """
    caller.require_seat_or_owner(data.seat)
    if data.kind == PERSON:
        return hosted_game.change_seat(data.version, data.seat, data.kind)
    others = (
        feed.seats_needing_consent(hosted_game.id, caller.visitor.person)
        if hosted_game.has_begun
        else frozenset()
    )
    if data.seat in others and not away:
        raise Denied(
            gettext(
                "Somebody else sits as {seat}: ask the table. A program plays there if that person or "
                "most of the others agree, or after {hours} hours without an action.",
                seat=data.seat,
                hours=str(feed.away_hours(hosted_game.id)),
            )
        )
    note = OVERDUE if data.seat in others else ""
    return hosted_game.change_seat(data.version, data.seat, data.kind, note)


def _check_own(caller: RequestUser, seats: Collection[str]) -> None:
    others = caller.seats_of_others(seats)
    if others:
        raise Denied(
            gettext(
                "That would take back what {players} did: you may only take back your own last actions.",
                players=all_of(others),
            )
        )
