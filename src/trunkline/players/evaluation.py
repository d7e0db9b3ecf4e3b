"""Estimates of each player's final worth from a position, without playing on. Money is in dollars."""

from __future__ import annotations

from collections.abc import Mapping

from trunkline.engine.kernel import chart
from trunkline.game.position import Position
from trunkline.players.advice import Term
from trunkline.players.director.forecast import Forecast

# Weights fitted to games of directors against themselves: all players' final worth against the mean of the
# table, at the beginning of each stock round. Price growth added nothing to the fit once dividends were
# counted.
DIVIDEND_VALUE = 1.2
"""Value of an expected dollar of dividends: it is invested again."""
CONTRIBUTION_COST = 0.5
"""Cost of each dollar that a president may have to add for a train."""
TREASURY_VALUE = 0.3
"""Value of a dollar in a treasury to the holders of all shares together."""
CASH_VALUE = 0.1
"""Additional value of a dollar of cash for each operating round to come."""

WorthComponents = Mapping[str, float]
"""The components of a player's expected worth in dollars, keyed by the names of estimate terms."""


def components(position: Position, forecast: Forecast | None = None) -> dict[str, WorthComponents]:
    """Return the expected final worth of each player, by component.

    A ``forecast`` of the position saves time.
    Current worth overvalues cash and the shares of a company that is about to lose its trains. Here shares
    count by expected dividends, and presidents are charged for trains to come. After the end of the game only
    worth counts.
    """
    state = position.state
    found = {name: {"worth": float(position.worth(name))} for name in state.players}
    if position.over:
        return dict(found)
    forecast = forecast or Forecast(position, next(iter(state.players)), 0)
    for name, sums in found.items():
        sums.update(dict.fromkeys(("dividends", "treasury", "trains ahead"), 0.0))
        sums["cash"] = CASH_VALUE * forecast.rounds * state.players[name].cash
    for corp in state.corporations.values():
        if corp.closed or not forecast.floated(corp) or not chart.price(forecast.ctx, corp):
            continue
        paid = DIVIDEND_VALUE * forecast.dividends_per_share(corp)
        treasury = TREASURY_VALUE * corp.cash / corp.total
        for name, count in corp.shares.items():
            if name in found:
                found[name]["dividends"] += count * paid
                found[name]["treasury"] += count * treasury
        if corp.president in found and corp.operated:
            found[corp.president]["trains ahead"] -= CONTRIBUTION_COST * forecast.president_contribution(corp)
    return dict(found)


def final_worth(position: Position) -> dict[str, float]:
    """Return the expected final worth of each player, or actual worth once the game is over."""
    return {name: sum(each.values()) for name, each in components(position).items()}


def worth_shares(position: Position) -> dict[str, float]:
    """Return each player's expected share of the total worth: from 0 to 1, with a sum of 1."""
    return normalise(final_worth(position))


def normalise(worth: Mapping[str, float]) -> dict[str, float]:
    """Return each player's share of the total worth; equal shares if no player has anything."""
    owned = {name: max(0.0, dollars) for name, dollars in worth.items()}
    total = sum(owned.values())
    return {name: dollars / total if total else 1 / len(owned) for name, dollars in owned.items()}


def lead(found: Mapping[str, WorthComponents], player: str) -> tuple[Term, ...]:
    """Return the components of a player's lead over the mean of the others."""
    others = [sum(each.values()) for name, each in found.items() if name != player]
    mine = [
        Term("worth then" if what == "worth" else what, dollars) for what, dollars in found[player].items()
    ]
    return (*mine, Term("others", -sum(others) / max(1, len(others))))
