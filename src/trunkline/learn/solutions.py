"""Solutions of tasks, played as a learner would."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.game.actions import Action
from trunkline.game.game import Game
from trunkline.learn.goals import matches
from trunkline.learn.lesson import Pattern, Step
from trunkline.learn.library import StoredLesson
from trunkline.util.errors import UsageError


class Played(NamedTuple):
    """Actions in a step, and the game after each of them."""

    actions: tuple[Action, ...]
    moments: tuple[Game, ...]


def play_solution(step: Step, game: Game, player: str) -> Played:
    """Play the solution of a step from a game, up to the first part that is not legal there."""
    played = Played((), ())
    for pattern in step.solution:
        now = played.moments[-1] if played.moments else game
        action = _fitting(pattern, now, player)
        if action is None:
            break
        played = Played((*played.actions, action), (*played.moments, after(now, action)))
    return played


def after(game: Game, action: Action) -> Game:
    """Return a separate game after one more action."""
    found = game.copy()
    found.play(action)
    return found


def opened_at(stored: StoredLesson, step: int) -> Game:
    """Return the game at the start of a step: the tasks before it in its exercise are solved.

    Raises ``UsageError`` if there is no such step, or a solution is not legal.
    """
    game, places = stored.opening(step), stored.places
    first = max(number for number in range(step + 1) if places[number].first)
    for place in places[first:step]:
        played = play_solution(place.step, game, place.exercise.player)
        if len(played.actions) < len(place.step.solution):
            refused = place.step.solution[len(played.actions)]
            raise UsageError(f"The solution {refused} of the lesson {stored.id} is not legal.")
        game = played.moments[-1] if played.moments else game
    return game


def _fitting(pattern: Pattern, game: Game, player: str) -> Action | None:
    """Return the first legal action of a player that fits a pattern."""
    if player not in game.to_act:
        return None
    offered = (action for choice in game.legal(player) for action in _offered(choice))
    return next((action for action in offered if matches(pattern, action)), None)


def _offered(choice: Choice) -> Iterable[Action]:
    if isinstance(choice, Amounts):
        return choice
    return [choice.best() if isinstance(choice, Open) else choice]
