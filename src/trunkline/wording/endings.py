"""Why a game ended, in words."""

from __future__ import annotations

REASONS = {
    "price": "a share price was reached that ends the game",
    "bank": "the bank was broken",
    "bankruptcy": "a player went bankrupt",
    "sole-survivor": "all but one player went bankrupt",
    "agreed": "the players agreed to stop",
}


def why_ended(reason: str) -> str:
    """The reason that the state holds, as half a sentence; a reason without words stands for itself."""
    return REASONS.get(reason, reason)
