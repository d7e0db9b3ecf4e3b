"""Starting ratings of puzzles, before people have answered them.

A rating is a sum of points: a base for the theme, points for each computer player that does not solve the
puzzle, and points for what makes it hard for people. ``terms`` returns the parts.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from trunkline.learn.puzzles.puzzle import Puzzle, Theme

PROGRAMS: Final = {"clerk": "clerk", "director": "director", "tycoon": "tycoon:64"}
"""The computer players whose answers are stored with each puzzle, and their settings."""
BASES: Final = {Theme.LAY: 975, Theme.TOKEN: 1000, Theme.RUN: 850, Theme.ENDGAME: 1150}
"""The points of each theme."""
UNSOLVED: Final = 60
"""The points for each computer player that does not solve it."""
FEW, DOUBLED = 8, 45
"""The number of answers that adds nothing, and the points for twice as many."""
MOST_FOR_ANSWERS: Final = 140
CLEAR, GAP = 0.6, 200
"""The share of the best revenue above which a gap adds nothing, and the points for a gap of zero."""
TEMPTING: Final = 60
"""The points if a wrong lay or token earns more than none at all."""
SHORT, STOP, MOST_FOR_STOPS = 3, 25, 300
"""The number of stops of runs that adds nothing, the points for each further one, and their limit."""
TRAIN: Final = 45
"""The points for each train after the first."""
LOWEST, HIGHEST = 800, 1700


def rating(puzzle: Puzzle) -> int:
    """Return the starting rating of a puzzle."""
    return min(HIGHEST, max(LOWEST, round(sum(terms(puzzle).values()))))


def terms(puzzle: Puzzle) -> Mapping[str, float]:
    """Return the points of a rated puzzle by their reasons."""
    theme = puzzle.theme
    found = {
        "theme": float(BASES.get(theme, BASES[Theme.ENDGAME])),
        "programs": float(UNSOLVED * sum(name not in puzzle.solved_by for name in PROGRAMS)),
    }
    if puzzle.choices:
        found["answers"] = min(MOST_FOR_ANSWERS, DOUBLED * math.log2(puzzle.choices / FEW))
    if theme in (Theme.LAY, Theme.TOKEN, Theme.RUN):
        share = (puzzle.best - puzzle.next) / max(1, puzzle.best)
        found["gap"] = GAP * max(0.0, 1 - share / CLEAR)
    if theme in (Theme.LAY, Theme.TOKEN):
        found["temptation"] = TEMPTING if puzzle.next > puzzle.before else 0
    if theme is Theme.RUN:
        found["stops"] = min(MOST_FOR_STOPS, STOP * max(0, stops_of(puzzle) - SHORT))
        found["trains"] = TRAIN * (len(puzzle.solutions[0]["runs"]) - 1)
    return found


def stops_of(puzzle: Puzzle) -> int:
    """Return the number of stops of the runs that solve a puzzle."""
    return sum("." in each for run in puzzle.solutions[0]["runs"] for each in run["path"])
