"""How a tycoon plays moves on: everybody as a director, to a horizon, wavering alike behind each move."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

from trunkline.actions import Action
from trunkline.kernel import state as states
from trunkline.players.advice import Advice, Adviser, Estimate, Term
from trunkline.players.director import Director
from trunkline.players.judgement import ahead, parts
from trunkline.players.playouts import Until, Wavering, ends_set, play_on
from trunkline.position import Position

WAVERING: Final = 15.0
"""Dollars by which players err in all lines but the first."""
LINES: Final = 4
"""Lines behind a move at the most."""
ROUNDS: Final = 2
"""Operating rounds that a line sees at the least: where the set has fewer left, it sees the next one too."""
FURTHER: Final = 1_500
"""Positions in the budget for which lines see another set."""
MOST_FURTHER: Final = 3
"""Sets beyond the first that lines see at the most."""
LONGEST: Final = 400
"""Positions of a line at the most, in each set that it sees."""
KEPT: Final = 30_000
"""Decisions that are remembered, of each kind of line."""


class Remembering:
    """Decides like another, and remembers what: lines meet, and what came true was thought of before."""

    def __init__(self, adviser: Adviser, kept: int = KEPT) -> None:
        self._adviser = adviser
        self._kept = kept
        self._found: OrderedDict[bytes, Action] = OrderedDict()

    def advise(self, position: Position) -> Advice:
        """What the other would do; its reasons are forgotten."""
        key = blake2b(states.encode(position.state), digest_size=16).digest()
        action = self._found.get(key)
        if action is None:
            action = self._found[key] = self._adviser.advise(position).action
            if len(self._found) > self._kept:
                self._found.popitem(last=False)
        return Advice((Estimate(action),))


class Rollouts:
    """Plays moves on, and says by how much the player will be ahead, part by part."""

    def __init__(self, seed: int) -> None:
        director = Director(seed)
        players: list[Adviser] = [director]
        players += (Wavering(director, WAVERING, seed * LINES + line) for line in range(1, LINES))
        self._policies = [Remembering(each) for each in players]

    def compared(self, position: Position, moves: Sequence[Action], steps: int) -> list[tuple[Term, ...]]:
        """What each move leads to, in the mean of its lines, in dollars.

        One line is played behind each move in any case, and another behind each while the budget has room for
        as many positions as one has taken so far. A large budget sees further, too.
        """
        player = position.to_act[0]
        further = min(steps // FURTHER, MOST_FURTHER)
        until = horizon(position, further)
        after = [position.play(move) for move in moves]
        sums: list[dict[str, float]] = [{} for _ in moves]
        played = 0
        for line, policy in enumerate(self._policies):
            if line and played + played // line > steps:
                return _means(sums, line)
            for then, found in zip(after, sums, strict=True):
                end = play_on(then, policy, until, LONGEST * (2 + further))
                played += end.steps + 1
                for what, dollars in ahead(parts(end.position), player):
                    found[what] = found.get(what, 0.0) + dollars
        return _means(sums, len(self._policies))


def horizon(position: Position, further: int = 0) -> Until:
    """The end of the set, or of the next one where this one is all but over, and so many sets more."""
    now = position.state.round
    left = now.of - now.index + 1 if now.index else ROUNDS
    return ends_set(position, further + (1 if left >= ROUNDS else 2))


def _means(sums: Sequence[dict[str, float]], lines: int) -> list[tuple[Term, ...]]:
    return [tuple(Term(what, dollars / lines) for what, dollars in found.items()) for found in sums]
