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
from trunkline.players.clerk import Estimator
from trunkline.players.director import new_companies
from trunkline.players.director.forecast import FORCED_SALE_FACTOR, RUIN_COST, YIELD, Forecast

CONTROL: Final = 150.0
"""Value of a presidency in dollars, in addition to the earnings of the shares."""


def _buy(forecast: Forecast, action: actions.BuyShare) -> Iterator[Term]:
    corp = forecast.state.corporations[action.corp]
    count = 2 if action.president else 1
    price = count * stock.price_of(forecast.ctx, corp, action.source)
    now = chart.price(forecast.ctx, corp)
    cash = forecast.state.players[forecast.player].cash
    held = corp.shares.get(forecast.player, 0) + count
    yield Term("dividends", forecast.dividends_per_share(corp) * count)
    yield Term("rising price", forecast.price_rise(corp) * count)
    yield Term("worth", 0.5 * (now * count - price))
    yield Term("outlay", -forecast.hurdle * price)
    shares_to_float = forecast.shares_to_float(corp)
    if shares_to_float and corp.president == forecast.player:
        yield Term("floats my company", 600.0 / shares_to_float if cash >= shares_to_float * price else 60.0)
    elif shares_to_float:
        risk = 0.5 if shares_to_float > 1 else 0.2
        yield Term("may not float", -risk * forecast.dividends_per_share(corp))
    if action.source == TREASURY or (action.source == OFFERING and not forecast.ctx.title.board.floating):
        yield Term("treasury", _treasury_gain(forecast, corp, price, held))
    if corp.president != forecast.player:
        yield Term("trains of my others", -_lost_start_earnings(forecast, price))
    if corp.president and corp.president != forecast.player:
        mine_then = held > corp.shares.get(corp.president, 0)
        contribution = forecast.president_contribution(corp)
        if mine_then:
            yield Term("my company", CONTROL - contribution)
            yield Term("its idle treasury", _idle_treasury_gain(forecast, corp, held))
        elif held >= 2 and held > _largest_other_holding(forecast, corp):
            yield Term("could be left with it", -0.4 * contribution)
    elif corp.president and forecast.largest_rival_holding(corp) >= held - 1:
        yield Term("my company", 0.5 * CONTROL)
    due = forecast.president_contributions - (cash - price)
    yield Term("money for trains", -0.5 * max(0.0, min(due, price)))
    # A contribution that neither cash nor shares can cover ends the game for the president.
    resold = 0.0 if corp.president == forecast.player else FORCED_SALE_FACTOR * now * count
    yield Term("ruin", -RUIN_COST * max(0.0, min(due - forecast.forced_sale_proceeds - resold, price)))


def _treasury_gain(forecast: Forecast, corp: Corporation, dollars: int, held: int) -> float:
    """Return the player's part of what a treasury earns with the money from a share, in dollars."""
    trains = len(forecast.trains(corp))
    full = trains >= forecast.ctx.title.policies.train_limit(forecast.ctx, corp)
    if full or (corp.operated and corp.cash >= forecast.cheapest > forecast.cash_needed_for_train(corp)):
        return 0.1 * dollars * held / corp.total
    needs = 1.0 if not trains or forecast.cash_needed_for_train(corp) else 0.5
    return needs * YIELD * dollars * min(forecast.rounds, 6.0) * held / corp.total


def _lost_start_earnings(forecast: Forecast, dollars: int) -> float:
    """Return the earnings that the player's new companies lose if they get less money for trains."""
    lost = 0.0
    for corp in forecast.mine:
        if not corp.operated and forecast.floated(corp):
            spending = forecast.train_spending(forecast.funds(corp))
            missing = spending - forecast.train_spending(forecast.funds(corp, dollars))
            lost += YIELD * missing * min(forecast.rounds, 6.0) * forecast.owned_fraction(corp)
    return lost


def _idle_treasury_gain(forecast: Forecast, corp: Corporation, held: int) -> float:
    """Return what a new president could earn with the trains that the company has money and space for."""
    room = forecast.ctx.title.policies.train_limit(forecast.ctx, corp) - len(forecast.trains(corp))
    if room <= 0 or not forecast.next_train:
        return 0.0
    price = forecast.ctx.title.board.train[forecast.next_train].price
    spent = min(room, corp.cash // price) * price
    return 0.5 * YIELD * spent * min(forecast.rounds, 6.0) * held / corp.total


def _largest_other_holding(forecast: Forecast, corp: Corporation) -> int:
    """Return the largest holding of a player who is neither the player nor the president."""
    left = (count for name, count in corp.shares.items() if name not in (forecast.player, corp.president))
    return max(left, default=0)


def _sell(forecast: Forecast, action: actions.SellShares) -> Iterator[Term]:
    corp = forecast.state.corporations[action.corp]
    price = chart.price(forecast.ctx, corp)
    count = action.count
    held = corp.shares.get(forecast.player, 0)
    yield Term("dividends", -forecast.dividends_per_share(corp) * count)
    yield Term("rising price", -forecast.price_rise(corp) * count)
    yield Term("cash", forecast.hurdle * price * count)
    yield Term("falling price", -0.1 * price * held)
    yield Term("room for another", _gain_from_room(forecast, corp, count))
    if forecast.state.stock is None:
        yield Term("out of my pocket", -_cash_still_needed(forecast))
    if corp.president != forecast.player:
        if corp.president and held >= 2 and held > _largest_other_holding(forecast, corp):
            # The next in line becomes president of a company that its president sells.
            left = held - count
            out = left < 2 or left <= _largest_other_holding(forecast, corp)
            yield Term("could be left with it", 0.3 * forecast.president_contribution(corp) if out else 0.0)
        return
    if forecast.stays_president(corp, count):
        yield Term("my company", -0.2 * CONTROL * count)
        return
    yield Term("my company", -CONTROL)
    yield Term("trains ahead", forecast.president_contribution(corp))


def _cash_still_needed(forecast: Forecast) -> float:
    """Return the dollars that a player still needs for the compulsory train of the company in turn."""
    turn = forecast.state.operating and forecast.state.operating.turn
    if not turn:
        return 0.0
    cash = forecast.state.corporations[turn.corp].cash + forecast.state.players[forecast.player].cash
    return float(max(0, forecast.cheapest - cash))


def _gain_from_room(forecast: Forecast, sold: Corporation, count: int) -> float:
    """Return the gain from purchases that only a sale makes possible, by its money or the freed certificate
    space."""
    if forecast.state.stock is None or forecast.state.stock.bought:
        return 0.0
    cash = forecast.state.players[forecast.player].cash
    now = forecast.cached(_best_purchase, cash, 0, "")
    weight = forecast.ctx.title.policies.certificate_weight(forecast.ctx, sold)
    freed = 0 if chart.zone(forecast.ctx, sold) in shares.FREE_ZONES else weight * count
    then = _best_purchase(forecast, cash + count * chart.price(forecast.ctx, sold), freed, sold.id)
    return max(0.0, 0.8 * (then - now))


def _best_purchase(forecast: Forecast, cash: int, freed: int, sold: str) -> float:
    """Return the value of the best share or new company for a player with this much cash."""
    found = [0.0]
    if shares.room_for(forecast.ctx, forecast.player, 2 - freed):
        found.append(new_companies.best_start_value(forecast, cash, freed))
        for corp in forecast.state.corporations.values():
            if corp.id == sold or not corp.started or corp.closed:
                continue
            if corp.shares.get(forecast.player, 0) < shares.share_cap(forecast.ctx, corp):
                found += (value for price, value in forecast.cached(_share_values, corp.id) if price <= cash)
    return max(found)


def forgone_earnings(forecast: Forecast, dollars: int) -> float:
    """Return what the money would earn in further shares of companies that the player has started."""
    total, left = 0.0, dollars
    for rate, price, room in forecast.cached(_best_offers):
        bought = min(room, left // price)
        total += rate * price * bought
        left -= price * bought
    return total


def _best_offers(forecast: Forecast) -> list[tuple[float, int, int]]:
    """Return the best share of each company that the player has started, the best first.

    The items are the return per dollar, the price in dollars, and how many more the player may hold.
    """
    best_offers = []
    for corp in forecast.mine:
        room = shares.share_cap(forecast.ctx, corp) - corp.shares.get(forecast.player, 0)
        offers = [
            (value / price, price)
            for price, value in forecast.cached(_share_values, corp.id)
            if price and value > 0
        ]
        if offers:
            best_offers.append((*max(offers), room))
    return sorted(best_offers, reverse=True)


def _share_values(forecast: Forecast, id: str) -> list[tuple[int, float]]:
    """Return the price and estimated value of each available share of a company."""
    corp = forecast.state.corporations[id]
    places = (place for place in (OFFERING, POOL, TREASURY) if on_sale(forecast.ctx, corp, place))
    found = []
    for place in places:
        share = actions.BuyShare(forecast.player, corp.id, place)
        worth = sum(term.dollars for term in _buy(forecast, share))
        found.append((stock.price_of(forecast.ctx, corp, place), worth))
    return found


ESTIMATORS: Mapping[type[Action], Estimator] = {
    actions.BuyShare: _buy,
    actions.SellShares: _sell,
}
