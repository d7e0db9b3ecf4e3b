"""Estimates of companies that a player could start."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from trunkline.engine.capital import at_float
from trunkline.engine.kernel import shares
from trunkline.engine.kernel.refusal import passes
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.steps import floating
from trunkline.players.advice import Term
from trunkline.players.director.forecast import START_UP_ROUNDS, YIELD, Forecast

RENEWAL_COST: Final = 0.6
"""Cost of each dollar that a company will lack for its next trains. It may be sold, or earn more."""
HORIZON: Final = 8.0
"""Operating rounds over which a new company is estimated."""


def start_terms(
    forecast: Forecast, corp: Corporation, par: int, cash: int, freed: int = 0
) -> tuple[Term, ...]:
    """Return the terms for and against starting a company with this much cash.

    ``freed`` is the number of half certificates that the player has hypothetically sold.
    """
    shortfall = max(0, _needed(forecast, corp) * par - cash)
    return forecast.cached(_start_terms, corp.id, par, stake(forecast, corp, par, cash, freed), shortfall)


def _needed(forecast: Forecast, corp: Corporation) -> int:
    """Return the shares that must be sold before a company runs, including the president's certificate."""
    return max(2, floating.needed(forecast.ctx, corp))


def _start_terms(forecast: Forecast, id: str, par: int, mine: int, shortfall: int) -> tuple[Term, ...]:
    """Return the same terms for ``mine`` shares held and ``shortfall`` dollars missing to float it."""
    return tuple(_terms(forecast, forecast.state.corporations[id], par, mine, shortfall))


def _terms(forecast: Forecast, corp: Corporation, par: int, mine: int, shortfall: int) -> Iterator[Term]:
    needed = _needed(forecast, corp)
    rounds = min(forecast.rounds, HORIZON)
    funds = capital(forecast, corp, par, max(mine, needed))
    spending = forecast.train_spending(funds)
    earned = YIELD * spending * max(0.0, rounds - START_UP_ROUNDS)
    fraction = mine / corp.total
    yield Term("dividends", fraction * earned)
    yield Term("treasury", 0.4 * fraction * (funds - spending))
    yield Term("rising price", 0.05 * rounds * mine * par)
    yield Term("outlay", -forecast.hurdle * mine * par)
    if shortfall:
        yield Term("too dear to float", -4.0 * shortfall)
    elif mine < needed:
        yield Term("too many certificates", -3.0 * (needed - mine) * par)
    yield Term("trains ahead", -0.5 * forecast.president_contributions - max(0, forecast.cheapest - funds))
    yield Term("trains after those", -RENEWAL_COST * _missing_for_renewal(forecast, funds, spending))
    waiting = sum(1 for other in forecast.mine if not forecast.floated(other))
    yield Term("other companies to see to", -600.0 * waiting - 100.0 * (len(forecast.mine) - waiting))


def _missing_for_renewal(forecast: Forecast, funds: int, spending: int) -> float:
    """Return the dollars that a company lacks for the next train once its first trains have rusted."""
    first = forecast.affordable_trains(funds)
    life = max(map(forecast.life, first), default=0.0)
    if not first or life >= forecast.rounds:
        return 0.0
    kinds = forecast.ctx.title.board.train
    prices = [kinds[name].price for name in {*forecast.unsold} if forecast.life(name) > life + 0.5]
    saved = funds - spending + 0.5 * YIELD * spending * max(0.0, life - START_UP_ROUNDS)
    return max(0.0, min(prices, default=0) - saved)


def stake(forecast: Forecast, corp: Corporation, par: int, cash: int, freed: int = 0) -> int:
    """Return the shares that the player could hold in a new company with this much cash."""
    cap = forecast.ctx.title.board.share_limit * corp.total // 100
    limit = shares.limit_halves(forecast.ctx)
    room = max(0, limit - shares.certificates(forecast.ctx, forecast.player) + freed) // 2
    return min(cap, cash // par, room + 1)


def capital(forecast: Forecast, corp: Corporation, par: int, sold: int) -> int:
    """Return the starting capital of a company after ``sold`` shares at ``par``, in dollars."""
    board = forecast.ctx.title.board
    facts = board.floating
    if board.capitalisation and facts is not None:
        return at_float.expected(forecast.ctx, corp, par, sold)
    if facts is None or facts.capital == floating.SHARES_SOLD:
        return sold * par
    return facts.price_multiple * par - facts.fee


def best_start_value(forecast: Forecast, cash: int, freed: int = 0) -> float:
    """Return the value of the best company to start with this much cash, in dollars, or 0."""
    board = forecast.ctx.title.board
    open_to_start = (
        corp
        for corp in forecast.state.corporations.values()
        if not corp.started
        and board.corporation[corp.id].home
        and passes(forecast.ctx.title.policies.may_buy_offering, forecast.ctx, corp)
    )
    corp = next(open_to_start, None)
    if corp is None:
        return 0.0
    pars = (par for par in board.par_values if 2 * par <= cash)
    totals = (sum(term.dollars for term in start_terms(forecast, corp, par, cash, freed)) for par in pars)
    return max(0.0, max(totals, default=0.0))
