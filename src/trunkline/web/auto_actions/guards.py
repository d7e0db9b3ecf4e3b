"""The guards of a stored auto-action, evaluated entry by entry on the log of its game."""

from __future__ import annotations

from typing import NamedTuple

from trunkline.game import Game
from trunkline.game.auto_actions import Stop, advance
from trunkline.util.messages import gettext_noop
from trunkline.web.auto_actions.instructions import Standing
from trunkline.web.auto_actions.repository import StoredAutoAction
from trunkline.web.games.game_tree import ACTION, END, REDO, UNDO, Moment
from trunkline.web.games.hosted_game import HostedGame

UNDONE = gettext_noop("An undo took back an action of yours.")
BEFORE = gettext_noop("The game went back to a moment before you set it.")
AWAY = gettext_noop("You do not play this seat any more.")


class Ended(NamedTuple):
    """The end of an auto-action: its status, the reason, and the version of the game."""

    standing: Standing
    reason: str
    version: int


class Followed(NamedTuple):
    """The result of the entries that an auto-action had not seen."""

    ended: Ended | None
    acted: int
    """The number of its actions in the log."""


def follow(hosted: HostedGame, row: StoredAutoAction, version: int) -> Followed:
    """Let the guards see each entry up to a version, once and in order.

    The result depends only on the stored entries, so it is the same after a crash. Raises ``NotPossible`` if
    an entry cannot be replayed.
    """
    acted = row.acted
    if not row.sits or row.seat not in hosted.people:
        return Followed(Ended(Standing.WITHDRAWN, AWAY, version), acted)
    for number in range(row.seen + 1, version + 1):
        entry = hosted.log[number - 1]
        if entry.kind == ACTION and row.acting == number - 1 and entry.seat == row.seat:
            acted += 1
        if (ended := _ended(hosted, row, number)) is not None:
            return Followed(ended, acted)
    return Followed(None, acted)


def as_ended(stop: Stop, version: int) -> Ended:
    """Return the end that a stop means."""
    return Ended(Standing.DONE if stop.done else Standing.STOPPED, stop.reason, version)


def _ended(hosted: HostedGame, row: StoredAutoAction, number: int) -> Ended | None:
    """Return the end that one entry causes, or None."""
    kind = hosted.log[number - 1].kind
    if kind == END:
        return Ended(Standing.DONE, gettext_noop("The game is over."), number)
    if kind not in (ACTION, UNDO, REDO):
        return None
    before, after = hosted.view_at(number - 1), hosted.view_at(number)
    if kind == UNDO:
        return _undone(hosted, row, before.moment, after.moment, number)
    for moment in hosted.path(after.moment)[before.moment.depth + 1 :]:
        stop = _advance(hosted, row, moment)
        if stop is not None:
            return as_ended(stop, number)
    return None


def _advance(hosted: HostedGame, row: StoredAutoAction, moment: Moment) -> Stop | None:
    assert moment.parent is not None
    before, after = (Game.at_state(hosted.options, hosted.state(each)) for each in (moment.parent, moment))
    return advance(row.auto_action, before, moment.action(), after)


def _undone(
    hosted: HostedGame, row: StoredAutoAction, before: Moment, target: Moment, number: int
) -> Ended | None:
    """Withdraw it if an undo took back an action of its owner, or the moment at which it was set."""
    back = hosted.path(before)[target.depth + 1 :]
    if any(moment.action().player == row.seat for moment in back):
        return Ended(Standing.WITHDRAWN, UNDONE, number)
    if hosted.view_at(row.since).moment not in hosted.path(target):
        return Ended(Standing.WITHDRAWN, BEFORE, number)
    return None
