"""Types for ratings of people and bots."""

from __future__ import annotations

from msgspec import Struct


class RatingFacts(Struct, frozen=True):
    """The rating of a person or a bot in one title.

    A new player begins at 1500 ± 333. The true strength lies within the range with a probability of 95%.
    """

    title: str
    name: str
    """The name of the person, or of the bot."""
    bot: bool
    rating: int
    range: int
    """Twice the standard deviation: the number after ±."""
    games: int
    provisional: bool
    """True while the player has few games. Such players come after the others."""
