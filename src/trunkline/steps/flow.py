"""The order of rounds: sets of a stock round and one or more operating rounds."""

from __future__ import annotations

from trunkline.kernel import depot, events
from trunkline.kernel.state import Round
from trunkline.kernel.table import Table
from trunkline.steps import operating, stock

OPENING = "opening"
STOCK = "stock"
OPERATING = "operating"


def stock_round_ended(t: Table) -> None:
    """Start the operating rounds, as many as the phase says."""
    count = depot.phase(t).operating_rounds
    _operate(t, Round(OPERATING, t.state.round.number, 1, count))


def operating_round_ended(t: Table) -> None:
    """Start the next operating round or the next set, or end the game."""
    now = t.state.round
    for react in t.title.reactions.operating_round_ended:
        react(t)
    last = now.index >= now.of
    reason = _end_due(t, last=last)
    if reason:
        end(t, reason)
    elif last:
        begin_set(t, now.number + 1)
    else:
        _operate(t, Round(OPERATING, now.number, now.index + 1, now.of))


def rounds_of_set(t: Table) -> list[Round]:
    """Return the known rounds of the current set. The phase at the end of the stock round determines the
    number of operating rounds."""
    now = t.state.round
    of = now.of if now.kind == OPERATING else depot.phase(t).operating_rounds
    opening = [now] if now.kind not in (STOCK, OPERATING) else []
    stock = Round(STOCK, now.number)
    return [*opening, stock, *(Round(OPERATING, now.number, index, of) for index in range(1, of + 1))]


def _end_due(t: Table, *, last: bool) -> str:
    """Return why the game ends after this operating round, or an empty string. ``last`` marks the last round
    of the set. The board says when a broken bank and the highest share price end the game."""
    ending = t.title.board.ending
    if t.state.bank_broken and (last or not ending.finishes_set):
        return "bank"
    if t.state.end_price_reached and (last or not ending.price_finishes_set):
        return "price"
    return ""


def begin_set(t: Table, number: int) -> None:
    """Start the stock round of a set with the holder of the priority deal."""
    t.state.round = Round(STOCK, number)
    t.note(events.RoundBegan(STOCK, number))
    stock.begin(t, t.state.priority)


def _operate(t: Table, round: Round) -> None:
    t.state.round = round
    t.note(events.RoundBegan(round.kind, round.number, round.index, round.of))
    operating.begin(t)


def end(t: Table, reason: str) -> None:
    """End the game."""
    t.state.over = True
    t.state.reason = reason
    t.note(events.GameEnded(reason))
