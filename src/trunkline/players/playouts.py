"""Playing on from a position: what becomes of it where everybody acts by some policy, as far as a horizon.

Whoever compares moves plays each of them on several times by players who waver a little. The same seed wavers
alike behind every move, so that moves differ by what they lead to and not by luck. How far and how often is
bounded by steps, positions played, and never by a clock: every machine finds the same.

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
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean, stdev
from typing import NamedTuple
from zlib import crc32

from trunkline.actions import Action
from trunkline.kernel.state import State
from trunkline.players.advice import Advice, Adviser
from trunkline.players.judgement import shares
from trunkline.position import Position

Until = Callable[[State], bool]
"""Whether a line has come as far as it is meant to."""
Policies = Adviser | Mapping[str, Adviser]
"""Who acts: one for all seats, or one for each by name."""


class Line(NamedTuple):
    """Where playing on has led."""

    position: Position
    steps: int
    """Positions played on the way."""
    whole: bool
    """Whether it came to its horizon, or to the end of the game; else it ran out of steps."""


def ends_set(position: Position, sets: int = 1) -> Until:
    """So many sets further: in a stock round or an operating round, 1 leads to the next stock round.

    From the opening on it is one set at least in which something runs: where all pass a set goes by, and who
    stopped there would find that bids cost nothing.
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
    """As far as the game goes."""
    return lambda state: False


def play_on(position: Position, policies: Policies, until: Until, steps: int) -> Line:
    """Let everybody act until the horizon, the end of the game, or so many steps."""
    for step in range(steps):
        if position.over or until(position.state):
            return Line(position, step, whole=True)
        seat = position.to_act[0]
        policy = policies[seat] if isinstance(policies, Mapping) else policies
        position = position.play(policy.advise(position).action)
    return Line(position, steps, position.over or until(position.state))


class Wavering:
    """A player who weighs now and then wrongly by some dollars: as often too much as too little.

    The same seed errs alike about the same action of the same set, in whatever line it comes up.
    """

    def __init__(self, adviser: Adviser, dollars: float, seed: int) -> None:
        """``dollars`` is the standard deviation of its error."""
        self._adviser = adviser
        self._dollars = dollars
        self._seed = seed

    def advise(self, position: Position) -> Advice:
        """The advice of the other, ranked anew where its best estimates lie close together."""
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


class Sample(NamedTuple):
    """What several lines from one position have led to."""

    shares: tuple[Mapping[str, float], ...]
    """Each player's share of the table, from 0 to 1, as expected at the end of each line."""
    steps: int

    def share(self, player: str) -> float:
        """The mean of a player's share."""
        return fmean(each[player] for each in self.shares)

    def spread(self, player: str) -> float:
        """The standard error of that mean; infinite where there is only one line."""
        return _standard_error([each[player] for each in self.shares])

    def gain(self, other: Sample, player: str) -> tuple[float, float]:
        """By how much a player's share is larger here than there, and the standard error of that.

        Lines are compared pair by pair: both samples must have been taken with the same seeds.
        """
        gains = [here[player] - there[player] for here, there in zip(self.shares, other.shares, strict=False)]
        return fmean(gains), _standard_error(gains)


def sampled(
    position: Position,
    make: Callable[[int], Policies],
    until: Until,
    seeds: Iterable[int],
    steps: int,
) -> Sample:
    """Play on once for each seed, by the policies that are made of it, and judge where each line has led.

    ``steps`` bounds each line. Raises ``UsageError`` where a policy proposes what is no action.
    """
    found: list[Mapping[str, float]] = []
    played = 0
    for seed in seeds:
        line = play_on(position, make(seed), until, steps)
        played += line.steps
        found.append(shares(line.position))
    return Sample(tuple(found), played)


def _standard_error(values: Sequence[float]) -> float:
    return stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
