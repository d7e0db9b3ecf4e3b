"""What players will be worth at the end, guessed from a position without playing on. Money is in dollars."""

from __future__ import annotations

from collections.abc import Mapping

from trunkline.kernel import chart
from trunkline.players.advice import Term
from trunkline.players.director.forecast import Forecast
from trunkline.position import Position

# What these are worth at the end, from games of directors against themselves: a fit of all players' final
# worth against the mean of the table, at the beginning of each stock round. How far a price may still rise
# said nothing beside the dividends.
PAID = 1.2
"""What a dollar of dividends that are promised leads to: it is invested again."""
DUTY = 0.5
"""What a dollar costs that a president may have to add for a train."""
TREASURY = 0.3
"""What a dollar in a treasury is worth to those who hold all shares."""
CASH = 0.1
"""What a dollar of cash earns beside itself in each operating round to come."""

Parts = Mapping[str, float]
"""What a player's expectation is made of, in dollars, by the names that terms of estimates have."""


def parts(position: Position) -> dict[str, Parts]:
    """What each player may expect to be worth at the end, and what that is made of.

    Worth counts a share of a company that is about to lose its trains as much as one of another, and cash as
    much as what earns: here shares count by what they will pay, and presidents owe the trains to come. Once
    the game is over there is only worth.
    """
    state = position.state
    found = {name: {"worth": float(position.worth(name))} for name in state.players}
    if position.over:
        return dict(found)
    look = Forecast(position, next(iter(state.players)), 0)
    for name, sums in found.items():
        sums.update(dict.fromkeys(("dividends", "treasury", "trains ahead"), 0.0))
        sums["cash"] = CASH * look.rounds * state.players[name].cash
    for corp in state.corporations.values():
        if corp.closed or not look.floated(corp) or not chart.price(look.t, corp):
            continue
        paid, treasury = PAID * look.share(corp), TREASURY * corp.cash / corp.total
        for name, count in corp.shares.items():
            if name in found:
                found[name]["dividends"] += count * paid
                found[name]["treasury"] += count * treasury
        if corp.president in found and corp.operated:
            found[corp.president]["trains ahead"] -= DUTY * look.duty(corp)
    return dict(found)


def expected(position: Position) -> dict[str, float]:
    """What each player may expect to be worth at the end; once the game is over, what each is worth."""
    return {name: sum(each.values()) for name, each in parts(position).items()}


def shares(position: Position) -> dict[str, float]:
    """Each player's expected share of what all are worth together: from 0 to 1, and 1 in sum."""
    return shared(expected(position))


def shared(worth: Mapping[str, float]) -> dict[str, float]:
    """Shares of what all are worth together, in dollars; alike where nobody has anything."""
    owned = {name: max(0.0, dollars) for name, dollars in worth.items()}
    total = sum(owned.values())
    return {name: dollars / total if total else 1 / len(owned) for name, dollars in owned.items()}


def ahead(found: Mapping[str, Parts], player: str) -> tuple[Term, ...]:
    """By how much a player is ahead of the mean of the others, part by part."""
    others = [sum(each.values()) for name, each in found.items() if name != player]
    mine = [
        Term("worth then" if what == "worth" else what, dollars) for what, dollars in found[player].items()
    ]
    return (*mine, Term("others", -sum(others) / max(1, len(others))))
