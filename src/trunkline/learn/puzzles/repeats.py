"""Removal of dull puzzles: repeats, and endgames that the clerk solves among few answers.

The openings of a title are alike: a corporation lays the same first track in every game. Within a game, its
trains visit the same stops in many turns. Apply ``without_repeats`` to a file each time that puzzles are
added to it. The others keep their order and ids.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from typing import Final

from trunkline.learn.puzzles.endgame import MANY
from trunkline.learn.puzzles.puzzle import Puzzle, Theme

MOST_ALIKE: Final = 15
"""The maximum number of puzzles in which a corporation has the same answers and the same revenues."""
COMPARED = Theme.LAY, Theme.TOKEN, Theme.ENDGAME, Theme.RUN
"""The themes in which puzzles repeat."""


def without_repeats(
    puzzles: Iterable[Puzzle], most: int = MOST_ALIKE, kept: Container[str] = ()
) -> Iterator[Puzzle]:
    """Yield puzzles without dull ones. Of similar ones, keep the first.

    Args:
        puzzles: Puzzles in the order of their file.
        most: The maximum number of puzzles with the same corporation, answers and revenues.
        kept: Ids of puzzles to keep, because a benchmark has them.
    """
    before: Counter[tuple[object, ...]] = Counter()
    for puzzle in puzzles:
        if puzzle.id in kept:
            yield puzzle
            continue
        if puzzle.theme is Theme.ENDGAME and puzzle.choices < MANY and "clerk" in puzzle.solved_by:
            continue
        if puzzle.theme in COMPARED:
            group = _group(puzzle)
            before[group] += 1
            if before[group] > (1 if _asked_once(puzzle) else most):
                continue
        yield puzzle


def _asked_once(puzzle: Puzzle) -> bool:
    """Return whether one puzzle is enough for an answer.

    In a first lay, every other lay earns nothing, so the only lay that reaches a second stop is right.
    Endgames with the same answer ask for the same track, even if they name other places. Runs to the same
    stops in one game differ by a few dollars only.
    """
    return puzzle.theme in (Theme.ENDGAME, Theme.RUN) or (puzzle.theme is Theme.LAY and puzzle.next == 0)


def _group(puzzle: Puzzle) -> tuple[object, ...]:
    """Return the values that similar puzzles share. The names of players are not among them."""
    if puzzle.theme is Theme.RUN:
        paths = (stop for run in puzzle.solutions[0]["runs"] for stop in run["path"])
        stops = tuple(sorted({stop for stop in paths if "." in stop}))
        return puzzle.title, puzzle.theme, puzzle.corporation, puzzle.source, stops
    answers = tuple(
        sorted(
            json.dumps({name: value for name, value in each.items() if name != "player"}, sort_keys=True)
            for each in puzzle.solutions
        )
    )
    figures = () if _asked_once(puzzle) else (puzzle.best, puzzle.next)
    return puzzle.title, puzzle.theme, puzzle.corporation, _asked_once(puzzle), answers, figures
