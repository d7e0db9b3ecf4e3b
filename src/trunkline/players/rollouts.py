"""Playouts: play on from a position to a horizon, with a policy for each player.

To compare moves, a caller plays each of them on several times with slightly erring players. The same seed
gives the same errors after every move, so that moves differ by their consequences and not by luck. The limit
is a number of positions, so every machine gets the same result. A caller may add a limit of time.

>>> import trunkline
>>> from trunkline.players.director import Director
>>> now = trunkline.Position.of(trunkline.new("1851", ["Ann", "Bob", "Cy"]))
>>> line = play_on(now, Director(), ends_set(now), steps=2_000)
>>> line.whole, line.position.state.round.number
(True, 2)
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean, stdev
from typing import NamedTuple
from zlib import crc32

from trunkline.engine.kernel.state import State
from trunkline.game.actions import Action
from trunkline.game.position import Position
from trunkline.players.advice import Advice, Adviser
from trunkline.players.evaluation import worth_shares

Until = Callable[[State], bool]
"""Function that returns whether a line has reached its horizon."""
Policies = Adviser | Mapping[str, Adviser]
"""The policies: one for all seats, or one for each player by name."""


class TimeLimit:
    """A limit of processor time for this thread, from now on. Other work on the machine does not count."""

    def __init__(self, seconds: float | None) -> None:
        """``None`` is no limit."""
        self._end = math.inf if seconds is None else time.thread_time() + seconds

    @property
    def reached(self) -> bool:
        """True once the time has passed."""
        return self._end < math.inf and time.thread_time() >= self._end


class Rollout(NamedTuple):
    """The result of playing on."""

    position: Position
    steps: int
    """Positions played on the way."""
    whole: bool
    """True if the line reached its horizon or the end of the game; False if it ran out of steps."""


def ends_set(position: Position, sets: int = 1) -> Until:
    """Return the horizon ``sets`` sets of rounds ahead.

    In a stock round or an operating round, 1 leads to the next stock round. From the opening on, the line
    continues until some corporation has run. Otherwise a set in which all players pass would end it, and bids
    would appear to cost nothing.
    """
    last = position.state.round.number + sets
    if position.state.opening is None:
        return lambda state: state.round.number >= last

    def over(state: State) -> bool:
        number = state.round.number
        return state.stock is not None and (number > last or (number == last and _has_run(state)))

    return over


def _has_run(state: State) -> bool:
    return any(corp.operated for corp in state.corporations.values())


def ends_game(position: Position) -> Until:
    """Return a horizon that is never reached, so that a line ends with the game."""
    return lambda state: False


def play_on(position: Position, policies: Policies, until: Until, steps: int) -> Rollout:
    """Let all players act until the horizon, the end of the game, or ``steps`` actions."""
    for step in range(steps):
        if position.over or until(position.state):
            return Rollout(position, step, whole=True)
        seat = position.to_act[0]
        policy = policies[seat] if isinstance(policies, Mapping) else policies
        position = position.play(policy.advise(position).action)
    return Rollout(position, steps, position.over or until(position.state))


class NoisyPolicy:
    """A player whose estimates are off by a random number of dollars with mean zero.

    The same seed gives the same error for the same action in the same set of rounds, in every line.
    """

    def __init__(self, adviser: Adviser, dollars: float, seed: int) -> None:
        """``dollars`` is the standard deviation of the error."""
        self._adviser = adviser
        self._dollars = dollars
        self._seed = seed

    def advise(self, position: Position) -> Advice:
        """Return the wrapped player's advice, ranked again if its best estimates are close."""
        advice = self._adviser.advise(position)
        best = advice.estimates[0].total
        near = [each for each in advice.estimates if best - each.total < 3 * self._dollars]
        if len(near) < 2:
            return advice
        set_ = position.state.round.number
        near.sort(key=lambda each: -(each.total + self._error(set_, each.action)))
        return Advice((near[0], *(each for each in advice.estimates if each is not near[0])))

    def _error(self, set_: int, action: Action) -> float:
        key = crc32(f"{self._seed} {set_} {action!r}".encode())
        return random.Random(key).gauss(0.0, self._dollars)


class RolloutSample(NamedTuple):
    """The results of several lines from one position."""

    shares: tuple[Mapping[str, float], ...]
    """Each player's share of the total worth, from 0 to 1, as expected at the end of each line."""
    steps: int

    def share(self, player: str) -> float:
        """Return the mean of a player's share."""
        return fmean(each[player] for each in self.shares)

    def spread(self, player: str) -> float:
        """Return the standard error of that mean; infinite if there is only one line."""
        return _standard_error([each[player] for each in self.shares])

    def gain(self, other: RolloutSample, player: str) -> tuple[float, float]:
        """Return how much larger a player's share is than in the other sample, and the standard error.

        Lines are compared in pairs: both samples must use the same seeds.
        """
        gains = [here[player] - there[player] for here, there in zip(self.shares, other.shares, strict=False)]
        return fmean(gains), _standard_error(gains)


def sample_rollouts(
    position: Position,
    make: Callable[[int], Policies],
    until: Until,
    seeds: Iterable[int],
    steps: int,
) -> RolloutSample:
    """Play on once per seed, with the policies made from it, and estimate the result of each line.

    ``steps`` limits each line. Raises ``UsageError`` if a policy proposes an invalid action.
    """
    found: list[Mapping[str, float]] = []
    played = 0
    for seed in seeds:
        line = play_on(position, make(seed), until, steps)
        played += line.steps
        found.append(worth_shares(line.position))
    return RolloutSample(tuple(found), played)


def _standard_error(values: Sequence[float]) -> float:
    return stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
