"""What players will be worth at the end, guessed from a position without playing on. Money is in dollars."""

from __future__ import annotations

from trunkline.kernel import chart
from trunkline.players.director.forecast import Forecast, Known
from trunkline.position import Position

REACHED = 0.6
"""Part of what shares promise to pay that comes true: trains rust sooner, and others do not buy as hoped."""


def expected(position: Position, known: Known | None = None) -> dict[str, float]:
    """What each player may expect to be worth at the end; once the game is over, what each is worth.

    Worth counts a share of a company that is about to lose its trains as much as one of another, and cash as
    much as what earns: here shares count by what they will pay, and presidents owe the trains to come.
    """
    names = tuple(position.state.players)
    worth = {name: float(position.worth(name)) for name in names}
    if position.over:
        return worth
    look = Forecast(position, names[0], 0, known or Known())
    for corp in position.state.corporations.values():
        if corp.closed or not look.floated(corp) or not chart.price(look.t, corp):
            continue
        promise = REACHED * look.share(corp) + look.rise(corp)
        for name, count in corp.shares.items():
            if name in worth:
                worth[name] += count * promise
        if corp.president in worth and corp.operated:
            worth[corp.president] -= look.duty(corp)
    for name in names:
        worth[name] += look.hurdle * position.state.players[name].cash
    return worth


def shares(position: Position, known: Known | None = None) -> dict[str, float]:
    """Each player's expected share of what all are worth together: from 0 to 1, and 1 in sum."""
    worth = {name: max(0.0, dollars) for name, dollars in expected(position, known).items()}
    total = sum(worth.values())
    return {name: dollars / total if total else 1 / len(worth) for name, dollars in worth.items()}
