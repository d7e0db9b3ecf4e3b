"""The review of a finished game. Shares are percentages of the total worth of all players."""

from __future__ import annotations

from msgspec import Struct

from trunkline.game.actions import AnyAction
from trunkline.web.schemas.log import RoundKey


class CostFacts(Struct, frozen=True):
    """A decision that cost its player worth."""

    number: int
    """The moment of the decision."""
    player: str
    round: str
    round_key: RoundKey
    played: str
    """The action played, as text."""
    better: str
    """The better action, as text."""
    loss: float
    """The increase in the player's share that the better action would have brought, in percentage points."""
    low: float
    high: float
    """``low`` and ``high`` are the limits of the 95% confidence interval of the loss."""
    lines: int
    """The number of pairs of continuations that were played."""
    better_action: AnyAction | None = None
    """The better action. Null in reviews of older versions."""
    line: tuple[AnyAction, ...] = ()
    """The actions after the better one in the continuation whose result is nearest to the mean, up to the end
    of the player's next turn or of the round. Empty until the review is finished, and in older reviews."""
    then: str = ""
    """The first of these actions, as text."""


class LeadFacts(Struct, frozen=True):
    """The player with the highest expected share from a moment on."""

    number: int
    player: str
    round: str
    share: float


class WorstFacts(Struct, frozen=True):
    """The costliest decisions of a player, costliest first."""

    player: str
    decisions: tuple[CostFacts, ...]


class BestFacts(Struct, frozen=True):
    """The best decision of a player among those that differ from the choice of ``director``."""

    number: int
    player: str
    round: str
    played: str
    better: str
    """The best alternative that was compared, as text."""
    gain: float
    """The part of the total worth that the alternative would have cost, in percentage points."""


class ReviewFacts(Struct, frozen=True):
    """A review, finished or in progress."""

    done: int
    """The number of positions played for the review so far."""
    budget: int
    over: bool
    """True if the review is finished and no more results will follow."""
    failed: str
    """The reason why the review failed. Empty if it did not fail."""
    decisions: int
    """The number of decisions with a result: confirmed, or compared with another choice."""
    agreed: int
    """The number of those decisions in which ``director`` would have chosen the same action."""
    unseen: int
    """The number of decisions not examined, or not compared although ``director`` would have chosen
    differently."""
    turning: tuple[CostFacts, ...]
    """The turning points of the game, in the order of play."""
    worst: tuple[WorstFacts, ...]
    """One entry for each seat, in seat order. Empty until there are results."""
    leads: tuple[LeadFacts, ...]
    best: tuple[BestFacts, ...] = ()
    """The best decision of each player who has one. Older reviews have none."""
