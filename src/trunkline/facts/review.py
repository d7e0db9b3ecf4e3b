"""What a review says of a finished game. Shares are parts of what all are worth together, in percent."""

from __future__ import annotations

from msgspec import Struct

from trunkline.tables.records import RoundKey


class CostFacts(Struct, frozen=True):
    """A decision that cost its player something."""

    number: int
    """The moment it was made at."""
    player: str
    round: str
    round_key: RoundKey
    played: str
    """What was played, in words."""
    better: str
    """What would have led further."""
    loss: float
    """By how much the player's share would have been larger."""
    low: float
    high: float
    """Between which that lies, 95% of the time."""
    lines: int
    """Pairs of lines that were played on."""


class LeadFacts(Struct, frozen=True):
    """Who could expect the most from a moment on."""

    number: int
    player: str
    round: str
    share: float


class WorstFacts(Struct, frozen=True):
    """The decisions that cost a player the most, the costliest first."""

    player: str
    decisions: tuple[CostFacts, ...]


class ReviewFacts(Struct, frozen=True):
    """A review as far as it has come."""

    done: int
    """Positions that have been played for it."""
    budget: int
    over: bool
    """Whether nothing more will come."""
    failed: str
    """Why it came to no end; empty where it did, or may yet."""
    decisions: int
    """Decisions of which something is known: agreed to, or tried out against another choice."""
    agreed: int
    """Of these, those that a director would have made as they were made."""
    unseen: int
    """Those that have not been looked at, or not tried out where a director would have done otherwise."""
    turning: tuple[CostFacts, ...]
    """The decisions that the game turned on, in the order of play."""
    worst: tuple[WorstFacts, ...]
    """By seats; empty until something is known."""
    leads: tuple[LeadFacts, ...]
