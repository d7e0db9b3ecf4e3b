"""The order of rounds: sets of a stock round and one or more operating rounds."""

from __future__ import annotations

from trunkline.engine.kernel import depot, ending, events
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import Round
from trunkline.engine.steps import operating, stock

OPENING = "opening"
STOCK = "stock"
OPERATING = "operating"


def stock_round_ended(ctx: Context) -> None:
    """Start the operating rounds, as many as the phase says."""
    count = depot.phase(ctx).operating_rounds
    _operate(ctx, Round(OPERATING, ctx.state.round.number, 1, count))


def operating_round_ended(ctx: Context) -> None:
    """Start the next operating round or the next set, or end the game."""
    now = ctx.state.round
    for react in ctx.title.reactions.operating_round_ended:
        react(ctx)
    last = now.index >= now.of
    reason = _end_due(ctx, last=last)
    if reason:
        ending.end(ctx, reason)
    elif last:
        begin_set(ctx, now.number + 1)
    else:
        _operate(ctx, Round(OPERATING, now.number, now.index + 1, now.of))


def rounds_of_set(ctx: Context) -> list[Round]:
    """Return the known rounds of the current set. The phase at the end of the stock round determines the
    number of operating rounds."""
    now = ctx.state.round
    of = now.of if now.kind == OPERATING else depot.phase(ctx).operating_rounds
    opening = [now] if now.kind not in (STOCK, OPERATING) else []
    stock = Round(STOCK, now.number)
    return [*opening, stock, *(Round(OPERATING, now.number, index, of) for index in range(1, of + 1))]


def _end_due(ctx: Context, *, last: bool) -> str:
    """Return why the game ends after this operating round, or an empty string. ``last`` marks the last round
    of the set. The board says when a broken bank and the highest share price end the game."""
    terms = ctx.title.board.ending
    if ctx.state.bank_broken and (last or not terms.finishes_set):
        return "bank"
    if ctx.state.end_price_reached and (last or not terms.price_finishes_set):
        return "price"
    if last and terms.train and depot.was_bought(ctx, terms.train):
        return "train"
    if last and terms.sets is not None and ctx.state.round.number >= terms.sets:
        return "sets"
    return ""


def most_rounds(ctx: Context) -> int | None:
    """Return the most operating rounds to come, including the current one, or None if no limit is known.

    A train or a number of sets can limit them.
    """
    now, terms = ctx.state.round, ctx.title.board.ending
    in_set = depot.phase(ctx).operating_rounds
    here = max(1, now.of - now.index + 1) if now.index else max(1, in_set)
    if terms.train and depot.was_bought(ctx, terms.train):
        return here
    return None if terms.sets is None else here + max(0, terms.sets - now.number) * in_set


def begin_set(ctx: Context, number: int) -> None:
    """Start the stock round of a set with the holder of the priority deal."""
    ctx.state.round = Round(STOCK, number)
    ctx.note(events.RoundBegan(STOCK, number))
    stock.begin(ctx, ctx.state.priority)


def _operate(ctx: Context, round: Round) -> None:
    ctx.state.round = round
    ctx.note(events.RoundBegan(round.kind, round.number, round.index, round.of))
    operating.begin(ctx)
