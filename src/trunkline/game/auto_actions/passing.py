"""Auto-actions that pass until another player does something."""

from __future__ import annotations

from collections.abc import Iterator

from trunkline.game.actions import Action, Pass
from trunkline.game.auto_actions import common
from trunkline.game.auto_actions.kinds import PassUntil, Stop
from trunkline.game.auto_actions.own_turn import in_sales, next_turn
from trunkline.game.game import Game
from trunkline.game.wording.rounds import round_name


def offers(game: Game, player: str) -> Iterator[PassUntil]:
    """Yield the pass of this round, with the guards that can trip."""
    turn = next_turn(game, player)
    if turn is not None and Pass(player) in turn.legal(player):
        yield PassUntil(player, sells=common.can_sell(game), starts=common.can_start(game))


def check(game: Game, auto: PassUntil) -> str:
    """Return the fault of an auto-action in one sentence, or an empty string."""
    if not in_sales(game):
        return (
            "You can pass ahead only in a stock round or the opening. Set this when the next one has begun."
        )
    return common.idle_guard(game, auto)


def text(game: Game, auto: PassUntil) -> str:
    """Return the instruction in words."""
    return f"Pass until the end of {_round(game)}."


def guards(game: Game, auto: PassUntil) -> Iterator[str]:
    """Yield the guards in words."""
    yield from common.guard_words(auto, "another player buys or bids")
    yield f"{_round(game)} ends"


def advance(auto: PassUntil, before: Game, action: Action, after: Game) -> Stop | None:
    """Return the stop that an action causes, or None."""
    return common.ended(before, after) or common.tripped(auto, before, action, buys=auto.buys)


def decide(game: Game, auto: PassUntil) -> Action | Stop | None:
    """Pass in the player's turn of a stock round or the opening, but not in an auction."""
    state = game.shared_state
    if not in_sales(game) or (state.opening is not None and state.opening.auction):
        return None
    refusal = game.check(Pass(auto.player))
    return common.refused("pass", refusal) if refusal else Pass(auto.player)


def _round(game: Game) -> str:
    name = round_name(game.shared_state)
    return "the opening" if name == "Opening" else name.lower()
