"""Auto-actions of the caller: setting, previews and lists."""

from __future__ import annotations

from collections.abc import Sequence

from trunkline.game import Game
from trunkline.game import auto_actions as auto
from trunkline.game.auto_actions import AutoAction
from trunkline.util.messages import gettext
from trunkline.web.auto_actions.instructions import Standing
from trunkline.web.auto_actions.repository import AutoActions, StoredAutoAction
from trunkline.web.errors import NotPossible
from trunkline.web.games import naming
from trunkline.web.games.hosted_game import MomentView
from trunkline.web.http.auth import AccountAuth, RequestUser
from trunkline.web.http.services.seats import require_full_table
from trunkline.web.schemas.auto_actions import AutoActionFacts, AutoActionList, AutoOffer, AutoPreview


def listed(
    stored: AutoActions, caller: RequestUser, moment_view: MomentView, *, offers: bool = True
) -> AutoActionList:
    """Return the caller's auto-actions in a game."""
    rows = stored.of(moment_view.hosted_game.id, caller.visitor.person)
    game = moment_view.game
    found = [_facts(game, row) for row in rows if row.seat in game.players]
    seats = sorted(caller.table_role.seats) if caller.table_role else []
    return AutoActionList(
        moment_view.version,
        tuple(each for each in found if each.status == "active"),
        tuple(each for each in found if each.status != "active"),
        tuple(
            AutoOffer(each, auto.text(game, each))
            for seat in (seats if offers else ())
            for each in auto.offers(game, seat)
        ),
    )


def previews(caller: RequestUser, moment_view: MomentView, wanted: Sequence[AutoAction]) -> list[AutoPreview]:
    """Return auto-actions in words, each with its fault if it cannot be set. Raises ``Denied``."""
    for each in wanted:
        caller.require_seat(each.player)
    return [_preview(moment_view.game, each) for each in wanted]


def set_all(
    auth: AccountAuth,
    stored: AutoActions,
    caller: RequestUser,
    moment_view: MomentView,
    wanted: Sequence[AutoAction],
) -> list[AutoActionFacts]:
    """Set auto-actions, all of them or none. Raises ``Denied`` and ``NotPossible``."""
    hosted_game = moment_view.hosted_game
    for each in wanted:
        caller.require_seat(each.player)
        if each.player not in hosted_game.people:
            raise NotPossible(
                gettext("A program plays the seat {player}. Take the seat back first.", player=each.player)
            )
    naming.check_complete(hosted_game.seats)
    require_full_table(auth, hosted_game)
    slots = [(each.player, auto.slot(each)) for each in wanted]
    if len(set(slots)) < len(slots):
        raise NotPossible(gettext("Two of these auto-actions are for the same turns. Set only one of them."))
    for each in wanted:
        if fault := auto.check(moment_view.game, each):
            raise NotPossible(fault)
    keys = stored.set(hosted_game.id, caller.visitor.person, wanted, moment_view.version)
    rows = {row.key: row for row in stored.of(hosted_game.id, caller.visitor.person)}
    return [_facts(moment_view.game, rows[key]) for key in keys if key in rows]


def _preview(game: Game, each: AutoAction) -> AutoPreview:
    idle = auto.idle_guards(game, each)
    if fault := auto.check(game, each):
        return AutoPreview(each, _text(game, each), "", (), fault, idle)
    shown = auto.preview(game, each)
    return AutoPreview(each, shown.text, shown.now, shown.guards, idle=idle)


def _facts(game: Game, row: StoredAutoAction) -> AutoActionFacts:
    active = row.standing is Standing.ACTIVE
    shown = auto.preview(game, row.auto_action) if active and not game.over else None
    return AutoActionFacts(
        row.key,
        row.auto_action,
        _text(game, row.auto_action),
        row.standing.value,
        row.since,
        row.at // 1000,
        row.acted,
        gettext(row.reason) if row.reason else "",
        row.ended,
        shown.now if shown else "",
        shown.guards if shown else (),
    )


def _text(game: Game, each: AutoAction) -> str:
    """Return the instruction in words; empty if it names something that the game does not have."""
    try:
        return auto.text(game, each)
    except KeyError:
        return ""
