"""The director's opening: privates, and which corporation to start at which par."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from trunkline.engine.kernel import depot
from trunkline.engine.kernel.state import BANK
from trunkline.engine.steps.private_auction import free_cash
from trunkline.game import actions
from trunkline.game.actions import Action
from trunkline.players.advice import Term
from trunkline.players.clerk import Estimator, rise_of_own_bid, site_value
from trunkline.players.director.forecast import GOOD_START_SHARES, Forecast
from trunkline.players.director.market import forgone_earnings
from trunkline.players.director.new_companies import HORIZON, stake, start_terms

GROWTH: Final = 1.14
"""Growth factor per operating round of money in shares. It discounts future income."""
FIRST_TRAIN_ROUNDS: Final = 3.0
"""Operating rounds until a company that is started immediately has bought its first train."""
RESALE: Final = 0.8
"""Expected price that a corporation pays for a private, as part of its printed price."""
POWERS: Final = 0.2
"""Value of a private's powers, as part of its price."""
PREFERENCE_RANGE: Final = 0.3
"""Range of the players' different valuations of a private, as part of its price."""
TRAINS_PER_PLAYER: Final = 0.6
"""Number of trains that each player's corporations buy in an early operating round."""


def _start(forecast: Forecast, action: actions.StartCorporation) -> Iterator[Term]:
    corp = forecast.state.corporations[action.corp]
    cash = forecast.state.players[forecast.player].cash
    yield from start_terms(forecast, corp, action.par, cash)
    # Money for its shares does not go into companies that run earlier and longer with more money.
    price = stake(forecast, corp, action.par, cash) * action.par
    yield Term("shares of my others", -forgone_earnings(forecast, price))
    yield Term("site", 0.3 * forecast.cached(_site, corp.id))
    yield Term("liking", forecast.random_preference_dollars(corp))


def _site(forecast: Forecast, id: str) -> float:
    return site_value(forecast, forecast.state.corporations[id])


def _private(forecast: Forecast, private: str, price: int) -> Iterator[Term]:
    board = forecast.ctx.title.board
    yield from forecast.cached(_private_terms, private)
    yield Term("price", -float(price))
    gift = board.private[private].gives
    if gift is not None:
        shares = gift.percent * board.corporation[gift.corporation].share_count // 100
        yield Term("shares", 0.9 * shares * sorted(board.par_values)[len(board.par_values) // 2])
    left = free_cash(forecast.ctx, forecast.player, private) - price
    yield Term("money to start with", -1.5 * max(0, reserve(forecast) - left))


def reserve(forecast: Forecast) -> int:
    """Return the dollars that a player wants to keep for its first company.

    With many players, each begins with little. A reserve above their capital would make every private too
    expensive for all.
    """
    par = min(forecast.ctx.title.board.par_values, default=0)
    return par * min(GOOD_START_SHARES, forecast.capital // par) if par else 0


def _private_terms(forecast: Forecast, private: str) -> tuple[Term, ...]:
    """Return the terms for a private that do not depend on its price."""
    board = forecast.ctx.title.board
    printed = board.private[private]
    # The private that brings a company's presidency closes once that company runs.
    early = printed.gives is not None and printed.gives.president
    rounds_paid = FIRST_TRAIN_ROUNDS if early else forecast.cached(_rounds_until_privates_close)
    resale = any(phase.buy_privates for phase in board.phases)
    return (
        Term("income", printed.revenue * (1 - GROWTH**-rounds_paid) / (GROWTH - 1)),
        *((Term("resale", RESALE * printed.cost),) if resale else ()),
        Term("powers", POWERS * printed.cost),
        Term("liking", PREFERENCE_RANGE * printed.cost * forecast.random_preference_factor(private)),
    )


def _rounds_until_privates_close(forecast: Forecast) -> float:
    """Return the operating rounds until the privates close, from the trains that must be sold first."""
    board = forecast.ctx.title.board
    closing = next(
        (phase.on_train for phase in board.phases if phase.name == board.private_rules.close_on_phase), ()
    )
    ahead = 0
    for train in forecast.state.trains_at(BANK):
        if depot.train_name(train) in closing:
            break
        ahead += 1
    return min(HORIZON, 1 + ahead / (TRAINS_PER_PLAYER * len(forecast.state.players)))


def _buy_offered(forecast: Forecast, action: actions.BuyOffered) -> Iterator[Term]:
    yield from _private(forecast, action.private, forecast.state.privates[action.private].cost)
    # No company starts until the privates are sold. Meanwhile only the owners of privates have an income.
    yield Term("time lost", 25.0 * (forecast.state.round.number - 1))


def _bid(forecast: Forecast, action: actions.Bid) -> Iterator[Term]:
    rise = rise_of_own_bid(forecast, action)
    if rise is None:
        yield from _private(forecast, action.private, action.amount)
    else:
        yield Term("price", -float(rise))


ESTIMATORS: Mapping[type[Action], Estimator] = {
    actions.StartCorporation: _start,
    actions.BuyOffered: _buy_offered,
    actions.Bid: _bid,
}
