"""Pieces of review work that run in any process: plain data in, plain data out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from trunkline.engine.kernel import state as states
from trunkline.engine.kernel.options import Options
from trunkline.game.actions import Action, AnyAction, Correction, RunTrains, validated
from trunkline.game.position import Position
from trunkline.lab.review.recorder import LineRecorder
from trunkline.lab.review.results import Moment
from trunkline.players.advice import Adviser
from trunkline.players.director import Director
from trunkline.players.evaluation import worth_shares
from trunkline.players.rollouts import NoisyPolicy, ends_set, sample_rollouts
from trunkline.titles import build

WAVERING: Final = 15.0
"""Standard deviation of the players' errors in lines, in dollars."""
LONGEST: Final = 400
"""Maximum number of positions in a line."""
OTHERS: Final = 2
"""Maximum number of alternatives for a decision."""


class DirectorView(Struct, frozen=True):
    """A director's opinion of a decision."""

    number: int
    player: str
    played: AnyAction
    others: tuple[AnyAction, ...]
    """The actions that it prefers; empty if it would have done the same."""
    dollars: float
    """Approximate dollars by which it prefers the first of these."""
    round: str
    """The round of the decision."""
    shares: dict[str, float]
    """Each player's expected share before the decision."""


class Look(Struct, frozen=True):
    """A request to look at some decisions."""

    options: Options
    moments: tuple[Moment, ...]


class Compare(Struct, frozen=True):
    """A request to play on from the played action and from an alternative."""

    options: Options
    moment: Moment
    other: AnyAction
    seeds: tuple[int, ...]


class Comparison(Struct, frozen=True):
    """The increase of the deciding player's share after the alternative, for each seed."""

    number: int
    other: AnyAction
    seeds: tuple[int, ...]
    gains: tuple[float, ...]
    steps: int
    lines: tuple[tuple[AnyAction, ...], ...] = ()
    """The first actions after the alternative, for each seed. Results of older versions have none."""


def looked(task: Look) -> list[DirectorView | None]:
    """Return a director's opinion of each decision; None if there was no choice."""
    director = Director()
    return [_looked(director, task.options, moment) for moment in task.moments]


def compared(task: Compare) -> Comparison:
    """Play on from both actions."""
    position = position_of(task.options, task.moment)
    director = Director()
    until = ends_set(position)
    player = task.moment.action.player

    def policy(seed: int) -> NoisyPolicy:
        return NoisyPolicy(director, WAVERING, seed)

    def samples(action: Action, make: Callable[[int], Adviser]) -> tuple[list[float], int]:
        found = sample_rollouts(position.play(action), make, until, task.seeds, LONGEST)
        return [each[player] for each in found.shares], found.steps

    recorders = {seed: LineRecorder(policy(seed), player) for seed in task.seeds}
    played, steps = samples(task.moment.action, policy)
    other, more = samples(task.other, lambda seed: recorders[seed])
    gains = tuple(round(there - here, 6) for here, there in zip(played, other, strict=True))
    lines = tuple(tuple(map(validated, each.line)) for each in recorders.values())
    return Comparison(task.moment.number, task.other, task.seeds, gains, steps + more, lines)


def position_of(options: Options, moment: Moment) -> Position:
    """Return the position before a decision."""
    title = build(options)
    return Position(title, states.decode(moment.state, title.state))


def _looked(director: Director, options: Options, moment: Moment) -> DirectorView | None:
    position = position_of(options, moment)
    played = moment.action
    # If several players must decide, only the first of them can be advised.
    if position.to_act[:1] != (played.player,):
        return None
    if isinstance(played, Correction):
        return None
    if len(position.legal) == 1 and isinstance(position.legal[0], Action):
        return None
    estimates = director.advise(position).estimates
    others = [each for each in estimates if not _alike(position, each.action, played)]
    found: tuple[AnyAction, ...] = ()
    if others and others[0] is estimates[0]:
        # Add the best alternative of another kind: similar moves have similar results.
        kinds = [each for each in others if type(each.action) is not type(others[0].action)]
        chosen = [others[0], *kinds, *others[1:]][:OTHERS]
        found = tuple(validated(each.action) for each in dict.fromkeys(chosen))
    known = [each.total for each in estimates if each.action == played]
    liked = max(0.0, estimates[0].total - (known[0] if known else 0.0))
    now = position.state.round
    return DirectorView(
        moment.number,
        played.player,
        played,
        found,
        round(liked, 2),
        f"{now.kind} {now.number}.{now.index}",
        {name: round(share, 4) for name, share in worth_shares(position).items()},
    )


def _alike(position: Position, one: Action, other: Action) -> bool:
    """Return whether two actions are equivalent. Runs are equivalent if they earn the same."""
    if isinstance(one, RunTrains) and isinstance(other, RunTrains):
        first, second = (position.play(each).state.corporations[one.corp] for each in (one, other))
        return first.revenue == second.revenue
    return validated(one) == validated(other)
