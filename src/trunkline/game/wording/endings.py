"""The reasons for the end of a game, in words."""

from __future__ import annotations

from trunkline.util.messages import gettext_noop, translated

REASONS = {
    "price": gettext_noop("a share price was reached that ends the game"),
    "bank": gettext_noop("the bank was broken"),
    "train": gettext_noop("the train was bought that ends the game"),
    "sets": gettext_noop("the last set of rounds was played"),
    "bankruptcy": gettext_noop("a player went bankrupt"),
    "sole-survivor": gettext_noop("all but one player went bankrupt"),
    "agreed": gettext_noop("the players agreed to stop"),
}


def why_ended(reason: str) -> str:
    """Return the reason from the state as half a sentence. A reason without a text is returned unchanged."""
    return translated(REASONS[reason]) if reason in REASONS else reason
