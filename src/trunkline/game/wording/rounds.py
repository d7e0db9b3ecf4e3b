"""Names of rounds, and the decision of the moment in words."""

from __future__ import annotations

from trunkline.engine.kernel import referee
from trunkline.engine.kernel.state import State
from trunkline.game.game import Game


def moment(game: Game) -> str:
    """Return the round, the player whose turn it is, and the decision to make."""
    state = game.shared_state
    if state.over:
        return "The game is over."
    what, corp = referee.task(game.title, state)
    if corp:
        what = f"{corp}'s turn, {what}"
    return f"{round_name(state)}. {' and '.join(sorted(game.to_act))}: {what}."


def round_name(state: State) -> str:
    """Return the name of the current round, such as ``Operating round 2.1``."""
    now = state.round
    if now.kind == "operating":
        return f"Operating round {now.number}.{now.index}"
    return f"Stock round {now.number}" if now.kind == "stock" else now.kind.capitalize()
