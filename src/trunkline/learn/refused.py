"""Refusals that a learner can meet on the page at a position."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.engine.routing.run import Run
from trunkline.game.actions import Action, RunTrains
from trunkline.game.game import Game


def refusing_rules(game: Game, player: str) -> frozenset[str]:
    """Return the rules of the refusals that a player can meet.

    The page lists forbidden actions. It also takes any number for a range, and runs that the player draws.
    """
    listed = {refusal.rule for _, refusal in game.forbidden(player)}
    entered = (game.check(action) for choice in game.legal(player) for action in _entered(choice))
    return frozenset(listed | {refusal.rule for refusal in entered if refusal})


def _entered(choice: Choice) -> Iterator[Action]:
    """Yield actions that a player can enter at a choice and that may be refused."""
    if isinstance(choice, Amounts):
        for amount in (choice.low - 1, choice.low + 1, choice.high + choice.step):
            yield replace(choice.action, **{choice.field: amount})
    elif isinstance(choice, Open) and isinstance(best := choice.best(), RunTrains):
        for runs in _drawn(best.runs):
            yield replace(best, runs=runs)


def _drawn(runs: tuple[Run, ...]) -> Iterator[tuple[Run, ...]]:
    """Yield no run, two runs on the same track, and each run up to one of its stops or from it."""
    yield ()
    for run in runs:
        yield from ((run, Run(other.train, run.path)) for other in runs if other is not run)
        for place in (number for number, each in enumerate(run.path) if "." in each):
            yield (Run(run.train, run.path[: place + 1]),)
            yield (Run(run.train, run.path[place:]),)
