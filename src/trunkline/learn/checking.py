"""Checks of a lesson: every task is tried with every legal action."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from trunkline.engine.kernel.choice import Amounts, Open
from trunkline.game.actions import Action
from trunkline.game.game import Game
from trunkline.learn.goals import matches
from trunkline.learn.judging import judge, reply_to
from trunkline.learn.lesson import Place, Step
from trunkline.learn.library import StoredLesson
from trunkline.learn.refused import refusing_rules
from trunkline.learn.solutions import after, play_solution
from trunkline.titles import rules_of
from trunkline.util.errors import UsageError

SHORT = 10
"""The largest number of amounts of a range of which all are tried."""
DRAWN = 8
"""The number of random actions that stand for an open entry."""
MOST_TRIALS = 200
"""The maximum number of actions that are tried for the next task."""


class Tried(NamedTuple):
    """The figures of a task: the legal actions at its start, and those that reach the goal at once.

    ``unanswered`` counts the others that get only the general comment.
    """

    step: int
    legal: int
    right: int
    unanswered: int


class Report(NamedTuple):
    """The result of the checks of a lesson. ``faults`` is empty if it is correct."""

    faults: tuple[str, ...]
    tried: tuple[Tried, ...]


def check(stored: StoredLesson) -> Report:
    """Check a lesson. Raises ``UsageError`` if a position cannot be read."""
    faults: list[str] = []
    tried: list[Tried] = []
    game: Game | None = None
    places = stored.places
    for number, place in enumerate(places):
        if place.first or game is None:
            game = stored.opening(number)
        found = _Checker(number, place, game)
        try:
            faults += found.faults(_next_task(places[number + 1 :]), stored.lesson.title)
            if place.step.goal:
                tried.append(found.tried)
                game = found.solved
        except UsageError as error:
            faults.append(f"Step {number + 1} ({place.step.heading}): {error}")
    return Report(tuple(faults), tuple(tried))


def _next_task(later: Sequence[Place]) -> Step | None:
    """Return the next task that begins where this one ends, so in the same exercise."""
    same = itertools.takewhile(lambda place: not place.first, later)
    return next((place.step for place in same if place.step.goal), None)


def trials(game: Game, player: str) -> list[Action]:
    """Return every legal action of a player.

    A range gives its ends, or all its actions if it is short. An open entry, such as a set of runs, gives its
    best action and some at random.
    """
    found: list[Action] = []
    for choice in game.legal(player):
        match choice:
            case Amounts():
                every = list(choice)
                found += every if len(every) <= SHORT else [every[0], every[-1]]
            case Open():
                drawn = (choice.propose(random.Random(seed)) for seed in range(DRAWN))
                found += dict.fromkeys((choice.best(), *drawn))
            case _:
                found.append(choice)
    return found


class _Checker:
    """The checks of one step at the position where it begins."""

    def __init__(self, number: int, place: Place, game: Game) -> None:
        self._number = number
        self._place = place
        self._step = place.step
        self._player = place.exercise.player
        self._game = game
        self.solved = game
        self.tried = Tried(number, 0, 0, 0)

    def faults(self, following: Step | None, title: str) -> Iterator[str]:
        """Yield the faults of the step."""
        step, where = self._step, f"Step {self._number + 1} ({self._step.heading})"
        if self._place.first and self._game.options.title != title:
            yield f"{where}: its position is a game of {self._game.options.title}, not of {title}."
        unknown = [rule for rule in step.refusals if rule not in rules_of(title)]
        unknown += [each for each in step.targets.hexes if each not in self._game.board.hexes]
        unknown += [
            each for each in step.targets.corporations if each not in self._game.shared_state.corporations
        ]
        if unknown:
            yield f"{where}: {title} has no {', '.join(unknown)}."
        if step.answers and step.goal:
            yield f"{where}: it has a goal and answers. Keep one of them."
        if step.answers and [each.right for each in step.answers].count(True) != 1:
            yield f"{where}: exactly one answer must be right."
        if step.answers and "?" not in step.heading + step.text:
            yield f"{where}: it has answers, but neither its heading nor its text asks a question."
        if step.goal:
            yield from (f"{where}: {fault}" for fault in self._task_faults(following))
        elif step.refusals:
            yield f"{where}: it has refusals and no goal. Only a task has refusals."

    def _task_faults(self, following: Step | None) -> Iterator[str]:
        step = self._step
        if not step.task:
            yield "it has a goal and no task. Say what the learner has to do."
        if self._player not in self._game.to_act:
            yield f"{self._player} does not have to act."
            return
        legal = trials(self._game, self._player)
        tried = [(action, after(self._game, action)) for action in legal]
        done = [judge(step, [game], [action]).done for action, game in tried]
        right = [game for (_, game), reached in zip(tried, done, strict=True) if reached]
        wrong = [action for (action, _), reached in zip(tried, done, strict=True) if not reached]
        answers = [reply_to(step, action) for action in wrong]
        self.tried = Tried(self._number, len(legal), len(right), 0 if step.otherwise else answers.count(None))
        if not wrong:
            yield "every legal action reaches the goal, so there is nothing to learn."
        for reply in step.replies if step.actions == 1 else ():
            if not any(matches(reply.when, action) for action in legal):
                yield f"no legal action fits the reply to {reply.when}."
            elif reply not in answers:
                yield (
                    f"the reply to {reply.when} is never shown: these actions reach the goal, or an earlier "
                    "reply fits them."
                )
        played = play_solution(step, self._game, self._player)
        if len(played.actions) < len(step.solution):
            yield f"the solution {step.solution[len(played.actions)]} is not legal."
        elif not judge(step, played.moments, played.actions).done:
            yield "its solution does not reach the goal."
        else:
            self.solved = played.moments[-1]
        moments = (self._game, *played.moments[:-1])
        met = frozenset().union(*(refusing_rules(game, self._player) for game in moments))
        for rule in step.refusals:
            if rule not in met:
                yield f"the refusal by {rule} is never met: the page offers no action that this rule refuses."
        if following is not None:
            for game in right:
                if not _can_go_on(following, game, self._player):
                    yield f"after {game.actions[-1]} the goal of the next task is out of reach."


def _can_go_on(step: Step, game: Game, player: str) -> bool:
    """Return whether a step can be solved from a game: by its solution or by one action."""
    played = play_solution(step, game, player)
    if judge(step, played.moments, played.actions).done:
        return True
    if player not in game.to_act:
        return False
    tried = itertools.islice(trials(game, player), MOST_TRIALS)
    return any(judge(step, [after(game, action)], [action]).done for action in tried)
