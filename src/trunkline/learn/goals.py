"""Goals of lessons, as properties of a position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, assert_never

from trunkline.game.actions import Action, encode
from trunkline.game.game import Game
from trunkline.game.position import Position
from trunkline.learn.lesson import BestRun, Fact, Goal, Pattern, Played, Revenue, Worth
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext


def matches(pattern: Pattern, action: Action) -> bool:
    """Return whether an action has the fields of a pattern."""
    fields = encode(action)
    return all(
        name in fields and (fields[name] in wanted if isinstance(wanted, list) else fields[name] == wanted)
        for name, wanted in pattern.items()
    )


def is_met(goal: Goal, game: Game, played: Iterable[Action]) -> bool:
    """Return whether a goal is met in a position, after these actions of its step.

    Raises ``UsageError`` if the goal names something that the game does not have.
    """
    match goal:
        case BestRun():
            return earned(goal.corporation, game) >= goal.least
        case Revenue():
            return revenue(goal.corporation, game) >= goal.least
        case Fact():
            return holds(goal, game)
        case Worth():
            return game.worth(goal.player) >= goal.least
        case Played():
            return any(matches(goal.action, action) for action in played)
    assert_never(goal)


def shortfall(goal: Goal, game: Game) -> str:
    """Return what is missing for a goal, as a sentence with figures. Empty if the goal has none to show."""
    match goal:
        case BestRun():
            return gettext(
                "The best run of {corp} earns ${found}; the aim is ${least} or more.",
                corp=goal.corporation,
                found=earned(goal.corporation, game),
                least=goal.least,
            )
        case Revenue():
            return gettext(
                "The runs of {corp} earned ${found}; the aim is ${least} or more.",
                corp=goal.corporation,
                found=revenue(goal.corporation, game),
                least=goal.least,
            )
        case Worth():
            return gettext(
                "{player} is now worth ${found}; the aim is ${least} or more.",
                player=goal.player,
                found=game.worth(goal.player),
                least=goal.least,
            )
        case Fact() | Played():
            return ""
    assert_never(goal)


def earned(corporation: str, game: Game) -> int:
    """Return the revenue in dollars of the best runs of a corporation. Raises ``UsageError``."""
    return Position.of(game).best_runs(corporation).total


def revenue(corporation: str, game: Game) -> int:
    """Return the dollars that the last runs of a corporation have earned. Raises ``UsageError``."""
    return int(value(f"corporations.{corporation}.revenue", game.view()))


def value(path: str, view: Mapping[str, Any]) -> Any:
    """Return the value at a path of a state as plain data. Missing shares are 0. Raises ``UsageError``."""
    found: Any = view
    parts = path.split(".")
    for number, part in enumerate(parts):
        if not isinstance(found, Mapping) or (part not in found and parts[number - 1] != "shares"):
            raise UsageError(f"The state of a game has no {path}.")
        found = found.get(part, 0)
    return found


def holds(goal: Fact, game: Game) -> bool:
    """Return whether a value of the state is as a fact says. Raises ``UsageError``."""
    found = value(goal.of, game.view())
    if goal.has is not None:
        return isinstance(found, list | dict) and goal.has in found
    if goal.equals is not None:
        return bool(found == goal.equals)
    number = found if isinstance(found, int) else 0
    return (goal.least is None or number >= goal.least) and (goal.most is None or number <= goal.most)
