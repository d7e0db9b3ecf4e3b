"""Plans of the caller: keeping, lists, hand-ins, and the condition for handing in by itself."""

from __future__ import annotations

from msgspec.structs import replace

from trunkline.game import Game
from trunkline.game.actions import AnyAction
from trunkline.game.plans import LONGEST, Mode, Plan, make, outlook, sendable
from trunkline.util.enumeration import all_of
from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.accounts import permissions
from trunkline.web.accounts.permissions import Operation
from trunkline.web.auto_actions.guards import Ended
from trunkline.web.auto_actions.instructions import Standing
from trunkline.web.errors import NotPossible, StaleVersion
from trunkline.web.games import naming
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.game_tree import Moment
from trunkline.web.games.hosted_game import HostedGame, MomentView
from trunkline.web.http.auth import AccountAuth, RequestUser
from trunkline.web.http.services.seats import require_full_table
from trunkline.web.plans import following
from trunkline.web.plans.following import OVER, Stopped, because, fault, follow, line
from trunkline.web.plans.repository import NewPlan, Plans, StoredPlan
from trunkline.web.schemas.my_games import ReadyPlan
from trunkline.web.schemas.plans import HandedIn, KeepPlan, KeptPlan, KeptPlans, KeptPlanStep

FOREIGN = gettext_noop("That sandbox did not begin in this game. Keep the plan in the game of the sandbox.")
BACK = gettext_noop(
    "The game or the sandbox has gone back to before the moment at which the sandbox began. Begin a "
    "new sandbox."
)
DEEP = 20
"""The most sandboxes of sandboxes between a plan and its game."""


def require_sandbox(auth: AccountAuth, caller: RequestUser, sandbox: str) -> None:
    """Raise ``Denied`` unless the caller may look at a sandbox."""
    role = auth.membership.place(sandbox, caller.visitor.person)
    permissions.require(Operation.LOOK, caller.visitor, role)


def find_base(games: GameCache, sandbox: HostedGame, game: HostedGame) -> Moment:
    """Return the moment of a game at which a sandbox of it began. Raises ``NotPossible``.

    A sandbox of a sandbox began at the last moment that all of them share.
    """
    depth, origin = sandbox.moment_at(sandbox.version).depth, sandbox.origin
    for _ in range(DEEP):
        if origin is None:
            break
        parent = game if origin.game == game.id else games[origin.game]
        began = parent.moment_at(origin.at)
        depth = min(depth, began.depth)
        if parent is game:
            return game.path(began)[depth]
        origin = parent.origin
    raise NotPossible(gettext(FOREIGN))


def keep(
    auth: AccountAuth,
    plans: Plans,
    caller: RequestUser,
    sandbox: HostedGame,
    base: Moment,
    moment_view: MomentView,
    data: KeepPlan,
) -> KeptPlan:
    """Keep the moves of a sandbox as a plan. Raises ``Denied`` and ``NotPossible``."""
    hosted_game = moment_view.hosted_game
    seat = _seat(caller, hosted_game, data.seat)
    if hosted_game.over:
        raise NotPossible(gettext(OVER))
    naming.check_complete(hosted_game.seats)
    require_full_table(auth, hosted_game)
    plan = _read_sandbox(sandbox, base, moment_view, seat)
    person, mode = caller.visitor.person, Mode(data.mode)
    new = NewPlan(hosted_game.id, person, sandbox.id, plan, base.number, mode)
    here = line(hosted_game, new, moment_view.version)
    if here is None:
        raise NotPossible(gettext(BACK))
    if here.now.done:
        raise NotPossible(
            gettext("You have made every move of this plan already. Plan further in the sandbox.")
        )
    _check_mode(moment_view, new, mode)
    return _facts(moment_view, plans.find(hosted_game.id, person, plans.keep(new, moment_view.version)))


def listed(plans: Plans, caller: RequestUser, moment_view: MomentView) -> KeptPlans:
    """Return the caller's plans in a game."""
    rows = plans.of(moment_view.hosted_game.id, caller.visitor.person)
    found = [_facts(moment_view, row) for row in rows]
    return KeptPlans(
        moment_view.version,
        tuple(each for each in found if each.status == "active"),
        tuple(each for each in found if each.status != "active"),
    )


def ready_plan(moment_view: MomentView, row: StoredPlan) -> ReadyPlan | None:
    """Return a plan whose next steps can be handed in now, or None."""
    if isinstance(follow(moment_view.hosted_game, row, moment_view.version), Ended):
        return None
    here = line(moment_view.hosted_game, row, moment_view.version)
    if here is None or here.now.next is None:
        return None
    ready = len(sendable(moment_view.game, row.plan, here.now))
    steps = row.plan.steps[here.now.next : here.now.next + ready]
    return ReadyPlan(row.key, tuple(step.text for step in steps)) if ready else None


def set_mode(plans: Plans, caller: RequestUser, moment_view: MomentView, key: str, mode: Mode) -> KeptPlan:
    """Change the condition for handing in by itself. Raises ``NotFound`` and ``NotPossible``."""
    hosted_game, person = moment_view.hosted_game, caller.visitor.person
    row = plans.find(hosted_game.id, person, key)
    _check_active(hosted_game, row, moment_view.version)
    _check_mode(moment_view, row, mode)
    plans.set_mode(hosted_game.id, person, key, mode, moment_view.version)
    return _facts(moment_view, plans.find(hosted_game.id, person, key))


def hand_in(hosted_game: HostedGame, row: StoredPlan, version: int) -> HandedIn:
    """Make the next steps of a plan, as far as they are its owner's and legal.

    Each is an ordinary action at its own version. A repeated request makes none of them again and gets the
    same count. Raises ``ActionRefused`` if the first is refused, ``NotPossible`` and ``StaleVersion``.
    """
    if version > hosted_game.version:
        raise hosted_game.stale(version)
    _check_active(hosted_game, row, version)
    here = line(hosted_game, row, version)
    if here is None or here.now.next is None:
        raise NotPossible(gettext(following.BEFORE if here is None else following.ALL_DONE))
    made = 0
    for action in row.plan.moves_in_a_row(here.now.next):
        try:
            _make(hosted_game, row.seat, action, version + made)
        except (NotPossible, StaleVersion) as error:
            if not made:
                raise
            return HandedIn(version + made, made, str(error))
        made += 1
    return HandedIn(version + made, made)


def _make(hosted_game: HostedGame, seat: str, action: AnyAction, version: int) -> None:
    """Make one step at a version, unless an earlier request has made it."""
    if version == hosted_game.version:
        game = hosted_game.view_at().game
        if game.over:
            raise NotPossible(gettext(OVER))
        if seat not in game.to_act:
            raise NotPossible(gettext("{players} must act first.", players=all_of(sorted(game.to_act))))
    try:
        hosted_game.act(version, action)
    except StaleVersion:
        if not _made_already(hosted_game, action, version):
            raise


def _made_already(hosted_game: HostedGame, action: AnyAction, version: int) -> bool:
    """Return whether the entry after a version is this action."""
    return version < hosted_game.version and hosted_game.action_at(version + 1) == action


def _seat(caller: RequestUser, hosted_game: HostedGame, wanted: str | None) -> str:
    """Return the seat of a plan: the one that is named, or the caller's only one."""
    mine = caller.table_role.seats if caller.table_role else frozenset()
    if wanted is None and len(mine) != 1:
        raise NotPossible(gettext("You have several seats in this game. Name the seat of the plan."))
    seat = next(iter(mine)) if wanted is None else wanted
    caller.require_seat(seat)
    if seat not in hosted_game.people:
        raise NotPossible(gettext("A program plays the seat {seat}. Take the seat back first.", seat=seat))
    return seat


def _read_sandbox(sandbox: HostedGame, base: Moment, moment_view: MomentView, seat: str) -> Plan:
    """Return the moves of a sandbox since it began, as a plan. Raises ``NotPossible``."""
    hosted_game = moment_view.hosted_game
    shared, moves = hosted_game.path(base), sandbox.path()
    same = [moment.data for moment in moves[: len(shared)]] == [moment.data for moment in shared]
    if not same or base not in hosted_game.path(moment_view.moment):
        raise NotPossible(gettext(BACK))
    actions = [moment.action() for moment in moves[len(shared) :]]
    number = max((at for at, action in enumerate(actions, 1) if action.player == seat), default=0)
    if not number:
        raise NotPossible(
            gettext(
                "The sandbox has no move of {seat} since it began. Make your moves there first.", seat=seat
            )
        )
    if number > LONGEST:
        raise NotPossible(
            gettext(
                "A plan has at most {longest} moves, and this one has {number}.",
                longest=LONGEST,
                number=str(number),
            )
        )
    return make(Game.at_state(hosted_game.options, hosted_game.state(base)), seat, actions)


def _check_active(hosted_game: HostedGame, row: StoredPlan, version: int) -> None:
    """Raise ``NotPossible`` if entries that nothing has compared yet have ended the plan."""
    found = follow(hosted_game, row, version)
    if isinstance(found, Ended):
        raise NotPossible(gettext("The plan has ended. {reason}", reason=gettext(found.reason)))


def _check_mode(moment_view: MomentView, row: StoredPlan | NewPlan, mode: Mode) -> None:
    if mode is not Mode.OFF and (why := fault(moment_view, row, mode)):
        raise NotPossible(gettext("The plan cannot be handed in by itself. {why}", why=gettext(why)))


def _facts(moment_view: MomentView, row: StoredPlan) -> KeptPlan:
    """Return a plan with its steps in the present position."""
    hosted_game = moment_view.hosted_game
    shown = KeptPlan(
        row.key,
        row.seat,
        row.sandbox,
        row.standing.value,
        row.mode.value,
        row.since,
        row.at // 1000,
        reason=gettext(row.reason) if row.reason else "",
        ended=row.ended,
    )
    if row.standing is not Standing.ACTIVE:
        return shown
    # The thread that stores ends and stops may not have seen the last entries yet.
    found = follow(hosted_game, row, moment_view.version)
    if isinstance(found, Ended):
        return replace(shown, status=found.standing.value, reason=gettext(found.reason), ended=found.version)
    if isinstance(found, Stopped):
        shown = replace(shown, mode="off", reason=gettext(found.reason))
    here = line(hosted_game, row, moment_view.version)
    if here is None:
        return replace(shown, status="withdrawn", reason=gettext(following.BEFORE))
    views = outlook(moment_view.game, row.plan, here.now)
    return replace(
        shown,
        ready=len(sendable(moment_view.game, row.plan, here.now)),
        moved=because(hosted_game, here),
        steps=tuple(
            KeptPlanStep(step.action.player, step.text, row.plan.is_mine(at), view.state.value, view.note)
            for at, (step, view) in enumerate(zip(row.plan.steps, views, strict=True))
        ),
    )
