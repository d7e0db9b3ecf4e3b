"""The tycoon: a player that plays on from each of the director's best moves and takes the most successful.

``candidates`` selects the moves to try. ``search`` defines the policies with which all players play on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from trunkline.game import Game
from trunkline.game.actions import Action
from trunkline.game.position import Position
from trunkline.players.advice import Advice, Estimate, Term, ranked
from trunkline.players.director import Director
from trunkline.players.rollouts import TimeLimit
from trunkline.players.spread import mean_interval, pooled_variance, shrunk_variance
from trunkline.players.tycoon.candidates import candidates
from trunkline.players.tycoon.search import Judge, MoveResult, RolloutSearch, judge_by_worth

__all__ = ["STEPS", "Tycoon"]

STEPS: Final = 200
"""Default number of positions played for a decision."""
DOUBT: Final = 10.0
"""Dollars by which another move must exceed the director's own choice."""


USUAL_VARIANCE: Final = 150.0**2
"""The usual variance between lines of the difference between two moves, in dollars squared."""


class Tycoon:
    """A player that chooses by rollouts.

    Without a limit of time, the same seed, budget and position give the same answer.
    """

    def __init__(
        self,
        seed: int = 0,
        steps: int = STEPS,
        seconds: float | None = None,
        judge_for: Callable[[Position], Judge] = judge_by_worth,
    ) -> None:
        """Start without rollouts.

        Args:
            seed: Decides between openings with nearly equal estimates, and the errors in rollouts.
            steps: Limit of the positions played for a decision: strength and time grow with it. The first two
                moves are always played on once.
            seconds: Limit of the processor time for a decision. If it does not suffice to play on twice, the
                director decides.
            judge_for: Returns the judge of the lines from a position.
        """
        self._seed = seed
        self.steps = steps
        self.seconds = seconds
        self._director = Director(seed)
        self._rollouts = RolloutSearch(seed, judge_for)

    def choose(self, game: Game, player: str) -> Action:
        """Return a legal action of ``player``, who must be in ``game.to_act``."""
        return self.advise(Position.of(game)).action

    def advise(self, position: Position) -> Advice:
        """Return advice for the first player who must decide."""
        limit = TimeLimit(self.seconds)
        advice = self._director.advise(position)
        tried = candidates(advice)
        if len(tried) < 2:
            return advice
        moves = [each.action for each in tried]
        compared = self._rollouts.compare_moves(position, moves, self.steps, limit)
        return advice if len(compared) < 2 else _ranked(tried, compared)


def _ranked(tried: Sequence[Estimate], compared: Sequence[MoveResult]) -> Advice:
    """Return the moves with their rollout results relative to the second best."""
    found = [each.terms for each in compared]
    found[0] = (*found[0], Term("rules of thumb", DOUBT))
    value = [sum(term.dollars for term in terms) for terms in found]
    order = sorted(range(len(found)), key=lambda number: -value[number])
    second = dict(found[order[1]])
    around = _half_intervals([each.lines for each in compared], order[1])
    estimates = (
        Estimate(tried[number].action, _relative_to(dict(found[number]), second), around[number])
        for number in order
    )
    return ranked(estimates, beside_second=True)


def _half_intervals(lines: Sequence[Sequence[float]], second: int) -> list[float | None]:
    """Return half the 95% interval of each move's lead over the second, pair by pair; None for the second."""
    pairs = [[one - other for one, other in zip(each, lines[second], strict=True)] for each in lines]
    others = [gains for number, gains in enumerate(pairs) if number != second]
    common = shrunk_variance(pooled_variance(others, USUAL_VARIANCE), len(lines[second]), USUAL_VARIANCE)
    found = (mean_interval(gains, common) for gains in pairs)
    return [None if number == second else each.high - each.mean for number, each in enumerate(found)]


def _relative_to(terms: Mapping[str, float], second: Mapping[str, float]) -> tuple[Term, ...]:
    names = dict.fromkeys((*terms, *second))
    differences = (Term(what, terms.get(what, 0.0) - second.get(what, 0.0)) for what in names)
    return tuple(term for term in differences if term.dollars)
