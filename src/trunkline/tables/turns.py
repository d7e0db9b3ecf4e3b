"""Which round it is, and whose turn: a question to another player belongs to the turn it comes up in."""

from __future__ import annotations

from trunkline.kernel.state import State
from trunkline.tables.records import RoundKey


def holder(state: State) -> tuple[str, str]:
    """The player whose turn it is, and the corporation acted for, if any."""
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


def key(state: State) -> str:
    """What tells the turn in progress from the one before it."""
    player, corp = holder(state)
    now = state.round
    auction = state.opening.auction if state.opening else ""
    return f"{now.kind} {now.number}.{now.index} {auction} {corp or player}"


def round_key(state: State) -> RoundKey:
    """The round in play by its numbers, for who compares and abbreviates them."""
    now = state.round
    return RoundKey(now.kind, now.number, now.index)
