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
from trunkline.players.clerk import Weigh, site
from trunkline.players.director.forecast import START, Forecast
from trunkline.players.director.market import forgone
from trunkline.players.director.new_companies import AHEAD, beginning, stake

GROWTH: Final = 1.14
"""Growth factor per operating round of money in shares. It discounts future income."""
BEGINNING: Final = 3.0
"""Operating rounds until a company that is started immediately has bought its first train."""
RESALE: Final = 0.8
"""Expected price that a corporation pays for a private, as part of its printed price."""
POWERS: Final = 0.2
"""Value of a private's powers, as part of its price."""
LIKED: Final = 0.3
"""Range of the players' different valuations of a private, as part of its price."""
BOUGHT: Final = 0.6
"""Number of trains that each player's corporations buy in an early operating round."""


def _start(look: Forecast, action: actions.StartCorporation) -> Iterator[Term]:
    corp = look.state.corporations[action.corp]
    cash = look.state.players[look.player].cash
    yield from beginning(look, corp, action.par, cash)
    # Money for its shares does not go into companies that run earlier and longer with more money.
    yield Term("shares of my others", -forgone(look, stake(look, corp, action.par, cash) * action.par))
    yield Term("site", 0.3 * look.once(_site, corp.id))
    yield Term("liking", look.liking(corp))


def _site(look: Forecast, id: str) -> float:
    return site(look, look.state.corporations[id])


def _private(look: Forecast, private: str, price: int) -> Iterator[Term]:
    board = look.t.title.board
    yield from look.once(_promised, private)
    yield Term("price", -float(price))
    gift = board.private[private].gives
    if gift is not None:
        shares = gift.percent * board.corporation[gift.corporation].share_count // 100
        yield Term("shares", 0.9 * shares * sorted(board.par_values)[len(board.par_values) // 2])
    left = free_cash(look.t, look.player, private) - price
    yield Term("money to start with", -1.5 * max(0, reserve(look) - left))


def reserve(look: Forecast) -> int:
    """Return the dollars that a player wants to keep for its first company.

    With many players, each begins with little. A reserve above their capital would make every private too
    expensive for all.
    """
    par = min(look.t.title.board.par_values, default=0)
    return par * min(START, look.capital // par) if par else 0


def _promised(look: Forecast, private: str) -> tuple[Term, ...]:
    """Return the terms for a private that do not depend on its price."""
    board = look.t.title.board
    printed = board.private[private]
    # The private that brings a company's presidency closes once that company runs.
    paid = BEGINNING if printed.gives is not None and printed.gives.president else look.once(_open_for)
    resale = any(phase.buy_privates for phase in board.phases)
    return (
        Term("income", printed.revenue * (1 - GROWTH**-paid) / (GROWTH - 1)),
        *((Term("resale", RESALE * printed.cost),) if resale else ()),
        Term("powers", POWERS * printed.cost),
        Term("liking", LIKED * printed.cost * look.fancy(private)),
    )


def _open_for(look: Forecast) -> float:
    """Return the operating rounds until the privates close, from the trains that must be sold first."""
    board = look.t.title.board
    closing = next(
        (phase.on_train for phase in board.phases if phase.name == board.private_rules.close_on_phase), ()
    )
    ahead = 0
    for train in look.state.trains_at(BANK):
        if depot.train_name(train) in closing:
            break
        ahead += 1
    return min(AHEAD, 1 + ahead / (BOUGHT * len(look.state.players)))


def _buy_offered(look: Forecast, action: actions.BuyOffered) -> Iterator[Term]:
    yield from _private(look, action.private, look.state.privates[action.private].cost)
    # No company starts until the privates are sold. Meanwhile only the owners of privates have an income.
    yield Term("time lost", 25.0 * (look.state.round.number - 1))


def _bid(look: Forecast, action: actions.Bid) -> Iterator[Term]:
    opening = look.state.opening
    bids = opening.bids.get(action.private, {}) if opening is not None else {}
    if bids and bids.get(look.player) == max(bids.values()):
        yield Term("price", float(bids[look.player] - action.amount))
    else:
        yield from _private(look, action.private, action.amount)


SCALES: Mapping[type[Action], Weigh] = {
    actions.StartCorporation: _start,
    actions.BuyOffered: _buy_offered,
    actions.Bid: _bid,
}
