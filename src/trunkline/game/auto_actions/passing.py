"""Auto-actions that pass until another player does something."""

from __future__ import annotations

from collections.abc import Iterator

from trunkline.engine.steps.round_sequence import OPENING
from trunkline.game.actions import Action, Pass
from trunkline.game.auto_actions import common
from trunkline.game.auto_actions.kinds import PassUntil, Stop
from trunkline.game.auto_actions.own_turn import in_sales, next_turn
from trunkline.game.game import Game
from trunkline.util.messages import gettext, gettext_noop


def offers(game: Game, player: str) -> Iterator[PassUntil]:
    """Yield the pass of this round, with the guards that can trip."""
    turn = next_turn(game, player)
    if turn is not None and Pass(player) in turn.legal(player):
        yield PassUntil(player, sells=common.can_sell(game), starts=common.can_start(game))


def check(game: Game, auto: PassUntil) -> str:
    """Return the fault of an auto-action in one sentence, or an empty string."""
    if not in_sales(game):
        return gettext(
            "You can pass ahead only in a stock round or the opening. Set this when the next one has begun."
        )
    return common.idle_guard(game, auto)


def text(game: Game, auto: PassUntil) -> str:
    """Return the instruction in words."""
    if game.shared_state.round.kind == OPENING:
        return gettext("Pass until the end of the opening.")
    return gettext("Pass until the end of {round}.", round=common.round_inside(game))


def guards(game: Game, auto: PassUntil) -> Iterator[str]:
    """Yield the guards in words."""
    yield from common.guard_words(auto, gettext("another player buys or bids"))
    if game.shared_state.round.kind == OPENING:
        yield gettext("the opening ends")
    else:
        yield gettext("{round} ends", round=common.round_inside(game))


def advance(auto: PassUntil, before: Game, action: Action, after: Game) -> Stop | None:
    """Return the stop that an action causes, or None."""
    return common.ended(before, after) or common.tripped(auto, before, action, buys=auto.buys)


def decide(game: Game, auto: PassUntil) -> Action | Stop | None:
    """Pass in the player's turn of a stock round or the opening, but not in an auction."""
    state = game.shared_state
    if not in_sales(game) or (state.opening is not None and state.opening.auction):
        return None
    refusal = game.check(Pass(auto.player))
    return common.refused(gettext_noop("It could not pass: {why}"), refusal) if refusal else Pass(auto.player)
