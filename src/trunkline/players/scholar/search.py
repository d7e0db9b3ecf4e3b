"""The scholar's search: play on from several moves for a few rounds, and drop the worse half of them again
and again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Final, NamedTuple

from trunkline.engine.kernel.state import State
from trunkline.game.actions import Action
from trunkline.game.position import Position
from trunkline.players.advice import Adviser
from trunkline.players.rollouts import play_on

ROUNDS: Final = 2
"""The number of ends of rounds until a line is judged."""
LONGEST: Final = 300
"""Maximum number of positions in a line."""
FIRST_LINES: Final = 600
"""Positions for the first lines of all moves, or the budget if that is larger. At least two are tried."""

Value = Callable[[Position], float]
"""Function that returns the value of a position for the player who decides."""


class TriedMove(NamedTuple):
    """A move and the values of its lines. Lines with the same index use the same errors for every move."""

    action: Action
    lines: tuple[float, ...]

    @property
    def value(self) -> float:
        """The mean of the lines."""
        return fmean(self.lines)


class RoundEnds:
    """A horizon: the end of the present round, or of a later one."""

    def __init__(self, state: State, rounds: int) -> None:
        self._last = _round(state)
        self._left = rounds

    def __call__(self, state: State) -> bool:
        """Return whether the line has reached the horizon. Call it for each position in turn."""
        now = _round(state)
        if now != self._last:
            self._last = now
            self._left -= 1
        return self._left <= 0


def _round(state: State) -> tuple[int, int]:
    return state.round.number, state.round.index


def try_moves(
    position: Position, moves: Sequence[Action], policies: Sequence[Adviser], value: Value, steps: int
) -> list[TriedMove]:
    """Return the tried moves, the best first.

    Each move gets a line with the first policy, and after that the better half of the moves gets one with
    the next, as long as ``steps`` allow it.
    """
    lines: dict[int, list[float]] = {}
    after = [position.play(move) for move in moves]
    played = 0

    def play(number: int, policy: Adviser) -> None:
        nonlocal played
        end = play_on(after[number], policy, RoundEnds(position.state, ROUNDS), LONGEST)
        played += end.steps + 1
        lines.setdefault(number, []).append(value(end.position))

    for number in range(len(moves)):
        if number > 1 and played + played // number > max(FIRST_LINES, steps):
            break
        play(number, policies[0])
    left = list(lines)
    cost = played // len(left)
    for policy in policies[1:]:
        left = sorted(left, key=lambda number: -fmean(lines[number]))[: max(2, (len(left) + 1) // 2)]
        if played + cost * len(left) > steps:
            break
        for number in left:
            play(number, policy)
    order = sorted(lines, key=lambda number: (number not in left, -fmean(lines[number])))
    return [TriedMove(moves[number], tuple(lines[number])) for number in order]
