"""The opening: privates, and which corporation to start at which price."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from trunkline import actions
from trunkline.actions import Action
from trunkline.kernel import depot
from trunkline.kernel.state import Corporation
from trunkline.players.advice import Term
from trunkline.players.clerk import Weigh, site
from trunkline.players.director.forecast import YIELD, Forecast
from trunkline.steps import floating

START: Final = 5
"""Shares of a corporation at the lowest price that a player wants to have money for."""
AHEAD: Final = 8.0
"""Operating rounds over which a beginning is weighed."""


def _start(look: Forecast, action: actions.StartCorporation) -> Iterator[Term]:
    corp = look.state.corporations[action.corp]
    cash = look.state.players[look.player].cash
    needed = max(2, floating.needed(look.t, corp))
    cap = look.t.title.board.share_limit * corp.total // 100
    mine = min(cap, cash // action.par)
    rounds = min(look.rounds, AHEAD)
    funds = capital(look, corp, action.par, max(mine, needed))
    spent = usable(look, funds)
    earned = YIELD * spent * rounds
    part = mine / corp.total
    yield Term("dividends", part * earned)
    yield Term("treasury", 0.4 * part * (funds - spent))
    yield Term("rising price", 0.05 * rounds * mine * action.par)
    yield Term("price", -look.hurdle * mine * action.par)
    yield Term("site", 0.3 * site(look, corp))
    if mine < needed:
        yield Term("too dear to float", -4.0 * (needed * action.par - cash))
    yield Term("trains ahead", -0.5 * look.duties)
    waiting = sum(1 for other in look.mine if not look.floated(other))
    yield Term("other companies to see to", -600.0 * waiting - 100.0 * (len(look.mine) - waiting))
    yield Term("liking", look.liking(corp))


def capital(look: Forecast, corp: Corporation, par: int, sold: int) -> int:
    """Dollars that it begins with where so many of its shares are sold at ``par``."""
    facts = look.t.title.board.floating
    if facts is None or facts.capital == floating.SHARES_SOLD:
        return sold * par
    return facts.price_multiple * par - facts.fee


def usable(look: Forecast, funds: int) -> int:
    """How much of its money it can spend on the trains that are on sale next."""
    left = funds
    unsold = look.state.trains_at("bank")
    for train in unsold[: look.t.phase.train_limit]:
        price = depot.train_type(look.t, train).price
        if price > left:
            break
        left -= price
    return funds - left


def _private(look: Forecast, private: str, price: int) -> Iterator[Term]:
    board = look.t.title.board
    printed = board.private[private]
    yield Term("income", printed.revenue * min(look.rounds, AHEAD))
    yield Term("resale", (1.0 if board.private_rules.close_on_phase else 0.5) * printed.cost)
    yield Term("price", -float(price))
    if printed.gives:
        shares = printed.gives.percent * board.corporation[printed.gives.corporation].share_count // 100
        yield Term("shares", 0.9 * shares * sorted(board.par_values)[len(board.par_values) // 2])
    left = look.state.players[look.player].cash - price
    yield Term("money to start with", -1.5 * max(0, START * min(board.par_values, default=0) - left))


def _buy_offered(look: Forecast, action: actions.BuyOffered) -> Iterator[Term]:
    yield from _private(look, action.private, look.state.privates[action.private].cost)


def _bid(look: Forecast, action: actions.Bid) -> Iterator[Term]:
    yield from _private(look, action.private, action.amount)


SCALES: Mapping[type[Action], Weigh] = {
    actions.StartCorporation: _start,
    actions.BuyOffered: _buy_offered,
    actions.Bid: _bid,
}
