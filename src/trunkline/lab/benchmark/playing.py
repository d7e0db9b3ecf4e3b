"""Play of a benchmark: its games in the arena, and its puzzles."""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from itertools import islice
from typing import Final

from trunkline.game import Game
from trunkline.game.actions import Action, validated
from trunkline.game.notation import notation
from trunkline.lab import cluster
from trunkline.lab.arena.match import Match, play_game, processor_time
from trunkline.lab.benchmark.definition import Definition, GameUnit, PuzzleUnit, Unit
from trunkline.lab.benchmark.results import AnswerRecord, GameLine, Line, PuzzlesLine
from trunkline.learn.puzzles import collection
from trunkline.learn.puzzles.puzzle import Puzzle
from trunkline.learn.puzzles.solving import answer
from trunkline.players import FAILURES, play_turns
from trunkline.players.registry import load_player
from trunkline.util.errors import UsageError
from trunkline.util.subprocesses import map_ordered

FIRST_ACTIONS: Final = 400
"""The number of actions in a fingerprint."""
FINGERPRINT_PLAYERS: Final = 3

Task = tuple[Unit, str, int]
"""A unit, the name of the program, and the seed of the benchmark."""


def play(task: Task) -> Line:
    """Play one unit to its end. Send what programs print to standard error."""
    unit, program, seed = task
    began = time.process_time()
    if isinstance(unit, GameUnit):
        game, result = play_game(unit.table.match(program, seed), unit.number)
        return GameLine(unit.table.name, result, written(game), _since(began))
    with redirect_stdout(sys.stderr):
        answers = tuple(_answers(unit, program, seed))
    return PuzzlesLine(unit.theme, unit.title, answers, _since(began))


def written(game: Game) -> tuple[str, ...]:
    """Return the actions of a game as lines of notation."""
    return tuple(notation(action) for action in game.actions)


def play_all(program: str, seed: int, units: Sequence[Unit], jobs: int) -> Iterator[Line]:
    """Yield the results of units in order, from ``jobs`` processes. Raises ``UsageError``."""
    load_player(program)
    yield from cluster.spread(play, ((unit, program, seed) for unit in units), jobs)


def known_puzzle(identity: str) -> Puzzle:
    """Return a puzzle of Trunkline by its id. Raises ``UsageError`` if it does not exist."""
    found = collection.own().get(identity)
    if found is None:
        raise UsageError(f"There is no puzzle {identity} in this version of Trunkline.")
    return found


def _answers(unit: PuzzleUnit, program: str, seed: int) -> Iterator[AnswerRecord]:
    make = load_player(program)
    try:
        player = make(seed)
    except FAILURES:
        yield from (AnswerRecord(identity, "", right=False, processor=0.0) for identity in unit.puzzles)
        return
    for identity in unit.puzzles:
        puzzle = known_puzzle(identity)
        before = processor_time(player)
        action, right = answer(puzzle, player)
        busy = round(processor_time(player) - before, 3)
        yield AnswerRecord(identity, _line(action), right, busy)


def _line(action: Action | None) -> str:
    """Return an action as notation, or an empty text if a program returned something else."""
    try:
        return "" if action is None else notation(validated(action))
    except UsageError:
        return ""


def _since(began: float) -> float:
    return round(time.process_time() - began, 3)


def fingerprint(task: tuple[str, str, int]) -> str:
    """Return the fingerprint of an opponent, which changes if its play or the rules change.

    It is the SHA-256 of the first actions of a game in which the opponent has every seat. ``task`` has the
    opponent, the title and the seed of the benchmark.
    """
    opponent, title, seed = task
    game = Match(title, (opponent,) * FINGERPRINT_PLAYERS, seed).opened(0)
    make = load_player(opponent)
    players = {name: make(seed + seat) for seat, name in enumerate(game.players)}
    for _ in islice(play_turns(game, players), FIRST_ACTIONS):
        pass
    return hashlib.sha256("\n".join(written(game)).encode()).hexdigest()


def check_opponents(
    definition: Definition, jobs: int, otherwise: str = "choose other opponents with --against"
) -> None:
    """Raise ``UsageError`` if an opponent plays otherwise than when the benchmark was frozen.

    ``otherwise`` names what else the user can do.
    """
    wanted = expected(definition)
    found = map_ordered(fingerprint, [(*each, definition.seed) for each in wanted], jobs)
    for (opponent, title), mine in zip(wanted, found, strict=True):
        if mine != wanted[opponent, title]:
            raise UsageError(
                f"In {title}, the {opponent} of this version of Trunkline plays otherwise than in benchmark "
                f"{definition.version}, so results cannot be compared. Use the version of Trunkline that the "
                f"baselines name, or {otherwise}."
            )


def expected(definition: Definition) -> Mapping[tuple[str, str], str]:
    """Return the fingerprints of the opponents at the tables, by opponent and title."""
    return {
        (table.opponent, table.title): definition.opponents.get(table.opponent, {}).get(table.title, "")
        for table in definition.tables
    }
