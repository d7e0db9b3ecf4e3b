"""Stock round turns that the site skips for its players."""

from __future__ import annotations

from trunkline.engine.kernel import referee
from trunkline.engine.kernel.action import BuyShare
from trunkline.engine.kernel.context import Title
from trunkline.engine.kernel.state import OFFERING, State


def idle(title: Title, state: State, player: str) -> bool:
    """Return whether the site skips a player's turn in a stock round."""
    return referee.can_only_pass(title, state, player) and not _tempted(title, state, player)


def _tempted(title: Title, state: State, player: str) -> bool:
    """Return whether the site asks a player who can only pass.

    It ignores that the IPO is closed while the pool is over-full.
    """
    full = [corp.id for corp in state.corporations.values() if corp.started and corp.offering and corp.pool]
    for id in full:
        trial = state.copy()
        corp = trial.corporations[id]
        corp.offering, corp.pool = corp.offering + corp.pool, 0
        if referee.check(title, trial, BuyShare(player, id, OFFERING)) is None:
            return True
    return False
