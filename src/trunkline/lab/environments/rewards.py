"""Rewards at the end of a game, and potentials that shape them on the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from trunkline.game import Game
from trunkline.util.errors import UsageError

Reward = Callable[[Game], dict[str, float]]
"""The reward of each player for the present standings, from -1 to 1."""


def rank(game: Game) -> dict[str, float]:
    """Return the final rank: 1 for the first, -1 for the last, even steps between. Ties share their mean."""
    standings = game.standings()
    last = len(standings) - 1
    places: dict[int, list[int]] = {}
    for seat, standing in enumerate(standings):
        places.setdefault(standing.place, []).append(seat)
    means = {place: sum(seats) / len(seats) for place, seats in places.items()}
    return {each.player: 1 - 2 * means[each.place] / last for each in standings}


def share(game: Game) -> dict[str, float]:
    """Return the share of all worth, scaled so that an equal share is 0 and all of it is 1."""
    worth = {each.player: max(0, each.worth) for each in game.standings()}
    total = sum(worth.values())
    even = 1 / len(worth)
    return {name: (own / total - even) / (1 - even) if total else 0.0 for name, own in worth.items()}


def difference(game: Game) -> dict[str, float]:
    """Return the difference to the best other player, as a share of the richest player's worth."""
    worth = {each.player: each.worth for each in game.standings()}
    most = max(1, *worth.values())
    found = {}
    for name, own in worth.items():
        best = max(other for rival, other in worth.items() if rival != name)
        found[name] = max(-1.0, (own - best) / most)
    return found


REWARDS: Final[Mapping[str, Reward]] = {"rank": rank, "share": share, "difference": difference}


def reward_named(name: str) -> Reward:
    """Return a reward by name. Raises ``UsageError`` if there is no such reward."""
    if name not in REWARDS:
        raise UsageError(f"There is no reward {name!r}; there are {', '.join(REWARDS)}.")
    return REWARDS[name]


class Shaping:
    """Potential-based shaping: the discounted change of the share of worth since the player's last decision.

    The sum of these rewards over a game depends only on its start and end, so the best policy stays the
    same (Ng, Harada and Russell, 1999). The potential after the end is 0.
    """

    def __init__(self, discount: object) -> None:
        """Raises ``UsageError`` if the discount is not from 0 to 1."""
        if not isinstance(discount, int | float) or not 0 <= discount <= 1:
            raise UsageError(f"The discount of shaping is from 0 to 1, not {discount!r}.")
        self._discount = discount
        self._potential: dict[str, float] = {}

    def restart(self) -> None:
        """Forget the last game."""
        self._potential.clear()

    def at_decision(self, game: Game, player: str) -> float:
        """Return the shaping reward of a player who must decide now; 0 at the first decision."""
        now = share(game)[player]
        before = self._potential.get(player)
        self._potential[player] = now
        return 0.0 if before is None else self._discount * now - before

    def at_end(self, player: str) -> float:
        """Return the shaping reward of a player at the end of the game."""
        return -self._potential.get(player, 0.0)
