"""The progress of a stored plan, from the log of its game."""

from __future__ import annotations

from typing import NamedTuple

from trunkline.game import Game
from trunkline.game.actions import Pass
from trunkline.game.auto_actions import Stop, account
from trunkline.game.plans import Mode, Progress, decide, progress
from trunkline.util.messages import gettext_noop
from trunkline.web.auto_actions.guards import AWAY, Ended
from trunkline.web.auto_actions.instructions import Standing
from trunkline.web.games.game_tree import ACTION, END, REDO, UNDO, Moment
from trunkline.web.games.hosted_game import HostedGame, MomentView
from trunkline.web.plans.repository import NewPlan, StoredPlan

UNDONE = gettext_noop("An undo took back a step that was handed in by itself.")
UNDONE_BY_HAND = gettext_noop("An undo took back an action of yours.")
BEFORE = gettext_noop("The game went back to a moment before you kept the plan.")
OTHERWISE = gettext_noop("You acted otherwise than planned.")
OTHERS = gettext_noop("Other players have moved otherwise than assumed.")
ALL_DONE = gettext_noop("All steps of your plan have been made.")
OVER = gettext_noop("The game is over.")
NAMED = 2
"""The most moves of other players that a reason names."""


class Stopped(NamedTuple):
    """The end of handing in by itself: the reason and the version. The plan stays."""

    reason: str
    version: int


class Line(NamedTuple):
    """The current line of play since the sandbox of a plan began."""

    moments: list[Moment]
    now: Progress


def line(hosted: HostedGame, row: StoredPlan | NewPlan, version: int) -> Line | None:
    """Return the moments since the sandbox began, and the progress. None if the game went back before it."""
    base = hosted.moment_at(row.base)
    path = hosted.path(hosted.moment_at(version))
    if len(path) <= base.depth or path[base.depth] is not base:
        return None
    moments = path[base.depth + 1 :]
    return Line(moments, progress(row.plan, [moment.action() for moment in moments]))


def follow(hosted: HostedGame, row: StoredPlan, version: int) -> Ended | Stopped | None:
    """Compare a plan with the entries up to a version. Return its end, its stop, or None.

    The result depends only on the stored entries, so it is the same after a crash.
    """
    if not row.sits or row.seat not in hosted.people:
        return Ended(Standing.WITHDRAWN, AWAY, version)
    stopped: Stopped | None = None
    for number in range(row.seen + 1, version + 1):
        found = _followed(hosted, row, number)
        if isinstance(found, Ended):
            return found
        stopped = stopped or found
    return stopped


def because(hosted: HostedGame, found: Line) -> str:
    """Return the moves of others since the owner's last move that the plan does not assume, as sentences."""
    strays = [found.moments[at] for at in found.now.strays if at >= found.now.since_own]
    # Passes explain a change only if nothing else does.
    chosen = [each for each in strays if not isinstance(each.action(), Pass)] or strays
    return " ".join(_account(hosted, moment) for moment in chosen[:NAMED])


def fault(view: MomentView, row: StoredPlan | NewPlan, mode: Mode) -> str:
    """Return the reason why a plan cannot act by itself in this position. Empty if it can."""
    hosted = view.hosted_game
    here = line(hosted, row, view.version)
    if here is None:
        return BEFORE
    if here.now.done:
        return ALL_DONE
    if mode is Mode.EXACT and not here.now.exact:
        return because(hosted, here) or OTHERS
    found = decide(view.game, row.plan, here.now, mode)
    return reason(hosted, here, found) if isinstance(found, Stop) else ""


def reason(hosted: HostedGame, found: Line, stop: Stop) -> str:
    """Return the reason of a stop, with the moves of others that came between."""
    return f"{because(hosted, found)} {stop.reason}".strip()


def _followed(hosted: HostedGame, row: StoredPlan, number: int) -> Ended | Stopped | None:
    """Return the end or the stop that one entry causes, or None."""
    kind = hosted.log[number - 1].kind
    if kind == END:
        return Ended(Standing.DONE, OVER, number)
    if kind not in (ACTION, UNDO, REDO):
        return None
    before, after = hosted.moment_at(number - 1), hosted.moment_at(number)
    if hosted.log[number - 1].outcome.over:
        return Ended(Standing.DONE, OVER, number)
    undone: Stopped | None = None
    if kind == UNDO:
        found = _undone(hosted, row, before, after, number)
        if isinstance(found, Ended):
            return found
        undone = found
    here = line(hosted, row, number)
    if here is None:
        return Ended(Standing.WITHDRAWN, BEFORE, number)
    if here.now.done:
        return Ended(Standing.DONE, ALL_DONE, number)
    if row.mode is Mode.OFF or kind == UNDO:
        return undone if row.mode is not Mode.OFF else None
    new = range(before.depth - (after.depth - len(here.moments)), len(here.moments))
    if any(at in here.now.own_strays for at in new):
        return Stopped(OTHERWISE, number)
    if row.mode is Mode.EXACT and not here.now.exact:
        return Stopped(because(hosted, here) or OTHERS, number)
    return None


def _undone(
    hosted: HostedGame, row: StoredPlan, before: Moment, target: Moment, number: int
) -> Ended | Stopped | None:
    """Withdraw it if an undo took back an automatic step or the moment at which it was kept.

    An undo of another action of its owner ends handing in by itself: else it would act again at once.
    """
    back = hosted.path(before)[target.depth + 1 :]
    # A repeated move leads to the moment of the first one.
    automatic = {hosted.moment_at(version + 1).number for version in row.acted if version < number}
    if any(moment.number in automatic and moment.action().player == row.seat for moment in back):
        return Ended(Standing.WITHDRAWN, UNDONE, number)
    if hosted.moment_at(row.since) not in hosted.path(target):
        return Ended(Standing.WITHDRAWN, BEFORE, number)
    if any(moment.action().player == row.seat for moment in back):
        return Stopped(UNDONE_BY_HAND, number)
    return None


def _account(hosted: HostedGame, moment: Moment) -> str:
    assert moment.parent is not None
    return account(Game.at_state(hosted.options, hosted.state(moment.parent)), moment.action())
