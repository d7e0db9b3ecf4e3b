"""Results of a review: the cost of each decision, and the turning points of the game.

Shares are parts of the total worth of all players, from 0 to 1, as expected at the end of the lines of play.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec import Struct

from trunkline.game.actions import AnyAction

T = TypeVar("T")


class Moment(Struct, frozen=True):
    """A position of the reviewed game, and the action played there."""

    number: int
    """The number of the moment in the game."""
    state: bytes
    """The serialized position."""
    action: AnyAction


class Decision(Struct, frozen=True):
    """One decision and its best alternative."""

    number: int
    """The number of the moment before the decision."""
    player: str
    played: AnyAction
    better: AnyAction
    """The best alternative that was compared."""
    gain: float
    """The increase of the player's share with the alternative; negative if the played action is better."""
    low: float
    high: float
    """The limits of the 95% interval of the gain."""
    lines: int
    """Number of pairs of lines that were compared."""
    line: tuple[AnyAction, ...] = ()
    """The first actions after the alternative, in the line whose gain is nearest to the mean."""

    @property
    def loss(self) -> float:
        """The cost to the player, as a share; 0 if no alternative was better."""
        return max(0.0, self.gain)


class Standing(Struct, frozen=True):
    """Each player's expected share at the beginning of a round."""

    number: int
    """The number of the moment at which it begins."""
    shares: dict[str, float]

    @property
    def leader(self) -> str:
        """The player with the largest expected share. Ties go to the first seat."""
        return max(self.shares, key=lambda name: self.shares[name])


class Review(Struct, frozen=True):
    """The results of a review, finished or not."""

    title: str
    players: tuple[str, ...]
    decisions: tuple[Decision, ...]
    """The decisions that differ from the director's choice, in the order of play."""
    agreed: int
    """Number of decisions that match the director's choice. No alternatives were compared."""
    unseen: int
    """Number of decisions not examined yet."""
    course: tuple[Standing, ...]
    """A standing for each round."""
    steps: int
    """Number of positions played."""
    budget: int
    whole: bool
    """True if the review is finished."""


CLEAR = 0.002
"""Minimum share that counts as a costly decision."""
LEAD = 0.03
"""Minimum lead, as a share, that counts as a clear lead."""
MOST_TURNS = 6
"""Maximum number of turning points."""
WORST = 3
"""Number of costly decisions listed for each player."""


def worst(review: Review, player: str, count: int = WORST) -> list[Decision]:
    """Return a player's costliest decisions, the costliest first."""
    mine = [each for each in review.decisions if each.player == player and each.loss >= CLEAR]
    return sorted(mine, key=lambda each: -each.loss)[:count]


def best(review: Review, player: str) -> Decision | None:
    """Return the player's decision whose best alternative would certainly have cost most, or None."""
    mine = (each for each in review.decisions if each.player == player and each.high < 0)
    return min(mine, key=lambda each: each.gain, default=None)


def turning(review: Review) -> list[Decision]:
    """Return the turning points in the order of play: the costliest decisions with a certain loss."""
    sure = [each for each in review.decisions if each.low > 0 and each.loss >= CLEAR]
    begins = [each.number for each in review.course]
    found = turns(sorted(sure, key=lambda each: -each.loss), lambda each: bisect(begins, each.number))
    return sorted(found, key=lambda each: each.number)


def turns(costly: Iterable[T], round_of: Callable[[T], object]) -> list[T]:
    """Return the first item of each round, up to ``MOST_TURNS``.

    Later ones in a round concern mostly the same.
    """
    found: dict[object, T] = {}
    for each in costly:
        found.setdefault(round_of(each), each)
    return list(found.values())[:MOST_TURNS]


def leads(review: Review) -> list[Standing]:
    """Return the standings at which a new player takes a clear lead, including the first clear lead."""
    found: list[Standing] = []
    for standing in review.course:
        first, second, *_ = sorted(standing.shares.values(), reverse=True)
        if first - second >= LEAD and (not found or found[-1].leader != standing.leader):
            found.append(standing)
    return found
