"""The director's stock round: shares to buy and to sell, and companies to abandon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from trunkline.engine.kernel import chart, shares
from trunkline.engine.kernel.ledger import on_sale
from trunkline.engine.kernel.state import OFFERING, POOL, TREASURY, Corporation
from trunkline.engine.steps import stock
from trunkline.game import actions
from trunkline.game.actions import Action
from trunkline.players.advice import Term
from trunkline.players.clerk import Weigh
from trunkline.players.director import new_companies
from trunkline.players.director.forecast import FORCED, RUIN, YIELD, Forecast

CONTROL: Final = 150.0
"""Value of a presidency in dollars, in addition to the earnings of the shares."""


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
    yield Term("outlay", -look.hurdle * price)
    lacking = look.lacking(corp)
    if lacking and corp.president == look.player:
        yield Term("floats my company", 600.0 / lacking if cash >= lacking * price else 60.0)
    elif lacking:
        yield Term("may not float", -(0.5 if lacking > 1 else 0.2) * look.share(corp))
    if action.source == TREASURY or (action.source == OFFERING and not look.t.title.board.floating):
        yield Term("treasury", _invested(look, corp, price, held))
    if corp.president != look.player:
        yield Term("trains of my others", -_starved(look, price))
    if corp.president and corp.president != look.player:
        mine_then = held > corp.shares.get(corp.president, 0)
        duty = look.duty(corp)
        if mine_then:
            yield Term("my company", CONTROL - duty)
            yield Term("its idle treasury", _idle(look, corp, held))
        elif held >= 2 and held > _others(look, corp):
            yield Term("could be left with it", -0.4 * duty)
    elif corp.president and look.rivals(corp) >= held - 1:
        yield Term("my company", 0.5 * CONTROL)
    due = look.duties - (cash - price)
    yield Term("money for trains", -0.5 * max(0.0, min(due, price)))
    # A duty that neither cash nor shares can cover ends the game for the president.
    resold = 0.0 if corp.president == look.player else FORCED * now * count
    yield Term("ruin", -RUIN * max(0.0, min(due - look.raisable - resold, price)))


def _invested(look: Forecast, corp: Corporation, dollars: int, held: int) -> float:
    """Return the player's part of what a treasury earns with the money from a share, in dollars."""
    trains = len(look.trains(corp))
    full = trains >= look.t.title.policies.train_limit(look.t, corp)
    if full or (corp.operated and corp.cash >= look.cheapest > look.wanting(corp)):
        return 0.1 * dollars * held / corp.total
    needs = 1.0 if not trains or look.wanting(corp) else 0.5
    return needs * YIELD * dollars * min(look.rounds, 6.0) * held / corp.total


def _starved(look: Forecast, dollars: int) -> float:
    """Return the earnings that the player's new companies lose if they get less money for trains."""
    lost = 0.0
    for corp in look.mine:
        if not corp.operated and look.floated(corp):
            spent = look.usable(look.funds(corp)) - look.usable(look.funds(corp, dollars))
            lost += YIELD * spent * min(look.rounds, 6.0) * look.part(corp)
    return lost


def _idle(look: Forecast, corp: Corporation, held: int) -> float:
    """Return what a new president could earn with the trains that the company has money and space for."""
    room = look.t.title.policies.train_limit(look.t, corp) - len(look.trains(corp))
    if room <= 0 or not look.next_train:
        return 0.0
    price = look.t.title.board.train[look.next_train].price
    spent = min(room, corp.cash // price) * price
    return 0.5 * YIELD * spent * min(look.rounds, 6.0) * held / corp.total


def _others(look: Forecast, corp: Corporation) -> int:
    """Return the largest holding of a player who is neither the player nor the president."""
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
    yield Term("room for another", _room(look, corp, count))
    if look.state.stock is None:
        yield Term("out of my pocket", -_forced(look))
    if corp.president != look.player:
        if corp.president and held >= 2 and held > _others(look, corp):
            # The next in line becomes president of a company that its president sells.
            left = held - count
            out = left < 2 or left <= _others(look, corp)
            yield Term("could be left with it", 0.3 * look.duty(corp) if out else 0.0)
        return
    if look.keeps(corp, count):
        yield Term("my company", -0.2 * CONTROL * count)
        return
    yield Term("my company", -CONTROL)
    yield Term("trains ahead", look.duty(corp))


def _forced(look: Forecast) -> float:
    """Return the dollars that a player still needs for the compulsory train of the company in turn."""
    turn = look.state.operating and look.state.operating.turn
    if not turn:
        return 0.0
    cash = look.state.corporations[turn.corp].cash + look.state.players[look.player].cash
    return float(max(0, look.cheapest - cash))


def _room(look: Forecast, sold: Corporation, count: int) -> float:
    """Return the gain from purchases that only a sale makes possible, by its money or the freed certificate
    space."""
    if look.state.stock is None or look.state.stock.bought:
        return 0.0
    cash = look.state.players[look.player].cash
    now = look.once(_best_purchase, cash, 0, "")
    weight = look.t.title.policies.certificate_weight(look.t, sold)
    freed = 0 if chart.zone(look.t, sold) in shares.FREE_ZONES else weight * count
    then = _best_purchase(look, cash + count * chart.price(look.t, sold), freed, sold.id)
    return max(0.0, 0.8 * (then - now))


def _best_purchase(look: Forecast, cash: int, freed: int, sold: str) -> float:
    """Return the value of the best share or new company for a player with this much cash."""
    found = [0.0]
    if shares.room_for(look.t, look.player, 2 - freed):
        found.append(new_companies.best(look, cash, freed))
        for corp in look.state.corporations.values():
            if corp.id == sold or not corp.started or corp.closed:
                continue
            if corp.shares.get(look.player, 0) < shares.share_cap(look.t, corp):
                found += (value for price, value in look.once(_offered, corp.id) if price <= cash)
    return max(found)


def forgone(look: Forecast, dollars: int) -> float:
    """Return what the money would earn in further shares of companies that the player has started."""
    total, left = 0.0, dollars
    for rate, price, room in look.once(_chances):
        bought = min(room, left // price)
        total += rate * price * bought
        left -= price * bought
    return total


def _chances(look: Forecast) -> list[tuple[float, int, int]]:
    """Return the best share of each company that the player has started, the best first.

    The items are the return per dollar, the price in dollars, and how many more the player may hold.
    """
    chances = []
    for corp in look.mine:
        room = shares.share_cap(look.t, corp) - corp.shares.get(look.player, 0)
        offers = [
            (value / price, price) for price, value in look.once(_offered, corp.id) if price and value > 0
        ]
        if offers:
            chances.append((*max(offers), room))
    return sorted(chances, reverse=True)


def _offered(look: Forecast, id: str) -> list[tuple[int, float]]:
    """Return the price and estimated value of each available share of a company."""
    corp = look.state.corporations[id]
    places = (place for place in (OFFERING, POOL, TREASURY) if on_sale(look.t, corp, place))
    found = []
    for place in places:
        share = actions.BuyShare(look.player, corp.id, place)
        worth = sum(term.dollars for term in _buy(look, share))
        found.append((stock.price_of(look.t, corp, place), worth))
    return found


SCALES: Mapping[type[Action], Weigh] = {
    actions.BuyShare: _buy,
    actions.SellShares: _sell,
}
