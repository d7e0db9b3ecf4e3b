"""Solutions of tasks, played as a learner would."""

from __future__ import annotations

from collections.abc import Iterable

from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.game.actions import Action
from trunkline.game.game import Game
from trunkline.learn.goals import matches
from trunkline.learn.lesson import Pattern
from trunkline.learn.library import StoredLesson
from trunkline.util.errors import UsageError


def fitting(pattern: Pattern, game: Game, player: str) -> Action | None:
    """Return the first legal action of a player that fits a pattern."""
    if player not in game.to_act:
        return None
    offered = (action for choice in game.legal(player) for action in _offered(choice))
    return next((action for action in offered if matches(pattern, action)), None)


def opened_at(stored: StoredLesson, step: int) -> Game:
    """Return the game at the start of a step: the tasks before it in its exercise are solved.

    Raises ``UsageError`` if there is no such step, or a solution is not legal.
    """
    game, places = stored.opening(step), stored.places
    first = max(number for number in range(step + 1) if places[number].first)
    for place in places[first:step]:
        for pattern in place.step.solution:
            action = fitting(pattern, game, place.exercise.player)
            if action is None:
                raise UsageError(f"The solution {pattern} of the lesson {stored.id} is not legal.")
            game.play(action)
    return game


def _offered(choice: Choice) -> Iterable[Action]:
    if isinstance(choice, Amounts):
        return choice
    return [choice.best() if isinstance(choice, Open) else choice]
