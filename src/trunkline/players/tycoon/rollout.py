"""How a tycoon plays moves on: everybody as a director, to a horizon, wavering alike behind each move."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from hashlib import blake2b
from typing import Final, NamedTuple

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
LONGEST: Final = 300
"""Positions of a line at the most, and as many for each set beyond the first."""
ROOM: Final = 600
"""Positions that the first lines behind all moves may take, or the budget if that is more: where lines are
long fewer moves are tried out, though always two."""
KEPT: Final = 10_000
"""Decisions that are remembered, of each kind of line: the latest ones."""


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


class Tried(NamedTuple):
    """What a move leads to."""

    terms: tuple[Term, ...]
    """The parts of the dollars by which the player is ahead, in the mean of all lines."""
    lines: tuple[float, ...]
    """The sum of the parts after each line. Lines of one number have the same seed behind every move."""


class Rollouts:
    """Plays moves on, and says by how much the player will be ahead, part by part."""

    def __init__(self, seed: int) -> None:
        director = Director(seed)
        players: list[Adviser] = [director]
        players += (Wavering(director, WAVERING, seed * LINES + line) for line in range(1, LINES))
        self._policies = [Remembering(each) for each in players]

    def compared(self, position: Position, moves: Sequence[Action], steps: int) -> list[Tried]:
        """What each move leads to, in the mean of its lines, in dollars; of the first ones alone where lines
        are long.

        Behind each of these one line is played, and another while the budget has room for as many positions
        as one has taken so far. A large budget sees further, too.
        """
        player = position.to_act[0]
        further = min(steps // FURTHER, MOST_FURTHER)
        until = horizon(position, further)
        sums: list[dict[str, float]] = []
        lines: list[list[float]] = []
        played = 0

        def behind(then: Position, policy: Adviser) -> tuple[int, dict[str, float]]:
            end = play_on(then, policy, until, LONGEST * (1 + further))
            return end.steps + 1, {term.what: term.dollars for term in ahead(parts(end.position), player)}

        after = [position.play(move) for move in moves]
        for then in after:
            if len(sums) > 1 and played + played // len(sums) > max(ROOM, steps):
                break
            length, found = behind(then, self._policies[0])
            played += length
            sums.append(found)
            lines.append([sum(found.values())])
        for line, policy in enumerate(self._policies[1:], 1):
            if played + played // line > steps:
                return _means(sums, lines)
            for then, sum_, totals in zip(after, sums, lines, strict=False):
                length, found = behind(then, policy)
                played += length
                for what, dollars in found.items():
                    sum_[what] = sum_.get(what, 0.0) + dollars
                totals.append(sum(found.values()))
        return _means(sums, lines)


def horizon(position: Position, further: int = 0) -> Until:
    """The end of the set, or of the next one where this one is all but over, and so many sets more."""
    now = position.state.round
    left = now.of - now.index + 1 if now.index else ROUNDS
    return ends_set(position, further + (1 if left >= ROUNDS else 2))


def _means(sums: Sequence[dict[str, float]], lines: Sequence[Sequence[float]]) -> list[Tried]:
    return [
        Tried(tuple(Term(what, dollars / len(totals)) for what, dollars in found.items()), tuple(totals))
        for found, totals in zip(sums, lines, strict=True)
    ]
