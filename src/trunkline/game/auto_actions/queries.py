"""Questions about auto-actions: which can be set, what they would do, and when they end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from trunkline.engine.kernel import referee
from trunkline.game.actions import Action, Pass
from trunkline.game.auto_actions import answering, bidding, buying, common, operating, passing
from trunkline.game.auto_actions.kinds import (
    AnswerOffers,
    AutoAction,
    BidUpTo,
    BuyShares,
    OperateAsBefore,
    PassUntil,
    Preview,
    Stop,
)
from trunkline.game.auto_actions.own_turn import next_turn
from trunkline.game.game import Game
from trunkline.game.wording.choices import words
from trunkline.util.messages import gettext

_MODULES: dict[type[Any], Any] = {
    PassUntil: passing,
    BuyShares: buying,
    BidUpTo: bidding,
    OperateAsBefore: operating,
    AnswerOffers: answering,
}
"""The module with ``offers``, ``check``, ``text``, ``guards``, ``advance`` and ``decide`` of each kind."""
LONGEST_TURN = 20
"""The most actions of one turn that a preview shows."""


def offers(game: Game, player: str) -> list[AutoAction]:
    """Return the auto-actions that a player can set now, with default values."""
    if game.over or player not in game.players or game.shared_state.players[player].out:
        return []
    found: list[AutoAction] = []
    for module in _MODULES.values():
        of_kind: Callable[[Game, str], Iterator[AutoAction]] = module.offers
        found += [auto for auto in of_kind(game, player) if not check(game, auto)]
    return found


def check(game: Game, auto: AutoAction) -> str:
    """Return the reason why an auto-action cannot be set now, as one sentence. Empty if it can."""
    if game.over:
        return gettext("The game is over.")
    player = game.shared_state.players.get(auto.player)
    if player is None or player.out:
        return gettext("{player} does not play in this game.", player=auto.player)
    return str(_MODULES[type(auto)].check(game, auto))


def text(game: Game, auto: AutoAction) -> str:
    """Return the instruction as one sentence."""
    return str(_MODULES[type(auto)].text(game, auto))


def idle_guards(game: Game, auto: AutoAction) -> tuple[str, ...]:
    """Return the fields of the guards that can never stop an auto-action now. A form omits them."""
    return tuple(common.idle_guards(game)) if isinstance(auto, PassUntil | BuyShares) else ()


def slot(auto: AutoAction) -> str:
    """Return the place that an auto-action takes: a player has at most one in each place of a game."""
    match auto:
        case OperateAsBefore():
            return f"operate:{auto.corp}"
        case AnswerOffers():
            return f"answer:{auto.offer}:{auto.thing}:{auto.asker}:{auto.accept}"
    return "turn"


def advance(auto: AutoAction, before: Game, action: Action, after: Game) -> Stop | None:
    """Return the stop that one action causes, which was played after the auto-action was set, or None."""
    if after.over:
        return Stop(gettext("The game is over."), done=True)
    if after.shared_state.players[auto.player].out:
        return Stop(gettext("You have left the game."), done=True)
    stop: Stop | None = _MODULES[type(auto)].advance(auto, before, action, after)
    return stop


def decide(game: Game, auto: AutoAction) -> Action | Stop | None:
    """Return the legal action to take now, the stop if it cannot continue, or None if it has nothing to do.

    It has nothing to do if another player must decide, or if it is not for this decision.
    """
    if game.over or auto.player not in game.to_act:
        return None
    if game.shared_state.pending and not isinstance(auto, AnswerOffers):
        return None
    found: Action | Stop | None = _MODULES[type(auto)].decide(game, auto)
    return found


def only_pass(game: Game, player: str) -> bool:
    """Return whether the player must decide and every legal action is a pass."""
    if game.over or player not in game.to_act or game.check(Pass(player)) is not None:
        return False
    return referee.can_only_pass(game.title, game.shared_state, player)


def preview(game: Game, auto: AutoAction) -> Preview:
    """Return an auto-action in words: the instruction, the actions of its next turn, and its guards."""
    guards = tuple(_MODULES[type(auto)].guards(game, auto))
    return Preview(text(game, auto), _now(game, auto), guards)


def rehearse(game: Game, auto: AutoAction) -> tuple[list[tuple[Game, Action]], Stop | None]:
    """Return the actions of its next turn, each with the position before it, and the stop that ends it."""
    made: list[tuple[Game, Action]] = []
    now = game.copy()
    while len(made) < LONGEST_TURN:
        found = decide(now, auto)
        if found is None or isinstance(found, Stop):
            return made, found
        before = now.copy()
        now.play(found)
        made.append((before, found))
        if (stop := advance(auto, before, found, now)) is not None:
            return made, stop
        if _turn(now) != _turn(before):
            break
    return made, None


def _turn(game: Game) -> tuple[object, ...]:
    """Return the identity of the current turn."""
    state = game.shared_state
    turn = state.operating.turn if state.operating else None
    return state.round, turn.corp if turn else "", tuple(sorted(game.to_act))


def _now(game: Game, auto: AutoAction) -> str:
    turn = _ahead(game, auto)
    if turn is None:
        return gettext("It would do nothing now.")
    made, stop = rehearse(turn, auto)
    parts = "; ".join(words(before, action) for before, action in made)
    if stop is not None and not made:
        if turn is game:
            return gettext("Now it would stop: {why}", why=stop.reason)
        return gettext("On its turn, if nothing changes, it would stop: {why}", why=stop.reason)
    if not made:
        return gettext("It would do nothing now.")
    found = (
        gettext("Now it would: {actions}", actions=parts)
        if turn is game
        else gettext("On its turn, if nothing changes, it would: {actions}", actions=parts)
    )
    ending = gettext("Then it would stop: {why}", why=stop.reason) if stop else ""
    return f"{common.full_stop(found)}{ending and ' '}{ending}"


def _ahead(game: Game, auto: AutoAction) -> Game | None:
    """Return the game at the next turn of the auto-action, or None if nothing is known about it."""
    match auto:
        case OperateAsBefore():
            return operating.turn_ahead(game, auto)
        case AnswerOffers():
            return game if auto.player in game.to_act else None
    return next_turn(game, auto.player)
