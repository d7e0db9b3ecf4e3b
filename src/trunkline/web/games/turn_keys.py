"""The current round and turn. A decision of another player belongs to the turn in which it arises."""

from __future__ import annotations

from trunkline.engine.kernel.state import State
from trunkline.web.schemas.log import RoundKey


def turn_holder(state: State) -> tuple[str, str]:
    """Return the player whose turn it is and the corporation that operates, if any."""
    turn = state.operating.turn if state.operating else None
    if turn is not None and turn.corp in state.corporations:
        return state.corporations[turn.corp].president, turn.corp
    if state.stock is not None:
        return state.stock.turn, ""
    if state.opening is not None:
        return state.opening.bidder or state.opening.turn, ""
    if state.pending:
        return state.pending[-1].player, state.pending[-1].corp
    return "", ""


def turn_key(state: State) -> str:
    """Return a key that differs between consecutive turns."""
    player, corp = turn_holder(state)
    now = state.round
    auction = state.opening.auction if state.opening else ""
    return f"{now.kind} {now.number}.{now.index} {auction} {corp or player}"


def round_key(state: State) -> RoundKey:
    """Return the numbers of the current round, for comparison and short names."""
    now = state.round
    return RoundKey(now.kind, now.number, now.index)
