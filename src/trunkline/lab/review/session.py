"""The course of a review: the next pieces of work, and the results so far.

A director first looks at every decision. If it would have chosen differently, the review plays on from both
actions a few times, beginning with the decisions that the director likes least. The costliest decisions get
more lines, because they decide the result. The order depends only on results, never on timing. So the same
game and budget give the same review on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from trunkline.engine.kernel.options import Options
from trunkline.game.actions import AnyAction
from trunkline.lab.review.results import WORST, Decision, Moment, Review, Standing, turns
from trunkline.lab.review.tasks import Compare, Comparison, DirectorView, Look
from trunkline.lab.review.tasks import compared as play_both
from trunkline.lab.review.tasks import looked as look_at
from trunkline.players.spread import MeanInterval, mean_interval, pooled_variance

BUDGET: Final = 120_000
"""Default number of positions to play for a review."""
AT_ONCE: Final = 20
"""Number of decisions in one piece of work, and number compared between checks of the budget."""
COARSE: Final = 2
"""Pairs of lines in a first comparison."""
FINE: Final = 4
"""Pairs of lines added in each refinement."""
ENOUGH: Final = 26
"""Pairs of lines after which a decision is not refined further."""
SPARE: Final = 2
"""Decisions of each player that are refined in addition to those that are listed."""
COARSE_PART: Final = 0.6
"""The part of the budget that first comparisons may use."""

USUAL: Final = 0.02**2
"""Default variance of a gain, as a share, while no comparison shows one."""
GUESS: Final = 150
"""Default number of positions in a pair of lines, before any is measured."""

Piece = Look | Compare
Found = list[DirectorView | None] | Comparison


def worked(piece: Piece) -> Found:
    """Run one piece of review work. Safe to call in any process."""
    return look_at(piece) if isinstance(piece, Look) else play_both(piece)


@dataclass
class _Case:
    """A decision that differs from the director's choice."""

    looked: DirectorView
    moment: Moment
    gains: list[dict[int, float]] = field(default_factory=list)
    """The gains of each alternative, by seed."""
    lines: dict[tuple[int, int], tuple[AnyAction, ...]] = field(default_factory=dict)
    """The first actions after each alternative, by its number and the seed."""

    def counted(self, other: int) -> dict[int, float]:
        """Return the gains to use, by seed.

        The first ones are biased by the selection, so drop them once there are enough.
        """
        gains = self.gains[other]
        later = {seed: gain for seed, gain in gains.items() if seed >= COARSE}
        return later if len(later) >= FINE else gains

    def best(self, common: float) -> tuple[int, MeanInterval]:
        """Return the number of the best alternative, and its estimated gain."""
        found = [
            (n, mean_interval(list(self.counted(n).values()), common))
            for n, gains in enumerate(self.gains)
            if gains
        ]
        return max(found, key=lambda each: each[1].mean)

    def typical(self, other: int, mean: float) -> tuple[AnyAction, ...]:
        """Return the line after an alternative whose gain is nearest to the mean. Empty if none is kept."""
        gains = self.counted(other)
        nearest = min(gains, key=lambda seed: (abs(gains[seed] - mean), seed))
        return self.lines.get((other, nearest), ())


class ReviewSession:
    """The review of one game."""

    def __init__(self, options: Options, moments: Sequence[Moment], budget: int = BUDGET) -> None:
        """``moments`` are its decisions in the order of play; ``budget`` limits the positions to play."""
        self.options = options
        self.budget = budget
        self.steps = 0
        self.whole = False
        self._played = 0
        self._lines = 0
        self._moments = moments
        self._looked: list[DirectorView | None] = []
        self._cases: dict[int, _Case] = {}

    def batches(self) -> Iterator[Sequence[Piece]]:
        """Yield the work in batches. Pass the results of a batch to ``take`` before requesting the next."""
        parts = range(0, len(self._moments), AT_ONCE)
        yield [Look(self.options, tuple(self._moments[at : at + AT_ONCE])) for at in parts]
        liked = sorted(self._cases.values(), key=lambda case: (-case.looked.dollars, case.looked.number))
        while liked and self.steps < COARSE_PART * self.budget:
            coarse = [self._compare(case, 0, range(COARSE)) for case in liked[:AT_ONCE]]
            fitting = self._fitting(coarse, COARSE_PART)
            del liked[: len(fitting)]
            yield fitting
        while self.steps < self.budget:
            finer = list(self._finer())
            if not finer:
                break
            yield self._fitting(finer, 1.0)
        self.whole = True

    def take(self, piece: Piece, found: Found) -> None:
        """Add the result of a piece of work."""
        if isinstance(found, Comparison):
            self.steps += found.steps
            self._played += found.steps
            self._lines += len(found.seeds)
            case = self._cases[found.number]
            other = case.looked.others.index(found.other)
            case.gains[other].update(zip(found.seeds, found.gains, strict=True))
            for seed, line in zip(found.seeds, found.lines, strict=False):
                case.lines[other, seed] = line
            return
        assert isinstance(piece, Look)
        self.steps += len(found)
        self._looked += found
        for moment, each in zip(piece.moments, found, strict=True):
            if each is not None and each.others:
                self._cases[each.number] = _Case(each, moment, [{} for _ in each.others])

    def found(self) -> Review:
        """Return the results so far."""
        common = self._common()
        cases = [case for _, case in sorted(self._cases.items()) if case.gains[0]]
        looked = [each for each in self._looked if each is not None]
        unseen = len(self._moments) - len(self._looked) + len(self._cases) - len(cases)
        return Review(
            self.options.title,
            self.options.players,
            tuple(_decision(case, common) for case in cases),
            len(looked) - len(self._cases),
            unseen,
            tuple(self._course(looked)),
            self.steps,
            self.budget,
            self.whole,
        )

    def moment(self, number: int) -> Moment:
        """Return the position before a decision, by its number."""
        return next(moment for moment in self._moments if moment.number == number)

    def _compare(self, case: _Case, other: int, seeds: Sequence[int]) -> Compare:
        return Compare(self.options, case.moment, case.looked.others[other], tuple(seeds))

    def _finer(self) -> Iterator[Compare]:
        """Yield further comparisons for decisions that were costly, or may have been."""
        common = self._common()
        known = {number: case.best(common) for number, case in self._cases.items() if case.gains[0]}
        hopeful = sorted(known, key=lambda number: (-known[number][1].high, number))
        costly = sorted(known, key=lambda number: (-known[number][1].mean, number))
        # A decision that stays uncertain after all lines is not a turning point. Another of its round may be.
        likely = (
            number
            for number in costly
            if known[number][1].low > 0 or max(map(len, self._cases[number].gains)) < ENOUGH
        )
        wanted = set(turns(likely, lambda number: self._cases[number].looked.round))
        for player in self.options.players:
            mine = [number for number in costly if self._cases[number].looked.player == player]
            wanted.update(mine[: WORST + SPARE])
            doubtful = [number for number in hopeful if self._cases[number].looked.player == player]
            wanted.update(doubtful[:SPARE])
        for number in sorted(wanted, key=lambda number: (-known[number][1].mean, number)):
            case, (best, _) = self._cases[number], known[number]
            for other, gains in enumerate(case.gains):
                # Stop comparing an alternative that is behind after as many lines.
                behind = other != best and len(gains) >= len(case.gains[best])
                if len(gains) < ENOUGH and not behind:
                    yield self._compare(case, other, range(len(gains), len(gains) + FINE))

    def _fitting(self, pieces: Sequence[Compare], part: float) -> Sequence[Compare]:
        """Return as many pieces as fit a part of the budget, estimated from earlier lines; at least one."""
        usual = self._played / self._lines if self._lines else GUESS
        left = part * self.budget - self.steps
        fitting: list[Compare] = []
        for piece in pieces:
            left -= usual * len(piece.seeds)
            if fitting and left < 0:
                break
            fitting.append(piece)
        return fitting

    def _common(self) -> float:
        gains = (list(each.values()) for case in self._cases.values() for each in case.gains)
        return pooled_variance(gains, USUAL)

    def _course(self, looked: Sequence[DirectorView]) -> Iterator[Standing]:
        last = None
        for each in looked:
            if each.round != last:
                last = each.round
                yield Standing(each.number, each.shares)


def _decision(case: _Case, common: float) -> Decision:
    other, gain = case.best(common)
    return Decision(
        case.looked.number,
        case.looked.player,
        case.looked.played,
        case.looked.others[other],
        round(gain.mean, 4),
        round(gain.low, 4),
        round(gain.high, 4),
        len(case.counted(other)),
        case.typical(other, gain.mean),
    )
