"""The export of a train: the bank's next train leaves the game, as if it had been sold."""

from __future__ import annotations

from collections.abc import Callable

from trunkline.engine.kernel import depot, events
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import OUT


def at_end(rule: str, *, of_set: bool) -> Callable[[Context], None]:
    """Return the reaction that exports a train by this rule at the end of an operating round, or only of the
    last one of a set."""

    def ended(ctx: Context) -> None:
        if not of_set or ctx.state.round.index >= ctx.state.round.of:
            export(ctx, rule)

    return ended


def export(ctx: Context, rule: str) -> None:
    """Remove the next train of the bank. A type without a limit is not exported."""
    trains = depot.on_sale(ctx)
    if not trains or depot.train_type(ctx, trains[0]).count is None:
        return
    train = trains[0]
    depot.move_train(ctx, train, OUT)
    ctx.note(events.TrainExported(train), rule)
    depot.sold_by_bank(ctx, train)
