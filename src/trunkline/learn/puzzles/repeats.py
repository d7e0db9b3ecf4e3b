"""Removal of dull puzzles: repeats, and puzzles that are too easy.

The openings of a title are alike: a corporation lays the same first track in every game, and its trains visit
the same stops. Apply ``without_repeats`` to a file each time that puzzles are added to it. The others keep
their order and ids.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Final

from trunkline.learn.puzzles.endgame import FEWEST_ANSWERS
from trunkline.learn.puzzles.playouts import is_uneven
from trunkline.learn.puzzles.puzzle import Puzzle, Theme, same_answer
from trunkline.learn.puzzles.variety import answer_of, few_of_a_kind, pays_without_need

MOST_ALIKE: Final = 5
"""The maximum number of puzzles of a corporation with answers in the same hexes or runs to the same stops."""
MOST_AT_ONE_TIME: Final = 2
"""The maximum number of puzzles from playouts of a corporation in one set of rounds with the same answer."""
MOST_WITHOUT_LURE: Final = 2
"""The maximum in the same hexes, if no wrong answer earns more than no lay or token at all."""
LONG, MOST_LONG = 12, 6
"""The number of stops above which runs are long, and the maximum number of such puzzles of a corporation.

Few people find the best of so many runs by hand.
"""

Groups = Mapping[tuple[object, ...], int]
"""Groups of similar puzzles, and the maximum number of puzzles in each."""


def without_repeats(puzzles: Iterable[Puzzle], kept: Container[str] = ()) -> Iterator[Puzzle]:
    """Yield puzzles without dull ones. Of similar ones, keep the first, and of one kind the clearest.

    Args:
        puzzles: Puzzles in the order of their file.
        kept: Ids of puzzles to keep, because a benchmark has them.
    """
    yield from few_of_a_kind(list(_first_ones(puzzles, kept)), kept)


def _first_ones(puzzles: Iterable[Puzzle], kept: Container[str]) -> Iterator[Puzzle]:
    before: Counter[tuple[object, ...]] = Counter()
    for puzzle in puzzles:
        groups = _groups(puzzle)
        full = any(before[group] >= most for group, most in groups.items())
        if puzzle.id in kept or not (full or _is_trivial(puzzle)):
            before.update(groups.keys())
            yield puzzle


def _is_trivial(puzzle: Puzzle) -> bool:
    """Return whether a puzzle is too easy for its theme, or compares unlike worths.

    An endgame is too easy if it has very few answers or the clerk solves it, or if the answer is to pay out
    in full: a company needs no money after the end. So is a dividend if the company has no use for the money.
    A lay or token is too easy if it earns nothing, and a question with playouts if all computer players
    answer it right. Such a question compares unlike worths if the game ends after some answers only.
    """
    if puzzle.theme is Theme.ENDGAME:
        pays = any(answer.get("payout") == "pay" for answer in puzzle.solutions)
        return pays or puzzle.choices < FEWEST_ANSWERS or "clerk" in puzzle.solved_by
    if puzzle.figures is not None:
        about = puzzle.theme, puzzle.corporation
        ended = puzzle.figures.ended
        unlike = bool(ended) and is_uneven(ended, puzzle.figures.lines)
        return (
            unlike
            or pays_without_need(puzzle)
            or all(
                any(same_answer(each, right, *about) for right in puzzle.solutions)
                for _, each in puzzle.figures.opinions
            )
        )
    return puzzle.best <= puzzle.before


def _groups(puzzle: Puzzle) -> Groups:
    """Return the groups of similar puzzles. The names of players do not matter."""
    about = puzzle.title, puzzle.theme, puzzle.corporation
    if puzzle.theme is Theme.RUN:
        stops = run_stops(puzzle)
        # In one game, runs to the same stops differ by a few dollars only.
        groups: dict[tuple[object, ...], int] = {
            (*about, stops): MOST_ALIKE,
            (*about, stops, puzzle.source): 1,
        }
        return {**groups, (*about, "long"): MOST_LONG} if len(stops) > LONG else groups
    if puzzle.theme is Theme.ENDGAME:
        # The same answer asks for the same track, even if it secures another place.
        return {(*about, *sorted(map(_without_player, puzzle.solutions))): 1}
    if puzzle.figures is not None:
        # Directors open alike, so the question of a corporation comes again in the same set of other games.
        time = *about, puzzle.set_number
        corp = puzzle.game.shared_state.corporations[puzzle.corporation]
        holdings = tuple(sorted(corp.shares.values()))
        return {(*time, answer_of(puzzle)): MOST_AT_ONE_TIME, (*time, corp.cash, holdings): 1}
    hexes = tuple(sorted({answer["hex"] for answer in puzzle.solutions}))
    if puzzle.theme is Theme.LAY and puzzle.next == 0:
        # In a first lay, every other lay earns nothing, so the only lay that reaches a second stop is right.
        return {(*about, hexes, "first"): 1}
    if puzzle.next > puzzle.before:
        return {(*about, hexes): MOST_ALIKE}
    return {(*about, hexes, "without lure"): MOST_WITHOUT_LURE}


def run_stops(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the stops of the runs that solve a puzzle, in the order of their names."""
    paths = (stop for run in puzzle.solutions[0]["runs"] for stop in run["path"])
    return tuple(sorted({stop for stop in paths if "." in stop}))


def _without_player(answer: Mapping[str, object]) -> str:
    return json.dumps({name: value for name, value in answer.items() if name != "player"}, sort_keys=True)
