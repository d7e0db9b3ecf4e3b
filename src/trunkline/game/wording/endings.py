"""The reasons for the end of a game, in words."""

from __future__ import annotations

REASONS = {
    "price": "a share price was reached that ends the game",
    "bank": "the bank was broken",
    "bankruptcy": "a player went bankrupt",
    "sole-survivor": "all but one player went bankrupt",
    "agreed": "the players agreed to stop",
}


def why_ended(reason: str) -> str:
    """Return the reason from the state as half a sentence. A reason without a text is returned unchanged."""
    return REASONS.get(reason, reason)
