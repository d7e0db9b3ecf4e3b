"""Rounds by their numbers, for who compares and abbreviates them."""

from __future__ import annotations

from trunkline.kernel.state import State
from trunkline.server.records import RoundKey


def round_key(state: State) -> RoundKey:
    """The round in play."""
    now = state.round
    return RoundKey(now.kind, now.number, now.index)
