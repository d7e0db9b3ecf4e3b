"""Estimates of companies that a player could start."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from trunkline.engine.kernel import shares
from trunkline.engine.kernel.refusal import passes
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.steps import floating
from trunkline.players.advice import Term
from trunkline.players.director.forecast import SLOW, YIELD, Forecast

RENEWED: Final = 0.6
"""Cost of each dollar that a company will lack for its next trains. It may be sold, or earn more."""
AHEAD: Final = 8.0
"""Operating rounds over which a new company is weighed."""


def beginning(look: Forecast, corp: Corporation, par: int, cash: int, freed: int = 0) -> tuple[Term, ...]:
    """Return the terms for and against starting a company with this much cash.

    ``freed`` is the number of half certificates that the player has hypothetically sold.
    """
    lacking = max(0, _needed(look, corp) * par - cash)
    return look.once(_begun, corp.id, par, stake(look, corp, par, cash, freed), lacking)


def _needed(look: Forecast, corp: Corporation) -> int:
    """Return the shares that must be sold before a company runs, including the president's certificate."""
    return max(2, floating.needed(look.t, corp))


def _begun(look: Forecast, id: str, par: int, mine: int, lacking: int) -> tuple[Term, ...]:
    """Return the same terms for ``mine`` shares held and ``lacking`` dollars missing to float it."""
    return tuple(_reasons(look, look.state.corporations[id], par, mine, lacking))


def _reasons(look: Forecast, corp: Corporation, par: int, mine: int, lacking: int) -> Iterator[Term]:
    needed = _needed(look, corp)
    rounds = min(look.rounds, AHEAD)
    funds = capital(look, corp, par, max(mine, needed))
    spent = look.usable(funds)
    earned = YIELD * spent * max(0.0, rounds - SLOW)
    part = mine / corp.total
    yield Term("dividends", part * earned)
    yield Term("treasury", 0.4 * part * (funds - spent))
    yield Term("rising price", 0.05 * rounds * mine * par)
    yield Term("outlay", -look.hurdle * mine * par)
    if lacking:
        yield Term("too dear to float", -4.0 * lacking)
    elif mine < needed:
        yield Term("too many certificates", -3.0 * (needed - mine) * par)
    yield Term("trains ahead", -0.5 * look.duties - max(0, look.cheapest - funds))
    yield Term("trains after those", -RENEWED * _renewal(look, funds, spent))
    waiting = sum(1 for other in look.mine if not look.floated(other))
    yield Term("other companies to see to", -600.0 * waiting - 100.0 * (len(look.mine) - waiting))


def _renewal(look: Forecast, funds: int, spent: int) -> float:
    """Return the dollars that a company lacks for the next train once its first trains have rusted."""
    first = look.affordable(funds)
    life = max(map(look.life, first), default=0.0)
    if not first or life >= look.rounds:
        return 0.0
    kinds = look.t.title.board.train
    prices = [kinds[name].price for name in {*look.unsold} if look.life(name) > life + 0.5]
    saved = funds - spent + 0.5 * YIELD * spent * max(0.0, life - SLOW)
    return max(0.0, min(prices, default=0) - saved)


def stake(look: Forecast, corp: Corporation, par: int, cash: int, freed: int = 0) -> int:
    """Return the shares that the player could hold in a new company with this much cash."""
    cap = look.t.title.board.share_limit * corp.total // 100
    room = max(0, shares.limit_halves(look.t) - shares.certificates(look.t, look.player) + freed) // 2
    return min(cap, cash // par, room + 1)


def capital(look: Forecast, corp: Corporation, par: int, sold: int) -> int:
    """Return the starting capital of a company after ``sold`` shares at ``par``, in dollars."""
    facts = look.t.title.board.floating
    if facts is None or facts.capital == floating.SHARES_SOLD:
        return sold * par
    return facts.price_multiple * par - facts.fee


def best(look: Forecast, cash: int, freed: int = 0) -> float:
    """Return the value of the best company to start with this much cash, in dollars; 0 if there is none."""
    board = look.t.title.board
    open_to_start = (
        corp
        for corp in look.state.corporations.values()
        if not corp.started
        and board.corporation[corp.id].home
        and passes(look.t.title.policies.may_buy_offering, look.t, corp)
    )
    corp = next(open_to_start, None)
    if corp is None:
        return 0.0
    pars = (par for par in board.par_values if 2 * par <= cash)
    totals = (sum(term.dollars for term in beginning(look, corp, par, cash, freed)) for par in pars)
    return max(0.0, max(totals, default=0.0))
