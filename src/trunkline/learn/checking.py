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
from trunkline.learn.judging import judge
from trunkline.learn.lesson import Place, Reply, Step
from trunkline.learn.library import StoredLesson
from trunkline.learn.solutions import fitting
from trunkline.titles import rules_of
from trunkline.util.errors import UsageError

SHORT = 10
"""The largest number of amounts of a range of which all are tried."""
DRAWN = 8
"""The number of random actions that stand for an open entry."""


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
        found = _Checker(number, place.step, game)
        try:
            faults += found.faults(place, _next_task(places[number + 1 :]), stored.lesson.title)
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

    def __init__(self, number: int, step: Step, game: Game) -> None:
        self._number = number
        self._step = step
        self._game = game
        self.solved = game
        self.tried = Tried(number, 0, 0, 0)

    def faults(self, place: Place, following: Step | None, title: str) -> Iterator[str]:
        """Yield the faults of the step."""
        step, where = self._step, f"Step {self._number + 1} ({self._step.heading})"
        if place.first and self._game.options.title != title:
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
        if step.goal:
            yield from (f"{where}: {fault}" for fault in self._task_faults(place.exercise.player, following))

    def _task_faults(self, player: str, following: Step | None) -> Iterator[str]:
        step = self._step
        if not step.task:
            yield "it has a goal and no task. Say what the learner has to do."
        if player not in self._game.to_act:
            yield f"{player} does not have to act."
            return
        legal = trials(self._game, player)
        after = [(action, self._after(action)) for action in legal]
        verdicts = [(action, judge(step, [game], [action])) for action, game in after]
        right = [game for (_, game), (_, verdict) in zip(after, verdicts, strict=True) if verdict.done]
        wrong = [action for action, verdict in verdicts if not verdict.done]
        answers = [_reply_to(action, step) for action in wrong]
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
        yield from self._play_solution(player)
        if following is not None:
            for game in right:
                if not _can_go_on(following, game, player):
                    yield f"after {game.actions[-1]} the goal of the next task is out of reach."

    def _play_solution(self, player: str) -> Iterator[str]:
        played: list[Action] = []
        moments: list[Game] = []
        for pattern in self._step.solution:
            game = moments[-1] if moments else self._game
            action = fitting(pattern, game, player)
            if action is None:
                yield f"the solution {pattern} is not legal."
                return
            played.append(action)
            moments.append(self._after(action, game))
        if not judge(self._step, moments, played).done:
            yield "its solution does not reach the goal."
            return
        self.solved = moments[-1]

    def _after(self, action: Action, game: Game | None = None) -> Game:
        found = (game or self._game).copy()
        found.play(action)
        return found


def _reply_to(action: Action, step: Step) -> Reply | None:
    return next((reply for reply in step.replies if matches(reply.when, action)), None)


def _can_go_on(step: Step, game: Game, player: str) -> bool:
    """Return whether a step can be solved from a game: by its solution or by one action."""
    played: list[Action] = []
    moments: list[Game] = []
    for pattern in step.solution:
        action = fitting(pattern, moments[-1] if moments else game, player)
        if action is None:
            break
        played.append(action)
        after = (moments[-1] if moments else game).copy()
        after.play(action)
        moments.append(after)
    if judge(step, moments, played).done:
        return True
    if player not in game.to_act:
        return False
    for action in itertools.islice(trials(game, player), 200):
        after = game.copy()
        after.play(action)
        if judge(step, [after], [action]).done:
            return True
    return False
