"""Obsolete trains: each runs once more, and leaves the game after the dividend of its owner."""

from __future__ import annotations

from collections.abc import Callable

from trunkline.engine.kernel import depot, events
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import BANK, OUT, POOL, Corporation

Move = Callable[[Context, Corporation, int], None]


def is_obsolete(ctx: Context, name: str) -> bool:
    """Return whether trains of a type are obsolete."""
    return any(depot.was_bought(ctx, cause) for cause in ctx.title.board.train[name].obsolete_on)


def after(move: Move, rule: str) -> Move:
    """Return the move of a share price after a dividend, after which obsolete trains leave by this rule."""

    def moved(ctx: Context, corp: Corporation, paid: int) -> None:
        move(ctx, corp, paid)
        for train in ctx.state.trains_at(corp.id):
            if is_obsolete(ctx, depot.train_name(train)):
                depot.move_train(ctx, train, OUT)
                ctx.note(events.ObsoleteTrainLeft(corp.id, train), rule)

    return moved


def phase_began(rule: str) -> Callable[[Context], None]:
    """Return the reaction to a phase: trains become obsolete. Those without an owner leave at once."""

    def began(ctx: Context) -> None:
        for kind in ctx.title.board.trains:
            if not set(kind.obsolete_on).intersection(ctx.phase.on_train) or not is_obsolete(ctx, kind.name):
                continue
            places = {train: where for train, where in ctx.state.trains.items() if _is(train, kind.name)}
            left = {train for train, where in places.items() if where in (BANK, POOL)}
            ctx.state.trains = {
                train: OUT if train in left else where for train, where in ctx.state.trains.items()
            }
            owners = tuple(where for train, where in places.items() if where != OUT and train not in left)
            ctx.note(events.TrainsObsolete(kind.name, owners), rule)

    return began


def _is(train: str, name: str) -> bool:
    return depot.train_name(train) == name
