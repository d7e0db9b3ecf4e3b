"""Verification of results: games are replayed, opponents choose again, and figures are recomputed.

The program's seat repeats the recorded actions, so a program is not needed to verify its results. All other
seats ask the frozen opponents, which must choose the recorded actions again.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from msgspec import Struct, structs

from trunkline.game import Game
from trunkline.game.actions import Action
from trunkline.game.notation.lines import read as read_action
from trunkline.game.saves import PROGRAM_VERSION
from trunkline.lab.arena.match import Forfeit, GameResult, by_name, play_game
from trunkline.lab.benchmark import figures
from trunkline.lab.benchmark.definition import GameUnit, PuzzleUnit, Unit
from trunkline.lab.benchmark.playing import check_opponents, known_puzzle, written
from trunkline.lab.benchmark.results import AnswerRecord, GameLine, Head, Line, PuzzlesLine, Results
from trunkline.learn.puzzles.solving import solves
from trunkline.players import FAILURES, Chooser
from trunkline.util.errors import UsageError
from trunkline.util.subprocesses import map_ordered

TIMES = "seconds", "processor", "longest"
"""The fields of a result that differ from machine to machine."""
MOST_SHOWN = 100
"""The maximum length of a value in a message."""


class Check(NamedTuple):
    """A line of results to check."""

    unit: Unit
    line: Line
    head: Head
    seed: int
    asks: bool
    """True if the opponents choose again."""


class Recorded:
    """A player that repeats the recorded actions of a game. It fails where the recorded player failed."""

    def __init__(self, line: GameLine, seat: int) -> None:
        self._actions = line.actions
        failed = [forfeit.action for forfeit in line.result.forfeits if forfeit.seat == seat]
        self._failed = failed[0] if failed else None
        if self._failed == 0:
            raise UsageError("It failed before its first action.")

    def choose(self, game: Game, player: str) -> Action:
        """Return the recorded action at this point of the game. Raises ``UsageError``."""
        at = len(game.actions)
        if at == self._failed:
            raise UsageError("It failed.")
        if at >= len(self._actions):
            raise UsageError("the file has no further action")
        return read_action(self._actions[at])


def faults(results: Results, sample: int | None, jobs: int) -> Iterator[str]:
    """Yield a sentence for each fault of some results.

    Raises ``UsageError`` if opponents should choose again but play otherwise today.

    Args:
        results: The contents of a complete file.
        sample: The number of games in which the opponents choose again; None: in all.
        jobs: The number of processes.
    """
    head = results.head
    definition = head.played()
    units = {unit.name: unit for unit in definition.units()}
    found = Counter(line.name for line in results.lines)
    for name in units:
        if not found[name]:
            yield f"{name} is missing."
    for name, count in found.items():
        if name not in units:
            yield f"{name} is no part of benchmark {head.benchmark}, or of this run."
        elif count > 1:
            yield f"{name} is in the file {count} times."
    known = [line for line in results.lines if line.name in units]
    games = [line.name for line in known if isinstance(line, GameLine)]
    drawn = games if sample is None else random.Random(definition.seed).sample(games, min(sample, len(games)))
    asked = set(drawn)
    if drawn:
        check_opponents(definition, jobs, "let no opponent choose again with --sample 0")
    checks = [Check(units[line.name], line, head, definition.seed, line.name in asked) for line in known]
    for of_line in map_ordered(check, checks, jobs):
        yield from of_line
    yield from _figure_faults(results)


def check(task: Check) -> list[str]:
    """Return a sentence for each fault of one line."""
    if isinstance(task.unit, GameUnit) and isinstance(task.line, GameLine):
        return [f"{task.unit.name}: {fault}" for fault in _game_faults(task, task.unit, task.line)]
    if isinstance(task.unit, PuzzleUnit) and isinstance(task.line, PuzzlesLine):
        return [f"{task.unit.name}: {fault}" for fault in _answer_faults(task.unit, task.line.answers)]
    return [f"{task.unit.name}: the line is of another kind."]


def _game_faults(task: Check, unit: GameUnit, line: GameLine) -> Iterator[str]:
    """Yield the faults of a game: the first action that differs, or else each figure that does."""
    mine = unit.table.seat(unit.number)
    if any(forfeit.seat != mine for forfeit in line.result.forfeits):
        yield "the file says that an opponent failed, and the opponents of the benchmark do not."
        return

    def seated(seat: int, name: str) -> Callable[[int], Chooser]:
        if seat != mine and task.asks:
            return by_name(seat, name)
        return lambda seed: Recorded(line, seat)

    try:
        game, result = play_game(unit.table.match(task.head.program, task.seed), unit.number, seated=seated)
    except FAILURES as error:  # a clerk that replaces a player is not replaced in turn
        yield f"it cannot be replayed: {error}"
        return
    pairs = list(zip_longest(line.actions, written(game), fillvalue="no action"))
    differs = next((at for at, (theirs, ours) in enumerate(pairs) if theirs != ours), len(pairs))
    refused = _refused(result, line.result)
    if refused is not None and refused.action <= differs:
        yield f"action {refused.action + 1} cannot be played: {refused.why}"
        return
    if differs < len(pairs):
        theirs, ours = map(_short, pairs[differs])
        yield f"action {differs + 1} is {theirs!r}, and the replay has {ours!r}."
        return
    yield from _differences(_comparable(line.result, task.head), _comparable(result, task.head))


def _refused(result: GameResult, recorded: GameResult) -> Forfeit | None:
    """Return the first failure of the replay that the file does not have."""
    known = {(forfeit.seat, forfeit.action) for forfeit in recorded.forfeits}
    return next((each for each in result.forfeits if (each.seat, each.action) not in known), None)


def _comparable(result: GameResult, head: Head) -> GameResult:
    """Return a result without times, reasons of failures, and a digest of another version."""
    forfeits = tuple(structs.replace(forfeit, why="") for forfeit in result.forfeits)
    digest = result.digest if head.trunkline == PROGRAM_VERSION else ""
    return structs.replace(result, forfeits=forfeits, digest=digest, **dict.fromkeys(TIMES, ()))


def _answer_faults(unit: PuzzleUnit, answers: Sequence[AnswerRecord]) -> Iterator[str]:
    if tuple(each.puzzle for each in answers) != unit.puzzles:
        yield "the answers are not those to the puzzles of the benchmark."
        return
    for each in answers:
        try:
            right = bool(each.action) and solves(known_puzzle(each.puzzle), read_action(each.action))
        except UsageError as error:
            yield f"the answer to puzzle {each.puzzle} cannot be read: {error}"
            continue
        if right != each.right:
            found = "right" if right else "wrong"
            yield f"the answer to puzzle {each.puzzle} is {found}, and the file says otherwise."


def _figure_faults(results: Results) -> Iterator[str]:
    try:
        computed = figures.row(results.head, results.head.played(), results.lines)
    except (IndexError, ValueError) as error:
        yield f"The figures cannot be computed: {error}."
        return
    assert results.row is not None
    for difference in _differences(results.row, computed):
        yield f"The row of figures: {difference}"


def _differences(theirs: Struct, ours: Struct) -> Iterator[str]:
    for name in theirs.__struct_fields__:
        said, found = getattr(theirs, name), getattr(ours, name)
        if said != found:
            yield f"{name} is {_short(said)} in the file, and {_short(found)} by the replay."


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 3] + "..."
