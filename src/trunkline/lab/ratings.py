"""Ratings by the Plackett-Luce model with the update rules of Weng and Lin (openskill).

The arena rates computer players with it, and the server people and bots. Every player starts at 25 with a
standard deviation of 25/3. Random players end between 0 and 50.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from statistics import mean
from typing import NamedTuple, TypeVar

from openskill.models import PlackettLuce

Player = TypeVar("Player", bound=Hashable)


class Rating(NamedTuple):
    """A rating and its standard deviation."""

    mu: float
    sigma: float


_MODEL = PlackettLuce()
START = Rating(_MODEL.mu, _MODEL.sigma)
"""The rating of a player without games."""


def rated(
    before: Mapping[Player, Rating], seats: Sequence[Player], scores: Sequence[float]
) -> dict[Player, Rating]:
    """Return the ratings of the players of one game after it.

    Each seat is rated separately. The rating of a player with several seats is the mean of its seats.

    Args:
        before: The ratings before the game. Players that are missing start at ``START``.
        seats: The player of each seat.
        scores: The result of each seat. Only its order counts: equal results are ties.
    """
    teams = []
    for player in seats:
        mu, sigma = before.get(player, START)
        teams.append([_MODEL.rating(mu=mu, sigma=sigma)])
    after = _MODEL.rate(teams, scores=[float(score) for score in scores])
    found = {}
    for player in dict.fromkeys(seats):
        mine = [rating for (rating,), other in zip(after, seats, strict=True) if other == player]
        found[player] = Rating(mean(rating.mu for rating in mine), mean(rating.sigma for rating in mine))
    return found
