"""The stock round: which shares to buy and to sell, and which companies to be rid of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from trunkline import actions
from trunkline.actions import Action
from trunkline.kernel import chart, shares
from trunkline.kernel.state import OFFERING, Corporation
from trunkline.players.advice import Term
from trunkline.players.clerk import Weigh
from trunkline.players.director.forecast import YIELD, Forecast
from trunkline.steps import stock

CONTROL: Final = 150.0
"""What it is worth to say what a corporation does, beside what its shares earn."""


def _buy(look: Forecast, action: actions.BuyShare) -> Iterator[Term]:
    corp = look.state.corporations[action.corp]
    count = 2 if action.president else 1
    price = count * stock.price_of(look.t, corp, action.source)
    now = chart.price(look.t, corp)
    cash = look.state.players[look.player].cash
    held = corp.shares.get(look.player, 0) + count
    yield Term("dividends", look.share(corp) * count)
    yield Term("rising price", look.rise(corp) * count)
    yield Term("worth", 0.5 * (now * count - price))
    yield Term("price", -look.hurdle * price)
    lacking = look.lacking(corp)
    if lacking and corp.president == look.player:
        yield Term("floats my company", 600.0 / lacking if cash >= lacking * price else 60.0)
    elif lacking:
        yield Term("may not float", -(0.5 if lacking > 1 else 0.2) * look.share(corp))
    if action.source == OFFERING and not look.t.title.board.floating:
        yield Term("treasury", _invested(look, corp, price, held))
    if corp.president and corp.president != look.player:
        mine_then = held > corp.shares.get(corp.president, 0)
        duty = look.duty(corp)
        if mine_then:
            yield Term("my company", CONTROL - duty)
        elif held >= 2 and held > _others(look, corp):
            yield Term("could be left with it", -0.4 * duty)
    elif corp.president and look.rivals(corp) >= held - 1:
        yield Term("my company", 0.5 * CONTROL)
    yield Term("money for trains", -0.5 * max(0.0, min(look.duties - (cash - price), price)))


def _invested(look: Forecast, corp: Corporation, dollars: int, held: int) -> float:
    """What the player has of what a treasury makes of a share's money."""
    trains = len(look.trains(corp))
    if trains >= look.t.title.policies.train_limit(look.t, corp):
        return 0.1 * dollars * held / corp.total
    needs = 1.0 if not trains or look.wanting(corp) else 0.5
    return needs * YIELD * dollars * min(look.rounds, 6.0) * held / corp.total


def _others(look: Forecast, corp: Corporation) -> int:
    """The largest holding of those who are neither the player nor the president."""
    left = (count for name, count in corp.shares.items() if name not in (look.player, corp.president))
    return max(left, default=0)


def _sell(look: Forecast, action: actions.SellShares) -> Iterator[Term]:
    corp = look.state.corporations[action.corp]
    price = chart.price(look.t, corp)
    count = action.count
    held = corp.shares.get(look.player, 0)
    yield Term("dividends", -look.share(corp) * count)
    yield Term("rising price", -look.rise(corp) * count)
    yield Term("cash", look.hurdle * price * count)
    yield Term("falling price", -0.1 * price * held)
    yield Term("room for another", _room(look, corp))
    if corp.president != look.player:
        return
    if look.keeps(corp, count):
        yield Term("my company", -0.2 * CONTROL * count)
        return
    yield Term("my company", -CONTROL)
    yield Term("trains ahead", look.duty(corp))


def _room(look: Forecast, sold: Corporation) -> float:
    """What another share would bring in place of one that is sold, where no more may be held."""
    if look.state.stock is None or look.state.stock.bought or shares.room_for(look.t, look.player, 2):
        return 0.0
    cash = look.state.players[look.player].cash + chart.price(look.t, sold)
    found = [
        look.share(corp) + look.rise(corp) - look.hurdle * chart.price(look.t, corp)
        for corp in look.running
        if corp.id != sold.id
        and (corp.pool or corp.offering or corp.treasury)
        and corp.shares.get(look.player, 0) < shares.share_cap(look.t, corp)
        and chart.price(look.t, corp) <= cash
    ]
    return max(0.0, 0.8 * max(found, default=0.0))


SCALES: Mapping[type[Action], Weigh] = {
    actions.BuyShare: _buy,
    actions.SellShares: _sell,
}
