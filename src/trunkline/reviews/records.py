"""What a review says: of each decision what it cost, and of the game what it turned on.

Shares are parts of what all players are worth together, from 0 to 1, as expected where lines of play end.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec import Struct

from trunkline.actions import AnyAction

T = TypeVar("T")


class Moment(Struct, frozen=True):
    """A position of the game that is reviewed, and what was played there."""

    number: int
    """The moment by the game's own count."""
    state: bytes
    """The position, in writing."""
    action: AnyAction


class Decision(Struct, frozen=True):
    """One decision, beside the best that else was thought of."""

    number: int
    """The moment it was made at."""
    player: str
    played: AnyAction
    better: AnyAction
    """Of what else was thought of, what leads furthest."""
    gain: float
    """By how much the player's share would be larger; negative where what was played is better."""
    low: float
    high: float
    """Between which the gain lies, 95% of the time."""
    lines: int
    """Pairs of lines that were compared."""

    @property
    def loss(self) -> float:
        """What it cost the player; nothing where nothing better was found."""
        return max(0.0, self.gain)


class Standing(Struct, frozen=True):
    """What each player may expect at the beginning of a round."""

    number: int
    """The moment it begins at."""
    shares: dict[str, float]

    @property
    def leader(self) -> str:
        """Who may expect the most; of equals who sits first."""
        return max(self.shares, key=lambda name: self.shares[name])


class Review(Struct, frozen=True):
    """What has been found, be it all or not."""

    title: str
    players: tuple[str, ...]
    decisions: tuple[Decision, ...]
    """Those where somebody did something else than a director would have, in the order of play."""
    agreed: int
    """Decisions that a director would have made as they were made; nothing better was looked for."""
    unseen: int
    """Decisions that have not been looked at yet."""
    course: tuple[Standing, ...]
    """A standing for each round."""
    steps: int
    """Positions that were played for it."""
    budget: int
    whole: bool
    """Whether it is done."""


CLEAR = 0.002
"""A share below which nobody calls a decision costly."""
LEAD = 0.03
"""A share by which somebody must be ahead to be called the leader."""
MOST_TURNS = 6
"""Turning points that are named."""
WORST = 3
"""Costly decisions that are named of each player."""


def worst(review: Review, player: str, count: int = WORST) -> list[Decision]:
    """A player's costliest decisions, the costliest first."""
    mine = [each for each in review.decisions if each.player == player and each.loss >= CLEAR]
    return sorted(mine, key=lambda each: -each.loss)[:count]


def turning(review: Review) -> list[Decision]:
    """The decisions that the game turned on, in the order of play: the costliest that are known to be."""
    sure = [each for each in review.decisions if each.low > 0 and each.loss >= CLEAR]
    begins = [each.number for each in review.course]
    found = turns(sorted(sure, key=lambda each: -each.loss), lambda each: bisect(begins, each.number))
    return sorted(found, key=lambda each: each.number)


def turns(costly: Iterable[T], round_of: Callable[[T], object]) -> list[T]:
    """The first of each round, of so many rounds: what follows it there is mostly about the same."""
    found: dict[object, T] = {}
    for each in costly:
        found.setdefault(round_of(each), each)
    return list(found.values())[:MOST_TURNS]


def leads(review: Review) -> list[Standing]:
    """Where somebody else began to lead clearly, and the first standing at which anybody did."""
    found: list[Standing] = []
    for standing in review.course:
        first, second, *_ = sorted(standing.shares.values(), reverse=True)
        if first - second >= LEAD and (not found or found[-1].leader != standing.leader):
            found.append(standing)
    return found
