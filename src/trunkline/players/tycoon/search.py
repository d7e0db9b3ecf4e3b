"""Rollouts of a tycoon: all players act as directors to a horizon, with the same errors after each move."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Final, NamedTuple

from trunkline.engine.kernel import state as states
from trunkline.game.actions import Action
from trunkline.game.position import Position
from trunkline.players.advice import Advice, Adviser, Estimate, Term
from trunkline.players.director import Director
from trunkline.players.evaluation import components, lead
from trunkline.players.rollouts import NoisyPolicy, TimeLimit, Until, ends_set, play_on

ERROR_DEVIATION: Final = 15.0
"""Standard deviation of the players' errors in all lines except the first, in dollars."""
LINES: Final = 4
"""Maximum number of lines for each move."""
ROUNDS: Final = 2
"""Minimum number of operating rounds in a line. If the set has fewer left, the line includes the next set."""
STEPS_PER_SET: Final = 1_500
"""Positions in the budget for which lines extend by another set of rounds."""
MOST_FURTHER_SETS: Final = 3
"""Maximum number of sets beyond the first."""
LONGEST: Final = 300
"""Maximum number of positions in a line for the first set, and for each further set."""
FIRST_LINES_BUDGET: Final = 600
"""Positions for the first lines of all moves, or the budget if that is larger.

If lines are long, fewer moves are tried, but always at least two.
"""
UNLIMITED: Final = TimeLimit(None)
Judge = Callable[[Position, str], tuple[Term, ...]]
"""Function that judges the end of a line: it returns the components of a player's lead, in dollars."""
MOST_CACHED: Final = 10_000
"""Number of decisions in the cache of each policy. The oldest are dropped first."""


class MemoisedPolicy:
    """A caching adviser: lines meet, and the game often follows a line already played."""

    def __init__(self, adviser: Adviser, most: int = MOST_CACHED) -> None:
        self._adviser = adviser
        self._most = most
        self._found: OrderedDict[bytes, Action] = OrderedDict()

    def advise(self, position: Position) -> Advice:
        """Return the wrapped adviser's action without its reasons."""
        key = blake2b(states.encode(position.state), digest_size=16).digest()
        action = self._found.get(key)
        if action is None:
            action = self._found[key] = self._adviser.advise(position).action
            if len(self._found) > self._most:
                self._found.popitem(last=False)
        return Advice((Estimate(action),))


def line_policies(director: Director, seed: int, lines: int) -> list[MemoisedPolicy]:
    """Return a policy for each line: a director without errors, then directors with errors."""
    players: list[Adviser] = [director]
    players += (NoisyPolicy(director, ERROR_DEVIATION, seed * lines + line) for line in range(1, lines))
    return [MemoisedPolicy(each) for each in players]


class MoveResult(NamedTuple):
    """The result of trying a move."""

    terms: tuple[Term, ...]
    """The components of the player's lead in dollars, as a mean of all lines."""
    lines: tuple[float, ...]
    """The player's lead after each line. Lines with the same index use the same seed for every move."""


def expected_lead(position: Position, player: str) -> tuple[Term, ...]:
    """Return the components of a player's lead in expected worth."""
    return lead(components(position), player)


def judge_by_worth(position: Position) -> Judge:
    """Return the tycoon's judge, which is the same for all decisions."""
    return expected_lead


class RolloutSearch:
    """Rollouts that measure a player's lead, by component."""

    def __init__(self, seed: int, judge_for: Callable[[Position], Judge] = judge_by_worth) -> None:
        """``judge_for`` returns the judge of all lines from a position."""
        self._judge_for = judge_for
        self._policies = line_policies(Director(seed), seed, LINES)

    def compare_moves(
        self, position: Position, moves: Sequence[Action], steps: int, limit: TimeLimit = UNLIMITED
    ) -> list[MoveResult]:
        """Return the mean result of each move in dollars; only of the first moves if lines are long.

        Each move gets one line. Further lines follow while the budget covers another average round of lines.
        A large budget also extends the horizon. When the time limit is reached, lines that are not complete
        count for nothing, so there may be fewer than two results.
        """
        player = position.to_act[0]
        judge = self._judge_for(position)
        further = min(steps // STEPS_PER_SET, MOST_FURTHER_SETS)
        ends = horizon(position, further)
        after = [position.play(move) for move in moves]
        found: list[list[_Line]] = []

        def play_line(then: Position, policy: Adviser) -> _Line:
            end = play_on(then, policy, lambda state: limit.reached or ends(state), LONGEST * (1 + further))
            return _Line(end.steps + 1, judge(end.position, player))

        played = 0
        for then in after:
            if len(found) > 1 and played + played // len(found) > max(FIRST_LINES_BUDGET, steps):
                break
            line = play_line(then, self._policies[0])
            if limit.reached:
                break
            played += line.positions
            found.append([line])
        for number, policy in enumerate(self._policies[1:], 1):
            if played + played // number > steps:
                break
            lines = [play_line(then, policy) for then, _ in zip(after, found, strict=False)]
            if limit.reached:
                break
            for each, line in zip(found, lines, strict=True):
                each.append(line)
                played += line.positions
        return [_mean(lines) for lines in found]


class _Line(NamedTuple):
    """The end of a line."""

    positions: int
    """Positions played on the way."""
    terms: tuple[Term, ...]
    """The components of the player's lead."""


def horizon(position: Position, further: int = 0) -> Until:
    """Return the end of the set, or of the next one if this set is nearly over, plus further sets."""
    now = position.state.round
    left = now.of - now.index + 1 if now.index else ROUNDS
    return ends_set(position, further + (1 if left >= ROUNDS else 2))


def _mean(lines: Sequence[_Line]) -> MoveResult:
    sums: dict[str, float] = {}
    for line in lines:
        for what, dollars in line.terms:
            sums[what] = sums.get(what, 0.0) + dollars
    terms = tuple(Term(what, dollars / len(lines)) for what, dollars in sums.items())
    return MoveResult(terms, tuple(sum(term.dollars for term in line.terms) for line in lines))
